//! The explanation of a component: its facts, from the tables of the boxes.

use splendor_core::{
    Card, CardCounts, City, CityId, Clause, Components, Noble, Post, box_of_noble,
};
use splendor_verify::words::{cards_by_color, count_with_noun, listed, wrapped};

use crate::cards::city_name;

/// The last line of an explanation.
const ALL: &str = "`splendor list cards` lists every component.\n";

/// Returns the explanation of a component, if the words have the form of its id.
///
/// # Errors
///
/// Returns a message with the nearest id if no box contains the component.
pub(super) fn component(words: &str) -> Option<Result<String, String>> {
    let post =
        Post::ALL.into_iter().find(|post| post.name() == words).map(|post| Ok(of_post(post)));
    let of_city = || City::parse(words).map(of_city);
    let of_noble = || Noble::parse(words).map(of_noble);
    // Only the ids of Orient cards have upper case.
    let card = || Card::parse(words).or_else(|| Card::parse(&words.to_lowercase()));
    post.or_else(of_noble).or_else(of_city).or_else(|| card().map(of_card))
}

/// Returns the paragraphs below the id.
fn page(id: &str, paragraphs: &[String]) -> String {
    let paragraphs = paragraphs.iter().map(|text| wrapped(text, 0) + "\n\n");
    format!("{id}\n\n{}{ALL}", paragraphs.collect::<String>())
}

fn unknown(kind: &str, id: &str, nearest: Option<String>) -> String {
    let nearest = nearest.map(|id| format!("; the nearest is `{id}`"));
    format!("there is no {kind} `{id}`{}", nearest.unwrap_or_default())
}

fn of_card(card: Card) -> Result<String, String> {
    let all = Components::with_orient();
    let id = card.to_string();
    if all.find_card(card).is_none() {
        return Err(unknown("card", &id, all.nearest_card(card).map(|card| card.to_string())));
    }
    let kind = if card.is_orient() { "An Orient card" } else { "A card" };
    let cost = match card.discard() {
        Some(color) => format!("two of your {color} cards"),
        None => card.cost().to_string(),
    };
    let bonus = match (card.power(), card.bonus()) {
        (None, Some(color)) => format!("one {color} bonus"),
        _ => card.brings().to_string(),
    };
    let prestige = if card.points() == 0 { "no".to_owned() } else { card.points().to_string() };
    let facts = format!(
        "{kind} of {}. It costs {cost}. It brings {bonus} and {prestige} prestige.",
        card.level()
    );
    let letters = (!card.is_orient()).then(|| {
        let (start, cost) = id.split_at(3);
        let parts: Vec<String> = start.chars().map(|letter| format!("`{letter}`")).collect();
        format!(
            "In the id, {} is the level, {} the prestige, {} the bonus and `{cost}` the cost.",
            parts[0], parts[1], parts[2]
        )
    });
    Ok(page(&id, &[Some(facts), letters].into_iter().flatten().collect::<Vec<_>>()))
}

fn of_noble(noble: Noble) -> Result<String, String> {
    let all = Components::published();
    let id = noble.to_string();
    if all.find_noble(noble).is_none() {
        return Err(unknown("noble", &id, all.nearest_noble(noble).map(|noble| noble.to_string())));
    }
    let home =
        box_of_noble(noble).map_or("the base box".to_owned(), |name| format!("the box {name}"));
    let (points, demand) = (noble.points, CardCounts(noble.demand));
    let facts = format!("A noble of {home}. It brings {points} prestige to a seat with {demand}.");
    Ok(page(&id, &[facts]))
}

fn of_city(city: City) -> Result<String, String> {
    let id = city.to_string();
    let Some(face) = CityId::all().find(|face| face.facts() == city) else {
        return Err(unknown("city", &id, Some(CityId::nearest(city).to_string())));
    };
    let mut demand = vec![format!("{} prestige", city.prestige)];
    demand.extend(cards_by_color(city.cards));
    if city.further > 0 {
        let further = count_with_noun(city.further, "card", "cards");
        demand.push(format!("{further} of one further color"));
    }
    let name = city_name(face);
    let facts = format!("A face of the city tile {name}. You meet it with {}.", listed(&demand));
    let doubt = face.is_contested().then(|| "Sources differ on this face.".to_owned());
    Ok(page(&id, &[Some(facts), doubt].into_iter().flatten().collect::<Vec<_>>()))
}

fn of_post(post: Post) -> String {
    let id = format!("post.{}", post.name());
    let sentence = Clause::of_id(&id).map_or("", Clause::sentence);
    let demand: Vec<String> = cards_by_color(post.demand()).collect();
    let facts = format!("A trading post. You gain it with {}.", listed(&demand));
    let more = format!("`splendor explain {id}` prints the whole section.");
    page(post.name(), &[facts, sentence.to_owned(), more])
}

#[cfg(test)]
mod tests {
    use splendor_core::{CityId, Components, Post};

    use super::component;

    /// Returns the explanation without its line breaks.
    fn found(id: &str) -> String {
        let text = component(id).expect("an id").expect("a component");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_component_is_explained_in_narrow_lines() {
        let all = Components::with_orient();
        let cards = all.cards().iter().map(|id| all.card(id).to_string());
        let nobles = all.nobles().iter().map(|id| all.noble(id).to_string());
        let cities = CityId::all().map(|face| face.facts().to_string());
        let posts = Post::ALL.into_iter().map(|post| post.name().to_owned());
        for id in cards.chain(nobles).chain(cities).chain(posts) {
            let text = component(&id).expect("an id").expect("a component");
            assert!(text.starts_with(&format!("{id}\n\nA")), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
    }

    #[test]
    fn an_explanation_states_the_facts() {
        let card = "A card of level 3. It costs seven rubies and three onyxes. It brings one onyx \
                    bonus and 5 prestige. In the id, `c` is the level, `5` the prestige, `o` the \
                    bonus and `7r3o` the cost.";
        assert!(found("c5o7r3o").contains(card), "{}", found("c5o7r3o"));
        assert_eq!(found("C5O7R3O"), found("c5o7r3o"));
        assert!(
            found("C3dx2e").contains("An Orient card of level 3. It costs two of your emerald")
        );
        let noble = "base box. It brings 3 prestige to a seat with four ruby and four onyx cards.";
        assert!(found("3:4r4o").contains(noble), "{}", found("3:4r4o"));
        assert!(found("3:3s3e3o").contains("A noble of the box silk-road."));
        let city = "Samarkand. You meet it with 14 prestige, 4 diamond cards and 4 cards of one \
                    further color.";
        assert!(found("14:4d+4").contains(city), "{}", found("14:4d+4"));
        let post = "You gain it with 1 diamond card and 3 ruby cards. With the post";
        assert!(found("gem-after-purchase").contains(post), "{}", found("gem-after-purchase"));
    }

    #[test]
    fn an_id_that_no_box_has_names_the_nearest() {
        let message = |id| component(id).expect("an id").expect_err("no component");
        assert_eq!(message("a0d4s"), "there is no card `a0d4s`; the nearest is `a0d3s`");
        assert_eq!(message("4:4d4s"), "there is no noble `4:4d4s`; the nearest is `3:4d4s`");
        assert_eq!(message("18:"), "there is no city `18:`; the nearest is `17:`");
        assert!(
            ["take.pair", "card", "a0", "3", "pass"].into_iter().all(|id| component(id).is_none())
        );
    }
}
