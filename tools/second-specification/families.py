"""Makes families of turns: all turns of one kind that can be written down at a table."""

import itertools

from facts import LEVELS, TOKENS, amounts, card_name, several
from mutate import GEMS, NOBLES, bonuses, deck_of

MOST = 400  # Most turns of one family.


def heaps(tokens, sizes):
    """Returns every choice of tokens of a size."""
    for size in sizes:
        yield from itertools.combinations_with_replacement(tokens, size)


def counts(heap):
    """Returns a choice of tokens as counts."""
    return {token: heap.count(token) for token in sorted(set(heap))}


def without(turn, *fields):
    """Returns a turn without some of its fields."""
    return {key: value for key, value in turn.items() if key not in fields}


ACTION = ("take", "reserve", "purchase", "pass", "gem", "refill")


def takes(dice, table, turn):
    """Yields every take of up to four tokens, with the return of the turn."""
    rest = without(turn, *ACTION)
    return [rest | {"take": sorted(heap)} for heap in heaps(TOKENS, range(5))]


def returns(dice, table, turn):
    """Yields every return of up to three tokens after the same action."""
    rest = without(turn, "return")
    return [rest | ({"return": counts(heap)} if heap else {}) for heap in heaps(TOKENS, range(4))]


def takes_and_returns(dice, table, turn):
    """Yields every take of three gems or a pair, with every return of one size."""
    rest = without(turn, *ACTION, "return")
    taken = [*itertools.combinations(GEMS, 3), *((gem, gem) for gem in GEMS)]
    back = list(heaps(TOKENS, [dice.randint(1, 3)]))
    return [rest | {"take": sorted(take), "return": counts(heap)}
            for take in taken for heap in back]


def payments(dice, table, turn):
    """Yields every payment for a card: up to its cost in each color, with up to five gold."""
    mover = table["seats"][table.get("to_move", 0)]
    market = [card for level in LEVELS for card in table["market"][level]]
    cards = [*market, *(card_name(card) for card in mover.get("hand", []))]
    cheap = sorted(cards, key=lambda card: sum(price(mover, card).values()))
    card = turn.get("purchase", {}).get("card") or dice.choice(cheap[:6])
    due = price(mover, card)
    ranges = [range(number, -1, -1) for number in due.values()]
    rest = without(turn, *ACTION[:4], "refill")
    made = itertools.islice(itertools.product(range(6), *ranges), 4 * MOST)
    return [rest | {"purchase": {"card": card, "pay": paid(due, numbers, gold)}}
            for gold, *numbers in made]


def price(mover, card):
    """Returns the gems of each color that a card costs a seat after bonuses."""
    have = bonuses(mover)
    return {gem: n - have[gem] for gem, n in amounts(card[3:]) if n > have[gem]}


def paid(due, numbers, gold):
    """Returns a payment without zero counts."""
    pay = dict(zip(due, numbers)) | {"gold": gold}
    return {token: number for token, number in pay.items() if number}


def cards(dice, table, turn):
    """Yields the purchase at cost and the reservation of every card of the table."""
    mover = table["seats"][table.get("to_move", 0)]
    all_cards = [card for level in LEVELS for card in table["market"][level]]
    all_cards += [card_name(card) for seat in table["seats"] for card in seat.get("hand", [])]
    all_cards += [card for seat in table["seats"] for card in seat.get("cards", [])]
    all_cards += [card for level in (1, 2, 3) for card in deck_of(table, level)[:2]]
    rest = without(turn, *ACTION, "noble", "post")
    for card in all_cards:
        yield rest | {"reserve": {"market": card}}
        yield rest | {"purchase": {"card": card, "pay": price(mover, card)}}


def draws(dice, table, turn):
    """Yields the draw of every card, and of every two, of the first three of a deck."""
    rest = without(turn, *ACTION)
    for level in (1, 2, 3):
        near = [None, *deck_of(table, level)[:3]]
        for card, under in itertools.product(near, near):
            drawn = {"deck": level, "card": card, "under": under}
            yield rest | {"reserve": {k: v for k, v in drawn.items() if v is not None}}


def ends(dice, table, turn):
    """Yields every gem, noble and post after the same action, alone or in pairs."""
    nobles = {*table.get("nobles", []), dice.choice(NOBLES), *several(turn.get("noble", []))}
    rest = without(turn, "noble")
    yield from (rest | some("noble", chosen) for chosen in up_to_two(sorted(nobles)))
    if "trading-posts" in table["rules"].get("modules", []):
        posts = ["gem-after-purchase", "third-gem", "double-gold", "draw-two", "point-per-post"]
        rest = without(turn, "post")
        yield from (rest | some("post", chosen) for chosen in up_to_two(posts))
        rest = without(turn, "gem")
        yield from (rest | {"gem": token} for token in TOKENS)
        yield rest


def up_to_two(names):
    """Yields no name, each name, and every pair."""
    for size in range(3):
        yield from itertools.combinations(names, size)


def some(field, chosen):
    """Returns a field with one name or several, or no field."""
    return {field: chosen[0] if len(chosen) == 1 else list(chosen)} if chosen else {}


def family(dice, table, turn):
    """Returns a family that fits a turn."""
    fit = [takes, cards, draws, payments, ends, returns]
    fit += [payments] * 3 if "purchase" in turn else [takes]
    fit += [returns, takes_and_returns] if "return" in turn else []
    fit += [ends] * 2 if "noble" in turn or "post" in turn or "gem" in turn else []
    return list(dice.choice(fit)(dice, table, turn))
