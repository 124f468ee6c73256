//! The limit of ten tokens.

use splendor_core::{Color, Token, Violation};

use crate::table_builder::{TableBuilder, TurnExt as _, reserve, take, tokens};

#[test]
fn limit_owned() {
    let case = TableBuilder::new(2).tokens(0, "2d2s2e2r").market("a0d3s").lay();
    let token = Token::Gem(Color::Onyx);
    let breach = Violation::LimitOwned { token, returned: 1, held: 0 };
    let message = "one onyx returned by a seat that has none";
    case.refuses_first(take("1d1s1e").back("1o"), breach, message);
    let after = case.plays(take("1d1s1e").back("1r"));
    assert_eq!(after.tokens(0), tokens("3d3s3e1r"));
    let gold = Violation::LimitOwned { token: Token::Gold, returned: 2, held: 1 };
    let ten = TableBuilder::new(2).tokens(0, "2d2s2e2r2o").lay();
    let turn = reserve("a0d1s1e1r1o");
    ten.refuses_first(turn.back("2g"), gold, "two gold returned by a seat that has only one");
    ten.plays(turn.back("1g"));
}

#[test]
fn limit_ten() {
    let case = TableBuilder::new(2).tokens(0, "2d2s2e2r").lay();
    let breach = Violation::LimitTen { held: 11, returned: 0, why: "" };
    case.refuses(take("1d1s1e"), breach, "the turn ends with eleven tokens");
    let after = case.plays(take("1d1s1e").back("1d"));
    assert_eq!(after.tokens(0), tokens("2d3s3e2r"));
    assert_eq!(after.position.supply(), tokens("2d1s1e2r4o5g"));
    let seven = TableBuilder::new(2).tokens(0, "2d2s2e1r").lay();
    assert_eq!(seven.plays(take("1d1s1e")).tokens(0).total(), 10);
}

#[test]
fn limit_ten_counts_gold() {
    let case = TableBuilder::new(2).tokens(0, "2d2s2e2r2o").lay();
    let breach = Violation::LimitTen { held: 11, returned: 0, why: "" };
    let message = "the turn ends with eleven tokens";
    case.refuses(reserve("a0d1s1e1r1o"), breach, message);
    case.plays(reserve("a0d1s1e1r1o").back("1o"));
}

#[test]
fn limit_excess() {
    let case = TableBuilder::new(2).tokens(0, "2d2s2e2r").lay();
    let two = Violation::LimitExcess { returned: 2, excess: 1 };
    case.refuses(
        take("1d1s1e").back("1d1s"),
        two,
        "two tokens returned, but only one is above ten",
    );
    case.plays(take("1d1s1e").back("1d"));
    let none = Violation::LimitExcess { returned: 1, excess: 0 };
    let few = TableBuilder::new(2).lay();
    few.refuses(
        take("1d1s1e").back("1d"),
        none,
        "one token returned, although the seat has no more than ten",
    );
    few.plays(take("1d1s1e"));
}
