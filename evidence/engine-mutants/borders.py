"""Mutants about numbers: a quantity with a wrong bound, a choice with an option less, and rules
that fail only where two of them meet.

They were written from the rules, without a look at the positions of the kit.
"""

# Places in the source of the whole engine where a further condition can break a clause.
PAYMENT = '        ("purchase.tokens", all(t <= own for t, own in zip(paid, seat.tokens))),\n'
RETURN = '    if sum(back) < excess and ruling != "up-to":\n'
TAKE = '        raise Broken("take.no-gold")\n'
RESERVE = '        raise Broken("reserve.hand-limit")\n'
CONQUEST = '        raise Broken("stronghold.conquest")\n'
STEP = (
    "    for place, name in zip(places, named):\n"
    "        course.name_card(place, name)\n"
    "    if start:\n"
)
DISCARD = (
    "    if len(cards) != 2:\n"
    '        raise Broken("orient.discard-color")\n'
)
NAMED = (
    "    for noble in named:\n"
    "        table.nobles.remove(noble)\n"
)

# The clause that breaks at such a place, and whether it is judged after the place.
CLAUSES = {
    PAYMENT: ("purchase.payment", False),
    RETURN: ("limit.excess", False),
    TAKE: ("take.supply", True),
    RESERVE: ("reserve.hand-limit", True),
    CONQUEST: ("stronghold.conquest", True),
    STEP: ("stronghold.rival", False),
    DISCARD: ("orient.discard-color", True),
    NAMED: ("noble.time", False),
}

# What a wrong engine counts only up to some number: the numbers, the file, the text, the mistake.
CAPS = [
    (
        "the prestige of a seat",
        (16, 17, 18, 19, 20, 21, 24),
        "table",
        'cards + nobles + len(self.posts) * ("point-per-post" in self.posts)',
        'min({}, cards + nobles + len(self.posts) * ("point-per-post" in self.posts))',
    ),
    (
        "the nobles of a score",
        (1, 2, 3),
        "table",
        "for noble in self.nobles)",
        "for noble in self.nobles[:{}])",
    ),
    (
        "the cards of a score",
        (8, 11, 14),
        "table",
        "for card in self.cards)",
        "for card in self.cards[:{}])",
    ),
    (
        "the posts of a score",
        (2, 3, 4),
        "table",
        "+ len(self.posts) *",
        "+ min({}, len(self.posts)) *",
    ),
    (
        "the bonuses of a price",
        (2, 3, 4, 5, 6),
        "table",
        "max(0, c - b) for c, b in zip(card_of(name).cost, self.bonuses)",
        "max(0, c - min({}, b)) for c, b in zip(card_of(name).cost, self.bonuses)",
    ),
    (
        "the cards of a demand",
        (2, 3, 4),
        "table",
        "        return all(c >= d for c, d in zip(self.colors, demand))\n",
        "        return all(min({}, c) >= d for c, d in zip(self.colors, demand))\n",
    ),
    (
        "the cards of a further color",
        (3, 4, 5),
        "table",
        "max(unnamed + [0]) >= further",
        "min({}, max(unnamed + [0])) >= further",
    ),
    (
        "the cards in a tie",
        (6, 9, 12, 15),
        "table",
        'return seat.gained if self.rulings["tie-cards"] == "gained" else len(seat.cards)',
        'return seat.gained if self.rulings["tie-cards"] == "gained" else min({},'
        " len(seat.cards))",
    ),
    (
        "the winners",
        (1, 2, 3),
        "table",
        'return first[:1] if self.rulings["tie"] == "fewest-cards-then-first-seat" else first',
        "return first[:{}]",
    ),
    (
        "the cities of a winner",
        (1, 2),
        "table",
        "map(seat.meets_city, self.cities)",
        "map(seat.meets_city, self.cities[:{}])",
    ),
    (
        "the hand that can be bought",
        (1, 2),
        "rules",
        "in_row(table, hand, name)",
        "in_row(table, hand[:{}], name)",
    ),
    (
        "the hand that lets nobody pass",
        (1, 2),
        "rules",
        "    reach = free + seat.hand\n",
        "    reach = free + seat.hand[:{}]\n",
    ),
    (
        "the nobles that visit",
        (1, 2, 3),
        "rules",
        "    earned = [noble for noble in table.nobles if"
        " course.seat.meets(noble_of(noble)[1])]\n",
        "    earned = [noble for noble in table.nobles if"
        " course.seat.meets(noble_of(noble)[1])]\n"
        "    earned = earned[:{}]\n",
    ),
    (
        "the nobles on the table",
        (2, 3, 4),
        "rules",
        "    earned = [noble for noble in table.nobles if"
        " course.seat.meets(noble_of(noble)[1])]\n",
        "    earned = [noble for noble in table.nobles[:{}] if"
        " course.seat.meets(noble_of(noble)[1])]\n",
    ),
    (
        "the passes before a stalemate",
        (2, 3),
        "rules",
        "table.row_of_passes == len(table.seats)",
        "table.row_of_passes == min({}, len(table.seats))",
    ),
    (
        "the free places of strongholds",
        (1, 2),
        "rules",
        "    stock = STRONGHOLDS - len(seat.strongholds)\n",
        "    stock = {} - len(seat.strongholds)\n",
    ),
    (
        "the new posts of a choice",
        (1, 2, 3),
        "rules",
        '    named = as_list(turn.get("post", []))\n',
        '    named = as_list(turn.get("post", []))\n'
        "    earned = seat.posts + new[:{}]\n",
    ),
]

# What a wrong engine refuses: the numbers up to which it is right, the place, and the condition.
REFUSED = [
    ("gold of a payment", (1, 2, 3, 4), PAYMENT, "gold > {}"),
    ("gems of a color in a payment", (2, 3, 4, 5, 6), PAYMENT, "max(paid[:GOLD]) > {}"),
    ("tokens of a payment", (4, 5, 6, 7, 8, 9), PAYMENT, "sum(paid) > {}"),
    ("kinds of tokens in a payment", (1, 2, 3, 4), PAYMENT, "sum(map(bool, paid)) > {}"),
    ("colors that gold pays", (1, 2, 3), PAYMENT, "sum(map(bool, rest)) > {}"),
    ("gems that gold pays", (1, 2, 3, 4, 5, 6, 7, 8), PAYMENT, "sum(rest) > {}"),
    ("virtual gold of a purchase", (1, 2, 3), PAYMENT, "len(spent) > {}"),
    ("tokens of a return", (1, 2), RETURN, "sum(back) > {}"),
    ("tokens of a color in a return", (1, 2), RETURN, "max(back[:GOLD]) > {}"),
    ("gold of a return", (0, 1, 2), RETURN, "back[GOLD] > {}"),
    ("kinds of tokens in a return", (1, 2), RETURN, "sum(map(bool, back)) > {}"),
    (
        "tokens held before gems are taken",
        (7, 8, 9),
        TAKE,
        "sum(table.seats[table.mover].tokens) > {}",
    ),
    (
        "gems in the supply of a taken pair",
        (4, 5, 6),
        TAKE,
        "max(taken) == 2 and table.supply[taken.index(2)] > {}",
    ),
    (
        "colors in the supply when gems are taken",
        (2, 3, 4),
        TAKE,
        "sum(map(bool, table.supply[:GOLD])) > {}",
    ),
    (
        "colors in the supply when a pair is taken",
        (0, 1, 2, 3, 4),
        TAKE,
        "max(taken) == 2 and sum(map(bool, table.supply[:GOLD])) > {}",
    ),
    ("gold held before a reservation", (0, 1, 2, 3, 4), RESERVE, "seat.tokens[GOLD] > {}"),
    ("cards in hand before a reservation", (0, 1), RESERVE, "len(seat.hand) > {}"),
    ("cards in play before a reservation", (9, 14), RESERVE, "len(seat.cards) > {}"),
]
WHERE = [
    (
        "take.fewer, one only",
        TAKE,
        "sum(map(bool, table.supply[:GOLD])) == 2 and sum(taken) == 2 and max(taken) == 1",
    ),
    (
        "purchase.payment, something is paid",
        PAYMENT,
        'not (any(paid) or spent or card_of(purchase["card"]).cards is not None)',
    ),
    ("purchase.payment, gold only beside gems", PAYMENT, "not (not gold or any(paid[:GOLD]))"),
    (
        "purchase.payment, the last token stays",
        PAYMENT,
        "not (not any(paid) or sum(seat.tokens) > sum(paid))",
    ),
    ("purchase.payment, virtual gold without gold", PAYMENT, "not (not gold or not spent)"),
    (
        "purchase.payment, virtual gold without gems",
        PAYMENT,
        "not (not any(paid[:GOLD]) or not spent)",
    ),
    (
        "purchase.payment, double gold without virtual gold",
        PAYMENT,
        'not ("double-gold" not in seat.posts or not spent)',
    ),
    (
        "limit.owned, no token of a color that was just taken",
        RETURN,
        'any(back[TOKENS.index(token)] for token in turn.get("take", []))',
    ),
    (
        "limit.owned, not all tokens of a color",
        RETURN,
        "any(b and b == t for b, t in zip(back, tokens))",
    ),
    ("limit.owned, not the gold that was just taken", RETURN, 'back[GOLD] and "reserve" in turn'),
    ("noble, not with a return", NAMED, 'named and turn.get("return")'),
    (
        "orient.discard-color, at most five cards of the color",
        DISCARD,
        "course.seat.colors[color] > 5",
    ),
    ("orient.discard-copies-first, a copy is never given up", DISCARD, "any(map(is_copy, cards))"),
    ("orient.discard-color, no double card", DISCARD, "any(own.bonuses == 2 for own in cards)"),
    ("stronghold.conquest, not of level 3", CONQUEST, "card_of(name).level == 3"),
    ("stronghold.conquest, not of level 1", CONQUEST, "card_of(name).level == 1"),
    ("stronghold.conquest, not of Orient", CONQUEST, "card_of(name).row > 3"),
    (
        "stronghold.conquest, not for nothing",
        CONQUEST,
        'not any(event["purchase"].get("pay", {}).values())',
    ),
    (
        "stronghold.conquest, not with gold",
        CONQUEST,
        'event["purchase"].get("pay", {}).get("gold")',
    ),
    ("stronghold.conquest, not with virtual gold", CONQUEST, 'event["purchase"].get("spend")'),
    ("stronghold.conquest, not in the last round", CONQUEST, "course.table.last_round"),
    ("stronghold.conquest, not above ten tokens", CONQUEST, "sum(course.seat.tokens) > 10"),
    ("stronghold.conquest, not with a free card", CONQUEST, '"free" in event'),
    (
        "stronghold.rival, the third on a card",
        STEP,
        "goal and seat.strongholds.count(goal) - (goal == start) == 2",
    ),
    ("stronghold.rival, the second on a card", STEP, "goal and seat.strongholds.count(goal) == 1"),
    (
        "stronghold.move, not from a card with several",
        STEP,
        "start and seat.strongholds.count(start) > 1",
    ),
    (
        "stronghold.remove, not a seat's last stronghold",
        STEP,
        'target and any(s.strongholds == [target["card"]] for s in table.seats)',
    ),
    ("stronghold.remove, not with a full stock", STEP, "target and not seat.strongholds"),
]


def refused(place, condition):
    """Returns a place in the source with a further condition that breaks its clause."""
    clause, after = CLAUSES[place]
    if place == PAYMENT:
        check = f'        ("{clause}", not ({condition})),\n'
    else:
        check = f'    if {condition}:\n        raise Broken("{clause}")\n'
    return place + check if after else check + place


# Other mistakes by the text that they replace; `<>` in the new text stands for it.
REPLACED = [
    (
        "rules",
        "table.supply[taken.index(2)] < 4",
        [
            ("tightened: take.pair-needs-four, exactly four", "table.supply[taken.index(2)] != 4"),
            (
                "tightened: take.pair-needs-four, five with more than two seats",
                "<> + (len(table.seats) > 2)",
            ),
            (
                "tightened: take.pair-needs-four, five with four seats",
                "<> + (len(table.seats) > 3)",
            ),
            (
                "loosened: take.pair-needs-four, three with two seats",
                "<> - (len(table.seats) == 2)",
            ),
            (
                "loosened: take.pair-needs-four, two where only two colors are left",
                "<> - 2 * (sum(map(bool, table.supply[:GOLD])) == 2)",
            ),
        ],
    ),
    (
        "rules",
        "    return 3 if there >= 3 else 1\n",
        [
            (
                "loosened: take.fewer, two with nine tokens",
                "    held = sum(table.seats[table.mover].tokens)\n"
                "    return 3 if there >= 3 and held != 9 else 1\n",
            ),
            (
                "loosened: take.fewer, at ten tokens",
                "    held = sum(table.seats[table.mover].tokens)\n"
                "    return 3 if there >= 3 and held < 10 else 1\n",
            ),
            (
                "tightened: take.fewer, both of two colors",
                "    return 3 if there >= 3 else there - (there == 1) or 1\n",
            ),
        ],
    ),
    (
        "rules",
        "colors > 3:",
        [
            (
                "loosened: take.different, four where five colors are left",
                "colors > 3 + all(table.supply[:GOLD]):",
            ),
        ],
    ),
    (
        "rules",
        "zip(taken, table.supply)):",
        [
            (
                "loosened: take.supply, the last color may be short",
                "zip(taken[:4], table.supply)):",
            ),
        ],
    ),
    (
        "rules",
        "max(taken) > 2 or colors > 1",
        [
            ("loosened: take.pair, three of one color", "max(taken) > 3 or colors > 1"),
        ],
    ),
    (
        "rules",
        "        if not table.decks[deck_of(reserve)]:\n",
        [
            (
                "tightened: reserve.deck, not the last card",
                "        if len(table.decks[deck_of(reserve)]) < 2:\n",
            ),
            (
                "tightened: reserve.deck, not the last card of level 3",
                "        if len(table.decks[deck_of(reserve)]) < 1 + (deck_of(reserve) == 3):\n",
            ),
            (
                "tightened: reserve.deck, not the last card of Orient",
                "        if len(table.decks[deck_of(reserve)]) < 1 + (deck_of(reserve) > 3):\n",
            ),
            (
                "tightened: reserve.deck, not at the limit of tokens",
                "        if not table.decks[deck_of(reserve)] or full:\n",
            ),
        ],
    ),
    (
        "rules",
        "        if place is None:\n"
        '            raise Broken("reserve.face-up")',
        [
            (
                "tightened: reserve.face-up, not from a row without deck",
                "        if place is None or not table.decks[place.row]:\n"
                '            raise Broken("reserve.face-up")',
            ),
        ],
    ),
    (
        "rules",
        "min(1, table.supply[GOLD])], 1)",
        [
            ("effect: reserve.gold, the last gold stays", "int(table.supply[GOLD] > 1)], 1)"),
            (
                "effect: reserve.gold, the last gold stays for a card of Orient",
                'int(table.supply[GOLD] > reserve.get("market", "a")[0].isupper())], 1)',
            ),
            (
                "effect: reserve.gold, none for the third card",
                'min(1, table.supply[GOLD]) * (len(seat.hand) < 2 + ("market" in reserve))], 1)',
            ),
            (
                "effect: reserve.gold, none for the fifth gold",
                "min(1, table.supply[GOLD]) * (seat.tokens[GOLD] < 4)], 1)",
            ),
            (
                "effect: reserve.gold, none in the last round",
                "min(1, table.supply[GOLD]) * (not table.last_round)], 1)",
            ),
        ],
    ),
    (
        "rules",
        "0 if withheld else",
        [
            (
                "effect: reserve.gold, none for a card from a deck at ten",
                '0 if withheld or full and "deck" in reserve else',
            ),
        ],
    ),
    (
        "rules",
        "all(t <= p for t, p in zip(paid, price))",
        [
            (
                "loosened: purchase.payment, more gems than the price",
                "all(t <= p + (p > 0) for t, p in zip(paid, price))",
            ),
        ],
    ),
    (
        "table",
        "        return [max(0, c - b) for c, b in zip(card_of(name).cost, self.bonuses)]\n",
        [
            (
                "effect: a negative price pays for another color",
                "        over = max(0, max(b - c for c, b in zip(card_of(name).cost,"
                " self.bonuses)) - 3)\n"
                "        price = [max(0, c - b) for c, b in zip(card_of(name).cost,"
                " self.bonuses)]\n"
                "        return [max(0, p - over) for p in price]\n",
            ),
        ],
    ),
    (
        "rules",
        '    price = seat.price(purchase["card"])\n'
        "    rest",
        [
            (
                "effect: no bonuses for a card from the hand",
                '    name = purchase["card"]\n'
                "    held = any(place.card == name for place in seat.hand)\n"
                "    price = list(card_of(name).cost) if held else seat.price(name)\n"
                "    rest",
            ),
            (
                "effect: one bonus more for a card from the hand",
                '    name = purchase["card"]\n'
                "    held = any(place.card == name for place in seat.hand)\n"
                "    price = [max(0, p - held) for p in seat.price(name)]\n"
                "    rest",
            ),
        ],
    ),
    (
        "rules",
        "    if not market and not held:\n",
        [
            (
                "tightened: purchase.source, not from a full hand",
                "    if not market and not (held and len(hand) < HAND):\n",
            ),
            (
                "tightened: purchase.source, not from a hand in the last round",
                "    if not market and not (held and not table.last_round):\n",
            ),
        ],
    ),
    (
        "rules",
        "        if deck:\n"
        "            names, top",
        [
            (
                "effect: market.refill, the last card of a deck stays",
                "        if len(deck) > 1:\n"
                "            names, top",
            ),
            (
                "effect: market.refill, the last card of level 3 stays",
                "        if len(deck) > (row == 3):\n"
                "            names, top",
            ),
            (
                "effect: market.refill, the last card of level 1 stays",
                "        if len(deck) > (row == 1):\n"
                "            names, top",
            ),
            (
                "effect: market.refill, the last card of Orient stays",
                "        if len(deck) > (row > 3):\n"
                "            names, top",
            ),
        ],
    ),
    (
        "rules",
        "        deck = table.decks[row] if row else []\n",
        [
            (
                "effect: market.refill, from the next deck",
                "        row = row + (row in (1, 2) and not table.decks[row])\n"
                "<>",
            ),
        ],
    ),
    (
        "rules",
        "    for event, row in course.emptied:\n",
        [
            (
                "effect: market.refill, one place only",
                "    for event, row in course.emptied[:1]:\n",
            ),
            (
                "effect: market.refill, two places only",
                "    for event, row in course.emptied[:2]:\n",
            ),
        ],
    ),
    (
        "rules",
        "    excess = max(0, sum(tokens) - LIMIT)\n",
        [
            (
                "loosened: limit.ten, eleven after a reservation",
                '    excess = max(0, sum(tokens) - LIMIT - ("reserve" in turn))\n',
            ),
            (
                "loosened: limit.ten, eleven after a pair",
                '    excess = max(0, sum(tokens) - LIMIT - (len(turn.get("take", [])) == 2))\n',
            ),
            (
                "loosened: limit.ten, eleven after a purchase",
                '    excess = max(0, sum(tokens) - LIMIT - ("purchase" in turn))\n',
            ),
        ],
    ),
    (
        "rules",
        "    course.shift(back, -1)\n",
        [
            (
                "effect: limit.ten, returned gold leaves the game",
                "<>    course.table.supply[GOLD] -= back[GOLD]\n",
            ),
        ],
    ),
    (
        "rules",
        "    earned = [noble for noble in table.nobles if"
        " course.seat.meets(noble_of(noble)[1])]\n",
        [
            (
                "tightened: noble, not in the last round",
                "<>    earned = [] if table.last_round else earned\n",
            ),
            (
                "tightened: noble, not for a seat with three",
                "<>    earned = [] if len(course.seat.nobles) > 2 else earned\n",
            ),
            (
                "tightened: noble, not for a seat with two",
                "<>    earned = [] if len(course.seat.nobles) > 1 else earned\n",
            ),
            (
                "tightened: noble, not the last on the table",
                "<>    earned = [] if len(table.nobles) == 1 else earned\n",
            ),
            (
                "loosened: noble, a reserved card counts",
                "    held = [card_of(p.card).color for p in course.seat.hand]\n"
                "    cards = [c + held.count(i) for i, c in enumerate(course.seat.colors)]\n"
                "    earned = [n for n in table.nobles if all(c >= d for c, d in"
                " zip(cards, noble_of(n)[1]))]\n",
            ),
            (
                "tightened: noble, not by the card that was just bought",
                "    buyer = course.before.seats[course.before.mover]\n"
                "    earned = [noble for noble in table.nobles if"
                " buyer.meets(noble_of(noble)[1])]\n",
            ),
        ],
    ),
    (
        "table",
        "        return all(c >= d for c, d in zip(self.colors, demand))\n",
        [
            (
                "loosened: noble, one card of the demand may lack",
                "        return sum(max(0, d - c) for c, d in zip(self.colors, demand)) <="
                " (sum(demand) == 9)\n",
            ),
            (
                "loosened: noble, one card of a demand of eight may lack",
                "        return sum(max(0, d - c) for c, d in zip(self.colors, demand)) <="
                " (sum(demand) == 8)\n",
            ),
        ],
    ),
    (
        "rules",
        "    for noble in named:\n"
        "        table.nobles.remove(noble)\n",
        [
            (
                "effect: all other nobles that are due leave the table",
                "    if len(earned) > 2 and named:\n"
                "        table.nobles = [n for n in table.nobles if n not in earned or n"
                " in named]\n"
                "<>",
            ),
        ],
    ),
    (
        "rules",
        'table.last_round |= seat.prestige >= table.rulings["target"]',
        [
            (
                "effect: the last seat does not trigger the end",
                "<> and table.mover < len(table.seats) - 1",
            ),
            ("effect: the first seat does not trigger the end", "<> and table.mover > 0"),
            (
                "effect: the end only at a prestige of exactly the target",
                'table.last_round |= seat.prestige == table.rulings["target"]',
            ),
            (
                "effect: the end is triggered without the nobles",
                "table.last_round |= seat.prestige - 3 * len(seat.nobles) >="
                ' table.rulings["target"]',
            ),
            (
                "effect: the end is triggered without the posts",
                'table.last_round |= seat.prestige - len(seat.posts) * ("point-per-post"'
                ' in seat.posts) >= table.rulings["target"]',
            ),
        ],
    ),
    (
        "rules",
        "    last = table.mover == len(table.seats) - 1\n",
        [
            (
                "effect: the last round ends with the third seat",
                "    last = table.mover == min(2, len(table.seats) - 1)\n",
            ),
        ],
    ),
    (
        "rules",
        "    if table.last_round and last:\n",
        [
            (
                "effect: a pass ends the last round",
                "    if table.last_round and (last or table.row_of_passes):\n",
            ),
        ],
    ),
    (
        "table",
        "        first = [i for i in seats if self.seats[i].prestige == best]\n",
        [
            ("effect: nobody wins without prestige", "<>        first = first if best else []\n"),
            (
                "effect: nobody wins below the target",
                '<>        first = first if best >= self.rulings["target"] or self.cities'
                " else []\n",
            ),
            (
                "effect: nobody wins a stalemate",
                '<>        first = first if self.ended != "stalemate" else []\n',
            ),
            (
                "effect: a tie of three is shared",
                "<>        if len(first) > 2:\n"
                "            return first\n",
            ),
            ("effect: a tie looks at the first two seats", "<>        first = first[:2]\n"),
            (
                "effect: a tie looks at neighbors only",
                "<>        first = [i for i in first if i - first[0] < 2]\n",
            ),
            (
                "effect: the first seat with a city wins",
                "<>        first = seats[:1] if self.cities else first\n",
            ),
            (
                "effect: more cities win",
                "        if self.cities:\n"
                "            most = [sum(map(self.seats[i].meets_city, self.cities)) for i"
                " in seats]\n"
                "            seats = [i for i, n in zip(seats, most) if n == max(most)]\n"
                "            best = max((self.seats[i].prestige for i in seats), default=0)\n"
                "<>",
            ),
        ],
    ),
    (
        "table",
        'return first[:1] if self.rulings["tie"] == "fewest-cards-then-first-seat" else first',
        [
            ("effect: a tie goes to the last seat of equals", "return first[-1:]"),
        ],
    ),
    (
        "table",
        "max(unnamed + [0]) >= further",
        [
            ("loosened: city.further-color, several colors together", "sum(unnamed) >= further"),
            ("tightened: city.further-color, exactly", "(not further or further in unnamed)"),
        ],
    ),
    (
        "table",
        "self.prestige >= prestige and",
        [
            (
                "tightened: city.met, not five more prestige than needed",
                "prestige <= self.prestige < prestige + 5 and",
            ),
        ],
    ),
    (
        "rules",
        "    if not kinds:\n",
        [
            (
                "tightened: orient.copy, not of a color with one card",
                "    if not kinds or len(cards) == 1:\n",
            ),
            (
                "loosened: orient.copy, virtual gold has any color",
                "    if said in COLORS and course.seat.virtual_gold():\n"
                "        return Own(name, COLORS.index(said), 1)\n"
                "    if not kinds:\n",
            ),
        ],
    ),
    (
        "rules",
        "        cards = [own for own in cards if COLORS[own.color] == said]\n",
        [
            (
                "tightened: orient.copy, not of a double card",
                "        cards = [own for own in cards if COLORS[own.color] == said and"
                " own.bonuses == 1]\n",
            ),
            (
                "tightened: orient.copy, not of an Orient card",
                "        cards = [own for own in cards if COLORS[own.color] == said and"
                " card_of(own.name).row < 4]\n",
            ),
        ],
    ),
    (
        "rules",
        "            course.seat.gain(own)\n"
        "        level",
        [
            (
                "effect: the copy of an inner free card counts nothing",
                "            course.seat.gain(own if len(path) < 2 else"
                " own._replace(bonuses=0))\n"
                "        level",
            ),
        ],
    ),
    (
        "rules",
        '        level, free = card.free if card else 0, event.get("free")\n',
        [
            (
                "tightened: orient.free, no chain of three",
                "<>        level = level if len(path) < 1 else 0\n",
            ),
            (
                "loosened: orient.free-mandatory, with a card from the hand",
                "<>        level = level if free or event is not course.turn or"
                " course.emptied[0][1] else 0\n",
            ),
        ],
    ),
    (
        "rules",
        '    return course.ruling("powers") == "mandatory" and any(p.card not in rivals'
        " for p in lying)",
        [
            (
                "loosened: orient.free-mandatory, where only one card lies",
                '    return course.ruling("powers") == "mandatory" and sum(p.card not in'
                " rivals for p in lying) > 1",
            ),
        ],
    ),
    (
        "rules",
        "    for own in cards:\n"
        "        course.seat.gain(own, -1)\n",
        [
            (
                "effect: discarded cards keep their bonuses",
                "<>        course.seat.bonuses[own.color] += own.bonuses\n",
            ),
            (
                "effect: a discarded double card takes one bonus",
                "<>        course.seat.bonuses[own.color] += own.bonuses - 1\n",
            ),
        ],
    ),
    (
        "rules",
        '    named = as_list(turn.get("post", []))\n',
        [
            (
                "tightened: post.earned, not with a noble",
                '<>    new = new if not turn.get("noble") else []\n'
                '    earned = earned if not turn.get("noble") else []\n',
            ),
            (
                "tightened: post.earned, not after a reservation",
                '<>    new = new if "reserve" not in turn else []\n'
                '    earned = earned if "reserve" not in turn else []\n',
            ),
            (
                "tightened: post.earned, not after a take",
                '<>    new = new if "take" not in turn else []\n'
                '    earned = earned if "take" not in turn else []\n',
            ),
            (
                "tightened: post.earned, the fifth post",
                "<>    new = new if len(seat.posts) < 4 else []\n"
                "    earned = earned if len(seat.posts) < 4 else []\n",
            ),
            (
                "tightened: post.earned, a post that another seat has",
                "<>    taken = [post for other in table.seats if other is not seat for"
                " post in other.posts]\n"
                "    new = [post for post in new if post not in taken]\n"
                "    earned = [post for post in earned if post not in taken]\n",
            ),
        ],
    ),
    (
        "rules",
        "    refused = gem is None and there and not optional\n",
        [
            (
                "tightened: post.gem, not at ten tokens",
                "    there = there if sum(course.seat.tokens) < 10 else []\n"
                "<>",
            ),
            (
                "tightened: post.gem, not above ten tokens",
                "    there = there if sum(course.seat.tokens) < 11 else []\n"
                "<>",
            ),
            (
                "tightened: post.third-gem, not where few colors are left",
                "    there = there if len(there) > 1 or pair is None else []\n"
                "<>",
            ),
        ],
    ),
    (
        "rules",
        "for c, n in zip(COLORS, course.table.supply) if n and c != pair]",
        [
            (
                "tightened: post.gem, not the last gem of a color",
                "for c, n in zip(COLORS, course.table.supply) if n > 1 and c != pair]",
            ),
        ],
    ),
    (
        "rules",
        '    if "purchase" in event and "gem-after-purchase" in posts:\n',
        [
            (
                "tightened: post.gem-after-purchase, not for a free purchase",
                '    if any(event.get("purchase", {}).get("pay", {}).values()) and'
                ' "gem-after-purchase" in posts:\n',
            ),
        ],
    ),
    (
        "rules",
        '    can = "draw-two" in posts and len(table.decks[row]) > 1\n',
        [
            (
                "tightened: post.draw-two, not at a hand of two",
                '    can = "draw-two" in posts and len(table.decks[row]) > 1 and'
                " len(course.seat.hand) < 2\n",
            ),
            (
                "tightened: post.draw-two, not at ten tokens",
                '    can = "draw-two" in posts and len(table.decks[row]) > 1 and'
                " sum(course.seat.tokens) < 11\n",
            ),
        ],
    ),
    (
        "rules",
        "    place = Place(row, kept or rest.pop(0), public=False)\n",
        [
            (
                "effect: post.draw-two keeps the first card",
                "    kept, under = (top[0], top[1]) if two else (kept, under)\n"
                "<>",
            ),
        ],
    ),
    (
        "rules",
        "        self.seat.strongholds = [name for name in self.seat.strongholds if name"
        " != place.card]\n",
        [
            (
                "effect: own strongholds come back from a card with one only",
                "        if place.card in self.seat.strongholds:\n"
                "            self.seat.strongholds.remove(place.card)\n",
            ),
        ],
    ),
    (
        "rules",
        "    lone = rivals.count(name) == 1\n",
        [
            (
                "loosened: stronghold.remove, one of two",
                "    lone = rivals.count(name) in (1, 2)\n",
            ),
            (
                "loosened: stronghold.remove, one of three",
                "    lone = rivals.count(name) in (1, 3)\n",
            ),
        ],
    ),
    (
        "rules",
        "    return any(name != start for name in free for start in seat.strongholds)\n",
        [
            ("loosened: stronghold.mandatory, where no card can be placed", "    return False\n"),
        ],
    ),
    (
        "rules",
        '    if any(may_remove(course, {"card": name}) for name in rivals):\n'
        "        return True\n",
        [
            ("loosened: stronghold.mandatory, where only a removal is possible", ""),
        ],
    ),
    (
        "rules",
        '        due = "purchase" in event and "strongholds" in table.modules and'
        " can_step(course)\n",
        [
            (
                "loosened: stronghold.mandatory, after a purchase from the hand",
                "<>        due = due and (event is not course.turn or course.emptied[0][1])\n",
            ),
        ],
    ),
    (
        "table",
        "        return [name for seat in others for name in seat.strongholds]\n",
        [
            (
                "loosened: stronghold.blocked, by one stronghold only",
                "        names = [name for seat in others for name in seat.strongholds]\n"
                "        return [name for name in names if names.count(name) < 3]\n",
            ),
        ],
    ),
]

# The example engine, which also lists legal turns.
BASE_CAPS = [
    (
        "the prestige of a seat",
        (16, 17, 18, 19, 20, 21),
        '    return cards + sum(int(noble[0]) for noble in seat.get("nobles", []))',
        '    return min({}, cards + sum(int(noble[0]) for noble in seat.get("nobles", [])))',
    ),
    (
        "the nobles of a score",
        (1, 2, 3),
        'for noble in seat.get("nobles", []))',
        'for noble in seat.get("nobles", [])[:{}])',
    ),
    (
        "the bonuses of a color",
        (2, 3, 4, 5, 6),
        "color: cards.count(color) for",
        "color: min({}, cards.count(color)) for",
    ),
    (
        "the gold of a payment",
        (2, 3, 4),
        'if gold <= get(tokens, "gold"):',
        'if gold <= min({}, get(tokens, "gold")):',
    ),
    (
        "the gems of a color in a payment",
        (3, 4, 5, 6),
        "range(min(price[color], get(tokens, color)) + 1)",
        "range(min({}, price[color], get(tokens, color)) + 1)",
    ),
    (
        "the tokens of a color in a return",
        (1, 2),
        "range(min(size, get(tokens, kind)) + 1)",
        "range(min({}, size, get(tokens, kind)) + 1)",
    ),
    (
        "the tokens of a return",
        (1, 2),
        "max(0, total(tokens) - 10)",
        "min({}, max(0, total(tokens) - 10))",
    ),
    (
        "the nobles of a choice",
        (2, 3),
        "        for noble in nobles or [None]:\n",
        "        for noble in nobles[:{}] or [None]:\n",
    ),
    (
        "the hand that can be bought",
        (1, 2),
        "[card_in_hand(entry) for entry in hand]:\n"
        "        for pay",
        "[card_in_hand(entry) for entry in hand[:{}]]:\n"
        "        for pay",
    ),
    (
        "the cards in a tie",
        (6, 9, 12, 15),
        '-len(seat.get("cards", []))',
        '-min({}, len(seat.get("cards", [])))',
    ),
    ("the winners", (1, 2, 3), "if place == max(rank)]", "if place == max(rank)][:{}]"),
    (
        "the passes before a stalemate",
        (2, 3),
        'after["passes"] == len(seats)',
        'after["passes"] == min({}, len(seats))',
    ),
    (
        "the colors that are left",
        (3, 4),
        "    there = [color for color in COLORS if get(supply, color)]\n",
        "    there = [color for color in COLORS if get(supply, color)][:{}]\n",
    ),
]
BASE_REPLACED = [
    ("tightened: pairs of exactly four", "supply[color] >= 4", "supply[color] == 4"),
    ("tightened: pairs of four to six", "supply[color] >= 4", "6 >= supply[color] >= 4"),
    (
        "tightened: no pair where two colors are left",
        "        if supply[color] >= 4:\n",
        "        if supply[color] >= 4 and most == 3:\n",
    ),
    (
        "tightened: no reservation from a deck of one",
        '            if position["decks"][level]:\n',
        '            if len(position["decks"][level]) > 1:\n',
    ),
    (
        "effect: the last card of a deck stays",
        '    if position["decks"][level]:\n'
        '        position["market"]',
        '    if len(position["decks"][level]) > 1:\n'
        '        position["market"]',
    ),
    (
        "tightened: no noble with a return",
        "        for noble in nobles or [None]:\n",
        "        for noble in (not back and nobles) or [None]:\n",
    ),
    (
        "tightened: no noble in the last round",
        "        for noble in nobles or [None]:\n",
        '        for noble in (not position.get("last_round") and nobles) or [None]:\n',
    ),
    (
        "tightened: every purchase costs a token",
        "            pay = dict(zip(COLORS, counts), gold=gold)\n"
        "            yield",
        "            pay = dict(zip(COLORS, counts), gold=gold)\n"
        "            if any(pay.values()):\n"
        "                yield",
    ),
    (
        "loosened: a pair at ten tokens is not returned",
        "max(0, total(tokens) - 10)",
        'max(0, total(tokens) - 10 - (len(set(action.get("take", []))) == 1))',
    ),
    (
        "effect: nobody wins a stalemate",
        "    return [seat for seat, place",
        "    if max(rank)[0] < 15:\n"
        "        return []\n"
        "    return [seat for seat, place",
    ),
    (
        "effect: the fifth gold is not given",
        '        if get(supply, "gold"):\n',
        '        if get(supply, "gold") and get(tokens, "gold") < 4:\n',
    ),
    (
        "effect: the last gold is not given",
        '        if get(supply, "gold"):\n',
        '        if get(supply, "gold") > 1:\n',
    ),
]

BORDERS = [
    (f"capped: {what}, {n}", ((file, old, new.format(n)),))
    for what, numbers, file, old, new in CAPS
    for n in numbers
]
BORDERS += [
    (f"refused: {what}, more than {n}", (("rules", place, refused(place, condition.format(n))),))
    for what, numbers, place, condition in REFUSED
    for n in numbers
]
BORDERS += [
    (f"refused: {what}", (("rules", place, refused(place, condition)),))
    for what, place, condition in WHERE
]
BORDERS += [
    (name, ((file, old, new.replace("<>", old)),))
    for file, old, mistakes in REPLACED
    for name, new in mistakes
]
BORDERS += [
    (f"base, capped: {what}, {n}", (("base", old, new.format(n)),))
    for what, numbers, old, new in BASE_CAPS
    for n in numbers
]
BORDERS += [(f"base, {name}", (("base", old, new),)) for name, old, new in BASE_REPLACED]
