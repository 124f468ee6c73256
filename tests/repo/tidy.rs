//! Checks the texts of the repository: clean ends of lines, closed fences, and working links.

use std::fs;
use std::path::Path;

use crate::root;

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
