"""The compiled module; use the package instead."""

from typing import final

__all__ = [
    "Defect",
    "Options",
    "VerifyFile",
    "clauses",
    "clients",
    "defect",
    "judged_by",
    "legal_turns",
    "play",
    "position",
    "rulings",
    "score",
    "verify",
    "verify_many",
    "verify_rows",
    "witness",
]

class Defect(RuntimeError):
    """A defect of the verifier itself; the log is not judged."""

@final
class Options:
    """How logs are judged."""

_Rulings = list[tuple[str, str]]

@final
class VerifyFile:
    """The logs of a file, judged batch by batch."""

    def __new__(
        cls, path: str, by: Options, keep_going: bool, threads: int | None
    ) -> VerifyFile: ...
    def batch(self) -> list[str]:
        """Return the reports on the next logs, and none at the end of the file."""

_Deciding = tuple[
    str | None,
    int | None,
    int | None,
    int | None,
    str | None,
]
_Outcome = tuple[str | None, bool | None, str | None, int | None, int | None, list[str]]
_Finding = tuple[
    str,
    str | None,
    str,
    int | None,
    int | None,
    str | None,
    int | None,
    int | None,
    str,
    bool,
]
_Row = tuple[_Outcome, _Deciding, list[_Finding]]

def judged_by(
    client: str | None, named: _Rulings, published: bool, rules: tuple[str, bytes] | None
) -> Options: ...
def verify(log: bytes, name: str, by: Options, keep_going: bool) -> str: ...
def verify_many(
    logs: list[bytes], first: int, by: Options, keep_going: bool, threads: int | None
) -> list[str]: ...
def verify_rows(
    logs: list[bytes], by: Options, keep_going: bool, threads: int | None
) -> list[_Row]: ...
def legal_turns(table: bytes, turn: int | None, by: Options) -> tuple[str, bool]: ...
def position(log: bytes, turn: int | None, by: Options) -> str: ...
def play(position: bytes, turn: bytes) -> tuple[str | None, tuple[str, str] | None]: ...
def score(position: bytes) -> tuple[list[int], list[int] | None]: ...
def witness(log: bytes, by: Options) -> str: ...
def clauses() -> str: ...
def rulings() -> str: ...
def clients() -> str: ...
def defect(message: str) -> None: ...
