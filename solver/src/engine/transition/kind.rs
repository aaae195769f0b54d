//! `kind`: k-induction for transition systems.
//!
//! One unrolling serves both halves: paths are grown backwards from a bad state, every earlier state being good. A path
//! of k transitions that starts in an initial state is a counterexample; if there is none of k transitions at all, the
//! property is k-inductive, since shorter ones do not start in an initial state. (Sheeran, Singh, Stålmarck: *Checking
//! safety properties using induction and a SAT-solver*, FMCAD 2000. Clauses are strengthened by the invariants of the
//! abstract interpretation before.)
//!
//! The certificate is an ordinary, that is 1-inductive, invariant. Let `Bᵢ` be the states with a path of i transitions
//! through good states to a bad one, for i < k. No initial state is in any, `B₀` is the bad states, and whatever has a
//! transition into `Bᵢ` is bad or in `Bᵢ₊₁`, while nothing good leads into `Bₖ₋₁`: the complement of the union is
//! inductive. Any over-approximations that keep these properties do as well, and they are the models of a
//! recursion-free system with one predicate for each i, which interpolation solves.

use super::formulas::{Choice, choice, eliminate, read_model, shift};
use super::limits::LIMITS;
use super::system::{Path, TransitionSystem};
use crate::engine::Context;
use crate::interpolate::{Solution, solve_recursion_free};
use crate::smt::{Purpose, SatResult, SmtSolver};
use crate::system::{Atom, Clause, Origin, PredId, Reason, System, Verdict};
use crate::term::{Assignment, SortId, Store, TermId, Value};

/// Decides a transition system by k-induction.
pub(super) fn solve(cx: &mut Context, system: &System, ts: &TransitionSystem) -> Result<Verdict, Reason> {
    let mut solver = cx.solver();
    let result = run(cx, system, ts, &mut solver);
    cx.statistics.add(&solver.take_statistics());
    result
}

fn run(cx: &mut Context, system: &System, ts: &TransitionSystem, solver: &mut SmtSolver) -> Result<Verdict, Reason> {
    let width = ts.width();
    let mut next = 0;
    let new_state = |store: &mut Store, next: &mut u32| {
        *next += width;
        store.vars(*next - width, &ts.sorts)
    };
    let good = good_states(cx, ts)?;
    let last = new_state(&mut cx.store, &mut next);
    let bad = choice(&mut cx.store, &ts.bads, &last, &[], &mut next);
    solver.assert(&cx.store, bad.formula)?;
    // The states from the last to the first and the transitions between.
    let mut states = vec![last];
    let mut steps: Vec<Choice> = Vec::new();
    for k in 0u32.. {
        cx.check()?;
        cx.progress.set_bound(u64::from(k));
        match solver.check(Purpose::Consecution, &[])? {
            SatResult::Unsat => {
                log::debug!("kind: {k}-inductive");
                let bads: Vec<(TermId, &[SortId])> = ts.bads.iter().map(|r| (r.formula, &r.aux[..])).collect();
                let invariant = invariant(cx, ts, k, &bads, good)?;
                return Ok(Verdict::Sat(ts.model(&mut cx.store, system, invariant)));
            }
            SatResult::Unknown(why) => return Err(Reason::Incomplete(why)),
            SatResult::Sat => {}
        }
        let first = states[states.len() - 1].clone();
        let init = choice(&mut cx.store, &ts.inits, &first, &[], &mut next);
        solver.push();
        solver.assert(&cx.store, init.formula)?;
        let answer = solver.check(Purpose::Reachability, &[])?;
        if answer.is_sat() {
            let mut terms = vec![init.formula, bad.formula];
            terms.extend(steps.iter().map(|s| s.formula));
            terms.extend(states.iter().flatten());
            let model = read_model(&cx.store, solver, &terms)?;
            let path = path(&cx.store, &init, &steps, &bad, &states, &model)?;
            return ts.refutation(cx, system, &path).map(Verdict::Unsat);
        }
        solver.pop(1);
        if let SatResult::Unknown(why) = answer {
            return Err(Reason::Incomplete(why));
        }
        let before = new_state(&mut cx.store, &mut next);
        let step = choice(&mut cx.store, &ts.steps, &before, &first, &mut next);
        solver.assert(&cx.store, step.formula)?;
        let good = shift(&mut cx.store, good, &before);
        solver.assert(&cx.store, good)?;
        states.push(before);
        steps.push(step);
    }
    Err(Reason::Incomplete("too many rounds".to_string()))
}

/// States that are not bad, all of them if that can be said without further variables.
fn good_states(cx: &mut Context, ts: &TransitionSystem) -> Result<TermId, Reason> {
    let width = ts.width();
    let bad: Vec<TermId> = ts.bads.iter().map(|rule| rule.formula).collect();
    let mut good = Vec::with_capacity(bad.len());
    for formula in bad {
        // A state that is left out of the bad ones only makes the hypothesis weaker.
        if let Some(bad) = eliminate(cx, formula, |v| v >= width, LIMITS.kind_projections)? {
            good.push(cx.store.not(bad));
        }
    }
    Ok(cx.store.and(&good))
}

/// The path in a model of the unrolling.
pub(super) fn path(
    store: &Store,
    init: &Choice,
    steps: &[Choice],
    bad: &Choice,
    states: &[Vec<TermId>],
    model: &Assignment,
) -> Result<Path, Reason> {
    let missing = || Reason::Smt("the model of an unrolling is not a path".to_string());
    let value = |&var: &TermId| -> Option<Value> {
        let known = store.as_var(var).and_then(|index| model.get(index)).cloned();
        known.or_else(|| Value::default_of(store, store.sort_of(var)))
    };
    let states: Option<Vec<Vec<Value>>> = states.iter().rev().map(|state| state.iter().map(value).collect()).collect();
    let taken: Option<Vec<usize>> = steps.iter().rev().map(|step| step.taken(store, model)).collect();
    Ok(Path {
        init: init.taken(store, model).ok_or_else(missing)?,
        steps: taken.ok_or_else(missing)?,
        bad: bad.taken(store, model).ok_or_else(missing)?,
        states: states.ok_or_else(missing)?,
    })
}

/// The 1-inductive invariant of a property that is k-inductive under the hypothesis that states before the last are
/// `good`. What violates it are formulas over the first state, with the sorts of variables beyond two states.
pub(super) fn invariant(
    cx: &mut Context,
    ts: &TransitionSystem,
    k: u32,
    bads: &[(TermId, &[SortId])],
    good: TermId,
) -> Result<TermId, Reason> {
    if k == 0 {
        return Ok(Store::TRUE);
    }
    let mut chain = System::new();
    for i in 0..k {
        chain.add_pred(format!("B{i}"), ts.sorts.clone());
    }
    let state = cx.store.vars(0, &ts.sorts);
    let after = cx.store.vars(ts.width(), &ts.sorts);
    let at = |i: u32, state: &[TermId]| Atom::new(PredId(i), state.iter().copied());
    let mut clause = |constraint: TermId, aux: &[SortId], body: Option<Atom>, head: Option<Atom>| {
        let mut vars = ts.sorts.clone();
        vars.extend(&ts.sorts);
        vars.extend(aux);
        let body = body.into_iter().collect();
        chain.add_clause(Clause { vars, body, constraint, head, origin: Origin::default() });
    };
    for (bad, aux) in bads {
        clause(*bad, aux, None, Some(at(0, &state)));
    }
    for i in 0..k {
        for rule in &ts.steps {
            let constraint = cx.store.and2(rule.formula, good);
            let head = (i + 1 < k).then(|| at(i + 1, &state));
            clause(constraint, &rule.aux, Some(at(i, &after)), head);
        }
        for rule in &ts.inits {
            clause(rule.formula, &rule.aux, Some(at(i, &state)), None);
        }
    }
    match solve_recursion_free(cx, &chain)? {
        Solution::Model(model) => {
            let excluded: Vec<TermId> = model.definitions.iter().map(|&d| cx.store.not(d)).collect();
            Ok(cx.store.and(&excluded))
        }
        Solution::Unsat => Err(Reason::Smt("interpolation contradicts the unrolling".to_string())),
        Solution::Unknown(why) => exact(cx, ts, k, bads).and_then(|exact| {
            exact.ok_or_else(|| Reason::Incomplete(format!("no invariant for a {k}-inductive property: {why}")))
        }),
    }
}

/// The invariant from the sets `Bᵢ` themselves, without the restriction to good states; `None` if they are too large to
/// write down.
fn exact(
    cx: &mut Context,
    ts: &TransitionSystem,
    k: u32,
    bads: &[(TermId, &[SortId])],
) -> Result<Option<TermId>, Reason> {
    let width = ts.width();
    let state = cx.store.vars(0, &ts.sorts);
    let after = cx.store.vars(width, &ts.sorts);
    let bads: Vec<TermId> = bads.iter().map(|(bad, _)| *bad).collect();
    let bad = cx.store.or(&bads);
    let Some(mut set) = eliminate(cx, bad, |v| v >= width, LIMITS.kind_projections)? else { return Ok(None) };
    let mut excluded = vec![cx.store.not(set)];
    for _ in 1..k {
        let mut next = 2 * width;
        let step = choice(&mut cx.store, &ts.steps, &state, &after, &mut next);
        let target = shift(&mut cx.store, set, &after);
        let parts = [excluded.clone(), vec![step.formula, target]].concat();
        let before = cx.store.and(&parts);
        let Some(before) = eliminate(cx, before, |v| v >= width, LIMITS.kind_projections)? else { return Ok(None) };
        set = before;
        excluded.push(cx.store.not(set));
    }
    Ok(Some(cx.store.and(&excluded)))
}
