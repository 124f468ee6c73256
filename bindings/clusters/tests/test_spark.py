"""The job gives the program's counts on a local cluster of two worker processes."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import FOLDERS, JOBS, Corpus

# In seconds: a busy machine is slow to start a cluster.
PATIENCE = 1200.0

CLUSTER = {
    "spark.master": "local-cluster[2,1,1024]",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    # One task per file, so that the test can interrupt the job in the middle.
    "spark.sql.files.openCostInBytes": "128m",
    "spark.sql.shuffle.partitions": "2",
    # Wait for both workers.
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    "spark.scheduler.maxRegisteredResourcesWaitingTime": "600s",
    "spark.ui.enabled": "false",
    "spark.eventLog.enabled": "true",
    "spark.eventLog.rolling.enabled": "false",
    "spark.eventLog.compress": "false",
}


class Job:
    """A running job and its Spark event log."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.output, self.events, self.log = (folder / name for name in ("out", "events", "log"))
        self.events.mkdir(parents=True)
        settings = {**CLUSTER, "spark.eventLog.dir": self.events.as_uri()}
        submit = ["--conf=" + name + "=" + value for name, value in settings.items()]
        job = str(JOBS / "spark_job.py")
        words = ("--keep-going", *words, str(self.output))
        environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}
        environment["PYSPARK_PYTHON"] = sys.executable
        environment["PYSPARK_DRIVER_PYTHON"] = sys.executable
        environment["PYSPARK_SUBMIT_ARGS"] = " ".join([*submit, "pyspark-shell"])
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, job, *words],
                env=environment,
                cwd=folder,
                stdout=log,
                stderr=log,
                preexec_fn=os.setpgrp,
            )

    def stop(self) -> None:
        """Kill the remaining processes of the job."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def done(self) -> None:
        status = self.process.wait(PATIENCE)
        assert status == 0, self.log.read_text()[-5_000:]

    def rows(self, name: str) -> list[dict[str, Any]]:
        [part] = (self.output / name).glob("part-*.json")
        return [json.loads(line) for line in part.read_text().splitlines()]

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return the events of a kind written so far."""
        lines = [line for path in self.events.iterdir() for line in path.read_text().splitlines()]
        events = [json.loads(line) for line in lines if line.endswith("}")]
        return [event for event in events if event["Event"] == f"SparkListener{kind}"]


Start = Callable[..., Job]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a job that ends with the test."""
    jobs: list[Job] = []

    def started(*words: str) -> Job:
        jobs.append(Job(tmp_path, *words))
        return jobs[-1]

    yield started
    for job in jobs:
        job.stop()


def same(job: Job, corpus: Corpus) -> None:
    """Compare the output of the job with the program's counts."""
    verdicts = {(row.get("client"), row["verdict"]): row["logs"] for row in job.rows("verdicts")}
    assert verdicts == corpus.verdicts
    findings = {
        (row.get("client"), row["clause"], row["severity"]): (
            row["findings"],
            row["not_after_illegal"],
            row["logs"],
        )
        for row in job.rows("findings")
    }
    assert findings == corpus.findings
    logs = pq.read_table(job.output / "logs")
    assert logs.num_rows == corpus.logs


def executors(job: Job) -> Iterator[int]:
    """Return the process ids of the workers of a job."""
    parents, workers = {}, []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            state = entry.joinpath("stat").read_text().rpartition(")")[2].split()
            parents[int(entry.name)] = int(state[1])
            words = entry.joinpath("cmdline").read_bytes()
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in words:
            workers.append(int(entry.name))
    for worker in workers:
        ancestor = worker
        while ancestor in parents and ancestor != job.process.pid:
            ancestor = parents[ancestor]
        if ancestor == job.process.pid:
            yield worker


def parts(job: Job) -> int:
    """Return the number of tasks that committed their output while the job still runs."""
    return len([*job.output.glob("logs/_temporary/0/task_*")])


def test_the_job_gives_the_counts_of_the_program(corpus: Corpus, start: Start) -> None:
    job = start(str(corpus.lines))
    job.done()
    same(job, corpus)
    added = {event["Executor ID"] for event in job.told("ExecutorAdded")}
    assert added == {"0", "1"}
    by = Counter(event["Task Info"]["Executor ID"] for event in job.told("TaskEnd"))
    assert min(by[worker] for worker in added) > 0


def with_empty(corpus: Corpus, logs: int) -> Corpus:
    """Return a corpus with a number of extra empty logs."""
    verdicts = corpus.verdicts + Counter({(None, "malformed"): logs})
    kind = (None, "format.json", "error")
    found, first, in_logs = corpus.findings[kind]
    findings = {**corpus.findings, kind: (found + logs, first + logs, in_logs + logs)}
    return dataclasses.replace(
        corpus, logs=corpus.logs + logs, verdicts=verdicts, findings=findings
    )


def test_a_worker_that_is_killed_loses_nothing(
    corpus: Corpus, start: Start, tmp_path: Path
) -> None:
    # The same logs as Parquet, in as many files.
    folder = tmp_path / "parquet"
    for path in sorted(corpus.lines.glob("*/games.jsonl")):
        logs = [line for line in path.read_text().splitlines() if line]
        (folder / path.parent.name).mkdir(parents=True)
        # A null and a blank are logs here.
        table = pa.table({"game": [*logs, None, " "]})
        pq.write_table(table, folder / path.parent.name / "games.parquet")
    job = start("--format", "parquet", "--column", "game", str(folder))
    begun = time.monotonic()
    while parts(job) < 2 and job.process.poll() is None:
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.005)
    [worker, other] = sorted(executors(job))
    os.kill(worker, signal.SIGKILL)
    handed_in = parts(job)
    assert 2 <= handed_in < FOLDERS, job.log.read_text()[-5_000:]
    job.done()
    same(job, with_empty(corpus, 2 * FOLDERS))
    # The worker died in the middle, Spark noticed, and another worker replaced it.
    [removed, *_] = job.told("ExecutorRemoved")
    assert "137" in removed["Removed Reason"], removed
    assert len(job.told("ExecutorAdded")) >= 3
    ends = [event["Task End Reason"]["Reason"] for event in job.told("TaskEnd")]
    assert "ExecutorLostFailure" in ends
    assert not Path(f"/proc/{worker}/exe").exists() and worker != other


def test_unknown_options_are_rejected_first(start: Start, tmp_path: Path) -> None:
    job = start("--client", "nobody", str(tmp_path))
    assert job.process.wait(PATIENCE) == 1
    assert "the client `nobody` is not known" in job.log.read_text()
    assert not job.output.exists()
