//! The card that a seat saves for.

use splendor_core::{CardId, CardSet, CityId, Color, Game, Gems, Position, Token};

use super::dice::Dice;

/// A position with its game.
#[derive(Clone, Copy)]
pub(super) struct Table<'t> {
    pub(super) game: &'t Game<'t>,
    pub(super) position: &'t Position,
}

/// A seat's plan.
pub(super) struct Plan {
    /// The card to save for.
    pub(super) target: CardId,
    /// The gems that the card costs after bonuses.
    price: Gems,
    /// The gems of the price that the seat does not hold.
    lacking: Gems,
    /// The values of the cards that the seat can reach: the market and its hand.
    worths: Vec<(CardId, i32)>,
}

impl Plan {
    /// Values prestige, and any card while the seat has few.
    pub(super) fn for_prestige(table: &Table<'_>, dice: &mut Dice) -> Option<Self> {
        Self::new(table, Gems::new([2; 5]), 3, dice)
    }

    /// Values the colors of the noble that is closest.
    pub(super) fn for_noble(table: &Table<'_>, dice: &mut Dice) -> Option<Self> {
        if table.game.rules.modules.cities {
            return Self::for_city(table, dice);
        }
        let owned = table.position.mover().bonuses();
        let lacking = |noble| table.game.components.noble(noble).demand.minus(owned);
        let lacks = |&noble: &splendor_core::NobleId| -i32::from(lacking(noble).total());
        match dice.best(table.position.nobles().iter(), lacks) {
            Some(noble) => {
                let lacking = lacking(noble);
                let worth = Color::ALL.map(|color| 6 * u8::from(lacking.get(color) > 0));
                Self::new(table, Gems::new(worth), 1, dice)
            }
            None => Self::for_prestige(table, dice),
        }
    }

    /// Values the colors of the city that is closest, and prestige.
    fn for_city(table: &Table<'_>, dice: &mut Dice) -> Option<Self> {
        let owned = table.position.mover().bonuses();
        let lacking = |city: CityId| city.facts().cards.minus(owned);
        let city = dice.best(table.position.cities().iter(), |&city| {
            -i32::from(lacking(city).total()) - i32::from(city.facts().prestige)
        })?;
        let worth = Color::ALL.map(|color| 4 * u8::from(lacking(city).get(color) > 0));
        Self::new(table, Gems::new(worth), 3, dice)
    }

    /// Values cards by the worth of each bonus and of each point of prestige.
    fn new(table: &Table<'_>, bonuses: Gems, prestige: i32, dice: &mut Dice) -> Option<Self> {
        let seat = table.position.mover();
        let cards = table.position.market().or(seat.hand());
        let worths = cards.iter().map(|id| {
            let card = table.game.components.card(id);
            let short = card.cost().minus(seat.bonuses()).minus(seat.tokens().gems()).total();
            let worth = prestige * i32::from(card.points())
                + card.bonus().map_or(0, |color| i32::from(bonuses.get(color)));
            (id, worth, i32::from(short))
        });
        let worths: Vec<_> = worths.collect();
        let (target, ..) = *dice.best(&worths, |(_, worth, short)| worth - 2 * short)?;
        let price = table.game.components.card(target).cost().minus(seat.bonuses());
        let lacking = price.minus(seat.tokens().gems());
        let worths = worths.into_iter().map(|(id, worth, _)| (id, worth)).collect();
        Some(Self { target, price, lacking, worths })
    }

    /// Returns the most valuable of these cards; `None` if none of them has a value.
    pub(super) fn best_of(&self, cards: CardSet, dice: &mut Dice) -> Option<CardId> {
        let worths = self.worths.iter().filter(|&&(id, worth)| cards.has(id) && worth > 0);
        dice.best(worths, |(_, worth)| *worth).map(|&(id, _)| id)
    }

    /// Returns how many of these gems the target needs.
    pub(super) fn covered_by(&self, gems: Gems) -> u16 {
        self.lacking.total() - self.lacking.minus(gems).total()
    }

    /// Returns how urgently the target needs a token: gold most, then the colors of its price.
    pub(super) fn need_of(&self, token: Token) -> i32 {
        match token {
            Token::Gold => i32::MAX,
            Token::Gem(color) => i32::from(self.price.get(color)),
        }
    }
}
