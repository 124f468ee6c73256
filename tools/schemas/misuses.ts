// Every statement below is a mistake that the types must catch. `@ts-expect-error` fails on a line
// without an error.

import type { SplendorLog, TakeTurn, Turn } from "./log";
import type { SplendorReport } from "./report";

export function withoutNarrowing(turn: Turn): unknown {
  // @ts-expect-error: not every turn is a take.
  return turn.take;
}

export function narrowedToAnother(turn: Turn): unknown {
  // @ts-expect-error: a take is not a reservation.
  return "take" in turn ? turn.reserve : turn;
}

export function comparesWithNoVerdict(report: SplendorReport): boolean {
  // @ts-expect-error: the verdict is `legal`.
  return report.verdict === "ok";
}

// @ts-expect-error: `red` is not a token.
export const red: TakeTurn = { take: ["red"] };

// @ts-expect-error: a pass is `true`.
export const noPass: Turn = { pass: false };

// @ts-expect-error: a turn has an action.
export const noAction: Turn = { seat: 0 };

// @ts-expect-error: the format has a number.
export const noFormat: SplendorLog["format"] = "splendor-log";
