//! Formulas without remainders that the equations beside them imply: `(= A (* 2 B))` says that A is even.

use horn_solver::num::Rat;
use horn_solver::term::{Linear, Op, Relation, SortId, Store, TermId, postorder};
use std::collections::HashMap;

/// Larger moduli and more equations are not looked at: all multiples of pairs of equations are tried.
const MOST_MODULUS: i64 = 16;
const MOST_EQUATIONS: usize = 12;

/// The formula without literals `t mod n = r` that follow from the equations in the same conjunction.
pub fn without_implied(store: &mut Store, formula: TermId) -> TermId {
    let mut images: HashMap<TermId, TermId> = HashMap::new();
    for term in postorder(store, &[formula]) {
        let mut args: Vec<TermId> = store.args(term).iter().map(|arg| images[arg]).collect();
        if *store.op(term) == Op::And {
            let equations: Vec<Linear> =
                args.iter().filter_map(|&arg| equation(store, arg)).take(MOST_EQUATIONS).collect();
            args.retain(|&arg| {
                !congruence(store, arg).is_some_and(|(form, modulus)| implied(&form, modulus, &equations))
            });
        }
        let image = if args == store.args(term) { term } else { store.rebuild(term, &args) };
        images.insert(term, image);
    }
    images[&formula]
}

/// The form that an equation over integers says is zero.
fn equation(store: &Store, literal: TermId) -> Option<Linear> {
    match store.as_linear_literal(literal)? {
        (form, Relation::EqZero) if congruence(store, literal).is_none() && integral(&form) => {
            let sort = store.sort_of(form.terms.first()?.0);
            (sort == SortId::INT).then_some(form)
        }
        _ => None,
    }
}

/// For `t mod n = r`: t - r, and n.
fn congruence(store: &Store, literal: TermId) -> Option<(Linear, i64)> {
    let (form, Relation::EqZero) = store.as_linear_literal(literal)? else { return None };
    let [(part, factor)] = &form.terms[..] else { return None };
    let (Op::IntMod, &[of, modulus]) = (store.op(*part), store.args(*part)) else { return None };
    let modulus = store.as_num(modulus)?.to_int()?.to_i64().filter(|modulus| (1..=MOST_MODULUS).contains(modulus))?;
    if !factor.abs().is_one() {
        return None;
    }
    // factor · (t mod n) + constant = 0, so r = -constant / factor
    let rest = -(form.constant.clone() * factor.clone());
    let in_range = !rest.is_negative() && rest < Rat::from(modulus);
    let of = store.linear(of).plus(&-rest, &Linear::constant(Rat::ONE));
    (in_range && integral(&of)).then_some((of, modulus))
}

fn integral(form: &Linear) -> bool {
    form.constant.is_integer() && form.terms.iter().all(|(_, factor)| factor.is_integer())
}

/// Whether the form, less multiples of at most two of the equations, is a multiple of the modulus.
fn implied(form: &Linear, modulus: i64, equations: &[Linear]) -> bool {
    let multiple = |number: &Rat| number.to_int().and_then(|number| number.to_i64()).is_some_and(|n| n % modulus == 0);
    let all = |form: &Linear| multiple(&form.constant) && form.terms.iter().all(|(_, factor)| multiple(factor));
    let less = |form: &Linear, times: i64, other: &Linear| form.plus(&Rat::from(-times), other);
    equations.iter().enumerate().any(|(at, first)| {
        (1..modulus).any(|times| {
            let once = less(form, times, first);
            all(&once)
                || equations[..at].iter().any(|second| (1..modulus).any(|times| all(&less(&once, times, second))))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_solver::num::Int;

    #[test]
    fn what_equations_say_is_left_out_and_nothing_else() {
        let mut store = Store::new();
        let v = store.vars(0, &[SortId::INT; 4]);
        let even = |store: &mut Store, term: TermId| store.divisible(term, Int::from(2));
        let twice = |store: &mut Store, term: TermId| store.scale(&Rat::from(2), term);
        let double = twice(&mut store, v[1]);
        let says = store.eq(v[0], double);
        let (first, other) = (even(&mut store, v[0]), even(&mut store, v[2]));
        let all = store.and(&[first, other, says]);
        let expected = store.and(&[other, says]);
        assert_eq!(without_implied(&mut store, all), expected);
        // 3 a = 2 b says it too; a = 3 b does not; nor does a = 2 b + 1, or a disjunction.
        let triple = store.scale(&Rat::from(3), v[0]);
        let says = store.eq(triple, double);
        let all = store.and(&[first, says]);
        assert_eq!(without_implied(&mut store, all), says);
        let triple = store.scale(&Rat::from(3), v[1]);
        let one = store.int(1);
        let odd = store.add(&[double, one]);
        for right in [triple, odd] {
            let equation = store.eq(v[0], right);
            let all = store.and(&[first, equation]);
            assert_eq!(without_implied(&mut store, all), all);
        }
        let equation = store.eq(v[0], double);
        let either = store.or(&[first, equation]);
        assert_eq!(without_implied(&mut store, either), either);
        // From two equations: a = b + c, b = c.
        let sum = store.add(&[v[1], v[2]]);
        let (one, two) = (store.eq(v[0], sum), store.eq(v[1], v[2]));
        let all = store.and(&[first, one, two]);
        let expected = store.and(&[one, two]);
        assert_eq!(without_implied(&mut store, all), expected);
        // A constant says what its remainder is.
        let forty = store.int(40);
        let constant = store.eq(v[3], forty);
        let fourth = even(&mut store, v[3]);
        let all = store.and(&[constant, fourth]);
        assert_eq!(without_implied(&mut store, all), constant);
    }
}
