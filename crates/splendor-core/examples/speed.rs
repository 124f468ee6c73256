#[path = "../tests/it/walk.rs"]
mod walk;
use std::time::Instant;
fn main() {
    let mut dice = walk::Dice::new(3);
    let mut games = Vec::new();
    for _ in 0..300 {
        let mut w = walk::Walk::new(&mut dice, true);
        let start = w.position;
        let mut turns = Vec::new();
        loop {
            let legal = w.position.legal_turns(&w.game);
            if legal.is_empty() || turns.len() > 300 {
                break;
            }
            let t = w.pick(&mut dice, &legal);
            let t = w.told(&t);
            w.play(&t).unwrap();
            turns.push(t);
        }
        games.push((w.game, start, turns));
    }
    let n: usize = games.iter().map(|g| g.2.len()).sum();
    for _ in 0..5 {
        let s = Instant::now();
        let mut k = 0u32;
        for _ in 0..20 {
            for (g, p, ts) in &games {
                let mut p = *p;
                let mut q = p;
                for t in ts {
                    p.play_into(g, t, &mut q).unwrap();
                    std::mem::swap(&mut p, &mut q);
                }
                k += p.turns();
            }
        }
        let e = s.elapsed();
        println!("{} turns {:?} {:.1} M/s", k, e, k as f64 / e.as_secs_f64() / 1e6);
    }
    println!("{n} {}", std::mem::size_of::<splendor_core::Position>());
}
