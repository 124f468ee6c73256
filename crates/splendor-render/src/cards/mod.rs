//! Every component with its id. The module `tiles` lists the tiles of the modules.

mod tiles;

use serde_json::json;
use splendor_convert::{CLIENTS, ClientIds};
use splendor_core::{
    CARD_COUNT, Card, Color, Components, Gems, Level, NOBLE_COUNT, Power, box_of_noble,
};

pub(crate) use self::tiles::name as city_name;
use self::tiles::{COUNTS, tiles_json, tiles_text};
use splendor_schema::json::layout::lines_of;
use splendor_verify::words::gems;

type Object = serde_json::Map<String, serde_json::Value>;

/// Returns every card, noble and tile of a module as tables.
pub fn cards_text() -> String {
    let all = Components::with_orient();
    let mut text = String::from("id             bga spendee  level  prestige  bonus     cost\n");
    for card in base_cards(all) {
        let (id, level) = (card.to_string(), card.level().number());
        let [bga, spendee] = columns(|client| (client.first_card, &client.cards), &id);
        let (points, bonus, cost) = (card.points(), card.brings().to_string(), gems(card.cost()));
        let line =
            format!("{id:<14} {bga:>3} {spendee:>7}  {level:<6} {points:<9} {bonus:<9} {cost}\n");
        text.push_str(&line);
    }
    text += "\nnoble          bga spendee  prestige  box             demand\n";
    for noble in all.nobles().iter().map(|id| all.noble(id)) {
        let boxed = box_of_noble(noble).unwrap_or("base");
        let id = noble.to_string();
        let [bga, spendee] = columns(|client| (client.first_noble, client.nobles), &id);
        let (points, demand) = (noble.points, gems(noble.demand));
        let line = format!("{id:<14} {bga:>3} {spendee:>7}  {points:<9} {boxed:<15} {demand}\n");
        text.push_str(&line);
    }
    text += &orient_text(all);
    text += &tiles_text();
    let orient = orient_cards(all).count();
    let counts = format!("{CARD_COUNT} cards, {orient} Orient cards, {NOBLE_COUNT} nobles");
    text + &format!("\n{LETTERS}\n{counts},\n{COUNTS}\n")
}

fn base_cards(all: &Components) -> impl Iterator<Item = Card> {
    all.cards().iter().map(|id| all.card(id)).filter(|card| !card.is_orient())
}

fn orient_cards(all: &Components) -> impl Iterator<Item = Card> {
    all.cards().iter().map(|id| all.card(id)).filter(|card| card.is_orient())
}

/// Returns the cards of Orient as a table.
fn orient_text(all: &Components) -> String {
    let mut text = String::from("\nOrient card level prestige cost       brings\n");
    for card in orient_cards(all) {
        let (level, points, brings) = (card.level().number(), card.points(), card.brings());
        let cost = match card.discard() {
            Some(color) => format!("2{} (cards)", color.letter()),
            None => gems(card.cost()),
        };
        let id = card.to_string();
        text += &format!("{id:<11} {level:<5} {points:<8} {cost:<10} {brings}\n");
    }
    text
}

/// The number of a component in each client that has it.
fn numbers(list: impl Fn(&'static ClientIds) -> (u8, &'static [&'static str]), id: &str) -> Object {
    let known = CLIENTS.iter().filter_map(|client| {
        let (first, ids) = list(client);
        let place = ids.iter().position(|other| *other == id)?;
        Some((client.client.to_owned(), (usize::from(first) + place).into()))
    });
    known.collect()
}

/// The numbers of a component in the order of the clients, `-` where one has it not.
fn columns(
    list: impl Fn(&'static ClientIds) -> (u8, &'static [&'static str]),
    id: &str,
) -> [String; CLIENTS.len()] {
    let known = numbers(list, id);
    let column = |client: &ClientIds| known.get(client.client).map(ToString::to_string);
    CLIENTS.each_ref().map(|client| column(client).unwrap_or_else(|| "-".to_owned()))
}

/// The legend of the letters for the colors.
const LETTERS: &str = "d diamond (white), s sapphire (blue), e emerald (green), r ruby (red),
o onyx (black)";

/// Returns amounts as an object without the zero amounts.
fn amounts(gems: Gems) -> Object {
    let counts = gems.iter().filter(|&(_, count)| count > 0);
    counts.map(|(color, count)| (color.name().to_owned(), count.into())).collect()
}

/// Returns every card, noble and tile of a module as JSON.
pub fn cards_json() -> String {
    let all = Components::with_orient();
    let cards = base_cards(all).map(|card| {
        let id = card.to_string();
        json!({
            "card": id,
            "clients": numbers(|client| (client.first_card, &client.cards), &id),
            "level": card.level().number(),
            "prestige": card.points(),
            "bonus": card.brings().to_string(),
            "cost": amounts(card.cost()),
        })
    });
    let orient = orient_cards(all).map(|card| {
        let discard = card.discard().map(|color| json!({ color.name(): 2 }));
        let power = |power: Power| card.power() == Some(power);
        json!({
            "orient": card.to_string(),
            "level": card.level().number(),
            "prestige": card.points(),
            "brings": card.brings().to_string(),
            "bonus": card.bonus().map(Color::name),
            "bonuses": match (card.bonus(), power(Power::DoubleBonus)) {
                (None, _) => 0,
                (Some(_), false) => 1,
                (Some(_), true) => 2,
            },
            "copies": card.power().is_some_and(Power::copies),
            "free": card.power().and_then(Power::free_level).map(Level::number),
            "virtual_gold": if power(Power::VirtualGold) { 2 } else { 0 },
            "cost": amounts(card.cost()),
            "discard": discard.unwrap_or_else(|| json!({})),
        })
    });
    let nobles = all.nobles().iter().map(|id| all.noble(id)).map(|noble| {
        let id = noble.to_string();
        json!({
            "noble": id,
            "clients": numbers(|client| (client.first_noble, client.nobles), &id),
            "prestige": noble.points,
            "demand": amounts(noble.demand),
            "box": box_of_noble(noble).unwrap_or("base"),
        })
    });
    lines_of(cards.chain(nobles).chain(orient).chain(tiles_json()))
}
