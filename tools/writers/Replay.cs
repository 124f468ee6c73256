using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>
/// Replays a list of events through the writer for C#: `mono replay.exe &lt; events.txt`.
/// `text` prints the log, and an event that the writer refuses prints its message.
/// </summary>
static class Replay
{
    static SplendorLog log = new SplendorLog(new string[0]);

    static void Main()
    {
        for (var line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            var words = new Queue<string>(line.Split(' '));
            var name = words.Dequeue();
            var values = new List<object>();
            while (words.Count > 0) values.Add(Read(words));
            try
            {
                Event(name, new Values(values));
            }
            catch (ArgumentException error)
            {
                Console.WriteLine(error.Message);
            }
        }
    }

    /// <summary>Reads one argument from the words, and removes its words.</summary>
    static object Read(Queue<string> words)
    {
        var word = words.Dequeue();
        if (word == "[") return Until(words, "]");
        if (word == "{")
        {
            var fields = new Dictionary<string, object>();
            var values = Until(words, "}");
            for (var at = 0; at < values.Count; at += 2)
                fields[(string)values[at]] = values[at + 1];
            return fields;
        }
        if (word == "-") return null;
        if (word.All(char.IsDigit)) return int.Parse(word);
        return Uri.UnescapeDataString(word.TrimStart('\''));
    }

    static List<object> Until(Queue<string> words, string end)
    {
        var values = new List<object>();
        while (words.Peek() != end) values.Add(Read(words));
        words.Dequeue();
        return values;
    }

    /// <summary>The arguments of an event, which have the types that it needs.</summary>
    sealed class Values
    {
        readonly List<object> all;

        public Values(List<object> all) { this.all = all; }

        public object Any(int at) => at < all.Count ? all[at] : null;
        public int Number(int at) => (int)(Any(at) ?? 0);
        public string Text(int at) => (string)Any(at);
        public Dictionary<string, object> Fields(int at) => (Dictionary<string, object>)Any(at);
        public IEnumerable<T> List<T>(int at) => ((List<object>)Any(at))?.Cast<T>();
        public Dictionary<string, int> Counts(int at) => CountsOf(Any(at));
        public string Card() => SplendorLog.CardId(Number(0), Number(1), Text(2), Counts(3));
        public string Noble() => SplendorLog.NobleId(Number(0), Counts(1));
        public string City() => SplendorLog.CityId(Number(0), Counts(1), Number(2));
    }

    static Dictionary<string, int> CountsOf(object fields) =>
        ((Dictionary<string, object>)fields)?.ToDictionary(one => one.Key, one => (int)one.Value);

    static List<string> Ids(Func<Values, string> build, IEnumerable<object> all) =>
        all?.Select(one => one as string ?? build(new Values((List<object>)one))).ToList();

    static Dictionary<string, List<string>> Rows(Dictionary<string, object> cards) =>
        cards?.ToDictionary(
            row => row.Key, row => Ids(facts => facts.Card(), (List<object>)row.Value));

    static void Event(string name, Values of)
    {
        switch (name)
        {
            case "log":
                var omits = of.List<string>(3);
                log = new SplendorLog(
                    of.List<string>(0), of.Fields(1), of.Fields(2), omits.Any() ? omits : null);
                break;
            case "setup":
                log.Setup(Rows(of.Fields(0)), Ids(facts => facts.Noble(), of.List<object>(1)),
                    Ids(facts => facts.City(), of.List<object>(2)), Rows(of.Fields(3)));
                break;
            case "take": log.Take(of.Number(0), of.List<string>(1)); break;
            case "reserve": log.Reserve(of.Number(0), of.Text(1)); break;
            case "draw": log.ReserveDeck(of.Number(0), of.Text(1), of.Text(2), of.Text(3)); break;
            case "buy": log.Purchase(of.Number(0), of.Text(1), of.Counts(2), of.Text(3)); break;
            case "pass": log.PassTurn(of.Number(0)); break;
            case "turn": log.Turn(of.Number(0), of.Text(1), of.Any(2)); break;
            case "refill": log.Refill(of.Text(0)); break;
            case "return": log.ReturnTokens(of.Counts(0)); break;
            case "noble": log.Noble(of.Text(0)); break;
            case "gem": log.Gem(of.Text(0)); break;
            case "post": log.Post(of.Text(0)); break;
            case "after":
                var isCounts = of.Any(1) is Dictionary<string, object>;
                log.After(of.Text(0), isCounts ? of.Counts(1) : of.Any(1));
                break;
            case "field": log.Field(of.Text(0), of.Any(1)); break;
            case "action": log.ActionField(of.Text(0), of.Any(1)); break;
            case "end":
                log.End(of.Text(0), of.List<int>(1), of.List<int>(2), of.List<int>(3));
                break;
            case "card": of.Card(); break;
            case "noble-of": of.Noble(); break;
            case "city": of.City(); break;
            case "text": Console.WriteLine(log.Text()); break;
            default: throw new InvalidOperationException(name);
        }
    }
}
