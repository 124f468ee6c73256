//! A section of a page of the book as text for a terminal: 80 columns, without links, with the
//! table of cases as a list.

use splendor_verify::words::wrapped;

/// The beginnings of the paragraph on the behavior of clients: of a clause, and of a ruling.
const CLIENTS: [&str; 2] = ["Seen in clients.", "Clients."];

/// Returns the section of a page under a heading, without the marks of its examples.
pub(super) fn section(page: &str, heading: &str) -> Option<String> {
    let start = page.lines().position(|line| line.trim_start_matches('#').trim() == heading)?;
    let is_heading = |line: &&str| line.starts_with("## ") || line.starts_with("### ");
    let lines = page.lines().skip(start + 1).take_while(|line| !is_heading(line));
    let mut text = format!("{heading}\n");
    let (mut fence, mut in_cases) = (Fence::None, false);
    for line in lines {
        in_cases = line.starts_with("| # |") || (in_cases && !line.is_empty());
        match (line.strip_prefix("```"), fence) {
            (Some(_), Fence::Example | Fence::Shown) => fence = Fence::None,
            (Some(kind), Fence::None) if kind.contains("example") => fence = Fence::Example,
            (Some(_), Fence::None) => fence = Fence::Shown,
            (None, Fence::Example) => {}
            (None, Fence::Shown) => text.extend([line, "\n"]),
            (None, Fence::None) if is_mark(line) => {}
            (None, Fence::None) => text += &plain_line(line, in_cases),
        }
    }
    Some(without_blank_lines(&text))
}

/// Splits the paragraph on the behavior of clients off a section, so that it can follow the answer.
pub(super) fn without_clients(section: &str) -> (String, String) {
    let is_theirs = |paragraph: &&str| CLIENTS.iter().any(|start| paragraph.starts_with(start));
    let (clients, rest): (Vec<&str>, Vec<&str>) = section.split("\n\n").partition(is_theirs);
    let clients: String =
        clients.into_iter().flat_map(|paragraph| ["\n", paragraph.trim_end(), "\n"]).collect();
    (rest.join("\n\n").trim_end().to_owned() + "\n", clients)
}

/// The kind of fenced block that a line is in.
#[derive(Clone, Copy)]
enum Fence {
    None,
    /// A worked example, which the tests read.
    Example,
    /// Any other block; it is printed as it is.
    Shown,
}

/// Returns whether a line only marks the place of a table or is the head of a table of cases.
fn is_mark(line: &str) -> bool {
    line.starts_with("<!--") || line.starts_with("| # |") || line.starts_with("|--:|---|---|---|")
}

/// Returns a line of Markdown as lines of text. A row of a table of cases becomes an entry of a
/// list, a row of any other table stays a row.
fn plain_line(line: &str, in_cases: bool) -> String {
    let line = without_links(line).replace("**", "");
    if let Some(case) = case(&line).filter(|_| in_cases) {
        return case;
    }
    if line.starts_with('|') {
        return line + "\n";
    }
    let indent = if line.starts_with("- ") { 2 } else { 0 };
    wrapped(&line, indent) + "\n"
}

/// Returns a row of a table of cases as an entry of a list: the table before, the turns, and the
/// verdict.
fn case(line: &str) -> Option<String> {
    let row = line.strip_prefix("| ")?.strip_suffix(" |")?;
    let cells: Vec<&str> = row.split(" | ").collect();
    let [number, before, turns, verdict] = cells[..] else { return None };
    let number: usize = number.parse().ok()?;
    let mut text = String::new();
    let mut mark = format!("{number:>3}. ");
    let verdict = format!("=> {verdict}");
    for line in before.split("<br>").chain(turns.split("<br>")).chain([&*verdict]) {
        text.extend([&*mark, &wrapped(line, mark.len()), "\n"]);
        mark = " ".repeat(mark.len());
    }
    Some(text)
}

/// Returns the text with at most one blank line in a row, and none at its end.
fn without_blank_lines(text: &str) -> String {
    let mut kept = String::new();
    for line in text.lines() {
        if !line.is_empty() || !kept.ends_with("\n\n") {
            kept.extend([line, "\n"]);
        }
    }
    kept.trim_end().to_owned() + "\n"
}

/// Removes the targets of the links in a line of Markdown.
fn without_links(line: &str) -> String {
    let mut parts = line.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after = part.split_once(')').map_or("", |(_, after)| after);
        let opening = text.rfind('[').unwrap_or(text.len());
        text =
            format!("{}{}{after}", &text[..opening], text.get(opening + 1..).unwrap_or_default());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# A page\n\n### take.pair\n\nA sentence.\n\n**Cases.**\n\n\
        <!-- cases take.pair -->\n\n| # | Before | Turn | Verdict |\n|--:|---|---|---|\n\
        | 1 | A case.<br>Seat 0: 1 gold. | seat 0: pass | legal; seat 1 is next |\n\n\
        <!-- /cases -->\n\n**Seen in clients.** [One](one.md) does it.\n\nReplays: two.\n\n### b\n";

    #[test]
    fn a_table_of_cases_becomes_a_list() {
        let text = section(PAGE, "take.pair").expect("the section");
        let list = "\nCases.\n\n  1. A case.\n     Seat 0: 1 gold.\n     seat 0: pass\n     \
                    => legal; seat 1 is next\n\nSeen";
        assert!(text.contains(list), "{text}");
    }

    #[test]
    fn the_clients_come_apart() {
        let text = section(PAGE, "take.pair").expect("the section");
        let (rest, clients) = without_clients(&text);
        assert_eq!(clients, "\nSeen in clients. One does it.\n");
        assert!(rest.ends_with("is next\n\nReplays: two.\n"), "{rest}");
    }
}
