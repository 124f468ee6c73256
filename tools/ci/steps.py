"""Runs the commands of the workflow, the pipeline and the hook in a repository with logs.

    python steps.py ROOT PROGRAM WORK
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import yaml


def load(path):
    return yaml.safe_load(path.read_text("utf-8"))


def shell(line, folder, program):
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    command = ["bash", "-e", "-o", "pipefail", "-c", line]
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path},
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def repository(root, work, name, illegal):
    folder = work / name
    (folder / "games").mkdir(parents=True)
    shutil.copy(root / "replays/legal/take-pair-needs-four.json", folder / "games/good.json")
    if illegal:
        shutil.copy(root / "replays/illegal/take-pair-needs-four.json", folder / "games/bad.json")
    return folder


def check(found, due, what):
    assert found[0] == due, f"{what}: {found[0]}, expected {due}\n{found[1]}"


def workflow(root, program, folder, illegal):
    steps = load(root / "examples/ci/github.yml")["jobs"]["verify"]["steps"]
    lines = [step["run"] for step in steps if "splendor verify" in step.get("run", "")]
    assert len(lines) == 2, lines
    check(shell(lines[0], folder, program), int(illegal), lines[0])
    check(shell(lines[1], folder, program), 0, lines[1])
    results = json.loads((folder / "splendor.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert len(results) == int(illegal)


def pipeline(root, program, folder, illegal):
    job = load(root / "examples/ci/gitlab.yml")["verify-logs"]
    check(shell(job["script"][0], folder, program), 0, job["script"][0])
    check(shell(job["script"][1], folder, program), int(illegal), job["script"][1])
    for name in job["artifacts"]["reports"].values():
        assert (folder / name).stat().st_size > 0, name


def hook(root, program, folder, illegal):
    """Runs the hook with pre-commit, from a repository with its definition."""
    definer = folder.parent / (folder.name + "-hooks")
    definer.mkdir()
    shutil.copy(root / ".pre-commit-hooks.yaml", definer)
    git = ("git -c user.name=a -c user.email=a@example.org -c init.defaultBranch=main "
           "-c core.hooksPath=/dev/null ")
    commit = f"{git} init -q && {git} add -A && {git} commit -qm one && git rev-parse HEAD"
    status, rev = shell(commit, definer, program)
    assert status == 0, rev
    config = load(root / "examples/ci/pre-commit-config.yaml")
    config["repos"][0].update(repo=str(definer), rev=rev.strip())
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), "utf-8")
    check(shell(f"{git} init -q && git add -A", folder, program), 0, "git")
    found = shell("pre-commit run --all-files", folder, program)
    check(found, int(illegal), "pre-commit")
    assert ("take.pair-needs-four" in found[1]) == illegal, found[1]


def main(root, program, work):
    os.environ["PRE_COMMIT_HOME"] = str(work / "pre-commit")
    shutil.rmtree(work, ignore_errors=True)
    for run in (workflow, pipeline, hook):
        for illegal in (False, True):
            folder = repository(root, work, f"{run.__name__}-{illegal}", illegal)
            run(root, program, folder, illegal)
    print("the workflow, the pipeline and the hook accept good logs and reject bad ones")


if __name__ == "__main__":
    main(*(Path(argument).resolve() for argument in sys.argv[1:]))
