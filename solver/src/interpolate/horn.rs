//! Interpolants from Z3's Horn engine.
//!
//! A recursion-free Horn system has a model exactly if no derivation of false exists, and its models are (DAG)
//! interpolants. With inlining switched off Z3 answers such systems with small, general definitions. Definitions come
//! back simplified by our constructors.

use super::{Interpolation, Interpolator, TreeProblem, solve_conjunctive};
use crate::certificate::{discharge, model_obligations};
use crate::context::Context;
use crate::preprocess::RecursionFree;
use crate::smt::{
    CancelToken, HornAnswer, HornProcess, NO_INLINING, Purpose, SatResult, SmtConfig, SmtSolver, SmtStatistics, Steps,
};
use crate::system::{Atom, Clause, Model, Reason, System};
use crate::term::{Sort, Store, TermId};

/// Most work for one system, where nothing else limits it.
const LIMIT: Steps = Steps::seconds(30);

/// Z3 parameters: no inlining, and projections by substitution of model values where that is enough. With Z3's native
/// projection some problems of a few kilobytes take minutes that take a second so, and the others are no slower.
const OPTIONS: [(&str, &str); 4] = [NO_INLINING[0], NO_INLINING[1], NO_INLINING[2], ("fp.spacer.native_mbp", "false")];

/// The answer to a recursion-free system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// A model.
    Model(Model),
    /// There is a derivation of false.
    Unsat,
    /// Neither was established; says why.
    Unknown(String),
}

/// Solves a recursion-free Horn system for its predicates' definitions.
pub fn solve_recursion_free(cx: &mut Context, system: &System) -> Result<Solution, Reason> {
    solve_recursion_free_within(cx, system, LIMIT)
}

/// [`solve_recursion_free`] with another limit.
pub fn solve_recursion_free_within(cx: &mut Context, system: &System, limit: Steps) -> Result<Solution, Reason> {
    solve_with(&mut cx.horn, &cx.cancel, &mut cx.statistics, &mut cx.store, system, limit)
}

fn solve_with(
    horn: &mut HornProcess,
    cancel: &CancelToken,
    statistics: &mut SmtStatistics,
    store: &mut Store,
    system: &System,
    limit: Steps,
) -> Result<Solution, Reason> {
    let answer = horn.solve(cancel, statistics, Purpose::Interpolation, store, system, &OPTIONS, Some(limit))?;
    let wrong = match &answer {
        HornAnswer::Sat(model) => defect(store, system, model, horn.config(), cancel, statistics)?,
        _ => None,
    };
    let answer = wrong.map_or(answer, HornAnswer::Unknown);
    Ok(match answer {
        HornAnswer::Sat(model) => Solution::Model(model),
        HornAnswer::Unsat => Solution::Unsat,
        // Half-spaces are less general than what Z3 finds, but better than nothing.
        HornAnswer::Unknown(why) => match solve_conjunctive(store, system) {
            Some(model) => {
                statistics.saved_by_linear += 1;
                Solution::Model(model)
            }
            None => Solution::Unknown(why),
        },
    })
}

/// Why a model of Z3's Horn engine is known to be wrong, if it is. Z3 5.4.0 sometimes defines a predicate as `false`
/// that a clause derives, most often where arrays have finitely many indices or arrays as elements. The former is seen
/// at once; where such arrays occur, every clause is asked about.
fn defect(
    store: &mut Store,
    system: &System,
    model: &Model,
    config: &SmtConfig,
    cancel: &CancelToken,
    statistics: &mut SmtStatistics,
) -> Result<Option<String>, Reason> {
    let definition = |atom: &Atom| model.definitions.get(atom.pred.index()).copied();
    let fails = |clause: &&Clause| {
        clause.constraint == Store::TRUE
            && clause.body.iter().all(|atom| definition(atom) == Some(Store::TRUE))
            && clause.head.as_ref().is_none_or(|head| definition(head) == Some(Store::FALSE))
    };
    if system.clauses.iter().any(|clause| fails(&clause)) {
        return Ok(Some("the model does not satisfy a clause".to_string()));
    }
    let doubtful = |(_, sort): (_, &Sort)| match sort {
        Sort::Array(index, element) => {
            store.value_count(*index).is_some() || matches!(store.sort(*element), Sort::Array(..))
        }
        _ => false,
    };
    if !store.sorts().any(doubtful) {
        return Ok(None);
    }
    let obligations = model_obligations(store, system, model);
    let checked = obligations.and_then(|all| discharge(store, system, &all, config, cancel, statistics));
    match checked {
        Err(_) if cancel.is_cancelled() => Err(Reason::of(cancel)),
        checked => Ok(checked.err().map(|rejection| format!("the model is wrong: {rejection}"))),
    }
}

/// Tree interpolation through [`solve_recursion_free`].
#[derive(Clone, Copy, Debug)]
pub struct HornInterpolator {
    /// Whether every interpolant is checked by an SMT query per node; wrong ones are an error.
    pub verify: bool,
}

impl HornInterpolator {
    /// One whose interpolants are checked where the code is.
    pub fn usual() -> HornInterpolator {
        HornInterpolator { verify: cfg!(debug_assertions) }
    }
}

impl Interpolator for HornInterpolator {
    fn name(&self) -> &'static str {
        "horn"
    }

    fn interpolate(&mut self, cx: &mut Context, problem: &TreeProblem) -> Result<Interpolation, Reason> {
        let (system, interfaces) = problem.to_system(&mut cx.store);
        let model = match solve_recursion_free(cx, &system)? {
            Solution::Model(model) => model,
            Solution::Unsat => return Ok(Interpolation::Satisfiable),
            Solution::Unknown(why) => return Err(Reason::Incomplete(format!("no interpolants: {why}"))),
        };
        let mut interpolants: Vec<TermId> = model
            .definitions
            .iter()
            .zip(&interfaces)
            .map(|(&definition, interface)| cx.store.instantiate(definition, interface))
            .collect();
        if let Some(root) = interpolants.last_mut() {
            *root = Store::FALSE;
        }
        if self.verify {
            verify(cx, problem, &interpolants)?;
        }
        Ok(Interpolation::Interpolants(interpolants))
    }
}

/// Checks interpolants with one SMT query per node; `Err` if they are wrong or the solver does not know.
pub fn verify(cx: &mut Context, problem: &TreeProblem, interpolants: &[TermId]) -> Result<(), Reason> {
    if !problem.vocabulary_respected(&cx.store, interpolants) {
        return Err(Reason::Rejected("an interpolant uses variables that are not shared".to_string()));
    }
    let mut solver = SmtSolver::new(cx.smt.clone(), cx.cancel.clone());
    let obligations = problem.proof_obligations(&mut cx.store, interpolants);
    let mut verdict = Ok(());
    for (node, obligation) in obligations.into_iter().enumerate() {
        solver.push();
        solver.assert(&cx.store, obligation)?;
        verdict = match solver.check(Purpose::Certificate, &[])? {
            SatResult::Unsat => Ok(()),
            SatResult::Sat => Err(Reason::Rejected(format!("the interpolant of node {node} is wrong"))),
            SatResult::Unknown(why) => Err(Reason::Incomplete(format!("an interpolant could not be verified: {why}"))),
        };
        solver.pop(1);
        if verdict.is_err() {
            break;
        }
    }
    cx.statistics.add(&solver.take_statistics());
    verdict
}

/// Solves recursion-free systems for back-translations.
#[derive(Debug)]
pub struct HornSolver {
    /// The process.
    pub horn: HornProcess,
    /// Limit for one system.
    pub limit: Steps,
    /// What it cost so far.
    pub statistics: SmtStatistics,
}

impl HornSolver {
    /// A solver with a limit per system of what takes some five seconds.
    pub fn new(smt: SmtConfig) -> HornSolver {
        HornSolver { horn: HornProcess::new(smt), limit: Steps::seconds(5), statistics: SmtStatistics::default() }
    }
}

impl RecursionFree for HornSolver {
    fn solve(&mut self, store: &mut Store, system: &System, cancel: &CancelToken) -> Option<Model> {
        match solve_with(&mut self.horn, cancel, &mut self.statistics, store, system, self.limit) {
            Ok(Solution::Model(model)) => Some(model),
            Ok(other) => {
                log::debug!("recursion-free system not solved: {other:?}");
                None
            }
            Err(reason) => {
                log::debug!("recursion-free system not solved: {reason}");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TreeNode;
    use super::*;
    use crate::smt::testing::binary;
    use crate::term::SortId;

    fn context() -> Context {
        let cancel = CancelToken::with_timeout(std::time::Duration::from_secs(30));
        Context::new(Store::new(), SmtConfig::new(&binary()), cancel)
    }

    #[test]
    fn a_chain_has_general_interpolants() {
        let mut cx = context();
        let v = cx.store.vars(0, &[SortId::INT; 12]);
        let zero = cx.store.int(0);
        let one = cx.store.int(1);
        let starts = [cx.store.eq(v[0], zero), cx.store.eq(v[1], zero)];
        let mut formulas = vec![cx.store.and(&starts)];
        for step in 0..5 {
            let at = step * 2;
            let (x, y) = (cx.store.add(&[v[at], one]), cx.store.add(&[v[at + 1], one]));
            let steps = [cx.store.eq(v[at + 2], x), cx.store.eq(v[at + 3], y)];
            formulas.push(cx.store.and(&steps));
        }
        formulas.push(cx.store.neq(v[10], v[11]));
        let problem = TreeProblem::sequence(&formulas);
        let answer = HornInterpolator { verify: true }.interpolate(&mut cx, &problem).unwrap();
        let Interpolation::Interpolants(interpolants) = answer else { panic!("the chain is unsatisfiable") };
        assert_eq!(interpolants.len(), 7);
        // Not the strongest: x and y are only said to be equal.
        let equal = cx.store.eq(v[4], v[5]);
        let (below, above) = (cx.store.le(v[4], v[5]), cx.store.ge(v[4], v[5]));
        let halves = cx.store.and(&[below, above]);
        assert!([equal, halves].contains(&interpolants[2]));
    }

    /// Z3 5.4.0 answers a system like this with `false` for `p`, which the second clause derives.
    #[test]
    fn a_wrong_model_of_the_horn_engine_is_none() {
        let text = "(set-logic HORN) (declare-fun p ((Array (_ BitVec 1) (_ BitVec 2)) (Array (_ BitVec 2) Bool)) Bool)
            (assert (=> (p (store ((as const (Array (_ BitVec 1) (_ BitVec 2))) (_ bv0 2)) (_ bv0 1) (_ bv1 2))
              ((as const (Array (_ BitVec 2) Bool)) false)) false))
            (assert (p (store ((as const (Array (_ BitVec 1) (_ BitVec 2))) (_ bv2 2)) (_ bv1 1) (_ bv3 2))
              (store ((as const (Array (_ BitVec 2) Bool)) true) (_ bv2 2) false)))
            (assert (forall ((a (Array (_ BitVec 2) Bool)) (v (_ BitVec 2)))
              (p ((as const (Array (_ BitVec 1) (_ BitVec 2))) v) a)))";
        let (mut cx, system) = crate::engine::testing::read(text, 30);
        let mut statistics = SmtStatistics::default();
        let (smt, cancel) = (cx.smt.clone(), cx.cancel.clone());
        let mut defect =
            |store: &mut Store, model: &Model| defect(store, &system, model, &smt, &cancel, &mut statistics).unwrap();
        if let Solution::Model(model) = solve_recursion_free(&mut cx, &system).unwrap() {
            assert_eq!(defect(&mut cx.store, &model), None);
        }
        for wrong in [Store::FALSE, Store::TRUE] {
            assert!(defect(&mut cx.store, &Model { definitions: vec![wrong] }).is_some());
        }
    }

    #[test]
    fn trees_and_satisfiable_problems() {
        let mut cx = context();
        let v = cx.store.vars(0, &[SortId::REAL; 3]);
        let zero = cx.store.num(crate::num::Rat::ZERO, SortId::REAL);
        let positive = [cx.store.gt(v[0], zero), cx.store.gt(v[1], zero)];
        let total = cx.store.add(&[v[0], v[1]]);
        let sum = cx.store.eq(v[2], total);
        let node = |formula, children: &[usize]| TreeNode { formula, children: children.to_vec() };
        for (bad, expected) in [(true, false), (false, true)] {
            let claim = if bad { cx.store.le(v[2], zero) } else { cx.store.ge(v[2], zero) };
            let nodes = vec![node(positive[0], &[]), node(positive[1], &[]), node(sum, &[0, 1]), node(claim, &[2])];
            let answer = HornInterpolator { verify: true }.interpolate(&mut cx, &TreeProblem { nodes }).unwrap();
            assert_eq!(answer == Interpolation::Satisfiable, expected);
        }
    }

    #[test]
    fn wrong_interpolants_are_rejected() {
        let mut cx = context();
        let x = cx.store.var(0, SortId::INT);
        let zero = cx.store.int(0);
        let (low, high) = (cx.store.lt(x, zero), cx.store.gt(x, zero));
        let problem = TreeProblem::sequence(&[low, high]);
        let wrong = cx.store.ge(x, zero);
        assert!(matches!(verify(&mut cx, &problem, &[wrong, Store::FALSE]), Err(Reason::Rejected(_))));
        assert!(verify(&mut cx, &problem, &[low, Store::FALSE]).is_ok());
        assert!(matches!(verify(&mut cx, &problem, &[low, Store::TRUE]), Err(Reason::Rejected(_))));
        let foreign = cx.store.var(1, SortId::BOOL);
        assert!(matches!(verify(&mut cx, &problem, &[foreign, Store::FALSE]), Err(Reason::Rejected(_))));
    }
}
