//! Runs one command with a time limit and measures it.
//!
//! The command is the leader of a process group of its own. When the limit passes, or the comparison is
//! interrupted, the whole group gets SIGTERM, and SIGKILL shortly after; what is left of the group when
//! its leader has ended gets SIGKILL too. The leader is reaped only after that, so that the group's id
//! cannot have passed to somebody else.

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// How long a process group may take to clean up between SIGTERM and SIGKILL.
const TERMINATION: Duration = Duration::from_millis(300);
/// How often an interruption is looked for.
const POLL: Duration = Duration::from_millis(50);
/// How much of each output stream is kept.
const KEPT_OUTPUT: usize = 1 << 20;

/// What a finished command leaves.
#[derive(Debug)]
pub struct Finished {
    /// Time from start to end.
    pub wall: Duration,
    /// Processor time, user and system, of the process and of the children it waited for.
    pub cpu: Duration,
    /// Largest resident size of one of these processes, in bytes.
    pub memory: u64,
    /// How the process ended.
    pub status: ExitStatus,
    /// Whether it was told to stop before it ended by itself.
    pub stopped: bool,
    /// The beginning of its standard output.
    pub stdout: String,
    /// The beginning of its standard error.
    pub stderr: String,
}

impl Finished {
    /// The signal that ended the process, if one did.
    pub fn signal(&self) -> Option<i32> {
        self.status.signal()
    }
}

/// Runs a command line until it ends, `limit` has passed, or `interrupt` is set.
///
/// # Errors
/// The program cannot be started or waited for.
pub fn run(words: &[String], limit: Duration, interrupt: &AtomicBool) -> io::Result<Finished> {
    run_with_farewell(words, limit, TERMINATION, interrupt)
}

/// As [`run`]; told to stop, the command may take `farewell` to say how far it went.
///
/// # Errors
/// As those of [`run`].
pub fn run_with_farewell(
    words: &[String],
    limit: Duration,
    farewell: Duration,
    interrupt: &AtomicBool,
) -> io::Result<Finished> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let group = Pid::from_child(&child);
    let stdout = Drain::start(child.stdout.take());
    let stderr = Drain::start(child.stderr.take());

    thread::scope(|scope| {
        let (ended, end) = mpsc::channel::<()>();
        let watchdog = scope.spawn(move || watch(group, start + limit, farewell, interrupt, &end));

        let awaited = wait_without_reaping(group);
        let wall = start.elapsed();
        drop(ended);
        let stopped = watchdog.join().unwrap_or(true);
        // Grandchildren that are still there would keep the pipes open, and the processor busy.
        let _ = kill_process_group(group, Signal::KILL);
        awaited?;
        let usage = loop {
            match child.wait4() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        Ok(Finished {
            wall,
            cpu: usage.rusage.utime + usage.rusage.stime,
            memory: usage.rusage.maxrss,
            status: usage.status,
            stopped,
            stdout: stdout.finish(),
            stderr: stderr.finish(),
        })
    })
}

/// Waits until the process has ended, and leaves it to be reaped.
fn wait_without_reaping(process: Pid) -> io::Result<()> {
    loop {
        match waitid(WaitId::Pid(process), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
            Ok(_) => return Ok(()),
        }
    }
}

/// Stops the group at the deadline or on interruption; returns early when `end` is closed. The result
/// says whether the group was told to stop.
fn watch(group: Pid, deadline: Instant, farewell: Duration, interrupt: &AtomicBool, end: &mpsc::Receiver<()>) -> bool {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || interrupt.load(Ordering::Relaxed) {
            break;
        }
        if end.recv_timeout(left.min(POLL)) == Err(RecvTimeoutError::Disconnected) {
            return false;
        }
    }
    // A group that has just ended by itself is no error.
    let _ = kill_process_group(group, Signal::TERM);
    if end.recv_timeout(farewell) == Err(RecvTimeoutError::Timeout) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    true
}

/// A thread that reads a stream to its end and keeps the beginning.
struct Drain {
    kept: Arc<Mutex<Vec<u8>>>,
    done: mpsc::Receiver<()>,
}

impl Drain {
    fn start(stream: Option<impl Read + Send + 'static>) -> Drain {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (ended, done) = mpsc::channel();
        let sink = Arc::clone(&kept);
        thread::spawn(move || {
            let _ended = ended;
            let Some(mut stream) = stream else { return };
            let mut buffer = [0; 8192];
            while let Ok(length) = stream.read(&mut buffer) {
                let Some(read) = buffer.get(..length).filter(|read| !read.is_empty()) else {
                    break;
                };
                let mut kept = sink.lock().unwrap_or_else(PoisonError::into_inner);
                let room = KEPT_OUTPUT - kept.len();
                kept.extend_from_slice(&read[..read.len().min(room)]);
            }
        });
        Drain { kept, done }
    }

    /// What was kept. A process that left the group may hold the stream open for ever: it is not
    /// waited for longer than a moment.
    fn finish(self) -> String {
        let _ = self.done.recv_timeout(Duration::from_secs(1));
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::test_kill_process;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn shell(script: &str, limit: f64, interrupt: &AtomicBool) -> Finished {
        let words = ["sh", "-c", script].map(String::from);
        run(&words, Duration::from_secs_f64(limit), interrupt).expect("sh starts")
    }

    #[test]
    fn output_and_status_are_collected() {
        let finished = shell("echo out; echo err >&2; exit 3", 10.0, &NEVER);
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("out\n", "err\n"));
        assert_eq!((finished.status.code(), finished.stopped), (Some(3), false));
        assert!(finished.memory > 0);
    }

    #[test]
    fn processor_time_includes_children() {
        let finished = shell("sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'; true", 20.0, &NEVER);
        assert!(finished.cpu > Duration::from_millis(20), "{:?}", finished.cpu);
    }

    #[test]
    fn the_limit_ends_the_whole_group() {
        // The grandchild ignores SIGTERM and would hold the pipe open for a minute.
        let finished = shell("sh -c 'trap \"\" TERM; echo $$; sleep 60; sleep 60' & wait", 0.4, &NEVER);
        assert!(finished.stopped);
        assert!(finished.wall < Duration::from_secs(5), "{:?}", finished.wall);
        let grandchild: i32 = finished.stdout.trim().parse().expect("a process id");
        let pid = Pid::from_raw(grandchild).expect("not zero");
        for _ in 0..200 {
            if test_kill_process(pid) == Err(Errno::SRCH) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        // Where nobody reaps orphans the dead process stays as a zombie.
        let stat = std::fs::read_to_string(format!("/proc/{grandchild}/stat")).unwrap_or_default();
        assert!(stat.contains(") Z "), "the grandchild is still there: {stat}");
    }

    #[test]
    fn leftovers_of_a_finished_command_are_killed() {
        let finished = shell("sleep 60 & echo done", 30.0, &NEVER);
        assert_eq!((finished.stdout.as_str(), finished.stopped), ("done\n", false));
        assert!(finished.wall < Duration::from_secs(10));
    }

    #[test]
    fn a_process_that_left_the_group_is_not_waited_for() {
        let finished = shell("setsid sleep 5 & echo done", 30.0, &NEVER);
        assert_eq!(finished.stdout, "done\n");
        assert!(finished.wall < Duration::from_secs(4));
    }

    #[test]
    fn an_interruption_ends_the_run() {
        let finished = shell("sleep 60", 60.0, &AtomicBool::new(true));
        assert!(finished.stopped && finished.wall < Duration::from_secs(10));
    }

    #[test]
    fn floods_are_swallowed() {
        let finished = shell("head -c 5000000 /dev/zero; head -c 5000000 /dev/zero >&2", 60.0, &NEVER);
        assert_eq!((finished.stdout.len(), finished.stderr.len()), (KEPT_OUTPUT, KEPT_OUTPUT));
        assert!(!finished.stopped);
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let words = ["no-such-program-at-all".to_string()];
        assert!(run(&words, Duration::from_secs(1), &NEVER).is_err());
    }
}
