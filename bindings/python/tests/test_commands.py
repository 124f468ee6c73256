"""Files of other clients, causes and pages, as the program writes them."""

from __future__ import annotations

import contextlib
import gzip
import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Program

import splendor_verify as sv

FOREIGN = sorted(
    path.relative_to(ROOT)
    for path in (ROOT / "tests/formats/convert").iterdir()
    if path.suffix != ".rs"
)
ILLEGAL = sorted(path.relative_to(ROOT) for path in (ROOT / "replays/illegal").glob("*.json"))
LEGAL = sorted(path.relative_to(ROOT) for path in (ROOT / "replays/legal").glob("*.json"))


def test_files_of_other_clients_become_the_same_logs(program: Program, tmp_path: Path) -> None:
    output, accounts = tmp_path / "log.json", tmp_path / "account.jsonl"
    converted, refused = 0, 0
    kifus = []
    for log in LEGAL:
        with warnings.catch_warnings(), contextlib.suppress(ValueError):
            warnings.simplefilter("ignore")
            kifus.append(tmp_path / f"{log.stem}.kifu")
            kifus[-1].write_text(sv.to_kifu(log))
    for path in [*FOREIGN, *filter(Path.exists, kifus), *LEGAL[:2]]:
        for beside in (False, True):
            output.write_text("")
            words = ["--setup-beside"] if beside else []
            files = [f"--output={output}", f"--account={accounts}"]
            errors = program.errors("convert", *words, *files, str(path))
            if errors and "--setup-beside is not used" in errors[0]:
                # The package looks for a side file, and needs none here.
                assert sv.convert(path, setup_beside=True) == sv.convert(path)
                continue
            if errors:
                with pytest.raises(sv.ConvertError) as refusal:
                    sv.convert(path, setup_beside=beside)
                said = errors[0].removeprefix("error: ")
                assert refusal.value.message == said, path
                refused += 1
                continue
            logs = sv.convert(path, setup_beside=beside)
            one = [log.document for log in logs]
            text = one[0] if len(one) == 1 else "".join(log.json_line for log in logs)
            assert text == output.read_text(), path
            told = [json.loads(line) for line in accounts.read_text().splitlines()]
            assert [log.account for log in logs] == told
            assert [log.line for log in logs] == [account["line"] for account in told]
            assert all(log.log() == json.loads(log.document) for log in logs)
            converted += 1
    assert converted >= 8 and refused >= 4, (converted, refused)


def test_a_foreign_file_may_be_a_text_and_packed(tmp_path: Path) -> None:
    path = Path("tests/formats/convert/game.kifu")
    [told] = sv.convert(path)
    packed = tmp_path / "game.kifu.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    for file in (path.read_text(), path.read_bytes(), packed):
        [log] = sv.convert(file, format="kifu", name=str(path))
        assert log.document == told.document
    replay = Path("tests/formats/convert/game.replay.json")
    setup = Path("tests/formats/convert/game.setup.json")
    [beside] = sv.convert(replay, setup_beside=True)
    assert [beside] == sv.convert(replay, setup=setup)
    assert [beside] == sv.convert(replay.read_text(), setup=setup.read_bytes(), name=str(replay))
    with pytest.raises(sv.ConvertError, match="the file has only a seed") as refusal:
        sv.convert(replay)
    assert (refusal.value.line, refusal.value.column) == (24, 11)
    assert refusal.value.needs_setup
    with pytest.raises(ValueError, match="setup_beside is for a path without setup"):
        sv.convert(replay.read_text(), setup_beside=True)
    with pytest.raises(FileNotFoundError):
        sv.convert(tmp_path / "none.kifu")


def test_logs_become_the_same_kifus(program: Program) -> None:
    written = 0
    for path in LEGAL:
        errors = program.errors("convert", "--to=kifu", str(path))
        if errors and errors[0].startswith("error: "):
            with pytest.raises(ValueError, match=".") as refusal:
                sv.to_kifu(path)
            assert errors[0] == f"error: {path}: {refusal.value}"
        elif errors:
            with pytest.warns(UserWarning, match="left out because a KIFU cannot hold it") as said:
                text = sv.to_kifu(path)
            assert errors[0] == f"{path}: {said[0].message}"
            assert text.encode() == program("convert", "--to=kifu", str(path))
            written += 1
        else:
            assert sv.to_kifu(path).encode() == program("convert", "--to=kifu", str(path))
            written += 1
    assert written > 20


OPTIONS: list[tuple[list[str], dict[str, Any]]] = [
    ([], {}),
    (["--ruling=target=21"], {"rulings": {"target": 21}}),
    (["--published"], {"published": True}),
]


def test_causes_are_the_same(program: Program, tmp_path: Path) -> None:
    output = tmp_path / "edited.json"
    edits = 0
    for at, path in enumerate([*ILLEGAL, *LEGAL[::10], Path("tests/cmd/undecided.json")]):
        words, options = OPTIONS[at % len(OPTIONS)]
        output.unlink(missing_ok=True)
        command = ("diagnose", "--format=json", *words, str(path), f"--output={output}")
        [told] = program.lines(*command)
        diagnosis = sv.diagnose(path, **options)
        assert diagnosis == json.loads(told), path
        if not output.exists():
            with pytest.raises(ValueError, match="no edit is |undecided"):
                sv.edited(path, **options)
            continue
        assert sv.edited(path, **options) == output.read_text()
        edits += 1
        last = len(diagnosis["causes"])
        program(*command, f"--fix={last}")
        assert sv.edited(path, last, **options) == output.read_text()
        with pytest.raises(ValueError, match=f"there is no cause {last + 1}"):
            sv.edited(path, last + 1, **options)
    assert edits > 50


def test_pages_are_the_same(program: Program) -> None:
    for at, path in enumerate([*ILLEGAL[::8], *LEGAL[::8], Path("tests/cmd/consistent.json")]):
        words, options = OPTIONS[at % len(OPTIONS)]
        assert sv.view(path, **options).encode() == program("view", *words, str(path)), path


def test_a_game_of_a_file_is_found(
    program: Program, games: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress("\n\n".join(games[1:]).encode()))
    for game in (3, 59):
        words = ("--game", str(game), str(path))
        [told] = program.lines("diagnose", "--format=json", *words)
        assert sv.diagnose(path, game=game) == json.loads(told)
        assert sv.view(path, game=game).encode() == program("view", *words)
    with pytest.raises(ValueError, match="there is no game 60: the file has 59"):
        sv.view(path, game=60)
    with pytest.raises(ValueError, match="games.jsonl.gz:11:"):
        sv.view(path, game=6)
    with pytest.raises(ValueError, match="there is no game 0"):
        sv.view(path, game=0)
    with pytest.raises(ValueError, match="the number of a game is for files"):
        sv.diagnose(games[1], game=2)


def test_a_game_may_be_a_text_or_a_dict() -> None:
    path = ILLEGAL[0]
    for answer in (sv.diagnose, sv.view, sv.edited):
        told = answer(path)
        text = path.read_text()
        assert answer(text, name=str(path)) == told
        assert answer(json.loads(text))
