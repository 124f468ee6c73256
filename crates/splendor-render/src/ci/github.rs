//! Annotations of GitHub Actions: a workflow command a line.

use splendor_schema::{FileName, Report, visible};

use super::RunError;
use super::uri::plain;
use crate::issue::{Issue, Level};
use crate::summary::RunSummary;

/// Returns the annotation of an issue.
pub(super) fn annotation(report: &Report, issue: &Issue<'_>) -> String {
    let command = match issue.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note | Level::Open => "notice",
    };
    let region = &issue.region;
    let (start, end) = (region.start, region.end);
    let mut place = format!("line={}", start.line);
    match end {
        // GitHub accepts columns only within one line, and counts the last column too.
        Some(end) if end.line == start.line && end.column > start.column => {
            place += &format!(",col={},endColumn={}", start.column, end.column - 1);
        }
        Some(end) if end.line > start.line => place += &format!(",endLine={}", end.line),
        _ => place += &format!(",col={}", start.column),
    }
    let file = file(&report.input.name);
    line(command, &format!("{file}{place}"), issue.id, &issue.words())
}

/// Standard input is no file.
fn file(name: &FileName) -> String {
    if *name == "<stdin>" {
        return String::new();
    }
    format!("file={},", property(&visible::line(plain(&name.text()))))
}

fn line(command: &str, place: &str, title: &str, message: &str) -> String {
    let comma = if place.is_empty() { "" } else { "," };
    format!(
        "::{command} {place}{comma}title={}::{}\n",
        property(title),
        data(&visible::lines(message))
    )
}

/// Returns the annotation of an error.
pub(super) fn run_error(error: RunError<'_>) -> String {
    let file = file(error.file);
    let command = if error.fails { "error" } else { "warning" };
    line(command, file.trim_end_matches(','), error.id, error.message)
}

/// Returns the line with the totals of the run.
pub(super) fn end(sums: &RunSummary, stopped: Option<&str>) -> String {
    sums.line() + &stopped.map(|why| format!("; {why}")).unwrap_or_default() + "\n"
}

/// Returns the text after the two colons, with the characters escaped that would end the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns the value of a property, with the characters escaped that would end it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_before_its_end() {
        assert_eq!(data("100%: a,b\r\nc"), "100%25: a,b%0D%0Ac");
        assert_eq!(property("100%: a,b\r\nc"), "100%25%3A a%2Cb%0D%0Ac");
        let annotation = line("error", "file=a%2Cb,line=1", "x", "::error::y\n::set::");
        assert_eq!(annotation, "::error file=a%2Cb,line=1,title=x::::error::y%0A::set::\n");
    }
}
