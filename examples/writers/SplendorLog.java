import java.util.*;
import java.util.function.*;
import java.util.stream.Collectors;

/**
 * Writes logs of Splendor games, in the format splendor-log/1: one call for each event.
 * Copy this file into your client. It needs Java 11 or later and nothing else.
 *
 * <pre>
 * SplendorLog log = new SplendorLog(List.of("Ada", "Bo"));
 * log.setup(Map.of("level1", List.of(SplendorLog.cardId(1, 0, "e", Map.of("ruby", 3)), ...
 * String text = log.take(0, List.of("d", "ruby", "o")).returnTokens(Map.of("g", 1)).text();</pre>
 *
 * <p>A color is a letter or a name: d diamond, s sapphire, e emerald, r ruby, o onyx, g gold.
 * The writer checks its arguments, and throws an IllegalArgumentException that names the wrong one.
 * It does not know the rules: {@code splendor verify} judges the log. Null means that an argument
 * is unknown. The calls take to turn begin a turn; refill to actionField add to the last turn.
 */
@SuppressWarnings("unchecked")
public final class SplendorLog {
    private static final String LETTERS = "dserog";
    private static final List<String> NAMES = words("diamond sapphire emerald ruby onyx gold");
    private static final String COST = "([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?";
    private static final Map<String, String> FORMS = Map.of(
        "card", "[abc][0-9][dsero]" + COST
            + "|[ABC][0-9](gg|ca?|dd|ss|ee|rr|oo|[dsero]b?)(x2[dsero]|" + COST + ")",
        "noble", "[0-9]:" + COST, "city", "[1-9]?[0-9]:" + COST + "(\\+[1-9])?",
        "trading post", "[a-z][a-z-]{0,23}");
    private static final List<String> ROWS = words("level1 level2 level3 orient1 orient2 orient3");
    private static final List<String> REASONS =
        words("completed stalemate resigned timeout abandoned adjudicated");

    private final List<Map<String, Object>> players = new ArrayList<>();
    private final List<Map<String, Object>> turns = new ArrayList<>();
    private final Map<String, Object> log;

    /** Returns the id of a card: {@code cardId(1, 0, "diamond", Map.of("s", 3))} is a0d3s. */
    public static String cardId(int level, int prestige, String bonus, Map<String, Integer> cost) {
        String start = "abc".charAt(between("level", level, 1, 3) - 1) + "";
        return start + between("prestige", prestige, 0, 9) + letter(bonus) + cost(cost);
    }

    /** Returns the id of a noble: {@code nobleId(3, Map.of("d", 4, "s", 4))} is 3:4d4s. */
    public static String nobleId(int prestige, Map<String, Integer> demand) {
        return between("prestige", prestige, 0, 9) + ":" + cost(demand);
    }

    /** Returns the id of a city: {@code cityId(14, Map.of("d", 4), 4)} is 14:4d+4. */
    public static String cityId(int prestige, Map<String, Integer> demand, int others) {
        String more = between("others", others, 0, 9) > 0 ? "+" + others : "";
        return between("prestige", prestige, 0, 99) + ":" + cost(demand) + more;
    }

    /** Starts the log of a game of the edition of 2024. */
    public SplendorLog(List<String> names) { this(names, null, null, null); }

    /** Starts a log; all but the players are fields of the format. */
    public SplendorLog(
            List<String> players, Map<String, ?> rules, Map<String, ?> source, List<String> omits) {
        for (String name : players) this.players.add(fields("name", name));
        log = fields("format", "splendor-log/1",
            "rules", rules == null ? Map.of("edition", "2024") : rules,
            "omits", copy(omits, omit -> { }), "source", source,
            "players", this.players, "setup", Map.of(), "turns", turns);
    }

    /** Records the rows level1 to orient3 of the market and of the decks, and the tiles. */
    public SplendorLog setup(Map<String, List<String>> market, List<String> nobles,
            List<String> cities, Map<String, List<String>> decks) {
        log.put("setup", fields("nobles", copy(nobles, id -> check("noble", id)),
            "cities", copy(cities, id -> check("city", id)),
            "market", rows(market), "decks", decks == null ? null : rows(decks)));
        return this;
    }

    public SplendorLog take(int seat, List<String> colors) {
        return turn(seat, "take", List.of(colors.stream().map(SplendorLog::name).toArray()));
    }

    public SplendorLog reserve(int seat, String card) {
        return turn(seat, "reserve", fields("market", check("card", card)));
    }

    /** Records a card from a deck, and the card put under the deck. */
    public SplendorLog reserveDeck(int seat, String row, String card, String under) {
        int index = ROWS.indexOf(oneOf("row", row, ROWS));
        return turn(seat, "reserve", fields(index < 3 ? "deck" : "orient", index % 3 + 1,
            "card", check("card", card), "under", check("card", under)));
    }

    /** Records a purchase, with its payment and its origin (market or hand). */
    public SplendorLog purchase(int seat, String card, Map<String, Integer> pay, String origin) {
        return turn(seat, "purchase", fields("card", check("card", card),
            "pay", pay == null ? null : sum(pay), "from", oneOf("origin", origin, words("market hand"))));
    }

    public SplendorLog passTurn(int seat) { return turn(seat, "pass", true); }

    /** Begins a turn with any action, like foreign. */
    public SplendorLog turn(int seat, String kind, Object value) {
        turns.add(fields("seat", seat(seat), kind, value));
        return this;
    }

    public SplendorLog refill(String card) { return field("refill", check("card", card)); }

    /** Records returned tokens. A second call in the same turn adds to the first. */
    public SplendorLog returnTokens(Map<String, Integer> counts) {
        Map<?, ?> earlier = (Map<?, ?>) last("return").getOrDefault("return", Map.of());
        last("return").put("return", sum(earlier, counts));
        return this;
    }

    public SplendorLog noble(String noble) { return add("noble", check("noble", noble)); }
    public SplendorLog gem(String color) { return field("gem", name(color)); }
    public SplendorLog post(String post) { return add("post", check("trading post", post)); }

    /** Records one of the client's own counts: {@code after("tokens", Map.of("r", 2))}. */
    public SplendorLog after(String field, Object claim) {
        Object after = last("after").computeIfAbsent("after", name -> fields());
        Object value = claim instanceof Map ? sum((Map<?, ?>) claim) : claim;
        return put((Map<String, Object>) after, field, value);
    }

    /** Adds any field to the turn, like copy, stronghold or ext. */
    public SplendorLog field(String name, Object value) { return put(last(name), name, value); }

    /** Adds any field to the purchase or reservation itself, like spend or discard. */
    public SplendorLog actionField(String name, Object value) {
        Object action = last(name).getOrDefault("purchase", last(name).get("reserve"));
        if (action == null) throw wrong(name + " belongs to a purchase or a reservation");
        return put((Map<String, Object>) action, name, value);
    }

    /** Records the end; the last argument has the seats that resigned or ran out of time. */
    public SplendorLog end(String reason, List<Integer> scores, List<Integer> winners,
            List<Integer> seats) {
        log.put("end", fields("reason", oneOf("reason", reason, REASONS),
            "seats", copy(seats, this::seat), "plies", turns.size()));
        Map<String, Object> result =
            fields("scores", copy(scores, score -> { }), "winners", copy(winners, this::seat));
        if (!result.isEmpty()) log.put("result", result);
        return this;
    }

    /** Returns the log as one line of JSON, in ASCII. */
    public String text() { return json(log); }

    private Map<String, Object> last(String name) {
        if (turns.isEmpty()) throw wrong(name + " comes before the first turn");
        return turns.get(turns.size() - 1);
    }

    private SplendorLog put(Map<String, Object> target, String name, Object value) {
        if (target.putIfAbsent(name, value) == null) return this;
        throw wrong("turn " + turns.size() + " already has the field " + name);
    }

    /** Adds an id; a second one in the same turn makes a list. */
    private SplendorLog add(String name, String id) {
        Object had = last(name).getOrDefault(name, List.of());
        List<Object> ids = new ArrayList<>(had instanceof List ? (List<?>) had : List.of(had));
        ids.add(id);
        last(name).put(name, ids.size() > 1 ? ids : id);
        return this;
    }

    private int seat(int seat) { return between("seat", seat, 0, players.size() - 1); }
    private static RuntimeException wrong(String why) { return new IllegalArgumentException(why); }
    private static List<String> words(String text) { return List.of(text.split(" ")); }

    /** Checks and copies a list, because the client may change its own later. */
    private static <T> List<T> copy(List<T> all, Consumer<T> check) {
        if (all != null) all.forEach(check);
        return all == null ? null : List.copyOf(all);
    }

    /** Returns fields from names and values in turn, without those that are null. */
    private static Map<String, Object> fields(Object... pairs) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int at = 0; at < pairs.length; at += 2)
            if (pairs[at + 1] != null) fields.put((String) pairs[at], pairs[at + 1]);
        return fields;
    }

    private static int between(String name, int value, int low, int high) {
        if (low <= value && value <= high) return value;
        throw wrong(name + " is " + value + ": use " + low + " to " + high);
    }

    private static String oneOf(String kind, String name, List<String> allowed) {
        if (name == null || allowed.contains(name)) return name;
        throw wrong("unknown " + kind + " \"" + name + "\": use " + String.join(", ", allowed));
    }

    private static String check(String kind, String id) {
        if (id == null || id.matches(FORMS.get(kind))) return id;
        throw wrong("\"" + id + "\" is not the id of a " + kind);
    }

    private static Map<String, Object> rows(Map<String, List<String>> rows) {
        Map<String, Object> sorted = new TreeMap<>();
        rows.forEach((row, cards) -> sorted.put(oneOf("row", row, ROWS),
            copy(cards, id -> check("card", id))));
        return sorted;
    }

    private static String name(String color) {
        int index = color.length() == 1 ? LETTERS.indexOf(color) : NAMES.indexOf(color);
        String help = "use d, s, e, r, o, g or a name like diamond";
        if (index < 0) throw wrong("unknown color \"" + color + "\": " + help);
        return NAMES.get(index);
    }

    private static String letter(String color) {
        if (name(color).equals("gold")) throw wrong("gold is not a color of cards");
        return name(color).substring(0, 1);
    }

    private static String cost(Map<String, Integer> counts) {
        return sum(counts).entrySet().stream().filter(one -> one.getValue() != 0)
            .map(one -> between(one.getKey(), one.getValue(), 1, 9) + letter(one.getKey()))
            .collect(Collectors.joining());
    }

    /** Returns the sums by name, in the order of the format. */
    private static Map<String, Integer> sum(Map<?, ?>... all) {
        Map<String, Integer> sums = new TreeMap<>(Comparator.comparingInt(NAMES::indexOf));
        for (Map<?, ?> counts : all) counts.forEach((color, count) -> sums.merge(
            name((String) color), between((String) color, (Integer) count, 0, 255), Integer::sum));
        return sums;
    }

    private static String json(Object value) {
        StringJoiner parts = new StringJoiner(",");
        if (value instanceof Map) {
            ((Map<?, ?>) value).forEach((name, one) -> parts.add(json(name) + ":" + json(one)));
            return "{" + parts + "}";
        }
        if (value instanceof Collection) {
            ((Collection<?>) value).forEach(one -> parts.add(json(one)));
            return "[" + parts + "]";
        }
        if (!(value instanceof String)) return String.valueOf(value);
        IntPredicate plain = unit -> unit >= ' ' && unit <= '~' && unit != '"' && unit != '\\';
        return ((String) value).chars()
            .mapToObj(unit -> String.format(plain.test(unit) ? "%c" : "\\u%04x", unit))
            .collect(Collectors.joining("", "\"", "\""));
    }
}
