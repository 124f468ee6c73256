//! The requests about documents that are not answered yet.

use std::collections::VecDeque;

use serde_json::Value;

use crate::message::{Answer, REQUEST_FAILED, Refusal};

/// The most requests that wait; an editor sends a few at a time.
const MOST: usize = 100;

/// What finds the answer to a request.
pub(crate) type Job = Box<dyn FnOnce() -> Answer + Send>;

/// The requests that are not answered yet. One job runs at a time.
#[derive(Default)]
pub(crate) struct Pending {
    /// The ids of all of them.
    unanswered: Vec<Value>,
    /// The jobs that have not begun.
    jobs: VecDeque<(Value, Job)>,
    is_running: bool,
}

impl Pending {
    /// Rejects a further request if too many wait.
    pub(crate) fn check_room(&self) -> Result<(), Refusal> {
        let waiting = self.unanswered.len();
        if waiting < MOST {
            return Ok(());
        }
        let message = format!("{waiting} requests wait already: ask again after an answer");
        Err((REQUEST_FAILED, message))
    }

    /// Returns whether a job runs or waits.
    pub(crate) fn is_busy(&self) -> bool {
        self.is_running || !self.jobs.is_empty()
    }

    /// Adds a request.
    pub(crate) fn add(&mut self, id: Value, job: Job) {
        self.unanswered.push(id.clone());
        self.jobs.push_back((id, job));
    }

    /// Takes the next job, unless one runs.
    pub(crate) fn start_next(&mut self) -> Option<(Value, Job)> {
        if self.is_running {
            return None;
        }
        let next = self.jobs.pop_front();
        self.is_running = next.is_some();
        next
    }

    /// Takes note that the running job has ended. Returns whether its request still needs the answer.
    pub(crate) fn end(&mut self, id: &Value) -> bool {
        self.is_running = false;
        self.remove(id)
    }

    /// Removes a request. Returns whether it was there; a job that runs goes on.
    pub(crate) fn remove(&mut self, id: &Value) -> bool {
        self.jobs.retain(|(other, _)| other != id);
        let before = self.unanswered.len();
        self.unanswered.retain(|other| other != id);
        self.unanswered.len() < before
    }
}
