//! `kind`, `pdkind`, `imc` and `tpa`: procedures for transition systems, which is what preprocessing leaves of many
//! linear systems.
//!
//! Clauses are joined as far as they go, strengthened by the invariants of the abstract interpretation, and what
//! predicates remain are merged into one ([`TransitionSystem`]). On the single transition relation work k-induction
//! ([`Kind`], `kind`), property-directed k-induction ([`PdKind`], `pdkind`), interpolation-based model checking
//! ([`Imc`], `imc`) and transition power abstraction ([`Tpa`], `tpa`). Answers go the same way back.

mod chain;
mod closed;
mod cubes;
mod formulas;
mod imc;
mod kind;
mod limits;
mod pdkind;
mod powers;
mod system;
#[cfg(test)]
mod tests;
mod tpa;

pub use system::TransitionSystem;

use super::joined::translate_back;
use super::{Context, Engine};
use crate::preprocess::{PassContext, Strengthen, preprocess_joined};
use crate::smt::{Purpose, SatResult};
use crate::system::{Reason, Refutation, Step, System, Verdict};
use limits::LIMITS;

/// A procedure for a transition system made from a system of clauses.
type Procedure = fn(&mut Context, &System, &TransitionSystem) -> Result<Verdict, Reason>;

/// k-induction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kind;

impl Engine for Kind {
    fn name(&self) -> &'static str {
        "kind"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        decide(cx, system, kind::solve)
    }
}

/// Property-directed k-induction.
#[derive(Clone, Copy, Debug, Default)]
pub struct PdKind;

impl Engine for PdKind {
    fn name(&self) -> &'static str {
        "pdkind"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        decide(cx, system, pdkind::solve)
    }
}

/// Interpolation-based model checking.
#[derive(Clone, Copy, Debug, Default)]
pub struct Imc;

impl Engine for Imc {
    fn name(&self) -> &'static str {
        "imc"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        decide(cx, system, imc::solve)
    }
}

/// Transition power abstraction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tpa;

impl Engine for Tpa {
    fn name(&self) -> &'static str {
        "tpa"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        decide(cx, system, tpa::solve)
    }
}

/// Joins, strengthens and merges the system for the procedure, and translates its answer back.
fn decide(cx: &mut Context, system: &System, procedure: Procedure) -> Verdict {
    if !system.is_linear() {
        return Verdict::Unknown(Reason::Incomplete("not a transition system: a clause has several body atoms".into()));
    }
    let limit = cx.smt.query_limit;
    cx.smt.query_limit = Some(limit.map_or(LIMITS.query, |t| t.min(LIMITS.query)));
    let cancel = cx.cancel.clone();
    let mut pass = PassContext::new(&mut cx.store, &cancel);
    let mut joined = preprocess_joined(&mut pass, system);
    joined.apply(&mut pass, &Strengthen::default());
    let verdict = match joined.verdict(&cx.store) {
        Some(verdict) => verdict,
        None => solve_merged(cx, &joined.system, procedure).unwrap_or_else(Verdict::Unknown),
    };
    let verdict = translate_back(cx, system, &joined, verdict);
    cx.smt.query_limit = limit;
    verdict
}

fn solve_merged(cx: &mut Context, system: &System, procedure: Procedure) -> Result<Verdict, Reason> {
    cx.check()?;
    // Queries without body atoms concern no state.
    let mut solver = cx.solver();
    let mut rest = system.clone();
    for (id, clause) in system.clauses().filter(|(_, c)| c.is_query() && c.is_fact()) {
        let vars = cx.store.vars(0, &clause.vars);
        let (answer, values) = solver.check_formula(&cx.store, Purpose::Reachability, clause.constraint, &vars)?;
        match answer {
            SatResult::Sat => {
                let steps = vec![Step { clause: id, values, premises: Vec::new() }];
                return Ok(Verdict::Unsat(Refutation { steps }));
            }
            // It keeps its place, so that the numbers of clauses stay.
            SatResult::Unsat => rest.clauses[id.index()].constraint = crate::term::Store::FALSE,
            SatResult::Unknown(why) => return Err(Reason::Incomplete(why)),
        }
    }
    cx.statistics.add(&solver.take_statistics());
    let ts = TransitionSystem::new(&mut cx.store, &rest).map_err(Reason::Incomplete)?;
    log::debug!(
        "transition system: {} state variables, {} facts, {} transitions, {} queries",
        ts.sorts.len(),
        ts.inits.len(),
        ts.steps.len(),
        ts.bads.len()
    );
    match ts.trivial(&mut cx.store, &rest) {
        Some(verdict) => Ok(verdict),
        None => procedure(cx, &rest, &ts),
    }
}
