"""The compiled module; use the package instead."""

__all__ = [
    "Defect",
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
    "verify_file",
    "verify_many",
    "verify_rows",
    "witness",
]

class Defect(RuntimeError):
    """A defect of the verifier itself; the log is not judged."""

_Rulings = list[tuple[str, str]]
_Deciding = tuple[
    str | None,
    int | None,
    int | None,
    int | None,
    str | None,
]
_Outcome = tuple[str | None, bool | None, str | None, int | None, int | None]
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

def judged_by(client: str | None, named: _Rulings) -> _Rulings: ...
def verify(log: bytes, name: str, rulings: _Rulings, keep_going: bool) -> str: ...
def verify_many(
    logs: list[bytes], first: int, rulings: _Rulings, keep_going: bool, threads: int | None
) -> list[str]: ...
def verify_file(
    path: str, rulings: _Rulings, keep_going: bool, threads: int | None
) -> list[str]: ...
def verify_rows(
    logs: list[bytes], rulings: _Rulings, keep_going: bool, threads: int | None
) -> list[_Row]: ...
def legal_turns(table: bytes, turn: int | None, rulings: _Rulings) -> tuple[str, bool]: ...
def position(log: bytes, turn: int | None, rulings: _Rulings) -> str: ...
def play(position: bytes, turn: bytes) -> tuple[str | None, tuple[str, str] | None]: ...
def score(position: bytes) -> tuple[list[int], list[int] | None]: ...
def witness(log: bytes, rulings: _Rulings) -> str: ...
def clauses() -> str: ...
def rulings() -> str: ...
def clients() -> str: ...
def defect(message: str) -> None: ...
