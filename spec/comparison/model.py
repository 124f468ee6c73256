"""Compiles the model of `spec/rules` and talks to it."""

import json
import pathlib
import re
import shutil
import subprocess

from engine import Engine

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SCOPE = HERE / "scope.json"
# The clauses in the order of the book.
ORDER = list(dict.fromkeys(re.findall(
    r"^\| \[([a-z]+\.[a-z-]+)\]",
    (ROOT / "docs/src/rules/index.md").read_text(encoding="utf-8"), re.M)))


def clauses():
    """Returns the clauses whose conjunction is `Legal`, in the order of the book."""
    text = (ROOT / "spec/rules/apply.dfy").read_text(encoding="utf-8")
    named = set(re.findall(r"\b([a-z]+_[a-z_]+)\(p, t\)", text))
    found = [clause for clause in ORDER if re.sub("[.-]", "_", clause) in named]
    if len(found) != len(named):
        raise ValueError(f"{len(named)} definitions, but {len(found)} clauses")
    return found


def copied(to):
    """Copies the definitions of the model to a folder."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(ROOT / "spec/rules", to / "rules")


def compiled(folder, name="judge.js"):
    """Compiles the definitions in `rules` below a folder; returns the model with its driver."""
    work = folder / "compiled"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder / "rules", work / "rules")
    files = sorted((work / "rules").iterdir())
    for file in files:
        # The definitions stay as they are; `method` only asks Dafny for code.
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r"^(predicate|function) ", r"\1 method ", text, flags=re.M))
    main = "".join(f'include "rules/{file.name}"\n' for file in files)
    (work / "model.dfy").write_text(main)
    command = ["dafny", "/noVerify", "/compile:0", "/spillTargetCode:3", "/compileTarget:js",
               "model.dfy"]
    done = subprocess.run(command, cwd=work, stdout=subprocess.PIPE, text=True, check=False)
    code = work / "model.js"
    if not code.exists():
        raise ValueError(done.stdout)
    both = folder / name
    driver = (HERE / "driver.js").read_text(encoding="utf-8")
    both.write_text(code.read_text(encoding="utf-8") + driver, encoding="utf-8")
    return both


class Model(Engine):
    """The compiled model, which answers one line to each line."""

    def __init__(self, code, errors=None):
        pipe = subprocess.PIPE
        command = ["node", str(code), str(SCOPE)]
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors)
        self.process.stdin.write(json.dumps(clauses()).encode() + b"\n")

    def judged(self, question):
        """Returns the answers about the turns of a question, given as text."""
        self.process.stdin.write(question.encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise ValueError(f"the model stopped at {question[:20_000]}")
        return json.loads(line)
