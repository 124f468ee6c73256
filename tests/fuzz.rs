//! The bodies of the fuzz targets, on their seeds: what is fuzzed cannot fail without fuzzing.

#[path = "../fuzz/src/targets/mod.rs"]
mod targets;

use targets::TARGETS;

use crate::root;

#[test]
fn no_target_fails_on_its_seeds() {
    for target in TARGETS {
        let seeds = target.seeds(&root());
        assert!(!seeds.is_empty(), "{} has no seed", target.name);
        for (_, bytes) in seeds {
            (target.run)(&bytes);
        }
    }
}
