"""Checks what the writers have written.

    check.py break EVENTS          prints the events, with a gold taken at a turn of the second game
    check.py same GAMES LOGS…      the logs are those of the games, with their fields in one order
    check.py found LOGS REPORTS    the second log alone is illegal, at that turn
    check.py page PAGE             runs the examples of the page in the current folder
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ACTIONS = ('take', 'reserve', 'draw', 'buy', 'pass', 'turn')
GAME, TURN = 2, 10


def broken(path):
    """Prints the events, with a take of gold in place of a turn and of what happened in it."""
    game = turn = 0
    for line in Path(path).read_text().splitlines():
        name, _, arguments = line.partition(' ')
        game += name == 'log'
        turn = 0 if name == 'log' else turn + (name in ACTIONS)
        if (game, turn) != (GAME, TURN):
            print(line)
        elif name in ACTIONS:
            print(f"take {arguments.split(' ')[0]} [ gold ]")


def read(path):
    return [json.loads(line) for line in Path(path).read_text(encoding='ascii').splitlines()]


def same(games, *paths):
    order = list(map(json.dumps, read(paths[0])))
    for path in paths:
        if read(path) != read(games):
            sys.exit(f'{path} has other logs than {games}')
        if list(map(json.dumps, read(path))) != order:
            sys.exit(f'{path} has the fields in another order than {paths[0]}')
    print(f'the same in {len(paths)} languages, logs: {len(order)}')


def found(logs, reports):
    verdicts = [report['verdict'] for report in read(reports)]
    [finding] = read(reports)[GAME - 1]['findings']
    place = finding['clause'], finding['turn'], finding['line']
    if verdicts.count('legal') != len(verdicts) - 1 or place != ('take.no-gold', TURN, GAME):
        sys.exit(f'{reports}: {verdicts}, {place}')
    rest = Path(logs).read_text().splitlines()[GAME - 1][finding['column'] - 1:]
    if not rest.startswith('["gold"]'):
        sys.exit(f'{reports}: the place is not that of the gold: {rest[:40]}')


def page(path):
    """Writes the programs and runs the commands of a page, and compares their output."""
    text = Path(path).read_text()
    programs = re.findall(r'Write `([^`]+)`[^\n]*\n\n```\w+\n(.*?)```\n', text, re.DOTALL)
    for name, code in programs:
        Path(name).write_text(code)
    commands = 0
    for block in re.findall('```console\n(.*?)```\n', text, re.DOTALL):
        for step in f'\n{block}'.split('\n$ ')[1:]:
            command, _, expected = step.partition('\n')
            run = subprocess.run(['bash', '-c', f'exec 2>&1\n{command}'],
                                 stdout=subprocess.PIPE, text=True, check=False)
            status = f'? {run.returncode}\n' if run.returncode else ''
            output = status + ''.join(f'{line.rstrip()}\n' for line in run.stdout.splitlines())
            if output.strip() != expected.strip():
                sys.exit(f'$ {command}\ngives\n{output}\nand not\n{expected}')
            commands += 1
    [events] = re.findall('```json\n(.*?)```\n', text, re.DOTALL)
    if not set(events.splitlines()) < set(Path('events.jsonl').read_text().splitlines()):
        sys.exit(f'{path} shows events that events.jsonl does not have')
    if len(programs) != 2 or not commands:
        sys.exit(f'{path} has not the two programs and their commands')
    print(f'{len(programs)} programs and {commands} commands of the page are right')


if __name__ == '__main__':
    {'break': broken, 'same': same, 'found': found, 'page': page}[sys.argv[1]](*sys.argv[2:])
