//! Every fuzz target in one program, so that a single build is enough. An environment variable
//! selects the target; start the program with `fuzz/run`.
#![no_main]

mod targets;

use std::path::Path;
use std::sync::OnceLock;
use std::{env, fs};

use libfuzzer_sys::fuzz_target;
use targets::{TARGETS, Target};

static TARGET: OnceLock<&Target> = OnceLock::new();

/// Finds the target and writes its seeds into the folder of seeds.
fn begin() {
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    let target = TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        panic!("FUZZ_TARGET is `{name}`; the targets are {}", names.join(" "))
    });
    if let Some(folder) = env::var_os("FUZZ_SEEDS") {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder is around");
        for (name, bytes) in target.seeds(root, usize::MAX) {
            let written = fs::write(Path::new(&folder).join(name), bytes);
            written.expect("the folder for seeds can be written");
        }
    }
    TARGET.get_or_init(|| target);
}

fuzz_target!(init: begin(), |bytes: &[u8]| {
    (TARGET.get().expect("the target was found").run)(bytes);
});
