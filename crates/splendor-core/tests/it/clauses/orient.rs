//! The module Orient: paying with cards, copying a color, taking a free card. The clauses on the
//! setup are tested with the other clauses of their kind.

use splendor_core::{Color, Copier, Level, Powers, Rulings, Violation};

use crate::sun_never_sets_parts::{SunNeverSetsExt as _, draw_orient};
use crate::table_builder::{TableBuilder, buy, facts, gems, tokens};

const MARKET: &str = "a0r3d a0e3r a0s3o a0o3e b2d5r b2s5s b2e5e b3r6r A0gg3s A0c3d2r B1dd3e4r \
                      B1ca4d3s1o C3dx2e C1db6s3e1r";

/// A table whose market has the cards of `MARKET`.
fn table() -> TableBuilder {
    TableBuilder::new(2).orient().market(MARKET)
}

#[test]
fn orient_present() {
    let case = TableBuilder::new(2).market("a0r3d a0e3r").tokens(0, "3d").lay();
    let breach = |what| Violation::OrientPresent { what };
    let message = |what: &str| format!("{what} without the module Orient");
    for (turn, what) in [
        (draw_orient(), "a card is drawn from an Orient deck"),
        (buy("a0r3d", "2d").spends("A0gg3d"), "a card is paid with cards"),
        (buy("a0r3d", "3d").copies(Color::Ruby), "a color is copied"),
        (buy("a0r3d", "3d").frees("a0e3r"), "a card is taken free"),
    ] {
        case.refuses_first(turn, breach(what), &message(what));
    }
    case.plays(buy("a0r3d", "3d"));
    TableBuilder::new(2).orient().lay().plays(draw_orient());
}

#[test]
fn orient_copy_needs_color() {
    let copy = buy("A0c3d2r", "3d2r");
    let colorless = table().tokens(0, "3d2r").bought(0, "A0gg3d").lay();
    let breach = Violation::OrientCopyNeedsColor { card: facts("A0c3d2r") };
    let message = "the copy card A0c3d2r is bought by a seat that has no card with a color";
    colorless.refuses_first(copy, breach, message);
    let case = table().tokens(0, "3d2r").bought(0, "a0e2d1s").lay();
    let after = case.plays(copy.copies(Color::Emerald));
    assert_eq!(after.position.seats()[0].bonuses(), gems("2e"));
}

#[test]
fn orient_spend_owned() {
    let case = table().tokens(0, "1d").bought(0, "A0gg3d a0e2d1s").bought(1, "A0gg3e").lay();
    let breach = |id, why| Violation::OrientSpendOwned { card: facts(id), why };
    let buy = buy("a0r3d", "1d");
    let message = "A0gg3e is spent as virtual gold, but the seat lacks it";
    case.refuses_first(buy.spends("A0gg3e"), breach("A0gg3e", "the seat lacks it"), message);
    let message = "A0gg3d is spent as virtual gold, but it is named twice";
    let twice = buy.spends("A0gg3d A0gg3d");
    case.refuses_first(twice, breach("A0gg3d", "it is named twice"), message);
    let message = "a0e2d1s is spent as virtual gold, but it is no card of virtual gold";
    let no_gold = breach("a0e2d1s", "it is no card of virtual gold");
    case.refuses_first(buy.spends("a0e2d1s"), no_gold, message);
    let after = case.plays(buy.spends("A0gg3d"));
    assert_eq!(after.tokens(0), tokens(""));
    assert_eq!(after.position.supply().gold(), 5, "virtual gold is no token");
    assert_eq!(after.position.gone().len(), 1);
}

#[test]
fn orient_spend_used() {
    let case = table().tokens(0, "3d").bought(0, "A0gg3d A0gg3e").lay();
    let breach = |spent, open| Violation::OrientSpendUsed { spent, open };
    let message = "one card of virtual gold spent where the tokens leave no gold open";
    case.refuses(buy("a0r3d", "3d").spends("A0gg3d"), breach(1, 0), message);
    let message = "two cards of virtual gold spent where the tokens leave one gold open";
    case.refuses(buy("a0r3d", "2d").spends("A0gg3d A0gg3e"), breach(2, 1), message);
    case.plays(buy("a0r3d", "2d").spends("A0gg3d"));
    case.plays(buy("a0r3d", "1d").spends("A0gg3d A0gg3e"));
}

#[test]
fn orient_double_virtual() {
    let table = TableBuilder::new(2).orient().posts().market("a0s1d1e1r1o");
    let case = table.bonuses(0, "3s1o").bought(0, "A0gg3d").tokens(0, "1d").lay();
    let card = "a0s1d1e1r1o";
    let price = gems("1d1e1r");
    let breach = Violation::OrientDoubleVirtual { card: facts(card), price, paid: tokens("") };
    let message = "the empty payment and the spent cards pay the price of a0s1d1e1r1o, one \
                   diamond, one emerald and one ruby, only if a virtual gold pays for gems of two \
                   colors";
    case.refuses(buy(card, "").spends("A0gg3d"), breach, message);
    case.plays(buy(card, "1d").spends("A0gg3d"));
}

#[test]
fn orient_discard_price() {
    let case = table().tokens(0, "3d").bought(0, "a0e2d1s a0e1d3s1e a0e2s2r").lay();
    let breach =
        |id, given, needed| Violation::OrientDiscardPrice { card: facts(id), given, needed };
    let message = "one card given up for C3dx2e, which costs two";
    case.refuses(buy("C3dx2e", "").discards("a0e2d1s"), breach("C3dx2e", 1, 2), message);
    let message = "two cards given up for a0r3d, which costs none";
    let pair = "a0e1d3s1e a0e2d1s";
    case.refuses(buy("a0r3d", "3d").discards(pair), breach("a0r3d", 2, 0), message);
    let after = case.plays(buy("C3dx2e", "").discards(pair));
    assert_eq!(after.position.seats()[0].bonuses(), gems("1d1e"));
    assert_eq!(after.position.gone().len(), 2);
}

#[test]
fn orient_discard_color() {
    let case = table().bought(0, "a0e2d1s a0d3s B1ee4d3o").bought(1, "a0e2s2r").lay();
    let breach =
        |id, why| Violation::OrientDiscardColor { card: facts(id), color: Color::Emerald, why };
    let buy = buy("C3dx2e", "");
    for (cards, id, why) in [
        ("a0e2d1s a0d3s", "a0d3s", "it does not count as one"),
        ("a0e2d1s a0e2s2r", "a0e2s2r", "the seat does not have it"),
        ("B1ee4d3o B1ee4d3o", "B1ee4d3o", "it is named twice"),
    ] {
        let message = format!("{id} is given up as a card of emerald, but {why}");
        case.refuses(buy.discards(cards), breach(id, why), &message);
    }
    case.plays(buy.discards("a0e2d1s B1ee4d3o"));
}

#[test]
fn orient_discard_copies_first() {
    let emeralds = table().bought(0, "a0e2d1s a0e2s2r");
    let case = emeralds.copied(0, "A0c3e2o", Color::Emerald).lay();
    let breach =
        Violation::OrientDiscardCopiesFirst { card: facts("A0c3e2o"), color: Color::Emerald };
    let message = "the copy card A0c3e2o stays, while another card that counts as emerald goes";
    let buy = buy("C3dx2e", "");
    case.refuses(buy.discards("a0e2d1s a0e2s2r"), breach, message);
    case.plays(buy.discards("a0e2d1s A0c3e2o"));
}

#[test]
fn orient_copy() {
    let case = table().tokens(0, "3d3r").bought(0, "a0e2d1s").lay();
    let breach = |id: Option<&str>, why| Violation::OrientCopy { card: Copier(id.map(facts)), why };
    let why = "the seat has no other card of that color";
    let message = "A0c3d2r copies a color, but the seat has no other card of that color";
    let buy_copy = buy("A0c3d2r", "3d2r");
    case.refuses(buy_copy.copies(Color::Ruby), breach(Some("A0c3d2r"), why), message);
    let message = "a0e3r copies a color, but it is no copy card";
    let no_copy = breach(Some("a0e3r"), "it is no copy card");
    case.refuses(buy("a0e3r", "3r").copies(Color::Emerald), no_copy, message);
    case.plays(buy_copy.copies(Color::Emerald));
}

/// A table at which seat 0 can pay a card that brings a free card of level 2.
fn with_power() -> TableBuilder {
    table().tokens(0, "4s3e1r").bought(0, "a0s2e2o a0s1s3e1r")
}

#[test]
fn orient_free() {
    let case = with_power().tokens(0, "3r").lay();
    let breach = Violation::OrientFree { card: facts("a0r3d") };
    let message = "a0r3d is taken free, but no card of this turn grants it";
    case.refuses(buy("a0e3r", "3r").frees("a0r3d"), breach, message);
    let case = with_power().lay();
    let after = case.plays(buy("C1db6s3e1r", "4s3e1r").frees("b2d5r"));
    assert_eq!(after.position.seats()[0].prestige(), 3, "the free card brings its prestige");
}

#[test]
fn orient_free_level() {
    let case = with_power().lay();
    let breach = Violation::OrientFreeLevel { card: facts("a0r3d"), level: Level::Two };
    let message = "a0r3d is taken free, but the power grants a card of level 2";
    let buy = buy("C1db6s3e1r", "4s3e1r");
    case.refuses(buy.frees("a0r3d"), breach, message);
    case.plays(buy.frees("B1dd3e4r"));
}

#[test]
fn orient_free_face_up() {
    let case = with_power().lay();
    let breach = Violation::OrientFreeFaceUp { card: facts("b2r5o") };
    let message = "b2r5o is taken free, but is not in the market";
    let buy = buy("C1db6s3e1r", "4s3e1r");
    case.refuses(buy.frees("b2r5o"), breach, message);
    case.plays(buy.frees("b3r6r"));
}

#[test]
fn orient_free_mandatory() {
    let case = with_power().lay();
    let breach = Violation::OrientFreeMandatory { level: Level::Two };
    let message = "no free card of level 2 is taken, although the market has one";
    let buy = buy("C1db6s3e1r", "4s3e1r");
    case.refuses(buy, breach, message);
    let optional = Rulings { powers: Powers::Optional, ..Rulings::default() };
    with_power().rulings(optional).lay().plays(buy);
}

/// A copy card that no power brings finds no color; the log is wrong to take it, not to copy.
#[test]
fn orient_free_of_a_copy_card_without_a_color() {
    let case = table().tokens(0, "3d").bought(0, "A0gg3d").lay();
    let breach = Violation::OrientFree { card: facts("A0c3d2r") };
    let message = breach.to_string();
    let gold = buy("A0gg3s", "3s").frees("A0c3d2r");
    let case_of_gold = table().tokens(0, "3s").lay();
    case_of_gold.refuses(gold, breach, &message);
    let needs_color = Violation::OrientCopyNeedsColor { card: facts("A0c3d2r") };
    let colorless = buy("A0c3d2r", "3d2r");
    assert_eq!(
        table().tokens(0, "3d2r").lay().position.violations(&case.game, &colorless),
        [needs_color]
    );
    let after = buy("a0r3d", "3d").frees("A0c3d2r");
    case.refuses(after, breach, &message);
}
