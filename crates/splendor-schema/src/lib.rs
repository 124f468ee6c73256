//! The file formats of Splendor: the game log, the position, the report, and the test data and
//! questions for other engines.
//!
//! This crate knows JSON and no rules.
//! [`Log::read`] turns bytes into types that hold what a log *says*; whether that is a legal game
//! is for others to judge.
//! Reading is strict: no duplicate keys, no unknown fields, whole numbers only, stated [`limits`].
//! [`schemas`] returns the same formats as JSON Schemas.

mod cursor;
mod object;
mod quick;
mod text;

mod argue;
mod ask;
mod id;
mod json;
pub mod limits;
mod list;
mod log;
mod manifest;
mod name;
mod rules;
mod token;
mod turn;
mod vector;

mod canonical;
mod position;
mod report;
mod summary;

mod error;
mod read;
mod scan;
mod schema;
pub mod source;
pub mod tree;
pub mod visible;

pub use argue::{
    Cause, Change, Diagnosis, DiagnosisFormat, Flip, Impact, ImpactFormat, Moved, Side, Standing,
    Step, StepOp, Totals, Weighed, Why, WhyFormat,
};
pub use ask::{Answer, Ask, Judged, Protocol, Request};
pub use canonical::{CanonicalPosition, CanonicalSeat};
pub use error::{ReadError, ReadErrorKind};
pub use id::{CardId, CityId, Digest, InvalidId, NobleId, PostId};
pub use json::{Ext, Json};
pub use list::OneOrMany;
pub use log::{Decks, End, EndReason, GameResult, Log, LogFormat, Market, Player, Setup, Source};
pub use manifest::{Manifest, ManifestFormat, ManifestLog, ManifestPhase};
pub use name::{FileName, Name};
pub use position::{
    HandEntry, Position, PositionDeck, PositionDecks, PositionFormat, PositionMarket, PositionSeat,
};
pub use read::text_of;
pub use report::{
    AppliedRuling, Fact, Facts, Finding, Inferred, InputFile, Missing, Related, Report,
    ReportFormat, RulingOrigin, Severity, Tool, Verdict,
};
pub use rules::{Omit, Rules, Ruling, Rulings};
pub use schema::schemas;
pub use summary::{ClauseCounts, FileCounts, Summary, SummaryFormat, VerdictCounts};
pub use text::letters_between;
pub use token::{BonusCounts, Level, Token, TokenCounts, TokenList};
pub use turn::{
    After, Common, DeckReserve, ForeignTurn, PassTurn, Purchase, PurchaseTurn, Reserve,
    ReserveTurn, Spot, TakeTurn, Turn,
};
pub use vector::{Vector, VectorFormat, VectorTurn};
