//! Runs hornsolve on programs whose verdicts are known, and judges what it says of their checks.
//!
//! Of a program that is `proved` every check must be proved; of one that `fails` exactly the check at the named line
//! must fail. A verdict against that is *wrong*. What is neither right nor wrong is *undecided*: a check that decides
//! the verdict was left open, or the time was over. Checks beside the failing one that stay open do not change the
//! verdict; they are counted.

use crate::ada;
use crate::command::Solver;
use crate::manifest::{self, Program};
use crate::process;
use crate::spark;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A program with its expected verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name in tables: the file without its folder and extension.
    pub name: String,
    /// Its main file.
    pub path: PathBuf,
    /// The row of the table that counts it.
    pub category: String,
    /// The one check that fails; none if all are proved.
    pub fails: Option<Target>,
    /// What the command line has in addition.
    pub arguments: Vec<String>,
}

/// The place of a check that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its line, from 1.
    pub line: u32,
    /// The rule it belongs to, as in GNATprove's SARIF files, if that matters.
    pub rule: Option<String>,
}

/// What hornsolve says of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The file, without its folder.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The rule.
    pub rule: String,
    /// `proved`, `fails`, or anything else if it is open.
    pub status: String,
    /// Who decided it.
    pub by: String,
}

/// The verdict on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// As expected.
    Correct,
    /// Against what is expected.
    Wrong,
    /// Not decided within the time.
    Undecided,
    /// hornsolve ended without checks, or could not be run.
    Error,
}

impl Judged {
    /// The word for it in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Judged::Correct => "correct",
            Judged::Wrong => "wrong",
            Judged::Undecided => "undecided",
            Judged::Error => "error",
        }
    }
}

/// One run on one program.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The program.
    pub case: Case,
    /// The verdict.
    pub judged: Judged,
    /// Time from start to end.
    pub wall: Duration,
    /// Processor time, with that of the solvers hornsolve has started.
    pub cpu: Duration,
    /// The checks.
    pub checks: Vec<Checked>,
    /// Why the verdict is not `correct`; empty if it is.
    pub note: String,
}

impl Ran {
    /// How many checks are neither proved nor known to fail.
    pub fn open(&self) -> usize {
        self.checks.iter().filter(|check| check.status != "proved" && check.status != "fails").count()
    }
}

/// The programs of `ada/`.
///
/// # Errors
/// The manifest cannot be read.
pub fn ada_cases() -> Result<Vec<Case>, String> {
    Ok(ada::manifest(&ada::folder())?.into_iter().map(ada_case).collect())
}

fn ada_case(program: Program) -> Case {
    Case {
        name: name(&program.file),
        path: program.file,
        category: program.category,
        fails: program.failure.map(|failure| Target { line: failure.line, rule: Some(failure.kind) }),
        arguments: Vec::new(),
    }
}

/// The folder of the programs with annotations of SPARK-BMC's.
pub fn spark_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("spark")
}

/// The programs of `spark/set1`, whose manifest has the form of Ada's.
///
/// # Errors
/// The manifest cannot be read.
pub fn set1_cases() -> Result<Vec<Case>, String> {
    let case = |program| {
        let case = ada_case(program);
        Case { category: category("set I", case.fails.is_none()), ..case }
    };
    Ok(ada::manifest(&spark::set1())?.into_iter().map(case).collect())
}

fn category(set: &str, safe: bool) -> String {
    format!("{set} {}", if safe { "safe" } else { "mistake" })
}

/// The programs of `spark/`, problem set II. A line of the manifest begins with the file, `proved` or `fails`, and the
/// line of the annotation that fails; what stands behind these fields is not looked at.
///
/// # Errors
/// The manifest cannot be read.
pub fn spark_cases() -> Result<Vec<Case>, String> {
    manifest::lines(&spark_folder().join("manifest.tsv"), spark_case)
}

fn spark_case(line: &str) -> Result<Case, String> {
    let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
    let [file, verdict, place, ..] = fields[..] else { return Err(format!("{} fields instead of 3", fields.len())) };
    let fails = match (verdict, place.parse()) {
        ("proved", Err(_)) => None,
        ("fails", Ok(line)) => Some(Target { line, rule: None }),
        _ => return Err(format!("verdict `{verdict}` does not fit line `{place}`")),
    };
    let path = spark_folder().join(file);
    Ok(Case { name: name(&path), path, category: category("set II", fails.is_none()), fails, arguments: Vec::new() })
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Runs hornsolve on a program and judges its verdicts. The command of `solver` must print the checks as `--json -`
/// does. If it was asked for loops unwound up to a bound, which its arguments say, no violation up to the bound is as
/// good as a proof.
pub fn run(case: &Case, solver: &Solver, limit: Duration, interrupt: &AtomicBool) -> Ran {
    let mut words = solver.command_line(&case.path, limit);
    words.extend(case.arguments.iter().cloned());
    let finished = match process::run(&words, limit, interrupt) {
        Ok(finished) => finished,
        Err(error) => {
            let note = format!("cannot be run: {error}");
            let (case, checks) = (case.clone(), Vec::new());
            return Ran { case, judged: Judged::Error, wall: Duration::ZERO, cpu: Duration::ZERO, checks, note };
        }
    };
    let checks = checks(&finished.stdout).unwrap_or_default();
    let (judged, note) = if finished.stopped {
        (Judged::Undecided, format!("not within {} s", limit.as_secs_f64()))
    } else if checks.is_empty() {
        let line = finished.stderr.lines().chain(finished.stdout.lines()).find(|line| !line.trim().is_empty());
        (Judged::Error, line.unwrap_or("no checks").trim().to_string())
    } else {
        judge(case, &checks)
    };
    Ran { case: case.clone(), judged, wall: finished.wall, cpu: finished.cpu, checks, note }
}

/// The checks in what `--json -` prints, which may stand among other lines.
fn checks(output: &str) -> Option<Vec<Checked>> {
    let start = if output.starts_with('{') { 0 } else { output.find("\n{")? + 1 };
    let mut values = serde_json::Deserializer::from_str(&output[start..]).into_iter::<Value>();
    let value = values.next()?.ok()?;
    checked(&value)
}

/// The checks in the JSON of a run.
pub(crate) fn checked(value: &Value) -> Option<Vec<Checked>> {
    let text = |check: &Value, key: &str| check[key].as_str().unwrap_or_default().to_string();
    let number = |check: &Value, key: &str| check[key].as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
    let checks = value["checks"].as_array()?.iter().map(|check| Checked {
        file: Path::new(&text(check, "file")).file_name().unwrap_or_default().to_string_lossy().into_owned(),
        line: number(check, "line"),
        column: number(check, "column"),
        rule: text(check, "rule"),
        status: text(check, "status"),
        by: text(check, "by"),
    });
    Some(checks.collect())
}

/// The verdict on a program whose run ended by itself, and why.
fn judge(case: &Case, checks: &[Checked]) -> (Judged, String) {
    let file = case.path.file_name().unwrap_or_default().to_string_lossy();
    let expected = |check: &&Checked| {
        case.fails.as_ref().is_some_and(|target| {
            check.file == file
                && check.line == target.line
                && target.rule.as_ref().is_none_or(|rule| *rule == check.rule)
        })
    };
    let place = |check: &Checked| format!("{}:{} {}", check.file, check.line, check.rule);
    let bounded = case.arguments.iter().any(|argument| argument.starts_with("--unwind="));
    if let Some(check) = checks.iter().find(|check| check.status == "fails" && !expected(check)) {
        return (Judged::Wrong, format!("{} fails", place(check)));
    }
    match &case.fails {
        None => match checks.iter().find(|check| check.status != "proved" && !(bounded && check.status == "bounded")) {
            None => (Judged::Correct, String::new()),
            Some(check) => (Judged::Undecided, format!("{} open", place(check))),
        },
        Some(target) => {
            // Several checks may stand in the line; one of them is meant.
            let mut here = checks.iter().filter(expected).peekable();
            if here.peek().is_none() {
                (Judged::Error, format!("no such check in line {}", target.line))
            } else if here.clone().any(|check| check.status == "fails") {
                (Judged::Correct, String::new())
            } else if here.all(|check| check.status == "proved") {
                (Judged::Wrong, format!("line {} proved", target.line))
            } else {
                (Judged::Undecided, format!("line {} open", target.line))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(fails: Option<u32>) -> Case {
        Case {
            name: "p".to_string(),
            path: PathBuf::from("x/p.adb"),
            category: String::new(),
            fails: fails.map(|line| Target { line, rule: Some("VC_ASSERT".to_string()) }),
            arguments: Vec::new(),
        }
    }

    fn check(line: u32, rule: &str, status: &str) -> Checked {
        Checked { file: "p.adb".into(), line, column: 0, rule: rule.into(), status: status.into(), by: String::new() }
    }

    #[test]
    fn verdicts_are_judged() {
        let both = |first: &str, second: &str| [check(3, "VC_ASSERT", first), check(4, "VC_RANGE_CHECK", second)];
        for (fails, checks, expected) in [
            (None, both("proved", "proved"), Judged::Correct),
            (None, both("proved", "unknown"), Judged::Undecided),
            (None, both("fails", "unknown"), Judged::Wrong),
            (Some(3), both("fails", "proved"), Judged::Correct),
            (Some(3), both("fails", "unknown"), Judged::Correct),
            (Some(3), both("proved", "unknown"), Judged::Wrong),
            (Some(3), both("fails", "fails"), Judged::Wrong),
            (Some(3), both("unknown", "proved"), Judged::Undecided),
            (Some(4), both("fails", "proved"), Judged::Wrong),
            (Some(4), both("proved", "proved"), Judged::Error),
        ] {
            assert_eq!(judge(&case(fails), &checks).0, expected, "{fails:?} {checks:?}");
        }
    }

    #[test]
    fn a_bound_is_no_proof_unless_it_was_asked_for() {
        let checks = [check(3, "VC_ASSERT", "bounded")];
        let bounded = |fails| Case { arguments: vec!["--unwind=5".to_string()], ..case(fails) };
        assert_eq!(judge(&case(None), &checks).0, Judged::Undecided);
        assert_eq!(judge(&bounded(None), &checks).0, Judged::Correct);
        assert_eq!(judge(&bounded(Some(3)), &checks).0, Judged::Undecided);
    }

    #[test]
    fn checks_are_found_in_the_output() {
        let output = "a warning\n{\n \"checks\": [{\"file\": \"a/p.adb\", \"line\": 3, \"rule\": \"VC_ASSERT\", \
                      \"status\": \"proved\", \"by\": \"pdr\"}]\n}\nSuccess: all checks proved (1 check).\n";
        let found = checks(output).expect("checks");
        assert_eq!(found, [Checked { by: "pdr".into(), ..check(3, "VC_ASSERT", "proved") }]);
        assert_eq!(checks("error: nothing"), None);
    }

    #[test]
    fn manifests_are_read() {
        assert!(ada_cases().expect("a manifest").len() >= 68);
        let spark = spark_cases().expect("a manifest");
        assert!(
            spark.iter().any(|case| case.category == "set II safe") && spark.iter().any(|case| case.fails.is_some())
        );
        let set1 = set1_cases().expect("a manifest");
        assert_eq!(set1.iter().filter(|case| case.category == "set I safe").count(), 6);
        assert_eq!(set1.iter().filter(|case| case.fails.is_some()).count(), 6);
        assert!(spark_case("a.adb\tproved\t7").is_err() && spark_case("a.adb\tfails\t-").is_err());
        assert!(spark_case("a.adb").is_err());
    }
}
