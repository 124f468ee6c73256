//! The options for judging a log.

use crate::Budget;
use crate::required::RequiredRules;

/// Options for judging a log.
#[derive(Clone, Debug, Default)]
pub struct JudgeOptions {
    /// Rulings that override those of the log, by name and value.
    pub rulings: Vec<(String, String)>,
    /// The rules to judge by, whatever the log declares. The rulings above then have no effect.
    pub required: Option<RequiredRules>,
    /// The work that the searches for omitted facts may take.
    pub budget: Budget,
}
