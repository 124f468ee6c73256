//! Cases that are whole logs: a setup or a claim has no turn that could show it.

use serde::Deserialize;
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, judge};

use crate::files::{self, Files};

/// A case that is a replay of the repository, with its expected result.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayCase {
    /// The case in one sentence of Markdown.
    pub(super) case: String,
    /// The path of the log below the folder `replays`.
    replay: String,
    expect: Expect,
}

/// The expected result: the log breaks a clause, or is legal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    breaks: Option<String>,
    message: Option<String>,
    /// `true` if present.
    legal: Option<bool>,
}

impl ReplayCase {
    /// Returns the text of the log.
    pub(super) fn log(&self, files: &Files<'_>) -> Result<String, String> {
        files::read(&format!("replays/{}", self.replay), files)
    }

    /// Returns the first clause that the log breaks and the message, if it breaks one.
    fn breach(&self, files: &Files<'_>) -> Result<Option<[String; 2]>, String> {
        let text = self.log(files)?;
        let log =
            Log::read(text.as_bytes()).map_err(|error| format!("{}: {error}", self.replay))?;
        let judgment = judge(&log, &JudgeOptions::default());
        Ok(judgment.findings.first().map(|finding| {
            let violation = finding.breach.violation();
            [violation.clause().id().to_owned(), violation.to_string()]
        }))
    }

    /// Returns the message about the clause that the log breaks, if it breaks one.
    ///
    /// # Errors
    ///
    /// Returns a message if the log cannot be read.
    pub fn message(&self, files: &Files<'_>) -> Result<Option<String>, String> {
        Ok(self.breach(files)?.map(|[_, message]| message))
    }

    /// Judges the log and compares the result with the expectations.
    ///
    /// # Errors
    ///
    /// Returns the difference.
    pub fn check(&self, files: &Files<'_>) -> Result<(), String> {
        let Expect { breaks, message, legal } = &self.expect;
        let found = match self.breach(files)? {
            Some([id, text]) => (Some(id), Some(text), None),
            None => (None, None, Some(true)),
        };
        let expected = (breaks.clone(), message.clone(), *legal);
        if found == expected {
            Ok(())
        } else {
            Err(format!("{}: {found:?}, not {expected:?}", self.replay))
        }
    }

    /// Returns the cells of the case: the sentence, the log, and the verdict, in Markdown.
    pub(super) fn cells(&self, files: &Files<'_>) -> Result<[String; 3], String> {
        let replay = &self.replay;
        let verdict = match self.breach(files)? {
            Some([id, message]) => format!("breaks `{id}`: {message}"),
            None => "legal".to_owned(),
        };
        let log = format!("[`{replay}`](../../../replays/{replay})");
        Ok([self.case.clone(), log, verdict])
    }
}
