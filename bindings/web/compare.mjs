// Compares the answers of the page's verifier with the output of the program, byte for byte.
// Compares its facts for the logic program with those of `encoding.py`, and both answers at tables
// with hidden cards.
//
//     node compare.mjs PROGRAM VERIFIER ROOT ENCODED CLINGO
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";

const [program, module, root, encoded, clingo] = process.argv.slice(2);
const source = readFileSync(new URL("worker.js", import.meta.url), "utf8");
const { verifier, unpacked } = new Function(`${source}; return { verifier, unpacked };`)();
const bytes = readFileSync(module);
const [REPORTS, WORDS, PAGE, EXAMPLE] = [0, 1, 2, 3];

/** Returns all files below a folder. */
const files = (folder) => readdirSync(folder).sort().flatMap((name) => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? files(path) : [path];
});

/** Returns the program's output for an input, whatever its exit status. */
const output = (input, ...options) => {
  const settings = { input, stdio: ["pipe", "pipe", "ignore"], maxBuffer: 1 << 28 };
  try {
    return execFileSync(program, [...options, "-"], settings).toString();
  } catch (failed) {
    return failed.stdout.toString();
  }
};

const logs = ["replays", "examples"].flatMap((folder) => files(join(root, folder)))
  .filter((path) => /\.(json|jsonl)(\.gz|\.zst)?$/.test(path));

/** Hostile inputs by name. */
const hostile = {
  empty: "",
  blanks: " \n\n \n",
  zero: "\0",
  "no UTF-8": Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  "half a log": readFileSync(logs[0]).subarray(0, 300),
  "a thousand brackets": "[".repeat(1000),
  "a million brackets": "[".repeat(1_000_000),
  "a million objects": '{"a":'.repeat(1_000_000),
  "large numbers": '{"format":1e999,"seats":99999999999999999999}',
  "a long line": `{"format":"${"a".repeat(3_000_000)}"}`,
  "other JSON": '{"a":[1,2,{"b":null}]}',
  "half packed": gzipSync(readFileSync(logs[0])).subarray(0, 100),
  "above 16 MiB": `{"format":"${"b".repeat(17 << 20)}"}`,
};

const ask = await verifier(bytes);

test("every replay has the report of the program, byte for byte", () => {
  assert.ok(logs.length > 150, `only ${logs.length} logs`);
  for (const path of logs) {
    const input = readFileSync(path);
    const reply = ask("<stdin>", input, REPORTS, 0);
    assert.deepEqual(reply, { reach: "whole", answer: output(input, "verify", "--format", "json") },
      path);
  }
});

test("every third replay has the words of the program", () => {
  for (const path of logs.filter((_, at) => at % 3 === 0)) {
    const input = readFileSync(path);
    const reply = ask("<stdin>", input, WORDS, 0);
    const summary = /\n*\d+ logs?:[^\n]*\n$/;
    assert.equal(reply.reach, "whole");
    assert.equal(reply.answer.trim(), output(input, "verify").replace(summary, "").trim(), path);
  }
});

test("a log has the page of the program", () => {
  const input = readFileSync(join(root, "replays/illegal/take-supply.json"));
  const reply = ask("<stdin>", input, PAGE, 1);
  assert.equal(reply.answer, output(input, "view"));
  assert.equal(ask("<stdin>", input, PAGE, 2).answer, "");
});

test("what is no log has the report of the program", () => {
  for (const [name, text] of Object.entries(hostile)) {
    const input = Buffer.from(text);
    const reply = ask("<stdin>", input, REPORTS, 0);
    if (name === "half packed") {
      assert.equal(reply.reach, "unread", reply.answer);
    } else {
      const wanted = output(input, "verify", "--format", "json");
      assert.ok(reply.reach === "whole" && reply.answer === wanted, `${name}: ${reply.answer}`);
    }
  }
});

test("of many logs a thousand are judged", () => {
  const line = `${JSON.stringify(JSON.parse(readFileSync(logs[0])))}\n`;
  const of = (count) => ask("a", Buffer.from(line.repeat(count)), REPORTS, 0);
  const lines = ({ answer }) => answer.split("\n").length - 1;
  assert.equal(of(1000).reach, "whole");
  assert.equal(of(1001).reach, "part");
  assert.ok(lines(of(1001)) <= 1000);
});

/** Asks about an example of the book. */
const judged = (text) => {
  const { reach, answer } = ask("", Buffer.from(text), EXAMPLE, 0);
  assert.equal(reach, "whole", answer);
  return JSON.parse(answer);
};

test("an example has the facts of encoding.py", () => {
  const lines = readFileSync(encoded, "utf8").trimEnd().split("\n");
  assert.ok(lines.length > 2000, `only ${lines.length} turns`);
  for (const line of lines) {
    const { facts, ...example } = JSON.parse(line);
    const { turns, error } = judged(JSON.stringify(example));
    assert.equal(error, undefined, line);
    const written = turns[0].facts.match(/\w+\((?:"[^"]*"|[^()"])*\)\./g).sort();
    assert.deepEqual(written, facts, line);
  }
});

/** Returns an example with many cards hidden; `at` decides which. */
const withHiddenCards = ({ position, turns }, at) => {
  const hides = (level, what) => (at >> (3 * what + level)) % 2 === 1;
  const names = ["level1", "level2", "level3"];
  names.forEach((name, level) => {
    const deck = position.decks[name];
    // An open deck is a list, an empty one a count.
    if (hides(level, 0) && Array.isArray(deck)) position.decks[name] = { cards: deck.length };
    if (hides(level, 1)) delete position.market[name];
  });
  for (const seat of position.seats) {
    seat.hand = (seat.hand ?? []).map((card) => {
      const level = "abc".indexOf((card.card ?? card)[0]);
      return hides(level, 0) && hides(level, 2) ? { deck: level + 1 } : card;
    });
  }
  return { position, turns };
};

test("the logic program agrees at tables with hidden cards", async () => {
  const text = readFileSync(new URL("logic-worker.js", import.meta.url), "utf8");
  const { logicProgram } = new Function(`${text}; return { logicProgram };`)();
  const { default: instance } = await import(`${clingo}/clingo.js`);
  const rules = readFileSync(join(root, "evidence/logic-program/rules.lp"), "utf8");
  const logic = await logicProgram(instance, readFileSync(`${clingo}/clingo.wasm`), rules);
  let agreed = 0;
  for (const [at, line] of readFileSync(encoded, "utf8").trimEnd().split("\n").entries()) {
    if (at % 21 !== 0) continue;
    const example = withHiddenCards(JSON.parse(line), at / 3);
    const { turns, clauses, error } = judged(JSON.stringify(example));
    if (error) {
      assert.match(error, /depends on a card that the example does not name|unseen cards/);
      continue;
    }
    const { message, ...core } = turns[0].core;
    assert.deepEqual(logic(turns[0].facts, clauses), core, JSON.stringify(example));
    agreed += 1;
  }
  assert.ok(agreed > 130, `only ${agreed} turns`);
});

test("what is no example has a reason, and a turn without a payment too", () => {
  for (const text of [...Object.values(hostile), "{}", '{"position":{},"turns":[]}']) {
    assert.ok(judged(text).error, String(text).slice(0, 100));
  }
  const rules = { edition: "2024" };
  const position = { format: "splendor-position/1", rules, seats: [{}, {}] };
  const unpaid = { position, turns: [{ purchase: { card: "a0s3o" } }] };
  assert.match(judged(JSON.stringify(unpaid)).error, /turn 1: the payment is missing/);
});

test("what was asked before makes no difference, and memory is given back", async () => {
  const input = readFileSync(logs[0]);
  const first = (await verifier(bytes))("a", input, REPORTS, 0);
  assert.deepEqual(ask("a", input, REPORTS, 0), first);
  const { instance } = await WebAssembly.instantiate(bytes);
  const web = instance.exports;
  const once = () => {
    const at = web.room(input.length);
    new Uint8Array(web.memory.buffer, at, input.length).set(input);
    assert.equal(web.ask(0, REPORTS, 0), 0);
    web.clear();
  };
  for (let time = 0; time < 20; time += 1) once();
  const size = web.memory.buffer.byteLength;
  for (let time = 0; time < 500; time += 1) once();
  assert.equal(web.memory.buffer.byteLength, size);
});

test("a defect is reported as one of the program", async () => {
  const reply = (await verifier(bytes))("a", Buffer.from("{}"), 9, 0);
  assert.equal(reply.reach, "defect");
  const defect = "a defect of this program, not of the log: 9 is not a question";
  assert.equal(reply.answer, defect);
});

test("the verifier imports nothing", async () => {
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), []);
});

test("base64 is unpacked", () => {
  assert.deepEqual([...unpacked(Buffer.from([0, 255, 7]).toString("base64"))], [0, 255, 7]);
});
