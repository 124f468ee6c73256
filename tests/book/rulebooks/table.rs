//! The table of sentences, and its comparison with the rulebooks and with the book.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use splendor_core::{Clause, RESERVED, RULINGS};

use super::sentences::Sentence;
use crate::repo::tidy::{anchor, anchors};
use crate::root;

pub(super) const TABLE: &str = "docs/src/rulebooks.tsv";
const COLUMNS: &str = "rulebook\tline\tpart\thash\tfate\ttarget\treason";

/// A rulebook that the table accounts for.
pub(super) struct Rulebook {
    pub(super) name: &'static str,
    /// The name of its file in the folder `SPLENDOR_RULEBOOKS`.
    pub(super) file: &'static str,
    /// The number of its sentences.
    pub(super) sentences: usize,
    /// The words by which the source of a clause cites it, if clauses cite it.
    cited: Option<&'static str>,
}

pub(super) const RULEBOOKS: [Rulebook; 5] = [
    Rulebook {
        name: "2024",
        file: "000_ac372f935226fe32.txt",
        sentences: 119,
        cited: Some("Splendor (2024)"),
    },
    Rulebook {
        name: "2014",
        file: "003_b1ce8596e6110726.txt",
        sentences: 144,
        cited: Some("Splendor (2014)"),
    },
    Rulebook { name: "how-to-play", file: "002_c37f9797a43c5595.txt", sentences: 148, cited: None },
    Rulebook {
        name: "silk-road-2024",
        file: "001_8ef5accc467d9f24.txt",
        sentences: 83,
        cited: Some("Splendor: The Silk Road (2024)"),
    },
    Rulebook {
        name: "silk-road-2025",
        file: "004_84bbe335be86f866.txt",
        sentences: 74,
        cited: None,
    },
];

/// The fate of a sentence: its name, its meaning on the page, and the requirements on its row.
pub(super) const FATES: [(&str, &str, Needs); 12] = [
    ("clause", "a rule; a clause has it", Needs::Clause),
    ("invariant", "a rule that no log can break; the invariants keep it", Needs::Invariant),
    ("unjudged", "a rule that no log can show; a page names it", Needs::Target),
    ("component", "part of a box", Needs::TargetOrReason),
    ("definition", "explains a word or a sign", Needs::Target),
    ("example", "shows a rule", Needs::TargetOrReason),
    ("overview", "repeats rules in brief", Needs::Target),
    ("layout", "places things on the table", Needs::Reason),
    ("heading", "names other lines", Needs::Reason),
    ("flavor", "sets the scene", Needs::Reason),
    ("not-a-rule", "credits, addresses, advice, advertisement", Needs::Reason),
    (SILENT, "no sentence: a clause or a ruling that no rulebook has", Needs::Both),
];

/// The fate in the rows of clauses and rulings that no sentence supports.
pub(super) const SILENT: &str = "silent";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// A target, the first of which is a clause.
    Clause,
    /// A target, the first of which is an invariant.
    Invariant,
    Target,
    TargetOrReason,
    Reason,
    Both,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) rulebook: String,
    /// The line and the number in the line, both 0 for a row without a sentence.
    pub(super) place: (usize, usize),
    pub(super) hash: String,
    pub(super) fate: String,
    /// Ids of clauses, and anchors of pages below `docs/src`.
    pub(super) targets: Vec<String>,
    pub(super) reason: Option<String>,
}

impl Row {
    fn parse(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [rulebook, line, part, hash, fate, target, reason] = cells[..] else { return None };
        let number = |text: &str| if text == "-" { Some(0) } else { text.parse().ok() };
        let given = |text: &str| (text != "-").then(|| text.to_owned());
        let targets = given(target).unwrap_or_default();
        Some(Self {
            rulebook: rulebook.to_owned(),
            place: (number(line)?, number(part)?),
            hash: hash.to_owned(),
            fate: fate.to_owned(),
            targets: targets.split(", ").filter(|id| !id.is_empty()).map(str::to_owned).collect(),
            reason: given(reason),
        })
    }

    /// Returns the rulebook and the place, for messages.
    pub(super) fn name(&self) -> String {
        match self.place {
            (0, 0) => format!("{} {}", self.fate, self.targets.join(", ")),
            (line, part) => format!("{} {line}.{part}", self.rulebook),
        }
    }

    pub(super) fn is_silent(&self) -> bool {
        self.fate == SILENT
    }
}

pub(super) fn rows() -> Vec<Row> {
    let text = fs::read_to_string(root().join(TABLE)).unwrap();
    let (columns, rows) = text.split_once('\n').unwrap();
    assert_eq!(columns, COLUMNS);
    let parsed = rows.lines().map(|line| Row::parse(line).ok_or(line));
    parsed.collect::<Result<_, _>>().unwrap()
}

/// Compares the sentences of a rulebook with the rows of the table, in both directions.
pub(super) fn compare(name: &str, sentences: &[Sentence], rows: &[Row]) -> Vec<String> {
    let own = rows.iter().filter(|row| row.rulebook == name);
    let mut hashes: BTreeMap<_, _> = own.map(|row| (row.place, row.hash.as_str())).collect();
    let mut complaints = Vec::new();
    for Sentence { line, part, hash } in sentences {
        match hashes.remove(&(*line, *part)) {
            None => complaints.push(format!("{name} {line}.{part}: the sentence has no fate")),
            Some(known) if known != hash => complaints.push(format!(
                "{name} {line}.{part}: the sentence has the hash {hash}, not {known}"
            )),
            Some(_) => {}
        }
    }
    let left = hashes.into_keys();
    complaints.extend(left.map(|(line, part)| format!("{name} {line}.{part}: no such sentence")));
    complaints
}

/// The places in the book that the table may name, and those that it must name.
#[derive(Clone)]
pub(super) struct Book {
    /// The clauses with their sources; clauses that are not judged yet included.
    pub(super) clauses: BTreeMap<&'static str, &'static str>,
    /// The anchors of the rulings.
    pub(super) rulings: BTreeSet<String>,
    /// The anchors of all pages below `docs/src`, like `rules/end.md#endround`.
    pub(super) anchors: BTreeSet<String>,
}

impl Book {
    pub(super) fn read(rows: &[Row]) -> Self {
        let clauses = Clause::ALL.iter().map(|clause| (clause.id(), clause.source()));
        let reserved = RESERVED.iter().map(|clause| (clause.id, clause.source));
        let ruling = |name: &str| format!("rules/rulings.md#{}", anchor(name));
        let targets = rows.iter().flat_map(|row| &row.targets);
        let pages: BTreeSet<&str> =
            targets.filter_map(|target| Some(target.split_once('#')?.0)).collect();
        let anchors = pages.into_iter().flat_map(|page| {
            let text = fs::read_to_string(root().join("docs/src").join(page)).unwrap_or_default();
            let anchors = anchors(&text).into_iter();
            anchors.map(|anchor| format!("{page}#{anchor}")).collect::<Vec<_>>()
        });
        Self {
            clauses: clauses.chain(reserved).collect(),
            rulings: RULINGS.iter().map(|known| ruling(known.name)).collect(),
            anchors: anchors.collect(),
        }
    }

    fn has(&self, target: &str) -> bool {
        self.clauses.contains_key(target) || self.anchors.contains(target)
    }
}

/// Compares the table with the book.
pub(super) fn complaints(rows: &[Row], book: &Book) -> Vec<String> {
    let each = rows.iter().flat_map(|row| complaints_about(row, book));
    let mut complaints: Vec<String> = each.collect();
    for rulebook in &RULEBOOKS {
        let found = rows.iter().filter(|row| row.rulebook == rulebook.name).count();
        if found != rulebook.sentences {
            let expected = rulebook.sentences;
            complaints.push(format!("{}: {found} rows, {expected} sentences", rulebook.name));
        }
    }
    let mut names = BTreeSet::new();
    let doubled = rows.iter().map(Row::name).filter(|name| !names.insert(name.clone()));
    complaints.extend(doubled.map(|name| format!("{name}: two rows")));
    let required = book.clauses.keys().copied().chain(book.rulings.iter().map(String::as_str));
    complaints.extend(required.filter_map(|id| complaint_about_support(id, rows, book)));
    complaints
}

fn complaints_about(row: &Row, book: &Book) -> Vec<String> {
    let first = row.targets.first().map_or("", String::as_str);
    let (target, reason) = (!row.targets.is_empty(), row.reason.is_some());
    let needs = FATES.iter().find(|fate| fate.0 == row.fate).map(|fate| fate.2);
    let fits = match needs {
        Some(Needs::Clause) => book.clauses.contains_key(first) && !reason,
        Some(Needs::Invariant) => first.starts_with("rules/invariants.md#") && !reason,
        Some(Needs::Target) => target && !reason,
        Some(Needs::TargetOrReason) => target != reason,
        Some(Needs::Reason) => !target && reason,
        Some(Needs::Both) => {
            row.targets.len() == 1
                && (book.clauses.contains_key(first) || book.rulings.contains(first))
                && reason
        }
        None => false,
    };
    let known = RULEBOOKS.iter().any(|rulebook| rulebook.name == row.rulebook);
    let complete = fits && known != row.is_silent();
    let unknown = row.targets.iter().filter(|target| !book.has(target));
    let unknown = unknown.map(|target| format!("{}: no clause or page {target}", row.name()));
    let incomplete = (!complete).then(|| format!("{}: wrong row {row:?}", row.name()));
    unknown.chain(incomplete).collect()
}

/// Returns the complaint about a clause or a ruling that has neither a sentence nor a reason why it
/// has none, or both, or whose source cites a rulebook without a sentence about it.
fn complaint_about_support(id: &str, rows: &[Row], book: &Book) -> Option<String> {
    let (silent, spoken): (Vec<&Row>, Vec<&Row>) = rows
        .iter()
        .filter(|row| row.targets.iter().any(|target| target == id))
        .partition(|row| row.is_silent());
    if silent.is_empty() == spoken.is_empty() {
        return Some(format!("{id}: {} sentences, {} reasons", spoken.len(), silent.len()));
    }
    let source = book.clauses.get(id)?;
    let is_cited = |rulebook: &&Rulebook| rulebook.cited.is_some_and(|name| source.contains(name));
    let mut cited = RULEBOOKS.iter().filter(is_cited).peekable();
    if cited.peek().is_none() != spoken.is_empty() {
        return Some(format!("{id}: its source is {source}, with {} sentences", spoken.len()));
    }
    let lacks = cited.find(|rulebook| spoken.iter().all(|row| row.rulebook != rulebook.name))?;
    Some(format!("{id}: its source is {source}, without a sentence of {}", lacks.name))
}
