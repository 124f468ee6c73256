//! Runs the bodies of the fuzz targets on their seeds, so that they are tested without fuzzing.

#[path = "../../fuzz/src/targets/mod.rs"]
mod targets;

use targets::TARGETS;

use crate::{golden, root, sample};

/// The number of generated seeds to try for a target, in addition to the files in its folder.
fn most_seeds() -> usize {
    sample(1, 24)
}

#[test]
fn no_target_fails_on_its_seeds() {
    for target in TARGETS {
        let seeds = target.seeds(&root(), most_seeds());
        assert!(!seeds.is_empty(), "{} has no seed", target.name);
        for (_, bytes) in seeds {
            (target.run)(&bytes);
        }
    }
}

const PAGE: &str = "docs/src/fuzz.md";
const OPENING: &str = "<!-- run -->\n";
const CLOSING: &str = "<!-- end of run -->\n";

/// Returns the result of `fuzz/run --result` as text.
fn last_run() -> String {
    let result = std::fs::read_to_string(root().join("fuzz/result.tsv")).unwrap_or_default();
    let mut lines = result.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let Some(first) = lines.next() else { return "No run is written down.\n".to_owned() };
    let [date, seconds] = first[..] else { panic!("{first:?}") };
    let mut text = format!(
        "On {date} every target ran for {seconds} seconds, and none failed.\n\n\
         | Target | Executions | Edges reached |\n|---|--:|--:|\n"
    );
    let rows: Vec<Vec<&str>> = lines.collect();
    for row in &rows {
        let [name, executions, edges] = row[..] else { panic!("{row:?}") };
        text += &format!("| `{name}` | {executions} | {edges} |\n");
    }
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    let due: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names, due, "fuzz/run --result fuzz/result.tsv runs every target");
    text
}

#[test]
fn the_page_prints_the_last_run() {
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
    let (before, rest) = page.split_once(OPENING).unwrap();
    let (_, after) = rest.split_once(CLOSING).unwrap();
    golden(PAGE, &format!("{before}{OPENING}{}{CLOSING}{after}", last_run()));
}
