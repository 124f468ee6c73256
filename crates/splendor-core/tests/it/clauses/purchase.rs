//! Buying cards: their places, their prices, the payments.

use splendor_core::{Color, Elsewhere, GoldUse, PurchaseOrigin, Rulings, Token, Violation};

use crate::played::Played;
use crate::table_builder::{TableBuilder, TurnExt as _, buy, buy_from, card, facts, gems, tokens};

const WHY: &str = "too many";
const SAPPHIRE: Token = Token::Gem(Color::Sapphire);

fn short(id: &str, price: &str, paid: &str, short: u16) -> Violation {
    Violation::PurchasePrice { card: facts(id), price: gems(price), paid: tokens(paid), short }
}

fn over(id: &str, price: &str, paid: &str, over: u16) -> Violation {
    Violation::PurchasePayment {
        card: facts(id),
        price: gems(price),
        paid: tokens(paid),
        over,
        why: WHY,
    }
}

#[test]
fn purchase_source() {
    let table = TableBuilder::new(2).tokens(0, "3d3s3e").market("a0d3s").hand(1, "a0r3d");
    let case = table.hand(0, "a0o3e").lay();
    let breach = Violation::PurchaseSource { card: facts("a0r3d"), place: Elsewhere::Neither };
    let message = "a0r3d is bought, but it is neither in the market nor in the hand of the seat";
    case.refuses(buy("a0r3d", "3d"), breach, message);
    let market = case.plays(buy("a0d3s", "3s"));
    assert_eq!(market.events.source, Some(PurchaseOrigin::Market));
    let hand = case.plays(buy("a0o3e", "3e"));
    assert_eq!(hand.events.source, Some(PurchaseOrigin::Hand));
    assert_eq!(hand.position.seats()[0].hand_size(), 0);
}

#[test]
fn purchase_source_is_what_the_log_says() {
    let case = TableBuilder::new(2).tokens(0, "3s3e").market("a0d3s").hand(0, "a0o3e").lay();
    let breach = |id, place| Violation::PurchaseSource { card: facts(id), place };
    let in_market = breach("a0d3s", Elsewhere::Market);
    case.refuses(
        buy_from(PurchaseOrigin::Hand, "a0d3s", "3s"),
        in_market,
        "a0d3s is bought, but it is in the market, and the log says the hand",
    );
    let in_hand = breach("a0o3e", Elsewhere::Hand);
    case.refuses(
        buy_from(PurchaseOrigin::Market, "a0o3e", "3e"),
        in_hand,
        "a0o3e is bought, but it is in the hand, and the log says the market",
    );
    case.plays(buy_from(PurchaseOrigin::Market, "a0d3s", "3s"));
    case.plays(buy_from(PurchaseOrigin::Hand, "a0o3e", "3e"));
}

#[test]
fn purchase_price() {
    let case = TableBuilder::new(2).tokens(0, "3s1g").market("a0d3s").lay();
    case.refuses(
        buy("a0d3s", "2s"),
        short("a0d3s", "3s", "2s", 1),
        "a0d3s costs three sapphires after bonuses; the payment of two sapphires is one token \
         short",
    );
    let after = case.plays(buy("a0d3s", "3s"));
    assert_eq!(after.tokens(0), tokens("1g"));
    assert_eq!(after.position.seats()[0].bonuses(), gems("1d"));
}

#[test]
fn purchase_price_is_lowered_by_bonuses_not_below_nothing() {
    let table = TableBuilder::new(2).market("a0d3s a1d4e").bonuses(0, "4s2e");
    let case = table.tokens(0, "1d1s2e").lay();
    let after = case.plays(buy("a0d3s", ""));
    assert_eq!(after.tokens(0), tokens("1d1s2e"), "four sapphire bonuses give nothing back");
    case.refuses(
        buy("a1d4e", "1e"),
        short("a1d4e", "2e", "1e", 1),
        "a1d4e costs two emeralds after bonuses; the payment of one emerald is one token short",
    );
    case.plays(buy("a1d4e", "2e"));
}

#[test]
fn purchase_price_a_card_never_pays_for_itself() {
    let case = TableBuilder::new(2).tokens(0, "1d3s1e").market("a0e1d3s1e").lay();
    let breach = short("a0e1d3s1e", "1d3s1e", "1d3s", 1);
    assert_eq!(case.position.check(&case.game, &buy("a0e1d3s1e", "1d3s")), Err(breach));
    case.plays(buy("a0e1d3s1e", "1d3s1e"));
}

#[test]
fn purchase_payment() {
    let case = TableBuilder::new(2).tokens(0, "1d4s2g").market("a0d3s").lay();
    let says = |paid, over| {
        format!("a0d3s costs three sapphires after bonuses; the payment of {paid} has {over} {WHY}")
    };
    let four = over("a0d3s", "3s", "4s", 1);
    case.refuses(buy("a0d3s", "4s"), four, &says("four sapphires", "one token"));
    let other = over("a0d3s", "3s", "1d3s", 1);
    case.refuses(
        buy("a0d3s", "1d3s"),
        other,
        &says("one diamond and three sapphires", "one token"),
    );
    let gold = over("a0d3s", "3s", "3s2g", 2);
    case.refuses(buy("a0d3s", "3s2g"), gold, &says("three sapphires and two gold", "two tokens"));
    case.plays(buy("a0d3s", "3s"));
}

#[test]
fn purchase_payment_gold_for_an_owned_gem() {
    let free = TableBuilder::new(2).tokens(0, "3s2g").market("a0d3s");
    for pay in ["3s", "2s1g", "1s2g"] {
        free.clone().lay().plays(buy("a0d3s", pay));
    }
    let rulings = Rulings { gold: GoldUse::LastResort, ..Rulings::default() };
    let case = free.rulings(rulings).lay();
    let why =
        "of gold in place of gems that the seat has, which the ruling gold=last-resort forbids";
    let breach = Violation::PurchasePayment {
        card: facts("a0d3s"),
        price: gems("3s"),
        paid: tokens("1s2g"),
        over: 2,
        why,
    };
    let message = "a0d3s costs three sapphires after bonuses; the payment of one sapphire \
                   and two gold has two tokens of gold in place of gems that the seat has, which \
                   the ruling gold=last-resort forbids";
    case.refuses(buy("a0d3s", "1s2g"), breach, message);
    case.plays(buy("a0d3s", "3s"));
    let needy = TableBuilder::new(2).tokens(0, "2s1g").market("a0d3s").rulings(rulings).lay();
    needy.plays(buy("a0d3s", "2s1g"));
}

#[test]
fn purchase_tokens() {
    let case = TableBuilder::new(2).tokens(0, "2s").tokens(1, "1s").market("a0d3s").lay();
    let breach = Violation::PurchaseTokens { token: SAPPHIRE, paid: 3, owned: 2 };
    case.refuses(buy("a0d3s", "3s"), breach, "three sapphires paid by a seat that has only two");
    let gold = Violation::PurchaseTokens { token: Token::Gold, paid: 1, owned: 0 };
    case.refuses(buy("a0d3s", "2s1g"), gold, "one gold paid by a seat that has none");
    let rich = TableBuilder::new(2).tokens(0, "2s1g").market("a0d3s").lay();
    let after = rich.plays(buy("a0d3s", "2s1g"));
    assert_eq!((after.tokens(0), after.position.supply()), (tokens(""), tokens("4d4s4e4r4o5g")));
}

#[test]
fn purchase_source_is_a_hidden_hand_that_shows_the_card() {
    let case = TableBuilder::new(2).tokens(0, "3s").hidden(0, [1, 0, 0]).market("a0s3o").lay();
    let turn = buy("a0d3s", "3s");
    assert_eq!(case.position.violations(&case.game, &turn), []);
    let (after, events) = case.position.played(&case.game, &turn).unwrap();
    assert_eq!(events.source, Some(PurchaseOrigin::Hand));
    assert_eq!(after.seats()[0].hidden(), [0; 6]);
    assert!(!after.unseen().has(card("a0d3s")));
    let other = buy("a0d3s", "3s").by(1);
    let second =
        TableBuilder::new(2).tokens(1, "3s").hidden(0, [1, 0, 0]).market("a0s3o").turn_of(1).lay();
    let breach = Violation::PurchaseSource { card: facts("a0d3s"), place: Elsewhere::Neither };
    assert_eq!(second.position.check(&second.game, &other), Err(breach));
}

#[test]
fn purchase_source_of_a_card_that_lies_in_a_known_place() {
    let table =
        TableBuilder::new(2).market("a0s3o").hidden(0, [1, 0, 0]).tokens(0, "3s3d").known_decks();
    let case = table.lay();
    assert_eq!(case.position.unseen().len(), 1, "the hand is known by exclusion");
    assert_eq!(case.position.whereabouts(card("a0r3d")), Some("it is in a deck"));
    let message = "a0r3d is bought, but it is neither in the market nor in the hand of the seat";
    let breach = Violation::PurchaseSource { card: facts("a0r3d"), place: Elsewhere::Neither };
    case.refuses(buy("a0r3d", "3d"), breach, message);
}
