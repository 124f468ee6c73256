//! Checks that each legal replay breaks no clause, and that each illegal replay breaks exactly the
//! clause in its name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use splendor_core::{CityId, Clause, End, Phase, Position, Seat, Violation};
use splendor_render::{TextStyle, report_text};
use splendor_schema::{InputFile, Log};
use splendor_verify::verdict::Breach;
use splendor_verify::{JudgeOptions, Judgment, ReportSource, Verdict, judge, position_at, report};

use crate::root;
use crate::setup_clauses::is_of_setup;

/// A file in a folder of replays.
struct Replay {
    /// The file name without its ending.
    name: String,
    text: String,
    log: Log,
}

fn folder(kind: &str) -> PathBuf {
    root().join("replays").join(kind)
}

/// Returns the replays of a folder, sorted by name.
fn replays(kind: &str) -> Vec<Replay> {
    let files = std::fs::read_dir(folder(kind)).unwrap().map(|entry| entry.unwrap().path());
    let mut replays: Vec<Replay> = files.map(|path| read(&path)).collect();
    replays.sort_by(|a, b| a.name.cmp(&b.name));
    replays
}

fn read(path: &Path) -> Replay {
    let shown = path.to_string_lossy();
    assert!(path.extension().is_some_and(|ending| ending == "json"), "{shown}");
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let text = std::fs::read_to_string(path).unwrap();
    let log = Log::read(text.as_bytes()).unwrap_or_else(|error| panic!("{shown}: {error}"));
    Replay { name, text, log }
}

fn judged(replay: &Replay) -> Judgment {
    judge(&replay.log, &JudgeOptions::default())
}

/// Returns the name of a clause's replays.
fn name_of(clause: Clause) -> String {
    clause.id().replace('.', "-")
}

fn clause_of(name: &str) -> Clause {
    let clause = Clause::ALL.iter().find(|&&clause| name_of(clause) == name);
    *clause.unwrap_or_else(|| panic!("no clause is called as the replay {name}"))
}

fn is_ending(replay: &Replay) -> bool {
    replay.name.starts_with("ending-")
}

#[test]
fn legal_replays_are_legal() {
    for replay in replays("legal") {
        let judgment = judged(&replay);
        let (found, missing) = (&judgment.findings, &judgment.missing);
        assert_eq!(judgment.verdict(), Verdict::Legal, "{}: {found:?} {missing:?}", replay.name);
        assert_eq!(judgment.judged, replay.log.turns.len(), "{}", replay.name);
        if is_ending(&replay) {
            assert!(judgment.is_complete(), "{}", replay.name);
        }
    }
}

#[test]
fn illegal_replays_break_the_clause_in_their_name() {
    for replay in replays("illegal") {
        let clause = clause_of(&replay.name);
        let judgment = judged(&replay);
        let [finding] = judgment.findings.as_slice() else {
            panic!("{}: {:?}", replay.name, judgment.findings);
        };
        match finding.breach {
            Breach::Claim(claim, contradicted) if clause.shows_through_claims() => {
                assert_eq!(claim.clause().family(), "claim", "{}", replay.name);
                let contradicted = contradicted.as_ref().map(Violation::clause);
                assert_eq!(contradicted, Some(clause), "{}", replay.name);
            }
            breach => assert_eq!(breach.clause(), clause, "{}", replay.name),
        }
        let broken = broken(&judgment);
        assert_eq!(broken, expected(clause), "{}: nothing else is broken", replay.name);
    }
}

/// Returns the clauses that the turn of the finding breaks, from the list that is independent of
/// the checks.
fn broken(judgment: &Judgment) -> Vec<Clause> {
    let Some((ref game, _)) = judgment.last() else { return Vec::new() };
    let Some((position, turn)) = judgment.findings[0].played.as_deref() else { return Vec::new() };
    position.violations(game, turn).iter().map(Violation::clause).collect()
}

/// Returns the clauses that the turn of a replay should break: only its own clause, if a turn can
/// break it.
fn expected(clause: Clause) -> Vec<Clause> {
    match clause {
        _ if is_of_setup(clause) => Vec::new(),
        _ if ["component", "claim"].contains(&clause.family()) => Vec::new(),
        _ if clause.shows_through_claims() => Vec::new(),
        // No card meets two new posts at once, so one of two posts is not earned.
        Clause::PostOne => vec![clause, Clause::PostEarned],
        // A game without Orient has no cards in its decks.
        Clause::OrientPresent => vec![clause, Clause::ReserveDeck],
        _ => vec![clause],
    }
}

#[test]
fn every_clause_has_two_replays_and_every_replay_a_clause() {
    let clauses: BTreeSet<String> = Clause::ALL.iter().map(|&clause| name_of(clause)).collect();
    let names = |kind| -> BTreeSet<String> {
        let clausal = replays(kind).into_iter().filter(|replay| !is_ending(replay));
        clausal.map(|replay| replay.name).collect()
    };
    assert_eq!(names("illegal"), clauses);
    assert_eq!(names("legal"), clauses);
}

#[test]
fn a_pair_differs_in_one_place() {
    let legal = replays("legal");
    for illegal in replays("illegal") {
        let legal = legal.iter().find(|legal| legal.name == illegal.name).unwrap();
        let lines = |replay: &Replay| -> Vec<String> {
            // A trailing comma is not a difference.
            replay.text.lines().map(|line| line.trim_end_matches(',').to_owned()).collect()
        };
        let (right, wrong) = (lines(legal), lines(&illegal));
        let removed = wrong.iter().filter(|line| !right.contains(line)).count();
        let added = right.iter().filter(|line| !wrong.contains(line)).count();
        // With one more seat, there is also one more noble.
        let most = if illegal.name == "setup-seats" { 2 } else { 1 };
        let differs = (1..=most).contains(&added.max(removed));
        assert!(differs, "{}: +{added} -{removed}", illegal.name);
    }
}

#[test]
fn the_reports_of_illegal_replays_match_their_snapshots() {
    for replay in replays("illegal") {
        let (options, judgment) = (JudgeOptions::default(), judged(&replay));
        let name = format!("replays/illegal/{}.json", replay.name);
        let input = InputFile { name: name.into(), game: 1, line: 1 };
        let source = ReportSource { input, text: (&replay.text).into() };
        let report = report(&source, &replay.log, &judgment, &options);
        let text = report_text(&report, &replay.text, TextStyle::default());
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("illegal-{}", replay.name), text);
        });
    }
}

/// Returns the turn that triggers the end, and the position after it.
fn trigger(log: &Log) -> (usize, Position) {
    let after = |at: usize| position_at(log, &JudgeOptions::default(), at + 1).unwrap().1;
    let mut turns = (0..log.turns.len()).map(|at| (at, after(at)));
    turns.find(|(_, position)| position.phase() != Phase::Open).unwrap()
}

/// Returns whether a complete game ends in the way in its name.
fn ends_as_named(how: &str, replay: &Replay) -> bool {
    let judgment = judged(replay);
    let (ref game, last) = judgment.last().unwrap();
    let (turn, _) = trigger(&replay.log);
    let turn_of_end = &replay.log.turns[turn];
    let (noble, post) = (turn_of_end.noble.is_some(), turn_of_end.post.is_some());
    let most = last.scores().max();
    let leaders = last.scores().filter(|&score| Some(score) == most).count();
    let winners = last.winners(game).iter().count();
    match how {
        "by-card" => !noble && !post,
        "by-noble" => noble,
        "last-seat" => turn + 1 == replay.log.turns.len(),
        "tie-by-cards" => leaders > winners,
        "shared" => winners > 1,
        "stalemate" => last.phase() == Phase::Ended(End::Stalemate),
        "by-city" => last.winners(game).iter().all(|seat| last.meets_a_city(seat)),
        "by-post" => !noble && lacks_without_a_post(&replay.log, turn),
        "city-by-post" => game.rules.modules.cities && lacks_without_a_post(&replay.log, turn),
        "same-city" => last.cities().iter().any(|city| seats_at(city, last) > 1),
        _ => false,
    }
}

/// Returns whether the turn triggers the end only with the prestige of its post.
fn lacks_without_a_post(log: &Log, turn: usize) -> bool {
    let at = |turn| position_at(log, &JudgeOptions::default(), turn).unwrap();
    let (before, (game, after)) = (at(turn).1, at(turn + 1));
    let game = game.as_game();
    let seat = usize::from(before.to_move());
    let (old, new) = (&before.seats()[seat], &after.seats()[seat]);
    let prestige = new.prestige() - (new.posts().prestige() - old.posts().prestige());
    let meets = |city: CityId| city.facts().is_met(prestige, new.bonuses());
    let triggers = if game.rules.modules.cities {
        after.cities().iter().any(meets)
    } else {
        prestige >= game.rules.rulings.target
    };
    log.turns[turn].post.is_some() && !triggers
}

/// Returns the number of seats that meet a city.
fn seats_at(city: CityId, position: &Position) -> usize {
    let meets = |seat: &&Seat| city.facts().is_met(seat.prestige(), seat.bonuses());
    position.seats().iter().filter(meets).count()
}

#[test]
fn replays_of_endings_match_their_names() {
    let mut all = BTreeSet::new();
    for replay in replays("legal").into_iter().filter(is_ending) {
        let rest = replay.name.strip_prefix("ending-").unwrap();
        let (how, seats) = rest.strip_suffix("-seats").unwrap().rsplit_once('-').unwrap();
        assert_eq!(seats, replay.log.players.len().to_string(), "{}", replay.name);
        assert!(ends_as_named(how, &replay), "{}", replay.name);
        all.insert((how.to_owned(), replay.log.rules.edition.clone()));
    }
    assert_eq!(all.len(), 16, "six endings in both editions, four with modules: {all:?}");
}

/// Returns the cells of a row in the table of verdicts on the games of other clients.
fn row(line: &str) -> Option<Vec<&str>> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    (cells.len() == 5 && cells[0].contains('/')).then_some(cells)
}

#[test]
fn games_of_clients_get_the_verdicts_on_their_page() {
    let page = std::fs::read_to_string(folder("clients").join("README.md")).unwrap();
    let mut listed = BTreeSet::new();
    for cells in page.lines().filter_map(row) {
        let name = cells[0].trim_matches('`');
        listed.insert(name.to_owned());
        let replay = read(&folder("clients").join(format!("{name}.json")));
        let judgment = judged(&replay);
        let seats = (replay.log.players.len().to_string(), replay.log.turns.len().to_string());
        assert_eq!((cells[1], cells[2]), (seats.0.as_str(), seats.1.as_str()), "{name}");
        assert_eq!(cells[3] == "legal", judgment.verdict() == Verdict::Legal, "{name}");
        let why = judgment.findings.first().map(|finding| {
            let turn = finding.turn.map_or(0, |turn| turn + 1);
            format!("`{}`, turn {turn}:", finding.breach.clause().id())
        });
        assert!(cells[4].starts_with(&why.unwrap_or_default()), "{name}");
    }
    assert_eq!(listed, files_of_clients(), "every game has a row");
}

fn files_of_clients() -> BTreeSet<String> {
    let folders = std::fs::read_dir(folder("clients")).unwrap().map(|entry| entry.unwrap().path());
    let clients = folders.filter(|path| path.is_dir());
    let clients = clients.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    let games = |client: String| {
        let games = replays(&format!("clients/{client}")).into_iter();
        games.map(move |game| format!("{client}/{}", game.name))
    };
    clients.flat_map(games).collect()
}
