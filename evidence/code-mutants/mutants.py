"""Runs the mutants of splendor-core and reports the outcome of each."""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
from pathlib import Path

import one_build

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXCUSED = HERE / "excused.tsv"
MEMORY = 4 << 30
NOTICED = ("caught", "timeout", "unviable")
# Results are saved after this number of mutants.
PORTION = 50
# Slow tests that rarely catch more than the others: left out of the first passes.
SLOW = [
    "hidden_cards::a_card_appears",
    "following_a_log_never_panics::any_turn",
    "hidden_cards::a_telling",
    "post_demands_and_payments::payments_with",
    "prices_and_holdings::a_card_is",
    "theorems::",
    "on_the_real_box",
]
# The passes; each runs on the survivors of the one before.  Whether the samples are large, seconds
# of processor time, and the tests left out.
PASSES = [
    (False, 4, ["play_violations_and_legal_agree::", "perft_counts::what_is_counted", *SLOW]),
    (False, 80, SLOW),
    (True, 1400, []),
]


def environment(**more):
    names = ["RUSTFLAGS", "CARGO_TARGET_DIR", "SPLENDOR_LONG"]
    kept = {name: value for name, value in os.environ.items() if name not in names}
    settings = {
        "RUSTC_BOOTSTRAP": "1",
        "RUST_BACKTRACE": "0",
        "CARGO_PROFILE_DEV_DEBUG": "false",
        "CARGO_PROFILE_TEST_DEBUG": "false",
    }
    return {**kept, **settings, **more}


def key(mutant):
    """Returns the key of a mutant, without its line and column: edits above it change these."""
    path, _, _, what = mutant["name"].split(":", 3)
    return path, what.strip()


def place(source, mutant):
    """Returns the fields of an excuse: the file, the mutation and the changed line."""
    lines = (source / mutant["file"]).read_text().splitlines()
    return *key(mutant), lines[mutant["span"]["start"]["line"] - 1].strip()


def names(source, mutants):
    """Returns a key for each mutant that is stable while its file, without tests, is unchanged."""
    found, times = {}, {}
    for number, mutant in mutants.items():
        code = (source / mutant["file"]).read_text().split("#[cfg(test)]\nmod tests")[0].rstrip()
        where = (*place(source, mutant), hashlib.sha256(code.encode()).hexdigest()[:16])
        times[where] = times.get(where, 0) + 1
        found[number] = "\t".join([*where, str(times[where])])
    return found


def listed(source, options):
    """Returns the mutants of this run by number, from 1."""
    command = ["cargo", "mutants", "--list", "--json", "--no-config", "-p", "splendor-core"]
    if options.in_diff:
        command += ["--in-diff", str(Path(options.in_diff).resolve())]
    text = subprocess.run(command, cwd=source, check=True, capture_output=True, text=True).stdout
    part, parts = (int(number) for number in options.shard.split("/"))
    if not 1 <= part <= parts:
        raise SystemExit(f"--shard {options.shard}: the first shard of two is 1/2")
    mutants = dict(enumerate(json.loads(text), start=1))
    return {number: m for number, m in mutants.items() if number % parts == part % parts}


def copy_tree(to):
    """Copies the tracked files and the new files that are not ignored."""
    shutil.rmtree(to, ignore_errors=True)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for file in filter(None, files.split("\0")):
        if (ROOT / file).is_file():
            (to / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, to / file)


def limit(seconds=None):
    """Limits memory and processor time; wall time depends on the load of the machine."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))


def build(tree, env):
    """Builds the tests of the core and returns the programs, unit tests first."""
    command = ["cargo", "test", "-p", "splendor-core", "--lib", "--test", "it", "--no-run"]
    command += ["--config=profile.dev.package.splendor-core.opt-level=1", "--message-format=json"]
    answer = subprocess.run(command, cwd=tree, env=env, check=True, stdout=subprocess.PIPE)
    messages = map(json.loads, answer.stdout.splitlines())
    programs = filter(None, (message.get("executable") for message in messages))
    return sorted(programs, key=lambda program: Path(program).name.startswith("it-"))


def judge(tree, programs, number, long, seconds, skipped):
    """Returns the outcome of the tests for one mutant in the tree."""
    arguments = ["-Zunstable-options", "--fail-fast", "--test-threads=1"]
    arguments += [word for name in skipped for word in ("--skip", name)]
    env = environment(MUTANT=str(number), **({"SPLENDOR_LONG": "1"} if long else {}))
    for program in programs:
        command = [program, *arguments]
        out = subprocess.DEVNULL
        folder = tree / "crates/splendor-core"
        answer = subprocess.run(
            command, cwd=folder, env=env, stdout=out, stderr=out,
            preexec_fn=lambda: limit(seconds),
        )
        if answer.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "timeout"
        if answer.returncode != 0:
            return "caught"
    return "missed"


def run_in_one_build(mutants, work, jobs):
    """Yields, in batches, the outcomes of the mutants that fit into one build."""
    source, tree = work / "source", work / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(source, tree)
    env = environment(CARGO_TARGET_DIR=str(work / "target"), RUSTFLAGS="--cap-lints=allow")
    taken, refused = one_build.put_in(tree, mutants, env)
    yield dict.fromkeys(refused, "unviable")
    print(f"{len(taken)} mutants in one build; {len(refused)} do not compile", flush=True)
    programs = build(tree, env)
    open_ = sorted(taken)
    for long, seconds, skipped in PASSES:
        if judge(tree, programs, 0, long, seconds, skipped) != "missed":
            raise SystemExit("the tests fail without any mutant")
        print(f"{len(open_)} mutants, {'large' if long else 'small'} samples", flush=True)
        survivors = []
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for at in range(0, len(open_), PORTION):
                some = open_[at : at + PORTION]
                ask = lambda n: judge(tree, programs, n, long, seconds, skipped)
                found = dict(zip(some, pool.map(ask, some)))
                yield found
                survivors += [n for n in some if found[n] == "missed"]
        known = excuses()
        open_ = [n for n in survivors if place(source, mutants[n]) not in known]


def run_one_by_one(mutants, work, jobs):
    """Returns the outcomes of mutants that need a build of their own."""
    if not mutants:
        return {}
    patterns = ["^" + re.escape(m["name"]).replace("\\ ", " ") + "$" for m in mutants.values()]
    config = work / "mutants.toml"
    config.write_text("examine_re = " + json.dumps(patterns) + "\n")
    command = ["cargo", "mutants", "-p", "splendor-core", "--config", str(config)]
    command += ["--baseline", "skip", "--timeout", "240", "--build-timeout", "600"]
    # Keep lints: one of them stops constants that the compiler would evaluate forever.
    command += ["--cap-lints", "false", "--jobs", str(jobs), "-o", str(work)]
    command += ["-C=--config=profile.dev.package.splendor-core.opt-level=1"]
    command += ["-C=--lib", "-C=--test=it", "--", "--", "-Zunstable-options", "--fail-fast"]
    command += [word for name in SLOW for word in ("--skip", name)]
    shutil.rmtree(work / "mutants.out", ignore_errors=True)
    env = environment(CARGO_INCREMENTAL="1")
    subprocess.run(command, cwd=work / "source", env=env, preexec_fn=limit, check=False)
    found = json.loads((work / "mutants.out/outcomes.json").read_text())["outcomes"]
    words = {"CaughtMutant": "caught", "Unviable": "unviable", "Timeout": "timeout"}
    by_name = {
        outcome["scenario"]["Mutant"]["name"]: words.get(outcome["summary"], "missed")
        for outcome in found
        if isinstance(outcome["scenario"], dict)
    }
    return {number: by_name.get(m["name"], "missed") for number, m in mutants.items()}


def excuses():
    """Returns the mutants that may survive: file, mutation and changed line."""
    rows = [line.split("\t") for line in EXCUSED.read_text().splitlines()[1:]]
    return {tuple(row[:3]) for row in rows}


def function_of(mutation):
    """Returns the function of a mutation like `replace < with <= in City::parse`."""
    _, separator, function = mutation.rpartition(" in ")
    if not separator:
        function = mutation.removeprefix("replace ").split(" ->")[0]
    return function.split(" with ")[0].split("::")[-1]


def check_excuses():
    """Fails unless every excused mutant is still in the code, with a reason."""
    stale = []
    rows = [line.split("\t") for line in EXCUSED.read_text().splitlines()[1:]]
    for file, mutation, line, reason in rows:
        code = (ROOT / file).read_text()
        # A constant is outside of functions, so only its line is checked.
        inside = line.startswith("const ") or f"fn {function_of(mutation)}" in code
        if not inside or line not in map(str.strip, code.splitlines()) or len(reason) <= 20:
            stale.append(f"{file}: {mutation}: {line}")
    if stale:
        raise SystemExit("\n".join(["excused, but not in the code:", *stale]))
    print(f"{len(rows)} excused mutants are in the code")


def report(source, mutants, outcomes, options):
    """Prints the sums by file and returns the missed count."""
    excused = excuses()
    files, missed, used = {}, [], set()
    for number, mutant in mutants.items():
        outcome = outcomes[number]
        if outcome == "missed":
            where = place(source, mutant)
            outcome = "excused" if where in excused else "missed"
            used.add(where)
            if outcome == "missed":
                missed.append("\t".join(where))
        file = mutant["file"].removeprefix("crates/splendor-core/src/")
        files.setdefault(file, collections.Counter())[outcome] += 1
    for file, counts in sorted(files.items()):
        print(f"{file}: " + sums(counts))
    print("\n".join(["missed: " + line for line in missed]))
    print(f"{len(mutants)} mutants: " + sums(sum(files.values(), collections.Counter())))
    if options.shard == "1/1" and not options.in_diff:
        for where in sorted(excused - used):
            print("excused, but caught: " + "\t".join(where))
    return len(missed)


def sums(counts):
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shard", default="1/1", metavar="K/N", help="the K-th of N parts")
    parser.add_argument("--in-diff", metavar="FILE", help="only mutants of changed lines")
    parser.add_argument("--resume", action="store_true", help="continue a stopped run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", type=Path, default=ROOT / "target/code_mutants")
    parser.add_argument("--check", action="store_true", help="only check the excuses")
    options = parser.parse_args()
    check_excuses()
    if options.check:
        return
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    source = work / "source"
    copy_tree(source)
    mutants = listed(source, options)
    known = work / "outcomes.json"
    before = json.loads(known.read_text()) if options.resume and known.exists() else {}
    lasting = names(source, mutants)
    outcomes = {n: before[name] for n, name in lasting.items() if before.get(name) in NOTICED}
    open_ = {n: m for n, m in mutants.items() if n not in outcomes}
    print(f"{len(mutants)} mutants, {len(open_)} to try", flush=True)

    def keep():
        found = {lasting[number]: outcome for number, outcome in outcomes.items()}
        known.write_text(json.dumps({**before, **found}, indent=0))

    for found in run_in_one_build(open_, work, options.jobs):
        outcomes.update(found)
        keep()
    left = {n: m for n, m in open_.items() if outcomes.get(n, "missed") == "missed"}
    excused = excuses()
    again = {n: m for n, m in left.items() if place(source, m) not in excused}
    print(f"{len(again)} mutants with a build of their own", flush=True)
    outcomes.update(dict.fromkeys(left, "missed"))
    outcomes.update(run_one_by_one(again, work, options.jobs))
    keep()
    raise SystemExit(1 if report(source, mutants, outcomes, options) else 0)


if __name__ == "__main__":
    main()
