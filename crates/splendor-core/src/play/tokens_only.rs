//! The fast path for turns that move only tokens, as most takes do: about half of all turns.
//!
//! The full path copies the parts that a turn can change and compares them afterwards. The fast
//! path computes the new tokens and the new state of the turn first, writes these two and nothing
//! else, and so neither copies nor compares a card.
//!
//! It is safe for three reasons. It declines every turn that names, or could bring, anything except
//! tokens. It calls the same checks in the same order as the full path, and if one fails it
//! declines too, so that the full path finds the breach to report. It asserts the same invariants.

use crate::component::Post;
use crate::game::Game;
use crate::invariant;
use crate::number::Tokens;
use crate::position::{Phase, Position, Seat, TurnState};
use crate::rule::{Events, TokenState};
use crate::rule::{end, limit, noble, post, take};
use crate::turn::{Action, Turn};

/// The result of a turn that moves only tokens.
struct Outcome {
    tokens: TokenState,
    turn_state: TurnState,
    events: Events,
}

impl Position {
    /// Plays a legal turn that only takes tokens, and perhaps returns some. Returns `None` for
    /// every other turn, for every illegal turn and for some rare ones; the position is unchanged
    /// then.
    #[expect(clippy::inline_always, reason = "about half of all turns end here")]
    #[inline(always)]
    pub(crate) fn try_play_tokens_only(&mut self, game: &Game<'_>, turn: &Turn) -> Option<Events> {
        let (mover, turn_state) = (self.mover_index(), self.table.turn_state);
        let found = TokenState { supply: self.table.supply, held: self.seats[mover].tokens };
        let left = self.outcome(game, turn, found)?;
        self.table.supply = left.tokens.supply;
        self.table.turn_state = left.turn_state;
        self.seats[mover].tokens = left.tokens.held;
        invariant::assert_tokens_only(game, found, turn_state, self);
        Some(left.events)
    }

    #[expect(clippy::inline_always, reason = "about half of all turns end here")]
    #[inline(always)]
    fn outcome(&self, game: &Game<'_>, turn: &Turn, found: TokenState) -> Option<Outcome> {
        // The steps of `play::steps` in their order. Those that are missing cannot apply: the turn
        // names no gem of a power, no card, no noble and no post, and none is due.
        let taken = turn.takes_alone()?;
        let mut turn_state = self.table.turn_state;
        let seat = &self.seats[self.mover_index()];
        if self.table.untrusted || !turn_state.awaits(turn) || seat.may_get_more(game, self, taken)
        {
            return None;
        }
        // A breach is not reported from here: the full path may find an earlier one.
        let tokens = take::tokens_after_take(game, found, taken).ok()?;
        let tokens = limit::tokens_after_return(game, tokens, turn.returned).ok()?;
        let triggers = end::calls_the_end(game, &self.table, seat);
        // A take is no pass, so that no pass in a row is left.
        let (triggered, ended) = turn_state.move_on(game.rules.rulings, 0, triggers);
        Some(Outcome {
            tokens,
            turn_state,
            events: Events { triggered, ended, ..Events::default() },
        })
    }
}

impl TurnState {
    /// Whether the game goes on and the seat of the turn is next.
    const fn awaits(self, turn: &Turn) -> bool {
        turn.seat == self.to_move && !matches!(self.phase, Phase::Ended(_))
    }
}

impl Turn {
    /// Returns the tokens of a take, if the turn names nothing else except returned tokens.
    const fn takes_alone(&self) -> Option<Tokens> {
        let Action::Take(taken) = self.action else { return None };
        let alone = self.gem.is_none()
            && self.refill.is_none()
            && self.nobles.is_empty()
            && self.posts.is_empty()
            && self.is_plain();
        if alone && !taken.is_empty() { Some(taken) } else { None }
    }
}

impl Seat {
    /// Whether more than tokens may be due after a take: a noble, the gem of a post after a pair,
    /// or a trading post. In the base game no post is due, because bonuses grow only with a
    /// purchase, and one card meets at most one; after a chain of cards a second one may be due.
    fn may_get_more(&self, game: &Game<'_>, position: &Position, taken: Tokens) -> bool {
        (self.posts.has(Post::ThirdGem) && !take::is_different(taken))
            || !noble::met(game, position.table.nobles, self.colors).is_empty()
            || (game.rules.modules.have_chains() && post::is_due(game, self))
    }
}

/// The fast path leaves the same position as the full path.
#[cfg(test)]
mod tests {
    use crate::game::{Fewer, Modules, NobleTime, Return};
    use crate::invariant::tests::{Dice, play, play_with};
    use crate::number::{Token, Tokens};
    use crate::position::Position;
    use crate::turn::{Action, Turn};

    const FEWER: [Fewer; 5] =
        [Fewer::WhenShort, Fewer::AllAvailable, Fewer::UpToThree, Fewer::ToTen, Fewer::Never];
    const TIMES: [NobleTime; 3] =
        [NobleTime::EveryTurn, NobleTime::AfterAction, NobleTime::AfterPurchase];
    const RETURNS: [Return; 3] = [Return::Exact, Return::UpTo, Return::Anything];

    /// Returns a take of anything, with anything given back, by whichever seat.
    fn any_take(position: &Position, dice: &mut Dice) -> Turn {
        let mut heap = |most: u8, few: usize| {
            let add = |heap: Tokens, token| match dice.below(few) {
                0 => heap.with(token, 1 + dice.small(most)),
                _ => heap,
            };
            Token::ALL.into_iter().fold(Tokens::NONE, add)
        };
        let (different, pair) = (heap(1, 2), heap(2, 5));
        let returned = heap(2, 6);
        let taken = if dice.below(2) == 0 { different } else { pair };
        let seat = if dice.below(8) == 0 { dice.small(5) } else { position.to_move() };
        let returned = if dice.below(2) == 0 { returned } else { Tokens::NONE };
        Turn { returned, ..Turn::new(seat, Action::Take(taken)) }
    }

    #[test]
    fn a_turn_of_tokens_alone_leaves_what_any_turn_leaves() {
        let mut dice = Dice(13);
        let mut counts = [0; 3];
        for run in 0..90 {
            let chains = run % 3 == 0;
            let modules = Modules {
                cities: dice.below(2) == 0,
                trading_posts: dice.below(2) == 0,
                orient: chains && dice.below(3) > 0,
                strongholds: chains && dice.below(3) > 0,
            };
            play_with(modules, &mut dice, |dice, game, before, after| {
                let mut game = *game;
                let rulings = &mut game.rules.rulings;
                rulings.fewer = FEWER[dice.below(FEWER.len())];
                rulings.returns = RETURNS[dice.below(RETURNS.len())];
                rulings.noble_time = TIMES[dice.below(TIMES.len())];
                // The full path of a game with chains would notice that the end was not called.
                if !chains && dice.below(3) == 0 {
                    rulings.target = 1 + dice.small(20);
                }
                for position in [before, after] {
                    for _ in 0..6 {
                        let turn = any_take(position, dice);
                        let mut position = *position;
                        position.table.turn_state.passes_in_a_row = dice.small(2);
                        let (mut alone, mut parts) = (position, position);
                        let events = alone.try_play_tokens_only(&game, &turn);
                        let full = parts.play_in_copy(&game, &turn, &position);
                        match events {
                            Some(events) => {
                                assert_eq!((Ok(events), alone), (full, parts), "{turn:?}");
                            }
                            None => assert_eq!(alone, position, "{turn:?}"),
                        }
                        counts[usize::from(events.is_some()) + usize::from(full.is_ok())] += 1;
                    }
                }
            });
        }
        assert!(counts[0] > 10_000 && counts[2] > 4_000, "{counts:?}");
    }

    #[test]
    fn to_take_nothing_is_no_take_though_nothing_is_there() {
        play(&mut Dice(14), |_, game, before, _| {
            let mut game = *game;
            game.rules.rulings.fewer = Fewer::AllAvailable;
            let mut position = *before;
            position.table.supply = Tokens::GOLD;
            let turn = Turn::new(position.to_move(), Action::Take(Tokens::NONE));
            let refused = position.play_on(&game, &turn).unwrap_err();
            assert_eq!(refused.clause().id(), "turn.one-action");
        });
    }
}
