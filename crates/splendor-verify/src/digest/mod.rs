//! Computes the digest of a position.
//!
//! A log may claim a digest after every turn, so the canonical text is written from the core's
//! position straight into bytes, without the ids of the log format in between.
//! [`CanonicalPosition`](splendor_schema::position::CanonicalPosition) writes the same text for
//! position files; the tests compare the two.

#[cfg(test)]
mod tests;

use splendor_core::{
    CardId, CardSet, CitySet, Color, Components, CopiedColor, Game, Noble, NobleSet, Position,
    PostSet, Power, Row, Token, Tokens,
};
use splendor_schema::id::Digest;
use splendor_schema::position::PositionFormat;

/// Returns the digest of all public facts about a position.
pub fn digest(game: &Game<'_>, position: &Position) -> Digest {
    Digest::of(&canonical_text(game, position))
}

/// Returns the canonical text of a position: one line for each part of the table, ids sorted.
fn canonical_text(game: &Game<'_>, position: &Position) -> String {
    let rows = if game.rules.modules.orient { Row::ALL.as_slice() } else { &Row::BASE };
    let mut text = CanonicalText {
        all: game.components,
        rows,
        bytes: Vec::with_capacity(1024),
        sorted: Vec::with_capacity(IDS),
    };
    text.table(game, position);
    for seat in 0..position.seats().len() {
        text.seat(game, position, seat);
    }
    String::from_utf8(text.bytes).expect("words, numbers and ids are ASCII")
}

/// The names of the lines with the face-up cards, in the order of [`Row`].
const MARKET_LINES: [&str; Row::COUNT] =
    ["market1", "market2", "market3", "orient1", "orient2", "orient3"];

/// The canonical text of a position, as far as it is written.
struct CanonicalText<'g> {
    all: &'g Components,
    /// The rows of the game.
    rows: &'static [Row],
    bytes: Vec<u8>,
    /// The ids of one line.
    sorted: Vec<u128>,
}

impl CanonicalText<'_> {
    fn table(&mut self, game: &Game<'_>, position: &Position) {
        self.word(PositionFormat::NAME);
        self.word("\nto_move ");
        if position.has_ended() {
            self.word("-");
        } else {
            self.number(position.to_move());
        }
        self.word("\n");
        self.tokens("supply", position.supply());
        for (name, row) in MARKET_LINES.into_iter().zip(self.rows) {
            self.cards(name, position.market().and(self.all.of_row(*row)));
        }
        self.numbers("decks", self.rows.iter().map(|row| position.deck(*row).len()));
        self.nobles(position.nobles());
        self.cities(position.cities());
        if game.rules.modules.orient {
            self.cards("gone", position.gone());
        }
    }

    fn seat(&mut self, game: &Game<'_>, position: &Position, index: usize) {
        let seat = &position.seats()[index];
        let number = u8::try_from(index).unwrap_or(u8::MAX);
        let secret = seat.hand().and(position.secret());
        self.word("seat ");
        self.number(number);
        self.word("\n");
        self.tokens("tokens", seat.tokens());
        self.bought(position, seat.bought());
        self.cards("hand", seat.hand().without(secret));
        let (all, hidden) = (self.all, seat.hidden());
        let hidden = |row: &Row| hidden[row.index()] + secret.and(all.of_row(*row)).len();
        self.numbers("hidden", self.rows.iter().map(hidden));
        self.nobles(seat.nobles());
        self.word("cities\n");
        self.posts(seat.posts());
        if game.rules.modules.strongholds {
            self.ids("strongholds", position.strongholds().of(number).map(|card| key(all, card)));
        }
    }

    fn tokens(&mut self, name: &str, tokens: Tokens) {
        self.numbers(name, Token::ALL.into_iter().map(|token| tokens.get(token)));
    }

    fn numbers(&mut self, name: &str, numbers: impl Iterator<Item = u8>) {
        self.word(name);
        for number in numbers {
            self.bytes.push(b' ');
            self.number(number);
        }
        self.word("\n");
    }

    fn cards(&mut self, name: &str, cards: CardSet) {
        let all = self.all;
        self.ids(name, cards.iter().map(|card| key(all, card)));
    }

    /// Writes the cards in front of a seat: a copy card with the letter of its color after `=`,
    /// once for each bonus.
    fn bought(&mut self, position: &Position, cards: CardSet) {
        let (all, copies) = (self.all, position.copies());
        let copy_cards = all.with_power(Power::Copy).or(all.with_power(Power::CopyAndFree));
        if cards.and(copy_cards).is_empty() {
            return self.cards("cards", cards);
        }
        let mut sorted: Vec<(u128, CardId)> =
            cards.iter().map(|card| (key(all, card), card)).collect();
        sorted.sort_unstable();
        self.word("cards");
        for (key, card) in sorted {
            self.id(key);
            if let Some(CopiedColor { color, doubled }) = copies.get(all, card) {
                let letter = LETTERS[color.index()];
                self.bytes.extend([b'=', letter]);
                self.bytes.extend(doubled.then_some(letter));
            }
        }
        self.word("\n");
    }

    fn nobles(&mut self, nobles: NobleSet) {
        let all = self.all;
        self.ids("nobles", nobles.iter().map(|noble| key_of_noble(all.noble(noble))));
    }

    fn cities(&mut self, cities: CitySet) {
        let mut sorted: Vec<String> = cities.iter().map(|city| city.facts().to_string()).collect();
        sorted.sort_unstable();
        self.words("cities", sorted.iter().map(String::as_str));
    }

    fn posts(&mut self, posts: PostSet) {
        let mut sorted: Vec<&str> = posts.iter().map(splendor_core::Post::name).collect();
        sorted.sort_unstable();
        self.words("posts", sorted.into_iter());
    }

    fn words<'w>(&mut self, name: &str, words: impl Iterator<Item = &'w str>) {
        self.word(name);
        for word in words {
            self.bytes.push(b' ');
            self.word(word);
        }
        self.word("\n");
    }

    /// Writes ids in sorted order.
    fn ids(&mut self, name: &str, keys: impl Iterator<Item = u128>) {
        self.sorted.clear();
        self.sorted.extend(keys);
        self.sorted.sort_unstable();
        self.word(name);
        for index in 0..self.sorted.len() {
            self.id(self.sorted[index]);
        }
        self.word("\n");
    }

    /// Writes a space and an id.
    fn id(&mut self, key: u128) {
        let mut bytes = [b' '; 17];
        bytes[1..].copy_from_slice(&key.to_be_bytes());
        self.bytes.extend_from_slice(&bytes);
        // The id ends where its zeros begin.
        let zeros = key.trailing_zeros() as usize / 8;
        self.bytes.truncate(self.bytes.len() - zeros);
    }

    fn word(&mut self, word: &str) {
        self.bytes.extend_from_slice(word.as_bytes());
    }

    fn number(&mut self, number: u8) {
        if number >= 100 {
            self.bytes.push(b'0' + number / 100);
        }
        if number >= 10 {
            self.bytes.push(b'0' + number / 10 % 10);
        }
        self.bytes.push(b'0' + number % 10);
    }
}

/// More ids than most lines have.
const IDS: usize = 64;

/// The letters of the colors in ids.
const LETTERS: &[u8; 5] = b"dsero";

/// Returns the id of a card as a number, its first letter in the highest byte: numbers of ids have
/// the order of their texts.
fn key(all: &Components, card: CardId) -> u128 {
    u128::from_be_bytes(all.id_of_card(card))
}

/// Returns the id of a noble as such a number.
fn key_of_noble(noble: Noble) -> u128 {
    let mut id = [0; 16];
    id[..2].copy_from_slice(&[b'0' + noble.points, b':']);
    let mut end = 2;
    for color in Color::ALL {
        let count = noble.demand.get(color);
        if count > 0 {
            id[end..end + 2].copy_from_slice(&[b'0' + count, LETTERS[color.index()]]);
            end += 2;
        }
    }
    u128::from_be_bytes(id)
}
