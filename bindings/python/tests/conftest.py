"""Fixtures: the folder of the project, and the program that the package is compared with."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


class Program:
    """The program `splendor`, run in the folder of the project."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self, *words: str, stdin: bytes = b"") -> bytes:
        done = subprocess.run([self.path, *words], cwd=ROOT, input=stdin, capture_output=True)
        assert done.returncode in {0, 1, 2}, done.stderr.decode()
        return done.stdout

    def errors(self, *words: str) -> list[str]:
        """Return the lines that the program prints to standard error."""
        done = subprocess.run([self.path, *words], cwd=ROOT, capture_output=True)
        return done.stderr.decode().splitlines()

    def lines(self, *words: str, stdin: bytes = b"") -> list[str]:
        """Return the output of the program as lines, without line breaks."""
        return self(*words, stdin=stdin).decode().splitlines()


@pytest.fixture(scope="package")
def program() -> Program:
    return Program(os.environ["SPLENDOR_PROGRAM"])


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    # A report names a file by the path as given.
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="package")
def games(program: Program) -> list[str]:
    """Sixty games, every third of which is illegal or broken."""
    seats = [str(2 + number % 3) for number in range(6)]
    lines = [
        line
        for seed, count in enumerate(seats)
        for line in program.lines("generate", "--games=10", f"--seed={10 * seed}", "--seats", count)
    ]
    for at in range(0, len(lines), 3):
        lines[at] = (
            lines[at].replace('"seat":1', '"seat":0', 1) if at % 2 else lines[at][: 40 * at + 9]
        )
    return lines
