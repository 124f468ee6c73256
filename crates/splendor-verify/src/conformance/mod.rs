//! Asking another engine about positions whose answers are known, clause by clause.
//!
//! Nothing here starts a program: an [`Engine`] is whatever answers a line with a line.

mod answer;
mod case;
mod outcome;
mod respond;
mod skip;
mod table;
mod words;

use splendor_schema::{Answer, Name, Protocol, Question, QuestionKind};

pub use case::{Case, Kit};
pub use outcome::{Mark, Outcome};
pub use respond::respond;
pub use skip::{Skip, Skips};
pub use words::command_words;

use case::Due;

/// Why there is no answer: the engine stopped, was silent, or wrote too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble(pub String);

/// Whatever answers questions.
pub trait Engine {
    /// Starts anew, also after trouble.
    ///
    /// # Errors
    ///
    /// Why that is not possible.
    fn start(&mut self) -> Result<(), Trouble>;

    /// Returns the line that answers a line.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn answer(&mut self, line: &str) -> Result<Vec<u8>, Trouble>;
}

/// How often an engine is started anew before the rest is given up.
const MOST_STARTS: usize = 20;

/// Asks an engine everything in a kit that it says it knows; `tell` hears how many cases are done,
/// and of how many.
///
/// # Errors
///
/// Why the engine cannot even be greeted.
pub fn conformance<'k>(
    kit: &'k Kit,
    skips: &Skips,
    engine: &mut dyn Engine,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Outcome<'k>, Trouble> {
    let mut dialog = Dialog { engine, id: 0, starts: 0 };
    let hello = dialog.greet()?;
    let mut outcome = Outcome::new(&hello);
    let all = kit.cases().count();
    let mut gave_up: Option<String> = None;
    for (done, (due, case)) in kit.cases().enumerate() {
        let result = match &gave_up {
            _ if !due.is_known_to(&hello, case.ask) => Mark::Unsupported,
            Some(why) => Mark::GivenUp(why.clone()),
            None => dialog.ask(due, case).unwrap_or_else(|trouble| {
                gave_up = dialog.restart().err().map(|Trouble(why)| why);
                Mark::Wrong(trouble.0)
            }),
        };
        outcome.add(case, skips.applied(&case.name, result));
        tell(done + 1, all);
    }
    outcome.stale = skips.stale(&outcome);
    Ok(outcome)
}

/// A talk with an engine: one question, one answer.
struct Dialog<'e> {
    engine: &'e mut dyn Engine,
    id: u64,
    starts: usize,
}

impl Dialog<'_> {
    /// Starts the engine and asks who it is.
    fn greet(&mut self) -> Result<Answer, Trouble> {
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
            Some(error) => {
                Err(Trouble(format!("the engine answers hello with: {}", shown(error.as_str()))))
            }
            None => Ok(answer),
        }
    }

    /// Starts the engine anew after trouble, unless that has happened too often.
    fn restart(&mut self) -> Result<(), Trouble> {
        if self.starts >= MOST_STARTS {
            let starts = self.starts;
            return Err(Trouble(format!("the engine had to be started {starts} times")));
        }
        self.greet().map(|_| ())
    }

    fn ask(&mut self, due: &Due, case: &Case) -> Result<Mark, Trouble> {
        let request = Question {
            id: 0,
            ask: case.ask,
            protocol: None,
            position: Some(due.told.clone()),
            turn: case.turn.as_ref().map(|(told, _)| told.clone()),
            turns: None,
        };
        let answer = self.exchange(request)?;
        Ok(match &answer.error {
            Some(error) => Mark::Wrong(format!("the engine says: {}", shown(error.as_str()))),
            None => answer::judged(due, case, &answer),
        })
    }

    fn exchange(&mut self, request: Question) -> Result<Answer, Trouble> {
        self.id += 1;
        let request = Question { id: self.id, ..request };
        let line = splendor_schema::layout::compact(&request);
        let bytes = self.engine.answer(&line)?;
        let answer = Answer::read(&bytes).map_err(|error| {
            let start = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
            let place = error.pointer.filter(|pointer| !pointer.is_empty());
            let place = place.map_or_else(|| format!("column {}", error.column), |at| shown(&at));
            Trouble(format!(
                "no answer: {} at {place}, in `{}`",
                error.message,
                shown(start.trim_end())
            ))
        })?;
        if answer.id == self.id {
            Ok(answer)
        } else {
            let (found, needed) = (answer.id, self.id);
            Err(Trouble(format!("the answer has the id {found}, needed {needed}")))
        }
    }
}

/// A text of an engine in one line, without what a terminal would obey.
fn shown(text: &str) -> String {
    text.chars().take(200).collect::<Name>().to_string()
}
