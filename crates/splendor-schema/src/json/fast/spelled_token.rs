//! Recognizes a token between quotation marks in a few steps.

use crate::token::Token;

/// Returns the token that a text begins with, and the length of its spelling.
///
/// The next token of a log cannot be predicted, so no branch depends on it: the first letter leads
/// to the one token that it can be, and one comparison tells whether it is that token.
#[inline]
pub(super) fn at_start_of(text: [u8; 16]) -> Option<(Token, usize)> {
    let spelled = &SPELLED[usize::from(TOKEN_OF_LETTER[usize::from(text[1])])];
    let found = u128::from_le_bytes(text) & spelled.mask == spelled.text;
    found.then_some((spelled.token, spelled.length))
}

/// A token as a log spells it: between quotation marks, the first byte lowest.
struct Spelled {
    token: Token,
    text: u128,
    /// The bits of the text that count; zeros come after it.
    mask: u128,
    length: usize,
}

/// The spelling of each token, in the order of [`Token::ALL`].
const SPELLED: [Spelled; 6] = [
    Spelled::new(Token::Diamond, b"\"diamond\""),
    Spelled::new(Token::Sapphire, b"\"sapphire\""),
    Spelled::new(Token::Emerald, b"\"emerald\""),
    Spelled::new(Token::Ruby, b"\"ruby\""),
    Spelled::new(Token::Onyx, b"\"onyx\""),
    Spelled::new(Token::Gold, b"\"gold\""),
];

impl Spelled {
    const fn new<const N: usize>(token: Token, text: &[u8; N]) -> Spelled {
        let mut bytes = [0; 16];
        let (start, _) = bytes.split_at_mut(N);
        start.copy_from_slice(text);
        let mask = (1 << (8 * N)) - 1;
        Spelled { token, text: u128::from_le_bytes(bytes), mask, length: N }
    }
}

/// The index of the token that begins with a letter; for other letters any, because the comparison
/// with it fails.
const TOKEN_OF_LETTER: [u8; 256] = {
    let mut indexes = [0; 256];
    let mut index = 0;
    while (index as usize) < SPELLED.len() {
        let [_, letter, ..] = SPELLED[index as usize].text.to_le_bytes();
        indexes[letter as usize] = index;
        index += 1;
    }
    indexes
};
