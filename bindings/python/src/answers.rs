//! Answers about one game of a file: the causes of a finding, a log with an edit, and a page.

use splendor_schema::diagnosis::Standing;
use splendor_schema::json::layout;
use splendor_schema::{InputFile, Log, ReadError, Verdict, text_of};
use splendor_verify::diagnose::apply_edit;
use splendor_verify::{JudgeOptions, ReportSource};

/// A game of a file, and how it is judged.
pub(crate) struct LoggedGame<'g> {
    pub(crate) bytes: &'g [u8],
    pub(crate) input: InputFile,
    pub(crate) options: &'g JudgeOptions,
}

impl LoggedGame<'_> {
    /// Returns the possible causes of an illegal log as JSON, as `splendor diagnose` prints them.
    ///
    /// # Errors
    ///
    /// The log cannot be read.
    pub(crate) fn diagnosis(&self) -> Result<String, String> {
        let (source, log) = self.read()?;
        Ok(layout::compact(&splendor_verify::diagnose(&source, &log, self.options)))
    }

    /// Returns the log with the edit of a cause, from 1, or with the first sufficient edit. A log
    /// on one line stays on one line.
    ///
    /// # Errors
    ///
    /// The log cannot be read, or has no such cause.
    pub(crate) fn edited(&self, cause: Option<usize>) -> Result<String, String> {
        let (source, log) = self.read()?;
        let diagnosis = splendor_verify::diagnose(&source, &log, self.options);
        let verdict = diagnosis.verdict;
        if matches!(verdict, Verdict::Legal | Verdict::Consistent) {
            return Err(format!("no edit is needed: the log is {}", verdict.as_str()));
        }
        if verdict == Verdict::Undecided {
            return Err("the log is undecided, so no edit is known".to_owned());
        }
        let causes = &diagnosis.causes;
        let cause = match cause {
            Some(number) => {
                number.checked_sub(1).and_then(|at| causes.get(at)).ok_or_else(|| {
                    format!("there is no cause {number}: the diagnosis has {}", causes.len())
                })?
            }
            None => causes
                .iter()
                .find(|cause| cause.standing == Standing::Proven)
                .ok_or("no edit is sufficient")?,
        };
        let edited = apply_edit(&log, cause).ok_or("the edited log cannot be read")?;
        let is_document = self.bytes.contains(&b'\n');
        Ok(if is_document { layout::pretty_log(&edited) } else { layout::json_line(&edited) })
    }

    /// Returns the log as a page of HTML, as `splendor view` writes it.
    ///
    /// # Errors
    ///
    /// The log cannot be read.
    pub(crate) fn page(&self) -> Result<String, String> {
        let (source, log) = self.read()?;
        Ok(splendor_render::html_page(&source, &log, self.options))
    }

    fn read(&self) -> Result<(ReportSource<'_>, Log), String> {
        let log = Log::read(self.bytes).map_err(|error| self.failure(&error))?;
        let text = text_of(self.bytes).map_err(|error| self.failure(&error))?;
        Ok((ReportSource { input: self.input.clone(), text: text.into() }, log))
    }

    /// Returns an error with its place in the file.
    fn failure(&self, error: &ReadError) -> String {
        let line = self.input.line + error.line as u64 - 1;
        format!("{}:{line}:{}: {}", self.input.name, error.column, error.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game<'g>(text: &'g str, options: &'g JudgeOptions) -> LoggedGame<'g> {
        let input = InputFile { name: "games".into(), game: 3, line: 7 };
        LoggedGame { bytes: text.as_bytes(), input, options }
    }

    #[test]
    fn an_unreadable_log_has_the_place_in_its_file() {
        let options = JudgeOptions::default();
        let game = game("[\n]", &options);
        let said = game.page();
        assert!(said.as_ref().is_err_and(|said| said.starts_with("games:7:1: ")), "{said:?}");
        assert_eq!((game.diagnosis(), game.edited(None)), (said.clone(), said));
    }

    #[test]
    fn an_edit_is_found_by_the_number_of_its_cause() {
        let options = JudgeOptions::default();
        let legal = game(splendor_schema::EXAMPLE, &options).edited(None);
        assert_eq!(legal, Err("no edit is needed: the log is legal".to_owned()));
        let text = splendor_schema::EXAMPLE.replacen("\"seat\": 1", "\"seat\": 0", 1);
        let illegal = game(&text, &options);
        let edited = illegal.edited(None).expect("the seat is wrong");
        assert_eq!(game(&edited, &options).edited(None), legal);
        assert_eq!(illegal.edited(Some(1)), Ok(edited));
        let none = illegal.edited(Some(99)).expect_err("there are fewer");
        assert!(none.starts_with("there is no cause 99: the diagnosis has "), "{none}");
    }
}
