"""Leaves out each rule of `rules.lp` in turn: some pair must then be judged differently.

So the comparison can fail: a rule that could be missing without a difference is one that the
pairs say nothing about.
"""

import argparse
import re
import sys

sys.dont_write_bytecode = True

import compare

RULE = re.compile(r"^[a-z][^%]*?\.$", re.M | re.S)


def groups(program, seeds):
    """The pairs at some tables of each shard."""
    for seed in seeds:
        tables, pairs = compare.pairs_of(program, seed)
        chosen = range(seed % 5, len(tables), max(1, len(tables) // compare.GROUNDED))
        place = {p: number for number, p in enumerate(chosen)}
        some = [(place[p], turn, log) for p, turn, log in pairs if p in place]
        yield [tables[p] for p in chosen], some


def without(rule):
    """The logic program without a rule."""
    return compare.RULES.replace(rule, "", 1)


def main():
    """Tells which rules no pair needs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", type=int, default=0, help="the first shard")
    parser.add_argument("--shards", type=int, default=40)
    args = parser.parse_args()
    rules = [rule for rule in RULE.findall(compare.RULES) if ":-" in rule]
    left = set(rules)
    for some, pairs in groups(args.program, range(args.seed, args.seed + args.shards)):
        whole = compare.by_rules(some, pairs)
        left = {rule for rule in left if compare.by_rules(some, pairs, without(rule)) == whole}
        if not left:
            break
        print(f"{len(rules) - len(left)} of {len(rules)} rules are needed", file=sys.stderr)
    for rule in (rule for rule in rules if rule in left):
        print(f"no pair needs: {rule}")
    print(f"{len(rules)} rules, {len(left)} of them needed by no pair")
    sys.exit(len(left) > 0)


if __name__ == "__main__":
    main()
