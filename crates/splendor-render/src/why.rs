//! Formats the answer of `splendor why` as text.

use splendor_core::Clause;
use splendor_schema::report::{Fact, MissingFact, Severity};
use splendor_schema::why::{Change, Condition, Why};
use splendor_schema::{InputFile, Name, Verdict};
use splendor_verify::report::empty_report;
use splendor_verify::words::wrapped;

use crate::report::line::under_rulings;
use crate::report::text::{self as report_text, TextStyle};

/// Returns the answer as text. `log_text` is the text of the log, `turn_text` that of the turn,
/// and `players` are the names of the seats.
pub fn why_text(
    why: &Why,
    log_text: &str,
    turn_text: &str,
    players: &[Option<Name>],
    style: TextStyle,
) -> String {
    let mut text = String::new();
    if let Some(note) = &why.note {
        text.extend(["note: ", note, "\n"]);
    }
    let name = if why.input.game > 1 || why.input.line > 1 {
        format!("{}:{}", why.input.name, why.input.line)
    } else {
        why.input.name.to_string()
    };
    let of_log = empty_report(why.input.clone());
    let of_turn = empty_report(InputFile { name: "turn".into(), game: 1, line: 1 });
    for finding in &why.findings {
        let is_of_turn = finding.turn == Some(why.turn);
        let (report, source) = if is_of_turn { (&of_turn, turn_text) } else { (&of_log, log_text) };
        text += &report_text::one(report, finding, source.into(), players, style, None);
        text += "\n";
        if let Some(related) = &finding.related {
            let place = related.line.zip(related.column);
            let place = place.map(|(line, column)| format!(":{line}:{column}"));
            let (place, message) = (place.unwrap_or_default(), &related.message);
            text += &format!("  because of {}{place}: {message}\n", why.input.name);
        }
        text += "\n";
    }
    text.extend(why.missing.iter().map(report_text::missing));
    text.extend(why.inferred.iter().map(report_text::inferred));
    text += &conditions("conditions:", &why.conditions);
    text.extend(why.changes.iter().map(in_words));
    text += &conditions("end of the game:", &why.end);
    text.extend(why.answer.iter().map(|answer| wrapped(answer, 2) + "\n"));
    let words = why.words.as_ref().map_or(String::new(), |words| format!(": {words}"));
    let seat = why.seat.map_or(String::new(), |seat| acting(why, seat));
    text + &format!("{name}: turn {}{seat}{words}: {}\n", why.turn, standing(why))
}

/// Returns a title and a line for each condition, with its clause, its standing and the facts.
pub(crate) fn conditions(title: &str, all: &[Condition]) -> String {
    let clause = all.iter().map(|condition| condition.clause.len()).max().unwrap_or(0);
    let standings = all.iter().map(|condition| condition.standing.in_words().len());
    let standing = standings.max().unwrap_or(0);
    let line = |condition: &Condition| {
        let Condition { clause: id, standing: kind, fact } = condition;
        let start = format!("  {id:clause$}  {:standing$}  ", kind.in_words());
        let fact = wrapped(fact, start.len());
        format!("{start}{fact}\n")
    };
    let lines: String = all.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("{title}\n{lines}") }
}

/// Returns the changes of a turn on one line; an empty text if the turn is not legal.
pub(crate) fn in_short(why: &Why) -> String {
    let changes: Vec<String> =
        why.changes.iter().map(|change| in_words(change)[2..].trim_end().to_owned()).collect();
    changes.join(", ")
}

fn in_words(change: &Change) -> String {
    let whose = match (change.seat, change.what.as_ref()) {
        (Some(seat), _) => format!("seat {seat}: "),
        (None, "market" | "phase" | "nobles" | "to act") => String::new(),
        (None, _) => "supply: ".to_owned(),
    };
    let text_of = |fact: &Fact| match fact {
        Fact::Word(word) => word.to_string(),
        Fact::Number(number) => number.to_string(),
    };
    format!("  {whose}{} {} -> {}\n", change.what, text_of(&change.from), text_of(&change.to))
}

/// Returns the seat that acts, and the seat whose turn it is if that is another one.
fn acting(why: &Why, next: u8) -> String {
    let order = why.findings.iter().find(|finding| finding.clause == Clause::TurnOrder.id());
    match order.and_then(|finding| finding.seat) {
        Some(seat) => format!(", seat {seat} instead of seat {next}"),
        None => format!(", seat {next}"),
    }
}

fn standing(why: &Why) -> String {
    // A note on the setup can come before the breach.
    let mut errors = why.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let broken = errors.next().map_or("", |finding| finding.clause.as_str());
    let under = under_rulings(why.verdict, &why.departures);
    match why.verdict {
        Verdict::Illegal => format!("illegal by {broken}{under}"),
        Verdict::Consistent => {
            format!("consistent{under}: the verdict depends on omitted facts")
        }
        Verdict::Undecided => {
            let at =
                why.missing.last().map_or_else(|| format!("turn {}", why.turn), MissingFact::place);
            format!("undecided{under}: the search for the omitted facts stopped at {at}")
        }
        other => format!("{other}{under}"),
    }
}
