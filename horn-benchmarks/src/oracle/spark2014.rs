//! Tests of GNATprove, with what it says of each check in `test.out`, against what hornsolve says of the same check.
//!
//! A check is found again by its file, line, column and kind; where the columns differ, by the rest. GNATprove verifies
//! each subprogram against the contracts of those it calls, hornsolve whole programs, so "might fail" there and
//! "proved" here is not always a contradiction. "Proved" there and "fails" here nearly always is.

use super::{Said, Tool, entries};
use crate::programs::Checked;
use crate::table::render;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A kind of check: hornsolve's name for it, how GNATprove's message on a proof begins, and how the one that it might
/// fail does.
const KINDS: &[(&str, &str, &str)] = &[
    ("VC_ASSERT", "assertion proved", "assertion might fail"),
    ("VC_OVERFLOW_CHECK", "overflow check proved", "overflow check might fail"),
    ("VC_PRECONDITION", "precondition proved", "precondition might fail"),
    ("VC_RANGE_CHECK", "range check proved", "range check might fail"),
    ("VC_POSTCONDITION", "postcondition proved", "postcondition might fail"),
    ("VC_INVARIANT_CHECK", "invariant check proved", "invariant check might fail"),
    ("VC_INDEX_CHECK", "index check proved", "array index check might fail"),
    ("VC_FP_OVERFLOW_CHECK", "float overflow check proved", "float overflow check might fail"),
    ("VC_PREDICATE_CHECK", "predicate check proved", "predicate check might fail"),
    ("VC_LOOP_INVARIANT_PRESERV", "loop invariant preservation proved", "loop invariant might not be preserved"),
    ("VC_LOOP_INVARIANT_INIT", "loop invariant initialization proved", "loop invariant might fail in first iteration"),
    ("VC_INITIALIZATION_CHECK", "initialization check proved", "initialization check might fail"),
    ("VC_RAISE", "raise statement proved unreachable", "unexpected exception might be raised"),
    ("VC_DISCRIMINANT_CHECK", "discriminant check proved", "discriminant check might fail"),
    ("VC_TAG_CHECK", "tag check proved", "tag check might fail"),
    ("VC_DIVISION_CHECK", "division check proved", "divide by zero might fail"),
    ("VC_LENGTH_CHECK", "length check proved", "length check might fail"),
    ("VC_SUBPROGRAM_VARIANT", "subprogram variant proved", "subprogram variant might fail"),
    ("VC_LOOP_VARIANT", "loop variant proved", "loop variant might fail"),
    ("VC_CONTRACT_CASE", "contract case proved", "contract case might fail"),
    ("VC_COMPLETE_CASES", "complete contract cases proved", "contract cases might not be complete"),
    ("VC_DISJOINT_CASES", "disjoint contract or exit cases proved", "contract or exit cases might not be disjoint"),
    ("VC_DEFAULT_INITIAL_CONDITION", "default initial condition proved", "default initial condition might fail"),
    ("VC_INITIAL_CONDITION", "initial condition proved", "initial condition might fail"),
    ("VC_REFINED_POST", "refined post proved", "refined postcondition might fail"),
];

/// One test: its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The folder's name.
    pub name: String,
    /// The folder.
    pub folder: PathBuf,
}

/// What GNATprove says of a check.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expected {
    /// The file, without its folder.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The rule, as hornsolve names it.
    pub rule: &'static str,
    /// Whether it is proved; else it might fail.
    pub proved: bool,
}

/// What hornsolve says of such a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ours {
    /// There is no such check.
    Absent,
    /// It is proved.
    Proved,
    /// It stays open.
    Open,
    /// It fails.
    Fails,
}

impl Ours {
    /// The word in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Ours::Absent => "absent",
            Ours::Proved => "proved",
            Ours::Open => "open",
            Ours::Fails => "fails",
        }
    }
}

/// A test that was run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The test.
    pub test: Test,
    /// How it ended.
    pub said: Said,
    /// GNATprove's checks, with what hornsolve says.
    pub checks: Vec<(Expected, Ours)>,
    /// Whether GNATprove rejects the source.
    pub rejected_there: bool,
}

impl Ran {
    /// How the run ended, in a word.
    pub fn word(&self) -> &'static str {
        if self.said.stopped {
            "over time"
        } else if self.said.error.is_some() {
            "error"
        } else if self.said.left_out.is_some() {
            "partly"
        } else {
            "whole"
        }
    }

    /// The checks of which the two say opposite things.
    pub fn disagreements(&self) -> impl Iterator<Item = &(Expected, Ours)> {
        self.checks
            .iter()
            .filter(|(theirs, ours)| matches!((theirs.proved, ours), (true, Ours::Fails) | (false, Ours::Proved)))
    }
}

/// The tests of a folder, by name.
///
/// # Errors
/// The folder has no tests, or is not there.
pub fn tests(folder: &Path) -> Result<Vec<Test>, String> {
    let found: Vec<Test> = entries(folder)?
        .into_iter()
        .filter(|path| path.join("test.out").is_file())
        .map(|path| Test { name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(), folder: path })
        .collect();
    if found.is_empty() { Err(format!("{}: no tests", folder.display())) } else { Ok(found) }
}

/// Runs hornsolve on a test: on its project if it has exactly one, else on all its files. Nothing is kept from one run
/// to the next.
///
/// # Errors
/// The folder cannot be read.
pub fn run(test: &Test, tool: &Tool, work: &Path, interrupt: &AtomicBool) -> Result<Ran, String> {
    let expected = test.folder.join("test.out");
    let bytes = fs::read(&expected).map_err(|error| format!("{}: {error}", expected.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let files = entries(&test.folder)?;
    let with = |extensions: &[&str]| -> Vec<String> {
        let fits = |path: &&PathBuf| {
            path.extension().and_then(|extension| extension.to_str()).is_some_and(|end| extensions.contains(&end))
        };
        files.iter().filter(fits).map(|path| path.display().to_string()).collect()
    };
    let projects = with(&["gpr"]);
    let arguments = match &projects[..] {
        [project] => vec![format!("-P{project}"), "--cache=off".to_string()],
        _ => with(&["ads", "adb"]),
    };
    let said = tool.run(&arguments, work, interrupt);
    let all = expected_checks(&text);
    let checks = all.iter().map(|theirs| (theirs.clone(), ours(theirs, &all, &said.checks))).collect();
    Ok(Ran { test: test.clone(), said, checks, rejected_there: text.contains(": error: ") })
}

/// The checks in GNATprove's output. A check that it speaks of several times, in instances or calls, is there once; it
/// might fail if it might once.
fn expected_checks(text: &str) -> Vec<Expected> {
    let mut found: BTreeSet<Expected> = BTreeSet::new();
    for line in text.lines() {
        let Some(check) = expected_check(line) else { continue };
        let other = Expected { proved: !check.proved, ..check.clone() };
        if check.proved && found.contains(&other) {
            continue;
        }
        found.remove(&other);
        found.insert(check);
    }
    found.into_iter().collect()
}

/// The check that a line `file:line:column: severity: text` is about.
fn expected_check(line: &str) -> Option<Expected> {
    let mut parts = line.splitn(5, ':');
    let (file, number, column) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let (severity, text) = (parts.next()?.trim(), parts.next()?.trim());
    let known = |text: &str| {
        KINDS.iter().find_map(|(rule, proved, fails)| match severity {
            "info" if text.starts_with(proved) => Some((*rule, true)),
            "low" | "medium" | "high" if text.starts_with(fails) => Some((*rule, false)),
            _ => None,
        })
    };
    let (rule, proved) = known(text)?;
    Some(Expected { file: file.to_string(), line: number, column, rule, proved })
}

/// What hornsolve says of a check: the worst of the checks at its place, or else of those of its kind on its line, if
/// GNATprove says the same of all of these.
fn ours(theirs: &Expected, all: &[Expected], checks: &[Checked]) -> Ours {
    let line = || {
        checks
            .iter()
            .filter(|check| check.file == theirs.file && check.line == theirs.line && check.rule == theirs.rule)
    };
    let exact = line().any(|check| check.column == theirs.column);
    let other = |one: &Expected| {
        one.file == theirs.file && one.line == theirs.line && one.rule == theirs.rule && one.proved != theirs.proved
    };
    if !exact && all.iter().any(other) {
        return Ours::Absent;
    }
    let statuses: Vec<&str> =
        line().filter(|check| !exact || check.column == theirs.column).map(|check| check.status.as_str()).collect();
    if statuses.is_empty() {
        Ours::Absent
    } else if statuses.contains(&"fails") {
        Ours::Fails
    } else if statuses.iter().all(|status| *status == "proved") {
        Ours::Proved
    } else {
        Ours::Open
    }
}

/// The header of the file of runs.
///
/// # Errors
/// It cannot be written.
pub fn write_header(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# test\tended\tchecks\twall\tplace\tkind\ttheirs\tours\tnote")
}

/// The lines of a test in the file of runs: one for how it ended, and one for each of GNATprove's checks.
///
/// # Errors
/// It cannot be written.
pub fn write_run(out: &mut dyn Write, ran: &Ran) -> io::Result<()> {
    let (name, word, said) = (&ran.test.name, ran.word(), &ran.said);
    let note = said.error.as_ref().or(said.left_out.as_ref()).map_or("", String::as_str).replace('\t', " ");
    let (checks, wall) = (said.checks.len(), said.wall.as_secs_f64());
    writeln!(out, "{name}\t{word}\t{checks}\t{wall:.2}\t-\t-\t-\t-\t{note}")?;
    for (theirs, ours) in &ran.checks {
        let Expected { file, line, column, rule, proved } = theirs;
        let theirs = if *proved { "proved" } else { "might fail" };
        writeln!(out, "{name}\t{word}\t-\t-\t{file}:{line}:{column}\t{rule}\t{theirs}\t{}\t", ours.word())?;
    }
    out.flush()
}

/// The tables of how the tests ended and of the checks, and a list of the disagreements.
pub fn markdown(runs: &[Ran]) -> String {
    let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_string()).collect::<Vec<String>>();
    let mut lines = vec![row(&["tests", "all", "whole", "partly", "error", "over time"])];
    for (name, rejected) in [("accepted by GNATprove", false), ("rejected by GNATprove", true)] {
        let some: Vec<&Ran> = runs.iter().filter(|run| run.rejected_there == rejected).collect();
        let count = |word: &str| some.iter().filter(|run| run.word() == word).count().to_string();
        let mut cells = vec![name.to_string(), some.len().to_string()];
        cells.extend(["whole", "partly", "error", "over time"].map(count));
        lines.push(cells);
    }
    let mut text = render(&lines);
    let mut lines = vec![row(&["GNATprove", "checks", "reached", "proved", "fails", "open"])];
    for (name, proved) in [("proved", true), ("might fail", false)] {
        let some = || runs.iter().flat_map(|run| &run.checks).filter(|(theirs, _)| theirs.proved == proved);
        let count = |verdict: Ours| some().filter(|(_, ours)| *ours == verdict).count();
        let all = some().count();
        let mut cells = vec![name.to_string(), all.to_string(), (all - count(Ours::Absent)).to_string()];
        cells.extend([Ours::Proved, Ours::Fails, Ours::Open].map(|verdict| count(verdict).to_string()));
        lines.push(cells);
    }
    let _ = write!(text, "\n{}", render(&lines));
    let mut listed = String::new();
    for run in runs {
        for (theirs, ours) in run.disagreements() {
            let Expected { file, line, column, rule, proved } = theirs;
            let said = if *proved { "proved" } else { "might fail" };
            let name = &run.test.name;
            let _ = writeln!(listed, "* `{name}` {file}:{line}:{column} {rule}: {said} there, {} here", ours.word());
        }
    }
    if !listed.is_empty() {
        let _ = write!(text, "\n{listed}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: u32, column: u32, status: &str) -> Checked {
        let (file, rule) = ("p.adb".to_string(), "VC_ASSERT".to_string());
        Checked { file, line, column, rule, status: status.to_string(), by: String::new() }
    }

    #[test]
    fn lines_of_gnatprove_are_read() {
        let text = "p.adb:3:05: info: assertion proved (CVC5: 1 VC)\n\
                    p.adb:4:07: medium: overflow check might fail, cannot prove upper bound for X (e.g. when X = 1)\n\
                    p.adb:5:07: warning: assertion might fail\n\
                    p.adb:6:01: medium: array index check might fail [reason: x], in instantiation at q.adb:3\n\
                    p.adb:6:01: info: index check proved, in instantiation at q.adb:9\n\
                    error: no line\n";
        let found = expected_checks(text);
        let short: Vec<(u32, u32, &str, bool)> =
            found.iter().map(|check| (check.line, check.column, check.rule, check.proved)).collect();
        let expected = [(3, 5, "VC_ASSERT", true), (4, 7, "VC_OVERFLOW_CHECK", false), (6, 1, "VC_INDEX_CHECK", false)];
        assert_eq!(short, expected);
    }

    #[test]
    fn checks_are_found_again() {
        let theirs = expected_check("p.adb:3:05: info: assertion proved").expect("a check");
        let all = [theirs.clone()];
        let verdict = |checks: &[Checked]| ours(&theirs, &all, checks);
        assert_eq!(verdict(&[check(3, 5, "proved"), check(3, 30, "fails")]), Ours::Proved);
        assert_eq!(verdict(&[check(3, 6, "proved"), check(3, 30, "fails")]), Ours::Fails);
        assert_eq!(verdict(&[check(3, 6, "unknown")]), Ours::Open);
        assert_eq!(verdict(&[check(4, 5, "proved")]), Ours::Absent);
        let other = Checked { rule: "VC_RAISE".to_string(), ..check(3, 5, "fails") };
        assert_eq!(verdict(&[other]), Ours::Absent);
        // Two of a kind on a line, of which one fails.
        let both = [theirs.clone(), Expected { column: 9, proved: false, ..theirs.clone() }];
        assert_eq!(ours(&theirs, &both, &[check(3, 7, "fails")]), Ours::Absent);
        assert_eq!(ours(&theirs, &both, &[check(3, 5, "proved"), check(3, 9, "fails")]), Ours::Proved);
    }

    #[test]
    fn kinds_are_told_apart() {
        for (at, (rule, proved, fails)) in KINDS.iter().enumerate() {
            for (other, other_proved, other_fails) in &KINDS[..at] {
                assert_ne!(rule, other);
                assert!(!proved.starts_with(other_proved) && !other_proved.starts_with(proved), "{proved}");
                assert!(!fails.starts_with(other_fails) && !other_fails.starts_with(fails), "{fails}");
            }
        }
    }

    #[test]
    fn disagreements_are_listed() {
        let theirs = |line: &str| expected_check(line).expect("a check");
        let ran = Ran {
            test: Test { name: "t".to_string(), folder: PathBuf::new() },
            said: Said::default(),
            checks: vec![
                (theirs("p.adb:3:05: info: assertion proved"), Ours::Fails),
                (theirs("p.adb:4:05: high: assertion might fail"), Ours::Proved),
                (theirs("p.adb:5:05: high: assertion might fail"), Ours::Fails),
                (theirs("p.adb:6:05: info: assertion proved"), Ours::Absent),
            ],
            rejected_there: false,
        };
        let text = markdown(&[ran]);
        assert!(text.contains("`t` p.adb:3:5 VC_ASSERT: proved there, fails here"), "{text}");
        assert!(text.contains("p.adb:4:5 VC_ASSERT: might fail there, proved here"), "{text}");
        assert_eq!(text.matches("\n* ").count(), 2, "{text}");
    }
}
