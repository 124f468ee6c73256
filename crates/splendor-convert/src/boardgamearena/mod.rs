//! The notifications of Board Game Arena: the `gamelogs` of a replay page, with the setup in
//! `gamedatas`.

mod card;
mod coins;
mod loose;
mod result;
mod table;

use std::ops::Range;

use splendor_core::PurchaseOrigin;
use splendor_schema::Name;
use splendor_schema::Turn;
use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::log::{Player, Source};
use splendor_schema::turn::{After, Purchase, Reserve};

use self::card::{card, check_gem, check_rank, reject_orient, source};
use self::coins::{Coins, Holdings};
use self::loose::loose_number;
use self::result::Ending;
use self::table::{self as start, Start};
use crate::fields::{Fields, expected, flag, list, text};
use crate::log_builder::{LogBuilder, one_noble};
use crate::{Account, Conversion, ConvertError, Foreign, ForeignFormat, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "boardgamearena",
    about: "the notifications of a replay on Board Game Arena, with the table that it begins with",
    game_per_line: false,
    takes_setup: false,
    matches: |signs| signs.has(&["gamelogs"]) || signs.has(&["gamedatas"]),
    import,
};

const PAGE: &str = "for the page only";
const TIMES: &str = "times and packets are not part of the game";

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let whole = foreign.text;
    let tree = Tree::read(whole, 0..whole.len()).map_err(|error| from_read(whole, &error))?;
    let mut builder = LogBuilder::new(Account::default());
    let mut fields = Fields::of("the file", &tree)?;
    let table = fields.find("gamedatas").ok_or_else(|| {
        let message = "the notifications do not contain the table before the first turn: \
                       expected `gamedatas` next to `gamelogs`";
        ConvertError::incomplete(&(0..1), message)
    })?;
    let start = start::read(table, &mut builder)?;
    let read = read(fields.get("gamelogs")?, &mut builder.account)?;
    fields.finish(&mut builder.account)?;
    let mut teller = Importer::new(&start, builder);
    read.notes.iter().try_for_each(|note| teller.note(note))?;
    teller.check_end(&(whole.len()..whole.len()))?;
    assemble(teller, read.table)
}

// ---- read

/// The notifications of a file.
struct Read<'a, 't> {
    /// The id of the table.
    table: Option<String>,
    notes: Vec<Note<'a, 't>>,
}

/// One notification.
struct Note<'a, 't> {
    kind: &'a Tree<'t>,
    log: &'a Tree<'t>,
    args: &'a Tree<'t>,
    span: Range<usize>,
}

/// Reads the notifications: the answer of the server, or the list of packets in it. The source of
/// the page contains the answer; a program that runs in the page finds the list.
fn read<'a, 't>(tree: &'a Tree<'t>, account: &mut Account) -> Result<Read<'a, 't>, ConvertError> {
    if let Value::List(packets) = &tree.value {
        return read_packets(packets, account);
    }
    let mut outer = Fields::of("gamelogs", tree)?;
    outer.ignore(&["status"], PAGE);
    let mut inner = Fields::of("gamelogs.data", outer.get("data")?)?;
    inner.ignore(&["valid"], PAGE);
    let read = read_packets(list("the packets", inner.get("data")?)?, account)?;
    inner.finish(account)?;
    outer.finish(account)?;
    Ok(read)
}

fn read_packets<'a, 't>(
    packets: &'a [Tree<'t>],
    account: &mut Account,
) -> Result<Read<'a, 't>, ConvertError> {
    let mut read = Read { table: None, notes: Vec::new() };
    for packet in packets {
        let mut fields = Fields::of("packet", packet)?;
        fields.ignore(&["channel", "packet_id", "packet_type", "move_id", "time"], TIMES);
        if let Some(table) = fields.find("table_id") {
            let name = loose_number("the table", table, u64::MAX)?.to_string();
            if read.table.as_ref().is_some_and(|other| *other != name) {
                return Err(expected(table, "one table for all packets"));
            }
            read.table = Some(name);
        }
        for note in list("the notifications", fields.get("data")?)? {
            read.notes.push(read_note(note, account)?);
        }
        fields.finish(account)?;
    }
    Ok(read)
}

fn read_note<'a, 't>(
    tree: &'a Tree<'t>,
    account: &mut Account,
) -> Result<Note<'a, 't>, ConvertError> {
    let mut fields = Fields::of("notification", tree)?;
    let (kind, log, args) = (fields.get("type")?, fields.get("log")?, fields.get("args")?);
    fields.ignore(&["uid", "h", "lock_uuid"], TIMES);
    fields.finish(account)?;
    Ok(Note { kind, log, args, span: tree.span.clone() })
}

// ---- understand

/// Turns notifications into turns of the log, in order.
struct Importer<'s> {
    start: &'s Start,
    builder: LogBuilder,
    next: Coins,
    /// The holdings of each seat so far.
    held: Vec<Holdings>,
    /// The seat to act, according to the last state.
    active: Option<u8>,
    /// Whether no state has closed the last turn yet.
    open: bool,
    /// Whether a turn was logged since the state that began it.
    acted: bool,
    /// Whether bonuses alone pay for the last card.
    free: bool,
    ending: Option<Ending>,
    winner: Option<(u8, Range<usize>)>,
}

impl<'s> Importer<'s> {
    fn new(start: &'s Start, builder: LogBuilder) -> Self {
        Self {
            start,
            builder,
            next: Coins::Take,
            held: vec![Holdings::default(); start.seats.len()],
            active: None,
            open: false,
            acted: true,
            free: false,
            ending: None,
            winner: None,
        }
    }

    /// Adds a turn; rejects turns of the wrong seat and turns after the end.
    fn push(&mut self, turn: Turn, span: &Range<usize>) -> Result<(), ConvertError> {
        self.check_complete(span)?;
        if self.ending.is_some() || self.winner.is_some() {
            let message = "a turn after the end of the game";
            return Err(ConvertError::unknown(span, message));
        }
        let seat = turn.seat;
        if self.active.is_some() && self.active != seat {
            let (seat, active) = (seat.unwrap_or_default(), self.active.unwrap_or_default());
            let message = format!("seat {seat} acts, but `active_player` is seat {active}");
            return Err(ConvertError::unknown(span, message));
        }
        (self.open, self.acted) = (true, true);
        self.builder.push(turn, span);
        Ok(())
    }

    fn note(&mut self, note: &Note<'_, '_>) -> Result<(), ConvertError> {
        match text("a kind of notification", note.kind)? {
            "gameStateChange" => self.state(note),
            "reserveCard" => self.reserve(note),
            "buyCard" => self.buy(note),
            "coins" => self.coins(note),
            "revealCard" => self.reveal(note),
            "updateScore" => self.score(note),
            "claimNoble" => self.noble(note),
            "simpleNode" => self.node(note),
            kind @ ("simpleNote" | "updateReflexionTime") => {
                self.builder.account.ignored(kind.to_owned(), PAGE);
                Ok(())
            }
            _ => {
                let known = "gameStateChange, reserveCard, buyCard, coins, revealCard, \
                             updateScore, claimNoble, simpleNode, simpleNote or \
                             updateReflexionTime";
                Err(expected(note.kind, known))
            }
        }
    }

    /// Returns the seat of a notification.
    fn seat(&self, fields: &mut Fields<'_, '_>) -> Result<u8, ConvertError> {
        let seat = self.start.seat(fields.get("player_id")?)?;
        self.start.check_name(seat, fields.find("player_name"))?;
        Ok(seat)
    }

    fn state(&mut self, note: &Note<'_, '_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("state", note.args)?;
        let active = fields.find("active_player");
        if let Some(id) = fields.find("id") {
            let seat = active.map(|active| self.start.seat(active)).transpose()?;
            self.check_complete(&note.span)?;
            let state = loose_number("a state", id, 999)?;
            self.next = match state {
                25 | 50 | 75 | 99 => Coins::Take,
                40 => Coins::Return,
                42 => {
                    let message = "passes in notifications are not supported";
                    return Err(ConvertError::incomplete(&id.span, message));
                }
                _ => return Err(expected(id, "a state of the base game: 25, 40, 50, 75 or 99")),
            };
            self.turns(state, seat, id)?;
            if state == 99 {
                self.last_state(fields.find("args"))?;
            }
        }
        fields.ignore(&["name", "description", "type", "action", "transitions"], PAGE);
        fields.ignore(&["descriptionmyturn", "args", "possibleactions"], PAGE);
        fields.ignore(&["updateGameProgression", "initialprivate", "reflexion"], PAGE);
        fields.finish(&mut self.builder.account)
    }

    /// Tracks the seat to act from the game states.
    fn turns(&mut self, state: u64, seat: Option<u8>, id: &Tree<'_>) -> Result<(), ConvertError> {
        if state == 25 {
            if !self.acted && self.active != seat {
                let message = "the file has a gap: the turn before this state is missing";
                return Err(ConvertError::incomplete(&id.span, message));
            }
            if self.builder.len() == 0 && seat.is_some_and(|seat| seat != 0) {
                return Err(expected(id, "the state of `first_player`, the starting player"));
            }
            (self.active, self.acted) = (seat, false);
        } else if state != 99 && self.active.is_some() && seat.is_some() && seat != self.active {
            return Err(expected(id, "a state of the player whose turn it is"));
        }
        self.open &= matches!(state, 40 | 50);
        Ok(())
    }

    fn last_state(&mut self, args: Option<&Tree<'_>>) -> Result<(), ConvertError> {
        let Some(args) = args else { return Ok(()) };
        if self.ending.is_some() {
            return Err(expected(args, "one end of the game"));
        }
        self.ending = result::read(args, self.start, &mut self.builder.account)?;
        Ok(())
    }

    fn reserve(&mut self, note: &Note<'_, '_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("reserveCard", note.args)?;
        let seat = self.seat(&mut fields)?;
        let card = card(fields.get("card")?, &mut self.builder.account)?;
        if card.place == "hand" || !card.place.starts_with("market_") {
            let message = "cards reserved from a deck are not supported in notifications";
            return Err(ConvertError::incomplete(&card.span, message));
        }
        let id = self.start.catalogue.card(&card)?;
        card.check_row(id)?;
        if let Some(number) = fields.find("card_id") {
            card.check_number(number)?;
        }
        check_rank(fields.find("rank"), id)?;
        fields.ignore(&["cardname", "i18n", "preserve"], PAGE);
        fields.finish(&mut self.builder.account)?;
        let reserve = Some(Reserve::Market(id));
        self.push(Turn { seat: Some(seat), reserve, ..Turn::default() }, &note.span)?;
        self.builder.place("reserve", &card.span);
        self.next = Coins::Gold;
        Ok(())
    }

    fn buy(&mut self, note: &Note<'_, '_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("buyCard", note.args)?;
        let seat = self.seat(&mut fields)?;
        let card = card(fields.get("card")?, &mut self.builder.account)?;
        let from = source(&card)?;
        reject_orient(&mut fields)?;
        let id = self.start.catalogue.card(&card)?;
        if from == PurchaseOrigin::Market {
            card.check_row(id)?;
        }
        check_rank(fields.find("rank"), id)?;
        check_gem(fields.find("gem_type"), id)?;
        fields.finish(&mut self.builder.account)?;
        let purchase = Some(Purchase::new(id, None, Some(from)));
        self.push(Turn { seat: Some(seat), purchase, ..Turn::default() }, &note.span)?;
        self.free = self.held[usize::from(seat)].purchase(id);
        self.builder.place("purchase/card", &card.span);
        self.next = Coins::Payment;
        Ok(())
    }

    fn reveal(&mut self, note: &Note<'_, '_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("revealCard", note.args)?;
        let card = card(fields.get("card")?, &mut self.builder.account)?;
        fields.finish(&mut self.builder.account)?;
        let id = self.start.catalogue.card(&card)?;
        card.check_row(id)?;
        let free = |turn: &&mut Turn| turn.refill.is_none();
        let Some(turn) = self.builder.last().filter(free) else {
            let message = "a card is revealed; expected a turn that took one before";
            return Err(ConvertError::unknown(&card.span, message));
        };
        turn.refill = Some(id);
        self.builder.place("refill", &card.span);
        Ok(())
    }

    fn score(&mut self, note: &Note<'_, '_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("updateScore", note.args)?;
        let seat = self.seat(&mut fields)?;
        let score = fields.get("score")?;
        let prestige = u8::try_from(loose_number("a score", score, 255)?).unwrap_or(u8::MAX);
        let held = &mut self.held[usize::from(seat)];
        if let Some(amount) = fields.find("amount_vp") {
            let needed = u64::from(prestige.saturating_sub(held.score));
            if prestige < held.score || loose_number("points", amount, 255)? != needed {
                let (was, is) = (held.score, prestige);
                return Err(expected(
                    amount,
                    &format!("the difference from a score of {was} to {is}"),
                ));
            }
        }
        held.score = prestige;
        for city in ["isCitiesActivate", "isCitiesLastTurn"] {
            if let Some(value) = fields.find(city)
                && flag(city, value)?
            {
                let message = "notifications of The Cities are not supported";
                return Err(ConvertError::incomplete(&value.span, message));
            }
        }
        fields.finish(&mut self.builder.account)?;
        let Some(turn) = self.builder.last_of(seat) else {
            return Err(expected(score, "a turn of the same player before it"));
        };
        turn.after.get_or_insert_with(After::default).prestige = Some(prestige);
        self.builder.place("after/prestige", &score.span);
        Ok(())
    }

    fn noble(&mut self, note: &Note<'_, '_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("claimNoble", note.args)?;
        let seat = self.seat(&mut fields)?;
        let tile = card(fields.get("card")?, &mut self.builder.account)?;
        fields.ignore(&["noble_desc", "i18n", "preserve"], "the noble implies it");
        fields.finish(&mut self.builder.account)?;
        let noble = self.start.catalogue.noble(&tile)?;
        let free = |turn: &&mut Turn| turn.noble.is_none();
        let Some(turn) = self.builder.last_of(seat).filter(free) else {
            let message = "a noble visits; expected a turn of the same player before";
            return Err(ConvertError::unknown(&tile.span, message));
        };
        turn.noble = Some(one_noble(noble));
        self.builder.place("noble", &tile.span);
        Ok(())
    }

    /// Reads the sentence that ends the game and names the winner.
    fn node(&mut self, note: &Note<'_, '_>) -> Result<(), ConvertError> {
        if text("a sentence", note.log)? != "End of game : ${player_name} wins!" {
            return Err(expected(note.log, "`End of game : ${player_name} wins!`"));
        }
        let mut fields = Fields::of("simpleNode", note.args)?;
        let name = fields.get("player_name")?;
        fields.finish(&mut self.builder.account)?;
        self.check_complete(&note.span)?;
        if self.winner.is_some() {
            return Err(expected(name, "one sentence that names the winner"));
        }
        self.winner = Some((result::winner(name, self.start)?, name.span.clone()));
        Ok(())
    }
}

// ---- assemble

fn assemble(teller: Importer<'_>, table: Option<String>) -> Result<Conversion, ConvertError> {
    let Importer { start, builder, ending, winner, .. } = teller;
    let source = Source {
        client: Some("boardgamearena".into()),
        game: table.map(Name::from),
        ..Source::default()
    };
    let named = |name: &String| Player { name: Some(name.clone().into()), ext: None };
    let players = start.seats.iter().map(|player| named(&player.name)).collect();
    let mut conversion = builder.assemble(source, players, start.setup.clone())?;
    // This client draws from the nobles of both expansion boxes.
    conversion.log.rules.boxes = vec!["silk-road".into(), "sun-never-sets".into()];
    result::add(&mut conversion, ending, winner)?;
    Ok(conversion)
}
