//! Reports on purchases whose payment the log omits. The judge assumes the largest payment that the
//! seat can make, so the report must not present it as the logged payment.

use splendor_core::{Card, Gems, Spelled, Tokens, Violation};
use splendor_schema::Log;

use crate::verdict::Finding;

/// Returns a message about the largest possible payment, if the finding is about a payment that the
/// log omits.
pub(super) fn message(log: &Log, finding: &Finding) -> Option<String> {
    if !log.turns[finding.turn?].leaves_out_payment() {
        return None;
    }
    match *finding.breach.violation() {
        Violation::PurchasePrice { card, price, paid, short } => {
            let tokens = if short == 1 { "token" } else { "tokens" };
            let lack = format!("is {} {tokens} short", Spelled(short));
            Some(in_words(card, price, paid, &lack))
        }
        Violation::PostDoubleGold { card, price, paid } => {
            let split = "would need a gold to pay for gems of two colors";
            Some(in_words(card, price, paid, split))
        }
        _ => None,
    }
}

fn in_words(card: Card, price: Gems, most: Tokens, lack: &str) -> String {
    let can = if most.is_empty() {
        "the seat can pay none of this".to_owned()
    } else {
        format!("the seat can pay at most {most}")
    };
    format!("{card} costs {price} after bonuses; {can} and {lack}")
}
