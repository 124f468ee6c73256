//! The rulings: decisions where the rulebooks are silent or clients differ.
//!
//! One table holds their names, values, defaults and questions. Everything else that lists rulings
//! derives from it.

use core::cell::Cell;

use super::module_rulings::{
    ConquestRefill, CopyDouble, Move, Remove, StepDuty, TieCards, VirtualSpare,
};
use super::ruling_value::{RulingValue, Setting, ruling_values};

ruling_values! {
    /// When a seat may take fewer than three different gems.
    Fewer {
        /// If the supply has fewer than three colors: any number of them.
        WhenShort = "when-short",
        /// If the supply has fewer than three colors: one gem of each.
        AllAvailable = "all-available",
        /// Always.
        UpToThree = "up-to-three",
        /// As `AllAvailable`, and if the take fills the seat up to the token limit.
        ToTen = "to-ten",
        /// Never: a seat takes three different gems or a pair.
        Never = "never",
    }
}

ruling_values! {
    /// When a seat may pass.
    Pass {
        /// If it has no other action.
        WhenStuck = "when-stuck",
        /// Always.
        Always = "always",
        /// Never: a log ends where a seat has no action.
        Never = "never",
    }
}

ruling_values! {
    /// What happens when every seat in a row has to pass.
    Stalemate {
        /// The game ends, and the usual scores decide.
        Ends = "ends",
        /// The game goes on.
        Continues = "continues",
        /// The game ends without a winner after one round of passes, forced or not.
        PassedRound = "passed-round",
    }
}

ruling_values! {
    /// Which turns are still played after the one that triggers the end.
    EndTime {
        /// Those of the seats that come later in the round.
        Round = "round",
        /// None.
        AtOnce = "at-once",
        /// One of every other seat, wherever in the round the end was triggered.
        OthersOnce = "others-once",
    }
}

ruling_values! {
    /// Which gems gold may replace in a payment.
    GoldUse {
        /// Any gem, also one that the seat has.
        Free = "free",
        /// Only gems that the seat does not have.
        LastResort = "last-resort",
    }
}

ruling_values! {
    /// Who wins among several seats with the most prestige.
    Tie {
        /// The seat with the fewest bought cards; seats with equally few share the victory.
        FewestCardsThenShared = "fewest-cards-then-shared",
        /// All of them.
        MostPrestigeShared = "most-prestige-shared",
        /// The seat that plays last in the round.
        LastSeat = "last-seat",
        /// The seat that plays first in the round.
        FirstSeat = "first-seat",
        /// The seat with the fewest bought cards; of several, the one that plays first.
        FewestCardsThenFirstSeat = "fewest-cards-then-first-seat",
    }
}

ruling_values! {
    /// Which of several nobles comes.
    NobleChoice {
        /// The noble that the seat chooses.
        Seat = "seat",
        /// The noble that the setup lists first.
        FirstListed = "first-listed",
        /// All of them.
        All = "all",
    }
}

ruling_values! {
    /// How many tokens a seat returns at the end of its turn.
    Return {
        /// Exactly those above the limit.
        Exact = "exact",
        /// Those above the limit or fewer, so that a seat may keep more than the limit.
        UpTo = "up-to",
        /// Those above the limit or more.
        Anything = "anything",
    }
}

ruling_values! {
    /// At the end of which turns nobles come.
    NobleTime {
        /// Every turn.
        EveryTurn = "every-turn",
        /// Every turn except a pass.
        AfterAction = "after-action",
        /// Turns with a purchase.
        AfterPurchase = "after-purchase",
    }
}

ruling_values! {
    /// Whether a seat must use the power of a trading post.
    Powers {
        /// Whenever that is possible.
        Mandatory = "mandatory",
        /// The seat may decline.
        Optional = "optional",
    }
}

ruling_values! {
    /// What a payment may waste where one gold pays for two gems.
    Overpay {
        /// Half a gold in each color.
        HalfGold = "half-gold",
        /// Nothing: without any of its tokens the payment must be too small.
        Irredundant = "irredundant",
        /// Half a gold in each color, and any gold beyond the price.
        SpareGold = "spare-gold",
    }
}

ruling_values! {
    /// What a reservation does for a seat that the gold would bring above the token limit.
    GoldAtTen {
        /// The seat takes the gold and returns a token.
        Taken = "taken",
        /// The seat reserves, and the gold stays in the supply.
        Withheld = "withheld",
        /// The seat may not reserve.
        Forbidden = "forbidden",
    }
}

/// The prestige that triggers the end: any number from 1 to 255, without leading zeros.
impl RulingValue for u8 {
    const WORDS: &'static [&'static str] = &["15"];
    const DEFAULT: Self = 15;

    fn of_word(word: &str) -> Option<Self> {
        let number = word.parse().ok().filter(|&number| number > 0)?;
        // `parse` accepts `+7` and `007`, which a log may not write.
        (!word.starts_with(['0', '+'])).then_some(number)
    }

    fn setting(self) -> Setting {
        Setting::Number(self)
    }
}

/// One row of the table of rulings.
#[derive(Clone, Copy, Debug)]
pub struct RulingInfo {
    /// The name in a log.
    pub name: &'static str,
    /// The values, the default first. The ruling `target` lists its default only: it can be any
    /// number from 1 to 255.
    pub values: &'static [&'static str],
    /// The question that it answers.
    pub question: &'static str,
}

/// A ruling that does not exist, or a value that a ruling does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRuling;

/// Turns the table of rulings into [`Rulings`], [`RulingMask`], [`ConsultedRulings`], [`RULINGS`]
/// and the functions that go by name.
macro_rules! rulings {
    ($( $(#[doc = $about:literal])+ $field:ident: $ty:ty, $name:literal, $question:literal; )+) => {
        /// The decisions where the rulebooks are silent or clients differ.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct Rulings {
            $( $(#[doc = $about])+ pub $field: $ty, )+
        }

        /// A flag for each ruling, without a value: names some of the rulings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct RulingMask {
            $( $(#[doc = $about])+ pub $field: bool, )+
        }

        impl RulingMask {
            /// No ruling.
            pub const NONE: Self = Self { $( $field: false, )+ };
            /// Every ruling.
            pub const ALL: Self = Self { $( $field: true, )+ };

            /// Returns the rulings that at least one of two masks names.
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self { $( $field: self.$field || other.$field, )+ }
            }

            /// Returns whether the mask names the ruling with this name in a log.
            pub fn contains(self, name: &str) -> bool {
                match name {
                    $( $name => self.$field, )+
                    _ => false,
                }
            }
        }

        /// The rulings of a game, with a record of those that a turn consults.
        #[derive(Debug)]
        pub(crate) struct ConsultedRulings<'r> {
            rulings: &'r Rulings,
            $( $field: Cell<bool>, )+
        }

        #[expect(dead_code, reason = "`tie` and `tie-cards` decide no turn")]
        impl<'r> ConsultedRulings<'r> {
            #[inline]
            pub(crate) const fn new(rulings: &'r Rulings) -> Self {
                Self { rulings, $( $field: Cell::new(false), )+ }
            }

            $(
                $(#[doc = $about])+
                #[inline]
                pub(crate) fn $field(&self) -> $ty {
                    self.$field.set(true);
                    self.rulings.$field
                }
            )+

            /// Returns the rulings that were consulted so far.
            pub(crate) fn consulted(&self) -> RulingMask {
                RulingMask { $( $field: self.$field.get(), )+ }
            }
        }

        /// Every ruling, in the order of the book.
        pub const RULINGS: [RulingInfo; [$($name),+].len()] = [
            $( RulingInfo {
                name: $name,
                values: <$ty as RulingValue>::WORDS,
                question: $question,
            }, )+
        ];

        impl Default for Rulings {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl Rulings {
            /// The rulings of the published rules.
            pub const DEFAULT: Self = Self { $( $field: <$ty as RulingValue>::DEFAULT, )+ };

            /// Gives a ruling the value that a log writes for it.
            ///
            /// # Errors
            ///
            /// [`UnknownRuling`] if there is no such ruling, or if it does not have the value.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), UnknownRuling> {
                match name {
                    $( $name => self.$field = RulingValue::of_word(value).ok_or(UnknownRuling)?, )+
                    _ => return Err(UnknownRuling),
                }
                Ok(())
            }

            /// Returns whether both have the same value for each ruling that a mask names.
            pub fn agrees(&self, other: &Self, on: RulingMask) -> bool {
                $( (!on.$field || self.$field == other.$field) )&&+
            }

            /// Returns the name and the value of every ruling, in the order of [`RULINGS`].
            pub fn settings(&self) -> [(&'static str, Setting); RULINGS.len()] {
                [$( ($name, RulingValue::setting(self.$field)), )+]
            }
        }
    };
}

rulings! {
    /// When a seat may take fewer than three different gems.
    fewer: Fewer, "fewer", "when may you take fewer than three different gems?";
    /// When a seat may pass.
    pass: Pass, "pass", "when may you pass?";
    /// What happens when every seat in a row has to pass.
    stalemate: Stalemate, "stalemate", "what happens if every seat in a row had to pass?";
    /// Which turns are still played after the one that triggers the end.
    end_time: EndTime, "end-time", "which turns follow the one that triggers the end?";
    /// Which gems gold may replace in a payment.
    gold: GoldUse, "gold", "may you pay gold in place of a gem that you have?";
    /// Who wins among several seats with the most prestige.
    tie: Tie, "tie", "which seat wins a tie for the most prestige?";
    /// The prestige that triggers the end, 1 to 255.
    target: u8, "target", "how much prestige triggers the end? (any number from 1 to 255)";
    /// Which of several nobles comes.
    noble_choice: NobleChoice, "noble-choice",
        "which noble do you take if you meet the demands of several?";
    /// How many tokens a seat returns at the end of its turn.
    returns: Return, "return", "how many tokens above ten do you return?";
    /// At the end of which turns nobles come.
    noble_time: NobleTime, "noble-time", "after which turns do you take nobles?";
    /// Whether a seat must use the power of a trading post.
    powers: Powers, "powers", "may you decline a power of a post or of a card?";
    /// What a payment may waste where one gold pays for two gems.
    overpay: Overpay, "overpay", "may you pay a token that doubled gold makes unnecessary?";
    /// What a reservation does for a seat that the gold would bring above the token limit.
    gold_at_ten: GoldAtTen, "gold-at-ten",
        "do you get the gold of a reservation at the limit?";
    /// How many bonuses a copy of a double card brings.
    copy_double: CopyDouble, "copy-double", "how many bonuses does a copy of a double card bring?";
    /// Whether each card of virtual gold that is spent must be necessary.
    virtual_spare: VirtualSpare, "virtual-spare",
        "may you spend a card of virtual gold that you could have kept?";
    /// When the emptied places of a turn with a conquest are refilled.
    conquest_refill: ConquestRefill, "conquest-refill",
        "when do you refill the places that a turn with a conquest empties?";
    /// Whether a seat must take the step with a stronghold.
    stronghold_step: StepDuty, "stronghold-step", "may you decline the step with a stronghold?";
    /// Which strongholds of other seats can be removed.
    remove: Remove, "remove", "which strongholds of another seat may you remove?";
    /// When a seat may move a stronghold.
    move_when: Move, "move", "when may you move a stronghold?";
    /// Which cards count in a tie.
    tie_cards: TieCards, "tie-cards", "which cards count when a tie is broken?";
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_value_is_set_by_the_word_that_it_is_written_with() {
        for ruling in RULINGS {
            for value in ruling.values {
                let mut rulings = Rulings::default();
                rulings.set(ruling.name, value).expect("a value of the table");
                let settings = rulings.settings();
                let found = settings.iter().find(|(name, _)| *name == ruling.name);
                assert_eq!(found.expect("a ruling of the table").1.to_string(), *value);
            }
            let default = Rulings::default().settings().into_iter();
            let mut default = default.filter(|(name, _)| *name == ruling.name);
            assert_eq!(default.next().expect("a ruling").1.to_string(), ruling.values[0]);
        }
    }

    #[test]
    fn a_target_is_a_number_from_1_to_255_written_in_one_way() {
        for (word, due) in [("1", 1), ("15", 15), ("255", 255)] {
            let mut rulings = Rulings::default();
            rulings.set("target", word).expect("a number");
            assert_eq!(rulings.target, due);
        }
        for word in ["", "0", "256", "007", "+7", "-1", "7 ", "x"] {
            assert_eq!(Rulings::default().set("target", word), Err(UnknownRuling), "{word}");
        }
        assert_eq!(Rulings::default().set("luck", "none"), Err(UnknownRuling));
        assert_eq!(Rulings::default().set("pass", "sometimes"), Err(UnknownRuling));
    }
}
