use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Files that have not got their names yet. They go when this goes, and where the platform lets, also when a signal ends the program.
pub(crate) struct Unfinished(Paths);

type Paths = Arc<Mutex<Vec<PathBuf>>>;

impl Unfinished {
    pub(crate) fn new() -> Self {
        let paths = Paths::default();
        #[cfg(unix)]
        signals::watch(&paths);
        Self(paths)
    }

    pub(crate) fn add(&self, make: impl FnOnce() -> io::Result<(File, PathBuf)>) -> io::Result<(File, PathBuf)> {
        let mut paths = locked(&self.0);
        let (file, path) = make()?;
        paths.push(path.clone());
        Ok((file, path))
    }

    /// Gives them their names, which no signal interrupts.
    pub(crate) fn finish<E>(&self, name: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        let mut paths = locked(&self.0);
        name()?;
        paths.clear();
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        remove(&mut locked(&self.0));
    }
}

fn locked(paths: &Paths) -> MutexGuard<'_, Vec<PathBuf>> {
    paths.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove(paths: &mut Vec<PathBuf>) {
    for path in paths.drain(..) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(all(unix, feature = "serve"))]
pub(crate) use signals::on_stop;

/// Where no signal is heard, the program ends as the platform has it.
#[cfg(all(not(unix), feature = "serve"))]
pub(crate) fn on_stop(_stop: impl FnOnce() + Send + 'static) {}

#[cfg(unix)]
mod signals {
    use std::fs;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{Paths, locked, remove};
    use crate::output;

    /// On a signal, takes away what is unfinished and ends as it would have ended without this. Where it can't be heard, files stay behind.
    pub(super) fn watch(paths: &Paths) {
        let paths = Paths::clone(paths);
        hear(move |signal| {
            let mut paths = locked(&paths);
            if !paths.is_empty() {
                remove(&mut paths);
                output::say("interrupted: no file was written");
            }
            let _ = emulate_default_handler(signal);
        });
    }

    /// Has a program that serves asked to stop by the first signal; the second one ends it.
    #[cfg(feature = "serve")]
    pub(crate) fn on_stop(stop: impl FnOnce() + Send + 'static) {
        let mut stop = Some(stop);
        hear(move |signal| match stop.take() {
            Some(stop) => stop(),
            None => drop(emulate_default_handler(signal)),
        });
    }

    /// Has every signal told that asks the program to end.
    fn hear(told: impl FnMut(i32) + Send + 'static) {
        let ignored = ignored();
        let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let Ok(mut signals) = Signals::new(heard) else { return };
        // Where there is no room for another thread, a signal waits until the program is done.
        let _ = thread::Builder::new().spawn(move || signals.forever().for_each(told));
    }

    /// The signals that whoever started the program wants ignored, as `nohup` does, one bit each. Where the platform doesn't tell, the
    /// hang-up of a terminal is left alone.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(1 << (SIGHUP - 1))
    }
}
