//! The whole published notation of a KIFU, and base games on their way there and back.

use serde_json::{Value, json};
use splendor_convert::{kifu, kifu_left_out};
use splendor_core::{Boxes, Rules};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::Log;
use splendor_schema::json::layout::json_line;
use splendor_schema::log::{EndReason, OmittedField, Source};
use splendor_verify::Verdict;

use super::{convert, made, omit_origin, sample, verdict};

const EVERY_HEADER: &str = include_str!("../files/every-header.kifu");
const GRAMMAR: &str = include_str!("../files/position-as-in-the-grammar.kifu");

/// Returns the error about a text, and what stands at its place.
fn refused(text: &str) -> (String, String) {
    let refusal = convert("kifu", text, None).unwrap_err();
    (refusal.message, text[refusal.span].to_owned())
}

#[test]
fn every_published_header_is_read_or_ignored_with_its_reason() {
    let made = made("kifu", EVERY_HEADER, None);
    let source = made.log.source.unwrap();
    assert_eq!(source.played_at.unwrap(), "2026-02-11T21:00:00+09:00");
    assert_eq!(source.game.unwrap(), "seed 42");
    let ignored = &made.account.ignored;
    for header in [
        "Event",
        "Round",
        "TimeControl",
        "Engine0",
        "Engine1",
        "Tags",
        "Player0Type",
        "Player1Type",
        "Comment",
        "SimplePaymentMode",
        "MateAttacker",
        "MateLine",
    ] {
        assert_eq!(ignored[header].why, "it does not change the game", "{header}");
    }
    assert_eq!((ignored["annotation"].count, ignored["variation"].count), (2, 3));
    assert_eq!((ignored["comment"].count, ignored["move.comment"].count), (1, 1));
    let understood = &made.account.understood;
    assert_eq!((understood["header:Result"], understood["FinalCards"]), (1, 1));
    assert_eq!(understood["move.reveal"], 2);
    assert_eq!(made.log.end.unwrap().reason, EndReason::Adjudicated);
    assert_eq!(made.log.result.unwrap().winners, Some(vec![0, 1]));
    let turns: Vec<Value> =
        made.log.turns.iter().map(|turn| serde_json::to_value(turn).unwrap()).collect();
    let expected = json!([
        { "seat": 0, "take": ["diamond", "sapphire", "ruby"] },
        { "seat": 1, "reserve": { "market": "b2s5d3s" }, "refill": "b1d2d3s3r" },
        { "seat": 0, "reserve": { "deck": 1, "card": "a0d2s2o" } },
        { "seat": 1, "reserve": { "deck": 2 } },
        { "seat": 0, "purchase": { "card": "a0d2s2o" }, "noble": "3:4d4o" },
    ]);
    let given = |at: usize, key: &str| turns[at][key].clone();
    assert_eq!(given(1, "reserve"), expected[1]["reserve"]);
    assert!(turns[1]["refill"].is_string());
    for at in [0, 2, 3, 4] {
        assert_eq!(turns[at], expected[at]);
    }
    let place = made.places.find("/turns/1/refill").unwrap();
    assert_eq!(&EVERY_HEADER[place], "60");
}

#[test]
fn a_position_has_two_spellings() {
    let with_space = made("kifu", GRAMMAR, None);
    let with_bar = GRAMMAR.replace("bought:[] 0\n", "bought:[] | 0\n");
    assert_ne!(with_bar, GRAMMAR);
    assert_eq!(made("kifu", &with_bar, None).log, with_space.log);
    assert_eq!(verdict(&with_space.log), Verdict::Consistent);
    assert_eq!(with_space.log.turns.len(), 11);
    for (to, message, place) in [
        ("bought:[] 1\n", "seat 0 to begin", "1"),
        ("bought:[] 0 | 0\n", "expected the end of the position", "0"),
        ("bought:[]\n", "the position ends", ""),
        (
            "bought:[4] 0\n",
            "seat 1 already owns something",
            "gems:W0U0G0R0K0D0;bonuses:W0U0G0R0K0;points:0;reserved:[];bought:[4]",
        ),
    ] {
        let (found, at) = refused(&GRAMMAR.replace("bought:[] 0\n", to));
        assert!(found.contains(message), "{found}");
        assert_eq!(at, place);
    }
}

#[test]
fn contradictions_within_a_kifu_are_rejected_at_their_place() {
    for (from, to, message, place) in [
        ("Result: draw", "Result: 1", "the result after the moves names other winners", "1"),
        ("DRAW REPETITION", "ONGOING", "the game goes on after the moves", "draw"),
        ("DRAW REPETITION", "ONGOING STALEMATE", "expected TIME", "ONGOING STALEMATE"),
        ("Result: draw", "Result: 2", "expected a whole number from 0 to 1", "2"),
        ("Result: draw", "Result: draw\nResult: 1", "a second `header:Result`", "Result: 1"),
        ("FinalCards: P0=1", "FinalCards: P0=2", "P0 bought 1 cards in the file", "P0=2 P1=0"),
        ("FinalCards: P0=1 P1=0", "FinalCards: P0=1", "for each of 2 players", "P0=1"),
        ("DRAW REPETITION", "DRAW P0 P1", "expected TIME, STALEMATE", "DRAW P0 P1"),
        ("DRAW REPETITION", "P0_WIN REPETITION", "expected TIME", "P0_WIN REPETITION"),
        ("Players: 2", "Players: 3", "a score for each of 3 players", "P0=3 P1=0"),
        ("Player1: Bo", "Player2: Bo", "`Player2` of 2 players", "Bo"),
        ("Tags: ", "Tag: ", "`Tag` is not a known header", "distillation,test"),
        ("take:WUR [2341]", "take:WUR [2341] # reveal:C3", "only a purchase", "3"),
        ("reveal:C26", "reveal:C90", "expected a whole number from 0 to 89", "90"),
        ("reveal:C26", "reveal:Cxx", "expected a whole number from 0 to 89", "xx"),
        ("  2. P1 take:RGK [620]", "  Round: 3", "a move of the variation", "  Round: 3"),
        ("}\n3. P0", "3. P0", "a move of the variation", "Result: DRAW REPETITION"),
        ("1. P0 take:WUR [2341]\n", "", "expected a move before `@eval", "  @eval 0.62"),
        ("noble:N3 [100]", "noble:N3 noble:N2", "expected a time", "noble:N2"),
        ("reserve:L2 [0]", "reserve:L2 noble:N3", "expected a time", "noble:N3"),
    ] {
        assert!(EVERY_HEADER.contains(from), "{from}");
        // The last occurrence of a result is the one after the moves.
        let at = if from.starts_with("DRAW") {
            EVERY_HEADER.rfind(from)
        } else {
            EVERY_HEADER.find(from)
        };
        let mut text = EVERY_HEADER.to_owned();
        text.replace_range(at.unwrap()..at.unwrap() + from.len(), to);
        let (found, at) = refused(&text);
        assert!(found.contains(message), "{to}: {found}");
        assert_eq!(at, place, "{to}: {found}");
    }
    let open = EVERY_HEADER.split_once("}\n").unwrap().0;
    assert_eq!(refused(open), ("no line `}` ends this variation".to_owned(), "V{".to_owned()));
}

#[test]
fn a_seed_may_state_the_number_of_players() {
    let (head, tail) = GRAMMAR.split_once("Position: ").unwrap();
    let (position, tail) = tail.split_once('\n').unwrap();
    let named = |start: &str| format!("{head}InitialSPN: {position}\n\nPosition: {start}\n{tail}");
    let whole = made("kifu", GRAMMAR, None).log;
    for start in ["startpos 2", "startpos", "startpos seed 7"] {
        assert_eq!(made("kifu", &named(start), None).log, whole, "{start}");
    }
    let (found, at) = refused(&named("startpos 3"));
    assert_eq!((found.as_str(), at.as_str()), ("`startpos 3` of 2 players", "startpos 3"));
}

#[test]
fn ends_of_the_client_have_their_own_reason() {
    for (result, reason, winners) in [
        ("DRAW", EndReason::Completed, vec![0, 1]),
        ("DRAW_TIMEOUT", EndReason::Adjudicated, vec![0, 1]),
        ("DRAW REPETITION", EndReason::Adjudicated, vec![0, 1]),
        ("DRAW STALEMATE", EndReason::Stalemate, vec![0, 1]),
    ] {
        let text = EVERY_HEADER.replace("Result: DRAW REPETITION", &format!("Result: {result}"));
        let log = made("kifu", &text, None).log;
        assert_eq!(log.end.unwrap().reason, reason, "{result}");
        assert_eq!(log.result.unwrap().winners, Some(winners), "{result}");
    }
    let only_header = EVERY_HEADER.replace("Result: DRAW REPETITION\n", "");
    let log = made("kifu", &only_header, None).log;
    assert_eq!((log.end, log.result.unwrap().winners), (None, Some(vec![0, 1])));
}

/// Returns a base game; the seed chooses the seats, the policy and the boxes.
fn base_game(seed: u64) -> Log {
    let policies = [Policy::Rich, Policy::Uniform, Policy::Greedy, Policy::Hoarder, Policy::Nobles];
    let pick = usize::try_from(seed).unwrap();
    let boxes = Boxes { silk_road: seed.is_multiple_of(2), sun_never_sets: seed % 7 < 3 };
    let rules = Rules { boxes, ..Rules::default() };
    generate(&GenerateOptions {
        seed,
        seats: [2, 3, 4][pick % 3],
        policy: policies[pick % 5],
        rules,
        max_turns: 400,
        ..GenerateOptions::default()
    })
}

/// Returns a log with the facts that a KIFU has no place for, as a reader fills them in.
fn normalized(log: &Log) -> Log {
    let mut log = log.clone();
    // The client draws from the nobles of both boxes, and logs a noble only after a choice.
    log.rules.boxes = vec!["silk-road".into(), "sun-never-sets".into()];
    log.omits = vec![OmittedField::Noble];
    log.source = Some(Source { client: Some("csplendor".into()), ..Source::default() });
    log.setup.decks = None;
    // A game that was given up goes on, as far as a KIFU tells.
    log.end = log.end.filter(|end| end.reason != EndReason::Abandoned);
    for turn in &mut log.turns {
        omit_origin(turn);
    }
    log
}

#[test]
fn base_games_survive_the_way_there_and_back() {
    let games = sample(60, 600);
    let (mut blind, mut returns, mut ties, mut stale) = (0, 0, 0, 0);
    for seed in 1..=games {
        let log = base_game(seed);
        let text = kifu(&log).unwrap_or_else(|why| panic!("{seed}: {why}"));
        let back = made("kifu", &text, None).log;
        assert_eq!(json_line(&back), json_line(&normalized(&log)), "{seed}\n{text}");
        assert_eq!(kifu(&back).as_ref(), Ok(&text), "{seed}: the second text is the first");
        let left_out: Vec<&str> = kifu_left_out(&log).into_iter().map(|(field, _)| field).collect();
        let known = ["rules.boxes", "source", "setup.decks", "purchase.from", "end"];
        assert!(left_out.iter().all(|field| known.contains(field)), "{seed}: {left_out:?}");
        blind += text.matches(" reserve:L").count();
        returns += text.matches(" return:").count();
        let winners = log.result.as_ref().and_then(|result| result.winners.as_ref());
        ties += usize::from(winners.is_some_and(|winners| winners.len() > 1));
        stale += usize::from(log.end.is_some_and(|end| end.reason == EndReason::Stalemate));
    }
    eprintln!("{games} games: {blind} blind, {returns} returns, {ties} ties, {stale} stalemates");
    assert!(blind > 0 && returns > 0, "{blind} cards from decks, {returns} returns after them");
}

#[test]
fn several_but_not_all_seats_may_share_a_victory() {
    let games = (1..).map(base_game);
    let mut three = games.filter(|log| log.players.len() == 3 && log.end.is_some());
    let mut log = three.next().unwrap();
    log.end.as_mut().unwrap().reason = EndReason::Completed;
    log.result.as_mut().unwrap().winners = Some(vec![0, 2]);
    let text = kifu(&log).unwrap();
    assert!(text.contains("\nResult: DRAW P0 P2\n"), "{text}");
    assert_eq!(made("kifu", &text, None).log.result, log.result);
    for wrong in ["P0", "P2 P0", "P0 P0", "P0 P3", "P0 P1 P2", "P0 2", "P0 P2 TIME"] {
        let text = text.replace("DRAW P0 P2", &format!("DRAW {wrong}"));
        let (found, at) = refused(&text);
        assert!(found.contains("expected TIME, STALEMATE"), "{wrong}: {found}");
        assert_eq!(at, format!("DRAW {wrong}"));
    }
}
