//! What verification found out about a program: a verdict for each check, with its counterexample.

use super::bounded::{Conclusion, Unfinished};
use crate::report::counterexample;
use horn_frontend::ir::{CheckId, Loc, ProcId, Program};
use horn_frontend::{Lowered, Source, Unit};
use std::time::Duration;

/// The result for a program.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One for each check that was looked at, in the order of their places.
    pub findings: Vec<Finding>,
    /// What was found out about loops and subprograms, in the order of their places.
    pub facts: Vec<Fact>,
    /// What can be told of annotations that fail, or hold but are not inductive: the check, and a sentence.
    pub notes: Vec<(CheckId, String)>,
    /// Whether the time was over or the work was cancelled before all checks were tried.
    pub cut_short: bool,
    /// Loops and recursions that need more than the bound, if they were unwound.
    pub unfinished: Vec<Unfinished>,
    /// What unwinding says about each entry, by its name.
    pub conclusions: Vec<(String, Conclusion)>,
}

/// The verdict on one check.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The check.
    pub check: CheckId,
    /// The subprogram it stands in.
    pub procedure: ProcId,
    /// What is known.
    pub outcome: Outcome,
    /// Who decided: an engine, `interpreter`, or `trivial`.
    pub by: String,
    /// How long it took; checks decided together share the time.
    pub time: Duration,
}

/// What is known about a check.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It never fails.
    Proved,
    /// It fails; the interpreter has seen it.
    Fails(Box<Counterexample>),
    /// It does not fail within so many iterations of the loops. That is no proof.
    UpTo(u32),
    /// Neither is known; says why.
    Unknown(String),
}

/// A run of the program in which a check fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counterexample {
    /// The subprogram that the run starts with.
    pub entry: String,
    /// Its parameters with their values in the syntax of the language.
    pub inputs: Vec<(String, String)>,
    /// The variables of packages that it starts with, likewise.
    pub globals: Vec<(String, String)>,
    /// How many values were chosen on the way: by variables without a value, and by subprograms without a body.
    pub choices: usize,
    /// The values, where the check fails, of the variables of its condition.
    pub values: Vec<(String, String)>,
    /// The loops that are open where the check fails, outermost first: the loop statement, and its iteration, from 1.
    pub iterations: Vec<(Loc, u64)>,
    /// What happened, in order.
    pub steps: Vec<TraceStep>,
    /// How many steps were left out at the start of a long trace.
    pub omitted: usize,
    /// Subprograms that did what their contracts admit, which their bodies may not: the run is one of the contracts.
    pub by_contract: Vec<String>,
    /// Where the values come from that the failure depends on and that the program does not compute.
    pub origins: Vec<String>,
}

impl Counterexample {
    /// Whether the run is one of the program: all that its end depends on are inputs, and values that the program
    /// computes.
    pub fn is_confirmed(&self) -> bool {
        self.by_contract.is_empty() && self.origins.is_empty()
    }

    /// Why the run may be none of the program, if so.
    pub fn doubt(&self) -> Option<String> {
        self.only_by_contract().or_else(|| {
            let origins = match self.origins.as_slice() {
                [] => return None,
                [one] => one.clone(),
                [one, two] => format!("{one} and {two}"),
                [one, rest @ ..] => format!("{one} and {} others", rest.len()),
            };
            let when = counterexample::example(self).map(|values| format!(" (e.g. when {values})")).unwrap_or_default();
            Some(format!("a run in which it fails{when} takes {origins}"))
        })
    }

    /// Why the run shows nothing about the program, if it does not.
    pub fn only_by_contract(&self) -> Option<String> {
        if self.by_contract.is_empty() {
            return None;
        }
        let names = self.by_contract.join(", ");
        let contracts = if self.by_contract.len() == 1 { "the contract of" } else { "the contracts of" };
        let when = counterexample::example(self).map(|values| format!(" (e.g. when {values})")).unwrap_or_default();
        Some(format!("{contracts} {names} admits a run in which it fails{when}, the body may not"))
    }
}

/// One event of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// Where.
    pub loc: Loc,
    /// What, for instance `X := 3`.
    pub text: String,
}

/// Something true of every run, at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The loop or subprogram.
    pub loc: Loc,
    /// Conditions that hold there, for instance `X >= 0`.
    pub parts: Vec<String>,
}

impl Fact {
    /// What it is, for instance `loop invariant found: X >= 0 and Y <= X`.
    pub fn text(&self) -> String {
        format!("loop invariant found: {}", self.parts.join(" and "))
    }
}

impl Report {
    /// What can be told of the annotation that a check states.
    pub fn note(&self, check: CheckId) -> Option<&str> {
        self.notes.iter().find(|(other, _)| *other == check).map(|(_, note)| note.as_str())
    }

    /// How many checks are proved.
    pub fn proved(&self) -> usize {
        self.findings.iter().filter(|finding| matches!(finding.outcome, Outcome::Proved)).count()
    }

    /// How many checks fail for sure.
    pub fn failing(&self) -> usize {
        self.findings.iter().filter(|finding| matches!(finding.outcome, Outcome::Fails(_))).count()
    }

    /// How many checks are not violated within a bound, and the smallest such bound.
    pub fn bounded(&self) -> (usize, u32) {
        let bounds = self.findings.iter().filter_map(|finding| match finding.outcome {
            Outcome::UpTo(bound) => Some(bound),
            _ => None,
        });
        (bounds.clone().count(), bounds.min().unwrap_or(0))
    }

    /// Whether there is a check, all are proved, and everything was looked at.
    pub fn success(&self, coverage: &Coverage<'_>) -> bool {
        !self.findings.is_empty() && self.proved() == self.findings.len() && coverage.whole()
    }

    /// The closing line, in GNATprove's words. It speaks of success only if there are checks and nothing is left out.
    pub fn summary(&self, coverage: &Coverage<'_>) -> String {
        let all = self.findings.len();
        let (bounded, bound) = self.bounded();
        let remain = all - self.proved() - bounded;
        let checks = |count: usize| if count == 1 { "check" } else { "checks" };
        if self.success(coverage) {
            return format!("Success: all checks proved ({all} {}).", checks(all));
        }
        let mut text = match all {
            0 => "Summary: there are no checks".to_string(),
            _ => format!("Summary: {}/{all} {} proved", self.proved(), checks(all)),
        };
        let units = coverage.units;
        let whole = units.iter().filter(|unit| unit.whole()).count();
        if whole < units.len() {
            text += &format!(" in {whole} of {} units", units.len());
        }
        if bounded > 0 {
            text += &format!(", {bounded} not violated up to bound {bound}");
        }
        if remain > 0 || bounded > 0 {
            text += &format!(", {remain} {} remain{}", checks(remain), if remain == 1 { "s" } else { "" });
        }
        match coverage.left_out {
            0 => {}
            1 => text += "; 1 part of the program is not analysed",
            parts => text += &format!("; {parts} parts of the program are not analysed"),
        }
        if whole < units.len() {
            text += &format!("; not analysed: {}", coverage.not_analysed());
        }
        if coverage.limited {
            text += "; the options select these checks";
        }
        text + "."
    }
}

/// How much of a program was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coverage<'a> {
    /// How many parts were left out because they use what is not supported.
    pub left_out: usize,
    /// The units, if the frontend knows of units.
    pub units: &'a [Unit],
    /// Whether options select some of the checks.
    pub limited: bool,
}

impl Coverage<'_> {
    /// Whether it is all.
    pub fn whole(&self) -> bool {
        self.left_out == 0 && !self.limited && self.units.iter().all(Unit::whole)
    }

    /// The units that were not analysed, or of which only a part was.
    fn not_analysed(&self) -> String {
        let partly = |unit: &&Unit| !unit.whole();
        let names = self.units.iter().filter(partly).map(|unit| match unit.analysed {
            0 if unit.subprograms == 0 || !unit.looked_at => unit.name.clone(),
            _ => {
                let Unit { name, subprograms, analysed, .. } = unit;
                format!("{name} ({} of {subprograms} subprograms)", subprograms - analysed)
            }
        });
        names.collect::<Vec<String>>().join(", ")
    }
}

/// The places of a program as file, line and column.
pub struct Places<'a> {
    sources: Vec<Source<'a>>,
}

/// A place as people see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position<'a> {
    /// The file as the user named it.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl<'a> Places<'a> {
    /// The places of what a frontend has read.
    pub fn new(lowered: &'a Lowered) -> Places<'a> {
        let texts = lowered.texts.iter().map(String::as_str).chain(std::iter::repeat(""));
        let sources = lowered.program.files.iter().zip(texts).map(|(name, text)| Source::new(name, text)).collect();
        Places { sources }
    }

    /// File, line and column of the start of a place.
    pub fn position(&self, loc: Loc) -> Position<'a> {
        match self.sources.get(loc.file.0 as usize) {
            Some(source) => {
                let (line, column) = source.position(loc.span.start);
                Position { file: source.name, line, column }
            }
            None => Position { file: "", line: 1, column: 1 },
        }
    }

    /// `file:line:column`.
    pub fn text(&self, loc: Loc) -> String {
        let Position { file, line, column } = self.position(loc);
        format!("{file}:{line}:{column}")
    }

    /// The text of the line in which a place starts, without its end.
    pub fn line(&self, loc: Loc) -> &'a str {
        let Some(source) = self.sources.get(loc.file.0 as usize) else { return "" };
        let (line, _) = source.position(loc.span.start);
        source.text.lines().nth(line - 1).unwrap_or("")
    }

    /// How many characters of its first line a place covers, at least one.
    pub fn width(&self, loc: Loc) -> usize {
        let Some(source) = self.sources.get(loc.file.0 as usize) else { return 1 };
        let covered = source.text.get(loc.span.start as usize..loc.span.end as usize).unwrap_or("");
        covered.lines().next().unwrap_or("").chars().count().max(1)
    }
}

/// The last part of a file's name.
pub fn base_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// The checks that stand in subprograms which some entry reaches, each with the first such subprogram.
pub fn checks_of(program: &Program, procedures: impl IntoIterator<Item = ProcId>) -> Vec<(CheckId, ProcId)> {
    let mut owner: Vec<Option<ProcId>> = vec![None; program.checks.len()];
    for id in procedures {
        for (check, _) in program.procedure(id).checks() {
            owner[check.index()].get_or_insert(id);
        }
    }
    (0..).map(CheckId).zip(owner).filter_map(|(check, owner)| Some((check, owner?))).collect()
}
