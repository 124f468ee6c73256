// A client in TypeScript, which the compiler checks against the installed package.

import { InputError, legalTurns, verify, verifyMany, why } from "splendor-verify";
import type { Finding, Log, Report, Turn } from "splendor-verify";

export function check(log: Log): string | undefined {
  const report: Report = verify(log, { client: "spender", rulings: { pass: "always" } });
  const first: Finding | undefined = report.findings[0];
  return first?.help ?? (report.verdict === "legal" ? undefined : report.verdict);
}

export function firstTake(log: string, turn: number): string[] {
  const take = legalTurns(log, { turn }).find((legal: Turn) => "take" in legal);
  return take !== undefined && "take" in take ? take.take : [];
}

export const verdicts = (file: Uint8Array) => [...verifyMany(file)].map(({ verdict }) => verdict);

export const allowed = (log: Log) =>
  why(log, { turn: 2, proposal: { take: ["ruby", "ruby"] } }).verdict === "legal";

export const reason = (thrown: unknown) => (thrown instanceof InputError ? thrown.message : "");

// @ts-expect-error: a number is not a log.
verify(3);

// @ts-expect-error: the verdict is `legal`.
export const wrong = (report: Report) => report.verdict === "ok";

// @ts-expect-error: `red` is not a token.
why("{}", { proposal: { take: ["red"] } });

// @ts-expect-error: no option has this name.
verify("{}", { keep_going: true });
