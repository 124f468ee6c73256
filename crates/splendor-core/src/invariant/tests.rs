//! Positions and turns that no play leads to: each breaks one invariant, which must be the one that
//! is named.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::String;
use std::vec::Vec;

use crate::component::{Card, CardId, CardSet, Components, Post, PostSet, Power, Row};
use crate::game::{Game, Modules, Rules};
use crate::invariant::{STATE, TURN, assert_turn, broken};
use crate::number::{Color, Gems, Token, Tokens};
use crate::position::{CopiedColor, Phase, Position, Setup};
use crate::turn::{Action, Turn};

fn game() -> Game<'static> {
    Game::published(Rules::default(), 2)
}

fn game_with_posts() -> Game<'static> {
    let modules = Modules { trading_posts: true, ..Modules::default() };
    Game::published(Rules { modules, ..Rules::default() }, 2)
}

fn card(id: &str) -> CardId {
    game().components.find_card(Card::parse(id).unwrap()).unwrap()
}

/// Two seats before the first turn, with the first four cards of each level face up.
fn dealt(game: &Game<'_>) -> Position {
    let cards = |level| game.components.of_row(level).iter().collect::<Vec<_>>();
    let [one, two, three] = Row::BASE.map(cards);
    let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    let setup = Setup { seats: 2, nobles: &nobles, market, ..Setup::default() };
    Position::deal(game, &setup).unwrap()
}

/// The first card of level 1 in the market.
fn face_up(position: &Position) -> CardId {
    position.table.market.iter().next().unwrap()
}

/// Moves tokens from the supply to a seat, so that none is lost.
fn hand_out(position: &mut Position, seat: usize, tokens: Tokens) {
    position.table.supply = position.table.supply.minus(tokens);
    position.seats[seat].tokens = position.seats[seat].tokens.plus(tokens);
}

#[track_caller]
fn breaks(name: &str, edit: impl Fn(&mut Position)) {
    let game = game();
    let mut position = dealt(&game);
    edit(&mut position);
    let found = broken(&game, &position).expect("an invariant that does not hold");
    assert_eq!(found.name, name);
    let known = STATE.iter().find(|invariant| invariant.name == name).unwrap();
    assert_eq!(std::format!("{found:?}"), std::format!("{name}: {}", known.sentence));
}

#[test]
fn a_dealt_position_breaks_none() {
    assert!(broken(&game(), &dealt(&game())).is_none());
}

#[test]
fn mover_seated() {
    breaks("mover-seated", |position| position.table.turn_state.to_move = 2);
    breaks("mover-seated", |position| position.table.turn_state.seat_count = 1);
    breaks("mover-seated", |position| position.table.turn_state.seat_count = 5);
}

#[test]
fn end_called() {
    breaks("end-called", |position| position.seats[1].prestige = 15);
    breaks("end-called", |position| {
        (position.table.turn_state.phase, position.table.turn_state.to_move) =
            (Phase::LastRound, 1);
    });
    breaks("end-called", |position| {
        position.table.turn_state.phase = Phase::LastRound;
        position.seats[1].prestige = 15;
    });
    // With Orient seat 1 could give up the prestige in its turn, and nobody would have called.
    breaks("end-called", |position| {
        (position.table.turn_state.phase, position.table.turn_state.to_move) =
            (Phase::LastRound, 1);
        position.seats[1].prestige = 15;
    });
}

#[test]
fn tokens_conserved() {
    breaks("tokens-conserved", |position| {
        position.table.supply = position.table.supply.minus(Tokens::GOLD);
    });
    breaks("tokens-conserved", |position| position.seats[1].tokens = Tokens::GOLD);
}

#[test]
fn ten_at_most() {
    let eleven = Tokens::new([3, 3, 3, 2, 0, 0]);
    breaks("ten-at-most", |position| hand_out(position, 1, eleven));
}

#[test]
fn three_in_hand() {
    breaks("three-in-hand", |position| position.seats[1].hand_size = 4);
}

#[test]
fn cards_in_one_place() {
    breaks("cards-in-one-place", |position| {
        position.seats[1].bought = CardSet::one(face_up(position));
    });
    breaks("cards-in-one-place", |position| {
        let card = face_up(position);
        position.table.market.remove(card);
    });
    breaks("cards-in-one-place", |position| {
        position.table.secret = CardSet::one(face_up(position));
    });
}

#[test]
fn hidden_places_filled() {
    breaks("hidden-places-filled", |position| position.table.market_hidden[0] = 1);
    breaks("hidden-places-filled", |position| position.seats[1].hidden[2] = 1);
    // A card that is marked as a known card of a deck in which no place is known.
    breaks("hidden-places-filled", |position| {
        let known = face_up(position);
        position.table.market.remove(known);
        position.table.decked.insert(known);
    });
}

#[test]
fn market_full() {
    breaks("market-full", |position| {
        let gone = face_up(position);
        position.table.market.remove(gone);
        position.seats[1].bought.insert(gone);
    });
    // A fifth card face up.
    breaks("market-full", |position| {
        let fifth = position.table.unseen.iter().next().unwrap();
        position.decks[0].draw();
        position.table.unseen.remove(fifth);
        position.table.market.insert(fifth);
    });
}

#[test]
fn nobles_in_one_place() {
    breaks("nobles-in-one-place", |position| position.seats[1].nobles = position.table.nobles);
}

#[test]
fn posts_met() {
    breaks("posts-met", |position| position.seats[1].posts = PostSet::one(Post::DrawTwo));
    let game = game_with_posts();
    let mut position = dealt(&game);
    assert!(broken(&game, &position).is_none());
    position.seats[1].bonuses = Post::DrawTwo.demand();
    position.seats[1].colors = Post::DrawTwo.demand();
    assert_eq!(broken(&game, &position).unwrap().name, "posts-met");
}

#[test]
fn hands_counted() {
    breaks("hands-counted", |position| position.seats[1].hand_size = 1);
}

#[test]
fn sums_right() {
    breaks("sums-right", |position| position.seats[1].prestige = 1);
    breaks("sums-right", |position| position.seats[1].bonuses = Gems::one(Color::Onyx));
    breaks("sums-right", |position| position.seats[1].colors = Gems::one(Color::Onyx));
}

/// A take, with the positions before and after it.
fn turn_played(game: &Game<'_>) -> (Position, Position) {
    let before = dealt(game);
    let gems = Tokens::new([1, 1, 1, 0, 0, 0]);
    let mut after = before;
    after.play(game, &Turn::new(0, Action::Take(gems))).unwrap();
    (before, after)
}

/// Returns the message of the assertion about a turn.
fn report(game: &Game<'_>, before: &Position, after: &Position) -> String {
    let asserted = catch_unwind(AssertUnwindSafe(|| assert_turn(game, before, after)));
    *asserted.expect_err("the turn breaks an invariant").downcast::<String>().unwrap()
}

#[track_caller]
fn turn_breaks_with(game: &Game<'_>, name: &str, edit: impl Fn(&mut Position, &mut Position)) {
    let (mut before, mut after) = turn_played(game);
    edit(&mut before, &mut after);
    let sentence = |invariant: &crate::invariant::TurnInvariant| invariant.sentence;
    let turn = TURN.iter().find(|invariant| invariant.name == name).map(sentence);
    let state = STATE.iter().find(|invariant| invariant.name == name);
    let sentence = turn.or(state.map(|invariant| invariant.sentence)).unwrap();
    let report = report(game, &before, &after);
    assert!(report.contains(&std::format!("{name}: {sentence}")), "{report}");
}

#[track_caller]
fn turn_breaks(name: &str, edit: impl Fn(&mut Position, &mut Position)) {
    turn_breaks_with(&game(), name, edit);
}

#[test]
fn a_take_breaks_none() {
    let (before, after) = turn_played(&game());
    assert_turn(&game(), &before, &after);
}

#[test]
fn state_after_a_turn() {
    turn_breaks("tokens-conserved", |_, after| {
        after.table.supply = after.table.supply.plus(Tokens::GOLD);
    });
}

#[test]
fn only_the_mover() {
    turn_breaks("only-the-mover", |_, after| hand_out(after, 1, Tokens::one(Token::Gold)));
}

#[test]
fn kept_for_ever() {
    turn_breaks("kept-for-ever", |before, _| before.seats[0].bought.insert(card("a0d3s")));
    turn_breaks("kept-for-ever", |before, _| before.seats[0].nobles = before.table.nobles);
    turn_breaks("kept-for-ever", |before, _| before.seats[0].posts = PostSet::one(Post::DrawTwo));
}

#[test]
fn one_level() {
    turn_breaks("one-level", |_, after| {
        after.decks[0].draw();
        after.decks[1].draw();
        after.seats[0].hidden = [1, 1, 0, 0, 0, 0];
        after.seats[0].hand_size = 2;
    });
}

#[test]
fn post_when_met() {
    turn_breaks("post-when-met", |_, after| after.seats[0].posts = PostSet::one(Post::DrawTwo));
    // With the module a bonus more, which meets no post.
    turn_breaks_with(&game_with_posts(), "post-when-met", |_, after| {
        let bought = face_up(after);
        let facts = game().components.card(bought);
        let drawn = after.table.unseen.iter().next().unwrap();
        after.table.market.remove(bought);
        after.seats[0].bought.insert(bought);
        after.seats[0].bonuses = facts.bonuses();
        after.seats[0].colors = facts.colors();
        after.seats[0].prestige = facts.points();
        after.decks[0].draw();
        after.table.unseen.remove(drawn);
        after.table.market.insert(drawn);
        after.seats[0].posts = PostSet::one(Post::DrawTwo);
    });
}

#[test]
fn no_noble_lost() {
    turn_breaks("no-noble-lost", |_, after| {
        let noble = after.table.nobles.iter().next().unwrap();
        after.table.nobles.remove(noble);
    });
}

#[test]
fn gold_from_reserving() {
    turn_breaks("gold-from-reserving", |_, after| hand_out(after, 0, Tokens::GOLD));
}

#[test]
fn called_when_due() {
    let both = |before: &mut Position, after: &mut Position| {
        before.seats[0].prestige = 15;
        after.seats[0].prestige = 15;
    };
    turn_breaks("called-when-due", both);
    turn_breaks("called-when-due", |_, after| after.table.turn_state.phase = Phase::LastRound);
    turn_breaks("called-when-due", |before, after| {
        both(before, after);
        (after.table.turn_state.phase, after.table.turn_state.to_move) = (Phase::LastRound, 0);
    });
    turn_breaks("called-when-due", |before, after| {
        before.table.turn_state.phase = Phase::LastRound;
        (after.table.turn_state.phase, after.table.turn_state.to_move) = (Phase::LastRound, 0);
    });
}

#[test]
fn copies_backed() {
    let all = Components::with_orient();
    let copy_card = all.with_power(Power::Copy).first_member();
    let copied = CopiedColor { color: Color::Ruby, doubled: false };
    breaks("copies-backed", |position| {
        position.sun_never_sets.copies =
            position.sun_never_sets.copies.with(all, copy_card.unwrap(), Some(copied));
    });
}

#[test]
fn strongholds_in_market() {
    breaks("strongholds-in-market", |position| {
        position.sun_never_sets.strongholds.place(0, face_up(position));
    });
}

#[test]
fn no_way_back() {
    turn_breaks("no-way-back", |before, _| before.table.turn_state.phase = Phase::LastRound);
    turn_breaks("no-way-back", |_, after| after.table.turn_state.turns = 0);
    turn_breaks("no-way-back", |_, after| after.table.turn_state.turns = 2);
}

/// Every invariant has a test in this file, except one that no position can break.
#[test]
fn every_invariant_is_broken_by_some_test() {
    let source = include_str!("tests.rs");
    let names = STATE.iter().map(|invariant| invariant.name);
    for name in names.chain(TURN.iter().map(|invariant| invariant.name)) {
        let tested = source.contains(&std::format!("breaks(\"{name}\""));
        assert!(tested || name == "posts-last", "{name}");
    }
}
