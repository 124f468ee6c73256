"""Changes certificates one fact at a time: mutate.py [-n COUNT] [--seed N] CERTIFICATE LOG...

The checker has to refuse every changed certificate.  A change is not made where it may leave a
certificate true: in `open`, which lists facts that the log omits, and in certificates with a part
that is trusted.
"""

import argparse
import collections
import copy
import json
import random
import sys

import check
import logs
from table import BOX, COLORS, TOKENS

CLAUSES = ["take.pair", "take.fewer", "purchase.price", "noble.earned", "claim.after", "turn.order"]
VERDICTS = ["legal", "illegal", "consistent", "undecided", "malformed", "unsupported"]
POOLS = [TOKENS, BOX["cards"], BOX["nobles"], list(BOX["posts"]), sum(BOX["tiles"], []), VERDICTS,
         CLAUSES, *BOX["rulings"].values(), list(BOX["box_of_module"]), ["2014", "2024"],
         ["market", "hand"], ["silk-road", "sun-never-sets"]]


def leaves(value, path=()):
    """The paths to all facts: numbers, words, truth values, and empty objects and lists."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) \
        if isinstance(value, list) else ()
    if not inner or not value:
        yield path
    for key, part in inner:
        if path or key != "open":
            yield from leaves(part, (*path, key))


def other(dice, value):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.choice([-1, 1, 2]) if value else 1
    if isinstance(value, (dict, list)):
        return {"ruby": 1} if isinstance(value, dict) else ["a0d3s"]
    pools = [pool for pool in POOLS if value in pool]
    if pools:
        near = [it for it in pools[0] if it != value and it[0] == value[0]] or pools[0]
        return dice.choice([it for it in dice.choice([near, pools[0]]) if it != value] or near)
    at = dice.randrange(len(value)) if value else 0
    return value[:at] + dice.choice([it for it in "0123456789abcdef" if it != value[at:at + 1]]) \
        + value[at + 1:]


def changed(dice, certificate, path):
    """A certificate with one fact changed, left out, or added."""
    fresh = copy.deepcopy(certificate)
    *outer, last = path
    place = fresh
    for key in outer:
        place = place[key]
    kind = dice.choice(["change"] * 6 + ["drop", "add"])
    if kind == "drop" and path and place[last] not in ({}, []):
        del place[last]
    elif kind == "add" and isinstance(place, list):
        place.append(place[last] if dice.random() < 0.5 else other(dice, place[last]))
    elif kind == "add" and isinstance(place, dict) and last in TOKENS:
        token = dice.choice([it for it in TOKENS if it not in place] or [last])
        place[token] = place.get(token, 0) + 1
    else:
        kind = "change"
        place[last] = other(dice, place[last])
    return kind, fresh


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", "--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("certificate")
    parser.add_argument("logs", nargs="+")
    args = parser.parse_args()
    texts, sound = logs.texts_of(logs.files_of(args.logs)), []
    for line in open(args.certificate, encoding="utf-8"):
        certificate = json.loads(line)
        if check.check(certificate, texts[certificate["log"]][1]) is None:
            sound.append((certificate, list(leaves(certificate))))
    dice, kinds, accepted = random.Random(args.seed), collections.Counter(), 0
    for at in range(args.count):
        certificate, paths = sound[at % len(sound)]
        path = dice.choice(paths)
        kind, fresh = changed(dice, certificate, path)
        result, name, why = check.result_of(fresh, texts)
        kinds[kind, result] += 1
        if result != "refused":
            accepted += 1
            print(f"{result}: {name}: {kind} at {'/'.join(map(str, path))}: {why}")
    print(f"{len(sound)} certificates, {args.count} changes:",
          ", ".join(f"{n} {kind} {result}" for (kind, result), n in sorted(kinds.items())))
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
