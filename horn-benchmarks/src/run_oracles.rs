//! The commands `acats`, `spark2014` and `svcomp`: hornsolve on tests of others, and the tables of what it says.

use crate::options::{Oracle, Suite};
use crate::{build, interrupt, print};
use horn_benchmarks::command::Solver;
use horn_benchmarks::gnat::Gnat;
use horn_benchmarks::oracle::acats::{self, Form};
use horn_benchmarks::oracle::gcc::Gcc;
use horn_benchmarks::oracle::{self, Tool, spark2014, svcomp};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Runs what the options ask for, and shows the tables.
///
/// # Errors
/// The tests are not there, or something cannot be read or written.
pub fn run(options: &Oracle) -> Result<ExitCode, String> {
    let folder = &options.folder;
    if !folder.is_dir() {
        return Err(format!("{}: no such folder; these tests are not part of the project", folder.display()));
    }
    if options.build {
        build()?;
    }
    let (text, wrong, interrupted) = match options.suite {
        Suite::Acats => run_acats(options)?,
        Suite::Spark2014 => run_spark2014(options)?,
        Suite::Svcomp => run_svcomp(options)?,
    };
    print(&text)?;
    if let Some(path) = &options.table {
        fs::write(path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(match (interrupted, wrong) {
        (true, _) => ExitCode::from(130),
        (_, true) => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

/// The tables, whether something is wrong, and whether the run was interrupted.
type Shown = (String, bool, bool);

fn run_acats(options: &Oracle) -> Result<Shown, String> {
    let mut tests = acats::tests(&options.folder)?;
    tests.retain(|test| options.filters.iter().all(|part| test.name.contains(part.as_str())));
    let tool = Tool::find(options.per_check, options.per_test)?;
    let gnat = match options.compiler {
        true => Some(Gnat::find().ok_or("--gnat: no gnatmake in the search path")?),
        false => None,
    };
    let interrupt = interrupt()?;
    let (mut text, mut wrong) = (String::new(), false);
    let mut tsv = file(options)?;
    for form in &options.forms {
        let report = acats::Report::new(&options.folder, *form)?;
        let (number, what) = match form {
            Form::Holds => (1, "as the tests are"),
            Form::Fails => (2, "with a Report.Result that fails"),
        };
        if let Some(file) = &mut tsv {
            writeln!(file, "# form {number}").and_then(|()| acats::write_header(file)).map_err(written)?;
        }
        let (mut trouble, mut done) = (None, 0);
        let work =
            |test: &acats::Test, folder: &std::path::Path| report.run(test, &tool, gnat.as_ref(), folder, &interrupt);
        let runs = oracle::each(&tests, options.jobs, &interrupt, work, |ran| {
            done += 1;
            let (word, wall) = (ran.outcome.word(), ran.wall.as_secs_f64());
            show(options, &format!("[{done}/{}] {word} {wall:.2} s  {} {}", tests.len(), ran.test.name, ran.note));
            if let Some(file) = &mut tsv {
                trouble = acats::write_run(file, ran).err().or(trouble.take());
            }
        })?;
        if let Some(error) = trouble {
            return Err(written(error));
        }
        let title = format!("ACATS, form {number} ({what}): {} of {} tests", runs.len(), tests.len());
        let _ = writeln!(text, "{title}, {}\n\n{}", limits(options), acats::markdown(&runs));
        wrong |= runs.iter().any(|run| run.outcome.wrong());
    }
    Ok((text, wrong, interrupt.load(Ordering::Relaxed)))
}

fn run_spark2014(options: &Oracle) -> Result<Shown, String> {
    let mut tests = spark2014::tests(&options.folder)?;
    tests.retain(|test| options.filters.iter().all(|part| test.name.contains(part.as_str())));
    let tool = Tool::find(options.per_check, options.per_test)?;
    let interrupt = interrupt()?;
    let mut tsv = file(options)?;
    if let Some(file) = &mut tsv {
        spark2014::write_header(file).map_err(written)?;
    }
    let (mut trouble, mut done) = (None, 0);
    let work = |test: &spark2014::Test, folder: &std::path::Path| spark2014::run(test, &tool, folder, &interrupt);
    let runs = oracle::each(&tests, options.jobs, &interrupt, work, |ran| {
        let Ok(ran) = ran else { return };
        done += 1;
        let (word, wall) = (ran.word(), ran.said.wall.as_secs_f64());
        show(options, &format!("[{done}/{}] {word} {wall:.2} s  {}", tests.len(), ran.test.name));
        if let Some(file) = &mut tsv {
            trouble = spark2014::write_run(file, ran).err().or(trouble.take());
        }
    })?;
    if let Some(error) = trouble {
        return Err(written(error));
    }
    let runs: Vec<spark2014::Ran> = runs.into_iter().collect::<Result<_, String>>()?;
    let title = format!("spark2014: {} of {} tests, {}", runs.len(), tests.len(), limits(options));
    let wrong = runs.iter().any(|run| run.disagreements().next().is_some());
    Ok((format!("{title}\n\n{}", spark2014::markdown(&runs)), wrong, interrupt.load(Ordering::Relaxed)))
}

fn run_svcomp(options: &Oracle) -> Result<Shown, String> {
    let mut tests = svcomp::tests(&options.folder)?;
    tests.retain(|test| options.filters.iter().all(|part| test.name.contains(part.as_str())));
    let mut solver = Solver::parse("hornsolve=hornsolve {}")?;
    solver.resolve()?;
    let interrupt = interrupt()?;
    let mut tsv = file(options)?;
    if let Some(file) = &mut tsv {
        svcomp::write_header(file).map_err(written)?;
    }
    let gcc = if options.compiler { Some(Gcc::find().map_err(|why| format!("--gcc: {why}"))?) } else { None };
    let width = match &gcc {
        Some(gcc) => {
            if gcc.narrow {
                ", tests with -m32"
            } else {
                ", tests without -m32"
            }
        }
        None => "",
    };
    let (mut trouble, mut done) = (None, 0);
    let how = svcomp::How { solver, per_check: options.per_check, per_test: options.per_test, gcc };
    let work = |test: &svcomp::Test, folder: &std::path::Path| svcomp::run(test, &how, folder, &interrupt);
    let runs = oracle::each(&tests, options.jobs, &interrupt, work, |ran| {
        done += 1;
        let (word, wall) = (ran.outcome.word(), ran.wall.as_secs_f64());
        show(options, &format!("[{done}/{}] {word} {wall:.2} s  {} {}", tests.len(), ran.test.name, ran.note));
        if let Some(file) = &mut tsv {
            trouble = svcomp::write_run(file, ran).err().or(trouble.take());
        }
    })?;
    if let Some(error) = trouble {
        return Err(written(error));
    }
    let title = format!("C programs: {} of {}, {}{width}", runs.len(), tests.len(), limits(options));
    let wrong = runs.iter().any(|run| run.outcome == svcomp::Outcome::Wrong);
    let text = format!("{title}\n\n{}{}", svcomp::markdown(&runs), svcomp::repeated(&runs));
    Ok((text, wrong, interrupt.load(Ordering::Relaxed)))
}

fn limits(options: &Oracle) -> String {
    format!("{} s per check, {} s per test", options.per_check.as_secs_f64(), options.per_test.as_secs_f64())
}

fn show(options: &Oracle, line: &str) {
    if options.verbose {
        let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
    }
}

fn file(options: &Oracle) -> Result<Option<BufWriter<File>>, String> {
    let create = |path: &std::path::PathBuf| {
        File::create(path).map(BufWriter::new).map_err(|error| format!("{}: {error}", path.display()))
    };
    options.tsv.as_ref().map(create).transpose()
}

fn written(error: io::Error) -> String {
    format!("the runs cannot be written: {error}")
}
