//! Moves the possible tables on by one turn.

use std::collections::BTreeMap;

use splendor_core::{Action, Game, Gems, Position, PostSet, Token, Tokens, Turn, Unknown};
use splendor_schema::report::FactName;
use splendor_schema::turn::After;

use super::bare_table::{BareTable, Played, Refused};
use super::diagram::{Diagrams, Full, Group, Relation, Set, Shift, WIDTH};
use super::relevant_tokens::{Classes, RelevantTokens};
use super::world::{Generation, Label, Layer, Move, World, digits_of, tokens_of};
use super::{MOST_LABELS, TOO_HIDDEN, WHICH_PASS};
use crate::claims;
use crate::complete::{self, OmittedFacts, WORK_OF_A_DIGEST, WORK_OF_A_TRY};
use crate::verdict::{MissingFact, TOO_LONG};

/// A turn of the log that is played at every possible table.
pub(super) struct Expansion<'e> {
    pub(super) game: &'e Game<'e>,
    /// The number of the turn, from 0.
    pub(super) at: usize,
    pub(super) turn: &'e Turn,
    pub(super) omitted: OmittedFacts,
    /// The claims that the tables after the turn have to agree with.
    pub(super) after: Option<&'e After>,
    /// The tokens that the seat may hold after the turn, if some are known to lead to no table that
    /// is looked for.
    pub(super) promising: Option<Set>,
}

/// The tables after a turn.
pub(super) struct Expanded {
    pub(super) next: Generation,
    pub(super) layer: Layer,
    /// Whether some table cannot play the turn, leads to no table that agrees with the claims, or
    /// leads to one from which no way leads on.
    pub(super) died: bool,
}

/// The limit or the question that stops the search.
#[derive(Clone, Copy, Debug)]
pub(super) enum GaveUp {
    /// The sets are full.
    Full,
    /// A fact is missing.
    Missing { field: FactName, why: &'static str },
}

impl From<Full> for GaveUp {
    fn from(_: Full) -> Self {
        Self::Full
    }
}

impl Expansion<'_> {
    /// Returns the tokens that make a difference to the turn of a seat with these posts, and at least
    /// these bonuses.
    pub(super) fn relevant(&self, posts: PostSet, bonuses: Gems) -> RelevantTokens {
        RelevantTokens::of(self.game, self.turn, posts, bonuses)
    }

    /// Returns the reason to stop at a limit.
    fn gave_up(&self, why: &'static str) -> GaveUp {
        GaveUp::Missing { field: self.omitted.first_field(), why }
    }

    /// Returns the tables that the turn leads to. `died` is whether that is already known of some
    /// table: then it need not be found out again.
    ///
    /// # Errors
    ///
    /// The reason to stop.
    pub(super) fn expand(
        &self,
        sets: &mut Diagrams,
        now: &Generation,
        died: bool,
    ) -> Result<Expanded, GaveUp> {
        // All tables have played the same number of turns, so the same seat is next in each.
        let mover = usize::from(now.bare(0).without_tokens().to_move());
        let layer = Layer::new(mover, now.kinds(), self.omitted);
        let mut expanded = Expanded { next: Generation::new(), layer, died };
        for kind in 0..now.kinds() {
            self.expand_kind(sets, now, kind, &mut expanded)?;
        }
        let agree = self.compare_with_claims(sets, &mut expanded)?;
        if !agree && !expanded.died {
            // A value that contradicts the claims of its own turn refutes no table that has others.
            let before = expanded.layer.back(sets, expanded.next.held(), |_, _| {})?;
            expanded.died = before != now.held();
        }
        Ok(expanded)
    }

    /// Adds the steps from tables of one kind.
    fn expand_kind(
        &self,
        sets: &mut Diagrams,
        now: &Generation,
        kind: usize,
        expanded: &mut Expanded,
    ) -> Result<(), GaveUp> {
        let (bare, held) = (now.bare(kind), now.held()[kind]);
        let relevant = self.relevant(bare.mover().posts(), bare.mover().bonuses());
        let supplies = self.supplies_of(sets, &relevant, held);
        let holding = sets.of_group(held, expanded.layer.mover)?;
        let holdings = relevant.classes(sets.groups(holding));
        // To ask whether any holding can play the turn with a supply costs less than to split off its
        // tables, unless there are many holdings.
        let ask = supplies.len() > 1 && supplies.len() * holdings.len() <= MOST_ASKED;
        for supply in &supplies {
            let is_live = !ask || self.can_play(sets, bare, &holdings, *supply)?;
            if !is_live && expanded.died {
                continue;
            }
            let before = self.with_supply(sets, &relevant, held, *supply)?;
            if is_live {
                self.expand_alike(sets, now, (kind, before), &relevant, expanded)?;
            } else {
                expanded.died |= before != Set::EMPTY;
            }
        }
        Ok(())
    }

    /// Returns one of all tables at which the turn has the same outcome.
    ///
    /// # Errors
    ///
    /// The sets are full.
    pub(super) fn each_alike(
        &self,
        sets: &mut Diagrams,
        now: &Generation,
    ) -> Result<Vec<World>, Full> {
        let mover = usize::from(now.bare(0).without_tokens().to_move());
        let mut worlds = Vec::new();
        for kind in 0..now.kinds() {
            let held = now.held()[kind];
            let mover_of_kind = now.bare(kind).mover();
            let mut relevant = self.relevant(mover_of_kind.posts(), mover_of_kind.bonuses());
            if self.after.is_some_and(|after| after.tokens.is_some()) {
                relevant = relevant.with_all_held();
            }
            for supply in self.supplies_of(sets, &relevant, held) {
                let before = self.with_supply(sets, &relevant, held, supply)?;
                let holding = sets.of_group(before, mover)?;
                let holdings = relevant.classes(sets.groups(holding));
                for holdings in holdings.values() {
                    let held = sets.find(before, mover, holdings[0]);
                    worlds.extend(held.map(|held| World { kind, held }));
                }
            }
        }
        Ok(worlds)
    }

    /// Returns the supplies at some tables that make a difference.
    fn supplies_of(&self, sets: &Diagrams, relevant: &RelevantTokens, held: Set) -> Vec<Group> {
        let all = digits_of(self.game.tokens);
        let (mut low, mut high) = (all, all);
        for place in 0..WIDTH {
            let Some((least, most)) = sets.sums(held, place) else { return Vec::new() };
            low[place] = all[place].saturating_sub(most);
            high[place] = all[place].saturating_sub(least);
        }
        relevant.supplies(low, high)
    }

    /// Returns the tables with a supply that makes no other difference.
    fn with_supply(
        &self,
        sets: &mut Diagrams,
        relevant: &RelevantTokens,
        held: Set,
        supply: Group,
    ) -> Result<Set, Full> {
        let all = digits_of(self.game.tokens);
        let mut alike = held;
        for place in 0..WIDTH {
            let most = all[place].saturating_sub(supply[place]);
            let least = if supply[place] < relevant.in_supply[place] { most } else { 0 };
            alike = sets.with_sum(alike, place, (least, most))?;
        }
        Ok(alike)
    }

    /// Returns whether some holding may play the turn.
    fn can_play(
        &self,
        sets: &mut Diagrams,
        bare: &BareTable,
        holdings: &Classes,
        supply: Group,
    ) -> Result<bool, Full> {
        for holdings in holdings.values() {
            let position = bare.with_holding(tokens_of(holdings[0]), tokens_of(supply));
            let mut can_play = false;
            let played = self.each_legal(sets, bare, &position, &mut |_| {
                can_play = true;
                Ok(())
            });
            match played {
                Ok(()) if !can_play => {}
                Ok(()) | Err(GaveUp::Missing { .. }) => return Ok(true),
                Err(GaveUp::Full) => return Err(Full),
            }
        }
        Ok(false)
    }

    /// Adds the steps from tables of one kind at which the turn depends only on the tokens of the
    /// seat that acts.
    fn expand_alike(
        &self,
        sets: &mut Diagrams,
        now: &Generation,
        (kind, before): (usize, Set),
        relevant: &RelevantTokens,
        expanded: &mut Expanded,
    ) -> Result<(), GaveUp> {
        let mover = expanded.layer.mover;
        let holding = sets.of_group(before, mover)?;
        let mut holdings_of: BTreeMap<Step, Vec<Group>> = BTreeMap::new();
        for holdings in relevant.classes(sets.groups(holding)).values() {
            let held =
                sets.find(before, mover, holdings[0]).expect("the seat holds these somewhere");
            let position = now.position(self.game, &World { kind, held });
            for step in self.steps(sets, now, kind, &position, expanded)? {
                holdings_of.entry(step).or_default().extend(holdings);
            }
        }
        let mut lead_on = Vec::new();
        let mut moves: BTreeMap<usize, Vec<(usize, Relation)>> = BTreeMap::new();
        for (Step { to, label, shift }, from) in holdings_of {
            let from = sets.of_any_order(from)?;
            let (tokens, leads_on) = self.relation(sets, from, shift, &mut expanded.died)?;
            lead_on.push(leads_on);
            if tokens != Set::EMPTY {
                moves.entry(to).or_default().push((label, tokens));
            }
        }
        for (to, of_labels) in moves {
            let tokens = of_labels.iter().map(|&(_, tokens)| tokens).collect();
            let tokens = sets.union_of(tokens)?;
            let after = sets.image(before, mover, tokens)?;
            let known = expanded.next.held()[to];
            expanded.next.held_mut()[to] = sets.union(known, after)?;
            expanded.layer.moves.push(Move { from: kind, to, before, tokens, of_labels });
        }
        expanded.died = expanded.died || sets.union_of(lead_on)? != holding;
        Ok(())
    }

    /// Returns a step of the seat that acts, from some tokens, to those that agree with the claims
    /// and are promising, and from which of the tokens it leads on. Notes whether it would lead to
    /// others.
    fn relation(
        &self,
        sets: &mut Diagrams,
        from: Set,
        shift: Shift,
        died: &mut bool,
    ) -> Result<(Relation, Set), Full> {
        let group = sets.last_group();
        let claimed = self.claimed(sets)?;
        let relation = sets.relation(from, shift, claimed)?;
        let ends = sets.image(from, group, relation)?;
        let kept = match self.promising {
            Some(promising) => sets.intersection(ends, promising)?,
            None => ends,
        };
        let leads_on = sets.preimage([from, kept], group, relation)?;
        if kept == ends {
            return Ok((relation, leads_on));
        }
        *died = true;
        Ok((sets.relation(from, shift, Some(kept))?, leads_on))
    }

    /// Returns the tokens of the seat that acts that agree with the claims about them.
    pub(super) fn claimed(&self, sets: &mut Diagrams) -> Result<Option<Set>, Full> {
        let Some(claimed) = self.after.and_then(|after| after.tokens) else { return Ok(None) };
        let counts = Token::ALL.map(|token| {
            let claimed =
                claimed.iter().find_map(|(other, count)| (other == token).then_some(count));
            claimed.map_or(0..=self.game.tokens.get(token), |count| count..=count)
        });
        sets.product(&counts).map(Some)
    }

    /// Removes the tables that do not agree with the claims on what several seats hold. Returns
    /// whether all do.
    fn compare_with_claims(
        &self,
        sets: &mut Diagrams,
        expanded: &mut Expanded,
    ) -> Result<bool, GaveUp> {
        let Some(after) = self.after else { return Ok(true) };
        let mut agree = true;
        for kind in 0..expanded.next.kinds() {
            let played = expanded.next.held()[kind];
            let mut left = played;
            for (token, supply) in
                after.supply.iter().flat_map(splendor_schema::token::TokenCounts::iter)
            {
                let all = self.game.tokens.get(token);
                let held = all.checked_sub(supply).map(|held| (held, held));
                left = match held {
                    Some(bounds) => sets.with_sum(left, token.index(), bounds),
                    None => Ok(Set::EMPTY),
                }?;
            }
            left = self.with_digest(sets, &expanded.next, kind, left, after)?;
            agree &= left == played;
            expanded.next.held_mut()[kind] = left;
        }
        Ok(agree)
    }

    /// Returns the tables that have the digest that the log claims. A digest covers the tokens of
    /// every seat, so each table is tried.
    fn with_digest(
        &self,
        sets: &mut Diagrams,
        next: &Generation,
        kind: usize,
        held: Set,
        after: &After,
    ) -> Result<Set, GaveUp> {
        let digest = After { digest: after.digest, ..After::default() };
        if digest.digest.is_none() || !claims::shows_all(next.bare(kind).without_tokens()) {
            return Ok(held);
        }
        let count = usize::try_from(sets.count(held)).unwrap_or(usize::MAX);
        sets.work(count.saturating_mul(WORK_OF_A_DIGEST))?;
        let mut left = Vec::new();
        for held in sets.all(held) {
            let world = World { kind, held };
            let position = next.position(self.game, &world);
            if claims::of_turn(self.game, self.turn, &digest, &position).is_none() {
                left.push(sets.one(&world.held)?);
            }
        }
        Ok(sets.union_of(left)?)
    }

    /// Plays every completion of the turn from a position, which is a table of a kind. Returns what
    /// the legal ones do.
    fn steps(
        &self,
        sets: &mut Diagrams,
        now: &Generation,
        kind: usize,
        position: &Position,
        expanded: &mut Expanded,
    ) -> Result<Vec<Step>, GaveUp> {
        let mut steps = Vec::new();
        self.each_legal(sets, now.bare(kind), position, &mut |legal| {
            let Legal { completed, played, gained, shift } = legal;
            let was_undecided = played.pass_undecided || now.was_pass_undecided(kind);
            let to = expanded.next.kind(played.bare, was_undecided)?;
            let has_source = complete::has_source(&completed) != complete::has_source(self.turn);
            expanded.layer.source |= has_source;
            let turn = Turn { returned: Tokens::NONE, ..played.turn };
            let label = Label { turn, gained, notes: played.notes };
            let label = expanded.layer.labels.number(label, MOST_LABELS);
            let (label, _) = label.ok_or(self.gave_up(TOO_LONG))?;
            steps.push(Step { to, label: label as usize, shift });
            Ok(())
        })?;
        Ok(steps)
    }

    /// Plays every completion of the turn from a position, which is `bare` with tokens, and visits
    /// the legal ones.
    ///
    /// A completed turn that breaks a clause only removes a table. A completed turn whose legality
    /// cannot be decided stops the search instead: without that table, the remaining ones would no
    /// longer be all, and a finding would not hold in all of them.
    pub(super) fn each_legal(
        &self,
        sets: &mut Diagrams,
        bare: &BareTable,
        position: &Position,
        visit: &mut dyn FnMut(Legal) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let all = complete::endings(self.game, position, self.turn, self.omitted);
        let all = all.ok_or(self.gave_up(TOO_LONG))?;
        sets.work(all.len() * bare.weight() * WORK_OF_A_TRY)?;
        // Claims on the supply, the digest and the tokens of the seat are compared afterward, with
        // whole sets. Those on its tokens after a pass that returns none are compared now, so that a
        // false one refutes the pass before a doubt about it stops the search.
        let is_whole = self.turn.action == Action::Pass && !self.omitted.returned;
        let after = self.after.map(|after| {
            let tokens = after.tokens.filter(|_| is_whole);
            After { supply: None, digest: None, tokens, ..*after }
        });
        for completed in all {
            match bare.play(self.game, position, &completed, after.as_ref()) {
                Ok(mut played) => {
                    let digest = self.after.is_some_and(|after| after.digest.is_some());
                    played.notes.digest =
                        digest && !claims::shows_all(played.bare.without_tokens());
                    let whole = digits_of(played.held.plus(completed.returned));
                    let gained = changed(whole, position.mover().tokens());
                    // The rules ask only how many tokens the seat returns and whether it has them.
                    // So the turn is legal with all others that are as many, and leads to the same
                    // table apart from these tokens.
                    let shift = if self.omitted.returned {
                        Shift { added: gained, taken: 1 << completed.returned.total() }
                    } else {
                        let left = digits_of(played.held);
                        Shift { added: changed(left, position.mover().tokens()), taken: 1 }
                    };
                    visit(Legal { completed, played, gained, shift })?;
                }
                Err(Refused::Broken | Refused::NotForced) => {}
                Err(Refused::TooMany) => {
                    return Err(GaveUp::Missing { field: FactName::Card, why: TOO_HIDDEN });
                }
                Err(Refused::Drawn) => {
                    let MissingFact { field, why, .. } = MissingFact::of(self.at, Unknown::Drawn);
                    return Err(GaveUp::Missing { field, why });
                }
                Err(Refused::Pass) => {
                    return Err(GaveUp::Missing { field: FactName::Card, why: WHICH_PASS });
                }
            }
        }
        Ok(())
    }
}

/// Returns how many tokens a seat has gained, modulo 256.
fn changed(after: Group, before: Tokens) -> Group {
    let mut changed = after;
    changed.iter_mut().zip(digits_of(before)).for_each(|(all, one)| *all = all.wrapping_sub(one));
    changed
}

/// With how many holdings and supplies together a turn is tried before tables are split.
const MOST_ASKED: usize = 256;

/// What a completed turn does: the kind of the table after it, the label, and what it does with the
/// tokens of the seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    to: usize,
    label: usize,
    shift: Shift,
}

/// A completed turn that is legal, with each way to return tokens.
pub(super) struct Legal {
    pub(super) completed: Turn,
    pub(super) played: Played,
    /// The tokens that the seat gains before it returns any, modulo 256.
    pub(super) gained: Group,
    /// What happens to its tokens.
    pub(super) shift: Shift,
}
