//! Formats an audit as text and as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::{Value, json};
use splendor_core::Clause;
use splendor_schema::{Verdict, visible};
use splendor_verify::audit::{Audit, CorpusPlace, Effect, ReportedClause, RulingSet, Tally};
use splendor_verify::clients::{Client, KNOWN_CLIENTS};
use splendor_verify::words::{count_with_noun, wrapped};

/// How many presets the text lists; JSON lists all of them.
const MOST_PRESETS: usize = 3;

/// Returns an audit as text; `again` says whether the logs had a second pass.
pub fn audit_text(audit: &Audit, again: bool) -> String {
    Page { audit }.text(again)
}

/// Returns an audit as a JSON object.
pub fn audit_json(audit: &Audit, again: bool) -> String {
    Page { audit }.json(again)
}

/// The report of an audit.
struct Page<'a> {
    audit: &'a Audit,
}

impl Page<'_> {
    fn text(&self, again: bool) -> String {
        let mut page = self.totals();
        self.clauses(&mut page);
        let some_illegal = self.audit.verdicts[Verdict::Illegal as usize] > 0;
        if some_illegal && self.audit.required.is_none() {
            self.rulings_that_help(&mut page, again);
            self.bugs(&mut page);
        }
        self.never(&mut page);
        page
    }

    fn totals(&self) -> String {
        let logs: u64 = self.audit.verdicts.iter().sum();
        let counts = Verdict::ALL.iter().zip(self.audit.verdicts).filter(|&(_, count)| count > 0);
        let counts: Vec<String> = counts.map(|(word, count)| format!("{count} {word}")).collect();
        let games = count_with_noun(self.audit.complete, "game", "games");
        let complete = format!(
            "{}, {games} legal to the end",
            count_with_noun(self.audit.turns, "turn", "turns")
        );
        let line =
            format!("{}: {}; {complete}", count_with_noun(logs, "log", "logs"), counts.join(", "));
        let clients: Vec<String> =
            self.audit.clients.iter().map(|(client, logs)| format!("{client} ({logs})")).collect();
        let clients =
            if clients.is_empty() { "no client is named".to_owned() } else { clients.join(", ") };
        let judged = if self.audit.rulings.is_empty() {
            String::new()
        } else {
            format!("judged by {}\n", in_words(&self.audit.rulings))
        };
        let departures = self.audit.departures.iter();
        let departures = departures.map(|((name, value), logs)| format!("{name}={value} ({logs})"));
        let departures = match departures.collect::<Vec<_>>() {
            none if none.is_empty() => String::new(),
            all => {
                let line = format!("departures from the published rules: {}", all.join(", "));
                format!("{}\n", wrapped(&line, 2))
            }
        };
        let (line, clients) = (wrapped(&line, 0), wrapped(&clients, 9));
        format!("{line}\n{judged}{departures}clients: {clients}\n")
    }

    fn clauses(&self, page: &mut String) {
        if self.audit.findings.is_empty() && self.audit.unjudged.is_empty() {
            *page += "\nno clause is broken\n";
            return;
        }
        *page += "\nfindings, with --keep-going\n";
        table(page, self.audit.findings.iter().map(|(reported, tally)| (name(*reported), tally)));
        table(page, self.audit.unjudged.iter().map(|(id, tally)| (id.clone(), tally)));
    }

    /// Returns the sets that help, the most helpful first, then the smallest.
    fn helpful(&self) -> Vec<&(RulingSet, Option<&'static Client>, Effect)> {
        let mut helpful: Vec<_> = self.audit.tried.iter().filter(|(_, _, e)| e.helps > 0).collect();
        helpful.sort_by(|(one, a, x), (other, b, y)| {
            let by_preset = a.is_some().cmp(&b.is_some());
            by_preset
                .then(y.helps.cmp(&x.helps))
                .then(x.harms.cmp(&y.harms))
                .then_with(|| one.len().cmp(&other.len()).then(one.cmp(other)))
        });
        helpful
    }

    fn rulings_that_help(&self, page: &mut String, again: bool) {
        let illegal = self.audit.verdicts[Verdict::Illegal as usize];
        let _never_fails = writeln!(
            page,
            "\nrulings, of {} judged again",
            count_with_noun(illegal, "illegal log", "illegal logs")
        );
        if !again && !self.audit.sets.is_empty() {
            for (set, logs) in &self.audit.sets {
                let _never_fails = writeln!(page, "  {logs} legal by {}", in_words(set));
            }
            *page += "  (standard input is read once: no set was tried on all logs)\n";
            return;
        }
        let helpful = self.helpful();
        if helpful.is_empty() {
            *page += "no ruling makes a log legal\n";
        }
        let mut presets = 0;
        for (set, client, Effect { helps, harms }) in helpful {
            presets += usize::from(client.is_some());
            if presets > MOST_PRESETS {
                break;
            }
            let by = client.map_or_else(|| in_words(set), |c| format!("--client {}", c.name));
            let harm = match harms {
                0 => String::new(),
                1 => ", but 1 that passed no longer does".to_owned(),
                harms => format!(", but {harms} that passed no longer do"),
            };
            let line = wrapped(&format!("{helps} legal by {by}{harm}"), 4);
            let _never_fails = writeln!(page, "  {line}");
        }
        if self.audit.partly_tried > 0 {
            let times = count_with_noun(self.audit.partly_tried, "time", "times");
            let line =
                format!("{times} a log stayed undecided under some set, because it omits too much");
            let _never_fails = writeln!(page, "  ({})", wrapped(&line, 3));
        }
    }

    fn bugs(&self, page: &mut String) {
        if self.audit.unexplained.is_empty() && self.audit.unexplained_unjudged.is_empty() {
            *page += "\nrulings explain every finding\n";
            return;
        }
        *page += "\nfindings in logs that no rulings make legal, under the closest rulings\n";
        table(
            page,
            self.audit.unexplained.iter().map(|(reported, tally)| (name(*reported), tally)),
        );
        table(page, self.audit.unexplained_unjudged.iter().map(|(id, tally)| (id.clone(), tally)));
        for (client, deviation) in self.known() {
            let line = format!("known of {}: {}: {}", client.name, deviation.0, deviation.1);
            let _never_fails = writeln!(page, "  {}", wrapped(&line, 4));
        }
    }

    /// Returns the known quirks of the corpus's clients that match findings no ruling explains.
    fn known(&self) -> Vec<(&'static Client, (&'static str, &'static str))> {
        let here = |client: &&Client| {
            self.audit.clients.keys().any(|name| {
                Client::of_log(name.as_str()).is_some_and(|other| other.name == client.name)
            })
        };
        let mut known = Vec::new();
        for client in KNOWN_CLIENTS.iter().filter(here) {
            let ids: BTreeSet<&str> = self.audit.unexplained.keys().flat_map(ids_of).collect();
            let other = self.audit.unexplained_unjudged.keys().map(String::as_str);
            let bugs = ids.into_iter().chain(other).filter_map(|id| client.bug(id));
            known.extend(bugs.map(|bug| (client, (bug.clause, bug.what))));
        }
        known
    }

    fn never_exercised(&self) -> impl Iterator<Item = Clause> {
        Clause::ALL.iter().copied().filter(|clause| !self.audit.exercised.contains(clause))
    }

    fn never(&self, page: &mut String) {
        let never: Vec<&str> = self.never_exercised().map(Clause::id).collect();
        let _never_fails = match never.as_slice() {
            [] => writeln!(page, "\nevery clause was exercised"),
            _ => writeln!(page, "\nnever exercised\n  {}", wrapped(&never.join(", "), 2)),
        };
    }

    fn json(&self, again: bool) -> String {
        let verdicts = Verdict::ALL
            .iter()
            .zip(self.audit.verdicts)
            .map(|(word, n)| (word.to_string(), n.into()));
        let sets = self
            .audit
            .sets
            .iter()
            .map(|(set, logs)| json!({ "rulings": object(set), "logs": logs }));
        let tried = self.helpful().into_iter().map(|(set, client, effect)| {
            json!({
                "rulings": object(set),
                "client": client.map(|client| client.name),
                "helps": effect.helps,
                "harms": effect.harms,
            })
        });
        let known = self.known().into_iter().map(|(client, (clause, what))| {
            json!({ "client": client.name, "clause": clause, "what": what })
        });
        let departures =
            self.audit.departures.iter().map(
                |((name, value), logs)| json!({ "ruling": name, "value": value, "logs": logs }),
            );
        let page = json!({
            "verdicts": verdicts.collect::<serde_json::Map<String, Value>>(),
            "turns": self.audit.turns,
            "complete": self.audit.complete,
            "clients": &self.audit.clients,
            "rulings": object(&self.audit.rulings),
            "departures": departures.collect::<Vec<_>>(),
            "findings": rows(&self.audit.findings),
            "unjudged": of_ids(&self.audit.unjudged),
            "partly_tried": self.audit.partly_tried,
            "smallest_sets": sets.collect::<Vec<_>>(),
            "tried": again.then(|| tried.collect::<Vec<_>>()),
            "unexplained": rows(&self.audit.unexplained),
            "unexplained_unjudged": of_ids(&self.audit.unexplained_unjudged),
            "known": known.collect::<Vec<_>>(),
            "never_exercised": self.never_exercised().map(Clause::id).collect::<Vec<_>>(),
        });
        visible::json(&format!("{page:#}\n")).into_owned()
    }
}

/// Returns the reported clause and the clause that it contradicts.
fn ids_of(reported: &ReportedClause) -> impl Iterator<Item = &'static str> {
    std::iter::once(reported.0.id()).chain(reported.1.map(Clause::id))
}

fn name(reported: ReportedClause) -> String {
    ids_of(&reported).collect::<Vec<_>>().join(" ")
}

fn in_words(set: &RulingSet) -> String {
    let rulings: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    rulings.join(" ")
}

fn table<'t>(page: &mut String, rows: impl Iterator<Item = (String, &'t Tally)>) {
    for (name, Tally { times, after_illegal, logs, first }) in rows {
        let after = match after_illegal {
            0 => String::new(),
            count => format!(", {count} after an illegal turn"),
        };
        let logs = count_with_noun(*logs, "log", "logs");
        let times = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
        let line = format!("{name}: {times} in {logs}{after}; first {}", place(first));
        let _never_fails = writeln!(page, "  {}", wrapped(&line, 4));
    }
}

fn place(place: &CorpusPlace) -> String {
    let CorpusPlace { file, line, column, turn } = place;
    let column = column.map(|column| format!(":{column}")).unwrap_or_default();
    let turn = turn.map(|turn| format!(", turn {turn}")).unwrap_or_default();
    format!("{file}:{line}{column}{turn}")
}

fn object(set: &RulingSet) -> Value {
    set.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect()
}

fn rows(tallies: &BTreeMap<ReportedClause, Tally>) -> Vec<Value> {
    let ids = tallies.iter().map(|((clause, other), tally)| (clause.id(), *other, tally));
    ids.map(|(id, other, tally)| row(id, other, tally)).collect()
}

fn of_ids(tallies: &BTreeMap<String, Tally>) -> Vec<Value> {
    tallies.iter().map(|(id, tally)| row(id, None, tally)).collect()
}

fn row(id: &str, contradicts: Option<Clause>, tally: &Tally) -> Value {
    let CorpusPlace { file, line, column, turn } = &tally.first;
    json!({
        "clause": id,
        "contradicts": contradicts.map(Clause::id),
        "times": tally.times,
        "after_illegal": tally.after_illegal,
        "logs": tally.logs,
        "first": { "file": file, "line": line, "column": column, "turn": turn },
    })
}
