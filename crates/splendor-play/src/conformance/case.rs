//! The test cases: the questions about each vector, with the expected answers.

use std::collections::BTreeSet;

use splendor_core::{Game, Position};
use splendor_schema::conformance::{Answer, QuestionKind};
use splendor_schema::vector::Vector;
use splendor_schema::{Name, ReadError, Verdict};

use splendor_verify::from_log;
use splendor_verify::position_from_log;

/// Positions with the questions about each.
#[derive(Debug, Default)]
pub struct Kit {
    vectors: Vec<(Due, Vec<Case>)>,
    names: BTreeSet<String>,
}

/// A position of a vector, as logged and as the core represents it.
#[derive(Debug)]
pub(crate) struct Due {
    pub(crate) logged: splendor_schema::Position,
    pub(crate) game: Game<'static>,
    pub(crate) position: Position,
}

/// One question about a position.
#[derive(Debug)]
pub struct Case {
    /// The unique name of the case, like `middle-2:play-3`.
    pub name: String,
    /// The id of the tested clause; `None` if the case tests all clauses.
    pub clause: Option<String>,
    /// The kind of question.
    pub ask: QuestionKind,
    /// The turn, as logged and as the core represents it.
    pub(crate) turn: Option<(splendor_schema::Turn, splendor_core::Turn)>,
}

/// The vectors of this project, one per line.
const VECTORS: &str = include_str!("../../../../replays/vectors.jsonl");

impl Kit {
    /// Returns the test cases that ship with this project.
    ///
    /// # Panics
    ///
    /// Panics if the shipped vectors are invalid, which is a defect of this crate.
    pub fn published() -> Self {
        let mut kit = Self::default();
        for line in VECTORS.lines() {
            let added = kit.add(line.as_bytes());
            added.expect("the vectors of the project are in order");
        }
        kit
    }

    /// Adds the questions of a vector.
    ///
    /// # Errors
    ///
    /// Returns a message if the vector is invalid.
    pub fn add(&mut self, line: &[u8]) -> Result<(), String> {
        let read = |error: ReadError| format!("column {}: {}", error.column, error.message);
        let vector = Vector::read(line).map_err(read)?;
        let (game, position) = position_from_log(&vector.position)?;
        if !position.is_determined() {
            return Err("a card of the position is unknown".to_owned());
        }
        if position.leaves_out_returns(&game) {
            return Err("there are too many ways to return tokens to list them".to_owned());
        }
        let due = Due { logged: vector.position.clone(), game, position };
        let cases = cases(&vector, &due)?;
        if !self.names.insert(vector.name.to_string()) {
            return Err(format!("there are two vectors called `{}`", vector.name));
        }
        self.vectors.push((due, cases));
        Ok(())
    }

    /// Keeps only the questions about a clause or a family of clauses.
    pub fn about(&mut self, id: &str) {
        let about = |clause: &str| clause == id || clause.split('.').next() == Some(id);
        for (_, cases) in &mut self.vectors {
            cases.retain(|case| case.clause.as_deref().is_some_and(about));
        }
    }

    /// Returns the questions with their positions.
    pub(crate) fn cases(&self) -> impl Iterator<Item = (&Due, &Case)> {
        self.vectors.iter().flat_map(|(due, cases)| cases.iter().map(move |case| (due, case)))
    }

    /// Returns the questions.
    pub fn questions(&self) -> impl Iterator<Item = &Case> {
        self.cases().map(|(_, case)| case)
    }
}

fn cases(vector: &Vector, due: &Due) -> Result<Vec<Case>, String> {
    let name = &vector.name;
    let legal =
        Case { name: format!("{name}:legal"), clause: None, ask: QuestionKind::Legal, turn: None };
    let clause = Some(vector.clause.to_string());
    let score =
        Case { name: format!("{name}:score"), clause, ask: QuestionKind::Score, turn: None };
    let mut cases = vec![legal, score];
    for (at, judged) in (1..).zip(&vector.turns) {
        let (all, seat) = (due.game.components, due.position.to_move());
        let turn = from_log::turn(all, &judged.turn, seat, false);
        let turn = turn.map_err(|breach| format!("turn {at}: {breach}"))?;
        let turn = turn.ok_or_else(|| format!("turn {at} is foreign"))?;
        let legal = due.position.check(&due.game, &turn).is_ok();
        if legal != (judged.verdict == Verdict::Legal) {
            return Err(format!("turn {at} is not {}", judged.verdict));
        }
        cases.push(Case {
            name: format!("{name}:play-{at}"),
            clause: Some(judged.clause.to_string()),
            ask: QuestionKind::Play,
            turn: Some((judged.turn.clone(), turn)),
        });
    }
    Ok(cases)
}

impl Due {
    /// Returns whether an engine supports a question. A list that its greeting lacks allows
    /// everything.
    pub(crate) fn is_known_to(&self, hello: &Answer, ask: QuestionKind) -> bool {
        let has = |list: &Option<Vec<Name>>, name: &Name| {
            list.as_ref().is_none_or(|list| list.contains(name))
        };
        let rules = &self.logged.rules;
        let ruling = |(name, value): (&Name, &splendor_schema::rules::Ruling)| {
            has(&hello.rulings, &format!("{}={}", name.as_str(), value.text()).into())
        };
        let seats = u8::try_from(self.logged.seats.len()).unwrap_or(u8::MAX);
        has(&hello.editions, &rules.edition)
            && rules.modules.iter().all(|module| has(&hello.modules, module))
            && rules.boxes.iter().all(|name| has(&hello.boxes, name))
            && rules.rulings.iter().all(ruling)
            && hello.seats.as_ref().is_none_or(|list| list.contains(&seats))
            && hello.asks.as_ref().is_none_or(|list| list.contains(&ask))
    }
}
