//! Case distinction on program counters: an obligation that says "the counter is 0 and …, or it is 1 and …" becomes one
//! obligation per case, in which the equations are put to use.
//!
//! Models of systems whose control flow was recovered have such definitions. A case is small once its counter is known,
//! and the solver is faster with several small formulas than with their disjunction.

use crate::term::{Op, Store, Substitution, TermId, conjuncts, disjuncts, free_vars, postorder};

/// Formulas with fewer nodes are left as they are.
const LARGE: usize = 300;
/// Most cases.
const CASES: usize = 64;

/// Formulas that are all unsatisfiable exactly when the given one is.
pub(super) fn split(store: &mut Store, formula: TermId) -> Vec<TermId> {
    if store.is_quantified(formula) || postorder(store, &[formula]).len() < LARGE {
        return vec![formula];
    }
    let parts = conjuncts(store, formula);
    let Some(at) = parts.iter().position(|&part| is_distinction(store, part)) else { return vec![formula] };
    let mut cases = Vec::new();
    for case in disjuncts(store, parts[at]) {
        let mut list = parts.clone();
        list[at] = case;
        let case = store.and(&list);
        let case = solve(store, case);
        if case != Store::FALSE {
            cases.push(case);
        }
    }
    cases
}

/// Whether a disjunction gives one variable another constant in each case.
fn is_distinction(store: &Store, formula: TermId) -> bool {
    let cases = disjuncts(store, formula);
    if !(2..=CASES).contains(&cases.len()) {
        return false;
    }
    let constants = |case: TermId| -> Vec<(TermId, TermId)> {
        conjuncts(store, case).into_iter().filter_map(|part| constant(store, part)).collect()
    };
    let first = constants(cases[0]);
    first.iter().any(|&(var, _)| {
        let mut values: Vec<TermId> = Vec::with_capacity(cases.len());
        cases.iter().all(|&case| {
            let value = constants(case).into_iter().find(|&(v, _)| v == var).map(|(_, value)| value);
            value.is_some_and(|value| {
                let new = !values.contains(&value);
                values.push(value);
                new
            })
        })
    })
}

/// `x = c` for a constant `c`, or a truth-valued variable or its negation.
fn constant(store: &Store, literal: TermId) -> Option<(TermId, TermId)> {
    if store.as_var(literal).is_some() {
        return Some((literal, Store::TRUE));
    }
    match (store.op(literal), store.args(literal)) {
        (Op::Not, &[atom]) if store.as_var(atom).is_some() => Some((atom, Store::FALSE)),
        (Op::Eq, &[a, b]) if store.as_var(a).is_some() && store.is_value(b) => Some((a, b)),
        (Op::Eq, &[a, b]) if store.as_var(b).is_some() && store.is_value(a) => Some((b, a)),
        _ => None,
    }
}

/// Equations between a variable and a constant or another variable, among the conjuncts, are put in place of the
/// variable, until none is left.
fn solve(store: &mut Store, mut formula: TermId) -> TermId {
    loop {
        let mut images: Vec<(TermId, TermId)> = Vec::new();
        for part in conjuncts(store, formula) {
            let Some((var, image)) = constant(store, part).or_else(|| equation(store, part)) else { continue };
            let fresh = |t: TermId| images.iter().all(|&(from, to)| t != from && t != to);
            if fresh(var) && fresh(image) || store.is_value(image) && fresh(var) {
                images.push((var, image));
            }
        }
        if images.is_empty() {
            return formula;
        }
        // Every variable that is replaced is gone for good: the loop ends.
        let next = Substitution::new(images).apply(store, formula);
        if next == formula || free_vars(store, &[next]).len() >= free_vars(store, &[formula]).len() {
            return next;
        }
        formula = next;
    }
}

/// `x = y`.
fn equation(store: &Store, literal: TermId) -> Option<(TermId, TermId)> {
    if *store.op(literal) != Op::Eq {
        return None;
    }
    let &[a, b] = store.args(literal) else { return None };
    if store.as_var(a).is_some() && store.as_var(b).is_some() {
        return Some((a, b));
    }
    let (form, crate::term::Relation::EqZero) = store.as_linear_literal(literal)? else { return None };
    match &form.terms[..] {
        [(x, a), (y, b)] if form.constant.is_zero() && (a + b).is_zero() => {
            (store.as_var(*x).is_some() && store.as_var(*y).is_some()).then_some((*x, *y))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Assignment, SortId, Value, evaluate};

    /// `(pc = 0 ∧ many literals) ∨ (pc = 1 ∧ …) ∨ …`, with a condition on `pc` besides.
    fn formula(s: &mut Store, excluded: i64) -> TermId {
        let pc = s.var(0, SortId::INT);
        let mut cases = Vec::new();
        for location in 0..4 {
            let number = s.int(location);
            let mut parts = vec![s.eq(pc, number)];
            for i in 1..80 {
                let (x, y) = (s.var(i, SortId::INT), s.var(i + 1, SortId::INT));
                let (shift, sum) = (s.int(location), s.add(&[y, pc]));
                let right = s.add(&[sum, shift]);
                parts.push(s.le(x, right));
            }
            cases.push(s.and(&parts));
        }
        let (which, bound) = (s.or(&cases), s.int(excluded));
        let above = s.gt(pc, bound);
        s.and2(which, above)
    }

    #[test]
    fn cases_cover_the_formula() {
        let mut s = Store::new();
        let whole = formula(&mut s, 1);
        let cases = split(&mut s, whole);
        // Locations 2 and 3 are left.
        assert_eq!(cases.len(), 2);
        let zero = Value::Int(0.into());
        let mut at = Assignment::from_values(std::iter::repeat_n(zero, 82));
        let mut holds = [0, 0];
        for location in 0..5 {
            at.set(0, Value::Int(location.into()));
            holds[0] += usize::from(evaluate(&s, whole, &at) == Some(Value::Bool(true)));
        }
        holds[1] = cases.iter().filter(|&&c| evaluate(&s, c, &at) == Some(Value::Bool(true))).count();
        assert_eq!(holds, [2, 2]);
        let none = formula(&mut s, 3);
        assert_eq!(split(&mut s, none), vec![]);
    }

    #[test]
    fn what_is_small_or_no_distinction_stays() {
        let mut s = Store::new();
        let (x, zero) = (s.var(0, SortId::INT), s.int(0));
        let small = s.eq(x, zero);
        assert_eq!(split(&mut s, small), vec![small]);
    }
}
