"""Runs the commands of the action, the pipeline and the hooks in a repository with logs.

    python steps.py ROOT PROGRAM WORK

They install the program from a release that this script packs and serves.
"""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import yaml

EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that prints no line for each request."""

    def log_message(self, *_):
        pass


def load(path):
    return yaml.safe_load(path.read_text("utf-8"))


BASH = ["bash", "-e", "-o", "pipefail", "-c"]


def shell(line, folder, more=None, command=BASH):
    """Runs a line as CI does; returns the exit status and the output."""
    command = [*command, line]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **(more or {})},
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def repository(root, work, name, illegal):
    folder = work / name
    (folder / "games").mkdir(parents=True)
    (folder / "games/README.md").write_text("Games.\n")
    shutil.copy(root / "replays/legal/take-pair-needs-four.json", folder / "games/good.json")
    if illegal:
        shutil.copy(root / "replays/illegal/take-pair-needs-four.json", folder / "games/bad.json")
    return folder


def check(found, due, what):
    assert found[0] == due, f"{what}: {found[0]}, expected {due}\n{found[1]}"


def serve(root, program, work):
    """Packs a release and serves it; returns the environment for the installer."""
    host = re.search("host: (.*)", shell("rustc -vV", root)[1])[1]
    packed = shell(f"'{root}/tools/release/pack' '{program}' {host} '{work}/dist'", root)
    check(packed, 0, "pack")
    shutil.copy(root / "tools/release/install.sh", work / "dist")
    handler = functools.partial(Quiet, directory=str(work / "dist"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return {"SPLENDOR_RELEASE": f"http://127.0.0.1:{server.server_port}",
            "SPLENDOR_PLATFORM": host, "XDG_CACHE_HOME": str(work / "cache")}


def count_runs(folder):
    """Puts a script in place of the installed program that notes each run; returns its notes."""
    program = folder / "splendor"
    program.rename(folder / "splendor-itself")
    program.write_text('#!/bin/sh\necho "$1" >> "$0.runs"\nexec "$0-itself" "$@"\n')
    program.chmod(0o755)
    return folder / "splendor.runs"


def check_one_run(runs):
    found = runs.read_text().split()
    assert found == ["verify"], f"each log is judged once, not by {found}"


def action(root, folder, illegal):
    """Runs the steps of the action; the upload is left out."""
    steps = [step for step in load(root / "action.yml")["runs"]["steps"] if "run" in step]
    temp = folder.parent / (folder.name + "-temp")
    temp.mkdir()
    values = {"github.action_path": str(root), "github.server_url": "https://example.org",
              "github.action_repository": "o/splendor", "runner.temp": str(temp),
              "inputs.version": "", "inputs.time-limit": "600",
              "inputs.logs": "games\nmore games", "inputs.options": "--strict --keep-going"}
    (folder / "games").rename(folder / "more games")
    shutil.copytree(folder / "more games", folder / "games")

    def run(step, before="", **more):
        env = {name: EXPRESSION.sub(lambda match: values[match[1]], text)
               for name, text in step["env"].items()}
        (temp / "output").write_text("")
        env["GITHUB_OUTPUT"] = str(temp / "output")
        return shell(before + "{ " + step["run"] + "\n}", folder, {**env, **more})

    def findings():
        name, sarif = (temp / "output").read_text().strip().split("=")
        assert name == "sarif"
        return json.loads(Path(sarif).read_text("utf-8"))["runs"][0]

    install, verify = steps
    check(run(install), 0, "the action installs")
    runs = count_runs(temp / "splendor")
    found = run(verify)
    check(found, int(illegal), "the action judges")
    check_one_run(runs)
    assert ("::error file=more games/bad.json" in found[1]) == illegal, found[1]
    assert len(findings()["results"]) == 2 * illegal
    # The second input has no end; the findings in the first are kept.
    endless = """yes "$(tr -d '\\n' < games/good.json)" | """
    late = run(verify, endless, LOGS="games\n-", TIME_LIMIT="2")
    check(late, 2, "the action stops at the time limit")
    assert "stopped by the time limit" in late[1], late[1]
    assert len(findings()["results"]) == illegal and findings()["properties"]["stopped"]


def pipeline(root, folder, illegal):
    job = load(root / "examples/ci/gitlab.yml")["verify-logs"]
    plain = ["sh", "-e", "-c"]  # The image of the job has no bash.
    place = {"SPLENDOR_FOLDER": str(folder.parent / (folder.name + "-bin"))}
    check(shell("\n".join(job["before_script"]), folder, place, plain), 0, "the pipeline installs")
    place["PATH"] = f"{place['SPLENDOR_FOLDER']}{os.pathsep}{os.environ['PATH']}"
    runs = count_runs(Path(place["SPLENDOR_FOLDER"]))
    check(shell("\n".join(job["script"]), folder, place, plain), int(illegal), "the pipeline judges")
    check_one_run(runs)
    for name in job["artifacts"]["reports"].values():
        assert (folder / name).stat().st_size > 0, name


def run_hook(root, folder, illegal, name, more):
    """Runs a hook with pre-commit, from a repository with its definition."""
    definer = folder.parent / (folder.name + "-hooks")
    for file in [".pre-commit-hooks.yaml", "Cargo.toml", "tools/release/hook",
                 "tools/release/install.sh"]:
        (definer / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / file, definer / file)
    git = ("git -c user.name=a -c user.email=a@example.org -c init.defaultBranch=main "
           "-c core.hooksPath=/dev/null ")
    commit = f"{git} init -q && {git} add -A && {git} commit -qm one && git rev-parse HEAD"
    status, rev = shell(commit, definer)
    assert status == 0, rev
    config = load(root / "examples/ci/pre-commit-config.yaml")
    config["repos"][0].update(repo=str(definer), rev=rev.strip())
    config["repos"][0]["hooks"][0]["id"] = name
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), "utf-8")
    check(shell(f"{git} init -q && git add -A", folder), 0, "git")
    found = shell("pre-commit run --all-files", folder, more)
    check(found, int(illegal), "pre-commit")
    assert ("take.pair-needs-four" in found[1]) == illegal, found[1]


def hook(root, folder, illegal):
    run_hook(root, folder, illegal, "splendor-verify", {})


def system_hook(root, folder, illegal):
    """The program is where the first hook installed it."""
    installed = next(Path(os.environ["XDG_CACHE_HOME"]).glob("splendor/*"))
    path = f"{installed}{os.pathsep}{os.environ['PATH']}"
    run_hook(root, folder, illegal, "splendor-verify-system", {"PATH": path})


def main(root, program, work):
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    os.environ.update(serve(root, program, work), PRE_COMMIT_HOME=str(work / "pre-commit"))
    for run in (action, pipeline, hook, system_hook):
        for illegal in (False, True):
            folder = repository(root, work, f"{run.__name__}-{illegal}", illegal)
            run(root, folder, illegal)
    print("the action, the pipeline and the hooks install, accept good logs and reject bad ones")


if __name__ == "__main__":
    main(*(Path(argument).resolve() for argument in sys.argv[1:]))
