//! Exporter: logs as dumps of Spendee with a record of the actions, as its programs see them.

use serde_json::{Value, json};
use splendor_convert::{CLIENTS, ClientIds};
use splendor_core::{Card, Level, Noble, Row};
use splendor_schema::turn::{Reserve, TurnKind};
use splendor_schema::{Log, Turn};
use splendor_verify::{JudgeOptions, position_at, position_to_log};

use super::write::{given, noble, taken};

fn ids() -> &'static ClientIds {
    CLIENTS.iter().find(|client| client.client == "spendee").unwrap()
}

fn number(id: Card) -> usize {
    ids().cards.iter().position(|other| Card::parse(other) == Some(id)).unwrap()
}

fn tile(id: Noble) -> usize {
    ids().nobles.iter().position(|other| Noble::parse(other) == Some(id)).unwrap()
}

/// What a seat has taken.
#[derive(Default)]
struct Had {
    bought: Vec<Card>,
    hand: Vec<Card>,
    nobles: Vec<Noble>,
}

/// The cards during a game, and its actions so far.
struct Cards {
    market: [Vec<Card>; 3],
    decks: [Vec<Card>; 3],
    nobles: Vec<Noble>,
    had: Vec<Had>,
    items: Vec<Value>,
}

impl Cards {
    fn of(log: &Log) -> Self {
        let rows = Level::ALL.map(Row::from);
        let decks = log.setup.decks.as_ref().unwrap();
        Self {
            market: rows.map(|row| log.setup.market.row(row).unwrap().to_vec()),
            decks: rows.map(|row| decks.row(row).unwrap().to_vec()),
            nobles: log.setup.nobles.clone().unwrap(),
            had: log.players.iter().map(|_| Had::default()).collect(),
            items: Vec::new(),
        }
    }

    fn lift(&mut self, id: Card, refill: Option<Card>) {
        self.market[id.level().index()].retain(|other| *other != id);
        if let Some(card) = refill {
            self.draw(card);
            self.market[card.level().index()].push(card);
        }
    }

    fn draw(&mut self, card: Card) {
        self.decks[card.level().index()].retain(|other| *other != card);
    }

    fn act(&mut self, seat: usize, mut action: Value) {
        action["playerIndex"] = seat.into();
        self.items.push(json!({ "action": action, "isDummy": false }));
    }

    fn play(&mut self, turn: &Turn) {
        let seat = usize::from(turn.seat.unwrap());
        let action = match turn.kind() {
            TurnKind::Take(tokens) => json!({ "type": "pickChips", "chips": &taken(tokens)[..5] }),
            TurnKind::Reserve(Reserve::Market(id)) => {
                self.lift(id, turn.refill);
                self.had[seat].hand.push(id);
                json!({ "type": "reserveShowedCard", "cardIndex": number(id) })
            }
            TurnKind::Reserve(Reserve::Deck { row, card, .. }) => {
                self.draw(card.unwrap());
                self.had[seat].hand.push(card.unwrap());
                json!({ "type": "reserveHiddenCard", "level": row.level().index() })
            }
            TurnKind::Purchase(purchase) => {
                let id = purchase.card;
                self.had[seat].bought.push(id);
                if self.had[seat].hand.contains(&id) {
                    self.had[seat].hand.retain(|other| *other != id);
                    json!({ "type": "buyReservedCard", "cardIndex": number(id) })
                } else {
                    self.lift(id, turn.refill);
                    json!({ "type": "buyCard", "cardIndex": number(id) })
                }
            }
            TurnKind::Pass => json!({ "type": "passRegular" }),
            TurnKind::Foreign(_) | TurnKind::Irregular => panic!("not in this format"),
        };
        self.act(seat, action);
        let back = given(turn);
        if back != [0; 6] {
            let action =
                json!({ "type": "returnChips", "chips": &back[..5], "goldChips": back[5] });
            self.act(seat, action);
        }
        if let Some(id) = noble(turn) {
            self.nobles.retain(|other| *other != id);
            self.had[seat].nobles.push(id);
            self.act(seat, json!({ "type": "pickNoble", "nobleIndex": tile(id) }));
        }
    }
}

/// Returns the dump after the last turn of a log with decks, refills and cards reserved blind.
pub(super) fn dump(log: &Log) -> Value {
    let mut cards = Cards::of(log);
    log.turns.iter().for_each(|turn| cards.play(turn));
    let (game, position) = position_at(log, &JudgeOptions::default(), log.turns.len()).unwrap();
    let table = position_to_log(&game.as_game(), &position);
    let supply = table.supply.unwrap().counts();
    let numbers = |cards: &Vec<Card>| cards.iter().map(|&id| number(id)).collect::<Vec<_>>();
    let tiles = |ids: &[Noble]| ids.iter().map(|&id| tile(id)).collect::<Vec<_>>();
    let players = cards.had.iter().zip(&table.seats).map(|(had, seat)| {
        let tokens = seat.tokens.unwrap().counts();
        json!({
            "purchasedCards": numbers(&had.bought), "reservedCards": numbers(&had.hand),
            "nobles": tiles(&had.nobles), "chips": &tokens[..5], "goldChips": tokens[5],
        })
    });
    let names = log.players.iter().map(|player| json!({ "name": player.name, "isHuman": true }));
    json!({ "games": [{
        "_id": "g1", "gameId": "g1", "status": "INPROGRESS",
        "settings": { "targetScore": "15", "speed": "fast" },
        "players": names.collect::<Vec<_>>(),
        "data": {
            "bank": {
                "hiddenCards": cards.decks.each_ref().map(numbers),
                "showedCards": cards.market.each_ref().map(numbers),
                "nobles": tiles(&cards.nobles), "chips": &supply[..5], "goldChips": supply[5],
            },
            "players": players.collect::<Vec<_>>(),
            "state": { "currentPlayerIndex": 0, "currentJob": "SPENDEE_REGULAR" },
            "targetScore": 15, "turnsCount": 9,
        },
        "actionItems": cards.items, "activeStatuses": [],
    }]})
}
