//! Plays games of Splendor: makes random games, keeps games in progress, and tests other engines.
//!
//! | To … | use |
//! |---|---|
//! | make random games | [`generate`] |
//! | play a game turn by turn or choice by choice | [`arena`] |
//! | test another rules engine | [`conformance`] |

pub mod arena;
pub mod conformance;
pub mod generate;
