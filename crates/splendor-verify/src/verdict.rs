//! The judgment on a log: values without text.

use splendor_core::{Clause, Components, Game, Position, Source, Tokens, Turn, Unknown, Violation};

use crate::worlds::TOO_LONG;
use splendor_schema::report::TurnFact;

/// The verdict on a log that could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// No clause is broken, whatever the log leaves out.
    Legal,
    /// The game may have been legal; that depends on facts that the log omits.
    Consistent,
    /// A clause is broken whatever the log leaves out.
    Illegal,
    /// The log needs a rule, module or turn that this version does not know.
    Unsupported,
}

/// The judgment on one log.
#[derive(Clone, Debug)]
pub struct Judgment {
    /// The broken clauses, in the order of the log.
    pub findings: Vec<Finding>,
    /// The omitted facts that could not be inferred, turn by turn. The fact that stops the replay
    /// is last.
    pub missing: Vec<MissingFact>,
    /// The omitted facts that were inferred.
    pub inferred: Vec<Inferred>,
    /// The features of the log that this version does not know.
    pub unsupported: Vec<crate::Unsupported>,
    /// How many turns were judged.
    pub judged: usize,
    /// The game with the components that the log names.
    pub(crate) game: Option<OwnedGame>,
    /// The position where the replay stopped; `None` if the setup could not be dealt.
    pub(crate) position: Option<Position>,
    /// Whether the result was compared with that of the rules.
    pub result_checked: bool,
    /// Whether the replay went on with a turn that had to be guessed.
    pub guessed: bool,
    /// The number of tables that the log allows where the replay stopped, and the facts on which
    /// these tables agree.
    pub tables: Tables,
    /// How the first of these tables came about, where it was one of several.
    pub(crate) path: Option<Path>,
    /// How many ways to complete a turn were tried.
    pub(crate) tried: usize,
}

/// A game that owns its components if they are not the published ones.
#[derive(Clone, Debug)]
pub struct OwnedGame {
    /// The game; its components are the published ones.
    game: Game<'static>,
    /// The components, if a log names some that are in no box.
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

/// The tables that a log allows at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tables {
    /// How many there are: 1 unless something that the log leaves out can have several values.
    pub count: u64,
    /// In how many ways the log can be completed so far, as far as they were counted.
    pub completions: u64,
    /// Whether the seats have the same prestige in all of them.
    pub same_scores: bool,
    /// Whether the game has ended in all of them or in none.
    pub same_end: bool,
    /// Whether the same seats win in all of them.
    pub same_winners: bool,
}

impl Tables {
    /// One table, as of a log that leaves nothing out.
    pub const ONE: Self =
        Self { count: 1, completions: 1, same_scores: true, same_end: true, same_winners: true };
}

/// The turns of one world, completed, from the first turn that had several values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    /// The first of the turns, from 0.
    pub(crate) from: usize,
    pub(crate) turns: Vec<Turn>,
}

impl Path {
    /// Returns the completed turn, if it is on the path.
    pub(crate) fn turn(&self, at: usize) -> Option<Turn> {
        self.turns.get(at.checked_sub(self.from)?).copied()
    }
}

/// The position before a turn, and the turn as it was understood.
pub(crate) type Played = Box<(Position, Turn)>;

impl Judgment {
    /// Returns a judgment before anything was judged.
    pub(crate) const fn nothing() -> Self {
        Self {
            findings: Vec::new(),
            missing: Vec::new(),
            inferred: Vec::new(),
            unsupported: Vec::new(),
            judged: 0,
            game: None,
            position: None,
            result_checked: false,
            guessed: false,
            tables: Tables::ONE,
            path: None,
            tried: 0,
        }
    }

    /// Returns the verdict.
    pub fn verdict(&self) -> Verdict {
        if self.findings.iter().any(|finding| !finding.after_guess) {
            Verdict::Illegal
        } else if !self.unsupported.is_empty() {
            Verdict::Unsupported
        } else if self.missing.iter().any(|missing| missing.decides) {
            Verdict::Consistent
        } else {
            Verdict::Legal
        }
    }

    /// Adds a finding that holds in every world. It stays an error after a guessed turn, but
    /// becomes a warning after a foreign turn.
    pub(crate) fn find_anyhow(&mut self, breach: Breach, turn: Option<usize>) {
        self.add(breach, turn, None, self.guessed && !self.unsupported.is_empty());
    }

    /// Adds a finding.
    pub(crate) fn find(&mut self, breach: Breach, turn: Option<usize>, played: Option<Played>) {
        self.add(breach, turn, played, self.guessed);
    }

    fn add(
        &mut self,
        breach: Breach,
        turn: Option<usize>,
        played: Option<Played>,
        after_guess: bool,
    ) {
        // Findings in the setup come before all turns, findings about the end after all turns.
        let moment = |turn: Option<usize>, breach: &Breach| match breach.clause().family() {
            "setup" | "component" if turn.is_none() => 0,
            _ => turn.map_or(usize::MAX, |turn| turn + 1),
        };
        let now = moment(turn, &breach);
        let earlier = |finding: &Finding| moment(finding.turn, &finding.breach) < now;
        let after_illegal = self.findings.iter().any(earlier);
        let tables = if after_guess { 1 } else { self.tables.count };
        self.findings.push(Finding { breach, turn, after_illegal, after_guess, tables, played });
    }

    /// Marks the findings from `place` on as findings at one of several tables. Returns whether
    /// there are such findings.
    pub(crate) fn one_of(&mut self, tables: u64, place: usize) -> bool {
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

    /// Returns a turn, counted from 0, with the facts that the log omits, if worlds were tried.
    pub fn completed_turn(&self, at: usize) -> Option<Turn> {
        self.path.as_ref().and_then(|path| path.turn(at))
    }

    /// Returns whether the game reached its end.
    pub fn is_complete(&self) -> bool {
        let ended = self.position.as_ref().is_some_and(Position::has_ended);
        ended && self.tables.same_end
    }
}

/// A clause that is broken, and where.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The breach.
    pub breach: Breach,
    /// The turn, from 0. `None` before the first turn and after the last.
    pub turn: Option<usize>,
    /// Whether it comes after an illegal turn.
    pub after_illegal: bool,
    /// Whether it comes after a turn that had to be guessed: then it proves nothing.
    pub after_guess: bool,
    /// How many tables the log allowed there; in each something is broken, and this in one.
    pub tables: u64,
    /// The position before the turn and the turn as it was understood.
    pub played: Option<Box<(Position, Turn)>>,
}

/// A broken clause, or a false claim that contradicts a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// A turn or the setup breaks a clause.
    Rule(Violation),
    /// A claim of the log is false. The second violation names the clause that the claim
    /// contradicts.
    Claim(Violation, Option<Violation>),
}

impl Breach {
    /// Returns the breach that is reported.
    pub const fn violation(&self) -> &Violation {
        match self {
            Self::Rule(violation) | Self::Claim(violation, _) => violation,
        }
    }

    /// Returns the breach of the clause that a false claim contradicts.
    pub const fn contradicted(&self) -> Option<&Violation> {
        match self {
            Self::Rule(_) => None,
            Self::Claim(_, contradicted) => contradicted.as_ref(),
        }
    }

    /// Returns the clause that is reported.
    pub const fn clause(&self) -> Clause {
        self.violation().clause()
    }
}

/// A fact that the log leaves out and that is not forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingFact {
    /// The omitted field, like `pay`.
    pub field: TurnFact,
    /// The turn, from 0.
    pub turn: usize,
    /// Why it matters.
    pub why: &'static str,
    /// How many values are possible, where they were counted.
    pub values: Option<usize>,
    /// Whether the replay stops for the lack of it.
    pub stops: bool,
    /// Whether the verdict depends on the fact. If not, the log is equally legal with each value.
    pub decides: bool,
}

impl MissingFact {
    /// Returns the fact for a turn with too many possible values to try.
    pub(crate) const fn of_too_many(turn: usize, field: TurnFact) -> Self {
        Self { field, turn, why: TOO_LONG, values: None, stops: true, decides: true }
    }

    /// Returns the fact for a turn whose legality depends on a card that the log omits.
    pub(crate) const fn of(turn: usize, unknown: Unknown) -> Self {
        let (field, why) = match unknown {
            Unknown::HandAffordable => (
                TurnFact::Card,
                "whether the seat had to pass depends on a card that the log does not tell",
            ),
            Unknown::MarketCard => (
                TurnFact::Refill,
                "whether the card lay in the market depends on a refill that the log does not tell",
            ),
            Unknown::Kept => (
                TurnFact::Card,
                "either of two cards that were drawn may have been kept, the other put under the \
                 deck",
            ),
            Unknown::Drawn => (
                TurnFact::Under,
                "whether two cards were drawn is not told, and a known card of the deck lies at \
                 another place then",
            ),
            Unknown::Source => (
                TurnFact::From,
                "the card may come from the market or from the hand, where each has a card that \
                 the log does not tell",
            ),
        };
        Self { field, turn, why, values: None, stops: false, decides: true }
    }

    /// Returns the fact for a turn of which the replay takes the first of several values.
    pub(crate) const fn of_several(turn: usize, field: TurnFact, values: usize) -> Self {
        let why = "several values are legal, and the first is taken";
        Self { field, turn, why, values: Some(values), stops: false, decides: true }
    }

    /// Returns the fact for a digest that cannot be computed.
    pub(crate) const fn of_digest(turn: usize) -> Self {
        let why = "the digest depends on a refill that the log does not tell";
        Self { field: TurnFact::Refill, turn, why, values: None, stops: false, decides: true }
    }
}

/// A fact that the log leaves out and of which only one value is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The omitted field.
    pub field: TurnFact,
    /// The turn, from 0.
    pub turn: usize,
    /// The value.
    pub value: InferredValue,
}

/// The value of an inferred fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InferredValue {
    /// Tokens paid or given back.
    Tokens(Tokens),
    /// The noble that came.
    Noble(splendor_core::Noble),
    /// The trading post that was gained.
    Post(splendor_core::Post),
    /// The card that appeared.
    Card(splendor_core::Card),
    /// Where the card came from.
    Source(Source),
}
