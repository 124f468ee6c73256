// The program that the package is compared with, and the logs of the project.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

export const root = process.env.SPLENDOR_ROOT;
process.chdir(root);

/** Returns the output of the program, run in the folder of the project. */
export const program = (words, input = "") => {
  const settings = { input, stdio: ["pipe", "pipe", "pipe"], maxBuffer: 1 << 28 };
  try {
    return execFileSync(process.env.SPLENDOR_PROGRAM, words, settings).toString();
  } catch (failed) {
    if (failed.status > 2) throw failed;
    return failed.stdout.toString();
  }
};

/** Returns the error of the program, without its first word and its help. */
export const error = (words, input = "") => {
  try {
    execFileSync(process.env.SPLENDOR_PROGRAM, words, { input, stdio: "pipe" });
  } catch (failed) {
    return failed.stderr.toString().split("\n")[0].replace("error: ", "");
  }
  throw new Error(`${words.join(" ")} succeeds`);
};

const below = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  const path = join(folder, entry.name);
  return entry.isDirectory() ? below(path) : [path];
});

/** The replays, as paths from the folder of the project. */
export const logs = below(join(root, "replays")).map((path) => relative(root, path)).sort()
  .filter((path) => /\.jsonl?(\.gz|\.zst)?$/.test(path));

/** The replays of one game each, with their bytes. */
export const games = logs.filter((path) => /^replays\/(legal|illegal)\/.*\.json$/.test(path))
  .map((path) => [path, readFileSync(path)]);
