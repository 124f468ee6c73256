//! The XML of `JUnit`: a suite with one case for each log.
//!
//! The first tag of a suite contains the number of failed cases. A suite holds a single log, so the
//! number is known before the log of the next suite is judged.

use splendor_schema::{Report, Verdict, visible};
use splendor_verify::report::Original;

use super::{FailOn, RunError};
use crate::issue::{Issue, Level, issues};
use crate::report::line::{judged, outcome};

pub(super) const HEAD: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"splendor verify\">\n";

/// How a case ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Passed,
    /// The log was judged, and is not as it should be.
    Failure,
    /// The log could not be judged.
    Error,
}

/// Returns the suite of a log.
pub(super) fn suite(report: &Report, source: Original<'_>, demands: FailOn) -> String {
    let all = issues(report, source, demands);
    let wrong: Vec<&Issue<'_>> = all.iter().filter(|issue| issue.level == Level::Error).collect();
    let end = match report.verdict {
        Verdict::Undecided | Verdict::Malformed | Verdict::Unsupported => End::Error,
        _ if wrong.is_empty() => End::Passed,
        _ => End::Failure,
    };
    let name = &report.input.name.to_string();
    let case = format!("game {}", report.input.game);
    let mut inner = String::new();
    if let Some(first) = wrong.first() {
        let words = wrong.iter().map(|issue| at(report, issue)).collect::<Vec<_>>().join("\n\n");
        inner += &broken(end, first.id, &first.message, &words);
    }
    let rest = all.iter().filter(|issue| issue.level != Level::Error);
    let rest: Vec<String> = rest.map(|issue| at(report, issue)).collect();
    if !rest.is_empty() {
        inner += &output(&rest.join("\n\n"));
    }
    let outcome = match report.verdict {
        Verdict::Undecided => judged(report),
        _ => outcome(report),
    };
    let mut properties = vec![("verdict", report.verdict.to_string()), ("outcome", outcome)];
    properties.extend(report.departures_in_words().map(|rules| ("departures", rules)));
    written(name, &case, end, &properties, &inner)
}

/// An issue with its place.
fn at(report: &Report, issue: &Issue<'_>) -> String {
    let start = issue.region.start;
    let place = format!("{}:{}:{}", report.input.name, start.line, start.column);
    format!("{place}: {}: {}", issue.id, issue.words())
}

/// Returns the suite of an error.
pub(super) fn run_error(error: RunError<'_>) -> String {
    let (end, inner) = if error.fails {
        (End::Error, broken(End::Error, error.id, error.message, error.message))
    } else {
        (End::Passed, output(&format!("{}: {}", error.id, error.message)))
    };
    written(&error.file.to_string(), "input", end, &[], &inner)
}

fn output(text: &str) -> String {
    format!("      <system-out>{}</system-out>\n", escaped(text))
}

fn broken(end: End, id: &str, message: &str, words: &str) -> String {
    let tag = if end == End::Error { "error" } else { "failure" };
    let (id, message, words) = (escaped(id), escaped(message), escaped(words));
    format!("      <{tag} type=\"{id}\" message=\"{message}\">{words}</{tag}>\n")
}

fn written(name: &str, case: &str, end: End, properties: &[(&str, String)], inner: &str) -> String {
    let (failures, errors) = (u8::from(end == End::Failure), u8::from(end == End::Error));
    let (name, case) = (escaped(name), escaped(case));
    let properties = properties.iter().map(|(key, value)| {
        format!("      <property name=\"{key}\" value=\"{}\"/>\n", escaped(value))
    });
    let properties = properties.collect::<Vec<_>>().concat();
    let properties = match properties.as_str() {
        "" => String::new(),
        properties => format!("    <properties>\n{properties}    </properties>\n"),
    };
    let counts = format!("tests=\"1\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\"");
    let open = format!("    <testcase classname=\"{name}\" name=\"{case}\"");
    let case = match inner {
        "" => format!("{open}/>\n"),
        inner => format!("{open}>\n{inner}    </testcase>\n"),
    };
    format!("  <testsuite name=\"{name}\" {counts}>\n{properties}{case}  </testsuite>\n")
}

/// Returns a text escaped for XML, for use in a tag or between two tags. Characters that XML cannot
/// represent never occur in a line.
fn escaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for letter in visible::lines(text).chars() {
        match letter {
            '&' => all += "&amp;",
            '<' => all += "&lt;",
            '>' => all += "&gt;",
            '"' => all += "&quot;",
            '\n' => all += "&#10;",
            '\t' => all += "&#9;",
            letter => all.push(letter),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_an_attribute_or_a_tag() {
        assert_eq!(
            escaped("a<b>&\"c\"\u{0}\u{b}\u{ffff}é"),
            r"a&lt;b&gt;&amp;&quot;c&quot;\u{0}\u{b}\u{ffff}é"
        );
        assert_eq!(escaped("]]>\r\n\t"), r"]]&gt;\r&#10;&#9;");
    }
}
