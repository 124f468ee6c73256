"""A small Splendor client that writes legal logs: random players at a table of two to four seats.

In a copy of this folder, with the program `splendor` on the path:

    python3 -m venv .venv && . .venv/bin/activate && pip install .
    splendor schema --print log > splendor-log-1.schema.json && datamodel-codegen
    splendor list cards --format json > cards.json
    python client.py cards.json --seats 3 > game.json
    splendor verify --require-end game.json

The base game, edition 2024. The types in `splendor_log` are generated from the JSON Schema of logs,
so a field with a wrong name or a wrong type raises an error during the game.
`mypy` and `pyright` check both files, in their strict modes; `pyproject.toml` has the options.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import TypedDict, final

import splendor_log as log

Turn = dict[str, object]
Action = Callable[[], Turn]


@final
class Card(TypedDict):
    card: str
    level: int
    prestige: int
    bonus: str
    cost: dict[str, int]


@final
class Noble(TypedDict):
    noble: str
    box: str
    prestige: int
    demand: dict[str, int]


GEMS = ["diamond", "sapphire", "emerald", "ruby", "onyx"]
SUPPLY = {2: 4, 3: 5, 4: 7}
LEVELS = [1, 2, 3]


class Seat:
    def __init__(self) -> None:
        self.tokens: Counter[str] = Counter()
        self.hand: list[Card] = []
        self.bought: list[Card] = []
        self.prestige = 0

    def bonuses(self) -> Counter[str]:
        return Counter(card["bonus"] for card in self.bought)

    def payment(self, card: Card) -> Counter[str] | None:
        """Returns the payment, with gold for missing gems; None if the seat cannot afford it."""
        price = Counter(card["cost"]) - self.bonuses()
        gems = Counter({gem: min(count, self.tokens[gem]) for gem, count in price.items()})
        gold = price.total() - gems.total()
        if gold > self.tokens["gold"]:
            return None
        return +(gems + Counter(gold=gold))


class Table:
    def __init__(self, components: list[Card | Noble], seats: int, dice: random.Random) -> None:
        self.dice = dice
        self.seats = [Seat() for _ in range(seats)]
        self.supply = Counter({**dict.fromkeys(GEMS, SUPPLY[seats]), "gold": 5})
        cards = [one for one in components if "card" in one]
        self.decks = {level: [card for card in cards if card["level"] == level] for level in LEVELS}
        for deck in self.decks.values():
            dice.shuffle(deck)
        self.market = {level: [deck.pop() for _ in range(4)] for level, deck in self.decks.items()}
        # Nobles of other boxes are in play only if the rules name their box.
        nobles = [one for one in components if "noble" in one and one["box"] == "base"]
        self.nobles = dice.sample(nobles, seats + 1)
        self.turns: list[log.Turn] = []
        self.over = False

    def setup(self) -> log.Setup:
        def ids(level: int) -> list[log.CardId]:
            return [log.CardId(card["card"]) for card in self.market[level]]

        return log.Setup(
            nobles=[log.NobleId(noble["noble"]) for noble in self.nobles],
            market=log.Market(level1=ids(1), level2=ids(2), level3=ids(3)),
        )

    def play(self) -> log.EndReason:
        """Plays whole rounds until a seat has 15 prestige or nobody can act any more."""
        passes = 0
        while not self.over:
            for number, seat in enumerate(self.seats):
                turn = self.act(number, seat)
                passes = passes + 1 if "pass" in turn else 0
                self.turns.append(log.Turn.model_validate(turn))
                if passes == len(self.seats):
                    return log.EndReason.stalemate
            self.over = any(seat.prestige >= 15 for seat in self.seats)
        return log.EndReason.completed

    def act(self, number: int, seat: Seat) -> Turn:
        ways = [way for way in (self.buying, self.taking, self.reserving) if way(seat)]
        if ways:
            # Try to buy first, so that games end.
            way = ways[0] if self.dice.random() < 0.7 else self.dice.choice(ways)
            turn: Turn = {"seat": number, **self.dice.choice(way(seat))()}
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

    def buying(self, seat: Seat) -> list[Action]:
        places = [("market", row) for row in self.market.values()] + [("hand", seat.hand)]
        return [
            partial(self.buy, seat, card, row, place, pay)
            for place, row in places
            for card in row
            if (pay := seat.payment(card)) is not None
        ]

    def buy(
        self, seat: Seat, card: Card, row: list[Card], place: str, pay: Counter[str]
    ) -> Turn:
        self.move(pay, seat.tokens, self.supply)
        row.remove(card)
        seat.bought.append(card)
        seat.prestige += card["prestige"]
        turn: Turn = {"purchase": {"card": card["card"], "pay": dict(pay), "from": place}}
        return turn | (self.refill(card["level"]) if place == "market" else {})

    def taking(self, seat: Seat) -> list[Action]:
        open_gems = [gem for gem in GEMS if self.supply[gem] > 0]
        takes: list[tuple[str, ...]] = [(gem, gem) for gem in GEMS if self.supply[gem] >= 4]
        if open_gems:
            takes += combinations(open_gems, min(3, len(open_gems)))
        return [partial(self.take, seat, gems) for gems in takes]

    def take(self, seat: Seat, gems: tuple[str, ...]) -> Turn:
        self.move(Counter(gems), self.supply, seat.tokens)
        return {"take": list(gems)}

    def reserving(self, seat: Seat) -> list[Action]:
        if len(seat.hand) == 3:
            return []
        rows = self.market.values()
        face_up: list[Action] = [
            partial(self.reserve, seat, card, row) for row in rows for card in row
        ]
        decks = [level for level, deck in self.decks.items() if deck]
        return face_up + [partial(self.draw, seat, level) for level in decks]

    def reserve(self, seat: Seat, card: Card, row: list[Card]) -> Turn:
        row.remove(card)
        seat.hand.append(card)
        self.take_gold(seat)
        return {"reserve": {"market": card["card"]}} | self.refill(card["level"])

    def draw(self, seat: Seat, level: int) -> Turn:
        card = self.decks[level].pop()
        seat.hand.append(card)
        self.take_gold(seat)
        return {"reserve": {"deck": level, "card": card["card"]}}

    def take_gold(self, seat: Seat) -> None:
        self.move(Counter(gold=min(1, self.supply["gold"])), self.supply, seat.tokens)

    def refill(self, level: int) -> Turn:
        if not self.decks[level]:
            return {}
        card = self.decks[level].pop()
        self.market[level].append(card)
        return {"refill": card["card"]}

    def give_back(self, seat: Seat) -> Counter[str]:
        """Returns the tokens above ten to the supply."""
        tokens = list(seat.tokens.elements())
        returned = Counter(self.dice.sample(tokens, max(0, len(tokens) - 10)))
        self.move(returned, seat.tokens, self.supply)
        return returned

    def noble_for(self, seat: Seat) -> str | None:
        bonuses = seat.bonuses()
        willing = [noble for noble in self.nobles if Counter(noble["demand"]) <= bonuses]
        if not willing:
            return None
        noble = self.dice.choice(willing)
        self.nobles.remove(noble)
        seat.prestige += noble["prestige"]
        return noble["noble"]

    @staticmethod
    def move(tokens: Counter[str], source: Counter[str], target: Counter[str]) -> None:
        source.subtract(tokens)
        target.update(tokens)

    def winners(self) -> list[int]:
        """Returns the seats with the most prestige and, among these, the fewest cards."""
        def rank(seat: Seat) -> tuple[int, int]:
            return (seat.prestige, -len(seat.bought))

        best = max(map(rank, self.seats))
        return [number for number, seat in enumerate(self.seats) if rank(seat) == best]


def game(components: list[Card | Noble], seats: int, seed: int) -> log.SplendorLog:
    table = Table(components, seats, random.Random(seed))
    setup = table.setup()
    reason = table.play()
    return log.SplendorLog(
        format=log.LogFormat("splendor-log/1"),
        rules=log.Rules(edition="2024"),
        source=log.Source(client="example-python", game=str(seed)),
        players=[log.Player(name=f"random {number}") for number in range(seats)],
        setup=setup,
        turns=table.turns,
        end=log.End(reason=reason, plies=len(table.turns)),
        result=log.GameResult(
            scores=[log.Score(seat.prestige) for seat in table.seats],
            winners=[log.Winner(seat) for seat in table.winners()],
        ),
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description="Writes legal logs of random games.")
    arguments.add_argument("cards", help="the output of `splendor list cards --format json`")
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
    main()
