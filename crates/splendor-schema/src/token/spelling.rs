//! Recognizes a token between quotation marks in a few steps.

use splendor_core::{Color, Token};

/// Returns the token that a text begins with, and the length of its spelling.
///
/// The next token of a log cannot be predicted, so no branch depends on it: the first letter leads
/// to the one token that it can be, and one comparison tells whether it is that token.
#[inline]
pub(super) fn at_start_of(text: [u8; 16]) -> Option<(Token, usize)> {
    let spelling = &SPELLINGS[usize::from(TOKEN_OF_LETTER[usize::from(text[1])])];
    let found = u128::from_le_bytes(text) & spelling.mask == spelling.text;
    found.then_some((spelling.token, spelling.length))
}

/// A token as a log spells it: between quotation marks, the first byte lowest.
struct TokenSpelling {
    token: Token,
    text: u128,
    /// The bits of the text that count; zeros come after it.
    mask: u128,
    length: usize,
}

/// The spelling of each token, in the order of [`Token::ALL`].
const SPELLINGS: [TokenSpelling; 6] = [
    TokenSpelling::new(Token::Gem(Color::Diamond), b"\"diamond\""),
    TokenSpelling::new(Token::Gem(Color::Sapphire), b"\"sapphire\""),
    TokenSpelling::new(Token::Gem(Color::Emerald), b"\"emerald\""),
    TokenSpelling::new(Token::Gem(Color::Ruby), b"\"ruby\""),
    TokenSpelling::new(Token::Gem(Color::Onyx), b"\"onyx\""),
    TokenSpelling::new(Token::Gold, b"\"gold\""),
];

impl TokenSpelling {
    const fn new<const N: usize>(token: Token, text: &[u8; N]) -> TokenSpelling {
        let mut bytes = [0; 16];
        let (start, _) = bytes.split_at_mut(N);
        start.copy_from_slice(text);
        let mask = (1 << (8 * N)) - 1;
        TokenSpelling { token, text: u128::from_le_bytes(bytes), mask, length: N }
    }
}

/// The index of the token that begins with a letter; for other letters any, because the comparison
/// with it fails.
const TOKEN_OF_LETTER: [u8; 256] = {
    let mut indexes = [0; 256];
    let mut index = 0;
    while (index as usize) < SPELLINGS.len() {
        let [_, letter, ..] = SPELLINGS[index as usize].text.to_le_bytes();
        indexes[letter as usize] = index;
        index += 1;
    }
    indexes
};
