"""The catalog of clauses, rulings and clients."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from splendor_verify import _native


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules; if it is not executable, its id is only reserved."""

    id: str
    sentence: str
    source: str
    page: str
    claims_only: bool
    executable: bool


@dataclass(frozen=True, slots=True)
class RulingInfo:
    """A question that the rulebooks leave open, and its possible answers."""

    name: str
    values: tuple[str, ...]
    default: str
    question: str


@dataclass(frozen=True, slots=True)
class Deviation:
    """A way in which a client departs from the default rules."""

    clause: str
    what: str
    place: str
    legal: bool
    ruling: str | None


@dataclass(frozen=True, slots=True)
class Client:
    """A known client, with its rulings and its other deviations."""

    name: str
    repository: str
    known: Literal["run", "read", "reported"]
    rulings: dict[str, str]
    deviations: tuple[Deviation, ...]


def rules() -> list[Clause]:
    """Return every clause, in the order of the book."""
    return [Clause(**fields) for fields in json.loads(_native.clauses())]


def rulings() -> list[RulingInfo]:
    """Return every ruling with its values, the default first."""

    def ruling(fields: dict[str, Any]) -> RulingInfo:
        values = tuple(fields.pop("values"))
        return RulingInfo(values=values, **fields)

    return [ruling(fields) for fields in json.loads(_native.rulings())]


def clients() -> list[Client]:
    """Return every known client."""

    def client(fields: dict[str, Any]) -> Client:
        deviations = tuple(Deviation(**deviation) for deviation in fields.pop("deviations"))
        return Client(deviations=deviations, **fields)

    return [client(fields) for fields in json.loads(_native.clients())]
