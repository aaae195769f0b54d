//! What is left of solver processes when we are gone, however that came about.
//!
//! The kernel kills a solver when we die, but not what a wrapper script has started. For scripts there is a guard: a
//! process of our own program that reads from a pipe which process groups there are, and kills them when the pipe ends,
//! which it does with our last breath. A solver enters its group into the list itself, before it becomes the solver, so
//! that none is missed. Binaries need no guard and get none.

use std::io::{BufRead, BufReader, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

/// Longest entry of the list: a sign, a number, the end of the line.
const ENTRY: usize = 16;

/// The pipe to a guard.
#[derive(Debug, Clone)]
pub struct Guard {
    pipe: Arc<OwnedFd>,
}

/// The guard of this program, started when it is first needed.
#[derive(Debug, Default)]
pub struct Guards {
    /// The program and the argument that make it call [`watch`].
    program: Option<(PathBuf, String)>,
    started: OnceLock<Option<Guard>>,
}

impl Guards {
    /// A guard is `program` with this argument, which makes it call [`watch`] and nothing else.
    pub fn new(program: PathBuf, argument: &str) -> Guards {
        Guards { program: Some((program, argument.to_string())), started: OnceLock::new() }
    }

    /// Lets the command enter its process group, which it leads, if its program is something that may start others.
    pub fn watch_over(&self, command: &mut Command) {
        if let Some(guard) = self.of(Path::new(command.get_program())) {
            guard.watch_over(command);
        }
    }

    /// A group was killed. Must be called before its number can be another one's.
    pub fn leave(&self, group: u32) {
        if let Some(Some(guard)) = self.started.get() {
            guard.leave(group);
        }
    }

    /// The guard, if there can be one and the binary is something that may start others.
    pub fn of(&self, binary: &Path) -> Option<Guard> {
        let (program, argument) = self.program.as_ref()?;
        if is_elf(binary) {
            return None;
        }
        let start = || match Guard::start(program, argument) {
            Ok(guard) => Some(guard),
            Err(error) => {
                log::warn!("no guard for what {} may start: {error}", binary.display());
                None
            }
        };
        self.started.get_or_init(start).clone()
    }
}

impl Guard {
    fn start(program: &Path, argument: &str) -> std::io::Result<Guard> {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new(program);
        command.arg(argument).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A Ctrl-C at the terminal is for us; the guard has to live on.
        command.process_group(0);
        let mut child = command.spawn()?;
        match child.stdin.take() {
            Some(pipe) => Ok(Guard { pipe: Arc::new(OwnedFd::from(pipe)) }),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Lets the command enter its process group, which it leads, into the list.
    #[allow(unsafe_code)]
    pub(super) fn watch_over(&self, command: &mut Command) {
        use rustix::process::getpid;
        use std::os::unix::process::CommandExt;
        let guard = self.clone();
        // SAFETY: the closure runs between fork and exec and makes two system calls; it allocates nothing and takes no
        // lock.
        unsafe {
            command.pre_exec(move || {
                guard.tell(b'+', getpid().as_raw_nonzero().get().unsigned_abs());
                Ok(())
            });
        }
    }

    /// Takes a group off the list. Must be called before its number can be another one's.
    pub(super) fn leave(&self, group: u32) {
        self.tell(b'-', group);
    }

    fn tell(&self, sign: u8, group: u32) {
        let (entry, start) = entry(sign, group);
        // If the guard is gone there is nobody to tell. So short a line is written as a whole or not at all.
        let _ = rustix::io::write(self.pipe.as_fd(), &entry[start..]);
    }
}

/// A line of the list: the bytes from the index on.
fn entry(sign: u8, group: u32) -> ([u8; ENTRY], usize) {
    let mut line = [b'\n'; ENTRY];
    let (mut at, mut rest) = (ENTRY - 1, group);
    loop {
        at -= 1;
        line[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    at -= 1;
    line[at] = sign;
    (line, at)
}

/// What a guard does: reads the list to its end and kills the groups that are left.
pub fn watch(list: impl Read) {
    let mut groups: Vec<i32> = Vec::new();
    for line in BufReader::new(list).lines() {
        let Ok(line) = line else { break };
        let (sign, number) = line.split_at(line.len().min(1));
        let Ok(number) = number.parse::<i32>() else { continue };
        groups.retain(|group| *group != number);
        if sign == "+" {
            groups.push(number);
        }
    }
    for group in groups.into_iter().filter_map(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Whether the file is a binary for Linux rather than a script.
fn is_elf(path: &Path) -> bool {
    let mut magic = [0; 4];
    std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && magic == *b"\x7fELF"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::testing;

    #[test]
    fn entries_are_lines() {
        let text = |sign, group| {
            let (line, start) = entry(sign, group);
            String::from_utf8(line[start..].to_vec()).unwrap()
        };
        assert_eq!(text(b'+', 1), "+1\n");
        assert_eq!(text(b'-', u32::MAX), "-4294967295\n");
    }

    #[test]
    fn the_groups_that_are_left_are_killed() {
        use std::os::unix::process::CommandExt;
        let sleeper = || {
            let mut command = Command::new("sh");
            command.args(["-c", "sleep 60 & wait"]).stdout(Stdio::null()).process_group(0);
            command.spawn().expect("sh runs")
        };
        let (mut left, mut done) = (sleeper(), sleeper());
        let list = format!("+{}\n+{}\nnonsense\n-{}\n\n", left.id(), done.id(), done.id());
        watch(list.as_bytes());
        assert!(!left.wait().unwrap().success());
        assert!(done.try_wait().unwrap().is_none());
        let group = rustix::process::Pid::from_child(&done);
        rustix::process::kill_process_group(group, rustix::process::Signal::KILL).unwrap();
        done.wait().unwrap();
    }

    #[test]
    fn only_scripts_have_a_guard() {
        let dir = tempfile::tempdir().unwrap();
        let script = testing::script(dir.path(), "z3", "exit 0");
        let guards = Guards::new(PathBuf::from("/bin/cat"), "-");
        assert!(guards.of(Path::new("/bin/cat")).is_none());
        assert!(guards.of(&script).is_some());
        assert!(Guards::default().of(&script).is_none());
    }
}
