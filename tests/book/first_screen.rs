//! Draws the table before the illegal turn on the first screen of the README; `BLESS=1` writes the
//! drawing anew.

use std::fmt::Write;

use serde_json::{Value, json};
use splendor_book::with_figures;

use crate::cmd::Folder;
use crate::{golden, root};

const LOG: &str = "replays/illegal/take-pair-needs-four.json";
const PICTURE: &str = "docs/src/illegal-turn.svg";
/// The space around the parts of the drawing.
const GAP: usize = 8;
/// How wide the drawing is in the README, in pixels.
const SHOWN: usize = 560;

/// Returns the drawing that the book would make of the last turn of the log, as HTML.
fn in_the_book() -> String {
    let log = std::fs::read_to_string(root().join(LOG)).unwrap();
    let folder = Folder::new("first-screen");
    folder.write("log.json", &log);
    let log: Value = serde_json::from_str(&log).unwrap();
    let turns = log["turns"].as_array().unwrap();
    let show = format!("show --json --turn {} log.json", turns.len());
    let position: Value = serde_json::from_str(&folder.run(&show).out).unwrap();
    // A drawing shows the result, and no expectation.
    let expect = json!({ "digest": "" });
    let example = json!({ "position": position, "turns": [turns.last()], "expect": expect });
    with_figures(&format!("```json,example\n{example}\n```\n"), &|_| None).unwrap()
}

/// Returns the text between two others, and the rest.
fn cut<'t>(text: &'t str, before: &str, after: &str) -> Option<(&'t str, &'t str)> {
    text.split_once(before)?.1.split_once(after)
}

/// Returns a drawing of the book as a file of its own: the board, and the seats beside it.
fn alone(html: &str) -> String {
    let (shared, mut rest) = cut(html, "aria-hidden=\"true\">", "</svg>").unwrap();
    let (mut x, mut y, mut wide, mut tall) = (GAP, GAP, 0, 0);
    let mut parts = String::new();
    while let Some((part, after)) = cut(rest, "<svg class=\"position-part\" ", "</svg>") {
        let (area, _) = cut(part, "viewBox=\"", "\"").unwrap();
        let area: Vec<usize> = area.split(' ').map(|number| number.parse().unwrap()).collect();
        let (width, height) = (area[2], area[3]);
        let place = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
        writeln!(parts, "<svg {place} {part}</svg>").unwrap();
        (wide, tall) = (wide.max(x + width + GAP), tall.max(y + height + GAP));
        y += height + GAP;
        // The board is the first part.
        if x == GAP {
            (x, y) = (x + width + GAP, GAP);
        }
        rest = after;
    }
    let (caption, _) = cut(html, "<figcaption>", "</figcaption>").unwrap();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{SHOWN}\" \
         viewBox=\"0 0 {wide} {tall}\">\n<title>{caption}</title>\n{shared}\n\
         <rect width=\"{wide}\" height=\"{tall}\" rx=\"6\" fill=\"#fffdf8\"/>\n{parts}</svg>\n"
    )
}

#[test]
fn the_picture_on_the_first_screen_is_up_to_date() {
    let html = in_the_book();
    golden(PICTURE, &alone(&html));
    let (caption, _) = cut(&html, "<figcaption>", "</figcaption>").unwrap();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (first, _) = readme.split_once("\n## Find your way").unwrap();
    assert!(first.contains(&format!("![{caption}]({PICTURE})")), "{caption}");
    assert!(first.contains(&format!("$ splendor verify {LOG}\n")));
}
