"""Measures time and memory of `splendor verify` on many games, and kills and resumes it.

A broken promise ends the run with an error; no time limit is checked.
"""

import argparse
import gzip
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import time
from pathlib import Path

KINDS = (
    [],
    ["--module", "cities"],
    ["--module", "trading-posts", "--seats", "3"],
    ["--module", "cities", "--module", "trading-posts", "--seats", "4"],
)
"""The games: with every module, and for every number of seats."""

MOST_MEGABYTES = 64
"""The memory limit of a run for any input, as the book promises it."""


class Peak(threading.Thread):
    """Polls the peak memory of a process until it ends.

    The figure that the system reports after the end includes the memory of the parent process.
    """

    def __init__(self, child):
        super().__init__()
        self.status, self.kilobytes = Path(f"/proc/{child.pid}/status"), 0
        self.start()

    def run(self):
        while True:
            try:
                lines = self.status.read_text().splitlines()
            except OSError:
                return
            found = [line for line in lines if line.startswith("VmHWM:")]
            if not found:
                return
            self.kilobytes = int(found[0].split()[1])
            time.sleep(0.002)

    def megabytes(self):
        """Waits for the end and returns the peak; 0 if the process ended before the first poll."""
        self.join()
        return self.kilobytes * 1024 / 1e6


def ended(child, peak):
    """Waits for a process; returns its status, its CPU seconds and its peak of megabytes."""
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, usage.ru_utime + usage.ru_stime, peak.megabytes()


def measured(arguments, **options):
    """Runs a command; returns the values of `ended`, and a digest and line count of its output."""
    child = subprocess.Popen(arguments, stdout=subprocess.PIPE, **options)
    peak, digest, lines = Peak(child), hashlib.sha256(), 0
    while part := child.stdout.read(1 << 16):
        digest.update(part)
        lines += part.count(b"\n")
    return *ended(child, peak), (digest.hexdigest(), lines)


def must(holds, what):
    """Ends the run if a condition is false."""
    if not holds:
        sys.exit(f"FAILED: {what}")


class Scale:
    """The program and the folder of the corpora."""

    def __init__(self, program, work):
        self.program, self.work = program, work

    def pool(self, games):
        """Generates a number of different games, the kinds in turn; returns the file."""
        path = self.work / f"games-{games}.jsonl"
        if path.exists():
            return path
        each = -(-games // len(KINDS))
        parts = []
        for number, kind in enumerate(KINDS):
            part = self.work / f"part-{number}.jsonl"
            command = [self.program, "generate", "--seed", str(1 + number * each)]
            with part.open("wb") as out:
                subprocess.run([*command, "--games", str(each), *kind], stdout=out, check=True)
            parts.append(part)
        fresh = path.with_suffix(".tmp")
        files = [part.open("rb") for part in parts]
        with fresh.open("wb") as out:
            for number in range(games):
                out.write(files[number % len(KINDS)].readline())
        for file, part in zip(files, parts):
            file.close()
            part.unlink()
        fresh.rename(path)
        return path

    def repeated(self, pool, size):
        """Repeats the games of a file up to a size in bytes; returns the new file."""
        path = self.work / f"bytes-{size}.jsonl"
        if not path.exists():
            fresh = path.with_suffix(".tmp")
            with fresh.open("wb") as out:
                while out.tell() < size:
                    with pool.open("rb") as games:
                        shutil.copyfileobj(games, out, 1 << 20)
            fresh.rename(path)
        return path

    def verify(self, *options, **more):
        """Judges; returns the values of `measured`."""
        for _ in range(20):
            found = measured([self.program, "verify", *map(str, options)], **more)
            if found[2] > 0:
                return found
        must(False, "the memory was never measured")

    def bounded(self, path):
        """Judges a large file, plain and compressed, and checks the peak of memory."""
        size = path.stat().st_size
        packed = path.with_suffix(".jsonl.gz")
        with path.open("rb") as plain, gzip.open(packed, "wb", compresslevel=1) as out:
            shutil.copyfileobj(plain, out, 1 << 20)
        archive = path.with_suffix(".tar")
        with tarfile.open(archive, "w") as out:
            out.add(path, arcname="games.jsonl")
        outputs = set()
        for name, threads in ((path, 1), (path, 2), (path, 7), (packed, 2), (archive, 2)):
            status, seconds, peak, output = self.verify(
                "--format", "json", "--threads", threads, name
            )
            must(status == 0, f"{name}: exit status {status}")
            must(peak <= MOST_MEGABYTES, f"{name}: {peak:.0f} MB with {threads} threads")
            print(
                f"{name.name}: {size / 1e6:.0f} MB of JSON, {threads} threads: "
                f"{output[1]} logs, {seconds:.1f} CPU s, {peak:.0f} MB at most"
            )
            if name == path:
                outputs.add(output)
        must(len(outputs) == 1, "the output depends on the number of threads")
        packed.unlink()
        archive.unlink()

    def slow_reader(self, path):
        """Reads the output slowly: the program must wait without using more memory."""
        command = [self.program, "verify", "--format", "json", "--threads", "2", path]
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        watch = Peak(child)
        for _ in range(20):
            child.stdout.read(1 << 12)
            time.sleep(0.05)
        while child.stdout.read(1 << 20):
            pass
        status, _, peak = ended(child, watch)
        must(status == 0 and peak <= MOST_MEGABYTES, f"slow reader: {peak:.0f} MB")
        print(f"slow reader: {peak:.0f} MB at most")

    def hostile(self):
        """Judges inputs that are made to need much memory."""
        long = self.work / "long.jsonl"
        with long.open("wb") as out:
            for _ in range(12):
                out.write(b"[" * 20_000_000 + b"\n")
        bomb = self.work / "bomb.jsonl.gz"
        with gzip.open(bomb, "wb", compresslevel=9) as out:
            for _ in range(400):
                out.write(b" " * 1_000_000)
        for path, status in ((long, 2), (bomb, 2)):
            found, seconds, peak, _ = self.verify("--threads", 2, path)
            must(found == status, f"{path.name}: exit status {found}")
            must(peak <= 2 * MOST_MEGABYTES, f"{path.name}: {peak:.0f} MB")
            print(f"{path.name}: {seconds:.1f} CPU s, {peak:.0f} MB at most")
            path.unlink()

    def killed(self, path, times):
        """Kills a run at random moments, continues it, and compares the reports."""
        whole, report = self.work / "whole.jsonl", self.work / "report.jsonl"
        journal = self.work / "journal"
        journal.unlink(missing_ok=True)
        options = ["--format", "json", "--threads", "2", str(path)]
        start = time.monotonic()
        status, _, _, _ = self.verify("-o", whole, *options)
        must(status == 0, f"exit status {status}")
        length = time.monotonic() - start
        dice, kills, continued = random.Random(5), 0, 0
        command = [self.program, "verify", "-o", report, "--resume", journal, *options]
        while kills < times:
            child = subprocess.Popen(command, stderr=subprocess.PIPE)
            time.sleep(dice.uniform(0, length))
            child.send_signal(signal.SIGKILL)
            said = child.communicate()[1]
            continued += said.startswith(b"note: resumed after ") and b"after 0 " not in said
            if child.returncode == 0:
                must(report.read_bytes() == whole.read_bytes(), "the report differs")
                must(not journal.exists(), "the journal was not removed")
            else:
                kills += 1
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        must(report.read_bytes() == whole.read_bytes(), "the report differs")
        must(continued > 0, "no run was continued")
        print(f"killed {kills} times, {continued} of the runs continued an earlier one")

    def growth(self, pool, counts):
        """Measures prefixes of a corpus on one thread; returns the seconds a byte, and the peaks."""
        print("games, bytes, CPU s, megabytes at most")
        rows = []
        for count in counts:
            part = self.work / "prefix.jsonl"
            with pool.open("rb") as games, part.open("wb") as out:
                for _ in range(count):
                    out.write(games.readline())
            runs = [self.verify("--quiet", "--threads", 1, part) for _ in range(3)]
            must(all(run[0] == 0 for run in runs), "a game is not legal")
            seconds, peak = min(run[1] for run in runs), max(run[2] for run in runs)
            size = part.stat().st_size
            rows.append((seconds / size, peak))
            print(f"{count}, {size}, {seconds:.3f}, {peak:.1f}")
            part.unlink()
        return rows


def main():
    """Runs the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--quick", action="store_true", help="less of everything")
    args = parser.parse_args()
    scale = Scale(args.program, args.work)
    pool = scale.pool(2_000 if args.quick else 120_000)
    scale.hostile()
    scale.slow_reader(pool)
    scale.killed(scale.pool(20_000), 12 if args.quick else 100)
    scale.bounded(scale.repeated(pool, 60_000_000 if args.quick else 2_000_000_000))
    counts = [100, 300, 1_000, 2_000]
    if not args.quick:
        counts = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 120_000]
    rows = scale.growth(pool, counts)
    if not args.quick:
        each, peaks = zip(*rows)
        must(max(each) <= 1.5 * min(each), "the time a byte depends on the size of the corpus")
        must(peaks[-1] <= peaks[0] + 5, "the memory grows with the corpus")


if __name__ == "__main__":
    main()
