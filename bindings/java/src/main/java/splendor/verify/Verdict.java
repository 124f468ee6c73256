package splendor.verify;

/** A verdict on a log or a turn. */
public enum Verdict {
    // In the order of `splendor_verdict` in the header, which begins with no verdict.
    /** No clause is broken, whatever the omitted facts were. */
    LEGAL,
    /** A legal completion was found, but other values of the omitted facts may be illegal. */
    CONSISTENT,
    /** A clause is broken, whatever the omitted facts were. */
    ILLEGAL,
    /** The search for the omitted facts stopped at a limit. */
    UNDECIDED,
    /** The input is not a log. */
    MALFORMED,
    /** The log uses unknown rules, or has a turn that the game does not have. */
    UNSUPPORTED;

    private static final Verdict[] ALL = values();

    static Verdict of(int code) {
        return ALL[code - 1];
    }
}
