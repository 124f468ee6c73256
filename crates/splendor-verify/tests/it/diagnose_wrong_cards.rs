//! Checks that `diagnose` takes back cards and tiles in the wrong place of the setup, and cards
//! that no box has.

use serde_json::{Value, json};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::diagnosis::{CauseKind, Standing};
use splendor_verify::diagnose::apply_edit;

use crate::diagnosis::{diagnosis_of, json_of};
use crate::sample;

/// Returns generated games as JSON; half of them have cities, and no deck if `decks` is unset.
fn games(decks: bool) -> impl Iterator<Item = Value> {
    (30..sample(32, 36)).map(move |seed| {
        let mut options = GenerateOptions { seed, decks, ..GenerateOptions::default() };
        options.rules.modules.cities = seed % 2 == 1;
        json_of(&generate(&options))
    })
}

/// Returns a log with the cards of each market in order: their order does not matter.
fn sorted(mut log: Value) -> Value {
    for level in log["setup"]["market"].as_object_mut().unwrap().values_mut() {
        let level = level.as_array_mut().unwrap();
        level.sort_by_key(|id| id.as_str().unwrap().to_owned());
    }
    log
}

/// Checks that the first proven causes of a changed log restore the game, and that each is of one
/// of these kinds. `most` is the number of causes among which the game may be.
fn check(game: &Value, changed: &Value, kinds: &[CauseKind], most: usize) {
    let (log, diagnosis) = diagnosis_of(changed, &[]);
    let first = diagnosis.first.as_ref().unwrap_or_else(|| panic!("it is legal: {changed}"));
    let back = diagnosis.causes.iter().take(most).find(|cause| {
        cause.standing == Standing::Proven
            && sorted(json_of(&apply_edit(&log, cause).unwrap())) == sorted(game.clone())
    });
    let kind = back.map(|cause| cause.kind);
    assert!(
        kind.is_some_and(|kind| kinds.contains(&kind)),
        "{kind:?} {} {:?}\n{changed}",
        first.message,
        diagnosis.causes.first(),
    );
}

/// Returns a list of the setup.
fn list<'v>(log: &'v mut Value, list: &str, level: usize) -> &'v mut Vec<Value> {
    let level = format!("level{level}");
    log["setup"][list][level.as_str()].as_array_mut().unwrap()
}

/// Moves a card from the place of one list to the place of another.
fn moved(game: &Value, from: (&str, usize, usize), to: (&str, usize, usize)) -> Value {
    let mut log = game.clone();
    let card = list(&mut log, from.0, from.1).remove(from.2);
    list(&mut log, to.0, to.1).insert(to.2, card);
    log
}

#[test]
fn a_card_under_another_level_goes_back() {
    for game in games(true) {
        let kinds = [CauseKind::SetupLevelWrong];
        for (from, to) in [
            (("market", 1, 2), ("market", 3, 0)),
            (("market", 2, 3), ("decks", 1, 0)),
            (("decks", 3, 2), ("decks", 2, 5)),
            (("decks", 1, 3), ("market", 2, 1)),
        ] {
            check(&game, &moved(&game, from, to), &kinds, 1);
            // Exchanged with the card that was there.
            let back = ((to.0, to.1, to.2 + 1), from);
            check(&game, &moved(&moved(&game, from, to), back.0, back.1), &kinds, 1);
        }
    }
    for game in games(false) {
        let kinds = [CauseKind::SetupLevelWrong];
        check(&game, &moved(&game, ("market", 1, 2), ("market", 3, 0)), &kinds, 1);
    }
}

#[test]
fn a_market_of_three_or_five_gets_four_cards() {
    for game in games(true) {
        let extra = [CauseKind::SetupCardExtra];
        check(&game, &moved(&game, ("decks", 2, 0), ("market", 2, 1)), &extra, 1);
        let lacks = [CauseKind::SetupCardLeftOut];
        check(&game, &moved(&game, ("market", 2, 1), ("decks", 2, 0)), &lacks, 1);
        let mut three = game.clone();
        list(&mut three, "market", 3).remove(1);
        check(&game, &three, &lacks, 1);
    }
    for game in games(false) {
        let text = game.to_string();
        for at in 0..4 {
            let mut three = game.clone();
            let lost = list(&mut three, "market", 1).remove(at);
            // The log must name the card again, so that it differs from others.
            if text.matches(&lost.to_string()).count() > 1 {
                check(&game, &three, &[CauseKind::SetupCardLeftOut], 4);
            }
        }
    }
}

#[test]
fn nobles_and_cities_are_told_apart() {
    for (at, game) in games(true).enumerate() {
        let mut both = game.clone();
        if at % 2 == 1 {
            both["setup"]["nobles"] = json!(["3:4r4o", "3:3d3r3o", "3:4s4e"]);
            check(&game, &both, &[CauseKind::SetupTileExtra], 1);
            both["rules"].as_object_mut().unwrap().remove("modules");
            check(&game, &both, &[CauseKind::SetupTileExtra], 2);
        } else {
            both["setup"]["cities"] = json!(["14:4d+4", "17:", "15:+5"]);
            check(&game, &both, &[CauseKind::Module], 2);
            both["rules"]["modules"] = json!(["cities"]);
            check(&game, &both, &[CauseKind::Module], 2);
        }
    }
}

/// Returns the pointer of each place of a log that names a card.
fn places(value: &Value, pointer: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| places(value, &format!("{pointer}/{key}"), found));
        }
        Value::Array(list) => {
            let entries = list.iter().enumerate();
            entries.for_each(|(at, value)| places(value, &format!("{pointer}/{at}"), found));
        }
        Value::String(text) if splendor_core::Card::parse(text).is_some() => {
            found.push((pointer.to_owned(), text.clone()));
        }
        _ => {}
    }
}

#[test]
fn an_unknown_card_is_one_that_fits_its_places() {
    for (decks, most) in [(true, 4), (false, 20)] {
        for game in games(decks) {
            let mut all = Vec::new();
            places(&game, "", &mut all);
            let text = game.to_string();
            for (pointer, card) in all.iter().step_by(sample(23, 11)) {
                // A card that the log names once could be any other.
                if !decks && text.matches(&format!("\"{card}\"")).count() == 1 {
                    continue;
                }
                let stray = format!("{}5d5s5e", &card[..1]);
                let [quoted, unknown] = [card, &stray].map(|id| format!("\"{id}\""));
                let mut one = game.clone();
                *one.pointer_mut(pointer).unwrap() = stray.as_str().into();
                check(&game, &one, &[CauseKind::ComponentWrong], most);
                let every = serde_json::from_str(&text.replace(&quoted, &unknown)).unwrap();
                check(&game, &every, &[CauseKind::ComponentWrong], most);
            }
        }
    }
}

#[test]
fn a_refill_of_another_level_is_the_next_card_of_the_deck() {
    for game in games(true) {
        let turns = game["turns"].as_array().unwrap().iter().enumerate();
        let refills = turns.filter_map(|(at, turn)| Some((at, turn.get("refill")?.as_str()?)));
        for (at, card) in refills.step_by(4) {
            let other = if card.starts_with('a') { "b3d6d" } else { "a0d3s" };
            let mut changed = game.clone();
            changed["turns"][at]["refill"] = other.into();
            check(&game, &changed, &[CauseKind::RefillWrong], 2);
        }
    }
}
