//! What a log asks for and this version does not know.

use std::fmt;

use splendor_core::{Component, RULINGS, RulingInfo};
use splendor_schema::Name;

/// A feature of a log that this version does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// An unknown edition of the rulebook.
    Edition(Name),
    /// An unknown module.
    Module {
        /// The index in the list.
        place: usize,
        /// The name.
        name: Name,
    },
    /// An unknown box.
    Box {
        /// The index in the list.
        place: usize,
        /// The name.
        name: Name,
    },
    /// An unknown ruling, or an unknown value of a ruling.
    Ruling {
        /// The name.
        name: Name,
        /// The value.
        value: Name,
    },
    /// A component of the box of 2017, which has other cards and rules.
    Component {
        /// The component.
        component: Component,
        /// Its JSON pointer.
        pointer: String,
    },
    /// A foreign turn: not a turn of this game.
    Foreign {
        /// The turn, from 0.
        turn: usize,
    },
}

impl Unsupported {
    /// Returns the id of the finding.
    pub(crate) const fn id(&self) -> &'static str {
        match self {
            Self::Edition(_) => "unsupported.edition",
            Self::Module { .. } => "unsupported.module",
            Self::Box { .. } | Self::Component { .. } => "unsupported.box",
            Self::Ruling { .. } => "unsupported.ruling",
            Self::Foreign { .. } => "unsupported.foreign",
        }
    }

    /// Returns the number of the foreign turn, from 0.
    pub(crate) const fn turn(&self) -> Option<usize> {
        match self {
            Self::Foreign { turn } => Some(*turn),
            _ => None,
        }
    }

    /// Returns the JSON pointer of the feature in a log.
    pub(crate) fn pointer(&self) -> String {
        match self {
            Self::Edition(_) => "/rules/edition".to_owned(),
            Self::Module { place, .. } => format!("/rules/modules/{place}"),
            Self::Box { place, .. } => format!("/rules/boxes/{place}"),
            Self::Ruling { name, .. } => ruling_pointer(name.as_str()),
            Self::Component { pointer, .. } => pointer.clone(),
            Self::Foreign { turn } => format!("/turns/{turn}/foreign"),
        }
    }
}

/// Returns the JSON pointer of a ruling in a log.
pub(crate) fn ruling_pointer(name: &str) -> String {
    format!("/rules/rulings/{}", name.replace('~', "~0").replace('/', "~1"))
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edition(name) => {
                write!(f, "the edition `{name}` is unknown; the known editions are 2014 and 2024")
            }
            Self::Module { name, .. } => f.write_str(&unknown_module(name)),
            Self::Box { name, .. } => write!(
                f,
                "the box `{name}` is unknown for this edition; the known boxes of edition 2024 are \
                 `silk-road` and `sun-never-sets`"
            ),
            Self::Component { component, .. } => write!(
                f,
                "the {} {component} is in the box of 2017, Cities of Splendor, which has other \
                 cities, trading posts and cards of Orient than the boxes that are judged",
                component.kind()
            ),
            Self::Ruling { name, value } => f.write_str(&unknown_ruling(name, value)),
            Self::Foreign { .. } => {
                f.write_str("this is not a turn of the game; the turns after it cannot be judged")
            }
        }
    }
}

impl std::error::Error for Unsupported {}

/// Describes a module that the edition of the log does not have.
fn unknown_module(name: &Name) -> String {
    let known = "`cities`, `trading-posts`, `orient` and `strongholds`";
    match name.as_str() {
        "cities" | "trading-posts" => format!(
            "the module `{name}` belongs to edition 2024; the edition of 2014 has no modules here"
        ),
        "orient" | "strongholds" => format!(
            "the module `{name}` is judged with edition 2024 only: the box of 2017 has other cards \
             and another rule for strongholds"
        ),
        _ => format!("the module `{name}` is unknown; the modules of edition 2024 are {known}"),
    }
}

/// Describes an unknown ruling or value, and lists the known ones.
fn unknown_ruling(name: &Name, value: &Name) -> String {
    let names = RULINGS.map(|ruling| ruling.name).join(", ");
    let values = |ruling: &RulingInfo| match ruling.name {
        "target" => "the numbers from 1 to 255".to_owned(),
        _ => ruling.values.join(", "),
    };
    RULINGS.iter().find(|ruling| *name == ruling.name).map_or_else(
        || format!("the ruling `{name}` is unknown; the known rulings are {names}"),
        |known| {
            format!(
                "the ruling `{name}` cannot be `{value}`; the known values are {}",
                values(known)
            )
        },
    )
}
