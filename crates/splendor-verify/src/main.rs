//! wip
use std::io::BufRead;
use splendor_verify::*;
fn main() {
    let keep = std::env::args().nth(2).is_some();
    let f = std::io::BufReader::new(std::fs::File::open(std::env::args().nth(1).unwrap()).unwrap());
    for (n, l) in f.lines().enumerate() {
        let l = l.unwrap();
        let log = match splendor_schema::Log::read(l.as_bytes()) { Ok(l) => l, Err(e) => { println!("{n}: {e}"); continue } };
        let s = Strangers::new();
        let j = judge(&log, &Options { keep_going: keep, ..Options::default() }, &s);
        println!("{} {:?} complete {} judged {}/{} {:?}", n + 1, j.verdict(), j.is_complete(), j.judged, log.turns.len(), j.unsupported.first());
        for f in &j.findings { println!("   turn {:?} {} {} [{:?}]", f.turn.map(|t| t + 1), f.breach.clause().id(), f.breach.violation(), f.breach.contradicted().map(|v| v.clause().id())); }
    }
}
