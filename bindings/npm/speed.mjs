// Measures how many logs `verifyMany` and the program judge in a second, on one thread, in one run.
//
//     SPLENDOR_PROGRAM=target/release/splendor node speed.mjs [GAMES]
//
// Run it in a folder where the package is installed, on Linux: it takes processor time, of the
// program from /proc.  Each gets five turns, and the fastest counts.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { verifyMany } from "splendor-verify";

const program = process.env.SPLENDOR_PROGRAM;
const count = Number(process.argv[2] ?? 4000);
const folder = mkdtempSync(join(tmpdir(), "splendor-"));

/** The milliseconds of processor time of the ended children; Linux counts hundredths of seconds. */
const ofChildren = () => {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ");
  return 10 * (Number(fields[13]) + Number(fields[14]));
};
const own = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const measured = (clock, work) => {
  const start = clock();
  work();
  return clock() - start;
};

/** Random games of two to four seats, and the same without what a spectator does not see. */
const games = (redacted) => {
  const file = join(folder, "games.jsonl");
  const lines = [2, 3, 4].map((seats) => {
    const words = ["generate", "--seed=1", `--seats=${seats}`, `--games=${Math.ceil(count / 3)}`];
    const input = execFileSync(program, words, { maxBuffer: 1 << 30 });
    const redact = ["redact", "--spectator", "-"];
    const settings = { input, maxBuffer: 1 << 30, stdio: "pipe" };
    return redacted ? execFileSync(program, redact, settings) : input;
  });
  writeFileSync(file, Buffer.concat(lines));
  return file;
};

for (const [name, redacted] of [["complete logs", false], ["logs as spectators see them", true]]) {
  const file = games(redacted);
  const bytes = readFileSync(file);
  const best = { program: Infinity, package: Infinity };
  let logs;
  for (let turn = 0; turn < 5; turn += 1) {
    const verify = ["verify", "--format", "json", "--threads=1", file];
    const native = measured(ofChildren, () => spawnSync(program, verify, { stdio: "ignore" }));
    const web = measured(own, () => {
      logs = 0;
      for (const report of verifyMany(bytes)) logs += report.plies >= 0 ? 1 : 0;
    });
    const first = `program ${native} ms, package ${web.toFixed()} ms`;
    if (turn === 0) console.log(`${name}, first turn: ${first}`);
    best.program = Math.min(best.program, native);
    best.package = Math.min(best.package, web);
  }
  const rate = (time) => `${Math.round(1000 * logs / time)} logs/s`;
  const rates = `program ${rate(best.program)}, package ${rate(best.package)}`;
  console.log(`${name}: ${rates}, ${(best.program / best.package).toFixed(2)} of it`);
}
rmSync(folder, { recursive: true });
