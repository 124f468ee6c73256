//! The files that belong to a seal.

/// The content of a file of a sealed log: absent, unreadable with the reason, or its bytes.
pub type SideFile = Option<Result<Vec<u8>, String>>;

/// The files that belong to a sealed log.
#[derive(Clone, Debug, Default)]
pub struct SealFiles {
    /// The name of the log without its ending: `game` for `game.json`.
    pub stem: String,
    /// The seal, `game.seal`.
    pub seal: SideFile,
    /// The deal, `game.deal`.
    pub deal: SideFile,
    /// The signature of each seat, `game.seat0.minisig`.
    pub signatures: Vec<SideFile>,
}

impl SealFiles {
    /// Returns the name of the signature of a seat.
    pub fn signature_name(&self, seat: usize) -> String {
        format!("{}.seat{seat}.minisig", self.stem)
    }
}
