"""Leaves out each rule of `rules.lp` in turn and checks that some answer changes.

If a rule can be missing without a difference, the pairs do not test it.
"""

import argparse
import random
import re
import sys
import time

sys.dont_write_bytecode = True

import compare
import tables
from engine import Engine

RULE = re.compile(r"^[a-z][^%]*?\.$", re.M | re.S)


def batches(program, seeds):
    """Yields tables of some shards; each batch has as many different answers as possible."""
    dice = random.Random(0)
    with Engine(program) as running:
        left = [(table, by_answer(running, dice, table)) for seed in seeds
                for table in tables.tables_of(running, program, seed)]
    dice.shuffle(left)
    seen = set()
    while left:
        batch = []
        for _ in range(min(compare.GROUNDED, len(left))):
            best = max(range(len(left)), key=lambda at: len(left[at][1].keys() - seen))
            table, answers = left.pop(best)
            seen |= answers.keys()
            batch.append(table._replace(turns=dict(answers.values())))
        # When a batch brings no new answer, all answers count as new again.
        seen = seen if any(answers.keys() - seen for _, answers in left) else set()
        yield batch


def by_answer(running, dice, table):
    """Returns one turn of a table for each answer of the program."""
    turns = dice.sample(list(table.turns.items()), len(table.turns))
    ordered = table._replace(turns=dict(turns))
    return dict(zip(map(compare.name_of, compare.by_program(running, ordered)), turns))


def without(rule):
    """Returns the logic program without a rule."""
    return compare.RULES.replace(rule, "", 1)


def main():
    """Prints the rules that no pair needs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", type=int, default=0, help="the first shard of each kind")
    parser.add_argument("--shards", type=int, default=36)
    parser.add_argument("--seconds", type=int, default=10**6, help="stop after so long")
    args = parser.parse_args()
    rules = [rule for rule in RULE.findall(compare.RULES) if ":-" in rule]
    left, start, pairs = set(rules), time.time(), 0
    seeds = [seed + first for first in (0, tables.BOTH)
             for seed in range(args.seed, args.seed + args.shards)]
    for some in batches(args.program, seeds):
        whole = compare.by_rules(some)
        left = {rule for rule in left if compare.by_rules(some, without(rule)) == whole}
        pairs += len(whole)
        print(f"{pairs} pairs: {len(rules) - len(left)} of {len(rules)} rules are needed",
              file=sys.stderr, flush=True)
        if not left or time.time() - start > args.seconds:
            break
    unneeded = [rule for rule in rules if rule in left]
    for rule in unneeded:
        print(f"no pair needs: {rule}")
    print(f"{len(rules)} rules, {len(left)} of them needed by no pair of {pairs}")
    sys.exit(len(left) > 0)


if __name__ == "__main__":
    main()
