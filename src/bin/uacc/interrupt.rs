//! Signals that end the program.

use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::vec::Drain;

use tempfile::{NamedTempFile, TempPath};

/// Temporary files that do not have their final names yet. They are removed when this is dropped and, on Unix, when a signal ends the program.
pub(crate) struct UnfinishedFiles(Paths);

/// Removing a path from the list deletes the file.
type Paths = Arc<Mutex<Vec<TempPath>>>;

impl UnfinishedFiles {
    pub(crate) fn new() -> Self {
        let paths = Paths::default();
        #[cfg(unix)]
        signals::remove_files_on_signal(&paths);
        Self(paths)
    }

    /// Creates a file and adds it under one lock, so a signal never misses a file.
    pub(crate) fn add(&self, create: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<File> {
        let mut paths = lock(&self.0);
        let (file, path) = create()?.into_parts();
        paths.push(path);
        Ok(file)
    }

    /// Renames the files to their final names, in the order in which they were added. A signal waits until this is done. Files that `rename`
    /// does not rename are removed.
    pub(crate) fn finish<E>(&self, rename: impl FnOnce(Drain<'_, TempPath>) -> Result<(), E>) -> Result<(), E> {
        rename(lock(&self.0).drain(..))
    }
}

impl Drop for UnfinishedFiles {
    fn drop(&mut self) {
        lock(&self.0).clear();
    }
}

fn lock(paths: &Paths) -> MutexGuard<'_, Vec<TempPath>> {
    paths.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(unix, feature = "serve"))]
pub(crate) use signals::on_first_signal;

/// Does nothing: without Unix signals, the platform ends the program.
#[cfg(all(not(unix), feature = "serve"))]
pub(crate) fn on_first_signal(_stop: impl FnOnce() + Send + 'static) {}

#[cfg(unix)]
mod signals {
    use std::fs;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{Paths, lock};
    use crate::output;

    /// Removes the unfinished files when a signal arrives, then ends the program as the signal would have. If no handler can be installed, a
    /// signal leaves the files behind.
    pub(super) fn remove_files_on_signal(paths: &Paths) {
        let paths = Paths::clone(paths);
        handle_signals(move |signal| {
            let mut paths = lock(&paths);
            if !paths.is_empty() {
                paths.clear();
                output::print_note("interrupted: no file was written");
            }
            let _ = emulate_default_handler(signal);
        });
    }

    /// Calls `stop` on the first signal. The second signal ends the program.
    #[cfg(feature = "serve")]
    pub(crate) fn on_first_signal(stop: impl FnOnce() + Send + 'static) {
        let mut stop = Some(stop);
        handle_signals(move |signal| match stop.take() {
            Some(stop) => stop(),
            None => drop(emulate_default_handler(signal)),
        });
    }

    /// Calls `handler` for each signal that asks the program to end, on a separate thread.
    fn handle_signals(handler: impl FnMut(i32) + Send + 'static) {
        let ignored = ignored_signals();
        let signals = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let Ok(mut signals) = Signals::new(signals) else { return };
        // If the thread can't be started, signals stay pending until the program is done.
        let _ = thread::Builder::new().spawn(move || signals.forever().for_each(handler));
    }

    /// Returns the signals that the parent process has set to be ignored, as `nohup` does, one bit each. Where the platform does not report
    /// them, SIGHUP counts as ignored.
    fn ignored_signals() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(1 << (SIGHUP - 1))
    }
}
