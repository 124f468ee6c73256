"""The command of the package is the program."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest
from conftest import ROOT, Program

COMMAND = Path(sysconfig.get_path("scripts"), "splendor-verify")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("--version", 0),
        ("verify replays/legal", 0),
        ("verify replays/illegal --format json", 1),
        ("verify CONTRIBUTING.md", 2),
        ("verify --no-such-option", 3),
        ("explain take.pair-needs-four", 0),
        ("show replays/perft/start-2.json", 0),
    ],
)
def test_the_command_answers_like_the_program(program: Program, words: str, status: int) -> None:
    told, expected = (
        subprocess.run([path, *words.split()], cwd=ROOT, capture_output=True)
        for path in (COMMAND, program.path)
    )
    assert (told.returncode, expected.returncode) == (status, status)
    # The usage names the command as it was called.
    errors = told.stderr.replace(b"Usage: splendor-verify", b"Usage: splendor")
    assert (told.stdout, errors) == (expected.stdout, expected.stderr)
    assert told.stdout or status > 1
