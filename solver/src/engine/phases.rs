//! An engine over predicates split by their phases: conditions that change at most once in every run of a loop.
//!
//! Candidates are the comparisons and truth values in a loop's clauses, over the arguments before the step (branch
//! conditions above all). One that no step of the loop takes back, or no step brings about, is a phase: steps run
//! before it changes and after. The predicate is split there (see [`crate::preprocess::Phases`]), and another engine
//! solves the result (Riley, Fedyukovich: *Multi-phase invariant synthesis*, FSE 2022).

use super::joined::translate_back;
use super::shape::Shape;
use super::{Context, Engine};
use crate::preprocess::{self, PassContext, Preprocessed, preprocess, strengthened};
use crate::smt::{Lit, Purpose, SatResult, SmtConfig, SmtSolver, Steps};
use crate::system::{Atom, Clause, PredId, Reason, System, Verdict};
use crate::term::{Op, SortId, Store, Substitution, TermId, free_vars, postorder, show};

/// Amounts beyond which something is left out.
struct Limits {
    /// Most splits of a system; each doubles a predicate.
    splits: usize,
    /// Most conditions of one predicate that are asked about.
    candidates: usize,
    /// Loops with more clauses are left as they are.
    clauses: usize,
    /// Limit for one query; a condition that needs longer is none.
    query: Steps,
}

/// The limits in use.
const LIMITS: Limits = Limits { splits: 3, candidates: 12, clauses: 12, query: Steps::millis(300) };

/// The engine.
pub struct Phases {
    /// What solves the split system.
    inner: fn() -> Box<dyn Engine>,
    /// What solves it if there are arrays.
    arrays: fn() -> Box<dyn Engine>,
}

impl Phases {
    /// With the engines that solve what is split, without arrays and with them.
    pub fn new(inner: fn() -> Box<dyn Engine>, arrays: fn() -> Box<dyn Engine>) -> Phases {
        Phases { inner, arrays }
    }
}

impl Engine for Phases {
    fn name(&self) -> &'static str {
        "phases"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let mut solver = SmtSolver::new(
            SmtConfig { query_limit: Some(LIMITS.query), cores: false, ..cx.smt.clone() },
            cx.cancel.clone(),
        );
        let found = find(cx, system, &mut solver);
        cx.statistics.add(&solver.take_statistics());
        drop(solver);
        let found = match found {
            Ok(found) if found.is_empty() => {
                return Verdict::Unknown(Reason::Incomplete("no condition changes just once".into()));
            }
            Ok(found) => found,
            Err(stop) => return Verdict::Unknown(stop),
        };
        let cancel = cx.cancel.clone();
        let mut pass = PassContext::new(&mut cx.store, &cancel);
        let mut split = Preprocessed::unchanged(system);
        for phases in &found {
            split.apply(&mut pass, phases);
        }
        let simpler = preprocess(&mut pass, &split.system);
        let verdict = match simpler.verdict(&cx.store) {
            Some(verdict) => verdict,
            None => {
                let inner = if Shape::of(&cx.store, &simpler.system).arrays { self.arrays } else { self.inner };
                inner().solve(cx, &simpler.system)
            }
        };
        let verdict = translate_back(cx, &split.system, &simpler, verdict);
        translate_back(cx, system, &split, verdict)
    }
}

/// A step of a loop: the clause with what is known of its body, the atom of the predicate in the body, and the head.
struct Step<'a> {
    clause: &'a Clause,
    before: &'a Atom,
    after: &'a Atom,
}

/// The splits of a system, one predicate after the other. The predicates of a split system keep their numbers, so that
/// all are about the system given; a second one of a predicate splits the part before the first condition holds.
fn find(cx: &mut Context, system: &System, solver: &mut SmtSolver) -> Result<Vec<preprocess::Phases>, Reason> {
    let (stronger, _) = strengthened(&mut cx.store, system, &cx.cancel);
    let mut found = Vec::new();
    for pred in system.pred_ids() {
        cx.check()?;
        let steps = steps(&stronger, pred);
        if steps.is_empty() || steps.len() > LIMITS.clauses {
            continue;
        }
        let candidates = candidates(&mut cx.store, &steps, &system.pred(pred).sorts);
        for condition in phases(cx, solver, &steps, &candidates)? {
            if found.len() < LIMITS.splits {
                log::debug!("phases: {} changes at {}", system.pred(pred).name, show(&cx.store, &[condition]));
                found.push(preprocess::Phases { pred, condition });
            }
        }
    }
    Ok(found)
}

/// The clauses that lead from one fact of the predicate to another.
fn steps(system: &System, pred: PredId) -> Vec<Step<'_>> {
    system.clauses.iter().filter_map(|clause| Step::of(clause, pred)).collect()
}

impl<'a> Step<'a> {
    fn of(clause: &'a Clause, pred: PredId) -> Option<Step<'a>> {
        let after = clause.head.as_ref().filter(|head| head.pred == pred)?;
        let mut atoms = clause.body.iter().filter(|atom| atom.pred == pred);
        let before = atoms.next()?;
        atoms.next().is_none().then_some(Step { clause, before, after })
    }
}

/// Conditions on the predicate's arguments, as `Var(0) …`, that the steps mention.
fn candidates(store: &mut Store, steps: &[Step<'_>], sorts: &[SortId]) -> Vec<TermId> {
    let params = store.vars(0, sorts);
    let mut list: Vec<TermId> = Vec::new();
    for step in steps {
        let args = &step.before.args;
        let known: Vec<usize> = (0..args.len()).filter(|&i| store.as_var(args[i]).is_some()).collect();
        let mut roots = vec![step.clause.constraint];
        roots.extend(&step.after.args);
        for term in postorder(store, &roots) {
            if store.sort_of(term) != SortId::BOOL || !is_atomic(store, term) {
                continue;
            }
            if free_vars(store, &[term]).iter().any(|var| !known.iter().any(|&i| args[i] == *var)) {
                continue;
            }
            let renaming = known.iter().rev().map(|&i| (args[i], params[i]));
            let condition = Substitution::new(renaming).apply(store, term);
            for condition in bounds(store, condition) {
                let opposite = opposite(store, condition);
                if !store.is_value(condition) && !list.contains(&condition) && !list.contains(&opposite) {
                    list.push(condition);
                }
            }
        }
    }
    list.truncate(LIMITS.candidates);
    list
}

/// No connective, and without parts that a substitution must not reach.
fn is_atomic(store: &Store, term: TermId) -> bool {
    let connective = matches!(store.op(term), Op::Not | Op::And | Op::Or | Op::Ite | Op::Bool(_));
    !connective && !store.is_quantified(term) && !store.is_ground(term)
}

/// An equation changes twice where a value passes another one: its two halves change once.
fn bounds(store: &mut Store, condition: TermId) -> Vec<TermId> {
    if matches!(store.op(condition), Op::Eq)
        && let &[left, right] = store.args(condition)
        && store.sort_of(left).is_arith()
    {
        return vec![store.le(left, right), store.ge(left, right)];
    }
    vec![condition]
}

/// The negation, of integers as the comparison that it is.
fn opposite(store: &mut Store, condition: TermId) -> TermId {
    if matches!(store.op(condition), Op::Le)
        && let &[left, right] = store.args(condition)
        && store.sort_of(left) == SortId::INT
    {
        return store.gt(left, right);
    }
    store.not(condition)
}

/// Those of the candidates that change at most once, where steps run before and after.
fn phases(
    cx: &mut Context,
    solver: &mut SmtSolver,
    steps: &[Step<'_>],
    candidates: &[TermId],
) -> Result<Vec<TermId>, Reason> {
    let mut queries: Vec<Vec<Lit>> = Vec::new();
    for &condition in candidates {
        for step in steps {
            let store = &mut cx.store;
            let before = store.instantiate(condition, &step.before.args);
            let after = store.instantiate(condition, &step.after.args);
            let (not_before, not_after) = (store.not(before), store.not(after));
            let taken_back = store.and2(before, not_after);
            let brought_about = store.and2(not_before, after);
            let taken = solver.literal_for(store, step.clause.constraint)?;
            for question in [taken_back, brought_about, before, not_before] {
                queries.push(vec![taken, solver.literal_for(store, question)?]);
            }
        }
    }
    cx.check()?;
    let answers = solver.check_batch(Purpose::Consecution, &queries)?;
    let never =
        |question: usize, answers: &[SatResult]| answers.iter().skip(question).step_by(4).all(SatResult::is_unsat);
    let mut list = Vec::new();
    for (&condition, answers) in candidates.iter().zip(answers.chunks(4 * steps.len())) {
        let [never_taken_back, never_brought_about, only_before, only_after] = [0, 1, 2, 3].map(|q| never(q, answers));
        let rigid = never_taken_back && never_brought_about;
        if (never_taken_back || never_brought_about) && !rigid && !only_before && !only_after {
            list.push(condition);
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::table::EngineId;
    use crate::engine::testing::{decide, read};

    /// `w` goes up while `x` has not reached `z`, and down after that; when the query can be true depends on `above`.
    fn up_and_down(above: &str) -> String {
        format!(
            "(set-logic HORN)(declare-fun P (Int Int Int Int) Bool)
            (assert (forall ((x Int) (y Int) (z Int) (w Int)) (=> (and (= w 0) (= x 0) (> y z)) (P x y z w))))
            (assert (forall ((x Int) (y Int) (z Int) (w Int))
              (=> (P x y z w) (P (+ x 5) (+ y 3) (+ z 1) (ite (<= z x) (- w 1) (+ w 1))))))
            (assert (forall ((x Int) (y Int) (z Int) (w Int)) (=> (and (P x y z w) (> w {above}) (> x y)) false)))
            (check-sat)"
        )
    }

    fn found(text: &str) -> usize {
        let (mut cx, system) = read(text, 20);
        let mut solver = SmtSolver::new(cx.smt.clone(), cx.cancel.clone());
        find(&mut cx, &system, &mut solver).expect("there is time").len()
    }

    #[test]
    fn a_loop_of_two_phases() {
        let mut engine = EngineId::Phases.make();
        assert_eq!(decide(&mut *engine, &up_and_down("0"), 60).0, "sat");
        // The difference of x and y is positive while w is still above this.
        assert_eq!(decide(&mut *engine, &up_and_down("(- 3)"), 60).0, "unsat");
    }

    #[test]
    fn an_array_in_two_phases() {
        let text = |value: &str| {
            format!(
                "(set-logic HORN)(declare-fun P ((Array Int Int) Int Int) Bool)
                (assert (forall ((a (Array Int Int)) (n Int)) (=> (> n 0) (P a 0 n))))
                (assert (forall ((a (Array Int Int)) (i Int) (n Int))
                  (=> (and (P a i n) (< i (* 2 n))) (P (store a i (ite (< i n) 1 2)) (+ i 1) n))))
                (assert (forall ((a (Array Int Int)) (i Int) (n Int) (k Int))
                  (=> (and (P a i n) (>= i (* 2 n)) (<= n k) (< k i) (not (= (select a k) {value}))) false)))
                (check-sat)"
            )
        };
        assert_eq!(decide(&mut *EngineId::Phases.make(), &text("2"), 60).0, "sat");
        assert_ne!(decide(&mut *EngineId::Phases.make(), &text("1"), 10).0, "sat");
    }

    #[test]
    fn what_changes_once() {
        let system = |step: &str| {
            format!(
                "(set-logic HORN)(declare-fun P (Int Int Bool) Bool)(assert (P 0 0 false))
                (assert (forall ((x Int) (y Int) (b Bool) (z Int) (c Bool)) (=> (and (P x y b) {step}) (P (+ x 1) z c))))
                (check-sat)"
            )
        };
        // A truth value that is set and stays.
        assert_eq!(found(&system("(= c (or b (< z 3)))")), 1);
        // An equation: once below the value and from it on, and once up to it and above.
        assert_eq!(found(&system("(= z (ite (= x 5) 1 y)) (not c)")), 2);
        // It holds in every other step, in all steps, or of what never changes.
        assert_eq!(found(&system("(= z (ite (= (mod x 2) 0) 1 y)) (not c)")), 0);
        assert_eq!(found(&system("(< x 100) (= z y) (not c)")), 0);
        assert_eq!(found(&system("(= z y) (= c b) (=> b (= y 0))")), 0);
    }
}
