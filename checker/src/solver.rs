//! The SMT process: scripts go in, one word per question comes out.
//!
//! Whatever is not exactly the expected number of answers, errors above all, is a failure of the whole exchange: an
//! error in an assertion would otherwise leave a question about something else behind.

use std::any::Any;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An SMT solver to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtSolver {
    /// The program, and options that stand before ours.
    pub command: Vec<String>,
}

impl SmtSolver {
    /// The solver of that path, a cvc5 if it is named so and else a Z3, with the options that make it read a script
    /// from its standard input.
    pub fn new(path: &str) -> SmtSolver {
        let name = path.rsplit('/').next().unwrap_or(path);
        if name.contains("cvc5") { SmtSolver::cvc5(path) } else { SmtSolver::z3(path) }
    }

    /// A Z3.
    pub fn z3(path: &str) -> SmtSolver {
        let command = [path, "-in", "-smt2", "-memory:4096"].map(str::to_string);
        SmtSolver { command: command.into() }
    }

    /// A cvc5.
    pub fn cvc5(path: &str) -> SmtSolver {
        let command = [path, "--lang=smt2", "--incremental", "--quiet"].map(str::to_string);
        SmtSolver { command: command.into() }
    }

    fn name(&self) -> String {
        self.command.first().cloned().unwrap_or_default()
    }

    /// Whether it knows Z3's options.
    pub fn is_z3(&self) -> bool {
        self.command.iter().any(|word| word == "-smt2")
    }
}

/// When to stop.
#[derive(Clone, Default)]
pub struct Limits {
    /// No answer is waited for longer than this.
    pub deadline: Option<Instant>,
    /// What a question may cost at most, in units of the solver's resource counter (`rlimit`); beyond it the answer is
    /// `unknown`, on a loaded machine as on an idle one. `None` for any number.
    pub steps: Option<u64>,
    /// Whether somebody else wants an end.
    pub stop: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
    /// Who ends what solvers have started if we cannot.
    pub keeper: Option<Arc<dyn Keeper>>,
    /// Who may have a process that need not be started.
    pub lender: Option<Arc<dyn Lender>>,
}

/// Somebody who outlives us: the kernel kills a solver when we die, but not what a wrapper script around it has
/// started.
pub trait Keeper: Send + Sync {
    /// Prepares the command of a solver, which is going to lead a process group.
    fn prepare(&self, command: &mut Command);

    /// The group that the process of that number led was killed. Called before the number can be another one's.
    fn ended(&self, group: u32);
}

impl Limits {
    /// The steps of a question that may cost `own`, as the solver takes them: it counts in 32 bits, and 0 is no limit
    /// to it.
    pub fn question(&self, own: u64) -> u64 {
        own.min(self.steps.unwrap_or(u64::MAX)).clamp(1, u64::from(u32::MAX - 1))
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.as_ref().is_some_and(|stop| stop())
    }
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// `unsat`.
    Unsat,
    /// `sat`.
    Sat,
    /// `unknown` or `timeout`.
    Unknown,
}

/// Why there are no answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The time is over, or somebody wants an end.
    Stopped,
    /// The process could not be started, ended, or printed something else; says which.
    Broken(String),
}

/// A process and its pipes. Dropped, it is killed with all that it has started.
struct Started {
    stdin: Option<ChildStdin>,
    stdout: Option<Box<dyn Read + Send>>,
    running: Running,
    name: String,
}

/// Who ends a process, and how.
enum Running {
    Own(Child, Option<Arc<dyn Keeper>>),
    Lent(Box<dyn Any + Send>),
    /// It has been killed and reaped: its number may be another one's.
    Ended,
}

impl Started {
    fn new(solver: &SmtSolver, keeper: Option<&Arc<dyn Keeper>>, more: Option<String>) -> Result<Started, Trouble> {
        let name = solver.name();
        let mut command = Command::new(&name);
        command.args(solver.command.iter().skip(1)).args(more).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(target_os = "linux")]
        die_with_parent(&mut command);
        if let Some(keeper) = keeper {
            keeper.prepare(&mut command);
        }
        match command.spawn() {
            Ok(mut child) => {
                let stdin = child.stdin.take();
                let stdout = child.stdout.take().map(|stdout| Box::new(stdout) as Box<dyn Read + Send>);
                Ok(Started { stdin, stdout, running: Running::Own(child, keeper.cloned()), name })
            }
            Err(error) => Err(Trouble::Broken(format!("{name} cannot be started: {error}"))),
        }
    }

    fn lent(solver: &SmtSolver, spare: Spare) -> Started {
        let Spare { stdin, stdout, process } = spare;
        let stdout: Box<dyn Read + Send> = Box::new(stdout);
        Started { stdin: Some(stdin), stdout: Some(stdout), running: Running::Lent(process), name: solver.name() }
    }

    fn kill(&mut self) {
        match std::mem::replace(&mut self.running, Running::Ended) {
            Running::Own(mut child, keeper) => {
                if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
                    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
                }
                if let Some(keeper) = &keeper {
                    keeper.ended(child.id());
                }
                let _ = child.wait();
            }
            Running::Lent(process) => drop(process),
            Running::Ended => {}
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A process that somebody else has started and has no use for: what it was told before does not matter, since it is
/// told to forget everything first.
pub struct Spare {
    /// Where commands go.
    pub stdin: ChildStdin,
    /// Where answers come from.
    pub stdout: File,
    /// Dropped, the process ends.
    pub process: Box<dyn Any + Send>,
}

/// Somebody who may have such processes.
pub trait Lender: Send + Sync {
    /// A process of this solver.
    fn lend(&self, solver: &SmtSolver) -> Option<Spare>;
}

/// What a process is told that others have used. Without assertions and declarations the question has the answer `sat`,
/// which shows that it has forgotten them; Z3 makes its solver for it, which the first real question need not wait for.
const FORGET: &str = "(reset)\n(set-option :print-success false)\n(set-logic ALL)\n(check-sat)\n";

/// A running process.
pub struct Process {
    process: Started,
    lines: Receiver<String>,
    /// What has gone wrong while writing.
    writing: Arc<Mutex<Option<String>>>,
    limits: Limits,
    marker: String,
    /// Questions asked so far.
    pub queries: usize,
}

impl Process {
    /// Starts a process that reads scripts of a logic (`ALL`, `QF_LRA`), or takes one that nobody else uses. `marker`
    /// is a word that no answer is.
    pub fn start(solver: &SmtSolver, limits: &Limits, marker: &str, logic: &str) -> Result<Process, Trouble> {
        let steps = limits.steps.map(|steps| limits.question(steps));
        // Where steps are counted those of others must not be among them.
        let lender = limits.lender.as_ref().filter(|_| steps.is_none() && solver.is_z3() && logic == "ALL");
        if let Some(spare) = lender.and_then(|lender| lender.lend(solver)) {
            let mut process = Process::of(Started::lent(solver, spare), limits, marker);
            if process.forgets()? {
                return Ok(process);
            }
        }
        let more = steps.filter(|_| !solver.is_z3()).map(|steps| format!("--rlimit-per={steps}"));
        let mut process = Process::of(Started::new(solver, limits.keeper.as_ref(), more)?, limits, marker);
        let mut options = format!("(set-option :print-success false)\n(set-logic {logic})\n");
        if let (Some(steps), true) = (steps, solver.is_z3()) {
            options += &format!("(set-option :rlimit {steps})\n");
        }
        process.send(options);
        Ok(process)
    }

    fn of(mut process: Started, limits: &Limits, marker: &str) -> Process {
        let (sender, lines) = channel();
        if let Some(stdout) = process.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines() {
                    let Ok(line) = line else { break };
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let (writing, limits) = (Arc::default(), limits.clone());
        Process { process, lines, writing, limits, marker: marker.to_string(), queries: 0 }
    }

    /// Whether the process has forgotten what others have told it. What it says first may be an answer to these.
    fn forgets(&mut self) -> Result<bool, Trouble> {
        self.send(format!("{FORGET}(echo \"{}\")\n", self.marker));
        let mut last = String::new();
        loop {
            match self.line() {
                Ok(line) if line.trim().trim_matches('"') == self.marker => return Ok(last == "sat"),
                Ok(line) => last = line.trim().to_string(),
                // One of our own may do better.
                Err(Trouble::Broken(_)) => return Ok(false),
                Err(Trouble::Stopped) => return Err(Trouble::Stopped),
            }
        }
    }

    /// Writes to the process, without waiting for it to read.
    fn send(&mut self, text: String) {
        let Some(mut stdin) = self.process.stdin.take() else { return };
        // A process that answers while it is still being written to must not make both wait for each other; and
        // one that does not read must not outlast the deadline.
        let writing = Arc::clone(&self.writing);
        let (done, waited) = channel();
        let thread = std::thread::spawn(move || {
            if let Err(error) = stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()) {
                *writing.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
            }
            let _ = done.send(());
            stdin
        });
        while let Err(RecvTimeoutError::Timeout) = waited.recv_timeout(Duration::from_millis(20)) {
            if self.limits.is_over() {
                self.process.kill();
                return;
            }
        }
        self.process.stdin = thread.join().ok();
    }

    /// The next line that the process prints.
    fn line(&mut self) -> Result<String, Trouble> {
        loop {
            match self.lines.recv_timeout(Duration::from_millis(20)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if self.limits.is_over() => {
                    self.process.kill();
                    return Err(Trouble::Stopped);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if self.limits.is_over() => return Err(Trouble::Stopped),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Trouble::Broken(format!("{} ended without an answer", self.process.name)));
                }
            }
        }
    }

    /// Sends commands with so many questions in them, and reads the answers.
    pub fn ask(&mut self, commands: &str, questions: usize) -> Result<Vec<Word>, Trouble> {
        self.queries += questions;
        self.send(format!("{commands}\n(echo \"{}\")\n", self.marker));
        let mut words = Vec::new();
        loop {
            match self.line()?.trim().trim_matches('"') {
                "unsat" => words.push(Word::Unsat),
                "sat" => words.push(Word::Sat),
                "unknown" | "timeout" => words.push(Word::Unknown),
                "" => {}
                marker if marker == self.marker => break,
                other => return Err(Trouble::Broken(format!("{}: {other}", self.process.name))),
            }
        }
        if words.len() != questions {
            let found = words.len();
            return Err(Trouble::Broken(format!(
                "{} gave {found} answers to {questions} questions",
                self.process.name
            )));
        }
        Ok(words)
    }
}

/// The kernel kills the process when the thread that starts it ends, also by SIGKILL.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn die_with_parent(command: &mut Command) {
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
    let parent = getpid();
    // SAFETY: the closure runs between fork and exec and makes two system calls; it allocates nothing and takes no
    // lock.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have died before the request was in force.
            if getppid() == Some(parent) { Ok(()) } else { Err(std::io::ErrorKind::BrokenPipe.into()) }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::OwnedFd;

    /// Answers `unsat` to every question.
    const SAYS_UNSAT: &str = r#"while read -r line; do case "$line" in
        "(check-sat)") echo unsat;;
        "(echo "*) echo "$line" | cut -d '"' -f 2;;
    esac; done"#;

    /// A solver that has been asked something, and forgets it if `remembers` is empty.
    fn lent(remembers: &'static str) -> (SmtSolver, Limits) {
        // Shells are told apart from Z3 by this word, which they do not look at.
        let solver = SmtSolver { command: ["sh", "-c", SAYS_UNSAT, "-smt2"].map(str::to_string).into() };
        struct Shells(&'static str, Mutex<usize>);
        impl Lender for Shells {
            fn lend(&self, _: &SmtSolver) -> Option<Spare> {
                *self.1.lock().unwrap() += 1;
                let script = format!(
                    r#"echo sat; echo hs!1; new=false; while read -r line; do case "$line" in
                        "(reset)") new=true;;
                        "(check-sat)") {} if $new; then echo sat; new=false; else echo unknown; fi;;
                        "(echo "*) echo "$line" | cut -d '"' -f 2;;
                    esac; done"#,
                    self.0
                );
                let mut child = Command::new("sh")
                    .args(["-c", &script])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .spawn()
                    .unwrap();
                let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
                Some(Spare { stdin, stdout: File::from(OwnedFd::from(stdout)), process: Box::new(child) })
            }
        }
        let lender: Arc<dyn Lender> = Arc::new(Shells(remembers, Mutex::new(0)));
        (solver, Limits { lender: Some(lender), ..Limits::default() })
    }

    #[test]
    fn a_process_of_others_is_asked_once_it_has_forgotten_everything() {
        let (solver, limits) = lent("");
        let mut process = Process::start(&solver, &limits, "done", "ALL").unwrap();
        assert_eq!(process.ask("(check-sat)", 1), Ok(vec![Word::Unknown]), "the answer of the one that was lent");
        assert!(matches!(process.process.running, Running::Lent(_)));
    }

    #[test]
    fn one_that_still_knows_something_or_ends_is_replaced() {
        for remembers in ["echo unsat; continue;", "echo unknown; continue;", "exit;"] {
            let (solver, limits) = lent(remembers);
            let mut process = Process::start(&solver, &limits, "done", "ALL").unwrap();
            assert!(matches!(process.process.running, Running::Own(..)), "{remembers}");
            assert_eq!(process.ask("(check-sat)", 1), Ok(vec![Word::Unsat]));
        }
    }

    #[test]
    fn where_steps_are_counted_processes_of_others_are_not_taken() {
        let (solver, limits) = lent("");
        let limits = Limits { steps: Some(1_000), ..limits };
        let process = Process::start(&solver, &limits, "done", "ALL").unwrap();
        assert!(matches!(process.process.running, Running::Own(..)));
    }
}
