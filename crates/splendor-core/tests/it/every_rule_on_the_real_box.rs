//! Lemmas that are complete over the real components: every case is tried, and the rules are
//! compared with the simplest count.
//!
//! The default is a sample; `SPLENDOR_LONG=1` tries everything. The page on small boxes lists the
//! number of cases, and in how many of them the property holds.

use std::collections::BTreeSet;
use std::sync::Mutex;

use splendor_core::{
    Action, Card, CardId, CardSet, CityId, CitySet, Color, Components, Deck, Fewer, Game, Gems,
    Level, Noble, NobleId, NobleSet, Phase, Position, Post, PostSet, Return, Row, Rules, Rulings,
    SeatDescription, TableDescription, Token, Tokens, Turn, published_tokens,
};

use crate::prices_and_holdings::holdings;
use crate::table_builder::{Case, TableBuilder};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/boxes.md");

/// The number of cases, and in how many of them the property holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) tried: u64,
    pub(crate) so: u64,
}

impl Count {
    pub(crate) fn add(&mut self, so: bool) {
        self.tried += 1;
        self.so += u64::from(so);
    }
}

/// Of so many cases one is tried: of all, or of `sample`.
pub(crate) fn step(sample: usize) -> usize {
    crate::sample(sample, 1)
}

static WRITING: Mutex<()> = Mutex::new(());

/// Compares a row of the page with the counts, if every case was tried; `BLESS=1` writes it.
#[track_caller]
pub(crate) fn published(name: &str, count: Count) {
    assert!(0 < count.so && count.so < count.tried, "{name}: {count:?} decides something");
    if crate::sample(true, false) {
        return;
    }
    let _one_at_a_time = WRITING.lock().unwrap();
    let page = std::fs::read_to_string(PAGE).unwrap();
    let start = format!("| `{name}` | ");
    let mut table = page.lines().skip_while(|line| !line.starts_with("## The real box"));
    let old = table.find(|line| line.starts_with(&start)).unwrap();
    let about = old[start.len()..].split(" | ").next().unwrap();
    let due = format!("{start}{about} | {} | {} |", count.tried, count.so);
    if old != due && std::env::var_os("BLESS").is_some() {
        std::fs::write(PAGE, page.replace(old, &due)).unwrap();
    } else {
        assert_eq!(old, due, "the page is stale: BLESS=1 writes it anew");
    }
}

/// The letters of some tokens, like `2d1g`.
fn text(tokens: Tokens) -> String {
    let some = tokens.iter().filter(|&(_, count)| count > 0);
    some.map(|(token, count)| match token {
        Token::Gem(color) => format!("{count}{}", color.letter()),
        Token::Gold => format!("{count}g"),
    })
    .collect()
}

/// Every count of each color up to seven. No demand is above seven, so seven represents every
/// larger count too.
fn up_to_seven() -> impl Iterator<Item = Gems> {
    (0_u32..1 << 15)
        .map(|n| Gems::new([0, 3, 6, 9, 12].map(|shift| u8::try_from(n >> shift & 7).unwrap())))
}

/// Whether a take of a seat without tokens is legal, by the sentences of the book.
fn may_take(supply: Gems, taken: Tokens, fewer: Fewer) -> bool {
    let colors = taken.gems().iter().filter(|&(_, count)| count > 0).count();
    let most = taken.gems().iter().map(|(_, count)| count).max().unwrap_or(0);
    let stacks = supply.iter().filter(|&(_, count)| count > 0).count();
    let there = supply.iter().all(|(color, count)| taken.get(Token::Gem(color)) <= count);
    if taken.gold() > 0 || !there || colors == 0 {
        return false;
    }
    let of_four = taken.iter().any(|(token, count)| match token {
        Token::Gem(color) => count == 2 && supply.get(color) >= 4,
        Token::Gold => false,
    });
    match (most, colors) {
        (1, 3) => true,
        (1, 1 | 2) => match fewer {
            Fewer::WhenShort => stacks < 3,
            Fewer::AllAvailable | Fewer::ToTen => colors == stacks,
            Fewer::UpToThree => true,
            Fewer::Never => false,
        },
        (2, 1) => of_four,
        _ => false,
    }
}

#[test]
fn every_take_is_judged_on_every_supply() {
    let takes = holdings([4, 4, 4, 4, 4, 4], 4);
    let mut count = Count::default();
    for (at, supply) in up_to_seven().enumerate().step_by(step(211)) {
        let tokens = Tokens::from(supply).with(Token::Gold, u8::try_from(at % 6).unwrap());
        for fewer in
            [Fewer::WhenShort, Fewer::AllAvailable, Fewer::UpToThree, Fewer::ToTen, Fewer::Never]
        {
            let rulings = Rulings { fewer, ..Rulings::default() };
            let case = TableBuilder::new(4).rulings(rulings).nobles("").supply(&text(tokens)).lay();
            let legal = takes_on(&case, &takes);
            let due: BTreeSet<Tokens> =
                takes.iter().copied().filter(|&taken| may_take(supply, taken, fewer)).collect();
            assert_eq!(legal, due, "{supply:?} with fewer={fewer:?}");
            for taken in &takes {
                count.add(due.contains(taken));
            }
        }
    }
    published("takes", count);
}

/// The takes that are accepted, break nothing and are listed, which are the same.
fn takes_on(case: &Case, takes: &[Tokens]) -> BTreeSet<Tokens> {
    let (game, position) = (&case.game, &case.position);
    let turn = |taken: &Tokens| Turn::new(0, Action::Take(*taken));
    let accepted = takes.iter().filter(|taken| position.check(game, &turn(taken)).is_ok());
    let accepted: BTreeSet<Tokens> = accepted.copied().collect();
    let innocent = takes.iter().filter(|taken| position.violations(game, &turn(taken)).is_empty());
    assert_eq!(accepted, innocent.copied().collect());
    let listed = position.legal_turns(game).into_iter().filter_map(|turn| match turn.action {
        Action::Take(taken) => Some(taken),
        _ => None,
    });
    assert_eq!(accepted, listed.collect());
    accepted
}

/// Every holding above the limit that one action leaves, with one way to come there.
fn above_the_limit() -> Vec<(Tokens, Turn, Tokens)> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    let gems = holdings([2, 2, 2, 2, 2, 0], 3);
    let takes = gems.iter().map(|&gems| (gems, Action::Take(gems)));
    let deck = Action::ReserveDeck { row: Row::One, card: None, under: None };
    let actions: Vec<_> = takes.chain([(Tokens::GOLD, deck)]).collect();
    for held in holdings([7, 7, 7, 7, 7, 5], 10).into_iter().filter(|held| held.total() >= 8) {
        let supply = published_tokens(4).minus(held);
        for &(gain, action) in &actions {
            let after = held.plus(gain);
            let gems = gain.gold() > 0 || may_take(supply.gems(), gain, Fewer::UpToThree);
            let there = supply.covers(gain) && gems && after.total() > 10;
            if there && seen.insert(after) {
                all.push((held, Turn::new(0, action), after));
            }
        }
    }
    all
}

#[test]
fn every_return_is_judged_on_every_holding_above_the_limit() {
    let holdings = holdings([4, 4, 4, 4, 4, 4], 4);
    let mut count = Count::default();
    for (held, turn, after) in above_the_limit().into_iter().step_by(step(101)) {
        for returns in [Return::Exact, Return::UpTo, Return::Anything] {
            let rulings = Rulings { returns, fewer: Fewer::UpToThree, ..Rulings::default() };
            let case = TableBuilder::new(4).rulings(rulings).tokens(0, &text(held)).lay();
            let excess = after.total() - 10;
            for &returned in &holdings {
                let enough = match returns {
                    Return::Exact => returned.total() == excess,
                    Return::UpTo => returned.total() <= excess,
                    Return::Anything => returned.total() >= excess,
                };
                let owned = returned.iter().all(|(token, count)| count <= after.get(token));
                let turn = Turn { returned, ..turn };
                let verdict = case.position.check(&case.game, &turn);
                assert_eq!(verdict.is_ok(), enough && owned, "{turn:?} of {after}");
                let broken = case.position.violations(&case.game, &turn);
                assert_eq!(verdict.err(), broken.first().copied(), "{turn:?} of {after}");
                count.add(verdict.is_ok());
            }
        }
    }
    published("returns", count);
}

/// A box of seven cards of each color that a seat may have, and one of each color that is free.
pub(crate) struct Shelf {
    components: Components,
    rules: Rules,
}

impl Shelf {
    fn new(rules: Rules, nobles: &[Noble]) -> Self {
        let of = |bonus| Card::base(Level::One, bonus, 0, Gems::NONE);
        let cards: Vec<Card> = (0..8).flat_map(|_| Color::ALL).map(of).collect();
        Self { components: Components::of(&cards, nobles).unwrap(), rules }
    }

    fn game(&self, tokens: Tokens) -> Game<'_> {
        let components = &self.components;
        Game { rules: self.rules, components, tokens, token_limit: 10, market_width: 5 }
    }

    /// The card of a color that is free.
    fn free(&self, color: Color) -> CardId {
        self.components.cards().iter().nth(color.index()).unwrap()
    }

    /// A seat with these bonuses acts.
    fn lay(&self, game: &Game<'_>, bonuses: Gems, nobles: NobleSet) -> Position {
        let all = self.components.cards();
        let market: CardSet = Color::ALL.into_iter().map(|color| self.free(color)).collect();
        let mut left = bonuses;
        let bought: CardSet = all
            .without(market)
            .iter()
            .filter(|&id| {
                let bonus = self.components.card(id).bonus().unwrap();
                let wanted = left.get(bonus) > 0;
                left = left.minus(if wanted { Gems::one(bonus) } else { Gems::NONE });
                wanted
            })
            .collect();
        let module = self.rules.modules.trading_posts;
        let posts = if module { PostSet::met_by(bonuses) } else { PostSet::NONE };
        let hidden = all.len() - market.len() - bought.len();
        let table = TableDescription {
            seats: &[
                SeatDescription { bought, posts, ..SeatDescription::default() },
                SeatDescription::default(),
            ],
            supply: None,
            market,
            market_hidden: [0; 6],
            decks: [hidden, 0, 0, 0, 0, 0].map(Deck::unknown),
            nobles,
            cities: CitySet::NONE,
            to_move: 0,
            turns: 0,
            passes_in_a_row: 0,
            phase: Phase::Open,
            modules: splendor_core::ModuleTable::default(),
        };
        Position::of(game, &table).unwrap()
    }
}

#[test]
fn every_noble_comes_exactly_to_the_bonuses_that_it_asks_for() {
    let all = Components::published();
    let nobles: Vec<Noble> = all.nobles().iter().map(|id| all.noble(id)).collect();
    let shelf = Shelf::new(Rules::default(), &nobles);
    let game = shelf.game(published_tokens(2));
    let ids: Vec<NobleId> = game.components.nobles().iter().collect();
    assert_eq!(ids.len(), 12);
    let take = Tokens::new([1, 1, 1, 0, 0, 0]);
    let alone = Turn::new(0, Action::Take(take));
    let mut count = Count::default();
    for bonuses in up_to_seven().step_by(step(23)) {
        for (&id, noble) in ids.iter().zip(&nobles) {
            let visit = NobleSet::one(id);
            let position = shelf.lay(&game, bonuses, visit);
            let asked = Color::ALL.into_iter().map(|color| (noble.demand.get(color), color));
            let met = asked.clone().all(|(asked, color)| bonuses.get(color) >= asked);
            let with = Turn { nobles: visit, ..alone };
            assert_eq!(position.check(&game, &with).is_ok(), met, "{noble} to {bonuses}");
            assert_eq!(position.check(&game, &alone).is_ok(), !met, "{noble} to {bonuses}");
            let visits = position.visits(&game, alone.action);
            assert_eq!(visits, [if met { visit } else { NobleSet::NONE }]);
            count.add(met);
        }
    }
    published("nobles", count);
}

/// The demand of each post, read off the tiles.
const POSTS: [(Post, [u8; 5]); 5] = [
    (Post::GemAfterPurchase, [1, 0, 0, 3, 0]),
    (Post::ThirdGem, [2, 0, 0, 0, 0]),
    (Post::DoubleGold, [0, 3, 0, 0, 1]),
    (Post::DrawTwo, [0, 0, 0, 0, 3]),
    (Post::PointPerPost, [0, 0, 5, 0, 0]),
];

#[test]
fn every_post_comes_exactly_with_the_card_that_completes_its_demand() {
    let mut rules = Rules::default();
    rules.modules.trading_posts = true;
    let shelf = Shelf::new(rules, &[]);
    // Without tokens no power gives a gem.
    let game = shelf.game(Tokens::NONE);
    let met = |bonuses: Gems, asked: [u8; 5]| {
        Color::ALL.into_iter().zip(asked).all(|(color, asked)| bonuses.get(color) >= asked)
    };
    let mut count = Count::default();
    for before in up_to_seven().step_by(step(23)) {
        let position = shelf.lay(&game, before, NobleSet::NONE);
        for color in Color::ALL {
            let after = before.plus(Gems::one(color));
            let new =
                POSTS.into_iter().filter(|&(_, asked)| met(after, asked) && !met(before, asked));
            let new: PostSet = new.map(|(post, _)| post).collect();
            let action =
                Action::Purchase { card: shelf.free(color), pay: Tokens::NONE, from: None };
            for posts in
                POSTS.into_iter().map(|(post, _)| PostSet::one(post)).chain([PostSet::NONE])
            {
                let turn = Turn { posts, ..Turn::new(0, action) };
                let verdict = position.check(&game, &turn);
                assert_eq!(verdict.is_ok(), posts == new, "{posts:?} after {after}: {verdict:?}");
                count.add(verdict.is_ok());
            }
        }
    }
    published("posts", count);
}

/// The faces as the tiles show them: prestige, cards of each color, cards of a further color.
const FACES: [(u8, [u8; 5], u8); 15] = [
    (13, [0, 0, 3, 0, 4], 0),
    (13, [0, 0, 0, 4, 3], 0),
    (13, [3, 4, 0, 0, 0], 0),
    (13, [4, 0, 0, 3, 0], 0),
    (17, [0, 0, 0, 0, 0], 0),
    (16, [1, 1, 1, 1, 1], 0),
    (12, [0, 3, 3, 3, 3], 0),
    (12, [3, 0, 3, 3, 3], 0),
    (14, [4, 0, 0, 0, 0], 4),
    (14, [0, 0, 0, 0, 4], 4),
    (15, [0, 0, 0, 0, 0], 5),
    (13, [0, 0, 0, 0, 0], 6),
    (13, [0, 3, 4, 0, 0], 0),
    (14, [2, 2, 2, 2, 2], 0),
    (12, [3, 3, 3, 3, 0], 0),
];

#[test]
fn every_city_is_met_exactly_by_the_cards_and_the_prestige_that_it_shows() {
    let faces: Vec<_> = CityId::all().map(CityId::facts).collect();
    assert_eq!(faces.len(), FACES.len());
    let mut count = Count::default();
    for cards in up_to_seven().step_by(step(23)) {
        for (face, (prestige, asked, further)) in faces.iter().zip(FACES) {
            let mut pairs = Color::ALL.into_iter().zip(asked);
            let enough = pairs.clone().all(|(color, asked)| cards.get(color) >= asked);
            let more = pairs.any(|(color, asked)| asked == 0 && cards.get(color) >= further);
            let met = enough && (further == 0 || more);
            for own in 0..=20 {
                let is_met = face.is_met(own, cards);
                assert_eq!(is_met, met && own >= prestige, "{face} with {own} and {cards}");
                count.add(is_met);
            }
        }
    }
    published("cities", count);
}
