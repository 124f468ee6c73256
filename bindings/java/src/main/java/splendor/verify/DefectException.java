package splendor.verify;

/** A defect of the verifier itself: the log is not judged, and the next call works again. */
public final class DefectException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    DefectException(String message) {
        super(message);
    }
}
