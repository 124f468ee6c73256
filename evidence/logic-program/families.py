"""Makes families of turns: all turns of one kind that can be written down at a table."""

import copy
import itertools

import modules
from facts import TOKENS, card_name, several
from modules import GEMS, deck_of, decks_of, market_of, price
from mutate import NOBLES

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
POWERS = ("copy", "free", "stronghold", "conquest")


def takes(dice, table, turn):
    """Yields every take of up to four tokens, with the return of the turn."""
    rest = without(turn, *ACTION, *POWERS)
    return [rest | {"take": sorted(heap)} for heap in heaps(TOKENS, range(5))]


def returns(dice, table, turn):
    """Yields every return of up to three tokens after the same action."""
    rest = without(turn, "return")
    return [rest | ({"return": counts(heap)} if heap else {}) for heap in heaps(TOKENS, range(4))]


def takes_and_returns(dice, table, turn):
    """Yields every take of three gems or a pair, with every return of one size."""
    rest = without(turn, *ACTION, *POWERS, "return")
    taken = [*itertools.combinations(GEMS, 3), *((gem, gem) for gem in GEMS)]
    back = list(heaps(TOKENS, [dice.randint(1, 3)]))
    return [rest | {"take": sorted(take), "return": counts(heap)}
            for take in taken for heap in back]


def payments(dice, table, turn):
    """Yields every payment for a card: up to its cost in each color, with up to five gold."""
    mover = table["seats"][table.get("to_move", 0)]
    cards = [*market_of(table), *(card_name(card) for card in mover.get("hand", []))]
    cheap = sorted(cards, key=lambda card: sum(price(mover, card).values()))
    card = turn.get("purchase", {}).get("card") or dice.choice(cheap[:6] or ["a0d3s"])
    due = price(mover, card)
    ranges = [range(number, -1, -1) for number in due.values()]
    rest = without(turn, *ACTION[:4], "refill", *(POWERS if "purchase" not in turn else ()))
    made = itertools.islice(itertools.product(range(6), *ranges), 4 * MOST)
    golds = [name for name in map(card_name, mover.get("cards", []))
             if modules.brings(name) == "gg"]
    for gold, *numbers in made:
        bought = {"card": card, "pay": paid(due, numbers, gold)}
        if golds and dice.random() < 0.7:
            bought["spend"] = dice.sample(golds, dice.randint(1, min(3, len(golds))))
        yield rest | {"purchase": bought}


def steps(dice, table, turn):
    """Yields every step with a stronghold after a purchase, or after any action."""
    market, own = modules.some_market_of(table), modules.mover_of(table).get("strongholds", [])
    yield without(turn, "stronghold")
    for card in market:
        yield turn | {"stronghold": {"place": card}}
        yield turn | {"stronghold": {"remove": {"card": card}}}
        for start in sorted({*own, market[0]}):
            yield turn | {"stronghold": {"move": {"from": start, "to": card}}}


def frees(dice, table, turn):
    """Yields every free card after a purchase, and none."""
    granting = [card for card in market_of(table) if modules.granted(card)]
    turn = without(turn, "return")
    if granting and not modules.granted(turn.get("purchase", {}).get("card", "a0d3s")):
        modules.other_purchase(dice, table, turn)
        turn["purchase"] = modules.a_price(dice, table, dice.choice(granting))
    yield without(turn, "free")
    for card in market_of(table):
        free = {"card": card}
        modules.with_powers(dice, table, free, turn)
        yield turn | {"free": free}


def discards(dice, table, turn):
    """Yields every pair of own cards as the price of a card, and each of them alone."""
    own = [card_name(card) for card in modules.mover_of(table).get("cards", [])]
    asking = [card for card in market_of(table) if modules.asked(card)]
    rest = without(turn, *ACTION, "copy", "free", "conquest")
    for card in asking:
        for chosen in up_to_two(own):
            yield rest | {"purchase": {"card": card, "pay": {}} |
                          ({"discard": list(chosen)} if chosen else {})}


def conquests(dice, table, turn):
    """Yields conquests of every card of the market after the same action."""
    for card in market_of(table) * 2:
        other = copy.deepcopy(turn)
        modules.step_changed(dice, table, other)
        yield other | {"conquest": modules.a_conquest(dice, table, turn, card)}


def paid(due, numbers, gold):
    """Returns a payment without zero counts."""
    pay = dict(zip(due, numbers)) | {"gold": gold}
    return {token: number for token, number in pay.items() if number}


def cards(dice, table, turn):
    """Yields the purchase at cost and the reservation of every card of the table."""
    mover = table["seats"][table.get("to_move", 0)]
    all_cards = market_of(table)
    all_cards += [card_name(card) for seat in table["seats"] for card in seat.get("hand", [])]
    all_cards += [card_name(card) for seat in table["seats"] for card in seat.get("cards", [])]
    all_cards += [card for row in decks_of(table) for card in deck_of(table, row)[:2]]
    rest = without(turn, *ACTION, *POWERS, "noble", "post")
    for card in all_cards:
        yield rest | {"reserve": {"market": card}}
        if modules.has(table, "orient") or modules.has(table, "strongholds"):
            yield rest | modules.a_purchase(dice, table, card)
        else:
            yield rest | {"purchase": {"card": card, "pay": price(mover, card)}}


def draws(dice, table, turn):
    """Yields the draw of every card, and of every two, of the first three of a deck."""
    rest = without(turn, *ACTION, *POWERS)
    for row in decks_of(table):
        near = [None, *deck_of(table, row)[:3]]
        deck = {"orient": row - 3} if row > 3 else {"deck": row}
        for card, under in itertools.product(near, near):
            drawn = deck | {"card": card, "under": under}
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
    fit += special(table, turn) * 3
    made = dice.choice(fit)(dice, table, turn)
    return [modules.completed(dice, table, copy.deepcopy(one)) for one in made]


def special(table, turn):
    """Returns the families of Orient and Strongholds that fit a table."""
    fit = [discards, frees] * modules.has(table, "orient")
    return fit + [steps, conquests] * modules.has(table, "strongholds")
