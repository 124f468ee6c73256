//! Cliffs: logs that cost more than the usual ones, because they claim more, are wrong, or are
//! spelled in another way. Most are compared with the cost for a careful client of reading the same
//! game as a legal log in the usual spelling.

use std::hint::black_box;
use std::io::Write;
use std::ops::ControlFlow;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use sha2::{Digest, Sha256};
use splendor_core::Token;
use splendor_input::{Part, parts};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_render::{TextStyle, report_text};
use splendor_schema::Verdict::{self, Illegal, Legal, Malformed, Unsupported};
use splendor_schema::json::layout::{compact, json_line};
use splendor_schema::json::{Ext, Json};
use splendor_schema::token::TokenList;
use splendor_schema::{Log, Turn};
use splendor_verify::audit::Audit;
use splendor_verify::{JudgeOptions, ReportScope, verify};

use crate::borrowed;
use crate::corpus::options;
use crate::tasks::input;

/// A kind of log, and what is done with it.
pub(crate) struct Cliff {
    pub(crate) name: &'static str,
    /// Returns the log of the game with a seed.
    text: fn(u64) -> String,
    verdict: Verdict,
    work: Work,
    /// The most that such a log may cost, in times the work of the last base before it.
    pub(crate) bar: f64,
}

/// What is done with the logs.
#[derive(Clone, Copy)]
enum Work {
    /// Each log is read into the types of a careful client.
    Read,
    /// Each log is read in that way, and for each turn as many bytes are hashed as a digest covers.
    ReadAndHash,
    /// Each log is verified, and its report is written as text.
    Text,
    /// Each log is verified, and its report is written as JSON.
    Json,
    /// The logs are audited, both passes.
    Audit,
    /// The logs are unpacked and verified.
    Unpack(fn(&[u8]) -> Vec<u8>),
}

/// The cliffs. A row without a bar is a base: the rows between it and the next base are compared
/// with it.
pub(crate) const CLIFFS: [Cliff; 23] = [
    Cliff::base("only read, by a client", usual, Work::Read),
    Cliff::new("usual log", usual, Legal),
    Cliff::new("claims after every turn", |seed| json_line(&claiming(seed)), Legal),
    Cliff::new("ext on every turn", |seed| json_line(&with_ext(seed)), Legal),
    Cliff::new("escaped slash", |seed| usual(seed).replacen("-log/1", r"-log\/1", 1), Legal),
    Cliff::new("pretty-printed, CRLF", pretty, Legal),
    Cliff { work: Work::Json, ..Cliff::new("report as JSON", usual, Legal) },
    Cliff::new("foreign turn", |seed| json_line(&foreign(seed)), Unsupported),
    Cliff::new("illegal last turn", |seed| json_line(&illegal_at_the_end(seed)), Illegal),
    Cliff::new("illegal turn halfway", |seed| json_line(&illegal_halfway(seed)), Illegal),
    Cliff::new("false score", |seed| json_line(&with_false_score(seed)), Illegal),
    Cliff::new("malformed: cut off", |seed| usual(seed).trim_end_matches('}').into(), Malformed),
    Cliff::new("malformed: unknown key", |seed| in_last_turn(seed, r#"{"sea":"#), Malformed),
    Cliff::new(
        "malformed: key twice",
        |seed| in_last_turn(seed, r#"{"seat":0,"seat":"#),
        Malformed,
    ),
    Cliff::new("malformed: type", |seed| in_last_turn(seed, r#"{"gem":[],"seat":"#), Malformed),
    Cliff {
        work: Work::Unpack(<[u8]>::to_vec),
        ..Cliff::new("one log in each line", usual, Legal)
    },
    Cliff { work: Work::Unpack(zstd), ..Cliff::new("zstd", usual, Legal) },
    Cliff { work: Work::Unpack(gzip), ..Cliff::new("gzip", usual, Legal) },
    Cliff { work: Work::Unpack(tar), ..Cliff::new("tar, a file for each log", usual, Legal) },
    Cliff::base("only read and hashed", |seed| json_line(&with_digests(seed)), Work::ReadAndHash),
    Cliff {
        bar: 2.0,
        ..Cliff::new("digest on every turn", |seed| json_line(&with_digests(seed)), Legal)
    },
    Cliff::base("audit", usual, Work::Audit),
    Cliff {
        work: Work::Audit,
        bar: 5.0,
        ..Cliff::new("audit of illegal logs", |seed| json_line(&illegal_at_the_end(seed)), Illegal)
    },
];

impl Cliff {
    const fn new(name: &'static str, text: fn(u64) -> String, verdict: Verdict) -> Self {
        Self { name, text, verdict, work: Work::Text, bar: 2.5 }
    }

    const fn base(name: &'static str, text: fn(u64) -> String, work: Work) -> Self {
        Self { name, text, verdict: Legal, work, bar: f64::INFINITY }
    }

    /// Returns whether other rows are compared with this one.
    pub(crate) const fn is_base(&self) -> bool {
        self.bar.is_infinite()
    }

    /// Returns the logs of the games with these seeds.
    pub(crate) fn logs(&self, seeds: std::ops::Range<u64>) -> Logs {
        let texts: Vec<String> = seeds.map(self.text).collect();
        let packed = match self.work {
            Work::Unpack(pack) => pack((texts.join("\n") + "\n").as_bytes()),
            Work::Read | Work::ReadAndHash | Work::Text | Work::Json | Work::Audit => Vec::new(),
        };
        Logs { texts, packed }
    }

    /// Does the work with all logs, and returns the number of the logs with the expected verdict.
    pub(crate) fn run(&self, logs: &Logs) -> usize {
        let style = TextStyle::default();
        match self.work {
            Work::Read => logs.texts.iter().filter(|text| borrowed::read(text).is_ok()).count(),
            Work::ReadAndHash => logs.texts.iter().filter(|text| read_and_hash(text)).count(),
            Work::Text => self
                .count(logs, ReportScope::BRIEF, |report, text| report_text(report, text, style)),
            Work::Json => self.count(logs, ReportScope::DETAILED, |report, _| compact(report)),
            Work::Audit => audit(logs, self.verdict),
            Work::Unpack(_) => unpack(&logs.packed),
        }
    }

    fn count(
        &self,
        logs: &Logs,
        scope: ReportScope,
        write: impl Fn(&splendor_schema::Report, &str) -> String,
    ) -> usize {
        let options = JudgeOptions::default();
        let is_expected = |text: &&String| {
            let (report, text) = verify(input(), text.as_bytes(), &options, scope);
            !write(&report, &text).is_empty() && report.verdict == self.verdict
        };
        logs.texts.iter().filter(is_expected).count()
    }
}

/// The logs of a cliff.
pub(crate) struct Logs {
    pub(crate) texts: Vec<String>,
    /// All of them in one input, if they are unpacked.
    packed: Vec<u8>,
}

/// Reads a log, and hashes as many bytes for each turn as the text of a position has. Returns
/// whether the log was read.
fn read_and_hash(text: &str) -> bool {
    let bytes = &text.as_bytes()[..POSITION_BYTES];
    borrowed::read(text).is_ok_and(|log| {
        for _ in 0..log.turn_count() {
            black_box(Sha256::digest(black_box(bytes)));
        }
        true
    })
}

/// The length of the canonical text of a position in the middle of a game with three seats.
const POSITION_BYTES: usize = 900;

/// Audits the logs, and returns the number of those with this verdict.
fn audit(logs: &Logs, verdict: Verdict) -> usize {
    let mut audit = Audit::new(Vec::new());
    for text in &logs.texts {
        audit.judge(&input(), text.as_bytes());
    }
    if audit.choose() {
        logs.texts.iter().for_each(|text| audit.judge_again(text.as_bytes()));
    }
    usize::try_from(audit.verdicts[verdict as usize]).unwrap_or(0)
}

/// Unpacks the logs of an input, and returns the number of legal ones.
fn unpack(packed: &[u8]) -> usize {
    let (mut legal, options) = (0, JudgeOptions::default());
    parts(packed, &mut |part| {
        if let Part::Log(_, piece) = part {
            let (report, _) = verify(input(), piece.bytes, &options, ReportScope::BRIEF);
            legal += usize::from(report.verdict == Legal);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    legal
}

fn zstd(lines: &[u8]) -> Vec<u8> {
    compress_to_vec(lines, CompressionLevel::Fastest)
}

fn gzip(lines: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(lines).unwrap();
    encoder.finish().unwrap()
}

/// Returns an archive in the oldest format of tar, which every reader knows.
fn tar(lines: &[u8]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (number, log) in
        lines.split(|&byte| byte == b'\n').filter(|log| !log.is_empty()).enumerate()
    {
        let mut header = [0; 512];
        let mut field =
            |at: usize, text: String| header[at..][..text.len()].copy_from_slice(text.as_bytes());
        field(0, format!("{number}.json"));
        field(100, "0000644".to_owned());
        field(124, format!("{:011o}", log.len()));
        field(148, " ".repeat(8));
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        archive.extend(header);
        archive.extend(log);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.resize(archive.len() + 1024, 0);
    archive
}

fn game(seed: u64) -> Log {
    generate(&options(seed))
}

fn usual(seed: u64) -> String {
    json_line(&game(seed)).trim_end().to_owned()
}

fn claiming(seed: u64) -> Log {
    generate(&GenerateOptions { after: true, ..options(seed) })
}

fn with_digests(seed: u64) -> Log {
    generate(&GenerateOptions { digest: true, ..options(seed) })
}

fn with_ext(seed: u64) -> Log {
    let mut log = game(seed);
    for turn in &mut log.turns {
        turn.ext = Some(Ext::try_from(r#"{"ms":1520,"mouse":[12,70]}"#).unwrap());
    }
    log
}

/// Returns the game as a PHP or Windows program may print it: indented, with long line ends.
fn pretty(seed: u64) -> String {
    serde_json::to_string_pretty(&game(seed)).unwrap().replace('\n', "\r\n")
}

fn foreign(seed: u64) -> Log {
    let mut log = game(seed);
    let foreign = Json::try_from(r#"{"swap":[0,1]}"#).unwrap();
    let turn = Turn { seat: Some(0), foreign: Some(foreign), ..Turn::default() };
    let last = log.turns.len() - 1;
    log.turns.insert(last, turn);
    log
}

fn illegal_at_the_end(seed: u64) -> Log {
    let mut log = game(seed);
    let last = log.turns.last_mut().unwrap();
    *last = Turn { seat: last.seat, take: TokenList::new(&[Token::Gold]), ..Turn::default() };
    log
}

fn illegal_halfway(seed: u64) -> Log {
    let mut log = game(seed);
    let half = log.turns.len() / 2;
    log.turns.insert(half, log.turns[half].clone());
    log
}

fn with_false_score(seed: u64) -> Log {
    let mut log = game(seed);
    let scores = log.result.as_mut().and_then(|result| result.scores.as_mut());
    scores.unwrap()[0] += 1;
    log
}

/// Returns the log with the beginning of its last turn replaced.
fn in_last_turn(seed: u64, begin: &str) -> String {
    let text = usual(seed);
    let (before, after) = text.rsplit_once(r#"{"seat":"#).unwrap();
    [before, begin, after].concat()
}
