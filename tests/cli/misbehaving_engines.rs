//! Checks `splendor conformance` against programs that misbehave: they stop, wait, answer ahead, or
//! write without end.
#![cfg(unix)]

use std::time::{Duration, Instant};

use crate::cmd::Folder;

fn shell_engine(folder: &Folder, script: &str, options: &str) -> (i32, String) {
    folder.write("engine.sh", script);
    let run = folder.shell(&format!("splendor conformance --cmd 'sh engine.sh' {options}"));
    (run.status, run.all())
}

#[test]
fn misbehaving_engines_are_reported_and_killed() {
    let folder = Folder::new("conformance-processes");
    let hello = "read line; echo '{\"id\":1}'\n";
    let seconds = |script: &str| if script == "exec sleep 600\n" { 1 } else { 60 };
    for (script, status, words) in [
        ("exit 3\n", 2, "the engine stopped without an answer (exit status: 3)"),
        ("read line; echo hello\n", 2, "no answer: "),
        ("read line; echo '{\"id\":1,\"error\":\"no licence\"}'\n", 2, "no licence"),
        ("exec sleep 600\n", 2, "no answer within 1 seconds"),
        ("exec 1>&-; exec sleep 600\n", 2, "the engine closed its output without an answer"),
        (&format!("{hello}exit 4\n"), 1, "the engine stopped without an answer (exit status: 4)"),
        (&format!("{hello}echo; read x\n"), 1, "no answer: "),
        ("read line; exec yes '{\"id\":1}'\n", 1, "the answer has the id 1, needed 2"),
    ] {
        let begun = Instant::now();
        let options = format!("--timeout {} --clause take.pair", seconds(script));
        let (found, all) = shell_engine(&folder, script, &options);
        assert_eq!(found, status, "{script}: {all}");
        assert!(all.contains(words), "{script}: {all}");
        assert!(begun.elapsed() < Duration::from_secs(250), "{script}");
    }
    let run = folder.run("conformance --cmd ./there-is-none");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("cannot start it"), "{}", run.err);
}

#[test]
fn an_engine_that_answers_ahead_without_reading_is_stopped() {
    let folder = Folder::new("conformance-ahead");
    let script = "n=0; while n=$((n + 1)); do echo \"{\\\"id\\\":$n}\"; done\n";
    let begun = Instant::now();
    let (status, all) = shell_engine(&folder, script, "--timeout 1");
    assert_eq!(status, 1, "{all}");
    assert!(all.contains("the engine answered before it read the question"), "{all}");
    assert!(begun.elapsed() < Duration::from_secs(100), "{:?}", begun.elapsed());
}

#[test]
fn an_endless_answer_is_cut_off() {
    let folder = Folder::new("conformance-endless");
    let script = "read line; exec yes x | tr -d '\\n'\n";
    let (status, all) = shell_engine(&folder, script, "--timeout 60 --clause take.pair");
    assert_eq!(status, 2, "{all}");
    assert!(all.contains("the answer is longer than 16777216 bytes"), "{all}");
}
