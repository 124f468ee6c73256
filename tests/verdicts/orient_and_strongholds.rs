//! Random games with Orient and Strongholds, written as logs, are judged legal, also if the log
//! leaves facts out; and the position after each turn survives a round trip.

use serde_json::{Value, json};
use splendor_core::{Action, CardId, CityId, Game, Modules, NobleId, Position, Row, Rules, Turn};
use splendor_core::{Setup, Token};
use splendor_schema::Log;
use splendor_verify::{
    JudgeOptions, Verdict, digest, judge, position_from_log, position_to_log, turn_to_log,
};

/// Pseudorandom numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % bound
    }

    fn shuffled<T>(&mut self, all: impl Iterator<Item = T>) -> Vec<T> {
        let mut list: Vec<T> = all.collect();
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
        list
    }
}

fn ids(game: &Game<'_>, cards: &[CardId]) -> Value {
    cards.iter().map(|&card| game.components.card(card).to_string()).collect()
}

/// Returns a game of so many turns, with every fact and every claim.
fn random_game(number: usize, turns: usize) -> Value {
    let mut dice = Dice(number as u64);
    let modules = Modules {
        cities: number & 1 > 0,
        trading_posts: number & 2 > 0,
        orient: number & 4 > 0,
        strongholds: number & 8 > 0,
    };
    let seats = u8::try_from(2 + number / 16 % 3).unwrap();
    let game = Game::published(Rules { modules, ..Rules::default() }, seats);
    let rows = Row::ALL.map(|row| dice.shuffled(game.components.of_row(row).iter()));
    let shown = Row::ALL.map(|row| usize::from(game.width(row)).min(rows[row.index()].len()));
    let split = Row::ALL.map(|row| rows[row.index()].split_at(shown[row.index()]));
    let count = usize::from(if modules.cities { 0 } else { seats + 1 });
    let nobles: Vec<NobleId> =
        dice.shuffled(game.noble_pool().iter()).into_iter().take(count).collect();
    let cities: Vec<CityId> = CityId::all().step_by(4).take(3).collect();
    let cities = if modules.cities { cities } else { Vec::new() };
    let market = split.map(|(market, _)| market);
    let decks = split.map(|(_, deck)| Some(deck));
    let setup = Setup { seats, nobles: &nobles, market, decks, cities: &cities };
    let mut position = Position::deal(&game, &setup).unwrap();
    let mut logged = Vec::new();
    while logged.len() < turns && !position.has_ended() {
        let turn = pick(&mut dice, &position.legal_turns(&game));
        position = position.play(&game, &turn).unwrap().0;
        let mover = turn.seat;
        let mut turn = serde_json::to_value(turn_to_log(&game, &turn)).unwrap();
        let seat = &position.seats()[usize::from(mover)];
        turn["after"] = json!({
            "digest": digest(&game, &position),
            "prestige": seat.prestige(),
            "hand": seat.hand_size(),
            "tokens": Token::ALL.map(|token| (token.name(), seat.tokens().get(token)))
                .into_iter().collect::<std::collections::BTreeMap<_, _>>(),
            "strongholds": position.strongholds().in_stock(mover),
        });
        logged.push(turn);
        let file = position_to_log(&game, &position);
        let (_, again) = position_from_log(&file).unwrap_or_else(|why| panic!("{why}: {file:?}"));
        assert_eq!(digest(&game, &again), digest(&game, &position));
    }
    let of_rows = |lists: [&[CardId]; 6]| -> Value {
        let named = ["level1", "level2", "level3", "orient1", "orient2", "orient3"];
        let rows = named.into_iter().zip(lists).take(game.rows().len());
        rows.map(|(name, cards)| (name.to_owned(), ids(&game, cards)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let nobles: Vec<String> =
        nobles.iter().map(|&id| game.components.noble(id).to_string()).collect();
    let cities: Vec<String> = cities.iter().map(|id| id.facts().to_string()).collect();
    json!({
        "format": "splendor-log/1",
        "rules": { "edition": "2024", "modules": names(modules) },
        "players": vec![json!({}); seats.into()],
        "setup": {
            "nobles": nobles, "cities": cities, "market": of_rows(market),
            "decks": of_rows(split.map(|(_, deck)| deck)),
        },
        "turns": logged,
    })
}

fn names(modules: Modules) -> Vec<&'static str> {
    let names = [
        ("cities", modules.cities),
        ("trading-posts", modules.trading_posts),
        ("orient", modules.orient),
        ("strongholds", modules.strongholds),
    ];
    names.into_iter().filter(|(_, plays)| *plays).map(|(name, _)| name).collect()
}

/// Returns one of the turns, a purchase more often than not, and a conquest if there is one.
fn pick(dice: &mut Dice, turns: &[Turn]) -> Turn {
    let conquests: Vec<&Turn> = turns.iter().filter(|turn| turn.conquest.is_some()).collect();
    let buys = |turn: &&Turn| matches!(turn.action, Action::Purchase { .. });
    let purchases: Vec<&Turn> = turns.iter().filter(buys).collect();
    for some in [conquests, purchases] {
        if !some.is_empty() && dice.below(4) > 0 {
            return *some[dice.below(some.len())];
        }
    }
    turns[dice.below(turns.len())]
}

fn verdict(log: &Value) -> Verdict {
    let log =
        Log::read(log.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}: {log}"));
    judge(&log, &JudgeOptions::default()).verdict()
}

/// Calls `change` with the turn, each free card and the conquest.
fn each_event(event: &mut Value, change: &impl Fn(&mut Value)) {
    for inner in ["free", "conquest"] {
        if let Some(inner) = event.get_mut(inner) {
            each_event(inner, change);
        }
    }
    change(event);
}

/// Removes fields from every event of the log.
fn without(log: &Value, fields: &[&str]) -> Value {
    let mut log = log.clone();
    for turn in log["turns"].as_array_mut().unwrap() {
        each_event(turn, &|event| {
            for field in fields {
                event.as_object_mut().unwrap().remove(*field);
                if let Some(purchase) = event.get_mut("purchase").and_then(Value::as_object_mut) {
                    purchase.remove(*field);
                }
            }
        });
    }
    log
}

#[test]
fn random_games_of_all_sixteen_combinations_are_legal() {
    let mut played = String::new();
    for number in 0..96 {
        let log = random_game(number, 80);
        played += &log["turns"].to_string();
        assert_eq!(verdict(&log), Verdict::Legal, "{log}");
        let mut shuffled = log.clone();
        shuffled["setup"].as_object_mut().unwrap().remove("decks");
        let named = verdict(&shuffled);
        assert!(matches!(named, Verdict::Legal | Verdict::Undecided), "{named:?}: {shuffled}");
    }
    for field in ["copy", "free", "spend", "discard", "place", "move", "remove", "conquest"] {
        let count = played.matches(&format!("\"{field}\":")).count();
        assert!(count > 20, "{count} events with {field}");
    }
}

#[test]
fn a_random_game_that_leaves_facts_out_is_never_illegal() {
    for number in 0..48 {
        let log = random_game(number, 40);
        for fields in [
            &["copy"][..],
            &["pay"],
            &["after"],
            &["copy", "after"],
            &["pay", "copy"],
            &["pay", "copy", "after"],
        ] {
            let found = verdict(&without(&log, fields));
            assert_ne!(found, Verdict::Illegal, "without {fields:?}: {log}");
        }
        for field in ["gem", "noble", "post", "return"] {
            let mut less = without(&log, &[field]);
            less["omits"] = json!([field]);
            assert_ne!(verdict(&less), Verdict::Illegal, "without {field}: {log}");
        }
    }
}
