package splendor.verify;

import com.sun.jna.Native;
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
final class Library {
    /** The statuses, in the order of the header. */
    private static final int OK = 0;
    private static final int END = 2;
    private static final int DEFECT = 4;

    /** A system property: the path of another library than that in the jar. */
    private static final String PATH = "splendor.verify.library";

    /** The version of these classes, and of the library that they call. */
    private static final String VERSION = "0.1.0";

    static {
        load();
    }

    private Library() {}

    private static void load() {
        String path = System.getProperty(PATH);
        File unpacked = path == null ? unpack() : null;
        String loaded = unpacked == null ? path : unpacked.getAbsolutePath();
        Native.register(Library.class, NativeLibrary.getInstance(loaded));
        // JNA deletes the file when the program ends, but not if the program is killed. Windows
        // does not delete a loaded library. A library in a folder of classes was not unpacked.
        if (unpacked != null && unpacked.getName().startsWith("jna")) {
            unpacked.delete();
        }
        checkVersion(loaded, version());
    }

    /** Copies the library from the jar to the temporary folder. */
    private static File unpack() {
        ClassLoader loader = Library.class.getClassLoader();
        String remedy = ": build a library with bindings/c/build, and set -D" + PATH;
        try {
            // Not by its name: the system may have another version.
            File file = Native.extractFromResourcePath("splendor_verify", loader);
            if (file == null) {
                throw new UnsatisfiedLinkError(
                        "-Djna.nounpack forbids unpacking the library from the jar" + remedy);
            }
            return file;
        } catch (IOException error) {
            UnsatisfiedLinkError missing = new UnsatisfiedLinkError(
                    "the jar has no library for " + Platform.RESOURCE_PREFIX + remedy);
            missing.initCause(error);
            throw missing;
        }
    }

    static void checkVersion(String path, String version) {
        if (!version.equals(VERSION)) {
            throw new UnsatisfiedLinkError(
                    path + " has version " + version + ", and the jar has version " + VERSION);
        }
    }

    static native Pointer splendor_verify(byte[] log, long length, byte[] options);

    static native Pointer splendor_legal_turns(byte[] log, long length, byte[] options);

    static native Pointer splendor_position(byte[] log, long length, byte[] options);

    static native Pointer splendor_why(byte[] log, long length, byte[] options);

    /** Fails like a defect of the verifier; only the tests call it. */
    static native Pointer splendor_defect(byte[] options);

    static native Pointer splendor_logs_open(byte[] bytes, long length, byte[] options);

    static native Pointer splendor_logs_next(Pointer logs);

    static native void splendor_logs_close(Pointer logs);

    private static native int splendor_answer_status(Pointer answer);

    private static native Pointer splendor_answer_text(Pointer answer);

    private static native long splendor_answer_text_length(Pointer answer);

    private static native Pointer splendor_answer_notes(Pointer answer);

    private static native int splendor_answer_verdict(Pointer answer);

    private static native Pointer splendor_answer_clause(Pointer answer);

    private static native Pointer splendor_answer_message(Pointer answer);

    private static native long splendor_answer_turn(Pointer answer);

    private static native long splendor_answer_line(Pointer answer);

    private static native long splendor_answer_column(Pointer answer);

    private static native int splendor_answer_is_in_turn(Pointer answer);

    private static native long splendor_answer_legal_turn_count(Pointer answer);

    private static native Pointer splendor_answer_legal_turn(Pointer answer, long index);

    private static native void splendor_answer_free(Pointer answer);

    private static native Pointer splendor_version();

    static String version() {
        return text(splendor_version());
    }

    /** An answer, which must be closed. */
    static final class Answer implements AutoCloseable {
        private final Pointer pointer;

        /**
         * Takes an answer.
         *
         * @throws InputException if the answer is a reason why there is no result
         * @throws DefectException if the verifier failed
         */
        Answer(Pointer pointer) {
            this.pointer = pointer;
            int status = splendor_answer_status(pointer);
            if (status != OK && status != END) {
                String message = Library.text(splendor_answer_message(pointer));
                close();
                if (status == DEFECT) {
                    throw new DefectException(message);
                }
                throw new InputException(message);
            }
        }

        boolean isEnd() {
            return splendor_answer_status(pointer) == END;
        }

        String text() {
            int length = Math.toIntExact(splendor_answer_text_length(pointer));
            byte[] bytes = splendor_answer_text(pointer).getByteArray(0, length);
            return new String(bytes, StandardCharsets.UTF_8);
        }

        String notes() {
            return Library.text(splendor_answer_notes(pointer));
        }

        /** Returns the report on a log with this name. */
        Report report(String name) {
            Verdict verdict = Verdict.of(splendor_answer_verdict(pointer));
            String clause = Library.text(splendor_answer_clause(pointer));
            if (clause.isEmpty()) {
                return new Report(text(), verdict, null);
            }
            String message = Library.text(splendor_answer_message(pointer));
            long turn = splendor_answer_turn(pointer);
            long line = splendor_answer_line(pointer);
            long column = splendor_answer_column(pointer);
            String input = splendor_answer_is_in_turn(pointer) == 0 ? name : "turn";
            Finding finding = new Finding(input, clause, message, turn, line, column);
            return new Report(text(), verdict, finding);
        }

        String[] turns() {
            String[] turns = new String[Math.toIntExact(splendor_answer_legal_turn_count(pointer))];
            for (int index = 0; index < turns.length; index++) {
                turns[index] = Library.text(splendor_answer_legal_turn(pointer, index));
            }
            return turns;
        }

        @Override
        public void close() {
            splendor_answer_free(pointer);
        }
    }

    private static String text(Pointer pointer) {
        return pointer.getString(0, "UTF-8");
    }
}
