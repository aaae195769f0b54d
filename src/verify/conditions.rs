//! Verification conditions: what the user says of a program is taken as it is, and one question to the SMT solver
//! decides a check.
//!
//! Loops are cut at their invariants ([`ir::cut`]), and the quantifiers of invariants and contracts go to the solver as
//! they are written. So a program that is annotated for a prover is decided as such a prover decides it, where engines
//! that look for invariants of their own have no use for the annotations. A subprogram is taken by itself, with any
//! inputs for which its precondition holds. Nothing is said of what the solver can't show: other inputs or other
//! annotations may be at fault.

use horn_frontend::bounded::{About, Bounds, Formula, Property, unwind};
use horn_frontend::encode::Options;
use horn_frontend::ir::{Calls, CheckId, Cut, ProcId};
use horn_solver::smt::{CancelToken, Purpose, SatResult, SmtConfig, SmtError, SmtSolver, Steps};
use horn_solver::term::{Store, TermId, Units, free_vars, postorder};

use super::bounded::Slice;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

/// Ranges up to this size are written out in quantifiers.
const EXPAND: u32 = 12;
/// Indexes at which facts are instantiated that are no quantifiers.
const INSTANCES: usize = 12;
/// Blocks that are executed, also those of callees, beyond which a subprogram is too large.
const BLOCKS: usize = 6_000;
/// The same where what is easy is shown first.
const FEW_BLOCKS: usize = 1_500;
/// Budgets of a check that a subprogram has for all of its checks, and so many checks of it for which it has one more.
const BUDGETS: u32 = 8;
const CHECKS: usize = 4;
/// The part of its budget that a check has in a process that all checks of a subprogram share.
const TOGETHER: u32 = 4;
/// The same where what is easy is shown first: nine of ten checks that are shown at all need no more.
const EASY: u32 = 8;
/// Checks in a row that are not shown, behind which no easy one is looked for.
const IN_VAIN: usize = 8;
/// Terms of a question that is easy, at most: of 700 that were answered no more than four had as many.
const EASY_TERMS: usize = 10_000;
/// Terms of a question from which on its formulas without quantifiers are asked about first, and so many times in vain
/// for each time that it was of use, and some more, until that is not done any more.
const LARGE: usize = 500;
const PLAIN_IN_VAIN: usize = 6;

/// Terms of formulas that are kept between two tries, at most.
const KEPT_TERMS: usize = 3_000_000;

/// Which tries a check gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A short one, after others in one process.
    Easy,
    /// A longer one of the same kind, and then one in a process for it alone.
    Hard,
}

/// Formulas of subprograms that a short try has made, for the longer one.
#[derive(Default)]
pub struct Formulas(Mutex<HashMap<(Calls, ProcId), Prepared>>);

impl Formulas {
    /// What a short try has made; nobody else gets it.
    fn take(&self, of: (Calls, ProcId)) -> Option<Prepared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&of)
    }

    /// Keeps it, if it is not large.
    fn keep(&self, of: (Calls, ProcId), prepared: Prepared) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let size = |prepared: &Prepared| prepared.formula.store.len();
        if kept.values().map(size).sum::<usize>() + size(&prepared) <= KEPT_TERMS {
            kept.insert(of, prepared);
        }
    }
}

/// A subprogram, by itself, of a program without loops.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The program, made by [`horn_frontend::ir::cut`].
    pub cut: &'a Cut,
    /// What calls stand for in it.
    pub calls: Calls,
    /// The subprogram.
    pub owner: ProcId,
}

/// The checks of a subprogram, among these, that hold by their verification conditions. What takes longer than a few of
/// its budgets altogether is left. `formulas`: those of short tries, if a longer one follows.
pub fn proved(
    place: Place<'_>,
    checks: &[CheckId],
    config: &SmtConfig,
    (effort, budget): (Effort, Steps),
    formulas: Option<&Formulas>,
    cancel: &CancelToken,
) -> Vec<CheckId> {
    let Place { cut, calls, owner } = place;
    // What is not stated there any more was not looked at.
    let stated: BTreeSet<CheckId> = cut.program.procedure(owner).checks().map(|(check, _)| check).collect();
    let checks: Vec<CheckId> = checks.iter().copied().filter(|check| stated.contains(check)).collect();
    let more = u32::try_from(checks.len() / CHECKS).unwrap_or(u32::MAX);
    let cancel = &cancel.limited(budget * BUDGETS.saturating_add(more));
    let of = (calls, owner);
    let blocks = if effort == Effort::Easy { FEW_BLOCKS } else { BLOCKS };
    let Some(prepared) = formulas.and_then(|kept| kept.take(of)).or_else(|| Prepared::new(cut, owner, blocks, cancel))
    else {
        return Vec::new();
    };
    let config = for_quantifiers(config, cancel);
    let mut asked = Asked { prepared, config, cancel, plain_in_vain: 0, broken: false };
    let all = checks.into_iter().map(|check| (check, asked.violations(check)));
    let (evident, open): (Vec<_>, Vec<_>) = all.partition(|(_, violations)| violations.is_empty());
    let mut found: Vec<CheckId> = evident.into_iter().map(|(check, _)| check).collect();
    if effort == Effort::Easy {
        found.extend(asked.together(&open, Attempt::Easy, budget / EASY));
        let left = open.iter().any(|(check, _)| !found.contains(check));
        if let Some(formulas) = formulas.filter(|_| left) {
            formulas.keep(of, asked.prepared);
        }
        return found;
    }
    if open.len() > 1 {
        found.extend(asked.together(&open, Attempt::Together, budget / TOGETHER));
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

/// How a process is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    /// For a moment, about short formulas, if others were not in vain.
    Easy,
    /// One question after the other.
    Together,
    /// Nothing else, and about all that there is.
    Alone,
}

/// A way to violate a check at one of its places: the number of a property of the formula.
type Violation = usize;

/// The verification conditions of a subprogram.
struct Prepared {
    formula: Formula,
    /// What each constraint is about.
    subjects: Vec<TermId>,
    /// Nothing but this is in it.
    slice: Slice,
}

impl Prepared {
    /// Executes the subprogram; nothing if that is not possible.
    fn new(cut: &Cut, owner: ProcId, blocks: usize, cancel: &CancelToken) -> Option<Prepared> {
        let options = Options { expand: EXPAND, instances: INSTANCES, quantifiers: true };
        let bounds = Bounds {
            unwind: 0,
            recursion: 0,
            assertions: false,
            apart: false,
            blocks,
            cancel: Some(cancel.clone()),
            functions: cut.functions.clone(),
            ..Bounds::default()
        };
        let formula = match unwind(&cut.program, owner, &options, &bounds) {
            Ok(formula) => Some(formula).filter(|formula| formula.complete)?,
            Err(unsupported) => {
                log::info!("verification conditions of {}: {}", cut.program.procedure(owner).name, unsupported.what);
                return None;
            }
        };
        let Formula { store, constraints, subjects, .. } = &formula;
        // The ranges of inputs and of what is chosen matter where these do: nobody replays a run. So does what excludes
        // a case, of which nothing else is said.
        let about = |(subject, constraint): (&TermId, &TermId)| {
            if free_vars(store, &[*subject]).is_empty() { *constraint } else { *subject }
        };
        let subjects: Vec<TermId> = subjects.iter().zip(constraints).map(about).collect();
        let mut slice = Slice::default();
        slice.reach(store, constraints, &subjects, &[]);
        Some(Prepared { formula, subjects, slice })
    }
}

/// Who is asked about verification conditions.
struct Asked<'a> {
    prepared: Prepared,
    config: SmtConfig,
    cancel: &'a CancelToken,
    /// How often formulas without quantifiers were asked about in vain, less what useful ones make up for.
    plain_in_vain: usize,
    /// Whether the solver does not work.
    broken: bool,
}

impl Asked<'_> {
    /// Those that one process shows one after the other, which spares the start of a process for each.
    fn together(&mut self, open: &[(CheckId, Vec<Violation>)], attempt: Attempt, budget: Steps) -> Vec<CheckId> {
        let mut smt = SmtSolver::new(self.config.clone(), self.cancel.clone());
        let mut holds = |violation: &Violation| {
            smt.push();
            let holds = self.holds(&mut smt, *violation, attempt, budget);
            smt.pop(1);
            holds
        };
        let (mut found, mut in_vain) = (Vec::new(), 0);
        for (check, violations) in open {
            if violations.iter().all(&mut holds) {
                found.push(*check);
                in_vain = 0;
            } else {
                in_vain += 1;
            }
            if attempt == Attempt::Easy && in_vain == IN_VAIN {
                break;
            }
        }
        found
    }

    /// Whether a process that knows nothing else shows it: how quantifiers are instantiated depends on all that one has
    /// been asked before.
    fn alone(&mut self, violation: Violation, budget: Steps) -> bool {
        let mut smt = SmtSolver::new(self.config.clone(), self.cancel.clone());
        self.holds(&mut smt, violation, Attempt::Alone, budget)
    }

    /// How a check may be violated: one for each place where it stands, as each has a way of its own to it. A callee
    /// that states it, too, or this subprogram again, is taken by itself with any inputs.
    fn violations(&self, check: CheckId) -> Vec<Violation> {
        let properties = self.prepared.formula.properties.iter().enumerate();
        let here = |property: &Property| property.subject == About::Check(check) && property.calls.is_empty();
        let of_check = properties.filter(|(_, property)| here(property) && property.violated != Store::FALSE);
        of_check.map(|(at, _)| at).collect()
    }

    /// What holds of a run that violates a check: what the check depends on, with all put in that follows for the way
    /// to it. What stands on other ways, or behind it, is not there any more; `near`: nor is what has no variable in
    /// common, however indirectly, with the way and with what is violated.
    fn on_the_way(&mut self, violation: Violation, near: bool) -> Vec<TermId> {
        let Prepared { formula, subjects, slice } = &mut self.prepared;
        let property = &formula.properties[violation];
        let (violated, moment) = (property.violated, property.moment);
        let passed: Vec<TermId> = formula.passed(property).collect();
        let Formula { store, constraints, moments, .. } = formula;
        let in_front = |(constraint, at): (&TermId, &usize)| if *at <= moment { *constraint } else { Store::TRUE };
        let constraints: Vec<TermId> = constraints.iter().zip(moments.iter()).map(in_front).collect();
        let needed = slice.clone().reach(store, &constraints, subjects, &[violated]);
        let mut formulas: Vec<TermId> = needed.iter().map(|at| constraints[*at]).collect();
        formulas.push(violated);
        formulas.extend(passed);
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
    fn holds(&mut self, smt: &mut SmtSolver, violation: Violation, attempt: Attempt, budget: Steps) -> bool {
        if self.broken || self.cancel.is_cancelled() {
            return false;
        }
        let formulas = self.on_the_way(violation, attempt != Attempt::Alone);
        if formulas.contains(&Store::FALSE) {
            return true;
        }
        let store = &self.prepared.formula.store;
        if attempt != Attempt::Alone {
            let terms = postorder(store, &formulas).len();
            if attempt == Attempt::Easy && terms > EASY_TERMS {
                return false;
            }
            // Ranges and what is known of single components may suffice, which is soon found out without the rest.
            let due = terms > LARGE && self.plain_in_vain < PLAIN_IN_VAIN;
            let plain = formulas.iter().copied().filter(|formula| due && !store.is_quantified(*formula));
            let plain: Vec<TermId> = plain.collect();
            if !plain.is_empty() && plain.len() < formulas.len() {
                smt.push();
                let shown = self.contradict(smt, &plain, budget);
                smt.pop(1);
                if shown {
                    self.plain_in_vain = self.plain_in_vain.saturating_sub(PLAIN_IN_VAIN);
                    return true;
                }
                self.plain_in_vain += 1;
            }
        }
        self.contradict(smt, &formulas, budget)
    }

    /// Whether the process shows that these are not true together.
    fn contradict(&mut self, smt: &mut SmtSolver, formulas: &[TermId], budget: Steps) -> bool {
        for formula in formulas {
            report(smt.assert(&self.prepared.formula.store, *formula), &mut self.broken);
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
