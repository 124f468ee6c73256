"""Changes the checks of the core as listed in `core-mutants.tsv`, one at a time; the comparison has
to find each change.

All changes are in one build, as in `code-mutants`, and the program is started with one.  The
transitions are recorded before, from the program without a change.  A change is found if the
changed program and the model differ on one of them, or if the changed program stops.
"""

import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import compare  # First: it finds the modules of the logic program.
import model
from engine import Engine

sys.path.insert(0, str(compare.EVIDENCE / "code-mutants"))

import mutants
import one_build

TABLE = model.HERE / "core-mutants.tsv"
FOLDER = "crates/splendor-core/src"
SECONDS = 600  # Most seconds of processor time for a change.


class Changed(Engine):
    """The program with a change; its memory and time are limited."""

    def __init__(self, program, number):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [program, "engine"], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL,
            env=mutants.environment(MUTANT=str(number)),
            preexec_fn=lambda: mutants.limit(SECONDS))

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def listed():
    """Returns the rows of the table by number."""
    with TABLE.open(encoding="utf-8", newline="") as rows:
        found = csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)
        return dict(enumerate(found, start=1))


def place(text, offset):
    """Returns the line and the column of an offset, both from 1."""
    line = text.count("\n", 0, offset) + 1
    return {"line": line, "column": offset - text.rfind("\n", 0, offset)}


def as_mutant(tree, row):
    """Returns a row in the form of a mutant by cargo-mutants."""
    file = f"{FOLDER}/{row['file']}"
    text = (tree / file).read_text(encoding="utf-8")
    named = rf"^( *)(pub(\([a-z]+\))? )?(const )?fn {row['function']}\b"
    starts = list(re.finditer(named, text, re.M))
    if len(starts) != 1:
        raise ValueError(f"{file} has {len(starts)} functions {row['function']}")
    start, end = starts[0].end(1), text.index(f"\n{starts[0][1]}}}\n", starts[0].end())
    if text.count(row["text"], start, end) != 1:
        raise ValueError(f"{file}: {row['function']} does not contain once: {row['text']}")
    first = text.index(row["text"], start)
    last = first + len(row["text"])
    return {"file": file, "replacement": row["replacement"],
            "span": {"start": place(text, first), "end": place(text, last)},
            "function": {"span": {"start": place(text, start),
                                  "end": place(text, end + len(starts[0][1]) + 2)}}}


def check(rows):
    """Fails unless every changed text is in the code, and each clause of a turn and each function
    that checks one has a change."""
    stale = []
    for row in rows.values():
        try:
            as_mutant(model.ROOT, row)
        except ValueError as error:
            stale.append(str(error))
    if stale:
        sys.exit("\n".join(stale))
    clauses = {row["clause"] for row in rows.values()}
    places = {(row["file"], row["function"]) for row in rows.values()}
    missing = [clause for clause in model.clauses() if clause not in clauses]
    missing += [f"{clause}, which is no clause" for clause in clauses - set(model.ORDER)]
    for path in sorted((model.ROOT / FOLDER / "rule").iterdir()):
        file = f"rule/{path.name}"
        for function in re.findall(r"fn (check_\w+)\(", path.read_text(encoding="utf-8")):
            if function != "check_refill" and (file, function) not in places:
                missing.append(f"{file}, {function}")
    if missing:
        raise SystemExit("the table lacks or misnames: " + "; ".join(missing))


def build(work, rows):
    """Builds the program with all changes."""
    tree = work / "tree"
    mutants.copy_tree(tree)
    env = mutants.environment(
        CARGO_TARGET_DIR=str(work / "target"), RUSTFLAGS="--cap-lints=allow",
        CARGO_PROFILE_RELEASE_LTO="off", CARGO_PROFILE_RELEASE_CODEGEN_UNITS="16",
        CARGO_PROFILE_RELEASE_OPT_LEVEL="1", CARGO_PROFILE_RELEASE_DEBUG="false")
    changes = {number: as_mutant(tree, row) for number, row in rows.items()}
    taken, _ = one_build.put_in(tree, changes, env)
    bad = [told(rows[number]) for number in sorted(rows.keys() - taken)]
    if bad:
        sys.exit("these changes do not compile:\n" + "\n".join(bad))
    command = ["cargo", "build", "--release", "-p", "splendor-cli", "--bin", "splendor"]
    subprocess.run(command, cwd=tree, env=env, check=True)
    shutil.copy(TABLE, work)


def told(row):
    """Returns a row in words."""
    where = f"{row['clause']}, {row['file']}, {row['function']}"
    return f"{where}: {row['text']} => {row['replacement'] or '(nothing)'}"


def recorded(program, seed):
    """Returns the positions of a shard with their turns, the answers and the question."""
    return [(table.position, chosen, judged, question)
            for table, chosen, judged, question in compare.questions(program, seed)]


def by_changed(running, position, chosen):
    """Returns the answers of a changed program; none if it does not accept the position."""
    answer = json.loads(running.ask(compare.judge(position, chosen)))
    return ([], "") if "error" in answer else compare.by_program(running, position, chosen)


def different(program, code, number, questions):
    """Returns the number of transitions up to the first on which the changed program and the model
    differ; None if there is none.

    If one of them stops, the transition is the last one at its position.
    """
    done = 0
    with Changed(program, number) as running, model.Model(code, subprocess.DEVNULL) as asked:
        for position, chosen, judged, question in questions:
            try:
                theirs, asking = by_changed(running, position, chosen)
                same = (theirs, asking) in (([], ""), (judged, question))
                ours = [] if same else asked.judged(asking)
            except (ValueError, OSError):
                return done + len(chosen)
            differing = [not compare.agree(*pair) for pair in zip(theirs, ours)]
            if True in differing:
                return done + 1 + differing.index(True)
            done += len(chosen)
    return None


def arguments():
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--shards", type=int, default=32)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--built", action="store_true", help="use the build of the last run")
    parser.add_argument("--check", action="store_true", help="only check the table")
    return parser.parse_args()


def main():
    """Prints for each change the number of transitions until the first different answer."""
    args = arguments()
    args.work.mkdir(parents=True, exist_ok=True)
    rows = listed()
    check(rows)
    if args.check:
        print(f"{len(rows)} changes fit the code")
        return
    if not args.built:
        build(args.work, rows)
    elif (args.work / TABLE.name).read_bytes() != TABLE.read_bytes():
        raise SystemExit("the table has changed since the build")
    program = str(args.work / "target/release/splendor")
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        shards = pool.map(recorded, [args.program] * args.shards, range(args.shards))
        questions = [one for shard in shards for one in shard]
    total = sum(len(chosen) for _, chosen, _, _ in questions)
    print(f"{total} transitions", flush=True)
    model.copied(args.work / "model")
    code = model.compiled(args.work / "model")
    if different(program, code, 0, questions) is not None:
        raise SystemExit("the program without a change gives other answers")
    found = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        asked = pool.map(lambda number: different(program, code, number, questions), rows)
        for row, number in zip(rows.values(), asked):
            found.append(number)
            print(f"{number or 'not found':>9}  {told(row)}", flush=True)
    missed = found.count(None)
    print(f"{missed} of {len(found)} changes make no difference")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
