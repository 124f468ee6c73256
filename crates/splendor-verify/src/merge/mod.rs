//! Merges the logs of several views of one game.
//!
//! Each view may know facts that another view lacks, like the card that a seat reserved from a
//! deck. The merged log has every fact that some view records. Views of one game agree on each
//! fact that they share; two that differ contradict each other, and nothing is merged.

mod fields;
mod path;
mod trees;

use std::collections::BTreeMap;

use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::{Log, ReadError, text_of};

use fields::{Absence, absence, is_unordered, says_none};
use path::Path;
use trees::{entries, keys, member, sorted, word};

/// The log of a view, read.
#[derive(Debug)]
pub struct View<'t> {
    text: &'t str,
    tree: Tree<'t>,
    /// The fields of turns that the view does not record.
    omits: Vec<String>,
    turns: usize,
    /// Whether the view has seen how the game stopped.
    ended: bool,
}

impl<'t> View<'t> {
    /// Reads the log of a view.
    ///
    /// # Errors
    ///
    /// Returns an error with its place if the bytes are not a log.
    pub fn read(bytes: &'t [u8]) -> Result<Self, ReadError> {
        let log = Log::read(bytes)?;
        let text = text_of(bytes)?;
        let tree = Tree::read(text, 0..text.len())?;
        let omits = member(&tree, "omits").map_or(&[][..], entries);
        let omits = omits.iter().filter_map(word).map(str::to_owned).collect();
        let ended = log.end.is_some() || log.result.is_some();
        Ok(Self { text, tree, omits, turns: log.turns.len(), ended })
    }

    /// Returns the text of a value.
    fn part(&self, value: &Tree<'_>) -> &'t str {
        &self.text[value.span.clone()]
    }

    fn omits(&self, field: &str) -> bool {
        self.omits.iter().any(|name| name == field)
    }

    /// Returns whether the first noble of the setup comes if a seat meets the demands of several.
    fn first_noble_comes(&self) -> bool {
        let rulings = member(&self.tree, "rules").and_then(|rules| member(rules, "rulings"));
        let ruling = rulings.and_then(|rulings| member(rulings, "noble-choice"));
        ruling.and_then(word) == Some("first-listed")
    }
}

/// A merged log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The log.
    pub log: Log,
    /// The fields that no rule reads and in which the views differ, with their number. The log does
    /// not have them.
    pub left_out: BTreeMap<String, u64>,
}

/// Why views were not merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotMerged {
    /// Two views differ in a fact.
    Contradiction(Box<Contradiction>),
    /// The merged log would be larger than a log may be.
    TooLarge,
}

/// A fact in which two views differ, the first in the order of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The JSON pointer of the field.
    pub pointer: String,
    /// The two sides, the earlier view first.
    pub sides: [Side; 2],
}

/// What one view says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The index of the view, from 0.
    pub view: usize,
    /// The place in its text: the first byte of the value or, without a value, of the object or
    /// list that lacks it.
    pub offset: usize,
    /// The value as the text has it. Absent if the view lacks the field.
    pub value: Option<String>,
}

/// Merges the views of one game.
///
/// A view that stops earlier than another one, and does not say how the game stopped, is a view of
/// the first turns.
///
/// ```
/// use splendor_schema::json::layout::json_line;
/// use splendor_play::generate::{GenerateOptions, generate};
/// use splendor_verify::merge::{View, merge};
/// use splendor_verify::redact::{Viewer, redact};
///
/// let game = generate(&GenerateOptions { decks: false, ..GenerateOptions::default() });
/// let texts = [Viewer::Seat(0), Viewer::Seat(1)].map(|viewer| {
///     let mut seen = game.clone();
///     redact(&mut seen, viewer).expect("the seat is at the table");
///     json_line(&seen)
/// });
/// let views = texts.each_ref().map(|text| View::read(text.as_bytes()).expect("a log"));
/// assert_eq!(merge(&views).expect("no contradiction").log.turns, game.turns);
/// ```
///
/// # Errors
///
/// Returns the first contradiction, or an error if the merged log would be too large.
///
/// # Panics
///
/// Panics without a view.
pub fn merge(views: &[View<'_>]) -> Result<Merged, NotMerged> {
    let mut merger = Merger {
        views,
        first_listed: views.iter().any(View::first_noble_comes),
        text: String::new(),
        path: Path::default(),
        left_out: BTreeMap::new(),
    };
    let facts: Vec<_> = views.iter().enumerate().map(|(view, all)| (view, &all.tree)).collect();
    merger.join("", "", &facts).map_err(NotMerged::Contradiction)?;
    // Only its size can make the merged text unreadable: each part of it is a part of a log.
    let log = Log::read(merger.text.as_bytes()).map_err(|_| NotMerged::TooLarge)?;
    Ok(Merged { log, left_out: merger.left_out })
}

/// The value of a field in a view, given by its index.
type Fact<'m> = (usize, &'m Tree<'m>);

/// Writes the merged log as text, made of parts of the views' texts.
struct Merger<'m> {
    views: &'m [View<'m>],
    first_listed: bool,
    text: String,
    path: Path<'m>,
    left_out: BTreeMap<String, u64>,
}

type Joined = Result<(), Box<Contradiction>>;

impl<'m> Merger<'m> {
    /// Writes one field, given all values that the views have for it, at least one.
    fn join(&mut self, object: &str, key: &'m str, facts: &[Fact<'m>]) -> Joined {
        if key == "omits" && object.is_empty() {
            self.write_omits();
            return Ok(());
        }
        if key == "copy" {
            return self.join_copies(facts);
        }
        if key == "foreign" {
            self.join_foreign(facts);
            return Ok(());
        }
        if is_unordered(object, key, self.first_listed) {
            return self.join_equal(facts, |value| sorted(value));
        }
        let objects = facts.iter().all(|(_, fact)| matches!(fact.value, Value::Object(_)));
        let lists = facts.iter().all(|(_, fact)| matches!(fact.value, Value::List(_)));
        if objects {
            self.join_objects(key, facts)
        } else if lists {
            self.join_lists(key, facts)
        } else {
            self.join_equal(facts, |value| &value.value)
        }
    }

    /// Writes the value of the first view, if all views have an equal one.
    fn join_equal<T: PartialEq>(
        &mut self,
        facts: &[Fact<'m>],
        compared: impl Fn(&'m Tree<'m>) -> T,
    ) -> Joined {
        self.check_equal(facts, compared)?;
        self.write(facts[0]);
        Ok(())
    }

    fn check_equal<T: PartialEq>(
        &self,
        facts: &[Fact<'m>],
        compared: impl Fn(&'m Tree<'m>) -> T,
    ) -> Joined {
        let first = compared(facts[0].1);
        let other = facts.iter().find(|(_, fact)| compared(fact) != first);
        other.map_or(Ok(()), |&other| self.refuse(facts[0], other, Has::Value))
    }

    fn join_objects(&mut self, name: &'m str, facts: &[Fact<'m>]) -> Joined {
        self.text.push('{');
        let mut separator = "";
        for key in keys(facts) {
            self.path.push_key(key);
            let (have, lack): (Vec<Fact<'m>>, Vec<Fact<'m>>) =
                facts.iter().partition(|(_, fact)| member(fact, key).is_some());
            let values: Vec<Fact<'m>> =
                have.iter().filter_map(|&(view, fact)| Some((view, member(fact, key)?))).collect();
            if self.is_written(name, key, &values, &lack)? {
                self.text.push_str(separator);
                self.text.push_str(&format!("\"{key}\":"));
                match absence(name, key) {
                    Absence::Unread => self.write(values[0]),
                    _ => self.join(name, key, &values)?,
                }
                separator = ",";
            }
            self.path.pop();
        }
        self.text.push('}');
        Ok(())
    }

    /// Returns whether the merged log has a field that some views have and other views lack.
    fn is_written(
        &mut self,
        object: &str,
        key: &str,
        have: &[Fact<'m>],
        lack: &[Fact<'m>],
    ) -> Result<bool, Box<Contradiction>> {
        let denies = |(view, _): &&Fact<'m>| match absence(object, key) {
            Absence::None => true,
            Absence::NoneUnlessOmitted => !self.views[*view].omits(key),
            Absence::Unrecorded | Absence::Unread => false,
        };
        if absence(object, key) == Absence::Unread {
            let agree = self.read_alike(have);
            if !agree {
                self.leave_out();
            }
            return Ok(agree);
        }
        let said = have.iter().find(|(_, fact)| !says_none(object, &fact.value));
        match (said, lack.iter().find(denies)) {
            (Some(&said), Some(&denying)) => self.refuse(said, denying, Has::Nothing),
            _ => Ok(true),
        }
    }

    /// Returns whether the views spell a value in the same way.
    fn read_alike(&self, facts: &[Fact<'m>]) -> bool {
        let part = |&(view, value): &Fact<'m>| self.views[view].part(value);
        facts.iter().all(|fact| part(fact) == part(&facts[0]))
    }

    /// Writes a foreign turn, with its content only if the views have the same.
    fn join_foreign(&mut self, facts: &[Fact<'m>]) {
        if self.read_alike(facts) {
            self.write(facts[0]);
        } else {
            self.text.push_str("{}");
            self.leave_out();
        }
    }

    fn join_lists(&mut self, key: &'m str, facts: &[Fact<'m>]) -> Joined {
        let lists: Vec<(usize, &'m [Tree<'m>])> =
            facts.iter().map(|&(view, fact)| (view, entries(fact))).collect();
        let longest = lists.iter().map(|(_, list)| list.len()).max().unwrap_or(0);
        self.text.push('[');
        for at in 0..longest {
            self.path.push_index(at);
            let has = |(view, list): &(usize, &'m [Tree<'m>])| Some((*view, list.get(at)?));
            let have: Vec<Fact<'m>> = lists.iter().filter_map(has).collect();
            let ends = |fact: &&Fact<'m>| {
                let (view, list) = (fact.0, entries(fact.1));
                list.len() <= at && (key != "turns" || self.views[view].ended)
            };
            if let Some(&short) = facts.iter().find(ends) {
                return self.refuse(have[0], short, Has::Nothing);
            }
            if at > 0 {
                self.text.push(',');
            }
            self.join(key, key, &have)?;
            self.path.pop();
        }
        self.text.push(']');
        Ok(())
    }

    /// Writes the copied color or, if some view names it, the card whose color is copied.
    fn join_copies(&mut self, facts: &[Fact<'m>]) -> Joined {
        let letter =
            |fact: &Fact<'m>, at: usize| word(fact.1).and_then(|word| word.chars().nth(at));
        let is_card =
            |fact: &&Fact<'m>| letter(fact, 1).is_some_and(|second| second.is_ascii_digit());
        let (cards, colors): (Vec<Fact<'m>>, Vec<Fact<'m>>) =
            facts.iter().partition(|fact| is_card(fact));
        let [Some(&card), Some(&color)] = [cards.first(), colors.first()] else {
            return self.join_equal(facts, |value| &value.value);
        };
        // The third letter of an id is the color of the card, or the `c` of a card that copies one.
        let of_card = letter(&card, 2);
        if of_card != Some('c') && of_card != letter(&color, 0) {
            return self.refuse(card, color, Has::Value);
        }
        self.check_equal(&colors, |value| &value.value)?;
        self.join_equal(&cards, |value| &value.value)
    }

    /// Writes the fields of turns that no complete view records: a complete view shows all turns.
    fn write_omits(&mut self) {
        let turns = self.views.iter().map(|view| view.turns).max();
        let complete: Vec<_> = self.views.iter().filter(|view| Some(view.turns) == turns).collect();
        let omitted =
            complete[0].omits.iter().filter(|&name| complete.iter().all(|view| view.omits(name)));
        let names: Vec<String> = omitted.map(|name| format!("\"{name}\"")).collect();
        self.text.push_str(&format!("[{}]", names.join(",")));
    }

    fn write(&mut self, (view, value): Fact<'m>) {
        self.text.push_str(self.views[view].part(value));
    }

    fn leave_out(&mut self) {
        *self.left_out.entry(self.path.field()).or_default() += 1;
    }

    /// Returns the contradiction between a value and another view, which has another value, or
    /// is the object or list that lacks the value.
    fn refuse<T>(
        &self,
        first: Fact<'m>,
        other: Fact<'m>,
        has: Has,
    ) -> Result<T, Box<Contradiction>> {
        let side = |(view, value): Fact<'m>, has| Side {
            view,
            offset: value.span.start,
            value: matches!(has, Has::Value).then(|| self.views[view].part(value).to_owned()),
        };
        let mut sides = [side(first, Has::Value), side(other, has)];
        sides.sort_by_key(|side| side.view);
        Err(Box::new(Contradiction { pointer: self.path.pointer(), sides }))
    }
}

/// What a view has where another view has a value.
#[derive(Clone, Copy, Debug)]
enum Has {
    Value,
    Nothing,
}
