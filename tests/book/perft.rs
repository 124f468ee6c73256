//! Checks the published counts of legal continuations against this program, and against a naive
//! count that tries every possible turn.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;
use splendor_core::{
    Action, Components, Game, NobleId, NobleSet, Perft, Position, Post, PostSet, Token, Tokens,
    Turn,
};
use splendor_render::{PERFT_COLUMNS, perft_cells};
use splendor_verify::position_from_log;

use crate::cmd::Folder;
use crate::perft_positions::positions;
use crate::{golden, root, sample};

const COUNTS: &str = "replays/perft/counts.json";
const PAGE: &str = "docs/src/perft.md";

/// Returns the most lines to count at a depth.
fn most_lines() -> u64 {
    sample(100_000, 1_000_000)
}

fn position(name: &str) -> (Game<'static>, Position) {
    let found = positions().into_iter().find(|(other, ..)| other == name).unwrap();
    (found.1, found.2)
}

/// A row of the table: the position, the depth, and the counts.
type Row = (String, u8, [u64; 9]);

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join(COUNTS)).unwrap_or_else(|_| "[]".to_owned());
    let rows: Vec<BTreeMap<String, Value>> = serde_json::from_str(&text).unwrap();
    let row = |row: BTreeMap<String, Value>| {
        let cells = PERFT_COLUMNS.map(|name| row[name].as_u64().unwrap());
        let depth = u8::try_from(row["depth"].as_u64().unwrap()).unwrap();
        (row["position"].as_str().unwrap().to_owned(), depth, cells)
    };
    rows.into_iter().map(row).collect()
}

fn text_of(rows: &[Row]) -> String {
    let line = |(name, depth, cells): &Row| {
        let cells = PERFT_COLUMNS.iter().zip(cells);
        let cells = cells.map(|(name, cell)| format!("\"{name}\": {cell}")).collect::<Vec<_>>();
        format!("  {{ \"position\": \"{name}\", \"depth\": {depth}, {} }}", cells.join(", "))
    };
    format!("[\n{}\n]\n", rows.iter().map(line).collect::<Vec<_>>().join(",\n"))
}

/// Returns the rows of a position: recounted where that is cheap enough, and as published where it
/// is not.
fn rows_of(name: &str, game: &Game<'_>, position: &Position, known: &[Row]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for depth in 1..=20 {
        let published = known.iter().find(|row| row.0 == name && row.1 == depth);
        let last = rows.last().map_or(1, |row| row.2[0]);
        let growth = rows.first().map_or(1, |row| row.2[0]);
        let expected = published.map_or(last.saturating_mul(growth), |row| row.2[0]);
        let (cheap, over) = (expected <= most_lines(), depth > 1 && last == 0);
        match published {
            // Count deeper than the published rows only when writing them.
            None if std::env::var_os("BLESS").is_none() => break,
            _ if over => break,
            _ if cheap => {
                let count = position.perft(game, depth).unwrap();
                rows.push((name.to_owned(), depth, perft_cells(&count)));
            }
            Some(row) => rows.push(row.clone()),
            None => break,
        }
    }
    rows
}

#[test]
fn the_published_counts_are_right() {
    let known = rows();
    let positions = positions();
    let count = |(name, game, position): &(String, Game<'_>, Position)| {
        rows_of(name, game, position, &known)
    };
    let rows: Vec<Row> = positions.iter().flat_map(count).collect();
    golden(COUNTS, &text_of(&rows));
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
    golden(PAGE, &with_table(&page, &rows));
    for (name, ..) in &positions {
        assert!(rows.iter().filter(|row| row.0 == *name).count() >= 2, "{name} is not counted");
    }
}

const OPENING: &str = "<!-- counts -->\n";
const CLOSING: &str = "<!-- end of counts -->\n";

fn with_table(page: &str, rows: &[Row]) -> String {
    let (before, rest) = page.split_once(OPENING).unwrap();
    let (_, after) = rest.split_once(CLOSING).unwrap();
    let mut table = "| Position | Lines of depth 1, 2, 3 and so on |\n|---|---|\n".to_owned();
    for rows in rows.chunk_by(|one, two| one.0 == two.0) {
        let lines = rows.iter().map(|(.., cells)| cells[0].to_string());
        let (name, lines) = (&rows[0].0, lines.collect::<Vec<_>>().join(", "));
        writeln!(table, "| `{name}` | {lines} |").unwrap();
    }
    format!("{before}{OPENING}{table}{CLOSING}{after}")
}

#[test]
fn every_kind_of_turn_occurs_in_the_table() {
    let rows = rows();
    for (column, name) in PERFT_COLUMNS.iter().enumerate() {
        assert!(rows.iter().any(|row| row.2[column] > 0), "no line ends with {name}");
    }
    for (name, depth, [lines, takes, reserves, purchases, passes, ..]) in &rows {
        assert_eq!(takes + reserves + purchases + passes, *lines, "{name} at {depth}");
    }
    assert!(rows.iter().any(|row| row.1 > 1 && row.2[0] == 0), "some game ends on every line");
}

/// Counts by trying every possible turn; uses only the checks, not the list of legal turns. It
/// tries no parts of turns that only Orient and Strongholds have.
fn naive(game: &Game<'_>, position: &Position, depth: u8) -> Perft {
    if depth == 0 {
        return Perft { lines: 1, ..Perft::default() };
    }
    let turns = accepted(game, position).into_iter();
    let count = |turn: Turn| {
        if depth == 1 {
            return Perft::of_turn(&turn);
        }
        let mut after = *position;
        after.play(game, &turn).unwrap();
        naive(game, &after, depth - 1)
    };
    turns.map(count).sum()
}

/// Returns every possible turn that is accepted. The action is tried first on its own, because no
/// ending makes up for an action that breaks its own clause.
fn accepted(game: &Game<'_>, position: &Position) -> Vec<Turn> {
    let families = ["turn", "take", "reserve", "purchase", "reveal", "component"];
    let mut all = Vec::new();
    for action in actions(game, position) {
        let plain = Turn::new(position.to_move(), action);
        let refused = position.check(game, &plain).err().map(|breach| breach.clause().family());
        if refused.is_some_and(|family| families.contains(&family)) {
            continue;
        }
        let ended = endings(game, position, &plain).into_iter();
        all.extend(ended.filter(|turn| position.check(game, turn).is_ok()));
    }
    all
}

/// Returns every choice of at most `most` tokens.
fn token_choices(most: u8) -> Vec<Tokens> {
    let mut token_choices = vec![Tokens::NONE];
    for token in Token::ALL {
        let with = |heap: Tokens| {
            let room = u16::from(most) - heap.total();
            (0..=u8::try_from(room).unwrap()).map(move |count| heap.with(token, count))
        };
        token_choices = token_choices.into_iter().flat_map(with).collect();
    }
    token_choices
}

fn actions(game: &Game<'_>, position: &Position) -> Vec<Action> {
    let cards: Vec<_> = game.components.cards().iter().collect();
    let mut all: Vec<Action> = token_choices(4).into_iter().map(Action::Take).collect();
    all.push(Action::Pass);
    all.extend(cards.iter().map(|&card| Action::ReserveMarket(card)));
    for level in splendor_core::Row::ALL {
        let two = position.deck(level).len() >= 2 && position.mover().posts().has(Post::DrawTwo);
        if !two {
            all.push(Action::ReserveDeck { row: level, card: None, under: None });
            continue;
        }
        let of_row = || game.components.of_row(level).iter();
        all.extend(of_row().flat_map(|card| {
            let pair = move |under| (card, under);
            of_row().map(pair).map(|(card, under)| {
                let (card, under) = (Some(card), Some(under));
                Action::ReserveDeck { row: level, card, under }
            })
        }));
    }
    let pays = pays(position.mover().tokens());
    all.extend(
        cards.iter().flat_map(|&card| {
            pays.iter().map(move |&pay| Action::Purchase { card, pay, from: None })
        }),
    );
    all
}

/// Returns every payment with at most one token of each kind more than the seat has.
fn pays(tokens: Tokens) -> Vec<Tokens> {
    let mut pays = vec![Tokens::NONE];
    for (token, count) in tokens.iter() {
        let with = |pay: Tokens| (0..=count + 1).map(move |count| pay.with(token, count));
        pays = pays.into_iter().flat_map(with).collect();
    }
    pays
}

fn endings(game: &Game<'_>, position: &Position, plain: &Turn) -> Vec<Turn> {
    let modules = game.rules.modules;
    let gems: Vec<Option<Token>> = if modules.trading_posts {
        Token::ALL.map(Some).into_iter().chain([None]).collect()
    } else {
        vec![None, Some(Token::Gold)]
    };
    let posts = Post::ALL.into_iter().map(PostSet::one).chain([PostSet::NONE]);
    let posts: Vec<PostSet> = posts.collect();
    // Besides each noble on the table, try one that is absent and several at once.
    let absent: Option<NobleId> =
        Components::published().nobles().iter().find(|&noble| !position.nobles().has(noble));
    let mut nobles: Vec<NobleSet> =
        position.nobles().iter().chain(absent).map(NobleSet::one).collect();
    nobles.extend([NobleSet::NONE, position.nobles()]);
    nobles.dedup();
    let mut all = Vec::new();
    for returned in token_choices(3) {
        for &gem in &gems {
            for &nobles in &nobles {
                let turn = Turn { returned, gem, nobles, ..*plain };
                all.extend(posts.iter().map(|&posts| Turn { posts, ..turn }));
            }
        }
    }
    all
}

#[test]
fn a_naive_count_agrees() {
    let naive_positions = positions().into_iter().filter(|(_, game, _)| {
        let modules = game.rules.modules;
        !modules.orient && !modules.strongholds
    });
    for (name, game, position) in naive_positions {
        let fast = position.perft(&game, 1).unwrap();
        assert_eq!(naive(&game, &position, 1), fast, "{name}");
    }
    for &name in sample(&["stuck-2"][..], &["late-2", "stuck-2", "cities-3"]) {
        let (game, position) = position(name);
        assert_eq!(naive(&game, &position, 2), position.perft(&game, 2).unwrap(), "{name}");
    }
}

#[test]
fn counting_the_last_turns_equals_listing_them() {
    for (name, game, position) in positions() {
        let turns = position.distinct_turns(&game);
        let listed: Perft = turns.iter().map(Perft::of_turn).sum();
        assert_eq!(position.perft(&game, 1), Some(listed), "{name}");
        let one_by_one = turns.iter().map(|turn| {
            let mut after = position;
            after.play(&game, turn).unwrap();
            after.distinct_turns(&game).iter().map(Perft::of_turn).sum()
        });
        assert_eq!(position.perft(&game, 2), Some(one_by_one.sum()), "{name}");
        assert_eq!(position.perft(&game, 0).unwrap().lines, 1, "{name}");
    }
}

#[test]
fn counting_equals_listing_under_every_ruling() {
    for ruling in [
        r#""return":"anything""#,
        r#""noble-choice":"all""#,
        r#""noble-choice":"first-listed""#,
        r#""powers":"optional""#,
        r#""fewer":"up-to-three","pass":"always""#,
    ] {
        for (name, game, position) in positions() {
            let description = splendor_verify::position_to_log(&game, &position);
            let description = serde_json::to_string(&description).unwrap();
            let edition = "\"edition\":\"2024\"";
            let description =
                description.replace(edition, &format!("{edition},\"rulings\":{{{ruling}}}"));
            let description = splendor_schema::Position::read(description.as_bytes()).unwrap();
            let (game, position) = position_from_log(&description).unwrap();
            let turns = position.distinct_turns(&game);
            let listed: Perft = turns.iter().map(Perft::of_turn).sum();
            assert_eq!(position.perft(&game, 1), Some(listed), "{name} {ruling}");
            assert!(turns.iter().all(|turn| position.check(&game, turn).is_ok()), "{ruling}");
        }
    }
}

#[test]
fn either_of_two_drawn_cards_can_be_kept() {
    let (game, position) = position("posts-2");
    assert!(position.mover().posts().has(Post::DrawTwo));
    let turns = position.distinct_turns(&game).into_iter().filter_map(|turn| match turn.action {
        Action::ReserveDeck { row: splendor_core::Row::One, card, under } => Some((card, under)),
        _ => None,
    });
    let turns: Vec<_> = turns.collect();
    let [(kept, under), (other, below)] = turns[..] else { panic!("{turns:?}") };
    assert!(kept == below && other == under && kept != other && kept.is_some());
}

#[test]
fn a_position_with_unknown_cards_is_not_counted() {
    let (game, position) = position("start-2");
    let mut description = splendor_verify::position_to_log(&game, &position);
    description.decks = None;
    let (game, position) = position_from_log(&description).unwrap();
    assert_eq!(position.perft(&game, 1), None);
}

#[test]
fn a_log_and_its_position_have_the_same_count() {
    let folder = Folder::new("perft-log");
    let modules = "--module trading-posts --module cities";
    folder.write("game.json", folder.run(&format!("generate --seed 4 {modules}")).out);
    for turn in [1, 20, 45] {
        let shown = folder.run(&format!("show game.json --turn {turn} --format json")).out;
        folder.write("position.json", shown);
        for options in ["--depth 2", "--depth 2 --divide", "--depth 1 --divide --format json"] {
            let of_log = folder.run(&format!("perft game.json --turn {turn} {options}"));
            let of_position = folder.run(&format!("perft position.json {options}"));
            assert_eq!((of_log.status, of_log.err.as_str()), (0, ""));
            assert_eq!(of_log.out, of_position.out);
        }
    }
    let run = folder.run("perft position.json --depth 1 --turn 1");
    assert_eq!((run.status, run.out.as_str()), (3, ""), "{}", run.err);
}

#[test]
fn the_counts_by_first_turn_add_up() {
    let folder = Folder::new("perft-divide");
    for (name, game, position) in positions() {
        let description = splendor_verify::position_to_log(&game, &position);
        folder.write("position.json", serde_json::to_string(&description).unwrap());
        let run = folder.run("perft position.json --depth 2 --divide --format json");
        let rows: Vec<Value> = serde_json::from_str(&run.out).unwrap();
        let count = perft_cells(&position.perft(&game, 2).unwrap());
        for (column, due) in PERFT_COLUMNS.iter().zip(count) {
            let sum: u64 = rows.iter().map(|row| row[column].as_u64().unwrap()).sum();
            assert_eq!(sum, due, "{name} {column}");
        }
    }
}

#[test]
fn an_illegal_or_malformed_log_is_not_counted() {
    let folder = Folder::new("perft-illegal");
    let log = std::fs::read(root().join("replays/illegal/reveal-deck.json")).unwrap();
    folder.write("illegal.json", log);
    folder.write("broken.json", "{\n  \"format\": 1\n}");
    folder.write("empty.json", "");
    for (name, status, words) in [
        ("illegal.json", 2, "the log breaks reveal.deck at turn 1"),
        ("broken.json", 2, "broken.json:2:13: "),
        ("empty.json", 3, "the file is empty"),
        ("missing.json", 2, "missing.json: "),
    ] {
        let run = folder.run(&format!("perft {name} --depth 1"));
        assert_eq!((run.status, run.out.as_str()), (status, ""), "{name}");
        assert!(run.err.contains(words), "{}", run.err);
    }
    let (game, position) = position("middle-2");
    let description = splendor_verify::position_to_log(&game, &position);
    let description = serde_json::to_string(&description).unwrap();
    let kept = description.replace("\"2024\"", "\"2024\",\"rulings\":{\"return\":\"up-to\"}");
    assert_ne!(kept, description);
    folder.write("kept.json", kept);
    let run = folder.run("perft kept.json --depth 1");
    assert_eq!((run.status, run.err.contains("return=up-to")), (2, true), "{}", run.err);
}
