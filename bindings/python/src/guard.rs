//! The guard catches a panic of the verifier and turns it into an error of the current call.

/// A defect of the verifier: the message of a caught panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Defect(pub(crate) String);

/// Runs a job and returns a panic in it as a defect.
pub(crate) fn guarded<T>(job: impl FnOnce() -> T) -> Result<T, Defect> {
    splendor_verify::catch_defect(job).map_err(Defect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_words() {
        let defect = |text: &str| Err(Defect(format!("a defect of this program, {text}")));
        let formatted = guarded::<()>(|| panic!("{} gems", 3));
        assert_eq!(formatted, defect("not of the log: 3 gems"));
        let plain = guarded::<()>(|| panic!("gems"));
        assert_eq!(plain, defect("not of the log: gems"));
        let other = guarded::<()>(|| std::panic::resume_unwind(Box::new(3)));
        assert_eq!(other, defect("not of the log: no message"));
        assert_eq!(guarded(|| 3), Ok(3));
    }
}
