//! JSON pointers to the parts of a log, made only for reports.

use splendor_core::{City, Component, Row, Violation};
use splendor_schema::turn::{
    Conquest, Copied, FreeCard, OneOrMany, Purchase, Reserve, StrongholdStep,
};
use splendor_schema::{Log, Turn};

mod breach;
mod sun_never_sets;

pub(crate) use breach::of_breach;

/// Calls `each` with every component that a log names, in the order of the format. The other
/// arguments are the turn, from 0 or `None` in the setup, and a function that returns the JSON
/// pointer. Most callers need few pointers, so none is built in advance.
pub(crate) fn each_component(
    log: &Log,
    mut each: impl FnMut(Component, Option<usize>, &dyn Fn() -> String),
) {
    for (at, &id) in log.setup.nobles.iter().flatten().enumerate() {
        each(Component::Noble(id), None, &|| format!("/setup/nobles/{at}"));
    }
    for (at, &id) in log.setup.cities.iter().flatten().enumerate() {
        each(Component::City(id), None, &|| format!("/setup/cities/{at}"));
    }
    for row in Row::ALL {
        for (at, &id) in log.setup.market.row(row).into_iter().flatten().enumerate() {
            each(Component::Card(id), None, &|| format!("/setup/market/{}/{at}", row.key()));
        }
    }
    for row in Row::ALL {
        let deck = log.setup.decks.as_ref().and_then(|decks| decks.row(row));
        for (at, &id) in deck.unwrap_or_default().iter().enumerate() {
            each(Component::Card(id), None, &|| format!("/setup/decks/{}/{at}", row.key()));
        }
    }
    for (at, turn) in log.turns.iter().enumerate() {
        each_of_turn(turn, |named, rest| {
            each(named, Some(at), &|| format!("/turns/{at}{}", rest()));
        });
    }
}

/// Calls `each` with every component that a turn names, and a function that returns the JSON
/// pointer relative to the turn.
pub(crate) fn each_of_turn(turn: &Turn, mut each: impl FnMut(Component, &dyn Fn() -> String)) {
    match turn.reserve {
        None => {}
        Some(Reserve::Market(id)) => each(Component::Card(id), &|| "/reserve/market".into()),
        Some(Reserve::Deck { row: _, card, under }) => {
            for (id, name) in [(card, "card"), (under, "under")] {
                if let Some(id) = id {
                    each(Component::Card(id), &|| format!("/reserve/{name}"));
                }
            }
        }
    }
    if let Some(purchase) = &turn.purchase {
        each_of_purchase(purchase, "", &mut each);
    }
    if let Some(id) = turn.refill {
        each(Component::Card(id), &|| "/refill".into());
    }
    each_of_effects(turn.copy, turn.free.as_deref(), turn.stronghold, "", &mut each);
    if let Some(conquest) = turn.conquest.as_deref() {
        each_of_purchase(&conquest.purchase, "/conquest", &mut each);
        if let Some(id) = conquest.refill {
            each(Component::Card(id), &|| "/conquest/refill".into());
        }
        let Conquest { copy, ref free, stronghold, .. } = *conquest;
        each_of_effects(copy, free.as_deref(), stronghold, "/conquest", &mut each);
    }
    match &turn.noble {
        None => {}
        Some(OneOrMany::One(id)) => each(Component::Noble(*id), &|| "/noble".into()),
        Some(OneOrMany::Many(ids)) => {
            for (at, id) in ids.iter().enumerate() {
                each(Component::Noble(*id), &|| format!("/noble/{at}"));
            }
        }
    }
    match &turn.post {
        None => {}
        Some(OneOrMany::One(id)) => each(Component::Post(*id), &|| "/post".into()),
        Some(OneOrMany::Many(ids)) => {
            for (at, id) in ids.iter().enumerate() {
                each(Component::Post(*id), &|| format!("/post/{at}"));
            }
        }
    }
}

/// Calls `each` with every card of a purchase. `event` is the pointer of the turn or the conquest.
fn each_of_purchase(
    purchase: &Purchase,
    event: &str,
    each: &mut impl FnMut(Component, &dyn Fn() -> String),
) {
    each(Component::Card(purchase.card), &|| format!("{event}/purchase/card"));
    for (key, cards) in [("spend", &purchase.spend), ("discard", &purchase.discard)] {
        for (at, &id) in cards.iter().enumerate() {
            each(Component::Card(id), &|| format!("{event}/purchase/{key}/{at}"));
        }
    }
}

/// Calls `each` with every card of the effects. `event` is the pointer of the turn or the conquest.
fn each_of_effects(
    copy: Option<Copied>,
    free: Option<&FreeCard>,
    step: Option<StrongholdStep>,
    event: &str,
    each: &mut impl FnMut(Component, &dyn Fn() -> String),
) {
    if let Some(Copied::Card(id)) = copy {
        each(Component::Card(id), &|| format!("{event}/copy"));
    }
    for (inside, free) in (1..).zip(FreeCard::from_outermost(free)) {
        let place = |key| format!("{event}{}/{key}", "/free".repeat(inside));
        each(Component::Card(free.card), &|| place("card"));
        if let Some(id) = free.refill {
            each(Component::Card(id), &|| place("refill"));
        }
        if let Some(Copied::Card(id)) = free.copy {
            each(Component::Card(id), &|| place("copy"));
        }
    }
    let mut step_card = |id, key| {
        each(Component::Card(id), &|| format!("{event}/stronghold/{key}"));
    };
    match step {
        None => {}
        Some(StrongholdStep::Place(id)) => step_card(id, "place"),
        Some(StrongholdStep::Move(way)) => {
            step_card(way.from, "move/from");
            step_card(way.to, "move/to");
        }
        Some(StrongholdStep::Remove(removal)) => step_card(removal.card, "remove/card"),
    }
}

/// Returns the pointer of a face of a city tile, which only the setup names.
pub(crate) fn of_city(log: &Log, face: City) -> Option<String> {
    let at = log.setup.cities.iter().flatten().position(|&city| city == face)?;
    Some(format!("/setup/cities/{at}"))
}

/// Returns the pointer of the breach in the setup.
pub(crate) fn of_setup(log: &Log, violation: &Violation) -> String {
    match *violation {
        Violation::SetupSeats { .. } => "/players".into(),
        Violation::SetupCards { card, times } => {
            let place = if times == 0 { None } else { nth_mention(log, Component::Card(card), 1) };
            place.unwrap_or_else(|| "/setup/decks".into())
        }
        Violation::OrientCards { card, .. } => {
            // The second mention of a card that the setup has twice, or else its only one.
            let mentions = [1, 0].map(|nth| nth_mention(log, Component::Card(card), nth));
            let in_setup = |place: &String| place.starts_with("/setup");
            let place = mentions.into_iter().flatten().find(in_setup);
            place.unwrap_or_else(|| "/setup/decks".into())
        }
        Violation::SetupLevel { card, .. } => {
            nth_mention(log, Component::Card(card), 0).unwrap_or_else(|| "/setup".into())
        }
        Violation::SetupMarket { level, .. } | Violation::OrientMarket { level, .. } => {
            let is_recorded = log.setup.market.row(level).is_some();
            format!("/setup/{}/{}", if is_recorded { "market" } else { "decks" }, level.key())
        }
        Violation::SetupNobleOnce { noble } => {
            nth_mention(log, Component::Noble(noble), 1).unwrap_or_else(|| "/setup/nobles".into())
        }
        Violation::SetupNobleBox { noble, .. } => {
            nth_mention(log, Component::Noble(noble), 0).unwrap_or_else(|| "/setup/nobles".into())
        }
        Violation::SetupCities { .. } if log.setup.cities.is_some() => "/setup/cities".into(),
        Violation::ComponentUnknown { component, .. } => {
            nth_mention(log, component, 0).unwrap_or_else(|| "/setup".into())
        }
        Violation::SetupCityTiles { city, other } => {
            nth_mention(log, Component::City(city), usize::from(city == other))
                .unwrap_or_else(|| "/setup/cities".into())
        }
        Violation::SetupNobles { .. } if log.setup.nobles.is_some() => "/setup/nobles".into(),
        _ => "/setup".into(),
    }
}

/// Returns the JSON pointer to mention number `nth`, from 0, of a component in the log.
pub(crate) fn nth_mention(log: &Log, component: Component, nth: usize) -> Option<String> {
    let mut seen = 0;
    let mut found = None;
    each_component(log, |named, _, pointer| {
        if named == component {
            if seen == nth {
                found = Some(pointer());
            }
            seen += 1;
        }
    });
    found
}
