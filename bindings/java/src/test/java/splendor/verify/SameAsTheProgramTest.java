package splendor.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The package returns the answers of the program, byte for byte. */
class SameAsTheProgramTest {
    private static final List<String> VERIFY = List.of("verify", "--format", "json");

    /** The options of the program, and the same options of the package. */
    private static final Map<List<String>, Options> OPTIONS = Map.of(
            List.of(), new Options(),
            List.of("--keep-going"), new Options().keepGoing(),
            List.of("--client=spender"), new Options().client("spender"),
            List.of("--ruling=pass=always", "--ruling=target=21"),
            new Options().ruling("pass", "always").ruling("target", "21"),
            List.of("--published"), new Options().published());

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.of(first, second).flatMap(List::stream).collect(Collectors.toList());
    }

    @Test
    void everyReplayHasTheReportOfTheProgram() throws IOException {
        List<String> files = Project.files();
        for (Map.Entry<List<String>, Options> entry : OPTIONS.entrySet()) {
            List<String> command = joined(joined(VERIFY, entry.getKey()), files);
            List<String> expected = Project.program(command).lines().collect(Collectors.toList());
            List<String> reports = new ArrayList<>();
            for (String file : files) {
                try (Stream<Report> all =
                        Verifier.verifyMany(Project.log(file), entry.getValue())) {
                    all.map(Report::json).forEach(reports::add);
                }
            }
            assertTrue(reports.size() > 200);
            assertEquals(expected, reports, entry.getKey()::toString);
        }
    }

    @Test
    void everyTenthReplayHasTheOtherAnswersOfTheProgram() throws IOException {
        int compared = 0;
        List<String> games = Project.games();
        for (int index = 0; index < games.size(); index += 10) {
            String path = games.get(index);
            Input log = Project.log(path);
            Report report = Verifier.verify(log);
            if (report.json().contains("\"plies\":0,")) {
                continue;
            }
            long turn = Math.max(1, report.finding().map(Finding::turn).orElse(1L));
            List<String> place = List.of(path, "--turn=" + turn);
            Options options = new Options().turn(turn).onNote(note -> {});
            same(joined(List.of("legal", "--format", "json"), place),
                    () -> lines(Verifier.legalTurns(log, options)));
            same(joined(List.of("show", "--format", "json"), place),
                    () -> Verifier.position(log, options));
            same(joined(List.of("why", "--format=json"), place),
                    () -> Verifier.why(log, options).json());
            String take = "{ \"take\": [\"ruby\", \"ruby\"] }";
            same(joined(joined(List.of("why", "--format=json"), place), List.of(take)),
                    () -> Verifier.why(log, options.proposal(take)).json());
            compared += 4;
        }
        assertTrue(compared > 50);
    }

    /** Returns a list of turns as the program lays it out. */
    private static String lines(List<String> turns) {
        return turns.stream().map(turn -> "  " + turn).collect(
                Collectors.joining(",\n", "[\n", "\n]"));
    }

    private static void same(List<String> command, Supplier<String> answer) throws IOException {
        String result;
        try {
            result = answer.get();
        } catch (InputException refused) {
            result = refused.getMessage();
        }
        assertEquals(Project.program(command), result, command::toString);
    }
}
