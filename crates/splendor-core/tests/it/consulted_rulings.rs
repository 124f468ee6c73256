//! A turn has the same result under all rulings that agree on those that it consults.

use splendor_core::{RULINGS, RulingMask, Rulings};

use crate::play_violations_and_legal_agree::edits;
use crate::played::Played;
use crate::random_game::{Dice, Walk};

/// Changes rulings at random, except those that a turn consulted or that led to the position.
fn with_other_rulings_changed(walk: &Walk, consulted: RulingMask, dice: &mut Dice) -> Rulings {
    let rulings = walk.game.rules.rulings;
    let mut all = rulings;
    for ruling in RULINGS {
        let mut changed = all;
        if ruling.name == "target" {
            changed.target = 1 + u8::try_from(dice.below(40)).unwrap();
        } else {
            changed.set(ruling.name, ruling.values[dice.below(ruling.values.len())]).unwrap();
        }
        if changed.agrees(&rulings, consulted) && allows(&changed, walk) {
            all = changed;
        }
    }
    all
}

/// Returns whether the position can also occur under these rulings.
fn allows(rulings: &Rulings, walk: &Walk) -> bool {
    let own = walk.game.rules.rulings;
    walk.position.seats().iter().all(|seat| {
        let is_above_limit = seat.tokens().total() > walk.game.token_limit;
        let has_reached_target = seat.prestige() >= rulings.target.min(own.target);
        (!is_above_limit || rulings.returns == own.returns)
            && (!has_reached_target || rulings.target == own.target)
    })
}

#[test]
fn a_turn_has_one_result_under_all_rulings_that_agree_on_those_it_consults() {
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
                let mut next = walk.position;
                let (played, consulted) = next.play_consulting(&walk.game, edit);
                let mut other = walk.game;
                other.rules.rulings = with_other_rulings_changed(&walk, consulted, &mut dice);
                let played = played.map(|events| (next, events));
                assert_eq!(walk.position.played(&other, edit), played, "{edit:?} {other:?}");
                counts[usize::from(played.is_ok())] += 1;
            }
            walk.play(&turn).unwrap();
        }
    }
    assert!(counts.iter().all(|&count| count > 4_000), "{counts:?}");
}
