//! The clauses of the rules: each with its id, its sentence, its source, the facts of a breach
//! and the message that says what happened.
//!
//! The order of the rows is the order of the book, which is the order of effects in a turn: when
//! a turn breaks several clauses, the first of them is reported.

mod reserved;
mod table;
mod words;

use core::fmt;

use crate::component::{Card, City, Component, Level, Noble, Post};
use crate::number::{Gems, Token, Tokens};
pub use reserved::{RESERVED, ReservedClause};
use table::clauses;
use words::{Above, Alone, Scores, Shares, Stale, Tally, Turns, n, s};

/// One fact of a breach.
#[derive(Clone, Copy)]
pub enum Fact<'f> {
    /// A number, like how many tokens lay in a stack.
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

text_facts!(Token, Tokens, Gems, Card, Noble, Component, Level, Word, City, Post);

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
    /// Every card, noble, city and trading post that a log names is in one of the boxes of the
    /// game.
    "component.unknown" => ComponentUnknown { component: Component, nearest: Component }
    from "Splendor (2024), Contents"
    says "there is no {} {component}; the nearest that exists is {nearest}", component.kind();

    /// Two, three or four seats play.
    "setup.seats" => SetupSeats { seats: u8 }
    from "Splendor (2024), Setup; Splendor (2014), Game with 2 or 3 players"
    says "{} seat{} at the table", n(seats), s(seats);

    /// Each of the 90 cards is in the game exactly once.
    "setup.cards" => SetupCards { card: Card, times: u8 }
    from "Splendor (2024), Contents and Setup"
    says "{card} is dealt {}", if times == 0 { "nowhere" } else { "more than once" };

    /// A card lies in the deck or in the market of its own level.
    "setup.level" => SetupLevel { card: Card, level: Level }
    from "Splendor (2024), Setup, 1 and 2"
    says "{card} lies among the cards of {level}, but is of {}", card.level;

    /// Four cards of each level lie face up at the start.
    "setup.market" => SetupMarket { level: Level, cards: u8 }
    from "Splendor (2024), Setup, 2"
    says "{} card{} of {level} {} face up",
        n(cards), s(cards), if cards == 1 { "lies" } else { "lie" };

    /// The nobles on the table are one more than the seats; with The Cities there are none.
    "setup.nobles" => SetupNobles { nobles: u8, needed: u8 }
    from "Splendor (2024), Setup, 3"
    says "{} noble{} on the table, where {} belong{}",
        n(nobles), s(nobles), Alone(needed), if needed == 0 { "s" } else { "" };

    /// No noble lies on the table twice.
    "setup.noble-once" => SetupNobleOnce { noble: Noble }
    from "Splendor (2024), Setup, 3"
    says "the noble {noble} lies on the table twice";

    /// A noble of another box plays only where the log declares that box or a module of it.
    "setup.noble-box" => SetupNobleBox { noble: Noble, boxed: Word }
    from "Splendor: The Silk Road (2024), Contents"
    says "the noble {noble} comes with the box {boxed}, which the log does not declare";

    /// Three city tiles lie on the table with the module The Cities, and none without it.
    "setup.cities" => SetupCities { cities: u8, needed: u8 }
    from "Splendor: The Silk Road (2024), The Cities, Setup"
    says "{} city tile{} on the table, where {} belong{}",
        n(cities), s(cities), Alone(needed), if needed == 0 { "s" } else { "" };

    /// No tile shows both of its faces.
    "setup.city-tiles" => SetupCityTiles { city: City, other: City }
    from "Splendor: The Silk Road (2024), The Cities, Setup"
    says "{city} lies on the table beside {other}, which is a face of the same tile";

    /// Nothing happens after the end of the game.
    "turn.after-end" => TurnAfterEnd { reason: Word }
    from "Splendor (2024), End of the game"
    says "a turn is played although the game has ended: {reason}";

    /// The seats act in order, again and again, seat 0 first.
    "turn.order" => TurnOrder { seat: u8, expected: u8 }
    from "Splendor (2024), Actions"
    says "seat {seat} acts, but it is the turn of seat {expected}";

    /// A turn is exactly one action; to take nothing is none.
    "turn.one-action" => TurnOneAction {}
    from "Splendor (2024), Actions"
    says "a turn without an action: nothing is taken";

    /// A seat passes only if it has no action left.
    "turn.pass" => TurnPass { possible: Word }
    from "no rulebook; see the ruling `pass`"
    says "a pass, although {possible}";

    /// Gold is never taken by an action that takes gems.
    "take.no-gold" => TakeNoGold { gold: u8 }
    from "Splendor (2024), Actions"
    says "{} gold taken from the supply", n(gold);

    /// Every token that is taken is in the supply.
    "take.supply" => TakeSupply { token: Token, taken: u8, supply: u8 }
    from "Splendor (2024), Actions"
    says "{} taken where the supply held {}",
        Tokens::NONE.with(token, taken), Alone(supply);

    /// Gems of different colors are taken three at a time, never more.
    "take.different" => TakeDifferent { taken: u8 }
    from "Splendor (2024), Actions"
    says "{} gems of different colors taken at once", n(taken);

    /// Fewer than three different gems are taken only if fewer than three colors are in the supply.
    "take.fewer" => TakeFewer { taken: u8, needed: u8, colors: u8 }
    from "Splendor (2024), Actions; the 2014 rules are silent; see the ruling `fewer`"
    says "only {} of {} different gems taken while {} color{} in the supply",
        n(taken), n(needed), n(colors), if colors == 1 { " was" } else { "s were" };

    /// Gems of one color are taken two at a time, with no other gem beside them.
    "take.pair" => TakePair { token: Token, same: u8, taken: u8 }
    from "Splendor (2024), Actions"
    says "{} taken within a take of {}", Tokens::NONE.with(token, same), n(taken);

    /// A pair is taken only from a stack that holds at least four before.
    "take.pair-needs-four" => TakePairNeedsFour { token: Token, supply: u8 }
    from "Splendor (2024), Actions; Splendor (2014), Game rules"
    says "two {} taken from a stack of {}", token.plural(), Alone(supply);

    /// A seat with three cards in hand cannot reserve.
    "reserve.hand-limit" => ReserveHandLimit { hand: u8 }
    from "Splendor (2024), Actions; Splendor (2014), Reserve a development card"
    says "a card is reserved with {} in hand already", n(hand);

    /// A card is reserved from the market only if it lies there.
    "reserve.face-up" => ReserveFaceUp { card: Card }
    from "Splendor (2024), Actions"
    says "{card} is reserved, but does not lie in the market";

    /// A card is reserved from a deck only if that deck has one.
    "reserve.deck" => ReserveDeck { level: Level }
    from "Splendor (2024), Actions"
    says "a card is reserved from the empty deck of {level}";

    /// Who reserves gets one gold if the supply has one, and cannot decline it.
    "reserve.gold" => ReserveGold { gold: u8, expected: u8 }
    from "Splendor (2024), Actions; Splendor (2014), Reserve a development card"
    says "the seat holds {} gold after it reserved, not {}", n(gold), n(expected);

    /// A card is bought from the market or from the own hand.
    "purchase.source" => PurchaseSource { card: Card }
    from "Splendor (2024), Actions; Splendor (2014), Buying a development card"
    says "{card} is bought, but lies neither in the market nor in the hand of the seat";

    /// What is paid covers, color by color, the cost less the bonuses of the cards bought before.
    "purchase.price" => PurchasePrice { card: Card, price: Gems, paid: Tokens, short: u16 }
    from "Splendor (2024), Actions and Bonuses; Splendor (2014), The bonuses"
    says "{card} costs {price} after bonuses; {paid} paid, {} short", Tally(short);

    /// Nothing is paid beyond the price; a gem pays its own color, a gold any.
    "purchase.payment" => PurchasePayment {
        card: Card, price: Gems, paid: Tokens, over: u16, why: Word,
    }
    from "Splendor (2024), Actions; see the ruling `gold`"
    says "{card} costs {price} after bonuses; {paid} paid, {} {why}", Tally(over);

    /// A seat pays only with tokens that it has.
    "purchase.tokens" => PurchaseTokens { token: Token, paid: u8, owned: u8 }
    from "Splendor (2024), Actions"
    says "{} paid by a seat that holds {}", Tokens::NONE.with(token, paid), Alone(owned);

    /// A power gem is taken, a post gained or a card put under a deck only with The Trading Posts.
    "post.present" => PostPresent { what: Word }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{what} without the module The Trading Posts";

    /// With the post for it, each gold pays for up to two gems of one color.
    "post.double-gold" => PostDoubleGold { card: Card, price: Gems, paid: Tokens }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{card} costs {price} after bonuses; {paid} paid: a gold would pay for gems of two colors";

    /// With the post for it, a seat that reserves from a deck draws two cards, keeps one and puts
    /// the other under the deck.
    "post.draw-two" => PostDrawTwo { card: Card, level: Level, why: Word }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{card} is put under the deck of {level}, but {why}";

    /// A gem beyond the action is taken only by the power of a post.
    "post.gem" => PostGem { gem: Token }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "one {gem} is taken by a power, but no post of the seat gives a gem for this action";

    /// With the post for it, a seat takes one gem after each purchase, before the market is filled.
    "post.gem-after-purchase" => PostGemAfterPurchase { supply: Tokens, why: Word }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{why} after a purchase; the supply holds {supply}";

    /// With the post for it, a seat that takes two gems of one color takes one of another color
    /// too.
    "post.third-gem" => PostThirdGem { pair: Token, supply: Tokens, why: Word }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{why} after a pair of {}; the supply holds {supply}", pair.plural();

    /// An emptied market place is filled from the deck of its level while that has cards, and no
    /// card is revealed where no place is empty.
    "market.refill" => MarketRefill { card: Card, why: Word }
    from "Splendor (2024), Replace cards; Splendor (2014), Buying a development card"
    says "{card} is revealed, but {why}";

    /// A card that appears was not seen before.
    "reveal.unseen" => RevealUnseen { card: Card, place: Word }
    from "Splendor (2024), Contents and Replace cards"
    says "{card} appears, but {place}";

    /// A card that appears is of the level that it is drawn from.
    "reveal.level" => RevealLevel { card: Card, level: Level }
    from "Splendor (2024), Replace cards"
    says "{card} appears from the deck of {level}";

    /// Where the order of a deck is known, the card that appears is its next.
    "reveal.deck" => RevealDeck { card: Card, next: Card }
    from "Splendor (2024), Replace cards"
    says "{card} appears, but the next card of the deck is {next}";

    /// A seat gives back only tokens that it holds.
    "limit.owned" => LimitOwned { token: Token, returned: u8, held: u8 }
    from "Splendor (2024), Piece pool limit"
    says "{} given back by a seat that holds {}", Tokens::NONE.with(token, returned), Alone(held);

    /// At the end of its turn a seat holds at most ten tokens, gold counted.
    "limit.ten" => LimitTen { held: u16, returned: u16 }
    from "Splendor (2024), Piece pool limit; Splendor (2014), Selecting tokens"
    says "the turn ends with {}", Tally(held);

    /// Only the tokens above ten are given back.
    "limit.excess" => LimitExcess { returned: u16, excess: u16 }
    from "Splendor (2024), Piece pool limit; Splendor (2014), Selecting tokens"
    says "{} given back where {} above ten", Tally(returned), Above(excess);

    /// A noble comes only from the table.
    "noble.present" => NoblePresent { noble: Noble }
    from "Splendor (2024), Noble tiles"
    says "the noble {noble} is not on the table";

    /// A noble comes only to a seat whose bonuses meet its demand.
    "noble.earned" => NobleEarned { noble: Noble, bonuses: Gems }
    from "Splendor (2024), Noble tiles; Splendor (2014), The nobles"
    says "the noble {noble} comes to a seat whose bonuses are {bonuses}";

    /// Nobles come at the end of any turn, whatever its action was.
    "noble.time" => NobleTime { noble: Noble, action: Word }
    from "Splendor (2024), Noble tiles; see the ruling `noble-time`"
    says "the noble {noble} comes after {action}, which the ruling `noble-time` forbids";

    /// At most one noble comes in a turn.
    "noble.one" => NobleOne { nobles: u8 }
    from "Splendor (2024), Noble tiles; Splendor (2014), The Noble tiles"
    says "{} nobles come in one turn", n(nobles);

    /// Of several nobles whose demand is met the seat chooses the one that comes.
    "noble.choice" => NobleChoice { noble: Noble, why: Word }
    from "Splendor (2014), The nobles; Splendor (2024), Noble tiles; see the ruling `noble-choice`"
    says "another noble comes, but {noble} {why}";

    /// A noble whose demand is met at the end of a turn comes, and cannot be refused.
    "noble.mandatory" => NobleMandatory { noble: Noble, bonuses: Gems }
    from "Splendor (2014), The Noble tiles and The nobles; Splendor (2024), Noble tiles"
    says "no noble comes, although the demand of {noble} is met";

    /// One trading post at most comes at the end of a turn.
    "post.one" => PostOne { posts: u8 }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "{} posts are gained in one turn", n(posts);

    /// A trading post comes only to a seat whose cards meet its demand.
    "post.earned" => PostEarned { post: Post, bonuses: Gems }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "the post {post} asks for {}; the seat has the bonuses {bonuses}", post.demand();

    /// No seat gains the same trading post twice.
    "post.once" => PostOnce { post: Post }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "the post {post} is gained by a seat that has it";

    /// A seat that meets the demand of a trading post gains it.
    "post.mandatory" => PostMandatory { post: Post, bonuses: Gems }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "no post is gained, although the demand of {post} is met";

    /// With the post for it, each trading post of a seat brings one prestige, later ones too.
    "post.point-per-post" => PostPointPerPost { seat: u8, posts: u8 }
    from "Splendor: The Silk Road (2024), The Trading Posts"
    says "seat {seat} has {} post{}, each of which brings one prestige", n(posts), s(posts);

    /// A city is met by a seat that has at least its prestige and its cards of each color.
    "city.met" => CityMet { seat: u8, prestige: u8 }
    from "Splendor: The Silk Road (2024), The Cities, Additional Rules"
    says "seat {seat} has {prestige} prestige and meets no city";

    /// The further cards that a city asks for are of one color that it does not name.
    "city.further-color" => CityFurtherColor { seat: u8, city: City }
    from "Splendor: The Silk Road (2024), The Cities, Additional Rules"
    says "seat {seat} would meet {city} only with a color that the city names already";

    /// With The Cities the end is triggered by a seat that meets a city when its turn ends.
    "city.trigger" => CityTrigger { prestige: u8 }
    from "Splendor: The Silk Road (2024), The Cities, Additional Rules"
    says "{prestige} prestige at most, and no city met";

    /// With The Cities the seat with the most prestige wins among those that meet a city.
    "city.winner" => CityWinner { seat: u8, prestige: u8, most: u8 }
    from "Splendor: The Silk Road (2024), The Cities, End of Game"
    says "seat {seat} is called a winner with {prestige} prestige, the most with a city is {most}";

    /// The end is triggered by a seat that has 15 prestige or more when its turn ends.
    "end.trigger" => EndTrigger { prestige: u8, target: u8 }
    from "Splendor (2024), End of the game; Splendor (2014), End of the game"
    says "{prestige} prestige at most, where {target} are needed";

    /// Once the end is triggered the round is finished, so that all seats have had as many turns.
    "end.round" => EndRound { seat: u8 }
    from "Splendor (2024), End of the game; Splendor (2014), End of the game"
    says "seat {seat} has not had its last turn";

    /// The game ends when as many forced passes in a row as there are seats bring no noble.
    "end.stalemate" => EndStalemate { passes: u8, needed: u8, ruling: Word }
    from "no rulebook; see the ruling `stalemate`"
    says "{}", Stale { passes, needed, ruling };

    /// The seat with the most prestige wins.
    "end.winner" => EndWinner { seat: u8, prestige: u8, most: u8 }
    from "Splendor (2024), End of the game; Splendor (2014), End of the game"
    says "seat {seat} is called a winner with {prestige} prestige, the most is {most}";

    /// Among seats with equal prestige, the one that bought the fewest cards wins.
    "end.fewest-cards" => EndFewestCards { seat: u8, cards: u8, fewest: u8 }
    from "Splendor (2024), End of the game; Splendor (2014), End of the game"
    says "seat {seat} is called a winner with {cards} cards bought, the fewest is {fewest}";

    /// Seats with equal prestige and equally many cards share the victory.
    "end.shared" => EndShared { seat: u8 }
    from "Splendor (2024), End of the game; the 2014 rules are silent, same ruling"
    says "seat {seat} shares the victory, but is not called a winner";

    /// A seat's prestige is that of its cards, its nobles and its trading posts.
    "score.sum" => ScoreSum { seat: u8, cards: u8, nobles: u8, posts: u8, sum: u8 }
    from "Splendor (2024), End of the game; Splendor: The Silk Road (2024), The Trading Posts"
    says "seat {seat} has {}, which makes {sum}", Shares { cards, nobles, posts };

    /// What a log says of the table after a turn is so.
    "claim.after" => ClaimAfter { what: Word, claimed: u16, actual: u16 }
    from "the log format, `after`"
    says "the log claims {claimed} for {what}, the replay has {actual}";

    /// What a log says about why and where the game stops is so.
    "claim.end" => ClaimEnd { why: Word }
    from "the log format, `end`"
    says "{why}";

    /// The number of turns that a log claims is the number that it holds.
    "claim.plies" => ClaimPlies { claimed: u32, actual: u32 }
    from "the log format, `end.plies`"
    says "the log claims {} and holds {actual}", Turns(claimed);

    /// A result that tells scores tells one for each seat.
    "claim.score-count" => ClaimScoreCount { claimed: u8, seats: u8 }
    from "the log format, `result.scores`"
    says "the log tells {} for {} seats", Scores(claimed), n(seats);

    /// The scores that a log claims are those of the replay.
    "claim.score" => ClaimScore { seat: u8, claimed: u8, actual: u8 }
    from "the log format, `result.scores`"
    says "the log claims {claimed} prestige for seat {seat}, the replay has {actual}";

    /// The winners that a log claims are those of the rules.
    "claim.winner" => ClaimWinner { seat: u8, why: Word }
    from "the log format, `result.winners`"
    says "seat {seat} {why}";

    /// The digest that a log claims is that of the position.
    "claim.digest" => ClaimDigest {}
    from "the log format, digest"
    says "the digest that the log claims is not that of the position";
}
