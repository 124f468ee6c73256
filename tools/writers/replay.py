"""Replays a list of events through the writer for Python: `replay.py < events.txt`.

`text` prints the log, and an event that the writer refuses prints its message.
"""

import sys
from urllib.parse import unquote

from splendor_log import Log, card_id, city_id, noble_id


def read(words):
    """Reads one argument from an iterator of words; None also ends a list."""
    word = next(words)
    if word == '[':
        return list(iter(lambda: read(words), ']'))
    if word == '{':
        return {name: read(words) for name in iter(lambda: read(words), '}')}
    if word == '-':
        return None
    return int(word) if word.isdigit() else unquote(word.removeprefix("'"))


def read_all(words):
    while True:
        try:
            yield read(words)
        except StopIteration:
            return


def known(function, ids):
    return None if ids is None else [id if isinstance(id, str) else function(*id) for id in ids]


def rows(cards):
    return cards and {row: known(card_id, facts) for row, facts in cards.items()}


def replay(log, name, arguments):
    """Returns the log after an event."""
    calls = {
        'take': log.take, 'reserve': log.reserve, 'draw': log.reserve_deck, 'buy': log.purchase,
        'pass': log.pass_turn, 'turn': log.turn, 'refill': log.refill, 'return': log.return_tokens,
        'noble': log.noble, 'gem': log.gem, 'post': log.post, 'field': log.field,
        'action': log.action_field, 'end': log.end,
        'after': lambda claim, value: log.after(**{claim: value}),
        'log': Log, 'card': card_id, 'noble-of': noble_id, 'city': city_id,
        'text': lambda: print(log.text()),
        'setup': lambda market, nobles, cities, decks: log.setup(
            rows(market), known(noble_id, nobles), known(city_id, cities), rows(decks)),
    }
    result = calls[name](*arguments)
    return result if isinstance(result, Log) else log


log = Log([])
for line in sys.stdin:
    name, *arguments = line.split()
    try:
        log = replay(log, name, list(read_all(iter(arguments))))
    except ValueError as error:
        print(error)
