// A small Splendor client that writes legal logs: random players at a table of two to four seats.
//
// In a copy of this folder, with the program `splendor` on the path:
//
//     npm ci && npm run build
//     splendor list cards --format json > cards.json && node client.js cards.json 3 > game.json
//     splendor verify --require-end game.json
//
// The base game, edition 2024. The types in `splendor_log.d.ts` are generated from the JSON Schema
// of logs, so a field with a wrong name or a wrong type does not compile. `package.json` has the
// commands of the build, `tsconfig.json` the options of the compiler.

import { readFileSync } from "node:fs";
import type { ForeignTurn, SplendorLog, Token, TokenCounts, Turn } from "./splendor_log.js";

type Gem = Exclude<Token, "gold">;
type Counts = Record<Token, number>;
type Level = 1 | 2 | 3;

interface Card { card: string; level: Level; prestige: number; bonus: Gem; cost: TokenCounts }
interface Noble { noble: string; prestige: number; demand: TokenCounts; box: string }

const GEMS: Gem[] = ["diamond", "sapphire", "emerald", "ruby", "onyx"];
const TOKENS: Token[] = [...GEMS, "gold"];
const LEVELS: Level[] = [1, 2, 3];

/** Generates numbers between 0 and 1, the same for the same seed. */
class Dice {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  choice<T>(things: T[]): T {
    return things[Math.floor(this.next() * things.length)];
  }

  shuffled<T>(things: T[]): T[] {
    const left = [...things];
    return things.map(() => left.splice(Math.floor(this.next() * left.length), 1)[0]);
  }
}

const counts = (known: TokenCounts = {}): Counts =>
  Object.fromEntries(TOKENS.map((token) => [token, known[token] ?? 0])) as Counts;

/** Returns the counts without zeros. */
const nonZero = (tokens: Counts): TokenCounts =>
  Object.fromEntries(Object.entries(tokens).filter(([, count]) => count > 0));

const total = (tokens: Counts): number => TOKENS.reduce((sum, token) => sum + tokens[token], 0);

const move = (tokens: Counts, source: Counts, target: Counts): void => {
  for (const token of TOKENS) {
    source[token] -= tokens[token];
    target[token] += tokens[token];
  }
};

class Seat {
  tokens = counts();
  hand: Card[] = [];
  bought: Card[] = [];
  prestige = 0;

  bonus(gem: Gem): number {
    return this.bought.filter((card) => card.bonus === gem).length;
  }

  /** Returns the payment, with gold for missing gems; nothing if the seat cannot afford it. */
  payment(card: Card): Counts | undefined {
    const pay = counts();
    for (const gem of GEMS) {
      const price = Math.max(0, (card.cost[gem] ?? 0) - this.bonus(gem));
      pay[gem] = Math.min(price, this.tokens[gem]);
      pay.gold += price - pay[gem];
    }
    return pay.gold <= this.tokens.gold ? pay : undefined;
  }
}

/** A turn that this client plays: any turn of a log except a foreign one. */
type Played = Exclude<Turn, ForeignTurn>;

/** Carries out an action and returns its turn, without the seat and later effects. */
type Action = () => Played;

class Table {
  readonly turns: Played[] = [];
  readonly seats: Seat[];
  private readonly supply: Counts;
  private readonly decks: Record<Level, Card[]>;
  private readonly market: Record<Level, Card[]>;
  private readonly nobles: Noble[];

  constructor(components: (Card | Noble)[], seats: number, private readonly dice: Dice) {
    this.seats = Array.from({ length: seats }, () => new Seat());
    const each = [4, 5, 7][seats - 2];
    this.supply = counts(Object.fromEntries([...GEMS.map((gem) => [gem, each]), ["gold", 5]]));
    const cards = components.filter((one): one is Card => "card" in one);
    const deck = (level: Level): Card[] =>
      dice.shuffled(cards.filter((card) => card.level === level));
    this.decks = { 1: deck(1), 2: deck(2), 3: deck(3) };
    const row = (level: Level): Card[] => this.decks[level].splice(0, 4);
    this.market = { 1: row(1), 2: row(2), 3: row(3) };
    const nobles = components.filter((one): one is Noble => "noble" in one && one.box === "base");
    this.nobles = dice.shuffled(nobles).slice(0, seats + 1);
  }

  setup(): SplendorLog["setup"] {
    const ids = (level: Level): string[] => this.market[level].map((card) => card.card);
    return {
      nobles: this.nobles.map((noble) => noble.noble),
      market: { level1: ids(1), level2: ids(2), level3: ids(3) },
    };
  }

  /** Plays whole rounds until a seat has 15 prestige or nobody can act any more. */
  play(): "completed" | "stalemate" {
    let passes = 0;
    for (;;) {
      for (const [number, seat] of this.seats.entries()) {
        const turn = this.act(number, seat);
        passes = "pass" in turn ? passes + 1 : 0;
        this.turns.push(turn);
        if (passes === this.seats.length) return "stalemate";
      }
      if (this.seats.some((seat) => seat.prestige >= 15)) return "completed";
    }
  }

  private act(number: number, seat: Seat): Played {
    const all = [this.buying(seat), this.taking(seat), this.reserving(seat)];
    const ways = all.filter((deeds) => deeds.length > 0);
    // Try to buy first, so that games end.
    const deeds = this.dice.next() < 0.7 ? ways[0] : this.dice.choice(ways);
    const turn: Played = deeds ? this.dice.choice(deeds)() : { pass: true };
    turn.seat = number;
    const returned = this.giveBack(seat);
    if (total(returned) > 0) turn.return = nonZero(returned);
    const noble = this.nobleFor(seat);
    if (noble) turn.noble = noble;
    turn.after = { prestige: seat.prestige, tokens: nonZero(seat.tokens) };
    return turn;
  }

  private buying(seat: Seat): Action[] {
    const market = LEVELS.map((level) => ["market", this.market[level]] as const);
    const places = [...market, ["hand", seat.hand] as const];
    return places.flatMap(([place, row]) => row.flatMap((card): Action[] => {
      const pay = seat.payment(card);
      return pay ? [() => this.buy(seat, card, row, place, pay)] : [];
    }));
  }

  private buy(seat: Seat, card: Card, row: Card[], place: "market" | "hand", pay: Counts): Played {
    move(pay, seat.tokens, this.supply);
    row.splice(row.indexOf(card), 1);
    seat.bought.push(card);
    seat.prestige += card.prestige;
    const turn: Played = { purchase: { card: card.card, pay: nonZero(pay), from: place } };
    return place === "market" ? { ...turn, ...this.refill(card.level) } : turn;
  }

  private taking(seat: Seat): Action[] {
    const open = GEMS.filter((gem) => this.supply[gem] > 0);
    const size = Math.min(3, open.length);
    const chosen = (from: Gem[], count: number): Gem[][] => {
      if (count === 0) return [[]];
      const others = (at: number): Gem[][] => chosen(from.slice(at + 1), count - 1);
      return from.flatMap((gem, at) => others(at).map((rest) => [gem, ...rest]));
    };
    const pairs = GEMS.filter((gem) => this.supply[gem] >= 4).map((gem) => [gem, gem]);
    const takes = [...(size > 0 ? chosen(open, size) : []), ...pairs];
    return takes.map((gems) => () => {
      const taken = counts();
      for (const gem of gems) taken[gem] += 1;
      move(taken, this.supply, seat.tokens);
      return { take: gems as [Token, ...Token[]] };
    });
  }

  private reserving(seat: Seat): Action[] {
    if (seat.hand.length === 3) return [];
    const faceUp = LEVELS.flatMap((level) => this.market[level].map((card): Action => () => {
      this.market[level].splice(this.market[level].indexOf(card), 1);
      this.keep(seat, card);
      return { reserve: { market: card.card }, ...this.refill(level) };
    }));
    const full = LEVELS.filter((level) => this.decks[level].length > 0);
    const decks = full.map((level): Action => () => {
      const card = this.decks[level].shift()!;
      this.keep(seat, card);
      return { reserve: { deck: level, card: card.card } };
    });
    return [...faceUp, ...decks];
  }

  private keep(seat: Seat, card: Card): void {
    seat.hand.push(card);
    move(counts({ gold: Math.min(1, this.supply.gold) }), this.supply, seat.tokens);
  }

  private refill(level: Level): { refill?: string } {
    const card = this.decks[level].shift();
    if (!card) return {};
    this.market[level].push(card);
    return { refill: card.card };
  }

  /** Returns the tokens above ten to the supply. */
  private giveBack(seat: Seat): Counts {
    const returned = counts();
    while (total(seat.tokens) > 10) {
      const token = this.dice.choice(TOKENS.filter((token) => seat.tokens[token] > 0));
      returned[token] += 1;
      move(counts({ [token]: 1 }), seat.tokens, this.supply);
    }
    return returned;
  }

  private nobleFor(seat: Seat): string | undefined {
    const comes = (noble: Noble): boolean =>
      GEMS.every((gem) => (noble.demand[gem] ?? 0) <= seat.bonus(gem));
    const willing = this.nobles.filter(comes);
    if (willing.length === 0) return undefined;
    const noble = this.dice.choice(willing);
    this.nobles.splice(this.nobles.indexOf(noble), 1);
    seat.prestige += noble.prestige;
    return noble.noble;
  }

  /** Returns the seats with the most prestige and, among these, the fewest cards. */
  winners(): number[] {
    const rank = (seat: Seat): number => seat.prestige * 100 - seat.bought.length;
    const best = Math.max(...this.seats.map(rank));
    return this.seats.flatMap((seat, number) => (rank(seat) === best ? [number] : []));
  }
}

const game = (components: (Card | Noble)[], seats: number, seed: number): SplendorLog => {
  const table = new Table(components, seats, new Dice(seed));
  const setup = table.setup();
  const reason = table.play();
  return {
    format: "splendor-log/1",
    rules: { edition: "2024" },
    source: { client: "example-typescript", game: String(seed) },
    players: table.seats.map((_, number) => ({ name: `random ${number}` })),
    setup,
    turns: table.turns,
    end: { reason, plies: table.turns.length },
    result: { scores: table.seats.map((seat) => seat.prestige), winners: table.winners() },
  };
};

const [path, seats = "2", seed = "1", games = "1"] = process.argv.slice(2);
const components = JSON.parse(readFileSync(path, "utf8")) as (Card | Noble)[];
for (let each = 0; each < Number(games); each += 1) {
  console.log(JSON.stringify(game(components, Number(seats), Number(seed) + each)));
}
