//! The corpus of the benchmark: generated games with decks and payments.

use splendor_core::{Game, Modules, Position, Rules, Turn};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::json::layout::json_line;
use splendor_schema::{Log, schemas};
use splendor_verify::history::core_turns;

/// A game ready to replay: its rules, its first position, its turns.
pub(crate) type Replay = (Game<'static>, Position, Vec<Turn>);

/// Generated games, as text and ready to replay.
pub(crate) struct Corpus {
    pub(crate) texts: Vec<String>,
    pub(crate) games: Vec<Replay>,
    /// The number of turns of each game.
    pub(crate) turns: Vec<usize>,
    pub(crate) schema: jsonschema::Validator,
}

/// Games without modules, and games with both.
pub(crate) struct Pair {
    pub(crate) base: Corpus,
    pub(crate) both: Corpus,
}

impl Pair {
    pub(crate) fn new(first: u64, logs: u64) -> Self {
        let both = Modules { cities: true, trading_posts: true, ..Modules::NONE };
        Self {
            base: Corpus::new(first, logs, Modules::default()),
            both: Corpus::new(first, logs, both),
        }
    }

    pub(crate) const fn of(&self, both: bool) -> &Corpus {
        if both { &self.both } else { &self.base }
    }
}

/// Returns how the game with this seed is generated.
pub(crate) fn options(seed: u64) -> GenerateOptions {
    GenerateOptions {
        seed,
        seats: 2 + u8::try_from(seed % 3).unwrap_or(0),
        policy: Policy::Uniform,
        ..GenerateOptions::default()
    }
}

impl Corpus {
    fn new(first: u64, logs: u64, modules: Modules) -> Self {
        let rules = Rules { modules, ..Rules::default() };
        let text = |seed| json_line(&generate(&GenerateOptions { rules, ..options(seed) }));
        let texts: Vec<String> = (first..first + logs).map(text).collect();
        let (_, schema) = &schemas()[0];
        let schema = serde_json::from_str(schema).unwrap();
        let games: Vec<Replay> = texts
            .iter()
            .map(|text| core_turns(&Log::read(text.as_bytes()).unwrap()).unwrap())
            .collect();
        Self {
            turns: games.iter().map(|(_, _, turns)| turns.len()).collect(),
            games,
            schema: jsonschema::validator_for(&schema).unwrap(),
            texts,
        }
    }
}

/// Plays a game again; returns whether every turn is legal.
pub(crate) fn follow((game, start, turns): &Replay) -> bool {
    let mut position = *start;
    turns.iter().all(|turn| position.play(game, turn).is_ok())
}
