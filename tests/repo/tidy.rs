//! Checks the rules of the repository: short files, no loose ends, boundaries between the crates,
//! and working links.

use std::fs;
use std::path::Path;

use crate::root;

/// The most lines of a Rust file, of a function, and the most characters of a line.
const LINES: usize = 400;
const FUNCTION: usize = 70;
const COLUMNS: usize = 100;

/// Tables of data: these files are as long as what they list.
const TABLES: [&str; 3] = [
    "crates/splendor-core/src/clause/mod.rs",
    "crates/splendor-core/src/component/tables.rs",
    "crates/splendor-convert/src/client_ids.rs",
];

/// The most packages in `Cargo.lock`. Question a dependency that needs more.
const PACKAGES: usize = 163;

/// Words that do not belong in finished work, or that reveal the machine it was written on.
const BANNED: [&str; 15] = [
    "TODO",
    "FIXME",
    "XXX",
    "HACK",
    "session",
    "sessions",
    "helper",
    "helpers",
    "assistant",
    "subagent",
    "prompt",
    "Claude",
    "/work/",
    "/root/",
    "/home/",
];

/// The only files with unsafe code: Rust cannot check the pointers that a program in C passes.
const POINTERS: [&str; 2] = ["bindings/c/src/abi.rs", "bindings/c/src/pointers.rs"];

/// This file, which contains the banned words.
const THIS: &str = "tests/repo/tidy.rs";

/// A text file of the project.
pub(crate) struct File {
    /// The path below the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    fn is(&self, endings: &[&str]) -> bool {
        let ending = Path::new(&self.path).extension().unwrap_or_default();
        endings.iter().any(|wanted| ending == *wanted)
    }

    /// The numbered lines, from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// Returns the text files below a folder, sorted by path.
///
/// Built, installed and foreign files are left out: logs of clients, lock files, recorded output.
pub(crate) fn files(folder: &str) -> Vec<File> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                let skipped = [".git", "target", "node_modules", "clients", "snapshots"];
                let built = path.ends_with("docs/book");
                folders.extend((!built && !skipped.contains(&name)).then_some(path));
            } else if ![".git", "Cargo.lock", "package-lock.json"].contains(&name) {
                files.extend(file(&path));
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn file(path: &Path) -> Option<File> {
    let text = fs::read_to_string(path).ok()?;
    let path = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    Some(File { path, text })
}

pub(crate) fn rust_files(folder: &str) -> Vec<File> {
    files(folder).into_iter().filter(|file| file.is(&["rs"])).collect()
}

fn markdown_files() -> Vec<File> {
    files("").into_iter().filter(|file| file.is(&["md"])).collect()
}

/// Fails with all complaints, if there are any.
#[track_caller]
pub(crate) fn assert_no_complaints(complaints: impl IntoIterator<Item = String>) {
    let complaints: Vec<String> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn files_and_functions_are_short() {
    let files = rust_files("");
    assert_no_complaints(files.iter().flat_map(|file| {
        let count = file.text.lines().count();
        let long = count > LINES && !TABLES.contains(&file.path.as_str());
        let long = long.then(|| format!("{}: {count} lines, {LINES} at most", file.path));
        let functions = functions(&file.text).into_iter().filter(|&(_, length)| length > FUNCTION);
        let functions = functions.map(|(line, length)| {
            format!("{}:{line}: a function of {length} lines, {FUNCTION} at most", file.path)
        });
        long.into_iter().chain(functions).collect::<Vec<_>>()
    }));
}

/// Returns the line and the length of every function. rustfmt puts the closing brace at the
/// indentation of the first word.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = lines.iter().enumerate().filter(|(_, line)| begins_function(line));
    let measured = starts.map(|(start, line)| {
        let indent = &line[..line.len() - line.trim_start().len()];
        let ends = |line: &&str| {
            line.strip_prefix(indent).is_some_and(|rest| {
                rest == "}" || !rest.starts_with([' ', '}']) && rest.ends_with(['}', ';'])
            })
        };
        let length = lines[start..].iter().position(ends).map_or(1, |length| length + 1);
        (start + 1, length)
    });
    measured.collect()
}

fn begins_function(line: &str) -> bool {
    let mut words = line.trim_start().split(' ');
    let first = words.find(|word| !word.starts_with("pub") && !["const", "async"].contains(word));
    first == Some("fn")
}

#[test]
fn functions_are_measured() {
    let method =
        "impl B {\n    pub const fn c(\n        d: u8,\n    ) -> u8 {\n        d\n    }\n}\n";
    assert_eq!(functions(method), [(2, 5)]);
    assert_eq!(functions("fn a() {}\n\nasync fn b() {\n}\n"), [(1, 1), (3, 2)]);
    assert_eq!(functions("trait E {\n    fn f(\n        g: u8,\n    );\n}\n"), [(2, 3)]);
}

#[test]
fn lines_are_short() {
    let code = files("").into_iter().filter(|file| {
        let script = file.text.starts_with("#!");
        script || file.is(&["rs", "py", "mjs", "ts", "toml"])
    });
    assert_no_complaints(code.flat_map(|file| {
        let long = file.lines().filter(|(_, line)| line.chars().count() > COLUMNS);
        // A description of a package is one line.
        let long = long.filter(|(_, line)| !line.starts_with("description = "));
        long.map(|(line, _)| format!("{}:{line}: more than {COLUMNS} columns", file.path))
            .collect::<Vec<_>>()
    }));
}

#[test]
fn texts_are_clean() {
    assert_no_complaints(files("").iter().flat_map(|file| {
        let one = file.text.is_empty() || file.text.ends_with('\n');
        let one = one && !file.text.ends_with("\n\n");
        let end = (!one).then(|| format!("{}: ends without one newline", file.path));
        let blanks = blanks(file).into_iter();
        let blanks = blanks.map(|line| format!("{}:{line}: tab or trailing blank", file.path));
        blanks.chain(end).collect::<Vec<_>>()
    }));
}

/// Returns the lines with a tab or a trailing blank. Program output in a page may have them.
fn blanks(file: &File) -> Vec<usize> {
    let tabs = !file.is(&["tsv"]);
    let blank = |line: &str| tabs && line.contains('\t') || line.ends_with([' ', '\r']);
    if file.is(&["md"]) {
        let prose = outside_fences(&file.text).filter(|(_, line)| blank(line));
        return prose.map(|(line, _)| line).collect();
    }
    file.lines().filter(|(_, line)| blank(line)).map(|(line, _)| line).collect()
}

/// Fails if a line of these files, other than a comment, contains one of the words.
fn without(files: &[File], words: &[&str]) {
    let is_code = |line: &str| !line.trim_start().starts_with("//");
    assert_no_complaints(files.iter().filter(|file| file.path != THIS).flat_map(|file| {
        let lines = file.lines().filter(|(_, line)| is_code(line));
        let found = lines.filter_map(|(line, text)| {
            let word = words.iter().find(|word| text.contains(**word))?;
            Some(format!("{}:{line}: has `{word}`", file.path))
        });
        found.collect::<Vec<_>>()
    }));
}

#[test]
fn no_lint_is_allowed_and_no_test_ignored() {
    let mut files = rust_files("");
    without(&files, &["[allow(", "#[ignore", "#[should_panic"]);
    files.retain(|file| !POINTERS.contains(&file.path.as_str()));
    without(&files, &["unsafe "]);
}

#[test]
fn hash_order_never_affects_results() {
    let mut files = rust_files("");
    files.retain(|file| !file.text.contains("expect(clippy::disallowed_types, reason = "));
    without(&files, &["HashMap", "HashSet"]);
}

#[test]
fn the_core_depends_only_on_the_rules() {
    let words = ["std::fs", "std::env", "std::time", "std::io", "serde", "splendor_schema"];
    without(&rust_files("crates/splendor-core/src"), &words);
    let manifest = fs::read_to_string(root().join("crates/splendor-core/Cargo.toml")).unwrap();
    assert!(!manifest.contains("dependencies]"), "the core depends on nothing");
}

#[test]
fn the_schema_does_not_depend_on_the_rules() {
    without(&rust_files("crates/splendor-schema/src"), &["splendor_core", "splendor_verify"]);
    let manifest = fs::read_to_string(root().join("crates/splendor-schema/Cargo.toml")).unwrap();
    assert!(!manifest.contains("splendor-core"), "the schema does not depend on the core");
}

#[test]
fn only_the_program_uses_files_and_streams() {
    let mut files = rust_files("crates");
    files.retain(|file| file.path.contains("/src/") && !file.path.contains("splendor-cli"));
    // Unit tests read the size of their samples from the environment.
    files.retain(|file| !file.path.ends_with("/tests.rs"));
    let words = ["fs::", "env::", "stdin()", "stdout()", "stderr()", "print!", "println!"];
    without(&files, &words);
}

#[test]
fn packages_are_few() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let count = lock.lines().filter(|line| *line == "[[package]]").count();
    assert!(count <= PACKAGES, "Cargo.lock has {count} packages, {PACKAGES} at most");
}

#[test]
fn no_banned_word_occurs() {
    assert_no_complaints(files("").iter().filter(|file| file.path != THIS).flat_map(|file| {
        let found = file.lines().filter_map(|(line, text)| {
            let word = BANNED.iter().find(|word| has_word(text, word))?;
            Some(format!("{}:{line}: has `{word}`", file.path))
        });
        found.collect::<Vec<_>>()
    }));
}

/// Returns whether a text contains a whole word.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        word.starts_with('/') || !part(before) && !part(after)
    })
}

#[test]
fn fences_are_closed_and_name_a_language() {
    assert_no_complaints(markdown_files().iter().flat_map(|file| {
        let mut complaints = Vec::new();
        let mut open = None;
        for (line, text) in file.lines().filter(|(_, text)| text.trim_start().starts_with("```")) {
            let language = text.trim_start().trim_start_matches('`');
            match open.take() {
                Some(_) if language.is_empty() => {}
                None if !language.is_empty() => open = Some(line),
                _ => complaints.push(format!("{}:{line}: a fence without language", file.path)),
            }
        }
        complaints.extend(open.map(|line| format!("{}:{line}: an open fence", file.path)));
        complaints
    }));
}

#[test]
fn links_lead_somewhere() {
    assert_no_complaints(markdown_files().iter().flat_map(|file| {
        let links = links(&file.text).into_iter();
        let relative = links.filter(|(_, to)| !to.contains("://") && !to.starts_with("mailto:"));
        let broken = relative.filter(|(_, to)| !leads_somewhere(&file.path, to));
        broken.map(|(line, to)| format!("{}:{line}: {to}", file.path)).collect::<Vec<_>>()
    }));
}

/// Returns the lines of Markdown outside fenced blocks, numbered.
fn outside_fences(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    lines.filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// Returns the targets of all links of a page, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (line, text) in outside_fences(text) {
        // Text between backticks is not a link.
        let text: String = text.split('`').step_by(2).collect();
        let inline = text.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        let defined = text.starts_with('[').then(|| text.split_once("]: ")).flatten();
        let defined = defined.map(|(_, target)| target.trim());
        links.extend(inline.chain(defined).map(|target| (line, target.to_owned())));
    }
    links
}

fn leads_somewhere(from: &str, to: &str) -> bool {
    let (path, anchor) = to.split_once('#').map_or((to, None), |(path, id)| (path, Some(id)));
    let from = root().join(from);
    let file = if path.is_empty() { from } else { from.parent().unwrap().join(path) };
    match anchor {
        None => file.exists(),
        Some(id) => fs::read_to_string(file).is_ok_and(|text| anchors(&text).contains(&id.into())),
    }
}

/// Returns the anchors of the headings of a page; the second of the same name ends in `-1`.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    let headings = outside_fences(text)
        .map(|(_, line)| line)
        .filter(|line| line.starts_with('#') && line.trim_start_matches('#').starts_with(' '));
    let plain: Vec<String> = headings.map(|line| anchor(line.trim_start_matches('#'))).collect();
    let numbered = plain.iter().enumerate().map(|(index, anchor)| {
        match plain[..index].iter().filter(|earlier| *earlier == anchor).count() {
            0 => anchor.clone(),
            earlier => format!("{anchor}-{earlier}"),
        }
    });
    numbered.collect()
}

/// Returns the anchor that GitHub and mdbook give to a heading.
pub(crate) fn anchor(heading: &str) -> String {
    let letters = heading.trim().chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then(|| letter.to_ascii_lowercase()),
    });
    letters.collect()
}

#[test]
fn anchors_match_those_of_github_and_mdbook() {
    let page =
        "# The end\n\n```sh\n# no heading\n```\n\n### take.pair-needs-four\n\n## `The` end\n";
    assert_eq!(anchors(page), ["the-end", "takepair-needs-four", "the-end-1"]);
    let linked = links("[a](b.md#c) and `[d](e)`\n```text\n[f](g)\n```\n[h]: i.md\n");
    assert_eq!(linked, [(1, "b.md#c".to_owned()), (5, "i.md".to_owned())]);
}
