package splendor.verify;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program that the package is compared with, and the logs of the project. */
final class Project {
    static final Path ROOT = Path.of(System.getProperty("splendor.root"));
    private static final String PROGRAM = System.getProperty("splendor.program");

    private Project() {}

    /** Returns a file of the project, under its name from the root. */
    static Input log(String path) throws IOException {
        return Input.read(ROOT.resolve(path)).withName(path);
    }

    /** Returns all files with logs below {@code replays}. */
    static List<String> files() throws IOException {
        return below("replays", ".*\\.jsonl?(\\.gz|\\.zst)?");
    }

    /** Returns the replays of one game each. */
    static List<String> games() throws IOException {
        return below("replays", "replays/(legal|illegal)/.*\\.json");
    }

    private static List<String> below(String folder, String pattern) throws IOException {
        try (Stream<Path> paths = Files.walk(ROOT.resolve(folder))) {
            List<String> files = paths.map(path -> ROOT.relativize(path).toString())
                    .filter(path -> path.matches(pattern))
                    .sorted()
                    .collect(Collectors.toList());
            assertTrue(files.size() > 100, () -> files.toString());
            return files;
        }
    }

    /** Returns the output of the program without its last line break; the error if it has none. */
    static String program(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(PROGRAM));
        command.addAll(arguments);
        Path errors = Files.createTempFile("splendor", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectError(errors.toFile())
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String error = Files.readString(errors).lines().findFirst().orElse("");
        Files.delete(errors);
        return (output.isEmpty() ? error.replaceFirst("error: ", "") : output).stripTrailing();
    }
}
