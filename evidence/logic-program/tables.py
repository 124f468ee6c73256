"""Makes the tables and turns of the comparison: games of `splendor generate`, and turns at some of
their tables, about half of them legal."""

import collections
import copy
import hashlib
import itertools
import json
import random
import subprocess

import engine
import facts
import families
import modules
import mutate

CITY, POST = ["cities"], ["trading-posts"]
# Kinds with more rules appear more often.
MODULES = ([], POST, [], CITY + POST, POST, CITY)
# The shards from this number on have Orient or Strongholds, in all combinations of the modules.
BOTH = 1_000_000
OTHERS = ((), ("cities",), ("trading-posts",), ("cities", "trading-posts"))
WITH_BOTH = [(*others, *new) for new in (("orient", "strongholds"), ("orient",), ("strongholds",))
             for others in OTHERS]
POLICIES = ("rich", "uniform", "greedy", "nobles", "rich", "hoarder")
# The rulings of a shard: the default in one of four shards.
RULINGS = (
    [],
    ["fewer=all-available", "gold=last-resort", "tie=most-prestige-shared"],
    ["fewer=up-to-three", "pass=always", "noble-time=after-purchase", "end-time=at-once"],
    ["fewer=to-ten", "noble-choice=first-listed", "overpay=irredundant", "tie=last-seat",
     "end-time=others-once"],
    [],
    ["fewer=never", "return=up-to", "stalemate=continues", "powers=optional"],
    ["pass=always", "stalemate=passed-round", "noble-time=after-action", "tie=first-seat",
     "end-time=others-once"],
    ["return=anything", "noble-choice=all", "overpay=spare-gold", "end-time=at-once"],
    [],
    ["gold-at-ten=withheld", "tie=fewest-cards-then-first-seat", "powers=optional",
     "end-time=others-once"],
    ["gold-at-ten=forbidden", "overpay=irredundant", "gold=last-resort"],
    ["pass=never", "gold-at-ten=forbidden", "noble-choice=first-listed"],
)
# The rulings on Orient and on Strongholds: the default in one of six shards.
OF_ORIENT = (
    [],
    ["copy-double=two"],
    ["virtual-spare=no-spare"],
    ["tie-cards=gained", "copy-double=two"],
    ["virtual-spare=no-spare", "copy-double=two"],
    ["tie-cards=gained"],
)
OF_STRONGHOLDS = (
    [],
    ["conquest-refill=each-at-once"],
    ["conquest-refill=all-after", "remove=any"],
    ["stronghold-step=optional"],
    ["move=stock-empty", "conquest-refill=each-at-once"],
    ["remove=any", "move=stock-empty"],
)
GAMES = 24  # Games of one kind in a shard.
GAMES_OF_BOTH = 6  # The same with Orient or Strongholds.
LEGAL = 48  # Most legal turns at a table.
KINDS = ("take", "reserve", "purchase", "pass")
RARE = ("noble", "post", "gem", "pass", "doubled", "two", "copy", "free", "conquest", "spend",
        "discard", "several", "virtual")

Table = collections.namedtuple("Table", "position table turns")


def generated(program, seed):
    """Returns the generated games of a shard."""
    games = GAMES if seed < BOTH else GAMES_OF_BOTH
    return games_of(program, 1 + seed * games, games, kind(seed))


def games_of(program, first, games, kind_options):
    """Returns some generated games, from a seed on."""
    args = ["generate", "--seed", str(first), "--games", str(games), *kind_options]
    done = subprocess.run([program, *args], stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def as_text(value):
    """Returns JSON without blanks, equal for equal values."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def kind(seed):
    """Returns the options of a shard; its seed cycles through all combinations of modules, seats,
    policies and targets."""
    if seed >= BOTH:
        return kind_of_both(seed - BOTH)
    policy = POLICIES[seed // 6 % 6]
    seats = 2 + (seed + seed // 6 + seed // 36) % 3
    named = ["target=30"] if seed // 5 % 4 == 1 else []
    named += RULINGS[(5 * seed + seed // 12) % len(RULINGS)]
    return options(MODULES[seed % 6], named, policy, seats)


def kind_of_both(seed):
    """Returns the options of a shard with Orient or Strongholds."""
    cycle, number = divmod(seed, len(WITH_BOTH))
    policy = POLICIES[(number + cycle) % len(POLICIES)]
    seats = 2 + (number + cycle + cycle // 6) % 3
    named = ["target=30"] if seed // 5 % 4 == 1 else []
    named += RULINGS[(5 * seed + cycle) % len(RULINGS)]
    if "orient" in WITH_BOTH[number]:
        named += OF_ORIENT[(seed + cycle) % len(OF_ORIENT)]
    if "strongholds" in WITH_BOTH[number]:
        named += OF_STRONGHOLDS[(seed + 5 * cycle + 1) % len(OF_STRONGHOLDS)]
    return options(WITH_BOTH[number], named, policy, seats)


def options(modules_named, rulings_named, policy, seats):
    """Returns the options of `splendor generate` for a kind of game."""
    module = [word for name in modules_named for word in ("--module", name)]
    rulings = [word for ruling in rulings_named for word in ("--ruling", ruling)]
    return [*module, *rulings, "--policy", policy, "--seats", str(seats)]


def kind_name(seed):
    """Returns the name of a kind in the result: the modules and the number of seats."""
    words = kind(seed)
    named = [after for word, after in zip(words, words[1:]) if word == "--module"]
    return f"{' and '.join(named) or 'no module'}, {words[-1]} seats"


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
    owned, gained = collections.defaultdict(set), collections.defaultdict(set)
    for turn in turns:
        posts, gold = owned[turn["seat"]], "gold" in turn.get("purchase", {}).get("pay", {})
        doubled = {"doubled"} if gold and "double-gold" in posts else set()
        two = {"two"} if "deck" in turn.get("reserve", {}) and "draw-two" in posts else set()
        fields = {*turn, *turn.get("purchase", {})}
        taken = {*map(modules.named, modules.events(turn))} - {None}
        golds = {card for card in gained[turn["seat"]] if modules.brings(card) == "gg"}
        fields |= {"virtual"} if golds and "double-gold" in posts else set()
        gained[turn["seat"]] |= taken
        several = {"several"} if len(modules.events(turn)) > 2 else set()
        yield fields | doubled | two | several
        posts.update(facts.several(turn.get("post", [])))


def start(program, log):
    """Returns the position before the first turn of a game, as text."""
    args = [program, "show", "--format", "json", "--turn", "1", "-"]
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
    # With `return: up-to`, and with Orient or Strongholds, there can be too many turns to list.
    answer = running.ask_briefly(f'"ask":"legal","position":{position}')
    listed = json.loads(answer).get("turns", []) if answer else []
    kinds = [dice.sample(turns, len(turns)) for turns in by_kind(listed).values()]
    mixed = [turn for row in itertools.zip_longest(*kinds) for turn in row if turn]
    refilled = [with_refill(dice, table, turn) for turn in mixed[: LEGAL // 2]]
    return [played, *refilled, *mixed]


def with_refill(dice, table, turn):
    """Returns the turn, mostly with the cards that refill the market."""
    return modules.with_refills(dice, table, copy.deepcopy(turn))


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


def fingerprint(table):
    """Returns whether a table occurred before, regardless of the number of turns before it."""
    text = as_text({key: value for key, value in table.items() if key != "turns"})
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


def tables_of(running, program, seed):
    """Yields the tables of a shard, each with its turns."""
    return tables_in(running, program, random.Random(seed), generated(program, seed))


def tables_in(running, program, dice, logs):
    """Yields tables of some games, each with its turns."""
    for log in logs:
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
