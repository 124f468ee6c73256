"""A small Splendor client that writes legal logs: random players at a table of two to four seats.

    pip install datamodel-code-generator 'pydantic>=2'
    splendor schema --print log > splendor-log-1.schema.json
    datamodel-codegen --input splendor-log-1.schema.json --input-file-type jsonschema \\
        --output-model-type pydantic_v2.BaseModel --use-title-as-name --use-annotated \\
        --output splendor_log.py
    splendor cards --json > cards.json
    python client.py cards.json --seats 3 --seed 7 > game.json
    splendor verify --require-end game.json

The base game, edition 2024. The types in `splendor_log` are generated from the JSON Schema of logs,
so a field with a wrong name or a wrong type raises an error during the game.
"""

import argparse
import json
import random
import sys
from collections import Counter
from itertools import combinations

import splendor_log as log

GEMS = ["diamond", "sapphire", "emerald", "ruby", "onyx"]
SUPPLY = {2: 4, 3: 5, 4: 7}
LEVELS = {1: "level1", 2: "level2", 3: "level3"}


class Seat:
    def __init__(self):
        self.tokens = Counter()
        self.hand = []
        self.bought = []
        self.prestige = 0

    def bonuses(self):
        return Counter(card["bonus"] for card in self.bought)

    def payment(self, card):
        """Returns the payment, with gold for missing gems; None if the seat cannot afford it."""
        price = Counter(card["cost"]) - self.bonuses()
        gems = Counter({gem: min(count, self.tokens[gem]) for gem, count in price.items()})
        gold = price.total() - gems.total()
        if gold > self.tokens["gold"]:
            return None
        return +(gems + Counter(gold=gold))


class Table:
    def __init__(self, components, seats, dice):
        self.dice = dice
        self.seats = [Seat() for _ in range(seats)]
        self.supply = Counter(dict.fromkeys(GEMS, SUPPLY[seats]), gold=5)
        cards = [one for one in components if "card" in one]
        self.decks = {level: [card for card in cards if card["level"] == level] for level in LEVELS}
        for deck in self.decks.values():
            dice.shuffle(deck)
        self.market = {level: [deck.pop() for _ in range(4)] for level, deck in self.decks.items()}
        # Nobles of other boxes are in play only if the rules name their box.
        nobles = [one for one in components if one.get("box") == "base" and "noble" in one]
        self.nobles = dice.sample(nobles, seats + 1)
        self.turns = []
        self.over = False

    def setup(self):
        rows = self.market.items()
        market = {LEVELS[level]: [card["card"] for card in row] for level, row in rows}
        return log.Setup(nobles=[noble["noble"] for noble in self.nobles], market=market)

    def play(self):
        """Plays whole rounds until a seat has 15 prestige or nobody can act any more."""
        passes = 0
        while not self.over:
            for number, seat in enumerate(self.seats):
                turn = self.act(number, seat)
                passes = passes + 1 if "pass" in turn else 0
                self.turns.append(log.Turn.model_validate(turn))
                if passes == len(self.seats):
                    return "stalemate"
            self.over = any(seat.prestige >= 15 for seat in self.seats)
        return "completed"

    def act(self, number, seat):
        ways = [way for way in (self.buying, self.taking, self.reserving) if way(seat)]
        if ways:
            # Try to buy first, so that games end.
            way = ways[0] if self.dice.random() < 0.7 else self.dice.choice(ways)
            turn = {"seat": number, **self.dice.choice(way(seat))()}
        else:
            turn = {"seat": number, "pass": True}
        returned = self.give_back(seat)
        if returned:
            turn["return"] = dict(returned)
        noble = self.noble_for(seat)
        if noble:
            turn["noble"] = noble
        turn["after"] = {"prestige": seat.prestige, "tokens": dict(+seat.tokens)}
        return turn

    def buying(self, seat):
        places = [("market", row) for row in self.market.values()] + [("hand", seat.hand)]
        return [
            lambda card=card, row=row, place=place, pay=pay: self.buy(seat, card, row, place, pay)
            for place, row in places
            for card in row
            if (pay := seat.payment(card)) is not None
        ]

    def buy(self, seat, card, row, place, pay):
        self.move(pay, seat.tokens, self.supply)
        row.remove(card)
        seat.bought.append(card)
        seat.prestige += card["prestige"]
        turn = {"purchase": {"card": card["card"], "pay": dict(pay), "from": place}}
        return turn | (self.refill(card["level"]) if place == "market" else {})

    def taking(self, seat):
        open_gems = [gem for gem in GEMS if self.supply[gem] > 0]
        takes = list(combinations(open_gems, min(3, len(open_gems)))) if open_gems else []
        takes += [(gem, gem) for gem in GEMS if self.supply[gem] >= 4]
        return [lambda gems=gems: self.take(seat, gems) for gems in takes]

    def take(self, seat, gems):
        self.move(Counter(gems), self.supply, seat.tokens)
        return {"take": list(gems)}

    def reserving(self, seat):
        if len(seat.hand) == 3:
            return []
        face_up = [
            lambda card=card, row=row: self.reserve(seat, card, row)
            for row in self.market.values()
            for card in row
        ]
        decks = [level for level, deck in self.decks.items() if deck]
        return face_up + [lambda level=level: self.draw(seat, level) for level in decks]

    def reserve(self, seat, card, row):
        row.remove(card)
        seat.hand.append(card)
        self.take_gold(seat)
        return {"reserve": {"market": card["card"]}} | self.refill(card["level"])

    def draw(self, seat, level):
        card = self.decks[level].pop()
        seat.hand.append(card)
        self.take_gold(seat)
        return {"reserve": {"deck": level, "card": card["card"]}}

    def take_gold(self, seat):
        self.move(Counter(gold=min(1, self.supply["gold"])), self.supply, seat.tokens)

    def refill(self, level):
        if not self.decks[level]:
            return {}
        card = self.decks[level].pop()
        self.market[level].append(card)
        return {"refill": card["card"]}

    def give_back(self, seat):
        """Returns the tokens above ten to the supply."""
        tokens = list(seat.tokens.elements())
        returned = Counter(self.dice.sample(tokens, max(0, len(tokens) - 10)))
        self.move(returned, seat.tokens, self.supply)
        return returned

    def noble_for(self, seat):
        bonuses = seat.bonuses()
        willing = [noble for noble in self.nobles if Counter(noble["demand"]) <= bonuses]
        if not willing:
            return None
        noble = self.dice.choice(willing)
        self.nobles.remove(noble)
        seat.prestige += noble["prestige"]
        return noble["noble"]

    @staticmethod
    def move(tokens, source, target):
        source.subtract(tokens)
        target.update(tokens)

    def winners(self):
        """Returns the seats with the most prestige and, among these, the fewest cards."""
        def rank(seat):
            return (seat.prestige, -len(seat.bought))

        best = max(map(rank, self.seats))
        return [number for number, seat in enumerate(self.seats) if rank(seat) == best]


def game(components, seats, seed):
    table = Table(components, seats, random.Random(seed))
    setup = table.setup()
    reason = table.play()
    return log.SplendorLog(
        format="splendor-log/1",
        rules={"edition": "2024"},
        source={"client": "example-python", "game": str(seed)},
        players=[{"name": f"random {number}"} for number in range(seats)],
        setup=setup,
        turns=table.turns,
        end={"reason": reason, "plies": len(table.turns)},
        result={"scores": [seat.prestige for seat in table.seats], "winners": table.winners()},
    )


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("cards", help="what `splendor cards --json` prints")
    arguments.add_argument("--seats", type=int, choices=[2, 3, 4], default=2)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--games", type=int, default=1, help="one log a line")
    options = arguments.parse_args()
    with open(options.cards, encoding="utf-8") as file:
        components = json.load(file)
    for seed in range(options.seed, options.seed + options.games):
        written = game(components, options.seats, seed)
        print(written.model_dump_json(by_alias=True, exclude_none=True))


if __name__ == "__main__":
    sys.exit(main())
