//! The rules of a game: edition, modules, boxes, rulings; and its components.

mod module_rulings;
mod ruling;
mod ruling_value;

use crate::component::{Components, Noble, NobleSet, Row, box_of_noble};
use crate::number::Tokens;

pub use module_rulings::{
    ConquestRefill, CopyDouble, Move, Remove, StepDuty, TieCards, VirtualSpare,
};
pub(crate) use ruling::ConsultedRulings;
pub use ruling::{
    EndTime, Fewer, GoldAtTen, GoldUse, NobleChoice, NobleTime, Overpay, Pass, Powers, RULINGS,
    Return, RulingInfo, RulingMask, Rulings, Stalemate, Tie, UnknownRuling,
};
pub use ruling_value::Setting;

/// A printing of the rulebook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// The first rulebook.
    Y2014,
    /// The rulebook of the tenth anniversary.
    #[default]
    Y2024,
}

/// The boxes whose nobles are mixed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Boxes {
    /// The Silk Road (2024): one noble.
    pub silk_road: bool,
    /// The Sun Never Sets (2025): one noble.
    pub sun_never_sets: bool,
}

impl Boxes {
    /// Returns whether a box is declared, by its name in a log.
    pub fn declares(self, name: &str) -> bool {
        match name {
            "silk-road" => self.silk_road,
            "sun-never-sets" => self.sun_never_sets,
            _ => false,
        }
    }
}

/// The modules in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "any set of modules can be in play")]
pub struct Modules {
    /// The Cities (2024): cities in place of nobles and of the target.
    pub cities: bool,
    /// The Trading Posts (2024): five posts with powers.
    pub trading_posts: bool,
    /// Orient (2025): thirty cards with powers, in rows of their own.
    pub orient: bool,
    /// Strongholds (2025): three strongholds for each seat, which keep cards from the other seats.
    pub strongholds: bool,
}

impl Modules {
    /// Returns whether a turn can have parts that only Orient or Strongholds have.
    #[inline]
    pub const fn have_sun_never_sets(self) -> bool {
        self.orient || self.strongholds
    }

    /// The base game.
    pub const NONE: Self =
        Self { cities: false, trading_posts: false, orient: false, strongholds: false };
}

/// Everything that decides what is legal, apart from the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    /// The rulebook.
    pub edition: Edition,
    /// The modules in play.
    pub modules: Modules,
    /// The boxes on the table.
    pub boxes: Boxes,
    /// The decisions beyond the rulebook.
    pub rulings: Rulings,
}

/// The rules and the components of one game.
#[derive(Clone, Copy, Debug)]
pub struct Game<'c> {
    /// The rules.
    pub rules: Rules,
    /// The cards and nobles.
    pub components: &'c Components,
    /// The tokens in play: those of the supply before the first turn.
    pub tokens: Tokens,
    /// The most tokens that a seat holds at the end of its turn.
    pub token_limit: u16,
    /// How many cards of each row of the base game are face up, 4 in the published game.
    pub market_width: u8,
}

impl Game<'static> {
    /// Returns the published game for this many seats.
    ///
    /// Seat counts other than 2 and 3 get the tokens of four; `setup.seats` refuses them.
    pub fn published(rules: Rules, seats: u8) -> Self {
        Self {
            rules,
            components: if rules.modules.orient {
                Components::with_orient()
            } else {
                Components::published()
            },
            tokens: published_tokens(seats),
            token_limit: 10,
            market_width: 4,
        }
    }
}

impl Game<'_> {
    /// Returns the nobles that may be on the table under the declared boxes and modules.
    pub fn noble_pool(&self) -> NobleSet {
        let all = self.components.nobles();
        all.iter().filter(|&id| self.plays(self.components.noble(id))).collect()
    }

    /// Returns the rows of the game: three, or six with the module Orient.
    pub const fn rows(&self) -> &'static [Row] {
        if self.rules.modules.orient { &Row::ALL } else { &Row::BASE }
    }

    /// Returns how many cards of a row are face up.
    pub const fn width(&self, row: Row) -> u8 {
        if row.is_orient() { ORIENT_WIDTH } else { self.market_width }
    }

    fn plays(&self, noble: Noble) -> bool {
        // Two modules come in each box, which they bring into the game.
        let Modules { cities, trading_posts, orient, strongholds } = self.rules.modules;
        let brought = |name| match name {
            "silk-road" => cities || trading_posts,
            _ => orient || strongholds,
        };
        box_of_noble(noble).is_none_or(|name| self.rules.boxes.declares(name) || brought(name))
    }
}

/// How many cards of each Orient row are face up.
const ORIENT_WIDTH: u8 = 2;

/// The most cards that a seat has in hand.
pub const HAND_LIMIT: u8 = 3;

/// Returns 4, 5 or 7 gems of each color for two, three or four seats, and five gold.
pub const fn published_tokens(seats: u8) -> Tokens {
    let each = match seats {
        2 => 4,
        3 => 5,
        _ => 7,
    };
    Tokens::new([each, each, each, each, each, 5])
}
