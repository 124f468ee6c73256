/** An unofficial verifier for logged games of the board game Splendor. */

import { fileBytes, header, logBytes } from "./input.js";
import type { LogInput, TableOptions, VerifyOptions, WhyOptions } from "./input.js";
import type { Turn } from "./types/log.js";
import type { SplendorPosition } from "./types/position.js";
import type { SplendorReport } from "./types/report.js";
import type { SplendorWhy } from "./types/why.js";
import { Verifier, compile } from "./verifier.js";
import type { Answer } from "./verifier.js";

export { Defect, InputError } from "./errors.js";
export type {
  JudgeOptions, LogInput, TableOptions, TurnOptions, VerifyOptions, WhyOptions,
} from "./input.js";
export type { SplendorLog as Log, Rules, Token, Turn } from "./types/log.js";
export type { SplendorPosition as Position } from "./types/position.js";
export type { Finding, SplendorReport as Report, Verdict } from "./types/report.js";
export type { Condition, SplendorWhy as Why } from "./types/why.js";

const verifier = new Verifier();

/**
 * Compiles the verifier without blocking the thread. Without it, the first call compiles it.
 */
export const ready: () => Promise<void> = compile;

/** Judges one log. Input that is not a log gets a report too. */
export function verify(log: LogInput, options: VerifyOptions = {}): SplendorReport {
  return ask("verify", log, options).value as SplendorReport;
}

/**
 * Judges every log of a file, one after the other: one document, or JSON Lines, plain or
 * compressed.
 * A file that cannot be read to its end throws an `InputError` after the reports on its logs.
 */
export function verifyMany(
  file: string | Uint8Array,
  options: VerifyOptions = {},
): Generator<SplendorReport, void, undefined> {
  // An instance of its own: a defect elsewhere does not end this file.
  const open = new Verifier();
  open.ask(header(undefined, options), fileBytes(file));
  return reports(open);
}

function* reports(open: Verifier): Generator<SplendorReport, void, undefined> {
  for (let next = open.next(); next !== undefined; next = open.next()) {
    yield JSON.parse(next.json) as SplendorReport;
  }
}

/** Returns every legal turn at a turn of a log. A game that has ended has no legal turns. */
export function legalTurns(log: LogInput, options: TableOptions = {}): Turn[] {
  return noted(ask("legal", log, options), options) as Turn[];
}

/** Returns the table before a turn of a log. */
export function position(log: LogInput, options: TableOptions = {}): SplendorPosition {
  return noted(ask("position", log, options), options) as SplendorPosition;
}

/** Judges a turn at a place in a log, with every clause that it breaks. */
export function why(log: LogInput, options: WhyOptions = {}): SplendorWhy {
  return ask("why", log, options).value as SplendorWhy;
}

function ask(
  about: string,
  log: LogInput,
  options: VerifyOptions & WhyOptions,
): { value: unknown; notes: string[] } {
  try {
    const answer = verifier.ask(header(about, options), logBytes(log)) as Answer;
    return { value: JSON.parse(answer.json), notes: answer.notes };
  } finally {
    verifier.shrink();
  }
}

function noted(answer: { value: unknown; notes: string[] }, options: TableOptions): unknown {
  answer.notes.forEach(options.onNote ?? ((note) => console.warn(note)));
  return answer.value;
}
