//! The log of the server, on standard error.

use std::borrow::Cow;
use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use universal_accounting::value::CardNumber;

use crate::findings::pluralize;
use crate::output;

/// How many lines wait for a reader of standard error that is slow.
const MAX_WAITING: usize = 1024;

/// Writes lines on a thread of its own, so that nobody waits for standard error: it may be a pipe that nobody reads. Lines beyond those that can wait
/// are dropped and counted.
#[derive(Debug)]
pub(super) struct Log {
    messages: SyncSender<Message>,
    dropped: AtomicUsize,
}

enum Message {
    Line(String),
    /// Answered once all lines before it are written.
    Written(Sender<()>),
}

impl Log {
    /// Starts the thread. Without a thread, nothing is logged.
    pub(super) fn start() -> Self {
        let (messages, waiting) = sync_channel(MAX_WAITING);
        let _ = thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write_lines(&waiting));
        Self {
            messages,
            dropped: AtomicUsize::new(0),
        }
    }

    /// Adds a line, without waiting.
    pub(super) fn write(&self, line: impl Display) {
        self.report_dropped();
        if self
            .messages
            .try_send(Message::Line(line.to_string()))
            .is_err()
        {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds a line with the number of lines that were dropped.
    fn report_dropped(&self) {
        let dropped = self.dropped.swap(0, Ordering::Relaxed);
        let lines = || pluralize(dropped, "line");
        let report = || {
            Message::Line(format!(
                "{} of this log were dropped, because nothing read them",
                lines()
            ))
        };
        if dropped > 0 && self.messages.try_send(report()).is_err() {
            self.dropped.fetch_add(dropped, Ordering::Relaxed);
        }
    }

    /// Waits until all lines are written, or until the time is over.
    pub(super) fn finish(&self, patience: Duration) {
        self.report_dropped();
        let (written, is_written) = channel();
        if self.messages.try_send(Message::Written(written)).is_ok() {
            let _ = is_written.recv_timeout(patience);
        }
    }
}

fn write_lines(waiting: &Receiver<Message>) {
    for message in waiting {
        match message {
            Message::Line(line) => output::print_note(line),
            Message::Written(written) => drop(written.send(())),
        }
    }
}

/// How often a path is decoded to look for card numbers. Programs encode a path twice by mistake.
const MAX_DECODINGS: usize = 3;

/// Returns a path, decoded if only that shows that it has a card number, so that the number can be masked.
pub(super) fn without_encoded_cards(path: &str) -> Cow<'_, str> {
    let mut decoded = Cow::Borrowed(path);
    for _ in 0..MAX_DECODINGS {
        if CardNumber::find(&decoded).is_some() {
            return decoded;
        }
        let next = percent_decode_str(&decoded)
            .decode_utf8_lossy()
            .into_owned();
        if next == *decoded {
            break;
        }
        decoded = Cow::Owned(next);
    }
    match CardNumber::find(&decoded) {
        Some(_) => decoded,
        None => Cow::Borrowed(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sanitize::truncate;

    #[test]
    fn encoded_card_numbers_are_masked() {
        for path in [
            "/a/4111%201111%201111%201111",
            "/a/4111%2D1111%2d1111-1111",
            "/a/%34111111111111111",
            "/a/4111%25201111%25201111%25201111",
        ] {
            let logged = truncate(&without_encoded_cards(path), 100);
            assert!(
                logged.contains("1111") && !logged.contains("4111"),
                "{logged}"
            );
        }
        let plain = "/a/b%2Fc%20d";
        assert_eq!(without_encoded_cards(plain), plain);
    }
}
