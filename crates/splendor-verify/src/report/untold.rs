//! A payment that the log does not tell is not told as one: the judge fills it in as far as the
//! seat can pay, and that is what the report says.

use splendor_core::{Tokens, Violation};
use splendor_schema::{Log, Turn};

use crate::verdict::Finding;

/// Returns what was filled in as the payment of the turn of a finding, where the log tells none.
pub(super) fn payment(log: &Log, finding: &Finding) -> Option<Tokens> {
    let Turn::Purchase(turn) = &log.turns[finding.turn?] else { return None };
    match finding.breach.violation() {
        Violation::PurchasePrice { paid, .. } | Violation::PostDoubleGold { paid, .. } => {
            turn.purchase.pay.is_none().then_some(*paid)
        }
        _ => None,
    }
}

/// Says what a seat can pay where a message says what it paid.
pub(super) fn message(said: &str, most: Tokens) -> String {
    let can = if most.is_empty() {
        "; the seat can pay nothing of that".to_owned()
    } else {
        format!("; the seat can pay {most} at most")
    };
    said.replacen(&format!("; {most} paid"), &can, 1)
}
