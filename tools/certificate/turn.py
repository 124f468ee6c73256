"""The clauses and the effects of a turn, in the order of the book, at a known position."""

import copy
import itertools
from collections import Counter

from claims import check_after, check_components
from powers import LATE, Open, Powers, Unsure
from table import (BOX, COLORS, TOKENS, Broken, card, count_of, demand, first, items, meets_city,
                   name_of, need, prestige, row_of, sums)


def events(turn):
    """The action and its free cards, the conquest and its free cards."""
    for event in (turn, turn.get("conquest")):
        while event is not None:
            yield event
            event = event.get("free")


def bought(event):
    return event.get("card") or event.get("purchase", {}).get("card")


class Play(Powers):
    """A turn that is played on a copy of the position before it."""

    def __init__(self, table, turn):
        self.t, self.turn, self.rule = table.clone(), turn, table.rule
        self.old, self.seat = table.seats[table.mover], self.t.seats[self.t.mover]
        self.late, self.empty, self.gold, self.stuck = [], [], 0, False

    def with_each(self, event, key, values):
        """Raises the turn with each value of a fact that an event omits."""
        at = [it is event for it in events(self.turn)].index(True)
        turns = [copy.deepcopy(self.turn) for _ in values]
        for turn, value in zip(turns, values):
            into = list(events(turn))[at]
            (into["purchase"] if key in ("pay", "from") else into)[key] = value
        raise Open(turns)

    def play(self):
        """The table after the turn."""
        t, turn, when = self.t, self.turn, self.rule["conquest-refill"]
        other = ("after", "ext", "foreign")
        check_components({key: turn[key] for key in turn if key not in other}, t.modules)
        need(not t.ended, "turn.after-end")
        seat = turn.get("seat", t.mover)
        need(seat == t.mover, "turn.order", seat=seat, expected=t.mover)
        need("foreign" not in turn, "unsupported.foreign", pointer=f"/turns/{t.turns}/foreign")
        actions = [key for key in ("take", "reserve", "purchase", "pass") if key in turn]
        need(len(actions) == 1 and turn.get("take") != [], "turn.one-action")
        if "pass" in turn:
            self.check_pass()
        self.check_present()
        if "take" in turn:
            self.take(Counter(turn["take"]))
        elif "reserve" in turn:
            self.reserve(turn["reserve"])
        if "purchase" in turn:
            self.purchase(turn)
        else:
            self.no_purchase(turn)
        if "refill" in turn and all(event is not turn for event, _ in self.empty):
            self.late.append(Broken("market.refill", {"card": turn["refill"]}))
        if when == "each-at-once" or when == "reserved-first" and "reserve" in turn:
            self.refill()
        if "conquest" in turn:
            event, name = turn["conquest"], bought(turn["conquest"])
            own = self.seat.strongholds.count(name)
            may = own == 3 and name in t.shown() and "pass" not in turn
            need(may, "stronghold.conquest", card=name, own=own)
            self.purchase(event)
        self.refill()
        if self.late:
            raise min(self.late, key=lambda broken: LATE.index(broken.args[0]))
        self.limit(Counter(turn.get("return", {})))
        visited = self.visit()
        gained = self.gain_post()
        self.close(visited or gained)
        return t

    def check_pass(self):
        """turn.pass; a hidden card counts as one that the seat cannot buy."""
        t, seat, rule = self.t, self.seat, self.rule
        there = [name for name in t.shown() if not t.rivals(name)]
        gems = [t.supply[color] for color in COLORS]
        take = any(gems) if rule["fewer"] != "never" else max(gems) > 3 or sum(map(bool, gems)) > 2
        full = rule["gold-at-ten"] == "forbidden" and seat.tokens.total() >= 10 and t.supply["gold"]
        reserve = len(seat.hand) < 3 and (there or any(t.decks.values())) and not full
        reach = there + list(map(name_of, seat.hand))
        self.stuck = not (take or reserve or any(map(self.can_pay, reach)))
        need(rule["pass"] == "always" or self.stuck and rule["pass"] == "when-stuck", "turn.pass")
        if rule["pass"] == "always" and self.stuck and None in reach:
            raise Unsure("whether a pass was forced")

    def can_pay(self, name):
        seat, colors = self.seat, sums(self.seat)
        if name is None or card(name).copies and not any(colors.values()):
            return False
        if card(name).price:
            return colors[card(name).price] >= 2
        virtual = 2 * sum(card(name_of(own)).gold for own in seat.cards)
        return self.units(self.price(name) - seat.tokens).total() <= seat.tokens["gold"] + virtual

    def price(self, name):
        return card(name).cost - sums(self.seat, count_of)

    def units(self, gems):
        """The gold for gems: with the post double-gold one for two gems of a color."""
        gems_of_one = 1 + ("double-gold" in self.seat.posts)
        return Counter({color: -(-n // gems_of_one) for color, n in gems.items()})

    def move(self, tokens, sign):
        """Moves tokens from the supply to the seat, or back."""
        for token, n in tokens.items():
            self.seat.tokens[token] += sign * n
            self.t.supply[token] -= sign * n

    def take(self, taken):
        """The family `take`."""
        supply, n = self.t.supply, taken.total()
        need(not taken["gold"], "take.no-gold", gold=taken["gold"])
        lack = first(token for token in TOKENS if taken[token] > supply[token])
        need(not lack, "take.supply", token=lack, taken=taken[lack], supply=supply[lack])
        colors = sum(supply[color] > 0 for color in COLORS)
        ten = min(colors, 3, max(1, 10 - self.seat.tokens.total()))
        needed = {"when-short": 3 if colors > 2 else 1, "up-to-three": 1, "never": 3, "to-ten": ten,
                  "all-available": min(colors, 3)}[self.rule["fewer"]]
        token = max(COLORS, key=lambda color: taken[color])
        if taken[token] == 1:
            need(n <= 3, "take.different", taken=n)
            need(n >= needed, "take.fewer", taken=n, needed=needed, colors=colors)
        else:
            need(n == 2, "take.pair", token=token, same=taken[token], taken=n)
            need(supply[token] > 3, "take.pair-needs-four", token=token, supply=supply[token])
        self.move(taken, 1)

    def reserve(self, what):
        """The family `reserve`; reserve.gold is an effect."""
        t, seat, name = self.t, self.seat, what.get("market")
        need(len(seat.hand) < 3, "reserve.hand-limit", hand=len(seat.hand))
        full = seat.tokens.total() >= 10 and self.rule["gold-at-ten"] == "withheld"
        if name:
            place = t.place(t.market.get(card(name).row, []), name)
            need(place is not None, "reserve.face-up", card=name)
            self.blocked(name)
            self.leave_market(self.turn, name)
            seat.hand.append(name)
        else:
            need(t.decks.get(row_of(what)), "reserve.deck")
        self.gold = 0 if full else min(1, t.supply["gold"])
        self.move({"gold": self.gold}, 1)

    def leave_market(self, event, name):
        """Takes a card out of the market, with the seat's own strongholds on it."""
        row = self.t.market[card(name).row]
        row.pop(self.t.place(row, name))
        self.empty.append((event, card(name).row))
        self.seat.strongholds = [on for on in self.seat.strongholds if on != name]

    def purchase(self, event):
        """The purchase of the action or of the conquest, with all that follows it."""
        t, seat, what, name = self.t, self.seat, event["purchase"], bought(event)
        frees = [free["card"] for free in events(event.get("free", {})) if "card" in free]
        self.blocked(*(it for it in [name, *frees] if it in t.shown()))
        places = {"market": t.market.get(card(name).row, []), "hand": seat.hand}
        found = {at: t.place(places[at], name) for at in places if what.get("from", at) == at}
        found = {at: place for at, place in found.items() if place is not None}
        sure = [at for at in found if name in map(name_of, places[at])]
        need(found, "purchase.source", card=name)
        if len(found) == 2 and not sure and "refill" not in event:
            self.with_each(event, "from", list(found))
        source = first(sure or found)
        colored = any(sums(seat).values()) or not card(name).copies
        need(colored, "orient.copy-needs-color", card=name)
        split = self.pay(event, what, name)
        if source == "market":
            self.leave_market(event, name)
        else:
            seat.hand.pop(found["hand"])
        seat.gained += 1
        self.use_powers(event, name)
        self.use_posts(event, name if split else None)
        if "strongholds" in t.modules:
            self.step(event.get("stronghold"))

    def pay(self, event, what, name):
        """The price and the payment; returns whether a gold would pay for gems of two colors."""
        seat, rule, price = self.seat, self.rule, self.price(name)
        doubled, spent = "double-gold" in seat.posts, what.get("spend", [])
        if "pay" not in what and not card(name).price:
            ranges = [range(min(price[color], seat.tokens[color]) + 1) for color in COLORS]
            ranges.append(range(min(price.total(), seat.tokens["gold"]) + 1))
            pays = itertools.product(*ranges)
            self.with_each(event, "pay", [dict(zip(TOKENS, pay)) for pay in pays])
        paid = Counter(what.get("pay", {}))
        gold, gems = paid["gold"], Counter({color: paid[color] for color in COLORS})
        rest, virtual = price - gems, 2 * len(spent)
        units = self.units(rest)
        short = units.total() - gold - virtual
        split = short > 0 and doubled and -(-rest.total() // 2) <= gold + virtual
        need(short <= 0 or split, "purchase.price", card=name, short=short)
        spare = 0 if doubled and rule["overpay"] == "spare-gold" else max(0, gold - units.total())
        over = (gems - price).total() + spare
        if not over and doubled and rule["overpay"] == "irredundant":
            over = sum(n % 2 and gems[color] > 0 for color, n in rest.items())
        if not over and rule["gold"] == "last-resort":
            early = units - self.units(price - seat.tokens)
            over = min(gold, max(0, early.total() - virtual))
        need(not over, "purchase.payment", card=name, over=over)
        lack = first(token for token in TOKENS if paid[token] > seat.tokens[token])
        need(not lack, "purchase.tokens", token=lack, paid=paid[lack], owned=seat.tokens[lack])
        self.check_spent(spent, max(0, units.total() - gold))
        need(not split or not spent, "orient.double-virtual", card=name)
        given = what.get("discard", [])
        self.check_given(name, given)
        self.move(paid, -1)
        self.t.gone += spent + given
        seat.cards = [own for own in seat.cards if name_of(own) not in spent + given]
        return split

    def limit(self, back):
        """The family `limit`."""
        seat, rule, total = self.seat, self.rule["return"], self.seat.tokens.total()
        excess = max(0, total - 10)
        absent = "return" in self.t.omits and "return" not in self.turn
        if absent and (excess or rule == "anything"):
            least, most = 0 if rule == "up-to" else excess, total if rule == "anything" else excess
            all_of = itertools.product(*(range(min(seat.tokens[it], most) + 1) for it in TOKENS))
            backs = [dict(zip(TOKENS, it)) for it in all_of if least <= sum(it) <= most]
            self.with_each(self.turn, "return", backs)
        lack = first(token for token in TOKENS if back[token] > seat.tokens[token])
        need(not lack, "limit.owned", token=lack, returned=back[lack], held=seat.tokens[lack])
        held, no_room = self.old.tokens.total() + 1, self.rule["gold-at-ten"] == "forbidden"
        need(not (no_room and self.gold and held > 10), "limit.ten", held=held, returned=0)
        left, n = total - back.total(), back.total()
        need(left <= 10 or rule == "up-to", "limit.ten", held=left, returned=n)
        need(n <= excess or rule == "anything", "limit.excess", returned=n, excess=excess)
        self.move(back, -1)

    def visit(self):
        """The family `noble`; returns whether one came."""
        t, seat, turn, choice = self.t, self.seat, self.turn, self.rule["noble-choice"]
        box, listed = BOX["nobles"].index, choice == "first-listed"
        met = [noble for noble in t.nobles if sums(seat) >= demand(noble[2:])]
        buys = "purchase" in turn or "conquest" in turn
        timely = {"every-turn": True, "after-action": "pass" not in turn, "after-purchase": buys}
        timely = timely[self.rule["noble-time"]]
        due = (met[:1] if listed else sorted(met, key=box)) if timely else []
        if "noble" in t.omits and "noble" not in turn and due:
            self.with_each(turn, "noble", [due] if choice == "all" else due)
        named = sorted(items(turn.get("noble")), key=box)
        bad = first(noble for noble in named if noble not in t.nobles)
        need(not bad, "noble.present", noble=bad)
        bad = first(noble for noble in named if noble not in met)
        need(not bad, "noble.earned", noble=bad)
        need(timely or not named, "noble.time", noble=first(named))
        need(len(named) < 2 or choice == "all", "noble.one", nobles=len(named))
        left = first(noble for noble in due if noble not in named)
        need(not (named and left) or choice == "seat", "noble.choice", noble=left)
        need(named or not due, "noble.mandatory", noble=first(due))
        t.nobles = [noble for noble in t.nobles if noble not in named]
        seat.nobles += named
        return bool(named)

    def close(self, gains):
        """end.trigger, city.trigger, end.round, end.stalemate; then the next seat moves."""
        t, seat, counts = self.t, self.seat, self.stuck and not gains
        if self.rule["stalemate"] == "passed-round":
            counts, t.passes = "pass" in self.turn, t.passes * (t.mover > 0)
        t.passes = min(255, t.passes + 1) if counts else 0
        reached = prestige(seat) >= self.rule["target"]
        cities = any(meets_city(seat, city) for city in t.cities)
        t.last_round |= cities if "cities" in t.modules else reached
        if t.last_round and t.mover == len(t.seats) - 1:
            t.ended = "completed"
        elif t.passes == len(t.seats) and self.rule["stalemate"] != "continues":
            t.ended = "stalemate"
        t.turns, t.mover = t.turns + 1, (t.mover + 1) % len(t.seats)


def step(table, turn, claims):
    """The table after a turn whose claims are true."""
    try:
        after = Play(table, turn).play()
    except Broken as broken:
        clause, facts = broken.args
        seat = table.seats[table.mover]
        held, forbids = seat.tokens["gold"], table.rule["gold-at-ten"] == "forbidden"
        withheld = "reserve" in turn and claims.get("tokens", {}).get("gold") == held
        withheld &= table.supply["gold"] > 0 and not turn.get("return", {}).get("gold")
        if clause == "limit.ten" and withheld and not (forbids and seat.tokens.total() >= 10):
            facts = {"what": "tokens.gold", "claimed": held, "actual": held + 1}
            raise Broken("claim.after", facts) from broken
        raise
    check_after(table, after, claims)
    return after
