//! Names: ids are read as they are written, and other words are rejected.

use splendor_core::{
    Card, CardSet, City, CityId, Clause, Color, Component, Components, Fact, Game, Level,
    MOST_CARDS, MOST_NOBLES, Modules, Noble, NotAToken, ORIENT_CARD_COUNT, Post, PostName, Power,
    Row, Rules, Token, TooMany, Violation, box_of_noble,
};

use crate::table_builder::{card, cards, face, facts, tile};

#[test]
fn levels_have_numbers() {
    for (number, level) in (1..).zip(Level::ALL) {
        assert_eq!(level.number(), number);
        assert_eq!(Level::of_number(number), Some(level));
        assert_eq!(level.to_string(), format!("level {number}"));
    }
    assert_eq!(Level::of_number(0), None);
    assert_eq!(Level::of_number(4), None);
}

#[test]
fn colors_and_tokens_have_names() {
    for color in Color::ALL {
        assert_eq!(color.to_string(), color.name());
        assert_eq!(color.name().parse(), Ok(Token::Gem(color)));
        assert_eq!(Color::of_letter(u8::try_from(color.letter()).unwrap()), Some(color));
    }
    assert_eq!(Color::Ruby.to_string(), "ruby");
    assert_eq!("gold".parse(), Ok(Token::Gold));
    assert_eq!(Token::from(Color::Ruby), Token::Gem(Color::Ruby));
    assert_eq!("jade".parse::<Token>(), Err(NotAToken));
    assert_eq!(Color::of_letter(b'g'), None);
}

/// The bytes of the id of a card: the letters and digits, then zeros.
fn padded(id: &str) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..id.len()].copy_from_slice(id.as_bytes());
    bytes
}

/// The same bytes, and in the last one the length of the id.
fn with_length(id: &str) -> [u8; 16] {
    let mut bytes = padded(id);
    bytes[15] = u8::try_from(id.len()).unwrap();
    bytes
}

#[test]
fn every_card_is_found_by_its_id() {
    let all = Components::with_orient();
    for id in all.cards().iter() {
        let name = all.card(id).to_string();
        assert_eq!(Card::parse(&name), Some(all.card(id)));
        assert_eq!(all.card(id).id(), padded(&name), "{name}");
        assert_eq!(Card::find_published(with_length(&name)), Some(all.card(id)), "{name}");
        assert_eq!(Card::find_published(padded(&name)), None, "{name}");
        assert_eq!(all.find_card(all.card(id)), Some(id), "{name}");
    }
    assert_eq!(facts("c4o3e6r3o").to_string(), "c4o3e6r3o");
    for absent in ["a0d4s", "c5d3d6o", "A5dd", "A0d3s", "C3dx2d"] {
        assert_eq!(all.find_card(facts(absent)), None, "{absent:?}");
    }
    for absent in ["", "a0d3s\0", "a0d4s", "A0d3s", "c4o3e6r3o\0\0"] {
        assert_eq!(Card::find_published(with_length(absent)), None, "{absent:?}");
    }
    for wrong in ["", "a", "b1o3d3e2", "\u{1}", "A0gg3d "] {
        assert_eq!(Card::parse(wrong), None, "{wrong:?}");
    }
}

#[test]
fn a_card_that_is_no_card_is_not_read() {
    assert!(Card::parse("a0d").is_some_and(|card| card.cost().total() == 0));
    assert!(Card::parse("c9o1d9o").is_some());
    for wrong in [
        "", "a", "a0", "d0d", "axd", "a0g", "a0d3", "a0d0s", "a0d:s", "a0d3g", "a0d3s3s",
        "a0d3s3d", "a0d3s3", "a0d/s",
    ] {
        assert_eq!(Card::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn an_orient_card_is_read_with_its_power_and_its_price() {
    let read = |id: &str| {
        let card = facts(id);
        assert!(card.is_orient() && card.row().is_orient(), "{id}");
        (card.bonus(), card.power(), card.discard(), card.cost().total())
    };
    let (diamond, emerald) = (Some(Color::Diamond), Some(Color::Emerald));
    assert_eq!(read("A0gg3d"), (None, Some(Power::VirtualGold), None, 3));
    assert_eq!(read("A0c3d2r"), (None, Some(Power::Copy), None, 5));
    assert_eq!(read("B1ca4d3s1o"), (None, Some(Power::CopyAndFree), None, 8));
    assert_eq!(read("B1dd3e4r"), (diamond, Some(Power::DoubleBonus), None, 7));
    assert_eq!(read("C1db6s3e1r"), (diamond, Some(Power::Free), None, 10));
    assert_eq!(read("C3dx2e"), (diamond, None, emerald, 0));
    assert_eq!(read("A5d"), (diamond, None, None, 0));
    for wrong in [
        "D0gg", "A0g3d", "a0gg3d", "a0dd3e", "a0db", "a3dx2e", "C3dx3e", "C3dx2", "C3dx2e1d",
        "C31dx2e", "C3d1dx2e", "A0cb", "A0cc", "A0ga", "A0dbb",
    ] {
        assert_eq!(Card::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn the_orient_cards_are_ten_of_each_level() {
    let all = Components::with_orient();
    let counts = Row::ALL.map(|row| all.of_row(row).len());
    assert_eq!(counts, [40, 30, 20, 10, 10, 10]);
    let base = all.cards().without(Components::published().cards());
    assert_eq!(usize::from(base.len()), ORIENT_CARD_COUNT);
    assert!(base.iter().all(|id| all.card(id).is_orient()));
    let powers = [Power::VirtualGold, Power::Copy, Power::CopyAndFree, Power::DoubleBonus];
    assert!(powers.iter().all(|&power| all.with_power(power).len() == 5));
    let double = all.with_power(Power::DoubleBonus);
    assert_eq!(all.bonuses(double), all.colors(double).plus(all.colors(double)));
}

#[test]
fn a_noble_that_is_no_noble_is_not_read() {
    assert!(Noble::parse("3:").is_some_and(|noble| noble.demand.total() == 0));
    for wrong in ["", "3", "3:4", "x:4d", "3;4d", "33:4d", "3:0d", "3:4g"] {
        assert_eq!(Noble::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn a_city_that_is_no_city_is_not_read() {
    for id in CityId::all() {
        assert_eq!(City::parse(&id.facts().to_string()), Some(id.facts()));
    }
    assert!(City::parse("9:").is_some_and(|city| city.prestige == 9));
    assert!(City::parse("1:9d+9").is_some_and(|city| city.further == 9));
    for wrong in ["", "1", ":", ":4d", "13", "13;4d", "130:4d", "x:", "13:4", "13:+", "13:4d+0"] {
        assert_eq!(City::parse(wrong), None, "{wrong}");
    }
}

/// This many different cards: those of the game, and more of their kind.
fn many(count: usize) -> Vec<Card> {
    let all = Components::published();
    let known: Vec<Card> = all.cards().iter().map(|id| all.card(id)).collect();
    let others = known.iter().map(|card| {
        let (bonus, points) = (card.bonus().unwrap(), card.points() + 4);
        Card::base(card.level(), bonus, points, card.cost())
    });
    known.iter().copied().chain(others).take(count).collect()
}

#[test]
fn a_full_box_finds_each_of_its_cards() {
    let cards = many(MOST_CARDS);
    let full = Components::of(&cards, &[]).unwrap();
    assert_eq!(usize::from(full.cards().len()), MOST_CARDS);
    for (number, &card) in full.cards().iter().zip(&cards) {
        assert_eq!(full.find_card(card), Some(number), "{card}");
        assert_eq!(full.points(CardSet::one(number)), u16::from(card.points()), "{card}");
    }
    for &absent in many(180).iter().skip(MOST_CARDS) {
        assert_eq!(full.find_card(absent), None, "{absent}");
    }
}

#[test]
fn a_box_holds_so_many_and_no_more() {
    assert_eq!(Components::of(&many(MOST_CARDS + 1), &[]).err(), Some(TooMany));
    let nobles = [tile("3:4d4s"); MOST_NOBLES + 1];
    let full = Components::of(&[], &nobles[1..]).unwrap();
    assert_eq!(usize::from(full.nobles().len()), MOST_NOBLES);
    assert_eq!(Components::of(&[], &nobles).err(), Some(TooMany));
}

fn nearest_card(to: &str, among: [&str; 2]) -> String {
    let nearest = |cards: [Card; 2]| {
        let found = Components::of(&cards, &[]).unwrap().nearest_card(facts(to));
        found.unwrap().to_string()
    };
    let [one, other] = among.map(facts);
    assert_eq!(nearest([one, other]), nearest([other, one]));
    nearest([one, other])
}

#[test]
fn the_nearest_card_differs_least() {
    assert_eq!(nearest_card("a0d3s", ["a0d3s", "a0d4s"]), "a0d3s");
    // Another level is as far as eight gems.
    assert_eq!(nearest_card("a0d1s", ["b0d1s", "a0d8s"]), "a0d8s");
    assert_eq!(nearest_card("a0d", ["b0d", "a0d9s"]), "b0d");
    // Another color is as far as three gems.
    assert_eq!(nearest_card("a0d3s", ["a0e3s", "a0d5s"]), "a0d5s");
    assert_eq!(nearest_card("a0d3s", ["a0e3s", "a0d7s"]), "a0e3s");
    assert_eq!(nearest_card("b0e3s", ["a0e3s", "b0d6s"]), "b0d6s");
    // A point is as far as a gem.
    assert_eq!(nearest_card("a0d3s", ["a3d3s", "a0d5s"]), "a0d5s");
    assert_eq!(nearest_card("a0d3s", ["a1d3s", "a0d5s"]), "a1d3s");
    assert_eq!(nearest_card("a0d3s", ["a1e3s", "a5d3s"]), "a1e3s");
    // Gems that are missing count like gems too many.
    assert_eq!(nearest_card("a0d3s3e", ["a0d3s", "a0d3s5e"]), "a0d3s5e");
}

#[test]
fn the_nearest_noble_differs_least() {
    let nearest = |to: &str, among: [&str; 2]| {
        let all = Components::of(&[], &among.map(tile)).unwrap();
        all.nearest_noble(tile(to)).unwrap().to_string()
    };
    assert_eq!(nearest("3:4d4s", ["9:4d4s", "3:4d3s"]), "3:4d3s");
    assert_eq!(nearest("3:4d4s", ["3:4d1s", "2:4d4s"]), "2:4d4s");
    assert_eq!(nearest("3:4d4s", ["2:4d3s", "3:4d1s"]), "2:4d3s");
}

#[test]
fn the_nearest_city_differs_least() {
    let nearest = |id: &str| CityId::nearest(face(id)).to_string();
    for id in CityId::all() {
        assert_eq!(CityId::nearest(id.facts()), id.facts());
    }
    // A further card that is missing is nearer than two prestige.
    assert_eq!(nearest("13:+5"), "13:+6");
    // Three cards too many are nearer than one prestige and four further cards.
    assert_eq!(nearest("13:4d"), "13:4d3r");
    // Four prestige and a card are nearer than eight cards.
    assert_eq!(nearest("17:4d4r"), "13:4d3r");
    assert_eq!(nearest("18:"), "17:");
}

#[test]
fn one_face_is_told_in_two_readings() {
    let contested = CityId::all().filter(|id| id.is_contested()).map(|id| id.facts().to_string());
    assert_eq!(contested.collect::<Vec<_>>(), ["12:3d3e3r3o", "12:3d3s3e3r"]);
}

#[test]
fn a_name_that_is_no_post_is_said_with_the_nearest() {
    let name = |name: &str| PostName::parse(name).expect("letters and hyphens");
    for post in Post::ALL {
        assert_eq!(name(post.name()), PostName::from(post));
        assert_eq!(name(post.name()).post(), Some(post));
        assert_eq!(
            (name(post.name()).to_string(), name(post.name()).nearest()),
            (post.name().to_owned(), post)
        );
    }
    assert_eq!(name("gold").post(), None);
    for (near, post) in [
        ("double-silver", Post::DoubleGold),
        ("draw-three", Post::DrawTwo),
        ("third-token", Post::ThirdGem),
        ("points-per-post", Post::PointPerPost),
    ] {
        assert_eq!(name(near).nearest(), post);
    }
    assert_eq!(name(&"a".repeat(24)).to_string(), "a".repeat(24));
    for wrong in ["", "-gold", "Gold", "gold2", "gold\0", "\u{e9}", &"a".repeat(25)] {
        assert_eq!(PostName::parse(wrong), None, "{wrong:?}");
    }
}

#[test]
fn clauses_have_ids_and_facts() {
    for clause in Clause::ALL.iter().copied() {
        assert_eq!(Clause::of_id(clause.id()), Some(clause));
        assert!(clause.id().starts_with(&format!("{}.", clause.family())));
    }
    assert_eq!(Clause::of_id("take"), None);
    assert_eq!(format!("{:?}", Fact::Number(3)), "3");
    assert_eq!(format!("{:?}", Fact::Text(&Color::Ruby)), "ruby");
}

#[test]
fn components_of_each_kind_are_named() {
    let named = |component: Component| (component.kind(), component.to_string());
    assert_eq!(named(Component::Card(facts("a0d3s"))), ("card", "a0d3s".to_owned()));
    assert_eq!(named(Component::Noble(tile("3:4d4s"))), ("noble", "3:4d4s".to_owned()));
    assert_eq!(named(Component::City(face("14:4d+4"))), ("city", "14:4d+4".to_owned()));
    let post = PostName::parse("no-post").unwrap();
    assert_eq!(named(Component::Post(post)), ("post", "no-post".to_owned()));
}

#[test]
fn a_breach_tells_its_facts() {
    let facts_of = |breach: Violation| {
        let mut facts = Vec::new();
        breach.facts(|name, fact| facts.push(format!("{name} {fact:?}")));
        facts
    };
    assert_eq!(facts_of(Violation::TurnOrder { seat: 2, expected: 1 }), ["seat 2", "expected 1"]);
    let refill = Violation::MarketRefill { card: facts("a0d3s"), why: "so it is" };
    assert_eq!(facts_of(refill), ["card a0d3s", "why so it is"]);
    assert_eq!(facts_of(Violation::ClaimDigest {}), Vec::<String>::new());
    let hidden = Violation::pass_with_a_card_in_reach();
    let possible = "possible a hidden card could be bought, as a card named later shows";
    assert_eq!(facts_of(hidden), [possible]);
}

#[test]
fn scores_are_counted_in_words() {
    let one = Violation::ClaimScoreCount { claimed: 1, seats: 2 };
    assert_eq!(one.to_string(), "the log gives one score for two seats");
    let three = Violation::ClaimScoreCount { claimed: 3, seats: 2 };
    assert_eq!(three.to_string(), "the log gives three scores for two seats");
}

/// How many nobles may be on the table.
fn pool(rules: Rules) -> u8 {
    Game::published(rules, 2).noble_pool().len()
}

#[test]
fn the_box_of_the_modules_brings_its_noble() {
    let plain = Rules::default();
    assert_eq!(pool(plain), 10);
    let with = |cities, trading_posts| Rules {
        modules: Modules { cities, trading_posts, ..Modules::NONE },
        ..plain
    };
    let game = Game::published(with(true, false), 2);
    let nobles = game.noble_pool().iter().map(|id| game.components.noble(id));
    assert_eq!(nobles.filter_map(box_of_noble).collect::<Vec<_>>(), ["silk-road"]);
    assert_eq!(pool(with(true, false)), 11);
    assert_eq!(pool(with(false, true)), 11);
    assert_eq!(pool(with(true, true)), 11);
    let mut boxes = plain;
    boxes.boxes.silk_road = true;
    assert_eq!(pool(boxes), 11);
    boxes.boxes.sun_never_sets = true;
    assert_eq!(pool(boxes), 12);
    assert!(boxes.boxes.declares("silk-road") && !boxes.boxes.declares("strongholds"));
    boxes.boxes.silk_road = false;
    assert_eq!(pool(boxes), 11);
}

#[test]
fn bonuses_and_points_of_a_set() {
    let all = Components::published();
    let some = cards("a0d3s a0s3o a1s4r c4o7r c5d3d7o");
    assert_eq!(all.points(some), 10);
    assert_eq!(all.bonuses(some).total(), 5);
    assert_eq!(all.bonuses(some).get(Color::Sapphire), 2);
    assert!(all.of_row(Level::Three.into()).has(card("c4o7r")));
}
