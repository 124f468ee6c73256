"""Breaks the definitions of `broken.tsv`, one at a time, and compares the broken model with the
program; each has to make a difference."""

import argparse
import csv
import pathlib
import sys
import time

import compare  # First: it finds the modules of the second specification.
import model


def recorded(program, shards):
    """Returns questions for the model with the answers of the program."""
    return [(theirs, question) for seed in range(shards)
            for _, _, theirs, question in compare.questions(program, seed)]


def difference(code, questions):
    """Returns the number of transitions up to the first difference; None if there is none."""
    done = 0
    with model.Model(code) as asked:
        for theirs, question in questions:
            for their, our in zip(theirs, asked.judged(question), strict=True):
                done += 1
                if not compare.agree(their, our):
                    return done
    return None


def broken(work, row):
    """Compiles the model with one definition broken; returns its code."""
    model.copied(work)
    path = work / row["file"]
    text = path.read_text(encoding="utf-8")
    if row["text"] not in text:
        raise ValueError(f"{row['file']} does not contain: {row['text']}")
    path.write_text(text.replace(row["text"], row["replacement"], 1), encoding="utf-8")
    return model.compiled(work)


def main():
    """Prints for each broken definition the number of transitions until the first difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--shards", type=int, default=12)
    args = parser.parse_args()
    start = time.time()
    questions, missed = recorded(args.program, args.shards), 0
    total = sum(len(theirs) for theirs, _ in questions)
    print(f"{total} transitions, {time.time() - start:.0f} s", flush=True)
    with (model.ROOT / "spec/broken.tsv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE):
            found = difference(broken(args.work, row), questions)
            missed += found is None
            note = "not found" if found is None else str(found)
            print(f"{note:>9}  {row['file']}: {row['text']} => {row['replacement']}", flush=True)
    print(f"{missed} broken definitions make no difference, {time.time() - start:.0f} s")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
