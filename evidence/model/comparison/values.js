// Makes values of the compiled model of `rules`, which precedes this text in one file, from
// positions of the program.
//
// The argument is `scope.json`: the modules and rulings of the model, and their names in it.

const rules = _module.__default;
const COLORS = { d: 'diamond', s: 'sapphire', e: 'emerald', r: 'ruby', o: 'onyx' };
const KINDS = [...Object.values(COLORS), 'gold'];
const MODULES = ['cities', 'trading-posts', 'orient', 'strongholds'];
const LEVELS = ['First', 'Second', 'Third', 'OrientFirst', 'OrientSecond', 'OrientThird'];
const POWERS = { gg: 'VirtualGold', c: 'Copies', ca: 'CopiesAndBringsFree' };
const SCOPE = JSON.parse(require('fs').readFileSync(process.argv[2], 'utf8'));

// Returns what belongs to a key; it is made once.
function once(known, key, made) {
  if (!known.has(key)) known.set(key, made());
  return known.get(key);
}

// The parameters of the functions of the model.
const parameters = new Map();

// The functions of the model have no state: those of one value, and those of a position and a turn
// or a purchase, are computed once for their arguments.
for (const name of Object.getOwnPropertyNames(rules)) {
  const original = rules[name];
  if (typeof original !== 'function') continue;
  const known = new WeakMap();
  parameters.set(name, /\((.*?)\)/.exec(original.toString())[1]);
  if (original.length === 1) {
    rules[name] = value => once(known, value, () => original(value));
  } else if (['p, t', 'p, b'].includes(parameters.get(name))) {
    rules[name] =
      (p, t) => once(once(known, t, () => new WeakMap()), p, () => original(p, t));
  }
}

const numbers = Array.from({ length: 256 }, (_, number) => new BigNumber(number));
const cards = new Map();
const tiles = new Map();
const names = new Map();

// Dafny doubles the underscores of a name, and marks a word that JavaScript reserves.
const compiled = name => once(names, name, () =>
  name === 'double' ? '_$$_double' : name.replace(/[.-]/g, '_').replace(/_/g, '__'));

// Makes a value of a datatype; the fields have to be exactly those of the constructor.
function make(type, constructor, fields = {}) {
  const value = _module[type][`create_${constructor}`]();
  const names = Object.keys(value).filter(name => name !== '$tag');
  for (const [field, given] of Object.entries(fields)) {
    if (!names.includes(compiled(field)) || given === undefined) {
      throw new Error(`${type}: ${field} is ${given}`);
    }
    value[compiled(field)] = given;
  }
  if (names.length !== Object.keys(fields).length) throw new Error(`${type} has ${names}`);
  return value;
}

// A value with other fields.
const changed = (value, fields) =>
  Object.assign(Object.create(Object.getPrototypeOf(value)), value, fields);

// Reads the fields of an object, with defaults; there must be no other field.
function only(object, defaults) {
  for (const field of Object.keys(object)) {
    if (!(field in defaults)) throw new Error(`unknown field ${field}`);
  }
  return { ...defaults, ...object };
}

const sequence = values => _dafny.Seq.of(...values);
const multiset = values => _dafny.MultiSet.FromArray(values);

function tokens(counts) {
  const none = Object.fromEntries(KINDS.map(kind => [kind, 0]));
  const all = Object.entries(only(counts, none)).map(([kind, count]) => [kind, numbers[count]]);
  return make('Tokens', 'Tokens', Object.fromEntries(all));
}

// The tokens of a text like `3d2s`.
function amounts(text) {
  return tokens(Object.fromEntries(
    [...text.matchAll(/(\d)([dsero])/g)].map(([, count, color]) => [COLORS[color], +count])));
}

const pascal = name => name.replace(/(^|-)(.)/g, (_, before, letter) => letter.toUpperCase());

const nothing = make('Maybe', 'Nothing');
const just = value => make('Maybe', 'Just', { value });

const colors = new Map();
const color = name => once(colors, name, () => just(make('Color', pascal(name))));

const CARD = /^[abcABC](\d)(gg|ca?|([dsero])(\3|b)?)(?:x2([dsero])|((?:\d[dsero])*))$/;

function card(name) {
  return once(cards, name, () => {
    const [, prestige, brings, letter, more, discard, cost] = CARD.exec(name);
    const power = POWERS[brings] ?? (more && (more === 'b' ? 'BringsFree' : 'DoubleBonus'));
    return make('Card', 'Card', {
      id: numbers[cards.size], level: level(name), color: letter ? color(COLORS[letter]) : nothing,
      prestige: numbers[+prestige], cost: amounts(cost ?? ''),
      power: make('Power', power ?? 'NoPower'), discard: discard ? color(COLORS[discard]) : nothing,
    });
  });
}

const level = name => make('Level', LEVELS['abcABC'.indexOf(name[0])]);
// The source of a copied color that the seat does not have.
const nobody = card('a0d');

// A card in front of a seat. A copy card has the color that it copied.
function played(given) {
  if (given.card === undefined) {
    const one = card(given);
    const double = one.power.is_DoubleBonus;
    return make('Played', 'Played', { card: one, color: one.color, double });
  }
  const { card: name, copy, bonuses } = only(given, { card: '', copy: '', bonuses: 1 });
  const double = bonuses === 2;
  return make('Played', 'Played', { card: card(name), color: color(copy), double });
}

// The ids of nobles follow the list of the first position that names them.
function noble(name, known) {
  return once(known.nobles, name, () => {
    const [, prestige, demand] = /^(\d):((?:\d[dsero])*)$/.exec(name);
    return make('Noble', 'Noble', {
      id: numbers[known.nobles.size], demand: amounts(demand), prestige: numbers[+prestige],
    });
  });
}

// Each face gets a tile of its own, because no turn depends on the tiles.
function city(name) {
  const [, prestige, demand, further] = /^(\d+):((?:\d[dsero])*)(?:\+(\d))?$/.exec(name);
  return make('City', 'City', {
    tile: once(tiles, name, () => numbers[tiles.size]), prestige: numbers[+prestige],
    demand: amounts(demand), further: numbers[+(further ?? 0)],
  });
}

// The value of a ruling; the first of its values is the default.
function ruling({ type, values, default: number }, value) {
  if (values === undefined) return numbers[value ?? number];
  return make(type, value === undefined ? Object.values(values)[0] : values[value]);
}

function rulings(given) {
  const every = Object.entries(SCOPE.rulings);
  const named = only(given, Object.fromEntries(every.map(([name]) => [name, undefined])));
  return make('Rulings', 'Rulings', Object.fromEntries(every.map(
    ([name, scope]) => [scope.field ?? name, ruling(scope, named[name])])));
}

function modules(named) {
  const every = MODULES.map(name => [name, false]);
  const chosen = named.map(name => [name, true]);
  return make('Modules', 'Modules', only(Object.fromEntries(chosen), Object.fromEntries(every)));
}

const byId = (a, b) => (a.card ?? a).id.comparedTo((b.card ?? b).id);
// The logs do not order the cards and nobles of a seat.
const unordered = values => sequence(values.sort(byId));

const posts = names => _dafny.Set.fromElements(...names.map(name => make('Post', pascal(name))));

function seat(given, known) {
  return once(known.seats, JSON.stringify(given), () => seatOf(given, known));
}

function seatOf(given, known) {
  const { tokens: held, cards: bought, hand, nobles, posts: owned } =
    only(given, { tokens: {}, cards: [], hand: [], nobles: [], posts: [], strongholds: [] });
  return make('Seat', 'Seat', {
    tokens: tokens(held), hand: multiset(hand.map(one => card(one.card ?? one))),
    bought: unordered(bought.map(played)),
    nobles: unordered(nobles.map(name => noble(name, known))), posts: posts(owned),
    // A position does not tell it, so the program begins with the number of cards, too.
    purchases: numbers[bought.length],
  });
}

function row(given, name) {
  const deck = given.decks[name] ?? { cards: 0 };
  if (!Array.isArray(deck) && deck.cards !== 0) throw new Error('the order of a deck is not known');
  return make('Row', 'Row', {
    deck: sequence(Array.isArray(deck) ? deck.map(card) : []),
    market: multiset((given.market[name] ?? []).map(card)),
  });
}

// Reads a position; `turns` is the number of turns before it, which no rule needs.
function position(text, known) {
  const given = only(text, {
    format: '', rules: {}, supply: {}, seats: [], market: {}, decks: {}, nobles: [], cities: [],
    gone: [], to_move: 0, turns: 0, passes: 0, last_round: false, ended: false,
  });
  const named = only(given.rules, { edition: '', modules: [], rulings: {} });
  const nobles = given.nobles.map(name => noble(name, known));
  // Only this ruling needs their order; otherwise the program sorts them.
  if (named.rulings['noble-choice'] === 'first-listed' &&
      nobles.some((one, at) => at > 0 && byId(nobles[at - 1], one) > 0)) {
    throw new Error('the nobles changed their order');
  }
  const read = make('Position', 'Position', {
    supply: tokens(given.supply), first: row(given, 'level1'), second: row(given, 'level2'),
    third: row(given, 'level3'), orient_first: row(given, 'orient1'),
    orient_second: row(given, 'orient2'), orient_third: row(given, 'orient3'),
    strongholds: sequence(given.seats.map(one => multiset((one.strongholds ?? []).map(card)))),
    gone: multiset(given.gone.map(card)), nobles: multiset(nobles),
    cities: _dafny.Set.fromElements(...given.cities.map(city)),
    seats: sequence(given.seats.map(one => seat(one, known))), next: numbers[given.to_move],
    passes: numbers[given.passes], modules: modules(named.modules),
    rulings: rulings(named.rulings),
  });
  const ended = rules.Ended(read);
  const phase = ended === given.ended && (rules.end__trigger(read) && !ended) === given.last_round;
  return { read, phase };
}
