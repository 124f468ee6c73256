//! A report for people, with the source underlined.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Level, Origin, Renderer, Snippet};
use splendor_schema::source::locate_all;
use splendor_schema::{Finding, Report, Verdict};

use super::line::{outcome, verdict};

/// How a report is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether with color.
    pub color: bool,
    /// Whether what was inferred is listed.
    pub inferred: bool,
    /// Whether what the log says and nothing checked is listed.
    pub unchecked: bool,
}

/// The longest line of a log that is shown whole, in characters.
const LONG: usize = 140;

/// How much of a longer line is shown on either side of what is underlined, in bytes.
const AROUND: usize = 60;

/// Returns a report in words.
pub fn text(report: &Report, source: &str, style: Style) -> String {
    let mut all = String::new();
    for finding in &report.findings {
        all += &one(report, finding, source, style);
        all += "\n\n";
    }
    for missing in &report.missing {
        let turn = missing.turn.unwrap_or(0);
        all += &format!("missing: `{}` of turn {turn}: {}\n", missing.fact, missing.message);
    }
    if style.inferred {
        for inferred in &report.inferred {
            let turn = inferred.turn.unwrap_or(0);
            let value = match &inferred.value {
                splendor_schema::Fact::Word(word) => word.to_string(),
                splendor_schema::Fact::Number(number) => number.to_string(),
            };
            all += &format!("inferred: `{}` of turn {turn}: {value}\n", inferred.fact);
        }
    }
    if style.unchecked {
        all.extend(report.unchecked.iter().map(|pointer| format!("unchecked: {pointer}\n")));
    }
    all + &closing(report)
}

fn closing(report: &Report) -> String {
    let name = place_of(report);
    let word = verdict(report.verdict);
    match report.verdict {
        Verdict::Legal => format!("{name}: {word}, {}\n", outcome(report)),
        Verdict::Consistent => {
            let judged = report.judged;
            format!("{name}: {word}, {judged} of {} turns judged\n", report.plies)
        }
        Verdict::Illegal => {
            let count = report.findings.len();
            let findings = if count == 1 { "finding" } else { "findings" };
            let judged = report.judged.min(report.plies);
            format!("{name}: {word}, {count} {findings}, {judged} of {} turns legal or followed\n", report.plies)
        }
        Verdict::Malformed | Verdict::Unsupported => format!("{name}: {word}\n"),
    }
}

fn place_of(report: &Report) -> String {
    let input = &report.input;
    if input.game > 1 || input.line > 1 {
        format!("{}:{}", input.name, input.line)
    } else {
        input.name.clone()
    }
}

fn one(report: &Report, finding: &Finding, source: &str, style: Style) -> String {
    let title = Level::ERROR.primary_title(finding.message.as_str()).id(finding.clause.as_str());
    let mut elements: Vec<Element<'_>> = Vec::new();
    elements.extend(excerpt(report, finding, source));
    let note = note(finding);
    elements.push(Level::NOTE.message(note).into());
    if let Some(help) = &finding.help {
        elements.push(Level::HELP.message(help.as_str()).into());
    }
    if !finding.clause.starts_with("format.") && !finding.clause.starts_with("unsupported.") {
        let clause = finding.contradicts.as_ref().unwrap_or(&finding.clause);
        elements.push(Level::HELP.message(format!("`splendor explain {clause}`")).into());
    }
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Unicode).term_width(LONG + 20).render(&[title.elements(elements)])
}

fn note(finding: &Finding) -> String {
    let mut words = match (finding.turn, finding.round, finding.seat) {
        (Some(turn), Some(round), Some(seat)) => format!("turn {turn}, round {round}, seat {seat}: "),
        (Some(turn), _, _) => format!("turn {turn}: "),
        _ => String::new(),
    };
    words += &finding.sentence;
    if let Some(clause) = &finding.contradicts {
        words += &format!(" ({clause})");
    }
    if finding.after_illegal {
        words += " [after an illegal turn]";
    }
    words
}

/// What is shown of the source: whole lines where they are short, else the part around.
fn excerpt<'s>(report: &'s Report, finding: &'s Finding, source: &'s str) -> Vec<Element<'s>> {
    let pointers: Vec<&str> = [finding.pointer.as_deref()]
        .into_iter()
        .chain([finding.related.as_ref().map(|related| related.pointer.as_str())])
        .flatten()
        .collect();
    let mut found = locate_all(source, &pointers).into_iter();
    let by_line = || finding.line.zip(finding.column).and_then(|at| byte_at(report, source, at));
    let span = found.next().flatten().map(|place| place.value);
    let Some(span) = span.filter(|_| finding.pointer.is_some()).or_else(by_line) else {
        let origin = Origin::path(report.input.name.as_str());
        let at = finding.line.map_or(report.input.line, |line| line);
        return vec![origin.line(usize::try_from(at).unwrap_or(0)).into()];
    };
    let related = finding.related.as_ref().zip(found.next().flatten().map(|place| place.value));
    let related = related.map(|(related, span)| (related.message.as_str(), span));
    let label = finding.needed.as_deref().unwrap_or("here");
    let lines = lines_of(source, &span);
    let short = |range: &Range<usize>| {
        let lines = lines_of(source, range);
        source[lines].lines().all(|line| line.chars().count() <= LONG)
    };
    if short(&span) && related.as_ref().is_none_or(|(_, span)| short(span)) {
        return vec![whole_lines(report, source, span, label, related)];
    }
    let mut parts = vec![around(report, source, &lines, &span, AnnotationKind::Primary, label)];
    if let Some((message, span)) = related {
        let lines = lines_of(source, &span);
        parts.push(around(report, source, &lines, &span, AnnotationKind::Context, message));
    }
    parts.into_iter().flatten().collect()
}

/// The byte of a line and column of the file, as an empty range at the start of a character.
fn byte_at(report: &Report, source: &str, (line, column): (u64, u64)) -> Option<Range<usize>> {
    let line = usize::try_from(line + 1 - report.input.line).ok()?;
    let start = if line == 1 {
        0
    } else {
        source.match_indices('\n').nth(line - 2).map(|(newline, _)| newline + 1)?
    };
    let column = usize::try_from(column).ok()?;
    let offset = source[start..].char_indices().nth(column - 1).map_or(source.len(), |(at, _)| start + at);
    let end = source[offset..].chars().next().map_or(offset, |c| offset + c.len_utf8());
    Some(offset..end)
}

fn lines_of(source: &str, range: &Range<usize>) -> Range<usize> {
    let start = source[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = source[range.start..].find('\n').map_or(source.len(), |newline| range.start + newline);
    start..end
}

fn whole_lines<'s>(
    report: &'s Report,
    source: &'s str,
    span: Range<usize>,
    label: &'s str,
    related: Option<(&'s str, Range<usize>)>,
) -> Element<'s> {
    let first_line = usize::try_from(report.input.line).unwrap_or(1);
    let one_line = span.start..span.end.min(lines_of(source, &span).end);
    let primary = AnnotationKind::Primary.span(one_line).label(label);
    let mut snippet = Snippet::source(source).path(report.input.name.as_str());
    snippet = snippet.line_start(first_line).annotation(primary);
    if let Some((message, span)) = related {
        let one_line = span.start..span.end.min(lines_of(source, &span).end);
        snippet = snippet.annotation(AnnotationKind::Context.span(one_line).label(message));
    }
    snippet.into()
}

/// A long line cut to what is around the underlined part; the place is told above it.
fn around<'s>(
    report: &'s Report,
    source: &'s str,
    lines: &Range<usize>,
    span: &Range<usize>,
    kind: AnnotationKind,
    label: &'s str,
) -> Vec<Element<'s>> {
    let from = source.floor_char_boundary(span.start.saturating_sub(AROUND)).max(lines.start);
    let shown = span.end.min(span.start + 2 * AROUND).min(lines.end);
    let to = source.ceil_char_boundary((shown + AROUND).min(lines.end));
    let shown = source.ceil_char_boundary(shown);
    let (line, column) = splendor_schema::source::line_column(source, span.start);
    let line = line + usize::try_from(report.input.line).unwrap_or(1) - 1;
    let origin = Origin::path(report.input.name.as_str()).line(line).char_column(column);
    let annotation = kind.span(span.start - from..shown - from).label(label);
    let snippet = Snippet::source(&source[from..to]).line_start(line).annotation(annotation);
    vec![origin.into(), snippet.into()]
}
