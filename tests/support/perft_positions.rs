//! The positions whose legal continuations are counted.

use splendor_core::{Game, Position};
use splendor_verify::position_from_log;

use crate::root;

/// Returns the published positions with their names.
pub(crate) fn positions() -> Vec<(String, Game<'static>, Position)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join("replays/perft")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "counts" {
            continue;
        }
        let description = splendor_schema::Position::read(&std::fs::read(&path).unwrap()).unwrap();
        let (game, position) = position_from_log(&description).unwrap();
        assert!(position.is_determined(), "{name}");
        found.push((name, game, position));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}
