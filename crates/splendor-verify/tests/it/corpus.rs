//! Judges real games of other clients, if `SPLENDOR_CORPUS` names a folder that has them.
//!
//! The tables in the folder `corpus` are the verifier's own output; each client's deviations from
//! the rulebook were compared with them by hand.

use std::collections::BTreeMap;
use std::fmt::Write;

use splendor_core::{Color, Post, Violation};
use splendor_schema::log::OmittedField;
use splendor_schema::turn::Reserve;
use splendor_schema::{Log, Name};
use splendor_verify::{JudgeOptions, Judgment, Verdict, continue_after, judge};

use crate::client_games::{each_game, files};
use crate::golden;

/// Clients whose games follow every rule, including those of the modules.
const CONFORMING: [&str; 6] = [
    "ahinlendor",
    "boardgamearena",
    "collection-modules-2024",
    "csplendor",
    "effective-splendor-ai",
    "splendorust-core",
];

fn game_of(log: &Log) -> &str {
    log.source.as_ref().and_then(|source| source.game.as_ref().map(Name::as_str)).unwrap_or("-")
}

#[test]
fn conforming_clients_are_legal_with_decks_and_without() {
    let Some(files) = files() else { return };
    let (mut judged, mut with_modules) = (0, 0);
    each_game(&files, |client, line, mut log| {
        if !CONFORMING.contains(&client) {
            return;
        }
        for decks in [true, false] {
            if !decks {
                log.setup.decks = None;
            }
            let judgment = judge(&log, &JudgeOptions::default());
            let found = judgment.findings.first().map(|finding| finding.breach.violation());
            assert_eq!(judgment.verdict(), Verdict::Legal, "{client} {line}: {found:?}");
            judged += 1;
            with_modules += u32::from(!log.rules.modules.is_empty());
        }
    });
    assert!(judged >= 2 * 46, "{judged} games judged");
    assert!(with_modules >= 2 * 23, "{with_modules} games with modules judged");
}

/// The kinds of facts that a client may leave out.
const KINDS: [&str; 10] =
    ["pay", "from", "card", "under", "refill", "return", "noble", "gem", "post", "decks"];

/// Returns the log without some kinds of facts.
fn without(log: &Log, kinds: &[&str]) -> Log {
    let mut log = log.clone();
    let out = |kind| kinds.contains(&kind);
    log.omits.extend(out("return").then_some(OmittedField::Return));
    log.omits.extend(out("noble").then_some(OmittedField::Noble));
    log.omits.extend(out("gem").then_some(OmittedField::Gem));
    log.omits.extend(out("post").then_some(OmittedField::Post));
    log.setup.decks = log.setup.decks.filter(|_| !out("decks"));
    for turn in &mut log.turns {
        if let Some(Reserve::Deck { card, under, .. }) = &mut turn.reserve {
            *card = card.filter(|_| !out("card"));
            *under = under.filter(|_| !out("under"));
        }
        if let Some(purchase) = &mut turn.purchase {
            purchase.pay = purchase.pay.filter(|_| !out("pay"));
            purchase.from = purchase.from.filter(|_| !out("from"));
        }
        turn.refill = turn.refill.filter(|_| !out("refill"));
        turn.returned = turn.returned.filter(|_| !out("return"));
        turn.noble = turn.noble.take().filter(|_| !out("noble"));
        turn.gem = turn.gem.filter(|_| !out("gem"));
        turn.post = turn.post.take().filter(|_| !out("post"));
        // A claim about the tokens would still reveal the payment.
        turn.after = turn.after.filter(|_| !out("pay") && !out("return") && !out("gem"));
    }
    log
}

#[test]
fn conforming_games_without_some_facts_are_never_illegal() {
    let Some(files) = files() else { return };
    let mut verdicts = [0; 5];
    each_game(&files, |client, line, log| {
        if !CONFORMING.contains(&client) {
            return;
        }
        let each = KINDS.map(|kind| vec![kind]).into_iter();
        for kinds in each.chain([vec!["decks", "refill"], KINDS.to_vec()]) {
            let stripped = without(&log, &kinds);
            let judgment = judge(&stripped, &JudgeOptions::default());
            let (verdict, found) = (judgment.verdict(), &judgment.findings);
            let possible = !matches!(verdict, Verdict::Illegal | Verdict::Unsupported);
            assert!(possible, "{client} {line} without {kinds:?}: {found:?}");
            let named = verdict == Verdict::Legal || !judgment.missing.is_empty();
            assert!(named, "{client} {line} without {kinds:?}");
            verdicts[verdict as usize] += 1;
        }
    });
    assert!(verdicts[0] > 100 && verdicts[1] > 30, "{verdicts:?}");
}

#[test]
fn verdicts_and_findings_match_the_tables() {
    let Some(files) = files() else { return };
    let mut findings = String::from("client\tgame\tturn\tclause\tcontradicts\ttimes\n");
    let mut verdicts = String::from("client\tgame\tverdict\tcomplete\tturns\tkept going\n");
    each_game(&files, |client, _, log| {
        let stopped = judge(&log, &JudgeOptions::default());
        let all = continue_after(&log, stopped.clone(), |_, _| {});
        verdict_row(&mut verdicts, client, &log, &stopped, &all);
        finding_rows(&mut findings, client, &log, &all);
    });
    golden("crates/splendor-verify/tests/it/corpus/findings.tsv", &findings);
    golden("crates/splendor-verify/tests/it/corpus/verdicts.tsv", &verdicts);
}

/// In the 2017 expansion, three onyx cards earn another post than in 2024.
#[test]
fn posts_of_the_2017_expansion_break_post_earned() {
    let Some(files) = files() else { return };
    let mut games = 0;
    each_game(&files, |client, line, log| {
        if client != "hexanome08-2017" || !log.rules.modules.iter().any(|m| m == "trading-posts") {
            return;
        }
        let judgment = judge(&log, &JudgeOptions::default());
        // A city of 2017 shows the box.
        if judgment.verdict() == Verdict::Unsupported {
            return;
        }
        let judgment = continue_after(&log, judgment, |_, _| {});
        let violations = judgment.findings.iter().map(|finding| *finding.breach.violation());
        let early = violations.filter_map(|violation| match violation {
            Violation::PostEarned { post, bonuses } => Some((post, bonuses)),
            _ => None,
        });
        let early: Vec<_> = early.collect();
        let by_onyx = early
            .iter()
            .any(|&(post, bonuses)| post == Post::PointPerPost && bonuses.get(Color::Onyx) >= 3);
        assert!(by_onyx, "{client} {line}: {early:?}");
        games += 1;
    });
    assert_eq!(games, 2);
}

fn verdict_row(rows: &mut String, client: &str, log: &Log, stopped: &Judgment, all: &Judgment) {
    let word = match stopped.verdict() {
        Verdict::Legal => "legal",
        Verdict::Consistent => "consistent",
        Verdict::Undecided => "undecided",
        Verdict::Illegal => "illegal",
        Verdict::Unsupported => "unsupported",
    };
    let complete = if stopped.is_complete() { "yes" } else { "no" };
    let (game, turns, followed) = (game_of(log), log.turns.len(), all.judged);
    writeln!(rows, "{client}\t{game}\t{word}\t{complete}\t{turns}\t{followed}").unwrap();
}

/// Writes one row for each turn and clause; findings in the setup have no turn.
fn finding_rows(rows: &mut String, client: &str, log: &Log, all: &Judgment) {
    let mut counts: BTreeMap<_, u32> = BTreeMap::new();
    for finding in &all.findings {
        let contradicts = finding.breach.contradicted().map(|other| other.clause().id());
        let key = (finding.turn, finding.breach.clause().id(), contradicts);
        *counts.entry(key).or_default() += 1;
    }
    for ((turn, clause, contradicts), times) in counts {
        let turn = turn.map_or_else(|| "-".to_owned(), |turn| (turn + 1).to_string());
        let (game, contradicts) = (game_of(log), contradicts.unwrap_or("-"));
        writeln!(rows, "{client}\t{game}\t{turn}\t{clause}\t{contradicts}\t{times}").unwrap();
    }
}
