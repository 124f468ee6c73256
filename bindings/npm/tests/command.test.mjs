// The command gives the output and the exit status of the program, byte for byte.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { root } from "./program.mjs";

const command = fileURLToPath(new URL("node_modules/.bin/splendor-verify", import.meta.url));
const legal = "replays/legal/ending-by-card-2-seats.json";
const illegal = "replays/illegal/take-pair-needs-four.json";

/** Runs a program in a folder. */
const run = (program, folder, words, input) => {
  const settings = { cwd: folder, input, maxBuffer: 1 << 28, encoding: "utf8" };
  const { error, status, stdout, stderr } = spawnSync(program, words, settings);
  assert.ifError(error);
  return { status, stdout, stderr };
};

/** Runs the program and the command in a folder, and returns what both did. */
const both = (folder, line, input = "") => {
  const words = line.split(" ").filter(Boolean);
  const due = run(process.env.SPLENDOR_PROGRAM, folder, words, input);
  assert.deepEqual(run(command, folder, words, input), due, line);
  return due;
};

test("every command does what the program does", () => {
  const lines = [
    "", "--version", "-V", "--help", "help verify", "verify --help", "nonsense", "verify",
    "verify replays", "verify --format json replays/illegal", "verify --quiet replays/legal",
    "verify --threads 4 replays/theorems", "verify none.json", "verify replays/none", "verify .git",
    "verify --format sarif replays/theorems", `verify --color always ${illegal}`,
    `verify --client spender ${illegal}`, `why ${illegal} --turn 2`,
    `why --format json ${illegal} --turn 2`, `diagnose ${illegal}`, `legal ${legal} --turn 3`,
    `show ${legal} --turn 5`, `view ${legal}`, "explain take.pair", "explain three reserved",
    "list clauses", "list rulings", "list cards", "example", `witness ${legal}`, `redact --anonymize ${legal}`,
    "generate --games 2 --seats 3 --seed 5", `redact ${legal} --seat 1`, "audit replays/theorems",
    "list clients",
    "perft replays/perft/start-3.json --depth 2",
    `merge ${legal} ${legal}`, `merge ${legal} ${illegal}`, "schema --print log", "seal --help",
    "completions bash", "convert --help",
  ];
  const statuses = new Set(lines.map((line) => both(root, line).status));
  assert.deepEqual([...statuses].sort(), [0, 1, 2, 3]);
});

test("the command reads standard input", () => {
  const log = readFileSync(join(root, illegal));
  both(root, "verify -", log);
  both(root, "verify --format json -", log);
  both(root, "verify -");
  both(root, "engine", '{"ask":"rules"}\nnonsense\n');
});

test("the command reads a log of many megabytes", () => {
  const log = JSON.parse(readFileSync(join(root, legal)));
  for (const megabytes of [4, 15, 17]) {
    const padded = JSON.stringify({ ...log, ext: { pad: "p".repeat(megabytes * 1e6) } });
    both(root, "verify -", padded);
  }
});

test("the command refuses a path that goes up from a folder", () => {
  for (const path of ["replays/../README.md", "a/./../b", "--output=a/..", "../a/../b"]) {
    const { status, stdout, stderr } = run(command, root, ["verify", path], "");
    assert.deepEqual([status, stdout], [3, ""]);
    assert.match(stderr, /goes up/);
  }
  for (const path of ["../none.json", "../../none.json", "./../none.json", "none..json"]) {
    both(root, `verify ${path}`);
  }
});

test("the command finds files from its folder, and follows no link out of one", () => {
  const folder = mkdtempSync(join(tmpdir(), "splendor-"));
  try {
    const log = readFileSync(join(root, legal));
    writeFileSync(join(folder, "outside.json"), log);
    const inner = join(folder, "inner");
    mkdirSync(join(inner, "deep"), { recursive: true });
    writeFileSync(join(inner, "log.json"), log);
    symlinkSync("../log.json", join(inner, "deep", "link.json"));
    symlinkSync("../../outside.json", join(inner, "deep", "out.json"));
    for (const line of ["verify .", "verify ../inner", "verify ../outside.json", "verify deep"]) {
      both(inner, line);
    }
    both(inner, "redact log.json --seat 0 -o log.json");
    assert.equal(run(command, inner, ["redact", "--anonymize", "log.json", "-o", "new.json"]).status, 0);
    assert.equal(both(inner, "verify new.json").status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
