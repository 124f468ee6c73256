//! The JSON pointer of the breach of a turn.

use splendor_core::{Card, Clause, Component, Elsewhere, Violation};
use splendor_schema::Turn;
use splendor_schema::turn::Reserve;

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
    let has = |name: &str| turn.keys().any(|key| key == name);
    let pays = turn.purchase.as_ref().is_some_and(|purchase| purchase.pay.is_some());
    let field = |name: &str| if has(name) { format!("/{name}") } else { String::new() };
    let action = turn.action_key().map_or_else(String::new, |key| format!("/{key}"));
    match violation.clause() {
        Clause::TurnOrder => field("seat"),
        Clause::TurnAfterEnd => String::new(),
        Clause::ReserveFaceUp => "/reserve/market".into(),
        Clause::ReserveDeck => of_deck(turn).into(),
        Clause::PurchaseSource => match violation {
            Violation::PurchaseSource { place: Elsewhere::Neither, .. } => "/purchase/card".into(),
            _ => "/purchase/from".into(),
        },
        Clause::PurchasePrice
        | Clause::PurchasePayment
        | Clause::PurchaseTokens
        | Clause::PostDoubleGold
            if pays =>
        {
            "/purchase/pay".into()
        }
        Clause::OrientPresent | Clause::StrongholdPresent => {
            of_foreign_part(violation, has).map_or(action, str::to_owned)
        }
        Clause::PostPresent => ["gem", "post"]
            .into_iter()
            .find(|name| has(name))
            .map_or_else(|| "/reserve/under".into(), |name| format!("/{name}")),
        Clause::PostDrawTwo => "/reserve/under".into(),
        Clause::PostGem | Clause::PostGemAfterPurchase | Clause::PostThirdGem => {
            if has("gem") {
                "/gem".into()
            } else {
                action
            }
        }
        Clause::PostOne | Clause::PostEarned | Clause::PostOnce | Clause::PostMandatory => {
            field("post")
        }
        Clause::MarketRefill => field("refill"),
        Clause::RevealUnseen | Clause::RevealLevel | Clause::RevealDeck => {
            revealed(turn, violation, has)
        }
        Clause::LimitOwned | Clause::LimitTen | Clause::LimitExcess => field("return"),
        Clause::NoblePresent
        | Clause::NobleEarned
        | Clause::NobleTime
        | Clause::NobleOne
        | Clause::NobleChoice
        | Clause::NobleMandatory => field("noble"),
        Clause::ComponentUnknown | Clause::OrientCards => stray(turn, violation),
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

/// Returns the pointer to the deck of a reservation, relative to the turn.
const fn of_deck(turn: &Turn) -> &'static str {
    match turn.reserve {
        Some(Reserve::Deck { row, .. }) if row.is_orient() => "/reserve/orient",
        _ => "/reserve/deck",
    }
}

/// Returns the pointer to a revealed card, relative to the turn.
fn revealed(turn: &Turn, violation: &Violation, has: impl Fn(&str) -> bool) -> String {
    let below = match turn.reserve {
        Some(Reserve::Deck { under, .. }) => under,
        Some(Reserve::Market(_)) | None => None,
    };
    if turn.has_effects_or_conquest() {
        revealed_by_free_card(turn, violation)
    } else if has("refill") {
        "/refill".into()
    } else if below.is_some_and(|id| is_about(violation, id)) {
        "/reserve/under".into()
    } else if turn.reserve.is_some() {
        "/reserve/card".into()
    } else {
        "/purchase/card".into()
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
