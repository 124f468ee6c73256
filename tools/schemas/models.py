"""Reads logs with the models of datamodel-code-generator.

    python models.py FOLDER LOG...

The folder holds the generated modules `splendor_log` and `splendor_report`.
"""

import json
import sys
from pathlib import Path

from pydantic import ValidationError

HERE = Path(__file__).parent
TURNS = ["TakeTurn", "ReserveTurn", "ReserveTurn", "PurchaseTurn", "PurchaseTurn", "PassTurn",
         "ForeignTurn"]


def refuses(model, value):
    try:
        model.model_validate(value)
    except ValidationError:
        return True
    return False


def main(folder, paths):
    sys.path.insert(0, folder)
    from splendor_log import DeckReserve, MarketReserve, SplendorLog, TakeTurn
    from splendor_report import SplendorReport

    text = (HERE / "log.json").read_text(encoding="utf-8")
    log = SplendorLog.model_validate_json(text)
    assert [type(turn.root).__name__ for turn in log.turns] == TURNS
    assert isinstance(log.turns[1].root.reserve.root, MarketReserve)
    assert isinstance(log.turns[2].root.reserve.root, DeckReserve)
    again = log.model_dump(mode="json", by_alias=True, exclude_unset=True)
    original = json.loads(text)
    # An `ext` may have any fields; a model without fields drops them.
    for place in (again, original):
        without_ext(place)
    assert again == original

    for path in paths:
        SplendorLog.model_validate_json(Path(path).read_text(encoding="utf-8"))

    good = json.loads(text)
    for turn in ({"take": ["red"]}, {"pass": True, "take": ["ruby"]}, {"seat": 0}, {"pass": False}):
        assert refuses(TakeTurn, turn) and refuses(SplendorLog, {**good, "turns": [turn]}), turn
    assert refuses(SplendorLog, {**good, "format": "splendor-log/2"})
    assert refuses(SplendorLog, {**good, "moves": []})
    assert refuses(SplendorReport, {"format": "splendor-report/1"})
    print(f"{len(paths) + 1} logs are read, 7 changed ones rejected")


def without_ext(value):
    if isinstance(value, dict):
        value.pop("ext", None)
    for child in value.values() if isinstance(value, dict) else value:
        if isinstance(child, (dict, list)):
            without_ext(child)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
