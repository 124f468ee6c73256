//! Tokens: their kinds, counts of them, and lists of them.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use splendor_core::{Level, NotAToken, PurchaseOrigin, Token};

use crate::json::read::deserialize_by_reader;
use crate::json::reader::{Failed, FromJson, Reader};
use crate::json::suggest::unknown_word;
use crate::limits;

mod spelling;

const NAMES: &[&str] = &["diamond", "sapphire", "emerald", "ruby", "onyx", "gold"];
const GEMS: &[&str] = &["diamond", "sapphire", "emerald", "ruby", "onyx"];

impl FromJson for Token {
    #[inline]
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        from.peek();
        match spelling::at_start_of(from.next_bytes()) {
            Some((token, length)) => {
                from.move_by(length);
                Ok(token)
            }
            None => from.parse("a token", |word| {
                word.parse().map_err(|NotAToken| unknown_word("a token", word, NAMES))
            }),
        }
    }
}

impl FromJson for Level {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        let number = from.small_number_in(1..=3)?;
        Ok(Level::ALL[usize::from(number) - 1])
    }
}

impl FromJson for PurchaseOrigin {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        const WHAT: &str = "a place from which a card is purchased";
        from.parse(WHAT, |word| {
            let named = Self::ALL.into_iter().find(|place| place.name() == word);
            named.ok_or_else(|| unknown_word(WHAT, word, &Self::ALL.map(Self::name)))
        })
    }
}

/// Counts of tokens by kind. A count of zero differs from no count: `{}` claims nothing, and
/// `{"ruby": 0}` claims that there are no rubies.
///
/// ```
/// use splendor_core::{Color, Token};
/// use splendor_schema::token::TokenCounts;
///
/// let counts = TokenCounts::default().with(Token::Gem(Color::Ruby), 2);
/// assert_eq!((counts.get(Token::Gem(Color::Ruby)), counts.get(Token::Gold)), (Some(2), None));
/// assert_eq!(counts.count(Token::Gold), 0);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TokenCounts {
    counts: [u8; 6],
    named: u8,
}

impl TokenCounts {
    /// Returns the count of a kind of token, or `None` if it is not given.
    pub const fn get(&self, token: Token) -> Option<u8> {
        if self.names(token) { Some(self.counts[token.index()]) } else { None }
    }

    /// Returns the count of a kind of token, zero if it is not given.
    pub const fn count(&self, token: Token) -> u8 {
        self.counts[token.index()]
    }

    /// Returns the counts in the order of the format, zero for those that are not given.
    pub const fn counts(&self) -> [u8; 6] {
        self.counts
    }

    /// Returns whether the count of a kind of token is given.
    pub const fn names(&self, token: Token) -> bool {
        self.named & (1 << token.index()) != 0
    }

    /// Returns whether no count is given.
    pub const fn is_empty(&self) -> bool {
        self.named == 0
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u16 {
        self.counts.iter().copied().map(u16::from).sum()
    }

    /// Sets a count.
    pub const fn set(&mut self, token: Token, count: u8) {
        self.counts[token.index()] = count;
        self.named |= 1 << token.index();
    }

    /// Returns the counts with one of them set.
    #[must_use]
    pub const fn with(mut self, token: Token, count: u8) -> TokenCounts {
        self.set(token, count);
        self
    }

    /// Iterates over the counts that are given, in the order of the format.
    pub fn iter(&self) -> impl Iterator<Item = (Token, u8)> + '_ {
        Token::ALL.iter().filter_map(|token| Some((*token, self.get(*token)?)))
    }
}

impl FromIterator<(Token, u8)> for TokenCounts {
    fn from_iter<I: IntoIterator<Item = (Token, u8)>>(counts: I) -> TokenCounts {
        counts
            .into_iter()
            .fold(TokenCounts::default(), |all, (token, count)| all.with(token, count))
    }
}

impl fmt::Debug for TokenCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for TokenCounts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

deserialize_by_reader!(TokenCounts);

impl FromJson for TokenCounts {
    #[inline]
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        counts_of(from, NAMES)
    }
}

/// Reads an object of counts by token, each of these tokens at most once.
#[inline]
fn counts_of(from: &mut Reader<'_>, names: &[&str]) -> Result<TokenCounts, Failed> {
    let mut counts = TokenCounts::default();
    if !from.eat(b'{') {
        return Err(from.expected("an object of counts by token"));
    }
    if from.eat(b'}') {
        return Ok(counts);
    }
    loop {
        from.value_of_key(|from| count(from, names, &mut counts))?;
        if !from.has_another(b'}')? {
            return Ok(counts);
        }
    }
}

/// Reads a token and its count.
#[inline]
fn count(from: &mut Reader<'_>, names: &[&str], counts: &mut TokenCounts) -> Result<(), Failed> {
    let token = match spelling::at_start_of(from.next_bytes()) {
        // Gold, which is no color of a bonus, is the last name.
        Some((token, length)) if token.index() < names.len() => {
            from.move_by(length);
            from.colon()?;
            token
        }
        _ => token_of_key(from, names)?,
    };
    if counts.names(token) {
        return Err(from.duplicate_key());
    }
    counts.set(token, from.small_number(limits::TOKENS)?);
    Ok(())
}

/// Reads a token that is a key by the rules of JSON, and the colon after it.
#[cold]
fn token_of_key(from: &mut Reader<'_>, names: &[&str]) -> Result<Token, Failed> {
    let key = from.key_text()?;
    from.colon()?;
    let token: Option<Token> = key.parse().ok();
    let token = token.filter(|token| token.index() < names.len());
    token.ok_or_else(|| from.unknown_key("this object", names))
}

/// Counts of bonuses by color: like [`TokenCounts`], without gold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct BonusCounts(TokenCounts);

impl BonusCounts {
    /// Makes counts of bonuses; `None` if a count of gold is given.
    pub const fn new(counts: TokenCounts) -> Option<BonusCounts> {
        if counts.names(Token::Gold) { None } else { Some(BonusCounts(counts)) }
    }

    /// Returns the count of a color, or `None` if it is not given.
    pub const fn get(&self, token: Token) -> Option<u8> {
        self.0.get(token)
    }

    /// Iterates over the counts that are given, in the order of the format.
    pub fn iter(&self) -> impl Iterator<Item = (Token, u8)> + '_ {
        self.0.iter()
    }
}

impl FromJson for BonusCounts {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        counts_of(from, GEMS).map(BonusCounts)
    }
}

/// The tokens named in a take, in the order of the file, at most twelve.
#[derive(Clone, Copy)]
pub struct TokenList {
    tokens: [Token; limits::TAKE],
    length: u8,
}

impl TokenList {
    /// Makes a list; `None` if there are more than twelve tokens.
    pub fn new(tokens: &[Token]) -> Option<TokenList> {
        let mut list = TokenList::default();
        tokens.iter().all(|token| list.push(*token)).then_some(list)
    }

    /// Returns the tokens as a slice.
    pub fn as_slice(&self) -> &[Token] {
        &self.tokens[..usize::from(self.length)]
    }

    /// Adds a token and returns `true`, or returns `false` if the list is full.
    pub(crate) fn push(&mut self, token: Token) -> bool {
        match self.tokens.get_mut(usize::from(self.length)) {
            Some(slot) => {
                *slot = token;
                self.length += 1;
                true
            }
            None => false,
        }
    }
}

impl Default for TokenList {
    fn default() -> TokenList {
        TokenList { tokens: [Token::Gold; limits::TAKE], length: 0 }
    }
}

impl std::ops::Deref for TokenList {
    type Target = [Token];

    fn deref(&self) -> &[Token] {
        self.as_slice()
    }
}

impl PartialEq for TokenList {
    fn eq(&self, other: &TokenList) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for TokenList {}

impl fmt::Debug for TokenList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl Serialize for TokenList {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(to)
    }
}

impl FromJson for TokenList {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        let mut list = TokenList::default();
        from.list("a list of tokens", limits::TAKE, |from| {
            // It fails only for the entry after which `from` rejects the list.
            let _ = list.push(Token::from_json(from)?);
            Ok(())
        })?;
        Ok(list)
    }
}

impl JsonSchema for TokenList {
    fn schema_name() -> Cow<'static, str> {
        "TokenList".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "TokenList",
            "description": "Tokens, one entry for each.",
            "examples": [["diamond", "sapphire", "onyx"]],
            "type": "array",
            "items": generator.subschema_for::<Token>(),
            "maxItems": limits::TAKE,
        })
    }
}

impl JsonSchema for TokenCounts {
    fn schema_name() -> Cow<'static, str> {
        "TokenCounts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        counts_schema("TokenCounts", "Counts of tokens by kind.", NAMES)
    }
}

impl JsonSchema for BonusCounts {
    fn schema_name() -> Cow<'static, str> {
        "BonusCounts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        counts_schema("BonusCounts", "Counts of bonuses by color.", GEMS)
    }
}

fn counts_schema(title: &str, description: &str, names: &[&str]) -> Schema {
    let count = json_schema!({ "type": "integer", "minimum": 0, "maximum": limits::TOKENS });
    let fields: serde_json::Map<String, serde_json::Value> =
        names.iter().map(|name| ((*name).to_owned(), count.clone().to_value())).collect();
    json_schema!({
        "title": title,
        "description": description,
        "examples": [{ "ruby": 1 }],
        "type": "object",
        "properties": fields,
        "additionalProperties": false,
    })
}
