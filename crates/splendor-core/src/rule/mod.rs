//! The checks and the effects of a turn: one file for each family of clauses.

pub(crate) mod end;
pub(crate) mod limit;
pub(crate) mod market;
pub(crate) mod noble;
pub(crate) mod purchase;
pub(crate) mod reserve;
pub(crate) mod take;
