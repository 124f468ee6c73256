"""A report has the fields of the report format, as objects."""

from __future__ import annotations

import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import splendor_verify as sv

SCHEMA: dict[str, Any] = json.loads(
    (ROOT / "schema/splendor-report-1.schema.json").read_bytes()
)
ILLEGAL = Path("replays/illegal/take-pair-needs-four.json")


@pytest.mark.parametrize(
    "kind",
    [
        sv.Tool,
        sv.InputFile,
        sv.Source,
        sv.AppliedRuling,
        sv.Finding,
        sv.Related,
        sv.MissingFact,
        sv.InferredFact,
    ],
)
def test_every_object_has_the_fields_of_the_schema(kind: type[Any]) -> None:
    told = SCHEMA["$defs"][kind.__name__]
    fields = dataclasses.fields(kind)
    assert {field.name for field in fields} == set(told["properties"])
    needed = {field.name for field in fields if field.default is dataclasses.MISSING}
    assert needed == set(told.get("required", []))


def test_a_report_has_the_fields_of_the_schema() -> None:
    public = {name for name, value in vars(sv.Report).items() if isinstance(value, property)}
    ours = {"_parsed", "deciding", "clause", "turn", "message", "place"}
    assert public - ours == set(SCHEMA["properties"])


def test_verdicts_and_severities_are_those_of_the_schema() -> None:
    from typing import get_args

    assert list(get_args(sv.Verdict)) == SCHEMA["$defs"]["Verdict"]["enum"]
    assert list(get_args(sv.Severity)) == SCHEMA["$defs"]["Severity"]["enum"]


def plain(value: Any) -> Any:
    """Return a report's value in the form of the JSON."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        told = {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}
        return {name: plain(one) for name, one in told.items() if one is not None}
    return [plain(one) for one in value] if isinstance(value, tuple) else value


def test_every_attribute_agrees_with_the_json() -> None:
    reports = [
        sv.verify(path, keep_going=True)
        for folder in ("legal", "illegal", "clients/effective-splendor")
        for path in sorted(Path("replays", folder).glob("*.json"))
    ]
    names = ("consistent.json", "undecided.json", "inferred.json")
    reports += [sv.verify(Path("tests/cmd", name)) for name in names]
    seen = set()
    for report in reports:
        told = {name: plain(getattr(report, name)) for name in SCHEMA["properties"]}
        told = {name: value for name, value in told.items() if value is not None}
        if not told["departures"]:
            del told["departures"]
        assert told == report.to_dict() == json.loads(report.json())
        seen |= set(told)
    assert seen == set(SCHEMA["properties"])


def test_the_deciding_finding_has_attributes() -> None:
    report = sv.verify(ILLEGAL)
    assert report.verdict == "illegal"
    assert report.clause == "take.pair-needs-four"
    assert report.turn == 2
    assert report.place == f"{ILLEGAL}:15:26"
    assert report.message == "two emeralds taken from a stack of three"
    assert report.findings[0] == report.deciding
    assert report.findings[0].facts == {"token": "emerald", "supply": 3}
    assert report.findings[0].related is not None
    assert repr(report) == f"<Report {ILLEGAL} illegal {report.clause}: {report.message}>"
    legal = sv.verify(Path("replays/legal/take-pair-needs-four.json"))
    told = (legal.deciding, legal.clause, legal.turn, legal.place, legal.message)
    assert told == (None, None, None, None, None)


def test_an_undecided_log_has_no_finding_and_names_where_the_search_stopped() -> None:
    report = sv.verify(Path("tests/cmd/undecided.json"))
    assert (report.verdict, report.judged, report.plies) == ("undecided", 35, 38)
    assert (report.deciding, report.missing[-1].turn) == (None, 36)


def test_the_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert sv.__version__ == version("splendor-verify") == sv.verify("{").tool.version


def test_reports_are_values() -> None:
    report = sv.verify(ILLEGAL)
    again = sv.verify(ILLEGAL)
    other = sv.verify(ILLEGAL, keep_going=True, name="elsewhere")
    assert report == again and hash(report) == hash(again) and report is not again
    assert report != sv.verify(ILLEGAL.read_bytes(), name="elsewhere") and report != 3
    assert pickle.loads(pickle.dumps(report)) == report
    assert other.to_dict()["input"]["name"] == str(ILLEGAL)
