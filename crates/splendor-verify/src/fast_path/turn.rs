//! Reads a turn of the base game, The Cities or The Trading Posts as a turn of the core.

use splendor_core::{
    Action, Card, CardId, Components, Noble, NobleSet, PostName, PostSet, Row, Source, Token,
    Tokens, Turn,
};
use splendor_schema::json::Ext;
use splendor_schema::json::reader::{Failed, FromJson, Reader};
use splendor_schema::json::word::Word;
use splendor_schema::limits;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::After;

use crate::from_log;

const AFTER: Word = Word::of("after");
const CARD: Word = Word::of("card");
const DECK: Word = Word::of("deck");
const EXT: Word = Word::of("ext");
const FROM: Word = Word::of("from");
const GEM: Word = Word::of("gem");
const HAND: Word = Word::of("hand");
const MARKET: Word = Word::of("market");
const NOBLE: Word = Word::of("noble");
const PASS: Word = Word::of("pass");
const PAY: Word = Word::of("pay");
const POST: Word = Word::of("post");
const PURCHASE: Word = Word::of("purchase");
const REFILL: Word = Word::of("refill");
const RESERVE: Word = Word::of("reserve");
const RETURN: Word = Word::of("return");
const SEAT: Word = Word::of("seat");
const TAKE: Word = Word::of("take");
const UNDER: Word = Word::of("under");

/// The fields of a turn that were read so far.
#[derive(Default)]
pub(super) struct ReadTurn {
    action: Option<Action>,
    seat: Option<u8>,
    refill: Option<CardId>,
    gem: Option<Token>,
    returned: Option<Tokens>,
    nobles: Option<NobleSet>,
    posts: Option<PostSet>,
    /// The view of the client after the turn.
    pub(super) after: Option<After>,
    /// Other data of the client.
    pub(super) ext: Option<Ext>,
}

impl ReadTurn {
    /// Reads a turn.
    pub(super) fn read(reader: &mut Reader<'_>, all: &Components) -> Result<Self, Failed> {
        // Keys in the order of the format, and without whitespace, need no search.
        let seat = reader.value_after(b"{\"seat\":", seat)?;
        let mut turn = Self { seat, ..Self::default() };
        if turn.seat.is_some() {
            turn.read_in_order(reader, all)?;
            reader.rest_of_object(|reader, key| turn.read_field(reader, key, all))?;
        } else {
            reader.object("a turn", |reader, key| turn.read_field(reader, key, all))?;
        }
        Ok(turn)
    }

    /// Reads the usual fields that follow the seat in their order.
    #[inline]
    fn read_in_order(&mut self, reader: &mut Reader<'_>, all: &Components) -> Result<(), Failed> {
        self.action = reader.value_after(b",\"take\":", take)?;
        if self.action.is_none() {
            self.action = reader.value_after(b",\"purchase\":", |from| purchase(from, all))?;
        }
        if self.action.is_none() {
            self.action = reader.value_after(b",\"reserve\":", |from| reserve(from, all))?;
        }
        self.refill = reader.value_after(b",\"refill\":", |from| card(from, all))?;
        self.returned = reader.value_after(b",\"return\":", tokens)?;
        Ok(())
    }

    /// Reads the value of a key.
    fn read_field(
        &mut self,
        reader: &mut Reader<'_>,
        key: Word,
        all: &Components,
    ) -> Result<(), Failed> {
        match key {
            SEAT => reader.fill(&mut self.seat, seat),
            TAKE => reader.fill(&mut self.action, take),
            PURCHASE => reader.fill(&mut self.action, |from| purchase(from, all)),
            RESERVE => reader.fill(&mut self.action, |from| reserve(from, all)),
            PASS => reader.fill(&mut self.action, |from| from.always_true().map(|()| Action::Pass)),
            REFILL => reader.fill(&mut self.refill, |from| card(from, all)),
            GEM => reader.fill(&mut self.gem, |from| Token::from_json(from)),
            RETURN => reader.fill(&mut self.returned, tokens),
            NOBLE => reader.fill(&mut self.nobles, |from| noble(from, all)),
            POST => reader.fill(&mut self.posts, post),
            AFTER => reader.fill(&mut self.after, After::from_json),
            EXT => reader.fill(&mut self.ext, Ext::from_json),
            _ => Err(reader.stop()),
        }
    }

    /// Returns the turn of the core; `None` if it has no action. The seat is `seat` unless the log
    /// names one.
    pub(super) fn turn(&self, seat: u8) -> Option<Turn> {
        Some(Turn {
            gem: self.gem,
            refill: self.refill,
            returned: self.returned.unwrap_or(Tokens::NONE),
            nobles: self.nobles.unwrap_or(NobleSet::NONE),
            posts: self.posts.unwrap_or(PostSet::NONE),
            ..Turn::new(self.seat.unwrap_or(seat), self.action?)
        })
    }
}

fn seat(reader: &mut Reader<'_>) -> Result<u8, Failed> {
    reader.small_number(limits::SEAT)
}

fn take(reader: &mut Reader<'_>) -> Result<Action, Failed> {
    let mut taken = Tokens::NONE;
    reader.list("a list of tokens", limits::TAKE, |reader| {
        taken = taken.plus(Tokens::one(Token::from_json(reader)?));
        Ok(())
    })?;
    Ok(Action::Take(taken))
}

/// Reads a purchase; fails if it leaves out the payment.
fn purchase(reader: &mut Reader<'_>, all: &Components) -> Result<Action, Failed> {
    let mut bought = reader.value_after(b"{\"card\":", |from| card(from, all))?;
    let in_order = bought.is_some();
    let mut pay = if in_order { reader.value_after(b",\"pay\":", tokens)? } else { None };
    let mut from = None;
    let field = |reader: &mut Reader<'_>, key| match key {
        CARD => reader.fill(&mut bought, |from| card(from, all)),
        PAY => reader.fill(&mut pay, tokens),
        FROM => reader.fill(&mut from, source),
        _ => Err(reader.stop()),
    };
    if in_order {
        reader.rest_of_object(field)?;
    } else {
        reader.object("a purchase", field)?;
    }
    match (bought, pay) {
        (Some(card), Some(pay)) => Ok(Action::Purchase { card, pay, from }),
        _ => Err(reader.stop()),
    }
}

fn source(reader: &mut Reader<'_>) -> Result<Source, Failed> {
    match reader.word() {
        Some(MARKET) => Ok(Source::Market),
        Some(HAND) => Ok(Source::Hand),
        _ => Err(reader.stop()),
    }
}

fn reserve(reader: &mut Reader<'_>, all: &Components) -> Result<Action, Failed> {
    let (mut market, mut level, mut drawn, mut under) = (None, None, None, None);
    reader.object("a reservation", |reader, key| match key {
        MARKET => reader.fill(&mut market, |from| card(from, all)),
        DECK => reader.fill(&mut level, |from| from.small_number(3)),
        CARD => reader.fill(&mut drawn, |from| card(from, all)),
        UNDER => reader.fill(&mut under, |from| card(from, all)),
        _ => Err(reader.stop()),
    })?;
    match (market, level, drawn, under) {
        (Some(card), None, None, None) => Ok(Action::ReserveMarket(card)),
        (None, Some(level @ 1..), card, under) => {
            let row = Row::BASE[usize::from(level) - 1];
            Ok(Action::ReserveDeck { row, card, under })
        }
        _ => Err(reader.stop()),
    }
}

/// Reads the id of a card of the game.
#[inline]
pub(super) fn card(reader: &mut Reader<'_>, all: &Components) -> Result<CardId, Failed> {
    let card = Card::from_json(reader)?;
    all.find_card(card).ok_or_else(|| reader.stop())
}

fn tokens(reader: &mut Reader<'_>) -> Result<Tokens, Failed> {
    TokenCounts::from_json(reader).map(from_log::tokens)
}

/// Reads a noble of the game; fails for a list of nobles.
fn noble(reader: &mut Reader<'_>, all: &Components) -> Result<NobleSet, Failed> {
    let noble = from_log::noble(all, Noble::from_json(reader)?);
    noble.map(|noble| NobleSet::from_iter([noble])).map_err(|_| reader.stop())
}

/// Reads a trading post; fails for a list of posts.
fn post(reader: &mut Reader<'_>) -> Result<PostSet, Failed> {
    let post = from_log::post(PostName::from_json(reader)?);
    post.map(|post| PostSet::from_iter([post])).map_err(|_| reader.stop())
}
