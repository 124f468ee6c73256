//! Anonymizes a log: removes the facts that identify players and games.
//!
//! As in `redact`, every struct is destructured with all its fields.

use splendor_schema::Log;
use splendor_schema::log::Player;

use super::redactions::Redactions;

/// Removes the facts that identify players or the game, and returns the removed fields: names, the
/// game's id and time, and all fields that the format does not read.
///
/// ```
/// use splendor_play::generate::{GenerateOptions, generate};
/// use splendor_verify::redact::anonymize;
///
/// let mut log = generate(&GenerateOptions::default());
/// let left_out = anonymize(&mut log);
/// assert!(log.players.iter().all(|player| player.name.is_none()));
/// assert_eq!(left_out.to_string(), "players.name 2, source.game 1");
/// ```
pub fn anonymize(log: &mut Log) -> Redactions {
    let mut left_out = Redactions::default();
    left_out.unread(log);
    let Log {
        schema,
        source,
        players,
        format: _,
        rules: _,
        omits: _,
        setup: _,
        turns: _,
        end: _,
        result: _,
        ext: _,
    } = log;
    // A schema path may contain a user name.
    left_out.field("$schema", schema);
    left_out.game(source);
    for Player { name, ext: _ } in players {
        left_out.field("players.name", name);
    }
    left_out
}
