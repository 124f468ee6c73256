//! Seals logged games, so that nobody can change a log afterwards or choose the decks.
//!
//! A *seal* is a chain of hashes: one for everything before the first turn, one for each turn, and
//! one for the end. Each hash depends on all before it. The players sign the seal with minisign, a
//! tool of its own; this library never sees a private key. The dealer may commit to the decks: the
//! seal then has the hash of the deal, which is published at the end.
//!
//! | To … | use |
//! |---|---|
//! | seal a log | [`seal`] |
//! | check a log against its seal, its deal and its signatures | [`check`] |
//! | compare a log with an earlier seal of it | [`continues`] |
//!
//! This library accesses no files.
//!
//! ```
//! use splendor_schema::EXAMPLE;
//! use splendor_seal::{continues, seal};
//!
//! let sealed = seal(EXAMPLE, None)?;
//! assert_eq!(continues(EXAMPLE, &sealed)?, None);
//!
//! let changed = EXAMPLE.replace(r#""seat": 1"#, r#""seat": 0"#);
//! let objection = continues(&changed, &sealed)?.expect("a turn was changed");
//! assert_eq!((objection.id, objection.turn), ("seal.turn", Some(1)));
//! # Ok::<(), splendor_seal::Rounded>(())
//! ```

mod canonical;
mod chain;
mod check;
mod deal;
mod files;
mod signature;

pub use canonical::Rounded;
pub use chain::Chain;
pub use check::{check, continues, seal};
pub use deal::{LEAST_SALT, commitment, weakness};
pub use files::{SealFiles, SideFile};
