"""Writes tables and turns as facts of `rules.lp`.

The module knows no rule: it splits names as the page on the log format defines them, and turns
every field into a fact.
"""

import re

COLORS = {"d": "diamond", "s": "sapphire", "e": "emerald", "r": "ruby", "o": "onyx"}
TOKENS = [*COLORS.values(), "gold"]
LEVELS = ("level1", "level2", "level3")
POSTS = ("gem-after-purchase", "third-gem", "double-gold", "draw-two", "point-per-post")
DEFAULTS = {
    "fewer": "when-short",
    "pass": "when-stuck",
    "stalemate": "ends",
    "gold": "free",
    "tie": "fewest-cards-then-shared",
    "noble-choice": "seat",
    "return": "exact",
    "noble-time": "every-turn",
    "powers": "mandatory",
    "overpay": "half-gold",
    "gold-at-ten": "taken",
}
CARD = re.compile(r"([abc])(\d)([dsero])((?:\d[dsero])*)")
TILE = re.compile(r"(\d+):((?:\d[dsero])*)(?:\+(\d))?")


def amounts(text):
    """Returns the pairs of a text like `3d2s`."""
    return [(COLORS[color], int(number)) for number, color in re.findall(r"(\d)([dsero])", text)]


def card_facts(name):
    """Yields the facts of a card from its name."""
    level, prestige, color, cost = CARD.fullmatch(name).groups()
    yield f'level("{name}",{"abc".index(level) + 1}).'
    yield f'makes("{name}",{COLORS[color]}).'
    yield f'brings("{name}",{prestige}).'
    for paid, number in amounts(cost):
        yield f'costs("{name}",{paid},{number}).'


def tile_facts(name, city):
    """Yields the facts of a noble or a city from its name."""
    prestige, asked, further = TILE.fullmatch(name).groups()
    yield f'{"asks_prestige" if city else "brings"}("{name}",{prestige}).'
    for color, number in amounts(asked):
        yield f'asks("{name}",{color},{number}).'
    if further:
        yield f'asks_further("{name}",{further}).'


def word(name):
    """Returns a kebab-case name as a constant."""
    return name.replace("-", "_")


def card_name(card):
    """Returns the name of a card in hand, with or without its deck."""
    return card if isinstance(card, str) else card["card"]


def seat_facts(p, s, seat):
    """Yields the facts of a seat at a table."""
    for token in TOKENS:
        yield f"holds({p},{s},{token},{seat.get('tokens', {}).get(token, 0)})."
    for card in seat.get("cards", []):
        yield f'bought({p},{s},"{card}").'
    for card in seat.get("hand", []):
        yield f'hand({p},{s},"{card_name(card)}").'
    for noble in seat.get("nobles", []):
        yield f'guest({p},{s},"{noble}").'
    for post in seat.get("posts", []):
        yield f"owns({p},{s},{word(post)})."


def deck_facts(p, level, deck):
    """Yields the size of each deck and its first two cards."""
    cards = deck if isinstance(deck, list) else []
    if not isinstance(deck, list) and deck["cards"] != 0:
        raise ValueError("the order of a deck is not known")
    yield f"deck({p},{level},{len(cards)})."
    for place, card in enumerate(cards[:2]):
        yield f'next({p},{level},{place},"{card}").'


def table_facts(p, table):
    """Yields the facts of the table number `p`."""
    yield f"seats({p},{len(table['seats'])}). mover({p},{table.get('to_move', 0)})."
    yield f"passes({p},{table.get('passes', 0)})."
    yield f"target({p},{table['rules'].get('rulings', {}).get('target', 15)})."
    for name, value in table["rules"].get("rulings", {}).items():
        if name != "target" and value != DEFAULTS[name]:
            yield f"ruling({p},{word(name)},{word(value)})."
    if table["rules"].get("rulings", {}).get("noble-choice") == "first-listed":
        for place, noble in enumerate(table.get("nobles", [])):
            yield f'listed({p},"{noble}",{place}).'
    if table.get("ended"):
        yield f"over({p})."
    if table.get("last_round"):
        yield f"last_round({p})."
    for module in table["rules"].get("modules", []):
        yield f"module({p},{word(module)})."
    for token in TOKENS:
        yield f"supply({p},{token},{table['supply'].get(token, 0)})."
    for s, seat in enumerate(table["seats"]):
        yield from seat_facts(p, s, seat)
    for number, level in enumerate(LEVELS, 1):
        for card in table["market"][level]:
            yield f'market({p},"{card}").'
        yield from deck_facts(p, number, table["decks"][level])
    for noble in table.get("nobles", []):
        yield f'noble({p},"{noble}").'
    for city in table.get("cities", []):
        yield f'city({p},"{city}").'


def action_facts(t, turn):
    """Yields the facts of the action of a turn."""
    if "take" in turn:
        yield f"does({t},take)."
        for token in set(turn["take"]):
            yield f"takes({t},{token},{turn['take'].count(token)})."
    elif "reserve" in turn:
        reserve = turn["reserve"]
        if "market" in reserve:
            yield f'does({t},reserve). reserves({t},"{reserve["market"]}").'
            return
        yield f"does({t},draw). draws({t},{reserve['deck']})."
        for field, name in (("card", "drawn"), ("under", "under")):
            if field in reserve:
                yield f'{name}({t},"{reserve[field]}").'
    elif "purchase" in turn:
        purchase = turn["purchase"]
        yield f'does({t},purchase). buys({t},"{purchase["card"]}").'
        for token, number in purchase["pay"].items():
            yield f"pays({t},{token},{number})."
        if "from" in purchase:
            yield f"from({t},{purchase['from']})."
    else:
        yield f"does({t},pass)."


def several(value):
    """Returns one name or a list of names as a list."""
    return [value] if isinstance(value, str) else value


def turn_facts(t, p, turn):
    """Yields the facts of the turn number `t` at the table `p`."""
    yield f"turn({t},{p})."
    if "seat" in turn:
        yield f"seat({t},{turn['seat']})."
    yield from action_facts(t, turn)
    if "refill" in turn:
        yield f'refill({t},"{turn["refill"]}").'
    if "gem" in turn:
        yield f"gem({t},{turn['gem']})."
    for token, number in turn.get("return", {}).items():
        yield f"returns({t},{token},{number})."
    for noble in several(turn.get("noble", [])):
        yield f'visit({t},"{noble}").'
    for post in several(turn.get("post", [])):
        yield f"gains({t},{word(post)})."
