//! Checks that generated games are legal, reproducible, and reach every kind of ending.

use std::collections::BTreeMap;

use splendor_core::{
    Edition, End, Fewer, Game, GoldUse, Modules, NobleChoice, NobleTime, Pass, Phase, Position,
    Return, Rules, Rulings, Stalemate, Tie,
};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::turn::{Reserve, TurnKind};
use splendor_schema::{Log, Turn};
use splendor_verify::{JudgeOptions, Judgment, Verdict, judge, position_at};

use crate::without::without;

/// Returns rulings by number: the defaults, or one with a different value.
pub(super) fn rulings(number: u64) -> Rulings {
    let usual = Rulings::default();
    match number % 20 {
        1 => Rulings { fewer: Fewer::AllAvailable, ..usual },
        2 => Rulings { fewer: Fewer::UpToThree, ..usual },
        3 => Rulings { pass: Pass::Always, ..usual },
        4 => Rulings { pass: Pass::Never, ..usual },
        5 => Rulings { stalemate: Stalemate::Continues, ..usual },
        6 => Rulings { gold: GoldUse::LastResort, ..usual },
        7 => Rulings { tie: Tie::MostPrestigeShared, ..usual },
        8 => Rulings { tie: Tie::LastSeat, target: 21, ..usual },
        9 => Rulings { fewer: Fewer::ToTen, tie: Tie::FirstSeat, ..usual },
        10 => Rulings { fewer: Fewer::Never, noble_time: NobleTime::AfterAction, ..usual },
        11 => Rulings { returns: Return::UpTo, ..usual },
        12 => Rulings { returns: Return::Anything, ..usual },
        13 => Rulings { noble_choice: NobleChoice::FirstListed, ..usual },
        14 => {
            Rulings { noble_choice: NobleChoice::All, tie: Tie::FewestCardsThenFirstSeat, ..usual }
        }
        15 => Rulings { noble_time: NobleTime::AfterPurchase, ..usual },
        16 => Rulings { pass: Pass::Always, stalemate: Stalemate::PassedRound, ..usual },
        _ => usual,
    }
}

/// Returns options that cycle through every policy, number of seats, edition and ruling.
fn options(seed: u64) -> GenerateOptions {
    let policy = Policy::ALL[usize::try_from(seed % 5).unwrap()];
    let seats = u8::try_from(2 + seed / 5 % 3).unwrap();
    let edition = if seed.is_multiple_of(7) { Edition::Y2014 } else { Edition::Y2024 };
    let boxes = splendor_core::Boxes {
        silk_road: seed.is_multiple_of(2),
        sun_never_sets: seed.is_multiple_of(3),
    };
    let modules = Modules { cities: seed % 3 == 1, trading_posts: seed % 2 == 1, ..Modules::NONE };
    let rules = Rules { edition, modules, boxes, rulings: rulings(seed / 15) };
    GenerateOptions { seed, seats, rules, policy, max_turns: 400, ..GenerateOptions::default() }
}

fn assert_legal(options: &GenerateOptions) -> Log {
    let log = generate(options);
    // Judge the log after writing and reading it, as a user would.
    let text = serde_json::to_vec(&log).unwrap();
    let read = Log::read(&text).unwrap();
    assert_eq!(log, read, "{options:?}");
    let judgment = judge(&read, &JudgeOptions::default());
    let legal = judgment.verdict() == Verdict::Legal;
    assert!(legal, "{options:?}: {:?} {:?}", judgment.findings, judgment.missing);
    log
}

#[test]
fn generated_games_are_legal_with_and_without_decks() {
    for seed in 0_u64..500 {
        let options = options(seed);
        let with_decks =
            assert_legal(&GenerateOptions { after: seed.is_multiple_of(4), ..options });
        let without_decks = assert_legal(&GenerateOptions { decks: false, ..options });
        assert_eq!(
            with_decks.turns.len(),
            without_decks.turns.len(),
            "what is written does not change the game"
        );
    }
}

#[test]
fn omitted_facts_make_no_game_illegal() {
    let mut decided: u64 = 0;
    let games = crate::sample(32, 96);
    for seed in 0_u64..games {
        let (after, digest) = (seed.is_multiple_of(2), seed.is_multiple_of(5));
        let (decks, max_turns) = (seed.is_multiple_of(3), 40);
        let options = GenerateOptions { decks, after, digest, max_turns, ..options(seed) };
        let rulings = options.rules.rulings;
        let log = without(generate(&options), seed * 37 % 256);
        let judgment = judge(&log, &JudgeOptions::default());
        let verdict = judgment.verdict();
        // A digest of a table with unknown cards matches no cards but the true ones. Under
        // `pass=always`, unknown cards decide whether a pass counts towards a stalemate.
        let may_stop = digest || rulings.pass == Pass::Always;
        let possible = matches!(verdict, Verdict::Legal | Verdict::Consistent)
            || (verdict == Verdict::Undecided && may_stop);
        assert!(possible, "seed {seed}: {:?} {:?}", judgment.findings, judgment.missing);
        decided += u64::from(verdict == Verdict::Legal);
    }
    assert!(decided * 4 >= games, "{decided} of {games} are decided all the same");
}

#[test]
fn generated_digests_agree_with_the_verifier() {
    for seed in 0_u64..10 {
        assert_legal(&GenerateOptions {
            digest: true,
            after: seed.is_multiple_of(2),
            ..options(seed)
        });
    }
}

#[test]
fn policies_are_parsed_by_name() {
    for policy in Policy::ALL {
        assert_eq!(policy.to_string().parse(), Ok(policy));
    }
    let refused = "random".parse::<Policy>().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "a policy is one of `uniform` `greedy` `hoarder` `nobles` `rich`"
    );
}

#[test]
fn a_long_game_is_abandoned() {
    let log = assert_legal(&GenerateOptions { max_turns: 9, ..GenerateOptions::default() });
    assert_eq!(log.turns.len(), 9);
    assert_eq!(log.end.unwrap().reason, splendor_schema::log::EndReason::Abandoned);
    assert_eq!(log.result.unwrap().winners, None);
}

#[test]
fn a_seed_gives_the_same_game_everywhere() {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for seed in 0..100 {
        let log = generate(&GenerateOptions { after: true, digest: seed < 5, ..options(seed) });
        for byte in serde_json::to_vec(&log).unwrap() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert_eq!(format!("{hash:016x}"), "f1bb7de49e11751e", "FNV-1a of a hundred games");
}

/// Returns the kinds of ending that a generated game shows.
fn kinds(log: &Log, judgment: &Judgment) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    let (ref game, position) = judgment.last().unwrap();
    if log.turns.iter().any(|turn| turn.pass) {
        kinds.push("forced pass");
    }
    match position.phase() {
        Phase::Ended(End::Stalemate) => kinds.push("stalemate"),
        Phase::Ended(End::Completed) => kinds.extend(of_completed(log, game, position)),
        Phase::Open | Phase::LastRound => kinds.push("abandoned"),
    }
    kinds
}

fn of_completed(log: &Log, game: &Game<'_>, position: &Position) -> Vec<&'static str> {
    let trigger = trigger(log, game.rules.rulings.target);
    let noble = log.turns[trigger].noble.is_some();
    let mut kinds = vec![if noble { "by noble" } else { "by card" }];
    if (trigger + 1).is_multiple_of(position.seats().len()) {
        kinds.push("last seat triggers");
    }
    let most = position.scores().max().unwrap();
    let leaders = position.scores().filter(|&score| score == most).count();
    let winners = position.winners(game).iter().count();
    kinds.extend((leaders > winners).then_some("tie by cards"));
    kinds.extend((winners > 1).then_some("shared"));
    kinds
}

/// Returns the first turn after which a seat has `target` prestige.
fn trigger(log: &Log, target: u8) -> usize {
    let reaches = |turn: &Turn| turn.after.unwrap().prestige.unwrap() >= target;
    log.turns.iter().position(reaches).unwrap()
}

#[test]
fn the_rich_policy_reaches_every_ending() {
    let mut counts = BTreeMap::new();
    for seed in 0_u64..crate::sample(2000, 3000) {
        let seats = u8::try_from(2 + seed % 3).unwrap();
        let options = GenerateOptions {
            seed,
            seats,
            after: true,
            max_turns: 300,
            ..GenerateOptions::default()
        };
        let log = generate(&options);
        let judgment = judge(&log, &JudgeOptions::default());
        assert_eq!(judgment.verdict(), Verdict::Legal, "{options:?}");
        for kind in kinds(&log, &judgment) {
            *counts.entry(kind).or_insert(0_u32) += 1;
        }
    }
    for kind in [
        "by card",
        "by noble",
        "last seat triggers",
        "tie by cards",
        "shared",
        "stalemate",
        "forced pass",
    ] {
        assert!(counts.contains_key(kind), "no game in {counts:?} shows: {kind}");
    }
}

#[test]
fn games_with_cities_end_with_a_city() {
    let modules = Modules { cities: true, ..Modules::default() };
    let mut completed = 0;
    for seed in 0_u64..300 {
        let rules = Rules { modules, ..Rules::default() };
        let log = assert_legal(&GenerateOptions { rules, ..options(seed) });
        assert_eq!(log.setup.nobles, None);
        assert_eq!(log.setup.cities.as_ref().map(Vec::len), Some(3));
        let judgment = judge(&log, &JudgeOptions::default());
        let (ref game, last) = judgment.last().unwrap();
        let winners: Vec<u8> = last.winners(game).iter().collect();
        assert!(winners.iter().all(|&seat| last.meets_a_city(seat)));
        let ended_by_city = last.phase() == Phase::Ended(End::Completed);
        assert_eq!(ended_by_city, !winners.is_empty(), "seed {seed}");
        completed += u32::from(ended_by_city);
    }
    assert!(completed > 100, "{completed} of 300 games are completed");
    let old = Rules { modules, edition: Edition::Y2014, ..Rules::default() };
    let log = assert_legal(&GenerateOptions { rules: old, ..GenerateOptions::default() });
    assert!(log.rules.modules.is_empty(), "2014 has no modules");
}

#[test]
fn games_with_trading_posts_earn_every_post_and_use_its_power() {
    let mut counts = BTreeMap::new();
    for seed in 0_u64..300 {
        let modules = Modules { cities: seed % 2 == 1, trading_posts: true, ..Modules::NONE };
        let rules = Rules { modules, ..Rules::default() };
        let seats = u8::try_from(2 + seed % 3).unwrap();
        let log = assert_legal(&GenerateOptions { rules, seed, seats, ..Default::default() });
        for turn in &log.turns {
            for post in turn.post.iter().flat_map(splendor_schema::turn::OneOrMany::as_slice) {
                *counts.entry(post.to_string()).or_insert(0_u32) += 1;
            }
            let power = match turn.kind() {
                TurnKind::Take(_) if turn.gem.is_some() => "a third gem",
                TurnKind::Purchase(_) if turn.gem.is_some() => "a gem after a purchase",
                TurnKind::Reserve(Reserve::Deck { under: Some(_), .. }) => "a card under a deck",
                _ => continue,
            };
            *counts.entry(power.to_owned()).or_insert(0) += 1;
        }
    }
    let powers = ["a third gem", "a gem after a purchase", "a card under a deck"];
    for name in splendor_core::Post::ALL.map(splendor_core::Post::name).into_iter().chain(powers) {
        assert!(counts.get(name).is_some_and(|&count| count >= 20), "{name}: {counts:?}");
    }
}

#[test]
fn a_generated_game_is_replayed_to_its_end() {
    let log = generate(&GenerateOptions::default());
    let all = log.turns.len();
    let (_, position) = position_at(&log, &JudgeOptions::default(), all).unwrap();
    assert!(matches!(position.phase(), Phase::Ended(_)));
}
