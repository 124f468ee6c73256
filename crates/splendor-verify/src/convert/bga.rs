//! The notifications of Board Game Arena: what its page of a replay holds as `gamelogs`, and the
//! table that the replay begins with as `gamedatas`.

use std::ops::Range;

use splendor_schema::tree::{Tree, Value};
use splendor_schema::{
    After, End, EndReason, GameResult, Player, Purchase, Reserve, Source, Spot, TokenCounts, limits,
};

use super::bga_table::{self as start, Start, coins, loose};
use super::draft::{Deed, Draft, Piece, counts, one_noble, take};
use super::fields::{Fields, clip, flag, list, text, wrong};
use super::{Account, Conversion, Foreign, ForeignFormat, Refusal, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "boardgamearena",
    about: "the notifications of a replay on Board Game Arena, with the table that it begins with",
    lines: false,
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
            read.table = Some(loose("the table", table, u64::MAX)?.to_string());
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

/// What the coins that are told next belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coins {
    /// To a turn of their own: a take.
    Take,
    /// To the card reserved: its gold.
    Gold,
    /// To the card purchased: its payment.
    Payment,
    /// To the limit of ten: given back.
    Return,
}

/// Makes turns of notifications, one after the other.
struct Teller<'s> {
    start: &'s Start,
    draft: Draft,
    next: Coins,
    /// The tokens of each seat, by the coins told so far.
    held: Vec<[i64; 6]>,
    winner: Option<(u8, Range<usize>)>,
}

impl<'s> Teller<'s> {
    fn new(start: &'s Start, draft: Draft) -> Self {
        let held = vec![[0; 6]; start.seats.len()];
        Self { start, draft, next: Coins::Take, held, winner: None }
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
        let player = fields.get("player_id")?;
        fields.ignore(&["player_name"], "the id of the player says it");
        self.start.seat(player)
    }

    fn state(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("state", note.args)?;
        if let Some(id) = fields.find("id") {
            self.next = match loose("a state", id, 999)? {
                25 | 50 | 75 | 99 => Coins::Take,
                40 => Coins::Return,
                42 => {
                    let message = "a pass: what the notifications tell of it is not known here";
                    return Err(Refusal::lacking(&id.span, message));
                }
                _ => return Err(wrong(id, "a state of the base game: 25, 40, 50, 75 or 99")),
            };
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
            "active_player",
            "reflexion",
        ];
        fields.ignore(&page, PAGE);
        fields.done(&mut self.draft.account)
    }

    fn reserve(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("reserveCard", note.args)?;
        let seat = self.seat(&mut fields)?;
        let card = start::card(fields.get("card")?, &mut self.draft.account)?;
        if card.place == "hand" || !card.place.starts_with("market_") {
            let message = "a card reserved from a deck: what the notifications tell of it is not \
                           known here";
            return Err(Refusal::lacking(&card.span, message));
        }
        let id = self.start.catalogue.card(&card)?;
        fields.ignore(&["card_id", "cardname", "rank", "i18n", "preserve"], "the card says it");
        fields.done(&mut self.draft.account)?;
        self.draft.push(Piece::new(seat, Deed::Reserve(Reserve::Market(id))), &note.span);
        self.draft.place("reserve", &card.span);
        self.next = Coins::Gold;
        Ok(())
    }

    fn buy(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("buyCard", note.args)?;
        let seat = self.seat(&mut fields)?;
        let card = start::card(fields.get("card")?, &mut self.draft.account)?;
        let from = match card.place.as_str() {
            "hand" => Spot::Hand,
            place if place.starts_with("market_") => Spot::Market,
            place => {
                let message = format!("found `{}`, needed market_1 to 3 or hand", clip(place));
                return Err(Refusal::unknown(&card.span, message));
            }
        };
        for orient in ["cardToCopyId", "doubleGoldCardsIdList", "expenseCardsIdList"] {
            match fields.find(orient).map(|value| (&value.value, value)) {
                Some((Value::Text(told), value)) if !matches!(&**told, "" | "0") => {
                    let message = "a card of the module The Orient, which no log can tell yet";
                    return Err(Refusal::lacking(&value.span, message));
                }
                _ => {}
            }
        }
        let id = self.start.catalogue.card(&card)?;
        fields.ignore(&["gem_type", "rank"], "the card says it");
        fields.done(&mut self.draft.account)?;
        let deed = Deed::Purchase(Purchase { card: id, pay: None, from: Some(from) });
        self.draft.push(Piece::new(seat, deed), &note.span);
        self.draft.place("purchase/card", &card.span);
        self.next = Coins::Payment;
        Ok(())
    }

    fn coins(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("coins", note.args)?;
        let seat = self.seat(&mut fields)?;
        let (income, expense) = (fields.get("income_coins")?, fields.get("expense_coins")?);
        let (gained, spent) = (coins(income)?, coins(expense)?);
        let gap = fields.get("gap")?;
        start::check_gap(gap, gained, spent, &mut self.draft.account)?;
        fields.done(&mut self.draft.account)?;
        let nothing = [0; 6];
        match self.next {
            Coins::Take if spent == nothing && gained != nothing => {
                let deed = take(gained).ok_or_else(|| wrong(income, "at most twelve coins"))?;
                self.draft.push(Piece::new(seat, deed), &note.span);
                self.draft.place("take", &income.span);
            }
            Coins::Gold if spent == nothing && matches!(gained, [0, 0, 0, 0, 0, 0 | 1]) => {}
            Coins::Payment if gained == nothing => {
                self.pay(seat, counts(spent), expense)?;
            }
            Coins::Return if gained == nothing => {
                let Some(piece) = self.draft.last_of(seat) else {
                    return Err(wrong(expense, "a turn of the same player before it"));
                };
                piece.common.returned = Some(counts(spent));
                self.draft.place("return", &expense.span);
            }
            Coins::Take => return Err(wrong(expense, "coins taken and none given")),
            Coins::Gold => return Err(wrong(income, "one gold for the card reserved, or nothing")),
            Coins::Payment | Coins::Return => return Err(wrong(income, "coins given, none taken")),
        }
        self.next = Coins::Take;
        self.hold(seat, gained, spent, &note.span);
        Ok(())
    }

    fn pay(&mut self, seat: u8, paid: TokenCounts, place: &Tree<'_>) -> Result<(), Refusal> {
        let piece = self.draft.last_of(seat);
        let Some(Piece { deed: Deed::Purchase(purchase), .. }) = piece else {
            return Err(wrong(place, "a purchase of the same player before it"));
        };
        purchase.pay = Some(paid);
        self.draft.place("purchase/pay", &place.span);
        Ok(())
    }

    /// Keeps what the client says that a seat holds: its own view after the turn.
    fn hold(&mut self, seat: u8, gained: [u8; 6], spent: [u8; 6], span: &Range<usize>) {
        let held = &mut self.held[usize::from(seat)];
        for (kind, count) in held.iter_mut().enumerate() {
            *count += i64::from(gained[kind]) - i64::from(spent[kind]);
        }
        let each = splendor_schema::Token::ALL.iter().copied().zip(held.iter());
        let told = each.map(|(token, &count)| Some((token, u8::try_from(count).ok()?)));
        let told = told.map(|pair| pair.filter(|&(_, count)| count <= limits::TOKENS));
        let Some(all) = told.collect::<Option<TokenCounts>>() else { return };
        if let Some(piece) = self.draft.last_of(seat) {
            piece.common.after.get_or_insert_with(After::default).tokens = Some(all);
            self.draft.place("after/tokens", span);
        }
    }

    fn reveal(&mut self, note: &Note<'_, '_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("revealCard", note.args)?;
        let card = start::card(fields.get("card")?, &mut self.draft.account)?;
        fields.done(&mut self.draft.account)?;
        let id = self.start.catalogue.card(&card)?;
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
        fields.ignore(&["amount_vp"], "the score says it");
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
        let tile = start::card(fields.get("card")?, &mut self.draft.account)?;
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
        let told = text("the name of a player", name)?;
        fields.done(&mut self.draft.account)?;
        let mut seats = self.start.seats.iter().zip(0..);
        let Some((_, seat)) = seats.find(|(player, _)| player.name == told) else {
            return Err(wrong(name, "the name of a player at the table"));
        };
        self.winner = Some((seat, name.span.clone()));
        Ok(())
    }
}

// ---- assemble

fn assemble(teller: Teller<'_>, table: Option<String>) -> Result<Conversion, Refusal> {
    let Teller { start, draft, winner, .. } = teller;
    let source =
        Source { client: Some("boardgamearena".to_owned()), game: table, ..Source::default() };
    let named = |name: &String| Player { name: Some(name.clone()), ext: None };
    let players = start.seats.iter().map(|player| named(&player.name)).collect();
    let mut conversion = draft.assemble(source, players, start.setup.clone())?;
    let Conversion { log, places, .. } = &mut conversion;
    // The pool of this client has the nobles of both boxes.
    log.rules.boxes = vec!["silk-road".to_owned(), "sun-never-sets".to_owned()];
    if let Some((seat, span)) = winner {
        log.end = Some(End { reason: EndReason::Completed, seats: Vec::new(), plies: None });
        log.result = Some(GameResult { scores: None, winners: Some(vec![seat]) });
        places.put("/end", span.clone());
        places.put("/result", span);
    }
    Ok(conversion)
}
