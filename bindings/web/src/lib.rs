//! The verifier of logged games of Splendor as WebAssembly.
//!
//! A page of the book or the npm package puts the bytes of a file into memory, asks, and reads the
//! answer: JSON, text, or a page.
//! The libraries `splendor-verify` and `splendor-questions` do the work.

pub mod abi;
mod answer;
