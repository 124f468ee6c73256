//! Generates random legal games from seeds, as material for tests, benchmarks and other parsers.

mod deal;
mod dice;
mod plan;
mod policy;
mod sun_never_sets;
mod write;

use std::fmt;
use std::str::FromStr;

use splendor_core::{Boxes, Edition, Game, Modules, Position, Rules};
use splendor_schema::log::{End, EndReason, GameResult};
use splendor_schema::{self as schema, Log};

pub(crate) use deal::Deal;
pub use dice::Dice;
pub(crate) use write::revealed;

/// Which game is generated, and how it is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// The seed: it decides everything that the other options leave open.
    pub seed: u64,
    /// The number of seats: 2, 3 or 4. Other numbers are clamped.
    pub seats: u8,
    /// The rules. Edition 2014 has no boxes or modules, so its games ignore those named here.
    pub rules: Rules,
    /// How the seats play.
    pub policy: Policy,
    /// The turn after which an unfinished game is abandoned.
    pub max_turns: usize,
    /// Whether the log contains the order of the decks.
    pub decks: bool,
    /// Whether each turn claims the holdings of the seat and the supply after it.
    pub after: bool,
    /// Whether each turn claims the digest of the position after it.
    pub digest: bool,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        Self {
            seed: 0,
            seats: 2,
            rules: Rules::default(),
            policy: Policy::default(),
            max_turns: 1000,
            decks: true,
            after: false,
            digest: false,
        }
    }
}

/// How the seats of a generated game play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Policy {
    /// Every action is equally likely.
    Uniform,
    /// Buys when possible, cards with prestige first, and otherwise saves for such cards.
    Greedy,
    /// Reserves and takes, and buys only as a last resort: forced passes and stalemates.
    Hoarder,
    /// Buys the cards that the nearest noble requires.
    Nobles,
    /// Mixes the other policies by seat and turn, so that games end in every way.
    #[default]
    Rich,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Self; 5] =
        [Self::Uniform, Self::Greedy, Self::Hoarder, Self::Nobles, Self::Rich];

    /// Returns the name, like `greedy`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Greedy => "greedy",
            Self::Hoarder => "hoarder",
            Self::Nobles => "nobles",
            Self::Rich => "rich",
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown policy name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPolicy;

impl fmt::Display for NotAPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a policy is one of")?;
        Policy::ALL.iter().try_for_each(|policy| write!(f, " `{policy}`"))
    }
}

impl std::error::Error for NotAPolicy {}

impl FromStr for Policy {
    type Err = NotAPolicy;

    fn from_str(word: &str) -> Result<Self, NotAPolicy> {
        Self::ALL.into_iter().find(|policy| policy.name() == word).ok_or(NotAPolicy)
    }
}

/// Returns a random legal game, as a good client would log it.
///
/// The same options give the same log on every machine.
///
/// ```
/// use splendor_play::generate::{GenerateOptions, generate};
/// use splendor_verify::{JudgeOptions, Verdict, judge};
///
/// let log = generate(&GenerateOptions { seed: 7, seats: 3, ..GenerateOptions::default() });
/// assert_eq!(judge(&log, &JudgeOptions::default()).verdict(), Verdict::Legal);
/// ```
///
/// # Panics
///
/// Panics if the rules reject a turn that they listed as legal, which is a defect of this crate.
pub fn generate(options: &GenerateOptions) -> Log {
    let seats = options.seats.clamp(2, 4);
    let game = Game::published(published(options.rules), seats);
    let mut dice = Dice::new(options.seed);
    let deal = Deal::new(&game, seats, &mut dice);
    let mut position = deal.position(&game);
    let turns = play(options, &game, &mut position, &mut dice);
    Log {
        schema: None,
        format: schema::log::LogFormat,
        rules: splendor_verify::to_log::rules_to_log(game.rules),
        omits: Vec::new(),
        source: Some(write::source(options.seed)),
        players: write::players(position.seats().len()),
        setup: deal.setup(&game, options.decks),
        end: Some(end(&position, turns.len())),
        result: Some(result(&game, &position)),
        turns,
        ext: None,
    }
}

/// Plays from a position to the end, or until the turn limit or until no turn is legal.
fn play(
    options: &GenerateOptions,
    game: &Game<'_>,
    position: &mut Position,
    dice: &mut Dice,
) -> Vec<schema::Turn> {
    let players = policy::Players::new(options.policy, dice);
    let mut turns = Vec::with_capacity(128);
    while turns.len() < options.max_turns && !position.has_ended() {
        let Some(turn) = players.turn(&plan::Table { game, position }, dice) else { break };
        let before = *position;
        let events = position.play(game, &turn);
        // The policies build turns without the full checks, so a mistake in them surfaces here.
        let events = events.unwrap_or_else(|breach| panic!("{turn:?} is legal, but: {breach}"));
        turns.push(write::turn(options, game, &before, &turn, &events, position));
    }
    turns
}

/// Removes the boxes and modules that the edition does not have: all of them came with 2024.
pub(crate) fn published(rules: Rules) -> Rules {
    match rules.edition {
        Edition::Y2014 => Rules { boxes: Boxes::default(), modules: Modules::default(), ..rules },
        Edition::Y2024 => rules,
    }
}

/// Returns how a game ended; a game that could go on was abandoned.
pub(crate) fn end(position: &Position, turns: usize) -> End {
    let reason = match position.phase() {
        splendor_core::Phase::Ended(splendor_core::End::Completed) => EndReason::Completed,
        splendor_core::Phase::Ended(splendor_core::End::Stalemate) => EndReason::Stalemate,
        splendor_core::Phase::Open | splendor_core::Phase::LastRound => EndReason::Abandoned,
    };
    End { reason, seats: Vec::new(), plies: Some(turns as u64) }
}

/// Returns the scores, and the winners if the game has ended.
pub(crate) fn result(game: &Game<'_>, position: &Position) -> GameResult {
    let winners = || position.winners(game).iter().collect();
    GameResult {
        scores: Some(position.scores().collect()),
        winners: position.has_ended().then(winners),
    }
}
