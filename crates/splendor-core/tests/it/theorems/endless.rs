//! Games that never end, and why games of three or four seats do.

use splendor_core::{
    Action, Components, EndTime, Fewer, Game, GoldAtTen, GoldUse, NobleChoice, NobleTime, Overpay,
    Pass, Phase, Position, Powers, Return, Rulings, Stalemate, Tie, Turn, published_tokens,
};

use super::{grouped, says};
use crate::played::Played;
use crate::random_game::{Dice, Walk};
use crate::table_builder::{TableBuilder, TurnExt as _, draw, pass, take, tokens};

/// A turn in words: `r` reserves from the third deck, letters take tokens.
fn said(words: &str, seat: u8) -> Turn {
    if words == "r" { draw(splendor_core::Row::Three).by(seat) } else { take(words).by(seat) }
}

/// The nine turns that lead two seats to the circle.
const WAY: &str = "2r r 1d1s1o 1d1s1e r 1d1s1o 1e1r1o 1e1r1o r";

/// Every choice of modules: with The Cities, with The Trading Posts.
const MODULES: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

fn with((cities, posts): (bool, bool), table: TableBuilder) -> TableBuilder {
    let table = if posts { table.posts() } else { table };
    if cities { table.cities("13:3e4o 13:3d4s 15:+5") } else { table }
}

/// Every combination of the rulings that decide which turns are possible.
fn rulings() -> Vec<Rulings> {
    let mut all = vec![Rulings::default()];
    let mut vary = |change: &dyn Fn(Rulings) -> Vec<Rulings>| {
        all = all.iter().flat_map(|&rulings| change(rulings)).collect();
    };
    vary(&|old| {
        let fewer =
            [Fewer::WhenShort, Fewer::AllAvailable, Fewer::UpToThree, Fewer::ToTen, Fewer::Never];
        fewer.map(|fewer| Rulings { fewer, ..old }).to_vec()
    });
    vary(&|old| {
        [Pass::WhenStuck, Pass::Always, Pass::Never].map(|pass| Rulings { pass, ..old }).to_vec()
    });
    vary(&|old| {
        [Stalemate::Ends, Stalemate::Continues, Stalemate::PassedRound]
            .map(|stalemate| Rulings { stalemate, ..old })
            .to_vec()
    });
    vary(&|old| {
        [Return::Exact, Return::UpTo, Return::Anything]
            .map(|returns| Rulings { returns, ..old })
            .to_vec()
    });
    // The parts that these turns never depend on are changed all at once.
    vary(&|old| {
        let other = Rulings {
            gold: GoldUse::LastResort,
            tie: Tie::LastSeat,
            end_time: EndTime::AtOnce,
            powers: Powers::Optional,
            overpay: Overpay::Irredundant,
            target: 1,
            noble_choice: NobleChoice::All,
            noble_time: NobleTime::AfterPurchase,
            gold_at_ten: GoldAtTen::Withheld,
            ..old
        };
        vec![old, other]
    });
    all
}

/// The table except the number of turns.
fn table(position: &Position) -> impl PartialEq + core::fmt::Debug {
    let decks = splendor_core::Row::ALL.map(|level| *position.deck(level));
    (
        (position.seats().to_vec(), position.supply(), position.market(), position.nobles()),
        (position.to_move(), position.phase(), decks, position.unseen()),
    )
}

fn play(game: &Game<'_>, position: &Position, turn: Turn) -> Position {
    assert_eq!(position.violations(game, &turn), [], "{turn:?}");
    position.played(game, &turn).unwrap().0
}

#[test]
fn two_seats_go_in_circles_under_every_ruling_and_module() {
    let rulings = rulings();
    for &rulings in &rulings {
        for module in MODULES {
            let case = with(module, TableBuilder::new(2).rulings(rulings)).lay();
            let mut position = case.position;
            for (at, words) in (0_u8..).zip(WAY.split(' ')) {
                position = play(&case.game, &position, said(words, at % 2));
            }
            let start = position;
            for seat in [1, 0, 1, 0] {
                let turn = take("1d1s1e").back("1d1s1e").by(seat);
                position = play(&case.game, &position, turn);
            }
            assert_eq!(table(&position), table(&start));
            assert_eq!(position.phase(), Phase::Open);
        }
    }
    says(&format!("each of {} combinations of rulings", grouped(rulings.len())));
}

/// Plays one round of the same turn by every seat and asks for the same table.
fn a_round_changes_nothing(builder: TableBuilder, seats: u8, turn: Turn) {
    let case = builder.lay();
    let start = case.position;
    let mut position = start;
    for _ in 0..3 * seats {
        position = play(&case.game, &position, turn.by(position.to_move()));
    }
    assert_eq!(table(&position), table(&start));
    assert!(!position.has_ended());
}

#[test]
fn two_rulings_make_any_game_endless() {
    for seats in 2..=4 {
        for module in MODULES {
            let table = |rulings| with(module, TableBuilder::new(seats).rulings(rulings));
            let always = Rulings { pass: Pass::Always, ..Rulings::default() };
            a_round_changes_nothing(table(always), seats, pass());
            let anything = Rulings { returns: Return::Anything, ..Rulings::default() };
            a_round_changes_nothing(table(anything), seats, take("1d1s1e").back("1d1s1e"));
        }
    }
}

/// The most that reservations and purchases can still be: two for each card on the table or in a
/// deck, one for each card in a hand.
fn to_come(game: &Game<'_>, position: &Position) -> u32 {
    let bought = position.seats().iter().map(|seat| u32::from(seat.bought().len()));
    let hands: u32 = position.seats().iter().map(|seat| u32::from(seat.hand_size())).sum();
    2 * (u32::from(game.components.cards().len()) - bought.sum::<u32>()) - hands
}

/// The effect of a turn on the two quantities of the proof.
fn is_as_the_proof_says(walk: &Walk, before: &Position, turn: &Turn) {
    let (old, new) = (to_come(&walk.game, before), to_come(&walk.game, &walk.position));
    let seat = usize::from(turn.seat);
    let held = |position: &Position| position.seats()[seat].tokens().total();
    let (had, has) = (held(before), held(&walk.position));
    match turn.action {
        Action::Take(taken) => {
            assert_eq!(old, new);
            let came = taken.total() + u16::from(turn.gem.is_some());
            assert!((1..=3).contains(&came) && taken.gold() == 0, "{turn:?}");
            assert_eq!(has, (had + came).min(10), "{had} to {has}");
            assert_eq!(turn.returned.total(), had + came - has);
        }
        Action::Pass => {
            assert_eq!((old, had), (new, has));
            assert_eq!(before.supply(), walk.position.supply());
            assert_eq!(before.market(), walk.position.market());
        }
        _ => assert!(new < old, "{turn:?}"),
    }
}

#[test]
fn takes_fill_the_seats_and_other_actions_use_up_the_cards() {
    let mut dice = Dice::new(3);
    let (mut takes, mut powers) = (0, 0);
    for _ in 0..300 {
        let mut walk = Walk::new(&mut dice, true);
        if walk.game.rules.rulings.returns != Return::Exact {
            continue;
        }
        while !walk.position.has_ended() && walk.position.turns() < 150 {
            let before = walk.position;
            let legal = before.legal_turns(&walk.game);
            if legal.is_empty() {
                break;
            }
            let turn = walk.with_reveals(&walk.pick(&mut dice, &legal));
            walk.play(&turn).unwrap();
            is_as_the_proof_says(&walk, &before, &turn);
            let take = matches!(turn.action, Action::Take(_));
            takes += u32::from(take);
            powers += u32::from(take && turn.gem.is_some());
        }
    }
    assert!(takes > 3_000 && powers > 30, "{takes} takes, {powers} with a third gem");
    assert_eq!(2 * Components::published().cards().len(), 180);
}

/// The holding of a seat: gems of any color, and gold.
type Held = (u8, u8);

/// Every state of the tokens with `seats` seats, the one to move first, as a number; and for each
/// the length of the longest row of takes from there, once it is known.
struct Abstract {
    seats: usize,
    gems: u8,
    /// 0: not seen, 1: being followed, else two more than the length.
    length: Vec<u8>,
    states: usize,
}

/// The way to hold no more than ten tokens, five of them gold at most.
const HELD: usize = 66;

fn number(held: &[Held]) -> usize {
    held.iter()
        .fold(0, |all, &(gems, gold)| all * HELD + usize::from(gold) * 11 + usize::from(gems))
}

impl Abstract {
    fn new(seats: u8) -> Self {
        let gems = u8::try_from(published_tokens(seats).gems().total()).unwrap();
        let seats = usize::from(seats);
        let size = HELD.pow(u32::try_from(seats).unwrap());
        Self { seats, gems, length: vec![0; size], states: 0 }
    }

    /// The longest row of takes from here, or none if one never ends.
    fn longest(&mut self, held: &[Held]) -> Option<u8> {
        let at = number(held);
        match self.length[at] {
            0 => {}
            1 => return None,
            known => return Some(known - 2),
        }
        self.length[at] = 1;
        let mut longest = 0;
        for next in self.takes(held) {
            longest = longest.max(self.longest(&next)? + 1);
        }
        self.length[at] = longest + 2;
        Some(longest)
    }

    /// The states after a take of one to three gems and any return of the tokens above ten.
    fn takes(&self, held: &[Held]) -> Vec<Vec<Held>> {
        let owned: u8 = held.iter().map(|&(gems, _)| gems).sum();
        let (gems, gold) = held[0];
        let mut after = Vec::new();
        for taken in 1..=3.min(self.gems - owned) {
            let over = (gems + taken + gold).saturating_sub(10);
            for gold_back in 0..=over.min(gold) {
                let has = (gems + taken - (over - gold_back), gold - gold_back);
                after.push([&held[1..], &[has]].concat());
            }
        }
        after
    }

    /// The longest row of takes from any state, none if one never ends.
    fn explore(&mut self, held: &mut Vec<Held>) -> Option<u8> {
        if held.len() == self.seats {
            self.states += 1;
            return self.longest(held);
        }
        let owned: u8 = held.iter().map(|&(gems, _)| gems).sum();
        let golden: u8 = held.iter().map(|&(_, gold)| gold).sum();
        let mut longest = Some(0);
        for gold in 0..=5 - golden {
            for gems in 0..=(10 - gold).min(self.gems - owned) {
                held.push((gems, gold));
                let found = self.explore(held);
                longest = longest.and_then(|longest| Some(longest.max(found?)));
                held.pop();
            }
        }
        longest
    }
}

#[test]
fn no_row_of_takes_is_endless_with_three_or_four_seats() {
    for seats in 2..=4 {
        let mut tokens = Abstract::new(seats);
        let longest = tokens.explore(&mut Vec::new());
        assert_eq!(longest.is_none(), seats == 2);
        let states = grouped(tokens.states * usize::from(seats));
        let length =
            longest.map_or_else(|| "without end".to_owned(), |longest| longest.to_string());
        let turns = longest
            .map_or_else(|| "none".to_owned(), |longest| grouped(180 + 181 * usize::from(longest)));
        says(&format!("| {seats} | {states} | {length} | {turns} |"));
    }
}

/// The passes of a game at most, and with them its turns.
#[test]
fn passes_are_bounded_too() {
    let mut said = Vec::new();
    for (seats, rest) in [(3, 5_610), (4, 7_420)] {
        let nobles = seats + 1;
        let rows = 180 + 1 + nobles;
        let passes = nobles + (rows - 1) * (seats - 1) + seats;
        said.push((passes, rest + passes));
    }
    let [three, four] = said[..] else { panic!("two counts of seats") };
    let turns = [three.1, four.1].map(grouped);
    says(&format!("at most {} passes with three seats and {} with four", three.0, four.0));
    says(&format!("{} turns with three seats and {} with four", turns[0], turns[1]));
}

/// All tokens of three or four seats are as many as these hold; two leave some.
#[test]
fn full_seats_empty_the_supply() {
    for seats in 2..=4 {
        let tokens = published_tokens(seats).total();
        assert_eq!(tokens > 10 * u16::from(seats), seats == 2);
        assert_eq!(tokens == 10 * u16::from(seats), seats > 2);
        says(&format!("{tokens} tokens"));
    }
    assert_eq!(tokens("5g").total(), published_tokens(2).total() - 20);
}
