//! What only The Trading Posts bring.

use splendor_core::{Action, Color, Level, Post, PostSet, Token, Turn, Violation};

use crate::desk::{Desk, card, draw, take};

#[test]
fn post_present() {
    let case = Desk::new(2).lay();
    let gem = Turn { gem: Some(Token::Gem(Color::Onyx)), ..take("2d") };
    let breach = |what| Violation::PostPresent { what };
    let message = "a power gem is taken without the module The Trading Posts";
    case.refuses(gem, breach("a power gem is taken"), message);
    let post = Turn { posts: PostSet::one(Post::ThirdGem), ..take("2d") };
    let message = "a post is gained without the module The Trading Posts";
    case.refuses(post, breach("a post is gained"), message);
    let action = Action::ReserveDeck { level: Level::One, card: None, under: Some(card("a0d3s")) };
    let message = "a card is put under a deck without the module The Trading Posts";
    case.refuses(Turn::new(0, action), breach("a card is put under a deck"), message);
    case.plays(take("2d"));
    case.plays(draw(Level::One));
}
