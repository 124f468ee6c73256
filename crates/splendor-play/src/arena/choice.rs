//! The numbers of the choices that make up a turn.
//!
//! A turn is a list of numbers: its action, then its payment, and so on. No list begins another
//! one, and no two turns have the same list, so the choices made so far and the legal turns decide
//! which numbers are open.

use std::fmt;
use std::sync::LazyLock;

use splendor_core::{
    Action, CARD_COUNT, CardId, Color, Components, Game, Gems, NOBLE_COUNT, NobleId, Place,
    Position, Post, Row, Token, Tokens, Turn,
};

/// One choice within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Take these gems.
    Take(Gems),
    ReserveMarket(CardId),
    ReserveDeck(Row),
    Purchase(CardId),
    Pass,
    /// Draw one card where the power of a post allows two.
    DrawOne,
    DrawTwo,
    /// Keep the first of two drawn cards.
    KeepFirst,
    KeepSecond,
    /// Pay this many tokens of a kind.
    Pay(Token, u8),
    /// Take this gem by the power of a post.
    Gem(Token),
    NoGem,
    /// Return one token of a kind.
    Return(Token),
    ReturnNoMore,
    Noble(NobleId),
    NoMoreNobles,
    Post(Post),
    NoMorePosts,
}

/// The most tokens of one kind that a price can need: there are no more in the game.
const MOST_PAID: u8 = 7;

/// Every choice; its place is its number.
static CHOICES: LazyLock<Vec<Choice>> = LazyLock::new(|| {
    let all = Components::published();
    let takes = (1_u32..32).filter(|set| set.count_ones() <= 3).map(one_each);
    let pairs = Color::ALL.into_iter().map(|color| Gems::NONE.with(color, 2));
    let mut choices: Vec<Choice> = takes.chain(pairs).map(Choice::Take).collect();
    choices.extend(all.cards().iter().map(Choice::ReserveMarket));
    choices.extend(Row::BASE.map(Choice::ReserveDeck));
    choices.extend(all.cards().iter().map(Choice::Purchase));
    choices.push(Choice::Pass);
    choices.extend([Choice::DrawOne, Choice::DrawTwo, Choice::KeepFirst, Choice::KeepSecond]);
    for token in Token::ALL {
        choices.extend((0..=MOST_PAID).map(|count| Choice::Pay(token, count)));
    }
    choices.extend(Color::ALL.map(|color| Choice::Gem(Token::Gem(color))));
    choices.push(Choice::NoGem);
    choices.extend(Token::ALL.map(Choice::Return));
    choices.push(Choice::ReturnNoMore);
    choices.extend(all.nobles().iter().map(Choice::Noble));
    choices.push(Choice::NoMoreNobles);
    choices.extend(Post::ALL.map(Choice::Post));
    choices.push(Choice::NoMorePosts);
    choices
});

// The number of the first choice of each kind; takes come first.
const RESERVE: usize = 30;
const FROM_DECK: usize = RESERVE + CARD_COUNT;
const BUY: usize = FROM_DECK + Row::BASE.len();
const PASS: usize = BUY + CARD_COUNT;
const DRAW: usize = PASS + 1;
const PAY: usize = DRAW + 4;
const GEM: usize = PAY + Token::ALL.len() * (MOST_PAID as usize + 1);
const RETURN: usize = GEM + Color::ALL.len() + 1;
const NOBLE: usize = RETURN + Token::ALL.len() + 1;
const POST: usize = NOBLE + NOBLE_COUNT + 1;

/// Returns one gem of each color of which the bit is set.
fn one_each(set: u32) -> Gems {
    let colors = Color::ALL.into_iter().filter(|color| set >> color.index() & 1 == 1);
    colors.fold(Gems::NONE, |gems, color| gems.with(color, 1))
}

/// Returns how many numbers of choices there are.
pub const fn choice_count() -> usize {
    POST + Post::ALL.len() + 1
}

impl Choice {
    /// Returns the choice of a number.
    pub(super) fn of(number: u16) -> Option<Self> {
        CHOICES.get(usize::from(number)).copied()
    }

    /// Returns the number of the choice.
    pub(super) fn number(self) -> u16 {
        let all = Components::published();
        let number = match self {
            Self::Take(_) => CHOICES[..RESERVE].iter().position(|&choice| choice == self),
            Self::ReserveMarket(card) => Some(RESERVE + usize::from(card.number())),
            Self::ReserveDeck(row) => Some(FROM_DECK + row.index()),
            Self::Purchase(card) => Some(BUY + usize::from(card.number())),
            Self::Pass => Some(PASS),
            Self::DrawOne => Some(DRAW),
            Self::DrawTwo => Some(DRAW + 1),
            Self::KeepFirst => Some(DRAW + 2),
            Self::KeepSecond => Some(DRAW + 3),
            Self::Pay(token, count) => {
                Some(PAY + token.index() * usize::from(MOST_PAID + 1) + usize::from(count))
            }
            Self::Gem(token) => Some(GEM + token.index()),
            Self::NoGem => Some(GEM + Color::ALL.len()),
            Self::Return(token) => Some(RETURN + token.index()),
            Self::ReturnNoMore => Some(RETURN + Token::ALL.len()),
            Self::Noble(id) => {
                all.nobles().iter().position(|other| other == id).map(|at| NOBLE + at)
            }
            Self::NoMoreNobles => Some(NOBLE + NOBLE_COUNT),
            Self::Post(id) => Post::ALL.iter().position(|&other| other == id).map(|at| POST + at),
            Self::NoMorePosts => Some(POST + Post::ALL.len()),
        };
        number.and_then(|number| u16::try_from(number).ok()).expect("the list has every choice")
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = Components::published();
        match *self {
            Self::Take(gems) => write!(f, "take {gems}"),
            Self::ReserveMarket(card) => write!(f, "reserve {}", all.card(card)),
            Self::ReserveDeck(row) => write!(f, "reserve from the deck of {}", row.level()),
            Self::Purchase(card) => write!(f, "buy {}", all.card(card)),
            Self::Pass => f.write_str("pass"),
            Self::DrawOne => f.write_str("draw one card"),
            Self::DrawTwo => f.write_str("draw two cards"),
            Self::KeepFirst => f.write_str("keep the first card"),
            Self::KeepSecond => f.write_str("keep the second card"),
            Self::Pay(token, 0) => write!(f, "pay no {}", token.name()),
            Self::Pay(token, count) => write!(f, "pay {}", Tokens::NONE.with(token, count)),
            Self::Gem(token) => write!(f, "take one more {}", token.name()),
            Self::NoGem => f.write_str("take no more gem"),
            Self::Return(token) => write!(f, "return one {}", token.name()),
            Self::ReturnNoMore => f.write_str("return no more"),
            Self::Noble(noble) => write!(f, "take the noble {}", all.noble(noble)),
            Self::NoMoreNobles => f.write_str("take no more nobles"),
            Self::Post(post) => write!(f, "take the post {}", post.name()),
            Self::NoMorePosts => f.write_str("take no more posts"),
        }
    }
}

/// A legal turn with the numbers of its choices.
#[derive(Clone, Debug)]
pub(super) struct NumberedTurn {
    pub(super) numbers: Vec<u16>,
    /// How many of the choices come before the turn reveals a card.
    pub(super) until_drawn: usize,
    pub(super) turn: Turn,
}

impl NumberedTurn {
    pub(super) fn new(position: &Position, turn: Turn) -> Self {
        let mut numbers = Vec::with_capacity(12);
        let mut add = |choice: Choice| numbers.push(choice.number());
        let gem = |turn: &Turn| turn.gem.map_or(Choice::NoGem, Choice::Gem);
        let until_drawn = match turn.action {
            Action::Take(taken) => {
                add(Choice::Take(taken.gems()));
                add(gem(&turn));
                2
            }
            Action::ReserveMarket(card) => {
                add(Choice::ReserveMarket(card));
                1
            }
            Action::ReserveDeck { row, card, under } => {
                add(Choice::ReserveDeck(row));
                add(if under.is_some() { Choice::DrawTwo } else { Choice::DrawOne });
                if under.is_some() {
                    let first = position.deck(row).top() == card.map(Place::Card);
                    add(if first { Choice::KeepFirst } else { Choice::KeepSecond });
                }
                2
            }
            Action::Purchase { card, pay, .. } => {
                add(Choice::Purchase(card));
                pay.iter().for_each(|(token, count)| add(Choice::Pay(token, count)));
                add(gem(&turn));
                2 + Token::ALL.len()
            }
            Action::Pass => {
                add(Choice::Pass);
                1
            }
        };
        for (token, count) in turn.returned.iter() {
            (0..count).for_each(|_| add(Choice::Return(token)));
        }
        add(Choice::ReturnNoMore);
        turn.nobles.iter().for_each(|noble| add(Choice::Noble(noble)));
        add(Choice::NoMoreNobles);
        turn.posts.iter().for_each(|post| add(Choice::Post(post)));
        add(Choice::NoMorePosts);
        Self { numbers, until_drawn, turn }
    }
}

/// Returns a turn that makes this choice, whether it is legal or not. `example` is a legal turn
/// that begins with the choices made so far, if there are any.
pub(super) fn attempt(
    game: &Game<'_>,
    position: &Position,
    example: Option<&Turn>,
    choice: Choice,
) -> Option<Turn> {
    let seat = position.mover();
    let action = match choice {
        Choice::Take(gems) => Action::Take(Tokens::from(gems)),
        Choice::ReserveMarket(card) => Action::ReserveMarket(card),
        Choice::ReserveDeck(row) => Action::ReserveDeck { row, card: None, under: None },
        Choice::Purchase(card) => {
            let price = game.components.card(card).cost().minus(seat.bonuses());
            let short = price.minus(seat.tokens().gems());
            let gold = u8::try_from(short.total()).unwrap_or(u8::MAX).min(seat.tokens().gold());
            let pay = Tokens::from(price.minus(short)).with(Token::Gold, gold);
            Action::Purchase { card, pay, from: None }
        }
        Choice::Pass => Action::Pass,
        _ => return changed(*example?, choice),
    };
    example.is_none().then(|| Turn::new(position.to_move(), action))
}

/// Returns the turn with another payment, gem, return, noble or post.
fn changed(example: Turn, choice: Choice) -> Option<Turn> {
    Some(match choice {
        Choice::Pay(token, count) => {
            let Action::Purchase { card, pay, from } = example.action else { return None };
            let pay = pay.with(token, count);
            Turn { action: Action::Purchase { card, pay, from }, ..example }
        }
        Choice::Gem(token) => Turn { gem: Some(token), ..example },
        Choice::NoGem => Turn { gem: None, ..example },
        Choice::Return(token) => {
            let returned = example.returned.plus(Tokens::one(token));
            Turn { returned, ..example }
        }
        Choice::Noble(noble) => Turn { nobles: [noble].into_iter().collect(), ..example },
        Choice::Post(post) => Turn { posts: [post].into_iter().collect(), ..example },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_its_number() {
        assert_eq!((choice_count(), CHOICES.len()), (298, 298));
        for number in 0..298 {
            let choice = Choice::of(number).expect("a choice");
            assert_eq!(choice.number(), number, "{choice}");
        }
        assert_eq!(Choice::of(298), None);
    }
}
