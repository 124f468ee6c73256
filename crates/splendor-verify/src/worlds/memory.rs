//! How many searches of the process may take much memory at a time.
//!
//! A search that needs more than a little waits for its turn. So the memory of the process does not
//! grow with the number of threads, and no result depends on it: the search that waits takes the
//! same steps later.

use std::sync::{Condvar, Mutex, PoisonError};

/// The most searches that take much memory at a time.
const MOST_LARGE: usize = 2;

static FREE: Mutex<usize> = Mutex::new(MOST_LARGE);
static FREED: Condvar = Condvar::new();

/// The permission of a search to take much memory, until it is dropped. A search has one at most, so
/// that none waits for another that waits.
#[derive(Debug)]
pub(super) struct MemoryPermit(());

impl MemoryPermit {
    /// Waits until less than two other searches have a permission.
    pub(super) fn wait() -> Self {
        let free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free =
            FREED.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        Self(())
    }
}

impl Drop for MemoryPermit {
    fn drop(&mut self) {
        *FREE.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        FREED.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    /// Other tests of this process search too, so fewer may be free, but never more.
    #[test]
    fn no_more_than_two_searches_take_much_memory() {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let _permit = MemoryPermit::wait();
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    thread::yield_now();
                    now.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        assert!((1..=MOST_LARGE).contains(&most.into_inner()));
    }
}
