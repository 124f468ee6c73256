//! The values of the rulings on Orient and Strongholds.

use super::ruling_value::{RulingValue, Setting, ruling_values};

ruling_values! {
    /// How many bonuses a copy card brings that copies a double card.
    CopyDouble {
        /// One.
        One = "one",
        /// Two, as the double card does.
        Two = "two",
    }
}

ruling_values! {
    /// Whether each card of virtual gold that is spent must be necessary.
    VirtualSpare {
        /// Each pays for something.
        EachPays = "each-pays",
        /// Without any of them the payment would be too small.
        NoSpare = "no-spare",
    }
}

ruling_values! {
    /// When the places are refilled that a turn with a conquest empties.
    ConquestRefill {
        /// That of a reserved card before the conquest, all other places after it.
        ReservedFirst = "reserved-first",
        /// Those of the action before the conquest.
        EachAtOnce = "each-at-once",
        /// All of them after the conquest.
        AllAfter = "all-after",
    }
}

impl ConquestRefill {
    /// Returns whether the places that an action empties stay empty until the conquest of the turn
    /// is over. The action is a purchase, or else a reservation from the market.
    pub const fn waits(self, is_purchase: bool) -> bool {
        match self {
            Self::ReservedFirst => is_purchase,
            Self::EachAtOnce => false,
            Self::AllAfter => true,
        }
    }
}

ruling_values! {
    /// Whether a seat must take the step with a stronghold.
    StepDuty {
        /// Whenever one is possible.
        Mandatory = "mandatory",
        /// The seat may decline.
        Optional = "optional",
    }
}

ruling_values! {
    /// Which strongholds of other seats can be removed.
    Remove {
        /// One that stands alone on its card.
        Lone = "lone",
        /// Any.
        Any = "any",
    }
}

ruling_values! {
    /// When a seat may move a stronghold.
    Move {
        /// Always.
        Free = "free",
        /// If its stock is empty.
        StockEmpty = "stock-empty",
    }
}

ruling_values! {
    /// Which cards count in a tie.
    TieCards {
        /// Those in front of the seat at the end.
        InPlay = "in-play",
        /// All that the seat bought, also those that it gave up; free cards do not count.
        Gained = "gained",
    }
}
