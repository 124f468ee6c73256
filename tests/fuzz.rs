//! The bodies of the fuzz targets, on their seeds: what is fuzzed cannot fail without fuzzing.

#[path = "../fuzz/src/targets/mod.rs"]
mod targets;

use targets::TARGETS;

use crate::root;

/// How many seeds of a target are tried beside those that stand in its folder.
const MOST: usize = 24;

#[test]
fn no_target_fails_on_its_seeds() {
    for target in TARGETS {
        let seeds = target.seeds(&root(), MOST);
        assert!(!seeds.is_empty(), "{} has no seed", target.name);
        for (_, bytes) in seeds {
            (target.run)(&bytes);
        }
    }
}
