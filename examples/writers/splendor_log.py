"""Writes logs of Splendor games, in the format splendor-log/1: one call for each event.

Copy this file into your client. It needs Python 3.9 or later and nothing else.

    log = Log(["Ada", "Bo"])
    log.setup({"level1": [card_id(1, 0, "e", {"ruby": 3}), ...], ...}, nobles=[...])
    print(log.take(0, ["d", "ruby", "o"]).return_tokens({"g": 1}).text())

A color is a letter or a name: d diamond, s sapphire, e emerald, r ruby, o onyx, g gold.
The writer checks its arguments, and raises a ValueError that names the wrong one. It does not know
the rules: `splendor verify` judges the log.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

NAMES = {"d": "diamond", "s": "sapphire", "e": "emerald", "r": "ruby", "o": "onyx", "g": "gold"}
LETTERS = {name: letter for letter, name in NAMES.items()}
COST = "([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?"
POWER = "(gg|ca?|dd|ss|ee|rr|oo|[dsero]b?)"
FORMS = {
    "card": f"[abc][0-9][dsero]{COST}|[ABC][0-9]{POWER}(x2[dsero]|{COST})",
    "noble": f"[0-9]:{COST}",
    "city": rf"[1-9]?[0-9]:{COST}(\+[1-9])?",
    "trading post": "[a-z][a-z-]{0,23}",
}
ROWS = ["level1", "level2", "level3", "orient1", "orient2", "orient3"]
REASONS = ["completed", "stalemate", "resigned", "timeout", "abandoned", "adjudicated"]

Counts = Mapping[str, int]
Ids = Iterable[str]
Fields = dict[str, Any]


def card_id(level: int, prestige: int, bonus: str, cost: Counts) -> str:
    """Returns the id of a card: `card_id(1, 0, "diamond", {"sapphire": 3})` is `a0d3s`."""
    start = "abc"[_between("level", level, 1, 3) - 1] + str(_between("prestige", prestige, 0, 9))
    return start + _letter(bonus, gold=False) + _cost(cost)


def noble_id(prestige: int, demand: Counts) -> str:
    """Returns the id of a noble: `noble_id(3, {"d": 4, "s": 4})` is `3:4d4s`."""
    return f"{_between('prestige', prestige, 0, 9)}:{_cost(demand)}"


def city_id(prestige: int, demand: Counts, others: int = 0) -> str:
    """Returns the id of a city: `city_id(14, {"d": 4}, 4)` is `14:4d+4`."""
    more = f"+{others}" if _between("others", others, 0, 9) else ""
    return f"{_between('prestige', prestige, 0, 99)}:{_cost(demand)}{more}"


class Log:
    """A log. Its calls can be chained, because each returns the log."""

    def __init__(self, players: Iterable[str | None], rules: Mapping[str, Any] | None = None,
                 source: Mapping[str, str] | None = None, omits: Iterable[str] = ()) -> None:
        """Starts a log. A player without a known name is None; the rest is as in the format."""
        self._players = [{} if name is None else {"name": name} for name in players]
        self._turns: list[Fields] = []
        self._log = _known({
            "format": "splendor-log/1", "rules": {"edition": "2024", **(rules or {})},
            "omits": list(omits) or None, "source": source and dict(source),
            "players": self._players, "setup": {}, "turns": self._turns})

    def setup(self, market: Mapping[str, Ids], nobles: Ids | None = None,
              cities: Ids | None = None, decks: Mapping[str, Ids] | None = None) -> Log:
        """Records the rows level1 to orient3 of the market, and of the decks if they are known."""
        self._log["setup"] = _known({
            "nobles": _ids("noble", nobles), "cities": _ids("city", cities),
            "market": _rows(market), "decks": _rows(decks) if decks else None})
        return self

    # Each of these calls begins a turn.

    def take(self, seat: int, colors: Iterable[str]) -> Log:
        return self.turn(seat, "take", [NAMES[_letter(color)] for color in colors])

    def reserve(self, seat: int, card: str) -> Log:
        return self.turn(seat, "reserve", {"market": _id("card", card)})

    def reserve_deck(self, seat: int, row: str, card: str | None = None,
                     under: str | None = None) -> Log:
        """Records a card from a deck, and the card put under the deck; each if it is known."""
        deck = "deck" if _one_of("row", row, ROWS) in ROWS[:3] else "orient"
        cards = {"card": card and _id("card", card), "under": under and _id("card", under)}
        return self.turn(seat, "reserve", _known({deck: int(row[-1]), **cards}))

    def purchase(self, seat: int, card: str, pay: Counts | None = None,
                 origin: str | None = None) -> Log:
        """Records a purchase, with its payment and origin (market or hand) if they are known."""
        paid = None if pay is None else _counts(pay)
        place = origin and _one_of("origin", origin, ["market", "hand"])
        action = _known({"card": _id("card", card), "pay": paid, "from": place})
        return self.turn(seat, "purchase", action)

    def pass_turn(self, seat: int) -> Log:
        return self.turn(seat, "pass", True)

    def turn(self, seat: int, kind: str, value: Any) -> Log:
        """Begins a turn with any action, like `foreign`."""
        self._turns.append({"seat": self._seat(seat), kind: value})
        return self

    # Each of these calls adds to the last turn.

    def refill(self, card: str) -> Log:
        return self.field("refill", _id("card", card))

    def return_tokens(self, counts: Counts) -> Log:
        """Records returned tokens. A second call in the same turn adds to the first."""
        turn = self._last("return")
        turn["return"] = _counts(turn.get("return", {}), counts)
        return self

    def noble(self, noble: str) -> Log:
        return self._add("noble", _id("noble", noble))

    def gem(self, color: str) -> Log:
        """Records the token from a trading post."""
        return self.field("gem", NAMES[_letter(color)])

    def post(self, post: str) -> Log:
        return self._add("post", _id("trading post", post))

    def after(self, **claims: Any) -> Log:
        """Records the client's own counts: `after(prestige=3, tokens={"r": 2})`."""
        for name, claim in claims.items():
            after = self._last("after").setdefault("after", {})
            self._put(after, name, _counts(claim) if isinstance(claim, Mapping) else claim)
        return self

    def field(self, name: str, value: Any) -> Log:
        """Adds any field to the turn, like `copy`, `stronghold` or `ext`."""
        return self._put(self._last(name), name, value)

    def action_field(self, name: str, value: Any) -> Log:
        """Adds any field to the purchase or reservation itself, like `spend` or `discard`."""
        action = self._last(name).get("purchase", self._turns[-1].get("reserve"))
        if action is None:
            raise ValueError(f"{name} belongs to a purchase or a reservation")
        return self._put(action, name, value)

    def end(self, reason: str, scores: Iterable[int] | None = None,
            winners: Iterable[int] | None = None, seats: Iterable[int] | None = None) -> Log:
        """Records the end; `seats` are those that resigned or ran out of time."""
        left = seats and [self._seat(seat) for seat in seats]
        self._log["end"] = _known({"reason": _one_of("reason", reason, REASONS), "seats": left,
                                   "plies": len(self._turns)})
        result = _known({"scores": scores and list(scores),
                         "winners": winners and [self._seat(seat) for seat in winners]})
        self._log.update({"result": result} if result else {})
        return self

    def text(self) -> str:
        """Returns the log as one line of JSON, in ASCII."""
        return json.dumps(self._log, separators=(",", ":"))

    def _last(self, name: str) -> Fields:
        if not self._turns:
            raise ValueError(f"{name} comes before the first turn")
        return self._turns[-1]

    def _put(self, target: Fields, name: str, value: Any) -> Log:
        if name in target:
            raise ValueError(f"turn {len(self._turns)} already has the field {name}")
        target[name] = value
        return self

    def _add(self, name: str, id: str) -> Log:
        """Adds an id; a second one in the same turn makes a list."""
        earlier = self._last(name).get(name, [])
        ids = [*([earlier] if isinstance(earlier, str) else earlier), id]
        self._turns[-1][name] = ids if len(ids) > 1 else id
        return self

    def _seat(self, seat: int) -> int:
        return _between("seat", seat, 0, len(self._players) - 1)


def _between(name: str, value: int, low: int, high: int) -> int:
    if value not in range(low, high + 1):
        raise ValueError(f"{name} is {value}: use {low} to {high}")
    return int(value)


def _one_of(kind: str, name: str, allowed: list[str]) -> str:
    if name not in allowed:
        raise ValueError(f'unknown {kind} "{name}": use {", ".join(allowed)}')
    return name


def _id(kind: str, id: str) -> str:
    if not re.fullmatch(FORMS[kind], id):
        raise ValueError(f'"{id}" is not the id of a {kind}')
    return id


def _ids(kind: str, ids: Ids | None) -> list[str] | None:
    return None if ids is None else [_id(kind, id) for id in ids]


def _known(fields: Fields) -> Fields:
    return {name: value for name, value in fields.items() if value not in (None, "")}


def _rows(rows: Mapping[str, Ids]) -> Fields:
    return {_one_of("row", row, ROWS): _ids("card", rows[row]) for row in sorted(rows)}


def _letter(color: str, gold: bool = True) -> str:
    letter = LETTERS.get(color, color)
    if letter not in NAMES:
        raise ValueError(f'unknown color "{color}": use d, s, e, r, o, g or a name like diamond')
    if letter == "g" and not gold:
        raise ValueError("gold is not a color of cards")
    return letter


def _cost(counts: Counts) -> str:
    costs = [(name, count) for name, count in _counts(counts).items() if count > 0]
    return "".join(
        f"{_between(name, count, 1, 9)}{_letter(name, gold=False)}" for name, count in costs
    )


def _counts(*counts: Counts) -> dict[str, int]:
    """Returns the sums by name, in the order of the format."""
    sums: dict[str, int] = {}
    for color, count in (item for one in counts for item in one.items()):
        name = NAMES[_letter(color)]
        sums[name] = sums.get(name, 0) + _between(color, count, 0, 255)
    return {name: sums[name] for name in LETTERS if name in sums}
