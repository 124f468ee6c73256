//! How much a file may hold; the schemas say the same.

/// Bytes of one log, position or report.
pub const LOG_BYTES: usize = 16 * 1024 * 1024;
/// Turns of one log.
pub const TURNS: usize = 100_000;
/// Characters of a free text, like a player's name.
pub const TEXT: usize = 1_000;
/// Characters of a name that a version, a module, a box or a ruling has.
pub const WORD: usize = 64;
/// Characters of a post's name.
pub const POST: usize = 24;
/// Modules or boxes of one log.
pub const MODULES: usize = 16;
/// Rulings of one log.
pub const RULINGS: usize = 64;
/// Seats at a table; how many may play is a rule.
pub const SEATS: usize = 16;
/// The greatest seat, counted from 0.
pub const SEAT: u8 = 15;
/// Cards of one level in a market, in a deck, or before one seat.
pub const CARDS: usize = 120;
/// Cards in one deck or one hand, where only their number is said.
pub const CARD_COUNT: u8 = 120;
/// Nobles or cities in a setup or before one seat.
pub const TILES: usize = 32;
/// Tokens named in one `take`.
pub const TAKE: usize = 12;
/// Tokens of one kind in one place.
pub const TOKENS: u8 = 99;
/// Nobles or posts named in one turn.
pub const CHOICES: usize = 8;
/// Values in a file of another format.
pub const VALUES: usize = 1_000_000;
/// Levels of nesting in free JSON (`ext`, `foreign`).
pub const DEPTH: usize = 64;
/// The greatest whole number that every JSON reader keeps exactly, 2^53 - 1.
pub const INTEGER: u64 = 9_007_199_254_740_991;
