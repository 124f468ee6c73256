"""Prints tables and turns with their facts, one JSON object a line, for the test of the encoding
in the book's pages, which is written in Rust."""

import argparse
import json
import re
import sys

sys.dont_write_bytecode = True

import facts
import tables
from engine import Engine

NAME = re.compile(r'"([^"]+)"')


def component_facts(lines):
    """Yields the facts of the cards, nobles and cities that these facts name."""
    cities = {NAME.search(line)[1] for line in lines if line.startswith("city(")}
    for name in sorted({name for line in lines for name in NAME.findall(line)}):
        if facts.CARD.fullmatch(name):
            yield from facts.card_facts(name)
        else:
            yield from facts.tile_facts(name, city=name in cities)


def encoded(table, turn):
    """Returns the sorted facts of a table, a turn at it, and their components."""
    # The core adds the seat that is to move if a turn names none.
    seated = {"seat": table.get("to_move", 0)} | turn
    lines = [*facts.table_facts(0, table), *facts.turn_facts(0, 0, seated)]
    text = " ".join([*lines, *component_facts(lines)])
    return sorted(fact.strip() for fact in re.findall(r'\w+\((?:"[^"]*"|[^()"])*\)\.', text))


def main():
    """Prints questions from tables of every kind."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--shards", type=int, default=18, help="18 shards cover every kind of game")
    parser.add_argument("--tables", type=int, default=4, help="tables of each shard")
    args = parser.parse_args()
    with Engine(args.program) as running:
        for seed in range(args.shards):
            for table in tables.few_of(running, args.program, seed, args.tables):
                for turn in table.turns.values():
                    print(json.dumps({"position": table.table, "turns": [turn],
                                      "facts": encoded(table.table, turn)}))


if __name__ == "__main__":
    main()
