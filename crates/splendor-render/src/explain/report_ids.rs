//! Explanations for report ids that are not clauses of the rules, and the next step for each.

use std::fmt::Write;

use splendor_schema::diagnosis::CauseKind;
use splendor_verify::report::{REASONS, UNDECIDED};
use splendor_verify::words::wrapped;

use crate::issue::VERDICTS;
use crate::run_errors::RUN_ERRORS;

/// The verdicts on a log, and the meaning of each.
const WORDS: [(&str, &str); 6] = [
    (
        "legal",
        "no clause is broken, whichever values the omitted facts have; or only one set of values \
         makes the game legal, and the verifier infers it",
    ),
    (
        "consistent",
        "a legal completion of the log was found, but the game may also have been illegal: that \
         depends on facts that the log omits, and the report names them",
    ),
    ("illegal", "a clause is broken, whichever values the omitted facts have"),
    (
        "undecided",
        "the search for the omitted facts stopped at a limit, before it found a legal completion \
         or excluded every completion; the report names the turn and the limit",
    ),
    ("malformed", "the input is not a log; the report names the place and the reason"),
    (
        "unsupported",
        "the log needs an unknown version, module, box or ruling, or contains a turn that the game \
         does not have",
    ),
];

/// The next step for each id, and the page of the book that explains it.
const STEPS: [(&str, &str, &str); 39] = [
    (
        "format.encoding",
        "Save the file as UTF-8. The report names the first byte that is not.",
        LOG,
    ),
    ("format.bom", "Save the file as UTF-8 without a byte order mark.", LOG),
    (
        "format.json",
        "Fix the place that the report names: JSON has no comments, no comma before a closing \
         bracket and no numbers like NaN. A file with several logs is JSON Lines, one log per \
         line. `splendor verify --from auto` judges a file of another client, and `splendor \
         convert` turns it into a log.",
        LOG,
    ),
    (
        "format.duplicate-key",
        "Keep one of the two; only the author of the log knows the right one.",
        LOG,
    ),
    (
        "format.shape",
        "Fix the place that the report names. `splendor example` prints a log to compare with, \
         `splendor schema --print log` prints the schema, and `splendor list cards` lists every \
         id.",
        LOG,
    ),
    ("format.size", "Write one game per log, within the limits on the page below.", LIMITS),
    (
        "format.foreign",
        "Look at the place that the report names. The page below describes each importer; an \
         importer never skips a field that it does not know.",
        CONVERT,
    ),
    (
        "rules.edition",
        "Ask the players which edition they played: the game is judged by the required one.",
        TOURNAMENT,
    ),
    (
        "rules.modules",
        "Ask the players which modules were in play: the game is judged with the required ones.",
        TOURNAMENT,
    ),
    (
        "rules.boxes",
        "Ask the players which boxes were mixed in: the game is judged with the required ones.",
        TOURNAMENT,
    ),
    (
        "rules.rulings",
        "Ask the players which ruling they played by: the game is judged by the required one.",
        TOURNAMENT,
    ),
    (
        "seal.missing",
        "Put the seal beside the log, as NAME.seal, and each log into a file of its own; or leave \
         out --sealed.",
        SEAL,
    ),
    (
        "seal.format",
        "Get the file again from the person who made it. A number that programs may round is \
         written as a string, before the log is sealed.",
        SEAL,
    ),
    ("seal.header", CHANGED, SEAL),
    ("seal.turn", CHANGED, SEAL),
    ("seal.end", CHANGED, SEAL),
    (
        "seal.deal",
        "Ask the dealer for the file whose hash is in the first seal. If its cards are not those \
         of the game, somebody chose cards.",
        SEAL,
    ),
    (
        "seal.signature",
        "Ask the player to sign the seal: minisign -Sm NAME.seal -x NAME.seat0.minisig -s KEY. \
         Compare the public key with the one that the player published.",
        SEAL,
    ),
    (
        "unsupported.format",
        "Write `\"format\": \"splendor-log/1\"` if the log is of that version, or judge it with a \
         version of the program that supports its version: `splendor --version` lists the formats.",
        LOG,
    ),
    (
        "unsupported.edition",
        "The editions are 2014 and 2024: name the edition that was played.",
        RULES,
    ),
    (
        "unsupported.module",
        "The modules are cities, trading-posts, orient and strongholds, all with edition 2024. A \
         game with another module cannot be judged.",
        RULES,
    ),
    (
        "unsupported.box",
        "The boxes are silk-road and sun-never-sets, both with edition 2024. A game with the cities \
         or the Orient cards of the box of 2017, Cities of Splendor, cannot be judged.",
        RULES,
    ),
    (
        "unsupported.ruling",
        "`splendor list rulings` lists every ruling with its values. `--ruling NAME=VALUE` \
         overrides the value in the log.",
        "docs/src/rules/rulings.md",
    ),
    (
        "unsupported.foreign",
        "The turns before it are judged. If the client's turn is a turn of the game, log it as \
         one.",
        LOG,
    ),
    (
        "unsupported.lacking",
        "If the table before the first turn is missing, pass it with `--setup FILE`; the page \
         below lists the facts that each format contains and omits.",
        CONVERT,
    ),
    (
        "verdict.consistent",
        "`splendor verify --report-inferred` lists the missing facts: add them to the log. Without \
         `--strict` such a log passes.",
        "docs/src/worlds.md",
    ),
    (
        "verdict.incomplete",
        "Log the game to its end. Without `--require-end` such a log passes.",
        "docs/src/cli.md",
    ),
    (
        "verdict.undecided",
        "Log the facts that the report names, first of all the one at which the search stopped: \
         with fewer omitted facts there are fewer tables to follow. Or allow more work: \
         `--budget 8` allows eight times the usual work and memory. No option lets such a log pass.",
        "docs/src/worlds.md#the-bound",
    ),
    (
        "verdict.departures",
        "Ask whether the game was meant to be played by these rulings: the log, or the command \
         line, chose them.",
        "docs/src/rules/rulings.md",
    ),
    (
        "input.not-read",
        "Check the path and its permissions; `gzip -t`, `zstd -t` and `tar -t` test a \
         packed file.",
        "docs/src/scale.md",
    ),
    (
        "input.no-log",
        "Name a file that contains a log, or a folder with such files. `splendor example` prints a \
         log to start from.",
        "docs/src/cli.md",
    ),
    (
        "input.left-out",
        "Unpack or rename the file, or name it on the command line: a file or a folder that the \
         command line names may be a link. Without `--strict` the run passes.",
        "docs/src/scale.md#entries-that-are-left-out",
    ),
    (
        "tool.defect",
        "Report the bug together with the log. The other logs of the run are still judged.",
        "docs/src/scale.md",
    ),
    ("legal", "Nothing to do.", REPORT),
    (
        "consistent",
        "`splendor verify --report-inferred` lists the missing facts; `splendor witness` fills \
         them in so that the log is legal.",
        "docs/src/worlds.md",
    ),
    (
        "illegal",
        "`splendor explain` with the clause of the report explains the rule; `splendor diagnose` \
         lists possible causes.",
        REPORT,
    ),
    (
        "undecided",
        "`splendor verify --report-inferred` lists the missing facts; the search stopped at \
         the last one. Add some of them to the log.",
        "docs/src/worlds.md#the-bound",
    ),
    ("malformed", "The report names the place and one of the ids `format.*`.", REPORT),
    ("unsupported", "The report names one of the ids `unsupported.*`.", REPORT),
];

/// The next step if a log differs from the sealed log.
const CHANGED: &str = "Compare the log with the copy of another player: one of them was changed \
                       after it was sealed, or is another game.";

/// The explanation of every kind of cause; `diagnose` itself explains each one.
const CAUSE: &str = "Not a clause of the rules: a kind of cause that `splendor diagnose` reports. \
                     The sentence after it describes a possible mistake in the log; the edit \
                     below it undoes that mistake.";

const LOG: &str = "docs/src/log-format.md";
const LIMITS: &str = "docs/src/log-format.md#limits";
const RULES: &str = "docs/src/log-format.md#the-top-level";
const CONVERT: &str = "docs/src/convert.md";
const TOURNAMENT: &str = "docs/src/tournament.md";
const SEAL: &str = "docs/src/seal.md";
const REPORT: &str = "docs/src/report-format.md";

/// Returns every report id that is not a clause, and every verdict, with its meaning.
pub(crate) fn report_ids() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = REASONS.iter().chain(&VERDICTS).chain(&RUN_ERRORS).chain(&WORDS);
    all.copied()
}

/// Returns the explanation of an id, or of a family of ids.
pub(crate) fn explain_report_id(id: &str) -> Option<String> {
    if let Some((_, sentence)) = report_ids().find(|(other, _)| *other == id) {
        return Some(explained(id, sentence));
    }
    if CauseKind::ALL.iter().any(|kind| kind.as_str() == id) {
        return Some(format!("{id}\n\n{}\n\nRead on\n  docs/src/argue.md\n", wrapped(CAUSE, 0)));
    }
    let of =
        report_ids().filter(|(other, _)| other.split_once('.').is_some_and(|(of, _)| of == id));
    let lines = of.map(|(id, sentence)| format!("{id:<24} {}\n", wrapped(sentence, 25)));
    let lines: String = lines.collect();
    (!lines.is_empty()).then_some(lines)
}

fn explained(id: &str, sentence: &str) -> String {
    let meaning = wrapped(&format!("{}: {sentence}.", kind(id)), 0);
    let mut text = format!("{id}\n\n{meaning}\n");
    if let Some((_, step, page)) = STEPS.iter().find(|(other, ..)| *other == id) {
        let step = wrapped(step, 2);
        let _never_fails = write!(text, "\nWhat to do\n  {step}\n\nRead on\n  {page}\n");
    }
    if !id.contains('.') {
        let family: Vec<&str> =
            report_ids().map(|(other, _)| other).filter(|other| of(id, other)).collect();
        if !family.is_empty() {
            let family = wrapped(&family.join(", "), 2);
            let _never_fails = write!(text, "\nIts ids\n  {family}\n");
        }
    }
    text
}

/// Returns the kind of an id that is not a clause.
fn kind(id: &str) -> &'static str {
    match id.split_once('.').map(|(family, _)| family) {
        _ if id == UNDECIDED => "A limit of this program, not a clause of the rules",
        None => "A verdict, not a clause of the rules",
        Some("format") => "A condition of the format, not a clause of the rules",
        Some("unsupported") => "A limit of this program, not a clause of the rules",
        Some("rules" | "seal" | "verdict") => {
            "A condition that an option sets, not a clause of the rules"
        }
        Some("input") => "An error about an input, not a clause of the rules",
        Some(_) => "An error of this program, not a clause of the rules",
    }
}

/// Returns whether an id gives the reason for a verdict.
fn of(verdict: &str, id: &str) -> bool {
    let family = if verdict == "malformed" { "format" } else { verdict };
    id.split_once('.').is_some_and(|(of, _)| of == family)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_one_step_in_the_same_order() {
        let known: Vec<&str> = report_ids().map(|(id, _)| id).collect();
        let steps: Vec<&str> = STEPS.iter().map(|(id, ..)| *id).collect();
        assert_eq!(known, steps);
    }

    #[test]
    fn every_kind_of_cause_is_explained() {
        assert!(CauseKind::ALL.iter().all(|kind| {
            explain_report_id(kind.as_str()).is_some_and(|text| text.contains("diagnose"))
        }));
    }
}
