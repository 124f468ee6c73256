"""Collects the counts of the two coverage reports, file by file."""

import datetime
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULT = HERE / "result.json"
EXCUSED = HERE / "excused.tsv"
# Files of the core that hold tests.
TESTS = ("/tests/", "/tests.rs")
OTHERS = sorted(path.name for path in ROOT.glob("crates/*") if path.name != "splendor-core")


def first_test_line(path):
    """Returns the first line of the tests of a file; later lines do not count."""
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines, start=1):
        if line.startswith("#[cfg(test)]") and lines[number].startswith("mod tests {"):
            return number
    return len(lines) + 1


def records(lcov):
    """Returns for each file of the project its counts by line, and its branches."""
    found, name = {}, None
    for row in lcov.read_text().splitlines():
        kind, _, rest = row.partition(":")
        if kind == "SF":
            name = str(Path(rest).resolve().relative_to(ROOT))
            end = first_test_line(ROOT / name)
            lines, branches = found.setdefault(name, ({}, {}))
        elif kind == "DA":
            line, count = map(int, rest.split(",")[:2])
            if line < end:
                lines[line] = lines.get(line, 0) + count
        elif kind == "BRDA":
            line, *which, taken = rest.split(",")
            if int(line) < end:
                place = (int(line), *which)
                branches[place] = branches.get(place, 0) + (0 if taken == "-" else int(taken))
    return found


def summary(counts):
    return [sum(1 for count in counts.values() if count), len(counts)]


def regions(report):
    files = json.loads(report.read_text())["data"][0]["files"]
    found = {}
    for file in files:
        counts = file["summary"]["regions"]
        name = str(Path(file["filename"]).resolve().relative_to(ROOT))
        found[name] = [counts["covered"], counts["count"]]
    return found


def of_crate(work, report, crate):
    """Returns the counts of each file of a crate, and the lines that no test executes."""
    source = f"crates/{crate}/src/"
    of_regions, files, never = regions(work / f"{report}.json"), {}, []
    for name, (lines, branches) in sorted(records(work / f"{report}.lcov").items()):
        if not name.startswith(source) or any(tests in name for tests in TESTS) or not lines:
            continue
        files[name.removeprefix(source)] = {
            "lines": summary(lines),
            "regions": of_regions[name],
            "branches": summary(branches),
        }
        text = (ROOT / name).read_text().splitlines()
        missing = [line for line, count in sorted(lines.items()) if not count]
        never += [(name, text[line - 1].strip()) for line in missing]
    return files, never


def version(*command):
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return text.splitlines()[0].strip()


def main():
    work, what = Path(sys.argv[1]).resolve(), sys.argv[2]
    old = json.loads(RESULT.read_text())["crates"] if RESULT.exists() else {}
    files, never = of_crate(work, "core", "splendor-core")
    crates = {**old, "splendor-core": files}
    if what == "all":
        for crate in OTHERS:
            crates[crate] = of_crate(work, "all", crate)[0]
    excused = {tuple(row.split("\t")[:2]) for row in EXCUSED.read_text().splitlines()[1:]}
    for name, line in never:
        known = "excused" if (name, line) in excused else "never executed"
        print(f"{known}: {name}: {line}")
    result = {
        "date": datetime.date.today().isoformat(),
        "rustc": version("rustc", "--version"),
        "cargo-llvm-cov": version("cargo", "llvm-cov", "--version"),
        "never": ["\t".join(place) for place in never],
        "crates": crates,
    }
    RESULT.write_text(json.dumps(result, indent=1) + "\n")
    if set(never) - excused:
        raise SystemExit("some lines of the core are never executed")


main()
