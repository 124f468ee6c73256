//! Reads a turn in its usual form; see [`crate::formats::log::fast_path`].

use super::read::{Action, FlatReserve, finish};
use super::{After, Common, Purchase, Reserve, Spot, Turn};
use crate::formats::turn::OneOrMany;
use crate::id::PostId;
use crate::json::fast::{Cursor, once};
use crate::limits;
use crate::token::{BonusCounts, Level, TokenList};

impl Turn {
    /// Returns a turn, or nothing where the strict reader has to look.
    pub(crate) fn quick(cursor: &mut Cursor<'_>) -> Option<Turn> {
        let mut action = None;
        let mut common = Common::default();
        cursor.object(|cursor, key| match key {
            b"seat" => once(&mut common.seat, cursor.small(limits::SEAT)),
            b"take" => once(&mut action, take(cursor).map(Action::Take)),
            b"reserve" => once(&mut action, reserve(cursor).map(Action::Reserve)),
            b"purchase" => once(&mut action, purchase(cursor).map(Action::Purchase)),
            b"pass" => once(&mut action, cursor.yes().map(|()| Action::Pass)),
            b"refill" => once(&mut common.refill, cursor.card()),
            b"gem" => once(&mut common.gem, cursor.token()),
            b"return" => once(&mut common.returned, cursor.counts()),
            b"noble" => once(&mut common.noble, one_or_many(cursor, Cursor::noble)),
            b"post" => once(&mut common.post, one_or_many(cursor, post)),
            b"after" => once(&mut common.after, after(cursor)),
            b"ext" => once(&mut common.ext, cursor.value()),
            _ => None,
        })?;
        finish::<serde_json::Error>(Some(action?), common).ok()
    }
}

fn take(cursor: &mut Cursor<'_>) -> Option<TokenList> {
    let mut list = TokenList::default();
    cursor.list(limits::TAKE, |cursor| list.push(cursor.token()?).then_some(()))?;
    Some(list)
}

fn reserve(cursor: &mut Cursor<'_>) -> Option<Reserve> {
    let mut flat = FlatReserve { market: None, deck: None, card: None, under: None };
    cursor.object(|cursor, key| match key {
        b"market" => once(&mut flat.market, cursor.card()),
        b"deck" => once(&mut flat.deck, level(cursor)),
        b"card" => once(&mut flat.card, cursor.card()),
        b"under" => once(&mut flat.under, cursor.card()),
        _ => None,
    })?;
    flat.classify().ok()
}

fn level(cursor: &mut Cursor<'_>) -> Option<Level> {
    let number = cursor.small(3)?.checked_sub(1)?;
    Some(Level::ALL[usize::from(number)])
}

fn purchase(cursor: &mut Cursor<'_>) -> Option<Purchase> {
    let (mut card, mut pay, mut from) = (None, None, None);
    cursor.object(|cursor, key| match key {
        b"card" => once(&mut card, cursor.card()),
        b"pay" => once(&mut pay, cursor.counts()),
        b"from" => once(&mut from, spot(cursor)),
        _ => None,
    })?;
    Some(Purchase { card: card?, pay, from })
}

fn spot(cursor: &mut Cursor<'_>) -> Option<Spot> {
    Spot::from_word(str::from_utf8(cursor.word()?).ok()?)
}

fn post(cursor: &mut Cursor<'_>) -> Option<PostId> {
    PostId::of_bytes(cursor.word()?)
}

fn one_or_many<'t, T: PartialEq>(
    cursor: &mut Cursor<'t>,
    id: impl Fn(&mut Cursor<'t>) -> Option<T>,
) -> Option<OneOrMany<T>> {
    if !cursor.is_at_list() {
        return id(cursor).map(OneOrMany::One);
    }
    let ids = cursor.all(limits::CHOICES, id)?;
    let twice = ids.iter().enumerate().any(|(index, id)| ids[..index].contains(id));
    (!ids.is_empty() && !twice).then_some(OneOrMany::Many(ids))
}

fn after(cursor: &mut Cursor<'_>) -> Option<After> {
    let mut after = After::default();
    cursor.object(|cursor, key| match key {
        b"prestige" => once(&mut after.prestige, cursor.small(u8::MAX)),
        b"tokens" => once(&mut after.tokens, cursor.counts()),
        b"bonuses" => once(&mut after.bonuses, cursor.counts().and_then(BonusCounts::new)),
        b"hand" => once(&mut after.hand, cursor.small(limits::CARD_COUNT)),
        b"supply" => once(&mut after.supply, cursor.counts()),
        b"digest" => once(&mut after.digest, cursor.value()),
        _ => None,
    })?;
    Some(after)
}
