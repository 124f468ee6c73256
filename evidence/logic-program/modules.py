"""Makes turns with the modules Orient and Strongholds: powers, prices in cards, strongholds."""

import copy
import itertools

from facts import CARD, COLORS, ROWS, TOKENS, amounts, card_name, events_of

GEMS = list(COLORS.values())
MOST_FREE = 3


def has(table, module):
    """Returns whether a table plays with a module."""
    return module in table["rules"].get("modules", [])


def ruling(table, name):
    """Returns the value of a ruling, or None for the default."""
    return table["rules"].get("rulings", {}).get(name)


def mover_of(table):
    """Returns the seat that is to move."""
    return table["seats"][table.get("to_move", 0)]


def market_of(table):
    """Returns the face-up cards."""
    return [card for row in ROWS for card in table["market"].get(row, [])]


def some_market_of(table):
    """Returns the face-up cards, or a card of the game if there is none."""
    return market_of(table) or ["a0d3s"]


def deck_of(table, row):
    """Returns the cards of a deck, 1 to 6; an empty deck is a count in the position."""
    deck = table["decks"].get(ROWS[row - 1])
    return deck if isinstance(deck, list) else []


def decks_of(table):
    """Returns the numbers of the decks."""
    return range(1, 7 if has(table, "orient") else 4)


def row_of(card):
    """Returns the row of a card, 1 to 6."""
    return "abcABC".index(card[0]) + 1


def color_of(card):
    """Returns the color of a card of a seat, or None."""
    if not isinstance(card, str):
        return card["copy"]
    return COLORS.get(CARD.fullmatch(card)[3][0])


def brings(name):
    """Returns what a card brings."""
    return CARD.fullmatch(name)[3]


def is_copier(name):
    """Returns whether a card copies a color."""
    return brings(name)[0] == "c"


def granted(name):
    """Returns the level of the free card that a card brings, or 0."""
    return {"a": 1, "b": 2}.get(brings(name)[1:], 0)


def asked(name):
    """Returns the color of the two cards that a card costs, or None."""
    return COLORS.get(CARD.fullmatch(name)[4])


def bonuses(seat):
    """Returns the number of bonuses of each color of a seat."""
    have = dict.fromkeys(GEMS, 0)
    for card in seat.get("cards", []):
        if color_of(card):
            double = isinstance(card, str) and brings(card) in ("dd", "ss", "ee", "rr", "oo")
            many = 1 if isinstance(card, str) else card.get("bonuses", 1)
            have[color_of(card)] += 2 if double else many
    return have


def price(seat, card):
    """Returns the gems of each color that a card costs a seat after bonuses."""
    have = bonuses(seat)
    return {gem: n - have[gem] for gem, n in amounts(CARD.fullmatch(card)[5] or "")
            if n > have[gem]}


def rivals(table):
    """Returns the cards under strongholds of other seats, once for each stronghold."""
    mover = table.get("to_move", 0)
    return [card for s, seat in enumerate(table["seats"]) if s != mover
            for card in seat.get("strongholds", [])]


def parts(turn):
    """Returns the action and the conquest."""
    return [turn, *([turn["conquest"]] if "conquest" in turn else [])]


def events(turn):
    """Returns the parts of a turn and their free cards."""
    return [event for part in parts(turn) for event in events_of(part)]


def purchases(turn):
    """Returns the purchases of a turn."""
    return [part["purchase"] for part in parts(turn) if "purchase" in part]


def named(event):
    """Returns the card of an event, or None."""
    return event.get("card") or event.get("purchase", {}).get("card")


def a_copy(dice, table, turn, event):
    """Returns a color to copy, or a card with it: one of the seat's, if it has one."""
    gone = {card for purchase in purchases(turn) for card in purchase.get("discard", [])}
    cards = [card for card in mover_of(table).get("cards", [])
             if color_of(card) and card_name(card) not in gone]
    before = itertools.takewhile(lambda other: other is not event, events(turn))
    cards += [card for card in map(named, before) if card and not is_copier(card)
              and color_of(card)]
    if not cards:
        return dice.choice(GEMS)
    card = dice.choice(cards)
    by_name = ruling(table, "copy-double") == "two" or dice.random() < 0.5
    return card_name(card) if by_name else color_of(card)


def completed(dice, table, turn):
    """Adds the color of each copy card that has none, because several colors can be possible."""
    for part in parts(turn):
        # A reader of turns keeps three free cards, one more than can be legal.
        for event in [*events_of(part)][MOST_FREE:]:
            event.pop("free", None)
    for event in events(turn):
        name = named(event)
        if name and is_copier(name):
            event.setdefault("copy", a_copy(dice, table, turn, event))
    return turn


def with_powers(dice, table, event, turn):
    """Adds the free cards that the card of an event brings."""
    name = named(event)
    level = granted(name) if name else 0
    if level and dice.random() < 0.9:
        barred = rivals(table) if dice.random() < 0.9 else []
        some = [card for card in market_of(table)
                if card not in barred and card != name and row_of(card) in (level, level + 3)]
        powers = [card for card in some if granted(card) or is_copier(card)]
        some = powers if powers and dice.random() < 0.5 else some
        if some:
            event["free"] = {"card": dice.choice(some)}
            with_powers(dice, table, event["free"], turn)


def a_price(dice, table, name):
    """Returns a purchase of a card, mostly with a payment that the seat can make."""
    seat = mover_of(table)
    if asked(name):
        right = [card for card in seat.get("cards", []) if color_of(card) == asked(name)]
        right.sort(key=lambda card: is_copier(card_name(card)), reverse=dice.random() < 0.7)
        found = [card_name(card) for card in right[:2]]
        return {"card": name, "pay": {}} | ({"discard": found} if found else {})
    due, have = price(seat, name), seat.get("tokens", {})
    pay = {gem: min(number, have.get(gem, 0)) for gem, number in due.items()}
    for gem in pay:
        pay[gem] -= pay[gem] > 0 and dice.random() < 0.15
    golds = [card for card in map(card_name, seat.get("cards", [])) if brings(card) == "gg"]
    dice.shuffle(golds)
    worth = 2 if "double-gold" in seat.get("posts", []) else 1
    units = sum((number - pay[gem] + worth - 1) // worth for gem, number in due.items())
    gold = min(units, dice.randint(0, have.get("gold", 0))) if golds else units
    spend = []
    while golds and units > gold + 2 * len(spend):
        spend.append(golds.pop())
    if golds and dice.random() < 0.15:
        spend.append(golds.pop())
    pay = {token: number for token, number in (pay | {"gold": gold}).items() if number}
    return {"card": name, "pay": pay} | ({"spend": spend} if spend else {})


def a_step(dice, table, mostly=0.75):
    """Returns a step with a stronghold, mostly one that is possible."""
    good, barred = dice.random() < mostly, rivals(table)
    cards = some_market_of(table)
    open_cards = [card for card in cards if card not in barred] or cards
    own = mover_of(table).get("strongholds", [])
    names = open_cards if good else cards
    kinds = ["place"] * (len(own) < 3) + ["move"] * bool(own) + ["remove"] * bool(barred)
    kind = dice.choice(kinds if good and kinds else ("place", "move", "remove"))
    again = [card for card in own if card in names]
    if kind == "place":
        return {"place": dice.choice(again if again and dice.random() < 0.5 else names)}
    if kind == "move":
        start = dice.choice(own if own and (good or dice.random() < 0.5) else names)
        other = [card for card in names if card != start] if good else names
        return {"move": {"from": start, "to": dice.choice(other or names)}}
    removed = {"card": dice.choice(barred if barred and dice.random() < 0.9 else cards)}
    if dice.random() < 0.3:
        removed["seat"] = dice.randrange(len(table["seats"]))
    return {"remove": removed}


def a_purchase(dice, table, card):
    """Returns a turn that buys a card, with its powers and its step."""
    turn = {"purchase": a_price(dice, table, card)}
    with_powers(dice, table, turn, turn)
    if has(table, "strongholds") and dice.random() < 0.9:
        turn["stronghold"] = a_step(dice, table)
    return completed(dice, table, turn)


def a_conquest(dice, table, turn, card):
    """Returns the conquest of a card in a turn."""
    conquest = a_purchase(dice, table, card)
    bought = turn.get("purchase", {})
    if dice.random() < 0.5:
        used = bought.get("spend", []) + bought.get("discard", [])
        for field in ("spend", "discard"):
            if any(name in used for name in conquest["purchase"].get(field, [])):
                conquest["purchase"].pop(field)
    return conquest


def with_refills(dice, table, turn):
    """Names the cards that come into the places of a turn, most of the time."""
    decks = {row: list(deck_of(table, row)) for row in decks_of(table)}
    reserve, here = turn.get("reserve", {}), set(market_of(table))
    for event in events(turn):
        first = reserve.get("market") if event is turn else None
        card = named(event) or first
        if card in here and decks.get(row_of(card)):
            top = decks[row_of(card)].pop(0)
            here = here - {card} | {top}
            if dice.random() < 0.7:
                event.setdefault("refill", top)
    return turn


def any_card(dice, table):
    """Returns a card of the market, of a seat, of a deck, or one that left the game."""
    seats = [card_name(card) for seat in table["seats"] for card in seat.get("cards", [])]
    near = [card for row in decks_of(table) for card in deck_of(table, row)[:2]]
    own = [card_name(card) for card in mover_of(table).get("cards", [])]
    places = [market_of(table)] * 3 + [own, own, seats, near, table.get("gone", [])]
    return dice.choice(dice.choice([place for place in places if place]))


# The changes; each changes a turn in place.


def copy_changed(dice, table, turn):
    """Changes a copied color: another color, a card, the card itself, or no copy card."""
    some = events(turn)
    event = dice.choice([e for e in some if "copy" in e] or some)
    two = ruling(table, "copy-double") == "two"
    kind = dice.choice(("card", "own", "itself") if two else ("color", "color", "card", "itself"))
    if kind == "color":
        event["copy"] = dice.choice(GEMS)
    elif kind == "itself":
        inner = event.get("free", event)
        event["copy"] = named(inner) or any_card(dice, table)
    else:
        event["copy"] = any_card(dice, table)


def free_changed(dice, table, turn):
    """Changes a free card: none, another one, of another level, or one without a power."""
    some = events(turn)
    event = dice.choice([e for e in some if "free" in e] or some)
    kind = dice.randrange(5)
    if kind == 0:
        event.pop("free", None)
    elif kind == 1:
        event = some[-1]
        event["free"] = {"card": dice.choice(some_market_of(table))}
    elif kind == 2 and named(event):
        event.pop("free", None)
        with_powers(dice, table, event, turn)
    else:
        barred = rivals(table)
        cards = barred if barred and dice.random() < 0.3 else some_market_of(table)
        event["free"] = {"card": dice.choice(cards)}
        if dice.random() < 0.2:
            event["free"]["card"] = any_card(dice, table)
        with_powers(dice, table, event["free"], turn)


def spend_changed(dice, table, turn):
    """Changes the virtual gold of a payment, sometimes with the tokens."""
    if not purchases(turn):
        return
    purchase = dice.choice(purchases(turn))
    spend = list(purchase.get("spend", []))
    golds = [card for card in map(card_name, mover_of(table).get("cards", []))
             if brings(card) == "gg"]
    kind = dice.randrange(5)
    if kind == 0 and spend:
        spend.append(spend[0])
    elif kind == 1 and spend:
        spend.pop()
    elif kind == 2 or not golds:
        spend = [*spend, any_card(dice, table)]
    else:
        spend = dice.sample(golds, dice.randint(1, len(golds)))
        if dice.random() < 0.6:
            for token in list(purchase["pay"])[: dice.randint(1, 3)]:
                purchase["pay"][token] = max(0, purchase["pay"][token] - dice.choice((1, 1, 2)))
            purchase["pay"] = {token: n for token, n in purchase["pay"].items() if n}
    purchase.pop("spend", None)
    if spend:
        purchase["spend"] = spend[:5]


def discard_changed(dice, table, turn):
    """Changes a price in cards: other cards, one, three, the same twice, or tokens."""
    if not purchases(turn):
        return
    purchase = dice.choice(purchases(turn))
    color, discard = asked(purchase["card"]), list(purchase.get("discard", []))
    cards = mover_of(table).get("cards", [])
    right = [card_name(card) for card in cards if color and color_of(card) == color]
    kind = dice.randrange(6)
    if kind == 0 and discard:
        discard.pop()
    elif kind == 1 and discard:
        discard[-1] = discard[0]
    elif kind == 2 and discard:
        discard[dice.randrange(len(discard))] = any_card(dice, table)
    elif kind == 3 and color:
        purchase["pay"] = {dice.choice(TOKENS): 1}
    elif len(right) > 1 and dice.random() < 0.8:
        discard = dice.sample(right, 2)
    else:
        discard = [*discard, any_card(dice, table)]
    purchase.pop("discard", None)
    if discard:
        purchase["discard"] = discard


def step_changed(dice, table, turn):
    """Changes a step with a stronghold: none, another one, or one without a purchase."""
    some = [part for part in parts(turn) if "stronghold" in part]
    part, barred = dice.choice(some or [turn]), sorted(set(rivals(table)))
    kind = dice.randrange(6)
    if kind == 0:
        part.pop("stronghold", None)
    elif kind == 1 and barred:
        card = dice.choice(barred)
        start = dice.choice(mover_of(table).get("strongholds") or [card])
        part["stronghold"] = dice.choice(
            ({"place": card}, {"move": {"from": start, "to": card}}, {"remove": {"card": card}}))
    elif kind == 2:
        part["stronghold"] = {"place": part.get("refill") or named(part) or any_card(dice, table)}
    elif kind == 3:
        part["stronghold"] = {"place": any_card(dice, table)}
    else:
        part["stronghold"] = a_step(dice, table, 0.5)


def conquest_changed(dice, table, turn):
    """Changes a conquest: none, another card, another payment, another action, or a new one."""
    conquest, own = turn.get("conquest"), mover_of(table).get("strongholds", [])
    kind = dice.randrange(8)
    if conquest and kind == 0:
        del turn["conquest"]
    elif conquest and kind < 3:
        pay, token = conquest["purchase"]["pay"], dice.choice(TOKENS)
        pay[token] = max(0, pay.get(token, 0) + dice.choice((-2, -1, 1)))
        conquest["purchase"]["pay"] = {token: n for token, n in pay.items() if n}
    elif conquest and kind == 3:
        for key in ("take", "reserve", "purchase", "pass", "stronghold", "refill", "free", "copy",
                    "gem"):
            turn.pop(key, None)
        turn |= dice.choice(({"pass": True}, {"take": dice.sample(GEMS, 3)},
                             {"reserve": {"market": dice.choice(some_market_of(table))}}))
    elif conquest and kind == 4:
        conquest["gem"] = dice.choice(TOKENS)
    elif conquest and kind == 5:
        conquest["purchase"]["from"] = "market"
    else:
        card = dice.choice(own if own and dice.random() < 0.8 else some_market_of(table))
        turn["conquest"] = a_conquest(dice, table, turn, card)


def conquest_of_three(dice, table, turn):
    """Puts the third stronghold on a card and conquers it, or conquers a card with all three."""
    own = mover_of(table).get("strongholds", [])
    often = [card for card in own if own.count(card) > 1]
    if not often:
        conquest_changed(dice, table, turn)
        return
    card = dice.choice(often)
    if own.count(card) == 2 and "purchase" in turn:
        other = [name for name in own if name != card]
        move = {"move": {"from": other[0], "to": card}} if other else None
        turn["stronghold"] = move if move and dice.random() < 0.5 else {"place": card}
    turn["conquest"] = a_conquest(dice, table, turn, card)


def refills_changed(dice, table, turn):
    """Swaps, drops or changes the refills of the events of a turn."""
    some = events(turn)
    event = dice.choice(some)
    told = [e for e in some if "refill" in e]
    kind = dice.randrange(4)
    if kind == 0 and len(told) > 1:
        one, other = dice.sample(told, 2)
        one["refill"], other["refill"] = other["refill"], one["refill"]
    elif kind == 1 and len(told) > 1:
        one, other = dice.sample(told, 2)
        one["refill"] = other["refill"]
    elif kind == 2:
        event.pop("refill", None)
    else:
        deck = deck_of(table, dice.choice(decks_of(table)))
        event["refill"] = dice.choice(deck[:3]) if deck else any_card(dice, table)


def fresh_card_touched(dice, table, turn):
    """Lets the step or the free card of a conquest name a card that comes in the same turn."""
    if "conquest" not in turn:
        conquest_of_three(dice, table, turn)
    fresh = [event["refill"] for event in events(turn) if "refill" in event]
    near = [card for row in decks_of(table) for card in deck_of(table, row)[:1]]
    card, conquest = dice.choice(fresh or near or some_market_of(table)), turn.get("conquest")
    if conquest is None:
        return
    if granted(named(conquest)) and dice.random() < 0.4:
        conquest["free"] = {"card": card}
    elif dice.random() < 0.15:
        conquest["purchase"]["card"] = card
    else:
        conquest["stronghold"] = {"place": card}


def orient_deck(dice, table, turn):
    """Reserves from a deck of Orient or of the base game."""
    for key in ("take", "reserve", "purchase", "pass", "refill", "gem", "copy", "free",
                "stronghold"):
        turn.pop(key, None)
    row = dice.choice(decks_of(table))
    turn["reserve"] = {"orient": row - 3} if row > 3 else {"deck": row}
    deck = deck_of(table, row)[:3]
    for field, chance in (("card", 0.7), ("under", 0.4)):
        if deck and dice.random() < chance:
            turn["reserve"][field] = dice.choice(deck)


def foreign(dice, table, turn):
    """Adds a field of a module that the table does not have."""
    card = dice.choice(some_market_of(table))
    own = mover_of(table).get("cards", [])
    if not has(table, "strongholds") and dice.random() < 0.5:
        if dice.random() < 0.5:
            turn["stronghold"] = {"place": card}
        else:
            turn["conquest"] = {"purchase": {"card": card, "pay": {}}}
    elif not has(table, "orient"):
        kind = dice.randrange(5)
        if kind == 0:
            turn["free"] = {"card": card}
        elif kind == 1 and "deck" in turn.get("reserve", {}):
            turn["reserve"] = {"orient": turn["reserve"]["deck"]}
        elif kind < 4 and "purchase" in turn and own:
            turn["purchase"][dice.choice(("spend", "discard"))] = [card_name(dice.choice(own))]
        else:
            turn["copy"] = dice.choice(GEMS)


def other_purchase(dice, table, turn):
    """Buys another card, mostly one with a power."""
    mover = mover_of(table)
    cards = some_market_of(table) + [card_name(card) for card in mover.get("hand", [])]
    powers = [card for card in cards if card[0] in "ABC"]
    card = dice.choice(powers if powers and dice.random() < 0.8 else cards)
    kept = {key: turn[key] for key in ("seat", "noble", "post", "return") if key in turn}
    turn.clear()
    turn |= kept | a_purchase(dice, table, card)
    if dice.random() < 0.3:
        with_refills(dice, table, turn)


def payable_purchase(dice, table, turn):
    """Buys a card that the seat can nearly pay, mostly one with a power."""
    mover = mover_of(table)
    have = mover.get("tokens", {})
    cards = [card for card in market_of(table) if card not in rivals(table)]
    cards += [card_name(card) for card in mover.get("hand", [])]
    golds = sum(brings(card_name(card)) == "gg" for card in mover.get("cards", []))

    def lacking(card):
        due = price(mover, card)
        if asked(card):
            right = [own for own in mover.get("cards", []) if color_of(own) == asked(card)]
            return max(0, 2 - len(right))
        open_part = sum(max(0, n - have.get(gem, 0)) for gem, n in due.items())
        return open_part - have.get("gold", 0) - 2 * golds

    near = [card for card in cards if lacking(card) <= 0]
    powers = [card for card in near if card[0] in "ABC"]
    some = powers if powers and dice.random() < 0.7 else near or cards
    if not some:
        return
    kept = {key: turn[key] for key in ("seat",) if key in turn}
    turn.clear()
    turn |= kept | a_purchase(dice, table, dice.choice(some))
    if dice.random() < 0.5:
        with_refills(dice, table, turn)


def split_virtual(dice, table, turn):
    """Buys a card so that virtual gold would have to pay for gems of two colors."""
    mover = mover_of(table)
    have, golds = mover.get("tokens", {}), virtual_gold(mover)
    cards = [card for card in market_of(table) if card not in rivals(table) and not asked(card)
             and not is_copier(card)]
    for _ in range(200):
        card = dice.choice(cards or some_market_of(table))
        due = price(mover, card)
        pay = {gem: max(0, min(n, have.get(gem, 0)) - dice.choice((0, 1, 1)))
               for gem, n in due.items()}
        left = [n - pay[gem] for gem, n in due.items()]
        gold, many = dice.randint(0, have.get("gold", 0)), dice.randint(1, len(golds))
        most = gold + 2 * many
        if sum(left) <= 2 * most < 2 * sum((n + 1) // 2 for n in left):
            pay = {token: n for token, n in (pay | {"gold": gold}).items() if n}
            bought = {"card": card, "pay": pay, "spend": dice.sample(golds, many)[:5]}
            kept = {key: turn[key] for key in ("seat",) if key in turn}
            turn.clear()
            turn |= kept | {"purchase": bought}
            return


def virtual_gold(seat):
    """Returns the cards of virtual gold of a seat."""
    return [card for card in map(card_name, seat.get("cards", [])) if brings(card) == "gg"]


def changes(table, turn):
    """Returns the changes that fit a table and a turn."""
    fit = []
    if "double-gold" in mover_of(table).get("posts", []) and virtual_gold(mover_of(table)):
        fit += [split_virtual] * 6
    if has(table, "orient"):
        fit += [other_purchase, payable_purchase, payable_purchase, orient_deck, copy_changed,
                free_changed]
        if purchases(turn):
            fit += [spend_changed] * 3 + [discard_changed] * 2 + [payable_purchase]
        if any("copy" in event or "free" in event for event in events(turn)):
            fit += [copy_changed] * 3 + [free_changed] * 4
        if any("discard" in purchase for purchase in purchases(turn)):
            fit += [discard_changed] * 4
        if any("spend" in purchase for purchase in purchases(turn)):
            fit += [spend_changed] * 4
    if has(table, "strongholds"):
        fit += [payable_purchase, conquest_changed, conquest_of_three, step_changed]
        if "purchase" in turn:
            fit += [step_changed] * 3 + [conquest_of_three]
        if "conquest" in turn:
            fit += [conquest_changed] * 4 + [fresh_card_touched] * 3 + [step_changed] * 2
    if fit:
        fit += [refills_changed] * (2 if len(events(turn)) > 1 else 1)
    if not (has(table, "orient") and has(table, "strongholds")):
        fit += [foreign]
    return fit


def changed(dice, table, turn):
    """Returns a turn with a change of a module."""
    turn = copy.deepcopy(turn)
    dice.choice(changes(table, turn))(dice, table, turn)
    return turn
