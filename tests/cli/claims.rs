//! Reports on false claims of a log explain the rule that decides.

use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::Log;
use splendor_schema::json::layout;
use splendor_schema::log::{End, EndReason, GameResult};
use splendor_verify::{JudgeOptions, judge};

use crate::cmd::Folder;

/// Returns a complete game of two seats with a claim after each turn.
fn game() -> Log {
    let mut log = generate(&GenerateOptions { seed: 11, after: true, ..Default::default() });
    assert_eq!(found(&log), None, "the game itself is legal");
    log.result.as_mut().unwrap().winners.as_mut().unwrap().sort_unstable();
    log
}

/// Returns the clause of the first finding, and the clause that it contradicts.
fn found(log: &Log) -> Option<(&'static str, Option<&'static str>)> {
    let judgment = judge(log, &JudgeOptions::default());
    let breach = judgment.findings.first()?.breach;
    Some((breach.clause().id(), breach.contradicted().map(|other| other.clause().id())))
}

fn end(log: &mut Log) -> &mut End {
    log.end.as_mut().unwrap()
}

fn result(log: &mut Log) -> &mut GameResult {
    log.result.as_mut().unwrap()
}

/// Returns a complete game with cities that one of two seats wins.
fn game_of_cities() -> Log {
    let path = crate::root().join("replays/legal/city-met.json");
    Log::read(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn claim_end_explains_the_ruling_on_stalemates() {
    let folder = Folder::new("claims-stale");
    let mut log = game();
    end(&mut log).reason = EndReason::Stalemate;
    folder.write("game.json", layout::pretty_log(&log));
    for (ruling, words) in [
        (
            "ends",
            ["but it is not one: no forced passes in a row", "needs two forced passes in a row"],
        ),
        (
            "continues",
            ["the ruling stalemate=continues lets the game go on", "passes never end this game"],
        ),
        ("passed-round", ["no passes in a row in one round", "needs two passes in one round"]),
    ] {
        let run = folder.run(&format!("verify --ruling stalemate={ruling} game.json"));
        assert!(words.iter().all(|words| run.out.contains(words)), "{ruling}: {}", run.out);
    }
}

#[test]
fn a_missing_winner_names_the_clause_of_the_module() {
    let city = "With The Cities, the seat with the most prestige wins among the seats that meet";
    let folder = Folder::new("claims-missing-winner");
    for (log, clause, sentence) in [
        (game_of_cities(), "city.winner", city),
        (game(), "end.winner", "The seat with the most prestige wins."),
    ] {
        let mut log = log;
        let winner = result(&mut log).winners.replace(Vec::new()).unwrap()[0];
        assert_eq!(found(&log), Some(("claim.winner", Some(clause))));
        folder.write("log.json", layout::pretty_log(&log));
        let run = folder.run("verify log.json");
        let message = format!("seat {winner} wins by the rules, but is not called a winner\n");
        assert!(run.out.starts_with(&format!("error[claim.winner]: {message}")), "{}", run.out);
        assert!(run.out.contains(&format!(" seat {winner} wins\n")), "{}", run.out);
        assert!(run.out.contains(sentence), "{}", run.out);
    }
}

#[test]
fn a_winner_named_twice_is_an_error() {
    let path = crate::root().join("replays/legal/ending-by-card-2-seats.json");
    let text = std::fs::read_to_string(path).unwrap();
    let folder = Folder::new("claims-twice");
    folder.write("log.json", text.replace(r#""winners": [0]"#, r#""winners": [0, 0]"#));
    let run = folder.run("verify log.json");
    assert_eq!(run.status, 1);
    let error = "error[claim.winner]: seat 0 is called a winner twice";
    assert!(run.out.starts_with(error), "{}", run.all());
}
