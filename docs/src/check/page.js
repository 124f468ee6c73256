// Judges a log on this page: gives it to the verifier in its worker, and shows what that says.
// Everything that comes from a log is set as text, and never read as a part of the page.
"use strict";

(() => {
  const MOST = 32 * 1024 * 1024;
  const LISTED = 200;
  const check = document.getElementById("check");

  /** Returns an element with attributes and contents. */
  const make = (name, attributes = {}, ...contents) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.append(...contents);
    return element;
  };

  if (!globalThis.splendorVerifier) {
    check.replaceChildren(make("p", {}, "This copy of the book was built without the verifier, so ",
      "that this page cannot judge. How it is built is told below."));
    return;
  }

  const file = make("input", { type: "file", id: "check-file" });
  const pasted = make("textarea", { id: "check-text", spellcheck: false,
    placeholder: "… or paste one here" });
  pasted.setAttribute("aria-label", "a log as text");
  const judge = make("button", { type: "button", id: "check-judge" }, "Judge");
  const stop = make("button", { type: "button", id: "check-stop", disabled: true }, "Stop");
  const state = make("p", { id: "check-state" });
  state.setAttribute("role", "status");
  const found = make("ol", { id: "check-found" });
  check.replaceChildren(
    make("p", {}, make("label", { htmlFor: "check-file" }, "Drop a log here, or choose one:")),
    make("div", { className: "row" }, file),
    pasted,
    make("div", { className: "row" }, judge, stop),
    state, found);

  let worker = null;
  let questions = 0;
  // Who waits for the answer to which question.
  const waiting = new Map();

  /** Ends whatever is under way. */
  const end = () => {
    worker?.terminate();
    worker = null;
    for (const done of waiting.values()) done({ reach: "stopped", answer: "" });
    waiting.clear();
  };

  const begin = () => {
    const source = new Blob([splendorVerifier.worker], { type: "text/javascript" });
    const address = URL.createObjectURL(source);
    worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = ({ data }) => {
      const done = waiting.get(data.id);
      waiting.delete(data.id);
      // After a defect the memory of the verifier is not to be trusted.
      if (data.reach === "defect") end();
      done?.(data);
    };
    worker.postMessage({ module: splendorVerifier.module });
  };

  /** Asks the verifier: 0 for reports, 1 for words, 2 for the page of a game. */
  const ask = (name, bytes, what, game = 0) => new Promise((done) => {
    if (!worker) begin();
    questions += 1;
    waiting.set(questions, done);
    const sent = bytes.slice();
    worker.postMessage({ id: questions, name, bytes: sent, what, game }, [sent.buffer]);
  });

  const say = (text) => { state.textContent = text; };
  const count = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

  /** Judges a file and shows what was found. */
  const judged = async (name, bytes) => {
    end();
    found.replaceChildren();
    say(`${name} is being judged …`);
    stop.disabled = false;
    const told = await ask(name, bytes, 0);
    if (told.reach === "stopped") return;
    stop.disabled = true;
    if (told.reach === "defect") {
      say(`${told.answer}. Please report it with this log.`);
      return;
    }
    if (told.reach === "unread") {
      say(`${name} could not be read to its end: ${told.answer}. Was it cut off on its way here?`);
      return;
    }
    const lines = told.answer.split("\n").slice(0, -1);
    show(name, bytes, lines, told.reach === "part");
    if (lines.length > 0 && lines.length <= LISTED) await words(name, bytes);
  };

  const show = (name, bytes, lines, more) => {
    const reports = lines.map((line) => JSON.parse(line));
    const verdicts = {};
    for (const { verdict } of reports) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    const sums = Object.entries(verdicts).map(([verdict, sum]) => `${sum} ${verdict}`).join(", ");
    if (reports.length === 0) say(`There is no log in ${name}: it is empty.`);
    else if (reports.length === 1) say(`${name}: ${reports[0].verdict}`);
    else say(`${name}: ${count(reports.length, "log")}: ${sums}`);
    if (more) state.append(". There are more; these are as many as are judged here.");
    found.append(...reports.slice(0, LISTED).map((report) => item(name, bytes, report)));
    if (reports.length > LISTED) {
      found.append(make("li", {}, `The first ${LISTED} are listed; all reports are below.`));
    }
    if (reports.length > 0) found.append(original(lines));
  };

  /** The reports as they are. */
  const original = (lines) => {
    const text = make("pre", { id: "check-json" });
    const details = make("details", {}, make("summary", {}, "The report as JSON"), text);
    details.ontoggle = () => { text.textContent = lines.join("\n"); };
    return make("li", {}, details);
  };

  /** What was found in one log. */
  const item = (name, bytes, report) => {
    const { game, line } = report.input;
    const place = game > 1 || line > 1 ? `game ${game}, line ${line}: ` : "";
    const turns = `${report.judged} of ${count(report.plies, "turn")} judged`;
    const shown = make("button", { type: "button" }, "View");
    shown.onclick = () => view(name, bytes, game, shown);
    const parts = [make("p", {}, `${place}${report.verdict}, ${turns}`)];
    parts.push(...report.findings.slice(0, 20).map(finding));
    parts.push(...(report.missing ?? []).slice(0, 5).map((missing) =>
      make("p", {}, `left open: ${missing.message}`)));
    if (report.verdict !== "malformed") parts.push(shown);
    return make("li", { className: report.verdict }, ...parts);
  };

  const finding = (told) => {
    const where = [["turn", told.turn], ["line", told.line], ["column", told.column]]
      .filter(([, number]) => number != null).map(([what, number]) => `${what} ${number}`);
    const clause = make("code", {}, told.clause);
    const page = told.url?.match(/docs\/src\/([a-z/-]+)\.md(#[a-z0-9-]+)?$/);
    const link = page ? make("a", { href: `${page[1]}.html${page[2] ?? ""}` }, clause) : clause;
    const rest = [told.needed && `Needed: ${told.needed}`, told.help && `Help: ${told.help}`];
    return make("div", {},
      make("p", {}, link, ` at ${where.join(", ")}: ${told.message}`),
      ...rest.filter(Boolean).map((text) => make("p", {}, text)));
  };

  /** The same in words, with the lines of the log. */
  const words = async (name, bytes) => {
    const told = await ask(name, bytes, 1);
    if (told.reach !== "whole" && told.reach !== "part") return;
    const text = make("pre", { id: "check-words" }, told.answer);
    found.append(make("li", {}, make("details", {}, make("summary", {}, "In words"), text)));
  };

  /** Opens the page of a log. */
  const view = async (name, bytes, game, button) => {
    button.disabled = true;
    stop.disabled = false;
    const told = await ask(name, bytes, 2, game);
    stop.disabled = true;
    button.disabled = false;
    if (told.reach === "defect") say(`${told.answer}. Please report it with this log.`);
    if (told.reach === "whole" && !told.answer) say("This is no log, so there is no page of it.");
    if (told.reach === "stopped" || told.reach === "defect" || !told.answer) return;
    const address = URL.createObjectURL(new Blob([told.answer], { type: "text/html" }));
    const link = make("a", { href: address, target: "_blank", rel: "noopener" }, "the game as a page");
    button.replaceWith(link);
    link.click();
  };

  const take = async (chosen) => {
    say(`${chosen.name} is being read …`);
    if (chosen.size > MOST) {
      end();
      found.replaceChildren();
      stop.disabled = true;
      say(`${chosen.name} has ${(chosen.size / 1048576).toFixed(1)} MiB, and 32 MiB can be judged ` +
        "here; `splendor verify` reads files of any size.");
      return;
    }
    await judged(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
  };

  file.onchange = () => { if (file.files[0]) take(file.files[0]); };
  judge.onclick = () => {
    if (pasted.value.trim()) take(new File([pasted.value], "pasted.json"));
    else if (file.files[0]) take(file.files[0]);
    else say("There is nothing to judge: drop a log, choose one, or paste its text.");
  };
  stop.onclick = () => {
    end();
    stop.disabled = true;
    say("Stopped.");
  };
  check.ondragover = (event) => { event.preventDefault(); check.classList.add("over"); };
  check.ondragleave = () => check.classList.remove("over");
  check.ondrop = (event) => {
    event.preventDefault();
    check.classList.remove("over");
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  };
})();
