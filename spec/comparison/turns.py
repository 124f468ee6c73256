"""Makes the turns of the comparison: those that the model can express, and edits that break rare
clauses."""

import copy
import itertools

import tables
from facts import TOKENS
from mutate import NOBLES

# The fields of a turn, and of the objects in it, that the model knows.
FIELDS = ("seat", "take", "reserve", "purchase", "pass", "return", "noble")
INNER = {"reserve": ("market", "deck"), "purchase": ("card", "pay", "from")}
ACTIONS = ("take", "reserve", "purchase", "pass")


def expressible(table, turn):
    """Returns the turn without what the model does not know; None if no action is left."""
    kept = {"seat": table["to_move"]} | {key: turn[key] for key in FIELDS if key in turn}
    for field, inner in INNER.items():
        if field in kept:
            kept[field] = {key: kept[field][key] for key in inner if key in kept[field]}
    if sum(key in kept for key in ACTIONS) != 1 or kept.get("reserve") == {}:
        return None
    return kept


def turns_at(dice, table):
    """Returns the turns of a table, by their text."""
    made = list(table.turns.values())
    extra = edits(dice, table.table, dice.sample(made, min(len(made), 2)))
    some = [expressible(table.table, turn) for turn in [*made, *extra]]
    return {tables.told_turn(turn): turn for turn in some if turn is not None}


def edits(dice, table, some):
    """Yields turns that break a rare clause at some tables."""
    yield {"pass": True}
    for size in (2, 4, 5):
        yield {"take": dice.sample(TOKENS[:5], size)}
    gem = dice.choice(TOKENS[:5])
    yield {"take": [gem, gem]}
    yield {"reserve": {"deck": dice.randint(1, 3)}}
    for turn in some:
        yield turn | {"seat": dice.randrange(len(table["seats"]))}
        yield from with_nobles(dice, table, turn)


def with_nobles(dice, table, turn):
    """Yields the turn with no noble, one or two, and all of the table."""
    plain = copy.deepcopy(turn)
    plain.pop("noble", None)
    yield plain
    here = table.get("nobles", [])
    several = [*itertools.combinations(dice.sample(here, len(here)), 2)][:2]
    for nobles in [*((noble,) for noble in here), *several, here, [dice.choice(NOBLES)]]:
        if nobles:
            yield plain | {"noble": nobles[0] if len(nobles) == 1 else list(nobles)}
