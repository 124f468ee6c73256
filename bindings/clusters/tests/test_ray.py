"""The Ray job gives the program's counts; skipped if Ray is not installed."""

from __future__ import annotations

import pytest
from conftest import JOBS, Corpus
from test_processes import due, findings

pytest.importorskip("ray")


def test_the_job_gives_the_counts_of_the_program(corpus: Corpus) -> None:
    assert findings(str(JOBS / "ray_job.py"), str(corpus.lines)) == due(corpus)
