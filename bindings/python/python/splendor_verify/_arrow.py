"""Reads and writes Arrow; only this module needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from splendor_verify import _native
from splendor_verify._verify import Log, Rules, batches, checked, judged_by

if TYPE_CHECKING:
    import pyarrow as pa


def verify_table(
    logs: Iterable[Log] | Any,
    *,
    rulings: Mapping[str, str | int] | None = None,
    client: str | None = None,
    published: bool = False,
    rules: Rules | None = None,
    keep_going: bool = False,
    threads: int | None = None,
) -> pa.Table:
    """Judge many logs and return an Arrow table with one row per log, in their order.

    ``logs`` has the same types as for ``verify_many``.  ``clause``, ``turn``, ``line``, ``column``
    and ``message`` describe the first finding that decides the verdict; ``findings`` lists all.
    ``client`` is the client that the log names.  ``departures`` lists the rulings that differ from
    the published rules, like ``pass=always``.  If the verifier itself has a defect, the verdict
    is null and ``message`` describes the defect.
    """
    import pyarrow as pa

    by = judged_by(rulings, client, published, rules)
    threads = checked(threads)
    schema = table_schema()
    parts = []
    for batch in batches(logs):
        rows = _native.verify_rows(batch, by, keep_going, threads)
        flat = [(*outcome, *deciding, findings) for outcome, deciding, findings in rows]
        columns = [
            pa.array(column, type=field.type)
            for column, field in zip(zip(*flat, strict=True), schema, strict=True)
        ]
        parts.append(pa.RecordBatch.from_arrays(columns, schema=schema))
    return pa.Table.from_batches(parts, schema)


def table_schema() -> pa.Schema:
    """Return the schema of the table that ``verify_table`` returns."""
    import pyarrow as pa

    finding = [
        ("clause", pa.string()),
        ("contradicts", pa.string()),
        ("severity", pa.string()),
        ("turn", pa.int64()),
        ("seat", pa.int64()),
        ("pointer", pa.string()),
        ("line", pa.int64()),
        ("column", pa.int64()),
        ("message", pa.string()),
        ("after_illegal", pa.bool_()),
    ]
    return pa.schema(
        [
            ("verdict", pa.string()),
            ("complete", pa.bool_()),
            ("client", pa.string()),
            ("plies", pa.int64()),
            ("judged", pa.int64()),
            ("departures", pa.list_(pa.string())),
            ("clause", pa.string()),
            ("turn", pa.int64()),
            ("line", pa.int64()),
            ("column", pa.int64()),
            ("message", pa.string()),
            ("findings", pa.list_(pa.struct(finding))),
        ]
    )


def values_of(logs: Any) -> Iterator[Any]:
    """Return the values of an Arrow array or stream, chunk by chunk."""
    import pyarrow as pa

    whole = pa.chunked_array(logs) if hasattr(logs, "__arrow_c_stream__") else pa.array(logs)
    chunks = whole.chunks if isinstance(whole, pa.ChunkedArray) else [whole]
    for chunk in chunks:
        yield from chunk.to_pylist()
