//! The largest inductive subset of a set of candidate properties: all instrumentations with conjunctions of candidates
//! at once.
//!
//! A candidate of a predicate is dropped when a clause can violate it although the remaining ones hold of the clause's
//! body (Flanagan and Leino, *Houdini, an annotation assistant for ESC/Java*, FME 2001). One counterexample drops every
//! candidate that is false in it, so that 2^n subsets cost at most n queries, and usually far fewer. What remains is an
//! invariant; if it refutes every query, the part of it that the proof needs is the model.

use crate::context::Context;
use crate::smt::{Lit, Purpose, SatResult, SmtConfig, SmtSolver, Steps};
use crate::system::{Atom, Clause, Model, PredGraph, Reason, System};
use crate::term::{Assignment, Evaluator, SortId, Store, TermId, Value};

/// Clauses beyond which a process each would be too many.
pub const CLAUSE_LIMIT: usize = 60;
/// Limit for one query; a candidate that needs longer is dropped.
const QUERY_LIMIT: Steps = Steps::millis(1_500);

/// What a run found.
#[derive(Debug)]
pub struct Outcome {
    /// For each predicate the candidates that are inductive together.
    pub invariants: Vec<Vec<TermId>>,
    /// The model, if the invariants refute every query.
    pub model: Option<Model>,
    /// How many queries were asked.
    pub steps: usize,
}

/// A clause with its process: candidates of the body as literals, those of the head as variables.
struct Slot<'a> {
    clause: &'a Clause,
    solver: SmtSolver,
    /// For each candidate of each body atom: predicate, candidate number, literal.
    given: Vec<(usize, usize, Lit)>,
    /// For each candidate of the head the variable that is true where it holds.
    asked: Vec<TermId>,
}

/// The largest inductive subset of `candidates`, over `Var(0) …`, of each predicate.
pub fn houdini(cx: &mut Context, system: &System, candidates: &[Vec<TermId>]) -> Result<Outcome, Reason> {
    if system.clauses.len() > CLAUSE_LIMIT {
        return Err(Reason::Incomplete("too many clauses for candidate properties".into()));
    }
    let mut alive: Vec<Vec<bool>> = candidates.iter().map(|c| vec![true; c.len()]).collect();
    let mut slots: Vec<Slot<'_>> = Vec::with_capacity(system.clauses.len());
    for clause in &system.clauses {
        slots.push(Slot::new(cx, clause, candidates)?);
    }
    let mut steps = 0;
    let result = fixpoint(cx, system, candidates, &mut alive, &mut slots, &mut steps);
    let outcome = result.and_then(|()| {
        let model = prove(cx, system, candidates, &alive, &mut slots, &mut steps)?;
        let invariants = candidates
            .iter()
            .zip(&alive)
            .map(|(terms, alive)| terms.iter().zip(alive).filter(|(_, a)| **a).map(|(&t, _)| t).collect())
            .collect();
        Ok(Outcome { invariants, model, steps })
    });
    for slot in &mut slots {
        cx.statistics.add(&slot.solver.take_statistics());
    }
    outcome
}

/// Whether there is still time, asked once in a while: there may be tens of thousands of candidates.
fn now_and_then(cx: &Context, number: usize) -> Result<(), Reason> {
    if number.is_multiple_of(64) { cx.check() } else { Ok(()) }
}

impl<'a> Slot<'a> {
    fn new(cx: &mut Context, clause: &'a Clause, candidates: &[Vec<TermId>]) -> Result<Slot<'a>, Reason> {
        let config = SmtConfig { query_limit: Some(QUERY_LIMIT), ..cx.smt.clone() };
        let mut solver = SmtSolver::new(config, cx.cancel.clone());
        solver.assert(&cx.store, clause.constraint)?;
        let mut given = Vec::new();
        for atom in &clause.body {
            for (number, &candidate) in candidates[atom.pred.index()].iter().enumerate() {
                now_and_then(cx, number)?;
                let instance = cx.store.instantiate(candidate, &atom.args);
                let literal = solver.new_literal();
                solver.assert_implied(&cx.store, literal, instance)?;
                given.push((atom.pred.index(), number, literal));
            }
        }
        let mut asked = Vec::new();
        if let Some(head) = &clause.head {
            for (number, &candidate) in candidates[head.pred.index()].iter().enumerate() {
                now_and_then(cx, number)?;
                let instance = cx.store.instantiate(candidate, &head.args);
                let flag = cx.store.var((clause.vars.len() + number) as u32, SortId::BOOL);
                let same = cx.store.eq(flag, instance);
                solver.assert(&cx.store, same)?;
                asked.push(flag);
            }
        }
        Ok(Slot { clause, solver, given, asked })
    }

    fn assumptions(&self, alive: &[Vec<bool>]) -> Vec<Lit> {
        self.given.iter().filter(|(pred, number, _)| alive[*pred][*number]).map(|g| g.2).collect()
    }
}

/// The clauses in an order in which what is lost is lost early: facts before the loops that they lead to, and what
/// enters a loop before its rounds.
pub(crate) fn bottom_up(system: &System) -> Vec<usize> {
    let graph = PredGraph::new(system);
    let component = |atom: &Atom| graph.component[atom.pred.index()];
    let key = |clause: &Clause| {
        let head = clause.head.as_ref().map(component);
        (head.unwrap_or(u32::MAX), clause.body.iter().filter(|atom| Some(component(atom)) == head).count())
    };
    let mut order: Vec<usize> = (0..system.clauses.len()).collect();
    order.sort_by_key(|&index| key(&system.clauses[index]));
    order
}

fn fixpoint(
    cx: &mut Context,
    system: &System,
    candidates: &[Vec<TermId>],
    alive: &mut [Vec<bool>],
    slots: &mut [Slot<'_>],
    steps: &mut usize,
) -> Result<(), Reason> {
    let mut dirty: Vec<bool> = vec![true; slots.len()];
    let order = bottom_up(system);
    while let Some(index) = order.iter().copied().find(|&index| dirty[index]) {
        cx.check()?;
        dirty[index] = false;
        let Some(head) = slots[index].clause.head.as_ref().map(|h| h.pred.index()) else { continue };
        let mut lost = false;
        loop {
            let remaining: Vec<usize> = (0..alive[head].len()).filter(|&i| alive[head][i]).collect();
            if remaining.is_empty() {
                break;
            }
            let slot = &mut slots[index];
            let assumptions = slot.assumptions(alive);
            let (given, count) = (assumptions.len(), remaining.len());
            let flags: Vec<TermId> = remaining.iter().map(|&i| slot.asked[i]).collect();
            let all = cx.store.and(&flags);
            let violated = cx.store.not(all);
            slot.solver.push();
            slot.solver.assert(&cx.store, violated)?;
            *steps += 1;
            let answer = slot.solver.check(Purpose::Consecution, &assumptions)?;
            let dropped = match answer {
                SatResult::Unsat => Vec::new(),
                SatResult::Sat => {
                    let vars = slot.clause.var_terms(&mut cx.store);
                    let values = slot.solver.model(&cx.store, &vars)?;
                    let assignment = Assignment::from_values(values);
                    let Some(head_atom) = &slot.clause.head else { break };
                    let mut evaluator = Evaluator::new(&cx.store, &assignment);
                    let args: Option<Vec<_>> = head_atom.args.iter().map(|&a| evaluator.eval(a)).collect();
                    match args {
                        Some(args) => violated_by(&cx.store, &candidates[head], &remaining, args),
                        // An argument is a division by zero, say: only the solver knows what it took it for.
                        None => {
                            let values = slot.solver.model(&cx.store, &flags)?;
                            let pairs = remaining.iter().zip(values);
                            pairs.filter(|(_, value)| *value != Value::Bool(true)).map(|(&number, _)| number).collect()
                        }
                    }
                }
                // One that the solver can't decide is not worth keeping: the last, most specific ones go.
                SatResult::Unknown(_) => remaining[remaining.len() / 2..].to_vec(),
            };
            slot.solver.pop(1);
            if answer == SatResult::Unsat {
                log::trace!("houdini: clause {index}, {given} given, {count} asked: all hold");
                break;
            }
            // A model in which all hold would be a defect; not to loop on it, everything goes.
            let dropped = if dropped.is_empty() { remaining } else { dropped };
            log::trace!("houdini: clause {index}, {given} given, {count} asked: {} dropped", dropped.len());
            for number in dropped {
                alive[head][number] = false;
            }
            lost = true;
        }
        if lost {
            for (other, clause) in system.clauses.iter().enumerate() {
                if clause.body.iter().any(|a| a.pred.index() == head) {
                    dirty[other] = true;
                }
            }
        }
    }
    Ok(())
}

/// The candidates that are not true of these arguments.
fn violated_by(store: &Store, candidates: &[TermId], numbers: &[usize], args: Vec<Value>) -> Vec<usize> {
    let assignment = Assignment::from_values(args);
    let mut evaluator = Evaluator::new(store, &assignment);
    numbers.iter().copied().filter(|&n| !evaluator.holds(candidates[n])).collect()
}

/// The part of the invariants that refutes the queries, as a model; `None` if they don't.
fn prove(
    cx: &mut Context,
    system: &System,
    candidates: &[Vec<TermId>],
    alive: &[Vec<bool>],
    slots: &mut [Slot<'_>],
    steps: &mut usize,
) -> Result<Option<Model>, Reason> {
    let mut needed: Vec<Vec<bool>> = candidates.iter().map(|c| vec![false; c.len()]).collect();
    let mut work: Vec<(usize, usize)> = Vec::new();
    let mut need = |slot: &mut Slot<'_>, work: &mut Vec<(usize, usize)>| -> Result<(), Reason> {
        let core = slot.solver.unsat_core()?;
        for &(pred, number, literal) in &slot.given {
            if core.contains(&literal) && !std::mem::replace(&mut needed[pred][number], true) {
                work.push((pred, number));
            }
        }
        Ok(())
    };
    for slot in slots.iter_mut().filter(|s| s.clause.is_query()) {
        let assumptions = slot.assumptions(alive);
        *steps += 1;
        if !slot.solver.check(Purpose::Consecution, &assumptions)?.is_unsat() {
            return Ok(None);
        }
        need(slot, &mut work)?;
    }
    while let Some((pred, number)) = work.pop() {
        cx.check()?;
        for (slot, clause) in slots.iter_mut().zip(&system.clauses) {
            if clause.head.as_ref().is_none_or(|h| h.pred.index() != pred) {
                continue;
            }
            let assumptions = slot.assumptions(alive);
            let violated = cx.store.not(slot.asked[number]);
            slot.solver.push();
            slot.solver.assert(&cx.store, violated)?;
            *steps += 1;
            if !slot.solver.check(Purpose::Generalize, &assumptions)?.is_unsat() {
                return Ok(None);
            }
            need(slot, &mut work)?;
            slot.solver.pop(1);
        }
    }
    let mut definitions = Vec::with_capacity(candidates.len());
    for (terms, needed) in candidates.iter().zip(&needed) {
        let parts: Vec<TermId> = terms.iter().zip(needed).filter(|(_, n)| **n).map(|(&t, _)| t).collect();
        definitions.push(cx.store.and(&parts));
    }
    Ok(Some(Model { definitions }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::read;

    #[test]
    fn facts_come_before_the_loops_that_they_lead_to() {
        let text = "(set-logic HORN) (declare-fun p (Int) Bool) (declare-fun q (Int) Bool)
            (assert (forall ((x Int)) (=> (and (q x) (< x 0)) false)))
            (assert (forall ((x Int)) (=> (and (q x) (< x 9)) (q (+ x 1)))))
            (assert (forall ((x Int)) (=> (and (p x) (> x 3)) (q x))))
            (assert (forall ((x Int)) (=> (and (p x) (< x 9)) (p (+ x 1)))))
            (assert (forall ((x Int)) (=> (= x 0) (p x))))";
        let script = read(text.as_bytes()).expect("a script");
        assert_eq!(bottom_up(&script.system), [4, 3, 2, 1, 0]);
    }
}
