//! The verifier of logged games of Splendor as WebAssembly.
//!
//! A page puts the bytes of a file into memory, asks, and reads the answer: JSON, words, or a page.
//! What lies behind it is the library `splendor-verify`.

pub mod abi;
mod answer;
