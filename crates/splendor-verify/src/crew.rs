//! Work that is shared among threads; its results come in the order in which it was given.
//!
//! What is under way is bounded by its number and by its weight: who gives work faster than it is
//! done, or takes results more slowly, waits. Nothing here reads or writes.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope};

/// How many tasks may be under way for each thread.
const AHEAD: usize = 4;

/// As much stack as the first thread of a program usually has.
const STACK: usize = 8 << 20;

/// A task, and where its result goes.
type Task<T, R> = (T, SyncSender<R>);

/// Threads that do one kind of work; there are none before a task is given.
pub struct Crew<'s, 'e, T, R> {
    scope: &'s Scope<'s, 'e>,
    work: &'e (dyn Fn(T) -> R + Sync),
    threads: usize,
    workers: usize,
    give: Option<Sender<Task<T, R>>>,
    tasks: Arc<Mutex<Receiver<Task<T, R>>>>,
    over: Arc<AtomicBool>,
    under_way: VecDeque<(State<R>, usize)>,
    weight: usize,
    most: usize,
}

/// How far a task is.
enum State<R> {
    Given(Receiver<R>),
    Done(R),
}

impl<T, R> fmt::Debug for Crew<'_, '_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let under_way = self.under_way.len();
        write!(f, "Crew({} of {} threads, {under_way} under way)", self.workers, self.threads)
    }
}

impl<'s, 'e, T: Send + 'e, R: Send + 'e> Crew<'s, 'e, T, R> {
    /// Makes a crew of up to so many threads; with one, who gives a task does it.
    ///
    /// `most` bounds the weight of what is under way.
    pub fn new(
        scope: &'s Scope<'s, 'e>,
        threads: usize,
        most: usize,
        work: &'e (dyn Fn(T) -> R + Sync),
    ) -> Self {
        let (give, tasks) = channel();
        Self {
            scope,
            work,
            threads,
            workers: 0,
            give: Some(give),
            tasks: Arc::new(Mutex::new(tasks)),
            over: Arc::default(),
            under_way: VecDeque::new(),
            weight: 0,
            most,
        }
    }

    /// Gives a task, after [`next_due`](Self::next_due) has told that there is room.
    pub fn give(&mut self, task: T, weight: usize) {
        if self.workers < self.threads && self.threads > 1 && self.hire() {
            self.workers += 1;
        }
        self.give_to_those_there(task, weight);
    }

    /// Gives a task for which no thread is worth making, because no other will follow.
    pub fn give_to_those_there(&mut self, task: T, weight: usize) {
        let state = match self.give.as_ref().filter(|_| self.workers > 0) {
            None => State::Done((self.work)(task)),
            Some(give) => {
                let (done, result) = sync_channel(1);
                match give.send((task, done)) {
                    Ok(()) => State::Given(result),
                    Err(unsent) => State::Done((self.work)(unsent.0.0)),
                }
            }
        };
        self.under_way.push_back((state, weight));
        self.weight += weight;
    }

    /// Makes a thread; returns whether there was one to be had.
    fn hire(&self) -> bool {
        let (work, tasks, over) = (self.work, Arc::clone(&self.tasks), Arc::clone(&self.over));
        let follow = move || {
            loop {
                let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok((task, done)) = task else { return };
                if !over.load(Ordering::Relaxed) {
                    // Who stopped early takes no result.
                    let _not_taken = done.send(work(task));
                }
            }
        };
        Builder::new().stack_size(STACK).spawn_scoped(self.scope, follow).is_ok()
    }

    /// Returns the next result in order: one that is there, or one that is waited for because
    /// nothing more may be under way; none if there is room for another task.
    ///
    /// # Panics
    ///
    /// If the work panicked on a thread.
    pub fn next_due(&mut self) -> Option<R> {
        let full = self.under_way.len() >= self.threads * AHEAD || self.weight >= self.most;
        match &self.under_way.front()?.0 {
            State::Given(result) if !full => {
                let done = result.try_recv().ok()?;
                self.take();
                Some(done)
            }
            _ => self.rest(),
        }
    }

    /// Returns the next result in order and waits for it; none if nothing is under way.
    ///
    /// # Panics
    ///
    /// If the work panicked on a thread.
    pub fn rest(&mut self) -> Option<R> {
        Some(match self.take()? {
            State::Done(result) => result,
            State::Given(result) => result.recv().expect("no thread ends within a task"),
        })
    }

    fn take(&mut self) -> Option<State<R>> {
        let (state, weight) = self.under_way.pop_front()?;
        self.weight -= weight;
        Some(state)
    }
}

/// The threads end; what none of them began is never done.
impl<T, R> Drop for Crew<'_, '_, T, R> {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.give = None;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Gives the numbers up to a hundred to so many threads.
    fn squares(threads: usize, most: usize, work: &(dyn Fn(usize) -> usize + Sync)) -> Vec<usize> {
        thread::scope(|scope| {
            let mut crew = Crew::new(scope, threads, most, work);
            let mut results = Vec::new();
            for number in 0..100 {
                crew.give(number, 1);
                assert!(crew.weight <= most + 1 && crew.under_way.len() <= threads * AHEAD);
                results.extend(std::iter::from_fn(|| crew.next_due()));
            }
            results.extend(std::iter::from_fn(|| crew.rest()));
            results
        })
    }

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
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
    fn a_task_alone_makes_no_thread() {
        let here = thread::current().id();
        thread::scope(|scope| {
            let work = &|()| thread::current().id();
            let mut crew = Crew::new(scope, 8, 1, work);
            crew.give_to_those_there((), 1);
            assert_eq!((crew.rest(), crew.workers), (Some(here), 0));
            crew.give((), 1);
            assert!(crew.rest().is_some_and(|there| there != here) && crew.rest().is_none());
        });
    }

    #[test]
    fn what_was_not_begun_is_left_when_who_gave_it_stops() {
        let (begun, gone) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = |()| {
            begun.fetch_add(1, Ordering::Relaxed);
            while !gone.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        thread::scope(|scope| {
            let mut crew = Crew::new(scope, 2, 100, &work);
            (0..8).for_each(|_| crew.give((), 1));
            drop(crew);
            gone.store(true, Ordering::Relaxed);
        });
        assert!(begun.into_inner() <= 2, "each thread has one, and takes no other");
    }
}
