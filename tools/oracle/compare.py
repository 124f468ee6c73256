"""Compares the verifier with the oracle, log by log.

The script generates logs with `splendor generate` and mutates them in many ways.  The
verifier and the oracle judge all of them.  The script prints every difference with both
opinions: the verdict, the turn, the clause, and the final scores, winners and digest.
"""

import argparse
import collections
import copy
import itertools
import json
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import expansion
import oracle
import table as tables
from table import CITIES, COLORS, GOLD, LEVELS, POSTS, TOKENS, card_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
POLICIES = ("uniform", "greedy", "hoarder", "nobles", "rich")
KINDS = ([], ["--no-decks"], ["--after"], ["--after", "--no-decks", "--edition", "2014"])
RULINGS = (
    ["fewer=all-available"],
    ["fewer=up-to-three"],
    ["pass=always"],
    ["pass=always", "stalemate=continues"],
    ["stalemate=continues"],
    ["gold=last-resort"],
    ["tie=most-prestige-shared"],
    ["tie=last-seat"],
    ["target=9"],
    ["target=21", "gold=last-resort", "fewer=up-to-three"],
    ["target=1"],
    ["fewer=to-ten", "noble-time=after-purchase"],
    ["fewer=never", "return=up-to", "noble-choice=first-listed"],
    ["return=anything", "noble-choice=all", "tie=first-seat"],
    ["pass=always", "stalemate=passed-round", "tie=fewest-cards-then-first-seat"],
    ["noble-time=after-action", "pass=always", "noble-choice=all"],
    ["return=up-to", "noble-time=after-purchase", "noble-choice=all", "target=30"],
    ["powers=optional"],
    ["overpay=irredundant"],
    ["powers=optional", "overpay=irredundant", "gold=last-resort"],
    ["gold-at-ten=withheld"],
    ["gold-at-ten=forbidden", "pass=always"],
    ["gold-at-ten=forbidden", "return=up-to"],
)
CITY, POST = ["--module", "cities"], ["--module", "trading-posts"]
ORIENT, FORTS = ["--module", "orient"], ["--module", "strongholds"]
MODULES = (
    [*CITY],
    [*POST],
    [*POST, "--no-decks", "--after"],
    [*CITY, *POST],
    [*POST, "--no-decks", "--ruling", "powers=optional", "--ruling", "target=25"],
    [*POST, "--ruling", "overpay=irredundant", "--ruling", "target=21"],
    [*POST, "--ruling", "overpay=irredundant", "--ruling", "gold=last-resort", "--no-decks"],
    [*POST, "--ruling", "overpay=spare-gold", "--ruling", "gold-at-ten=forbidden"],
    [*POST, "--ruling", "overpay=spare-gold", "--ruling", "gold=last-resort", "--no-decks"],
    [*CITY, *POST, "--after", "--no-decks", "--ruling", "tie=most-prestige-shared"],
)
# The combinations of modules with Orient or Strongholds, and rulings that matter there.
SETS = [
    [*modules, *new]
    for new in ([ORIENT], [FORTS], [ORIENT, FORTS])
    for modules in ([], [CITY], [POST], [CITY, POST])
]
POWERS = (
    [],
    ["copy-double=two"],
    ["conquest-refill=each-at-once"],
    ["conquest-refill=all-after", "virtual-spare=no-spare"],
    ["powers=optional", "stronghold-step=optional"],
    ["remove=any", "gold=last-resort"],
    ["move=stock-empty", "overpay=irredundant"],
    ["tie-cards=gained", "overpay=spare-gold"],
    ["copy-double=two", "conquest-refill=all-after", "target=25", "gold-at-ten=withheld"],
    ["remove=any", "move=stock-empty", "stronghold-step=optional", "noble-time=after-purchase"],
    ["virtual-spare=no-spare", "gold=last-resort", "target=21", "noble-choice=all"],
    ["tie-cards=gained", "pass=always", "conquest-refill=each-at-once"],
    ["powers=optional", "fewer=never", "return=up-to", "gold-at-ten=forbidden"],
)
# The clauses on a free card, and on the cards that hang on it.
FREE_CARDS = {
    "stronghold.blocked",
    "orient.copy",
    "orient.free",
    "orient.free-level",
    "orient.free-face-up",
    "orient.free-mandatory",
}
REASONS = ("completed", "stalemate", "resigned", "timeout", "abandoned", "adjudicated")
UNSUPPORTED = ({"pass": "sometimes"}, {"luck": "none"}, {"return": "any"}, {"target": 0})
UNSUPPORTED += ({"powers": "never"}, {"overpay": "any"}, {"city-lost": "play-on"})
UNSUPPORTED += ({"remove": "all"}, {"copy-double": "three"}, {"tie-cards": 2})
BOXES = (["silk-road"], ["sun-never-sets"], ["orient"], ["silk-road", "sun-never-sets"])
MUTATIONS = []


def mutation(function):
    """Registers a function that changes a log in place; it returns False if it cannot."""
    MUTATIONS.append(function)
    return function


class Dice(random.Random):
    """The random numbers of one mutated log, and the names to choose from."""

    def __init__(self, seed, box):
        super().__init__(seed)
        self.cards = sorted(box.cards)
        self.nobles = sorted(box.nobles)
        self.box = box

    def card(self, log):
        """Returns a card of the box, a card of the log, or sometimes an unknown card."""
        if self.random() < 0.03:
            return "a9d1d"
        if self.random() < 0.5:
            return self.choice(self.cards)
        row = self.choice(sorted(log["setup"]["market"]))
        refills = [turn["refill"] for turn in log["turns"] if "refill" in turn]
        return self.choice(log["setup"]["market"][row] + refills)

    def noble(self, log):
        """Returns a noble of the box, a noble of the table, or sometimes an unknown noble."""
        if self.random() < 0.05:
            return "3:9d"
        table = log["setup"].get("nobles") or self.nobles
        return self.choice(self.nobles if self.random() < 0.3 else table)

    def post(self):
        """Returns a post, or sometimes an unknown post."""
        return "draw-three" if self.random() < 0.03 else self.choice(list(POSTS))

    def index(self, log, key=None):
        """Returns the index of a turn, if given with this key."""
        found = [i for i, turn in enumerate(log["turns"]) if key is None or key in turn]
        return self.choice(found or [None])

    def turn(self, log, key=None):
        """Returns a turn, if given with this key."""
        index = self.index(log, key)
        return None if index is None else log["turns"][index]


def more_or_less(dice, amounts):
    """Changes a count of tokens by one, two or three."""
    token = dice.choice(TOKENS)
    amounts[token] = max(0, amounts.get(token, 0) + dice.choice((-2, -1, -1, 1, 1, 2, 3)))


def exchange(dice, amounts):
    """Replaces one token by one of another color."""
    there = [token for token, amount in amounts.items() if amount]
    if not there:
        return False
    token = dice.choice(there)
    amounts[token] -= 1
    other = dice.choice(TOKENS)
    amounts[other] = amounts.get(other, 0) + 1
    return None


# Turns


@mutation
def take_changed(dice, log):
    """Changes a take: one token more or less, a doubled token, or another color."""
    turn = dice.turn(log, "take")
    if turn is None:
        return False
    take = turn["take"]
    action = dice.choice(("more", "less", "other", "double", "many"))
    if action == "more":
        take.append(dice.choice(TOKENS))
    elif action == "less" and take:
        take.pop(dice.randrange(len(take)))
    elif action == "double" and take:
        take.append(dice.choice(take))
    elif action == "other" and take:
        take[dice.randrange(len(take))] = dice.choice(TOKENS)
    else:
        turn["take"] = [dice.choice(COLORS) for _ in range(dice.randrange(7))]
    return None


@mutation
def pair_taken(dice, log):
    """Takes two of one color instead."""
    turn = dice.turn(log, "take")
    if turn is None:
        return False
    turn["take"] = [dice.choice(TOKENS)] * 2
    return None


@mutation
def payment_changed(dice, log):
    """Changes a payment: another amount, another color, nothing, or too much."""
    turn = dice.turn(log, "purchase")
    if turn is None:
        return False
    pay = turn["purchase"].setdefault("pay", {})
    action = dice.choice(("amount", "exchange", "gold", "nothing"))
    if action == "amount":
        more_or_less(dice, pay)
    elif action == "exchange":
        return exchange(dice, pay)
    elif action == "nothing":
        turn["purchase"]["pay"] = {}
    else:
        gems = [token for token in pay if pay[token] and token != "gold"]
        if not gems:
            return False
        pay[dice.choice(gems)] -= 1
        pay["gold"] = pay.get("gold", 0) + 1
    return None


@mutation
def return_changed(dice, log):
    """Changes a return: another amount, another color, none, or one without need."""
    turn = dice.turn(log, "return" if dice.random() < 0.7 else None)
    if turn is None:
        return False
    action = dice.choice(("amount", "exchange", "drop"))
    if action == "drop" and "return" in turn:
        del turn["return"]
    elif action == "exchange" and "return" in turn:
        return exchange(dice, turn["return"])
    else:
        more_or_less(dice, turn.setdefault("return", {}))
    return None


@mutation
def card_changed(dice, log):
    """Changes the card bought, reserved or drawn."""
    turn = dice.turn(log, dice.choice(("purchase", "reserve")))
    if turn is None:
        return False
    name = dice.card(log)
    if "purchase" in turn:
        turn["purchase"]["card"] = name
    elif "market" in turn["reserve"]:
        turn["reserve"]["market"] = name
    else:
        turn["reserve"]["card"] = name
    return None


@mutation
def reserve_changed(dice, log):
    """Changes a reservation: from a deck, from another deck, or with a card put under it."""
    turn = dice.turn(log, "reserve")
    if turn is None:
        return False
    reserve = turn["reserve"]
    if dice.random() < 0.1:
        turn["reserve"] = {"deck": dice.choice(LEVELS), "under": dice.card(log)}
    elif "deck" in reserve and dice.random() < 0.5:
        reserve["deck"] = dice.choice(LEVELS)
    elif "deck" in reserve:
        turn["reserve"] = {"market": reserve.get("card", "a0d3s")}
    else:
        turn["reserve"] = {"deck": card_of(reserve.get("market", "a0d3s")).level}
    return None


@mutation
def source_changed(dice, log):
    """Changes the source of a card, or adds or drops its refill."""
    turn = dice.turn(log, "purchase")
    if turn is None:
        return False
    turn["purchase"]["from"] = dice.choice(("market", "hand"))
    if dice.random() < 0.2:
        turn.pop("refill", None)
    return None


@mutation
def refill_changed(dice, log):
    """Changes a refill: a seen card, another unseen card, another level, no gap, or none."""
    turn = dice.turn(log, "refill" if dice.random() < 0.8 else None)
    if turn is None:
        return False
    if dice.random() < 0.1:
        turn.pop("refill", None)
        return None
    name = dice.card(log)
    if "refill" in turn and dice.random() < 0.6:
        name = dice.choice([card for card in dice.cards if card[0] == turn["refill"][0]])
    turn["refill"] = name
    return None


@mutation
def noble_changed(dice, log):
    """Changes the noble: another one, none, or two."""
    turn = dice.turn(log, "noble" if dice.random() < 0.8 else None)
    if turn is None:
        return False
    action = dice.choice(("other", "drop", "two", "list", "late"))
    if action == "drop" or action == "late":
        noble = turn.pop("noble", None)
        if noble and action == "late":
            dice.turn(log)["noble"] = noble
    elif action == "two":
        mine = [t for t in log["turns"] if t.get("seat") == turn.get("seat")]
        others = [t["noble"] for t in mine if "noble" in t]
        other = dice.choice(others) if others and dice.random() < 0.7 else dice.noble(log)
        turn["noble"] = sorted({*tables.as_list(other), *tables.as_list(turn.get("noble", []))})
    else:
        turn["noble"] = dice.noble(log) if action == "other" else [dice.noble(log)]
    return None


@mutation
def turns_moved(dice, log):
    """Swaps, drops or doubles turns; sometimes renames the seats to match."""
    turns = log["turns"]
    if len(turns) < 3:
        return False
    index = dice.randrange(len(turns) - 1)
    action = dice.choice(("swap", "drop", "double"))
    if action == "swap":
        turns[index], turns[index + 1] = turns[index + 1], turns[index]
    elif action == "drop":
        del turns[index]
    else:
        turns.insert(index, copy.deepcopy(turns[index]))
    if dice.random() < 0.6:
        for number, turn in enumerate(turns):
            turn["seat"] = number % len(log["players"])
    if "end" in log and dice.random() < 0.7:
        log["end"].pop("plies", None)
    return None


@mutation
def seat_changed(dice, log):
    """Changes or removes the acting seat."""
    turn = dice.turn(log)
    if dice.random() < 0.5:
        turn["seat"] = dice.randrange(5)
    else:
        turn.pop("seat", None)
    return None


@mutation
def action_replaced(dice, log):
    """Replaces an action by a pass, a reservation, a foreign turn or a post."""
    index = dice.index(log)
    before = log["turns"][index]
    turn = {key: before[key] for key in ("seat", "refill", "return") if key in before}
    action = dice.choice(("pass", "pass", "deck", "market", "foreign", "post", "empty"))
    if action == "pass":
        turn = {"pass": True}
    elif action == "deck":
        turn["reserve"] = {"deck": dice.choice(LEVELS)}
    elif action == "market":
        turn["reserve"] = {"market": dice.card(log)}
    elif action == "foreign":
        turn = {"foreign": {"swap": 1}}
    elif action == "post":
        posts = ({"post": "third-gem"}, {"gem": "ruby"}, {"post": ["draw-two", "third-gem"]})
        turn = before | dice.choice(posts)
    else:
        turn["take"] = []
    log["turns"][index] = turn
    return None


@mutation
def passes_inserted(dice, log):
    """Inserts a round of passes."""
    index = dice.randrange(len(log["turns"]) + 1)
    log["turns"][index:index] = [{"pass": True} for _ in log["players"]]
    for number, turn in enumerate(log["turns"]):
        turn["seat"] = number % len(log["players"])
    log.get("end", {}).pop("plies", None)
    return None


@mutation
def turns_after_end(dice, log):
    """Adds turns after the last one."""
    for _ in range(dice.choice((1, 1, 2))):
        turn = copy.deepcopy(dice.turn(log))
        turn["seat"] = len(log["turns"]) % len(log["players"])
        turn = dice.choice((turn, {"pass": True}, {"take": list(COLORS[:3])}))
        log["turns"].append(turn)
    if "end" in log:
        log["end"]["plies"] = len(log["turns"])
    return None


# The Trading Posts


@mutation
def gem_changed(dice, log):
    """Changes the power gem: another one, none, or an unearned one."""
    turn = dice.turn(log, "gem" if dice.random() < 0.7 else dice.choice(("take", "purchase")))
    if turn is None:
        return False
    if "gem" in turn and dice.random() < 0.4:
        del turn["gem"]
    else:
        turn["gem"] = dice.choice(TOKENS)
    return None


@mutation
def post_changed(dice, log):
    """Changes the post: another one, none, two, an owned one, or a later one."""
    turn = dice.turn(log, "post" if dice.random() < 0.7 else None)
    if turn is None:
        return False
    action = dice.choice(("other", "drop", "two", "late", "again"))
    mine = [t["post"] for t in log["turns"] if "post" in t and t.get("seat") == turn.get("seat")]
    if action in ("drop", "late"):
        post = turn.pop("post", None)
        if post and action == "late":
            dice.turn(log)["post"] = post
    elif action == "two":
        posts = {dice.post(), *tables.as_list(turn.get("post", []))}
        turn["post"] = dice.sample(sorted(posts), len(posts))
    elif action == "again" and mine:
        turn["post"] = dice.choice(mine)
    else:
        turn["post"] = dice.post()
    return None


@mutation
def under_changed(dice, log):
    """Changes the card put under a deck: added, removed, another, or swapped with the kept one."""
    turns = [t["reserve"] for t in log["turns"] if "deck" in t.get("reserve", {})]
    drawn = [reserve for reserve in turns if "under" in reserve]
    if not turns:
        return False
    reserve = dice.choice(drawn if drawn and dice.random() < 0.8 else turns)
    action = dice.choice(("card", "drop", "swap", "other", "both", "same"))
    if action == "swap" and {"card", "under"} <= set(reserve):
        reserve["card"], reserve["under"] = reserve["under"], reserve["card"]
    elif action == "card":
        reserve.pop("card", None)
    elif action == "drop":
        reserve.pop("under", None)
    elif action == "both":
        reserve.pop("card", None)
        reserve.pop("under", None)
    elif action == "same" and "card" in reserve:
        reserve["under"] = reserve["card"]
    else:
        level = "abc"[reserve["deck"] - 1]
        reserve["under"] = dice.choice([card for card in dice.cards if card[0] == level])
    return None


@mutation
def gold_halved_or_doubled(dice, log):
    """Changes gold in a payment: for two gems, for one, or for gems of two colors."""
    pays = [turn["purchase"].get("pay", {}) for turn in log["turns"] if "purchase" in turn]
    pays = [pay for pay in pays if pay.get("gold", 0)] or [pay for pay in pays if pay]
    if not pays:
        return False
    pay = dice.choice(pays)
    gold, gems = pay.get("gold", 0), [gem for gem in pay if gem != "gold" and pay[gem]]
    action = dice.choice(("half", "double", "two", "split"))
    if action == "half":
        pay["gold"] = (gold + dice.randrange(2)) // 2
    elif action == "double":
        pay["gold"] = gold * 2 - dice.randrange(2) if gold else 1
    elif gems:
        less = dice.sample(gems, min(2, len(gems))) if action == "split" else gems[:1] * 2
        for gem in less:
            pay[gem] = max(0, pay[gem] - 1)
        pay["gold"] = gold + 1
    return None


@mutation
def prestige_of_posts(dice, log):
    """Claims a prestige that counts posts wrongly: none, one more, or all of them."""
    seats = len(log["players"])
    seat = dice.randrange(seats)
    off = dice.choice((-1, 1)) * max(1, sum("post" in turn for turn in log["turns"][seat::seats]))
    scores = log.get("result", {}).get("scores")
    of_seat = [t for t in log["turns"] if t.get("seat") == seat]
    claimed = [t for t in of_seat if "prestige" in t.get("after", {})]
    if claimed and dice.random() < 0.6:
        after = dice.choice(claimed)["after"]
        after["prestige"] = max(0, after["prestige"] + off)
    elif scores and seat < len(scores):
        scores[seat] = max(0, scores[seat] + off)
    else:
        return False
    return None


# The Cities


@mutation
def cities_changed(dice, log):
    """Changes the cities: another face, the same tile, one more, one fewer, twice, or unknown."""
    cities = log["setup"].setdefault("cities", [])
    action = dice.choice(("other", "other", "other", "drop", "more", "double", "unknown"))
    if action == "drop" and cities:
        cities.pop()
    elif action == "more" or not cities:
        cities.append(dice.choice(CITIES))
    else:
        faces = {"double": cities, "unknown": ["13:4d4s", "9:", "14:4s+4"]}.get(action, CITIES)
        cities[dice.randrange(len(cities))] = dice.choice(faces)
    return None


@mutation
def modules_changed(dice, log):
    """Adds or removes a module; the cities may change with it."""
    rules, setup = log["rules"], log["setup"]
    module = dice.choice(("cities", "trading-posts"))
    modules = set(rules.get("modules", [])) ^ {module}
    rules["modules"] = sorted(modules)
    if dice.random() < 0.05:
        rules["modules"].append("a-module-of-another-game")
    if module == "cities" and dice.random() < 0.8:
        setup.pop("cities", None)
        nobles = dice.sample(("3:4d4s", "3:4s4e", "3:4e4r", "3:4r4o", "3:4d4o"), 5)
        setup["nobles"] = nobles[: len(log["players"]) + 1]
        if "cities" in modules:
            setup["nobles"] = []
            setup["cities"] = [dice.choice(tile) for tile in dice.sample(tables.TILES, 3)]
    return None


@mutation
def winners_without_cities(dice, log):
    """Claims that the seat with the most prestige wins, with a city or without."""
    result = log.get("result", {})
    if "winners" not in result or not result.get("scores"):
        return False
    best = max(result["scores"])
    seats = [seat for seat, score in enumerate(result["scores"]) if score == best]
    result["winners"] = seats if dice.random() < 0.7 else seats[:1]
    return None


# What a position allows


def position(dice, log):
    """Returns the table after the turns of a log, or None if they cannot be played."""
    try:
        tables.check_setup(log, dice.box)
        table = tables.Table(log, dice.box)
        for turn in log["turns"]:
            oracle.play(table, oracle.judge(table, turn))
    except (tables.Broken, tables.Undecided, tables.Unsupported):
        return None
    return table


@mutation
def turn_of_the_position(dice, log):
    """Truncates a log and adds a turn that its position suggests."""
    turns = log["turns"]
    del turns[max(dice.randrange(len(turns)) for _ in range(1 + ("modules" in log["rules"]))) :]
    log.pop("end", None)
    log.pop("result", None)
    table = position(dice, log)
    if table is None:
        return False
    if dice.random() < 0.3 or table.modules:
        played_on(dice, table, log)
    for _ in range(dice.choice((1, 1, 2, 3))):
        turn = suggested(dice, table)
        log["turns"].append(turn)
        try:
            oracle.play(table, oracle.judge(table, turn))
        except (tables.Broken, tables.Undecided):
            break
    return None


def played_on(dice, table, log):
    """Returns some legal turns that the position suggests; fewer if they are hard to find."""
    for _ in range(dice.choice((3, 10, 30, 60))):
        turn = suggested(dice, table)
        try:
            oracle.play(table, oracle.judge(table, turn))
        except (tables.Broken, tables.Undecided):
            continue
        log["turns"].append(turn)


def suggested(dice, table):
    """Returns a turn that is often legal: available gems, affordable cards."""
    seat, held, turn = table.seats[table.mover], None, {"seat": table.mover}
    actions = ["take", "take", "pair", "market", "deck", "buy", "buy", "buy"]
    actions += ["deck"] * 3 * ("draw-two" in seat.posts) + ["pair"] * ("third-gem" in seat.posts)
    actions += ["market", "buy", "buy", "buy"] * ("double-gold" in seat.posts)
    action = dice.choice(actions) if dice.random() < 0.95 else "pass"
    rivals = table.rivals()
    names = [p.card for p in table.lying() if p.card and p.card not in rivals]
    affordable = [c for c in names + [p.card for p in seat.hand] if c and seat.can_pay(c)]
    split = split_payments(seat, names) if dice.random() < 0.7 else []
    if split:
        name, pay = dice.choice(split)
        turn["purchase"] = {"card": name, "pay": pay}
    elif action == "buy" and affordable:
        some = dice.sample(affordable, min(3, len(affordable)))
        name = max(some, key=lambda card: sum(seat.price(card)))
        turn["purchase"] = a_purchase(dice, table, name)
        pay = turn["purchase"]["pay"]
        held = [t - pay.get(token, 0) for token, t in zip(TOKENS, seat.tokens)]
        expansion.with_powers(dice, table, turn, name)
    elif action == "deck" or action == "market" and names:
        deck = a_deck(dice, table)
        turn["reserve"] = deck if action == "deck" else {"market": dice.choice(names)}
        held = [*seat.tokens[:GOLD], seat.tokens[GOLD] + min(1, table.supply[GOLD])]
    elif action in ("take", "pair"):
        turn["take"] = some_gems(dice, table, action)
        held = [t + turn["take"].count(token) for token, t in zip(TOKENS, seat.tokens)]
    else:
        turn["pass"] = True
    return completed(dice, table, turn, held)


def completed(dice, table, turn, held=None):
    """Adds to an action what the rest of the turn needs, usually as the rules ask for it."""
    seat = table.seats[table.mover]
    with_strongholds(dice, table, turn)
    held = with_gem(dice, table, turn, held or seat.tokens)
    with_return(dice, held, turn)
    if table.nobles and dice.random() < 0.3:
        turn["noble"] = dice.choice(table.nobles)
    with_post(dice, table, turn)
    with_refill(dice, table, turn)
    expansion.with_refills(dice, table, turn)
    return turn


def a_purchase(dice, table, name):
    """Returns a purchase that is often legal."""
    seat = table.seats[table.mover]
    if card_of(name).cards is not None or seat.virtual_gold() and dice.random() < 0.7:
        return expansion.a_price(dice, table, name)
    return {"card": name, "pay": a_payment(dice, seat, name)}


def with_strongholds(dice, table, turn):
    """Adds the step with a stronghold, and a conquest if three strongholds stand together."""
    seat = table.seats[table.mover]
    if "strongholds" not in table.modules:
        return
    if dice.random() < (0.95 if "purchase" in turn else 0.02):
        turn["stronghold"] = expansion.a_step(dice, table, 0.9)
    full = [name for name in seat.strongholds if seat.strongholds.count(name) == 3]
    if full and dice.random() < 0.6 or seat.strongholds and dice.random() < 0.03:
        turn["conquest"] = expansion.a_conquest(dice, table, dice.choice(full or seat.strongholds))


def a_deck(dice, table):
    """Returns a reservation from a deck, with two cards if the seat has the post for it."""
    row, posts = dice.choice(table.rows), table.seats[table.mover].posts
    top = [name or dice.choice(sorted(table.unseen(row))) for name in table.decks[row][:2]]
    reserve = {"deck": row} if row in LEVELS else {"orient": row - 3}
    if top and dice.random() < 0.7:
        reserve["card"] = top.pop(dice.randrange(len(top)) if "draw-two" in posts else 0)
    if top and dice.random() < (0.7 if "draw-two" in posts else 0.03):
        reserve["under"] = top[0]
    return reserve


def with_gem(dice, table, turn, held):
    """Takes a power gem if a post may give one; returns the new tokens of the seat."""
    seat = table.seats[table.mover]
    supply = [s + t - h for s, t, h in zip(table.supply, seat.tokens, held)]
    there = [color for color, amount in zip(COLORS, supply) if amount > 0] or COLORS
    pair = len(turn.get("take", [])) == 2 and len(set(turn["take"])) == 1
    gives = pair and "third-gem" in seat.posts
    gives |= "purchase" in turn and "gem-after-purchase" in seat.posts
    if dice.random() > (0.9 if gives else 0.02):
        return held
    turn["gem"] = dice.choice(there if dice.random() < 0.9 else COLORS)
    return [t + (token == turn["gem"]) for token, t in zip(TOKENS, held)]


def with_refill(dice, table, turn):
    """Names the card that refills the market, usually one that may appear."""
    name = turn.get("reserve", {}).get("market") or turn.get("purchase", {}).get("card")
    row = card_of(name).row if name else 1
    lies = any(place.card == name for place in table.market[row])
    if not lies or not table.decks[row] or dice.random() < 0.1:
        return
    under = [card for card in table.decks[row] if card]
    turn["refill"] = table.decks[row][0] or dice.choice(sorted(table.unseen(row)))
    if under and dice.random() < 0.1:
        turn["refill"] = dice.choice(under)


def with_post(dice, table, turn):
    """Usually gains the post that the bought card brings."""
    card = turn.get("purchase", {}).get("card")
    if card is None or "trading-posts" not in table.modules or dice.random() < 0.1:
        return
    seat = table.seats[table.mover].clone()
    seat.gain(tables.Own(card, card_of(card).color, card_of(card).bonuses))
    new = [post for post in POSTS if post not in seat.posts]
    new = [post for post in new if seat.meets(POSTS[post])]
    if new:
        turn["post"] = dice.choice(new)


def some_gems(dice, table, action):
    """Takes two of one color, or one to four different colors, from the supply."""
    there = [color for color, amount in zip(COLORS, table.supply) if amount] or ["ruby"]
    if action == "pair":
        return [dice.choice(there)] * 2
    return dice.sample(there, min(dice.choice((1, 2, 3, 3, 3, 4)), len(there)))


def a_payment(dice, seat, name):
    """Returns a payment that covers the price, sometimes with gold in place of a gem."""
    price = seat.price(name)
    pay = [min(p, t) for p, t in zip(price, seat.tokens)]
    gold = gold_beside(seat, price, pay)
    doubled = "double-gold" in seat.posts
    while sum(pay) and dice.random() < (0.6 if doubled else 0.3):
        fewer = list(pay)
        fewer[dice.choice([i for i, amount in enumerate(pay) if amount])] -= 1
        if gold_beside(seat, price, fewer) > seat.tokens[GOLD]:
            break
        pay, gold = fewer, gold_beside(seat, price, fewer)
    return {token: amount for token, amount in zip(TOKENS, pay + [gold]) if amount}


def split_payments(seat, names):
    """Returns cards and payments in which one gold would pay for gems of two colors."""
    found = []
    for name in names if "double-gold" in seat.posts and seat.tokens[GOLD] else []:
        ranges = [range(min(p, t) + 1) for p, t in zip(seat.price(name), seat.tokens)]
        for gems in itertools.product(*ranges):
            gold = (sum(seat.price(name)) - sum(gems) + 1) // 2
            if gold <= seat.tokens[GOLD] and gold < gold_beside(seat, seat.price(name), gems):
                pay = zip(TOKENS, [*gems, gold])
                found.append((name, {token: amount for token, amount in pay if amount}))
    return found


def gold_beside(seat, price, gems):
    """Returns the gold that a price needs in addition to some gems."""
    return sum(seat.gold_for(p - gem) for p, gem in zip(price, gems))


def with_return(dice, tokens, turn):
    """Returns the tokens above ten, sometimes one more or one fewer."""
    excess = sum(tokens) - 10 + (dice.choice((-1, 1)) if dice.random() < 0.15 else 0)
    pile = [name for name, amount in zip(TOKENS, tokens) for _ in range(amount)]
    if excess > 0:
        turn["return"] = dict(collections.Counter(dice.sample(pile, min(excess, len(pile)))))


@mutation
def opportunity_used(dice, log):
    """Replaces a turn by a purchase that needs the powers of Orient, often with a mistake."""
    found = expansion.opportunities(dice, log)
    if not found:
        return False
    kind = dice.choice(sorted(found))
    index, name = dice.choice(found[kind])
    table = expansion.table_before(log, index, dice.box)
    purchase = expansion.a_chance(dice, table, kind, name)
    pay = purchase.get("pay", {})
    held = [t - pay.get(token, 0) for token, t in zip(TOKENS, table.seats[table.mover].tokens)]
    turn = {"seat": table.mover, "purchase": purchase}
    expansion.with_powers(dice, table, turn, name)
    log["turns"][index:] = [completed(dice, table, turn, held)]
    log.pop("end", None)
    log.pop("result", None)
    if dice.random() < 0.3:
        dice.choice(expansion.OF_ORIENT)(dice, log)
    return None


# Claims


@mutation
def after_changed(dice, log):
    """Claims another table after a turn, or one more number of it."""
    turn = dice.turn(log, "after" if dice.random() < 0.8 else None) or dice.turn(log)
    after = turn.setdefault("after", {})
    name = dice.choice(("prestige", "hand", "tokens", "bonuses", "supply", "digest"))
    if name in ("prestige", "hand"):
        after[name] = max(0, after.get(name, dice.randrange(4)) + dice.choice((-1, 0, 1)))
    elif name == "digest":
        after["digest"] = "0123456789abcdef"
    elif name == "bonuses":
        after.setdefault(name, {})[dice.choice(COLORS)] = dice.randrange(3)
    else:
        more_or_less(dice, after.setdefault(name, {}))
    return None


@mutation
def true_claims(dice, log):
    """Adds true claims of the oracle (digest, bonuses, hand); the verifier must agree."""
    log.pop("end", None)
    log.pop("result", None)
    del log["turns"][dice.randrange(len(log["turns"])) + 1 :]
    table = position(dice, log)
    if table is None:
        return False
    mover = table.seats[(len(log["turns"]) - 1) % len(table.seats)]
    after = {"prestige": mover.prestige, "hand": len(mover.hand)}
    after["tokens"] = dict(zip(TOKENS, mover.tokens))
    after["supply"] = dict(zip(TOKENS, table.supply))
    after["bonuses"] = dict(zip(COLORS, mover.bonuses))
    if table.text():
        after["digest"] = tables.digest_of(table.text())
    log["turns"][-1]["after"] = after
    log["result"] = {"scores": table.scores()}
    return None


@mutation
def result_changed(dice, log):
    """Changes the scores, winners, reason, plies or seats."""
    seats = len(log["players"])
    end, result = log.setdefault("end", {"reason": "completed"}), log.setdefault("result", {})
    what = dice.choice(("scores", "count", "winners", "reason", "plies", "seats", "none"))
    if what == "scores" and result.get("scores"):
        result["scores"][dice.randrange(len(result["scores"]))] += 1
    elif what == "count":
        result["scores"] = result.get("scores", [0])[:-1] or [0]
    elif what == "winners":
        result["winners"] = dice.sample(range(seats), dice.randrange(1, seats + 1))
    elif what == "reason":
        end["reason"] = dice.choice(REASONS)
    elif what == "plies":
        end["plies"] = len(log["turns"]) + dice.choice((-1, 0, 1))
    elif what == "seats":
        end["reason"], end["seats"] = "resigned", [dice.randrange(6)]
    else:
        log.pop(dice.choice(("end", "result")))
    return None


@mutation
def game_cut_off(dice, log):
    """Drops turns at the end; the log still claims a completed game."""
    del log["turns"][-dice.choice((1, 1, 1, 2, 3, len(log["turns"]) // 2 or 1)) :]
    if dice.random() < 0.6:
        log.get("end", {}).pop("plies", None)
    if dice.random() < 0.5:
        log.pop("result", None)
    if dice.random() < 0.3:
        log["end"] = {"reason": dice.choice(("completed", "stalemate", "abandoned"))}
    return None


# The setup and the rules


@mutation
def cards_of_the_setup_changed(dice, log):
    """Changes the deal: a card twice, missing, extra, of another level, or two swapped."""
    setup = log["setup"]
    rows = list(setup["market"].values()) + list(setup.get("decks", {}).values())
    row, other = dice.choice(rows[:3]), dice.choice(rows)
    action = dice.choice(("drop", "double", "name", "swap", "order", "move", "deck"))
    if action == "drop":
        dice.choice(rows).pop()
    elif action == "double":
        other.append(dice.choice(row))
    elif action == "name":
        other[dice.randrange(len(other))] = dice.card(log)
    elif action == "swap":
        i, j = dice.randrange(len(row)), dice.randrange(len(other))
        row[i], other[j] = other[j], row[i]
    elif action == "order":
        dice.shuffle(other)
    elif action == "move":
        other.append(row.pop())
    elif "decks" in setup:
        del setup["decks"][dice.choice(sorted(setup["decks"]))]
    return None


@mutation
def rest_of_the_setup_changed(dice, log):
    """Changes the setup: a noble twice, missing or of another box; a box, a city, the seats."""
    nobles = log["setup"].setdefault("nobles", [])
    action = dice.choice(("drop", "double", "other", "more", "box", "city", "seats", "edition"))
    if not nobles and action in ("drop", "double", "other", "box"):
        nobles.append(dice.choice(dice.nobles))
    elif action == "drop":
        nobles.pop()
    elif action == "double":
        nobles[0] = nobles[-1]
    elif action == "other":
        nobles[dice.randrange(len(nobles))] = dice.choice(dice.nobles + ["4:4d4s"])
    elif action == "more":
        nobles.append(dice.choice(dice.nobles))
    elif action == "box":
        nobles[0] = dice.choice(("3:3s3e3o", "3:4d4r"))
        log["rules"]["boxes"] = dice.choice(BOXES)
    elif action == "city":
        log["setup"]["cities"] = dice.choice((["17:"], [], ["14:4d+4"]))
    elif action == "seats":
        log["players"] = [{} for _ in range(dice.choice((1, 2, 3, 4, 5, 6)))]
    else:
        log["rules"]["edition"] = dice.choice(("2014", "2024", "2034"))
    return None


@mutation
def ruling_changed(dice, log):
    """Changes a ruling of the log."""
    rulings = dict(ruling.split("=") for ruling in dice.choice(RULINGS + POWERS))
    rulings = {k: int(v) if v.isdigit() else v for k, v in rulings.items()}
    if dice.random() < 0.1:
        rulings = dice.choice(UNSUPPORTED)
    elif dice.random() < 0.2:
        rulings["pass"] = "never"
    log["rules"].setdefault("rulings", {}).update(rulings)
    return None


# What a log leaves out


@mutation
def facts_left_out(dice, log):
    """Leaves out hidden cards, refills or payments."""
    what = dice.choice(("hidden", "hidden", "refill", "pay", "refills", "under", "unders"))
    for turn in [dice.turn(log)] if what == "pay" else log["turns"]:
        if what == "hidden":
            turn.get("reserve", {}).pop("card", None)
        elif what == "unders" or what == "under" and dice.random() < 0.5:
            turn.get("reserve", {}).pop("under", None)
            if dice.random() < 0.5:
                turn.get("reserve", {}).pop("card", None)
        elif what == "pay":
            turn.get("purchase", {}).pop("pay", None)
        elif what == "refills" or dice.random() < 0.05:
            turn.pop("refill", None)
    if dice.random() < 0.5:
        del log["turns"][dice.randrange(len(log["turns"])) + 1 :]
        log.pop("end", None)
        log.pop("result", None)
    return None


@mutation
def fields_omitted(dice, log):
    """Declares that the client does not record nobles, returns, power gems or posts."""
    field = dice.choice(("noble", "return", "gem", "post"))
    log["omits"] = [field]
    for turn in log["turns"]:
        if dice.random() < 0.7:
            turn.pop(field, None)
    return None


OF_NEW = expansion.OF_ORIENT + expansion.OF_STRONGHOLDS
OF_CITIES = (cities_changed, modules_changed, winners_without_cities)
OF_POSTS = (
    gem_changed,
    post_changed,
    under_changed,
    gold_halved_or_doubled,
    prestige_of_posts,
    modules_changed,
    facts_left_out,
    fields_omitted,
)


# The comparison


def mutants(job):
    """Mutates one log a number of times and lets the oracle judge the results."""
    line, seed, times, box = job
    dice, rows = Dice(seed, box), []
    for _ in range(times):
        log, names = json.loads(line), []
        modules = log["rules"].get("modules", [])
        if dice.random() < (0.1 if {"orient", "strongholds"} & set(modules) else 0.5):
            cut_short(dice, log)
        while len(names) < (1 if dice.random() < 0.85 else 2):
            function = dice.choice(fitting(dice, log))
            fits = log["turns"] or function in (cards_of_the_setup_changed, ruling_changed)
            if fits and function(dice, log) is not False:
                names.append(function.__name__)
            elif not fits:
                break
        log.pop("source", None)
        log["turns"] = [without_others(turn) for turn in log["turns"]]
        line_of_log = json.dumps(log, separators=(",", ":"))
        rows.append(("+".join(names), line_of_log, oracle.verify(log, box)))
    return rows


def fitting(dice, log):
    """Returns the changes to choose from; those of modules mostly if they are in play."""
    modules = log["rules"].get("modules", [])
    fitting = [f for f in MUTATIONS if f not in (*OF_CITIES, *OF_POSTS, opportunity_used)]
    new = bool({"orient", "strongholds"} & set(modules))
    if not modules or dice.random() < (0.2 if new else 0.3):
        return fitting if dice.random() < 0.9 else [*MUTATIONS, *OF_NEW]
    if new and dice.random() < 0.85:
        chosen = expansion.OF_ORIENT * ("orient" in modules)
        chosen += expansion.OF_STRONGHOLDS * ("strongholds" in modules)
        chosen += (opportunity_used,) * 5 * ("orient" in modules)
        return chosen + (turn_of_the_position,) * 3
    chosen = OF_CITIES * ("cities" in modules) + OF_POSTS * ("trading-posts" in modules)
    return chosen + (turn_of_the_position,) * (1 + len(chosen) // 2)


def without_others(turn):
    """Returns a turn; a foreign turn with no other field than the seat and the claims."""
    if "foreign" not in turn:
        return turn
    return {key: turn[key] for key in ("seat", "foreign", "after") if key in turn}


def cut_short(dice, log):
    """Keeps only the first turns of a game, so that many logs are short."""
    del log["turns"][dice.randrange(len(log["turns"])) + 1 :]
    log.pop("end", None)
    log.pop("result", None)


def generate(program, games, seed, options):
    """Returns lines of legal games."""
    command = [program, "generate", "--games", str(games), "--seed", str(seed), *options]
    return subprocess.check_output(command, text=True).splitlines()


def sources(program, games):
    """Returns legal games of every number of seats, policy, edition and ruling."""
    seed = 1
    for policy in POLICIES:
        for seats in (2, 3, 4):
            for extra in KINDS:
                options = ["--seats", str(seats), "--policy", policy, *extra]
                yield from generate(program, games, seed, options)
                seed += games
    for number, rulings in enumerate(RULINGS):
        for seats in (2, 3, 4):
            options = [word for ruling in rulings for word in ("--ruling", ruling)]
            options += ["--seats", str(seats), "--policy", POLICIES[(number + seats) % 5]]
            options += ["--no-decks"] if number % 2 else ["--box", "silk-road"]
            yield from generate(program, games, seed, options)
            seed += games


def module_sources(program, games):
    """Returns games with each module and with both, under their rulings."""
    for number, extra in enumerate(MODULES):
        for seats in (2, 3, 4):
            options = ["--seats", str(seats), "--policy", POLICIES[(number + seats) % 5], *extra]
            yield from generate(program, 2 * games, 3000 + 100 * number, options)


def new_sources(program, games):
    """Returns games with Orient and Strongholds, in every combination, under their rulings."""
    number = 0
    for modules in SETS:
        for seats in (2, 3, 4):
            for some in (POWERS[0], POWERS[number % len(POWERS)]):
                options = [word for module in modules for word in module]
                options += [word for ruling in some for word in ("--ruling", ruling)]
                options += ["--seats", str(seats), "--policy", POLICIES[number % 5]]
                options += KINDS[number % 3]
                yield from generate(program, games, 12000 + 100 * number, options)
                number += 1


def long_sources(program, games):
    """Returns games that continue until decks are empty, and games with two nobles at a time."""
    for seats in (2, 3, 4):
        for policy, turns in (("nobles", "400"), ("hoarder", "400"), ("greedy", "400")):
            options = ["--seats", str(seats), "--policy", policy, "--turns", turns]
            options += ["--ruling", "target=90", "--ruling", "stalemate=continues"]
            yield from generate(program, games, 9000, options)
            options += POST + (["--no-decks"] if policy != "greedy" else [])
            yield from generate(program, games, 9500, options)


def replays():
    """Returns the replays of the project: every clause kept and broken, rare ends."""
    for path in sorted(ROOT.glob("replays/*legal/*.json")):
        log = json.loads(path.read_text(encoding="utf-8"))
        log.pop("$schema", None)
        yield json.dumps(log)


def games_of(paths):
    """Returns the games of JSON Lines files."""
    for path in paths:
        yield from pathlib.Path(path).read_text(encoding="utf-8").splitlines()


def all_sources(program, games):
    """Returns games of every kind, and the replays."""
    yield from sources(program, games)
    yield from stuck_sources(program, games)
    yield from module_sources(program, games)
    yield from new_sources(program, games)
    yield from long_sources(program, games)
    yield from replays()


def stuck_sources(program, games):
    """Returns games with a forced pass; they are rare, so many are generated."""
    for seats in (2, 3, 4):
        for extra in (["--no-decks"], ["--ruling", "stalemate=continues"]):
            options = ["--seats", str(seats), "--policy", "hoarder", "--turns", "150", *extra]
            lines = generate(program, 30 * games, 5000, options)
            yield from [line for line in lines if '"pass":true' in line][: 2 * games]


def verifier_opinions(program, lines):
    """Returns the reports of the verifier, from one process for all logs."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
        file.flush()
        command = [program, "verify", "--format", "json", file.name]
        output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout
    return [json.loads(line) for line in output.splitlines()]


def differences(report, said):
    """Returns the differences between the report and the oracle, as pairs by name."""
    errors = [f for f in report["findings"] if f["severity"] == "error"]
    finding = errors[0] if errors and report["verdict"] == "illegal" else {}
    if is_undecided(report, said):
        return {}
    if said.open is not None:
        return differences_behind(report, finding, said)
    pairs = {
        "verdict": (report["verdict"], said.verdict),
        "turn": (finding.get("turn"), said.turn),
        "clause": (finding.get("clause"), said.clause),
    }
    pairs["complete"] = (report["complete"], said.complete)
    revealed = said.several and all(str(c).startswith("reveal.") for c in pairs["clause"])
    if revealed or said.ungranted and FREE_CARDS.issuperset(pairs["clause"]):
        del pairs["clause"]
    if said.scores is not None:
        pairs["scores"] = (report.get("scores"), said.scores)
        pairs["winners"] = (report.get("winners"), said.winners)
    if said.digest is not None:
        pairs["digest"] = (report.get("digest"), said.digest)
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def is_undecided(report, said):
    """Returns whether the verifier reached a limit of its search before an illegal turn."""
    return report["verdict"] == "undecided" and (said.blind or said.verdict == "consistent")


def differences_behind(report, finding, said):
    """Compares up to an open fact, which the oracle does not follow: no illegal turn before it,
    and the same verdict on claims that fail at every table."""
    # A foreign turn behind the open fact makes the log unsupported.
    possible = ("legal", "consistent", "illegal", "unsupported")
    possible = ("illegal",) if said.verdict == "illegal" else possible
    early = finding.get("turn", said.open) < said.open
    if report["verdict"] in possible and not early:
        return {}
    return {"verdict": (report["verdict"], said.verdict), "turn": (finding.get("turn"), said.open)}


def turns_judged(reports, rows):
    """Returns how many turns were judged, and how many of them with Orient or Strongholds."""
    turns = [report["judged"] for report in reports]
    heads = [line.split('"players"', 1)[0] for _, line, _ in rows]
    new = ['"orient"' in head or '"strongholds"' in head for head in heads]
    return sum(turns), sum(count for count, is_new in zip(turns, new) if is_new)


def compare(program, rows, keep):
    """Prints every difference; returns how many logs differ."""
    reports = verifier_opinions(program, [line for _, line, _ in rows])
    if len(reports) != len(rows):
        sys.exit(f"{len(rows)} logs, but {len(reports)} reports")
    different = 0
    undecided = sum(is_undecided(report, said) for report, (_, _, said) in zip(reports, rows))
    print(f"{undecided} logs are beyond the search of the verifier")
    turns, new = turns_judged(reports, rows)
    print(f"{turns} turns judged, {new} of them with Orient or Strongholds")
    for number, (report, (name, line, said)) in enumerate(zip(reports, rows)):
        found = differences(report, said)
        if not found:
            continue
        different += 1
        text = ", ".join(f"{key} {a} / {b}" for key, (a, b) in found.items())
        print(f"log {number} ({name}): verifier / oracle: {text}")
        if keep:
            pathlib.Path(keep, f"{number}.json").write_text(line + "\n", encoding="utf-8")
    return different


def summary(rows):
    """Prints a line with the number of logs for each verdict or clause."""
    tally = collections.Counter(said.clause or said.verdict for _, _, said in rows)
    for name, count in sorted(tally.items()):
        print(f"{count:7} {name}")


def main():
    """Makes the logs, judges them twice, and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    parser.add_argument("--program", default=str(pathlib.Path(target, "release", "splendor")))
    parser.add_argument("--quick", action="store_true", help="fewer logs, for every change")
    parser.add_argument("--games", type=int, help="games of each kind")
    parser.add_argument("--times", type=int, help="mutated logs of each game")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the mutations")
    parser.add_argument("--keep", metavar="FOLDER", help="write differing logs to a folder")
    parser.add_argument("--logs", metavar="FILE", nargs="+", help="take the games of these files")
    parser.add_argument("--summary", action="store_true", help="count the verdicts and clauses")
    args = parser.parse_args()
    games, times = args.games or (1 if args.quick else 4), args.times or (18 if args.quick else 48)
    box = tables.Box.of(args.program)
    lines = list(games_of(args.logs) if args.logs else all_sources(args.program, games))
    played = [line for line in lines if '"turns": []' not in line]
    jobs = [(line, args.seed * 1_000_003 + i, times, box) for i, line in enumerate(played)]
    rows = [("none", line, oracle.verify(json.loads(line), box)) for line in lines]
    with multiprocessing.Pool() as pool:
        for some in pool.imap(mutants, jobs, chunksize=4):
            rows += some
    different = compare(args.program, rows, args.keep)
    if args.summary:
        summary(rows)
    print(f"{len(rows)} logs of {len(lines)} games compared, {different} differ")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
