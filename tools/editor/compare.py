#!/usr/bin/env python3
"""Compares the diagnostics that Neovim shows with the reports of `splendor verify`.

    tools/editor/compare.py DIAGNOSTICS REPORTS

DIAGNOSTICS is what `neovim.lua` wrote; REPORTS is the output of `splendor verify --format json`.
"""

import json
import sys
from pathlib import Path

ERROR = 1


def read_lines(path):
    """Returns the JSON values of a file, one a line."""
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def place_in_bytes(text, finding):
    """Returns the line and the byte of a finding, from 0: Neovim counts columns in bytes."""
    line = text.split('\n')[finding['line'] - 1]
    return finding['line'] - 1, len(line[: finding['column'] - 1].encode())


def main():
    shown = {entry['path']: entry['found'] for entry in read_lines(sys.argv[1])}
    count = 0
    for report in read_lines(sys.argv[2]):
        path = report['input']['name']
        text = Path(path).read_text()
        expected = [
            (finding['clause'], *place_in_bytes(text, finding))
            for finding in report['findings'] if finding['severity'] == 'error'
        ]
        found = [
            (entry['code'], entry['line'], entry['byte'])
            for entry in shown.pop(path) if entry['severity'] == ERROR
        ]
        if sorted(found) != sorted(expected):
            sys.exit(f'{path}: Neovim shows {found}, the report has {expected}')
        count += len(expected)
    if shown:
        sys.exit(f'no report on {sorted(shown)}')
    print(f'Neovim shows the {count} errors at the places of the reports')


if __name__ == '__main__':
    main()
