//! The colors that copy cards have taken.

use crate::component::{CardId, CardSet, Components, Power};
use crate::number::{Color, Gems};

/// The color that each copy card of a box has taken: four bits a card, zero for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Copies(u64);

/// The color of a copy card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopiedColor {
    /// The color.
    pub color: Color,
    /// Whether the card counts as two bonuses; only with the ruling `copy-double`.
    pub doubled: bool,
}

/// The bit of a card that counts as two bonuses; the lower three bits are the color, from 1.
const DOUBLED: u8 = 8;

impl Copies {
    /// Returns the color that a card has taken, if it is a copy card with a color.
    pub fn get(self, all: &Components, card: CardId) -> Option<CopiedColor> {
        let bits = u8::try_from(self.0 >> shift(all, card)? & 0xf).unwrap_or(0);
        let color = *Color::ALL.get(usize::from((bits % DOUBLED).checked_sub(1)?))?;
        Some(CopiedColor { color, doubled: bits >= DOUBLED })
    }

    /// Returns the colors with that of one copy card replaced. A card that copies nothing has none.
    #[must_use]
    pub fn with(self, all: &Components, card: CardId, copied: Option<CopiedColor>) -> Self {
        let Some(shift) = shift(all, card) else { return self };
        let bits = copied.map_or(0, |copied| {
            copied.color.index() as u64 + 1 + u64::from(copied.doubled) * u64::from(DOUBLED)
        });
        Self(self.0 & !(0xf << shift) | bits << shift)
    }

    /// Returns how many copy cards have a color.
    pub(crate) const fn count(self) -> u32 {
        let low = self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3;
        (low & 0x1111_1111_1111_1111).count_ones()
    }

    /// Returns how many of these cards count as each color by copying, and their bonuses.
    pub fn sums(self, all: &Components, cards: CardSet) -> [Gems; 2] {
        let copied = cards.and(copy_cards(all)).iter().filter_map(|card| self.get(all, card));
        copied.fold([Gems::NONE; 2], |[colors, bonuses], copied| {
            let one = Gems::one(copied.color);
            let more = if copied.doubled { one.plus(one) } else { one };
            [colors.plus(one), bonuses.plus(more)]
        })
    }
}

/// Returns the copy cards of a box.
pub(crate) fn copy_cards(all: &Components) -> CardSet {
    all.with_power(Power::Copy).or(all.with_power(Power::CopyAndFree))
}

/// Returns the place of a copy card among those of its box, in bits.
fn shift(all: &Components, card: CardId) -> Option<u32> {
    let copy_cards = copy_cards(all);
    let before = copy_cards.and(CardSet::first(usize::from(card.number()))).len();
    (copy_cards.has(card) && before < 16).then(|| 4 * u32::from(before))
}
