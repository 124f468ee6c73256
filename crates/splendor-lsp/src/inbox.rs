//! The messages that wait to be handled.
//!
//! A thread reads ahead, so that a request that the client cancels is not answered, and a text that
//! changes again is not judged.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use serde_json::Value;

use crate::message::Message;

/// The most messages that are read ahead.
const AHEAD: usize = 100;

/// A message, the end of the input, or an error that ends it.
type Read = io::Result<Option<Message>>;

/// What there is to do next.
pub(crate) enum Next {
    Message(Message),
    /// No message is there yet.
    Idle,
    End,
}

/// The messages of a client, in order.
pub(crate) struct Inbox {
    reader: Reader,
    waiting: VecDeque<Read>,
}

enum Reader {
    Thread(Receiver<Read>),
    /// WebAssembly has no threads: there, nothing is read ahead.
    Here(Box<dyn BufRead>),
}

impl Inbox {
    /// Begins to read the messages of an input.
    ///
    /// # Errors
    ///
    /// The system starts no thread.
    pub(crate) fn open(mut input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let reader = if cfg!(target_family = "wasm") {
            Reader::Here(Box::new(input))
        } else {
            let (sender, receiver) = mpsc::sync_channel(1);
            thread::Builder::new().spawn(move || forward(&mut input, &sender))?;
            Reader::Thread(receiver)
        };
        Ok(Self { reader, waiting: VecDeque::new() })
    }

    /// Returns the next message. Without `wait`, none may be there yet.
    ///
    /// # Errors
    ///
    /// The input fails, or its next message cannot be found.
    pub(crate) fn next(&mut self, wait: bool) -> io::Result<Next> {
        self.read_ahead();
        let read = match (self.waiting.pop_front(), &mut self.reader) {
            (Some(read), _) => read,
            (None, _) if !wait => return Ok(Next::Idle),
            (None, Reader::Thread(receiver)) => receiver.recv().unwrap_or(Ok(None)),
            (None, Reader::Here(input)) => Message::read(input),
        };
        Ok(read?.map_or(Next::End, Next::Message))
    }

    fn read_ahead(&mut self) {
        let Reader::Thread(receiver) = &self.reader else { return };
        while self.waiting.len() < AHEAD
            && let Ok(read) = receiver.try_recv()
        {
            self.waiting.push_back(read);
        }
    }

    /// Returns whether the client has cancelled a request.
    pub(crate) fn cancels(&self, request: &Value) -> bool {
        self.waiting.iter().any(|read| match read {
            Ok(Some(Message::Notification { method, params })) => {
                method == "$/cancelRequest" && params.get("id") == Some(request)
            }
            _ => false,
        })
    }
}

/// Reads messages until the input ends or nobody wants them any more.
fn forward(input: &mut dyn BufRead, sender: &SyncSender<Read>) {
    loop {
        let read = Message::read(input);
        let is_last = !matches!(read, Ok(Some(_)));
        if sender.send(read).is_err() || is_last {
            return;
        }
    }
}
