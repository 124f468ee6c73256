//! Games: every invariant holds after every turn, and each position can be written and read back.

use splendor_core::{Game, Position, invariant};
use splendor_schema as schema;
use splendor_verify::{digest, position_from_log, position_to_log, turn_from_log, turn_to_log};

use super::choices::Choices;
use super::table::table;

/// The most turns of a game.
const TURNS: usize = 120;

/// Bytes → a game of legal turns.
pub(super) fn play(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let Some((game, mut position)) = table(&mut choices, true) else { return };
    for at in 0..TURNS {
        assert!(position.is_determined());
        if at % 8 == 0 || position.has_ended() {
            goes_to_a_file_and_back(&game, &position);
        }
        let legal = position.distinct_turns(&game);
        assert!(legal.is_empty() || !position.has_ended(), "no turn is legal after the end");
        let Some(turn) = choices.pick(&legal).filter(|_| !choices.are_over()) else { break };
        let logged = turn_to_log(&game, &turn);
        assert_eq!(turn_from_log(&game, &logged, position.to_move()), Some(turn));
        let mut next = position;
        next.play(&game, &turn).unwrap_or_else(|why| panic!("{turn:?}: {why}"));
        assert!(invariant::broken(&game, &next).is_none(), "{:?}", invariant::broken(&game, &next));
        assert_eq!(next.turns(), position.turns() + 1);
        position = next;
    }
    if position.has_ended() {
        assert_eq!(
            position
                .check(&game, &splendor_core::Turn::new(0, splendor_core::Action::Pass))
                .map_err(|breach| breach.clause().id()),
            Err("turn.after-end")
        );
    }
    let winners = position.winners(&game);
    assert!(winners.iter().all(|seat| usize::from(seat) < position.seats().len()));
}

/// A position that is written to a file and read back is unchanged.
pub(super) fn goes_to_a_file_and_back(game: &Game<'_>, position: &Position) {
    let file = position_to_log(game, position);
    let text = serde_json::to_string(&file).expect("a position is JSON");
    assert_eq!(schema::Position::read(text.as_bytes()).as_ref(), Ok(&file), "{text}");
    let (other, lowered) = position_from_log(&file).unwrap_or_else(|why| panic!("{why}: {text}"));
    assert_eq!(other.rules, game.rules, "{text}");
    assert_eq!(position_to_log(&other, &lowered), file, "{text}");
    let state = |one: &Position| (one.to_move(), one.turns(), one.phase(), one.passes_in_a_row());
    assert_eq!(state(&lowered), state(position), "{text}");
    let known = digest(game, position);
    assert_eq!(digest(&other, &lowered), known, "{text}");
    if file.canonical().is_some() {
        assert_eq!(file.digest(), Some(known), "{text}");
    }
    let sorted = |game: &Game<'_>, position: &Position| {
        let mut turns = position.legal_turns(game);
        turns.sort_unstable();
        turns
    };
    assert_eq!(sorted(&other, &lowered), sorted(game, position), "{text}");
}

/// Bytes → a position file: an accepted position is written back unchanged.
pub(super) fn position(bytes: &[u8]) {
    let Ok(file) = schema::Position::read(bytes) else { return };
    let _canonical = file.canonical();
    if let Ok((game, position)) = position_from_log(&file) {
        assert!(invariant::broken(&game, &position).is_none());
        goes_to_a_file_and_back(&game, &position);
        let _lines = position.perft(&game, 1);
        let options = splendor_render::TableStyle { color: false, names: &[] };
        assert!(splendor_render::table_text(&game, &position, &options).ends_with('\n'));
    }
}
