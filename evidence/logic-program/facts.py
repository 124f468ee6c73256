"""Writes tables and turns as facts of `rules.lp`.

The module knows no rule: it splits names as the page on the log format defines them, and turns
every field into a fact.
"""

import collections
import re

COLORS = {"d": "diamond", "s": "sapphire", "e": "emerald", "r": "ruby", "o": "onyx"}
TOKENS = [*COLORS.values(), "gold"]
LEVELS = ("level1", "level2", "level3")
ORIENT = ("orient1", "orient2", "orient3")
ROWS = LEVELS + ORIENT
NEAR = 8  # Cards of a deck that a turn with Orient or Strongholds can need; others need two.
POSTS = ("gem-after-purchase", "third-gem", "double-gold", "draw-two", "point-per-post")
DEFAULTS = {
    "fewer": "when-short",
    "pass": "when-stuck",
    "stalemate": "ends",
    "end-time": "round",
    "gold": "free",
    "tie": "fewest-cards-then-shared",
    "noble-choice": "seat",
    "return": "exact",
    "noble-time": "every-turn",
    "powers": "mandatory",
    "overpay": "half-gold",
    "gold-at-ten": "taken",
    "copy-double": "one",
    "virtual-spare": "each-pays",
    "conquest-refill": "reserved-first",
    "stronghold-step": "mandatory",
    "remove": "lone",
    "move": "free",
    "tie-cards": "in-play",
}
CARD = re.compile(
    r"([abcABC])(\d)(gg|ca?|dd|ss|ee|rr|oo|[dsero]b?)(?:x2([dsero])|((?:\d[dsero])*))"
)
TILE = re.compile(r"(\d+):((?:\d[dsero])*)(?:\+(\d))?")


def amounts(text):
    """Returns the pairs of a text like `3d2s`."""
    return [(COLORS[color], int(number)) for number, color in re.findall(r"(\d)([dsero])", text)]


def card_facts(name):
    """Yields the facts of a card from its name."""
    level, prestige, what, asked, cost = CARD.fullmatch(name).groups()
    number = "abc".index(level.lower()) + 1
    yield f'level("{name}",{number}).'
    yield f'brings("{name}",{prestige}).'
    if what[0] in COLORS:
        yield f'makes("{name}",{COLORS[what[0]]}).'
    yield from power_facts(name, what)
    if level.isupper():
        yield f'orient("{name}").'
    if asked:
        yield f'asks_cards("{name}",{COLORS[asked]}).'
    for paid, number in amounts(cost or ""):
        yield f'costs("{name}",{paid},{number}).'


def power_facts(name, what):
    """Yields the facts of what a card brings beside one bonus."""
    if what == "gg":
        yield f'virtual("{name}").'
    elif what[0] == what[-1] in COLORS and len(what) == 2:
        yield f'doubles("{name}").'
    if what[0] == "c":
        yield f'copier("{name}").'
    if what[1:] in ("a", "b"):
        yield f'grants("{name}",{"ab".index(what[1]) + 1}).'


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
    """Returns the name of a card, which may be alone, with its deck or with its color."""
    return card if isinstance(card, str) else card["card"]


def seat_facts(p, s, seat):
    """Yields the facts of a seat at a table."""
    for token in TOKENS:
        yield f"holds({p},{s},{token},{seat.get('tokens', {}).get(token, 0)})."
    for card in seat.get("cards", []):
        yield f'bought({p},{s},"{card_name(card)}").'
        if not isinstance(card, str):
            yield f'copied({p},{s},"{card["card"]}",{card["copy"]}).'
            if card.get("bonuses", 1) > 1:
                yield f'doubled({p},{s},"{card["card"]}").'
    for card, number in collections.Counter(seat.get("strongholds", [])).items():
        yield f'stands({p},{s},"{card}",{number}).'
    for card in seat.get("hand", []):
        yield f'hand({p},{s},"{card_name(card)}").'
    for noble in seat.get("nobles", []):
        yield f'guest({p},{s},"{noble}").'
    for post in seat.get("posts", []):
        yield f"owns({p},{s},{word(post)})."


def deck_facts(p, row, deck, near):
    """Yields the size of a deck and its first cards."""
    cards = deck if isinstance(deck, list) else []
    if not isinstance(deck, list) and deck["cards"] != 0:
        raise ValueError("the order of a deck is not known")
    yield f"deck({p},{row},{len(cards)})."
    for place, card in enumerate(cards[:near]):
        yield f'next({p},{row},{place},"{card}").'


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
    near = NEAR if {"orient", "strongholds"} & {*table["rules"].get("modules", [])} else 2
    for number, row in enumerate(ROWS, 1):
        for card in table["market"].get(row, []):
            yield f'market({p},"{card}").'
        if row in table["decks"]:
            yield from deck_facts(p, number, table["decks"][row], near)
    for card in table.get("gone", []):
        yield f'gone({p},"{card}").'
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
        row = reserve["deck"] if "deck" in reserve else reserve["orient"] + 3
        yield f"does({t},draw). draws({t},{row})."
        for field, name in (("card", "drawn"), ("under", "under")):
            if field in reserve:
                yield f'{name}({t},"{reserve[field]}").'
    elif "purchase" in turn:
        yield f"does({t},purchase)."
    else:
        yield f"does({t},pass)."


def purchase_facts(t, part, purchase):
    """Yields the facts of a purchase."""
    yield f'buys({t},{part},"{purchase["card"]}").'
    for token, number in purchase["pay"].items():
        yield f"pays({t},{part},{token},{number})."
    if "from" in purchase:
        yield f"from({t},{part},{purchase['from']})."
    for name, field in (("spends", "spend"), ("discards", "discard")):
        for card, number in collections.Counter(purchase.get(field, [])).items():
            yield f'{name}({t},{part},"{card}",{number}).'


def step_facts(t, part, step):
    """Yields the facts of a step with a stronghold."""
    if "place" in step:
        yield f'places({t},{part},"{step["place"]}").'
    if "move" in step:
        yield f'moves({t},{part},"{step["move"]["from"]}","{step["move"]["to"]}").'
    if "remove" in step:
        yield f'removes({t},{part},"{step["remove"]["card"]}").'
        if "seat" in step["remove"]:
            yield f"removes_from({t},{part},{step['remove']['seat']})."


def events_of(event):
    """Returns an event and its free cards, from the outside in."""
    while event is not None:
        yield event
        event = event.get("free")


def part_facts(t, part, event):
    """Yields the facts of the action or the conquest, with its free cards."""
    if "purchase" in event:
        yield from purchase_facts(t, part, event["purchase"])
    if "gem" in event:
        yield f"gem({t},{part},{event['gem']})."
    yield from step_facts(t, part, event.get("stronghold", {}))
    for at, inner in enumerate(events_of(event)):
        if at > 0:
            yield f'free({t},{part},{at},"{inner["card"]}").'
        if "refill" in inner:
            yield f'refill({t},{part},{at},"{inner["refill"]}").'
        if "copy" in inner:
            copy = inner["copy"] if inner["copy"] in TOKENS else f'"{inner["copy"]}"'
            yield f"copies({t},{part},{at},{copy})."


def several(value):
    """Returns one name or a list of names as a list."""
    return [value] if isinstance(value, str) else value


def turn_facts(t, p, turn):
    """Yields the facts of the turn number `t` at the table `p`."""
    yield f"turn({t},{p})."
    if "seat" in turn:
        yield f"seat({t},{turn['seat']})."
    yield from action_facts(t, turn)
    yield from part_facts(t, 1, turn)
    if "conquest" in turn:
        yield f"conquers({t})."
        yield from part_facts(t, 2, turn["conquest"])
    for token, number in turn.get("return", {}).items():
        yield f"returns({t},{token},{number})."
    for noble in several(turn.get("noble", [])):
        yield f'visit({t},"{noble}").'
    for post in several(turn.get("post", [])):
        yield f"gains({t},{word(post)})."
