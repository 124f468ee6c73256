//! Checks that the page on coverage prints the last run, and that each excused line is still in the
//! code.

use serde_json::{Map, Value};

use crate::{golden, root};

const PAGE: &str = "docs/src/coverage.md";

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// A part of a whole, like `12 / 13`.
#[derive(Clone, Copy, Default)]
struct Part {
    covered: u64,
    all: u64,
}

impl Part {
    fn of(found: &Value) -> Self {
        let number = |at: usize| found[at].as_u64().unwrap();
        Self { covered: number(0), all: number(1) }
    }

    fn and(self, other: Self) -> Self {
        Self { covered: self.covered + other.covered, all: self.all + other.all }
    }

    /// Returns the part in percent, rounded down, so that 100 means that nothing is missing.
    fn text(self) -> String {
        let Self { covered, all } = self;
        let thousandth = (covered * 1000).checked_div(all).unwrap_or(1000);
        format!("{covered} / {all} ({}.{} %)", thousandth / 10, thousandth % 10)
    }
}

fn row(name: &str, parts: &[Part]) -> String {
    let cells: Vec<String> = parts.iter().map(|part| part.text()).collect();
    format!("| {name} | {} |\n", cells.join(" | "))
}

fn total(files: &Map<String, Value>, what: &str) -> Part {
    files.values().fold(Part::default(), |sum, file| sum.and(Part::of(&file[what])))
}

/// Returns the table of a crate, file by file.
fn table(files: &Map<String, Value>, what: &[&str]) -> String {
    let mut text = format!("| File | {} |\n|---|{}\n", what.join(" | "), "--:|".repeat(what.len()));
    for (name, file) in files {
        let parts: Vec<Part> = what.iter().map(|what| Part::of(&file[what])).collect();
        text += &row(&format!("`{name}`"), &parts);
    }
    let totals: Vec<Part> = what.iter().map(|what| total(files, what)).collect();
    text + &row("**all**", &totals)
}

fn excuses() -> Vec<[String; 3]> {
    let rows = read("tools/coverage/excused.tsv");
    let cells = |row: &str| row.split('\t').map(str::to_owned).collect::<Vec<_>>();
    rows.lines().skip(1).map(|row| cells(row).try_into().unwrap()).collect()
}

/// Returns the text between the marks of the page.
fn found(result: &Value) -> String {
    let mut text = format!(
        "Last run: {}, with {} and {}.\n\n### The core\n\n",
        result["date"].as_str().unwrap(),
        result["rustc"].as_str().unwrap(),
        result["cargo-llvm-cov"].as_str().unwrap(),
    );
    let crates = result["crates"].as_object().unwrap();
    text += &table(crates["splendor-core"].as_object().unwrap(), &["lines", "regions", "branches"]);
    text += "\nLines of the core that no test executes:\n\n| File | Line | Why |\n|---|---|---|\n";
    for [file, line, reason] in excuses() {
        let file = file.trim_start_matches("crates/splendor-core/src/");
        text += &format!("| `{file}` | `{}` | {reason} |\n", line.replace('|', "\\|"));
    }
    for (name, files) in crates.iter().filter(|(name, _)| *name != "splendor-core") {
        text += &format!("\n### `{name}`\n\n{}", table(files.as_object().unwrap(), &["lines"]));
    }
    text
}

#[test]
fn the_page_prints_the_last_run() {
    let result: Value = serde_json::from_str(&read("tools/coverage/result.json")).unwrap();
    let excused: Vec<String> =
        excuses().iter().map(|row| format!("{}\t{}", row[0], row[1])).collect();
    for line in result["never"].as_array().unwrap() {
        assert!(excused.iter().any(|other| line == other), "{line} is never executed");
    }
    let page = read(PAGE);
    let (before, rest) = page.split_once("<!-- coverage -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of coverage -->\n").unwrap();
    let found = found(&result);
    golden(PAGE, &format!("{before}<!-- coverage -->\n{found}<!-- end of coverage -->\n{after}"));
}

#[test]
fn each_excuse_names_a_line_of_the_code() {
    for [file, line, reason] in excuses() {
        let code = read(&file);
        assert!(code.lines().any(|other| other.trim() == line), "{file} has no line: {line}");
        assert!(reason.len() > 20, "{line}: {reason}");
    }
}
