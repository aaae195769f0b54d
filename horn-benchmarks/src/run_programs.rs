//! The commands `ada` and `spark`: hornsolve on programs with known verdicts, one at a time, and the table of what it
//! says.

use crate::options::Programs;
use crate::{build, interrupt, print};
use horn_benchmarks::command::Solver;
use horn_benchmarks::programs::{self, Case, Judged};
use horn_benchmarks::{bounds, programs_table};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Whether the options keep a program.
fn selected(options: &Programs, case: &Case) -> bool {
    (options.categories.is_empty() || options.categories.contains(&case.category))
        && options.filters.iter().all(|part| case.name.contains(part.as_str()))
}

/// hornsolve, up to date.
fn solver(options: &Programs) -> Result<Solver, String> {
    let mut solver = Solver::parse(&options.solver)?;
    if options.build && solver.is_own() {
        build()?;
    }
    solver.resolve()?;
    Ok(solver)
}

/// Runs programs once for each bound, and shows the times.
fn run_bounds(options: &Programs) -> Result<ExitCode, String> {
    let mut subjects = Vec::new();
    let first = [1];
    for set in if options.sets.is_empty() { &first[..] } else { &options.sets } {
        subjects.extend(bounds::subjects(*set)?);
    }
    subjects.retain(|subject| selected(options, &subject.case));
    for subject in &mut subjects {
        subject.case.arguments.push("--mode=bmc".to_string());
    }
    if subjects.is_empty() {
        return Err("no program is left to run on".to_string());
    }
    let solver = solver(options)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut tsv = table_file(options)?;
    let interrupt = interrupt()?;
    let mut wrong = false;
    let curves = bounds::measure(subjects, &options.bounds, folder.path(), &mut |subject, bound, case| {
        let mut ran = programs::run(case, &solver, options.timeout, &interrupt);
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        wrong |= ran.judged == Judged::Wrong;
        if options.verbose {
            let (word, wall) = (ran.judged.word(), ran.wall.as_secs_f64());
            let line = format!("{word} {wall:.2} s  {} with bound {bound} {}\n", subject.name, ran.note);
            let _ = io::stderr().write_all(line.as_bytes());
        }
        if let Some(file) = &mut tsv {
            ran.case.name = format!("{} {bound}", subject.name);
            programs_table::write_run(file, &ran).map_err(|error| error.to_string())?;
        }
        Ok(Some(ran))
    })?;
    let title = format!("bounded model checking, {} s per program and bound", options.timeout.as_secs_f64());
    let table = format!("{title}\n\n{}", bounds::markdown(&curves, &options.bounds, options.timeout));
    print(&table)?;
    let write = |path: &Path, text: &str| fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    if let Some(path) = &options.table {
        write(path, &table)?;
    }
    if let Some(path) = &options.plot {
        write(path, &bounds::plot(&curves, options.timeout, "time over bound"))?;
    }
    let interrupted = interrupt.load(Ordering::Relaxed);
    Ok(if interrupted { ExitCode::from(130) } else { ExitCode::from(u8::from(wrong)) })
}

/// The file of runs, with its header, if one is wanted.
fn table_file(options: &Programs) -> Result<Option<BufWriter<File>>, String> {
    let Some(path) = &options.tsv else { return Ok(None) };
    let mut file = BufWriter::new(File::create(path).map_err(|error| format!("{}: {error}", path.display()))?);
    programs_table::write_header(&mut file).map_err(|error| error.to_string())?;
    Ok(Some(file))
}

/// Runs the programs of a frontend and shows the table.
///
/// # Errors
/// hornsolve is not found, or a file cannot be read or written.
pub fn run(options: &Programs) -> Result<ExitCode, String> {
    if !options.bounds.is_empty() {
        return run_bounds(options);
    }
    let wanted = |set: usize| options.sets.is_empty() || options.sets.contains(&set);
    let mut cases = Vec::new();
    if options.frontend == "spark" {
        cases.extend(if wanted(1) { programs::set1_cases()? } else { Vec::new() });
        cases.extend(if wanted(2) { programs::spark_cases()? } else { Vec::new() });
    } else {
        cases = programs::ada_cases()?;
    }
    cases.retain(|case| selected(options, case));
    for case in &mut cases {
        case.arguments.extend(options.mode.iter().map(|mode| match mode.as_str() {
            "all" => "--bmc=beside".to_string(),
            mode => format!("--mode={mode}"),
        }));
    }
    if cases.is_empty() {
        return Err("no program is left to run on".to_string());
    }
    let solver = solver(options)?;
    let mut tsv = table_file(options)?;
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
