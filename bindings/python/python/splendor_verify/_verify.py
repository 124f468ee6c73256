"""Judges logs: one, many, or all logs of a file."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeAlias, overload

from splendor_verify import _native
from splendor_verify._report import Report

Log: TypeAlias = bytes | bytearray | memoryview | str
"""The text of one log."""

class ArrowStream(Protocol):
    """A column of a library with the Arrow PyCapsule interface, like a series of polars."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object:
        """Return a capsule with an Arrow stream."""


class ArrowArray(Protocol):
    """An array of a library with the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> object:
        """Return two capsules: an Arrow schema and an Arrow array."""


Column: TypeAlias = Iterable[Log | None] | ArrowStream | ArrowArray
"""Logs of which some may be null."""

Rules: TypeAlias = Mapping[str, Any] | os.PathLike[str]
"""Required rules, like the ``rules`` of a log: a mapping, or the path of a file."""

Part: TypeAlias = tuple[bytes, list[int], list[int]]
"""A part of an Arrow column: the bytes of its logs, their offsets, and the numbers of the nulls."""

Batch: TypeAlias = list[bytes | None] | Part
"""Logs that are judged at a time."""

MAX_BYTES = 16 * 1024 * 1024

BATCH_LOGS = 1024
"""The most logs that are judged at a time.  Python handles interrupts only between batches."""


def verify(
    log: Log | os.PathLike[str],
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
    keep_going: bool = False,
    name: str = "<bytes>",
) -> Report:
    """Judge one log and return the report.

    ``log`` is the text of a log, or the path of a file with one log, plain or compressed; a
    ``str`` is always a text.  ``rulings`` and the rulings of a known ``client`` override those in
    the log.  ``published`` requires the published rules, and ``rules`` requires these rules: a
    mapping like the ``rules`` of a log, or the path of such a file.  A log that declares others is
    illegal.  ``keep_going`` continues after an illegal turn and trusts the log from there.
    ``name`` is the name of the input in the report; for a file it is the path.

    Input that is not a log gets a report too.  ``OSError`` is raised if a file cannot be read,
    ``ValueError`` if a ruling, a client or a required rule is not known, or if a file does not
    contain one log.
    """
    by = judged_by(rulings, client, published, rules)
    if not isinstance(log, os.PathLike):
        return Report(_native.verify(text_of(log), name, by, keep_going))
    reports = list(itertools.islice(_reports(log, by, keep_going, 1), 2))
    if len(reports) != 1:
        count = "more than one log" if reports else "no log"
        raise ValueError(f"{os.fspath(log)}: {count}, needed one; verify_file judges them all")
    return reports[0]


def verify_file(
    path: str | os.PathLike[str],
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
    keep_going: bool = False,
    threads: int | None = None,
) -> Iterator[Report]:
    """Judge every log of a file: one document, or JSON Lines, plain or compressed.

    The reports are those of ``splendor verify --format json``, in the order of the file; a file
    without a log has none.  The file is read and judged a thousand logs at a time, so memory does
    not grow with its size.  By default ``threads`` is the number of threads of the machine.

    ``OSError`` is raised if the file cannot be opened, or later, if it cannot be read to its end.
    """
    by = judged_by(rulings, client, published, rules)
    return _reports(path, by, keep_going, checked(threads))


def _reports(
    path: str | os.PathLike[str],
    by: _native.Options,
    keep_going: bool,
    threads: int | None,
) -> Iterator[Report]:
    file = _native.VerifyFile(os.fspath(path), by, keep_going, threads)
    batches = iter(file.batch, [])
    return map(Report, itertools.chain.from_iterable(batches))


@overload
def verify_many(  # pyright: ignore[reportOverlappingOverload]
    logs: Iterable[Log],
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
    keep_going: bool = False,
    threads: int | None = None,
) -> list[Report]: ...


@overload
def verify_many(
    logs: Column,
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
    keep_going: bool = False,
    threads: int | None = None,
) -> list[Report | None]: ...


def verify_many(
    logs: Iterable[Log] | Column,
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
    keep_going: bool = False,
    threads: int | None = None,
) -> list[Report] | list[Report | None]:
    """Judge many logs and return their reports, in the order of the logs.

    ``logs`` is any iterable of texts, or an Arrow array of them: of pyarrow, or of any library
    with the Arrow PyCapsule interface.  A column is read in place, a part at a time.  A null, like
    ``None`` or the NaN of pandas, gives ``None`` in place of a report.

    The interpreter lock is released during the work.  In a report the input has the name
    ``<list>``, and the logs count as games, from 1; nulls count too.
    """
    by = judged_by(rulings, client, published, rules)
    threads = checked(threads)
    reports: list[Any] = []
    for batch in batches(logs):
        first = len(reports) + 1
        texts = _native.verify_many(batch, first, by, keep_going, threads)
        reports.extend(None if text is None else Report(text) for text in texts)
    return reports


def judged_by(
    rulings: Mapping[str, str | int] | None,
    client: str | None,
    published: bool,
    rules: Rules | None,
) -> _native.Options:
    """Return the options for the judgment; raise ``ValueError`` for unknown rules."""
    named = [(name, str(value)) for name, value in (rulings or {}).items()]
    return _native.judged_by(client, named, published, None if rules is None else _text(rules))


def _text(rules: Any) -> tuple[str, bytes]:
    """Return the name and the text of required rules."""
    if isinstance(rules, os.PathLike):
        with Path(rules).open("rb") as file:
            # One byte over the limit lets the reader report that the file is too large.
            return os.fspath(rules), file.read(MAX_BYTES + 1)
    if isinstance(rules, Mapping):
        return "rules", json.dumps(dict(rules)).encode()
    raise TypeError(f"rules are a mapping or a path, not {type(rules).__name__}")


def checked(threads: int | None) -> int | None:
    """Return the number of threads; raise ``ValueError`` if it is below one."""
    if threads is not None and threads < 1:
        raise ValueError(f"{threads} threads, needed at least one")
    return threads


def text_of(log: Any, place: str = "") -> bytes:
    """Return the bytes of a log; a surrogate in a ``str`` becomes invalid UTF-8."""
    if isinstance(log, bytes):
        return log
    if isinstance(log, str):
        return log.encode("utf-8", "surrogatepass")
    if isinstance(log, bytearray | memoryview):
        return bytes(log)
    raise TypeError(f"{place}a log is bytes or str, not {type(log).__name__}")


def batches(logs: Any) -> Iterator[Batch]:
    """Return the bytes of the logs in batches; nulls become ``None``."""
    if isinstance(logs, str | bytes | bytearray | memoryview | os.PathLike):
        raise TypeError(f"{type(logs).__name__} is one log, not many: verify judges it")
    if _is_arrow(logs):
        from splendor_verify._arrow import parts_of

        yield from parts_of(logs)
        return
    batch: list[bytes | None] = []
    size = 0
    for at, log in enumerate(logs, 1):
        text = None if _is_null(log) else text_of(log, f"log {at}: ")
        batch.append(text)
        size += len(text or b"")
        if len(batch) == BATCH_LOGS or size >= MAX_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _is_arrow(logs: Any) -> bool:
    # A pandas column of Python objects can be read as Arrow too, but then it is copied first.
    if str(getattr(logs, "dtype", None)) == "object":
        return False
    return hasattr(logs, "__arrow_c_stream__") or hasattr(logs, "__arrow_c_array__")


def _is_null(log: Any) -> bool:
    """Return whether a value is ``None`` or one of the nulls of pandas: NaN, NA and NaT."""
    if log is None or isinstance(log, float):
        return log is None or log != log
    return type(log).__name__ in {"NAType", "NaTType"}
