//! Signals that end the program.

use std::fs::File;
use std::future::{pending, poll_fn};
use std::io;
use std::path::Path;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::vec::Drain;

use tempfile::{NamedTempFile, TempDir, TempPath};
use tokio::sync::watch;

#[cfg(unix)]
pub(crate) use signals::on_first_signal;

/// Temporary files that do not have their final names yet. They are removed when this is dropped and, on Unix, when a signal ends the program.
pub(crate) struct UnfinishedFiles(Paths);

/// Removing a path from the list deletes the file.
type Paths = Arc<Mutex<Vec<TempPath>>>;

impl UnfinishedFiles {
    pub(crate) fn new() -> Self {
        let paths = Paths::default();
        #[cfg(unix)]
        signals::remove_on_signal(&paths, |paths| !std::mem::take(paths).is_empty());
        Self(paths)
    }

    /// Creates a file and adds it under one lock, so a signal never misses a file.
    pub(crate) fn add(
        &self,
        create: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<File> {
        let mut paths = lock(&self.0);
        let (file, path) = create()?.into_parts();
        paths.push(path);
        Ok(file)
    }

    /// Renames the files to their final names, in the order in which they were added. A signal waits until this is done. Files that `rename`
    /// does not rename are removed.
    pub(crate) fn finish<E>(
        &self,
        rename: impl FnOnce(Drain<'_, TempPath>) -> Result<(), E>,
    ) -> Result<(), E> {
        rename(lock(&self.0).drain(..))
    }
}

/// A temporary folder that does not have its final name yet. It is removed when this is dropped and, on Unix, when a signal ends the program.
pub(crate) struct UnfinishedFolder(Arc<Mutex<Option<TempDir>>>);

impl UnfinishedFolder {
    /// Creates a folder under a lock, so a signal never misses it.
    pub(crate) fn create(create: impl FnOnce() -> io::Result<TempDir>) -> io::Result<Self> {
        let folder = Arc::new(Mutex::new(None));
        #[cfg(unix)]
        signals::remove_on_signal(&folder, |folder| folder.take().is_some());
        // In one expression, the right side would be evaluated before the lock is taken.
        let mut held = lock(&folder);
        *held = Some(create()?);
        drop(held);
        Ok(Self(folder))
    }

    /// Calls `create` with the path to create a file in the folder. A signal waits until it returns, or its file could be missed.
    pub(crate) fn with_path<T>(
        &self,
        create: impl FnOnce(&Path) -> io::Result<T>,
    ) -> io::Result<T> {
        match lock(&self.0).as_ref() {
            Some(folder) => create(folder.path()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Moves the files of the folder to their final place. A signal waits until this is done. The folder is removed, unless `move_files` returns that it
    /// has moved the whole folder.
    pub(crate) fn finish(
        &self,
        move_files: impl FnOnce(&Path) -> Result<bool, String>,
    ) -> Result<(), String> {
        let mut folder = lock(&self.0);
        let Some(mut folder) = folder.take() else {
            return Ok(());
        };
        let is_moved = move_files(folder.path())?;
        folder.disable_cleanup(is_moved);
        Ok(())
    }
}

impl Drop for UnfinishedFolder {
    fn drop(&mut self) {
        lock(&self.0).take();
    }
}

impl Drop for UnfinishedFiles {
    fn drop(&mut self) {
        lock(&self.0).clear();
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does nothing: without Unix signals, the platform ends the program.
#[cfg(not(unix))]
pub(crate) fn on_first_signal(_stop: impl FnOnce() + Send + 'static) {}

#[cfg(unix)]
mod signals {
    use std::fs;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use std::sync::{Arc, Mutex};

    use super::lock;
    use crate::output;

    /// Calls `remove` with the unfinished files when a signal arrives, then ends the program as the signal would have. If no handler can be installed, a
    /// signal leaves the files behind. `remove` returns whether there were any.
    pub(super) fn remove_on_signal<T: Send + 'static>(
        unfinished: &Arc<Mutex<T>>,
        mut remove: impl FnMut(&mut T) -> bool + Send + 'static,
    ) {
        let unfinished = Arc::clone(unfinished);
        handle_signals(move |signal| {
            let mut unfinished = lock(&unfinished);
            if remove(&mut unfinished) {
                output::print_note("interrupted: no file was written");
            }
            let _ = emulate_default_handler(signal);
        });
    }

    /// Calls `stop` on the first signal. The second signal ends the program.
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
        let signals = [SIGHUP, SIGINT, SIGTERM]
            .into_iter()
            .filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let Ok(mut signals) = Signals::new(signals) else {
            return;
        };
        // If the thread can't be started, signals stay pending until the program is done.
        let _ = thread::Builder::new().spawn(move || signals.forever().for_each(handler));
    }

    /// Returns the signals that the parent process has set to be ignored, as `nohup` does, one bit each. Where the platform does not report
    /// them, SIGHUP counts as ignored.
    fn ignored_signals() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok())
            .unwrap_or(1 << (SIGHUP - 1))
    }
}

/// Becomes true when the service is to stop.
pub(super) type StopSignal = watch::Receiver<bool>;

/// Runs some work, and returns `None` if the service is to stop before the work is done.
pub(super) async fn run_until_stop<T>(
    stop: &mut StopSignal,
    work: impl Future<Output = T>,
) -> Option<T> {
    let stopped = async {
        // Without a sender, the signal never comes: the platform has no handler for signals.
        if stop.wait_for(|is_stopping| *is_stopping).await.is_err() {
            pending::<()>().await;
        }
    };
    let (mut work, mut stopped) = (pin!(work), pin!(stopped));
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(result) => Poll::Ready(Some(result)),
        Poll::Pending => stopped.as_mut().poll(context).map(|()| None),
    })
    .await
}
