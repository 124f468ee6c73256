"""Validates every fourth case with the Python package jsonschema, which is slow.

    python validate.py WORK
"""

import itertools
import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).parent.parent.parent / "schema"


def validator_of(schema):
    text = (SCHEMAS / f"splendor-{schema}-1.schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def main(work):
    names = ("log", "position", "report", "manifest", "vector", "request", "answer")
    validators = {schema: validator_of(schema) for schema in names}
    wrong = 0
    with open(work / "cases.jsonl", encoding="utf-8") as cases, \
            open(work / "verdicts-jsonschema.txt", "w", encoding="utf-8") as verdicts:
        for line in itertools.islice(cases, 0, None, 4):
            case = json.loads(line)
            error = next(validators[case["schema"]].iter_errors(json.loads(case["text"])), None)
            accepted = error is None
            verdicts.write(f"{'accepted' if accepted else 'refused'} {case['name']}\n")
            if case["due"] not in (None, accepted):
                wrong += 1
                if wrong <= 10:
                    why = "accepted" if accepted else f"{error.json_path}: {error.message[:200]}"
                    print(f"jsonschema: {case['name']}: {why}")
    sys.exit(f"jsonschema: {wrong} verdicts are wrong" if wrong else 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
