//! The catalogue of clauses and rulings, and the pages that explain them.

use std::fmt::Write;

use splendor_core::{Clause, RESERVED, ReservedClause};

use crate::explained;
use crate::explained::others::{other, others};
use crate::report::page_of;
use crate::rulings::{RULINGS, RulingInfo};
use splendor_schema::layout::lines_of;
use splendor_schema::visible;

/// The pages of the book that explain clauses, by family.
const PAGES: [(&str, &str); 16] = [
    ("component", include_str!("../../../docs/src/rules/component.md")),
    ("setup", include_str!("../../../docs/src/rules/setup.md")),
    ("turn", include_str!("../../../docs/src/rules/turn.md")),
    ("take", include_str!("../../../docs/src/rules/take.md")),
    ("reserve", include_str!("../../../docs/src/rules/reserve.md")),
    ("purchase", include_str!("../../../docs/src/rules/purchase.md")),
    ("post", include_str!("../../../docs/src/rules/post.md")),
    ("market", include_str!("../../../docs/src/rules/market.md")),
    ("reveal", include_str!("../../../docs/src/rules/reveal.md")),
    ("limit", include_str!("../../../docs/src/rules/limit.md")),
    ("noble", include_str!("../../../docs/src/rules/noble.md")),
    ("city", include_str!("../../../docs/src/rules/city.md")),
    ("end", include_str!("../../../docs/src/rules/end.md")),
    ("score", include_str!("../../../docs/src/rules/score.md")),
    ("claim", include_str!("../../../docs/src/rules/claim.md")),
    ("orient", include_str!("../../../docs/src/rules/orient.md")),
];

/// The page that explains the rulings.
const RULINGS_PAGE: &str = include_str!("../../../docs/src/rules/rulings.md");

/// Returns what the book says of a clause, a family of clauses, a ruling or another id of a report.
///
/// # Errors
///
/// What is known instead, if there is neither.
pub fn explain(id: &str) -> Result<String, String> {
    let id = &*id.to_lowercase();
    if let Some(clause) = Clause::of_id(id) {
        let told = section(page(clause.family()), id).unwrap_or_else(|| bare(clause));
        let beside = explained::beside(clause, |ruling| bears_on(ruling.name, id, &told));
        return Ok(told + &beside);
    }
    if let Some(clause) = RESERVED.iter().find(|clause| clause.id == id) {
        let found = section(page(family(clause)), id);
        return Ok(found.unwrap_or_else(|| reserved_in_a_line(clause)));
    }
    if RULINGS.iter().any(|ruling| ruling.name == id) {
        let found = section(RULINGS_PAGE, id).or_else(|| section(RULINGS_PAGE, &format!("`{id}`")));
        return Ok(found.unwrap_or_else(rulings_text));
    }
    if let Some(told) = other(id) {
        return Ok(told);
    }
    let clauses = Clause::ALL.iter().filter(|clause| clause.family() == id);
    let reserved = RESERVED.iter().filter(|clause| family(clause) == id);
    let lines = clauses.map(|clause| in_a_line(*clause)).chain(reserved.map(reserved_in_a_line));
    match lines.collect::<String>() {
        lines if lines.is_empty() => {
            let shown = visible::line(id);
            Err(format!("there is no clause and no ruling `{shown}`{}", nearest(id)))
        }
        lines => Ok(lines),
    }
}

/// Whether the book names a ruling in the section of a clause, or the clause in that of the ruling.
fn bears_on(ruling: &str, id: &str, told: &str) -> bool {
    let of_ruling = || section_lines(RULINGS_PAGE, ruling);
    let named = [format!("`{id}`"), format!("\"{id}\"")];
    told.contains(&format!("`{ruling}`"))
        || of_ruling().any(|line| named.iter().any(|id| line.contains(id)))
}

/// The lines of the section under a heading, as they stand in the page.
fn section_lines<'p>(page: &'p str, heading: &'p str) -> impl Iterator<Item = &'p str> {
    let is = move |line: &&str| line.trim_start_matches('#').trim().trim_matches('`') == heading;
    let lines = page.lines().skip_while(move |line| !is(line)).skip(1);
    lines.take_while(|line| !line.starts_with("## ") && !line.starts_with("### "))
}

/// Returns the part of the id before the point.
fn family(clause: &ReservedClause) -> &'static str {
    clause.id.split_once('.').map_or("", |(family, _)| family)
}

fn page(family: &str) -> &'static str {
    PAGES.iter().find(|(name, _)| *name == family).map_or("", |(_, text)| text)
}

fn bare(clause: Clause) -> String {
    format!("{}\n\n{}\n\nSource: {}\n", clause.id(), clause.sentence(), clause.source())
}

/// Returns the section of a page under a heading, without the marks of its examples.
fn section(page: &str, heading: &str) -> Option<String> {
    let start = page.lines().position(|line| line.trim_start_matches('#').trim() == heading)?;
    let is_heading = |line: &&str| line.starts_with("## ") || line.starts_with("### ");
    let lines = page.lines().skip(start + 1).take_while(|line| !is_heading(line));
    let mut text = format!("{heading}\n");
    let mut fence = Fence::None;
    for line in lines {
        match (line.strip_prefix("```"), fence) {
            (Some(_), Fence::Example | Fence::Shown) => fence = Fence::None,
            (Some(kind), Fence::None) if kind.contains("example") => fence = Fence::Example,
            (Some(_), Fence::None) => fence = Fence::Shown,
            (None, Fence::Example) => {}
            (None, Fence::Shown) => text.extend([line, "\n"]),
            (None, Fence::None) if line.starts_with("<!--") => {}
            (None, Fence::None) => text.extend([&wrapped(&without_links(line), 0), "\n"]),
        }
    }
    Some(text.trim_end().to_owned() + "\n")
}

/// Between which fences of a page a line stands.
#[derive(Clone, Copy)]
enum Fence {
    None,
    /// A worked example, which the tests read.
    Example,
    /// What is shown as it stands.
    Shown,
}

/// Drops from a line of Markdown where its links lead.
fn without_links(line: &str) -> String {
    let mut parts = line.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let behind = part.split_once(')').map_or("", |(_, behind)| behind);
        let opening = text.rfind('[').unwrap_or(text.len());
        text =
            format!("{}{}{behind}", &text[..opening], text.get(opening + 1..).unwrap_or_default());
    }
    text
}

/// Returns every id that can be explained: clauses, those that are only reserved, rulings, and what
/// else reports and errors say.
pub fn ids() -> impl Iterator<Item = &'static str> {
    let ids = Clause::ALL.iter().map(|clause| clause.id());
    let ids = ids.chain(RESERVED.iter().map(|clause| clause.id));
    let ids = ids.chain(RULINGS.iter().map(|ruling| ruling.name));
    ids.chain(others().map(|(id, _)| id))
}

/// Returns the known word that is meant where another one is told, if one is near.
pub fn meant<'w>(told: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let near = known.map(|word| (edits(told, word), word)).min_by_key(|(far, _)| *far);
    near.filter(|&(far, word)| far <= word.chars().count() / 3).map(|(_, word)| word)
}

/// How many ids are named that are equally near.
const NEAREST: usize = 3;

fn nearest(id: &str) -> String {
    let mut ids: Vec<(usize, &str)> = ids().map(|other| (edits(id, other), other)).collect();
    ids.sort_by_key(|(far, _)| *far);
    let best = ids.first().map_or(0, |(far, _)| *far);
    let is_near = |far: usize, other: &str| {
        far <= other.chars().count() / 2 || (id.contains('.') && family_of(id) == family_of(other))
    };
    let near: Vec<String> = ids
        .iter()
        .take_while(|(far, _)| *far == best)
        .filter(|(far, other)| is_near(*far, other))
        .take(NEAREST)
        .map(|(_, other)| format!("`{other}`"))
        .collect();
    match near.as_slice() {
        [] => String::new(),
        [one] => format!("; the nearest is {one}"),
        several => format!("; the nearest are {}", several.join(", ")),
    }
}

fn family_of(id: &str) -> &str {
    id.split_once('.').map_or(id, |(family, _)| family)
}

/// How many single letters to add, drop or replace lead from one word to the other.
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let swap = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = swap.min(row[j] + 1).min(corner + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

fn in_a_line(clause: Clause) -> String {
    format!("{:<24} {}\n", clause.id(), wrapped(clause.sentence(), 25))
}

fn reserved_in_a_line(clause: &ReservedClause) -> String {
    let sentence = format!("{} (not yet executable)", clause.sentence);
    format!("{:<24} {}\n", clause.id, wrapped(&sentence, 25))
}

/// Breaks a sentence at 80 columns, the further lines indented.
pub(crate) fn wrapped(sentence: &str, indent: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for word in sentence.split(' ') {
        let width = word.chars().count();
        if column > indent && column + 1 + width > 80 {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text
}

/// Returns every clause with its sentence, in the order of the book, and then those that are only
/// reserved.
pub fn clauses_text() -> String {
    let clauses = Clause::ALL.iter().map(|clause| in_a_line(*clause));
    clauses.chain(RESERVED.iter().map(reserved_in_a_line)).collect()
}

/// Returns every clause as JSON.
pub fn clauses_json() -> String {
    let clauses = Clause::ALL.iter().map(|clause| {
        serde_json::json!({
            "id": clause.id(),
            "sentence": clause.sentence(),
            "source": clause.source(),
            "page": page_of(*clause),
            "claims_only": clause.shows_through_claims(),
            "executable": true,
        })
    });
    let reserved = RESERVED.iter().map(|clause| {
        serde_json::json!({
            "id": clause.id,
            "sentence": clause.sentence,
            "source": clause.source,
            "page": format!("rules/{}.md#{}", family(clause), clause.id.replace('.', "")),
            "claims_only": false,
            "executable": false,
        })
    });
    lines_of(clauses.chain(reserved))
}

/// Returns every ruling with its values, the default first.
pub fn rulings_text() -> String {
    let mut text = String::new();
    for RulingInfo { name, values, question } in RULINGS {
        let question = wrapped(question, 15);
        let values = wrapped(&values.join(", "), 15);
        let _never_fails = writeln!(text, "{name:<14} {question}\n{:15}{values}", "");
    }
    text
}

/// Returns every ruling as JSON.
pub fn rulings_json() -> String {
    let rulings = RULINGS.iter().map(|ruling| {
        serde_json::json!({
            "name": ruling.name,
            "values": ruling.values,
            "default": ruling.values[0],
            "question": ruling.question,
        })
    });
    lines_of(rulings)
}
