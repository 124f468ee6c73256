"""Mutants with a wrong scope, seat or order, and with rules that fail where two of them meet.

They were written from the rules, without a look at the positions of the kit or at what these cover.
"""

# Each row has a file, a text in it, and the mistakes with their new text; `<>` stands for the old.
ROWS = [
    (
        "rules",
        "    free = [place for place in table.lying() if place.card not in rivals]\n"
        "    reserve =",
        {
            "pass: own strongholds block, too": "    own = seat.strongholds\n"
            "    free = [p for p in table.lying() if p.card not in rivals and p.card not in own]\n"
            "    reserve =",
            "pass: blocked cards are ways out": "    free = table.lying()\n    reserve =",
            "pass: Orient cards of the market are no ways out": "    free = [p for p in"
            " table.lying() if p.card not in rivals and p.row < 4]\n    reserve =",
            "pass: only level 1 of the market is a way out": "    free = [p for p in"
            " table.lying() if p.card not in rivals and p.row in (1, 4)]\n    reserve =",
        },
    ),
    (
        "rules",
        "(any(table.decks.values()) or bool(free))",
        {
            "pass: only the deck of level 1 counts": "(bool(table.decks[1]) or bool(free))",
            "pass: decks do not count": "bool(free)",
        },
    ),
    (
        "rules",
        "    take = any(table.supply[:GOLD])\n",
        {
            "pass: one gem is too few to take": "    take = sum(table.supply[:GOLD]) > 1\n",
            "pass: one color is too few to take": "    take = sum(map(bool, table.supply[:GOLD]))"
            " > 1\n",
            "pass: gold can be taken": "    take = any(table.supply)\n",
            "pass: no gems at ten tokens": "<>    take = take and sum(seat.tokens) < LIMIT\n",
        },
    ),
    (
        "rules",
        "    reach = free + seat.hand\n",
        {
            "pass: hidden cards in hand are no ways out": "    reach = free + [p for p in seat.hand"
            " if p.public]\n",
            "pass: open cards in hand are no ways out": "    reach = free + [p for p in seat.hand"
            " if not p.public]\n",
            "pass: only the hand is a way out": "    reach = seat.hand\n",
            "pass: cards of Orient in hand are no ways out": "    reach = free + [p for p in"
            " seat.hand if p.row < 4]\n",
            "pass: the hand of the first seat counts": "    reach = free + table.seats[0].hand\n",
            "pass: free cards of level 3 are no ways out": "    reach = [p for p in free if p.row !="
            " 3] + seat.hand\n",
        },
    ),
    (
        "table",
        "        if card.copies and not any(self.colors):\n            return False\n",
        {"pass: a copy card without a color is a way out": ""},
    ),
    (
        "table",
        "            return self.colors[card.cards] >= 2\n",
        {
            "pass: a price in cards is no way out": "            return False\n",
            "pass: a price in cards is a way out with one card": "            return"
            " self.colors[card.cards] >= 1\n",
            "pass: a double card pays a price in cards": "            return"
            " self.bonuses[card.cards] >= 2\n",
            "pass: a price in cards needs three cards": "            return"
            " self.colors[card.cards] >= 3\n",
        },
    ),
    (
        "table",
        "        return sum(map(self.gold_for, short)) <= self.tokens[GOLD] + 2 *"
        " len(self.virtual_gold())\n",
        {
            "pass: double gold does not count": "        return sum(short) <= self.tokens[GOLD] + 2"
            " * len(self.virtual_gold())\n",
            "pass: double gold pays two colors": "        return self.gold_for(sum(short)) <="
            " self.tokens[GOLD] + 2 * len(self.virtual_gold())\n",
            "pass: a card of virtual gold pays one": "        return sum(map(self.gold_for, short))"
            " <= self.tokens[GOLD] + len(self.virtual_gold())\n",
            "pass: one card of virtual gold counts": "        return sum(map(self.gold_for, short))"
            " <= self.tokens[GOLD] + 2 * bool(self.virtual_gold())\n",
            "pass: gold does not count": "        return sum(map(self.gold_for, short)) <= 2 *"
            " len(self.virtual_gold())\n",
            "pass: one gold counts": "        return sum(map(self.gold_for, short)) <= min(1,"
            " self.tokens[GOLD]) + 2 * len(self.virtual_gold())\n",
            "pass: three gold count": "        return sum(map(self.gold_for, short)) <= min(3,"
            " self.tokens[GOLD]) + 2 * len(self.virtual_gold())\n",
            "pass: gold pays for one color": "        return sum(map(bool, short)) <= 1 and"
            " sum(map(self.gold_for, short)) <= self.tokens[GOLD] + 2 * len(self.virtual_gold())\n",
        },
    ),
    (
        "rules",
        "    gains = len(has.nobles) > len(had.nobles) or len(has.posts) > len(had.posts)\n",
        {
            "passes: a noble does not stop them": "    gains = len(has.posts) > len(had.posts)\n",
            "passes: a post does not stop them": "    gains = len(has.nobles) > len(had.nobles)\n",
            "passes: a noble of anybody stops them": "    gains = any(s.nobles for s in"
            " table.seats)\n",
        },
    ),
    (
        "rules",
        "    table.row_of_passes = table.row_of_passes + 1 if counts_as_pass else 0\n",
        {
            "passes: a reservation does not stop them": '    kept = table.row_of_passes * ("reserve"'
            " in course.turn)\n"
            "    table.row_of_passes = table.row_of_passes + 1 if counts_as_pass else kept\n",
            "passes: a purchase does not stop them": '    kept = table.row_of_passes * ("purchase"'
            " in course.turn)\n"
            "    table.row_of_passes = table.row_of_passes + 1 if counts_as_pass else kept\n",
            "passes: a round starts them again": "    table.row_of_passes *= table.mover > 0\n<>",
            "passes: not in the last round": "<>    table.row_of_passes *= not table.last_round\n",
        },
    ),
    (
        "rules",
        "    there = sum(amount > 0 for amount in table.supply[:GOLD])\n"
        '    if table.rulings["fewer"] == "up-to',
        {
            "take: gold counts as a color that is left": "    there = sum(amount > 0 for amount in"
            " table.supply)\n"
            '    if table.rulings["fewer"] == "up-to',
            "take: a last gem does not count as a color": "    there = sum(amount > 1 for amount in"
            " table.supply[:GOLD])\n"
            '    if table.rulings["fewer"] == "up-to',
            "take: own colors do not count as left": "    own = table.seats[table.mover].tokens\n"
            "    there = sum(a > 0 and o < 4 for a, o in zip(table.supply[:GOLD], own))\n"
            '    if table.rulings["fewer"] == "up-to',
        },
    ),
    (
        "rules",
        "table.supply[taken.index(2)] < 4",
        {
            "pair: three onyx are enough": "table.supply[taken.index(2)] < 4 - (taken[4] == 2)",
            "pair: five with the post for a third gem": "table.supply[taken.index(2)] < 4 +"
            ' ("third-gem" in table.seats[table.mover].posts)',
            "pair: three with the post for a third gem": "table.supply[taken.index(2)] < 4 -"
            ' ("third-gem" in table.seats[table.mover].posts)',
            "pair: not at ten tokens": "<> or sum(table.seats[table.mover].tokens) == LIMIT",
            "pair: the own gems count for the four": "table.supply[taken.index(2)] +"
            " table.seats[table.mover].tokens[taken.index(2)] < 4",
            "pair: five without gold in the supply": "<> + (not table.supply[GOLD])",
            "pair: five in the last round": "<> + bool(table.last_round)",
        },
    ),
    (
        "rules",
        "        if colors > 3:\n",
        {
            "take: not three last gems": "        if colors > 3 or colors == 3 and max(table.supply"
            "[:GOLD]) == 1:\n",
            "take: not three without gold in the supply": "        if colors > 3 or colors == 3 and"
            " not table.supply[GOLD]:\n",
            "take: four with four seats": "        if colors > 3 + (len(table.seats) == 4):\n",
        },
    ),
    (
        "rules",
        "    if len(seat.hand) >= HAND:\n",
        {
            "reserve: hidden cards do not count": "    if sum(p.public for p in seat.hand) >="
            " HAND:\n",
            "reserve: cards of Orient do not count": "    if sum(p.row < 4 for p in seat.hand) >="
            " HAND:\n",
            "reserve: the limit only for face-up cards": "    if len(seat.hand) >= HAND and"
            ' "market" in reserve:\n',
            "reserve: two with four seats": "    if len(seat.hand) >= HAND - (len(table.seats) =="
            " 4):\n",
            "reserve: a fourth in the last round": "    if len(seat.hand) >= HAND +"
            " bool(table.last_round):\n",
            "reserve: not in a stalemate to come": "    if len(seat.hand) >= HAND or"
            " table.row_of_passes > 1:\n",
        },
    ),
    (
        "rules",
        "    withheld = full and course.ruling(\"gold-at-ten\") == \"withheld\"\n",
        {
            "reserve: no gold with a card of Orient": '<>    withheld = withheld or "orient" in'
            " reserve\n",
            "reserve: no gold with a face-up card of Orient": "<>    withheld = withheld or"
            ' reserve.get("market", "a") < "a"\n',
            "reserve: no gold at ten with a third card": "<>    withheld = withheld or full and"
            " len(seat.hand) > 1\n",
            "reserve: no gold from a row without deck": '<>    withheld = withheld or "market" in'
            ' reserve and not table.decks[card_of(reserve["market"]).row]\n',
            "reserve: no gold after a pass": "<>    withheld = withheld or table.row_of_passes > 0"
            "\n",
        },
    ),
    (
        "rules",
        "        seat.hand.append(Place(place.row, name))\n",
        {
            "reserve: a face-up card of level 3 is hidden": "        seat.hand.append(Place("
            "place.row, name, public=place.row != 3))\n",
            "reserve: a face-up card of Orient is hidden": "        seat.hand.append(Place("
            "place.row, name, public=place.row < 4))\n",
        },
    ),
    (
        "rules",
        "        course.leave_market(course.turn, place)\n        seat.hand",
        {
            "reserve: own strongholds stay": "        own = list(seat.strongholds)\n"
            "        course.leave_market(course.turn, place)\n"
            "        seat.strongholds = own\n"
            "        seat.hand",
            "reserve: not from under the own stronghold": "        if name in seat.strongholds:\n"
            '            raise Broken("stronghold.blocked")\n<>',
        },
    ),
    (
        "table",
        "        others = [seat for i, seat in enumerate(self.seats) if i != self.mover]\n",
        {
            "strongholds: the next seat is the only rival": "        others = [self.seats["
            "(self.mover + 1) % len(self.seats)]]\n",
            "strongholds: earlier seats are the only rivals": "        others = self.seats"
            "[: self.mover]\n",
            "strongholds: later seats are the only rivals": "        others = self.seats[self.mover"
            " + 1 :]\n",
            "strongholds: the first two seats are rivals": "<>        others = others[:2]\n",
        },
    ),
    (
        "rules",
        "    if any(card in rivals for card in [name, *free]):\n",
        {
            "blocked: not the second free card": "    if any(card in rivals for card in [name,"
            " *free[:1]]):\n",
            "blocked: also by own strongholds": "    rivals = rivals + course.seat.strongholds *"
            ' ("conquest" not in course.turn)\n<>',
            "blocked: not for a card of level 3": "    rivals = [c for c in rivals if"
            " card_of(c).level < 3]\n<>",
            "blocked: not for a card of Orient": "    rivals = [c for c in rivals if card_of(c).row"
            " < 4]\n<>",
            "blocked: not in the last round": "    rivals = [] if course.table.last_round else"
            " rivals\n<>",
        },
    ),
    (
        "table",
        "        return [max(0, c - b) for c, b in zip(card_of(name).cost, self.bonuses)]\n",
        {
            "price: the bonus of the card itself counts": "        own = card_of(name)\n"
            "        return [max(0, c - b - (i == own.color)) for i, (c, b) in"
            " enumerate(zip(own.cost, self.bonuses))]\n",
            "price: virtual gold is a bonus": "        spare = len(self.virtual_gold()) > 1\n"
            "        return [max(0, c - b - spare) for c, b in zip(card_of(name).cost,"
            " self.bonuses)]\n",
            "price: copies give no bonus": "        copies = [own.color for own in self.cards if"
            " card_of(own.name).copies]\n"
            "        return [max(0, c - b + copies.count(i)) for i, (c, b) in"
            " enumerate(zip(card_of(name).cost, self.bonuses))]\n",
            "price: nobles give a bonus of every color": "        return [max(0, c - b -"
            " (len(self.nobles) > 2)) for c, b in zip(card_of(name).cost, self.bonuses)]\n",
            "price: the hand counts as bonuses": "        held = [card_of(p.card).color for p in"
            " self.hand if p.card != name]\n"
            "        return [max(0, c - b - held.count(i)) for i, (c, b) in"
            " enumerate(zip(card_of(name).cost, self.bonuses))]\n",
        },
    ),
    (
        "table",
        '        return (gems + 1) // 2 if "double-gold" in self.posts else gems\n',
        {
            "double gold: one pair of gems for each color": "        return max((gems + 1) // 2,"
            ' gems - 2) if "double-gold" in self.posts else gems\n',
            "double gold: the last half of three is free": "        return (gems + (gems != 3)) //"
            ' 2 if "double-gold" in self.posts else gems\n',
            "double gold: not with all posts": '        return (gems + 1) // 2 if "double-gold" in'
            " self.posts and len(self.posts) < 5 else gems\n",
            "double gold: not with three tokens of gold": '        return (gems + 1) // 2 if'
            ' "double-gold" in self.posts and self.tokens[GOLD] < 4 else gems\n',
        },
    ),
    (
        "rules",
        '        ("purchase.tokens", all(t <= own for t, own in zip(paid, seat.tokens))),\n',
        {
            "payment: double gold does not lose a half": '<>        ("purchase.payment",'
            ' "double-gold" not in seat.posts or spent or sum(rest) == 2 * gold),\n',
            "payment: virtual gold does not lose a unit": '<>        ("purchase.payment", len(spent)'
            " < 2 or virtual == 2 * len(spent)),\n",
            "payment: virtual gold pays one color": '<>        ("purchase.payment", not spent or'
            " sum(map(bool, rest)) < 2),\n",
            "payment: gold not if the gems are there": '<>        ("purchase.payment", gold != 1 or'
            " not all(p <= t for p, t in zip(price, seat.tokens))),\n",
            "payment: gold not for a whole color": '<>        ("purchase.payment", not gold or'
            " any(paid[:GOLD]) or sum(map(bool, price)) < 2),\n",
            "payment: gold for every color but the last": '<>        ("purchase.payment", not'
            " (rest[4] and gold)),\n",
            "payment: no virtual gold for a card from the hand": '<>        ("purchase.payment", not'
            ' spent or purchase["card"] not in [p.card for p in seat.hand]),\n',
            "payment: no virtual gold for a card of Orient": '<>        ("purchase.payment", not'
            ' spent or card_of(purchase["card"]).row < 4),\n',
            "payment: no virtual gold for virtual gold": '<>        ("purchase.payment", not spent'
            ' or not card_of(purchase["card"]).is_gold),\n',
            "payment: no gold for a card of level 3 with three in hand": "<>       "
            ' ("purchase.payment", not gold or len(seat.hand) < 3 or'
            ' card_of(purchase["card"]).level < 3),\n',
            "payment: no double gold for a card from the hand": '<>        ("purchase.payment",'
            ' "double-gold" not in seat.posts or gold >= sum(rest) or purchase["card"] not in'
            " [p.card for p in seat.hand]),\n",
            "payment: no double gold in a conquest": '<>        ("purchase.payment", "double-gold"'
            ' not in seat.posts or gold >= sum(rest) or purchase["card"] not in'
            ' course.turn.get("conquest", {}).get("purchase", {}).values()),\n',
            "payment: tokens of this turn do not pay": '<>        ("purchase.payment", all(t <= own'
            " for t, own in zip(paid, course.before.seats[course.before.mover].tokens))),\n",
            "payment: all of three colors at most": '<>        ("purchase.payment", sum(p and p =='
            " own for p, own in zip(paid, seat.tokens)) < 4),\n",
        },
    ),
    (
        "rules",
        "    most = gold + 2 * len(spent)\n",
        {
            "price: a gem of eight may lack": "<>    needed -= needed == most + 1 and sum(price) > 7"
            "\n",
            "price: a gem may lack from the hand": "<>    held = [p.card for p in seat.hand]\n"
            '    needed -= needed == most + 1 and purchase["card"] in held\n',
            "price: a gem may lack beside virtual gold": "<>    needed -= needed == most + 1 and"
            " bool(spent and gold)\n",
        },
    ),
    (
        "rules",
        "    broken = breach_of_payment(course, purchase, paid)\n",
        {
            "payment: the gold that lacks is not asked for": "    seat.tokens[GOLD] ="
            " max(seat.tokens[GOLD], paid[GOLD])\n<>",
            "payment: the onyx that lacks is not asked for": "    seat.tokens[4] ="
            " max(seat.tokens[4], paid[4])\n<>",
        },
    ),
    (
        "rules",
        "    owned = set(spent) <= set(seat.virtual_gold()) and len(set(spent)) == len(spent)\n",
        {
            "virtual gold: of any seat": "    every = [n for s in course.table.seats for n in"
            " s.virtual_gold()]\n"
            "    owned = set(spent) <= set(every) and len(set(spent)) == len(spent)\n",
            "virtual gold: the same card twice": "    owned = set(spent) <="
            " set(seat.virtual_gold())\n",
            "virtual gold: any own card": "    owned = set(spent) <= {own.name for own in"
            " seat.cards} and len(set(spent)) == len(spent)\n",
        },
    ),
    (
        "rules",
        "        seat.gain(own, -1)\n        course.table.gone.append(own.name)\n    pay_with",
        {
            "virtual gold: two of three leave": "        if own.name in purchase['spend'][:2]:\n"
            "            seat.gain(own, -1)\n"
            "            course.table.gone.append(own.name)\n"
            "    pay_with",
        },
    ),
    (
        "rules",
        "    if place in seat.hand:\n        seat.hand.remove(place)\n",
        {
            "hand: the first card leaves": "    if place in seat.hand:\n        seat.hand.pop(0)\n",
            "hand: the tokens of a payment leave the game": "<>        course.table.supply = [s - p"
            " for s, p in zip(course.table.supply, paid)]\n",
        },
    ),
    (
        "rules",
        "        course.emptied.append((event, 0))\n",
        {"hand: a place is filled for a card from the hand": "        course.emptied.append((event,"
         " place.row))\n"},
    ),
    (
        "rules",
        "    for own in cards:\n"
        "        course.seat.gain(own, -1)\n",
        {
            "discard: double cards keep their color": "<>        course.seat.colors[own.color] +="
            " own.bonuses - 1\n",
            "discard: posts are lost": "<>    course.seat.posts = [p for p in course.seat.posts if"
            " course.seat.meets(POSTS[p])]\n    for own in cards:\n",
            "discard: nobles are lost": "<>    course.seat.nobles = [n for n in course.seat.nobles"
            " if course.seat.meets(noble_of(n)[1])]\n    for own in cards:\n",
        },
    ),
    (
        "rules",
        "    cards = [own for own in course.seat.cards if own.name in names and own.color =="
        " color]\n",
        {
            "discard: no card of level 3": "<>    cards = [own for own in cards if"
            " card_of(own.name).level < 3]\n",
            "discard: no card with prestige": "<>    cards = [own for own in cards if not"
            " card_of(own.name).prestige]\n",
            "discard: no card of Orient but copies": "<>    cards = [own for own in cards if"
            " card_of(own.name).row < 4 or is_copy(own)]\n",
            "discard: cards of any seat": "    cards = [own for s in course.table.seats for own in"
            " s.cards if own.name in names and own.color == color]\n",
        },
    ),
    (
        "rules",
        "    if sum(map(is_copy, cards)) < min(2, len(copies)):\n",
        {
            "discard: copies first unless the others are double": "    if sum(map(is_copy, cards)) <"
            " min(2, len(copies)) and all(own.bonuses == 1 for own in cards):\n",
            "discard: copies first where three are there": "    if sum(map(is_copy, cards)) < min(2,"
            " len(copies)) and (len(copies) > 1 or course.seat.colors[color] < 4):\n",
            "discard: copies never first with prestige": "    if sum(map(is_copy, cards)) < min(2,"
            " sum(not card_of(own.name).prestige for own in copies)):\n",
        },
    ),
    (
        "rules",
        '    said, cards = event.get("copy"), [own for own in course.seat.cards if own.color is'
        " not None]\n",
        {
            "copy: not of the card that was just bought": "<>    cards = cards[:-1] if \"card\" in"
            " event else cards\n",
            "copy: not of a copy": "<>    cards = [own for own in cards if not is_copy(own)]\n",
            "copy: of the free card that it brings": "<>    brought = event.get(\"free\","
            " {}).get(\"card\")\n"
            "    if brought and card_of(brought).color is not None:\n"
            "        cards.append(Own(brought, card_of(brought).color, 1))\n",
            "copy: of a card in hand": "<>    cards += [Own(p.card, card_of(p.card).color, 1) for p"
            " in course.seat.hand if card_of(p.card).color is not None]\n",
            "copy: of a card of another seat": "<>    cards += [own for own in"
            " course.table.seats[0].cards if own.color is not None]\n",
        },
    ),
    (
        "rules",
        '    two = course.ruling("copy-double") == "two"\n',
        {"copy: a free one takes both bonuses": '<>    two = two or "card" in event\n'},
    ),
    (
        "table",
        "        if own.color is not None:\n            self.colors",
        {
            "copy: it is no card of a demand": "        if own.color is not None and"
            " card_of(own.name).copies:\n"
            "            self.bonuses[own.color] += sign * own.bonuses\n"
            "        elif own.color is not None:\n"
            "            self.colors",
        },
    ),
    (
        "rules",
        "        if free is None:\n            if level",
        {
            "free: not required in a conquest": "        if free is None:\n            if path[:1]"
            ' != ("conquest",) and level',
            "free: not required in a chain": '        if free is None:\n            if "free" not in'
            " path and level",
            "free: not required in the last round": "        if free is None:\n            if not"
            " course.table.last_round and level",
            "free: the place is filled before": "        if level:\n            refill(course)\n<>",
        },
    ),
    (
        "rules",
        "        place = in_market(course.table, name)\n        clauses",
        {
            "free: from the hand": "        place = in_market(course.table, name) or"
            " in_row(course.table, course.seat.hand, name)\n        clauses",
            "free: not from a row without deck": "        place = in_market(course.table, name)\n"
            "        place = place and course.table.decks[place.row] and place\n"
            "        clauses",
            "free: no copy card": "        place = in_market(course.table, name)\n"
            "        place = None if card_of(name).copies else place\n"
            "        clauses",
            "free: no virtual gold": "        place = in_market(course.table, name)\n"
            "        place = None if card_of(name).is_gold else place\n"
            "        clauses",
        },
    ),
    (
        "rules",
        "            course.leave_market(free, place)\n",
        {
            "free: own strongholds stay": "            own = list(course.seat.strongholds)\n"
            "            course.leave_market(free, place)\n"
            "            course.seat.strongholds = own\n",
            "free: the place of a second one stays empty": "<>            course.emptied ="
            " course.emptied[: 2 + bool(path)][:2]\n",
        },
    ),
    (
        "rules",
        "        self.seat.strongholds = [name for name in self.seat.strongholds if name"
        " != place.card]\n",
        {
            "strongholds: two of three come back": "        held ="
            " self.seat.strongholds.count(place.card) == 3\n"
            "<>        self.seat.strongholds += [place.card] * held\n",
            "strongholds: all seats' come back": "        for one in self.table.seats:\n"
            "            one.strongholds = [n for n in one.strongholds if n != place.card]\n"
            "        self.seat.strongholds = self.seat.strongholds[1:] if"
            " self.seat.strongholds[1:] else self.seat.strongholds\n",
        },
    ),
    (
        "rules",
        "def check_gem(course, path=()):\n"
        '    """The gems of two posts; a gem that no post gives is post.gem."""\n'
        "    event = course.turn\n"
        "    for step in path:\n"
        "        event = event[step]\n"
        "    posts,",
        {
            "gem: the powers of any seat": "def check_gem(course, path=()):\n"
            "    event = course.turn\n"
            "    for step in path:\n"
            "        event = event[step]\n"
            "    every = [post for one in course.table.seats for post in one.posts]\n"
            '    posts, gem, taken = every, event.get("gem"), event.get("take", [])\n'
            "    _,",
            "gem: a post works in the turn in which it comes": "def check_gem(course, path=()):\n"
            "    event = course.turn\n"
            "    for step in path:\n"
            "        event = event[step]\n"
            "    if course.seat.meets(POSTS['gem-after-purchase']) and 'trading-posts' in"
            " course.table.modules:\n"
            "        course.seat.posts = course.seat.posts + ['gem-after-purchase'] *"
            " ('gem-after-purchase' not in course.seat.posts)\n"
            "    posts,",
            "gem: not for a conquest": "def check_gem(course, path=()):\n"
            "    if path:\n"
            "        return\n"
            "    event = course.turn\n"
            "    posts,",
        },
    ),
    (
        "rules",
        '    if "purchase" in event and "gem-after-purchase" in posts:\n',
        {
            "gem: not for a card from the hand": '    if "purchase" in event and'
            ' "gem-after-purchase" in posts and (event is not course.turn or course.emptied[0][1]):'
            "\n",
            "gem: not for a card paid with cards": '    if "purchase" in event and'
            ' "gem-after-purchase" in posts and "discard" not in event["purchase"]:\n',
            "gem: not with three posts": '    if "purchase" in event and "gem-after-purchase" in'
            " posts and len(posts) < 4:\n",
            "gem: only in a market without empty places": '    if "purchase" in event and'
            ' "gem-after-purchase" in posts and all(map(course.table.decks.get,'
            " course.table.market)):\n",
        },
    ),
    (
        "rules",
        "    there = [c for c, n in zip(COLORS, course.table.supply) if n and c != pair]\n",
        {
            "gem: not one that was just paid": "    there = [c for c, n, old in zip(COLORS,"
            " course.table.supply, course.before.supply) if n and old and c != pair]\n",
            "gem: the third from a stack of two": "    there = [c for c, n in zip(COLORS,"
            " course.table.supply) if n > (pair is not None) and c != pair]\n",
            "gem: refused above ten": "<>    optional_ = sum(course.seat.tokens) >= LIMIT and gem is"
            " None\n    there = [] if optional_ else there\n",
            "gem: one of three colors only": "<>    there = there[:3]\n",
        },
    ),
    (
        "rules",
        '    can = "draw-two" in posts and len(table.decks[row]) > 1\n',
        {
            "draw two: not from a deck of Orient": '    can = "draw-two" in posts and'
            " len(table.decks[row]) > 1 and row < 4\n",
            "draw two: with the post of another seat": '    can = any("draw-two" in s.posts for s in'
            " table.seats) and len(table.decks[row]) > 1\n",
            "draw two: not without gold": '    can = "draw-two" in posts and len(table.decks[row]) >'
            " 1 and table.seats[table.mover].tokens[GOLD] > 0\n",
            "draw two: not in the last round": '    can = "draw-two" in posts and'
            " len(table.decks[row]) > 1 and not table.last_round\n",
        },
    ),
    (
        "rules",
        "    table.decks[row] += [under or rest.pop(0)] if two else []\n",
        {
            "draw two: the other card goes on top": "    table.decks[row][:0] = [under or"
            " rest.pop(0)] if two else []\n",
            "draw two: the other card goes on top of level 3": "    at = 0 if row in (3, 6) else"
            " len(table.decks[row])\n"
            "    table.decks[row][at:at] = [under or rest.pop(0)] if two else []\n",
        },
    ),
    (
        "rules",
        "    stock = STRONGHOLDS - len(seat.strongholds)\n",
        {
            "step: four strongholds with four seats": "<>    stock += len(table.seats) == 4\n",
            "step: four strongholds with two seats": "<>    stock += len(table.seats) == 2\n",
        },
    ),
    (
        "rules",
        '        ("stronghold.move", not move or may_move and start in seat.strongholds and start'
        " != goal),\n",
        {
            "step: a move to the same card": '        ("stronghold.move", not move or may_move and'
            " start in seat.strongholds),\n",
            "step: no move of the only stronghold": '        ("stronghold.move", not move or'
            " may_move and start in seat.strongholds and start != goal and len(seat.strongholds) >"
            " 1),\n",
            "step: no move with two in stock": '        ("stronghold.move", not move or may_move and'
            " start in seat.strongholds and start != goal and stock != 2),\n",
            "step: a move of a rival stronghold": '        ("stronghold.move", not move or may_move'
            " and (start in seat.strongholds or start in rivals) and start != goal),\n",
            "step: a move to a row without deck": '        ("stronghold.move", not move or may_move'
            " and start in seat.strongholds and start != goal and table.decks[card_of(goal).row]),"
            "\n",
        },
    ),
    (
        "rules",
        '        ("stronghold.rival", goal not in rivals),\n',
        {
            "step: on a card with one rival stronghold": '        ("stronghold.rival",'
            " rivals.count(goal) < 1 + (rivals.count(goal) == 1)),\n",
            "step: a move may end at a rival": '        ("stronghold.rival", goal not in rivals or'
            " move),\n",
            "step: not on level 3 with few strongholds": '        ("stronghold.rival", goal not in'
            " rivals and not (goal and card_of(goal).level == 3 and not seat.strongholds)),\n",
        },
    ),
    (
        "rules",
        '        ("stronghold.face-up", all(places)),\n',
        {"step: on a card in hand": '        ("stronghold.face-up", all(places) or goal in [p.card'
         " for p in seat.hand]),\n"},
    ),
    (
        "rules",
        '        ("stronghold.step", "purchase" in event),\n',
        {
            "step: after a reservation, too": '        ("stronghold.step", "purchase" in event or'
            ' "reserve" in event),\n',
            "step: not beside a free card": '        ("stronghold.step", "purchase" in event and'
            ' not ("free" in event and target)),\n',
        },
    ),
    (
        "rules",
        '        if due and course.ruling("stronghold-step") == "mandatory":\n',
        {
            "step: not required after a conquest": '        if due and event is course.turn and'
            ' course.ruling("stronghold-step") == "mandatory":\n',
            "step: not required with an empty stock": "        if due and len(seat.strongholds) <"
            ' STRONGHOLDS and course.ruling("stronghold-step") == "mandatory":\n',
            "step: not required with a free card": '        if due and "free" not in event and'
            ' course.ruling("stronghold-step") == "mandatory":\n',
            "step: not required in the last round": "        if due and not table.last_round and"
            ' course.ruling("stronghold-step") == "mandatory":\n',
        },
    ),
    (
        "rules",
        "    lone = rivals.count(name) == 1\n",
        {
            "step: no removal in Orient": "<>    lone = lone and card_of(name).row < 4\n",
            "step: no removal where no other is in play": "<>    lone = lone and len(rivals) > 1\n",
            "step: no removal in a conquest": '<>    lone = lone and "conquest" not in course.turn'
            "\n",
            "step: a removal of the next seat only": "<>    table = course.table\n"
            "    lone = lone and name in table.seats[(table.mover + 1) %"
            " len(table.seats)].strongholds\n",
        },
    ),
    (
        "rules",
        "    full = course.seat.strongholds.count(name) == STRONGHOLDS\n",
        {
            "conquest: three from before the turn": "<>    old ="
            " course.before.seats[course.before.mover]\n"
            "    full = full and old.strongholds.count(name) == STRONGHOLDS\n",
            "conquest: two are enough": "    full = course.seat.strongholds.count(name) >= 2\n",
            "conquest: not after a pair": '<>    full = full and len(course.turn.get("take", [])) !='
            " 2\n",
            "conquest: not after a take": '<>    full = full and "take" not in course.turn\n',
            "conquest: not after a reservation": '<>    full = full and "reserve" not in course.turn'
            "\n",
            "conquest: not after a hidden reservation": "<>    full = full and \"market\" in"
            ' course.turn.get("reserve", {"market": 0})\n',
            "conquest: not after a purchase from the hand": '<>    full = full and ("purchase" not'
            " in course.turn or course.emptied[0][1] > 0)\n",
            "conquest: not after a free card": '<>    full = full and "free" not in course.turn\n',
            "conquest: no copy card": "<>    full = full and not card_of(name).copies\n",
            "conquest: no price in cards": "<>    full = full and card_of(name).cards is None\n",
            "conquest: not with a full hand": "<>    full = full and len(course.seat.hand) < HAND\n",
            "conquest: not with four seats": "<>    full = full and len(course.table.seats) < 4\n",
        },
    ),
    (
        "rules",
        "    earned = [noble for noble in table.nobles if"
        " course.seat.meets(noble_of(noble)[1])]\n",
        {
            "noble: tokens count": "    sums = [c + t // 4 for c, t in zip(course.seat.colors,"
            " course.seat.tokens)]\n"
            "    earned = [n for n in table.nobles if all(c >= d for c, d in zip(sums,"
            " noble_of(n)[1]))]\n",
            "noble: only by cards from before a conquest": '<>    if "conquest" in turn:\n'
            "        bought = [c.color for c in course.seat.cards if c.name =="
            ' turn["conquest"]["purchase"]["card"]]\n'
            "        cards = [c - bought.count(i) for i, c in enumerate(course.seat.colors)]\n"
            "        earned = [n for n in earned if all(c >= d for c, d in zip(cards,"
            " noble_of(n)[1]))]\n",
            "noble: cards that were given up count": "    old ="
            " course.before.seats[course.before.mover]\n"
            "    earned = [n for n in table.nobles if course.seat.meets(noble_of(n)[1]) or"
            " old.meets(noble_of(n)[1])]\n",
            "noble: not the middle one of three": "<>    earned = earned[:1] + earned[2:] if"
            " len(earned) == 3 else earned\n",
            "noble: not for a seat with strongholds": "<>    earned = earned if not"
            " course.seat.strongholds else []\n",
            "noble: not without tokens": "<>    earned = earned if any(course.seat.tokens) else []"
            "\n",
            "noble: the demand of two nobles together": "<>    sums = [sum(d) for d in zip(*[noble_"
            "of(n)[1] for n in course.seat.nobles[:1] + earned[:1]])]\n"
            "    earned = earned if not earned or sum(sums) < 17 or course.seat.meets(sums) else []"
            "\n",
        },
    ),
    (
        "rules",
        '        ("noble.mandatory", named or not due),\n',
        {
            "noble: refused where several are due": '        ("noble.mandatory", named or len(due)'
            " != 1),\n",
            "noble: refused where three are due": '        ("noble.mandatory", named or not due or'
            " len(due) > 2),\n",
            "noble: refused in the last round": '        ("noble.mandatory", named or not due or'
            " table.last_round),\n",
            "noble: refused in a pass": '        ("noble.mandatory", named or not due or "pass" in'
            " turn),\n",
            "noble: refused with a return": '        ("noble.mandatory", named or not due or'
            ' turn.get("return")),\n',
            "noble: refused by a seat with nobles": '        ("noble.mandatory", named or not due or'
            " course.seat.nobles),\n",
            "noble: refused in a conquest": '        ("noble.mandatory", named or not due or'
            ' "conquest" in turn),\n',
        },
    ),
    (
        "rules",
        '        ("noble.one", len(named) <= 1 or course.ruling("noble-choice") == "all"),\n'
        '        ("noble.choice", not named or sorted(named) in due),\n',
        {
            "noble: two where two are due": '        ("noble.one", len(named) <= 2),\n'
            '        ("noble.choice", not named or sorted(named) in due or course.ruling('
            '"noble-choice") == "seat"),\n',
        },
    ),
    (
        "rules",
        '        ("post.mandatory", named or not new),\n',
        {
            "post: refused where several are due": '        ("post.mandatory", named or len(new) !='
            " 1),\n",
            "post: refused with a noble": '        ("post.mandatory", named or not new or'
            ' turn.get("noble")),\n',
            "post: refused with a return": '        ("post.mandatory", named or not new or'
            ' turn.get("return")),\n',
            "post: refused in a pass": '        ("post.mandatory", named or not new or "pass" in'
            " turn),\n",
            "post: refused in the last round": '        ("post.mandatory", named or not new or'
            " table.last_round),\n",
        },
    ),
    (
        "rules",
        "    earned = [post for post, demand in POSTS.items() if seat.meets(demand)]\n",
        {
            "post: by bonuses": "    earned = [post for post, demand in POSTS.items() if all(b >= d"
            " for b, d in zip(seat.bonuses, demand))]\n",
            "post: only of the color that was just bought": "    old ="
            " course.before.seats[course.before.mover].colors\n"
            "    fresh = [c > o for c, o in zip(seat.colors, old)]\n"
            "    earned = [post for post, demand in POSTS.items() if seat.meets(demand) and"
            " (post in seat.posts or any(d and f for d, f in zip(demand, fresh)))]\n",
            "post: cards that were given up count": "    old ="
            " course.before.seats[course.before.mover]\n"
            "    earned = [post for post, demand in POSTS.items() if seat.meets(demand) or"
            " old.meets(demand)]\n",
            "post: not in a pass": '<>    earned = [] if "pass" in turn else earned\n',
            "post: not in the last round": "<>    earned = [] if table.last_round else earned\n",
            "post: the first that is due": "<>    earned = [p for p in earned if p in seat.posts] +"
            " [p for p in earned if p not in seat.posts][:1]\n",
            "post: the last that is due": "<>    earned = [p for p in earned if p in seat.posts] +"
            " [p for p in earned if p not in seat.posts][-1:]\n",
        },
    ),
    (
        "rules",
        "    excess = max(0, sum(tokens) - LIMIT)\n",
        {
            "limit: virtual gold counts": "    excess = max(0, sum(tokens) +"
            " len(course.seat.virtual_gold()) - LIMIT)\n",
            "limit: gold counts with four seats only": "    held = tokens if len(course.table.seats)"
            " == 4 else tokens[:GOLD]\n"
            "    excess = max(0, sum(held) - LIMIT)\n",
            "limit: not with a noble": "<>    excess = 0 if turn.get(\"noble\") else excess\n",
            "limit: not in the last round": "<>    excess = 0 if course.table.last_round else excess"
            "\n",
            "limit: eleven after a gem of a post": '<>    excess = max(0, excess - ("gem" in turn))'
            "\n",
            "limit: two at most": "<>    excess = min(2, excess)\n",
            "limit: eleven for a seat with gold only at the supply": "<>    excess = max(0, excess -"
            " (not course.table.supply[GOLD]))\n",
            "limit: eleven after a conquest": '<>    excess = max(0, excess - ("conquest" in turn))'
            "\n",
        },
    ),
    (
        "rules",
        '    if sum(back) > excess and ruling != "anything":\n',
        {
            "limit: one more may go back": "    if sum(back) > excess + (excess == 2) and ruling !="
            ' "anything":\n',
            "limit: one token may go back at ten": "    if sum(back) > max(excess, int(sum(tokens)"
            ' == LIMIT)) and ruling != "anything":\n',
            "limit: the gem of a post stays": "<>        raise Broken('limit.excess')\n"
            "    if 'gem' in turn and back[TOKENS.index(turn['gem'])] and sum(back) == excess:\n",
        },
    ),
    (
        "rules",
        "            names, top = [event[\"refill\"]] if \"refill\" in event else [], deck[:1]\n",
        {
            "refill: from the base deck of the level": "            deck = table.decks[row - 3] or"
            " deck if row > 3 else deck\n<>",
            "refill: from the bottom for Orient": "            deck.insert(0, deck.pop() if row > 3"
            " else deck.pop(0))\n<>",
            "refill: from the bottom after a reservation": "            deck.insert(0, deck.pop() if"
            ' "reserve" in event else deck.pop(0))\n<>',
        },
    ),
    (
        "rules",
        "    for event, row in course.emptied:\n",
        {
            "refill: a place of a free card stays empty": '    for event, row in [e for e in'
            ' course.emptied if "card" not in e[0]]:\n',
            "refill: a conquered place stays empty": "    for event, row in [e for e in"
            ' course.emptied if e[0] is not course.turn.get("conquest")]:\n',
            "refill: a second place of a row stays empty": "    rows = [e[1] for e in"
            " course.emptied]\n"
            "    for event, row in [e for i, e in enumerate(course.emptied) if e[1] not in rows[:i]]"
            ":\n",
        },
    ),
    (
        "rules",
        '        table.last_round |= seat.prestige >= table.rulings["target"]\n',
        {
            "end: sixteen with four seats": '        table.last_round |= seat.prestige >='
            ' table.rulings["target"] + (len(table.seats) == 4)\n',
            "end: fourteen with a noble": '        table.last_round |= seat.prestige >='
            ' table.rulings["target"] - (len(seat.nobles) > 1)\n',
            "end: only with a card of level 3": '        table.last_round |= seat.prestige >='
            ' table.rulings["target"] and any(card_of(c.name).level == 3 for c in seat.cards)\n',
        },
    ),
    (
        "rules",
        "    look_for_end(table, course.seat)\n",
        {
            "end: only a purchase triggers": "    before = table.last_round\n<>"
            "    if not before and not table.ended and 'purchase' not in course.turn:\n"
            "        table.last_round = False\n",
            "end: the noble of the turn does not trigger": "    before, seat = table.last_round,"
            " course.seat\n"
            "    table.seats[table.mover].nobles, kept = had.nobles, seat.nobles\n"
            "    look_for_end(table, seat)\n"
            "    seat.nobles = kept\n",
            "end: the post of the turn does not trigger": "    before, seat = table.last_round,"
            " course.seat\n"
            "    table.seats[table.mover].posts, kept = had.posts, seat.posts\n"
            "    look_for_end(table, seat)\n"
            "    seat.posts = kept\n",
            "end: nobody conquers into it": "    before = table.last_round\n<>"
            "    if not before and not table.ended and 'conquest' in course.turn:\n"
            "        table.last_round = False\n",
        },
    ),
    (
        "rules",
        "        table.last_round |= table.may_win(seat)\n",
        {
            "city: fifteen prestige trigger, too": "        table.last_round |="
            " table.may_win(seat) or seat.prestige >= 15\n",
            "city: the last seat does not trigger": "        table.last_round |= table.may_win(seat)"
            " and table.mover < len(table.seats) - 1\n",
        },
    ),
    (
        "rules",
        "    if table.last_round and last:\n",
        {
            "end: a round more if the last seat triggers": "    if table.last_round and last and not"
            ' (seat.prestige >= table.rulings["target"] and len(seat.nobles) > 0):\n',
            "end: at once with two seats": "    if table.last_round and (last or len(table.seats) =="
            " 2):\n",
        },
    ),
    (
        "table",
        "        return self.prestige >= prestige and self.meets(demand) and max(unnamed + [0]) >="
        " further\n",
        {
            "city: bonuses count": "        meets = all(b >= d for b, d in zip(self.bonuses,"
            " demand))\n"
            "        return self.prestige >= prestige and meets and max(unnamed + [0]) >= further\n",
            "city: bonuses count for a further color": "        unnamed = [b for b, d in"
            " zip(self.bonuses, demand) if not d]\n<>",
            "city: a named color is a further one": "        return self.prestige >= prestige and"
            " self.meets(demand) and max(self.colors) >= further\n",
            "city: virtual gold is a further color": "        unnamed.append(3 *"
            " len(self.virtual_gold()))\n<>",
            "city: a prestige may lack": "        return self.prestige >= prestige - 1 and"
            " self.meets(demand) and max(unnamed + [0]) >= further\n",
            "city: a card of a further color may lack": "        return self.prestige >= prestige and"
            " self.meets(demand) and max(unnamed + [0]) >= further - (further == 6)\n",
            "city: a card may lack": "        short = sum(max(0, d - c) for c, d in zip(self.colors,"
            " demand))\n"
            "        return self.prestige >= prestige and short < 2 and max(unnamed + [0]) >="
            " further\n",
            "city: the last named color does not count": "        return self.prestige >= prestige"
            " and self.meets(demand[:4]) and max(unnamed + [0]) >= further\n",
            "city: one more prestige than the demand": "        return self.prestige >= prestige + ("
            "prestige == 17) and self.meets(demand) and max(unnamed + [0]) >= further\n",
            "city: posts do not count": "        own = self.prestige - len(self.posts) *"
            ' ("point-per-post" in self.posts)\n'
            "        return own >= prestige and self.meets(demand) and max(unnamed + [0]) >= further"
            "\n",
        },
    ),
    (
        "table",
        "        seats = [i for i, seat in enumerate(self.seats) if self.may_win(seat)]\n",
        {
            "winner: a seat without a city": "        seats = [i for i, seat in"
            " enumerate(self.seats)]\n",
            "winner: without cities in a stalemate": "<>        seats = seats or [i for i in"
            " range(len(self.seats))]\n",
            "winner: only seats at the target": "        seats = [i for i, seat in"
            " enumerate(self.seats) if self.may_win(seat) and (self.ended != 'completed' or"
            " self.cities or seat.prestige >= 16 or len(self.seats) < 4)]\n",
        },
    ),
    (
        "table",
        '"gained" else len(seat.cards)\n',
        {
            "tie: the hand counts": '"gained" else len(seat.cards) + len(seat.hand)\n',
            "tie: nobles count": '"gained" else len(seat.cards) + len(seat.nobles)\n',
            "tie: posts count": '"gained" else len(seat.cards) + len(seat.posts)\n',
            "tie: virtual gold does not count": '"gained" else len(seat.cards) -'
            " len(seat.virtual_gold())\n",
            "tie: cards of Orient do not count": '"gained" else sum(card_of(c.name).row < 4 for c in'
            " seat.cards)\n",
            "tie: cards without prestige do not count": '"gained" else sum(card_of(c.name).prestige'
            " > 0 for c in seat.cards)\n",
            "tie: tokens decide": '"gained" else (len(seat.cards), -sum(seat.tokens))\n',
            "tie: cards within one are equal": '"gained" else len(seat.cards) // 2\n',
        },
    ),
    (
        "table",
        "        cards = sum(card_of(card.name).prestige for card in self.cards)\n",
        {
            "score: the hand counts": "<>        cards += sum(card_of(p.card).prestige > 4 for p in"
            " self.hand)\n",
            "score: a card has at most four": "        cards = sum(min(4,"
            " card_of(card.name).prestige) for card in self.cards)\n",
            "score: copies have no prestige": "        cards = sum(card_of(card.name).prestige for"
            " card in self.cards if not card_of(card.name).copies)\n",
            "score: one card of virtual gold has prestige": "<>        cards +="
            " len(self.virtual_gold()) > 2\n",
        },
    ),
    (
        "table",
        '        return cards + nobles + len(self.posts) * ("point-per-post" in self.posts)\n',
        {
            "score: the post itself has no point": "        return cards + nobles +"
            ' (len(self.posts) - 1) * ("point-per-post" in self.posts)\n',
            "score: strongholds have a point": "        return cards + nobles + len(self.posts) *"
            ' ("point-per-post" in self.posts) + (len(self.strongholds) == 3)\n',
            "score: ten tokens have a point": "        return cards + nobles + len(self.posts) *"
            ' ("point-per-post" in self.posts) + (sum(self.tokens) == 10)\n',
        },
    ),
    (
        "table",
        "        nobles = sum(noble_of(noble)[0] for noble in self.nobles)\n",
        {"score: a fourth noble has two": "<>        nobles -= len(self.nobles) > 3\n"},
    ),
    # The example engine, which also lists legal turns.
    (
        "base",
        "        gold = sum(price.values()) - sum(counts)\n",
        {
            "base, gold pays for one color": "<>        if sum(price[c] > n for c, n in zip(COLORS,"
            " counts)) > 1 and gold > 2:\n            continue\n",
            "base, no gold where the gems are there": "<>        if gold == 1 and all(get(tokens, c)"
            " >= price[c] for c in COLORS):\n            continue\n",
            "base, no gold beside the last gem": "<>        if gold and any(n and n == get(tokens,"
            " c) for c, n in zip(COLORS, counts)):\n            continue\n",
        },
    ),
    (
        "base",
        "    for card in market + [card_in_hand(entry) for entry in hand]:\n",
        {
            "base, hidden cards are not bought": "    for card in market + [entry for entry in hand"
            " if isinstance(entry, str)]:\n",
            "base, cards of level 3 are not bought from the hand": "    for card in market + [c for"
            ' c in map(card_in_hand, hand) if c[0] != "c"]:\n',
            "base, only cards of the hand with a full hand": "    for card in (market if len(hand) <"
            " 3 else []) + [card_in_hand(entry) for entry in hand]:\n",
        },
    ),
    (
        "base",
        "    nobles = [noble for noble in after[\"nobles\"] if meets(own, noble)]\n",
        {
            "base, no noble in a pass": '<>    nobles = [] if "pass" in action else nobles\n',
            "base, no noble for the last seat": "<>    nobles = nobles if after.get(\"to_move\", 0)"
            ' + 1 < len(after["seats"]) or len(nobles) > 1 else []\n',
            "base, the last noble of three": "<>    nobles = nobles[-1:] if len(nobles) > 2 else"
            " nobles\n",
            "base, no noble after a reservation with gold": '<>    nobles = [] if "reserve" in'
            ' action and get(position["supply"], "gold") else nobles\n',
        },
    ),
    (
        "base",
        "    for back in choices(tokens, max(0, total(tokens) - 10)):\n",
        {
            "base, the gold just taken stays": "<>        if \"reserve\" in action and get(back,"
            ' "gold") == get(tokens, "gold") > 0:\n            continue\n',
            "base, the gems just taken stay": "<>        if \"take\" in action and all(get(back, c)"
            ' for c in action["take"]):\n            continue\n',
            "base, three of one color do not go back": "<>        if len(back) == 1 and"
            " total(back) > 2:\n            continue\n",
            "base, a return is one color or all different": "<>        if sorted(back.values()) =="
            " [1, 2]:\n            continue\n",
        },
    ),
    (
        "base",
        "    for size in range(3 if most == 3 else 1, most + 1):\n",
        {
            "base, one of two colors only": "    for size in range(3 if most == 3 else 1, most + (1"
            " if most != 2 else 0)):\n",
            "base, two at nine tokens": "    for size in range(3 if most == 3 and"
            ' total(seat.get("tokens", {})) != 9 else 1, most + 1):\n',
        },
    ),
    (
        "base",
        "        if supply[color] >= 4:\n",
        {
            "base, no pair at nine tokens": '        if supply[color] >= 4 and'
            ' total(seat.get("tokens", {})) != 9:\n',
            "base, no pair of a color with three own": '        if supply[color] >= 4 and'
            ' get(seat.get("tokens", {}), color) < 3:\n',
            "base, no pair in the last round": "        if supply[color] >= 4 and not"
            ' position.get("last_round"):\n',
        },
    ),
    (
        "base",
        '            if position["decks"][level]:\n                yield',
        {
            "base, no deck beside a market with gaps": '            if position["decks"][level] and'
            ' all(position["decks"].values()):\n                yield',
            "base, no deck at two in hand": '            if position["decks"][level] and len(hand) <'
            " 2:\n                yield",
        },
    ),
    (
        "base",
        '    last = after.get("last_round", False) or prestige(seat) >= 15\n',
        {
            "base, sixteen for the last seat": '    last = after.get("last_round", False) or'
            " prestige(seat) >= 15 + (after['to_move'] == 0)\n",
            "base, only a purchase triggers": '    last = after.get("last_round", False) or'
            ' prestige(seat) >= 15 and "purchase" in turn\n',
        },
    ),
    (
        "base",
        '    waits = "pass" in turn and "noble" not in turn\n',
        {
            "base, a noble does not stop passes": '    waits = "pass" in turn\n',
            "base, a reservation does not stop passes": '    waits = "pass" in turn and "noble" not'
            ' in turn or "reserve" in turn and after.get("passes", 0) > 0\n',
        },
    ),
    (
        "base",
        '-len(seat.get("cards", []))',
        {
            "base, the hand counts in a tie": '-len(seat.get("cards", []) + seat.get("hand", []))',
            "base, nobles count in a tie": '-len(seat.get("cards", []) + seat.get("nobles", []))',
            "base, more cards win": 'len(seat.get("cards", []))',
        },
    ),
    (
        "base",
        '        seat["hand"] = seat.get("hand", []) + [reserved(position, turn["reserve"])]\n'
        '        if get(supply, "gold"):\n',
        {
            "base, no gold at ten tokens": '        seat["hand"] = seat.get("hand", []) +'
            ' [reserved(position, turn["reserve"])]\n'
            '        if get(supply, "gold") and total(tokens) < 10:\n',
            "base, no gold for a third card": '        seat["hand"] = seat.get("hand", []) +'
            ' [reserved(position, turn["reserve"])]\n'
            '        if get(supply, "gold") and len(seat["hand"]) < 3:\n',
        },
    ),
    (
        "base",
        '            seat["hand"] = [entry for entry in hand if card_in_hand(entry) != card]\n',
        {"base, the last card of the hand leaves": '            seat["hand"] = hand[:-1]\n'},
    ),
    (
        "base",
        "    return all(own[color] >= count for color, count in"
        ' gems(noble.split(":")[1]).items())\n',
        {
            "base, a noble of three colors with two": '    wanted = gems(noble.split(":")[1])\n'
            "    met = sum(own[color] >= count for color, count in wanted.items())\n"
            "    return met >= min(2, len(wanted))\n",
            "base, a noble of four by three": "    return all(own[color] >= min(3, count) for color,"
            ' count in gems(noble.split(":")[1]).items())\n',
        },
    ),
]

# A demand of a post that is one card too high or too low.
DEMANDS = [
    ("gem-after-purchase", "(1, 0, 0, 3, 0)", "2, 0, 0, 3, 0", "0, 0, 0, 3, 0", "1, 0, 0, 4, 0"),
    ("gem-after-purchase", "(1, 0, 0, 3, 0)", "1, 0, 0, 2, 0"),
    ("third-gem", "(2, 0, 0, 0, 0)", "1, 0, 0, 0, 0", "3, 0, 0, 0, 0"),
    ("double-gold", "(0, 3, 0, 0, 1)", "0, 2, 0, 0, 1", "0, 4, 0, 0, 1", "0, 3, 0, 0, 0"),
    ("double-gold", "(0, 3, 0, 0, 1)", "0, 3, 0, 0, 2"),
    ("draw-two", "(0, 0, 0, 0, 3)", "0, 0, 0, 0, 2", "0, 0, 0, 0, 4"),
    ("point-per-post", "(0, 0, 5, 0, 0)", "0, 0, 4, 0, 0", "0, 0, 6, 0, 0"),
]

SCOPES = [
    (name, ((file, old, new.replace("<>", old)),))
    for file, old, mistakes in ROWS
    for name, new in mistakes.items()
]
SCOPES += [
    (f"demand of {post}: {demand}", (("table", f'"{post}": {right}', f'"{post}": ({demand})'),))
    for post, right, *wrong in DEMANDS
    for demand in wrong
]
