//! Reads a turn of the base game, The Cities or The Trading Posts as a turn of the core.

use splendor_core::{
    Action, CardId, Components, NobleSet, PostSet, Row, Source, Token, Tokens, Turn,
};
use splendor_schema::json::Ext;
use splendor_schema::json::fast::{FastReader, set_once};
use splendor_schema::json::word::Word;
use splendor_schema::limits;
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
    pub(super) fn read(reader: &mut FastReader<'_>, all: &Components) -> Option<Self> {
        let mut turn = Self::default();
        // Keys in the order of the format, and without whitespace, need no search.
        if reader.consume_text(b"{\"seat\":") {
            turn.read_in_order(reader, all)?;
            reader.rest_of_object(|reader, key| turn.read_field(reader, key, all))?;
        } else {
            reader.object(|reader, key| turn.read_field(reader, key, all))?;
        }
        Some(turn)
    }

    /// Reads the seat, whose key was read, and those of the usual fields that follow it in their
    /// order.
    #[inline]
    fn read_in_order(&mut self, reader: &mut FastReader<'_>, all: &Components) -> Option<()> {
        self.seat = Some(reader.small_number(limits::SEAT)?);
        if reader.consume_text(b",\"take\":") {
            self.action = Some(take(reader)?);
        } else if reader.consume_text(b",\"purchase\":") {
            self.action = Some(purchase(reader, all)?);
        } else if reader.consume_text(b",\"reserve\":") {
            self.action = Some(reserve(reader, all)?);
        }
        if reader.consume_text(b",\"refill\":") {
            self.refill = Some(card(reader, all)?);
        }
        if reader.consume_text(b",\"return\":") {
            self.returned = Some(tokens(reader)?);
        }
        Some(())
    }

    /// Reads the value of a key.
    fn read_field(
        &mut self,
        reader: &mut FastReader<'_>,
        key: Word,
        all: &Components,
    ) -> Option<()> {
        match key {
            SEAT => set_once(&mut self.seat, reader.small_number(limits::SEAT)),
            TAKE => set_once(&mut self.action, take(reader)),
            PURCHASE => set_once(&mut self.action, purchase(reader, all)),
            RESERVE => set_once(&mut self.action, reserve(reader, all)),
            PASS => set_once(&mut self.action, reader.literal_true().map(|()| Action::Pass)),
            REFILL => set_once(&mut self.refill, card(reader, all)),
            GEM => set_once(&mut self.gem, reader.token().map(from_log::token)),
            RETURN => set_once(&mut self.returned, tokens(reader)),
            NOBLE => set_once(&mut self.nobles, noble(reader, all)),
            POST => set_once(&mut self.posts, post(reader)),
            AFTER => set_once(&mut self.after, After::read_fast(reader)),
            EXT => set_once(&mut self.ext, reader.ext()),
            _ => None,
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

fn take(reader: &mut FastReader<'_>) -> Option<Action> {
    let mut taken = Tokens::NONE;
    reader.list(limits::TAKE, |reader| {
        taken = taken.plus(Tokens::one(from_log::token(reader.token()?)));
        Some(())
    })?;
    Some(Action::Take(taken))
}

/// Reads a purchase; `None` if it leaves out the payment.
fn purchase(reader: &mut FastReader<'_>, all: &Components) -> Option<Action> {
    let (mut bought, mut pay, mut from) = (None, None, None);
    let in_order = reader.consume_text(b"{\"card\":");
    if in_order {
        bought = Some(card(reader, all)?);
        if reader.consume_text(b",\"pay\":") {
            pay = Some(tokens(reader)?);
        }
    }
    let field = |reader: &mut FastReader<'_>, key| match key {
        CARD => set_once(&mut bought, card(reader, all)),
        PAY => set_once(&mut pay, tokens(reader)),
        FROM => set_once(&mut from, source(reader)),
        _ => None,
    };
    if in_order { reader.rest_of_object(field) } else { reader.object(field) }?;
    Some(Action::Purchase { card: bought?, pay: pay?, from })
}

fn source(reader: &mut FastReader<'_>) -> Option<Source> {
    match reader.word()? {
        MARKET => Some(Source::Market),
        HAND => Some(Source::Hand),
        _ => None,
    }
}

fn reserve(reader: &mut FastReader<'_>, all: &Components) -> Option<Action> {
    let (mut market, mut level, mut drawn, mut under) = (None, None, None, None);
    reader.object(|reader, key| match key {
        MARKET => set_once(&mut market, card(reader, all)),
        DECK => set_once(&mut level, reader.small_number(3)),
        CARD => set_once(&mut drawn, card(reader, all)),
        UNDER => set_once(&mut under, card(reader, all)),
        _ => None,
    })?;
    match (market, level, drawn, under) {
        (Some(card), None, None, None) => Some(Action::ReserveMarket(card)),
        (None, Some(level), card, under) => {
            let row = *Row::BASE.get(usize::from(level).checked_sub(1)?)?;
            Some(Action::ReserveDeck { row, card, under })
        }
        _ => None,
    }
}

/// Reads the id of a card of the game.
#[inline]
pub(super) fn card(reader: &mut FastReader<'_>, all: &Components) -> Option<CardId> {
    all.card_of_id(reader.word()?.padded()?)
}

fn tokens(reader: &mut FastReader<'_>) -> Option<Tokens> {
    reader.counts().map(from_log::tokens)
}

/// Reads a noble of the game; `None` for a list of nobles.
fn noble(reader: &mut FastReader<'_>, all: &Components) -> Option<NobleSet> {
    from_log::noble(all, reader.noble()?).ok().map(|noble| NobleSet::from_iter([noble]))
}

/// Reads a trading post; `None` for a list of posts.
fn post(reader: &mut FastReader<'_>) -> Option<PostSet> {
    from_log::post(reader.post()?).ok().map(|post| PostSet::from_iter([post]))
}
