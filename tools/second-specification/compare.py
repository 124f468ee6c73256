"""Compares the program with the rules as a logic program, one (table, turn) pair after the other.

Tables come from games of `splendor generate`; turns are legal ones, mutants of them, and families.
The program judges all turns of a table at once.  `rules.lp` derives the clause that each breaks at
that table and, for legal turns, the scores, the end and the winners.
"""

import argparse
import collections
import hashlib
import itertools
import json
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
GROUNDED = 8  # tables in one grounding; the time for each grows with their number


def by_program(running, table):
    """The answers of the program on each turn of a table."""
    judged = running.read(judge(table.position, table.turns))["judged"]
    if len(judged) != len(table.turns):
        sys.exit(f"{len(table.turns)} turns, but {len(judged)} answers")
    return [opinion(one) for one in judged]


def opinion(judged):
    """The first clause, or the scores, the end and the winners."""
    if "error" in judged:
        return "error: " + judged["error"]
    if "clause" in judged:
        return judged["clause"]
    return ("legal", judged["scores"], "winners" in judged, judged.get("winners"))


def components(some):
    """The facts of every card, noble and city that occurs."""
    text = "".join(table.position + "".join(table.turns) for table in some)
    for card in sorted(set(re.findall(r'"([abc]\d[dsero](?:\d[dsero])+)"', text))):
        yield from facts.card_facts(card)
    nobles = {noble for table in some for noble in table.table.get("nobles", [])}
    nobles |= {n for table in some for s in table.table["seats"] for n in s.get("nobles", [])}
    for noble in sorted(nobles | set(mutate.NOBLES)):
        yield from facts.tile_facts(noble, city=False)
    for city in sorted({city for table in some for city in table.table.get("cities", [])}):
        yield from facts.tile_facts(city, city=True)


def by_rules(some, rules=RULES):
    """The answers of the logic program on each turn of these tables."""
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
    """What follows from the rules and these facts."""
    # Of a program with a rule left out it is known that something does not follow.
    control = clingo.Control([] if rules is RULES else ["-Wno-atom-undefined"])
    control.add("base", [], rules)
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return str(next(iter(models))).split()


def answer(atoms):
    """The same as `opinion`, from the atoms of a turn."""
    if atoms["broken"]:
        return min((clause[1:-1] for clause, in atoms["broken"]), key=ORDER.__getitem__)
    scores = [int(score) for _, score in sorted(atoms["score"])]
    ended = bool(atoms["completed"] or atoms["stalemate"])
    winners = sorted(int(seat) for seat, in atoms["wins"]) if ended else None
    return ("legal", scores, ended, winners)


def fingerprint(table):
    """Returns whether a table came before; the number of turns before it does not matter."""
    text = tables.as_text({key: value for key, value in table.items() if key != "turns"})
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


def name_of(said):
    """The name of an answer in the counts."""
    if isinstance(said, str):
        return said
    _, _, ended, winners = said
    return "legal, the game goes on" if not ended else f"legal, the game ends, {len(winners)} win"


def compared(program, seed):
    """Yields batches of tables of a shard, with the answers of both programs on their turns."""
    with Engine(program) as running:
        made = tables.tables_of(running, program, seed)
        while some := list(itertools.islice(made, GROUNDED)):
            theirs = [said for table in some for said in by_program(running, table)]
            yield some, theirs, by_rules(some)


def shard(job):
    """All pairs of a seed: how many have which answer, those that differ, turns by table."""
    different, tally, marks = [], collections.Counter(), collections.defaultdict(set)
    for some, theirs, ours in compared(*job):
        pairs = [(table, text) for table in some for text in table.turns]
        tally.update(map(name_of, ours))
        for (table, text), their, our in zip(pairs, theirs, ours, strict=True):
            if their != our:
                question = '{"id":1,' + judge(table.position, [text]) + "}"
                different.append((text, their, our, question))
        for table in some:
            marks[fingerprint(table.table)].update(table.turns)
    return tally, different, {mark: len(turns) for mark, turns in marks.items()}


def arguments():
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    parser.add_argument("--program", default=str(pathlib.Path(target, "release", "splendor")))
    parser.add_argument("--pairs", type=int, default=20_000, help="stop when so many were compared")
    parser.add_argument("--seed", type=int, default=0, help="the first shard")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=10**6, help="stop after so long")
    parser.add_argument("--keep", metavar="FOLDER", help="write what differs to a folder")
    parser.add_argument("--result", metavar="FILE", help="write the sum as JSON after each shard")
    return parser.parse_args()


def shards(args):
    """The results of one shard after the other, from `--seed` on, without end."""
    with multiprocessing.Pool(args.jobs) as pool:
        waiting = collections.deque()
        for seed in range(args.seed, sys.maxsize):
            waiting.append(pool.apply_async(shard, ((args.program, seed),)))
            # In the order of seeds, so that the sum is that of a range.
            if len(waiting) > 2 * args.jobs:
                yield waiting.popleft().get()


class Total:
    """The counts so far."""

    def __init__(self):
        self.tally, self.differences, self.turns = collections.Counter(), 0, {}
        self.shards, self.kinds = 0, collections.Counter()

    def add(self, seed, result, folder):
        """Takes in a shard, and prints where the two differ."""
        tally, different, turns = result
        self.shards += 1
        self.kinds[tables.kind_name(seed)] += tally.total()
        self.tally += tally
        # Of a table that came before no turn is counted again.
        for table, count in turns.items():
            self.turns.setdefault(table, count)
        for turn, theirs, ours, question in different:
            self.differences += 1
            print(f"shard {seed}: {turn}\n  program: {theirs}\n  rules:   {ours}", flush=True)
            if folder:
                path = pathlib.Path(folder, f"{self.differences}.json")
                path.write_text(question + "\n", encoding="utf-8")

    def pairs(self):
        """How many distinct pairs were compared."""
        return sum(self.turns.values())

    def silent(self):
        """The clauses that no turn broke first: the run says nothing of them."""
        return sorted(set(re.findall(r'broken\(T,"([^"]+)"\)', RULES)) - set(self.tally))

    def result(self, args):
        """The sum, for a file."""
        compared_pairs = self.tally.total()
        legal = sum(count for name, count in self.tally.items() if name.startswith("legal"))
        rows = sorted(self.tally.items(), key=lambda item: ORDER.get(item[0], -1))
        return {"date": time.strftime("%Y-%m-%d"), "first": args.seed, "shards": self.shards,
                "tables": len(self.turns), "compared": compared_pairs, "distinct": self.pairs(),
                "illegal": compared_pairs - legal, "differences": self.differences,
                "silent": self.silent(), "kinds": dict(sorted(self.kinds.items())),
                "answers": dict(rows)}


def write_result(args, total):
    """Writes the counts so far to the requested file, if there is one."""
    if args.result:
        text = json.dumps(total.result(args), indent=1) + "\n"
        pathlib.Path(args.result).write_text(text, encoding="utf-8")


def main():
    """Compares until there are enough pairs, and returns the counts."""
    args, start, total = arguments(), time.time(), Total()
    for seed, result in enumerate(shards(args), args.seed):
        total.add(seed, result, args.keep)
        write_result(args, total)
        seconds = time.time() - start
        if total.shards % 10 == 0:
            note = f"{total.pairs()} pairs, {total.differences} differences"
            print(f"{note}, {seconds:.0f} s", file=sys.stderr, flush=True)
        if total.pairs() >= args.pairs or seconds > args.seconds:
            break
    told = total.result(args)
    for name, count in told["answers"].items():
        print(f"{count:9} {name}")
    for clause in told["silent"]:
        print(f"no turn breaks {clause} first: compare more pairs")
    print(f"shards {args.seed} to {args.seed + total.shards - 1}: {told['compared']} pairs "
          f"compared, {told['distinct']} distinct; {told['illegal']} illegal; "
          f"{told['differences']} differences")
    sys.exit(total.differences > 0 or len(told["silent"]) > 0)


if __name__ == "__main__":
    main()
