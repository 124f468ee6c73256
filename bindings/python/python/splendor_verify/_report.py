"""Reports: ``splendor-report/1`` as objects, with the names of the JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from splendor_verify.formats import ReportDict, RulingOrigin, Severity, Verdict


@dataclass(frozen=True, slots=True)
class Tool:
    """The program that wrote a report."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class InputFile:
    """The input that contains a log; games and lines count from 1."""

    name: str
    game: int
    line: int


@dataclass(frozen=True, slots=True)
class Source:
    """The origin that a log names."""

    client: str | None = None
    client_version: str | None = None
    game: str | None = None
    played_at: str | None = None


@dataclass(frozen=True, slots=True)
class AppliedRuling:
    """A ruling of the judgment, and the origin of its value."""

    name: str
    value: str | int
    origin: RulingOrigin


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that explains a finding."""

    pointer: str
    message: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A broken clause and its place; turns, rounds, lines and columns count from 1."""

    clause: str
    severity: Severity
    facts: dict[str, str | int]
    message: str
    sentence: str
    url: str
    after_illegal: bool
    after_guess: bool
    contradicts: str | None = None
    turn: int | None = None
    round: int | None = None
    seat: int | None = None
    pointer: str | None = None
    line: int | None = None
    column: int | None = None
    needed: str | None = None
    help: str | None = None
    tables: int | None = None
    related: Related | None = None


@dataclass(frozen=True, slots=True)
class MissingFact:
    """A fact that a log omits and that could not be inferred."""

    fact: str
    message: str
    turn: int | None = None
    pointer: str | None = None


@dataclass(frozen=True, slots=True)
class InferredFact:
    """A fact that a log omits and that was inferred, because only one value fits."""

    fact: str
    value: str | int
    turn: int | None = None
    pointer: str | None = None


class Report:
    """The report on one log.

    The attributes are the fields of the report format; absent fields are ``None``.
    ``clause``, ``turn``, ``message`` and ``place`` come from ``deciding``, the first finding
    that decides the verdict.

    Reports are equal if their JSON is equal, and can be pickled.
    """

    __slots__ = ("_fields", "_text")

    _text: str
    _fields: dict[str, Any] | None

    def __init__(self, text: str) -> None:
        """Store the verifier's text; the first access to a field parses it."""
        self._text = text
        self._fields = None

    def json(self) -> str:
        """Return the report as one line of JSON, byte for byte as ``--format json`` prints it."""
        return self._text

    def to_dict(self) -> ReportDict:
        """Return the report as a new ``dict``, with the fields of the JSON."""
        fields: ReportDict = json.loads(self._text)
        return fields

    @property
    def _parsed(self) -> dict[str, Any]:
        fields = self._fields
        if fields is None:
            fields = self._fields = dict[str, Any](json.loads(self._text))
        return fields

    @property
    def format(self) -> Literal["splendor-report/1"]:
        """The name and version of the report format."""
        return "splendor-report/1"

    @property
    def tool(self) -> Tool:
        """The program that judged the log."""
        return Tool(**self._parsed["tool"])

    @property
    def input(self) -> InputFile:
        """The input that contains the log."""
        return InputFile(**self._parsed["input"])

    @property
    def source(self) -> Source | None:
        """The origin that the log names."""
        source = self._parsed.get("source")
        return None if source is None else Source(**source)

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        verdict: Verdict = self._parsed["verdict"]
        return verdict

    @property
    def complete(self) -> bool:
        """Whether the game reached its end."""
        return bool(self._parsed["complete"])

    @property
    def departures(self) -> tuple[AppliedRuling, ...]:
        """The rulings of the judgment that differ from the published rules."""
        return tuple(AppliedRuling(**ruling) for ruling in self._parsed.get("departures", ()))

    @property
    def rulings(self) -> tuple[AppliedRuling, ...]:
        """Every ruling of the judgment."""
        return tuple(AppliedRuling(**ruling) for ruling in self._parsed["rulings"])

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Violations and notes, in the order of the log."""
        return tuple(_finding(finding) for finding in self._parsed["findings"])

    @property
    def missing(self) -> tuple[MissingFact, ...]:
        """Facts that the log omits and that could not be inferred.

        In an undecided log, the search stopped at the last of them.
        """
        return tuple(MissingFact(**missing) for missing in self._parsed["missing"])

    @property
    def inferred(self) -> tuple[InferredFact, ...]:
        """Facts that the log omits and that were inferred."""
        return tuple(InferredFact(**inferred) for inferred in self._parsed["inferred"])

    @property
    def unchecked(self) -> tuple[str, ...]:
        """JSON pointers to the parts of the log that were not checked against anything."""
        return tuple(self._parsed["unchecked"])

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The prestige of each seat where the replay stopped."""
        return _numbers(self._parsed.get("scores"))

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that win."""
        return _numbers(self._parsed.get("winners"))

    @property
    def plies(self) -> int:
        """The number of turns in the log."""
        return int(self._parsed["plies"])

    @property
    def judged(self) -> int:
        """The number of turns judged before the replay stopped."""
        return int(self._parsed["judged"])

    @property
    def digest(self) -> str | None:
        """The digest of the position where the replay stopped."""
        digest: str | None = self._parsed.get("digest")
        return digest

    @property
    def deciding(self) -> Finding | None:
        """The first finding that decides the verdict; ``None`` if there is none.

        Legal, consistent and undecided logs have no such finding.
        """
        for finding in self._parsed["findings"]:
            if finding["severity"] == "error":
                return _finding(finding)
        return None

    @property
    def clause(self) -> str | None:
        """The clause of the deciding finding."""
        deciding = self.deciding
        return None if deciding is None else deciding.clause

    @property
    def turn(self) -> int | None:
        """The turn of the deciding finding, from 1."""
        deciding = self.deciding
        return None if deciding is None else deciding.turn

    @property
    def message(self) -> str | None:
        """The message of the deciding finding."""
        deciding = self.deciding
        return None if deciding is None else deciding.message

    @property
    def place(self) -> str | None:
        """The place of the deciding finding, as ``name:line:column``."""
        deciding = self.deciding
        if deciding is None or deciding.line is None:
            return None
        return f"{self.input.name}:{deciding.line}:{deciding.column}"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Report) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[type[Report], tuple[str]]:
        return (Report, (self._text,))

    def __repr__(self) -> str:
        clause = "" if self.clause is None else f" {self.clause}: {self.message}"
        return f"<Report {self.input.name} {self.verdict}{clause}>"


def _finding(data: dict[str, Any]) -> Finding:
    fields = dict(data)
    if "related" in fields:
        fields["related"] = Related(**fields["related"])
    return Finding(**fields)


def _numbers(values: list[int] | None) -> tuple[int, ...] | None:
    return None if values is None else tuple(values)
