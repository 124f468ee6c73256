//! Deductions from passes: which cards a hidden place cannot hold.

use splendor_core::{
    Action, CardId, CardSet, Events, Game, Level, Position, Source, Turn, Unknown,
};

use super::matching::Matching;

/// The maximum number of ways to distinguish the places of a level. A world with more ways is not
/// followed.
const MOST_WAYS: usize = 256;

/// Whose hidden places: those of a seat's hand, or of the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Owner {
    Seat(u8),
    Market,
}

/// Some hidden places of one owner that cannot hold certain unseen cards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Class {
    owner: Owner,
    banned: CardSet,
    count: u8,
}

/// The cards that each hidden place of a level cannot hold. There are several ways if a revealed
/// card may have come from places of different kinds. An empty list means that only the position is
/// known.
type Ways = Vec<Vec<Class>>;

/// The deductions about the hidden places of each level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Hidden([Ways; 3]);

/// The result of a turn.
pub(super) enum Learned {
    /// The places can still be filled.
    Fits(Hidden),
    /// They cannot: an earlier pass, or this one, was not forced.
    Contradiction,
    /// There are too many ways to distinguish the places.
    TooMany,
}

/// A turn as it was played.
pub(super) struct Step<'s> {
    pub(super) game: &'s Game<'s>,
    pub(super) before: &'s Position,
    pub(super) turn: &'s Turn,
    pub(super) events: &'s Events,
    pub(super) next: &'s Position,
}

impl Step<'_> {
    fn of_level(&self, level: Level) -> CardSet {
        self.game.components.of_level(level)
    }

    /// The card that the turn takes from a hidden place of the market or of the hand.
    pub(super) fn uncovered(&self) -> Option<(Owner, CardId)> {
        let (owner, card) = match self.turn.action {
            Action::Purchase { card, .. } if self.events.source == Some(Source::Hand) => {
                (Owner::Seat(self.turn.seat), card)
            }
            Action::ReserveMarket(card) | Action::Purchase { card, .. } => (Owner::Market, card),
            Action::Take(_) | Action::ReserveDeck { .. } | Action::Pass => return None,
        };
        self.before.unseen().has(card).then_some((owner, card))
    }

    /// Returns the unseen cards of a level that a pass excludes from the reach of the seat.
    pub(super) fn banned(&self, level: Level) -> CardSet {
        if self.events.unknown != Some(Unknown::HandAffordable) {
            return CardSet::NONE;
        }
        let seat = self.before.mover();
        let unseen = self.before.unseen().and(self.of_level(level)).iter();
        unseen.filter(|&card| seat.affords(self.game.components.card(card).cost)).collect()
    }
}

/// Returns how many cards of a level are hidden with an owner.
fn hidden_of(position: &Position, owner: Owner, level: Level) -> u8 {
    let counts = match owner {
        Owner::Seat(seat) => position.seats()[usize::from(seat)].hidden(),
        Owner::Market => position.market_hidden(),
    };
    counts[level.index()]
}

impl Hidden {
    /// Returns whether some place could still hold a card that would have made a pass a breach.
    pub(super) fn leaves_pass_undecided(&self) -> bool {
        self.0.iter().flatten().any(|way| !way.is_empty())
    }

    /// Returns the number of ways in which places were distinguished.
    pub(super) fn ways(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// Returns the deductions after a turn. Sets `pass_undecided` if the turn drops a way in which
    /// a pass was not forced.
    pub(super) fn after(&self, step: &Step<'_>, pass_undecided: &mut bool) -> Learned {
        let mut after = Self::default();
        for level in Level::ALL {
            let before = &self.0[level.index()];
            let banned = step.banned(level);
            if before.is_empty() && banned.is_empty() {
                continue;
            }
            let ways = OfLevel { level, step, banned }.after(before, pass_undecided);
            match ways.len() {
                0 => return Learned::Contradiction,
                1 if ways[0].is_empty() => {}
                1..=MOST_WAYS => after.0[level.index()] = ways,
                _ => return Learned::TooMany,
            }
        }
        Learned::Fits(after)
    }
}

/// The change that a turn makes to the hidden places of a level.
struct OfLevel<'l> {
    level: Level,
    step: &'l Step<'l>,
    /// The cards that a pass excludes.
    banned: CardSet,
}

impl OfLevel<'_> {
    fn after(&self, before: &Ways, pass_undecided: &mut bool) -> Ways {
        let mut ways = if before.is_empty() { vec![Vec::new()] } else { before.clone() };
        let told = self.step.uncovered();
        let here = |&(_, card): &(Owner, CardId)| self.step.of_level(self.level).has(card);
        if let Some((owner, card)) = told.filter(here) {
            let places = hidden_of(self.step.before, owner, self.level);
            let each = ways.iter().map(|way| without(way, owner, card, places, pass_undecided));
            ways = each.flatten().collect();
        }
        for way in &mut ways {
            self.ban(way);
            tidy(way, self.step.next.unseen());
        }
        ways.sort_unstable();
        ways.dedup();
        let all = ways.len();
        ways.retain(|way| self.can_be_filled(way));
        *pass_undecided |= ways.len() < all;
        ways
    }

    /// After a forced pass, no hidden place of the hand or of the market holds a card that the seat
    /// could buy.
    fn ban(&self, way: &mut Vec<Class>) {
        if self.banned.is_empty() {
            return;
        }
        for owner in [Owner::Seat(self.step.turn.seat), Owner::Market] {
            let mut known = 0;
            for class in way.iter_mut().filter(|class| class.owner == owner) {
                class.banned = class.banned.or(self.banned);
                known += class.count;
            }
            let count = hidden_of(self.step.before, owner, self.level).saturating_sub(known);
            way.push(Class { owner, banned: self.banned, count });
        }
    }

    /// Returns whether the places can hold different unseen cards, each place an allowed one
    /// (bipartite matching). The other hidden places take the rest.
    fn can_be_filled(&self, way: &[Class]) -> bool {
        let places: Vec<CardSet> = way
            .iter()
            .flat_map(|class| std::iter::repeat_n(class.banned, usize::from(class.count)))
            .collect();
        let unseen = self.step.next.unseen().and(self.step.of_level(self.level));
        let cards: Vec<CardId> = unseen.iter().collect();
        let fits = |place: usize, card: usize| !places[place].has(cards[card]);
        let mut matching = Matching::new(places.len(), cards.len(), fits);
        (0..places.len()).all(|place| matching.cover_left(place))
    }
}

/// Removes a revealed card from each place that can have held it. A place that a pass excludes
/// stays possible if the pass itself was a breach.
fn without(
    way: &[Class],
    owner: Owner,
    card: CardId,
    places: u8,
    pass_undecided: &mut bool,
) -> Vec<Vec<Class>> {
    let own = |class: &Class| class.owner == owner;
    let known: u8 = way.iter().filter(|class| own(class)).map(|class| class.count).sum();
    let mut ways = Vec::new();
    if known < places {
        ways.push(way.to_vec());
    }
    for (at, class) in way.iter().enumerate().filter(|(_, class)| own(class)) {
        if class.banned.has(card) {
            *pass_undecided = true;
            continue;
        }
        let mut fewer = way.to_vec();
        fewer[at].count -= 1;
        ways.push(fewer);
    }
    ways
}

/// Drops limits that no longer exclude a card, and merges equal places.
fn tidy(way: &mut Vec<Class>, unseen: CardSet) {
    for class in way.iter_mut() {
        class.banned = class.banned.and(unseen);
    }
    way.retain(|class| class.count > 0 && !class.banned.is_empty());
    way.sort_unstable();
    way.dedup_by(|later, first| {
        let same = (later.owner, later.banned) == (first.owner, first.banned);
        first.count += if same { later.count } else { 0 };
        same
    });
}
