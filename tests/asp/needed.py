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
    for seed in range(args.seed, args.seed + args.shards):
        for some, _, whole in compare.compared(args.program, seed):
            left = {rule for rule in left if compare.by_rules(some, without(rule)) == whole}
        print(f"shard {seed}: {len(rules) - len(left)} of {len(rules)} rules are needed",
              file=sys.stderr, flush=True)
        if not left:
            break
    for rule in (rule for rule in rules if rule in left):
        print(f"no pair needs: {rule}")
    print(f"{len(rules)} rules, {len(left)} of them needed by no pair")
    sys.exit(len(left) > 0)


if __name__ == "__main__":
    main()
