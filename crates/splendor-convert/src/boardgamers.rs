//! The games of boardgamers, one per line: a seed and the actions, with the client's own numbers.
//!
//! The table before the first turn comes from a side file. The client pays with gems before gold
//! and does not log payments; 46 of its cards and one of its nobles are in no published box.

use std::ops::Range;

use splendor_core::{Card, Level, Noble, PurchaseOrigin, Row, Token};
use splendor_schema::Turn;
use splendor_schema::json::Json;
use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::limits;
use splendor_schema::log::{End, EndReason, GameResult, Player, Source};
use splendor_schema::turn::{Purchase, Reserve};

use crate::client_table::ClientTable;
use crate::fields::{Fields, clip, expected, list, log_text, members, number, small, text};
use crate::log_builder::{LogBuilder, one_noble, take};
use crate::numbers::{self, BOARDGAMERS_CARDS, BOARDGAMERS_NOBLES};
use crate::{Account, Conversion, ConvertError, Foreign, ForeignFormat, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "boardgamers",
    about: "the games of boardgamers, one per line; with a side file, a game has only a seed",
    game_per_line: true,
    takes_setup: true,
    matches: |signs| {
        let start = signs.shows("\"type\":\"start\"") && signs.shows("\"seed\":");
        start && signs.has(&["log"])
    },
    import,
};

const FIRST: &str = "the client pays with gems before gold";
const NEXT: &str = "the next card of the deck, by the side file";

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let whole = foreign.text;
    let tree = Tree::read(whole, 0..whole.len()).map_err(|error| from_read(whole, &error))?;
    let mut builder = LogBuilder::new(Account::default());
    let game = read(&tree, &mut builder.account)?;
    let Some(side) = foreign.setup(Some(&game.seed))? else {
        return Err(foreign.only_a_seed(&game.seed_place));
    };
    let table = ClientTable::new(game.seats.into(), &side.setup);
    let seats = game.seats;
    let mut teller =
        Importer { whole, seats, table, builder, chosen: None, dropped: false, scores: None };
    let Some((start, entries)) = game.entries.split_first() else {
        return Err(ConvertError::incomplete(
            &game.seed_place,
            "the log has no entries; expected `start`",
        ));
    };
    started(start, &game, &mut teller.builder.account)?;
    entries.iter().try_for_each(|entry| teller.entry(entry))?;
    let Importer { mut builder, dropped, scores, .. } = teller;
    for pointer in ["/setup", "/players"] {
        builder.places.insert(pointer, game.seed_place.clone());
    }
    assemble(builder, &game, side.setup.clone(), dropped, scores)
}

// ---- read

/// One game, as read from its line.
struct Game<'a, 't> {
    seed: String,
    seed_place: Range<usize>,
    seats: u8,
    entries: &'a [Tree<'t>],
}

fn read<'a, 't>(tree: &'a Tree<'t>, account: &mut Account) -> Result<Game<'a, 't>, ConvertError> {
    let mut fields = Fields::of("game", tree)?;
    let seed = fields.get("seed")?;
    let players = fields.get("players")?;
    let seats = small("the number of players", players, 4)?;
    if seats < 2 {
        return Err(expected(players, "2 to 4 players"));
    }
    let entries = list("the log", fields.get("log")?)?;
    fields.finish(account)?;
    let name = log_text("the seed", seed)?;
    Ok(Game { seed: name, seed_place: seed.span.clone(), seats, entries })
}

// ---- understand

/// Checks the first entry, which repeats the seed and the number of players.
fn started(
    tree: &Tree<'_>,
    game: &Game<'_, '_>,
    account: &mut Account,
) -> Result<(), ConvertError> {
    let mut fields = Fields::of("entry", tree)?;
    let kind = fields.get("type")?;
    if text("a kind of entry", kind)? != "start" {
        return Err(expected(kind, "start: a log begins with it"));
    }
    let players = fields.get("players")?;
    if small("the number of players", players, 4)? != game.seats {
        return Err(expected(players, &format!("{}, as the game says", game.seats)));
    }
    let seed = fields.get("seed")?;
    if text("the seed", seed)? != game.seed {
        return Err(expected(seed, &format!("`{}`, as the game says", clip(&game.seed))));
    }
    if let Some(options) = fields.find("options")
        && let Some(member) = members("the options", options)?.first()
    {
        let message = format!("the option `{}` is not supported", clip(&member.key));
        return Err(ConvertError::incomplete(&member.span, message));
    }
    fields.finish(account)
}

/// Turns entries into turns of the log, in order.
struct Importer<'t> {
    whole: &'t str,
    seats: u8,
    table: ClientTable,
    builder: LogBuilder,
    /// The noble chosen by the last move, until the entry that confirms the visit.
    chosen: Option<u64>,
    /// Whether a player left; then the rules did not end the game.
    dropped: bool,
    scores: Option<(Vec<u8>, Range<usize>)>,
}

impl Importer<'_> {
    fn entry(&mut self, tree: &Tree<'_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("entry", tree)?;
        let kind = fields.get("type")?;
        let last = self.chosen.take();
        if self.scores.is_some() {
            return Err(expected(kind, "no entry after `end`"));
        }
        match text("a kind of entry", kind)? {
            "move" => {
                let seat = self.seat(&mut fields)?;
                self.action(seat, fields.get("move")?, tree)?;
            }
            "noble" => {
                let seat = self.seat(&mut fields)?;
                let field = fields.get("noble")?;
                let number = number("a noble", field, 9)?;
                if last.is_none_or(|chosen| chosen != number) {
                    self.visit(seat, number, field)?;
                }
            }
            "trigger" => {
                let seat = self.seat(&mut fields)?;
                if self.builder.last_of(seat).is_none() {
                    return Err(expected(tree, "the player of the turn before it"));
                }
            }
            "drop" => {
                let seat = self.seat(&mut fields)?;
                self.dropped = true;
                self.foreign(seat, tree)?;
            }
            "end" => {
                let field = fields.get("scores")?;
                let scores = list("the scores", field)?.iter();
                let scores = scores.map(|score| small("a score", score, u8::MAX));
                self.scores = Some((scores.collect::<Result<_, _>>()?, field.span.clone()));
            }
            _ => return Err(expected(kind, "move, noble, trigger, drop or end")),
        }
        fields.finish(&mut self.builder.account)
    }

    fn seat(&self, fields: &mut Fields<'_, '_>) -> Result<u8, ConvertError> {
        small("a seat", fields.get("player")?, self.seats - 1)
    }

    fn action(&mut self, seat: u8, tree: &Tree<'_>, entry: &Tree<'_>) -> Result<(), ConvertError> {
        let mut fields = Fields::of("move", tree)?;
        let action = fields.get("action")?;
        match text("an action", action)? {
            "take" => {
                let field = fields.get("gems")?;
                let gems = list("the gems", field)?.iter().map(gem);
                let gems = gems.collect::<Result<Vec<_>, _>>()?;
                self.take(seat, &gems, field, entry)?;
            }
            "take2" => {
                let field = fields.get("color")?;
                let gem = gem(field)?;
                self.take(seat, &[gem, gem], field, entry)?;
            }
            "reserve" => self.reserve(seat, &mut fields, tree, entry)?,
            "buy" => {
                let field = fields.get("cardId")?;
                self.buy(seat, card(field)?, field, entry);
            }
            "noble" => {
                let field = fields.get("nobleId")?;
                let number = number("a noble", field, 9)?;
                self.choose(seat, number, field, tree)?;
            }
            "swap" => {
                let (give, field) = (gem(fields.get("give")?)?, fields.get("receive")?);
                let receive = gem(field)?;
                if give == receive {
                    let message = "gems returned for nothing; the file does not give their number";
                    return Err(ConvertError::incomplete(&field.span, message));
                }
                self.table.give(seat, ones(&[give]));
                self.table.take(seat, ones(&[receive]));
                self.foreign(seat, tree)?;
            }
            _ => return Err(expected(action, "take, take2, reserve, buy, noble or swap")),
        }
        fields.finish(&mut self.builder.account)
    }

    fn take(
        &mut self,
        seat: u8,
        gems: &[Token],
        place: &Tree<'_>,
        entry: &Tree<'_>,
    ) -> Result<(), ConvertError> {
        let taken = ones(gems);
        let action = take(taken).ok_or_else(|| expected(place, "at most twelve gems"))?;
        self.table.take(seat, taken);
        self.builder.push(Turn { seat: Some(seat), ..action }, &entry.span);
        self.builder.place("take", &place.span);
        Ok(())
    }

    fn reserve(
        &mut self,
        seat: u8,
        fields: &mut Fields<'_, '_>,
        tree: &Tree<'_>,
        entry: &Tree<'_>,
    ) -> Result<(), ConvertError> {
        match (fields.find("cardId"), fields.find("tier")) {
            (Some(field), None) => {
                let id = card(field)?;
                self.table.reserve(seat, Some(id));
                let refill = self.refill(id);
                let reserve = Some(Reserve::Market(id));
                let turn = Turn { seat: Some(seat), reserve, refill, ..Turn::default() };
                self.builder.push(turn, &entry.span);
                self.builder.place("reserve", &field.span);
            }
            (None, Some(field)) => {
                let level = usize::from(small("a level", field, 3)?);
                let level = Level::ALL.get(level.wrapping_sub(1));
                let deck = *level.ok_or_else(|| expected(field, "1, 2 or 3"))?;
                let drawn = self.table.draw(deck).card();
                if drawn.is_some() {
                    self.builder.account.inferred("reserve.card", NEXT);
                }
                self.table.reserve(seat, drawn);
                let reserve = Reserve::Deck { row: Row::from(deck), card: drawn, under: None };
                let turn = Turn { seat: Some(seat), reserve: Some(reserve), ..Turn::default() };
                self.builder.push(turn, &entry.span);
                self.builder.place("reserve", &field.span);
            }
            _ => return Err(expected(tree, "either `cardId` or `tier`")),
        }
        Ok(())
    }

    fn refill(&mut self, id: Card) -> Option<Card> {
        let next = self.table.draw(id.level()).card();
        if next.is_some() {
            self.builder.account.inferred("refill", NEXT);
        }
        next
    }

    fn buy(&mut self, seat: u8, id: Card, field: &Tree<'_>, entry: &Tree<'_>) {
        let hand = &mut self.table.seats[usize::from(seat)].hand;
        let held = hand.iter().position(|&card| card == Some(id));
        let from = match held {
            Some(_) => Some(PurchaseOrigin::Hand),
            // A card drawn blind from an unknown deck may be the purchased one.
            None if hand.contains(&None) => None,
            None => Some(PurchaseOrigin::Market),
        };
        if let Some(held) = held {
            hand.remove(held);
        }
        let pay = self.table.purchase(seat, id);
        if pay.is_some() {
            self.builder.account.inferred("pay", FIRST);
        }
        let refill = if from == Some(PurchaseOrigin::Market) { self.refill(id) } else { None };
        let purchase = Some(Purchase::new(id, pay, from));
        let turn = Turn { seat: Some(seat), purchase, refill, ..Turn::default() };
        self.builder.push(turn, &entry.span);
        self.builder.place("purchase/card", &field.span);
    }

    /// Adds a chosen noble to the last turn if it belongs to the same seat.
    ///
    /// This client also allows a noble as a whole turn, which the rules do not have. That turn
    /// becomes a foreign one.
    fn choose(
        &mut self,
        seat: u8,
        number: u64,
        field: &Tree<'_>,
        tree: &Tree<'_>,
    ) -> Result<(), ConvertError> {
        let free = |turn: &&mut Turn| turn.noble.is_none() && !turn.is_foreign();
        if self.builder.last_of(seat).as_ref().is_some_and(free) {
            self.visit(seat, number, field)?;
        } else {
            self.foreign(seat, tree)?;
        }
        self.chosen = Some(number);
        Ok(())
    }

    fn visit(&mut self, seat: u8, number: u64, field: &Tree<'_>) -> Result<(), ConvertError> {
        let noble: Noble = numbers::noble(BOARDGAMERS_NOBLES, number)
            .ok_or_else(|| expected(field, "the number of a noble"))?;
        let free = |turn: &&mut Turn| turn.noble.is_none();
        let Some(turn) = self.builder.last_of(seat).filter(free) else {
            return Err(expected(field, "a turn of the same seat before it, without a noble"));
        };
        // A log cannot say that a noble comes with a foreign turn, as this client allows.
        if !turn.is_foreign() {
            turn.noble = Some(one_noble(noble));
        }
        self.builder.place("noble", &field.span);
        Ok(())
    }

    /// Adds a turn that the rules do not have, as the client's own JSON.
    fn foreign(&mut self, seat: u8, tree: &Tree<'_>) -> Result<(), ConvertError> {
        let words = Json::try_from(&self.whole[tree.span.clone()]);
        let words = words.map_err(|why| ConvertError::unknown(&tree.span, why))?;
        let turn = Turn { seat: Some(seat), foreign: Some(words), ..Turn::default() };
        self.builder.push(turn, &tree.span);
        Ok(())
    }
}

/// Reads the name of a gem; this client uses the names of the log format.
fn gem(tree: &Tree<'_>) -> Result<Token, ConvertError> {
    let names = ["diamond", "sapphire", "emerald", "ruby", "onyx"];
    let field = text("a gem", tree)?;
    let at = names.iter().position(|name| *name == field);
    at.map(|at| Token::ALL[at]).ok_or_else(|| expected(tree, &names.join(", ")))
}

fn ones(gems: &[Token]) -> [u8; 6] {
    let mut counts = [0_u8; 6];
    for gem in gems {
        counts[gem.index()] = (counts[gem.index()] + 1).min(limits::TOKENS);
    }
    counts
}

/// Reads the number of a card; a one-player view has -1 for hidden cards.
fn card(tree: &Tree<'_>) -> Result<Card, ConvertError> {
    if let Value::Number("-1") = tree.value {
        let message = "expected the number of a card, which this view of the game hides";
        return Err(ConvertError::incomplete(&tree.span, message));
    }
    let found = numbers::card(BOARDGAMERS_CARDS, number("a card", tree, 89)?);
    found.ok_or_else(|| expected(tree, "the number of a card"))
}

// ---- assemble

fn assemble(
    builder: LogBuilder,
    game: &Game<'_, '_>,
    setup: splendor_schema::log::Setup,
    dropped: bool,
    scores: Option<(Vec<u8>, Range<usize>)>,
) -> Result<Conversion, ConvertError> {
    let source = Source {
        client: Some("boardgamers".into()),
        game: Some(game.seed.clone().into()),
        ..Source::default()
    };
    let players = vec![Player::default(); game.seats.into()];
    let mut conversion = builder.assemble(source, players, setup)?;
    if let Some((scores, span)) = scores {
        // After a player left, the file does not give the reason for the end.
        if !dropped {
            let end = End { reason: EndReason::Completed, seats: Vec::new(), plies: None };
            conversion.log.end = Some(end);
            conversion.places.insert("/end", span.clone());
        }
        conversion.log.result = Some(GameResult { scores: Some(scores), winners: None });
        conversion.places.insert("/result", span);
    }
    Ok(conversion)
}
