package splendor.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Values, errors, threads and hostile input. */
class VerifierTest {
    private static final String ILLEGAL = "replays/illegal/take-pair-needs-four.json";

    @Test
    void aReportHasAVerdictAndAFinding() throws IOException {
        Report report = Verifier.verify(Project.log(ILLEGAL));
        assertEquals(Verdict.ILLEGAL, report.verdict());
        Finding finding = report.finding().orElseThrow();
        assertEquals("take.pair-needs-four", finding.clause());
        assertEquals("two emeralds taken from a stack of three", finding.message());
        assertEquals(List.of(2L, 15L, 26L),
                List.of(finding.turn(), finding.line(), finding.column()));
        assertEquals(ILLEGAL + ":15:26", finding.place());
        assertEquals(finding.place() + ": take.pair-needs-four: " + finding.message(),
                finding.toString());
        assertTrue(report.json().startsWith("{\"format\":\"splendor-report/1\""));
        assertEquals(report, Verifier.verify(Project.log(ILLEGAL)));
        assertNotEquals(report, Verifier.verify(Input.of("{}")));
        Report legal = Verifier.verify(Project.log("replays/legal/take-pair-needs-four.json"));
        assertEquals("LEGAL", legal.toString());
        assertFalse(legal.finding().isPresent());
    }

    @Test
    void everyVerdictHasItsWord() throws IOException {
        Map<Verdict, Input> logs = Map.of(
                Verdict.LEGAL, Project.log("replays/legal/take-pair-needs-four.json"),
                Verdict.CONSISTENT, Project.log("tests/cmd/consistent.json"),
                Verdict.ILLEGAL, Project.log(ILLEGAL),
                Verdict.UNDECIDED, Project.log("tests/cmd/undecided.json"),
                Verdict.MALFORMED, Input.of("{}"),
                Verdict.UNSUPPORTED, Input.of("{\"format\":\"splendor-log/9\"}"));
        assertEquals(Set.of(Verdict.values()), logs.keySet());
        logs.forEach((verdict, log) -> {
            Report report = Verifier.verify(log);
            assertEquals(verdict, report.verdict());
            String word = verdict.name().toLowerCase(Locale.ROOT);
            assertTrue(report.json().contains("\"verdict\":\"" + word + "\""), word);
        });
    }

    @Test
    void turnsAndTablesAreJson() throws IOException {
        Input log = Project.log(ILLEGAL);
        List<String> turns = Verifier.legalTurns(log, new Options().turn(2));
        assertEquals(27, turns.size());
        assertEquals("{\"seat\":1,\"take\":[\"diamond\",\"sapphire\",\"emerald\"]}", turns.get(0));
        assertTrue(Verifier.position(log, new Options().turn(2)).contains("\"emerald\""));
        Options proposed = new Options().turn(2).proposal(turns.get(0));
        assertEquals(Verdict.LEGAL, Verifier.why(log, proposed).verdict());
        Report why = Verifier.why(log, new Options().turn(2));
        assertEquals(Verdict.ILLEGAL, why.verdict());
        assertEquals("turn:1:22", why.finding().orElseThrow().place());
    }

    @Test
    void aFindingAboutTheLogHasAPlaceInTheLog() throws IOException {
        String path = "replays/legal/end-winner.json";
        Report why = Verifier.why(Project.log(path), new Options().turn(1).published());
        assertEquals("rules.rulings", why.finding().orElseThrow().clause());
        assertEquals(path + ":3:56", why.finding().orElseThrow().place());
    }

    @Test
    void theUnpackedLibraryIsDeleted() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        assumeTrue(Files.exists(maps));
        Verifier.version();
        List<String> files = Files.readAllLines(maps);
        assertTrue(files.stream().anyMatch(line -> line.matches(".*/jna\\d+\\.tmp \\(deleted\\)")));
    }

    @Test
    void anotherVersionOfTheLibraryIsRefused() {
        String reason = assertThrows(
                UnsatisfiedLinkError.class,
                () -> Library.checkVersion("libother.so", "9.0.0")).getMessage();
        assertTrue(reason.startsWith("libother.so has version 9.0.0, "), reason);
    }

    @Test
    void notesGoToTheCaller() throws IOException {
        List<String> notes = new ArrayList<>();
        Input log = Project.log("tests/cmd/consistent.json");
        Verifier.position(log, new Options().onNote(notes::add));
        assertFalse(notes.isEmpty());
        assertTrue(notes.stream().allMatch(note -> note.startsWith("note: ")), notes::toString);
    }

    @Test
    void logsOfAFileComeOneAtATime() throws IOException {
        String text = "\n{\"a\":1}\n[1]\n{";
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        List<Report> plain = Verifier.verifyMany(Input.of(text)).collect(Collectors.toList());
        assertEquals(3, plain.size());
        Stream<Report> unpacked = Verifier.verifyMany(Input.of(packed.toByteArray()));
        assertEquals(plain, unpacked.collect(Collectors.toList()));
        assertEquals(0, Verifier.verifyMany(Input.of("")).count());
        byte[] half = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);
        assertThrows(InputException.class, () -> Verifier.verifyMany(Input.of(half)).count());
        Stream<Report> closed = Verifier.verifyMany(Input.of(text));
        Iterator<Report> iterator = closed.iterator();
        iterator.next();
        closed.close();
        assertFalse(iterator.hasNext());
    }

    @Test
    void errorsNameTheReason() throws IOException {
        Input log = Project.log(ILLEGAL);
        refused("`nobody`", () -> Verifier.verify(log, new Options().client("nobody")));
        refused("`nobody`", () -> Verifier.verifyMany(log, new Options().client("nobody")));
        refused("`no\"\\n\\`", () -> Verifier.verify(log, new Options().client("no\"\n\\")));
        refused("known values are when-stuck",
                () -> Verifier.verify(log, new Options().ruling("pass", "sometimes")));
        refused("rules:1:12: the edition `2025`",
                () -> Verifier.verify(log, new Options().rules("{\"edition\":\"2025\"}")));
        refused("there is no turn 0", () -> new Options().turn(0));
        refused("99", () -> Verifier.position(log, new Options().turn(99)));
        refused("this is an archive", () -> Verifier.verifyMany(Input.of(new byte[1024])));
        refused("no turn to judge", () -> Verifier.why(log, new Options()));
        refused("game.json:1:", () -> Verifier.legalTurns(Input.of("[").withName("game.json")));
        assertThrows(IllegalArgumentException.class, () -> Input.of("\ud83d"));
        assertThrows(NullPointerException.class, () -> Input.of((byte[]) null));
        assertThrows(IOException.class, () -> Input.read(Path.of("no such file")));
    }

    private static void refused(String part, Runnable call) {
        String reason = assertThrows(InputException.class, call::run).getMessage();
        assertTrue(reason.contains(part), reason);
    }

    @Test
    void afterADefectTheNextCallWorks() throws IOException {
        byte[] options = "{\"name\":\"no gems\"}\0".getBytes(StandardCharsets.UTF_8);
        for (int time = 0; time < 3; time++) {
            DefectException defect = assertThrows(
                    DefectException.class,
                    () -> new Library.Answer(Library.splendor_defect(options)));
            assertEquals("a defect of this program, not of the log: no gems", defect.getMessage());
            assertEquals(Verdict.ILLEGAL, Verifier.verify(Project.log(ILLEGAL)).verdict());
        }
    }

    @Test
    void hostileInputIsMalformed() {
        for (char letter : "[x".toCharArray()) {
            byte[] junk = new byte[100 << 20];
            Arrays.fill(junk, (byte) letter);
            assertEquals(Verdict.MALFORMED, Verifier.verify(Input.of(junk)).verdict());
        }
        for (byte[] bytes : new byte[][] {{}, {(byte) 0xff}}) {
            assertEquals(Verdict.MALFORMED, Verifier.verify(Input.of(bytes)).verdict());
        }
    }

    @Test
    void threadsJudgeAtTheSameTime() throws IOException {
        List<Input> logs = new ArrayList<>();
        for (String path : Project.games()) {
            logs.add(Project.log(path));
        }
        List<Report> alone = logs.stream().map(Verifier::verify).collect(Collectors.toList());
        List<Report> together = IntStream.range(0, 4 * logs.size()).parallel()
                .mapToObj(index -> Verifier.verify(logs.get(index % logs.size())))
                .collect(Collectors.toList());
        for (int index = 0; index < together.size(); index++) {
            assertEquals(alone.get(index % alone.size()), together.get(index));
        }
        assertTrue(Verifier.version().matches("\\d+\\.\\d+\\.\\d+"), Verifier.version());
    }
}
