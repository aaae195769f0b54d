//! Verification conditions: what the user says of a program is taken as it is, and one question to the SMT solver
//! decides a check.
//!
//! Loops are cut at their invariants ([`ir::cut`]), and the quantifiers of invariants and contracts go to the solver as
//! they are written. So a program that is annotated for a prover is decided as such a prover decides it, where engines
//! that look for invariants of their own have no use for the annotations. A subprogram is taken by itself, with any
//! inputs for which its precondition holds. Nothing is said of what the solver can't show: other inputs or other
//! annotations may be at fault.

use horn_frontend::bounded::{About, Bounds, Formula, Property, Unwinder};
use horn_frontend::encode::Options;
use horn_frontend::ir::{CheckId, Cut, ProcId};
use horn_solver::smt::{CancelToken, Purpose, SatResult, SmtConfig, SmtError, SmtSolver, Steps};
use horn_solver::term::{Store, TermId, Units};

use super::bounded::Slice;
use std::collections::BTreeSet;

/// Ranges up to this size are written out in quantifiers.
const EXPAND: u32 = 12;
/// Indexes at which facts are instantiated that are no quantifiers.
const INSTANCES: usize = 12;
/// Blocks that are executed, also those of callees, beyond which a subprogram is too large.
const BLOCKS: usize = 6_000;
/// The same where what is easy is shown first.
const FEW_BLOCKS: usize = 1_500;
/// Budgets of a check that a subprogram has for all of its checks.
const BUDGETS: u32 = 8;
/// The part of its budget that a check has in a process that all checks of a subprogram share.
const TOGETHER: u32 = 4;
/// The same where what is easy is shown first: three of four checks that are shown at all need no more.
const EASY: u32 = 12;

/// Which tries a check gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A short one, after others in one process.
    Easy,
    /// A longer one, in a process for it alone.
    Hard,
    /// One after the other.
    All,
}

/// The checks of a subprogram, among these, that hold by their verification conditions. The program is one without
/// loops, made by [`horn_frontend::ir::cut`]. What takes longer than a few of its budgets altogether is left.
pub fn proved(
    cut: &Cut,
    owner: ProcId,
    checks: &[CheckId],
    config: &SmtConfig,
    budget: Steps,
    effort: Effort,
    cancel: &CancelToken,
) -> Vec<CheckId> {
    // What is not stated there any more was not looked at.
    let stated: BTreeSet<CheckId> = cut.program.procedure(owner).checks().map(|(check, _)| check).collect();
    let checks: Vec<CheckId> = checks.iter().copied().filter(|check| stated.contains(check)).collect();
    let cancel = &cancel.limited(budget * BUDGETS);
    let options = Options { expand: EXPAND, instances: INSTANCES, quantifiers: true };
    let mut unwinder = Unwinder::new(&cut.program, owner, &options);
    let bounds = Bounds {
        unwind: 0,
        recursion: 0,
        assertions: false,
        apart: false,
        blocks: if effort == Effort::Easy { FEW_BLOCKS } else { BLOCKS },
        cancel: Some(cancel.clone()),
        functions: cut.functions.clone(),
        ..Bounds::default()
    };
    match unwinder.unwind(&bounds) {
        Ok(formula) if formula.complete => {}
        Ok(_) => return Vec::new(),
        Err(unsupported) => {
            log::info!("verification conditions of {}: {}", cut.program.procedure(owner).name, unsupported.what);
            return Vec::new();
        }
    }
    let Formula { store, constraints, subjects, .. } = unwinder.formula();
    // The ranges of inputs and of what is chosen matter where these do: nobody replays a run.
    let about =
        |(subject, constraint): (&TermId, &TermId)| if *subject == Store::TRUE { *constraint } else { *subject };
    let subjects: Vec<TermId> = subjects.iter().zip(constraints).map(about).collect();
    let mut slice = Slice::default();
    slice.reach(store, constraints, &subjects, &[]);
    let mut asked = Asked { unwinder, subjects, slice, config: for_quantifiers(config, cancel), cancel, broken: false };
    let all = checks.into_iter().map(|check| (check, asked.violations(check)));
    let (evident, open): (Vec<_>, Vec<_>) = all.partition(|(_, violations)| violations.is_empty());
    let mut found: Vec<CheckId> = evident.into_iter().map(|(check, _)| check).collect();
    match effort {
        Effort::Easy => found.extend(asked.together(&open, budget / EASY)),
        Effort::All if open.len() > 1 => found.extend(asked.together(&open, budget / TOGETHER)),
        Effort::All | Effort::Hard => {}
    }
    if effort == Effort::Easy {
        return found;
    }
    // A process that broke down may have had too much to do.
    asked.broken = false;
    for (check, violations) in open {
        if !found.contains(&check) && violations.iter().all(|violation| asked.alone(*violation, budget)) {
            found.push(check);
        }
    }
    found
}

/// What is true in the runs that violate a check at one of its places, and the moment of that.
type Violation = (TermId, usize);

/// The verification conditions of a subprogram, and who is asked about them.
struct Asked<'a> {
    unwinder: Unwinder<'a>,
    /// What each constraint is about.
    subjects: Vec<TermId>,
    /// Nothing but this is in it.
    slice: Slice,
    config: SmtConfig,
    cancel: &'a CancelToken,
    /// Whether the solver does not work.
    broken: bool,
}

impl Asked<'_> {
    /// Those that one process shows one after the other, which spares the start of a process for each.
    fn together(&mut self, open: &[(CheckId, Vec<Violation>)], budget: Steps) -> Vec<CheckId> {
        let mut smt = SmtSolver::new(self.config.clone(), self.cancel.clone());
        let mut holds = |violation: &Violation| {
            smt.push();
            let holds = self.holds(&mut smt, *violation, true, budget);
            smt.pop(1);
            holds
        };
        open.iter().filter(|(_, violations)| violations.iter().all(&mut holds)).map(|(check, _)| *check).collect()
    }

    /// Whether a process that knows nothing else shows it: how quantifiers are instantiated depends on all that one has
    /// been asked before.
    fn alone(&mut self, violation: Violation, budget: Steps) -> bool {
        let mut smt = SmtSolver::new(self.config.clone(), self.cancel.clone());
        self.holds(&mut smt, violation, false, budget)
    }

    /// How a check may be violated: one for each place where it stands, as each has a way of its own to it. A callee
    /// that states it, too, or this subprogram again, is taken by itself with any inputs.
    fn violations(&self, check: CheckId) -> Vec<Violation> {
        let properties = self.unwinder.formula().properties.iter();
        let here = |property: &&Property| property.subject == About::Check(check) && property.calls.is_empty();
        let of_check = properties.filter(here);
        let all = of_check.map(|property| (property.violated, property.moment));
        all.filter(|(violated, _)| *violated != Store::FALSE).collect()
    }

    /// What holds of a run that violates a check: what the check depends on, with all put in that follows for the way
    /// to it. What stands on other ways, or behind it, is not there any more; `near`: nor is what has no variable in
    /// common, however indirectly, with the way and with what is violated.
    fn on_the_way(&mut self, (violated, moment): Violation, near: bool) -> Vec<TermId> {
        let subjects = &self.subjects;
        let Formula { store, constraints, moments, .. } = self.unwinder.formula_mut();
        let in_front = |(constraint, at): (&TermId, &usize)| if *at <= moment { *constraint } else { Store::TRUE };
        let constraints: Vec<TermId> = constraints.iter().zip(moments.iter()).map(in_front).collect();
        let needed = self.slice.clone().reach(store, &constraints, subjects, &[violated]);
        let mut formulas: Vec<TermId> = needed.iter().map(|at| constraints[*at]).collect();
        formulas.push(violated);
        let units = Units::of(store, &formulas);
        if units.rest.contains(&Store::FALSE) {
            return vec![Store::FALSE];
        }
        // A name that is known to hold is one of the way to the check. Definitions of others matter with the name,
        // everything else with its own variables.
        let subject = |formula: TermId, at: usize| {
            let Some(subject) = needed.get(at).map(|at| subjects[*at]) else { return Store::TRUE };
            match (store.as_var(subject).is_some(), units.known(subject)) {
                (true, None) => subject,
                (true, Some(Store::TRUE)) => Store::TRUE,
                _ if near => formula,
                _ => Store::TRUE,
            }
        };
        let rest = units.rest.iter().copied().enumerate().map(|(at, formula)| (formula, at));
        let all: Vec<(TermId, usize)> = units.literals.iter().copied().chain(rest).collect();
        let subjects: Vec<TermId> = all.iter().map(|(formula, at)| subject(*formula, *at)).collect();
        let all: Vec<TermId> = all.into_iter().map(|(formula, _)| formula).collect();
        let left = Slice::default().reach(store, &all, &subjects, &[]);
        left.into_iter().map(|at| all[at]).collect()
    }

    /// Whether the process shows that nothing violates it.
    fn holds(&mut self, smt: &mut SmtSolver, violation: Violation, near: bool, budget: Steps) -> bool {
        if self.broken || self.cancel.is_cancelled() {
            return false;
        }
        let formulas = self.on_the_way(violation, near);
        if formulas.contains(&Store::FALSE) {
            return true;
        }
        for formula in formulas {
            report(smt.assert(&self.unwinder.formula().store, formula), &mut self.broken);
        }
        let answer = smt.check_within(Purpose::Reachability, &[], Some(budget));
        report(answer, &mut self.broken).is_some_and(|answer| answer == SatResult::Unsat)
    }
}

/// Notes if the solver does not work; others say so to the user.
fn report<T>(answer: Result<T, SmtError>, broken: &mut bool) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(error) => {
            *broken |= !error.is_interrupt();
            log::log!(if error.is_interrupt() { log::Level::Debug } else { log::Level::Warn }, "{error}");
            None
        }
    }
}

/// How the solver is asked about quantifiers: by the terms that are there, and no search for models, which is what
/// takes long where there is none. Where work is counted polynomials are not factored, which Z3 does not count: it may
/// take for ever, and others try it.
fn for_quantifiers(config: &SmtConfig, cancel: &CancelToken) -> SmtConfig {
    let mut config = SmtConfig { cores: false, ..config.clone() };
    if config.kind.is_z3() {
        let options = [("auto_config", "false"), ("smt.mbqi", "false")];
        let uncounted = Some(("smt.arith.nl.nra", "false")).filter(|_| cancel.is_counted());
        let options = options.into_iter().chain(uncounted);
        config.options.extend(options.map(|(name, value)| (name.to_string(), value.to_string())));
    }
    config
}
