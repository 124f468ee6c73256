//! Small boxes under other rulings, and with other knowledge of the decks.

use super::{BASE_2, DEFAULT, GOLD_2, POSTS_2};
use crate::{Decks, SmallBox};
use splendor_core::{
    EndTime, Fewer, GoldUse, NobleChoice, NobleTime, Overpay, Pass, Powers, Return, Rulings,
    Stalemate,
};

/// One token of each of three colors, so that seats are stuck often.
pub(super) const STUCK: SmallBox = SmallBox {
    cards: &["a1d1s", "a1s1e", "b1e1d1s"],
    nobles: &["1:1d", "1:1s"],
    tokens: "1d1s1e1g",
    judge_every: 1,
    judge_endings_every: 1000,
    ..BASE_2
};

pub(super) const DARK_2: SmallBox = SmallBox {
    name: "dark-2",
    about: "some revealed cards stay unknown",
    decks: Decks::Dark,
    ..STUCK
};

pub(super) const ORDERED_2: SmallBox = SmallBox {
    name: "ordered-2",
    about: "the order of the decks is known",
    cards: &["a1d1s", "a1s1e", "a0e1d", "b1e1d1s"],
    nobles: &["1:1d", "1:1s", "1:1e"],
    decks: Decks::Known,
    judge_every: 16,
    ..STUCK
};

pub(super) const STRICT_2: SmallBox = SmallBox {
    name: "strict-2",
    about: "fewer=all-available, end-time=at-once, gold=last-resort",
    rulings: Rulings {
        fewer: Fewer::AllAvailable,
        end_time: EndTime::AtOnce,
        gold: GoldUse::LastResort,
        ..DEFAULT
    },
    ..STUCK
};

pub(super) const NEVER_2: SmallBox = SmallBox {
    name: "never-2",
    about: "pass=never, end-time=others-once",
    rulings: Rulings { pass: Pass::Never, end_time: EndTime::OthersOnce, ..DEFAULT },
    ..STUCK
};

pub(super) const LENIENT_2: SmallBox = SmallBox {
    name: "lenient-2",
    about: "fewer=up-to-three, pass=always, stalemate=continues",
    rulings: Rulings {
        fewer: Fewer::UpToThree,
        pass: Pass::Always,
        stalemate: Stalemate::Continues,
        ..DEFAULT
    },
    judge_every: 16,
    ..STUCK
};

pub(super) const VOLUNTARY_2: SmallBox = SmallBox {
    name: "voluntary-2",
    about: "pass=always, and some revealed cards stay unknown",
    rulings: Rulings { pass: Pass::Always, ..DEFAULT },
    decks: Decks::Dark,
    judge_every: 16,
    ..STUCK
};

pub(super) const FIRST_2: SmallBox = SmallBox {
    name: "first-2",
    about: "fewer=never, return=up-to, noble-choice=first-listed, noble-time=after-purchase",
    nobles: &["1:1d", "2:1d"],
    tokens: "4d1s1e1g",
    rulings: Rulings {
        fewer: Fewer::Never,
        returns: Return::UpTo,
        noble_choice: NobleChoice::FirstListed,
        noble_time: NobleTime::AfterPurchase,
        ..DEFAULT
    },
    judge_every: 8,
    ..STUCK
};

pub(super) const ALL_2: SmallBox = SmallBox {
    name: "all-2",
    about: "fewer=to-ten, pass=always, stalemate=passed-round, return=anything, noble-choice=all, \
            noble-time=after-action",
    nobles: &["1:1d", "2:1d"],
    rulings: Rulings {
        fewer: Fewer::ToTen,
        pass: Pass::Always,
        stalemate: Stalemate::PassedRound,
        returns: Return::Anything,
        noble_choice: NobleChoice::All,
        noble_time: NobleTime::AfterAction,
        ..DEFAULT
    },
    judge_every: 32,
    ..STUCK
};

pub(super) const POSTS_2_OPTIONAL: SmallBox = SmallBox {
    name: "posts-2-optional",
    about: "powers=optional",
    rulings: Rulings { powers: Powers::Optional, ..DEFAULT },
    judge_every: 601,
    ..POSTS_2
};

pub(super) const POSTS_2_DARK: SmallBox = SmallBox {
    name: "posts-2-dark",
    about: "with draw-two, and some revealed cards stay unknown",
    decks: Decks::Dark,
    judge_every: 601,
    ..POSTS_2
};

pub(super) const POSTS_2_ORDERED: SmallBox = SmallBox {
    name: "posts-2-ordered",
    about: "with draw-two, and the order of the decks is known",
    decks: Decks::Known,
    judge_every: 601,
    ..POSTS_2
};

pub(super) const GOLD_2_IRREDUNDANT: SmallBox = SmallBox {
    name: "gold-2-irredundant",
    about: "overpay=irredundant",
    rulings: Rulings { overpay: Overpay::Irredundant, ..DEFAULT },
    judge_every: 97,
    ..GOLD_2
};

pub(super) const GOLD_2_SPARING: SmallBox = SmallBox {
    name: "gold-2-sparing",
    about: "overpay=irredundant, gold=last-resort",
    rulings: Rulings { overpay: Overpay::Irredundant, gold: GoldUse::LastResort, ..DEFAULT },
    judge_every: 97,
    ..GOLD_2
};
