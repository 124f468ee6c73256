//! The rulings of the modules Orient and Strongholds.
//!
//! No log can declare them yet, so they are not in the table of [`RULINGS`](crate::RULINGS).

/// How many bonuses a copy card brings that copies a double card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CopyDouble {
    /// One.
    #[default]
    One,
    /// Two, as the double card does.
    Two,
}

/// Whether each card of virtual gold that is spent must be necessary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VirtualSpare {
    /// Each pays for something.
    #[default]
    EachPays,
    /// Without any of them the payment would be too small.
    NoSpare,
}

/// When the places are refilled that a turn with a conquest empties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConquestRefill {
    /// That of a reserved card before the conquest, all other places after it.
    #[default]
    ReservedFirst,
    /// Those of the action before the conquest.
    EachAtOnce,
    /// All of them after the conquest.
    AllAfter,
}

/// Whether a seat must take the step with a stronghold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepDuty {
    /// Whenever one is possible.
    #[default]
    Mandatory,
    /// The seat may decline.
    Optional,
}

/// Which strongholds of other seats can be removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Remove {
    /// One that stands alone on its card.
    #[default]
    Lone,
    /// Any.
    Any,
}

/// When a seat may move a stronghold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Always.
    #[default]
    Free,
    /// If its stock is empty.
    StockEmpty,
}

/// Which cards count in a tie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieCards {
    /// Those in front of the seat at the end.
    #[default]
    InPlay,
    /// All that the seat bought, also those that it gave up; free cards do not count.
    Gained,
}

/// The decisions on Orient and Strongholds where the sources are silent or differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleRulings {
    /// How many bonuses a copy of a double card brings.
    pub copy_double: CopyDouble,
    /// Whether each spent card of virtual gold must be necessary.
    pub virtual_spare: VirtualSpare,
    /// When the emptied places of a turn with a conquest are refilled.
    pub conquest_refill: ConquestRefill,
    /// Whether a seat must take the step with a stronghold.
    pub stronghold_step: StepDuty,
    /// Which strongholds of other seats can be removed.
    pub remove: Remove,
    /// When a seat may move a stronghold.
    pub move_when: Move,
    /// Which cards count in a tie.
    pub tie_cards: TieCards,
}
