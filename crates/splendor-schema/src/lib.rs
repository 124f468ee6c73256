//! The file formats of Splendor: the game log, the position, the report, and the test data and
//! questions for other engines.
//!
//! This crate knows JSON and no rules.
//! [`Log::read`] turns bytes into types that hold what a log *says*; whether that is a legal game
//! is for others to judge.
//! Reading is strict: no duplicate keys, no unknown fields, whole numbers only, stated [`limits`].
//! [`schemas`] returns the same formats as JSON Schemas.

/// A small legal log to start from.
pub const EXAMPLE: &str = include_str!("example.json");

mod formats;
mod json;

mod id;
pub mod limits;
mod name;
mod rules;
mod schemas;
mod token;
pub mod visible;

pub use formats::conformance::{Answer, Ask, Judged, Protocol, Request};
pub use formats::diagnosis::{Cause, Diagnosis, DiagnosisFormat, Standing, Step, StepOp};
pub use formats::impact::{Flip, Impact, ImpactFormat, Moved, Side, Totals, Weighed};
pub use formats::log::{
    Decks, End, EndReason, GameResult, Log, LogFormat, Market, Player, Setup, Source,
};
pub use formats::manifest::{Manifest, ManifestFormat, ManifestLog, ManifestPhase};
pub use formats::position::canonical::{CanonicalPosition, CanonicalSeat};
pub use formats::position::{
    HandEntry, Position, PositionDeck, PositionDecks, PositionFormat, PositionMarket, PositionSeat,
};
pub use formats::report::{
    AppliedRuling, Fact, Facts, Finding, Inferred, InputFile, Missing, Related, Report,
    ReportFormat, RulingOrigin, Severity, Tool, Verdict,
};
pub use formats::summary::{ClauseCounts, FileCounts, Summary, SummaryFormat, VerdictCounts};
pub use formats::turn::{
    After, Common, DeckReserve, ForeignTurn, OneOrMany, PassTurn, Purchase, PurchaseTurn, Reserve,
    ReserveTurn, Spot, TakeTurn, Turn,
};
pub use formats::vector::{Vector, VectorFormat, VectorTurn};
pub use formats::why::{Change, Why, WhyFormat};
pub use id::{CardId, CityId, Digest, InvalidId, NobleId, PostId};
pub use json::error::{ReadError, ReadErrorKind};
pub use json::free::{Ext, Json};
pub use json::strict::text_of;
pub use json::suggest::letters_between;
pub use json::{layout, tree};
/// From JSON pointers to places in the text.
pub mod source {
    pub use crate::json::lines::{line_column, line_columns};
    pub use crate::json::locate::{Located, locate, locate_all, locate_member};
}
pub use name::{FileName, Name};
pub use rules::{Omit, Rules, Ruling, Rulings};
pub use schemas::schemas;
pub use token::{BonusCounts, Level, Token, TokenCounts, TokenList};
