//! The corpus of the benchmark: generated games, and positions for perft.

use std::path::Path;

use splendor_core::{Game, Modules, Position, Rules, Turn};
use splendor_schema::json::layout::json_line;
use splendor_schema::{Log, schemas};
use splendor_verify::generate::{GenerateOptions, Policy, generate};
use splendor_verify::history::core_turns;
use splendor_verify::position_from_log;

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
    base: Corpus,
    both: Corpus,
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

impl Corpus {
    fn new(first: u64, logs: u64, modules: Modules) -> Self {
        let options = |seed| GenerateOptions {
            seed,
            seats: 2 + u8::try_from(seed % 3).unwrap_or(0),
            policy: Policy::Uniform,
            rules: Rules { modules, ..Rules::default() },
            ..GenerateOptions::default()
        };
        let seeds = first..first + logs;
        let texts: Vec<String> = seeds.map(|seed| json_line(&generate(&options(seed)))).collect();
        let logs: Vec<Log> = texts.iter().map(|text| Log::read(text.as_bytes()).unwrap()).collect();
        let (_, schema) = &schemas()[0];
        let schema = serde_json::from_str(schema).unwrap();
        Self {
            games: logs.iter().map(|log| core_turns(log).unwrap()).collect(),
            turns: logs.iter().map(|log| log.turns.len()).collect(),
            schema: jsonschema::validator_for(&schema).unwrap(),
            texts,
        }
    }
}

/// Plays a game again; returns whether every turn is legal.
pub(crate) fn follow((game, start, turns): &Replay) -> bool {
    let mut position = *start;
    turns.iter().all(|turn| position.play_on(game, turn).is_ok())
}

/// Positions of `replays/perft` with and without modules, each with a depth.
pub(crate) fn perft_positions() -> Vec<(Game<'static>, Position, u8)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/perft");
    let read = |(name, depth): (&str, u8)| {
        let bytes = std::fs::read(folder.join(name).with_extension("json")).unwrap();
        let file = splendor_schema::Position::read(&bytes).unwrap();
        let (game, position) = position_from_log(&file).unwrap();
        (game, position, depth)
    };
    [("start-3", 4), ("middle-2", 3), ("cities-2", 4), ("late-2", 4), ("posts-2", 3), ("both-2", 4)]
        .map(read)
        .into()
}
