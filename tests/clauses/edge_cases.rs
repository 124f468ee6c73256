//! Judges the edge cases of Orient and Strongholds: a short game for each, under the rulings of
//! this project and under the other reading of the rule. The page of the cases is written from the
//! table here.

use std::collections::BTreeSet;
use std::fmt::Write;

use splendor_schema::Log;
use splendor_verify::{JudgeOptions, Judgment, Verdict, judge};

use crate::{golden, root};

const FOLDER: &str = "replays/edge-cases";
const PAGE: &str = "docs/src/edge-cases.md";

/// The verdict on a log: legal, or the clause that its last turn breaks first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Legal,
    Breaks(&'static str),
}

use Expected::{Breaks, Legal};

/// A game that ends with the turn in question.
struct Case {
    /// The name of the file, without its ending.
    file: &'static str,
    /// What happens in the last turn, in one sentence.
    sentence: &'static str,
    /// The number of the last turn.
    turn: usize,
    expected: Expected,
    /// Another ruling, its value, and the verdict under it.
    other: Option<(&'static str, &'static str, Expected)>,
}

const CASES: [Case; 15] = [
    Case {
        file: "01-one-card-pays-two-gems",
        sentence: "One card of virtual gold pays a sapphire and an emerald, a gem pays the rest, \
                   and the gold supply stays the same.",
        turn: 7,
        expected: Legal,
        other: None,
    },
    Case {
        file: "02-two-cards-each-lose-a-gold",
        sentence: "Two cards of virtual gold each pay one gold and lose one, although one card \
                   could pay both.",
        turn: 13,
        expected: Legal,
        other: Some(("virtual-spare", "no-spare", Breaks("orient.spend-used"))),
    },
    Case {
        file: "03-spent-on-a-paid-price",
        sentence: "A seat spends a card of virtual gold, although its gems pay the whole price.",
        turn: 15,
        expected: Breaks("orient.spend-used"),
        other: None,
    },
    Case {
        file: "04-copy-before-free-card",
        sentence: "A card that copies, then brings a free card, takes the color of that free card.",
        turn: 12,
        expected: Breaks("orient.copy"),
        other: None,
    },
    Case {
        file: "05-chain-of-three-cards",
        sentence: "A card of level 3 brings a copy card of level 2, which takes the new color of \
                   the first card and brings a card of level 1.",
        turn: 19,
        expected: Legal,
        other: None,
    },
    Case {
        file: "06-plain-cards-before-the-copy",
        sentence: "A seat discards two plain emerald cards and keeps its copy of emerald.",
        turn: 28,
        expected: Breaks("orient.discard-copies-first"),
        other: None,
    },
    Case {
        file: "07-double-card-and-noble",
        sentence: "A double card and two plain cards bring four diamond bonuses, but a noble that \
                   asks for four diamonds counts three cards.",
        turn: 37,
        expected: Breaks("noble.earned"),
        other: None,
    },
    Case {
        file: "08-post-outlives-its-cards",
        sentence: "A seat has discarded the two diamond cards that earned it the post \
                   `third-gem`, and still uses its power.",
        turn: 18,
        expected: Legal,
        other: None,
    },
    Case {
        file: "09-third-stronghold-then-conquest",
        sentence: "A purchase places the third stronghold, the seat conquers that card with its \
                   other gems, and both places are refilled after the conquest.",
        turn: 17,
        expected: Legal,
        other: Some(("conquest-refill", "each-at-once", Legal)),
    },
    Case {
        file: "10-stronghold-on-a-later-card",
        sentence: "After a conquest, a stronghold goes on the card that replaces the one bought \
                   before, which is not there yet.",
        turn: 17,
        expected: Breaks("stronghold.face-up"),
        other: Some(("conquest-refill", "each-at-once", Legal)),
    },
    Case {
        file: "11-stronghold-after-a-reservation",
        sentence: "The place of a reserved card is refilled before the conquest, so that a \
                   stronghold goes on the new card.",
        turn: 18,
        expected: Legal,
        other: Some(("conquest-refill", "all-after", Breaks("stronghold.face-up"))),
    },
    Case {
        file: "12-two-strongholds-are-safe",
        sentence: "A seat removes a stronghold of its rival from a card that has two.",
        turn: 9,
        expected: Breaks("stronghold.remove"),
        other: Some(("remove", "any", Legal)),
    },
    Case {
        file: "13-move-breaks-up-three",
        sentence: "The seat has all three strongholds on one card and no rival stronghold stands \
                   alone, but the seat moves none after its purchase.",
        turn: 15,
        expected: Breaks("stronghold.mandatory"),
        other: Some(("stronghold-step", "optional", Legal)),
    },
    Case {
        file: "14-rival-keeps-a-free-card",
        sentence: "A seat takes a free card on which a stronghold of its rival stands.",
        turn: 22,
        expected: Breaks("stronghold.blocked"),
        other: None,
    },
    Case {
        file: "15-copy-of-a-double-card",
        sentence: "A copy of a double card brings one bonus, and the log claims three emerald \
                   bonuses in all.",
        turn: 19,
        expected: Legal,
        other: Some(("copy-double", "two", Breaks("claim.after"))),
    },
];

impl Case {
    fn log(&self) -> Log {
        let file = format!("{FOLDER}/{}.json", self.file);
        let bytes = std::fs::read(root().join(&file)).unwrap_or_else(|why| panic!("{file}: {why}"));
        Log::read(&bytes).unwrap_or_else(|why| panic!("{file}: {why}"))
    }

    /// Returns the options of the other reading.
    fn other_options(&self) -> Option<(JudgeOptions, Expected)> {
        let (name, value, expected) = self.other?;
        let rulings = vec![(name.to_owned(), value.to_owned())];
        Some((JudgeOptions { rulings, ..JudgeOptions::default() }, expected))
    }

    /// Asserts that the log gets this verdict, with a single finding in its last turn, if any.
    fn assert_judged(&self, judgment: &Judgment, expected: Expected) {
        let findings = judgment.findings.iter();
        let found: Vec<_> = findings.map(|it| (it.breach.clause().id(), it.turn)).collect();
        let (verdict, due) = match expected {
            Legal => (Verdict::Legal, vec![]),
            Breaks(clause) => (Verdict::Illegal, vec![(clause, Some(self.turn - 1))]),
        };
        assert_eq!((judgment.verdict(), found), (verdict, due), "{}", self.file);
    }
}

#[test]
fn each_edge_case_gets_its_verdict() {
    for case in CASES {
        let log = case.log();
        assert_eq!(log.turns.len(), case.turn, "{}", case.file);
        assert!(log.setup.decks.is_some(), "{} lacks its decks", case.file);
        case.assert_judged(&judge(&log, &JudgeOptions::default()), case.expected);
        if let Some((options, expected)) = case.other_options() {
            case.assert_judged(&judge(&log, &options), expected);
        }
    }
}

#[test]
fn each_edge_case_is_decided_in_its_last_turn() {
    for case in CASES {
        let mut log = case.log();
        log.turns.pop();
        case.assert_judged(&judge(&log, &JudgeOptions::default()), Legal);
        if let Some((options, _)) = case.other_options() {
            case.assert_judged(&judge(&log, &options), Legal);
        }
    }
}

#[test]
fn the_folder_has_no_other_edge_cases() {
    let files = std::fs::read_dir(root().join(FOLDER)).unwrap();
    let files: BTreeSet<_> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, CASES.iter().map(|case| format!("{}.json", case.file)).collect());
}

fn verdict_in_words(expected: Expected) -> String {
    match expected {
        Legal => "legal".to_owned(),
        Breaks(id) => {
            let family = id.split_once('.').unwrap().0;
            format!("breaks [`{id}`](rules/{family}.md#{})", id.replace('.', ""))
        }
    }
}

fn page() -> String {
    let mut page = "# Edge cases of Orient and Strongholds\n\n\
        Each case is the last turn of a short game, and `splendor verify` judges it as the table \
        says.\n\
        Before that turn, every game is legal.\n\
        Where a [ruling](rules/rulings.md) decides, the table also shows the verdict under the \
        other ruling.\n\
        The sources of these rules have [open questions](rules/open-questions.md).\n\n\
        To see what happened, run `splendor view` on the log of a case, or `splendor verify` with \
        `--ruling`.\n\n\
        | # | Case | Verdict | Under another ruling | Log |\n|--:|---|---|---|---|\n"
        .to_owned();
    for (number, case) in (1..).zip(&CASES) {
        let (sentence, file, turn) = (case.sentence, case.file, case.turn);
        let verdict = verdict_in_words(case.expected);
        let other = case.other.map_or_else(String::new, |(name, value, expected)| {
            let verdict = verdict_in_words(expected);
            format!("[`{name}: {value}`](rules/rulings.md#{name}): {verdict}")
        });
        let link = format!("[turn {turn}](../../{FOLDER}/{file}.json)");
        writeln!(page, "| {number} | {sentence} | {verdict} | {other} | {link} |").unwrap();
    }
    page
}

#[test]
fn the_page_shows_the_edge_cases() {
    golden(PAGE, &page());
}
