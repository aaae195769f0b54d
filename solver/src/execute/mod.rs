//! Concrete executions: facts that the clauses really derive, a few hundred of them, by forward chaining with drawn
//! values.
//!
//! They serve twice. What is false of a fact is no invariant, so candidates are filtered before a solver is asked about
//! any; and a fact that a query applies to refutes the system, aggregates and quantifiers evaluated by their
//! definition, hundred cells as easily as ten. First facts are derived in all directions with small values, then single
//! paths are followed as far as they go, each with values in a style of its own. Every fact returned is derivable; how
//! many there are says nothing.

mod limits;
mod plan;
mod saturate;
mod values;

pub use saturate::saturate;
pub use values::Random;

use crate::num::{Int, Rat};
use crate::smt::CancelToken;
use crate::smt::steps::ROUND;
use crate::system::{Clause, ClauseId, Refutation, Step, System};
use crate::term::{Assignment, Evaluator, Op, SortId, Store, TermId, Value, postorder};
use limits::LIMITS;
use plan::{Plan, plans};
use std::collections::BTreeMap;
use values::Style;

/// A derivable fact: the values of a predicate's arguments.
pub type Fact = Vec<Value>;

/// How much is executed.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Facts of each predicate from the first part, and as many from paths.
    pub facts: usize,
    /// Applications of clauses in the first part.
    pub applications: usize,
    /// Applications of clauses on paths.
    pub steps: usize,
}

/// What executions found.
#[derive(Debug, Default)]
pub struct Executions {
    /// Facts of each predicate.
    pub facts: Vec<Vec<Fact>>,
    /// A derivation of false.
    pub refutation: Option<Refutation>,
}

/// A fact with its derivation.
struct Derived {
    clause: ClauseId,
    values: Vec<Value>,
    args: Fact,
    premises: Vec<usize>,
}

struct Execution<'a> {
    store: &'a Store,
    system: &'a System,
    plans: Vec<Plan>,
    random: Random,
    /// All facts derived, of the path at hand the last ones.
    derived: Vec<Derived>,
    /// For each predicate the numbers of its facts that don't belong to a path.
    lasting: Vec<Vec<usize>>,
}

/// Executes a system.
pub fn execute(store: &mut Store, system: &System, effort: Effort, seed: u64, cancel: &CancelToken) -> Executions {
    let plans = plans(store, system);
    let indices = mentioned_indices(store, system);
    let mut execution = Execution {
        store,
        system,
        plans,
        random: Random::new(seed),
        derived: Vec::new(),
        lasting: vec![Vec::new(); system.preds.len()],
    };
    let mut refuted = execution.breadth(effort, cancel);
    let mut facts: Vec<Vec<Fact>> = execution
        .lasting
        .iter()
        .map(|numbers| numbers.iter().map(|&n| execution.derived[n].args.clone()).collect())
        .collect();
    let base = execution.derived.len();
    let (mut steps, mut number) = (0, 0);
    while refuted.is_none() && steps < effort.steps && !cancel.is_cancelled() {
        let mut style = Style::of_run(&indices, &mut execution.random);
        number += 1;
        // A run costs something even if it gets nowhere.
        steps += 1;
        refuted = execution.path(&mut style, &mut steps, cancel);
        if refuted.is_none() {
            execution.keep(base, effort.facts, &mut facts);
            execution.derived.truncate(base);
        }
    }
    log::trace!("execute: {number} paths, {steps} steps, {base} facts, refuted: {}", refuted.is_some());
    let refutation = refuted.map(|last| execution.refutation(last));
    Executions { facts, refutation }
}

/// The numerals in the clauses that may be indices or lengths of arrays, ascending.
fn mentioned_indices(store: &Store, system: &System) -> Vec<i64> {
    let terms: Vec<TermId> = system.clauses.iter().flat_map(|clause| clause.terms()).collect();
    let sizes = postorder(store, &terms).into_iter().filter_map(|term| match store.op(term) {
        Op::Num(value) => value.abs().to_int()?.to_i64(),
        _ => None,
    });
    let mut indices: Vec<i64> = sizes.filter(|&n| n <= LIMITS.length).collect();
    indices.sort_unstable();
    indices.dedup();
    indices
}

impl Execution<'_> {
    /// Facts in all directions. The number of a derivation of false if there is one.
    fn breadth(&mut self, effort: Effort, cancel: &CancelToken) -> Option<usize> {
        let system = self.system;
        let mut style = Style::small();
        for (id, clause) in system.clauses().filter(|(_, c)| c.is_fact()) {
            for _ in 0..effort.facts / 6 + 1 {
                if let Some(refuted) = self.lasting_step(id, clause, &[], &mut style, effort.facts) {
                    return Some(refuted);
                }
            }
        }
        let (mut applications, mut idle) = (0, 0);
        while applications < effort.applications && idle < 20 && !cancel.is_cancelled() {
            let (before, made) = (self.derived.len(), applications);
            for (id, clause) in system.clauses().filter(|(_, c)| !c.is_fact()) {
                let counts: Vec<usize> = clause.body.iter().map(|a| self.lasting[a.pred.index()].len()).collect();
                if counts.contains(&0) {
                    continue;
                }
                for _ in 0..4 {
                    applications += 1;
                    let mut premises = Vec::with_capacity(counts.len());
                    for (atom, &n) in clause.body.iter().zip(&counts) {
                        // Late facts are likelier.
                        let (a, b) = (self.random.below(n as u64), self.random.below(n as u64));
                        premises.push(self.lasting[atom.pred.index()][a.max(b) as usize]);
                    }
                    if let Some(refuted) = self.lasting_step(id, clause, &premises, &mut style, effort.facts) {
                        return Some(refuted);
                    }
                }
            }
            // Random values may need several attempts to leave a loop.
            applications += 1;
            idle = if self.derived.len() == before { idle + 1 } else { 0 };
            cancel.charge(ROUND * u32::try_from(applications - made).unwrap_or(u32::MAX));
        }
        None
    }

    /// Adds what a clause derives from these facts to the lasting ones, unless it is there. Returns the number of a
    /// derivation of false.
    fn lasting_step(
        &mut self,
        id: ClauseId,
        clause: &Clause,
        premises: &[usize],
        style: &mut Style,
        limit: usize,
    ) -> Option<usize> {
        if clause.head.as_ref().is_some_and(|h| self.lasting[h.pred.index()].len() >= limit) {
            return None;
        }
        let derived = self.apply(id, clause, premises, style)?;
        match &clause.head {
            Some(head) => {
                let list = &self.lasting[head.pred.index()];
                if !list.iter().any(|&n| self.derived[n].args == derived.args) {
                    self.lasting[head.pred.index()].push(self.derived.len());
                    self.derived.push(derived);
                }
                None
            }
            None => {
                self.derived.push(derived);
                Some(self.derived.len() - 1)
            }
        }
    }

    /// One path from a fact on, until no clause applies.
    fn path(&mut self, style: &mut Style, steps: &mut usize, cancel: &CancelToken) -> Option<usize> {
        let system = self.system;
        let starts: Vec<ClauseId> = system.clauses().filter(|(_, c)| c.is_fact()).map(|(id, _)| id).collect();
        let &start = starts.get(self.random.below(starts.len().max(1) as u64) as usize)?;
        let first = self.apply(start, system.clause(start), &[], style)?;
        let mut at = self.push(first);
        if system.clause(start).is_query() {
            return Some(at);
        }
        for _ in 0..LIMITS.path {
            *steps += 1;
            cancel.charge(ROUND);
            if cancel.is_cancelled() {
                return None;
            }
            let pred = system.clause(self.derived[at].clause).head.as_ref()?.pred;
            let mut uses: Vec<(u64, ClauseId)> = Vec::new();
            let stay = self.random.chance(style.stay);
            for (id, clause) in system.clauses().filter(|(_, c)| c.body.iter().any(|a| a.pred == pred)) {
                let order = match &clause.head {
                    None => 0,
                    Some(head) if stay && head.pred == pred => 1 + self.random.below(100),
                    Some(_) => 50 + self.random.below(100),
                };
                uses.push((order, id));
            }
            uses.sort();
            let mut next = None;
            for (_, id) in uses {
                let clause = system.clause(id);
                let places: Vec<usize> = (0..clause.body.len()).filter(|&i| clause.body[i].pred == pred).collect();
                let place = places[self.random.below(places.len() as u64) as usize];
                let mut premises = Vec::with_capacity(clause.body.len());
                for (i, atom) in clause.body.iter().enumerate() {
                    let list = &self.lasting[atom.pred.index()];
                    if i == place {
                        premises.push(at);
                    } else if !list.is_empty() {
                        premises.push(list[self.random.below(list.len() as u64) as usize]);
                    }
                }
                if premises.len() < clause.body.len() {
                    continue;
                }
                if let Some(derived) = self.apply(id, clause, &premises, style) {
                    next = Some(self.push(derived));
                    break;
                }
            }
            at = next?;
            if system.clause(self.derived[at].clause).is_query() {
                return Some(at);
            }
        }
        None
    }

    fn push(&mut self, derived: Derived) -> usize {
        self.derived.push(derived);
        self.derived.len() - 1
    }

    /// Keeps some facts of the path that ends: of each predicate the last one and two from the middle.
    fn keep(&self, base: usize, limit: usize, facts: &mut [Vec<Fact>]) {
        let mut path: BTreeMap<usize, Vec<&Fact>> = BTreeMap::new();
        for derived in &self.derived[base..] {
            if let Some(head) = &self.system.clause(derived.clause).head {
                path.entry(head.pred.index()).or_default().push(&derived.args);
            }
        }
        for (pred, list) in path {
            let mut picked = vec![list.len() - 1, list.len() / 2, list.len() / 4];
            picked.dedup();
            for place in picked.into_iter().take(LIMITS.kept) {
                if facts[pred].len() < 2 * limit && !facts[pred].contains(list[place]) {
                    facts[pred].push(list[place].clone());
                }
            }
        }
    }

    /// What a clause derives from these facts, with drawn values for what they leave open.
    fn apply(&mut self, id: ClauseId, clause: &Clause, premises: &[usize], style: &mut Style) -> Option<Derived> {
        let plan = &self.plans[id.index()];
        let mut given = Assignment::default();
        for (atom, &premise) in clause.body.iter().zip(premises) {
            for (&arg, value) in atom.args.iter().zip(&self.derived[premise].args) {
                if let Some(var) = self.store.as_var(arg) {
                    match given.get(var) {
                        Some(known) if known != value => return None,
                        _ => given.set(var, value.clone()),
                    }
                }
            }
        }
        for attempt in 0..LIMITS.tries {
            let mut assignment = given.clone();
            let mut drawn = false;
            determine(self.store, plan, clause, premises, &self.derived, &mut assignment);
            for (var, &sort) in clause.vars.iter().enumerate() {
                if assignment.get(var as u32).is_some() {
                    continue;
                }
                drawn = true;
                let bounds = &plan.bounds[var];
                let mut value = None;
                if !bounds.is_empty() && self.random.chance(style.bounds + attempt as u64) {
                    let bound = bounds[self.random.below(bounds.len() as u64) as usize];
                    let offset = self.random.below(5) as i64 - 2;
                    let near = Evaluator::new(self.store, &assignment).eval(bound);
                    value = near.and_then(|near| shifted(near, if offset.abs() == 2 { 0 } else { offset }));
                }
                let value = match value {
                    Some(value) => value,
                    None => style.value(self.store, sort, &mut self.random)?,
                };
                assignment.set(var as u32, value);
                determine(self.store, plan, clause, premises, &self.derived, &mut assignment);
            }
            let mut evaluator = Evaluator::new(self.store, &assignment);
            let matches = clause.body.iter().zip(premises).all(|(atom, &premise)| {
                let args = &self.derived[premise].args;
                atom.args.iter().zip(args).all(|(&arg, value)| {
                    self.store.as_var(arg).is_some() || evaluator.eval(arg).as_ref() == Some(value)
                })
            });
            if matches && plan.conjuncts.iter().all(|&part| evaluator.holds(part)) {
                let args = clause.head.iter().flat_map(|head| head.args.iter());
                let args: Option<Fact> = args.map(|&arg| evaluator.eval(arg)).collect();
                let values: Option<Vec<Value>> =
                    (0..clause.vars.len()).map(|var| assignment.get(var as u32).cloned()).collect();
                return Some(Derived { clause: id, values: values?, args: args?, premises: premises.to_vec() });
            }
            if !drawn {
                // Nothing would be different next time.
                return None;
            }
        }
        None
    }

    /// The derivation with that number and what it rests on, in order.
    fn refutation(&self, last: usize) -> Refutation {
        let step = |derived: &Derived| Step {
            clause: derived.clause,
            values: derived.values.clone(),
            premises: derived.premises.clone(),
        };
        Refutation { steps: self.derived[..=last].iter().map(step).collect() }.trimmed()
    }
}

/// A number moved by an offset; other values stay.
fn shifted(value: Value, offset: i64) -> Option<Value> {
    match value {
        Value::Int(n) => Some(Value::Int(&n + &Int::from(offset))),
        Value::Real(x) => Some(Value::Real(&x + &Rat::from(offset))),
        _ => None,
    }
}

/// Values that equations of the constraint and arguments of body atoms determine.
fn determine(
    store: &Store,
    plan: &Plan,
    clause: &Clause,
    premises: &[usize],
    derived: &[Derived],
    assignment: &mut Assignment,
) {
    loop {
        let mut changed = false;
        for &(variable, term) in &plan.equations {
            if assignment.get(variable).is_none()
                && (variable as usize) < clause.vars.len()
                && let Some(value) = Evaluator::new(store, assignment).eval(term)
            {
                assignment.set(variable, value);
                changed = true;
            }
        }
        for inverse in &plan.inverses {
            if assignment.get(inverse.variable).is_some() {
                continue;
            }
            let Some(rest) = Evaluator::new(store, assignment).eval(inverse.rest).and_then(|v| v.as_rat()) else {
                continue;
            };
            let Some(whole) = derived[premises[inverse.atom]].args[inverse.position].as_rat() else { continue };
            let difference = if inverse.negative { &rest - &whole } else { &whole - &rest };
            let value = if clause.vars[inverse.variable as usize] == SortId::INT {
                difference.to_int().map(Value::Int)
            } else {
                Some(Value::Real(difference))
            };
            if let Some(value) = value {
                assignment.set(inverse.variable, value);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::refutation_obligations;

    const EFFORT: Effort = Effort { facts: 40, applications: 1_000, steps: 12_000 };

    fn run(text: &str) -> (Store, System, Executions) {
        let mut script = crate::smtlib::read(text.as_bytes()).unwrap_or_else(|e| panic!("{e:?}"));
        let executions = execute(&mut script.store, &script.system, EFFORT, 1, &CancelToken::new());
        (script.store, script.system, executions)
    }

    /// Whether a derivation of false was found; the certificate checker has to accept it.
    fn refutes(text: &str) -> bool {
        let (mut store, system, executions) = run(text);
        let Some(refutation) = executions.refutation else { return false };
        if let Err(defect) = refutation_obligations(&mut store, &system, &refutation) {
            panic!("{defect}");
        }
        true
    }

    /// A loop over 100 cells that finds their maximum but for the comparison at one of them.
    fn maximum(skipped: &str) -> String {
        format!(
            "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int) Bool)
            (assert (forall ((a (Array Int Int))) (p a 1 (select a 0))))
            (assert (forall ((a (Array Int Int)) (i Int) (m Int)) (=> (and (p a i m) (< i 100))
                (p a (+ i 1) (ite (and (> (select a i) m) (not (= i {skipped}))) (select a i) m)))))
            (assert (forall ((a (Array Int Int)) (i Int) (m Int))
                (=> (and (p a i m) (>= i 100) (not (= m (agg.max a 0 100)))) false)))(check-sat)"
        )
    }

    #[test]
    fn long_loops_are_executed() {
        assert!(refutes(&maximum("99")));
        assert!(refutes(&maximum("40")));
        assert!(!refutes(&maximum("100")));
    }

    #[test]
    fn choices_are_taken_from_bounds() {
        // Only a choice at its bound in the last step gives a wrong result.
        let text = "(set-logic HORN)(declare-fun p ((Array Int Int) Int Int) Bool)
            (assert (forall ((a (Array Int Int)) (c Int)) (p a 0 c)))
            (assert (forall ((a (Array Int Int)) (i Int) (c Int) (x Int))
                (=> (and (p a i c) (< i 60) (ite (= i 59) (= x (+ c 1)) (<= x c))) (p (store a i x) (+ i 1) c))))
            (assert (forall ((a (Array Int Int)) (i Int) (c Int))
                (=> (and (p a i c) (>= i 60) (not (<= (agg.max a 0 60) c))) false)))(check-sat)";
        assert!(refutes(text));
    }

    #[test]
    fn premises_of_nonlinear_clauses() {
        let text = "(set-logic HORN)(declare-fun f (Int Int) Bool)
            (assert (forall ((n Int)) (=> (<= 0 n 1) (f n 1))))
            (assert (forall ((n Int) (a Int) (b Int)) (=> (and (f n a) (f (- n 1) b)) (f (+ n 1) (+ a b)))))
            (assert (forall ((n Int) (r Int)) (=> (and (f n r) (= n 4) (= r 5)) false)))(check-sat)";
        assert!(refutes(text));
    }

    #[test]
    fn facts_are_derivable_and_far_ones_are_kept() {
        let text = "(set-logic HORN)(declare-fun p (Int Int) Bool)
            (assert (p 0 0))
            (assert (forall ((i Int) (s Int)) (=> (and (p i s) (< i 90)) (p (+ i 1) (+ s i)))))
            (assert (forall ((i Int) (s Int)) (=> (and (p i s) (< s 0)) false)))(check-sat)";
        let (_, _, executions) = run(text);
        assert!(executions.refutation.is_none());
        let pairs: Vec<(i64, i64)> = executions.facts[0]
            .iter()
            .map(|fact| match fact[..] {
                [Value::Int(ref i), Value::Int(ref s)] => (i.to_i64().unwrap_or(-1), s.to_i64().unwrap_or(-1)),
                _ => panic!("{fact:?}"),
            })
            .collect();
        assert!(pairs.iter().all(|(i, s)| i * (i - 1) / 2 == *s), "{pairs:?}");
        assert!(pairs.iter().any(|(i, _)| *i == 90), "{pairs:?}");
    }

    /// Every unsafe program of the benchmarks is refuted by executions alone.
    #[test]
    fn the_benchmarks_are_refuted() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../horn-benchmarks/instrument");
        let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).expect("manifest of the benchmarks");
        let mut refuted = Vec::new();
        let mut others = Vec::new();
        for line in manifest.lines().filter(|line| line.ends_with("\tunsat")) {
            let name = line.split('\t').next().unwrap_or_default();
            let text = std::fs::read_to_string(folder.join(name)).expect("a benchmark");
            let list = if refutes(&text) { &mut refuted } else { &mut others };
            list.push(name.to_string());
        }
        assert!(others.is_empty(), "{others:?}");
        assert_eq!(refuted.len(), 61);
    }
}
