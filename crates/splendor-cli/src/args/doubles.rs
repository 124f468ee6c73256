//! Options that are told twice, and say two things: none of them is passed over in silence.

use super::Command;
use crate::Failure;

impl Command {
    /// Refuses a ruling that is told with two values.
    pub(crate) fn without_doubles(&self) -> Result<(), Failure> {
        let rulings = self.rulings();
        let double = rulings.iter().enumerate().find_map(|(at, (name, value))| {
            let before = rulings[..at].iter().find(|(other, _)| other == name);
            before.filter(|(_, other)| other != value).map(|(_, other)| (name, other, value))
        });
        double.map_or(Ok(()), |(name, one, other)| {
            let message = format!("the ruling `{name}` is told twice, as `{one}` and as `{other}`");
            Err(Failure(message, 3).next("tell it once: a game is judged by one value of it"))
        })
    }

    /// The rulings that the command line names.
    fn rulings(&self) -> &[(String, String)] {
        match self {
            Self::Verify(told) => &told.by.rulings,
            Self::Why(told) => &told.by.rulings,
            Self::Diagnose(told) => &told.by.rulings,
            Self::Show(told) | Self::Legal(told) => &told.by.rulings,
            Self::View(told) => &told.by.rulings,
            Self::Audit(told) => &told.by.rulings,
            Self::Witness(told) => &told.rulings,
            Self::Generate(told) => &told.rulings,
            _ => &[],
        }
    }
}
