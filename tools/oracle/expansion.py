"""Changes of games with Orient and Strongholds.

Each function changes a log in place, mostly one turn with the help of the table before it;
it returns False if it cannot.
"""

import copy

import oracle
import table as tables
from table import COLORS, LEVELS, ORIENT, ROWS, TOKENS, card_of


def table_before(log, index, box):
    """Returns the table before a turn, or None if the turns before it cannot be played."""
    try:
        tables.check_setup(log, box)
        table = tables.Table(log, box)
        for turn in log["turns"][:index]:
            oracle.play(table, oracle.judge(table, turn))
    except (tables.Broken, tables.Undecided, tables.Unsupported):
        return None
    return table


def scene(dice, log, wanted):
    """Chooses a turn; returns the table before it and the turn, or None."""
    found = [i for i, turn in enumerate(log["turns"]) if wanted(turn)]
    if not found:
        return None
    index = dice.choice(found)
    table = table_before(log, index, dice.box)
    if table is None:
        return None
    if dice.random() < 0.7:
        del log["turns"][index + 1 :]
        log.pop("end", None)
        log.pop("result", None)
    return table, log["turns"][index]


def events(turn):
    """Returns the events of a turn: the action, the conquest, and their free cards."""
    return [*oracle.events_of(turn), *(oracle.events_of(turn.get("conquest")))]


def purchases(turn):
    """Returns the purchases of a turn."""
    return [event["purchase"] for event in (turn, turn.get("conquest", {})) if "purchase" in event]


def has_power(turn):
    """Returns whether an event of the turn copies a color or takes a free card."""
    return any("copy" in event or "free" in event for event in events(turn))


def lying(table):
    """Returns the known cards of the market."""
    return [place.card for place in table.lying() if place.card]


def own_cards(table):
    """Returns the names of the cards of the seat to act, and some that it does not have."""
    return [own.name for own in table.seats[table.mover].cards] or ["a0d3s"]


def any_card(dice, table):
    """Returns a card of the market, of the seat, of another seat, or of the box."""
    others = [own.name for seat in table.seats for own in seat.cards]
    some = [lying(table), lying(table), own_cards(table), others, table.gone, dice.cards]
    return dice.choice(dice.choice([names for names in some if names]))


def copy_changed(dice, log):
    """Changes a copied color: another color, a card, the card itself, none, or no copy card."""
    found = scene(dice, log, has_power if dice.random() < 0.85 else lambda turn: True)
    if found is None:
        return False
    table, turn = found
    event = dice.choice([e for e in events(turn) if "copy" in e] or events(turn))
    action = dice.choice(("color", "color", "card", "card", "own", "itself", "drop"))
    if action == "color":
        event["copy"] = dice.choice(COLORS)
    elif action == "card":
        event["copy"] = any_card(dice, table)
    elif action == "own":
        event["copy"] = dice.choice(own_cards(table))
    elif action == "itself":
        free = event.get("free", event)
        event["copy"] = free.get("card") or free.get("purchase", {}).get("card", "ruby")
    else:
        event.pop("copy", None)
    return None


def free_changed(dice, log):
    """Changes a free card: none, another one, of another level, one too many, or without power."""
    found = scene(dice, log, has_power if dice.random() < 0.8 else lambda turn: True)
    if found is None:
        return False
    table, turn = found
    some = events(turn)
    event = dice.choice([e for e in some if "free" in e] or some)
    action = dice.choice(("drop", "other", "level", "rival", "more", "inner"))
    if action == "drop":
        event.pop("free", None)
    elif action == "more":
        event = dice.choice(some)
        event.setdefault("free", {"card": dice.choice(lying(table) or dice.cards)})
    elif action == "inner" and "free" in event:
        event["free"] |= {"free": {"card": dice.choice(lying(table) or dice.cards)}}
    else:
        names = lying(table) if dice.random() < 0.85 else dice.cards
        names = under_rivals(table) or names if action == "rival" else names
        if action == "other" and "free" in event:
            level = card_of(event["free"]["card"]).level
            names = [name for name in names if card_of(name).level == level] or names
        free = {"card": dice.choice(names or dice.cards)}
        with_powers(dice, table, free, free["card"])
        event["free"] = free
    return None


def under_rivals(table):
    """Returns the cards of the market under strongholds of other seats."""
    return sorted(set(table.rivals()))


def spend_changed(dice, log):
    """Changes the virtual gold of a payment: one more, one less, twice, not owned, or for gems."""
    spends = lambda turn: any("spend" in purchase for purchase in purchases(turn))
    found = scene(dice, log, spends) if dice.random() < 0.6 else None
    found = found or scene(dice, log, lambda turn: purchases(turn))
    if found is None:
        return False
    table, turn = found
    purchase = dice.choice(purchases(turn))
    spend = purchase.setdefault("spend", [])
    seat = table.seats[table.mover]
    golds = seat.virtual_gold() if dice.random() < 0.8 else [c for c in ORIENT if "gg" in c]
    action = dice.choice(("more", "more", "less", "twice", "other", "pay", "pay"))
    pay = purchase.get("pay", {})
    if action == "twice" and spend:
        spend.append(spend[0])
    elif action == "less" and spend:
        spend.pop()
    elif action == "other":
        spend.append(any_card(dice, table))
    elif golds:
        spend[:] = dice.sample(golds, min(len(golds), dice.choice((1, 1, 2, 3))))
        if action == "pay":
            for token in [token for token in pay if pay[token]][: dice.choice((1, 2, 3))]:
                pay[token] = max(0, pay[token] - dice.choice((1, 1, 2)))
    if not spend:
        del purchase["spend"]
    elif dice.random() < 0.1:
        purchase.pop("pay", None)
    return None


def discard_changed(dice, log):
    """Changes a price in cards: other cards, one, three, twice the same, tokens, or no price."""
    discards = lambda turn: any("discard" in purchase for purchase in purchases(turn))
    found = scene(dice, log, discards) if dice.random() < 0.9 else None
    found = found or scene(dice, log, lambda turn: purchases(turn))
    if found is None:
        return False
    table, turn = found
    purchase = dice.choice([p for p in purchases(turn) if "discard" in p] or purchases(turn))
    discard = purchase.setdefault("discard", [])
    seat, price = table.seats[table.mover], card_of(purchase["card"]).cards
    right = [own.name for own in seat.cards if own.color == price is not None]
    action = dice.choice(("drop", "more", "other", "twice", "pay", "right", "right", "spend"))
    if action == "drop" and discard:
        discard.pop()
    elif action == "more":
        discard.append(dice.choice(right + own_cards(table)))
    elif action == "twice" and discard:
        discard[-1] = discard[0]
    elif action == "pay":
        purchase["pay"] = {dice.choice(TOKENS): 1}
    elif action == "spend":
        purchase["spend"] = [dice.choice(seat.virtual_gold() or ["A0gg3d"])]
    elif action == "right" and len(right) > 1:
        discard[:] = dice.sample(right, 2)
    elif discard:
        discard[dice.randrange(len(discard))] = any_card(dice, table)
    else:
        discard[:] = dice.sample(own_cards(table) * 2, 2)
    return None


def a_step(dice, table, mostly=0.75):
    """Returns a step with a stronghold, mostly one that is possible."""
    seat, rivals = table.seats[table.mover], table.rivals()
    names = lying(table) or dice.cards
    free = [name for name in names if name not in rivals] or names
    own = seat.strongholds or names
    good = dice.random() < mostly
    names = free if good else names
    kinds = ["place"] * (len(seat.strongholds) < 3) + ["move"] * bool(seat.strongholds)
    kinds += ["remove"] * bool(rivals)
    kind = dice.choice(kinds if good and kinds else ("place", "move", "remove"))
    if kind == "place":
        again = [name for name in own if name in names]
        return {"place": dice.choice(again if again and dice.random() < 0.6 else names)}
    if kind == "move":
        start = dice.choice(own if good or dice.random() < 0.5 else names)
        again = [name for name in own if name != start and name in names]
        goal = dice.choice(again if again and dice.random() < 0.6 else names)
        return {"move": {"from": start, "to": goal}}
    remove = {"card": dice.choice(rivals if rivals and dice.random() < 0.9 else names)}
    if dice.random() < 0.3:
        remove["seat"] = dice.randrange(len(table.seats) + (dice.random() < 0.2))
    return {"remove": remove}


def step_changed(dice, log):
    """Changes a step with a stronghold: none, another one, or one without a purchase."""
    steps = lambda turn: any("stronghold" in event for event in (turn, turn.get("conquest", {})))
    found = scene(dice, log, steps if dice.random() < 0.93 else lambda turn: True)
    if found is None:
        return False
    table, turn = found
    some = [e for e in (turn, turn.get("conquest", {})) if "stronghold" in e] or [turn]
    event = dice.choice(some)
    step, rivals = event.get("stronghold", {}), under_rivals(table)
    action = dice.choice(("drop", "other", "other", "rival", "itself", "hidden", "any"))
    if action == "drop":
        event.pop("stronghold", None)
    elif action == "rival" and rivals:
        name = dice.choice(rivals)
        start = dice.choice(table.seats[table.mover].strongholds or [name])
        steps = ({"place": name}, {"move": {"from": start, "to": name}}, {"remove": {"card": name}})
        event["stronghold"] = dice.choice(steps)
    elif action == "itself":
        name = event.get("purchase", {}).get("card") or event.get("refill") or "a0d3s"
        event["stronghold"] = {"place": event.get("refill", name) if dice.random() < 0.5 else name}
    elif action == "hidden" and step:
        event["stronghold"] = {"place": any_card(dice, table)}
    else:
        event["stronghold"] = a_step(dice, table, 0.5)
    return None


def conquest_changed(dice, log):
    """Changes a conquest: none, another card, another payment, or one without three strongholds."""
    found = scene(dice, log, lambda turn: "conquest" in turn) if dice.random() < 0.7 else None
    found = found or scene(dice, log, lambda turn: "pass" not in turn or dice.random() < 0.2)
    if found is None:
        return False
    table, turn = found
    conquest, seat = turn.get("conquest"), table.seats[table.mover]
    action = dice.choice(("drop", "card", "pay", "pay", "add", "action", "gem", "from"))
    if conquest and action == "drop":
        del turn["conquest"]
    elif conquest and action == "pay":
        pay = conquest["purchase"].setdefault("pay", {})
        token = dice.choice(TOKENS)
        pay[token] = max(0, pay.get(token, 0) + dice.choice((-2, -1, 1)))
    elif conquest and action == "action":
        for key in ("take", "reserve", "purchase", "stronghold", "refill", "free", "copy", "gem"):
            turn.pop(key, None)
        turn |= dice.choice(({"pass": True}, {"take": ["ruby", "ruby"]}, {"take": ["diamond"]}))
    elif conquest and action == "gem":
        conquest["gem"] = dice.choice(TOKENS)
    elif conquest and action == "from":
        conquest["purchase"]["from"] = "market"
        conquest["purchase"].pop("pay", None)
    else:
        names = seat.strongholds or lying(table) or dice.cards
        name = dice.choice(names if dice.random() < 0.8 else lying(table) or dice.cards)
        turn["conquest"] = a_conquest(dice, table, name)
    return None


def a_conquest(dice, table, name):
    """Returns the conquest of a card."""
    purchase = a_price(dice, table, name)
    conquest = {"purchase": purchase}
    with_powers(dice, table, conquest, name)
    if dice.random() < 0.8:
        conquest["stronghold"] = a_step(dice, table)
    return conquest


def a_price(dice, table, name):
    """Returns a purchase of a card with a payment that the seat can make, if there is one."""
    seat, card = table.seats[table.mover], card_of(name)
    if card.cards is not None:
        right = [own for own in seat.cards if own.color == card.cards]
        right.sort(key=oracle.is_copy, reverse=dice.random() < 0.8)
        names = [own.name for own in right[:2]]
        return {"card": name, "pay": {}} | ({"discard": names} if names else {})
    price = seat.price(name)
    pay = [min(p, t) for p, t in zip(price, seat.tokens)]
    for color in range(5):
        if pay[color] and dice.random() < 0.1:
            pay[color] -= 1
    units = sum(seat.gold_for(p - t) for p, t in zip(price, pay))
    golds, spend = seat.virtual_gold(), []
    dice.shuffle(golds)
    gold = min(units, dice.randrange(seat.tokens[5] + 1)) if golds else units
    while golds and units > gold + 2 * len(spend):
        spend.append(golds.pop())
    if golds and dice.random() < 0.1:
        spend.append(golds.pop())
    tokens = {token: n for token, n in zip(TOKENS, [*pay, gold]) if n}
    return {"card": name, "pay": tokens} | ({"spend": spend} if spend else {})


def with_powers(dice, table, event, name):
    """Adds the copied color and the free card to an event, with their powers."""
    card, seat = card_of(name), table.seats[table.mover]
    if card.copies and dice.random() < 0.9:
        colors = [COLORS[color] for color in range(5) if seat.colors[color]]
        names = colors if dice.random() < 0.7 else own_cards(table)
        event["copy"] = dice.choice(names or COLORS)
    if card.free and dice.random() < 0.9:
        rivals, wrong = table.rivals(), dice.random() < 0.12
        names = [c for c in lying(table) if wrong or card_of(c).level == card.free]
        names = [c for c in names if c != name and (wrong or c not in rivals)] or names
        names = dice.choice((rivals, dice.cards)) if dice.random() < 0.1 else names
        powers = [c for c in names if card_of(c).free or card_of(c).copies]
        names = powers if powers and dice.random() < 0.5 else names
        if names:
            event["free"] = {"card": dice.choice(names)}
            with_powers(dice, table, event["free"], event["free"]["card"])


def with_refills(dice, table, turn):
    """Names the cards that fill the places of free cards and of the conquest."""
    decks = copy.deepcopy(table.decks)
    names = lying(table)
    for event in events(turn):
        name = event.get("card") or event.get("purchase", {}).get("card")
        row = card_of(name).row if name in names else None
        if row and decks.get(row):
            top = decks[row].pop(0)
            if dice.random() < 0.9 and ("refill" not in event or top):
                event["refill"] = top or dice.choice(sorted(table.unseen(row)))


def opportunities(dice, log):
    """Returns the places in a log where the seat can use a power: kind, turns and cards."""
    found = {}
    if "orient" not in log["rules"].get("modules", []):
        return found
    table = table_before(log, 0, dice.box)
    for index, turn in enumerate(log["turns"] if table else []):
        for kind, names in chances(table).items():
            found.setdefault(kind, []).extend((index, name) for name in names)
        try:
            oracle.play(table, oracle.judge(table, turn))
        except (tables.Broken, tables.Undecided, tables.Unsupported):
            break
    return {kind: places for kind, places in found.items() if places}


def chances(table):
    """Returns the cards within reach of a seat by the power that they use."""
    seat, rivals = table.seats[table.mover], table.rivals()
    names = [name for name in lying(table) if name not in rivals]
    names += [place.card for place in seat.hand if place.card]
    payable = [name for name in names if seat.can_pay(name)]
    copies = {own.color for own in seat.cards if oracle.is_copy(own)}
    asked = [name for name in payable if card_of(name).cards is not None]
    gold = bool(seat.virtual_gold())
    doubled = gold and "double-gold" in seat.posts
    return {
        "color": [name for name in names if card_of(name).copies and not any(seat.colors)],
        "spend": [name for name in payable if gold and card_of(name).cards is None],
        "double": [name for name in names if doubled and sum(seat.price(name)) > 2],
        "discard": asked,
        "copies": [name for name in asked if card_of(name).cards in copies],
        "free": [name for name in payable if card_of(name).free],
        "copy": [name for name in payable if card_of(name).copies],
    }


def a_chance(dice, table, kind, name):
    """Returns a purchase that uses a power, often with a mistake of that kind."""
    seat, purchase = table.seats[table.mover], a_price(dice, table, name)
    golds, price = seat.virtual_gold(), seat.price(name)
    if kind in ("discard", "copies"):
        right = [own.name for own in seat.cards if own.color == card_of(name).cards]
        right.sort(key=lambda own: card_of(own).copies)
        number = dice.choice((2, 2, 2, 2, 1, 3))
        purchase["discard"] = right[:number] if dice.random() < 0.5 else right[-number:]
        if dice.random() < 0.15:
            purchase["discard"][-1] = any_card(dice, table)
    elif kind == "spend":
        pay = [min(p, t) for p, t in zip(price, seat.tokens)]
        gold = dice.randrange(seat.tokens[5] + 1)
        some = dice.sample(golds, min(len(golds), dice.choice((1, 1, 2, 2, 3))))
        pay = [max(0, amount - dice.choice((0, 0, 1, 1, 2))) for amount in pay]
        purchase |= {"pay": dict(zip(TOKENS, [*pay, gold])), "spend": some}
    elif kind == "double":
        course = oracle.Course(table, table, {})
        for _ in range(60):
            pay = [dice.randrange(min(p, t) + 1) for p, t in zip(price, seat.tokens)]
            pay.append(dice.randrange(seat.tokens[5] + 1))
            some = dice.sample(golds, dice.randrange(1, len(golds) + 1))
            purchase |= {"pay": dict(zip(TOKENS, pay)), "spend": some}
            breach = oracle.breach_of_payment(course, purchase, pay)
            if breach == "orient.double-virtual" or breach is None and dice.random() < 0.05:
                break
    return purchase


def refills_swapped(dice, log):
    """Swaps, drops or changes the refills of the events of a turn."""
    found = scene(dice, log, lambda turn: sum("refill" in e for e in events(turn)) > 1)
    if found is None:
        return False
    table, turn = found
    some = [event for event in events(turn) if "refill" in event]
    one, other = dice.sample(some, 2)
    action = dice.choice(("swap", "swap", "drop", "same", "move"))
    if action == "swap":
        one["refill"], other["refill"] = other["refill"], one["refill"]
    elif action == "drop":
        del one["refill"]
    elif action == "same":
        one["refill"] = other["refill"]
    else:
        row = card_of(one["refill"]).row
        one["refill"] = dice.choice(sorted(table.unseen(row) or dice.cards))
    return None


def fresh_card_touched(dice, log):
    """Lets a step or a free card name a card that refills the market in the same turn."""
    found = scene(dice, log, lambda turn: "conquest" in turn)
    if found is None:
        return False
    _, turn = found
    names = [event["refill"] for event in events(turn) if "refill" in event]
    conquest = turn["conquest"]
    if not names:
        return False
    name = dice.choice(names)
    if dice.random() < 0.7:
        conquest["stronghold"] = {"place": name}
    else:
        (conquest if "free" in conquest else turn)["free"] = {"card": name}
    return None


def orient_deck_changed(dice, log):
    """Reserves from another deck of the same level, or from an Orient deck instead."""
    found = scene(dice, log, lambda turn: "reserve" in turn or "take" in turn)
    if found is None:
        return False
    table, turn = found
    for key in ("take", "gem", "refill"):
        turn.pop(key, None)
    level = dice.choice(LEVELS)
    deck = table.decks.get(level + 3) or []
    turn["reserve"] = {dice.choice(("orient", "orient", "orient", "deck")): level}
    if deck and dice.random() < 0.7:
        first, second = [n or dice.choice(dice.cards) for n in (deck + [None])[:2]]
        if dice.random() < 0.3:
            first, second = second, first
        turn["reserve"]["card"] = first
        if dice.random() < 0.5:
            turn["reserve"]["under"] = second
    return None


def claims_of_cards(dice, log):
    """Claims other bonuses, colors or strongholds of the seat after a turn."""
    found = scene(dice, log, lambda turn: purchases(turn) or dice.random() < 0.1)
    if found is None:
        return False
    table, turn = found
    try:
        oracle.play(table, oracle.judge(table, turn))
    except (tables.Broken, tables.Undecided):
        return False
    seat = table.seats[table.mover - 1]
    after = turn.setdefault("after", {})
    kind = dice.choice(("bonuses", "colors", "strongholds", "prestige", "digest"))
    off = dice.choice((-1, 0, 0, 0, 1))
    if kind == "strongholds":
        after[kind] = max(0, 3 - len(seat.strongholds) + off)
    elif kind == "prestige":
        after[kind] = max(0, seat.prestige + off)
    elif kind == "digest":
        after[kind] = tables.digest_of(table.text()) or "0123456789abcdef"
    else:
        color, values = dice.randrange(5), dice.choice((seat.bonuses, seat.colors))
        after.setdefault(kind, {})[COLORS[color]] = max(0, values[color] + off)
    return None


def orient_rows_changed(dice, log):
    """Changes the rows and decks of Orient: a card more, less, in another row, or of the base."""
    setup = log["setup"]
    rows = [r for part in ("market", "decks") for n, r in setup.get(part, {}).items() if "o" in n]
    action = dice.choice(("drop", "double", "name", "swap", "move", "gone", "deck"))
    row, other = (dice.choice(rows), dice.choice(rows)) if rows else ([], [])
    base = setup["market"][ROWS[dice.choice(LEVELS)]]
    if action == "drop" and row:
        row.pop()
    elif action == "double" and row:
        other.append(dice.choice(row))
    elif action == "name" and row:
        row[dice.randrange(len(row))] = dice.choice((*ORIENT, "A5dd", "B1c", *dice.cards[:9]))
    elif action == "swap" and row and other:
        other = dice.choice((base, other))
        i, j = dice.randrange(len(row)), dice.randrange(len(other))
        row[i], other[j] = other[j], row[i]
    elif action == "move" and row:
        other.append(row.pop())
    elif action == "gone":
        setup["market"].pop(dice.choice(("orient1", "orient2", "orient3")), None)
    else:
        setup.get("decks", {}).pop("orient1", None)
    return None


def new_modules_changed(dice, log):
    """Removes Orient or Strongholds from the modules, with their rows or without, or adds one."""
    rules, setup = log["rules"], log["setup"]
    module = dice.choice(("orient", "strongholds"))
    rules["modules"] = sorted(set(rules.get("modules", [])) ^ {module})
    if module == "orient" and dice.random() < 0.7:
        for row in ("orient1", "orient2", "orient3"):
            setup["market"].pop(row, None)
            setup.get("decks", {}).pop(row, None)
        if "orient" in rules["modules"]:
            for row, letter in enumerate("ABC", 1):
                names = [card for card in ORIENT if card[0] == letter]
                setup["market"][f"orient{row}"] = dice.sample(names, 2)
    return None


def new_facts_left_out(dice, log):
    """Leaves out copied colors, payments or refills of the events."""
    what = dice.choice(("copy", "copy", "pay", "refill", "seat"))
    for turn in log["turns"]:
        for event in events(turn):
            if what in ("copy", "refill") and dice.random() < 0.7:
                event.pop(what, None)
            event.get("stronghold", {}).get("remove", {}).pop("seat", None)
        if what == "pay" and dice.random() < 0.1:
            for purchase in purchases(turn):
                purchase.pop("pay", None)
    return None


OF_ORIENT = (
    copy_changed,
    copy_changed,
    free_changed,
    free_changed,
    spend_changed,
    spend_changed,
    discard_changed,
    discard_changed,
    orient_deck_changed,
    claims_of_cards,
    orient_rows_changed,
    refills_swapped,
    new_modules_changed,
    new_facts_left_out,
)
OF_STRONGHOLDS = (
    step_changed,
    step_changed,
    step_changed,
    conquest_changed,
    conquest_changed,
    conquest_changed,
    fresh_card_touched,
    refills_swapped,
    claims_of_cards,
    new_modules_changed,
)
