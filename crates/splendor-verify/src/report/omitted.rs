//! The facts that a log omits, as a report lists them.

use splendor_core::Spelled;
use splendor_schema as schema;
use splendor_schema::report::Fact;

use crate::verdict::{Inferred, InferredValue, Judgment, MissingFact};

/// Returns the missing facts in the order of the log, but last the one at which the search stopped:
/// with `--keep-going`, facts of later turns follow it.
pub(super) fn missing_facts(judgment: &Judgment) -> Vec<schema::report::MissingFact> {
    let stop = judgment.stop();
    let others = judgment.missing.iter().filter(|&one| Some(one) != stop);
    others.chain(stop).map(missing).collect()
}

fn missing(missing: &MissingFact) -> schema::report::MissingFact {
    let spelled = |values: usize| match u16::try_from(values) {
        Ok(values) => format!("{} ", Spelled(values)),
        Err(_) => format!("{values} "),
    };
    let count = missing.values.map(spelled).unwrap_or_default();
    let stop = if missing.stops { "; the replay stops here" } else { "" };
    schema::report::MissingFact {
        fact: missing.field,
        turn: missing.turn.map(|turn| turn as u64 + 1),
        pointer: Some(missing.turn.map_or("/setup".into(), |turn| format!("/turns/{turn}"))),
        message: format!("{count}{}{stop}", missing.why),
    }
}

/// Returns the inferred facts in the order of the log.
pub(super) fn inferred_facts(judgment: &Judgment) -> Vec<schema::report::InferredFact> {
    judgment.inferred.iter().map(inferred).collect()
}

fn inferred(inferred: &Inferred) -> schema::report::InferredFact {
    let value = match inferred.value {
        InferredValue::Tokens(tokens) => tokens.to_string(),
        InferredValue::Noble(noble) => noble.to_string(),
        InferredValue::Post(post) => post.to_string(),
        InferredValue::Card(card) => card.to_string(),
        InferredValue::Color(color) => color.to_string(),
        InferredValue::Source(place) => place.name().to_owned(),
    };
    schema::report::InferredFact {
        fact: inferred.field,
        turn: Some(inferred.turn as u64 + 1),
        pointer: Some(format!("/turns/{}", inferred.turn)),
        value: Fact::from(value),
    }
}
