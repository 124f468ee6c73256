//! Logs made of choices: a legal game with some changes and some facts left out.

use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::Log;
use splendor_schema::log::OmittedField;
use splendor_schema::turn::Reserve;

use super::choices::Choices;
use super::schema::edit;
use super::table::rules;

/// Returns a legal game of fewer turns than `most`.
fn game(choices: &mut Choices<'_>, most: usize) -> Log {
    let options = GenerateOptions {
        rules: rules(choices),
        seed: choices.below(1 << 16) as u64,
        seats: 2 + choices.small(3),
        policy: choices.pick(&Policy::ALL).unwrap_or_default(),
        max_turns: choices.below(most),
        decks: !choices.once_in(2),
        after: choices.once_in(3),
        digest: choices.once_in(4),
    };
    generate(&options)
}

/// Returns a legal game of fewer turns than `most`, or a log that is similar to one.
pub(super) fn log(choices: &mut Choices<'_>, most: usize) -> Log {
    let log = game(choices, most);
    let edits = choices.small(8).saturating_sub(4);
    (0..edits).fold(log, |log, _| edited(choices, log))
}

/// Moves a value or a turn to another place; returns the log unchanged if the result is not a log.
fn edited(choices: &mut Choices<'_>, mut log: Log) -> Log {
    let (one, other) = (choices.below(log.turns.len()), choices.below(log.turns.len()));
    match choices.below(5) {
        0 => log.turns.truncate(one),
        1 if !log.turns.is_empty() => log.turns.swap(one, other),
        2 if !log.turns.is_empty() => log.turns.insert(one, log.turns[other].clone()),
        _ => {
            let donor = serde_json::to_value(&log).expect("a log is JSON");
            let mut value = donor.clone();
            match log.turns.len() {
                0 => edit(choices, &mut value, &donor),
                _ => edit(choices, &mut value["turns"][one], &donor["turns"][other]),
            }
            return Log::read(value.to_string().as_bytes()).unwrap_or(log);
        }
    }
    log
}

/// The most facts that are left out of a log.
const MOST_LEFT_OUT: usize = 8;

/// Leaves out facts by choice. The remaining log says nothing new.
pub(super) fn with_less(choices: &mut Choices<'_>, log: &Log) -> Log {
    let mut less = log.clone();
    let what = choices.below(1 << 12);
    let drops = |bit: usize| what >> bit & 1 == 1;
    let fields = [OmittedField::Return, OmittedField::Gem, OmittedField::Noble, OmittedField::Post];
    for (bit, omit) in fields.into_iter().enumerate() {
        if drops(bit) && !less.omits.contains(&omit) {
            less.omits.push(omit);
        }
    }
    if drops(4) {
        less.setup.decks = None;
    }
    // Each missing fact may double the number of tables, so leave out only a few.
    let mut left = MOST_LEFT_OUT;
    for turn in &mut less.turns {
        let mut here = |choices: &mut Choices<'_>, bit| {
            let here = left > 0 && drops(bit) && choices.below(2) == 1;
            left -= usize::from(here);
            here
        };
        if let Some(purchase) = &mut turn.purchase {
            purchase.pay = purchase.pay.filter(|_| !here(choices, 5));
            purchase.from = purchase.from.filter(|_| !drops(6));
        }
        if let Some(Reserve::Deck { card, under, .. }) = &mut turn.reserve
            && here(choices, 7)
        {
            (*card, *under) = (None, None);
        }
        if here(choices, 8) {
            turn.refill = None;
        }
        if drops(9) {
            turn.after = None;
        }
        let gone = [0, 1, 2, 3].map(|bit| here(choices, bit));
        turn.returned = turn.returned.filter(|_| !gone[0]);
        turn.gem = turn.gem.filter(|_| !gone[1]);
        turn.noble = turn.noble.take().filter(|_| !gone[2]);
        turn.post = turn.post.take().filter(|_| !gone[3]);
    }
    if drops(10) {
        less.turns.iter_mut().for_each(|turn| turn.seat = None);
    }
    less
}
