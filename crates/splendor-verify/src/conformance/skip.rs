//! Lists of cases that an engine is known to get wrong.

use super::outcome::{Mark, Outcome};

/// Cases that may fail, and must.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skips(Vec<Skip>);

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// The line in the file, from 1.
    pub line: usize,
    /// The name of the case.
    pub case: String,
}

impl Skips {
    /// Reads a list: the name of a case in each line; what stands behind `#` is a remark.
    ///
    /// # Errors
    ///
    /// The line that is no name of a case, or names one twice.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut skips: Vec<Skip> = Vec::new();
        for (line, told) in (1..).zip(text.lines()) {
            let case = told.split('#').next().unwrap_or_default().trim();
            if case.is_empty() {
                continue;
            }
            if case.contains(char::is_whitespace) {
                return Err(format!("line {line}: one name of a case a line is needed"));
            }
            if let Some(first) = skips.iter().find(|skip| skip.case == case) {
                return Err(format!("line {line}: `{case}` stands in line {} too", first.line));
            }
            skips.push(Skip { line, case: case.to_owned() });
        }
        Ok(Self(skips))
    }

    /// Returns the result of a case as it counts: a failure that is listed is skipped.
    pub(crate) fn applied(&self, case: &str, result: Mark) -> Mark {
        match result {
            Mark::Wrong(why) if self.0.iter().any(|skip| skip.case == case) => Mark::Skipped(why),
            result => result,
        }
    }

    /// Returns the lines that are not needed, each with the reason.
    pub(crate) fn stale(&self, outcome: &Outcome<'_>) -> Vec<(Skip, &'static str)> {
        let reason = |skip: &Skip| match outcome.result(&skip.case) {
            None => Some("there is no such case"),
            Some(Mark::Right { .. }) => Some("the engine gets it right"),
            Some(Mark::Unsupported | Mark::GivenUp(_)) => Some("the engine is not asked"),
            Some(Mark::Wrong(_) | Mark::Skipped(_)) => None,
        };
        self.0.iter().filter_map(|skip| Some((skip.clone(), reason(skip)?))).collect()
    }
}
