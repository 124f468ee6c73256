// This file must not compile: it uses a turn as a take without narrowing it.

import type { Turn } from "./log";

export function taken(turn: Turn): string[] {
  return turn.take;
}
