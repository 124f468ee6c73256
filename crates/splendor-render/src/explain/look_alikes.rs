//! Clauses that are easily confused, and the difference between them.

/// Two clauses and their difference.
pub(crate) type LookAlikes = (&'static str, &'static str, &'static str);

/// The clauses that are commonly confused; a test checks that each exists.
pub(crate) const LOOK_ALIKES: [LookAlikes; 26] = [
    (
        "take.supply",
        "take.pair-needs-four",
        "a stack that has enough gems for take.supply can still be too low for a pair",
    ),
    (
        "take.supply",
        "take.fewer",
        "an empty stack does not allow a take of fewer gems while three other colors are left",
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
        "turn.order: the wrong seat acts; turn.after-end: the game is over for every seat",
    ),
    ("turn.one-action", "turn.pass", "taking nothing is not an action; a pass is logged as a pass"),
    ("reserve.face-up", "purchase.source", "only a purchase may also come from the hand"),
    (
        "reserve.face-up",
        "reserve.deck",
        "reserve.face-up: the card is not in the market; reserve.deck: the deck is empty",
    ),
    (
        "reserve.hand-limit",
        "limit.ten",
        "reserve.hand-limit counts cards before the action; limit.ten counts tokens after the turn",
    ),
    (
        "reserve.gold",
        "limit.excess",
        "you take the gold even as your eleventh token, and then return one token",
    ),
    (
        "purchase.price",
        "purchase.payment",
        "purchase.price: you pay too little; purchase.payment: you pay too much or the wrong kind",
    ),
    (
        "purchase.price",
        "purchase.tokens",
        "purchase.price: the payment is too small for the card; purchase.tokens: the seat does not \
         have the tokens that it pays",
    ),
    ("purchase.payment", "post.double-gold", "gold counts twice only with the post"),
    (
        "market.refill",
        "reveal.deck",
        "market.refill: no card may appear; reveal.deck: another card must appear",
    ),
    (
        "reveal.unseen",
        "setup.cards",
        "reveal.unseen: a turn repeats a card; setup.cards: the setup repeats or lacks a card",
    ),
    (
        "reveal.level",
        "setup.level",
        "reveal.level: the card appears in a turn; setup.level: the card is in the setup",
    ),
    ("limit.ten", "limit.excess", "limit.ten: too few tokens are returned; limit.excess: too many"),
    (
        "limit.owned",
        "limit.excess",
        "limit.owned: you return tokens that you do not have; limit.excess: more than you must",
    ),
    (
        "noble.present",
        "noble.earned",
        "noble.present: the noble is not on the table; noble.earned: its demand is not met",
    ),
    (
        "noble.mandatory",
        "noble.choice",
        "noble.mandatory: no noble is taken; noble.choice: another one of several must be taken",
    ),
    (
        "noble.one",
        "noble.choice",
        "noble.one: two nobles are taken in one turn; noble.choice: the wrong noble is taken",
    ),
    (
        "noble.mandatory",
        "noble.time",
        "you take a noble at the end of any turn, unless the ruling `noble-time` excludes the turn",
    ),
    ("post.mandatory", "noble.mandatory", "you can gain a post and take a noble in the same turn"),
    ("end.winner", "end.fewest-cards", "cards are counted only among seats with the most prestige"),
    (
        "claim.score",
        "score.sum",
        "claim.score: the log claims a wrong score; score.sum: how a score is computed",
    ),
];
