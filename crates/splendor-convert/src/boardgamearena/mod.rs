//! The notifications of Board Game Arena: what its page of a replay holds as `gamelogs`, and the
//! table that the replay begins with as `gamedatas`.

mod card;
mod coins;
mod result;
mod table;

use std::ops::Range;

use splendor_schema::tree::Tree;
use splendor_schema::{After, Name, Player, Purchase, PurchaseOrigin, Reserve, Source};

use self::card::{card, from, gem, no_orient, rank};
use self::coins::{Coins, Held};
use self::result::Ending;
use self::table::{self as start, Start, loose};
use crate::draft::{Deed, Draft, Piece, one_noble};
use crate::fields::{Fields, flag, list, text, wrong};
use crate::{Account, Conversion, Foreign, ForeignFormat, Refusal, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "boardgamearena",
    about: "the notifications of a replay on Board Game Arena, with the table that it begins with",
    lines: false,
    takes_setup: false,
    is: |text| text.starts_with("{\"gamelogs\":") || text.starts_with("{\"gamedatas\":"),
    import,
};

const PAGE: &str = "for the page only";
const TIMES: &str = "when and in which packet it was told is no part of the game";

fn import(foreign: &Foreign<'_>) -> Result<Conversion, Refusal> {
    let whole = foreign.text;
    let tree = Tree::read(whole, 0..whole.len()).map_err(|error| from_read(whole, &error))?;
    let mut draft = Draft::new(Account::default());
    let mut fields = Fields::of("the file", &tree)?;
    let table = fields.find("gamedatas").ok_or_else(|| {
        let message = "the notifications alone do not tell the table before the first turn: \
                       needed `gamedatas` beside `gamelogs`";
        Refusal::lacking(&(0..1), message)
    })?;
    let start = start::read(table, &mut draft)?;
    let read = read(fields.get("gamelogs")?, &mut draft.account)?;
    fields.done(&mut draft.account)?;
    let mut teller = Teller::new(&start, draft);
    read.notes.iter().try_for_each(|note| teller.note(note))?;
    teller.ended(&(whole.len()..whole.len()))?;
    assemble(teller, read.table)
}

// ---- read

/// The notifications of a file.
struct Read<'a, 't> {
    /// The name of the game's table.
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

fn read<'a, 't>(tree: &'a Tree<'t>, account: &mut Account) -> Result<Read<'a, 't>, Refusal> {
    let mut outer = Fields::of("gamelogs", tree)?;
    outer.ignore(&["status"], PAGE);
    let mut inner = Fields::of("gamelogs.data", outer.get("data")?)?;
    inner.ignore(&["valid"], PAGE);
    let mut read = Read { table: None, notes: Vec::new() };
    for packet in list("the packets", inner.get("data")?)? {
        let mut fields = Fields::of("packet", packet)?;
        fields.ignore(&["channel", "packet_id", "packet_type", "move_id", "time"], TIMES);
        if let Some(table) = fields.find("table_id") {
            let name = loose("the table", table, u64::MAX)?.to_string();
            if read.table.as_ref().is_some_and(|other| *other != name) {
                return Err(wrong(table, "one table for all packets"));
            }
            read.table = Some(name);
        }
        for note in list("the notifications", fields.get("data")?)? {
            read.notes.push(read_note(note, account)?);
        }
        fields.done(account)?;
    }
    inner.done(account)?;
    outer.done(account)?;
    Ok(read)
}

fn read_note<'a, 't>(tree: &'a Tree<'t>, account: &mut Account) -> Result<Note<'a, 't>, Refusal> {
    let mut fields = Fields::of("notification", tree)?;
    let (kind, log, args) = (fields.get("type")?, fields.get("log")?, fields.get("args")?);
    fields.ignore(&["uid", "h", "lock_uuid"], TIMES);
    fields.done(account)?;
    Ok(Note { kind, log, args, span: tree.span.clone() })
}

// ---- understand

/// Makes turns of notifications, one after the other.
struct Teller<'s> {
    start: &'s Start,
    draft: Draft,
    next: Coins,
    /// What each seat has by what was told so far.
    held: Vec<Held>,
    /// Whose turn the last state says it is.
    active: Option<u8>,
    /// Whether nothing says yet that the last turn is over.
    open: bool,
    /// Whether a turn was told since the state that began it.
    acted: bool,
    /// Whether the bonuses alone pay for the last card.
    free: bool,
    ending: Option<Ending>,
    winner: Option<(u8, Range<usize>)>,
}

impl<'s> Teller<'s> {
    fn new(start: &'s Start, draft: Draft) -> Self {
        Self {
            start,
            draft,
            next: Coins::Take,
            held: vec![Held::default(); start.seats.len()],
            active: None,
            open: false,
            acted: true,
            free: false,
            ending: None,
            winner: None,
        }
    }

    /// Adds a turn, of the seat that is to act and before the end.
    fn push(&mut self, piece: Piece, span: &Range<usize>) -> Result<(), Refusal> {
        self.settled(span)?;
        if self.ending.is_some() || self.winner.is_some() {
            let message = "a turn behind the end of the game";
            return Err(Refusal::unknown(span, message));
        }
        let seat = piece.common.seat;
        if self.active.is_some() && self.active != seat {
            let (seat, active) = (seat.unwrap_or_default(), self.active.unwrap_or_default());
            let message = format!("seat {seat} acts, and by `active_player` it is seat {active}");
            return Err(Refusal::unknown(span, message));
        }
        (self.open, self.acted) = (true, true);
        self.draft.push(piece, span);
        Ok(())
    }

    fn note(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
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
                self.draft.account.ignored(kind.to_owned(), PAGE);
                Ok(())
            }
            _ => {
                let known = "gameStateChange, reserveCard, buyCard, coins, revealCard, \
                             updateScore, claimNoble, simpleNode, simpleNote or \
                             updateReflexionTime";
                Err(wrong(note.kind, known))
            }
        }
    }

    /// Whose notification it is.
    fn seat(&self, fields: &mut Fields<'_, '_>) -> Result<u8, Refusal> {
        let seat = self.start.seat(fields.get("player_id")?)?;
        self.start.check_name(seat, fields.find("player_name"))?;
        Ok(seat)
    }

    fn state(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("state", note.args)?;
        let active = fields.find("active_player");
        if let Some(id) = fields.find("id") {
            let seat = active.map(|active| self.start.seat(active)).transpose()?;
            self.settled(&note.span)?;
            let state = loose("a state", id, 999)?;
            self.next = match state {
                25 | 50 | 75 | 99 => Coins::Take,
                40 => Coins::Return,
                42 => {
                    let message = "a pass: what the notifications tell of it is not known here";
                    return Err(Refusal::lacking(&id.span, message));
                }
                _ => return Err(wrong(id, "a state of the base game: 25, 40, 50, 75 or 99")),
            };
            self.turns(state, seat, id)?;
            if state == 99 {
                self.last_state(fields.find("args"))?;
            }
        }
        let page = [
            "name",
            "description",
            "type",
            "action",
            "transitions",
            "descriptionmyturn",
            "args",
            "possibleactions",
            "updateGameProgression",
            "initialprivate",
            "reflexion",
        ];
        fields.ignore(&page, PAGE);
        fields.done(&mut self.draft.account)
    }

    /// Whose turn it is, by the states.
    fn turns(&mut self, state: u64, seat: Option<u8>, id: &Tree<'_>) -> Result<(), Refusal> {
        if state == 25 {
            if !self.acted && self.active != seat {
                let message = "the file has a hole: the turn before this state is not told";
                return Err(Refusal::lacking(&id.span, message));
            }
            if self.draft.len() == 0 && seat.is_some_and(|seat| seat != 0) {
                return Err(wrong(id, "the state of `first_player`, who begins"));
            }
            (self.active, self.acted) = (seat, false);
        } else if state != 99 && self.active.is_some() && seat.is_some() && seat != self.active {
            return Err(wrong(id, "a state of the player whose turn it is"));
        }
        self.open &= matches!(state, 40 | 50);
        Ok(())
    }

    fn last_state(&mut self, told: Option<&Tree<'_>>) -> Result<(), Refusal> {
        let Some(told) = told else { return Ok(()) };
        if self.ending.is_some() {
            return Err(wrong(told, "one end of the game"));
        }
        self.ending = result::read(told, self.start, &mut self.draft.account)?;
        Ok(())
    }

    fn reserve(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("reserveCard", note.args)?;
        let seat = self.seat(&mut fields)?;
        let card = card(fields.get("card")?, &mut self.draft.account)?;
        if card.place == "hand" || !card.place.starts_with("market_") {
            let message = "a card reserved from a deck: what the notifications tell of it is not \
                           known here";
            return Err(Refusal::lacking(&card.span, message));
        }
        let id = self.start.catalogue.card(&card)?;
        card.lies_in_row(id)?;
        if let Some(number) = fields.find("card_id") {
            card.is_number(number)?;
        }
        rank(fields.find("rank"), id)?;
        fields.ignore(&["cardname", "i18n", "preserve"], PAGE);
        fields.done(&mut self.draft.account)?;
        self.push(Piece::new(seat, Deed::Reserve(Reserve::Market(id))), &note.span)?;
        self.draft.place("reserve", &card.span);
        self.next = Coins::Gold;
        Ok(())
    }

    fn buy(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("buyCard", note.args)?;
        let seat = self.seat(&mut fields)?;
        let card = card(fields.get("card")?, &mut self.draft.account)?;
        let from = from(&card)?;
        no_orient(&mut fields)?;
        let id = self.start.catalogue.card(&card)?;
        if from == PurchaseOrigin::Market {
            card.lies_in_row(id)?;
        }
        rank(fields.find("rank"), id)?;
        gem(fields.find("gem_type"), id)?;
        fields.done(&mut self.draft.account)?;
        let deed = Deed::Purchase(Purchase { card: id, pay: None, from: Some(from) });
        self.push(Piece::new(seat, deed), &note.span)?;
        self.free = self.held[usize::from(seat)].purchase(id);
        self.draft.place("purchase/card", &card.span);
        self.next = Coins::Payment;
        Ok(())
    }

    fn reveal(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("revealCard", note.args)?;
        let card = card(fields.get("card")?, &mut self.draft.account)?;
        fields.done(&mut self.draft.account)?;
        let id = self.start.catalogue.card(&card)?;
        card.lies_in_row(id)?;
        let free = |piece: &&mut Piece| piece.common.refill.is_none();
        let Some(piece) = self.draft.last().filter(free) else {
            let message = "a card is revealed, needed a turn before it that took one";
            return Err(Refusal::unknown(&card.span, message));
        };
        piece.common.refill = Some(id);
        self.draft.place("refill", &card.span);
        Ok(())
    }

    fn score(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("updateScore", note.args)?;
        let seat = self.seat(&mut fields)?;
        let score = fields.get("score")?;
        let prestige = u8::try_from(loose("a score", score, 255)?).unwrap_or(u8::MAX);
        let held = &mut self.held[usize::from(seat)];
        if let Some(amount) = fields.find("amount_vp") {
            let needed = u64::from(prestige.saturating_sub(held.score));
            if prestige < held.score || loose("points", amount, 255)? != needed {
                let (was, is) = (held.score, prestige);
                return Err(wrong(amount, &format!("what leads from a score of {was} to {is}")));
            }
        }
        held.score = prestige;
        for city in ["isCitiesActivate", "isCitiesLastTurn"] {
            if let Some(value) = fields.find(city)
                && flag(city, value)?
            {
                let message = "a game with The Cities, whose notifications are not known here";
                return Err(Refusal::lacking(&value.span, message));
            }
        }
        fields.done(&mut self.draft.account)?;
        let Some(piece) = self.draft.last_of(seat) else {
            return Err(wrong(score, "a turn of the same player before it"));
        };
        piece.common.after.get_or_insert_with(After::default).prestige = Some(prestige);
        self.draft.place("after/prestige", &score.span);
        Ok(())
    }

    fn noble(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("claimNoble", note.args)?;
        let seat = self.seat(&mut fields)?;
        let tile = card(fields.get("card")?, &mut self.draft.account)?;
        fields.ignore(&["noble_desc", "i18n", "preserve"], "the noble says it");
        fields.done(&mut self.draft.account)?;
        let noble = self.start.catalogue.noble(&tile)?;
        let free = |piece: &&mut Piece| piece.common.noble.is_none();
        let Some(piece) = self.draft.last_of(seat).filter(free) else {
            let message = "a noble comes, needed a turn of the same player before it";
            return Err(Refusal::unknown(&tile.span, message));
        };
        piece.common.noble = Some(one_noble(noble));
        self.draft.place("noble", &tile.span);
        Ok(())
    }

    /// The end of the game, and who wins it.
    fn node(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        if text("a sentence", note.log)? != "End of game : ${player_name} wins!" {
            return Err(wrong(note.log, "`End of game : ${player_name} wins!`"));
        }
        let mut fields = Fields::of("simpleNode", note.args)?;
        let name = fields.get("player_name")?;
        fields.done(&mut self.draft.account)?;
        self.settled(&note.span)?;
        if self.winner.is_some() {
            return Err(wrong(name, "one sentence that names the winner"));
        }
        self.winner = Some((result::winner(name, self.start)?, name.span.clone()));
        Ok(())
    }
}

// ---- assemble

fn assemble(teller: Teller<'_>, table: Option<String>) -> Result<Conversion, Refusal> {
    let Teller { start, draft, ending, winner, .. } = teller;
    let source = Source {
        client: Some("boardgamearena".into()),
        game: table.map(Name::from),
        ..Source::default()
    };
    let named = |name: &String| Player { name: Some(name.clone().into()), ext: None };
    let players = start.seats.iter().map(|player| named(&player.name)).collect();
    let mut conversion = draft.assemble(source, players, start.setup.clone())?;
    // The pool of this client has the nobles of both boxes.
    conversion.log.rules.boxes = vec!["silk-road".into(), "sun-never-sets".into()];
    result::add(&mut conversion, ending, winner)?;
    Ok(conversion)
}
