// TypeScript narrows a turn by its key with the types of json-schema-to-typescript.

import type { SplendorLog, TakeTurn, Turn } from "./log";
import type { SplendorReport } from "./report";

export function action(turn: Turn): string {
  if ("take" in turn) {
    const tokens: string[] = turn.take;
    return `takes ${tokens.join(", ")}`;
  }
  if ("reserve" in turn) {
    const reserve = turn.reserve;
    if ("market" in reserve) return reserve.market;
    return "deck" in reserve ? `from deck ${reserve.deck}` : `from Orient deck ${reserve.orient}`;
  }
  if ("purchase" in turn) {
    return `${turn.purchase.card} for ${turn.purchase.pay?.ruby ?? 0} rubies`;
  }
  if ("pass" in turn) {
    const always: true = turn.pass;
    return `passes: ${always}`;
  }
  return nothingLeft(turn);
}

// Only a turn of another module is left here.
function nothingLeft(turn: Extract<Turn, { foreign: unknown }>): string {
  return JSON.stringify(turn.foreign);
}

export const turn: TakeTurn = { seat: 0, take: ["ruby", "ruby"], return: { gold: 1 } };

export const log: SplendorLog = {
  format: "splendor-log/1",
  rules: { edition: "2024", rulings: { pass: "always" } },
  players: [{ name: "Ada" }, {}],
  setup: { market: { level1: ["a0d3s"], level2: [], level3: [] } },
  turns: [turn, { pass: true }],
};

export function isIllegal(report: SplendorReport): boolean {
  return report.verdict === "illegal" && report.findings.some((finding) => finding.line === 1);
}
