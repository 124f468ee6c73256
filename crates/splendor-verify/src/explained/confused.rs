//! Clauses that are taken for one another, and how to tell them apart.

/// Two clauses and what tells them apart.
pub(crate) type Confused = (&'static str, &'static str, &'static str);

/// The clauses that are commonly confused; the tests hold that each exists.
pub(crate) const CONFUSED: [Confused; 26] = [
    (
        "take.supply",
        "take.pair-needs-four",
        "a stack can hold the two and still be too low for a pair",
    ),
    (
        "take.supply",
        "take.fewer",
        "a color that is gone is no reason to take fewer while three others are there",
    ),
    (
        "take.different",
        "take.pair",
        "a color that stands twice makes a take a pair, whatever else is taken",
    ),
    ("take.no-gold", "reserve.gold", "gold comes with a reserved card and never with a take"),
    (
        "take.fewer",
        "turn.pass",
        "who cannot take three may still take fewer, and has no reason to pass",
    ),
    (
        "turn.order",
        "turn.after-end",
        "the one asks whose turn it is, the other whether there is one",
    ),
    (
        "turn.one-action",
        "turn.pass",
        "a turn that takes nothing is no action, and a pass is told as one",
    ),
    ("reserve.face-up", "purchase.source", "only a purchase may also come from the hand"),
    (
        "reserve.face-up",
        "reserve.deck",
        "a card of the market and the top of a deck are reserved in two ways",
    ),
    (
        "reserve.hand-limit",
        "limit.ten",
        "three cards in hand bind before the action, ten tokens after the turn",
    ),
    ("reserve.gold", "limit.excess", "gold that makes eleven still comes, and a token goes back"),
    (
        "purchase.price",
        "purchase.payment",
        "too little breaks the price, too much or the wrong kind the payment",
    ),
    (
        "purchase.price",
        "purchase.tokens",
        "the one asks what the card costs, the other what the seat has",
    ),
    ("purchase.payment", "post.double-gold", "gold counts twice only with the post"),
    (
        "market.refill",
        "reveal.deck",
        "whether a card may come at all, and which one the deck gives",
    ),
    ("reveal.unseen", "setup.cards", "a card that comes again was dealt before, or seen before"),
    (
        "reveal.level",
        "setup.level",
        "in a turn a card comes from the deck of the gap, in the setup it lies by level",
    ),
    ("limit.ten", "limit.excess", "too few tokens go back, or too many"),
    (
        "limit.owned",
        "limit.excess",
        "tokens that the seat does not hold, or more than those above ten",
    ),
    ("noble.present", "noble.earned", "the noble is not on the table, or its demand is not met"),
    (
        "noble.mandatory",
        "noble.choice",
        "a noble must come where one is met; which of several is a choice",
    ),
    ("noble.one", "noble.choice", "two nobles in a turn, or the wrong one of two"),
    (
        "noble.mandatory",
        "noble.time",
        "a noble comes at the end of any turn, unless a ruling says of which",
    ),
    (
        "post.mandatory",
        "noble.mandatory",
        "posts and nobles come at the end of one turn, each for itself",
    ),
    ("end.winner", "end.fewest-cards", "cards are counted only among seats with the most prestige"),
    ("claim.score", "score.sum", "a score that is claimed is compared with the sum of the replay"),
];
