//! A turn has the same result under all rulings that agree on those that it consults.

use splendor_core::{Position, RULINGS, Rulings, Turn};

use crate::play_violations_and_legal_agree::edits;
use crate::random_game::{Dice, Walk};

/// Changes each ruling to any value, unless that changes one that the turn consults or one by which
/// the position came about.
fn with_others_changed(walk: &Walk, turn: &Turn, lowest_target: u8, dice: &mut Dice) -> Rulings {
    let consulted = walk.position.consulted_rulings(&walk.game, turn, lowest_target);
    let rulings = walk.game.rules.rulings;
    let mut all = rulings;
    for ruling in RULINGS {
        let mut changed = all;
        if ruling.name == "target" {
            changed.target = lowest_target.max(u8::try_from(dice.below(40)).unwrap());
        } else {
            changed.set(ruling.name, ruling.values[dice.below(ruling.values.len())]).unwrap();
        }
        if changed.agree(&rulings, consulted) && allows(&changed, walk) {
            all = changed;
        }
    }
    all
}

/// Whether a position can come about under these rulings.
fn allows(rulings: &Rulings, walk: &Walk) -> bool {
    let agrees = |position: &Position| {
        position.seats().iter().all(|seat| {
            let kept_more = seat.tokens().total() > walk.game.token_limit;
            let called = seat.prestige() >= rulings.target.min(walk.game.rules.rulings.target);
            (!kept_more || rulings.returns == walk.game.rules.rulings.returns)
                && (!called || rulings.target == walk.game.rules.rulings.target)
        })
    };
    agrees(&walk.position)
}

#[test]
fn a_turn_has_one_result_under_all_rulings_that_agree_on_what_it_consults() {
    let mut dice = Dice::new(19);
    let mut counts = [0; 2];
    for _ in 0..60 {
        let mut walk = Walk::new(&mut dice, true);
        for _ in 0..100 {
            let legal = walk.position.legal_turns(&walk.game);
            if legal.is_empty() {
                break;
            }
            let turn = walk.with_reveals(&walk.pick(&mut dice, &legal));
            for edit in edits(&walk.game, &walk.position, &turn, &mut dice).iter().chain([&turn]) {
                let target = walk.game.rules.rulings.target;
                let lowest = 1 + u8::try_from(dice.below(target.into())).unwrap();
                let mut other = walk.game;
                other.rules.rulings = with_others_changed(&walk, edit, lowest, &mut dice);
                let played = walk.position.play(&walk.game, edit);
                assert_eq!(walk.position.play(&other, edit), played, "{edit:?} {other:?}");
                counts[usize::from(played.is_ok())] += 1;
            }
            walk.play(&turn).unwrap();
        }
    }
    assert!(counts.iter().all(|&count| count > 4_000), "{counts:?}");
}
