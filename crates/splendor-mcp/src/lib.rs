//! The verifier for agents: a server for the [Model Context Protocol], one message a line.
//!
//! [Model Context Protocol]: https://modelcontextprotocol.io
//!
//! The server only turns messages into answers. The program reads the lines and the files.
//!
//! ```
//! use splendor_mcp::Server;
//!
//! let mut server = Server::new(|file, _roots| Err(format!("{}: no such file", file.path)));
//! let ask = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call",
//!     "params":{"name":"explain","arguments":{"words":"take.pair"}}}"#;
//! let answer = server.answer(ask.as_bytes()).expect("a request has an answer");
//! assert!(answer.contains("A pair is a whole action"), "{answer}");
//! ```

mod arguments;
mod protocol;
mod roots;
mod tools;

pub use arguments::{LogBytes, LogFile};
pub use protocol::{Server, too_long};
