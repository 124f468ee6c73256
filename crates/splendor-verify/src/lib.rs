//! wip
mod claims;
mod complete;
mod digest;
mod lower;
mod place;
mod replay;
mod rulings;
mod verdict;
pub use digest::digest;
pub use lower::{Unsupported, lower_position, raise_position};
pub use replay::{Options, Strangers, judge, position_at};
pub use rulings::{RULINGS, RulingInfo, applied, rules};
pub use verdict::{Breach, Finding, Inferred, InferredValue, Judgment, Missing, Verdict};
