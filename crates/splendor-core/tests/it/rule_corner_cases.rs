//! Corners of the rules that random games do not reach: tables on which next to nothing is left.

use splendor_core::{
    Action, CardSet, CitySet, Components, Deck, Freedom, Game, GoldUse, NobleSet, Overpay, Pass,
    PassObstacle, Phase, Position, Post, Powers, Return, Row, Rules, Rulings, SeatDescription,
    Stalemate, TableDescription, Token, Tokens, Turn, Unknown, Violation,
};

use crate::played::Played;
use crate::table_builder::{
    Case, TableBuilder, TurnExt as _, buy, cards, draw, pass, reserve, take, tokens,
};
use crate::trading_post_edge_cases::LONG;

/// A table without gems on which seat 1 has bought all other cards.
#[derive(Clone, Copy, Default)]
struct Bare {
    face_up: &'static str,
    hand: &'static str,
    /// Hidden cards of level 1 in the market.
    untold: u8,
    /// Cards of level 1 in the deck; more than none needs a market without places.
    deck: u8,
}

impl Bare {
    fn table<T>(self, with: impl Fn(&Game<'_>, &TableDescription<'_>) -> T) -> T {
        let all = Components::published();
        let (market, hand) = (cards(self.face_up), cards(self.hand));
        let free = all.cards().without(market).without(hand);
        let unseen = free.and(all.of_row(Row::One)).iter();
        let unseen: CardSet = unseen.take(usize::from(self.untold + self.deck)).collect();
        let game = Game {
            tokens: Tokens::NONE,
            market_width: if self.deck > 0 { 0 } else { 4 },
            ..Game::published(Rules { rulings: LONG, ..Rules::default() }, 2)
        };
        let seats = [
            SeatDescription { hand, ..SeatDescription::default() },
            SeatDescription { bought: free.without(unseen), ..SeatDescription::default() },
        ];
        let table = TableDescription {
            seats: &seats,
            supply: None,
            market,
            market_hidden: [self.untold, 0, 0, 0, 0, 0],
            decks: [self.deck, 0, 0, 0, 0, 0].map(Deck::unknown),
            nobles: NobleSet::NONE,
            cities: CitySet::NONE,
            to_move: 0,
            turns: 0,
            passes_in_a_row: 0,
            phase: Phase::Open,
            modules: splendor_core::ModuleTable::default(),
        };
        with(&game, &table)
    }

    /// Returns the actions of seat 0 except to pass, and the legal turns.
    fn freedom(self) -> (Freedom, Vec<Turn>) {
        self.table(|game, table| {
            let position = Position::of(game, table).unwrap();
            let legal = position.legal_turns(game);
            let passes = position.check(game, &pass()).is_ok();
            assert_eq!(passes, position.violations(game, &pass()).is_empty());
            assert_eq!(passes, legal.contains(&pass()));
            (position.freedom(game), legal)
        })
    }
}

#[test]
fn any_card_that_can_be_reserved_forbids_a_pass() {
    let reserved = Freedom::Free(PassObstacle::Reservation);
    let bare = Bare::default();
    assert_eq!(bare.freedom(), (Freedom::Stuck, vec![pass()]));
    let open = Bare { face_up: "a0d3s", ..bare };
    assert_eq!(open.freedom(), (reserved, vec![reserve("a0d3s")]));
    let deck = Bare { deck: 1, ..bare };
    assert_eq!(deck.freedom(), (reserved, vec![draw(Row::One)]));
    // A face-up card can be reserved, although no log names it.
    let untold = Bare { untold: 1, ..bare };
    assert_eq!(untold.freedom(), (reserved, vec![]));
    let full = Bare { hand: "c4d7o c4s7d c4e7s", ..untold };
    assert_eq!(full.freedom(), (Freedom::Stuck, vec![pass()]));
}

#[test]
fn the_only_card_that_is_not_known_is_known() {
    let seen = |untold: u8| {
        let bare = Bare { untold, ..Bare::default() };
        bare.table(|game, table| {
            let position = Position::of(game, table).unwrap();
            let any = position.unseen().iter().next().unwrap();
            let turn = Turn::new(0, Action::ReserveMarket(any));
            position.played(game, &turn).unwrap().1.unknown
        })
    };
    assert_eq!(seen(1), None);
    assert_eq!(seen(4), None);
    let dark = TableBuilder::new(2).market("a0s3o").turn_of(1).lay().plays(reserve("a0s3o").by(1));
    let events = dark.position.played(&dark.game, &reserve("a0d3s")).unwrap().1;
    assert_eq!(events.unknown, Some(Unknown::MarketCard));
}

#[test]
fn what_is_left_of_a_level_lies_in_its_deck() {
    let left = |bare: Bare| {
        bare.table(|game, table| Row::ALL.map(|level| Position::left_of_row(game, table, level)))
    };
    let bare = Bare::default();
    assert_eq!(left(bare), [0; 6]);
    assert_eq!(left(Bare { deck: 7, ..bare }), [7, 0, 0, 0, 0, 0]);
    // Four more cards are face up, without names.
    assert_eq!(left(Bare { untold: 4, ..bare }), [0; 6]);
}

/// Seat 0 has a hidden card of level 1: one of these, of which three sapphires pay for the first.
fn one_of(ids: &str, rulings: Rulings) -> Case {
    let table = TableBuilder::new(2).rulings(rulings).supply("5g").nobles("").tokens(0, "3s");
    let table = table.hidden(0, [1, 0, 0]).hand(0, "c4d7o c4s7d").hand(1, "c4e7s c4r7e c4o7r");
    let table = table.market("a1d4e a1r4d a1e4o a1o4s");
    table.buys_all_but(1, Row::One, ids).lay()
}

#[test]
fn a_pass_is_taken_at_its_word_if_one_card_is_out_of_reach() {
    let case = one_of("a0d3s a0s3o", LONG);
    assert_eq!(case.position.freedom(&case.game), Freedom::Unknown);
    let after = case.plays(pass());
    assert_eq!(after.events.unknown, Some(Unknown::HandAffordable));
    let both = one_of("a0d3s", LONG);
    assert!(matches!(both.position.freedom(&both.game), Freedom::Free(_)));
    assert!(!both.position.legal_turns(&both.game).contains(&pass()));
}

#[test]
fn whether_a_pass_was_forced_matters_to_the_rule_that_asks() {
    let unknown = |pass_ruling: Pass, stalemate: Stalemate| {
        let case = one_of("a0d3s a0s3o", Rulings { pass: pass_ruling, stalemate, ..LONG });
        case.position.played(&case.game, &pass()).unwrap().1.unknown
    };
    let some = Some(Unknown::HandAffordable);
    assert_eq!(unknown(Pass::WhenStuck, Stalemate::Ends), some);
    assert_eq!(unknown(Pass::WhenStuck, Stalemate::Continues), some);
    assert_eq!(unknown(Pass::Always, Stalemate::Ends), some);
    assert_eq!(unknown(Pass::Always, Stalemate::Continues), None);
}

#[test]
fn returns_are_left_out_where_a_seat_may_keep_tokens() {
    let leaves = |tokens: &str, returns: Return| {
        let case =
            TableBuilder::new(4).rulings(Rulings { returns, ..LONG }).tokens(0, tokens).lay();
        case.position.leaves_out_returns(&case.game)
    };
    // Two gems at most make thirteen of eleven, of which all ways to give three back are listed.
    let two =
        TableBuilder::new(4).supply("1r1o3g").rulings(Rulings { returns: Return::UpTo, ..LONG });
    let two = two.tokens(0, "5d6s").lay();
    assert!(!two.position.leaves_out_returns(&two.game));
    assert!(leaves("5d6s", Return::UpTo));
    assert!(!leaves("5d5s", Return::UpTo));
    assert!(!leaves("5d5s", Return::Anything));
    let over = TableBuilder::new(4).lay().position.adopt(0, Some(tokens("5d6s")), None, None);
    assert!(!over.leaves_out_returns(&TableBuilder::new(4).lay().game));
}

#[test]
fn what_no_legal_turn_can_give_back_is_not_listed() {
    let case = TableBuilder::new(2).nobles("").lay();
    let rich = case.position.adopt(0, Some(tokens("9s9o")), None, None);
    let takes = |turn: &Turn| matches!(turn.action, Action::Take(_));
    assert!(!rich.legal_turns(&case.game).iter().any(takes));
    assert_eq!(rich.endings(&case.game, &take("1d"), false, true), []);
    // Thirteen are given back in each way that leaves ten.
    let thirteen = case.position.adopt(0, Some(tokens("9s1o")), None, None);
    let ends = thirteen.endings(&case.game, &take("1d1e1r"), false, true);
    assert!(!ends.is_empty() && ends.iter().all(|turn| turn.returned.total() == 3));
}

#[test]
fn a_return_that_is_told_is_the_only_one() {
    let table = TableBuilder::new(4).posts().bonuses(0, "2d").tokens(0, "7d7s7e5r7o5g");
    let case = table.rulings(Rulings { returns: Return::UpTo, ..LONG }).lay();
    let pair = take("2r");
    let returning = pair.back("3d");
    let all = case.position.endings(&case.game, &returning, true, true);
    let some = case.position.endings(&case.game, &returning, true, false);
    assert!(all.len() > 100_000 && some == [returning], "{} and {some:?}", all.len());
    assert!(all.contains(&returning));
}

/// The returned tokens of the turns, fewest first.
fn given_back(case: &Case, turn: Turn) -> Vec<Tokens> {
    let ends = case.position.endings(&case.game, &turn, false, true).into_iter();
    ends.map(|end| end.returned).collect()
}

#[test]
fn a_turn_is_ended_with_the_gold_and_the_gem_that_it_brings() {
    let ten = TableBuilder::new(2).nobles("").tokens(0, "4d4s2e");
    let card_and_gold = given_back(&ten.clone().lay(), draw(Row::One));
    assert_eq!(card_and_gold.len(), 4);
    assert!(card_and_gold.contains(&tokens("1g")));
    let no_gold = ten.clone().supply("1r").lay();
    assert_eq!(given_back(&no_gold, draw(Row::One)), [tokens("")]);
    assert_eq!(given_back(&no_gold, reserve("a0d3s")), [tokens("")]);
    let eight = TableBuilder::new(2).posts().bonuses(0, "2d").nobles("").tokens(0, "4d4s").lay();
    let turn = take("2e").gem("r");
    let ends = eight.position.endings(&eight.game, &turn, false, true);
    assert!(ends.iter().all(|end| end.gem == Some(Token::Gem(splendor_core::Color::Ruby))));
    assert_eq!(given_back(&eight, turn), [tokens("1r"), tokens("1e"), tokens("1s"), tokens("1d")]);
    // Two gems can be taken, and each leaves four choices to return.
    assert_eq!(eight.position.endings(&eight.game, &take("2e"), true, true).len(), 8);
}

/// A seat with the post that doubles gold, and these tokens.
fn doubled(tokens: &str, rulings: Rulings) -> Case {
    let table = TableBuilder::new(2).posts().rulings(rulings).bonuses(0, "3s1o").nobles("");
    table.market("a1d4e a0r3d").tokens(0, tokens).lay()
}

#[test]
fn gold_that_counts_double_is_paid_last_and_no_gem_with_it_in_vain() {
    let rulings = Rulings {
        overpay: Overpay::Irredundant,
        gold: GoldUse::LastResort,
        powers: Powers::Mandatory,
        ..LONG
    };
    let case = doubled("4e2g", rulings);
    case.plays(buy("a1d4e", "4e"));
    let facts = crate::table_builder::facts("a1d4e");
    let breach = |over, paid, why| Violation::PurchasePayment {
        card: facts,
        price: facts.cost(),
        paid: tokens(paid),
        over,
        why,
    };
    let gold =
        "of gold in place of gems that the seat has, which the ruling gold=last-resort forbids";
    let vain = "that the gold already covers, which the ruling overpay=irredundant forbids";
    let played = |paid| {
        let turn = buy("a1d4e", paid);
        let found = case.position.check(&case.game, &turn);
        assert_eq!(case.position.violations(&case.game, &turn).first().copied(), found.err());
        found
    };
    assert_eq!(played("2e1g"), Err(breach(1, "2e1g", gold)));
    assert_eq!(played("3e1g"), Err(breach(1, "3e1g", vain)));
}

#[test]
fn whether_two_cards_were_drawn_matters_if_one_of_them_is_known() {
    let optional = Rulings { powers: Powers::Optional, ..LONG };
    let table = TableBuilder::new(2).posts().rulings(optional).bonuses(0, "3o").nobles("");
    let unknown =
        |case: &Case| case.position.played(&case.game, &draw(Row::Three)).unwrap().1.unknown;
    assert_eq!(unknown(&table.clone().known_decks().lay()), Some(Unknown::Drawn));
    assert_eq!(unknown(&table.clone().lay()), None);
    // Where the power must be used, two were drawn: only which of them was kept is open.
    let mandatory = Rulings { powers: Powers::Mandatory, ..LONG };
    assert_eq!(unknown(&table.clone().rulings(mandatory).known_decks().lay()), Some(Unknown::Kept));
    // Without the post there is one card to draw.
    assert_eq!(
        unknown(&TableBuilder::new(2).posts().rulings(optional).nobles("").known_decks().lay()),
        None
    );
    // A single card that is left needs no name.
    let market = "c4d7o c4s7d c4e7s c4r7e";
    let last = table.market(market).buys_all_but(1, Row::Three, "c4o7r");
    assert_eq!(unknown(&last.clone().known_decks().lay()), None);
    assert_eq!(unknown(&last.lay()), None);
}

#[test]
fn a_post_that_a_forced_turn_left_out_is_due_in_the_next() {
    let case =
        TableBuilder::new(2).posts().rulings(LONG).nobles("").bonuses(0, "1d").market("a0d3s");
    let case = case.tokens(0, "3s").lay();
    let forced = case.position.follow_log(&case.game, &buy("a0d3s", "3s"));
    let forced = forced.follow_log(&case.game, &take("1e").by(1));
    let bonuses = forced.seats()[0].bonuses();
    let due = Violation::PostMandatory { post: Post::ThirdGem, bonuses };
    assert_eq!(forced.check(&case.game, &take("1d1s1e")), Err(due));
    assert_eq!(forced.check(&case.game, &take("1d1s1e").gains("third-gem")), Ok(()));
}

#[test]
fn rounds_are_counted_from_one() {
    let mut case = TableBuilder::new(2).nobles("").lay();
    assert!(!case.position.is_untrusted());
    let mut rounds = vec![case.position.round()];
    for seat in [0, 1, 0, 1] {
        case = case.plays(take("1d1s1e").by(seat));
        rounds.push(case.position.round());
    }
    assert_eq!(rounds, [1, 1, 2, 2, 3]);
}

#[test]
fn who_wins_is_asked_of_any_number() {
    let one = splendor_core::winners_of(&[(15, 9), (14, 8)], splendor_core::Tie::default());
    assert_eq!((0..=255).filter(|&seat| one.has(seat)).collect::<Vec<u8>>(), [0]);
}

#[test]
fn a_purchase_of_a_card_that_is_gone_would_have_emptied_a_place() {
    // The card was bought before: the breach is about that card, not about the revealed one.
    let case = TableBuilder::new(2).bought(1, "a0d3s").tokens(0, "3s").lay();
    let turn = buy("a0d3s", "3s").fill("a0o3e");
    let found = case.position.violations(&case.game, &turn);
    let ids: Vec<&str> = found.iter().map(|violation| violation.clause().id()).collect();
    assert_eq!(ids.first(), Some(&"purchase.source"));
    assert!(!ids.contains(&"market.refill"), "{ids:?}");
}

#[test]
fn the_bonus_of_a_purchase_counts_for_what_comes_after_it() {
    let table = TableBuilder::new(2).nobles("3:3d3r3o").market("a0o3e").bonuses(0, "3d3r2o");
    let case = table.tokens(0, "3e").lay();
    let nobles = case.position.nobles();
    assert_eq!(nobles.len(), 1);
    let turn = buy("a0o3e", "3e");
    assert_eq!(case.position.visits(&case.game, turn.action), [nobles]);
    assert_eq!(case.position.visits(&case.game, pass().action), [NobleSet::NONE]);
    let ends = case.position.endings(&case.game, &turn, false, true);
    assert_eq!(ends, [turn.come("3:3d3r3o")]);
    let after = case.plays(turn.come("3:3d3r3o"));
    assert_eq!(after.position.seats()[0].nobles(), nobles);
}

#[test]
fn a_table_tells_its_cities_and_what_posts_bring() {
    let case = TableBuilder::new(2).cities("13:3e4o 13:3d4s 17:").lay();
    assert_eq!(case.position.cities().len(), 3);
    assert!(TableBuilder::new(2).lay().position.cities().is_empty());
    let sum = Violation::ScoreSum { seat: 0, cards: 4, nobles: 3, posts: 2, sum: 9 };
    let message = "seat 0 has 4 prestige from cards, 3 from nobles and 2 from posts, which makes 9";
    assert_eq!(sum.to_string(), message);
}

#[test]
fn five_nobles_are_listed_in_the_order_that_is_told() {
    let case = TableBuilder::new(4).lay();
    let mut order: Vec<_> = case.position.nobles().iter().collect();
    order.reverse();
    assert_eq!(order.len(), 5);
    let listed = case.position.with_nobles_listed(&order);
    assert_eq!(listed.nobles_listed().collect::<Vec<_>>(), order);
}
