"""Writes logs of every verdict, in every kind of input, under names that need escaping.

    python logs.py ROOT PROGRAM FOLDER
"""

import gzip
import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path


def main(root, program, folder):
    illegal = sorted((root / "replays/illegal").glob("*.json"))
    for path in illegal:
        shutil.copy(path, folder / path.name)
    some = [json.dumps(json.loads(path.read_text("utf-8"))) for path in illegal[:20]]
    (folder / "lines.jsonl").write_text("\n".join([*some, "{", ""]), "utf-8")
    with gzip.open(folder / "packed.jsonl.gz", "wt", encoding="utf-8") as packed:
        packed.write("\n".join(some))
    odd = folder / "100%: a,b <é> & \"c\".json"
    shutil.copy(illegal[0], odd)
    with tarfile.open(folder / "archive.tar.gz", "w:gz") as archive:
        archive.add(odd, "in/" + odd.name)
        archive.add(illegal[1], "in/plain.json")
    shutil.copy(root / "tests/cmd/consistent.json", folder / "open.json")
    shutil.copy(root / "tests/cmd/undecided.json", folder / "undecided.json")
    strange = json.loads(illegal[2].read_text("utf-8"))
    strange["players"][0]["name"] = "]]>\u0001\u2028&lt;\n::error::no\r\ufffe"
    (folder / "strange.json").write_text(json.dumps(strange, ensure_ascii=False), "utf-8")
    (folder / "broken.json").write_text('{"format": "splendor-log/1", "a\\n%0A": 1}', "utf-8")
    (folder / "latin.json").write_bytes(b"{\xe9}")
    made = subprocess.run([program, "example"], check=True, capture_output=True).stdout
    (folder.parent / "legal.json").write_bytes(made)
    (folder / "legal.json").write_bytes(made)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
