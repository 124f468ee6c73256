//! Reads a turn in its usual spelling; see [`crate::formats::log::fast_path`].

use super::chain::FlatStep;
use super::read::{Action, FlatReserve, finish};
use super::{
    After, CardList, CommonFields, Conquest, Copied, FreeCard, Purchase, PurchaseOrigin, Reserve,
    StrongholdMove, StrongholdRemoval, StrongholdStep, Turn,
};
use crate::formats::turn::OneOrMany;
use crate::id::PostId;
use crate::json::fast::{FastReader, set_once};
use crate::limits;
use crate::token::{BonusCounts, Level, TokenList};

impl Turn {
    /// Returns a turn, or `None` if the strict reader has to read the log.
    pub(crate) fn read_fast(reader: &mut FastReader<'_>) -> Option<Turn> {
        let mut action = None;
        let mut common = CommonFields::default();
        reader.object(|reader, key| match key {
            b"seat" => set_once(&mut common.seat, reader.small_number(limits::SEAT)),
            b"take" => set_once(&mut action, take(reader).map(Action::Take)),
            b"reserve" => set_once(&mut action, reserve(reader).map(Action::Reserve)),
            b"purchase" => set_once(&mut action, purchase(reader).map(Action::Purchase)),
            b"pass" => set_once(&mut action, reader.literal_true().map(|()| Action::Pass)),
            b"refill" => set_once(&mut common.refill, reader.card()),
            b"gem" => set_once(&mut common.gem, reader.token()),
            b"return" => set_once(&mut common.returned, reader.counts()),
            b"noble" => set_once(&mut common.noble, one_or_many(reader, FastReader::noble)),
            b"post" => set_once(&mut common.post, one_or_many(reader, post)),
            b"copy" => set_once(&mut common.effects_mut().copy, copied(reader)),
            b"free" => set_once(&mut common.effects_mut().free, free(reader, limits::FREE_CARDS)),
            b"stronghold" => set_once(&mut common.effects_mut().stronghold, step(reader)),
            b"conquest" => set_once(&mut common.effects_mut().conquest, conquest(reader)),
            b"after" => set_once(&mut common.after, after(reader)),
            b"ext" => set_once(&mut common.ext, reader.value()),
            _ => None,
        })?;
        // A turn without an action gives `None` here, as one with two does: both are rare.
        finish::<serde_json::Error>(action?, common).ok()
    }
}

fn take(reader: &mut FastReader<'_>) -> Option<TokenList> {
    let mut list = TokenList::default();
    reader.list(limits::TAKE, |reader| list.push(reader.token()?).then_some(()))?;
    Some(list)
}

fn reserve(reader: &mut FastReader<'_>) -> Option<Reserve> {
    let mut flat = FlatReserve { market: None, deck: None, orient: None, card: None, under: None };
    reader.object(|reader, key| match key {
        b"market" => set_once(&mut flat.market, reader.card()),
        b"deck" => set_once(&mut flat.deck, level(reader)),
        b"orient" => set_once(&mut flat.orient, level(reader)),
        b"card" => set_once(&mut flat.card, reader.card()),
        b"under" => set_once(&mut flat.under, reader.card()),
        _ => None,
    })?;
    flat.classify().ok()
}

fn level(reader: &mut FastReader<'_>) -> Option<Level> {
    let number = reader.small_number(3)?.checked_sub(1)?;
    Some(Level::ALL[usize::from(number)])
}

fn purchase(reader: &mut FastReader<'_>) -> Option<Purchase> {
    let (mut card, mut pay, mut from, mut spend, mut discard) = (None, None, None, None, None);
    reader.object(|reader, key| match key {
        b"card" => set_once(&mut card, reader.card()),
        b"pay" => set_once(&mut pay, reader.counts()),
        b"from" => set_once(&mut from, purchase_origin(reader)),
        b"spend" => set_once(&mut spend, reader.vec(limits::SPENT, FastReader::card)),
        b"discard" => set_once(&mut discard, reader.vec(limits::DISCARDED, FastReader::card)),
        _ => None,
    })?;
    let spend = spend.map_or(CardList::NONE, CardList::from);
    let discard = discard.map_or(CardList::NONE, CardList::from);
    Some(Purchase { card: card?, pay, from, spend, discard })
}

fn copied(reader: &mut FastReader<'_>) -> Option<Copied> {
    Copied::of_word(str::from_utf8(reader.plain_string()?).ok()?)
}

/// Reads a free card with at most `most - 1` free cards inside.
fn free(reader: &mut FastReader<'_>, most: usize) -> Option<Box<FreeCard>> {
    let inner = most.checked_sub(1)?;
    let (mut card, mut refill, mut copy, mut next) = (None, None, None, None);
    reader.object(|reader, key| match key {
        b"card" => set_once(&mut card, reader.card()),
        b"refill" => set_once(&mut refill, reader.card()),
        b"copy" => set_once(&mut copy, copied(reader)),
        b"free" => set_once(&mut next, free(reader, inner)),
        _ => None,
    })?;
    Some(Box::new(FreeCard { card: card?, refill, copy, free: next }))
}

fn step(reader: &mut FastReader<'_>) -> Option<StrongholdStep> {
    let mut flat = FlatStep { place: None, r#move: None, remove: None };
    reader.object(|reader, key| match key {
        b"place" => set_once(&mut flat.place, reader.card()),
        b"move" => set_once(&mut flat.r#move, stronghold_move(reader)),
        b"remove" => set_once(&mut flat.remove, removal(reader)),
        _ => None,
    })?;
    flat.classify().ok()
}

fn stronghold_move(reader: &mut FastReader<'_>) -> Option<StrongholdMove> {
    let (mut from, mut to) = (None, None);
    reader.object(|reader, key| match key {
        b"from" => set_once(&mut from, reader.card()),
        b"to" => set_once(&mut to, reader.card()),
        _ => None,
    })?;
    Some(StrongholdMove { from: from?, to: to? })
}

fn removal(reader: &mut FastReader<'_>) -> Option<StrongholdRemoval> {
    let (mut seat, mut card) = (None, None);
    reader.object(|reader, key| match key {
        b"seat" => set_once(&mut seat, reader.small_number(limits::SEAT)),
        b"card" => set_once(&mut card, reader.card()),
        _ => None,
    })?;
    Some(StrongholdRemoval { seat, card: card? })
}

fn conquest(reader: &mut FastReader<'_>) -> Option<Conquest> {
    let (mut bought, mut refill, mut gem) = (None, None, None);
    let (mut copy, mut chain, mut stronghold) = (None, None, None);
    reader.object(|reader, key| match key {
        b"purchase" => set_once(&mut bought, purchase(reader)),
        b"refill" => set_once(&mut refill, reader.card()),
        b"gem" => set_once(&mut gem, reader.token()),
        b"copy" => set_once(&mut copy, copied(reader)),
        b"free" => set_once(&mut chain, free(reader, limits::FREE_CARDS)),
        b"stronghold" => set_once(&mut stronghold, step(reader)),
        _ => None,
    })?;
    let purchase = bought.filter(|bought| bought.from != Some(PurchaseOrigin::Hand))?;
    Some(Conquest { purchase, refill, gem, copy, free: chain, stronghold })
}

fn purchase_origin(reader: &mut FastReader<'_>) -> Option<PurchaseOrigin> {
    PurchaseOrigin::from_word(str::from_utf8(reader.plain_string()?).ok()?)
}

fn post(reader: &mut FastReader<'_>) -> Option<PostId> {
    PostId::of_bytes(reader.plain_string()?)
}

fn one_or_many<'t, T: PartialEq>(
    reader: &mut FastReader<'t>,
    id: impl Fn(&mut FastReader<'t>) -> Option<T>,
) -> Option<OneOrMany<T>> {
    if !reader.is_at_list() {
        return id(reader).map(OneOrMany::One);
    }
    let ids = reader.vec(limits::CHOICES, id)?;
    let twice = ids.iter().enumerate().any(|(index, id)| ids[..index].contains(id));
    (!ids.is_empty() && !twice).then_some(OneOrMany::Many(ids))
}

fn after(reader: &mut FastReader<'_>) -> Option<After> {
    let mut after = After::default();
    reader.object(|reader, key| match key {
        b"prestige" => set_once(&mut after.prestige, reader.small_number(u8::MAX)),
        b"tokens" => set_once(&mut after.tokens, reader.counts()),
        b"bonuses" => set_once(&mut after.bonuses, reader.counts().and_then(BonusCounts::new)),
        b"hand" => set_once(&mut after.hand, reader.small_number(limits::CARD_COUNT)),
        b"colors" => set_once(&mut after.colors, reader.counts().and_then(BonusCounts::new)),
        b"strongholds" => set_once(&mut after.strongholds, reader.small_number(u8::MAX)),
        b"supply" => set_once(&mut after.supply, reader.counts()),
        b"digest" => set_once(&mut after.digest, reader.value()),
        _ => None,
    })?;
    Some(after)
}
