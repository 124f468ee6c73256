//! The pages that explain a clause, a ruling or another id of a report.

mod asked;
mod book_sections;
mod component;
mod look_alikes;
mod pairs;
mod related;
mod report_ids;
mod search;
mod section;
mod table;
mod words;

use splendor_core::RULINGS;
use splendor_core::{Clause, RESERVED};
use splendor_schema::json::edit_distance;
use splendor_schema::visible;
use splendor_verify::words::wrapped;

use crate::catalogue::{family, in_a_line, reserved_in_a_line, rulings_text};
use book_sections::{BookSection, SECTIONS};
use component::component;
use report_ids::{explain_report_id, report_ids};
use search::search_in_words;
use section::{section, without_clients};

pub use asked::{CloseQuestions, close_questions, phrasings};
pub use search::{FoundSection, search};
pub use table::{Question, questions};

/// The pages of the book that explain clauses, by family.
const PAGES: [(&str, &str); 17] = [
    ("component", include_str!("../../../../docs/src/rules/component.md")),
    ("setup", include_str!("../../../../docs/src/rules/setup.md")),
    ("turn", include_str!("../../../../docs/src/rules/turn.md")),
    ("take", include_str!("../../../../docs/src/rules/take.md")),
    ("reserve", include_str!("../../../../docs/src/rules/reserve.md")),
    ("purchase", include_str!("../../../../docs/src/rules/purchase.md")),
    ("post", include_str!("../../../../docs/src/rules/post.md")),
    ("market", include_str!("../../../../docs/src/rules/market.md")),
    ("reveal", include_str!("../../../../docs/src/rules/reveal.md")),
    ("limit", include_str!("../../../../docs/src/rules/limit.md")),
    ("noble", include_str!("../../../../docs/src/rules/noble.md")),
    ("city", include_str!("../../../../docs/src/rules/city.md")),
    ("end", include_str!("../../../../docs/src/rules/end.md")),
    ("score", include_str!("../../../../docs/src/rules/score.md")),
    ("claim", include_str!("../../../../docs/src/rules/claim.md")),
    ("orient", include_str!("../../../../docs/src/rules/orient.md")),
    ("stronghold", include_str!("../../../../docs/src/rules/stronghold.md")),
];

/// The page that explains the rulings.
const RULINGS_PAGE: &str = include_str!("../../../../docs/src/rules/rulings.md");

/// The most characters of a question: its words are compared with the whole book.
pub const QUESTION_CHARACTERS: usize = 1_000;

/// Returns the section of the book about a clause, a family of clauses, a ruling, another subject
/// of players or another report id, or the facts of a component.
///
/// # Errors
///
/// Returns a message with similar ids if the id is unknown, or the limit if it is too long.
///
/// ```
/// let text = splendor_render::explain("a0d3s").expect("a card");
/// assert!(text.contains("It costs three sapphires."));
/// ```
pub fn explain(id: &str) -> Result<String, String> {
    check_length(id)?;
    if let Some(found) = component(id) {
        return found;
    }
    let id = &*id.to_lowercase();
    if let Some(clause) = Clause::of_id(id) {
        let section = section(page(clause.family()), id).unwrap_or_else(|| bare(clause));
        let appendix = related::appendix(clause, |ruling| bears_on(ruling.name, id, &section));
        let (section, clients) = without_clients(&section);
        return Ok(with_questions(&section, id) + &appendix + &clients);
    }
    if let Some(clause) = RESERVED.iter().find(|clause| clause.id == id) {
        let found = section(page(family(clause)), id);
        return Ok(found.unwrap_or_else(|| reserved_in_a_line(clause)));
    }
    if RULINGS.iter().any(|ruling| ruling.name == id) {
        let found = section(RULINGS_PAGE, id).or_else(|| section(RULINGS_PAGE, &format!("`{id}`")));
        let (section, clients) = without_clients(&found.unwrap_or_else(rulings_text));
        return Ok(with_clauses(&section, id) + &clients);
    }
    if let Some(section) = BookSection::of(id) {
        return Ok(with_questions(&section.text(), id));
    }
    if let Some(text) = explain_report_id(id) {
        return Ok(text);
    }
    let clauses = Clause::ALL.iter().filter(|clause| clause.family() == id);
    let reserved = RESERVED.iter().filter(|clause| family(clause) == id);
    let lines = clauses.map(|clause| in_a_line(*clause)).chain(reserved.map(reserved_in_a_line));
    match lines.collect::<String>() {
        lines if lines.is_empty() => {
            let shown = visible::line(id);
            Err(format!("there is no clause and no ruling `{shown}`{}", nearest(id)))
        }
        lines if id == "setup" => Ok(lines + &setup_counts()),
        lines => Ok(lines),
    }
}

/// Rejects a question that has too many characters.
fn check_length(question: &str) -> Result<(), String> {
    let length = question.chars().count();
    if length <= QUESTION_CHARACTERS {
        return Ok(());
    }
    Err(format!(
        "the question has {length} characters, and the limit is {QUESTION_CHARACTERS}: ask in \
         fewer words"
    ))
}

/// Adds the questions of players to a section: after its first paragraph, which is the sentence.
fn with_questions(section: &str, id: &str) -> String {
    let mut listed = "At the table\n".to_owned();
    for Question { question, answer, .. } in questions().filter(|one| one.decided_by == id) {
        listed += &format!("  {}\n", wrapped(&format!("{question} {answer}"), 4));
    }
    let is_asked = questions().any(|one| one.decided_by == id);
    let mut paragraphs: Vec<&str> = section.splitn(3, "\n\n").collect();
    if is_asked && paragraphs.len() > 2 {
        paragraphs.insert(2, listed.trim_end());
    }
    paragraphs.join("\n\n")
}

/// Adds the clauses that a ruling bears on to its section, after the question: a player that looks
/// for `tie` may mean the clause.
fn with_clauses(of_ruling: &str, ruling: &str) -> String {
    let clauses = Clause::ALL.iter().filter(|clause| {
        let of_clause = section(page(clause.family()), clause.id()).unwrap_or_default();
        bears_on(ruling, clause.id(), &of_clause)
    });
    let listed: String = clauses.map(|clause| in_a_line(*clause)).collect();
    match of_ruling.splitn(3, "\n\n").collect::<Vec<_>>()[..] {
        [name, question, rest] if !listed.is_empty() => {
            format!("{name}\n\n{question}\n\nClauses\n{listed}\n{rest}")
        }
        _ => of_ruling.to_owned(),
    }
}

/// Returns the number of tokens, cards and tiles, by seats and modules.
fn setup_counts() -> String {
    let counts = ["Tokens", "Cards and tiles"].map(|heading| section(page("setup"), heading));
    counts.into_iter().flatten().fold(String::new(), |text, section| text + "\n" + &section)
}

/// Returns whether the section of a clause names a ruling, or the section of a ruling the clause.
fn bears_on(ruling: &str, id: &str, section: &str) -> bool {
    let of_ruling = || section_lines(RULINGS_PAGE, ruling);
    let named = [format!("`{id}`"), format!("\"{id}\"")];
    section.contains(&format!("`{ruling}`"))
        || of_ruling().any(|line| named.iter().any(|id| line.contains(id)))
}

/// Returns the lines of the section under a heading.
fn section_lines<'p>(page: &'p str, heading: &'p str) -> impl Iterator<Item = &'p str> {
    let is = move |line: &&str| line.trim_start_matches('#').trim().trim_matches('`') == heading;
    let lines = page.lines().skip_while(move |line| !is(line)).skip(1);
    lines.take_while(|line| !line.starts_with("## ") && !line.starts_with("### "))
}

fn page(family: &str) -> &'static str {
    PAGES.iter().find(|(name, _)| *name == family).map_or("", |(_, text)| text)
}

fn bare(clause: Clause) -> String {
    format!("{}\n\n{}\n\nSource: {}\n", clause.id(), clause.sentence(), clause.source())
}

/// Returns the explanation of an id, like [`explain()`], or the rules and questions that are closest
/// to everyday words, like [`search()`].
///
/// # Errors
///
/// Returns a message if the words are no id and nothing is close to them, or if they are too long.
pub fn explain_words(words: &str) -> Result<String, String> {
    check_length(words)?;
    let is_question = words.contains([' ', '?']);
    explain(words).or_else(|unknown| match search_in_words(words) {
        // A word with a dot is meant as an id.
        Some(text) if is_question || !words.contains('.') => Ok(text),
        None if is_question => {
            let shown = visible::line(words);
            Err(format!("nothing found: no question, clause or ruling is close to `{shown}`"))
        }
        _ => Err(unknown),
    })
}

/// Returns every id that can be explained: clauses, reserved clauses, rulings, sections of the
/// book, and the other ids of reports and errors.
pub fn explainable_ids() -> impl Iterator<Item = &'static str> {
    let ids = Clause::ALL.iter().map(|clause| clause.id());
    let ids = ids.chain(RESERVED.iter().map(|clause| clause.id));
    let ids = ids.chain(RULINGS.iter().map(|ruling| ruling.name));
    let ids = ids.chain(SECTIONS.iter().map(|section| section.id));
    ids.chain(report_ids().map(|(id, _)| id))
}

/// Returns the most similar id, if there is exactly one, within one letter, or within two if the
/// input has the form of a clause id.
fn nearest(id: &str) -> String {
    if id.chars().count() < 4 {
        return String::new();
    }
    let families = PAGES.iter().map(|(family, _)| *family);
    let mut ids: Vec<(usize, &str)> =
        explainable_ids().chain(families).map(|other| (edit_distance(id, other), other)).collect();
    ids.sort_by_key(|(far, _)| *far);
    let most = if id.contains('.') { 2 } else { 1 };
    match ids[..] {
        [(far, one), (next, _), ..] if far <= most && far < next => {
            format!("; the nearest is `{one}`")
        }
        _ => String::new(),
    }
}
