"""The cards that appear, the powers of posts and of the cards of Orient, and the strongholds."""

from table import (BOX, COLORS, ORIENT, Broken, card, color_of, count_of, demand, first, items,
                   name_of, need, row_of, sums, twice)

FREE = ["orient.free", "orient.free-level", "orient.free-face-up", "orient.free-mandatory"]


LATE = ["market.refill", "reveal.unseen", "reveal.level", "reveal.deck"]


class Open(Exception):
    """A turn omits a choice; the argument has the turn with each possible value."""


class Unsure(Exception):
    """The rest depends on hidden cards in a way that this program does not follow."""


class Powers:
    """The parts of a turn that come with a module, and the cards that appear."""

    def draw(self, what, row):
        """A card from a deck; with the post draw-two, the better one of two."""
        deck, kept, under = self.t.decks[row], what.get("card"), what.get("under")
        can = "draw-two" in self.old.posts and len(deck) > 1
        need(can or not under, "post.draw-two", card=under)
        two = can and bool(under or self.rule["powers"] == "mandatory" or kept and kept == deck[1])
        if can and not two and None in deck and any(deck):
            raise Unsure("whether two cards were drawn")
        top, names = deck[:1 + two], [name for name in (kept, under) if name]
        if two and not names and any(top):
            both = [dict(zip(("card", "under"), pair)) for pair in (top, top[::-1])]
            named = [{key: name for key, name in pair.items() if name} for pair in both]
            raise Open([self.turn | {"reserve": what | pair} for pair in named])
        self.reveal(row, names, top)
        rest = [name for name in top if name not in names] + [None, None]
        kept = kept or rest.pop(0)
        deck[:] = deck[1 + two:] + [under or rest.pop(0)] * two
        held = {key: what[key] for key in ("deck", "orient") if key in what}
        self.seat.hand.append(held | ({"card": kept} if kept else {}))

    def reveal(self, row, names, top):
        """The family `reveal`, for cards that come from the top of a deck."""
        deeper = [name for name in self.t.decks[row] if name not in top] if None in top else []
        # A card of another level has not left its own deck.
        still = [it.args[1]["card"] for it in self.late if it.args[0] == "reveal.level"]
        seen = self.t.seen() - set(still if None not in top else [])
        for name in names:
            if name in seen or name in deeper or twice(names):
                self.late.append(Broken("reveal.unseen", {"card": name}))
            elif card(name).row != row:
                self.late.append(Broken("reveal.level", {"card": name}))
            elif name not in top and None not in top:
                self.late.append(Broken("reveal.deck", {"card": name, "next": top[0]}))

    def refill(self):
        """Fills the empty places of the market, in the order in which they were emptied."""
        for event, row in self.empty:
            deck, names = self.t.decks[row], items(event.get("refill"))
            if deck:
                self.reveal(row, names, deck[:1])
                self.t.market[row].append(first(names) or deck[0])
                del deck[0]
            elif names:
                self.late.append(Broken("market.refill", {"card": names[0]}))
        self.empty = []

    def check_present(self):
        """orient.present, stronghold.present."""
        turn, modules = self.turn, self.t.modules
        chain = [event for event in (turn, turn.get("conquest")) if event]
        orient = "orient" in turn.get("reserve", {})
        orient |= any("copy" in event or "free" in event for event in chain)
        orient |= any(event.get("purchase", {}).get(key) for event in chain
                      for key in ("spend", "discard"))
        need("orient" in modules or not orient, "orient.present")
        step = "stronghold" in turn or "conquest" in turn
        need("strongholds" in modules or not step, "stronghold.present")

    def no_purchase(self, turn):
        """What no action but a purchase has."""
        need("copy" not in turn, "orient.copy")
        free = turn.get("free", {}).get("card")
        need(not free, "orient.free", card=free)
        self.use_posts(turn, None)
        need("stronghold" not in turn, "stronghold.step")

    def check_spent(self, spent, left):
        """The cards of virtual gold of a payment, to which the tokens leave so much gold."""
        own = [name_of(own) for own in self.seat.cards if card(name_of(own)).gold]
        bad = first(name for name in spent if name not in own) or twice(spent)
        need(not bad, "orient.spend-owned", card=bad)
        n, spare = len(spent), self.rule["virtual-spare"] == "each-pays"
        least = n if spare else max(0, 2 * n - 1)
        need(left >= least, "orient.spend-used", spent=n, open=left)

    def check_given(self, name, given):
        """The cards that are the price of a card."""
        color, needed = card(name).price, 2 if card(name).price else 0
        n = len(given)
        need(n == needed, "orient.discard-price", card=name, given=n, needed=needed)
        fits = [name_of(own) for own in self.seat.cards if color and color_of(own) == color]
        bad = first(it for it in given if it not in fits) or twice(given)
        need(not bad, "orient.discard-color", card=bad, color=color)
        kept = first(it for it in ORIENT if it in fits and card(it).copies and it not in given)
        copies = all(card(it).copies for it in given)
        need(not kept or copies, "orient.discard-copies-first", card=kept, color=color)

    def blocked(self, *names):
        """stronghold.blocked."""
        for name in names:
            there = self.t.rivals(name)
            need(not there, "stronghold.blocked", card=name, rival=first(there), count=len(there))

    def use_powers(self, event, name):
        """The color that a card copies and its free card; then the powers of the free card."""
        t, place, faults = self.t, 0, []
        while True:
            copies, level = card(name).copies, card(name).free
            need(copies or "copy" not in event, "orient.copy", card=name)
            own = self.copied(event, name) if copies else name
            if own and place is not None:
                self.seat.cards.append(own)
            event = event.get("free")
            if event is None:
                lie = [it for row in t.market if row[-1] == level for it in t.market[row]]
                may = any(it is None or not t.rivals(it) for it in lie)
                if may and self.rule["powers"] == "mandatory":
                    faults.append(Broken("orient.free-mandatory", {}))
                break
            name, facts = event["card"], {"card": event["card"]}
            place = t.place(t.market.get(card(name).row, []), name)
            wrong = [not level, card(name).row[-1] != level, place is None, False]
            faults += [Broken(clause, facts) for clause, bad in zip(FREE, wrong) if bad][:1]
            if place is not None:
                self.leave_market(event, name)
        if faults:
            raise min(faults, key=lambda broken: FREE.index(broken.args[0]))

    def copied(self, event, name):
        """orient.copy: the card with the color of another card of the seat."""
        said, two = event.get("copy"), self.rule["copy-double"] == "two"
        fits = [own for own in self.seat.cards
                if color_of(own) and said in (None, color_of(own), name_of(own))]
        kinds = {(color_of(own), count_of(own) if two else 1): name_of(own) for own in fits}
        need(fits or said is None, "orient.copy", card=name)
        if len(kinds) > 1:
            self.with_each(event, "copy", list(kinds.values()))
        for color, count in kinds:
            return {"card": name, "copy": color} | ({"bonuses": 2} if count == 2 else {})

    def use_posts(self, event, split):
        """post.present, post.double-gold, the second card and the gem of a post."""
        t, posts, gem, what = self.t, self.old.posts, event.get("gem"), event.get("reserve", {})
        used = gem or event.get("post") or "under" in what
        need("trading-posts" in t.modules or not used, "post.present")
        need(not split, "post.double-gold", card=split)
        if what and "market" not in what:
            self.draw(what, row_of(what))
        pair = twice(event.get("take", []))
        if "purchase" in event and "gem-after-purchase" in posts:
            clause, facts, pair = "post.gem-after-purchase", {}, None
        elif pair and "third-gem" in posts:
            clause, facts = "post.third-gem", {"pair": pair}
        else:
            need(not gem, "post.gem", gem=gem)
            return
        may = [color for color in COLORS if t.supply[color] and color != pair]
        optional = self.rule["powers"] == "optional"
        if "gem" in t.omits and "gem" not in event and may:
            self.with_each(event, "gem", may + [None] * optional)
        need(gem in may if gem else optional or not may, clause, **facts)
        self.move({gem: 1} if gem else {}, 1)

    def gain_post(self):
        """The family `post` at the end of a turn."""
        t, seat = self.t, self.seat
        if "trading-posts" not in t.modules:
            return False
        met = [post for post, asked in BOX["posts"].items() if sums(seat) >= demand(asked)]
        new = [post for post in met if post not in seat.posts]
        if "post" in t.omits and "post" not in self.turn and new:
            self.with_each(self.turn, "post", new)
        named = [post for post in BOX["posts"] if post in items(self.turn.get("post"))]
        need(len(named) < 2, "post.one", posts=len(named))
        bad = first(post for post in named if post not in met)
        need(not bad, "post.earned", post=bad)
        bad = first(post for post in named if post in seat.posts)
        need(not bad, "post.once", post=bad)
        need(named or not new, "post.mandatory", post=first(new))
        seat.posts += named
        return bool(named)

    def step(self, step):
        """The step with a stronghold after a purchase."""
        t, seat, stock = self.t, self.seat, 3 - len(self.seat.strongholds)
        may_move, any_goes = self.rule["move"] == "free" or not stock, self.rule["remove"] == "any"
        if step is None:
            free = [name for name in t.shown() if not t.rivals(name)]
            may = stock and free
            may = may or may_move and any(on != it for on in seat.strongholds for it in free)
            there = [t.rivals(on) for other in t.seats for on in other.strongholds]
            may = may or any(it and (any_goes or len(it) == 1) for it in there)
            optional = self.rule["stronghold-step"] == "optional"
            need(not may or optional, "stronghold.mandatory")
            return
        start, gone = step.get("move", {}).get("from"), step.get("remove", {}).get("card")
        goal = step.get("place") or step.get("move", {}).get("to")
        for name in filter(None, (start, goal, gone)):
            row = t.market.get(card(name).row, [])
            place = t.place(row, name)
            need(place is not None, "stronghold.face-up", card=name)
            row[place] = name
        there = t.rivals(goal or gone)
        if gone:
            owner = step["remove"].get("seat", first(there))
            may = there and owner == there[0] and (any_goes or len(there) == 1)
            need(may, "stronghold.remove", card=gone)
            t.seats[owner].strongholds.remove(gone)
            return
        need(not there, "stronghold.rival", card=goal, rival=first(there))
        need(start or stock, "stronghold.stock", card=goal)
        if start:
            may = may_move and start != goal and start in seat.strongholds
            need(may, "stronghold.move", **{"from": start})
            seat.strongholds.remove(start)
        seat.strongholds.append(goal)
