#!/usr/bin/env python3
"""Compares the answers of the library with those of the program, byte for byte: the reports on all
replays, and the other answers on every fifth one.

    bindings/c/tests/compare.py PROGRAM JUDGE

PROGRAM is the built `splendor`; JUDGE is the compiled judge.c.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ENDINGS = ('.json', '.jsonl', '.json.gz', '.jsonl.gz', '.json.zst', '.jsonl.zst')

# The options of the program, and the same options of the library.
OPTIONS = [
    ([], ''),
    (['--keep-going'], '"keepGoing": true, '),
    (['--client=spender'], '"client": "spender", '),
    (
        ['--ruling=pass=always', '--ruling=target=21'],
        '"rulings": { "pass": "always", "target": 21 }, ',
    ),
    (['--published'], '"published": true, '),
]


def run(*command):
    """Returns the output, and the first line of the errors if there is no output."""
    result = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if result.returncode < 0 or b'Sanitizer' in result.stderr:
        sys.exit(f'{command} ends with {result.returncode}:\n{result.stderr.decode()}')
    reason = result.stderr.decode().split('\n')[0].removeprefix('error: ')
    return result.stdout, None if result.stdout else reason


def compare(program, judge):
    """Fails at the first difference."""
    output, expected = run(*judge), run(*program)
    if output != expected:
        sys.exit(f'{judge} gives\n{output}\nand not, as {program},\n{expected}')
    return expected


def main(program, judge):
    paths = sorted(str(path.relative_to(ROOT)) for path in (ROOT / 'replays').rglob('*'))
    logs = [path for path in paths if path.endswith(ENDINGS)]
    games = [path for path in logs if path.startswith(('replays/legal/', 'replays/illegal/'))]
    games = [path for path in games if path.endswith('.json')]
    for flags, options in OPTIONS:
        verify = [program, 'verify', '--format', 'json', *flags]
        compare([*verify, *logs], [judge, 'file', options, *logs])
        reports, _ = compare([*verify, *games], [judge, 'verify', options, *games])
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder) / 'counts.jsonl.gz'
        packed.write_bytes(gzip.compress((ROOT / 'evidence/boxes/counts.jsonl').read_bytes()))
        verify = [program, 'verify', '--format', 'json']
        compare([*verify, str(packed)], [judge, 'file', '', str(packed)])
    reports, _ = run(program, 'verify', '--format', 'json', *games)
    answers = 0
    for index, (path, line) in enumerate(zip(games, reports.splitlines(), strict=True)):
        report = json.loads(line)
        if report['plies'] == 0 or index % 5 != 0:
            continue
        turn = next((found['turn'] for found in report['findings'] if 'turn' in found), 1)
        place, option = [path, f'--turn={turn}'], f'"turn": {turn}, '
        proposal = '{ "take": ["ruby", "ruby"] }'
        for command, question, more in [
            (['legal', '--format', 'json', *place], 'legal', ''),
            (['show', '--format', 'json', *place], 'position', ''),
            (['why', '--format=json', *place], 'why', ''),
            (['why', '--format=json', *place, proposal], 'why', f'"proposal": {proposal}, '),
        ]:
            answer = compare([program, *command], [judge, question, option + more, path])
            answers += answer[1] is None
    if len(games) < 100 or answers < 100:
        sys.exit(f'only {len(games)} games and {answers} answers')
    print(f'{len(logs)} files and {answers} answers are equal')


if __name__ == '__main__':
    os.environ.pop('ASAN_OPTIONS', None)
    main(str(Path(sys.argv[1]).resolve()), str(Path(sys.argv[2]).resolve()))
