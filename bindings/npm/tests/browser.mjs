// Judges replays with the installed package in Chromium: in a page and in a worker, as a module
// without a bundler, and bundled by esbuild from ESM and from CommonJS.
//
//     node browser.mjs CLIENT
//
// CLIENT is the folder where the package is installed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { buildSync } from "esbuild";
import { chromium } from "playwright-core";

import { program, root } from "./program.mjs";

const [client] = process.argv.slice(2);
const path = "replays/illegal/take-supply.json";
const log = readFileSync(join(root, path), "utf8");
const due = program(["verify", "--format", "json", path]).trimEnd();

/** What a page or a worker does with the package. */
const judge = `(text) => JSON.stringify(verify(text, { name: ${JSON.stringify(path)} }))`;
const inWorker = `self.onmessage = ({ data }) => self.postMessage((${judge})(data));`;
const inPage = `globalThis.judge = ${judge};`;
const module = 'import { verify } from "/node_modules/splendor-verify/dist/esm/index.js";';

/** Bundles a script for a page or a worker. */
const bundled = (contents) => buildSync({
  stdin: { contents, resolveDir: client }, bundle: true, write: false, minify: true,
}).outputFiles[0].text;

const pages = {
  "/page.js": `${module} ${inPage}`,
  "/worker.js": `${module} ${inWorker}`,
  "/esm.js": bundled(`import { verify } from "splendor-verify"; ${inPage}`),
  "/cjs.js": bundled(`const { verify } = require("splendor-verify"); ${inPage}`),
  "/bundled-worker.js": bundled(`import { verify } from "splendor-verify"; ${inWorker}`),
};
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const kind = extname(pathname) === ".js" ? "text/javascript" : "text/html";
  response.setHeader("content-type", kind);
  const file = pathname.startsWith("/node_modules/") && readFileSync(join(client, pathname));
  response.end(pages[pathname] ?? (file || "<!doctype html><title>judge</title>"));
});
await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"],
});

/** Returns the report from a page that loads a script. */
const fromPage = async (script, type) => {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.addScriptTag({ url: script, type });
  await page.waitForFunction(() => globalThis.judge);
  return page.evaluate((text) => globalThis.judge(text), log);
};

/** Returns the report from a worker. */
const fromWorker = async (script, type) => {
  const page = await browser.newPage();
  await page.goto(origin);
  return page.evaluate(([url, kind, text]) => new Promise((answers, fails) => {
    const worker = new Worker(url, { type: kind });
    worker.onmessage = ({ data }) => answers(data);
    worker.onerror = (error) => fails(new Error(error.message));
    worker.postMessage(text);
  }), [script, type, log]);
};

try {
  assert.equal(await fromPage("/page.js", "module"), due);
  assert.equal(await fromPage("/esm.js", ""), due);
  assert.equal(await fromPage("/cjs.js", ""), due);
  assert.equal(await fromWorker("/worker.js", "module"), due);
  assert.equal(await fromWorker("/bundled-worker.js", "classic"), due);
  console.log("page and worker in Chromium: as the program");
} finally {
  await browser.close();
  server.close();
}
