//! C programs in the form of SV-COMP with the verdicts that are expected of them: a folder with `expected.tsv`, whose
//! lines are a path, a tab, and `true` or `false` (whether the error function is unreachable); other words are no
//! verdict, and the program is only run.

use super::gcc::Gcc;
use crate::command::Solver;
use crate::process;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is asked of every program.
const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

/// A program with its expected verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its name: the path in the folder.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// Whether the error is unreachable, if that is known.
    pub expected: Option<bool>,
}

/// What became of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The expected verdict, `TRUE` or `FALSE`.
    Right,
    /// The other one.
    Wrong,
    /// `UNKNOWN`, or the time was over, or no verdict is expected.
    Unknown,
    /// `UNKNOWN`, and something in it is not modelled.
    Refused,
    /// It could not be read, or there was no answer.
    Failed,
}

/// The run of a program.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The program.
    pub test: Test,
    /// What became of it.
    pub outcome: Outcome,
    /// The last line of the output.
    pub said: String,
    /// The first error, or the first construct that is not modelled.
    pub note: String,
    /// Time from start to end.
    pub wall: Duration,
    /// Of a refutation whose test was compiled and run: whether it fails as the verdict says, or what happened instead.
    pub repeated: Option<Result<(), String>>,
}

/// How programs are run.
#[derive(Debug)]
pub struct How {
    /// hornsolve.
    pub solver: Solver,
    /// Time per check.
    pub per_check: Duration,
    /// Time per program.
    pub per_test: Duration,
    /// Whether the test of a refutation (`--emit-test`) is compiled and run.
    pub gcc: Option<Gcc>,
}

/// The programs of a folder.
///
/// # Errors
/// There is no list of them.
pub fn tests(folder: &Path) -> Result<Vec<Test>, String> {
    let list = folder.join("expected.tsv");
    let text = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    Ok(listed(&text).map(|(name, expected)| Test { path: folder.join(&name), name, expected }).collect())
}

fn listed(text: &str) -> impl Iterator<Item = (String, Option<bool>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('\t')).map(|(name, verdict)| {
        let expected = match verdict.trim() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        (name.to_string(), expected)
    })
}

/// Runs hornsolve on a program; `work` is a folder for files of the run.
pub fn run(test: &Test, how: &How, work: &Path, interrupt: &AtomicBool) -> Ran {
    let property = work.join("unreach-call.prp");
    let nothing = |note: String| Ran {
        test: test.clone(),
        outcome: Outcome::Failed,
        said: String::new(),
        note,
        wall: Duration::ZERO,
        repeated: None,
    };
    if let Err(error) = fs::write(&property, PROPERTY) {
        return nothing(format!("{}: {error}", property.display()));
    }
    let tests = work.join("tests");
    let mut words = how.solver.command_line(Path::new("--frontend=c"), how.per_test);
    words.push(format!("--timeout={}", how.per_check.as_secs_f64()));
    words.push(format!("--property={}", property.display()));
    words.push("--data-model=ILP32".to_string());
    if how.gcc.is_some() {
        // What another program left must not be taken for the test of this one.
        let _ = fs::remove_dir_all(&tests);
        if let Err(error) = fs::create_dir_all(&tests) {
            return nothing(format!("{}: {error}", tests.display()));
        }
        words.push(format!("--emit-test={}", tests.display()));
    }
    words.push(test.path.display().to_string());
    let finished = match process::run(&words, how.per_test, interrupt) {
        Ok(finished) => finished,
        Err(error) => return nothing(format!("cannot be run: {error}")),
    };
    let said = finished.stdout.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("").to_string();
    let telling = |line: &&str| ["error: ", "not modelled", "not analysed"].iter().any(|part| line.contains(part));
    let note = finished.stderr.lines().find(telling).unwrap_or("").to_string();
    let outcome = outcome(&said, &note, test.expected, finished.stopped);
    let repeated = how.gcc.as_ref().filter(|_| said.starts_with("FALSE(")).map(|gcc| {
        let written = tests.join("test_1.c");
        match finished.stderr.lines().find_map(|line| line.split_once("no test written: ")) {
            _ if written.is_file() => gcc.repeats(&written, interrupt),
            Some((_, why)) => Err(format!("no test: {why}")),
            None => Err("no test".to_string()),
        }
    });
    Ran { test: test.clone(), outcome, said, note, wall: finished.wall, repeated }
}

fn outcome(said: &str, note: &str, expected: Option<bool>, stopped: bool) -> Outcome {
    let verdict = match said {
        "TRUE" => Some(true),
        _ if said.starts_with("FALSE(") => Some(false),
        _ => None,
    };
    match (verdict, expected) {
        (Some(verdict), Some(expected)) if verdict == expected => Outcome::Right,
        (Some(_), Some(_)) => Outcome::Wrong,
        (Some(_), None) => Outcome::Unknown,
        (None, _) if stopped => Outcome::Unknown,
        (None, _) if note.contains("not modelled") || note.contains("not analysed") => Outcome::Refused,
        (None, _) if said == "UNKNOWN" => Outcome::Unknown,
        (None, _) => Outcome::Failed,
    }
}

impl Outcome {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Right => "right",
            Outcome::Wrong => "WRONG",
            Outcome::Unknown => "unknown",
            Outcome::Refused => "refused",
            Outcome::Failed => "failed",
        }
    }
}

/// The first line of a file of runs.
///
/// # Errors
/// It cannot be written.
pub fn write_header(file: &mut impl Write) -> io::Result<()> {
    writeln!(file, "program\texpected\tsaid\toutcome\tseconds\trepeated\tnote")
}

/// A run as a line.
///
/// # Errors
/// It cannot be written.
pub fn write_run(file: &mut impl Write, ran: &Ran) -> io::Result<()> {
    let expected = ran.test.expected.map_or("?", |expected| if expected { "true" } else { "false" });
    let (name, said, word, note) = (&ran.test.name, &ran.said, ran.outcome.word(), &ran.note);
    let repeated = match &ran.repeated {
        None => "",
        Some(Ok(())) => "yes",
        Some(Err(why)) => why,
    };
    writeln!(file, "{name}\t{expected}\t{said}\t{word}\t{:.2}\t{repeated}\t{note}", ran.wall.as_secs_f64())
}

/// How many refutations the compiled tests repeat, and what the others do; nothing where none was compiled.
pub fn repeated(runs: &[Ran]) -> String {
    let all: Vec<(&str, &Result<(), String>)> =
        runs.iter().filter_map(|ran| Some((ran.test.name.as_str(), ran.repeated.as_ref()?))).collect();
    if all.is_empty() {
        return String::new();
    }
    let good = all.iter().filter(|(_, result)| result.is_ok()).count();
    let mut text = format!("\n{good} of {} refutations are repeated by gcc's program\n", all.len());
    for (name, why) in all.iter().filter_map(|(name, result)| Some((name, result.as_ref().err()?))) {
        let _ = writeln!(text, "* {name}: {why}");
    }
    text
}

/// The table: a row for each folder, with how many of its programs are expected to hold and to fail, and what was said.
pub fn markdown(runs: &[Ran]) -> String {
    let mut folders: BTreeMap<&str, Vec<&Ran>> = BTreeMap::new();
    for ran in runs {
        folders.entry(ran.test.name.split('/').next().unwrap_or("")).or_default().push(ran);
    }
    let mut text = String::from(
        "| folder | programs | true, proved | false, refuted | unknown | refused | failed | wrong |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let all: Vec<&Ran> = runs.iter().collect();
    for (name, runs) in folders.iter().map(|(name, runs)| (*name, runs)).chain([("all", &all)]) {
        let count = |test: &dyn Fn(&Ran) -> bool| runs.iter().filter(|ran| test(ran)).count();
        let of = |wanted: bool| {
            let expected = count(&|ran| ran.test.expected == Some(wanted));
            let right = count(&|ran| ran.test.expected == Some(wanted) && ran.outcome == Outcome::Right);
            format!("{right} of {expected}")
        };
        let [unknown, refused, failed, wrong] = [Outcome::Unknown, Outcome::Refused, Outcome::Failed, Outcome::Wrong]
            .map(|outcome| count(&|ran| ran.outcome == outcome));
        let (programs, holds, fails) = (runs.len(), of(true), of(false));
        let _ =
            writeln!(text, "| {name} | {programs} | {holds} | {fails} | {unknown} | {refused} | {failed} | {wrong} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let all: Vec<_> = listed("# a comment\na/b.c\ttrue\nc.c\tfalse\nd.c\t?\n").collect();
        let expected = [("a/b.c", Some(true)), ("c.c", Some(false)), ("d.c", None)];
        assert_eq!(all, expected.map(|(name, verdict)| (name.to_string(), verdict)));
    }

    #[test]
    fn a_verdict_is_right_or_wrong_and_all_else_is_no_verdict() {
        let of = |said: &str, note: &str, expected: bool| outcome(said, note, Some(expected), false);
        assert_eq!(of("TRUE", "", true), Outcome::Right);
        assert_eq!(of("TRUE", "", false), Outcome::Wrong);
        assert_eq!(of("FALSE(unreach-call)", "", false), Outcome::Right);
        assert_eq!(of("FALSE(unreach-call)", "x is not modelled", true), Outcome::Wrong);
        assert_eq!(of("UNKNOWN", "", true), Outcome::Unknown);
        assert_eq!(of("UNKNOWN", "a.c:1:1: warning: x is not modelled", true), Outcome::Refused);
        assert_eq!(of("", "error: x", true), Outcome::Failed);
        assert_eq!(outcome("TRUE", "", None, false), Outcome::Unknown);
        assert_eq!(outcome("", "", Some(true), true), Outcome::Unknown);
    }

    #[test]
    fn the_table_counts_by_folder() {
        let ran = |name: &str, expected, outcome| Ran {
            test: Test { name: name.to_string(), path: PathBuf::new(), expected: Some(expected) },
            outcome,
            said: String::new(),
            note: String::new(),
            wall: Duration::ZERO,
            repeated: None,
        };
        let runs = [
            ran("a/x.c", true, Outcome::Right),
            ran("a/y.c", false, Outcome::Wrong),
            ran("b/z.c", true, Outcome::Unknown),
        ];
        let text = markdown(&runs);
        assert!(text.contains("| a | 2 | 1 of 1 | 0 of 1 | 0 | 0 | 0 | 1 |"), "{text}");
        assert!(text.contains("| all | 3 | 1 of 2 | 0 of 1 | 1 | 0 | 0 | 1 |"), "{text}");
        assert_eq!(repeated(&runs), "");
        let [mut first, mut second, _] = runs;
        (first.repeated, second.repeated) = (Some(Ok(())), Some(Err("it ends well".to_string())));
        let text = repeated(&[first, second]);
        assert!(text.contains("1 of 2 refutations") && text.contains("* a/y.c: it ends well"), "{text}");
    }
}
