// Runs the verifier outside the page's thread, so that no log can freeze the page.
"use strict";

/**
 * Returns the function `ask(name, bytes, what, game)` for a WebAssembly `module`.
 *
 * `name` is shown in the answer, and `bytes` is the file. `what` is 0 for reports as lines of JSON,
 * 1 for reports as text, 2 for the page of the log with the number `game`, from 1, and 3 for the
 * core's answers to an example of the book with the facts for the logic program; other questions
 * ignore `game`.
 *
 * The function returns `answer`, and as `reach` "whole" if the answer covers all logs, "part" if
 * the file has too many, "unread" if the file could not be read to its end, or "defect".
 */
const verifier = async (module) => {
  const { instance } = await WebAssembly.instantiate(module);
  const web = instance.exports;
  const answerText = () => new TextDecoder().decode(
    new Uint8Array(web.memory.buffer, web.answer_at(), web.answer_length()));
  return (name, bytes, what, game) => {
    const named = new TextEncoder().encode(name);
    const at = web.room(named.length + bytes.length);
    new Uint8Array(web.memory.buffer, at).set(named);
    new Uint8Array(web.memory.buffer, at + named.length).set(bytes);
    let reach = "defect";
    try {
      reach = ["whole", "part", "unread"][web.ask(named.length, what, game)];
    } catch (trap) {
      const defect = answerText();
      return { reach, answer: defect || `a defect of this program, not of the log: ${trap}` };
    }
    const answer = answerText();
    web.clear();
    return { reach, answer };
  };
};

/** Decodes a text in base64. */
const unpacked = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

if (typeof WorkerGlobalScope !== "undefined") {
  // The first message brings the verifier, each further one a question.
  let begun = null;
  self.onmessage = async ({ data }) => {
    begun ??= verifier(unpacked(data.module));
    if (!data.bytes) return;
    try {
      const ask = await begun;
      self.postMessage({ id: data.id, ...ask(data.name, data.bytes, data.what, data.game) });
    } catch (error) {
      self.postMessage({ id: data.id, reach: "defect", answer: `no verifier: ${error}` });
    }
  };
}
