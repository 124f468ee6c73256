//! The module The Trading Posts: gaining a post, and the use of its power.

use splendor_core::{Color, Overpay, Post, PostSet, Powers, Row, Rulings, Token, Violation};

use crate::sun_never_sets_parts::SunNeverSetsExt as _;
use crate::table_builder::{
    Case, TableBuilder, TurnExt as _, buy, card, draw, facts, gems, pass, reserve, take, tokens,
};

const RUBY: Token = Token::Gem(Color::Ruby);

#[test]
fn post_present() {
    let case = TableBuilder::new(2).bonuses(0, "3o").lay();
    let breach = |what| Violation::PostPresent { what };
    let message = "a gem is taken by the power of a post without the module The Trading Posts";
    case.refuses(take("2d").gem("o"), breach("a gem is taken by the power of a post"), message);
    let message = "a post is gained without the module The Trading Posts";
    case.refuses(take("2d").gains("draw-two"), breach("a post is gained"), message);
    let message = "a card is put under a deck without the module The Trading Posts";
    let under = draw(Row::One).under("a0d3s");
    case.refuses(under, breach("a card is put under a deck"), message);
    case.plays(take("2d"));
    case.plays(draw(Row::One));
    assert_eq!(case.position.seats()[0].posts(), PostSet::NONE, "three onyxes gain no post");
}

#[test]
fn post_double_gold() {
    let table = TableBuilder::new(2).posts().market("b2o5e3r a0r2d2r").bonuses(0, "3s1o");
    let case = table.clone().tokens(0, "2d2r4e2g").lay();
    assert_eq!(case.position.seats()[0].posts(), PostSet::one(Post::DoubleGold));
    let split = |id, price, paid| Violation::PostDoubleGold {
        card: facts(id),
        price: gems(price),
        paid: tokens(paid),
    };
    case.refuses(
        buy("b2o5e3r", "4e2r1g"),
        split("b2o5e3r", "5e3r", "4e2r1g"),
        "b2o5e3r costs five emeralds and three rubies after bonuses; in the payment of four \
         emeralds, two rubies and one gold, a gold would pay for gems of two colors",
    );
    let two = split("a0r2d2r", "2d2r", "1d1r1g");
    case.refuses(buy("a0r2d2r", "1d1r1g"), two, &two.to_string());
    let after = case.plays(buy("b2o5e3r", "4e2r2g"));
    assert_eq!(after.tokens(0), tokens("2d"));
    case.plays(buy("a0r2d2r", "1d2r1g"));
    let rich = table.tokens(0, "3e2r2g").lay();
    rich.plays(buy("b2o5e3r", "3e2r2g"));
}

#[test]
fn post_double_gold_too_little_is_a_price_that_is_not_paid() {
    let table = TableBuilder::new(2).posts().market("a0o3e").tokens(0, "2e2g");
    let price = |short, paid| Violation::PurchasePrice {
        card: facts("a0o3e"),
        price: gems("3e"),
        paid: tokens(paid),
        short,
    };
    let case = table.clone().bonuses(0, "3s1o").lay();
    case.refuses(
        buy("a0o3e", "1g"),
        price(1, "1g"),
        "a0o3e costs three emeralds after bonuses; the payment of one gold is one token short",
    );
    case.plays(buy("a0o3e", "2g"));
    case.plays(buy("a0o3e", "1e1g"));
    let without = table.bonuses(0, "2s1o").lay();
    let two = price(1, "1e1g");
    without.refuses(buy("a0o3e", "1e1g"), two, &two.to_string());
    without.plays(buy("a0o3e", "2e1g"));
}

#[test]
fn post_double_gold_half_that_is_not_needed() {
    let table = TableBuilder::new(2).posts().market("a0o3e").bonuses(0, "3s1o").tokens(0, "2e2g");
    table.clone().lay().plays(buy("a0o3e", "2e1g"));
    let over = |over, paid, why| Violation::PurchasePayment {
        card: facts("a0o3e"),
        price: gems("3e"),
        paid: tokens(paid),
        over,
        why,
    };
    let two = over(1, "2e2g", "too many");
    table.clone().lay().refuses(buy("a0o3e", "2e2g"), two, &two.to_string());
    let rulings = Rulings { overpay: Overpay::Irredundant, ..Rulings::default() };
    let strict = table.rulings(rulings).lay();
    let why = "that the gold already covers, which the ruling overpay=irredundant forbids";
    strict.refuses(
        buy("a0o3e", "2e1g"),
        over(1, "2e1g", why),
        "a0o3e costs three emeralds after bonuses; the payment of two emeralds and one gold has \
         one token that the gold already covers, which the ruling overpay=irredundant forbids",
    );
    strict.plays(buy("a0o3e", "1e1g"));
    strict.plays(buy("a0o3e", "2g"));
}

#[test]
fn post_double_gold_and_spare_gold() {
    let rulings = Rulings { overpay: Overpay::SpareGold, ..Rulings::default() };
    let table = TableBuilder::new(2).posts().market("a0o3e").rulings(rulings);
    let lax = table.clone().bonuses(0, "3s1o").tokens(0, "4e2g").lay();
    lax.plays(buy("a0o3e", "2e2g"));
    lax.plays(buy("a0o3e", "3e2g"));
    let over = |paid, over| Violation::PurchasePayment {
        card: facts("a0o3e"),
        price: gems("3e"),
        paid: tokens(paid),
        over,
        why: "too many",
    };
    let gem = over("4e1g", 1);
    lax.refuses(buy("a0o3e", "4e1g"), gem, &gem.to_string());
    let without = table.bonuses(0, "2s1o").tokens(0, "4e2g").lay();
    let gold = over("2e2g", 1);
    without.refuses(buy("a0o3e", "2e2g"), gold, &gold.to_string());
}

#[test]
fn post_draw_two() {
    let table = TableBuilder::new(2).posts().market("a0s3o");
    let breach = |why| Violation::PostDrawTwo { card: facts("a0d3s"), level: Row::One, why };
    let turn = draw(Row::One).drawn("a0e3r").under("a0d3s");
    let message =
        "a0d3s is put under the deck of level 1, but the seat does not have the post draw-two";
    let without = table.clone().bonuses(0, "2o").bonuses(1, "3o").lay();
    without.refuses(turn, breach("the seat does not have the post draw-two"), message);
    let case = table.bonuses(0, "3o").lay();
    let after = case.plays(turn);
    assert!(after.position.seats()[0].hand().has(card("a0e3r")));
    assert_eq!(after.position.deck(Row::One).len(), case.position.deck(Row::One).len() - 1);
    case.plays(draw(Row::One));
}

#[test]
fn post_draw_two_from_a_deck_of_one_card() {
    let long = Rulings { target: 255, ..Rulings::default() };
    let table = TableBuilder::new(2).posts().rulings(long).market("c4d7o c4s7d c4e7s c4r7e");
    let table = table.bonuses(0, "3o").hand(1, "c4o7r");
    let case = table.buys_all_but(1, Row::Three, "c5d3d7o").lay();
    assert_eq!(case.position.deck(Row::Three).len(), 1);
    let why = "the deck had only one card left";
    let breach = Violation::PostDrawTwo { card: facts("c4o7r"), level: Row::Three, why };
    let message = "c4o7r is put under the deck of level 3, but the deck had only one card left";
    let turn = draw(Row::Three).drawn("c5d3d7o");
    case.refuses_first(turn.under("c4o7r"), breach, message);
    let after = case.plays(turn);
    assert!(after.position.deck(Row::Three).is_empty());
}

#[test]
fn post_gem() {
    let case = TableBuilder::new(2).posts().market("a0d3s").bonuses(0, "2d").tokens(0, "3s").lay();
    assert_eq!(case.position.seats()[0].posts(), PostSet::one(Post::ThirdGem));
    let message = "one ruby is taken by the power of a post, but no post of the seat gives a gem \
                   for this action";
    let breach = Violation::PostGem { gem: RUBY };
    for turn in [take("1d1s1e"), buy("a0d3s", "3s"), reserve("a0d3s"), draw(Row::One)] {
        case.refuses(turn.gem("r"), breach, message);
        case.plays(turn);
    }
    case.plays(take("2d").gem("r"));
    let none = TableBuilder::new(2).posts().bonuses(0, "1d").lay();
    none.refuses(take("2d").gem("r"), breach, message);
    let buyer = TableBuilder::new(2).posts().bonuses(0, "1d3r").lay();
    buyer.refuses(take("2d").gem("r"), breach, message);
    let always = Rulings { pass: splendor_core::Pass::Always, ..Rulings::default() };
    let idle = TableBuilder::new(2).posts().rulings(always).bonuses(0, "2d3r").lay();
    idle.refuses(pass().gem("r"), breach, message);
    idle.plays(pass());
}

fn buyer(rulings: Rulings) -> Case {
    let table = TableBuilder::new(2).posts().rulings(rulings).market("a0d3s").bonuses(0, "1d3r");
    table.tokens(0, "3s").supply("1d1s2g").lay()
}

#[test]
fn post_gem_after_purchase() {
    let case = buyer(Rulings::default());
    assert_eq!(case.position.seats()[0].posts(), PostSet::one(Post::GemAfterPurchase));
    let supply = tokens("1d4s2g");
    let breach = |why| Violation::PostGemAfterPurchase { supply, why };
    // The second diamond gains a post as well.
    let turn = buy("a0d3s", "3s").gains("third-gem");
    case.refuses(
        turn,
        breach("no gem is taken"),
        "after a purchase, no gem is taken; gems in the supply: one diamond and four sapphires",
    );
    let gold = breach("a gold is taken");
    case.refuses(turn.gem("g"), gold, &gold.to_string());
    let none = breach("a gem is taken that the supply lacks");
    case.refuses(turn.gem("e"), none, &none.to_string());
    let after = case.plays(turn.gem("s"));
    assert_eq!((after.tokens(0), after.position.supply()), (tokens("1s"), tokens("1d3s2g")));
    case.plays(turn.gem("d"));
    case.plays(take("1d"));
}

#[test]
fn post_gem_after_purchase_is_a_choice_under_another_ruling() {
    let case = buyer(Rulings { powers: Powers::Optional, ..Rulings::default() });
    let turn = buy("a0d3s", "3s").gains("third-gem");
    case.plays(turn);
    case.plays(turn.gem("s"));
    let supply = tokens("1d4s2g");
    let why = "a gem is taken that the supply lacks";
    let breach = Violation::PostGemAfterPurchase { supply, why };
    case.refuses(turn.gem("e"), breach, &breach.to_string());
}

#[test]
fn post_third_gem() {
    let case = TableBuilder::new(2).posts().bonuses(0, "2d").supply("4d1s5g").lay();
    let pair = Token::Gem(Color::Diamond);
    let breach = |why| Violation::PostThirdGem { pair, supply: tokens("2d1s5g"), why };
    case.refuses(
        take("2d"),
        breach("no gem is taken"),
        "after a pair of diamonds, no gem is taken; gems in the supply: two diamonds and one \
         sapphire",
    );
    let same = breach("a third gem of the same color is taken");
    case.refuses(take("2d").gem("d"), same, &same.to_string());
    let gold = breach("a gold is taken");
    case.refuses(take("2d").gem("g"), gold, &gold.to_string());
    let none = breach("a gem is taken that the supply lacks");
    case.refuses(take("2d").gem("r"), none, &none.to_string());
    let after = case.plays(take("2d").gem("s"));
    assert_eq!((after.tokens(0), after.position.supply()), (tokens("2d1s"), tokens("2d5g")));
    case.plays(take("1d1s"));
}

#[test]
fn post_third_gem_is_a_choice_under_another_ruling() {
    let rulings = Rulings { powers: Powers::Optional, ..Rulings::default() };
    let case = TableBuilder::new(2).posts().rulings(rulings).bonuses(0, "2d").lay();
    case.plays(take("2d"));
    case.plays(take("2d").gem("s"));
    let why = "a third gem of the same color is taken";
    let pair = Token::Gem(Color::Diamond);
    let breach = Violation::PostThirdGem { pair, supply: tokens("2d4s4e4r4o5g"), why };
    case.refuses(take("2d").gem("d"), breach, &breach.to_string());
}

fn second_diamond() -> Case {
    TableBuilder::new(2).posts().market("a0d3s").bonuses(0, "1d3o").tokens(0, "3s").lay()
}

#[test]
fn post_one() {
    let breach = |posts| Violation::PostOne { posts };
    let case = second_diamond();
    let turn = buy("a0d3s", "3s");
    // A bought card meets one new post at most, so that a second one is never earned as well.
    let message = "two posts gained in one turn";
    case.refuses_first(turn.gains("third-gem draw-two"), breach(2), message);
    case.refuses_first(turn.gains("third-gem double-gold"), breach(2), message);
    let message = "three posts gained in one turn";
    let three = turn.gains("third-gem draw-two point-per-post");
    case.refuses_first(three, breach(3), message);
    let after = case.plays(turn.gains("third-gem"));
    assert_eq!(after.events.post, Some(Post::ThirdGem));
}

#[test]
fn post_earned() {
    let case = second_diamond();
    let bonuses = gems("1d3o");
    let breach = |post| Violation::PostEarned { post, bonuses };
    case.refuses(
        take("1d1s1e").gains("third-gem"),
        breach(Post::ThirdGem),
        "the post third-gem asks for two diamond cards; the seat has only one diamond card and \
         three onyx cards",
    );
    let gold = breach(Post::DoubleGold);
    case.refuses(draw(Row::One).gains("double-gold"), gold, &gold.to_string());
    case.plays(take("1d1s1e"));
    let after = case.plays(buy("a0d3s", "3s").gains("third-gem"));
    let both = [Post::ThirdGem, Post::DrawTwo].into_iter().collect();
    assert_eq!(after.position.seats()[0].posts(), both);
}

/// Each post with its demand, written a second time, and a card whose bonus completes it.
const DEMANDS: [(&str, &str, &str, &str); 5] = [
    ("gem-after-purchase", "1d3r", "a0r2s1e", "2s1e"),
    ("third-gem", "2d", "a0d3s", "3s"),
    ("double-gold", "3s1o", "a0s3o", "2o"),
    ("draw-two", "3o", "a0o3e", "3e"),
    ("point-per-post", "5e", "a0e3r", "3r"),
];

#[test]
fn post_earned_by_each_demand_and_by_nothing_less() {
    for (name, demand, id, pay) in DEMANDS {
        let post = Post::of_name(name).unwrap();
        assert_eq!(post.demand(), gems(demand));
        for (color, count) in gems(demand).iter().filter(|&(_, count)| count > 0) {
            let bonuses = gems(demand).with(color, count - 1);
            let table =
                TableBuilder::new(2).posts().market(id).bonuses_of(0, bonuses).tokens(0, pay);
            let case = table.lay();
            assert!(case.position.seats()[0].posts().is_empty(), "{name}");
            let breach = Violation::PostEarned { post, bonuses };
            case.refuses(take("1d1s1e").gains(name), breach, &breach.to_string());
            if Some(color) == facts(id).bonus() {
                assert_eq!(case.plays(buy(id, pay).gains(name)).events.post, Some(post));
            }
        }
    }
}

#[test]
fn post_once() {
    let case = second_diamond();
    let breach = Violation::PostOnce { post: Post::DrawTwo };
    let message = "the post draw-two is gained by a seat that already has it";
    case.refuses(take("1d1s1e").gains("draw-two"), breach, message);
    // A post of which the seat no longer meets the demand is both not earned and had before.
    let table = TableBuilder::new(2).posts().orient().market("C3rx2d").bought(0, "a0d3s a0d2r1o");
    let case = table.lay();
    let turn = buy("C3rx2d", "").discards("a0d2r1o a0d3s");
    case.plays(turn);
    let again = turn.gains("third-gem");
    let early = Violation::PostEarned { post: Post::ThirdGem, bonuses: gems("1r") };
    let once = Violation::PostOnce { post: Post::ThirdGem };
    assert_eq!(case.position.violations(&case.game, &again), [early, once]);
    assert_eq!(case.position.check(&case.game, &again), Err(early));
    // Another seat gains the same post: of each there are as many as seats.
    let table = TableBuilder::new(2).posts().market("a0o3e").bonuses(0, "3o").bonuses(1, "2o");
    let other = table.turn_of(1).tokens(1, "3e").lay();
    let after = other.plays(buy("a0o3e", "3e").by(1).gains("draw-two"));
    assert!(after.position.seats().iter().all(|seat| seat.posts().has(Post::DrawTwo)));
}

#[test]
fn post_mandatory() {
    let case = second_diamond();
    let turn = buy("a0d3s", "3s");
    let breach = Violation::PostMandatory { post: Post::ThirdGem, bonuses: gems("2d3o") };
    let message = "no post gained, although the demand of third-gem is met";
    case.refuses(turn, breach, message);
    case.plays(turn.gains("third-gem"));
    case.plays(take("1d1s1e"));
    let optional = Rulings { powers: Powers::Optional, ..Rulings::default() };
    let table = TableBuilder::new(2).posts().rulings(optional).market("a0d3s").bonuses(0, "1d");
    let gentle = table.tokens(0, "3s").lay();
    let breach = Violation::PostMandatory { post: Post::ThirdGem, bonuses: gems("2d") };
    gentle.refuses(turn, breach, message);
}

#[test]
fn post_point_per_post() {
    let breach = Violation::PostPointPerPost { seat: 1, posts: 2 };
    let message = "seat 1 has two posts, each of which brings one prestige";
    assert_eq!(breach.to_string(), message);
    let one = Violation::PostPointPerPost { seat: 0, posts: 1 };
    assert_eq!(one.to_string(), "seat 0 has one post, which brings one prestige");
    assert!(breach.clause().shows_through_claims());
    let prestige = |bonuses: &str| {
        let case = TableBuilder::new(2).posts().bonuses(0, bonuses).lay();
        case.position.seats()[0].prestige()
    };
    assert_eq!(["2d3o", "5e", "5e2d", "5e2d3o"].map(prestige), [0, 1, 2, 3]);
}
