//! JSON, read strictly and with places: what every format is built on.

pub(crate) mod error;
pub(crate) mod fast;
pub(crate) mod free;
pub mod layout;
pub(crate) mod lines;
pub(crate) mod locate;
pub(crate) mod strict;
pub(crate) mod suggest;
pub mod tree;
pub(crate) mod walk;
