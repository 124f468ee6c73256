// Answers questions by the compiled model of `spec/rules`, which precedes this text in one file.
//
// The argument is `scope.json`: the modules and rulings of the model, and their names in it.
// The first line of input lists the clauses of a turn in the order of the book. Every other line is
// a question, {"position", "turns": [{"turn", "after"}]}, in the formats of the program; `after` is
// the position after the turn, or null. The answer has for each turn the clauses that it breaks; if
// there are none, also the scores after the turn, the winners after the last one, and whether the
// model reaches the same position.

const rules = _module.__default;
const COLORS = { d: 'diamond', s: 'sapphire', e: 'emerald', r: 'ruby', o: 'onyx' };
const KINDS = [...Object.values(COLORS), 'gold'];
const LEVELS = ['First', 'Second', 'Third'];
const SCOPE = JSON.parse(require('fs').readFileSync(process.argv[2], 'utf8'));

// Returns what belongs to a key; it is made once.
function once(known, key, made) {
  if (!known.has(key)) known.set(key, made());
  return known.get(key);
}

// The functions of the model have no state: those of one value, and those of a position and a turn,
// are computed once for their arguments.
for (const name of Object.getOwnPropertyNames(rules)) {
  const original = rules[name];
  if (typeof original !== 'function') continue;
  const known = new WeakMap();
  if (original.length === 1) {
    rules[name] = value => once(known, value, () => original(value));
  } else if (original.toString().startsWith(`${name}(p, t) `)) {
    rules[name] =
      (p, t) => once(once(known, t, () => new WeakMap()), p, () => original(p, t));
  }
}

const numbers = Array.from({ length: 256 }, (_, number) => new BigNumber(number));
const cards = new Map();
const tiles = new Map();
const names = new Map();

// Dafny doubles the underscores of a name.
const compiled =
  name => once(names, name, () => name.replace(/[.-]/g, '_').replace(/_/g, '__'));

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

function card(name) {
  return once(cards, name, () => {
    const [, , prestige, color, cost] = /^([abc])(\d)([dsero])((?:\d[dsero])*)$/.exec(name);
    return make('Card', 'Card', {
      id: numbers[cards.size], level: level(name), color: make('Color', pascal(COLORS[color])),
      prestige: numbers[+prestige], cost: amounts(cost),
    });
  });
}

const level = name => make('Level', LEVELS['abc'.indexOf(name[0])]);

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
  const every = SCOPE.modules.map(name => [name, false]);
  const chosen = named.map(name => [name, true]);
  return make('Modules', 'Modules', only(Object.fromEntries(chosen), Object.fromEntries(every)));
}

const byId = (a, b) => a.id.comparedTo(b.id);
// The logs do not order the cards and nobles of a seat.
const unordered = values => sequence(values.sort(byId));

const posts = names => _dafny.Set.fromElements(...names.map(name => make('Post', pascal(name))));

function seat(given, known) {
  return once(known.seats, JSON.stringify(given), () => seatOf(given, known));
}

function seatOf(given, known) {
  const { tokens: held, cards: bought, hand, nobles, posts: owned } =
    only(given, { tokens: {}, cards: [], hand: [], nobles: [], posts: [] });
  return make('Seat', 'Seat', {
    tokens: tokens(held), hand: multiset(hand.map(one => card(one.card ?? one))),
    bought: unordered(bought.map(card)), nobles: unordered(nobles.map(name => noble(name, known))),
    posts: posts(owned),
  });
}

function row(given, number) {
  const deck = given.decks[`level${number}`];
  if (!Array.isArray(deck) && deck.cards !== 0) throw new Error('the order of a deck is not known');
  return make('Row', 'Row', {
    deck: sequence(Array.isArray(deck) ? deck.map(card) : []),
    market: multiset((given.market[`level${number}`] ?? []).map(card)),
  });
}

// Reads a position; `turns` is the number of turns before it, which no rule needs.
function position(text, known) {
  const given = only(text, {
    format: '', rules: {}, supply: {}, seats: [], market: {}, decks: {}, nobles: [], cities: [],
    to_move: 0, turns: 0, passes: 0, last_round: false, ended: false,
  });
  const named = only(given.rules, { edition: '', modules: [], rulings: {} });
  const nobles = given.nobles.map(name => noble(name, known));
  // Only this ruling needs their order; otherwise the program sorts them.
  if (named.rulings['noble-choice'] === 'first-listed' &&
      nobles.some((one, at) => at > 0 && byId(nobles[at - 1], one) > 0)) {
    throw new Error('the nobles changed their order');
  }
  const read = make('Position', 'Position', {
    supply: tokens(given.supply), first: row(given, 1), second: row(given, 2),
    third: row(given, 3), nobles: multiset(nobles),
    cities: _dafny.Set.fromElements(...given.cities.map(city)),
    seats: sequence(given.seats.map(one => seat(one, known))), next: numbers[given.to_move],
    passes: numbers[given.passes], modules: modules(named.modules),
    rulings: rulings(named.rulings),
  });
  const ended = rules.Ended(read);
  const phase = ended === given.ended && (rules.end__trigger(read) && !ended) === given.last_round;
  return { read, phase };
}

// Sorts the new cards and nobles of the seats; those of a position that was read are sorted.
function sorted(reached) {
  for (const { bought, nobles } of reached.seats) {
    bought.sort(byId);
    nobles.sort(byId);
  }
  return reached;
}

// How a reservation draws from a deck. One that draws two cards names both.
function draw(deck, kept, under) {
  const [first, second] = deck;
  if (under === null) {
    if (kept !== null && card(kept) !== first) throw new Error(`${kept} is not on top`);
    return make('Draw', 'OneCard');
  }
  const named = [card(kept), card(under)];
  if (named[0] === first && named[1] === second) return make('Draw', 'KeepFirst');
  if (named[0] === second && named[1] === first) return make('Draw', 'KeepSecond');
  throw new Error(`${kept} and ${under} are not on top`);
}

function action(given, before) {
  if (given.pass === true) return make('Action', 'Pass');
  if (given.take) {
    const taken = {};
    for (const kind of given.take) taken[kind] = (taken[kind] ?? 0) + 1;
    return make('Action', 'Take', { taken: tokens(taken) });
  }
  if (given.reserve) {
    const { market, deck, card: kept, under } =
      only(given.reserve, { market: null, deck: null, card: null, under: null });
    if (market === null) {
      const from = make('Level', LEVELS[deck - 1]);
      const drawn = draw(rules.RowAt(before, from).deck, kept, under);
      return make('Action', 'ReserveDeck', { deck: from, draw: drawn });
    }
    return make('Action', 'ReserveMarket', { from: level(market), face: card(market) });
  }
  const { card: name, pay, from } = only(given.purchase, { card: '', pay: {}, from: null });
  const { hand } = rules.Mover(before);
  const inHand = from === null ? hand.contains(card(name)) : from === 'hand';
  return make('Action', 'Purchase', {
    card: card(name), pay: tokens(pay),
    place: inHand ? make('Place', 'Hand') : make('Place', 'Market', { level: level(name) }),
  });
}

function turn(text, before, known) {
  const given = only(text, {
    seat: 0, take: null, reserve: null, purchase: null, pass: false, gem: null, return: {},
    noble: [], post: [],
  });
  const nobles = [given.noble].flat().map(name => noble(name, known));
  return make('Turn', 'Turn', {
    seat: numbers[given.seat], action: action(given, before),
    gem: tokens(given.gem === null ? {} : { [given.gem]: 1 }), returned: tokens(given.return),
    nobles: sequence(nobles), posts: posts([given.post].flat()),
  });
}

function judge(before, { turn: text, after }, clauses, known) {
  const played = turn(text, before, known);
  const broken = clauses.filter(clause => !rules[compiled(clause)](before, played));
  if (rules.Legal(before, played) !== (broken.length === 0)) throw new Error(`Legal and ${broken}`);
  if (broken.length > 0 || after === null) return { broken };
  const reached = sorted(rules.Apply(before, played));
  const { read, phase } = position(after, known);
  const same = phase && _dafny.areEqual(reached, read);
  const scores = reached.seats.map(one => rules.Prestige(one).toNumber());
  const winners = rules.Ended(reached) && rules.Winners(reached).map(one => one.toNumber()).sort();
  return { broken, same, scores: [...scores], ...(winners && { winners: [...winners] }) };
}

function answer(question, clauses) {
  const known = { nobles: new Map(), seats: new Map() };
  const { read, phase } = position(question.position, known);
  if (!phase) return question.turns.map(() => ({ broken: ['the phase of the position'] }));
  return question.turns.map(one => judge(read, one, clauses, known));
}

(async () => {
  let clauses = null;
  for await (const line of require('readline').createInterface({ input: process.stdin })) {
    if (clauses === null) clauses = JSON.parse(line);
    else console.log(JSON.stringify(answer(JSON.parse(line), clauses)));
  }
})();
