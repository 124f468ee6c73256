/**
 * Writes logs of Splendor games, in the format splendor-log/1: one call for each event.
 *
 * Copy this file into your client. It needs ES2022 and nothing else.
 *
 *     const log = new Log(["Ada", "Bo"]);
 *     log.setup({ level1: [cardId(1, 0, "e", { ruby: 3 }), ...], ... }, { nobles: [...] });
 *     console.log(log.take(0, ["d", "ruby", "o"]).returnTokens({ g: 1 }).text());
 *
 * A color is a letter or a name: d diamond, s sapphire, e emerald, r ruby, o onyx, g gold.
 * The writer checks its arguments, and throws a RangeError that names the wrong one. It does not
 * know the rules: `splendor verify` judges the log.
 */

const NAMES: Readonly<Record<string, string>> = {
  d: "diamond", s: "sapphire", e: "emerald", r: "ruby", o: "onyx", g: "gold",
};
const LETTERS = new Map(Object.entries(NAMES).map(([letter, name]) => [name, letter]));
const COST = "([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?";
const POWER = "(gg|ca?|dd|ss|ee|rr|oo|[dsero]b?)";
const FORMS = {
  card: `[abc][0-9][dsero]${COST}|[ABC][0-9]${POWER}(x2[dsero]|${COST})`,
  noble: `[0-9]:${COST}`,
  city: `[1-9]?[0-9]:${COST}(\\+[1-9])?`,
  "trading post": "[a-z][a-z-]{0,23}",
};
const ROWS = ["level1", "level2", "level3", "orient1", "orient2", "orient3"];
const REASONS = ["completed", "stalemate", "resigned", "timeout", "abandoned", "adjudicated"];

/** The number of tokens or bonuses of each color, by letter or name. */
export type Counts = Readonly<Record<string, number>>;
export type Ids = readonly string[];
export type Rows = Readonly<Record<string, Ids>>;
type Fields = Record<string, unknown>;
type Seats = readonly number[];

/** Returns the id of a card: `cardId(1, 0, "diamond", { sapphire: 3 })` is `a0d3s`. */
export function cardId(level: number, prestige: number, bonus: string, cost: Counts): string {
  const start = "abc"[between("level", level, 1, 3) - 1]! + between("prestige", prestige, 0, 9);
  return start + letterOf(bonus, false) + costOf(cost);
}

/** Returns the id of a noble: `nobleId(3, { d: 4, s: 4 })` is `3:4d4s`. */
export function nobleId(prestige: number, demand: Counts): string {
  return `${between("prestige", prestige, 0, 9)}:${costOf(demand)}`;
}

/** Returns the id of a city: `cityId(14, { d: 4 }, 4)` is `14:4d+4`. */
export function cityId(prestige: number, demand: Counts, others = 0): string {
  const more = between("others", others, 0, 9) > 0 ? `+${others}` : "";
  return `${between("prestige", prestige, 0, 99)}:${costOf(demand)}${more}`;
}

/** A log. Its calls can be chained, because each returns the log. */
export class Log {
  private readonly log: Fields;
  private readonly players: Fields[];
  private readonly turns: Fields[] = [];

  /** Starts a log. A player without a known name is null; the rest is as in the format. */
  constructor(players: readonly (string | null)[],
    about: { rules?: Fields; source?: Fields; omits?: Ids } = {}) {
    this.players = players.map((name) => (name === null ? {} : { name }));
    this.log = known({
      format: "splendor-log/1", rules: { edition: "2024", ...about.rules },
      omits: about.omits && [...about.omits], source: about.source && { ...about.source },
      players: this.players, setup: {}, turns: this.turns,
    });
  }

  /** Records the rows level1 to orient3 of the market, and of the decks if they are known. */
  setup(market: Rows, tiles: { nobles?: Ids; cities?: Ids; decks?: Rows } = {}): this {
    this.log.setup = known({
      nobles: tiles.nobles?.map((id) => check("noble", id)),
      cities: tiles.cities?.map((id) => check("city", id)),
      market: rowsOf(market), decks: tiles.decks && rowsOf(tiles.decks),
    });
    return this;
  }

  // Each of these calls begins a turn.

  take(seat: number, colors: Ids): this {
    return this.turn(seat, "take", colors.map((color) => NAMES[letterOf(color)]));
  }

  reserve(seat: number, card: string): this {
    return this.turn(seat, "reserve", { market: check("card", card) });
  }

  /** Records a card from a deck, and the card put under the deck; each if it is known. */
  reserveDeck(seat: number, row: string, card?: string, under?: string): this {
    const deck = ROWS.indexOf(oneOf("row", row, ROWS)) < 3 ? "deck" : "orient";
    const cards = { card: card && check("card", card), under: under && check("card", under) };
    return this.turn(seat, "reserve", known({ [deck]: Number(row.slice(-1)), ...cards }));
  }

  /** Records a purchase, with its payment and origin (market or hand) if they are known. */
  purchase(seat: number, card: string, pay?: Counts, origin?: string): this {
    const from = origin && oneOf("origin", origin, ["market", "hand"]);
    const action = { card: check("card", card), pay: pay && sum(pay), from };
    return this.turn(seat, "purchase", known(action));
  }

  passTurn(seat: number): this { return this.turn(seat, "pass", true); }

  /** Begins a turn with any action, like `foreign`. */
  turn(seat: number, kind: string, value: unknown): this {
    this.turns.push({ seat: this.seat(seat), [kind]: value });
    return this;
  }

  // Each of these calls adds to the last turn.

  refill(card: string): this { return this.field("refill", check("card", card)); }

  /** Records returned tokens. A second call in the same turn adds to the first. */
  returnTokens(counts: Counts): this {
    const turn = this.last("return");
    turn.return = sum((turn.return ?? {}) as Counts, counts);
    return this;
  }

  noble(noble: string): this { return this.add("noble", check("noble", noble)); }

  /** Records the token from a trading post. */
  gem(color: string): this { return this.field("gem", NAMES[letterOf(color)]); }
  post(post: string): this { return this.add("post", check("trading post", post)); }

  /** Records the client's own counts: `after({ prestige: 3, tokens: { r: 2 } })`. */
  after(claims: Readonly<Record<string, number | string | Counts>>): this {
    for (const [name, claim] of Object.entries(claims)) {
      const after = (this.last("after").after ??= {}) as Fields;
      this.put(after, name, typeof claim === "object" ? sum(claim) : claim);
    }
    return this;
  }

  /** Adds any field to the turn, like `copy`, `stronghold` or `ext`. */
  field(name: string, value: unknown): this { return this.put(this.last(name), name, value); }

  /** Adds any field to the purchase or reservation itself, like `spend` or `discard`. */
  actionField(name: string, value: unknown): this {
    const action = this.last(name).purchase ?? this.last(name).reserve;
    if (action === undefined) fail(`${name} belongs to a purchase or a reservation`);
    return this.put(action as Fields, name, value);
  }

  /** Records the end; `seats` are those that resigned or ran out of time. */
  end(reason: string, facts: { scores?: Seats; winners?: Seats; seats?: Seats } = {}): this {
    const seats = facts.seats?.map((seat) => this.seat(seat));
    const plies = this.turns.length;
    this.log.end = known({ reason: oneOf("reason", reason, REASONS), seats, plies });
    const winners = facts.winners?.map((seat) => this.seat(seat));
    const result = known({ scores: facts.scores && [...facts.scores], winners });
    if (Object.keys(result).length > 0) this.log.result = result;
    return this;
  }

  /** Returns the log as one line of JSON, in ASCII. */
  text(): string {
    const code = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, "0");
    return JSON.stringify(this.log).replace(/[^ -~]/g, (unit) => `\\u${code(unit)}`);
  }

  private last(name: string): Fields {
    return this.turns.at(-1) ?? fail(`${name} comes before the first turn`);
  }

  private put(target: Fields, name: string, value: unknown): this {
    if (name in target) fail(`turn ${this.turns.length} already has the field ${name}`);
    target[name] = value;
    return this;
  }

  /** Adds an id; a second one in the same turn makes a list. */
  private add(name: string, id: string): this {
    const turn = this.last(name);
    turn[name] = name in turn ? [turn[name], id].flat() : id;
    return this;
  }

  private seat(seat: number): number { return between("seat", seat, 0, this.players.length - 1); }
}

function fail(message: string): never { throw new RangeError(message); }

function between(name: string, value: number, low: number, high: number): number {
  const allowed = Number.isInteger(value) && low <= value && value <= high;
  return allowed ? value : fail(`${name} is ${value}: use ${low} to ${high}`);
}

function oneOf(kind: string, name: string, allowed: Ids): string {
  const text = `unknown ${kind} "${name}": use ${allowed.join(", ")}`;
  return allowed.includes(name) ? name : fail(text);
}

function check(kind: keyof typeof FORMS, id: string): string {
  const formed = new RegExp(`^(${FORMS[kind]})$`).test(id);
  return formed ? id : fail(`"${id}" is not the id of a ${kind}`);
}

function known(fields: Fields): Fields {
  const isKnown = (value: unknown): boolean => value !== undefined && value !== "";
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isKnown(value)));
}

function rowsOf(rows: Rows): Fields {
  const ids = (row: string): string[] => rows[row]!.map((id) => check("card", id));
  const names = Object.keys(rows).sort().map((row) => oneOf("row", row, ROWS));
  return Object.fromEntries(names.map((row) => [row, ids(row)]));
}

function letterOf(color: string, gold = true): string {
  const letter = LETTERS.get(color) ?? color;
  const isKnown = /^[dserog]$/.test(letter);
  if (!isKnown) fail(`unknown color "${color}": use d, s, e, r, o, g or a name like diamond`);
  if (letter === "g" && !gold) fail("gold is not a color of cards");
  return letter;
}

function costOf(counts: Counts): string {
  const costs = Object.entries(sum(counts)).filter(([, count]) => count > 0);
  return costs.map(([name, count]) => between(name, count, 1, 9) + letterOf(name, false)).join("");
}

/** Returns the sums by name, in the order of the format. */
function sum(...all: readonly Counts[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [color, count] of all.flatMap((counts) => Object.entries(counts))) {
    const name = NAMES[letterOf(color)]!;
    sums.set(name, (sums.get(name) ?? 0) + between(color, count, 0, 255));
  }
  const names = [...LETTERS.keys()].filter((name) => sums.has(name));
  return Object.fromEntries(names.map((name) => [name, sums.get(name)!]));
}
