//! Chooses random tables that show the borders of the rules: every value of a quantity that a rule
//! compares, and every pair of conditions that meets in a turn.
//!
//! The seeds in `borders.tsv` are a cover: each table shows something that those before it do not.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use splendor_core::{Action, Clause, Game, Modules, Position, Power, Turn};

use super::choose::Chosen;
use super::coverage::shown_by_vectors;
use super::edit::edits;
use super::moment::Moment;
use super::quantities::SEATS;
use super::shown::{Shown, shown_by_breach, shown_by_table, shown_by_turn, values};
use super::tables::table;
use super::{broken, is_written};
use crate::root;

const BORDERS: &str = "crates/splendor-play/tests/it/conformance_vectors/borders.tsv";

/// The names of the vectors of such tables begin with this.
const NAME: &str = "border-";

/// A table with more legal turns than this has too long a list for a vector.
const MOST_TURNS: usize = 600;

/// A turn with what it shows.
type Shows = (Turn, Vec<Shown>);

/// Returns the chosen tables; each lists the turns that add something to those before it.
pub(super) fn borders() -> Vec<Chosen> {
    let text = std::fs::read_to_string(root().join(BORDERS)).unwrap();
    let mut shown = BTreeSet::new();
    let seeds = text.lines().skip(1).map(|line| line.parse().unwrap());
    seeds.map(|seed| chosen(seed, &mut shown)).collect()
}

fn chosen(seed: u64, shown: &mut BTreeSet<Shown>) -> Chosen {
    let (game, position) = table(seed).unwrap();
    shown.extend(shown_by_table(&game, &position));
    let legal = position.distinct_turns(&game);
    let shows = |turn: &Turn| (*turn, shown_by_turn(&game, &position, turn));
    let mut turns = covering(legal.iter().map(shows).collect(), shown);
    let bases = samples(&legal).chain(&turns);
    let near = bases.flat_map(|turn| neighbors(&game, &position, turn)).collect();
    turns.extend(covering(near, shown));
    let (name, clause) = (format!("{NAME}{seed}"), Clause::ScoreSum);
    Chosen { name, game, position, turns, clause, shows: None, listed: true }
}

/// Returns a legal turn of each kind; illegal turns are searched for near them.
fn samples(legal: &[Turn]) -> impl Iterator<Item = &Turn> {
    let mut kinds: BTreeMap<_, Vec<&Turn>> = BTreeMap::new();
    for turn in legal {
        kinds.entry(kind(turn)).or_default().push(turn);
    }
    kinds.into_values().map(|turns| turns[turns.len() / 2])
}

/// Returns what tells the kind of a turn: the take, the reservation, or how a purchase is paid.
fn kind(turn: &Turn) -> (u8, bool, bool, bool) {
    let (action, golden) = match turn.action {
        Action::Take(taken) => (0, taken.iter().any(|(_, count)| count > 1)),
        Action::ReserveMarket(_) => (1, false),
        Action::ReserveDeck { .. } => (2, false),
        Action::Purchase { pay, .. } => (3, pay.gold() > 0),
        Action::Pass => (4, false),
    };
    let in_cards = !turn.cards_paid.spent.is_empty();
    let given_up = !turn.cards_paid.discarded.is_empty();
    (action, golden, in_cards, given_up || turn.conquest.is_some())
}

/// Returns the neighbors of a legal turn that break one clause. What they show of quantities is what
/// the legal turn does not have, unless they are another action.
fn neighbors(game: &Game<'_>, position: &Position, legal: &Turn) -> Vec<Shows> {
    let had: BTreeSet<(u8, u8)> = values(&Moment::new(game, position, legal)).collect();
    let edits = edits(game, position, legal).into_iter();
    let broken = edits.filter_map(|edit| {
        let clause = broken(game, position, &edit)?;
        let is_alike = discriminant(&edit.action) == discriminant(&legal.action);
        let is_near = edit.seat == legal.seat && (is_alike || has_no_neighbors(edit.action));
        let mut shows = shown_by_breach(game, position, &edit, clause);
        shows.retain(|one| match one {
            Shown::Beyond(_, quantity, value) | Shown::BeyondWhere(_, quantity, value, _) => {
                is_near && !had.contains(&(*quantity, *value))
            }
            Shown::Near(..) => is_near,
            _ => true,
        });
        (!shows.is_empty() && is_written(game, position, &edit)).then_some((edit, shows))
    });
    broken.collect()
}

/// Returns turns that together show all that any of them adds: always the one that adds most.
fn covering(mut turns: Vec<Shows>, shown: &mut BTreeSet<Shown>) -> Vec<Turn> {
    let mut chosen = Vec::new();
    loop {
        for (_, adds) in &mut turns {
            adds.retain(|one| !shown.contains(one));
        }
        turns.retain(|(_, adds)| !adds.is_empty());
        let Some((turn, adds)) = turns.iter().max_by_key(|(_, adds)| adds.len()) else {
            return chosen;
        };
        chosen.push(*turn);
        shown.extend(adds);
    }
}

/// Chooses the seeds anew from so many random tables, and writes them: tables of the base game,
/// then tables with modules that show more.
#[test]
#[ignore = "it chooses other vectors, and takes minutes"]
fn choose_borders() {
    let seeds = std::env::var("SPLENDOR_SEEDS").map_or(30_000, |text| text.parse().unwrap());
    let mut times = BTreeMap::new();
    let mut pools = [Vec::new(), Vec::new()];
    for seed in 0..seeds {
        let Some((has_modules, shows)) = shown_by_seed(seed) else { continue };
        let mut is_rare = false;
        for &one in &shows {
            let times = times.entry((has_modules, one)).or_insert(0);
            *times += 1;
            is_rare |= *times <= 3;
        }
        if is_rare {
            pools[usize::from(has_modules)].push((seed, shows));
        }
    }
    let mut shown = shown_by_vectors(|name| !name.starts_with(NAME));
    let chosen = pools.into_iter().flat_map(|pool| covering_seeds(pool, &mut shown));
    let seeds: Vec<String> = chosen.map(|seed| seed.to_string()).collect();
    std::fs::write(root().join(BORDERS), format!("seed\n{}\n", seeds.join("\n"))).unwrap();
}

/// Returns whether the table of a seed has modules, and what it shows; nothing if the seed has no
/// table, or the table has too many turns.
fn shown_by_seed(seed: u64) -> Option<(bool, BTreeSet<Shown>)> {
    let (game, position) = table(seed)?;
    if is_vast(&game, &position) {
        return None;
    }
    let (turns, all) = position.distinct_turns_up_to(&game, MOST_TURNS);
    if !all {
        return None;
    }
    let of_turns = turns.iter().flat_map(|turn| shown_by_turn(&game, &position, turn));
    let near = samples(&turns)
        .flat_map(|turn| neighbors(&game, &position, turn))
        .flat_map(|(_, shows)| shows);
    let shows = of_turns.chain(shown_by_table(&game, &position)).chain(near).collect();
    Some((game.rules.modules != Modules::NONE, shows))
}

/// Returns seeds whose tables together show all that any of them adds: always the one that adds most.
fn covering_seeds(mut pool: Vec<(u64, BTreeSet<Shown>)>, shown: &mut BTreeSet<Shown>) -> Vec<u64> {
    let mut seeds = Vec::new();
    let mut new = shown.clone();
    loop {
        for (_, adds) in &mut pool {
            adds.retain(|one| !new.contains(one));
        }
        pool.retain(|(_, adds)| is_worth_a_table(adds));
        let Some((seed, adds)) = pool.iter().max_by_key(|(_, adds)| adds.len()) else {
            return seeds;
        };
        seeds.push(*seed);
        new.clone_from(adds);
        shown.extend(adds);
    }
}

/// Returns whether a conquest with several cards of virtual gold multiplies the legal turns: to list
/// them all can take minutes.
fn is_vast(game: &Game<'_>, position: &Position) -> bool {
    let (seat, strongholds) = (position.to_move(), position.strongholds());
    let conquers = strongholds.of(seat).any(|card| strongholds.count(seat, card) > 1);
    let virtual_gold = game.components.with_power(Power::VirtualGold);
    let spendable = position.mover().bought().and(virtual_gold).len();
    conquers && spendable > 0 && spendable + position.mover().tokens().gold() > 2
}

/// Returns whether a table adds enough: one or two more combinations do not pay for its bytes, unless
/// two conditions meet of which neither is the number of a seat.
fn is_worth_a_table(adds: &BTreeSet<Shown>) -> bool {
    let is_of_seats = |condition: &u8| SEATS.contains(condition);
    let is_cheap = |one: &Shown| match one {
        Shown::Pair(one, other) => is_of_seats(one) || is_of_seats(other),
        Shown::BrokenWhere(_, condition) => is_of_seats(condition),
        Shown::BeyondWhere(..) | Shown::Near(..) => true,
        Shown::Value(..) | Shown::TableValue(..) | Shown::Beyond(..) => false,
    };
    adds.len() > 2 || !adds.iter().all(is_cheap)
}

/// Returns whether a legal action has no neighbor of this kind that breaks a clause.
fn has_no_neighbors(action: Action) -> bool {
    matches!(action, Action::Pass | Action::ReserveMarket(_) | Action::ReserveDeck { .. })
}
