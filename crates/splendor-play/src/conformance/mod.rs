//! Tests another engine: asks about positions with known answers and scores it clause by clause.
//!
//! This module starts no programs: an [`Engine`] is anything that answers a line with a line.

mod answer;
mod case;
mod mark;
mod marks;
mod respond;
mod skip;
mod table;
mod words;

use splendor_schema::Name;
use splendor_schema::conformance::{Answer, Protocol, Question, QuestionKind};
use splendor_schema::json::layout;

pub use case::{Case, Kit};
pub use mark::Mark;
pub use marks::Marks;
pub use respond::respond;
pub use skip::{Skip, Skips};
pub use words::command_words;

use case::Due;

/// The reason for a missing answer: the engine stopped, timed out, or wrote too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineError(pub String);

/// Anything that answers questions.
pub trait Engine {
    /// Starts the engine, or restarts it after an error.
    ///
    /// # Errors
    ///
    /// Returns the reason why the engine does not start.
    fn start(&mut self) -> Result<(), EngineError>;

    /// Sends a line and returns the answering line.
    ///
    /// # Errors
    ///
    /// Returns the reason for a missing answer.
    fn answer(&mut self, line: &str) -> Result<Vec<u8>, EngineError>;
}

/// How often an engine is restarted before the remaining cases are given up.
const MOST_STARTS: usize = 20;

/// Asks an engine every question of the kit that it supports. Calls `on_progress` with the number
/// of finished cases and the number of all cases.
///
/// # Errors
///
/// Returns the reason why the first start or the greeting failed.
pub fn conformance<'k>(
    kit: &'k Kit,
    skips: &Skips,
    engine: &mut dyn Engine,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<Marks<'k>, EngineError> {
    let mut dialog = Dialog { engine, id: 0, starts: 0 };
    let hello = dialog.greet()?;
    let mut marks = Marks::new(&hello);
    let all = kit.cases().count();
    let mut gave_up: Option<String> = None;
    for (done, (due, case)) in kit.cases().enumerate() {
        let result = match &gave_up {
            _ if !due.is_known_to(&hello, case.ask) => Mark::Unsupported,
            Some(why) => Mark::GivenUp(why.clone()),
            None => dialog.ask(due, case).unwrap_or_else(|error| {
                // A failed engine may be stuck or out of step with the questions, so it starts
                // afresh. The case still counts as wrong.
                gave_up = dialog.restart().err().map(|EngineError(why)| why);
                Mark::Wrong(error.0)
            }),
        };
        marks.add(case, skips.applied(&case.name, result));
        on_progress(done + 1, all);
    }
    marks.stale = skips.stale(marks.iter());
    Ok(marks)
}

/// A conversation with an engine: one question, one answer.
struct Dialog<'e> {
    engine: &'e mut dyn Engine,
    id: u64,
    starts: usize,
}

impl Dialog<'_> {
    /// Starts the engine and asks for its name and features.
    fn greet(&mut self) -> Result<Answer, EngineError> {
        self.starts += 1;
        self.engine.start()?;
        let request = Question {
            id: 0,
            ask: QuestionKind::Hello,
            protocol: Some(Protocol),
            position: None,
            turn: None,
            turns: None,
        };
        let answer = self.exchange(request)?;
        match answer.error {
            Some(error) => Err(EngineError(format!(
                "the engine answers hello with: {}",
                shown(error.as_str())
            ))),
            None => Ok(answer),
        }
    }

    /// Restarts the engine after an error, unless it was restarted too often.
    fn restart(&mut self) -> Result<(), EngineError> {
        if self.starts >= MOST_STARTS {
            let starts = self.starts;
            return Err(EngineError(format!("the engine had to be started {starts} times")));
        }
        self.greet().map(|_| ())
    }

    fn ask(&mut self, due: &Due, case: &Case) -> Result<Mark, EngineError> {
        let request = Question {
            id: 0,
            ask: case.ask,
            protocol: None,
            position: Some(due.logged.clone()),
            turn: case.turn.as_ref().map(|(turn, _)| turn.clone()),
            turns: None,
        };
        let answer = self.exchange(request)?;
        Ok(match &answer.error {
            Some(error) => Mark::Wrong(format!("the engine says: {}", shown(error.as_str()))),
            None => answer::judged(due, case, &answer),
        })
    }

    fn exchange(&mut self, request: Question) -> Result<Answer, EngineError> {
        self.id += 1;
        let request = Question { id: self.id, ..request };
        let line = layout::compact(&request);
        let bytes = self.engine.answer(&line)?;
        let answer = Answer::read(&bytes).map_err(|error| {
            let start = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
            let place = error.pointer.filter(|pointer| !pointer.is_empty());
            let place = place.map_or_else(|| format!("column {}", error.column), |at| shown(&at));
            EngineError(format!(
                "no answer: {} at {place}, in `{}`",
                error.message,
                shown(start.trim_end())
            ))
        })?;
        // A late answer to an earlier question must not pass for the answer to this one.
        if answer.id == self.id {
            Ok(answer)
        } else {
            let (found, needed) = (answer.id, self.id);
            Err(EngineError(format!("the answer has the id {found}, needed {needed}")))
        }
    }
}

/// Returns an engine's text on one line, with control characters escaped.
fn shown(text: &str) -> String {
    text.chars().take(200).collect::<Name>().to_string()
}
