//! Lists every completion of a turn that omits facts, and checks which completions are legal.

use splendor_core::{
    Action, CardId, Clause, Conquest, Game, Place, Position, PurchaseOrigin, ReturnChoice, Row,
    Tokens, Turn, Unknown,
};
use splendor_schema as schema;
use splendor_schema::report::FactName;

use crate::claims;

mod omitted;

pub(crate) use omitted::{OmittedFacts, omits_nothing};
pub use omitted::{omits_copy, omits_payment};

/// The legal completions of a turn that omits facts.
pub(crate) enum Resolved {
    /// Exactly one completion is legal and agrees with the claims of the log.
    Forced(Turn),
    /// Several completions are legal and agree with the claims of the log.
    Several {
        /// The first field in which the completions differ.
        field: FactName,
        /// The number of completions.
        values: usize,
        /// The first completion, which pays the least gold.
        first: Turn,
    },
    /// No completion is legal and agrees with the claims of the log.
    Impossible {
        /// The completion to report: a legal one that contradicts a claim, otherwise the first that
        /// breaks the latest clause in the order of the rules.
        shows: Turn,
        /// The number of legal completions; each contradicts a claim.
        tables: u64,
    },
    /// There are more completions than the limits allow.
    TooMany,
}

/// The work of playing a completed turn, if that of building a node or an edge of a diagram is 1.
pub(crate) const WORK_OF_A_TRY: usize = 8;

/// The work of comparing a table with a digest.
pub(crate) const WORK_OF_A_DIGEST: usize = 16;

/// The largest number of completions of one turn.
pub(crate) const MOST_COMPLETIONS_OF_A_TURN: usize = 1 << 16;

/// Tries every completion of a turn in a position.
///
/// `turn` is the logged turn as read by the core, without its omitted facts. `work` counts work, and
/// returns whether it is allowed.
pub(crate) fn resolve(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    logged: &schema::Turn,
    omitted: OmittedFacts,
    work: &mut dyn FnMut(usize) -> bool,
) -> Resolved {
    let mut fits: Vec<Turn> = Vec::new();
    let mut plays = None;
    let mut tables = 0;
    let mut furthest: Option<(Clause, Turn)> = None;
    let Some(all) = candidates(game, position, turn, omitted) else { return Resolved::TooMany };
    let has_digest = logged.after.as_ref().is_some_and(|after| after.digest.is_some());
    if !work(all.len() * (WORK_OF_A_TRY + if has_digest { WORK_OF_A_DIGEST } else { 0 })) {
        return Resolved::TooMany;
    }
    for completed in all {
        let mut next = *position;
        if let Err(violation) = next.play(game, &completed) {
            let clause = violation.clause();
            if furthest.is_none_or(|(best, _)| clause > best) {
                furthest = Some((clause, completed));
            }
            continue;
        }
        // A legal completion explains a finding best, even if it contradicts a claim: the finding
        // is then about that claim, and not about a clause that only other completions break.
        plays = plays.or(Some(completed));
        tables += 1;
        let claimed = logged.after.as_ref();
        if claimed.is_none_or(|after| claims::of_turn(game, &completed, after, &next).is_none()) {
            fits.push(completed);
        }
    }
    match fits.as_slice() {
        [] => {
            let shows = plays.or(furthest.map(|(_, completed)| completed));
            let shows = shows.unwrap_or_else(|| by_default(game, position, turn));
            Resolved::Impossible { shows, tables }
        }
        [one] => Resolved::Forced(*one),
        [first, ..] => {
            let field = open_field(&fits);
            Resolved::Several { field, values: fits.len(), first: *first }
        }
    }
}

/// Returns every completion of a turn, legal or not. Completions that pay less gold come first.
/// Returns `None` if there are more than [`MOST_COMPLETIONS_OF_A_TURN`].
pub(crate) fn candidates(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    omitted: OmittedFacts,
) -> Option<Vec<Turn>> {
    let all = completions(game, position, turn, omitted, ReturnChoice::Each)?;
    // A card of any other turn comes from one place, and nothing is paid: most completions are of
    // takes with tokens to return.
    if matches!(turn.action, Action::Take(_) | Action::ReserveMarket(_) | Action::Pass) {
        return Some(all);
    }
    let all = all.into_iter();
    let mut all: Vec<Turn> =
        all.flat_map(|completed| from_each_place(game, position, completed)).flatten().collect();
    all.sort_by_key(|turn| paid(turn).map(Tokens::gold));
    Some(all)
}

/// Returns every completion of a turn, legal or not, like [`candidates`], but in no order, and of
/// those that differ only in the tokens returned one for each number of tokens. Returns `None` if
/// there are more than [`MOST_COMPLETIONS_OF_A_TURN`].
pub(crate) fn endings(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    omitted: OmittedFacts,
) -> Option<Vec<Turn>> {
    let all =
        completions(game, position, turn, omitted, ReturnChoice::OneOfEachNumber)?.into_iter();
    let each_place = |completed| from_each_place(game, position, completed);
    Some(all.flat_map(each_place).flatten().collect())
}

/// Splits a purchase that may come from a hidden place of the market or of the hand into both
/// alternatives. Splits a reservation likewise if either of two known cards may have been kept.
fn from_each_place(game: &Game<'_>, position: &Position, turn: Turn) -> [Option<Turn>; 2] {
    if let Action::ReserveDeck { row: level, .. } = turn.action {
        let mut after = *position;
        let unknown = after.play(game, &turn).ok().and_then(|events| events.unknown);
        let either = unknown == Some(Unknown::Kept);
        return if either { kept(position, &turn, level) } else { [Some(turn), None] };
    }
    let Action::Purchase { card, pay, from: None } = turn.action else { return [Some(turn), None] };
    let level = game.components.card(card).row().index();
    // A logged refill already shows that the card came from the market.
    let both = position.mover().hidden()[level] > 0 && position.market_hidden()[level] > 0;
    if !both || !position.unseen().has(card) || turn.refill.is_some() {
        return [Some(turn), None];
    }
    let from = |source| Some(with_pay(&turn, card, pay, Some(source)));
    [from(PurchaseOrigin::Market), from(PurchaseOrigin::Hand)]
}

/// Returns whether a turn names the source of a bought card, or one of two drawn cards.
pub(crate) const fn has_source(turn: &Turn) -> bool {
    matches!(
        turn.action,
        Action::Purchase { from: Some(_), .. }
            | Action::ReserveDeck { card: Some(_), .. }
            | Action::ReserveDeck { under: Some(_), .. }
    )
}

/// Returns a reservation that draws two cards from a deck, once with each card kept. A `None` card
/// is the one that the position does not know.
fn kept(position: &Position, turn: &Turn, level: Row) -> [Option<Turn>; 2] {
    let with = |card, under| {
        Some(Turn { action: Action::ReserveDeck { row: level, card, under }, ..*turn })
    };
    let mut upper = position.deck(level).iter();
    match (upper.next(), upper.next()) {
        (Some(Place::Card(one)), Some(Place::Card(two))) => {
            [with(Some(one), Some(two)), with(Some(two), Some(one))]
        }
        (Some(Place::Card(one)), _) | (_, Some(Place::Card(one))) => {
            [with(Some(one), None), with(None, Some(one))]
        }
        _ => [Some(*turn), None],
    }
}

/// Names the first field in which the completions differ.
fn open_field(fits: &[Turn]) -> FactName {
    let first = &fits[0];
    if fits.iter().any(|turn| paid(turn) != paid(first)) {
        FactName::Pay
    } else if fits.iter().any(|turn| turn.action != first.action) {
        if matches!(first.action, Action::ReserveDeck { .. }) {
            FactName::Card
        } else {
            FactName::From
        }
    } else if fits.iter().any(|turn| turn.gem != first.gem) {
        FactName::Gem
    } else if fits.iter().any(|turn| turn.returned != first.returned) {
        FactName::Return
    } else if fits.iter().any(|turn| turn.nobles != first.nobles) {
        FactName::Noble
    } else if fits.iter().any(|turn| turn.posts != first.posts) {
        FactName::Post
    } else if fits.iter().any(|turn| conquest_paid(turn) != conquest_paid(first)) {
        FactName::Pay
    } else {
        FactName::Copy
    }
}

/// Returns the payment of a purchase.
fn paid(turn: &Turn) -> Option<Tokens> {
    match turn.action {
        Action::Purchase { pay, .. } => Some(pay),
        Action::Take(_) | Action::ReserveMarket(_) | Action::ReserveDeck { .. } | Action::Pass => {
            None
        }
    }
}

/// Returns the payment for a conquered card.
fn conquest_paid(turn: &Turn) -> Option<Tokens> {
    turn.conquest.map(|conquest| conquest.pay)
}

/// Returns every completion, without the source of a bought card.
fn completions(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    omitted: OmittedFacts,
    returns: ReturnChoice,
) -> Option<Vec<Turn>> {
    let paid_turns = paid_turns(game, position, turn, omitted);
    if !(omitted.gem || omitted.returned || omitted.noble || omitted.post) {
        return Some(paid_turns);
    }
    let mut all = Vec::new();
    for turn in &paid_turns {
        all.extend(ends_of(
            game,
            position,
            turn,
            omitted,
            returns,
            MOST_COMPLETIONS_OF_A_TURN.saturating_sub(all.len()),
        )?);
    }
    if game.rules.modules.have_sun_never_sets() {
        all.sort_unstable();
        all.dedup();
    }
    Some(all)
}

/// Returns a turn with each way to pay.
fn paid_turns(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    omitted: OmittedFacts,
) -> Vec<Turn> {
    if game.rules.modules.have_sun_never_sets() {
        return paid_with_cards(game, position, turn, omitted);
    }
    if let (true, Action::Purchase { card, from, .. }) = (omitted.pay, turn.action) {
        let payments = position.payments(game, card).into_iter();
        return payments.map(|pay| with_pay(turn, card, pay, from)).collect();
    }
    vec![*turn]
}

/// Returns a turn of a game with Orient or Strongholds, with each way to name the copied colors and
/// to pay.
fn paid_with_cards(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    omitted: OmittedFacts,
) -> Vec<Turn> {
    let mut turns = position.with_named_copies(game, turn);
    if let (true, Action::Purchase { card, from, .. }) = (omitted.pay, turn.action) {
        let payments = position.payments_beside(game, turn);
        let paid = |turn: &Turn| {
            payments.iter().map(|&pay| with_pay(turn, card, pay, from)).collect::<Vec<_>>()
        };
        turns = turns.iter().flat_map(paid).collect();
    }
    if let (true, Some(conquest)) = (omitted.conquest_pay, turn.conquest) {
        // A gem of the action may pay for the conquest.
        if omitted.gem {
            turns = turns.iter().flat_map(|turn| position.with_gems_of_action(turn)).collect();
        }
        let paid = |turn: &Turn| {
            let mut payments = position.conquest_payments(game, turn);
            // A card that the seat cannot pay for is kept, so that the breach can be reported.
            if payments.is_empty() {
                payments.push(Tokens::NONE);
            }
            let effects = turn.conquest.unwrap_or(conquest).effects;
            let with = |pay| Some(Conquest { pay, effects, ..conquest });
            let each = payments.into_iter().map(|pay| Turn { conquest: with(pay), ..*turn });
            each.collect::<Vec<_>>()
        };
        turns = turns.iter().flat_map(paid).collect();
    }
    turns
}

/// Returns a purchase with another payment and another source.
fn with_pay(turn: &Turn, card: CardId, pay: Tokens, from: Option<PurchaseOrigin>) -> Turn {
    Turn { action: Action::Purchase { card, pay, from }, ..*turn }
}

/// Returns a turn with every possible ending: the gem of a power, the returned tokens, the noble
/// and the post. Returns `None` if there are more than `most`.
fn ends_of(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    omitted: OmittedFacts,
    returns: ReturnChoice,
    most: usize,
) -> Option<Vec<Turn>> {
    let mut ends = Vec::new();
    let mut count = 0_usize;
    let have_effects = game.rules.modules.have_sun_never_sets();
    // Without Orient and Strongholds a conquest is a breach, so its absent gem is not completed. A
    // gem that the log names for the action stays.
    let gem_is_open = if have_effects { omitted.gem } else { omitted.gem_of_action };
    let returns = if omitted.returned { returns } else { ReturnChoice::These(turn.returned) };
    position.each_ending(game, turn, gem_is_open, returns, |end| {
        count += 1;
        if count <= most {
            let nobles = if omitted.noble { end.nobles } else { turn.nobles };
            let posts = if omitted.post { end.posts } else { turn.posts };
            let Turn { gem, returned, .. } = end;
            // Without them an ending has no conquest, and the conquest of the turn is a breach.
            let conquest = if have_effects { end.conquest } else { turn.conquest };
            ends.push(Turn { gem, returned, nobles, posts, conquest, ..*turn });
        }
    });
    if count > most {
        return None;
    }
    if gem_is_open || omitted.noble || omitted.post || have_effects {
        ends.sort_unstable();
        ends.dedup();
    } else {
        // They differ in the returned tokens alone, which are faster to compare than whole turns.
        ends.sort_unstable_by_key(|turn| turn.returned);
        ends.dedup_by_key(|turn| turn.returned);
    }
    // An illegal turn has no ending. It is kept as it is, so that its breach can be reported.
    if ends.is_empty() {
        ends.push(*turn);
    }
    Some(ends)
}

/// Returns a purchase that the seat cannot afford, paying as much of the price as the seat has.
fn by_default(game: &Game<'_>, position: &Position, turn: &Turn) -> Turn {
    let Action::Purchase { card, from, .. } = turn.action else { return *turn };
    let seat = position.mover();
    let price = game.components.card(card).cost().minus(seat.bonuses());
    let short = price.minus(seat.tokens().gems());
    let gold = u8::try_from(short.total()).unwrap_or(u8::MAX).min(seat.tokens().gold());
    let pay = Tokens::from(price.minus(short)).with(splendor_core::Token::Gold, gold);
    with_pay(turn, card, pay, from)
}
