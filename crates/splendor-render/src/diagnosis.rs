//! Formats a diagnosis as text.

use std::fmt::Write;

use splendor_schema::diagnosis::{Cause, CauseKind, Diagnosis, PatchOp, PatchStep, Standing};
use splendor_schema::report::AppliedRuling;
use splendor_schema::{Verdict, visible};

use splendor_verify::words::{count_with_noun, turns, wrapped};

use crate::report::line::under_rulings;

/// How many operations of an edit are printed, and how many characters of a value.
const STEPS: usize = 4;
const VALUE: usize = 120;

/// How many causes of each standing are printed.
const SHOWN: usize = 8;

/// How many causes of one kind are printed if each names a different component.
const EACH: usize = 8;

/// Returns a diagnosis as text. `required` is the command-line option that requires rules, like
/// `--published`.
pub fn diagnosis_text(diagnosis: &Diagnosis, required: Option<&str>) -> String {
    let mut text = heading(diagnosis);
    let rules = match required {
        Some(option) => format!("the rules that `{option}` requires"),
        None => laid_over(diagnosis),
    };
    if !rules.is_empty() {
        let over = if required.is_none() { ", which override the log" } else { "" };
        text += &format!("judged, with every edit, by {rules}{over}\n");
    }
    let options = rule_options(diagnosis, required);
    if matches!(diagnosis.verdict, Verdict::Legal | Verdict::Consistent) {
        return text + "there is nothing to diagnose\n";
    }
    if diagnosis.verdict == Verdict::Undecided {
        let name = diagnosis.input.name.typed();
        return text
            + "the search for the omitted facts stopped before it found an illegal turn\n"
            + &format!("`splendor verify{options} {name}` names the turn and the fact\n");
    }
    let of = |standing| {
        let all = diagnosis.causes.iter().enumerate();
        all.filter(move |(_, cause)| cause.standing == standing).collect::<Vec<_>>()
    };
    let (proven, helping) = (of(Standing::Proven), of(Standing::Helps));
    let by = if rules.is_empty() { "" } else { " by these rules" };
    let all_legal = proven.iter().all(|(_, cause)| cause.verdict == Verdict::Legal);
    let legal = if all_legal { "legal" } else { "legal or consistent" };
    let sufficient = match proven.len() {
        0 => "sufficient: no edit that was tried makes the whole log legal\n".to_owned(),
        1 => format!("sufficient: this edit makes the whole log {legal}{by}\n"),
        _ => format!(
            "sufficient: each of these edits alone makes the whole log {legal}{by};\n\
             the log does not show which mistake happened\n"
        ),
    };
    text += &sufficient;
    list(&mut text, &proven);
    if !helping.is_empty() {
        text += "helps: with each of these edits the first error comes later, or there are fewer\n";
        list(&mut text, &helping);
    }
    let (tried, limit) = (diagnosis.tried, diagnosis.limit);
    let _never_fails = match diagnosis.untried {
        0 => writeln!(text, "{tried} edited logs were judged, of {limit} at most"),
        untried => writeln!(
            text,
            "{tried} edited logs were judged, and {untried} not: the limit is {limit}, 16 MiB, or\n\
             as many ways to fill in omitted facts as `splendor verify` tries for one log"
        ),
    };
    text + &next_step(diagnosis, &options)
}

/// Returns the recommended next step.
fn next_step(diagnosis: &Diagnosis, options: &str) -> String {
    let name = diagnosis.input.name.typed();
    match &diagnosis.first {
        _ if !diagnosis.causes.is_empty() && options.is_empty() => {
            "`--fix N --output FILE` writes the log with the edit N\n".to_owned()
        }
        _ if !diagnosis.causes.is_empty() => format!(
            "`--fix N --output FILE` writes the log with the edit N, which\n\
             `splendor verify{options} FILE` judges by these rules\n"
        ),
        Some(first) => format!(
            "`splendor explain {}` explains the requirement, and\n\
             `splendor verify{options} {name}` shows where the log breaks it\n",
            first.clause
        ),
        None => format!("`splendor verify{options} {name}` shows where the log goes wrong\n"),
    }
}

/// Returns the rulings that the command line set, like `pass=always, tie=last-seat`.
fn laid_over(diagnosis: &Diagnosis) -> String {
    let each = diagnosis.rulings.iter().map(|ruling| format!("{}={}", ruling.name, ruling.value));
    each.collect::<Vec<String>>().join(", ")
}

/// Returns the command-line options that set the same rules.
pub fn rule_options(diagnosis: &Diagnosis, required: Option<&str>) -> String {
    if let Some(option) = required {
        return format!(" {option}");
    }
    let each = diagnosis.rulings.iter();
    let option = |ruling: &AppliedRuling| format!(" --ruling {}={}", ruling.name, ruling.value);
    each.map(option).collect::<Vec<String>>().concat()
}

fn heading(diagnosis: &Diagnosis) -> String {
    let input = &diagnosis.input;
    let name = if input.game > 1 || input.line > 1 {
        format!("{}:{}", input.name, input.line)
    } else {
        input.name.to_string()
    };
    let verdict = diagnosis.verdict;
    let under = under_rulings(verdict, &diagnosis.departures);
    let Some(first) = &diagnosis.first else { return format!("{name}: {verdict}{under}\n") };
    let at = first.turn.map_or_else(String::new, |turn| format!(" at turn {turn}"));
    format!("{name}: {verdict}{at}{under} by {}: {}\n", first.clause, first.message)
}

/// The kinds whose causes name different components, so that each cause is printed.
const WHICH: [CauseKind; 4] = [
    CauseKind::ComponentWrong,
    CauseKind::SetupCardWrong,
    CauseKind::MarketWrong,
    CauseKind::CardWrong,
];

/// Prints causes with their numbers: the first cause of each kind and turn, but several if the
/// candidates are different components.
fn list(text: &mut String, causes: &[(usize, &Cause)]) {
    let same = |one: &(usize, &Cause), other: &(usize, &Cause)| {
        one.1.kind == other.1.kind
            && one.1.turn == other.1.turn
            && one.1.standing == other.1.standing
    };
    let groups: Vec<&[(usize, &Cause)]> = causes.chunk_by(same).collect();
    for group in groups.iter().take(SHOWN) {
        let Some((_, cause)) = group.first() else { continue };
        let each = if WHICH.contains(&cause.kind) { EACH } else { 1 };
        let (printed, rest) = group.split_at(group.len().min(each));
        for (at, cause) in printed {
            one(text, at + 1, cause);
        }
        if let Some((at, _)) = rest.first() {
            let (more, to) = (rest.len(), at + rest.len());
            let _never_fails = match more {
                1 => writeln!(text, "     1 more of this kind: {to}"),
                _ => writeln!(text, "     {more} more of this kind: {} to {to}", at + 1),
            };
        }
    }
    if let Some(more) = groups.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        let _never_fails = writeln!(text, "  and {more} more, listed by --format json");
    }
}

fn one(text: &mut String, number: usize, cause: &Cause) {
    let then = match (cause.standing, cause.verdict, &cause.then) {
        (Standing::Proven, Verdict::Legal, _) => String::new(),
        (Standing::Proven, ..) => " (then consistent)".to_owned(),
        (_, _, Some(clause)) => format!(" (then {clause} after {})", turns(cause.reaches)),
        (_, verdict, None) => format!(" (then {verdict} after {})", turns(cause.reaches)),
    };
    let line = wrapped(&format!("{} [{}]{then}", visible::line(&cause.message), cause.kind), 5);
    let _never_fails = writeln!(text, "{number:>3}. {line}");
    for step in cause.edit.iter().take(STEPS) {
        let _never_fails = writeln!(text, "     {}", in_words(step));
    }
    if let Some(more) = cause.edit.len().checked_sub(STEPS).filter(|&more| more > 0) {
        let _never_fails =
            writeln!(text, "     and {}", count_with_noun(more, "more step", "more steps"));
    }
}

fn in_words(step: &PatchStep) -> String {
    let op = match step.op {
        PatchOp::Add => "add",
        PatchOp::Remove => "remove",
        PatchOp::Replace => "replace",
    };
    let value = step.value.as_ref().map_or_else(String::new, |value| {
        let text = value.as_str();
        let cut: String = text.chars().take(VALUE).collect();
        let rest = if cut.len() < text.len() { "…" } else { "" };
        format!(" {}{rest}", visible::line(&cut))
    });
    format!("{op} {}{value}", visible::line(&step.path))
}
