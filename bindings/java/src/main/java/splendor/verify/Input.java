package splendor.verify;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The bytes of a log, or of a file of logs, and the name of this input in the answers. */
public final class Input {
    final byte[] bytes;
    final String name;

    private Input(byte[] bytes, String name) {
        this.bytes = Objects.requireNonNull(bytes, "bytes");
        this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * Reads a file. Its name is the path.
     *
     * @throws IOException if the file cannot be read
     */
    public static Input read(Path path) throws IOException {
        return new Input(Files.readAllBytes(path), path.toString());
    }

    /** Takes bytes, which nobody may change during a call. */
    public static Input of(byte[] bytes) {
        return new Input(bytes, "<log>");
    }

    /**
     * Takes the text of a log, never a path.
     *
     * @throws IllegalArgumentException if the text has half a pair of surrogates
     */
    public static Input of(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return of(bytes);
        } catch (CharacterCodingException error) {
            throw new IllegalArgumentException("the text has half a pair of surrogates", error);
        }
    }

    /** Returns the same input with another name. */
    public Input withName(String name) {
        return new Input(bytes, name);
    }
}
