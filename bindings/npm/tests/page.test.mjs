// The examples on the page of the book give the values in their comments.

import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";

import { root } from "./program.mjs";

test("the examples of the page", async () => {
  const page = readFileSync(`${root}/docs/src/npm.md`, "utf8");
  const examples = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code).join("");
  let count = 0;
  const checked = examples.replace(/^(?!const|import)(.+); \/\/ (.+)$/gm, (_, code, value) => {
    count += 1;
    return `assert.equal(inspect(${code}, { breakLength: Infinity }), ${JSON.stringify(value)});`;
  });
  if (count < 7) throw new Error(`only ${count} values`);
  const file = new URL("examples.mjs", import.meta.url);
  writeFileSync(file, 'import assert from "node:assert/strict";\n'
    + `import { inspect } from "node:util";\n${checked}`);
  await import(file);
});
