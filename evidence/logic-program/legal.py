"""Compares lists of legal turns: `choose.lp` finds every turn that breaks nothing, and the program
lists its own; the lists must be equal for each table."""

import argparse
import collections
import pathlib
import re
import sys

sys.dont_write_bytecode = True

import clingo

import compare
import facts
import tables
from engine import Engine

CHOOSE = (pathlib.Path(__file__).resolve().parent / "choose.lp").read_text(encoding="utf-8")
# The lists need no output of the verdict rules.
RULES = re.sub(r"^#show.*\n", "", compare.RULES, flags=re.M)
ATOM = re.compile(r'(\w+)\(0,"?([^",)]+)"?(?:,(\d+))?\)')


def by_rules(table):
    """Returns the legal turns of the logic program as text."""
    control = clingo.Control(["0"])
    lines = [*compare.components([table]), *facts.table_facts(0, table.table)]
    for part in (RULES, CHOOSE, "\n".join(lines)):
        control.add("base", [], part)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sorted(tables.told_turn(turn_of(str(model))) for model in models)


def turn_of(model):
    """Returns the turn of an answer set."""
    said = collections.defaultdict(list)
    for name, argument, number in ATOM.findall(model):
        said[name].append((argument.replace("_", "-"), int(number or 1)))
    (does, _), = said["does"]
    turn = {key: said[name][0][0]
            for key, name in (("gem", "gift"), ("noble", "visit"), ("post", "gains")) if said[name]}
    if said["returns"]:
        turn["return"] = dict(said["returns"])
    return turn | action(does, said)


def action(does, said):
    """Returns the action of the turn."""
    if does == "take":
        return {"take": [token for token, number in said["takes"] for _ in range(number)]}
    if does == "reserve":
        return {"reserve": {"market": said["reserves"][0][0]}}
    if does == "draw":
        reserve = {"deck": int(said["draws"][0][0])}
        cards = (("card", "drawn"), ("under", "under"))
        return {"reserve": reserve | {key: said[name][0][0] for key, name in cards if said[name]}}
    if does == "purchase":
        return {"purchase": {"card": said["buy"][0][0], "pay": dict(said["pay"])}}
    return {"pass": True}


def by_program(running, table):
    """Returns the legal turns of the program as text."""
    listed = running.read(f'"ask":"legal","position":{table.position}')["turns"]
    return sorted(tables.told_turn({key: turn[key] for key in turn if key != "seat"})
                  for turn in listed)


def has_usual_rulings(table):
    """Returns whether `choose.lp` covers every turn: it chooses one noble, and the exact return."""
    return table.table["rules"].get("rulings", {}).keys() <= {"target"}


def differences(table, theirs, ours):
    """Prints the turns that only one list has."""
    missing = (collections.Counter(ours) - collections.Counter(theirs)).elements()
    extra = (collections.Counter(theirs) - collections.Counter(ours)).elements()
    for turn in missing:
        yield f"{table.position}\n  only by the rules: {turn}"
    for turn in extra:
        yield f"{table.position}\n  only by the program: {turn}"


def main():
    """Compares the lists at a number of tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", type=int, default=0, help="the first shard")
    parser.add_argument("--tables", type=int, default=300)
    args = parser.parse_args()
    done, turns, different, seed = 0, 0, 0, args.seed
    with Engine(args.program) as running:
        while done < args.tables:
            # A few tables of each shard, so that all kinds occur.
            few = tables.few_of(running, args.program, seed, 12)
            for table in filter(has_usual_rulings, few):
                ours = by_rules(table)
                said = list(differences(table, by_program(running, table), ours))
                print("".join(line + "\n" for line in said), end="")
                done, turns, different = done + 1, turns + len(ours), different + len(said)
            seed += 1
    print(f"shards {args.seed} to {seed - 1}: {done} tables, {turns} legal turns; "
          f"{different} differences")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
