"""Example user code for mypy and pyright; it is never run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from typing_extensions import assert_type

import splendor_verify as sv
from splendor_verify import formats

report = sv.verify(Path("game.json"), rulings={"target": 21}, client="spender", keep_going=True)
assert_type(report, sv.Report)
assert_type(report.verdict, sv.Verdict)
assert_type(report.clause, str | None)
assert_type(report.findings, tuple[sv.Finding, ...])
assert_type(report.findings[0].facts, dict[str, str | int])
assert_type(report.json(), str)
assert_type(sv.verify_many([b"{}", "{}"], threads=2), list[sv.Report])
maybe: list[str | None] = ["{}", None]
assert_type(sv.verify_many(maybe), list[sv.Report | None])
assert_type(sv.verify_file("games.jsonl"), Iterator[sv.Report])
assert_type(sv.legal_turns("{}", turn=3), list[sv.Turn])
assert_type(sv.score(sv.position("{}")).winners, tuple[int, ...] | None)
assert_type(sv.play(sv.position("{}"), {"seat": 0, "pass": True}), sv.Position)
assert_type(sv.rules()[0].sentence, str)
assert_type(sv.why("{}", {"pass": True}, turn=3), formats.WhyDict)
assert_type(report.to_dict(), formats.ReportDict)
assert_type(report.to_dict()["verdict"], sv.Verdict)
assert_type(report.to_dict()["findings"][0]["facts"], dict[str, str | int])
assert_type(report.to_dict().get("winners"), list[int] | None)
assert_type(sv.diagnose("{}"), formats.DiagnosisDict)
assert_type(sv.diagnose("{}")["causes"][0]["standing"], Literal["proven", "helps"])
assert_type(sv.edited("{}", 2), str)
assert_type(sv.view("{}"), str)
assert_type(sv.convert("Format: Splendor KIFU v1.0"), list[sv.Conversion])
assert_type(sv.__version__, str)
assert_type(sv.Game(3, seed=1).legal_turns(), list[sv.Turn])
assert_type(sv.Game().winners, tuple[int, ...] | None)
assert_type(sv.clients()[0].rulings, dict[str, str])

assert_type(sv.verify("{}", published=True), sv.Report)
assert_type(sv.verify_file("games.jsonl", rules={"edition": "2024"}), Iterator[sv.Report])

sv.verify(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
sv.verify("{}", ruling="pass")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
report.verdict = "legal"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
report.to_dict()["verdicts"]  # type: ignore[typeddict-item]  # pyright: ignore
if report.verdict == "lawful":  # type: ignore[comparison-overlap]  # pyright: ignore
    pass
