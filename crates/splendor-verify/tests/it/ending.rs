//! Who won, and why; or why the game goes on.

use splendor_core::{EndTime, Game, Modules, Phase, Position, Rules, Rulings, Tie};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::Log;
use splendor_schema::why::{Condition, Standing};
use splendor_verify::{JudgeOptions, conditions_of_the_end, judge_each_position};

use crate::{root, sample};

fn told(game: &Game<'_>, position: &Position) -> Vec<Condition> {
    conditions_of_the_end(game, position, &|seat| format!("<{seat}>"))
}

/// The answer after the last turn of a replay: clause, standing and fact of each condition.
fn answer(name: &str) -> Vec<String> {
    let bytes = std::fs::read(root().join("replays").join(name)).unwrap();
    let mut last = Vec::new();
    let log = Log::read(&bytes).unwrap();
    judge_each_position(&log, &JudgeOptions::default(), |game, position| {
        last = told(game, position);
    });
    let line = |condition: &Condition| {
        let standing = condition.standing.in_words();
        format!("{} {standing}: {}", condition.clause, condition.fact)
    };
    last.iter().map(line).collect()
}

const ROUND: &str =
    "end.round met: the last round is complete, so every seat had equally many turns";

#[test]
fn the_winner_and_the_numbers_that_decide_are_named() {
    assert_eq!(
        answer("legal/ending-by-card-3-seats.json"),
        [
            "end.trigger met: <0> has 15 prestige; the target is 15",
            ROUND,
            "end.winner met: <0> wins with 15 prestige; <1> has 2 and <2> has 3",
        ]
    );
    assert_eq!(
        answer("legal/ending-tie-by-cards-3-seats.json")[2..],
        [
            "end.winner met: <0> and <1> have 15 prestige each; <2> has 7",
            "end.fewest-cards met: <0> has 17 cards and <1> has 15 cards: <1> wins",
        ]
    );
    assert_eq!(
        answer("legal/ending-shared-2-seats.json")[2..],
        [
            "end.winner met: <0> and <1> have 15 prestige each",
            "end.shared met: <0> has 11 cards and <1> has 11 cards: <0> and <1> share the victory",
        ]
    );
    assert_eq!(
        answer("legal/city-winner.json"),
        [
            "city.trigger met: <1> meets the city of 13 prestige, 4 ruby cards and 3 onyx cards",
            "city.trigger met: <0> meets the city of 13 prestige, 3 sapphire cards and 4 emerald \
             cards",
            ROUND,
            "city.winner met: <0> wins with 14 prestige; <1> has 13",
        ]
    );
    assert_eq!(
        answer("legal/ending-stalemate-2-seats.json")[0],
        "end.stalemate met: 2 seats in a row had to pass, and no pass brought a noble or a trading \
         post"
    );
}

#[test]
fn what_each_seat_lacks_for_each_city_is_named() {
    let answer = answer("legal/city-further-color.json");
    assert_eq!(
        answer[1],
        "city.trigger not met: the city of 14 prestige, 4 diamond cards and 4 cards of one other \
         color: <0> lacks 11 prestige, 2 diamond cards and 1 card of one other color; <1> lacks 1 \
         card of one other color"
    );
    assert_eq!(answer.len(), 3, "{answer:?}");
}

/// The seats that a text names.
fn named(text: &str) -> Vec<u8> {
    text.split('<').skip(1).map(|rest| rest[..1].parse().unwrap()).collect()
}

/// The seats that the last condition says win.
fn winners(conditions: &[Condition]) -> Vec<u8> {
    let fact = &conditions.last().unwrap().fact;
    let said = fact.rsplit_once(" wins").or_else(|| fact.rsplit_once(" share")).map(|two| two.0);
    let said = said.map(|said| said.rsplit_once(": ").map_or(said, |two| two.1));
    said.map(named).unwrap_or_default()
}

#[test]
fn the_answer_fits_the_rest_of_the_game() {
    let mut seen = [0; 3];
    for seed in 0..sample(60, 400) {
        let modules = Modules { cities: seed % 3 == 1, orient: seed % 5 == 2, ..Modules::NONE };
        let end_time = [EndTime::Round, EndTime::AtOnce, EndTime::OthersOnce]
            [usize::try_from(seed % 4).unwrap() % 3];
        let ties = [
            Tie::FewestCardsThenShared,
            Tie::FewestCardsThenFirstSeat,
            Tie::MostPrestigeShared,
            Tie::LastSeat,
            Tie::FirstSeat,
        ];
        let tie = ties[usize::try_from(seed).unwrap() % ties.len()];
        let target = [15, 4, 1][usize::try_from(seed).unwrap() / 2 % 3];
        let rulings = Rulings { end_time, tie, target, ..Rulings::default() };
        let rules = Rules { modules, rulings, ..Rules::default() };
        let seats = 2 + u8::try_from(seed % 3).unwrap();
        let log = generate(&GenerateOptions { seed, seats, rules, ..Default::default() });
        let mut played = 0;
        judge_each_position(&log, &JudgeOptions::default(), |game, position| {
            let told = told(game, position);
            let open = told.iter().any(|condition| condition.standing != Standing::Met);
            match position.phase() {
                Phase::Open => assert!(open, "seed {seed}, turn {played}: {told:?}"),
                Phase::LastRound => {
                    let left = named(&told.last().unwrap().fact).len();
                    assert_eq!(left, log.turns.len() - played, "seed {seed}: {told:?}");
                    seen[1] += 1;
                }
                Phase::Ended(_) => {
                    assert!(!open, "seed {seed}: {told:?}");
                    let due: Vec<u8> = position.winners(game).iter().collect();
                    assert_eq!(winners(&told), due, "seed {seed}: {told:?}");
                    seen[2] += usize::from(due.len() > 1);
                    seen[0] += 1;
                }
            }
            played += 1;
        });
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}
