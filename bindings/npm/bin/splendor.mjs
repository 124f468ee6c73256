#!/usr/bin/env node
// The program `splendor` as WebAssembly: the same commands, output and exit status, but for the
// differences that `docs/src/npm.md` lists.

import { readFileSync } from "node:fs";
import { parse } from "node:path";

/** The exit status of a run without a result. */
const NO_RESULT = 3;

/** A path that goes up from a folder that it names. */
const UPWARDS = /(^|[/=])(?!\.{1,2}\/)[^/]+\/+(\.\/+)*\.\.(\/|$)/;

// These stubs report that threads are not supported; the program then works on one thread.
const NOT_SUPPORTED = 58;
const threads = {
  pthread_attr_init: () => 0,
  pthread_attr_setstacksize: () => 0,
  pthread_attr_destroy: () => 0,
  pthread_create: () => NOT_SUPPORTED,
  pthread_detach: () => NOT_SUPPORTED,
};

/** Runs the program; returns its exit status. */
const run = async (words) => {
  // Some versions of Node warn in every run that WASI is experimental.
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).includes("WASI")) emitWarning.call(process, warning, ...rest);
  };
  const { WASI } = await import("node:wasi");
  const module = new WebAssembly.Module(readFileSync(new URL("splendor.wasm", import.meta.url)));
  // The program gets the whole disk as one folder and resolves relative paths against `PWD`.
  const { root } = parse(process.cwd());
  const here = `/${process.cwd().slice(root.length).replaceAll("\\", "/")}`;
  const wasi = new WASI({
    version: "preview1",
    args: ["splendor", ...words],
    env: { ...process.env, PWD: here },
    preopens: { "/": root },
    returnOnExit: true,
  });
  // Each function is wrapped, because Node crashes if it collects garbage while WebAssembly calls
  // one of its own functions directly, as with a log of four megabytes.
  const calls = Object.entries(wasi.wasiImport).map(([name, call]) => [name, (...a) => call(...a)]);
  const imports = { wasi_snapshot_preview1: Object.fromEntries(calls), env: threads };
  return wasi.start(new WebAssembly.Instance(module, imports));
};

const upwards = process.argv.slice(2).find((word) => UPWARDS.test(word));
if (upwards !== undefined) {
  // Node would leave out the folder and the `..`, although the folder may be a link.
  console.error(`error: ${JSON.stringify(upwards)} goes up with ".." from a folder that it names`);
  console.error("help: write the path without that folder");
  process.exitCode = NO_RESULT;
} else {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (stop) {
    console.error(`error: the program stopped: ${stop}`);
    process.exitCode = NO_RESULT;
  }
}
