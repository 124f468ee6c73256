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


def run(command, expected):
    """Runs a command with Java alone on the path, and compares the lines of its output."""
    java = Path(shutil.which('java')).resolve().parent
    result = subprocess.run(
        ['/bin/bash', '-c', command], env={'PATH': str(java)},
        capture_output=True, text=True, check=False,
    )
    if result.stdout.splitlines() != expected:
        output = result.stdout + result.stderr
        sys.exit(f'{command}\ngives\n{output}\nand not\n' + '\n'.join(expected))


def main(page):
    text = page.read_text()
    example, values = blocks(text, 'java')
    [console] = blocks(text, 'console')
    Path('Example.java').write_text(example)
    command, *output = console.splitlines()
    run(command.removeprefix('$ '), output)

    statement = re.compile(r'^(.+); // (.+)$', re.MULTILINE)
    results = [value for _, value in statement.findall(values)]
    lines = statement.sub(r'System.out.println(\1);', values).replace('\n', '\n        ')
    Path('Values.java').write_text(
        'import java.nio.file.Path;\nimport splendor.verify.*;\n\nclass Values {\n'
        f'    public static void main(String[] arguments) throws Exception {{\n        {lines}\n'
        '    }\n}\n'
    )
    run("java -cp 'target/java/jars/*' Values.java", results)
    print(f'the example and {len(results)} values of the page are right')


if __name__ == '__main__':
    main(Path(sys.argv[1]))
