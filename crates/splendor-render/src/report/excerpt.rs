//! The lines of a log that a finding concerns, with the relevant part underlined.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Element, Origin, Snippet};
use splendor_schema::json::locate::{Located, line_column, locate_member, value_at};
use splendor_schema::{Finding, Report, visible};

use splendor_verify::report::Original;

/// The longest line of a log that is shown whole, in characters.
const LONG: usize = 140;

/// The number of bytes of a longer line that are shown before, within and after the underlined
/// part.
const AROUND: usize = 60;

/// The most bytes between two marks that are shown as one excerpt.
const APART: usize = 1 << 16;

/// An underlined part and its label.
struct Mark<'m> {
    span: Range<usize>,
    kind: AnnotationKind,
    label: &'m str,
}

impl<'m> Mark<'m> {
    /// The mark in a part of the text as it is shown; of several lines the first.
    fn annotation(&self, source: &str, shown: &Range<usize>) -> Annotation<'m> {
        let line = source[self.span.clone()].lines().next().unwrap_or_default();
        let end = self.span.start + line.len();
        let at = |offset: usize| written(source, shown, offset).len();
        self.kind.span(at(self.span.start)..at(end)).label(self.label)
    }
}

/// Returns the shown text before an offset: invisible characters as escapes, lines as lines.
fn written(source: &str, shown: &Range<usize>, offset: usize) -> String {
    let part = &source[shown.start..offset.clamp(shown.start, shown.end)];
    // The carriage return of a line's end is no part of the line.
    let ends = source[offset..].starts_with('\n');
    let part = part.strip_suffix('\r').filter(|_| ends).unwrap_or(part);
    visible::lines(&part.replace("\r\n", "\n")).into_owned()
}

/// Returns the excerpt of the source: whole lines if they are short, or else the part around the
/// mark.
pub(super) fn excerpt<'s>(
    report: &'s Report,
    finding: &'s Finding,
    original: Original<'s>,
) -> Vec<Element<'s>> {
    let source = original.text();
    let marks = marks(report, finding, original);
    let Some(mark) = marks.first() else { return vec![place(report, finding).into()] };
    let start = marks.iter().map(|mark| mark.span.start).min().unwrap_or(mark.span.start);
    let end = marks.iter().map(|mark| mark.span.start).max().unwrap_or(mark.span.start);
    if !marks.iter().all(|mark| is_short(source, mark)) {
        marks.iter().flat_map(|mark| around(report, source, mark)).collect()
    } else if end - start < APART {
        vec![lines(report, source, &marks).into()]
    } else {
        let alone = marks.chunks(1).map(|mark| lines(report, source, mark).into());
        alone.collect()
    }
}

fn is_short(source: &str, mark: &Mark<'_>) -> bool {
    let line = &source[line_of(source, mark.span.start)];
    // A character has at most four bytes.
    line.len() <= 4 * LONG && line.chars().count() <= LONG
}

/// The place of a finding that has nothing to show.
fn place<'s>(report: &'s Report, finding: &Finding) -> Origin<'s> {
    let number = |number| usize::try_from(number).unwrap_or(1);
    let line = finding.line.unwrap_or(report.input.line);
    let origin = Origin::path(report.input.name.to_string()).line(number(line));
    origin.char_column(number(finding.column.unwrap_or(1)))
}

/// Returns the marks: the place of the finding, then the place that explains it.
fn marks<'s>(report: &Report, finding: &'s Finding, original: Original<'_>) -> Vec<Mark<'s>> {
    let source = original.text();
    let at = finding.line.zip(finding.column).and_then(|at| byte_at(report, source, at));
    let span = if original.is_foreign() {
        let member = original.locate_all(&[finding.pointer.as_deref().unwrap_or_default()]).pop();
        member.flatten().map(|member| narrowed(member, at.clone())).or(at)
    } else {
        span_in_log(source, finding, at)
    };
    let label = finding.needed.as_deref().unwrap_or("here");
    let primary = span.map(|span| Mark { span, kind: AnnotationKind::Primary, label });
    // Findings with another place are about logs that were read.
    let context = finding.related.as_ref().and_then(|related| {
        let span = if original.is_foreign() {
            original.locate_all(&[&related.pointer]).pop()??.value
        } else {
            let at = byte_at(report, source, related.line.zip(related.column)?)?;
            value_at(source, at.start)?
        };
        let label = related.message.as_str();
        Some(Mark { span, kind: AnnotationKind::Context, label })
    });
    primary.into_iter().chain(context).collect()
}

/// Returns the underlined part of a log: the value or key at the place of the finding, or the
/// character or string there in a text that is not JSON.
fn span_in_log(source: &str, finding: &Finding, at: Option<Range<usize>>) -> Option<Range<usize>> {
    let at = at?;
    let pointer = finding.pointer.as_deref();
    let value = |pointer| match finding.clause.as_str() {
        // The text is wrong at this place, within every value that the pointer names.
        "format.json" | "format.duplicate-key" => None,
        // The text may be wrong elsewhere.
        "format.size" | "unsupported.format" => {
            Some(narrowed(locate_member(source, pointer)?, Some(at.clone())))
        }
        _ => value_at(source, at.start),
    };
    Some(pointer.and_then(value).unwrap_or(at))
}

/// Returns the underlined part of a member whose value, whose key, or a place within is at fault.
fn narrowed(member: Located, at: Option<Range<usize>>) -> Range<usize> {
    let Some(at) = at.filter(|at| at.start != member.value.start) else { return member.value };
    member.key.filter(|key| key.start == at.start).unwrap_or(at)
}

/// The character or the string at a line and column of the file.
fn byte_at(report: &Report, source: &str, (line, column): (u64, u64)) -> Option<Range<usize>> {
    let line = usize::try_from((line + 1).checked_sub(report.input.line)?).ok()?;
    let start = match line.checked_sub(2) {
        None => 0,
        Some(before) => source.match_indices('\n').nth(before)?.0 + 1,
    };
    let column = usize::try_from(column.checked_sub(1)?).ok()?;
    let at = start + byte_of_character(&source[start..], column);
    let mut characters = source[at..].chars();
    let first = characters.next().map_or(0, char::len_utf8);
    let string = characters.as_str().lines().next().filter(|_| source[at..].starts_with('"'));
    let end = string.and_then(|rest| rest.find('"')).map_or(0, |quote| quote + 1);
    Some(at..at + first + end)
}

/// The byte at which the character with an index begins, or the end of the text.
fn byte_of_character(text: &str, index: usize) -> usize {
    match text.as_bytes().get(..index) {
        // Each of these characters is one byte.
        Some(before) if before.is_ascii() => index,
        _ => text.char_indices().nth(index).map_or(text.len(), |(at, _)| at),
    }
}

/// The number of bytes before and after a place that are searched for the ends of its line. A short
/// line has fewer bytes, also with a carriage return at its end. A log in a single line may have
/// many more, which need no search.
const LINE_SEARCH_BYTES: usize = 4 * LONG + 2;

/// The line that a byte belongs to, without its end. Of a long line, the part that is searched.
fn line_of(source: &str, offset: usize) -> Range<usize> {
    let from = source.floor_char_boundary(offset.saturating_sub(LINE_SEARCH_BYTES));
    let to = source.ceil_char_boundary(offset + LINE_SEARCH_BYTES);
    let start = source[from..offset].rfind('\n').map_or(from, |newline| from + newline + 1);
    let end = source[offset..to].find('\n').map_or(to, |newline| offset + newline);
    start..end - usize::from(source[start..end].ends_with('\r'))
}

/// The number of a line of the log in its file.
fn in_file(report: &Report, line: usize) -> usize {
    line + usize::try_from(report.input.line).unwrap_or(1) - 1
}

/// The lines from the first mark to the last.
fn lines<'s>(
    report: &'s Report,
    source: &'s str,
    marks: &[Mark<'s>],
) -> Snippet<'s, Annotation<'s>> {
    let all = marks.iter().map(|mark| line_of(source, mark.span.start));
    let shown = all.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or_default();
    let (line, _) = line_column(source, shown.start);
    let snippet =
        Snippet::source(written(source, &shown, shown.end)).path(report.input.name.to_string());
    let snippet = snippet.line_start(in_file(report, line));
    snippet.annotations(marks.iter().map(|mark| mark.annotation(source, &shown)))
}

/// Returns a long line cut to the part around the mark; the line above names the place.
fn around<'s>(report: &'s Report, source: &'s str, mark: &Mark<'s>) -> [Element<'s>; 2] {
    let whole = line_of(source, mark.span.start);
    let start = mark.span.start;
    let from = source.floor_char_boundary(start.saturating_sub(AROUND)).max(whole.start);
    let end = mark.span.end.min(start + AROUND).min(whole.end);
    let end = source.ceil_char_boundary(end);
    let to = source.ceil_char_boundary(end + AROUND).min(whole.end);
    let (line, column) = line_column(source, start);
    let line = in_file(report, line);
    let origin = Origin::path(report.input.name.to_string()).line(line).char_column(column);
    let cut = Mark { span: start..end, kind: mark.kind, label: mark.label };
    let snippet = Snippet::source(written(source, &(from..to), to)).line_start(line);
    [origin.into(), snippet.annotation(cut.annotation(source, &(from..to))).into()]
}

#[cfg(test)]
mod tests {
    use annotate_snippets::AnnotationKind;

    use super::{LONG, Mark, is_short};

    /// The part of a line that is searched is no shorter line, whatever byte comes at its end.
    #[test]
    fn a_line_is_short_if_it_has_few_characters() {
        for letter in ["a", "é", "字", "😀"] {
            for count in LONG - 3..4 * LONG + 9 {
                for (end, characters) in [("", 0), ("\r\n", 0), ("\r", 0), ("\rb", 2), ("b", 1)] {
                    let text = letter.repeat(count) + end;
                    let (first, last) = (0, (count - 1) * letter.len());
                    for start in [first, last] {
                        let span = start..start + letter.len();
                        let mark = Mark { span, kind: AnnotationKind::Primary, label: "" };
                        let expected = count + characters <= LONG;
                        assert_eq!(is_short(&text, &mark), expected, "{letter} {count} {end:?}");
                    }
                }
            }
        }
    }
}
