//! The JSON pointer of the breach of a turn.

use splendor_core::{Card, Clause, Component, Elsewhere, Violation};
use splendor_schema::Turn;
use splendor_schema::turn::{CommonFields, Reserve, ReserveTurn};

use super::{each_of_turn, sun_never_sets};

/// Returns the pointer of the breach in a turn, as narrow as the log allows.
pub(crate) fn of_breach(
    at: usize,
    turn: &Turn,
    violation: &Violation,
    in_conquest: bool,
) -> String {
    let rest = sun_never_sets::of_breach(turn, violation, in_conquest);
    format!("/turns/{at}{}", rest.unwrap_or_else(|| of_usual_part(turn, violation)))
}

/// Returns the pointer of a breach in a part that a turn without Orient and Strongholds can have,
/// relative to the turn.
fn of_usual_part(turn: &Turn, violation: &Violation) -> String {
    let common = turn.common();
    let has = |name: &str| common.is_some_and(|common| has_field(common, name));
    let field = |name: &str| if has(name) { format!("/{name}") } else { String::new() };
    let action = turn.key().map_or_else(String::new, |key| format!("/{key}"));
    match (violation.clause(), turn) {
        (Clause::TurnOrder, _) => field("seat"),
        (Clause::TurnAfterEnd, _) => String::new(),
        (Clause::ReserveFaceUp, _) => "/reserve/market".into(),
        (Clause::ReserveDeck, _) => of_deck(turn).into(),
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
        (Clause::OrientPresent | Clause::StrongholdPresent, _) => {
            of_foreign_part(violation, has).map_or(action, str::to_owned)
        }
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
        (Clause::ComponentUnknown | Clause::OrientCards, _) => stray(turn, violation),
        _ => action,
    }
}

/// Returns the pointer to the field that needs a module, if it is a field beside the action.
fn of_foreign_part(violation: &Violation, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let fields: &[&str] = match violation {
        Violation::OrientPresent { what: "a color is copied" } => &["/copy", "/conquest"],
        Violation::OrientPresent { what: "a card is taken free" } => &["/free", "/conquest"],
        Violation::StrongholdPresent { .. } => &["/conquest", "/stronghold"],
        _ => &[],
    };
    fields.iter().copied().find(|field| has(&field[1..]))
}

/// Returns whether a turn has a field, apart from its action.
fn has_field(common: &CommonFields, name: &str) -> bool {
    let effects = common.effects.as_deref();
    match name {
        "seat" => common.seat.is_some(),
        "refill" => common.refill.is_some(),
        "gem" => common.gem.is_some(),
        "return" => common.returned.is_some(),
        "noble" => common.noble.is_some(),
        "post" => common.post.is_some(),
        "conquest" => common.conquest().is_some(),
        "copy" => effects.is_some_and(|effects| effects.copy.is_some()),
        "free" => effects.is_some_and(|effects| effects.free.is_some()),
        "stronghold" => effects.is_some_and(|effects| effects.stronghold.is_some()),
        _ => false,
    }
}

/// Returns the pointer to the deck of a reservation, relative to the turn.
const fn of_deck(turn: &Turn) -> &'static str {
    match turn {
        Turn::Reserve(ReserveTurn { reserve: Reserve::Deck(deck), .. }) if deck.row.is_orient() => {
            "/reserve/orient"
        }
        _ => "/reserve/deck",
    }
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
        _ if turn.common().is_some_and(|common| common.effects.is_some()) => {
            revealed_by_free_card(turn, violation)
        }
        _ if has("refill") => "/refill".into(),
        _ if below.is_some_and(|id| is_about(violation, id)) => "/reserve/under".into(),
        Turn::Reserve(_) => "/reserve/card".into(),
        _ => "/purchase/card".into(),
    }
}

/// Returns the pointer to the refill that reveals a card in a turn with several events.
fn revealed_by_free_card(turn: &Turn, violation: &Violation) -> String {
    let mut found = String::new();
    each_of_turn(turn, |named, rest| {
        if let Component::Card(card) = named
            && is_about(violation, card)
        {
            let place = rest();
            if place.ends_with("refill") || found.is_empty() {
                found = place;
            }
        }
    });
    found
}

/// Returns whether a violation is about this revealed card.
fn is_about(violation: &Violation, revealed: Card) -> bool {
    match *violation {
        Violation::RevealUnseen { card, .. }
        | Violation::RevealLevel { card, .. }
        | Violation::RevealDeck { card, .. } => card == revealed,
        _ => false,
    }
}

/// Returns the pointer to the component that is not in the game, relative to the turn.
fn stray(turn: &Turn, violation: &Violation) -> String {
    let stray = match *violation {
        Violation::ComponentUnknown { component, .. } => component,
        Violation::OrientCards { card, .. } => Component::Card(card),
        _ => return String::new(),
    };
    let mut found = String::new();
    each_of_turn(turn, |named, rest| {
        if named == stray && found.is_empty() {
            found = rest();
        }
    });
    found
}
