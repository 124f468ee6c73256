//! Components that do not exist. The reader of a log makes this breach; the core finds the nearest
//! component.

use splendor_core::{Card, Component, Components, Noble, Violation};

use crate::table_builder::{facts, tile};

#[test]
fn component_unknown_card() {
    let all = Components::published();
    let stranger = Card::parse("a0d4s").unwrap();
    assert_eq!(all.find_card(stranger), None);
    let nearest = all.nearest_card(stranger).unwrap();
    assert_eq!(nearest, facts("a0d3s"));
    let breach = Violation::ComponentUnknown {
        component: Component::Card(stranger),
        nearest: Component::Card(nearest),
    };
    assert_eq!(breach.to_string(), "there is no card a0d4s; the nearest that exists is a0d3s",);
    assert!(all.find_card(nearest).is_some());
    let upper = Card::parse("b0d3s").unwrap();
    assert_eq!(all.nearest_card(upper).map(Card::level), Some(upper.level()));
}

#[test]
fn component_unknown_noble() {
    let all = Components::published();
    let stranger = Noble::parse("4:4d4s").unwrap();
    assert_eq!(all.find_noble(stranger), None);
    let nearest = all.nearest_noble(stranger).unwrap();
    assert_eq!(nearest, tile("3:4d4s"));
    let breach = Violation::ComponentUnknown {
        component: Component::Noble(stranger),
        nearest: Component::Noble(nearest),
    };
    assert_eq!(breach.to_string(), "there is no noble 4:4d4s; the nearest that exists is 3:4d4s",);
}

#[test]
fn an_id_is_its_facts_and_nothing_else_is_an_id() {
    let all = Components::published();
    for id in all.cards().iter() {
        let card = all.card(id);
        assert_eq!(Card::parse(&card.to_string()), Some(card));
        assert_eq!(all.find_card(card), Some(id));
        assert_eq!(all.nearest_card(card), Some(card));
    }
    for id in all.nobles().iter() {
        let noble = all.noble(id);
        assert_eq!(Noble::parse(&noble.to_string()), Some(noble));
        assert_eq!(all.find_noble(noble), Some(id));
    }
    for wrong in ["", "a", "a0", "a0x", "d0d3s", "a0d3", "a0d0s", "a0d3s3s", "a0d3s2d", "aéd"] {
        assert_eq!(Card::parse(wrong), None, "{wrong}");
    }
    for wrong in ["", "3", "3:4", "3-4d", "x:4d", "3:4s4d", "3:0d"] {
        assert_eq!(Noble::parse(wrong), None, "{wrong}");
    }
}
