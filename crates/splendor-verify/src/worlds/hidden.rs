//! Tracks which cards a hidden place cannot hold, because of a forced pass.
//!
//! A seat may pass only if it can afford no card of its hand or of the market. A pass therefore
//! shows that no hidden place there holds a card that the seat could have bought. The search stores
//! these exclusions for groups of places instead of one world for each order of the unseen cards.

use splendor_core::{
    Action, CardId, CardSet, Effects, Events, Game, Position, PurchaseOrigin, Row, StrongholdStep,
    Turn, Unknown,
};

use super::matching::Matching;

/// The largest number of arrangements of a level before the search stops.
const MOST_ARRANGEMENTS: usize = 256;

/// The owner of a hidden place: a seat, for its hand, or the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Owner {
    Seat(u8),
    Market,
}

/// A number of hidden places of one owner, none of which can hold the banned cards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Class {
    owner: Owner,
    banned: CardSet,
    count: u8,
}

/// The arrangements of one level. An arrangement divides the hidden places into classes. There are
/// several arrangements if the log revealed a card that may have come from different classes. An
/// empty list means that the level has no exclusions, not that it is contradictory.
type Arrangements = Vec<Vec<Class>>;

/// The exclusions for the hidden places of each level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Hidden([Arrangements; Row::COUNT]);

/// The exclusions after a turn.
pub(super) enum Learned {
    /// The unseen cards can still fill the places.
    Fits(Hidden),
    /// The unseen cards cannot fill the places: this pass or an earlier one was not forced.
    Contradiction,
    /// There are more arrangements than [`MOST_ARRANGEMENTS`].
    TooMany,
}

/// A completed turn, with the positions before and after it.
pub(super) struct PlayedTurn<'s> {
    pub(super) game: &'s Game<'s>,
    pub(super) before: &'s Position,
    pub(super) turn: &'s Turn,
    pub(super) events: &'s Events,
    pub(super) next: &'s Position,
}

impl PlayedTurn<'_> {
    /// Returns all cards of a level.
    fn of_row(&self, level: Row) -> CardSet {
        self.game.components.of_row(level)
    }

    /// Returns the card that the turn takes from a hidden place of the market or of the hand, and
    /// the owner of that place.
    pub(super) fn uncovered(&self) -> Option<(Owner, CardId)> {
        let (owner, card) = match self.turn.action {
            Action::Purchase { card, .. } if self.events.source == Some(PurchaseOrigin::Hand) => {
                (Owner::Seat(self.turn.seat), card)
            }
            Action::ReserveMarket(card) | Action::Purchase { card, .. } => (Owner::Market, card),
            Action::Take(_) | Action::ReserveDeck { .. } | Action::Pass => return None,
        };
        self.before.unseen().has(card).then_some((owner, card))
    }

    /// Returns the hidden cards that the log names in this turn, each with its owner. A card of the
    /// conquest may be in a place that the turn itself has refilled before, which the turn then
    /// does not tell: such a place has no exclusions.
    fn uncovered_of(&self, level: Row) -> Vec<Uncovered> {
        let [after_action, won] = self.uncovered_by_free_cards();
        let early = [0, self.refills_before_conquest(level)];
        let free = [after_action, won].into_iter().zip(early).flat_map(|(cards, fresh)| {
            cards.into_iter().map(move |card| Uncovered { owner: Owner::Market, card, fresh })
        });
        let action = self.uncovered().into_iter();
        let action = action.map(|(owner, card)| Uncovered { owner, card, fresh: 0 });
        action.chain(free).filter(|it| self.of_row(level).has(it.card)).collect()
    }

    /// Returns how many places of a level are refilled before the conquest.
    fn refills_before_conquest(&self, level: Row) -> u8 {
        let bought = matches!(self.turn.action, Action::Purchase { .. });
        let at_once = !self.game.rules.rulings.conquest_refill.waits(bought);
        let action = match self.turn.action {
            Action::ReserveMarket(card) | Action::Purchase { card, .. } => Some(card),
            Action::Take(_) | Action::ReserveDeck { .. } | Action::Pass => None,
        };
        let free = self.turn.effects.free_cards().map(|free| free.card);
        let taken = action.into_iter().chain(free).filter(|&card| self.of_row(level).has(card));
        if at_once { u8::try_from(taken.count()).unwrap_or(u8::MAX) } else { 0 }
    }

    /// Returns the unseen cards of the market that the turn names after its action: those that
    /// follow the action, and those of the conquest with what follows it.
    pub(super) fn uncovered_by_free_cards(&self) -> [Vec<CardId>; 2] {
        let conquest = self.turn.conquest;
        let won = conquest.map(|it| [it.card].into_iter().chain(named_by(&it.effects)));
        let won = won.into_iter().flatten().collect::<Vec<_>>();
        let mut seen = CardSet::NONE;
        [named_by(&self.turn.effects), won].map(|mut cards| {
            cards.retain(|&card| {
                let is_new = self.before.unseen().has(card) && !seen.has(card);
                seen.insert(card);
                is_new
            });
            cards
        })
    }

    /// Returns the unseen cards of a level that the seat could afford when it passed: no hidden
    /// place in its reach can hold them. Empty for turns other than a pass that depends on hidden
    /// cards.
    pub(super) fn banned(&self, level: Row) -> CardSet {
        if self.events.unknown != Some(Unknown::HandAffordable) {
            return CardSet::NONE;
        }
        let unseen = self.before.unseen().and(self.of_row(level)).iter();
        unseen.filter(|&card| self.before.is_in_reach(self.game, card)).collect()
    }
}

/// A hidden card that a turn names.
struct Uncovered {
    owner: Owner,
    card: CardId,
    /// How many places the turn itself has refilled before: it may be in one of them.
    fresh: u8,
}

/// Returns the cards that are taken free after a purchase, and those of its step with a stronghold.
fn named_by(effects: &Effects) -> Vec<CardId> {
    let free = effects.free_cards().map(|free| free.card);
    let step = effects.stronghold.into_iter().flat_map(|step| match step {
        StrongholdStep::Place(card) | StrongholdStep::Remove { card, .. } => [Some(card), None],
        StrongholdStep::Move { from, to } => [Some(from), Some(to)],
    });
    free.chain(step.flatten()).collect()
}

/// Returns the number of hidden cards of a level that an owner has.
fn hidden_of(position: &Position, owner: Owner, level: Row) -> u8 {
    let counts = match owner {
        Owner::Seat(seat) => position.seats()[usize::from(seat)].hidden(),
        Owner::Market => position.market_hidden(),
    };
    counts[level.index()]
}

impl Hidden {
    /// Returns whether some hidden place, filled differently, would make an earlier pass illegal.
    pub(super) fn leaves_pass_undecided(&self) -> bool {
        self.0.iter().flatten().any(|arrangement| !arrangement.is_empty())
    }

    /// Returns the number of arrangements of all levels.
    pub(super) fn arrangements(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// Returns the exclusions after a turn. Sets `pass_undecided` if the turn discards an
    /// arrangement in which an earlier pass would not have been forced.
    pub(super) fn after(&self, played: &PlayedTurn<'_>, pass_undecided: &mut bool) -> Learned {
        let mut after = Self::default();
        for level in Row::ALL {
            let before = &self.0[level.index()];
            let banned = played.banned(level);
            if before.is_empty() && banned.is_empty() {
                continue;
            }
            let arrangements = OfLevel { level, played, banned }.after(before, pass_undecided);
            match arrangements.len() {
                0 => return Learned::Contradiction,
                1 if arrangements[0].is_empty() => {}
                1..=MOST_ARRANGEMENTS => after.0[level.index()] = arrangements,
                _ => return Learned::TooMany,
            }
        }
        Learned::Fits(after)
    }
}

/// The effect of a turn on the hidden places of a level.
struct OfLevel<'l> {
    level: Row,
    played: &'l PlayedTurn<'l>,
    /// The cards that a pass excludes.
    banned: CardSet,
}

impl OfLevel<'_> {
    /// Returns the arrangements after the turn; none if no arrangement can be filled.
    fn after(&self, before: &Arrangements, pass_undecided: &mut bool) -> Arrangements {
        let mut arrangements = if before.is_empty() { vec![Vec::new()] } else { before.clone() };
        let mut gone = Vec::new();
        for Uncovered { owner, card, fresh } in self.played.uncovered_of(self.level) {
            let earlier = gone.iter().filter(|&&other| other == owner).count();
            let earlier = u8::try_from(earlier).unwrap_or(u8::MAX);
            // The places that the turn has refilled have no exclusions.
            let places = hidden_of(self.played.before, owner, self.level) + fresh;
            let places = places.saturating_sub(earlier);
            let each = arrangements
                .iter()
                .map(|arrangement| without(arrangement, owner, card, places, pass_undecided));
            arrangements = each.flatten().collect();
            gone.push(owner);
        }
        // A revealed card leaves its place first, and a pass excludes cards from the places that
        // are left. Only then is the bound checked, against the cards that are unseen after the
        // turn.
        for arrangement in &mut arrangements {
            self.ban(arrangement);
            tidy(arrangement, self.played.next.unseen());
        }
        arrangements.sort_unstable();
        arrangements.dedup();
        // An arrangement that the unseen cards cannot fill is impossible. If another arrangement
        // remains, the passes are legal, but only for some of the arrangements.
        let all = arrangements.len();
        arrangements.retain(|arrangement| self.can_be_filled(arrangement));
        *pass_undecided |= arrangements.len() < all;
        arrangements
    }

    /// Excludes the affordable cards from all hidden places of the passing seat and of the market.
    fn ban(&self, arrangement: &mut Vec<Class>) {
        if self.banned.is_empty() {
            return;
        }
        for owner in [Owner::Seat(self.played.turn.seat), Owner::Market] {
            let mut known = 0;
            for class in arrangement.iter_mut().filter(|class| class.owner == owner) {
                class.banned = class.banned.or(self.banned);
                known += class.count;
            }
            // Places without a class so far have no exclusions; they form a new class.
            let count = hidden_of(self.played.before, owner, self.level).saturating_sub(known);
            arrangement.push(Class { owner, banned: self.banned, count });
        }
    }

    /// Returns whether the places can hold distinct unseen cards without breaking an exclusion.
    ///
    /// This is a bipartite matching of places with cards. It only has to cover the places that have
    /// exclusions: the other hidden places and the deck can hold any of the remaining cards.
    fn can_be_filled(&self, arrangement: &[Class]) -> bool {
        let places: Vec<CardSet> = arrangement
            .iter()
            .flat_map(|class| std::iter::repeat_n(class.banned, usize::from(class.count)))
            .collect();
        let unseen = self.played.next.unseen().and(self.played.of_row(self.level));
        let cards: Vec<CardId> = unseen.iter().collect();
        let fits = |place: usize, card: usize| !places[place].has(cards[card]);
        let mut matching = Matching::new(places.len(), cards.len(), fits);
        (0..places.len()).all(|place| matching.cover_left(place))
    }
}

/// Removes a revealed card from an arrangement: one resulting arrangement for each class that may
/// have held it.
///
/// A class that excludes the card yields no arrangement. But the card may have come from there if
/// an earlier pass was illegal, so `pass_undecided` is set.
fn without(
    arrangement: &[Class],
    owner: Owner,
    card: CardId,
    places: u8,
    pass_undecided: &mut bool,
) -> Vec<Vec<Class>> {
    let own = |class: &Class| class.owner == owner;
    let known: u8 = arrangement.iter().filter(|class| own(class)).map(|class| class.count).sum();
    let mut arrangements = Vec::new();
    // The card may also come from a place without exclusions, which belongs to no class.
    if known < places {
        arrangements.push(arrangement.to_vec());
    }
    // A card that the same turn revealed before may have left a class without places.
    let held = |class: &Class| own(class) && class.count > 0;
    for (at, class) in arrangement.iter().enumerate().filter(|(_, class)| held(class)) {
        if class.banned.has(card) {
            *pass_undecided = true;
            continue;
        }
        let mut fewer = arrangement.to_vec();
        fewer[at].count -= 1;
        arrangements.push(fewer);
    }
    arrangements
}

/// Drops exclusions that no longer limit anything, and merges equal classes.
///
/// Without this canonical form, equal worlds would not compare equal and could not be merged.
fn tidy(arrangement: &mut Vec<Class>, unseen: CardSet) {
    for class in arrangement.iter_mut() {
        class.banned = class.banned.and(unseen);
    }
    arrangement.retain(|class| class.count > 0 && !class.banned.is_empty());
    arrangement.sort_unstable();
    arrangement.dedup_by(|later, first| {
        let same = (later.owner, later.banned) == (first.owner, first.banned);
        first.count += if same { later.count } else { 0 };
        same
    });
}
