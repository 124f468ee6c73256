// The package gives the program's answers, byte for byte, as ESM and as CommonJS.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { gzipSync } from "node:zlib";

import { error, games, logs, program } from "./program.mjs";

const require = createRequire(import.meta.url);
const modules = { esm: await import("splendor-verify"), cjs: require("splendor-verify") };
const { esm } = modules;
const json = JSON.stringify;
const lines = (text) => text.split("\n").filter(Boolean);

/** The options of the program, and the same options of the package. */
const options = [
  [[], {}],
  [["--keep-going"], { keepGoing: true }],
  [["--client=spender"], { client: "spender" }],
  [["--ruling=pass=always", "--ruling=target=21"], { rulings: { pass: "always", target: 21 } }],
  [["--client=spender", "--ruling=fewer=never", "--keep-going"],
    { client: "spender", rulings: { fewer: "never" }, keepGoing: true }],
  [["--published"], { published: true }],
];

for (const [number, [words, given]] of options.entries()) {
  // Every replay without options, and a part with each.
  const some = number === 0 ? logs : logs.filter((_, at) => at % options.length === number);
  test(`replays have the report of the program: ${words.join(" ")}`, () => {
    const due = lines(program(["verify", "--format", "json", ...words, ...some]));
    assert.ok(due.length > 30, `only ${due.length} reports`);
    for (const [kind, { verifyMany }] of Object.entries(modules)) {
      const reports = some.flatMap((path) =>
        [...verifyMany(readFileSync(path), { ...given, name: path })]);
      assert.deepEqual(reports.map((report) => json(report)), due, kind);
    }
  });
}

test("a log is the same as text, as bytes and as an object", () => {
  const due = lines(program(["verify", "--format", "json", ...games.map(([path]) => path)]));
  for (const [at, [path, bytes]] of games.entries()) {
    assert.equal(json(esm.verify(bytes, { name: path })), due[at]);
    assert.equal(json(esm.verify(bytes.toString(), { name: path })), due[at]);
    if (at % 10 !== 0) continue;
    const log = JSON.parse(bytes);
    const [short] = lines(program(["verify", "--format", "json", "-"], json(log)));
    assert.equal(json(esm.verify(log, { name: "<stdin>" })), short);
  }
});

test("every replay has the legal turns, the table and the answers of the program", () => {
  let answers = 0;
  for (const [at, [path, bytes]] of games.entries()) {
    const { plies, findings } = esm.verify(bytes);
    if (plies === 0 || at % 5 !== 0) continue;
    const turn = findings[0]?.turn ?? 1 + at % plies;
    const { legalTurns, position, why } = Object.values(modules)[at % 2];
    const notes = [];
    const place = { turn, name: path, onNote: (note) => notes.push(note) };
    const word = [path, `--turn=${turn}`];
    const same = (answer, words) => {
      let due;
      try {
        due = json(JSON.parse(program(words)));
      } catch (failed) {
        assert.throws(answer, { name: "InputError", message: error(words) });
        return;
      }
      assert.equal(json(answer()), due, words.join(" "));
      answers += 1;
    };
    same(() => legalTurns(bytes, place), ["legal", "--format", "json", ...word]);
    same(() => position(bytes, place), ["show", "--format", "json", ...word]);
    same(() => why(bytes, place), ["why", "--format=json", ...word]);
    const proposal = { take: ["ruby", "ruby"] };
    const proposed = { ...place, proposal };
    same(() => why(bytes, proposed), ["why", "--format=json", ...word, json(proposal)]);
  }
  assert.ok(answers > 100, `only ${answers} answers`);
});

test("notes go to the caller, or to the console", (context) => {
  const [path, bytes] = ["tests/cmd/consistent.json", readFileSync("tests/cmd/consistent.json")];
  const notes = [];
  esm.position(bytes, { name: path, onNote: (note) => notes.push(note) });
  const warned = context.mock.method(console, "warn", () => {});
  esm.position(bytes, { name: path });
  assert.ok(notes.length >= 1);
  assert.deepEqual(warned.mock.calls.map((call) => call.arguments[0]), notes);
});

test("lines are the same plain and packed, and one at a time", () => {
  const text = `\n${program(["generate", "--games=30", "--seed=5"])}\n[1]\n{`;
  const due = lines(program(["verify", "--format", "json", "-"], text));
  assert.equal(due.length, 32);
  for (const file of [text, Buffer.from(text), gzipSync(text)]) {
    const reports = [...esm.verifyMany(file, { name: "<stdin>" })];
    assert.deepEqual(reports.map((report) => json(report)), due);
  }
  const two = [esm.verifyMany(text), esm.verifyMany(text)];
  for (const line of due) {
    const [one, other] = two.map((reports) => reports.next().value);
    assert.deepEqual(one, other);
    assert.equal(one.verdict, JSON.parse(line).verdict);
  }
  assert.ok(two.every((reports) => reports.next().done));
  assert.deepEqual([...esm.verifyMany("")], []);
  assert.equal(esm.verify("").verdict, "malformed");
});

test("a file that ends too early throws after the reports on its logs", () => {
  const text = program(["generate", "--games=300", "--seed=5"]);
  const packed = gzipSync(text);
  const reports = esm.verifyMany(packed.subarray(0, packed.length / 2), { name: "half.gz" });
  assert.equal(reports.next().value.verdict, "legal");
  assert.throws(() => [...reports], { name: "InputError", message: /^half\.gz: / });
});

test("what is no log has the report of the program", () => {
  const hostile = {
    zero: "\0", brackets: "[".repeat(1_000_000), objects: '{"a":'.repeat(1_000_000),
    half: games[0][1].subarray(0, 300), other: '{"a":[1,2,{"b":null}]}', number: "1e999",
    large: `{"format":"${"b".repeat(17 << 20)}"}`, bytes: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  };
  for (const [name, log] of Object.entries(hostile)) {
    const due = lines(program(["verify", "--format", "json", "-"], log));
    const reports = [...esm.verifyMany(log, { name: "<stdin>" })];
    assert.deepEqual(reports.map((report) => json(report)), due, name);
    assert.equal(esm.verify(log).verdict, "malformed", name);
  }
});

test("half a pair of surrogates is no text", () => {
  const log = '{"a":"é\ud83d\ude00\ud83d","b":1}';
  const invalid = Buffer.concat([Buffer.from('{"a":"é😀'), Buffer.from("eda0bd", "hex"),
    Buffer.from('","b":1}')]);
  const report = esm.verify(log);
  assert.deepEqual(report, esm.verify(invalid));
  assert.match(report.findings[0].message, /UTF-8/);
});

test("errors name the reason", () => {
  const [path, bytes] = games[0];
  const plies = esm.verify(bytes).plies;
  const fails = (call, message, name = "InputError") => assert.throws(call, { name, message });
  fails(() => esm.verify(bytes, { rulings: { pass: "sometimes" } }), /known values are when-stuck/);
  fails(() => esm.verify(bytes, { client: "nobody" }), /`nobody`/);
  fails(() => esm.verify(bytes, { rules: { edition: "2025" } }), /^rules:1:12: the edition `2025`/);
  fails(() => esm.verify(bytes, { published: true, client: "spender" }), /leave no choice/);
  fails(() => esm.verifyMany("", { client: "nobody" }), /`nobody`/);
  fails(() => esm.verify(bytes, { keep_going: true }), /no option `keep_going`/, "TypeError");
  fails(() => esm.verify(Promise.resolve(bytes)), /await it first/, "TypeError");
  for (const turn of [0, 1.5, -1, Number.NaN, "2"]) {
    fails(() => esm.position(bytes, { turn }), `there is no turn ${turn}: turns count from 1`);
  }
  const far = ["show", "--format", "json", path, `--turn=${plies + 2}`];
  fails(() => esm.position(bytes, { turn: plies + 2 }), error(far));
  fails(() => esm.legalTurns("[", { name: "-" }), error(["legal", "--format", "json", "-"], "["));
  fails(() => esm.why(bytes), /^there is no turn to judge/);
  const proposal = "{";
  fails(() => esm.why(bytes, { proposal }), error(["why", path, proposal]));
  for (const log of [undefined, null, 3, new ArrayBuffer(3), new DataView(new ArrayBuffer(3))]) {
    fails(() => esm.verify(log), /^a log is text or bytes, not /, "TypeError");
  }
  fails(() => esm.verifyMany({}), /not Object/, "TypeError");
});

test("required rules give the report of the program", () => {
  const rules = { edition: "2024", modules: ["cities"], rulings: { target: 21 } };
  const file = `${process.env.SPLENDOR_WORK}/rules.json`;
  writeFileSync(file, json(rules));
  const due = lines(program(["verify", "--format", "json", `--rules=${file}`, ...logs]));
  const reports = logs.flatMap((path) =>
    [...esm.verifyMany(readFileSync(path), { rules, name: path })]);
  assert.deepEqual(reports.map((report) => json(report)), due);
});

for (const [kind, { Defect, verify, ready }] of Object.entries(modules)) {
  test(`after a defect the next call works: ${kind}`, async () => {
    await ready();
    const inside = `./node_modules/splendor-verify/dist/${kind}/verifier.js`;
    const { Verifier } = await import(inside);
    const verifier = new Verifier();
    const bytes = games[0][1];
    const question = { ask: "verify", options: { name: "a" } };
    const defect = { ask: "defect", options: { name: "no gems" } };
    const { json: due } = verifier.ask(question, bytes);
    for (let time = 0; time < 3; time += 1) {
      assert.throws(() => verifier.ask(defect, bytes), (thrown) =>
        thrown instanceof Defect && thrown.name === "Defect"
          && thrown.message === "a defect of this program, not of the log: no gems");
      assert.equal(verifier.ask(question, bytes).json, due);
    }
    assert.equal(json(verify(bytes, { name: "a" })), due);
  });
}

test("thousands of calls need no more memory", () => {
  const bytes = games[0][1];
  for (let time = 0; time < 200; time += 1) esm.verify(bytes);
  const { external, arrayBuffers } = process.memoryUsage();
  for (let time = 0; time < 2000; time += 1) esm.verify(bytes);
  const after = process.memoryUsage();
  const grown = after.external + after.arrayBuffers - external - arrayBuffers;
  assert.ok(grown < 64 << 20, `${grown} bytes more`);
});
