package splendor.verify;

import java.util.Optional;

/** The report on a log, or the judgment of a turn. */
public final class Report {
    private final String json;
    private final Verdict verdict;
    private final Finding finding;

    Report(String json, Verdict verdict, Finding finding) {
        this.json = json;
        this.verdict = verdict;
        this.finding = finding;
    }

    /** Returns the verdict. */
    public Verdict verdict() {
        return verdict;
    }

    /** Returns the finding that decides the verdict; empty if nothing decides it. */
    public Optional<Finding> finding() {
        return Optional.ofNullable(finding);
    }

    /** Returns everything as a line of JSON, exactly as the program {@code splendor} prints it. */
    public String json() {
        return json;
    }

    /** Returns the verdict and the finding. */
    @Override
    public String toString() {
        return finding == null ? verdict.toString() : verdict + ": " + finding;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Report && json.equals(((Report) other).json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }
}
