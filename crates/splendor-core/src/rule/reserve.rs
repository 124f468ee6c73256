//! Reserving a card, and the gold that comes with it.

use super::{RevealedCard, TurnInProgress};
use crate::clause::Violation;
use crate::component::{CardId, Post, Row};
use crate::game::{Game, GoldAtTen, HAND_LIMIT, Powers};
use crate::number::{Token, Tokens};
use crate::position::{Deck, Place, Seat, Table};
use crate::turn::Unknown;

pub(crate) fn from_market(
    progress: &mut TurnInProgress<'_>,
    card: CardId,
) -> Result<(), Violation> {
    check_hand_limit(progress)?;
    let facts = progress.game.components.card(card);
    let row = facts.row().index();
    if progress.table.market.has(card) {
        progress.table.market.remove(card);
    } else if progress.table.market_hidden[row] > 0 && progress.table.unseen.has(card) {
        progress.events.unknown = progress.table.unknown_in_market(progress.game, card);
        progress.table.market_hidden[row] -= 1;
        progress.table.unseen.remove(card);
    } else {
        return Err(Violation::ReserveFaceUp { card: facts });
    }
    progress.seat.hand.insert(card);
    progress.emptied = Some(facts.row());
    add_card_and_gold(progress);
    Ok(())
}

pub(crate) fn from_deck(
    progress: &mut TurnInProgress<'_>,
    row: Row,
    card: Option<CardId>,
    under: Option<CardId>,
) -> Result<(), Violation> {
    check_hand_limit(progress)?;
    let kept_second = progress.deck().has_second(card);
    let may = may_draw_two(progress.game, progress.seat, progress.deck());
    let open = under.is_none() && !kept_second && may;
    progress.events.unknown = open.then_some(Unknown::Drawn);
    let Some(mut top) = progress.deck_mut().draw() else {
        return Err(Violation::ReserveDeck { level: row });
    };
    let names_second = under.is_some() || kept_second;
    if draws_two(progress.game, progress.seat, progress.deck(), names_second)
        && let Some(second) = progress.deck_mut().draw()
    {
        let kept = progress.table.keep(progress.game, row, [top, second], [card, under]);
        progress.events.unknown = kept.is_open.then_some(Unknown::Kept);
        top = kept.card;
        put_under(progress, row, kept.other, under);
    }
    progress.revealed = Some(RevealedCard { row, top, card });
    match card.map_or(top, Place::Card) {
        Place::Card(card) => progress.seat.hand.insert(card),
        Place::Hidden => progress.seat.hidden[row.index()] += 1,
    }
    if let Place::Card(card) = card.map_or(top, Place::Card) {
        progress.table.secret.insert(card);
    }
    add_card_and_gold(progress);
    Ok(())
}

/// The two drawn cards, sorted.
pub(crate) struct Kept {
    /// The place from which the kept card was drawn.
    pub(crate) card: Place,
    /// The place from which the card that goes under the deck was drawn.
    pub(crate) other: Place,
    /// Whether it could be the other way round as well.
    is_open: bool,
}

/// Whether a seat draws a second card from a deck that has one. If the power is optional, a seat
/// used it only if the log names the second card, or if the log says that the seat kept the second
/// card.
pub(crate) fn draws_two(game: &Game<'_>, seat: &Seat, deck: &Deck, names_second: bool) -> bool {
    let used = game.rules.rulings.powers == Powers::Mandatory || names_second;
    let has_power = seat.posts.has(Post::DrawTwo);
    game.rules.modules.trading_posts && has_power && used && !deck.is_empty()
}

/// Whether a seat that may decline to draw a second card might have drawn one, and it matters: the
/// known cards of the deck would then be at other places.
fn may_draw_two(game: &Game<'_>, seat: &Seat, deck: &Deck) -> bool {
    let has_power = seat.posts.has(Post::DrawTwo);
    let optional = game.rules.rulings.powers == Powers::Optional;
    let matters = deck.len() >= 2 && deck.hidden() < deck.len();
    game.rules.modules.trading_posts && has_power && optional && matters
}

impl Deck {
    /// Whether the kept card is known to be the second of the deck.
    pub(crate) fn has_second(&self, card: Option<CardId>) -> bool {
        let mut places = self.iter().map(|place| card.map(Place::Card) == Some(place));
        places.next() == Some(false) && places.next() == Some(true)
    }
}

impl Table {
    /// Sorts the two drawn cards into the kept card and the card under the deck, by the names in
    /// the log.
    ///
    /// The log may name either card, both or neither, and each place may be known or hidden. So
    /// there are two ways to match cards with places. The way with fewer contradictions is taken;
    /// on a tie, the first card is kept.
    pub(crate) fn keep(
        &self,
        game: &Game<'_>,
        row: Row,
        [first, second]: [Place; 2],
        [card, under]: [Option<CardId>; 2],
    ) -> Kept {
        let fits = |named: Option<CardId>, place| {
            named.is_none_or(|id| match place {
                Place::Card(known) => known == id,
                Place::Hidden => self.unseen.has(id) && game.components.card(id).row() == row,
            })
        };
        // Where the log cannot be right, it is taken to be wrong about as little as possible.
        let wrong = |kept, other| (!fits(card, kept), !fits(under, other));
        let ways = [wrong(first, second), wrong(second, first)];
        let is_open = ways == [(false, false); 2] && first != second;
        if ways[0] <= ways[1] {
            Kept { card: first, other: second, is_open }
        } else {
            Kept { card: second, other: first, is_open }
        }
    }
}

fn put_under(progress: &mut TurnInProgress<'_>, row: Row, top: Place, under: Option<CardId>) {
    let place = under.map_or(top, Place::Card);
    progress.deck_mut().put_under(place);
    progress.events.under = Some(place);
    progress.below = Some(RevealedCard { row, top, card: under });
}

fn check_hand_limit(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    match progress.seat.hand_size() {
        0..HAND_LIMIT => Ok(()),
        hand => Err(Violation::ReserveHandLimit { hand }),
    }
}

/// Counts the reserved card, and takes the gold that comes with it. A seat that may not reserve by
/// the ruling `gold-at-ten` takes it as well: the limit refuses the turn later, in book order.
fn add_card_and_gold(progress: &mut TurnInProgress<'_>) {
    progress.seat.hand_size += 1;
    let withheld = progress.game.rules.rulings.gold_at_ten == GoldAtTen::Withheld
        && progress.seat.tokens.total() >= progress.game.token_limit;
    if withheld || progress.table.supply.get(Token::Gold) == 0 {
        return;
    }
    progress.table.supply = progress.table.supply.minus(Tokens::GOLD);
    progress.seat.tokens = progress.seat.tokens.plus(Tokens::GOLD);
    progress.events.gold = true;
}
