"""Leaves out each rule of `rules.lp` in turn and checks that some answer changes.

If a rule can be missing without a difference, the pairs do not test it.
"""

import argparse
import datetime
import json
import pathlib
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
    """Returns the tables of some shards, mixed, so that the first ones are of many kinds."""
    with Engine(program) as running:
        mixed = [table for seed in seeds for table in tables.tables_of(running, program, seed)]
    random.Random(0).shuffle(mixed)
    for first in range(0, len(mixed), compare.GROUNDED):
        yield mixed[first : first + compare.GROUNDED]


def without(rule):
    """Returns the logic program without a rule."""
    return compare.RULES.replace(rule, "", 1)


def main():
    """Prints the rules that no pair needs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", type=int, default=0, help="the first shard")
    parser.add_argument("--shards", type=int, default=36)
    parser.add_argument("--seconds", type=int, default=10**6, help="stop after so long")
    parser.add_argument("--result", type=pathlib.Path, help="write the result to this file")
    args = parser.parse_args()
    rules = [rule for rule in RULE.findall(compare.RULES) if ":-" in rule]
    left, start, pairs = set(rules), time.time(), 0
    for some in batches(args.program, range(args.seed, args.seed + args.shards)):
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
    if args.result:
        result = {
            "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
            "first": args.seed,
            "shards": args.shards,
            "pairs": pairs,
            "rules": len(rules),
            "unneeded": unneeded,
        }
        args.result.write_text(json.dumps(result, indent=1) + "\n")
    print(f"{len(rules)} rules, {len(left)} of them needed by no pair of {pairs}")
    sys.exit(len(left) > 0)


if __name__ == "__main__":
    main()
