//! The conformance kit: any engine is heard to the end, and a correct engine passes.

use std::sync::LazyLock;

use splendor_play::conformance::{
    Engine, EngineError, Kit, Skips, command_words, conformance as examined,
};
use splendor_schema::conformance::{Answer, QuestionKind};
use splendor_schema::vector::Vector;
use splendor_schema::{Position, Turn};
use splendor_verify::{position_from_log, position_to_log, turn_from_log, turn_to_log};

/// A few vectors of the kit.
static KITS: LazyLock<Vec<Kit>> = LazyLock::new(|| {
    let lines = include_str!("../../../replays/vectors.jsonl").lines().step_by(23);
    let kit = |line: &str| {
        let mut kit = Kit::default();
        kit.add(line.as_bytes()).expect("the vectors of the project are in order");
        kit
    };
    lines.map(kit).collect()
});

/// A correct engine, except for the lines that the input replaces.
struct Parrot<'b> {
    lines: Vec<&'b [u8]>,
    next: usize,
    wrong: bool,
}

impl Engine for Parrot<'_> {
    fn start(&mut self) -> Result<(), EngineError> {
        Ok(())
    }

    fn answer(&mut self, line: &str) -> Result<Vec<u8>, EngineError> {
        let request: serde_json::Value = serde_json::from_str(line).expect("a request is JSON");
        let id = request["id"].as_u64().expect("a request has an id");
        self.next += 1;
        match self.lines.get(self.next - 1).copied() {
            None | Some([]) => Ok(right(id, &request)),
            Some(b"!") => Err(EngineError("it is silent".to_owned())),
            // After `+` comes the rest of an answer with the right id.
            Some([b'+', rest @ ..]) => {
                self.wrong = true;
                Ok([format!("{{\"id\":{id},").as_bytes(), rest].concat())
            }
            Some(line) => {
                self.wrong = true;
                Ok(line.to_vec())
            }
        }
    }
}

/// Returns the correct answer, computed only through the file formats.
fn right(id: u64, request: &serde_json::Value) -> Vec<u8> {
    let mut answer = Answer { id, ..Answer::default() };
    let position = Position::read(request["position"].to_string().as_bytes());
    if let Ok((game, position)) =
        position.map_err(drop).and_then(|p| position_from_log(&p).map_err(drop))
    {
        let ask = request["ask"].as_str();
        let turn = serde_json::from_value::<Turn>(request["turn"].clone()).ok();
        let turn = turn.and_then(|turn| turn_from_log(&game, &turn, position.to_move()));
        let ended = position.has_ended();
        match (ask, turn) {
            (Some("legal"), _) => {
                let legal = position.distinct_turns(&game);
                answer.turns = Some(legal.iter().map(|turn| turn_to_log(&game, turn)).collect());
            }
            (Some("play"), Some(turn)) => {
                let mut next = position;
                match next.play(&game, &turn) {
                    Ok(_) => answer.position = Some(position_to_log(&game, &next)),
                    Err(_) => answer.refused = Some(true),
                }
            }
            _ => answer.scores = Some(position.scores().collect()),
        }
        answer.winners = ended.then(|| position.winners(&game).iter().collect());
    }
    assert!(QuestionKind::ALL.len() == 5);
    serde_json::to_vec(&answer).expect("an answer is JSON")
}

/// Bytes → the choice of a vector, then the lines of an engine.
pub(super) fn conformance(bytes: &[u8]) {
    let (&which, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let lines: Vec<&[u8]> = rest.split(|&byte| byte == b'\n').collect();
    let mut engine = Parrot { lines, next: 0, wrong: false };
    let kit = &KITS[usize::from(which) % KITS.len()];
    let mut asked = 0;
    let outcome = examined(kit, &Skips::default(), &mut engine, &mut |done, _| asked = done);
    let Ok(outcome) = outcome else { return };
    assert_eq!(asked, kit.questions().count(), "every question is counted");
    assert!(!outcome.text().is_empty());
    let json = serde_json::from_str::<serde_json::Value>(&outcome.json());
    assert!(json.is_ok(), "{json:?}");
    let silent = engine.lines.contains(&&b"!"[..]);
    assert!(engine.wrong || silent || outcome.passes(), "{}", outcome.text());
}

/// Bytes → a vector, a list of skips, and a command line.
pub(super) fn kit(bytes: &[u8]) {
    let mut kit = Kit::default();
    if kit.add(bytes).is_ok() {
        assert!(Vector::read(bytes).is_ok());
        assert!(kit.add(bytes).is_err(), "there are two vectors of one name");
        let mut engine = Parrot { lines: Vec::new(), next: 0, wrong: false };
        let outcome = examined(&kit, &Skips::default(), &mut engine, &mut |_, _| {});
        let _text = outcome.map(|outcome| outcome.text());
    }
    if let Ok(text) = str::from_utf8(bytes) {
        let _skips = Skips::read(text).map(|skips| skips.on(&kit));
        let _words = command_words(text);
    }
}
