"""Makes turns for a table: legal turns, and legal turns with one or two changes."""

import copy

import modules
from facts import POSTS, TOKENS, card_name, several
from modules import GEMS, deck_of, decks_of, market_of, price

NOBLES = ("3:4d4s", "3:4s4e", "3:4e4r", "3:4r4o", "3:4d4o",
          "3:3d3s3e", "3:3s3e3r", "3:3e3r3o", "3:3d3r3o", "3:3d3s3o")


def any_card(dice, table):
    """Returns a card from anywhere, usually a plausible one."""
    seats = table["seats"]
    mover = seats[table.get("to_move", 0)]
    market = market_of(table)
    hands = [card_name(card) for seat in seats for card in seat.get("hand", [])]
    places = [market, market, [card_name(card) for card in mover.get("hand", [])], hands,
              [card_name(card) for seat in seats for card in seat.get("cards", [])],
              deck_of(table, dice.choice(decks_of(table)))[:3],
              deck_of(table, dice.choice(decks_of(table)))]
    return dice.choice(dice.choice([place for place in places if place]))


def more_or_less(dice, counts):
    """Changes a count of tokens slightly."""
    token = dice.choice(TOKENS)
    counts[token] = max(0, counts.get(token, 0) + dice.choice((-1, 1, 1, 2)))
    if dice.random() < 0.6:
        other = dice.choice([t for t in TOKENS if counts.get(t)] or TOKENS)
        counts[other] = max(0, counts.get(other, 0) + dice.choice((-2, -1, -1, 1)))
    return {token: number for token, number in counts.items() if number}


def gold_for_gem(dice, pay):
    """Replaces one gem or two by a gold in the payment, or the reverse."""
    gem = dice.choice([t for t in GEMS if pay.get(t)] or GEMS)
    gems, gold = dice.choice(((-1, 1), (-2, 1), (1, -1), (2, -1), (-3, 2)))
    pay[gem] = max(0, pay.get(gem, 0) + gems)
    pay["gold"] = max(0, pay.get("gold", 0) + gold)
    return {token: number for token, number in pay.items() if number}


def take(dice, turn):
    """Changes the tokens taken."""
    tokens = turn["take"]
    if tokens and dice.random() < 0.5:
        tokens[dice.randrange(len(tokens))] = dice.choice(TOKENS)
    elif tokens and dice.random() < 0.5:
        tokens.pop(dice.randrange(len(tokens)))
    else:
        tokens.append(dice.choice(tokens + TOKENS))


def some_take(dice):
    """Makes any take."""
    kind = dice.randrange(4)
    if kind == 0:
        return [dice.choice(GEMS)] * 2
    if kind == 1:
        return dice.sample(GEMS, dice.randint(1, 4))
    return [dice.choice(TOKENS) for _ in range(dice.randint(0, 4))]


def reserve(dice, table, turn):
    """Changes the card reserved or the cards drawn."""
    if "market" in turn["reserve"] or dice.random() < 0.3:
        turn["reserve"] = {"market": any_card(dice, table)}
        return
    drawn = turn["reserve"]
    if dice.random() < 0.2:
        drawn.pop("orient", None)
        drawn["deck"] = dice.randint(1, 3)
    deck = deck_of(table, drawn["deck"] if "deck" in drawn else drawn["orient"] + 3)
    for field in ("card", "under"):
        chance = dice.random()
        if chance < 0.2:
            drawn[field] = any_card(dice, table)
        elif chance < 0.7 and deck:
            drawn[field] = dice.choice(deck[:3])


def exchange(dice, pay):
    """Pays a gem of one color less and of another color more."""
    less, more = dice.choice([t for t in GEMS if pay.get(t)] or GEMS), dice.choice(GEMS)
    pay[less] = max(0, pay.get(less, 0) - 1)
    pay[more] = pay.get(more, 0) + 1
    return {token: number for token, number in pay.items() if number}


def purchase(dice, table, turn):
    """Changes the card bought, its place, or its payment."""
    bought = turn["purchase"]
    chance = dice.random()
    if bought["pay"].get("gold") and dice.random() < 0.4:
        bought["pay"] = exchange(dice, bought["pay"])
        return
    if chance < 0.2:
        bought["card"] = any_card(dice, table)
    elif chance < 0.35:
        bought["from"] = dice.choice(("market", "hand"))
    elif chance < 0.7:
        bought["pay"] = gold_for_gem(dice, bought["pay"])
    else:
        bought["pay"] = more_or_less(dice, bought["pay"])


def action(dice, table, turn):
    """Changes the action, usually within its kind."""
    if "take" in turn:
        take(dice, turn)
    elif "reserve" in turn:
        reserve(dice, table, turn)
    elif "purchase" in turn:
        purchase(dice, table, turn)
    else:
        other_action(dice, table, turn)


def other_action(dice, table, turn):
    """Replaces the action."""
    for key in ("take", "reserve", "purchase", "pass"):
        turn.pop(key, None)
    if dice.random() < 0.8:
        for key in ("copy", "free", "stronghold", "conquest"):
            turn.pop(key, None)
    kind = dice.randrange(8)
    if kind == 0:
        turn["pass"] = True
    elif kind < 3:
        turn["take"] = some_take(dice)
    elif kind == 3:
        turn["reserve"] = {"market": any_card(dice, table)}
    elif kind == 4:
        turn["reserve"] = {"deck": 1}
        reserve(dice, table, turn)
    else:
        mover = table["seats"][table.get("to_move", 0)]
        tokens = [t for t, n in mover.get("tokens", {}).items() for _ in range(n)]
        paid = dice.sample(tokens, min(len(tokens), dice.randint(0, 5)))
        pay = {token: paid.count(token) for token in set(paid)}
        turn["purchase"] = {"card": any_card(dice, table), "pay": pay}


def split_gold(dice, table, turn):
    """Buys a card so that one gold would have to pay for gems of two colors."""
    mover = table["seats"][table.get("to_move", 0)]
    hand = [card_name(card) for card in mover.get("hand", [])]
    card = dice.choice(market_of(table) + hand or ["a0d3s"])
    pay = price(mover, card)
    for gem in dice.sample(sorted(pay), min(len(pay), 2)):
        pay[gem] -= 1
    for key in ("take", "reserve", "pass", "refill"):
        turn.pop(key, None)
    paid = {gem: n for gem, n in pay.items() if n} | {"gold": 1}
    turn["purchase"] = {"card": card, "pay": paid}


def seat(dice, table, turn):
    """Changes or removes the acting seat."""
    turn["seat"] = dice.randrange(len(table["seats"]))
    if dice.random() < 0.2:
        del turn["seat"]


def returned(dice, _, turn):
    """Changes the return."""
    turn["return"] = more_or_less(dice, turn.get("return", {}))
    if dice.random() < 0.15:
        turn["return"] = {}
    if not turn["return"]:
        del turn["return"]


def refill(dice, table, turn):
    """Changes the refill: the next card of a deck, a later one, or any."""
    deck = deck_of(table, dice.choice(decks_of(table)))
    turn["refill"] = dice.choice(deck[:3]) if deck else any_card(dice, table)
    if dice.random() < 0.3:
        turn["refill"] = any_card(dice, table)


def gem(dice, _, turn):
    """Changes, adds or removes the gem of a power."""
    if "gem" in turn and dice.random() < 0.3:
        del turn["gem"]
    else:
        turn["gem"] = dice.choice(TOKENS)


def some(dice, turn, field, names):
    """Puts another name, two names or no name into a field."""
    chance = dice.random()
    if field in turn and chance < 0.4:
        del turn[field]
    elif chance < 0.8:
        turn[field] = dice.choice(names)
    else:
        first = several(turn.get(field, dice.choice(names)))[0]
        turn[field] = [first, dice.choice([name for name in names if name != first])]


def noble(dice, table, turn):
    """Changes the noble, adds a second one, or removes it."""
    here = table.get("nobles", [])
    some(dice, turn, "noble", here if len(here) > 1 and dice.random() < 0.8 else NOBLES)


def post(dice, _, turn):
    """Changes the post, adds a second one, or removes it."""
    some(dice, turn, "post", POSTS)


def changes(table, turn):
    """Returns the changes that fit a turn; changes that concern more rules appear more often."""
    fit = [action] * 6 + [other_action] * 2 + [returned] * 3 + [seat, refill]
    mover = table["seats"][table.get("to_move", 0)]
    if "double-gold" in mover.get("posts", []):
        fit += [split_gold] * 3
    fit += [noble] * (6 if "noble" in turn else 1)
    if "trading-posts" in table["rules"].get("modules", []):
        fit += [gem] * (4 if mover.get("posts") else 1) + [post] * (5 if "post" in turn else 1)
    elif "take" in turn:
        fit += [gem, post]
    if "refill" in turn or "purchase" in turn:
        fit += [refill]
    return fit


def mutant(dice, table, turn):
    """Returns a turn with one change, or sometimes two."""
    turn = copy.deepcopy(turn)
    for _ in range(dice.choice((1, 1, 1, 2))):
        some, own = modules.changes(table, turn), changes(table, turn)
        chosen = some if dice.random() < min(0.7, len(some) / 10) else own
        dice.choice(chosen)(dice, table, turn)
    turn = modules.completed(dice, table, turn)
    # Turns that differ only in the order of the take are equal.
    return turn | ({"take": sorted(turn["take"])} if "take" in turn else {})
