//! Clauses that are easily confused, and the difference between them.

/// Two clauses and their difference.
pub(crate) type Confused = (&'static str, &'static str, &'static str);

/// The clauses that are commonly confused; a test checks that each exists.
pub(crate) const CONFUSED: [Confused; 26] = [
    (
        "take.supply",
        "take.pair-needs-four",
        "a stack can have two gems and still be too low for a pair",
    ),
    (
        "take.supply",
        "take.fewer",
        "an empty stack does not allow fewer gems while three other colors are left",
    ),
    (
        "take.different",
        "take.pair",
        "two gems of one color make the take a pair, whatever else is taken",
    ),
    ("take.no-gold", "reserve.gold", "gold comes with a reserved card and never with a take"),
    (
        "take.fewer",
        "turn.pass",
        "a seat that cannot take three gems may still take fewer, and must not pass",
    ),
    (
        "turn.order",
        "turn.after-end",
        "the one checks whose turn it is, the other whether the game is over",
    ),
    ("turn.one-action", "turn.pass", "taking nothing is not an action; a pass is logged as a pass"),
    ("reserve.face-up", "purchase.source", "only a purchase may also come from the hand"),
    (
        "reserve.face-up",
        "reserve.deck",
        "one is about a card in the market, the other about the top card of a deck",
    ),
    (
        "reserve.hand-limit",
        "limit.ten",
        "the hand limit applies before the action, the token limit after the turn",
    ),
    (
        "reserve.gold",
        "limit.excess",
        "the gold comes even as the eleventh token; then one token is returned",
    ),
    (
        "purchase.price",
        "purchase.payment",
        "paying too little breaks the price; too much or the wrong kind breaks the payment",
    ),
    (
        "purchase.price",
        "purchase.tokens",
        "the one is about the cost of the card, the other about the tokens of the seat",
    ),
    ("purchase.payment", "post.double-gold", "gold counts twice only with the post"),
    (
        "market.refill",
        "reveal.deck",
        "the one decides whether a card appears at all, the other which card",
    ),
    (
        "reveal.unseen",
        "setup.cards",
        "the one finds a repeated card during the game, the other in the setup",
    ),
    (
        "reveal.level",
        "setup.level",
        "the one is about a card that appears in a turn, the other about the setup",
    ),
    ("limit.ten", "limit.excess", "too few tokens are returned, or too many"),
    (
        "limit.owned",
        "limit.excess",
        "the seat returns tokens that it does not have, or more than it must",
    ),
    ("noble.present", "noble.earned", "the noble is not on the table, or its demand is not met"),
    (
        "noble.mandatory",
        "noble.choice",
        "the one requires a noble, the other decides which of several",
    ),
    ("noble.one", "noble.choice", "two nobles in a turn, or the wrong one of two"),
    (
        "noble.mandatory",
        "noble.time",
        "a noble comes at the end of any turn, unless a ruling limits the turns",
    ),
    (
        "post.mandatory",
        "noble.mandatory",
        "a post and a noble may come in the same turn, independently",
    ),
    ("end.winner", "end.fewest-cards", "cards are counted only among seats with the most prestige"),
    (
        "claim.score",
        "score.sum",
        "the one is about the claimed score, the other about its computation",
    ),
];
