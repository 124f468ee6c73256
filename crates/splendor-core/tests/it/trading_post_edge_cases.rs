//! The edge cases of The Trading Posts, each played.

use splendor_core::{
    End, GoldUse, Overpay, PassObstacle, Phase, Place, Post, PostSet, Powers, Row, Rulings, Tokens,
    Turn, Violation,
};

use crate::table_builder::{
    Case, TableBuilder, TurnExt as _, buy, card, draw, facts, gems, noble, pass, take, tokens,
};

const OPTIONAL: Rulings = Rulings { powers: Powers::Optional, ..LONG };

/// The default rulings with a target that no seat reaches.
pub(crate) const LONG: Rulings = Rulings { target: 255, ..Rulings::DEFAULT };

pub(crate) fn table() -> TableBuilder {
    TableBuilder::new(2).posts()
}

fn posts_of(case: &Case, seat: usize) -> PostSet {
    case.position.seats()[seat].posts()
}

#[test]
fn a_post_after_a_noble_in_one_turn() {
    let table = table().nobles("3:3d3r3o").market("a0o3e").bonuses(0, "3d3r2o").tokens(0, "3e");
    let case = table.lay();
    let turn = buy("a0o3e", "3e").gem("e").come("3:3d3r3o").gains("draw-two");
    let after = case.plays(turn);
    assert_eq!(after.events.noble, Some(noble("3:3d3r3o")));
    assert_eq!(after.events.post, Some(Post::DrawTwo));
    assert_eq!(after.tokens(0), tokens("1e"));
    // Neither can be left out for the other, and a noble that is refused is named first.
    let bonuses = gems("3d3r3o");
    let breach = Violation::PostMandatory { post: Post::DrawTwo, bonuses };
    case.refuses(Turn { posts: PostSet::NONE, ..turn }, breach, &breach.to_string());
    let breach =
        Violation::NobleMandatory { noble: crate::table_builder::tile("3:3d3r3o"), bonuses };
    case.refuses_first(turn.come("").gains(""), breach, &breach.to_string());
}

#[test]
fn a_noble_of_an_earlier_turn_comes_without_a_post() {
    let case = table().nobles("3:3d3r3o 3:3s3e3r").bonuses(0, "3d3s3e3r3o").lay();
    let after = case.plays(take("1d1s1e").come("3:3d3r3o"));
    assert_eq!((after.events.post, posts_of(&after, 0).len()), (None, 4));
}

#[test]
fn a_third_gem_when_one_other_color_is_left_and_when_none_is() {
    let third = |supply: &str| table().bonuses(0, "2d").supply(supply).lay();
    let one = third("4d1s2g");
    assert_eq!(one.plays(take("2d").gem("s")).position.supply(), tokens("2d2g"));
    assert!(one.position.check(&one.game, &take("2d")).is_err());
    let none = third("4d2g");
    assert_eq!(none.plays(take("2d")).tokens(0), tokens("2d"));
    for gem in ["d", "s", "g"] {
        assert!(none.position.check(&none.game, &take("2d").gem(gem)).is_err(), "{gem}");
    }
}

#[test]
fn a_third_gem_may_leave_its_stack_below_four() {
    let case = table().bonuses(0, "2d").supply("4d1s1e").lay();
    let gems = |turns: Vec<Turn>| turns.into_iter().filter(|turn| turn.gem.is_some()).count();
    assert_eq!(gems(case.position.legal_turns(&case.game)), 2);
}

#[test]
fn a_gem_after_a_purchase_takes_back_what_was_just_spent() {
    let table = table().market("a0s3o").bonuses(0, "1d3r").tokens(0, "3o");
    let case = table.clone().supply("2g").lay();
    let after = case.plays(buy("a0s3o", "3o").gem("o"));
    assert_eq!((after.tokens(0), after.position.supply()), (tokens("1o"), tokens("2o2g")));
    assert!(case.position.check(&case.game, &buy("a0s3o", "3o")).is_err());
    let gold = table.tokens(0, "3g").supply("").lay();
    let after = gold.plays(buy("a0s3o", "3g"));
    assert_eq!((after.tokens(0), after.position.supply()), (tokens(""), tokens("3g")));
}

#[test]
fn a_gem_after_a_free_purchase_and_from_the_hand() {
    let table = table().bonuses(0, "1d3s3r1o");
    let free = table.clone().market("a0d3s").supply("1e").lay();
    let turn = buy("a0d3s", "").gains("third-gem");
    assert_eq!(free.plays(turn.gem("e")).position.supply(), tokens(""));
    assert!(free.position.check(&free.game, &turn).is_err());
    let empty = table.clone().market("a0d3s").supply("1g").lay();
    empty.plays(turn);
    let hand = table.hand(0, "a0d3s").supply("1e").lay();
    assert_eq!(hand.plays(turn.gem("e")).tokens(0), tokens("1e"));
    assert!(hand.position.check(&hand.game, &turn).is_err());
}

#[test]
fn a_power_gem_as_the_eleventh_token_goes_back() {
    let case = table().bonuses(0, "2d").tokens(0, "2s2e2r2o").lay();
    let turn = take("2d").gem("s");
    let breach = Violation::LimitTen { held: 11, returned: 0, why: "" };
    case.refuses(turn, breach, &breach.to_string());
    assert_eq!(case.plays(turn.back("1s")).tokens(0), tokens("2d2s2e2r2o"));
    case.plays(turn.back("1o"));
    let full = table().bonuses(0, "2d").tokens(0, "2d2s2e2r1o1g").supply("4d1s").lay();
    assert_eq!(full.plays(turn.back("2d1s")).tokens(0), full.tokens(0));
    let buyer = table().bonuses(0, "1d3s3r").market("a0o3e").hand(0, "a0r2s1e");
    let buyer = buyer.tokens(0, "2d2s2e2r2o").lay();
    let free = buyer.plays(buy("a0r2s1e", "1e").gem("e"));
    assert_eq!(free.tokens(0), buyer.tokens(0));
    let eleven = table().bonuses(0, "3s1d3r").market("a0d3s").tokens(0, "2d2s2e2r2o").lay();
    let turn = buy("a0d3s", "").gem("o").gains("third-gem");
    eleven.plays(turn.back("1o"));
    assert!(eleven.position.check(&eleven.game, &turn).is_err());
}

/// Every legal payment for a card that seat 0, with the doubled gold, finds in the market.
fn payments(rulings: Rulings, id: &str, held: &str) -> Vec<Tokens> {
    let table = table().rulings(rulings).market(id).bonuses(0, "3s1o").tokens(0, held);
    let case = table.lay();
    assert_eq!(posts_of(&case, 0), PostSet::one(Post::DoubleGold));
    let mut payments = case.position.payments(&case.game, card(id));
    payments.sort_unstable();
    payments
}

#[track_caller]
fn pays(rulings: Rulings, id: &str, held: &str, expected: &[&str]) {
    let mut expected: Vec<Tokens> = expected.iter().map(|text| tokens(text)).collect();
    expected.sort_unstable();
    assert_eq!(payments(rulings, id, held), expected);
}

#[test]
fn doubled_gold_for_an_odd_need() {
    pays(LONG, "a0o3e", "3e2g", &["3e", "2e1g", "1e1g", "2g"]);
    pays(LONG, "a0o3e", "1e1g", &["1e1g"]);
    pays(LONG, "a0o3e", "1g", &[]);
    let irredundant = Rulings { overpay: Overpay::Irredundant, ..LONG };
    pays(irredundant, "a0o3e", "3e2g", &["3e", "1e1g", "2g"]);
    let last = Rulings { gold: GoldUse::LastResort, ..LONG };
    pays(last, "a0o3e", "3e2g", &["3e"]);
    pays(last, "a0o3e", "2e2g", &["2e1g", "1e1g"]);
    pays(last, "a0o3e", "2g", &["2g"]);
    let both = Rulings { overpay: Overpay::Irredundant, ..last };
    pays(both, "a0o3e", "2e2g", &["1e1g"]);
}

#[test]
fn a_ruling_on_doubled_gold_changes_nothing_without_the_post() {
    for overpay in [Overpay::HalfGold, Overpay::Irredundant] {
        let rulings = Rulings { overpay, ..LONG };
        let table = table().rulings(rulings).market("a0o3e").bonuses(0, "2s1o");
        let case = table.tokens(0, "3e3g").lay();
        let payments = case.position.payments(&case.game, card("a0o3e"));
        assert_eq!(payments.len(), 4);
        for pay in ["3e", "2e1g", "1e2g", "3g"] {
            assert!(payments.contains(&tokens(pay)));
            case.plays(buy("a0o3e", pay));
        }
    }
}

#[test]
fn doubled_gold_for_several_colors() {
    let held = "2d2r2g";
    let all = ["2d2r", "1d2r1g", "2r1g", "2d1r1g", "2d1g", "1d1r2g", "1d2g", "1r2g", "2g"];
    pays(LONG, "a0r2d2r", held, &all);
    let irredundant = Rulings { overpay: Overpay::Irredundant, ..LONG };
    pays(irredundant, "a0r2d2r", held, &["2d2r", "2r1g", "2d1g", "2g"]);
    let last = Rulings { gold: GoldUse::LastResort, ..LONG };
    pays(last, "a0r2d2r", held, &["2d2r"]);
    pays(last, "a0r2d2r", "1d2r2g", &["1d2r1g", "2r1g"]);
    let both = Rulings { overpay: Overpay::Irredundant, ..last };
    pays(both, "a0r2d2r", "1d2r2g", &["2r1g"]);
}

#[test]
fn doubled_gold_makes_a_card_affordable_so_that_a_pass_is_not_forced() {
    let table = table().supply("").nobles("").hand(0, "c4d7o c4s7d c4e7s");
    let table = table.market("a0o3e a1d4e a1r4d a1e4o");
    let case = table.clone().bonuses(0, "3s1o").tokens(0, "2g").lay();
    let breach = Violation::TurnPass { possible: PassObstacle::Purchase };
    case.refuses(pass(), breach, &breach.to_string());
    case.plays(buy("a0o3e", "2g"));
    table.bonuses(0, "2s1o").tokens(0, "2g").lay().plays(pass());
}

#[test]
fn a_post_does_not_act_in_the_turn_in_which_it_is_gained() {
    let table = table().market("a0r3d a0s3o").bonuses(0, "1d2s2r1o").tokens(0, "2d2o1g");
    let case = table.lay();
    let turn = buy("a0r3d", "2d").gains("gem-after-purchase");
    let breach = Violation::PostGem { gem: splendor_core::Token::Gem(splendor_core::Color::Onyx) };
    case.refuses(turn.gem("o"), breach, &breach.to_string());
    let after = case.plays(turn).plays(take("1d1s1e").by(1));
    after.plays(buy("a0s3o", "2o").gem("o").gains("double-gold"));
    // The third sapphire doubles the gold from the next purchase on.
    let breach = Violation::PurchasePrice {
        card: facts("a0s3o"),
        price: gems("2o"),
        paid: tokens("1g"),
        short: 1,
    };
    let early = buy("a0s3o", "1g").gains("double-gold");
    case.refuses(early, breach, &breach.to_string());
}

#[test]
fn powers_that_need_not_be_used() {
    let table =
        table().rulings(OPTIONAL).nobles("").market("a0d3s").bonuses(0, "2d3r3o").tokens(0, "3s");
    let case = table.lay();
    case.plays(take("2d"));
    case.plays(take("2d").gem("s"));
    case.plays(buy("a0d3s", "3s"));
    case.plays(buy("a0d3s", "3s").gem("s"));
    let plain = case.plays(draw(Row::Two));
    assert_eq!(plain.position.deck(Row::Two).len(), 25);
    let drawn = case.plays(draw(Row::Two).under("b3d6d"));
    assert_eq!(drawn.position.deck(Row::Two).iter().last(), Some(Place::Card(card("b3d6d"))));
}

/// A turn of seat 1 that moves no card.
pub(crate) fn idle() -> Turn {
    take("1d1s1e").by(1)
}

#[test]
fn a_point_for_each_post_grows_with_later_posts() {
    let table = table().rulings(LONG).market("a0e3r a0o3e").bonuses(0, "2d4e2o").tokens(0, "3r");
    let case = table.lay();
    let first = case.plays(buy("a0e3r", "3r").gains("point-per-post"));
    assert_eq!(first.position.seats()[0].prestige(), 2, "for third-gem and for itself");
    let later = first.plays(idle()).plays(buy("a0o3e", "").gains("draw-two"));
    assert_eq!(later.position.seats()[0].prestige(), 3);
    assert_eq!(later.position.seats()[1].prestige(), 0);
}

#[test]
fn fifteen_by_a_post() {
    let table = table().nobles("").market("a0e3r").bonuses(0, "4e").tokens(0, "3r");
    let case = table.bought(0, "c5d3d7o c5s7d3s c4d7o").lay();
    assert_eq!((case.position.seats()[0].prestige(), posts_of(&case, 0).len()), (14, 1));
    let after = case.plays(buy("a0e3r", "3r").gains("point-per-post"));
    assert_eq!(after.position.seats()[0].prestige(), 16);
    assert!(after.events.triggered);
    let end = after.plays(take("1d1s1e").by(1));
    assert_eq!((end.events.ended, end.winners()), (Some(End::Completed), vec![0]));
    let mut high = case;
    high.game.rules.rulings.target = 17;
    assert!(!high.plays(buy("a0e3r", "3r").gains("point-per-post")).events.triggered);
}

#[test]
fn a_city_by_the_prestige_of_a_post() {
    let table = table().cities("17: 14:4d+4 13:3s4e").market("a0e3r").bonuses(0, "4e");
    let table = table.bought(0, "c5d3d7o c5s7d3s c4d7o").bonuses(0, "2o").tokens(0, "3r");
    let case = table.clone().lay();
    let after = case.plays(buy("a0e3r", "3r").gains("point-per-post"));
    assert_eq!((after.position.seats()[0].prestige(), after.position.phase()), (16, Phase::Open));
    let more = table.bonuses(0, "1o").lay();
    let after = more.plays(buy("a0e3r", "3r").gains("point-per-post"));
    assert_eq!(after.position.seats()[0].prestige(), 17, "with the post draw-two");
    assert!(after.events.triggered);
    let end = after.plays(take("1d1s1e").by(1));
    assert_eq!((end.events.ended, end.winners()), (Some(End::Completed), vec![0]));
}

/// The cities, all five posts at once, a hand that is full and a supply that is short.
#[test]
fn all_modules_together() {
    let table = table().cities("17: 14:4d+4 13:3s4e").market("a0e3r a0d3s").tokens(0, "2d2s2e2o2g");
    let table = table.bought(0, "c5d3d7o c5s7d3s").bonuses(0, "1d2s4e3r3o");
    let case = table.lay();
    assert_eq!((case.position.seats()[0].prestige(), posts_of(&case, 0).len()), (10, 4));
    let turn = buy("a0e3r", "").gem("e").back("1e").gains("point-per-post").fill("a0s3o");
    let after = case.plays(turn);
    assert_eq!((after.position.seats()[0].prestige(), posts_of(&after, 0).len()), (15, 5));
    assert_eq!(after.tokens(0), case.tokens(0));
    assert!(after.events.triggered, "13 prestige, three sapphires and four emeralds are a city");
    assert_eq!(after.plays(idle()).winners(), [0]);
}
