//! Logs that omit facts, which the verifier has to search for. Their costs differ by orders of
//! magnitude, so each log is timed by itself.

use splendor_schema::json::layout::json_line;
use splendor_schema::log::OmittedField;
use splendor_schema::{Log, Turn};
use splendor_verify::generate::generate;
use splendor_verify::{JudgeOptions, judge};

use crate::corpus::options;
use crate::tasks::best_of;

/// Prints how many times a usual log the logs without payments cost, and those without returned
/// tokens, and the cost of a completed turn that the search for these tokens tries.
pub(crate) fn print(games: u64) {
    let usual = costs(games, |_| {});
    let unpaid = costs(games, omit_payments);
    let unreturned = costs(games, omit_returns);
    let median = |costs: &[Cost]| median(costs) / median(&usual);
    let mean = |costs: &[Cost]| mean(costs) / mean(&usual);
    let (one, other) = (median(&unpaid), mean(&unpaid));
    println!("no payments: {one:.1} in the median, {other:.1} in the mean (bar: 10)");
    let (one, other) = (median(&unreturned), mean(&unreturned));
    println!("no returned tokens: {one:.1} in the median, {other:.1} in the mean");
    let turn = total(&usual, |cost| cost.seconds) / total(&usual, |cost| cost.turns);
    let step = total(&unreturned, |cost| cost.seconds) / total(&unreturned, |cost| cost.tried);
    let ratio = step / turn;
    println!("a completed turn that is tried / a turn of a usual log: {ratio:.2} (bar: 0.5)");
}

/// The cost of judging a log.
struct Cost {
    seconds: f64,
    turns: f64,
    /// The number of completed turns that were tried.
    tried: f64,
}

/// Returns the cost of each log.
fn costs(games: u64, omit: impl Fn(&mut Log)) -> Vec<Cost> {
    let cost = |seed| {
        let mut log = generate(&options(seed));
        omit(&mut log);
        let text = json_line(&log);
        let judged = || {
            let log = Log::read(text.as_bytes()).unwrap();
            judge(&log, &JudgeOptions::default())
        };
        let (seconds, judgment) = best_of(1, judged);
        assert!(judgment.findings.is_empty());
        Cost { seconds, turns: log.turns.len() as f64, tried: judgment.tried as f64 }
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

fn median(costs: &[Cost]) -> f64 {
    let mut sorted: Vec<f64> = costs.iter().map(|cost| cost.seconds).collect();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn mean(costs: &[Cost]) -> f64 {
    total(costs, |cost| cost.seconds) / costs.len() as f64
}

fn total(costs: &[Cost], of: fn(&Cost) -> f64) -> f64 {
    costs.iter().map(of).sum()
}
