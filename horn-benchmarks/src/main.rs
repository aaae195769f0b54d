//! The program `horn-benchmarks`: arguments, terminal output and exit codes of the comparison runner.
//!
//! Exit code 0: done. 1: an answer or verdict contradicts the expected verdict or another solver. 2: wrong usage,
//! or a file cannot be read or written. 130: interrupted.

mod options;
mod run_crosschecks;
mod run_load;
mod run_oracles;
mod run_programs;

use horn_benchmarks::command::Solver;
use horn_benchmarks::list::{self, Entry};
use horn_benchmarks::record::{self, Outcome, Record};
use horn_benchmarks::{ada_project, c_project, compare, generate, plot, simulate, statistics_table, summary};
use horn_benchmarks::{systems, table};
use options::{Compare, Output, Report, Simulate, Task};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, iter};

fn main() -> ExitCode {
    let result = match options::parse(env::args_os().skip(1)) {
        Ok(Task::Help) => print(options::HELP).map(|()| ExitCode::SUCCESS),
        Ok(Task::Compare(options)) => compare_solvers(&options),
        Ok(Task::Report(options)) => report(&options),
        Ok(Task::Programs(options)) => run_programs::run(&options),
        Ok(Task::Oracle(options)) => run_oracles::run(&options),
        Ok(Task::CrossCheck(options)) => run_crosschecks::run(&options),
        Ok(Task::Steady(options)) => run_load::steady(&options),
        Ok(Task::Punctual(options)) => run_load::punctual(&options),
        Ok(Task::Simulate(options)) => play(&options).map(|()| ExitCode::SUCCESS),
        Ok(Task::Project(path, subprograms)) => {
            let is_c = path.extension().is_some_and(|extension| extension == "c");
            let write = if is_c { c_project::write } else { ada_project::write };
            write(&path, subprograms)
                .map(|()| ExitCode::SUCCESS)
                .map_err(|error| format!("{}: {error}", path.display()))
        }
        Ok(Task::Generate(folder, size)) => generate::write_all(&folder, size)
            .map(|()| ExitCode::SUCCESS)
            .map_err(|error| format!("{}: {error}", folder.display())),
        Err(message) => Err(format!("{message}\ntry \"horn-benchmarks --help\"")),
    };
    result.unwrap_or_else(|message| {
        let _ = writeln!(io::stderr(), "horn-benchmarks: {message}");
        ExitCode::from(2)
    })
}

/// Runs the solvers and shows the result.
fn compare_solvers(options: &Compare) -> Result<ExitCode, String> {
    let entries = entries(options)?;
    let mut solvers = Vec::new();
    for text in &options.solvers {
        solvers.push(Solver::parse(text)?);
    }
    if let Some(name) = repeated(&solvers) {
        return Err(format!("two solvers have the name \"{name}\""));
    }
    if options.build && solvers.iter().any(Solver::is_own) {
        build()?;
    }
    for solver in &mut solvers {
        solver.resolve()?;
    }
    let reference = options.output.reference(solvers.iter().map(|solver| solver.name.as_str()))?;

    let mut tsv = match &options.tsv {
        None => None,
        Some(path) => Some(BufWriter::new(File::create(path).map_err(|e| format!("{}: {e}", path.display()))?)),
    };
    if let Some(file) = &mut tsv {
        record::write_header(file, options.timeout).map_err(|error| error.to_string())?;
    }

    let interrupt = interrupt()?;
    let mut progress = Progress::new(entries.len() * solvers.len(), options.verbose);
    let mut trouble = None;
    let records = compare::run(&entries, &solvers, options.timeout, options.jobs, &interrupt, |record| {
        progress.show(record);
        if let Some(file) = &mut tsv {
            trouble = record::write_record(file, record).err().or(trouble.take());
        }
    });
    progress.clear();
    if let Some(error) = trouble {
        let _ = writeln!(io::stderr(), "horn-benchmarks: the records could not all be written: {error}");
    }
    let interrupted = interrupt.load(Ordering::Relaxed);
    let title = format!(
        "{} of {} runs, {} s per file, {} at a time",
        records.len(),
        entries.len() * solvers.len(),
        options.timeout.as_secs_f64(),
        options.jobs
    );
    let code = show(&records, options.timeout, &title, &reference, &options.output)?;
    Ok(if interrupted { ExitCode::from(130) } else { code })
}

/// Says how long shards on many machines take.
fn play(options: &Simulate) -> Result<(), String> {
    let mut recorded = Vec::new();
    for path in &options.results {
        let read = fs::read(path).map_err(|error| error.to_string());
        let times = read.and_then(|text| simulate::recorded(&text)).map_err(|e| format!("{}: {e}", path.display()))?;
        recorded.extend(times);
    }
    let Simulate { seconds, costs, subprograms, workers, shards, lost, .. } = options;
    print(&simulate::table(&recorded, *seconds, *costs, subprograms, workers, shards, *lost)?)
}

/// A flag that the usual signals set.
fn interrupt() -> Result<Arc<AtomicBool>, String> {
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&interrupt)).map_err(|error| error.to_string())?;
    }
    Ok(interrupt)
}

/// Shows recorded runs. Of two runs of a solver on the same file the later counts.
fn report(options: &Report) -> Result<ExitCode, String> {
    let mut limit = None;
    let mut records: Vec<Record> = Vec::new();
    let mut places = BTreeMap::new();
    for path in &options.files {
        let (timeout, found) = record::read(path)?;
        if limit.is_some_and(|limit| limit != timeout) {
            return Err(format!("{}: another time limit than in the files before", path.display()));
        }
        limit = Some(timeout);
        for record in found {
            let key = (record.track.clone(), record.file.clone(), record.solver.clone());
            match places.get(&key) {
                Some(place) => records[*place] = record,
                None => {
                    places.insert(key, records.len());
                    records.push(record);
                }
            }
        }
    }
    let timeout = limit.ok_or("report needs at least one file of records")?;
    let solvers = summary::solvers(&records);
    let reference = options.output.reference(solvers.iter().map(String::as_str))?;
    let title = format!("{} runs, {} s per file", records.len(), timeout.as_secs_f64());
    show(&records, timeout, &title, &reference, &options.output)
}

/// Prints the table and the contradictions, and writes the files asked for.
fn show(
    records: &[Record],
    timeout: Duration,
    title: &str,
    reference: &str,
    output: &Output,
) -> Result<ExitCode, String> {
    let rows = summary::rows(records, timeout, reference);
    let mut table = format!("{title}\n\n{}", table::markdown(&rows, reference));
    let statistics = statistics_table::markdown(records);
    if !statistics.is_empty() {
        table += &format!("\n{statistics}");
    }
    print(&table)?;
    let write =
        |path: &std::path::Path, text: &str| fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    if let Some(path) = &output.table {
        write(path, &table)?;
    }
    if let Some(path) = &output.plot {
        write(path, &plot::cactus(records, timeout, title))?;
    }
    let contradictions = summary::contradictions(records);
    let red = output.colour.unwrap_or_else(|| io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none());
    let (on, off) = if red { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    for line in &contradictions {
        let _ = writeln!(io::stderr(), "{on}{line}{off}");
    }
    Ok(if contradictions.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The files to run on, after all filters.
fn entries(options: &Compare) -> Result<Vec<Entry>, String> {
    let mut all = Vec::new();
    for path in &options.lists {
        all.extend(list::read(path)?);
    }
    if options.lists.is_empty() {
        all = systems::manifest()?;
    }
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    all.retain(|entry| {
        let wanted = (options.tracks.is_empty() || options.tracks.contains(&entry.track))
            && !options.skipped_tracks.contains(&entry.track)
            && options.filters.iter().all(|part| entry.file.contains(part.as_str()));
        let count = taken.entry(entry.track.clone()).or_default();
        *count += usize::from(wanted);
        wanted && options.limit_per_track.is_none_or(|limit| *count <= limit)
    });
    if all.is_empty() { Err("no file is left to run on".to_string()) } else { Ok(all) }
}

/// A name that two solvers share.
fn repeated(solvers: &[Solver]) -> Option<&str> {
    let names = solvers.iter().enumerate();
    names.into_iter().find(|(at, one)| solvers[..*at].iter().any(|s| s.name == one.name)).map(|(_, s)| s.name.as_str())
}

/// Brings the hornsolve beside this executable up to date. Does so only when started by cargo: else there
/// may be no sources and no cargo.
fn build() -> Result<(), String> {
    let Some(cargo) = env::var_os("CARGO") else {
        return Ok(());
    };
    let release = if cfg!(debug_assertions) { None } else { Some("--release") };
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--package", "hornsolve", "--bin", "hornsolve"])
        .args(release)
        .current_dir(systems::workspace())
        .status()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err("hornsolve does not build".to_string()) }
}

/// Writes to standard output. A reader that has gone away is no error.
fn print(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("standard output: {error}")),
        _ => Ok(()),
    }
}

/// The progress on standard error: one line that is overwritten on a terminal, one line per run with `-v`.
struct Progress {
    done: usize,
    all: usize,
    line: bool,
    verbose: bool,
}

impl Progress {
    fn new(all: usize, verbose: bool) -> Progress {
        Progress { done: 0, all, line: !verbose && io::stderr().is_terminal(), verbose }
    }

    fn show(&mut self, record: &Record) {
        self.done += 1;
        if !self.line && !self.verbose {
            return;
        }
        let mark = if record.wrong() { " WRONG" } else { "" };
        let message = if record.outcome == Outcome::Error { record.message.as_str() } else { "" };
        let (word, wall) = (record.outcome.word(), record.wall.as_secs_f64());
        let Record { solver, track, file, .. } = record;
        let text = format!("[{}/{}] {solver}: {word}{mark} {wall:.2} s  {track} {file} {message}", self.done, self.all);
        let shown = if self.line {
            let cut: String = text.chars().take(100).collect();
            format!("\r\x1b[K{cut}")
        } else {
            text.chars().chain(iter::once('\n')).collect()
        };
        let _ = io::stderr().write_all(shown.as_bytes());
    }

    fn clear(&self) {
        if self.line {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}
