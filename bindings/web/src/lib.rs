//! The verifier of logged games of Splendor as WebAssembly.
//!
//! A page puts the bytes of a file into memory, asks, and reads the answer: JSON, text, or a page.
//! The library `splendor-verify` does the work.

pub mod abi;
mod answer;
