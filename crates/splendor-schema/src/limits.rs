//! The limits of all formats. The JSON Schemas and the readers use the same ones.

/// Bytes of one file or line.
pub const LOG_BYTES: usize = 16 * 1024 * 1024;
/// Turns of one log.
pub const TURNS: usize = 100_000;
/// Characters of a free text, like a player's name.
pub const TEXT: usize = 1_000;
/// Characters of the name of an edition, a module, a box, a ruling or a clause.
pub const WORD: usize = 64;
/// Characters of the name of a trading post.
pub const POST: usize = splendor_core::PostName::LENGTH;
/// Modules or boxes of one log.
pub const MODULES: usize = 16;
/// Rulings of one log.
pub const RULINGS: usize = 64;
/// Seats at a table: more than the rules allow, so that a log of five players can be read and then
/// judged.
pub const SEATS: usize = 16;
/// The greatest number of a seat; seats count from 0.
pub const SEAT: u8 = 15;
/// Cards of one row in the market or a deck, or of one seat.
pub const CARDS: usize = 120;
/// Cards of a deck or a hand that is given as a number.
pub const CARD_COUNT: u8 = 120;
/// Nobles or cities on the table or of one seat.
pub const TILES: usize = 32;
/// Tokens named in one `take`.
pub const TAKE: usize = 12;
/// Tokens of one kind in one place.
pub const TOKENS: u8 = 99;
/// Nobles or posts named in one turn.
pub const CHOICES: usize = 8;
/// Cards of virtual gold spent in one purchase.
pub const SPENT: usize = 5;
/// Cards given up as the price of one purchase: more than the rules allow.
pub const DISCARDED: usize = 8;
/// Free cards inside one another: more than the rules allow.
pub const FREE_CARDS: usize = 8;
/// JSON values in a file of another format.
pub const VALUES: usize = 1_000_000;
/// Levels of nesting in free JSON (`ext`, `foreign`).
pub const DEPTH: usize = 64;
/// The greatest whole number that every JSON reader keeps exactly, 2^53 - 1.
pub const INTEGER: u64 = 9_007_199_254_740_991;
