package splendor.verify;

/**
 * There is no answer: an option has an unknown value, the file cannot be read, or the log allows no
 * answer. The message names the reason. {@code verify} does not throw for an unreadable log; it
 * returns a report.
 */
public final class InputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    InputException(String reason) {
        super(reason);
    }
}
