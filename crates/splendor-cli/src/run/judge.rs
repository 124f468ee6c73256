//! The work of `splendor verify` on one log: judge it and write its report as text.

use std::borrow::Cow;
use std::sync::Arc;

use splendor_convert::{Judged, judge_foreign};
use splendor_render::{FailOn, LeftOut, LogOutcome, TextStyle};
use splendor_schema::json::layout;
use splendor_schema::seal::Keys;
use splendor_schema::{FileName, InputFile, Log, Report};
use splendor_seal::SealFiles;
use splendor_verify::report::{Original, add_objections};
use splendor_verify::{JudgeOptions, ReportScope, ReportSource, catch_defect};

use crate::args::Format;
use crate::error::InputError;
use crate::run::item::Item;
use crate::run::progress::RunProgress;
use crate::run::report_output::ReportKind;
use crate::signals::Signals;

/// The result of an item.
pub(crate) enum ItemResult {
    /// A log was judged. There is a text for each report, which is empty if the report leaves the
    /// log out.
    Report(LogOutcome, Vec<String>),
    Error(InputError),
    /// Entries of folders, or of an archive, are not read.
    LeftOut(LeftOut),
    /// The end of an input.
    End(Arc<FileName>),
    /// The time limit passed before this item.
    Late,
}

/// How logs are judged and reported.
pub(crate) struct RunConfig {
    pub(crate) options: JudgeOptions,
    /// Whether a report goes on past the first breach.
    pub(crate) keep_going: bool,
    pub(crate) style: TextStyle,
    /// The keys with which the seats of sealed logs sign.
    pub(crate) keys: Option<Keys>,
    pub(crate) strict: bool,
    pub(crate) require_end: bool,
    /// The reports that the run writes. Each log is judged once for all of them.
    pub(crate) reports: Vec<ReportKind>,
    /// What may stop the run.
    pub(crate) signals: Signals,
    /// Counts the logs that are judged.
    pub(crate) progress: Option<Arc<RunProgress>>,
}

impl RunConfig {
    /// Judges the items of a task, in order, until the time limit.
    pub(crate) fn judge_all(&self, items: Vec<Item>) -> Vec<ItemResult> {
        let mut results = Vec::with_capacity(items.len());
        for item in items {
            // A task may hold many logs that take seconds each.
            if item.is_log() && self.signals.is_late() {
                results.push(ItemResult::Late);
                break;
            }
            let is_log = item.is_log();
            results.push(self.judge(item));
            if is_log && let Some(progress) = &self.progress {
                progress.add_log();
            }
        }
        results
    }

    fn judge(&self, item: Item) -> ItemResult {
        match item {
            Item::Error(error) => ItemResult::Error(error),
            Item::LeftOut(left_out) => ItemResult::LeftOut(left_out),
            Item::End(name) => ItemResult::End(name),
            Item::Log(input, bytes, None) => guarded(input, |input| {
                let (report, text) =
                    splendor_convert::verify(input, &bytes, &self.options, self.scope());
                self.result(&report, text.as_ref().into())
            }),
            Item::Log(input, bytes, Some(files)) => guarded(input, |input| {
                let (report, text) = self.judge_sealed(input, &bytes, &files);
                self.result(&report, text.as_ref().into())
            }),
            Item::ForeignGame(format, input, text, setups) => guarded(input, |input| {
                let Judged { report, places, players } =
                    judge_foreign(format, input, &text, &setups, &self.options, self.scope());
                self.result(&report, Original::foreign(&text, &places).with_players(&players))
            }),
            Item::Unreadable(input, bytes, error) => guarded(input, |input| {
                let report = splendor_verify::report::report_unreadable(input, &error);
                self.result(&report, String::from_utf8_lossy(&bytes).as_ref().into())
            }),
        }
    }

    /// Judges a log, and checks it against its seal.
    fn judge_sealed<'b>(
        &self,
        input: InputFile,
        bytes: &'b [u8],
        files: &SealFiles,
    ) -> (Report, Cow<'b, str>) {
        let Ok(log) = Log::read(bytes) else {
            return splendor_convert::verify(input, bytes, &self.options, self.scope());
        };
        let text = String::from_utf8_lossy(bytes);
        let one = input.game == 1 && input.line == 1;
        let files = if one { files } else { &SealFiles::default() };
        let judgment = splendor_verify::judge(&log, &self.options);
        let source = ReportSource { input, text: text.as_ref().into() };
        let keys = self.keys.as_ref();
        let objections = splendor_seal::check(&text, &log, &judgment, files, keys, &self.options);
        let mut report = self.scope().report(&source, &log, judgment, &self.options);
        add_objections(&source, &mut report, objections);
        (report, text)
    }

    fn unmet(&self, report: &Report) -> Option<&'static str> {
        splendor_render::unmet_demand(report, self.strict, self.require_end)
    }

    /// Returns how far a report goes, and whether it has details, which take longer.
    fn scope(&self) -> ReportScope {
        let has_details = |kind: &ReportKind| kind.format == Format::Json || self.style.unchecked;
        let details = self.reports.iter().any(|kind| !kind.summary && has_details(kind));
        ReportScope { details, keep_going: self.keep_going }
    }

    fn result(&self, report: &Report, source: Original<'_>) -> ItemResult {
        let counted = LogOutcome::new(report, self.strict, self.require_end);
        let text = |kind: &ReportKind| {
            let left_out = kind.summary || kind.quiet && counted.passes;
            if left_out { String::new() } else { self.text(*kind, report, source) }
        };
        let texts = self.reports.iter().map(text).collect();
        ItemResult::Report(counted, texts)
    }

    fn text(&self, kind: ReportKind, report: &Report, source: Original<'_>) -> String {
        match kind.format {
            Format::Text => {
                let unmet = self.unmet(report).map(|why| format!("  {why}\n"));
                let style = TextStyle { color: kind.color, ..self.style };
                splendor_render::report_text(report, source, style) + &unmet.unwrap_or_default()
            }
            Format::Line => {
                let unmet = self.unmet(report).map(|why| format!("; {why}"));
                splendor_render::report_line(report) + &unmet.unwrap_or_default() + "\n"
            }
            Format::Json => layout::compact(report) + "\n",
            Format::Sarif | Format::Junit | Format::Github | Format::Gitlab => {
                let demands = FailOn { strict: self.strict, require_end: self.require_end };
                let format = kind.format.of_ci();
                format.map(|format| format.log(report, source, demands)).unwrap_or_default()
            }
        }
    }
}

/// Judges a log; turns a panic into an error about it.
fn guarded(input: InputFile, judge: impl FnOnce(InputFile) -> ItemResult) -> ItemResult {
    let (name, line) = (input.name.clone(), input.line);
    catch_defect(|| judge(input))
        .unwrap_or_else(|defect| ItemResult::Error(InputError::internal(&name, line, &defect)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn nothing_is_judged_after_the_time_limit() {
        let config = |limit| RunConfig {
            options: JudgeOptions::default(),
            keep_going: false,
            style: TextStyle::default(),
            keys: None,
            strict: false,
            require_end: false,
            reports: Vec::new(),
            signals: Signals::default().within(limit),
            progress: None,
        };
        let log = || Item::Log(InputFile::default(), b"{}".to_vec(), None);
        let items = || vec![log(), Item::End(Arc::default()), log()];
        let late = config(Some(Duration::ZERO)).judge_all(items());
        assert!(matches!(late.as_slice(), [ItemResult::Late]));
        for limit in [None, Some(Duration::MAX), Some(Duration::from_mins(10))] {
            assert_eq!(config(limit).judge_all(items()).len(), 3, "{limit:?}");
        }
        // The end of an input takes no time: all of its logs are judged.
        let ends = config(Some(Duration::ZERO)).judge_all(vec![Item::End(Arc::default())]);
        assert!(matches!(ends.as_slice(), [ItemResult::End(_)]));
    }
}
