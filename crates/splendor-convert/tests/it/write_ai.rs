//! An exporter: logs as events of AI-Splendor.

use serde_json::{Value, json};
use splendor_core::{Card, Level, Row};
use splendor_schema::position::PositionSeat;
use splendor_schema::turn::{Reserve, TurnKind};
use splendor_schema::{Log, Turn};
use splendor_verify::{JudgeOptions, position_at, position_to_log};

use super::write::{amounts, given, level, taken};

const NAMES: [&str; 6] = ["WHITE", "BLUE", "GREEN", "RED", "BLACK", "GOLD"];

/// Returns counts of tokens as AI-Splendor writes them; zeros may be left out.
fn bank(counts: [u8; 6]) -> Value {
    let counts = NAMES.into_iter().zip(counts).filter(|&(_, count)| count > 0);
    Value::Object(counts.map(|(name, count)| (name.to_owned(), count.into())).collect())
}

fn card(id: Card) -> Value {
    let text = id.to_string();
    let bytes = text.as_bytes();
    json!({
        "id": format!("#{id}"), "level": format!("LEVEL_{}", level(id) + 1),
        "bonusGem": NAMES["dsero".find(char::from(bytes[2])).unwrap()],
        "prestigePoints": bytes[1] - b'0', "cost": bank(amounts(&text[3..])),
    })
}

/// Returns the events of AI-Splendor, one per line.
pub(super) fn events(log: &Log) -> String {
    let rows = |row: &dyn Fn(Level) -> Vec<Card>| {
        let row = |level| row(level).into_iter().map(card).collect::<Vec<_>>();
        let rows = Level::ALL.map(|level| (format!("LEVEL_{}", level.number()), row(level).into()));
        Value::Object(rows.into_iter().collect())
    };
    let decks = log.setup.decks.as_ref().unwrap();
    let tiles = log.setup.nobles.iter().flatten().map(|id| {
        let demand = bank(amounts(&id.to_string()[2..]));
        json!({ "id": "N", "prestigePoints": 3, "requirement": demand })
    });
    let board = json!({
        "availableTokens": { "counts": bank([4, 4, 4, 4, 4, 5]) },
        "faceUpCards": rows(&|level| log.setup.market.row(Row::from(level)).unwrap().to_vec()),
        "decks": rows(&|level| decks.row(Row::from(level)).unwrap().to_vec()),
        "availableNobles": tiles.collect::<Vec<_>>(),
    });
    let state = json!({
        "board": board, "players": [view(None, 0), view(None, 0)], "currentPlayerIndex": 0,
        "turnNumber": 1, "isGameOver": false, "winnerReason": null,
    });
    let mut lines = vec![json!({
        "timestamp": "2026-01-01T00:00:00Z", "gameId": "one", "player0Model": "m",
        "player1Model": "n", "initialState": state,
    })];
    for (at, turn) in log.turns.iter().enumerate() {
        let seat = at % 2;
        lines.push(json!({ "timestamp": "t", "playerIndex": seat, "reasoning": "because" }));
        let action = action_of(turn);
        lines.push(
            json!({ "timestamp": "t", "playerIndex": seat, "action": action, "success": true }),
        );
        lines.push(json!({
            "timestamp": "t", "turn": at / 2 + 1, "playerIndex": 1 - seat,
            "gameState": view_before(log, at + 1),
        }));
    }
    if let Some(result) = &log.result {
        let scores = result.scores.as_ref().unwrap();
        lines.push(json!({
            "timestamp": "t", "winnerIndex": result.winners.as_ref().unwrap()[0],
            "winnerReason": "won", "finalScores": { "0": scores[0], "1": scores[1] },
        }));
    }
    lines.iter().map(|line| line.to_string() + "\n").collect()
}

fn action_of(turn: &Turn) -> Value {
    let back = Some(given(turn)).filter(|given| *given != [0; 6]).map(bank);
    match turn.kind() {
        TurnKind::Take(take) => {
            let tokens = bank(taken(take));
            json!({ "type": "TAKE_TOKENS", "tokens": tokens, "tokensToReturn": back })
        }
        TurnKind::Reserve(reserve) => match reserve {
            Reserve::Market(id) => json!({
                "type": "RESERVE_CARD", "cardId": format!("#{id}"), "deckLevel": null,
                "tokensToReturn": back,
            }),
            Reserve::Deck { row, .. } => json!({
                "type": "RESERVE_CARD", "deckLevel": format!("LEVEL_{}", row.level().number()),
                "tokensToReturn": back,
            }),
        },
        TurnKind::Purchase(purchase) => {
            json!({ "type": "PURCHASE_CARD", "cardId": format!("#{}", purchase.card) })
        }
        TurnKind::Pass | TurnKind::Foreign(_) | TurnKind::Irregular => panic!("not in this format"),
    }
}

/// Returns the view of AI-Splendor before a turn.
fn view_before(log: &Log, at: usize) -> Value {
    let (game, position) = position_at(log, &JudgeOptions::default(), at).unwrap();
    let game = game.as_game();
    let table = position_to_log(&game, &position);
    let scores: Vec<u8> = position.scores().collect();
    let player = |seat: usize| view(Some(&table.seats[seat]), scores[seat]);
    json!({
        "board": { "availableTokens": { "counts": bank(table.supply.unwrap().counts()) } },
        "players": [player(0), player(1)],
    })
}

fn view(seat: Option<&PositionSeat>, score: u8) -> Value {
    let tokens = seat.and_then(|seat| seat.tokens).unwrap_or_default().counts();
    let hand = seat.map_or(0, |seat| seat.hand.len());
    json!({
        "tokens": { "counts": bank(tokens) }, "purchasedCards": [],
        "reservedCards": vec![Value::Null; hand], "visitedNobles": [], "score": score,
    })
}
