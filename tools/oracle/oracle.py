"""A second implementation of the rules that judges logs.

It knows the base game, The Cities and The Trading Posts.

Its only source is the text of the rules, and it shares no code with the verifier.  For a
log it gives the verdict, the first illegal turn, the first clause in book order that this
turn breaks, and the position at which the replay stopped.  It reads only well-formed logs.
"""

import copy
import functools
import hashlib
import itertools
import json
import re
import subprocess
import sys
from dataclasses import dataclass, field

COLORS = ("diamond", "sapphire", "emerald", "ruby", "onyx")
TOKENS = COLORS + ("gold",)
LETTERS = "dsero"
GOLD = 5
LEVELS = (1, 2, 3)
LIMIT = 10
HAND = 3
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
AMOUNTS = "".join(f"(?:([1-9]){letter})?" for letter in LETTERS)
CARD = re.compile(f"([abc])([0-9])([{LETTERS}]){AMOUNTS}")
NOBLE = re.compile(f"([0-9]):{AMOUNTS}")
CITY = re.compile(f"([0-9]{{1,2}}):{AMOUNTS}(?:\\+([1-9]))?")
# The clauses of a turn in the order of the book.
BOOK = (
    "turn.after-end turn.order turn.one-action turn.pass"
    " take.no-gold take.supply take.different take.fewer take.pair take.pair-needs-four"
    " reserve.hand-limit reserve.face-up reserve.deck"
    " purchase.source purchase.price purchase.payment purchase.tokens"
    " post.present post.double-gold post.draw-two"
    " post.gem post.gem-after-purchase post.third-gem"
    " market.refill reveal.unseen reveal.level reveal.deck"
    " limit.owned limit.ten limit.excess"
    " noble.present noble.earned noble.one noble.mandatory"
    " post.one post.earned post.once post.mandatory"
).split()
DEFAULTS = {
    "fewer": ("when-short", "all-available", "up-to-three", "to-ten", "never"),
    "pass": ("when-stuck", "always", "never"),
    "stalemate": ("ends", "continues", "passed-round"),
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
}


class Broken(Exception):
    """A clause is broken."""


class Undecided(Exception):
    """A fact is missing and has several possible values, or none that can be tried."""

    def __init__(self, fact, turns=()):
        super().__init__(fact)
        self.turns = turns


class Unsupported(Exception):
    """The log uses rules that the oracle does not judge."""


@dataclass(frozen=True)
class Card:
    """The facts in the name of a card."""

    level: int
    prestige: int
    color: int
    cost: tuple


@functools.cache
def card_of(name):
    """Reads the name of a card: level, prestige, bonus, cost."""
    level, prestige, color, *cost = CARD.fullmatch(name).groups()
    costs = tuple(int(amount or 0) for amount in cost)
    return Card("abc".index(level) + 1, int(prestige), LETTERS.index(color), costs)


@functools.cache
def noble_of(name):
    """Reads the name of a noble: its prestige and its demand."""
    prestige, *demand = NOBLE.fullmatch(name).groups()
    return int(prestige), tuple(int(amount or 0) for amount in demand)


@functools.cache
def city_of(name):
    """Reads the name of a city: its prestige, its demand, its cards of one further color."""
    prestige, *demand, further = CITY.fullmatch(name).groups()
    return int(prestige), tuple(int(amount or 0) for amount in demand), int(further or 0)


@dataclass(frozen=True)
class Box:
    """The contents of the boxes: the names of the cards, and the nobles with their box."""

    cards: frozenset
    nobles: dict

    @staticmethod
    def of(program):
        """Reads the list of cards from the verifier; other tests check that list."""
        rows = json.loads(subprocess.check_output([program, "cards", "--json"]))
        cards = frozenset(row["card"] for row in rows if "card" in row)
        return Box(cards, {row["noble"]: row["box"] for row in rows if "noble" in row})

    def check(self, cards=(), nobles=(), others=()):
        """component.unknown: every component is in one of the boxes."""
        known = self.cards.issuperset(cards) and set(self.nobles).issuperset(nobles)
        if not known or not {*POSTS, *CITIES}.issuperset(others):
            raise Broken("component.unknown")


@dataclass(eq=False)
class Place:
    """A place of one card, in the market or in a hand; `card` is None if it is unknown."""

    level: int
    card: str | None
    public: bool = True


def counts(tokens):
    """Turns an object of counts into six numbers."""
    return [tokens.get(token, 0) for token in TOKENS]


def as_list(value):
    """A noble or post of a turn is one name or a list of them."""
    return value if isinstance(value, list) else [value]


class Seat:
    """The tokens, cards and tiles of a seat."""

    def __init__(self):
        self.tokens = [0] * 6
        self.bonuses = [0] * 5
        self.cards = []
        self.hand = []
        self.nobles = []
        self.posts = []

    @property
    def prestige(self):
        """score.sum: cards, nobles, and with post.point-per-post one for each own post."""
        cards = sum(card_of(card).prestige for card in self.cards)
        nobles = sum(noble_of(noble)[0] for noble in self.nobles)
        return cards + nobles + len(self.posts) * ("point-per-post" in self.posts)

    def gold_for(self, gems):
        """Returns the gold that pays for gems of one color: half as much with the post for it."""
        return (gems + 1) // 2 if "double-gold" in self.posts else gems

    def price(self, name):
        """Returns the cost of a card less the bonuses, never below zero."""
        return [max(0, c - b) for c, b in zip(card_of(name).cost, self.bonuses)]

    def can_pay(self, name):
        """Returns whether gems and gold cover the price."""
        short = [max(0, p - t) for p, t in zip(self.price(name), self.tokens)]
        return sum(map(self.gold_for, short)) <= self.tokens[GOLD]

    def meets(self, demand):
        """Returns whether the bonuses meet the demand of a noble or a post."""
        return all(b >= d for b, d in zip(self.bonuses, demand))

    def meets_city(self, city):
        """city.met and city.further-color."""
        prestige, demand, further = city_of(city)
        unnamed = [b for b, d in zip(self.bonuses, demand) if not d]
        return self.prestige >= prestige and self.meets(demand) and max(unnamed + [0]) >= further


class Table:
    """The known state of the game between two turns."""

    def __init__(self, log, box):
        setup = log["setup"]
        self.box = box
        self.rulings = {name: values[0] for name, values in DEFAULTS.items()}
        self.rulings.update(log["rules"].get("rulings", {}))
        self.omits = log.get("omits", [])
        self.seats = [Seat() for _ in log["players"]]
        self.supply = [GEMS[len(self.seats)]] * 5 + [5]
        self.modules = log["rules"].get("modules", [])
        self.nobles, self.cities = list(setup.get("nobles", [])), setup.get("cities", [])
        self.market, self.decks = {}, {}
        for level in LEVELS:
            names = setup["market"][f"level{level}"]
            self.market[level] = [Place(level, name) for name in names]
            untold = [None] * (sum(card_of(c).level == level for c in box.cards) - 4)
            self.decks[level] = list(setup.get("decks", {}).get(f"level{level}", untold))
        self.seen = {p.card for row in self.market.values() for p in row}
        self.mover = 0
        self.last_round = False
        self.ended = None
        self.row_of_passes = 0
        self.open = False

    def hidden(self):
        """Returns all places with a card that the log has not named yet."""
        rows = list(self.market.values()) + [seat.hand for seat in self.seats]
        return [place for row in rows for place in row if place.card is None]

    def unseen(self, level):
        """Returns the cards of a level that may be at a hidden place."""
        known = self.seen.union(self.decks[level])
        return {c for c in self.box.cards - known if card_of(c).level == level}

    def possible(self, fixed=None, never=None):
        """Returns whether a matching assigns different unseen cards to the hidden places."""
        fixed, never, owner = fixed or {}, never or {}, {}

        def choices(place):
            return fixed.get(place) or self.unseen(place.level) - never.get(place, set())

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
        fewest = min((len(self.seats[i].cards) for i in first), default=0)
        first = [i for i in first if len(self.seats[i].cards) == fewest]
        return first[:1] if self.rulings["tie"] == "fewest-cards-then-first-seat" else first

    def may_win(self, seat):
        """Returns whether a seat meets a city, in a game with The Cities."""
        return "cities" not in self.modules or any(map(seat.meets_city, self.cities))

    def text(self):
        """Returns the canonical text of the position; None if a market card is unknown."""
        if any(p.card is None for row in self.market.values() for p in row):
            return None
        mover = "-" if self.ended else self.mover
        lines = ["splendor-position/1", f"to_move {mover}", words("supply", self.supply)]
        for level in LEVELS:
            lines.append(words(f"market{level}", sorted(p.card for p in self.market[level])))
        lines.append(words("decks", map(len, self.decks.values())))
        lines += [words("nobles", sorted(self.nobles)), words("cities", sorted(self.cities))]
        for number, seat in enumerate(self.seats):
            blind = [p.level for p in seat.hand if not p.public]
            lines.append(f"seat {number}")
            lines.append(words("tokens", seat.tokens))
            lines.append(words("cards", sorted(seat.cards)))
            lines.append(words("hand", sorted(p.card for p in seat.hand if p.public)))
            lines.append(words("hidden", [blind.count(level) for level in LEVELS]))
            lines += [words("nobles", sorted(seat.nobles)), "cities"]
            lines.append(words("posts", sorted(seat.posts)))
        return "".join(line + "\n" for line in lines)


def words(name, values):
    """A line of the canonical text."""
    return " ".join([name, *map(str, values)])


def digest_of(text):
    """The first 64 bits of the SHA-256 of the canonical text."""
    return text and hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


# Before the first turn


def check_rules(rules):
    """Rejects unsupported rules; the edition of 2014 has no modules and no boxes."""
    modules, boxes = rules.get("modules", []), rules.get("boxes", [])
    if rules["edition"] not in ("2014", "2024"):
        raise Unsupported("edition")
    if rules["edition"] == "2014" and (modules or boxes):
        raise Unsupported("edition with a module or a box")
    if not set(modules) <= {"cities", "trading-posts"}:
        raise Unsupported("module")
    if not set(boxes) <= {"silk-road", "sun-never-sets"}:
        raise Unsupported("box")
    for name, value in rules.get("rulings", {}).items():
        if value not in DEFAULTS.get(name, ()):
            raise Unsupported("ruling")


def check_setup(log, box):
    """The family `setup`, in the order of the book."""
    setup = log["setup"]
    market = [(level, c) for level in LEVELS for c in setup["market"][f"level{level}"]]
    decks = setup.get("decks", {})
    listed = [level for level in LEVELS if f"level{level}" in decks]
    lying = market + [(level, c) for level in listed for c in decks[f"level{level}"]]
    names = [c for _, c in lying]
    nobles, cities = setup.get("nobles", []), setup.get("cities", [])
    with_cities = "cities" in log["rules"].get("modules", [])
    box.check(names, nobles, cities)
    tiles = [tile for tile in TILES for city in cities if city in tile]
    missing = {c for c in box.cards - set(names) if card_of(c).level in listed}
    brought = ["silk-road"] if log["rules"].get("modules") else []
    boxes = ["base", *log["rules"].get("boxes", []), *brought]
    clauses = [
        ("setup.seats", len(log["players"]) in GEMS),
        ("setup.cards", len(set(names)) == len(names) and not missing),
        ("setup.level", all(card_of(c).level == level for level, c in lying)),
        ("setup.market", all(len(row) == 4 for row in setup["market"].values())),
        ("setup.nobles", len(nobles) == (0 if with_cities else len(log["players"]) + 1)),
        ("setup.noble-once", len(set(nobles)) == len(nobles)),
        ("setup.noble-box", all(box.nobles[noble] in boxes for noble in nobles)),
        ("setup.cities", len(cities) == (3 if with_cities else 0)),
        ("setup.city-tiles", len(set(tiles)) == len(tiles)),
    ]
    for clause, kept in clauses:
        if not kept:
            raise Broken(clause)


# A turn: each function returns its changes, which apply only after the whole turn is judged


@dataclass
class Draw:
    """Cards drawn from a deck: the named cards, and the known part of the deck."""

    level: int
    names: list
    known: list


@dataclass
class Move:
    """The effects of a turn, collected while it is judged."""

    tokens: list
    supply: list
    forced: bool = False
    passes: bool = False
    reserved: Place | None = None
    bought: str | None = None
    spent: Place | None = None
    split: bool = False
    emptied: int = 0
    drawn: list = field(default_factory=list)
    under: list = field(default_factory=list)
    filled: Place | None = None
    nobles: list = field(default_factory=list)
    post: str | None = None
    opens: bool = False

    def shift(self, amounts, sign):
        """Moves tokens from the supply to the seat, or back."""
        for token, amount in enumerate(amounts):
            self.tokens[token] += sign * amount
            self.supply[token] -= sign * amount


def check_components(turn, box):
    """component.unknown: every card, noble and post that the turn names."""
    reserve, purchase = turn.get("reserve", {}), turn.get("purchase", {})
    names = [reserve.get("market"), reserve.get("card"), reserve.get("under")]
    names += [purchase.get("card"), turn.get("refill")]
    nobles, posts = as_list(turn.get("noble", [])), as_list(turn.get("post", []))
    box.check([name for name in names if name], nobles, posts)


def check_order(table, turn):
    """turn.after-end, turn.order, turn.one-action."""
    if table.ended:
        raise Broken("turn.after-end")
    if turn.get("seat", table.mover) != table.mover:
        raise Broken("turn.order")
    if turn.get("take") == []:
        raise Broken("turn.one-action")


def check_pass(table, _turn, move):
    """turn.pass: only a seat that cannot take, buy or reserve; and the ruling `pass`."""
    if table.rulings["pass"] == "never":
        raise Broken("turn.pass")
    always = table.rulings["pass"] == "always"
    stuck = is_stuck(table)
    if stuck is None and always and table.rulings["stalemate"] != "ends":
        stuck = False
    if stuck is None:
        raise Undecided("card")
    if not stuck and not always:
        raise Broken("turn.pass")
    move.forced, move.passes = stuck, True


def is_kept_from_gold(table):
    """Returns whether the ruling `gold-at-ten` forbids the mover to reserve."""
    full = sum(table.seats[table.mover].tokens) >= LIMIT
    return table.rulings["gold-at-ten"] == "forbidden" and full and table.supply[GOLD] > 0


def is_stuck(table):
    """Returns whether the mover has no action; None if that depends on an unknown card."""
    seat = table.seats[table.mover]
    reserve = len(seat.hand) < HAND and (any(table.decks.values()) or any(table.market.values()))
    reserve = reserve and not is_kept_from_gold(table)
    take = any(table.supply[:GOLD])
    if table.rulings["fewer"] == "never":
        gems = table.supply[:GOLD]
        take = sum(amount > 0 for amount in gems) >= 3 or max(gems) >= 4
    if take or reserve:
        return False
    reach = [place for row in table.market.values() for place in row] + seat.hand
    if any(place.card and seat.can_pay(place.card) for place in reach):
        return False
    unknown = [place for place in reach if place.card is None]
    never = {p: {c for c in table.unseen(p.level) if seat.can_pay(c)} for p in unknown}
    if not table.possible(never=never):
        return False
    fixed = [{p: {c}} for p in unknown for c in never[p]]
    return None if any(table.possible(fixed=one) for one in fixed) else True


def check_take(table, turn, move):
    """The family `take`: a repeated color makes it a pair; otherwise the gems differ."""
    taken = [turn["take"].count(token) for token in TOKENS]
    colors = sum(amount > 0 for amount in taken)
    if taken[GOLD]:
        raise Broken("take.no-gold")
    if any(amount > there for amount, there in zip(taken, table.supply)):
        raise Broken("take.supply")
    if max(taken) == 1:
        if colors > 3:
            raise Broken("take.different")
        if colors < fewest_colors(table):
            raise Broken("take.fewer")
    elif max(taken) > 2 or colors > 1:
        raise Broken("take.pair")
    elif table.supply[taken.index(2)] < 4:
        raise Broken("take.pair-needs-four")
    move.shift(taken, 1)


def fewest_colors(table):
    """Returns the least number of different gems to take, by the ruling `fewer`."""
    there = sum(amount > 0 for amount in table.supply[:GOLD])
    if table.rulings["fewer"] == "up-to-three":
        return 1
    if table.rulings["fewer"] == "all-available":
        return min(there, 3)
    if table.rulings["fewer"] == "never":
        return 3
    if table.rulings["fewer"] == "to-ten":
        return min(there, 3, max(1, LIMIT - sum(table.seats[table.mover].tokens)))
    return 3 if there >= 3 else 1


def check_reserve(table, turn, move):
    """The family `reserve`; reserve.gold is an effect, not a choice."""
    reserve, seat = turn["reserve"], table.seats[table.mover]
    if len(seat.hand) >= HAND:
        raise Broken("reserve.hand-limit")
    if "market" in reserve:
        name = reserve["market"]
        move.spent = in_row(table, table.market[card_of(name).level], name)
        if move.spent is None:
            raise Broken("reserve.face-up")
        move.opens = move.spent.card is None and is_open(table, move.spent.level)
        move.emptied = move.spent.level
        move.reserved = Place(move.spent.level, name)
    elif not table.decks[reserve["deck"]]:
        raise Broken("reserve.deck")
    full = sum(seat.tokens) >= LIMIT
    withheld = full and table.rulings["gold-at-ten"] == "withheld"
    move.shift([0] * 5 + [0 if withheld else min(1, table.supply[GOLD])], 1)


def in_row(table, row, name):
    """Returns the place in a market row or hand that holds, or may hold, a card."""
    for place in row:
        if place.card == name:
            return place
    if name in table.unseen(card_of(name).level):
        for place in row:
            if place.card is None and place.level == card_of(name).level:
                return place
    return None


def is_open(table, level):
    """Returns whether an unseen card of the level may be outside the market."""
    untold = [place for place in table.market[level] if place.card is None]
    return len(table.unseen(level)) > len(untold)


def check_purchase(table, turn, move):
    """The family `purchase`; the clauses on the price come before the seat's tokens."""
    purchase, seat = turn["purchase"], table.seats[table.mover]
    name = move.bought = purchase["card"]
    move.spent = find_source(table, turn, move)
    price = seat.price(name)
    if "pay" in purchase:
        paid = counts(purchase["pay"])
    else:
        paid = counts(the_only_payment(table, turn, price))
    rest = [max(0, p - t) for p, t in zip(price, paid)]
    needed = sum(map(seat.gold_for, rest))
    if paid[GOLD] < min(needed, seat.gold_for(sum(rest))):
        raise Broken("purchase.price")
    spare = paid[GOLD] > needed and not may_spare_gold(table)
    if spare or any(t > p for t, p in zip(paid, price)):
        raise Broken("purchase.payment")
    if not follows_rulings(table, price, rest):
        raise Broken("purchase.payment")
    if any(t > own for t, own in zip(paid, seat.tokens)):
        raise Broken("purchase.tokens")
    move.split = paid[GOLD] < needed
    move.shift(paid, -1)


def may_spare_gold(table):
    """Returns whether the mover may pay gold beyond the price, by the ruling `overpay`."""
    doubles = "double-gold" in table.seats[table.mover].posts
    return doubles and table.rulings["overpay"] == "spare-gold"


def follows_rulings(table, price, rest):
    """The rulings `gold` and `overpay`, for a payment with the part of each color paid in gold."""
    seat = table.seats[table.mover]
    least = [max(0, p - own) for p, own in zip(price, seat.tokens)]
    if table.rulings["gold"] == "last-resort":
        if any(seat.gold_for(r) > seat.gold_for(low) for r, low in zip(rest, least)):
            return False
    if table.rulings["overpay"] == "irredundant" and "double-gold" in seat.posts:
        return not any(r % 2 and r < p for r, p in zip(rest, price))
    return True


def find_source(table, turn, move):
    """purchase.source: the card is in the market or in the hand of the buyer."""
    name, hand = move.bought, table.seats[table.mover].hand
    where = turn["purchase"].get("from")
    market = where != "hand" and in_row(table, table.market[card_of(name).level], name)
    held = where != "market" and in_row(table, hand, name)
    if not market and not held:
        raise Broken("purchase.source")
    if market and held and "refill" not in turn:
        raise Undecided("from")
    if market:
        move.opens = market.card is None and is_open(table, market.level)
        move.emptied = market.level
    return market or held


def the_only_payment(table, turn, price):
    """Infers a missing payment if only one payment is legal."""
    seat = table.seats[table.mover]
    ranges = [range(max(0, p - t), p + 1) for p, t in zip(price, seat.tokens)]
    rests = [rest for rest in itertools.product(*ranges) if follows_rulings(table, price, rest)]
    golds = [sum(map(seat.gold_for, rest)) for rest in rests]
    pairs = [(rest, gold) for rest, gold in zip(rests, golds) if gold <= seat.tokens[GOLD]]
    most = seat.tokens[GOLD] if may_spare_gold(table) else 0
    pays = [
        [p - r for p, r in zip(price, rest)] + [gold]
        for rest, least in pairs
        for gold in range(least, max(least, most) + 1)
    ]
    if not pays:
        raise Broken(no_payment(seat, price, rests))
    turns = [{"purchase": turn["purchase"] | {"pay": dict(zip(TOKENS, pay))}} for pay in pays]
    if len(turns) > 1:
        raise Undecided("pay", turns)
    return turns[0]["purchase"]["pay"]


def no_payment(seat, price, rests):
    """Returns the clause that the best possible payment breaks, if no payment is legal."""
    least = sum(max(0, p - t) for p, t in zip(price, seat.tokens))
    if seat.gold_for(least) > seat.tokens[GOLD]:
        return "purchase.price"
    split = any(seat.gold_for(sum(rest)) <= seat.tokens[GOLD] for rest in rests)
    return "post.double-gold" if split else "purchase.payment"


def check_modules(table, turn):
    """post.present: without the module no power gem, no post, no card under a deck."""
    if "trading-posts" in table.modules:
        return
    if "gem" in turn or turn.get("post") or "under" in turn.get("reserve", {}):
        raise Broken("post.present")


def check_double_gold(_table, _turn, move):
    """post.double-gold: a gold pays for two gems of one color, not of two."""
    if move.split:
        raise Broken("post.double-gold")


def check_draw_two(table, turn, move):
    """post.draw-two: with that post two cards are drawn, of which one goes under the deck."""
    if "deck" not in turn.get("reserve", {}):
        return
    reserve, posts = turn["reserve"], table.seats[table.mover].posts
    level, kept, under = reserve["deck"], reserve.get("card"), reserve.get("under")
    can = "draw-two" in posts and len(table.decks[level]) > 1
    if under and not can:
        raise Broken("post.draw-two")
    second = can and kept and kept == table.decks[level][1]
    two = can and (under is not None or second or table.rulings["powers"] == "mandatory")
    top = table.decks[level][: 2 if two else 1]
    names = [name for name in (kept, under) if name]
    if two and not names and any(top):
        known = [name for name in top if name]
        facts = [{"card": name} for name in known]
        facts += [{"under": name} for name in known if len(known) == 1]
        raise Undecided("under", [{"reserve": reserve | fact} for fact in facts])
    if can and not two and any(table.decks[level]):
        raise Undecided("under")
    move.drawn.append(Draw(level, names, top))
    rest = [name for name in top if name and name not in names] + [None, None]
    move.reserved = Place(level, kept or rest.pop(0), public=False)
    move.under = [under or rest.pop(0)] if two else []


def check_gem(table, turn, move):
    """The gems of two posts; a gem that no post gives is post.gem."""
    posts, gem, taken = table.seats[table.mover].posts, turn.get("gem"), turn.get("take", [])
    if "purchase" in turn and "gem-after-purchase" in posts:
        clause, pair = "post.gem-after-purchase", None
    elif "third-gem" in posts and len(taken) == 2 and len(set(taken)) == 1:
        clause, pair = "post.third-gem", taken[0]
    elif gem:
        raise Broken("post.gem")
    else:
        return
    there = [c for c, amount in zip(COLORS, move.supply) if amount and c != pair]
    optional = table.rulings["powers"] == "optional"
    if "gem" in table.omits and "gem" not in turn and there:
        facts = [{"gem": color} for color in there] + [{"gem": None}] * optional
        if len(facts) > 1:
            raise Undecided("gem", facts)
        gem = there[0]
    refused = gem is None and there and not optional
    if refused or gem and gem not in there:
        raise Broken(clause)
    if gem:
        move.shift([int(token == gem) for token in TOKENS], 1)


def check_refill(table, turn, move):
    """market.refill: an empty place, and only that, is filled at once if the deck has cards."""
    drawn = move.emptied and table.decks[move.emptied]
    if "refill" in turn and not drawn:
        raise Broken("market.refill")
    if drawn:
        name = turn.get("refill")
        move.drawn.append(Draw(move.emptied, [name] if name else [], drawn[:1]))
        move.filled = Place(move.emptied, name or drawn[0])


def check_reveals(table, move):
    """The family `reveal`: a card that appears is unseen, of its level, next in its deck."""
    drawn = [(draw, name) for draw in move.drawn for name in draw.names]
    names = [name for _, name in drawn]
    seen = table.seen | {move.bought, move.spent and move.reserved and move.reserved.card}
    if any(name in seen for name in names) or len(set(names)) < len(names):
        raise Broken("reveal.unseen")
    if any(lies_deeper(table, draw, name) for draw, name in drawn):
        raise Broken("reveal.unseen")
    if any(card_of(name).level != draw.level for draw, name in drawn):
        raise Broken("reveal.level")
    for draw in move.drawn:
        others = [name for name in draw.names if name not in draw.known]
        if len(others) > draw.known.count(None):
            raise Broken("reveal.deck")


def lies_deeper(table, draw, name):
    """Returns whether a card drawn from an unknown place is known to be elsewhere in the deck."""
    elsewhere = name in table.decks[draw.level] and name not in draw.known
    return elsewhere and None in draw.known


def check_return(table, turn, move):
    """The family `limit`: back to ten at the end of the turn, and no token more."""
    excess = max(0, sum(move.tokens) - LIMIT)
    back = counts(turn.get("return", {}))
    ruling = table.rulings["return"]
    if "return" not in turn and "return" in table.omits:
        least = 0 if ruling == "up-to" else excess
        most = sum(move.tokens) if ruling == "anything" else excess
        ranges = [range(min(amount, most) + 1) for amount in move.tokens]
        backs = [b for b in itertools.product(*ranges) if least <= sum(b) <= most]
        if len(backs) > 1:
            raise Undecided("return", [{"return": dict(zip(TOKENS, back))} for back in backs])
        back = backs[0]
    if any(b > t for b, t in zip(back, move.tokens)):
        raise Broken("limit.owned")
    if "reserve" in turn and is_kept_from_gold(table):
        raise Broken("limit.ten")
    if sum(back) < excess and ruling != "up-to":
        raise Broken("limit.ten")
    if sum(back) > excess and ruling != "anything":
        raise Broken("limit.excess")
    move.shift(back, -1)


def check_noble(table, turn, move):
    """The family `noble`: exactly one noble of the table whose demand is met, if there is one."""
    seat = table.seats[table.mover]
    earned = [n for n in table.nobles if has_earned(seat, move, noble_of(n)[1])]
    named = as_list(turn.get("noble", []))
    timely = is_time_for_nobles(table, turn)
    due = due_nobles(table, earned) if timely else []
    if "noble" in table.omits and "noble" not in turn:
        if len(due) > 1:
            raise Undecided("noble", [{"noble": nobles} for nobles in due])
        named = due[0] if due else []
    clauses = [
        ("noble.present", all(noble in table.nobles for noble in named)),
        ("noble.earned", all(noble in earned for noble in named)),
        ("noble.time", timely or not named),
        ("noble.one", len(named) <= 1 or table.rulings["noble-choice"] == "all"),
        ("noble.choice", not named or sorted(named) in due),
        ("noble.mandatory", named or not due),
    ]
    for clause, kept in clauses:
        if not kept:
            raise Broken(clause)
    move.nobles = named


def is_time_for_nobles(table, turn):
    """Returns whether nobles come at the end of this turn, by the ruling `noble-time`."""
    if table.rulings["noble-time"] == "after-purchase":
        return "purchase" in turn
    return "pass" not in turn or table.rulings["noble-time"] == "every-turn"


def due_nobles(table, earned):
    """Returns the possible lists of nobles, by the ruling `noble-choice`."""
    if not earned or table.rulings["noble-choice"] == "all":
        return [sorted(earned)] if earned else []
    if table.rulings["noble-choice"] == "first-listed":
        return [earned[:1]]
    return [[noble] for noble in earned]


def has_earned(seat, move, demand):
    """Returns whether the bonuses, with the card just bought, meet a demand."""
    bonuses = list(seat.bonuses)
    if move.bought:
        bonuses[card_of(move.bought).color] += 1
    return all(b >= d for b, d in zip(bonuses, demand))


def check_post(table, turn, move):
    """A post comes after the noble: one whose demand is met, not twice, and it must be taken."""
    if "trading-posts" not in table.modules:
        return
    seat = table.seats[table.mover]
    earned = [post for post, demand in POSTS.items() if has_earned(seat, move, demand)]
    new = [post for post in earned if post not in seat.posts]
    named = as_list(turn.get("post", []))
    if "post" in table.omits and "post" not in turn:
        if len(new) > 1:
            raise Undecided("post", [{"post": post} for post in new])
        named = new
    clauses = [
        ("post.one", len(named) <= 1),
        ("post.earned", all(post in earned for post in named)),
        ("post.once", not any(post in seat.posts for post in named)),
        ("post.mandatory", named or not new),
    ]
    for clause, kept in clauses:
        if not kept:
            raise Broken(clause)
    move.post = named[0] if named else None


ACTIONS = {
    "take": check_take,
    "reserve": check_reserve,
    "purchase": check_purchase,
    "pass": check_pass,
}


def judge(table, turn):
    """Judges a turn in the order of the book and returns its effects."""
    if "foreign" in turn:
        raise Unsupported("foreign")
    check_components(turn, table.box)
    check_order(table, turn)
    move = Move(list(table.seats[table.mover].tokens), list(table.supply))
    for key, check in ACTIONS.items():
        if key in turn:
            check(table, turn, move)
    check_modules(table, turn)
    check_double_gold(table, turn, move)
    check_draw_two(table, turn, move)
    check_gem(table, turn, move)
    check_refill(table, turn, move)
    check_reveals(table, move)
    check_return(table, turn, move)
    check_noble(table, turn, move)
    check_post(table, turn, move)
    return move


def play(table, move):
    """Applies a judged turn and checks for the end."""
    seat = table.seats[table.mover]
    seat.tokens, table.supply = move.tokens, move.supply
    move_cards(table, seat, move)
    for noble in move.nobles:
        table.nobles.remove(noble)
        seat.nobles.append(noble)
    if move.post:
        seat.posts.append(move.post)
    table.open |= move.opens
    counts_as_pass = move.forced and not move.nobles
    if table.rulings["stalemate"] == "passed-round":
        counts_as_pass = move.passes
        if table.mover == 0:
            table.row_of_passes = 0
    table.row_of_passes = table.row_of_passes + 1 if counts_as_pass else 0
    look_for_end(table, seat)


def move_cards(table, seat, move):
    """Moves the card that was bought or reserved, and fills the market."""
    if move.spent:
        row = seat.hand if move.spent in seat.hand else table.market[move.spent.level]
        row.remove(move.spent)
    if move.bought:
        card = card_of(move.bought)
        seat.cards.append(move.bought)
        seat.bonuses[card.color] += 1
        table.seen.add(move.bought)
    if move.reserved:
        seat.hand.append(move.reserved)
        table.seen.add(move.reserved.card)
    if move.filled:
        table.market[move.emptied].append(move.filled)
        table.seen.add(move.filled.card)
    for draw in move.drawn:
        del table.decks[draw.level][: len(draw.known)]
        table.decks[draw.level] += move.under


def look_for_end(table, seat):
    """end.trigger or city.trigger, end.round, end.stalemate; then the next seat moves."""
    if "cities" in table.modules:
        table.last_round |= table.may_win(seat)
    else:
        table.last_round |= seat.prestige >= table.rulings["target"]
    last = table.mover == len(table.seats) - 1
    if table.last_round and last:
        table.ended = "completed"
    elif table.row_of_passes == len(table.seats) and table.rulings["stalemate"] != "continues":
        table.ended = "stalemate"
    table.mover = (table.mover + 1) % len(table.seats)


# Claims


def check_after(table, number, after):
    """claim.after, then claim.digest: the claims of the log about the table after the turn."""
    seat = table.seats[number]
    pairs = [(after.get("prestige"), seat.prestige), (after.get("hand"), len(seat.hand))]
    counted = {"tokens": seat.tokens, "bonuses": [*seat.bonuses, 0], "supply": table.supply}
    for name, amounts in counted.items():
        pairs += [(n, amounts[TOKENS.index(token)]) for token, n in after.get(name, {}).items()]
    if any(said is not None and said != is_so for said, is_so in pairs):
        raise Broken("claim.after")
    table.open |= "digest" in after and table.text() is None
    if "digest" in after and after["digest"] != (digest_of(table.text()) or after["digest"]):
        raise Broken("claim.digest")


def check_result(table, log):
    """The other claims, in the order of the book."""
    end, result = log.get("end", {}), log.get("result", {})
    reason, scores, winners = end.get("reason"), result.get("scores"), result.get("winners")
    ended_so = reason != "stalemate" or table.ended == "stalemate"
    ended_so &= reason != "completed" or table.ended is not None
    seated = are_seated(table, end.get("seats"))
    clauses = [
        ("claim.end", ended_so and seated),
        ("claim.plies", end.get("plies", len(log["turns"])) == len(log["turns"])),
        ("claim.score-count", scores is None or len(scores) == len(table.seats)),
        ("claim.score", scores is None or scores == table.scores()),
        ("claim.winner", are_seated(table, winners)),
        ("claim.winner", winners is None or not table.ended or sorted(winners) == table.winners()),
    ]
    for clause, kept in clauses:
        if not kept:
            raise Broken(clause)


def are_seated(table, seats):
    """Returns whether every named seat is at the table."""
    return all(seat < len(table.seats) for seat in seats or [])


def check_behind(table, log, number):
    """After an open fact: returns the first later error that occurs at every table."""
    for later, turn in enumerate(log["turns"][number - 1 :], number):
        try:
            check_components(turn, table.box)
        except Broken:
            return later, "component.unknown"
    end, turns = log.get("end", {}), len(log["turns"])
    clauses = [
        ("claim.end", are_seated(table, end.get("seats"))),
        ("claim.plies", end.get("plies", turns) == turns),
        ("claim.winner", are_seated(table, log.get("result", {}).get("winners"))),
    ]
    return None, next((clause for clause, kept in clauses if not kept), None)


@dataclass
class Opinion:
    """The opinion of the oracle on a log."""

    verdict: str
    turn: int | None = None
    clause: str | None = None
    complete: bool = False
    scores: list | None = None
    winners: list | None = None
    digest: str | None = None
    open: int | None = None  # The turn with a fact that has several possible values.


def opinion(table, verdict, turn=None, clause=None):
    """An opinion with the position at which the replay stopped."""
    ends = bool(table.ended), table.scores(), table.winners(), digest_of(table.text())
    return Opinion(verdict, turn, clause, *ends)


def follow(table, turn):
    """Plays one turn; on a false claim the opinion keeps the position before it."""
    try:
        move = judge(table, turn)
    except Undecided as undecided:
        return follow(table, turn | decide(table, turn, undecided))
    except Broken as broken:
        if str(broken) == "limit.ten" and withholds_gold(table, turn):
            raise Broken("claim.after") from broken
        raise
    number, before = table.mover, None
    if "after" in turn:
        before = Opinion("illegal", None, None, False, table.scores(), None, table.text())
    play(table, move)
    if before:
        try:
            check_after(table, number, turn["after"])
        except Broken as broken:
            before.clause, before.digest = str(broken), digest_of(before.digest)
            return before
    return None


def withholds_gold(table, turn):
    """Returns whether a seat exceeds ten only by a gold that the log says it did not take."""
    gold = turn.get("after", {}).get("tokens", {}).get("gold")
    back = turn.get("return", {}).get("gold", 0)
    held = table.seats[table.mover].tokens[GOLD]
    if is_kept_from_gold(table):
        return False
    return "reserve" in turn and table.supply[GOLD] > 0 and not back and gold == held


def decide(table, turn, undecided):
    """Returns the value of a missing fact that the rest of the turn allows.

    If every value breaks a clause, the value whose clause is last in the book decides: that
    violation occurs whatever the missing fact is.
    """
    legal, clauses = [], []
    for fact in undecided.turns:
        try:
            false_claim = follow(copy.deepcopy(table, {id(table.box): table.box}), turn | fact)
        except Undecided:
            false_claim = None
        except Broken as broken:
            clauses.append(str(broken))
            continue
        if false_claim:
            clauses.append(false_claim.clause)
        else:
            legal.append(fact)
    if len(legal) == 1:
        return legal[0]
    if legal or not undecided.turns:
        raise Undecided(str(undecided))
    raise Broken(max(clauses, key=place_in_book))


def place_in_book(clause):
    """Returns the rank of a clause of a turn in the book; all claims rank last."""
    return BOOK.index(clause) if clause in BOOK else len(BOOK)


def verify(log, box):
    """Judges a log: its rules, its setup, its turns one by one, and its claims."""
    try:
        check_rules(log["rules"])
        check_setup(log, box)
    except Unsupported:
        return Opinion("unsupported")
    except Broken as broken:
        return Opinion("illegal", None, str(broken))
    table, number = Table(log, box), None
    try:
        for number, turn in enumerate(log["turns"], 1):
            false_claim = follow(table, turn)
            if false_claim:
                false_claim.turn = number
                return false_claim
        number = None
        check_result(table, log)
    except Broken as broken:
        return opinion(table, "illegal", number, str(broken))
    except Undecided:
        later, clause = check_behind(table, log, number)
        said = Opinion("illegal" if clause else "consistent", later, clause)
        said.open = number
        return said
    except Unsupported:
        return opinion(table, "unsupported")
    return opinion(table, "consistent" if table.open else "legal")


def main():
    """Judges the logs of JSON or JSON Lines files, one line each."""
    program, *paths = sys.argv[1:]
    box = Box.of(program)
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        try:
            logs = [json.loads(text)]
        except json.JSONDecodeError:
            logs = [json.loads(line) for line in text.splitlines()]
        for log in logs:
            print(path, verify(log, box))


if __name__ == "__main__":
    main()
