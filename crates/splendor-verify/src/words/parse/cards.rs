//! The actions on cards, and the effects that follow a purchase.

use serde_json::{Map, Value, json};
use splendor_core::Card;

use super::{PARTS, Read, Reader, TOKENS, TurnWordsError, number_of, token_of};

impl Reader<'_> {
    /// Reads a reserved card, or the deck that it comes from.
    pub(super) fn reserve(&mut self) -> Read<Value> {
        let is_blind = ["from", "top", "deck"].iter().any(|word| self.next_is(word));
        let card = if is_blind { None } else { Some(self.id::<Card>()?) };
        if let Some(card) = &card
            && (self.skip("from market") || !self.next_is("from"))
        {
            return Ok(json!({ "market": card }));
        }
        let mut deck = self.deck()?;
        if let Some(card) = card {
            deck.insert("card".to_owned(), card.into());
        }
        if self.skip("put") {
            let under = self.id::<Card>()?;
            self.expect("under it")?;
            deck.insert("under".to_owned(), under.into());
        }
        Ok(deck.into())
    }

    /// Reads `from the deck of level 2`, `top of deck 2` or `top card of the Orient deck 2`.
    fn deck(&mut self) -> Read<Map<String, Value>> {
        if self.skip("top") {
            let _or_not = self.skip("card");
            self.expect("of")?;
        } else {
            let _or_not = self.skip("from");
        }
        let is_orient = self.skip("orient");
        self.expect("deck")?;
        let _or_not = self.skip("of");
        let is_orient = self.skip("orient") || is_orient;
        let _or_not = self.skip("level");
        let level = number_of(self.peek(0)).filter(|level| (1..=3).contains(level));
        let level =
            level.ok_or_else(|| self.wrong("is not a level", "the levels are 1, 2 and 3"))?;
        self.at += 1;
        let key = if is_orient { "orient" } else { "deck" };
        Ok(Map::from_iter([(key.to_owned(), level.into())]))
    }

    /// Reads a bought card, with its place and its payment if the words name them.
    pub(super) fn purchase(&mut self) -> Read<Value> {
        let mut purchase = Map::new();
        purchase.insert("card".to_owned(), self.id::<Card>()?.into());
        self.source(&mut purchase)?;
        if self.skip("for") {
            self.payment(&mut purchase)?;
            self.source(&mut purchase)?;
        }
        Ok(purchase.into())
    }

    /// Reads the place of a bought card, if the words name it.
    fn source(&mut self, purchase: &mut Map<String, Value>) -> Read<()> {
        for place in ["market", "hand"] {
            if self.skip(&format!("from {place}")) {
                Self::set(purchase, "from", place.into())?;
            }
        }
        Ok(())
    }

    /// Reads a payment like `one ruby plus the virtual gold of A0gg3d`.
    fn payment(&mut self, purchase: &mut Map<String, Value>) -> Read<()> {
        let only_cards = ["virtual", "card", "cards"].iter().any(|word| self.next_is(word));
        let pay = if only_cards { json!({}) } else { self.counts()? };
        purchase.insert("pay".to_owned(), pay);
        let mut goes_on = only_cards || self.skip("plus");
        while goes_on {
            let key = if self.skip("virtual gold of") { "spend" } else { "discard" };
            if key == "discard" && !self.skip("cards") {
                self.expect("card")?;
            }
            let cards = self.cards()?;
            Self::set(purchase, key, cards)?;
            goes_on = self.skip("plus");
        }
        Ok(())
    }

    /// Reads an effect of a purchase or of a take.
    pub(super) fn effect(&mut self, of: &mut Map<String, Value>, is_then: bool) -> Read<()> {
        self.reject_decided_parts()?;
        let names_token = token_of(self.peek(0)).is_some() || number_of(self.peek(0)).is_some();
        let (to, key, value) = if is_then && names_token {
            (of, "gem", self.gem_of_post()?)
        } else if self.skip("copy") {
            (innermost(of), "copy", self.copied_color()?)
        } else if self.next_is("take") && self.is_card(1) {
            (innermost(of), "free", self.free_card()?)
        } else {
            (of, "stronghold", self.stronghold()?)
        };
        Self::set(to, key, value)
    }

    /// Rejects the parts of a printed turn that the rules decide.
    fn reject_decided_parts(&mut self) -> Read<()> {
        let decided = ["take one gold", "take gold", "end is triggered"];
        if decided.into_iter().all(|words| !self.skip(words)) {
            return Ok(());
        }
        let message = "the rules decide the gold of a reservation, and the end".to_owned();
        let help = "write what the seat chooses, without `take one gold` or `the end is triggered`";
        Err(TurnWordsError { message, help: help.to_owned() })
    }

    /// Reads the gem that a trading post gives.
    fn gem_of_post(&mut self) -> Read<Value> {
        match self.token()? {
            (token, 1) => Ok(token.name().into()),
            (token, _) => {
                let help = format!("write `then one {token}`");
                Err(TurnWordsError { message: "a post gives one gem".to_owned(), help })
            }
        }
    }

    /// Reads a color, or `color of` and the card that has it.
    fn copied_color(&mut self) -> Read<Value> {
        let color = token_of(self.peek(0));
        if self.skip("color of") {
            return Ok(self.id::<Card>()?.into());
        }
        let color = color.ok_or_else(|| self.wrong("is not a color", TOKENS))?;
        self.at += 1;
        Ok(color.name().into())
    }

    /// Reads `take a0d3s free`.
    fn free_card(&mut self) -> Read<Value> {
        self.at += 1;
        let card = self.id::<Card>()?;
        self.expect("free")?;
        Ok(json!({ "card": card }))
    }

    /// Reads the step with a stronghold, like `place a stronghold on a0d3s`.
    fn stronghold(&mut self) -> Read<Value> {
        if self.skip("place stronghold on") {
            return Ok(json!({ "place": self.id::<Card>()? }));
        }
        if self.skip("move stronghold from") {
            let from = self.id::<Card>()?;
            self.expect("to")?;
            return Ok(json!({ "move": { "from": from, "to": self.id::<Card>()? } }));
        }
        if self.skip("remove stronghold") {
            let seat = if self.skip("of seat") { Some(self.seat_number()?) } else { None };
            self.expect("from")?;
            let card = self.id::<Card>()?;
            let seat = seat.map(|seat| ("seat".to_owned(), seat.into()));
            let step = seat.into_iter().chain([("card".to_owned(), card.into())]);
            return Ok(json!({ "remove": step.collect::<Map<_, _>>() }));
        }
        Err(self.wrong("does not fit here", PARTS))
    }
}

/// Returns the last free card of a purchase, or the purchase itself.
fn innermost(of: &mut Map<String, Value>) -> &mut Map<String, Value> {
    if !of.contains_key("free") {
        return of;
    }
    innermost(of["free"].as_object_mut().expect("a free card is an object"))
}
