//! Symbolic execution from the facts on: paths whose conditions fold to constants cost no query.
//!
//! A program that runs over ten or a hundred cells has an index that is a constant in every state; executed forwards
//! the simplifying constructors evaluate every test of it, and every read of a cell that was written finds the write.
//! What is left to the solver is one question about the cells at the end. Paths branch where a test does not fold; the
//! engine gives up when there are too many states. It knows linear clauses only and skips the others.

use super::super::{Context, Engine};
use super::limits::LIMITS;
use crate::smt::{Purpose, SatResult, SmtSolver};
use crate::system::{Clause, ClauseId, PredId, Reason, Refutation, Step, System, Verdict};
use crate::term::{Assignment, Evaluator, Store, Substitution, TermId, Value, free_vars};
use std::collections::VecDeque;

/// The engine, with the most states it may look at.
#[derive(Clone, Copy, Debug)]
pub struct Forward {
    /// The most states.
    pub states: usize,
}

/// A symbolic state: what is derived on a path, and how.
struct State {
    pred: Option<PredId>,
    args: Vec<TermId>,
    /// The conjunction of all conditions on the way.
    path: TermId,
    parent: Option<usize>,
    clause: ClauseId,
    /// The terms that the clause's variables stand for.
    images: Vec<TermId>,
}

struct Execution {
    states: Vec<State>,
    next_var: u32,
    solver: SmtSolver,
}

impl Engine for Forward {
    fn name(&self) -> &'static str {
        "forward"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let mut config = cx.smt.clone();
        config.query_limit = Some(LIMITS.forward_query);
        let solver = SmtSolver::new(config, cx.cancel.clone());
        let mut execution = Execution { states: Vec::new(), next_var: 0, solver };
        let verdict = execution.run(cx, system, self.states);
        cx.statistics.add(&execution.solver.take_statistics());
        verdict.map_or_else(Verdict::Unknown, Verdict::Unsat)
    }
}

impl Execution {
    fn run(&mut self, cx: &mut Context, system: &System, limit: usize) -> Result<Refutation, Reason> {
        let mut queue = VecDeque::new();
        for (id, clause) in system.clauses().filter(|(_, clause)| clause.is_fact()) {
            let Some(state) = self.apply(&mut cx.store, id, clause, None) else { continue };
            if let Some(refutation) = self.enter(cx, system, state, &mut queue)? {
                return Ok(refutation);
            }
        }
        let mut users: Vec<Vec<ClauseId>> = vec![Vec::new(); system.preds.len()];
        for (id, clause) in system.clauses() {
            if let [atom] = &clause.body[..] {
                users[atom.pred.index()].push(id);
            }
        }
        // Queries first: a state that refutes the system needs no successors.
        for list in &mut users {
            list.sort_by_key(|&id| !system.clause(id).is_query());
        }
        while let Some(at) = queue.pop_front() {
            cx.check()?;
            if self.states.len() > limit {
                return Err(Reason::Incomplete(format!("more than {limit} symbolic states")));
            }
            let Some(pred) = self.states[at].pred else { continue };
            let successors: Vec<State> = users[pred.index()]
                .iter()
                .filter_map(|&id| self.apply(&mut cx.store, id, system.clause(id), Some(at)))
                .collect();
            let branching = successors.iter().filter(|state| state.pred.is_some()).count() > 1;
            for state in successors {
                if branching && state.pred.is_some() {
                    let (answer, _) = self.solver.check_formula(&cx.store, Purpose::Reachability, state.path, &[])?;
                    if answer == SatResult::Unsat {
                        continue;
                    }
                }
                if let Some(refutation) = self.enter(cx, system, state, &mut queue)? {
                    return Ok(refutation);
                }
            }
        }
        Err(Reason::Incomplete("no refutation along linear paths".to_string()))
    }

    /// Adds a state; a state that derives false is asked about.
    fn enter(
        &mut self,
        cx: &mut Context,
        system: &System,
        state: State,
        queue: &mut VecDeque<usize>,
    ) -> Result<Option<Refutation>, Reason> {
        let refutes = state.pred.is_none();
        self.states.push(state);
        let at = self.states.len() - 1;
        if !refutes {
            queue.push_back(at);
            return Ok(None);
        }
        let mut chain = vec![at];
        while let Some(parent) = self.states[chain[chain.len() - 1]].parent {
            chain.push(parent);
        }
        chain.reverse();
        let images: Vec<TermId> = chain.iter().flat_map(|&i| self.states[i].images.iter().copied()).collect();
        let path = self.states[at].path;
        let mut roots = images.clone();
        roots.push(path);
        let vars = free_vars(&cx.store, &roots);
        let (answer, values) = match self.solver.check_formula(&cx.store, Purpose::Reachability, path, &[]) {
            Ok((SatResult::Sat, _)) => self.solver.check_formula(&cx.store, Purpose::Reachability, path, &vars)?,
            Ok(other) => other,
            Err(error) if !cx.cancel.is_cancelled() && error.is_interrupt() => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if !answer.is_sat() {
            return Ok(None);
        }
        let mut assignment = Assignment::default();
        for (&var, value) in vars.iter().zip(values) {
            if let Some(index) = cx.store.as_var(var) {
                assignment.set(index, value);
            }
        }
        let mut evaluator = Evaluator::new(&cx.store, &assignment);
        let mut steps = Vec::with_capacity(chain.len());
        for (number, &i) in chain.iter().enumerate() {
            let state = &self.states[i];
            let sorts = &system.clause(state.clause).vars;
            let values: Option<Vec<Value>> = state
                .images
                .iter()
                .zip(sorts)
                .map(|(&image, &sort)| evaluator.eval(image).or_else(|| Value::default_of(&cx.store, sort)))
                .collect();
            let Some(values) = values else { return Ok(None) };
            let premises = if number == 0 { Vec::new() } else { vec![number - 1] };
            steps.push(Step { clause: state.clause, values, premises });
        }
        Ok(Some(Refutation { steps }))
    }

    /// The state that a clause derives from another one; `None` if its conditions fold to false.
    fn apply(&mut self, store: &mut Store, id: ClauseId, clause: &Clause, from: Option<usize>) -> Option<State> {
        let mut images: Vec<Option<TermId>> = vec![None; clause.vars.len()];
        let mut equations = Vec::new();
        let path = from.map_or(Store::TRUE, |at| self.states[at].path);
        if let (Some(at), [atom]) = (from, &clause.body[..]) {
            for (&arg, &given) in atom.args.iter().zip(&self.states[at].args) {
                match store.as_var(arg) {
                    Some(v) if images[v as usize].is_none() => images[v as usize] = Some(given),
                    _ => equations.push((arg, given)),
                }
            }
        }
        let images: Vec<TermId> = images
            .into_iter()
            .zip(&clause.vars)
            .map(|(image, &sort)| {
                image.unwrap_or_else(|| {
                    self.next_var += 1;
                    store.var(self.next_var - 1, sort)
                })
            })
            .collect();
        let mut instance = Substitution::by_index(&images);
        let mut parts = vec![path, instance.apply(store, clause.constraint)];
        for (arg, given) in equations {
            let arg = instance.apply(store, arg);
            parts.push(store.eq(arg, given));
        }
        let path = store.and(&parts);
        if path == Store::FALSE {
            return None;
        }
        let args = clause.head.iter().flat_map(|head| head.args.iter());
        let args = args.map(|&arg| instance.apply(store, arg)).collect();
        Some(State { pred: clause.head.as_ref().map(|h| h.pred), args, path, parent: from, clause: id, images })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{decide, systems};

    #[test]
    fn deep_paths_without_branches() {
        let (word, steps) = decide(&mut Forward { states: 1000 }, systems::DEEP_UNSAFE, 30);
        assert_eq!((word.as_str(), steps), ("unsat", 41));
        let (word, _) = decide(&mut Forward { states: 10 }, systems::DEEP_UNSAFE, 30);
        assert!(word.starts_with("unknown: more than 10"), "{word}");
    }

    #[test]
    fn safe_systems_are_not_refuted() {
        for text in [systems::RELATIONAL, systems::NONLINEAR_SAFE, systems::STRAIGHT_SAFE] {
            let (word, _) = decide(&mut Forward { states: 60 }, text, 30);
            assert!(word.starts_with("unknown"), "{word}");
        }
    }
}
