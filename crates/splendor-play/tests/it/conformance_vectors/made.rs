//! Reads the positions that were made by hand. Each was made for mistakes of engines that no
//! generated game shows.

use serde_json::{Value, json};
use splendor_core::{Action, Clause, Game, Modules, Row, Rules};
use splendor_schema::vector::Vector;
use splendor_verify::{position_from_log, turn_from_log};

use super::choose::Chosen;
use crate::root;

const MADE: &str = "crates/splendor-play/tests/it/conformance_vectors/made.json";

const ROWS: [&str; Row::COUNT] = ["level1", "level2", "level3", "orient1", "orient2", "orient3"];

/// Returns the positions of the table, in its order. Each has a name, the reason why it is there,
/// its turns with the clause that they break, and optionally the clause that its legal turns or
/// its scores show. The cards that it does not name fill the market, and then lie in the decks.
pub(super) fn made() -> Vec<Chosen> {
    let text = std::fs::read_to_string(root().join(MADE)).unwrap();
    let table: Vec<Value> = serde_json::from_str(&text).unwrap();
    table.iter().map(chosen).collect()
}

fn chosen(row: &Value) -> Chosen {
    let name = row["name"].as_str().unwrap().to_owned();
    assert!(row["why"].as_str().is_some_and(|why| why.len() > 20), "{name}");
    let clause = |field: &str| row[field].as_str().map(|id| Clause::of_id(id).unwrap());
    let listed = row["turns"].as_array().unwrap();
    let entry = |turn: &Value| json!({ "turn": turn["turn"], "verdict": "legal", "clause": "x" });
    let vector = json!({
        "format": "splendor-vector/1", "name": name, "position": filled(&row["position"]),
        "legal": 0, "scores": [], "clause": "x",
        "turns": listed.iter().map(entry).collect::<Vec<_>>(),
    });
    let vector = Vector::read(vector.to_string().as_bytes()).unwrap();
    let (game, position) = position_from_log(&vector.position).unwrap();
    let mut turns = Vec::new();
    for (entry, listed) in vector.turns.iter().zip(listed) {
        let mut turn = turn_from_log(&game, &entry.turn, position.to_move()).unwrap();
        if let Action::Purchase { from, .. } = &mut turn.action {
            *from = None;
        }
        let breach = position.check(&game, &turn).err();
        let broken = breach.map(|breach| breach.clause().id());
        assert_eq!(broken, listed["breaks"].as_str(), "{name}: {listed}");
        turns.push(turn);
    }
    let (shows, clause) = (clause("shows"), clause("scores").unwrap_or(Clause::ScoreSum));
    Chosen { name, game, position, turns, clause, shows, listed: true }
}

/// Returns a position with all cards: those that it does not name fill the places of the market,
/// and then lie in the decks, in the order of the box.
fn filled(position: &Value) -> Value {
    let modules = Modules { orient: true, ..Modules::NONE };
    let all = Game::published(Rules { modules, ..Rules::default() }, 2).components;
    let has_orient = position["rules"]["modules"].to_string().contains("\"orient\"");
    let text = position.to_string();
    let mut position = position.clone();
    position["format"] = "splendor-position/1".into();
    for (row, name) in Row::ALL.into_iter().zip(ROWS) {
        let width = if Row::BASE.contains(&row) { 4 } else { 2 };
        if width == 2 && !has_orient {
            continue;
        }
        let cards = all.of_row(row).iter().map(|card| all.card(card).to_string());
        let mut left = cards.filter(|card| !text.contains(&format!("\"{card}\"")));
        let mut lying = position["market"][name].as_array().cloned().unwrap_or_default();
        let missing = width - lying.len();
        lying.extend(left.by_ref().take(missing).map(Value::from));
        position["market"][name] = lying.into();
        let deck: Vec<Value> = left.map(Value::from).collect();
        position["decks"][name] = if deck.is_empty() { json!({ "cards": 0 }) } else { deck.into() };
    }
    position
}
