"""Judging logs: one, many, or those of a file."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from splendor_verify import _native
from splendor_verify._report import Report

Log: TypeAlias = bytes | bytearray | memoryview | str
"""The text of one log."""

_BATCH = 1024


def verify(
    log: Log | os.PathLike[str],
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    keep_going: bool = False,
    name: str = "<bytes>",
) -> Report:
    """Judge one log and return the report.

    ``log`` is the text of a log, or the path of a file that holds one log, plain or packed; a
    ``str`` is always a text.  ``rulings`` are judged by whatever the log says, those of a known
    ``client`` too, and ``keep_going`` goes on after an illegal turn by the log's own word.
    ``name`` is what the report calls the input; a file is called by its path.

    What is no log gets a report like any other.  ``OSError`` tells that a file cannot be read,
    ``ValueError`` that a ruling or a client is not known, or that a file does not hold one log.
    """
    by = judged_by(rulings, client)
    if not isinstance(log, os.PathLike):
        return Report(_native.verify(text_of(log), name, by, keep_going))
    path = os.fspath(log)
    reports = _native.verify_file(path, by, keep_going, 1)
    if len(reports) != 1:
        raise ValueError(f"{path}: {len(reports)} logs, not one; verify_file judges them all")
    return Report(reports[0])


def verify_file(
    path: str | os.PathLike[str],
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    keep_going: bool = False,
    threads: int | None = None,
) -> list[Report]:
    """Judge every log of a file: one document, or JSON Lines, plain or packed.

    The reports are those of ``splendor verify --format json``, in the order of the file; a file
    without a log has none.  ``threads`` is by default as many as the machine has.
    """
    by = judged_by(rulings, client)
    told = _native.verify_file(os.fspath(path), by, keep_going, checked(threads))
    return [Report(text) for text in told]


def verify_many(
    logs: Iterable[Log] | Any,
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    keep_going: bool = False,
    threads: int | None = None,
) -> list[Report]:
    """Judge many logs and return their reports, in the order of the logs.

    ``logs`` is any iterable of texts, or an Arrow array of them: of pyarrow, or of any library
    that has the Arrow PyCapsule interface.  The lock of the interpreter is not held meanwhile.
    A report calls its input ``<list>`` and counts the logs as games, from 1.
    """
    by = judged_by(rulings, client)
    threads = checked(threads)
    reports: list[Report] = []
    # Between two batches Python can be interrupted.
    for batch in batches(logs):
        first = len(reports) + 1
        told = _native.verify_many(batch, first, by, keep_going, threads)
        reports.extend(Report(text) for text in told)
    return reports


def judged_by(
    rulings: Mapping[str, str | int] | None, client: str | None
) -> list[tuple[str, str]]:
    """Return the rulings that are judged by, if they are known."""
    named = [(name, str(value)) for name, value in (rulings or {}).items()]
    return _native.judged_by(client, named)


def checked(threads: int | None) -> int | None:
    """Return the number of threads, if there can be so many."""
    if threads is not None and threads < 1:
        raise ValueError(f"{threads} threads, needed at least one")
    return threads


def text_of(log: Any, place: str = "") -> bytes:
    """Return the bytes of a log; a surrogate in a ``str`` is kept, and is no UTF-8."""
    if isinstance(log, bytes):
        return log
    if isinstance(log, str):
        return log.encode("utf-8", "surrogatepass")
    if isinstance(log, bytearray | memoryview):
        return bytes(log)
    raise TypeError(f"{place}a log is bytes or str, not {type(log).__name__}")


def batches(logs: Any) -> Iterator[list[bytes]]:
    """Return the bytes of the logs, so many at a time."""
    if isinstance(logs, str | bytes | bytearray | memoryview | os.PathLike):
        raise TypeError(f"{type(logs).__name__} is one log, not many: verify judges it")
    if hasattr(logs, "__arrow_c_stream__") or hasattr(logs, "__arrow_c_array__"):
        from splendor_verify._arrow import values_of

        logs = values_of(logs)
    numbered = enumerate(logs, 1)
    while batch := [text_of(log, f"log {at}: ") for at, log in itertools.islice(numbered, _BATCH)]:
        yield batch
