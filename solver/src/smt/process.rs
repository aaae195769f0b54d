//! One solver process: bytes out, answers in, nothing ever blocks beyond its deadline.
//!
//! The three pipes are non-blocking and served by one `poll` loop on the calling thread. While an answer is awaited
//! the loop writes what is pending, reads what has come and drains standard error, so a process that
//! floods a pipe or stops reading cannot deadlock us; the same loop is the watchdog, since
//! `poll` wakes at the deadline and every few milliseconds to look at the cancellation flag. A thread per pipe would
//! do the same with two context switches more per query.
//!
//! Every query ends with an `(echo "hs!N")` marker. The text before the N-th marker is the answer to the N-th query and
//! to nothing else, whatever the solver printed. A process that failed once is never asked again: after any
//! error from [`SmtProcess::read`] the process is dead and the caller starts another one.

use super::cancel::{CancelToken, earlier};
use super::counter::Counter;
use super::error::SmtError;
use super::guard::Guard;
use super::log::{LogTarget, QueryLog};
use super::spawn;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

/// Longest answer accepted, in bytes.
pub const MAX_RESPONSE: usize = 256 << 20;
/// Pending commands beyond this size are offered to the pipe before the next query, so that the solver can read while
/// we print.
const SEND_BUFFER: usize = 64 << 10;
/// How much of standard error is kept.
const STDERR_KEPT: usize = 4 << 10;
/// How often a waiting query looks at the cancellation flag.
const CANCEL_PERIOD: Duration = Duration::from_millis(5);

/// How to start a process.
#[derive(Debug, Clone)]
pub struct SpawnSpec {
    /// The binary.
    pub binary: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Longest answer accepted, in bytes; usually [`MAX_RESPONSE`].
    pub max_response: usize,
    /// How long it lasts at most: its own limit.
    pub net: Option<Duration>,
    /// Where to log what is sent.
    pub log: Option<LogTarget>,
    /// Who ends what the process has started if we cannot.
    pub guard: Option<Guard>,
    /// Variables that the process gets besides those of our own environment.
    pub environment: Vec<(String, String)>,
}

impl SpawnSpec {
    /// Whether a process started so does what one started by the other specification does. Each ends by itself some
    /// time after the work that it was started for, so that time need not be the same.
    pub(super) fn serves(&self, other: &SpawnSpec) -> bool {
        let lasting = |spec: &SpawnSpec| -> Vec<String> {
            spec.args.iter().filter(|argument| !argument.starts_with("-T:")).cloned().collect()
        };
        self.binary == other.binary && self.environment == other.environment && lasting(self) == lasting(other)
    }
}

/// Names one query of one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marker(u64);

/// A process that somebody else talks to.
#[derive(Debug)]
pub struct Lent {
    /// Where commands go.
    pub stdin: ChildStdin,
    /// Where answers come from.
    pub stdout: File,
    /// Dropped, it ends.
    pub process: SmtProcess,
}

/// A running solver process.
#[derive(Debug)]
pub struct SmtProcess {
    child: Child,
    /// `None` once the process stopped accepting input.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// `None` at the end of the stream.
    stderr: Option<ChildStderr>,
    /// Commands not yet written.
    pending: VecDeque<u8>,
    /// Output not yet handed out.
    received: Vec<u8>,
    /// Start of the first line of `received` that has not been compared with a marker.
    line_start: usize,
    /// Bytes of `received` known to hold no line end after `line_start`.
    scanned: usize,
    stderr_tail: VecDeque<u8>,
    /// Number of the last marker sent.
    markers: u64,
    /// Number of the last marker read.
    answered: u64,
    /// When it ends by itself.
    end: Option<Instant>,
    max_response: usize,
    pub(super) counter: Counter,
    dead: bool,
    log: Option<QueryLog>,
    guard: Option<Guard>,
    buffer: Box<[u8]>,
}

impl SmtProcess {
    /// Starts a process. Takes 1–20 ms; does not wait for the solver to be ready.
    pub fn spawn(spec: &SpawnSpec) -> Result<SmtProcess, SmtError> {
        let mut child = spawn::spawn(spec)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            spawn::kill(&mut child, spec.guard.as_ref());
            return Err(SmtError::Spawn { binary: spec.binary.clone(), message: "no pipes".to_string() });
        };
        let process = SmtProcess {
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            pending: VecDeque::new(),
            received: Vec::new(),
            line_start: 0,
            scanned: 0,
            stderr_tail: VecDeque::new(),
            markers: 0,
            answered: 0,
            end: spec.net.and_then(|net| Instant::now().checked_add(net)),
            max_response: spec.max_response,
            counter: Counter::default(),
            dead: false,
            log: spec.log.as_ref().and_then(|target| target.open(&spec.binary, &spec.args)),
            guard: spec.guard.clone(),
            buffer: vec![0; SEND_BUFFER].into_boxed_slice(),
        };
        match process.set_nonblocking() {
            Ok(()) => Ok(process),
            // Dropping the process kills it.
            Err(error) => Err(SmtError::Spawn { binary: spec.binary.clone(), message: error.to_string() }),
        }
    }

    fn set_nonblocking(&self) -> rustix::io::Result<()> {
        let set = |fd: std::os::fd::BorrowedFd<'_>| fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK);
        set(self.stdout.as_fd())?;
        if let Some(stdin) = &self.stdin {
            set(stdin.as_fd())?;
        }
        if let Some(stderr) = &self.stderr {
            set(stderr.as_fd())?;
        }
        Ok(())
    }

    /// Appends commands to what the next query will send. Never blocks.
    pub fn send(&mut self, commands: &[u8]) {
        if let Some(log) = &mut self.log {
            log.commands(commands);
        }
        self.pending.extend(commands);
        if self.pending.len() >= SEND_BUFFER {
            self.write_some();
        }
    }

    /// Writes what is pending, as far as the process takes it. Never blocks.
    pub(super) fn flush(&mut self) {
        self.write_some();
    }

    /// Ends a query: everything the process prints up to the returned marker belongs to what was sent since the
    /// previous one.
    pub fn mark(&mut self) -> Marker {
        self.markers += 1;
        let line = format!("(echo \"{}\")\n", marker_text(self.markers));
        self.send(line.as_bytes());
        Marker(self.markers)
    }

    /// Waits for the answer that `marker` ends and returns its text without the marker.
    ///
    /// Markers must be read in the order in which they were made. On any error the process has been killed.
    pub fn read(
        &mut self,
        marker: Marker,
        deadline: Option<Instant>,
        cancel: &CancelToken,
    ) -> Result<String, SmtError> {
        let text = marker_text(marker.0);
        let result = self.wait(deadline, cancel, |process| Ok(process.take_segment(&text)));
        if result.is_ok() {
            self.answered = marker.0;
        }
        if let Some(log) = &mut self.log {
            match &result {
                Ok(answer) => log.comment(&format!("{text}: {}", answer.trim())),
                Err(error) => log.comment(&format!("{text}: no answer: {error}")),
            }
        }
        result
    }

    /// Sends `commands` and a marker, and waits for the answer.
    pub fn query(
        &mut self,
        commands: &[u8],
        deadline: Option<Instant>,
        cancel: &CancelToken,
    ) -> Result<String, SmtError> {
        self.send(commands);
        let marker = self.mark();
        self.read(marker, deadline, cancel)
    }

    /// Closes the process's input after what is pending and returns everything it prints until it ends.
    pub fn read_to_end(&mut self, deadline: Option<Instant>, cancel: &CancelToken) -> Result<String, SmtError> {
        let result = self.wait(deadline, cancel, |process| {
            if process.pending.is_empty() {
                process.stdin = None;
            }
            Ok(None)
        });
        match result {
            Err(SmtError::Crashed { .. }) => {
                // The expected end.
                let bytes = std::mem::take(&mut self.received);
                String::from_utf8(bytes).map_err(|error| SmtError::garbage("not UTF-8", &error.to_string()))
            }
            other => other,
        }
    }

    /// True until the process failed or was killed.
    pub fn is_usable(&self) -> bool {
        !self.dead
    }

    /// Whether it has answered all that it was asked, and waits for more.
    pub(super) fn is_idle(&self) -> bool {
        !self.dead && self.stdin.is_some() && self.answered == self.markers && self.received.is_empty()
    }

    /// Whether its own limit leaves it so much time.
    pub(super) fn lasts(&self, remaining: Option<Duration>) -> bool {
        let Some(end) = self.end else { return true };
        let left = end.saturating_duration_since(Instant::now());
        remaining.is_some_and(|remaining| remaining <= left)
    }

    /// The memory that it holds, in bytes, where the system tells it.
    pub(super) fn resident(&self) -> Option<u64> {
        let pages = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id())).ok()?;
        let pages: u64 = pages.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(pages * rustix::param::page_size() as u64)
    }

    /// The process for somebody else to talk to, by pipes that block; `None`, and it ends, if it does not take at once
    /// what it is still to be told.
    pub(super) fn lend(mut self) -> Option<Lent> {
        self.write_some();
        let clear = |fd: std::os::fd::BorrowedFd<'_>| fcntl_setfl(fd, fcntl_getfl(fd)? & !OFlags::NONBLOCK);
        let stdin = self.stdin.take().filter(|_| self.pending.is_empty())?;
        clear(stdin.as_fd()).ok()?;
        clear(self.stdout.as_fd()).ok()?;
        let stdout = File::from(self.stdout.as_fd().try_clone_to_owned().ok()?);
        Some(Lent { stdin, stdout, process: self })
    }

    /// The last few kilobytes of standard error seen so far.
    pub fn stderr(&self) -> String {
        let bytes: Vec<u8> = self.stderr_tail.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Kills and reaps the process.
    pub fn kill(&mut self) {
        if !self.dead {
            self.dead = true;
            self.stdin = None;
            spawn::kill(&mut self.child, self.guard.as_ref());
        }
    }

    /// Kills the child behind our own back, as a memory killer would.
    #[cfg(test)]
    pub(super) fn kill_child_only(&mut self) {
        let _ = self.child.kill();
    }

    /// The poll loop. `done` is asked whenever there may be news.
    fn wait(
        &mut self,
        deadline: Option<Instant>,
        cancel: &CancelToken,
        mut done: impl FnMut(&mut SmtProcess) -> Result<Option<String>, SmtError>,
    ) -> Result<String, SmtError> {
        if self.dead {
            return Err(self.crashed("it is no longer running"));
        }
        let deadline = earlier(deadline, cancel.deadline());
        self.write_some();
        let result = loop {
            match done(self) {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) => {}
                Err(error) => break error,
            }
            if self.received.len() > self.max_response {
                break SmtError::TooLarge(self.max_response);
            }
            // The token first: when its own deadline is the one that passed, the caller has to stop altogether.
            if cancel.is_cancelled() {
                break SmtError::Cancelled;
            }
            let now = Instant::now();
            if deadline.is_some_and(|deadline| now >= deadline) {
                break SmtError::Timeout;
            }
            let patience = deadline.map_or(CANCEL_PERIOD, |deadline| CANCEL_PERIOD.min(deadline - now));
            match self.poll_once(patience) {
                Ok(true) => {}
                Ok(false) => {
                    // The end of standard output: nothing more will come, except a last word on standard error.
                    self.drain_stderr();
                    if let Ok(Some(answer)) = done(self) {
                        return Ok(answer);
                    }
                    break self.ended();
                }
                Err(error) => break self.crashed(&error.to_string()),
            }
        };
        self.kill();
        Err(result)
    }

    /// What the end of the output means. Z3 announces that it stops at one of its own limits.
    fn ended(&self) -> SmtError {
        let tail = &self.received[self.received.len().saturating_sub(200)..];
        let tail = String::from_utf8_lossy(tail);
        if tail.contains("out of memory") || self.stderr().contains("out of memory") {
            return SmtError::OutOfMemory;
        }
        if tail.lines().any(|line| line.trim() == "timeout") {
            return SmtError::Timeout;
        }
        self.crashed(&spawn::exit_detail(&self.child))
    }

    fn crashed(&self, detail: &str) -> SmtError {
        SmtError::Crashed { detail: detail.to_string(), stderr: self.stderr() }
    }

    /// Waits for one of the pipes and serves them. `false` at the end of standard output.
    fn poll_once(&mut self, patience: Duration) -> std::io::Result<bool> {
        let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(patience.subsec_nanos().max(1)) };
        let (readable, writable, noisy);
        {
            let mut fds: smallvec::SmallVec<[PollFd<'_>; 3]> = smallvec::SmallVec::new();
            fds.push(PollFd::new(&self.stdout, PollFlags::IN));
            let stderr_at = self.stderr.as_ref().map(|fd| {
                fds.push(PollFd::new(fd, PollFlags::IN));
                fds.len() - 1
            });
            let stdin_at = self.stdin.as_ref().filter(|_| !self.pending.is_empty()).map(|fd| {
                fds.push(PollFd::new(fd, PollFlags::OUT));
                fds.len() - 1
            });
            match poll(&mut fds, Some(&timeout)) {
                Ok(_) => {}
                Err(rustix::io::Errno::INTR) => return Ok(true),
                Err(error) => return Err(error.into()),
            }
            // Hang-ups and errors are reported by the read or write that follows.
            let ready = |at: Option<usize>| at.is_some_and(|at| !fds[at].revents().is_empty());
            (readable, noisy, writable) = (ready(Some(0)), ready(stderr_at), ready(stdin_at));
        }
        if writable {
            self.write_some();
        }
        if noisy {
            self.drain_stderr();
        }
        if readable { self.read_some() } else { Ok(true) }
    }

    /// Writes what the pipe takes now.
    fn write_some(&mut self) {
        while let Some(stdin) = &mut self.stdin {
            let (chunk, _) = self.pending.as_slices();
            if chunk.is_empty() {
                return;
            }
            let chunk = &chunk[..chunk.len().min(SEND_BUFFER)];
            match stdin.write(chunk) {
                Ok(0) => return,
                Ok(written) => {
                    self.pending.drain(..written);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => {
                    // Broken pipe: answers already given can still be read, then the output ends.
                    self.stdin = None;
                    self.pending.clear();
                }
            }
        }
    }

    /// Reads what has come on standard output, at most a megabyte at once, so that a flood cannot hold up the deadline;
    /// `false` at its end.
    fn read_some(&mut self) -> std::io::Result<bool> {
        for _ in 0..16 {
            match self.stdout.read(&mut self.buffer) {
                Ok(0) => return Ok(false),
                Ok(count) => {
                    self.received.extend_from_slice(&self.buffer[..count]);
                    if count < self.buffer.len() {
                        return Ok(true);
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(true),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    /// Reads standard error (at most a megabyte at once, so that a flood cannot hold up the deadline) and keeps its
    /// end.
    fn drain_stderr(&mut self) {
        for _ in 0..16 {
            let Some(stderr) = &mut self.stderr else { return };
            match stderr.read(&mut self.buffer) {
                Ok(0) => self.stderr = None,
                Ok(count) => {
                    self.stderr_tail.extend(&self.buffer[..count]);
                    let excess = self.stderr_tail.len().saturating_sub(STDERR_KEPT);
                    self.stderr_tail.drain(..excess);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.stderr = None,
            }
        }
    }

    /// Cuts the answer off `received` if its marker line has come. Each byte is scanned once.
    fn take_segment(&mut self, marker: &str) -> Option<String> {
        while let Some(length) = self.received[self.scanned..].iter().position(|&byte| byte == b'\n') {
            let (start, end) = (self.line_start, self.scanned + length);
            (self.line_start, self.scanned) = (end + 1, end + 1);
            // SMT-LIB says that `echo` prints the quotes; Z3 does not.
            let line = self.received[start..end].trim_ascii();
            let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
            if line == marker.as_bytes() {
                let answer = String::from_utf8_lossy(&self.received[..start]).into_owned();
                self.received.drain(..self.scanned);
                (self.line_start, self.scanned) = (0, 0);
                return Some(answer);
            }
        }
        self.scanned = self.received.len();
        None
    }
}

impl Drop for SmtProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

fn marker_text(number: u64) -> String {
    format!("hs!{number}")
}
