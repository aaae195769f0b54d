//! Starting a solver process so that it cannot outlive us.
//!
//! The child leads a process group of its own: a Ctrl-C at the terminal reaches us and not the solver, and killing the
//! group also ends what a wrapper script has started. On Linux the kernel kills the child when the thread that spawned
//! it ends (`PR_SET_PDEATHSIG`), which covers our own death by SIGKILL; what a wrapper script has started is then left
//! to the [guard](super::guard). So that a process may outlast the work that it was started for, all are started by one
//! thread, which ends with us.

use super::error::SmtError;
use super::guard::Guard;
use super::process::SpawnSpec;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Starts a process with three pipes, in its own process group, which the guard is told of.
pub(super) fn spawn(spec: &SpawnSpec) -> Result<Child, SmtError> {
    let mut command = Command::new(&spec.binary);
    command.envs(spec.environment.iter().map(|(name, value)| (name, value)));
    command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    #[cfg(target_os = "linux")]
    die_with_parent(&mut command);
    if let Some(guard) = &spec.guard {
        guard.watch_over(&mut command);
    }
    on_starter(move || command.spawn())
        .map_err(|error| SmtError::Spawn { binary: spec.binary.clone(), message: error.to_string() })
}

/// What the thread is to do that starts processes.
type Job = Box<dyn FnOnce() + Send>;

/// Does something on the thread that starts processes; where there can be none, here.
fn on_starter<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    static STARTER: OnceLock<Option<Mutex<Sender<Job>>>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (sender, jobs) = channel::<Job>();
        let thread = std::thread::Builder::new().name("processes".to_string());
        thread.spawn(move || jobs.into_iter().for_each(|job| job())).ok().map(|_| Mutex::new(sender))
    });
    let (done, result) = channel();
    let job: Job = Box::new(move || {
        // Whoever asked for it waits.
        let _ = done.send(work());
    });
    match starter {
        Some(starter) => {
            if let Err(unsent) = starter.lock().unwrap_or_else(PoisonError::into_inner).send(job) {
                unsent.0();
            }
        }
        None => job(),
    }
    match result.recv() {
        Ok(result) => result,
        Err(_) => unreachable!("the job was done"),
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn die_with_parent(command: &mut Command) {
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
    use std::os::unix::process::CommandExt;
    let parent = getpid();
    // SAFETY: the closure runs between fork and exec and makes two system calls; it allocates nothing and takes no
    // lock.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have died before the request was in force.
            if getppid() != Some(parent) {
                return Err(std::io::ErrorKind::BrokenPipe.into());
            }
            Ok(())
        });
    }
}

/// Kills the whole group of `child`, takes it off the guard's list and reaps `child`. Must be called once: after the
/// reaping, the group's number may be someone else's.
pub(super) fn kill(child: &mut Child, guard: Option<&Guard>) {
    if let Some(pid) = pid_of(child) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    if let Some(guard) = guard {
        guard.leave(child.id());
    }
    let _ = child.wait();
}

/// Says how a child that closed its output ended, without reaping it.
pub(super) fn exit_detail(child: &Child) -> String {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // A process that is ending closes its pipes a moment before its status is there.
    for _ in 0..10 {
        let status = pid_of(child).and_then(|pid| waitid(WaitId::Pid(pid), options).ok().flatten());
        if let Some(status) = status {
            if let Some(code) = status.exit_status() {
                return format!("it ended with exit code {code}");
            }
            if let Some(signal) = status.terminating_signal() {
                return format!("it was ended by signal {signal}");
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    "it closed its output".to_string()
}

fn pid_of(child: &Child) -> Option<rustix::process::Pid> {
    i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
}
