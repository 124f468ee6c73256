//! The JSON Schema of a turn: one kind for each action.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{ACTIONS, AnyTurn, FOREIGN_KEYS, Turn};
use crate::json::object::kinds_of_object;

kinds_of_object! {
    AnyTurn, keys by allows_key:
    TakeTurn = "take", "A turn that takes tokens.",
        { "seat": 0, "take": ["diamond", "sapphire", "onyx"] };
    ReserveTurn = "reserve", "A turn that reserves a card.",
        { "seat": 1, "reserve": { "deck": 3 } };
    PurchaseTurn = "purchase", "A turn that purchases a card.",
        { "seat": 0, "purchase": { "card": "a0d3s" } };
    PassTurn = "pass", "A turn without an action.", { "seat": 1, "pass": true };
    ForeignTurn = "foreign", "An event outside the rules of the game.",
        { "seat": 0, "foreign": { "swap": [0, 1] } };
}

/// Returns whether a turn with this action may have this key.
fn allows_key(action: &str, key: &str) -> bool {
    match action {
        "foreign" => FOREIGN_KEYS.contains(&key),
        _ => key == action || !ACTIONS.contains(&key),
    }
}

impl JsonSchema for Turn {
    fn schema_name() -> Cow<'static, str> {
        "Turn".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Turn",
            "description": "One turn. Its kind is the one key that names an action. The reader \
                            also accepts a turn with none or several of `take`, `reserve`, \
                            `purchase` and `pass`: such a log is illegal, not malformed.",
            "oneOf": [
                generator.subschema_for::<TakeTurn>(),
                generator.subschema_for::<ReserveTurn>(),
                generator.subschema_for::<PurchaseTurn>(),
                generator.subschema_for::<PassTurn>(),
                generator.subschema_for::<ForeignTurn>(),
            ],
        })
    }
}

pub(super) fn always_true(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "boolean", "const": true })
}
