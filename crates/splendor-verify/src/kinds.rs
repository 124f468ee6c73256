//! The tokens and the rows of the core, as the log format knows them.

use splendor_core::{Row, Token};
use splendor_schema as schema;

/// Returns the token of the format.
pub(crate) const fn schema_token(token: Token) -> schema::token::Token {
    schema::token::Token::ALL[token.index()]
}

/// Returns the row of the format.
pub(crate) const fn schema_row(row: Row) -> schema::row::Row {
    schema::row::Row::ALL[row.index()]
}
