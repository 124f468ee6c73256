//! Games that get stuck: tables on which no seat can move, reached turn by turn without a purchase,
//! and two seats that go round in circles.

use splendor_core::{
    Action, CardId, End, Freedom, Game, NobleId, Phase, Position, Row, Rules, Rulings, Setup,
    Stalemate, Turn,
};

use crate::played::Played;
use crate::table_builder::{card, tokens};

/// A game in words: `r` reserves the top card of the third deck, letters take tokens, and letters
/// after a `-` return them.
struct Story {
    seats: u8,
    market: [&'static str; 3],
    /// The cards that are drawn, in their order.
    drawn: &'static str,
    turns: &'static str,
    /// The supply and the holdings of the seats at the end.
    supply: &'static str,
    tokens: &'static [&'static str],
}

const LEVEL_THREE: &str = "c3o3d3s5e3r c4o7r c4o3e6r3o c5o7r3o";

const TWO: Story = Story {
    seats: 2,
    market: ["a0o1e3r1o a1o4s a0s2e2o a1s4r", "b1o3d2s2e b1o3d3e2o b2o1s4e2r b2o5e3r", LEVEL_THREE],
    drawn: "c5r7e3r c4r3s6e3r c4r7e c3r3d5s3e3o c5e7s3e c4e3d6s3e",
    turns: "1d1s1r r 2o r r r r 1d1s1e r 1d1s1e 1d1s1o 1e1r1o-2g 1e1r-2g 1r-1g",
    supply: "5g",
    tokens: &["2d2s1e2r3o", "2d2s3e2r1o"],
};

const THREE: Story = Story {
    seats: 3,
    market: ["a1o4s a1s4r a1e4o a1r4d", "b1o3d3e2o b2o1s4e2r b2o5e3r b2o5d", LEVEL_THREE],
    drawn: "c5r7e3r c4r3s6e3r c4r7e c3r3d5s3e3o c5e7s3e c4e3d6s3e c4e7s c3e5d3s3r3o c5d3d7o",
    turns: "r r 1d1s1e 1d1s1o 1d1s1e 2o r r 2r r 1d1s1e r 1d1s1r r r 1e1r1o-2g 1e1r1o-1g r",
    supply: "2g",
    tokens: &["2d2s1e2r2o1g", "2d2s3e1r1o1g", "1d1s1e2r2o1g"],
};

const FOUR: Story = Story {
    seats: 4,
    market: [
        "a1o4s a0d3d1s1o a0e1d3s1e a1r4d",
        "b1o3d2s2e b1o3d3e2o b2o1s4e2r b2o5e3r",
        LEVEL_THREE,
    ],
    drawn: "c5r7e3r c4r3s6e3r c4r7e c3r3d5s3e3o c5e7s3e c4e3d6s3e c4e7s c3e5d3s3r3o c5d3d7o \
            c4d3d3r6o c4d7o c3d3s3e5r3o",
    turns: "r 1d1s1r 1d1s1e r 2o r 1d1s1e r r 1d1s1r r r 1d1s1o 2r r 1d1s1r \
            1d1s1o r 2e 1e1r1o r r r 1e1r1o-1g 1e1o-2g",
    supply: "3g",
    tokens: &["2d2s1e5o", "2d2s4r1g", "2d2s4e", "1d1s2e3r2o1g"],
};

impl Story {
    fn deal(&self, rulings: Rulings) -> (Game<'static>, Position) {
        let game = Game::published(Rules { rulings, ..Rules::default() }, self.seats);
        let nobles: Vec<NobleId> = game.noble_pool().iter().collect();
        let market = self.market.map(|ids| ids.split_whitespace().map(card).collect::<Vec<_>>());
        let setup = Setup {
            seats: self.seats,
            nobles: &nobles[..=usize::from(self.seats)],
            market: Row::each(market.each_ref().map(Vec::as_slice), &[]),
            ..Setup::default()
        };
        let position = Position::deal(&game, &setup).unwrap();
        (game, position)
    }

    /// Plays every turn of the story.
    fn tell(&self, rulings: Rulings) -> (Game<'static>, Position) {
        let (game, mut position) = self.deal(rulings);
        let mut drawn = self.drawn.split_whitespace().map(card);
        for text in self.turns.split_whitespace() {
            assert!(matches!(position.freedom(&game), Freedom::Free(_)));
            let turn = turn_of(text, position.to_move(), &mut drawn);
            assert_eq!(position.violations(&game, &turn), [], "{text}");
            position = position.played(&game, &turn).unwrap().0;
        }
        assert_eq!(drawn.next(), None);
        (game, position)
    }
}

fn turn_of(text: &str, seat: u8, drawn: &mut impl Iterator<Item = CardId>) -> Turn {
    let (action, returned) = text.split_once('-').unwrap_or((text, ""));
    let action = match action {
        "r" => Action::ReserveDeck { row: Row::Three, card: drawn.next(), under: None },
        taken => Action::Take(tokens(taken)),
    };
    Turn { returned: tokens(returned), ..Turn::new(seat, action) }
}

/// Every seat is stuck, and as many passes as there are seats end the game.
fn stands_still(story: &Story, turns: u32) {
    let (game, mut position) = story.tell(Rulings::default());
    assert_eq!(position.turns(), turns);
    assert_eq!(position.supply(), tokens(story.supply));
    let held: Vec<_> = position.seats().iter().map(splendor_core::Seat::tokens).collect();
    assert_eq!(held, story.tokens.iter().map(|text| tokens(text)).collect::<Vec<_>>());
    assert!(position.seats().iter().all(|seat| seat.hand_size() == 3));
    for seat in 0..story.seats {
        assert_eq!(position.phase(), Phase::Open);
        assert_eq!(position.freedom(&game), Freedom::Stuck);
        let pass = Turn::new(position.to_move(), Action::Pass);
        assert_eq!(position.legal_turns(&game), [pass]);
        let (next, events) = position.played(&game, &pass).unwrap();
        assert!(events.forced_pass);
        assert_eq!(next.passes_in_a_row(), seat + 1);
        position = next;
    }
    assert_eq!(position.phase(), Phase::Ended(End::Stalemate));
    assert_eq!(position.winners(&game).iter().count(), usize::from(story.seats));
}

#[test]
fn two_seats_stand_still_after_14_turns() {
    stands_still(&TWO, 14);
}

#[test]
fn three_seats_stand_still_after_18_turns() {
    stands_still(&THREE, 18);
}

#[test]
fn four_seats_stand_still_after_25_turns() {
    stands_still(&FOUR, 25);
}

#[test]
fn a_stalemate_that_continues_changes_nothing_for_ever() {
    let rulings = Rulings { stalemate: Stalemate::Continues, ..Rulings::default() };
    let (game, start) = THREE.tell(rulings);
    let mut position = start;
    for _ in 0..300 {
        let pass = Turn::new(position.to_move(), Action::Pass);
        position = position.played(&game, &pass).unwrap().0;
    }
    assert_eq!(position.phase(), Phase::Open);
    assert!(same_table(&position, &start));
    assert_eq!(position.passes_in_a_row(), u8::MAX, "the count stops where a byte does");
}

/// Everything but how long the game has lasted.
fn same_table(a: &Position, b: &Position) -> bool {
    let decks = Row::ALL.into_iter().all(|level| a.deck(level) == b.deck(level));
    (a.seats(), a.supply(), a.market(), a.market_hidden(), a.nobles(), a.to_move(), a.phase())
        == (
            b.seats(),
            b.supply(),
            b.market(),
            b.market_hidden(),
            b.nobles(),
            b.to_move(),
            b.phase(),
        )
        && decks
        && a.unseen() == b.unseen()
}

#[test]
fn two_seats_cycle_for_ever() {
    let story = Story {
        turns: "r r 1d1s1e 1d1s1e 1d1r1o 1s1r1o 1e1r1o 1d1s1r",
        drawn: "c4r7e c5r7e3r",
        supply: "1e1o3g",
        tokens: &["2d1s2e2r2o1g", "2d3s1e2r1o1g"],
        ..TWO
    };
    let (game, start) = story.tell(Rulings::default());
    assert_eq!(start.supply(), tokens(story.supply));
    let held: Vec<_> = start.seats().iter().map(splendor_core::Seat::tokens).collect();
    assert_eq!(held, story.tokens.iter().map(|text| tokens(text)).collect::<Vec<_>>());
    let mut position = start;
    for _ in 0..100 {
        for seat in 0..2 {
            let turn = turn_of("1e1o-1e1o", seat, &mut std::iter::empty());
            position = position.played(&game, &turn).unwrap().0;
        }
        assert!(same_table(&position, &start));
    }
    assert_eq!((position.phase(), position.turns()), (Phase::Open, 208));
}
