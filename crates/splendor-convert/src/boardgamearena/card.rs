//! The components of Board Game Arena: how notifications name them, and the details they repeat.

use std::collections::BTreeMap;
use std::ops::Range;

use splendor_core::{Card, Noble, PurchaseOrigin};
use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::limits;

use super::loose::{PAGE, loose_number};
use crate::fields::{Fields, clip, expected, text};
use crate::{Account, ConvertError};

/// The components by number, as defined in the file itself.
#[derive(Default)]
pub(super) struct Catalogue {
    pub(super) cards: BTreeMap<u64, Card>,
    pub(super) nobles: BTreeMap<u64, Noble>,
}

/// A reference to a card or a noble: its number, its location, and its place in the text.
pub(super) struct Named {
    number: u64,
    pub(super) place: String,
    pub(super) span: Range<usize>,
}

impl Named {
    /// Checks that the card's location is the row of its level.
    pub(super) fn check_row(&self, id: Card) -> Result<(), ConvertError> {
        let needed = format!("market_{}", id.level().number());
        if self.place == needed {
            return Ok(());
        }
        let message = format!("expected {needed}, the row of {id}, found `{}`", clip(&self.place));
        Err(ConvertError::unknown(&self.span, message))
    }

    /// Checks a repeated number of the component.
    pub(super) fn check_number(&self, tree: &Tree<'_>) -> Result<(), ConvertError> {
        let number = self.number;
        if loose_number("the number of a component", tree, limits::INTEGER)? == number {
            return Ok(());
        }
        Err(expected(tree, &format!("{number}, as in its type")))
    }
}

impl Catalogue {
    pub(super) fn card(&self, named: &Named) -> Result<Card, ConvertError> {
        let found = self.cards.get(&named.number).copied();
        let message = || format!("the file's `carddb` has no card {}", named.number);
        found.ok_or_else(|| ConvertError::unknown(&named.span, message()))
    }

    pub(super) fn noble(&self, named: &Named) -> Result<Noble, ConvertError> {
        let found = self.nobles.get(&named.number).copied();
        let message = || format!("the file's `nobledb` has no noble {}", named.number);
        found.ok_or_else(|| ConvertError::unknown(&named.span, message()))
    }
}

/// Reads a reference to a card or a noble.
pub(super) fn card(tree: &Tree<'_>, account: &mut Account) -> Result<Named, ConvertError> {
    let mut fields = Fields::of("card", tree)?;
    let field = fields.get("type")?;
    let number = loose_number("the number of a component", field, limits::INTEGER)?;
    let place = text("a place", fields.get("location")?)?.to_owned();
    let named = Named { number, place, span: tree.span.clone() };
    fields.find("id").map_or(Ok(()), |id| named.check_number(id))?;
    fields.ignore(&["type_arg", "location_arg"], PAGE);
    fields.finish(account)?;
    Ok(named)
}

/// Returns the source of a purchased card.
pub(super) fn source(card: &Named) -> Result<PurchaseOrigin, ConvertError> {
    match card.place.as_str() {
        "hand" => Ok(PurchaseOrigin::Hand),
        place if place.starts_with("market_") => Ok(PurchaseOrigin::Market),
        place => {
            let message = format!("expected market_1 to 3 or hand, found `{}`", clip(place));
            Err(ConvertError::unknown(&card.span, message))
        }
    }
}

pub(super) fn reject_orient(fields: &mut Fields<'_, '_>) -> Result<(), ConvertError> {
    for orient in ["cardToCopyId", "doubleGoldCardsIdList", "expenseCardsIdList"] {
        match fields.find(orient).map(|value| (&value.value, value)) {
            Some((Value::Text(field), value)) if !matches!(&**field, "" | "0") => {
                let message = "a card of the module The Orient, which logs do not support yet";
                return Err(ConvertError::incomplete(&value.span, message));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks the rank of a card: as many circles as its level.
pub(super) fn check_rank(field: Option<&Tree<'_>>, id: Card) -> Result<(), ConvertError> {
    let Some(field) = field else { return Ok(()) };
    let circles = "◯".repeat(id.level().number().into());
    if text("a row", field)? == circles { Ok(()) } else { Err(expected(field, &circles)) }
}

/// Checks that the gem of a card is its bonus.
pub(super) fn check_gem(field: Option<&Tree<'_>>, id: Card) -> Result<(), ConvertError> {
    let Some(field) = field else { return Ok(()) };
    let gems = id.bonus().map_or("", |color| ["C", "S", "E", "R", "O"][color.index()]);
    if text("a gem", field)? == gems {
        return Ok(());
    }
    Err(expected(field, &format!("{gems}, the bonus of {id}")))
}
