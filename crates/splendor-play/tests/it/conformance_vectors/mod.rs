//! Writes the conformance vectors for other engines: positions with legal turns, and with turns
//! that break one clause each.

mod borders;
mod choose;
mod coverage;
mod edit;
mod made;
mod moment;
mod moments;
mod passes;
mod quantities;
mod shown;
mod tables;

use std::collections::BTreeSet;

use splendor_core::{
    Action, CardId, Clause, Copied, Effects, End, Events, Game, Phase, Position, Post, Power,
    Tokens, Turn, Violation,
};
use splendor_schema as schema;
use splendor_schema::vector::{Vector, VectorFormat, VectorTurn};
use splendor_verify::{digest, position_from_log, position_to_log, turn_to_log};

use crate::setup_clauses::is_of_setup;
use crate::{golden, root};
use borders::borders;
use choose::{Chosen, chosen};
use edit::edits;
use made::made;
use moments::moments;

const VECTORS: &str = "replays/vectors.jsonl";

/// Returns the clause that a legal turn shows, checking for the rarest first.
fn shown(game: &Game<'_>, position: &Position, turn: &Turn) -> Clause {
    let mut after = *position;
    let events = after.play(game, turn).unwrap();
    let seat = position.mover();
    match (turn.action, events) {
        (_, Events { ended: Some(End::Stalemate), .. }) => Clause::EndStalemate,
        (_, Events { triggered: true, .. }) if game.rules.modules.cities => Clause::CityTrigger,
        (_, Events { triggered: true, .. }) => Clause::EndTrigger,
        (_, Events { ended: Some(_), .. }) => Clause::EndRound,
        (Action::Pass, _) => Clause::TurnPass,
        (_, Events { post: Some(_), .. }) if after_points(&after, turn.seat) => {
            Clause::PostPointPerPost
        }
        (_, Events { post: Some(_), .. }) => Clause::PostMandatory,
        (_, Events { noble: Some(_), .. }) => Clause::NobleMandatory,
        (Action::ReserveDeck { under: Some(_), .. }, _) => Clause::PostDrawTwo,
        _ if !turn.returned.is_empty() => Clause::LimitTen,
        (Action::Take(_), _) if turn.gem.is_some() => Clause::PostThirdGem,
        (_, _) if turn.gem.is_some() => Clause::PostGemAfterPurchase,
        (Action::Purchase { card, pay, .. }, _) => bought(game, position, card, pay),
        (Action::ReserveDeck { .. }, _) => Clause::ReserveDeck,
        (Action::ReserveMarket(_), events) if events.gold => Clause::ReserveGold,
        (Action::ReserveMarket(_), _) => Clause::ReserveFaceUp,
        (Action::Take(taken), _) if taken.iter().any(|(_, count)| count == 2) => {
            Clause::TakePairNeedsFour
        }
        (Action::Take(taken), _) if taken.total() < 3 => Clause::TakeFewer,
        (Action::Take(_), _) if seat.tokens().is_empty() => Clause::TakeDifferent,
        (Action::Take(_), _) => Clause::TakeSupply,
    }
}

fn after_points(after: &Position, seat: u8) -> bool {
    after.seats()[usize::from(seat)].posts().has(Post::PointPerPost)
}

fn bought(game: &Game<'_>, position: &Position, card: CardId, pay: Tokens) -> Clause {
    let seat = position.mover();
    let price = game.components.card(card).cost().minus(seat.bonuses());
    if pay.total() < price.total() {
        Clause::PostDoubleGold
    } else if pay.gold() > 0 {
        Clause::PurchasePayment
    } else if position.market().has(card) {
        if position.deck(game.components.card(card).row()).is_empty() {
            Clause::PurchasePrice
        } else {
            Clause::MarketRefill
        }
    } else {
        Clause::PurchaseSource
    }
}

/// Returns the clause that a turn breaks, if it breaks only one. Two posts at once always break a
/// second clause too, as does a copy card of a seat without a color, so they are allowed. Clauses
/// about the contents of the log are left out.
fn broken(game: &Game<'_>, position: &Position, turn: &Turn) -> Option<Clause> {
    let violations = position.violations(game, turn);
    let clause = violations.first().map(Violation::clause)?;
    let alone =
        violations.len() == 1 || matches!(clause, Clause::PostOne | Clause::OrientCopyNeedsColor);
    (alone && !["reveal", "market"].contains(&clause.family())).then_some(clause)
}

/// Returns whether a log can write the turn with every fact: it has no place for cards paid by a
/// reservation, and a turn that leaves out the color of a copy card or the second card drawn has no
/// verdict.
fn is_written(game: &Game<'_>, position: &Position, turn: &Turn) -> bool {
    let bought = match turn.action {
        Action::Purchase { card, .. } => Some((card, turn.effects.copy)),
        _ => None,
    };
    let conquered = turn.conquest.map(|conquest| (conquest.card, conquest.effects.copy));
    let effects = [turn.effects, turn.conquest.map_or(Effects::NONE, |won| won.effects)];
    let free = effects.iter().flat_map(Effects::free_cards).map(|free| (free.card, free.copy));
    let copies = |card: CardId| game.components.card(card).power().is_some_and(Power::copies);
    let lacks_color = |(card, copy): (CardId, Option<Copied>)| copies(card) && copy.is_none();
    if bought.into_iter().chain(conquered).chain(free).any(lacks_color)
        || lacks_drawn_card(position, turn)
    {
        return false;
    }
    let read = splendor_verify::turn_from_log(game, &turn_to_log(game, turn), turn.seat);
    read.is_some_and(|read| {
        read.cards_paid == turn.cards_paid
            && read.effects == turn.effects
            && read.conquest == turn.conquest
    })
}

/// Returns whether a seat that draws two cards does not say which of them it keeps.
fn lacks_drawn_card(position: &Position, turn: &Turn) -> bool {
    let Action::ReserveDeck { row, under: None, .. } = turn.action else { return false };
    position.mover().posts().has(Post::DrawTwo) && position.deck(row).len() > 1
}

/// Returns one turn for each clause: a legal turn that shows it, or an illegal turn that breaks
/// only that clause.
fn turns_of(chosen: &Chosen) -> Vec<(Turn, Clause, bool)> {
    let Chosen { game, position, .. } = chosen;
    let mut turns: Vec<(Turn, Clause, bool)> = Vec::new();
    let mut add = |turn: Turn, clause, legal, own: bool| {
        let known = |&(other, of, fine): &(Turn, Clause, bool)| {
            other == turn || !own && of == clause && fine == legal
        };
        if !turns.iter().any(known) {
            turns.push((turn, clause, legal));
        }
    };
    for &turn in &chosen.turns {
        match position.check(game, &turn) {
            Ok(()) => {
                let clause = chosen.shows.unwrap_or_else(|| shown(game, position, &turn));
                add(turn, clause, true, true);
            }
            Err(breach) => add(turn, breach.clause(), false, true),
        }
    }
    if chosen.listed {
        return turns;
    }
    for turn in position.distinct_turns(game) {
        add(turn, shown(game, position, &turn), true, false);
        let edits = edits(game, position, &turn).into_iter();
        for edit in edits.filter(|edit| is_written(game, position, edit)) {
            if let Some(clause) = broken(game, position, &edit) {
                add(edit, clause, false, false);
            }
        }
    }
    turns
}

fn vector(chosen: &Chosen) -> Vector {
    let Chosen { name, game, position, clause, .. } = chosen;
    let entry = |(turn, clause, legal): (Turn, Clause, bool)| {
        let mut after = *position;
        VectorTurn {
            turn: turn_to_log(game, &turn),
            verdict: if legal { schema::Verdict::Legal } else { schema::Verdict::Illegal },
            clause: clause.id().into(),
            digest: after.play(game, &turn).ok().map(|_| digest(game, &after)),
        }
    };
    let ended = matches!(position.phase(), Phase::Ended(_));
    Vector {
        format: VectorFormat,
        name: name.clone().into(),
        position: position_to_log(game, position),
        legal: position.distinct_turns(game).len() as u64,
        scores: position.scores().collect(),
        winners: ended.then(|| position.winners(game).iter().collect()),
        clause: if ended { clause.id() } else { Clause::ScoreSum.id() }.into(),
        turns: turns_of(chosen).into_iter().map(entry).collect(),
    }
}

#[test]
fn the_vectors_are_up_to_date() {
    // A table of other moments is only a pool to choose from, with a file of its own.
    let pool = std::env::var_os("SPLENDOR_POOL");
    let all =
        if pool.is_some() { moments() } else { [chosen(), moments(), made(), borders()].concat() };
    let lines = all.iter().map(|one| serde_json::to_string(&vector(one)).unwrap() + "\n");
    let text = lines.collect::<String>();
    match pool {
        Some(file) => std::fs::write(file, text).unwrap(),
        None => golden(VECTORS, &text),
    }
}

fn vectors() -> Vec<Vector> {
    let text = std::fs::read_to_string(root().join(VECTORS)).unwrap();
    text.lines().map(|line| Vector::read(line.as_bytes()).unwrap()).collect()
}

#[test]
fn vectors_match_their_schema_and_the_rules() {
    let schema = root().join("schema/splendor-vector-1.schema.json");
    let schema = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let text = std::fs::read_to_string(root().join(VECTORS)).unwrap();
    let mut names = BTreeSet::new();
    for (line, vector) in text.lines().zip(vectors()) {
        let value = serde_json::from_str(line).unwrap();
        validator.validate(&value).map_err(|error| error.to_string()).unwrap();
        let (game, position) = position_from_log(&vector.position).unwrap();
        assert!(position.is_determined(), "{}", vector.name);
        for (at, entry) in vector.turns.iter().enumerate() {
            let turn =
                splendor_verify::turn_from_log(&game, &entry.turn, position.to_move()).unwrap();
            let broken = position.check(&game, &turn).err();
            let legal = entry.verdict == schema::Verdict::Legal;
            assert_eq!(broken.is_none(), legal, "{} {at}", vector.name);
            if let Some(broken) = broken {
                assert_eq!(entry.clause, broken.clause().id(), "{} {at}", vector.name);
            }
            assert_eq!(entry.digest.is_some(), legal, "{} {at}", vector.name);
        }
        assert!(names.insert(vector.name));
    }
}

/// Families of clauses that no position can show, because they are about other parts of a log.
const BESIDE: [&str; 3] = ["component", "reveal", "claim"];

/// Returns whether no position can show the clause.
fn is_beside(clause: Clause) -> bool {
    is_of_setup(clause) || BESIDE.contains(&clause.family())
}

#[test]
fn every_clause_about_a_turn_has_a_case() {
    let vectors = vectors();
    let shown = vectors.iter().map(|vector| vector.clause.as_str());
    let turns = vectors.iter().flat_map(|vector| &vector.turns);
    let covered: BTreeSet<&str> = shown.chain(turns.map(|turn| turn.clause.as_str())).collect();
    let clauses = Clause::ALL.iter().filter(|&&clause| !is_beside(clause));
    let open: Vec<&str> =
        clauses.map(|clause| clause.id()).filter(|id| !covered.contains(id)).collect();
    assert_eq!(open, Vec::<&str>::new());
}
