//! Sets of small numbers, one bit each: the methods that all of them have.

/// The methods of every set with one bit for each member; a member knows the number of its bit.
macro_rules! set_algebra {
    ($set:ident, $id:ident) => {
        impl $set {
            /// The set without a member.
            pub const NONE: Self = Self(0);

            /// Returns the set of one.
            pub const fn one(id: $id) -> Self {
                Self(Self(1).0.wrapping_shl(id.number() as u32))
            }

            /// Returns whether `id` is a member.
            pub const fn has(self, id: $id) -> bool {
                self.0.wrapping_shr(id.number() as u32) & 1 == 1
            }

            /// Returns whether there is no member.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns how many members there are.
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 128 bits")]
            pub const fn len(self) -> u8 {
                self.0.count_ones() as u8
            }

            /// Returns the members of either.
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Returns the members of both.
            #[must_use]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Returns the members that `other` does not have.
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl FromIterator<$id> for $set {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> Self {
                ids.into_iter().fold(Self::NONE, |set, id| set.or(Self::one(id)))
            }
        }
    };
}

/// A set of members that are numbers.
macro_rules! set_of_bits {
    ($set:ident, $id:ident) => {
        $crate::number::bit_set::set_algebra!($set, $id);

        impl $id {
            const fn number(self) -> u8 {
                self.0
            }
        }

        impl $set {
            /// Adds a member.
            pub const fn insert(&mut self, id: $id) {
                self.0 |= Self::one(id).0;
            }

            /// Takes a member away, if it is one.
            pub const fn remove(&mut self, id: $id) {
                self.0 &= !Self::one(id).0;
            }

            /// Returns the member with the lowest number.
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 128 bits")]
            pub const fn first_member(self) -> Option<$id> {
                if self.0 == 0 { None } else { Some($id(self.0.trailing_zeros() as u8)) }
            }

            /// Returns all members but the one with the lowest number.
            #[must_use]
            pub const fn without_first(self) -> Self {
                Self(self.0 & self.0.wrapping_sub(1))
            }

            /// Returns the members, lowest number first.
            pub fn iter(self) -> impl Iterator<Item = $id> {
                let mut left = self;
                core::iter::from_fn(move || {
                    let next = left.first_member()?;
                    left = left.without_first();
                    Some(next)
                })
            }
        }
    };
}

pub(crate) use {set_algebra, set_of_bits};
