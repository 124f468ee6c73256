#!/usr/bin/env python3
"""Judges a corpus of logs with Ray and counts its findings by client and clause.

    ray_job.py INPUT

INPUT is a file or a folder of JSON Lines with one log per line.
"""

from __future__ import annotations

import json
import sys
from collections import Counter

import pyarrow as pa
import pyarrow.compute as pc
import ray

import splendor_verify


def counted(batch: pa.Table) -> pa.Table:
    """Judge a batch of logs and count its findings."""
    # Ray already runs a task on each core.
    table = splendor_verify.verify_table(batch["text"], keep_going=True, threads=1)
    found = table["findings"]
    client = table["client"].combine_chunks().take(pc.list_parent_indices(found).combine_chunks())
    clause = pc.struct_field(pc.list_flatten(found), "clause")
    each = pa.table({"client": client.fill_null(""), "clause": clause})
    return each.group_by(["client", "clause"]).aggregate([([], "count_all")])


def main(path: str) -> None:
    ray.init(include_dashboard=False)
    logs = ray.data.read_text(path, drop_empty_lines=True)
    batches = logs.map_batches(counted, batch_format="pyarrow", batch_size=1_000)
    counts: Counter[tuple[str, str]] = Counter()
    for row in batches.iter_rows():
        counts[row["client"], row["clause"]] += row["count_all"]
    for (client, clause), findings in sorted(counts.items()):
        print(json.dumps({"client": client, "clause": clause, "findings": findings}))
    ray.shutdown()


if __name__ == "__main__":
    main(sys.argv[1])
