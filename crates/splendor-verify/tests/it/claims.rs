//! Checks that each claim of a log is compared with the game, and that a false claim names the
//! clause it contradicts.

use splendor_core::{Clause, Color, Token};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::Log;
use splendor_schema::log::{EndReason, GameResult};
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::After;

use crate::claimed_game::{end, found, game, game_of_cities, result};

fn after(log: &mut Log) -> &mut After {
    log.turns[0].after.as_mut().unwrap()
}

#[test]
fn claim_after_every_count_is_compared() {
    let wrong: [fn(&mut After); 6] = [
        |after| after.prestige = Some(1),
        |after| after.tokens = Some(TokenCounts::default().with(Token::Gem(Color::Ruby), 9)),
        |after| after.tokens = Some(TokenCounts::default().with(Token::Gold, 5)),
        |after| after.supply = Some(TokenCounts::default().with(Token::Gem(Color::Onyx), 6)),
        |after| after.hand = Some(3),
        |after| {
            let bonuses = TokenCounts::default().with(Token::Gem(Color::Emerald), 1);
            after.bonuses = splendor_schema::token::BonusCounts::new(bonuses);
        },
    ];
    for change in wrong {
        let mut log = game();
        change(after(&mut log));
        assert_eq!(found(&log).map(|(clause, _)| clause), Some(Clause::ClaimAfter.id()));
    }
    let mut log = game();
    *after(&mut log) = After { prestige: Some(0), ..After::default() };
    assert_eq!(found(&log), None, "only what is named is claimed");
}

#[test]
fn claim_digest_is_recomputed() {
    let mut log = game();
    let options = GenerateOptions { seed: 11, after: true, digest: true, ..Default::default() };
    assert_eq!(found(&generate(&options)), None);
    after(&mut log).digest = Some(splendor_schema::id::Digest(0));
    assert_eq!(found(&log), Some(("claim.digest", None)));
}

#[test]
fn claim_end_names_the_clause_it_contradicts() {
    let mut log = game();
    end(&mut log).seats = vec![2];
    assert_eq!(found(&log), Some(("claim.end", None)));
    let mut log = game();
    end(&mut log).reason = EndReason::Stalemate;
    assert_eq!(found(&log), Some(("claim.end", Some("end.stalemate"))));
    for reason in [EndReason::Resigned, EndReason::Timeout, EndReason::Abandoned] {
        end(&mut log).reason = reason;
        assert_eq!(found(&log), None, "{reason} may stand at any point");
    }
    let mut log = game();
    log.turns.truncate(10);
    log.result = None;
    end(&mut log).plies = None;
    assert_eq!(found(&log), Some(("claim.end", Some("end.trigger"))));
}

#[test]
fn claim_winner_needs_a_city() {
    let mut log = game_of_cities();
    assert_eq!(found(&log), None);
    let winners = result(&mut log).winners.clone().unwrap();
    for claimed in [vec![1 - winners[0]], vec![0, 1]] {
        result(&mut log).winners = Some(claimed);
        assert_eq!(found(&log), Some(("claim.winner", Some("city.met"))));
    }
}

#[test]
fn claim_end_needs_a_city() {
    let mut log = game_of_cities();
    log.turns.truncate(30);
    log.result = None;
    assert_eq!(found(&log), Some(("claim.end", Some("city.trigger"))));
}

#[test]
fn claim_plies_notices_a_missing_turn() {
    let mut log = game();
    end(&mut log).plies = Some(1);
    assert_eq!(found(&log), Some(("claim.plies", None)));
}

#[test]
fn claim_score_is_recomputed() {
    let mut log = game();
    result(&mut log).scores.as_mut().unwrap()[1] += 1;
    assert_eq!(found(&log), Some(("claim.score", Some("score.sum"))));
}

#[test]
fn claim_score_count_equals_the_number_of_seats() {
    for scores in [vec![], vec![0], vec![0, 0, 0]] {
        let mut log = game();
        log.turns.clear();
        log.end = None;
        *result(&mut log) = GameResult { scores: Some(scores), winners: None };
        assert_eq!(found(&log), Some(("claim.score-count", None)));
    }
}

#[test]
fn claim_winner_is_decided_by_the_rules() {
    let mut log = game();
    let winners = result(&mut log).winners.clone().unwrap();
    assert_eq!(winners.len(), 1);
    for claimed in [vec![], vec![1 - winners[0]], vec![0, 1], vec![winners[0], 7]] {
        result(&mut log).winners = Some(claimed);
        assert_eq!(found(&log).map(|(clause, _)| clause), Some("claim.winner"));
    }
}
