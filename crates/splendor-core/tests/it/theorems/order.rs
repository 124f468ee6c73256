//! The order of the limit and the noble.

use splendor_core::{NobleId, NobleSet, Token, Tokens, Turn, Violation};

use super::{grouped, says};
use crate::played::Played;
use crate::random_game::{Dice, Walk};

/// The number of pairs that the page names.
const LEAST_PAIRS: usize = 900_000;

/// Some returns: none, that of the turn, one more token, and each single token.
fn returns(turn: &Turn) -> Vec<Tokens> {
    let single = Token::ALL.map(Tokens::one);
    let more = single.map(|token| turn.returned.plus(token));
    let mut all = vec![Tokens::NONE, turn.returned];
    all.extend(single);
    all.extend(more);
    all.sort_unstable();
    all.dedup();
    all
}

/// Some choices of nobles: none, those of the turn, each noble of the game, and two at once.
fn choices(walk: &Walk, turn: &Turn) -> Vec<NobleSet> {
    let nobles: Vec<NobleId> = walk.game.noble_pool().iter().collect();
    let mut all = vec![NobleSet::NONE, turn.nobles];
    all.extend(nobles.iter().map(|&noble| NobleSet::one(noble)));
    all.extend(
        walk.position
            .nobles()
            .iter()
            .zip(nobles)
            .map(|(one, two)| [one, two].into_iter().collect::<NobleSet>()),
    );
    all
}

/// The breaches of a family of clauses.
fn breaches(walk: &Walk, turn: &Turn, family: &str) -> Vec<Violation> {
    let all = walk.position.violations(&walk.game, turn).into_iter();
    all.filter(|breach| breach.clause().family() == family).collect()
}

/// The breaches and the effects of the limit are the same whichever noble comes, and those of the
/// noble are the same whatever the seat returns. So each of the two steps finds the same before
/// and after the other.
#[test]
fn the_limit_and_the_noble_do_not_depend_on_each_other() {
    let mut dice = Dice::new(10);
    let (mut pairs, mut both, mut refused) = (0, 0, 0);
    for _ in 0..300 {
        let mut walk = Walk::new(&mut dice, true);
        while !walk.position.has_ended() && walk.position.turns() < 120 {
            let legal = walk.position.legal_turns(&walk.game);
            if legal.is_empty() {
                break;
            }
            let next = walk.with_reveals(&walk.pick(&mut dice, &legal));
            let both_steps = |turn: &&Turn| !turn.returned.is_empty() && !turn.nobles.is_empty();
            let turn = legal.iter().find(both_steps).map(|turn| walk.with_reveals(turn));
            let turn = turn.unwrap_or(next);
            let mover = usize::from(turn.seat);
            let (choices, returns) = (choices(&walk, &turn), returns(&turn));
            let of_noble: Vec<_> = choices
                .iter()
                .map(|&nobles| breaches(&walk, &Turn { nobles, ..turn }, "noble"))
                .collect();
            for &returned in returns.iter().filter(|&&it| it == turn.returned || dice.below(8) == 0)
            {
                let limited = Turn { returned, ..turn };
                let of_limit = breaches(&walk, &limited, "limit");
                let tokens = |turn: &Turn| {
                    let after = walk.position.played(&walk.game, turn).ok()?.0;
                    Some((after.seats()[mover].tokens(), after.supply()))
                };
                let due = tokens(&limited);
                for (&nobles, of_noble) in choices.iter().zip(&of_noble) {
                    let ended = Turn { nobles, ..limited };
                    assert_eq!(breaches(&walk, &ended, "limit"), of_limit, "{ended:?}");
                    assert_eq!(breaches(&walk, &ended, "noble"), *of_noble, "{ended:?}");
                    let first = of_limit.first().or(of_noble.first()).copied();
                    let played = walk.position.played(&walk.game, &ended);
                    assert_eq!(played.as_ref().err().copied(), first, "{ended:?}");
                    pairs += 1;
                    refused += usize::from(!of_limit.is_empty() && !of_noble.is_empty());
                    let Ok((after, _)) = played else { continue };
                    both += usize::from(!returned.is_empty() && !nobles.is_empty());
                    assert_eq!(tokens(&ended), due);
                    let other =
                        walk.position.played(&walk.game, &Turn { nobles, ..turn }).unwrap().0;
                    let brought = [&after, &other].map(|position| {
                        let seat = &position.seats()[mover];
                        (seat.nobles(), seat.prestige(), position.nobles(), position.phase())
                    });
                    assert_eq!(brought[0], brought[1]);
                }
            }
            walk.play(&next).unwrap();
        }
    }
    assert!(both > 100 && refused > 100_000, "{both} legal pairs, {refused} with two breaches");
    assert!(pairs > LEAST_PAIRS, "{pairs} pairs");
    says(&format!("more than {} pairs of a return and a choice of nobles", grouped(LEAST_PAIRS)));
}
