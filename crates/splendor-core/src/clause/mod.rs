//! The clauses of the rules: each with its id, its sentence, its source, the facts of a breach
//! and the message that says what happened.
//!
//! The order of the rows is the order of the book, which is the order of effects in a turn. Only
//! with Orient and Strongholds some effects happen several times in one turn.

mod reason;
mod table;
mod words;

use core::fmt;

use crate::component::{Card, City, Component, Level, Noble, Post, Row};
use crate::number::{CardCounts, Color, Gems, Spelled, Token, Tokens};
pub use reason::{Copier, Elsewhere, EndedBy, PassObstacle, Quantity};
use table::clauses;
use words::{
    Alone, Due, Excess, Fewer, NotAPair, Only, OnlyCards, Payment, Posts, Scores, Shares, Spare,
    Stack, Stale, Tally, Tied, Turns, n, s,
};

/// One fact of a breach.
#[derive(Clone, Copy)]
pub enum Fact<'f> {
    /// A number, like the count of tokens in a stack.
    Number(u32),
    /// Anything that has a name or an id.
    Text(&'f dyn fmt::Display),
}

impl fmt::Debug for Fact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text}"),
        }
    }
}

macro_rules! number_facts {
    ($($ty:ty),+) => {$(
        impl From<&$ty> for Fact<'_> {
            fn from(number: &$ty) -> Self {
                Self::Number(u32::from(*number))
            }
        }
    )+};
}

number_facts!(u8, u16, u32);

macro_rules! text_facts {
    ($($ty:ty),+) => {$(
        impl<'f> From<&'f $ty> for Fact<'f> {
            fn from(text: &'f $ty) -> Self {
                Self::Text(text)
            }
        }
    )+};
}

text_facts!(
    Token,
    Tokens,
    Gems,
    Card,
    Noble,
    Component,
    Row,
    Level,
    Color,
    Word,
    City,
    Post,
    EndedBy,
    PassObstacle,
    Elsewhere,
    Copier,
    Quantity
);

/// A word that a breach quotes: a part of the log, a box, a reason.
pub type Word = &'static str;

impl Clause {
    /// Returns the clause of an id.
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|clause| clause.id() == id)
    }

    /// Returns the part of the id before the point.
    pub fn family(self) -> &'static str {
        self.id().split_once('.').map_or("", |(family, _)| family)
    }

    /// Returns whether only a claim in a log can contradict the clause, because no turn can be
    /// written that breaks it: the breach is then reported as `claim.*` and names this clause.
    pub const fn shows_through_claims(self) -> bool {
        matches!(
            self,
            Self::ReserveGold
                | Self::PostPointPerPost
                | Self::CityMet
                | Self::CityFurtherColor
                | Self::CityTrigger
                | Self::CityWinner
                | Self::EndTrigger
                | Self::EndRound
                | Self::EndStalemate
                | Self::EndWinner
                | Self::EndFewestCards
                | Self::EndShared
                | Self::ScoreSum
        )
    }
}

clauses! {
    /// Every card, noble, city and trading post that a log names exists in one of the game's boxes.
    "component.unknown" => ComponentUnknown {
        /// The component that the log names.
        component: Component,
        /// The existing component of the same kind whose facts differ least.
        nearest: Component,
    }
    from "Splendor (2024), Contents"
    says "there is no {} {component}; the nearest that exists is {nearest}", component.kind();

    /// The game has two, three or four seats.
    "setup.seats" => SetupSeats {
        /// How many seats the log has.
        seats: u8,
    }
    from "Splendor (2024), Setup; Splendor (2014), Game with 2 or 3 players"
    says "{} seat{} at the table", n(seats), s(seats);

    /// Each of the 90 cards is in the game exactly once.
    "setup.cards" => SetupCards {
        /// The card.
        card: Card,
        /// How often the setup deals it: 0, or 2 for twice or more.
        times: u8,
    }
    from "Splendor (2024), Contents and Setup"
    says "{card} is {}",
        if times == 0 { "missing from the setup" } else { "in the setup more than once" };

    /// With Orient, each of its 30 cards lies exactly once in the row or the deck of its level;
    /// without it, none is in the game.
    "orient.cards" => OrientCards {
        /// The card.
        card: Card,
        /// What is wrong with its place.
        why: Word,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{card} {why}";

    /// Every card starts in the deck or the market of its own level.
    "setup.level" => SetupLevel {
        /// The card.
        card: Card,
        /// The level of the deck or of the market row that it is in.
        level: Row,
    }
    from "Splendor (2024), Setup, 1 and 2"
    says "{card} is among the cards of {level}, but is a card of {}", card.level();

    /// Four cards of each level are face up at the start.
    "setup.market" => SetupMarket {
        /// The level.
        level: Row,
        /// How many cards of the level are face up.
        cards: u8,
    }
    from "Splendor (2024), Setup, 2"
    says "{} card{} of {level} {} face up",
        n(cards), s(cards), if cards == 1 { "is" } else { "are" };

    /// With Orient, two of its cards of each level are face up at the start.
    "orient.market" => OrientMarket {
        /// The row.
        level: Row,
        /// How many cards of the row are face up.
        cards: u8,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{} card{} of {level} {} face up",
        n(cards), s(cards), if cards == 1 { "is" } else { "are" };

    /// The game has one noble more than it has seats; with The Cities it has no nobles.
    "setup.nobles" => SetupNobles {
        /// How many nobles the setup has.
        nobles: u8,
        /// How many nobles the game needs: one more than seats, or 0 with The Cities.
        needed: u8,
    }
    from "Splendor (2024), Setup, 3"
    says "{} noble{} on the table, where {} belong{}",
        n(nobles), s(nobles), Alone(needed), if needed == 0 { "s" } else { "" };

    /// No noble is on the table twice.
    "setup.noble-once" => SetupNobleOnce {
        /// The noble that the setup has twice.
        noble: Noble,
    }
    from "Splendor (2024), Setup, 3"
    says "the noble {noble} is on the table twice";

    /// A noble of another box is in the game only if the log declares that box or one of its
    /// modules.
    "setup.noble-box" => SetupNobleBox {
        /// The noble.
        noble: Noble,
        /// The name of its box in a log.
        boxed: Word,
    }
    from "Splendor: The Silk Road (2024), Contents"
    says "the noble {noble} is from the box {boxed}, which the log does not declare";

    /// With the module The Cities, three city tiles are on the table; without it, there are none.
    "setup.cities" => SetupCities {
        /// How many city tiles the setup has.
        cities: u8,
        /// How many the game needs: 3 with The Cities, 0 without.
        needed: u8,
    }
    from "Splendor: The Silk Road (2024), The Cities, Setup"
    says "{} city tile{} on the table, where {} belong{}",
        n(cities), s(cities), Alone(needed), if needed == 0 { "s" } else { "" };

    /// A city tile never shows both of its faces.
    "setup.city-tiles" => SetupCityTiles {
        /// The later face in the setup.
        city: City,
        /// The earlier face, of the same tile.
        other: City,
    }
    from "Splendor: The Silk Road (2024), The Cities, Setup"
    says "the city {city} is on the table together with {other}, a face of the same tile";

    /// Nobody takes a turn after the end of the game.
    "turn.after-end" => TurnAfterEnd {
        /// Why the game has ended.
        reason: EndedBy,
    }
    from "Splendor (2024), End of the game"
    says "a turn is played although the game has ended: {reason}";

    /// The seats take turns in order, round after round, starting with seat 0.
    "turn.order" => TurnOrder {
        /// The seat that acts, from 0.
        seat: u8,
        /// The seat whose turn it is, from 0.
        expected: u8,
    }
    from "Splendor (2024), Actions"
    says "seat {seat} acts, but it is the turn of seat {expected}";

    /// A turn is exactly one action, or a pass; taking nothing is neither.
    "turn.one-action" => TurnOneAction {}
    from "Splendor (2024), Actions"
    says "a turn without an action: nothing is taken";

    /// You may pass only if you cannot take gems, reserve a card or buy a card.
    "turn.pass" => TurnPass {
        /// Why the pass is illegal: mostly an action that is possible.
        possible: PassObstacle,
    }
    from "no rulebook; see the ruling `pass`"
    says "a pass, although {possible}";

    /// Only with Orient does a turn draw from an Orient deck, copy a color, take a free card, or
    /// pay with cards.
    "orient.present" => OrientPresent {
        /// The part of the turn that needs the module.
        what: Word,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{what} without the module Orient";

    /// Only with Strongholds does a turn place a stronghold or conquer a card.
    "stronghold.present" => StrongholdPresent {
        /// The part of the turn that needs the module.
        what: Word,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "{what} without the module Strongholds";

    /// When you take tokens, you may take gems but never gold.
    "take.no-gold" => TakeNoGold {
        /// How many gold the turn takes.
        gold: u8,
    }
    from "Splendor (2024), Actions"
    says "{} gold taken from the supply", n(gold);

    /// You can take only tokens that are in the supply.
    "take.supply" => TakeSupply {
        /// The first kind of token that the supply lacks.
        token: Token,
        /// How many tokens of the kind the turn takes.
        taken: u8,
        /// How many the supply has before the take.
        supply: u8,
    }
    from "Splendor (2024), Actions"
    says "{} taken where the supply held {}",
        Tokens::NONE.with(token, taken), Alone(supply);

    /// When you take gems of different colors, you take at most three.
    "take.different" => TakeDifferent {
        /// How many gems the turn takes, all of different colors.
        taken: u8,
    }
    from "Splendor (2024), Actions"
    says "{} gems of different colors taken at once", n(taken);

    /// You may take fewer than three different gems only if the supply has fewer than three colors.
    "take.fewer" => TakeFewer {
        /// How many gems the turn takes, all of different colors.
        taken: u8,
        /// How many it has to take at least.
        needed: u8,
        /// How many colors the supply has before the take.
        colors: u8,
    }
    from "Splendor (2024), Actions; the 2014 rules are silent; see the ruling `fewer`"
    says "only {}", Fewer { taken, needed, colors };

    /// When you take gems of the same color, you take exactly two and no other gem.
    "take.pair" => TakePair {
        /// The kind of token that the turn takes most of.
        token: Token,
        /// How many tokens of that kind it takes.
        same: u8,
        /// How many tokens it takes in all.
        taken: u8,
    }
    from "Splendor (2024), Actions"
    says "{}", NotAPair { token, same, taken };

    /// You may take two gems of one color only from a stack that has at least four before you take
    /// them.
    "take.pair-needs-four" => TakePairNeedsFour {
        /// The kind of the pair.
        token: Token,
        /// How many tokens of the kind the supply has before the take.
        supply: u8,
    }
    from "Splendor (2024), Actions; Splendor (2014), Game rules"
    says "two {} taken from {}", token.plural(), Stack(supply);

    /// You cannot reserve a card while you have three cards in your hand.
    "reserve.hand-limit" => ReserveHandLimit {
        /// How many cards the seat has in hand before the reservation, hidden ones included.
        hand: u8,
    }
    from "Splendor (2024), Actions; Splendor (2014), Reserve a development card"
    says "a card is reserved with {} in hand already", n(hand);

    /// You can reserve a card from the market only if it is there.
    "reserve.face-up" => ReserveFaceUp {
        /// The card that the turn reserves.
        card: Card,
    }
    from "Splendor (2024), Actions"
    says "{card} is reserved, but is not in the market";

    /// You can reserve a card from a deck only if the deck is not empty.
    "reserve.deck" => ReserveDeck {
        /// The level of the empty deck.
        level: Row,
    }
    from "Splendor (2024), Actions"
    says "a card is reserved from the empty deck of {level}";

    /// When you reserve a card, you take one gold if the supply has one; you cannot decline it.
    "reserve.gold" => ReserveGold {
        /// How many gold the log claims for the seat after the turn.
        gold: u8,
        /// How many gold the seat has after the turn.
        expected: u8,
    }
    from "Splendor (2024), Actions; Splendor (2014), Reserve a development card"
    says "the log claims {} gold for the seat after its reservation, but the seat has {}",
        n(gold), Alone(expected);

    /// After you take gems, reserve or buy, you may conquer a card of the market on which all three
    /// of your strongholds stand.
    "stronghold.conquest" => StrongholdConquest {
        /// The card.
        card: Card,
        /// How many strongholds of the seat stand on it.
        own: u8,
        /// Whether the turn is a pass, after which nothing is conquered.
        after_pass: Word,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "{card} is conquered with {} stronghold{} of the seat on it{}{}",
        n(own), s(own), if own < 3 { "; three are needed" } else { "" },
        if after_pass.is_empty() { "" } else { "; a conquest does not follow a pass" };

    /// You cannot buy, reserve or take a card on which a stronghold of another seat stands.
    "stronghold.blocked" => StrongholdBlocked {
        /// The card.
        card: Card,
        /// The other seat.
        rival: u8,
        /// How many strongholds of that seat stand on the card.
        count: u8,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "{card} is taken although {} stronghold{} of seat {rival} stand{} on it",
        n(count), s(count), if count == 1 { "s" } else { "" };

    /// You buy a card from the market or from your own hand.
    "purchase.source" => PurchaseSource {
        /// The card that the turn buys.
        card: Card,
        /// Where the card is instead.
        place: Elsewhere,
    }
    from "Splendor (2024), Actions; Splendor (2014), Buying a development card"
    says "{card} is bought, but {place}";

    /// You buy a copy card only if you have a card with a color.
    "orient.copy-needs-color" => OrientCopyNeedsColor {
        /// The copy card.
        card: Card,
    }
    from "The Sun Never Sets (2024), Orient"
    says "the copy card {card} is bought by a seat that has no card with a color";

    /// For each color, you pay the gems that the card costs, less one for each of your bonuses of
    /// that color.
    "purchase.price" => PurchasePrice {
        /// The card that the turn buys.
        card: Card,
        /// Its cost less the bonuses of the seat.
        price: Gems,
        /// The tokens paid.
        paid: Tokens,
        /// How many more gold would cover the price.
        short: u16,
    }
    from "Splendor (2024), Actions and Bonuses; Splendor (2014), The bonuses"
    says "{card} costs {price} after bonuses; {} is {} short", Payment(paid), Tally(short);

    /// You pay no more than the price; a gem pays for its own color, and gold pays for any color.
    "purchase.payment" => PurchasePayment {
        /// The card that the turn buys.
        card: Card,
        /// Its cost less the bonuses of the seat.
        price: Gems,
        /// The tokens paid.
        paid: Tokens,
        /// How many of the tokens should not be paid.
        over: u16,
        /// Why not, in words that follow the count.
        why: Word,
    }
    from "Splendor (2024), Actions; see the ruling `gold`"
    says "{}; {} has {} {why}", Due(card, price),
        Payment(paid), Tally(over);

    /// You can pay only with tokens that you have.
    "purchase.tokens" => PurchaseTokens {
        /// The first kind of token that the seat lacks.
        token: Token,
        /// How many tokens of the kind the turn pays.
        paid: u8,
        /// How many the seat has before the payment.
        owned: u8,
    }
    from "Splendor (2024), Actions"
    says "{} paid by a seat that has {}", Tokens::NONE.with(token, paid), Only(owned);

    /// You spend only your own cards of virtual gold, and each of them only once.
    "orient.spend-owned" => OrientSpendOwned {
        /// The card.
        card: Card,
        /// What is wrong with it.
        why: Word,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{card} is spent as virtual gold, but {why}";

    /// Each card of virtual gold that you spend pays for something.
    "orient.spend-used" => OrientSpendUsed {
        /// How many cards of virtual gold the turn spends.
        spent: u8,
        /// How much gold the tokens of the payment leave open.
        open: u16,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{} card{} of virtual gold spent where the tokens leave {} gold open",
        n(spent), s(spent), Spelled(open);

    /// With the post `double-gold`, each virtual gold pays for up to two gems of one color.
    "orient.double-virtual" => OrientDoubleVirtual {
        /// The card that is bought.
        card: Card,
        /// Its price for the seat.
        price: Gems,
        /// The tokens paid.
        paid: Tokens,
    }
    from "Splendor: The Silk Road (2024), Combine expansions"
    says "{} and the spent cards pay the price of {card}, {price}, only if a virtual gold pays for \
          gems of two colors", Payment(paid);

    /// For a card with a discard price you give up exactly two of your cards; you pay for no other
    /// card this way.
    "orient.discard-price" => OrientDiscardPrice {
        /// The card that is bought.
        card: Card,
        /// How many cards the seat gives up.
        given: u8,
        /// How many it has to give up: two or none.
        needed: u8,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{} card{} given up for {card}, which costs {}", n(given), s(given), Alone(needed);

    /// The two cards that you give up are different cards of yours that count as the color asked
    /// for.
    "orient.discard-color" => OrientDiscardColor {
        /// The card that is given up.
        card: Card,
        /// The color asked for.
        color: Color,
        /// What is wrong with it.
        why: Word,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{card} is given up as a card of {color}, but {why}";

    /// When you give up cards of a color, your copy cards of that color go first.
    "orient.discard-copies-first" => OrientDiscardCopiesFirst {
        /// The copy card that stays.
        card: Card,
        /// The color asked for.
        color: Color,
    }
    from "The Sun Never Sets (2024), Orient"
    says "the copy card {card} stays, while another card that counts as {color} goes";

    /// A copy card that you buy or take free takes the color of another of your cards that has one.
    "orient.copy" => OrientCopy {
        /// The card.
        card: Copier,
        /// What is wrong.
        why: Word,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{card} copies a color, but {why}";

    /// You take a free card only by the power of a card that you bought or took free in this turn;
    /// each power brings one card.
    "orient.free" => OrientFree {
        /// The card.
        card: Card,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{card} is taken free, but no card of this turn grants it";

    /// A free card has the level that the power names.
    "orient.free-level" => OrientFreeLevel {
        /// The card.
        card: Card,
        /// The level that the power names.
        level: Level,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{card} is taken free, but the power grants a card of {level}";

    /// A free card lies in the market at that moment.
    "orient.free-face-up" => OrientFreeFaceUp {
        /// The card.
        card: Card,
    }
    from "The Sun Never Sets (2024), Orient"
    says "{card} is taken free, but is not in the market";

    /// You must take the free card if there is one that you may take.
    "orient.free-mandatory" => OrientFreeMandatory {
        /// The level that the power names.
        level: Level,
    }
    from "The Sun Never Sets (2024), Orient"
    says "no free card of {level} is taken, although the market has one";

    /// Only with The Trading Posts can you gain a post, take a gem by its power or put a card under
    /// a deck.
    "post.present" => PostPresent {
        /// The use of a trading post, in words.
        what: Word,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{what} without the module The Trading Posts";

    /// With the post `double-gold`, each of your gold pays for up to two gems of one color.
    "post.double-gold" => PostDoubleGold {
        /// The card that the turn buys.
        card: Card,
        /// Its cost less the bonuses of the seat.
        price: Gems,
        /// The tokens paid.
        paid: Tokens,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{card} costs {price} after bonuses; in {}, a gold would pay for gems of two colors",
        Payment(paid);

    /// With the post `draw-two`, when you reserve from a deck, you draw two cards, keep one and put
    /// the other under the deck.
    "post.draw-two" => PostDrawTwo {
        /// The card that the log puts under the deck.
        card: Card,
        /// The level of the deck.
        level: Row,
        /// Why no second card was drawn, in words.
        why: Word,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{card} is put under the deck of {level}, but {why}";

    /// You take a gem in addition to your action only by the power of a post.
    "post.gem" => PostGem {
        /// The token that the log takes by a power.
        gem: Token,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "one {gem} is taken by the power of a post, but no post of the seat gives a gem for this \
          action";

    /// With the post `gem-after-purchase`, you take one gem after each purchase, before the market
    /// is refilled.
    "post.gem-after-purchase" => PostGemAfterPurchase {
        /// The supply after the payment.
        supply: Tokens,
        /// The fault, in words.
        why: Word,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "after a purchase, {why}; gems in the supply: {}", Spare(supply.gems());

    /// With the post `third-gem`, when you take two gems of one color, you also take one gem of
    /// another color.
    "post.third-gem" => PostThirdGem {
        /// The kind of the pair.
        pair: Token,
        /// The supply after the pair is taken.
        supply: Tokens,
        /// The fault, in words.
        why: Word,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "after a pair of {}, {why}; gems in the supply: {}",
        pair.plural(), Spare(supply.gems());

    /// One step with a stronghold follows each purchase, and none follows anything else.
    "stronghold.step" => StrongholdStep {
        /// The action that no step follows.
        action: Word,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "a stronghold is placed, moved or removed after {action}";

    /// After a purchase you must place, move or remove a stronghold, if you can.
    "stronghold.mandatory" => StrongholdMandatory {
        /// A step that is possible.
        possible: Word,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "no step with a stronghold follows the purchase, although {possible}";

    /// A step with a stronghold names cards that lie in the market at that moment.
    "stronghold.face-up" => StrongholdFaceUp {
        /// The card.
        card: Card,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "a step with a stronghold names {card}, which is not in the market";

    /// You put a stronghold only on a card without a stronghold of another seat.
    "stronghold.rival" => StrongholdRival {
        /// The card.
        card: Card,
        /// The other seat.
        rival: u8,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "a stronghold is put on {card}, where one of seat {rival} stands";

    /// You place a stronghold only if your stock has one.
    "stronghold.stock" => StrongholdStock {
        /// The card.
        card: Card,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "a stronghold is placed on {card}, but the stock of the seat is empty";

    /// You move one of your own strongholds from one card to another.
    "stronghold.move" => StrongholdMove {
        /// The card that it leaves.
        from: Card,
        /// What is wrong.
        why: Word,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "a stronghold is moved from {from}, but {why}";

    /// You remove a stronghold of another seat only if it stands alone on its card.
    "stronghold.remove" => StrongholdRemove {
        /// The card.
        card: Card,
        /// What is wrong.
        why: Word,
    }
    from "The Sun Never Sets (2024), Strongholds"
    says "a stronghold is removed from {card}, but {why}";

    /// An emptied place in the market is refilled from the deck of its level as long as that deck
    /// has cards; no other card is revealed.
    "market.refill" => MarketRefill {
        /// The card that the log names as the refill.
        card: Card,
        /// Why nothing fills the market, in words.
        why: Word,
    }
    from "Splendor (2024), Replace cards; Splendor (2014), Buying a development card"
    says "{card} is revealed, but {why}";

    /// A card that appears has not been seen before.
    "reveal.unseen" => RevealUnseen {
        /// The card that the log reveals.
        card: Card,
        /// Where the card already is, in words.
        place: Word,
    }
    from "Splendor (2024), Contents and Replace cards"
    says "{card} appears, but {place}";

    /// A card that appears has the level of the deck from which it was drawn.
    "reveal.level" => RevealLevel {
        /// The card that the log reveals.
        card: Card,
        /// The row of the deck that it is drawn from.
        level: Row,
    }
    from "Splendor (2024), Replace cards"
    says "{card} is a card of {}, but appears from the deck of {level}", card.row();

    /// If the order of a deck is known, the card that appears is the next card of that deck.
    "reveal.deck" => RevealDeck {
        /// The card that the log reveals.
        card: Card,
        /// The next card of the deck.
        next: Card,
    }
    from "Splendor (2024), Replace cards"
    says "{card} appears, but the next card of the deck is {next}";

    /// You can return only tokens that you have.
    "limit.owned" => LimitOwned {
        /// The first kind of token that the seat lacks.
        token: Token,
        /// How many tokens of the kind the turn returns.
        returned: u8,
        /// How many the seat has before the return.
        held: u8,
    }
    from "Splendor (2024), Piece pool limit"
    says "{} returned by a seat that has {}", Tokens::NONE.with(token, returned), Only(held);

    /// At the end of your turn you have at most ten tokens, including gold.
    "limit.ten" => LimitTen {
        /// How many tokens the seat has after the return.
        held: u16,
        /// How many tokens the turn returns.
        returned: u16,
        /// The ruling that forbids the return, if it is one that does.
        why: Word,
    }
    from "Splendor (2024), Piece pool limit; Splendor (2014), Selecting tokens"
    says "the turn ends with {}{why}", Tally(held);

    /// You return only the tokens above ten.
    "limit.excess" => LimitExcess {
        /// How many tokens the turn returns.
        returned: u16,
        /// How many tokens above the limit the seat had before the return.
        excess: u16,
    }
    from "Splendor (2024), Piece pool limit; Splendor (2014), Selecting tokens"
    says "{} returned, {}", Tally(returned), Excess(excess);

    /// You can take only a noble that is on the table.
    "noble.present" => NoblePresent {
        /// The noble that the log names.
        noble: Noble,
    }
    from "Splendor (2024), Noble tiles"
    says "the noble {noble} is not on the table";

    /// You take a noble only if your cards meet its demand.
    "noble.earned" => NobleEarned {
        /// The noble that the log names.
        noble: Noble,
        /// The cards of each color of the seat at the end of the turn.
        bonuses: Gems,
    }
    from "Splendor (2024), Noble tiles; Splendor (2014), The nobles"
    says "the noble {noble} is taken by a seat that has {}", OnlyCards(bonuses);

    /// You take nobles at the end of any turn, whatever your action was.
    "noble.time" => NobleTime {
        /// The first noble that the log names.
        noble: Noble,
        /// The kind of action of the turn, in words.
        action: Word,
    }
    from "Splendor (2024), Noble tiles; see the ruling `noble-time`"
    says "the noble {noble} is taken after {action}, which the ruling `noble-time` forbids";

    /// You take at most one noble in a turn.
    "noble.one" => NobleOne {
        /// How many nobles the log names for the turn.
        nobles: u8,
    }
    from "Splendor (2024), Noble tiles; Splendor (2014), The Noble tiles"
    says "{} nobles taken in one turn", n(nobles);

    /// If your cards meet the demands of several nobles, you choose the one that you take.
    "noble.choice" => NobleChoice {
        /// The noble that has to be taken and is not.
        noble: Noble,
        /// Why it has to be taken, in words.
        why: Word,
    }
    from "Splendor (2014), The nobles; Splendor (2024), Noble tiles; see the ruling `noble-choice`"
    says "another noble is taken, but {noble} {why}";

    /// At the end of your turn, if your cards meet the demand of a noble, you take that noble and
    /// cannot refuse it.
    "noble.mandatory" => NobleMandatory {
        /// The first noble whose demand is met.
        noble: Noble,
        /// The cards of each color of the seat at the end of the turn.
        bonuses: Gems,
    }
    from "Splendor (2014), The Noble tiles and The nobles; Splendor (2024), Noble tiles"
    says "no noble taken, although the demand of {noble} is met";

    /// You gain at most one trading post in a turn.
    "post.one" => PostOne {
        /// How many trading posts the log names for the turn.
        posts: u8,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{} posts gained in one turn", n(posts);

    /// You gain a trading post only if your cards meet its demand.
    "post.earned" => PostEarned {
        /// The trading post that the log names.
        post: Post,
        /// The cards of each color of the seat at the end of the turn.
        bonuses: Gems,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "the post {post} asks for {}; the seat has {}",
        CardCounts(post.demand()), OnlyCards(bonuses);

    /// You never gain the same trading post twice.
    "post.once" => PostOnce {
        /// The trading post that the log names.
        post: Post,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "the post {post} is gained by a seat that already has it";

    /// At the end of your turn, if your cards meet the demand of a trading post that you do not
    /// have, you gain it.
    "post.mandatory" => PostMandatory {
        /// The first trading post whose demand is newly met.
        post: Post,
        /// The cards of each color of the seat at the end of the turn.
        bonuses: Gems,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "no post gained, although the demand of {post} is met";

    /// With the post `point-per-post`, each of your trading posts brings one prestige, including
    /// those that you gain later.
    "post.point-per-post" => PostPointPerPost {
        /// The seat, from 0.
        seat: u8,
        /// How many trading posts the seat has.
        posts: u8,
    }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "seat {seat} has {}", Posts(posts);

    /// You meet a city if you have at least the prestige and the cards of each color that it asks
    /// for.
    "city.met" => CityMet {
        /// The seat, from 0.
        seat: u8,
        /// The prestige of the seat.
        prestige: u8,
    }
    from "Splendor: The Silk Road (2024), The Cities, Additional Rules"
    says "seat {seat} has {prestige} prestige and meets no city";

    /// The further cards that a city asks for all have one color, and it is a color that the city
    /// does not name.
    "city.further-color" => CityFurtherColor {
        /// The seat, from 0.
        seat: u8,
        /// The face that the seat would meet without this clause.
        city: City,
    }
    from "Splendor: The Silk Road (2024), The Cities, Additional Rules"
    says "the city {city} also asks for {} card{} of one more color, and seat {seat} has them only \
          in a color that the city names", n(city.further), s(city.further);

    /// With The Cities, you trigger the end if you meet a city at the end of your turn.
    "city.trigger" => CityTrigger {
        /// The most prestige of any seat.
        prestige: u8,
    }
    from "Splendor: The Silk Road (2024), The Cities, Additional Rules"
    says "no seat meets a city; the most prestige is {prestige}";

    /// With The Cities, the seat with the most prestige wins among the seats that meet a city.
    "city.winner" => CityWinner {
        /// The seat that the log calls a winner, from 0.
        seat: u8,
        /// Its prestige.
        prestige: u8,
        /// The most prestige of a seat that meets a city.
        most: u8,
    }
    from "Splendor: The Silk Road (2024), The Cities, End of Game"
    says "seat {seat} is called a winner with {prestige} prestige, but a seat that meets a city \
          has {most}";

    /// You trigger the end if you have 15 or more prestige at the end of your turn.
    "end.trigger" => EndTrigger {
        /// The most prestige of any seat.
        prestige: u8,
        /// The prestige that triggers the end.
        target: u8,
    }
    from "Splendor (2024), End of the game; Splendor (2014), End of the game"
    says "the most prestige is {prestige}, the target is {target}";

    /// Once the end is triggered, the round is played out, so that every seat has the same number
    /// of turns.
    "end.round" => EndRound {
        /// The first seat that has not had its last turn, from 0.
        seat: u8,
    }
    from "Splendor (2024), End of the game; Splendor (2014), End of the game"
    says "seat {seat} has not had its last turn";

    /// If all seats, one after another, have to pass and no pass brings a noble or a trading post,
    /// the game ends.
    "end.stalemate" => EndStalemate {
        /// How many of the last turns were passes that count.
        passes: u8,
        /// How many passes in a row end the game.
        needed: u8,
        /// The value of the ruling `stalemate`.
        ruling: Word,
    }
    from "no rulebook; see the ruling `stalemate`"
    says "{}", Stale { passes, needed, ruling };

    /// The seat with the most prestige wins.
    "end.winner" => EndWinner {
        /// The seat that the log calls a winner, from 0.
        seat: u8,
        /// Its prestige.
        prestige: u8,
        /// The most prestige of any seat.
        most: u8,
    }
    from "Splendor (2024), End of the game; Splendor (2014), End of the game"
    says "seat {seat} is called a winner with {prestige} prestige, but the most is {most}";

    /// If seats tie for the most prestige, the seat that bought the fewest cards wins.
    "end.fewest-cards" => EndFewestCards {
        /// The seat that the log calls a winner, from 0.
        seat: u8,
        /// How many cards it has bought.
        cards: u8,
        /// The fewest cards bought by a seat with the same prestige.
        fewest: u8,
    }
    from "Splendor (2024), End of the game; Splendor (2014), End of the game"
    says "seat {seat} is called a winner {}", Tied { cards, fewest };

    /// Seats that tie in both prestige and number of bought cards share the victory.
    "end.shared" => EndShared {
        /// The seat that the log does not call a winner, from 0.
        seat: u8,
    }
    from "Splendor (2024), End of the game; the 2014 rules are silent; see the ruling `tie`"
    says "seat {seat} shares the victory, but is not called a winner";

    /// Your prestige is the sum of the prestige of your cards, your nobles and your trading posts.
    "score.sum" => ScoreSum {
        /// The seat, from 0.
        seat: u8,
        /// The prestige of its cards.
        cards: u8,
        /// The prestige of its nobles.
        nobles: u8,
        /// The prestige of its trading posts.
        posts: u8,
        /// The prestige in all.
        sum: u8,
    }
    from "Splendor (2024), End of the game; Splendor: The Silk Road (2024), The Trading Posts"
    says "seat {seat} has {}, which makes {sum}", Shares { cards, nobles, posts };

    /// Every claim about the table after a turn is true.
    "claim.after" => ClaimAfter {
        /// The claimed quantity.
        what: Quantity,
        /// Its value by the log.
        claimed: u16,
        /// Its value by the replay.
        actual: u16,
    }
    from "the log format, `after`"
    says "the log claims {claimed} for `{what}`, but the replay has {actual}";

    /// Every claim about why and where the game stopped is true.
    "claim.end" => ClaimEnd {
        /// The contradiction, in words.
        why: Word,
    }
    from "the log format, `end`"
    says "{why}";

    /// The claimed number of turns is the number of turns in the log.
    "claim.plies" => ClaimPlies {
        /// How many turns the log claims.
        claimed: u32,
        /// How many turns the log holds.
        actual: u32,
    }
    from "the log format, `end.plies`"
    says "the log claims {}, but has {actual}", Turns(claimed);

    /// A result with scores gives one score for each seat.
    "claim.score-count" => ClaimScoreCount {
        /// How many scores the log has.
        claimed: u8,
        /// How many seats play.
        seats: u8,
    }
    from "the log format, `result.scores`"
    says "the log gives {} for {} seats", Scores(claimed), n(seats);

    /// The claimed scores are the scores of the replay.
    "claim.score" => ClaimScore {
        /// The seat, from 0.
        seat: u8,
        /// The prestige that the log claims.
        claimed: u8,
        /// The prestige of the replay.
        actual: u8,
    }
    from "the log format, `result.scores`"
    says "the log claims {claimed} prestige for seat {seat}, but the replay has {actual}";

    /// The claimed winners are the winners by the rules.
    "claim.winner" => ClaimWinner {
        /// The seat, from 0.
        seat: u8,
        /// The contradiction, in words that follow the seat.
        why: Word,
    }
    from "the log format, `result.winners`"
    says "seat {seat} {why}";

    /// The claimed digest is the digest of the position.
    "claim.digest" => ClaimDigest {}
    from "the log format, digest"
    says "the claimed digest is not the digest of the position";
}
