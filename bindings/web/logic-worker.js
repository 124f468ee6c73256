// Runs the logic program outside the page's thread. The build puts this text after the text of
// clingo, which defines `Module`.
"use strict";

/** Splits an atom such as `broken(0,"take.supply")` into its name and its arguments. */
const parsedAtom = (atom) => {
  const [, name, list] = /^(\w+)\((.*)\)$/.exec(atom);
  return { name, args: list.split(",").map((arg) => arg.replaceAll('"', "")) };
};

/**
 * Returns when a clause was broken: the stage of the turn, the effect in it, and the place of the
 * clause in `clauses`. Copies and free cards come between the payment and the gem of a post.
 */
const placeOf = ([, clause, ...when], clauses) => {
  const [at, copies, late] =
    [clause, "orient.copy", "market.refill"].map((id) => clauses.indexOf(id));
  const [stage, number] = when.map(Number);
  if (when.length === 2) return [stage, 1, number, at];
  const alone = at < late ? 1 : 5;
  return [when.length === 1 ? 2 * stage - 1 : alone, at < copies ? 0 : 2, 0, at];
};

/** Compares two lists of numbers. */
const compared = (one, other) => {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at < 0 ? 0 : one[at] - other[at];
};

/**
 * Returns the answer of the logic program from the atoms that it derives: the first broken clause
 * in the order of effects, or the scores, the end and the winners of a legal turn.
 */
const answerOf = (atoms, clauses) => {
  const known = { broken: [], score: [], completed: [], stalemate: [], wins: [] };
  for (const { name, args } of atoms.map(parsedAtom)) known[name].push(args);
  const [first] = known.broken.sort((one, other) =>
    compared(placeOf(one, clauses), placeOf(other, clauses)));
  if (first) return { clause: first[1] };
  const numbers = (list) => list.map(Number);
  const scores = known.score.map(([, ...rest]) => numbers(rest)).sort(([a], [b]) => a - b)
    .map(([, score]) => score);
  const ended = known.completed.length + known.stalemate.length > 0;
  const winners = ended ? numbers(known.wins.map(([, seat]) => seat)).sort((a, b) => a - b) : [];
  return { scores, ended, winners };
};

/**
 * Returns the function `ask(facts, clauses)` for the text of the logic program. `clingo` makes an
 * instance of clingo, and `wasm` is its WebAssembly.
 */
const logicProgram = async (clingo, wasm, rules) => {
  const lines = [];
  const errors = [];
  const instance = await clingo({
    instantiateWasm: async (imports, done) =>
      done((await WebAssembly.instantiate(wasm, imports)).instance),
    print: (line) => lines.push(line),
    printErr: (line) => errors.push(line),
  });
  return (facts, clauses) => {
    lines.length = 0;
    errors.length = 0;
    // One table has no facts of some kinds, which is no reason for a warning.
    const options = "--outf=2 --warn=no-atom-undefined 1";
    instance.ccall("run", "number", ["string", "string"], [rules + facts, options]);
    const models = JSON.parse(lines.join("") || "{}").Call?.[0].Witnesses ?? [];
    if (models.length !== 1) throw new Error(`no answer: ${errors.join(" ")}`);
    return answerOf(models[0].Value, clauses);
  };
};

if (typeof WorkerGlobalScope !== "undefined") {
  // The first message brings clingo and the rules, each further one a question.
  let begun = null;
  self.onmessage = async ({ data }) => {
    begun ??= logicProgram(Module,
      Uint8Array.from(atob(data.module), (letter) => letter.charCodeAt(0)), data.rules);
    if (!data.facts) return;
    try {
      const ask = await begun;
      self.postMessage({ id: data.id, answer: ask(data.facts, data.clauses) });
    } catch (error) {
      self.postMessage({ id: data.id, error: String(error) });
    }
  };
}
