//! Compares an engine's answer with the expected answer.

use splendor_core::{Action, Place, Turn};
use splendor_schema::conformance::{Answer, QuestionKind};

use super::case::{Case, Due};
use super::mark::Mark;
use super::{shown, table};
use splendor_verify::words::turn_in_words;
use splendor_verify::{from_log, position_to_log};

/// Marks the answer to a case.
pub(crate) fn judged(due: &Due, case: &Case, answer: &Answer) -> Mark {
    let wrong = match (case.ask, &case.turn) {
        (QuestionKind::Legal, _) => legal(due, answer),
        (QuestionKind::Play, Some((_, turn))) => return play(due, turn, answer),
        (QuestionKind::Score, _) => score(due, answer),
        (QuestionKind::Hello | QuestionKind::Play | QuestionKind::Judge, _) => None,
    };
    wrong.map_or(Mark::Right { named: None }, Mark::Wrong)
}

/// Returns how the listed turns differ from the legal turns.
fn legal(due: &Due, answer: &Answer) -> Option<String> {
    let Some(answered) = &answer.turns else { return Some("the answer has no `turns`".to_owned()) };
    let mut legal = due.position.distinct_turns(&due.game);
    let reservations = deck_reservations(&legal);
    let mut listed = Vec::new();
    for (at, turn) in (1..).zip(answered) {
        let turn = from_log::turn(due.game.components, turn, due.position.to_move(), false);
        match turn {
            Ok(Some(turn)) => listed.push(settled(due, &reservations, turn)),
            Ok(None) => return Some(format!("turn {at} of the answer is foreign")),
            Err(breach) => return Some(format!("turn {at} of the answer: {breach}")),
        }
    }
    legal.sort_unstable();
    listed.sort_unstable();
    let words = |turn: &Turn| turn_in_words(&due.game, turn);
    if let Some([twice, _]) = listed.windows(2).find(|pair| pair[0] == pair[1]) {
        return Some(format!("`{}` is listed twice", words(twice)));
    }
    let missing: Vec<_> = legal.iter().filter(|t| listed.binary_search(t).is_err()).collect();
    let extra: Vec<_> = listed.iter().filter(|t| legal.binary_search(t).is_err()).collect();
    let mut differences = Vec::new();
    if let [first, ..] = missing[..] {
        differences.push(format!(
            "{} of {} legal turns missing: `{}`",
            missing.len(),
            legal.len(),
            words(first)
        ));
    }
    if let [first, ..] = extra[..] {
        let why = due.position.check(&due.game, first).err();
        let why = why.map(|breach| format!(" breaks {}: {breach}", breach.clause().id()));
        let why = why.unwrap_or_default();
        differences.push(format!("{} illegal turns listed: `{}`{why}", extra.len(), words(first)));
    }
    (!differences.is_empty()).then(|| differences.join("; "))
}

/// Returns each reservation from a deck that is a legal action, once.
fn deck_reservations(legal: &[Turn]) -> Vec<Action> {
    let actions = legal.iter().map(|turn| turn.action);
    let mut all: Vec<_> =
        actions.filter(|action| matches!(action, Action::ReserveDeck { .. })).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the turn in the form in which turns are compared: without the place of the card and the
/// refill, which an answer may omit, and with the cards that the known decks determine.
fn settled(due: &Due, reservations: &[Action], turn: Turn) -> Turn {
    let action = match turn.action {
        Action::ReserveDeck { row: level, card, under } => {
            let fits = |logged: Option<_>, other| logged.is_none() || logged == other;
            let fits_answer = |action: &Action| {
                matches!(*action, Action::ReserveDeck { row: of, card: kept, under: below }
                if of == level && kept.is_some() && fits(card, kept) && fits(under, below))
            };
            let fitting: Vec<Action> = reservations.iter().copied().filter(fits_answer).collect();
            let top = due.position.deck(level).top();
            let drawn = under.is_none() && card.map(Place::Card) == top;
            match fitting[..] {
                [one] if card.is_some() || under.is_some() => one,
                _ if drawn => Action::ReserveDeck { row: level, card: None, under },
                _ => turn.action,
            }
        }
        action => action,
    };
    Turn { action, refill: None, ..turn }.with_source(None)
}

fn play(due: &Due, turn: &Turn, answer: &Answer) -> Mark {
    let words = turn_in_words(&due.game, turn);
    let refused = answer.refused == Some(true);
    let mut after = due.position;
    match (after.play(&due.game, turn), &answer.position) {
        (_, Some(_)) if refused => {
            Mark::Wrong(format!("`{words}` is refused, but the answer has a position"))
        }
        (Ok(_), None) if refused => {
            let clause = answer.clause.as_ref().map(|clause| shown(clause.as_str()));
            let clause = clause.map(|clause| format!(" by {clause}")).unwrap_or_default();
            Mark::Wrong(format!("`{words}` is refused{clause}, but is legal"))
        }
        (Err(breach), None) if refused => {
            let named = answer.clause.as_ref().map(|clause| clause == breach.clause().id());
            Mark::Right { named }
        }
        (_, None) => Mark::Wrong("the answer has neither `position` nor `refused`".to_owned()),
        (Err(breach), Some(_)) => {
            let id = breach.clause().id();
            Mark::Wrong(format!("`{words}` is played, but breaks {id}: {breach}"))
        }
        (Ok(_), Some(answered)) => {
            let wrong = table::difference(answered, &position_to_log(&due.game, &after));
            let wrong = wrong.map(|wrong| format!("after `{words}` {wrong}"));
            wrong.map_or(Mark::Right { named: None }, Mark::Wrong)
        }
    }
}

fn score(due: &Due, answer: &Answer) -> Option<String> {
    let scores: Vec<u8> = due.position.scores().collect();
    if answer.scores.as_ref() != Some(&scores) {
        return Some(format!("`scores` is {}, needed {scores:?}", list(answer.scores.as_ref())));
    }
    if !due.position.has_ended() {
        return None;
    }
    let winners: Vec<u8> = due.position.winners(&due.game).iter().collect();
    let found = answer.winners.clone().map(|mut found| {
        found.sort_unstable();
        found
    });
    let wrong = found.as_ref() != Some(&winners);
    wrong.then(|| format!("`winners` is {}, needed {winners:?}", list(found.as_ref())))
}

fn list(found: Option<&Vec<u8>>) -> String {
    found.map_or("absent".to_owned(), |found| format!("{found:?}"))
}
