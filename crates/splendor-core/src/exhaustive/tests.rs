//! The boxes that are searched, with the counts that any change of a rule would change.

use std::vec::Vec;

use super::{Decks, Found, Mini};
use crate::clause::Clause;
use crate::rules::{
    Fewer, GoldUse, NobleChoice, NobleTime, Overpay, Pass, Powers, Return, Rulings, Stalemate, Tie,
};

const DEFAULT: Rulings = Rulings {
    fewer: Fewer::WhenShort,
    pass: Pass::WhenStuck,
    stalemate: Stalemate::Ends,
    gold: GoldUse::Free,
    tie: Tie::FewestCardsThenShared,
    powers: Powers::Mandatory,
    overpay: Overpay::HalfGold,
    target: 3,
    returns: Return::Exact,
    noble_choice: NobleChoice::Seat,
    noble_time: NobleTime::EveryTurn,
};

/// One token of each of three colors, so that seats are stuck often.
const SMALL: Mini = Mini {
    seats: 2,
    cards: &["a1d1s", "a1s1e", "b1e1d1s"],
    bought: [&[], &[]],
    trading_posts: false,
    nobles: &["1:1d", "1:1s"],
    tokens: "1d1s1e1g",
    token_limit: 3,
    rulings: DEFAULT,
    decks: Decks::Bag,
    judged: 1,
    whole: 1000,
};

/// A stack that allows pairs, and three nobles, so that a noble may be far.
const LARGE: Mini = Mini {
    cards: &["a1d1s", "a1s1e", "a0e1d", "b1e1d1s"],
    nobles: &["1:1d", "1:1s", "1:1e"],
    tokens: "4d1s1e1g",
    judged: 16,
    ..SMALL
};

/// The clauses that some turn breaks on some position: all that a turn can break under the default
/// rulings.
const BROKEN: [&str; 29] = [
    "turn.after-end",
    "turn.order",
    "turn.one-action",
    "turn.pass",
    "take.no-gold",
    "take.supply",
    "take.different",
    "take.fewer",
    "take.pair",
    "take.pair-needs-four",
    "reserve.hand-limit",
    "reserve.face-up",
    "reserve.deck",
    "purchase.source",
    "purchase.price",
    "purchase.payment",
    "purchase.tokens",
    "post.present",
    "market.refill",
    "reveal.unseen",
    "reveal.level",
    "reveal.deck",
    "limit.owned",
    "limit.ten",
    "limit.excess",
    "noble.present",
    "noble.earned",
    "noble.one",
    "noble.mandatory",
];

/// Searches a box and compares how many positions there are, how many of them are a completed end
/// and how many a stalemate.
#[track_caller]
fn check(mini: &Mini, positions: usize, completed: usize, stalemates: usize) -> Found {
    let found = mini.search();
    let counts = (found.positions, found.completed, found.stalemates);
    assert_eq!(counts, (positions, completed, stalemates));
    assert!(found.judged > 50_000 && found.legal > 1000);
    found
}

#[test]
fn a_small_box() {
    check(&SMALL, 1840, 202, 73);
    check(&Mini { decks: Decks::Dark, ..SMALL }, 2317, 205, 90);
}

#[test]
fn a_small_box_under_other_rulings() {
    let strict = Rulings { fewer: Fewer::AllAvailable, gold: GoldUse::LastResort, ..DEFAULT };
    check(&Mini { rulings: strict, ..SMALL }, 1111, 117, 43);
    let never = Rulings { pass: Pass::Never, ..DEFAULT };
    check(&Mini { rulings: never, ..SMALL }, 1387, 118, 0);
    let lenient = Rulings {
        fewer: Fewer::UpToThree,
        pass: Pass::Always,
        stalemate: Stalemate::Continues,
        ..DEFAULT
    };
    check(&Mini { rulings: lenient, judged: 8, ..SMALL }, 15_392, 1524, 0);
    let voluntary = Rulings { pass: Pass::Always, ..DEFAULT };
    let dark = Mini { rulings: voluntary, decks: Decks::Dark, judged: 8, ..SMALL };
    check(&dark, 13_974, 1589, 208);
}

#[test]
fn a_small_box_under_the_rulings_of_clients() {
    // Two nobles that are met at once.
    let small = Mini { nobles: &["1:1d", "2:1d"], ..SMALL };
    let rulings = Rulings {
        fewer: Fewer::Never,
        returns: Return::UpTo,
        noble_choice: NobleChoice::FirstListed,
        noble_time: NobleTime::AfterPurchase,
        ..DEFAULT
    };
    let first = check(&Mini { rulings, tokens: "4d1s1e1g", judged: 4, ..small }, 9627, 1368, 889);
    assert!(first.clauses.contains(&Clause::NobleTime));
    assert!(first.clauses.contains(&Clause::NobleChoice));
    let rulings = Rulings {
        fewer: Fewer::ToTen,
        pass: Pass::Always,
        stalemate: Stalemate::PassedRound,
        returns: Return::Anything,
        noble_choice: NobleChoice::All,
        noble_time: NobleTime::AfterAction,
        ..DEFAULT
    };
    let all = check(&Mini { rulings, judged: 16, ..small }, 29_660, 3700, 4989);
    assert!(all.clauses.contains(&Clause::NobleTime));
    assert!(all.clauses.contains(&Clause::NobleChoice));
}

#[test]
fn a_large_box() {
    let mut found = check(&LARGE, 114_927, 17_352, 56);
    let four_colors = Mini { tokens: "1d1s1e1r1g", judged: 25, ..LARGE };
    found.clauses.extend(check(&four_colors, 74_862, 11_651, 385).clauses);
    let told = Mini { tokens: "1d1s1e1g", decks: Decks::Told, ..LARGE };
    found.clauses.extend(check(&told, 12_161, 2255, 138).clauses);
    let broken: Vec<_> = found.clauses.iter().map(|clause| clause.id()).collect();
    assert_eq!(broken, BROKEN);
}

/// A box with The Trading Posts: seat 0 gains third-gem with its next diamond and draw-two with its
/// next onyx, seat 1 draws two from the start.
const DRAWS: Mini = Mini {
    cards: &["a0o1d", "a1d1s", "a1e1d", "a1s1e"],
    bought: [&["a0d2e", "a0o2s", "a0o2d"], &["a0o3s", "a0o3e", "a0o3d", "a0d3e"]],
    trading_posts: true,
    nobles: &["1:1e"],
    tokens: "4d1s1g",
    judged: 97,
    whole: 200,
    ..SMALL
};

/// A box with The Trading Posts in which both seats double their gold, seat 0 takes a gem after
/// each purchase, and seat 1 may gain that post and the one that counts posts.
const PAYS: Mini = Mini {
    cards: &["a1e3d", "a1r2d1e", "a1s1d3e"],
    bought: [
        &["a0s2d", "a0s2s", "a0s2e", "a0o2d", "a0r2d", "a0r2s", "a0r2e", "a0d2s"],
        &[
            "a0s3d", "a0s3s", "a0s3e", "a0o3d", "a0r3d", "a0r3s", "a0d3s", "a0e3d", "a0e3s",
            "a0e3r", "a0e3o",
        ],
    ],
    trading_posts: true,
    nobles: &["1:1e"],
    tokens: "2d2e2g",
    judged: 97,
    whole: 200,
    ..SMALL
};

/// The clauses of The Trading Posts that some turn breaks on some position, beside those that are
/// broken without the module.
const POSTS_BROKEN: [&str; 9] = [
    "post.double-gold",
    "post.draw-two",
    "post.gem",
    "post.gem-after-purchase",
    "post.third-gem",
    "post.one",
    "post.earned",
    "post.once",
    "post.mandatory",
];

#[test]
fn boxes_with_trading_posts() {
    let mut found = check(&DRAWS, 45_231, 2903, 150);
    let optional = Rulings { powers: Powers::Optional, ..DEFAULT };
    check(&Mini { rulings: optional, judged: 601, ..DRAWS }, 47_603, 2923, 150);
    check(&Mini { decks: Decks::Dark, judged: 601, ..DRAWS }, 134_006, 4459, 350);
    check(&Mini { decks: Decks::Told, judged: 601, ..DRAWS }, 31_521, 2524, 137);
    found.clauses.extend(check(&PAYS, 4964, 608, 160).clauses);
    let irredundant = Rulings { overpay: Overpay::Irredundant, ..DEFAULT };
    check(&Mini { rulings: irredundant, ..PAYS }, 4730, 547, 158);
    let sparing = Rulings { gold: GoldUse::LastResort, ..irredundant };
    check(&Mini { rulings: sparing, ..PAYS }, 4612, 518, 151);
    let ids = found.clauses.iter().map(|clause| clause.id());
    let broken: Vec<_> = ids.filter(|id| id.starts_with("post.")).collect();
    assert_eq!(broken, POSTS_BROKEN);
}
