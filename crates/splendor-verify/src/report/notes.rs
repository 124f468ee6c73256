//! Notes on legal logs.

use splendor_core::{Clause, Edition};
use splendor_schema as schema;
use splendor_schema::Log;
use splendor_schema::report::Severity;

use super::{blank, page_of};
use crate::place;
use crate::verdict::Judgment;

/// Returns a note if the game uses the face of the tile Madrid on which the sources disagree.
pub(super) fn contested_city(log: &Log, judgment: &Judgment) -> Option<schema::Finding> {
    let cities = judgment.last()?.1.cities();
    let city = cities.iter().find(|city| city.is_contested())?.facts();
    Some(schema::Finding {
        severity: Severity::Note,
        pointer: place::of_city(log, city),
        message: format!(
            "sources differ on this face of Madrid, {city}, and both readings are accepted"
        ),
        sentence: Clause::SetupCities.sentence().to_owned(),
        ..blank(Clause::SetupCities.id(), &page_of(Clause::SetupCities))
    })
}

/// Returns a note if a victory is shared under the 2014 rules, which do not cover seats that are
/// equal in prestige and in cards.
pub(super) fn shared_in_2014(judgment: &Judgment) -> Option<schema::Finding> {
    let (ref game, position) = judgment.last().filter(|_| judgment.is_complete())?;
    let shared = match game.rules.edition {
        Edition::Y2014 => position.winners(game).iter().count() > 1,
        Edition::Y2024 => false,
    };
    shared.then(|| schema::Finding {
        severity: Severity::Note,
        message: "the victory is shared by the ruling of 2024; the rules of 2014 are silent".into(),
        sentence: Clause::EndShared.sentence().to_owned(),
        ..blank(Clause::EndShared.id(), &page_of(Clause::EndShared))
    })
}
