//! Chooses the positions for the conformance vectors.

use std::collections::BTreeMap;

use splendor_core::{Action, Card, Clause, Events, Game, Modules, Position, Post, Rules, Turn};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::position::PositionDeck;
use splendor_schema::vector::Vector;
use splendor_schema::{self as schema, Log};
use splendor_verify::history::core_turns;
use splendor_verify::{
    JudgeOptions, digest, judge, position_at, position_from_log, position_to_log,
};

use super::is_beside;
use crate::perft_positions;
use crate::root;

/// A position with the turns that it was chosen for.
#[derive(Clone)]
pub(super) struct Chosen {
    pub(super) name: String,
    pub(super) game: Game<'static>,
    pub(super) position: Position,
    pub(super) turns: Vec<Turn>,
    /// The clause that the scores show.
    pub(super) clause: Clause,
    /// The clause that the turns show, if it differs from the one determined by the turn.
    pub(super) shows: Option<Clause>,
    /// Whether the vector lists these turns only.
    pub(super) listed: bool,
}

/// Returns all chosen positions, beginning with the published perft positions.
pub(super) fn chosen() -> Vec<Chosen> {
    let counted = perft_positions::positions().into_iter().map(|(name, game, position)| {
        let clause = Clause::ScoreSum;
        Chosen { name, game, position, turns: Vec::new(), clause, shows: None, listed: false }
    });
    let mut all: Vec<Chosen> = counted.collect();
    all.extend(of_pairs());
    all.extend(endings());
    all.extend(rare());
    all
}

fn log(kind: &str, name: &str) -> Option<Log> {
    let bytes = std::fs::read(root().join(format!("replays/{kind}/{name}.json"))).ok()?;
    Some(Log::read(&bytes).unwrap())
}

/// Returns the position before a turn with all cards known. Unknown cards are put into the decks in
/// the order of the box.
fn before(log: &Log, turn: usize) -> Option<(Game<'static>, Position)> {
    let (game, position) = position_at(log, &JudgeOptions::default(), turn)?;
    let game = game.as_game();
    let mut description = position_to_log(&game, &position);
    let text = serde_json::to_string(&description).unwrap();
    let all = game.components;
    let decks = description.decks.as_mut().unwrap();
    let decks = [
        &mut decks.level1,
        &mut decks.level2,
        &mut decks.level3,
        &mut decks.orient1,
        &mut decks.orient2,
        &mut decks.orient3,
    ];
    for (&level, deck) in game.rows().iter().zip(decks) {
        let Some(PositionDeck::Count(count)) = deck.clone() else { continue };
        let cards = all.of_row(level).iter().map(|card| all.card(card).to_string());
        let left: Vec<_> = cards.filter(|card| !text.contains(&format!("\"{card}\""))).collect();
        if left.len() != usize::from(count) {
            return None;
        }
        let ids = left.iter().map(|id| Card::parse(id).unwrap());
        *deck = Some(PositionDeck::Cards(ids.collect())).filter(|_| count > 0).or(deck.clone());
    }
    position_from_log(&description).ok().filter(|(_, position)| position.is_determined())
}

/// Returns the deciding turn of each illegal replay and of its legal twin.
fn of_pairs() -> Vec<Chosen> {
    let mut all = Vec::new();
    for &clause in Clause::ALL.iter().filter(|&&clause| !is_beside(clause)) {
        let name = clause.id().replace('.', "-");
        let mut turns: BTreeMap<String, Chosen> = BTreeMap::new();
        for kind in ["illegal", "legal"] {
            let Some(replay) = log(kind, &name) else { continue };
            let illegal = log("illegal", &name).unwrap();
            let judgment = judge(&illegal, &JudgeOptions::default());
            let Some(at) = judgment.findings[0].turn else { continue };
            let Some((game, position)) = before(&replay, at) else { continue };
            let Some(turn) =
                replay.turns.get(at).and_then(|turn| converted_turn(&game, &position, turn))
            else {
                continue;
            };
            // Without the cards of the decks, some turns break no clause any more; skip them.
            let broken = position.check(&game, &turn).err().map(|breach| breach.clause());
            if broken != Some(clause).filter(|_| kind == "illegal") {
                continue;
            }
            let key = digest(&game, &position).to_string();
            let new = Chosen {
                name: if turns.is_empty() { name.clone() } else { format!("{name}-twin") },
                game,
                position,
                turns: Vec::new(),
                clause: Clause::ScoreSum,
                shows: None,
                listed: false,
            };
            turns.entry(key).or_insert(new).turns.push(turn);
        }
        all.extend(turns.into_values());
    }
    all
}

/// Removes the refill of each event of a turn.
fn forget_refills(event: &mut serde_json::Value) {
    let Some(fields) = event.as_object_mut() else { return };
    fields.remove("refill");
    for inner in ["free", "conquest"] {
        if let Some(inner) = fields.get_mut(inner) {
            forget_refills(inner);
        }
    }
}

/// Converts a turn of a log, without the cards that the decks decide.
fn converted_turn(game: &Game<'_>, position: &Position, logged: &schema::Turn) -> Option<Turn> {
    let text = serde_json::to_string(logged).unwrap();
    let named = |name: &str| text.contains(&format!("\"{name}\":"));
    if named("card") && named("deck") || named("under") || named("foreign") {
        return None;
    }
    let mut logged = serde_json::to_value(logged).unwrap();
    let fields = logged.as_object_mut().unwrap();
    fields.retain(|key, _| !["after", "ext"].contains(&key.as_str()));
    forget_refills(&mut logged);
    let vector = serde_json::json!({
        "format": "splendor-vector/1", "name": "x", "position": position_to_log(game, position),
        "legal": 0, "scores": [], "clause": "x",
        "turns": [{ "turn": logged, "verdict": "legal", "clause": "x" }],
    });
    let logged = Vector::read(vector.to_string().as_bytes()).ok()?.turns.remove(0).turn;
    let mut turn = splendor_verify::turn_from_log(game, &logged, position.to_move())?;
    if let Action::Purchase { from, .. } = &mut turn.action {
        *from = None;
    }
    Some(turn)
}

/// Returns for each complete game the turn that triggers its end, its last turn, and the final
/// position.
fn endings() -> Vec<Chosen> {
    let mut all = Vec::new();
    let mut names: Vec<String> = std::fs::read_dir(root().join("replays/legal"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|name| clause_of_ending(name).is_some())
        .collect();
    names.sort();
    for name in names {
        let log = log("legal", &name).unwrap();
        let last = log.turns.len();
        let shows = clause_of_ending(&name).filter(|_| !name.starts_with("ending-"));
        let clause = clause_of_ending(&name).unwrap();
        let moments = [(last.saturating_sub(1), "last"), (last, "over")];
        for (at, moment) in moments {
            let Some((game, position)) = before(&log, at) else { continue };
            // An abandoned game shows no winner.
            if moment == "over" && !position.has_ended() || last == 0 {
                continue;
            }
            let turn = log.turns.get(at).and_then(|turn| converted_turn(&game, &position, turn));
            let name = format!("{name}-{moment}");
            let turns = turn.into_iter().collect();
            all.push(Chosen { name, game, position, turns, clause, shows, listed: false });
        }
    }
    all
}

/// Returns the clause that the end of a replay shows, from the name of the replay.
fn clause_of_ending(name: &str) -> Option<Clause> {
    let own = Clause::ALL.iter().find(|clause| clause.id().replace('.', "-") == name);
    if let Some(clause) = own {
        return Some(*clause).filter(|clause| clause.shows_through_claims());
    }
    let clauses = [
        ("tie-by-cards", Clause::EndFewestCards),
        ("shared", Clause::EndShared),
        ("by-city", Clause::CityWinner),
        ("same-city", Clause::CityMet),
        ("stalemate", Clause::EndStalemate),
    ];
    let found = clauses.into_iter().find(|(part, _)| name.contains(part));
    name.starts_with("ending-").then(|| found.map_or(Clause::EndWinner, |(_, clause)| clause))
}

/// A test for a rare kind of position.
type Sign = fn(&Game<'_>, &Position, &[Turn]) -> bool;

/// Kinds of positions that no replay shows, by name. Each is taken from the first generated game
/// that has one.
const RARE: [(&str, Sign); 4] = [
    ("two-nobles", |_, _, turns| choice(turns, |turn| Turn { nobles: turns[0].nobles, ..turn })),
    ("gold-for-two", |game, position, turns| {
        let seat = position.mover();
        seat.posts().has(Post::DoubleGold) && seat.tokens().gold() > 0 && turns.len() < 60 && {
            let saves = |turn: &Turn| super::shown(game, position, turn) == Clause::PostDoubleGold;
            turns.iter().any(saves)
        }
    }),
    ("point-per-post", |game, position, turns| {
        let brings = |turn: &Turn| {
            let mut after = *position;
            let events = after.play(game, turn).unwrap();
            let owned = after.seats()[usize::from(turn.seat)].posts();
            matches!(events, Events { post: Some(_), .. }) && owned.has(Post::PointPerPost)
        };
        turns.iter().any(brings)
    }),
    ("forced-pass", |_, _, turns| matches!(turns, [Turn { action: Action::Pass, .. }])),
];

/// Returns whether two different turns become equal under `normalize`.
fn choice(turns: &[Turn], normalize: impl Fn(Turn) -> Turn) -> bool {
    turns.windows(2).any(|pair| pair[0] != pair[1] && normalize(pair[0]) == normalize(pair[1]))
}

fn rare() -> Vec<Chosen> {
    let mut found: BTreeMap<&str, Chosen> = BTreeMap::new();
    for seed in 0..600_u64 {
        if found.len() == RARE.len() {
            break;
        }
        let policy = Policy::ALL[usize::try_from(seed % 5).unwrap()];
        let modules = Modules { trading_posts: true, ..Modules::default() };
        let rules = Rules { modules, ..Rules::default() };
        let seats = u8::try_from(2 + seed / 5 % 3).unwrap();
        let options = GenerateOptions { seed, seats, rules, policy, ..GenerateOptions::default() };
        let (game, mut position, turns) = core_turns(&generate(&options)).unwrap();
        for turn in turns {
            let legal = position.distinct_turns(&game);
            for (name, sign) in RARE {
                if !found.contains_key(name) && sign(&game, &position, &legal) {
                    let (turns, clause) = (Vec::new(), Clause::ScoreSum);
                    let title = name.to_owned();
                    let chosen = Chosen {
                        name: title,
                        game,
                        position,
                        turns,
                        clause,
                        shows: None,
                        listed: false,
                    };
                    found.insert(name, chosen);
                }
            }
            position.play(&game, &turn).unwrap();
        }
    }
    assert_eq!(found.len(), RARE.len(), "{:?}", found.keys());
    found.into_values().collect()
}
