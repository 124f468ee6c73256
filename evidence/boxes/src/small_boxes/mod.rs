//! The boxes that the search knows: here those of each module.

mod large;
mod rulings;

use super::{Decks, SmallBox};
use large::{
    BASE_2_EVERY, BASE_2_LARGE, BASE_3_EVERY, BASE_3_LARGE, BOTH_2_EVERY, BOTH_2_LARGE,
    BOTH_3_EVERY, BOTH_3_LARGE, CITIES_2_EVERY, CITIES_2_LARGE, CITIES_3_EVERY, CITIES_3_LARGE,
    GOLD_2_EVERY, GOLD_2_LARGE, GOLD_3_EVERY, GOLD_3_LARGE, POSTS_2_EVERY, POSTS_2_LARGE,
    POSTS_3_EVERY, POSTS_3_LARGE,
};
use rulings::{
    ALL_2, DARK_2, FIRST_2, GOLD_2_IRREDUNDANT, GOLD_2_SPARING, LENIENT_2, NEVER_2, ORDERED_2,
    POSTS_2_DARK, POSTS_2_OPTIONAL, POSTS_2_ORDERED, STRICT_2, VOLUNTARY_2,
};
use splendor_core::{Modules, Rulings};

/// All small boxes: first those of each module, then those of other rulings, then the large ones.
pub const SMALL_BOXES: &[SmallBox] = &[
    BASE_2,
    CITIES_2,
    POSTS_2,
    GOLD_2,
    BOTH_2,
    BASE_3,
    CITIES_3,
    POSTS_3,
    GOLD_3,
    BOTH_3,
    DARK_2,
    ORDERED_2,
    STRICT_2,
    NEVER_2,
    LENIENT_2,
    VOLUNTARY_2,
    FIRST_2,
    ALL_2,
    POSTS_2_OPTIONAL,
    POSTS_2_DARK,
    POSTS_2_ORDERED,
    GOLD_2_IRREDUNDANT,
    GOLD_2_SPARING,
    BASE_2_LARGE,
    CITIES_2_LARGE,
    POSTS_2_LARGE,
    GOLD_2_LARGE,
    BOTH_2_LARGE,
    BASE_3_LARGE,
    CITIES_3_LARGE,
    POSTS_3_LARGE,
    GOLD_3_LARGE,
    BOTH_3_LARGE,
    BASE_2_EVERY,
    CITIES_2_EVERY,
    POSTS_2_EVERY,
    GOLD_2_EVERY,
    BOTH_2_EVERY,
    BASE_3_EVERY,
    CITIES_3_EVERY,
    POSTS_3_EVERY,
    GOLD_3_EVERY,
    BOTH_3_EVERY,
];

const DEFAULT: Rulings = Rulings { target: 3, ..Rulings::DEFAULT };

const CITIES: Modules = Modules { cities: true, trading_posts: false, ..Modules::NONE };
const POSTS: Modules = Modules { cities: false, trading_posts: true, ..Modules::NONE };
const BOTH: Modules = Modules { cities: true, trading_posts: true, ..Modules::NONE };
const NEITHER: Modules = Modules { cities: false, trading_posts: false, ..Modules::NONE };

const BASE_2: SmallBox = SmallBox {
    name: "base-2",
    about: "a stack that allows pairs, and two nobles that one card meets",
    seats: 2,
    cards: &["a1d1s", "a1s1e", "a0e1d", "b1e1d1s"],
    width: 1,
    bought: [&[]; 4],
    modules: NEITHER,
    nobles: &["1:1d", "2:1d", "1:1e"],
    cities: &[],
    tokens: "4d1s1e1g",
    token_limit: 3,
    rulings: DEFAULT,
    decks: Decks::Bag,
    judge_every: 197,
    judge_endings_every: 100,
};

const BASE_3: SmallBox = SmallBox {
    name: "base-3",
    about: "three seats and a limit of two tokens",
    seats: 3,
    cards: &["a1d1s", "a1s1e", "b1e1d1s"],
    nobles: &["1:1d", "2:1d"],
    tokens: "4d1s1g",
    rulings: DEFAULT,
    token_limit: 2,
    judge_every: 97,
    ..BASE_2
};

const CITIES_2: SmallBox = SmallBox {
    name: "cities-2",
    about: "three cities that are met by a color, by a further color and by prestige alone",
    cards: &["a1e1d1s", "a1o1s", "a0e2d", "b4d1d1s"],
    bought: [
        &["a3o1d", "a2o1s", "a2o1e", "a2o2d", "a1e2d", "a1e2s"],
        &["a2o2s", "a2o2e", "a2o1r", "a2e2e", "a2e3d", "a1e3s", "a1e3e"],
        &[],
        &[],
    ],
    modules: CITIES,
    nobles: &["1:1d"],
    cities: &["13:3e4o", "14:4o+4", "17:"],
    tokens: "4d2s1g",
    token_limit: 3,
    judge_every: 97,
    ..BASE_2
};

const CITIES_3: SmallBox = SmallBox {
    name: "cities-3",
    about: "three seats near a city, one of them with prestige alone",
    seats: 3,
    cards: &["a1e1d1s", "a1o1s", "b4d1d1s"],
    bought: [CITIES_2.bought[0], CITIES_2.bought[1], &["a4s1d", "a4s1e", "a4s1r"], &[]],
    tokens: "2d2s1g",
    token_limit: 2,
    judge_every: 97,
    ..CITIES_2
};

const POSTS_2: SmallBox = SmallBox {
    name: "posts-2",
    about: "a seat may gain third-gem and draw-two, the other draws two from the start",
    cards: &["a0o1d", "a1d1s", "a1e1d", "a1s1e"],
    bought: [&["a0d2e", "a0o2s", "a0o2d"], &["a0o3s", "a0o3e", "a0o3d", "a0d3e"], &[], &[]],
    modules: POSTS,
    nobles: &["1:1e"],
    tokens: "4d1s1g",
    judge_every: 97,
    judge_endings_every: 200,
    ..BASE_2
};

const POSTS_3: SmallBox = SmallBox {
    name: "posts-3",
    about: "three seats, one of which draws two and one of which may gain third-gem",
    seats: 3,
    cards: &["a0o1d", "a1d1s", "a1e1d"],
    bought: [&["a0d2e", "a0o2s", "a0o2d"], &["a0o3s", "a0o3e", "a0o3d", "a0d3e"], &[], &[]],
    tokens: "4d1s",
    rulings: Rulings { target: 2, ..DEFAULT },
    token_limit: 2,
    ..POSTS_2
};

const GOLD_2: SmallBox = SmallBox {
    name: "gold-2",
    about: "gold counts double, one seat has gem-after-purchase, the other may gain it and \
            point-per-post",
    cards: &["a1e3d", "a1r2d1e", "a1s1d3e"],
    bought: [
        &["a0s2d", "a0s2s", "a0s2e", "a0o2d", "a0r2d", "a0r2s", "a0r2e", "a0d2s"],
        &[
            "a0s3d", "a0s3s", "a0s3e", "a0o3d", "a0r3d", "a0r3s", "a0d3s", "a0e3d", "a0e3s",
            "a0e3r", "a0e3o",
        ],
        &[],
        &[],
    ],
    modules: POSTS,
    nobles: &["1:1e"],
    tokens: "2d2e2g",
    judge_every: 37,
    judge_endings_every: 200,
    ..BASE_2
};

const GOLD_3: SmallBox = SmallBox {
    name: "gold-3",
    about: "three seats, two of which double their gold",
    seats: 3,
    cards: &["a1e3d", "a1r2d1e"],
    bought: [GOLD_2.bought[0], GOLD_2.bought[1], &["a0s4d", "a0s4s", "a0o4d", "a0r4d"], &[]],
    tokens: "2d2e2g",
    rulings: DEFAULT,
    ..GOLD_2
};

const BOTH_2: SmallBox = SmallBox {
    name: "both-2",
    about: "a post brings the prestige that a city asks for, and both seats draw two",
    cards: &["a1e1d", "a1o1s", "a0d1d", "a1e2s"],
    bought: [
        &["a3o1d", "a2o1s", "a2o1e", "a2o2d", "a1e2d", "a1e1s", "a0d1s"],
        &["a2o2s", "a2o2e", "a2o1r", "a2e2e", "a2e3d", "a1e3s", "a1e3e", "a0d2s"],
        &[],
        &[],
    ],
    modules: BOTH,
    tokens: "4d2s1g",
    token_limit: 3,
    judge_every: 97,
    judge_endings_every: 200,
    ..CITIES_2
};

const BOTH_3: SmallBox = SmallBox {
    name: "both-3",
    about: "three seats with both modules",
    seats: 3,
    cards: &["a1e1d", "a1o1s", "a0d1d"],
    bought: [BOTH_2.bought[0], BOTH_2.bought[1], &["a4s1d", "a4s1e", "a4s1r"], &[]],
    tokens: "4d1s",
    token_limit: 2,
    ..BOTH_2
};
