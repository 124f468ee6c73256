//! The setup of the published game.

use splendor_core::{
    Boxes, CardId, City, CityId, Clause, Components, Game, Level, Modules, NobleId, Position, Row,
    Rules, Setup, Violation,
};

use crate::table_builder::{card, facts, noble, tile};

/// A setup that may be spoiled.
#[derive(Clone)]
struct Laid {
    seats: u8,
    boxes: Boxes,
    nobles: Vec<NobleId>,
    market: [Vec<CardId>; 3],
    decks: [Option<Vec<CardId>>; 3],
    cities: Vec<CityId>,
    modules: Modules,
}

/// The first cards of each level are face up; the decks have a known order.
fn laid(seats: u8) -> Laid {
    let all = Components::published();
    let mut market = Row::BASE.map(|level| all.of_row(level).iter().collect::<Vec<_>>());
    let decks = market.each_mut().map(|cards| Some(cards.split_off(4)));
    let nobles = all.nobles().iter().take(usize::from(seats) + 1).collect();
    Laid {
        seats,
        boxes: Boxes::default(),
        nobles,
        market,
        decks,
        cities: Vec::new(),
        modules: Modules::default(),
    }
}

impl Laid {
    fn rules(&self) -> Rules {
        Rules { boxes: self.boxes, modules: self.modules, ..Rules::default() }
    }

    fn deal(&self) -> Result<Position, Violation> {
        let game = Game::published(self.rules(), self.seats);
        let setup = Setup {
            seats: self.seats,
            nobles: &self.nobles,
            market: Row::each(self.market.each_ref().map(Vec::as_slice), &[]),
            decks: Row::each(self.decks.each_ref().map(Option::as_deref), None),
            cities: &self.cities,
            ..Setup::default()
        };
        let anyway = Position::deal_anyway(&game, &setup);
        assert_eq!(anyway.is_some(), (1..=4).contains(&self.seats));
        assert!(anyway.is_none_or(|position| position.is_untrusted()));
        Position::deal(&game, &setup)
    }

    #[track_caller]
    fn refused(&self, breach: Violation, message: &str) {
        assert_eq!(self.deal(), Err(breach));
        assert_eq!(breach.to_string(), message);
    }
}

#[test]
fn setup_seats() {
    for seats in 2..=4 {
        let position = laid(seats).deal().unwrap();
        assert_eq!(position.seats().len(), usize::from(seats));
        assert_eq!((position.to_move(), position.turns(), position.round()), (0, 0, 1));
    }
    laid(1).refused(Violation::SetupSeats { seats: 1 }, "one seat at the table");
    laid(5).refused(Violation::SetupSeats { seats: 5 }, "five seats at the table");
    laid(0).refused(Violation::SetupSeats { seats: 0 }, "no seats at the table");
}

#[test]
fn setup_seats_decide_the_supply() {
    for (seats, each) in [(2, 4), (3, 5), (4, 7)] {
        let supply = laid(seats).deal().unwrap().supply();
        assert!(supply.gems().iter().all(|(_, count)| count == each));
        assert_eq!(supply.gold(), 5);
    }
}

#[test]
fn setup_cards() {
    let mut twice = laid(2);
    twice.market[0][0] = twice.market[0][1];
    let breach = Violation::SetupCards { card: facts("a0d1s2e1r1o"), times: 2 };
    twice.refused(breach, "a0d1s2e1r1o is in the setup more than once");
    let mut missing = laid(2);
    let lost = missing.decks[2].as_mut().unwrap().pop().unwrap();
    assert_eq!(lost, card("c5o7r3o"));
    let breach = Violation::SetupCards { card: facts("c5o7r3o"), times: 0 };
    missing.refused(breach, "c5o7r3o is missing from the setup");
    missing.decks[2].as_mut().unwrap().insert(0, lost);
    assert_eq!(missing.deal().unwrap().deck(Row::Three).len(), 16);
}

#[test]
fn setup_cards_of_decks_that_are_not_told() {
    let mut silent = laid(2);
    silent.decks = [None, None, None];
    let position = silent.deal().unwrap();
    let left = Row::BASE.map(|level| (position.deck(level).len(), position.deck(level).hidden()));
    assert_eq!(left, [(36, 36), (26, 26), (16, 16)]);
    assert_eq!(position.unseen().len(), 78);
    silent.market[2][0] = silent.market[1][0];
    let breach = Violation::SetupCards { card: facts("b1d2d3s3r"), times: 2 };
    silent.refused(breach, "b1d2d3s3r is in the setup more than once");
}

#[test]
fn setup_market_of_another_width_leaves_longer_decks() {
    let mut game = Game::published(Rules::default(), 2);
    game.market_width = 2;
    let mut narrow = laid(2);
    narrow.market.iter_mut().for_each(|cards| cards.truncate(2));
    let setup = Setup {
        seats: 2,
        nobles: &narrow.nobles,
        market: Row::each(narrow.market.each_ref().map(Vec::as_slice), &[]),
        ..Setup::default()
    };
    let position = Position::deal(&game, &setup).unwrap();
    assert_eq!(Row::ALL.map(|level| position.deck(level).len()), [38, 28, 18, 0, 0, 0]);
    assert!(splendor_core::invariant::broken(&game, &position).is_none());
    let anyway = Position::deal_anyway(&game, &setup).unwrap();
    assert_eq!(Row::ALL.map(|level| anyway.deck(level).len()), [36, 26, 16, 0, 0, 0]);
}

#[test]
fn setup_level() {
    let mut swapped = laid(2);
    let (one, two) = (swapped.market[0][0], swapped.market[1][0]);
    swapped.market[0][0] = two;
    swapped.market[1][0] = one;
    let breach = Violation::SetupLevel { card: facts("b1d2d3s3r"), level: Row::One };
    swapped.refused(breach, "b1d2d3s3r is among the cards of level 1, but is a card of level 2");
    let mut deck = laid(2);
    let two = deck.decks[1].as_mut().unwrap().pop().unwrap();
    deck.decks[2].as_mut().unwrap().push(two);
    let breach = Violation::SetupLevel { card: facts("b3o6o"), level: Row::Three };
    deck.refused(breach, "b3o6o is among the cards of level 3, but is a card of level 2");
}

#[test]
fn setup_market() {
    let mut three = laid(2);
    let back = three.market[1].pop().unwrap();
    three.decks[1].as_mut().unwrap().push(back);
    let breach = Violation::SetupMarket { level: Row::Two, cards: 3 };
    three.refused(breach, "three cards of level 2 are face up");
    let mut five = laid(2);
    let more = five.decks[0].as_mut().unwrap().pop().unwrap();
    five.market[0].push(more);
    let breach = Violation::SetupMarket { level: Row::One, cards: 5 };
    five.refused(breach, "five cards of level 1 are face up");
    assert!(laid(2).deal().is_ok());
}

#[test]
fn setup_nobles() {
    let mut few = laid(3);
    few.nobles.pop();
    let breach = Violation::SetupNobles { nobles: 3, needed: 4 };
    few.refused(breach, "three nobles on the table, where four belong");
    let mut many = laid(2);
    many.nobles.push(noble("3:4s4e"));
    let breach = Violation::SetupNobles { nobles: 4, needed: 3 };
    many.refused(breach, "four nobles on the table, where three belong");
    assert_eq!(laid(4).deal().unwrap().nobles().len(), 5);
}

#[test]
fn setup_noble_once() {
    let mut twice = laid(2);
    twice.nobles[2] = twice.nobles[0];
    let breach = Violation::SetupNobleOnce { noble: tile("3:3d3r3o") };
    twice.refused(breach, "the noble 3:3d3r3o is on the table twice");
    twice.nobles[2] = noble("3:4s4e");
    assert!(twice.deal().is_ok());
}

#[test]
fn setup_noble_box() {
    let silk = Boxes { silk_road: true, sun_never_sets: false };
    let sun = Boxes { silk_road: false, sun_never_sets: true };
    for (id, named, right, wrong) in
        [("3:3s3e3o", "silk-road", silk, sun), ("3:4d4r", "sun-never-sets", sun, silk)]
    {
        let mut foreign = laid(2);
        foreign.nobles[1] = noble(id);
        let breach = Violation::SetupNobleBox { noble: tile(id), boxed: named };
        let message =
            format!("the noble {id} is from the box {named}, which the log does not declare");
        foreign.refused(breach, &message);
        foreign.boxes = wrong;
        foreign.refused(breach, &message);
        foreign.boxes = right;
        assert!(foreign.deal().is_ok());
    }
}

#[test]
fn setup_cities() {
    let mut cities = laid(2);
    cities.cities = faces(&["13:3e4o", "13:3d4s", "17:"]);
    let breach = Violation::SetupCities { cities: 3, needed: 0 };
    cities.refused(breach, "three city tiles on the table, where none belongs");
    cities.modules.cities = true;
    let nobles = Violation::SetupNobles { nobles: 3, needed: 0 };
    cities.refused(nobles, "three nobles on the table, where none belongs");
    cities.nobles.clear();
    assert!(cities.deal().is_ok());
    cities.cities.pop();
    let breach = Violation::SetupCities { cities: 2, needed: 3 };
    cities.refused(breach, "two city tiles on the table, where three belong");
}

fn faces(ids: &[&str]) -> Vec<CityId> {
    let face = |id: &&str| CityId::find(City::parse(id).unwrap()).unwrap();
    ids.iter().map(face).collect()
}

#[test]
fn setup_city_tiles() {
    let mut cities = laid(2);
    cities.modules.cities = true;
    cities.nobles.clear();
    cities.cities = faces(&["13:3e4o", "15:+5", "13:+6"]);
    let (city, other) = (City::parse("13:+6").unwrap(), City::parse("15:+5").unwrap());
    let breach = Violation::SetupCityTiles { city, other };
    cities.refused(
        breach,
        "the city 13:+6 is on the table together with 15:+5, a face of the same tile",
    );
    cities.cities = faces(&["13:3e4o", "15:+5", "12:3d3s3e3r"]);
    assert!(cities.deal().is_ok());
    // The two readings of one face are one tile too.
    cities.cities = faces(&["13:3e4o", "12:3d3e3r3o", "12:3d3s3e3r"]);
    assert!(cities.deal().is_err());
}

/// A setup with Orient that may be spoiled: the first cards of each row are face up.
struct WithOrient {
    base: Laid,
    market: [Vec<CardId>; 3],
    decks: [Option<Vec<CardId>>; 3],
}

fn with_orient() -> WithOrient {
    let rows = [Level::One, Level::Two, Level::Three].map(Row::orient);
    let all = Components::with_orient();
    let mut market = rows.map(|row| all.of_row(row).iter().collect::<Vec<_>>());
    let decks = market.each_mut().map(|cards| Some(cards.split_off(2)));
    WithOrient { base: laid(2), market, decks }
}

impl WithOrient {
    fn deal(&self) -> Result<Position, Violation> {
        let modules = Modules { orient: true, ..Modules::default() };
        let game = Game::published(Rules { modules, ..Rules::default() }, 2);
        let mut market = Row::each(self.base.market.each_ref().map(Vec::as_slice), &[][..]);
        let mut decks = Row::each(self.base.decks.each_ref().map(Option::as_deref), None);
        for level in 0..3 {
            market[3 + level] = &self.market[level];
            decks[3 + level] = self.decks[level].as_deref();
        }
        let nobles = &self.base.nobles;
        Position::deal(&game, &Setup { seats: 2, nobles, market, decks, ..Setup::default() })
    }

    #[track_caller]
    fn refused(&self, clause: Clause, message: &str) {
        let breach = self.deal().unwrap_err();
        assert_eq!((breach.clause(), breach.to_string().as_str()), (clause, message));
    }
}

#[test]
fn orient_cards() {
    let dealt = with_orient().deal().unwrap();
    assert_eq!(Row::ALL.map(|row| dealt.deck(row).len()), [36, 26, 16, 8, 8, 8]);
    let mut twice = with_orient();
    twice.market[0][0] = twice.market[0][1];
    twice.refused(Clause::OrientCards, "A0gg3s is in the setup more than once");
    let mut missing = with_orient();
    missing.decks[2].as_mut().unwrap().pop();
    missing.refused(Clause::OrientCards, "C3ox2s is missing from the setup");
    let mut misplaced = with_orient();
    let lower = misplaced.market[0][0];
    misplaced.market[0][0] = std::mem::replace(&mut misplaced.market[1][0], lower);
    misplaced.refused(
        Clause::OrientCards,
        "B1dd3e4r is neither in the row nor in the deck of its level",
    );
    let mut in_base = with_orient();
    let base = in_base.base.market[0][0];
    in_base.base.market[0][0] = std::mem::replace(&mut in_base.market[0][0], base);
    in_base
        .refused(Clause::OrientCards, "A0gg3d is neither in the row nor in the deck of its level");
}

#[test]
fn orient_market() {
    let mut short = with_orient();
    let below = short.market[1].pop().unwrap();
    short.decks[1].as_mut().unwrap().push(below);
    short.refused(Clause::OrientMarket, "one card of Orient level 2 is face up");
    let mut none = with_orient();
    none.market[2].clear();
    none.decks[2] = None;
    none.refused(Clause::OrientMarket, "no cards of Orient level 3 are face up");
}
