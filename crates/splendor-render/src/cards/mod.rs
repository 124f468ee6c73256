//! Every component with its id. The module `tiles` lists the tiles of the modules.

mod tiles;

use splendor_convert::{CLIENTS, ClientIds};
use splendor_core::{CARD_COUNT, Components, Gems, NOBLE_COUNT, box_of_noble};

pub(crate) use self::tiles::name as city_name;
use self::tiles::{COUNTS, tiles_json, tiles_text};
use splendor_schema::json::layout::lines_of;
use splendor_verify::words::gems;

type Object = serde_json::Map<String, serde_json::Value>;

/// Returns every card, noble and tile of a module as tables.
pub fn cards_text() -> String {
    let all = Components::published();
    let mut text = String::from("id             bga spendee  level  prestige  bonus     cost\n");
    for card in all.cards().iter().map(|id| all.card(id)) {
        let (id, level) = (card.to_string(), card.level.number());
        let [bga, spendee] = columns(|client| (client.first_card, &client.cards), &id);
        let (points, bonus, cost) = (card.points, card.brings().to_string(), gems(card.cost));
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
    text += &tiles_text();
    text + &format!("\n{LETTERS}\n{CARD_COUNT} cards, {NOBLE_COUNT} nobles, {COUNTS}\n")
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
    let all = Components::published();
    let cards = all.cards().iter().map(|id| all.card(id)).map(|card| {
        let id = card.to_string();
        serde_json::json!({
            "card": id,
            "clients": numbers(|client| (client.first_card, &client.cards), &id),
            "level": card.level.number(),
            "prestige": card.points,
            "bonus": card.brings().to_string(),
            "cost": amounts(card.cost),
        })
    });
    let nobles = all.nobles().iter().map(|id| all.noble(id)).map(|noble| {
        let id = noble.to_string();
        serde_json::json!({
            "noble": id,
            "clients": numbers(|client| (client.first_noble, client.nobles), &id),
            "prestige": noble.points,
            "demand": amounts(noble.demand),
            "box": box_of_noble(noble).unwrap_or("base"),
        })
    });
    lines_of(cards.chain(nobles).chain(tiles_json()))
}
