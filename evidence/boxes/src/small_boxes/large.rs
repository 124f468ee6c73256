//! Boxes that take minutes, and small ones of which every position is judged.

use super::rulings::STUCK;
use super::{
    BASE_2, BASE_3, BOTH_2, BOTH_3, CITIES_2, CITIES_3, DEFAULT, GOLD_2, GOLD_3, POSTS_2, POSTS_3,
};
use crate::SmallBox;
use splendor_core::Rulings;

pub(super) const BASE_2_LARGE: SmallBox = SmallBox {
    name: "base-2-large",
    about: "two levels with a deck, and two gold",
    cards: &["a1d1s", "a1s1e", "a0e1d", "b1r1d1s", "b2d1s1e"],
    nobles: &["1:1d", "2:1d", "1:1e"],
    tokens: "4d1s1e2g",
    token_limit: 4,
    judge_every: 1009,
    judge_endings_every: 100,
    rulings: Rulings { target: 4, ..DEFAULT },
    ..BASE_2
};

pub(super) const BASE_3_LARGE: SmallBox = SmallBox {
    name: "base-3-large",
    about: "three seats and a stack that allows pairs",
    seats: 3,
    cards: &["a1d1s", "a1s1e", "a0e1d", "b1e1d1s"],
    tokens: "4d1s1e2g",
    token_limit: 3,
    judge_every: 1009,
    ..BASE_2
};

pub(super) const CITIES_2_LARGE: SmallBox = SmallBox {
    name: "cities-2-large",
    about: "as cities-2 with a card and a color more",
    cards: &["a1e1d1s", "a1o1s", "a0e2d", "a1r1d1s", "b4d1d1s1r"],
    tokens: "4d2s1r2g",
    judge_every: 1009,
    ..CITIES_2
};

pub(super) const CITIES_3_LARGE: SmallBox = SmallBox {
    name: "cities-3-large",
    about: "as cities-3 with a stack that allows pairs",
    cards: &["a1e1d1s", "a1o1s", "a0e2d", "b4d1d1s"],
    tokens: "4d2s2g",
    token_limit: 3,
    judge_every: 1009,
    ..CITIES_3
};

pub(super) const POSTS_2_LARGE: SmallBox = SmallBox {
    name: "posts-2-large",
    about: "as posts-2 with two gold, a card and a color more",
    cards: &["a0o1d", "a1d1s", "a1e1d", "a1s1e", "b1d1s1e"],
    tokens: "4d2s1e2g",
    token_limit: 4,
    judge_every: 1009,
    ..POSTS_2
};

pub(super) const POSTS_3_LARGE: SmallBox = SmallBox {
    name: "posts-3-large",
    about: "as posts-3 with gold, a card and a color more",
    cards: &["a0o1d", "a1d1s", "a1e1d", "a1s1e"],
    tokens: "4d1s1e1g",
    token_limit: 3,
    rulings: DEFAULT,
    judge_every: 1009,
    ..POSTS_3
};

pub(super) const GOLD_2_LARGE: SmallBox = SmallBox {
    name: "gold-2-large",
    about: "as gold-2 with two cards more",
    cards: &["a1e3d", "a1r2d1e", "a1s1d3e", "a0d2e", "a1d4d"],
    tokens: "3d3e2g",
    token_limit: 5,
    judge_every: 1009,
    ..GOLD_2
};

pub(super) const GOLD_3_LARGE: SmallBox = SmallBox {
    name: "gold-3-large",
    about: "as gold-3 with two cards more",
    cards: &["a1e3d", "a1r2d1e", "a1s1d3e", "a0d2e"],
    tokens: "3d3e2g",
    token_limit: 4,
    rulings: DEFAULT,
    judge_every: 1009,
    ..GOLD_3
};

pub(super) const BOTH_2_LARGE: SmallBox = SmallBox {
    name: "both-2-large",
    about: "as both-2 with gold, a card and a color more",
    tokens: "4d2s1e2g",
    token_limit: 4,
    judge_every: 1009,
    cards: &["a1e1d", "a1o1s", "a0d1d", "a1e2s", "b1d1s1e"],
    ..BOTH_2
};

pub(super) const BOTH_3_LARGE: SmallBox = SmallBox {
    name: "both-3-large",
    about: "as both-3 with gold, a card and a color more",
    cards: &["a1e1d", "a1o1s", "a0d1d", "a1e2s"],
    tokens: "4d1s1e1g",
    token_limit: 3,
    judge_every: 1009,
    ..BOTH_3
};

/// Returns a box of which the search judges every position.
const fn on_every_position(name: &'static str, about: &'static str, like: SmallBox) -> SmallBox {
    SmallBox { name, about, judge_every: 1, judge_endings_every: 200, ..like }
}

pub(super) const BASE_2_EVERY: SmallBox = on_every_position(
    "base-2-every",
    "two seats that are stuck often; every action is judged on every position",
    STUCK,
);

pub(super) const CITIES_2_EVERY: SmallBox = on_every_position(
    "cities-2-every",
    "cities-2; every action is judged on every position",
    CITIES_2,
);

pub(super) const POSTS_2_EVERY: SmallBox = on_every_position(
    "posts-2-every",
    "posts-2; every action is judged on every position",
    POSTS_2,
);

pub(super) const GOLD_2_EVERY: SmallBox =
    on_every_position("gold-2-every", "gold-2; every action is judged on every position", GOLD_2);

pub(super) const BOTH_2_EVERY: SmallBox =
    on_every_position("both-2-every", "both-2; every action is judged on every position", BOTH_2);

pub(super) const BASE_3_EVERY: SmallBox =
    on_every_position("base-3-every", "base-3; every action is judged on every position", BASE_3);

pub(super) const CITIES_3_EVERY: SmallBox = on_every_position(
    "cities-3-every",
    "cities-3; every action is judged on every position",
    CITIES_3,
);

pub(super) const POSTS_3_EVERY: SmallBox = on_every_position(
    "posts-3-every",
    "posts-3; every action is judged on every position",
    POSTS_3,
);

pub(super) const GOLD_3_EVERY: SmallBox =
    on_every_position("gold-3-every", "gold-3; every action is judged on every position", GOLD_3);

pub(super) const BOTH_3_EVERY: SmallBox =
    on_every_position("both-3-every", "both-3; every action is judged on every position", BOTH_3);
