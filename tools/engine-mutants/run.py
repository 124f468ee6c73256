"""Judges the vectors of the conformance kit by the mutants of engines that they find.

An engine without a mistake must fail no vector, and every mutant must fail at least one.
`splendor engine` gives the right answers.  A mutant of the whole engine only plays turns and counts
scores, so it is harder to find than an engine that also lists the legal turns.
"""

import argparse
import itertools
import json
import multiprocessing
import pathlib
import signal
import subprocess
import sys

sys.dont_write_bytecode = True

import engine
from mutants import MUTANTS

VECTORS = engine.ROOT / "replays/vectors.jsonl"
PATIENCE = 10  # Seconds for all questions about a vector.


def right_answers(program, vectors):
    """Adds the answers of the program to the vectors."""
    asked, questions = [], []
    for vector in vectors:
        position = vector["position"]
        vector["plays"] = []
        for asks in [{"ask": "legal"}] + [
            {"ask": "play", "turn": row["turn"]} for row in vector.get("turns", [])
        ]:
            asked.append((vector, asks["ask"]))
            questions.append(json.dumps({"id": len(asked), "position": position} | asks))
    answers = subprocess.run(
        [program, "engine"], input="\n".join(questions) + "\n", capture_output=True, text=True,
        check=True,
    ).stdout.splitlines()
    for (vector, ask), answer in zip(asked, map(json.loads, answers), strict=True):
        if ask == "legal":
            vector["legal_turns"] = answer["turns"]
        else:
            vector["plays"].append(answer.get("position"))


def prepared(vectors):
    """Adds the expected answers in the form in which they are compared."""
    whole = engine.Whole()
    for vector in vectors:
        mover = vector["position"].get("to_move", 0)
        vector["keys"] = sorted(engine.key(turn, mover) for turn in vector.pop("legal_turns"))
        vector["states"] = [after and engine.state(whole.read(after)) for after in vector["plays"]]
    return whole


def fails(judged, vector, whole):
    """Returns whether an engine answers a question about a vector wrongly."""
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        position = vector["position"]
        scores, winners = judged.score(position)
        due = vector.get("winners")
        if scores != vector["scores"] or due is not None and sorted(winners) != due:
            return True
        turns = [row["turn"] for row in vector.get("turns", [])]
        if isinstance(judged, engine.Whole):
            found = [judged.play(position, turn) for turn in turns]
            return found != vector["states"]
        listed = judged.legal(position)
        if listed != vector["keys"]:
            return True
        after = (judged.play(position, turn, listed) for turn in turns)
        return [one and engine.state(whole.read(one)) for one in after] != vector["states"]
    except TimeoutError:
        return True  # The kit stops an engine that does not answer.
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, StopIteration):
        return True  # A mutant that stops has given no answer.
    except Exception as stopped:
        if type(stopped).__name__ not in ("Broken", "Undecided", "Unsupported"):
            raise
        return True
    finally:
        signal.alarm(0)


def stop(*_):
    """Ends an answer that takes too long."""
    raise TimeoutError


def failed(job):
    """Returns the names of the vectors that an engine fails, at most so many."""
    name, edits, most = job
    judged = engine.Base(edits) if name.startswith("base") else engine.Whole(edits)
    whole = engine.Whole() if isinstance(judged, engine.Base) else None
    vectors = (vector for vector in VECTORS_OF_RUN if judged.knows(vector))
    found = (vector["name"] for vector in vectors if fails(judged, vector, whole))
    return name, list(itertools.islice(found, most))


VECTORS_OF_RUN = []


def results(program, path, mutants=MUTANTS, most=None):
    """Returns for each engine the names of the vectors that it fails, at most so many."""
    with open(path, encoding="utf-8") as file:
        VECTORS_OF_RUN[:] = map(json.loads, file)
    right_answers(program, VECTORS_OF_RUN)
    prepared(VECTORS_OF_RUN)
    engines = [(*one, most) for one in [("whole engine", ()), ("base engine", ()), *mutants]]
    with multiprocessing.get_context("fork").Pool() as pool:
        return dict(pool.imap(failed, engines))


def main():
    """Prints the number of vectors that find each mutant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=engine.ROOT / "target/release/splendor")
    parser.add_argument("--vectors", type=pathlib.Path, default=VECTORS)
    parser.add_argument("--most", type=int, default=10, help="stop a mutant after so many")
    parser.add_argument("--every", type=int, default=1, help="try every so many mutants only")
    parser.add_argument("--write", type=pathlib.Path, help="write the table to this file too")
    args = parser.parse_args()
    found = results(args.program, args.vectors, MUTANTS[:: args.every], most=args.most)
    wrong = {name: found.pop(name) for name in ("whole engine", "base engine")}
    rows = [f"{len(names)}\t{name}" for name, names in found.items()]
    text = "\n".join(["vectors\tmutant", *rows]) + "\n"
    print(text, end="")
    if args.write:
        args.write.write_text(text, encoding="utf-8")
    missed = [name for name, names in found.items() if not names]
    for name in missed:
        print("no vector finds:", name)
    for name, names in wrong.items():
        print(f"{name} fails {len(names)} vectors", *names)
    print(f"{len(VECTORS_OF_RUN)} vectors, {len(found)} mutants, {len(missed)} of them not found")
    sys.exit(bool(missed or any(wrong.values())))


if __name__ == "__main__":
    main()
