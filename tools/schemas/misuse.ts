// This file must not compile: a turn is used as one that takes without being narrowed.

import type { Turn } from "./log";

export function taken(turn: Turn): string[] {
  return turn.take;
}
