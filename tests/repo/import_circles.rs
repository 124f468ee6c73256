//! Checks that modules import in one direction, except between a module and the modules inside it.
//!
//! A circle of imports shows that an item is in the wrong file, or that two files belong together.
//! The test reads the sources as text: it follows `crate::` and `super::` paths, and resolves
//! re-exports to the module that defines the item.

use std::collections::{BTreeMap, BTreeSet};

use crate::repo::tidy::{assert_no_complaints, rust_files};

/// A path like `a::b`, in segments below the root of the crate.
type Path = Vec<String>;

/// The modules of a crate.
struct Modules {
    /// The code of each module, without comments and tests.
    code: BTreeMap<Path, String>,
    /// The defining path of each item that a module re-exports.
    exports: BTreeMap<Path, Path>,
}

impl Modules {
    /// Reads the modules of the crate in a folder.
    fn read(folder: &str) -> Self {
        let folder = format!("{folder}/src/");
        let mut code = BTreeMap::new();
        for file in rust_files(&folder) {
            let path = module_path(file.path.strip_prefix(&folder).unwrap());
            if !path.iter().any(|part| part == "tests") {
                code.insert(path, without_tests(&file.text));
            }
        }
        let mut all = Self { code, exports: BTreeMap::new() };
        all.exports = all.code.keys().flat_map(|module| all.exports_of(module)).collect();
        all
    }

    fn exports_of(&self, module: &Path) -> Vec<(Path, Path)> {
        let statements = self.code[module].split(';').map(str::trim);
        let trees = statements.filter_map(|line| line.split_once("use ").filter(is_export));
        let leaves = trees.flat_map(|(_, tree)| leaves(tree, module));
        leaves
            .filter_map(|leaf| {
                let mut name = module.clone();
                name.push(leaf.last()?.clone());
                Some((name, leaf))
            })
            .collect()
    }

    /// Returns the module that defines the item of a path.
    fn definer(&self, path: &[String]) -> Path {
        let (mut path, mut seen) = (path.to_vec(), BTreeSet::new());
        // A module can export an item of its own name, so that a path leads back to itself.
        while seen.insert(path.clone()) {
            let exported = (1..=path.len()).rev().find_map(|length| {
                let is_module = length < path.len() && self.code.contains_key(&path[..length]);
                self.exports.get(&path[..length]).filter(|_| !is_module)
            });
            path = exported.cloned().unwrap_or(path);
        }
        let known = (0..=path.len()).rev().find(|&length| self.code.contains_key(&path[..length]));
        path[..known.unwrap_or(0)].to_vec()
    }

    /// Returns the modules that a module uses, apart from those that it is inside of.
    fn used_by(&self, module: &Path) -> BTreeSet<Path> {
        let code = &self.code[module];
        let mut used: BTreeSet<Path> =
            paths(code, module).iter().map(|path| self.definer(path)).collect();
        let inside = self.code.keys().filter(|other| {
            other
                .split_last()
                .is_some_and(|(name, of)| of == module.as_slice() && has_path(code, name))
        });
        used.extend(inside.cloned());
        used.retain(|other| !module.starts_with(other));
        used
    }

    /// Returns the sets of modules that use each other, directly or through further modules.
    fn circles(&self) -> Vec<Vec<Path>> {
        let used: BTreeMap<&Path, BTreeSet<Path>> =
            self.code.keys().map(|module| (module, self.used_by(module))).collect();
        let reached: BTreeMap<&Path, BTreeSet<Path>> =
            self.code.keys().map(|module| (module, reach(&used, module))).collect();
        let mut circles = BTreeSet::new();
        for (module, to) in &reached {
            let circle: Vec<Path> =
                to.iter().filter(|other| reached[other].contains(*module)).cloned().collect();
            circles.insert(circle);
        }
        circles.into_iter().filter(|circle| circle.len() > 1).collect()
    }
}

fn reach(used: &BTreeMap<&Path, BTreeSet<Path>>, from: &Path) -> BTreeSet<Path> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Path> = used[from].iter().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module.clone()) {
            open.extend(&used[module]);
        }
    }
    reached
}

/// `a/b.rs` and `a/b/mod.rs` are the module `a::b`.
fn module_path(file: &str) -> Path {
    let path = file.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let parts = path.split('/').filter(|part| !["lib", "main", "mod"].contains(part));
    parts.map(str::to_owned).collect()
}

/// Returns code without comments, and without imports and modules that only tests have.
fn without_tests(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.map(|line| line.to_owned() + "\n").collect();
    let mut parts = code.split("#[cfg(test)]\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |code, part| {
        let end = if part.starts_with("use ") || part.contains("mod ") { ";\n" } else { "\n}\n" };
        code + part.split_once(end).map_or("", |(_, rest)| rest)
    })
}

fn is_export((visibility, _): &(&str, &str)) -> bool {
    visibility.trim_start().starts_with("pub")
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns whether code uses a path that begins with this name.
fn has_path(code: &str, name: &str) -> bool {
    code.match_indices(&format!("{name}::")).any(|(at, _)| {
        let before = code[..at].chars().next_back().unwrap_or(' ');
        !is_name(before) && before != ':'
    })
}

/// Returns the paths in code that begin with `crate::` or `super::`.
fn paths(code: &str, module: &Path) -> Vec<Path> {
    let starts = code.match_indices("crate::").chain(code.match_indices("super::"));
    let starts = starts.filter(|&(at, _)| {
        let before = code[..at].chars().next_back().unwrap_or(' ');
        !is_name(before) && before != ':' && before != '$'
    });
    starts.flat_map(|(at, _)| leaves(tree_at(&code[at..]), module)).collect()
}

/// Returns the tree of paths at the beginning of a text: `a::{b, c::d}`.
fn tree_at(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|letter| {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            _ => {}
        }
        let within = depth > 0 || letter == '}';
        !within && !is_name(letter) && letter != ':' && letter != '{'
    });
    &text[..end.unwrap_or(text.len())]
}

/// Returns the paths of a tree, from the root of the crate. Paths of other crates are left out.
fn leaves(tree: &str, module: &Path) -> Vec<Path> {
    let mut base = module.clone();
    let mut rest = tree.trim();
    if let Some(inner) = rest.strip_prefix("crate::") {
        (base, rest) = (Vec::new(), inner);
    }
    while let Some(inner) = rest.strip_prefix("super::") {
        base.pop();
        rest = inner;
    }
    branches(rest).into_iter().map(|path| [base.clone(), path].concat()).collect()
}

fn branches(tree: &str) -> Vec<Path> {
    let tree = tree.trim();
    if let Some(inner) = tree.strip_prefix('{') {
        let inner = inner.trim_end().trim_end_matches('}');
        return split(inner).into_iter().flat_map(branches).collect();
    }
    let Some((name, rest)) = tree.split_once("::") else {
        let name = tree.split_whitespace().next().unwrap_or_default();
        let own = ["self", "*", ""].contains(&name);
        return vec![if own { Vec::new() } else { vec![name.to_owned()] }];
    };
    let rest = branches(rest).into_iter();
    rest.map(|path| [vec![name.to_owned()], path].concat()).collect()
}

/// Splits at the commas outside of braces.
fn split(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

#[test]
fn modules_import_in_one_direction() {
    let crates = std::fs::read_dir(crate::root().join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let folders = crates.map(|name| format!("crates/{name}"));
    let folders = folders.chain(["evidence/boxes".to_owned()]);
    assert_no_complaints(folders.flat_map(|name| {
        let circles = Modules::read(&name).circles().into_iter();
        circles.map(move |circle| {
            let modules: Vec<String> = circle.iter().map(|path| path.join("::")).collect();
            format!("{name}: {} modules use each other: {}", circle.len(), modules.join(", "))
        })
    }));
}

#[test]
fn paths_are_read_from_code() {
    let module = vec!["a".to_owned(), "b".to_owned()];
    let code = "use crate::{c::{self, D}, e::F};\nsuper::g::h(1, crate::i());\n";
    let found: Vec<String> = paths(code, &module).iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["c", "c::D", "e::F", "i", "a::g::h"]);
}

#[test]
fn a_circle_is_found_through_a_re_export() {
    let code = [
        (vec!["a"], "mod b;\nmod c;\npub use b::B;\npub use c::C;\n"),
        (vec!["a", "b"], "use super::C;\n"),
        (vec!["a", "c"], "use crate::a::B;\n"),
        (vec!["d"], "use crate::a::{B, C};\n"),
    ];
    let path = |parts: Vec<&str>| parts.into_iter().map(str::to_owned).collect::<Path>();
    let code = code.map(|(parts, code)| (path(parts), code.to_owned())).into();
    let mut all = Modules { code, exports: BTreeMap::new() };
    all.exports = all.code.keys().flat_map(|module| all.exports_of(module)).collect();
    assert_eq!(all.circles(), [[path(vec!["a", "b"]), path(vec!["a", "c"])]]);
}
