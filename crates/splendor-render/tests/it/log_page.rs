//! Checks the HTML page of a log: the data for its script is complete, and every drawing it uses is
//! defined.

use std::collections::BTreeSet;

use serde_json::Value;
use splendor_core::{Modules, Rules};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_render::{html_page, table_at};
use splendor_schema::json::layout::pretty_log;
use splendor_schema::{InputFile, Log};
use splendor_verify::history::core_turns;
use splendor_verify::{JudgeOptions, ReportSource, Verdict, judge};

use crate::root;

fn page_of(text: &str) -> String {
    let log = Log::read(text.as_bytes()).unwrap();
    let input = InputFile { name: "a.json".into(), game: 1, line: 1 };
    html_page(&ReportSource { input, text: text.into() }, &log, &JudgeOptions::default())
}

fn data_of(page: &str) -> Value {
    let start = page.split("id=\"data\">").nth(1).unwrap();
    serde_json::from_str(start.split("</script>").next().unwrap()).unwrap()
}

fn game(seats: u8, modules: Modules) -> String {
    let rules = Rules { modules, ..Rules::default() };
    let options = GenerateOptions { seed: 5, seats, rules, ..GenerateOptions::default() };
    pretty_log(&generate(&GenerateOptions { policy: Policy::Rich, ..options }))
}

/// Checks that the page and the parts of its script define every drawing that they use.
fn assert_complete(page: &str) {
    let data = data_of(page);
    let parts: Vec<&str> =
        data["parts"].as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect();
    let drawn = || std::iter::once(page).chain(parts.iter().copied());
    let known: BTreeSet<&str> = drawn().flat_map(|text| after(text, "id=\"")).collect();
    let used: BTreeSet<&str> = drawn().flat_map(|text| after(text, "<use href=\"#")).collect();
    assert!(used.len() > 10, "hardly anything is drawn");
    let lacking: Vec<_> = used.difference(&known).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
    let places = data["tables"].as_array().unwrap().iter().flat_map(|table| {
        let seats = table["seats"].as_array().unwrap().iter();
        let drawn = seats.chain([&table["board"]]).map(|part| part[0].as_u64().unwrap());
        drawn.chain(table["plain"].as_array().unwrap().iter().map(|part| part.as_u64().unwrap()))
    });
    assert!(places.max().unwrap() < parts.len() as u64);
}

/// Returns the text after each occurrence of `words`, up to the next quotation mark.
fn after<'t>(text: &'t str, words: &str) -> Vec<&'t str> {
    text.split(words).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_last_table_says_who_won_and_why() {
    let game = root().join("replays/legal/ending-tie-by-cards-3-seats.json");
    let data = data_of(&page_of(&std::fs::read_to_string(game).unwrap()));
    let head = data["tables"].as_array().unwrap().last().unwrap()["head"].as_str().unwrap();
    assert_eq!(
        head,
        "the game is over: seat 0 (Ada) and seat 1 (Bo) have 15 prestige each; seat 2 (Cy) has 7; \
         seat 0 (Ada) has 17 cards and seat 1 (Bo) has 15 cards: seat 1 (Bo) wins"
    );
}

#[test]
fn a_page_has_a_table_before_each_turn_and_one_at_the_end() {
    let both = Modules { cities: true, trading_posts: true, ..Modules::NONE };
    let all = Modules { orient: true, strongholds: true, ..both };
    for (seats, modules) in [(2, Modules::default()), (3, both), (4, both), (2, all), (4, all)] {
        let text = game(seats, modules);
        let log = Log::read(text.as_bytes()).unwrap();
        let page = page_of(&text);
        let data = data_of(&page);
        assert_eq!(data["tables"].as_array().unwrap().len(), log.turns.len() + 1);
        assert_eq!(data["turns"].as_array().unwrap().len(), log.turns.len());
        let words = |turn: &Value| turn["words"].as_str().unwrap().to_owned();
        assert!(data["turns"].as_array().unwrap().iter().map(words).all(|words| {
            !words.contains("not known") && !words.contains("unrecorded") && words != "not followed"
        }));
        assert_complete(&page);
    }
}

/// A digest that fits no card ends a judgment before turns that were played already.
#[test]
fn a_page_shows_each_table_once_if_a_digest_is_not_matched() {
    let mut shown = 0;
    for seed in 0..3 {
        let options = GenerateOptions { seed, digest: true, decks: false, ..Default::default() };
        let log = generate(&options);
        for at in 0..log.turns.len() {
            let mut log = log.clone();
            if log.turns[at].refill.take().is_none() {
                continue;
            }
            let judgment = judge(&log, &JudgeOptions::default());
            if judgment.verdict() == Verdict::Undecided {
                let data = data_of(&page_of(&pretty_log(&log)));
                let (tables, turns) = (data["tables"].as_array().unwrap(), log.turns.len());
                assert_eq!(tables.len(), turns + 1, "seed {seed}, turn {}", at + 1);
                shown += usize::from(judgment.judged < turns);
            }
        }
    }
    assert!(shown > 0, "no digest is unmatched");
}

/// Checks that the table shows what only Orient and Strongholds have, in letters and drawn.
#[test]
fn a_table_shows_copies_virtual_gold_and_strongholds() {
    let modules = Modules { orient: true, strongholds: true, ..Modules::NONE };
    let rules = Rules { modules, ..Rules::default() };
    let log = GenerateOptions {
        seed: 3,
        seats: 3,
        rules,
        policy: Policy::Uniform,
        ..GenerateOptions::default()
    };
    let log = generate(&log);
    let (options, turns) = (JudgeOptions::default(), log.turns.len());
    let shown = (0..turns).map(|turn| table_at(&log, &options, turn, false, false).unwrap().text);
    let parts = ["virtual gold: A0gg", " as ", "[1][1]"];
    let full = shown.into_iter().find(|text| parts.iter().all(|part| text.contains(part)));
    insta::assert_snapshot!(full.expect("a table with all of them"));
    let data = data_of(&page_of(&pretty_log(&log)));
    let drawn: String = data["parts"].as_array().unwrap().iter().map(Value::to_string).collect();
    for part in ["strongholds of seat 1", "card of virtual gold", "stronghold in stock"] {
        assert!(drawn.contains(part), "{part} is not drawn");
    }
}

/// Checks that the page counts as many legal turns at each table as the core.
#[test]
fn a_page_counts_the_legal_turns() {
    let text = game(2, Modules::default());
    let log = Log::read(text.as_bytes()).unwrap();
    let data = data_of(&page_of(&text));
    let (game, mut position, turns) = core_turns(&log).unwrap();
    for (at, turn) in turns.iter().enumerate() {
        let table = &data["tables"][at];
        let legal = position.legal_turns(&game).len() as u64;
        assert_eq!(table["count"], legal, "turn {}", at + 1);
        let groups = table["legal"].as_array().unwrap().iter();
        assert_eq!(groups.map(|group| group[1].as_u64().unwrap()).sum::<u64>(), legal);
        position.play(&game, turn).unwrap();
    }
}

/// Checks that the text of a table agrees with the core, seat by seat.
#[test]
fn a_page_has_each_table_as_text() {
    let both = Modules { cities: true, trading_posts: true, ..Modules::NONE };
    for (seats, modules) in [(2, Modules::default()), (3, both)] {
        let text = game(seats, modules);
        let log = Log::read(text.as_bytes()).unwrap();
        let data = data_of(&page_of(&text));
        let part = |part: &Value| {
            data["parts"][usize::try_from(part.as_u64().unwrap()).unwrap()].as_str().unwrap()
        };
        let (game, mut position, turns) = core_turns(&log).unwrap();
        for at in 0..=turns.len() {
            let plain: Vec<_> =
                data["tables"][at]["plain"].as_array().unwrap().iter().map(part).collect();
            let [middle, mats @ ..] = plain.as_slice() else { panic!("no text at {at}") };
            assert!(middle.contains(&format!("<dt>supply</dt><dd>{}</dd>", position.supply())));
            let market = position.market().iter().map(|id| game.components.card(id));
            assert!(market.map(|card| format!("({card})</dd>")).all(|card| middle.contains(&card)));
            assert_eq!(mats.len(), position.seats().len());
            for (mat, seat) in mats.iter().zip(position.seats()) {
                let tokens = format!("<dt>tokens</dt><dd>{}</dd>", seat.tokens());
                let bonuses = format!("<dt>bonuses</dt><dd>{}</dd>", seat.bonuses());
                assert!(mat.contains(&tokens) && mat.contains(&bonuses), "{mat}");
                assert!(mat.contains(&format!("<dt>prestige</dt><dd>{},", seat.prestige())));
                let hand = seat.hand().iter().map(|id| game.components.card(id).to_string());
                let nobles = seat.nobles().iter().map(|id| game.components.noble(id).to_string());
                assert!(hand.chain(nobles).all(|id| mat.contains(&format!("({id})"))), "{mat}");
                assert!(seat.posts().iter().all(|post| mat.contains(&post.to_string())), "{mat}");
            }
            let Some(turn) = turns.get(at) else { break };
            position.play(&game, turn).unwrap();
        }
    }
}

/// Checks that the page of each illegal replay links to its finding.
#[test]
fn a_page_shows_each_finding_at_its_turn() {
    let folder = std::fs::read_dir(root().join("replays/illegal")).unwrap();
    let mut findings = 0;
    for entry in folder {
        let path = entry.unwrap().path();
        let page = page_of(&std::fs::read_to_string(&path).unwrap());
        let data = data_of(&page);
        let found = data["found"].as_array().unwrap();
        for turn in found {
            let at = usize::try_from(turn.as_u64().unwrap()).unwrap() - 1;
            let breaks = data["turns"][at]["breaks"].as_array().unwrap();
            assert!(!breaks.is_empty(), "{path:?}");
            assert!(page.contains(&format!("href=\"#turn-{}\"", at + 1)));
            findings += 1;
        }
        assert!(page.contains("<p class=\"verdict illegal\">"), "{path:?}");
    }
    assert!(findings > 30, "only {findings} findings");
}

/// Checks that names are shown unchanged and never become markup.
#[test]
fn names_are_escaped() {
    let name = "</script><script>alert(1)</script><!-- &amp; \u{0}";
    let text = game(2, Modules::default());
    let quoted = serde_json::to_string(name).unwrap();
    let page = page_of(&text.replace("\"Ada\"", &quoted));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<script>alert") && !page.contains("<!--"));
    assert!(page.contains("&lt;/script&gt;"));
    let data = data_of(&page);
    let label = data["tables"][0]["seats"][0][1].as_str().unwrap();
    let shown = name.replace('\0', r"\u{0}");
    assert!(label.starts_with(&format!("seat 0 ({shown}): 0 prestige; ")), "{label}");
    let parts = data["parts"].as_array().unwrap();
    assert!(parts.iter().all(|part| !part.as_str().unwrap().contains("<script>")));
}

/// A log with unknown rules or components has a page, but without tables.
#[test]
fn a_log_that_cannot_be_followed_has_a_page_without_tables() {
    let text = game(2, Modules::default());
    let strange = text.replacen("\"2024\"", "\"1999\"", 1);
    let page = page_of(&strange);
    assert!(page.contains("<p class=\"verdict unsupported\">"));
    assert_eq!(data_of(&page)["tables"].as_array().unwrap().len(), 0);
}

/// Returns the drawing of a seat's play area at a table.
fn mat(data: &Value, table: usize, seat: usize) -> String {
    let part = data["tables"][table]["seats"][seat][0].as_u64().unwrap();
    data["parts"][usize::try_from(part).unwrap()].as_str().unwrap().to_owned()
}

/// Checks that a long name is shortened in a drawing, but complete in its title and in text.
#[test]
fn long_names_are_shortened() {
    let text = game(2, Modules::default());
    let long = "Wm".repeat(500);
    let names = ["Christopher Montgomery-Smythe", "Bartholomew the Second", &long];
    for name in names {
        let page = page_of(&text.replace("\"Ada\"", &format!("\"{name}\"")));
        let data = data_of(&page);
        let drawn = mat(&data, 0, 0);
        assert!(drawn.contains(&format!("<title>seat 0 ({name})</title>")), "{drawn}");
        let heading = drawn.split("class=\"name\"").nth(1).unwrap();
        let heading = heading.split('>').nth(1).unwrap().split('<').next().unwrap();
        let shown = heading.strip_prefix("\u{25b6} seat 0 (").unwrap();
        let shown = shown.strip_suffix("\u{2026})").unwrap();
        assert!(name.starts_with(shown) && (5..20).contains(&shown.len()), "{heading}");
        let label = data["tables"][0]["seats"][0][1].as_str().unwrap();
        assert!(label.starts_with(&format!("seat 0 ({name}): ")), "{label}");
        let header = page.split("<header>").nth(1).unwrap().split("</header>").next().unwrap();
        assert!(!header.contains(&long));
    }
    let drawn = mat(&data_of(&page_of(&text)), 0, 0);
    assert!(drawn.contains("seat 0 (Ada)</text>") && !drawn.contains("<title>seat"));
}

/// Checks that counts of one use the singular.
#[test]
fn counts_of_one_are_singular() {
    let page = page_of(&game(2, Modules::default()));
    let data = data_of(&page);
    let parts = data["parts"].as_array().unwrap().iter().map(|part| part.as_str().unwrap());
    let parts: Vec<_> = parts.collect();
    assert!(parts.iter().any(|part| part.contains(" prestige, 1 card<")));
    for part in parts {
        for wrong in [" 1 cards", ">1 cards", ">1 rubies", ": 1 rubies", ">1 ruby cards"] {
            assert!(!part.contains(wrong), "{wrong} in {part}");
        }
    }
    let label = data["tables"][0]["seats"][0][1].as_str().unwrap();
    assert!(label.contains("0 prestige; to move; 0 cards bought; tokens: "), "{label}");
}

/// Returns the height of the target line in the chart.
fn target(page: &str) -> Option<&str> {
    page.split("<path class=\"target\" d=\"").nth(1)?.split('"').next()
}

/// Checks that the target line is at the value of the ruling; with The Cities there is no line.
#[test]
fn the_chart_has_a_target_line_without_cities() {
    let usual = page_of(&game(2, Modules::default()));
    let text = game(2, Modules { cities: true, trading_posts: false, ..Modules::NONE });
    let cities = page_of(&text);
    assert_eq!(target(&cities), None);
    assert!(!cities.contains("call the end\""));
    let text = game(2, Modules::default());
    let edition = "\"edition\": \"2024\"";
    assert!(text.contains(edition));
    let with = format!("{edition}, \"rulings\": {{ \"target\": 21 }}");
    let other = page_of(&text.replacen(edition, &with, 1));
    assert!(usual.contains("; 15 call the end\"") && other.contains("; 21 call the end\""));
    assert!(target(&usual).is_some() && target(&usual) != target(&other));
}

/// Checks that a note is shown as a note and not as a violation.
#[test]
fn a_note_is_not_an_error() {
    let modules = Modules { cities: true, trading_posts: false, ..Modules::NONE };
    let rules = Rules { modules, ..Rules::default() };
    let noted = (0..40).find_map(|seed| {
        let options = GenerateOptions { seed, seats: 2, rules, ..GenerateOptions::default() };
        let page = page_of(&pretty_log(&generate(&options)));
        page.contains("12:3d3e3r3o, and both").then_some(page)
    });
    let page = noted.unwrap();
    assert!(page.contains("<p class=\"verdict legal\">"));
    assert!(page.contains("<li class=\"note\"><p><b>Note, not a fault:</b> <code>setup.cities"));
    assert!(!page.contains("<li class=\"error\">") && !page.contains("<b>Clause:</b>"));
    let turns = data_of(&page)["turns"].as_array().unwrap().clone();
    assert!(turns.iter().all(|turn| turn["breaks"].as_array().unwrap().is_empty()));
    let illegal = std::fs::read_to_string(root().join("replays/illegal/take-supply.json"));
    let page = page_of(&illegal.unwrap());
    assert!(page.contains("<li class=\"error\"><p><b>Error:</b> <code>take.supply</code> at "));
}
