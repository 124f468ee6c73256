//! The conditions that the rules set for a turn: met, not met, or not known.
//!
//! The findings decide which condition is not met, so this list cannot contradict the verdict. This
//! file only chooses the clauses that a turn of a kind can break, and writes the numbers.

mod at_table;
mod clauses;
mod facts;
mod sun_never_sets;

use splendor_core::{Action, Clause, Freedom, Game, Pass, Position, Turn};
use splendor_schema::Verdict;
use splendor_schema::why::{Condition, Standing};

use crate::verdict::{Finding, Judgment};

pub use at_table::conditions_at;
pub use clauses::clauses_of_turn;
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
        let mut all: Vec<(Clause, Standing, String)> = self.not_met();
        let broken: Vec<Clause> = all.iter().map(|&(clause, ..)| clause).collect();
        if let Some(basis) = self.basis() {
            let clauses = clauses_of_turn(&basis.game, &basis.position, &basis.turn);
            let others = clauses.into_iter().filter(|clause| !broken.contains(clause));
            // A card that fills no empty place is not compared with the deck.
            let unfilled = broken.contains(&Clause::MarketRefill);
            let others = others.filter(|clause| !(unfilled && clause.family() == "reveal"));
            all.extend(others.map(|clause| self.other(&basis, clause, &broken)));
        }
        if self.has_claims && self.verdict == Verdict::Legal {
            let fact = "the claims of the turn are those of the table after it".to_owned();
            all.push((Clause::ClaimAfter, Standing::Met, fact));
        }
        all.sort_by_key(|&(clause, ..)| clause);
        let condition = |(clause, standing, fact): (Clause, _, _)| Condition {
            clause: clause.id().into(),
            standing,
            fact,
        };
        all.into_iter().map(condition).collect()
    }

    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.judgment.findings.iter().filter(|finding| finding.turn == Some(self.at))
    }

    fn not_met(&self) -> Vec<(Clause, Standing, String)> {
        let mut all: Vec<(Clause, Standing, String)> = Vec::new();
        for finding in self.findings() {
            let clause = finding.breach.clause();
            if all.iter().all(|&(listed, ..)| listed != clause) {
                all.push((clause, Standing::NotMet, finding.breach.violation().to_string()));
            }
        }
        all
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

    /// Returns a condition that no finding contradicts.
    fn other(
        &self,
        basis: &Basis<'_>,
        clause: Clause,
        broken: &[Clause],
    ) -> (Clause, Standing, String) {
        let facts = Facts::new(&basis.game, &basis.position, &basis.turn, broken);
        let is_certain = clauses::depends_on_turn_only(clause)
            || (basis.is_only && !depends_on_hidden_card(basis, clause));
        if is_certain {
            (clause, Standing::Met, facts.of(clause))
        } else if self.verdict == Verdict::Legal {
            let fact = "met at every table that the log allows".to_owned();
            (clause, Standing::Met, fact)
        } else {
            (clause, Standing::NotKnown, self.omitted_fact())
        }
    }

    fn omitted_fact(&self) -> String {
        let deciding = self.judgment.missing.iter().filter(|missing| missing.decides);
        let first = deciding.min_by_key(|missing| missing.turn.abs_diff(self.at));
        first.map_or_else(
            || "depends on a fact that the log omits".to_owned(),
            |missing| {
                let field = missing.field.as_str();
                format!("depends on `{field}` of turn {}, which the log omits", missing.turn + 1)
            },
        )
    }
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
