"""Files of other clients as logs."""

from __future__ import annotations

import json
import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from splendor_verify import _native
from splendor_verify._tables import Input, bytes_of
from splendor_verify._verify import MAX_BYTES, Log, text_of


class ConvertError(ValueError):
    """A file of another client that does not become a log."""

    __module__ = "splendor_verify"

    message: str
    line: int | None
    column: int | None
    needs_setup: bool

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        needs_setup: bool = False,
    ) -> None:
        """Store the message, its place, and whether a side file is missing."""
        super().__init__(message, line, column, needs_setup)
        self.message = message
        self.line = line
        self.column = column
        self.needs_setup = needs_setup

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Conversion:
    """A log that was made from a game of a file."""

    line: int
    """The line of the game in the file, from 1."""

    document: str
    """The log as ``splendor convert`` writes one game."""

    json_line: str
    """The log as ``splendor convert`` writes one of several games: a line of JSON Lines."""

    account: dict[str, Any]
    """How each field was treated, as ``splendor convert --account`` writes it."""

    def log(self) -> dict[str, Any]:
        """Return the log as a new ``dict``."""
        return dict[str, Any](json.loads(self.json_line))


def convert(
    file: Log | os.PathLike[str],
    *,
    format: str = "auto",
    setup: Log | os.PathLike[str] | None = None,
    setup_beside: bool = False,
    name: str = "<bytes>",
) -> list[Conversion]:
    """Convert the games of a file of another client to logs.

    ``file`` is the text of the file, or its path, plain or compressed.  ``format`` is the name of
    its format; by default the content is examined.  ``setup`` is a side file with the table before
    the first turn, and ``setup_beside`` looks for one next to the file.  ``name`` is the name of
    the input in messages; for a file it is the path.

    ``ConvertError`` describes the first place that cannot be converted, and ``OSError`` is raised
    if a file cannot be read.
    """
    path = os.fspath(file) if isinstance(file, os.PathLike) else None
    name = name if path is None else path
    if setup_beside:
        if path is None or setup is not None:
            raise ValueError("setup_beside is for a path without setup")
        beside = _native.side_file(path)
        setup = beside if beside is not None and beside.is_file() else None
    side = None
    if setup is not None:
        side_name = os.fspath(setup) if isinstance(setup, os.PathLike) else "setup"
        side = (side_name, _whole(setup))
    logs, error = _native.convert(_whole(file), name, path, format, side)
    if error is not None:
        raise ConvertError(*error)
    return [
        Conversion(line, document, json_line, json.loads(account))
        for line, document, json_line, account in logs
    ]


def to_kifu(log: Input) -> str:
    """Return a log in the text notation of csplendor, as ``splendor convert --to kifu`` does.

    ``ValueError`` is raised if a KIFU cannot hold the log.  Fields that it cannot hold are left
    out, with a ``UserWarning``.
    """
    text, left_out = _native.kifu(bytes_of(log))
    if left_out:
        fields = ", ".join(f"{count} {field}" for field, count in left_out)
        warnings.warn(f"left out because a KIFU cannot hold it: {fields}", stacklevel=2)
    return text


def _whole(file: Log | os.PathLike[str]) -> bytes:
    if isinstance(file, os.PathLike):
        with Path(file).open("rb") as opened:
            # One byte over the limit lets the reader report that the file is too large.
            packed = opened.read(MAX_BYTES + 1)
        try:
            return _native.unpacked(packed)
        except ValueError as error:
            raise ConvertError(f"{os.fspath(file)}: {error}") from None
    return text_of(file)
