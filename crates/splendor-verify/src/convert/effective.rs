//! The replays of effective-splendor, `effective-splendor-replay` version 1.
//!
//! A replay names a seed and the places of cards, not the cards: the table before the first turn
//! comes from a side file. What the client does by its own rules (it pays with gems before gold,
//! and a noble comes only after a purchase) is followed, so that the log says what happened.

use std::ops::Range;

use splendor_schema::tree::Tree;
use splendor_schema::{
    CardId, DeckReserve, End, EndReason, GameResult, Level, Player, Purchase, Reserve, Source,
    Spot, limits,
};

use super::draft::{Deed, Draft, Piece, one_noble, returned, take};
use super::fields::{Fields, list, number, small, text, wrong};
use super::ids::{self, EFFECTIVE_NOBLES};
use super::side::SideSetup;
use super::table::{self, Table};
use super::{Account, Conversion, Foreign, ForeignFormat, Refusal, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "effective-splendor",
    about: "replays of effective-splendor, version 1; with a side file, the replay has only a seed",
    lines: false,
    is: |text| text.contains("\"effective-splendor-replay\"") || text.contains(TRANSCRIPT),
    import,
};

/// What the protocol between that client and its players begins with, which is no replay.
const TRANSCRIPT: &str = "{\"type\":\"hello\",\"protocol_version\"";

const HASH: &str = "a hash of the client's own state, which only that client can compute";
const FIRST: &str = "the client pays with gems before gold";
const AFTER_PURCHASE: &str = "the client gives the one noble that may come after a purchase";
const PLACE: &str = "the card at the place that is told, by the side file";
const NEXT: &str = "the next card of the deck, by the side file";

/// The names of the tokens, in the order of the log format.
const TOKENS: [&str; 6] = ["white", "blue", "green", "red", "black", "gold"];

fn import(foreign: &Foreign<'_>) -> Result<Conversion, Refusal> {
    let text = foreign.text;
    if text.trim_start().replace(' ', "").starts_with(TRANSCRIPT) {
        let message = "a transcript of what one player was told, not a replay of the game; \
                       needed an effective-splendor-replay";
        return Err(Refusal::lacking(&(0..0), message));
    }
    let tree = Tree::read(text, 0..text.len()).map_err(|error| from_read(text, &error))?;
    let mut account = Account::default();
    let replay = read(&tree, &mut account)?;
    let Some(side) = foreign.setup(None)? else { return Err(foreign.only_a_seed(&replay.seed)) };
    let mut game = Follower::new(side, replay.seats, account);
    replay.steps.iter().try_for_each(|step| game.step(step))?;
    assemble(replay, game.draft, side)
}

// ---- read

/// A replay as it stands in the file.
struct Replay {
    seats: usize,
    engine: String,
    seed: Range<usize>,
    seed_text: String,
    steps: Vec<Step>,
    end: Option<(EndReason, Range<usize>)>,
    result: GameResult,
    result_places: Vec<(&'static str, Range<usize>)>,
}

/// One step of a replay.
struct Step {
    actor: u8,
    action: Action,
    span: Range<usize>,
}

/// What a step does.
enum Action {
    Take { take: [u8; 6], back: [u8; 6] },
    ReserveMarket { place: Place, back: [u8; 6] },
    ReserveDeck { level: Level, back: [u8; 6] },
    BuyMarket(Place),
    BuyReserved { slot: u8, span: Range<usize> },
    ChooseNoble { noble: u64, span: Range<usize> },
    Pass,
}

/// A place of the market: its level, its number from 0, and where that is told.
struct Place {
    level: Level,
    slot: u8,
    span: Range<usize>,
}

fn read(tree: &Tree<'_>, account: &mut Account) -> Result<Replay, Refusal> {
    let mut fields = Fields::of("the replay", tree)?;
    exactly(fields.get("format")?, "effective-splendor-replay")?;
    let version = fields.get("version")?;
    if number("the version", version, limits::INTEGER)? != 1 {
        return Err(wrong(version, "version 1"));
    }
    let engine = text("the version of the engine", fields.get("engine_version")?)?.to_owned();
    ruleset(fields.get("ruleset")?, account)?;
    let told = fields.get("player_count")?;
    let seats = small("the number of players", told, 4)?;
    if seats < 2 {
        return Err(wrong(told, "2 to 4 players"));
    }
    let seed = fields.get("seed")?;
    let seed_text = number("the seed", seed, limits::INTEGER)?.to_string();
    let steps = list("the steps", fields.get("steps")?)?.iter().enumerate();
    let steps = steps.map(|(ply, step)| read_step(ply, seats, step, account));
    let steps = steps.collect::<Result<_, _>>()?;
    let mut replay = Replay {
        seats: usize::from(seats),
        engine,
        seed: seed.span.clone(),
        seed_text,
        steps,
        end: None,
        result: GameResult::default(),
        result_places: Vec::new(),
    };
    if let Some(result) = fields.find("result") {
        read_result(result, &mut replay, account)?;
    }
    fields.ignore(&["ruleset_fingerprint", "initial_state_hash", "final_state_hash"], HASH);
    fields.done(account)?;
    Ok(replay)
}

fn exactly(tree: &Tree<'_>, needed: &str) -> Result<(), Refusal> {
    if text(needed, tree)? == needed { Ok(()) } else { Err(wrong(tree, &format!("`{needed}`"))) }
}

/// The rules of a replay are those of the base game, or not known.
fn ruleset(tree: &Tree<'_>, account: &mut Account) -> Result<(), Refusal> {
    let mut fields = Fields::of("ruleset", tree)?;
    exactly(fields.get("id")?, "splendor-base-v1")?;
    exactly(fields.get("catalog_version")?, "0.1.0")?;
    let numbers = [
        ("min_players", 2),
        ("max_players", 4),
        ("prestige_to_end", 15),
        ("max_tokens", 10),
        ("max_reserved", 3),
        ("market_slots_per_tier", 4),
        ("gold_tokens", 5),
        ("noble_extra", 1),
    ];
    for (key, needed) in numbers {
        let value = fields.get(key)?;
        if small(key, value, u8::MAX)? != needed {
            return Err(wrong(value, &format!("{needed}, as in the rulebook ({key})")));
        }
    }
    let supply = fields.get("color_tokens_by_players")?;
    let counts = list("the gems by players", supply)?.iter();
    let counts = counts.map(|count| small("gems", count, 99)).collect::<Result<Vec<_>, _>>()?;
    if counts != [4, 5, 7] {
        return Err(Refusal::unknown(&supply.span, "needed 4, 5 and 7 gems, as in the rulebook"));
    }
    fields.done(account)
}

fn read_step(
    ply: usize,
    seats: u8,
    tree: &Tree<'_>,
    account: &mut Account,
) -> Result<Step, Refusal> {
    let mut fields = Fields::of("step", tree)?;
    let told = fields.get("ply")?;
    if number("the ply", told, limits::INTEGER)? != ply as u64 {
        return Err(wrong(told, &format!("{ply}: the steps are numbered from 0")));
    }
    let actor = small("a seat", fields.get("actor")?, seats.saturating_sub(1))?;
    let action = read_action(fields.get("action")?, account)?;
    fields.ignore(&["state_hash_before", "state_hash_after"], HASH);
    fields.done(account)?;
    Ok(Step { actor, action, span: tree.span.clone() })
}

fn read_action(tree: &Tree<'_>, account: &mut Account) -> Result<Action, Refusal> {
    let mut fields = Fields::of("action", tree)?;
    let kind = fields.get("type")?;
    let action = match text("a kind of action", kind)? {
        "take_tokens" => Action::Take {
            take: tokens(fields.get("take")?, account)?,
            back: tokens(fields.get("return")?, account)?,
        },
        "reserve_market" => Action::ReserveMarket {
            place: place(&mut fields)?,
            back: tokens(fields.get("return")?, account)?,
        },
        "reserve_deck" => Action::ReserveDeck {
            level: level(fields.get("tier")?)?,
            back: tokens(fields.get("return")?, account)?,
        },
        "buy_market" => Action::BuyMarket(place(&mut fields)?),
        "buy_reserved" => {
            let slot = fields.get("slot")?;
            Action::BuyReserved { slot: small("a place", slot, 2)?, span: slot.span.clone() }
        }
        "choose_noble" => {
            let noble = fields.get("noble")?;
            Action::ChooseNoble { noble: number("a noble", noble, 9)?, span: noble.span.clone() }
        }
        "pass" => Action::Pass,
        _ => {
            let known = "take_tokens, reserve_market, reserve_deck, buy_market, buy_reserved, \
                         choose_noble or pass";
            return Err(wrong(kind, known));
        }
    };
    fields.done(account)?;
    Ok(action)
}

fn place(fields: &mut Fields<'_, '_>) -> Result<Place, Refusal> {
    let level = level(fields.get("tier")?)?;
    let slot = fields.get("slot")?;
    Ok(Place { level, slot: small("a place", slot, 3)?, span: slot.span.clone() })
}

fn level(tree: &Tree<'_>) -> Result<Level, Refusal> {
    match text("a level", tree)? {
        "One" => Ok(Level::One),
        "Two" => Ok(Level::Two),
        "Three" => Ok(Level::Three),
        _ => Err(wrong(tree, "One, Two or Three")),
    }
}

fn tokens(tree: &Tree<'_>, account: &mut Account) -> Result<[u8; 6], Refusal> {
    let mut fields = Fields::of("tokens", tree)?;
    let mut counts = [0; 6];
    for (count, name) in counts.iter_mut().zip(TOKENS) {
        *count = small(name, fields.get(name)?, limits::TOKENS)?;
    }
    fields.done(account)?;
    Ok(counts)
}

fn read_result(tree: &Tree<'_>, replay: &mut Replay, account: &mut Account) -> Result<(), Refusal> {
    let mut fields = Fields::of("result", tree)?;
    let scores = fields.get("scores")?;
    let told = list("the scores", scores)?.iter();
    let told = told.map(|score| small("a score", score, u8::MAX)).collect::<Result<_, _>>()?;
    replay.result.scores = Some(told);
    let winners = fields.get("winners")?;
    let told = list("the winners", winners)?.iter();
    let told = told.map(|seat| small("a seat", seat, limits::SEAT)).collect::<Result<_, _>>()?;
    replay.result.winners = Some(told);
    let reason = fields.get("reason")?;
    let end = match text("a reason", reason)? {
        "prestige_threshold" => EndReason::Completed,
        "stalemate" => EndReason::Stalemate,
        _ => return Err(wrong(reason, "prestige_threshold or stalemate")),
    };
    replay.end = Some((end, reason.span.clone()));
    fields.ignore(&["ranks"], "the winners and the scores say it");
    replay.result_places = vec![
        ("/result", tree.span.clone()),
        ("/result/scores", scores.span.clone()),
        ("/result/winners", winners.span.clone()),
    ];
    fields.done(account)
}

// ---- understand

/// Follows the client's table, because a replay names places and not cards.
struct Follower {
    table: Table,
    draft: Draft,
}

impl Follower {
    fn new(side: &SideSetup, seats: usize, account: Account) -> Self {
        let table = Table::new(seats, &side.setup);
        Self { table, draft: Draft::new(account) }
    }

    fn step(&mut self, step: &Step) -> Result<(), Refusal> {
        let seat = step.actor;
        match &step.action {
            Action::Take { take: taken, back } => {
                let deed = take(*taken).ok_or_else(|| {
                    Refusal::unknown(&step.span, "more tokens taken than a log can name")
                })?;
                self.table.take(seat, *taken);
                self.push(step, deed, None, *back);
            }
            Action::ReserveMarket { place, back } => {
                let (card, refill) = self.lift(place)?;
                self.table.reserve(seat, Some(card));
                self.push(step, Deed::Reserve(Reserve::Market(card)), refill, *back);
            }
            Action::ReserveDeck { level, back } => {
                let drawn = self.table.draw(*level).card();
                self.table.reserve(seat, drawn);
                let reserve = DeckReserve { deck: *level, card: drawn, under: None };
                self.push(step, Deed::Reserve(Reserve::Deck(reserve)), None, *back);
                if drawn.is_some() {
                    self.draft.account.inferred("reserve.card", NEXT);
                }
            }
            Action::BuyMarket(place) => {
                let (card, refill) = self.lift(place)?;
                self.buy(step, card, Spot::Market, refill);
            }
            Action::BuyReserved { slot, span } => {
                let card = self.from_hand(seat, *slot, span)?;
                self.buy(step, card, Spot::Hand, None);
            }
            Action::ChooseNoble { noble, span } => self.choose(seat, *noble, span)?,
            Action::Pass => self.push(step, Deed::Pass, None, [0; 6]),
        }
        Ok(())
    }

    fn push(&mut self, step: &Step, deed: Deed, refill: Option<CardId>, back: [u8; 6]) {
        let mut piece = Piece::new(step.actor, deed);
        piece.common.refill = refill;
        piece.common.returned = returned(back);
        self.table.give(step.actor, back);
        self.draft.push(piece, &step.span);
    }

    /// Takes the card at a place of the market; returns it and the one that comes there.
    fn lift(&mut self, place: &Place) -> Result<(CardId, Option<CardId>), Refusal> {
        let row = &self.table.market[place.level.index()];
        let found = row.get(usize::from(place.slot)).copied();
        let (level, slot) = (place.level, place.slot);
        let card = match found {
            Some(table::Spot::Card(card)) => card,
            Some(table::Spot::Unknown) => {
                let message = format!(
                    "the card at place {slot} of level {level} is one that the side file does not \
                     tell: its deck was needed"
                );
                return Err(Refusal::lacking(&place.span, message));
            }
            Some(table::Spot::Empty) | None => {
                let message = format!("no card lies at place {slot} of level {level}");
                return Err(Refusal::unknown(&place.span, message));
            }
        };
        let next = self.table.draw(place.level);
        self.table.market[place.level.index()][usize::from(slot)] = next;
        self.draft.account.inferred("card", PLACE);
        if next.card().is_some() {
            self.draft.account.inferred("refill", NEXT);
        }
        Ok((card, next.card()))
    }

    fn from_hand(&mut self, seat: u8, slot: u8, span: &Range<usize>) -> Result<CardId, Refusal> {
        let hand = &mut self.table.seats[usize::from(seat)].hand;
        if usize::from(slot) >= hand.len() {
            let message = format!("seat {seat} has {} reserved cards, none at {slot}", hand.len());
            return Err(Refusal::unknown(span, message));
        }
        self.draft.account.inferred("card", PLACE);
        hand.remove(usize::from(slot)).ok_or_else(|| {
            let message = "the card was reserved from a deck that the side file does not tell";
            Refusal::lacking(span, message)
        })
    }

    fn buy(&mut self, step: &Step, card: CardId, from: Spot, refill: Option<CardId>) {
        let pay = self.table.purchase(step.actor, card);
        let purchase = Purchase { card, pay, from: Some(from) };
        if pay.is_some() {
            self.draft.account.inferred("pay", FIRST);
        }
        self.push(step, Deed::Purchase(purchase), refill, [0; 6]);
        if let [noble] = self.table.visitors(step.actor).as_slice() {
            self.table.receive(*noble);
            self.draft.account.inferred("noble", AFTER_PURCHASE);
            if let Some(piece) = self.draft.last() {
                piece.common.noble = Some(one_noble(*noble));
            }
        }
    }

    fn choose(&mut self, seat: u8, number: u64, span: &Range<usize>) -> Result<(), Refusal> {
        let noble = ids::noble(EFFECTIVE_NOBLES, number)
            .ok_or_else(|| Refusal::unknown(span, format!("there is no noble {number}")))?;
        self.table.receive(noble);
        let bought = |piece: &&mut Piece| {
            matches!(piece.deed, Deed::Purchase(_)) && piece.common.noble.is_none()
        };
        let Some(piece) = self.draft.last_of(seat).filter(bought) else {
            let message = "a noble is chosen after a purchase of the same seat, needed one before";
            return Err(Refusal::unknown(span, message));
        };
        piece.common.noble = Some(one_noble(noble));
        self.draft.place("noble", span);
        Ok(())
    }
}

// ---- assemble

fn assemble(replay: Replay, mut draft: Draft, side: &SideSetup) -> Result<Conversion, Refusal> {
    draft.places.put("", 0..0);
    draft.places.put("/setup", replay.seed.clone());
    draft.places.put("/players", replay.seed.clone());
    for (pointer, span) in replay.result_places {
        draft.places.put(pointer, span);
    }
    let source = Source {
        client: Some("effective-splendor".to_owned()),
        client_version: Some(replay.engine),
        game: Some(side.game.clone().unwrap_or(format!("seed {}", replay.seed_text))),
        played_at: None,
    };
    if let Some((_, span)) = &replay.end {
        draft.places.put("/end", span.clone());
    }
    let players = vec![Player::default(); replay.seats];
    let mut conversion = draft.assemble(source, players, side.setup.clone())?;
    if let Some((reason, _)) = replay.end {
        conversion.log.end = Some(End { reason, seats: Vec::new(), plies: None });
        conversion.log.result = Some(replay.result);
    }
    Ok(conversion)
}
