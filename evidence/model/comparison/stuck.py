"""Makes positions at which the seat to move can hardly act.

The supply has few gems, the market and the decks have few cards, and rivals have strongholds on
cards of the market.  A pass at such a position depends on every action.
"""

import copy
import itertools
import json
import random

import modules
import positions
import tables
from facts import LEVELS, ORIENT, TOKENS

DEALT = 90  # Positions in a shard.
GEMS = TOKENS[:5]
OFTEN = ({}, {"fewer": "never"}, {"gold-at-ten": "forbidden"}, {"pass": "never"},
         {"pass": "always"}, {"stalemate": "continues"}, {"stalemate": "passed-round"})


def positions_of(running, program, seed):
    """Yields the positions of a shard, each with some turns."""
    dice = random.Random(f"stuck {seed}")
    played, seats = positions.kind(seed)
    options = tables.options(played, [], tables.POLICIES[0], seats)
    log, = tables.games_of(program, 1 + seed * positions.GAMES, 1, options)
    start = json.loads(tables.start(program, log))
    for _ in range(DEALT):
        text = positions.accepted(running, dealt(dice, start))
        if text is not None and '"ended":false' in text:
            table = json.loads(text)
            made = {tables.told_turn(turn): turn for turn in turns_at(dice, table)}
            yield dice, tables.Table(text, table, made)


def dealt(dice, start):
    """Returns a position with the components of another one, dealt anew."""
    position = copy.deepcopy(start)
    seats, played = position["seats"], position["rules"].get("modules", [])
    position["to_move"] = dice.choice((dice.randrange(len(seats)), len(seats) - 1))
    position["turns"] = position["to_move"] + len(seats) * dice.randrange(5, 20)
    position["passes"] = dice.choice((0, 1, len(seats) - 1, len(seats) - 1))
    # Without a target the rivals can have many cards before the game ends.
    target = {"target": 200} if dice.random() < 0.7 else {}
    position["rules"]["rulings"] = {
        **positions.some_rulings(dice, 0.2, played), **dice.choice(OFTEN), **target}
    for seat in seats:
        seat.clear()
    deal_tokens(dice, start, position)
    positions.deal_nobles(dice, start, position)
    deal_cards(dice, start, position)
    if "strongholds" in played:
        deal_strongholds(dice, position)
    if "trading-posts" in played:
        positions.deal_posts(dice, position)
    return position


def deal_tokens(dice, start, position):
    """Deals the gems to the seats, apart from none or a few of one or two colors."""
    left = {gem: dice.randint(1, 4) for gem in dice.sample(GEMS, dice.choice((0, 0, 1, 2)))}
    heap = [gem for gem in GEMS for _ in range(start["supply"].get(gem, 0) - left.get(gem, 0))]
    gold = ["gold"] * start["supply"].get("gold", 0)
    dice.shuffle(heap)
    # The gold comes first or last to the seats.
    heap = heap + gold if dice.random() < 0.4 else gold + heap
    for seat in dice.sample(position["seats"], len(position["seats"])):
        got = [heap.pop() for _ in range(min(10, len(heap)))]
        seat["tokens"] = {token: got.count(token) for token in set(got)}
    heap += [gem for gem, count in left.items() for _ in range(count)]
    position["supply"] = {token: heap.count(token) for token in set(heap)}


def deal_cards(dice, start, position):
    """Deals few cards to the market, the decks and the seat to move."""
    seats, orient = position["seats"], modules.has(position, "orient")
    mover = seats[position["to_move"]]
    others = [seat for seat in seats if seat is not mover] or seats
    for seat in seats:
        seat["hand"] = []
    position["gone"], owned = [], [[] for _ in seats]
    hand, few = dice.choice((0, 2, 3, 3, 3)), dice.choice((0, 1, 8, 30))
    for row in (*ORIENT[::-1], *LEVELS[::-1]) if orient else LEVELS[::-1]:
        width = 4 if row in LEVELS else 2
        pool = [*start["market"][row], *start["decks"][row]]
        dice.shuffle(pool)
        if dice.random() < 0.5:
            pool.sort(key=has_power)
        while len(mover["hand"]) < hand and dice.random() < 0.4:
            mover["hand"].append(pool.pop())
        deck = dice.choice((0, 0, 0, 0, 1, 5))
        shown = width if deck else dice.choice((0, 0, 1))
        position["decks"][row] = [pool.pop() for _ in range(deck)] or {"cards": 0}
        position["market"][row] = [pool.pop() for _ in range(shown)]
        for card in pool:
            if orient and dice.random() < 0.3:
                position["gone"].append(card)
                continue
            mine = len(owned[position["to_move"]]) < few and dice.random() < 0.3
            owner = mover if mine else dice.choice(others)
            owned[next(at for at, seat in enumerate(seats) if seat is owner)].append(card)
    for seat, cards in zip(seats, owned):
        seat["cards"] = list(positions.colored(dice, position, cards))


def has_power(card):
    """Returns whether a card copies a color, is virtual gold or costs two cards."""
    return bool(modules.is_copier(card) or modules.asked(card) or modules.brings(card) == "gg")


def deal_strongholds(dice, position):
    """Puts strongholds on cards of the market, mostly on as many as possible; sometimes all of the
    mover on one card, and two of each rival on another."""
    cards = modules.market_of(position)
    dice.shuffle(cards)
    mover, crowded = modules.mover_of(position), dice.random() < 0.2
    for seat in sorted(position["seats"], key=lambda seat: crowded and seat is not mover):
        often = dice.choice(((), (1,), (3,), (1, 1, 1), (1, 1, 1), (2,), (2, 1)))
        if crowded:
            often = (3,) if seat is mover else (2,)
        seat["strongholds"] = [card for many in often if cards for card in [cards.pop()] * many]


def turns_at(dice, table):
    """Yields passes, with and without nobles and posts, and one turn of each other kind."""
    seat = {"seat": table["to_move"]}
    yield seat | {"pass": True}
    for noble in table.get("nobles", []):
        yield seat | {"pass": True, "noble": noble}
    if modules.has(table, "trading-posts"):
        yield from (seat | {"pass": True, "post": post} for post in positions.POSTS)
    here = [gem for gem in GEMS if table["supply"].get(gem, 0)]
    for size in range(1, min(3, len(here)) + 1):
        yield seat | {"take": here[:size]}
    yield from (seat | {"take": [gem, gem]} for gem in here[:1])
    for number in (1, 2, 3):
        yield seat | {"reserve": {"deck": number}}
    mover = modules.mover_of(table)
    cards = modules.market_of(table)
    for card in dice.sample(cards, min(len(cards), 2)):
        yield seat | {"reserve": {"market": card}}
    for card in itertools.chain(cards[:3], mover["hand"]):
        name = card if isinstance(card, str) else card["card"]
        if cards:
            turn = seat | modules.a_purchase(dice, table, name)
            yield turn
            yield {field: part for field, part in turn.items() if field != "stronghold"}
