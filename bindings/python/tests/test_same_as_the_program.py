"""The package gives the program's reports, byte for byte."""

from __future__ import annotations

import dataclasses
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Program

import splendor_verify as sv

LOGS = sorted(
    str(path.relative_to(ROOT))
    for path in (ROOT / "replays").rglob("*")
    if path.suffix in {".json", ".jsonl"}
)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([], {}),
        (["--keep-going"], {"keep_going": True}),
        (["--client=spender"], {"client": "spender"}),
        (
            ["--ruling=pass=always", "--ruling=target=21"],
            {"rulings": {"pass": "always", "target": 21}},
        ),
        (
            ["--client=spender", "--ruling=fewer=never", "--keep-going"],
            {"client": "spender", "rulings": {"fewer": "never"}, "keep_going": True},
        ),
        (["--published"], {"published": True}),
    ],
)
def test_every_replay_has_the_same_report(
    program: Program, words: list[str], options: dict[str, Any]
) -> None:
    told = program.lines("verify", "--format", "json", *words, *LOGS)
    reports = [report for path in LOGS for report in sv.verify_file(path, **options)]
    assert len(told) == len(reports) > 200
    assert [report.json() for report in reports] == told
    assert {report.verdict for report in reports} >= {"legal", "illegal", "unsupported"}


def test_required_rules_give_the_same_report(program: Program, tmp_path: Path) -> None:
    rules = {"edition": "2024", "modules": ["cities"], "rulings": {"target": 21}}
    file = tmp_path / "rules.json"
    file.write_text(json.dumps(rules))
    told = program.lines("verify", "--format", "json", f"--rules={file}", *LOGS)
    for required in (rules, file):
        reports = [report for path in LOGS for report in sv.verify_file(path, rules=required)]
        assert [report.json() for report in reports] == told
    assert {"rules.edition", "rules.modules", "rules.rulings"} <= {
        finding.clause for report in reports for finding in report.findings
    }


def test_one_log_is_the_same_from_a_path_bytes_and_text(program: Program) -> None:
    path = Path("replays/illegal/take-pair-needs-four.json")
    [told] = program.lines("verify", "--format", "json", str(path))
    assert sv.verify(path).json() == told
    assert sv.verify(path.read_bytes(), name=str(path)).json() == told
    assert sv.verify(path.read_text(), name=str(path)).json() == told
    assert sv.verify(bytearray(path.read_bytes()), name=str(path)).json() == told
    assert sv.verify(memoryview(path.read_bytes()), name=str(path)).json() == told


def test_lines_are_the_same_plain_packed_and_in_any_number_of_threads(
    program: Program, games: list[str], tmp_path: Path
) -> None:
    text = "\n".join(["", *games, "", "[1]"]).encode()
    plain, packed = tmp_path / "games.jsonl", tmp_path / "games.jsonl.gz"
    plain.write_bytes(text)
    packed.write_bytes(gzip.compress(text))
    told = program.lines("verify", "--format", "json", str(plain))
    assert len(told) == len(games) + 1
    for threads in (1, 2, 5, None):
        assert [report.json() for report in sv.verify_file(plain, threads=threads)] == told
    told = program.lines("verify", "--format", "json", str(packed))
    assert [report.json() for report in sv.verify_file(packed)] == told


def test_legal_turns_are_the_same(program: Program, games: list[str], tmp_path: Path) -> None:
    legal = [game for game in games if sv.verify(game).verdict == "legal"]
    assert len(legal) > 10
    for number, game in enumerate(legal[:12]):
        path = tmp_path / "game.json"
        path.write_text(game)
        turn = 1 + 5 * number % len(json.loads(game)["turns"])
        told = json.loads(program("legal", "--format", "json", "--turn", str(turn), str(path)))
        assert sv.legal_turns(path, turn=turn) == told != []
        assert sv.legal_turns(game, turn=turn) == told
        shown = json.loads(program("show", "--format", "json", "--turn", str(turn), str(path)))
        assert sv.position(game, turn=turn) == shown


def test_why_is_the_same(program: Program) -> None:
    path = "replays/illegal/take-pair-needs-four.json"
    proposals: list[str | dict[str, Any] | None] = [
        None, "take ruby ruby", {"take": ["ruby", "ruby"]}, {"pass": True}
    ]
    for proposal in proposals:
        text = proposal if isinstance(proposal, str) else json.dumps(proposal)
        words = [] if proposal is None else [text]
        expected = json.loads(program("why", "--format=json", "--turn=2", path, *words))
        assert sv.why(Path(path), proposal, turn=2) == expected
    assert {line["standing"] for line in expected["conditions"]} >= {"met", "not-met"}
    position = "replays/perft/start-2.json"
    expected = json.loads(program("why", "--format=json", position, "reserve top of deck 2"))
    assert sv.why(Path(position), "reserve top of deck 2") == expected
    log = Path(path).read_bytes()
    assert sv.why(log, {"pass": True}, turn=2, rulings={"pass": "always"})["verdict"] == "legal"
    with pytest.raises(ValueError, match="there is no turn to judge"):
        sv.why(Path("replays/legal/end-winner.json"))
    with pytest.raises(ValueError, match="the turn, line 1, column 1"):
        sv.why(log, [], turn=2)  # type: ignore[arg-type]


def test_the_catalogs_are_the_same(program: Program) -> None:
    def listed(*words: str) -> object:
        return json.loads(program(*words, "--format", "json"))

    def plain(entries: list[Any]) -> object:
        return json.loads(json.dumps([dataclasses.asdict(one) for one in entries]))

    assert plain(sv.rules()) == listed("list", "clauses")
    assert plain(sv.rulings()) == listed("list", "rulings")
    assert plain(sv.clients()) == listed("list", "clients")


def test_a_witness_is_the_same(program: Program) -> None:
    path = "tests/cmd/consistent.json"
    told = json.loads(program("witness", path))
    assert sv.witness(Path(path)) == told
    with pytest.raises(ValueError, match="no completion of this log is legal"):
        sv.witness(Path("replays/illegal/turn-order.json"))
