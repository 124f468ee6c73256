//! What is said of the ids that are no clauses: what each asks of a log, and what to do.

use std::fmt::Write;

use crate::catalogue::wrapped;
use crate::ci::VERDICTS;
use crate::diagnose::CAUSES;
use crate::report::unjudged::REASONS;
use crate::troubles::TROUBLES;

/// The verdicts on a log, and what each says.
const WORDS: [(&str, &str); 5] = [
    ("legal", "every turn of the log is legal, whatever it leaves out"),
    ("consistent", "the log may have been legal: that hangs on what it leaves out"),
    ("illegal", "the log breaks a clause of the rules"),
    ("malformed", "the log cannot be read, so no turn of it was judged"),
    ("unsupported", "the log asks for something that is not known here, and is not judged beyond"),
];

/// What to do about each, and the page of the book to read on.
const STEPS: [(&str, &str, &str); 24] = [
    (
        "format.encoding",
        "Save the file as UTF-8. The report names the first byte that is none.",
        LOG,
    ),
    ("format.bom", "Save the file as UTF-8 without a byte order mark.", LOG),
    (
        "format.json",
        "Mend the place that the report names: comments, commas before a closing bracket and \
         numbers like NaN are no JSON. Several logs in one file are JSON Lines, one log a line. A \
         file of another client is judged with `splendor verify --from auto`, and `splendor \
         convert` makes a log of it.",
        LOG,
    ),
    ("format.duplicate-key", "Keep one of the two; which is right, only the writer knows.", LOG),
    (
        "format.shape",
        "Mend the place that the report names. `splendor example` prints a log to compare with, \
         `splendor schema --print log` the schema.",
        LOG,
    ),
    ("format.size", "Write one game a log, within the limits that the page states.", LIMITS),
    (
        "format.foreign",
        "Look at the place that the report names. The page lists what each importer reads; what \
         it does not know is never skipped.",
        CONVERT,
    ),
    (
        "unsupported.format",
        "Write `\"format\": \"splendor-log/1\"` if the log is of that version, or judge it with a \
         program that knows its own: `splendor --version` lists the formats.",
        LOG,
    ),
    ("unsupported.edition", "The editions are 2014 and 2024: name the one that was played.", RULES),
    (
        "unsupported.module",
        "The modules are cities and trading-posts, both with the edition 2024. A game with \
         another one cannot be judged here.",
        RULES,
    ),
    (
        "unsupported.box",
        "The boxes are silk-road and sun-never-sets, both with the edition 2024.",
        RULES,
    ),
    (
        "unsupported.ruling",
        "`splendor rules --rulings` lists every ruling with its values. `--ruling NAME=VALUE` \
         judges by another value than that of the log.",
        "docs/src/rules/rulings.md",
    ),
    (
        "unsupported.foreign",
        "The turns before it are judged. If the client's turn is one of the game, tell it as \
         that.",
        LOG,
    ),
    (
        "unsupported.lacking",
        "Where it is the table before the first turn, give it with `--setup FILE`; the page says \
         what each format tells and what it does not.",
        CONVERT,
    ),
    (
        "verdict.consistent",
        "`splendor verify --report-inferred` lists what is left open: let the log tell it. \
         Without `--strict` such a log passes.",
        "docs/src/worlds.md",
    ),
    (
        "verdict.incomplete",
        "Log the game to its end. Without `--require-end` such a log passes.",
        "docs/src/cli.md",
    ),
    (
        "input.not-read",
        "Check the path, and that your user may read it; `gzip -t`, `zstd -t` and `tar -t` test a \
         packed file.",
        "docs/src/scale.md",
    ),
    (
        "input.no-log",
        "Name a file that holds a log, or a folder with such files. `splendor example` prints a \
         log to start from.",
        "docs/src/cli.md",
    ),
    (
        "tool.defect",
        "Report it with the log. The other logs of the run are judged all the same.",
        "docs/src/scale.md",
    ),
    ("legal", "There is nothing to do.", REPORT),
    (
        "consistent",
        "`splendor verify --report-inferred` lists what is left open, `splendor witness` fills it \
         in so that the log is legal.",
        "docs/src/worlds.md",
    ),
    (
        "illegal",
        "`splendor explain` with the clause of the report says what it asks; `splendor diagnose` \
         tells what may have gone wrong.",
        REPORT,
    ),
    ("malformed", "The report names the place and one of the ids `format.*`.", REPORT),
    ("unsupported", "The report names one of the ids `unsupported.*`.", REPORT),
];

/// What is said of the kinds of causes: what each means is told with it.
const CAUSE: &str = "Not a clause of the rules: a kind of cause that `splendor diagnose` tells. \
                     The sentence behind it says what may have gone wrong in the log, the edit \
                     below it how the log would pass.";

const LOG: &str = "docs/src/log-format.md";
const LIMITS: &str = "docs/src/log-format.md#limits";
const RULES: &str = "docs/src/log-format.md#the-top-level";
const CONVERT: &str = "docs/src/convert.md";
const REPORT: &str = "docs/src/report-format.md";

/// Every id that is no clause, and every verdict, with what it says.
pub(crate) fn others() -> impl Iterator<Item = (&'static str, &'static str)> {
    let told = REASONS.iter().chain(&VERDICTS).chain(&TROUBLES).chain(&WORDS);
    told.copied()
}

/// Returns what there is to say of an id, or of the family of ids that is called so.
pub(crate) fn other(id: &str) -> Option<String> {
    if let Some((_, sentence)) = others().find(|(other, _)| *other == id) {
        return Some(explained(id, sentence));
    }
    if CAUSES.contains(&id) {
        return Some(format!("{id}\n\n{}\n\nRead on\n  docs/src/argue.md\n", wrapped(CAUSE, 0)));
    }
    let of = others().filter(|(other, _)| other.split_once('.').is_some_and(|(of, _)| of == id));
    let lines = of.map(|(id, sentence)| format!("{id:<24} {}\n", wrapped(sentence, 25)));
    let lines: String = lines.collect();
    (!lines.is_empty()).then_some(lines)
}

fn explained(id: &str, sentence: &str) -> String {
    let told = wrapped(&format!("Not a clause of the rules: {sentence}."), 0);
    let mut text = format!("{id}\n\n{told}\n");
    if let Some((_, step, page)) = STEPS.iter().find(|(other, ..)| *other == id) {
        let step = wrapped(step, 2);
        let _never_fails = write!(text, "\nWhat to do\n  {step}\n\nRead on\n  {page}\n");
    }
    if !id.contains('.') {
        let family: Vec<&str> =
            others().map(|(other, _)| other).filter(|other| of(id, other)).collect();
        if !family.is_empty() {
            let family = wrapped(&family.join(", "), 2);
            let _never_fails = write!(text, "\nIts ids\n  {family}\n");
        }
    }
    text
}

/// Whether a verdict is given with an id.
fn of(verdict: &str, id: &str) -> bool {
    let family = if verdict == "malformed" { "format" } else { verdict };
    id.split_once('.').is_some_and(|(of, _)| of == family)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_one_step_and_each_step_is_of_one() {
        let known: Vec<&str> = others().map(|(id, _)| id).collect();
        let steps: Vec<&str> = STEPS.iter().map(|(id, ..)| *id).collect();
        assert_eq!(known, steps);
    }

    #[test]
    fn each_kind_of_cause_is_known() {
        assert!(
            CAUSES.iter().all(|kind| other(kind).is_some_and(|said| said.contains("diagnose")))
        );
    }
}
