//! The list of all legal turns of a position.
//!
//! The list is written without the checks of [`Position::play`], so that tests can compare the two.
//! Chance is left open: no turn names a refill, the card of a deck reservation, or the kept card of
//! two.

mod allowed;
mod ends;
mod open_facts;
mod payments;
mod sun_never_sets;
mod token_choices;

use alloc::vec::Vec;

use crate::component::{NobleId, NobleSet, Post, PostSet, Row};
use crate::game::{Fewer, Game, GoldAtTen, HAND_LIMIT, NobleChoice, NobleTime, Pass};
use crate::legal::token_choices::DIFFERENT;
use crate::number::{Color, Gems, Token, Tokens};
use crate::position::Position;
use crate::turn::{Action, Turn};
pub(crate) use allowed::{may_decline_powers, may_keep_tokens};
pub use ends::ReturnChoice;
pub(crate) use ends::{Choice, each_end, most_returned};
use ends::{Tiles, with_end};

/// How many legal turns of a position a program lists at most. A million would take half a
/// gigabyte; only rulings that let a seat return any tokens lead to so many.
pub const MOST_LISTED: usize = 200_000;

impl Position {
    /// Returns every legal turn, as far as the cards are known; none if the game has ended.
    ///
    /// A pass that depends on unknown cards is listed. An [untrusted](Self::is_untrusted) position
    /// can leave a seat with so many tokens that it must return more than after any legal turn;
    /// such turns are left out, because there can be millions. If a ruling lets a seat keep so many
    /// tokens, only the turns in which it keeps all of them are listed; see
    /// [`leaves_out_returns`](Self::leaves_out_returns).
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// # let setup = Setup { seats: 2, nobles: &nobles, market, ..Setup::default() };
    /// # let position = Position::deal(&game, &setup)?;
    /// // Ten takes of three gems, five of a pair; twelve reservations from the market, three from
    /// // the decks.
    /// assert_eq!(position.legal_turns(&game).len(), 10 + 5 + 12 + 3);
    /// # Ok::<(), Violation>(())
    /// ```
    pub fn legal_turns(&self, game: &Game<'_>) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.each_beginning(game, |turn, choice| {
            each_end(game, &turn, choice, |turn| turns.push(turn));
        });
        turns
    }

    /// Returns the legal turns, or this many of them if there are more, and whether these are all.
    /// With every way to give tokens back, the turns of a position can be millions.
    pub fn legal_turns_up_to(&self, game: &Game<'_>, most: usize) -> (Vec<Turn>, bool) {
        let (mut turns, mut all) = (Vec::new(), true);
        self.each_beginning_while(game, |turn, choice| {
            each_end(game, &turn, choice, |turn| {
                all &= turns.len() < most;
                turns.extend(all.then_some(turn));
            });
            all
        });
        (turns, all)
    }

    /// Shows every legal turn without its end: the tokens that go back, nobles and posts.
    pub(crate) fn each_beginning(&self, game: &Game<'_>, mut on_turn: impl FnMut(Turn, &Choice)) {
        self.each_beginning_while(game, |turn, choice| {
            on_turn(turn, choice);
            true
        });
    }

    /// Shows the same turns for as long as `on_turn` returns true. With Orient and Strongholds a
    /// purchase with a conquest can be made in millions of ways.
    pub(crate) fn each_beginning_while(
        &self,
        game: &Game<'_>,
        mut on_turn: impl FnMut(Turn, &Choice) -> bool,
    ) {
        if game.rules.modules.have_sun_never_sets() {
            return self.each_turn_of_sun_never_sets(game, &mut on_turn);
        }
        let (seat, mut goes_on) = (self.to_move(), true);
        self.each_choice(game, |choice| {
            let turn = Turn { gem: choice.gem, ..Turn::new(seat, choice.action) };
            goes_on = goes_on && on_turn(turn, &choice);
        });
    }

    /// Shows every legal action with the gem that a power gives; how the turn ends is left open.
    fn each_choice(&self, game: &Game<'_>, mut on_choice: impl FnMut(Choice)) {
        if self.has_ended() {
            return;
        }
        let mut stuck = true;
        let mut empower = |choice| {
            stuck = false;
            self.empower(game, choice, &mut on_choice);
        };
        self.take(game, &mut empower);
        self.reserve(game, &mut empower);
        self.purchase(game, &mut empower);
        if self.may_pass(game, stuck) {
            on_choice(self.done(game, Action::Pass));
        }
    }

    /// Returns whether [`Position::legal_turns`] leaves out ways to give tokens back: where the
    /// seat to move has kept tokens above the limit, and an action leaves it more than a turn
    /// brings.
    pub fn leaves_out_returns(&self, game: &Game<'_>) -> bool {
        let mut leaves = false;
        if may_keep_tokens(game) {
            let most = most_returned(game);
            self.each_beginning(game, |_, choice| leaves |= choice.excess(game) > most);
        }
        leaves
    }

    /// Shows the choice with each gem that a power can give.
    fn empower(&self, game: &Game<'_>, choice: Choice, on_choice: &mut impl FnMut(Choice)) {
        let posts = self.mover().posts;
        let (supply, pair) = match choice.action {
            Action::Take(taken) if posts.has(Post::ThirdGem) => {
                (self.supply().minus(taken), taken.iter().find(|&(_, count)| count == 2))
            }
            Action::Purchase { pay, .. } if posts.has(Post::GemAfterPurchase) => {
                (self.supply().plus(pay), None)
            }
            Action::Take(_)
            | Action::ReserveMarket(_)
            | Action::ReserveDeck { .. }
            | Action::Purchase { .. }
            | Action::Pass => return on_choice(choice),
        };
        let gives = pair.is_some() || !matches!(choice.action, Action::Take(_));
        let gems = supply.gems().iter().filter(|&(_, count)| gives && count > 0);
        let gems = gems.map(|(color, _)| Token::Gem(color));
        let mut given = false;
        for gem in gems.filter(|&gem| pair.is_none_or(|(pair, _)| pair != gem)) {
            given = true;
            on_choice(Choice {
                gem: Some(gem),
                tokens: choice.tokens.plus(Tokens::one(gem)),
                ..choice
            });
        }
        if !given || may_decline_powers(game) {
            on_choice(choice);
        }
    }

    fn take(&self, game: &Game<'_>, on_choice: &mut impl FnMut(Choice)) {
        let (held, supply) = (self.mover().tokens, self.supply().gems());
        let colors = supply.colors();
        let three = colors.min(3);
        let least = match game.rules.rulings.fewer {
            Fewer::AllAvailable => three,
            Fewer::WhenShort if colors >= 3 => 3,
            Fewer::ToTen if held.total() + 3 <= game.token_limit => three,
            Fewer::ToTen if held.total() + 2 == game.token_limit => three.min(2),
            Fewer::WhenShort | Fewer::UpToThree | Fewer::ToTen => 1,
            Fewer::Never => 3,
        };
        let pairs = Color::ALL.map(|color| Gems::NONE.with(color, 2));
        let pairs = pairs.into_iter().filter(|pair| supply.covers(pair.plus(*pair)));
        let different =
            DIFFERENT.iter().filter(|(size, gems)| *size >= least && supply.covers(*gems));
        let tiles = self.tiles(game, Action::Take(Tokens::NONE), self.mover().colors);
        for gems in different.map(|&(_, gems)| gems).chain(pairs).map(Tokens::from) {
            on_choice(Choice {
                action: Action::Take(gems),
                gem: None,
                tokens: held.plus(gems),
                tiles,
            });
        }
    }

    fn reserve(&self, game: &Game<'_>, on_choice: &mut impl FnMut(Choice)) {
        if self.mover().hand_size() >= HAND_LIMIT || self.lacks_room_to_reserve(game) {
            return;
        }
        let from_deck = |row| Action::ReserveDeck { row, card: None, under: None };
        let choice = self.done(game, from_deck(Row::One));
        for card in self.market().and(game.components.cards()).iter() {
            on_choice(Choice { action: Action::ReserveMarket(card), ..choice });
        }
        for row in Row::ALL.into_iter().filter(|&row| !self.deck(row).is_empty()) {
            on_choice(Choice { action: from_deck(row), ..choice });
        }
    }

    fn purchase(&self, game: &Game<'_>, on_choice: &mut impl FnMut(Choice)) {
        let seat = self.mover();
        for card in self.market().or(seat.hand).iter() {
            let facts = game.components.card(card);
            if !seat.affords(facts.cost()) {
                continue;
            }
            let none = self.done(game, Action::Purchase { card, pay: Tokens::NONE, from: None });
            let price = facts.cost().minus(seat.bonuses);
            seat.pay(game.rules.rulings, price, 0, Tokens::NONE, &mut |pay| {
                let action = Action::Purchase { card, pay, from: None };
                on_choice(Choice { action, tokens: seat.tokens.minus(pay), ..none });
            });
        }
    }

    fn may_pass(&self, game: &Game<'_>, stuck: bool) -> bool {
        match game.rules.rulings.pass {
            Pass::WhenStuck => {
                stuck && !self.hidden_card_in_reach(game) && !self.hidden_to_reserve(game)
            }
            Pass::Always => true,
            Pass::Never => false,
        }
    }

    fn hidden_to_reserve(&self, game: &Game<'_>) -> bool {
        let may_reserve =
            self.mover().hand_size() < HAND_LIMIT && !self.lacks_room_to_reserve(game);
        may_reserve && self.market_hidden().iter().any(|&count| count > 0)
    }

    /// Whether the ruling `gold-at-ten` keeps the seat to move from reserving.
    fn lacks_room_to_reserve(&self, game: &Game<'_>) -> bool {
        match game.rules.rulings.gold_at_ten {
            GoldAtTen::Forbidden => self.supply().gold() > 0 && self.is_full(game),
            GoldAtTen::Taken | GoldAtTen::Withheld => false,
        }
    }

    fn is_full(&self, game: &Game<'_>) -> bool {
        self.mover().tokens.total() >= game.token_limit
    }

    /// Returns the gold that comes with a card that the seat to move reserves.
    fn gold_with_card(&self, game: &Game<'_>) -> Tokens {
        let comes = match game.rules.rulings.gold_at_ten {
            GoldAtTen::Withheld => !self.is_full(game),
            GoldAtTen::Taken | GoldAtTen::Forbidden => true,
        };
        if comes && self.supply().gold() > 0 { Tokens::GOLD } else { Tokens::NONE }
    }

    /// Whether every way to fill the hidden places that the seat could buy from has a card that it
    /// can pay for.
    fn hidden_card_in_reach(&self, game: &Game<'_>) -> bool {
        Row::ALL.into_iter().any(|row| {
            let places = self.mover().hidden[row.index()] + self.market_hidden()[row.index()];
            let unseen = self.unseen().and(game.components.of_row(row)).iter();
            let out_of_reach = unseen.filter(|&card| !self.is_in_reach(game, card)).count();
            out_of_reach < usize::from(places)
        })
    }

    /// Returns a turn of the seat to move with each way to end it: every gem that a power can give,
    /// if `any_gem` is set; every return of the excess, if `any_return` is set; every noble and
    /// post that can come. The action itself is not checked.
    pub fn endings(
        &self,
        game: &Game<'_>,
        turn: &Turn,
        any_gem: bool,
        any_return: bool,
    ) -> Vec<Turn> {
        let mut turns = Vec::new();
        let returns =
            if any_return { ReturnChoice::Each } else { ReturnChoice::These(turn.returned) };
        self.each_ending(game, turn, any_gem, returns, |turn| turns.push(turn));
        turns
    }

    /// Shows the turns that [`endings`](Self::endings) returns: with all of a box in the hands of
    /// one seat they can be millions, if each choice of returned tokens is shown.
    pub fn each_ending(
        &self,
        game: &Game<'_>,
        turn: &Turn,
        any_gem: bool,
        returns: ReturnChoice,
        mut on_turn: impl FnMut(Turn),
    ) {
        if game.rules.modules.have_sun_never_sets() {
            return self.each_ending_of_sun_never_sets(game, turn, any_gem, returns, &mut on_turn);
        }
        let choice = self.done(game, turn.action);
        let mut complete = |choice: Choice| {
            let turn = Turn { gem: choice.gem, ..Turn::new(self.to_move(), choice.action) };
            with_end(game, &turn, &choice, returns, &mut on_turn);
        };
        if any_gem {
            self.empower(game, choice, &mut complete);
        } else {
            let tokens = turn.gem.map_or(choice.tokens, |gem| choice.tokens.plus(Tokens::one(gem)));
            complete(Choice { gem: turn.gem, tokens, ..choice });
        }
    }

    /// Returns each set of nobles that can come after an action of the seat to move: only the empty
    /// set, if no noble can come. The action itself is not checked.
    pub fn visits(&self, game: &Game<'_>, action: Action) -> Vec<NobleSet> {
        self.done(game, action).tiles.nobles().collect()
    }

    /// The holdings of the seat to move after an action.
    fn done(&self, game: &Game<'_>, action: Action) -> Choice {
        let seat = self.mover();
        let (mut tokens, mut colors) = (seat.tokens, seat.colors);
        match action {
            Action::Take(taken) => tokens = tokens.plus(taken),
            Action::ReserveMarket(_) | Action::ReserveDeck { .. } => {
                tokens = tokens.plus(self.gold_with_card(game));
            }
            Action::Purchase { card, pay, .. } => {
                tokens = tokens.minus(pay);
                colors = colors.plus(game.components.card(card).colors());
            }
            Action::Pass => {}
        }
        Choice { action, gem: None, tokens, tiles: self.tiles(game, action, colors) }
    }

    /// Returns the tiles that can come after an action that leaves the seat to move these bonuses.
    fn tiles(&self, game: &Game<'_>, action: Action, bonuses: Gems) -> Tiles {
        let rulings = game.rules.rulings;
        let in_time = match (rulings.noble_time, action) {
            (NobleTime::EveryTurn, _) | (_, Action::Purchase { .. }) => true,
            (NobleTime::AfterAction, action) => action != Action::Pass,
            (NobleTime::AfterPurchase, _) => false,
        };
        let met = |id: &NobleId| in_time && bonuses.covers(game.components.noble(*id).demand);
        let met: NobleSet = self.nobles().iter().filter(met).collect();
        let first = || self.nobles_listed().find(|&id| met.has(id)).into_iter().collect();
        let (nobles, together) = match rulings.noble_choice {
            NobleChoice::Seat => (met, false),
            NobleChoice::FirstListed => (first(), false),
            NobleChoice::All => (met, true),
        };
        Tiles { nobles, together, posts: self.posts_to_come(game, bonuses) }
    }

    fn posts_to_come(&self, game: &Game<'_>, bonuses: Gems) -> PostSet {
        if !game.rules.modules.trading_posts {
            return PostSet::NONE;
        }
        let met = Post::ALL.into_iter().filter(|post| bonuses.covers(post.demand()));
        met.collect::<PostSet>().without(self.mover().posts)
    }
}
