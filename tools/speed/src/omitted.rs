//! Logs that omit facts, which the verifier has to search for. Their costs differ by orders of
//! magnitude, so each log is timed by itself.

use splendor_play::generate::generate;
use splendor_schema::Log;
use splendor_schema::json::layout::json_line;
use splendor_schema::log::OmittedField;
use splendor_verify::{JudgeOptions, judge};

use crate::corpus::options;
use crate::tasks::best_of;

/// Prints the cost of logs without payments, and of logs without returned tokens, in times the cost
/// of a usual log. Also prints the cost of a completed turn that the search for returned tokens
/// tries, in times the cost of a turn of a usual log.
pub(crate) fn print(games: u64) {
    let usual = costs(games, |_| {});
    let unpaid = costs(games, omit_payments);
    let unreturned = costs(games, omit_returns);
    let ratios = |costs: &[Cost]| (median(costs) / median(&usual), mean(costs) / mean(&usual));
    let (median, mean) = ratios(&unpaid);
    println!("no payments: {median:.1} in the median, {mean:.1} in the mean (bar: 10)");
    let (median, mean) = ratios(&unreturned);
    println!("no returned tokens: {median:.1} in the median, {mean:.1} in the mean");
    let seconds = |costs: &[Cost]| total(costs, |cost| cost.seconds);
    let usual_turn = seconds(&usual) / total(&usual, |cost| cost.turns);
    let visit = seconds(&unreturned) / total(&unreturned, |cost| cost.work);
    let ratio = visit / usual_turn;
    println!("a visit of the search / a turn of a usual log: {ratio:.2} (bar: 0.5)");
}

/// The cost of judging a log.
struct Cost {
    seconds: f64,
    turns: f64,
    /// The work of the search, in visits of nodes.
    work: f64,
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
        Cost { seconds, turns: log.turns.len() as f64, work: judgment.work.steps() as f64 }
    };
    (0..games).map(cost).collect()
}

fn omit_payments(log: &mut Log) {
    for turn in &mut log.turns {
        if let Some(purchase) = &mut turn.purchase {
            purchase.pay = None;
        }
    }
}

fn omit_returns(log: &mut Log) {
    log.omits = vec![OmittedField::Return];
    log.turns.iter_mut().for_each(|turn| turn.returned = None);
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
