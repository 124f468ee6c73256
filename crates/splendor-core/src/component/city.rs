//! The module The Cities: faces of city tiles.

use core::fmt;

use super::notation::{parse_gems, write_gems};
use crate::number::Gems;
use crate::number::bit_set::set_of_bits;

/// The facts of a face of a city tile, which are also its name: `14:4d+4` is met by 14 prestige,
/// four diamond cards and four cards of one further color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct City {
    /// The prestige that it asks for, 0 to 99.
    pub prestige: u8,
    /// The cards of each color that it asks for.
    pub cards: Gems,
    /// How many cards of one further color it asks for: a color that it does not name.
    pub further: u8,
}

impl City {
    /// Returns the facts that an id spells out, whether such a face exists or not.
    pub const fn parse(id: &str) -> Option<Self> {
        // A number is written in one way: none of two digits begins with zero.
        let (prestige, rest) = match id.as_bytes() {
            [one @ b'0'..=b'9', b':', rest @ ..] => (*one - b'0', rest),
            [ten @ b'1'..=b'9', one @ b'0'..=b'9', b':', rest @ ..] => {
                ((*ten - b'0') * 10 + (*one - b'0'), rest)
            }
            _ => return None,
        };
        let (cards, further) = match rest {
            [cards @ .., b'+', further @ b'1'..=b'9'] => (cards, *further - b'0'),
            cards => (cards, 0),
        };
        let Some(cards) = parse_gems(cards) else { return None };
        Some(Self { prestige, cards, further })
    }

    /// Returns whether a seat with this prestige and these cards of each color meets it.
    pub fn is_met(self, prestige: u8, cards: Gems) -> bool {
        prestige >= self.prestige && cards.covers(self.cards) && self.has_further(cards)
    }

    /// Returns whether one color that the face does not name has the further cards.
    pub fn has_further(self, cards: Gems) -> bool {
        let free = |color| self.cards.get(color) == 0;
        self.further == 0 || cards.iter().any(|(color, n)| free(color) && n >= self.further)
    }
}

impl fmt::Display for City {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.prestige)?;
        write_gems(f, self.cards)?;
        if self.further > 0 { write!(f, "+{}", self.further) } else { Ok(()) }
    }
}

/// How many faces are known: fourteen on seven tiles, and the other reading of the contested one.
pub const FACE_COUNT: usize = 15;

/// How many city tiles are on the table.
pub const CITIES_ON_TABLE: u8 = 3;

/// The number of a face, 0 to 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CityId(u8);

/// A set of faces, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CitySet(u16);

set_of_bits!(CitySet, CityId);

impl CitySet {
    /// Returns whether a seat with this prestige and these cards of each color meets some face of
    /// the set.
    #[inline]
    pub(crate) fn any_is_met(self, prestige: u8, cards: Gems) -> bool {
        // Most seats have less than any city asks for: that takes one comparison.
        prestige >= LEAST_PRESTIGE && self.some_is_met(prestige, cards)
    }

    fn some_is_met(self, prestige: u8, cards: Gems) -> bool {
        self.iter().any(|id| id.facts().is_met(prestige, cards))
    }
}

/// The faces with the tile that each is on. Sources differ on one face of tile 3, Madrid: the last
/// row is its other reading.
const FACES: [(&str, u8); FACE_COUNT] = [
    ("13:3e4o", 0),
    ("13:4r3o", 0),
    ("13:3d4s", 1),
    ("13:4d3r", 1),
    ("17:", 2),
    ("16:1d1s1e1r1o", 2),
    ("12:3s3e3r3o", 3),
    ("12:3d3e3r3o", 3),
    ("14:4d+4", 4),
    ("14:4o+4", 4),
    ("15:+5", 5),
    ("13:+6", 5),
    ("13:3s4e", 6),
    ("14:2d2s2e2r2o", 6),
    ("12:3d3s3e3r", 3),
];

/// The two readings of the face on which the sources disagree.
const CONTESTED: [usize; 2] = [7, 14];

static CITIES: [City; FACE_COUNT] = TABLE;

const TABLE: [City; FACE_COUNT] = {
    let mut cities = [City { prestige: 0, cards: Gems::NONE, further: 0 }; FACE_COUNT];
    let mut n = 0;
    while n < FACE_COUNT {
        cities[n] = City::parse(FACES[n].0).expect("an id of a city");
        n += 1;
    }
    cities
};

/// Every tile has two faces, tile 3 one of them in two readings.
const fn tiles_have_two_faces(all: &[(&str, u8)]) -> bool {
    let mut faces = [0; 7];
    let mut n = 0;
    while n < all.len() {
        faces[all[n].1 as usize] += 1;
        n += 1;
    }
    matches!(faces, [2, 2, 2, 3, 2, 2, 2])
}

const fn faces_are_different(faces: &[City]) -> bool {
    let mut n = 1;
    while n < faces.len() {
        let mut m = 0;
        while m < n {
            let (a, b) = (faces[n], faces[m]);
            let alike = a.cards.covers(b.cards) && b.cards.covers(a.cards);
            if alike && a.prestige == b.prestige && a.further == b.further {
                return false;
            }
            m += 1;
        }
        n += 1;
    }
    true
}

const _: () = {
    assert!(tiles_have_two_faces(&FACES), "seven tiles of two faces, one face in two readings");
    assert!(no_face_asks_for_less(&TABLE), "the least prestige that a face asks for");
    assert!(faces_are_different(&TABLE), "no two faces have the same facts");
};

impl CityId {
    /// Every face, the contested reading last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).take(FACE_COUNT).map(Self)
    }

    /// Returns the face with these facts.
    pub fn find(city: City) -> Option<Self> {
        Self::all().find(|id| id.facts() == city)
    }

    /// Returns the face whose facts differ least.
    pub fn nearest(city: City) -> City {
        let far = |other: City| {
            u16::from(other.prestige.abs_diff(city.prestige))
                + u16::from(other.further.abs_diff(city.further))
                + city.cards.minus(other.cards).total()
                + other.cards.minus(city.cards).total()
        };
        CITIES.into_iter().min_by_key(|&other| far(other)).unwrap_or(city)
    }

    /// Returns the facts of the face.
    #[inline]
    pub fn facts(self) -> City {
        CITIES[usize::from(self.0)]
    }

    /// Returns the tile that the face is on, 0 to 6: a tile never shows both of its faces.
    pub const fn tile(self) -> u8 {
        FACES[self.0 as usize].1
    }

    /// Returns whether this is one of the two readings of the face on which the sources disagree.
    pub const fn is_contested(self) -> bool {
        self.0 as usize == CONTESTED[0] || self.0 as usize == CONTESTED[1]
    }
}

/// The least prestige that a face asks for.
const LEAST_PRESTIGE: u8 = 12;

const fn no_face_asks_for_less(faces: &[City]) -> bool {
    let mut n = 0;
    while n < faces.len() {
        if faces[n].prestige < LEAST_PRESTIGE {
            return false;
        }
        n += 1;
    }
    true
}

/// The proofs about the faces fail for other faces.
#[cfg(test)]
mod tests {
    use super::*;

    fn with(at: usize, face: City) -> [City; FACE_COUNT] {
        let mut faces = TABLE;
        faces[at] = face;
        faces
    }

    #[test]
    fn a_face_on_another_tile_is_one_too_many() {
        assert!(tiles_have_two_faces(&FACES));
        for at in 0..FACE_COUNT {
            let mut faces = FACES;
            faces[at].1 = (faces[at].1 + 1) % 7;
            assert!(!tiles_have_two_faces(&faces));
        }
        assert!(!tiles_have_two_faces(&FACES[1..]));
    }

    #[test]
    fn faces_differ_in_any_fact() {
        assert!(faces_are_different(&TABLE));
        for (at, other) in [(0, 1), (0, 14), (13, 14), (4, 9)] {
            assert!(!faces_are_different(&with(at, TABLE[other])));
        }
        let face = TABLE[0];
        assert!(faces_are_different(&[face, City { prestige: 14, ..face }]));
        assert!(faces_are_different(&[face, City { further: 1, ..face }]));
        assert!(faces_are_different(&[face, City { cards: Gems::NONE, ..face }]));
        assert!(faces_are_different(&[City { cards: Gems::NONE, ..face }, face]));
        assert!(!faces_are_different(&[face, face]));
    }

    #[test]
    fn a_face_that_asks_for_less_is_seen() {
        assert!(no_face_asks_for_less(&TABLE));
        for (at, &face) in TABLE.iter().enumerate() {
            let less = City { prestige: LEAST_PRESTIGE - 1, ..face };
            assert!(!no_face_asks_for_less(&with(at, less)));
            let least = City { prestige: LEAST_PRESTIGE, ..face };
            assert!(no_face_asks_for_less(&with(at, least)));
        }
    }
}
