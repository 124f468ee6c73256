//! Draws the illegal turn of the first screen of the README: the supply before it, as stacks.
//! `BLESS=1` writes the drawing anew.

use std::fmt::Write;

use serde_json::Value;
use splendor_render::svg;

use crate::cmd::Folder;
use crate::{golden, root};

const LOG: &str = "replays/illegal/take-pair-needs-four.json";
const PICTURE: &str = "docs/src/illegal-turn.svg";

/// The size of the drawing, in units that the README shows as pixels.
const SIZE: (usize, usize) = (720, 264);
/// The middle of the lowest token of the first stack, and the distances to the next stack and to
/// the next token.
const FIRST: (usize, usize) = (64, 176);
const STACK: usize = 118;
const TOKEN: usize = 24;
/// The kinds of tokens, in the order of the stacks.
const TOKENS: [&str; 6] = ["diamond", "sapphire", "emerald", "ruby", "onyx", "gold"];
/// The stack that a pair needs.
const NEEDED: u64 = 4;

/// The colors in both themes of a browser.
const THEMES: &str = "\
:root{--ground:#fffdf8;--rim:#cfc8ba}\
.wrong{fill:var(--accent,#a3430f)}.mark{fill:none;stroke:var(--accent,#a3430f);stroke-width:2.5}\
.missing{fill:none;stroke:var(--accent,#a3430f);stroke-width:2;stroke-dasharray:4 3}\
.id{font:14px ui-monospace,monospace}.title{font-size:18px;font-weight:700}\
@media (prefers-color-scheme:dark){:root{--ground:#202327;--rim:#4a4d52;--ink:#e9e6df;\
--accent:#f0935a;--id:#c4beb2;--onyx-edge:#9a959c;--sapphire-edge:#7fa4e8;--emerald-edge:#5fbf88;\
--ruby-edge:#f08b93}}";

/// The illegal turn, as the program shows and reports it.
struct IllegalTurn {
    supply: Value,
    taken: String,
    in_words: String,
    clause: String,
    message: String,
}

fn illegal_turn() -> IllegalTurn {
    let folder = Folder::new("first-screen");
    let log = std::fs::read_to_string(root().join(LOG)).unwrap();
    folder.write("log.json", &log);
    let log: Value = serde_json::from_str(&log).unwrap();
    let turns = log["turns"].as_array().unwrap();
    let number = turns.len();
    let shown = folder.run(&format!("show --format json --turn {number} log.json")).out;
    let position: Value = serde_json::from_str(&shown).unwrap();
    let reported = folder.run("verify --format json log.json").out;
    let report: Value = serde_json::from_str(&reported).unwrap();
    let finding = &report["findings"][0];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    IllegalTurn {
        supply: position["supply"].clone(),
        taken: text(&turns[number - 1]["take"][0]),
        in_words: "Seat 1 takes two emeralds".to_owned(),
        clause: text(&finding["clause"]),
        message: text(&finding["message"]),
    }
}

/// Returns the stack of one kind of token; the stack that the turn takes from is marked.
fn stack(token: &str, place: usize, turn: &IllegalTurn) -> String {
    let (x, bottom) = (FIRST.0 + place * STACK, FIRST.1);
    let count = turn.supply[token].as_u64().unwrap_or_default();
    let letter = &token[..1];
    let height = |at: u64| bottom - usize::try_from(at).unwrap() * TOKEN;
    let mut text = String::new();
    for at in 0..count {
        let place = format!("translate({x} {}) scale(2)", height(at));
        writeln!(text, "<use href=\"#shape-{letter}\" transform=\"{place}\"/>").unwrap();
    }
    let label = bottom + 42;
    writeln!(
        text,
        "<text class=\"count\" x=\"{x}\" y=\"{label}\" text-anchor=\"middle\">{count}</text>"
    )
    .unwrap();
    if token == turn.taken {
        for at in count..NEEDED {
            writeln!(text, "<circle class=\"missing\" cx=\"{x}\" cy=\"{}\" r=\"19\"/>", height(at))
                .unwrap();
        }
        let top = height(count - 1);
        let words = [(top + 2, "takes two"), (height(NEEDED - 1) + 2, "needs four")];
        for (y, words) in words {
            let (start, y) = (x + 28, y);
            writeln!(text, "<text class=\"small wrong\" x=\"{start}\" y=\"{y}\">{words}</text>")
                .unwrap();
        }
        let tall = 2 * TOKEN + 18;
        let (left, above) = (x - 25, top - 21);
        writeln!(
            text,
            "<rect class=\"mark\" x=\"{left}\" y=\"{above}\" width=\"50\" height=\"{tall}\" rx=\"8\"/>"
        )
        .unwrap();
    }
    text
}

fn picture(turn: &IllegalTurn) -> String {
    let (wide, tall) = SIZE;
    let IllegalTurn { in_words, clause, message, .. } = turn;
    let stacks: String =
        TOKENS.into_iter().enumerate().map(|(at, token)| stack(token, at, turn)).collect();
    let (left, bottom) = (24, tall - 16);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{tall}\" \
         viewBox=\"0 0 {wide} {tall}\">\n<title>{in_words}: {message}</title>\n\
         <style>{}{THEMES}</style>\n{}\
         <rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"var(--ground)\" \
         stroke=\"var(--rim)\"/>\n\
         <text class=\"title\" x=\"{left}\" y=\"34\">{in_words}</text>\n{stacks}\
         <text class=\"id wrong\" x=\"{left}\" y=\"{bottom}\">{clause}: {message}</text>\n</svg>\n",
        svg::STYLE.replace('\n', ""),
        svg::SHAPES,
        wide - 2,
        tall - 2,
    )
}

#[test]
fn the_picture_on_the_first_screen_is_up_to_date() {
    let turn = illegal_turn();
    golden(PICTURE, &picture(&turn));
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (first, _) = readme.split_once("\n## Start").unwrap();
    let line = format!("![{}: {}]({PICTURE})", turn.in_words, turn.message);
    assert!(first.contains(&line), "README.md lacks the line {line}");
    assert!(first.contains(&format!("$ splendor verify {LOG}\n")));
}
