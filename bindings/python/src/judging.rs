//! Judges and reports one log, a list of logs, or a batch of the logs of a file.

use splendor_schema::json::layout;
use splendor_schema::limits::LOG_BYTES;
use splendor_schema::{InputFile, Report, Rules};
use splendor_verify::clients::Client;
use splendor_verify::{JudgeOptions, ReportScope, RequiredRules};

use crate::file::Placed;
use crate::guard::{Defect, guarded};
use crate::threads;

/// Rulings by name and value.
pub(crate) type Rulings = Vec<(String, String)>;

/// A report as `--format json` prints it, without the line break.
pub(crate) type ReportText = Result<String, Defect>;

/// Returns the rulings to judge by: named rulings override those of the client.
///
/// # Errors
///
/// Names the unknown ruling or client, and lists the known ones.
pub(crate) fn judged_by(client: Option<&str>, named: Rulings) -> Result<Rulings, String> {
    let declared = Rules { edition: "2024".into(), ..Rules::default() };
    splendor_verify::rulings::resolve_rules(&declared, &named)
        .map_err(|unknown| unknown.to_string())?;
    Ok(Client::with(client.map(Client::find).transpose()?, named))
}

/// Returns the required rules, if there are any. `rules` is the name and the text of a file that is
/// written like the `rules` of a log.
///
/// # Errors
///
/// Names the place of an unknown name, and lists the known ones; or there are two sets of rules.
pub(crate) fn required_by(
    published: bool,
    rules: Option<(&str, &[u8])>,
) -> Result<Option<RequiredRules>, String> {
    let Some((name, text)) = rules else {
        return Ok(published.then_some(RequiredRules::Published));
    };
    if published {
        return Err("the published rules and other rules cannot both be required".to_owned());
    }
    let rules = RequiredRules::read(text);
    rules
        .map(Some)
        .map_err(|error| format!("{name}:{}:{}: {}", error.line, error.column, error.message))
}

/// Judges one log.
pub(crate) fn one(
    input: InputFile,
    bytes: &[u8],
    options: &JudgeOptions,
    scope: ReportScope,
) -> Report {
    // The program reads no more of an input that is too large, so the reports stay equal.
    let bytes = &bytes[..bytes.len().min(LOG_BYTES + 1)];
    splendor_verify::verify(input, bytes, options, scope).0
}

/// Judges one log and catches a panic.
pub(crate) fn report_text(input: InputFile, bytes: &[u8], options: &JudgeOptions) -> ReportText {
    guarded(|| layout::compact(&one(input, bytes, options, ReportScope::Full)))
}

/// Judges every log of a list, the first of which is number `first`.
pub(crate) fn list(
    logs: &[impl AsRef<[u8]> + Sync],
    name: &str,
    first: u64,
    options: &JudgeOptions,
    threads: usize,
) -> Vec<ReportText> {
    threads::each(logs.len(), threads, |at| {
        let input = InputFile { name: name.into(), game: first + at as u64, line: 1 };
        report_text(input, logs[at].as_ref(), options)
    })
}

/// Judges the logs of a batch.
pub(crate) fn judged(batch: &[Placed], options: &JudgeOptions, threads: usize) -> Vec<ReportText> {
    threads::each(batch.len(), threads, |at| {
        let (input, bytes) = &batch[at];
        report_text(input.clone(), bytes, options)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn a_named_ruling_goes_before_that_of_a_client() {
        let preset = judged_by(Some("spender"), Vec::new()).expect("spender is known");
        assert_eq!(preset, [pair("fewer", "up-to-three"), pair("noble-time", "after-purchase")]);
        let both = judged_by(Some("spender"), vec![pair("fewer", "never")]);
        assert_eq!(both, Ok(vec![pair("noble-time", "after-purchase"), pair("fewer", "never")]));
        assert_eq!(judged_by(None, Vec::new()), Ok(Vec::new()));
    }

    #[test]
    fn what_is_not_known_is_named_with_what_is() {
        let nobody = judged_by(Some("nobody"), Vec::new());
        assert!(nobody.is_err_and(|said| said.contains("`nobody`") && said.contains("spender")));
        let sometimes = judged_by(None, vec![pair("pass", "sometimes")]);
        assert!(sometimes.is_err_and(|said| said.contains("known values are when-stuck, always")));
    }

    #[test]
    fn required_rules_are_read_and_errors_name_the_place() {
        assert_eq!(required_by(false, None), Ok(None));
        assert_eq!(required_by(true, None), Ok(Some(RequiredRules::Published)));
        let read = |text: &str| required_by(false, Some(("rules", text.as_bytes())));
        assert!(read(r#"{ "edition": "2014" }"#).is_ok_and(|rules| rules.is_some()));
        let unknown = read(r#"{ "edition": "2025" }"#);
        let due = "rules:1:14: the edition `2025` is unknown; the known editions are 2014 and 2024";
        assert_eq!(unknown, Err(due.to_owned()));
        assert!(required_by(true, Some(("rules", b"{}"))).is_err());
    }

    #[test]
    fn a_list_is_numbered_from_where_it_begins() {
        let reports = list(&["{}", "[]"], "<list>", 9, &JudgeOptions::default(), 2);
        let starts = |reports: &ReportText, game| {
            let place = format!(r#""input":{{"name":"<list>","game":{game},"line":1}}"#);
            reports.as_ref().is_ok_and(|report| report.contains(&place))
        };
        assert!(starts(&reports[0], 9) && starts(&reports[1], 10));
    }
}
