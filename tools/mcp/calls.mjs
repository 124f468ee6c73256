// Lists the tools of `splendor mcp` with the inspector, and calls each of them.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

const program = process.argv[2];
const file = "file=replays/illegal/take-pair-needs-four.json";

/** Runs the inspector and returns the result of a method. */
function inspect(...options) {
  const args = ["--cli", program, "mcp", "--method", ...options];
  const { status, stdout, stderr } = spawnSync("mcp-inspector-cli", args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

/** Calls a tool; arguments are like `turn=2`. */
function call(tool, ...args) {
  return inspect("tools/call", "--tool-name", tool, ...args.flatMap((arg) => ["--tool-arg", arg]));
}

const names = inspect("tools/list").tools.map((tool) => tool.name);
assert.deepEqual(names, ["verify", "why", "legal", "show", "explain"]);

const report = call("verify", file).structuredContent;
assert.equal(report.findings[0].clause, "take.pair-needs-four");
assert.equal(call("why", file, "turn=2").structuredContent.verdict, "illegal");
const proposal = 'proposal={"take":["ruby","onyx","diamond"]}';
assert.equal(call("why", file, "turn=2", proposal).structuredContent.verdict, "legal");
assert.equal(call("legal", file, "turn=2").structuredContent.turns.length, 27);
assert.equal(call("show", file, "turn=2").structuredContent.supply.emerald, 3);
assert.match(call("explain", "words=can I refuse a noble").content[0].text, /^noble\.mandatory$/m);
assert.equal(call("show", "file=none.json").isError, true);
console.log(`-- the inspector lists and calls ${names.length} tools`);
