//! Checks that `diagnose` offers minimal edits, and names the rules by which the edited log passes.

use serde_json::json;
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::Turn;
use splendor_schema::diagnosis::Cause;
use splendor_schema::diagnosis::CauseKind;
use splendor_verify::diagnose::apply_edit;
use splendor_verify::{JudgeOptions, position_at};

use crate::diagnosis::{diagnosis_of, json_of, proven};

/// A reservation names another card of the market. The original log must be offered, and no edit
/// may remove a refill without mentioning it.
#[test]
fn a_wrong_market_card_is_corrected_and_nothing_else() {
    let (mut refused, mut found) = (0, 0);
    for seed in 70..crate::sample(78, 90) {
        let policy = Policy::ALL[1];
        let log = generate(&GenerateOptions { seed, policy, ..GenerateOptions::default() });
        let is_reserve = |turn: &Turn| turn.reserve.is_some() && turn.refill.is_some();
        let Some(at) = log.turns.iter().position(is_reserve) else { continue };
        let (game, position) = position_at(&log, &JudgeOptions::default(), at).unwrap();
        let game = game.as_game();
        let was = json_of(&log);
        let card = was["turns"][at]["reserve"]["market"].as_str().unwrap().to_owned();
        let market = position.market().iter().map(|id| game.components.card(id).to_string());
        for wrong in market.filter(|wrong| *wrong != card).step_by(4) {
            let mut log = was.clone();
            log["turns"][at]["reserve"]["market"] = json!(wrong);
            let (log, diagnosis) = diagnosis_of(&log, &[]);
            if diagnosis.first.is_none() {
                continue;
            }
            let back = proven(&diagnosis)
                .any(|cause| apply_edit(&log, cause).is_some_and(|edited| json_of(&edited) == was));
            // A card of the same level may be missed only much later, after it has left the market.
            if wrong[..1] != card[..1] {
                (refused, found) = (refused + 1, found + usize::from(back));
            }
            let takes = |cause: &&Cause| cause.message.ends_with("removed");
            let cards: Vec<bool> = proven(&diagnosis)
                .filter(|cause| {
                    cause.kind == CauseKind::CardWrong && cause.turn == Some(at as u64 + 1)
                })
                .map(|cause| takes(&cause))
                .collect();
            assert!(cards.is_sorted(), "{seed}: what takes a refill away comes last");
            for cause in &diagnosis.causes {
                let silent = cause.kind == CauseKind::CardWrong
                    && cause.edit.iter().any(|step| step.path.ends_with("/refill"))
                    && !cause.message.contains("its `refill` is removed");
                assert!(!silent, "{seed}: {}", cause.message);
            }
        }
    }
    assert!(refused > crate::sample(8, 20) && found == refused, "{found} of {refused}");
}
