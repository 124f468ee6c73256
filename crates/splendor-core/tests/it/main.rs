//! The rules played against themselves: the checks, the list of legal turns and the list of
//! violations are written apart and must agree on every turn.

mod agree;
mod knowledge;
mod walk;
