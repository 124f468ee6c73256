//! Judges a hypothetical turn: would it have been legal at this place of the log?

use splendor_core::{Action, CardId, Game, Phase, Position, Token, Tokens, Turn};
use splendor_schema::json::locate::{line_column, locate, locate_all};
use splendor_schema::report::{Fact, Severity, TurnFact};
use splendor_schema::why::{Change, Why, WhyFormat};
use splendor_schema::{self as schema, FileName, InputFile, Log, ReadError, text_of};

use crate::conditions::{self, JudgedTurn};
use crate::history::turn_index;
use crate::replay::judge_each_position;
use crate::required::verdict_with;
use crate::rulings::{differences, game_of};
use crate::verdict::{Breach, Finding, InferredValue, Judgment};
use crate::words::{actions_in_words, turn_in_words};
use crate::{JudgeOptions, ReportSource, Verdict, from_log, judge};

/// A turn that was not played, and its place in a log.
#[derive(Clone, Debug)]
pub struct Proposal<'a> {
    /// The input that holds the log.
    pub input: InputFile,
    /// The text of the log.
    pub text: &'a str,
    /// The log.
    pub log: &'a Log,
    /// The logged turn that it replaces, from 0: at most the number of turns.
    pub at: usize,
    /// The hypothetical turn.
    pub turn: &'a schema::Turn,
    /// The text of the hypothetical turn.
    pub turn_text: &'a str,
    /// How the log is judged; `keep_going` has no effect.
    pub options: &'a JudgeOptions,
}

/// A log that was read, and a turn to judge in it: all that a [`Proposal`] borrows.
#[derive(Clone, Debug)]
pub struct ReadProposal<'t> {
    /// The text of the log.
    pub text: &'t str,
    /// The log.
    pub log: Log,
    /// The logged turn that the hypothetical turn replaces, from 0.
    pub at: usize,
    /// The hypothetical turn.
    pub turn: schema::Turn,
    /// The text of the hypothetical turn.
    pub turn_text: &'t str,
}

impl<'t> ReadProposal<'t> {
    /// Reads a log and the turn to judge: the text of another turn, or by default the turn that the
    /// log has at this place. `turn` is the number of the place from 1, by default after the last
    /// turn. `name` names the log in messages.
    ///
    /// # Errors
    ///
    /// Returns a message if the log or the turn cannot be read, or if there is no such turn.
    pub fn read(
        name: &FileName,
        bytes: &'t [u8],
        turn: Option<usize>,
        proposed: Option<&'t str>,
    ) -> Result<ReadProposal<'t>, String> {
        let failure = |error: ReadError| error.in_file(name);
        let (log, text) = (Log::read(bytes).map_err(failure)?, text_of(bytes).map_err(failure)?);
        let at = turn_index(&log, turn)?;
        let own = || locate(text, &format!("/turns/{at}")).map(|place| &text[place]);
        let nothing = "there is no turn to judge: name a turn of the log, or propose one";
        let turn_text = proposed.or_else(own).ok_or(nothing)?;
        let turn = schema::Turn::read(turn_text.as_bytes()).map_err(|error| {
            format!("the turn, line {}, column {}: {}", error.line, error.column, error.message)
        })?;
        Ok(ReadProposal { text, log, at, turn, turn_text })
    }

    /// Returns the turn to judge, with the input that names the log in the answer.
    pub const fn proposal<'a>(
        &'a self,
        input: InputFile,
        options: &'a JudgeOptions,
    ) -> Proposal<'a> {
        let ReadProposal { text, log, at, turn, turn_text } = self;
        Proposal { input, text, log, at: *at, turn, turn_text, options }
    }
}

/// Judges a turn at its place in the log, with every violation.
///
/// A log that declares other rules than the required ones makes every turn illegal; the findings
/// show whether the turn breaks a clause too.
///
/// The log is followed to that place as `verify` does. After an illegal turn the log is trusted,
/// and the answer notes it.
///
/// # Errors
///
/// Returns a message if the log cannot be followed up to the place.
pub fn why(proposal: &Proposal<'_>) -> Result<Why, String> {
    game_of(proposal.log, proposal.options).map_err(|unknown| unknown.to_string())?;
    let before = proposal.cut(None);
    let mut options = JudgeOptions { keep_going: false, ..proposal.options.clone() };
    let so_far = judge(&before, &options);
    // An illegal turn would stop the judging before the place, so from here on the log is trusted.
    options.keep_going = !so_far.findings.is_empty();
    let log = proposal.cut(Some(proposal.turn));
    let mut table: [Option<Position>; 2] = [None; 2];
    let mut judgment =
        judge_each_position(&log, &options, |_, position| table = [table[1], Some(*position)]);
    if options.keep_going && (judgment.judged < proposal.at || judgment.last().is_none()) {
        let why =
            "the log cannot be followed to this turn: `splendor verify --keep-going` shows why";
        return Err(why.to_owned());
    }
    // If an earlier turn was illegal, only findings of this turn count. Otherwise all findings
    // count, because this turn can prove an earlier pass illegal.
    if options.keep_going {
        judgment.findings.retain(|finding| finding.turn == Some(proposal.at));
    }
    let verdict = verdict(&judgment, proposal.at);
    every_clause(&mut judgment, proposal.at);
    let mut why = proposal.begun(verdict, &log, &judgment, &options);
    why.note = note(&so_far).or_else(|| shown(&judgment, proposal.at));
    let judged = JudgedTurn {
        judgment: &judgment,
        verdict,
        at: proposal.at,
        before: table[0],
        has_claims: proposal.turn.after().is_some(),
    };
    why.conditions = judged.conditions();
    why.answer = conditions::answer(verdict, &why.conditions);
    let last = if verdict == schema::Verdict::Legal { judgment.last() } else { None };
    if let (Some((game, after)), [Some(before), _], 1) = (last, table, judgment.tables.count) {
        let turn = judgment.completed_turn(proposal.at).or(judgment.last_turn);
        why.changes = changes(&game, &before, after, turn.as_ref());
    }
    proposal.place(&mut why, &so_far, paid(&judgment, proposal.at));
    why.verdict = verdict_with(verdict, &differences(&log, &options));
    Ok(why)
}

impl Proposal<'_> {
    /// Returns the log up to the place, ending with `turn`. Claims about the end are dropped: they
    /// describe another game.
    fn cut(&self, turn: Option<&schema::Turn>) -> Log {
        let turns = self.log.turns.iter().take(self.at).chain(turn).cloned().collect();
        let Log { rules, omits, players, setup, .. } = self.log.clone();
        let (end, result, ext, schema) = (None, None, None, None);
        let (source, format) = (self.log.source.clone(), self.log.format);
        Log { schema, format, rules, omits, source, players, setup, turns, end, result, ext }
    }

    fn begun(
        &self,
        verdict: schema::Verdict,
        log: &Log,
        judgment: &Judgment,
        options: &JudgeOptions,
    ) -> Why {
        let text = ReportSource { input: self.input.clone(), text: self.text.into() };
        let report = crate::brief_report(&text, log, judgment, options);
        let turn = self.at as u64 + 1;
        let mut findings: Vec<schema::Finding> = report.findings;
        // Show the legal alternatives once, with the first finding that is not a note.
        let errors = findings.iter_mut().filter(|finding| finding.severity != Severity::Note);
        errors.skip(1).for_each(|finding| finding.help = None);
        let inferred = report.inferred.into_iter().filter(|fact| fact.turn == Some(turn));
        Why {
            format: WhyFormat,
            tool: report.tool,
            input: self.input.clone(),
            turn,
            round: None,
            seat: None,
            words: None,
            verdict,
            departures: report.departures,
            note: None,
            findings,
            missing: if verdict == schema::Verdict::Legal { Vec::new() } else { report.missing },
            inferred: inferred.collect(),
            answer: None,
            conditions: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Describes the turn in words, with its payment if the payment is logged or unique.
    fn words(&self, game: &Game<'_>, mut turn: Turn, paid: Option<Tokens>) -> String {
        let is_paid = match self.turn {
            schema::Turn::Purchase(turn) => turn.purchase.pay.is_some(),
            _ => true,
        };
        if let (false, Action::Purchase { pay, .. }, Some(paid)) = (is_paid, &mut turn.action, paid)
        {
            *pay = paid;
        }
        let words = turn_in_words(game, &turn);
        if is_paid || paid.is_some() { words } else { words.replacen(" for nothing", "", 1) }
    }

    /// Sets the seat and the round, and makes the places in findings relative to the turn.
    fn place(&self, why: &mut Why, so_far: &Judgment, paid: Option<Tokens>) {
        if let Some((game, position)) = so_far.last().filter(|_| so_far.judged == self.at) {
            (why.seat, why.round) = (Some(position.to_move()), Some(position.round().into()));
            why.words = match self.turn {
                schema::Turn::Irregular(turn) => Some(actions_in_words(turn)),
                turn => from_log::turn_from_log(&game, turn, position.to_move())
                    .map(|turn| self.words(&game, turn, paid)),
            };
        }
        let prefix = format!("/turns/{}", self.at);
        for finding in why.findings.iter_mut().filter(|found| found.turn == Some(why.turn)) {
            let pointer = finding.pointer.take().unwrap_or_default();
            let pointer = pointer.strip_prefix(&prefix).unwrap_or_default().to_owned();
            (finding.line, finding.column) = line_column_of(self.turn_text, &pointer);
            finding.pointer = Some(pointer);
        }
    }
}

/// Returns the inferred payment of a turn, if only one payment was possible.
fn paid(judgment: &Judgment, turn: usize) -> Option<Tokens> {
    let mut all = judgment.inferred.iter();
    all.find_map(|fact| match fact.value {
        InferredValue::Tokens(paid) if fact.turn == turn && fact.field == TurnFact::Pay => {
            Some(paid)
        }
        _ => None,
    })
}

fn line_column_of(text: &str, pointer: &str) -> (Option<u64>, Option<u64>) {
    let place = locate_all(text, &[pointer]).into_iter().next().flatten();
    let place = place.map(|place| line_column(text, place.value.start));
    (place.map(|(line, _)| line as u64), place.map(|(_, column)| column as u64))
}

/// Returns the verdict on the turn alone, from the findings that remain.
fn verdict(judgment: &Judgment, turn: usize) -> schema::Verdict {
    let stopped = judgment.judged <= turn;
    match judgment.verdict() {
        Verdict::Illegal => schema::Verdict::Illegal,
        Verdict::Unsupported => schema::Verdict::Unsupported,
        Verdict::Undecided => schema::Verdict::Undecided,
        Verdict::Legal if judgment.findings.is_empty() && !stopped => schema::Verdict::Legal,
        Verdict::Legal | Verdict::Consistent => schema::Verdict::Consistent,
    }
}

/// Adds the other clauses that the turn breaks; judging stops at the first.
fn every_clause(judgment: &mut Judgment, turn: usize) {
    let [first] = judgment.findings.as_slice() else { return };
    if first.turn != Some(turn) {
        return;
    }
    let Some((ref game, _)) = judgment.last() else { return };
    let Some((position, turn)) = first.played.as_deref() else { return };
    let reported = first.breach.clause();
    let more = position.violations(game, turn).into_iter();
    let more = more.filter(|violation| violation.clause() != reported);
    let more = more.map(|violation| Finding { breach: Breach::Rule(violation), ..first.clone() });
    let more: Vec<Finding> = more.collect();
    judgment.findings.extend(more);
}

fn note(so_far: &Judgment) -> Option<String> {
    let Some(first) = so_far.findings.first() else {
        let unknown = so_far.unsupported.first()?;
        return Some(format!("the log cannot be judged up to this turn: {unknown}"));
    };
    let place =
        first.turn.map_or_else(|| "in its setup".to_owned(), |at| format!("at turn {}", at + 1));
    let id = first.breach.clause().id();
    Some(format!("the log breaks {id} {place}; from there it is followed as logged"))
}

/// Notes that the turn proves an earlier turn illegal.
fn shown(judgment: &Judgment, turn: usize) -> Option<String> {
    let before = judgment.findings.iter().find_map(|finding| finding.turn.filter(|&at| at < turn));
    before.map(|at| format!("this turn shows that turn {} was illegal", at + 1))
}

/// Lists the differences between the tables before and after a turn.
fn changes(
    game: &Game<'_>,
    before: &Position,
    after: &Position,
    turn: Option<&Turn>,
) -> Vec<Change> {
    let mut all = Vec::new();
    for (number, (was, is)) in before.seats().iter().zip(after.seats()).enumerate() {
        let seat = u8::try_from(number).ok();
        let mut number = |what: &'static str, from: u32, to: u32| {
            let change = || Change { what: what.into(), seat, from: from.into(), to: to.into() };
            all.extend((from != to).then(change));
        };
        for token in Token::ALL {
            number(token.name(), was.tokens().get(token).into(), is.tokens().get(token).into());
        }
        number("cards", was.bought().len().into(), is.bought().len().into());
        number("hand", was.hand_size().into(), is.hand_size().into());
        number("nobles", was.nobles().len().into(), is.nobles().len().into());
        number("posts", was.posts().len().into(), is.posts().len().into());
        number("prestige", was.prestige().into(), is.prestige().into());
        if game.rules.modules.strongholds {
            let seat = seat.unwrap_or_default();
            let [from, to] = [before, after].map(|table| table.strongholds().in_stock(seat));
            number("strongholds", from.into(), to.into());
        }
    }
    all.extend(of_table(game, before, after, turn));
    all
}

fn of_table(
    game: &Game<'_>,
    before: &Position,
    after: &Position,
    turn: Option<&Turn>,
) -> Vec<Change> {
    let change = |what: &'static str, from: Fact, to: Fact| Change {
        what: what.into(),
        seat: None,
        from,
        to,
    };
    let mut all = Vec::new();
    for token in Token::ALL {
        let [from, to] = [before, after].map(|table| table.supply().get(token));
        all.extend((from != to).then(|| change(token.name(), from.into(), to.into())));
    }
    all.extend(
        of_market(game, before, after, turn).map(|[gone, come]| change("market", gone, come)),
    );
    let [from, to] = [before, after].map(|table| table.nobles().len());
    all.extend((from != to).then(|| change("nobles", from.into(), to.into())));
    let [from, to] = [phase(before), phase(after)];
    all.extend((from != to).then(|| change("phase", from.into(), to.into())));
    let [from, to] = [before.to_move(), after.to_move()];
    if !after.has_ended() {
        all.push(change("to act", format!("seat {from}").into(), format!("seat {to}").into()));
    }
    all
}

/// Returns each card that left the market, with the card that came into its place: the one that the
/// turn names, or else one of its row.
fn of_market(
    game: &Game<'_>,
    before: &Position,
    after: &Position,
    turn: Option<&Turn>,
) -> impl Iterator<Item = [Fact; 2]> {
    let row = |card: CardId| game.components.card(card).row();
    let name = |card: CardId| Fact::from(game.components.card(card).to_string());
    let came = |card: &CardId| !before.market().has(*card);
    let named: Vec<[CardId; 2]> = turn.map(refills).unwrap_or_default();
    let mut come: Vec<CardId> = after.market().iter().filter(came).collect();
    come.retain(|card| !named.iter().any(|[_, refill]| refill == card));
    let nothing =
        if before.market_hidden() == after.market_hidden() { "no card" } else { "an unknown card" };
    let gone: Vec<CardId> =
        before.market().iter().filter(|&card| !after.market().has(card)).collect();
    gone.into_iter().map(move |gone| {
        let refill = named.iter().find(|[place, _]| *place == gone).map(|[_, refill]| *refill);
        let refill = refill.or_else(|| {
            let place = come.iter().position(|&come| row(come) == row(gone))?;
            Some(come.remove(place))
        });
        [name(gone), refill.map_or_else(|| nothing.into(), name)]
    })
}

/// Returns the refills that a turn names, each after the card whose place it fills.
fn refills(turn: &Turn) -> Vec<[CardId; 2]> {
    turn.cards_taken().filter_map(|(card, refill)| Some([card, refill?])).collect()
}

const fn phase(position: &Position) -> &'static str {
    match position.phase() {
        Phase::Open => "open",
        Phase::LastRound => "last round",
        Phase::Ended(_) => "ended",
    }
}
