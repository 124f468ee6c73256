//! Reads a turn in its usual spelling; see [`crate::formats::log::fast_path`].

use super::read::{Action, FlatReserve, finish};
use super::sun_never_sets::FlatStep;
use super::{
    After, CardList, CommonFields, Conquest, Copied, FreeCard, PassTurn, Purchase, PurchaseOrigin,
    PurchaseTurn, Reserve, ReserveTurn, StrongholdMove, StrongholdRemoval, StrongholdStep,
    TakeTurn, Turn,
};
use crate::formats::turn::OneOrMany;
use crate::json::fast::{FastReader, set_once};
use crate::json::word::{Word, words};
use crate::limits;
use crate::token::{BonusCounts, Level, TokenList};

words! {
    AFTER = "after",
    BONUSES = "bonuses",
    CARD = "card",
    COLORS = "colors",
    CONQUEST = "conquest",
    COPY = "copy",
    DECK = "deck",
    DIGEST = "digest",
    DISCARD = "discard",
    EXT = "ext",
    FOREIGN = "foreign",
    FREE = "free",
    FROM = "from",
    GEM = "gem",
    HAND = "hand",
    MARKET = "market",
    MOVE = "move",
    NOBLE = "noble",
    ORIENT = "orient",
    PASS = "pass",
    PAY = "pay",
    PLACE = "place",
    POST = "post",
    PRESTIGE = "prestige",
    PURCHASE = "purchase",
    REFILL = "refill",
    REMOVE = "remove",
    RESERVE = "reserve",
    RETURN = "return",
    SEAT = "seat",
    SPEND = "spend",
    STRONGHOLD = "stronghold",
    STRONGHOLDS = "strongholds",
    SUPPLY = "supply",
    TAKE = "take",
    TO = "to",
    TOKENS = "tokens",
    UNDER = "under",
}

impl Turn {
    /// Reads a turn to the end of a list; returns `None` if the strict reader has to read the log.
    ///
    /// A turn is large, and moving it costs as much as reading a part of it. So it is put together
    /// in the list and not returned.
    pub fn read_fast(reader: &mut FastReader<'_>, turns: &mut Vec<Turn>) -> Option<()> {
        let mut parts = Parts::default();
        // Keys in the order of the format, and without whitespace, need no search.
        if reader.consume_text(b"{\"seat\":") {
            parts.read_in_order(reader)?;
            reader.rest_of_object(|reader, key| parts.read(reader, key))?;
        } else {
            reader.object(|reader, key| parts.read(reader, key))?;
        }
        let Parts { action, common } = parts;
        // A turn without an action ends here, as one with two does above: both are rare.
        turns.push(match action? {
            Action::Take(take) => Turn::Take(TakeTurn { take, common }),
            Action::Reserve(reserve) => Turn::Reserve(ReserveTurn { reserve, common }),
            Action::Purchase(purchase) => Turn::Purchase(PurchaseTurn { purchase, common }),
            Action::Pass => Turn::Pass(PassTurn { common }),
            foreign @ Action::Foreign(_) => finish::<serde_json::Error>(foreign, common).ok()?,
        });
        Some(())
    }
}

/// The fields of a turn that were read so far.
#[derive(Default)]
struct Parts {
    action: Option<Action>,
    common: CommonFields,
}

impl Parts {
    /// Reads the seat, whose key was read, and those of the usual keys that follow in their order.
    #[expect(clippy::inline_always, reason = "called for every turn")]
    #[inline(always)]
    fn read_in_order(&mut self, reader: &mut FastReader<'_>) -> Option<()> {
        self.common.seat = Some(reader.small_number(limits::SEAT)?);
        if reader.consume_text(b",\"take\":") {
            self.action = Some(Action::Take(take(reader)?));
        } else if reader.consume_text(b",\"purchase\":") {
            self.action = Some(Action::Purchase(purchase(reader)?));
        } else if reader.consume_text(b",\"reserve\":") {
            self.action = Some(Action::Reserve(reserve(reader)?));
        }
        if reader.consume_text(b",\"refill\":") {
            self.common.refill = Some(reader.card()?);
        }
        if reader.consume_text(b",\"return\":") {
            self.common.returned = Some(reader.counts()?);
        }
        Some(())
    }

    /// Reads the value of a key.
    fn read(&mut self, reader: &mut FastReader<'_>, key: Word) -> Option<()> {
        let Parts { action, common } = self;
        match key {
            SEAT => set_once(&mut common.seat, reader.small_number(limits::SEAT)),
            TAKE => set_once(action, take(reader).map(Action::Take)),
            RESERVE => set_once(action, reserve(reader).map(Action::Reserve)),
            PURCHASE => set_once(action, purchase(reader).map(Action::Purchase)),
            PASS => set_once(action, reader.literal_true().map(|()| Action::Pass)),
            FOREIGN => set_once(action, reader.value().map(Action::Foreign)),
            REFILL => set_once(&mut common.refill, reader.card()),
            GEM => set_once(&mut common.gem, reader.token()),
            RETURN => set_once(&mut common.returned, reader.counts()),
            NOBLE => set_once(&mut common.noble, one_or_many(reader, FastReader::noble)),
            POST => set_once(&mut common.post, one_or_many(reader, FastReader::post)),
            COPY => set_once(&mut common.effects_mut().copy, copied(reader)),
            FREE => set_once(&mut common.effects_mut().free, free(reader, limits::FREE_CARDS)),
            STRONGHOLD => set_once(&mut common.effects_mut().stronghold, step(reader)),
            CONQUEST => set_once(&mut common.effects_mut().conquest, conquest(reader)),
            AFTER => set_once(&mut common.after, After::read_fast(reader)),
            EXT => set_once(&mut common.ext, reader.ext()),
            _ => None,
        }
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
        MARKET => set_once(&mut flat.market, reader.card()),
        DECK => set_once(&mut flat.deck, level(reader)),
        ORIENT => set_once(&mut flat.orient, level(reader)),
        CARD => set_once(&mut flat.card, reader.card()),
        UNDER => set_once(&mut flat.under, reader.card()),
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
    let in_order = reader.consume_text(b"{\"card\":");
    if in_order {
        card = Some(reader.card()?);
        if reader.consume_text(b",\"pay\":") {
            pay = Some(reader.counts()?);
        }
    }
    let member = |reader: &mut FastReader<'_>, key| match key {
        CARD => set_once(&mut card, reader.card()),
        PAY => set_once(&mut pay, reader.counts()),
        FROM => set_once(&mut from, purchase_origin(reader)),
        SPEND => set_once(&mut spend, reader.vec(limits::SPENT, FastReader::card)),
        DISCARD => set_once(&mut discard, reader.vec(limits::DISCARDED, FastReader::card)),
        _ => None,
    };
    if in_order { reader.rest_of_object(member) } else { reader.object(member) }?;
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
        CARD => set_once(&mut card, reader.card()),
        REFILL => set_once(&mut refill, reader.card()),
        COPY => set_once(&mut copy, copied(reader)),
        FREE => set_once(&mut next, free(reader, inner)),
        _ => None,
    })?;
    Some(Box::new(FreeCard { card: card?, refill, copy, free: next }))
}

fn step(reader: &mut FastReader<'_>) -> Option<StrongholdStep> {
    let mut flat = FlatStep { place: None, r#move: None, remove: None };
    reader.object(|reader, key| match key {
        PLACE => set_once(&mut flat.place, reader.card()),
        MOVE => set_once(&mut flat.r#move, stronghold_move(reader)),
        REMOVE => set_once(&mut flat.remove, removal(reader)),
        _ => None,
    })?;
    flat.classify().ok()
}

fn stronghold_move(reader: &mut FastReader<'_>) -> Option<StrongholdMove> {
    let (mut from, mut to) = (None, None);
    reader.object(|reader, key| match key {
        FROM => set_once(&mut from, reader.card()),
        TO => set_once(&mut to, reader.card()),
        _ => None,
    })?;
    Some(StrongholdMove { from: from?, to: to? })
}

fn removal(reader: &mut FastReader<'_>) -> Option<StrongholdRemoval> {
    let (mut seat, mut card) = (None, None);
    reader.object(|reader, key| match key {
        SEAT => set_once(&mut seat, reader.small_number(limits::SEAT)),
        CARD => set_once(&mut card, reader.card()),
        _ => None,
    })?;
    Some(StrongholdRemoval { seat, card: card? })
}

fn conquest(reader: &mut FastReader<'_>) -> Option<Conquest> {
    let (mut bought, mut refill, mut gem) = (None, None, None);
    let (mut copy, mut chain, mut stronghold) = (None, None, None);
    reader.object(|reader, key| match key {
        PURCHASE => set_once(&mut bought, purchase(reader)),
        REFILL => set_once(&mut refill, reader.card()),
        GEM => set_once(&mut gem, reader.token()),
        COPY => set_once(&mut copy, copied(reader)),
        FREE => set_once(&mut chain, free(reader, limits::FREE_CARDS)),
        STRONGHOLD => set_once(&mut stronghold, step(reader)),
        _ => None,
    })?;
    let purchase = bought.filter(|bought| bought.from != Some(PurchaseOrigin::Hand))?;
    Some(Conquest { purchase, refill, gem, copy, free: chain, stronghold })
}

fn purchase_origin(reader: &mut FastReader<'_>) -> Option<PurchaseOrigin> {
    match reader.word()? {
        MARKET => Some(PurchaseOrigin::Market),
        HAND => Some(PurchaseOrigin::Hand),
        _ => None,
    }
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

impl After {
    /// Reads the view after a turn; returns `None` if the strict reader has to read the log.
    pub fn read_fast(reader: &mut FastReader<'_>) -> Option<After> {
        let mut after = After::default();
        reader.object(|reader, key| match key {
            PRESTIGE => set_once(&mut after.prestige, reader.small_number(u8::MAX)),
            TOKENS => set_once(&mut after.tokens, reader.counts()),
            BONUSES => set_once(&mut after.bonuses, reader.counts().and_then(BonusCounts::new)),
            HAND => set_once(&mut after.hand, reader.small_number(limits::CARD_COUNT)),
            COLORS => set_once(&mut after.colors, reader.counts().and_then(BonusCounts::new)),
            STRONGHOLDS => set_once(&mut after.strongholds, reader.small_number(u8::MAX)),
            SUPPLY => set_once(&mut after.supply, reader.counts()),
            DIGEST => set_once(&mut after.digest, reader.value()),
            _ => None,
        })?;
        Some(after)
    }
}
