//! The table as text: the content of the drawings for visitors who listen to the page or read it in
//! Braille.

use splendor_core::{Card, CardId, City, CityId, Game, Noble, NobleId, Position, Row};

use crate::svg::ink::escaped;
use splendor_verify::words::count_with_noun;

/// Returns the middle of the table: nobles or cities, the market with its decks, the supply.
pub(super) fn board(game: &Game<'_>, position: &Position) -> String {
    let mut text = "<h3>In the middle</h3><dl>".to_owned();
    if game.rules.modules.cities {
        entry(&mut text, "cities", position.cities().iter().map(CityId::facts).map(city));
    } else {
        entry(&mut text, "nobles", position.nobles_listed().map(|id| noble_of(game, id)));
    }
    for level in game.rows().iter().copied().rev() {
        let cards = position.market().and(game.components.of_row(level)).iter();
        let hidden = unknown(position.market_hidden()[level.index()], level);
        entry(
            &mut text,
            &format!("market, {level}"),
            cards.map(|id| card_of(game, id)).chain(hidden),
        );
    }
    let decks = game.rows().iter().map(|&level| {
        format!("{level}: {}", count_with_noun(position.deck(level).len(), "card", "cards"))
    });
    entry(&mut text, "decks", decks);
    entry(&mut text, "supply", [position.supply().to_string()]);
    text + "</dl>"
}

/// Returns the components of a seat: its prestige, tokens, bonuses, hand, nobles and trading posts.
pub(super) fn before_seat(game: &Game<'_>, position: &Position, seat: usize, name: &str) -> String {
    let holdings = &position.seats()[seat];
    let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
    let acts = !position.has_ended() && usize::from(position.to_move()) == seat;
    let acts = if acts { ", to move" } else { "" };
    let mut text = format!("<h3>{}</h3><dl>", escaped(&format!("seat {seat}{name}{acts}")));
    let bought = count_with_noun(holdings.bought().iter().count(), "card", "cards");
    entry(&mut text, "prestige", [format!("{}, with {bought} bought", holdings.prestige())]);
    entry(&mut text, "tokens", [holdings.tokens().to_string()]);
    entry(&mut text, "bonuses", [holdings.bonuses().to_string()]);
    let in_hand = holdings.hand().iter().map(|id| {
        let secret = if position.secret().has(id) { ", known to its seat alone" } else { "" };
        card_of(game, id) + secret
    });
    let hidden = game
        .rows()
        .iter()
        .copied()
        .filter_map(|level| unknown(holdings.hidden()[level.index()], level));
    entry(&mut text, "hand", in_hand.chain(hidden));
    entry(&mut text, "nobles", holdings.nobles().iter().map(|id| noble_of(game, id)));
    if game.rules.modules.trading_posts {
        entry(&mut text, "trading posts", holdings.posts().iter().map(|post| post.to_string()));
    }
    text + "</dl>"
}

/// Adds the items of a kind, one per line.
fn entry(text: &mut String, kind: &str, each: impl IntoIterator<Item = String>) {
    text.extend(["<dt>", kind, "</dt>"]);
    let mut each = each.into_iter().peekable();
    if each.peek().is_none() {
        text.push_str("<dd>none</dd>");
    }
    for one in each {
        text.extend(["<dd>", &escaped(&one), "</dd>"]);
    }
}

/// Returns the unknown cards of a level.
fn unknown(count: u8, level: Row) -> Option<String> {
    let cards = || count_with_noun(count, "card", "cards");
    (count > 0).then(|| format!("{} of {level} not known", cards()))
}

fn card_of(game: &Game<'_>, id: CardId) -> String {
    card(game.components.card(id))
}

fn noble_of(game: &Game<'_>, id: NobleId) -> String {
    noble(game.components.noble(id))
}

fn card(card: Card) -> String {
    format!("{} for {}, {} prestige ({card})", card.brings(), card.cost(), card.points())
}

fn noble(noble: Noble) -> String {
    format!("{} prestige for cards of {} ({noble})", noble.points, noble.demand)
}

fn city(city: City) -> String {
    let further = match city.further {
        0 => String::new(),
        cards => {
            format!(", and {} of one further color", count_with_noun(cards, "card", "cards"))
        }
    };
    format!("{} prestige and cards of {}{further} ({city})", city.prestige, city.cards)
}
