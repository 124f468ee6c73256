//! JSON pointers to the parts of a log, made only for reports.

use splendor_core::{Clause, Elsewhere, Violation};
use splendor_schema::id::{CardId, CityId, NobleId, PostId};
use splendor_schema::token::Level;
use splendor_schema::turn::{OneOrMany, Reserve};
use splendor_schema::{Log, Turn};

/// A component that a log names.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    Card(CardId),
    Noble(NobleId),
    City(CityId),
    Post(PostId),
}

/// Calls `each` with every component that a log names, in the order of the format. The other
/// arguments are the turn, from 0 or `None` in the setup, and a function that returns the JSON
/// pointer. Most callers need few pointers, so none is built in advance.
pub(crate) fn each_component(
    log: &Log,
    mut each: impl FnMut(Named, Option<usize>, &dyn Fn() -> String),
) {
    for (at, &id) in log.setup.nobles.iter().flatten().enumerate() {
        each(Named::Noble(id), None, &|| format!("/setup/nobles/{at}"));
    }
    for (at, &id) in log.setup.cities.iter().flatten().enumerate() {
        each(Named::City(id), None, &|| format!("/setup/cities/{at}"));
    }
    for level in Level::ALL {
        for (at, &id) in log.setup.market.level(level).iter().enumerate() {
            each(Named::Card(id), None, &|| format!("/setup/market/level{level}/{at}"));
        }
    }
    for level in Level::ALL {
        let deck = log.setup.decks.as_ref().and_then(|decks| decks.level(level));
        for (at, &id) in deck.unwrap_or_default().iter().enumerate() {
            each(Named::Card(id), None, &|| format!("/setup/decks/level{level}/{at}"));
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
pub(crate) fn each_of_turn(turn: &Turn, mut each: impl FnMut(Named, &dyn Fn() -> String)) {
    let (reserve, purchase) = match turn {
        Turn::Reserve(turn) => (Some(turn.reserve), None),
        Turn::Purchase(turn) => (None, Some(turn.purchase)),
        Turn::Irregular(turn) => (turn.reserve, turn.purchase),
        Turn::Take(_) | Turn::Pass(_) | Turn::Foreign(_) => (None, None),
    };
    match reserve {
        None => {}
        Some(Reserve::Market(id)) => each(Named::Card(id), &|| "/reserve/market".into()),
        Some(Reserve::Deck(deck)) => {
            for (id, name) in [(deck.card, "card"), (deck.under, "under")] {
                if let Some(id) = id {
                    each(Named::Card(id), &|| format!("/reserve/{name}"));
                }
            }
        }
    }
    if let Some(purchase) = purchase {
        each(Named::Card(purchase.card), &|| "/purchase/card".into());
    }
    let Some(common) = turn.common() else { return };
    if let Some(id) = common.refill {
        each(Named::Card(id), &|| "/refill".into());
    }
    match &common.noble {
        None => {}
        Some(OneOrMany::One(id)) => each(Named::Noble(*id), &|| "/noble".into()),
        Some(OneOrMany::Many(ids)) => {
            for (at, id) in ids.iter().enumerate() {
                each(Named::Noble(*id), &|| format!("/noble/{at}"));
            }
        }
    }
    match &common.post {
        None => {}
        Some(OneOrMany::One(id)) => each(Named::Post(*id), &|| "/post".into()),
        Some(OneOrMany::Many(ids)) => {
            for (at, id) in ids.iter().enumerate() {
                each(Named::Post(*id), &|| format!("/post/{at}"));
            }
        }
    }
}

/// Returns the pointer of the breach in a turn, as narrow as the log allows.
pub(crate) fn of_breach(at: usize, turn: &Turn, violation: &Violation) -> String {
    let common = turn.common();
    let has = |name: &str| {
        common.is_some_and(|common| match name {
            "seat" => common.seat.is_some(),
            "refill" => common.refill.is_some(),
            "gem" => common.gem.is_some(),
            "return" => common.returned.is_some(),
            "noble" => common.noble.is_some(),
            "post" => common.post.is_some(),
            _ => false,
        })
    };
    let field = |name: &str| if has(name) { format!("/{name}") } else { String::new() };
    let action = turn.key().map_or_else(String::new, |key| format!("/{key}"));
    let rest = match (violation.clause(), turn) {
        (Clause::TurnOrder, _) => field("seat"),
        (Clause::TurnAfterEnd, _) => String::new(),
        (Clause::ReserveFaceUp, _) => "/reserve/market".into(),
        (Clause::ReserveDeck, _) => "/reserve/deck".into(),
        (Clause::PurchaseSource, _) => match violation {
            Violation::PurchaseSource { place: Elsewhere::Neither, .. } => "/purchase/card".into(),
            _ => "/purchase/from".into(),
        },
        (
            Clause::PurchasePrice
            | Clause::PurchasePayment
            | Clause::PurchaseTokens
            | Clause::PostDoubleGold,
            Turn::Purchase(turn),
        ) if turn.purchase.pay.is_some() => "/purchase/pay".into(),
        (Clause::PostPresent, _) => ["gem", "post"]
            .into_iter()
            .find(|name| has(name))
            .map_or_else(|| "/reserve/under".into(), |name| format!("/{name}")),
        (Clause::PostDrawTwo, _) => "/reserve/under".into(),
        (Clause::PostGem | Clause::PostGemAfterPurchase | Clause::PostThirdGem, _) => {
            if has("gem") { "/gem".into() } else { action }
        }
        (Clause::PostOne | Clause::PostEarned | Clause::PostOnce | Clause::PostMandatory, _) => {
            field("post")
        }
        (Clause::MarketRefill, _) => field("refill"),
        (Clause::RevealUnseen | Clause::RevealLevel | Clause::RevealDeck, _) => {
            revealed(turn, violation, has)
        }
        (Clause::LimitOwned | Clause::LimitTen | Clause::LimitExcess, _) => field("return"),
        (
            Clause::NoblePresent
            | Clause::NobleEarned
            | Clause::NobleTime
            | Clause::NobleOne
            | Clause::NobleChoice
            | Clause::NobleMandatory,
            _,
        ) => field("noble"),
        (Clause::ComponentUnknown, _) => stray(turn, violation),
        _ => action,
    };
    format!("/turns/{at}{rest}")
}

/// Returns the pointer to a revealed card, relative to the turn.
fn revealed(turn: &Turn, violation: &Violation, has: impl Fn(&str) -> bool) -> String {
    let below = match turn {
        Turn::Reserve(turn) => match turn.reserve {
            Reserve::Deck(deck) => deck.under,
            Reserve::Market(_) => None,
        },
        _ => None,
    };
    match turn {
        _ if has("refill") => "/refill".into(),
        _ if below.is_some_and(|id| is_about(violation, id)) => "/reserve/under".into(),
        Turn::Reserve(_) => "/reserve/card".into(),
        _ => "/purchase/card".into(),
    }
}

/// Returns whether a violation is about a revealed card with this id.
fn is_about(violation: &Violation, id: CardId) -> bool {
    match violation {
        Violation::RevealUnseen { card, .. }
        | Violation::RevealLevel { card, .. }
        | Violation::RevealDeck { card, .. } => card.to_string() == id.as_str(),
        _ => false,
    }
}

/// Returns the pointer to the component that does not exist, relative to the turn.
fn stray(turn: &Turn, violation: &Violation) -> String {
    let mut found = String::new();
    each_of_turn(turn, |named, rest| {
        let id = match &named {
            Named::Card(id) => id.as_str(),
            Named::Noble(id) => id.as_str(),
            Named::City(id) => id.as_str(),
            Named::Post(id) => id.as_str(),
        };
        let is_it = matches!(violation, Violation::ComponentUnknown { component, .. }
            if component.to_string() == id);
        if is_it && found.is_empty() {
            found = rest();
        }
    });
    found
}

/// Returns the pointer of the breach in the setup.
pub(crate) fn of_setup(log: &Log, violation: &Violation) -> String {
    match violation {
        Violation::SetupSeats { .. } => "/players".into(),
        Violation::SetupCards { card, times } => {
            let id = card.to_string();
            let place = if *times == 0 { None } else { nth_mention(log, &id, 1) };
            place.unwrap_or_else(|| "/setup/decks".into())
        }
        Violation::SetupLevel { card, .. } => {
            nth_mention(log, &card.to_string(), 0).unwrap_or_else(|| "/setup".into())
        }
        Violation::SetupMarket { level, .. } => {
            format!("/setup/market/level{}", level.level().number())
        }
        Violation::SetupNobleOnce { noble } => {
            nth_mention(log, &noble.to_string(), 1).unwrap_or_else(|| "/setup/nobles".into())
        }
        Violation::SetupNobleBox { noble, .. } => {
            nth_mention(log, &noble.to_string(), 0).unwrap_or_else(|| "/setup/nobles".into())
        }
        Violation::SetupCities { .. } if log.setup.cities.is_some() => "/setup/cities".into(),
        Violation::ComponentUnknown { component, .. } => {
            nth_mention(log, &component.to_string(), 0).unwrap_or_else(|| "/setup".into())
        }
        Violation::SetupCityTiles { city, other } => {
            nth_mention(log, &city.to_string(), usize::from(city == other))
                .unwrap_or_else(|| "/setup/cities".into())
        }
        Violation::SetupNobles { .. } if log.setup.nobles.is_some() => "/setup/nobles".into(),
        _ => "/setup".into(),
    }
}

/// Returns the JSON pointer to mention number `nth`, from 0, of an id in the log.
pub(crate) fn nth_mention(log: &Log, id: &str, nth: usize) -> Option<String> {
    let mut seen = 0;
    let mut found = None;
    each_component(log, |named, _, pointer| {
        let named = match &named {
            Named::Card(id) => id.as_str(),
            Named::Noble(id) => id.as_str(),
            Named::City(id) => id.as_str(),
            Named::Post(id) => id.as_str(),
        };
        if named == id {
            if seen == nth {
                found = Some(pointer());
            }
            seen += 1;
        }
    });
    found
}
