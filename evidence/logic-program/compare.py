"""Compares `splendor` with the logic program, one (table, turn) pair after the other.

Tables come from games of `splendor generate`; turns are legal turns, their mutants, and families.
The program judges all turns of a table at once.  `rules.lp` derives the clauses that each breaks,
or for a legal turn the scores, the end and the winners.
"""

import argparse
import collections
import itertools
import multiprocessing
import os
import pathlib
import re
import sys
import time

sys.dont_write_bytecode = True

import clingo

import facts
import mutate
import tables
from engine import Engine, judge

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RULES = (HERE / "rules.lp").read_text(encoding="utf-8")
# The clauses in the order of the index of the book.
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
GROUNDED = 8  # Tables in one grounding; the time for each table grows with their number.


def by_program(running, table):
    """Returns the answers of the program for each turn of a table."""
    judged = running.read(judge(table.position, table.turns))["judged"]
    if len(judged) != len(table.turns):
        sys.exit(f"{len(table.turns)} turns, but {len(judged)} answers")
    return [opinion(one) for one in judged]


def opinion(judged):
    """Returns the first clause, or the scores, the end and the winners."""
    if "error" in judged:
        return "error: " + judged["error"]
    if "clause" in judged:
        return judged["clause"]
    return ("legal", judged["scores"], "winners" in judged, judged.get("winners"))


def components(some):
    """Returns the facts of every card, noble and city that occurs."""
    text = "".join(table.position + "".join(table.turns) for table in some)
    for card in sorted(set(re.findall(r'"([abcABC]\d[a-z][a-z0-9]*)"', text))):
        yield from facts.card_facts(card)
    nobles = {noble for table in some for noble in table.table.get("nobles", [])}
    nobles |= {n for table in some for s in table.table["seats"] for n in s.get("nobles", [])}
    for noble in sorted(nobles | set(mutate.NOBLES)):
        yield from facts.tile_facts(noble, city=False)
    for city in sorted({city for table in some for city in table.table.get("cities", [])}):
        yield from facts.tile_facts(city, city=True)


def by_rules(some, rules=RULES):
    """Returns the answers of the logic program for each turn of these tables."""
    lines, first = list(components(some)), 0
    for p, table in enumerate(some):
        lines.extend(facts.table_facts(p, table.table))
        for t, turn in enumerate(table.turns.values(), first):
            lines.extend(facts.turn_facts(t, p, turn))
        first += len(table.turns)
    said = collections.defaultdict(lambda: collections.defaultdict(list))
    for atom in shown(lines, rules):
        name, arguments = atom[:-1].split("(")
        number, *rest = arguments.split(",")
        said[int(number)][name].append(rest)
    return [answer(said[t]) for t in range(first)]


def shown(lines, rules):
    """Returns the atoms that follow from the rules and these facts."""
    # With a rule left out, clingo warns about atoms that no rule derives.
    control = clingo.Control([] if rules is RULES else ["-Wno-atom-undefined"])
    control.add("base", [], rules)
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return str(next(iter(models))).split()


def answer(atoms):
    """Returns the answer in the form of `opinion`, from the atoms of a turn."""
    if atoms["broken"]:
        return min(map(event, atoms["broken"]))[-1]
    scores = [int(score) for _, score in sorted(atoms["score"])]
    ended = bool(atoms["completed"] or atoms["stalemate"])
    winners = sorted(int(seat) for seat, in atoms["wins"]) if ended else None
    return ("legal", scores, ended, winners)


def event(atom):
    """Returns when a clause was broken: the stage of the turn, the event, and the clause."""
    clause, *when = atom
    clause = clause[1:-1]
    order = ORDER[clause]
    if len(when) == 2:
        stage, number = map(int, when)
        # Copies and free cards are events between the payment and the gem of a post.
        return stage, 1, number, order, clause
    stage = 2 * int(when[0]) - 1 if when else 1 if order < ORDER["market.refill"] else 5
    return stage, 0 if order < ORDER["orient.copy"] else 2, 0, order, clause


def name_of(said):
    """Returns the name of an answer in the result."""
    if isinstance(said, str):
        return said
    _, _, ended, winners = said
    return "legal, the game goes on" if not ended else f"legal, the game ends, {len(winners)} win"


def compared(program, seed):
    """Yields tables of a shard with both answers for each of their turns."""
    with Engine(program) as running:
        made = tables.tables_of(running, program, seed)
        while some := list(itertools.islice(made, GROUNDED)):
            theirs = [said for table in some for said in by_program(running, table)]
            yield some, theirs, by_rules(some)


def shard(job):
    """Compares all pairs of a seed: counts by answer, differences, and turns by table."""
    different, tally, marks = [], collections.Counter(), collections.defaultdict(set)
    for some, theirs, ours in compared(*job):
        pairs = [(table, text) for table in some for text in table.turns]
        tally.update(map(name_of, ours))
        for (table, text), their, our in zip(pairs, theirs, ours, strict=True):
            if their != our:
                question = '{"id":1,' + judge(table.position, [text]) + "}"
                different.append((text, their, our, question))
        for table in some:
            marks[tables.fingerprint(table.table)].update(table.turns)
    return tally, different, {mark: len(turns) for mark, turns in marks.items()}


def arguments():
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    parser.add_argument("--program", default=str(pathlib.Path(target, "release", "splendor")))
    parser.add_argument("--pairs", type=int, default=20_000, help="stop after this many pairs")
    parser.add_argument("--seed", type=int, default=0, help="the first shard")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=10**6, help="stop after this time")
    parser.add_argument("--keep", metavar="FOLDER", help="write differing questions to it")
    return parser.parse_args()


def shards(args):
    """Yields the results of the shards in order, from `--seed` on, without end."""
    with multiprocessing.Pool(args.jobs) as pool:
        waiting = collections.deque()
        for seed in range(args.seed, sys.maxsize):
            waiting.append(pool.apply_async(shard, ((args.program, seed),)))
            # In the order of seeds, so that the sum covers a range.
            if len(waiting) > 2 * args.jobs:
                yield waiting.popleft().get()


class Total:
    """The sums of the comparison so far."""

    def __init__(self):
        self.tally, self.differences, self.turns = collections.Counter(), 0, {}
        self.shards, self.kinds = 0, collections.Counter()

    def add(self, seed, result, folder):
        """Adds a shard and prints its differences."""
        tally, different, turns = result
        self.shards += 1
        self.kinds[tables.kind_name(seed)] += tally.total()
        self.tally += tally
        # A table of an earlier shard adds no distinct pairs.
        for table, count in turns.items():
            self.turns.setdefault(table, count)
        for turn, theirs, ours, question in different:
            self.differences += 1
            print(f"shard {seed}: {turn}\n  program: {theirs}\n  rules:   {ours}", flush=True)
            if folder:
                path = pathlib.Path(folder, f"{self.differences}.json")
                path.write_text(question + "\n", encoding="utf-8")

    def pairs(self):
        """Returns the number of distinct pairs."""
        return sum(self.turns.values())

    def silent(self, args):
        """Returns the clauses that no turn broke first, although the run is about them."""
        both = args.seed >= tables.BOTH
        clauses = set(re.findall(r'broken\(T,"([^"]+)"', RULES)) - set(self.tally)
        return sorted(clause for clause in clauses
                      if clause.startswith(("orient.", "stronghold.")) == both)

    def result(self, args):
        """Returns the sums."""
        compared_pairs = self.tally.total()
        legal = sum(count for name, count in self.tally.items() if name.startswith("legal"))
        rows = sorted(self.tally.items(), key=lambda item: ORDER.get(item[0], -1))
        return {"compared": compared_pairs, "distinct": self.pairs(),
                "illegal": compared_pairs - legal, "differences": self.differences,
                "silent": self.silent(args), "kinds": dict(sorted(self.kinds.items())),
                "answers": dict(rows)}


def main():
    """Compares until there are enough pairs, and prints the sums."""
    args, start, total = arguments(), time.time(), Total()
    for seed, result in enumerate(shards(args), args.seed):
        total.add(seed, result, args.keep)
        seconds = time.time() - start
        if total.shards % 10 == 0:
            note = f"{total.pairs()} pairs, {total.differences} differences"
            print(f"{note}, {seconds:.0f} s", file=sys.stderr, flush=True)
        if total.pairs() >= args.pairs or seconds > args.seconds:
            break
    result = total.result(args)
    for field in ("kinds", "answers"):
        for name, count in result[field].items():
            print(f"{count:9} {name}")
    for clause in result["silent"]:
        print(f"no turn breaks {clause} first: compare more pairs")
    print(f"shards {args.seed} to {args.seed + total.shards - 1}: {result['compared']} pairs "
          f"compared, {result['distinct']} distinct; {result['illegal']} illegal; "
          f"{result['differences']} differences")
    sys.exit(total.differences > 0 or len(result["silent"]) > 0)


if __name__ == "__main__":
    main()
