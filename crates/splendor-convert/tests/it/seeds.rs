//! The seed inputs of the fuzz targets for importers.

use super::play::{Habits, game};
use super::write_nerdvana::{self, Age};
use super::{refusals, splendorust, write, write_ai, write_spendee, write_splendorust};
use crate::golden;

#[test]
fn seed_inputs_are_current() {
    let habits = Habits { blind: false, nobles_bought: false, boxes: false };
    let log = game(41, 2, 24, &habits);
    golden("fuzz/seeds/convert-boardgamearena/game.json", &write::arena(&log));
    golden("fuzz/seeds/convert-ai-splendor/game.jsonl", &write_ai::events(&log));
    golden("fuzz/seeds/convert-nerdvana/old.json", &write_nerdvana::game(&log, Age::Old));
    golden("fuzz/seeds/convert-nerdvana/new.json", &write_nerdvana::game(&log, Age::New));
    let replay = write_splendorust::replay(&splendorust::game(3, 2, 24), 3);
    golden("fuzz/seeds/convert-splendorust/replay.json", &format!("{replay}\n"));
    let record = write_splendorust::record(&replay);
    golden("fuzz/seeds/convert-splendorust/record.json", &format!("{record}\n"));
    golden("fuzz/seeds/convert-spendee/before.json", &refusals::spendee("15", "0"));
    golden("fuzz/seeds/convert-spendee/midst.json", &refusals::spendee("21", "1"));
    let record = write_spendee::dump(&log);
    golden("fuzz/seeds/convert-spendee/record.json", &format!("{record}\n"));
}
