//! Checks that the games of the page on theorems are legal, match their names, and are drawn
//! correctly; `BLESS=1` redraws them.

use std::collections::BTreeMap;
use std::fmt::Write;

use splendor_core::{CityId, End, Freedom, Game, Phase, Position, Post};
use splendor_render::{TableStyle, table_text};
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, Verdict, digest, judge, position_at};

use crate::{golden, root};

const PAGE: &str = "docs/src/theorems.md";

/// A game of the page.
struct Play {
    name: String,
    log: Log,
}

fn plays() -> Vec<Play> {
    let mut plays: Vec<Play> = std::fs::read_dir(root().join("replays/theorems"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            Play { name, log: Log::read(&std::fs::read(&path).unwrap()).unwrap() }
        })
        .collect();
    plays.sort_by(|one, other| one.name.cmp(&other.name));
    plays
}

impl Play {
    fn seats(&self) -> usize {
        self.log.players.len()
    }

    fn is(&self, kind: &str) -> bool {
        self.name.starts_with(kind)
    }

    /// Returns the position after a number of turns.
    fn after(&self, turns: usize) -> (Game<'static>, Position) {
        let (game, position) = position_at(&self.log, &JudgeOptions::default(), turns).unwrap();
        let game = game.as_game();
        (Game::published(game.rules, u8::try_from(self.seats()).unwrap()), position)
    }

    /// Returns the number of turns before the position that the page shows.
    fn shown(&self) -> usize {
        let turns = self.log.turns.len();
        match self.is("bought-out") {
            true => {
                let mut last = (0..=turns).rev();
                last.find(|&turn| bought(&self.after(turn).1) < 90).unwrap() + 1
            }
            false if self.is("circle") => turns - 2 * self.seats(),
            false => turns - self.seats(),
        }
    }
}

fn bought(position: &Position) -> u32 {
    position.seats().iter().map(|seat| u32::from(seat.bought().len())).sum()
}

#[test]
fn the_games_of_the_theorems_are_legal() {
    let mut kinds: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for play in plays() {
        let judgment = judge(&play.log, &JudgeOptions::default());
        assert_eq!(judgment.verdict(), Verdict::Legal, "{}: {:?}", play.name, judgment.findings);
        assert_eq!(judgment.judged, play.log.turns.len(), "{}", play.name);
        let (kind, seats) = play.name.rsplit_once('-').unwrap();
        assert_eq!(seats, play.seats().to_string(), "{}", play.name);
        assert!(
            modules(&play).iter().all(|name| play
                .log
                .rules
                .modules
                .contains(&name.as_str().into()))
        );
        assert_eq!(modules(&play).len(), play.log.rules.modules.len(), "{}", play.name);
        kinds.entry(kind.to_owned()).or_default().push(play.seats());
    }
    for kind in
        ["stuck-cities", "stuck-posts", "stuck-both", "bought-out-cities", "bought-out-both"]
    {
        assert_eq!(kinds.remove(kind), Some(vec![2, 3, 4]), "{kind}");
    }
    for kind in ["continues", "pass", "return"] {
        assert_eq!(kinds.remove(kind), Some(vec![2, 3, 4]), "{kind}");
    }
    assert_eq!(kinds.remove("circle"), Some(vec![2]));
    assert_eq!(kinds.remove("stuck-base"), Some(vec![4]));
    assert!(kinds.is_empty(), "{kinds:?}");
}

/// Returns the modules in the name of a game.
fn modules(play: &Play) -> Vec<String> {
    let both = play.name.contains("-both-");
    let modules = [("cities", "-cities-"), ("trading-posts", "-posts-")];
    let modules = modules.into_iter().filter(|(_, part)| both || play.name.contains(part));
    modules.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn every_seat_is_stuck_at_the_stuck_tables() {
    for play in plays().iter().filter(|play| play.is("stuck")) {
        let turns = play.log.turns.len();
        for turn in turns - play.seats()..turns {
            let (game, position) = play.after(turn);
            assert_eq!(position.freedom(&game), Freedom::Stuck, "{} at {turn}", play.name);
        }
        let (game, before) = play.after(turns - play.seats() - 1);
        assert!(matches!(before.freedom(&game), Freedom::Free(_)), "{}", play.name);
        let (game, last) = play.after(turns);
        assert_eq!(last.phase(), Phase::Ended(End::Stalemate));
        let winners = last.winners(&game).iter().count();
        assert_eq!(winners == 0, game.rules.modules.cities, "{}", play.name);
        if game.rules.modules.trading_posts {
            let doubles = |gold| {
                let mut seats = last.seats().iter();
                seats.any(|seat| seat.posts().has(Post::DoubleGold) && seat.tokens().gold() >= gold)
            };
            assert!(doubles(u8::from(play.seats() > 2)), "{}", play.name);
        }
    }
}

#[test]
fn all_cards_are_bought_and_no_city_is_met() {
    for play in plays().iter().filter(|play| play.is("bought-out")) {
        let (game, last) = play.after(play.log.turns.len());
        assert_eq!(bought(&last), 90, "{}", play.name);
        assert!(last.seats().iter().all(|seat| seat.hand_size() == 0));
        assert_eq!(last.phase(), Phase::Ended(End::Stalemate), "{}", play.name);
        assert_eq!(last.winners(&game).iter().count(), 0);
        for face in last.cities().iter().map(CityId::facts) {
            let few = |seat: &splendor_core::Seat| !seat.bonuses().covers(face.cards);
            assert!(last.seats().iter().all(few), "{}: {face}", play.name);
        }
    }
}

/// Returns the shortest games to a stuck table, for two, three and four seats.
fn shortest() -> [Log; 3] {
    let read = |name: &str| {
        Log::read(&std::fs::read(root().join(format!("replays/{name}.json"))).unwrap()).unwrap()
    };
    ["legal/ending-stalemate-2-seats", "legal/ending-stalemate-3-seats", "theorems/stuck-base-4"]
        .map(read)
}

/// The page gives the number of turns without the passes.
#[test]
fn the_page_is_right_about_the_shortest_stuck_tables() {
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
    let [two, three, four] = shortest().map(|log| log.turns.len() - log.players.len());
    let words = format!("{two} turns with two seats, {three} with three and {four} with four");
    assert!(page.contains(&words), "{words}");
}

/// Returns a log with the same turns and other modules, under the 2024 edition, without its claims
/// about the end.
fn with_modules(log: &Log, modules: &[&str]) -> Log {
    let mut value = serde_json::to_value(log).unwrap();
    value["rules"]["edition"] = "2024".into();
    value["rules"]["modules"] = serde_json::json!(modules);
    for claim in ["end", "result"] {
        value.as_object_mut().unwrap().remove(claim);
    }
    if modules.contains(&"cities") {
        let setup = value["setup"].as_object_mut().unwrap();
        setup.remove("nobles");
        setup.insert("cities".to_owned(), serde_json::json!(["13:3e4o", "13:3d4s", "17:"]));
    }
    Log::read(&serde_json::to_vec(&value).unwrap()).unwrap()
}

const MODULES: [&[&str]; 4] = [&[], &["cities"], &["trading-posts"], &["cities", "trading-posts"]];

#[test]
fn the_shortest_stuck_games_are_legal_with_every_module() {
    for log in shortest() {
        for modules in MODULES {
            let log = with_modules(&log, modules);
            let judgment = judge(&log, &JudgeOptions::default());
            assert_eq!(judgment.verdict(), Verdict::Legal, "{modules:?}: {:?}", judgment.findings);
            let (ref game, last) = judgment.last().unwrap();
            assert_eq!(last.phase(), Phase::Ended(End::Stalemate), "{modules:?}");
            let play = Play { name: String::new(), log };
            for turn in play.log.turns.len() - play.seats()..play.log.turns.len() {
                assert_eq!(play.after(turn).1.freedom(game), Freedom::Stuck, "{modules:?}");
            }
        }
    }
}

/// If the ruling lets a stuck game continue, every seat passes forever.
#[test]
fn a_stuck_game_that_continues_never_changes() {
    for log in shortest() {
        for modules in MODULES {
            let mut value = serde_json::to_value(with_modules(&log, modules)).unwrap();
            value["rules"]["rulings"] = serde_json::json!({"stalemate": "continues"});
            let log = Log::read(&serde_json::to_vec(&value).unwrap()).unwrap();
            let play = Play { name: String::new(), log };
            let (game, start) = play.after(play.log.turns.len() - play.seats());
            let mut position = start;
            for _ in 0..2 * play.seats() {
                let [pass] = position.legal_turns(&game)[..] else { panic!("only a pass") };
                position.play(&game, &pass).unwrap();
            }
            assert_eq!(digest(&game, &position), digest(&game, &start), "{modules:?}");
            assert_eq!(position.phase(), Phase::Open, "{modules:?}");
        }
    }
}

/// The last two rounds of these games end in the position in which they begin.
#[test]
fn endless_games_repeat_their_position() {
    let endless = ["circle", "pass", "return", "continues"];
    for play in plays().iter().filter(|play| endless.iter().any(|kind| play.is(kind))) {
        let turns = play.log.turns.len();
        let at = [2, 1, 0].map(|rounds| play.after(turns - rounds * play.seats()));
        let digests = at.map(|(game, position)| digest(&game, &position));
        assert!(digests[0] == digests[1] && digests[1] == digests[2], "{}", play.name);
        assert_eq!(at[2].1.phase(), Phase::Open, "{}", play.name);
    }
}

/// Returns the page with everything that is generated from the games.
fn updated_page(page: &str, plays: &[Play]) -> String {
    let mut page = with_part(page, "games", &games(plays));
    page = with_part(&page, "other cities", &other_cities(plays));
    for play in plays {
        let opening = format!("<!-- table: {} -->\n", play.name);
        if let Some((before, rest)) = page.split_once(&opening) {
            let (_, after) = rest.split_once("<!-- end of table -->\n").unwrap();
            page = format!("{before}{opening}{}<!-- end of table -->\n{after}", drawn(play));
        }
    }
    page
}

fn with_part(page: &str, name: &str, part: &str) -> String {
    let (opening, closing) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let (before, rest) = page.split_once(&opening).unwrap();
    let (_, after) = rest.split_once(&closing).unwrap();
    format!("{before}{opening}{part}{closing}{after}")
}

fn link(play: &Play) -> String {
    format!("[`{0}.json`](../../replays/theorems/{0}.json)", play.name)
}

fn drawn(play: &Play) -> String {
    let (game, position) = play.after(play.shown());
    let picture = table_text(&game, &position, &TableStyle::default());
    format!("{}, after {} turns:\n\n```text\n{picture}```\n", link(play), play.shown())
}

fn games(plays: &[Play]) -> String {
    let mut table =
        "| game | seats | modules | turns | cards bought | end |\n|---|--:|---|--:|--:|---|\n"
            .to_owned();
    for play in plays {
        let (_, last) = play.after(play.log.turns.len());
        let modules =
            play.log.rules.modules.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let end = match last.phase() {
            Phase::Ended(End::Stalemate) => "stalemate",
            Phase::Ended(End::Completed) => "completed",
            Phase::Open | Phase::LastRound => "goes on",
        };
        let (seats, turns) = (play.seats(), play.log.turns.len());
        let bought = bought(&last);
        writeln!(table, "| {} | {seats} | {modules} | {turns} | {bought} | {end} |", link(play))
            .unwrap();
    }
    table
}

/// Returns a table of the faces that no seat meets at the end of a game with all cards bought, and
/// the number of sets of three faces with which the same turns are legal.
fn other_cities(plays: &[Play]) -> String {
    let mut table = "| game | faces that no seat meets at its end | sets of three |\n".to_owned();
    table.push_str("|---|---|--:|\n");
    for play in plays.iter().filter(|play| play.is("bought-out")) {
        let (_, last) = play.after(play.log.turns.len());
        let unmet = |face: &CityId| {
            let mut seats = last.seats().iter();
            seats.all(|seat| !face.facts().is_met(seat.prestige(), seat.bonuses()))
        };
        let faces: Vec<CityId> = CityId::all().filter(unmet).collect();
        let names: Vec<String> = faces.iter().map(|face| format!("`{}`", face.facts())).collect();
        let sets = sets(&faces);
        assert!(sets.iter().all(|&set| is_legal_on(play, set)), "{}", play.name);
        writeln!(table, "| {} | {} | {} |", link(play), names.join(", "), sets.len()).unwrap();
    }
    table
}

/// Returns every set of three of these faces that are on different tiles.
fn sets(faces: &[CityId]) -> Vec<[CityId; 3]> {
    let mut sets = Vec::new();
    for (at, &first) in faces.iter().enumerate() {
        for (next, &second) in faces.iter().enumerate().skip(at + 1) {
            for &third in &faces[next + 1..] {
                let [a, b, c] = [first, second, third].map(CityId::tile);
                if a != b && b != c && a != c {
                    sets.push([first, second, third]);
                }
            }
        }
    }
    sets
}

/// Returns whether the turns of a game are legal to the end with other cities.
fn is_legal_on(play: &Play, cities: [CityId; 3]) -> bool {
    let mut value = serde_json::to_value(&play.log).unwrap();
    let names = cities.map(|face| face.facts().to_string());
    value["setup"]["cities"] = serde_json::json!(names);
    let log = Log::read(&serde_json::to_vec(&value).unwrap()).unwrap();
    let judgment = judge(&log, &JudgeOptions::default());
    judgment.verdict() == Verdict::Legal && judgment.is_complete()
}

#[test]
fn the_page_on_theorems_is_up_to_date() {
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
    golden(PAGE, &updated_page(&page, &plays()));
    let tables = page.matches("<!-- table: ").count();
    assert_eq!(tables, 8, "four stuck tables, a circle, three games without a card left");
}
