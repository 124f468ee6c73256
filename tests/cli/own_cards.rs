//! Tables of cards of other clients: `splendor list cards --match`.

use crate::cmd::Folder;

/// Returns a table of all cards, in JSON.
pub(crate) fn whole_table(folder: &Folder) -> String {
    let all = folder.run("list cards --format json").out;
    let cards: Vec<_> = all.lines().filter(|line| line.starts_with("  {\"card\":")).collect();
    format!("[{}]", cards.join("\n").trim_end_matches(','))
}

#[test]
fn a_whole_table_is_complete() {
    let folder = Folder::new("own-cards-whole");
    folder.write("mine.json", whole_table(&folder));
    let run = folder.run("list cards --match mine.json");
    assert_eq!(run.status, 0, "{}", run.all());
    let ids: Vec<_> = run.out.lines().filter(|line| line.contains("  ")).collect();
    assert_eq!(ids.len(), 90);
    assert!(ids.contains(&"a0d3s          a0d3s"), "the id is its own name: {ids:?}");
    assert!(run.out.ends_with("90 of 90 cards found in 90 rows\n"), "{}", run.out);
    let answer = folder.run("list cards --format json --match mine.json");
    assert_eq!((answer.status, answer.out.matches("\"card\":").count()), (0, 90));
}

#[test]
fn each_wrong_row_is_named() {
    let folder = Folder::new("own-cards-wrong");
    let table = "\u{feff}Nr;Tier;Gem color;Points;(w)hite;bl(u)e;(g)reen;(r)ed;blac(k);Artist\n\
                 1;I;green;;;;;3;;x\n\
                 2;1;Red;0;3;;;;1;y\n\
                 ;1;emerald;0;0;0;0;3;0;\n\
                 4;;black;0;;;3;;;\n\
                 5;3;u;5;7;3;;;;\n\
                 6;2;b;1;;;;;;\n\
                 7;2;w;1;;;;x;;\n";
    folder.write("mine.csv", table);
    let run = folder.run("list cards --match mine.csv");
    let told: Vec<_> = run.out.lines().filter(|line| !line.starts_with("missing: ")).collect();
    assert_eq!(
        told,
        [
            "a0e3r          1",
            "c5s7d3s        5",
            "line 3: no card has level 1, 0 prestige, ruby, cost 3d 1o; the nearest, a0r3d, has \
             level 1, 0 prestige, ruby, cost 3d",
            "line 4: a0e3r again, after line 2",
            "line 5: level is nothing, needed 1, 2 or 3",
            "line 7: bonus is `b`, needed a color like `blue` or `sapphire`",
            "line 8: ruby is `x`, needed a number from 0 to 9",
            "not used: `Artist`",
            "2 of 90 cards found in 7 rows",
        ]
    );
    assert_eq!((run.status, run.out.matches("missing: ").count()), (1, 88));
}

#[test]
fn a_table_that_cannot_be_read_is_an_error() {
    let folder = Folder::new("own-cards-unreadable");
    let columns = "level,bonus,prestige,d,s,e,r,o";
    let costs = r#""d":1,"s":1,"e":1,"r":1,"o":1"#;
    for (table, error) in [
        (String::new(), "the file is empty"),
        ("[]".to_owned(), "the table has no rows"),
        (columns.to_owned(), "the table has no rows"),
        ("3".to_owned(), "the table has no rows"),
        ("{}".to_owned(), "the file is no list of cards"),
        (format!("{columns}\n1,blue"), "line 2 has 2 values, needed 8, as in the first line"),
        ("level,points\n1,2".to_owned(), "no column is named `bonus`"),
        (
            format!("{columns},tier\n1,d,0,0,0,0,0,0,1"),
            "the columns `level` and `tier` mean the same",
        ),
        (format!("{columns},d\n1,d,0,0,0,0,0,0,1"), "line 2 has two values that are named `d`"),
        (
            format!(r#"[{{"level":1,"color":"d","pv":1,"cost":{{{costs}}},"gives":{{"d":1}}}}]"#),
            "card 1 has two values that are named `d`",
        ),
    ] {
        folder.write("mine", &table);
        let run = folder.run("list cards --match mine");
        assert_eq!(run.status, 3, "{table}");
        assert!(run.err.starts_with(&format!("error: mine: {error}\nhelp: ")), "{}", run.err);
    }
    let run = folder.run("list rulings --match mine");
    assert_eq!((run.status, run.err.contains("only `splendor list cards` takes")), (3, true));
}
