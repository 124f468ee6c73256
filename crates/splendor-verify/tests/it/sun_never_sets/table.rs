//! Follows a legal log with Orient and Strongholds, independently of the verifier: which cards lie
//! in the market and in front of each seat, and where strongholds stand.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Returns the color that the card itself has, if any.
pub(super) fn printed_color(card: &str) -> Option<&'static str> {
    let brings = &card[2..];
    if brings.starts_with("gg") || brings.starts_with('c') {
        return None;
    }
    Some(color_of_letter(&brings[..1]))
}

fn color_of_letter(letter: &str) -> &'static str {
    match letter {
        "d" => "diamond",
        "s" => "sapphire",
        "e" => "emerald",
        "r" => "ruby",
        "o" => "onyx",
        _ => panic!("{letter} is no color"),
    }
}

/// Returns the level of a card.
pub(super) fn level(card: &str) -> u8 {
    card.as_bytes()[0].to_ascii_lowercase() - b'a' + 1
}

/// Whether the card is worth two gold once.
pub(super) fn is_virtual_gold(card: &str) -> bool {
    card[2..].starts_with("gg")
}

/// Whether the card brings a free card.
pub(super) fn brings_a_card(card: &str) -> bool {
    card[2..].starts_with("ca") || card[3..].starts_with('b')
}

/// Whether the card is one of the base game, which has no power.
pub(super) fn is_base(card: &str) -> bool {
    card.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// Returns the color of the two cards that are the price of the card, if cards are its price.
pub(super) fn discarded_color(card: &str) -> Option<&'static str> {
    card[2..].split_once("x2").map(|(_, letter)| color_of_letter(letter))
}

/// The strings of an array in a log.
pub(super) fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(|it| it.as_str().unwrap()).collect()
}

/// The table before a turn.
pub(super) struct Table {
    /// Whether the game has the module Orient.
    pub(super) orient: bool,
    pub(super) with_strongholds: bool,
    pub(super) market: BTreeSet<String>,
    /// The cards in front of each seat, each with the color that it counts as.
    pub(super) cards: Vec<BTreeMap<String, Option<String>>>,
    /// The seat that has strongholds on a card, and their number.
    pub(super) strongholds: BTreeMap<String, (usize, u32)>,
}

impl Table {
    pub(super) fn new(log: &Value) -> Self {
        let rows = log["setup"]["market"].as_object().unwrap().values();
        let modules = strings(&log["rules"]["modules"]);
        Self {
            orient: modules.contains(&"orient"),
            with_strongholds: modules.contains(&"strongholds"),
            market: rows.flat_map(strings).map(str::to_owned).collect(),
            cards: vec![BTreeMap::new(); log["players"].as_array().unwrap().len()],
            strongholds: BTreeMap::new(),
        }
    }

    /// Returns how many cards of a color a seat has.
    pub(super) fn count(&self, seat: usize, color: &str) -> usize {
        self.cards[seat].values().filter(|own| own.as_deref() == Some(color)).count()
    }

    /// Returns how many strongholds of a seat are on no card.
    pub(super) fn stock(&self, seat: usize) -> u32 {
        let own = self.strongholds.values().filter(|(owner, _)| *owner == seat);
        3 - own.map(|(_, number)| number).sum::<u32>()
    }

    /// Returns the cards with strongholds of another seat.
    pub(super) fn of_rivals(&self, seat: usize) -> impl Iterator<Item = &str> {
        let rival = self.strongholds.iter().filter(move |(_, (owner, _))| *owner != seat);
        rival.map(|(card, _)| card.as_str())
    }

    /// Plays a legal turn.
    pub(super) fn play(&mut self, turn: &Value) {
        let seat = usize::try_from(turn["seat"].as_u64().unwrap()).unwrap();
        if let Some(card) = turn["reserve"]["market"].as_str() {
            self.leave(card);
        }
        self.act(seat, turn);
    }

    /// Plays the purchase of a turn, if it has one, then its conquest; then cards are revealed.
    fn act(&mut self, seat: usize, turn: &Value) {
        for event in [turn, &turn["conquest"]] {
            if event.get("purchase").is_some() {
                self.buy(seat, event);
            }
        }
        self.refill(turn);
        self.refill(&turn["conquest"]);
    }

    fn buy(&mut self, seat: usize, event: &Value) {
        let purchase = &event["purchase"];
        for field in ["spend", "discard"] {
            for card in strings(&purchase[field]) {
                self.cards[seat].remove(card).unwrap();
            }
        }
        self.gain(seat, purchase["card"].as_str().unwrap(), event);
        self.step(seat, &event["stronghold"]);
    }

    fn gain(&mut self, seat: usize, card: &str, event: &Value) {
        self.leave(card);
        let copied = event["copy"].as_str().map(|copied| self.copied_color(seat, copied));
        let color = copied.or_else(|| printed_color(card).map(str::to_owned));
        self.cards[seat].insert(card.to_owned(), color);
        if let Some(free) = event.get("free") {
            self.gain(seat, free["card"].as_str().unwrap(), free);
        }
    }

    /// Returns the color that a log names, by itself or by a card that has it.
    fn copied_color(&self, seat: usize, copied: &str) -> String {
        let card = self.cards[seat].get(copied);
        card.map_or_else(|| copied.to_owned(), |color| color.clone().unwrap())
    }

    fn leave(&mut self, card: &str) {
        if self.market.remove(card) {
            self.strongholds.remove(card);
        }
    }

    fn step(&mut self, seat: usize, step: &Value) {
        if let Some(card) = step["remove"]["card"].as_str() {
            self.strongholds.remove(card);
        }
        if let Some(from) = step["move"]["from"].as_str() {
            let (_, number) = self.strongholds.get_mut(from).unwrap();
            *number -= 1;
            self.strongholds.retain(|_, (_, number)| *number > 0);
        }
        if let Some(to) = step["place"].as_str().or(step["move"]["to"].as_str()) {
            self.strongholds.entry(to.to_owned()).or_insert((seat, 0)).1 += 1;
        }
    }

    fn refill(&mut self, event: &Value) {
        self.market.extend(event["refill"].as_str().map(str::to_owned));
        if let Some(free) = event.get("free") {
            self.refill(free);
        }
    }
}
