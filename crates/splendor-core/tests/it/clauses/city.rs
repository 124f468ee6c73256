//! The module The Cities: meeting a face, the end that it triggers, and the winners.

use splendor_core::{City, CityId, End, FACE_COUNT, Gems, Phase, Rulings, Tie, Violation};

use crate::table_builder::{Case, TableBuilder, TurnExt as _, buy, face, gems, pass, take};

/// The demand of each face, written a second time: prestige, cards of each color, and cards of one
/// further color.
const DEMANDS: [(&str, u8, [u8; 5], u8); FACE_COUNT] = [
    ("13:3e4o", 13, [0, 0, 3, 0, 4], 0),
    ("13:4r3o", 13, [0, 0, 0, 4, 3], 0),
    ("13:3d4s", 13, [3, 4, 0, 0, 0], 0),
    ("13:4d3r", 13, [4, 0, 0, 3, 0], 0),
    ("17:", 17, [0, 0, 0, 0, 0], 0),
    ("16:1d1s1e1r1o", 16, [1, 1, 1, 1, 1], 0),
    ("12:3s3e3r3o", 12, [0, 3, 3, 3, 3], 0),
    ("12:3d3e3r3o", 12, [3, 0, 3, 3, 3], 0),
    ("14:4d+4", 14, [4, 0, 0, 0, 0], 4),
    ("14:4o+4", 14, [0, 0, 0, 0, 4], 4),
    ("15:+5", 15, [0, 0, 0, 0, 0], 5),
    ("13:+6", 13, [0, 0, 0, 0, 0], 6),
    ("13:3s4e", 13, [0, 3, 4, 0, 0], 0),
    ("14:2d2s2e2r2o", 14, [2, 2, 2, 2, 2], 0),
    ("12:3d3s3e3r", 12, [3, 3, 3, 3, 0], 0),
];

/// Samarkand, whose worked example the rulebook gives, and two faces that ask for more prestige.
const FACES: &str = "14:4d+4 17: 16:1d1s1e1r1o";

/// 13 prestige, four diamonds and four emeralds, one of them worth three of those points.
fn samarkand() -> &'static str {
    "c5d3d7o c4d7o a0d3s a0d2r1o b2e5e b2e5s3e a0e3r a0e2d1s"
}

/// Every number of cards of each color up to seven.
fn hands() -> impl Iterator<Item = [u8; 5]> {
    (0_u16..8 * 8 * 8 * 8 * 8)
        .map(|number| [0, 1, 2, 3, 4].map(|color| u8::try_from(number >> (3 * color) & 7).unwrap()))
}

/// Whether the demand is met, written apart from the verifier: some color takes the further cards.
fn meets(demand: ([u8; 5], u8), cards: [u8; 5]) -> bool {
    let (named, further) = demand;
    if (0..5).any(|color| cards[color] < named[color]) {
        return false;
    }
    let mut free = cards;
    for color in 0..5 {
        if named[color] != 0 {
            free[color] = 0;
        }
    }
    further <= free.into_iter().max().unwrap()
}

#[test]
fn city_met() {
    let case =
        TableBuilder::new(2).cities(FACES).bought(0, samarkand()).market("a1d4e").tokens(0, "4e");
    let case = case.lay();
    assert_eq!(case.position.seats()[0].prestige(), 13);
    assert!(!case.position.meets_a_city(0), "a point is lacking");
    let after = case.plays(buy("a1d4e", ""));
    assert!(after.position.meets_a_city(0) && !after.position.meets_a_city(1));
    assert!(!after.position.meets_a_city(2), "a seat that is not at the table");
    let breach = Violation::CityMet { seat: 1, prestige: 20 };
    assert_eq!(breach.to_string(), "seat 1 has 20 prestige and meets no city");
}

#[test]
fn city_met_by_every_hand_of_every_face() {
    for (id, prestige, named, further) in DEMANDS {
        let city = face(id);
        assert_eq!(city.to_string(), id);
        assert!(CityId::find(city).is_some(), "{id}");
        for cards in hands() {
            let met = meets((named, further), cards);
            assert_eq!(city.is_met(prestige, Gems::new(cards)), met, "{id} by {cards:?}");
            assert_eq!(city.is_met(u8::MAX, Gems::new(cards)), met, "{id} by {cards:?}");
            assert!(!city.is_met(prestige - 1, Gems::new(cards)), "{id} by {cards:?}");
        }
    }
    let faces: Vec<String> = CityId::all().map(|id| id.facts().to_string()).collect();
    assert_eq!(faces, DEMANDS.map(|(id, ..)| id));
}

#[test]
fn city_met_ids_are_read_one_way_only() {
    for wrong in
        ["", "13", ":3e4o", "13:4o3e", "13:3e4o+", "13:3e4o+0", "13:3e 4o", "013:3e4o", "04:"]
    {
        assert_eq!(City::parse(wrong), None, "{wrong}");
    }
    let none = City { prestige: 13, cards: gems("3e5o"), further: 0 };
    assert_eq!(CityId::find(none), None);
    assert_eq!(CityId::nearest(none), face("13:3e4o"));
}

#[test]
fn city_further_color() {
    let city = face("14:4d+4");
    assert!(city.is_met(14, gems("4d4e")) && city.is_met(14, gems("4d4o")));
    assert!(!city.is_met(14, gems("4d3e3o")), "of one color");
    assert!(!city.is_met(20, gems("8d")), "of a color that the face does not name");
    assert!(face("15:+5").is_met(15, gems("5d")), "where none is named, any will do");
    let breach = Violation::CityFurtherColor { seat: 1, city };
    let message = "the city 14:4d+4 also asks for four cards of one more color, and seat 1 has \
                   them only in a color that the city names";
    assert_eq!(breach.to_string(), message);
}

/// One more point than before, with the cards that Samarkand asks for.
fn arrives(seats: u8, seat: u8) -> Case {
    let at = usize::from(seat);
    let table = TableBuilder::new(seats).cities(FACES).bought(at, samarkand()).market("a1d4e");
    table.turn_of(seat).lay().plays(buy("a1d4e", "").by(seat))
}

#[test]
fn city_trigger() {
    let after = arrives(3, 0);
    assert!(after.events.triggered && after.events.ended.is_none());
    assert_eq!(after.position.phase(), Phase::LastRound);
    let second = after.plays(take("1d1s1r").by(1));
    assert_eq!((second.events.triggered, second.events.ended), (false, None));
    let last = second.plays(take("1d1s1r").by(2));
    assert_eq!(last.position.phase(), Phase::Ended(End::Completed));
    assert_eq!(last.winners(), [0]);
    let breach = Violation::CityTrigger { prestige: 20 };
    assert_eq!(breach.to_string(), "no seat meets a city; the most prestige is 20");
}

#[test]
fn city_trigger_by_the_last_seat_ends_the_game() {
    let after = arrives(3, 2);
    assert!(after.events.triggered);
    assert_eq!(after.events.ended, Some(End::Completed));
    assert_eq!(after.winners(), [2]);
}

#[test]
fn city_trigger_is_no_number_of_points() {
    for target in [8, 15] {
        let rulings = Rulings { target, ..Rulings::default() };
        let table = TableBuilder::new(2).rulings(rulings).cities("13:3e4o 13:3d4s 15:+5");
        let table = table.bought(0, "c5d3d7o c5s7d3s c5e7s3e").market("a1d4e");
        let after = table.tokens(0, "4e").lay().plays(buy("a1d4e", "3e"));
        assert_eq!(after.position.seats()[0].prestige(), 16);
        assert!(!after.events.triggered, "{target}");
        assert_eq!(after.position.phase(), Phase::Open);
    }
}

/// Three seats of which the first is to act no more.
fn last_round(faces: &str) -> TableBuilder {
    TableBuilder::new(3).cities(faces).phase(Phase::LastRound).turn_of(2)
}

#[test]
fn city_winner() {
    let table = last_round("17: 13:+6 13:3e4o").bought(1, "c5d3d7o c5s7d3s c5e7s3e c4d7o");
    let table = table.bought(2, "c5r7e3r c5o7r3o c4r7e c4o7r");
    assert_eq!(table.clone().lay().winners(), [1]);
    assert_eq!(table.clone().bought(2, "a1r4d").lay().winners(), [1], "fewer cards at 19");
    assert_eq!(table.bought(2, "b2r5o").lay().winners(), [2]);
    let breach = Violation::CityWinner { seat: 2, prestige: 18, most: 19 };
    let message = "seat 2 is called a winner with 18 prestige, but a seat that meets a city has 19";
    assert_eq!(breach.to_string(), message);
}

#[test]
fn city_winner_has_a_city() {
    let rich = TableBuilder::new(2).cities("13:3e4o 13:3d4s 15:+5");
    let rich = rich.bought(0, "c5d3d7o c5s7d3s c5e7s3e c5r7e3r").turn_of(1);
    assert_eq!(rich.clone().lay().position.seats()[0].prestige(), 20);
    assert!(rich.clone().lay().winners().is_empty(), "twenty prestige and no city");
    let poor = rich.bought(1, "b3o6o b2o5d b2o5e3r a0o3e b3e6e b2e5e b2e5s3e");
    // Seat 1 bought its cards in the turn before, and the game is over.
    let over = poor.phase(Phase::Ended(End::Completed)).turn_of(0).lay();
    assert_eq!(over.winners(), [1], "14 prestige and a city");
}

/// Two seats with 13 prestige that meet `13:3e4o`, each with seven cards.
fn two_at_a_city() -> TableBuilder {
    let table = last_round("13:3e4o 13:3d4s 15:+5");
    let table = table.bought(0, "b3o6o b2o5e3r b1o3d3e2o a0o3e b3e6e b2e5e b2e5s3e");
    table.bought(1, "c5o7r3o c4o7r c3o3d3s5e3r a0o2d2e a1e4o a0e3r a0e2d1s")
}

#[test]
fn city_winner_shares_one_city() {
    let table = two_at_a_city();
    let case = table.clone().lay();
    let scores: Vec<u8> = case.position.scores().collect();
    assert_eq!(scores, [13, 13, 0]);
    assert_eq!(case.winners(), [0, 1], "both meet it, with as many cards");
    assert_eq!(table.clone().bonuses(0, "1r").lay().winners(), [1], "fewer cards");
    assert_eq!(table.bought(0, "a1r4d").lay().winners(), [0], "more prestige");
}

#[test]
fn city_winner_by_other_rulings() {
    for (tie, winners) in [
        (Tie::FewestCardsThenShared, vec![1]),
        (Tie::MostPrestigeShared, vec![0, 1]),
        (Tie::LastSeat, vec![1]),
    ] {
        let rulings = Rulings { tie, ..Rulings::default() };
        let case = two_at_a_city().rulings(rulings).bonuses(0, "1r").lay();
        assert_eq!(case.winners(), winners, "{tie:?}");
    }
}

/// No seat can act: all gems are gone, and no card is affordable.
fn stuck() -> TableBuilder {
    let table = TableBuilder::new(2).cities("13:3e4o 13:3d4s 15:+5").supply("5g");
    let table = table.market("a0d3s a0s3o a0e3r a0r3d");
    table.hand(0, "c3d3s3e5r3o c3s3d3e3r5o c4r7e").hand(1, "c3e5d3s3r3o c3r3d5s3e3o c5d3d7o")
}

#[test]
fn city_winner_of_a_stalemate() {
    let last = stuck().lay().plays(pass()).plays(pass().by(1));
    assert_eq!(last.events.ended, Some(End::Stalemate));
    assert!(last.winners().is_empty(), "no city is met");
}
