//! Matches a client's own table of cards with the 90 cards of the base game.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Value, json};
use splendor_core::{CARD_COUNT, Card, Color, Components, Gems, Level};
use splendor_schema::json::layout::lines_of;
use splendor_schema::visible;
use splendor_verify::words::gems;

/// A client's table, with the card of the box for each row.
#[derive(Debug)]
pub(super) struct OwnCards {
    rows: Vec<MatchedRow>,
    /// The names of the columns that mean nothing here.
    unused: Vec<String>,
}

/// A row of the table.
#[derive(Debug)]
struct MatchedRow {
    /// Where it stands, like `line 18` or `card 17`.
    place: String,
    /// What the client calls the card, if a column says so.
    own: Option<String>,
    card: Result<Card, WrongRow>,
}

/// Why a row is none of the cards.
#[derive(Debug)]
enum WrongRow {
    /// A value is missing, or cannot be read.
    Unreadable(String),
    /// The box has no such card; the nearest that it has, if any.
    Unknown(Card, Option<Card>),
    /// An earlier row, at this place, is the same card.
    Again(Card, String),
}

/// What a column says about a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Own,
    Level,
    Bonus,
    Prestige,
    Cost(Color),
}

impl Column {
    /// Every column that a table must have.
    fn needed() -> impl Iterator<Item = Self> {
        let facts = [Self::Level, Self::Bonus, Self::Prestige];
        facts.into_iter().chain(Color::ALL.map(Self::Cost))
    }

    /// Returns the meaning of a name like `Level`, `cost_white` or `gem color`.
    fn of(name: &str) -> Option<Self> {
        // A well-known sheet writes `(w)hite` and `bl(u)e`.
        let lower = name.to_lowercase().replace(['(', ')'], "");
        let words = lower.split(|letter: char| !letter.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        match words[..] {
            ["id" | "name" | "card" | "index" | "number" | "nr"] => Some(Self::Own),
            ["level" | "tier"] => Some(Self::Level),
            ["bonus" | "color" | "colour" | "gem" | "discount"]
            | ["bonus" | "gem", "color" | "colour"] => Some(Self::Bonus),
            ["prestige" | "points" | "point" | "pv" | "vp" | "score"]
            | ["prestige" | "victory", "points"] => Some(Self::Prestige),
            ["cost" | "price", color] | [color, "cost" | "price"] | [color] => {
                color_of(color).map(Self::Cost)
            }
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Own => "id",
            Self::Level => "level",
            Self::Bonus => "bonus",
            Self::Prestige => "prestige",
            Self::Cost(color) => color.name(),
        }
    }
}

/// Returns the color of a word. A `b` could be blue or black, so it is no color.
fn color_of(word: &str) -> Option<Color> {
    let word = word.trim().to_lowercase();
    match word.as_str() {
        "d" | "w" => Some(Color::Diamond),
        "s" | "u" => Some(Color::Sapphire),
        "e" | "g" => Some(Color::Emerald),
        "r" => Some(Color::Ruby),
        "o" | "k" => Some(Color::Onyx),
        _ => Color::ALL
            .into_iter()
            .find(|color| word == color.name())
            .or_else(|| Color::of_spoken(&word)),
    }
}

/// A row as the file has it: its place, and its values by the names of their columns.
type RawRow = (String, Vec<(String, String)>);

impl OwnCards {
    /// Reads a table: CSV with the names of the columns on top, or a list of objects in JSON.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim_start_matches('\u{feff}');
        let raw = match text.trim_start().chars().next() {
            None => return Err("the file is empty".to_owned()),
            Some('[' | '{') => read_json(text)?,
            Some(_) => read_csv(text)?,
        };
        if raw.is_empty() {
            return Err("the table has no rows".to_owned());
        }
        let columns = columns(&raw)?;
        let mut places = BTreeMap::new();
        let rows = raw.into_iter().map(|(place, values)| {
            let value_of = |column: Column| {
                let named = values.iter().find(|(name, _)| columns[name] == Some(column));
                named.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
            };
            let card = described(value_of).and_then(|card| in_the_box(card, &place, &mut places));
            MatchedRow { own: value_of(Column::Own).map(str::to_owned), card, place }
        });
        let rows = rows.collect();
        let unused = columns.iter().filter(|(_, column)| column.is_none());
        Ok(Self { rows, unused: unused.map(|(name, _)| name.clone()).collect() })
    }

    /// Whether every row is a card, and every card has a row.
    pub(super) fn is_complete(&self) -> bool {
        self.rows.iter().all(|row| row.card.is_ok()) && self.missing().is_empty()
    }

    /// Returns the rows that are cards.
    fn found(&self) -> impl Iterator<Item = (&MatchedRow, Card)> {
        self.rows.iter().filter_map(|row| Some((row, *row.card.as_ref().ok()?)))
    }

    /// Returns the cards of the box that no row describes.
    fn missing(&self) -> Vec<Card> {
        let all = Components::published();
        let is_missing = |card: &Card| self.found().all(|(_, found)| found != *card);
        all.cards().iter().map(|id| all.card(id)).filter(is_missing).collect()
    }

    /// Returns the id of each card, then what is wrong.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (row, card) in self.found() {
            let id = card.to_string();
            text += &format!("{id:<14} {}\n", visible::line(row.called()));
        }
        for row in &self.rows {
            if let Err(wrong) = &row.card {
                text += &format!("{}: {}\n", row.place, visible::line(&wrong.to_string()));
            }
        }
        for card in self.missing() {
            text += &format!("missing: {card}, {}\n", facts(card));
        }
        if !self.unused.is_empty() {
            let names: Vec<String> = self.unused.iter().map(|name| format!("`{name}`")).collect();
            text += &format!("not used: {}\n", visible::line(&names.join(", ")));
        }
        let found = self.found().count();
        text + &format!("{found} of {CARD_COUNT} cards found in {} rows\n", self.rows.len())
    }

    /// Returns a line of JSON for each row and each missing card.
    pub(super) fn json(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let mut line = json!({ "place": row.place, "own": row.called() });
            match &row.card {
                Ok(card) => line["card"] = card.to_string().into(),
                Err(wrong) => {
                    line["wrong"] = wrong.to_string().into();
                    if let WrongRow::Unknown(_, Some(nearest)) = wrong {
                        line["nearest"] = nearest.to_string().into();
                    }
                }
            }
            line
        });
        let missing = self.missing().into_iter().map(|card| json!({ "missing": card.to_string() }));
        lines_of(rows.chain(missing))
    }
}

impl MatchedRow {
    /// What the client calls the card; without an id, the place of the row.
    fn called(&self) -> &str {
        self.own.as_deref().unwrap_or(&self.place)
    }
}

impl fmt::Display for WrongRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "{why}"),
            Self::Unknown(card, None) => write!(f, "no card has {}", facts(*card)),
            Self::Unknown(card, Some(nearest)) => {
                write!(
                    f,
                    "no card has {}; the nearest, {nearest}, has {}",
                    facts(*card),
                    facts(*nearest)
                )
            }
            Self::Again(card, earlier) => write!(f, "{card} again, after {earlier}"),
        }
    }
}

/// Returns the facts of a card in words.
fn facts(card: Card) -> String {
    let (level, points, bonus) = (card.level().number(), card.points(), card.brings());
    format!("level {level}, {points} prestige, {bonus}, cost {}", gems(card.cost()))
}

/// Returns what each column means. Of several ids and names, the first is what a card is called.
fn columns(raw: &[RawRow]) -> Result<BTreeMap<String, Option<Column>>, String> {
    let mut columns = BTreeMap::<String, Option<Column>>::new();
    let mut known = Vec::<(Column, &str)>::new();
    for (place, values) in raw {
        let mut names = BTreeSet::new();
        for (name, _) in values {
            if !names.insert(name) {
                return Err(format!("{place} has two values that are named `{name}`"));
            }
            if columns.contains_key(name) {
                continue;
            }
            let mut column = Column::of(name);
            if let Some(meaning) = column {
                match known.iter().find(|(other, _)| *other == meaning) {
                    Some(_) if meaning == Column::Own => column = None,
                    Some((_, twin)) => {
                        return Err(format!("the columns `{twin}` and `{name}` mean the same"));
                    }
                    None => known.push((meaning, name)),
                }
            }
            columns.insert(name.clone(), column);
        }
    }
    match Column::needed().find(|column| known.iter().all(|(other, _)| other != column)) {
        None => Ok(columns),
        Some(column) => Err(format!("no column is named `{}`", column.name())),
    }
}

/// Returns the card that a row describes.
fn described<'v>(value_of: impl Fn(Column) -> Option<&'v str>) -> Result<Card, WrongRow> {
    let unreadable = |column: Column, needed: &str| {
        let value = value_of(column).map_or("nothing".to_owned(), |value| format!("`{value}`"));
        WrongRow::Unreadable(format!("{} is {value}, needed {needed}", column.name()))
    };
    let number = |column: Column| match value_of(column) {
        None => Ok(0),
        Some(value) => match value.parse() {
            Ok(number @ 0..=9_u8) => Ok(number),
            _ => Err(unreadable(column, "a number from 0 to 9")),
        },
    };
    let level = match value_of(Column::Level) {
        Some("1" | "I") => Level::One,
        Some("2" | "II") => Level::Two,
        Some("3" | "III") => Level::Three,
        _ => return Err(unreadable(Column::Level, "1, 2 or 3")),
    };
    let bonus = value_of(Column::Bonus).and_then(color_of);
    let bonus =
        bonus.ok_or_else(|| unreadable(Column::Bonus, "a color like `blue` or `sapphire`"))?;
    let mut cost = [0; 5];
    for (count, color) in cost.iter_mut().zip(Color::ALL) {
        *count = number(Column::Cost(color))?;
    }
    Ok(Card::base(level, bonus, number(Column::Prestige)?, Gems::new(cost)))
}

/// Returns the card if the box has it and no earlier row. `places` has the place of each card.
fn in_the_box(
    card: Card,
    place: &str,
    places: &mut BTreeMap<String, String>,
) -> Result<Card, WrongRow> {
    if Components::published().find_card(card).is_none() {
        return Err(WrongRow::Unknown(card, Components::published().nearest_card(card)));
    }
    match places.entry(card.to_string()) {
        Entry::Occupied(earlier) => Err(WrongRow::Again(card, earlier.get().clone())),
        Entry::Vacant(free) => {
            free.insert(place.to_owned());
            Ok(card)
        }
    }
}

/// Reads CSV. The line of names decides what separates the values: commas, semicolons or tabs.
fn read_csv(text: &str) -> Result<Vec<RawRow>, String> {
    let names = text.trim_start().lines().next().unwrap_or_default();
    let occurs = |byte: &u8| names.bytes().filter(|other| other == byte).count();
    let delimiter = [b',', b';', b'\t'].into_iter().max_by_key(occurs).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
    let names = reader.headers().map_err(|error| reason(&error))?.clone();
    let row = |record: Result<csv::StringRecord, csv::Error>| {
        let record = record.map_err(|error| reason(&error))?;
        let line = record.position().map_or(0, csv::Position::line);
        let values =
            names.iter().zip(&record).map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok((format!("line {line}"), values.collect()))
    };
    reader.records().map(row).collect()
}

/// Returns why a line of CSV cannot be read.
fn reason(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos: Some(place), expected_len, len } => {
            let line = place.line();
            format!("line {line} has {len} values, needed {expected_len}, as in the first line")
        }
        _ => error.to_string(),
    }
}

/// Reads a list of objects; the values of an object in an object stand under their own names.
fn read_json(text: &str) -> Result<Vec<RawRow>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let Some(list) = value.as_array().or_else(|| value.get("cards")?.as_array()) else {
        return Err("the file is no list of cards".to_owned());
    };
    let row = |(at, card): (usize, &Value)| {
        let mut values = Vec::new();
        collect_values("", card, &mut values);
        (format!("card {at}"), values)
    };
    Ok((1..).zip(list).map(row).collect())
}

/// Adds the values of a JSON value, by the names that they have in it.
fn collect_values(name: &str, value: &Value, values: &mut Vec<(String, String)>) {
    match value {
        Value::Null | Value::Array(_) => {}
        Value::Object(object) => {
            object.iter().for_each(|(name, value)| collect_values(name, value, values));
        }
        Value::String(text) => values.push((name.to_owned(), text.clone())),
        Value::Bool(_) | Value::Number(_) => values.push((name.to_owned(), value.to_string())),
    }
}
