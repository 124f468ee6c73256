//! A report for people, with the source underlined.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Element, Level, Renderer};
use splendor_schema::report::{Fact, InferredFact, MissingFact, Severity};
use splendor_schema::{Finding, Name, Report, Verdict, visible};
use splendor_verify::report::Original;
use splendor_verify::words::count_with_noun;

use super::excerpt::excerpt;
use super::line::{judged, outcome, under};

/// How a report is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextStyle {
    /// Whether with color.
    pub color: bool,
    /// Whether to list inferred facts.
    pub inferred: bool,
    /// Whether to list logged fields that nothing was checked against.
    pub unchecked: bool,
}

/// How many findings of a log are shown with their source.
const SHOWN: usize = 50;

/// Excerpts are cut before, so no line is wider than this.
const WIDTH: usize = 1000;

/// Returns a report in words.
pub fn report_text<'t>(
    report: &Report,
    source: impl Into<Original<'t>>,
    style: TextStyle,
) -> String {
    let source = source.into();
    let mut all = String::new();
    let shown = report.findings.iter().take(SHOWN);
    // A finding with a seat names the player.
    let names_players = report.findings.iter().any(|finding| finding.seat.is_some());
    let players = if names_players { source.players() } else { Vec::new() };
    all.extend(shown.map(|finding| {
        let table = where_the_table_is(report, finding, source);
        one(report, finding, source, &players, style, table) + "\n\n"
    }));
    if let Some(more) = report.findings.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        let more = count_with_noun(more, "more finding is", "more findings are");
        all += &format!("{more} listed by --format json\n\n");
    }
    if style.inferred {
        all.extend(report.missing.iter().map(missing));
        all.extend(report.inferred.iter().map(inferred));
    } else {
        all += &grouped(report);
    }
    if style.unchecked {
        all.extend(
            report
                .unchecked
                .iter()
                .map(|pointer| format!("unchecked: {}\n", visible::line(pointer))),
        );
    }
    all + &closing(report)
}

/// Returns the missing facts of a report in words: one line for each kind, with the first of it,
/// and one for the fact at which the replay stopped. Of a legal log it lists only what the setup
/// omits.
fn grouped(report: &Report) -> String {
    let stop = report.stop();
    let mut groups: Vec<(&MissingFact, usize)> = Vec::new();
    let is_listed = |fact: &&MissingFact| fact.turn.is_none() || report.verdict != Verdict::Legal;
    for fact in report.missing.iter().filter(is_listed) {
        let is_alike = |(first, _): &&mut (&MissingFact, usize)| {
            first.fact == fact.fact && Some(fact) != stop && Some(*first) != stop
        };
        match groups.iter_mut().find(is_alike) {
            Some((_, more)) => *more += 1,
            None => groups.push((fact, 0)),
        }
    }
    let line = |&(first, more): &(&MissingFact, usize)| match more {
        0 => missing(first),
        more => {
            let (fact, place) = (first.fact, first.place());
            format!("missing: `{fact}` of {place}, and {more} more: {}\n", first.message)
        }
    };
    let lines: String = groups.iter().map(line).collect();
    let are_more = groups.iter().any(|&(_, more)| more > 0);
    lines + if are_more { "--report-inferred and JSON list every missing fact\n" } else { "" }
}

pub(crate) fn missing(missing: &MissingFact) -> String {
    format!("missing: `{}` of {}: {}\n", missing.fact, missing.place(), missing.message)
}

pub(crate) fn inferred(inferred: &InferredFact) -> String {
    let turn = inferred.turn.unwrap_or(0);
    let value = match &inferred.value {
        Fact::Word(word) => word.to_string(),
        Fact::Number(number) => number.to_string(),
    };
    format!("inferred: `{}` of turn {turn}: {value}\n", inferred.fact)
}

fn closing(report: &Report) -> String {
    let name = place_of(report);
    let word = report.verdict;
    // The values of rulings come from a log.
    let under = visible::line(&under(report)).into_owned();
    let so = if under.is_empty() { "," } else { ";" };
    match report.verdict {
        Verdict::Legal => format!("{name}: {word}{under}{so} {}\n", outcome(report)),
        Verdict::Consistent | Verdict::Undecided => {
            format!("{name}: {word}{under}{so} {}\n", judged(report))
        }
        Verdict::Illegal => format!("{name}: {word} {}{under}\n", stretch(report)),
        Verdict::Malformed | Verdict::Unsupported => format!("{name}: {word}\n"),
    }
}

/// Returns the place where a log becomes illegal.
fn stretch(report: &Report) -> String {
    let mut errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let first = errors.next();
    let pointer = first.and_then(|finding| finding.pointer.as_deref()).unwrap_or_default();
    let at = match first.and_then(|finding| finding.turn) {
        Some(turn) => format!("at turn {turn} of {}", report.plies),
        None if first.is_some_and(|finding| finding.clause.starts_with("seal.")) => {
            "by its seal".to_owned()
        }
        None if pointer.starts_with("/end") || pointer.starts_with("/result") => {
            "at its end".to_owned()
        }
        None if pointer.starts_with("/rules") => "in its rules".to_owned(),
        None => "in its setup".to_owned(),
    };
    let count = 1 + errors.count();
    if count > 1 { format!("{at}, {count} findings") } else { at }
}

fn place_of(report: &Report) -> String {
    let input = &report.input;
    if input.game > 1 || input.line > 1 {
        format!("{}:{}", input.name, input.line)
    } else {
        input.name.to_string()
    }
}

/// Returns the command that shows the table with which a false claim was compared.
fn where_the_table_is(report: &Report, finding: &Finding, source: Original<'_>) -> Option<String> {
    let of_table = ["claim.after", "claim.digest", "claim.end", "claim.score", "claim.winner"];
    // `show` reads no files of other clients.
    if source.is_foreign() || !of_table.contains(&finding.clause.as_str()) {
        return None;
    }
    let game = match report.input.game {
        1 => String::new(),
        game => format!(" --game {game}"),
    };
    // After a turn with a false claim, `show` follows the claim, so only the table before it helps.
    Some(match finding.turn {
        Some(turn) => {
            format!("`splendor show --turn {turn}{game} FILE` shows the table before this turn")
        }
        None => format!("`splendor show{game} FILE` shows the table at the end"),
    })
}

/// Returns a finding in words. `step` is one more step for the user.
pub(crate) fn one(
    report: &Report,
    finding: &Finding,
    source: Original<'_>,
    players: &[Option<Name>],
    style: TextStyle,
    step: Option<String>,
) -> String {
    let level = match finding.severity {
        Severity::Note => return format!("note[{}]: {}", finding.clause, finding.message),
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let title = level.primary_title(finding.message.as_str()).id(finding.clause.as_str());
    let mut elements: Vec<Element<'_>> = Vec::new();
    elements.extend(excerpt(report, finding, source));
    let note = note(finding, players);
    elements.push(Level::NOTE.message(note).into());
    if let Some(help) = &finding.help {
        elements.push(Level::HELP.message(help.as_str()).into());
    }
    elements.extend(step.map(|step| Level::HELP.message(step).into()));
    let unread = ["format.", "unsupported."].iter().any(|start| finding.clause.starts_with(start));
    if !unread || finding.help.is_none() {
        let clause = finding.contradicts.as_ref().unwrap_or(&finding.clause);
        elements.push(Level::HELP.message(format!("`splendor explain {clause}`")).into());
    }
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Unicode).term_width(WIDTH).render(&[title.elements(elements)])
}

/// Returns the place of a finding in the game and its requirement, with the names of the players if
/// there are any.
pub(crate) fn note(finding: &Finding, players: &[Option<Name>]) -> String {
    let mut words = match (finding.turn, finding.round, finding.seat) {
        (Some(turn), Some(round), Some(seat)) => {
            let name = players.get(usize::from(seat)).and_then(Option::as_ref);
            let name = name.map_or_else(String::new, |name| format!(" ({name})"));
            format!("turn {turn}, round {round}, seat {seat}{name}: ")
        }
        (Some(turn), _, _) => format!("turn {turn}: "),
        _ => String::new(),
    };
    words += &finding.sentence;
    if let Some(clause) = &finding.contradicts {
        words.extend([" (", clause, ")"]);
    }
    if let Some(tables) = finding.tables {
        words += &format!(" [in one of {tables} possible tables; the log is illegal in each]");
    }
    if finding.after_guess {
        words += " [after a turn that had to be guessed]";
    } else if finding.after_illegal {
        words += " [after an illegal turn]";
    }
    words
}
