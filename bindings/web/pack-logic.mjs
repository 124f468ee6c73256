// Packs the logic program and clingo into one script for the book: `logic.js`.
//
//     node pack-logic.mjs CLINGO ROOT WORK
//
// CLINGO is the folder of the installed package `clingo-wasm`.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

const [clingo, root, work] = process.argv.slice(2);
const read = (path) => readFileSync(path, "utf8");

// A worker made from a text is no module: it has no address and exports nothing.
const source = read(`${clingo}/dist/clingo.js`);
const script = source.replaceAll("import.meta.url", '""').replace("export default Module;", "");
if (script.includes("import.meta") || /\bexport\b/.test(script)) {
  throw new Error("clingo.js is not as expected: adapt pack-logic.mjs to its version");
}

const { version, license } = JSON.parse(read(`${clingo}/package.json`));
const packed = {
  worker: `${script}\n${read(new URL("logic-worker.js", import.meta.url))}`,
  module: readFileSync(`${clingo}/dist/clingo.wasm`).toString("base64"),
  rules: read(`${root}/evidence/logic-program/rules.lp`),
};
writeFileSync(`${work}/logic.js`,
  `// Built by \`bindings/web/build\`; contains clingo-wasm ${version}, ${license}: see ` +
  `clingo-license.txt.\nglobalThis.splendorLogic = ${JSON.stringify(packed)};\n`);
copyFileSync(`${clingo}/LICENSE`, `${work}/clingo-license.txt`);
