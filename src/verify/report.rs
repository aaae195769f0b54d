//! What verification found out about a program: a verdict for each check, with its counterexample.

use super::bounded::{Conclusion, Unfinished};
use super::decider::Decider;
use super::justified::justification;
use super::options::Depth;
use super::shards::listed;
use super::tags::Tag;
use horn_frontend::ir::{CheckId, Loc, ProcId, Program};
use horn_frontend::{Counterexample, Notation, Results, Status, Subject, Unit};
use std::collections::BTreeSet;
use std::time::Duration;

/// How a reason begins that runs give which contradict what is known.
pub const INTERNAL_ERROR: &str = "internal error";
/// What a proof for clients assumes.
const CLOSED_WORLD: &str = "in one task, where the packages have no other child units";

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
    /// What unwinding says about each entry.
    pub conclusions: Vec<(ProcId, Conclusion)>,
    /// The most steps that a proof has taken; proofs that were kept, and those that no engine had to find, take none.
    pub steps: u64,
    /// What is warned of that was proved on request, in the order of places.
    pub warnings: Vec<(Loc, Tag)>,
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
    /// Who decided.
    pub by: Decider,
    /// How long it took; checks decided together share the time.
    pub time: Duration,
    /// Whether it is proved for clients alone: whoever does something else with the state may make it fail.
    pub by_clients: bool,
    /// The number of the justification that the source has for it, if it is not proved and has one.
    pub justified: Option<usize>,
    /// A run that fails if checks hold that it gets past and that are not proved.
    pub may_fail: Option<Box<Counterexample>>,
}

impl Finding {
    /// What is known of a check, about all states.
    pub fn new(check: CheckId, procedure: ProcId, outcome: Outcome, by: Decider, time: Duration) -> Finding {
        Finding { check, procedure, outcome, by, time, by_clients: false, justified: None, may_fail: None }
    }

    /// A failure that a contract admits is none of the program, and one that rests on what nobody has looked at may be
    /// none.
    pub fn doubt(&mut self, subject: &Subject<'_>, proved: &dyn Fn(CheckId) -> bool) {
        if let Outcome::Fails(example) = &self.outcome
            && let Some(why) = subject.doubt(self.check, example, proved)
        {
            self.may_fail =
                Some(example.clone()).filter(|example| subject.doubt(self.check, example, &|_| true).is_none());
            self.outcome = Outcome::Unknown(why);
        }
    }
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

impl Outcome {
    /// Whether it counts although another one was known before. A run is a fact: whoever has proved the check is wrong;
    /// but one that takes what nobody follows is none. What runs contradict is open, whoever proves it.
    pub fn overrides(&self, known: &Outcome) -> bool {
        match (known, self) {
            (Outcome::Proved, Outcome::Fails(example)) => example.is_certain(),
            (known, other) => matches!(
                (known, other),
                (Outcome::Unknown(_), Outcome::Fails(_)) | (Outcome::Proved, Outcome::Unknown(_))
            ),
        }
    }

    /// The word for it in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Proved => "proved",
            Outcome::Fails(_) => "fails",
            Outcome::Unknown(_) => "unknown",
            Outcome::UpTo(_) => "bounded",
        }
    }
}

/// Something true of every run, at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What kind of place it is.
    pub kind: FactKind,
    /// The loop or subprogram; of a package its first variable that nobody else sees.
    pub loc: Loc,
    /// Conditions that hold there, for instance `X >= 0`.
    pub parts: Vec<String>,
    /// Why they hold, if that was asked for: a line for each.
    pub why: Vec<String>,
}

/// Where something is always true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// Whenever the condition of a loop is about to be tested.
    Loop,
    /// Whenever no subprogram of a package is running.
    Package,
}

impl Fact {
    /// What it is, for instance `loop invariant found: X >= 0 and Y <= X`.
    pub fn text(&self, notation: &dyn Notation) -> String {
        let place = match self.kind {
            FactKind::Loop => "loop",
            FactKind::Package => "package",
        };
        format!("{place} invariant found: {}", notation.all_of(&self.parts))
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

    /// How many checks are not proved, and justified by the source.
    pub fn justified(&self) -> usize {
        self.findings.iter().filter(|finding| finding.justified.is_some()).count()
    }

    /// Takes back failures of runs that get past checks which nobody has proved.
    pub fn doubt(&mut self, subject: &Subject<'_>) {
        let proved: BTreeSet<CheckId> = proved(&self.findings).collect();
        for finding in &mut self.findings {
            finding.doubt(subject, &|check| proved.contains(&check));
        }
    }

    /// Sets what the source justifies.
    pub fn justify(&mut self, subject: &Subject<'_>) {
        for finding in &mut self.findings {
            finding.justified = justification(subject, finding);
        }
    }

    /// How many checks are proved for clients alone.
    pub fn by_clients(&self) -> usize {
        self.findings.iter().filter(|finding| finding.by_clients).count()
    }

    /// How many checks fail for sure.
    pub fn failing(&self) -> usize {
        self.findings.iter().filter(|finding| matches!(finding.outcome, Outcome::Fails(_))).count()
    }

    /// How many checks are not violated within a bound, and the smallest such bound.
    pub fn bounded(&self) -> (usize, u32) {
        let bounds = self.findings.iter().filter_map(|finding| match finding.outcome {
            Outcome::UpTo(bound) if finding.justified.is_none() => Some(bound),
            _ => None,
        });
        (bounds.clone().count(), bounds.min().unwrap_or(0))
    }

    /// The same as a frontend sees it.
    pub fn results<'a>(&'a self, subject: &Subject<'a>, coverage: &Coverage<'_>) -> Results<'a> {
        let status = |outcome: &'a Outcome| match outcome {
            Outcome::Proved => Status::Proved,
            Outcome::Fails(example) => Status::Fails(example),
            Outcome::UpTo(_) | Outcome::Unknown(_) => Status::Unknown,
        };
        let loops = self.facts.iter().filter(|fact| fact.kind == FactKind::Loop);
        Results {
            subject: *subject,
            checks: self.findings.iter().map(|finding| (finding.check, status(&finding.outcome))).collect(),
            invariants: loops.map(|fact| (fact.loc, fact.parts.as_slice())).collect(),
            whole: coverage.whole(),
        }
    }

    /// Whether the work came to its end, or more of it would have changed nothing: each check is decided.
    pub fn complete(&self) -> bool {
        let decided = |finding: &Finding| matches!(finding.outcome, Outcome::Proved | Outcome::Fails(_));
        !self.cut_short || (!self.findings.is_empty() && self.findings.iter().all(decided))
    }

    /// Whether there is a check, all are proved or justified, and everything was looked at.
    pub fn success(&self, coverage: &Coverage<'_>) -> bool {
        let settled = self.proved() + self.justified() == self.findings.len();
        self.complete() && !self.findings.is_empty() && settled && coverage.whole()
    }

    /// The closing line, in GNATprove's words. It speaks of success only if there are checks and nothing is left out.
    pub fn summary(&self, coverage: &Coverage<'_>) -> String {
        let all = self.findings.len();
        let (bounded, bound) = self.bounded();
        let justified = self.justified();
        let remain = all - self.proved() - justified - bounded;
        let checks = |count: usize| if count == 1 { "check" } else { "checks" };
        let resting = match coverage.assumptions {
            0 => String::new(),
            1 => "; 1 condition is assumed, not proved".to_string(),
            conditions => format!("; {conditions} conditions are assumed, not proved"),
        };
        let resting = match self.by_clients() {
            0 => resting,
            count => {
                let (one, are) = (checks(count), if count == 1 { "is" } else { "are" });
                format!("{resting}; {count} {one} {are} proved for all sequences of visible calls {CLOSED_WORLD}")
            }
        };
        if self.success(coverage) && justified > 0 {
            let proved = self.proved();
            return format!("Success: all checks proved or justified ({proved} and {justified}){resting}.");
        }
        if self.success(coverage) {
            return format!("Success: all checks proved ({all} {}){resting}.", checks(all));
        }
        let begin = if self.complete() { "Summary" } else { "Interrupted" };
        let shard = match coverage.part {
            Part::Shard(number, of) => format!("Shard {number} of {of}, "),
            Part::Whole | Part::Without(..) => String::new(),
        };
        let mut text = match all {
            0 if !shard.is_empty() && self.complete() => "Summary: it has no checks".to_string(),
            0 if !self.complete() => format!("{begin}: no check was reached"),
            0 if coverage.depth == Depth::Read => "Summary: the program was read, and nothing was verified".to_string(),
            0 if coverage.depth == Depth::Flow => {
                "Summary: there are no checks of initialization and aliasing".to_string()
            }
            0 => "Summary: there are no checks".to_string(),
            _ => format!("{begin}: {}/{all} {} proved", self.proved(), checks(all)),
        };
        let units = coverage.units;
        let whole = units.iter().filter(|unit| unit.whole()).count();
        if whole < units.len() {
            text += &format!(" in {whole} of {} units", units.len());
        }
        if justified > 0 {
            text += &format!(", {justified} justified");
        }
        if bounded > 0 {
            text += &format!(", {bounded} not violated up to bound {bound}");
        }
        if remain > 0 || bounded > 0 || justified > 0 {
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
        if coverage.depth == Depth::Flow {
            text += "; only initialization and aliasing were looked at";
        }
        if coverage.limited {
            text += "; the options select these checks";
        }
        if let Part::Without(missing, of) = coverage.part {
            let (shards, are) = if missing.len() == 1 { ("shard", "is") } else { ("shards", "are") };
            text += &format!("; {shards} {} of {of} {are} missing", listed(missing));
        }
        if !shard.is_empty() {
            text.replace_range(..1, &text[..1].to_lowercase());
        }
        shard + &text + &resting + "."
    }
}

/// How much of a program was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coverage<'a> {
    /// How many parts were left out because they use what is not supported.
    pub left_out: usize,
    /// How many conditions are assumed, which nothing proves: what is proved rests on them.
    pub assumptions: usize,
    /// The units, if the frontend knows of units.
    pub units: &'a [Unit],
    /// Whether options select some of the checks.
    pub limited: bool,
    /// How far the program was analysed.
    pub depth: Depth,
    /// Which part of the work this is.
    pub part: Part<'a>,
}

/// Which part of the work a report is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part<'a> {
    /// All of it.
    #[default]
    Whole,
    /// One shard of so many.
    Shard(u32, u32),
    /// What shards have come to, without these of so many.
    Without(&'a [u32], u32),
}

impl Coverage<'_> {
    /// Whether it is all.
    pub fn whole(&self) -> bool {
        self.left_out == 0
            && !self.limited
            && self.part == Part::Whole
            && self.depth == Depth::Proof
            && self.units.iter().all(Unit::whole)
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

/// The checks that are proved.
pub fn proved<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> impl Iterator<Item = CheckId> {
    let proved = findings.into_iter().filter(|finding| matches!(finding.outcome, Outcome::Proved));
    proved.map(|finding| finding.check)
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
