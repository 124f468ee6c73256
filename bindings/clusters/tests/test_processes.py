"""The job in several processes gives the program's counts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

from conftest import JOBS, Corpus


def findings(*words: str) -> dict[tuple[str, str], int]:
    """Run a job and return its counts."""
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # Ray logs to the same stream.
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {(row["client"], row["clause"]): row["findings"] for row in rows}


def due(corpus: Corpus) -> dict[tuple[str, str], int]:
    counts: Counter[tuple[str, str]] = Counter()
    for (client, clause, _), (found, _, _) in corpus.findings.items():
        counts[client or "", clause] += found
    return counts


def test_the_job_gives_the_counts_of_the_program(corpus: Corpus) -> None:
    files = sorted(str(path) for path in corpus.lines.rglob("*.jsonl"))
    told = findings(str(JOBS / "processes_job.py"), "--processes", "2", *files)
    assert told == due(corpus)
