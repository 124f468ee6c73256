/** The verifier as WebAssembly: it takes a question and bytes, and gives an answer as text. */

import { Defect, InputError } from "./errors.js";
import { verifier as base64 } from "./wasm.js";

/** The functions of `bindings/web/src/abi.rs`. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  room(length: number): number;
  question(header: number): number;
  next_report(): number;
  answer_at(): number;
  answer_length(): number;
  notes_at(): number;
  notes_length(): number;
  clear(): void;
}

/** How an answer ended: `End` in `bindings/web/src/abi.rs`. */
const REFUSED = 1;
const NOTHING = 2;

/** The most bytes of a file of logs, and of an instance that is kept for the next question. */
const MOST_BYTES = 2 ** 30;
const MOST_KEPT_BYTES = 2 ** 28;

/** An answer in JSON, and notes on it. */
export interface Answer {
  readonly json: string;
  readonly notes: string[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let compiled: WebAssembly.Module | undefined;

function wasmBytes(): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Compiles the verifier without blocking the thread. */
export async function compile(): Promise<void> {
  compiled ??= await WebAssembly.compile(wasmBytes());
}

function instance(): Exports {
  compiled ??= new WebAssembly.Module(wasmBytes());
  return new WebAssembly.Instance(compiled).exports as unknown as Exports;
}

/** An instance of the verifier; after a defect, the next question gets a new one. */
export class Verifier {
  #exports: Exports | undefined;

  /** Answers a question; `undefined` if the answer has no text. */
  ask(header: object, bytes: Uint8Array): Answer | undefined {
    if (bytes.length > MOST_BYTES) {
      throw new InputError(`the file has ${bytes.length} bytes, at most ${MOST_BYTES} are judged`);
    }
    const question = encoder.encode(JSON.stringify(header));
    const wasm = (this.#exports ??= instance());
    return this.#call(wasm, () => {
      const at = wasm.room(question.length + bytes.length);
      const room = new Uint8Array(wasm.memory.buffer, at, question.length + bytes.length);
      room.set(question);
      room.set(bytes, question.length);
      return wasm.question(question.length);
    });
  }

  /** Returns the report on the next log of an open file; `undefined` at its end. */
  next(): Answer | undefined {
    const wasm = this.#exports;
    if (wasm === undefined) return undefined;
    return this.#call(wasm, () => wasm.next_report());
  }

  /** Forgets the memory of a large question. */
  shrink(): void {
    const bytes = this.#exports?.memory.buffer.byteLength ?? 0;
    if (bytes > MOST_KEPT_BYTES) this.#exports = undefined;
  }

  #call(wasm: Exports, call: () => number): Answer | undefined {
    let end: number;
    try {
      end = call();
    } catch (trap) {
      this.#exports = undefined;
      throw new Defect(defectMessage(wasm) || `a defect of this program, not of the log: ${trap}`);
    }
    const json = text(wasm, wasm.answer_at(), wasm.answer_length());
    const notes = text(wasm, wasm.notes_at(), wasm.notes_length());
    wasm.clear();
    if (end === REFUSED) throw new InputError(json);
    return end === NOTHING ? undefined : { json, notes: notes.split("\n").filter(Boolean) };
  }
}

/** Returns the message of a defect; empty if the trap left none. */
function defectMessage(wasm: Exports): string {
  try {
    return text(wasm, wasm.answer_at(), wasm.answer_length());
  } catch {
    return "";
  }
}

function text(wasm: Exports, at: number, length: number): string {
  return decoder.decode(new Uint8Array(wasm.memory.buffer, at, length));
}
