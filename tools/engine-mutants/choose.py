"""Chooses positions of generated games for the conformance kit by the mutants that they find.

The script takes many positions with rare features from generated games, lets the test of the
vectors add turns to them, and keeps few of them: each mutant that any of them finds is found by
at least two vectors.  It writes `moments.tsv`; the seeds are fixed, so the result is too.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys

sys.dont_write_bytecode = True

import engine
import run

MOMENTS = engine.ROOT / "tests/clauses/conformance_vectors/moments.tsv"
HEAD = "name\tmodules\tseats\tpolicy\tseed\tturns\n"
MODULES = (
    "",
    "cities",
    "trading-posts",
    "orient",
    "strongholds",
    "orient strongholds",
    "cities trading-posts",
    "trading-posts orient strongholds",
)
POLICIES = ("uniform", "greedy", "hoarder", "nobles", "rich")
WANTED = 2


def features(table, oracle):
    """Yields the names of the rare features of a position."""
    seat, lying = table.seats[table.mover], [place.card for place in table.lying()]
    gold, gems = table.supply[5], sum(table.supply[:5])
    rivals, own = table.rivals(), seat.strongholds
    copies = sum(map(oracle.is_copy, seat.cards))
    signs = {
        "no-gold": not gold and len(seat.hand) < 3,
        "last-gold": gold == 1 and len(seat.hand) < 3,
        "ten": sum(seat.tokens) == 10 and seat.tokens[5] > 0,
        "nine": sum(seat.tokens) in (8, 9),
        "noble": any(seat.meets(oracle.noble_of(noble)[1]) for noble in table.nobles),
        "two-kinds": sum(amount > 0 for amount in table.supply[:5]) == 2,
        "no-gems": not gems,
        "stuck": not gems and len(seat.hand) == 3 and oracle.is_stuck(table),
        "buys": not gems and len(seat.hand) == 3 and not oracle.is_stuck(table),
        "passes": table.row_of_passes > 0,
        "passed-but-one": table.row_of_passes == len(table.seats) - 1,
        "last-round": table.last_round,
        "short-deck": any(len(deck) < 3 for deck in table.decks.values()),
        "hidden": any(not place.public for place in seat.hand),
        "full-hand": len(seat.hand) == 3,
        "three-on-one": any(own.count(name) == 3 for name in own),
        "two-on-one": any(own.count(name) == 2 for name in own),
        "no-stock": len(own) == 3,
        "rival": bool(rivals),
        "rivals": len(rivals) > len(set(rivals)),
        "copies": copies > 0,
        "copies-to-give": copies > 1 and any(card[0] == "C" and "x" in card for card in lying),
        "virtual": bool(seat.virtual_gold()),
        "gives": any(
            card[0] == "C" and "x" in card and seat.can_pay(card) for card in lying
        ),
        "free": any(
            card[0] in "ABC" and engine_card(oracle, card).free and seat.can_pay(card)
            for card in lying
        ),
        "near-end": seat.prestige >= 11,
        "any": True,
    }
    signs |= {f"post-{post}": True for post in seat.posts}
    return [name for name, has in signs.items() if has]


def engine_card(oracle, name):
    """Returns the facts of a card."""
    return oracle.card_of(name)


def games(program, count):
    """Yields generated games with their modules, seats, policy and seed."""
    for number, modules in enumerate(MODULES):
        for step, policy in enumerate(POLICIES):
            seats, seed = 2 + (number + step) % 3, 700_000 + 1000 * number + 100 * step
            some = [word for module in modules.split() for word in ("--module", module)]
            command = [program, "generate", "--games", str(count), "--seed", str(seed)]
            command += ["--seats", str(seats), "--policy", policy, *some]
            lines = subprocess.check_output(command, text=True).splitlines()
            for more, line in enumerate(lines):
                yield (modules, seats, policy, seed + more), json.loads(line)


def pool(program, count, most):
    """Returns moments by name: up to `most` for each feature and set of modules."""
    whole, dice = engine.Whole(), random.Random(1)
    have, rows = collections.Counter(), {}
    box = whole.table.Box.of(program)
    for source, log in games(program, count):
        table, number = whole.table.Table(log, box), collections.Counter()
        for turns, turn in enumerate(log["turns"]):
            new = [(source[0], sign) for sign in features(table, whole.oracle)]
            new = [one for one in new if have[one] < most and not number[one]]
            if new and (new[0][1] != "any" or dice.random() < 0.05):
                have.update(new)
                number.update(new)
                short = "-".join(word[:6] for word in source[0].split()) or "base"
                sign = min(new, key=lambda one: (have[one], one))[1]
                name = f"{sign}-{short}-{len(rows)}"
                rows[name] = "\t".join([name, *map(str, source), str(turns)])
            whole.oracle.play(table, whole.oracle.judge(table, turn))
    return rows


def chosen(found_before, found):
    """Returns few vectors so that each mutant is found by enough of them, if it can be."""
    lacks = {
        name: min(WANTED, len(found_before[name]) + len(found[name])) - len(found_before[name])
        for name in found
    }
    finders = collections.defaultdict(set)
    for name, vectors in found.items():
        for vector in vectors:
            finders[vector].add(name)
    taken = []
    while any(lack > 0 for lack in lacks.values()):
        def gain(vector):
            return sum(lacks[name] > 0 for name in finders[vector])

        best = max(sorted(finders.keys() - set(taken)), key=gain)
        taken.append(best)
        for name in finders[best]:
            lacks[name] -= 1
    return taken


def main():
    """Writes the table of moments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=engine.ROOT / "target/release/splendor")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--most", type=int, default=2)
    parser.add_argument("--work", type=pathlib.Path, default=engine.ROOT / "target/engine-mutants")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    moments, vectors = args.work / "moments.tsv", args.work / "vectors.jsonl"
    rows = pool(args.program, args.games, args.most)
    moments.write_text(HEAD + "".join(f"{row}\n" for row in rows.values()), encoding="utf-8")
    command = "cargo test -q -p splendor-cli --test it -- the_vectors_are_up_to_date".split()
    names = {"SPLENDOR_MOMENTS": str(moments), "SPLENDOR_POOL": str(vectors)}
    subprocess.run(command, check=True, env=os.environ | names, cwd=engine.ROOT)
    old = [line.split("\t")[0] for line in MOMENTS.read_text(encoding="utf-8").splitlines()]
    kept = run.VECTORS.read_text(encoding="utf-8").splitlines()
    kept = [line for line in kept if json.loads(line)["name"] not in old]
    others = args.work / "others.jsonl"
    others.write_text("\n".join(kept) + "\n", encoding="utf-8")
    before = run.results(args.program, others, most=WANTED)
    rare = [mutant for mutant in run.MUTANTS if len(before[mutant[0]]) < WANTED]
    print("found by less than", WANTED, "other vectors:", *(name for name, _ in rare), sep="\n")
    found = run.results(args.program, vectors, rare)
    for name in ("the oracle", "base engine"):
        print(name, "fails", found.pop(name), before.pop(name))
    taken = set(chosen(before, found))
    kept = "".join(f"{row}\n" for name, row in rows.items() if name in taken)
    MOMENTS.write_text(HEAD + kept, encoding="utf-8")
    print(f"{len(taken)} of {len(rows)} positions")


if __name__ == "__main__":
    main()
