//! The files with which a log is sealed: the seal, `splendor-seal/1`; the dealt cards,
//! `splendor-deal/1`; and the keys of the players, `splendor-keys/1`.

use crate::formats::log::Setup;
use crate::id::Sha256;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::object::object;
use crate::json::read::{self, filled_list_of, list_of, text_up_to};
use crate::limits;
use crate::name::Name;

format_name!(SealFormat, "splendor-seal/1", "The name and version of the format of seals.");
format_name!(DealFormat, "splendor-deal/1", "The name and version of the format of deals.");
format_name!(KeysFormat, "splendor-keys/1", "The name and version of the format of keys.");

object! {
    /// A chain of hashes over a log, up to some turn.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "Splendor seal")]
    pub struct Seal: "a seal" {
        /// The name and version of this format.
        required format: SealFormat,
        /// The hash of everything before the first turn, then one hash for each turn, which also
        /// depends on all before it.
        #[schemars(length(min = 1, max = limits::TURNS + 1))]
        required links: Vec<Sha256> = filled_list_of(limits::TURNS + 1),
        /// The hash of the end and the result; absent if the log had neither when it was sealed.
        optional end: Sha256,
        /// The hash of the deal, if the decks are committed.
        optional deal: Sha256,
    }
}

impl Seal {
    /// The name and version of the format.
    pub const FORMAT: &'static str = SealFormat::NAME;

    /// Reads a seal from the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a seal of this format.
    pub fn read(bytes: &[u8]) -> Result<Seal, ReadError> {
        read::read(bytes, Seal::FORMAT)
    }
}

object! {
    /// The cards that were dealt, secret until the end of the game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "Splendor deal")]
    pub struct Deal: "a deal" {
        /// The name and version of this format.
        required format: DealFormat,
        /// Random characters, so that nobody can find the decks by trying.
        #[schemars(length(max = limits::WORD))]
        required salt: Name = text_up_to(limits::WORD),
        /// The table before the first turn, with the decks.
        required setup: Setup,
    }
}

impl Deal {
    /// The name and version of the format.
    pub const FORMAT: &'static str = DealFormat::NAME;

    /// Reads a deal from the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a deal of this format.
    pub fn read(bytes: &[u8]) -> Result<Deal, ReadError> {
        read::read(bytes, Deal::FORMAT)
    }
}

object! {
    /// The public keys of players.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "Splendor keys")]
    pub struct Keys: "a list of keys" {
        /// The name and version of this format.
        required format: KeysFormat,
        /// The players.
        #[schemars(length(max = limits::TURNS))]
        required players: Vec<PlayerKey> = list_of(limits::TURNS),
    }
}

impl Keys {
    /// The name and version of the format.
    pub const FORMAT: &'static str = KeysFormat::NAME;

    /// Reads the keys from the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not keys of this format.
    pub fn read(bytes: &[u8]) -> Result<Keys, ReadError> {
        read::read(bytes, Keys::FORMAT)
    }
}

object! {
    /// The public key of a player.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "PlayerKey")]
    pub struct PlayerKey: "the key of a player" {
        /// The name of the player, as logs write it.
        #[schemars(length(max = limits::TEXT))]
        required name: Name = text_up_to(limits::TEXT),
        /// The public key of minisign: the second line of its file.
        #[schemars(length(max = limits::WORD))]
        required key: Name = text_up_to(limits::WORD),
    }
}
