// Runs a worked example of the book by both judges: the core and the logic program, each as
// WebAssembly in its own worker. All data of an example is inserted as text.
"use strict";

(() => {
  const examples = document.querySelectorAll("code.example");
  if (examples.length === 0) return;

  /** Returns an element with attributes and contents. */
  const make = (name, attributes = {}, ...contents) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.append(...contents);
    return element;
  };

  /** Loads a script of the book; returns whether the book contains it. */
  const load = (name) => new Promise((done) => {
    const src = `${path_to_root}check/${name}`;
    document.head.append(
      make("script", { src, onload: () => done(true), onerror: () => done(false) }));
  });

  /** Starts a worker with its first message; returns the function that asks it a question. */
  const start = (source, first) => {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    const waiting = new Map();
    let questions = 0;
    worker.onmessage = ({ data }) => {
      waiting.get(data.id)(data);
      waiting.delete(data.id);
    };
    worker.postMessage(first);
    return (question) => new Promise((done) => {
      questions += 1;
      waiting.set(questions, done);
      worker.postMessage({ ...question, id: questions });
    });
  };

  let judges = null;
  /** Starts both judges at the first use; returns `null` if this copy of the book lacks one. */
  const ready = () => judges ??= Promise.all(["verifier.js", "logic.js"].map(load)).then((all) =>
    all.every(Boolean) ? {
      core: start(splendorVerifier.worker, { module: splendorVerifier.module }),
      logic: start(splendorLogic.worker,
        { module: splendorLogic.module, rules: splendorLogic.rules }),
    } : null);

  /** Returns the error of a judge that failed, and lets the next run start new ones. */
  const defect = (reason) => {
    judges = null;
    return new Error(reason);
  };

  /** Judges the text of an example; returns its turns with both answers, or throws the reason. */
  const judged = async ({ core, logic }, text) => {
    const bytes = new TextEncoder().encode(text);
    const { reach, answer } = await core({ name: "", bytes, what: 3, game: 0 });
    if (reach !== "whole") throw defect(answer);
    const { error, turns, clauses } = JSON.parse(answer);
    if (error) throw new Error(error);
    for (const turn of turns) {
      if (!turn.facts) continue;
      const second = await logic({ facts: turn.facts, clauses });
      if (second.error) throw defect(`the logic program: ${second.error}`);
      turn.logic = second.answer;
    }
    return turns;
  };

  /** Returns whether both judges give the same clause, or the same scores, end and winners. */
  const agree = ({ core, logic }) => {
    const { message, ...verdict } = core;
    return JSON.stringify(verdict) === JSON.stringify(logic);
  };

  const listed = (parts) => [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean)
    .join(" and ");

  /** Returns a link to a clause. */
  const linked = (clause) => {
    const href = `${path_to_root}rules/${clause.split(".")[0]}.html#${clause.replace(".", "")}`;
    return make("a", { href }, make("code", {}, clause));
  };

  /** Returns an answer as a sentence. */
  const sentence = ({ clause, message, scores, ended, winners }) => {
    if (clause) {
      return make("span", {}, "breaks ", linked(clause), message ? `: ${message}.` : ".");
    }
    const seats = listed(winners.map((seat) => `seat ${seat}`));
    const end = ended ? `; the game ends, ${seats || "nobody"} won` : "";
    return make("span", {}, `legal; prestige ${listed(scores.map(String))}${end}.`);
  };

  /** Returns the conditions of a turn, folded: each clause, whether it is met, and the fact. */
  const reasons = ({ words, answer, conditions }) => {
    if (conditions.length === 0) return [];
    const items = conditions.map(({ clause, standing, fact }) => make("li", {}, linked(clause),
      ` ${standing.replace("-", " ")}: ${fact}`));
    return [make("details", { className: "why" },
      make("summary", {}, `Why: ${words}`),
      ...answer ? [make("p", {}, `${answer}.`)] : [],
      make("ul", {}, ...items))];
  };

  /** Returns the paragraphs on a turn that both judges did not simply agree about. */
  const remarks = (turn, at) => {
    const place = `Turn ${at + 1}, ${turn.words}`;
    if (turn.obstacle) {
      return [make("p", {}, `${place}: only the core judges it: `, sentence(turn.core)),
        make("p", {}, `The logic program cannot judge it: ${turn.obstacle}.`)];
    }
    if (!agree(turn)) {
      return [make("div", { className: "disagree" },
        make("p", {}, `The judges disagree. ${place}.`),
        make("p", {}, "The core: ", sentence(turn.core)),
        make("p", {}, "The logic program: ", sentence(turn.logic)))];
    }
    if (!turn.claim) return [];
    const [clause, message] = turn.claim;
    return [make("p", {}, `${place}: its claim `, sentence({ clause, message }),
      " Only the core reads claims.")];
  };

  /** Returns the result of an example: one line if both judges agree about every turn. */
  const result = (turns) => {
    const both = turns.filter((turn) => turn.logic);
    const parts = turns.flatMap(remarks);
    if (both.length > 0 && both.every(agree)) {
      const last = both.at(-1);
      const count = both.length > 1 ? ` about ${both.length} turns; the last` : "";
      parts.unshift(make("p", { className: "agree" }, `Both judges agree${count}: ${last.words}: `,
        sentence(last.core)));
    }
    if (turns.length === 0) return [make("p", {}, "There is no turn to judge.")];
    return [...parts, ...turns.flatMap(reasons)];
  };

  const run = async (text, state) => {
    state.replaceChildren("Judging …");
    try {
      const both = await ready();
      state.replaceChildren(...both ? result(await judged(both, text))
        : ["This copy of the book was built without the two judges."]);
    } catch (error) {
      state.replaceChildren(make("p", {}, `There is no verdict: ${error.message}`));
    }
    state.dataset.done = "";
  };

  /** Returns an example as text for the editor, with a line for each field, seat and turn. */
  const layout = ({ position, turns }) => {
    const line = (value) => JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
    const list = (values, indent) => values.length === 0 ? "[]"
      : `[\n${values.map((value) => `${indent}  ${line(value)}`).join(",\n")}\n${indent}]`;
    const fields = Object.entries(position).map(([name, value]) =>
      `    "${name}": ${name === "seats" ? list(value, "    ") : line(value)}`);
    return `{\n  "position": {\n${fields.join(",\n")}\n  },\n  "turns": ${list(turns, "  ")}\n}`;
  };

  /** Opens the editor of an example and runs it. */
  const open = (example, button) => {
    const value = layout(JSON.parse(example.textContent));
    const rows = Math.min(value.split("\n").length + 1, 30);
    const text = make("textarea", { spellcheck: false, value, rows });
    text.setAttribute("aria-label", "The example: its position and its turns");
    const again = make("button", { type: "button" }, "Run");
    const state = make("div", { className: "state" });
    state.setAttribute("role", "status");
    again.onclick = () => {
      delete state.dataset.done;
      run(text.value, state);
    };
    // The book has keys of its own, such as the arrows between pages.
    text.onkeydown = (event) => event.stopPropagation();
    button.parentElement.replaceChildren(text, again, state);
    run(text.value, state);
  };

  for (const example of examples) {
    const button = make("button", { type: "button" }, "Run it here");
    button.onclick = () => open(example, button);
    example.closest("pre").after(make("div", { className: "judges" }, button));
  }
})();
