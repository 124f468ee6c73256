"""The job with Ray says what the program says; left out where Ray is not installed."""

from __future__ import annotations

import pytest
from conftest import JOBS, Corpus
from test_processes import due, findings

pytest.importorskip("ray")


def test_the_job_says_what_the_program_says(corpus: Corpus) -> None:
    assert findings(str(JOBS / "ray_job.py"), str(corpus.lines)) == due(corpus)
