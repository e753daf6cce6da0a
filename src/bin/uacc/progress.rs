//! One line on a terminal while a call takes long: what is done, of how much, and how fast.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::verbosity::is_quiet;

/// How long a call shows nothing.
const PATIENCE: Duration = Duration::from_secs(2);
/// Less than this never takes so long.
const MIN_BYTES: u64 = 8 << 20;
/// How many bytes are done between two updates.
const STEP: usize = 1 << 20;

/// The line that is shown, which a message has to make room for.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// The line, which is gone when this is dropped.
pub(crate) struct Progress(Option<ProgressBar>);

/// What is done of one input.
pub(crate) struct Part<'p> {
    progress: &'p Progress,
    len: usize,
    done: usize,
}

impl Progress {
    /// Shows how many bytes of the input are done, which the parts count.
    pub(crate) fn measured(doing: &'static str, bytes: usize) -> Self {
        let template = "{msg}: {decimal_bytes} of {decimal_total_bytes}, {decimal_bytes_per_sec}";
        Self::start(doing, bytes, template)
    }

    /// Shows how long the work on this many bytes has taken.
    pub(crate) fn working(doing: &'static str, bytes: usize) -> Self {
        Self::start(doing, bytes, "{msg}: {decimal_total_bytes}, {elapsed}")
    }

    fn start(doing: &'static str, total: usize, template: &str) -> Self {
        let total = u64::try_from(total).unwrap_or(u64::MAX);
        let style = ProgressStyle::with_template(template).ok();
        let Some(style) =
            style.filter(|_| total >= MIN_BYTES && !is_quiet() && io::stderr().is_terminal())
        else {
            return Self(None);
        };
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        bar.set_style(style);
        bar.set_message(doing);
        set_shown(Some(bar.clone()));
        let later = bar.clone();
        thread::spawn(move || {
            thread::sleep(PATIENCE);
            if !later.is_finished() {
                later.set_draw_target(ProgressDrawTarget::stderr());
                later.enable_steady_tick(Duration::from_millis(200));
            }
        });
        Self(Some(bar))
    }

    pub(crate) fn part(&self, bytes: usize) -> Part<'_> {
        Part {
            progress: self,
            len: bytes,
            done: 0,
        }
    }

    /// Says that so much more is done.
    pub(crate) fn add(&self, more: usize) {
        if let Some(bar) = &self.0 {
            let done = bar
                .position()
                .saturating_add(u64::try_from(more).unwrap_or_default());
            bar.set_position(done.min(bar.length().unwrap_or(done)));
        }
    }
}

fn set_shown(bar: Option<ProgressBar>) {
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Calls a function that writes to standard error, while the line is away.
pub(crate) fn suspended(write: impl FnOnce()) {
    match &*SHOWN.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

impl Part<'_> {
    /// Says that everything before this offset is done.
    pub(crate) fn advance_to(&mut self, offset: usize) {
        // A file may be shorter than its text in UTF-8.
        let offset = offset.min(self.len);
        if offset >= self.done + STEP {
            self.progress.add(offset - self.done);
            self.done = offset;
        }
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        self.progress.add(self.len - self.done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
            set_shown(None);
        }
    }
}
