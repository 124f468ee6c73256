//! Checks that a redacted log contains enough to judge it, and nothing that its viewer may not
//! know.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use splendor_core::{Card, Clause, Color, Token};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::json::layout::{json_line, pretty_log};
use splendor_schema::json::{Ext, Json};
use splendor_schema::log::Source;
use splendor_schema::token::{TokenCounts, TokenList};
use splendor_schema::turn::Reserve;
use splendor_schema::{Log, Turn};
use splendor_verify::redact::{Viewer, anonymize, redact};
use splendor_verify::{JudgeOptions, Judgment, Verdict, judge};

use crate::root;

fn count() -> u64 {
    // Twelve still cover every set of modules, number of seats and way to write a log.
    crate::sample(12, 48)
}

/// Returns the rules with each supported set of modules.
fn modules() -> Vec<splendor_core::Rules> {
    let sets: [&[&str]; 4] = [&[], &["cities"], &["trading-posts"], &["cities", "trading-posts"]];
    let rules = sets.map(|names| splendor_schema::Rules {
        edition: "2024".into(),
        modules: names.iter().map(|&name| name.into()).collect(),
        ..Default::default()
    });
    rules
        .iter()
        .filter_map(|rules| splendor_verify::rulings::resolve_rules(rules, &[]).ok())
        .collect()
}

/// Returns games of every module, number of seats and policy, with and without decks and claims.
fn games() -> impl Iterator<Item = Log> {
    let modules = modules();
    (0..count()).map(move |seed| {
        let part = |divisor: u64, below: usize| usize::try_from(seed / divisor).unwrap() % below;
        generate(&GenerateOptions {
            seed,
            rules: modules[part(1, modules.len())],
            seats: [2, 3, 4][part(1, 3)],
            policy: Policy::ALL[part(1, 5)],
            decks: !seed.is_multiple_of(4),
            after: seed.is_multiple_of(3),
            digest: seed.is_multiple_of(7),
            max_turns: 400,
        })
    })
}

fn viewers(log: &Log) -> impl Iterator<Item = Viewer> + use<> {
    let seats = u8::try_from(log.players.len()).unwrap();
    (0..seats).map(Viewer::Seat).chain([Viewer::Spectator])
}

fn view_of(viewer: Viewer, log: &Log) -> Log {
    let mut log = log.clone();
    redact(&mut log, viewer).unwrap();
    log
}

fn judged(log: &Log) -> Judgment {
    judge(log, &JudgeOptions::default())
}

#[test]
fn no_view_of_a_legal_game_is_illegal() {
    let (mut views, mut decided) = (0, 0);
    for log in games() {
        for viewer in viewers(&log) {
            let seen = view_of(viewer, &log);
            for text in [json_line(&seen), pretty_log(&seen)] {
                assert_eq!(Log::read(text.as_bytes()), Ok(seen.clone()), "it reads back");
            }
            let judgment = judged(&seen);
            let verdict = judgment.verdict();
            let possible = matches!(verdict, Verdict::Legal | Verdict::Consistent);
            assert!(possible, "{:?} {viewer:?}: {:?}", log.source, judgment.findings);
            views += 1;
            decided += u32::from(verdict == Verdict::Legal);
        }
    }
    assert!(decided * 2 > views, "{decided} of {views} views are decided");
}

/// Checks that redacting a view again changes nothing, and that the spectator's view of a view is
/// the spectator's view of the log.
fn check_stable(log: &Log) {
    let spectator = view_of(Viewer::Spectator, log);
    for viewer in viewers(log) {
        let mut seen = view_of(viewer, log);
        assert_eq!(Log::read(json_line(&seen).as_bytes()), Ok(seen.clone()), "{viewer:?}");
        assert_eq!(view_of(Viewer::Spectator, &seen), spectator, "{viewer:?}");
        let once = seen.clone();
        assert!(redact(&mut seen, viewer).unwrap().is_empty(), "{viewer:?}");
        assert_eq!(seen, once, "{viewer:?}");
    }
}

#[test]
fn redaction_is_idempotent() {
    games().map(with_secrets).for_each(|log| check_stable(&log));
}

/// Returns the card that a blind reservation draws and the one that it puts under the deck.
fn blind_reservation(turn: &mut Turn) -> Option<[&mut Option<Card>; 2]> {
    match &mut turn.reserve {
        Some(Reserve::Deck { card, under, .. }) => Some([card, under]),
        Some(Reserve::Market(_)) | None => None,
    }
}

/// Adds secrets to every free-text part of a log. The result is not a legal game, but a valid log.
fn with_secrets(mut log: Log) -> Log {
    let Some(decks) = &log.setup.decks else { return log };
    let under = decks.level1.as_ref().unwrap().last().copied();
    let secret = format!("{{\"seed\": 7, \"decks\": {}}}", serde_json::to_value(decks).unwrap());
    log.schema = Some("splendor-log-1.schema.json".into());
    let secret_ext = Some(Ext::try_from(secret.as_str()).unwrap());
    log.ext.clone_from(&secret_ext);
    log.players[0].ext.clone_from(&secret_ext);
    let source = log.source.get_or_insert_default();
    source.client_version = Some("1".into());
    source.played_at = Some("2026-03-01T19:30:00Z".into());
    for (at, turn) in log.turns.iter_mut().enumerate() {
        if let Some([_, below]) = blind_reservation(turn) {
            *below = under;
        }
        turn.ext = secret_ext.clone().filter(|_| at % 5 == 0);
    }
    let foreign = Json::try_from(secret.as_str()).unwrap();
    log.turns.push(Turn {
        seat: Some(0),
        foreign: Some(foreign),
        after: log.turns.iter().find_map(|turn| turn.after),
        ext: secret_ext,
        ..Turn::default()
    });
    log
}

/// Returns the card ids in a text.
fn cards_in(text: &str) -> BTreeSet<Card> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter_map(Card::parse).collect()
}

/// Returns the cards that a turn shows to every player.
fn shown(turn: &Turn) -> impl Iterator<Item = Card> {
    let reserved = match turn.reserve {
        Some(Reserve::Market(card)) => Some(card),
        Some(Reserve::Deck { .. }) | None => None,
    };
    let bought = turn.purchase.as_ref().map(|purchase| purchase.card);
    reserved.into_iter().chain(bought).chain(turn.refill)
}

/// Returns the cards that a turn shows to the viewer only.
fn shown_to(viewer: Viewer, turn: &mut Turn) -> Vec<Card> {
    let mine = turn.seat.is_some_and(|seat| viewer == Viewer::Seat(seat));
    let cards = blind_reservation(turn).filter(|_| mine);
    cards.into_iter().flatten().filter_map(|card| *card).collect()
}

#[test]
fn no_card_is_revealed_before_its_viewer_sees_it() {
    let mut hidden = 0;
    for log in games().map(with_secrets) {
        for viewer in viewers(&log) {
            let seen = view_of(viewer, &log);
            let cards_of = |value: &Value| cards_in(&value.to_string());
            let mut known = cards_of(&serde_json::to_value(&log.setup.market).unwrap());
            let before = Log { turns: Vec::new(), ..seen.clone() };
            assert_eq!(cards_of(&serde_json::to_value(&before).unwrap()), known, "{viewer:?}");
            for (turn, whole) in seen.turns.iter().zip(&log.turns) {
                known.extend(shown(whole));
                known.extend(shown_to(viewer, &mut whole.clone()));
                let cards = cards_of(&serde_json::to_value(turn).unwrap());
                let early = cards.difference(&known).next();
                assert_eq!(early, None, "{viewer:?} in {turn:?}");
            }
            let text = json_line(&seen);
            assert!(cards_in(&text).is_subset(&known) && !text.contains("digest"));
            hidden += cards_in(&json_line(&log)).difference(&known).count();
        }
    }
    assert!(hidden > 0, "the logs have secrets");
}

/// Removes keys, and the object itself if it is empty afterwards.
fn without(object: &mut Map<String, Value>, place: &str, keys: &[&str]) {
    let Some(inner) = object.get_mut(place).and_then(Value::as_object_mut) else { return };
    let removed = keys.iter().filter(|key| inner.remove(**key).is_some()).count();
    if removed > 0 && inner.is_empty() {
        object.remove(place);
    }
}

/// Returns the view of a log by a second implementation, which works on JSON and takes the seats in
/// order.
fn expected(log: &Log, viewer: Viewer) -> Value {
    let mut value = serde_json::to_value(log).unwrap();
    let seats = log.players.len();
    let top = value.as_object_mut().unwrap();
    top.remove("ext");
    without(top, "source", &["game", "played_at"]);
    top["setup"].as_object_mut().unwrap().remove("decks");
    for player in top["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().remove("ext");
    }
    for (at, turn) in top["turns"].as_array_mut().unwrap().iter_mut().enumerate() {
        let turn = turn.as_object_mut().unwrap();
        turn.remove("ext");
        without(turn, "after", &["digest"]);
        if turn.contains_key("foreign") {
            turn.insert("foreign".to_owned(), json!({}));
        }
        let reserve = turn.get_mut("reserve").and_then(Value::as_object_mut);
        if let Some(reserve) = reserve.filter(|_| viewer != seat(at % seats)) {
            reserve.remove("card");
            reserve.remove("under");
        }
    }
    value
}

fn seat(number: usize) -> Viewer {
    Viewer::Seat(u8::try_from(number).unwrap())
}

#[test]
fn redaction_keeps_everything_that_the_viewer_may_know() {
    for (index, mut log) in games().map(with_secrets).enumerate() {
        if index % 2 == 1 {
            log.turns.retain(|turn| !turn.is_foreign());
            log.turns.iter_mut().for_each(|turn| turn.seat = None);
        }
        for viewer in viewers(&log) {
            let seen = serde_json::to_value(view_of(viewer, &log)).unwrap();
            assert_eq!(seen, expected(&log, viewer), "{viewer:?} of game {index}");
        }
    }
}

/// A mistake that every player sees; returns whether the turn can have it.
type Fault = fn(&mut Turn) -> bool;

const FAULTS: [Fault; 6] = [
    |turn| {
        let Some(take) = &mut turn.take else { return false };
        *take = TokenList::new(&[Token::Gold]).unwrap();
        true
    },
    |turn| {
        let purchase = turn.purchase.as_mut();
        let Some(pay) = purchase.and_then(|it| it.pay.as_mut()) else { return false };
        pay.set(Token::Gem(Color::Onyx), pay.count(Token::Gem(Color::Onyx)) + 1);
        true
    },
    |turn| turn.returned.take().is_some(),
    |turn| turn.noble.take().is_some(),
    |turn| {
        let back = TokenCounts::default().with(Token::Gem(Color::Ruby), 1);
        let Some(take) = &turn.take else { return false };
        let fits = turn.returned.is_none() && take.contains(&Token::Gem(Color::Ruby));
        turn.returned = turn.returned.or(Some(back));
        fits
    },
    |turn| {
        let seat = turn.seat.map(|seat| (seat + 1) % 2);
        turn.seat = seat;
        seat.is_some()
    },
];

/// Returns the clause and the turn of the first finding.
fn first(judgment: &Judgment) -> Option<(Clause, Option<usize>)> {
    judgment.findings.first().map(|finding| (finding.breach.clause(), finding.turn))
}

#[test]
fn a_visible_violation_is_found_in_every_view() {
    let mut clauses = BTreeSet::new();
    for (index, log) in games().enumerate() {
        let mut broken = log.clone();
        let fault = FAULTS[index % FAULTS.len()];
        let from = log.turns.len() / 2;
        let place = (from..log.turns.len()).find(|&at| fault(&mut broken.turns[at]));
        let Some(place) = place else { continue };
        broken.turns[from..place].clone_from_slice(&log.turns[from..place]);
        let breach = first(&judged(&broken)).expect("the fault breaks a clause");
        assert_eq!(breach.1, Some(place));
        clauses.insert(breach.0.id());
        for viewer in viewers(&broken) {
            let judgment = judged(&view_of(viewer, &broken));
            assert_eq!(first(&judgment), Some(breach), "{viewer:?}");
        }
    }
    assert!(clauses.len() >= 5, "{clauses:?}");
}

/// Replays that are not illegal to a spectator, because they depend on the order of a deck, on a
/// card put under a deck, or on a digest.
const UNSEEN: [&str; 3] = ["claim-digest", "post-draw-two", "reveal-deck"];

#[test]
fn illegal_replays_stay_illegal_for_a_spectator() {
    let folder = root().join("replays/illegal");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let log = Log::read(&std::fs::read(&path).unwrap()).unwrap();
        check_stable(&log);
        let breach = first(&judged(&log));
        let judgment = judged(&view_of(Viewer::Spectator, &log));
        let visible = !UNSEEN.contains(&name.as_str());
        assert_eq!(first(&judgment), breach.filter(|_| visible), "{name}");
    }
}

#[test]
fn anonymizing_removes_names_and_keeps_the_verdict() {
    for log in games() {
        let before = judged(&log);
        let mut nameless = with_secrets(log.clone());
        nameless.turns.pop_if(|turn| turn.is_foreign());
        for (turn, whole) in nameless.turns.iter_mut().zip(&log.turns) {
            let under = blind_reservation(&mut whole.clone()).and_then(|[_, under]| *under);
            if let Some([_, below]) = blind_reservation(turn) {
                *below = under;
            }
        }
        anonymize(&mut nameless);
        let client = log.source.as_ref().unwrap().client.clone();
        let version = nameless.source.as_ref().unwrap().client_version.clone();
        let source = Source { client, client_version: version, ..Source::default() };
        let mut players = log.players.clone();
        for player in &mut players {
            player.name = None;
        }
        assert_eq!(nameless, Log { source: Some(source), players, ..log.clone() });
        assert!(anonymize(&mut nameless.clone()).is_empty());
        assert_eq!(judged(&nameless).verdict(), before.verdict());
    }
}
