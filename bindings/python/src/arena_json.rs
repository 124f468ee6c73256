//! A game in progress, for callers that play it.

use splendor_play::arena::{Arena, ArenaError};
use splendor_schema::json::layout;
use splendor_verify::rulings::resolve_rules;
use splendor_verify::{position_to_log, turn_from_log, turn_to_log};

/// Deals a game. `rules` is written like the `rules` of a log.
///
/// # Errors
///
/// Names the unknown rule; or there are not 2, 3 or 4 seats.
pub(crate) fn deal(
    rules: &[u8],
    seats: u8,
    seed: u64,
    revealed_by_caller: bool,
) -> Result<Arena, String> {
    if !(2..=4).contains(&seats) {
        return Err(format!("{seats} seats, needed 2, 3 or 4"));
    }
    let rules = splendor_schema::Rules::read(rules).map_err(|error| error.to_string())?;
    let rules = resolve_rules(&rules, &[]).map_err(|unknown| unknown.to_string())?;
    let arena = Arena::new(rules, seats, seed);
    if revealed_by_caller {
        arena.revealed_by_caller().map_err(|error| error.to_string())
    } else {
        Ok(arena)
    }
}

/// Returns the legal turns as a JSON array, and whether some are omitted.
pub(crate) fn legal_turns(arena: &Arena) -> Result<(String, bool), String> {
    let (turns, all) = arena.legal_turns();
    let turns: Vec<_> = turns.iter().map(|turn| turn_to_log(arena.game(), turn)).collect();
    let text = serde_json::to_string(&turns).map_err(|error| error.to_string())?;
    Ok((text, !all))
}

/// Plays a turn in JSON.
pub(crate) fn play(arena: &mut Arena, turn: &[u8]) -> Result<(), ArenaError> {
    let not_possible = |why: String| ArenaError::NotPossible(why);
    let logged = serde_json::from_slice(turn)
        .map_err(|error: serde_json::Error| not_possible(format!("not a turn: {error}")))?;
    let nothing = "the turn is foreign, or names a component that does not exist";
    let turn = turn_from_log(arena.game(), &logged, arena.position().to_move())
        .ok_or_else(|| not_possible(nothing.to_owned()))?;
    arena.play(&turn)
}

/// Returns the table before the turn in progress as JSON.
pub(crate) fn position(arena: &Arena) -> Result<String, String> {
    serde_json::to_string(&position_to_log(arena.game(), arena.position()))
        .map_err(|error| error.to_string())
}

/// Returns the log so far as one line, once the setup is complete.
pub(crate) fn log(arena: &Arena) -> Result<String, ArenaError> {
    Ok(layout::json_line(&arena.log()?).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_turn_by_turn() -> Result<(), String> {
        let mut arena = deal(br#"{"edition": "2024"}"#, 3, 1, false)?;
        let illegal = play(&mut arena, br#"{"take": ["gold"]}"#);
        assert!(matches!(illegal, Err(ArenaError::Illegal("take.no-gold", _))), "{illegal:?}");
        play(&mut arena, br#"{"take": ["ruby", "ruby"]}"#).map_err(|error| error.to_string())?;
        let text = log(&arena).map_err(|error| error.to_string())?;
        assert!(text.contains(r#""turns":[{"seat":0,"take":["ruby","ruby"]}]"#));
        assert!(position(&arena)?.contains(r#""to_move":1"#));
        assert!(legal_turns(&arena)?.0.starts_with(r#"[{"seat":1,"take":["#));
        Ok(())
    }

    #[test]
    fn unknown_rules_and_seats_are_rejected() {
        let error = |rules: &str, seats| deal(rules.as_bytes(), seats, 1, false).err();
        assert_eq!(
            error("{\"edition\": \"2024\"}", 5).as_deref(),
            Some("5 seats, needed 2, 3 or 4")
        );
        assert!(error("{\"edition\": \"2025\"}", 2).is_some_and(|why| why.contains("2025")));
        assert!(error("{", 2).is_some());
    }
}
