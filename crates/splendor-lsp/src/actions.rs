//! The edits of `splendor diagnose` as quick fixes.

use serde_json::{Value, json};
use splendor_schema::diagnosis::{Cause, Standing};
use splendor_schema::visible;

use crate::Settings;
use crate::document::Document;
use crate::protocol::{Diagnostic, ERROR, Range, TextEdit};
use crate::{diagnostics, patch};

/// The kind of code action that repairs an issue.
pub(crate) const QUICK_FIX: &str = "quickfix";

/// The most quick fixes of an issue: nobody reads a longer list, and each has a copy of its text.
const MOST: usize = 20;

/// The most logs in which causes are searched for one request: a search may take a second.
const MOST_LOGS: usize = 5;

/// Returns the quick fixes for the errors in a range.
pub(crate) fn at(document: &mut Document, range: &Range, settings: &Settings) -> Vec<Value> {
    let found = diagnostics::found(document, settings).iter();
    // Only the first error of a log has causes.
    let mut errors: Vec<_> = found.filter(|found| found.diagnostic.severity == ERROR).collect();
    errors.dedup_by_key(|found| found.game);
    let errors = errors.into_iter().filter(|found| found.diagnostic.range.meets(range));
    let errors: Vec<_> = errors.take(MOST_LOGS).cloned().collect();
    let fixes = errors.into_iter().flat_map(|found| {
        let causes = document.diagnosis(found.game, settings).map(|found| found.causes.clone());
        let causes = causes.unwrap_or_default().into_iter().take(MOST).enumerate();
        let fix =
            |(number, cause)| fix(document, found.game, &found.diagnostic, &cause, number == 0);
        causes.filter_map(fix).collect::<Vec<_>>()
    });
    fixes.collect()
}

fn fix(
    document: &Document,
    game: usize,
    diagnostic: &Diagnostic,
    cause: &Cause,
    first: bool,
) -> Option<Value> {
    let game = document.games.get(game)?;
    let text = document.text_of(game);
    let (log, _) = document.source(game)?;
    let edited = patch::edited(text, &log, cause)?;
    let (bytes, new) = patch::difference(text, &edited);
    let range = document.text.range(game.bytes.start + bytes.start..game.bytes.start + bytes.end);
    let edit = TextEdit { range, new_text: new.to_owned() };
    let is_sufficient = cause.standing == Standing::Proven;
    let rest = if is_sufficient { "" } else { " (another error follows)" };
    Some(json!({
        "title": format!("{}{rest}", visible::line(&cause.message)),
        "kind": QUICK_FIX,
        "diagnostics": [diagnostic],
        "isPreferred": first && is_sufficient,
        "edit": { "changes": { &document.uri: [edit] } },
    }))
}
