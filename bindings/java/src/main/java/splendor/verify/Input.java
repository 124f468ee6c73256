package splendor.verify;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The bytes of a log, or of a file of logs, and the name that the answers give it. */
public final class Log {
    final byte[] bytes;
    final String name;

    private Log(byte[] bytes, String name) {
        this.bytes = Objects.requireNonNull(bytes, "bytes");
        this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * Reads a file. Its name is the path.
     *
     * @throws IOException if the file cannot be read
     */
    public static Log read(Path path) throws IOException {
        return new Log(Files.readAllBytes(path), path.toString());
    }

    /** Takes bytes, which nobody may change during a call. */
    public static Log of(byte[] bytes) {
        return new Log(bytes, "<log>");
    }

    /**
     * Takes the text of a log, never a path.
     *
     * @throws IllegalArgumentException if the text has half a pair of surrogates
     */
    public static Log of(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return of(bytes);
        } catch (CharacterCodingException error) {
            throw new IllegalArgumentException("the text has half a pair of surrogates", error);
        }
    }

    /** Returns the same log with another name. */
    public Log named(String name) {
        return new Log(bytes, name);
    }
}
