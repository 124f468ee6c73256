//! Mutations of whole turns, of the acting seat, and of the setup.

use serde_json::{Value, json};

use super::Kind;
use super::edit::{Dice, Edit};
use super::scene::{self, LEVELS, Scene, set_to};

pub(super) const KINDS: &[Kind] = &[
    Kind { name: "a turn left out", edits: left_out },
    Kind { name: "a turn doubled", edits: doubled },
    Kind { name: "two neighboring turns swapped", edits: swapped },
    Kind { name: "a turn from elsewhere in the game", edits: from_elsewhere },
    Kind { name: "another legal turn", edits: another_legal },
    Kind { name: "a pass instead", edits: passed },
    Kind { name: "a purchase logged as a reservation", edits: reserved },
    Kind { name: "a reservation logged as a purchase", edits: purchased },
    Kind { name: "cut off", edits: cut_off },
    Kind { name: "cut off, `plies` adjusted", edits: cut_off_and_recounted },
    Kind { name: "cut off, `end` and `result` left out", edits: cut_off_in_silence },
    Kind { name: "another seat acts", edits: another_seat },
    Kind { name: "every seat shifted by one", edits: shifted },
    Kind { name: "one more seat", edits: seat_more },
    Kind { name: "one seat fewer", edits: seat_less },
];

pub(super) const SETUP: &[Kind] = &[
    Kind { name: "a card dealt twice", edits: |s, _| dealt_twice(s, &lists(s, true)) },
    Kind { name: "a card left out", edits: |s, _| taken_away(s, &lists(s, true)) },
    Kind { name: "another card", edits: another_card },
    Kind { name: "one more card in the market", edits: card_more },
    Kind { name: "a market card and a deck card swapped", edits: market_and_deck },
    Kind { name: "two neighboring deck cards swapped", edits: deck_order },
    Kind { name: "the market in another order", edits: market_order },
    Kind { name: "another noble or city", edits: another_tile },
    Kind { name: "a noble or city left out", edits: |s, _| taken_away(s, &lists(s, false)) },
    Kind { name: "a noble or city dealt twice", edits: |s, _| dealt_twice(s, &lists(s, false)) },
    Kind { name: "one more noble or city", edits: tile_more },
];

fn each_turn(scene: &Scene, edit: impl Fn(usize) -> Edit) -> Vec<Edit> {
    (0..scene.turns().len()).map(|at| edit(at).recounted()).collect()
}

fn left_out(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    each_turn(scene, |at| Edit::Remove(format!("/turns/{at}")))
}

fn doubled(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    each_turn(scene, |at| Edit::Insert("/turns".to_owned(), at + 1, scene.turns()[at].clone()))
}

fn swapped(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let pair = |at: usize| Edit::Swap(format!("/turns/{}", at - 1), format!("/turns/{at}"));
    (1..scene.turns().len()).map(pair).collect()
}

/// Returns only as many turns as will be tried, because listing legal turns is slow.
fn some_turns(scene: &Scene, dice: &mut Dice) -> Vec<usize> {
    dice.some((0..scene.turns().len()).collect(), super::most())
}

fn from_elsewhere(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let places = some_turns(scene, dice).into_iter();
    let edits = places.filter_map(|at| {
        let other = dice.below(scene.turns().len());
        let turn = scene.legal(other, dice).filter(|_| other != at)?;
        Some(Edit::Set(format!("/turns/{at}"), scene.written(&turn, at)))
    });
    edits.collect()
}

fn another_legal(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let places = some_turns(scene, dice).into_iter();
    let edits = places.filter_map(|at| {
        let mut turn = scene.legal(at, dice)?;
        let played = scene.story.turns[at];
        turn.refill = played.refill.filter(|_| turn.action == played.action);
        let json = scene.written(&turn, at);
        (turn != played).then(|| Edit::Set(format!("/turns/{at}"), json))
    });
    edits.collect()
}

fn passed(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let pass = |at| {
        let mut pass_turn = json!({ "seat": scene.seat_of(at), "pass": true });
        if let Some(after) = scene.turns()[at].get("after") {
            pass_turn["after"] = after.clone();
        }
        Edit::Set(format!("/turns/{at}"), pass_turn)
    };
    each_turn(scene, pass)
}

/// Returns edits that log each turn of one kind of action as another kind.
fn logged_as(
    scene: &Scene,
    key: &str,
    other: impl Fn(&Value) -> Option<(String, Value)>,
) -> Vec<Edit> {
    let turns = scene.turns().iter().enumerate();
    let edits = turns.filter_map(|(at, turn)| {
        let (other, value) = other(turn.get(key)?)?;
        let place = format!("/turns/{at}");
        let gone = Edit::Remove(format!("{place}/{key}"));
        Some(Edit::All(vec![gone, Edit::Set(format!("{place}/{other}"), value)]))
    });
    edits.collect()
}

fn reserved(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    logged_as(scene, "purchase", |purchase| {
        Some(("reserve".to_owned(), json!({ "market": purchase["card"] })))
    })
}

fn purchased(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    logged_as(scene, "reserve", |reservation| {
        Some(("purchase".to_owned(), json!({ "card": reservation.get("market")?, "pay": {} })))
    })
}

fn cut_off(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    (0..scene.turns().len()).map(Edit::Cut).collect()
}

fn cut_off_and_recounted(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    cut_off(scene, dice).into_iter().map(Edit::recounted).collect()
}

fn cut_off_in_silence(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let silent = ["/end", "/result"].map(|key| Edit::Remove(key.to_owned()));
    let silent = |cut| Edit::All([&[cut][..], &silent[..]].concat());
    cut_off(scene, dice).into_iter().map(silent).collect()
}

fn another_seat(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let seats = scene.seats() as u64;
    let others = |place: String| {
        let seat = scene.at(&place).as_u64().unwrap();
        let others = (0..=seats).filter(move |&other| other != seat);
        others.map(move |other| Edit::Set(place.clone(), other.into()))
    };
    scene.with("/seat").into_iter().flat_map(others).collect()
}

fn shifted(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let seats = scene.seats() as u64;
    let shift = |by: u64| {
        let all = scene.with("/seat").into_iter().map(move |place| {
            let seat = scene.at(&place).as_u64().unwrap();
            Edit::Set(place, ((seat + by) % seats).into())
        });
        Edit::All(all.collect())
    };
    (1..seats).map(shift).collect()
}

fn seat_more(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    vec![Edit::Insert("/players".to_owned(), scene.seats(), json!({}))]
}

fn seat_less(_: &Scene, _: &mut Dice) -> Vec<Edit> {
    vec![Edit::Remove("/players/0".to_owned())]
}

/// Returns the lists of cards in the setup, or the lists of nobles and cities.
fn lists(scene: &Scene, cards: bool) -> Vec<String> {
    let of = |place: &'static str| LEVELS.map(|level| format!("/setup/{place}/{level}"));
    let tiles = ["/setup/nobles", "/setup/cities"].map(str::to_owned);
    let all = if cards { [of("market"), of("decks")].concat() } else { tiles.to_vec() };
    all.into_iter().filter(|list| scene.log.pointer(list).is_some()).collect()
}

fn dealt_twice(scene: &Scene, lists: &[String]) -> Vec<Edit> {
    let pairs = lists.iter().flat_map(|list| {
        let all = scene.entries(list);
        let pairs: Vec<_> =
            all.windows(2).map(|two| (two[0].0.clone(), two[1].1.clone())).collect();
        pairs.into_iter().map(|(at, value)| Edit::Set(at, value))
    });
    pairs.collect()
}

fn taken_away(scene: &Scene, lists: &[String]) -> Vec<Edit> {
    let all = lists.iter().flat_map(|list| scene.entries(list));
    all.map(|(at, _)| Edit::Remove(at)).collect()
}

fn another_card(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let places = lists(scene, true).into_iter().flat_map(|list| scene.entries(&list));
    set_to(places.map(|(at, _)| at).collect(), &scene::cards(), dice)
}

fn card_more(_: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let lists = LEVELS.map(|level| format!("/setup/market/{level}")).into_iter();
    let card = |list| Edit::Insert(list, 0, dice.some(scene::cards(), 1).remove(0).into());
    lists.map(card).collect()
}

fn market_and_deck(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let pairs = LEVELS.into_iter().flat_map(|level| {
        let market = scene.entries(&format!("/setup/market/{level}"));
        let deck = scene.entries(&format!("/setup/decks/{level}"));
        let pairs = market.into_iter().zip(deck);
        pairs.map(|((one, _), (other, _))| Edit::Swap(one, other)).collect::<Vec<_>>()
    });
    pairs.collect()
}

fn deck_order(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let pairs = LEVELS.into_iter().flat_map(|level| {
        let deck = scene.entries(&format!("/setup/decks/{level}"));
        let pairs = deck.windows(2).map(|two| Edit::Swap(two[0].0.clone(), two[1].0.clone()));
        pairs.collect::<Vec<_>>()
    });
    pairs.collect()
}

fn market_order(scene: &Scene, _: &mut Dice) -> Vec<Edit> {
    let turned = LEVELS.map(|level| {
        let list = format!("/setup/market/{level}");
        let all: Vec<Value> = scene.at(&list).as_array().unwrap().iter().rev().cloned().collect();
        Edit::Set(list, all.into())
    });
    turned.to_vec()
}

fn another_tile(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let places = |list| scene.entries(list).into_iter().map(|(at, _)| at).collect::<Vec<_>>();
    let (nobles, cities) = (places("/setup/nobles"), places("/setup/cities"));
    let mut edits = set_to(nobles, &scene::nobles(), dice);
    edits.extend(set_to(cities, &scene::cities(), dice));
    edits
}

fn tile_more(scene: &Scene, dice: &mut Dice) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (list, tiles) in [("nobles", scene::nobles()), ("cities", scene::cities())] {
        let place = format!("/setup/{list}");
        let mut dealt: Vec<Value> =
            scene.entries(&place).into_iter().map(|(_, id)| id.clone()).collect();
        dealt.extend(dice.some(tiles, 1).into_iter().map(Value::from));
        edits.push(Edit::Set(place, dealt.into()));
    }
    edits
}
