//! A log to mutate, and the queries that the kinds of mutation use.

use serde_json::{Value, json};
use splendor_core::{CityId, Components, Post, Turn};
use splendor_schema::Log;
use splendor_verify::turn_to_log;

use super::edit::{Dice, Edit};
use super::story::{Seen, Story};

/// A legal log and its game.
pub(super) struct Scene {
    pub(super) name: String,
    pub(super) log: Value,
    pub(super) story: Story,
    pub(super) seen: Seen,
}

/// The kinds of tokens, in the order of the format.
pub(super) const TOKENS: [&str; 6] = ["diamond", "sapphire", "emerald", "ruby", "onyx", "gold"];
/// The lists of cards of a setup.
pub(super) const LEVELS: [&str; 3] = ["level1", "level2", "level3"];

impl Scene {
    /// Creates a scene from a log that must be proven legal.
    pub(super) fn new(name: String, log: &Log) -> Self {
        let story = Story::of(log).unwrap_or_else(|| panic!("{name} is not proven legal"));
        let (log, seen) = (serde_json::to_value(log).unwrap(), story.seen());
        Self { name, log, story, seen }
    }

    pub(super) fn turns(&self) -> &[Value] {
        self.log["turns"].as_array().unwrap()
    }

    pub(super) fn seats(&self) -> usize {
        self.log["players"].as_array().unwrap().len()
    }

    pub(super) fn seat_of(&self, turn: usize) -> u8 {
        self.story.turns[turn].seat
    }

    /// Returns the places in the turns that have a value at a path.
    pub(super) fn with(&self, path: &str) -> Vec<String> {
        let turns = self.turns().iter().enumerate();
        let has = turns.filter(|(_, turn)| turn.pointer(path).is_some());
        has.map(|(at, _)| format!("/turns/{at}{path}")).collect()
    }

    /// Returns the places in the turns that lack a value at a path, with the path appended.
    pub(super) fn without(&self, path: &str) -> Vec<String> {
        let turns = self.turns().iter().enumerate();
        let lack = turns.filter(|(_, turn)| turn.pointer(path).is_none());
        lack.map(|(at, _)| format!("/turns/{at}{path}")).collect()
    }

    pub(super) fn at(&self, pointer: &str) -> &Value {
        self.log.pointer(pointer).unwrap()
    }

    /// Returns the places and values of a list; empty if the list does not exist.
    pub(super) fn entries(&self, list: &str) -> Vec<(String, &Value)> {
        let all = self.log.pointer(list).and_then(Value::as_array).into_iter().flatten();
        all.enumerate().map(|(at, value)| (format!("{list}/{at}"), value)).collect()
    }

    /// Returns a turn as a log records it, with the seat and the claims of turn `at`.
    pub(super) fn written(&self, turn: &Turn, at: usize) -> Value {
        let mut json = serde_json::to_value(turn_to_log(&self.story.game, turn)).unwrap();
        json["seat"] = self.seat_of(at).into();
        if let Some(after) = self.turns()[at].get("after") {
            json["after"] = after.clone();
        }
        json
    }

    /// Returns a random legal turn of the position before turn `at`.
    pub(super) fn legal(&self, at: usize, dice: &mut Dice) -> Option<Turn> {
        let all = self.story.positions[at].legal_turns(&self.story.game);
        dice.some(all, 1).pop()
    }
}

/// Returns edits that set each place to some of these values.
pub(super) fn set_to(places: Vec<String>, values: &[String], dice: &mut Dice) -> Vec<Edit> {
    let some = |place: String| {
        let values = [(); 3].map(|()| values[dice.below(values.len())].as_str());
        values.map(|value| Edit::Set(place.clone(), value.into()))
    };
    places.into_iter().flat_map(some).collect()
}

/// Returns the cards of the box.
pub(super) fn cards() -> Vec<String> {
    let all = Components::published();
    all.cards().iter().map(|card| all.card(card).to_string()).collect()
}

/// Returns the nobles of every box.
pub(super) fn nobles() -> Vec<String> {
    let all = Components::published();
    all.nobles().iter().map(|noble| all.noble(noble).to_string()).collect()
}

/// Returns the faces of the cities.
pub(super) fn cities() -> Vec<String> {
    CityId::all().map(|city| city.facts().to_string()).collect()
}

/// Returns the trading posts.
pub(super) fn posts() -> Vec<String> {
    Post::ALL.map(|post| post.name().to_owned()).to_vec()
}

/// Returns edits that increment each kind of token, in counts that may not exist yet.
pub(super) fn one_more(scene: &Scene, place: &str) -> Vec<Edit> {
    let held = scene.log.pointer(place).cloned().unwrap_or_else(|| json!({}));
    let more = TOKENS.map(|kind| {
        let mut counts = held.clone();
        counts[kind] = (held[kind].as_u64().unwrap_or(0) + 1).into();
        Edit::Set(place.to_owned(), counts)
    });
    more.to_vec()
}

/// Returns edits that decrement each kind of token that is present.
pub(super) fn one_less(scene: &Scene, place: &str) -> Vec<Edit> {
    let counts = scene.at(place).as_object().unwrap();
    let held = counts.iter().filter_map(|(kind, count)| Some((kind, count.as_u64()?)));
    let less = held.filter(|&(_, count)| count > 0);
    less.map(|(kind, count)| Edit::Set(format!("{place}/{kind}"), (count - 1).into())).collect()
}

/// Returns edits that decrement one kind of token and increment another.
pub(super) fn another(scene: &Scene, place: &str) -> Vec<Edit> {
    let counts = scene.at(place).as_object().unwrap();
    let less = one_less(scene, place).into_iter();
    let exchanged = less.flat_map(|less| {
        let Edit::Set(at, _) = &less else { unreachable!() };
        let gone = at.rsplit_once('/').unwrap().1.to_owned();
        let others = TOKENS.into_iter().filter(move |&kind| kind != gone);
        others.map(move |kind| {
            let count = counts.get(kind).and_then(Value::as_u64).unwrap_or(0) + 1;
            let more = Edit::Set(format!("{place}/{kind}"), count.into());
            Edit::All(vec![less.clone(), more])
        })
    });
    exchanged.collect()
}
