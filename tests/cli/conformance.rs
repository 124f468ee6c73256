//! Checks `splendor conformance` against a correct engine, and engines with one flaw each.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use splendor_core::{Game, Position};
use splendor_play::conformance::{Engine, EngineError, Kit, Mark, Marks, Skips, conformance};
use splendor_schema::conformance::QuestionKind;
use splendor_schema::vector::Vector;
use splendor_verify::{position_from_log, position_to_log, turn_from_log, turn_to_log};

use crate::cmd::Folder;
use crate::{root, sample};

/// The flaw of an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flaw {
    None,
    /// Plays illegal turns where it can, and refuses the rest.
    PlaysAll,
    RefusesAll,
    NamesOtherClauses,
    ForgetsTheLastTurn,
    ListsATurnTwice,
    ListsAPass,
    CountsNoNobles,
    CallsAllWinners,
    KeepsTheMarketEmpty,
    ForgetsTheLastRound,
    /// No flaw: writes the counts of tokens that are zero.
    WritesZeros,
    NumbersAnswersWrongly,
    SaysSomethingElse,
    StopsAtPlays,
}

/// An engine built on this project's own rules, with an optional flaw.
struct Made {
    flaw: Flaw,
    hello: Value,
    starts: usize,
}

impl Made {
    fn new(flaw: Flaw) -> Self {
        Self { flaw, hello: json!({ "engine": "made", "version": "2" }), starts: 0 }
    }
}

impl Engine for Made {
    fn start(&mut self) -> Result<(), EngineError> {
        self.starts += 1;
        Ok(())
    }

    fn answer(&mut self, line: &str) -> Result<Vec<u8>, EngineError> {
        let request: Value = serde_json::from_str(line).unwrap();
        let mut answer = match request["ask"].as_str().unwrap() {
            "hello" => self.hello.clone(),
            ask => {
                let (game, position) = position_of(&request);
                self.answer_to(ask, &request, &game, &position)?
            }
        };
        let id = request["id"].as_u64().unwrap();
        let greets = request["ask"] == "hello";
        answer["id"] =
            if self.flaw == Flaw::NumbersAnswersWrongly && !greets { id + 1 } else { id }.into();
        if self.flaw == Flaw::SaysSomethingElse && !greets {
            return Ok(b"thinking \x1b[31m...\n".to_vec());
        }
        Ok(answer.to_string().into_bytes())
    }
}

fn position_of(request: &Value) -> (Game<'static>, Position) {
    let text = request["position"].to_string();
    let text = splendor_schema::Position::read(text.as_bytes()).unwrap();
    position_from_log(&text).unwrap()
}

impl Made {
    fn answer_to(
        &self,
        ask: &str,
        request: &Value,
        game: &Game<'_>,
        position: &Position,
    ) -> Result<Value, EngineError> {
        Ok(match ask {
            "legal" => json!({ "turns": self.legal(game, position) }),
            "score" => self.score(game, position),
            _ if self.flaw == Flaw::StopsAtPlays => {
                return Err(EngineError("it stopped".to_owned()));
            }
            _ => self.play(request, game, position),
        })
    }

    fn legal(&self, game: &Game<'_>, position: &Position) -> Vec<Value> {
        let turns = position.distinct_turns(game);
        // An engine may list the turns in any order and leave out the seat.
        let listed = turns.iter().rev().map(|turn| {
            let mut turn = serde_json::to_value(turn_to_log(game, turn)).unwrap();
            turn.as_object_mut().unwrap().remove("seat");
            turn
        });
        let mut listed: Vec<Value> = listed.collect();
        match self.flaw {
            Flaw::ForgetsTheLastTurn => drop(listed.pop()),
            Flaw::ListsATurnTwice => listed.extend(listed.last().cloned()),
            Flaw::ListsAPass => listed.push(json!({ "pass": true })),
            _ => {}
        }
        listed
    }

    fn score(&self, game: &Game<'_>, position: &Position) -> Value {
        let seats = position.seats().iter();
        let nobles = |seat: &splendor_core::Seat| {
            seat.nobles().iter().map(|noble| game.components.noble(noble).points).sum::<u8>()
        };
        let less = |seat| if self.flaw == Flaw::CountsNoNobles { nobles(seat) } else { 0 };
        let scores: Vec<u8> = seats.map(|seat| seat.prestige() - less(seat)).collect();
        let mut winners: Vec<u8> = position.winners(game).iter().collect();
        if self.flaw == Flaw::CallsAllWinners {
            winners = (0..u8::try_from(scores.len()).unwrap()).collect();
        }
        json!({ "scores": scores, "winners": winners })
    }

    fn play(&self, request: &Value, game: &Game<'_>, position: &Position) -> Value {
        let vector = json!({
            "format": "splendor-vector/1", "name": "x", "position": request["position"],
            "legal": 0, "scores": [], "clause": "x",
            "turns": [{ "turn": request["turn"], "verdict": "legal", "clause": "x" }],
        });
        let description = Vector::read(vector.to_string().as_bytes()).unwrap().turns.remove(0).turn;
        let turn = turn_from_log(game, &description, position.to_move()).unwrap();
        let mut after = *position;
        let clause = after.play(game, &turn).err().map(|breach| breach.clause().id());
        let refuses = self.flaw == Flaw::RefusesAll;
        if refuses || clause.is_some() && self.flaw != Flaw::PlaysAll {
            let other = refuses || self.flaw == Flaw::NamesOtherClauses;
            return json!({ "refused": true, "clause": clause.filter(|_| !other).unwrap_or("x.y") });
        }
        let mut description = serde_json::to_value(position_to_log(game, &after)).unwrap();
        match self.flaw {
            Flaw::KeepsTheMarketEmpty => {
                for level in ["level1", "level2", "level3"] {
                    let row = description["market"][level].as_array_mut().unwrap();
                    row.retain(|card| {
                        request["position"].to_string().contains(card.as_str().unwrap())
                            && request["position"]["market"][level]
                                .as_array()
                                .unwrap()
                                .contains(card)
                    });
                }
            }
            Flaw::WritesZeros => {
                write_zeros(&mut description["supply"]);
                for seat in description["seats"].as_array_mut().unwrap() {
                    write_zeros(&mut seat["tokens"]);
                }
            }
            Flaw::ForgetsTheLastRound => {
                description["last_round"] = false.into();
                description["ended"] = false.into();
            }
            _ => {}
        }
        json!({ "position": description })
    }
}

/// Adds the kinds of tokens that a map of counts leaves out, each with the count zero.
fn write_zeros(counts: &mut Value) {
    for color in ["diamond", "sapphire", "emerald", "ruby", "onyx", "gold"] {
        if counts.get(color).is_none() {
            counts[color] = 0.into();
        }
    }
}

/// Returns every sixth position of the published kit, which shows every flaw.
fn kit() -> Kit {
    let vectors = std::fs::read_to_string(root().join("replays/vectors.jsonl")).unwrap();
    let mut kit = Kit::default();
    for line in vectors.lines().step_by(6) {
        kit.add(line.as_bytes()).unwrap();
    }
    kit
}

fn run_kit<'k>(kit: &'k Kit, engine: &mut Made, skips: &str) -> Marks<'k> {
    conformance(kit, &Skips::read(skips).unwrap(), engine, &mut |_, _| {}).unwrap()
}

#[test]
fn an_engine_with_these_rules_gets_every_case_right() {
    let kit = Kit::published();
    let outcome = run_kit(&kit, &mut Made::new(Flaw::None), "");
    assert!(outcome.passes(), "{}", outcome.text());
    let tally = outcome.tally();
    assert_eq!(tally.right, kit.questions().count());
    assert!(tally.named > 100 && tally.misnamed == 0);
}

/// Returns the kinds of questions that an engine with a flaw gets wrong, and the first message.
fn wrong_answers(kit: &Kit, flaw: Flaw) -> (BTreeSet<String>, String) {
    let outcome = run_kit(kit, &mut Made::new(flaw), "");
    let report: Value = serde_json::from_str(&outcome.json()).unwrap();
    let failures = report["failures"].as_array().unwrap();
    let clauses: BTreeSet<_> = failures.iter().map(|failure| failure["clause"].as_str()).collect();
    let text = outcome.text();
    let wrong = text.split("\n\n").nth(2).unwrap().lines();
    assert_eq!(wrong.filter(|line| !line.starts_with("--format json")).count(), clauses.len());
    assert_eq!(report["passes"], failures.is_empty());
    let asks = failures.iter().map(|failure| failure["ask"].as_str().unwrap().to_owned());
    let message = failures.first().map_or("", |failure| failure["message"].as_str().unwrap());
    (asks.collect(), message.to_owned())
}

#[test]
fn every_flaw_is_found_by_its_kind_of_question() {
    let kit = kit();
    for (flaw, ask, words) in [
        (Flaw::PlaysAll, "play", "` is played, but breaks "),
        (Flaw::RefusesAll, "play", "` is refused by x.y, but is legal"),
        (Flaw::ForgetsTheLastTurn, "legal", " legal turns missing: `"),
        (Flaw::ListsATurnTwice, "legal", "` is listed twice"),
        (Flaw::ListsAPass, "legal", "1 illegal turns listed: `pass` breaks turn."),
        (Flaw::CountsNoNobles, "score", "`scores` is ["),
        (Flaw::CallsAllWinners, "score", "`winners` is [0, 1"),
        (Flaw::KeepsTheMarketEmpty, "play", " `market/level"),
        (Flaw::ForgetsTheLastRound, "play", " `"),
    ]
    .into_iter()
    // One flaw of each kind of question takes a third of the time.
    .step_by(sample(3, 1))
    {
        let (asks, message) = wrong_answers(&kit, flaw);
        assert_eq!(asks.into_iter().collect::<Vec<_>>(), [ask], "{message}");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn counts_of_zero_equal_absent_counts() {
    let kit = kit();
    let outcome = run_kit(&kit, &mut Made::new(Flaw::WritesZeros), "");
    assert!(outcome.passes(), "{}", outcome.text());
}

#[test]
fn a_wrong_clause_is_counted_but_does_not_fail_the_kit() {
    let kit = kit();
    let outcome = run_kit(&kit, &mut Made::new(Flaw::NamesOtherClauses), "");
    assert!(outcome.passes());
    assert!(outcome.tally().misnamed > 100 && outcome.tally().named == 0);
    assert!(outcome.text().contains("\n0 of "), "{}", outcome.text());
}

#[test]
fn an_engine_that_answers_nonsense_is_restarted_twenty_times() {
    let kit = kit();
    for (flaw, words) in [
        (Flaw::NumbersAnswersWrongly, "the answer has the id 3, needed 2"),
        (Flaw::SaysSomethingElse, "no answer: "),
        (Flaw::StopsAtPlays, "it stopped"),
    ] {
        let mut engine = Made::new(flaw);
        let outcome = run_kit(&kit, &mut engine, "");
        assert_eq!(engine.starts, 20);
        let text = outcome.text();
        assert!(text.contains(words), "{text}");
        assert!(
            text.contains(" cases were not asked: the engine had to be started 20 times"),
            "{text}"
        );
        assert!(!text.contains('\x1b'));
    }
}

#[test]
fn an_engine_is_not_asked_about_features_it_does_not_support() {
    let kit = kit();
    let all = kit.questions().count();
    for (hello, least) in [
        (json!({ "modules": [] }), sample(30, 100)),
        (json!({ "modules": ["cities"], "seats": [2] }), sample(30, 100)),
        (json!({ "editions": ["2014"] }), sample(30, 100)),
        (json!({ "rulings": [] }), sample(1, 5)),
        (json!({ "asks": ["legal", "score"] }), sample(100, 300)),
    ] {
        let mut engine = Made { hello, ..Made::new(Flaw::None) };
        let outcome = run_kit(&kit, &mut engine, "");
        let tally = outcome.tally();
        assert!(outcome.passes() && tally.right > 0, "{}", outcome.text());
        assert!(tally.unsupported >= least, "{}", outcome.text());
        assert_eq!(tally.right + tally.unsupported, all);
    }
}

#[test]
fn the_name_of_an_engine_is_escaped_in_text_and_unchanged_in_json() {
    let kit = kit();
    let name = "my\nengine\u{1b}[2J";
    let mut engine = Made { hello: json!({ "engine": name }), ..Made::new(Flaw::None) };
    let outcome = run_kit(&kit, &mut engine, "");
    assert!(outcome.text().starts_with("my\\nengine\\u{1b}[2J\n\n"), "{}", outcome.text());
    let report: Value = serde_json::from_str(&outcome.json()).unwrap();
    assert_eq!(report["engine"], name);
}

#[test]
fn a_skipped_case_that_is_right_fails_the_kit() {
    let kit = kit();
    let list = "# what is known\nstart-2:legal # not yet\n\ncities-3:legal\n";
    let outcome = run_kit(&kit, &mut Made::new(Flaw::ForgetsTheLastTurn), list);
    assert_eq!(outcome.tally().skipped, 2);
    assert!(matches!(outcome.result("start-2:legal"), Some(Mark::Skipped(_))));
    assert!(outcome.stale.is_empty() && !outcome.passes());
    let outcome = run_kit(&kit, &mut Made::new(Flaw::None), "start-2:legal\nnobody:legal");
    assert_eq!((outcome.tally().wrong, outcome.stale.len()), (0, 2));
    assert!(!outcome.passes());
    let text = outcome.text();
    assert!(text.contains("line 1 of the list of skipped cases, `start-2:legal`: the engine gets"));
    assert!(text.contains("line 2 of the list of skipped cases, `nobody:legal`: there is no such"));
    assert!(Skips::read("a b").is_err() && Skips::read("a\na").is_err());
}

#[test]
fn a_custom_kit_is_validated() {
    let line = std::fs::read_to_string(root().join("replays/vectors.jsonl")).unwrap();
    let line = line.lines().next().unwrap();
    let mut kit = Kit::default();
    kit.add(line.as_bytes()).unwrap();
    assert!(kit.add(line.as_bytes()).unwrap_err().starts_with("there are two vectors called `"));
    let lie = line.replacen("\"verdict\":\"illegal\"", "\"verdict\":\"legal\"", 1);
    assert_ne!(lie, line);
    assert!(Kit::default().add(lie.as_bytes()).unwrap_err().ends_with("is not legal"));
    assert!(Kit::default().add(b"{").is_err());
    kit.about("limit");
    assert!(kit.questions().all(|case| case.clause.as_deref().unwrap().starts_with("limit.")));
    assert!(kit.questions().all(|case| case.ask == QuestionKind::Play));
}

/// Checks that the example engine of the book gets every case right that it supports. Without
/// Python the test does nothing.
#[cfg(unix)]
#[test]
fn the_example_engine_gets_every_supported_case_right() {
    let folder = Folder::new("conformance-example");
    if folder.shell("python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'").status != 0 {
        return;
    }
    // The page's example asks the whole kit.
    if sample(false, true) {
        assert!(crate::cmd::console::check("docs/src/conformance.md") >= 1);
    }
    let script = root().join("docs/conformance/adapter.py");
    let script = script.to_str().unwrap();
    let some = sample("--clause take", "");
    let command = format!("splendor conformance --format json {some} --cmd 'python3 \"{script}\"'");
    let run = folder.shell(&command);
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    assert_eq!((run.status, &report["passes"]), (0, &true.into()), "{report}");
    let [right, unsupported] = sample([20, 1], [300, 100]);
    let count = |name: &str| report["counts"][name].as_u64().unwrap();
    assert!(count("right") > right, "{}", report["counts"]);
    assert!(count("unsupported") > unsupported, "{}", report["counts"]);
}
