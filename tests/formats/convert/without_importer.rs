//! A known format without an importer is named in every error.

use splendor_convert::ForeignFormat;

use super::refusals::samples;
use crate::cmd::Folder;

#[test]
fn a_format_without_an_importer_is_named() {
    let folder = Folder::new("convert-unreadable");
    let game = r#"{"players":2,"seed":"1768","actions":[[1, 7, 0, 0, 0, 0, 0]],"result":{}}"#;
    folder.write("web.jsonl", format!("{game}\n{game}\n"));
    let step = "replay the game in that client and write a log from it";
    let message = "web.jsonl:1:14: a replay of splendorust-web names no card: it has a seed";
    for from in ["", "--from kifu", "--from boardgamers"] {
        let run = folder.run(&format!("convert {from} web.jsonl"));
        assert_eq!(run.status, 2);
        assert!(run.err.contains(message) && run.err.contains(step), "{from}: {}", run.err);
        assert_eq!(run.err.matches("error:").count(), 1, "{}", run.err);
    }
    let run = folder.run("verify --from auto web.jsonl");
    assert!(run.out.starts_with("error[unsupported.lacking]: a replay of splend"), "{}", run.out);
    assert!(run.out.contains(step), "{}", run.out);
    let named = "this is a file of splendorust-web, which has no cards";
    for command in ["verify", "show", "diagnose"] {
        let run = folder.run(&format!("{command} web.jsonl"));
        assert_eq!(run.status, 2);
        assert!(run.all().contains(named), "{command}: {}", run.all());
    }
    // Other clients record seeds and actions too.
    assert!(samples().iter().all(|(_, text, _)| ForeignFormat::of(text).unwrap().is_readable));
}
