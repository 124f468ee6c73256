#!/usr/bin/env python3
"""Compiles the examples of the page on C, and compares their output with that on the page.

    bindings/c/tests/page.py WORK

WORK is the folder of the built library.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def blocks(text, language):
    """Returns the fenced blocks of a language."""
    parts = text.split(f'```{language}\n')[1:]
    return [part.split('```\n', 1)[0] for part in parts]


def main(work):
    page = (ROOT / 'docs/src/c.md').read_text()
    [code], [console] = blocks(page, 'c'), blocks(page, 'console')
    folder = work / 'page'
    (folder / 'target').mkdir(parents=True, exist_ok=True)
    (folder / 'example.c').write_text(code)
    for name, target in [('replays', ROOT / 'replays'), ('target/c', work)]:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)
    commands = [line[2:] for line in console.splitlines() if line.startswith('$ ')]
    output = [line for line in console.splitlines() if not line.startswith('$ ')]
    # The page shows the exit status of no command: an illegal log ends with 1.
    script = '\n'.join(['set -e', *commands[:-1], commands[-1] + ' || [ $? -eq 1 ]'])
    result = subprocess.run(
        ['bash', '-c', script], cwd=folder, capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        sys.exit(f'docs/src/c.md: the example fails\n{result.stderr}')
    if result.stdout.splitlines() != output:
        sys.exit(f'docs/src/c.md: the example prints\n{result.stdout}')
    print(f'{len(commands)} commands of the page work')


if __name__ == '__main__':
    main(Path(sys.argv[1]).resolve())
