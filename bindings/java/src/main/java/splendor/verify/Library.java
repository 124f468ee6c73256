package splendor.verify;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The functions of {@code splendor_verify.h}. Lengths are {@code long}, because the library is
 * built for processors with 64 bits only.
 */
final class Native {
    /** The statuses, in the order of the header. */
    private static final int OK = 0;
    private static final int END = 2;
    private static final int DEFECT = 4;

    /** A system property: the path of another library than that in the jar. */
    private static final String PATH = "splendor.verify.library";

    static {
        com.sun.jna.Native.register(Native.class, NativeLibrary.getInstance(path()));
    }

    private Native() {}

    private static String path() {
        String path = System.getProperty(PATH);
        if (path != null) {
            return path;
        }
        ClassLoader loader = Native.class.getClassLoader();
        try {
            // Not by its name: the system may have another version.
            File file = com.sun.jna.Native.extractFromResourcePath("splendor_verify", loader);
            return file.getAbsolutePath();
        } catch (IOException error) {
            String platform = Platform.RESOURCE_PREFIX;
            UnsatisfiedLinkError missing = new UnsatisfiedLinkError("the jar has no library for "
                    + platform + ": build it with bindings/c/build, and set -D" + PATH);
            missing.initCause(error);
            throw missing;
        }
    }

    static native Pointer splendor_verify(byte[] log, long length, byte[] options);

    static native Pointer splendor_legal_turns(byte[] log, long length, byte[] options);

    static native Pointer splendor_position(byte[] log, long length, byte[] options);

    static native Pointer splendor_why(byte[] log, long length, byte[] options);

    /** Fails like a defect of the verifier; only the tests call it. */
    static native Pointer splendor_defect(byte[] options);

    static native Pointer splendor_file_open(byte[] bytes, long length, byte[] options);

    static native Pointer splendor_file_next(Pointer file);

    static native void splendor_file_close(Pointer file);

    private static native int splendor_answer_status(Pointer answer);

    private static native Pointer splendor_answer_text(Pointer answer);

    private static native long splendor_answer_length(Pointer answer);

    private static native Pointer splendor_answer_notes(Pointer answer);

    private static native int splendor_answer_verdict(Pointer answer);

    private static native Pointer splendor_answer_clause(Pointer answer);

    private static native Pointer splendor_answer_message(Pointer answer);

    private static native long splendor_answer_turn(Pointer answer);

    private static native long splendor_answer_line(Pointer answer);

    private static native long splendor_answer_column(Pointer answer);

    private static native long splendor_answer_turn_count(Pointer answer);

    private static native Pointer splendor_answer_turn_at(Pointer answer, long index);

    private static native void splendor_answer_free(Pointer answer);

    private static native Pointer splendor_version();

    static String version() {
        return text(splendor_version());
    }

    /** An answer, which must be closed. */
    static final class Answer implements AutoCloseable {
        private final Pointer at;

        /** Takes an answer; one that is neither a result nor the end of a file is an exception. */
        Answer(Pointer at) {
            this.at = at;
            int status = splendor_answer_status(at);
            if (status != OK && status != END) {
                String message = Native.text(splendor_answer_message(at));
                close();
                if (status == DEFECT) {
                    throw new DefectException(message);
                }
                throw new InputException(message);
            }
        }

        boolean isEnd() {
            return splendor_answer_status(at) == END;
        }

        String text() {
            int length = Math.toIntExact(splendor_answer_length(at));
            byte[] bytes = splendor_answer_text(at).getByteArray(0, length);
            return new String(bytes, StandardCharsets.UTF_8);
        }

        String notes() {
            return Native.text(splendor_answer_notes(at));
        }

        Report report(String input) {
            Verdict verdict = Verdict.of(splendor_answer_verdict(at));
            String clause = Native.text(splendor_answer_clause(at));
            if (clause.isEmpty()) {
                return new Report(text(), verdict, null);
            }
            String message = Native.text(splendor_answer_message(at));
            long turn = splendor_answer_turn(at);
            long line = splendor_answer_line(at);
            long column = splendor_answer_column(at);
            Finding finding = new Finding(input, clause, message, turn, line, column);
            return new Report(text(), verdict, finding);
        }

        String[] turns() {
            String[] turns = new String[Math.toIntExact(splendor_answer_turn_count(at))];
            for (int index = 0; index < turns.length; index++) {
                turns[index] = Native.text(splendor_answer_turn_at(at, index));
            }
            return turns;
        }

        @Override
        public void close() {
            splendor_answer_free(at);
        }
    }

    private static String text(Pointer at) {
        return at.getString(0, "UTF-8");
    }
}
