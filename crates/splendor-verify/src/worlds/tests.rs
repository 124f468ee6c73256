//! Compares the worlds with an exhaustive search on small games with omitted facts.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use splendor_core::{
    Action, Card, CardId, Game, NobleSet, Pass, Position, PostSet, Powers, Return, Row, Rulings,
    Stalemate, Tokens, Turn,
};
use splendor_schema::Log;
use splendor_schema::json::layout;
use splendor_schema::report::FactName;
use splendor_schema::turn::Reserve;

use super::card_trace::CardTrace;
use super::reference_exhaustive::{self, Choice};
use super::reference_small::{
    DRAW, GEMS, POOR, RICH, STORY, SmallBox, hoard, log_game, perturb, rich_box, strip, whole_log,
};
use crate::Budget;
use crate::replay::{continue_after, judge_in};
use crate::verdict::{Breach, InferredValue, Judgment, Verdict};
use splendor_play::generate::Dice;

thread_local! {
    /// The largest number of nodes of the diagrams, if it is lower than usual.
    pub(super) static FEWER_NODES: Cell<Option<usize>> = const { Cell::new(None) };
}

fn judged(log: &Log, game: &Game<'_>) -> Judgment {
    judge_in(log, *game, Budget::default(), |_, _| {})
}

/// Counts of the cases that occurred, so that no test passes only because its case never occurs.
#[derive(Debug, Default)]
struct Seen {
    compared: usize,
    verdicts: [usize; 4],
    several: usize,
    died: usize,
    pass_undecided: usize,
    hidden_passes: usize,
    by_one_left: usize,
    /// Passes that a card revealed later proves illegal.
    proved: usize,
    /// For each kind of fact, how often one value was left, and how often several.
    facts: BTreeMap<FactName, [usize; 2]>,
}

/// Compares the worlds with the exhaustive search on one log.
fn compare(log: &Log, game: &Game<'_>, seen: &mut Seen) {
    let Some(opinion) = reference_exhaustive::judge(log, game) else { return };
    let judgment = judged(log, game);
    let text = layout::pretty_log(log);
    let missing = &judgment.missing;
    assert_eq!(judgment.verdict(), opinion.verdict, "{text}\n{missing:?} {:?}", judgment.findings);
    if opinion.verdict == Verdict::Illegal {
        let turn = judgment.findings[0].turn.unwrap_or(log.turns.len());
        let proved = judgment.findings[0].breach.violation().to_string().contains("later shows");
        seen.proved += usize::from(proved);
        assert!(Some(turn) == opinion.dies_at || proved, "{turn} {:?}\n{text}", opinion.dies_at);
        let clause = match judgment.findings[0].breach {
            Breach::Rule(violation) => Some(violation.clause()),
            Breach::Claim(..) => None,
        };
        assert!(clause == opinion.furthest || proved, "{clause:?} {:?}\n{text}", opinion.furthest);
    } else {
        compare_facts(log, game, &judgment, &opinion.legal, seen);
        let completed_turns = judgment.completed_turns.clone().unwrap_or_default();
        let trace =
            CardTrace::of(log, game, |at| completed_turns.turn(at)).expect("the turns are legal");
        let whole = trace.completed_log(log).expect("the hidden places can be filled");
        let verdict = judged(&whole, game).verdict();
        assert_eq!(verdict, Verdict::Legal, "{text}\n{}", layout::pretty_log(&whole));
    }
    seen.compared += 1;
    seen.verdicts[opinion.verdict as usize] += 1;
    seen.several += usize::from(opinion.legal.len() > 1);
    seen.died += usize::from(opinion.died && opinion.legal.len() > 1);
    seen.pass_undecided += usize::from(opinion.pass_undecided);
    let hidden_pass = missing.iter().any(|missing| missing.field == FactName::Card);
    seen.hidden_passes += usize::from(hidden_pass);
    let one_left = opinion.died && opinion.legal.len() == 1;
    seen.by_one_left += usize::from(one_left && !judgment.inferred.is_empty());
}

/// Counts of the logs that were judged past a lowered bound.
#[derive(Debug, Default)]
struct PastTheBound {
    /// Logs with a legal completion that was found, and those where none was found.
    completed: [usize; 2],
    /// Logs without a legal completion that were refuted, and those that were not.
    refuted: [usize; 2],
}

/// Judges logs with a bound of a few worlds, and compares the verdicts with the exhaustive search.
fn compare_past_the_bound(small: &SmallBox, games: u64, counts: &mut PastTheBound) {
    let components = small.components();
    for seed in 0..games / share() as u64 {
        let mut dice = Dice::new(seed);
        let game = small.game(&components, Rulings::default());
        let mut log = whole_log(small, &game, &mut dice);
        strip(&mut log, small, &mut dice);
        if dice.once_in(2) {
            perturb(&mut log, &mut dice);
        }
        let Some(opinion) = reference_exhaustive::judge(&log, &game) else { continue };
        FEWER_NODES.set(Some(20 + dice.below(200)));
        let judgment = judged(&log, &game);
        FEWER_NODES.set(None);
        let text = || format!("{:?}\n{}", judgment.findings, layout::pretty_log(&log));
        let gave_up = judgment.missing.iter().any(|missing| missing.stops);
        match (judgment.verdict(), opinion.verdict) {
            (Verdict::Illegal, Verdict::Illegal) => {
                let turn = judgment.findings[0].turn.unwrap_or(log.turns.len());
                let proved = judgment.findings[0].breach.violation().to_string();
                let by_a_later_card = proved.contains("later shows");
                assert!(Some(turn) >= opinion.dies_at || by_a_later_card, "{}", text());
                counts.refuted[0] += 1;
            }
            (_, Verdict::Illegal) => {
                assert!(gave_up, "{}", text());
                counts.refuted[1] += 1;
            }
            (Verdict::Illegal, _) => panic!("{}", text()),
            _ if gave_up => counts.completed[1] += 1,
            _ => {
                let completed_turns = judgment.completed_turns.clone().unwrap_or_default();
                let trace = CardTrace::of(&log, &game, |at| completed_turns.turn(at));
                let whole = trace.and_then(|trace| trace.completed_log(&log)).expect("a witness");
                assert_eq!(judged(&whole, &game).verdict(), Verdict::Legal, "{}", text());
                counts.completed[0] += 1;
            }
        }
    }
}

/// Compares the inferred and missing facts with the values in all legal completions.
fn compare_facts(
    log: &Log,
    game: &Game<'_>,
    judgment: &Judgment,
    legal: &BTreeSet<Vec<Choice>>,
    seen: &mut Seen,
) {
    for turn in 0..log.turns.len() {
        let mut fields: BTreeMap<FactName, BTreeSet<Option<String>>> = BTreeMap::new();
        for (field, value) in legal.iter().flat_map(|whole| facts(game, &whole[turn])) {
            fields.entry(field).or_default().insert(value);
        }
        for (field, values) in fields {
            let here = |name: FactName, at: usize| name == field && at == turn;
            let missing = judgment
                .missing
                .iter()
                .find(|one| one.turn.is_some_and(|at| here(one.field, at)) && one.values.is_some());
            let left = missing.and_then(|one| one.values).unwrap_or(1);
            let text =
                || format!("{field} of turn {turn}: {values:?}\n{}", layout::pretty_log(log));
            assert_eq!(left, values.len(), "{}", text());
            let inferred = judgment.inferred.iter().find(|one| here(one.field, one.turn));
            let inferred = inferred.map(|one| format!("{:?}", one.value));
            let only = values.first().filter(|_| left == 1).cloned().flatten();
            assert_eq!(inferred, only, "{}", text());
            let counts = seen.facts.entry(field).or_default();
            counts[usize::from(left > 1)] += usize::from(left > 1 || only.is_some());
        }
    }
}

/// Returns the facts that a turn omits, with the values chosen for them.
fn facts(game: &Game<'_>, choice: &Choice) -> Vec<(FactName, Option<String>)> {
    let text = |value: InferredValue| format!("{value:?}");
    let tokens =
        |tokens: Tokens| Some(text(InferredValue::Tokens(tokens))).filter(|_| !tokens.is_empty());
    let card = |card: Option<CardId>| {
        card.map(|card| text(InferredValue::Card(game.components.card(card))))
    };
    let noble = |set: NobleSet| {
        let noble = set.iter().next();
        noble.map(|noble| text(InferredValue::Noble(game.components.noble(noble))))
    };
    let post = |set: PostSet| set.iter().next().map(|post| text(InferredValue::Post(post)));
    let facts = [
        choice.pay.map(|pay| (FactName::Pay, Some(text(InferredValue::Tokens(pay))))),
        choice.returned.map(|returned| (FactName::Return, tokens(returned))),
        choice.nobles.map(|nobles| (FactName::Noble, noble(nobles))),
        choice.gem.map(|gem| (FactName::Gem, tokens(gem))),
        choice.posts.map(|posts| (FactName::Post, post(posts))),
        choice.kept.map(|[kept, _]| (FactName::Card, card(kept))),
        choice.kept.map(|[_, under]| (FactName::Under, card(under))),
    ];
    facts.into_iter().flatten().collect()
}

/// Returns the divisor of all samples: 2 with `SPLENDOR_LONG`, otherwise 5.
#[expect(clippy::disallowed_methods, reason = "a test may ask for its size")]
fn share() -> usize {
    if std::env::var_os("SPLENDOR_LONG").is_some() { 2 } else { 5 }
}

/// Plays the sampled share of `games` random games, and compares variants of each log.
fn compare_many(small: &SmallBox, games: u64) -> Seen {
    let components = small.components();
    let mut seen = Seen::default();
    for seed in 0..games / share() as u64 {
        let mut dice = Dice::new(seed);
        let rulings = match dice.below(8) {
            0 => Rulings { gold: splendor_core::GoldUse::LastResort, ..Rulings::default() },
            1 => Rulings { pass: Pass::Never, ..Rulings::default() },
            2 => Rulings { stalemate: Stalemate::Continues, ..Rulings::default() },
            _ => Rulings::default(),
        };
        let game = small.game(&components, rulings);
        let whole = whole_log(small, &game, &mut dice);
        for _ in 0..4 {
            let mut log = whole.clone();
            strip(&mut log, small, &mut dice);
            compare(&log, &game, &mut seen);
            perturb(&mut log, &mut dice);
            compare(&log, &game, &mut seen);
        }
    }
    seen
}

#[test]
fn missing_payments_returns_and_nobles_are_decided_as_by_trying_everything() {
    let seen = compare_many(&RICH, 150);
    assert!(seen.verdicts[..3].iter().all(|&count| count > 150 / share()), "{seen:?}");
    assert!(seen.several > 100 / share() && seen.died > 30 / share(), "{seen:?}");
    assert!(seen.by_one_left > 25 / share(), "{seen:?}");
}

#[test]
fn verdicts_past_the_bound_agree_with_those_by_trying_everything() {
    let mut counts = PastTheBound::default();
    for small in [&RICH, &POOR, &GEMS, &DRAW] {
        compare_past_the_bound(small, 600, &mut counts);
    }
    let PastTheBound { completed, refuted } = counts;
    assert!(completed[0] > 100 && refuted[0] > 50, "{counts:?}");
    assert!(completed[1] * 20 < completed[0] && refuted[1] * 5 < refuted[0], "{counts:?}");
}

#[test]
fn forced_passes_are_decided_as_by_trying_everything() {
    let seen = compare_many(&POOR, 230);
    assert!(seen.verdicts[..3].iter().all(|&count| count > 180 / share()), "{seen:?}");
    assert!(seen.hidden_passes > 0, "{seen:?}");
    // The rare cases need the large sample.
    assert!(share() > 1 || seen.hidden_passes > 15 && seen.proved > 0, "{seen:?}");
}

#[test]
fn power_gems_and_posts_are_decided_as_by_trying_everything() {
    let seen = compare_many(&GEMS, 190);
    let enough = |fact| seen.facts[&fact].iter().all(|&count| count > 5 / share());
    assert!(
        enough(FactName::Gem)
            && enough(FactName::Return)
            && seen.facts[&FactName::Post][0] > 300 / share(),
        "{seen:?}"
    );
}

#[test]
fn two_cards_that_were_drawn_are_decided_as_by_trying_everything() {
    let seen = compare_many(&DRAW, 150);
    assert!(seen.verdicts[..3].iter().all(|&count| count > 0), "{seen:?}");
    // The rare cases need the large sample.
    let enough = |fact| share() > 1 || seen.facts[&fact].iter().all(|&count| count > 5);
    assert!(enough(FactName::Card) && enough(FactName::Under), "{seen:?}");
}

#[test]
fn a_second_card_that_a_seat_need_not_draw_makes_no_game_illegal() {
    let components = DRAW.components();
    // The rulings allow every pass: this test is only about the second card.
    let (pass, stalemate) = (Pass::Always, Stalemate::Continues);
    let rulings = Rulings { powers: Powers::Optional, pass, stalemate, ..Rulings::default() };
    let game = DRAW.game(&components, rulings);
    let (mut legal, mut open) = (0, 0);
    for seed in 0..1_500 {
        let mut dice = Dice::new(seed);
        let mut log = whole_log(&DRAW, &game, &mut dice);
        assert!(judged(&log, &game).findings.is_empty());
        log.setup.decks = None;
        for turn in &mut log.turns {
            if let Some(Reserve::Deck { card, under, .. }) = &mut turn.reserve
                && dice.once_in(2)
            {
                (*card, *under) = (None, None);
            }
        }
        let judgment = judged(&log, &game);
        let findings = &judgment.findings;
        assert!(findings.is_empty(), "{findings:?}\n{}", layout::pretty_log(&log));
        let followed = continue_after(&log, judgment.clone(), |_, _| {});
        if let Some(stop) = followed.stop() {
            let here = followed.missing.iter().filter(|missing| missing.turn == stop.turn);
            assert_eq!(here.count(), 1, "{:?}", followed.missing);
        }
        legal += usize::from(judgment.verdict() == Verdict::Legal);
        open += usize::from(
            judgment.missing.iter().any(|one| one.field == FactName::Under && one.stops),
        );
    }
    assert!(legal > 300 && open > 3, "{legal}, {open}");
}

#[test]
fn a_place_that_only_a_banned_card_could_fill_leaves_a_doubt() {
    let components = STORY.components();
    let game = STORY.game(&components, Rulings::default());
    let rows = Row::ALL.map(|level| components.of_row(level).iter().collect());
    let id = |card: &str| components.find_card(Card::parse(card).unwrap()).unwrap();
    let gems = |counts| Tokens::new(counts);
    let blind = Action::ReserveDeck { row: Row::One, card: None, under: None };
    let buy = |card, pay| Action::Purchase { card: id(card), pay: gems(pay), from: None };
    let reserve = |card| Action::ReserveMarket(id(card));
    let all = Action::Take(gems([1, 1, 0, 0, 1, 0]));
    let actions = [
        blind,
        all,
        reserve("b1s1d1s"),
        reserve("a0d1d1s"),
        reserve("c2o3s"),
        reserve("c2s1o"),
        // The hidden card is one of two. The seat has one gold, enough for a0o1s only.
        Action::Pass,
        buy("a0d1d1s", [1, 1, 0, 0, 0, 0]),
        Action::Take(gems([1, 1, 0, 0, 0, 0])),
        buy("c2s1o", [0, 0, 0, 0, 1, 0]),
        buy("b1s1d1s", [1, 1, 0, 0, 0, 0]),
        all,
        blind,
        reserve("a0s2d"),
        // The log does not show which of the two hidden cards this was.
        buy("a0d1s1o", [0, 0, 0, 0, 0, 1]),
    ];
    let next = |position: &Position| {
        let action = actions.get(position.turns() as usize)?;
        Some(Turn::new(position.to_move(), *action))
    };
    let mut log = log_game(&game, rows, next);
    assert_eq!(judged(&log, &game).verdict(), Verdict::Legal);
    strip_cards(&mut log);
    let mut seen = Seen::default();
    compare(&log, &game, &mut seen);
    assert_eq!((seen.verdicts, seen.hidden_passes), ([0, 1, 0, 0], 1));
}

/// Removes the decks from a log, and the cards that seats reserved from them.
fn strip_cards(log: &mut Log) {
    log.setup.decks = None;
    for turn in &mut log.turns {
        if let Some(Reserve::Deck { card, .. }) = &mut turn.reserve {
            *card = None;
        }
    }
}

#[test]
fn a_turn_with_many_endings_is_decided() {
    // A seat with nine tokens of each color can return about 100,000 different selections.
    let small = rich_box(9);
    let components = small.components();
    let rulings = Rulings { returns: Return::UpTo, pass: Pass::Always, ..Rulings::default() };
    let game = small.game(&components, rulings);
    let log = hoard(&game, 9);
    let judgment = judged(&log, &game);
    assert_eq!(judgment.verdict(), Verdict::Legal, "{:?}", judgment.findings);
    let last = judgment.missing.last().unwrap();
    assert_eq!((last.field, last.turn), (FactName::Return, Some(log.turns.len() - 1)));
    assert_eq!((last.values, last.stops), (Some(97_998), false));
}
