package splendor.verify;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Judges logged games of Splendor. All methods may be called from several threads at once. */
public final class Verifier {
    private static final Options NONE = new Options();

    private Verifier() {}

    /** Judges one log. Input that is not a log gets a report too. */
    public static Report verify(Input log) {
        return verify(log, NONE);
    }

    /**
     * Judges one log. Input that is not a log gets a report too.
     *
     * @throws InputException if an option has an unknown value
     */
    public static Report verify(Input log, Options options) {
        try (Library.Answer answer = ask(Library::splendor_verify, log, options)) {
            return answer.report(log.name);
        }
    }

    /** Judges every log of a file, as {@link #verifyMany(Input, Options)}. */
    public static Stream<Report> verifyMany(Input file) {
        return verifyMany(file, NONE);
    }

    /**
     * Judges every log of a file, one after the other: one document, or JSON Lines, plain or
     * compressed, but not an archive. A file that cannot be read to its end throws after the
     * reports on its logs.
     *
     * <p>A stream that is not read to its end should be closed, which frees the file at once.
     *
     * @throws InputException if an option has an unknown value, or if the file is an archive
     */
    public static Stream<Report> verifyMany(Input file, Options options) {
        Reports reports = new Reports(file, options);
        int traits = Spliterator.ORDERED | Spliterator.NONNULL;
        Spliterator<Report> each = Spliterators.spliteratorUnknownSize(reports, traits);
        return StreamSupport.stream(each, false).onClose(reports::close);
    }

    /** Returns the turns that are legal after the last turn of a log, each in JSON. */
    public static List<String> legalTurns(Input log) {
        return legalTurns(log, NONE);
    }

    /**
     * Returns the turns that are legal at a turn of a log, each in JSON. A game that has ended has
     * no legal turns.
     *
     * @throws InputException if an option has an unknown value, or if the log allows no answer
     */
    public static List<String> legalTurns(Input log, Options options) {
        try (Library.Answer answer = ask(Library::splendor_legal_turns, log, options)) {
            answer.notes().lines().forEach(options.onNote);
            return List.of(answer.turns());
        }
    }

    /** Returns the table after the last turn of a log, in JSON. */
    public static String position(Input log) {
        return position(log, NONE);
    }

    /**
     * Returns the table before a turn of a log, in JSON.
     *
     * @throws InputException if an option has an unknown value, or if the log allows no answer
     */
    public static String position(Input log, Options options) {
        try (Library.Answer answer = ask(Library::splendor_position, log, options)) {
            answer.notes().lines().forEach(options.onNote);
            return answer.text();
        }
    }

    /**
     * Judges the proposal of the options at their turn; without a proposal, the turn of the log.
     * The options name at least one of the two.
     *
     * <p>The place of a finding about the turn is a place in the turn, like {@code turn:1:20}. A
     * finding about an earlier turn, or about the rules of the log, has a place in the log.
     *
     * @throws InputException if an option has an unknown value, or if the log allows no answer
     */
    public static Report why(Input log, Options options) {
        try (Library.Answer answer = ask(Library::splendor_why, log, options)) {
            return answer.report(log.name);
        }
    }

    /** Returns the version of the verifier. */
    public static String version() {
        return Library.version();
    }

    /** A function of the library. */
    private interface Question {
        Pointer ask(byte[] log, long length, byte[] options);
    }

    private static Library.Answer ask(Question question, Input log, Options options) {
        return new Library.Answer(question.ask(log.bytes, log.bytes.length, options.forInput(log)));
    }
}
