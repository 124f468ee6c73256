//! Lists of cases that an engine is known to fail.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::Kit;
use super::mark::Mark;
use splendor_schema::visible;

/// The cases that are expected to fail, with their lines in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skips(BTreeMap<String, usize>);

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// The line in the file, from 1.
    pub line: usize,
    /// The name of the case.
    pub case: String,
}

impl Skips {
    /// Parses a list with one case name per line; `#` starts a comment.
    ///
    /// # Errors
    ///
    /// Returns a message with the line that has no single name or repeats one.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut skips = BTreeMap::new();
        for (line, entry) in (1..).zip(text.lines()) {
            let case = entry.split('#').next().unwrap_or_default().trim();
            if case.is_empty() {
                continue;
            }
            if case.contains(char::is_whitespace) {
                return Err(format!("line {line}: a line needs exactly one case name"));
            }
            match skips.entry(case.to_owned()) {
                Entry::Vacant(entry) => entry.insert(line),
                Entry::Occupied(first) => {
                    let case = visible::line(case);
                    return Err(format!("line {line}: `{case}` is in line {} too", first.get()));
                }
            };
        }
        Ok(Self(skips))
    }

    /// Keeps the lines of cases in the kit.
    #[must_use]
    pub fn on(self, kit: &Kit) -> Self {
        let asked = |case: &str| kit.questions().any(|question| question.name == case);
        Self(self.0.into_iter().filter(|(case, _)| asked(case)).collect())
    }

    /// Returns the mark of a case, with a listed failure turned into `Skipped`.
    pub(crate) fn applied(&self, case: &str, mark: Mark) -> Mark {
        match mark {
            Mark::Wrong(why) if self.0.contains_key(case) => Mark::Skipped(why),
            mark => mark,
        }
    }

    /// Returns the lines that are not needed, each with the reason.
    pub(crate) fn stale<'m>(
        &self,
        marks: impl Iterator<Item = (&'m str, &'m Mark)>,
    ) -> Vec<(Skip, &'static str)> {
        let marks: BTreeMap<&str, &Mark> = marks.collect();
        let reason = |case: &str| match marks.get(case) {
            None => Some("there is no such case"),
            Some(Mark::Right { .. }) => Some("the engine gets it right"),
            Some(Mark::Unsupported | Mark::GivenUp(_)) => Some("the engine is not asked"),
            Some(Mark::Wrong(_) | Mark::Skipped(_)) => None,
        };
        let stale = self
            .0
            .iter()
            .filter_map(|(case, &line)| Some((Skip { line, case: case.clone() }, reason(case)?)));
        let mut stale: Vec<_> = stale.collect();
        stale.sort_by_key(|(skip, _)| skip.line);
        stale
    }
}
