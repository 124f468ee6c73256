//! The nobles in the order of the setup.

use super::MOST_SEATS;
use crate::component::{NobleId, NobleSet};

/// The most nobles on a table.
const MOST_NOBLES_ON_TABLE: usize = MOST_SEATS + 1;

/// The nobles in the order of the setup: a ruling may ask for the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NobleOrder([Option<NobleId>; MOST_NOBLES_ON_TABLE]);

impl NobleOrder {
    /// Returns the first nobles of a list; none of a lawful table is left out.
    pub(crate) fn of(order: impl Iterator<Item = NobleId>) -> Self {
        let mut listed = [None; MOST_NOBLES_ON_TABLE];
        listed.iter_mut().zip(order).for_each(|(place, id)| *place = Some(id));
        Self(listed)
    }

    /// Returns the members of a set in the order of the list; members that the list lacks come
    /// last.
    pub(crate) fn of_set(self, set: NobleSet) -> impl Iterator<Item = NobleId> {
        let first = self.0.into_iter().flatten().filter(move |&id| set.has(id));
        let rest = set.without(self.0.into_iter().flatten().collect());
        first.chain(rest.iter())
    }
}
