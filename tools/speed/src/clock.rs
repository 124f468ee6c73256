//! Processor time, on which other programs have less influence than on elapsed time.

use rustix::time::{ClockId, clock_gettime};

/// Returns the processor time of this process.
pub(crate) fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
