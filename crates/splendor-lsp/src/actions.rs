//! The edits of `splendor diagnose` as quick fixes.

use serde_json::{Value, json};
use splendor_schema::diagnosis::{Cause, Standing};
use splendor_schema::visible;

use crate::Settings;
use crate::document::{Document, Game, LogIssue};
use crate::patch;
use crate::protocol::{Diagnostic, ERROR, Range, TextEdit};

/// The kind of code action that repairs an issue.
pub(crate) const QUICK_FIX: &str = "quickfix";

/// The most quick fixes of an issue: nobody reads a longer list, and each has a copy of its text.
const MOST: usize = 20;

/// The most logs in which causes are searched for one request: a search may take a second.
const MOST_LOGS: usize = 5;

/// Returns the quick fixes for the errors in a range; none before the document is judged.
pub(crate) fn at(document: &Document, range: &Range, settings: &Settings) -> Vec<Value> {
    let found = document.found.get().into_iter().flatten();
    // Only the first error of a log has causes.
    let mut errors: Vec<_> = found.filter(|found| found.diagnostic.severity == ERROR).collect();
    errors.dedup_by_key(|found| found.game);
    let errors = errors.into_iter().filter(|found| found.diagnostic.range.meets(range));
    errors.take(MOST_LOGS).flat_map(|found| fixes(document, found, settings)).collect()
}

/// Returns the quick fixes for the first error of a log.
fn fixes(document: &Document, found: &LogIssue, settings: &Settings) -> Vec<Value> {
    let Some(game) = document.games.get(found.game) else { return Vec::new() };
    let causes = document.diagnosis(game, settings).map(|diagnosis| &diagnosis.causes[..]);
    let causes = causes.unwrap_or_default().iter().take(MOST).enumerate();
    let fix = |(number, cause)| fix(document, game, &found.diagnostic, cause, number == 0);
    causes.filter_map(fix).collect()
}

fn fix(
    document: &Document,
    game: &Game,
    diagnostic: &Diagnostic,
    cause: &Cause,
    first: bool,
) -> Option<Value> {
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
