//! Reports on purchases whose payment the log omits. The judge assumes the largest payment that the
//! seat can make, so the report must not present it as the logged payment.

use splendor_core::{Tokens, Violation};
use splendor_schema::{Log, Turn};

use crate::verdict::Finding;

/// Returns the assumed payment of the turn of a finding, if the log omits the payment.
pub(super) fn payment(log: &Log, finding: &Finding) -> Option<Tokens> {
    let Turn::Purchase(turn) = &log.turns[finding.turn?] else { return None };
    match finding.breach.violation() {
        Violation::PurchasePrice { paid, .. } | Violation::PostDoubleGold { paid, .. } => {
            turn.purchase.pay.is_none().then_some(*paid)
        }
        _ => None,
    }
}

/// Rewrites a message about the payment into one about the largest possible payment.
pub(super) fn message(message: &str, most: Tokens) -> String {
    let can = if most.is_empty() {
        "; the seat can pay nothing of that".to_owned()
    } else {
        format!("; the seat can pay {most} at most")
    };
    message.replacen(&format!("; {most} paid"), &can, 1)
}
