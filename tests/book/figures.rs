//! Checks the drawings of the book: every worked example has its tables, and the drawings agree
//! with them.

use std::collections::BTreeMap;

use splendor_book::{Example, with_figures};

use super::cases::{file, paths};

const OPENING: &str = "```json,example\n";
const KINDS: usize = 6;
/// The beginning of a row with a link to its case.
const LINK: &str = "\n| <a href=\"#";

/// Returns the pages of rules by name.
fn pages() -> BTreeMap<String, String> {
    let paths = paths("docs/src/rules", "md").into_iter();
    paths.map(|path| (path.rsplit('/').next().unwrap().to_owned(), file(&path).unwrap())).collect()
}

/// A worked example of a page with its figures.
struct Drawn {
    json: String,
    letters: String,
    figures: Vec<String>,
    section: String,
}

/// Returns all examples of a page with their drawings.
fn drawn(page: &str) -> Vec<Drawn> {
    let page = with_figures(page, &file).unwrap();
    let mut section = String::new();
    let mut drawn = Vec::new();
    for (at, part) in page.split(OPENING).enumerate() {
        if at > 0 {
            let (json, rest) = part.split_once("```\n").unwrap();
            let (_, letters) = rest.split_once("```text\n").unwrap();
            let (letters, rest) = letters.split_once("```\n").unwrap();
            let line = rest.lines().find(|line| line.starts_with("<div>")).unwrap();
            let figures = line.split("<figure ").skip(1).map(str::to_owned).collect();
            let (json, letters) = (json.to_owned(), letters.to_owned());
            drawn.push(Drawn { json, letters, figures, section: section.clone() });
        }
        let heading = part.lines().rev().find_map(|line| line.strip_prefix("### "));
        section = heading.map_or(section, str::to_owned);
    }
    drawn
}

fn all_drawn() -> Vec<Drawn> {
    pages().values().flat_map(|page| drawn(page)).collect()
}

/// Returns every text between two given texts.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
    let parts = text.split(before).skip(1);
    parts.filter_map(|part| Some(part.split_once(after)?.0)).collect()
}

/// Returns the number at the start of a text.
fn number(text: &str) -> Option<u8> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Returns the amounts in the titles of a part of a drawing, such as `4 diamonds` or `1 ruby`.
fn amounts(part: &str, before: &str) -> Vec<u8> {
    let titles = between(part, "<title>", "</title>");
    let amounts = titles.iter().filter_map(|title| title.strip_prefix(before));
    amounts
        .filter(|title| !title.contains(" card") && !title.contains(':'))
        .filter(|title| !title.contains("stronghold"))
        .filter_map(number)
        .collect()
}

/// Returns the parts of a drawing: the board, and the play area of each seat.
fn parts(figure: &str) -> Vec<&str> {
    between(figure, "<svg ", "</svg>")
}

/// Returns the amounts in a row of the table in letters.
fn row(letters: &str, name: &str) -> Vec<u8> {
    let line = letters.lines().find(|line| {
        let cells = line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
        cells && line.split_whitespace().count() >= KINDS
    });
    let cells = line.unwrap_or_else(|| panic!("no row {name} in\n{letters}")).split_whitespace();
    let cells: Vec<&str> = cells.collect();
    let number = |cell: &&str| if **cell == *"." { 0 } else { cell.parse().unwrap() };
    cells[cells.len() - KINDS..].iter().map(number).collect()
}

fn captions(figures: &[String]) -> Vec<&str> {
    figures.iter().flat_map(|figure| between(figure, "<figcaption>", "</figcaption>")).collect()
}

#[test]
fn every_example_is_drawn_before_and_after() {
    let mut drawings = 0;
    for drawn in all_drawn() {
        let legal = drawn.letters.contains("=> legal");
        let json: serde_json::Value = serde_json::from_str(&drawn.json).unwrap();
        let captions = captions(&drawn.figures);
        assert_eq!(captions.len(), drawn.figures.len());
        if json["turns"].as_array().unwrap().is_empty() {
            assert_eq!(captions, ["The table."]);
        } else if legal {
            assert!(captions.len() >= 2, "{}: {captions:?}", drawn.section);
            assert!(captions.last().unwrap().starts_with("After it: "), "{captions:?}");
        } else {
            let breaks = captions.iter().filter(|caption| caption.contains(" breaks "));
            assert_eq!(breaks.count(), 1, "{}: {captions:?}", drawn.section);
        }
        drawings += captions.len();
    }
    assert!(drawings > 150, "only {drawings} drawings");
}

/// A clause without an example is drawn from its replays, and the caption of the illegal one names
/// the clause.
#[test]
fn every_clause_is_drawn() {
    let all = pages();
    for clause in splendor_core::Clause::ALL {
        let page = with_figures(&all[&format!("{}.md", clause.family())], &file).unwrap();
        let section = page.split("\n### ").find_map(|section| {
            section.strip_prefix(clause.id()).filter(|rest| rest.starts_with('\n'))
        });
        let figures = between(section.unwrap(), "<figure ", "</figure>");
        assert!(!figures.is_empty(), "{} is not drawn", clause.id());
        if !section.unwrap().contains(OPENING) {
            let legal = format!("legal/{}.json, which is legal.", clause.id().replace('.', "-"));
            let captions = figures.iter().flat_map(|it| between(it, "<figcaption>", "</fig"));
            let captions: Vec<_> = captions.collect();
            assert!(captions.last().unwrap().ends_with(&legal), "{captions:?}");
            let breaks = format!("which breaks {}: ", clause.id());
            assert!(captions.len() == 1 || captions[0].contains(&breaks), "{captions:?}");
        }
    }
}

/// The amounts in the first drawing equal those of the table in letters.
#[test]
fn drawn_amounts_agree_with_the_table() {
    let mut seats = 0;
    for drawn in all_drawn() {
        let parts = parts(&drawn.figures[0]);
        assert_eq!(amounts(parts[0], "supply: "), row(&drawn.letters, "supply"));
        for (seat, part) in parts[1..].iter().enumerate() {
            let name = format!("seat {seat}");
            assert_eq!(amounts(part, ""), row(&drawn.letters, &name), "{name}\n{}", drawn.letters);
            seats += 1;
        }
    }
    assert!(seats > 150, "only {seats} seats are drawn");
}

/// The last drawing shows the prestige that the example expects.
#[test]
fn the_last_drawing_shows_the_expected_prestige() {
    let mut seats = 0;
    for drawn in all_drawn() {
        let json: serde_json::Value = serde_json::from_str(&drawn.json).unwrap();
        let parts = parts(drawn.figures.last().unwrap());
        let Some(prestige) = json["expect"]["prestige"].as_array() else { continue };
        if json["expect"]["legal"] != true {
            continue;
        }
        for (seat, expected) in prestige.iter().enumerate() {
            assert!(parts[seat + 1].contains(&format!(">{expected} prestige, ")), "{}", drawn.json);
            seats += 1;
        }
    }
    assert!(seats > 20, "only {seats} seats are compared");
}

#[test]
fn a_page_without_examples_is_unchanged() {
    let page = "# A page\n\n```json\n{}\n```\n";
    assert_eq!(with_figures(page, &file).as_deref(), Ok(page));
}

#[test]
fn an_example_that_cannot_be_drawn_is_an_error() {
    let page = "```json,example\n{ \"position\": 3 }\n```\n";
    let why = with_figures(page, &file).unwrap_err();
    assert!(why.contains("\"position\": 3"), "{why}");
    assert!(with_figures("```json,example\n{", &file).is_err());
    assert!(Example::read("{").is_err());
}

/// Checks that removing the figures and the folded cases gives back the original page.
#[test]
fn figures_change_no_other_line() {
    for (name, page) in pages() {
        let with = unfolded(&with_figures(&page, &file).unwrap());
        let is_text = |line: &&str| !line.is_empty() && !line.starts_with("<div>");
        let lines: Vec<_> = with.lines().filter(is_text).collect();
        let before: Vec<_> = page.lines().filter(is_text).collect();
        assert!(lines == before, "{name} has lost or gained a line");
    }
}

/// Returns a page without its folded cases and the links to them.
fn unfolded(page: &str) -> String {
    let mut parts = page.split("<details class=\"case\">");
    let first = parts.next().unwrap().to_owned();
    let page = parts.fold(first, |text, part| text + part.split_once("</details>\n").unwrap().1);
    let mut rows = page.split(LINK);
    let first = rows.next().unwrap().to_owned();
    rows.fold(first, |text, row| {
        let (_, row) = row.split_once("\">").unwrap();
        let (number, rest) = row.split_once("</a>").unwrap();
        text + "\n| " + number + rest
    })
}

/// Every case is one click below the row of the table, with its log, its table and its drawings.
#[test]
fn every_case_is_folded_below_its_table() {
    for (name, page) in pages() {
        let with = with_figures(&page, &file).unwrap();
        let mut cases = 0;
        for part in with.split("<details class=\"case\">\n").skip(1) {
            let (folded, _) = part.split_once("\n</details>").unwrap();
            assert!(folded.starts_with("<summary>Case "), "{name}");
            let [id] = between(folded, "\n<a id=\"", "\"></a>\n")[..] else { panic!("{folded}") };
            assert!(with.contains(&format!("{LINK}{id}\">")), "{name}: no link to {id}");
            let parts = [OPENING, "\n```text\n", "\n<div><svg ", "<figure "];
            let is_log = folded.contains("\n```json\n{\n  \"format\": \"splendor-log/1\"");
            let is_whole = is_log || parts.iter().all(|part| folded.contains(part));
            assert!(is_whole, "{name}: {folded}");
            cases += 1;
        }
        let tables = page.split("<!-- cases ").skip(1);
        let tables = tables.map(|part| part.split_once("<!-- /cases -->").unwrap().0);
        let rows = tables.map(|table| table.lines().filter(|line| is_row(line)).count());
        assert_eq!(cases, rows.sum::<usize>(), "{name}");
    }
}

/// Each number of a case on the page "At the table" links to the folded case that it names.
#[test]
fn every_question_with_a_case_links_to_it() {
    let all = pages();
    let table = with_figures(&file("docs/src/at-the-table.md").unwrap(), &file).unwrap();
    let mut links = 0;
    for question in splendor_render::questions() {
        let Some(number) = question.case else { continue };
        let (path, _) = question.link.split_once('#').unwrap();
        let (id, case) = (question.decided_by, format!("{}-{number}", question.decided_by));
        assert!(
            table.contains(&format!("[{id}]({}) | [{number}]({path}#{case}) |\n", question.link))
        );
        let page = with_figures(&all[path.strip_prefix("rules/").unwrap()], &file).unwrap();
        assert!(page.contains(&format!("\n<a id=\"{case}\"></a>\n")), "{path} has no {case}");
        links += 1;
    }
    assert!(links >= 30, "only {links} links");
}

/// Returns whether a line is a row of a table of cases.
fn is_row(line: &str) -> bool {
    let number = line.strip_prefix("| ").and_then(|rest| rest.split(' ').next());
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}

/// `mdbook` turns every link to Markdown into a link to `.html`, which exists only for pages of the
/// book. So a link out of the book must lead to a folder.
#[test]
fn links_out_of_the_book_never_lead_to_markdown() {
    let files = crate::repo::tidy::files("docs/src").into_iter();
    crate::repo::tidy::assert_no_complaints(files.flat_map(|file| {
        let up = if file.path.contains("/rules/") { 3 } else { 2 };
        let out = format!("]({}", "../".repeat(up));
        let lines = file.lines().filter(|(_, line)| {
            let mut targets = line.split(&out).skip(1).filter_map(|to| to.split(')').next());
            targets.any(|to| to.split('#').next().is_some_and(|path| path.contains(".md")))
        });
        lines.map(|(line, _)| format!("{}:{line}: link the folder", file.path)).collect::<Vec<_>>()
    }));
}

/// Returns the numbers in a text, in order.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    words.filter_map(|word| word.parse().ok()).collect()
}

/// A seat with everything that it can own; the cards are those that the posts require.
const FULL_SEAT: &str = r#"{
  "position": {
    "format": "splendor-position/1",
    "rules": { "edition": "2024", "modules": ["trading-posts"], "rulings": { "target": 21 } },
    "seats": [
      {
        "hand": ["c4e7s", "c4r7e", "c4o7r"],
        "cards": [
          "a0s1d2o", "a0e2d1s", "a0r2d1s1e1o", "a0e1d1s1r1o", "a0o2e1r", "a0e1s2r2o",
          "a0s1s3e1r", "a0s1d2e2r", "a0d3d1s1o", "a0d2s2o", "a0s3o", "a0s1d1e2r1o",
          "a0o2d2e", "a0d1s2e1r1o", "a0r2s1e", "a0r2d2r", "a0o1d1s1e1r", "a0o3e",
          "a0o2d2s1r", "a0r1d1r3o", "a0e1d1s1r2o", "a0d1s1e1r1o", "a0r2d1e2o", "a0e1d3s1e",
          "a0d2s2e1o"
        ],
        "nobles": ["3:4s4e", "3:3s3e3r", "3:3d3r3o", "3:4r4o", "3:4d4s"],
        "posts": ["gem-after-purchase", "third-gem", "double-gold", "draw-two", "point-per-post"]
      },
      {}, {}, {}
    ],
    "nobles": []
  },
  "turns": [],
  "expect": { "legal": true, "start": "0000000000000000", "digest": "0000000000000000" }
}"#;

/// Checks that the most that a seat can own fits into its drawing: three cards in hand, five
/// nobles, and five trading posts.
#[test]
fn a_full_seat_fits_into_its_drawing() {
    let page = "```json,example\n{FULL}\n```\n".replace("{FULL}", FULL_SEAT);
    let drawn = with_figures(&page, &file).unwrap();
    let seat = parts(&drawn)[2];
    let tall = numbers(between(seat, "viewBox=\"", "\"")[0])[3];
    let plates = seat.split("<rect class=\"position-plate\"").collect::<Vec<_>>();
    assert_eq!(plates.len(), 6);
    let mut end = 0.0;
    for pair in plates.windows(2) {
        let place = numbers(pair[0].rsplit("translate(").next().unwrap());
        let size = numbers(pair[1].split("/>").next().unwrap());
        assert!(place[0] > end, "{seat}");
        end = place[0] + size[2];
        // The cards and nobles with their ids are above.
        assert!(place[1] >= 78.0 + 0.78 * 95.0 && place[1] + size[3] < tall - 4.0, "{seat}");
    }
    assert!(end < 384.0, "{end}");
    let nobles: Vec<_> = seat.split("<use href=\"#noble-").collect();
    assert_eq!(nobles.len(), 6);
    let group = numbers(nobles[0].rsplit("translate(").nth(1).unwrap());
    let last = numbers(nobles[4].rsplit("translate(").next().unwrap());
    assert!(group[0] > 8.0 + 0.78 * 208.0, "the nobles cover the hand: {group:?}");
    assert!(group[0] + group[2] * (last[0] + 60.0) < 384.0, "{group:?} {last:?}");
}
