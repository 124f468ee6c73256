"""Writes the cases for the validators: one JSON object a line, with the expected verdict.

The expected verdict on a changed log is that of the program's reader.  A changed position or
report has no expected verdict; the validators only need to agree.

    python cases.py PROGRAM WORK
"""

import copy
import json
import random
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent

OTHER_VALUES = [
    None, True, False, 0, 1, -1, 1.5, 16, 255, 256, 100_001, "", "x", "ruby", "gold", "a0d3s",
    "x" * 65, "x" * 1001, "💎" * 64, [], [1], ["ruby"], ["ruby"] * 13, [[]], {}, {"ruby": 1},
    {"x": {}},
]


def program(*arguments, stdin="", statuses=(0,)):
    """Runs the program and returns the lines that it prints."""
    run = subprocess.run(
        [PROGRAM, *arguments], input=stdin, capture_output=True, text=True, encoding="utf-8"
    )
    assert run.returncode in statuses, f"{arguments}: {run.returncode}\n{run.stderr}"
    return [line for line in run.stdout.split("\n") if line]


def step_into(value, segment):
    return value[int(segment)] if isinstance(value, list) else value[segment]


def changed(value, pointer, put=None, drop=False):
    """Returns the value with the place of a pointer replaced or dropped."""
    whole = copy.deepcopy(value)
    before, _, last = pointer.rpartition("/")
    parent = at(whole, before)
    last = int(last) if isinstance(parent, list) else last
    if drop:
        del parent[last]
    else:
        parent[last] = put
    return whole


def pointers(value, pointer=""):
    """Yields the pointer of every value in a value, but not of the whole."""
    children = ()
    if isinstance(value, list):
        children = enumerate(value)
    elif isinstance(value, dict):
        children = value.items()
    for name, child in children:
        yield f"{pointer}/{name}"
        yield from pointers(child, f"{pointer}/{name}")


def mutants(value):
    """Yields names and copies of the value with one place changed."""
    for pointer in pointers(value):
        yield f"{pointer} dropped", changed(value, pointer, drop=True)
        for put in OTHER_VALUES:
            yield f"{pointer} = {json.dumps(put)[:40]}", changed(value, pointer, put)
    for pointer in ["", *pointers(value)]:
        if isinstance(at(value, pointer), dict):
            yield f"{pointer}/zzz added", changed(value, f"{pointer}/zzz", 1)


def at(value, pointer):
    """Returns the value at a pointer."""
    for segment in pointer.split("/")[1:]:
        value = step_into(value, segment)
    return value


def texts_of(path):
    """Returns the logs in a file: the file, or its lines."""
    text = path.read_text(encoding="utf-8")
    return text.splitlines() if path.suffix in (".jsonl", ".ndjson") else [text]


def format_of(text):
    """Returns the format that a text names, like `log`; None for files of other clients."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    name = str(value.get("format")) if isinstance(value, dict) else ""
    return name.removeprefix("splendor-").split("/")[0] if name.startswith("splendor-") else None


# Tables without a published format.
TABLES = (
    "replays/perft/counts.json",
    "replays/museum/index.json",
)


def data():
    """Yields the format, the name and the text of every document in the replays."""
    for path in sorted((ROOT / "replays").rglob("*.json*")):
        name = path.relative_to(ROOT).as_posix()
        for line, text in enumerate(texts_of(path), 1):
            kind = format_of(text)
            plain = name.startswith("replays/clients/") or name in TABLES
            assert kind or plain, f"{name}:{line} names no format"
            if kind:
                yield kind, f"{name}:{line}", text


def replays():
    return [(name, text) for kind, name, text in data() if kind == "log"]


def generated():
    """Yields random games of every kind that the program makes."""
    kinds = [["--seats", str(seats), *more] for seats in (2, 3, 4) for more in ([], ["--after"])]
    kinds += [["--policy", policy] for policy in ("uniform", "greedy", "hoarder", "nobles")]
    kinds += [["--no-decks"], ["--edition", "2014"], ["--box", "silk-road", "--max-turns", "9"]]
    for kind in kinds:
        lines = program("generate", "--games", "3", "--seed", "7", *kind)
        for number, line in enumerate(lines, 1):
            yield f"generate {' '.join(kind)}:{number}", line


def positions():
    """Yields the table at some turns of random games."""
    for seed in ("1", "2", "3"):
        [line] = program("generate", "--seed", seed)
        turns = len(json.loads(line)["turns"])
        for turn in sorted({1, turns // 2, turns, turns + 1}):
            shown = program("show", "-", "--format", "json", "--turn", str(turn), stdin=line)
            yield f"show seed {seed} turn {turn}", "\n".join(shown)


def talk():
    """Yields the questions to the example engine and its answers."""
    page = (ROOT / "docs/src/conformance.md").read_text(encoding="utf-8")
    lines = page.split("```json\n")[1].split("```")[0].splitlines()
    # The page abbreviates positions; only the greeting is complete.
    yield lines[0], lines[1]


def reports_on(logs):
    """Returns the report on each log."""
    lines = "".join(json.dumps(json.loads(text)) + "\n" for text in logs)
    reports = program("verify", "--format", "json", "-", stdin=lines, statuses=(0, 1, 2))
    assert len(reports) == len(logs), f"{len(reports)} reports on {len(logs)} logs"
    return reports


def base(schema):
    return json.loads((HERE / f"{schema}.json").read_text(encoding="utf-8"))


def cases():
    logs = [*replays(), ("log.json", json.dumps(base("log")))]
    assert len(logs) > 1, "replays/ holds no log"
    logs += generated()
    for name, text in logs:
        yield "log", name, True, text
    reports = reports_on([text for _, text in logs])
    for (name, _), report in zip(logs, reports):
        yield "report", f"report on {name}", True, report
    for kind, name, text in data():
        if kind != "log":
            yield kind, name, True, text
    for request, answer in talk():
        yield "request", f"request {request}", True, request
        yield "answer", f"answer {answer}", True, answer
    for name, text in [*positions(), ("position.json", json.dumps(base("position")))]:
        yield "position", name, True, text

    report = next(json.loads(report) for report in reports if '"supply":' in report)
    bases = {"log": base("log"), "position": base("position"), "report": report}
    for change in json.loads((HERE / "refused.json").read_text(encoding="utf-8")):
        schema = change.pop("schema")
        pointer = change.pop("at")
        name = f"{schema} {pointer} {json.dumps(change)}"
        yield schema, name, False, json.dumps(changed(bases[schema], pointer, **change))
    yield from changed_logs(bases["log"])
    for schema in ("position", "report"):
        for name, mutant in mutants(bases[schema]):
            yield schema, f"{schema} {name}", None, json.dumps(mutant)


def irregular(log):
    """Whether a turn lacks an action or has several, which only the reader accepts."""
    actions = {"take", "reserve", "purchase", "pass", "foreign"}
    return any(len(actions & set(turn)) != 1 for turn in log["turns"])


def changed_logs(log):
    # Another format number is rejected before the shape is checked, so there is no verdict.
    read_at_all = [one for one in mutants(log) if not one[0].startswith("/format")]
    reports = reports_on([json.dumps(mutant) for _, mutant in read_at_all])
    for (name, mutant), report in zip(read_at_all, reports):
        read = json.loads(report)["verdict"] != "malformed"
        yield "log", f"log {name}", read and not irregular(mutant), json.dumps(mutant)
    for number in random.Random(1).sample(range(len(reports)), 200):
        yield "report", f"report on log {read_at_all[number][0]}", True, reports[number]


if __name__ == "__main__":
    PROGRAM, WORK = sys.argv[1:]
    with open(Path(WORK) / "cases.jsonl", "w", encoding="utf-8") as file:
        count = 0
        for schema, name, due, text in cases():
            case = {"schema": schema, "name": name, "due": due, "text": text}
            file.write(json.dumps(case, ensure_ascii=False) + "\n")
            count += 1
    print(f"{count} cases")
