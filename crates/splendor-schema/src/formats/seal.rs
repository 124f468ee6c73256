//! The files with which a log is sealed: the seal, `splendor-seal/1`; the dealt cards,
//! `splendor-deal/1`; and the keys of the players, `splendor-keys/1`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::log::Setup;
use crate::id::Sha256;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::object::read_object;
use crate::json::read::{self, list_of};
use crate::limits;
use crate::name::Name;

format_name!(SealFormat, "splendor-seal/1", "The name and version of the format of seals.");
format_name!(DealFormat, "splendor-deal/1", "The name and version of the format of deals.");
format_name!(KeysFormat, "splendor-keys/1", "The name and version of the format of keys.");

/// A chain of hashes over a log, up to some turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor seal", deny_unknown_fields)]
pub struct Seal {
    /// The name and version of this format.
    pub format: SealFormat,
    /// The hash of everything before the first turn, then one hash for each turn, which also
    /// depends on all before it.
    #[schemars(length(max = limits::TURNS + 1))]
    pub links: Vec<Sha256>,
    /// The hash of the end and the result; absent if the log had neither when it was sealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Sha256>,
    /// The hash of the deal, if the decks are committed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<Sha256>,
}

read_object!(Seal, "a seal" {
    required format,
    required links: list_of(limits::TURNS + 1),
    optional end,
    optional deal,
});

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

/// The cards that were dealt, secret until the end of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor deal", deny_unknown_fields)]
pub struct Deal {
    /// The name and version of this format.
    pub format: DealFormat,
    /// Random characters, so that nobody can find the decks by trying.
    #[schemars(length(max = limits::WORD))]
    pub salt: Name,
    /// The table before the first turn, with the decks.
    pub setup: Setup,
}

read_object!(Deal, "a deal" {
    required format,
    required salt: |from| from.text_up_to(limits::WORD),
    required setup,
});

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

/// The public keys of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor keys", deny_unknown_fields)]
pub struct Keys {
    /// The name and version of this format.
    pub format: KeysFormat,
    /// The players.
    #[schemars(length(max = limits::TURNS))]
    pub players: Vec<PlayerKey>,
}

read_object!(Keys, "a list of keys" {
    required format,
    required players: list_of(limits::TURNS),
});

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

/// The public key of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "PlayerKey", deny_unknown_fields)]
pub struct PlayerKey {
    /// The name of the player, as logs write it.
    #[schemars(length(max = limits::TEXT))]
    pub name: Name,
    /// The public key of minisign: the second line of its file.
    #[schemars(length(max = limits::WORD))]
    pub key: Name,
}

read_object!(PlayerKey, "the key of a player" {
    required name: |from| from.text_up_to(limits::TEXT),
    required key: |from| from.text_up_to(limits::WORD),
});
