//! Causes in a setup whose components exist, but belong elsewhere: cards under another level or
//! face up instead of in the deck, and nobles next to cities.

use splendor_core::{Row, Violation};
use splendor_schema::diagnosis::CauseKind;

use super::input::{Candidate, DiagnosisInput, level_of, row_names};
use super::patch::{Edit, add, remove, replace};
use super::replacements::taken_unseen;
use super::table::entries;

/// How many misplaced cards are moved or exchanged.
const MOST: usize = 8;

/// A full market has this many cards of each level.
const MARKET: usize = 4;

/// A card that the setup lists under another level.
struct Misplaced<'c> {
    path: String,
    id: &'c str,
    /// The key of the level under which the card is listed.
    listed: &'static str,
}

/// Puts components of the setup where they belong.
pub(super) fn setup(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    match input.violation() {
        Some(Violation::SetupLevel { .. }) => under_another_level(input),
        Some(Violation::SetupMarket { level, .. }) => face_up(input, *level),
        Some(Violation::SetupNobles { .. } | Violation::SetupCities { .. }) => both_tiles(input),
        _ => Vec::new(),
    }
}

/// Returns the cards that the setup lists under another level.
fn misplaced<'c>(input: &DiagnosisInput<'c>) -> Vec<Misplaced<'c>> {
    let lists = row_names().flat_map(|level| {
        ["market", "decks"].map(|list| (level, format!("/setup/{list}/{level}")))
    });
    let cards = lists.flat_map(|(listed, list)| {
        let cards = entries(input.value, &list).into_iter();
        cards.map(move |(path, id)| Misplaced { path, id, listed })
    });
    cards.filter(|card| level_of(card.id) != card.listed).take(MOST).collect()
}

/// Exchanges cards between levels, moves each to its own level, or takes it for another card.
fn under_another_level(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let cards = misplaced(input);
    let mut all = Vec::new();
    for (at, one) in cards.iter().enumerate() {
        let fits = |other: &&Misplaced<'_>| {
            level_of(one.id) == other.listed && level_of(other.id) == one.listed
        };
        all.extend(cards[at + 1..].iter().filter(fits).map(|other| exchanged(one, other)));
    }
    for card in &cards {
        all.extend(moved(input, card));
        all.extend(taken_unseen(input.log, card.listed).into_iter().take(MOST).map(|other| {
            let message = format!("{} is {other}, not {}", card.path, card.id);
            let edit = vec![replace(card.path.as_str(), other)];
            Candidate::of_log(CauseKind::SetupCardWrong, message, edit)
        }));
    }
    all
}

fn exchanged(one: &Misplaced<'_>, other: &Misplaced<'_>) -> Candidate {
    let message =
        format!("{} and {} are exchanged: each is under the level of the other", one.id, other.id);
    let edit = vec![replace(one.path.as_str(), other.id), replace(other.path.as_str(), one.id)];
    Candidate::of_log(CauseKind::SetupLevelWrong, message, edit)
}

/// Moves a card to the market of its level if that has room, else to each place of its deck.
fn moved(input: &DiagnosisInput<'_>, card: &Misplaced<'_>) -> Vec<Candidate> {
    let level = level_of(card.id);
    let (market, deck) = (format!("/setup/market/{level}"), format!("/setup/decks/{level}"));
    let face_up = entries(input.value, &market).len();
    let to: Vec<String> = if face_up < MARKET {
        vec![format!("{market}/{face_up}")]
    } else if input.value.pointer(&deck).is_some() {
        (0..=entries(input.value, &deck).len()).map(|at| format!("{deck}/{at}")).collect()
    } else {
        Vec::new()
    };
    let candidate = |to: String| {
        let message = format!("{} belongs at {to}, but is listed at {}", card.id, card.path);
        let edit = vec![remove(card.path.as_str()), add(to, card.id)];
        Candidate::of_log(CauseKind::SetupLevelWrong, message, edit)
    };
    to.into_iter().map(candidate).collect()
}

/// Puts a card of a market with too many cards on top of its deck.
fn face_up(input: &DiagnosisInput<'_>, level: Row) -> Vec<Candidate> {
    let name = level.key();
    let deck = format!("/setup/decks/{name}");
    let market = entries(input.value, &format!("/setup/market/{name}"));
    if market.len() <= MARKET || input.value.pointer(&deck).is_none() {
        return Vec::new();
    }
    let candidate = |(path, id): (String, &str)| {
        let message = format!("{id} was the next card of the deck, not in the market");
        let edit = vec![remove(path), add(format!("{deck}/0"), id)];
        Candidate::of_log(CauseKind::SetupCardExtra, message, edit)
    };
    market.into_iter().map(candidate).collect()
}

/// Removes the nobles of a setup that has cities as well, or the cities.
fn both_tiles(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let listed = |list: &str| !entries(input.value, list).is_empty();
    let (nobles, cities) = ("/setup/nobles", "/setup/cities");
    if !listed(nobles) || !listed(cities) && !input.log.rules.modules.iter().any(|m| m == CITIES) {
        return Vec::new();
    }
    let mut with_cities = vec![remove(nobles)];
    with_cities.extend(module(input, true));
    let mut without: Vec<Edit> = listed(cities).then(|| remove(cities)).into_iter().collect();
    without.extend(module(input, false));
    let ways = [
        (CauseKind::SetupTileExtra, "the game has cities, so that it has no nobles", with_cities),
        (CauseKind::Module, "the game has nobles, so that it has no cities", without),
    ];
    ways.map(|(kind, message, edit)| Candidate::of_log(kind, message, edit)).into()
}

/// The name of the module with the cities.
const CITIES: &str = "cities";

/// Returns the edit that declares the module with the cities, or removes it, if it is needed.
fn module(input: &DiagnosisInput<'_>, played: bool) -> Option<Edit> {
    let path = "/rules/modules";
    let modules = entries(input.value, path);
    let at = modules.iter().position(|(_, name)| *name == CITIES);
    match (at, played) {
        (Some(_), true) | (None, false) => None,
        // A list of modules is never empty in a log.
        (Some(_), false) if modules.len() == 1 => Some(remove(path)),
        (Some(at), false) => Some(remove(modules[at].0.as_str())),
        (None, true) if modules.is_empty() => Some(add(path, vec![CITIES])),
        (None, true) => Some(add(format!("{path}/0"), CITIES)),
    }
}
