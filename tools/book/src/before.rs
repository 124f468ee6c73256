//! The facts of a table on which a case of the book depends, in few words.

use splendor_core::{
    Action, Edition, Game, Gems, Phase, Position, Power, Row, Rulings, Seat, Spelled, Token,
    Tokens, Turn,
};
use splendor_verify::words::listed;

/// A deck with fewer cards is mentioned: a turn may depend on its number of cards.
const FEW_CARDS: u8 = 4;

/// Returns the facts before the first turn that a reader needs: rules that are not the default, the
/// supply if it is not full, the seats that act, the prestige of the others, the strongholds, and
/// the tiles. If the supply is shown, so are all tokens that the seats hold.
pub(super) fn before(
    game: &Game<'_>,
    start: &Position,
    turn: Option<&Turn>,
    acting: &[u8],
) -> String {
    let mut facts = rules(game, start);
    facts.extend(turn.and_then(|turn| bought(game, turn)));
    let supply = supply(game, start, turn);
    let shows_tokens = supply.is_some();
    facts.extend(supply);
    facts.extend(seats(game, start, acting, shows_tokens));
    facts.extend(strongholds(game, start));
    facts.extend(tiles(game, start));
    facts.extend(decks(start));
    if facts.is_empty() { String::new() } else { sentence(&facts) }
}

/// Returns the facts as one sentence.
fn sentence(facts: &[String]) -> String {
    let text = facts.join("; ");
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// Returns the rules that are not the default, and the number of seats if it is not two.
fn rules(game: &Game<'_>, start: &Position) -> Vec<String> {
    let mut facts = Vec::new();
    if game.rules.edition != Edition::default() {
        facts.push("edition 2014".to_owned());
    }
    if game.rules.modules.cities {
        facts.push("The Cities".to_owned());
    }
    if game.rules.modules.trading_posts {
        facts.push("The Trading Posts".to_owned());
    }
    let default = Rulings::default().settings();
    for (setting, usual) in game.rules.rulings.settings().into_iter().zip(default) {
        if setting != usual {
            facts.push(format!("`{}` = `{}`", setting.0, setting.1));
        }
    }
    if start.seats().len() > 2 {
        facts.push(format!("{} seats", start.seats().len()));
    }
    if start.phase() == Phase::LastRound {
        facts.push("the last round".to_owned());
    }
    facts
}

/// Returns the cost of the card that is bought.
fn bought(game: &Game<'_>, turn: &Turn) -> Option<String> {
    let Action::Purchase { card, .. } = turn.action else { return None };
    let card = game.components.card(card);
    let cost = match card.discard() {
        Some(color) => format!("two {} cards, no gems", Token::from(color).name()),
        None => counted(Tokens::from(card.cost())),
    };
    Some(format!("cost: {cost}"))
}

/// Returns the stacks of the supply that are not full, if the turn may depend on them.
fn supply(game: &Game<'_>, start: &Position, turn: Option<&Turn>) -> Option<String> {
    let pays = turn.is_some_and(|turn| {
        let pays = matches!(turn.action, Action::Purchase { .. });
        pays && turn.gem.is_none() && start.mover().posts().is_empty()
    });
    let (full, left) = (game.tokens, start.supply());
    if pays || left == full {
        return None;
    }
    if left.gems() == Gems::NONE {
        return Some(format!("supply: no gems, {} gold", left.gold()));
    }
    let short = Token::ALL.into_iter().filter(|token| left.get(*token) != full.get(*token));
    let short: Vec<String> = short.map(|token| amount(token, left.get(token))).collect();
    let rest = if short.len() == Token::ALL.len() { "" } else { ", the rest full" };
    Some(format!("supply: {}{rest}", short.join(", ")))
}

/// Returns the holdings of the seats that act, the first of them first, and the prestige of the
/// others; with the supply also the tokens of the others.
fn seats(game: &Game<'_>, start: &Position, acting: &[u8], shows_tokens: bool) -> Vec<String> {
    let mover = usize::from(start.to_move());
    let others = (0..start.seats().len()).filter(|&number| number != mover);
    let each = std::iter::once(mover).chain(others).filter_map(|number| {
        let seat = start.seats().get(number)?;
        let acts = number == mover || acting.iter().any(|&seat| usize::from(seat) == number);
        let has = if acts { holdings(game, start, seat) } else { shown(seat, shows_tokens) };
        (!has.is_empty()).then(|| format!("seat {number}: {}", has.join(", ")))
    });
    each.collect()
}

/// Returns what a reader needs of a seat that does not act.
fn shown(seat: &Seat, shows_tokens: bool) -> Vec<String> {
    let mut has = Vec::new();
    if shows_tokens && !seat.tokens().is_empty() {
        has.push(summed(seat.tokens()));
    }
    if seat.prestige() > 0 {
        has.push(score(seat));
    }
    has
}

/// Returns everything that a seat has.
fn holdings(game: &Game<'_>, start: &Position, seat: &Seat) -> Vec<String> {
    let mut own = Vec::new();
    if !seat.tokens().is_empty() {
        own.push(summed(seat.tokens()));
    }
    let (colored, virtual_gold) = orient_cards(game, start, seat);
    if seat.bonuses().total() > 0 {
        let with = format!(" (with {})", listed(&colored));
        let with = if colored.is_empty() { String::new() } else { with };
        own.push(format!("bonuses {}{with}", counted(Tokens::from(seat.bonuses()))));
    }
    if !virtual_gold.is_empty() {
        own.push(format!("virtual gold {}", listed(&virtual_gold)));
    }
    match seat.hand_size() {
        0 => {}
        1 => own.push("1 card in hand".to_owned()),
        count => own.push(format!("{count} cards in hand")),
    }
    for post in seat.posts().iter() {
        own.push(format!("the post {post}"));
    }
    if seat.prestige() > 0 {
        own.push(score(seat));
    }
    own
}

/// Returns the Orient cards in front of a seat: those with a color, like `A0c3e2o as emerald`, and
/// those of virtual gold. The bonuses do not show that one is a copy card or a double card, and
/// virtual gold is no bonus.
fn orient_cards(game: &Game<'_>, start: &Position, seat: &Seat) -> (Vec<String>, Vec<String>) {
    let (mut colored, mut virtual_gold) = (Vec::new(), Vec::new());
    for id in seat.bought().iter() {
        let card = game.components.card(id);
        if !card.row().is_orient() {
            continue;
        }
        if let Some(copied) = start.copies().get(game.components, id) {
            colored.push(format!("`{card}` as {}", Token::from(copied.color).name()));
        } else if card.power() == Some(Power::VirtualGold) {
            virtual_gold.push(format!("`{card}`"));
        } else {
            colored.push(format!("`{card}`"));
        }
    }
    (colored, virtual_gold)
}

/// Returns the prestige of a seat and the number of its bought cards.
fn score(seat: &Seat) -> String {
    let cards = seat.bought().len();
    let plural = if cards == 1 { "" } else { "s" };
    format!("{} prestige, {cards} card{plural} bought", seat.prestige())
}

/// Returns the places of strongholds, like `strongholds: seat 0 three on c4r7e`.
fn strongholds(game: &Game<'_>, start: &Position) -> Option<String> {
    let mut groups = Vec::new();
    for number in 0..start.seats().len() {
        let seat = u8::try_from(number).ok()?;
        let mut cards: Vec<_> = start.strongholds().of(seat).collect();
        cards.dedup();
        let on = cards.into_iter().map(|card| {
            let count = Spelled(start.strongholds().count(seat, card).into());
            format!("{count} on `{}`", game.components.card(card))
        });
        let on: Vec<String> = on.collect();
        if !on.is_empty() {
            groups.push(format!("seat {seat} {}", listed(&on)));
        }
    }
    (!groups.is_empty()).then(|| format!("strongholds: {}", groups.join(", ")))
}

/// Returns the nobles and cities on the table.
fn tiles(game: &Game<'_>, start: &Position) -> Vec<String> {
    let nobles: Vec<String> =
        start.nobles_listed().map(|id| format!("`{}`", game.components.noble(id))).collect();
    let cities: Vec<String> =
        start.cities().iter().map(|city| format!("`{}`", city.facts())).collect();
    let mut facts = Vec::new();
    match nobles.len() {
        0 => {}
        1 => facts.push(format!("noble {}", nobles[0])),
        _ => facts.push(format!("nobles {}", listed(&nobles))),
    }
    match cities.len() {
        0 => {}
        1 => facts.push(format!("city {}", cities[0])),
        _ => facts.push(format!("cities {}", listed(&cities))),
    }
    facts
}

/// Returns the decks that have few cards.
fn decks(start: &Position) -> Vec<String> {
    let few = Row::BASE.into_iter().map(|row| (row, start.deck(row).len()));
    let few = few.filter(|&(_, cards)| cards < FEW_CARDS);
    few.map(|(row, cards)| match cards {
        0 => format!("the deck of {row} is empty"),
        1 => format!("1 card in the deck of {row}"),
        _ => format!("{cards} cards in the deck of {row}"),
    })
    .collect()
}

/// Returns tokens with their numbers and their sum, like `2 diamonds, 1 gold (= 3 tokens)`.
pub(super) fn summed(tokens: Tokens) -> String {
    let kinds = tokens.iter().filter(|&(_, count)| count > 0).count();
    let sum = if kinds > 1 { format!(" (= {} tokens)", tokens.total()) } else { String::new() };
    counted(tokens) + &sum
}

/// Returns tokens with their numbers, like `2 diamonds, 1 gold`.
fn counted(tokens: Tokens) -> String {
    let parts = tokens.iter().filter(|&(_, count)| count > 0);
    let parts: Vec<String> = parts.map(|(token, count)| amount(token, count)).collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

fn amount(token: Token, count: u8) -> String {
    format!("{count} {}", if count == 1 { token.name() } else { token.plural() })
}
