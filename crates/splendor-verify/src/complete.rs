//! Turns with omitted facts: every way to complete them, and the conclusions.

use splendor_core::{
    Action, CardId, Clause, Game, Level, Place, Position, Source, Tokens, Turn, Unknown,
};
use splendor_schema as schema;
use splendor_schema::log::OmittedField;
use splendor_schema::report::TurnFact;

use crate::claims;
use crate::verdict::{Inferred, InferredValue};

/// Which facts of a turn are left out.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each field of a turn is left out or not")]
pub(crate) struct Open {
    pay: bool,
    gem: bool,
    returned: bool,
    noble: bool,
    post: bool,
}

/// The result of completing a turn.
pub(crate) enum Resolved {
    /// One completion is legal and agrees with the claims of the log.
    Forced(Turn),
    /// Several are; this is the first.
    Several {
        /// The first field in which they differ.
        field: TurnFact,
        /// How many there are.
        values: usize,
        /// The first of them.
        likely: Turn,
    },
    /// No completion is legal. The turn shows why: a legal one that contradicts a claim, or else
    /// the first of those that get furthest in the order of the book.
    Impossible {
        shows: Turn,
        /// How many completions are legal, and leave other tables than the log claims.
        tables: u64,
    },
    /// There are more completions than may still be tried.
    TooMany,
}

/// How many completed turns of a log are tried, in all its worlds.
pub(crate) const TRIES: usize = 1 << 23;

/// How many ways to complete one turn are listed.
pub(crate) const WAYS: usize = 1 << 18;

impl Open {
    pub(crate) fn of(told: &schema::Turn, omits: &[OmittedField]) -> Self {
        let common = told.common();
        let absent = |omitted: OmittedField, present: bool| omits.contains(&omitted) && !present;
        Self {
            pay: matches!(told, schema::Turn::Purchase(turn) if turn.purchase.pay.is_none()),
            gem: absent(OmittedField::Gem, common.is_some_and(|c| c.gem.is_some())),
            returned: absent(OmittedField::Return, common.is_some_and(|c| c.returned.is_some())),
            noble: absent(OmittedField::Noble, common.is_some_and(|c| c.noble.is_some())),
            post: absent(OmittedField::Post, common.is_some_and(|c| c.post.is_some())),
        }
    }

    /// Returns the first omitted field, `from` if all are logged.
    pub(crate) const fn first_field(self) -> TurnFact {
        match self {
            Self { pay: true, .. } => TurnFact::Pay,
            Self { gem: true, .. } => TurnFact::Gem,
            Self { returned: true, .. } => TurnFact::Return,
            Self { noble: true, .. } => TurnFact::Noble,
            Self { post: true, .. } => TurnFact::Post,
            Self { pay: false, gem: false, returned: false, noble: false, post: false } => {
                TurnFact::From
            }
        }
    }

    /// Returns the omitted fields, with the value of each in a completed turn. `source` includes
    /// the origin of the card and the kept one of two cards.
    pub(crate) fn values(
        self,
        game: &Game<'_>,
        whole: &Turn,
        source: bool,
    ) -> impl Iterator<Item = (TurnFact, Option<InferredValue>)> {
        let card_of = |id: CardId| InferredValue::Card(game.components.card(id));
        let (pay, place, under) = match whole.action {
            Action::Purchase { pay, from, .. } => {
                (Some(pay), Some((TurnFact::From, from.map(InferredValue::Source))), None)
            }
            Action::ReserveDeck { card, under, .. } => (
                None,
                Some((TurnFact::Card, card.map(card_of))),
                Some((TurnFact::Under, under.map(card_of))),
            ),
            Action::Take(_) | Action::ReserveMarket(_) | Action::Pass => (None, None, None),
        };
        let gem = whole.gem.map(|gem| InferredValue::Tokens(Tokens::one(gem)));
        let post = whole.posts.iter().next().map(InferredValue::Post);
        let returned = Some(whole.returned).filter(|heap| !heap.is_empty());
        let noble = whole.nobles.iter().next().map(|id| game.components.noble(id));
        let values = [
            self.pay.then(|| (TurnFact::Pay, pay.map(InferredValue::Tokens))),
            place.filter(|_| source),
            under.filter(|_| source),
            self.gem.then_some((TurnFact::Gem, gem)),
            self.returned.then(|| (TurnFact::Return, returned.map(InferredValue::Tokens))),
            self.noble.then(|| (TurnFact::Noble, noble.map(InferredValue::Noble))),
            self.post.then_some((TurnFact::Post, post)),
        ];
        values.into_iter().flatten()
    }

    /// Returns the values of a completed turn that the log omits.
    pub(crate) fn inferred(
        self,
        turn: usize,
        game: &Game<'_>,
        told: &Turn,
        whole: &Turn,
    ) -> impl Iterator<Item = Inferred> {
        let told = self.values(game, whole, has_source(told) != has_source(whole));
        told.filter_map(move |(field, value)| Some(Inferred { field, turn, value: value? }))
    }
}

/// Returns whether a turn leaves nothing out that could have several values.
pub(crate) fn is_whole(told: &schema::Turn, omits: &[OmittedField]) -> bool {
    let paid = match told {
        schema::Turn::Purchase(turn) => turn.purchase.pay.is_some(),
        _ => true,
    };
    let Some(common) = told.common() else { return true };
    let tells = |omitted: &OmittedField| match omitted {
        OmittedField::Gem => common.gem.is_some(),
        OmittedField::Return => common.returned.is_some(),
        OmittedField::Noble => common.noble.is_some(),
        OmittedField::Post => common.post.is_some(),
    };
    paid && omits.iter().all(tells)
}

/// Tries every completion of a turn; `tries` counts those that were tried before.
pub(crate) fn resolve(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    told: &schema::Turn,
    open: Open,
    tries: &mut usize,
) -> Resolved {
    let mut fits: Vec<Turn> = Vec::new();
    let mut plays = None;
    let mut tables = 0;
    let mut furthest: Option<(Clause, Turn)> = None;
    let Some(all) = candidates(game, position, turn, open) else { return Resolved::TooMany };
    *tries += all.len();
    if *tries > TRIES {
        return Resolved::TooMany;
    }
    for whole in all {
        let next = match position.play(game, &whole) {
            Ok((next, _)) => next,
            Err(violation) => {
                let clause = violation.clause();
                if furthest.is_none_or(|(best, _)| clause > best) {
                    furthest = Some((clause, whole));
                }
                continue;
            }
        };
        plays = plays.or(Some(whole));
        tables += 1;
        let claimed = told.after();
        if claimed.is_none_or(|after| claims::of_turn(game, &whole, after, &next).is_none()) {
            fits.push(whole);
        }
    }
    match fits.as_slice() {
        [] => {
            let shows = plays.or(furthest.map(|(_, whole)| whole));
            let shows = shows.unwrap_or_else(|| by_default(game, position, turn));
            Resolved::Impossible { shows, tables }
        }
        [one] => Resolved::Forced(*one),
        [likely, ..] => {
            let field = open_field(&fits);
            Resolved::Several { field, values: fits.len(), likely: *likely }
        }
    }
}

/// Returns every completion of a turn, legal or not. Completions that pay with less gold come
/// first. `None` if there are too many to list.
pub(crate) fn candidates(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    open: Open,
) -> Option<Vec<Turn>> {
    let all = completions(game, position, turn, open)?.into_iter();
    let mut all: Vec<Turn> =
        all.flat_map(|whole| from_each_place(game, position, whole)).flatten().collect();
    all.sort_by_key(|turn| paid(turn).map(Tokens::gold));
    Some(all)
}

/// A purchase that may be from a hidden place of the market or of the hand, as each of the two; a
/// reservation of which either of two known cards may have been kept likewise.
fn from_each_place(game: &Game<'_>, position: &Position, turn: Turn) -> [Option<Turn>; 2] {
    if let Action::ReserveDeck { level, .. } = turn.action {
        let unknown = position.play(game, &turn).ok().and_then(|(_, events)| events.unknown);
        let open = unknown == Some(Unknown::Kept);
        return if open { kept(position, &turn, level) } else { [Some(turn), None] };
    }
    let Action::Purchase { card, pay, from: None } = turn.action else { return [Some(turn), None] };
    let level = game.components.card(card).level.index();
    let both = position.mover().hidden()[level] > 0 && position.market_hidden()[level] > 0;
    if !both || !position.unseen().has(card) || turn.refill.is_some() {
        return [Some(turn), None];
    }
    let from = |source| Some(with_pay(&turn, card, pay, Some(source)));
    [from(Source::Market), from(Source::Hand)]
}

/// Returns whether a turn names the origin of the card, or the kept one of two cards.
pub(crate) const fn has_source(turn: &Turn) -> bool {
    matches!(
        turn.action,
        Action::Purchase { from: Some(_), .. }
            | Action::ReserveDeck { card: Some(_), .. }
            | Action::ReserveDeck { under: Some(_), .. }
    )
}

/// A reservation from a deck of which two cards were drawn, with each of the two kept.
fn kept(position: &Position, turn: &Turn, level: Level) -> [Option<Turn>; 2] {
    let with =
        |card, under| Some(Turn { action: Action::ReserveDeck { level, card, under }, ..*turn });
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
fn open_field(fits: &[Turn]) -> TurnFact {
    let first = &fits[0];
    if fits.iter().any(|turn| paid(turn) != paid(first)) {
        TurnFact::Pay
    } else if fits.iter().any(|turn| turn.action != first.action) {
        if matches!(first.action, Action::ReserveDeck { .. }) {
            TurnFact::Card
        } else {
            TurnFact::From
        }
    } else if fits.iter().any(|turn| turn.gem != first.gem) {
        TurnFact::Gem
    } else if fits.iter().any(|turn| turn.returned != first.returned) {
        TurnFact::Return
    } else if fits.iter().any(|turn| turn.nobles != first.nobles) {
        TurnFact::Noble
    } else {
        TurnFact::Post
    }
}

fn paid(turn: &Turn) -> Option<Tokens> {
    match turn.action {
        Action::Purchase { pay, .. } => Some(pay),
        Action::Take(_) | Action::ReserveMarket(_) | Action::ReserveDeck { .. } | Action::Pass => {
            None
        }
    }
}

fn completions(game: &Game<'_>, position: &Position, turn: &Turn, open: Open) -> Option<Vec<Turn>> {
    let mut whole = vec![*turn];
    if let (true, Action::Purchase { card, from, .. }) = (open.pay, turn.action) {
        let ways = position.payments(game, card).into_iter();
        whole = ways.map(|pay| with_pay(turn, card, pay, from)).collect();
    }
    if !(open.gem || open.returned || open.noble || open.post) {
        return Some(whole);
    }
    let mut all = Vec::new();
    for turn in &whole {
        all.extend(ends_of(game, position, turn, open, WAYS.saturating_sub(all.len()))?);
    }
    Some(all)
}

fn with_pay(turn: &Turn, card: CardId, pay: Tokens, from: Option<Source>) -> Turn {
    Turn { action: Action::Purchase { card, pay, from }, ..*turn }
}

/// Returns the turn with every possible end: the gem of a power, the returned tokens, the noble and
/// the post. `None` if there are more than `most`.
fn ends_of(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    open: Open,
    most: usize,
) -> Option<Vec<Turn>> {
    let mut ends = Vec::new();
    let mut count = 0_usize;
    position.each_ending(game, turn, open.gem, open.returned, |end| {
        count += 1;
        if count <= most {
            let nobles = if open.noble { end.nobles } else { turn.nobles };
            let posts = if open.post { end.posts } else { turn.posts };
            ends.push(Turn { gem: end.gem, returned: end.returned, nobles, posts, ..*turn });
        }
    });
    if count > most {
        return None;
    }
    ends.sort_unstable();
    ends.dedup();
    if ends.is_empty() {
        ends.push(*turn);
    }
    Some(ends)
}

/// A purchase for which the seat cannot pay, with all that it has towards the price.
fn by_default(game: &Game<'_>, position: &Position, turn: &Turn) -> Turn {
    let Action::Purchase { card, from, .. } = turn.action else { return *turn };
    let seat = position.mover();
    let price = game.components.card(card).cost.minus(seat.bonuses());
    let short = price.minus(seat.tokens().gems());
    let gold = u8::try_from(short.total()).unwrap_or(u8::MAX).min(seat.tokens().gold());
    let pay = Tokens::from(price.minus(short)).with(splendor_core::Token::Gold, gold);
    with_pay(turn, card, pay, from)
}
