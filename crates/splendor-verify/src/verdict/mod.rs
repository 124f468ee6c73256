//! The result of judging a log, as values without text.

mod omitted;

use splendor_core::{Clause, Components, Game, Position, Turn, Violation};
use splendor_schema as schema;

use crate::Meter;

pub use omitted::{Inferred, InferredValue, MissingFact};
pub(crate) use omitted::{TOO_LONG, UNMATCHED_DIGEST};

/// The verdict on a log that could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// No clause is broken for any values of the omitted facts.
    Legal,
    /// A legal completion was found, but with other values of the omitted facts the game may have
    /// been illegal.
    Consistent,
    /// A clause is broken for all values of the omitted facts.
    Illegal,
    /// The search for the omitted facts stopped at a limit: it neither found a legal completion
    /// nor excluded every completion.
    Undecided,
    /// The log asks for a rule, a module or a turn that the verifier does not know.
    Unsupported,
}

impl From<Verdict> for schema::Verdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Legal => Self::Legal,
            Verdict::Consistent => Self::Consistent,
            Verdict::Illegal => Self::Illegal,
            Verdict::Undecided => Self::Undecided,
            Verdict::Unsupported => Self::Unsupported,
        }
    }
}

/// The result of judging one log.
#[derive(Clone, Debug)]
pub struct Judgment {
    /// The broken clauses and false claims, in the order of the log.
    pub findings: Vec<Finding>,
    /// The omitted facts with several possible values, turn by turn. A fact that stops the replay
    /// is the last.
    pub missing: Vec<MissingFact>,
    /// The omitted facts with one possible value.
    pub inferred: Vec<Inferred>,
    /// The rules, modules and turns that the verifier does not know.
    pub unsupported: Vec<crate::Unsupported>,
    /// The number of turns that were judged.
    pub judged: usize,
    /// The game, including components that only this log names.
    pub(crate) game: Option<OwnedGame>,
    /// The position where the replay stopped; `None` if the setup could not be dealt.
    pub(crate) position: Option<Position>,
    /// The tables that the log allows at the end of the replay.
    pub tables: Tables,
    /// The completed turns that lead to the first of these tables, if worlds were tried.
    pub(crate) completed_turns: Option<CompletedTurns>,
    /// The last turn of the log with its inferred facts, if it is legal.
    pub(crate) last_turn: Option<Turn>,
    /// The work of the searches for omitted facts.
    pub work: Meter,
}

/// A game that owns its components, unless they are the published ones.
#[derive(Clone, Debug)]
pub struct OwnedGame {
    /// The game, with the published components.
    game: Game<'static>,
    /// The components to use instead, if the log names components outside the published boxes.
    components: Option<Box<Components>>,
}

impl From<&Game<'_>> for OwnedGame {
    fn from(game: &Game<'_>) -> Self {
        let published = Components::published();
        let is_published = std::ptr::eq(game.components, published);
        let Game { rules, tokens, token_limit, market_width, .. } = *game;
        Self {
            game: Game { rules, components: published, tokens, token_limit, market_width },
            components: (!is_published).then(|| Box::new(game.components.clone())),
        }
    }
}

impl OwnedGame {
    /// Returns the game.
    pub fn as_game(&self) -> Game<'_> {
        let components = self.components.as_deref().unwrap_or(self.game.components);
        Game { components, ..self.game }
    }
}

/// The tables that a log allows after some turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The number of tables: 1 unless an omitted fact can have several values.
    pub count: u64,
    /// Whether the scores are the same in all tables.
    pub same_scores: bool,
    /// Whether the game has ended in all tables, or in no table.
    pub same_end: bool,
    /// Whether the winners are the same in all tables.
    pub same_winners: bool,
}

impl Tables {
    /// One table, as for a log that omits nothing.
    pub const ONE: Self = Self { count: 1, same_scores: true, same_end: true, same_winners: true };
}

/// The completed turns of one world, from the first turn with several possible completions.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompletedTurns {
    /// The number of the first turn, from 0.
    pub(crate) from: usize,
    pub(crate) turns: Vec<Turn>,
}

impl CompletedTurns {
    /// Returns the completed turn of a number, from 0, if it is among them.
    pub(crate) fn turn(&self, at: usize) -> Option<Turn> {
        self.turns.get(at.checked_sub(self.from)?).copied()
    }
}

/// The position before a turn, and the turn with its omitted facts filled in.
pub type Played = Box<(Position, Turn)>;

impl Judgment {
    /// Returns the judgment of a log before its first turn.
    pub(crate) fn nothing() -> Self {
        Self {
            findings: Vec::new(),
            missing: Vec::new(),
            inferred: Vec::new(),
            unsupported: Vec::new(),
            judged: 0,
            game: None,
            position: None,
            tables: Tables::ONE,
            completed_turns: None,
            last_turn: None,
            work: Meter::default(),
        }
    }

    /// Returns the judgment of a log that asks for what this version does not know.
    pub(crate) fn unsupported(unknown: crate::Unsupported) -> Self {
        Self { unsupported: vec![unknown], ..Self::nothing() }
    }

    /// Returns the verdict. A finding after a guessed turn does not make a log illegal.
    pub fn verdict(&self) -> Verdict {
        if self.findings.iter().any(|finding| !finding.after_guess) {
            Verdict::Illegal
        } else if !self.unsupported.is_empty() {
            Verdict::Unsupported
        } else if self.stop().is_some() {
            Verdict::Undecided
        } else if self.missing.iter().any(|missing| missing.decides) {
            Verdict::Consistent
        } else {
            Verdict::Legal
        }
    }

    /// Returns the omitted fact at which the search stopped, if it stopped before the end of the
    /// log.
    pub fn stop(&self) -> Option<&MissingFact> {
        self.missing.iter().find(|missing| missing.stops)
    }

    /// Marks the findings from an index on as findings about one of several tables. Returns whether
    /// it marked any finding.
    pub(crate) fn mark_as_one_of_several(&mut self, tables: u64, place: usize) -> bool {
        let several = tables > 1;
        let found = &mut self.findings[place..];
        for found in found.iter_mut().filter(|_| several) {
            found.tables = tables;
        }
        several && !found.is_empty()
    }

    /// Returns the game and the position where the replay stopped, if the setup could be dealt.
    pub fn last(&self) -> Option<(Game<'_>, &Position)> {
        Some((self.game.as_ref()?.as_game(), self.position.as_ref()?))
    }

    /// Returns a turn, numbered from 0, with its omitted facts filled in, if worlds were tried.
    pub fn completed_turn(&self, at: usize) -> Option<Turn> {
        self.completed_turns.as_ref().and_then(|completed_turns| completed_turns.turn(at))
    }

    /// Returns whether the game ended, in every table that the log allows.
    pub fn is_complete(&self) -> bool {
        let ended = self.position.as_ref().is_some_and(Position::has_ended);
        ended && self.tables.same_end && self.stop().is_none()
    }
}

/// A broken clause or a false claim, and its place in the log.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The breach.
    pub breach: Breach,
    /// The turn, from 0; `None` for the setup and for the end.
    pub turn: Option<usize>,
    /// Whether an earlier turn or the setup is illegal.
    pub after_illegal: bool,
    /// Whether an earlier turn had to be guessed, so that the finding proves nothing.
    pub after_guess: bool,
    /// The number of tables that the log allows there. Each has some breach; this one has this
    /// breach.
    pub tables: u64,
    /// The position before the turn, and the turn with its omitted facts filled in.
    pub played: Option<Played>,
}

impl Finding {
    /// Returns a finding where the log allows so many tables, without an earlier breach or guess.
    pub(crate) const fn new(breach: Breach, turn: Option<usize>, tables: u64) -> Self {
        Self { breach, turn, after_illegal: false, after_guess: false, tables, played: None }
    }

    /// Returns the place of the finding in the course of the game: 0 for the setup, then the turns,
    /// then the end.
    pub(crate) fn moment(&self) -> usize {
        match (self.turn, self.breach.clause().family()) {
            (None, "setup" | "component") => 0,
            (turn, _) => turn.map_or(usize::MAX, |turn| turn + 1),
        }
    }
}

/// A broken clause, or a false claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// A turn or the setup breaks a clause.
    Rule(Violation),
    /// A claim of the log is false. The second violation is the clause that the claim contradicts.
    Claim(Violation, Option<Violation>),
}

impl Breach {
    /// Returns the violation to report.
    pub const fn violation(&self) -> &Violation {
        match self {
            Self::Rule(violation) | Self::Claim(violation, _) => violation,
        }
    }

    /// Returns the violation of the clause that a false claim contradicts.
    pub const fn contradicted(&self) -> Option<&Violation> {
        match self {
            Self::Rule(_) => None,
            Self::Claim(_, contradicted) => contradicted.as_ref(),
        }
    }

    /// Returns the clause to report.
    pub const fn clause(&self) -> Clause {
        self.violation().clause()
    }
}
