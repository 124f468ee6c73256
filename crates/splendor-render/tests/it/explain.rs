//! Explanations of clauses.

use splendor_core::Clause;
use splendor_render::explain;

#[test]
fn every_clause_is_explained_with_its_replays_neighbors_and_rulings() {
    for clause in Clause::ALL {
        let text = explain(clause.id()).unwrap();
        for part in ["\nIts replays differ in one place\n", "\nNeighbors\n", "\nTry\n"] {
            let alone = clause.family() == "component" && part.contains("Neighbors");
            assert!(text.contains(part) || alone, "{} lacks {part}: {text}", clause.id());
        }
    }
    let text = explain("take.fewer").unwrap();
    assert!(text.contains("\n  fewer: when may you take fewer"), "{text}");
    assert!(!text.contains("\n  pass: "), "{text}");
    assert!(explain("turn.pass").unwrap().contains("\n  pass: "));
    assert!(explain("noble.time").unwrap().contains("\n  noble-time: "));
    let text = explain("take.pair").unwrap();
    assert!(text.contains("\n     => breaks `take.pair`: three tokens taken, two"), "{text}");
}
