"""A small engine of the base game: legal turns, playing a turn, scores.

It is an example of what `splendor conformance` asks, not of how to write a fast engine.
A position is the JSON object of the format `splendor-position/1`, whose cards are all
told.  Everything that an engine has to know of a card stands in its name: `b2r1d4s2e` is
of level 2, has 2 points and a ruby bonus, and costs a diamond, 4 sapphires, 2 emeralds.
"""

import copy
import itertools
import re

COLORS = ("diamond", "sapphire", "emerald", "ruby", "onyx")
LETTERS = dict(zip("dsero", COLORS))
TOKENS = COLORS + ("gold",)
LEVELS = ("level1", "level2", "level3")


def gems(text):
    """The gems of a text like `1d4s2e`."""
    return {LETTERS[color]: int(count) for count, color in re.findall("([1-9])([dsero])", text)}


def level_of(card):
    return LEVELS["abc".index(card[0])]


def get(tokens, kind):
    return tokens.get(kind, 0)


def add(tokens, others, sign=1):
    """The tokens with others put to them, or taken away; kinds of which there is none go."""
    sums = {kind: get(tokens, kind) + sign * get(others, kind) for kind in TOKENS}
    return {kind: count for kind, count in sums.items() if count}


def total(tokens):
    return sum(tokens.values())


def card_in_hand(entry):
    """A card in hand is a name, or an object with the deck that it came from."""
    return entry["card"] if isinstance(entry, dict) else entry


def bonuses(seat):
    cards = [LETTERS[card[2]] for card in seat.get("cards", [])]
    return {color: cards.count(color) for color in COLORS}


def prestige(seat):
    cards = sum(int(card[1]) for card in seat.get("cards", []))
    return cards + sum(int(noble[0]) for noble in seat.get("nobles", []))


def heaps(tokens, size):
    """Every heap of so many of the tokens."""
    ranges = [range(min(size, get(tokens, kind)) + 1) for kind in TOKENS]
    for counts in itertools.product(*ranges):
        if sum(counts) == size:
            yield {kind: count for kind, count in zip(TOKENS, counts) if count}


def payments(seat, card):
    """Every heap that pays the cost less the bonuses, gold standing for any gem."""
    cost, own, tokens = gems(card[3:]), bonuses(seat), seat.get("tokens", {})
    price = {color: max(0, get(cost, color) - own[color]) for color in COLORS}
    ranges = [range(min(price[color], get(tokens, color)) + 1) for color in COLORS]
    for counts in itertools.product(*ranges):
        gold = sum(price.values()) - sum(counts)
        if gold <= get(tokens, "gold"):
            pay = dict(zip(COLORS, counts), gold=gold)
            yield {kind: count for kind, count in pay.items() if count}


def actions(position):
    """Every action that the next seat may take, without how its turn ends."""
    seat, supply = position["seats"][position.get("to_move", 0)], position["supply"]
    there = [color for color in COLORS if get(supply, color)]
    most = min(3, len(there))
    for size in range(3 if most == 3 else 1, most + 1):
        for take in itertools.combinations(there, size):
            yield {"take": list(take)}
    for color in there:
        if supply[color] >= 4:
            yield {"take": [color, color]}
    hand = seat.get("hand", [])
    market = [card for level in LEVELS for card in position["market"][level]]
    if len(hand) < 3:
        for card in market:
            yield {"reserve": {"market": card}}
        for number, level in enumerate(LEVELS, 1):
            if position["decks"][level]:
                yield {"reserve": {"deck": number}}
    for card in market + [card_in_hand(entry) for entry in hand]:
        for pay in payments(seat, card):
            yield {"purchase": {"card": card, "pay": pay}}


def legal_turns(position):
    """Every legal turn: every action with every way to end it."""
    if position.get("ended"):
        return []
    every = list(actions(position)) or [{"pass": True}]
    return [turn for action in every for turn in endings(position, action)]


def endings(position, action):
    """The action with every return of what is above ten, and with every noble that can come."""
    after = copy.deepcopy(position)
    act(after, action)
    seat = after["seats"][after.get("to_move", 0)]
    tokens, own = seat.get("tokens", {}), bonuses(seat)
    nobles = [noble for noble in after["nobles"] if meets(own, noble)]
    for heap in heaps(tokens, max(0, total(tokens) - 10)):
        for noble in nobles or [None]:
            turn = dict(action, seat=position.get("to_move", 0))
            if heap:
                turn["return"] = heap
            if noble:
                turn["noble"] = noble
            yield turn


def meets(own, noble):
    return all(own[color] >= count for color, count in gems(noble.split(":")[1]).items())


def act(position, turn):
    """Changes a position as the action of a turn does; the market is filled at once."""
    seat, supply = position["seats"][position.get("to_move", 0)], position["supply"]
    tokens = seat.get("tokens", {})
    if "take" in turn:
        heap = {color: turn["take"].count(color) for color in TOKENS}
        tokens, supply = add(tokens, heap), add(supply, heap, -1)
    elif "reserve" in turn:
        seat["hand"] = seat.get("hand", []) + [reserved(position, turn["reserve"])]
        if get(supply, "gold"):
            tokens, supply = add(tokens, {"gold": 1}), add(supply, {"gold": 1}, -1)
    elif "purchase" in turn:
        card, pay = turn["purchase"]["card"], turn["purchase"]["pay"]
        hand = seat.get("hand", [])
        if card in [card_in_hand(entry) for entry in hand]:
            seat["hand"] = [entry for entry in hand if card_in_hand(entry) != card]
        else:
            leave_market(position, card)
        seat["cards"] = seat.get("cards", []) + [card]
        tokens, supply = add(tokens, pay, -1), add(supply, pay)
    seat["tokens"], position["supply"] = tokens, supply


def reserved(position, told):
    """Takes the reserved card from the market or from its deck."""
    if "market" in told:
        leave_market(position, told["market"])
        return told["market"]
    return {"deck": told["deck"], "card": position["decks"][LEVELS[told["deck"] - 1]].pop(0)}


def leave_market(position, card):
    level = level_of(card)
    position["market"][level].remove(card)
    if position["decks"][level]:
        position["market"][level].append(position["decks"][level].pop(0))


def play(position, turn):
    """The position after a legal turn."""
    after = copy.deepcopy(position)
    seats, mover = after["seats"], after.get("to_move", 0)
    act(after, turn)
    seat, back = seats[mover], turn.get("return", {})
    seat["tokens"], after["supply"] = add(seat["tokens"], back, -1), add(after["supply"], back)
    if "noble" in turn:
        after["nobles"].remove(turn["noble"])
        seat["nobles"] = seat.get("nobles", []) + [turn["noble"]]
    # A row of passes ends when somebody acts, or when a noble comes.
    waits = "pass" in turn and "noble" not in turn
    after["passes"] = after.get("passes", 0) + 1 if waits else 0
    after["turns"] = after.get("turns", 0) + 1
    after["to_move"] = (mover + 1) % len(seats)
    last = after.get("last_round", False) or prestige(seat) >= 15
    after["ended"] = last and after["to_move"] == 0 or after["passes"] == len(seats)
    after["last_round"] = last and not after["ended"]
    return after


def winners(position):
    """The seats with the most prestige, and of these the ones with the fewest cards."""
    rank = [(prestige(seat), -len(seat.get("cards", []))) for seat in position["seats"]]
    return [seat for seat, place in enumerate(rank) if place == max(rank)]
