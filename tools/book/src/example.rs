//! Worked examples: a position, turns, and every expected result, in one JSON object.
//!
//! The tests run every example of the book. An example logs every fact that its result depends on,
//! so that no clause stays undecided and a changed number fails a test.

use serde::Deserialize;
use splendor_core::{Action, End, Game, Phase, Position, Turn, Violation};
use splendor_schema as schema;
use splendor_schema::token::TokenCounts;
use splendor_verify::verdict::Breach;
use splendor_verify::words::{listed, turn_in_words, turn_with_events};
use splendor_verify::{claims, from_log, to_log};

use crate::before::summed;
use splendor_render::{TableStyle, table_text};

/// The prestige that triggers the end of most games.
const MUCH_PRESTIGE: u8 = 15;

/// A worked example of the book.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The case in one sentence of Markdown, if the example is a case of a section.
    pub(super) case: Option<String>,
    position: schema::Position,
    turns: Vec<schema::Turn>,
    expect: Expect,
}

/// The expected result: the last turn breaks a clause, or all turns are legal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    /// The clause that the last turn breaks.
    breaks: Option<String>,
    message: Option<String>,
    /// The clause that a false claim contradicts.
    contradicts: Option<String>,
    /// `true` if present.
    legal: Option<bool>,
    /// The digest of the position before the first turn.
    start: Option<String>,
    /// The digest of the position where the example ends: the one before an illegal turn.
    digest: String,
    phase: Option<String>,
    prestige: Option<Vec<u8>>,
    tokens: Option<Vec<TokenCounts>>,
    supply: Option<TokenCounts>,
    winners: Option<Vec<u8>>,
    legal_turns: Option<usize>,
}

/// The result of an example.
#[derive(Debug)]
pub struct ReplayedExample {
    pub(crate) game: Game<'static>,
    pub(crate) start: Position,
    /// The position where the example ends.
    last: Position,
    pub(crate) breach: Option<Breach>,
    pub(crate) steps: Vec<ExampleTurn>,
}

/// A turn of an example.
#[derive(Debug)]
pub(crate) struct ExampleTurn {
    pub(crate) before: Position,
    /// The turn, unless it names a component that does not exist.
    pub(crate) turn: Option<Turn>,
    /// The position after the turn, if the turn is legal.
    pub(crate) after: Option<Position>,
    pub(crate) words: String,
}

impl Example {
    /// Reads an example.
    ///
    /// # Errors
    ///
    /// Returns a message if the text is not a valid example.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// Plays the turns.
    ///
    /// # Errors
    ///
    /// Returns a message if the example has no position, a turn before the last one is illegal, or
    /// the result depends on a fact that is missing.
    pub fn run(&self) -> Result<ReplayedExample, String> {
        let (game, start) = from_log::position_from_log(&self.position)?;
        let mut replayed =
            ReplayedExample { game, start, last: start, breach: None, steps: Vec::new() };
        for turn in &self.turns {
            if let Some(breach) = &replayed.breach {
                return Err(format!("a turn before the last: {}", breach.violation()));
            }
            replayed.play(turn)?;
        }
        Ok(replayed)
    }

    /// Returns the claim of the last turn about the table after it, as JSON, if it has one.
    pub(super) fn claim(&self) -> Option<String> {
        let after = self.turns.last()?.after.as_ref()?;
        serde_json::to_string(after).ok()
    }

    /// Returns the expected number of legal turns at the end, if the example has one.
    pub(super) const fn legal_turns(&self) -> Option<usize> {
        self.expect.legal_turns
    }

    /// Plays the turns and compares the result with the expectations.
    ///
    /// # Errors
    ///
    /// Returns the differences.
    pub fn check(&self) -> Result<(), String> {
        let replayed = self.run()?;
        self.expect.compare(&replayed).into_iter().try_for_each(|(what, same)| {
            if same { Ok(()) } else { Err(format!("`{what}` is not as expected")) }
        })
    }
}

impl Expect {
    /// Returns each expectation with its name and whether the result meets it.
    fn compare(&self, replayed: &ReplayedExample) -> Vec<(&'static str, bool)> {
        let ReplayedExample { game, last, .. } = replayed;
        let violation = replayed.breach.as_ref().map(Breach::violation);
        let contradicted = replayed.breach.as_ref().and_then(Breach::contradicted);
        let id = |violation: &Violation| violation.clause().id();
        let counts = |tokens| to_log::counts(tokens).counts();
        let tokens: Vec<_> = last.seats().iter().map(|seat| counts(seat.tokens())).collect();
        let expected: Option<Vec<_>> =
            self.tokens.as_ref().map(|seats| seats.iter().map(TokenCounts::counts).collect());
        let winners = last.has_ended().then(|| last.winners(game).iter().collect::<Vec<_>>());
        let legal_turns = || last.legal_turns(game).len();
        vec![
            ("breaks", self.breaks.as_deref() == violation.map(id)),
            ("message", self.message == replayed.message()),
            ("contradicts", self.contradicts.as_deref() == contradicted.map(id)),
            ("legal", self.legal == violation.is_none().then_some(true)),
            ("start", self.start.as_ref().is_none_or(|start| *start == replayed.start_digest())),
            ("digest", self.digest == replayed.digest()),
            ("phase", self.phase.as_deref().is_none_or(|phase| phase == phase_of(last))),
            (
                "prestige",
                self.prestige.as_ref().is_none_or(|all| last.scores().eq(all.iter().copied())),
            ),
            ("tokens", expected.is_none_or(|expected| expected == tokens)),
            ("supply", self.supply.is_none_or(|supply| supply.counts() == counts(last.supply()))),
            ("winners", self.winners == winners),
            ("legal_turns", self.legal_turns.is_none_or(|count| count == legal_turns())),
        ]
    }
}

impl ReplayedExample {
    fn play(&mut self, logged: &schema::Turn) -> Result<(), String> {
        let before = self.last;
        let lowered = from_log::turn(self.game.components, logged, before.to_move(), false);
        let turn = match lowered {
            Ok(turn) => turn.ok_or("a foreign turn cannot be played")?,
            Err(unknown) => {
                let words = "a turn with a component that does not exist".to_owned();
                self.steps.push(ExampleTurn { before, turn: None, after: None, words });
                self.breach = Some(Breach::Rule(unknown));
                return Ok(());
            }
        };
        let mut next = before;
        let played = next.play(&self.game, &turn);
        let all = before.violations(&self.game, &turn);
        if played.as_ref().err() != all.first() {
            return Err(format!("`play` and `violations` differ: {played:?}, {all:?}"));
        }
        let events = match played {
            Ok(events) => events,
            Err(violation) => {
                let words = illegal_in_words(&self.game, &before, &turn, &violation);
                let words = format!("seat {}: {words}", turn.seat);
                self.steps.push(ExampleTurn { before, turn: Some(turn), after: None, words });
                self.breach = Some(Breach::Rule(violation));
                return Ok(());
            }
        };
        if events.unknown.is_some() {
            return Err("whether the turn is legal depends on an unknown card".into());
        }
        let words = turn_with_events(&self.game, &turn, &events);
        let words = format!("seat {}: {words}", turn.seat);
        self.steps.push(ExampleTurn { before, turn: Some(turn), after: Some(next), words });
        self.claim(logged, &turn, &next);
        Ok(())
    }

    /// Advances to the next position, unless the turn makes a false claim about it.
    fn claim(&mut self, logged: &schema::Turn, turn: &Turn, next: &Position) {
        let after = logged.after.as_ref();
        self.breach = after.and_then(|after| claims::of_turn(&self.game, turn, after, next));
        if self.breach.is_none() {
            self.last = *next;
        }
    }

    /// Returns the digest of the position before the first turn.
    pub fn start_digest(&self) -> String {
        splendor_verify::digest(&self.game, &self.start).to_string()
    }

    /// Returns the digest of the position where the example ends.
    pub fn digest(&self) -> String {
        splendor_verify::digest(&self.game, &self.last).to_string()
    }

    /// Returns the message about the clause that the last turn breaks, if it breaks one.
    pub fn message(&self) -> Option<String> {
        self.breach.as_ref().map(|breach| breach.violation().to_string())
    }

    /// Returns whether a pass is the only legal turn at the end of the example.
    pub(super) fn only_a_pass_is_legal(&self) -> bool {
        let legal = self.last.legal_turns(&self.game);
        matches!(legal.as_slice(), [turn] if turn.action == Action::Pass)
    }

    /// Returns the table before the first turn, the turns in words, and the result.
    pub fn picture(&self) -> String {
        let table = table_text(&self.game, &self.start, &TableStyle::default());
        let words: String = self.steps.iter().map(|step| step.words.clone() + "\n").collect();
        let text = words + &self.verdict();
        text.lines().fold(table + "\n", |all, line| all + &folded(line))
    }

    fn verdict(&self) -> String {
        let Some(breach) = &self.breach else {
            return format!("=> legal: {}", self.state_of_play());
        };
        let violation = breach.violation();
        let contradicted =
            breach.contradicted().map(|other| format!(", contradicts {}", other.clause().id()));
        let id = violation.clause().id();
        format!("=> breaks {id}{}:\n   {violation}", contradicted.unwrap_or_default())
    }

    /// Returns the verdict as a cell of a table: what a legal turn leaves, or the clause that it
    /// breaks and the message.
    pub(super) fn verdict_in_a_cell(&self) -> String {
        let Some(breach) = &self.breach else {
            return format!("legal; {}{}", left(self), self.state_of_play());
        };
        let violation = breach.violation();
        let contradicted =
            breach.contradicted().map(|other| format!(", contradicts `{}`", other.clause().id()));
        let id = violation.clause().id();
        format!("breaks `{id}`{}: {violation}", contradicted.unwrap_or_default())
    }

    /// Returns whether a reader may ask if the last turn triggered the end: a seat has met a city,
    /// or has much prestige.
    fn may_end(&self) -> bool {
        let Some(step) = self.steps.last() else { return false };
        let seat = self.last.seats().get(usize::from(step.before.to_move()));
        let has_much = seat.is_some_and(|seat| seat.prestige() >= MUCH_PRESTIGE);
        has_much || self.game.rules.modules.cities
    }

    /// Returns the seat to move, or how the game ended.
    pub(crate) fn state_of_play(&self) -> String {
        if !self.last.has_ended() {
            let last = self.last.phase() == Phase::LastRound;
            let last = if last {
                "the last round, "
            } else if self.may_end() {
                "the end is not triggered, "
            } else {
                ""
            };
            return format!("{last}seat {} is next", self.last.to_move());
        }
        let winners: Vec<_> =
            self.last.winners(&self.game).iter().map(|seat| seat.to_string()).collect();
        if winners.is_empty() {
            return format!("the game ends ({}), nobody wins", phase_of(&self.last));
        }
        let win = if winners.len() == 1 { "wins" } else { "share the victory" };
        let seats = if winners.len() == 1 { "seat" } else { "seats" };
        format!("the game ends ({}), {seats} {} {win}", phase_of(&self.last), listed(&winners))
    }
}

/// Returns an illegal turn in words. If the turn breaks its clause before the price is checked, an
/// empty payment plays no role: the words leave it out, unless the card costs the seat nothing.
fn illegal_in_words(
    game: &Game<'_>,
    before: &Position,
    turn: &Turn,
    violation: &Violation,
) -> String {
    let words = turn_in_words(game, turn);
    if violation.clause().family() == "purchase" {
        return words;
    }
    let bonuses = before.mover().bonuses();
    turn.cards_taken().fold(words, |words, (card, _)| {
        let card = game.components.card(card);
        let has_price = card.cost().minus(bonuses).total() > 0;
        let unpaid = format!("{card} for nothing");
        if has_price { words.replace(&unpaid, &card.to_string()) } else { words }
    })
}

/// Returns what the last seat that acted has after its turn.
fn left(replayed: &ReplayedExample) -> String {
    let Some(step) = replayed.steps.last() else { return String::new() };
    let number = usize::from(step.before.to_move());
    let Some(seat) = replayed.last.seats().get(number) else { return String::new() };
    let tokens = match seat.tokens() {
        tokens if tokens.total() == 0 => "no tokens".to_owned(),
        tokens => summed(tokens),
    };
    let prestige = match seat.prestige() {
        0 => String::new(),
        prestige => format!(" and {prestige} prestige"),
    };
    format!("seat {number} then has {tokens}{prestige}; ")
}

/// Wraps a line at 80 columns and indents the continuation.
fn folded(line: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (place, word) in line.split(' ').enumerate() {
        if column + word.len() > 78 {
            text += "\n   ";
            column = 3;
        } else if place > 0 {
            text.push(' ');
        }
        text += word;
        column += word.len() + 1;
    }
    text + "\n"
}

/// Returns the name of a phase, as in `phase` of an example.
const fn phase_of(position: &Position) -> &'static str {
    match position.phase() {
        Phase::Open => "open",
        Phase::LastRound => "last round",
        Phase::Ended(End::Completed) => "completed",
        Phase::Ended(End::Stalemate) => "stalemate",
    }
}
