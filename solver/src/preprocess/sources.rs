//! What a variable can be, read off a formula: a list of constants and variables one of which it equals wherever the
//! formula holds.
//!
//! Only the Boolean structure is looked at: a conjunction says what one of its parts says, a disjunction what all of
//! its parts say.

use crate::term::{Op, Relation, Store, TermId, postorder};
use hashbrown::{HashMap, HashSet};

/// The constants and variables one of which `var` equals in every model of the formula; `None` if the formula does not
/// say, or if they are more than `most`.
pub(super) fn sources(store: &Store, formula: TermId, var: TermId, most: usize) -> Option<Vec<TermId>> {
    let mut known: HashMap<TermId, Option<Vec<TermId>>> = HashMap::new();
    for term in postorder(store, &[formula]) {
        let args = store.args(term);
        let of = |t: &TermId| known.get(t).and_then(Option::as_ref);
        let found = match store.op(term) {
            Op::Eq => equal_to(store, term, var).map(|other| vec![other]),
            // The shortest list of a part; the first of them, so that the choice does not depend on anything else.
            Op::And => args.iter().filter_map(of).min_by_key(|list| list.len()).cloned(),
            Op::Or => union(args.iter().map(of), most),
            Op::Ite if store.sort_of(term) == crate::term::SortId::BOOL => union(args[1..].iter().map(of), most),
            _ => None,
        };
        known.insert(term, found);
    }
    known.remove(&formula).flatten()
}

/// All lists together, if there are all of them.
fn union<'a>(lists: impl Iterator<Item = Option<&'a Vec<TermId>>>, most: usize) -> Option<Vec<TermId>> {
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for list in lists {
        for &term in list? {
            if seen.insert(term) {
                all.push(term);
            }
        }
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// The constant or variable that an equation makes `var` equal to.
fn equal_to(store: &Store, equation: TermId, var: TermId) -> Option<TermId> {
    let &[left, right] = store.args(equation) else { return None };
    let simple = |t: TermId| store.is_value(t) || store.as_var(t).is_some();
    for (a, b) in [(left, right), (right, left)] {
        if a == var && simple(b) {
            return Some(b);
        }
    }
    // `x - y = 0`, as equations of two numbers are kept.
    let (form, Relation::EqZero) = store.as_linear_literal(equation)? else { return None };
    match &form.terms[..] {
        [(x, a), (y, b)] if form.constant.is_zero() && (a + b).is_zero() => {
            let other = if *x == var { *y } else { *x };
            ((*x == var || *y == var) && store.as_var(other).is_some()).then_some(other)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::SortId;

    #[test]
    fn every_branch_has_to_say() {
        let mut s = Store::new();
        let (x, y, z) = (s.var(0, SortId::INT), s.var(1, SortId::INT), s.var(2, SortId::INT));
        let (one, two) = (s.int(1), s.int(2));
        let (is_one, is_two, is_y) = (s.eq(x, one), s.eq(x, two), s.eq(x, y));
        let more = s.lt(z, one);
        let first = s.and2(is_one, more);
        let formula = s.or(&[first, is_two, is_y]);
        let mut found = sources(&s, formula, x, 32).expect("three possibilities");
        found.sort();
        let mut expected = vec![one, two, y];
        expected.sort();
        assert_eq!(found, expected);
        let silent = s.or(&[first, more]);
        assert_eq!(sources(&s, silent, x, 32), None);
        // The other conjunct says less, but it says.
        let narrowed = s.and2(formula, is_one);
        assert_eq!(sources(&s, narrowed, x, 32), Some(vec![one]));
        assert_eq!(sources(&s, formula, z, 32), None);
    }
}
