//! A log or a position as a page: one HTML document without other files.
//!
//! All drawings and texts are made here; the script of the page only shows the parts of the turn
//! that the visitor selects.

mod chart;
mod data;
mod legal;
mod plain;

use splendor_core::{Game, Position};
use splendor_schema::json::layout;
use splendor_schema::report::Severity;
use splendor_schema::{Finding, InputFile, Log, Report};

use crate::report::line::under;
use crate::svg::fit::beginning;
use crate::svg::ink::escaped;
use crate::svg::{self, SHAPES};
use data::Data;
use splendor_verify::report::empty_report;
use splendor_verify::words::{count_with_noun, listed, seat_with_name, turns};
use splendor_verify::{
    JudgeOptions, ReportSource, continue_after, from_log, judge_each_position, report,
};

/// The maximum number of characters of a name in a sentence. The area of a seat shows the whole
/// name.
const NAME: usize = 40;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A log, replayed as logged as far as possible.
struct Followed<'g, 'l> {
    log: &'l Log,
    /// The game and the position before each turn, and that after the last.
    tables: Vec<(Game<'g>, Position)>,
    /// The turns as they were understood, where they could be.
    turns: Vec<Option<splendor_core::Turn>>,
    names: Vec<String>,
    report: Report,
    /// The verdict, or the word for a position, which has none.
    verdict: &'static str,
    outcome: String,
}

/// Returns a log as a page of HTML: the table at each turn, the legal turns there, the verdict with
/// its clause, and the prestige over time.
///
/// The verdict is that of `verify`. After an illegal turn the page follows the log.
pub fn html_page(source: &ReportSource<'_>, log: &Log, options: &JudgeOptions) -> String {
    let mut positions = Vec::new();
    let mut on_position = |_: &Game<'_>, position: &Position| positions.push(*position);
    let judgment = judge_each_position(log, options, &mut on_position);
    let report = report(source, log, &judgment, options);
    // A judgment can end before the last position, at a fact that nothing decides.
    positions.truncate(judgment.judged + 1);
    let on_position = |_: &Game<'_>, position: &Position| positions.push(*position);
    let judgment = continue_after(log, judgment, on_position);
    let game = judgment.last().map(|(game, _)| game);
    let tables: Vec<_> = positions.into_iter().filter_map(|at| Some((game?, at))).collect();
    let components = tables.first().map(|(game, _)| game.components);
    let turns = data::turns(log, components, &judgment);
    let names =
        log.players.iter().map(|player| player.name.clone().unwrap_or_default().to_string());
    let names = names.collect();
    let verdict = report.verdict.as_str();
    let mut followed =
        Followed { log, tables, turns, names, report, verdict, outcome: String::new() };
    followed.outcome = outcome(&followed);
    page(&followed)
}

/// Returns a position as a page of HTML: the table and the legal turns.
///
/// # Errors
///
/// Why there is no such position.
pub fn html_page_of_position(
    input: InputFile,
    file: &splendor_schema::Position,
    options: &JudgeOptions,
) -> Result<String, String> {
    let (game, position) = from_log::position_by(file, options)?;
    let scores: Vec<_> = position.scores().map(|score| score.to_string()).collect();
    Ok(page(&Followed {
        log: &from_log::log_at_position(file),
        tables: vec![(game, position)],
        turns: Vec::new(),
        names: vec![String::new(); file.seats.len()],
        report: empty_report(input),
        verdict: "position",
        outcome: format!("prestige {}", scores.join(", ")),
    }))
}

fn page(followed: &Followed<'_, '_>) -> String {
    let data = layout::compact(&Data::of(followed));
    // Escape the sequences that would end the script of the page, or begin a comment or another
    // script.
    let data = data.replace("</", "<\\/").replace("<!", "\\u003c!");
    let data = data.replace("<s", "\\u003cs").replace("<S", "\\u003cS");
    let report = &followed.report;
    let name = name(followed);
    let title = format!("{name}: {}{}", followed.verdict, under(report));
    filled(&[
        ("title", &escaped(&title)),
        ("style", STYLE),
        ("drawing", svg::STYLE),
        ("shapes", SHAPES),
        ("faces", &faces(followed)),
        ("name", &escaped(&name)),
        ("verdict", followed.verdict),
        ("outcome", &escaped(&followed.outcome)),
        ("findings", &findings(&report.findings)),
        ("missing", &missing(report)),
        ("chart", &chart::chart(followed)),
        ("board", &size(followed, svg::board_tall)),
        ("tall", &followed.tables.first().map_or(0, |(game, _)| svg::board_tall(game)).to_string()),
        ("mat", &size(followed, svg::seat_tall)),
        ("input", &escaped(&report.input.name.to_string())),
        ("version", env!("CARGO_PKG_VERSION")),
        ("data", &data),
        ("script", SCRIPT),
    ])
}

/// Returns the size of a part of the drawing, whose height depends on the game.
fn size(followed: &Followed<'_, '_>, tall: impl Fn(&Game<'_>) -> i32) -> String {
    let tall = followed.tables.first().map_or(0, |(game, _)| tall(game));
    format!("0 0 {} {tall}", svg::WIDTH)
}

/// Returns the faces of all components: which of them are seen changes from turn to turn.
fn faces(followed: &Followed<'_, '_>) -> String {
    followed.tables.first().map_or_else(String::new, |(game, _)| {
        svg::faces(game, game.components.cards(), game.components.nobles())
    })
}

/// Returns the page with each `{{name}}` replaced by its text.
fn filled(texts: &[(&str, &str)]) -> String {
    let mut parts = PAGE.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").expect("a place on the page is closed");
        let text = texts.iter().find(|(known, _)| *known == name);
        page += text.expect("every place on the page has a text").1;
        page += rest;
    }
    page
}

/// Returns the name of the game: its players, and its id or else its number in the file.
fn name(followed: &Followed<'_, '_>) -> String {
    let is_named = followed.names.iter().any(|name| !name.is_empty());
    let players = followed.names.iter().enumerate().map(|(seat, name)| match name.as_str() {
        "" => format!("seat {seat}"),
        name => beginning(name, NAME),
    });
    let players = if is_named {
        listed(&players.collect::<Vec<_>>())
    } else {
        format!("Splendor, {}", count_with_noun(followed.names.len() as u64, "seat", "seats"))
    };
    let id = followed.log.source.as_ref().and_then(|source| source.game.as_ref());
    let number = followed.report.input.game;
    match id {
        Some(id) => format!("{players}, game {}", beginning(&id.to_string(), NAME)),
        None if number > 1 => format!("{players}, game {number}"),
        None => players,
    }
}

/// Returns the outcome of the game, and how far the page shows it.
fn outcome(followed: &Followed<'_, '_>) -> String {
    let report = &followed.report;
    let mut words = under(report).trim_start().to_owned();
    words += if words.is_empty() { "" } else { "; " };
    words += &format!("{} of {} judged", report.judged, turns(report.plies));
    if let Some(scores) = &report.scores {
        let scores: Vec<_> = scores.iter().map(ToString::to_string).collect();
        words += &format!("; prestige {}", scores.join(", "));
    }
    if let Some(winners) = &report.winners {
        let winners: Vec<_> =
            winners.iter().map(|&seat| seat_name(&followed.names, seat)).collect();
        words += &match winners.as_slice() {
            [] => "; nobody wins".to_owned(),
            [one] => format!("; {one} wins"),
            several => format!("; {} share the victory", listed(several)),
        };
    }
    let shown = followed.tables.len();
    if shown <= followed.log.turns.len() {
        words += &match shown {
            0 => "; the setup cannot be followed, so that there is no table to show".to_owned(),
            _ => format!("; the table can be shown up to turn {shown}"),
        };
    }
    words
}

fn seat_name(names: &[String], seat: u8) -> String {
    seat_with_name(seat, beginning(svg::name(names, usize::from(seat)), NAME))
}

/// Returns the findings as items of a list: errors, then warnings, then notes.
fn findings(findings: &[Finding]) -> String {
    let of = |severity| findings.iter().filter(move |finding| finding.severity == severity);
    let ordered = [Severity::Error, Severity::Warning, Severity::Note].into_iter().flat_map(of);
    ordered.map(finding).collect()
}

/// Returns the label of a finding, and the relation to its clause.
const fn weight(severity: Severity) -> (&'static str, &'static str) {
    match severity {
        Severity::Error => ("Error:", "Clause:"),
        Severity::Warning => ("Warning, which does not decide the verdict:", "Clause:"),
        Severity::Note => ("Note, not a fault:", "About the clause:"),
    }
}

fn finding(finding: &Finding) -> String {
    let place = place_of(finding);
    let line = finding.line.map_or(String::new(), |line| format!(", line {line}"));
    let part = |name: &str, text: Option<&str>| {
        text.map_or(String::new(), |text| format!("<p><b>{name}</b> {}</p>", escaped(text)))
    };
    let contradicts = finding.contradicts.as_deref();
    let needed = finding.needed.as_deref();
    let needed = needed.map(|needed| needed.strip_prefix("needs ").unwrap_or(needed));
    let (weight, clause) = weight(finding.severity);
    format!(
        "<li class=\"{}\"><p><b>{weight}</b> <code>{}</code> {place}{line}: {}</p>{}{}{}{}</li>",
        finding.severity.as_str(),
        escaped(&finding.clause),
        escaped(&finding.message),
        part(clause, Some(&finding.sentence)),
        part("Requirement:", needed),
        part("Contradicts:", contradicts),
        part("Help:", finding.help.as_deref()),
    )
}

/// Returns the missing facts as items of a list.
fn missing(report: &Report) -> String {
    let items = report.missing.iter().map(|missing| {
        let place = missing.turn.map_or_else(|| missing.place(), link);
        let (fact, why) = (missing.fact, escaped(&missing.message));
        format!(
            "<li class=\"open\"><p><b>Missing:</b> <code>{fact}</code> of {place}: {why}</p></li>"
        )
    });
    items.collect()
}

/// Returns the place of a finding, with a link to its turn.
fn place_of(finding: &Finding) -> String {
    if let Some(turn) = finding.turn {
        return format!("at {}", link(turn));
    }
    let pointer = finding.pointer.as_deref().unwrap_or_default();
    let is_in = |parts: [&str; 2]| parts.iter().any(|part| pointer.starts_with(part));
    let place = if is_in(["/end", "/result"]) {
        "at the end of the log"
    } else if is_in(["/setup", "/rules"]) {
        "in the setup"
    } else {
        "in the log"
    };
    place.to_owned()
}

/// Returns a link to a turn.
fn link(turn: u64) -> String {
    format!("<a href=\"#turn-{turn}\">turn {turn}</a>")
}
