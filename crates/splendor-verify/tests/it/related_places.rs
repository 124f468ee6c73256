//! Checks the extra facts of a report: the earlier turn that explains a finding, and the payment.

use proptest::prelude::*;
use serde_json::{Value, json};
use splendor_core::{Color, Position, Token};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::json::layout::json_line;
use splendor_schema::report::Fact;
use splendor_schema::{Finding, InputFile, Log, Report, Turn};
use splendor_verify::{JudgeOptions, ReportScope, position_at, verify};

use crate::any_input::for_all;

fn games() -> impl Strategy<Value = (u64, u8, usize, usize)> {
    (0_u64..200, 2_u8..=4, 0..Policy::ALL.len(), 10_usize..100)
}

/// Returns the beginning of a generated game, and the position before each of its turns and after
/// the last.
fn beginning((seed, seats, policy, part): (u64, u8, usize, usize)) -> (Log, Vec<Position>) {
    let policy = Policy::ALL[policy];
    let mut log = generate(&GenerateOptions { seed, seats, policy, ..Default::default() });
    log.turns.truncate(log.turns.len().saturating_sub(1) * part / 100);
    (log.end, log.result) = (None, None);
    let at = |turn| position_at(&log, &JudgeOptions::default(), turn).unwrap().1;
    let positions = (0..=log.turns.len()).map(at).collect();
    (log, positions)
}

/// Returns the finding on a turn added to the end of a log, if it has one.
fn finding(log: &Log, turn: &str) -> Option<Finding> {
    let mut log = log.clone();
    log.turns.push(Turn::read(turn.as_bytes()).unwrap());
    let input = InputFile { name: "log".into(), game: 1, line: 1 };
    let text = json_line(&log);
    let (report, _) = verify(input, text.as_bytes(), &JudgeOptions::default(), ReportScope::BRIEF);
    report.findings.into_iter().next()
}

/// Returns the turn that last lowered a count to its final value, unless the count was lower
/// afterwards.
fn last_fall(counts: &[u8]) -> Option<usize> {
    let (&now, before) = counts.split_last().unwrap();
    let above = before.iter().rposition(|&count| count > now)?;
    (counts[above + 1] == now).then_some(above)
}

#[test]
fn a_short_stack_is_explained_by_the_turn_that_lowered_it() {
    let tally = std::cell::RefCell::new([0; 3]);
    for_all(60, &games(), |game| {
        let (log, positions) = beginning(game);
        for token in Color::ALL.map(Token::Gem) {
            let counts: Vec<u8> =
                positions.iter().map(|position| position.supply().get(token)).collect();
            let pair = format!(r#"{{"take":["{0}","{0}"]}}"#, token.name());
            let Some(found) = finding(&log, &pair) else { continue };
            if !matches!(found.clause.as_str(), "take.supply" | "take.pair-needs-four") {
                continue;
            }
            let now = counts[counts.len() - 1];
            prop_assert_eq!(found.facts.get("supply"), Some(&Fact::from(now)));
            let fall = last_fall(&counts);
            tally.borrow_mut()[usize::from(fall.is_some())] += 1;
            // If the count was lower in between, the last fall did not lead to the final value.
            let lower = |at: usize| counts[at..].iter().any(|&count| count < now);
            tally.borrow_mut()[2] += usize::from(fall.is_some_and(lower));
            let expected = fall.map(|at| {
                let message = format!("the stack went from {} to {now} here", counts[at]);
                (at, message)
            });
            let related = found.related.map(|related| {
                let at = related.pointer.split('/').nth(2).unwrap().parse::<usize>().unwrap();
                (at, related.message)
            });
            prop_assert_eq!(related, expected);
        }
        Ok(())
    });
    let [none, some, lower] = tally.into_inner();
    assert!(none > 0 && some > 100 && lower > 20, "{none} {some} {lower}");
}

#[test]
fn missing_tokens_are_explained_by_the_turn_that_spent_them() {
    let tally = std::cell::RefCell::new([0; 2]);
    for_all(60, &games(), |game| {
        let (log, positions) = beginning(game);
        let last = &positions[positions.len() - 1];
        let seat = usize::from(last.to_move());
        for token in Token::ALL {
            let of = |position: &Position| position.seats()[seat].tokens().get(token);
            let counts: Vec<u8> = positions.iter().map(of).collect();
            let now = of(last);
            let back = format!(r#""return":{{"{}":{}}}"#, token.name(), now + 4);
            let take = format!(r#"{{"reserve":{{"deck":1}},{back}}}"#);
            let Some(found) = finding(&log, &take) else { continue };
            if found.clause != "limit.owned" {
                continue;
            }
            // A reservation may add a gold, so the seat may hold one more than before the turn.
            let held = found.facts.get("held") == Some(&Fact::from(now));
            let expected = last_fall(&counts).filter(|_| held).map(|at| {
                format!(
                    "{at}: seat {seat} went from {} to {now} {} here",
                    counts[at],
                    token.plural()
                )
            });
            tally.borrow_mut()[usize::from(expected.is_some())] += 1;
            let related = found.related.map(|related| {
                format!("{}: {}", related.pointer.split('/').nth(2).unwrap(), related.message)
            });
            prop_assert_eq!(related, expected);
        }
        Ok(())
    });
    let tally = tally.into_inner();
    assert!(tally.iter().all(|&count| count > 10), "{tally:?}");
}

#[test]
fn an_omitted_payment_is_not_reported_as_a_fact() {
    let mut seen = [0; 2];
    for seed in 0..30 {
        let (log, positions) = beginning((seed, 2, 0, 60));
        let last = &positions[positions.len() - 1];
        let (game, _) = position_at(&log, &JudgeOptions::default(), log.turns.len()).unwrap();
        let game = game.as_game();
        for card in last.market().iter().filter(|&card| last.payments(&game, card).is_empty()) {
            let facts = game.components.card(card);
            let found = finding(&log, &format!(r#"{{"purchase":{{"card":"{facts}"}}}}"#)).unwrap();
            assert_eq!(found.clause, "purchase.price");
            assert_eq!(found.facts.get("paid"), None);
            let price = facts.cost().minus(last.mover().bonuses());
            let of_price = |color| price.get(color).min(last.mover().tokens().gems().get(color));
            let gems: u16 = Color::ALL.map(of_price).into_iter().map(u16::from).sum();
            let most = gems + u16::from(last.mover().tokens().gold());
            assert_eq!(found.facts.get("short"), Some(&Fact::from(price.total() - most)));
            let reason = found.message.split("; ").nth(1).unwrap();
            if most == 0 {
                assert!(reason.starts_with("the seat can pay none of this and is "), "{reason}");
            } else {
                assert!(
                    reason.starts_with("the seat can pay at most ") && reason.contains(" and is "),
                    "{reason}"
                );
            }
            assert!(!found.message.contains("the payment of"), "{}", found.message);
            seen[usize::from(most > 0)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
    // A payment in the log is still reported as a fact.
    let text = std::fs::read_to_string(crate::root().join("replays/illegal/purchase-price.json"));
    let mut log = Log::read(text.unwrap().as_bytes()).unwrap();
    let turn = serde_json::to_string(&log.turns.pop().unwrap()).unwrap();
    let found = finding(&log, &turn).unwrap();
    assert!(
        found.message.contains("the payment of two sapphires is one token short"),
        "{}",
        found.message
    );
    assert!(found.facts.get("paid").is_some());
}

/// Returns the report on a log that is replayed to its end.
fn full_report(log: &Log) -> Report {
    let input = InputFile { name: "log".into(), game: 1, line: 1 };
    let scope = ReportScope { details: true, keep_going: true };
    verify(input, json_line(log).as_bytes(), &JudgeOptions::default(), scope).0
}

/// Returns the position of a finding in the order of the log: rules and setup, then turns, then the
/// end.
fn moment(found: &Finding) -> u64 {
    let before = ["/rules", "/setup"].iter().any(|part| {
        let pointer = found.pointer.as_deref();
        pointer.is_some_and(|pointer| pointer.starts_with(part))
    });
    if before { 0 } else { found.turn.unwrap_or(u64::MAX) }
}

#[test]
fn findings_are_reported_in_the_order_of_the_log() {
    // A foreign turn, a purchase without its payment, a turn that is never legal, an unknown card,
    // and a false claim.
    let wrong = [
        r#"{"foreign":{}}"#,
        r#"{"purchase":{"card":"a0d3s"}}"#,
        r#"{"take":["gold"]}"#,
        r#"{"reserve":{"market":"a0d9s"}}"#,
        r#"{"take":["ruby"],"after":{"prestige":40}}"#,
    ];
    let turns = prop::collection::vec((0..wrong.len(), any::<prop::sample::Index>()), 1..6);
    let most = std::cell::Cell::new(0);
    for_all(60, &(games(), turns, any::<bool>()), |(game, turns, cities)| {
        let (mut log, _) = beginning(game);
        for (which, at) in turns {
            let at = at.index(log.turns.len() + 1);
            log.turns.insert(at, Turn::read(wrong[which].as_bytes()).unwrap());
        }
        if cities {
            let mut value: Value = serde_json::from_str(&json_line(&log)).unwrap();
            value["rules"]["modules"] = json!(["cities"]);
            value["setup"].as_object_mut().unwrap().remove("nobles");
            value["setup"]["cities"] = json!(["16:1d1s1e1r1o", "14:4d+4", "12:3d3e3r3o"]);
            log = Log::read(value.to_string().as_bytes()).unwrap();
        }
        let report = full_report(&log);
        let moments: Vec<_> = report.findings.iter().map(moment).collect();
        prop_assert!(moments.is_sorted(), "{moments:?}\n{}", json_line(&log));
        let missing: Vec<_> = report.missing.iter().map(|missing| missing.turn).collect();
        prop_assert!(missing.is_sorted(), "{missing:?}\n{}", json_line(&log));
        most.set(most.get().max(moments.len()));
        Ok(())
    });
    assert!(most.get() > 5, "{most:?}");
}
