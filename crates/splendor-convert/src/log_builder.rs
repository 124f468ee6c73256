//! The pieces of a log as they are understood one after the other, and the log they make.

use std::ops::Range;

use splendor_schema::{
    CardId, CommonFields, ForeignTurn, Json, Level, Log, LogFormat, NobleId, OneOrMany, PassTurn,
    Player, Purchase, PurchaseTurn, Reserve, ReserveTurn, Rules, Setup, Source, TakeTurn, Token,
    TokenCounts, TokenList, Turn, limits,
};

use crate::{Account, Conversion, ConvertError, Places};

/// What a seat does in a turn.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Take(TokenList),
    Reserve(Reserve),
    Purchase(Purchase),
    Pass,
    Foreign(Json),
}

/// One turn of the log that is being made.
#[derive(Clone, Debug)]
pub(super) struct NewTurn {
    pub(super) action: Action,
    pub(super) common: CommonFields,
}

impl NewTurn {
    pub(super) fn new(seat: u8, action: Action) -> Self {
        Self { action, common: CommonFields { seat: Some(seat), ..CommonFields::default() } }
    }

    fn turn(self) -> Turn {
        let common = self.common;
        match self.action {
            Action::Take(take) => Turn::Take(TakeTurn { take, common }),
            Action::Reserve(reserve) => Turn::Reserve(ReserveTurn { reserve, common }),
            Action::Purchase(purchase) => Turn::Purchase(PurchaseTurn { purchase, common }),
            Action::Pass => Turn::Pass(PassTurn { common }),
            Action::Foreign(foreign) => {
                let (seat, after) = (common.seat, common.after);
                Turn::Foreign(ForeignTurn { seat, foreign, after, ext: None })
            }
        }
    }
}

/// The turns of a log that is being made, and where they stand in the foreign text.
#[derive(Debug)]
pub(super) struct LogBuilder {
    turns: Vec<NewTurn>,
    pub(super) places: Places,
    pub(super) account: Account,
}

impl LogBuilder {
    pub(super) fn new(account: Account) -> Self {
        Self { turns: Vec::new(), places: Places::default(), account }
    }

    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// Adds a turn that stands here.
    pub(super) fn push(&mut self, turn: NewTurn, span: &Range<usize>) {
        self.places.put(format!("/turns/{}", self.turns.len()), span.clone());
        self.turns.push(turn);
    }

    /// The last turn, if it is this seat's.
    pub(super) fn last_of(&mut self, seat: u8) -> Option<&mut NewTurn> {
        self.turns.last_mut().filter(|turn| turn.common.seat == Some(seat))
    }

    /// The last turn.
    pub(super) fn last(&mut self) -> Option<&mut NewTurn> {
        self.turns.last_mut()
    }

    /// Says where a part of the last turn stands.
    pub(super) fn place(&mut self, part: &str, span: &Range<usize>) {
        let last = self.turns.len().saturating_sub(1);
        self.places.put(format!("/turns/{last}/{part}"), span.clone());
    }

    /// Makes the log, which says nothing yet of its end.
    pub(super) fn assemble(
        self,
        source: Source,
        players: Vec<Player>,
        setup: Setup,
    ) -> Result<Conversion, ConvertError> {
        if self.turns.len() > limits::TURNS {
            let found = self.turns.len();
            let message = format!("{found} turns, a log has at most {}", limits::TURNS);
            return Err(ConvertError::unknown(&(0..0), message));
        }
        let rules = Rules { edition: "2024".into(), ..Rules::default() };
        let log = Log {
            schema: None,
            format: LogFormat,
            rules,
            omits: Vec::new(),
            source: Some(source),
            players,
            setup,
            turns: self.turns.into_iter().map(NewTurn::turn).collect(),
            end: None,
            result: None,
            ext: None,
        };
        Ok(Conversion { log, places: self.places, account: self.account })
    }
}

/// A take of these tokens, if a log can name so many.
pub(super) fn take(counts: [u8; 6]) -> Option<Action> {
    let each = Token::ALL.iter().zip(counts);
    let tokens: Vec<Token> =
        each.flat_map(|(&token, count)| std::iter::repeat_n(token, count.into())).collect();
    TokenList::new(&tokens).map(Action::Take)
}

/// Counts of tokens as a log has them: what is none is not named.
pub(super) fn counts(counts: [u8; 6]) -> TokenCounts {
    Token::ALL.iter().copied().zip(counts).filter(|&(_, count)| count > 0).collect()
}

/// A cost or a demand as ids tell it, like `2d1o`.
pub(super) fn amounts(counts: [u8; 6]) -> String {
    let mut text = String::new();
    for (count, letter) in counts.into_iter().zip("dsero".chars()).filter(|(count, _)| *count > 0) {
        text.extend([count.to_string(), letter.to_string()]);
    }
    text
}

/// Tokens given back; none if there are none.
pub(super) fn returned(given: [u8; 6]) -> Option<TokenCounts> {
    Some(counts(given)).filter(|counts| !counts.is_empty())
}

pub(super) const fn one_noble(noble: NobleId) -> OneOrMany<NobleId> {
    OneOrMany::One(noble)
}

/// The level of a card, which its id begins with.
pub(super) fn level_of(card: CardId) -> Level {
    match card.as_bytes().first() {
        Some(b'a') => Level::One,
        Some(b'b') => Level::Two,
        _ => Level::Three,
    }
}
