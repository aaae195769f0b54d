//! The commands `ada` and `spark`: hornsolve on programs with known verdicts, one at a time, and the table of what it says.

use crate::options::Programs;
use crate::{build, interrupt, print};
use horn_benchmarks::command::Solver;
use horn_benchmarks::programs::{self, Judged};
use horn_benchmarks::programs_table;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Runs the programs of a frontend and shows the table.
///
/// # Errors
/// hornsolve is not found, or a file cannot be read or written.
pub fn run(options: &Programs) -> Result<ExitCode, String> {
    let mut cases = match options.frontend {
        "spark" => programs::spark_cases()?,
        _ => programs::ada_cases()?,
    };
    cases.retain(|case| {
        (options.categories.is_empty() || options.categories.contains(&case.category))
            && options.filters.iter().all(|part| case.name.contains(part.as_str()))
    });
    if cases.is_empty() {
        return Err("no program is left to run on".to_string());
    }
    let mut solver = Solver::parse(&options.solver)?;
    if options.build && solver.is_own() {
        build()?;
    }
    solver.resolve()?;
    let mut tsv = match &options.tsv {
        None => None,
        Some(path) => Some(BufWriter::new(File::create(path).map_err(|e| format!("{}: {e}", path.display()))?)),
    };
    if let Some(file) = &mut tsv {
        programs_table::write_header(file).map_err(|error| error.to_string())?;
    }
    let interrupt = interrupt()?;
    let mut runs = Vec::new();
    for case in &cases {
        let ran = programs::run(case, &solver, options.timeout, &interrupt);
        if interrupt.load(Ordering::Relaxed) {
            break;
        }
        if options.verbose {
            let (word, wall) = (ran.judged.word(), ran.wall.as_secs_f64());
            let line = format!("[{}/{}] {word} {wall:.2} s  {} {}\n", runs.len() + 1, cases.len(), case.name, ran.note);
            let _ = io::stderr().write_all(line.as_bytes());
        }
        if let Some(file) = &mut tsv {
            programs_table::write_run(file, &ran).map_err(|error| error.to_string())?;
        }
        runs.push(ran);
    }
    let title = format!("{} of {} programs, {} s per program", runs.len(), cases.len(), options.timeout.as_secs_f64());
    let table = format!("{title}\n\n{}", programs_table::markdown(&runs));
    print(&table)?;
    if let Some(path) = &options.table {
        fs::write(path, &table).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(if interrupt.load(Ordering::Relaxed) {
        ExitCode::from(130)
    } else if runs.iter().any(|run| run.judged == Judged::Wrong) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}
