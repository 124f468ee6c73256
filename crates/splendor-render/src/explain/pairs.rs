//! The replays of each clause: the smallest game that breaks it, and its legal twin.

/// The two games of a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// The name of both files, like `take-pair`.
    pub(crate) name: &'static str,
    pub(crate) illegal: &'static str,
    pub(crate) legal: &'static str,
}

/// Embeds the replays with these names.
macro_rules! pairs {
    ($($name:literal,)+) => {
        &[$(Pair {
            name: $name,
            illegal: include_str!(concat!("../../../../replays/illegal/", $name, ".json")),
            legal: include_str!(concat!("../../../../replays/legal/", $name, ".json")),
        },)+]
    };
}

/// Every pair, sorted by name; a test checks that each clause has one.
pub(crate) const PAIRS: &[Pair] = pairs![
    "city-further-color",
    "city-met",
    "city-trigger",
    "city-winner",
    "claim-after",
    "claim-digest",
    "claim-end",
    "claim-plies",
    "claim-score",
    "claim-score-count",
    "claim-winner",
    "component-unknown",
    "end-fewest-cards",
    "end-round",
    "end-shared",
    "end-stalemate",
    "end-trigger",
    "end-winner",
    "limit-excess",
    "limit-owned",
    "limit-ten",
    "market-refill",
    "noble-choice",
    "noble-earned",
    "noble-mandatory",
    "noble-one",
    "noble-present",
    "noble-time",
    "orient-cards",
    "orient-copy",
    "orient-copy-needs-color",
    "orient-discard-color",
    "orient-discard-copies-first",
    "orient-discard-price",
    "orient-double-virtual",
    "orient-free",
    "orient-free-face-up",
    "orient-free-level",
    "orient-free-mandatory",
    "orient-market",
    "orient-present",
    "orient-spend-owned",
    "orient-spend-used",
    "post-double-gold",
    "post-draw-two",
    "post-earned",
    "post-gem",
    "post-gem-after-purchase",
    "post-mandatory",
    "post-once",
    "post-one",
    "post-point-per-post",
    "post-present",
    "post-third-gem",
    "purchase-payment",
    "purchase-price",
    "purchase-source",
    "purchase-tokens",
    "reserve-deck",
    "reserve-face-up",
    "reserve-gold",
    "reserve-hand-limit",
    "reveal-deck",
    "reveal-level",
    "reveal-unseen",
    "score-sum",
    "setup-cards",
    "setup-cities",
    "setup-city-tiles",
    "setup-level",
    "setup-market",
    "setup-noble-box",
    "setup-noble-once",
    "setup-nobles",
    "setup-seats",
    "stronghold-blocked",
    "stronghold-conquest",
    "stronghold-face-up",
    "stronghold-mandatory",
    "stronghold-move",
    "stronghold-present",
    "stronghold-remove",
    "stronghold-rival",
    "stronghold-step",
    "stronghold-stock",
    "take-different",
    "take-fewer",
    "take-no-gold",
    "take-pair",
    "take-pair-needs-four",
    "take-supply",
    "turn-after-end",
    "turn-one-action",
    "turn-order",
    "turn-pass",
];

impl Pair {
    /// Returns the pair of a clause.
    pub(crate) fn of(id: &str) -> Option<&'static Self> {
        let name = id.replace('.', "-");
        PAIRS.iter().find(|pair| pair.name == name)
    }
}
