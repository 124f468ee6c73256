"""One table: what is legal there, what a turn makes of it, and what it scores."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from splendor_verify import _native
from splendor_verify._verify import Log, judged_by, text_of


Turn = TypedDict(
    "Turn",
    {
        "seat": int,
        "take": list[str],
        "reserve": dict[str, Any],
        "purchase": dict[str, Any],
        "pass": bool,
        "foreign": Any,
        "refill": str,
        "gem": str,
        "return": dict[str, int],
        "noble": str | list[str],
        "post": str | list[str],
        "after": dict[str, Any],
        "ext": dict[str, Any],
    },
    total=False,
)
"""A turn as the log format has it: one of the actions, and what comes with it."""

Position = TypedDict(
    "Position",
    {
        "$schema": str,
        "format": str,
        "rules": dict[str, Any],
        "supply": dict[str, int],
        "seats": list[dict[str, Any]],
        "market": dict[str, list[str | None]],
        "decks": dict[str, Any],
        "nobles": list[str],
        "cities": list[str],
        "to_move": int,
        "turns": int,
        "passes": int,
        "last_round": bool,
        "ended": bool,
        "ext": dict[str, Any],
    },
    total=False,
)
"""A position as the log format has it."""

_MOST_BYTES = 16 * 1024 * 1024

Told = Log | os.PathLike[str] | Mapping[str, Any]
"""A log or a position: its text, a file, or what ``json.loads`` makes of it."""


class Score(NamedTuple):
    """The prestige of each seat, and who wins if the game has ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...] | None


class IllegalTurn(ValueError):
    """A turn that breaks a clause."""

    __module__ = "splendor_verify"

    clause: str
    message: str

    def __init__(self, clause: str, message: str) -> None:
        """Take the id of the clause, and how it is broken."""
        super().__init__(clause, message)
        self.clause = clause
        self.message = message

    def __str__(self) -> str:
        return f"{self.clause}: {self.message}"


def legal_turns(
    table: Told | Position,
    *,
    turn: int | None = None,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
) -> list[Turn]:
    """Return every legal turn of a position, or at a turn of a log.

    ``table`` is a log or a position; ``turn`` counts from 1, and is by default the one after the
    last.  Of a game that has ended there is none.  A log is followed only where it is legal and
    leaves nothing open: otherwise ``ValueError`` says what is in the way.

    Where a seat may keep more than three tokens above the limit, only keeping all is listed, and
    a ``UserWarning`` says so.
    """
    by = judged_by(rulings, client)
    listed, left_out = _native.legal_turns(_bytes_of(table), _number(turn), by)
    if left_out:
        said = "where more than three tokens above ten could go back, only keeping all is listed"
        warnings.warn(said, stacklevel=2)
    turns: list[Turn] = json.loads(listed)
    return turns


def position(
    log: Told,
    *,
    turn: int | None = None,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
) -> Position:
    """Return the table before a turn of a log, from 1; by default after the last."""
    by = judged_by(rulings, client)
    told: Position = json.loads(_native.position(_bytes_of(log), _number(turn), by))
    return told


def play(position: Told | Position, turn: Turn | Mapping[str, Any]) -> Position:
    """Return the position after a turn.

    ``IllegalTurn`` tells the first clause that the turn breaks, ``ValueError`` why the position or
    the turn is none.
    """
    after, breach = _native.play(_bytes_of(position), json.dumps(turn).encode())
    if breach is not None:
        raise IllegalTurn(*breach)
    told: Position = json.loads(after or "")
    return told


def score(position: Told | Position) -> Score:
    """Return the prestige of each seat, and the seats that win if the game has ended."""
    scores, winners = _native.score(_bytes_of(position))
    return Score(tuple(scores), None if winners is None else tuple(winners))


def witness(
    log: Told,
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
) -> dict[str, Any]:
    """Return the log with everything filled in that it leaves out, so that it is legal.

    ``ValueError`` says why there is no such log.
    """
    by = judged_by(rulings, client)
    return dict[str, Any](json.loads(_native.witness(_bytes_of(log), by)))


def _bytes_of(told: Any) -> bytes:
    if isinstance(told, Mapping):
        return json.dumps(told).encode()
    if isinstance(told, os.PathLike):
        with Path(told).open("rb") as file:
            return file.read(_MOST_BYTES + 1)
    return text_of(told)


def _number(turn: int | None) -> int | None:
    if turn is not None and turn < 1:
        raise ValueError(f"there is no turn {turn}: turns count from 1")
    return turn
