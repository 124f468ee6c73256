package splendor.verify;

import java.util.Objects;

/** The finding that decides a verdict, and its place in the log or in the judged turn. */
public final class Finding {
    private final String input;
    private final String clause;
    private final String message;
    private final long turn;
    private final long line;
    private final long column;

    Finding(String input, String clause, String message, long turn, long line, long column) {
        this.input = input;
        this.clause = clause;
        this.message = message;
        this.turn = turn;
        this.line = line;
        this.column = column;
    }

    /**
     * Returns the id of the finding: a clause like {@code take.pair-needs-four}, or another id of
     * the report format like {@code format.json}.
     */
    public String clause() {
        return clause;
    }

    /** Returns the finding in one line. */
    public String message() {
        return message;
    }

    /** Returns the number of the turn, from 1; 0 if the finding is not about a turn. */
    public long turn() {
        return turn;
    }

    /** Returns the line in the log or in the judged turn, from 1; 0 if there is none. */
    public long line() {
        return line;
    }

    /** Returns the column in characters, from 1; 0 if there is none. */
    public long column() {
        return column;
    }

    /** Returns the place, like {@code game.json:15:26} in a log or {@code turn:1:20} in a turn. */
    public String place() {
        return line == 0 ? input : input + ":" + line + ":" + column;
    }

    /** Returns the place, the clause and the message. */
    @Override
    public String toString() {
        return place() + ": " + clause + ": " + message;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Finding)) {
            return false;
        }
        Finding finding = (Finding) other;
        return turn == finding.turn && toString().equals(finding.toString());
    }

    @Override
    public int hashCode() {
        return Objects.hash(turn, toString());
    }
}
