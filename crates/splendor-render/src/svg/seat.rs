//! The area of a seat: its name and prestige, tokens, bonuses, hand and tiles.

use splendor_core::{CardSet, Game, Position, Power, Seat, Token, Tokens};
use splendor_verify::words::count_with_noun;

use super::face::{self, CARD, step};
use super::ink::{Area, Ink, Stand, letter};
use super::{Marks, WIDTH, amount, fit, market_card, noble, or_none, stronghold};

/// The height of the area of a seat without modules.
const SEAT_TALL: i32 = 168;
/// How tall the line of a module is: trading posts, or strongholds and virtual gold.
const LINE_TALL: i32 = 20;
/// The left edge of the tiles of a seat, right of a hand of three cards.
const TILES_LEFT: i32 = 208;

/// Returns the height of the area of a seat, with room for everything that a seat can hold.
pub const fn seat_tall(game: &Game<'_>) -> i32 {
    let line = if game.rules.modules.have_sun_never_sets() { LINE_TALL } else { 0 };
    sun_never_sets_line_top(game) + line
}

/// Returns the top of the line of strongholds and virtual gold.
const fn sun_never_sets_line_top(game: &Game<'_>) -> i32 {
    if game.rules.modules.trading_posts { SEAT_TALL + LINE_TALL } else { SEAT_TALL }
}

/// Returns the area of a seat: its name and prestige, tokens, bonuses, hand and tiles.
pub fn before_seat(
    game: &Game<'_>,
    position: &Position,
    seat: usize,
    name: &str,
    marks: &Marks,
) -> String {
    let mut ink = Ink::default();
    let holdings = &position.seats()[seat];
    let acts = marks.seat.is_some_and(|acting| usize::from(acting) == seat)
        || marks.seat.is_none() && !position.has_ended() && usize::from(position.to_move()) == seat;
    let class = if acts { "mat acting" } else { "mat" };
    ink.area(class, Area { x: 2, y: 2, width: WIDTH - 4, height: seat_tall(game) - 6 });
    heading(&mut ink, seat, name, acts, holdings);
    holding(&mut ink, holdings);
    ink.at(8, 78, 86, |ink| hand(ink, game, position, seat, marks));
    nobles(&mut ink, game, holdings);
    plates(&mut ink, holdings);
    ink.at(8, sun_never_sets_line_top(game) - 4, 100, |ink| {
        sun_never_sets_line(ink, game, position, seat);
    });
    ink.text
}

fn heading(ink: &mut Ink, seat: usize, name: &str, acts: bool, holdings: &Seat) {
    let arrow = if acts { "\u{25b6} " } else { "" };
    let bought = count_with_noun(holdings.bought().iter().count(), "card", "cards");
    let summary = format!("{} prestige, {bought}", holdings.prestige());
    let before = format!("{arrow}seat {seat}");
    let room = WIDTH - 30 - fit::width(&summary) - fit::width(&before) - fit::width(" ()");
    let short = fit::in_room(name, room);
    ink.text.push_str("<g>");
    if short != name {
        ink.title(&format!("seat {seat} ({name})"));
    }
    let short = if short.is_empty() { short } else { format!(" ({short})") };
    ink.words("name", Stand::Start, (8, 20), format!("{before}{short}"));
    ink.text.push_str("</g>");
    ink.words("name", Stand::End, (WIDTH - 10, 20), summary);
}

/// Draws the nobles of a seat; more than three are smaller, so that all five have room.
fn nobles(ink: &mut Ink, game: &Game<'_>, seat: &Seat) {
    let percent = if seat.nobles().iter().count() > 3 { 54 } else { 78 };
    ink.at(TILES_LEFT, 78, percent, |ink| {
        for (place, id) in seat.nobles().iter().enumerate() {
            ink.at(step(place, 64), 0, 100, |ink| noble(ink, game, id));
        }
    });
}

/// Draws the number of tokens of each kind, and next to it the bonuses of the seat.
fn holding(ink: &mut Ink, seat: &Seat) {
    for (place, (token, count)) in seat.tokens().iter().enumerate() {
        let x = 12 + step(place, 62);
        if let Token::Gem(color) = token {
            let bonus = seat.bonuses().get(color);
            let class = if bonus == 0 { "none" } else { "some" };
            ink.add(format_args!("<g class=\"{class}\">"));
            let [card, cards] = ["card", "cards"].map(|noun| format!("{} {noun}", color.name()));
            ink.title(&count_with_noun(bonus, &card, &cards));
            ink.area(
                &format!("small-card {}", color.name()),
                Area { x: x - 4, y: 36, width: 18, height: 26 },
            );
            ink.words("count-on", Stand::Middle, (x + 5, 53), bonus);
            ink.text.push_str("</g>");
        }
        let class = if count == 0 { "none" } else { "some" };
        ink.add(format_args!("<g class=\"{class}\">"));
        ink.title(&amount(token, count));
        ink.shape(token, (x + 27, 49), 100, letter(token).to_ascii_uppercase());
        ink.words("count", Stand::Start, (x + 39, 54), count);
        ink.text.push_str("</g>");
    }
}

fn hand(ink: &mut Ink, game: &Game<'_>, position: &Position, seat: usize, marks: &Marks) {
    let holdings = &position.seats()[seat];
    let mut x = 0;
    for id in holdings.hand().iter() {
        ink.at(x, 0, 100, |ink| market_card(ink, game, id, marks));
        if position.secret().has(id) {
            let frame = Area { x: x - 2, y: -2, width: CARD + 4, height: 98 };
            ink.area("secret", frame);
        }
        x += CARD + 8;
    }
    for &level in game.rows() {
        for _ in 0..holdings.hidden()[level.index()] {
            ink.at(x, 0, 100, |ink| face::back(ink, level));
            x += CARD + 8;
        }
    }
    if x == 0 {
        ink.words("small", Stand::Start, (2, 40), "no card in hand");
    }
}

/// Draws the trading posts; the five have room in one line.
fn plates(ink: &mut Ink, seat: &Seat) {
    let mut x = 8;
    for post in seat.posts().iter() {
        let mut wide = 0;
        ink.at(x, SEAT_TALL - 4, 100, |ink| wide = face::post(ink, post));
        x += wide + 5;
    }
}

/// Draws the strongholds in stock, and the virtual gold that the seat has not spent.
fn sun_never_sets_line(ink: &mut Ink, game: &Game<'_>, position: &Position, seat: usize) {
    if game.rules.modules.strongholds {
        stronghold::in_stock(ink, position, seat);
    }
    let virtual_gold = virtual_gold(game, &position.seats()[seat]).len();
    if virtual_gold > 0 {
        ink.text.push_str("<g>");
        ink.title(&count_with_noun(virtual_gold, VIRTUAL_GOLD, VIRTUAL_GOLDS));
        ink.words("small", Stand::Start, (TILES_LEFT, 13), "virtual gold");
        for place in 0..usize::from(virtual_gold) {
            ink.shape(Token::Gold, (TILES_LEFT + 96 + step(place, 20), 8), 70, 2);
        }
        ink.text.push_str("</g>");
    }
}

const VIRTUAL_GOLD: &str = "card of virtual gold";
const VIRTUAL_GOLDS: &str = "cards of virtual gold";

/// Returns the cards of virtual gold that a seat has not spent.
fn virtual_gold(game: &Game<'_>, seat: &Seat) -> CardSet {
    seat.bought().and(game.components.with_power(Power::VirtualGold))
}

/// Returns the area of a seat as a sentence, for visitors who cannot see the drawing. The name is
/// not escaped.
pub fn seat_label(game: &Game<'_>, position: &Position, seat: usize, name: &str) -> String {
    let holdings = &position.seats()[seat];
    let hand: Vec<_> =
        holdings.hand().iter().map(|id| game.components.card(id).to_string()).collect();
    let hidden: u8 = holdings.hidden().iter().sum();
    let nobles: Vec<_> =
        holdings.nobles().iter().map(|id| game.components.noble(id).to_string()).collect();
    let posts: Vec<_> = holdings.posts().iter().map(|post| post.to_string()).collect();
    let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
    let acts = !position.has_ended() && usize::from(position.to_move()) == seat;
    format!(
        "seat {seat}{name}: {} prestige; {}{}; tokens: {}; bonuses: {}; hand: {}{}; nobles: {}; \
         posts: {}{}{}",
        holdings.prestige(),
        if acts { "to move; " } else { "" },
        count_with_noun(holdings.bought().iter().count(), "card bought", "cards bought"),
        holdings.tokens(),
        Tokens::from(holdings.bonuses()),
        or_none(&hand.join(", ")),
        if hidden == 0 { String::new() } else { format!(" and {hidden} that are not known") },
        or_none(&nobles.join(", ")),
        or_none(&posts.join(", ")),
        match virtual_gold(game, holdings).len() {
            0 => String::new(),
            count => format!("; {}", count_with_noun(count, VIRTUAL_GOLD, VIRTUAL_GOLDS)),
        },
        if game.rules.modules.strongholds {
            format!("; {}", stronghold::stock_in_words(position, seat))
        } else {
            String::new()
        }
    )
}
