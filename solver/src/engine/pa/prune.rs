//! Conjunctions without what other conjuncts say already: shorter models, cheaper certificates.

use crate::num::Rat;
use crate::term::{Linear, Relation, Store, TermId};

/// Drops linear inequalities that one other conjunct implies by itself: `x <= 3` beside `x <= 2` or `x = 1`.
pub fn prune(store: &Store, conjuncts: &[TermId]) -> Vec<TermId> {
    let literals: Vec<Option<(Linear, Relation)>> = conjuncts.iter().map(|&c| store.as_linear_literal(c)).collect();
    let superfluous = |i: usize| {
        let Some(weak) = &literals[i] else { return false };
        literals.iter().enumerate().any(|(j, strong)| {
            let Some(strong) = strong else { return false };
            // Of two that imply each other the first stays.
            i != j && implies(strong, weak) && (j < i || !implies(weak, strong))
        })
    };
    (0..conjuncts.len()).filter(|&i| !superfluous(i)).map(|i| conjuncts[i]).collect()
}

/// Whether one linear literal implies another; `false` where this simple comparison does not tell.
fn implies((strong, relation): &(Linear, Relation), (weak, weaker): &(Linear, Relation)) -> bool {
    // strong.terms = s and weak.terms = ±s, so weak's form is a constant apart from strong's, or from its negation.
    let same = strong.terms == weak.terms;
    let opposite = || {
        strong.terms.len() == weak.terms.len()
            && strong.terms.iter().zip(&weak.terms).all(|((a, c), (b, d))| a == b && *c == -d.clone())
    };
    let bound: Rat = match relation {
        Relation::LeZero | Relation::LtZero | Relation::EqZero if same => &weak.constant - &strong.constant,
        Relation::EqZero if opposite() => &weak.constant + &strong.constant,
        _ => return false,
    };
    // The weak form is at most `bound`, below it if strict, equal to it if an equation is known.
    match weaker {
        Relation::LeZero => !bound.is_positive(),
        Relation::LtZero => bound.is_negative() || (bound.is_zero() && *relation == Relation::LtZero),
        Relation::EqZero => *relation == Relation::EqZero && bound.is_zero(),
        Relation::NeZero => {
            bound.is_negative()
                || (bound.is_zero() && *relation == Relation::LtZero)
                || (*relation == Relation::EqZero && !bound.is_zero())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::SortId;

    #[test]
    fn only_the_strongest_bounds_stay() {
        let mut store = Store::new();
        let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
        let n: Vec<TermId> = (0..5).map(|i| store.int(i)).collect();
        let (le2, le3, ge0) = (store.le(x, n[2]), store.le(x, n[3]), store.ge(x, n[0]));
        assert_eq!(prune(&store, &[le2, le3, ge0]), [le2, ge0]);
        let eq1 = store.eq(x, n[1]);
        let ne4 = store.neq(x, n[4]);
        assert_eq!(prune(&store, &[le2, eq1, ge0, ne4]), [eq1]);
        // An equation does not imply a bound it violates, nor one on something else.
        let (le0, y_le2) = (store.le(x, n[0]), store.le(y, n[2]));
        assert_eq!(prune(&store, &[eq1, le0, y_le2]), [eq1, le0, y_le2]);
        // The two orientations of a difference.
        let difference = store.sub(x, y);
        let (equal, below, above) = (store.eq(x, y), store.le(difference, n[0]), store.ge(difference, n[0]));
        assert_eq!(prune(&store, &[below, equal, above]), [equal]);
        assert_eq!(prune(&store, &[below, below]), [below]);
        let reals = [store.var(2, SortId::REAL), store.num(Rat::ZERO, SortId::REAL)];
        let (strict, weak) = (store.lt(reals[0], reals[1]), store.le(reals[0], reals[1]));
        assert_eq!(prune(&store, &[strict, weak]), [strict]);
        assert_eq!(prune(&store, &[weak, strict]), [strict]);
    }
}
