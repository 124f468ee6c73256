//! Mutations of one fact: a token, a card, a noble, a post, a rule, a claim.

use serde_json::{Value, json};
use splendor_core::RULINGS;

use super::Kind;
use super::edit::{Dice, Edit};
use super::scene::{self, Scene, TOKENS, another, one_less, one_more, set_to};

pub(super) const TOKEN: &[Kind] = &[
    Kind { name: "one more token taken", edits: take_more },
    Kind { name: "one token fewer taken", edits: take_less },
    Kind { name: "another token taken", edits: take_another },
    Kind { name: "one more token returned", edits: return_more },
    Kind { name: "one token fewer returned", edits: |s, _| less(s, "/return") },
    Kind { name: "another token returned", edits: |s, _| exchanged(s, "/return") },
    Kind { name: "one more token paid", edits: pay_more },
    Kind { name: "one token fewer paid", edits: |s, _| less(s, "/purchase/pay") },
    Kind { name: "another token paid", edits: |s, _| exchanged(s, "/purchase/pay") },
    Kind { name: "the gem of a power left out", edits: |s, _| gone(s, "/gem") },
    Kind { name: "another gem of a power", edits: |s, d| set_to(s.with("/gem"), &tokens(), d) },
    Kind { name: "a gem of a power added", edits: |s, d| set_to(s.without("/gem"), &tokens(), d) },
];

pub(super) const COMPONENT: &[Kind] = &[
    Kind { name: "another card bought or reserved", edits: another_card },
    Kind { name: "a card that does not exist", edits: no_such_card },
    Kind { name: "another refill", edits: another_refill },
    Kind { name: "a refill added", edits: refill_added },
    Kind { name: "another deck", edits: another_deck },
    Kind { name: "another card from the deck", edits: another_from_deck },
    Kind { name: "kept card and card under the deck swapped", edits: under_swapped },
    Kind { name: "a card bought from another place", edits: another_place },
    Kind { name: "a noble left out", edits: |s, _| gone(s, "/noble") },
    Kind { name: "another noble", edits: |s, d| set_to(s.with("/noble"), &nobles_of(s), d) },
    Kind { name: "a noble added", edits: |s, d| set_to(s.without("/noble"), &nobles_of(s), d) },
    Kind { name: "a second noble", edits: second_noble },
    Kind { name: "a post left out", edits: |s, _| gone(s, "/post") },
    Kind { name: "another post", edits: |s, d| set_to(s.with("/post"), &scene::posts(), d) },
    Kind { name: "a post added", edits: |s, d| set_to(s.without("/post"), &scene::posts(), d) },
];

pub(super) const RULE: &[Kind] = &[
    Kind { name: "another edition", edits: another_edition },
    Kind { name: "a module left out", edits: module_left_out },
    Kind {
        name: "a module added",
        edits: |s, _| added(s, "modules", &["cities", "trading-posts"]),
    },
    Kind { name: "a box added", edits: |s, _| added(s, "boxes", &["silk-road", "sun-never-sets"]) },
    Kind { name: "another ruling", edits: another_ruling },
];

pub(super) const CLAIM: &[Kind] = &[
    Kind { name: "another winner", edits: another_winner },
    Kind { name: "one more winner", edits: winner_more },
    Kind { name: "no winner", edits: |s, _| replaced(s, "/result/winners", &json!([])) },
    Kind { name: "a score off by one", edits: |s, _| steps(s, "/result/scores", false) },
    Kind { name: "a score left out", edits: score_left_out },
    Kind { name: "`plies` off by one", edits: |s, _| steps(s, "/end/plies", false) },
    Kind { name: "another reason for the end", edits: another_reason },
    Kind { name: "a number in `after` off by one", edits: |s, _| steps(s, "/turns", true) },
    Kind { name: "a digit of a digest", edits: digest_digit },
];

fn tokens() -> Vec<String> {
    TOKENS.map(str::to_owned).to_vec()
}

fn takes(scene: &Scene) -> Vec<(String, Vec<Value>)> {
    let places = scene.with("/take").into_iter();
    places.map(|at| (at.clone(), scene.at(&at).as_array().unwrap().clone())).collect()
}

fn take_more(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let more = |(at, taken): (String, Vec<Value>)| {
        let end = taken.len();
        TOKENS.map(|kind| Edit::Insert(at.clone(), end, kind.into()))
    };
    takes(scene).into_iter().flat_map(more).collect()
}

fn take_less(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let less = |(at, taken): (String, Vec<Value>)| {
        (0..taken.len()).map(move |place| Edit::Remove(format!("{at}/{place}")))
    };
    takes(scene).into_iter().flat_map(less).collect()
}

fn take_another(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let other = |(at, taken): (String, Vec<Value>)| {
        let places = (0..taken.len()).flat_map(|place| TOKENS.map(|kind| (place, kind)));
        places.map(move |(place, kind)| Edit::Set(format!("{at}/{place}"), kind.into()))
    };
    takes(scene).into_iter().flat_map(other).collect()
}

fn return_more(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let places = [scene.with("/return"), scene.without("/return")].concat();
    places.iter().flat_map(|at| one_more(scene, at)).collect()
}

fn pay_more(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    scene.with("/purchase/pay").iter().flat_map(|at| one_more(scene, at)).collect()
}

fn less(scene: &Scene, path: &str) -> Vec<Edit> {
    scene.with(path).iter().flat_map(|at| one_less(scene, at)).collect()
}

fn exchanged(scene: &Scene, path: &str) -> Vec<Edit> {
    scene.with(path).iter().flat_map(|at| another(scene, at)).collect()
}

fn gone(scene: &Scene, path: &str) -> Vec<Edit> {
    scene.with(path).into_iter().map(Edit::Remove).collect()
}

/// Returns the places of cards that are bought or reserved from the market.
fn card_places(scene: &Scene) -> Vec<String> {
    [scene.with("/purchase/card"), scene.with("/reserve/market")].concat()
}

fn another_card(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    set_to(card_places(scene), &scene::cards(), dice)
}

/// Increments each digit of an id.
fn no_such_card(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let places = [card_places(scene), scene.with("/refill")].concat().into_iter();
    let edits = places.flat_map(|at| {
        let id = scene.at(&at).as_str().unwrap().to_owned();
        let digits: Vec<usize> = id
            .bytes()
            .enumerate()
            .filter(|(_, byte)| byte.is_ascii_digit())
            .map(|(at, _)| at)
            .collect();
        digits.into_iter().map(move |digit| Edit::Set(at.clone(), next_digit(&id, digit).into()))
    });
    edits.collect()
}

fn next_digit(text: &str, at: usize) -> String {
    let digit = (text.as_bytes()[at] - b'0' + 1) % 10;
    format!("{}{digit}{}", &text[..at], &text[at + 1..])
}

fn another_refill(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    set_to(scene.with("/refill"), &scene::cards(), dice)
}

fn refill_added(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let full = |at: &String| {
        let turn: usize = at.split('/').nth(2).unwrap().parse().unwrap();
        !super::story::leaves_gap(&scene.story.turns[turn])
    };
    let places = scene.without("/refill").into_iter().filter(full).collect();
    set_to(places, &scene::cards(), dice)
}

fn another_deck(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let others = |at: String| [1, 2, 3].map(|level| Edit::Set(at.clone(), level.into()));
    scene.with("/reserve/deck").into_iter().flat_map(others).collect()
}

fn another_from_deck(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let places = [scene.with("/reserve/card"), scene.with("/reserve/under")].concat();
    set_to(places, &scene::cards(), dice)
}

fn under_swapped(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let places = scene.with("/reserve/under").into_iter();
    places.map(|at| Edit::Swap(at.replace("/under", "/card"), at)).collect()
}

fn another_place(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let places = scene.with("/purchase").into_iter().flat_map(|at| {
        let from = scene.at(&at)["from"].as_str();
        let other = if from == Some("hand") { "market" } else { "hand" };
        [Edit::Set(format!("{at}/from"), other.into())]
    });
    places.collect()
}

/// Returns the nobles on the table, some of which may have visited, and two more.
fn nobles_of(scene: &Scene) -> Vec<String> {
    let dealt = scene.entries("/setup/nobles").into_iter();
    let mut all: Vec<String> = dealt.map(|(_, id)| id.as_str().unwrap().to_owned()).collect();
    all.extend(scene::nobles().into_iter().take(2));
    all
}

fn second_noble(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let places = scene.with("/noble").into_iter();
    let edits = places.filter(|at| scene.at(at).is_string()).map(|at| {
        let other = dice.some(nobles_of(scene), 1).remove(0);
        let both = json!([scene.at(&at), other]);
        Edit::Set(at, both)
    });
    edits.collect()
}

fn another_edition(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let other = if scene.log["rules"]["edition"] == "2024" { "2014" } else { "2024" };
    [other, "2019"].map(|edition| Edit::Set("/rules/edition".to_owned(), edition.into())).to_vec()
}

fn module_left_out(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let places = scene.entries("/rules/modules").into_iter();
    places.map(|(at, _)| Edit::Remove(at)).collect()
}

fn added(scene: &Scene, list: &str, names: &[&str]) -> Vec<Edit> {
    let place = format!("/rules/{list}");
    let present: Vec<Value> =
        scene.entries(&place).into_iter().map(|(_, name)| name.clone()).collect();
    let new = names.iter().map(|&name| Value::from(name)).filter(|name| !present.contains(name));
    new.map(|name| Edit::Set(place.clone(), [present.clone(), vec![name]].concat().into()))
        .collect()
}

/// Returns edits to every value of every ruling, and to some targets.
fn another_ruling(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let present = scene.log.pointer("/rules/rulings").cloned().unwrap_or_else(|| json!({}));
    let with = |name: &str, value: Value| {
        let mut rulings = present.clone();
        rulings[name] = value;
        Edit::Set("/rules/rulings".to_owned(), rulings)
    };
    let words = RULINGS.iter().filter(|ruling| ruling.name != "target");
    let words = words.flat_map(|ruling| ruling.values.iter().map(|&value| (ruling.name, value)));
    let words = words.map(|(name, value)| with(name, value.into()));
    words.chain([1, 10, 14, 16, 21].map(|target| with("target", target.into()))).collect()
}

fn winners(scene: &Scene) -> Vec<u64> {
    let seats = scene.entries("/result/winners").into_iter();
    seats.map(|(_, seat)| seat.as_u64().unwrap()).collect()
}

fn another_winner(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let (winning, seats) = (winners(scene), scene.seats() as u64);
    let places = (0..winning.len()).flat_map(|place| (0..=seats).map(move |seat| (place, seat)));
    let others = places.filter(|(_, seat)| !winning.contains(seat));
    others.map(|(at, seat)| Edit::Set(format!("/result/winners/{at}"), seat.into())).collect()
}

fn winner_more(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let (winning, seats) = (winners(scene), scene.seats() as u64);
    let others = (0..=seats).filter(|seat| !winning.is_empty() && !winning.contains(seat));
    others
        .map(|seat| Edit::Insert("/result/winners".to_owned(), winning.len(), seat.into()))
        .collect()
}

fn replaced(scene: &Scene, place: &str, value: &Value) -> Vec<Edit> {
    let present = scene.log.pointer(place).into_iter();
    present.map(|_| Edit::Set(place.to_owned(), value.clone())).collect()
}

fn score_left_out(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    scene.entries("/result/scores").into_iter().map(|(at, _)| Edit::Remove(at)).collect()
}

fn another_reason(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    ["completed", "stalemate", "resigned", "timeout"]
        .iter()
        .flat_map(|&reason| replaced(scene, "/end/reason", &reason.into()))
        .collect()
}

/// Returns edits that change each number at or below a place by one. With `after`, only numbers in
/// an `after` are changed.
fn steps(scene: &Scene, place: &str, after: bool) -> Vec<Edit> {
    let mut found = Vec::new();
    if let Some(value) = scene.log.pointer(place) {
        numbers(value, place.to_owned(), &mut found);
    }
    let found = found.into_iter().filter(|(at, _)| !after || at.contains("/after/"));
    let steps = found.flat_map(|(at, number)| {
        let more = Edit::Set(at.clone(), (number + 1).into());
        let less = number.checked_sub(1).map(|less| Edit::Set(at, less.into()));
        [Some(more), less].into_iter().flatten()
    });
    steps.collect()
}

fn numbers(value: &Value, at: String, found: &mut Vec<(String, u64)>) {
    match value {
        Value::Number(number) => found.push((at, number.as_u64().unwrap())),
        Value::Array(all) => {
            all.iter()
                .enumerate()
                .for_each(|(key, value)| numbers(value, format!("{at}/{key}"), found));
        }
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| numbers(value, format!("{at}/{key}"), found));
        }
        _ => {}
    }
}

fn digest_digit(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let places = scene.with("/after/digest").into_iter();
    let edits = places.map(|at| {
        let digest = scene.at(&at).as_str().unwrap();
        let place = dice.below(digest.len());
        let digit = if digest.as_bytes()[place] == b'0' { "1" } else { "0" };
        Edit::Set(at, format!("{}{digit}{}", &digest[..place], &digest[place + 1..]).into())
    });
    edits.collect()
}
