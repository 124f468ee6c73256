//! Forecasts the supply before a turn, from the tokens that each seat holds long before it.
//!
//! [The relaxation](super::relaxation) follows each seat alone, so that it allows the seats more
//! tokens together than there are. A forecast joins the seats again, for one turn: from the tokens
//! that a seat holds now follow the fewest and the most of each kind that it can hold when the turn
//! comes. If all seats together then leave too few for a take, or leave so many that a small take
//! is illegal, the world leads nowhere.
//!
//! [The search](super::search) makes a forecast of each turn at which an attempt died.

use splendor_core::{Action, Fewer, Game, MOST_SEATS, Tokens, Turn};

use super::token_sets::{RelaxedTurn, each_count};

/// The fewest and the most tokens of each kind.
#[derive(Clone, Copy, Debug)]
struct Span {
    least: Tokens,
    most: Tokens,
}

impl Span {
    /// Returns the span that includes both.
    fn with(self, other: Self) -> Self {
        Self {
            least: each_count(self.least, other.least, u8::min),
            most: each_count(self.most, other.most, u8::max),
        }
    }

    /// Returns the span of the sum.
    fn plus(self, other: Self) -> Self {
        Self { least: self.least.plus(other.least), most: self.most.plus(other.most) }
    }
}

/// The tokens that a seat may hold, sorted, each with those that it can hold when the turn comes.
type Spans = Vec<(Tokens, Span)>;

/// The tokens that the seats can hold before a turn that takes tokens.
pub(super) struct Forecast {
    /// The turn, counted from the first turn of the relaxation.
    pub(super) turn: usize,
    taken: Tokens,
    /// Whether so few gems may be taken only while the supply has fewer than three kinds.
    only_when_short: bool,
    /// All tokens of the box.
    all: Tokens,
    /// For each seat, from its tokens before the first turn.
    first: [Spans; MOST_SEATS],
    /// For the seat that acts, from its tokens after each turn.
    after: Vec<(usize, Spans)>,
}

impl Forecast {
    /// Makes a forecast of the supply before a turn, from the turns that the relaxation played before it.
    /// `held` are the tokens that each seat may hold before the turn.
    ///
    /// `None` if the turn takes no tokens.
    pub(super) fn new(
        game: &Game<'_>,
        turn: &Turn,
        steps: &[RelaxedTurn],
        held: [Vec<Tokens>; MOST_SEATS],
    ) -> Option<Self> {
        let Action::Take(taken) = turn.action else { return None };
        let mut now = held.map(|mut held| {
            held.sort_unstable();
            let spans = held.into_iter();
            spans.map(|held| (held, Span { least: held, most: held })).collect::<Spans>()
        });
        let mut after = Vec::with_capacity(steps.len());
        for step in steps.iter().rev() {
            let spans = &mut now[step.mover];
            let before = before(step, spans);
            after.push((step.mover, std::mem::replace(spans, before)));
        }
        after.reverse();
        let is_pair = taken.iter().any(|(_, count)| count > 1);
        let short_only = match game.rules.rulings.fewer {
            Fewer::WhenShort => taken.total() < 3 && !is_pair,
            Fewer::AllAvailable | Fewer::UpToThree | Fewer::ToTen | Fewer::Never => false,
        };
        Some(Self {
            turn: steps.len(),
            taken: if is_pair { taken.plus(taken) } else { taken },
            only_when_short: short_only,
            all: game.tokens,
            first: now,
            after,
        })
    }

    /// Returns the room of a world after `played` turns of the relaxation: how many tokens of a
    /// taken kind, or how many missing kinds, the supply can have beyond those that the turn needs.
    /// `None` if the world does not lead to the turn, or the supply cannot have enough.
    pub(super) fn room(&self, played: usize, held: &[Tokens; MOST_SEATS]) -> Option<u8> {
        let none = Span { least: Tokens::NONE, most: Tokens::NONE };
        let mut sum = none;
        for (seat, held) in held.iter().enumerate() {
            sum = sum.plus(self.span(played, seat, *held)?);
        }
        self.room_in(sum)
    }

    /// Returns the tokens that a seat can hold before the turn.
    fn span(&self, played: usize, seat: usize, held: Tokens) -> Option<Span> {
        let moves = self.after[..played].iter().rev();
        let spans = moves.take(MOST_SEATS).find(|(mover, _)| *mover == seat);
        let spans = spans.map_or(&self.first[seat], |(_, spans)| spans);
        let found = spans.binary_search_by_key(&held, |&(tokens, _)| tokens).ok()?;
        Some(spans[found].1)
    }

    /// Returns the room if all seats together hold tokens in this span.
    fn room_in(&self, held: Span) -> Option<u8> {
        if !self.all.covers(held.least) {
            return None;
        }
        let high = self.all.minus(held.least);
        let taken = self.taken.iter().filter(|&(_, count)| count > 0);
        let enough = taken.map(|(token, count)| high.get(token).checked_sub(count));
        let enough = enough.min().unwrap_or(Some(0))?;
        if !self.only_when_short {
            return Some(enough);
        }
        let gems = self.all.gems().iter();
        let surely_left = gems.filter(|&(color, all)| held.most.gems().get(color) < all).count();
        let few = 2_u8.checked_sub(u8::try_from(surely_left).ok()?)?;
        Some(enough.min(few))
    }
}

/// Returns the spans of the seat that acts before a relaxed turn, from those after it.
fn before(step: &RelaxedTurn, after: &Spans) -> Spans {
    let span_of = |tokens: &Tokens| {
        let found = after.binary_search_by_key(tokens, |&(tokens, _)| tokens).ok()?;
        Some(after[found].1)
    };
    let after: Vec<Option<Span>> = step.after.iter().map(span_of).collect();
    let mut before: Vec<Option<Span>> = vec![None; step.before.len()];
    for &(from, to) in &step.edges {
        let both = [before[from as usize], after[to as usize]].into_iter().flatten();
        before[from as usize] = both.reduce(Span::with);
    }
    let spans = step.before.iter().zip(before);
    let mut spans: Spans = spans.filter_map(|(&held, span)| Some((held, span?))).collect();
    spans.sort_unstable_by_key(|&(held, _)| held);
    spans
}

#[cfg(test)]
mod tests {
    use splendor_schema::Log;
    use splendor_schema::log::OmittedField;

    use super::super::Worlds;
    use super::*;
    use crate::history::core_turns;
    use splendor_play::generate::{Dice, GenerateOptions, Policy, generate};

    /// Removes payments and returns.
    fn without_tokens(mut log: Log) -> Log {
        for turn in &mut log.turns {
            turn.returned = None;
            if let Some(purchase) = &mut turn.purchase {
                purchase.pay = None;
            }
        }
        log.omits.push(OmittedField::Return);
        log
    }

    /// Tells how many tables the forecasts of some turns of a game exclude, and fails if they
    /// exclude a table of the game itself.
    fn excluded(log: Log) -> usize {
        let (game, start, turns) = core_turns(&log).expect("the log tells every fact");
        let mut tables = vec![start];
        for turn in turns {
            let mut next = tables[tables.len() - 1];
            next.play(&game, &turn).expect("it is legal");
            tables.push(next);
        }
        let log = without_tokens(log);
        let mut worlds = Worlds::new(&log, game, 0, &start, 0);
        while worlds.now.len() < 200 {
            assert!(worlds.step().is_ok(), "the game is legal");
        }
        let first = worlds.at();
        let bounds = worlds.bounds();
        let mut dice = Dice::new(first as u64);
        let mut excluded = 0;
        for number in 0..(log.turns.len() - first).min(40) {
            let logged = &log.turns[first + number];
            let turn = crate::turn_from_log(&game, logged, tables[first + number].to_move());
            let Some(forecast) = bounds.forecast(number, &turn.unwrap()) else { continue };
            for played in 0..=number {
                let mut held = [Tokens::NONE; MOST_SEATS];
                for (held, seat) in held.iter_mut().zip(tables[first + played].seats()) {
                    *held = seat.tokens();
                }
                assert!(forecast.room(played, &held).is_some(), "turn {number} after {played}");
            }
            for _ in 0..100 {
                let any = forecast.first.each_ref().map(|spans| spans[dice.below(spans.len())].0);
                excluded += usize::from(forecast.room(0, &any).is_none());
            }
        }
        excluded
    }

    #[test]
    fn forecasts_exclude_tables_but_not_those_of_the_game() {
        let mut total = 0;
        for seed in 0..6 {
            let policy = if seed < 3 { Policy::Uniform } else { Policy::Hoarder };
            total += excluded(generate(&GenerateOptions {
                seed,
                seats: 4,
                policy,
                decks: false,
                ..GenerateOptions::default()
            }));
        }
        assert!(total > 100, "only {total} tables are excluded");
    }
}
