//! The module Strongholds: the steps after a purchase, blocked cards, and the conquest.

use splendor_core::{ConquestRefill, Move, Place, Remove, Rulings, StepDuty, Turn, Violation};

use crate::played::Played;
use crate::sun_never_sets_parts::{SunNeverSetsExt as _, move_from, place, remove};
use crate::table_builder::{
    TableBuilder, TurnExt as _, buy, card, draw, facts, pass, reserve, take, tokens,
};

/// A table at which seat 0 can buy `a0r3d` for three diamonds, and `a0e3r` for three rubies.
fn table() -> TableBuilder {
    let market = "a0r3d a0e3r a0s3o a0o3e b2d5r b2s5s b2e5e b3r6r c4d7o c4s7d c4e7s c4r7e";
    TableBuilder::new(2).strongholds().market(market).tokens(0, "3d3r")
}

fn purchase() -> Turn {
    buy("a0r3d", "3d")
}

#[test]
fn stronghold_present() {
    let case = TableBuilder::new(2).market("a0r3d b2d5r").tokens(0, "3d").lay();
    let breach = |what| Violation::StrongholdPresent { what };
    let what = "a stronghold is placed, moved or removed";
    let message = format!("{what} without the module Strongholds");
    case.refuses_first(purchase().step(place("b2d5r")), breach(what), &message);
    let message = "a card is conquered without the module Strongholds";
    let conquest = purchase().conquers("b2d5r", "", None);
    case.refuses_first(conquest, breach("a card is conquered"), message);
    case.plays(purchase());
}

#[test]
fn stronghold_conquest() {
    let conquest =
        |own, after_pass| Violation::StrongholdConquest { card: facts("a0e3r"), own, after_pass };
    let case = table().stands(0, "a0e3r a0e3r").lay();
    let message = "a0e3r is conquered with two strongholds of the seat on it; three are needed";
    let take = take("1d1s1e").conquers("a0e3r", "3r", Some(place("b2d5r")));
    case.refuses(take, conquest(2, ""), message);
    let case = table().stands(0, "a0e3r a0e3r a0e3r").lay();
    let after = case.plays(take);
    assert_eq!((after.tokens(0), after.position.strongholds().in_stock(0)), (tokens("4d1s1e"), 2));
    let message = "a0e3r is conquered with three strongholds of the seat on it; \
                   a conquest does not follow a pass";
    let pass = pass().conquers("a0e3r", "3r", Some(place("b2d5r")));
    case.refuses_first(
        pass,
        case.position.check(&case.game, &pass).unwrap_err(),
        "a pass, although a gem can be taken",
    );
    let broken = case.position.violations(&case.game, &pass);
    let breach = broken.iter().find(|&&breach| breach == conquest(3, ", after a pass"));
    assert_eq!(breach.map(ToString::to_string).as_deref(), Some(message));
}

#[test]
fn stronghold_conquest_with_the_stronghold_of_its_turn() {
    let case = table().stands(0, "a0e3r a0e3r").lay();
    let turn = purchase().step(place("a0e3r"));
    // The ruby card of the action pays one of the three rubies.
    let turn = turn.conquers("a0e3r", "2r", Some(place("b2d5r")));
    let after = case.plays(turn);
    assert_eq!(after.position.seats()[0].bought().len(), 2);
    let mut shown = turn.fill("a1o4s");
    if let Some(conquest) = &mut shown.conquest {
        conquest.refill = Some(card("a0d3s"));
    }
    let values =
        [ConquestRefill::ReservedFirst, ConquestRefill::EachAtOnce, ConquestRefill::AllAfter];
    for conquest_refill in values {
        let mut game = case.game;
        game.rules.rulings.conquest_refill = conquest_refill;
        let events = case.position.played(&game, &shown).expect("a legal turn").1;
        assert_eq!(events.refill, Some(Place::Card(card("a1o4s"))), "that of the action");
    }
}

#[test]
fn stronghold_blocked() {
    let case = table().stands(1, "a0r3d b2d5r b2d5r").hand(0, "b2r5o").lay();
    let breach = |id, count| Violation::StrongholdBlocked { card: facts(id), rival: 1, count };
    let message = "a0r3d is taken although one stronghold of seat 1 stands on it";
    case.refuses(purchase().step(place("a0e3r")), breach("a0r3d", 1), message);
    let message = "b2d5r is taken although two strongholds of seat 1 stand on it";
    case.refuses(reserve("b2d5r"), breach("b2d5r", 2), message);
    case.plays(reserve("a0e3r"));
    case.plays(draw(splendor_core::Row::One));
}

#[test]
fn stronghold_step() {
    let case = table().lay();
    let step = place("b2d5r");
    for (turn, action) in [(take("1d1s1e"), "a take"), (reserve("a0r3d"), "a reservation")] {
        let message = format!("a stronghold is placed, moved or removed after {action}");
        case.refuses(turn.step(step), Violation::StrongholdStep { action }, &message);
        case.plays(turn);
    }
    case.plays(purchase().step(step));
}

#[test]
fn stronghold_mandatory() {
    let breach = |possible| Violation::StrongholdMandatory { possible };
    let because = "no step with a stronghold follows the purchase, although a stronghold can be";
    let case = table().lay();
    let message = format!("{because} placed");
    case.refuses(purchase(), breach("a stronghold can be placed"), &message);
    let case = table().stands(0, "b2d5r b2d5r b2d5r").lay();
    let message = format!("{because} moved");
    case.refuses(purchase(), breach("a stronghold can be moved"), &message);
    case.plays(purchase().step(move_from("b2d5r", "b2s5s")));
    let optional = Rulings { stronghold_step: StepDuty::Optional, ..Rulings::default() };
    table().rulings(optional).lay().plays(purchase());
}

#[test]
fn stronghold_face_up() {
    let case = table().lay();
    let breach = |id| Violation::StrongholdFaceUp { card: facts(id) };
    let message = "a step with a stronghold names b2r5o, which is not in the market";
    case.refuses(purchase().step(place("b2r5o")), breach("b2r5o"), message);
    let message = "a step with a stronghold names a0r3d, which is not in the market";
    case.refuses(purchase().step(place("a0r3d")), breach("a0r3d"), message);
    case.plays(purchase().step(place("b2d5r")));
}

#[test]
fn stronghold_rival() {
    let case = table().stands(0, "a0e3r").stands(1, "b2d5r").lay();
    let breach = Violation::StrongholdRival { card: facts("b2d5r"), rival: 1 };
    let message = "a stronghold is put on b2d5r, where one of seat 1 stands";
    case.refuses(purchase().step(place("b2d5r")), breach, message);
    case.refuses(purchase().step(move_from("a0e3r", "b2d5r")), breach, message);
    case.plays(purchase().step(place("a0e3r")));
}

#[test]
fn stronghold_stock() {
    let breach = Violation::StrongholdStock { card: facts("b2s5s") };
    let message = "a stronghold is placed on b2s5s, but the stock of the seat is empty";
    let turn = purchase().step(place("b2s5s"));
    table().stands(0, "a0e3r b2d5r b2d5r").lay().refuses(turn, breach, message);
    // The stronghold on the bought card comes back first.
    table().stands(0, "a0r3d b2d5r b2d5r").lay().plays(turn);
}

#[test]
fn stronghold_move() {
    let case = table().stands(0, "b2d5r").lay();
    let breach = |id, why| Violation::StrongholdMove { from: facts(id), why };
    let why = "no stronghold of the seat stands there";
    let message = "a stronghold is moved from c4r7e, but no stronghold of the seat stands there";
    case.refuses(purchase().step(move_from("c4r7e", "b2s5s")), breach("c4r7e", why), message);
    let why = "it comes to the same card";
    let message = "a stronghold is moved from b2d5r, but it comes to the same card";
    case.refuses(purchase().step(move_from("b2d5r", "b2d5r")), breach("b2d5r", why), message);
    let turn = purchase().step(move_from("b2d5r", "b2s5s"));
    case.plays(turn);
    let why = "the stock has one, and the ruling move=stock-empty asks to place it";
    let message = format!("a stronghold is moved from b2d5r, but {why}");
    let strict = Rulings { move_when: Move::StockEmpty, ..Rulings::default() };
    let case = table().stands(0, "b2d5r").rulings(strict).lay();
    case.refuses(turn, breach("b2d5r", why), &message);
}

#[test]
fn stronghold_remove() {
    let breach = |id, why| Violation::StrongholdRemove { card: facts(id), why };
    let case = table().stands(1, "b2d5r b2d5r a0e3r").lay();
    for (id, why) in
        [("b2d5r", "it does not stand alone there"), ("b2s5s", "none of another seat stands there")]
    {
        let message = format!("a stronghold is removed from {id}, but {why}");
        case.refuses(purchase().step(remove(id)), breach(id, why), &message);
    }
    let after = case.plays(purchase().step(remove("a0e3r")));
    assert_eq!(after.position.strongholds().in_stock(1), 1);
    let any = Rulings { remove: Remove::Any, ..Rulings::default() };
    let case = table().stands(1, "b2d5r b2d5r a0e3r").rulings(any).lay();
    case.plays(purchase().step(remove("b2d5r")));
}
