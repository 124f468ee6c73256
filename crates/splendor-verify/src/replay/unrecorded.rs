//! What a log does not record of the table before its first turn, and what depends on it.

use splendor_core::{Game, NobleChoice, NobleSet, Position};
use splendor_schema::Log;
use splendor_schema::log::OmittedField;
use splendor_schema::report::FactName;

use crate::verdict::{Judgment, MissingFact, Verdict};

const MARKET: &str = "the cards that lay face up are known from the turns alone";
const NOBLES: &str = "the nobles on the table are known from their visits alone";
const MISSED: &str = "whether a visit was missed depends on nobles that the log does not name";
const VISITS: &str = "the log records neither the nobles on the table nor their visits";
const ORDER: &str = "the ruling `noble-choice` follows an order that the log does not record";
const CITIES: &str = "whether a seat met a city depends on them, and so do the end and the winners";

/// The parts of the setup that a log does not record.
pub(super) struct UnrecordedSetup {
    market: Option<MissingFact>,
    cities: Option<MissingFact>,
    nobles: Option<UnrecordedNobles>,
}

/// The nobles that a log does not record.
struct UnrecordedNobles {
    /// Those of the box that no turn names: some of them are on the table.
    others: NobleSet,
    /// Whether some seat met the demand of one of them, which would have had to come.
    are_met: bool,
    /// Why no turn can be judged without them, if that is so.
    needed: Option<&'static str>,
}

impl UnrecordedSetup {
    /// Returns the parts that a log does not record, given its first position.
    pub(super) fn of(log: &Log, game: &Game<'_>, first: &Position) -> Self {
        let hides_market = first.market_hidden() != [0; 6];
        let hides_cities = first.hides_tiles() && game.rules.modules.cities;
        let omits_nobles = log.setup.nobles.is_none() && !game.rules.modules.cities;
        let needed = why_needed(log, game, first).filter(|_| omits_nobles);
        let hides_nobles = omits_nobles && (first.hides_tiles() || needed.is_some());
        Self {
            market: hides_market.then(|| MissingFact::of_setup(FactName::Market, MARKET)),
            cities: hides_cities.then(|| MissingFact {
                decides: true,
                ..MissingFact::of_setup(FactName::Cities, CITIES)
            }),
            nobles: hides_nobles.then(|| UnrecordedNobles {
                others: game.noble_pool().without(first.nobles()),
                are_met: false,
                needed,
            }),
        }
    }

    /// Returns whether no turn can be judged.
    pub(super) fn stops_before_turns(&self) -> bool {
        self.nobles.as_ref().is_some_and(|nobles| nobles.needed.is_some())
    }

    /// Looks for nobles that a seat meets, among those that the log does not name.
    pub(super) fn look_at(&mut self, game: &Game<'_>, position: &Position) {
        if let Some(nobles) = self.nobles.as_mut().filter(|nobles| !nobles.are_met) {
            nobles.are_met = !met_by_some_seat(game, position, nobles.others).is_empty();
        }
    }

    /// Lists the parts in a judgment, before its other missing facts.
    pub(super) fn add_to(self, judgment: &mut Judgment) {
        if judgment.verdict() == Verdict::Illegal {
            return;
        }
        let has_worlds = judgment.completed_turns.is_some();
        let nobles = self.nobles.map(|nobles| {
            let plain = MissingFact::of_setup(FactName::Nobles, NOBLES);
            match (nobles.needed, nobles.are_met || has_worlds) {
                (Some(why), _) => MissingFact { why, stops: true, decides: true, ..plain },
                (None, true) => MissingFact { why: MISSED, decides: true, ..plain },
                (None, false) => plain,
            }
        });
        if self.market.is_some() {
            let cards = judgment.missing.iter_mut().filter(|missing| missing.is_market_card());
            cards.for_each(|missing| missing.field = FactName::Market);
        }
        let parts = [self.market, nobles, self.cities].into_iter().flatten();
        judgment.missing.splice(0..0, parts);
    }
}

/// Returns why the turns of a log cannot be judged without the nobles that it does not record.
fn why_needed(log: &Log, game: &Game<'_>, first: &Position) -> Option<&'static str> {
    if first.hides_tiles() && log.omits.contains(&OmittedField::Noble) {
        return Some(VISITS);
    }
    match game.rules.rulings.noble_choice {
        NobleChoice::FirstListed => Some(ORDER),
        NobleChoice::Seat | NobleChoice::All => None,
    }
}

/// Returns those of some nobles whose demand a seat meets.
pub(crate) fn met_by_some_seat(game: &Game<'_>, position: &Position, nobles: NobleSet) -> NobleSet {
    let meets = |id| {
        let demand = game.components.noble(id).demand;
        position.seats().iter().any(|seat| seat.colors().covers(demand))
    };
    nobles.iter().filter(|&id| meets(id)).collect()
}
