//! The conditions of a turn at a table that no log has led to, like that of an example.

use splendor_core::{Clause, Game, Position, Turn, Violation};
use splendor_schema::Verdict;
use splendor_schema::why::{Condition, Standing};

use super::clauses::{clauses_of_turn, depends_on_turn_only};
use super::facts::Facts;
use super::{Basis, answer, depends_on_hidden_card};

/// Returns the conditions of a turn at a table, in the order of the clauses, and the answer in a
/// sentence.
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
    let basis = Basis { game: *game, position: *position, turn: *turn, is_only: true };
    let violations = position.violations(game, turn);
    let mut broken: Vec<Clause> = Vec::new();
    let mut all: Vec<(Clause, Standing, String)> = Vec::new();
    for violation in &violations {
        let clause = Violation::clause(violation);
        if !broken.contains(&clause) {
            broken.push(clause);
            all.push((clause, Standing::NotMet, violation.to_string()));
        }
    }
    // A card that fills no empty place is not compared with the deck.
    let unfilled = broken.contains(&Clause::MarketRefill);
    let others = clauses_of_turn(game, position, turn).into_iter();
    let others = others.filter(|clause| !broken.contains(clause));
    let others = others.filter(|clause| !(unfilled && clause.family() == "reveal"));
    let facts = Facts::new(game, position, turn, &broken);
    all.extend(others.map(|clause| {
        if depends_on_turn_only(clause) || !depends_on_hidden_card(&basis, clause) {
            (clause, Standing::Met, facts.of(clause))
        } else {
            (clause, Standing::NotKnown, "depends on a card that is not named".to_owned())
        }
    }));
    all.sort_by_key(|&(clause, ..)| clause);
    let condition =
        |(clause, standing, fact)| Condition { clause: Clause::id(clause).into(), standing, fact };
    let all: Vec<Condition> = all.into_iter().map(condition).collect();
    let verdict = if broken.is_empty() { Verdict::Legal } else { Verdict::Illegal };
    let sentence = answer(verdict, &all);
    (all, sentence)
}
