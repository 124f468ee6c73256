//! A thread pool that returns results in submission order.
//!
//! The number and the weight of the tasks in progress are bounded: a caller that submits faster
//! than the threads work, or that takes results more slowly, waits.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope};

/// How many tasks may be in progress for each thread.
const AHEAD: usize = 4;

/// The stack of a worker: as much as the first thread of a program usually has.
const STACK: usize = 8 << 20;

/// A task, and the channel for its result.
type Task<T, R> = (T, SyncSender<R>);

/// Threads that do one kind of work. The first of them starts with the first task.
pub(crate) struct OrderedPool<'s, 'e, T, R> {
    scope: &'s Scope<'s, 'e>,
    work: &'e (dyn Fn(T) -> R + Sync),
    /// The most workers.
    threads: usize,
    workers: usize,
    tasks: Option<Sender<Task<T, R>>>,
    queue: Arc<Mutex<Receiver<Task<T, R>>>>,
    /// Whether workers discard the tasks that they have not begun.
    cancelled: Arc<AtomicBool>,
    /// The tasks in submission order, each with its weight. The caller gets the result at the
    /// front next, so results keep that order although the threads finish in any.
    in_progress: VecDeque<(State<R>, usize)>,
    weight: usize,
    max_weight: usize,
}

/// The state of a task.
enum State<R> {
    Submitted(Receiver<R>),
    Done(R),
}

impl<T, R> fmt::Debug for OrderedPool<'_, '_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { workers, threads, in_progress, .. } = self;
        write!(f, "OrderedPool({workers} of {threads} threads, {} tasks)", in_progress.len())
    }
}

impl<'s, 'e, T: Send + 'e, R: Send + 'e> OrderedPool<'s, 'e, T, R> {
    /// Returns a pool of at most `threads` threads; with one, the caller's thread does the work.
    ///
    /// `max_weight` bounds the total weight of the tasks in progress.
    pub(crate) fn new(
        scope: &'s Scope<'s, 'e>,
        threads: usize,
        max_weight: usize,
        work: &'e (dyn Fn(T) -> R + Sync),
    ) -> Self {
        let (tasks, queue) = channel();
        Self {
            scope,
            work,
            threads,
            workers: 0,
            tasks: Some(tasks),
            queue: Arc::new(Mutex::new(queue)),
            cancelled: Arc::default(),
            in_progress: VecDeque::new(),
            weight: 0,
            max_weight,
        }
    }

    /// Submits a task. The caller then calls [`try_next`](Self::try_next) until it returns `None`.
    pub(crate) fn submit(&mut self, task: T, weight: usize) {
        if self.workers < self.threads && self.threads > 1 && self.spawn_worker() {
            self.workers += 1;
        }
        self.submit_without_spawning(task, weight);
    }

    /// Submits the last task: a new thread for it would cost more than it saves.
    pub(crate) fn submit_without_spawning(&mut self, task: T, weight: usize) {
        let state = match self.tasks.as_ref().filter(|_| self.workers > 0) {
            None => State::Done((self.work)(task)),
            Some(tasks) => {
                let (done, result) = sync_channel(1);
                match tasks.send((task, done)) {
                    Ok(()) => State::Submitted(result),
                    Err(unsent) => State::Done((self.work)(unsent.0.0)),
                }
            }
        };
        self.in_progress.push_back((state, weight));
        self.weight += weight;
    }

    /// Starts a worker; returns whether the system had a thread for it.
    fn spawn_worker(&self) -> bool {
        let (work, queue) = (self.work, Arc::clone(&self.queue));
        let cancelled = Arc::clone(&self.cancelled);
        let worker = move || {
            loop {
                let task = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok((task, done)) = task else { return };
                if !cancelled.load(Ordering::Relaxed) {
                    // A caller that stopped early has dropped the receiver.
                    let _not_received = done.send(work(task));
                }
            }
        };
        Builder::new().stack_size(STACK).spawn_scoped(self.scope, worker).is_ok()
    }

    /// Returns the next result if it is ready. If the pool is full, waits for it.
    ///
    /// # Panics
    ///
    /// If the work panicked on a thread.
    pub(crate) fn try_next(&mut self) -> Option<R> {
        let full = self.in_progress.len() >= self.threads * AHEAD || self.weight >= self.max_weight;
        match &self.in_progress.front()?.0 {
            State::Submitted(result) if !full => {
                let done = result.try_recv().ok()?;
                self.pop();
                Some(done)
            }
            _ => self.wait_next(),
        }
    }

    /// Waits for the next result and returns it; returns `None` if no task is in progress.
    ///
    /// # Panics
    ///
    /// If the work panicked on a thread.
    pub(crate) fn wait_next(&mut self) -> Option<R> {
        Some(match self.pop()? {
            State::Done(result) => result,
            State::Submitted(result) => result.recv().expect("no thread ends within a task"),
        })
    }

    fn pop(&mut self) -> Option<State<R>> {
        let (state, weight) = self.in_progress.pop_front()?;
        self.weight -= weight;
        Some(state)
    }
}

/// Ends the threads and discards the tasks that none of them has begun.
impl<T, R> Drop for OrderedPool<'_, '_, T, R> {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.tasks = None;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Squares the numbers below a hundred on `threads` threads.
    fn squares(
        threads: usize,
        max_weight: usize,
        work: &(dyn Fn(usize) -> usize + Sync),
    ) -> Vec<usize> {
        thread::scope(|scope| {
            let mut pool = OrderedPool::new(scope, threads, max_weight, work);
            let mut results = Vec::new();
            for number in 0..100 {
                pool.submit(number, 1);
                assert!(pool.weight <= max_weight + 1 && pool.in_progress.len() <= threads * AHEAD);
                results.extend(std::iter::from_fn(|| pool.try_next()));
            }
            results.extend(std::iter::from_fn(|| pool.wait_next()));
            results
        })
    }

    #[test]
    fn results_are_in_submission_order() {
        let expected: Vec<usize> = (0..100).map(|number| number * number).collect();
        let uneven = |number: usize| {
            thread::sleep(Duration::from_micros(number as u64 * 7919 % 300));
            number * number
        };
        for threads in [1, 2, 7] {
            assert_eq!(squares(threads, 50, &uneven), expected, "{threads} threads");
            assert_eq!(squares(threads, 1, &uneven), expected, "{threads} threads");
        }
    }

    #[test]
    fn a_single_task_starts_no_thread() {
        let here = thread::current().id();
        thread::scope(|scope| {
            let work = &|()| thread::current().id();
            let mut pool = OrderedPool::new(scope, 8, 1, work);
            pool.submit_without_spawning((), 1);
            assert_eq!((pool.wait_next(), pool.workers), (Some(here), 0));
            pool.submit((), 1);
            assert!(
                pool.wait_next().is_some_and(|there| there != here) && pool.wait_next().is_none()
            );
        });
    }

    #[test]
    fn tasks_that_have_not_begun_are_discarded_when_the_caller_stops() {
        let (begun, gone) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = |()| {
            begun.fetch_add(1, Ordering::Relaxed);
            while !gone.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        thread::scope(|scope| {
            let mut pool = OrderedPool::new(scope, 2, 100, &work);
            (0..8).for_each(|_| pool.submit((), 1));
            drop(pool);
            gone.store(true, Ordering::Relaxed);
        });
        assert!(begun.into_inner() <= 2, "each thread has begun one task at most");
    }
}
