//! Writes what proves a verdict: the completed game, position by position, and the breach.

use sha2::{Digest, Sha256};
use splendor_core::{Fact, Game, Position, Post, Turn, Violation};
use splendor_schema as schema;
use splendor_schema::certificate::{
    Certificate, CertificateFormat, CertifiedBreach, CertifiedEnd, CertifiedGame, CertifiedTurn,
    OpenFact, Refuted,
};
use splendor_schema::id::{CardId, CityId, NobleId};
use splendor_schema::position::{PositionDeck, PositionDecks};
use splendor_schema::report::{Facts, TurnFact};
use splendor_schema::rules::{Ruling, Rulings};
use splendor_schema::token::Token;
use splendor_schema::{InputFile, Log, ReadError};

use crate::from_log::Lists;
use crate::history::first_turns;
use crate::report::{report_unreadable, unchecked};
use crate::to_log::{position_to_log, turn_to_log};
use crate::verdict::{Finding, Judgment};
use crate::worlds::{completed_turns, completion, with_other_refills, with_other_values};
use crate::{JudgeOptions, Verdict, judge};

/// How many logs with another value of an open fact are judged to refute a consistent log.
const MOST_REFUTATIONS: usize = 64;

/// Judges the bytes of a log, and returns the facts that prove the verdict.
///
/// The options `keep_going` and `required` have no effect.
///
/// ```
/// use splendor_schema::EXAMPLE;
/// use splendor_verify::{JudgeOptions, certificate};
///
/// let certificate = certificate(EXAMPLE.as_bytes(), &JudgeOptions::default());
/// assert_eq!(certificate.verdict.as_str(), "legal");
/// assert_eq!(certificate.game.map(|game| game.turns.len()), Some(5));
/// ```
pub fn certificate(bytes: &[u8], options: &JudgeOptions) -> Certificate {
    let options = JudgeOptions { keep_going: false, required: None, ..options.clone() };
    let hash = schema::id::Sha256(Sha256::digest(bytes).into());
    match Log::read(bytes) {
        Ok(log) => of_log(&log, hash, &options),
        Err(error) => of_error(&error, hash),
    }
}

fn empty(log: schema::id::Sha256, verdict: schema::Verdict) -> Certificate {
    Certificate {
        format: CertificateFormat,
        log,
        verdict,
        overrides: Rulings::default(),
        open: Vec::new(),
        unchecked: Vec::new(),
        game: None,
        end: None,
        breach: None,
        refuted: None,
    }
}

/// Returns the certificate of bytes that are not a log.
fn of_error(error: &ReadError, hash: schema::id::Sha256) -> Certificate {
    let input = InputFile { name: "".into(), game: 1, line: 1 };
    let report = report_unreadable(input, "", error);
    let breach = report.findings.into_iter().next().map(|finding| CertifiedBreach {
        number: None,
        turn: None,
        clause: finding.clause,
        facts: Facts::default(),
        pointer: finding.pointer,
    });
    Certificate { breach, ..empty(hash, report.verdict) }
}

fn of_log(log: &Log, hash: schema::id::Sha256, options: &JudgeOptions) -> Certificate {
    let judgment = judge(log, options);
    let ruling = |(name, value): &(String, String)| {
        let number = value.parse().map(Ruling::Number);
        (name.as_str().into(), number.unwrap_or_else(|_| Ruling::Word(value.as_str().into())))
    };
    let open = |missing: &crate::verdict::MissingFact| OpenFact {
        turn: missing.turn as u64 + 1,
        fact: missing.field,
    };
    let verdict = judgment.verdict();
    let mut certificate = Certificate {
        overrides: Rulings(options.rulings.iter().map(ruling).collect()),
        open: judgment.missing.iter().map(open).collect(),
        unchecked: unchecked(log, &judgment),
        ..empty(hash, verdict.into())
    };
    match verdict {
        Verdict::Legal | Verdict::Consistent => {
            certificate.game = completion(log, &judgment).and_then(|log| whole_game(&log, options));
            certificate.end = end(&certificate, &judgment);
            if verdict == Verdict::Consistent {
                certificate.refuted = refuted(log, &judgment, options);
            }
        }
        Verdict::Illegal => {
            (certificate.game, certificate.breach) = breached(log, &judgment, options);
        }
        Verdict::Unsupported => {
            (certificate.game, certificate.breach) = unsupported(log, &judgment, options);
        }
        Verdict::Undecided => {}
    }
    certificate
}

/// Returns the game of a log that omits nothing.
fn whole_game(log: &Log, options: &JudgeOptions) -> Option<CertifiedGame> {
    game_up_to(log, log.turns.len(), None, options)
}

/// Returns the first turns of a log that are legal, without a card that the log does not name.
/// `judgment` knows the values of the omitted facts on one table.
fn game_up_to(
    log: &Log,
    turn: usize,
    judgment: Option<&Judgment>,
    options: &JudgeOptions,
) -> Option<CertifiedGame> {
    let first = first_turns(log, turn);
    let alone = judge(&first, options);
    let (game, _) = alone.last()?;
    let known = |at| judgment.and_then(|whole| whole.completed_turn(at));
    let turns = completed_turns(&first, &game, |at| known(at).or_else(|| alone.completed_turn(at)));
    let lists = Lists::of(&first, game.components, false).ok()?;
    let mut position = Position::deal(&game, &lists.setup(&first)).ok()?;
    let start = position_to_log(&game, &position);
    let mut shown = Vec::new();
    for turn in turns? {
        position = position.play(&game, &turn).ok()?.0;
        let turn = turn_to_log(&game, &turn);
        shown.push(CertifiedTurn { turn, position: without_decks(&game, &position) });
    }
    Some(CertifiedGame { start, turns: shown })
}

/// Returns a position that has the number of cards of each deck.
fn without_decks(game: &Game<'_>, position: &Position) -> schema::Position {
    let shown = position_to_log(game, position);
    let count = |deck: PositionDeck| PositionDeck::Count(deck.count());
    let decks = shown.decks.map(|decks| PositionDecks {
        level1: decks.level1.map(count),
        level2: decks.level2.map(count),
        level3: decks.level3.map(count),
        orient1: decks.orient1.map(count),
        orient2: decks.orient2.map(count),
        orient3: decks.orient3.map(count),
    });
    schema::Position { decks, ..shown }
}

/// Returns the end of the completed game of a certificate.
fn end(certificate: &Certificate, judgment: &Judgment) -> Option<CertifiedEnd> {
    certificate.game.as_ref()?;
    let (game, position) = judgment.last()?;
    let complete = position.has_ended();
    let winners = complete.then(|| position.winners(&game).iter().collect());
    Some(CertifiedEnd { complete, scores: position.scores().collect(), winners })
}

/// Returns the turns before the first finding, and the finding.
fn breached(
    log: &Log,
    judgment: &Judgment,
    options: &JudgeOptions,
) -> (Option<CertifiedGame>, Option<CertifiedBreach>) {
    let Some(finding) = first_finding(judgment) else { return (None, None) };
    let before = finding.turn.unwrap_or(log.turns.len());
    let game = judgment.last().and_then(|_| game_up_to(log, before, Some(judgment), options));
    (game, Some(breach_of(log, judgment, finding)))
}

/// Returns the finding that comes first in the log.
fn first_finding(judgment: &Judgment) -> Option<&Finding> {
    let decisive = judgment.findings.iter().filter(|finding| !finding.after_guess);
    decisive.min_by_key(|finding| match (finding.turn, finding.breach.clause().family()) {
        (Some(turn), _) => turn + 1,
        (None, "setup" | "component" | "orient") => 0,
        (None, _) => usize::MAX,
    })
}

fn breach_of(log: &Log, judgment: &Judgment, finding: &Finding) -> CertifiedBreach {
    let violation = finding.breach.violation();
    let irregular =
        finding.turn.is_some_and(|at| matches!(log.turns[at], schema::Turn::Irregular(_)));
    let played = finding.played.as_deref().filter(|_| !irregular);
    let shown = |(_, turn): &(Position, Turn)| Some(turn_to_log(&judgment.last()?.0, turn));
    CertifiedBreach {
        number: finding.turn.map(|turn| turn as u64 + 1),
        turn: played.and_then(shown),
        clause: violation.clause().id().to_owned(),
        facts: facts(violation),
        pointer: None,
    }
}

/// Returns the numbers and the ids of a violation, without its words.
fn facts(violation: &Violation) -> Facts {
    let mut facts = Facts::default();
    violation.facts(|name, fact| match fact {
        Fact::Number(number) => facts.push(name, number),
        Fact::Text(text) => {
            let text = text.to_string();
            let quantity = matches!(violation, Violation::ClaimAfter { .. });
            if quantity || name != "nearest" && is_id(&text) {
                facts.push(name, text);
            }
        }
    });
    facts
}

fn is_id(text: &str) -> bool {
    Token::ALL.iter().any(|token| token.as_str() == text)
        || Post::ALL.iter().any(|post| post.name() == text)
        || CardId::try_from(text).is_ok()
        || NobleId::try_from(text).is_ok()
        || CityId::try_from(text).is_ok()
}

/// Returns the turns before a part of the log that is not known, and that part.
fn unsupported(
    log: &Log,
    judgment: &Judgment,
    options: &JudgeOptions,
) -> (Option<CertifiedGame>, Option<CertifiedBreach>) {
    let Some(first) = judgment.unsupported.first() else { return (None, None) };
    let turn = first.turn();
    let breach = CertifiedBreach {
        number: turn.map(|turn| turn as u64 + 1),
        turn: None,
        clause: first.id().to_owned(),
        facts: Facts::default(),
        pointer: Some(first.pointer()),
    };
    (turn.and_then(|turn| game_up_to(log, turn, Some(judgment), options)), Some(breach))
}

/// Searches for a value of an open fact that makes a log illegal.
fn refuted(log: &Log, judgment: &Judgment, options: &JudgeOptions) -> Option<Refuted> {
    let mut tried = 0;
    for missing in &judgment.missing {
        let of_fact = if missing.field == TurnFact::Refill {
            with_other_refills(log, judgment, missing.turn)
        } else {
            let turns = with_other_values(log, judgment, missing.turn).into_iter();
            turns.map(|turn| (missing.turn, turn)).collect()
        };
        for (at, turn) in of_fact {
            tried += 1;
            if tried > MOST_REFUTATIONS {
                return None;
            }
            let refuted = refuted_by(log, at, turn, options);
            if refuted.is_some() {
                return refuted;
            }
        }
    }
    None
}

/// Returns the breach of a log with another turn, from 0, if it comes after that turn: a value that
/// its own turn excludes is no value of an open fact.
fn refuted_by(log: &Log, at: usize, turn: schema::Turn, options: &JudgeOptions) -> Option<Refuted> {
    let mut pinned = log.clone();
    pinned.turns[at] = turn.clone();
    let judgment = judge(&pinned, options);
    if judgment.verdict() != Verdict::Illegal {
        return None;
    }
    let (Some(game), Some(breach)) = breached(&pinned, &judgment, options) else { return None };
    let number = at as u64 + 1;
    let follows = breach.number.is_none_or(|broken| broken > number);
    follows.then_some(Refuted { number, turn, game, breach })
}
