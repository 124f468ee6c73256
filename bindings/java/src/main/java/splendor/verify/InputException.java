package splendor.verify;

/**
 * There is no answer: an option has an unknown value, or the log does not allow it. The message
 * names the reason. A log that cannot be judged is no exception: it gets a report.
 */
public final class InputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    InputException(String reason) {
        super(reason);
    }
}
