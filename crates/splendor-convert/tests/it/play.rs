//! Plays games with the habits of clients: gems are paid before gold, a noble visits only after a
//! purchase, and of several nobles the first one listed visits.

use splendor_core::{Boxes, Card, Level, MOST_LISTED, Noble, PurchaseOrigin, Row, Rules, Token};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::log::{End, EndReason, GameResult};
use splendor_schema::turn::{Reserve, TurnKind};
use splendor_schema::{Log, Turn};
use splendor_verify::history::table_before;
use splendor_verify::{JudgeOptions, position_at, turn_to_log};

/// The kinds of turns that a game may contain.
pub(super) struct Habits {
    /// Whether cards may be reserved from a deck.
    pub(super) blind: bool,
    /// Whether nobles come only with a purchase.
    pub(super) nobles_bought: bool,
    /// Whether the nobles of both boxes are in the pool.
    pub(super) boxes: bool,
}

/// Plays a game of a limited number of turns and logs its decks; the seed determines the game.
pub(super) fn game(seed: u64, seats: u8, most: usize, habits: &Habits) -> Log {
    let boxes = Boxes { silk_road: habits.boxes, sun_never_sets: habits.boxes };
    let rules = Rules { boxes, ..Rules::default() };
    let options = GenerateOptions { seed, seats, rules, ..GenerateOptions::default() };
    let mut log = generate(&options);
    (log.turns, log.end, log.result) = (Vec::new(), None, None);
    play_on(log, seed, most, habits)
}

/// Plays a game from a log without turns.
pub(super) fn play_on(mut log: Log, seed: u64, most: usize, habits: &Habits) -> Log {
    let seats = log.players.len();
    let mut random = seed;
    let mut hidden = Hidden::of(&log);
    for at in 0..most {
        let turns = legal_turns(&log, at);
        let fits = turns.iter().filter(|turn| is_habit(&log, &turns, turn, habits));
        let fits: Vec<&Turn> = fits.collect();
        let is_purchase = |turn: &&&Turn| turn.purchase.is_some();
        let purchases: Vec<&Turn> = fits.iter().filter(is_purchase).copied().collect();
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let from = if random >> 60 < 12 && !purchases.is_empty() { &purchases } else { &fits };
        let Some(count) = u64::try_from(from.len()).ok().filter(|&count| count > 0) else { break };
        let mut turn = from[usize::try_from((random >> 33) % count).unwrap()].clone();
        hidden.complete(&mut turn, at % seats);
        log.turns.push(turn);
    }
    end(&mut log);
    log
}

/// Returns the legal turns at a place in a log.
pub(super) fn legal_turns(log: &Log, at: usize) -> Vec<Turn> {
    let (game, position) = table_before(log, &JudgeOptions::default(), at).unwrap();
    let game = game.as_game();
    let (turns, _) = position.legal_turns_up_to(&game, MOST_LISTED);
    turns.iter().map(|turn| turn_to_log(&game, turn)).collect()
}

/// The hidden cards, which complete the facts of a turn.
struct Hidden {
    decks: [std::vec::IntoIter<Card>; 3],
    hands: Vec<Vec<Card>>,
}

impl Hidden {
    fn of(log: &Log) -> Self {
        let decks = log.setup.decks.as_ref().unwrap();
        let deck = |level| decks.row(Row::from(level)).unwrap().to_vec().into_iter();
        Self { decks: Level::ALL.map(deck), hands: vec![Vec::new(); log.players.len()] }
    }

    fn next(&mut self, card: Card) -> Option<Card> {
        self.decks[card.level().index()].next()
    }

    fn complete(&mut self, turn: &mut Turn, seat: usize) {
        let refill = match (&mut turn.reserve, &mut turn.purchase) {
            (Some(Reserve::Market(card)), _) => {
                self.hands[seat].push(*card);
                self.next(*card)
            }
            (Some(Reserve::Deck { row, card, .. }), _) => {
                *card = self.decks[row.index()].next();
                self.hands[seat].extend(*card);
                None
            }
            (None, Some(purchase)) => {
                let card = purchase.card;
                let held = self.hands[seat].iter().position(|&held| held == card);
                purchase.from = Some(if held.is_some() {
                    PurchaseOrigin::Hand
                } else {
                    PurchaseOrigin::Market
                });
                match held {
                    Some(at) => {
                        self.hands[seat].remove(at);
                        None
                    }
                    None => self.next(card),
                }
            }
            (None, None) => None,
        };
        (turn.seat, turn.refill) = (Some(u8::try_from(seat).unwrap()), refill);
    }
}

/// Returns whether a client would choose this legal turn.
fn is_habit(log: &Log, all: &[Turn], turn: &Turn, habits: &Habits) -> bool {
    let visitor = |turn: &Turn| turn.noble.as_ref().map(|noble| place(log, noble.as_slice()[0]));
    let first = |other: &&Turn| visitor(other) < visitor(turn);
    match turn.kind() {
        TurnKind::Purchase(one) => {
            let gold = |turn: &Turn| {
                let same = turn.purchase.as_ref().filter(|other| other.card == one.card);
                same.and_then(|other| other.pay).map(|pay| pay.count(Token::Gold))
            };
            let mut same = all.iter().filter(|other| gold(other).is_some());
            same.all(|other| gold(other) >= gold(turn) && !first(&other))
        }
        TurnKind::Reserve(Reserve::Deck { .. }) if !habits.blind => false,
        TurnKind::Pass => false,
        _ => !habits.nobles_bought || visitor(turn).is_none(),
    }
}

fn place(log: &Log, noble: Noble) -> usize {
    let nobles = log.setup.nobles.as_ref().unwrap();
    nobles.iter().position(|&other| other == noble).unwrap()
}

/// Records the end of a finished game.
fn end(log: &mut Log) {
    let (game, last) = position_at(log, &JudgeOptions::default(), log.turns.len()).unwrap();
    let game = game.as_game();
    if last.has_ended() {
        log.end = Some(End { reason: EndReason::Completed, seats: Vec::new(), plies: None });
        let scores = Some(last.scores().collect());
        let winners = Some(last.winners(&game).iter().collect());
        log.result = Some(GameResult { scores, winners });
    }
}
