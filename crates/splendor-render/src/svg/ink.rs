//! Marks on a drawing: the few elements of SVG that the table is made of.

use std::fmt::{Display, Write};

use splendor_core::Token;
use splendor_schema::visible;

/// The text of a drawing in the making.
#[derive(Debug, Default)]
pub(super) struct Ink {
    pub(super) text: String,
}

/// The alignment of a text at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// A rectangle: its corner and its size, in units of the drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Ink {
    /// Draws inside a group that is moved to a place and scaled to so many percent.
    pub(super) fn at(&mut self, x: i32, y: i32, percent: i32, draw: impl FnOnce(&mut Self)) {
        self.add(format_args!("<g transform=\"translate({x} {y})"));
        if percent != 100 {
            self.add(format_args!(" scale({}.{:02})", percent / 100, percent % 100));
        }
        self.text.push_str("\">");
        draw(self);
        self.text.push_str("</g>");
    }

    pub(super) fn area(&mut self, class: &str, area: Area) {
        let Area { x, y, width, height } = area;
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             rx=\"4\"/>"
        ));
    }

    /// Writes a text; `class` names its size and weight.
    pub(super) fn words(
        &mut self,
        class: &str,
        stand: Stand,
        (x, y): (i32, i32),
        text: impl Display,
    ) {
        let anchor = match stand {
            Stand::Start => "",
            Stand::Middle => " text-anchor=\"middle\"",
            Stand::End => " text-anchor=\"end\"",
        };
        self.add(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>"));
        self.text.push_str(&escaped(&text.to_string()));
        self.text.push_str("</text>");
    }

    /// Draws the shape of a kind of token around a place, with a text in it.
    pub(super) fn shape(
        &mut self,
        token: Token,
        (x, y): (i32, i32),
        percent: i32,
        text: impl Display,
    ) {
        let letter = letter(token);
        self.at(x, y, percent, |ink| {
            ink.add(format_args!("<use href=\"#shape-{letter}\"/>"));
            let class = if is_light(token) { "on-light" } else { "on-dark" };
            ink.words(class, Stand::Middle, (0, 4), text);
        });
    }

    /// Names the next shape for visitors who cannot see the drawing; browsers show the name as a
    /// tooltip.
    pub(super) fn title(&mut self, text: &str) {
        self.text.extend(["<title>", &escaped(text), "</title>"]);
    }

    pub(super) fn add(&mut self, text: std::fmt::Arguments<'_>) {
        self.text.write_fmt(text).expect("writing to a string cannot fail");
    }
}

/// Returns a text with the characters replaced that mean something in SVG and HTML.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in visible::lines(text).chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(' '),
            _ => safe.push(character),
        }
    }
    safe
}

/// Returns the letter of a kind of token: that of the ids, and `g` for gold.
pub(super) const fn letter(token: Token) -> char {
    match token {
        Token::Gem(color) => color.letter(),
        Token::Gold => 'g',
    }
}

/// Whether the shape is so light that text on it has to be dark.
const fn is_light(token: Token) -> bool {
    matches!(token, Token::Gem(splendor_core::Color::Diamond) | Token::Gold)
}
