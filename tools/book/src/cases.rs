//! The cases of a section of the book: worked examples in a file, and the table that the page has
//! of them.
//!
//! A page marks the place of the table with `<!-- cases ID -->`; the cases are in the file
//! `docs/src/rules/cases/ID.json`, in the order of the rows.

use std::fmt::Write;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::before::before;
use crate::example::{Example, ReplayedExample};
use crate::files::{self, Files};
use crate::replay_case::ReplayCase;

/// The mark before the table of a section, up to the id of the section.
const OPENING: &str = "<!-- cases ";
/// The end of the mark before the table.
const OPENED: &str = " -->\n";
/// The mark after the table.
const CLOSING: &str = "<!-- /cases -->\n";

/// The folder of the files of cases, below the root of the repository.
const FOLDER: &str = "docs/src/rules/cases";

/// A sequence of more turns is shown in the table by its number of turns and its last turn.
const SHOWN_TURNS: usize = 3;

/// A case of the book.
#[derive(Debug)]
pub struct Case {
    /// The case in one sentence of Markdown.
    pub sentence: String,
    /// The JSON of the example, without the indentation of the file.
    pub text: String,
    /// What is executed.
    pub content: Content,
}

/// What a case executes.
#[derive(Debug)]
pub enum Content {
    /// A position and turns.
    Example(Box<Example>),
    /// A whole log.
    Replay(ReplayCase),
}

impl Case {
    /// Reads a file of cases.
    ///
    /// # Errors
    ///
    /// Returns a message if the text is not a list of cases.
    pub fn read_all(text: &str) -> Result<Vec<Self>, String> {
        let all: Vec<&RawValue> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        all.into_iter().map(|case| Self::read(case.get())).collect()
    }

    fn read(text: &str) -> Result<Self, String> {
        // The lines of the file are indented below the brackets of the list.
        let text = text.replace("\n  ", "\n");
        let whole: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if whole.get("replay").is_some() {
            let replay: Result<ReplayCase, _> = serde_json::from_str(&text);
            let replay = replay.map_err(|error| format!("{error}, in\n{text}"))?;
            return Ok(Self {
                sentence: replay.case.clone(),
                text,
                content: Content::Replay(replay),
            });
        }
        let example = Example::read(&text).map_err(|why| format!("{why}, in\n{text}"))?;
        let sentence = example.case.clone().ok_or_else(|| format!("no `case` in\n{text}"))?;
        Ok(Self { sentence, text, content: Content::Example(Box::new(example)) })
    }

    /// Executes the case and compares the result with the expectations.
    ///
    /// # Errors
    ///
    /// Returns the differences.
    pub fn check(&self, files: &Files<'_>) -> Result<(), String> {
        match &self.content {
            Content::Example(example) => example.check(),
            Content::Replay(replay) => replay.check(files),
        }
    }

    /// Returns the cells of the case: the table before, the turns, and the verdict, in Markdown.
    fn cells(&self, files: &Files<'_>) -> Result<[String; 3], String> {
        let example = match &self.content {
            Content::Example(example) => example,
            Content::Replay(replay) => return replay.cells(files),
        };
        let replayed = example.run().map_err(|why| format!("{why}, in\n{}", self.text))?;
        let turn = replayed.steps.first().and_then(|step| step.turn.as_ref());
        let seats: Vec<u8> = replayed.steps.iter().map(|step| step.before.to_move()).collect();
        let facts = before(&replayed.game, &replayed.start, turn, &seats);
        let facts = if facts.is_empty() { facts } else { format!("<br>{facts}") };
        let claim = example.claim().map(|claim| format!("<br>the log claims `{claim}`"));
        let turns = turns(&replayed) + &claim.unwrap_or_default();
        let choices = example.legal_turns().map(|count| match count {
            1 if replayed.only_a_pass_is_legal() => "; its only legal turn is a pass".to_owned(),
            1 => "; it has one legal turn".to_owned(),
            _ => format!("; it has {count} legal turns"),
        });
        let verdict = replayed.verdict_in_a_cell() + &choices.unwrap_or_default();
        Ok([format!("{}{facts}", self.sentence), turns, verdict])
    }
}

/// Returns the turns in words.
fn turns(replayed: &ReplayedExample) -> String {
    let words: Vec<&str> = replayed.steps.iter().map(|step| &*step.words).collect();
    match &words[..] {
        [] => "no turn".to_owned(),
        [.., last] if words.len() > SHOWN_TURNS => {
            format!("{} turns; the last is {last}", words.len())
        }
        _ => words.join("<br>"),
    }
}

/// Returns the table of the cases of a section, in Markdown.
///
/// # Errors
///
/// Returns a message if the file of cases cannot be read, or if a case cannot be played.
fn cases_table(file: &str, files: &Files<'_>) -> Result<String, String> {
    let mut table =
        "| # | Case, and the table before | Turn | Verdict |\n|--:|---|---|---|\n".to_owned();
    for (at, case) in Case::read_all(file)?.iter().enumerate() {
        let cells = case.cells(files)?;
        if let Some(cell) = cells.iter().find(|cell| cell.contains(['|', '\n'])) {
            return Err(format!("no cell of a table: {cell}"));
        }
        let [before, turn, verdict] = cells;
        let _never_fails = writeln!(table, "| {} | {before} | {turn} | {verdict} |", at + 1);
    }
    Ok(table)
}

/// Returns the page with every table of cases written from its file.
///
/// # Errors
///
/// Returns a message if a mark is not closed, or if the cases of a section cannot be read or
/// played.
pub fn with_case_tables(page: &str, files: &Files<'_>) -> Result<String, String> {
    each_table(page, &|id, _| {
        let table =
            cases_table(&cases_of(id, files)?, files).map_err(|why| format!("{id}: {why}"))?;
        Ok(format!("\n{table}\n"))
    })
}

/// Returns the page with the cases of each table after that table, folded: the log, and the table
/// as text. The number of a row links to its case, which the browser then unfolds.
pub(super) fn with_folded_cases(page: &str, files: &Files<'_>) -> Result<String, String> {
    each_table(page, &|id, table| {
        let mut text = with_links(table, id);
        for (at, case) in Case::read_all(&cases_of(id, files)?)?.iter().enumerate() {
            let (shown, content) = match &case.content {
                Content::Example(example) => {
                    let picture = example.run()?.picture();
                    let blocks =
                        format!("```json,example\n{}\n```\n\n```text\n{picture}", case.text);
                    ("the table, the log, the picture; change it and run it", blocks)
                }
                Content::Replay(replay) => ("the log", format!("```json\n{}", replay.log(files)?)),
            };
            let _never_fails = write!(
                text,
                "<details class=\"case\">\n<summary>Case {number}: {shown}</summary>\n\n\
                 <a id=\"{id}-{number}\"></a>\n\n{content}```\n\n</details>\n\n",
                number = at + 1,
            );
        }
        Ok(text)
    })
}

/// Returns a table in which the number of each row links to its case.
fn with_links(table: &str, id: &str) -> String {
    let mut text = String::new();
    for line in table.lines() {
        let row = line.strip_prefix("| ").and_then(|rest| rest.split_once(" | "));
        let row = row.filter(|(number, _)| number.parse::<usize>().is_ok());
        let _never_fails = match row {
            Some((number, rest)) => {
                writeln!(text, "| <a href=\"#{id}-{number}\">{number}</a> | {rest}")
            }
            None => writeln!(text, "{line}"),
        };
    }
    text
}

/// Returns the page "At the table" in which the number of a case links to the case, on the page of
/// its section. Other pages do not change.
pub(super) fn with_linked_questions(page: &str) -> String {
    page.split_inclusive('\n')
        .map(|line| linked_question(line).unwrap_or_else(|| line.into()))
        .collect()
}

/// Returns the row of a question with its link, if the row names a case.
fn linked_question(line: &str) -> Option<String> {
    let (row, number) = line.trim_end().strip_suffix(" |")?.rsplit_once(" | ")?;
    let _is_a_number: usize = number.parse().ok()?;
    let (_, link) = row.rsplit_once(" | [")?;
    let (id, target) = link.strip_suffix(')')?.split_once("](")?;
    let (path, _) = target.split_once('#')?;
    Some(format!("{row} | [{number}]({path}#{id}-{number}) |\n"))
}

fn cases_of(id: &str, files: &Files<'_>) -> Result<String, String> {
    files::read(&format!("{FOLDER}/{id}.json"), files)
}

/// Returns the page with the content of each table of cases replaced.
fn each_table(
    page: &str,
    replace: &dyn Fn(&str, &str) -> Result<String, String>,
) -> Result<String, String> {
    let mut parts = page.split(OPENING);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let opened = part.split_once(OPENED);
        let closed = opened.and_then(|(id, rest)| Some((id, rest.split_once(CLOSING)?)));
        let (id, (table, rest)) = closed.ok_or("a table of cases is not closed")?;
        let _never_fails =
            write!(text, "{OPENING}{id}{OPENED}{}{CLOSING}{rest}", replace(id, table)?);
    }
    Ok(text)
}
