"""Breaks the definitions of `broken.tsv`, one at a time, and compares the broken model with the
program; each has to make a difference."""

import argparse
import csv
import json
import pathlib
import sys
import time

import compare  # First: it finds the modules of the second specification.
import model

RESULT = model.HERE / "broken.json"


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


def definitions(files):
    """Returns the rows of `broken.tsv` that change a definition of a turn; a setup has none.  Only
    the rows of some files, if there are any."""
    with (model.ROOT / "spec/broken.tsv").open(encoding="utf-8", newline="") as rows:
        found = list(csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in found if row["file"] != "rules/setup.dfy"
            and (not files or row["file"] in files)]


def main():
    """Prints for each broken definition the number of transitions until the first difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--shards", type=int, default=12)
    parser.add_argument("--file", action="append", help="only the definitions of this file")
    parser.add_argument("--write", action="store_true", help=f"record the sums in {RESULT.name}")
    args = parser.parse_args()
    questions = recorded(args.program, args.shards)
    total = sum(len(theirs) for theirs, _ in questions)
    print(f"{total} transitions", flush=True)
    found = []
    for row in definitions(args.file):
        found.append(difference(broken(args.work, row), questions))
        note = found[-1] or "not found"
        print(f"{note:>9}  {row['file']}: {row['text']} => {row['replacement']}", flush=True)
    missed = found.count(None)
    print(f"{missed} of {len(found)} broken definitions make no difference")
    if args.write:
        result = {"date": time.strftime("%Y-%m-%d"), "transitions": total,
                  "definitions": len(found), "missed": missed,
                  "most": max(filter(None, found))}
        RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
