#!/usr/bin/env python3
"""Judges a corpus of logs with Ray and counts its findings by client and clause.

    ray_job.py INPUT

INPUT is a file or a folder of JSON Lines with a log a line.
"""

from __future__ import annotations

import json
import sys

import pyarrow as pa
import pyarrow.compute as pc
import ray

import splendor_verify


def judged(batch: pa.Table) -> pa.Table:
    """Judge a batch of logs; of each finding the client and the clause are kept."""
    # Ray has a task for each core already.
    table = splendor_verify.verify_table(batch["text"], keep_going=True, threads=1)
    found = table["findings"]
    client = table["client"].combine_chunks().take(pc.list_parent_indices(found).combine_chunks())
    clause = pc.struct_field(pc.list_flatten(found), "clause")
    return pa.table({"client": client.fill_null(""), "clause": clause})


def main(path: str) -> None:
    ray.init(include_dashboard=False)
    logs = ray.data.read_text(path, drop_empty_lines=True)
    found = logs.map_batches(judged, batch_format="pyarrow", batch_size=1_000)
    counted = found.groupby(["client", "clause"]).count().take_all()
    for row in sorted(counted, key=lambda row: (row["client"], row["clause"])):
        findings = {"findings": row["count()"]}
        print(json.dumps({"client": row["client"], "clause": row["clause"], **findings}))
    ray.shutdown()


if __name__ == "__main__":
    main(sys.argv[1])
