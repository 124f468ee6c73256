//! Checks that `splendor explore` finds the published counts of the small boxes.

use serde_json::Value;
use splendor_explore::SMALL_BOXES;

use crate::cmd::Folder;
use crate::root;

/// Returns the published line of a box.
fn published(name: &str) -> String {
    let counts = std::fs::read_to_string(root().join("replays/explore/counts.jsonl")).unwrap();
    let start = format!("{{\"box\":\"{name}\",");
    counts.lines().find(|line| line.starts_with(&start)).unwrap().to_owned() + "\n"
}

#[test]
fn a_search_finds_the_published_counts() {
    let folder = Folder::new("explore-json");
    let run = folder.run("explore gold-3 base-3 --format json");
    let due = published("gold-3") + &published("base-3");
    assert_eq!((run.status, run.out, run.err.as_str()), (0, due, ""));
}

#[test]
fn the_boxes_are_listed_with_their_contents() {
    let folder = Folder::new("explore-list");
    let run = folder.run("explore");
    assert_eq!((run.status, run.out.lines().count()), (0, SMALL_BOXES.len()));
    let listed: Vec<Value> =
        serde_json::from_str(&folder.run("explore --format json").out).unwrap();
    assert_eq!(listed.len(), SMALL_BOXES.len());
    for (row, small_box) in listed.iter().zip(SMALL_BOXES) {
        assert_eq!(row["box"], small_box.name);
        assert_eq!(row["bought"].as_array().unwrap().len(), usize::from(small_box.seats));
        assert_eq!(row["cards"].as_array().unwrap().len(), small_box.cards.len());
        assert!(run.out.contains(&format!("{} ", small_box.name)));
    }
}

#[test]
fn a_stopped_search_reports_its_partial_counts() {
    let folder = Folder::new("explore-stop");
    let run = folder.run("explore strict-2 gold-3 --positions 1200 --format json");
    assert_eq!(run.status, 2);
    let error = "error: gold-3: more than 1200 positions\n\
                help: allow more with --positions, at up to 64 bytes each, \
                or search a smaller box\n";
    assert_eq!(run.err, error);
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let whole: Vec<_> = lines.iter().map(|line| (&line["whole"], &line["positions"])).collect();
    assert_eq!(whole, [(&true.into(), &1111.into()), (&false.into(), &1200.into())]);
}
