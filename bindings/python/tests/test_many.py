"""Many logs: in order, in threads, from Arrow and into Arrow."""

from __future__ import annotations

import _thread
import collections
import multiprocessing
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
import pytest

import splendor_verify as sv


def verdicts(reports: list[sv.Report]) -> list[str]:
    return [report.verdict for report in reports]


def test_reports_are_in_the_order_of_the_logs(games: list[str]) -> None:
    one_by_one = [sv.verify(game) for game in games]
    counted = collections.Counter(verdicts(one_by_one))
    assert counted == {"legal": 40, "illegal": 10, "malformed": 10}
    many = games * 20
    for threads in (1, 2, 16, None):
        reports = sv.verify_many(many, threads=threads)
        assert verdicts(reports) == verdicts(one_by_one) * 20
        assert [report.input.game for report in reports] == [*range(1, len(many) + 1)]
        ours = [report.findings for report in reports[-len(games) :]]
        assert ours == [report.findings for report in one_by_one]


def test_any_iterable_works(games: list[str]) -> None:
    told = sv.verify_many(games)
    assert sv.verify_many(tuple(games)) == told
    assert sv.verify_many(game for game in games) == told
    assert sv.verify_many(game.encode() for game in games) == told
    assert sv.verify_many([]) == []


class Capsule:
    """Data of a library that pyarrow reads only through the PyCapsule interface."""

    def __init__(self, array: pa.ChunkedArray) -> None:
        self.array = array

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.array.__arrow_c_stream__(requested_schema)


def test_a_null_of_a_list_is_a_row(games: list[str]) -> None:
    values: list[Any] = [games[0], None, float("nan"), games[1]]
    first, none, nan, last = sv.verify_many(values)
    assert none is None and nan is None
    assert [first] == sv.verify_many(games[:1])
    assert last is not None and last.input.game == 4
    assert last.verdict == sv.verify(games[1]).verdict


def test_a_batch_of_a_list_has_a_bounded_size() -> None:
    from splendor_verify._verify import batches

    large = b" " * (6 << 20)
    assert [len(batch) for batch in batches([large] * 7)] == [3, 3, 1]
    assert [len(batch) for batch in batches([b""] * 2_050)] == [1_024, 1_024, 2]


KINDS = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
    pa.dictionary(pa.int32(), pa.string()),
    pa.dictionary(pa.int8(), pa.large_binary()),
    pa.json_(),
]


def typed(values: Sequence[str | None], kind: pa.DataType) -> pa.Array:
    if pa.types.is_null(kind):
        return pa.nulls(len(values))
    array = pa.array(values, pa.string())
    if isinstance(kind, pa.DictionaryType):
        array = array.cast(kind.value_type).dictionary_encode()
    return array.cast(kind)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_arrow_arrays_are_read(games: list[str], kind: pa.DataType) -> None:
    told = sv.verify_many(games)
    assert sv.verify_many(typed(games, kind)) == told
    chunked = pa.chunked_array([typed(part, kind) for part in (games[:7], [], games[7:])])
    assert sv.verify_many(chunked) == told
    assert sv.verify_many(Capsule(chunked)) == told
    assert sv.verify_many(typed(["{}", None, *games, "[]"], kind)[2:-1]) == told


@pytest.mark.parametrize("kind", [*KINDS, pa.null()], ids=str)
def test_a_null_of_a_column_is_a_row(games: list[str], kind: pa.DataType) -> None:
    values = [None, games[0], None, games[2], "", None]
    if pa.types.is_null(kind):
        values = [None] * 6
    column = typed(values, kind)
    told = sv.verify_many(values)
    assert [report is None for report in told] == [value is None for value in values]
    assert sv.verify_many(column) == told
    assert sv.verify_many(column[1:]) == sv.verify_many(values[1:])
    table = sv.verify_table(column)
    assert table == sv.verify_table(values)
    for row, report in zip(table.to_pylist(), told, strict=True):
        if report is None:
            assert set(row.values()) == {None}
        else:
            assert (row["verdict"], row["clause"]) == (report.verdict, report.clause)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_part_of_a_column_has_a_bounded_size(kind: pa.DataType) -> None:
    from splendor_verify._arrow import parts_of

    large = "[" * (6 << 20)
    column = typed([large, None, "{}", *[large] * 4, None, ""], kind)
    parts = [*parts_of(column)]
    assert [len(part[1]) - 1 for part in parts] == [4, 2, 3]
    assert max(len(part[0]) for part in parts) <= 16 << 20
    assert sum(len(part[0]) for part in parts) == 5 * len(large) + 2
    assert [len(part[1]) - 1 for part in parts_of(typed(["{}"] * 2_050, kind))] == [1_024, 1_024, 2]


COLUMN_IN_PLACE = """
import resource, sys
import pyarrow as pa
import splendor_verify as sv

size = int(sys.argv[1])
text = b'{"format": "splendor-log/1", "ext": "' + b"x" * 100_000 + b'"}'
count = size // len(text)
data = pa.py_buffer(text * count)
offsets = pa.array(range(0, len(text) * count + 1, len(text)), pa.int64()).buffers()[1]
column = pa.Array.from_buffers(pa.large_string(), count, [None, offsets, data])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert sv.verify_table(column).num_rows == count
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) * 1024 / size)
"""


def test_a_column_is_not_copied() -> None:
    command = [sys.executable, "-c", COLUMN_IN_PLACE, str(200 << 20)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(done.stdout) < 0.5


def test_a_table_shows_declarations_that_are_not_required(games: list[str]) -> None:
    rules = {"edition": "2024", "rulings": {"target": 21}}
    table = sv.verify_table(games, rules=rules)
    rows = [row for row in table.to_pylist() if row["verdict"] != "malformed"]
    assert len(rows) >= 40
    for row in rows:
        found = (row["verdict"], row["clause"], row["departures"])
        assert found == ("illegal", "rules.rulings", ["target=21"])


def test_a_number_is_not_a_log() -> None:
    with pytest.raises(TypeError, match="log 2: a log is bytes or str, not float"):
        sv.verify_many(["{}", 2.5])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a column of logs has texts or bytes, not int64"):
        sv.verify_table(pa.array([1, 2]))


@pytest.mark.parametrize(("keep_going", "target"), [(False, 15), (True, 21)])
def test_a_table_agrees_with_the_reports(
    games: list[str], keep_going: bool, target: int
) -> None:
    many = games * 20
    rulings = {"target": target}
    table = sv.verify_table(many, keep_going=keep_going, rulings=rulings)
    reports = sv.verify_many(many, keep_going=keep_going, rulings=rulings)
    assert any(report.departures for report in reports) == (target == 21)
    assert table.num_rows == len(reports) == 1200
    rows: list[dict[str, Any]] = table.to_pylist()
    for row, report in zip(rows, reports, strict=True):
        findings = row.pop("findings")
        for name in ("verdict", "complete", "plies", "judged", "clause", "turn", "message"):
            assert row.pop(name) == getattr(report, name)
        first = report.deciding
        assert row.pop("line") == (first and first.line)
        assert row.pop("column") == (first and first.column)
        assert row.pop("client") == (report.source and report.source.client)
        departures = [f"{one.name}={one.value}" for one in report.departures]
        assert row.pop("departures") == departures
        assert row == {}
        told = [{name: getattr(one, name) for name in findings[0]} for one in report.findings]
        assert findings == told
    assert set(table["client"].to_pylist()) == {"splendor-generate", None}


def test_an_empty_table_has_its_columns() -> None:
    empty = sv.verify_table([])
    assert empty.num_rows == 0
    assert empty.schema == sv.verify_table([b"{}"]).schema


def ticks_during(work: Any) -> tuple[int, float]:
    """Return how often another Python thread runs during `work`, and the time that it takes."""
    ticks, begun, ended = [0], threading.Event(), threading.Event()

    def tick() -> None:
        begun.set()
        while not ended.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    begun.wait()
    before, start = ticks[0], time.perf_counter()
    work()
    during, took = ticks[0] - before, time.perf_counter() - start
    ended.set()
    other.join()
    return during, took


def test_another_thread_of_python_runs_meanwhile(games: list[str]) -> None:
    # Time a single call: it runs no Python code, so a held lock would never be released.
    from splendor_verify import _native

    logs: list[bytes | None] = [*(game.encode() for game in games * 200)]
    by = _native.judged_by(None, [], False, None)
    held, took = ticks_during(lambda: sorted(range(4_000_000, 0, -1), key=int))
    released, judged = ticks_during(lambda: _native.verify_rows(logs, by, False, 1))
    # With the lock held the other thread runs at either end alone, however long the work takes:
    # compare the ticks a second, not the ticks, because a busy machine stretches both ends.
    assert took > 0.1 and judged > 0.1
    assert released / judged >= 4 * held / took


def test_threads_of_python_judge_side_by_side(games: list[str]) -> None:
    told = sv.verify_many(games)
    results: list[list[sv.Report]] = []
    workers = [
        threading.Thread(target=lambda: results.append(sv.verify_many(games))) for _ in range(8)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert results == [told] * 8


@pytest.mark.parametrize("how", ["fork", "spawn"])
def test_processes_judge_side_by_side(games: list[str], how: str) -> None:
    sv.verify_many(games)
    with multiprocessing.get_context(how).Pool(2) as pool:
        assert pool.map(sv.verify, games, chunksize=10) == [sv.verify(game) for game in games]


def test_many_logs_can_be_interrupted(games: list[str]) -> None:
    yielded = 0

    def logs() -> Iterator[str]:
        nonlocal yielded
        for yielded in range(20_000):
            if yielded == 2_000:
                _thread.interrupt_main()
            yield games[yielded % 60]

    # A process started in the background may ignore interrupts otherwise.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            sv.verify_many(logs())
    finally:
        signal.signal(signal.SIGINT, before)
    assert yielded < 4_000
