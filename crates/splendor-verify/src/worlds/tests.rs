//! Small games with facts left out: the worlds say what trying everything says.

use std::collections::{BTreeMap, BTreeSet};

use splendor_core::{
    Action, Card, CardId, Components, Game, Level, Modules, Noble, NobleSet, Pass, Place, Position,
    Post, PostSet, Rules, Rulings, Setup, Tokens, Turn,
};
use splendor_schema::{self as schema, After, GameResult, Log, Omit, Reserve};

use super::brute::{self, Choice};
use super::story::Story;
use crate::generate::Dice;
use crate::lower::{card_id, counts, noble_id, raise_turn, spot};
use crate::replay::{Strangers, judge_in};
use crate::verdict::{InferredValue, Judgment, Verdict};
use crate::{EXAMPLE, Options};

/// A box of a few cards.
struct Mini {
    cards: &'static [&'static str],
    nobles: &'static [&'static str],
    tokens: [u8; 6],
    token_limit: u16,
    /// How many cards of a level lie face up.
    width: u8,
    /// Whether it is played with The Trading Posts.
    posts: bool,
    turns: usize,
}

/// Payments with gold, returns and nobles.
const RICH: Mini = Mini {
    cards: &["a0d1s", "a0s1d1o", "a1o2d", "a0d1o", "b1s2o", "b1d1d1s1o", "c2o2s", "c2d1o"],
    nobles: &["3:1d", "2:1s", "3:1d1o"],
    tokens: [2, 2, 0, 0, 2, 2],
    token_limit: 4,
    width: 1,
    posts: false,
    turns: 9,
};

/// Few tokens, so that seats have to pass with cards in hand that nobody has seen.
const POOR: Mini = Mini {
    cards: &["a0d1s", "a0s2o", "a1o3d", "a0d2d", "a0o1o", "b1s2s", "b1d2o", "b1o1d1s", "c2o3s"],
    nobles: &["3:3d", "2:3s", "3:3o"],
    tokens: [1, 1, 0, 0, 1, 1],
    token_limit: 4,
    width: 1,
    posts: false,
    turns: 16,
};

/// A box for one game: [`a_place_that_only_a_banned_card_could_fill_leaves_a_doubt`].
const STORY: Mini =
    Mini { cards: &["a0d1d1s", "a0d1s1o", "a0s2d", "a0o1s", "b1s1d1s", "c2o3s", "c2s1o"], ..POOR };

/// Onyx cards for the post that draws two, of decks that are gone through more than once.
const DRAW: Mini = Mini {
    cards: &[
        "a0o1d", "a0d1o", "a1o2d", "a0d2o", "a0o1d1o", "a0d1d", "b1o1d", "b0o1o", "c1o1o", "c2o2d",
    ],
    nobles: &["3:4d", "2:4s", "3:4o"],
    tokens: [3, 0, 0, 0, 3, 2],
    token_limit: 5,
    width: 2,
    posts: true,
    turns: 26,
};

/// Diamond and ruby cards for the posts that give a gem.
const GEMS: Mini = Mini {
    cards: &["a0r1d", "a0d1r", "a0r2d", "b0r1r", "b0r1d", "b1d1r", "c2r1r", "c1d2d"],
    nobles: &["3:4d", "2:4s", "3:3r"],
    tokens: [5, 0, 0, 4, 0, 1],
    token_limit: 5,
    ..DRAW
};

impl Mini {
    fn components(&self) -> Components {
        let cards: Vec<Card> = self.cards.iter().map(|id| Card::parse(id).unwrap()).collect();
        let nobles: Vec<Noble> = self.nobles.iter().map(|id| Noble::parse(id).unwrap()).collect();
        Components::of(&cards, &nobles).unwrap()
    }

    fn game<'c>(&self, components: &'c Components, rulings: Rulings) -> Game<'c> {
        let modules = Modules { trading_posts: self.posts, ..Modules::default() };
        Game {
            rules: Rules { rulings, modules, ..Rules::default() },
            components,
            tokens: Tokens::new(self.tokens),
            token_limit: self.token_limit,
            market_width: self.width,
        }
    }
}

/// Plays a random game and tells everything of it.
fn whole_log(mini: &Mini, game: &Game<'_>, dice: &mut Dice) -> Log {
    let rows = Level::ALL.map(|level| {
        let mut cards: Vec<_> = game.components.of_level(level).iter().collect();
        dice.shuffle(&mut cards);
        cards
    });
    tell_game(game, rows, |position| {
        let more = (position.turns() as usize) < mini.turns;
        more.then(|| choose(game, position, dice)).flatten()
    })
}

/// Tells everything of a game with these cards in this order, the market first.
fn tell_game(
    game: &Game<'_>,
    mut rows: [Vec<CardId>; 3],
    mut next: impl FnMut(&Position) -> Option<Turn>,
) -> Log {
    let width = usize::from(game.market_width);
    let market = rows.each_mut().map(|row| row.drain(..width.min(row.len())).collect::<Vec<_>>());
    let nobles: Vec<_> = game.components.nobles().iter().collect();
    let setup = Setup {
        seats: 2,
        nobles: &nobles,
        market: market.each_ref().map(Vec::as_slice),
        decks: rows.each_ref().map(|row| Some(row.as_slice())),
        cities: &[],
    };
    let mut position = Position::deal(game, &setup).unwrap();
    let mut turns = Vec::new();
    while let Some(turn) = next(&position) {
        let (after, told) = tell(game, &position, &turn);
        position = after;
        turns.push(told);
    }
    let ids = |row: &Vec<CardId>| {
        row.iter().map(|&card| card_id(game.components.card(card))).collect::<Vec<_>>()
    };
    let [level1, level2, level3] = market.each_ref().map(ids);
    let decks = rows.each_ref().map(ids);
    let mut log = Log::read(EXAMPLE.as_bytes()).unwrap();
    log.setup.nobles =
        Some(nobles.iter().map(|&noble| noble_id(game.components.noble(noble))).collect());
    log.setup.market = schema::Market { level1, level2, level3 };
    let [level1, level2, level3] = decks.map(Some);
    log.setup.decks = Some(schema::Decks { level1, level2, level3 });
    (log.turns, log.end) = (turns, None);
    let scores = Some(position.scores().collect());
    log.result = Some(GameResult { scores, winners: None });
    log
}

/// Chooses a turn: purchases and reservations more often than they come. Where only a card that
/// nobody else has seen could be bought, the seat may pass all the same.
fn choose(game: &Game<'_>, position: &Position, dice: &mut Dice) -> Option<Turn> {
    let legal = position.legal_turns(game);
    let from_hand = |turn: &Turn| {
        let Action::Purchase { card, .. } = turn.action else { return false };
        position.secret().has(card)
    };
    if !legal.is_empty() && legal.iter().all(from_hand) && dice.once_in(2) {
        return Some(Turn::new(position.to_move(), Action::Pass));
    }
    let has = |post| position.mover().posts().has(post);
    let wish = match dice.below(4) {
        _ if has(Post::DrawTwo) && dice.once_in(2) => 2,
        wish if wish > 0 && game.rules.modules.trading_posts => 1,
        wish => wish,
    };
    let wished = legal.iter().filter(|turn| match turn.action {
        Action::Purchase { .. } => wish == 1,
        Action::ReserveDeck { .. } => wish == 2,
        Action::ReserveMarket(_) => wish == 3,
        Action::Take(_) | Action::Pass => wish == 0,
    });
    let wished = dice.pick(wished).copied();
    let mut turn = wished.or_else(|| dice.pick(legal))?;
    if let Action::ReserveDeck { level, .. } = turn.action {
        let (_, events) = position.play(game, &turn).unwrap();
        let mut upper = position.deck(level).iter().filter_map(|place| match place {
            Place::Card(card) => Some(card),
            Place::Hidden => None,
        });
        let (card, under) = (upper.next(), upper.next().filter(|_| events.under.is_some()));
        let [card, under] =
            if under.is_some() && dice.once_in(2) { [under, card] } else { [card, under] };
        turn.action = Action::ReserveDeck { level, card, under };
    }
    Some(turn)
}

fn tell(game: &Game<'_>, position: &Position, turn: &Turn) -> (Position, schema::Turn) {
    let mut anyhow = *game;
    anyhow.rules.rulings.pass = Pass::Always;
    let (next, events) = position.play(&anyhow, turn).unwrap();
    let id = |place| match place {
        Place::Card(card) => card_id(game.components.card(card)),
        Place::Hidden => panic!("every deck is told"),
    };
    let mut told = raise_turn(game, turn);
    match (&mut told, turn.action) {
        (schema::Turn::Reserve(told), Action::ReserveDeck { level, .. }) => {
            let Reserve::Deck(deck) = &mut told.reserve else { panic!("from a deck") };
            // Of two cards that a turn does not tell apart the first is kept.
            deck.card = deck.card.or_else(|| position.deck(level).top().map(id));
            deck.under = events.under.map(id);
        }
        (schema::Turn::Purchase(told), _) => {
            told.purchase.from = events.source.map(spot);
        }
        _ => {}
    }
    let common = super::witness::common_of(&mut told).unwrap();
    common.refill = events.refill.map(id);
    let seat = &next.seats()[usize::from(turn.seat)];
    let named = |tokens| {
        schema::Token::ALL.iter().copied().fold(counts(tokens), |counts, kind| {
            counts.with(kind, tokens.get(crate::lower::token(kind)))
        })
    };
    common.after = Some(After {
        prestige: Some(seat.prestige()),
        tokens: Some(named(seat.tokens())),
        supply: Some(named(next.supply())),
        ..After::default()
    });
    (next, told)
}

/// Leaves out facts: of each kind all, none, or now and then one.
fn strip(log: &mut Log, dice: &mut Dice) {
    let [pay, from, card, under, refill] = [0; 5].map(|_| dice.below(4));
    let [returned, noble, gem, post, after] = [0; 5].map(|_| dice.below(4));
    let mut leaves = |kind: usize| kind > 1 || (kind == 1 && dice.once_in(2));
    let omits =
        [(Omit::Return, returned), (Omit::Noble, noble), (Omit::Gem, gem), (Omit::Post, post)];
    log.omits.extend(omits.into_iter().filter(|&(_, kind)| kind > 0).map(|(omit, _)| omit));
    for turn in &mut log.turns {
        match turn {
            schema::Turn::Purchase(turn) => {
                turn.purchase.pay = turn.purchase.pay.filter(|_| !leaves(pay));
                turn.purchase.from = turn.purchase.from.filter(|_| !leaves(from));
            }
            schema::Turn::Reserve(turn) => {
                if let Reserve::Deck(deck) = &mut turn.reserve {
                    deck.card = deck.card.filter(|_| !leaves(card));
                    deck.under = deck.under.filter(|_| !leaves(under));
                }
            }
            _ => {}
        }
        let common = super::witness::common_of(turn).unwrap();
        common.refill = common.refill.filter(|_| !leaves(refill));
        common.returned = common.returned.filter(|_| !leaves(returned));
        common.noble = common.noble.take().filter(|_| !leaves(noble));
        common.gem = common.gem.filter(|_| !leaves(gem));
        common.post = common.post.take().filter(|_| !leaves(post));
        common.after = common.after.filter(|_| !leaves(after.max(1)));
    }
    if dice.below(8) > 0 {
        log.setup.decks = None;
    }
    if dice.once_in(2) {
        log.result = None;
    }
}

/// Changes something that the log tells; the game may be legal all the same.
fn perturb(log: &mut Log, dice: &mut Dice) {
    if log.turns.is_empty() {
        return;
    }
    let at = dice.below(log.turns.len());
    let other = log.turns[dice.below(log.turns.len())].clone();
    let seat = log.turns[at].seat();
    match dice.below(4) {
        0 => {
            log.turns.truncate(at);
            log.result = None;
        }
        1 => {
            log.turns[at] = other;
            super::witness::common_of(&mut log.turns[at]).unwrap().seat = seat;
        }
        2 => {
            let common = super::witness::common_of(&mut log.turns[at]).unwrap();
            let after = common.after.get_or_insert_default();
            let count = u8::try_from(dice.below(3)).unwrap();
            let kind = schema::Token::ALL[dice.below(6)];
            after.tokens = Some(schema::TokenCounts::default().with(kind, count));
        }
        _ => {
            log.result = Some(GameResult { scores: Some(vec![1, 2]), winners: None });
        }
    }
}

fn judged<'h>(log: &Log, game: &Game<'h>, strangers: &'h Strangers) -> Judgment<'h> {
    judge_in(log, &Options::default(), *game, strangers, |_, _| {})
}

/// What occurred, so that nothing is held only because it never happens.
#[derive(Debug, Default)]
struct Seen {
    compared: usize,
    verdicts: [usize; 4],
    several: usize,
    died: usize,
    doubt: usize,
    hidden_passes: usize,
    by_one_left: usize,
    /// Passes that a card told later proves wrong.
    proved: usize,
    /// How often a fact had one value left, and how often several.
    facts: BTreeMap<&'static str, [usize; 2]>,
}

/// Compares the worlds with trying everything, on one log.
fn compare(log: &Log, game: &Game<'_>, seen: &mut Seen) {
    let Some(opinion) = brute::judge(log, game) else { return };
    let strangers = Strangers::new();
    let judgment = judged(log, game, &strangers);
    let text = crate::layout(log);
    let missing = &judgment.missing;
    assert_eq!(judgment.verdict(), opinion.verdict, "{text}\n{missing:?} {:?}", judgment.findings);
    if opinion.verdict == Verdict::Illegal {
        let turn = judgment.findings[0].turn.unwrap_or(log.turns.len());
        let proved = judgment.findings[0].breach.violation().to_string().contains("later shows");
        seen.proved += usize::from(proved);
        assert!(Some(turn) == opinion.dies_at || proved, "{turn} {:?}\n{text}", opinion.dies_at);
    } else {
        let completions = usize::try_from(judgment.tables.completions).unwrap();
        assert_eq!(completions, opinion.legal.len(), "{text}");
        compare_facts(log, game, &judgment, &opinion.legal, seen);
        let path = judgment.path.clone().unwrap_or_default();
        let story = Story::of(log, game, |at| path.turn(at)).expect("the turns are legal");
        let whole = story.told(log).expect("the hidden places can be filled");
        let verdict = judged(&whole, game, &Strangers::new()).verdict();
        assert_eq!(verdict, Verdict::Legal, "{text}\n{}", crate::layout(&whole));
    }
    seen.compared += 1;
    seen.verdicts[opinion.verdict as usize] += 1;
    seen.several += usize::from(opinion.legal.len() > 1);
    seen.died += usize::from(opinion.died && opinion.legal.len() > 1);
    seen.doubt += usize::from(opinion.doubt);
    let hangs = missing.iter().any(|missing| missing.field == "card");
    seen.hidden_passes += usize::from(hangs);
    let one_left = opinion.died && opinion.legal.len() == 1;
    seen.by_one_left += usize::from(one_left && !judgment.inferred.is_empty());
}

/// Compares what is inferred and what is missing with the values that the legal completions have.
fn compare_facts(
    log: &Log,
    game: &Game<'_>,
    judgment: &Judgment<'_>,
    legal: &BTreeSet<Vec<Choice>>,
    seen: &mut Seen,
) {
    for turn in 0..log.turns.len() {
        let mut fields: BTreeMap<&str, BTreeSet<Option<String>>> = BTreeMap::new();
        for (field, value) in legal.iter().flat_map(|whole| facts(game, &whole[turn])) {
            fields.entry(field).or_default().insert(value);
        }
        for (field, values) in fields {
            let here = |name: &str, at: usize| name == field && at == turn;
            let missing = judgment
                .missing
                .iter()
                .find(|one| here(one.field, one.turn) && one.values.is_some());
            let left = missing.and_then(|one| one.values).unwrap_or(1);
            let text = || format!("{field} of turn {turn}: {values:?}\n{}", crate::layout(log));
            assert_eq!(left, values.len(), "{}", text());
            let told = judgment.inferred.iter().find(|one| here(one.field, one.turn));
            let told = told.map(|one| format!("{:?}", one.value));
            let only = values.first().filter(|_| left == 1).cloned().flatten();
            assert_eq!(told, only, "{}", text());
            let counts = seen.facts.entry(field).or_default();
            counts[usize::from(left > 1)] += usize::from(left > 1 || only.is_some());
        }
    }
}

/// The facts that a turn leaves out with the values chosen for them.
fn facts(game: &Game<'_>, choice: &Choice) -> Vec<(&'static str, Option<String>)> {
    let text = |value: InferredValue| format!("{value:?}");
    let heap = |heap: Tokens| Some(text(InferredValue::Tokens(heap))).filter(|_| !heap.is_empty());
    let card = |card: Option<CardId>| {
        card.map(|card| text(InferredValue::Card(game.components.card(card))))
    };
    let noble = |set: NobleSet| {
        let noble = set.iter().next();
        noble.map(|noble| text(InferredValue::Noble(game.components.noble(noble))))
    };
    let post = |set: PostSet| set.iter().next().map(|post| text(InferredValue::Post(post)));
    let facts = [
        choice.pay.map(|pay| ("pay", Some(text(InferredValue::Tokens(pay))))),
        choice.returned.map(|returned| ("return", heap(returned))),
        choice.nobles.map(|nobles| ("noble", noble(nobles))),
        choice.gem.map(|gem| ("gem", gem.and_then(|gem| heap(Tokens::one(gem))))),
        choice.posts.map(|posts| ("post", post(posts))),
        choice.kept.map(|[kept, _]| ("card", card(kept))),
        choice.kept.map(|[_, under]| ("under", card(under))),
    ];
    facts.into_iter().flatten().collect()
}

fn compare_many(mini: &Mini, seeds: std::ops::Range<u64>) -> Seen {
    let components = mini.components();
    let mut seen = Seen::default();
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let rulings = match dice.below(8) {
            0 => Rulings { gold: splendor_core::GoldUse::LastResort, ..Rulings::default() },
            1 => Rulings { pass: Pass::Never, ..Rulings::default() },
            2 => Rulings { stalemate: splendor_core::Stalemate::Continues, ..Rulings::default() },
            _ => Rulings::default(),
        };
        let game = mini.game(&components, rulings);
        let whole = whole_log(mini, &game, &mut dice);
        for _ in 0..4 {
            let mut log = whole.clone();
            strip(&mut log, &mut dice);
            compare(&log, &game, &mut seen);
            perturb(&mut log, &mut dice);
            compare(&log, &game, &mut seen);
        }
    }
    seen
}

#[test]
fn missing_payments_returns_and_nobles_are_decided_as_by_trying_everything() {
    let seen = compare_many(&RICH, 0..400);
    assert!(seen.verdicts[..3].iter().all(|&count| count > 500), "{seen:?}");
    assert!(seen.several > 500 && seen.died > 200 && seen.by_one_left > 100, "{seen:?}");
}

#[test]
fn forced_passes_are_decided_as_by_trying_everything() {
    let seen = compare_many(&POOR, 0..400);
    assert!(seen.verdicts[..3].iter().all(|&count| count > 500), "{seen:?}");
    assert!(seen.hidden_passes > 50 && seen.proved > 0, "{seen:?}");
}

#[test]
fn power_gems_and_posts_are_decided_as_by_trying_everything() {
    let seen = compare_many(&GEMS, 0..200);
    assert!(false, "{seen:?}");
}

#[test]
fn two_cards_that_were_drawn_are_decided_as_by_trying_everything() {
    let seen = compare_many(&DRAW, 0..200);
    assert!(false, "{seen:?}");
}

#[test]
fn a_place_that_only_a_banned_card_could_fill_leaves_a_doubt() {
    let components = STORY.components();
    let game = STORY.game(&components, Rulings::default());
    let rows = Level::ALL.map(|level| components.of_level(level).iter().collect());
    let id = |card: &str| components.find_card(Card::parse(card).unwrap()).unwrap();
    let gems = |counts| Tokens::new(counts);
    let blind = Action::ReserveDeck { level: Level::One, card: None, under: None };
    let buy = |card, pay| Action::Purchase { card: id(card), pay: gems(pay), from: None };
    let reserve = |card| Action::ReserveMarket(id(card));
    let all = Action::Take(gems([1, 1, 0, 0, 1, 0]));
    let story = [
        blind,
        all,
        reserve("b1s1d1s"),
        reserve("a0d1d1s"),
        reserve("c2o3s"),
        reserve("c2s1o"),
        // With one gold only a0o1s could be bought, of two cards that the hidden one can be.
        Action::Pass,
        buy("a0d1d1s", [1, 1, 0, 0, 0, 0]),
        Action::Take(gems([1, 1, 0, 0, 0, 0])),
        buy("c2s1o", [0, 0, 0, 0, 1, 0]),
        buy("b1s1d1s", [1, 1, 0, 0, 0, 0]),
        all,
        blind,
        reserve("a0s2d"),
        // Which of the two hidden cards this was, nobody tells.
        buy("a0d1s1o", [0, 0, 0, 0, 0, 1]),
    ];
    let next = |position: &Position| {
        let action = story.get(position.turns() as usize)?;
        Some(Turn::new(position.to_move(), *action))
    };
    let mut log = tell_game(&game, rows, next);
    assert_eq!(judged(&log, &game, &Strangers::new()).verdict(), Verdict::Legal);
    strip_cards(&mut log);
    let mut seen = Seen::default();
    compare(&log, &game, &mut seen);
    assert_eq!((seen.verdicts, seen.hidden_passes), ([0, 1, 0, 0], 1));
}

/// Leaves out the decks and what was reserved from them.
fn strip_cards(log: &mut Log) {
    log.setup.decks = None;
    for turn in &mut log.turns {
        if let schema::Turn::Reserve(turn) = turn
            && let Reserve::Deck(deck) = &mut turn.reserve
        {
            deck.card = None;
        }
    }
}
