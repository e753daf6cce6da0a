//! Starts and stops `uacc serve`.

use std::fs;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::process::program;

pub(crate) const TOKEN: &str = "s3cr3t";

/// How long a test waits for what should come at once. Only ends tests that hang: on a busy machine, everything takes longer.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(60);

/// A server process, which is killed when this is dropped.
pub(crate) struct Server {
    child: Child,
    log: String,
    /// Such as `127.0.0.1:41234`.
    pub(crate) address: String,
}

impl Server {
    /// Starts a server on a free port, with a token that has all rights.
    pub(crate) fn start(folder: &Folder, arguments: &[&str]) -> Self {
        Self::run(folder, &[&["--token", TOKEN], arguments].concat())
    }

    /// Starts a server with these arguments, on a free port if they don't contain `--listen`.
    pub(crate) fn run(folder: &Folder, arguments: &[&str]) -> Self {
        // Logs to a file, because nothing reads a pipe here, and the server drops what a full pipe does not take.
        let log = folder.file("log", b"");
        let error = fs::OpenOptions::new().append(true).open(&log).unwrap();
        let mut command = program(&["serve"]);
        command.args(arguments);
        if !arguments.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(error)
            .spawn()
            .unwrap();
        let start = Instant::now();
        loop {
            let text = fs::read_to_string(&log).unwrap();
            if let Some(address) = text
                .lines()
                .find_map(|line| line.strip_prefix("listening on http://"))
            {
                return Self {
                    child,
                    log,
                    address: address.to_owned(),
                };
            }
            assert!(
                child.try_wait().unwrap().is_none() && start.elapsed() < MAX_WAIT,
                "{text}"
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns the log once it contains a text. The server answers before it writes its log.
    #[track_caller]
    pub(crate) fn log_with(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let log = fs::read_to_string(&self.log).unwrap();
            if log.contains(text) {
                return log;
            }
            assert!(
                start.elapsed() < MAX_WAIT,
                "`{text}` is not in the log: {log}"
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns the log once nothing is added to it. While the server runs and the machine is busy, lines of the last requests may be missing.
    pub(crate) fn log(&self) -> String {
        let mut log = String::new();
        loop {
            let before = std::mem::replace(&mut log, fs::read_to_string(&self.log).unwrap());
            if log == before {
                return log;
            }
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Returns the most memory that the process had, in KiB.
    #[cfg(target_os = "linux")]
    pub(crate) fn peak_memory(&self) -> usize {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .unwrap();
        peak.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) {
        terminate(self.child.id());
    }

    /// Waits until the server has ended.
    #[track_caller]
    pub(crate) fn wait(&mut self) -> ExitStatus {
        wait_for(&mut self.child)
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Waits until a process has ended.
#[track_caller]
pub(crate) fn wait_for(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(start.elapsed() < MAX_WAIT, "the server does not end");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Sends SIGTERM to a process.
pub(crate) fn terminate(process: u32) {
    assert!(
        std::process::Command::new("kill")
            .arg(process.to_string())
            .status()
            .unwrap()
            .success()
    );
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
