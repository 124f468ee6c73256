"""Legal turns, played turns and scores of one table."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from splendor_verify import _native
from splendor_verify._verify import MAX_BYTES, Log, Rules, judged_by, text_of
from splendor_verify.formats import WhyDict

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
        "copy": str,
        "free": dict[str, Any],
        "gem": str,
        "stronghold": dict[str, Any],
        "conquest": dict[str, Any],
        "return": dict[str, int],
        "noble": str | list[str],
        "post": str | list[str],
        "after": dict[str, Any],
        "ext": dict[str, Any],
    },
    total=False,
)
"""A turn of the log format: one action and its effects."""

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
        "gone": list[str],
        "to_move": int,
        "turns": int,
        "passes": int,
        "last_round": bool,
        "ended": bool,
        "ext": dict[str, Any],
    },
    total=False,
)
"""A position of the log format."""

Input = Log | os.PathLike[str] | Mapping[str, Any]
"""A log or a position: its text, a file, or the result of ``json.loads``."""


class Score(NamedTuple):
    """The prestige of each seat, and the winners if the game has ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...] | None


class IllegalTurn(ValueError):
    """A turn that breaks a clause."""

    __module__ = "splendor_verify"

    clause: str
    message: str

    def __init__(self, clause: str, message: str) -> None:
        """Store the id of the clause and the message."""
        super().__init__(clause, message)
        self.clause = clause
        self.message = message

    def __str__(self) -> str:
        return f"{self.clause}: {self.message}"


def legal_turns(
    table: Input | Position,
    *,
    turn: int | None = None,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
) -> list[Turn]:
    """Return every legal turn of a position, or at a turn of a log.

    ``table`` is a log or a position; ``turn`` counts from 1, and the default is the place after
    the last turn.  A game that has ended has no legal turns.  ``ValueError`` is raised if the log
    declares other rules than the required ones, is illegal before that place, or allows several
    tables.

    If a seat may keep more than three tokens above the limit, the list contains only the turn that
    keeps them all, and a ``UserWarning`` is issued.
    """
    by = judged_by(rulings, client, published, rules)
    listed, left_out = _native.legal_turns(bytes_of(table), _number(turn), by)
    if left_out:
        note = "with more than three tokens above ten, only turns that return none are listed"
        warnings.warn(note, stacklevel=2)
    turns: list[Turn] = json.loads(listed)
    return turns


def position(
    log: Input,
    *,
    turn: int | None = None,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
) -> Position:
    """Return the table before a turn of a log, from 1; or after the last one by default."""
    by = judged_by(rulings, client, published, rules)
    table: Position = json.loads(_native.position(bytes_of(log), _number(turn), by))
    return table


def play(position: Input | Position, turn: Turn | Mapping[str, Any]) -> Position:
    """Return the position after a turn.

    ``IllegalTurn`` names the first clause that the turn breaks.  ``ValueError`` is raised if the
    position or the turn is malformed.
    """
    after, breach = _native.play(bytes_of(position), json.dumps(turn).encode())
    if breach is not None:
        raise IllegalTurn(*breach)
    table: Position = json.loads(after or "")
    return table


def score(position: Input | Position) -> Score:
    """Return the prestige of each seat, and the seats that win if the game has ended."""
    scores, winners = _native.score(bytes_of(position))
    return Score(tuple(scores), None if winners is None else tuple(winners))


def why(
    log: Input,
    proposal: str | Turn | Mapping[str, Any] | None = None,
    *,
    turn: int | None = None,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
) -> WhyDict:
    """Return whether a turn is legal in a log or at a position, with every condition of the rules.

    ``proposal`` is a turn that was not played, as in a log or in words like ``take ruby ruby``; by
    default the turn that the log has at this place is judged.  ``turn`` counts from 1, and the
    default is the place after the last turn.  The answer has the fields of the JSON Schema of
    ``splendor-why/1``.  ``ValueError`` is raised if there is no such turn, or if the log cannot be
    followed to that place.
    """
    by = judged_by(rulings, client, published, rules)
    proposed = proposal if proposal is None or isinstance(proposal, str) else json.dumps(proposal)
    name = os.fspath(log) if isinstance(log, os.PathLike) else "<bytes>"
    answer: WhyDict = json.loads(
        _native.why(bytes_of(log), _number(turn), proposed, name, by)
    )
    return answer


def witness(
    log: Input,
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
) -> dict[str, Any]:
    """Return a legal log with all omitted facts filled in.

    ``ValueError`` is raised, with the reason, if there is no such log.
    """
    by = judged_by(rulings, client, published, rules)
    return dict[str, Any](json.loads(_native.witness(bytes_of(log), by)))


def bytes_of(data: Any) -> bytes:
    """Return the bytes of a log or of a position."""
    if isinstance(data, Mapping):
        return json.dumps(data).encode()
    if isinstance(data, os.PathLike):
        with Path(data).open("rb") as file:
            # One byte over the limit lets the reader report that the file is too large.
            return file.read(MAX_BYTES + 1)
    return text_of(data)


def _number(turn: int | None) -> int | None:
    if turn is not None and turn < 1:
        raise ValueError(f"there is no turn {turn}: turns count from 1")
    return turn
