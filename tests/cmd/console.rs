//! Runs the console blocks of a page and compares their output with the page.
//!
//! The shell runs the line after `$`, in a folder that contains the project's `docs`, `replays`,
//! `tests` and `tools`. The lines after it are the expected output, preceded by `? 1` if the
//! command exits with status 1. `...` matches any lines and `[..]` any part of a line. `BLESS=1`
//! rewrites the output that differs.
#![cfg(unix)]

use std::fmt::Write;
use std::os::unix::fs::symlink;

use crate::cmd::Folder;
use crate::root;

const OPENING: &str = "```console\n";
const CLOSING: &str = "\n```";

/// Runs every console block of a page and returns the number of commands.
pub(crate) fn check(page: &str) -> usize {
    let folder = Folder::new(&page.replace('/', "-"));
    for name in ["docs", "replays", "tests", "tools"] {
        symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    let path = root().join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut parts = text.split(OPENING);
    let mut fresh = parts.next().unwrap().to_owned();
    let mut commands = 0;
    for part in parts {
        let (block, rest) = part.split_once(CLOSING).expect("a block is closed");
        let run_block = run_block(&folder, block, &mut commands);
        write!(fresh, "{OPENING}{}{CLOSING}{rest}", run_block.trim_end()).unwrap();
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, fresh).unwrap();
    } else {
        assert!(fresh == text, "{page} is stale, BLESS=1 writes it:\n{}", changes(&text, &fresh));
    }
    commands
}

/// Returns the block with the output that its commands print.
fn run_block(folder: &Folder, block: &str, commands: &mut usize) -> String {
    let mut fresh = String::new();
    for step in format!("\n{block}").split("\n$ ").skip(1) {
        *commands += 1;
        let (command, expected) = step.split_once('\n').unwrap_or((step, ""));
        let run = folder.shell(&format!("exec 2>&1\n{command}"));
        let status = if run.status == 0 { String::new() } else { format!("? {}\n", run.status) };
        let lines = run.out.lines().map(|line| line.trim_end().to_owned() + "\n");
        let found = status + &lines.collect::<String>();
        let found = found.trim_end();
        let shown = if agrees(expected, found) { expected.trim_end() } else { found };
        let end = if shown.is_empty() { "" } else { "\n" };
        write!(fresh, "$ {command}\n{shown}{end}").unwrap();
    }
    fresh
}

/// Returns whether the lines match the expected lines, with their wildcards.
fn agrees(expected: &str, found: &str) -> bool {
    let lines = |text: &'_ str| text.trim_end().lines().map(str::to_owned).collect::<Vec<_>>();
    lines_agree(&lines(expected), &lines(found))
}

fn lines_agree(expected: &[String], found: &[String]) -> bool {
    match (expected, found) {
        ([], []) => true,
        ([any, rest @ ..], _) if any == "..." => {
            (0..=found.len()).any(|skipped| lines_agree(rest, &found[skipped..]))
        }
        ([line, rest @ ..], [other, others @ ..]) => {
            line_agrees(line, other) && lines_agree(rest, others)
        }
        _ => false,
    }
}

fn line_agrees(expected: &str, found: &str) -> bool {
    let Some((before, after)) = expected.split_once("[..]") else { return expected == found };
    let Some(rest) = found.strip_prefix(before) else { return false };
    let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    ends.any(|at| line_agrees(after, &rest[at..]))
}

/// Returns the lines that occur in only one of the two texts.
fn changes(old: &str, fresh: &str) -> String {
    let removed = old.lines().filter(|line| !fresh.lines().any(|other| other == *line));
    let added = fresh.lines().filter(|line| !old.lines().any(|other| other == *line));
    removed.map(|line| format!("-{line}\n")).chain(added.map(|line| format!("+{line}\n"))).collect()
}

#[test]
fn wildcards_match_any_lines_and_any_part_of_a_line() {
    assert!(agrees("a\n...\nz", "a\nb\nc\nz") && agrees("...", "") && agrees("[..]x[..]", "axb"));
    assert!(!agrees("a\n...\nz", "a\nb") && !agrees("[..]x", "xa") && !agrees("a", "a\nb"));
}
