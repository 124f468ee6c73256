#!/usr/bin/env python3
"""Runs the examples of the page on Java in the current folder, and compares their values.

    bindings/java/tests/page.py PAGE

The folder must have `replays` and `target/java`.  No Rust is on the path of the examples.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path


def blocks(text, language):
    """Returns the fenced blocks of a language."""
    parts = text.split(f'```{language}\n')[1:]
    return [part.split('```\n', 1)[0] for part in parts]


def run(command, due):
    """Runs a command with Java alone on the path, and compares the lines of its output."""
    java = Path(shutil.which('java')).resolve().parent
    result = subprocess.run(
        ['/bin/bash', '-c', command], env={'PATH': str(java)},
        capture_output=True, text=True, check=False,
    )
    if result.stdout.splitlines() != due:
        sys.exit(f'{command}\ngives\n{result.stdout}{result.stderr}\nand not\n' + '\n'.join(due))


def main(page):
    text = page.read_text()
    example, values = blocks(text, 'java')
    [console] = blocks(text, 'console')
    Path('Example.java').write_text(example)
    command, *due = console.splitlines()
    run(command.removeprefix('$ '), due)

    shown = re.compile(r'^(.+); // (.+)$', re.MULTILINE)
    due = [value for _, value in shown.findall(values)]
    lines = shown.sub(r'System.out.println(\1);', values).replace('\n', '\n        ')
    Path('Values.java').write_text(
        'import java.nio.file.Path;\nimport splendor.verify.*;\n\nclass Values {\n'
        f'    public static void main(String[] words) throws Exception {{\n        {lines}\n'
        '    }\n}\n'
    )
    run("java -cp 'target/java/jars/*' Values.java", due)
    print(f'the example and {len(due)} values of the page are right')


if __name__ == '__main__':
    main(Path(sys.argv[1]))
