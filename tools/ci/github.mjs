// Writes every annotation again with @actions/core and compares the place and the words.
//
//     node github.mjs FILE...

import { readFileSync } from "node:fs";
import * as core from "@actions/core";

const unescape = (text) =>
  text.replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%0D/g, "\r").replace(/%0A/g, "\n")
    .replace(/%25/g, "%");

// Splits a command into its parts, as the runner does.
function parsed(line) {
  const [, command, list, data] = /^::(\w+) ([^:]*)::(.*)$/s.exec(line);
  const parts = list.split(",").map((part) => part.split(/=(.*)/s).slice(0, 2));
  return { command, parts: Object.fromEntries(parts), data };
}

function written(command, properties, message) {
  const write = process.stdout.write;
  let text = "";
  process.stdout.write = (part) => (text += part);
  core[command](message, properties);
  process.stdout.write = write;
  return text.trimEnd();
}

const names = { file: "file", title: "title", line: "startLine", endLine: "endLine",
  col: "startColumn", endColumn: "endColumn" };
let count = 0;
for (const file of process.argv.slice(2)) {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const closing = lines.pop();
  if (!/^\d+ logs?: /.test(closing)) throw new Error(`${file}: ends with ${closing}`);
  for (const line of lines) {
    const ours = parsed(line);
    const pairs = Object.entries(ours.parts).map(([name, value]) => {
      if (!(name in names)) throw new Error(`${name} is no property: ${line}`);
      const number = /^(line|endLine|col|endColumn)$/.test(name);
      return [names[name], number ? Number(value) : unescape(value)];
    });
    const message = unescape(ours.data.replace(/%3A/g, "%253A").replace(/%2C/g, "%252C"));
    const theirs = parsed(written(ours.command, Object.fromEntries(pairs), message));
    const sorted = (parts) => JSON.stringify(Object.entries(parts).sort());
    // The package sets the end line to the start line if it is missing.
    for (const [one, end] of [["line", "endLine"], ["col", "endColumn"]]) {
      if (!(end in ours.parts) && theirs.parts[end] === theirs.parts[one]) delete theirs.parts[end];
    }
    if (ours.data !== theirs.data || sorted(ours.parts) !== sorted(theirs.parts)) {
      throw new Error(`${line}\nis written as\n${JSON.stringify(theirs)}`);
    }
    count += 1;
  }
}
if (count < 100) throw new Error(`only ${count} annotations`);
console.log(`${count} annotations`);
