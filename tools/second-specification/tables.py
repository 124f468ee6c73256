"""Makes the tables and turns of the comparison: games of `splendor generate`, and turns at some of
their tables, about half of them legal."""

import collections
import itertools
import json
import random
import subprocess

import engine
import facts
import families
import mutate

CITY, POST = ["--module", "cities"], ["--module", "trading-posts"]
# Kinds with more rules appear more often.
MODULES = ([], POST, [], CITY + POST, POST, CITY)
POLICIES = ("rich", "uniform", "greedy", "nobles", "rich", "hoarder")
# The rulings of a shard: the default in one of four shards.
RULINGS = (
    [],
    ["fewer=all-available", "gold=last-resort", "tie=most-prestige-shared"],
    ["fewer=up-to-three", "pass=always", "noble-time=after-purchase"],
    ["fewer=to-ten", "noble-choice=first-listed", "overpay=irredundant", "tie=last-seat"],
    [],
    ["fewer=never", "return=up-to", "stalemate=continues", "powers=optional"],
    ["pass=always", "stalemate=passed-round", "noble-time=after-action", "tie=first-seat"],
    ["return=anything", "noble-choice=all", "overpay=spare-gold"],
    [],
    ["gold-at-ten=withheld", "tie=fewest-cards-then-first-seat", "powers=optional"],
    ["gold-at-ten=forbidden", "overpay=irredundant", "gold=last-resort"],
    ["pass=never", "gold-at-ten=forbidden", "noble-choice=first-listed"],
)
GAMES = 24  # Games of one kind in a shard.
LEGAL = 48  # Most legal turns at a table.
KINDS = ("take", "reserve", "purchase", "pass")
RARE = ("noble", "post", "gem", "pass", "doubled", "two")

Table = collections.namedtuple("Table", "position table turns")


def generated(program, seed):
    """Returns the generated games of a shard."""
    args = ["generate", "--seed", str(1 + seed * GAMES), "--games", str(GAMES), *kind(seed)]
    done = subprocess.run([program, *args], stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def as_text(value):
    """Returns JSON without blanks, equal for equal values."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def kind(seed):
    """Returns the options of a shard; its seed cycles through all combinations of modules, seats,
    policies and targets."""
    module = MODULES[seed % 6]
    policy = POLICIES[seed // 6 % 6]
    seats = 2 + (seed + seed // 6 + seed // 36) % 3
    long = ["--ruling", "target=30"] if seed // 5 % 4 == 1 else []
    named = RULINGS[(5 * seed + seed // 12) % len(RULINGS)]
    rulings = [word for ruling in named for word in ("--ruling", ruling)]
    return [*module, *long, *rulings, "--policy", policy, "--seats", str(seats)]


def kind_name(seed):
    """Returns the name of a kind in the result: the modules and the number of seats."""
    options = kind(seed)
    modules = [after for word, after in zip(options, options[1:]) if word == "--module"]
    return f"{' and '.join(modules) or 'no module'}, {options[-1]} seats"


def plies(dice, turns):
    """Picks places in a game, mostly late ones and ones with a rare turn; sometimes the place after
    its end."""
    count = len(turns)
    chosen = {dice.randrange(count), *(dice.randrange(count * 2 // 3, count) for _ in range(2))}
    all_labels = list(labels(turns))
    for label in RARE:
        rare = [ply for ply, those in enumerate(all_labels) if label in those]
        chosen.update(dice.sample(rare, min(len(rare), 1)) + rare[-1:] * (label == "pass"))
    if dice.random() < 0.1:
        chosen.add(count)
    return chosen


def labels(turns):
    """Yields the rare features of each turn of a game: its fields, and powers that it could use."""
    owned = collections.defaultdict(set)
    for turn in turns:
        posts, gold = owned[turn["seat"]], "gold" in turn.get("purchase", {}).get("pay", {})
        doubled = {"doubled"} if gold and "double-gold" in posts else set()
        two = {"two"} if "deck" in turn.get("reserve", {}) and "draw-two" in posts else set()
        yield {*turn} | doubled | two
        posts.update(facts.several(turn.get("post", [])))


def start(program, log):
    """Returns the position before the first turn of a game, as text."""
    args = [program, "show", "--json", "--turn", "1", "-"]
    done = subprocess.run(args, input=as_text(log), stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def positions(running, position, log, chosen):
    """Yields the positions before some turns of a game, with the number of the turn."""
    for ply, turn in enumerate([*log["turns"], None]):
        if ply in chosen:
            yield ply, position
        if turn is not None and ply < max(chosen):
            question = f'"ask":"play","position":{position},"turn":{as_text(turn)}'
            answer = running.ask(question)
            before, found, after = answer.partition('"position":')
            if not found:
                raise ValueError(f"a generated turn is rejected: {answer}")
            position = after.rstrip()[:-1]


def by_kind(turns):
    """Groups turns by their action."""
    kinds = collections.defaultdict(list)
    for turn in turns:
        kinds[next(key for key in KINDS if key in turn)].append(turn)
    return kinds


def legal_turns(running, dice, position, table, played):
    """Returns the played turn and other legal turns in random order, kind by kind, so that the many
    ways to return tokens do not crowd out the rest."""
    # With `return: up-to` there can be too many turns to list.
    answer = json.loads(running.ask(f'"ask":"legal","position":{position}'))
    listed = answer.get("turns", [])
    kinds = [dice.sample(turns, len(turns)) for turns in by_kind(listed).values()]
    mixed = [turn for row in itertools.zip_longest(*kinds) for turn in row if turn]
    refilled = [with_refill(dice, table, turn) for turn in mixed[: LEGAL // 2]]
    return [played, *refilled, *mixed]


def with_refill(dice, table, turn):
    """Returns the turn, sometimes with the card that refills the market."""
    card = turn.get("reserve", {}).get("market") or turn.get("purchase", {}).get("card", "")
    for number, level in enumerate(facts.LEVELS, 1):
        deck = mutate.deck_of(table, number)
        if card in table["market"][level] and deck and dice.random() < 0.7:
            return turn | {"refill": deck[0]}
    return turn


def told_turn(turn):
    """Returns a turn as text, equal for turns that differ only in the order of the take."""
    return as_text(turn | ({"take": sorted(turn["take"])} if "take" in turn else {}))


def turns_at(dice, table, legal):
    """Returns different turns for a table, as text and as objects: legal turns, then about the same
    number from a family and from mutants."""
    chosen = {}
    for turn in legal:
        if len(chosen) >= LEGAL:
            break
        chosen.setdefault(told_turn(turn), turn)
    add_others(dice, table, by_kind(legal), chosen)
    return chosen


def add_others(dice, table, kinds, chosen):
    """Adds some turns of a family, and mutants of legal turns."""
    known, most = len(chosen), 2 * len(chosen) + 2
    family = families.family(dice, table, pick(dice, kinds))
    for turn in dice.sample(family, min(len(family), known * 2 // 3)):
        chosen.setdefault(told_turn(turn), turn)
    for _ in range(4 * known):
        if len(chosen) >= most:
            break
        turn = mutate.mutant(dice, table, pick(dice, kinds))
        chosen.setdefault(told_turn(turn), turn)


def pick(dice, kinds):
    """Picks a turn; every kind of action is equally likely."""
    return dice.choice(kinds[dice.choice(sorted(kinds))])


def tables_of(running, program, seed):
    """Yields the tables of a shard, each with its turns."""
    dice = random.Random(seed)
    for log in generated(program, seed):
        turns = log["turns"]
        chosen = plies(dice, turns)
        for ply, position in positions(running, start(program, log), log, chosen):
            table = json.loads(position)
            played = turns[ply] if ply < len(turns) else turns[-1]
            legal = [played]
            if ply < len(turns):
                legal = legal_turns(running, dice, position, table, played)
            yield Table(position, table, turns_at(dice, table, legal))


def few_of(running, program, seed, count):
    """Yields some tables of a shard, from early ones to late ones."""
    every = list(tables_of(running, program, seed))
    return every[:: max(1, len(every) // count)][:count]
