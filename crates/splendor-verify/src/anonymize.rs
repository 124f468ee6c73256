//! A log without what tells who played, and which game it was.
//!
//! As in `redact`, every field is named where its type is taken apart.

use splendor_schema::{Log, Player};

use crate::LeftOut;

/// Leaves out of a log what tells people and games apart, and returns what that was: names, the
/// name and the time of the game, and all that the format does not read.
///
/// ```
/// use splendor_verify::{GenerateOptions, anonymize, generate};
///
/// let mut log = generate(&GenerateOptions::default());
/// let left_out = anonymize(&mut log);
/// assert!(log.players.iter().all(|player| player.name.is_none()));
/// assert_eq!(left_out.to_string(), "players.name 2, source.game 1");
/// ```
pub fn anonymize(log: &mut Log) -> LeftOut {
    let mut left_out = LeftOut::default();
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
    // A path may begin with the name of its owner.
    left_out.field("$schema", schema);
    left_out.game(source);
    for Player { name, ext: _ } in players {
        left_out.field("players.name", name);
    }
    left_out
}
