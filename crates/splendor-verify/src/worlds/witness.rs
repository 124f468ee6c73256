//! One full log: everything that a log leaves out, filled in so that the game is legal.

use std::fmt;

use splendor_core::{Action, CardId, Components, Game, Level, Place, Position, Turn};
use splendor_schema::{self as schema, Common, Decks, Log, Reserve};

use super::hidden::{Owner, Step};
use super::matching::Matching;
use crate::complete::{self, Open, Resolved};
use crate::lower::{self, Lists, card_id};
use crate::{Options, Strangers, Verdict, judge};

/// Why no completed log can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWitness {
    /// No completion is legal.
    Illegal,
    /// The log asks for something that is not known here.
    Unsupported,
    /// The log leaves more open than is followed.
    Open,
    /// The digest of a turn hangs on a card that the log does not tell.
    Digest,
}

impl fmt::Display for NoWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "no completion of this log is legal: `splendor verify` says why",
            Self::Unsupported => "this log cannot be judged: `splendor verify` says why",
            Self::Open => {
                "this log leaves more open than is followed: `splendor verify` says where"
            }
            Self::Digest => {
                "a digest of this log depends on a card that it does not tell, and the cards that \
                 were tried do not have it"
            }
        })
    }
}

impl std::error::Error for NoWitness {}

/// Returns a log with everything filled in that it leaves out: it is legal, and without what was
/// filled in it is the same log.
///
/// # Errors
///
/// Why there is none.
pub fn witness(log: &Log, rulings: &[(String, String)]) -> Result<Log, NoWitness> {
    let options = Options { rulings: rulings.to_vec(), keep_going: false };
    let strangers = Strangers::new();
    let judgment = judge(log, &options, &strangers);
    match judgment.verdict() {
        Verdict::Legal | Verdict::Consistent => {}
        Verdict::Illegal => return Err(NoWitness::Illegal),
        Verdict::Unsupported => return Err(NoWitness::Unsupported),
    }
    if judgment.judged < log.turns.len() {
        return Err(NoWitness::Open);
    }
    let game = judgment.last.as_ref().map(|(game, _)| *game).ok_or(NoWitness::Open)?;
    let path = judgment.path.unwrap_or_default();
    let whole = Story::of(log, &game, |at| path.turn(at)).ok_or(NoWitness::Open)?;
    let whole = whole.told(log).ok_or(NoWitness::Open)?;
    match judge(&whole, &options, &Strangers::new()).verdict() {
        Verdict::Legal => Ok(whole),
        _ => Err(NoWitness::Digest),
    }
}

/// A card that was not told: where it lay, and from when on.
struct Unknown {
    owner: Owner,
    level: Level,
    born: usize,
}

/// A card that was told later: where it lay, and when it was told.
struct Told {
    owner: Owner,
    card: CardId,
    at: usize,
}

/// A pass that says of the hidden cards of a seat and of the market that none is among these.
struct Pass {
    at: usize,
    seat: u8,
    banned: [splendor_core::CardSet; 3],
}

/// What came from a deck: a card, or one of the unknown ones.
#[derive(Clone, Copy)]
enum Draw {
    Card(CardId),
    Unknown(usize),
}

/// A game as it was played in one world: its turns, and what was drawn in them.
struct Story<'g> {
    game: &'g Game<'g>,
    turns: Vec<Turn>,
    /// The card that a turn drew, for the market or for a hand.
    draws: Vec<Option<(Level, Draw)>>,
    unknown: Vec<Unknown>,
    told: Vec<Told>,
    passes: Vec<Pass>,
    last: Position,
}

impl<'g> Story<'g> {
    /// Plays a log that is legal in the world of these turns.
    fn of(log: &Log, game: &'g Game<'g>, known: impl Fn(usize) -> Option<Turn>) -> Option<Self> {
        let lists = Lists::of(log, game.components, false).ok()?;
        let last = Position::deal(game, &lists.setup(log)).ok()?;
        let mut story = Self {
            game,
            turns: Vec::new(),
            draws: Vec::new(),
            unknown: Vec::new(),
            told: Vec::new(),
            passes: Vec::new(),
            last,
        };
        for (at, told) in log.turns.iter().enumerate() {
            let turn = lower::turn(game.components, told, story.last.to_move(), false).ok()??;
            let open = Open::of(told, &log.omits);
            let only = || match complete::resolve(game, &story.last, &turn, told, open) {
                Resolved::Forced(turn) => Some(turn),
                Resolved::Several { .. } | Resolved::Impossible(_) => None,
            };
            let turn = known(at).or_else(only)?;
            story.play(at, turn)?;
        }
        Some(story)
    }

    fn play(&mut self, at: usize, turn: Turn) -> Option<()> {
        let (next, events) = self.last.play(self.game, &turn).ok()?;
        let step =
            Step { game: self.game, before: &self.last, turn: &turn, events: &events, next: &next };
        if let Some((owner, card)) = step.uncovered() {
            self.told.push(Told { owner, card, at });
        }
        let banned = Level::ALL.map(|level| step.banned(level));
        if banned.iter().any(|cards| !cards.is_empty()) {
            self.passes.push(Pass { at, seat: turn.seat, banned });
        }
        let drawn = match turn.action {
            Action::ReserveDeck { level, card, .. } => {
                let top = self.last.deck(level).top()?;
                Some((Owner::Seat(turn.seat), level, card.map_or(top, Place::Card)))
            }
            Action::ReserveMarket(card) | Action::Purchase { card, .. } => {
                let level = self.game.components.card(card).level;
                events.refill.map(|place| (Owner::Market, level, place))
            }
            Action::Take(_) | Action::Pass => None,
        };
        let drawn = drawn.map(|(owner, level, place)| (level, self.drawn(owner, level, place, at)));
        self.draws.push(drawn);
        let Action::Purchase { card, pay, .. } = turn.action else {
            self.turns.push(turn);
            self.last = next;
            return Some(());
        };
        let action = Action::Purchase { card, pay, from: events.source };
        self.turns.push(Turn { action, ..turn });
        self.last = next;
        Some(())
    }

    fn drawn(&mut self, owner: Owner, level: Level, place: Place, born: usize) -> Draw {
        match place {
            Place::Card(card) => Draw::Card(card),
            Place::Hidden => {
                self.unknown.push(Unknown { owner, level, born });
                Draw::Unknown(self.unknown.len() - 1)
            }
        }
    }

    /// Chooses a card for each unknown one: those that were told later first, then such as no pass
    /// forbids.
    fn cards(&self) -> Option<Vec<CardId>> {
        let rest: Vec<CardId> = self.last.unseen().iter().collect();
        let told = self.told.len();
        let fits = |card: usize, unknown: usize| {
            let place = &self.unknown[unknown];
            match self.told.get(card) {
                Some(told) => {
                    place.owner == told.owner
                        && place.born < told.at
                        && self.may_be(place, told.card, told.at)
                }
                None => self.may_be(place, rest[card - told], usize::MAX),
            }
        };
        let mut matching = Matching::new(told + rest.len(), self.unknown.len(), fits);
        let all = (0..told).all(|card| matching.cover_left(card))
            && (0..self.unknown.len()).all(|unknown| matching.cover_right(unknown));
        let card_of = |unknown| {
            let card = matching.of_right(unknown)?;
            Some(self.told.get(card).map_or_else(|| rest[card - told], |told| told.card))
        };
        (0..self.unknown.len()).map(card_of).collect::<Option<_>>().filter(|_| all)
    }

    /// Whether a card can have lain in a place up to a turn.
    fn may_be(&self, place: &Unknown, card: CardId, until: usize) -> bool {
        let level = self.game.components.card(card).level;
        let forbids = |pass: &Pass| {
            let reaches = place.owner == Owner::Market || place.owner == Owner::Seat(pass.seat);
            let then = place.born < pass.at && pass.at < until;
            reaches && then && pass.banned[level.index()].has(card)
        };
        level == place.level && !self.passes.iter().any(forbids)
    }

    /// Fills in what the log leaves out.
    fn told(&self, log: &Log) -> Option<Log> {
        let cards = self.cards()?;
        let card_of = |draw| match draw {
            Draw::Card(card) => card,
            Draw::Unknown(unknown) => cards[unknown],
        };
        let drawn: Vec<Option<(Level, CardId)>> = self
            .draws
            .iter()
            .map(|draw| draw.map(|(level, draw)| (level, card_of(draw))))
            .collect();
        let turns = log.turns.iter().zip(&self.turns).zip(&drawn);
        let turns = turns.map(|((told, turn), drawn)| {
            filled_in(self.game.components, told, turn, drawn.map(|(_, card)| card))
        });
        let mut whole = Log { turns: turns.collect(), omits: Vec::new(), ..log.clone() };
        whole.setup.decks = Some(self.decks(log, &drawn, &cards));
        Some(whole)
    }

    /// The decks: what was drawn, and below it what nobody has seen.
    fn decks(&self, log: &Log, drawn: &[Option<(Level, CardId)>], cards: &[CardId]) -> Decks {
        let all = self.game.components;
        let [level1, level2, level3] = schema::Level::ALL.map(|of| {
            let known = log.setup.decks.as_ref().and_then(|decks| decks.level(of));
            let level = Level::ALL[of.index()];
            let rest = self.last.unseen().and(all.of_level(level)).iter();
            let rest = rest.filter(|card| !cards.contains(card));
            let drawn = drawn.iter().flatten().filter(|(drawn, _)| *drawn == level);
            let drawn = drawn.map(|&(_, card)| card).chain(rest);
            let ids = || drawn.map(|card| card_id(all.card(card))).collect();
            Some(known.map_or_else(ids, <[_]>::to_vec))
        });
        Decks { level1, level2, level3 }
    }
}

/// Returns a turn with what it leaves out; what it tells stays as it is.
fn filled_in(
    all: &Components,
    told: &schema::Turn,
    turn: &Turn,
    drawn: Option<CardId>,
) -> schema::Turn {
    let mut told = told.clone();
    let drawn = drawn.map(|card| card_id(all.card(card)));
    let mut refill = None;
    match &mut told {
        schema::Turn::Reserve(told) => match &mut told.reserve {
            Reserve::Deck(deck) => deck.card = deck.card.or(drawn),
            Reserve::Market(_) => refill = drawn,
        },
        schema::Turn::Purchase(told) => {
            if let Action::Purchase { pay, from, .. } = turn.action {
                told.purchase.pay = told.purchase.pay.or(Some(lower::counts(pay)));
                told.purchase.from = told.purchase.from.or(from.map(lower::spot));
            }
            refill = drawn;
        }
        schema::Turn::Take(_) | schema::Turn::Pass(_) | schema::Turn::Foreign(_) => {}
    }
    let Some(common) = common_of(&mut told) else { return told };
    common.seat = common.seat.or(Some(turn.seat));
    common.refill = common.refill.or(refill);
    common.gem = common.gem.or(turn.gem.map(|gem| schema::Token::ALL[gem.index()]));
    if common.post.is_none() {
        common.post = lower::one_or_many(lower::post_ids(turn.posts));
    }
    if !turn.returned.is_empty() {
        common.returned = common.returned.or(Some(lower::counts(turn.returned)));
    }
    if let (None, Some(noble)) = (&common.noble, turn.nobles.iter().next()) {
        common.noble = Some(schema::OneOrMany::One(lower::noble_id(all.noble(noble))));
    }
    told
}

pub(super) fn common_of(turn: &mut schema::Turn) -> Option<&mut Common> {
    match turn {
        schema::Turn::Take(turn) => Some(&mut turn.common),
        schema::Turn::Reserve(turn) => Some(&mut turn.common),
        schema::Turn::Purchase(turn) => Some(&mut turn.common),
        schema::Turn::Pass(turn) => Some(&mut turn.common),
        schema::Turn::Foreign(_) => None,
    }
}
