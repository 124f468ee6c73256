//! Taking gems.

use splendor_core::{Color, Fewer, Rulings, Token, Violation};

use crate::table_builder::{TableBuilder, TurnExt as _, take, tokens};

const EMERALD: Token = Token::Gem(Color::Emerald);

fn ruled(fewer: Fewer, supply: &str) -> crate::table_builder::Case {
    TableBuilder::new(2).rulings(Rulings { fewer, ..Rulings::default() }).supply(supply).lay()
}

#[test]
fn take_no_gold() {
    let case = TableBuilder::new(2).lay();
    case.refuses(
        take("1d1s1g"),
        Violation::TakeNoGold { gold: 1 },
        "one gold taken from the supply",
    );
    let after = case.plays(take("1d1s1e"));
    assert_eq!(after.tokens(0), tokens("1d1s1e"));
    assert_eq!(after.position.supply(), tokens("3d3s3e4r4o5g"));
}

#[test]
fn take_supply() {
    let case = TableBuilder::new(2).supply("1d1s1r1o").lay();
    let short = Violation::TakeSupply { token: EMERALD, taken: 1, supply: 0 };
    case.refuses(take("1d1s1e"), short, "one emerald taken where the supply held none");
    case.plays(take("1d1s1r"));
    let pair = Violation::TakeSupply { token: EMERALD, taken: 2, supply: 1 };
    let case = TableBuilder::new(2).supply("1d1s1e").lay();
    assert_eq!(case.position.check(&case.game, &take("2e")), Err(pair));
}

#[test]
fn take_different() {
    let case = TableBuilder::new(2).lay();
    case.refuses(
        take("1d1s1e1r"),
        Violation::TakeDifferent { taken: 4 },
        "four gems of different colors taken at once",
    );
    case.plays(take("1d1s1r"));
}

#[test]
fn take_fewer_when_short() {
    let case = ruled(Fewer::WhenShort, "1d1s1e");
    case.refuses(
        take("1d1s"),
        Violation::TakeFewer { taken: 2, needed: 3, colors: 3 },
        "only two gems taken, although the supply has three colors",
    );
    case.plays(take("1d1s1e"));
    let two = ruled(Fewer::WhenShort, "1d3s");
    two.plays(take("1d1s"));
    two.plays(take("1s"));
    ruled(Fewer::WhenShort, "3s").plays(take("1s"));
}

#[test]
fn take_fewer_all_available() {
    let case = ruled(Fewer::AllAvailable, "1d3s");
    case.refuses(
        take("1s"),
        Violation::TakeFewer { taken: 1, needed: 2, colors: 2 },
        "only one gem taken, although the supply has two colors and the ruling `fewer` asks for \
         both",
    );
    case.plays(take("1d1s"));
    ruled(Fewer::AllAvailable, "3s").plays(take("1s"));
    let five = ruled(Fewer::AllAvailable, "1d1s1e1r1o");
    let fewer = Violation::TakeFewer { taken: 2, needed: 3, colors: 5 };
    let message = "only two gems taken, although the supply has five colors";
    five.refuses(take("1d1s"), fewer, message);
    five.plays(take("1e1r1o"));
}

#[test]
fn take_fewer_up_to_three() {
    let case = ruled(Fewer::UpToThree, "4d4s4e4r4o");
    case.plays(take("1d"));
    case.plays(take("1d1o"));
    case.plays(take("1d1s1o"));
    let four = Violation::TakeDifferent { taken: 4 };
    case.refuses(take("1d1s1e1o"), four, "four gems of different colors taken at once");
}

#[test]
fn take_pair() {
    let case = TableBuilder::new(4).lay();
    let beside = Violation::TakePair { token: EMERALD, same: 2, taken: 3 };
    case.refuses(take("1d2e"), beside, "three tokens taken, two of them emeralds");
    let triple = Violation::TakePair { token: EMERALD, same: 3, taken: 3 };
    case.refuses(take("3e"), triple, "three emeralds taken, but a pair is two gems");
    let pairs = Violation::TakePair { token: EMERALD, same: 2, taken: 4 };
    case.refuses(take("2d2e"), pairs, "four tokens taken, two of them emeralds");
    assert_eq!(case.plays(take("2e")).tokens(0), tokens("2e"));
}

#[test]
fn take_pair_needs_four() {
    for (stack, spelled) in [("3e", "three"), ("2e", "two")] {
        let case = TableBuilder::new(2).supply(stack).lay();
        let supply = case.position.supply().get(EMERALD);
        let breach = Violation::TakePairNeedsFour { token: EMERALD, supply };
        case.refuses(take("2e"), breach, &format!("two emeralds taken from a stack of {spelled}"));
        case.plays(take("1e"));
    }
    let four = TableBuilder::new(2).supply("4e").lay();
    assert_eq!(four.plays(take("2e")).position.supply(), tokens("2e"));
}

#[test]
fn take_pair_needs_four_before_the_take_not_after() {
    let first = TableBuilder::new(2).lay().plays(take("2e"));
    let breach = Violation::TakePairNeedsFour { token: EMERALD, supply: 2 };
    first.refuses(take("2e").by(1), breach, "two emeralds taken from a stack of two");
    first.plays(take("2r").by(1));
}
