//! One entry of the program, bound by bound: what fails, what holds up to where, and whether that was everything.

use super::session::{Answer, Session, Stop, Strategy};
use super::{Conclusion, Unfinished, schedule};
use crate::verify::options::Options;
use crate::verify::run::STEPS;
use crate::verify::{Decider, Numbers};
use horn_frontend::bounded::{About, Bounds};
use horn_frontend::encode::Options as Encoding;
use horn_frontend::explain::from_model;
use horn_frontend::interp::{self, End, Limits};
use horn_frontend::ir::{CheckId, ProcId, Program};
use horn_frontend::{Counterexample, Subject};
use horn_solver::smt::{CancelToken, SmtConfig};
use horn_solver::term::{Assignment, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a check from one entry.
#[derive(Clone, Debug)]
pub enum Known {
    /// It fails.
    Fails(Box<Counterexample>),
    /// It holds in all runs.
    Holds,
    /// It holds in all runs within the bound.
    UpTo(u32),
    /// Not even that is known; says why.
    Open(String),
}

/// What came out for an entry.
pub struct Result {
    /// For each check that the entry leads to.
    pub checks: BTreeMap<CheckId, Known>,
    /// What was cut off.
    pub unfinished: BTreeSet<Unfinished>,
    /// All in all.
    pub conclusion: Conclusion,
    /// The formula as SMT-LIB, if it was asked for.
    pub script: String,
    /// The solver is broken; says how.
    pub broken: Option<String>,
    /// Whether everything was done that was asked for, in time.
    pub finished: bool,
    /// What integers, or all numbers, are in the formula.
    pub(super) numbers: Numbers,
    pub(super) bound: u32,
}

impl Result {
    /// How many checks are decided.
    pub fn decided(&self) -> usize {
        self.checks.values().filter(|known| matches!(known, Known::Fails(_) | Known::Holds)).count()
    }

    /// How good this is beside another try: through, undisturbed, and the bound that was reached.
    pub fn rank(&self) -> (bool, bool, u32) {
        (self.finished, self.broken.is_none(), self.bound)
    }

    /// Who decided, for the report.
    pub fn by(&self) -> Decider {
        Decider::Unwinding { bound: self.bound, numbers: self.numbers }
    }
}

/// Why a check is open behind a failure.
const BEHIND: &str = "not looked at behind a failing check; `--all-properties` goes on";

/// What the checks of an entry come to. `complete`: no run goes beyond the bound.
pub fn conclusion(program: &Program, known: &BTreeMap<CheckId, Known>, complete: bool, bound: u32) -> Conclusion {
    let any = |wanted: fn(&Known) -> bool| known.values().any(wanted);
    let holds = |check: CheckId| matches!(known.get(&check), Some(Known::Holds));
    let fails = |(check, known): (&CheckId, &Known)| match known {
        Known::Fails(example) => {
            program.is_always_made(*check)
                && example.is_confirmed()
                && example.passed.iter().all(|(check, _)| holds(*check))
        }
        _ => false,
    };
    if known.iter().any(fails) {
        Conclusion::Failed
    } else if any(|known| matches!(known, Known::Open(_) | Known::Fails(_))) {
        // A failure that only a contract or an unknown value admits may be none of the program, and one of a check that
        // a run may leave out is none of that run.
        Conclusion::Unknown
    } else if complete && !any(|known| matches!(known, Known::UpTo(_))) {
        Conclusion::Successful
    } else {
        Conclusion::UpTo(bound)
    }
}

/// An entry being checked.
pub struct Entry<'a> {
    subject: &'a Subject<'a>,
    entry: ProcId,
    options: &'a Options,
    cancel: CancelToken,
    session: Session<'a>,
    /// The checks that are neither refuted nor given up.
    open: BTreeSet<CheckId>,
    checks: BTreeMap<CheckId, Known>,
    unfinished: BTreeSet<Unfinished>,
    /// The last bound within which all open checks hold.
    held: Option<u32>,
    complete: bool,
    finished: bool,
    /// Something was not answered within the last bound.
    unsure: bool,
    script: String,
    broken: Option<String>,
}

impl<'a> Entry<'a> {
    /// Nothing is known yet.
    pub fn new(
        subject: &'a Subject<'a>,
        entry: ProcId,
        checks: BTreeSet<CheckId>,
        encoding: &'a Encoding,
        options: &'a Options,
        strategy: Strategy,
        config: &SmtConfig,
        cancel: CancelToken,
    ) -> Entry<'a> {
        let session = Session::new(subject.program, entry, encoding, strategy, config, &cancel);
        Entry {
            subject,
            entry,
            options,
            cancel,
            session,
            open: checks,
            checks: BTreeMap::new(),
            unfinished: BTreeSet::new(),
            held: None,
            complete: false,
            finished: true,
            unsure: false,
            script: String::new(),
            broken: None,
        }
    }

    /// Goes from bound to bound. With `dump` the formula of the last one is written down.
    pub fn run(&mut self, bounds: &Bounds, dump: bool) {
        for bound in schedule(bounds.unwind) {
            let bounds = Bounds { unwind: bound, ..bounds.clone() };
            match self.step(&bounds) {
                Ok(true) => {}
                Ok(false) => break,
                Err(Stop::Time) => {
                    self.finished = false;
                    self.give_up("the time is over");
                    break;
                }
                Err(Stop::Broken(what)) => {
                    self.finished = false;
                    self.broken = Some(what);
                    return;
                }
            }
        }
        if dump {
            let wanted = |about: About| match about {
                About::Check(check) => self.open.contains(&check) || self.checks.contains_key(&check),
                About::Unwinding(_) | About::Recursion(_) => true,
            };
            let properties = self.session.formula().properties.iter().filter(|property| wanted(property.subject));
            let violated: Vec<TermId> = properties.map(|property| property.violated).collect();
            match self.session.update(&violated).and_then(|()| self.session.script(&violated)) {
                Ok(script) => self.script = script,
                Err(Stop::Broken(what)) => self.broken = Some(what),
                Err(Stop::Time) => {}
            }
        }
    }

    fn give_up(&mut self, why: &str) {
        for check in std::mem::take(&mut self.open) {
            let known = match self.held {
                Some(bound) => {
                    log::info!("check {} is not decided beyond {bound} iterations: {why}", check.0);
                    Known::UpTo(bound)
                }
                None => Known::Open(why.to_string()),
            };
            self.checks.insert(check, known);
        }
    }

    /// One bound. Whether there is more to do.
    fn step(&mut self, bounds: &Bounds) -> std::result::Result<bool, Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Time);
        }
        self.unsure = self.checks.values().any(|known| !matches!(known, Known::Fails(_)));
        if let Err(unsupported) = self.session.unwind(bounds) {
            if self.cancel.is_cancelled() {
                return Err(Stop::Time);
            }
            let place = self.subject.places.text(unsupported.loc);
            self.give_up(&format!("{place}: no bounded formula for {}", unsupported.what));
            return Ok(false);
        }
        let formula = self.session.formula();
        let matters = |about: About| !matches!(about, About::Check(check) if !self.open.contains(&check));
        let violated = formula.properties.iter().filter(|property| matters(property.subject));
        let violated: Vec<TermId> = violated.map(|property| property.violated).collect();
        self.session.update(&violated)?;
        log::info!(
            "bound {}: {} variables, {} constraints, {} properties",
            bounds.unwind,
            self.session.formula().vars.len(),
            self.session.formula().constraints.len(),
            self.session.formula().properties.len()
        );
        while let Some(values) = self.violation()? {
            self.failing(&values);
            if self.ends() {
                // Only what its run gets past is asked about still.
                let passed: BTreeSet<CheckId> =
                    self.failures().flat_map(|run| &run.passed).map(|(it, _)| *it).collect();
                let (rest, others) = self.open.iter().partition(|check| passed.contains(check));
                self.open = others;
                self.give_up(BEHIND);
                self.open = rest;
            }
        }
        // What is open holds up to here, whatever the values are that the runs so far take.
        let open = &self.open;
        for known in self.checks.values_mut() {
            if let Known::Fails(example) = known {
                example.passed.retain(|(check, _)| !open.contains(check));
            }
        }
        self.unfinished.clear();
        self.complete = self.is_complete(bounds)?;
        if self.complete {
            for check in std::mem::take(&mut self.open) {
                self.checks.insert(check, Known::Holds);
            }
        }
        self.held = Some(bounds.unwind);
        if self.ends() {
            self.give_up(BEHIND);
        }
        Ok(!self.open.is_empty())
    }

    /// The runs that fail. Those that may get past the check that fails there are none of them.
    fn failures(&self) -> impl Iterator<Item = &Counterexample> {
        let program = self.subject.program;
        self.checks.iter().filter_map(|(check, known)| match known {
            Known::Fails(example) if program.is_always_made(*check) => Some(&**example),
            _ => None,
        })
    }

    /// Whether the search ends because something fails.
    fn ends(&self) -> bool {
        !self.options.bounded.all_properties && self.failures().next().is_some()
    }

    /// The properties about something, that are not evident.
    fn about(&mut self, wanted: impl Fn(About) -> bool) -> std::result::Result<Vec<usize>, Stop> {
        let mut found = Vec::new();
        for at in 0..self.session.formula().properties.len() {
            let property = self.session.formula().properties[at].clone();
            if wanted(property.subject) && !self.session.is_trivial(&property)? {
                found.push(at);
            }
        }
        Ok(found)
    }

    fn terms(&self, properties: &[usize]) -> Vec<TermId> {
        properties.iter().map(|at| self.session.formula().properties[*at].violated).collect()
    }

    /// Values with which an open check is violated. All are asked about together; if that is too hard, one by one, and
    /// those that nobody can tell are given up.
    fn violation(&mut self) -> std::result::Result<Option<Assignment>, Stop> {
        let open = self.open.clone();
        let properties = self.about(|about| matches!(about, About::Check(check) if open.contains(&check)))?;
        if properties.is_empty() {
            return Ok(None);
        }
        match self.session.ask(&self.terms(&properties))? {
            Answer::Hold => return Ok(None),
            Answer::Violated(values) => return Ok(Some(values)),
            Answer::Unknown(why) => log::info!("{} properties together: {why}", properties.len()),
        }
        for check in open {
            let own: Vec<usize> = properties
                .iter()
                .copied()
                .filter(|at| self.session.formula().properties[*at].subject == About::Check(check))
                .collect();
            match self.session.ask(&self.terms(&own))? {
                Answer::Hold => {}
                Answer::Violated(values) => return Ok(Some(values)),
                Answer::Unknown(why) => {
                    self.unsure = true;
                    self.open.remove(&check);
                    let known = self.held.map_or(Known::Open(why), Known::UpTo);
                    self.checks.insert(check, known);
                }
            }
        }
        Ok(None)
    }

    /// Replays the run with these values.
    fn failing(&mut self, values: &Assignment) {
        let all: Vec<usize> = (0..self.session.formula().properties.len()).collect();
        let violated = self.session.violated_by(&all, values);
        let about = |at: &usize| self.session.formula().properties[*at].subject;
        let first = violated.iter().map(about).find_map(|about| match about {
            About::Check(check) if self.open.contains(&check) => Some(check),
            _ => None,
        });
        let program = self.subject.program;
        let candidate = from_model(program, self.session.formula(), values);
        let mut why = "a possible failure was found, but no inputs for it".to_string();
        if let Some(mut candidate) = candidate {
            let inputs = candidate.inputs.clone();
            let limits = Limits { steps: STEPS, cancel: Some(&self.cancel), trace: true };
            let run = interp::run(program, self.entry, &inputs, &mut candidate, limits);
            why = run.end.no_failure();
            if let End::Failed(check) = run.end {
                let wanted = self.open.remove(&check);
                if wanted {
                    let example = Box::new(Counterexample::of(program, self.entry, &inputs, run));
                    self.checks.insert(check, Known::Fails(example));
                }
                if wanted || Some(check) == first {
                    return;
                }
            }
        }
        // The formula admits more than the program does: this check is not decided by it.
        log::info!("replay from {}: {why}", program.procedure(self.entry).name);
        match first {
            Some(check) => {
                self.open.remove(&check);
                self.checks.insert(check, Known::Open(why));
            }
            None => self.give_up(&why),
        }
    }

    /// Whether no run was cut off; notes what was.
    fn is_complete(&mut self, bounds: &Bounds) -> std::result::Result<bool, Stop> {
        if self.session.formula().complete {
            return Ok(true);
        }
        if !bounds.assertions {
            return Ok(false);
        }
        let mut rest = self.about(|about| !matches!(about, About::Check(_)))?;
        while !rest.is_empty() {
            match self.session.ask(&self.terms(&rest))? {
                Answer::Hold => return Ok(self.unfinished.is_empty()),
                Answer::Unknown(_) => {
                    self.unsure = true;
                    return Ok(false);
                }
                Answer::Violated(values) => {
                    let mut left = self.session.violated_by(&rest, &values);
                    if left.is_empty() {
                        left.clone_from(&rest);
                    }
                    for at in left {
                        let subject = self.session.formula().properties[at].subject;
                        let (loc, recursion) = match subject {
                            About::Unwinding(loc) => (loc, false),
                            About::Recursion(loc) => (loc, true),
                            About::Check(_) => continue,
                        };
                        let bound = bounds.limit(loc, recursion);
                        self.unfinished.insert(Unfinished { loc, recursion, bound });
                        rest.retain(|other| self.session.formula().properties[*other].subject != subject);
                    }
                    // The others matter at the last bound only, where they are reported.
                    if bounds.unwind < self.options.bounded.unwind.unwrap_or(u32::MAX) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(self.unfinished.is_empty())
    }

    /// The result.
    pub fn finish(mut self) -> Result {
        self.give_up("the loops were not unwound");
        let bound = self.held.unwrap_or(0);
        let conclusion = conclusion(self.subject.program, &self.checks, self.complete, bound);
        let unfinished = if self.complete { BTreeSet::new() } else { self.unfinished };
        let numbers = if self.session.is_bits() { Numbers::BitVectors } else { Numbers::Integers };
        let finished = self.finished && !self.unsure && conclusion != Conclusion::Unknown;
        let Entry { checks, script, broken, .. } = self;
        Result { checks, unfinished, conclusion, script, broken, finished, numbers, bound }
    }
}
