"""Reads and writes Arrow; only this module needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from splendor_verify import _native
from splendor_verify._verify import (
    BATCH_LOGS,
    MAX_BYTES,
    Column,
    Part,
    Rules,
    batches,
    checked,
    judged_by,
)

if TYPE_CHECKING:
    import pyarrow as pa


def verify_table(
    logs: Column,
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
    the published rules, like ``pass=always``.  The row of a null is null in every column.  If the
    verifier itself has a defect, the verdict is null and ``message`` describes the defect.
    """
    import pyarrow as pa

    by = judged_by(rulings, client, published, rules)
    threads = checked(threads)
    schema = table_schema()
    null = (None,) * len(schema)
    parts = []
    for batch in batches(logs):
        rows = _native.verify_rows(batch, by, keep_going, threads)
        flat = [null if row is None else (*row[0], *row[1], row[2]) for row in rows]
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


def parts_of(logs: Any) -> Iterator[Part]:
    """Return the logs of an Arrow array or stream in parts, so that only a part is copied."""
    import pyarrow as pa

    column = pa.chunked_array(logs) if hasattr(logs, "__arrow_c_stream__") else pa.array(logs)
    for chunk in column.chunks if isinstance(column, pa.ChunkedArray) else [column]:
        yield from _parts(_checked(chunk))


def _checked(values: Any) -> Any:
    """Return an array of texts; raise ``TypeError`` if it has other values."""
    import pyarrow as pa
    import pyarrow.types as is_type

    if isinstance(values, pa.ExtensionArray):
        return _checked(values.storage)
    kind = values.type.value_type if is_type.is_dictionary(values.type) else values.type
    kinds = (
        is_type.is_string,
        is_type.is_large_string,
        is_type.is_string_view,
        is_type.is_binary,
        is_type.is_large_binary,
        is_type.is_binary_view,
        is_type.is_null,
    )
    if not any(fits(kind) for fits in kinds):
        raise TypeError(f"a column of logs has texts or bytes, not {kind}")
    return values


def _parts(chunk: Any) -> Iterator[Part]:
    """Return the parts of an array: at most 1024 logs, and 16 MiB unless one log has more."""
    import pyarrow as pa

    encoded = isinstance(chunk, pa.DictionaryArray)
    # Measured once: a part may refer to any entry of the dictionary.
    entries = _lengths(chunk.dictionary) if encoded else None
    starts = range(0, len(chunk), BATCH_LOGS)
    waiting = [chunk.slice(start, BATCH_LOGS) for start in reversed(starts)]
    while waiting:
        part = waiting.pop()
        lengths = _lengths(part) if entries is None else entries.take(part.indices)
        if len(part) > 1 and (lengths.sum().as_py() or 0) > MAX_BYTES:
            half = len(part) // 2
            waiting += [part.slice(half), part.slice(0, half)]
        else:
            yield _part(part)


def _lengths(texts: Any) -> Any:
    """Return the number of bytes of each text."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as is_type

    if is_type.is_string_view(texts.type) or is_type.is_binary_view(texts.type):
        # A view has sixteen bytes and begins with the length.
        views = memoryview(texts.buffers()[1]).cast("B").cast("i")
        return pa.array(views[4 * texts.offset : 4 * (texts.offset + len(texts)) : 4].tolist())
    texts = texts.cast(pa.binary()) if is_type.is_null(texts.type) else texts
    return pc.call_function("binary_length", [texts])


def _part(texts: Any) -> Part:
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = texts.cast(pa.large_binary())
    _, offsets, data = texts.buffers()
    all_offsets = memoryview(offsets).cast("B").cast("q")
    ours = all_offsets[texts.offset : texts.offset + len(texts) + 1].tolist()
    nulls = []
    if texts.null_count:
        nulls = pc.call_function("indices_nonzero", [texts.is_null()]).to_pylist()
    copied = data.slice(ours[0], ours[-1] - ours[0]).to_pybytes() if data else b""
    return copied, ours, nulls
