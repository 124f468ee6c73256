"""What the verifier knows: clauses, rulings and clients."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from splendor_verify import _native


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules; one that is not executable is only reserved."""

    id: str
    sentence: str
    source: str
    page: str
    claims_only: bool
    executable: bool


@dataclass(frozen=True, slots=True)
class RulingInfo:
    """A question that the rulebooks leave open, and its answers."""

    name: str
    values: tuple[str, ...]
    default: str
    question: str


@dataclass(frozen=True, slots=True)
class Deviation:
    """One thing that a client does otherwise than the rules by default."""

    clause: str
    what: str
    place: str
    legal: bool
    ruling: str | None


@dataclass(frozen=True, slots=True)
class Client:
    """A known client: the rulings that it plays by, and what else it does otherwise."""

    name: str
    repository: str
    known: Literal["run", "read", "reported"]
    rulings: dict[str, str]
    deviations: tuple[Deviation, ...]


def rules() -> list[Clause]:
    """Return every clause, in the order of the book."""
    return [Clause(**told) for told in json.loads(_native.clauses())]


def rulings() -> list[RulingInfo]:
    """Return every ruling with its values, the default first."""

    def ruling(told: dict[str, Any]) -> RulingInfo:
        values = tuple(told.pop("values"))
        return RulingInfo(values=values, **told)

    return [ruling(told) for told in json.loads(_native.rulings())]


def clients() -> list[Client]:
    """Return every known client."""

    def client(told: dict[str, Any]) -> Client:
        deviations = tuple(Deviation(**one) for one in told.pop("deviations"))
        return Client(deviations=deviations, **told)

    return [client(told) for told in json.loads(_native.clients())]
