//! Logs that omit facts, which the verifier has to search for. Their costs differ by orders of
//! magnitude, so each log is timed by itself.

use splendor_schema::json::layout::json_line;
use splendor_schema::log::OmittedField;
use splendor_schema::{Log, Turn};
use splendor_verify::generate::generate;
use splendor_verify::{JudgeOptions, judge};

use crate::corpus::options;
use crate::tasks::best_of;

/// Prints the median and the mean cost of logs without payments, and without returned tokens.
pub(crate) fn print(games: u64) {
    let usual = costs(games, |_| {});
    for (name, omit) in [
        ("no payments", omit_payments as fn(&mut Log)),
        ("no returned tokens", omit_returns as fn(&mut Log)),
    ] {
        let costs = costs(games, omit);
        let ratio = |of: fn(&[f64]) -> f64| of(&costs) / of(&usual);
        println!(
            "{name}: {:.1} in the median (bar: 3), {:.1} in the mean (bar: 20)",
            ratio(median),
            ratio(mean)
        );
    }
}

/// Returns the seconds for each log.
fn costs(games: u64, omit: impl Fn(&mut Log)) -> Vec<f64> {
    let cost = |seed| {
        let mut log = generate(&options(seed));
        omit(&mut log);
        let text = json_line(&log);
        let judged = || {
            let log = Log::read(text.as_bytes()).unwrap();
            judge(&log, &JudgeOptions::default()).findings.len()
        };
        let (seconds, findings) = best_of(1, judged);
        assert_eq!(findings, 0);
        seconds
    };
    (0..games).map(cost).collect()
}

fn omit_payments(log: &mut Log) {
    for turn in &mut log.turns {
        if let Turn::Purchase(turn) = turn {
            turn.purchase.pay = None;
        }
    }
}

fn omit_returns(log: &mut Log) {
    log.omits = vec![OmittedField::Return];
    log.turns.iter_mut().filter_map(Turn::common_mut).for_each(|common| common.returned = None);
}

fn median(costs: &[f64]) -> f64 {
    let mut sorted = costs.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn mean(costs: &[f64]) -> f64 {
    costs.iter().sum::<f64>() / costs.len() as f64
}
