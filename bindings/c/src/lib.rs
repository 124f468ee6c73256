//! The verifier of logged games of Splendor for C and C++.
//!
//! `abi` has the functions of the header, and `pointers` the only code that follows a pointer.
//! The rest is safe code, which never sees a pointer.
//! The library `splendor-questions` does the work; `answer` keeps its results for the caller.

pub mod abi;
pub mod answer;
mod pointers;
