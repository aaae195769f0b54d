//! A native test that a conjunction is unsatisfiable: solved equations, contradictory bounds.
//!
//! It decides the obligations of small systems without starting a process. It is sound and
//! cheap, not strong: what it cannot refute goes to the SMT solver.

use crate::num::Rat;
use crate::term::{Op, Relation, SortId, Store, Substitution, TermId, conjuncts, postorder};
use hashbrown::{HashMap, HashSet};

/// Formulas with more conjuncts than this are left to the solver.
const MAX_CONJUNCTS: usize = 200;
/// How many disjunctions are split, each into its cases.
const MAX_SPLITS: usize = 6;
/// How many cases are looked at altogether.
const MAX_CASES: usize = 64;
/// How many equations are solved along the way.
const MAX_SOLVED: usize = 64;

/// Whether the formula was found to be unsatisfiable.
pub fn refutes(store: &mut Store, formula: TermId) -> bool {
    let mut cases = vec![(formula, MAX_SPLITS)];
    let mut seen = 0;
    while let Some((case, splits)) = cases.pop() {
        seen += 1;
        if seen > MAX_CASES {
            return false;
        }
        let Some(rest) = simplify(store, case) else { continue };
        let parts = conjuncts(store, rest);
        if parts.len() > MAX_CONJUNCTS {
            return false;
        }
        if bounds_conflict(store, &parts) {
            continue;
        }
        let Some(disjunction) = parts.iter().copied().find(|&t| *store.op(t) == Op::Or) else { return false };
        if splits == 0 {
            return false;
        }
        let others: Vec<TermId> = parts.into_iter().filter(|&t| t != disjunction).collect();
        for disjunct in store.args(disjunction).to_vec() {
            let mut case = others.clone();
            case.push(disjunct);
            cases.push((store.and(&case), splits - 1));
        }
    }
    true
}

/// Uses equations `x = t` to eliminate variables. `None` if the formula became false.
fn simplify(store: &mut Store, formula: TermId) -> Option<TermId> {
    let mut formula = formula;
    for _ in 0..MAX_SOLVED {
        if formula == Store::FALSE {
            return None;
        }
        let parts = conjuncts(store, formula);
        if parts.len() > MAX_CONJUNCTS {
            return Some(formula);
        }
        let Some((var, term)) = parts.iter().find_map(|&part| solve(store, part)) else { break };
        formula = Substitution::new([(var, term)]).apply(store, formula);
    }
    (formula != Store::FALSE).then_some(formula)
}

/// Reads a literal as an equation for a variable that does not occur on the other side.
fn solve(store: &mut Store, literal: TermId) -> Option<(TermId, TermId)> {
    match store.op(literal) {
        Op::Var(_) => return Some((literal, Store::TRUE)),
        Op::Not if store.as_var(store.args(literal)[0]).is_some() => {
            return Some((store.args(literal)[0], Store::FALSE));
        }
        Op::Eq => {}
        _ => return None,
    }
    let [left, right] = *store.args(literal) else { return None };
    let sort = store.sort_of(left);
    if sort.is_arith() {
        let (form, _) = store.as_linear_literal(literal)?;
        let vars: HashSet<TermId> = form.terms.iter().map(|(atom, _)| *atom).collect();
        let unit = |c: &Rat| *c == Rat::ONE || *c == Rat::from(-1);
        for (atom, coefficient) in &form.terms {
            let solvable = store.as_var(*atom).is_some() && (sort == SortId::REAL || unit(coefficient));
            // The other atoms may have the variable inside, as in `x = (select a x)`.
            let inside = vars.iter().any(|&other| other != *atom && postorder(store, &[other]).contains(atom));
            if solvable && !inside {
                let mut rest = form.clone();
                rest.terms.retain(|(other, _)| other != atom);
                rest.scale(&(&Rat::from(-1) * &coefficient.recip()));
                return Some((*atom, store.from_linear(&rest, sort)));
            }
        }
        return None;
    }
    for (var, term) in [(left, right), (right, left)] {
        if store.as_var(var).is_some() && !postorder(store, &[term]).contains(&var) {
            return Some((var, term));
        }
    }
    None
}

/// Whether the lower and upper bounds that the literals put on some linear form contradict each other.
fn bounds_conflict(store: &Store, literals: &[TermId]) -> bool {
    // Upper bounds of linear forms without their constants: (bound, strict).
    let mut upper: HashMap<Vec<(TermId, Rat)>, (Rat, bool)> = HashMap::new();
    let mut order = Vec::new();
    for &literal in literals {
        let Some((form, relation)) = store.as_linear_literal(literal) else { continue };
        let strict = relation == Relation::LtZero;
        let mirrored = {
            let mut mirrored = form.clone();
            mirrored.scale(&Rat::from(-1));
            mirrored
        };
        let sides = match relation {
            Relation::NeZero => continue,
            Relation::EqZero => vec![form, mirrored],
            Relation::LeZero | Relation::LtZero => vec![form],
        };
        for mut side in sides {
            // Forms are compared by coprime coefficients.
            let factor = side.content_inverse();
            side.scale(&factor);
            let bound = (&Rat::ZERO - &side.constant, strict);
            let entry = upper.entry(side.terms.clone()).or_insert_with(|| {
                order.push(side.terms.clone());
                bound.clone()
            });
            if bound.0 < entry.0 || (bound.0 == entry.0 && strict) {
                *entry = bound;
            }
        }
    }
    order.iter().any(|terms| {
        let opposite: Vec<(TermId, Rat)> = terms.iter().map(|(t, c)| (*t, c * &Rat::from(-1))).collect();
        let (Some((high, strict_high)), Some((low, strict_low))) = (upper.get(terms), upper.get(&opposite)) else {
            return false;
        };
        // form <= high and -form <= low
        let sum = high + low;
        sum < Rat::ZERO || (sum == Rat::ZERO && (*strict_high || *strict_low))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_and_equations_decide_small_obligations() {
        let mut s = Store::new();
        let (x, y) = (s.var(0, SortId::INT), s.var(1, SortId::INT));
        let (zero, one) = (s.int(0), s.int(1));
        let next = s.add(&[x, one]);
        // x >= 0 and y = x + 1 and not (y >= 0)
        let (inv, step, bad) = (s.ge(x, zero), s.eq(y, next), s.lt(y, zero));
        let formula = s.and(&[inv, step, bad]);
        assert!(refutes(&mut s, formula));
        let open = s.and(&[inv, step]);
        assert!(!refutes(&mut s, open));
        // the same behind a disjunction
        let zero_y = s.eq(y, zero);
        let either = s.or2(step, zero_y);
        let formula = s.and(&[inv, either, bad]);
        assert!(refutes(&mut s, formula));
    }

    #[test]
    fn strict_real_bounds_conflict() {
        let mut s = Store::new();
        let (x, zero) = (s.var(0, SortId::REAL), s.num(Rat::ZERO, SortId::REAL));
        let (le, gt, ge) = (s.le(x, zero), s.gt(x, zero), s.ge(x, zero));
        let (strict, weak) = (s.and2(le, gt), s.and2(le, ge));
        assert!(refutes(&mut s, strict));
        assert!(!refutes(&mut s, weak));
    }

    #[test]
    fn a_variable_inside_its_own_equation_is_not_solved() {
        let mut s = Store::new();
        let array = s.array_sort(SortId::INT, SortId::INT);
        let (a, x) = (s.var(0, array), s.var(1, SortId::INT));
        let held = s.select(a, x);
        let formula = s.eq(x, held);
        assert!(!refutes(&mut s, formula));
    }
}
