//! Linear invariants from executions: what bounds a few linear forms in every run seen, as far as it is inductive.
//!
//! The forms of a predicate are differences and sums of its arguments, multiples of one against another with the
//! constants that the clauses mention (a loop of at most 100 rounds inside another one adds at most `100·(i - 1)`), and
//! these with a third argument; and what one gains while another one counts (`rates`). Concrete executions say how
//! large each form can become, which is a guess (Ernst et al., *Dynamically discovering likely program invariants*,
//! ICSE 1999); the largest inductive subset of the guesses, with what abstract interpretation knows, is a fact.

use super::{Context, Engine};
use crate::execute::{Effort, Fact, execute};
use crate::houdini::{CLAUSE_LIMIT, houdini};
use crate::num::{Int, Rat};
use crate::preprocess::strengthened;
use crate::rates::{changing, rates, steps};
use crate::system::{Clause, Reason, System, Verdict};
use crate::term::{Linear, Op, SortId, Store, TermId, Value, postorder};
use std::collections::BTreeSet;

/// Amounts beyond which something is left out.
struct Limits {
    /// How much is executed.
    executions: Effort,
    /// Forms are made of so many arguments of a predicate.
    arguments: usize,
    /// Factors of a form besides one.
    factors: usize,
    /// Factors are not larger: there is nothing to count up to that.
    largest_factor: i64,
    /// Most candidates of one predicate.
    candidates: usize,
}

/// The limits in use.
const LIMITS: Limits = Limits {
    executions: Effort { facts: 120, applications: 4_000, steps: 6_000 },
    arguments: 8,
    factors: 3,
    largest_factor: 100_000,
    candidates: 700,
};

/// Where the values of these executions start.
const SEED: u64 = 0x9E37_79B9;

/// The engine. It refutes only what an execution happens to refute.
#[derive(Clone, Copy, Debug, Default)]
pub struct Templates;

impl Engine for Templates {
    fn name(&self) -> &'static str {
        "templates"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        if system.clauses.len() > CLAUSE_LIMIT {
            return Verdict::Unknown(Reason::Incomplete("too many clauses for templates".into()));
        }
        let (stronger, invariants) = strengthened(&mut cx.store, system, &cx.cancel);
        if let Err(stop) = cx.check() {
            return Verdict::Unknown(stop);
        }
        let executions = execute(&mut cx.store, system, LIMITS.executions, SEED, &cx.cancel);
        if let Some(refutation) = executions.refutation {
            return Verdict::Unsat(refutation);
        }
        let (factors, steps) = (factors(&cx.store, &system.clauses), steps(&cx.store, &system.clauses));
        let changing = changing(system);
        let mut before = None;
        for every in [false, true] {
            let mut candidates: Vec<Vec<TermId>> = system
                .preds
                .iter()
                .zip(&executions.facts)
                .map(|(pred, facts)| candidates(&mut cx.store, &pred.sorts, facts, &factors, every))
                .collect();
            for (at, (pred, facts)) in system.preds.iter().zip(&executions.facts).enumerate() {
                candidates[at].extend(gains(&mut cx.store, &pred.sorts, &changing[at], facts, &steps));
            }
            let count = candidates.iter().map(Vec::len).sum::<usize>();
            if before.replace(count) == Some(count) {
                break;
            }
            log::debug!("templates: {count} candidates");
            match houdini(cx, &stronger, &candidates) {
                Ok(outcome) => match outcome.model {
                    Some(model) if invariants.complete => {
                        return Verdict::Sat(invariants.model(&mut cx.store, system, Some(&model)));
                    }
                    Some(model) => return Verdict::Sat(model),
                    None => {}
                },
                Err(reason) => return Verdict::Unknown(reason),
            }
        }
        Verdict::Unknown(Reason::Incomplete("the linear forms don't suffice".into()))
    }
}

/// For each column the first one that it keeps its distance to, if that is not itself. Such pairs are usually
/// equations, and what bounds the one bounds the other.
fn leaders(rows: &[Vec<Int>]) -> Vec<Option<usize>> {
    let columns = rows.first().map_or(0, Vec::len);
    let apart = |row: &Vec<Int>, x: usize, y: usize| row[x].clone() - row[y].clone();
    let together = |x: usize, y: usize| {
        let first = rows.first().map(|row| apart(row, x, y));
        rows.iter().all(|row| Some(apart(row, x, y)) == first)
    };
    (0..columns).map(|y| (0..y).find(|&x| together(x, y))).collect()
}

/// The smallest constants of the clauses that could be numbers of rounds.
fn factors(store: &Store, clauses: &[Clause]) -> Vec<Int> {
    let mut found: BTreeSet<Int> = BTreeSet::new();
    for clause in clauses {
        for term in postorder(store, &clause.terms()) {
            if let Op::Num(value) = store.op(term)
                && let Some(value) = value.abs().to_int()
                && value > Int::ONE
                && value <= Int::from(LIMITS.largest_factor)
            {
                found.insert(value);
            }
        }
    }
    found.into_iter().take(LIMITS.factors).collect()
}

/// Bounds on the forms that hold of all facts; none if there are no facts. Without `every`, arguments that keep their
/// distance to others occur in no form but these distances.
fn candidates(store: &mut Store, sorts: &[SortId], facts: &[Fact], factors: &[Int], every: bool) -> Vec<TermId> {
    let integers: Vec<usize> = (0..sorts.len()).filter(|&i| sorts[i] == SortId::INT).take(LIMITS.arguments).collect();
    let rows: Vec<Vec<Int>> = facts.iter().filter_map(|fact| numbers(fact, &integers)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let vars: Vec<TermId> = integers.iter().map(|&i| store.var(i as u32, SortId::INT)).collect();
    let leaders = if every { vec![None; vars.len()] } else { leaders(&rows) };
    let follows = |x: usize, y: usize| leaders[x] == Some(y) || leaders[y] == Some(x);
    let distance = |form: &[(usize, Int)]| match form {
        [(x, a), (y, b)] => *a == -b.clone() && follows(*x, *y),
        _ => false,
    };
    let mut result: Vec<TermId> = Vec::new();
    for form in forms(vars.len(), factors) {
        if form.iter().any(|(column, _)| leaders[*column].is_some()) && !distance(&form) {
            continue;
        }
        let value = |row: &Vec<Int>| {
            form.iter().fold(Int::ZERO, |sum, (column, factor)| sum + row[*column].clone() * factor.clone())
        };
        let Some(most) = rows.iter().map(value).max() else { continue };
        // form - most <= 0
        let mut linear = Linear { terms: Vec::new(), constant: Rat::from(-most) };
        linear.terms = form.iter().map(|(column, factor)| (vars[*column], Rat::from(factor.clone()))).collect();
        linear.terms.sort_by_key(|(atom, _)| *atom);
        let left = store.from_linear(&linear, SortId::INT);
        let zero = store.int(0);
        let candidate = store.le(left, zero);
        if candidate != Store::TRUE && !result.contains(&candidate) {
            result.push(candidate);
        }
        if result.len() >= LIMITS.candidates {
            break;
        }
    }
    result
}

/// What arguments that a loop changes gain while others count.
fn gains(store: &mut Store, sorts: &[SortId], changing: &[bool], facts: &[Fact], steps: &[Int]) -> Vec<TermId> {
    let changing = (0..sorts.len()).filter(|&i| sorts[i] == SortId::INT && changing[i]);
    let integers: Vec<usize> = changing.take(LIMITS.arguments).collect();
    let rows: Vec<Vec<Int>> = facts.iter().filter_map(|fact| numbers(fact, &integers)).collect();
    let vars: Vec<TermId> = integers.iter().map(|&i| store.var(i as u32, SortId::INT)).collect();
    rates(store, &vars, &rows, steps)
}

/// The values of these arguments, if they are integers.
fn numbers(fact: &Fact, arguments: &[usize]) -> Option<Vec<Int>> {
    arguments
        .iter()
        .map(|&i| match fact.get(i) {
            Some(Value::Int(value)) => Some(value.clone()),
            _ => None,
        })
        .collect()
}

/// Linear forms over so many columns, simple ones first; each is to be bounded from above.
fn forms(columns: usize, factors: &[Int]) -> Vec<Vec<(usize, Int)>> {
    let one = || Int::ONE;
    let minus = || -Int::ONE;
    let mut forms: Vec<Vec<(usize, Int)>> = Vec::new();
    for x in 0..columns {
        forms.push(vec![(x, one())]);
        forms.push(vec![(x, minus())]);
    }
    for x in 0..columns {
        for y in (0..columns).filter(|&y| y != x) {
            forms.push(vec![(x, one()), (y, minus())]);
            if x < y {
                forms.push(vec![(x, one()), (y, one())]);
                forms.push(vec![(x, minus()), (y, minus())]);
            }
        }
    }
    for factor in factors {
        for x in 0..columns {
            for y in (0..columns).filter(|&y| y != x) {
                forms.push(vec![(x, one()), (y, -factor.clone())]);
                forms.push(vec![(x, minus()), (y, factor.clone())]);
            }
        }
    }
    for x in 0..columns {
        for y in 0..columns {
            for z in (0..columns).filter(|&z| z != x && z != y && x != y) {
                if y < z {
                    forms.push(vec![(x, one()), (y, minus()), (z, minus())]);
                    forms.push(vec![(x, minus()), (y, one()), (z, one())]);
                }
                for factor in factors {
                    forms.push(vec![(x, one()), (y, -factor.clone()), (z, minus())]);
                }
            }
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::decide;

    /// At most `n <= 100` rounds of at most `n` steps each: the sum stays below 10,000, or not below 9,000.
    fn nested(limit: i64) -> String {
        format!(
            "(set-logic HORN) (declare-fun outer (Int Int Int) Bool) (declare-fun inner (Int Int Int Int) Bool)
            (assert (forall ((n Int)) (=> (and (<= 1 n) (<= n 100)) (outer n 0 1))))
            (assert (forall ((n Int) (t Int) (i Int)) (=> (and (outer n t i) (<= i n)) (inner n t i i))))
            (assert (forall ((n Int) (t Int) (i Int) (j Int))
              (=> (and (inner n t i j) (<= j n)) (inner n (+ t 1) i (+ j 1)))))
            (assert (forall ((n Int) (t Int) (i Int) (j Int))
              (=> (and (inner n t i j) (> j n)) (outer n t (+ i 1)))))
            (assert (forall ((n Int) (t Int) (i Int)) (=> (and (outer n t i) (<= i (+ n 1)) (> t {limit})) false)))"
        )
    }

    #[test]
    fn what_a_loop_adds_is_bounded_by_its_rounds() {
        assert_eq!(decide(&mut Templates, &nested(10_000), 60).0, "sat");
        // The forms don't say so, and it is not so.
        assert_ne!(decide(&mut Templates, &nested(100), 60).0, "sat");
    }

    #[test]
    fn forms_are_bounded_by_what_was_seen() {
        let mut store = Store::new();
        let fact = |x: i64, y: i64| vec![Value::Int(Int::from(x)), Value::Int(Int::from(y))];
        let found = candidates(&mut store, &[SortId::INT, SortId::INT], &[fact(1, 3), fact(2, 4)], &[], true);
        let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
        let (difference, minus_two, two) = (store.sub(x, y), store.int(-2), store.int(2));
        assert!(found.contains(&store.le(difference, minus_two)));
        let four = store.int(4);
        assert!(found.contains(&store.le(x, two)) && found.contains(&store.le(y, four)));
        assert_eq!(candidates(&mut store, &[SortId::INT], &[], &[], true), []);
        // The second argument is the first one and two: bounds on the first say the same of it.
        let fewer = candidates(&mut store, &[SortId::INT, SortId::INT], &[fact(1, 3), fact(2, 4)], &[], false);
        assert!(fewer.contains(&store.le(difference, minus_two)) && fewer.contains(&store.le(x, two)));
        assert!(!fewer.contains(&store.le(y, four)) && fewer.iter().all(|term| found.contains(term)));
    }
}
