//! Models that say no more than they have to: of the conjuncts of its definitions those that some proof of the queries
//! uses, found from the queries backwards by the assumptions that each step needs (the idea of Ghassabani, Gacek and
//! Whalen, *Efficient generation of inductive validity cores for safety properties*, FSE 2016).

use crate::smt::{CancelToken, Lit, Purpose, SmtConfig, SmtError, SmtSolver, Steps};
use crate::system::{Clause, ClauseId, Model, PredId, System};
use crate::term::{Store, TermId, conjuncts};

/// Limit for one query.
const QUERY_LIMIT: Steps = Steps::millis(500);
/// Conjuncts beyond which nobody would read the rest either.
const MANY: usize = 2_000;

/// The part of a model that its queries need; `None` if that is not found out. It is a model if the solver is right:
/// whoever shows it as one has it checked.
///
/// # Errors
/// The solver is missing or broken.
pub fn thin(
    store: &mut Store,
    system: &System,
    model: &Model,
    smt: &SmtConfig,
    cancel: &CancelToken,
) -> Result<Option<Model>, SmtError> {
    thin_with(store, system, model, &mut solver(smt, cancel), cancel)
}

fn solver(smt: &SmtConfig, cancel: &CancelToken) -> SmtSolver {
    let config = SmtConfig { cores: true, query_limit: Some(QUERY_LIMIT), ..smt.clone() };
    SmtSolver::new(config, cancel.clone())
}

/// The conjuncts of the definitions; `None` if there are too many.
fn parts_of(store: &Store, model: &Model) -> Option<Vec<Vec<TermId>>> {
    let parts: Vec<Vec<TermId>> = model.definitions.iter().map(|definition| conjuncts(store, *definition)).collect();
    (parts.iter().map(Vec::len).sum::<usize>() <= MANY).then_some(parts)
}

fn thin_with(
    store: &mut Store,
    system: &System,
    model: &Model,
    solver: &mut SmtSolver,
    cancel: &CancelToken,
) -> Result<Option<Model>, SmtError> {
    let Some(parts) = parts_of(store, model) else { return Ok(None) };
    let mut needed: Vec<Vec<bool>> = parts.iter().map(|parts| vec![false; parts.len()]).collect();
    let mut todo = Vec::new();
    for clause in system.clauses.iter().filter(|clause| clause.is_query()) {
        if !step(store, solver, clause, None, &parts, &mut needed, &mut todo)? {
            return Ok(None);
        }
    }
    while let Some((pred, part)) = todo.pop() {
        let part: TermId = parts[pred][part];
        for clause in &system.clauses {
            let Some(head) = clause.head.as_ref().filter(|head| head.pred.index() == pred) else { continue };
            let wanted = store.instantiate(part, &head.args);
            if cancel.is_cancelled() || !step(store, solver, clause, Some(wanted), &parts, &mut needed, &mut todo)? {
                return Ok(None);
            }
        }
    }
    let mut definitions = Vec::with_capacity(parts.len());
    for (parts, needed) in parts.iter().zip(&needed) {
        let kept: Vec<TermId> =
            parts.iter().zip(needed).filter(|(_, needed)| **needed).map(|(part, _)| *part).collect();
        definitions.push(store.and(&kept));
    }
    Ok(Some(Model { definitions }))
}

/// A step of the check of a model: a conjunct of a definition holds behind a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The predicate of the clause's head.
    pub pred: PredId,
    /// The conjunct of its definition.
    pub part: TermId,
    /// The clause.
    pub clause: ClauseId,
    /// The conjuncts of the definitions of its body that this needs, beside its constraint.
    pub uses: Vec<(PredId, TermId)>,
}

/// All steps of the check of a model but those of queries; `None` if the solver does not confirm one of them.
///
/// # Errors
/// The solver is missing or broken.
pub fn needs(
    store: &mut Store,
    system: &System,
    model: &Model,
    smt: &SmtConfig,
    cancel: &CancelToken,
) -> Result<Option<Vec<Need>>, SmtError> {
    needs_with(store, system, model, &mut solver(smt, cancel), cancel)
}

fn needs_with(
    store: &mut Store,
    system: &System,
    model: &Model,
    solver: &mut SmtSolver,
    cancel: &CancelToken,
) -> Result<Option<Vec<Need>>, SmtError> {
    let Some(parts) = parts_of(store, model) else { return Ok(None) };
    let mut found = Vec::new();
    for (number, clause) in (0..).zip(&system.clauses) {
        let Some(head) = &clause.head else { continue };
        for part in &parts[head.pred.index()] {
            let wanted = store.instantiate(*part, &head.args);
            let mut needed: Vec<Vec<bool>> = parts.iter().map(|parts| vec![false; parts.len()]).collect();
            let mut uses = Vec::new();
            if cancel.is_cancelled() || !step(store, solver, clause, Some(wanted), &parts, &mut needed, &mut uses)? {
                return Ok(None);
            }
            let uses = uses.into_iter().map(|(pred, at)| (PredId(pred as u32), parts[pred][at])).collect();
            found.push(Need { pred: head.pred, part: *part, clause: ClauseId(number), uses });
        }
    }
    Ok(Some(found))
}

/// Notes which conjuncts of the body of a clause its head needs, or its being no violation. Whether that is known.
fn step(
    store: &mut Store,
    solver: &mut SmtSolver,
    clause: &Clause,
    wanted: Option<TermId>,
    parts: &[Vec<TermId>],
    needed: &mut [Vec<bool>],
    todo: &mut Vec<(usize, usize)>,
) -> Result<bool, SmtError> {
    solver.push();
    solver.assert(store, clause.constraint)?;
    if let Some(wanted) = wanted {
        let violated = store.not(wanted);
        solver.assert(store, violated)?;
    }
    // What is needed in any case comes for free.
    let mut given: Vec<(usize, usize, Lit)> = Vec::new();
    for atom in &clause.body {
        let pred = atom.pred.index();
        for (number, part) in parts[pred].iter().enumerate() {
            let instance = store.instantiate(*part, &atom.args);
            let literal = solver.new_literal();
            solver.assert_implied(store, literal, instance)?;
            given.push((pred, number, literal));
        }
    }
    let free: Vec<Lit> = given.iter().filter(|(pred, number, _)| needed[*pred][*number]).map(|one| one.2).collect();
    let mut holds = solver.check(Purpose::Generalize, &free)?.is_unsat();
    if !holds {
        let all: Vec<Lit> = given.iter().map(|one| one.2).collect();
        holds = solver.check(Purpose::Generalize, &all)?.is_unsat();
        if holds {
            let core = smallest(solver, &given, &free)?;
            for (pred, number, literal) in &given {
                if core.contains(literal) && !std::mem::replace(&mut needed[*pred][*number], true) {
                    todo.push((*pred, *number));
                }
            }
        }
    }
    solver.pop(1);
    Ok(holds)
}

/// A core of which, beside what is free, nothing can be left out, as far as the solver knows.
fn smallest(solver: &mut SmtSolver, given: &[(usize, usize, Lit)], free: &[Lit]) -> Result<Vec<Lit>, SmtError> {
    let mut core = solver.unsat_core()?;
    core.retain(|literal| !free.contains(literal));
    // The later a conjunct was found, the more special it is: those go first.
    for (_, _, literal) in given.iter().rev() {
        if !core.contains(literal) {
            continue;
        }
        let rest: Vec<Lit> = core.iter().copied().filter(|other| other != literal).collect();
        let assumptions: Vec<Lit> = free.iter().chain(&rest).copied().collect();
        if solver.check(Purpose::Generalize, &assumptions)?.is_unsat() {
            let fewer = solver.unsat_core()?;
            core = rest.into_iter().filter(|literal| fewer.contains(literal)).collect();
        }
    }
    Ok(core)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::read;
    use crate::term::SortId;

    #[test]
    fn what_no_proof_needs_goes() {
        let text = "(set-logic HORN) (declare-fun p (Int Int) Bool)
            (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 5)) (p x y))))
            (assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 9)) (p (+ x 1) y))))
            (assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 9)) false)))";
        let mut script = read(text.as_bytes()).expect("a script");
        let store = &mut script.store;
        let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
        let (zero, five, nine, ten) = (store.int(0), store.int(5), store.int(9), store.int(10));
        let (low, high, same, more) = (store.le(zero, x), store.le(x, nine), store.eq(y, five), store.le(x, ten));
        let all = store.and(&[same, low, more, high]);
        let smt = SmtConfig::new(&crate::smt::testing::binary());
        let model = Model { definitions: vec![all] };
        let thinner = thin(store, &script.system, &model, &smt, &CancelToken::new()).expect("a solver");
        assert_eq!(thinner.expect("a model").definitions, [high]);
        // Where it begins nothing is needed; the step needs no conjunct either, for its guard is enough.
        let model = Model { definitions: vec![store.and(&[high, same])] };
        let needs = needs(store, &script.system, &model, &smt, &CancelToken::new());
        let needs = needs.expect("a solver").expect("a model");
        let of = |clause: u32, part: TermId| {
            let fits = |need: &&Need| need.clause == ClauseId(clause) && need.part == part;
            needs.iter().find(fits).map(|need| need.uses.clone())
        };
        assert_eq!((of(0, high), of(0, same)), (Some(Vec::new()), Some(Vec::new())));
        assert_eq!((of(1, high), of(1, same)), (Some(Vec::new()), Some(vec![(PredId(0), same)])));
        assert_eq!(needs.len(), 4);
    }
}
