#!/usr/bin/env python3
"""Compares `supply-chain/packages.tsv` with the lock files and the sources of the packages.

    tools/supply-chain/packages.py            # fails if the table is stale
    tools/supply-chain/packages.py --write    # writes the table, with empty uses for new packages

Cargo downloads the sources that are missing.  The column `use` is written by hand; the script
keeps it.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / 'supply-chain/packages.tsv'
COLUMNS = ['package', 'version', 'part', 'through', 'license', 'build', 'unsafe', 'use']

# The parts, the most exposed first, each with its workspace and its package: a package belongs to the first part that it reaches.
PARTS = [
    ('program', '.', 'splendor-cli'),
    ('python', '.', 'splendor-python'),
    ('web', '.', 'splendor-web'),
    ('c', '.', 'splendor-c'),
    ('tests', '.', None),
    ('fuzz', 'fuzz', 'splendor-fuzz'),
]

# Comments, strings and characters, in which the word `unsafe` is not code.
IGNORED = re.compile(
    r'//[^\n]*|/\*.*?\*/|\bb?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\.[^\']*|[^\'\\])\'',
    re.DOTALL,
)
UNSAFE = re.compile(r'\bunsafe\s*(\{|\(|fn\b|impl\b|extern\b|trait\b)')


def read_metadata(folder):
    """Returns what cargo knows about the packages of a workspace, for every platform."""
    command = ['cargo', 'metadata', '--format-version', '1', '--locked', '--all-features']
    manifest = ROOT / folder / 'Cargo.toml'
    output = subprocess.run(
        [*command, '--manifest-path', str(manifest)], check=True, capture_output=True
    )
    return json.loads(output.stdout)


def find_reached(nodes, starts, with_tests):
    """Returns the ids of the packages that are compiled for some packages, themselves included."""
    reached, open_ids = set(), list(starts)
    while open_ids:
        current = open_ids.pop()
        if current in reached:
            continue
        reached.add(current)
        for dependency in nodes[current]['deps']:
            kinds = {kind['kind'] for kind in dependency['dep_kinds']}
            if with_tests or kinds != {'dev'}:
                open_ids.append(dependency['pkg'])
    return reached


def has_unsafe_code(folder):
    """Returns whether the library or the build script of a package contains unsafe code."""
    skipped = {'tests', 'benches', 'examples'}
    files = [
        path for path in folder.rglob('*.rs')
        if not skipped & set(path.relative_to(folder).parts[:-1])
    ]
    texts = (IGNORED.sub(' ', path.read_text(errors='replace')) for path in files)
    return any(UNSAFE.search(text) for text in texts)


def describe_build(package):
    """Returns which code of a package runs while the project is built."""
    kinds = {kind for target in package['targets'] for kind in target['kind']}
    found = [name for kind, name in [('custom-build', 'script'), ('proc-macro', 'macro')]
             if kind in kinds]
    return '+'.join(found) or '-'


def read_uses():
    """Returns the uses of the table, by package and version, and by package alone."""
    uses = {}
    if TABLE.exists():
        for line in TABLE.read_text().splitlines()[1:]:
            row = dict(zip(COLUMNS, line.split('\t')))
            uses[row['package'], row['version']] = row['use']
            uses.setdefault(row['package'], row['use'])
    return uses


def collect_rows():
    """Returns the rows of the table, sorted by package and version."""
    uses, metadata, rows = read_uses(), {}, {}
    for part, folder, root in PARTS:
        if folder not in metadata:
            metadata[folder] = read_metadata(folder)
        packages = {package['id']: package for package in metadata[folder]['packages']}
        nodes = {node['id']: node for node in metadata[folder]['resolve']['nodes']}
        members = [id for id in metadata[folder]['workspace_members']]
        starts = [id for id in members if root in (None, packages[id]['name'])]
        reached = find_reached(nodes, starts, root is None)
        own = {id for id in packages if packages[id]['source'] is None}
        direct = {
            dependency['pkg'] for id in own & reached for dependency in nodes[id]['deps']
        } & reached - own
        sources = {id: find_reached(nodes, [id], False) for id in sorted(direct)}
        for id in reached - own:
            package = packages[id]
            key = package['name'], package['version']
            if key in rows:
                continue
            names = {packages[other]['name'] for other in direct if id in sources[other]}
            through = '-' if id in direct else ' '.join(sorted(names))
            license = package['license'] or 'none'
            unsafe = 'yes' if has_unsafe_code(Path(package['manifest_path']).parent) else 'no'
            use = uses.get(key) or uses.get(key[0], '')
            rows[key] = [*key, part, through, license, describe_build(package), unsafe, use]
    return [rows[key] for key in sorted(rows)]


def main():
    rows = collect_rows()
    text = ''.join('\t'.join(row) + '\n' for row in [COLUMNS, *rows])
    if '--write' in sys.argv[1:]:
        TABLE.write_text(text)
    elif not TABLE.exists() or TABLE.read_text() != text:
        sys.exit(f'{TABLE.relative_to(ROOT)} is stale: {Path(__file__).name} --write')
    unused = [row[0] for row in rows if not row[-1]]
    if unused:
        sys.exit('no use is given for ' + ', '.join(unused))
    print(f'{len(rows)} packages, as in {TABLE.relative_to(ROOT)}')


if __name__ == '__main__':
    main()
