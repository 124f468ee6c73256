import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Replays a list of events through the writer for Java: {@code java Replay < events.txt}.
 *
 * <p>{@code text} prints the log, and an event that the writer refuses prints its message.
 */
final class Replay {
    private SplendorLog log = new SplendorLog(List.of());

    public static void main(String[] arguments) throws Exception {
        Replay replay = new Replay();
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            try {
                Deque<String> words = new ArrayDeque<>(List.of(line.split(" ")));
                String name = words.pop();
                List<Object> values = new ArrayList<>();
                while (!words.isEmpty()) values.add(read(words));
                replay.event(name, new Values(values));
            } catch (IllegalArgumentException error) {
                System.out.println(error.getMessage());
            }
        }
    }

    /** Reads one argument from the words, and removes its words. */
    private static Object read(Deque<String> words) {
        String word = words.pop();
        if (word.equals("[")) return until(words, "]");
        if (word.equals("{")) {
            Map<String, Object> fields = new LinkedHashMap<>();
            List<Object> values = until(words, "}");
            for (int at = 0; at < values.size(); at += 2)
                fields.put((String) values.get(at), values.get(at + 1));
            return fields;
        }
        if (word.equals("-")) return null;
        if (word.matches("[0-9]+")) return Integer.valueOf(word);
        String text = word.startsWith("'") ? word.substring(1) : word;
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static List<Object> until(Deque<String> words, String end) {
        List<Object> values = new ArrayList<>();
        while (!words.peek().equals(end)) values.add(read(words));
        words.pop();
        return values;
    }

    /** The arguments of an event, which have the types that it needs. */
    private static final class Values {
        private final List<?> all;

        Values(List<?> all) { this.all = all; }

        Object any(int at) { return at < all.size() ? all.get(at) : null; }
        int number(int at) { return any(at) == null ? 0 : (Integer) any(at); }
        String text(int at) { return (String) any(at); }

        @SuppressWarnings("unchecked")
        <T> List<T> list(int at) { return (List<T>) any(at); }

        @SuppressWarnings("unchecked")
        <T> Map<String, T> map(int at) { return (Map<String, T>) any(at); }

        String card() { return SplendorLog.cardId(number(0), number(1), text(2), map(3)); }
        String noble() { return SplendorLog.nobleId(number(0), map(1)); }
        String city() { return SplendorLog.cityId(number(0), map(1), number(2)); }
    }

    private static List<String> ids(Function<Values, String> build, List<Object> all) {
        if (all == null) return null;
        List<String> ids = new ArrayList<>();
        for (Object one : all)
            ids.add(one instanceof String ? (String) one : build.apply(new Values((List<?>) one)));
        return ids;
    }

    private static Map<String, List<String>> rows(Map<String, List<Object>> cards) {
        if (cards == null) return null;
        Map<String, List<String>> rows = new LinkedHashMap<>();
        cards.forEach((row, facts) -> rows.put(row, ids(Values::card, facts)));
        return rows;
    }

    private void event(String name, Values of) {
        switch (name) {
            case "log":
                log = new SplendorLog(of.list(0), of.map(1), of.map(2), omits(of.list(3)));
                break;
            case "setup":
                log.setup(rows(of.map(0)), ids(Values::noble, of.list(1)),
                    ids(Values::city, of.list(2)), rows(of.map(3)));
                break;
            case "take": log.take(of.number(0), of.list(1)); break;
            case "reserve": log.reserve(of.number(0), of.text(1)); break;
            case "draw":
                log.reserveDeck(of.number(0), of.text(1), of.text(2), of.text(3));
                break;
            case "buy": log.purchase(of.number(0), of.text(1), of.map(2), of.text(3)); break;
            case "pass": log.passTurn(of.number(0)); break;
            case "turn": log.turn(of.number(0), of.text(1), of.any(2)); break;
            case "refill": log.refill(of.text(0)); break;
            case "return": log.returnTokens(of.map(0)); break;
            case "noble": log.noble(of.text(0)); break;
            case "gem": log.gem(of.text(0)); break;
            case "post": log.post(of.text(0)); break;
            case "after": log.after(of.text(0), of.any(1)); break;
            case "field": log.field(of.text(0), of.any(1)); break;
            case "action": log.actionField(of.text(0), of.any(1)); break;
            case "end": log.end(of.text(0), of.list(1), of.list(2), of.list(3)); break;
            case "card": of.card(); break;
            case "noble-of": of.noble(); break;
            case "city": of.city(); break;
            case "text": System.out.println(log.text()); break;
            default: throw new IllegalStateException(name);
        }
    }

    private static List<String> omits(List<String> fields) {
        return fields.isEmpty() ? null : fields;
    }
}
