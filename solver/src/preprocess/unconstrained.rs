//! Elimination of variables that occur in the conjuncts only: exact quantifier elimination where it makes nothing
//! larger.
//!
//! A number bounded from one side goes with its bounds; one bounded from both sides by Fourier–Motzkin elimination
//! where that is exact (unit coefficients over Int) and does not multiply the constraints; a truth value by cases; an
//! array that is only read becomes the values read. The image of the variable says which value works.

use super::conjunction::{Conjunction, Solution, solutions, solved_for};
use super::facts::is_literal;
use crate::num::Rat;
use crate::term::{
    Linear, Op, Relation, Sort, SortId, Store, Substitution, TermId, disjuncts, free_vars, postorder, tree_size,
};

/// How many conjuncts with the variable are looked at.
const MANY: usize = 12;
/// How many pairs of indices of an array may be equal or not.
const PAIRS: usize = 3;
/// How many different indices of an array are taken apart.
const INDICES: usize = 16;
/// Tree size up to which a formula is doubled for a case split.
const SMALL: usize = 60;

impl Conjunction {
    /// Eliminates variables that occur in conjuncts only; whether there was one.
    pub(super) fn drop_variables(&mut self, store: &mut Store) -> bool {
        let mut changed = false;
        for _ in 0..64 {
            // One occurrence list serves a whole sweep: a variable is only touched while its conjuncts are.
            let mut uses: Vec<Vec<usize>> = vec![Vec::new(); self.vars.len()];
            for (i, &conjunct) in self.conjuncts.iter().enumerate() {
                for var in free_vars(store, &[conjunct]).into_iter().filter_map(|v| store.as_var(v)) {
                    uses[var as usize].push(i);
                }
            }
            let mut shown = vec![false; self.vars.len()];
            for var in free_vars(store, &self.terms).into_iter().filter_map(|v| store.as_var(v)) {
                shown[var as usize] = true;
            }
            let mut touched = vec![false; self.conjuncts.len()];
            let mut swept = false;
            let mut by: Vec<(u32, TermId)> = Vec::new();
            for var in self.fixed..uses.len() {
                if shown[var] || uses[var].is_empty() || uses[var].len() > MANY || uses[var].iter().any(|&i| touched[i])
                {
                    continue;
                }
                let conjuncts: Vec<TermId> = uses[var].iter().map(|&i| self.conjuncts[i]).collect();
                let Some((rest, image)) = self.eliminate(store, var as u32, &conjuncts) else { continue };
                for &i in &uses[var] {
                    touched[i] = true;
                    self.conjuncts[i] = Store::TRUE;
                }
                self.conjuncts.push(rest);
                // The image mentions only variables of conjuncts that no later elimination of this sweep touches.
                by.push((var as u32, image));
                swept = true;
            }
            if !swept {
                break;
            }
            self.substitute(store, &by);
            changed = true;
            if self.is_false() {
                break;
            }
        }
        changed
    }

    /// `exists var. conjuncts` without the quantifier, and a witness for the variable.
    fn eliminate(&mut self, store: &mut Store, var: u32, conjuncts: &[TermId]) -> Option<(TermId, TermId)> {
        let sort = self.vars[var as usize];
        let x = store.var(var, sort);
        if let Some(found) = eliminate_choice(store, x, conjuncts) {
            return Some(found);
        }
        match *store.sort(sort) {
            Sort::Int | Sort::Real => eliminate_number(store, x, conjuncts, self.exhaustive),
            Sort::Bool => eliminate_bool(store, x, conjuncts, self.exhaustive),
            Sort::Array(index, element) => self.eliminate_array(store, x, (index, element), conjuncts),
            _ => None,
        }
    }

    /// match: array only read at few indices      gives: one variable per index, equal where the indices are
    fn eliminate_array(
        &mut self,
        store: &mut Store,
        array: TermId,
        (_, element): (SortId, SortId),
        conjuncts: &[TermId],
    ) -> Option<(TermId, TermId)> {
        let mut reads: Vec<TermId> = Vec::new();
        for term in postorder(store, conjuncts) {
            if !store.args(term).contains(&array) {
                continue;
            }
            let [read, index] = *store.args(term) else { return None };
            if *store.op(term) != Op::Select || read != array || store.is_quantified(index) {
                return None;
            }
            if free_vars(store, &[index]).contains(&array) {
                return None;
            }
            reads.push(term);
        }
        if reads.is_empty() || reads.len() > INDICES {
            return None;
        }
        let indices: Vec<TermId> = reads.iter().map(|&r| store.args(r)[1]).collect();
        let mut open = 0;
        for i in 0..indices.len() {
            open += (0..i).filter(|&j| store.eq(indices[i], indices[j]) != Store::FALSE).count();
        }
        if open > PAIRS {
            return None;
        }
        let values: Vec<TermId> = reads.iter().map(|_| self.fresh(store, element)).collect();
        let mut parts = conjuncts.to_vec();
        let mut substitution = Substitution::new(reads.iter().copied().zip(values.iter().copied()));
        for part in &mut parts {
            *part = substitution.apply(store, *part);
        }
        for i in 0..indices.len() {
            for j in 0..i {
                let (same, equal) = (store.eq(indices[i], indices[j]), store.eq(values[i], values[j]));
                parts.push(store.implies(same, equal));
            }
        }
        let sort = store.sort_of(array);
        let mut witness = store.const_array(sort, values[0]);
        for (&index, &value) in indices.iter().zip(&values).skip(1) {
            witness = store.store(witness, index, value);
        }
        Some((store.and(&parts), witness))
    }
}

/// match: a or x = s, x nowhere else                       gives: true
/// match: a or x = s, not a or x = t, x nowhere else       gives: true
fn eliminate_choice(store: &mut Store, x: TermId, conjuncts: &[TermId]) -> Option<(TermId, TermId)> {
    if conjuncts.len() > 2 {
        return None;
    }
    let mut choices: Vec<(TermId, TermId)> = Vec::with_capacity(2);
    for &conjunct in conjuncts {
        let mut others = disjuncts(store, conjunct);
        if others.len() < 2 {
            return None;
        }
        let about: Vec<TermId> =
            others.iter().copied().filter(|&part| free_vars(store, &[part]).contains(&x)).collect();
        let [equation] = about[..] else { return None };
        others.retain(|&part| part != equation);
        let term = value_in(store, x, equation)?;
        choices.push((store.or(&others), term));
    }
    match choices[..] {
        [(_, term)] => Some((Store::TRUE, term)),
        [(a, s), (b, t)] if store.or2(a, b) == Store::TRUE => Some((Store::TRUE, store.ite(a, t, s))),
        _ => None,
    }
}

/// The value of a variable in an equation that can be solved for it.
fn value_in(store: &mut Store, x: TermId, equation: TermId) -> Option<TermId> {
    let number = store.as_var(x)?;
    let found = solutions(store, equation).into_iter().find(|solution| solution.var() == number)?;
    match found {
        Solution::Term(_, term) => Some(term),
        Solution::Negation(_, term) => Some(store.not(term)),
        Solution::Linear(_) => solved_for(store, x, equation),
        Solution::Built(..) | Solution::Overwritten(..) => None,
    }
}

/// match: formula(b), b nowhere else      gives: formula(true) or formula(false)
fn eliminate_bool(store: &mut Store, x: TermId, conjuncts: &[TermId], exhaustive: bool) -> Option<(TermId, TermId)> {
    let all = store.and(conjuncts);
    let limit = if exhaustive { 20 * SMALL } else { SMALL };
    if tree_size(store, all, limit) >= limit {
        return None;
    }
    let with = Substitution::new([(x, Store::TRUE)]).apply(store, all);
    let without = Substitution::new([(x, Store::FALSE)]).apply(store, all);
    Some((store.or2(with, without), with))
}

/// The sides of the bounds on a number.
#[derive(Default)]
struct Sides {
    /// Terms it must be at least, and whether it must be above.
    low: Vec<(Linear, bool)>,
    /// Terms it must be at most, and whether it must be below.
    high: Vec<(Linear, bool)>,
    /// Terms it must not be.
    differs: Vec<Linear>,
    /// Whether every coefficient of the number was 1 or -1 (so that elimination is exact over Int).
    unit: bool,
}

/// Sorts literals `a·x + r ⋈ 0` into bounds on x; over Int with other coefficients the bound is rounded by `div`.
fn sides(store: &mut Store, x: TermId, conjuncts: &[TermId]) -> Option<Sides> {
    let int = store.sort_of(x) == SortId::INT;
    let mut sides = Sides { unit: true, ..Sides::default() };
    for &literal in conjuncts {
        if !is_literal(store, literal) {
            return None;
        }
        let (mut form, relation) = store.as_linear_literal(literal)?;
        let coefficient = form.coefficient(x);
        form.terms.retain(|(atom, _)| *atom != x);
        let rest: Vec<TermId> = form.terms.iter().map(|(atom, _)| *atom).collect();
        if coefficient.is_zero() || free_vars(store, &rest).contains(&x) {
            return None;
        }
        let unit = coefficient.abs().is_one();
        // x ⋈ -r/a
        let negative = coefficient.is_negative();
        let bound = if int && !unit {
            sides.unit = false;
            if matches!(relation, Relation::EqZero | Relation::LtZero) {
                return None;
            }
            let divisor = store.num(coefficient.abs(), SortId::INT);
            // a·x <= -r is x <= (-r) div a; -a·x <= -r is x >= -((-r) div a); a·x = -r only if x = (-r) div a.
            if relation == Relation::NeZero && negative {
                form.scale(&Rat::from(-1));
            }
            form.scale(&Rat::from(-1));
            let dividend = store.from_linear(&form, SortId::INT);
            let quotient = store.int_div(dividend, divisor);
            let mut quotient = store.linear(quotient);
            if negative && relation == Relation::LeZero {
                quotient.scale(&Rat::from(-1));
            }
            quotient
        } else {
            form.scale(&-&coefficient.recip());
            form
        };
        match relation {
            Relation::LeZero | Relation::LtZero => {
                let strict = relation == Relation::LtZero;
                if negative { sides.low.push((bound, strict)) } else { sides.high.push((bound, strict)) }
            }
            Relation::NeZero => sides.differs.push(bound),
            Relation::EqZero => return None,
        }
    }
    Some(sides)
}

/// Eliminates a number from literals it occurs in linearly.
fn eliminate_number(store: &mut Store, x: TermId, conjuncts: &[TermId], exhaustive: bool) -> Option<(TermId, TermId)> {
    let sort = store.sort_of(x);
    if let [equation] = *conjuncts
        && sort == SortId::INT
        && let Some(found) = eliminate_divisor(store, x, equation)
    {
        return Some(found);
    }
    let sides = sides(store, x, conjuncts)?;
    let one = Linear::constant(Rat::ONE);
    if sides.low.is_empty() || sides.high.is_empty() {
        // Far enough on the open side everything holds.
        let upwards = sides.high.is_empty();
        let sign = if upwards { Rat::ONE } else { Rat::from(-1) };
        let mut candidates = Vec::new();
        for (bound, strict) in sides.low.iter().chain(&sides.high) {
            candidates.push(if *strict { bound.plus(&sign, &one) } else { bound.clone() });
        }
        candidates.extend(sides.differs.iter().map(|bound| bound.plus(&sign, &one)));
        let witness = extremum(store, &candidates, sort, upwards)?;
        return Some((Store::TRUE, witness));
    }
    let (lows, highs) = (sides.low.len(), sides.high.len());
    if !sides.differs.is_empty() || !sides.unit || (lows * highs > lows + highs && !(exhaustive && lows * highs <= 30))
    {
        return None;
    }
    let mut parts = Vec::new();
    for (low, low_strict) in &sides.low {
        for (high, high_strict) in &sides.high {
            let difference = low.plus(&Rat::from(-1), high);
            // Over Int no bound is strict.
            parts.push(if *low_strict || *high_strict {
                let mut reverse = difference;
                reverse.scale(&Rat::from(-1));
                let le = store.le_zero(reverse, sort);
                store.not(le)
            } else {
                store.le_zero(difference, sort)
            });
        }
    }
    let low: Vec<Linear> = sides.low.iter().map(|(t, _)| t.clone()).collect();
    let mut witness = extremum(store, &low, sort, true)?;
    if sides.low.iter().chain(&sides.high).any(|(_, strict)| *strict) {
        let high: Vec<Linear> = sides.high.iter().map(|(t, _)| t.clone()).collect();
        let high = extremum(store, &high, sort, false)?;
        let sum = store.add(&[witness, high]);
        witness = store.scale(&Rat::new(crate::num::Int::ONE, crate::num::Int::from(2)), sum);
    }
    Some((store.and(&parts), witness))
}

/// match: a·x = r over Int, x nowhere else      gives: r mod a = 0, with x = r div a
fn eliminate_divisor(store: &mut Store, x: TermId, equation: TermId) -> Option<(TermId, TermId)> {
    let (mut form, Relation::EqZero) = store.as_linear_literal(equation)? else { return None };
    let coefficient = form.coefficient(x);
    form.terms.retain(|(atom, _)| *atom != x);
    let rest: Vec<TermId> = form.terms.iter().map(|(atom, _)| *atom).collect();
    if coefficient.is_zero() || free_vars(store, &rest).contains(&x) {
        return None;
    }
    form.scale(&Rat::from(-1));
    let rest = store.from_linear(&form, SortId::INT);
    let divisor = store.num(coefficient.clone(), SortId::INT);
    let witness = store.int_div(rest, divisor);
    Some((store.divisible(rest, coefficient.abs().to_int()?), witness))
}

/// The largest (or smallest) of some sums.
fn extremum(store: &mut Store, forms: &[Linear], sort: SortId, largest: bool) -> Option<TermId> {
    let mut best: Option<TermId> = None;
    for form in forms {
        let term = store.from_linear(form, sort);
        best = Some(match best {
            None => term,
            Some(old) => {
                let keep = if largest { store.ge(old, term) } else { store.le(old, term) };
                store.ite(keep, old, term)
            }
        });
    }
    best
}
