"""Hostile and broken input gives a report or an exception with a message."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest
from conftest import Program

import splendor_verify as sv
from splendor_verify import _native

TEXT = Path("replays/illegal/take-pair-needs-four.json")

BROKEN = {
    "a mark": b"\xef\xbb\xbf{}",
    "no text": b"\xff\xfe\x00{}",
    "half a log": b'{"format": "splendor-log/1", "rules"',
    "a word": b"game.json",
    "a number": b"1e400",
    "nothing but nulls": b"\0" * 1000,
    "a key twice": b'{"format": "splendor-log/1", "format": "splendor-log/1"}',
    "a deep log": b'{"format": "splendor-log/1", "ext": {"a":' + b"[" * 100_000,
    "another format": b'{"format": "splendor-log/9"}',
    "too large": b'{"format":"splendor-log/1","ext":{"a":"' + b"a" * (17 << 20) + b'"}}',
    "a surrogate": b'{"format": "\xed\xa0\x80"}',
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_input_that_is_not_a_log_has_the_report_of_the_program(
    program: Program, broken: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(broken)
    [expected] = program.lines("verify", "--format", "json", str(path))
    assert sv.verify(path).json() == expected
    report = sv.verify(broken, name=str(path))
    assert report.json() == expected
    assert report.verdict in {"malformed", "unsupported"}


def test_a_lone_surrogate_in_a_text_is_an_encoding() -> None:
    report = sv.verify('{"format": "\ud800"}')
    assert (report.verdict, report.clause) == ("malformed", "format.encoding")


def test_logs_with_a_byte_changed_have_the_reports_of_the_program(program: Program) -> None:
    chance = random.Random(5)
    text = b" ".join(TEXT.read_bytes().split())
    mutants = []
    for _ in range(400):
        mutant = bytearray(text)
        mutant[chance.randrange(len(mutant))] = chance.choice(b'019{}[]",:aeg_-')
        mutants.append(bytes(mutant))
    expected = program.lines("verify", "--format", "json", "-", stdin=b"\n".join(mutants))
    reports = sv.verify_many(mutants)
    assert len(expected) == len(reports) == 400
    for at, (line, report) in enumerate(zip(expected, reports, strict=True), 1):
        # In a list, unlike in a file, each log begins at line 1.
        ours = json.loads(report.json())
        assert ours.pop("input") == {"name": "<list>", "game": at, "line": 1}
        places = [place for one in ours["findings"] for place in (one, one.get("related")) if place]
        for place in places:
            if "line" in place:
                place["line"] += at - 1
        theirs = json.loads(line)
        theirs.pop("input")
        assert ours == theirs
    assert len({report.clause for report in reports}) > 3


def test_a_defect_is_an_exception_and_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(sv.Defect, match="a defect of this program, not of the log: three gems"):
        _native.defect("three gems")
    assert issubclass(sv.Defect, RuntimeError)
    assert capfd.readouterr() == ("", "")


def test_an_unreadable_file_raises_an_error_with_its_name(tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    for judge in (sv.verify, sv.verify_file):
        with pytest.raises(FileNotFoundError) as raised:
            judge(missing)
        assert raised.value.filename == str(missing)
        assert str(raised.value).startswith("[Errno 2] No such file or directory: ")
    with pytest.raises(IsADirectoryError):
        sv.verify_file(tmp_path)
    torn = tmp_path / "torn.json.gz"
    torn.write_bytes(b"\x1f\x8b\x08\x00torn")
    with pytest.raises(OSError, match="torn.json.gz: "):
        sv.verify(torn)
    with pytest.raises(OSError, match="torn.json.gz: "):
        list(sv.verify_file(torn))


def test_a_file_without_one_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"")
    assert list(sv.verify_file(path)) == []
    with pytest.raises(ValueError, match="no log, needed one"):
        sv.verify(path)
    path.write_text('{"a":1}\n{"a":2}\n')
    with pytest.raises(ValueError, match="more than one log, needed one; verify_file judges"):
        sv.verify(path)


@pytest.mark.skipif(os.name == "nt", reason="names are bytes only there")
def test_a_name_that_is_no_text_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.json")
    path.write_bytes(TEXT.read_bytes())
    assert sv.verify(path).clause == "take.pair-needs-four"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"client": "nobody"}, "the client `nobody` is unknown; the known clients are "),
        ({"rulings": {"pass": "sometimes"}}, "the known values are when-stuck, always, never"),
        ({"rulings": {"passes": "always"}}, "passes"),
        ({"rules": {"edition": "2025"}}, r"^rules:1:13: .* editions are 2014 and 2024$"),
        ({"rules": {"edition": "2024", "rulings": {"luck": 1}}}, "known rulings are fewer, pass"),
        ({"rules": {}}, "edition"),
        ({"rules": {"edition": "2024"}, "published": True}, "cannot both be required"),
        ({"rules": {"edition": "2024"}, "client": "spender"}, "no choice of rulings or a client"),
        ({"rulings": {"pass": "always"}, "published": True}, "no choice of rulings or a client"),
        ({"threads": 0}, "0 threads, needed at least one"),
        ({"threads": -1}, "-1 threads, needed at least one"),
    ],
)
def test_unknown_options_raise_value_error(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sv.verify_many([], **options)  # type: ignore[call-overload]


def test_rules_are_a_mapping_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text('{\n  "edition": "2025" }')
    with pytest.raises(ValueError, match=rf"^{re.escape(str(file))}:2:14: the edition `2025`"):
        sv.verify_many([], rules=file)
    with pytest.raises(FileNotFoundError):
        sv.verify_many([], rules=tmp_path / "absent.json")
    with pytest.raises(TypeError, match="rules are a mapping or a path, not str"):
        sv.verify_many([], rules='{"edition": "2024"}')  # type: ignore[call-overload]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a file without an end")
def test_rules_without_end_are_read_up_to_the_limit() -> None:
    with pytest.raises(ValueError, match="more than the limit of 16777216"):
        sv.verify_many([], rules=Path("/dev/zero"))


@pytest.mark.parametrize("log", [None, 3, ["{}"], {"format": "splendor-log/1"}])
def test_a_value_that_is_not_text_is_rejected(log: object) -> None:
    with pytest.raises(TypeError, match="a log is bytes or str, not "):
        sv.verify(log)  # type: ignore[arg-type]
    if log is not None:
        with pytest.raises(TypeError, match="log 2: a log is bytes or str, not "):
            sv.verify_many([b"{}", log])  # type: ignore[list-item]


@pytest.mark.parametrize("log", ["{}", b"{}", TEXT])
def test_one_log_is_not_many(log: object) -> None:
    with pytest.raises(TypeError, match="is one log, not many: verify judges it"):
        sv.verify_many(log)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"\xff", b'{"format": "splendor-position/1"}']
)
def test_input_without_a_table_is_rejected(data: bytes) -> None:
    for ask in (sv.legal_turns, sv.position, sv.score, sv.witness):
        with pytest.raises(ValueError, match="line 1 column"):
            ask(data)
