"""Turns logs into lists of events, in a shape of no client, for the drivers of the writers.

    events.py < games.jsonl > events.txt

An event is a line: its name, then its arguments.  An argument is a word, a number, `-` for an
unknown one, a list `[ a b ]` or fields `{ name value }`.  A word is percent-encoded, and `'` before
it shows that it is no number.  Cards and tiles of the setup are facts and not ids, so that the
drivers build the ids; colors are letters and names in turn.
"""

import itertools
import json
import re
import sys
from urllib.parse import quote

NAMES = {'d': 'diamond', 's': 'sapphire', 'e': 'emerald', 'r': 'ruby', 'o': 'onyx', 'g': 'gold'}
LETTERS = {name: letter for letter, name in NAMES.items()}
spellings = itertools.cycle([LETTERS.get, lambda color: color])


def argument(value):
    if value is None:
        return '-'
    if isinstance(value, dict):
        return ' '.join(['{', *(f'{argument(k)} {argument(v)}' for k, v in value.items()), '}'])
    if isinstance(value, list):
        return ' '.join(['[', *map(argument, value), ']'])
    if isinstance(value, int):
        return str(value)
    return f"'{quote(value)}" if re.fullmatch('[0-9]+|-', value) else quote(value, safe=':')


def spell(color):
    return next(spellings)(color)


def counts(by_name):
    # Another order than that of the format: the writers restore it.
    return {spell(name): by_name[name] for name in reversed(by_name)}


def cost(text):
    pairs = reversed(re.findall('(.)(.)', text))
    return {spell(NAMES[letter]): int(count) for count, letter in pairs}


def card(id):
    """Returns the facts of a card, or the id of an Orient card: the writers do not build it."""
    if id[0].isupper():
        return id
    return ['abc'.index(id[0]) + 1, int(id[1]), spell(NAMES[id[2]]), cost(id[3:])]


def noble(id):
    prestige, demand = id.split(':')
    return [int(prestige), cost(demand)]


def city(id):
    base, _, others = id.partition('+')
    return [*noble(base), int(others or 0)]


def rows(cards):
    return cards and {row: [card(id) for id in ids] for row, ids in cards.items()}


def many(function, ids):
    return None if ids is None else [function(id) for id in ids]


def action(turn):
    """Removes the action from a turn, and returns its event and its remaining fields."""
    seat = turn.pop('seat')
    if 'take' in turn:
        return ['take', seat, [spell(color) for color in turn.pop('take')]], {}
    if 'reserve' in turn:
        rest = turn.pop('reserve')
        if 'market' in rest:
            return ['reserve', seat, rest.pop('market')], rest
        row = f"level{rest.pop('deck')}" if 'deck' in rest else f"orient{rest.pop('orient')}"
        return ['draw', seat, row, rest.pop('card', None), rest.pop('under', None)], rest
    if 'purchase' in turn:
        rest = turn.pop('purchase')
        pay = counts(rest.pop('pay')) if 'pay' in rest else None
        return ['buy', seat, rest.pop('card'), pay, rest.pop('from', None)], rest
    if 'pass' in turn:
        turn.pop('pass')
        return ['pass', seat], {}
    return ['turn', seat, 'foreign', turn.pop('foreign')], {}


def events(log):
    yield ['log', [player.get('name') for player in log['players']], log['rules'],
           log.get('source'), log.get('omits', [])]
    setup = log['setup']
    yield ['setup', rows(setup['market']), many(noble, setup.get('nobles')),
           many(city, setup.get('cities')), rows(setup.get('decks'))]
    for turn in log['turns']:
        begin, rest = action(turn)
        yield begin
        for name, value in rest.items():
            yield ['action', name, value]
        for name, value in turn.items():
            if name == 'return':
                # One event for each token, because the writers must add them up.
                for color, count in value.items():
                    yield from [['return', {spell(color): 1}]] * count
            elif name in ('noble', 'post'):
                yield from ([name, id] for id in (value if isinstance(value, list) else [value]))
            elif name == 'gem':
                yield ['gem', spell(value)]
            elif name == 'refill':
                yield ['refill', value]
            elif name == 'after':
                for claim, number in value.items():
                    yield ['after', claim, counts(number) if isinstance(number, dict) else number]
            else:
                yield ['field', name, value]
    end, result = log['end'], log.get('result', {})
    yield ['end', end['reason'], result.get('scores'), result.get('winners'), end.get('seats')]
    yield ['text']


for line in sys.stdin:
    for event in events(json.loads(line)):
        print(' '.join(map(argument, event)))
