//! The limits of a KIFU: logs that exceed it are rejected.

use serde_json::{Value, json};
use splendor_convert::{kifu, kifu_left_out};
use splendor_schema::Log;

use crate::changed_example::example_with;

type Change<'c> = &'c dyn Fn(&mut Value);

#[test]
fn claims_that_a_kifu_cannot_hold_are_rejected() {
    let written = |change: Change<'_>| {
        let log = Log::read(example_with(change).as_bytes()).unwrap();
        kifu(&log).map(|_| kifu_left_out(&log))
    };
    let end = |log: &mut Value, result: Value| {
        log["end"] = json!({ "reason": "completed" });
        log["result"] = result;
    };
    let refused: [(Change<'_>, &str); 5] = [
        (&|log| log["end"]["plies"] = 6.into(), "cannot claim 6 turns for a log of 5"),
        (&|log| end(log, json!({ "winners": [1, 1] })), "names each winner once"),
        (&|log| end(log, json!({ "winners": [5] })), "of the seats 0 to 1"),
        (
            &|log| end(log, json!({ "winners": [0], "scores": [1] })),
            "each of 2 seats, the log has 1",
        ),
        (&|log| end(log, json!({ "winners": [] })), "a KIFU of a game that ended names its winner"),
    ];
    for (change, why) in refused {
        assert!(written(change).unwrap_err().contains(why), "{why}");
    }
    let nobody = written(&|log| {
        log["players"] = json!([]);
        end(log, json!({ "winners": [0] }));
    });
    assert!(nobody.unwrap_err().contains("2 to 4 players, not 0"));
    let late = json!({ "reason": "timeout", "seats": [1] });
    let left_out = written(&|log| {
        end(log, json!({ "winners": [0], "scores": [1, 0] }));
        log["end"] = late.clone();
    });
    assert!(left_out.unwrap().contains(&("end.seats", 1)));
    let left_out = written(&|log| {
        end(log, json!({ "winners": [0, 1] }));
        log.as_object_mut().unwrap().remove("end");
    });
    assert!(left_out.unwrap().contains(&("result.winners", 2)));
}
