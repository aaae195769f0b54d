//! Proofs that need no array: the clauses with all arrays left out.
//!
//! Most index, range and overflow checks hold whatever the components are. Without arrays their clauses are linear
//! arithmetic, which the engines solve quickly. Leaving out is sound for proofs: every value that a clause computes
//! from an array becomes arbitrary, the same value at the same place in the clause, so each instance of the clause
//! stays one. A model without arrays is a model with them, and is checked as one; a refutation means nothing, but names
//! the check to leave for the others.

use super::decide::{Tried, candidate, rename};
use super::decider::Decider;
use super::report::Outcome;
use super::slice::Clauses;
use crate::certificates::Certificates;
use crate::pipeline::{self, Failure, Problem, Request};
use horn_frontend::ir::{CheckId, ExprId, ExprKind, Procedure, Program, TypeKind};
use horn_solver::certificate;
use horn_solver::smt::{CancelToken, SmtStatistics, Steps};
use horn_solver::solve::Statistics;
use horn_solver::system::{Model, Pred, System, Verdict};
use horn_solver::term::{Op, Store, Substitution, TermId, postorder};
use std::collections::BTreeSet;
use std::time::Instant;

/// A system without arrays.
struct Scalars {
    system: System,
    /// For each predicate the arguments that stay.
    kept: Vec<Vec<u32>>,
}

/// Proves checks without arrays, within `budget`, and as much again for the check of a model that was found in time.
/// What is left open gets no reason: nothing was found out about it.
///
/// # Errors
/// The SMT solver is missing or broken.
pub fn group(
    clauses: &Clauses,
    request: &Request<'_>,
    budget: Option<Steps>,
    checks: &[CheckId],
) -> Result<Tried, Failure> {
    let begin = Instant::now();
    let limited = |token: CancelToken, times: u32| budget.map_or(token.clone(), |budget| token.limited(budget * times));
    let checking = limited(request.cancel.fork(), 2);
    let cancel = limited(checking.child(), 1);
    let request = Request { cancel: &cancel, ..*request };
    let mut tried = Tried::nothing();
    let mut rest = checks.to_vec();
    while !rest.is_empty() && !cancel.is_cancelled() {
        let mut slice = clauses.slice(&rest);
        let (mut store, original) = (std::mem::take(&mut slice.store), std::mem::take(&mut slice.system));
        let scalars = without_arrays(&mut store, &original);
        let problem = Problem::of_system(store, scalars.system.clone());
        // What is proved here is proved by the model with arrays, which is looked at below.
        let inner = Request { certificates: &Certificates::default(), ..request };
        let mut answer = pipeline::decide(problem, &inner, Statistics::start(), &mut ())?;
        match answer.verdict {
            Verdict::Sat(model) => {
                let store = &mut answer.problem.store;
                let model = scalars.model_back(store, &original, &model);
                if let Err(why) = check(store, &original, &model, &Request { cancel: &checking, ..request }) {
                    if checking.is_cancelled() {
                        log::info!("no time for the check of a model without arrays");
                    } else {
                        log::error!("a model without arrays is none with them: {why}");
                    }
                    break;
                }
                let (store, system) = (std::mem::take(store), original.clone());
                let mut problem = Problem::of_system(store, system);
                let verdict = Verdict::Sat(model);
                request.certificates.keep(&mut problem, &verdict).map_err(Failure::Tool)?;
                let by = Decider::of_solver(answer.statistics.winner());
                tried.settled.extend(rest.drain(..).map(|check| (check, Outcome::Proved, by)));
                tried.steps = tried.steps.max(answer.statistics.steps());
                if let Verdict::Sat(model) = verdict {
                    tried.model = Some((problem.store, slice.of_program(&model, clauses)));
                }
            }
            Verdict::Unsat(refutation) => match candidate(&clauses.encoded, &rename(refutation, &slice.clauses)) {
                Some(blamed) => rest.retain(|check| *check != blamed),
                None => return Err(Failure::Tool("a refutation without a query".to_string())),
            },
            Verdict::Unknown(_) => break,
        }
    }
    tried.time = begin.elapsed();
    Ok(tried)
}

/// The checks whose condition is about components of an array, which are arbitrary here.
pub fn about_components(program: &Program) -> BTreeSet<CheckId> {
    let is_array = |ty| matches!(program.ty(ty).kind, TypeKind::Array(_));
    let about = |procedure: &Procedure, condition: ExprId| {
        let mut todo = vec![condition];
        while let Some(id) = todo.pop() {
            match &procedure.exprs[id].kind {
                ExprKind::First(..) | ExprKind::Last(..) | ExprKind::Length(..) => {}
                ExprKind::Index(..) => return true,
                ExprKind::Binary(_, a, _) if is_array(procedure.exprs[*a].ty) => return true,
                other => other.operands(|operand| todo.push(operand)),
            }
        }
        false
    };
    let of = |procedure| move |(check, condition)| about(procedure, condition).then_some(check);
    program.procedures.iter().flat_map(|procedure| procedure.checks().filter_map(of(procedure))).collect()
}

/// Whether the model is one, by the independent check.
fn check(store: &mut Store, system: &System, model: &Model, request: &Request<'_>) -> Result<(), String> {
    if !request.certify {
        return Ok(());
    }
    let obligations =
        certificate::model_obligations(store, system, model).map_err(|rejection| rejection.to_string())?;
    if obligations.is_empty() {
        return Ok(());
    }
    let config = request.smt.get().map_err(|error| error.to_string())?;
    let mut statistics = SmtStatistics::default();
    certificate::discharge(store, system, &obligations, &config, request.cancel, &mut statistics)
        .map_err(|rejection| rejection.to_string())
}

impl Scalars {
    fn model_back(&self, store: &mut Store, original: &System, model: &Model) -> Model {
        let definitions = original
            .preds
            .iter()
            .zip(&self.kept)
            .zip(&model.definitions)
            .map(|((pred, kept), definition)| {
                let images: Vec<TermId> = kept.iter().map(|&at| store.var(at, pred.sorts[at as usize])).collect();
                // A predicate without arguments has nothing to be replaced.
                if images.is_empty() { *definition } else { store.instantiate(*definition, &images) }
            })
            .collect();
        Model { definitions }
    }
}

/// The system without arrays.
fn without_arrays(store: &mut Store, original: &System) -> Scalars {
    let kept: Vec<Vec<u32>> = original
        .preds
        .iter()
        .map(|pred| (0u32..).zip(&pred.sorts).filter(|(_, sort)| !is_array(store, **sort)).map(|(at, _)| at).collect())
        .collect();
    let mut system = System::new();
    for (pred, kept) in original.preds.iter().zip(&kept) {
        let sorts = kept.iter().map(|&at| pred.sorts[at as usize]).collect();
        system.preds.push(Pred { name: pred.name.clone(), sorts });
    }
    for clause in &original.clauses {
        let mut clause = clause.clone();
        for atom in clause.body.iter_mut().chain(&mut clause.head) {
            atom.args = kept[atom.pred.index()].iter().map(|&at| atom.args[at as usize]).collect();
        }
        let mut replaced = Vec::new();
        for term in opaque(store, &clause.terms()) {
            let sort = store.sort_of(term);
            let fresh = u32::try_from(clause.vars.len()).unwrap_or(u32::MAX);
            clause.vars.push(sort);
            replaced.push((term, store.var(fresh, sort)));
        }
        let mut substitution = Substitution::new(replaced);
        clause.constraint = substitution.apply(store, clause.constraint);
        for atom in clause.body.iter_mut().chain(&mut clause.head) {
            *atom = atom.substitute(store, &mut substitution);
        }
        let (clause, _) = clause.compact(store);
        system.add_clause(clause);
    }
    Scalars { system, kept }
}

/// The terms that are no arrays but are computed from one: reads, comparisons of arrays, formulas about all components.
/// A quantified formula is one term, since what it says of an array differs from index to index.
fn opaque(store: &Store, roots: &[TermId]) -> Vec<TermId> {
    let terms = postorder(store, roots);
    let mut about_arrays = BTreeSet::new();
    let mut found = Vec::new();
    for term in terms {
        let args = store.args(term);
        let array = is_array(store, store.sort_of(term));
        if array || args.iter().any(|arg| about_arrays.contains(arg)) {
            about_arrays.insert(term);
        }
        let direct = args.iter().any(|arg| is_array(store, store.sort_of(*arg)));
        let quantified = matches!(store.op(term), Op::Forall(_) | Op::Exists(_)) && about_arrays.contains(&term);
        if !array && (direct || quantified) {
            found.push(term);
        }
    }
    found
}

fn is_array(store: &Store, sort: horn_solver::term::SortId) -> bool {
    store.array_sorts(sort).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_solver::system::{Atom, Clause, Origin};
    use horn_solver::term::SortId;

    #[test]
    fn reads_become_arbitrary_values_and_quantified_facts_whole_ones() {
        let mut store = Store::new();
        let array = store.array_sort(SortId::INT, SortId::INT);
        let mut system = System::new();
        let pred = system.add_pred("P", vec![array, SortId::INT]);
        let (a, i) = (store.var(0, array), store.var(1, SortId::INT));
        let read = store.select(a, i);
        let zero = store.int(0);
        // P (a, i) and a (i) > 0 and all a (j) > 0 → P (a with (i) = 0, a (i) + i)
        let positive = store.gt(read, zero);
        let bound = store.fresh_bound();
        let j = store.bound(bound, SortId::INT);
        let component = store.select(a, j);
        let holds = store.gt(component, zero);
        let all = store.forall(&[(bound, SortId::INT)], holds);
        let constraint = store.and2(positive, all);
        let changed = store.store(a, i, zero);
        let sum = store.add(&[read, i]);
        let body = vec![Atom::new(pred, [a, i])];
        let head = Some(Atom::new(pred, [changed, sum]));
        system.add_clause(Clause { vars: vec![array, SortId::INT], body, constraint, head, origin: Origin::default() });
        let scalars = without_arrays(&mut store, &system);
        assert_eq!(scalars.kept, [vec![1]]);
        let clause = &scalars.system.clauses[0];
        // i, the read and the truth of the quantified fact; no array.
        assert_eq!(clause.vars.len(), 3);
        assert!(clause.vars.iter().all(|sort| *sort == SortId::INT || *sort == SortId::BOOL));
        assert!(!store.is_quantified(clause.constraint));
        // The read is one value in both places: its positivity bounds the head.
        let (condition, head) = (clause.constraint, clause.head.as_ref().expect("a head").args[0]);
        let shared = horn_solver::term::free_vars(&store, &[condition]);
        assert!(horn_solver::term::free_vars(&store, &[head]).iter().any(|var| shared.contains(var)));
        let (first, limit) = (store.var(0, SortId::INT), store.int(5));
        let definition = store.le(first, limit);
        let model = scalars.model_back(&mut store, &system, &Model { definitions: vec![definition] });
        let second = store.var(1, SortId::INT);
        assert_eq!(model.definitions[0], store.le(second, limit));
    }
}
