"""Compares the compiled model with `splendor engine`, one transition after the other.

A transition is a position and a turn.  Both have to name the same first broken clause or, if the
turn is legal, the same scores, the same end and the same position after it.
"""

import argparse
import collections
import itertools
import json
import multiprocessing
import os
import pathlib
import sys
import time

sys.dont_write_bytecode = True

HERE = pathlib.Path(__file__).resolve().parent
EVIDENCE = HERE.parents[1]
sys.path.insert(0, str(EVIDENCE / "logic-program"))

import model
import positions
import stuck
import tables
import turns
from engine import Engine, judge


def after(running, position, text, judged):
    """Returns the position after a turn as text, or `null` if the program rejects the turn."""
    if "clause" in judged:
        return "null"
    answer = running.ask(f'"ask":"play","position":{position},"turn":{text}')
    _, found, reached = answer.partition('"position":')
    return reached.rstrip()[:-1] if found else "null"


def by_program(running, position, texts):
    """Returns the answers of the program, and the question about them for the model."""
    judged = running.read(judge(position, texts))["judged"]
    reached = [after(running, position, *one) for one in zip(texts, judged, strict=True)]
    pairs = [f'{{"turn":{text},"after":{one}}}' for text, one in zip(texts, reached)]
    return judged, f'{{"position":{position},"turns":[{",".join(pairs)}]}}'


# Copies and free cards follow each other in a turn: of these clauses the program names the one that
# is broken first, and the model does not tell which that is.
IN_TURNS = ("orient.copy", "orient.free", "orient.free-level", "orient.free-face-up",
            "orient.free-mandatory")


def first_of(broken):
    """Returns the clauses that can be the first broken one."""
    return list(itertools.takewhile(IN_TURNS.__contains__, broken)) or broken[:1]


def agree(theirs, ours):
    """Whether the program and the model gave the same answer."""
    if "clause" in theirs or ours["broken"]:
        return theirs.get("clause") in first_of(ours["broken"])
    same = all(theirs.get(field) == ours.get(field) for field in ("scores", "winners"))
    return same and ours.get("same") is True


def name_of(theirs):
    """Returns the name of an answer of the program in the result."""
    if "clause" in theirs:
        return theirs["clause"]
    if "error" in theirs:
        return "error: " + theirs["error"]
    if "winners" not in theirs:
        return "legal, the game goes on"
    return f"legal, the game ends, {len(theirs['winners'])} win"


def questions(program, seed):
    """Yields the positions of a shard with their turns, the answers and the question."""
    with Engine(program) as running:
        for dice, table in positions.positions_of(running, program, seed):
            chosen = list(turns.turns_at(dice, table))
            yield table, chosen, *by_program(running, table.position, chosen)
        for dice, table in stuck.positions_of(running, program, seed):
            chosen = list(turns.told(dice, table, table.turns.values()))
            yield table, chosen, *by_program(running, table.position, chosen)


def compared(program, code, seed):
    """Yields the positions of a shard with their turns and both answers."""
    with model.Model(code) as asked:
        for table, chosen, theirs, question in questions(program, seed):
            yield table, list(zip(chosen, theirs, asked.judged(question), strict=True))


def shard(job):
    """Compares the transitions of a shard."""
    result = {"answers": collections.Counter(), "rulings": collections.Counter(),
              "different": [], "turns": {}}
    for table, answers in compared(*job):
        for text, theirs, ours in answers:
            result["answers"][name_of(theirs)] += 1
            if not agree(theirs, ours):
                result["different"].append((table.position, text, theirs, ours))
        rulings = table.table["rules"].get("rulings", {})
        for name, value in rulings.items():
            result["rulings"][f"{name}={value}"] += len(answers)
        result["rulings"]["the defaults"] += 0 if rulings else len(answers)
        mark = tables.fingerprint(table.table)
        result["turns"].setdefault(mark, set()).update(text for text, *_ in answers)
    result["turns"] = {mark: len(texts) for mark, texts in result["turns"].items()}
    return result


def shards(args):
    """Yields the results of the shards in order, from `--seed` on, without end."""
    model.copied(args.work)
    code = model.compiled(args.work)
    with multiprocessing.Pool(args.jobs) as pool:
        waiting = collections.deque()
        for seed in range(args.seed, sys.maxsize):
            waiting.append(pool.apply_async(shard, ((args.program, code, seed),)))
            if len(waiting) > 2 * args.jobs:
                yield waiting.popleft().get()


class Total:
    """The sums of the comparison so far."""

    def __init__(self, first):
        self.first, self.shards, self.differences, self.turns = first, 0, 0, {}
        self.kinds, self.rulings, self.answers = (collections.Counter() for _ in range(3))

    def add(self, result, folder):
        """Adds a shard and prints its differences."""
        self.kinds[positions.kind_name(self.first + self.shards)] += result["answers"].total()
        self.shards += 1
        self.answers += result["answers"]
        self.rulings += result["rulings"]
        for table, count in result["turns"].items():
            self.turns.setdefault(table, count)
        for position, text, theirs, ours in result["different"]:
            self.differences += 1
            if self.differences <= 20:
                print(f"{text}\n  program: {theirs}\n  model:   {ours}", flush=True)
            if folder:
                path = pathlib.Path(folder, f"{self.differences}.json")
                question = '{"id":1,' + judge(position, [text]) + "}\n"
                path.write_text(question, encoding="utf-8")

    def distinct(self):
        """Returns the number of distinct transitions."""
        return sum(self.turns.values())

    def silent(self):
        """Returns the clauses that no transition breaks first."""
        return [clause for clause in model.clauses() if not self.answers[clause]]

    def result(self):
        """Returns the sums."""
        legal = sum(count for name, count in self.answers.items() if name.startswith("legal"))
        order = {clause: rank for rank, clause in enumerate(model.ORDER)}
        answers = sorted(self.answers.items(), key=lambda item: (order.get(item[0], -1), item[0]))
        return {"positions": len(self.turns), "distinct": self.distinct(),
                "illegal": self.answers.total() - legal,
                "differences": self.differences, "silent": self.silent(),
                "kinds": dict(sorted(self.kinds.items())),
                "rulings": dict(sorted(self.rulings.items())), "answers": dict(answers)}


def arguments():
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path, help="a folder")
    parser.add_argument("--transitions", type=int, default=20_000, help="stop after so many")
    parser.add_argument("--seed", type=int, default=0, help="the first shard")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", metavar="FOLDER", help="write differing questions to it")
    return parser.parse_args()


def main():
    """Compares until there are enough transitions, and prints the sums."""
    args, start = arguments(), time.time()
    total = Total(args.seed)
    for result in shards(args):
        total.add(result, args.keep)
        if total.shards % 10 == 0:
            note = f"{total.distinct()} transitions, {total.differences} differences"
            print(f"{note}, {time.time() - start:.0f} s", file=sys.stderr, flush=True)
        if total.distinct() >= args.transitions:
            break
    result = total.result()
    for field in ("kinds", "rulings", "answers"):
        for name, count in result[field].items():
            print(f"{count:9} {name}")
    for clause in result["silent"]:
        print(f"no turn breaks {clause} first: compare more transitions")
    print(f"{result['distinct']} distinct transitions at {result['positions']} positions; "
          f"{result['illegal']} illegal; {result['differences']} differences")
    sys.exit(result["differences"] > 0 or bool(result["silent"]))


if __name__ == "__main__":
    main()
