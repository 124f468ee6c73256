//! Writes words at columns, some of them in the color of a kind of token.

use std::borrow::Cow;
use std::fmt;

use splendor_core::{Color, Token};

/// A piece of text, colored if it represents a kind of token.
pub(super) type Word<'w> = (Option<Token>, Cow<'w, str>);

pub(super) fn plain(text: impl fmt::Display) -> Word<'static> {
    (None, text.to_string().into())
}

/// Writes words at columns, without blanks at the end of a line.
pub(super) struct Pen {
    color: bool,
    pub(super) text: String,
    pub(super) column: usize,
    /// Blanks that are written before the next word.
    gap: usize,
}

impl Pen {
    pub(super) const fn new(color: bool) -> Self {
        Self { color, text: String::new(), column: 0, gap: 0 }
    }

    /// Moves to a column to the right.
    pub(super) fn to(&mut self, column: usize) {
        self.gap = column.saturating_sub(self.column);
    }

    pub(super) fn word(&mut self, (token, text): &Word<'_>) {
        if text.is_empty() {
            return;
        }
        self.text.extend(std::iter::repeat_n(' ', self.gap));
        self.column += self.gap + text.chars().count();
        self.gap = 0;
        match token.filter(|_| self.color) {
            Some(token) => self.text.extend([paint(token), text.as_ref(), "\u{1b}[0m"]),
            None => self.text.push_str(text),
        }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.word(&plain(text));
        self.end();
    }

    /// Writes an empty line, unless there is one already.
    pub(super) fn blank(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.end();
        }
    }

    pub(super) fn end(&mut self) {
        self.text.push('\n');
        self.column = 0;
        self.gap = 0;
    }
}

/// Returns the ANSI code that begins the color of a token.
const fn paint(token: Token) -> &'static str {
    match token {
        Token::Gem(Color::Diamond) => "\u{1b}[1m",
        Token::Gem(Color::Sapphire) => "\u{1b}[34m",
        Token::Gem(Color::Emerald) => "\u{1b}[32m",
        Token::Gem(Color::Ruby) => "\u{1b}[31m",
        Token::Gem(Color::Onyx) => "\u{1b}[90m",
        Token::Gold => "\u{1b}[33m",
    }
}
