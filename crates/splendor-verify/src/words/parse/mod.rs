//! Reads a turn in words: the sentences of [`turn_in_words`](super::turn_in_words), and shorter
//! ones.

mod cards;

use std::fmt::Display;

use serde_json::{Map, Value, json};
use splendor_core::{Card, Color, Noble, PostName, Spelled, Token};
use splendor_schema::Turn;
use splendor_schema::id::Id;

use super::closest_word;

/// Why a turn in words cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnWordsError {
    /// The first word that does not fit.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

/// The forms of an action.
const ACTIONS: &str = "begin with an action: `take ruby ruby`, `reserve a0d3s`, `reserve top of \
                       deck 2`, `buy a0d3s` or `pass`";

/// The forms of the parts after an action.
const PARTS: &str = "after the action, write `return gold`, `take the noble 3:4d4s`, `gain the \
                     post third-gem` or `b3e6e is revealed`; docs/src/cli.md lists all parts";

/// The most bytes of a turn in words: more than the longest legal turn needs.
const MOST_BYTES: usize = 4096;

/// The next step after a wrong name of a token.
const TOKENS: &str = "the tokens are diamond, sapphire, emerald, ruby, onyx and gold, or white, \
                      blue, green, red, black and joker";

type Read<T> = Result<T, TurnWordsError>;

/// Reads a turn in words, such as `take ruby ruby` or `buy a0d3s for two sapphires and one gold`.
///
/// A payment that the words do not name is not recorded in the turn. Commas, semicolons, `the`,
/// `a`, `an`, `token` and `chip` make no difference.
///
/// ```
/// use splendor_schema::Turn;
/// use splendor_verify::words::turn_from_words;
///
/// let turn = turn_from_words("reserve top of deck 2, return one ruby").unwrap();
/// let logged = br#"{ "reserve": { "deck": 2 }, "return": { "ruby": 1 } }"#;
/// assert_eq!(turn, Turn::read(logged)?);
/// assert_eq!(turn_from_words("take rubby").unwrap_err().message, "`rubby` is not a token");
/// # Ok::<(), splendor_schema::ReadError>(())
/// ```
///
/// # Errors
///
/// The first word that does not fit. Nothing is guessed.
pub fn turn_from_words(text: &str) -> Read<Turn> {
    if text.len() > MOST_BYTES {
        let message = format!("{} bytes of words, more than the limit of {MOST_BYTES}", text.len());
        return Err(TurnWordsError { message, help: ACTIONS.to_owned() });
    }
    let mut reader = Reader::new(text);
    let mut turn = Map::new();
    reader.seat(&mut turn)?;
    reader.action(&mut turn)?;
    while !reader.is_at_end() {
        reader.part(&mut turn)?;
    }
    Turn::read(Value::Object(turn).to_string().as_bytes())
        .map_err(|error| TurnWordsError { message: error.message, help: PARTS.to_owned() })
}

/// The words of a turn, and how far they were read.
struct Reader<'t> {
    words: Vec<&'t str>,
    at: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        let is_filler = |word: &str| {
            ["", "the", "a", "an", "token", "tokens", "chip", "chips"]
                .iter()
                .any(|filler| word.eq_ignore_ascii_case(filler))
        };
        Self { words: words.filter(|word| !is_filler(word)).collect(), at: 0 }
    }

    fn is_at_end(&self) -> bool {
        self.at == self.words.len()
    }

    /// Returns the word at a distance from the next word, or an empty text after the last one.
    fn peek(&self, after: usize) -> &'t str {
        self.words.get(self.at + after).copied().unwrap_or_default()
    }

    fn next_is(&self, word: &str) -> bool {
        self.peek(0).eq_ignore_ascii_case(word)
    }

    /// Skips these words if they are the next ones.
    fn skip(&mut self, phrase: &str) -> bool {
        let mut words = phrase.split(' ').enumerate();
        let found = words.all(|(after, word)| self.peek(after).eq_ignore_ascii_case(word));
        self.at += if found { phrase.split(' ').count() } else { 0 };
        found
    }

    fn expect(&mut self, phrase: &str) -> Read<()> {
        let last = self.words[..self.at].last().copied().unwrap_or_default();
        let help = format!("write `{phrase}` after `{last}`");
        if self.skip(phrase) { Ok(()) } else { Err(self.wrong("does not fit here", help)) }
    }

    /// Returns the error about the next word.
    fn wrong(&self, what: impl Display, help: impl Into<String>) -> TurnWordsError {
        let message = match self.peek(0) {
            "" => "the turn ends too early".to_owned(),
            word => format!("`{word}` {what}"),
        };
        TurnWordsError { message, help: help.into() }
    }

    /// Reads the seat, if the words begin with it, like `seat 1: pass`.
    fn seat(&mut self, turn: &mut Map<String, Value>) -> Read<()> {
        if self.skip("seat") {
            let seat = self.seat_number()?;
            turn.insert("seat".to_owned(), seat.into());
        }
        Ok(())
    }

    fn seat_number(&mut self) -> Read<u8> {
        let number = self.peek(0).trim_end_matches(':').parse().ok().filter(|&seat| seat < 4);
        let seat = number.ok_or_else(|| self.wrong("is not a seat", "the seats are 0 to 3"))?;
        self.at += 1;
        Ok(seat)
    }

    fn action(&mut self, turn: &mut Map<String, Value>) -> Read<()> {
        if self.skip("take") {
            let taken = self.tokens()?;
            let each =
                |(token, count): (Token, u8)| std::iter::repeat_n(token.name(), count.into());
            turn.insert("take".to_owned(), taken.into_iter().flat_map(each).collect());
        } else if self.skip("reserve") {
            let reserve = self.reserve()?;
            turn.insert("reserve".to_owned(), reserve);
        } else if self.skip("buy") || self.skip("purchase") {
            let purchase = self.purchase()?;
            turn.insert("purchase".to_owned(), purchase);
        } else if self.skip("pass") {
            turn.insert("pass".to_owned(), true.into());
        } else {
            return Err(self.wrong("is not an action", ACTIONS));
        }
        Ok(())
    }

    /// Reads tokens like `two rubies and one gold`, `ruby ruby gold` or `nothing`.
    fn tokens(&mut self) -> Read<Vec<(Token, u8)>> {
        if self.skip("nothing") {
            return Ok(Vec::new());
        }
        let mut all = vec![self.token()?];
        loop {
            let joined = usize::from(self.next_is("and"));
            let word = self.peek(joined);
            if token_of(word).is_none() && number_of(word).is_none() {
                return Ok(all);
            }
            self.at += joined;
            all.push(self.token()?);
        }
    }

    /// Reads one kind of token, with a number before it unless it is one.
    fn token(&mut self) -> Read<(Token, u8)> {
        let number = number_of(self.peek(0));
        self.at += usize::from(number.is_some());
        let word = self.peek(0);
        let token = token_of(word).ok_or_else(|| {
            let near = closest_word(word, Token::ALL.iter().map(|token| token.name()));
            let near = near.map(|near| format!("did you mean `{near}`? "));
            self.wrong("is not a token", near.unwrap_or_default() + TOKENS)
        })?;
        self.at += 1;
        Ok((token, number.unwrap_or(1)))
    }

    /// Reads tokens as an object with their numbers.
    fn counts(&mut self) -> Read<Value> {
        let mut counts = Map::new();
        for (token, count) in self.tokens()? {
            let before = counts.get(token.name()).and_then(Value::as_u64).unwrap_or(0);
            counts.insert(token.name().to_owned(), (before + u64::from(count)).into());
        }
        Ok(counts.into())
    }

    /// Reads the id of a component.
    fn id<T: Id>(&mut self) -> Read<String> {
        let word = self.peek(0);
        if let Err(message) = T::of_text(word) {
            let help = "`splendor list cards` lists the ids of all components";
            return Err(match word {
                "" => self.wrong("", help),
                _ => TurnWordsError { message, help: help.to_owned() },
            });
        }
        self.at += 1;
        Ok(word.to_owned())
    }

    fn is_card(&self, after: usize) -> bool {
        Card::parse(self.peek(after)).is_some()
    }

    /// Reads one card or several, like `A0gg3d and A0gg3s`.
    fn cards(&mut self) -> Read<Value> {
        let mut all = vec![self.id::<Card>()?];
        loop {
            let joined = usize::from(self.next_is("and"));
            // A card that is revealed is not one of the list.
            let is_last = self.peek(joined + 1).eq_ignore_ascii_case("is");
            if !self.is_card(joined) || is_last {
                return Ok(all.into());
            }
            self.at += joined;
            all.push(self.id::<Card>()?);
        }
    }

    /// Reads a part of the turn after its action.
    fn part(&mut self, turn: &mut Map<String, Value>) -> Read<()> {
        let is_then = self.skip("then");
        let _or_not = self.skip("and");
        if self.skip("return") {
            let returned = self.counts()?;
            return Self::set(turn, "return", returned);
        }
        if self.skip("take noble") {
            let noble = self.id::<Noble>()?;
            add(turn, "noble", noble);
            return Ok(());
        }
        if self.skip("gain post") {
            let post = self.id::<PostName>()?;
            add(turn, "post", post);
            return Ok(());
        }
        if self.skip("conquer") {
            let purchase = self.purchase()?;
            return Self::set(turn, "conquest", json!({ "purchase": purchase }));
        }
        if self.is_card(0) && self.peek(1).eq_ignore_ascii_case("is") {
            if turn.contains_key("conquest") {
                let help = "name the revealed card before the conquest, or write the turn as JSON";
                return Err(self.wrong("may be revealed by the action or by the conquest", help));
            }
            let card = self.id::<Card>()?;
            self.expect("is revealed")?;
            return Self::set(turn, "refill", card.into());
        }
        let last = match turn.get_mut("conquest") {
            Some(Value::Object(conquest)) => conquest,
            _ => turn,
        };
        self.effect(last, is_then)
    }

    /// Sets a field that may be named once.
    fn set(of: &mut Map<String, Value>, key: &str, value: Value) -> Read<()> {
        if of.insert(key.to_owned(), value).is_none() {
            return Ok(());
        }
        let message = format!("the turn has two parts of the kind `{key}`");
        Err(TurnWordsError { message, help: "name one of them".to_owned() })
    }
}

/// Adds a tile to a field: one tile is written without a list.
fn add(turn: &mut Map<String, Value>, key: &str, id: String) {
    let tiles = match turn.remove(key) {
        None => id.into(),
        Some(Value::Array(tiles)) => tiles.into_iter().chain([id.into()]).collect(),
        Some(one) => json!([one, id]),
    };
    turn.insert(key.to_owned(), tiles);
}

/// Returns the token that a word names, in the singular or the plural: by its name, or by the word
/// of players.
fn token_of(word: &str) -> Option<Token> {
    let is_named = |token: &Token| {
        word.eq_ignore_ascii_case(token.name()) || word.eq_ignore_ascii_case(token.plural())
    };
    let one = word.strip_suffix(['s', 'S']).unwrap_or(word);
    let spoken = || match one.to_ascii_lowercase().as_str() {
        "joker" | "wild" | "yellow" => Some(Token::Gold),
        _ => Color::of_spoken(one).map(Token::Gem),
    };
    Token::ALL.into_iter().find(is_named).or_else(spoken)
}

/// Returns the number that a word names, like `two` or `2`.
fn number_of(word: &str) -> Option<u8> {
    let spelled = |number: &u8| Spelled((*number).into()).to_string().eq_ignore_ascii_case(word);
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let digits = word.parse().ok().filter(|_| is_plain);
    digits.or_else(|| (1..=20).find(spelled))
}
