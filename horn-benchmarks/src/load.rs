//! What a loaded machine may not change: verdicts where work is counted, and answers before a deadline.
//!
//! [`steady`] runs each subject twice, once as the machine is and once beside a [`Burner`], and compares what was
//! printed. [`punctual`] runs subjects with a time limit beside a burner and measures how late the answers are.

use crate::process;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Threads that keep processors busy until they are dropped.
#[derive(Debug)]
pub struct Burner {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Burner {
    /// So many busy threads.
    pub fn start(threads: usize) -> Burner {
        let stop = Arc::new(AtomicBool::new(false));
        let burn = || {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::black_box((0..10_000u32).fold(1u32, |a, b| a.wrapping_mul(31).wrapping_add(b)));
                }
            })
        };
        let threads = (0..threads).map(|_| burn()).collect();
        Burner { stop, threads }
    }
}

impl Drop for Burner {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Something to run on: a file of clauses, or an Ada program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The file.
    pub file: PathBuf,
}

impl Subject {
    /// Whether the file is a program.
    pub fn is_program(&self) -> bool {
        self.file.extension().is_some_and(|extension| ["adb", "ads", "ada", "gpr"].iter().any(|ada| extension == *ada))
    }

    /// The command line that decides it with so many steps, with everything about checks that is no measurement.
    pub fn command(&self, hornsolve: &Path, steps: u64) -> Vec<String> {
        let mut words = vec![hornsolve.display().to_string(), format!("--steps={steps}")];
        if self.is_program() {
            words.extend(["--frontend", "ada", "--report=all", "--output=oneline"].map(String::from));
        }
        words.push(self.file.display().to_string());
        words
    }
}

/// The files that a list names: one a line, relative to the list's folder. Empty lines and lines
/// that begin with `#` don't count.
///
/// # Errors
/// The list cannot be read, or names a file that is not there.
pub fn subjects(list: &Path) -> Result<Vec<Subject>, String> {
    let text = fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
    let folder = list.parent().unwrap_or(Path::new("."));
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let file = folder.join(line);
            if file.is_file() { Ok(Subject { file }) } else { Err(format!("{}: no file {line}", list.display())) }
        })
        .collect()
}

/// What a run has printed, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Standard output.
    pub text: String,
    /// The exit code; `None` if it was ended by a signal or the limit of the comparison.
    pub code: Option<i32>,
}

/// The two runs of a subject.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The subject.
    pub subject: Subject,
    /// As the machine is, and beside busy processors.
    pub said: [Said; 2],
    /// The times of the runs.
    pub wall: [Duration; 2],
}

impl Compared {
    /// Whether both runs came to their end and printed the same.
    pub fn is_steady(&self) -> bool {
        self.said[0] == self.said[1] && self.said[0].code.is_some()
    }

    /// The first line in which the runs differ, as both have it.
    pub fn difference(&self) -> Option<(String, String)> {
        let [first, second] = &self.said;
        if self.is_steady() {
            return None;
        }
        let end = |said: &Said| said.code.map_or("no end".to_string(), |code| format!("exit code {code}"));
        let line = |said: &Said, at: usize| said.text.lines().nth(at).map_or_else(|| end(said), str::to_string);
        let lines = first.text.lines().count().max(second.text.lines().count());
        let differing = (0..lines).map(|at| (line(first, at), line(second, at))).find(|(a, b)| a != b);
        Some(differing.unwrap_or_else(|| (end(first), end(second))))
    }
}

/// Runs all subjects as the machine is, then beside so many busy threads. `show` is told of each run: its number from
/// 0, and the time.
///
/// # Errors
/// A command cannot be started.
pub fn steady(
    subjects: &[Subject],
    command: &dyn Fn(&Subject) -> Vec<String>,
    limit: Duration,
    burners: usize,
    interrupt: &AtomicBool,
    show: &mut dyn FnMut(usize, &Subject, Duration),
) -> Result<Vec<Compared>, String> {
    let mut rounds: [Vec<(Said, Duration)>; 2] = [Vec::new(), Vec::new()];
    for (round, said) in rounds.iter_mut().enumerate() {
        let _burner = (round == 1).then(|| Burner::start(burners));
        for (at, subject) in subjects.iter().enumerate() {
            if interrupt.load(Ordering::Relaxed) {
                return Ok(Vec::new());
            }
            let words = command(subject);
            let run = process::run(&words, limit, interrupt).map_err(|error| format!("{}: {error}", words[0]))?;
            show(round * subjects.len() + at, subject, run.wall);
            let code = if run.stopped { None } else { run.status.code() };
            said.push((Said { text: run.stdout, code }, run.wall));
        }
    }
    let [idle, busy] = rounds;
    let pairs = subjects.iter().zip(idle).zip(busy);
    Ok(pairs
        .map(|((subject, (idle, first)), (busy, second))| Compared {
            subject: subject.clone(),
            said: [idle, busy],
            wall: [first, second],
        })
        .collect())
}

/// A run with a time limit of its own.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The subject.
    pub subject: Subject,
    /// From the start of the process to its end.
    pub wall: Duration,
    /// The first line it printed.
    pub answer: String,
    /// Whether it had to be stopped.
    pub stopped: bool,
}

impl Timed {
    /// Whether a verdict or `unknown` came within the limit and so much more.
    pub fn is_punctual(&self, limit: Duration, grace: Duration) -> bool {
        !self.stopped && matches!(self.answer.as_str(), "sat" | "unsat" | "unknown") && self.wall <= limit + grace
    }
}

/// Runs the subjects in turn, so many times altogether, beside so many busy threads.
///
/// # Errors
/// A command cannot be started.
pub fn punctual(
    subjects: &[Subject],
    command: &dyn Fn(&Subject) -> Vec<String>,
    runs: usize,
    patience: Duration,
    burners: usize,
    interrupt: &AtomicBool,
    show: &mut dyn FnMut(&Timed),
) -> Result<Vec<Timed>, String> {
    let _burner = Burner::start(burners);
    let mut all = Vec::new();
    for subject in subjects.iter().cycle().take(runs) {
        if interrupt.load(Ordering::Relaxed) {
            break;
        }
        let words = command(subject);
        let begin = Instant::now();
        let run = process::run(&words, patience, interrupt).map_err(|error| format!("{}: {error}", words[0]))?;
        let answer = run.stdout.lines().next().unwrap_or("").to_string();
        let wall = run.wall.max(Duration::ZERO).min(begin.elapsed());
        let timed = Timed { subject: subject.clone(), wall, answer, stopped: run.stopped };
        show(&timed);
        all.push(timed);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(file: &str) -> Subject {
        Subject { file: PathBuf::from(file) }
    }

    fn shell(script: &str) -> Vec<String> {
        ["sh", "-c", script].map(String::from).to_vec()
    }

    #[test]
    fn programs_and_clauses_have_their_own_command_lines() {
        let hornsolve = Path::new("hornsolve");
        assert_eq!(subject("a.smt2").command(hornsolve, 7), ["hornsolve", "--steps=7", "a.smt2"]);
        let program = subject("x/b.adb").command(hornsolve, 7);
        assert!(program.contains(&"--frontend".to_string()) && program.last().is_some_and(|last| last == "x/b.adb"));
    }

    #[test]
    fn lists_are_read_and_checked() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.smt2"), "").expect("writable");
        let list = folder.path().join("list");
        fs::write(&list, "# a comment\n\n a.smt2 \n").expect("writable");
        assert_eq!(subjects(&list), Ok(vec![Subject { file: folder.path().join("a.smt2") }]));
        fs::write(&list, "b.smt2\n").expect("writable");
        assert!(subjects(&list).is_err_and(|why| why.contains("b.smt2")));
    }

    #[test]
    fn differences_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let counter = folder.path().join("counter").display().to_string();
        let command = |subject: &Subject| match subject.file.to_str() {
            Some("same") => shell("echo sat"),
            Some("differs") => {
                shell(&format!("echo a; test -e {counter} && echo sat || echo unknown; touch {counter}"))
            }
            _ => shell("sleep 5"),
        };
        let all = [subject("same"), subject("differs"), subject("endless")];
        let interrupt = AtomicBool::new(false);
        let limit = Duration::from_secs(1);
        let compared = steady(&all, &command, limit, 1, &interrupt, &mut |_, _, _| {}).expect("sh runs");
        assert_eq!(compared.iter().map(Compared::is_steady).collect::<Vec<_>>(), [true, false, false]);
        assert_eq!(compared[0].difference(), None);
        assert_eq!(compared[1].difference(), Some(("unknown".to_string(), "sat".to_string())));
        assert_eq!(compared[2].difference(), Some(("no end".to_string(), "no end".to_string())));
    }

    #[test]
    fn late_answers_and_silence_are_found() {
        let command = |subject: &Subject| shell(subject.file.to_str().unwrap_or(""));
        let all = [subject("echo unknown"), subject("sleep 1; echo sat"), subject("true"), subject("sleep 9")];
        let (interrupt, patience) = (AtomicBool::new(false), Duration::from_secs(3));
        let timed = punctual(&all, &command, 5, patience, 1, &interrupt, &mut |_| {}).expect("sh runs");
        let within = |at: usize, milliseconds| {
            timed[at].is_punctual(Duration::from_millis(milliseconds), Duration::from_millis(500))
        };
        assert_eq!(timed.len(), 5);
        assert!(within(0, 2_000) && !within(1, 100) && within(1, 2_900));
        assert!(!within(2, 2_000) && !within(3, 60_000) && timed[4].answer == "unknown");
    }
}
