/** The arguments of the functions: logs and options. */

import { InputError } from "./errors.js";
import type { Rules, SplendorLog, Turn } from "./types/log.js";

/** The text of a log, its bytes, or the object that `JSON.parse` returns. */
export type LogInput = string | Uint8Array | SplendorLog | Readonly<Record<string, unknown>>;

/** Options of all functions. */
export interface JudgeOptions {
  /** Judges by these rulings in place of those in the log, like `{ pass: "always" }`. */
  readonly rulings?: Readonly<Record<string, string | number>>;
  /** Judges by the rulings of a known client. */
  readonly client?: string;
  /** Requires the published rules: a log that declares another ruling is illegal. */
  readonly published?: boolean;
  /** Requires these rules, like `{ edition: "2024", rulings: { target: 21 } }`. */
  readonly rules?: Rules;
  /** The name of the input in the answer; by default `<log>`. */
  readonly name?: string;
}

/** Options of `verify` and `verifyMany`. */
export interface VerifyOptions extends JudgeOptions {
  /** Continues after an illegal turn and trusts the log from there. */
  readonly keepGoing?: boolean;
}

/** A place in a log. */
export interface TurnOptions extends JudgeOptions {
  /** The number of a turn, from 1; by default the place after the last turn. */
  readonly turn?: number;
}

/** Options of `legalTurns` and `position`. */
export interface TableOptions extends TurnOptions {
  /** Gets notes, for example that a list is not complete; by default `console.warn`. */
  readonly onNote?: (note: string) => void;
}

/** Options of `why`: it needs `turn` or `proposal`. */
export interface WhyOptions extends TurnOptions {
  /** The turn, as an object or as JSON text; by default the turn that the log has there. */
  readonly proposal?: string | Turn;
}

const encoder = new TextEncoder();

/** Returns the bytes of a log. */
export function logBytes(log: LogInput): Uint8Array {
  if (isObject(log) && "then" in log && typeof log.then === "function") {
    throw new TypeError("a log is text, bytes or an object, not a promise: await it first");
  }
  return fileBytes(isObject(log) ? jsonText(log) : log);
}

/** Returns the bytes of a file of logs; a lone surrogate becomes invalid UTF-8. */
export function fileBytes(file: string | Uint8Array): Uint8Array {
  if (file instanceof Uint8Array) return file;
  if (typeof file !== "string") throw new TypeError(`a log is text or bytes, not ${kind(file)}`);
  const bytes = encoder.encode(file);
  let [at, from] = [0, 0];
  for (const { index } of file.matchAll(/[\uD800-\uDFFF]/gu)) {
    at += encoder.encode(file.slice(from, index)).length;
    const code = file.charCodeAt(index);
    bytes.set([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)], at);
    at += 3;
    from = index + 1;
  }
  return bytes;
}

/** The names of all options. */
const NAMES = [
  "rulings", "client", "published", "rules", "keepGoing", "name", "turn", "proposal", "onNote",
];

/** Returns the header of a question; without `ask`, it opens a file. */
export function header(
  ask: string | undefined,
  options: VerifyOptions & WhyOptions,
): object {
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`there is no option \`${unknown}\`; the options are ${NAMES.join(", ")}`);
  }
  const { rulings, client, published, rules, keepGoing, name, turn, proposal } = options;
  if (turn !== undefined && !(Number.isSafeInteger(turn) && turn >= 1)) {
    throw new InputError(`there is no turn ${turn}: turns count from 1`);
  }
  const words = Object.entries(rulings ?? {}).map(([ruling, value]) => [ruling, String(value)]);
  return {
    ask,
    options: {
      name,
      rulings: Object.fromEntries(words),
      client,
      published,
      rules: rules === undefined ? undefined : jsonText(rules),
      keepGoing,
      turn,
      proposal: isObject(proposal) ? jsonText(proposal) : proposal,
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
    && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer);
}

function jsonText(value: object): string {
  const text: unknown = JSON.stringify(value);
  if (typeof text !== "string") throw new TypeError(`${kind(value)} has no JSON`);
  return text;
}

function kind(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? value.constructor.name : typeof value;
}
