//! Reads a turn in one pass over its keys, in any order.

use super::card_list::cards_up_to;
use super::{
    After, CommonFields, Copied, DeckReserve, ForeignTurn, IrregularTurn, PassTurn, Purchase,
    PurchaseOrigin, PurchaseTurn, Reserve, ReserveTurn, TakeTurn, Turn,
};
use crate::formats::turn::sun_never_sets::free_cards;
use crate::json::free::Json;
use crate::json::object::read_object;
use crate::json::read::deserialize_by_reader;
use crate::json::reader::{Failed, FromJson, Reader};
use crate::json::word::{Word, keys};
use crate::limits;
use crate::token::TokenList;
use splendor_core::{Level, Row};

keys! {
    KEYS:
    TAKE = "take",
    RESERVE = "reserve",
    PURCHASE = "purchase",
    PASS = "pass",
    FOREIGN = "foreign",
    SEAT = "seat",
    REFILL = "refill",
    GEM = "gem",
    RETURN = "return",
    NOBLE = "noble",
    POST = "post",
    COPY = "copy",
    FREE = "free",
    STRONGHOLD = "stronghold",
    CONQUEST = "conquest",
    AFTER = "after",
    EXT = "ext",
}

deserialize_by_reader!(Turn);

impl FromJson for Turn {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        let mut turns = Vec::with_capacity(1);
        Turn::read_into(from, &mut turns)?;
        Ok(turns.remove(0))
    }
}

impl Turn {
    /// Reads a turn to the end of a list.
    ///
    /// A turn is large, and moving it costs as much as reading a part of it. So it is put together
    /// in the list and not returned.
    pub(crate) fn read_into(from: &mut Reader<'_>, turns: &mut Vec<Turn>) -> Result<(), Failed> {
        let (start, mut parts) = (from.place(), Parts::default());
        // Keys in the order of the format, and without spaces, need no search.
        if let Some(seat) = from.value_after(b"{\"seat\":", seat)? {
            parts.common.seat = Some(seat);
            parts.read_in_order(from)?;
            from.rest_of_object(|from, key| parts.read(from, key))?;
        } else if from.peek() == Some(b'{') {
            from.object("a turn", |from, key| parts.read(from, key))?;
        } else {
            return Err(from.expected("a turn"));
        }
        let Parts { action, more, common } = parts;
        if !more.is_empty() {
            turns.push(irregular(action.into_iter().chain(more), common));
            return Ok(());
        }
        turns.push(match action {
            Some(Action::Take(take)) => Turn::Take(TakeTurn { take, common }),
            Some(Action::Reserve(reserve)) => Turn::Reserve(ReserveTurn { reserve, common }),
            Some(Action::Purchase(purchase)) => Turn::Purchase(PurchaseTurn { purchase, common }),
            Some(Action::Pass) => Turn::Pass(PassTurn { common }),
            Some(Action::Foreign(foreign)) => {
                only_foreign(&common).map_err(|message| from.misshapen(start, message))?;
                let CommonFields { seat, after, ext, .. } = common;
                Turn::Foreign(ForeignTurn { seat, foreign, after, ext })
            }
            None => irregular(None, common),
        });
        Ok(())
    }
}

/// The action of a turn, kept until the fields that all turns share are read too: the keys of an
/// object may come in any order.
enum Action {
    Take(TokenList),
    Reserve(Reserve),
    Purchase(Purchase),
    Pass,
    Foreign(Json),
}

impl Action {
    const fn key(&self) -> &'static str {
        match self {
            Action::Take(_) => "take",
            Action::Reserve(_) => "reserve",
            Action::Purchase(_) => "purchase",
            Action::Pass => "pass",
            Action::Foreign(_) => "foreign",
        }
    }
}

/// The fields of a turn that were read so far.
#[derive(Default)]
struct Parts {
    action: Option<Action>,
    /// The further actions.
    more: Vec<Action>,
    common: CommonFields,
}

impl Parts {
    /// Reads the usual fields that follow the seat in their order.
    #[expect(clippy::inline_always, reason = "called for every turn")]
    #[inline(always)]
    fn read_in_order(&mut self, from: &mut Reader<'_>) -> Result<(), Failed> {
        if let Some(take) = from.value_after(b",\"take\":", TokenList::from_json)? {
            self.action = Some(Action::Take(take));
        } else if let Some(purchase) = from.value_after(b",\"purchase\":", Purchase::from_json)? {
            self.action = Some(Action::Purchase(purchase));
        } else if let Some(reserve) = from.value_after(b",\"reserve\":", Reserve::from_json)? {
            self.action = Some(Action::Reserve(reserve));
        }
        self.common.refill = from.value_after(b",\"refill\":", Reader::id)?;
        self.common.returned = from.value_after(b",\"return\":", FromJson::from_json)?;
        Ok(())
    }

    /// Reads the value of a key.
    fn read(&mut self, from: &mut Reader<'_>, key: Word) -> Result<(), Failed> {
        let common = &mut self.common;
        match key {
            TAKE => self.act(from, "take", |from| FromJson::from_json(from).map(Action::Take)),
            RESERVE => {
                self.act(from, "reserve", |from| FromJson::from_json(from).map(Action::Reserve))
            }
            PURCHASE => {
                self.act(from, "purchase", |from| FromJson::from_json(from).map(Action::Purchase))
            }
            PASS => self.act(from, "pass", |from| from.always_true().map(|()| Action::Pass)),
            FOREIGN => {
                self.act(from, "foreign", |from| FromJson::from_json(from).map(Action::Foreign))
            }
            SEAT => from.fill(&mut common.seat, seat),
            REFILL => from.fill(&mut common.refill, Reader::id),
            GEM => from.fill(&mut common.gem, FromJson::from_json),
            RETURN => from.fill(&mut common.returned, FromJson::from_json),
            NOBLE => from.fill(&mut common.noble, FromJson::from_json),
            POST => from.fill(&mut common.post, FromJson::from_json),
            COPY => from.fill(&mut common.effects_mut().copy, Copied::from_json),
            FREE => from.fill(&mut common.effects_mut().free, free_cards),
            STRONGHOLD => from.fill(&mut common.effects_mut().stronghold, FromJson::from_json),
            CONQUEST => from.fill(&mut common.effects_mut().conquest, FromJson::from_json),
            AFTER => from.fill(&mut common.after, After::from_json),
            EXT => from.fill(&mut common.ext, FromJson::from_json),
            _ => Err(from.unknown_key("a turn", KEYS)),
        }
    }

    /// Reads an action. Rejects a repeated one, and one next to `foreign`. Other actions may be
    /// combined: the rules forbid that, so a clause reports it.
    fn act(
        &mut self,
        from: &mut Reader<'_>,
        key: &str,
        action: impl FnOnce(&mut Reader<'_>) -> Result<Action, Failed>,
    ) -> Result<(), Failed> {
        let Some(first) = &self.action else {
            self.action = Some(action(from)?);
            return Ok(());
        };
        let first = first.key();
        if first == key || self.more.iter().any(|other| other.key() == key) {
            return Err(from.duplicate_key());
        }
        if first == "foreign" || key == "foreign" {
            return Err(from.unfit_key(format!(
                "a foreign turn has no action; this one has {first} and {key}"
            )));
        }
        self.more.push(action(from)?);
        Ok(())
    }
}

fn seat(from: &mut Reader<'_>) -> Result<u8, Failed> {
    from.small_number(limits::SEAT)
}

/// Returns the turn of no action or several, none of them foreign.
fn irregular(actions: impl IntoIterator<Item = Action>, common: CommonFields) -> Turn {
    let mut turn = IrregularTurn { take: None, reserve: None, purchase: None, pass: false, common };
    for action in actions {
        match action {
            Action::Take(take) => turn.take = Some(take),
            Action::Reserve(reserve) => turn.reserve = Some(reserve),
            Action::Purchase(purchase) => turn.purchase = Some(purchase),
            Action::Pass => turn.pass = true,
            Action::Foreign(_) => {}
        }
    }
    Turn::Irregular(Box::new(turn))
}

/// Rejects the fields of the game in a foreign turn.
fn only_foreign(common: &CommonFields) -> Result<(), String> {
    let CommonFields { refill, gem, returned, noble, post, .. } = common;
    let effects = common.effects.as_deref();
    let names = [
        (refill.is_some(), "refill"),
        (gem.is_some(), "gem"),
        (returned.is_some(), "return"),
        (noble.is_some(), "noble"),
        (post.is_some(), "post"),
        (effects.is_some_and(|effects| effects.copy.is_some()), "copy"),
        (effects.is_some_and(|effects| effects.free.is_some()), "free"),
        (effects.is_some_and(|effects| effects.stronghold.is_some()), "stronghold"),
        (common.conquest().is_some(), "conquest"),
    ];
    match names.iter().find(|(present, _)| *present) {
        None => Ok(()),
        Some((_, key)) => {
            Err(format!("a foreign turn has only seat, foreign, after and ext; this one has {key}"))
        }
    }
}

keys! {
    PURCHASE_KEYS:
    CARD = "card",
    PAY = "pay",
    FROM = "from",
    SPEND = "spend",
    DISCARD = "discard",
}

impl FromJson for Purchase {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        let (start, mut pay, mut origin) = (from.place(), None, None);
        let (mut spend, mut discard) = (None, None);
        let mut card = from.value_after(b"{\"card\":", Reader::id)?;
        let in_order = card.is_some();
        if in_order {
            pay = from.value_after(b",\"pay\":", FromJson::from_json)?;
        }
        let field = |from: &mut Reader<'_>, key| match key {
            CARD => from.fill(&mut card, Reader::id),
            PAY => from.fill(&mut pay, FromJson::from_json),
            FROM => from.fill(&mut origin, PurchaseOrigin::from_json),
            SPEND => from.fill(&mut spend, cards_up_to(limits::SPENT)),
            DISCARD => from.fill(&mut discard, cards_up_to(limits::DISCARDED)),
            _ => Err(from.unknown_key("`purchase`", PURCHASE_KEYS)),
        };
        if in_order {
            from.rest_of_object(field)?;
        } else {
            from.object("`purchase`", field)?;
        }
        let (spend, discard) = (spend.unwrap_or_default(), discard.unwrap_or_default());
        match card {
            Some(card) => Ok(Purchase { card, pay, from: origin, spend, discard }),
            None => Err(from.missing(start, "`purchase`", "card")),
        }
    }
}

/// The fields of both kinds of `reserve`.
struct FlatReserve {
    market: Option<super::Card>,
    deck: Option<Level>,
    orient: Option<Level>,
    card: Option<super::Card>,
    under: Option<super::Card>,
}

read_object!(FlatReserve, "`reserve`" {
    optional market,
    optional deck,
    optional orient,
    optional card,
    optional under,
});

impl FromJson for Reserve {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        if from.peek() != Some(b'{') {
            return Err(from.expected("an object (`reserve`) with `market`, `deck` or `orient`"));
        }
        let start = from.place();
        let reserve = FlatReserve::from_json(from)?.classify();
        reserve.map_err(|message| from.misshapen(start, message))
    }
}

impl FlatReserve {
    /// Returns the kind of `reserve` that the fields belong to.
    fn classify(self) -> Result<Reserve, &'static str> {
        let FlatReserve { market, deck, orient, card, under } = self;
        let drawn = deck.is_some() || orient.is_some() || card.is_some() || under.is_some();
        match (market, Row::of_deck(deck, orient)) {
            (Some(market), None) if !drawn => Ok(Reserve::Market(market)),
            (None, Some(row)) => Ok(Reserve::Deck(DeckReserve { row, card, under })),
            (None, None) if deck.is_none() => Err("`reserve` needs `market`, `deck` or `orient`"),
            (None, None) => Err("`reserve` has either `deck` or `orient`"),
            (Some(_), _) => {
                Err("`reserve` has either `market` alone, or `deck` with `card` and `under`")
            }
        }
    }
}
