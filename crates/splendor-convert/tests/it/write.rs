//! Exporters: logs in the formats of other clients, as those clients write them.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use splendor_convert::CLIENTS;
use splendor_core::{Card, Level, Noble, PurchaseOrigin, Row, Token};
use splendor_schema::log::GameResult;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::{Purchase, Reserve, TurnKind};
use splendor_schema::{Log, Turn};
use splendor_verify::{JudgeOptions, position_at, position_to_log};

use super::play::legal_turns;

const COLORS: [&str; 6] = ["white", "blue", "green", "red", "black", "gold"];
const TIERS: [&str; 3] = ["One", "Two", "Three"];
const EFFECTIVE_NOBLES: [&str; 10] = [
    "3:3d3s3e", "3:3s3e3r", "3:3e3r3o", "3:3d3r3o", "3:3d3s3o", "3:4r4o", "3:4e4r", "3:4s4e",
    "3:4d4s", "3:4d4o",
];

/// Returns the side file for a log.
pub(super) fn setup(log: &Log, game: Option<&str>) -> String {
    let mut side_file = json!({ "format": "splendor-setup/1", "setup": log.setup });
    if let Some(game) = game {
        side_file["game"] = game.into();
    }
    side_file.to_string() + "\n"
}

fn tokens(names: [&str; 6], counts: [u8; 6]) -> Value {
    let counts = names.into_iter().zip(counts).map(|(name, count)| (name.to_owned(), count.into()));
    Value::Object(counts.collect())
}

pub(super) fn taken(turn: &[Token]) -> [u8; 6] {
    let mut counts = [0; 6];
    for token in turn {
        counts[token.index()] += 1;
    }
    counts
}

pub(super) fn given(turn: &Turn) -> [u8; 6] {
    turn.returned.unwrap_or_default().counts()
}

pub(super) fn noble(turn: &Turn) -> Option<Noble> {
    turn.noble.as_ref().map(|noble| noble.as_slice()[0])
}

/// Returns a cost or a demand like `2d1o`, by the tokens of the log.
pub(super) fn amounts(text: &str) -> [u8; 6] {
    let mut counts = [0; 6];
    for pair in text.as_bytes().chunks(2) {
        counts["dsero".find(char::from(pair[1])).unwrap()] = pair[0] - b'0';
    }
    counts
}

pub(super) fn level(card: Card) -> usize {
    card.level().index()
}

/// The market and hands of effective-splendor: slots that are refilled in place.
pub(super) struct Places {
    market: [Vec<Option<Card>>; 3],
    decks: [std::vec::IntoIter<Card>; 3],
    pub(super) hands: Vec<Vec<Card>>,
}

impl Places {
    pub(super) fn of(log: &Log) -> Self {
        let decks = log.setup.decks.as_ref().unwrap();
        Self {
            market: Level::ALL.map(|level| {
                log.setup.market.row(Row::from(level)).unwrap().iter().copied().map(Some).collect()
            }),
            decks: Level::ALL
                .map(|level| decks.row(Row::from(level)).unwrap().to_vec().into_iter()),
            hands: vec![Vec::new(); log.players.len()],
        }
    }

    pub(super) fn lift(&mut self, card: Card) -> (usize, usize) {
        let level = level(card);
        let at = self.market[level].iter().position(|&other| other == Some(card)).unwrap();
        self.market[level][at] = self.decks[level].next();
        (level, at)
    }

    pub(super) fn draw(&mut self, level: usize) -> Card {
        self.decks[level].next().unwrap()
    }

    fn action(&mut self, seat: usize, turn: &Turn) -> Value {
        let back = tokens(COLORS, given(turn));
        match turn.kind() {
            TurnKind::Take(take) => {
                let take = tokens(COLORS, taken(take));
                json!({ "type": "take_tokens", "take": take, "return": back })
            }
            TurnKind::Reserve(reserve) => match reserve {
                Reserve::Market(card) => {
                    let (level, at) = self.lift(card);
                    self.hands[seat].push(card);
                    let tier = TIERS[level];
                    json!({ "type": "reserve_market", "tier": tier, "slot": at, "return": back })
                }
                Reserve::Deck { row, .. } => {
                    let level = row.index();
                    let card = self.draw(level);
                    self.hands[seat].push(card);
                    json!({ "type": "reserve_deck", "tier": TIERS[level], "return": back })
                }
            },
            TurnKind::Purchase(purchase) => {
                let card = purchase.card;
                if let Some(at) = self.hands[seat].iter().position(|&held| held == card) {
                    self.hands[seat].remove(at);
                    json!({ "type": "buy_reserved", "slot": at })
                } else {
                    let (level, at) = self.lift(card);
                    json!({ "type": "buy_market", "tier": TIERS[level], "slot": at })
                }
            }
            TurnKind::Pass | TurnKind::Foreign(_) | TurnKind::Irregular => {
                json!({ "type": "pass" })
            }
        }
    }
}

/// Returns the nobles that a seat may choose from after a turn.
pub(super) fn choice(log: &Log, at: usize) -> usize {
    let mut before = log.clone();
    before.turns.truncate(at);
    let turns = legal_turns(&before, at);
    let purchase = |turn: &Turn| turn.purchase.as_ref().map(|it| (it.card, it.pay));
    let same = |other: &&Turn| purchase(other) == purchase(&log.turns[at]);
    turns.iter().filter(same).count()
}

/// Returns a replay of effective-splendor.
pub(super) fn effective(log: &Log) -> String {
    let mut places = Places::of(log);
    let mut steps: Vec<Value> = Vec::new();
    let hash = "0".repeat(64);
    for (at, turn) in log.turns.iter().enumerate() {
        let seat = at % log.players.len();
        let mut actions = vec![places.action(seat, turn)];
        if let Some(noble) = noble(turn).filter(|_| choice(log, at) > 1) {
            let number = EFFECTIVE_NOBLES.iter().position(|id| **id == noble.to_string());
            actions.push(json!({ "type": "choose_noble", "noble": number }));
        }
        for action in actions {
            steps.push(json!({
                "ply": steps.len(), "actor": seat, "action": action,
                "state_hash_before": hash, "state_hash_after": hash,
            }));
        }
    }
    let mut replay = json!({
        "format": "effective-splendor-replay", "version": 1, "engine_version": "0.4.0",
        "ruleset": {
            "id": "splendor-base-v1", "catalog_version": "0.1.0", "min_players": 2,
            "max_players": 4, "prestige_to_end": 15, "max_tokens": 10, "max_reserved": 3,
            "market_slots_per_tier": 4, "gold_tokens": 5, "color_tokens_by_players": [4, 5, 7],
            "noble_extra": 1,
        },
        "ruleset_fingerprint": hash, "player_count": log.players.len(), "seed": 7,
        "initial_state_hash": hash, "steps": steps, "final_state_hash": hash,
    });
    if let Some(result) = &log.result {
        let (scores, winners) = (&result.scores, &result.winners);
        let reason = "prestige_threshold";
        replay["result"] =
            json!({ "scores": scores, "ranks": [], "winners": winners, "reason": reason });
    }
    serde_json::to_string_pretty(&replay).unwrap() + "\n"
}

/// Returns the number that Board Game Arena uses for a component.
fn number(id: &str) -> usize {
    let ids = CLIENTS.iter().find(|client| client.client == "boardgamearena").unwrap();
    let mut all = ids.cards.iter().position(|other| *other == id);
    all = all.or_else(|| ids.nobles.iter().position(|other| *other == id));
    all.unwrap() + 1
}

fn letters(counts: [u8; 6]) -> String {
    let each = ["C", "S", "E", "R", "O", "G"].into_iter().zip(counts);
    each.map(|(letter, count)| letter.repeat(count.into())).collect()
}

/// Returns the cost of a card or the demand of a noble, in letters.
fn cost(id: &str, start: usize) -> String {
    let pairs = id.as_bytes()[start..].chunks(2);
    let letter = |byte| ["C", "S", "E", "R", "O"]["dsero".find(char::from(byte)).unwrap()];
    pairs.map(|pair| letter(pair[1]).repeat(usize::from(pair[0] - b'0'))).collect()
}

fn named(id: &str, place: &str) -> Value {
    let number = number(id).to_string();
    json!({ "id": number, "type": number, "location": place })
}

fn note(kind: &str, args: &Value) -> Value {
    let log = if kind == "simpleNode" { "End of game : ${player_name} wins!" } else { "" };
    json!({ "uid": "u", "type": kind, "log": log, "args": args })
}

fn coins(seat: usize, gained: [u8; 6], spent: [u8; 6]) -> Value {
    let mut gap = Map::new();
    for (kind, letter) in ["C", "S", "E", "R", "O", "G"].into_iter().enumerate() {
        gap.insert(letter.to_owned(), (i64::from(gained[kind]) - i64::from(spent[kind])).into());
    }
    note(
        "coins",
        &json!({
            "player_name": format!("P{seat}"), "player_id": seat.to_string(),
            "income_coins": letters(gained), "expense_coins": letters(spent), "gap": gap,
        }),
    )
}

/// Returns the notifications of Board Game Arena for a turn, without hidden facts.
fn notes(log: &Log, at: usize, turn: &Turn) -> Vec<Value> {
    let seat = at % log.players.len();
    let player = seat.to_string();
    let none = [0; 6];
    let mut output = vec![note("gameStateChange", &json!({ "id": 25, "active_player": seat }))];
    let place = |card: Card| format!("market_{}", level(card) + 1);
    match turn.kind() {
        TurnKind::Take(take) => output.push(coins(seat, taken(take), none)),
        TurnKind::Reserve(reserve) => {
            let Reserve::Market(card) = reserve else { panic!("not in this format") };
            let card = named(&card.to_string(), &place(card));
            output.push(note("reserveCard", &json!({ "player_id": player, "card": card })));
            let gold = before(log, at).1.count(Token::Gold) > 0;
            output.push(coins(seat, [0, 0, 0, 0, 0, gold.into()], none));
        }
        TurnKind::Purchase(&Purchase { card, pay, from, .. }) => {
            let location =
                if from == Some(PurchaseOrigin::Hand) { "hand".to_owned() } else { place(card) };
            let card_value = named(&card.to_string(), &location);
            let args = json!({ "player_id": player, "card": card_value, "cardToCopyId": "0" });
            output.push(note("buyCard", &args));
            output.push(coins(seat, none, pay.unwrap().counts()));
        }
        TurnKind::Pass | TurnKind::Foreign(_) | TurnKind::Irregular => panic!("not in this format"),
    }
    if given(turn) != none {
        output.push(note("gameStateChange", &json!({ "id": 40, "active_player": seat })));
        output.push(coins(seat, none, given(turn)));
    }
    if let Some(noble) = noble(turn) {
        let card = named(&noble.to_string(), "market");
        output.push(note("claimNoble", &json!({ "player_id": player, "card": card })));
    }
    let (was, score) = (before(log, at).0[seat], before(log, at + 1).0[seat]);
    if score != was {
        let args = json!({ "player_id": player, "score": score, "amount_vp": score - was });
        output.push(note("updateScore", &args));
    }
    if let Some(card) = turn.refill {
        let card = named(&card.to_string(), &place(card));
        output.push(note("revealCard", &json!({ "card": card })));
    }
    output
}

/// Returns the scores and the supply before a turn.
fn before(log: &Log, at: usize) -> (Vec<u8>, TokenCounts) {
    let (game, position) = position_at(log, &JudgeOptions::default(), at).unwrap();
    let game = game.as_game();
    let supply = position_to_log(&game, &position).supply.unwrap();
    (position.scores().collect(), supply)
}

/// Returns the last state: the score and rank of every player.
fn ending(result: &GameResult) -> Value {
    let (scores, winners) = (result.scores.as_ref().unwrap(), result.winners.as_ref().unwrap());
    let rows = scores.iter().enumerate().map(|(seat, score)| {
        let wins = winners.contains(&u8::try_from(seat).unwrap());
        // After the winners, each seat has its own rank by score.
        let ahead = |&other: &usize| (scores[other], seat) > (*score, other);
        let rank = (0..scores.len()).filter(ahead).count() + 2;
        json!({
            "id": seat.to_string(), "player": seat.to_string(), "name": format!("P{seat}"),
            "score": score.to_string(), "zombie": "0", "concede": "0",
            "tie": wins && winners.len() > 1, "rank": if wins { 1 } else { rank },
        })
    });
    let table = json!({ "concede": false, "neutralized": "0" });
    json!({ "table": table, "result": rows.collect::<Vec<_>>() })
}

/// Returns a page of Board Game Arena.
pub(super) fn arena(log: &Log) -> String {
    let ids = CLIENTS.iter().find(|client| client.client == "boardgamearena").unwrap();
    let mut cards = BTreeMap::new();
    for id in ids.cards {
        let color = "dsero".find(&id[2..3]);
        let (lvl, points) = (id.as_bytes()[0] - b'a' + 1, id.as_bytes()[1] - b'0');
        let card = json!({ "lvl": lvl, "type": color, "points": points, "cost": cost(id, 3) });
        cards.insert(number(id).to_string(), card);
    }
    let nobles = ids
        .nobles
        .iter()
        .map(|id| (number(id).to_string(), json!({ "points": 3, "cost": cost(id, 2) })));
    let nobles: BTreeMap<String, Value> = nobles.collect();
    let seats = log.players.len();
    let players = (0..seats).map(|seat| {
        (seat.to_string(), json!({ "name": format!("P{seat}"), "score": "0", "cards_played": [] }))
    });
    let players: BTreeMap<String, Value> = players.collect();
    let row = |level: Level| {
        let row = log.setup.market.row(Row::from(level)).unwrap().iter();
        let place = format!("market_{}", level.number());
        let row =
            row.map(|id| (number(&id.to_string()).to_string(), named(&id.to_string(), &place)));
        let (cards, count) = (row.collect::<BTreeMap<_, _>>(), [36, 26, 16][level.index()]);
        json!({ "cards": cards, "count": count })
    };
    let tiles = log.setup.nobles.iter().flatten();
    let tiles =
        tiles.map(|id| (number(&id.to_string()).to_string(), named(&id.to_string(), "market")));
    let tiles: BTreeMap<_, _> = tiles.collect();
    let gems = [4, 5, 7][seats - 2];
    let pool = json!({ "C": gems, "S": gems, "E": gems, "R": gems, "O": gems, "G": "5" });
    let [one, two, three] = Level::ALL.map(row);
    let market =
        json!({ "row_1": one, "row_2": two, "row_3": three, "nobles": tiles, "pool": pool });
    let mut output: Vec<Value> =
        log.turns.iter().enumerate().flat_map(|(at, turn)| notes(log, at, turn)).collect();
    if let Some(result) = &log.result {
        output.push(note("gameStateChange", &json!({ "id": 99, "args": ending(result) })));
    }
    if let Some([winner]) = log.result.as_ref().and_then(|result| result.winners.as_deref()) {
        output.push(note("simpleNode", &json!({ "player_name": format!("P{winner}") })));
    }
    let packets = json!([{ "table_id": 88, "packet_id": "1", "data": output }]);
    // The viewing player comes first in this order, even if another player begins.
    let order: Vec<usize> = (0..seats).map(|seat| (seat + 1) % seats).collect();
    let page = json!({
        "gamelogs": { "status": 1, "data": { "valid": 1, "data": packets } },
        "gamedatas": {
            "players": players, "playerorder": order, "first_player": "0", "market": market,
            "carddb": cards, "nobledb": nobles, "expansion_cities": "2",
            "expansion_tradings_post": "2", "expansion_orient": "2", "expansion_strongholds": "2",
        },
    });
    // This client writes the notifications before the game data.
    let (logs, datas) = (&page["gamelogs"], &page["gamedatas"]);
    format!("{{\"gamelogs\": {logs:#}, \"gamedatas\": {datas:#}}}\n")
}
