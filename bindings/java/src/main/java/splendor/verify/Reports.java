package splendor.verify;

import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The reports on the logs of a file, judged one at a time. */
final class Reports implements Iterator<Report> {
    private static final Cleaner CLEANER = Cleaner.create();

    private final String name;
    private final Pointer logs;
    /** Frees the logs, once. It must not refer to this object. */
    private final Cleaner.Cleanable cleanable;
    private Report next;
    private boolean ended;

    Reports(Input file, Options options) {
        byte[] bytes = file.bytes;
        Pointer opened = Library.splendor_logs_open(bytes, bytes.length, options.forInput(file));
        name = file.name;
        logs = opened;
        cleanable = CLEANER.register(this, () -> Library.splendor_logs_close(opened));
        // So that wrong options fail here.
        advance();
    }

    private void advance() {
        try (Library.Answer answer = new Library.Answer(Library.splendor_logs_next(logs))) {
            if (answer.isEnd()) {
                close();
            } else {
                next = answer.report(name);
            }
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    // Synchronized, because `close` in another thread frees the logs.
    @Override
    public synchronized boolean hasNext() {
        if (next == null && !ended) {
            advance();
        }
        return next != null;
    }

    @Override
    public synchronized Report next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Report report = next;
        next = null;
        return report;
    }

    synchronized void close() {
        ended = true;
        next = null;
        cleanable.clean();
    }
}
