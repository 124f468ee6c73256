"""A small engine of the base game: legal turns, playing a turn, scores.

It shows how to answer `splendor conformance`, not how to write a fast engine.
A position is a JSON object of the format `splendor-position/1` in which every card is known.
The id of a card has all its values: `b2r1d4s2e` is of level 2, has 2 points and a ruby
bonus, and costs a diamond, 4 sapphires and 2 emeralds.
"""

import copy
import itertools
import re

COLORS = ("diamond", "sapphire", "emerald", "ruby", "onyx")
LETTERS = dict(zip("dsero", COLORS))
TOKENS = COLORS + ("gold",)
LEVELS = ("level1", "level2", "level3")


def gems(text):
    """Returns the counts of a text like `1d4s2e`."""
    return {LETTERS[color]: int(count) for count, color in re.findall("([1-9])([dsero])", text)}


def level_of(card):
    return LEVELS["abc".index(card[0])]


def get(tokens, kind):
    return tokens.get(kind, 0)


def add(tokens, others, sign=1):
    """Adds or subtracts counts of tokens, and drops zeros."""
    sums = {kind: get(tokens, kind) + sign * get(others, kind) for kind in TOKENS}
    return {kind: count for kind, count in sums.items() if count}


def total(tokens):
    return sum(tokens.values())


def card_in_hand(entry):
    """Returns the id of a card in hand: the entry is an id, or an object with its deck."""
    return entry["card"] if isinstance(entry, dict) else entry


def bonuses(seat):
    cards = [LETTERS[card[2]] for card in seat.get("cards", [])]
    return {color: cards.count(color) for color in COLORS}


def prestige(seat):
    cards = sum(int(card[1]) for card in seat.get("cards", []))
    return cards + sum(int(noble[0]) for noble in seat.get("nobles", []))


def choices(tokens, size):
    """Yields every choice of `size` of the tokens."""
    ranges = [range(min(size, get(tokens, kind)) + 1) for kind in TOKENS]
    for counts in itertools.product(*ranges):
        if sum(counts) == size:
            yield {kind: count for kind, count in zip(TOKENS, counts) if count}


def payments(seat, card):
    """Yields every payment of the cost less the bonuses, with gold in place of any gem."""
    cost, own, tokens = gems(card[3:]), bonuses(seat), seat.get("tokens", {})
    price = {color: max(0, get(cost, color) - own[color]) for color in COLORS}
    ranges = [range(min(price[color], get(tokens, color)) + 1) for color in COLORS]
    for counts in itertools.product(*ranges):
        gold = sum(price.values()) - sum(counts)
        if gold <= get(tokens, "gold"):
            pay = dict(zip(COLORS, counts), gold=gold)
            yield {kind: count for kind, count in pay.items() if count}


def actions(position):
    """Yields every action of the next seat, without returns and nobles."""
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
    """Returns every legal turn: every action with every ending."""
    if position.get("ended"):
        return []
    every = list(actions(position)) or [{"pass": True}]
    return [turn for action in every for turn in endings(position, action)]


def endings(position, action):
    """Yields the action with every return of the tokens above ten, and every possible noble."""
    after = copy.deepcopy(position)
    act(after, action)
    seat = after["seats"][after.get("to_move", 0)]
    tokens, own = seat.get("tokens", {}), bonuses(seat)
    nobles = [noble for noble in after["nobles"] if meets(own, noble)]
    for back in choices(tokens, max(0, total(tokens) - 10)):
        for noble in nobles or [None]:
            turn = dict(action, seat=position.get("to_move", 0))
            if back:
                turn["return"] = back
            if noble:
                turn["noble"] = noble
            yield turn


def meets(own, noble):
    return all(own[color] >= count for color, count in gems(noble.split(":")[1]).items())


def act(position, turn):
    """Carries out the action of a turn; the market is refilled at once."""
    seat, supply = position["seats"][position.get("to_move", 0)], position["supply"]
    tokens = seat.get("tokens", {})
    if "take" in turn:
        taken = {color: turn["take"].count(color) for color in TOKENS}
        tokens, supply = add(tokens, taken), add(supply, taken, -1)
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


def reserved(position, choice):
    """Removes the reserved card from the market or its deck, and returns its entry."""
    if "market" in choice:
        leave_market(position, choice["market"])
        return choice["market"]
    return {"deck": choice["deck"], "card": position["decks"][LEVELS[choice["deck"] - 1]].pop(0)}


def leave_market(position, card):
    level = level_of(card)
    position["market"][level].remove(card)
    if position["decks"][level]:
        position["market"][level].append(position["decks"][level].pop(0))


def play(position, turn):
    """Returns the position after a legal turn."""
    after = copy.deepcopy(position)
    seats, mover = after["seats"], after.get("to_move", 0)
    act(after, turn)
    seat, back = seats[mover], turn.get("return", {})
    seat["tokens"], after["supply"] = add(seat["tokens"], back, -1), add(after["supply"], back)
    if "noble" in turn:
        after["nobles"].remove(turn["noble"])
        seat["nobles"] = seat.get("nobles", []) + [turn["noble"]]
    # The count of passes starts again when somebody acts, or when a noble visits.
    waits = "pass" in turn and "noble" not in turn
    after["passes"] = after.get("passes", 0) + 1 if waits else 0
    after["turns"] = after.get("turns", 0) + 1
    after["to_move"] = (mover + 1) % len(seats)
    last = after.get("last_round", False) or prestige(seat) >= 15
    after["ended"] = last and after["to_move"] == 0 or after["passes"] == len(seats)
    after["last_round"] = last and not after["ended"]
    return after


def winners(position):
    """Returns the seats with the most prestige and, among these, the fewest cards."""
    rank = [(prestige(seat), -len(seat.get("cards", []))) for seat in position["seats"]]
    return [seat for seat, place in enumerate(rank) if place == max(rank)]
