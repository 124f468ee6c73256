//! Real games with Orient and Strongholds, if `SPLENDOR_CORPUS` names a folder that has them. Each
//! is legal, and one false fact makes it illegal, by the right clause at the right turn.

mod table;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, Verdict, judge};

use self::table::{
    Table, brings_a_card, discarded_color, is_base, is_virtual_gold, level, printed_color, strings,
};
use crate::client_games::{each_game, sun_never_sets_files};
use crate::sample;

/// The clients that wrote these games, each with the number of its games.
const CLIENTS: [(&str, usize); 2] =
    [("sun-never-sets-collection", 40), ("sun-never-sets-wire-board", 8)];

const COLORS: [&str; 5] = ["diamond", "sapphire", "emerald", "ruby", "onyx"];

#[test]
fn each_game_is_legal_with_decks_without_them_and_without_claims() {
    let Some(files) = sun_never_sets_files() else { return };
    let mut games = BTreeMap::<String, usize>::new();
    each_game(&files, |client, line, log| {
        let mut shuffled = log.clone();
        shuffled.setup.decks = None;
        let mut silent = log.clone();
        for turn in &mut silent.turns {
            turn.after = None;
        }
        for (what, log) in [("decks", log), ("no decks", shuffled), ("no claims", silent)] {
            let judgment = judge(&log, &JudgeOptions::default());
            let found = judgment.findings.first();
            assert_eq!(judgment.verdict(), Verdict::Legal, "{client} {line}, {what}: {found:?}");
            assert!(judgment.is_complete(), "{client} {line}, {what}");
        }
        *games.entry(client.to_owned()).or_default() += 1;
    });
    assert_eq!(games, CLIENTS.map(|(client, number)| (client.to_owned(), number)).into());
}

/// A false fact: its name, the clause that it breaks, and how often the sample games allow it at
/// least.
struct Kind {
    name: &'static str,
    clause: &'static str,
    least: usize,
    /// Returns the turn with the false fact, if the turn allows it.
    edit: fn(&Table, &Value) -> Option<Value>,
}

const KINDS: [Kind; 19] = [
    Kind {
        name: "a free card left out",
        clause: "orient.free-mandatory",
        least: 40,
        edit: |_, turn| without(turn, "", "free"),
    },
    Kind {
        name: "the second free card left out",
        clause: "orient.free-mandatory",
        least: 5,
        edit: |_, turn| without(turn, "/free", "free"),
    },
    Kind {
        name: "the step left out",
        clause: "stronghold.mandatory",
        least: 40,
        edit: |_, turn| without(turn, "", "stronghold"),
    },
    Kind {
        name: "the step of the conquest left out",
        clause: "stronghold.mandatory",
        least: 20,
        edit: |_, turn| without(turn, "/conquest", "stronghold"),
    },
    Kind { name: "one free card too many", clause: "orient.free", least: 40, edit: one_too_many },
    Kind {
        name: "one free card too many after a free card",
        clause: "orient.free",
        least: 30,
        edit: one_too_many_after_a_free_card,
    },
    Kind {
        name: "a stronghold beside one of a rival",
        clause: "stronghold.rival",
        least: 40,
        edit: beside_a_rival,
    },
    Kind {
        name: "a free card of another level",
        clause: "orient.free-level",
        least: 40,
        edit: another_level,
    },
    Kind { name: "a color not owned", clause: "orient.copy", least: 40, edit: color_not_owned },
    Kind {
        name: "a color not owned, for a free card",
        clause: "orient.copy",
        least: 5,
        edit: color_not_owned_for_a_free_card,
    },
    Kind {
        name: "a discard of another color",
        clause: "orient.discard-color",
        least: 20,
        edit: another_color,
    },
    Kind {
        name: "a discard of one card",
        clause: "orient.discard-price",
        least: 20,
        edit: |_, turn| with(turn, "/purchase/discard", |discard| drop(discard.pop())),
    },
    Kind {
        name: "a discard of three cards",
        clause: "orient.discard-price",
        least: 20,
        edit: three_discarded,
    },
    Kind {
        name: "virtual gold spent twice",
        clause: "orient.spend-owned",
        least: 20,
        edit: |_, turn| with(turn, "/purchase/spend", |spend| spend.push(spend[0].clone())),
    },
    Kind {
        name: "virtual gold spent beside the whole price",
        clause: "orient.spend-used",
        least: 10,
        edit: needless_gold,
    },
    Kind {
        name: "a conquest with two strongholds",
        clause: "stronghold.conquest",
        least: 20,
        edit: conquest_with_two,
    },
    Kind {
        name: "a fourth stronghold",
        clause: "stronghold.stock",
        least: 20,
        edit: fourth_stronghold,
    },
    Kind {
        name: "a purchase under a rival stronghold",
        clause: "stronghold.blocked",
        least: 40,
        edit: under_a_rival,
    },
    Kind {
        name: "a step without a purchase",
        clause: "stronghold.step",
        least: 40,
        edit: step_without_purchase,
    },
];

/// Returns the turn without a field of its part at `place`.
fn without(turn: &Value, place: &str, field: &str) -> Option<Value> {
    let mut turn = turn.clone();
    turn.pointer_mut(place)?.as_object_mut()?.remove(field)?;
    Some(turn)
}

/// Returns the turn after a change of its list at `place`.
fn with(turn: &Value, place: &str, change: impl FnOnce(&mut Vec<Value>)) -> Option<Value> {
    let mut turn = turn.clone();
    change(turn.pointer_mut(place)?.as_array_mut()?);
    Some(turn)
}

/// Returns the turn with a field of its part at `place` set.
fn set(turn: &Value, place: &str, field: &str, value: Value) -> Option<Value> {
    let mut turn = turn.clone();
    turn.pointer_mut(place)?.as_object_mut()?.insert(field.to_owned(), value);
    Some(turn)
}

fn seat_of(turn: &Value) -> usize {
    usize::try_from(turn["seat"].as_u64().unwrap()).unwrap()
}

/// Returns a base card that the seat could take free after its purchase, if its level fits.
fn free_base_card(table: &Table, turn: &Value, level_fits: impl Fn(u8) -> bool) -> Option<String> {
    let bought = turn["purchase"]["card"].as_str()?;
    let blocked: Vec<_> = table.of_rivals(seat_of(turn)).collect();
    let mut cards = table.market.iter().filter(|card| is_base(card) && *card != bought);
    cards.find(|card| level_fits(level(card)) && !blocked.contains(&card.as_str())).cloned()
}

fn one_too_many(table: &Table, turn: &Value) -> Option<Value> {
    let bought = turn["purchase"]["card"].as_str()?;
    if !table.orient || brings_a_card(bought) {
        return None;
    }
    let card = free_base_card(table, turn, |level| level == 1)?;
    set(turn, "", "free", json!({ "card": card }))
}

fn one_too_many_after_a_free_card(table: &Table, turn: &Value) -> Option<Value> {
    let free = turn["free"]["card"].as_str()?;
    if brings_a_card(free) {
        return None;
    }
    let card = free_base_card(table, turn, |_| true).filter(|card| card != free)?;
    set(turn, "/free", "free", json!({ "card": card }))
}

fn another_level(table: &Table, turn: &Value) -> Option<Value> {
    let due = level(turn["free"]["card"].as_str()?);
    let card = free_base_card(table, turn, |level| level != due)?;
    set(turn, "", "free", json!({ "card": card }))
}

fn beside_a_rival(table: &Table, turn: &Value) -> Option<Value> {
    let card = table.of_rivals(seat_of(turn)).next()?;
    if turn["stronghold"].get("place").is_some() {
        return set(turn, "/stronghold", "place", card.into());
    }
    set(turn, "/stronghold/move", "to", card.into())
}

fn color_not_owned(table: &Table, turn: &Value) -> Option<Value> {
    turn.get("copy")?;
    let color = COLORS.into_iter().find(|color| table.count(seat_of(turn), color) == 0)?;
    set(turn, "", "copy", color.into())
}

/// The free card may copy the card that brought it.
fn color_not_owned_for_a_free_card(table: &Table, turn: &Value) -> Option<Value> {
    turn["free"].get("copy")?;
    let bought = printed_color(turn["purchase"]["card"].as_str()?).or(turn["copy"].as_str());
    let not_owned = |color: &&str| table.count(seat_of(turn), color) == 0 && bought != Some(color);
    set(turn, "/free", "copy", COLORS.into_iter().find(not_owned)?.into())
}

/// Returns a card of the seat that the turn does not discard, of one of these colors.
fn kept(table: &Table, turn: &Value, fits: impl Fn(&str) -> bool) -> Option<Value> {
    let discarded = strings(&turn["purchase"]["discard"]);
    let mut own = table.cards[seat_of(turn)].iter();
    let fits = |color: &Option<String>| color.as_deref().is_some_and(&fits);
    let card = own.find(|(card, color)| fits(color) && !discarded.contains(&card.as_str()))?.0;
    Some(card.as_str().into())
}

fn another_color(table: &Table, turn: &Value) -> Option<Value> {
    let price = discarded_color(turn["purchase"]["card"].as_str()?)?;
    let card = kept(table, turn, |color| color != price)?;
    with(turn, "/purchase/discard", |discard| discard[1] = card)
}

fn three_discarded(table: &Table, turn: &Value) -> Option<Value> {
    let card = kept(table, turn, |_| true)?;
    with(turn, "/purchase/discard", |discard| discard.push(card))
}

fn needless_gold(table: &Table, turn: &Value) -> Option<Value> {
    let purchase = turn.get("purchase")?;
    let paid =
        purchase.get("pay").is_some() && discarded_color(purchase["card"].as_str()?).is_none();
    if !paid || purchase.get("spend").is_some() {
        return None;
    }
    let own = table.cards[seat_of(turn)].keys().find(|card| is_virtual_gold(card))?;
    set(turn, "/purchase", "spend", json!([own]))
}

fn conquest_with_two(table: &Table, turn: &Value) -> Option<Value> {
    if turn.get("take").is_none() || turn.get("conquest").is_some() {
        return None;
    }
    let two = (seat_of(turn), 2);
    let card = table.strongholds.iter().find(|(_, owner)| **owner == two)?.0;
    set(turn, "", "conquest", json!({ "purchase": { "card": card } }))
}

/// The strongholds on a card that is bought or taken free come back, so such cards do not count.
fn fourth_stronghold(table: &Table, turn: &Value) -> Option<Value> {
    let bought = turn["purchase"]["card"].as_str()?;
    let to = turn["stronghold"]["move"].get("to")?.clone();
    let comes_back = table.strongholds.contains_key(bought) || turn.get("free").is_some();
    if comes_back || table.stock(seat_of(turn)) > 0 {
        return None;
    }
    set(turn, "", "stronghold", json!({ "place": to }))
}

fn under_a_rival(table: &Table, turn: &Value) -> Option<Value> {
    let card = table.of_rivals(seat_of(turn)).next()?;
    let purchased = turn.get("purchase").is_some();
    purchased.then(|| json!({ "seat": turn["seat"], "purchase": { "card": card } }))
}

fn step_without_purchase(table: &Table, turn: &Value) -> Option<Value> {
    if turn.get("take").is_none() || !table.with_strongholds {
        return None;
    }
    let blocked: Vec<_> = table.of_rivals(seat_of(turn)).collect();
    let card = table.market.iter().find(|card| !blocked.contains(&card.as_str()))?;
    set(turn, "", "stronghold", json!({ "place": card }))
}

/// Returns the log up to a turn, which is replaced. Nothing is claimed about this turn.
fn cut(log: &Value, at: usize, mut turn: Value) -> Value {
    let mut log = log.clone();
    turn.as_object_mut().unwrap().remove("after");
    let turns = log["turns"].as_array_mut().unwrap();
    turns.truncate(at);
    turns.push(turn);
    for field in ["end", "result"] {
        log.as_object_mut().unwrap().remove(field);
    }
    log
}

/// Asserts that the log breaks the clause first, in its last turn.
fn assert_breaks(log: &Value, clause: &str, what: &str) {
    let read = Log::read(log.to_string().as_bytes());
    let read = read.unwrap_or_else(|error| panic!("{what}: {error}"));
    let judgment = judge(&read, &JudgeOptions::default());
    let found = judgment.findings.first().map(|it| (it.breach.clause().id(), it.turn));
    let turn = read.turns.len() - 1;
    assert_eq!(found, Some((clause, Some(turn))), "{what}: {}", log["turns"][turn]);
}

/// By default, each game shows a false fact only a few times.
#[test]
fn each_false_fact_breaks_its_clause() {
    let Some(files) = sun_never_sets_files() else { return };
    let most = sample(2, 6);
    let mut shown = [0; KINDS.len()];
    each_game(&files, |client, line, log| {
        let log = serde_json::to_value(&log).unwrap();
        let mut table = Table::new(&log);
        let mut in_this_game = [0; KINDS.len()];
        for (at, turn) in log["turns"].as_array().unwrap().iter().enumerate() {
            for (number, kind) in KINDS.iter().enumerate() {
                if in_this_game[number] == most {
                    continue;
                }
                let Some(wrong) = (kind.edit)(&table, turn) else { continue };
                let what = format!("{client} {line}, turn {}, {}", at + 1, kind.name);
                assert_breaks(&cut(&log, at, wrong), kind.clause, &what);
                in_this_game[number] += 1;
            }
            table.play(turn);
        }
        for (all, new) in shown.iter_mut().zip(in_this_game) {
            *all += new;
        }
    });
    let rare: Vec<_> =
        KINDS.iter().zip(shown).filter(|(kind, shown)| *shown < kind.least).collect();
    let rare: Vec<_> = rare.iter().map(|(kind, shown)| (kind.name, shown)).collect();
    assert!(rare.is_empty(), "{rare:?} of {shown:?}");
}

/// Removes the copied color from every event of the turn. Returns whether there was one.
fn forget_copies(event: &mut Value) -> bool {
    let Some(fields) = event.as_object_mut() else { return false };
    let mut found = fields.remove("copy").is_some();
    for inner in ["free", "conquest"] {
        found |= fields.get_mut(inner).is_some_and(forget_copies);
    }
    found
}

/// A copy card always takes a color, so a log that does not name it only leaves out a fact. The
/// claims tell the color, unless two copies in one turn may have exchanged theirs.
#[test]
fn a_game_without_the_copied_colors_is_not_illegal() {
    let Some(files) = sun_never_sets_files() else { return };
    let (mut legal, mut consistent) = (0, 0);
    each_game(&files, |client, line, log| {
        let mut log = serde_json::to_value(&log).unwrap();
        let turns = log["turns"].as_array_mut().unwrap();
        let copies = turns.iter_mut().map(forget_copies).filter(|found| *found).count();
        if copies == 0 {
            return;
        }
        let judgment = judge(&serde_json::from_value(log).unwrap(), &JudgeOptions::default());
        match judgment.verdict() {
            Verdict::Legal => legal += 1,
            Verdict::Consistent if !judgment.missing.is_empty() => consistent += 1,
            other => panic!("{client} {line}: {other:?}, {:?}", judgment.findings),
        }
    });
    assert!(legal >= 20 && consistent < 5, "{legal} games legal, {consistent} consistent");
}
