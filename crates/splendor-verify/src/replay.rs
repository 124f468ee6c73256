//! From a log to a judgment: the setup, turn after turn, then the claims about the end.

use std::cell::OnceCell;

use splendor_core::{Clause, Components, Events, Game, Place, Position, Turn, Unknown, Violation};
use splendor_schema::{self as schema, Log, Omit};

use crate::lower::{Lists, Stray};
use crate::verdict::{Breach, Inferred, InferredValue, Judgment, Missing, Played, Verdict};
use crate::{Unsupported, claims, complete, lower};

/// How a log is judged.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Rulings that override those of the log, by name and value.
    pub rulings: Vec<(String, String)>,
    /// Whether to go on after an illegal turn by the log's own word.
    pub keep_going: bool,
}

/// Where the components of a game live that names some which are in no box.
pub type Strangers = OnceCell<Components>;

/// Judges a log.
pub fn judge<'h>(log: &Log, options: &Options, strangers: &'h Strangers) -> Judgment<'h> {
    watched(log, options, strangers, |_, _| {})
}

/// Judges a log and shows every position on the way.
pub(crate) fn watched<'h>(
    log: &Log,
    options: &Options,
    strangers: &'h Strangers,
    see: impl FnMut(&Game<'h>, &Position),
) -> Judgment<'h> {
    match crate::rules(&log.rules, &options.rulings) {
        Err(unknown) => Judgment { unsupported: vec![unknown], ..nothing() },
        Ok(rules) => {
            let seats = u8::try_from(log.players.len()).unwrap_or(u8::MAX);
            Replay::new(log, options, Game::published(rules, seats)).follow(strangers, see)
        }
    }
}

/// Returns the game and the position before a turn, counted from 0, of a log that is followed by
/// its own word; none if it cannot be followed so far.
pub fn position_at<'h>(
    log: &Log,
    options: &Options,
    turn: usize,
    strangers: &'h Strangers,
) -> Option<(Game<'h>, Position)> {
    let cut =
        Log { turns: log.turns.get(..turn)?.to_vec(), end: None, result: None, ..log.clone() };
    let options = Options { keep_going: true, ..options.clone() };
    let judgment = judge(&cut, &options, strangers);
    judgment.last.filter(|_| judgment.judged == turn)
}

/// Returns a log ready to be replayed by the core alone: the game, the first position and the
/// turns; none if something in it is unknown, left out or foreign.
pub fn replayed(log: &Log) -> Option<(Game<'static>, Position, Vec<Turn>)> {
    let rules = crate::rules(&log.rules, &[]).ok()?;
    let seats = u8::try_from(log.players.len()).ok()?;
    let game = Game::published(rules, seats);
    let lists = Lists::of(log, game.components, false).ok()?;
    let start = Position::deal(&game, &lists.setup(log)).ok()?;
    let whole = |turn| lower::turn(game.components, turn, 0, false).ok().flatten();
    Some((game, start, log.turns.iter().map(whole).collect::<Option<_>>()?))
}

/// Returns the position before each turn up to this one, that one included, by the log's own word.
pub(crate) fn history(log: &Log, options: &Options, turn: usize) -> Vec<Position> {
    let cut = Log { turns: log.turns[..turn].to_vec(), end: None, result: None, ..log.clone() };
    let options = Options { keep_going: true, ..options.clone() };
    let Ok(rules) = crate::rules(&log.rules, &options.rulings) else { return Vec::new() };
    let seats = u8::try_from(log.players.len()).unwrap_or(u8::MAX);
    let strangers = Strangers::new();
    let mut positions = Vec::new();
    let replay = Replay::new(&cut, &options, Game::published(rules, seats));
    replay.follow(&strangers, |_, position| positions.push(*position));
    positions
}

fn nothing() -> Judgment<'static> {
    Judgment {
        findings: Vec::new(),
        missing: Vec::new(),
        inferred: Vec::new(),
        unsupported: Vec::new(),
        judged: 0,
        last: None,
        result_checked: false,
        guessed: false,
    }
}

/// What a replay does after a turn.
enum Next {
    GoOn,
    Stop,
}

struct Replay<'l, 'h> {
    log: &'l Log,
    options: &'l Options,
    game: Game<'h>,
    judgment: Judgment<'h>,
    /// The components that do not exist, in the order in which the log names them.
    strays: Vec<Stray>,
}

impl<'l, 'h> Replay<'l, 'h> {
    fn new(log: &'l Log, options: &'l Options, game: Game<'h>) -> Self {
        let strays = Vec::new();
        Self { log, options, game, judgment: nothing(), strays }
    }

    /// Replays the log and shows every position on the way.
    fn follow(
        mut self,
        strangers: &'h Strangers,
        mut see: impl FnMut(&Game<'h>, &Position),
    ) -> Judgment<'h> {
        let Some(mut first) = self.deal(strangers) else { return self.judgment };
        // Two positions by turns: what is copied is the place, not the position.
        let mut second = first;
        let (mut position, mut next) = (&mut first, &mut second);
        see(&self.game, position);
        for at in 0..self.log.turns.len() {
            if let Next::Stop = self.turn(at, position, next) {
                self.judgment.last = Some((self.game, *position));
                self.behind(at);
                return self.judgment;
            }
            std::mem::swap(&mut position, &mut next);
            see(&self.game, position);
            self.judgment.judged += 1;
        }
        claims::of_end(self.log, &self.game, position, &mut self.judgment);
        self.judgment.last = Some((self.game, *position));
        self.judgment
    }

    /// Where the replay stops for a fact that the log leaves out, what follows is still checked for
    /// what no table decides: components that do not exist, the number of turns, seats.
    fn behind(&mut self, at: usize) {
        if self.judgment.verdict() != Verdict::Consistent {
            return;
        }
        for (turn, told) in self.log.turns.iter().enumerate().skip(at) {
            if let Err(unknown) = lower::turn(self.game.components, told, 0, false) {
                self.find(Breach::Rule(unknown), Some(turn), None);
                return;
            }
        }
        claims::of_form(self.log, &mut self.judgment);
    }

    /// Returns the first position, unless the setup is illegal and the replay stops there.
    fn deal(&mut self, strangers: &'h Strangers) -> Option<Position> {
        if self.options.keep_going && lower::names_strangers(self.log) {
            let (strays, components) = lower::strays(self.log);
            self.strays = strays;
            self.find_strays(None);
            self.game.components =
                strangers.get_or_init(|| components.unwrap_or_else(Components::empty));
        }
        let violation = match Lists::of(self.log, self.game.components, !self.strays.is_empty()) {
            Err(unknown) => unknown,
            Ok(lists) => {
                let setup = lists.setup(self.log);
                let violation = match Position::deal(&self.game, &setup) {
                    Ok(position) if self.strays.is_empty() => return Some(position),
                    Ok(_) => return Position::deal_anyway(&self.game, &setup),
                    Err(violation) => violation,
                };
                // A told deck that holds a stranger lacks the card whose place that took; a strange
                // city leaves a place that no other took.
                let known = self.strays.is_empty()
                    || match violation {
                        Violation::SetupCards { times, .. } => times > 0,
                        Violation::SetupCities { needed, .. } => {
                            needed == 0 || lists.has_every_city(self.log)
                        }
                        _ => true,
                    };
                if known {
                    self.find(Breach::Rule(violation), None, None);
                }
                return self
                    .options
                    .keep_going
                    .then(|| Position::deal_anyway(&self.game, &setup))?;
            }
        };
        self.find(Breach::Rule(violation), None, None);
        None
    }

    /// Reports the components that do not exist and that the log names first in this turn.
    fn find_strays(&mut self, turn: Option<usize>) {
        let here = self.strays.iter().filter(|stray| stray.turn == turn);
        for violation in here.map(|stray| stray.violation).collect::<Vec<_>>() {
            self.find(Breach::Rule(violation), turn, None);
        }
    }

    fn find(&mut self, breach: Breach, turn: Option<usize>, played: Option<Played>) {
        self.judgment.find(breach, turn, played);
    }

    fn turn(&mut self, at: usize, position: &Position, next: &mut Position) -> Next {
        let told = &self.log.turns[at];
        if !self.strays.is_empty() {
            self.find_strays(Some(at));
        }
        let strange = !self.strays.is_empty();
        match lower::turn(self.game.components, told, position.to_move(), strange) {
            Ok(Some(turn)) if self.is_whole(told) => self.whole(at, position, turn, next),
            Ok(Some(turn)) => self.partial(at, position, turn, next),
            Ok(None) => self.foreign(at, position, next),
            Err(unknown) => {
                self.find(Breach::Rule(unknown), Some(at), None);
                Next::Stop
            }
        }
    }

    /// Whether nothing is left out that could have several values.
    fn is_whole(&self, told: &schema::Turn) -> bool {
        let paid = match told {
            schema::Turn::Purchase(turn) => turn.purchase.pay.is_some(),
            _ => true,
        };
        let Some(common) = told.common() else { return true };
        let tells = |omitted: &Omit| match omitted {
            Omit::Gem => common.gem.is_some(),
            Omit::Return => common.returned.is_some(),
            Omit::Noble => common.noble.is_some(),
            Omit::Post => common.post.is_some(),
        };
        paid && self.log.omits.iter().all(tells)
    }

    fn whole(&mut self, at: usize, position: &Position, turn: Turn, next: &mut Position) -> Next {
        match position.play_into(&self.game, &turn, next) {
            Ok(events) if matches!(events.unknown, Some(Unknown::Source | Unknown::Kept)) => {
                self.resolved(at, position, turn, complete::Open::default(), next)
            }
            Ok(events) => self.played(at, position, turn, &events, next),
            Err(violation) => {
                // A seat that took no gold is above ten only by the gold that it should have taken:
                // the claim that shows this names the earlier clause.
                let after = self.log.turns[at].after();
                let later = violation.clause() == Clause::LimitTen;
                let after = after.filter(|_| later);
                let withheld =
                    after.and_then(|after| claims::withheld_gold(position, &turn, after));
                let breach = withheld.unwrap_or(Breach::Rule(violation));
                self.find(breach, Some(at), Some(Box::new((*position, turn))));
                self.force(at, position, &turn, next)
            }
        }
    }

    /// After a legal turn: what hangs on unknown cards, what was inferred, what the log claims.
    fn played(
        &mut self,
        at: usize,
        position: &Position,
        turn: Turn,
        events: &Events,
        next: &mut Position,
    ) -> Next {
        if let Some(unknown) = events.unknown {
            let missing = missing(at, unknown);
            self.judgment.missing.push(missing);
            if missing.stops && !self.options.keep_going {
                self.check_after(at, position, turn, next);
                return Next::Stop;
            }
            // The replay took one of several possible tables; what does not fit it proves nothing.
            self.judgment.guessed |= missing.stops;
        }
        if let (Some(Place::Card(card)), None) = (events.refill, turn.refill) {
            let value = InferredValue::Card(self.game.components.card(card));
            self.judgment.inferred.push(Inferred { field: "refill", turn: at, value });
        }
        if !self.check_after(at, position, turn, next) {
            return Next::GoOn;
        }
        if !self.options.keep_going {
            return Next::Stop;
        }
        if let Some(after) = self.log.turns[at].after() {
            *next = claims::adopted(next, turn.seat, after);
        }
        Next::GoOn
    }

    /// Compares what the log claims of the table after a turn; returns whether something is false.
    fn check_after(&mut self, at: usize, before: &Position, turn: Turn, next: &Position) -> bool {
        let Some(after) = self.log.turns[at].after() else { return false };
        if after.digest.is_some() && !claims::shows_all(next) {
            let why = "the digest depends on a refill that the log does not tell";
            let missing = Missing { field: "refill", turn: at, why, values: None, stops: false };
            self.judgment.missing.push(missing);
        }
        let breach = claims::of_turn(&self.game, &turn, after, next);
        breach.is_some_and(|breach| {
            self.find(breach, Some(at), Some(Box::new((*before, turn))));
            true
        })
    }

    fn force(&mut self, at: usize, position: &Position, turn: &Turn, next: &mut Position) -> Next {
        if !self.options.keep_going {
            return Next::Stop;
        }
        *next = position.force(&self.game, turn);
        if let Some(after) = self.log.turns[at].after() {
            *next = claims::adopted(next, turn.seat, after);
        }
        Next::GoOn
    }

    fn partial(&mut self, at: usize, position: &Position, turn: Turn, next: &mut Position) -> Next {
        let open = complete::Open::of(&self.log.turns[at], &self.log.omits);
        self.resolved(at, position, turn, open, next)
    }

    /// Goes on with the one completion of a turn that is possible, or stops where there are more.
    fn resolved(
        &mut self,
        at: usize,
        position: &Position,
        turn: Turn,
        open: complete::Open,
        next: &mut Position,
    ) -> Next {
        let told = &self.log.turns[at];
        match complete::resolve(&self.game, position, &turn, told, open) {
            complete::Resolved::Forced(turn) => {
                self.judgment.inferred.extend(open.inferred(at, &self.game, &turn));
                self.whole(at, position, turn, next)
            }
            complete::Resolved::Open { field, values, likely } => {
                let why = "several values are legal, and nothing in the log decides";
                let stops = !self.options.keep_going;
                let missing = Missing { field, turn: at, why, values: Some(values), stops };
                self.judgment.missing.push(missing);
                if stops {
                    return Next::Stop;
                }
                self.judgment.guessed = true;
                self.whole(at, position, likely, next)
            }
            complete::Resolved::Impossible(turn) => self.whole(at, position, turn, next),
        }
    }

    fn foreign(&mut self, at: usize, position: &Position, next: &mut Position) -> Next {
        self.judgment.unsupported.push(Unsupported::Foreign { turn: at });
        if !self.options.keep_going {
            return Next::Stop;
        }
        self.judgment.guessed = true;
        let told = &self.log.turns[at];
        let seat = told.seat().unwrap_or(position.to_move());
        let pass = Turn::new(seat, splendor_core::Action::Pass);
        self.force(at, position, &pass, next)
    }
}

const fn missing(turn: usize, unknown: Unknown) -> Missing {
    let (field, why, stops) = match unknown {
        Unknown::HandAffordable => (
            "card",
            "whether the seat had to pass depends on a card that the log does not tell",
            true,
        ),
        Unknown::MarketCard => (
            "refill",
            "whether the card lay in the market depends on a refill that the log does not tell",
            false,
        ),
        Unknown::Kept => (
            "card",
            "either of two cards that were drawn may have been kept, the other put under the deck",
            true,
        ),
        Unknown::Source => (
            "from",
            "the card may come from the market or from the hand, where each has a card that the \
             log does not tell",
            true,
        ),
    };
    Missing { field, turn, why, values: None, stops }
}
