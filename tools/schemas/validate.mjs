// Validates every case with ajv in strict mode.
//
//     node validate.mjs WORK

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [work] = process.argv.slice(2);
// The packages are in the work folder, not in the folder of this file.
const Ajv = createRequire(resolve(work, "package.json"))("ajv/dist/2020").default;

const schemas = new URL("../../schema/", import.meta.url);
const validators = {};
const names = ["log", "position", "report", "manifest", "vector", "request", "answer"];
for (const schema of names) {
  const text = readFileSync(new URL(`splendor-${schema}-1.schema.json`, schemas), "utf8");
  validators[schema] = new Ajv({ strict: true }).compile(JSON.parse(text));
}

let wrong = 0;
const verdicts = [];
for (const line of readFileSync(resolve(work, "cases.jsonl"), "utf8").trimEnd().split("\n")) {
  const { schema, name, due, text } = JSON.parse(line);
  const accepted = validators[schema](JSON.parse(text));
  verdicts.push(`${accepted ? "accepted" : "refused"} ${name}\n`);
  if (due !== null && due !== accepted) {
    wrong += 1;
    const [error] = validators[schema].errors ?? [];
    const why = accepted ? "accepted" : `${error.instancePath}: ${error.message}`;
    if (wrong <= 10) console.log(`ajv: ${name}: ${why}`);
  }
}
writeFileSync(resolve(work, "verdicts-ajv.txt"), verdicts.join(""));
if (wrong) throw new Error(`ajv: ${wrong} verdicts are wrong`);
