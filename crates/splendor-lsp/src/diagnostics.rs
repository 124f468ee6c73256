//! The issues of a document: what `splendor verify` reports, at the same places.

use std::ops::Range;

use splendor_render::issue::{DEPARTURES, Issue, Level, Region, issues};
use splendor_render::{FailOn, address_of_page};
use splendor_schema::Report;
use splendor_schema::json::locate::{Located, locate, locate_all};
use splendor_schema::report::Related as RelatedPlace;
use splendor_verify::report::UNDECIDED;
use splendor_verify::{ReportScope, catch_defect};

use crate::Settings;
use crate::document::{Document, Game, LogIssue};
use crate::protocol::{
    CodeDescription, Diagnostic, ERROR, HINT, INFORMATION, Location, Related, UNNECESSARY, WARNING,
};
use crate::scanner::Scanner;

/// The most issues of a document; an editor shows no more either.
const MOST: usize = 1000;

/// The code of a hint that nothing was checked against a part of the log.
const UNCHECKED: &str = "unchecked";

/// Returns the issues of all logs of a document, in order. Stops after a log if the client has
/// changed the document meanwhile.
pub(crate) fn judge(document: &Document, settings: &Settings) -> Vec<LogIssue> {
    let mut all = Vec::new();
    for (number, game) in document.games.iter().enumerate() {
        let judged = catch_defect(|| of_game(document, game, settings));
        let found = judged.unwrap_or_else(|message| {
            vec![diagnostic(document, game, 0..0, ERROR, "internal", message)]
        });
        all.extend(found.into_iter().map(|diagnostic| LogIssue { game: number, diagnostic }));
        if all.len() >= MOST || document.is_superseded() {
            break;
        }
    }
    all.truncate(MOST);
    all
}

fn of_game(document: &Document, game: &Game, settings: &Settings) -> Vec<Diagnostic> {
    let input = document.input(game);
    let text = document.text_of(game);
    let options = &settings.options;
    let (report, _) =
        splendor_convert::verify(input, text.as_bytes(), options, ReportScope::DETAILED);
    let all = issues(&report, text.into(), FailOn::default());
    // Under which rules a legal log is legal is no issue of it.
    let shown = all.iter().filter(|issue| issue.id != DEPARTURES);
    let mut found: Vec<Diagnostic> =
        shown.map(|issue| of_issue(document, game, issue, settings)).collect();
    found.extend(unchecked(document, game, &report));
    found
}

fn of_issue(
    document: &Document,
    game: &Game,
    issue: &Issue<'_>,
    settings: &Settings,
) -> Diagnostic {
    let severity = match issue.level {
        // Not the log is wrong: the search gave up.
        _ if issue.id == UNDECIDED => WARNING,
        Level::Error => ERROR,
        Level::Warning => WARNING,
        Level::Note | Level::Open => INFORMATION,
    };
    let bytes = bytes_of(document, game, &issue.region);
    let book = settings.book.as_deref();
    let page = book.map(|book| CodeDescription { href: address_of_page(book, issue.page()) });
    let related = issue.finding.and_then(|finding| finding.related.as_ref());
    Diagnostic {
        code_description: page,
        related_information: related
            .and_then(|related| related_place(document, game, related))
            .into_iter()
            .collect(),
        ..diagnostic(document, game, bytes, severity, issue.id, issue.words())
    }
}

fn diagnostic(
    document: &Document,
    game: &Game,
    bytes: Range<usize>,
    severity: u8,
    code: &str,
    message: String,
) -> Diagnostic {
    Diagnostic {
        range: document.text.range(in_document(game, bytes)),
        severity,
        code: code.to_owned(),
        code_description: None,
        source: "splendor",
        message,
        tags: Vec::new(),
        related_information: Vec::new(),
    }
}

/// Returns the bytes of a place in a log as bytes of the document.
fn in_document(game: &Game, bytes: Range<usize>) -> Range<usize> {
    game.bytes.start + bytes.start..game.bytes.start + bytes.end
}

/// Returns the bytes of a region in its log. Where a report names only the beginning, the region is
/// the token there.
fn bytes_of(document: &Document, game: &Game, region: &Region) -> Range<usize> {
    if let Some(bytes) = &region.bytes {
        return bytes.clone();
    }
    let start = document.text.offset_of_character(region.start.line, region.start.column);
    let start = start.saturating_sub(game.bytes.start);
    let rest = document.text_of(game).get(start..).unwrap_or_default();
    let token = Scanner::new(rest).peek().filter(|(token, _)| token.start == 0);
    start..start + token.map_or(0, |(token, _)| token.end)
}

fn related_place(document: &Document, game: &Game, related: &RelatedPlace) -> Option<Related> {
    let bytes = locate(document.text_of(game), &related.pointer)?;
    let range = document.text.range(in_document(game, bytes));
    let location = Location { uri: document.uri.clone(), range };
    Some(Related { location, message: related.message.clone() })
}

/// Returns hints on the turns behind the last judged one, and on claims that nothing was checked
/// against. Texts like names are no claims.
fn unchecked(document: &Document, game: &Game, report: &Report) -> Vec<Diagnostic> {
    let is_unchecked = |pointer: &str| report.unchecked.iter().any(|other| other == pointer);
    let claims = ["/end", "/result", "/result/winners"];
    let claims = claims.into_iter().filter(|pointer| is_unchecked(pointer));
    let claims = claims.map(|claim| [claim.to_owned(), claim.to_owned()]);
    let faulty = report.findings.iter().filter_map(|finding| finding.turn).max().unwrap_or(0);
    let first = report.judged.max(faulty);
    let turns = (first < report.plies && is_unchecked(&format!("/turns/{first}")))
        .then(|| [first, report.plies - 1].map(|turn| format!("/turns/{turn}")));
    let ends: Vec<[String; 2]> = turns.into_iter().chain(claims).collect();
    let pointers: Vec<&str> = ends.iter().flatten().map(String::as_str).collect();
    let places = locate_all(document.text_of(game), &pointers);
    let hint = |ends: &[Option<_>]| {
        let [Some(first), Some(last)] = ends else { return None };
        let (first, last): (&Located, &Located) = (first, last);
        let bytes = first.value.start..last.value.end;
        let message = "nothing was checked against this part of the log".to_owned();
        let hint = diagnostic(document, game, bytes, HINT, UNCHECKED, message);
        Some(Diagnostic { tags: vec![UNNECESSARY], ..hint })
    };
    places.chunks(2).filter_map(hint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Encoding;

    #[test]
    fn the_logs_of_a_changed_document_are_not_judged_to_the_end() {
        let lines = "{ \"format\": \"splendor-log/1\" }\n".repeat(3);
        let document = Document::new("a".to_owned(), 1, lines, Encoding::Utf8);
        let judged = |document| {
            let found = judge(document, &Settings::default());
            found.last().map(|found| found.game)
        };
        assert_eq!(judged(&document), Some(2));
        document.supersede();
        assert_eq!(judged(&document), Some(0));
    }
}
