"""The types of the JSON are those of the schemas."""

from __future__ import annotations

import subprocess
import sys

from conftest import ROOT

PACKAGE = ROOT / "bindings/python"


def test_the_types_are_written_from_the_schemas() -> None:
    command = [sys.executable, str(PACKAGE / "write_formats.py")]
    written = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert written == (PACKAGE / "python/splendor_verify/formats.py").read_text()
