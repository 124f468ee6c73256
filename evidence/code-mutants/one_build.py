"""All mutants of the functions of a crate in one build, chosen when the tests start.

A function with mutants becomes a `match` on the number of a mutant: one arm for each mutant, and
the original body as the last arm. So the crate is built once and not once for each mutant.
Constants that the compiler evaluates, like the tables, use the original bodies.
Functions that return `impl Trait` are excluded, because each body would have a type of its own.
"""

import json
import re
import subprocess

MODULE = """
extern crate std as the_std;
mod mutant {
    static CHOSEN: the_std::sync::LazyLock<u32> = the_std::sync::LazyLock::new(|| {
        the_std::env::var("MUTANT").map_or(0, |number| number.parse().unwrap())
    });
    const fn when_compiling() -> u32 {
        0
    }
    fn when_running() -> u32 {
        *CHOSEN
    }
    pub(crate) const fn chosen() -> u32 {
        core::intrinsics::const_eval_select((), when_compiling, when_running)
    }
}
"""
FEATURES = "#![feature(core_intrinsics, const_eval_select)]\n"


class Text:
    """A file and the offsets of its lines."""

    def __init__(self, path):
        self.text = path.read_text()
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def at(self, place):
        return self.starts[place["line"] - 1] + place["column"] - 1

    def span(self, span):
        return self.at(span["start"]), self.at(span["end"])


def first_brace(text, start):
    """Returns the place of the first brace outside of parentheses: a parameter may be a pattern."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if text[place] == "{" and depth == 0:
            return place
    raise ValueError("a function has no body")


def body_of(text, mutant):
    """Returns the range of the body of the mutant's function; None if it is excluded."""
    if not mutant.get("function"):
        return None
    start, end = text.span(mutant["function"]["span"])
    brace = first_brace(text.text, start)
    signature = text.text[start:brace]
    if "-> impl" in signature:
        return None
    return brace, end


def groups(text, mutants):
    """Returns the mutants of each body; nested functions belong to the outer body."""
    found = {}
    for number, mutant in mutants:
        body = body_of(text, mutant)
        if body:
            found.setdefault(body, []).append((number, mutant))
    inside = {a for a in found for b in found if a != b and b[0] <= a[0] and a[1] <= b[1]}
    return {body: group for body, group in found.items() if body not in inside}


def rewrite(path, mutants):
    """Writes the file with its mutants and returns the mutant of each line."""
    text = Text(path)
    out, done, lines = "", 0, {}
    for (start, end), group in sorted(groups(text, mutants).items()):
        out += text.text[done:start] + "{ match crate::mutant::chosen() {\n"
        for number, mutant in group:
            first, last = text.span(mutant["span"])
            arm = text.text[start:first] + mutant["replacement"] + text.text[last:end]
            line = out.count("\n") + 1
            out += f"{number} => {arm}\n"
            lines.update({at: number for at in range(line, out.count("\n") + 1)})
        out += f"_ => {text.text[start:end]}\n}} }}"
        done = end
    # Forbid inlining: bodies with many arms would multiply, and the build would never end.
    path.write_text((out + text.text[done:]).replace("#[inline(always)]", "#[inline(never)]"))
    return lines


def rejected(tree, lines, environment):
    """Returns the mutants whose bodies do not compile."""
    command = ["cargo", "check", "--quiet", "-p", "splendor-core", "--message-format=json"]
    answer = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    numbers = set()
    for line in answer.stdout.splitlines():
        message = json.loads(line).get("message") or {}
        if message.get("level") != "error":
            continue
        spans = [span for span in message["spans"] if span["is_primary"]]
        found = {lines.get(s["file_name"], {}).get(s["line_start"]) for s in spans} - {None}
        if spans and not found:
            raise SystemExit(message["rendered"])
        numbers |= found
    if answer.returncode and not numbers:
        raise SystemExit(answer.stderr)
    return numbers


def put_in(tree, mutants, environment):
    """Puts all possible mutants into the tree.

    Returns their numbers, and the numbers of the mutants that do not compile.
    """
    files = sorted({mutant["file"] for mutant in mutants.values()})
    originals = {file: (tree / file).read_text() for file in files}
    root = tree / "crates/splendor-core/src/lib.rs"
    text = root.read_text().replace("#![no_std]", FEATURES + "#![no_std]")
    root.write_text(text.replace("extern crate alloc;", "extern crate alloc;" + MODULE))
    out = set()
    while True:
        lines = {}
        for file in files:
            (tree / file).write_text(originals[file])
            chosen = [(n, m) for n, m in mutants.items() if m["file"] == file and n not in out]
            lines[file] = rewrite(tree / file, chosen)
        bad = rejected(tree, lines, environment)
        if not bad:
            return {number for of_file in lines.values() for number in of_file.values()}, out
        out |= bad
