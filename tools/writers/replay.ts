// Replays a list of events through the writer for TypeScript: `node replay.js < events.txt`.
//
// `text` prints the log, and an event that the writer refuses prints its message.

import { readFileSync } from "node:fs";
import { Log, cardId, cityId, nobleId } from "./splendor-log.js";

// The arguments have the types that each event needs, because `events.py` writes them.
type Value = any;

/** Reads one argument from the words, and removes its words. */
function read(words: string[]): Value {
  const word = words.shift()!;
  const until = (end: string): Value[] => {
    const values = [];
    while (words[0] !== end) values.push(read(words));
    words.shift();
    return values;
  };
  if (word === "[") return until("]");
  if (word === "{") {
    const values = until("}");
    const names = values.filter((_, index) => index % 2 === 0);
    return Object.fromEntries(names.map((name, index) => [name, values[2 * index + 1]]));
  }
  if (word === "-") return undefined;
  return /^[0-9]+$/.test(word) ? Number(word) : decodeURIComponent(word.replace(/^'/, ""));
}

const known = (build: (...facts: Value[]) => string, ids?: Value[]): string[] | undefined =>
  ids?.map((id) => (typeof id === "string" ? id : build(...id)));

const rows = (cards?: Record<string, Value[]>): Value =>
  cards && Object.fromEntries(
    Object.entries(cards).map(([row, facts]) => [row, known(cardId, facts)]));

let log = new Log([]);

const events: Record<string, (...values: Value[]) => unknown> = {
  log: (players: Value[], rules, source, omits: Value[]) => {
    const names = players.map((name) => name ?? null);
    log = new Log(names, omits.length > 0 ? { rules, source, omits } : { rules, source });
  },
  setup: (market, nobles, cities, decks) => log.setup(rows(market), {
    nobles: known(nobleId, nobles), cities: known(cityId, cities), decks: rows(decks),
  }),
  take: (seat, colors) => log.take(seat, colors),
  reserve: (seat, card) => log.reserve(seat, card),
  draw: (seat, row, card, under) => log.reserveDeck(seat, row, card, under),
  buy: (seat, card, pay, origin) => log.purchase(seat, card, pay, origin),
  pass: (seat) => log.passTurn(seat),
  turn: (seat, kind, value) => log.turn(seat, kind, value),
  refill: (card) => log.refill(card),
  return: (counts) => log.returnTokens(counts),
  noble: (id) => log.noble(id),
  gem: (color) => log.gem(color),
  post: (id) => log.post(id),
  after: (claim: string, value) => log.after({ [claim]: value }),
  field: (name, value) => log.field(name, value),
  action: (name, value) => log.actionField(name, value),
  end: (reason, scores, winners, seats) => log.end(reason, { scores, winners, seats }),
  card: (level, prestige, bonus, cost) => cardId(level, prestige, bonus, cost),
  "noble-of": (prestige, demand) => nobleId(prestige, demand),
  city: (prestige, demand, others) => cityId(prestige, demand, others),
  text: () => console.log(log.text()),
};

for (const line of readFileSync(0, "utf8").split("\n").filter((one) => one !== "")) {
  const [name, ...words] = line.split(" ");
  const values: Value[] = [];
  while (words.length > 0) values.push(read(words));
  try {
    events[name!]!(...values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.log(error.message);
  }
}
