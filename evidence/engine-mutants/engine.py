"""Two engines that answer the questions of the conformance kit, with room for one mistake.

`Whole` knows all modules and plays turns; its rules are in `rules.py`, its table in `table.py`.
`Base` is the example engine in `docs/conformance`, which lists the legal turns of the base game.
A mutant is one of them with named edits of its source text.
"""

import json
import pathlib
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCES = {
    "rules": HERE / "rules.py",
    "table": HERE / "table.py",
    "base": ROOT / "docs/conformance/engine.py",
}
WRONG = "an error"


def edited(name, edits):
    """Returns a source text as a module, after edits of it; each must fit exactly once."""
    text = SOURCES[name].read_text(encoding="utf-8")
    for file, old, new in edits:
        if file == name:
            if text.count(old) != 1:
                raise ValueError(f"{text.count(old)} places instead of one in {name}: {old}")
            text = text.replace(old, new)
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, name, "exec"), module.__dict__)
    return module


class Whole:
    """The engine of all modules."""

    def __init__(self, edits=()):
        self.table = edited("table", edits)
        self.rules = edited("rules", edits)
        ids = self.table.ORIENT
        self.box = self.table.Box(frozenset(ids), {}, {row: frozenset() for row in self.table.ROWS})

    def knows(self, vector):
        """Returns whether the engine knows the rules of a vector."""
        return "boxes" not in vector["position"]["rules"]

    def read(self, position):
        """Returns the table of a position."""
        rules, tables = position["rules"], self.table
        log = {
            "rules": rules,
            "players": position["seats"],
            "setup": {
                "nobles": position.get("nobles", []),
                "cities": position.get("cities", []),
                "market": position["market"],
                "decks": {row: deck or [] for row, deck in position["decks"].items()},
            },
        }
        log["setup"]["decks"] = {
            row: deck if isinstance(deck, list) else []
            for row, deck in position["decks"].items()
        }
        table = tables.Table(log, self.box)
        table.box = _AnyBox(self.box.rows, table.box)
        table.supply = tables.counts(position.get("supply", {}))
        table.gone = list(position.get("gone", []))
        table.mover = position.get("to_move", 0)
        table.row_of_passes = position.get("passes", 0)
        table.last_round = position.get("last_round", False)
        if position.get("ended"):
            passed = position.get("passes", 0) == len(table.seats)
            table.ended = "stalemate" if passed else "completed"
        for seat, said in zip(table.seats, position["seats"]):
            self.read_seat(seat, said)
        return table

    def read_seat(self, seat, said):
        """Puts the tokens, cards and tiles of a position into a seat."""
        tables = self.table
        seat.tokens = tables.counts(said.get("tokens", {}))
        for entry in said.get("cards", []):
            seat.gain(self.owned(entry))
        seat.gained = len(seat.cards)
        for entry in said.get("hand", []):
            if isinstance(entry, dict):
                row = entry["deck"] if "deck" in entry else entry["orient"] + 3
                seat.hand.append(tables.Place(row, entry["card"], public=False))
            else:
                seat.hand.append(tables.Place(tables.card_of(entry).row, entry))
        seat.nobles = list(said.get("nobles", []))
        seat.posts = list(said.get("posts", []))
        seat.strongholds = list(said.get("strongholds", []))

    def owned(self, entry):
        """Returns a card of a seat with its color and its bonuses."""
        tables = self.table
        if isinstance(entry, str):
            card = tables.card_of(entry)
            return tables.Own(entry, card.color, card.bonuses)
        color = tables.COLORS.index(entry["copy"])
        return tables.Own(entry["card"], color, entry.get("bonuses", 1))

    def play(self, position, turn):
        """Returns the table after a turn, or None if the engine refuses it."""
        table = self.read(position)
        try:
            self.rules.play(table, self.rules.judge(table, turn))
        except self.table.Broken:
            return None
        return state(table)

    def score(self, position):
        """Returns the scores, and the winners after the end."""
        table = self.read(position)
        return table.scores(), table.winners()


class _AnyBox:
    """A box that knows every component: the kit names no unknown ones."""

    def __init__(self, rows, box):
        self.rows, self.box = rows, box

    def check(self, modules, cards=(), nobles=(), others=()):
        """Checks only whether cards of Orient may be named."""
        self.box.check(modules, [card for card in cards if card[0] in "ABC"])


def state(table):
    """Returns everything that the kit compares."""
    seats = [
        (
            seat.tokens,
            sorted((own.name, str(own.color), own.bonuses) for own in seat.cards),
            sorted((place.card, place.row, place.public) for place in seat.hand),
            sorted(seat.nobles),
            sorted(seat.posts),
            sorted(seat.strongholds),
        )
        for seat in table.seats
    ]
    market = {row: sorted(place.card for place in places) for row, places in table.market.items()}
    rest = (sorted(table.nobles), sorted(table.gone), bool(table.ended), table.row_of_passes)
    ahead = None if table.ended else (table.mover, bool(table.last_round))
    return table.supply, seats, market, table.decks, rest, ahead


class Base:
    """The engine of the base game."""

    def __init__(self, edits=()):
        self.engine = edited("base", edits)

    def knows(self, vector):
        """Returns whether the engine knows the rules of a vector."""
        return vector["position"]["rules"].keys() == {"edition"}

    def read(self, position):
        """Returns a position with lists for all decks."""
        decks = position["decks"]
        lists = {row: deck if isinstance(deck, list) else [] for row, deck in decks.items()}
        return position | {"decks": lists}

    def legal(self, position):
        """Returns the keys of the turns that the engine lists, sorted."""
        position = self.read(position)
        mover = position.get("to_move", 0)
        return sorted(key(turn, mover) for turn in self.engine.legal_turns(position))

    def play(self, position, turn, listed):
        """Returns the position after a turn, or None if the engine refuses it."""
        position = self.read(position)
        if key(turn, position.get("to_move", 0)) not in listed:
            return None
        return self.engine.play(position, turn)

    def score(self, position):
        """Returns the scores, and the winners after the end."""
        scores = [self.engine.prestige(seat) for seat in position["seats"]]
        return scores, self.engine.winners(position) if position.get("ended") else None


def key(turn, mover):
    """Returns a text that is equal for equal turns."""
    turn = {"seat": mover} | {name: fact for name, fact in turn.items() if fact != {}}
    if "take" in turn:
        turn["take"] = sorted(turn["take"])
    return json.dumps(turn, sort_keys=True)
