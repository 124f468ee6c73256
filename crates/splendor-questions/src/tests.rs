use super::*;

fn options(text: &str) -> Options {
    Options::read(text.as_bytes()).expect("the options are known")
}

fn why_of(text: &str, log: &str) -> Answer {
    answer(Ask::Why, &options(text), log.as_bytes()).expect("the log can be followed")
}

#[test]
fn a_place_is_in_the_turn_only_if_the_finding_is_about_the_turn() {
    let declared = include_str!("../../../replays/legal/end-winner.json");
    let in_log = why_of(r#"{ "turn": 1, "published": true }"#, declared);
    let finding = in_log.deciding.expect("the log declares another target");
    assert_eq!(finding.clause, "rules.rulings");
    assert_eq!((finding.line, finding.column, in_log.is_in_turn), (Some(3), Some(56), false));

    let pair = include_str!("../../../replays/illegal/take-pair-needs-four.json");
    let in_turn = why_of(r#"{ "turn": 2 }"#, pair);
    let finding = in_turn.deciding.expect("the turn is illegal");
    assert_eq!((finding.turn, finding.line, in_turn.is_in_turn), (Some(2), Some(1), true));

    let report = answer(Ask::Verify, &Options::default(), pair.as_bytes()).expect("it is judged");
    assert!(report.deciding.is_some() && !report.is_in_turn);
}

/// An archive without files: two blocks of zeros.
const ARCHIVE: [u8; 1024] = [0; 1024];

#[test]
fn an_archive_is_not_a_malformed_log() {
    let options = options(r#"{ "name": "games.tar" }"#);
    let error = OpenFile::open(&options, ARCHIVE.as_slice()).expect_err("it is an archive");
    assert_eq!(error, "games.tar: this is an archive: unpack it, and judge its files");
}
