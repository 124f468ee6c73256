"""A corpus with findings of several clients, and the program's counts."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
JOBS = Path(__file__).resolve().parents[1]
FOLDERS = 24


@dataclasses.dataclass
class Corpus:
    """Logs in a partitioned folder of JSON Lines."""

    lines: Path
    logs: int
    verdicts: Counter[tuple[str | None, str]]
    # Findings, findings not after an illegal turn, and logs with a finding.
    findings: dict[tuple[str | None, str, str], tuple[int, int, int]]


def program(*words: str) -> str:
    """Return the output of `splendor`."""
    done = subprocess.run(
        [os.environ["SPLENDOR_PROGRAM"], *words], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode in {0, 1, 2}, done.stderr
    return done.stdout


def games() -> list[str]:
    """Return games of several clients, many of them illegal or broken."""
    lines: list[str] = []
    for seed, seats in enumerate(["2", "3", "4"]):
        words = ["--games", "800", "--seats", seats, "--seed", str(1_000 * seed)]
        made = program("generate", *words, "--ruling", "fewer=up-to-three").splitlines()
        # Drop the ruling of these games, so that most become illegal.
        half = len(made) // 2
        made[:half] = [line.replace('"fewer":"up-to-three"', "") for line in made[:half]]
        lines += made
    lines[::5] = [line.replace("splendor-generate", "another-client", 1) for line in lines[::5]]
    lines[::7] = [line.replace('"source"', '"sources"', 1) for line in lines[::7]]
    # Not the first line of a file: the program would take the file for one document.
    lines[FOLDERS::11] = [line[: len(line) // 2] for line in lines[FOLDERS::11]]
    for path in sorted((ROOT / "replays" / "illegal").glob("*.json")):
        lines.append(json.dumps(json.loads(path.read_bytes())))
    return lines


def counted(corpus: Path, lines: int) -> Corpus:
    """Compute the expected counts with the program."""
    told = program("verify", "--format", "json", "--keep-going", str(corpus)).splitlines()
    assert len(told) == lines
    verdicts: Counter[tuple[str | None, str]] = Counter()
    findings: Counter[tuple[str | None, str, str]] = Counter()
    first: Counter[tuple[str | None, str, str]] = Counter()
    logs: Counter[tuple[str | None, str, str]] = Counter()
    for line in told:
        report: dict[str, Any] = json.loads(line)
        client = report.get("source", {}).get("client")
        verdicts[client, report["verdict"]] += 1
        kinds = [(client, one["clause"], one["severity"]) for one in report["findings"]]
        findings.update(kinds)
        logs.update(set(kinds))
        after = [one["after_illegal"] for one in report["findings"]]
        first.update(kind for kind, later in zip(kinds, after, strict=True) if not later)
    # A corpus with few findings would test little.
    assert len(verdicts) >= 6 and len(findings) > 40 and findings.total() > 5_000
    all_of = {kind: (findings[kind], first[kind], logs[kind]) for kind in findings}
    return Corpus(corpus, lines, verdicts, all_of)


@pytest.fixture(scope="package")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("corpus") / "lines"
    lines = games()
    for number in range(FOLDERS):
        part = folder / f"day={number:02}"
        part.mkdir(parents=True)
        text = "\n\n".join(lines[number::FOLDERS]) + "\n"
        (part / "games.jsonl").write_text(text)
    return counted(folder, len(lines))
