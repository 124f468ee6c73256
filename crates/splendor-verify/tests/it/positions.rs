//! Checks that positions survive a round trip through a file without losing known or unknown facts.

use splendor_core::{Game, Modules, Position, Rules};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema as schema;
use splendor_verify::{JudgeOptions, digest, position_at, position_from_log, position_to_log};

use crate::root;

/// Checks that a position is the same after being written to a file and read back.
fn check_round_trip(game: &Game<'_>, position: &Position) {
    let description = position_to_log(game, position);
    let text = serde_json::to_string(&description).unwrap();
    assert_eq!(schema::Position::read(text.as_bytes()).unwrap(), description, "{text}");
    let (other, lowered) =
        position_from_log(&description).unwrap_or_else(|why| panic!("{why}: {text}"));
    assert_eq!((other.rules, other.tokens), (game.rules, game.tokens), "{text}");
    assert_eq!(position_to_log(&other, &lowered), description, "{text}");
    assert_eq!(digest(&other, &lowered), digest(game, position), "{text}");
    assert_eq!(lowered.passes_in_a_row(), position.passes_in_a_row(), "{text}");
    assert_eq!((lowered.phase(), lowered.turns()), (position.phase(), position.turns()), "{text}");
}

#[test]
fn positions_of_the_conformance_kit_survive_a_round_trip() {
    let vectors = std::fs::read_to_string(root().join("replays/vectors.jsonl")).unwrap();
    for line in vectors.lines() {
        let vector = schema::vector::Vector::read(line.as_bytes()).unwrap();
        let (game, position) = position_from_log(&vector.position).unwrap();
        check_round_trip(&game, &position);
    }
    assert!(vectors.lines().count() > 100);
}

/// Covers every choice of modules, with known and unknown decks.
#[test]
fn every_position_of_a_game_survives_a_round_trip() {
    let mut hidden = 0;
    for kind in 0..16_u8 {
        let modules =
            Modules { cities: kind & 1 > 0, trading_posts: kind & 2 > 0, ..Modules::NONE };
        let rules = Rules { modules, ..Rules::default() };
        let (seats, decks) = (2 + kind % 3, kind & 8 == 0);
        let seed = u64::from(kind);
        let log = generate(&GenerateOptions { rules, seed, seats, decks, ..Default::default() });
        for turn in (0..=log.turns.len()).step_by(3) {
            let (game, position) = position_at(&log, &JudgeOptions::default(), turn).unwrap();
            let game = game.as_game();
            check_round_trip(&game, &position);
            hidden += u32::from(!position.is_determined());
        }
    }
    assert!(hidden > 100, "{hidden}");
}

/// At a stuck table, the position also records the number of consecutive forced passes.
#[test]
fn consecutive_forced_passes_survive_a_round_trip() {
    let log = std::fs::read(root().join("replays/legal/ending-stalemate-3-seats.json")).unwrap();
    let log = schema::Log::read(&log).unwrap();
    let mut most = 0;
    for turn in 0..=log.turns.len() {
        let (game, position) = position_at(&log, &JudgeOptions::default(), turn).unwrap();
        let game = game.as_game();
        check_round_trip(&game, &position);
        most = most.max(position.passes_in_a_row());
    }
    assert_eq!(most, 3);
}

/// Returns the digest of a position in which seat 0 has two cards and these posts, after a round
/// trip.
fn position(modules: &str, posts: &str) -> Result<String, String> {
    let text = format!(
        r#"{{ "format": "splendor-position/1",
        "rules": {{ "edition": "2024", "modules": [{modules}] }},
        "seats": [{{ "cards": ["a0d3s", "a0d2s2o"], "posts": [{posts}] }}, {{}}] }}"#
    );
    let description = splendor_schema::Position::read(text.as_bytes()).unwrap();
    let (game, position) = position_from_log(&description)?;
    let again = position_to_log(&game, &position);
    assert_eq!(again.seats[0].posts, description.seats[0].posts);
    let (same, again) = position_from_log(&again)?;
    assert_eq!(digest(&same, &again), digest(&game, &position));
    Ok(digest(&game, &position).to_string())
}

#[test]
fn a_position_must_have_exactly_the_posts_that_its_cards_earn() {
    let module = r#""trading-posts""#;
    let with_post = position(module, r#""third-gem""#).unwrap();
    let without = position("", "").unwrap();
    assert_ne!(with_post, without, "the digest tells the posts");
    for (modules, posts, why) in [
        ("", r#""third-gem""#, "a seat has posts only with the module `trading-posts`"),
        (module, "", "a seat has exactly the posts whose demand its cards meet"),
        (module, r#""third-gem", "draw-two""#, "a seat has exactly the posts"),
        (module, r#""third-gem", "third-gem""#, "a post is listed twice"),
        (module, r#""third""#, "there is no post third; the nearest that exists is third-gem"),
    ] {
        let refused = position(modules, posts).unwrap_err();
        assert!(refused.contains(why), "{refused}");
    }
}
