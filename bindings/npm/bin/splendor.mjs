#!/usr/bin/env node
// The program `splendor` as WebAssembly: the same commands, output and exit status.

import { readFileSync } from "node:fs";
import { parse } from "node:path";

// Some versions of Node warn in every run that WASI is experimental.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).includes("WASI")) emitWarning.call(process, warning, ...rest);
};
const { WASI } = await import("node:wasi");

const module = new WebAssembly.Module(readFileSync(new URL("splendor.wasm", import.meta.url)));

/** The exit status of a run without a result. */
const NO_RESULT = 3;

// The program sees the whole disk as one folder, and finds relative paths with `PWD`.
const { root } = parse(process.cwd());
const here = `/${process.cwd().slice(root.length).replaceAll("\\", "/")}`;
const wasi = new WASI({
  version: "preview1",
  args: ["splendor", ...process.argv.slice(2)],
  env: { ...process.env, PWD: here },
  preopens: { "/": root },
  returnOnExit: true,
});

// WebAssembly has no threads; the program then does all work on its own.
const NOT_SUPPORTED = 58;
const threads = {
  pthread_attr_init: () => 0,
  pthread_attr_setstacksize: () => 0,
  pthread_attr_destroy: () => 0,
  pthread_create: () => NOT_SUPPORTED,
  pthread_detach: () => NOT_SUPPORTED,
};

try {
  const program = new WebAssembly.Instance(module, { ...wasi.getImportObject(), env: threads });
  process.exitCode = wasi.start(program);
} catch (trap) {
  console.error(`error: a defect of this program, not of the log: ${trap}`);
  process.exitCode = NO_RESULT;
}
