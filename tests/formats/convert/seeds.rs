//! The seed inputs of the fuzz targets for importers.

use super::play::{Habits, game};
use super::write_nerdvana::{self, Age};
use super::{refusals, write, write_ai};
use crate::golden;

#[test]
fn seed_inputs_are_current() {
    let habits = Habits { blind: false, nobles_bought: false, boxes: false };
    let log = game(41, 2, 24, &habits);
    golden("fuzz/seeds/convert-boardgamearena/game.json", &write::arena(&log));
    golden("fuzz/seeds/convert-ai-splendor/game.jsonl", &write_ai::events(&log));
    golden("fuzz/seeds/convert-nerdvana/old.json", &write_nerdvana::game(&log, Age::Old));
    golden("fuzz/seeds/convert-nerdvana/new.json", &write_nerdvana::game(&log, Age::New));
    golden("fuzz/seeds/convert-spendee/before.json", &refusals::spendee("15", "0"));
    golden("fuzz/seeds/convert-spendee/midst.json", &refusals::spendee("21", "1"));
}
