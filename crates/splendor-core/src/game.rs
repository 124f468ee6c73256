//! Which rules a game is played by: edition, boxes, rulings.

use crate::component::{Components, Noble, NobleSet, box_of_noble};
use crate::number::Tokens;

/// A printing of the rulebook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// The first rulebook.
    Y2014,
    /// The rulebook of the tenth anniversary.
    #[default]
    Y2024,
}

/// When fewer than three different gems may be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fewer {
    /// If the supply has fewer than three colors; then as many as one likes.
    #[default]
    WhenShort,
    /// If the supply has fewer than three colors; then one of each of them.
    AllAvailable,
    /// Always.
    UpToThree,
    /// Also where the seat then holds as many tokens as the limit allows.
    ToTen,
    /// Never: it is three different gems or a pair.
    Never,
}

/// When a seat may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pass {
    /// If it has no action left.
    #[default]
    WhenStuck,
    /// Always.
    Always,
    /// Never: the log stops there.
    Never,
}

/// What happens when every seat in a row had to pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stalemate {
    /// The game ends and is scored as ever.
    #[default]
    Ends,
    /// The game goes on.
    Continues,
    /// The game ends without a winner after a round of passes, forced or not.
    PassedRound,
}

/// Which tokens pay for a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GoldUse {
    /// Gold may stand for a gem that the seat has.
    #[default]
    Free,
    /// Gold stands only for gems that the seat does not have.
    LastResort,
}

/// Who wins among several seats with the most prestige.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tie {
    /// The seat that bought the fewest cards; those that are equal share.
    #[default]
    FewestCardsThenShared,
    /// All of them.
    MostPrestigeShared,
    /// The one that plays last in the round.
    LastSeat,
    /// The one that plays first in the round.
    FirstSeat,
    /// The seat that bought the fewest cards; of those that are equal the one that plays first.
    FewestCardsThenFirstSeat,
}

/// How many tokens go back at the end of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Return {
    /// Those above the limit.
    #[default]
    Exact,
    /// Those above the limit or fewer, so that a seat may keep them.
    UpTo,
    /// Those above the limit or more.
    Anything,
}

/// Which of several nobles comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NobleChoice {
    /// One that the seat chooses.
    #[default]
    Seat,
    /// The one that the setup lists first.
    FirstListed,
    /// All of them.
    All,
}

/// At the end of which turns nobles come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NobleTime {
    /// Of every turn.
    #[default]
    EveryTurn,
    /// Of every turn but a pass.
    AfterAction,
    /// Of turns with a purchase.
    AfterPurchase,
}

/// Whether the power of a trading post must be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Powers {
    /// It is used where that is possible.
    #[default]
    Mandatory,
    /// Its seat may do without.
    Optional,
}

/// What may be paid beyond need where a gold pays for two gems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Overpay {
    /// Of each color half a gold may be lost.
    #[default]
    HalfGold,
    /// No token that could be left out.
    Irredundant,
}

/// The decisions where the rulebooks are silent or clients differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rulings {
    /// Taking fewer than three gems.
    pub fewer: Fewer,
    /// Passing.
    pub pass: Pass,
    /// Everyone has to pass.
    pub stalemate: Stalemate,
    /// Paying with gold.
    pub gold: GoldUse,
    /// Equal prestige.
    pub tie: Tie,
    /// Using the powers of trading posts.
    pub powers: Powers,
    /// Paying with gold that counts double.
    pub overpay: Overpay,
    /// The prestige that triggers the end, 1 to 255.
    pub target: u8,
    /// Giving tokens back.
    pub returns: Return,
    /// Several nobles at a time.
    pub noble_choice: NobleChoice,
    /// When nobles come.
    pub noble_time: NobleTime,
}

impl Default for Rulings {
    fn default() -> Self {
        Self {
            fewer: Fewer::default(),
            pass: Pass::default(),
            stalemate: Stalemate::default(),
            gold: GoldUse::default(),
            tie: Tie::default(),
            powers: Powers::default(),
            overpay: Overpay::default(),
            target: 15,
            returns: Return::default(),
            noble_choice: NobleChoice::default(),
            noble_time: NobleTime::default(),
        }
    }
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
pub struct Modules {
    /// The Cities (2024): cities in place of nobles and of the target.
    pub cities: bool,
    /// The Trading Posts (2024): five posts with powers.
    pub trading_posts: bool,
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
    /// How many cards of each level lie face up.
    pub market_width: u8,
}

impl Game<'static> {
    /// Returns the published game for this many seats.
    ///
    /// Seat counts other than 2 and 3 get the tokens of four; `setup.seats` refuses them.
    pub fn published(rules: Rules, seats: u8) -> Self {
        Self {
            rules,
            components: Components::published(),
            tokens: published_tokens(seats),
            token_limit: 10,
            market_width: 4,
        }
    }
}

impl Game<'_> {
    /// Returns the nobles that may lie on the table under the declared boxes and modules.
    pub fn noble_pool(&self) -> NobleSet {
        let all = self.components.nobles();
        all.iter().filter(|&id| self.plays(self.components.noble(id))).collect()
    }

    fn plays(&self, noble: Noble) -> bool {
        // Both modules lie in one box, which they bring.
        let Modules { cities, trading_posts } = self.rules.modules;
        let brought = |name| name == "silk-road" && (cities || trading_posts);
        box_of_noble(noble).is_none_or(|name| self.rules.boxes.declares(name) || brought(name))
    }
}

/// Returns 4, 5 or 7 gems of each color for two, three or four seats, and five gold.
pub const fn published_tokens(seats: u8) -> Tokens {
    let each = match seats {
        2 => 4,
        3 => 5,
        _ => 7,
    };
    Tokens::new([each, each, each, each, each, 5])
}
