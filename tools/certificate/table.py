"""The components and a position."""

import hashlib
import json
import pathlib
import re
from collections import Counter
from functools import cache
from types import SimpleNamespace as Record

BOX = json.loads(pathlib.Path(__file__).with_name("components.json").read_text("utf-8"))
ORIENT = BOX["cards"][90:]
COLORS = ["diamond", "sapphire", "emerald", "ruby", "onyx"]
TOKENS, LETTERS = [*COLORS, "gold"], dict(zip("dsero", COLORS))
BASE_ROWS, ORIENT_ROWS = ["level1", "level2", "level3"], ["orient1", "orient2", "orient3"]
ROWS = BASE_ROWS + ORIENT_ROWS
CARD = re.compile(r"([abcABC])(\d)(gg|ca?|dd|ss|ee|rr|oo|[dsero]b?)(?:x2([dsero])|([1-9dsero]*))")
RULINGS = BOX["rulings"] | {"target": [15, *range(1, 256)]}


class Broken(Exception):
    """A clause is broken; the arguments are its id and its facts."""


def need(kept, clause, **facts):
    """Asks for a clause."""
    if not kept:
        raise Broken(clause, {name: fact for name, fact in facts.items() if fact is not None})


@cache
def demand(text):
    """The numbers by color in the id of a component: `3d1r` is three diamonds and one ruby."""
    return Counter({LETTERS[color]: int(n) for n, color in re.findall("([1-9])([dsero])", text)})


@cache
def card(name):
    """The facts in the id of a card; `free` is the level of its free card."""
    row, points, brings, price, cost = CARD.fullmatch(name).groups()
    double, free = brings[0] == brings[1:], {"a": "1", "b": "2"}.get(brings[1:])
    return Record(row=ROWS["abcABC".index(row)], points=int(points), gold=brings == "gg", free=free,
                  color=LETTERS.get(brings[0]), count=1 + double, copies=brings[0] == "c",
                  price=LETTERS.get(price), cost=demand(cost or ""))


def items(value):
    """The names in a field that has one name or a list."""
    return value if isinstance(value, list) else [] if value is None else [value]


def first(values):
    return next(iter(values), None)


def twice(names):
    """The first name that occurs again."""
    return first(name for at, name in enumerate(names) if name in names[:at])


def name_of(own):
    """The name of a card in a hand or in front of a seat, None if the log hides it."""
    return own.get("card") if isinstance(own, dict) else own


def color_of(own):
    return own["copy"] if isinstance(own, dict) else card(own).color


def count_of(own):
    return own.get("bonuses", 1) if isinstance(own, dict) else card(own).count


def row_of(held):
    """The row of a card in a hand."""
    if isinstance(held, str):
        return card(held).row
    return f"level{held['deck']}" if "deck" in held else f"orient{held['orient']}"


def sums(seat, count=lambda own: 1):
    """The cards of a seat by color; with `count_of` its bonuses."""
    total = Counter({color: 0 for color in COLORS})
    for own in seat.cards:
        if color_of(own):
            total[color_of(own)] += count(own)
    return total


def prestige(seat):
    points = sum(card(name_of(own)).points for own in seat.cards)
    posts = len(seat.posts) * ("point-per-post" in seat.posts)
    return points + sum(int(noble[0]) for noble in seat.nobles) + posts


def meets_city(seat, city):
    """city.met and city.further-color."""
    points, asked, further = re.fullmatch(r"(\d+):(\w*)\+?(\d?)", city).groups()
    others = [n for color, n in sums(seat).items() if not demand(asked)[color]]
    met = prestige(seat) >= int(points) and sums(seat) >= demand(asked)
    return met and max([*others, 0]) >= int(further or 0)


class Table:
    """A position; a card that the log hides is None."""

    def __init__(self, log, rules):
        setup, seats, self.modules = log["setup"], log["players"], rules.get("modules", [])
        self.rule = {name: values[0] for name, values in RULINGS.items()} | rules.get("rulings", {})
        self.market, self.decks = {}, {}
        for row in ROWS if "orient" in self.modules else BASE_ROWS:
            self.market[row] = list(setup["market"].get(row, []))
            rest = sum(card(name).row == row for name in BOX["cards"]) - len(self.market[row])
            self.decks[row] = list(setup.get("decks", {}).get(row, [None] * rest))
        gems = {2: 4, 3: 5, 4: 7}[len(seats)]
        self.supply = Counter({token: gems for token in COLORS} | {"gold": 5})
        self.seats = [Record(tokens=Counter(), cards=[], hand=[], nobles=[], posts=[],
                             strongholds=[], gained=0) for _ in seats]
        self.nobles, self.cities = list(setup.get("nobles", [])), list(setup.get("cities", []))
        self.gone, self.mover, self.turns, self.passes = [], 0, 0, 0
        self.last_round, self.ended, self.omits = False, None, log.get("omits", [])

    def clone(self):
        """A copy that changes on its own."""
        def fresh(value):
            return value.copy() if isinstance(value, (list, Counter)) else value
        other = Table.__new__(Table)
        vars(other).update({name: fresh(value) for name, value in vars(self).items()})
        seats = [{name: fresh(value) for name, value in vars(seat).items()} for seat in self.seats]
        other.seats = [Record(**seat) for seat in seats]
        other.market = {row: cards.copy() for row, cards in self.market.items()}
        other.decks = {row: cards.copy() for row, cards in self.decks.items()}
        return other

    def view(self, with_decks=False):
        """The position as `splendor-position/1` has it, without its rules."""
        seats = [{name: value for name, value in vars(seat).items() if value and name != "gained"}
                 | {"tokens": dict(+seat.tokens)} for seat in self.seats]
        decks = {row: deck if with_decks and deck and None not in deck else {"cards": len(deck)}
                 for row, deck in self.decks.items()}
        view = {"supply": dict(+self.supply), "seats": seats, "decks": decks, "nobles": self.nobles,
                "market": {row: cards for row, cards in self.market.items() if None not in cards},
                "to_move": self.mover, "turns": self.turns, "passes": self.passes,
                "last_round": self.last_round and not self.ended, "ended": bool(self.ended)}
        view |= {"cities": self.cities} if "cities" in self.modules else {}
        return view | ({"gone": self.gone} if self.gone else {})

    def shown(self):
        """The cards of the market."""
        return [name for cards in self.market.values() for name in cards]

    def seen(self):
        """The cards in known places outside the decks."""
        own = [name_of(own) for seat in self.seats for own in seat.cards + seat.hand]
        return {*own, *self.gone, *self.shown()} - {None}

    def place(self, places, name):
        """The index of the place that has a card, or that may have it."""
        names = [name_of(place) for place in places]
        if name in names:
            return names.index(name)
        known = name in self.seen() or name in self.decks.get(card(name).row, [])
        hidden = (at for at, place in enumerate(places) if names[at] is None
                  and (place is None or row_of(place) == card(name).row))
        return None if known else first(hidden)

    def rivals(self, name):
        """The seats other than the mover that have a stronghold on a card, once for each."""
        return [number for number, seat in enumerate(self.seats) if number != self.mover
                for on in seat.strongholds if on == name]

    def winners(self):
        """end.winner, end.fewest-cards, end.shared, city.winner."""
        if self.ended == "stalemate" and self.rule["stalemate"] == "passed-round":
            return []
        tie, kept = self.rule["tie"], self.rule["tie-cards"] == "in-play"
        fit = {number: prestige(seat) for number, seat in enumerate(self.seats)
               if "cities" not in self.modules or any(meets_city(seat, it) for it in self.cities)}
        best = [number for number in fit if fit[number] == max(fit.values())]
        cards = [len(seat.cards) if kept else seat.gained for seat in self.seats]
        if tie.startswith("fewest"):
            best = [number for number in best if cards[number] == min(cards[it] for it in best)]
        return best[-1:] if tie == "last-seat" else best[:1] if "first" in tie else best

    def digest(self):
        """The digest of the position; None if a face-up card is hidden."""
        if None in self.shown():
            return None
        def tokens(counts):
            return [counts[token] for token in TOKENS]
        lines = [["splendor-position/1"], ["to_move", "-" if self.ended else self.mover]]
        lines += [["supply", *tokens(self.supply)]]
        names = {row: row.replace("level", "market") for row in self.market}
        lines += [[names[row], *sorted(cards)] for row, cards in self.market.items()]
        lines += [["decks", *map(len, self.decks.values())], ["nobles", *sorted(self.nobles)]]
        lines += [["cities", *sorted(self.cities)]]
        lines += [["gone", *sorted(self.gone)]] * ("orient" in self.modules)
        letters = {color: letter for letter, color in LETTERS.items()}
        for number, seat in enumerate(self.seats):
            hidden = [row_of(held) for held in seat.hand if isinstance(held, dict)]
            cards = [f"{own['card']}={letters[own['copy']] * count_of(own)}"
                     if isinstance(own, dict) else own for own in seat.cards]
            lines += [["seat", number], ["tokens", *tokens(seat.tokens)], ["cards", *sorted(cards)],
                      ["hand", *sorted(held for held in seat.hand if isinstance(held, str))],
                      ["hidden", *map(hidden.count, self.market)],
                      ["nobles", *sorted(seat.nobles)], ["cities"], ["posts", *sorted(seat.posts)]]
            lines += [["strongholds", *sorted(seat.strongholds)]] * ("strongholds" in self.modules)
        text = "".join(" ".join(map(str, line)) + "\n" for line in lines)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
