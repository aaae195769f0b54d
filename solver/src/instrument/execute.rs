//! Concrete executions: facts that the clauses really derive, a few hundred of them, by forward chaining with small values.
//!
//! Variables that nothing determines get small pseudo-random values from a generator with a fixed seed, so that runs repeat. Every
//! fact returned is derivable; how many there are says nothing.

use crate::num::Int;
use crate::system::{Clause, System};
use crate::term::{ArrayValue, Assignment, Evaluator, Op, Sort, SortId, Store, TermId, Value, conjuncts};

/// How often values are drawn for one application of a clause.
const TRIES: usize = 12;

/// Applications of clauses after which it is enough.
const APPLICATION_LIMIT: usize = 4_000;

/// A derivable fact: the values of a predicate's arguments.
pub type Fact = Vec<Value>;

/// A small generator of pseudo-random numbers (xorshift).
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// With a fixed seed.
    pub fn new(seed: u64) -> Random {
        Random(seed | 1)
    }

    /// A number below `bound`, which must be positive.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn value(&mut self, store: &Store, sort: SortId) -> Option<Value> {
        Some(match store.sort(sort) {
            Sort::Bool => Value::Bool(self.below(2) == 0),
            Sort::Int => Value::Int(Int::from(self.below(9) as i64 - 2)),
            Sort::Array(SortId::INT, element) => {
                let element = *element;
                let Value::Array(mut array) = Value::default_of(store, sort)? else { return None };
                for index in -1..8i64 {
                    let value = self.value(store, element)?;
                    array = std::sync::Arc::new(ArrayValue::set(&array, Value::Int(Int::from(index)), value));
                }
                Value::Array(array)
            }
            _ => Value::default_of(store, sort)?,
        })
    }
}

/// Facts of each predicate, at most `limit` of each.
pub fn execute(store: &Store, system: &System, limit: usize, random: &mut Random) -> Vec<Vec<Fact>> {
    let mut facts: Vec<Vec<Fact>> = vec![Vec::new(); system.preds.len()];
    for clause in system.clauses.iter().filter(|c| c.is_fact()) {
        for _ in 0..limit / 6 + 1 {
            apply(store, clause, &mut facts, &[], limit, random);
        }
    }
    let (mut applications, mut idle) = (0, 0);
    while applications < APPLICATION_LIMIT && idle < 20 {
        let before: usize = facts.iter().map(Vec::len).sum();
        for clause in system.clauses.iter().filter(|c| !c.is_fact() && c.head.is_some()) {
            let counts: Vec<usize> = clause.body.iter().map(|a| facts[a.pred.index()].len()).collect();
            if counts.contains(&0) {
                continue;
            }
            for _ in 0..4 {
                applications += 1;
                // Late facts are likelier.
                let picks: Vec<usize> = counts
                    .iter()
                    .map(|&n| {
                        let (a, b) = (random.below(n as u64), random.below(n as u64));
                        a.max(b) as usize
                    })
                    .collect();
                apply(store, clause, &mut facts, &picks, limit, random);
            }
        }
        // Random values may need several attempts to leave a loop.
        applications += 1;
        idle = if facts.iter().map(Vec::len).sum::<usize>() == before { idle + 1 } else { 0 };
    }
    facts
}

/// One application of a clause to the facts picked for its body.
fn apply(
    store: &Store,
    clause: &Clause,
    facts: &mut [Vec<Fact>],
    picks: &[usize],
    limit: usize,
    random: &mut Random,
) -> Option<()> {
    let head = clause.head.as_ref()?;
    if facts[head.pred.index()].len() >= limit {
        return None;
    }
    let mut bound: Vec<Option<Value>> = vec![None; clause.vars.len()];
    for (atom, &pick) in clause.body.iter().zip(picks) {
        for (&arg, value) in atom.args.iter().zip(&facts[atom.pred.index()][pick]) {
            if let Some(var) = store.as_var(arg) {
                match &bound[var as usize] {
                    Some(known) if known != value => return None,
                    _ => bound[var as usize] = Some(value.clone()),
                }
            }
        }
    }
    let parts = conjuncts(store, clause.constraint);
    for _ in 0..TRIES {
        let mut assignment = Assignment::default();
        for (var, value) in bound.iter().enumerate() {
            if let Some(value) = value {
                assignment.set(var as u32, value.clone());
            }
        }
        determine(store, &parts, clause, &mut assignment);
        for (var, &sort) in clause.vars.iter().enumerate() {
            if assignment.get(var as u32).is_none() {
                assignment.set(var as u32, random.value(store, sort)?);
            }
        }
        let mut evaluator = Evaluator::new(store, &assignment);
        let matches = clause.body.iter().zip(picks).all(|(atom, &pick)| {
            atom.args
                .iter()
                .zip(&facts[atom.pred.index()][pick])
                .all(|(&arg, value)| store.as_var(arg).is_some() || evaluator.eval(arg).as_ref() == Some(value))
        });
        if !matches || !evaluator.holds(clause.constraint) {
            continue;
        }
        let fact: Option<Fact> = head.args.iter().map(|&arg| evaluator.eval(arg)).collect();
        let fact = fact?;
        let list = &mut facts[head.pred.index()];
        if !list.contains(&fact) {
            list.push(fact);
        }
        return Some(());
    }
    None
}

/// Values that equations of the constraint determine.
fn determine(store: &Store, parts: &[TermId], clause: &Clause, assignment: &mut Assignment) {
    for _ in 0..3 {
        for &part in parts {
            if *store.op(part) != Op::Eq {
                continue;
            }
            let args = store.args(part);
            for (a, b) in [(args[0], args[1]), (args[1], args[0])] {
                if let Some(var) = store.as_var(a)
                    && assignment.get(var).is_none()
                    && (var as usize) < clause.vars.len()
                    && let Some(value) = Evaluator::new(store, assignment).eval(b)
                {
                    assignment.set(var, value);
                }
            }
        }
    }
}
