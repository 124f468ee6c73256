//! What a server waits for: the messages of its client, and the results of its jobs.
//!
//! A thread reads the messages, and each job has a thread of its own, so that no message waits for
//! a job.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use serde_json::Value;

use crate::document::{Document, LogIssue};
use crate::message::{Answer, Message};

/// The most events that wait. The client waits while there are more.
const MOST_WAITING: usize = 100;

/// The stack of a job: as much as the first thread of a program usually has.
const STACK: usize = 8 << 20;

/// Something that a server reacts to.
pub(crate) enum Event {
    /// A message, the end of the input, or an error that ends it.
    Read(io::Result<Option<Message>>),
    /// The issues of a document.
    Judged(Arc<Document>, Vec<LogIssue>),
    /// The answer to the request with this id.
    Answered(Value, Answer),
}

/// The events, in the order in which they happen.
pub(crate) struct Events {
    sender: SyncSender<Event>,
    receiver: Receiver<Event>,
    /// WebAssembly has no threads: there, messages are read when nothing else is left to do.
    input: Option<Box<dyn BufRead>>,
}

impl Events {
    /// Begins to read the messages of an input.
    ///
    /// # Errors
    ///
    /// The system starts no thread.
    pub(crate) fn open(input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = mpsc::sync_channel(MOST_WAITING);
        if cfg!(target_family = "wasm") {
            return Ok(Self { sender, receiver, input: Some(Box::new(input)) });
        }
        let to_server = sender.clone();
        thread::Builder::new().spawn(move || forward(input, &to_server))?;
        Ok(Self { sender, receiver, input: None })
    }

    /// Returns the next event if it is there already.
    pub(crate) fn next_now(&self) -> Option<Event> {
        self.receiver.try_recv().ok()
    }

    /// Waits for the next event.
    pub(crate) fn wait(&mut self) -> Event {
        match &mut self.input {
            Some(input) => {
                self.receiver.try_recv().unwrap_or_else(|_| Event::Read(Message::read(input)))
            }
            None => self.receiver.recv().unwrap_or(Event::Read(Ok(None))),
        }
    }

    /// Starts a job; its result is a later event.
    ///
    /// # Errors
    ///
    /// The system starts no thread.
    pub(crate) fn start(&self, job: impl FnOnce() -> Event + Send + 'static) -> io::Result<()> {
        let to_server = self.sender.clone();
        let run = move || {
            let _server_may_have_left = to_server.send(job());
        };
        if cfg!(target_family = "wasm") {
            run();
        } else {
            thread::Builder::new().stack_size(STACK).spawn(run)?;
        }
        Ok(())
    }
}

/// Reads messages until the input ends or the server has left.
fn forward(mut input: impl BufRead, to_server: &SyncSender<Event>) {
    loop {
        let read = Message::read(&mut input);
        let is_last = !matches!(read, Ok(Some(_)));
        if to_server.send(Event::Read(read)).is_err() || is_last {
            return;
        }
    }
}
