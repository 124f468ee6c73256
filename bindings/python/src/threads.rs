//! Many logs in several threads, with the results in the order of the logs.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Returns the number of threads; the default is the parallelism that the machine offers.
pub(crate) fn count(asked_for: Option<NonZero<usize>>) -> usize {
    asked_for.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get)
}

/// Runs a job for each number below `jobs` and returns the results in the order of the numbers.
///
/// The calling thread works too, so all jobs finish even if no other thread can be started.
pub(crate) fn each<T: Send>(
    jobs: usize,
    threads: usize,
    job: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < jobs);
        std::iter::from_fn(take).map(|at| (at, job(at))).collect::<Vec<_>>()
    };
    let mut done = thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads.min(jobs)).map_while(start).collect();
        let mut done = work();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_order_whatever_the_threads() {
        let squares: Vec<usize> = (0..1_000).map(|at| at * at).collect();
        for threads in [0, 1, 2, 7, 2_000] {
            assert_eq!(each(1_000, threads, |at| at * at), squares);
        }
        assert!(each(0, 4, |at| at).is_empty());
    }

    #[test]
    fn several_threads_work() {
        // Each job waits until another one has begun, so a single thread would wait forever.
        let together = std::sync::Barrier::new(2);
        each(2, 2, |_| together.wait().is_leader());
        assert_eq!(count(NonZero::new(3)), 3);
        assert!(count(None) >= 1);
    }
}
