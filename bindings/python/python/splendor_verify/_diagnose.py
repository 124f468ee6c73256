"""The causes of a finding, and a page about a game."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from splendor_verify import _native
from splendor_verify._tables import Input, bytes_of
from splendor_verify._verify import Rules, judged_by
from splendor_verify.formats import DiagnosisDict


def diagnose(
    log: Input,
    *,
    game: int = 1,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
    name: str = "<bytes>",
) -> DiagnosisDict:
    """Return the possible causes of an illegal log, each with the smallest edit that removes it.

    The answer has the fields of the JSON Schema of ``splendor-diagnosis/1``.  ``game`` is the
    number of a game in a file, from 1.  ``ValueError`` is raised if the log cannot be read.
    """
    by = judged_by(rulings, client, published, rules)
    text, place = _game(log, game, name)
    diagnosis: DiagnosisDict = json.loads(_native.diagnose(text, place, by))
    return diagnosis


def edited(
    log: Input,
    cause: int | None = None,
    *,
    game: int = 1,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
    name: str = "<bytes>",
) -> str:
    """Return an illegal log with the edit of a cause, as ``splendor diagnose --output`` does.

    ``cause`` is the number of a cause of ``diagnose``, from 1; by default it is the first whose
    edit is sufficient.  ``ValueError`` is raised if the log cannot be read, if it needs no edit,
    or if there is no such cause.
    """
    by = judged_by(rulings, client, published, rules)
    if cause is not None and cause < 1:
        raise ValueError(f"there is no cause {cause}: causes count from 1")
    text, place = _game(log, game, name)
    return _native.edited(text, place, cause, by)


def view(
    log: Input,
    *,
    game: int = 1,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
    name: str = "<bytes>",
) -> str:
    """Return a log as one page of HTML, as ``splendor view`` writes it.

    The page needs no other file.  ``ValueError`` is raised if the log cannot be read.
    """
    by = judged_by(rulings, client, published, rules)
    text, place = _game(log, game, name)
    return _native.view(text, place, by)


def _game(log: Any, game: int, name: str) -> tuple[bytes, tuple[str, int, int]]:
    """Return the bytes of a game, and its place: name, number and line."""
    if game < 1:
        raise ValueError(f"there is no game {game}: games count from 1")
    if isinstance(log, os.PathLike):
        path = os.fspath(log)
        text, line = _native.game_of_file(path, game)
        return text, (path, game, line)
    if game != 1:
        raise ValueError("the number of a game is for files")
    return bytes_of(log), (name, 1, 1)
