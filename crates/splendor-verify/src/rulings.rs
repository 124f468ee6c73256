//! From the rules that a log declares to those of the core.

use splendor_core::{
    Boxes, Edition, Fewer, GoldUse, Modules, NobleChoice, NobleTime, Overpay, Pass, Powers, Return,
    Rules, Rulings, Stalemate, Tie,
};
use splendor_schema::{AppliedRuling, Name, Ruling, RulingOrigin};

use crate::Unsupported;

/// A ruling: its name, its values, and whether values other than the default can be judged by.
#[derive(Clone, Copy, Debug)]
pub struct RulingInfo {
    /// The name in a log.
    pub name: &'static str,
    /// The values, the default first.
    pub values: &'static [&'static str],
    /// The question that it answers.
    pub question: &'static str,
}

/// Every ruling, in the order of the book.
pub const RULINGS: [RulingInfo; 12] = [
    RulingInfo {
        name: "fewer",
        values: &["when-short", "all-available", "up-to-three", "to-ten", "never"],
        question: "when may you take fewer than three different gems?",
    },
    RulingInfo {
        name: "pass",
        values: &["when-stuck", "always", "never"],
        question: "when may you pass?",
    },
    RulingInfo {
        name: "stalemate",
        values: &["ends", "continues", "passed-round"],
        question: "what happens if every seat in a row had to pass?",
    },
    RulingInfo {
        name: "gold",
        values: &["free", "last-resort"],
        question: "may you pay gold in place of a gem that you have?",
    },
    RulingInfo {
        name: "tie",
        values: &[
            "fewest-cards-then-shared",
            "most-prestige-shared",
            "last-seat",
            "first-seat",
            "fewest-cards-then-first-seat",
        ],
        question: "which seat wins a tie for the most prestige?",
    },
    RulingInfo {
        name: "target",
        values: &["15"],
        question: "how much prestige triggers the end? (any number from 1 to 255)",
    },
    RulingInfo {
        name: "noble-choice",
        values: &["seat", "first-listed", "all"],
        question: "which noble comes if you meet the demands of several?",
    },
    RulingInfo {
        name: "return",
        values: &["exact", "up-to", "anything"],
        question: "how many tokens above ten do you return?",
    },
    RulingInfo {
        name: "noble-time",
        values: &["every-turn", "after-action", "after-purchase"],
        question: "after which turns do nobles come?",
    },
    RulingInfo {
        name: "powers",
        values: &["mandatory", "optional"],
        question: "may you decline the power of a post?",
    },
    RulingInfo {
        name: "overpay",
        values: &["half-gold", "irredundant"],
        question: "may you pay a token that doubled gold makes unnecessary?",
    },
];

/// Returns the rules that a log declares, with the rulings of the command line laid over them.
///
/// # Errors
///
/// What the log or the command line asks for and is not known.
pub fn rules(
    told: &splendor_schema::Rules,
    overrides: &[(String, String)],
) -> Result<Rules, Unsupported> {
    let edition = match told.edition.as_str() {
        "2014" => Edition::Y2014,
        "2024" => Edition::Y2024,
        other => return Err(Unsupported::Edition(other.into())),
    };
    let mut modules = Modules::default();
    for (place, name) in told.modules.iter().enumerate() {
        match (name.as_str(), edition) {
            ("cities", Edition::Y2024) => modules.cities = true,
            ("trading-posts", Edition::Y2024) => modules.trading_posts = true,
            _ => return Err(Unsupported::Module { place, name: name.clone() }),
        }
    }
    let mut boxes = Boxes::default();
    for (place, name) in told.boxes.iter().enumerate() {
        match (name.as_str(), edition) {
            ("silk-road", Edition::Y2024) => boxes.silk_road = true,
            ("sun-never-sets", Edition::Y2024) => boxes.sun_never_sets = true,
            _ => return Err(Unsupported::Box { place, name: name.clone() }),
        }
    }
    let mut rulings = Rulings::default();
    let overridden = |name: &str| overrides.iter().any(|(other, _)| other == name);
    for (name, value) in told.rulings.iter().filter(|(name, _)| !overridden(name.as_str())) {
        set(&mut rulings, name.as_str(), &value.text())?;
    }
    for (name, value) in overrides {
        set(&mut rulings, name, value)?;
    }
    Ok(Rules { edition, modules, boxes, rulings })
}

fn set(rulings: &mut Rulings, name: &str, value: &str) -> Result<(), Unsupported> {
    let unknown = || Unsupported::Ruling { name: name.into(), value: value.into() };
    match (name, value) {
        ("fewer", "when-short") => rulings.fewer = Fewer::WhenShort,
        ("fewer", "all-available") => rulings.fewer = Fewer::AllAvailable,
        ("fewer", "up-to-three") => rulings.fewer = Fewer::UpToThree,
        ("fewer", "to-ten") => rulings.fewer = Fewer::ToTen,
        ("fewer", "never") => rulings.fewer = Fewer::Never,
        ("pass", "when-stuck") => rulings.pass = Pass::WhenStuck,
        ("pass", "always") => rulings.pass = Pass::Always,
        ("pass", "never") => rulings.pass = Pass::Never,
        ("stalemate", "ends") => rulings.stalemate = Stalemate::Ends,
        ("stalemate", "continues") => rulings.stalemate = Stalemate::Continues,
        ("stalemate", "passed-round") => rulings.stalemate = Stalemate::PassedRound,
        ("gold", "free") => rulings.gold = GoldUse::Free,
        ("gold", "last-resort") => rulings.gold = GoldUse::LastResort,
        ("tie", "fewest-cards-then-shared") => rulings.tie = Tie::FewestCardsThenShared,
        ("tie", "most-prestige-shared") => rulings.tie = Tie::MostPrestigeShared,
        ("tie", "last-seat") => rulings.tie = Tie::LastSeat,
        ("tie", "first-seat") => rulings.tie = Tie::FirstSeat,
        ("tie", "fewest-cards-then-first-seat") => rulings.tie = Tie::FewestCardsThenFirstSeat,
        ("noble-choice", "seat") => rulings.noble_choice = NobleChoice::Seat,
        ("noble-choice", "first-listed") => rulings.noble_choice = NobleChoice::FirstListed,
        ("noble-choice", "all") => rulings.noble_choice = NobleChoice::All,
        ("return", "exact") => rulings.returns = Return::Exact,
        ("return", "up-to") => rulings.returns = Return::UpTo,
        ("return", "anything") => rulings.returns = Return::Anything,
        ("noble-time", "every-turn") => rulings.noble_time = NobleTime::EveryTurn,
        ("noble-time", "after-action") => rulings.noble_time = NobleTime::AfterAction,
        ("noble-time", "after-purchase") => rulings.noble_time = NobleTime::AfterPurchase,
        ("powers", "mandatory") => rulings.powers = Powers::Mandatory,
        ("powers", "optional") => rulings.powers = Powers::Optional,
        ("overpay", "half-gold") => rulings.overpay = Overpay::HalfGold,
        ("overpay", "irredundant") => rulings.overpay = Overpay::Irredundant,
        ("target", number) => {
            let target = number
                .parse()
                .ok()
                .filter(|&target: &u8| target > 0 && target.to_string() == number);
            rulings.target = target.ok_or_else(unknown)?;
        }
        _ => return Err(unknown()),
    }
    Ok(())
}

/// Returns every ruling with the value that was judged by and who chose it.
pub fn applied(
    told: &splendor_schema::Rules,
    overrides: &[(String, String)],
) -> Vec<AppliedRuling> {
    let value = |name: &str| {
        let over = overrides.iter().rev().find(|(other, _)| other == name);
        let over = over.map(|(_, value)| (told_as(value), RulingOrigin::Override));
        let told = told.rulings.get(name).map(|value| (told_as(&value.text()), RulingOrigin::Log));
        over.or(told)
    };
    RULINGS
        .iter()
        .map(|ruling| {
            let default = || (told_as(ruling.values[0]), RulingOrigin::Default);
            let (value, origin) = value(ruling.name).unwrap_or_else(default);
            AppliedRuling { name: ruling.name.to_owned(), value, origin }
        })
        .collect()
}

/// The value of a ruling as a report tells it: a number where it is one.
fn told_as(value: &str) -> Ruling {
    value.parse().map_or_else(|_| Ruling::Word(value.into()), Ruling::Number)
}

/// Says what is known in place of a ruling, or a value of one, that is not.
pub(crate) fn unknown(name: &Name, value: &Name) -> String {
    let names = RULINGS.map(|ruling| ruling.name).join(", ");
    let values = |ruling: &RulingInfo| match ruling.name {
        "target" => "any number from 1 to 255".to_owned(),
        _ => ruling.values.join(", "),
    };
    RULINGS.iter().find(|ruling| *name == ruling.name).map_or_else(
        || format!("the ruling `{name}` is not known; known are {names}"),
        |known| format!("the ruling `{name}` cannot be `{value}`; known values: {}", values(known)),
    )
}
