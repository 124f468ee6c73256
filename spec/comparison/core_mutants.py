"""Breaks the checks of the core, one at a time, and counts how many the comparison finds.

A mutant is a change by cargo-mutants of a function in the folder `rule` of the core.  All of them
are in one build, as in `tools/code-mutants`.  The recorded transitions are those on which program
and model agree; a mutant is found if the program then answers one of them differently.
"""

import argparse
import collections
import concurrent.futures
import csv
import datetime
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import compare  # First: it finds the modules of the second specification.
import model

TOOLS = model.ROOT / "tools/code-mutants"
sys.path.insert(0, str(TOOLS))

import mutants
import one_build

RESULT = model.HERE / "core-mutants.json"
EXCUSED = model.HERE / "core-mutants.tsv"
FOLDER = "crates/splendor-core/src/rule/"
# Files with the rules of modules that the model does not have.
OTHERS = {"trading-posts": ["post.rs"], "orient": ["orient.rs", "events.rs"],
          "strongholds": ["stronghold.rs"]}
SECONDS = 60  # Most seconds of processor time for a mutant; the recorded questions take about two.


def recorded(program, shards, work):
    """Writes the questions of each shard to a file; returns the files."""
    paths = []
    for seed in range(shards):
        lines = []
        for table, chosen, theirs, _ in compare.questions(program, seed):
            lines.append('{"id":1,' + compare.judge(table.position, chosen) + "}")
            for text, judged in zip(chosen, theirs, strict=True):
                if "clause" not in judged:
                    lines.append(f'{{"id":1,"ask":"play","position":{table.position},'
                                 f'"turn":{text}}}')
        paths.append(work / f"questions-{seed}.jsonl")
        paths[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
    return paths


def answers(program, path, number):
    """Returns the answers of the program with this mutant; None if it takes too long."""
    env = mutants.environment(MUTANT=str(number))
    with path.open("rb") as questions:
        done = subprocess.run([program, "engine"], stdin=questions, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env=env, check=False,
                              preexec_fn=lambda: mutants.limit(SECONDS))
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return None
    return done.stdout


def listed(source, skipped):
    """Returns the mutants of the files with rules by number."""
    command = ["cargo", "mutants", "--list", "--json", "--no-config", "-p", "splendor-core"]
    done = subprocess.run(command, cwd=source, check=True, stdout=subprocess.PIPE, text=True)
    some = [m for m in json.loads(done.stdout) if m["file"].startswith(FOLDER)
            and m["file"].removeprefix(FOLDER) not in skipped]
    return dict(enumerate(some, start=1))


def built(tree, found, target):
    """Builds the program with all mutants; returns it and the numbers of those in it."""
    env = mutants.environment(
        CARGO_TARGET_DIR=str(target), RUSTFLAGS="--cap-lints=allow",
        CARGO_PROFILE_RELEASE_LTO="off", CARGO_PROFILE_RELEASE_CODEGEN_UNITS="16",
        CARGO_PROFILE_RELEASE_OPT_LEVEL="1", CARGO_PROFILE_RELEASE_DEBUG="false")
    taken, _ = one_build.put_in(tree, found, env)
    subprocess.run(["cargo", "build", "--release", "-p", "splendor-cli"], cwd=tree, env=env,
                   check=True)
    return str(target / "release/splendor"), sorted(taken)


def outcomes(program, paths, right, numbers, jobs):
    """Yields each mutant and whether the recorded transitions find it."""
    def is_found(number):
        return any(answers(program, path, number) != one
                   for path, one in zip(paths, right, strict=True))

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from zip(numbers, pool.map(is_found, numbers))


def mutated(args):
    """Returns the mutants, and the program that has those of the numbers."""
    source, tree, numbers = (args.work / name for name in ("source", "tree", "numbers.json"))
    if not args.built:
        mutants.copy_tree(source)
    modules = json.loads(model.SCOPE.read_text(encoding="utf-8"))["modules"]
    skipped = {file for name, files in OTHERS.items() if name not in modules for file in files}
    found = listed(source, skipped)
    if args.built:
        return found, str(args.work / "target/release/splendor"), json.loads(numbers.read_text())
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(source, tree)
    program, taken = built(tree, found, args.work / "target")
    numbers.write_text(json.dumps(taken))
    return found, program, taken


def main():
    """Prints the mutants that no transition finds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--shards", type=int, default=24)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--built", action="store_true", help="use the build of the last run")
    parser.add_argument("--write", action="store_true", help=f"record the sums in {RESULT.name}")
    args = parser.parse_args()
    found, program, numbers = mutated(args)
    paths = recorded(args.program, args.shards, args.work)
    right = [answers(args.program, path, 0) for path in paths]
    if right != [answers(program, path, 0) for path in paths]:
        raise SystemExit("the program without a mutant gives other answers")
    with EXCUSED.open(encoding="utf-8", newline="") as rows:
        excused = {tuple(row)[:3] for row in csv.reader(rows, delimiter="\t")}
    excused |= mutants.excuses()
    files, missed = collections.defaultdict(collections.Counter), []
    for number, is_found in outcomes(program, paths, right, numbers, args.jobs):
        where = mutants.place(args.work / "source", found[number])
        outcome = "found" if is_found else "excused" if where in excused else "missed"
        files[found[number]["file"].removeprefix(FOLDER)][outcome] += 1
        if outcome == "missed":
            missed.append("\t".join(where))
            print("missed: " + missed[-1], flush=True)
    result = {"date": datetime.date.today().isoformat(), "shards": args.shards,
              "questions": sum(answer.count(b"\n") for answer in right), "mutants": len(numbers),
              "missed": missed, "files": {name: dict(sorted(files[name].items()))
                                          for name in sorted(files)}}
    print(json.dumps(result["files"], indent=1))
    if args.write:
        RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    sys.exit(len(missed) > 0)


if __name__ == "__main__":
    main()
