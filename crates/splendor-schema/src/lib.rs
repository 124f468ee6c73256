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

pub use formats::conformance::{Answer, JudgedTurn, Protocol, Question, QuestionKind};
pub use formats::diagnosis::{Cause, Diagnosis, DiagnosisFormat, PatchOp, PatchStep, Standing};
pub use formats::impact::{ClauseChange, Flip, Impact, ImpactFormat, Side, Totals, VerdictPair};
pub use formats::log::{
    Decks, End, EndReason, GameResult, Log, LogFormat, Market, Player, Setup, Source,
};
pub use formats::manifest::{Manifest, ManifestFormat, ManifestLog, ManifestPhase};
pub use formats::position::canonical::{CanonicalPosition, CanonicalSeat};
pub use formats::position::{
    HandEntry, Position, PositionDeck, PositionDecks, PositionFormat, PositionMarket, PositionSeat,
};
pub use formats::report::{
    AppliedRuling, Fact, Facts, Finding, InferredFact, InputFile, MissingFact, Related, Report,
    ReportFormat, RulingOrigin, Severity, Tool, Verdict,
};
pub use formats::summary::{ClauseCounts, FileCounts, Summary, SummaryFormat, VerdictCounts};
pub use formats::turn::{
    After, CommonFields, DeckReserve, ForeignTurn, OneOrMany, PassTurn, Purchase, PurchaseOrigin,
    PurchaseTurn, Reserve, ReserveTurn, TakeTurn, Turn,
};
pub use formats::vector::{Vector, VectorFormat, VectorTurn};
pub use formats::why::{Change, Why, WhyFormat};
pub use id::{CardId, CityId, Digest, InvalidId, NobleId, PostId};
pub use json::error::{ReadError, ReadErrorKind};
pub use json::free::{Ext, Json};
pub use json::strict::text_of;
pub use json::suggest::edit_distance;
pub use json::{layout, tree};
/// From JSON pointers to places in the text.
pub mod source {
    pub use crate::json::lines::{line_column, line_columns};
    pub use crate::json::locate::{Located, locate, locate_all, locate_member};
}
pub use name::{FileName, Name};
pub use rules::{OmittedField, Rules, Ruling, Rulings};
pub use schemas::schemas;
pub use token::{BonusCounts, Level, Token, TokenCounts, TokenList};
