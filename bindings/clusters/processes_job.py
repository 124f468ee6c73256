#!/usr/bin/env python3
"""Judges files of logs in several processes and counts their findings by client and clause.

    processes_job.py [--processes N] FILE...

`verify_file` already uses every thread of the machine.  Processes help if a script does more work
with each report in Python, because one process handles the reports one after the other.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections import Counter

import splendor_verify

Counts = Counter[tuple[str, str]]


def count(path: str) -> Counts:
    """Judge the logs of a file and count their findings."""
    counts: Counts = Counter()
    for report in splendor_verify.verify_file(path, keep_going=True, threads=1):
        client = (report.source and report.source.client) or ""
        counts.update((client, finding.clause) for finding in report.findings)
    return counts


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--processes", type=int)
    options = parser.parse_args(words)
    counts: Counts = Counter()
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        for counted in pool.imap_unordered(count, options.files):
            counts.update(counted)
    for (client, clause), findings in sorted(counts.items()):
        print(json.dumps({"client": client, "clause": clause, "findings": findings}))


if __name__ == "__main__":
    main(sys.argv[1:])
