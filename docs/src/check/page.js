// Judges a log on this page: passes it to the verifier in a worker and shows the reports.
// All data from a log is inserted as text and never parsed as HTML.
"use strict";

(() => {
  const MAX_BYTES = 32 * 1024 * 1024;
  const MAX_LISTED = 200;
  const check = document.getElementById("check");

  /** Returns an element with attributes and contents. */
  const make = (name, attributes = {}, ...contents) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.append(...contents);
    return element;
  };

  if (!globalThis.splendorVerifier) {
    check.replaceChildren(make("p", {}, "This copy of the book was built without the verifier, so ",
      "this page cannot judge logs. See below for how to build it."));
    return;
  }

  const file = make("input", { type: "file", id: "check-file" });
  const pasted = make("textarea", { id: "check-text", spellcheck: false,
    placeholder: "… or paste its text here" });
  pasted.setAttribute("aria-label", "The text of a log");
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
  // The callbacks that wait for answers, by question id.
  const waiting = new Map();

  /** Stops the worker and every question that waits for it. */
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
      // After a defect the verifier's memory may be corrupt, so start a new worker next time.
      if (data.reach === "defect") end();
      done?.(data);
    };
    worker.postMessage({ module: splendorVerifier.module });
  };

  /** Asks the verifier; `what` is 0 for reports, 1 for text, 2 for the page of a game. */
  const ask = (name, bytes, what, game = 0) => new Promise((done) => {
    if (!worker) begin();
    questions += 1;
    waiting.set(questions, done);
    const sent = bytes.slice();
    worker.postMessage({ id: questions, name, bytes: sent, what, game }, [sent.buffer]);
  });

  const showState = (text) => { state.textContent = text; };
  const count = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

  /** Judges a file and shows the reports. */
  const judgeFile = async (name, bytes) => {
    end();
    found.replaceChildren();
    showState(`Judging ${name} …`);
    stop.disabled = false;
    const reply = await ask(name, bytes, 0);
    if (reply.reach === "stopped") return;
    stop.disabled = true;
    if (reply.reach === "defect") {
      showState(`${reply.answer}. Please report it with this log.`);
      return;
    }
    if (reply.reach === "unread") {
      showState(`${name} could not be read to its end: ${reply.answer}. Is the file complete?`);
      return;
    }
    const lines = reply.answer.split("\n").slice(0, -1);
    show(name, bytes, lines, reply.reach === "part");
    if (lines.length > 0 && lines.length <= MAX_LISTED) await addText(name, bytes);
  };

  const show = (name, bytes, lines, more) => {
    const reports = lines.map((line) => JSON.parse(line));
    const verdicts = {};
    for (const { verdict } of reports) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    const sums = Object.entries(verdicts).map(([verdict, sum]) => `${sum} ${verdict}`).join(", ");
    if (reports.length === 0) showState(`${name} contains no log: it is empty.`);
    else if (reports.length === 1) showState(`${name}: ${reports[0].verdict}`);
    else showState(`${name}: ${count(reports.length, "log")}: ${sums}`);
    if (more) state.append(". The file contains more logs than this page can judge.");
    found.append(...reports.slice(0, MAX_LISTED).map((report) => item(name, bytes, report)));
    if (reports.length > MAX_LISTED) {
      found.append(make("li", {}, `Only the first ${MAX_LISTED} logs are listed; `,
        "the JSON below has all reports."));
    }
    if (reports.length > 0) found.append(rawReports(lines));
  };

  /** Returns a list item with the reports as JSON, unchanged. */
  const rawReports = (lines) => {
    const text = make("pre", { id: "check-json" });
    const details = make("details", {}, make("summary", {}, "The report as JSON"), text);
    details.ontoggle = () => { text.textContent = lines.join("\n"); };
    return make("li", {}, details);
  };

  /** Returns a list item with the findings in one log. */
  const item = (name, bytes, report) => {
    const { game, line } = report.input;
    const place = game > 1 || line > 1 ? `game ${game}, line ${line}: ` : "";
    const turns = `${report.judged} of ${count(report.plies, "turn")} judged`;
    const shown = make("button", { type: "button" }, "View");
    shown.onclick = () => view(name, bytes, game, shown);
    const departures = (report.departures ?? []).map(({ name, value }) => `${name}=${value}`);
    const under = departures.length > 0 ? ` under ${departures.join(", ")}` : "";
    const parts = [make("p", {}, `${place}${report.verdict}${under}; ${turns}`)];
    parts.push(...report.findings.slice(0, 20).map(describe));
    // The last missing fact of an undecided log is the one at which the search stopped.
    const missing = report.missing ?? [];
    const listed = report.verdict === "undecided" ? missing.slice(-1) : missing.slice(0, 5);
    parts.push(...listed.map((missing) =>
      make("p", {}, `Missing ${missing.fact}: ${missing.message}`)));
    if (report.verdict !== "malformed") parts.push(shown);
    return make("li", { className: report.verdict }, ...parts);
  };

  const describe = (finding) => {
    const where = [["turn", finding.turn], ["line", finding.line], ["column", finding.column]]
      .filter(([, number]) => number != null).map(([what, number]) => `${what} ${number}`);
    const clause = make("code", {}, finding.clause);
    const page = finding.url?.match(/docs\/src\/([a-z/-]+)\.md(#[a-z0-9-]+)?$/);
    const link = page ? make("a", { href: `${page[1]}.html${page[2] ?? ""}` }, clause) : clause;
    const needed = finding.needed?.replace(/^needs /, "");
    const rest = [needed && `Requirement: ${needed}`,
      finding.help && `Help: ${finding.help}`];
    return make("div", {},
      make("p", {}, link, ` at ${where.join(", ")}: ${finding.message}`),
      ...rest.filter(Boolean).map((text) => make("p", {}, text)));
  };

  /** Adds the reports as text, with excerpts of the log. */
  const addText = async (name, bytes) => {
    const reply = await ask(name, bytes, 1);
    if (reply.reach !== "whole" && reply.reach !== "part") return;
    const text = make("pre", { id: "check-words" }, reply.answer);
    const title = make("summary", {}, "The report as text");
    found.append(make("li", {}, make("details", {}, title, text)));
  };

  /** Opens the page of a game in a new tab. */
  const view = async (name, bytes, game, button) => {
    button.disabled = true;
    stop.disabled = false;
    const reply = await ask(name, bytes, 2, game);
    stop.disabled = true;
    button.disabled = false;
    if (reply.reach === "defect") showState(`${reply.answer}. Please report it with this log.`);
    if (reply.reach === "whole" && !reply.answer) {
      showState("This is not a log, so there is no page to view.");
    }
    if (reply.reach === "stopped" || reply.reach === "defect" || !reply.answer) return;
    const address = URL.createObjectURL(new Blob([reply.answer], { type: "text/html" }));
    const link = make("a", { href: address, target: "_blank", rel: "noopener" }, "Open the game");
    button.replaceWith(link);
    link.click();
  };

  const take = async (chosen) => {
    showState(`Reading ${chosen.name} …`);
    if (chosen.size > MAX_BYTES) {
      end();
      found.replaceChildren();
      stop.disabled = true;
      showState(`${chosen.name} has ${(chosen.size / 1048576).toFixed(1)} MiB; ` +
        "this page judges at most 32 MiB, `splendor verify` has no such limit.");
      return;
    }
    await judgeFile(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
  };

  file.onchange = () => { if (file.files[0]) take(file.files[0]); };
  judge.onclick = () => {
    if (pasted.value.trim()) take(new File([pasted.value], "pasted.json"));
    else if (file.files[0]) take(file.files[0]);
    else showState("Nothing to judge: drop a log, choose a file, or paste its text.");
  };
  stop.onclick = () => {
    end();
    stop.disabled = true;
    showState("Stopped.");
  };
  check.ondragover = (event) => { event.preventDefault(); check.classList.add("over"); };
  check.ondragleave = () => check.classList.remove("over");
  check.ondrop = (event) => {
    event.preventDefault();
    check.classList.remove("over");
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  };
})();
