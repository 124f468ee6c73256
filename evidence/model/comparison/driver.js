// Answers questions by the compiled model of `rules`, which precedes this text in one file
// together with `values.js`.
//
// The first line of input lists the clauses of a turn in the order of the book, each with its
// definitions. Every other line is a question, {"position", "turns": [{"turn", "after"}]}, in the
// formats of the program; `after` is the position after the turn, or null. The answer has for each
// turn the clauses that are broken by the first of its parts that breaks any: the action, the
// conquest, and the end of the turn. If there are none, it has the scores after the turn, the
// winners after the last one, and whether the model reaches the same position.

// Returns a position as the program writes it: in any order of the cards and nobles of a seat, and
// without the number of purchases.
function written(position) {
  const seats = position.seats.map(one => changed(one, {
    bought: unordered(one.bought.slice()), nobles: unordered(one.nobles.slice()),
    purchases: numbers[0],
  }));
  return changed(position, { seats: sequence(seats) });
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

function payment({ pay, spend, discard }) {
  return make('Payment', 'Payment', {
    tokens: tokens(pay), spent: sequence(spend.map(card)), discarded: sequence(discard.map(card)),
  });
}

const PAYMENT = { card: '', pay: {}, spend: [], discard: [] };

function action(given, before) {
  if (given.pass === true) return make('Action', 'Pass');
  if (given.take) {
    const taken = {};
    for (const kind of given.take) taken[kind] = (taken[kind] ?? 0) + 1;
    return make('Action', 'Take', { taken: tokens(taken) });
  }
  if (given.reserve) {
    const { market, deck, orient, card: kept, under } = only(
      given.reserve, { market: null, deck: null, orient: null, card: null, under: null });
    if (market === null) {
      const from = make('Level', LEVELS[(deck ?? orient + 3) - 1]);
      const drawn = draw(rules.RowAt(before, from).deck, kept, under);
      return make('Action', 'ReserveDeck', { deck: from, draw: drawn });
    }
    return make('Action', 'ReserveMarket', { from: level(market), face: card(market) });
  }
  const bought = only(given.purchase, { ...PAYMENT, from: null });
  const { hand } = rules.Mover(before);
  const { card: name, from } = bought;
  const inHand = from === null ? hand.contains(card(name)) : from === 'hand';
  return make('Action', 'Purchase', {
    card: card(name), pay: payment(bought),
    place: inHand ? make('Place', 'Hand') : make('Place', 'Market', { level: level(name) }),
  });
}

// A step with a stronghold. If it does not name the owner, it is the seat with one on the card.
function step(given, before) {
  if (given === null) return make('Step', 'NoStep');
  const { place, move, remove } = only(given, { place: null, move: null, remove: null });
  if (place !== null) return make('Step', 'PlaceOn', { to: card(place) });
  if (move !== null) return make('Step', 'MoveOn', { left: card(move.from), to: card(move.to) });
  const off = card(remove.card);
  const rival = before.strongholds.findIndex(
    (cards, at) => !before.next.isEqualTo(at) && cards.contains(off));
  const owner = remove.seat ?? (rival < 0 ? before.next.toNumber() : rival);
  return make('Step', 'RemoveFrom', { off, owner: numbers[owner] });
}

// The model copies the color of a card; a turn names the card, or a color that another card of the
// seat has.
function copy(given, seat, own) {
  if (given === null) return make('Copy', 'NoCopy');
  if (!KINDS.includes(given)) return make('Copy', 'CopyOf', { source: card(given) });
  const fit = seat.bought.filter(
    one => one.card !== own && _dafny.areEqual(one.color, color(given)));
  return make('Copy', 'CopyOf', { source: fit.length > 0 ? fit[0].card : nobody });
}

// What follows a purchase, or an action that is none; `bought` makes the purchase of effects, of the
// card `own`.
function effects(given, before, bought, own) {
  const after = (copied, free) => make('Effects', 'Effects', {
    copy: copied, free_cards: sequence(free), step: step(given.stronghold, before),
    gem: tokens(given.gem === null ? {} : { [given.gem]: 1 }),
  });
  const none = make('Copy', 'NoCopy');
  const opened = bought ? rules.Opened(before, bought(after(none, []))) : before;
  const first = copy(given.copy, rules.Mover(opened), own);
  const free = [];
  for (let next = given.free; next !== null;) {
    const one = only(next, { card: '', copy: null, free: null });
    const seen = bought
      ? rules.Moment(before, bought(after(first, free)), numbers[free.length]) : before;
    free.push(make('FreeCard', 'FreeCard', {
      card: card(one.card), copy: copy(one.copy, rules.Mover(seen), card(one.card)),
    }));
    next = one.free;
  }
  return after(first, free);
}

function conquest(text, before) {
  const given = only(
    text, { purchase: null, copy: null, free: null, gem: null, stronghold: null });
  const bought = only(given.purchase, PAYMENT);
  const basis = { card: card(bought.card), pay: payment(bought) };
  const place = make('Place', 'Market', { level: level(bought.card) });
  const made = effects(
    given, before, effects => make('Buy', 'Buy', { ...basis, place, effects }), basis.card);
  return make('Conquest', 'Conquest', { ...basis, effects: made });
}

// Returns the turn without its conquest, and with it.
function turns(text, before, known) {
  const given = only(text, {
    seat: 0, take: null, reserve: null, purchase: null, pass: false, gem: null, return: {},
    noble: [], post: [], copy: null, free: null, stronghold: null, conquest: null,
  });
  const acted = action(given, before);
  const buy = effects => make('Buy', 'Buy', {
    card: acted.card, place: acted.place, pay: acted.pay, effects,
  });
  const nobles = [given.noble].flat().map(name => noble(name, known));
  const plain = {
    seat: numbers[given.seat], action: acted, conquest: nothing,
    effects: effects(given, before, acted.is_Purchase ? buy : null, acted.card),
    returned: tokens(given.return), nobles: sequence(nobles), posts: posts([given.post].flat()),
  };
  const first = make('Turn', 'Turn', plain);
  if (given.conquest === null) return [first, first];
  const second = conquest(given.conquest, rules.BeforeConquest(before, first));
  return [first, make('Turn', 'Turn', { ...plain, conquest: just(second) })];
}

// A turn with only one of the effects that `orient_no_effects` forbids, for each of its clauses.
const WITHOUT = {
  'orient.copy': { free__cards: sequence([]) }, 'orient.free': { copy: make('Copy', 'NoCopy') },
};

function holds(clause, name, before, whole, buy) {
  const rule = rules[compiled(name)];
  if (name === 'orient_no_effects') {
    return rule(before, changed(whole, { effects: changed(whole.effects, WITHOUT[clause]) }));
  }
  switch (parameters.get(compiled(name))) {
    case 'p, t': return rule(before, whole);
    case 'p, b': return buy === null || rule(buy.position, buy.made);
    case 'p, c': return whole.conquest.is_Nothing || rule(before, whole.conquest.value);
    default: throw new Error(`${name} has other parameters`);
  }
}

// The clauses that the first of the parts breaks that breaks any.
function broken(clauses, before, first, whole) {
  const buy = first.action.is_Purchase
    ? { position: before, made: rules.FirstBuy(first) } : null;
  const ofAction = clauses.filter(({ end }) => !end);
  const parts = [[ofAction, first, buy]];
  if (whole.conquest.is_Just) {
    const position = rules.BeforeConquest(before, whole);
    parts.push([ofAction, whole, { position, made: rules.SecondBuy(whole) }]);
  }
  parts.push([clauses.filter(({ end }) => end), whole, null]);
  for (const [some, turn, bought] of parts) {
    const found = some.filter(one => !one.definitions.every(
      name => holds(one.clause, name, before, one.whole ? whole : turn, bought)));
    if (found.length > 0) return found.map(({ clause }) => clause);
  }
  return [];
}

function judge(before, { turn: text, after }, clauses, known) {
  const [first, whole] = turns(text, before, known);
  const found = broken(clauses, before, first, whole);
  if (rules.Legal(before, whole) !== (found.length === 0)) throw new Error(`Legal and ${found}`);
  if (found.length > 0 || after === null) return { broken: found };
  const reached = rules.Apply(before, whole);
  const { read, phase } = position(after, known);
  const same = phase && _dafny.areEqual(written(reached), written(read));
  const scores = reached.seats.map(one => rules.Prestige(one).toNumber());
  const winners = rules.Ended(reached) && rules.Winners(reached).map(one => one.toNumber()).sort();
  return {
    broken: found, same, scores: [...scores], ...(winners && { winners: [...winners] }),
  };
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
