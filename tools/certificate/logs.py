"""The logs of the command line: their digests, and which of them have no certificate."""

import hashlib
import pathlib
import re

BLANK_LINES = re.compile(rb"(?:[ \t\f\r]*\n)*")


def digest(data):
    return hashlib.sha256(data).hexdigest()


def files_of(logs):
    """The names of files with their bytes."""
    return [(log, pathlib.Path(log).read_bytes()) for log in logs]


def whole_and_lines(data):
    """The text without leading blank lines, then each of its lines."""
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")]
    return [data[BLANK_LINES.match(data).end():], *lines]


def texts_of(files):
    """The logs of files by their digest: whole files, and the lines of JSON Lines."""
    texts = {}
    for log, data in files:
        for line, text in enumerate(whole_and_lines(data)):
            texts.setdefault(digest(text), (f"{log}:{max(1, line)}", text))
    return texts


def missing(files, certified):
    """The files and the lines of JSON Lines that have no certificate."""
    for log, data in files:
        whole, *lines = whole_and_lines(data)
        if digest(whole) in certified:
            continue
        lines = [(at, line) for at, line in enumerate(lines, 1) if line.strip()]
        without = [f"{log}:{at}" for at, line in lines if digest(line) not in certified]
        yield from [log] if len(without) == len(lines) else without
