//! Causes in the setup and the deal: decks, market, nobles, and the cards that refill the market.

use serde_json::Value;
use splendor_core::{Card, CityId, Component, Row, Violation};

use super::input::{Candidate, DiagnosisInput, cards_of, level_of, row_names};
use super::patch::{Edit, add, remove, replace};
use super::replacements::taken_unseen;
use super::shown::unnamed;
use crate::place;
use splendor_schema::diagnosis::CauseKind;

/// How many turns before and after the finding exchange their refills.
const WINDOW: usize = 8;

/// Repairs a setup that lacks a component or names one twice.
pub(super) fn setup(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let Some(violation) = input.violation() else { return Vec::new() };
    match *violation {
        Violation::SetupCards { .. } | Violation::SetupLevel { .. } => cards(input),
        Violation::SetupMarket { level, .. } => market(input, level),
        Violation::SetupNobles { .. } | Violation::SetupNobleOnce { .. } => tiles(input, "nobles"),
        Violation::SetupCities { .. } | Violation::SetupCityTiles { .. } => tiles(input, "cities"),
        Violation::NoblePresent { noble } => {
            let id = noble.to_string();
            let places = entries(input.value, "/setup/nobles");
            let all = places.into_iter().map(|(path, was)| {
                let message = format!("the noble {id} was on the table, not {was}");
                Candidate::of_log(
                    CauseKind::SetupNobleWrong,
                    message,
                    vec![replace(path, id.as_str())],
                )
            });
            all.collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the ids of a list with their JSON pointers.
pub(super) fn entries<'v>(log: &'v Value, list: &str) -> Vec<(String, &'v str)> {
    let all = log.pointer(list).and_then(Value::as_array).into_iter().flatten().enumerate();
    all.filter_map(|(at, id)| Some((format!("{list}/{at}"), id.as_str()?))).collect()
}

/// Returns all cards that the setup lists under a level, with their JSON pointers.
fn of_level<'v>(log: &'v Value, level: &str) -> Vec<(String, &'v str)> {
    let lists = ["market", "decks"].map(|list| entries(log, &format!("/setup/{list}/{level}")));
    lists.concat()
}

/// Repairs cards that are missing, named twice, or listed under another level.
fn cards(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let placed: Vec<(&str, String, &str)> = row_names()
        .flat_map(|level| {
            of_level(input.value, level).into_iter().map(move |(path, id)| (level, path, id))
        })
        .collect();
    let mut found = Vec::new();
    for (level, path, id) in &placed {
        let twice = placed.iter().filter(|(_, _, other)| other == id).count() > 1;
        if !twice && level_of(id) == *level {
            continue;
        }
        for other in lacking(&placed, level) {
            let message = format!("{path} is {other}, not {id}");
            let edit = vec![replace(path.as_str(), other)];
            found.push(Candidate::of_log(CauseKind::SetupCardWrong, message, edit));
        }
        let message = format!("{id} is listed once too often, at {path}");
        found.push(Candidate::of_log(
            CauseKind::SetupCardTwice,
            message,
            vec![remove(path.as_str())],
        ));
    }
    for level in row_names() {
        found.extend(left_out(input, level, &lacking(&placed, level)));
    }
    found
}

/// Returns the cards of a level that the setup does not name.
fn lacking(placed: &[(&str, String, &str)], level: &str) -> Vec<String> {
    let ids = cards_of(level).into_iter();
    ids.filter(|id| placed.iter().all(|(_, _, other)| other != id)).take(WINDOW).collect()
}

/// Inserts the one missing card of a level at each place of its lists.
fn left_out(input: &DiagnosisInput<'_>, level: &str, lacking: &[String]) -> Vec<Candidate> {
    let [card] = lacking else { return Vec::new() };
    let mut found = Vec::new();
    for list in ["market", "decks"] {
        let path = format!("/setup/{list}/{level}");
        if input.value.pointer(&path).is_some() {
            for at in (0..=entries(input.value, &path).len()).rev() {
                let message = format!("{card} is missing from the {list} of {level}");
                let edit = vec![add(format!("{path}/{at}"), card.as_str())];
                found.push(Candidate::of_log(CauseKind::SetupCardLeftOut, message, edit));
            }
        }
    }
    found
}

/// Repairs a market of more or fewer than four cards.
fn market(input: &DiagnosisInput<'_>, level: Row) -> Vec<Candidate> {
    let name = level.key();
    let path = format!("/setup/market/{name}");
    let (placed, deck) = (entries(input.value, &path), format!("/setup/decks/{name}"));
    let mut all: Vec<Candidate> = placed
        .iter()
        .map(|(path, id)| {
            let message = format!("{id} is one card too many in the market");
            Candidate::of_log(CauseKind::SetupCardExtra, message, vec![remove(path.as_str())])
        })
        .collect();
    for (top, id) in entries(input.value, &deck).into_iter().take(WINDOW) {
        let message = format!("{id} was in the market, not in the deck");
        let edit = vec![remove(top), add(format!("{path}/0"), id)];
        all.push(Candidate::of_log(CauseKind::SetupCardLeftOut, message, edit));
    }
    let known = of_level(input.value, name);
    // A card that a turn takes unseen is the likeliest; an edit that was tried is skipped.
    for id in taken_unseen(input.log, name).into_iter().chain(cards_of(name)) {
        if !known.iter().any(|(_, other)| *other == id) {
            let message = format!("{id} is missing from the market of {name}");
            let edit = vec![add(format!("{path}/0"), id)];
            all.push(Candidate::of_log(CauseKind::SetupCardLeftOut, message, edit));
        }
    }
    all
}

/// Repairs nobles or cities: one too many, one too few, or one named twice.
fn tiles(input: &DiagnosisInput<'_>, list: &str) -> Vec<Candidate> {
    let path = format!("/setup/{list}");
    let placed = entries(input.value, &path);
    let all = splendor_core::Components::published();
    let ids: Vec<String> = match list {
        "nobles" => all.nobles().iter().map(|id| all.noble(id).to_string()).collect(),
        _ => CityId::all().map(|city| city.facts().to_string()).collect(),
    };
    let others = ids.iter().filter(|id| placed.iter().all(|(_, other)| other != id));
    let mut found = Vec::new();
    for (place, id) in placed.iter().rev() {
        let message = format!("{id} is one too many among the {list}");
        found.push(Candidate::of_log(
            CauseKind::SetupTileExtra,
            message,
            vec![remove(place.as_str())],
        ));
    }
    for id in others {
        let message = format!("{id} is missing from the {list}");
        let edit = if input.value.pointer(&path).is_some() {
            vec![add(format!("{path}/{}", placed.len()), id.as_str())]
        } else {
            vec![add(path.as_str(), vec![Value::from(id.as_str())])]
        };
        found.push(Candidate::of_log(CauseKind::SetupTileLeftOut, message, edit));
        for (place, was) in placed.iter().rev() {
            let again = match placed.iter().filter(|(_, other)| tile(other) == tile(was)).count() {
                1 => continue,
                _ if placed.iter().filter(|(_, other)| other == was).count() > 1 => " again",
                _ => ", whose tile shows another face",
            };
            let message = format!("{place} is {id}, not {was}{again}");
            let edit = vec![replace(place.as_str(), id.as_str())];
            found.push(Candidate::of_log(CauseKind::SetupTileWrong, message, edit));
        }
    }
    found
}

/// Returns the physical tile of a noble or city. Two faces of a tile are never in play at once.
fn tile(id: &str) -> Result<u8, &str> {
    let face = CityId::all().find(|city| city.facts().to_string() == id);
    face.map(CityId::tile).ok_or(id)
}

/// Repairs the order in which cards appear: exchanged or late refills, reversed decks.
pub(super) fn order(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let mut all = Vec::new();
    match input.violation() {
        Some(Violation::RevealDeck { card, next }) => {
            let [card, next] = [card, next].map(ToString::to_string);
            all.extend(in_deck(input, &card, &next));
            all.extend(shown_as(input, &card, &next));
        }
        Some(
            Violation::RevealUnseen { card, .. }
            | Violation::RevealLevel { card, .. }
            | Violation::MarketRefill { card, .. },
        ) => {
            let path = format!("/turns/{}/refill", input.at);
            if input.value.pointer(&path).is_some() {
                let revealed = match input.violation() {
                    Some(Violation::MarketRefill { .. }) => "no card".to_owned(),
                    _ => format!("another card, not {card}"),
                };
                let message =
                    format!("turn {} revealed {revealed}; its `refill` is removed", input.at + 1);
                all.push(Candidate::of_turn(
                    CauseKind::RefillWrong,
                    input.at,
                    message,
                    vec![remove(path)],
                ));
            }
            if let Some(Violation::RevealUnseen { .. }) = input.violation() {
                all.extend(seen_before(input, *card));
            }
        }
        Some(Violation::ReserveFaceUp { card } | Violation::PurchaseSource { card, .. }) => {
            all.extend(in_market(input, &card.to_string()));
            all.extend(other_place(input, &card.to_string()));
        }
        _ => return Vec::new(),
    }
    all.extend(exchanged(input));
    all.extend(moved(input));
    all.extend(upside_down(input));
    all
}

/// Tries an earlier mention of the revealed card: there, a different card may have been meant.
fn seen_before(input: &DiagnosisInput<'_>, card: Card) -> Vec<Candidate> {
    let Some(path) = place::nth_mention(input.log, Component::Card(card), 0) else {
        return Vec::new();
    };
    let turn = path.strip_prefix("/turns/").and_then(|rest| rest.strip_suffix("/refill"));
    if let Some(at) = turn.and_then(|at| at.parse::<usize>().ok()).filter(|&at| at < input.at) {
        let message =
            format!("turn {} revealed another card, not {card}; its `refill` is removed", at + 1);
        return vec![Candidate::of_turn(CauseKind::RefillWrong, at, message, vec![remove(path)])];
    }
    if !path.starts_with("/setup/market/") {
        return Vec::new();
    }
    let others = unnamed(input.log, card.row().key()).into_iter().take(WINDOW);
    let all = others.map(|other| {
        let message = format!("{path} is {other}, or another unnamed card, not {card}");
        Candidate::of_log(CauseKind::MarketWrong, message, vec![replace(path.as_str(), other)])
    });
    all.collect()
}

/// Exchanges two cards in the deck or the market where they were dealt.
fn in_deck(input: &DiagnosisInput<'_>, card: &str, next: &str) -> Option<Candidate> {
    let deck = of_level(input.value, level_of(card));
    let find = |id: &str| deck.iter().find(|(_, other)| *other == id).map(|(path, _)| path.clone());
    let (one, other) = (find(card)?, find(next)?);
    let message = format!("{card} and {next} are exchanged in the deal");
    let edit = vec![replace(one, next), replace(other, card)];
    Some(Candidate::of_log(CauseKind::DeckOrder, message, edit))
}

/// Replaces the logged card with the card that was due.
fn shown_as(input: &DiagnosisInput<'_>, card: &str, next: &str) -> Vec<Candidate> {
    let places = ["refill", "reserve/card", "reserve/under"];
    let paths = places.map(|place| format!("/turns/{}/{place}", input.at));
    let here = paths.into_iter().filter(|path| input.text(path) == Some(card));
    let one = |path| {
        let message = format!("turn {} revealed {next}, not {card}", input.at + 1);
        Candidate::of_turn(CauseKind::RefillWrong, input.at, message, vec![replace(path, next)])
    };
    here.map(one).collect()
}

/// Puts a card that a seat took into the market, in place of a card that is there.
fn in_market(input: &DiagnosisInput<'_>, card: &str) -> Vec<Candidate> {
    let level = level_of(card);
    let mut all = Vec::new();
    let (Some(game), Some(position)) = (input.game, input.history.get(input.at)) else {
        return all;
    };
    let there: Vec<String> = position
        .market()
        .iter()
        .map(|id| game.components.card(id))
        .map(|card| card.to_string())
        .filter(|id| level_of(id) == level)
        .collect();
    let known = of_level(input.value, level);
    let place = known.iter().find(|(_, id)| *id == card).map(|(path, _)| path.clone());
    for id in &there {
        let message = format!("{card} was in the market, not {id}");
        let dealt_at = known.iter().find(|(_, other)| other == id).map(|(path, _)| path.clone());
        let refill = (0..input.at).map(|at| format!("/turns/{at}/refill"));
        let refill = refill.filter(|path| input.text(path) == Some(id.as_str()));
        let mut edit: Vec<Edit> =
            dealt_at.into_iter().chain(refill).map(|path| replace(path, card)).collect();
        edit.extend(place.iter().map(|path| replace(path.as_str(), id.as_str())));
        all.push(Candidate::of_log(CauseKind::MarketWrong, message, edit));
    }
    all
}

/// Changes the place that a card was bought from.
fn other_place(input: &DiagnosisInput<'_>, card: &str) -> Option<Candidate> {
    let path = format!("/turns/{}/purchase/from", input.at);
    let other = if input.text(&path)? == "hand" { "market" } else { "hand" };
    let message = format!("turn {} bought {card} from the {other}", input.at + 1);
    Some(Candidate::of_turn(CauseKind::PlaceWrong, input.at, message, vec![replace(path, other)]))
}

/// Returns the refills with their turns, from 0.
fn refills<'v>(input: &DiagnosisInput<'v>) -> Vec<(usize, &'v str)> {
    let turns = 0..input.log.turns.len();
    turns.filter_map(|at| Some((at, input.text(&format!("/turns/{at}/refill"))?))).collect()
}

/// Exchanges two nearby refills of one level.
fn exchanged(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let near = |at: &usize| at.abs_diff(input.at) <= WINDOW;
    let near: Vec<(usize, &str)> = refills(input).into_iter().filter(|(at, _)| near(at)).collect();
    let mut all = Vec::new();
    for (place, (at, card)) in near.iter().enumerate() {
        let same = |(_, other): &&(usize, &str)| level_of(other) == level_of(card);
        for (other, with) in near[place + 1..].iter().filter(same) {
            let message =
                format!("the refills of turns {} and {} are exchanged", at + 1, other + 1);
            let path = |at: &usize| format!("/turns/{at}/refill");
            let edit = vec![replace(path(at), *with), replace(path(other), *card)];
            all.push(Candidate::of_turn(CauseKind::RefillOrder, *at, message, edit));
        }
    }
    all
}

/// Moves every refill one refilling turn earlier, or one later.
fn moved(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let logged = refills(input);
    if logged.len() < 2 {
        return Vec::new();
    }
    let gaps: Vec<usize> =
        (0..input.log.turns.len()).filter(|&at| takes_card(input.turn_value(at))).collect();
    let ways: [(isize, &'static str); 2] = [(-1, "late"), (1, "early")];
    let all = ways.map(|(by, how)| {
        let mut edit: Vec<Edit> =
            logged.iter().rev().map(|(at, _)| remove(format!("/turns/{at}/refill"))).collect();
        let mut message = format!("every refill is logged one turn too {how}");
        for (at, card) in &logged {
            let place = gaps.binary_search(at).ok();
            match place.and_then(|place| gaps.get(place.checked_add_signed(by)?)) {
                Some(to) => edit.push(add(format!("/turns/{to}/refill"), *card)),
                None => message += &format!("; that of turn {} is removed", at + 1),
            }
        }
        Candidate::of_log(CauseKind::RefillsMoved, message, edit)
    });
    all.into()
}

/// Returns whether a turn may leave a gap in the market.
fn takes_card(turn: &Value) -> bool {
    turn.get("purchase").is_some() || turn.pointer("/reserve/market").is_some()
}

/// Reverses each deck, and all of them together.
fn upside_down(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let turned = |level: &'static str| {
        let path = format!("/setup/decks/{level}");
        let mut deck = input.value.pointer(&path)?.as_array()?.clone();
        deck.reverse();
        Some((level, replace(path, deck)))
    };
    let decks: Vec<(&str, Edit)> = row_names().filter_map(turned).collect();
    let every: Vec<Edit> = decks.iter().map(|(_, edit)| edit.clone()).collect();
    let each = decks.into_iter().map(|(level, edit)| {
        let message = format!("the deck of {level} is listed last card first");
        Candidate::of_log(CauseKind::DeckReversed, message, vec![edit])
    });
    let mut all: Vec<Candidate> = each.collect();
    if all.len() > 1 {
        all.insert(
            0,
            Candidate::of_log(
                CauseKind::DeckReversed,
                "the decks are listed last card first",
                every,
            ),
        );
    }
    all
}
