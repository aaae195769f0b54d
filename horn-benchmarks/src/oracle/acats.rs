//! ACATS, the conformity tests of Ada: programs that check themselves and call `Report.Failed` if something is not as
//! the language says.
//!
//! Each is run in two forms. In the first, `Failed` is a failing assertion: as every Ada compiler passes the tests, all
//! checks hold, and a check that is said to fail is a wrong claim. In the second, `Failed` does nothing and
//! `Report.Result`, which ends each test, has an assertion that fails: a run reaches it, so it must be found, and
//! "proved" means that runs were lost on the way.

use super::{Said, Tool, entries};
use crate::gnat::Gnat;
use crate::process;
use crate::programs::Checked;
use crate::table::render;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Comments that mark the two assertions in `report.adb`.
const FAILED: &str = "--  FAILED";
/// See [`FAILED`].
const RESULT: &str = "--  RESULT";

/// Which question is put to a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As it is: nothing fails.
    Holds,
    /// With a `Result` that fails.
    Fails,
}

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its chapter, the folder's name.
    pub chapter: String,
    /// Its name in lower case, that of its main procedure.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
}

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Form 1: every check is proved, and nothing left out.
    Proved,
    /// Form 2: the assertion in `Result` is seen to fail, and nothing else.
    Found,
    /// Part of it is not supported, and no claim about the rest is wrong.
    Unsupported,
    /// It is called illegal.
    Rejected,
    /// A check is said to fail that does not.
    WrongHigh,
    /// Form 2: the assertion in `Result` is said to be proved.
    WrongProved,
    /// Checks stay open; form 2: the one in `Result` does.
    Undecided,
    /// The time was over.
    OverTime,
}

impl Outcome {
    /// The word in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Proved => "proved",
            Outcome::Found => "found",
            Outcome::Unsupported => "unsupported",
            Outcome::Rejected => "rejected",
            Outcome::WrongHigh => "wrong high",
            Outcome::WrongProved => "wrong proved",
            Outcome::Undecided => "undecided",
            Outcome::OverTime => "over time",
        }
    }

    /// Whether it is a wrong claim.
    pub fn wrong(self) -> bool {
        matches!(self, Outcome::WrongHigh | Outcome::WrongProved)
    }
}

/// A test that was run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The test.
    pub test: Test,
    /// What became of it.
    pub outcome: Outcome,
    /// How many checks were decided and how many there are.
    pub proved: usize,
    /// All checks.
    pub checks: usize,
    /// Time from start to end.
    pub wall: Duration,
    /// What to look at: the first error, what is not supported, the wrong claim.
    pub note: String,
    /// What GNAT says of this form, if it was asked: `agrees`, or how it does not.
    pub gnat: Option<String>,
}

/// The units beside the tests, in a form.
#[derive(Debug)]
pub struct Report {
    form: Form,
    folder: tempfile::TempDir,
    /// The line of the assertion in `Result`.
    line: u32,
}

/// The tests of a folder, by chapter and name.
///
/// # Errors
/// The folder has no tests, or is not there.
pub fn tests(folder: &Path) -> Result<Vec<Test>, String> {
    let mut found = Vec::new();
    for chapter in entries(&folder.join("tests"))?.into_iter().filter(|path| path.is_dir()) {
        for path in entries(&chapter)? {
            if path.extension().is_some_and(|extension| extension == "a" || extension == "ada") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
                let chapter = chapter.file_name().unwrap_or_default().to_string_lossy().into_owned();
                found.push(Test { chapter, name, path });
            }
        }
    }
    if found.is_empty() { Err(format!("{}: no tests", folder.display())) } else { Ok(found) }
}

impl Report {
    /// The units `Report` of the folder, in this form.
    ///
    /// # Errors
    /// They are not there, or their assertions are not marked.
    pub fn new(folder: &Path, form: Form) -> Result<Report, String> {
        let read = |name: &str| {
            let path = folder.join(name);
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let (specification, body) = (read("report.ads")?, read("report.adb")?);
        let (body, line) = body_of(&body, form).ok_or_else(|| {
            format!("{}: no single assertion marked \"{FAILED}\" or \"{RESULT}\"", folder.join("report.adb").display())
        })?;
        let temporary = tempfile::tempdir().map_err(|error| error.to_string())?;
        for (name, text) in [("report.ads", specification), ("report.adb", body)] {
            fs::write(temporary.path().join(name), text).map_err(|error| error.to_string())?;
        }
        Ok(Report { form, folder: temporary, line })
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Runs hornsolve on a test, and GNAT if it is given.
    pub fn run(&self, test: &Test, tool: &Tool, gnat: Option<&Gnat>, work: &Path, interrupt: &AtomicBool) -> Ran {
        let mut arguments = vec![format!("--entry={}", test.name), test.path.display().to_string()];
        arguments.extend([self.file("report.ads"), self.file("report.adb")]);
        let said = tool.run(&arguments, work, interrupt);
        let (outcome, note) = self.judge(&said);
        let gnat = gnat.map(|gnat| self.confirm(test, gnat, work, interrupt).unwrap_or_else(|why| one_line(&why)));
        let proved = said.checks.iter().filter(|check| check.status == "proved").count();
        Ran { test: test.clone(), outcome, proved, checks: said.checks.len(), wall: said.wall, note, gnat }
    }

    fn is_result(&self, check: &Checked) -> bool {
        check.file == "report.adb" && check.line == self.line && check.rule == "VC_ASSERT"
    }

    /// What became of a test of which hornsolve has said this.
    fn judge(&self, said: &Said) -> (Outcome, String) {
        let place = |check: &Checked| format!("{}:{}:{} {}", check.file, check.line, check.column, check.rule);
        // The failing assertion is an exception, which handlers of the test may raise again.
        let found = said.checks.iter().any(|check| self.is_result(check) && check.status == "fails");
        let expected =
            |check: &Checked| self.form == Form::Fails && (self.is_result(check) || found && check.rule == "VC_RAISE");
        if said.stopped {
            return (Outcome::OverTime, String::new());
        }
        if let Some(error) = &said.error {
            return (Outcome::Rejected, one_line(error));
        }
        if let Some(check) = said.checks.iter().find(|check| check.status == "fails" && !expected(check)) {
            return (Outcome::WrongHigh, format!("{} fails", place(check)));
        }
        let left_out = || said.left_out.as_ref().map(|why| (Outcome::Unsupported, one_line(why)));
        match self.form {
            Form::Holds => left_out().unwrap_or_else(|| {
                match said.checks.iter().find(|check| check.status != "proved") {
                    Some(check) => (Outcome::Undecided, format!("{} open", place(check))),
                    // Each test calls `Result`, which has a check.
                    None if said.checks.is_empty() => (Outcome::Undecided, "no checks".to_string()),
                    None => (Outcome::Proved, String::new()),
                }
            }),
            Form::Fails => match said.checks.iter().find(|check| self.is_result(check)) {
                Some(check) if check.status == "fails" => (Outcome::Found, String::new()),
                Some(check) if check.status == "proved" => (Outcome::WrongProved, format!("{} proved", place(check))),
                Some(check) => left_out().unwrap_or_else(|| (Outcome::Undecided, format!("{} open", place(check)))),
                None => {
                    left_out().unwrap_or_else(|| (Outcome::WrongProved, "no call of Report.Result is seen".to_string()))
                }
            },
        }
    }

    /// Compiles the test with GNAT and runs it: `agrees` if it does what this form is to do.
    fn confirm(&self, test: &Test, gnat: &Gnat, work: &Path, interrupt: &AtomicBool) -> Result<String, String> {
        let folder = work.join("gnat");
        let text = |error: io::Error| format!("{}: {error}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(text)?;
        }
        fs::create_dir_all(&folder).map_err(text)?;
        for name in ["report.ads", "report.adb"] {
            fs::copy(self.file(name), folder.join(name)).map_err(text)?;
        }
        let words = ["gnatchop", "-q", "-w"].map(String::from).into_iter();
        let words: Vec<String> = words.chain([test.path.display().to_string(), folder.display().to_string()]).collect();
        let limit = Duration::from_secs(60);
        let chopped = process::run(&words, limit, interrupt).map_err(|error| format!("gnatchop: {error}"))?;
        if !chopped.status.success() {
            return Err(format!("gnatchop: {}", chopped.stderr));
        }
        gnat.make(&folder, &test.name, &[]).map_err(|messages| format!("does not compile: {messages}"))?;
        let words = [folder.join(&test.name).display().to_string()];
        let ran = process::run(&words, limit, interrupt).map_err(|error| format!("{}: {error}", test.name))?;
        let raised = format!("ASSERTION_ERROR : report.adb:{}", self.line);
        let agrees = match self.form {
            Form::Holds => ran.status.success(),
            Form::Fails => !ran.status.success() && ran.stderr.contains(&raised),
        };
        Ok(if agrees { "agrees".to_string() } else { format!("{} {}", ran.status, one_line(&ran.stderr)) })
    }
}

/// The text of `report.adb` in a form, and the line of the assertion in `Result`.
fn body_of(text: &str, form: Form) -> Option<(String, u32)> {
    let mut result = String::new();
    let (mut failed, mut line) = (0, None);
    for (number, old) in (1..).zip(text.lines()) {
        let changed = match form {
            _ if old.contains(RESULT) && line.replace(number).is_some() => return None,
            Form::Fails if old.contains(RESULT) => old.replace("(True)", "(False)"),
            Form::Fails if old.contains(FAILED) => format!("      null;  {FAILED}"),
            _ => old.to_string(),
        };
        failed += usize::from(old.contains(FAILED));
        if form == Form::Fails && old.contains(RESULT) && changed == old {
            return None;
        }
        result += &changed;
        result.push('\n');
    }
    line.filter(|_| failed == 1).map(|line| (result, line))
}

fn one_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    line.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The header of the file of runs.
///
/// # Errors
/// It cannot be written.
pub fn write_header(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# chapter\ttest\toutcome\tproved\tchecks\twall\tgnat\tnote")
}

/// One line of the file of runs.
///
/// # Errors
/// It cannot be written.
pub fn write_run(out: &mut dyn Write, ran: &Ran) -> io::Result<()> {
    let Ran { test, outcome, proved, checks, wall, note, gnat } = ran;
    let (word, seconds, gnat) = (outcome.word(), wall.as_secs_f64(), gnat.as_deref().unwrap_or("-"));
    writeln!(out, "{}\t{}\t{word}\t{proved}\t{checks}\t{seconds:.2}\t{gnat}\t{note}", test.chapter, test.name)?;
    out.flush()
}

/// The table: a row for each chapter, a column for each outcome; below it the wrong claims, and where GNAT does not
/// agree.
pub fn markdown(runs: &[Ran]) -> String {
    let mut outcomes: Vec<Outcome> = runs.iter().map(|run| run.outcome).collect();
    outcomes.sort();
    outcomes.dedup();
    let mut header = vec!["chapter".to_string(), "tests".to_string()];
    header.extend(outcomes.iter().map(|outcome| outcome.word().to_string()));
    let mut chapters: BTreeMap<&str, Vec<&Ran>> = BTreeMap::new();
    for run in runs {
        chapters.entry(&run.test.chapter).or_default().push(run);
    }
    let cells = |name: &str, runs: &[&Ran]| {
        let mut cells = vec![name.to_string(), runs.len().to_string()];
        let count = |outcome: &Outcome| runs.iter().filter(|run| run.outcome == *outcome).count().to_string();
        cells.extend(outcomes.iter().map(count));
        cells
    };
    let mut lines = vec![header];
    lines.extend(chapters.iter().map(|(chapter, runs)| cells(chapter, runs)));
    lines.push(cells("total", &runs.iter().collect::<Vec<_>>()));
    let mut text = render(&lines);
    let mut listed = String::new();
    for run in runs {
        if run.outcome.wrong() {
            let _ = writeln!(listed, "* {}: `{}`, {}", run.outcome.word(), run.test.name, run.note);
        }
        if let Some(gnat) = run.gnat.as_ref().filter(|gnat| *gnat != "agrees") {
            let _ = writeln!(listed, "* GNAT: `{}`, {gnat}", run.test.name);
        }
    }
    if !listed.is_empty() {
        text += &format!("\n{listed}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str =
        "package body Report is\n      pragma Assert (False);  --  FAILED\n      pragma Assert (True);   --  RESULT\n";

    #[test]
    fn the_second_form_moves_the_failure() {
        assert_eq!(body_of(BODY, Form::Holds), Some((BODY.to_string(), 3)));
        let (changed, line) = body_of(BODY, Form::Fails).expect("marked");
        let lines: Vec<&str> = changed.lines().map(str::trim).collect();
        assert_eq!(lines[1..], ["null;  --  FAILED", "pragma Assert (False);   --  RESULT"]);
        assert_eq!(line, 3);
        assert_eq!(body_of("package body Report is\n", Form::Holds), None);
        assert_eq!(body_of(&BODY.replace("True", "X"), Form::Fails), None);
        assert_eq!(body_of(&format!("{BODY}{BODY}"), Form::Holds), None);
    }

    fn report(form: Form) -> Report {
        Report { form, folder: tempfile::tempdir().expect("a folder"), line: 3 }
    }

    fn said(checks: &[(&str, u32, &str)]) -> Said {
        let check = |(file, line, status): &(&str, u32, &str)| Checked {
            file: (*file).to_string(),
            line: *line,
            column: 1,
            rule: "VC_ASSERT".to_string(),
            status: (*status).to_string(),
            by: String::new(),
        };
        Said { checks: checks.iter().map(check).collect(), whole: true, ..Said::default() }
    }

    #[test]
    fn verdicts_are_judged() {
        let (first, second) = (report(Form::Holds), report(Form::Fails));
        let both = |one: &str, other: &str| said(&[("c.ada", 9, one), ("report.adb", 3, other)]);
        for (said, holds, fails) in [
            (both("proved", "proved"), Outcome::Proved, Outcome::WrongProved),
            (both("proved", "fails"), Outcome::WrongHigh, Outcome::Found),
            (both("unknown", "fails"), Outcome::WrongHigh, Outcome::Found),
            (both("fails", "fails"), Outcome::WrongHigh, Outcome::WrongHigh),
            (both("proved", "unknown"), Outcome::Undecided, Outcome::Undecided),
            (said(&[]), Outcome::Undecided, Outcome::WrongProved),
        ] {
            assert_eq!((first.judge(&said).0, second.judge(&said).0), (holds, fails), "{said:?}");
        }
        let part = |said: Said| Said { left_out: Some("x:1:1: warning: not supported: y".into()), ..said };
        assert_eq!(first.judge(&part(both("proved", "proved"))).0, Outcome::Unsupported);
        assert_eq!(first.judge(&part(both("fails", "proved"))).0, Outcome::WrongHigh);
        assert_eq!(second.judge(&part(both("proved", "proved"))).0, Outcome::WrongProved);
        assert_eq!(second.judge(&part(said(&[]))).0, Outcome::Unsupported);
        assert_eq!(second.judge(&part(both("proved", "unknown"))).0, Outcome::Unsupported);
        let raised = |result: &str| {
            let mut said = both("fails", result);
            said.checks[0].rule = "VC_RAISE".to_string();
            second.judge(&said).0
        };
        assert_eq!((raised("fails"), raised("proved")), (Outcome::Found, Outcome::WrongHigh));
        let rejected = Said { error: Some("c.ada:1:1: error: x".into()), ..Said::default() };
        assert_eq!(first.judge(&rejected), (Outcome::Rejected, "c.ada:1:1: error: x".to_string()));
        assert_eq!(first.judge(&Said { stopped: true, ..Said::default() }).0, Outcome::OverTime);
    }

    #[test]
    fn a_folder_without_tests_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("nowhere");
        assert!(tests(&missing).is_err_and(|why| why.contains("nowhere")));
        fs::create_dir_all(folder.path().join("tests/c3")).expect("a folder");
        assert!(tests(folder.path()).is_err_and(|why| why.contains("no tests")));
        fs::write(folder.path().join("tests/c3/C34001A.ada"), "").expect("a file");
        let found = tests(folder.path()).expect("a test");
        assert_eq!((found[0].chapter.as_str(), found[0].name.as_str()), ("c3", "c34001a"));
    }
}
