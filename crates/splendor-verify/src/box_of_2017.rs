//! Components of the box of 2017, Cities of Splendor, that no later box has.
//!
//! That box has other cities, posts and cards of Orient, and another rule for strongholds. Its other
//! components are in later boxes too, so they do not show that a game was played with it.

use splendor_core::{Card, City, Component};
use splendor_schema::Log;

use crate::{Unsupported, place};

const CITIES: [City; 6] = [
    city("11:3d3e3r3o"),
    city("11:3d3s3r3o"),
    city("12:+6"),
    city("13:2d2s2e2r2o"),
    city("14:2d1s1e2r2o"),
    city("14:4e+4"),
];

const CARDS: [Card; 17] = [
    card("B0dd4s3e"),
    card("B0ss3d4o"),
    card("B0ee4d3r"),
    card("B0rr4e3o"),
    card("B0oo3s4r"),
    card("B0ca4d3s1o"),
    card("B0ca4e3r1o"),
    card("C0db1d6s3e"),
    card("C0sb1s6e3r"),
    card("C0eb1e6r3o"),
    card("C0rb3d1r6o"),
    card("C0ob6d3s1o"),
    card("C3dx2o"),
    card("C3sx2d"),
    card("C3ex2s"),
    card("C3rx2e"),
    card("C3ox2r"),
];

const fn city(id: &str) -> City {
    City::parse(id).expect("an id")
}

const fn card(id: &str) -> Card {
    Card::parse(id).expect("an id")
}

/// Returns the first component of the box of 2017 that a log names, if it names one.
pub(crate) fn first_component(log: &Log) -> Option<Unsupported> {
    let mut first = None;
    place::each_component(log, |component, _, pointer| {
        if first.is_none() && is_of_2017(component) {
            first = Some(Unsupported::Component { component, pointer: pointer() });
        }
    });
    first
}

fn is_of_2017(component: Component) -> bool {
    match component {
        Component::Card(card) => CARDS.contains(&card),
        Component::City(city) => CITIES.contains(&city),
        Component::Noble(_) | Component::Post(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use splendor_core::{CityId, Components};

    use super::*;

    #[test]
    fn none_is_in_a_box_that_is_judged() {
        for card in CARDS {
            assert_eq!(Components::with_orient().find_card(card), None, "{card}");
        }
        for city in CITIES {
            assert!(CityId::find(city).is_none(), "{city}");
        }
    }
}
