using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.Linq;
using System.Text.RegularExpressions;

/// <summary>
/// Writes logs of Splendor games, in the format splendor-log/1: one call for each event.
/// Copy this file into your client. It needs C# 7 or later and nothing else.
/// <code>
/// var log = new SplendorLog(new[] { "Ada", "Bo" });
/// log.Take(0, new[] { "d", "ruby", "o" }).Refill(SplendorLog.CardId(1, 0, "e", cost));
/// </code>
/// A color is a letter or a name: d diamond, s sapphire, e emerald, r ruby, o onyx, g gold.
/// The writer checks its arguments, and throws an ArgumentException that names the wrong one. It
/// does not know the rules: `splendor verify` judges the log. Null means that an argument is
/// unknown. Take to Turn begin a turn; Refill to ActionField add to the last turn.
/// </summary>
public sealed class SplendorLog
{
    const string Letters = "dserog";
    const string Costs = "([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?";
    static readonly Dictionary<string, string> Forms = new Dictionary<string, string>
    {
        ["card"] = "[abc][0-9][dsero]" + Costs
            + "|[ABC][0-9](gg|ca?|dd|ss|ee|rr|oo|[dsero]b?)(x2[dsero]|" + Costs + ")",
        ["noble"] = "[0-9]:" + Costs,
        ["city"] = "[1-9]?[0-9]:" + Costs + @"(\+[1-9])?",
        ["trading post"] = "[a-z][a-z-]{0,23}",
    };
    static readonly string[] Names = "diamond sapphire emerald ruby onyx gold".Split(' ');
    static readonly string[] Rows = "level1 level2 level3 orient1 orient2 orient3".Split(' ');
    static readonly string[] Origins = { "market", "hand" };
    static readonly string[] Reasons =
        "completed stalemate resigned timeout abandoned adjudicated".Split(' ');

    readonly OrderedDictionary log;
    readonly List<OrderedDictionary> players;
    readonly List<OrderedDictionary> turns = new List<OrderedDictionary>();

    /// <summary>Returns the id of a card, like a0d3s.</summary>
    public static string CardId(
        int level, int prestige, string bonus, IDictionary<string, int> cost) =>
        "abc".Substring(Between("level", level, 1, 3) - 1, 1)
            + Between("prestige", prestige, 0, 9) + Letter(bonus) + Cost(cost);

    /// <summary>Returns the id of a noble, like 3:4d4s.</summary>
    public static string NobleId(int prestige, IDictionary<string, int> demand) =>
        Between("prestige", prestige, 0, 9) + ":" + Cost(demand);

    /// <summary>Returns the id of a city, like 14:4d+4; `others` is the last 4.</summary>
    public static string CityId(int prestige, IDictionary<string, int> demand, int others = 0) =>
        Between("prestige", prestige, 0, 99) + ":" + Cost(demand)
            + (Between("others", others, 0, 9) > 0 ? "+" + others : "");

    /// <summary>Starts a log; all but the players are fields of the format.</summary>
    public SplendorLog(IEnumerable<string> players, IDictionary rules = null,
        IDictionary source = null, IEnumerable<string> omits = null)
    {
        this.players = players.Select(name => Fields("name", name)).ToList();
        log = Fields("format", "splendor-log/1", "rules", rules ?? Fields("edition", "2024"),
            "omits", omits?.ToList(), "source", source, "players", this.players,
            "setup", Fields(), "turns", turns);
    }

    /// <summary>Records the rows level1 to orient3 of market and decks, and the tiles.</summary>
    public SplendorLog Setup<T>(IDictionary<string, T> market, IEnumerable<string> nobles = null,
        IEnumerable<string> cities = null, IDictionary<string, T> decks = null)
        where T : IEnumerable<string>
    {
        log["setup"] = Fields("nobles", nobles?.Select(id => Check("noble", id)).ToList(),
            "cities", cities?.Select(id => Check("city", id)).ToList(),
            "market", Cards(market), "decks", decks == null ? null : Cards(decks));
        return this;
    }

    public SplendorLog Take(int seat, IEnumerable<string> colors) =>
        Turn(seat, "take", colors.Select(Name).ToList());

    public SplendorLog Reserve(int seat, string card) =>
        Turn(seat, "reserve", Fields("market", Check("card", card)));

    /// <summary>Records a card from a deck, and the card put under the deck.</summary>
    public SplendorLog ReserveDeck(int seat, string row, string card = null, string under = null)
    {
        var index = Array.IndexOf(Rows, OneOf("row", row, Rows));
        return Turn(seat, "reserve", Fields(index < 3 ? "deck" : "orient", index % 3 + 1,
            "card", Check("card", card), "under", Check("card", under)));
    }

    /// <summary>Records a purchase, with its payment and its origin (market or hand).</summary>
    public SplendorLog Purchase(
        int seat, string card, IDictionary<string, int> pay = null, string origin = null) =>
        Turn(seat, "purchase", Fields("card", Check("card", card),
            "pay", pay == null ? null : Sum(pay), "from", OneOf("origin", origin, Origins)));

    public SplendorLog PassTurn(int seat) => Turn(seat, "pass", true);

    /// <summary>Begins a turn with any action, like foreign.</summary>
    public SplendorLog Turn(int seat, string kind, object value)
    {
        turns.Add(Fields("seat", Seat(seat), kind, value));
        return this;
    }

    public SplendorLog Refill(string card) => Field("refill", Check("card", card));

    /// <summary>Records returned tokens; a second call in a turn adds to the first.</summary>
    public SplendorLog ReturnTokens(IDictionary<string, int> counts)
    {
        var earlier = (IDictionary<string, int>)Last("return")["return"];
        Last("return")["return"] = earlier == null ? Sum(counts) : Sum(earlier, counts);
        return this;
    }

    public SplendorLog Noble(string noble) => Add("noble", Check("noble", noble));
    public SplendorLog Gem(string color) => Field("gem", Name(color));
    public SplendorLog Post(string post) => Add("post", Check("trading post", post));

    /// <summary>Records one of the client's own counts, like prestige or tokens.</summary>
    public SplendorLog After(string field, object claim)
    {
        var after = (OrderedDictionary)Last("after")["after"] ?? Fields();
        var counts = claim as IDictionary<string, int>;
        Last("after")["after"] = after;
        return Put(after, field, counts == null ? claim : Sum(counts));
    }

    /// <summary>Adds any field to the turn, like copy, stronghold or ext.</summary>
    public SplendorLog Field(string name, object value) => Put(Last(name), name, value);

    /// <summary>Adds any field to the purchase or reservation itself, like spend.</summary>
    public SplendorLog ActionField(string name, object value)
    {
        var action = (Last(name)["purchase"] ?? Last(name)["reserve"]) as OrderedDictionary;
        if (action == null) throw Wrong(name + " belongs to a purchase or a reservation");
        return Put(action, name, value);
    }

    /// <summary>Records the end; `seats` are those that resigned or ran out of time.</summary>
    public SplendorLog End(string reason, IEnumerable<int> scores = null,
        IEnumerable<int> winners = null, IEnumerable<int> seats = null)
    {
        log["end"] = Fields("reason", OneOf("reason", reason, Reasons),
            "seats", seats?.Select(Seat).ToList(), "plies", turns.Count);
        var result = Fields("scores", scores?.ToList(), "winners", winners?.Select(Seat).ToList());
        if (result.Count > 0) log["result"] = result;
        return this;
    }

    /// <summary>Returns the log as one line of JSON, in ASCII.</summary>
    public string Text() => Json(log);

    OrderedDictionary Last(string name) =>
        turns.LastOrDefault() ?? throw Wrong($"{name} comes before the first turn");

    SplendorLog Put(OrderedDictionary target, string name, object value)
    {
        if (target[name] != null) throw Wrong($"turn {turns.Count} already has the field {name}");
        target[name] = value;
        return this;
    }

    /// <summary>Adds an id; a second one in the same turn makes a list.</summary>
    SplendorLog Add(string name, string id)
    {
        var earlier = Last(name)[name];
        var ids = earlier as List<string> ?? new List<string> { (string)earlier };
        ids.Add(id);
        Last(name)[name] = earlier == null ? (object)id : ids;
        return this;
    }

    int Seat(int seat) => Between("seat", seat, 0, players.Count - 1);
    static Exception Wrong(string message) => new ArgumentException(message);

    /// <summary>Returns fields from names and values in turn, without null.</summary>
    static OrderedDictionary Fields(params object[] pairs)
    {
        var fields = new OrderedDictionary();
        for (var at = 0; at < pairs.Length; at += 2)
            if (pairs[at + 1] != null) fields[pairs[at]] = pairs[at + 1];
        return fields;
    }

    static int Between(string name, int value, int low, int high) =>
        low <= value && value <= high ? value
            : throw Wrong($"{name} is {value}: use {low} to {high}");

    static string OneOf(string kind, string name, string[] allowed) =>
        name == null || allowed.Contains(name) ? name
            : throw Wrong($"unknown {kind} \"{name}\": use {string.Join(", ", allowed)}");

    static string Check(string kind, string id) =>
        id == null || Regex.IsMatch(id, @"\A(" + Forms[kind] + @")\z") ? id
            : throw Wrong($"\"{id}\" is not the id of a {kind}");

    static OrderedDictionary Cards<T>(IDictionary<string, T> rows) where T : IEnumerable<string>
    {
        var fields = Fields();
        foreach (var row in rows.Keys.OrderBy(name => name, StringComparer.Ordinal))
            fields[OneOf("row", row, Rows)] = rows[row].Select(id => Check("card", id)).ToList();
        return fields;
    }

    static string Name(string color)
    {
        var index = color.Length == 1 ? Letters.IndexOf(color[0]) : Array.IndexOf(Names, color);
        if (index >= 0) return Names[index];
        throw Wrong($"unknown color \"{color}\": use d, s, e, r, o, g or a name like diamond");
    }

    static char Letter(string color)
    {
        if (Name(color) == "gold") throw Wrong("gold is not a color of cards");
        return Letters[Array.IndexOf(Names, Name(color))];
    }

    static string Cost(IDictionary<string, int> counts) =>
        string.Concat(Sum(counts).Where(one => one.Value != 0)
            .Select(one => Between(one.Key, one.Value, 1, 9).ToString() + Letter(one.Key)));

    /// <summary>Returns the sums by name, in the order of the format.</summary>
    static SortedDictionary<string, int> Sum(params IDictionary<string, int>[] all)
    {
        var sums = new SortedDictionary<string, int>(Comparer<string>.Create(
            (one, two) => Array.IndexOf(Names, one).CompareTo(Array.IndexOf(Names, two))));
        var byName = all.SelectMany(counts => counts)
            .ToLookup(one => Name(one.Key), one => Between(one.Key, one.Value, 0, 255));
        foreach (var group in byName) sums[group.Key] = group.Sum();
        return sums;
    }

    static string Json(object value)
    {
        var map = value as IDictionary;
        var list = value as IEnumerable;
        if (map != null)
            return "{" + string.Join(",", map.Keys.Cast<object>().Select(
                name => Json(name) + ":" + Json(map[name]))) + "}";
        if (value is bool) return (bool)value ? "true" : "false";
        if (list == null) return FormattableString.Invariant($"{value ?? "null"}");
        if (!(value is string))
            return "[" + string.Join(",", list.Cast<object>().Select(Json)) + "]";
        return "\"" + Regex.Replace((string)value, @"[^ !#-\[\]-~]",
            unit => "\\u" + ((int)unit.Value[0]).ToString("x4")) + "\"";
    }
}
