"""Makes the turns of the comparison: those that the model can express, and edits that break rare
clauses."""

import copy
import itertools

import modules
import mutate
import tables
from facts import POSTS, TOKENS
from modules import deck_of, mover_of, ruling

# The fields of a turn, and of the objects in it, that the model knows.
EVENT = ("copy", "free", "gem", "stronghold")
FIELDS = ("seat", "take", "reserve", "purchase", "pass", "return", "noble", "post", "conquest",
          *EVENT)
INNER = {"reserve": ("market", "deck", "orient", "card", "under"),
         "purchase": ("card", "pay", "from", "spend", "discard"),
         "free": ("card", "copy", "free"), "conquest": ("purchase", *EVENT)}
ACTIONS = ("take", "reserve", "purchase", "pass")


def expressible(table, turn):
    """Returns the turn without what the model does not know; None if no action is left."""
    kept = known({"seat": table["to_move"]} | turn, FIELDS)
    # A conquest is never from the hand.
    kept.get("conquest", {"purchase": {}})["purchase"].pop("from", None)
    reserve = kept.get("reserve", {"deck": 1})
    places = {"market", "deck", "orient"} & reserve.keys()
    if sum(key in kept for key in ACTIONS) != 1 or len(places) != 1:
        return None
    if "reserve" in kept and "market" not in places:
        kept["reserve"] = drawn(table, reserve)
    return kept


def known(value, fields):
    """Returns a copy of a turn or an object in it, with these fields only."""
    return {key: known(value[key], INNER[key]) if key in INNER else copy.deepcopy(value[key])
            for key in fields if key in value}


def drawn(table, reserve):
    """Returns the draw of the top card or, if both are named, of the first two cards.

    With the post that draws two, a log without names leaves the draw open, or draws one card under
    the ruling `powers` = `optional`; so nothing else can be asked of the program.
    """
    kind = "deck" if "deck" in reserve else "orient"
    deck = {kind: reserve[kind]}
    top = deck_of(table, reserve[kind] + 3 * (kind == "orient"))[:2]
    both = [reserve.get("card"), reserve.get("under")]
    draws_two = len(top) == 2 and "draw-two" in mover_of(table).get("posts", [])
    if draws_two and both[1] is None and ruling(table, "powers") == "optional":
        return deck
    if len(top) == 2 and (draws_two or both in (top, top[::-1])):
        first = 1 if both[0] == top[1] else 0
        return deck | {"card": top[first], "under": top[1 - first]}
    return deck | ({"card": top[0]} if top else {})


def turns_at(dice, table):
    """Returns the turns of a table, by their text."""
    made = list(table.turns.values())
    extra = edits(dice, table.table, dice.sample(made, min(len(made), 3)))
    return told(dice, table, [*made, *extra])


def told(dice, table, made):
    """Returns those of some turns that the model can express, by their text."""
    every = [modules.completed(dice, table.table, copy.deepcopy(turn)) for turn in made]
    some = [expressible(table.table, turn) for turn in every]
    return {tables.told_turn(turn): turn for turn in some if turn is not None}


def edits(dice, table, some):
    """Yields turns that break a rare clause at some tables."""
    yield {"pass": True}
    for size in (2, 4, 5):
        yield {"take": dice.sample(TOKENS[:5], size)}
    gem = dice.choice(TOKENS[:5])
    yield {"take": [gem, gem]}
    number = dice.randint(1, 3)
    yield {"reserve": {"deck": number}}
    top = deck_of(table, number)[:2]
    if len(top) == 2:
        dice.shuffle(top)
        yield {"reserve": {"deck": number, "card": top[0], "under": top[1]}}
    yield from with_posts(dice, table)
    yield from with_cards(dice, table)
    for turn in some:
        yield turn | {"seat": dice.randrange(len(table["seats"]))}
        yield turn | {"post": dice.choice(POSTS)}
        yield from with_nobles(dice, table, turn)
    reserve = {"reserve": {"market": dice.choice(modules.some_market_of(table))}}
    for turn in [*some, reserve, {"pass": True}]:
        yield from with_conquests(dice, table, turn)


def with_posts(dice, table):
    """Yields turns with the powers of the posts of the mover."""
    posts = mover_of(table).get("posts", [])
    gems = [{}, *({"gem": token} for token in dice.sample(TOKENS, 3))]
    if "third-gem" in posts:
        pair = dice.choice(TOKENS[:5])
        yield from ({"take": [pair, pair]} | gem for gem in gems)
    for _ in range(24 * ("double-gold" in posts)):
        turn = {}
        mutate.split_gold(dice, table, turn)
        yield turn | (dice.choice(gems) if "gem-after-purchase" in posts else {})
    if "double-gold" in posts and modules.virtual_gold(mover_of(table)):
        for _ in range(8):
            turn = {}
            modules.split_virtual(dice, table, turn)
            yield turn


def with_cards(dice, table):
    """Yields purchases that the mover can nearly pay, reservations from decks of Orient, and
    changes of both, if the game has the modules."""
    if not any(modules.has(table, module) for module in ("orient", "strongholds")):
        return
    for change in [modules.payable_purchase] * 8 + [modules.orient_deck] * 2:
        turn = {"pass": True}
        change(dice, table, turn)
        yield turn
        other = modules.changed(dice, table, turn)
        yield other
        yield modules.changed(dice, table, other)
        yield from with_hidden_card(dice, table, turn)


def with_hidden_card(dice, table, turn):
    """Yields the turn with a free card from a deck, if one of its cards brings a free card."""
    granting = [n for n, event in enumerate(modules.events(turn))
                if modules.named(event) and modules.granted(modules.named(event))]
    if granting:
        turn = copy.deepcopy(turn)
        event = modules.events(turn)[dice.choice(granting)]
        row = modules.granted(modules.named(event)) + dice.choice((0, 3))
        if deck_of(table, row):
            event["free"] = {"card": dice.choice(deck_of(table, row)[:2])}
            yield turn


def with_conquests(dice, table, turn):
    """Yields the turn with the conquest of a card that has all three strongholds of the mover, and
    with parts of a conquest that only some games have."""
    own = mover_of(table).get("strongholds", [])
    if len(own) < 3 or len(set(own)) > 1:
        return
    conquest = modules.a_conquest(dice, table, turn, own[0])
    yield turn | {"conquest": conquest}
    card = dice.choice(modules.market_of(table))
    # The card that comes into the place of the action, and sometimes only after the conquest.
    left = turn.get("reserve", {}).get("market") or turn.get("purchase", {}).get("card", card)
    top = (deck_of(table, modules.row_of(left)) or [card])[0]
    yield turn | {"conquest": conquest | {"stronghold": {"place": top}}}
    yield turn | {"conquest": conquest | {"free": {"card": card}}}
    yield turn | {"conquest": conquest | {"copy": dice.choice(TOKENS[:5])}}
    yield turn | {"conquest": conquest | {"gem": dice.choice(TOKENS)}}
    yield turn | {"conquest": conquest | {"purchase": conquest["purchase"] | {"spend": [card]}}}


def with_nobles(dice, table, turn):
    """Yields the turn with no noble, one or two, and all of the table."""
    plain = copy.deepcopy(turn)
    plain.pop("noble", None)
    yield plain
    here = table.get("nobles", [])
    several = [*itertools.combinations(dice.sample(here, len(here)), 2)][:2]
    for nobles in [*((noble,) for noble in here), *several, here, [dice.choice(mutate.NOBLES)]]:
        if nobles:
            yield plain | {"noble": nobles[0] if len(nobles) == 1 else list(nobles)}
