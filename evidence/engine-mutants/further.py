"""Further mutants: engines that ignore a ruling, and mistakes about details and their order.

Each has a name and its edits: the file, the text in it, and what replaces the text.
"""

# The line that says when a seat has to take a step with a stronghold.
DUE = (
    '        due = "purchase" in event and "strongholds" in table.modules and can_step(course)\n'
)

RULINGS = [
    ("fewer, all-available", "rules", '["fewer"] == "all-available"', '["fewer"] == ""'),
    ("fewer, up-to-three", "rules", '["fewer"] == "up-to-three"', '["fewer"] == ""'),
    (
        "fewer, to-ten",
        "rules",
        '["fewer"] == "to-ten"',
        '["fewer"] == ""',
    ),
    (
        "fewer, never",
        "rules",
        '["fewer"] == "never":\n        return 3\n',
        '["fewer"] == "":\n        return 3\n',
    ),
    ("pass, never", "rules", 'course.ruling("pass") == "never"', "False"),
    ("pass, always", "rules", 'course.ruling("pass") == "always"', "False"),
    (
        "stalemate, continues",
        "rules",
        ' and table.rulings["stalemate"] != "continues"',
        "",
    ),
    (
        "stalemate, passed-round",
        "rules",
        '    if table.rulings["stalemate"] == "passed-round":\n',
        "    if False:\n",
    ),
    (
        "stalemate, the winners of a passed round",
        "table",
        'self.rulings["stalemate"] == "passed-round"',
        "False",
    ),
    ("end-time, at-once", "rules", 'table.rulings["end-time"] == "at-once"', "False"),
    ("end-time, others-once", "rules", 'table.rulings["end-time"] == "others-once"', "False"),
    ("gold, last-resort", "rules", 'course.ruling("gold") == "last-resort"', "False"),
    ("tie, last-seat", "table", 'self.rulings["tie"] == "last-seat"', "False"),
    ("tie, first-seat", "table", 'self.rulings["tie"] == "first-seat"', "False"),
    (
        "tie, most-prestige-shared",
        "table",
        'self.rulings["tie"] == "most-prestige-shared"',
        "False",
    ),
    (
        "tie, fewest-cards-then-first-seat",
        "table",
        'self.rulings["tie"] == "fewest-cards-then-first-seat"',
        "False",
    ),
    ("target", "rules", '>= table.rulings["target"]', ">= 15"),
    (
        "noble-choice, first-listed",
        "rules",
        'table.rulings["noble-choice"] == "first-listed"',
        "False",
    ),
    (
        "noble-choice, all",
        "rules",
        'not earned or table.rulings["noble-choice"] == "all"',
        "not earned",
    ),
    ("return, up-to", "rules", ' and ruling != "up-to"', ""),
    ("return, anything", "rules", ' and ruling != "anything"', ""),
    (
        "noble-time, after-purchase",
        "rules",
        'course.ruling("noble-time") == "after-purchase"',
        "False",
    ),
    (
        "noble-time, after-action",
        "rules",
        'course.ruling("noble-time") == "every-turn"',
        "True",
    ),
    (
        "powers, free cards",
        "rules",
        'course.ruling("powers") == "mandatory" and any(p.card',
        "any(p.card",
    ),
    (
        "powers, gems",
        "rules",
        '    optional = course.ruling("powers") == "optional"\n    refused',
        '    optional = False\n    refused',
    ),
    ("overpay, irredundant", "rules", 'course.ruling("overpay") == "irredundant"', "False"),
    ("overpay, spare-gold", "rules", 'table.rulings["overpay"] == "spare-gold"', "False"),
    ("gold-at-ten, withheld", "rules", 'course.ruling("gold-at-ten") == "withheld"', "False"),
    (
        "gold-at-ten, forbidden",
        "rules",
        'table.rulings["gold-at-ten"] == "forbidden"',
        "False",
    ),
    ("copy-double", "rules", 'two = course.ruling("copy-double") == "two"', "two = False"),
    (
        "virtual-spare",
        "rules",
        'no_spare = course.ruling("virtual-spare") == "no-spare"',
        "no_spare = False",
    ),
    (
        "conquest-refill, each-at-once",
        "rules",
        'when == "each-at-once" or',
        "",
    ),
    (
        "conquest-refill, all-after",
        "rules",
        'when == "reserved-first" and "reserve" in turn',
        '"reserve" in turn',
    ),
    (
        "stronghold-step",
        "rules",
        'course.ruling("stronghold-step") == "mandatory"',
        "True",
    ),
    ("remove", "rules", 'course.ruling("remove") == "any"', "False"),
    ("move", "rules", 'may_move = course.ruling("move") == "free" or not stock', "may_move = 1"),
]

TWICE = [
    (
        "dropped: orient.copy-needs-color, with orient.copy",
        ("rules", 'raise Broken("orient.copy-needs-color")', "pass"),
        (
            "rules",
            '    if not kinds:\n        raise Broken("orient.copy")\n',
            "    if not kinds:\n        return Own(name, None, 0)\n",
        ),
    ),
    (
        "loosened: orient.discard-price and orient.discard-color, one card",
        ("rules", "len(names) != 2 or any(paid)", "not 1 <= len(names) <= 2 or any(paid)"),
        ("rules", "    if len(cards) != 2:\n", "    if len(cards) != len(names):\n"),
        ("rules", "min(2, len(copies))", "min(len(names), len(copies))"),
    ),
    (
        "loosened: orient.discard-price, a double card counts as two",
        ("rules", "len(names) != 2 or any(paid)", "not 1 <= len(names) <= 2 or any(paid)"),
        (
            "rules",
            "    if len(cards) != 2:\n",
            "    if sum(own.bonuses for own in cards) < 2:\n",
        ),
        ("rules", "min(2, len(copies))", "min(len(names), len(copies))"),
    ),
]

DETAILS = [
    # The order of effects
    (
        "effect: limit.ten, before the conquest",
        "rules",
        '    if "conquest" in turn:\n',
        '    if "conquest" in turn:\n'
        "        if sum(course.seat.tokens) > LIMIT:\n"
        '            raise Broken("limit.ten")\n',
    ),
    (
        "effect: the conquest by bonuses before the turn",
        "rules",
        '    price = seat.price(purchase["card"])\n    rest',
        "    owner = course.before.seats[course.before.mover]\n"
        '    price = owner.price(purchase["card"])\n    rest',
    ),
    (
        "tightened: stronghold.conquest, only with three before the turn",
        "rules",
        "course.seat.strongholds.count(name) == STRONGHOLDS",
        "course.before.seats[course.before.mover].strongholds.count(name) == STRONGHOLDS",
    ),
    (
        "tightened: stronghold.conquest, only after a purchase",
        "rules",
        '    if "pass" in course.turn or not full',
        '    if "purchase" not in course.turn or not full',
    ),
    (
        "tightened: stronghold.conquest, not after a take",
        "rules",
        '    if "pass" in course.turn or not full',
        '    if "take" in course.turn or "pass" in course.turn or not full',
    ),
    (
        "tightened: stronghold.conquest, not after a reservation",
        "rules",
        '    if "pass" in course.turn or not full',
        '    if "reserve" in course.turn or "pass" in course.turn or not full',
    ),
    (
        "loosened: orient.copy, the color of the free card",
        "rules",
        "    two = course.ruling(\"copy-double\") == \"two\"\n",
        "    two = course.ruling(\"copy-double\") == \"two\"\n"
        '    brought = event.get("free", {}).get("card")\n'
        "    if brought and card_of(brought).color is not None:\n"
        "        cards.append(Own(brought, card_of(brought).color, 1))\n",
    ),
    (
        "tightened: orient.copy, not of a copy",
        "rules",
        "[own for own in course.seat.cards if own.color is not None]\n    two",
        "[own for own in course.seat.cards if own.color is not None"
        " and not is_copy(own)]\n    two",
    ),
    (
        "loosened: post.gem-after-purchase, only gems from before the purchase",
        "rules",
        "    there = [c for c, n in zip(COLORS, course.table.supply) if n and c != pair]\n",
        "    there = [c for c, n in zip(COLORS, course.before.supply) if n and c != pair]\n",
    ),
    (
        "tightened: post.gem-after-purchase, not for a card from the hand",
        "rules",
        '    if "purchase" in event and "gem-after-purchase" in posts:\n',
        "    held = [p.card for p in course.before.seats[course.before.mover].hand]\n"
        '    bought = event.get("purchase", {}).get("card")\n'
        '    if bought and bought not in held and "gem-after-purchase" in posts:\n',
    ),
    # Nobles, posts and cities
    (
        "loosened: post.earned, by bonuses",
        "rules",
        "if seat.meets(demand)]\n    new",
        "if all(b >= d for b, d in zip(seat.bonuses, demand))]\n    new",
    ),
    (
        "loosened: post.earned, one card less",
        "rules",
        "if seat.meets(demand)]\n    new",
        "if sum(max(0, d - c) for c, d in zip(seat.colors, demand)) <= 1]\n    new",
    ),
    (
        "loosened: city.further-color, by bonuses",
        "table",
        "zip(self.colors, demand) if not d]",
        "zip(self.bonuses, demand) if not d]",
    ),
    (
        "tightened: post.mandatory, the first post",
        "rules",
        "    new = [post for post in earned if post not in seat.posts]\n",
        "    new = [post for post in earned if post not in seat.posts][:1]\n"
        "    earned = new + seat.posts\n",
    ),
    (
        "effect: post.point-per-post, not for itself",
        "table",
        'len(self.posts) * ("point-per-post" in self.posts)',
        '(len(self.posts) - 1) * ("point-per-post" in self.posts)',
    ),
    (
        "effect: cards given up take the posts that they earned",
        "rules",
        "    for own in cards:\n        course.seat.gain(own, -1)\n",
        "    for own in cards:\n        course.seat.gain(own, -1)\n"
        "        held = [p for p in course.seat.posts if course.seat.meets(POSTS[p])]\n"
        "        course.seat.posts = held\n",
    ),
    (
        "effect: cards given up take the nobles that they earned",
        "rules",
        "    for own in cards:\n        course.seat.gain(own, -1)\n",
        "    for own in cards:\n        course.seat.gain(own, -1)\n"
        "        held = [n for n in course.seat.nobles if course.seat.meets(noble_of(n)[1])]\n"
        "        course.seat.nobles = held\n",
    ),
    (
        "effect: the end is triggered by purchases only",
        "rules",
        'table.last_round |= seat.prestige >= table.rulings["target"]',
        'table.last_round |= bool(seat.cards) and seat.prestige - 3 * len(seat.nobles) >= '
        'table.rulings["target"]',
    ),
    # Decks and the market
    (
        "tightened: reserve.gold, only for base cards",
        "rules",
        "0 if withheld else",
        "0 if withheld or seat.hand and seat.hand[-1].row > 3 else",
    ),
    ("effect: reserve.gold, withheld at ten", "rules", "0 if withheld else", "0 if full else"),
    (
        "loosened: reserve.hand-limit, Orient cards do not count",
        "rules",
        "    if len(seat.hand) >= HAND:\n",
        "    if sum(p.row < 4 for p in seat.hand) >= HAND:\n",
    ),
    (
        "effect: post.draw-two, the card goes back on top",
        "rules",
        "        table.decks[row] += [under or rest.pop(0)] if two else []\n".lstrip(" "),
        "table.decks[row][:0] = [under or rest.pop(0)] if two else []\n",
    ),
    (
        "tightened: post.draw-two, not for Orient",
        "rules",
        '    can = "draw-two" in posts and len',
        '    can = "draw-two" in posts and row < 4 and len',
    ),
    (
        "effect: Orient places are filled from base decks",
        "rules",
        "        deck = table.decks[row] if row else []\n",
        "        row = row - 3 if row > 3 else row\n"
        "        deck = table.decks[row] if row else []\n",
    ),
    (
        "effect: a card from a deck lies open in the hand",
        "rules",
        "kept or rest.pop(0), public=False)",
        "kept or rest.pop(0), public=True)",
    ),
    (
        "effect: the place of a free card stays empty",
        "rules",
        "            course.leave_market(free, place)\n",
        "            course.leave_market(free, place)\n            course.emptied.pop()\n",
    ),
    # Orient
    (
        "effect: a free card brings no other",
        "rules",
        "        level, free = card.free if card else 0, event.get(\"free\")\n",
        "        level = card.free if card and \"purchase\" in event else 0\n"
        "        free = event.get(\"free\")\n",
    ),
    (
        "effect: a free card does not come into the play area",
        "rules",
        "        if own and place:\n",
        '        if own and place and "purchase" in event:\n',
    ),
    (
        "effect: spent cards bring gold into the supply",
        "rules",
        "        seat.gain(own, -1)\n        course.table.gone.append(own.name)\n    pay_with",
        "        seat.gain(own, -1)\n        course.table.gone.append(own.name)\n"
        "        course.table.supply[GOLD] = min(5, course.table.supply[GOLD] + 1)\n    pay_with",
    ),
    (
        "tightened: orient.virtual-gold, one card for a purchase",
        "rules",
        "len(set(spent)) == len(spent)\n",
        "len(spent) <= 1\n",
    ),
    (
        "loosened: orient.spend-owned, any card of the seat",
        "rules",
        "set(spent) <= set(seat.virtual_gold())",
        "set(spent) <= {own.name for own in seat.cards}",
    ),
    (
        "loosened: orient.double-virtual, without the post",
        "rules",
        "    most = gold + 2 * len(spent)\n",
        "    most = gold + 4 * len(spent)\n",
    ),
    (
        "loosened: turn.pass, discard prices do not count",
        "table",
        "            return self.colors[card.cards] >= 2\n",
        "            return False\n",
    ),
    (
        "tightened: turn.pass, one card pays a price of two",
        "table",
        "            return self.colors[card.cards] >= 2\n",
        "            return self.colors[card.cards] >= 1\n",
    ),
    (
        "tightened: turn.pass, a copy card needs no color",
        "table",
        "        if card.copies and not any(self.colors):\n",
        "        if False:\n",
    ),
    # Strongholds
    (
        "tightened: turn.pass, cards under strongholds count",
        "rules",
        "    free = [place for place in table.lying() if place.card not in rivals]\n    reserve",
        "    free = table.lying()\n    reserve",
    ),
    (
        "loosened: stronghold.blocked, only by the next seat",
        "table",
        "if i != self.mover]",
        "if i == (self.mover + 1) % len(self.seats)]",
    ),
    (
        "effect: a reserved card keeps its strongholds",
        "rules",
        "        course.leave_market(course.turn, place)\n",
        "        table.market[place.row].remove(place)\n"
        "        course.emptied.append((course.turn, place.row))\n",
    ),
    (
        "tightened: stronghold.move, not to an own stronghold",
        "rules",
        "start in seat.strongholds and start != goal)",
        "start in seat.strongholds and goal not in seat.strongholds)",
    ),
    (
        "loosened: stronghold.mandatory, with all three on one card",
        "rules",
        DUE,
        DUE + "        due = due and seat.strongholds[1:] != seat.strongholds[:1] * 2\n",
    ),
    (
        "loosened: stronghold.mandatory, with an empty stock",
        "rules",
        DUE,
        DUE + "        due = due and len(seat.strongholds) < STRONGHOLDS\n",
    ),
    (
        "loosened: stronghold.face-up, a card of the hand",
        "rules",
        "    places = [in_market(table, name) for name in named]\n",
        "    held = [place.card for place in seat.hand]\n"
        "    places = [name in held or in_market(table, name) for name in named]\n"
        "    places = [Place(1, name) if at is True else at for at, name in zip(places, named)]\n",
    ),
    # Passes and the end
    (
        "effect: voluntary passes count towards a stalemate",
        "rules",
        "counts_as_pass = course.forced and not gains",
        "counts_as_pass = course.passes and not gains",
    ),
    (
        "effect: passes start again with each round",
        "rules",
        "table.row_of_passes + 1 if counts_as_pass else 0\n",
        "table.row_of_passes * (table.mover > 0) + 1 if counts_as_pass else 0\n",
    ),
    (
        "effect: the game ends after the seat that triggers it",
        "rules",
        "    last = table.mover == len(table.seats) - 1\n",
        "    last = True\n",
    ),
    (
        "effect: the last round ends with the second seat",
        "rules",
        "    last = table.mover == len(table.seats) - 1\n",
        "    last = table.mover == 1\n",
    ),
    (
        "effect: a card pays for itself",
        "table",
        "        return [max(0, c - b) for c, b in zip(card_of(name).cost, self.bonuses)]\n",
        "        card, own = card_of(name), list(self.bonuses)\n"
        "        if card.color is not None:\n"
        "            own[card.color] += card.bonuses\n"
        "        return [max(0, c - b) for c, b in zip(card.cost, own)]\n",
    ),
]

BASE = [
    (
        "tightened: nothing is taken with ten tokens",
        "    for size in range(3 if most == 3 else 1, most + 1):\n",
        '    full = total(seat.get("tokens", {})) >= 10\n'
        "    for size in range(9 if full else 3 if most == 3 else 1, most + 1):\n",
    ),
    (
        "tightened: one gold for a purchase",
        '        if gold <= get(tokens, "gold"):\n',
        '        if gold <= min(1, get(tokens, "gold")):\n',
    ),
    (
        "effect: a card pays for itself",
        "    price = {color: max(0, get(cost, color) - own[color]) for color in COLORS}\n",
        "    own[LETTERS[card[2]]] += 1\n"
        "    price = {color: max(0, get(cost, color) - own[color]) for color in COLORS}\n",
    ),
    (
        "tightened: taken gems are not returned",
        "    for back in choices(tokens, max(0, total(tokens) - 10)):\n",
        "    for back in choices(tokens, max(0, total(tokens) - 10)):\n"
        '        if set(back) & set(action.get("take", [])):\n'
        "            continue\n",
    ),
    (
        "tightened: a reserved gold is not returned",
        "    for back in choices(tokens, max(0, total(tokens) - 10)):\n",
        "    for back in choices(tokens, max(0, total(tokens) - 10)):\n"
        '        if "gold" in back and "reserve" in action:\n'
        "            continue\n",
    ),
    (
        "effect: a card from a deck lies open in the hand",
        '    return {"deck": choice["deck"], "card": '
        'position["decks"][LEVELS[choice["deck"] - 1]].pop(0)}\n',
        '    return position["decks"][LEVELS[choice["deck"] - 1]].pop(0)\n',
    ),
    (
        "effect: a reserved card is not replaced",
        '        leave_market(position, choice["market"])\n',
        '        position["market"][level_of(choice["market"])].remove(choice["market"])\n',
    ),
    (
        "effect: the end by cards only",
        'after.get("last_round", False) or prestige(seat) >= 15',
        'after.get("last_round", False) or prestige({"cards": seat.get("cards", [])}) >= 15',
    ),
    (
        "effect: passes start again with each round",
        'after.get("passes", 0) + 1 if waits',
        '(after.get("passes", 0) if mover else 0) + 1 if waits',
    ),
    (
        "effect: a stalemate triggers the last round only",
        ' or after["passes"] == len(seats)\n',
        ' or after["passes"] == len(seats) and after["to_move"] == 0\n',
    ),
    (
        "effect: nobles come to the first seat",
        '        seat["nobles"] = seat.get("nobles", []) + [turn["noble"]]\n',
        '        seats[0]["nobles"] = seats[0].get("nobles", []) + [turn["noble"]]\n',
    ),
    (
        "effect: ties by cards in hand",
        '-len(seat.get("cards", []))',
        '-len(seat.get("cards", []) + seat.get("hand", []))',
    ),
    (
        "effect: the end triggered by the last seat takes another round",
        'last and after["to_move"] == 0 or',
        'position.get("last_round", False) and after["to_move"] == 0 or',
    ),
]
FURTHER = [(f"ignored: ruling {name}", (tuple(edit),)) for name, *edit in RULINGS]
FURTHER += [(name, edits) for name, *edits in TWICE]
FURTHER += [(name, (tuple(edit),)) for name, *edit in DETAILS]
FURTHER += [(f"base, {name}", (("base", old, new),)) for name, old, new in BASE]
