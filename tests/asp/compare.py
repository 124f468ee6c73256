"""Compares the program with the rules as a logic program, one (table, turn) pair after the other.

Tables come from games of `splendor generate`; turns are legal ones and mutants of them.  The
program judges the game so far with the turn behind it; `rules.lp` says what the turn breaks at
that table, and of a turn that breaks nothing the scores, the end and the winners.
"""

import argparse
import collections
import hashlib
import json
import multiprocessing
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import clingo

import facts
import mutate

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RULES = (HERE / "rules.lp").read_text(encoding="utf-8")
# The clauses in the order of the book, as its index lists them.
ORDER = {
    clause: rank
    for rank, clause in enumerate(
        re.findall(
            r"^\| \[([a-z]+\.[a-z-]+)\]",
            (ROOT / "docs/src/rules/index.md").read_text(encoding="utf-8"),
            re.M,
        )
    )
}
CITY, POST = ["--module", "cities"], ["--module", "trading-posts"]
# More often what has more rules.
MODULES = ([], POST, [], CITY + POST, POST, CITY)
POLICIES = ("rich", "uniform", "greedy", "nobles", "rich", "hoarder")
GAMES = 24  # of one kind in a shard
TURNS = 24  # of a table
GROUNDED = 16  # tables in one grounding; the time for each grows with their number
KINDS = ("take", "reserve", "purchase", "pass")
RARE = ("noble", "post", "gem", "pass", "doubled", "two")


def run(program, *args, text=None):
    """What the program prints."""
    command = [program, *args]
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout


class Game:
    """A generated game, with what stands before its turns and each turn as text."""

    def __init__(self, line):
        log = json.loads(line)
        self.turns = log.pop("turns")
        log.pop("end", None), log.pop("result", None)
        self.head = json.dumps(log, separators=(",", ":"))[:-1] + ',"turns":['
        self.texts = [as_text(turn) for turn in self.turns]

    def until(self, ply):
        """The log before a turn, to which turns can be added."""
        return self.head + "".join(text + "," for text in self.texts[:ply])


def as_text(value):
    """JSON without blanks, the same for the same value."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def kind(seed):
    """What is played in a shard: every kind comes in turn."""
    module = MODULES[seed % len(MODULES)]
    policy = POLICIES[seed // len(MODULES) % len(POLICIES)]
    seats = 2 + seed // 2 % 3
    long = ["--ruling", "target=30"] if seed % 4 == 1 else []
    return [*module, *long, "--policy", policy, "--seats", str(seats)]


def plies(dice, game):
    """Some places in a game, more of them late and where something rare was played; now and then
    the one behind its end."""
    count = len(game.turns)
    chosen = {dice.randrange(count), *(dice.randrange(count * 2 // 3, count) for _ in range(2))}
    told = list(labels(game))
    for label in RARE:
        rare = [ply for ply, those in enumerate(told) if label in those]
        chosen.update(dice.sample(rare, min(len(rare), 1)) + rare[-1:] * (label == "pass"))
    if dice.random() < 0.1:
        chosen.add(count)
    return sorted(chosen)


def labels(game):
    """What is rare about each turn of a game: its fields, and powers that it could use."""
    owned = collections.defaultdict(set)
    for turn in game.turns:
        posts, gold = owned[turn["seat"]], "gold" in turn.get("purchase", {}).get("pay", {})
        doubled = {"doubled"} if gold and "double-gold" in posts else set()
        two = {"two"} if "deck" in turn.get("reserve", {}) and "draw-two" in posts else set()
        yield {*turn} | doubled | two
        posts.update(facts.several(turn.get("post", [])))


def by_kind(turns):
    """Turns by what their action is."""
    kinds = collections.defaultdict(list)
    for turn in turns:
        kinds[next(key for key in KINDS if key in turn)].append(turn)
    return kinds


def bases(program, dice, game, ply, file):
    """The table before a turn, and legal turns there: the one played, and others."""
    place = ["--json", "--turn", str(ply + 1), file]
    table = json.loads(run(program, "show", *place))
    played = game.turns[ply] if ply < len(game.turns) else game.turns[-1]
    if ply == len(game.turns):
        return table, [played]
    legal = json.loads(run(program, "legal", *place))
    legal = [turn for turn in legal if "pay" in turn.get("purchase", {"pay": {}})]
    # Kind by kind, so that the many ways to return do not crowd out the rest.
    return table, [played] + [
        with_refill(dice, table, turn)
        for turns in by_kind(legal).values()
        for turn in dice.sample(turns, min(len(turns), TURNS))
    ]


def with_refill(dice, table, turn):
    """A turn that names the card that fills the market, now and then."""
    card = turn.get("reserve", {}).get("market") or turn.get("purchase", {}).get("card", "")
    for number, level in enumerate(facts.LEVELS, 1):
        deck = mutate.deck_of(table, number)
        if card in table["market"][level] and deck and dice.random() < 0.5:
            return turn | {"refill": deck[0]}
    return turn


def pick(dice, turns):
    """One of the turns, every kind of action as likely as the others."""
    kinds = by_kind(turns)
    return dice.choice(kinds[dice.choice(sorted(kinds))])


def turns_at(dice, table, legal):
    """Different turns to ask about at a table."""
    chosen = {as_text(legal[0]): legal[0]}
    for tries in range(3 * TURNS):
        if len(chosen) >= TURNS:
            break
        turn = pick(dice, legal)
        if tries % 5 > 2 or len(legal) == 1:
            turn = mutate.mutant(dice, table, turn)
        chosen.setdefault(as_text(turn), turn)
    return chosen


def pairs_of(program, seed):
    """The tables of a shard, and its pairs: number of the table, turn, log."""
    dice = random.Random(seed)
    args = ["generate", "--seed", str(1 + seed * GAMES), "--games", str(GAMES), *kind(seed)]
    tables, pairs = [], []
    for line in run(program, *args).splitlines():
        game = Game(line)
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            file.write(line)
            file.flush()
            for ply in plies(dice, game):
                table, legal = bases(program, dice, game, ply, file.name)
                before = game.until(ply)
                for text, turn in turns_at(dice, table, legal).items():
                    pairs.append((len(tables), turn, before + text + "]}"))
                tables.append(table)
    return tables, pairs


def by_program(program, pairs):
    """What the program says of each pair."""
    logs = "".join(log + "\n" for _, _, log in pairs)
    output = run(program, "verify", "--format", "json", "-", text=logs)
    reports = [json.loads(line) for line in output.splitlines()]
    if len(reports) != len(pairs):
        sys.exit(f"{len(pairs)} logs, but {len(reports)} reports")
    return [opinion(report, pair) for report, pair in zip(reports, pairs)]


def opinion(report, pair):
    """The first clause, or the scores, the end and the winners."""
    if report["verdict"] == "illegal":
        errors = [f for f in report["findings"] if f["severity"] == "error"]
        if errors[0].get("turn") != report["plies"]:
            return f"an earlier turn breaks {errors[0]['clause']}"
        return errors[0]["clause"]
    if report["verdict"] != "legal":
        messages = (finding.get("message", "") for finding in report["findings"])
        return report["verdict"] + ": " + "; ".join(messages)
    winners = report.get("winners") if report["complete"] else None
    return ("legal", report.get("scores"), report["complete"], winners)


def components(tables):
    """The facts of every card, noble and city that occurs."""
    text = as_text(tables)
    for card in sorted(set(re.findall(r'"([abc]\d[dsero](?:\d[dsero])+)"', text))):
        yield from facts.card_facts(card)
    for noble in sorted({n for t in tables for n in t.get("nobles", [])} | set(mutate.NOBLES)):
        yield from facts.tile_facts(noble, city=False)
    for city in sorted({c for t in tables for c in t.get("cities", [])}):
        yield from facts.tile_facts(city, city=True)


def by_rules(tables, pairs, rules=RULES):
    """What the logic program says of each pair."""
    said = collections.defaultdict(lambda: collections.defaultdict(list))
    for first in range(0, len(tables), GROUNDED):
        numbers = range(first, min(first + GROUNDED, len(tables)))
        lines = list(components(tables[first : numbers.stop]))
        for p in numbers:
            lines.extend(facts.table_facts(p, tables[p]))
        for t, (p, turn, _) in enumerate(pairs):
            if p in numbers:
                lines.extend(facts.turn_facts(t, p, turn))
        for symbol in shown(lines, rules):
            number, *rest = symbol.arguments
            said[number.number][symbol.name].append(rest)
    return [answer(said[t]) for t in range(len(pairs))]


def shown(lines, rules):
    """What follows from the rules and these facts."""
    # Of a program with a rule left out it is known that something does not follow.
    control = clingo.Control([] if rules is RULES else ["-Wno-atom-undefined"])
    control.add("base", [], rules)
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return next(iter(models)).symbols(shown=True)


def answer(atoms):
    """The same as `opinion`, from the atoms of a turn."""
    if atoms["broken"]:
        return min((clause.string for clause, in atoms["broken"]), key=ORDER.__getitem__)
    scores = [score.number for _, score in sorted(atoms["score"], key=lambda a: a[0].number)]
    ended = bool(atoms["completed"] or atoms["stalemate"])
    winners = sorted(seat.number for seat, in atoms["wins"]) if ended else None
    return ("legal", scores, ended, winners)


def fingerprint(table):
    """Tells whether a table came before; how many turns led there does not matter."""
    text = as_text({key: value for key, value in table.items() if key != "turns"})
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


def name_of(said):
    """What the tally calls an answer."""
    if isinstance(said, str):
        return said
    _, _, ended, winners = said
    return "legal, the game goes on" if not ended else f"legal, the game ends, {len(winners)} win"


def shard(job):
    """All pairs of a seed: how many have which answer, those that differ, turns by table."""
    program, seed = job
    tables, pairs = pairs_of(program, seed)
    marks = [fingerprint(table) for table in tables]
    different, tally, turns = [], collections.Counter(), collections.defaultdict(set)
    for pair, theirs, ours in zip(pairs, by_program(program, pairs), by_rules(tables, pairs)):
        turns[marks[pair[0]]].add(as_text(pair[1]))
        tally[name_of(ours)] += 1
        if theirs != ours:
            different.append((seed, as_text(pair[1]), theirs, ours, pair[2]))
    return tally, different, {mark: len(texts) for mark, texts in turns.items()}


def keep(folder, number, log):
    """Writes a log that is judged differently to a file."""
    if folder:
        pathlib.Path(folder, f"{number}.json").write_text(log + "\n", encoding="utf-8")


def arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    parser.add_argument("--program", default=str(pathlib.Path(target, "release", "splendor")))
    parser.add_argument("--pairs", type=int, default=20_000, help="stop when so many were compared")
    parser.add_argument("--seed", type=int, default=0, help="the first shard")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=10**6, help="stop after so long")
    parser.add_argument("--keep", metavar="FOLDER", help="write the logs that differ to a folder")
    return parser.parse_args()


def shards(args):
    """The results of one shard after the other, from `--seed` on, without end."""
    jobs = ((args.program, seed) for seed in range(args.seed, sys.maxsize))
    with multiprocessing.Pool(args.jobs) as pool:
        while True:
            some = [next(jobs) for _ in range(args.jobs)]
            yield from pool.map(shard, some, chunksize=1)


class Total:
    """What was compared so far."""

    def __init__(self):
        self.tally, self.differences, self.turns = collections.Counter(), 0, {}

    def add(self, result, folder):
        """Takes in a shard, and prints where the two differ."""
        tally, different, turns = result
        self.tally += tally
        # Of a table that came before no turn is counted again.
        for table, count in turns.items():
            self.turns.setdefault(table, count)
        for seed, turn, theirs, ours, log in different:
            self.differences += 1
            print(f"shard {seed}: {turn}\n  program: {theirs}\n  rules:   {ours}")
            keep(folder, self.differences, log)

    def pairs(self):
        """How many distinct pairs were compared."""
        return sum(self.turns.values())

    def legal(self):
        """How many pairs were legal."""
        return sum(count for name, count in self.tally.items() if name.startswith("legal"))


def never_broken(tally):
    """The clauses of the logic program that no turn broke first: the run says nothing of them."""
    return sorted(set(re.findall(r'broken\(T,"([^"]+)"\)', RULES)) - set(tally))


def main():
    """Compares until there are enough pairs, and tells what was compared."""
    args, start, total = arguments(), time.time(), Total()
    for done, result in enumerate(shards(args), 1):
        total.add(result, args.keep)
        if done % (10 * args.jobs) == 0:
            note = f"{total.pairs()} pairs, {total.differences} differences"
            print(f"{note}, {time.time() - start:.0f} s", file=sys.stderr, flush=True)
        enough = total.pairs() >= args.pairs or time.time() - start > args.seconds
        if enough and done % args.jobs == 0:
            break
    for name, count in sorted(total.tally.items(), key=lambda item: ORDER.get(item[0], -1)):
        print(f"{count:9} {name}")
    silent = never_broken(total.tally)
    for clause in silent:
        print(f"no turn breaks {clause} first: compare more pairs")
    compared = total.tally.total()
    print(f"shards {args.seed} to {args.seed + done - 1}: {compared} pairs compared, "
          f"{total.pairs()} distinct; {compared - total.legal()} illegal; "
          f"{total.differences} differences")
    sys.exit(total.differences > 0 or len(silent) > 0)


if __name__ == "__main__":
    main()
