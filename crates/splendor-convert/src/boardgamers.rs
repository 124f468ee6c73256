//! The games of boardgamers, one a line: a seed and what was done, with the client's own numbers.
//!
//! The table before the first turn comes from a side file. The client pays with gems before gold
//! and does not write it; 46 of its cards and one of its nobles are in no box.

use std::ops::Range;

use splendor_schema::tree::{Tree, Value};
use splendor_schema::{
    CardId, DeckReserve, End, EndReason, GameResult, Json, Level, NobleId, Player, Purchase,
    PurchaseOrigin, Reserve, Source, Token, limits,
};

use super::draft::{Deed, Draft, Piece, one_noble, take};
use super::fields::{Fields, clip, list, members, number, small, text, told, wrong};
use super::ids::{self, BOARDGAMERS_CARDS, BOARDGAMERS_NOBLES};
use super::table::Table;
use super::{Account, Conversion, Foreign, ForeignFormat, Refusal, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "boardgamers",
    about: "the games of boardgamers, one a line; with a side file, a game has only a seed",
    lines: true,
    takes_setup: true,
    is: |text| {
        let start = text.contains("\"type\":\"start\"") && text.contains("\"seed\":");
        start && text.contains("\"log\":[")
    },
    import,
};

const FIRST: &str = "the client pays with gems before gold";
const NEXT: &str = "the next card of the deck, by the side file";

fn import(foreign: &Foreign<'_>) -> Result<Conversion, Refusal> {
    let whole = foreign.text;
    let tree = Tree::read(whole, 0..whole.len()).map_err(|error| from_read(whole, &error))?;
    let mut draft = Draft::new(Account::default());
    let game = read(&tree, &mut draft.account)?;
    let Some(side) = foreign.setup(Some(&game.seed))? else {
        return Err(foreign.only_a_seed(&game.seed_place));
    };
    let table = Table::new(game.seats.into(), &side.setup);
    let seats = game.seats;
    let mut teller =
        Teller { whole, seats, table, draft, chosen: None, dropped: false, scores: None };
    let Some((start, entries)) = game.entries.split_first() else {
        return Err(Refusal::lacking(&game.seed_place, "a log without entries: needed `start`"));
    };
    started(start, &game, &mut teller.draft.account)?;
    entries.iter().try_for_each(|entry| teller.entry(entry))?;
    let Teller { mut draft, dropped, scores, .. } = teller;
    for pointer in ["/setup", "/players"] {
        draft.places.put(pointer, game.seed_place.clone());
    }
    assemble(draft, &game, side.setup.clone(), dropped, scores)
}

// ---- read

/// A game as it stands in its line.
struct Game<'a, 't> {
    seed: String,
    seed_place: Range<usize>,
    seats: u8,
    entries: &'a [Tree<'t>],
}

fn read<'a, 't>(tree: &'a Tree<'t>, account: &mut Account) -> Result<Game<'a, 't>, Refusal> {
    let mut fields = Fields::of("game", tree)?;
    let seed = fields.get("seed")?;
    let players = fields.get("players")?;
    let seats = small("the number of players", players, 4)?;
    if seats < 2 {
        return Err(wrong(players, "2 to 4 players"));
    }
    let entries = list("the log", fields.get("log")?)?;
    fields.done(account)?;
    let name = told("the seed", seed)?;
    Ok(Game { seed: name, seed_place: seed.span.clone(), seats, entries })
}

// ---- understand

/// A log begins with what the game says already.
fn started(tree: &Tree<'_>, game: &Game<'_, '_>, account: &mut Account) -> Result<(), Refusal> {
    let mut fields = Fields::of("entry", tree)?;
    let kind = fields.get("type")?;
    if text("a kind of entry", kind)? != "start" {
        return Err(wrong(kind, "start: a log begins with it"));
    }
    let players = fields.get("players")?;
    if small("the number of players", players, 4)? != game.seats {
        return Err(wrong(players, &format!("{}, as the game says", game.seats)));
    }
    let seed = fields.get("seed")?;
    if text("the seed", seed)? != game.seed {
        return Err(wrong(seed, &format!("`{}`, as the game says", clip(&game.seed))));
    }
    if let Some(options) = fields.find("options")
        && let Some(member) = members("the options", options)?.first()
    {
        let message = format!("the option `{}`, which is not known here", clip(&member.key));
        return Err(Refusal::lacking(&member.span, message));
    }
    fields.done(account)
}

/// Makes turns of entries, one after the other.
struct Teller<'t> {
    whole: &'t str,
    seats: u8,
    table: Table,
    draft: Draft,
    /// The noble that the move before chose, until the entry that tells its visit.
    chosen: Option<u64>,
    /// Whether a player left, so that the end is not that of the rules.
    dropped: bool,
    scores: Option<(Vec<u8>, Range<usize>)>,
}

impl Teller<'_> {
    fn entry(&mut self, tree: &Tree<'_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("entry", tree)?;
        let kind = fields.get("type")?;
        let last = self.chosen.take();
        if self.scores.is_some() {
            return Err(wrong(kind, "nothing behind `end`"));
        }
        match text("a kind of entry", kind)? {
            "move" => {
                let seat = self.seat(&mut fields)?;
                self.deed(seat, fields.get("move")?, tree)?;
            }
            "noble" => {
                let seat = self.seat(&mut fields)?;
                let told = fields.get("noble")?;
                let number = number("a noble", told, 9)?;
                if last.is_none_or(|chosen| chosen != number) {
                    self.visit(seat, number, told)?;
                }
            }
            "trigger" => {
                let seat = self.seat(&mut fields)?;
                if self.draft.last_of(seat).is_none() {
                    return Err(wrong(tree, "the player of the turn before it"));
                }
            }
            "drop" => {
                let seat = self.seat(&mut fields)?;
                self.dropped = true;
                self.foreign(seat, tree)?;
            }
            "end" => {
                let told = fields.get("scores")?;
                let scores = list("the scores", told)?.iter();
                let scores = scores.map(|score| small("a score", score, u8::MAX));
                self.scores = Some((scores.collect::<Result<_, _>>()?, told.span.clone()));
            }
            _ => return Err(wrong(kind, "move, noble, trigger, drop or end")),
        }
        fields.done(&mut self.draft.account)
    }

    fn seat(&self, fields: &mut Fields<'_, '_>) -> Result<u8, Refusal> {
        small("a seat", fields.get("player")?, self.seats - 1)
    }

    fn deed(&mut self, seat: u8, tree: &Tree<'_>, entry: &Tree<'_>) -> Result<(), Refusal> {
        let mut fields = Fields::of("move", tree)?;
        let action = fields.get("action")?;
        match text("an action", action)? {
            "take" => {
                let told = fields.get("gems")?;
                let gems = list("the gems", told)?.iter().map(gem);
                let gems = gems.collect::<Result<Vec<_>, _>>()?;
                self.take(seat, &gems, told, entry)?;
            }
            "take2" => {
                let told = fields.get("color")?;
                let gem = gem(told)?;
                self.take(seat, &[gem, gem], told, entry)?;
            }
            "reserve" => self.reserve(seat, &mut fields, tree, entry)?,
            "buy" => {
                let told = fields.get("cardId")?;
                self.buy(seat, card(told)?, told, entry);
            }
            "noble" => {
                let told = fields.get("nobleId")?;
                let number = number("a noble", told, 9)?;
                self.choose(seat, number, told, tree)?;
            }
            "swap" => {
                let (give, told) = (gem(fields.get("give")?)?, fields.get("receive")?);
                let receive = gem(told)?;
                if give == receive {
                    let message = "gems given back for nothing: how many is not told";
                    return Err(Refusal::lacking(&told.span, message));
                }
                self.table.give(seat, ones(&[give]));
                self.table.take(seat, ones(&[receive]));
                self.foreign(seat, tree)?;
            }
            _ => return Err(wrong(action, "take, take2, reserve, buy, noble or swap")),
        }
        fields.done(&mut self.draft.account)
    }

    fn take(
        &mut self,
        seat: u8,
        gems: &[Token],
        place: &Tree<'_>,
        entry: &Tree<'_>,
    ) -> Result<(), Refusal> {
        let taken = ones(gems);
        let deed = take(taken).ok_or_else(|| wrong(place, "at most twelve gems"))?;
        self.table.take(seat, taken);
        self.draft.push(Piece::new(seat, deed), &entry.span);
        self.draft.place("take", &place.span);
        Ok(())
    }

    fn reserve(
        &mut self,
        seat: u8,
        fields: &mut Fields<'_, '_>,
        tree: &Tree<'_>,
        entry: &Tree<'_>,
    ) -> Result<(), Refusal> {
        match (fields.find("cardId"), fields.find("tier")) {
            (Some(told), None) => {
                let id = card(told)?;
                self.table.reserve(seat, Some(id));
                let refill = self.refill(id);
                let mut piece = Piece::new(seat, Deed::Reserve(Reserve::Market(id)));
                piece.common.refill = refill;
                self.draft.push(piece, &entry.span);
                self.draft.place("reserve", &told.span);
            }
            (None, Some(told)) => {
                let level = usize::from(small("a level", told, 3)?);
                let level = Level::ALL.get(level.wrapping_sub(1));
                let deck = *level.ok_or_else(|| wrong(told, "1, 2 or 3"))?;
                let drawn = self.table.draw(deck).card();
                if drawn.is_some() {
                    self.draft.account.inferred("reserve.card", NEXT);
                }
                self.table.reserve(seat, drawn);
                let reserve = DeckReserve { deck, card: drawn, under: None };
                let piece = Piece::new(seat, Deed::Reserve(Reserve::Deck(reserve)));
                self.draft.push(piece, &entry.span);
                self.draft.place("reserve", &told.span);
            }
            _ => return Err(wrong(tree, "either `cardId` or `tier`")),
        }
        Ok(())
    }

    fn refill(&mut self, id: CardId) -> Option<CardId> {
        let next = self.table.draw(super::draft::level_of(id)).card();
        if next.is_some() {
            self.draft.account.inferred("refill", NEXT);
        }
        next
    }

    fn buy(&mut self, seat: u8, id: CardId, told: &Tree<'_>, entry: &Tree<'_>) {
        let hand = &mut self.table.seats[usize::from(seat)].hand;
        let held = hand.iter().position(|&card| card == Some(id));
        let from = match held {
            Some(_) => Some(PurchaseOrigin::Hand),
            None if hand.contains(&None) => None,
            None => Some(PurchaseOrigin::Market),
        };
        if let Some(held) = held {
            hand.remove(held);
        }
        let pay = self.table.purchase(seat, id);
        if pay.is_some() {
            self.draft.account.inferred("pay", FIRST);
        }
        let refill = if from == Some(PurchaseOrigin::Market) { self.refill(id) } else { None };
        let mut piece = Piece::new(seat, Deed::Purchase(Purchase { card: id, pay, from }));
        piece.common.refill = refill;
        self.draft.push(piece, &entry.span);
        self.draft.place("purchase/card", &told.span);
    }

    /// A choice among several nobles belongs to the turn before, if that is the same seat's; this
    /// client also lets a noble come as a whole turn, which the game does not know.
    fn choose(
        &mut self,
        seat: u8,
        number: u64,
        told: &Tree<'_>,
        tree: &Tree<'_>,
    ) -> Result<(), Refusal> {
        let free = |piece: &&mut Piece| {
            piece.common.noble.is_none() && !matches!(piece.deed, Deed::Foreign(_))
        };
        if self.draft.last_of(seat).as_ref().is_some_and(free) {
            self.visit(seat, number, told)?;
        } else {
            self.foreign(seat, tree)?;
        }
        self.chosen = Some(number);
        Ok(())
    }

    fn visit(&mut self, seat: u8, number: u64, told: &Tree<'_>) -> Result<(), Refusal> {
        let noble: NobleId = ids::noble(BOARDGAMERS_NOBLES, number)
            .ok_or_else(|| wrong(told, "the number of a noble"))?;
        let free = |piece: &&mut Piece| piece.common.noble.is_none();
        let Some(piece) = self.draft.last_of(seat).filter(free) else {
            return Err(wrong(told, "a turn of the same seat before it, without a noble"));
        };
        piece.common.noble = Some(one_noble(noble));
        self.draft.place("noble", &told.span);
        Ok(())
    }

    /// A turn that the game does not know, in the client's own words.
    fn foreign(&mut self, seat: u8, tree: &Tree<'_>) -> Result<(), Refusal> {
        let words = Json::try_from(&self.whole[tree.span.clone()]);
        let words = words.map_err(|why| Refusal::unknown(&tree.span, why))?;
        self.draft.push(Piece::new(seat, Deed::Foreign(words)), &tree.span);
        Ok(())
    }
}

/// Reads a gem by its name, which is that of the log format.
fn gem(tree: &Tree<'_>) -> Result<Token, Refusal> {
    let names = ["diamond", "sapphire", "emerald", "ruby", "onyx"];
    let told = text("a gem", tree)?;
    let at = names.iter().position(|name| *name == told);
    at.map(|at| Token::ALL[at]).ok_or_else(|| wrong(tree, &names.join(", ")))
}

fn ones(gems: &[Token]) -> [u8; 6] {
    let mut counts = [0_u8; 6];
    for gem in gems {
        counts[gem.index()] = (counts[gem.index()] + 1).min(limits::TOKENS);
    }
    counts
}

/// Reads the number of a card; views of one player have -1 for what is hidden from it.
fn card(tree: &Tree<'_>) -> Result<CardId, Refusal> {
    if let Value::Number("-1") = tree.value {
        let message = "a card that is hidden in this view of the game, needed its number";
        return Err(Refusal::lacking(&tree.span, message));
    }
    let found = ids::card(BOARDGAMERS_CARDS, number("a card", tree, 89)?);
    found.ok_or_else(|| wrong(tree, "the number of a card"))
}

// ---- assemble

fn assemble(
    draft: Draft,
    game: &Game<'_, '_>,
    setup: splendor_schema::Setup,
    dropped: bool,
    scores: Option<(Vec<u8>, Range<usize>)>,
) -> Result<Conversion, Refusal> {
    let source = Source {
        client: Some("boardgamers".into()),
        game: Some(game.seed.clone().into()),
        ..Source::default()
    };
    let players = vec![Player::default(); game.seats.into()];
    let mut conversion = draft.assemble(source, players, setup)?;
    if let Some((scores, span)) = scores {
        // Where a player left, the log does not say why the rest ended.
        if !dropped {
            let end = End { reason: EndReason::Completed, seats: Vec::new(), plies: None };
            conversion.log.end = Some(end);
            conversion.places.put("/end", span.clone());
        }
        conversion.log.result = Some(GameResult { scores: Some(scores), winners: None });
        conversion.places.put("/result", span);
    }
    Ok(conversion)
}
