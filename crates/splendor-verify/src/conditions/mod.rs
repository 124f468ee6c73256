//! The conditions that the rules set for a turn: met, not met, or not known.
//!
//! The findings say what is not met, so this list cannot contradict the verdict; the steps of the
//! core say what is met, in [`Position::met_clauses`]. This module writes the numbers.

mod facts;
mod sun_never_sets;

use splendor_core::{Action, Clause, Freedom, Game, Pass, Position, Turn, Violation};
use splendor_schema::Verdict;
use splendor_schema::why::{Condition, Standing};

use crate::verdict::{Finding, Judgment, MissingFact};

use facts::Facts;

/// The clauses of which a legal turn names the facts in its answer.
const REASONS: [Clause; 10] = [
    Clause::TurnPass,
    Clause::TakeSupply,
    Clause::TakePairNeedsFour,
    Clause::ReserveHandLimit,
    Clause::ReserveFaceUp,
    Clause::ReserveDeck,
    Clause::PurchasePrice,
    Clause::LimitTen,
    Clause::NobleMandatory,
    Clause::PostMandatory,
];

/// A judged turn: what the conditions are read from.
pub(crate) struct JudgedTurn<'j> {
    pub(crate) judgment: &'j Judgment,
    /// The verdict on the turn alone.
    pub(crate) verdict: Verdict,
    /// The turn, from 0.
    pub(crate) at: usize,
    /// The position before the turn, if the replay left it behind.
    pub(crate) before: Option<Position>,
    /// Whether the turn claims something about the table after it.
    pub(crate) has_claims: bool,
}

/// The table and the completed turn on which the conditions are described.
struct Basis<'b> {
    game: Game<'b>,
    position: Position,
    turn: Turn,
    /// Whether the log allows only this table and this turn.
    is_only: bool,
}

impl JudgedTurn<'_> {
    /// Returns the conditions of the turn, in the order of the clauses.
    pub(crate) fn conditions(&self) -> Vec<Condition> {
        let mut all = not_met(self.findings().map(|finding| finding.breach.violation()));
        if let Some(basis) = self.basis() {
            let open = || match self.verdict {
                Verdict::Legal => {
                    (Standing::Met, "met at every table that the log allows".to_owned())
                }
                _ => (Standing::NotKnown, self.omitted_fact()),
            };
            basis.add_others(&mut all, open);
        }
        if self.has_claims && self.verdict == Verdict::Legal {
            let fact = "the claims of the turn are those of the table after it".to_owned();
            all.push((Clause::ClaimAfter, Standing::Met, fact));
        }
        in_order(all)
    }

    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.judgment.findings.iter().filter(|finding| finding.turn == Some(self.at))
    }

    fn basis(&self) -> Option<Basis<'_>> {
        let (game, _) = self.judgment.last()?;
        let findings: Vec<&Finding> = self.findings().collect();
        if let Some(first) = findings.first() {
            let (position, turn) = *first.played.as_deref()?;
            let is_only = first.tables == 1 && !first.after_guess;
            return Some(Basis { game, position, turn, is_only });
        }
        if self.judgment.judged <= self.at {
            return None;
        }
        let turn = self.judgment.completed_turn(self.at).or(self.judgment.last_turn)?;
        let position = self.before?;
        let settled = self.verdict == Verdict::Legal
            || (turn.action == Action::Pass && position.freedom(&game) == Freedom::Unknown);
        let is_only = settled && self.judgment.tables.count == 1;
        Some(Basis { game, position, turn, is_only })
    }

    fn omitted_fact(&self) -> String {
        let deciding = self.judgment.missing.iter().filter(|missing| missing.decides);
        let distance =
            |missing: &&MissingFact| missing.turn.map_or(usize::MAX, |turn| turn.abs_diff(self.at));
        let first = deciding.min_by_key(distance);
        first.map_or_else(
            || "depends on a fact that the log omits".to_owned(),
            |missing| {
                let (field, place) = (missing.field, missing.place());
                format!("depends on `{field}` of {place}, which the log omits")
            },
        )
    }
}

/// Returns the conditions of a turn at a table that no log has led to, in the order of the clauses,
/// and the answer in a sentence.
///
/// ```
/// use splendor_schema::Position;
/// use splendor_schema::why::Standing;
/// use splendor_verify::{conditions_at, position_from_log, turn_from_log};
///
/// let table = br#"{"format": "splendor-position/1", "rules": {"edition": "2024"},
///     "seats": [{"tokens": {"ruby": 1}}, {}]}"#;
/// let (game, position) = position_from_log(&Position::read(table)?)?;
/// let turn = serde_json::from_str(r#"{"take": ["ruby", "ruby"]}"#)?;
/// let turn = turn_from_log(&game, &turn, 0).expect("the turn names no component");
/// let (conditions, answer) = conditions_at(&game, &position, &turn);
/// assert_eq!((&*conditions[0].clause, conditions[0].standing), ("turn.after-end", Standing::Met));
/// assert_eq!(answer.unwrap(), "illegal: two rubies taken from a stack of three");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conditions_at(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
) -> (Vec<Condition>, Option<String>) {
    let violations = position.violations(game, turn);
    let mut all = not_met(violations.iter());
    let basis = Basis { game: *game, position: *position, turn: *turn, is_only: true };
    let open = || (Standing::NotKnown, "depends on a card that is not named".to_owned());
    basis.add_others(&mut all, open);
    let verdict = if violations.is_empty() { Verdict::Legal } else { Verdict::Illegal };
    let all = in_order(all);
    let sentence = answer(verdict, &all);
    (all, sentence)
}

/// A condition: its clause, its standing, and the facts.
pub(crate) type Stated = (Clause, Standing, String);

/// Returns the conditions that are not met; of those of one clause, the first.
fn not_met<'v>(violations: impl Iterator<Item = &'v Violation>) -> Vec<Stated> {
    let mut all: Vec<Stated> = Vec::new();
    for violation in violations {
        let clause = violation.clause();
        if all.iter().all(|&(listed, ..)| listed != clause) {
            all.push((clause, Standing::NotMet, violation.to_string()));
        }
    }
    all
}

/// Returns conditions in the order of the clauses.
fn in_order(mut all: Vec<Stated>) -> Vec<Condition> {
    all.sort_by_key(|&(clause, ..)| clause);
    as_listed(all)
}

/// Returns conditions in the order of the list.
pub(crate) fn as_listed(all: Vec<Stated>) -> Vec<Condition> {
    let condition =
        |(clause, standing, fact): Stated| Condition { clause: clause.id().into(), standing, fact };
    all.into_iter().map(condition).collect()
}

impl Basis<'_> {
    /// Adds the conditions that the turn meets to `all`, which has the others. `open` states a
    /// condition that fails at another table, or with another card in a hidden place.
    fn add_others(&self, all: &mut Vec<Stated>, open: impl Fn() -> (Standing, String)) {
        let broken: Vec<Clause> = all.iter().map(|&(clause, ..)| clause).collect();
        // A card that fills no empty place is not compared with the deck.
        let unfilled = broken.contains(&Clause::MarketRefill);
        let facts = Facts::new(&self.game, &self.position, &self.turn, &broken);
        for clause in self.position.met_clauses(&self.game, &self.turn) {
            if broken.contains(&clause) || (unfilled && clause.family() == "reveal") {
                continue;
            }
            let is_certain = depends_on_turn_only(clause)
                || (self.is_only && !depends_on_hidden_card(self, clause));
            let (standing, fact) =
                if is_certain { (Standing::Met, facts.of(clause)) } else { open() };
            all.push((clause, standing, fact));
        }
    }
}

/// Returns whether the clause does not depend on omitted facts: the same seat acts at each table.
const fn depends_on_turn_only(clause: Clause) -> bool {
    matches!(
        clause,
        Clause::TurnOrder
            | Clause::TurnOneAction
            | Clause::TakeNoGold
            | Clause::TakeDifferent
            | Clause::TakePair
    )
}

/// Returns whether the clause holds only for some of the cards in hidden places.
fn depends_on_hidden_card(basis: &Basis<'_>, clause: Clause) -> bool {
    let Basis { game, position, turn, .. } = basis;
    let seat = position.acting_seat(turn);
    match (clause, turn.action) {
        (Clause::TurnPass, _) => match game.rules.rulings.pass {
            Pass::WhenStuck => position.freedom(game) == Freedom::Unknown,
            Pass::Always | Pass::Never => false,
        },
        (Clause::ReserveFaceUp, Action::ReserveMarket(card)) => !position.market().has(card),
        (Clause::PurchaseSource, Action::Purchase { card, .. }) => {
            !position.market().has(card) && !seat.hand().has(card)
        }
        _ => false,
    }
}

/// Returns the verdict on a turn in a sentence, with the facts that decide it.
pub(crate) fn answer(verdict: Verdict, conditions: &[Condition]) -> Option<String> {
    let facts_of = |standing| {
        let all = conditions.iter().filter(move |condition| condition.standing == standing);
        all.map(|condition| condition.fact.clone()).collect::<Vec<_>>()
    };
    let reasons = match verdict {
        Verdict::Legal => reasons_of_legal(conditions),
        Verdict::Illegal => facts_of(Standing::NotMet),
        Verdict::Consistent | Verdict::Undecided => {
            let mut open = facts_of(Standing::NotKnown);
            open.dedup();
            open
        }
        _ => Vec::new(),
    };
    (!reasons.is_empty()).then(|| format!("{verdict}: {}", reasons.join("; ")))
}

fn reasons_of_legal(conditions: &[Condition]) -> Vec<String> {
    let pair = Clause::TakePairNeedsFour.id();
    let is_pair = conditions.iter().any(|condition| condition.clause == pair);
    let counts = |condition: &&Condition| {
        // The stack of a pair says more than the supply of its color.
        let repeats = is_pair && condition.clause == Clause::TakeSupply.id();
        !repeats && REASONS.iter().any(|reason| reason.id() == condition.clause)
    };
    let mut all: Vec<String> =
        conditions.iter().filter(counts).map(|condition| condition.fact.clone()).collect();
    all.dedup();
    all
}
