//! A witness: a legal log without omitted facts that proves that a log can be completed.

use std::fmt;

use splendor_schema::Log;

use crate::rulings::differences;
use crate::worlds::{NoCompletion, legal_completion};
use crate::{JudgeOptions, Verdict, judge};

/// The reason why there is no completed log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWitness {
    /// No completion is legal.
    Illegal,
    /// The log declares other rules than the required ones.
    Rules,
    /// The log asks for a rule, a module or a turn that the verifier does not know.
    Unsupported,
    /// The log omits so much that the search for worlds gave up.
    GaveUp,
    /// The digest of a turn depends on an omitted card, and the chosen cards do not match it.
    Digest,
}

impl fmt::Display for NoWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Illegal => "no completion of this log is legal",
            Self::Rules => "this log declares other rules than the required ones",
            Self::Unsupported => "this log cannot be judged",
            Self::GaveUp => "this log omits more than the search can follow",
            Self::Digest => {
                "a digest of this log depends on an omitted card, and the cards that were tried do \
                 not match it"
            }
        })
    }
}

impl std::error::Error for NoWitness {}

/// Returns a legal log with all omitted facts filled in. Facts that the log contains stay
/// unchanged.
///
/// # Errors
///
/// The reason why there is no such log.
pub fn witness(log: &Log, options: &JudgeOptions) -> Result<Log, NoWitness> {
    if !differences(log, options).is_empty() {
        return Err(NoWitness::Rules);
    }
    let judgment = judge(log, options);
    match judgment.verdict() {
        Verdict::Legal | Verdict::Consistent => {}
        Verdict::Illegal => return Err(NoWitness::Illegal),
        Verdict::Unsupported => return Err(NoWitness::Unsupported),
        Verdict::Undecided => return Err(NoWitness::GaveUp),
    }
    // The cards fit the passes, but nobody has compared them with the digests yet. Judging the
    // completed log again also makes sure that a witness is never wrong.
    let is_legal = |completed: &Log| judge(completed, options).verdict() == Verdict::Legal;
    legal_completion(log, &judgment, is_legal).map_err(|none| match none {
        NoCompletion::NothingFits => NoWitness::GaveUp,
        NoCompletion::NoneIsLegal => NoWitness::Digest,
    })
}
