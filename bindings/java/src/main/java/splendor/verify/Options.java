package splendor.verify;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Options of all functions. Each method returns new options. */
public final class Options {
    private static final Consumer<String> LOGGER =
            note -> System.getLogger("splendor.verify").log(System.Logger.Level.WARNING, note);

    /** The values in JSON. */
    private final Map<String, String> values;
    private final Map<String, String> rulings;
    final Consumer<String> onNote;

    private Options(
            Map<String, String> values, Map<String, String> rulings, Consumer<String> onNote) {
        this.values = values;
        this.rulings = rulings;
        this.onNote = onNote;
    }

    /** Makes options that change nothing. */
    public Options() {
        this(Map.of(), Map.of(), LOGGER);
    }

    /** Judges by a ruling in place of that in the log, like {@code ruling("pass", "always")}. */
    public Options ruling(String name, String value) {
        return new Options(values, with(rulings, quoted(name), quoted(value)), onNote);
    }

    /** Judges by the rulings of a known client. */
    public Options client(String name) {
        return with("client", quoted(name));
    }

    /** Requires the published rules: a log that declares another ruling is illegal. */
    public Options published() {
        return with("published", "true");
    }

    /** Requires these rules, in JSON like {@code {"edition": "2024"}}. */
    public Options rules(String json) {
        return with("rules", quoted(json));
    }

    /** Continues after an illegal turn and trusts the log from there. */
    public Options keepGoing() {
        return with("keepGoing", "true");
    }

    /** Sets the number of a turn, from 1. Without it, the place is after the last turn. */
    public Options turn(long turn) {
        if (turn < 1) {
            throw new InputException("there is no turn " + turn + ": turns count from 1");
        }
        return with("turn", Long.toString(turn));
    }

    /** Sets the turn that {@code why} judges, in JSON. */
    public Options proposal(String json) {
        return with("proposal", quoted(json));
    }

    /** Sets the consumer of notes about a table; by default, the logger {@code splendor.verify}. */
    public Options onNote(Consumer<String> consumer) {
        return new Options(values, rulings, Objects.requireNonNull(consumer, "consumer"));
    }

    private Options with(String name, String value) {
        return new Options(with(values, quoted(name), value), rulings, onNote);
    }

    private static Map<String, String> with(Map<String, String> map, String name, String value) {
        Map<String, String> copy = new LinkedHashMap<>(map);
        copy.put(name, value);
        return copy;
    }

    /** Returns the options for an input in JSON, as UTF-8 with a zero byte at the end. */
    byte[] forInput(Input input) {
        Map<String, String> all = with(values, quoted("name"), quoted(input.name));
        all.put(quoted("rulings"), object(rulings));
        return (object(all) + '\0').getBytes(StandardCharsets.UTF_8);
    }

    private static String object(Map<String, String> map) {
        return map.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append(letter);
            } else if (letter < ' ') {
                quoted.append(String.format("\\u%04x", (int) letter));
            } else {
                quoted.append(letter);
            }
        }
        return quoted.append('"').toString();
    }
}
