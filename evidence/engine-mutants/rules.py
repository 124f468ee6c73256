"""The rules of all modules, as an engine of another author would write them.

This is the engine that the mutants change; it plays well-formed turns with all facts, and shares
no code with the verifier.
"""

import copy
import itertools
from dataclasses import dataclass, field

from table import (
    COLORS,
    GOLD,
    HAND,
    LIMIT,
    POSTS,
    ROWS,
    STRONGHOLDS,
    TOKENS,
    Broken,
    Own,
    Place,
    Table,
    Undecided,
    Unsupported,
    as_list,
    card_of,
    counts,
    noble_of,
)

# The clauses of a turn in the order of the book.
BOOK = (
    "component.unknown orient.cards"
    " turn.after-end turn.order turn.one-action turn.pass"
    " orient.present stronghold.present"
    " take.no-gold take.supply take.different take.fewer take.pair take.pair-needs-four"
    " reserve.hand-limit reserve.face-up reserve.deck"
    " stronghold.conquest stronghold.blocked"
    " purchase.source orient.copy-needs-color"
    " purchase.price purchase.payment purchase.tokens"
    " orient.spend-owned orient.spend-used orient.double-virtual"
    " orient.discard-price orient.discard-color orient.discard-copies-first"
    " orient.copy orient.free orient.free-level orient.free-face-up orient.free-mandatory"
    " post.present post.double-gold post.draw-two"
    " post.gem post.gem-after-purchase post.third-gem"
    " stronghold.step stronghold.mandatory stronghold.face-up stronghold.rival"
    " stronghold.stock stronghold.move stronghold.remove"
    " market.refill reveal.unseen reveal.level reveal.deck"
    " limit.owned limit.ten limit.excess"
    " noble.present noble.earned noble.time noble.one noble.choice noble.mandatory"
    " post.one post.earned post.once post.mandatory"
).split()


# A turn: the effects happen on a copy of the table while the clauses are judged


@dataclass
class Course:
    """The course of a turn: the table before it, and the table as the effects change it."""

    before: Table
    table: Table
    turn: dict
    forced: bool = False
    passes: bool = False
    emptied: list = field(default_factory=list)  # Events whose place is still empty, with its row.
    broken: list = field(default_factory=list)  # Clauses on cards that were drawn.

    @property
    def seat(self):
        """Returns the seat that acts."""
        return self.table.seats[self.table.mover]

    def ruling(self, name):
        """Returns the value of a ruling."""
        return self.table.rulings[name]

    def shift(self, amounts, sign):
        """Moves tokens from the supply to the seat, or back."""
        for token, amount in enumerate(amounts):
            self.seat.tokens[token] += sign * amount
            self.table.supply[token] -= sign * amount

    def name_card(self, place, name):
        """Gives an unknown place the card that a turn names there."""
        place.card = name
        self.table.seen.add(name)

    def leave_market(self, event, place):
        """Takes a card out of the market; own strongholds on it come back."""
        self.table.market[place.row].remove(place)
        self.emptied.append((event, place.row))
        self.seat.strongholds = [name for name in self.seat.strongholds if name != place.card]

    def with_fact(self, path, key, value):
        """Returns the turn with another value of a fact, for the event at a path."""
        turn = copy.deepcopy(self.turn)
        event = turn
        for step in path:
            event = event[step]
        event[key] = value
        return turn


def check_components(turn, table):
    """component.unknown and orient.cards: every card, noble and post that the turn names."""
    nobles, posts = as_list(turn.get("noble", [])), as_list(turn.get("post", []))
    table.box.check(table.modules, [name for name in named_cards(turn) if name], nobles, posts)


def events_of(event):
    """Returns an event and the free cards inside it."""
    while event is not None:
        yield event
        event = event.get("free")


def named_cards(turn):
    """Returns all cards that a turn names."""
    reserve, conquest = turn.get("reserve", {}), turn.get("conquest", {})
    names = [reserve.get("market"), reserve.get("card"), reserve.get("under")]
    for event in [*events_of(turn), *events_of(conquest)]:
        names += [event.get("card"), event.get("refill")]
        names += [event.get("copy")] if event.get("copy") not in COLORS else []
    for event in (turn, conquest):
        purchase, step = event.get("purchase", {}), event.get("stronghold", {})
        names += [purchase.get("card"), *purchase.get("spend", []), *purchase.get("discard", [])]
        move = step.get("move", {})
        names += [step.get("place"), move.get("from"), move.get("to")]
        names.append(step.get("remove", {}).get("card"))
    return names


def check_order(table, turn):
    """turn.after-end, turn.order, turn.one-action."""
    if table.ended:
        raise Broken("turn.after-end")
    if turn.get("seat", table.mover) != table.mover:
        raise Broken("turn.order")
    if turn.get("take") == []:
        raise Broken("turn.one-action")


def check_presence(table, turn):
    """orient.present and stronghold.present: the fields of a module only with the module."""
    events = [turn, turn.get("conquest", {})]
    purchases = [event.get("purchase", {}) for event in events]
    powers = any("copy" in event or "free" in event for event in events)
    cards = any(purchase.get("spend") or purchase.get("discard") for purchase in purchases)
    if "orient" not in table.modules:
        if powers or cards or "orient" in turn.get("reserve", {}):
            raise Broken("orient.present")
    if "strongholds" not in table.modules:
        if "conquest" in turn or "stronghold" in turn:
            raise Broken("stronghold.present")


def check_pass(course):
    """turn.pass: only a seat that cannot take, buy or reserve; and the ruling `pass`."""
    if course.ruling("pass") == "never":
        raise Broken("turn.pass")
    always = course.ruling("pass") == "always"
    stuck = is_stuck(course.before)
    if stuck is None and always and course.ruling("stalemate") != "ends":
        stuck = False
    if stuck is None:
        raise Undecided("card")
    if not stuck and not always:
        raise Broken("turn.pass")
    course.forced, course.passes = stuck, True


def is_kept_from_gold(table):
    """Returns whether the ruling `gold-at-ten` forbids the mover to reserve."""
    full = sum(table.seats[table.mover].tokens) >= LIMIT
    return table.rulings["gold-at-ten"] == "forbidden" and full and table.supply[GOLD] > 0


def is_stuck(table):
    """Returns whether the mover has no action; None if that depends on an unknown card."""
    seat, rivals = table.seats[table.mover], table.rivals()
    free = [place for place in table.lying() if place.card not in rivals]
    reserve = len(seat.hand) < HAND and (any(table.decks.values()) or bool(free))
    reserve = reserve and not is_kept_from_gold(table)
    take = any(table.supply[:GOLD])
    if table.rulings["fewer"] == "never":
        gems = table.supply[:GOLD]
        take = sum(amount > 0 for amount in gems) >= 3 or max(gems) >= 4
    if take or reserve:
        return False
    reach = free + seat.hand
    if any(place.card and seat.can_pay(place.card) for place in reach):
        return False
    unknown = [place for place in reach if place.card is None]
    never = {p: {c for c in table.unseen(p.row) if seat.can_pay(c)} for p in unknown}
    if not table.possible(never=never):
        return False
    fixed = [{p: {c}} for p in unknown for c in never[p]]
    return None if any(table.possible(fixed=one) for one in fixed) else True


def check_take(course):
    """The family `take`: a repeated color makes it a pair; otherwise the gems differ."""
    table = course.table
    taken = [course.turn["take"].count(token) for token in TOKENS]
    colors = sum(amount > 0 for amount in taken)
    if taken[GOLD]:
        raise Broken("take.no-gold")
    if any(amount > there for amount, there in zip(taken, table.supply)):
        raise Broken("take.supply")
    if max(taken) == 1:
        if colors > 3:
            raise Broken("take.different")
        if colors < fewest_colors(table):
            raise Broken("take.fewer")
    elif max(taken) > 2 or colors > 1:
        raise Broken("take.pair")
    elif table.supply[taken.index(2)] < 4:
        raise Broken("take.pair-needs-four")
    course.shift(taken, 1)


def fewest_colors(table):
    """Returns the least number of different gems to take, by the ruling `fewer`."""
    there = sum(amount > 0 for amount in table.supply[:GOLD])
    if table.rulings["fewer"] == "up-to-three":
        return 1
    if table.rulings["fewer"] == "all-available":
        return min(there, 3)
    if table.rulings["fewer"] == "never":
        return 3
    if table.rulings["fewer"] == "to-ten":
        return min(there, 3, max(1, LIMIT - sum(table.seats[table.mover].tokens)))
    return 3 if there >= 3 else 1


def check_reserve(course):
    """The family `reserve`; reserve.gold is an effect, not a choice."""
    reserve, seat, table = course.turn["reserve"], course.seat, course.table
    if len(seat.hand) >= HAND:
        raise Broken("reserve.hand-limit")
    full = sum(seat.tokens) >= LIMIT
    if "market" in reserve:
        name = reserve["market"]
        place = in_row(table, table.market[card_of(name).row], name)
        if place is None:
            raise Broken("reserve.face-up")
        check_blocked(course, name, course.turn)
        course.name_card(place, name)
        course.leave_market(course.turn, place)
        seat.hand.append(Place(place.row, name))
    else:
        if not table.decks[deck_of(reserve)]:
            raise Broken("reserve.deck")
        check_blocked(course, None, course.turn)
    withheld = full and course.ruling("gold-at-ten") == "withheld"
    course.shift([0] * 5 + [0 if withheld else min(1, table.supply[GOLD])], 1)


def deck_of(reserve):
    """Returns the row of the deck from which a card is reserved."""
    return reserve["deck"] if "deck" in reserve else reserve["orient"] + 3


def in_row(table, row, name):
    """Returns the place in a market row or hand that holds, or may hold, a card."""
    for place in row:
        if place.card == name:
            return place
    if name in table.unseen(card_of(name).row):
        for place in row:
            if place.card is None and place.row == card_of(name).row:
                return place
    return None


def in_market(table, name):
    """Returns the place in the market that holds, or may hold, a card."""
    return in_row(table, table.market[card_of(name).row], name)


def check_blocked(course, name, event):
    """stronghold.blocked: nobody takes a card from under the stronghold of another seat."""
    free = [inner["card"] for inner in events_of(event.get("free"))]
    rivals = course.table.rivals()
    if any(card in rivals for card in [name, *free]):
        raise Broken("stronghold.blocked")


def check_purchase(course, path=()):
    """The family `purchase`; the clauses on the price come before the seat's tokens.

    Returns whether a gold would have to pay for gems of two colors.
    """
    event = course.turn
    for step in path:
        event = event[step]
    purchase, seat = event["purchase"], course.seat
    name = purchase["card"]
    check_blocked(course, name, event)
    place = find_source(course, event)
    card = card_of(name)
    if card.copies and not any(seat.colors):
        raise Broken("orient.copy-needs-color")
    if "pay" in purchase:
        paid = counts(purchase["pay"])
    else:
        paid = counts(the_only_payment(course, path, purchase))
    broken = breach_of_payment(course, purchase, paid)
    if broken and broken != "post.double-gold":
        raise Broken(broken)
    course.shift(paid, -1)
    for own in [own for own in seat.cards if own.name in purchase.get("spend", [])]:
        seat.gain(own, -1)
        course.table.gone.append(own.name)
    pay_with_cards(course, purchase, paid)
    course.name_card(place, name)
    if place in seat.hand:
        seat.hand.remove(place)
        course.emptied.append((event, 0))
    else:
        course.leave_market(event, place)
    seat.gained += 1
    return broken == "post.double-gold"


def breach_of_payment(course, purchase, paid):
    """Returns the first clause that a payment with tokens and virtual gold breaks, or None."""
    seat, spent = course.seat, purchase.get("spend", [])
    price = seat.price(purchase["card"])
    rest = [max(0, p - t) for p, t in zip(price, paid)]
    needed, gold = sum(map(seat.gold_for, rest)), paid[GOLD]
    most = gold + 2 * len(spent)
    virtual, tokens = needed - gold, max(min(gold, needed), needed - 2 * len(spent))
    spare = gold > needed and not may_spare_gold(course.table)
    no_spare = course.ruling("virtual-spare") == "no-spare"
    least = 2 * len(spent) - 1 if no_spare and spent else len(spent)
    owned = set(spent) <= set(seat.virtual_gold()) and len(set(spent)) == len(spent)
    clauses = [
        ("purchase.price", most >= min(needed, seat.gold_for(sum(rest)))),
        ("purchase.payment", not spare and all(t <= p for t, p in zip(paid, price))),
        ("purchase.payment", follows_rulings(course, price, rest, tokens)),
        ("purchase.tokens", all(t <= own for t, own in zip(paid, seat.tokens))),
        ("orient.spend-owned", owned),
        ("orient.spend-used", not spent or virtual >= least),
        ("orient.double-virtual", not spent or most >= needed),
        ("post.double-gold", most >= needed),
    ]
    return next((clause for clause, kept in clauses if not kept), None)


def may_spare_gold(table):
    """Returns whether the mover may pay gold beyond the price, by the ruling `overpay`."""
    doubles = "double-gold" in table.seats[table.mover].posts
    return doubles and table.rulings["overpay"] == "spare-gold"


def follows_rulings(course, price, rest, gold):
    """The rulings `gold` and `overpay`, for a payment with the part of each color paid in gold.

    The ruling `gold` limits only the tokens, of which `gold` pay for something.
    """
    seat = course.seat
    least = [max(0, p - own) for p, own in zip(price, seat.tokens)]
    if course.ruling("gold") == "last-resort":
        parts = zip(map(seat.gold_for, rest), map(seat.gold_for, least))
        if gold > sum(map(min, parts)):
            return False
    if course.ruling("overpay") == "irredundant" and "double-gold" in seat.posts:
        return not any(r % 2 and r < p for r, p in zip(rest, price))
    return True


def find_source(course, event):
    """purchase.source: the card is in the market or in the hand of the buyer."""
    purchase, table, hand = event["purchase"], course.table, course.seat.hand
    name, where = purchase["card"], purchase.get("from")
    market = where != "hand" and in_market(table, name)
    held = where != "market" and event is course.turn and in_row(table, hand, name)
    if not market and not held:
        raise Broken("purchase.source")
    if market and held and "refill" not in event:
        raise Undecided("from")
    return market or held


def the_only_payment(course, path, purchase):
    """Infers a missing payment if only one payment is legal."""
    seat = course.seat
    price = seat.price(purchase["card"])
    ranges = [range(min(p, t) + 1) for p, t in zip(price, seat.tokens)]
    pays = list(itertools.product(*ranges, range(seat.tokens[GOLD] + 1)))
    breaches = [breach_of_payment(course, purchase, pay) for pay in pays]
    legal = [dict(zip(TOKENS, pay)) for pay, breach in zip(pays, breaches) if breach is None]
    if not legal:
        return dict(zip(TOKENS, pays[breaches.index(max(breaches, key=BOOK.index))]))
    if len(legal) > 1:
        turns = [course.with_fact(path, "purchase", purchase | {"pay": pay}) for pay in legal]
        raise Undecided("pay", turns)
    return legal[0]


def pay_with_cards(course, purchase, paid):
    """The price in cards: two cards that count as a color, copies first; they leave the game."""
    names, color = purchase.get("discard", []), card_of(purchase["card"]).cards
    cards = [own for own in course.seat.cards if own.name in names and own.color == color]
    if color is None and not names:
        return
    if color is None or len(names) != 2 or any(paid):
        raise Broken("orient.discard-price")
    if len(cards) != 2:
        raise Broken("orient.discard-color")
    copies = [own for own in course.seat.cards if own.color == color and is_copy(own)]
    if sum(map(is_copy, cards)) < min(2, len(copies)):
        raise Broken("orient.discard-copies-first")
    for own in cards:
        course.seat.gain(own, -1)
        course.table.gone.append(own.name)


def is_copy(own):
    """Returns whether a card took its color from another."""
    return card_of(own.name).copies


def follow_powers(course, path, name):
    """The colors that cards copy and the free cards they bring, from the outside in."""
    event, place = course.turn, True
    for step in path:
        event = event[step]
    while True:
        card = name and card_of(name)
        own = name and Own(name, card.color, card.bonuses)
        if card and card.copies:
            own = copied(course, path, event)
        elif "copy" in event:
            raise Broken("orient.copy")
        if own and place:
            course.seat.gain(own)
        level, free = card.free if card else 0, event.get("free")
        if free is None:
            if level and must_take_free(course, level):
                raise Broken("orient.free-mandatory")
            break
        name = free["card"]
        place = in_market(course.table, name)
        clauses = [
            ("orient.free", level),
            ("orient.free-level", not level or card_of(name).level == level),
            ("orient.free-face-up", place),
        ]
        for clause, kept in clauses:
            if not kept:
                raise Broken(clause)
        if place:
            course.name_card(place, name)
            course.leave_market(free, place)
        path, event = (*path, "free"), free


def copied(course, path, event):
    """orient.copy: returns the card of an event with the color of another own card."""
    name = event["card"] if "card" in event else event["purchase"]["card"]
    said, cards = event.get("copy"), [own for own in course.seat.cards if own.color is not None]
    two = course.ruling("copy-double") == "two"
    if said in COLORS:
        cards = [own for own in cards if COLORS[own.color] == said]
    elif said:
        cards = [own for own in cards if own.name == said]
    kinds = {(own.color, own.bonuses if two else 1): own.name for own in cards}
    if len(kinds) > 1:
        raise Undecided("copy", [course.with_fact(path, "copy", n) for n in kinds.values()])
    if not kinds:
        raise Broken("orient.copy")
    return Own(name, *next(iter(kinds)))


def must_take_free(course, level):
    """Returns whether a seat has to take a free card of a level."""
    rivals = course.table.rivals()
    lying = [p for p in course.table.lying() if ROWS[p.row][-1] == str(level)]
    return course.ruling("powers") == "mandatory" and any(p.card not in rivals for p in lying)


def check_modules(course, event):
    """post.present: without the module no power gem, no post, no card under a deck."""
    if "trading-posts" in course.table.modules:
        return
    if "gem" in event or event.get("post") or "under" in event.get("reserve", {}):
        raise Broken("post.present")


def check_draw_two(course):
    """post.draw-two: with that post two cards are drawn, of which one goes under the deck."""
    reserve, posts, table = course.turn.get("reserve", {}), course.seat.posts, course.table
    if "market" in reserve or not reserve:
        return
    row, kept, under = deck_of(reserve), reserve.get("card"), reserve.get("under")
    can = "draw-two" in posts and len(table.decks[row]) > 1
    if under and not can:
        raise Broken("post.draw-two")
    second = can and kept and kept == table.decks[row][1]
    two = can and (under is not None or second or course.ruling("powers") == "mandatory")
    top = table.decks[row][: 2 if two else 1]
    names = [name for name in (kept, under) if name]
    if two and not names and any(top):
        known = [name for name in top if name]
        facts = [{"card": name} for name in known]
        facts += [{"under": name} for name in known if len(known) == 1]
        raise Undecided("under", [course.turn | {"reserve": reserve | fact} for fact in facts])
    if can and not two and any(table.decks[row]):
        raise Undecided("under")
    draw(course, row, names, top)
    rest = [name for name in top if name and name not in names] + [None, None]
    place = Place(row, kept or rest.pop(0), public=False)
    table.decks[row] += [under or rest.pop(0)] if two else []
    course.seat.hand.append(place)
    if place.card:
        table.seen.add(place.card)


def draw(course, row, names, top):
    """The family `reveal`: a card that appears is unseen, of its level, next in its deck."""
    table, deck = course.table, course.table.decks[row]
    others = [name for name in names if name not in top]
    deeper = None in top and any(name in deck and name not in top for name in names)
    twice = len(set(names)) < len(names)
    clauses = [
        ("reveal.unseen", not twice and not deeper and not table.seen.intersection(names)),
        ("reveal.level", all(card_of(name).row == row for name in names)),
        ("reveal.deck", len(others) <= top.count(None)),
    ]
    course.broken += [clause for clause, kept in clauses if not kept]
    del deck[: len(top)]


def check_gem(course, path=()):
    """The gems of two posts; a gem that no post gives is post.gem."""
    event = course.turn
    for step in path:
        event = event[step]
    posts, gem, taken = course.seat.posts, event.get("gem"), event.get("take", [])
    if "purchase" in event and "gem-after-purchase" in posts:
        clause, pair = "post.gem-after-purchase", None
    elif "third-gem" in posts and len(taken) == 2 and len(set(taken)) == 1:
        clause, pair = "post.third-gem", taken[0]
    elif gem:
        raise Broken("post.gem")
    else:
        return
    there = [c for c, n in zip(COLORS, course.table.supply) if n and c != pair]
    optional = course.ruling("powers") == "optional"
    refused = gem is None and there and not optional
    if refused or gem and gem not in there:
        raise Broken(clause)
    if gem:
        course.shift([int(token == gem) for token in TOKENS], 1)


def check_step(course, event):
    """The step with a stronghold after a purchase: it places, moves or removes one."""
    step, table, seat = event.get("stronghold"), course.table, course.seat
    if step is None:
        due = "purchase" in event and "strongholds" in table.modules and can_step(course)
        if due and course.ruling("stronghold-step") == "mandatory":
            raise Broken("stronghold.mandatory")
        return
    move, rivals = step.get("move", {}), table.rivals()
    start, goal, target = move.get("from"), step.get("place", move.get("to")), step.get("remove")
    named = [name for name in (start, goal, target and target["card"]) if name]
    places = [in_market(table, name) for name in named]
    stock = STRONGHOLDS - len(seat.strongholds)
    may_move = course.ruling("move") == "free" or not stock
    clauses = [
        ("stronghold.step", "purchase" in event),
        ("stronghold.face-up", all(places)),
        ("stronghold.rival", goal not in rivals),
        ("stronghold.stock", "place" not in step or stock),
        ("stronghold.move", not move or may_move and start in seat.strongholds and start != goal),
        ("stronghold.remove", not target or may_remove(course, target)),
    ]
    for clause, kept in clauses:
        if not kept:
            raise Broken(clause)
    for place, name in zip(places, named):
        course.name_card(place, name)
    if start:
        seat.strongholds.remove(start)
    if goal:
        seat.strongholds.append(goal)
    if target:
        owner = next(s for s in table.seats if s is not seat and target["card"] in s.strongholds)
        owner.strongholds.remove(target["card"])


def may_remove(course, target):
    """stronghold.remove: a single stronghold of another seat; the ruling `remove`."""
    rivals, name = course.table.rivals(), target["card"]
    number = target.get("seat")
    if number is not None:
        seats = course.table.seats
        if number >= len(seats) or name not in seats[number].strongholds:
            return False
    lone = rivals.count(name) == 1
    return lone or course.ruling("remove") == "any" and name in rivals


def can_step(course):
    """Returns whether a stronghold can be placed, moved or removed."""
    seat, rivals = course.seat, course.table.rivals()
    free = [place.card for place in course.table.lying() if place.card not in rivals]
    if len(seat.strongholds) < STRONGHOLDS and free:
        return True
    if any(may_remove(course, {"card": name}) for name in rivals):
        return True
    return any(name != start for name in free for start in seat.strongholds)


def check_conquest(course):
    """The conquest: a second purchase, of the card under all three own strongholds."""
    event = course.turn["conquest"]
    name = event["purchase"]["card"]
    lies = any(place.card == name for place in course.table.lying())
    full = course.seat.strongholds.count(name) == STRONGHOLDS
    if "pass" in course.turn or not full or not lies or event["purchase"].get("from") == "hand":
        raise Broken("stronghold.conquest")
    split = check_purchase(course, ("conquest",))
    follow_powers(course, ("conquest",), name)
    check_modules(course, event)
    if split:
        raise Broken("post.double-gold")
    check_gem(course, ("conquest",))
    check_step(course, event)


def refill(course):
    """market.refill: every empty place is filled if its deck has cards, and nothing else is."""
    table = course.table
    for event, row in course.emptied:
        deck = table.decks[row] if row else []
        if "refill" in event and not deck:
            raise Broken("market.refill")
        if deck:
            names, top = [event["refill"]] if "refill" in event else [], deck[:1]
            draw(course, row, names, top)
            check_drawn(course)
            place = Place(row, names[0] if names else top[0])
            table.market[row].append(place)
            table.seen.add(place.card)
    course.emptied = []


def check_drawn(course):
    """Refuses the cards that were drawn by their first clause in the order of the book."""
    if course.broken:
        raise Broken(min(course.broken, key=BOOK.index))


def check_return(course):
    """The family `limit`: back to ten at the end of the turn, and no token more."""
    turn, tokens = course.turn, course.seat.tokens
    excess = max(0, sum(tokens) - LIMIT)
    back = counts(turn.get("return", {}))
    ruling = course.ruling("return")
    if any(b > t for b, t in zip(back, tokens)):
        raise Broken("limit.owned")
    if "reserve" in turn and is_kept_from_gold(course.before):
        raise Broken("limit.ten")
    if sum(back) < excess and ruling != "up-to":
        raise Broken("limit.ten")
    if sum(back) > excess and ruling != "anything":
        raise Broken("limit.excess")
    course.shift(back, -1)


def check_noble(course):
    """The family `noble`: exactly one noble of the table whose demand is met, if there is one."""
    table, turn = course.table, course.turn
    earned = [noble for noble in table.nobles if course.seat.meets(noble_of(noble)[1])]
    named = as_list(turn.get("noble", []))
    timely = is_time_for_nobles(course)
    due = due_nobles(table, earned) if timely else []
    clauses = [
        ("noble.present", all(noble in table.nobles for noble in named)),
        ("noble.earned", all(noble in earned for noble in named)),
        ("noble.time", timely or not named),
        ("noble.one", len(named) <= 1 or course.ruling("noble-choice") == "all"),
        ("noble.choice", not named or sorted(named) in due),
        ("noble.mandatory", named or not due),
    ]
    for clause, kept in clauses:
        if not kept:
            raise Broken(clause)
    for noble in named:
        table.nobles.remove(noble)
        course.seat.nobles.append(noble)


def is_time_for_nobles(course):
    """Returns whether nobles come at the end of this turn, by the ruling `noble-time`."""
    if course.ruling("noble-time") == "after-purchase":
        return "purchase" in course.turn or "conquest" in course.turn
    return "pass" not in course.turn or course.ruling("noble-time") == "every-turn"


def due_nobles(table, earned):
    """Returns the possible lists of nobles, by the ruling `noble-choice`."""
    if not earned or table.rulings["noble-choice"] == "all":
        return [sorted(earned)] if earned else []
    if table.rulings["noble-choice"] == "first-listed":
        return [earned[:1]]
    return [[noble] for noble in earned]


def check_post(course):
    """A post comes after the noble: one whose demand is met, not twice, and it must be taken."""
    table, turn, seat = course.table, course.turn, course.seat
    if "trading-posts" not in table.modules:
        return
    earned = [post for post, demand in POSTS.items() if seat.meets(demand)]
    new = [post for post in earned if post not in seat.posts]
    named = as_list(turn.get("post", []))
    clauses = [
        ("post.one", len(named) <= 1),
        ("post.earned", all(post in earned for post in named)),
        ("post.once", not any(post in seat.posts for post in named)),
        ("post.mandatory", named or not new),
    ]
    for clause, kept in clauses:
        if not kept:
            raise Broken(clause)
    seat.posts += named


def judge(table, turn):
    """Judges a turn in the order of its events and returns its course."""
    if "foreign" in turn:
        raise Unsupported("foreign")
    check_components(turn, table)
    check_order(table, turn)
    course = Course(table, table.clone(), turn)
    judge_action(course)
    if "conquest" in turn:
        check_conquest(course)
    judge_rest(course)
    return course


def judge_action(course):
    """Judges the action, its powers and its step with a stronghold."""
    turn, table = course.turn, course.table
    if "pass" in turn:
        check_pass(course)
    check_presence(table, turn)
    bought, split = turn.get("purchase", {}).get("card"), False
    if "take" in turn:
        check_take(course)
    if "reserve" in turn:
        check_reserve(course)
    elif bought:
        split = check_purchase(course)
    else:
        check_blocked(course, None, turn)
    follow_powers(course, (), bought)
    check_modules(course, turn)
    if split:
        raise Broken("post.double-gold")
    check_draw_two(course)
    check_gem(course)
    check_step(course, turn)
    empties = bool(course.emptied) and course.emptied[0][0] is turn
    if "refill" in turn and not empties:
        raise Broken("market.refill")
    check_drawn(course)
    when = course.ruling("conquest-refill")
    if when == "each-at-once" or when == "reserved-first" and "reserve" in turn:
        refill(course)


def judge_rest(course):
    """Judges what happens at the end of a turn: the market, the limit, a noble, a post."""
    refill(course)
    check_return(course)
    check_noble(course)
    check_post(course)


def play(table, course):
    """Applies a judged turn and checks for the end."""
    had, has = table.seats[table.mover], course.seat
    gains = len(has.nobles) > len(had.nobles) or len(has.posts) > len(had.posts)
    table.__dict__.update(course.table.__dict__)
    counts_as_pass = course.forced and not gains
    if table.rulings["stalemate"] == "passed-round":
        counts_as_pass = course.passes
        if table.mover == 0:
            table.row_of_passes = 0
    table.row_of_passes = table.row_of_passes + 1 if counts_as_pass else 0
    look_for_end(table, course.seat)


def look_for_end(table, seat):
    """end.trigger or city.trigger, end.round, end.stalemate; then the next seat moves."""
    if "cities" in table.modules:
        table.last_round |= table.may_win(seat)
    else:
        table.last_round |= seat.prestige >= table.rulings["target"]
    last = table.mover == len(table.seats) - 1
    if table.rulings["end-time"] == "at-once":
        last = True
    if table.rulings["end-time"] == "others-once":
        last = table.triggered(table.seats[(table.mover + 1) % len(table.seats)])
    if table.last_round and last:
        table.ended = "completed"
    elif table.row_of_passes == len(table.seats) and table.rulings["stalemate"] != "continues":
        table.ended = "stalemate"
    table.mover = (table.mover + 1) % len(table.seats)
