//! An exporter: logs as replays of splendorust. The client's deal must give the setup of the log.

use serde_json::{Value, json};
use splendor_core::PurchaseOrigin;
use splendor_schema::Log;
use splendor_schema::turn::{Reserve, TurnKind};

use super::write::{Places, choice, given, noble, taken};

/// The nobles of the client: the demands in the order of the log's colors.
const NOBLES: [&str; 10] = [
    "3:4d4s", "3:4s4e", "3:4e4r", "3:4r4o", "3:4d4o", "3:3d3s3e", "3:3s3e3r", "3:3e3r3o",
    "3:3d3r3o", "3:3d3s3o",
];

type Numbers = [u8; 7];

fn numbers(kind: u8, rest: &[u8]) -> Numbers {
    let mut numbers = [0; 7];
    numbers[0] = kind;
    numbers[1..=rest.len()].copy_from_slice(rest);
    numbers
}

fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap()
}

/// Returns the actions of a turn.
fn actions(places: &mut Places, log: &Log, at: usize) -> Vec<Numbers> {
    let (seat, turn) = (at % log.players.len(), &log.turns[at]);
    let place = |(level, slot): (usize, usize)| [small(level * 4 + slot)];
    let mut actions = match turn.kind() {
        TurnKind::Take(take) => vec![numbers(0, &taken(take)[..5])],
        TurnKind::Reserve(reserve) => match reserve {
            Reserve::Market(card) => {
                places.hands[seat].push(card);
                vec![numbers(1, &place(places.lift(card)))]
            }
            Reserve::Deck { row, .. } => {
                let level = row.index();
                let card = places.draw(level);
                places.hands[seat].push(card);
                vec![numbers(2, &[small(level)])]
            }
        },
        TurnKind::Purchase(purchase) => {
            let card = purchase.card;
            let chosen = if purchase.from == Some(PurchaseOrigin::Hand) {
                let held = places.hands[seat].iter().position(|&held| held == card).unwrap();
                places.hands[seat].remove(held);
                numbers(4, &[small(held)])
            } else {
                numbers(3, &place(places.lift(card)))
            };
            vec![chosen, numbers(5, &purchase.pay.unwrap().counts()[..5])]
        }
        TurnKind::Pass | TurnKind::Foreign(_) | TurnKind::Irregular => panic!("not in this format"),
    };
    if given(turn) != [0; 6] {
        actions.push(numbers(6, &given(turn)));
    }
    if let Some(noble) = noble(turn).filter(|_| choice(log, at) > 1) {
        let number = NOBLES.iter().position(|other| **other == noble.to_string()).unwrap();
        actions.push(numbers(7, &[small(number)]));
    }
    actions
}

/// Returns a replay of the log, whose setup is that of the seed.
pub(super) fn replay(log: &Log, seed: u64) -> Value {
    let mut places = Places::of(log);
    let actions: Vec<Numbers> =
        (0..log.turns.len()).flat_map(|at| actions(&mut places, log, at)).collect();
    let result = log.result.as_ref().map(|result| {
        let winners = result.winners.as_ref().unwrap();
        let seats = 0..small(log.players.len());
        let ranks: Vec<u8> =
            seats.map(|seat| if winners.contains(&seat) { 1 } else { 2 }).collect();
        json!({
            "status": "finished", "winnerMask": winners.iter().map(|seat| 1 << seat).sum::<u8>(),
            "ranks": ranks, "scores": result.scores,
        })
    });
    json!({
        "schema": "splendor-web-replay-v1", "engine": "splendorust-v1",
        "players": log.players.len(), "seed": seed.to_string(), "actions": actions,
        "revision": actions.len(), "turns": log.turns.len(), "stateDebug": "…", "result": result,
    })
}

/// Returns the record of the web page with a replay.
pub(super) fn record(replay: &Value) -> Value {
    let status = if replay["result"].is_null() { "in_progress" } else { "finished" };
    json!({
        "schema": "splendor-web-game-v1", "gameId": "one", "writeToken": "t", "version": 1,
        "startedAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:10:00Z", "humanSeat": 0,
        "champion": {}, "effectiveSearch": {}, "runtime": "test", "status": status,
        "replay": replay,
    })
}
