//! One test for every clause, named after its id: the breach with its facts and its message, and
//! the nearest turn that is legal.

mod city;
mod component;
mod end;
mod limit;
mod market;
mod noble;
mod orient;
mod post;
mod purchase;
mod reserve;
mod reveal;
mod rulings;
mod score;
mod setup;
mod stronghold;
mod take;
mod turn;

use splendor_core::Clause;

const SOURCES: [&str; 17] = [
    include_str!("city.rs"),
    include_str!("component.rs"),
    include_str!("end.rs"),
    include_str!("limit.rs"),
    include_str!("market.rs"),
    include_str!("noble.rs"),
    include_str!("orient.rs"),
    include_str!("post.rs"),
    include_str!("purchase.rs"),
    include_str!("reserve.rs"),
    include_str!("reveal.rs"),
    include_str!("rulings.rs"),
    include_str!("score.rs"),
    include_str!("setup.rs"),
    include_str!("stronghold.rs"),
    include_str!("take.rs"),
    include_str!("turn.rs"),
];

/// Facts that a log states twice are compared by the crate that reads logs.
#[test]
fn every_clause_but_the_claims_has_a_test() {
    for clause in Clause::ALL.iter().filter(|clause| clause.family() != "claim") {
        let name = format!("fn {}", clause.id().replace(['.', '-'], "_"));
        assert!(SOURCES.iter().any(|source| source.contains(&name)), "{name}");
    }
}

#[test]
fn ids_are_found_and_tell_their_family() {
    for &clause in Clause::ALL {
        assert_eq!(Clause::of_id(clause.id()), Some(clause));
        assert!(clause.sentence().ends_with('.'), "{}", clause.sentence());
        assert!(!clause.source().is_empty());
    }
    assert_eq!(Clause::TakePairNeedsFour.family(), "take");
    assert_eq!(Clause::of_id("take.nothing"), None);
}
