//! Reports on false claims of a log explain the rule that decides.

use splendor_schema::json::layout;
use splendor_schema::log::EndReason;

use crate::claimed_game::{end, found, game, game_of_cities, result};
use crate::cmd::Folder;

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
