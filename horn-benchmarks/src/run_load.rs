//! The commands `steady` and `punctual`: what a loaded machine may not change.

use crate::options::Load;
use crate::{build, interrupt, print};
use horn_benchmarks::load::{self, Subject};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// How much later than its limit an answer may come.
const GRACE: Duration = Duration::from_secs(1);

/// The subjects of all lists.
fn subjects(options: &Load) -> Result<Vec<Subject>, String> {
    let mut all = Vec::new();
    for list in &options.lists {
        all.extend(load::subjects(list)?);
    }
    if all.is_empty() { Err("no file to run on; --list names them".to_string()) } else { Ok(all) }
}

/// A program of this workspace, or the one that was named.
fn program(options: &Load, name: &str) -> Result<PathBuf, String> {
    if let Some(path) = &options.program {
        return Ok(path.clone());
    }
    if options.build {
        build()?;
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let found = own.ancestors().skip(1).take(2).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.ok_or_else(|| format!("{name} is not beside this program; build it with \"cargo build --release\""))
}

fn say(line: &str) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Each file twice, once beside busy processors: the same verdicts?
pub fn steady(options: &Load) -> Result<ExitCode, String> {
    let (all, hornsolve) = (subjects(options)?, program(options, "hornsolve")?);
    let interrupt = interrupt()?;
    let command = |subject: &Subject| subject.command(&hornsolve, options.steps);
    let runs = 2 * all.len();
    let mut show = |at: usize, subject: &Subject, wall: Duration| {
        if options.verbose {
            say(&format!("[{}/{runs}] {:.2} s  {}", at + 1, wall.as_secs_f64(), name(&subject.file)));
        }
    };
    let compared = load::steady(&all, &command, options.timeout, options.burners, &interrupt, &mut show)?;
    if compared.is_empty() {
        return Ok(ExitCode::from(130));
    }
    let mut text = String::new();
    for run in &compared {
        if let Some((idle, busy)) = run.difference() {
            let _ = writeln!(text, "{}: idle: {idle}; busy: {busy}", run.subject.file.display());
        }
    }
    let same = compared.iter().filter(|run| run.is_steady()).count();
    let wall = |at: usize| compared.iter().map(|run| run.wall[at].as_secs_f64()).sum::<f64>();
    let (steps, burners) = (options.steps, options.burners);
    let _ = writeln!(
        text,
        "{same} of {} the same with {steps} steps; {:.0} s, and {:.0} s beside {burners} busy threads",
        compared.len(),
        wall(0),
        wall(1)
    );
    print(&text)?;
    Ok(if same == compared.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs of `eld` with a time limit beside busy processors: how late are the answers?
pub fn punctual(options: &Load) -> Result<ExitCode, String> {
    let (all, eld) = (subjects(options)?, program(options, "eld")?);
    let interrupt = interrupt()?;
    let limit = options.limit;
    let command = |subject: &Subject| {
        let file = subject.file.display().to_string();
        vec![eld.display().to_string(), format!("-t:{}", limit.as_secs_f64()), file]
    };
    let mut show = |run: &load::Timed| {
        let late = !run.is_punctual(limit, GRACE);
        if options.verbose || late {
            let word = if late { "LATE" } else { "ok" };
            say(&format!("{word} {:.2} s {} {}", run.wall.as_secs_f64(), run.answer, run.subject.file.display()));
        }
    };
    let patience = limit * 3 + GRACE * 10;
    let runs = load::punctual(&all, &command, options.runs, patience, options.burners, &interrupt, &mut show)?;
    let good = runs.iter().filter(|run| run.is_punctual(limit, GRACE)).count();
    let latest = runs.iter().map(|run| run.wall).max().unwrap_or_default();
    let (seconds, burners) = (limit.as_secs_f64(), options.burners);
    let latest = latest.as_secs_f64();
    print(&format!(
        "{good} of {} answers within {seconds} s and one more beside {burners} busy threads; the latest after {latest:.2} s\n",
        runs.len()
    ))?;
    Ok(if good == options.runs { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
