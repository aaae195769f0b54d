//! The SMT process: scripts go in, one word per question comes out.
//!
//! Whatever is not exactly the expected number of answers, errors above all, is a failure of the whole exchange: an
//! error in an assertion would otherwise leave a question about something else behind.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
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
    /// A process that was started before.
    pub ahead: Ahead,
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

/// A process that was started and not asked anything yet. Dropped, it is killed with all that it has started.
struct Started {
    child: Child,
    name: String,
    keeper: Option<Arc<dyn Keeper>>,
    /// Whether it was killed and reaped: its number may be another one's then.
    ended: bool,
}

impl Started {
    fn new(solver: &SmtSolver, keeper: Option<&Arc<dyn Keeper>>, more: Option<String>) -> Result<Started, Trouble> {
        let name = solver.command.first().cloned().unwrap_or_default();
        let mut command = Command::new(&name);
        command.args(solver.command.iter().skip(1)).args(more).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(target_os = "linux")]
        die_with_parent(&mut command);
        if let Some(keeper) = keeper {
            keeper.prepare(&mut command);
        }
        match command.spawn() {
            Ok(child) => Ok(Started { child, name, keeper: keeper.cloned(), ended: false }),
            Err(error) => Err(Trouble::Broken(format!("{name} cannot be started: {error}"))),
        }
    }

    fn kill(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        if let Some(keeper) = &self.keeper {
            keeper.ended(self.child.id());
        }
        let _ = self.child.wait();
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A process that is started before there is anything to ask, so that nobody waits for its start. Clones share it; the
/// first question takes it.
#[derive(Clone, Default)]
pub struct Ahead {
    waiting: Arc<Mutex<Option<Waiting>>>,
}

struct Waiting {
    solver: SmtSolver,
    started: Started,
    /// Whether it was sent [`WARMING`].
    warm: bool,
}

/// A first question with nothing in it, for which Z3 makes its solver: about 4 ms (Z3 5.4) that the first question with
/// something in it need not wait for. What it says ends with a word.
const WARMING: &str = "(set-option :print-success false)\n(set-logic ALL)\n(check-sat)\n(echo \"warm\")\n";
/// That word.
const WARM: &str = "warm";

impl Ahead {
    /// Starts the process. It ends with the thread that calls this. An error is no loss: the first question starts its
    /// own, and reports what is wrong. `warm`: a Z3 is asked an empty question at once.
    pub fn start(&self, solver: &SmtSolver, keeper: &Arc<dyn Keeper>, warm: bool) {
        let Ok(mut started) = Started::new(solver, Some(keeper), None) else { return };
        let mut warm = warm && solver.is_z3();
        if let Some(stdin) = started.child.stdin.as_mut().filter(|_| warm) {
            // An empty pipe takes that without waiting.
            warm = stdin.write_all(WARMING.as_bytes()).is_ok();
        }
        let waiting = Waiting { solver: solver.clone(), started, warm };
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some(waiting);
    }

    /// Ends the process, if nobody has asked it.
    pub fn end(&self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// The process, if it is one of that solver and alive, and whether it was sent [`WARMING`].
    fn take(&self, solver: &SmtSolver) -> Option<(Started, bool)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Waiting { mut started, warm, .. } = waiting.take_if(|known| known.solver == *solver)?;
        matches!(started.child.try_wait(), Ok(None)).then_some((started, warm))
    }
}

/// A running process.
pub struct Process {
    process: Started,
    lines: Receiver<String>,
    /// What has gone wrong while writing.
    writing: Arc<Mutex<Option<String>>>,
    limits: Limits,
    marker: String,
    /// Whether what the process says begins with the answer to [`WARMING`].
    warm: bool,
    /// Questions asked so far.
    pub queries: usize,
}

impl Process {
    /// Starts a process that reads scripts of a logic (`ALL`, `QF_LRA`), or takes the one that was started ahead.
    /// `marker` is a word that no answer is.
    pub fn start(solver: &SmtSolver, limits: &Limits, marker: &str, logic: &str) -> Result<Process, Trouble> {
        let steps = limits.steps.map(|steps| limits.question(steps));
        let more = steps.filter(|_| !solver.is_z3()).map(|steps| format!("--rlimit-per={steps}"));
        let ahead = if more.is_none() { limits.ahead.take(solver) } else { None };
        let (mut process, warm) = match ahead {
            Some(ahead) => ahead,
            None => (Started::new(solver, limits.keeper.as_ref(), more)?, false),
        };
        let (sender, lines) = channel();
        if let Some(stdout) = process.child.stdout.take() {
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
        let mut process = Process { process, lines, writing, limits, marker: marker.to_string(), warm, queries: 0 };
        let mut options = match (warm, logic) {
            (true, "ALL") => String::new(),
            (true, _) => format!("(reset)\n(set-option :print-success false)\n(set-logic {logic})\n"),
            (false, _) => format!("(set-option :print-success false)\n(set-logic {logic})\n"),
        };
        if let (Some(steps), true) = (steps, solver.is_z3()) {
            options += &format!("(set-option :rlimit {steps})\n");
        }
        if !options.is_empty() {
            process.send(options);
        }
        Ok(process)
    }

    /// Writes to the process, without waiting for it to read.
    fn send(&mut self, text: String) {
        let Some(mut stdin) = self.process.child.stdin.take() else { return };
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
        self.process.child.stdin = thread.join().ok();
    }

    /// Sends commands with so many questions in them, and reads the answers.
    pub fn ask(&mut self, commands: &str, questions: usize) -> Result<Vec<Word>, Trouble> {
        self.queries += questions;
        self.send(format!("{commands}\n(echo \"{}\")\n", self.marker));
        let mut words = Vec::new();
        loop {
            let line = match self.lines.recv_timeout(Duration::from_millis(20)) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if self.limits.is_over() => {
                    self.process.kill();
                    return Err(Trouble::Stopped);
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) if self.limits.is_over() => return Err(Trouble::Stopped),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Trouble::Broken(format!("{} ended without an answer", self.process.name)));
                }
            };
            match line.trim().trim_matches('"') {
                word if self.warm => self.warm = word != WARM,
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

    /// Answers `unsat` to every question.
    const SAYS_UNSAT: &str = r#"while read -r line; do case "$line" in
        "(check-sat)") echo unsat;;
        "(echo "*) echo "$line" | cut -d '"' -f 2;;
    esac; done"#;

    struct Nobody;

    impl Keeper for Nobody {
        fn prepare(&self, _: &mut Command) {}
        fn ended(&self, _: u32) {}
    }

    fn started() -> (SmtSolver, Limits, u32) {
        let solver = SmtSolver { command: ["sh", "-c", SAYS_UNSAT].map(str::to_string).into() };
        let limits = Limits::default();
        let keeper: Arc<dyn Keeper> = Arc::new(Nobody);
        limits.ahead.start(&solver, &keeper, false);
        let number = limits.ahead.waiting.lock().unwrap().as_ref().unwrap().started.child.id();
        (solver, limits, number)
    }

    #[test]
    fn the_first_question_goes_to_the_process_that_waits() {
        let (solver, limits, number) = started();
        let mut first = Process::start(&solver, &limits, "done", "ALL").unwrap();
        let second = Process::start(&solver, &limits, "done", "ALL").unwrap();
        assert_eq!(first.process.child.id(), number);
        assert_ne!(second.process.child.id(), number);
        assert_eq!(first.ask("(check-sat)\n(check-sat)", 2), Ok(vec![Word::Unsat, Word::Unsat]));
    }

    #[test]
    fn a_process_that_died_while_it_waited_is_replaced() {
        let (solver, limits, number) = started();
        limits.ahead.waiting.lock().unwrap().as_mut().unwrap().started.child.kill().unwrap();
        limits.ahead.waiting.lock().unwrap().as_mut().unwrap().started.child.wait().unwrap();
        let mut process = Process::start(&solver, &limits, "done", "ALL").unwrap();
        assert_ne!(process.process.child.id(), number);
        assert_eq!(process.ask("(check-sat)", 1), Ok(vec![Word::Unsat]));
    }

    #[test]
    fn a_process_of_another_solver_is_not_taken_and_nothing_is_left_behind() {
        let (solver, limits, number) = started();
        let other = SmtSolver { command: [&solver.command[..], &["more".to_string()]].concat() };
        assert_ne!(Process::start(&other, &limits, "done", "ALL").unwrap().process.child.id(), number);
        limits.ahead.end();
        assert!(!std::path::Path::new(&format!("/proc/{number}")).exists());
    }
}
