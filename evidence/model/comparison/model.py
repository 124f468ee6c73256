"""Compiles the model of `rules` and talks to it."""

import json
import pathlib
import re
import shutil
import subprocess

from engine import Engine

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
RULES = HERE.parent / "rules"
SCOPE = HERE / "scope.json"
# The clauses in the order of the book.
ORDER = list(dict.fromkeys(re.findall(
    r"^\| \[([a-z]+\.[a-z-]+)\]",
    (ROOT / "docs/src/rules/index.md").read_text(encoding="utf-8"), re.M)))


# Further definitions of clauses.
FURTHER = {"stronghold_blocked_reserve": ["stronghold.blocked"],
           "post_gem_of_conquest": ["post.gem"],
           "orient_no_effects": ["orient.copy", "orient.free"]}
# Clauses that the program checks for the whole turn before the action.
WHOLE = ("orient.present", "stronghold.present")
ENDING = ("limit.", "noble.", "post.one", "post.earned", "post.once", "post.mandatory")


def definitions():
    """Returns the clauses whose conjunction is `Legal`, each with its definitions, in the order of
    the book."""
    text = (RULES / "apply.dfy").read_text(encoding="utf-8")
    found = {clause: [] for clause in ORDER}
    by_name = {re.sub("[.-]", "_", clause): [clause] for clause in ORDER} | FURTHER
    for name in re.findall(r"\b([a-z]+_[a-z_]+)\(p, (?:t|b|t\.conquest\.value)\)", text):
        for clause in by_name[name]:
            found[clause].append(name)
    return {clause: names for clause, names in found.items() if names}


def clauses():
    """Returns the clauses of a turn, in the order of the book."""
    return list(definitions())


def copied(to):
    """Copies the definitions of the model to a folder."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(RULES, to / "rules")


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
    whole = folder / name
    parts = [code, HERE / "values.js", HERE / "driver.js"]
    whole.write_text("".join(part.read_text(encoding="utf-8") for part in parts), encoding="utf-8")
    return whole


class Model(Engine):
    """The compiled model, which answers one line to each line."""

    def __init__(self, code, errors=None):
        pipe = subprocess.PIPE
        command = ["node", str(code), str(SCOPE)]
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors)
        asked = [{"clause": clause, "definitions": names, "whole": clause in WHOLE,
                  "end": clause.startswith(ENDING)}
                 for clause, names in definitions().items()]
        self.process.stdin.write(json.dumps(asked).encode() + b"\n")

    def judged(self, question):
        """Returns the answers about the turns of a question, given as text."""
        self.process.stdin.write(question.encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise ValueError(f"the model stopped at {question[:20_000]}")
        return json.loads(line)
