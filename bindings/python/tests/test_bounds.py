"""Memory and time stay bounded, and an interrupt takes effect at any moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import splendor_verify as sv


def python(code: str, *words: str) -> subprocess.Popen[str]:
    """Run Python code that imports the package."""
    begin = "import signal, sys, splendor_verify as sv\nfrom pathlib import Path\n"
    begin += "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    command = [sys.executable, "-c", begin + code, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


# Not `ru_maxrss`: a child begins with that of the process that started it.
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of a process itself")
def test_a_file_of_short_lines_needs_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text("{}\n" * 200_000)
    code = """
count = sum(report.verdict == "malformed" for report in sv.verify_file(sys.argv[1], threads=1))
status = Path("/proc/self/status").read_text()
print(count, status.split("VmHWM:")[1].split()[0])
"""
    out, err = python(code, str(path)).communicate(timeout=300)
    count, kilobytes = map(int, out.split())
    assert (count, err) == (200_000, "")
    assert kilobytes < 60_000, "all reports at once need 280 MB"


@pytest.mark.parametrize("endless", ["pipe", "/dev/zero"])
@pytest.mark.parametrize(
    "judge", ["sv.verify(Path(sys.argv[1]))", "list(sv.verify_file(sys.argv[1]))"]
)
@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
def test_a_wait_for_input_can_be_interrupted(tmp_path: Path, endless: str, judge: str) -> None:
    path = tmp_path / endless
    if endless == "pipe":
        os.mkfifo(path)
    child = python(f"print('ready', flush=True)\n{judge}\n", str(path))
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    timer = threading.Timer(0.3, child.send_signal, [signal.SIGINT])
    timer.start()
    try:
        _, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert err.strip().endswith("KeyboardInterrupt"), err
    assert child.returncode == -signal.SIGINT


@pytest.mark.skipif(os.name == "nt", reason="there are no named pipes")
def test_reports_come_before_the_end_of_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    seen = threading.Event()

    def write() -> None:
        with path.open("w") as pipe:
            pipe.write("{}\n" * 1_024)
            pipe.flush()
            # The reader gets the bytes when the read-ahead is full.
            pipe.write(" " * (1 << 17) + "\n")
            pipe.flush()
            seen.wait(60)

    writer = threading.Thread(target=write)
    writer.start()
    reports = sv.verify_file(path)
    first = next(reports)
    seen.set()
    assert (first.verdict, first.place) == ("malformed", f"{path}:1:1")
    assert len(list(reports)) == 1_023
    writer.join()


def test_a_bomb_is_unpacked_up_to_the_limit(tmp_path: Path) -> None:
    blanks, line = b"\x02\x00\x10 ", b"\x08\x00\x00\n"
    bomb = b"\x28\xb5\x2f\xfd\x00\x38" + (blanks + line) * 640 + b"\x01\x00\x00"
    path = tmp_path / "bomb.jsonl.zst"
    path.write_bytes(bomb)
    assert len(bomb) < 6_000
    limit = "it unpacks to more than 32 MiB plus 200 times its packed size"
    with pytest.raises(OSError, match=limit):
        list(sv.verify_file(path))
    with pytest.raises(OSError, match=limit):
        sv.verify(path)
