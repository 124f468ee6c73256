//! Turns that leave something out: every way to complete them, and what that decides.

use splendor_core::{Action, Game, Position, Source, Tokens, Turn, Unknown};
use splendor_schema as schema;

use crate::claims;
use crate::verdict::{Inferred, InferredValue};

/// Which facts of a turn are left out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Open {
    pay: bool,
    returned: bool,
    noble: bool,
}

/// What a turn that leaves something out comes to.
pub(crate) enum Resolved {
    /// One completion is legal and agrees with what the log claims.
    Forced(Turn),
    /// Several are.
    Open { field: &'static str, values: usize, likely: Turn },
    /// None is; the turn is one that shows why.
    Impossible(Turn),
}

impl Open {
    pub(crate) fn of(told: &schema::Turn, omits_return: bool, omits_noble: bool) -> Self {
        let common = told.common();
        let absent = |omitted: bool, present: bool| omitted && !present;
        Self {
            pay: matches!(told, schema::Turn::Purchase(turn) if turn.purchase.pay.is_none()),
            returned: absent(omits_return, common.is_some_and(|c| c.returned.is_some())),
            noble: absent(omits_noble, common.is_some_and(|c| c.noble.is_some())),
        }
    }

    /// Returns the values that a completed turn has where the log has none.
    pub(crate) fn inferred(
        self,
        turn: usize,
        game: &Game<'_>,
        whole: &Turn,
    ) -> impl Iterator<Item = Inferred> {
        let pay = match whole.action {
            Action::Purchase { pay, .. } if self.pay => Some(pay),
            _ => None,
        };
        let returned = Some(whole.returned).filter(|heap| self.returned && !heap.is_empty());
        let noble = whole.nobles.iter().next().filter(|_| self.noble);
        let noble = noble.map(|id| game.components.noble(id));
        let values = [
            pay.map(|pay| ("pay", InferredValue::Tokens(pay))),
            returned.map(|heap| ("return", InferredValue::Tokens(heap))),
            noble.map(|noble| ("noble", InferredValue::Noble(noble))),
        ];
        values.into_iter().flatten().map(move |(field, value)| Inferred { field, turn, value })
    }
}

/// Tries every completion of a turn.
pub(crate) fn resolve(
    game: &Game<'_>,
    position: &Position,
    turn: &Turn,
    told: &schema::Turn,
    open: Open,
) -> Resolved {
    let mut fits: Vec<Turn> = Vec::new();
    let mut plays = None;
    let all = completions(game, position, turn, open).into_iter();
    for whole in all.flat_map(|whole| from_each_place(game, position, whole)) {
        let Ok((next, _)) = position.play(game, &whole) else { continue };
        plays = plays.or(Some(whole));
        let claimed = told.after();
        if claimed.is_none_or(|after| claims::of_turn(game, &whole, after, &next).is_none()) {
            fits.push(whole);
        }
    }
    match fits.as_slice() {
        [] => Resolved::Impossible(plays.unwrap_or_else(|| by_default(game, position, turn, open))),
        [one] => Resolved::Forced(*one),
        [likely, ..] => {
            let field = open_field(&fits);
            Resolved::Open { field, values: fits.len(), likely: *likely }
        }
    }
}

/// A purchase that may be from a hidden place of the market or of the hand, as each of the two.
fn from_each_place(game: &Game<'_>, position: &Position, turn: Turn) -> Vec<Turn> {
    let open = position.play(game, &turn).is_ok_and(|(_, e)| e.unknown == Some(Unknown::Source));
    match turn.action {
        Action::Purchase { card, pay, .. } if open => [Source::Market, Source::Hand]
            .map(|from| with_pay(&turn, card, pay, Some(from)))
            .to_vec(),
        _ => vec![turn],
    }
}

/// Names the first field in which the completions differ.
fn open_field(fits: &[Turn]) -> &'static str {
    let first = &fits[0];
    if fits.iter().any(|turn| paid(turn) != paid(first)) {
        "pay"
    } else if fits.iter().any(|turn| turn.action != first.action) {
        "from"
    } else if fits.iter().any(|turn| turn.returned != first.returned) {
        "return"
    } else {
        "noble"
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

fn completions(game: &Game<'_>, position: &Position, turn: &Turn, open: Open) -> Vec<Turn> {
    let mut whole = vec![*turn];
    if let (true, Action::Purchase { card, from, .. }) = (open.pay, turn.action) {
        let ways = position.payments(game, card).into_iter();
        whole = ways.map(|pay| with_pay(turn, card, pay, from)).collect();
    }
    if open.returned || open.noble {
        whole = whole.iter().flat_map(|turn| ends_of(game, position, turn, open)).collect();
    }
    whole
}

fn with_pay(turn: &Turn, card: splendor_core::CardId, pay: Tokens, from: Option<Source>) -> Turn {
    Turn { action: Action::Purchase { card, pay, from }, ..*turn }
}

/// The turn with every end that it can have: what goes back and which noble comes.
fn ends_of(game: &Game<'_>, position: &Position, turn: &Turn, open: Open) -> Vec<Turn> {
    let ends = position.endings(game, turn.action).into_iter().map(|end| Turn {
        returned: if open.returned { end.returned } else { turn.returned },
        nobles: if open.noble { end.nobles } else { turn.nobles },
        ..*turn
    });
    let mut ends: Vec<Turn> = ends.collect();
    ends.sort_unstable();
    ends.dedup();
    if ends.is_empty() {
        ends.push(*turn);
    }
    ends
}

/// A purchase paid as well as the seat can: gems first, then gold.
fn by_default(game: &Game<'_>, position: &Position, turn: &Turn, open: Open) -> Turn {
    let Action::Purchase { card, from, .. } = turn.action else { return *turn };
    if !open.pay {
        return *turn;
    }
    let seat = position.mover();
    let price = game.components.card(card).cost.minus(seat.bonuses());
    let short = price.minus(seat.tokens().gems());
    let gold = u8::try_from(short.total()).unwrap_or(u8::MAX).min(seat.tokens().gold());
    let pay = Tokens::from(price.minus(short)).with(splendor_core::Token::Gold, gold);
    with_pay(turn, card, pay, from)
}
