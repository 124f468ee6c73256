"""Breaks the definitions of `broken.tsv`, one at a time, and compares the broken model with the
program; each has to make a difference."""

import argparse
import csv
import itertools
import multiprocessing
import os
import pathlib
import subprocess
import sys

import compare  # First: it finds the modules of the logic program.
import model

QUESTIONS = []  # The recorded questions with the answers of the program.


def recorded(program, seed):
    """Returns the questions of a shard for the model with the answers of the program."""
    return [(theirs, question) for _, _, theirs, question in compare.questions(program, seed)]


def answers(asked, question):
    """Returns the answers of the model; None if it stops, for example at a missing card."""
    try:
        return asked.judged(question)
    except ValueError:
        return None


def difference(code, questions):
    """Returns the number of transitions up to the first difference; None if there is none."""
    done = 0
    with model.Model(code, subprocess.DEVNULL) as asked:
        for theirs, question in questions:
            ours = answers(asked, question)
            if ours is None:
                return done + 1
            for their, our in zip(theirs, ours, strict=True):
                done += 1
                if not compare.agree(their, our):
                    return done
    return None


def broken(work, row):
    """Compiles the model with one definition broken; returns its code."""
    work = work / str(os.getpid())
    model.copied(work)
    path = work / row["file"]
    text = path.read_text(encoding="utf-8")
    if row["text"] not in text:
        raise ValueError(f"{row['file']} does not contain: {row['text']}")
    path.write_text(text.replace(row["text"], row["replacement"], 1), encoding="utf-8")
    return model.compiled(work)


def looked_for(job):
    """Returns the transitions up to the first difference that a broken definition makes."""
    work, row = job
    return difference(broken(work, row), QUESTIONS)


def definitions(files):
    """Returns the rows of `broken.tsv` that change a definition of a turn; a setup has none.  Only
    the rows of some files, if there are any."""
    with (model.HERE.parent / "broken.tsv").open(encoding="utf-8", newline="") as rows:
        found = list(csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in found if row["file"] != "rules/setup.dfy"
            and (not files or row["file"] in files)]


def main():
    """Prints for each broken definition the number of transitions until the first difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--shards", type=int, default=32)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--file", action="append", help="only the definitions of this file")
    args = parser.parse_args()
    with multiprocessing.Pool(args.jobs) as pool:
        jobs = [(args.program, seed) for seed in range(args.shards)]
        QUESTIONS.extend(itertools.chain.from_iterable(pool.starmap(recorded, jobs, 1)))
    total = sum(len(theirs) for theirs, _ in QUESTIONS)
    print(f"{total} transitions", flush=True)
    rows, found = definitions(args.file), []
    # The workers are forked, so they have the questions.
    with multiprocessing.get_context("fork").Pool(args.jobs) as pool:
        for row, number in zip(rows, pool.imap(looked_for, [(args.work, row) for row in rows])):
            found.append(number)
            note = number or "not found"
            print(f"{note:>9}  {row['file']}: {row['text']} => {row['replacement']}", flush=True)
    missed = found.count(None)
    print(f"{missed} of {len(found)} broken definitions make no difference")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
