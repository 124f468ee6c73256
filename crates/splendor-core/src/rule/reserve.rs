//! Reserving a card, and the gold that comes with it.

use super::turn_in_progress::{DrawnCard, DrawnCards};
use super::{Listener, TurnInProgress, market, stronghold};
use crate::clause::Violation;
use crate::component::{CardId, Post, Row};
use crate::game::{Game, GoldAtTen, HAND_LIMIT, Powers};
use crate::number::{Token, Tokens};
use crate::position::{Deck, Place, Position};
use crate::turn::Unknown;

pub(super) fn from_market<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    card: CardId,
) -> Result<(), L::Stop> {
    check_hand_limit(progress, listener)?;
    let may_be_in_market = market::may_be_in_market(progress, card);
    listener.hear(may_be_in_market, || Violation::ReserveFaceUp { card: progress.card(card) })?;
    stronghold::check_not_blocked(progress, listener, [card])?;
    if may_be_in_market {
        market::remove_card(progress, card);
    } else {
        progress.remove_from_anywhere(card);
    }
    progress.note_empty_place(card, progress.turn.refill);
    let seat = progress.seat_mut();
    seat.hand.insert(card);
    seat.count_hand();
    take_gold(progress);
    Ok(())
}

/// Draws the card, or two of which one goes under the deck. They are put away after the powers of
/// the posts.
pub(super) fn from_deck<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    row: Row,
    card: Option<CardId>,
    under: Option<CardId>,
) -> Result<(), L::Stop> {
    check_hand_limit(progress, listener)?;
    let is_left = !progress.now.deck(row).is_empty();
    listener.hear(is_left, || Violation::ReserveDeck { level: row })?;
    let deck = progress.now.deck(row);
    let names_second = under.is_some() || deck.has_second(card);
    let open = !names_second && may_draw_two(progress, deck);
    progress.events.unknown = open.then_some(Unknown::Drawn);
    // A card that the log puts under the deck was drawn, by its word, although no power allows it.
    let draws_two = under.is_some() || uses_power(progress, names_second);
    let deck = &mut progress.now.decks[row.index()];
    let first = deck.draw();
    let second = if draws_two { deck.draw() } else { None };
    let (mut kept, mut other) = (first, None);
    if let (Some(first), Some(second)) = (first, second) {
        let drawn = progress.now.sort_drawn(progress.game, row, [first, second], [card, under]);
        progress.events.unknown = drawn.is_open.then_some(Unknown::Kept);
        (kept, other) = (Some(drawn.kept), Some(drawn.other));
    }
    progress.drawn = Some(DrawnCards {
        kept: DrawnCard { row, top: kept, card },
        under: other.map(|other| DrawnCard { row, top: Some(other), card: under }),
    });
    take_gold(progress);
    Ok(())
}

/// Puts the drawn cards away: one into the hand, the other under the deck.
#[inline]
pub(super) fn keep_drawn<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let Some(DrawnCards { kept, under }) = progress.drawn.take() else { return Ok(()) };
    // From an empty deck nothing is revealed.
    if kept.top.is_some() {
        market::check_drawn_cards(progress, listener, kept, under)?;
    }
    let seat = progress.now.mover_index();
    match market::uncover(progress, kept) {
        Some(Place::Card(card)) => {
            progress.now.seats[seat].hand.insert(card);
            progress.now.table.secret.insert(card);
        }
        Some(Place::Hidden) => progress.now.seats[seat].hidden[kept.row.index()] += 1,
        None => {}
    }
    progress.now.seats[seat].count_hand();
    if let Some(place) = under.and_then(|under| market::uncover(progress, under)) {
        if let Place::Card(card) = place {
            progress.now.table.decked.insert(card);
        }
        progress.now.decks[kept.row.index()].put_under(place);
        progress.events.under = Some(place);
    }
    Ok(())
}

/// The two drawn cards, sorted.
struct SortedCards {
    /// The place from which the kept card was drawn.
    kept: Place,
    /// The place from which the card that goes under the deck was drawn.
    other: Place,
    /// Whether it could be the other way round as well.
    is_open: bool,
}

/// Whether a seat uses the power to draw a second card. If the power is optional, a seat used it
/// only if the log names the second card, or if the log says that the seat kept the second card.
fn uses_power(progress: &TurnInProgress<'_>, names_second: bool) -> bool {
    has_power(progress)
        && match progress.rulings.powers() {
            Powers::Mandatory => true,
            Powers::Optional => names_second,
        }
}

/// Whether a seat that may decline to draw a second card might have drawn one, and it matters: the
/// known cards of the deck would then be at other places.
fn may_draw_two(progress: &TurnInProgress<'_>, deck: &Deck) -> bool {
    let matters = deck.len() >= 2 && deck.hidden() < deck.len();
    has_power(progress)
        && matters
        && match progress.rulings.powers() {
            Powers::Optional => true,
            Powers::Mandatory => false,
        }
}

fn has_power(progress: &TurnInProgress<'_>) -> bool {
    progress.game.rules.modules.trading_posts && progress.seat().posts.has(Post::DrawTwo)
}

impl Deck {
    /// Whether the kept card is known to be the second of the deck.
    fn has_second(&self, card: Option<CardId>) -> bool {
        let mut places = self.iter().map(|place| card.map(Place::Card) == Some(place));
        places.next() == Some(false) && places.next() == Some(true)
    }
}

impl Position {
    /// Sorts the two drawn cards into the kept card and the card under the deck, by the names in
    /// the log.
    ///
    /// The log may name either card, both or neither, and each place may be known or hidden. So
    /// there are two ways to match cards with places. The way with fewer contradictions is taken;
    /// on a tie, the first card is kept.
    fn sort_drawn(
        &self,
        game: &Game<'_>,
        row: Row,
        [first, second]: [Place; 2],
        [card, under]: [Option<CardId>; 2],
    ) -> SortedCards {
        let fits = |named: Option<CardId>, place| {
            named.is_none_or(|id| match place {
                Place::Card(known) => known == id,
                Place::Hidden => self.unseen().has(id) && game.components.card(id).row() == row,
            })
        };
        // Where the log cannot be right, it is taken to be wrong about as little as possible.
        let wrong = |kept, other| (!fits(card, kept), !fits(under, other));
        let ways = [wrong(first, second), wrong(second, first)];
        let is_open = ways == [(false, false); 2] && first != second;
        if ways[0] <= ways[1] {
            SortedCards { kept: first, other: second, is_open }
        } else {
            SortedCards { kept: second, other: first, is_open }
        }
    }
}

fn check_hand_limit<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let hand = progress.seat().hand_size();
    listener.hear(hand < HAND_LIMIT, || Violation::ReserveHandLimit { hand })
}

/// Takes the gold that comes with a reserved card. A seat that may not reserve by the ruling
/// `gold-at-ten` takes it as well: the limit refuses the turn later.
fn take_gold(progress: &mut TurnInProgress<'_>) {
    let is_full = progress.seat().tokens.total() >= progress.game.token_limit;
    let is_withheld = is_full
        && match progress.rulings.gold_at_ten() {
            GoldAtTen::Withheld => true,
            GoldAtTen::Taken | GoldAtTen::Forbidden => false,
        };
    if is_withheld || progress.now.supply().get(Token::Gold) == 0 {
        return;
    }
    progress.take_tokens(Tokens::GOLD);
    progress.events.gold = true;
}
