//! Follows the rest of a log after a judgment that stopped.

use std::collections::BTreeSet;

use splendor_core::{
    Action, Card, Component, Components, Game, MOST_CARDS, MOST_NOBLES, Noble, Position, Turn,
    Unknown, Violation,
};
use splendor_schema::Log;

use super::record_legal;
use crate::complete::{OmittedFacts, Resolved};
use crate::from_log::{Lists, Stray};
use crate::verdict::{Breach, Finding, Judgment, MissingFact, OwnedGame, Played, Verdict};
use crate::{Unsupported, claims, complete, from_log, place};

/// Follows a log from the turn at which its judgment stopped. The verdict and the findings stay, and
/// new findings are added; the number of turns and the position are then those where this function
/// stops.
///
/// The log is trusted. A turn moves the tokens and cards that it names, legal or not, and the
/// claims about the table after it replace the computed values: otherwise one wrong turn would
/// cause false findings in later ones. A card or noble that is in no box joins the game; without
/// room for a card it replaces one that the log never names. An omitted fact gets the first of its
/// values, and a foreign turn counts as a pass; from such a guess on, findings prove nothing.
///
/// Calls `on_position` with the position after every turn that it follows. If the judgment has no
/// position, it deals the setup, and calls `on_position` with that position first.
pub fn continue_after(
    log: &Log,
    mut judgment: Judgment,
    mut on_position: impl FnMut(&Game<'_>, &Position),
) -> Judgment {
    let reached_end = judgment.judged == log.turns.len() && judgment.position.is_some();
    let Some(owned) = judgment.game.take_if(|_| !reached_end) else { return judgment };
    let game = owned.as_game();
    // The turn at which the judgment stopped is followed, and shows its facts again.
    let stop = judgment.judged;
    judgment.inferred.retain(|inferred| inferred.turn < stop);
    judgment.missing.retain(|missing| missing.turn < Some(stop) || missing.stops);
    let strays = from_log::strays(log, game.components);
    let extended = (!strays.is_empty()).then(|| with_strays(log, game.components, &strays));
    let components = extended.as_ref().unwrap_or(game.components);
    let mut continuation = Continuation {
        log,
        game: Game { components, ..game },
        strays,
        guessed: starts_from_guess(&judgment),
        found_before: judgment.findings.len(),
        judgment,
    };
    let dealt = continuation.judgment.position.map_or_else(
        || {
            let first = continuation.deal()?;
            on_position(&continuation.game, &first);
            Some(first)
        },
        |stopped| {
            let further = components.cards().without(game.components.cards());
            Some(if further.is_empty() { stopped } else { stopped.with_further_cards(further) })
        },
    );
    if let Some(position) = dealt {
        continuation.follow_turns(position, on_position);
    }
    // The fact at which the search stopped is not listed again for the same turn.
    if let Some(stop) = continuation.judgment.stop().map(|missing| missing.turn) {
        continuation.judgment.missing.retain(|missing| missing.stops || missing.turn != stop);
    }
    let game = Some(OwnedGame::from(&continuation.game));
    Judgment { game, ..continuation.judgment }
}

/// Returns the position before each turn up to and including `turn`, following the log and the
/// turns of the world of the judgment.
pub(crate) fn history(log: &Log, turn: usize, judgment: &Judgment) -> Vec<Position> {
    let (game, completed_turns) = (judgment.game.clone(), judgment.completed_turns.clone());
    let start = Judgment { game, completed_turns, work: judgment.work, ..Judgment::nothing() };
    let mut positions = Vec::new();
    continue_after(&first_turns(log, turn), start, |_, position| positions.push(*position));
    positions
}

/// Returns the log up to a turn, without claims about the end: they describe another game.
pub(crate) fn first_turns(log: &Log, turn: usize) -> Log {
    Log { turns: log.turns[..turn].to_vec(), end: None, result: None, ..log.clone() }
}

/// Returns whether the position where a judgment stopped may differ from that of the game: the log
/// allows several tables there, or the judgment stopped without a breach.
fn starts_from_guess(judgment: &Judgment) -> bool {
    judgment.verdict() != Verdict::Illegal
        || judgment.tables.count > 1
        || judgment.findings.iter().any(|finding| finding.tables > 1)
}

/// Returns the components with those that only the log knows; they keep their numbers. The id of a
/// card contains its facts, so an unknown card can be played.
///
/// Where a box has no more room, an unknown card takes the number of a card that the log never
/// names.
fn with_strays(log: &Log, all: &Components, strays: &[Stray]) -> Components {
    let mut cards: Vec<Card> = all.cards().iter().map(|id| all.card(id)).collect();
    let mut nobles: Vec<Noble> = all.nobles().iter().map(|id| all.noble(id)).collect();
    let mut unnamed: BTreeSet<Card> = cards.iter().copied().collect();
    place::each_component(log, |component, _, _| match component {
        Component::Card(card) => _ = unnamed.remove(&card),
        Component::Noble(_) | Component::City(_) | Component::Post(_) => {}
    });
    for stray in strays {
        match stray.component {
            Component::Card(card) if cards.len() < MOST_CARDS => cards.push(card),
            Component::Card(card) => {
                if let Some(place) = cards.iter().position(|other| unnamed.contains(other)) {
                    unnamed.remove(&cards[place]);
                    cards[place] = card;
                }
            }
            Component::Noble(noble) if nobles.len() < MOST_NOBLES => nobles.push(noble),
            // The core has fixed lists of cities and posts. Setups and turns go on without the
            // unknown ones.
            Component::Noble(_) | Component::City(_) | Component::Post(_) => {}
        }
    }
    Components::of(&cards, &nobles).expect("a box has room for these")
}

/// The state while the rest of a log is followed, apart from the position.
struct Continuation<'l, 'h> {
    log: &'l Log,
    game: Game<'h>,
    /// The components that do not exist, in the order in which the log names them.
    strays: Vec<Stray>,
    /// Whether the position is a guess.
    guessed: bool,
    judgment: Judgment,
    /// The number of findings that the judgment had when it stopped.
    found_before: usize,
}

impl Continuation<'_, '_> {
    /// Deals the first position, and adds the breaches of the setup. Returns the position that the
    /// setup describes, legal or not; `None` if it describes none.
    fn deal(&mut self) -> Option<Position> {
        self.add_findings_of_strays(None);
        let lists = match Lists::of(self.log, &self.game, true) {
            Ok(lists) => lists,
            Err(unknown) => {
                self.add_certain(Breach::Rule(unknown), None);
                return None;
            }
        };
        let setup = lists.setup();
        match Position::deal(&self.game, &setup) {
            Ok(position) if self.strays.is_empty() => return Some(position),
            Ok(_) => {}
            Err(violation) if self.follows_from_strays(&violation, &lists) => {}
            Err(violation) => self.add_at_this_table(Breach::Rule(violation), None, None),
        }
        Position::deal_anyway(&self.game, &setup)
    }

    /// Returns whether a breach of the setup only repeats `component.unknown`: a listed deck with an
    /// unknown card lacks the published card of that place, and an unknown city leaves an empty
    /// place.
    fn follows_from_strays(&self, violation: &Violation, lists: &Lists) -> bool {
        !self.strays.is_empty()
            && match violation {
                Violation::SetupCards { times, .. } => *times == 0,
                Violation::SetupCities { needed, .. } => {
                    *needed > 0 && !lists.has_every_city(self.log)
                }
                _ => false,
            }
    }

    /// Follows the turns that are left, then checks the claims about the end.
    fn follow_turns(
        &mut self,
        mut position: Position,
        mut on_position: impl FnMut(&Game<'_>, &Position),
    ) {
        for at in self.judgment.judged..self.log.turns.len() {
            self.add_findings_of_strays(Some(at));
            let Some(next) = self.follow_turn(at, &position) else {
                self.judgment.position = Some(position);
                return;
            };
            position = next;
            on_position(&self.game, &position);
            self.judgment.judged += 1;
        }
        for claim in claims::of_end(self.log, &self.game, &position) {
            if claim.is_certain {
                self.add_certain(claim.breach, None);
            } else {
                self.add_at_this_table(claim.breach, None, None);
            }
        }
        self.judgment.position = Some(position);
    }

    /// Returns the position after turn `at`, `None` if the turn cannot be followed.
    fn follow_turn(&mut self, at: usize, position: &Position) -> Option<Position> {
        // The judgment may have completed this turn, at the table that it shows.
        if let Some(turn) = self.judgment.completed_turn(at) {
            return self.follow_completed(at, position, &turn);
        }
        let logged = &self.log.turns[at];
        match from_log::turn(self.game.components, logged, position.to_move(), true) {
            Ok(Some(turn)) if complete::omits_nothing(logged, &self.log.omits) => {
                self.follow_completed(at, position, &turn)
            }
            Ok(Some(turn)) => {
                let omitted = OmittedFacts::of(logged, &self.log.omits);
                self.follow_incomplete(at, position, &turn, omitted)
            }
            Ok(None) => {
                // The judgment may have stopped at this turn.
                let foreign = Unsupported::Foreign { turn: at };
                if self.judgment.unsupported.last() != Some(&foreign) {
                    self.judgment.unsupported.push(foreign);
                }
                self.guessed = true;
                let seat = logged.seat.unwrap_or(position.to_move());
                Some(self.as_logged(at, position, &Turn::new(seat, Action::Pass)))
            }
            Err(unknown) => {
                self.add_certain(Breach::Rule(unknown), Some(at));
                None
            }
        }
    }

    /// Follows a turn whose omitted facts are filled in. The core may still find that a fact is open,
    /// like the source of a card.
    fn follow_completed(
        &mut self,
        at: usize,
        position: &Position,
        turn: &Turn,
    ) -> Option<Position> {
        let mut next = *position;
        let events = match next.play(&self.game, turn) {
            Ok(events) => events,
            Err(violation) => {
                let after = self.log.turns[at].after.as_ref();
                let breach = claims::or_withheld_gold(position, turn, after, violation);
                self.add_at_this_table(breach, Some(at), Some(Box::new((*position, *turn))));
                return Some(self.as_logged(at, position, turn));
            }
        };
        match events.unknown {
            None | Some(Unknown::MarketCard) => {}
            Some(Unknown::HandAffordable | Unknown::Drawn) => self.guessed = true,
            Some(Unknown::Source | Unknown::Kept) => {
                return self.follow_incomplete(at, position, turn, OmittedFacts::default());
            }
            Some(Unknown::Copied) => {
                return self.follow_incomplete(at, position, turn, OmittedFacts::of_copy());
            }
        }
        let breach =
            record_legal(self.log, &self.game, at, turn, &events, &next, &mut self.judgment);
        if let Some(breach) = breach {
            self.add_at_this_table(breach, Some(at), Some(Box::new((*position, *turn))));
            return Some(self.as_claimed(at, &next, turn.seat));
        }
        Some(next)
    }

    /// Follows a turn with the first values of its omitted facts.
    fn follow_incomplete(
        &mut self,
        at: usize,
        position: &Position,
        turn: &Turn,
        omitted: OmittedFacts,
    ) -> Option<Position> {
        let logged = &self.log.turns[at];
        let most = self.judgment.work.most(self.log);
        let mut work = |steps| self.judgment.work.add_up_to(most, steps);
        match complete::resolve(&self.game, position, turn, logged, omitted, &mut work) {
            Resolved::Forced(completed) => {
                self.judgment.inferred.extend(omitted.inferred(at, &self.game, turn, &completed));
                self.follow_completed(at, position, &completed)
            }
            Resolved::Several { field, values, first } => {
                self.judgment.missing.push(MissingFact::of_several(at, field, values));
                self.guessed = true;
                self.follow_completed(at, position, &first)
            }
            Resolved::Impossible { shows, tables } => {
                let found = self.judgment.findings.len();
                let next = self.follow_completed(at, position, &shows);
                self.guessed |= self.judgment.mark_as_one_of_several(tables, found);
                next
            }
            Resolved::TooMany => {
                self.judgment.missing.push(MissingFact::of_too_many(at, omitted.first_field()));
                None
            }
        }
    }

    /// Returns the position after an illegal or foreign turn, as the log describes it.
    fn as_logged(&mut self, at: usize, position: &Position, turn: &Turn) -> Position {
        // Which of several actions moved the table is not known, so none does.
        self.guessed |= self.log.turns[at].is_irregular();
        self.as_claimed(at, &position.follow_log(&self.game, turn), turn.seat)
    }

    /// Returns the position after turn `at` with the claims of the log in place of the computed
    /// values.
    fn as_claimed(&self, at: usize, next: &Position, seat: u8) -> Position {
        let after = self.log.turns[at].after.as_ref();
        after.map_or(*next, |after| claims::adopted(next, seat, after))
    }

    /// Adds a finding for each component that does not exist and that the log first names in a turn,
    /// or in the setup for `None`.
    fn add_findings_of_strays(&mut self, turn: Option<usize>) {
        let here = self.strays.iter().filter(|stray| stray.turn == turn);
        for violation in here.map(|stray| stray.violation).collect::<Vec<_>>() {
            self.add_certain(Breach::Rule(violation), turn);
        }
    }

    /// Adds a finding that depends on the table. After a guess it is a warning.
    fn add_at_this_table(&mut self, breach: Breach, turn: Option<usize>, played: Option<Played>) {
        self.add_finding(breach, turn, played, self.guessed);
    }

    /// Adds a finding that holds at every table. After a guess it stays an error, but not after a
    /// foreign turn, which the rules do not cover.
    fn add_certain(&mut self, breach: Breach, turn: Option<usize>) {
        let after_foreign = !self.judgment.unsupported.is_empty();
        self.add_finding(breach, turn, None, self.guessed && after_foreign);
    }

    fn add_finding(
        &mut self,
        breach: Breach,
        turn: Option<usize>,
        played: Option<Played>,
        after_guess: bool,
    ) {
        let tables = if after_guess { 1 } else { self.judgment.tables.count };
        let mut found = Finding { after_guess, played, ..Finding::new(breach, turn, tables) };
        let findings = &mut self.judgment.findings;
        // The turn that stopped the judgment is followed again, and its breach is listed already.
        let is_same = |other: &Finding| (other.turn, &other.breach) == (turn, &breach);
        if !findings[..self.found_before].iter().any(is_same) {
            found.after_illegal = findings.iter().any(|other| other.moment() < found.moment());
            findings.push(found);
        }
    }
}
