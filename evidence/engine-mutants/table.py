"""The components of the game, the rulings, and the table between two turns.

The engine reads the facts of a component from its id.
"""

import copy
import functools
import re
from dataclasses import dataclass
from typing import NamedTuple

COLORS = ("diamond", "sapphire", "emerald", "ruby", "onyx")
TOKENS = COLORS + ("gold",)
LETTERS = "dsero"
GOLD = 5
LEVELS = (1, 2, 3)
# The rows of the market and their decks: three of the base game, three of Orient.
BASE_ROWS, ORIENT_ROWS = (1, 2, 3), (4, 5, 6)
ROWS = {row: f"level{row}" for row in BASE_ROWS} | {row: f"orient{row - 3}" for row in ORIENT_ROWS}
LIMIT = 10
HAND = 3
STRONGHOLDS = 3
GEMS = {2: 4, 3: 5, 4: 7}
# The demand of each trading post, by color.
POSTS = {
    "gem-after-purchase": (1, 0, 0, 3, 0),
    "third-gem": (2, 0, 0, 0, 0),
    "double-gold": (0, 3, 0, 0, 1),
    "draw-two": (0, 0, 0, 0, 3),
    "point-per-post": (0, 0, 5, 0, 0),
}
# The faces of each city tile; one face of the fourth, Madrid, has two readings.
TILES = (
    ("13:3e4o", "13:4r3o"),
    ("13:3d4s", "13:4d3r"),
    ("17:", "16:1d1s1e1r1o"),
    ("12:3s3e3r3o", "12:3d3e3r3o", "12:3d3s3e3r"),
    ("14:4d+4", "14:4o+4"),
    ("15:+5", "13:+6"),
    ("13:3s4e", "14:2d2s2e2r2o"),
)
CITIES = [face for tile in TILES for face in tile]
ORIENT = (
    "A0gg3d A0gg3s A0gg3e A0gg3r A0gg3o A0c3d2r A0c2d3o A0c3s2e A0c2s3r A0c3e2o"
    " B1dd3e4r B1ss3r4o B1ee4d3o B1rr3d4s B1oo3s4e"
    " B1ca4d3s1o B1ca3d1s4e B1ca1d3e4r B1ca4s1r3o B1ca1e3r4o"
    " C1db6s3e1r C1sb6e3r1o C1eb1d6r3o C1rb3d1s6o C1ob6d3s1e"
    " C3dx2e C3sx2r C3ex2o C3rx2d C3ox2s"
).split()
AMOUNTS = "".join(f"(?:([1-9]){letter})?" for letter in LETTERS)
CARD = re.compile(f"([abc])([0-9])([{LETTERS}]){AMOUNTS}")
DOUBLES = "|".join(letter * 2 for letter in LETTERS)
ORIENT_CARD = re.compile(f"([ABC])([0-9])(gg|ca?|{DOUBLES}|[{LETTERS}]b?)(?:x2([dsero])|{AMOUNTS})")
NOBLE = re.compile(f"([0-9]):{AMOUNTS}")
CITY = re.compile(f"([0-9]{{1,2}}):{AMOUNTS}(?:\\+([1-9]))?")
DEFAULTS = {
    "fewer": ("when-short", "all-available", "up-to-three", "to-ten", "never"),
    "pass": ("when-stuck", "always", "never"),
    "stalemate": ("ends", "continues", "passed-round"),
    "end-time": ("round", "at-once", "others-once"),
    "gold": ("free", "last-resort"),
    "tie": (
        "fewest-cards-then-shared",
        "most-prestige-shared",
        "last-seat",
        "first-seat",
        "fewest-cards-then-first-seat",
    ),
    "target": (15,) + tuple(range(1, 256)),
    "noble-choice": ("seat", "first-listed", "all"),
    "return": ("exact", "up-to", "anything"),
    "noble-time": ("every-turn", "after-action", "after-purchase"),
    "powers": ("mandatory", "optional"),
    "overpay": ("half-gold", "irredundant", "spare-gold"),
    "gold-at-ten": ("taken", "withheld", "forbidden"),
    "copy-double": ("one", "two"),
    "virtual-spare": ("each-pays", "no-spare"),
    "conquest-refill": ("reserved-first", "each-at-once", "all-after"),
    "stronghold-step": ("mandatory", "optional"),
    "remove": ("lone", "any"),
    "move": ("free", "stock-empty"),
    "tie-cards": ("in-play", "gained"),
}


class Broken(Exception):
    """A clause is broken."""


class Undecided(Exception):
    """A fact is missing and has several possible values, or none that can be tried."""

    def __init__(self, fact, turns=()):
        super().__init__(fact)
        self.turns = turns


class Unsupported(Exception):
    """The log uses rules that the engine does not judge."""


@dataclass(frozen=True)
class Card:
    """The facts in the name of a card.

    `color` is None for virtual gold and for a card that copies; `free` is the level of the
    card that comes free, or 0; `cards` is the color of the two cards that are the price.
    """

    row: int
    level: int
    prestige: int
    color: int | None
    bonuses: int
    cost: tuple
    is_gold: bool = False
    copies: bool = False
    free: int = 0
    cards: int | None = None


@functools.cache
def card_of(name):
    """Reads the name of a card: level, prestige, what it brings, cost."""
    if name[0] in "ABC":
        return orient_card_of(name)
    level, prestige, color, *cost = CARD.fullmatch(name).groups()
    row = "abc".index(level) + 1
    return Card(row, row, int(prestige), LETTERS.index(color), 1, numbers(cost))


def orient_card_of(name):
    """Reads the name of a card of Orient."""
    letter, prestige, brings, cards, *cost = ORIENT_CARD.fullmatch(name).groups()
    level = "ABC".index(letter) + 1
    color = None if brings in ("gg", "c", "ca") else LETTERS.index(brings[0])
    return Card(
        level + 3,
        level,
        int(prestige),
        color,
        0 if color is None else 1 + (brings == brings[0] * 2),
        numbers(cost),
        is_gold=brings == "gg",
        copies=brings in ("c", "ca"),
        free=1 if brings == "ca" else 2 if brings[-1] == "b" else 0,
        cards=LETTERS.index(cards) if cards else None,
    )


def numbers(amounts):
    """Turns the amounts of a name into numbers."""
    return tuple(int(amount or 0) for amount in amounts)


@functools.cache
def noble_of(name):
    """Reads the name of a noble: its prestige and its demand."""
    prestige, *demand = NOBLE.fullmatch(name).groups()
    return int(prestige), numbers(demand)


@functools.cache
def city_of(name):
    """Reads the name of a city: its prestige, its demand, its cards of one further color."""
    prestige, *demand, further = CITY.fullmatch(name).groups()
    return int(prestige), numbers(demand), int(further or 0)


@dataclass(frozen=True)
class Box:
    """The contents of the boxes: the names of the cards, and the nobles with their box."""

    cards: frozenset
    nobles: dict
    rows: dict

    def check(self, modules, cards=(), nobles=(), others=()):
        """component.unknown: every component is in one of the boxes; then orient.cards."""
        known = self.cards.issuperset(cards) and set(self.nobles).issuperset(nobles)
        if not known or not {*POSTS, *CITIES}.issuperset(others):
            raise Broken("component.unknown")
        if "orient" not in modules and any(card[0] in "ABC" for card in cards):
            raise Broken("orient.cards")


@dataclass(eq=False)
class Place:
    """A place of one card, in the market or in a hand; `card` is None if it is unknown."""

    row: int
    card: str | None
    public: bool = True


class Own(NamedTuple):
    """A card in the play area of a seat, with the color and the bonuses that it counts."""

    name: str
    color: int | None
    bonuses: int


def counts(tokens):
    """Turns an object of counts into six numbers."""
    return [tokens.get(token, 0) for token in TOKENS]


def as_list(value):
    """A noble or post of a turn is one name or a list of them."""
    return value if isinstance(value, list) else [value]


class Seat:
    """The tokens, cards, tiles and strongholds of a seat."""

    def __init__(self):
        self.tokens = [0] * 6
        self.bonuses = [0] * 5
        self.colors = [0] * 5
        self.cards = []
        self.gained = 0
        self.hand = []
        self.nobles = []
        self.posts = []
        self.strongholds = []

    def clone(self):
        """Returns a copy that changes on its own."""
        other = copy.copy(self)
        other.hand = [Place(place.row, place.card, place.public) for place in self.hand]
        for name in "tokens bonuses colors cards nobles posts strongholds".split():
            setattr(other, name, list(getattr(self, name)))
        return other

    def gain(self, own, sign=1):
        """Puts a card into the play area, or removes it."""
        if sign > 0:
            self.cards.append(own)
        else:
            self.cards.remove(own)
        if own.color is not None:
            self.colors[own.color] += sign
            self.bonuses[own.color] += sign * own.bonuses

    @property
    def prestige(self):
        """score.sum: cards, nobles, and with post.point-per-post one for each own post."""
        cards = sum(card_of(card.name).prestige for card in self.cards)
        nobles = sum(noble_of(noble)[0] for noble in self.nobles)
        return cards + nobles + len(self.posts) * ("point-per-post" in self.posts)

    def gold_for(self, gems):
        """Returns the gold that pays for gems of one color: half as much with the post for it."""
        return (gems + 1) // 2 if "double-gold" in self.posts else gems

    def price(self, name):
        """Returns the cost of a card less the bonuses, never below zero."""
        return [max(0, c - b) for c, b in zip(card_of(name).cost, self.bonuses)]

    def virtual_gold(self):
        """Returns the names of the cards of virtual gold."""
        return [own.name for own in self.cards if card_of(own.name).is_gold]

    def can_pay(self, name):
        """Returns whether the seat can buy a card within its reach."""
        card = card_of(name)
        if card.copies and not any(self.colors):
            return False
        if card.cards is not None:
            return self.colors[card.cards] >= 2
        short = [max(0, p - t) for p, t in zip(self.price(name), self.tokens)]
        return sum(map(self.gold_for, short)) <= self.tokens[GOLD] + 2 * len(self.virtual_gold())

    def meets(self, demand):
        """Returns whether the cards meet the demand of a noble or a post."""
        return all(c >= d for c, d in zip(self.colors, demand))

    def meets_city(self, city):
        """city.met and city.further-color."""
        prestige, demand, further = city_of(city)
        unnamed = [c for c, d in zip(self.colors, demand) if not d]
        return self.prestige >= prestige and self.meets(demand) and max(unnamed + [0]) >= further


class Table:
    """The known state of the game between two turns."""

    def __init__(self, log, box):
        setup = log["setup"]
        self.box = box
        self.rulings = {name: values[0] for name, values in DEFAULTS.items()}
        self.rulings.update(log["rules"].get("rulings", {}))
        self.seats = [Seat() for _ in log["players"]]
        self.supply = [GEMS[len(self.seats)]] * 5 + [5]
        self.modules = log["rules"].get("modules", [])
        self.nobles, self.cities = list(setup.get("nobles", [])), setup.get("cities", [])
        self.rows = BASE_ROWS + ORIENT_ROWS * ("orient" in self.modules)
        self.market, self.decks, self.gone = {}, {}, []
        for row in self.rows:
            names = setup["market"].get(ROWS[row], [])
            self.market[row] = [Place(row, name) for name in names]
            untold = [None] * (len(box.rows[row]) - len(names))
            self.decks[row] = list(setup.get("decks", {}).get(ROWS[row], untold))
        self.seen = {p.card for row in self.market.values() for p in row}
        self.mover = 0
        self.last_round = False
        self.ended = None
        self.row_of_passes = 0

    def clone(self):
        """Returns a copy that changes on its own."""
        other = copy.copy(self)
        other.seats = [seat.clone() for seat in self.seats]
        other.supply, other.nobles, other.gone = list(self.supply), list(self.nobles), [*self.gone]
        other.market = {
            row: [Place(row, place.card) for place in places] for row, places in self.market.items()
        }
        other.decks = {row: list(deck) for row, deck in self.decks.items()}
        other.seen = set(self.seen)
        return other

    def rivals(self):
        """Returns the cards under the strongholds of other seats, once for each stronghold."""
        others = [seat for i, seat in enumerate(self.seats) if i != self.mover]
        return [name for seat in others for name in seat.strongholds]

    def lying(self):
        """Returns all places of the market."""
        return [place for row in self.market.values() for place in row]

    def hidden(self):
        """Returns all places with a card that the log has not named yet."""
        rows = list(self.market.values()) + [seat.hand for seat in self.seats]
        return [place for row in rows for place in row if place.card is None]

    def unseen(self, row):
        """Returns the cards of a row that may be at a hidden place."""
        return self.box.rows[row] - self.seen - set(self.decks[row])

    def possible(self, fixed=None, never=None):
        """Returns whether a matching assigns different unseen cards to the hidden places."""
        fixed, never, owner = fixed or {}, never or {}, {}

        def choices(place):
            return fixed.get(place) or self.unseen(place.row) - never.get(place, set())

        def settle(place, tried):
            for card in choices(place) - tried:
                tried.add(card)
                if card not in owner or settle(owner[card], tried):
                    owner[card] = place
                    return True
            return False

        return all(settle(place, set()) for place in self.hidden())

    def scores(self):
        """The prestige of each seat."""
        return [seat.prestige for seat in self.seats]

    def winners(self):
        """end.winner, end.fewest-cards, end.shared, and the ruling `tie`; city.winner."""
        if not self.ended:
            return None
        seats = [i for i, seat in enumerate(self.seats) if self.may_win(seat)]
        best = max((self.seats[i].prestige for i in seats), default=0)
        first = [i for i in seats if self.seats[i].prestige == best]
        if self.ended == "stalemate" and self.rulings["stalemate"] == "passed-round":
            return []
        if self.rulings["tie"] == "last-seat":
            return first[-1:]
        if self.rulings["tie"] == "first-seat":
            return first[:1]
        if self.rulings["tie"] == "most-prestige-shared":
            return first
        fewest = min((self.cards_in_tie(self.seats[i]) for i in first), default=0)
        first = [i for i in first if self.cards_in_tie(self.seats[i]) == fewest]
        return first[:1] if self.rulings["tie"] == "fewest-cards-then-first-seat" else first

    def cards_in_tie(self, seat):
        """Returns the number of cards that breaks a tie, by the ruling `tie-cards`."""
        return seat.gained if self.rulings["tie-cards"] == "gained" else len(seat.cards)

    def triggered(self, seat):
        """Returns whether a seat that takes no further turn has triggered the end."""
        enough = "cities" in self.modules or seat.prestige >= self.rulings["target"]
        return enough and self.may_win(seat)

    def may_win(self, seat):
        """Returns whether a seat meets a city, in a game with The Cities."""
        return "cities" not in self.modules or any(map(seat.meets_city, self.cities))
