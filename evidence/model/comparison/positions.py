"""Makes the positions of the comparison: positions of generated games, and the same components
dealt anew to the supply, the market, the decks and the seats, so that rare situations occur."""

import collections
import copy
import itertools
import json
import pathlib
import random

import engine
import modules
import tables
from facts import LEVELS, ORIENT, TOKENS

SCOPE = json.loads((pathlib.Path(__file__).parent / "scope.json").read_text(encoding="utf-8"))
COMBINATIONS = [list(some) for size in range(len(SCOPE["modules"]) + 1)
                for some in itertools.combinations(SCOPE["modules"], size)]
# Without Orient and Strongholds a seat has exactly the posts whose demand its cards meet; the
# program checks it.
POSTS = {"gem-after-purchase": {"diamond": 1, "ruby": 3}, "third-gem": {"diamond": 2},
         "double-gold": {"sapphire": 3, "onyx": 1}, "draw-two": {"onyx": 3},
         "point-per-post": {"emerald": 5}}
GAMES = 4  # Generated games in a shard.
DEALT = 60  # Positions in a shard that are dealt anew.
ENDS = ({"last_round": False, "ended": False}, {"last_round": True, "ended": False},
        {"last_round": False, "ended": True})


def kind(seed):
    """Returns the modules and the number of seats of a shard; the seed cycles through all."""
    cycle, number = divmod(seed, len(COMBINATIONS))
    return COMBINATIONS[number], 2 + (number + cycle) % 3


def kind_name(seed):
    """Returns the name of a kind in the result."""
    named, seats = kind(seed)
    return f"{' and '.join(named) or 'no module'}, {seats} seats"


def some_rulings(dice, share, played):
    """Returns rulings by name, each with this probability, for the modules of the game; one time in
    four, the defaults."""
    chosen, share = {}, share if dice.random() < 0.75 else 0
    for name, scope in SCOPE["rulings"].items():
        others = scope["others"] if "others" in scope else list(scope["values"])[1:]
        if not others or "module" in scope and scope["module"] not in played:
            continue
        if dice.random() < share:
            chosen[name] = dice.choice(others)
    return chosen


def positions_of(running, program, seed):
    """Yields the positions of a shard as text, each with legal turns."""
    dice = random.Random(f"model {seed}")
    played, seats = kind(seed)
    named = [f"{name}={value}" for name, value in some_rulings(dice, 0.3, played).items()]
    options = tables.options(played, named, dice.choice(tables.POLICIES), seats)
    logs = tables.games_of(program, 1 + seed * GAMES, GAMES, options)
    for table in tables.tables_in(running, program, dice, logs):
        yield dice, table
    start = json.loads(tables.start(program, logs[0]))
    for _ in range(DEALT):
        made = dealt(dice, start)
        # The turns with cards name cards of the market.
        position = accepted(running, made) if modules.market_of(made) else None
        # Every turn after the end breaks the same clause.
        if position is not None and ('"ended":false' in position or dice.random() < 0.1):
            yield dice, with_turns(running, dice, position)


def with_turns(running, dice, position):
    """Returns a table with legal turns and others; after the end, only others."""
    table, text = json.loads(position), tables.as_text(json.loads(position))
    seat = {"seat": table["to_move"]}
    some = [seat | {"pass": True}, seat | {"take": ["ruby"]}]
    if not table["ended"]:
        legal = tables.legal_turns(running, dice, text, table, some[0])
        some = legal[1:] or legal
    return tables.Table(text, table, tables.turns_at(dice, table, some))


def accepted(running, position):
    """Returns the position as text with the right phase, or None if it breaks an invariant."""
    stale = (position["passes"] >= len(position["seats"])
             and modules.ruling(position, "stalemate") != "continues")
    for end in ENDS:
        by_round = modules.ruling(position, "end-time") not in ("at-once", "others-once")
        if end["ended"] and not stale and by_round and position["to_move"] != 0:
            continue
        text = tables.as_text(position | end)
        if '"judged"' in running.ask(engine.judge(text, [])):
            return text
    return None


def dealt(dice, start):
    """Returns a position with the components of another one, all dealt anew."""
    position = copy.deepcopy(start)
    seats = position["seats"]
    position["to_move"] = dice.randrange(len(seats))
    position["turns"] = position["to_move"] + len(seats) * dice.randrange(5, 20)
    position["passes"] = dice.choice((0, 0, 0, 0, 1, len(seats) - 1, len(seats)))
    played = position["rules"].get("modules", [])
    position["rules"]["rulings"] = some_rulings(dice, 0.5, played)
    for seat in seats:
        seat.clear()
    deal_tokens(dice, start, position)
    deal_nobles(dice, start, position)
    deal_cards(dice, start, position)
    if "strongholds" in played:
        deal_strongholds(dice, position)
    if "trading-posts" in played:
        deal_posts(dice, position)
    return position


def deal_tokens(dice, start, position):
    """Deals tokens to the seats, at most ten to each; sometimes as many as possible."""
    heap = [token for token in TOKENS for _ in range(start["supply"].get(token, 0))]
    dice.shuffle(heap)
    if dice.random() < 0.4:
        heap.sort(key=lambda token: token == "gold", reverse=True)
    full = dice.random() < 0.3
    for seat in position["seats"]:
        many = 10 if full else dice.choice((dice.randint(0, 10), dice.randint(7, 10)))
        got = [heap.pop() for _ in range(min(many, len(heap)))]
        seat["tokens"] = {token: got.count(token) for token in set(got)}
    position["supply"] = {token: heap.count(token) for token in set(heap)}


def deal_cards(dice, start, position):
    """Deals the cards of each row to the deck, the market, the hands and the seats, and cards of
    Orient games out of the game."""
    seats, sparse = position["seats"], dice.random() < 0.3
    orient = modules.has(position, "orient")
    for seat in seats:
        seat["hand"] = []
    position["gone"], owned = [], []
    hands = [dice.choice((0, 1, 2, 3, 3)) * (not sparse or dice.random() < 0.3) for _ in seats]
    for row in (*LEVELS, *ORIENT) if orient else LEVELS:
        width = 4 if row in LEVELS else 2
        pool = [*start["market"][row], *start["decks"][row]]
        dice.shuffle(pool)
        for seat, many in zip(seats, hands):
            while len(seat["hand"]) < many and dice.random() < 0.5:
                seat["hand"].append(pool.pop())
        most = len(pool) - width
        deck = dice.choice((0, 1, dice.randint(0, most), most * 3 // 4, most))
        shown = width if deck else dice.choice((0, 0, 1, 3)) if sparse else dice.randint(0, width)
        position["decks"][row] = [pool.pop() for _ in range(deck)] or {"cards": 0}
        position["market"][row] = [pool.pop() for _ in range(min(shown, width))]
        for card in pool:
            gone = orient and dice.random() < 0.1
            (position["gone"] if gone else owned).append(card)
    for seat, cards in zip(seats, spread(dice, seats, owned)):
        seat["cards"] = list(colored(dice, position, cards))


def spread(dice, seats, cards):
    """Returns the cards of each seat; often the two leaders have about the same prestige, and about
    as many cards."""
    def once():
        made = [[] for _ in seats]
        for card in cards:
            dice.choice(made).append(card)
        return made

    def score(pair):
        seat, own = pair
        return (sum(int(noble[0]) for noble in seat.get("nobles", []))
                + sum(int(card[1]) for card in own))

    def leaders(made):
        return sorted(zip(seats, made), key=score)[-2:]

    def lead(made):
        second, first = map(score, leaders(made))
        return first - second

    best = min((once() for _ in range(dice.choice((1, 20)))), key=lead)
    if dice.random() < 0.5:
        few, many = sorted((own for _, own in leaders(best)), key=len)
        for card in [card for card in many if card[1] == "0"][: (len(many) - len(few)) // 2]:
            many.remove(card)
            few.append(card)
    return best


def colored(dice, position, cards):
    """Yields the cards of a seat, each copy card with a color of another card.

    Copy cards leave the game if there is no such card.
    """
    plain = [card for card in cards if not modules.is_copier(card)]
    colors = [color for color in map(modules.color_of, plain) if color]
    yield from plain
    for card in filter(modules.is_copier, cards):
        if colors:
            double = modules.ruling(position, "copy-double") == "two" and dice.random() < 0.5
            yield {"card": card, "copy": dice.choice(colors)} | ({"bonuses": 2} if double else {})
        else:
            position["gone"].append(card)


def deal_posts(dice, position):
    """Gives the seats the posts that their cards meet; with Orient or Strongholds, some posts less
    and with Orient some more."""
    played = position["rules"].get("modules", [])
    fewer = 0.2 if "orient" in played or "strongholds" in played else 0
    more = 0.1 if "orient" in played else 0
    for seat in position["seats"]:
        # A double card is one card for a post.
        have = collections.Counter(map(modules.color_of, seat["cards"]))
        seat["posts"] = [post for post, demand in POSTS.items()
                         if dice.random() < (1 - fewer if is_met(have, demand) else more)]


def is_met(have, demand):
    """Whether there are as many cards of each color as a demand needs."""
    return all(have[gem] >= number for gem, number in demand.items())


def deal_strongholds(dice, position):
    """Puts strongholds on some cards of the market, each card for one seat."""
    cards = modules.market_of(position)
    dice.shuffle(cards)
    for seat in position["seats"]:
        often = dice.choice(((), (1,), (2,), (3,), (3,), (1, 1), (2, 1), (2, 1), (1, 1, 1)))
        seat["strongholds"] = [card for many in often if cards for card in [cards.pop()] * many]


def deal_nobles(dice, start, position):
    """Leaves some nobles on the table and deals the others to the seats."""
    position["nobles"] = []
    for noble in start.get("nobles", []):
        place = position if dice.random() < 0.7 else dice.choice(position["seats"])
        place.setdefault("nobles", []).append(noble)
    dice.shuffle(position["nobles"])
