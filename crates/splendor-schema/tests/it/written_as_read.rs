//! The types hold every field of a file and write what they read.

use serde_json::{Value, json};
use splendor_core::{Card, City, Color, Level, Noble, PostName, PurchaseOrigin, Row, Token};
use splendor_schema::id::Digest;
use splendor_schema::json::Json;
use splendor_schema::log::EndReason;
use splendor_schema::position::{CanonicalPosition, CanonicalSeat, HandEntry};
use splendor_schema::rules::Ruling;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::{FreeCard, OneOrMany, Reserve, TurnKind};
use splendor_schema::{Log, Position, Turn};

use crate::samples::{full_log, full_position};

fn log(value: &Value) -> Log {
    Log::read(value.to_string().as_bytes()).unwrap()
}

#[test]
fn a_log_is_written_as_it_is_read() {
    let full = log(&full_log());
    let text = serde_json::to_string(&full).unwrap();
    assert_eq!(Log::read(text.as_bytes()).unwrap(), full);
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), full_log());
    let pretty = serde_json::to_string_pretty(&full).unwrap();
    assert_eq!(Log::read(pretty.as_bytes()).unwrap(), full);
}

#[test]
fn a_position_is_written_as_it_is_read() {
    let full = Position::read(full_position().to_string().as_bytes()).unwrap();
    let text = serde_json::to_string(&full).unwrap();
    assert_eq!(Position::read(text.as_bytes()).unwrap(), full);
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), full_position());
}

#[test]
fn changed_logs_are_written_as_read() {
    let mut read = 0;
    for mutant in crate::mutations::neighbors(&full_log()) {
        let Ok(mutant) = Log::read(mutant.to_string().as_bytes()) else { continue };
        let text = serde_json::to_string(&mutant).unwrap();
        assert_eq!(Log::read(text.as_bytes()).unwrap(), mutant);
        read += 1;
    }
    assert!(read > 500, "{read}");
}

#[test]
fn irregular_turns_are_written_as_read() {
    let take = json!({ "take": ["ruby"] });
    let reserve = json!({ "reserve": { "deck": 1, "card": "a0d3s" } });
    let purchase = json!({ "purchase": { "card": "a0d3s", "from": "hand" } });
    let pass = json!({ "pass": true });
    let actions = [take, reserve, purchase, pass];
    for chosen in 0_usize..16 {
        let mut turn = json!({ "seat": 1, "noble": "3:4d4s" });
        let mut keys = Vec::new();
        for (_, action) in actions.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1) {
            let action = action.as_object().unwrap();
            keys.extend(action.keys().map(String::as_str));
            turn.as_object_mut().unwrap().extend(action.clone());
        }
        let read = Turn::read(turn.to_string().as_bytes()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), turn);
        assert!(read.noble.is_some() && read.seat == Some(1), "{turn}");
        assert_eq!(read.is_irregular(), keys.len() != 1);
        assert_eq!(read.action_key(), keys.first().copied().filter(|_| keys.len() == 1));
        assert!(read.action_keys().eq(keys));
    }
}

#[test]
fn fields_are_written_in_the_order_of_the_format() {
    let text = concat!(
        r#"{"ext":{},"turns":[{"after":{"supply":{"gold":5,"ruby":1}},"gem":"ruby","pass":true,"#,
        r#""seat":3}],"setup":{"market":{"level3":[],"level2":[],"level1":[]}},"players":[],"#,
        r#""rules":{"edition":"2017"},"format":"splendor-log/1"}"#,
    );
    let written = serde_json::to_string(&Log::read(text.as_bytes()).unwrap()).unwrap();
    assert_eq!(
        written,
        concat!(
            r#"{"format":"splendor-log/1","rules":{"edition":"2017"},"players":[],"#,
            r#""setup":{"market":{"level1":[],"level2":[],"level3":[]}},"turns":[{"seat":3,"#,
            r#""pass":true,"gem":"ruby","after":{"supply":{"ruby":1,"gold":5}}}],"ext":{}}"#,
        )
    );
}

#[test]
fn types_hold_every_field_of_the_log() {
    let log = log(&full_log());
    assert_eq!(log.rules.rulings.get("limit"), Some(&Ruling::Number(10)));
    assert_eq!(log.end.as_ref().map(|end| end.reason), Some(EndReason::Resigned));
    let [take, posts, deck, buy, pass, conquering, buys, _, foreign] = log.turns.as_slice() else {
        panic!("{:?}", log.turns)
    };
    let keys: Vec<_> = log.turns.iter().filter_map(Turn::action_key).collect();
    let expected = [
        "take", "reserve", "reserve", "purchase", "pass", "reserve", "purchase", "purchase",
        "foreign",
    ];
    assert_eq!((keys.as_slice(), pass.kind()), (expected.as_slice(), TurnKind::Pass));
    assert_eq!(**take.take.as_ref().unwrap(), [Token::Gem(Color::Diamond), Token::Gold]);
    let returned = take.returned.unwrap();
    assert_eq!((returned.get(Token::Gold), returned.get(Token::Gem(Color::Ruby))), (Some(2), None));
    assert_eq!((returned.count(Token::Gem(Color::Ruby)), returned.total()), (0, 2));
    assert_eq!(take.noble, Some(OneOrMany::One(Noble::parse("3:4d4s").unwrap())));
    assert!(
        matches!(deck.reserve, Some(Reserve::Deck { row, .. }) if row == Row::from(Level::Two))
    );
    assert_eq!(buy.purchase.as_ref().unwrap().from, Some(PurchaseOrigin::Hand));
    assert_eq!(foreign.foreign.as_ref().unwrap().as_str(), r#"{"swap":[0,1]}"#);
    assert_eq!(posts.post.as_ref().unwrap().as_slice().len(), 2);
    assert_eq!(foreign.seat, Some(1));
    assert!(foreign.is_foreign() && foreign.after.is_some());
    let conquest = conquering.conquest.as_ref().unwrap();
    assert_eq!((conquest.purchase.spend.len(), conquest.purchase.discard.len()), (1, 1));
    assert_eq!(conquest.copy.unwrap().to_string(), "B1ss3r4o");
    let free: Vec<String> =
        FreeCard::from_outermost(buys.free.as_deref()).map(|free| free.card.to_string()).collect();
    assert_eq!(free, ["B1ca4d3s1o", "A0c3d2r"]);
}

#[test]
fn illegal_games_are_well_formed() {
    let mut value = full_log();
    value["players"] = json!([{}, {}, {}, {}, {}]);
    value["turns"] = json!([{ "take": [] }, { "take": ["gold"] }, { "seat": 9, "pass": true }]);
    value["setup"]["nobles"] = json!(["9:9d9s9e9r9o"]);
    assert_eq!(log(&value).turns.len(), 3);
}

#[test]
fn free_json_is_kept_without_blanks() {
    let json = Json::try_from("{ \"a b\" : [ 1.50 , \"\\\" \\\\\" ] ,\n \"c\": -0 }").unwrap();
    assert_eq!(json.as_str(), r#"{"a b":[1.50,"\" \\"],"c":-0}"#);
}

#[test]
fn counts_are_built() {
    let counts: TokenCounts =
        [(Token::Gem(Color::Ruby), 2), (Token::Gold, 0)].into_iter().collect();
    assert_eq!(
        counts,
        TokenCounts::default().with(Token::Gold, 0).with(Token::Gem(Color::Ruby), 2)
    );
    assert_eq!(serde_json::to_string(&counts).unwrap(), r#"{"ruby":2,"gold":0}"#);
}

#[test]
fn ids_are_what_their_patterns_say() {
    check_ids(Card::PATTERN, |id| Card::parse(id).is_some(), &["a0d3s", "c3d3s3e5r3o"]);
    check_ids(Noble::PATTERN, |id| Noble::parse(id).is_some(), &["3:4d4s", "9:1d1s1e1r1o"]);
    check_ids(City::PATTERN, |id| City::parse(id).is_some(), &["14:4d+4", "17:", "15:+5"]);
    check_ids(PostName::PATTERN, |id| PostName::parse(id).is_some(), &["third-gem", "a"]);
    check_ids(Digest::PATTERN, |id| Digest::try_from(id).is_ok(), &["0123456789abcdef"]);
}

/// Tries every id that is one letter away from a valid one, and some that are two away.
fn check_ids(pattern: &str, accepts: impl Fn(&str) -> bool, right: &[&str]) {
    let schema = json!({ "type": "string", "pattern": pattern });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut words: Vec<String> = right.iter().map(|word| (*word).to_owned()).collect();
    for round in 0..2 {
        for word in words.clone().iter().step_by(1 + round * 7) {
            for at in 0..=word.len() {
                for letter in ["", "0", "3", "a", "d", "o", "s", ":", "+", "-", "A", "\n"] {
                    words.push(format!("{}{letter}{}", &word[..at], &word[at..]));
                    let rest = word.get(at + 1..).unwrap_or_default();
                    words.push(format!("{}{letter}{rest}", &word[..at]));
                }
            }
        }
    }
    for word in &words {
        assert_eq!(accepts(word), validator.is_valid(&json!(word)), "{word:?}");
    }
}

#[test]
fn hands_distinguish_public_from_hidden_cards() {
    let position = Position::read(full_position().to_string().as_bytes()).unwrap();
    let hand = &position.seats[0].hand;
    assert_eq!(hand[0], HandEntry::Card(Card::parse("b2e5s3e").unwrap()));
    assert_eq!(hand[1], HandEntry::Deck { row: Row::from(Level::Three), card: None });
}

/// The canonical text in the book, whose digest any program can check.
const CANONICAL: &str = "splendor-position/1
to_move 1
supply 4 4 3 4 4 4
market1 a0o3e a0s3o
market2 b3o6o
market3 c4d7o c4r7e
decks 36 2 16
nobles 3:3d3s3e 3:4s4e
cities 14:4d+4
seat 0
tokens 0 0 1 0 0 1
cards a0d2s2o a0d3s
hand b2e5s3e
hidden 1 0 1
nobles 3:4d4s
cities 17:
posts crown third-gem
seat 1
tokens 0 0 0 0 0 0
cards
hand
hidden 0 0 0
nobles
cities
posts
";

#[test]
fn the_digest_is_what_the_book_defines() {
    let mut value = full_position();
    for list in ["cards", "hand"] {
        let orient = value["seats"][0][list].as_array_mut().unwrap().pop();
        assert!(orient.unwrap().is_object());
    }
    let position = Position::read(value.to_string().as_bytes()).unwrap();
    assert_eq!(position.canonical().unwrap(), CANONICAL);
    assert_eq!(position.digest().unwrap().to_string(), KNOWN);
}

#[test]
fn the_modules_add_their_lines_to_the_digest() {
    let mut value = full_position();
    value["rules"]["modules"] = json!(["strongholds", "orient"]);
    let position = Position::read(value.to_string().as_bytes()).unwrap();
    let lines = [
        ("market3 c4d7o c4r7e", "\norient1 A0gg3d\norient2 B1dd3e4r\norient3 C3dx2e"),
        ("decks 36 2 16", " 8 1 7"),
        ("cities 14:4d+4", "\ngone A0gg3e"),
        ("hidden 1 0 1", " 0 1 0"),
        ("posts crown third-gem", "\nstrongholds c4r7e c4r7e"),
        ("hidden 0 0 0", " 0 0 0"),
    ];
    let with = |text: String, (line, more): (&str, &str)| {
        assert!(text.contains(line), "{line}");
        text.replacen(line, &format!("{line}{more}"), 1)
    };
    let text = lines.into_iter().fold(CANONICAL.to_owned(), with);
    let text = text.replacen("cards a0d2s2o", "cards A0c3d2r=ee a0d2s2o", 1);
    assert_eq!(position.canonical().unwrap(), format!("{text}strongholds\n"));
}

const KNOWN: &str = "520860a469bf1cec";

#[test]
fn a_partial_position_has_no_digest() {
    for field in ["supply", "market", "decks"] {
        let mut partial = full_position();
        partial.as_object_mut().unwrap().remove(field);
        let partial = Position::read(partial.to_string().as_bytes()).unwrap();
        assert_eq!(partial.digest(), None);
    }
}

#[test]
fn the_end_of_the_game_has_no_seat_to_move() {
    let seats = [CanonicalSeat::default(); 2];
    let over = CanonicalPosition { seats: &seats, ..CanonicalPosition::default() };
    assert!(over.text().starts_with("splendor-position/1\nto_move -\nsupply 0 0 0 0 0 0\n"));
    assert_eq!(over.digest(), Digest::of(&over.text()));
}
