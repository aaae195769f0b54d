//! Interpolants cube by cube: between a formula that is true of many cubes and one that is true of few, without the SMT
//! process's interpolation.
//!
//! A model of the first formula gives a cube that implies it; where cube and second formula contradict each other over
//! the rationals, Farkas' lemma gives a half-space between them, the one next to the cube. The disjunction of such
//! half-spaces is an interpolant as soon as it covers the first formula. (After Albarghouthi, McMillan: *Beautiful
//! interpolants*, CAV 2013.) A half-space next to the cube says how far so many steps can go, which is what a power of
//! a transition relation needs to know.

use super::limits::LIMITS;
use crate::engine::Context;
use crate::interpolate::{HornInterpolator, Interpolation, Interpolator, TreeProblem};
use crate::linear::{Constraint, Form, LinearProblem};
use crate::num::Rat;
use crate::project::implicant;
use crate::smt::{Purpose, SatResult, SmtSolver};
use crate::system::Reason;
use crate::term::{Assignment, Evaluator, Linear, Op, Relation, SortId, Store, TermId, conjuncts, free_vars};
use hashbrown::HashMap;

use super::formulas::read_model;

/// What lies between a cube and the second formula.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Follows from the cube, contradicts the second formula.
    formula: TermId,
    /// For a half-space the parallel one that follows from the second formula: other cubes may lie on this side of it
    /// as well.
    opposite: Option<TermId>,
}

/// A formula over shared variables (those for which `shared` holds) that follows from `first` and contradicts `second`;
/// `None` if half-spaces and literals do not suffice or too many are needed. The solvers have empty stacks and are left
/// so.
pub(super) fn interpolate(
    cx: &mut Context,
    [solver, other]: &mut [SmtSolver; 2],
    first: TermId,
    second: TermId,
    shared: &dyn Fn(u32) -> bool,
) -> Result<Option<TermId>, Reason> {
    solver.push();
    let result = cover(cx, solver, other, first, second, shared);
    solver.pop(1);
    result
}

/// The same over any variables that both formulas have, by the model of a recursion-free system: it takes longer, and
/// needs neither half-spaces nor few cubes.
pub(super) fn interpolate_by_clauses(cx: &mut Context, first: TermId, second: TermId) -> Result<TermId, Reason> {
    match HornInterpolator::usual().interpolate(cx, &TreeProblem::sequence(&[first, second]))? {
        Interpolation::Interpolants(interpolants) => Ok(interpolants[0]),
        Interpolation::Satisfiable => Err(Reason::Smt("interpolation contradicts the solver".to_string())),
    }
}

fn cover(
    cx: &mut Context,
    solver: &mut SmtSolver,
    other: &mut SmtSolver,
    first: TermId,
    second: TermId,
    shared: &dyn Fn(u32) -> bool,
) -> Result<Option<TermId>, Reason> {
    solver.assert(&cx.store, first)?;
    let mut covered: Vec<Part> = Vec::new();
    for _ in 0..LIMITS.cubes {
        cx.check()?;
        match solver.check(Purpose::Interpolation, &[])? {
            SatResult::Unsat => {
                let parts: Vec<TermId> = covered.iter().map(|p| p.formula).collect();
                return Ok(Some(cx.store.or(&parts)));
            }
            SatResult::Unknown(_) => return Ok(None),
            SatResult::Sat => {}
        }
        let model = read_model(&cx.store, solver, &[first])?;
        let Some(cube) = cube(&mut cx.store, first, &model) else { return Ok(None) };
        // A half-space found for another cube, moved, rather than a new one.
        let moved = covered.iter().find_map(|part| {
            let found = between(&mut cx.store, &cube, &[part.opposite?], shared)?;
            Some(Part { formula: found.formula, opposite: part.opposite })
        });
        let part = match moved {
            Some(moved) => moved,
            None => match separate(cx, other, &cube, second, shared)? {
                Some(part) => part,
                None => return Ok(None),
            },
        };
        let rest = cx.store.not(part.formula);
        solver.assert(&cx.store, rest)?;
        covered.retain(|p| !weaker(&cx.store, part.formula, p.formula));
        covered.push(part);
    }
    Ok(None)
}

/// Whether two half-spaces are parallel and the first contains the second.
fn weaker(store: &Store, one: TermId, other: TermId) -> bool {
    let (Some((a, r)), Some((b, q))) = (store.as_linear_literal(one), store.as_linear_literal(other)) else {
        return false;
    };
    let bounds = |r: Relation| matches!(r, Relation::LeZero | Relation::LtZero);
    bounds(r) && bounds(q) && a.terms == b.terms && (a.constant < b.constant || one == other)
}

/// The cube of a formula at a model, disequalities of numbers as the inequality that holds there.
fn cube(store: &mut Store, formula: TermId, model: &Assignment) -> Option<Vec<TermId>> {
    let mut cube = implicant(store, &[formula], model)?;
    for literal in &mut cube {
        let Op::Not = store.op(*literal) else { continue };
        let inner = store.args(*literal)[0];
        let (Op::Eq, &[left, right]) = (store.op(inner), store.args(inner)) else { continue };
        if !store.sort_of(left).is_arith() {
            continue;
        }
        let (less, more) = (store.lt(left, right), store.gt(left, right));
        *literal = if Evaluator::new(store, model).holds(less) { less } else { more };
    }
    Some(cube)
}

/// A formula that follows from a cube and contradicts `second`.
fn separate(
    cx: &mut Context,
    solver: &mut SmtSolver,
    cube: &[TermId],
    second: TermId,
    shared: &dyn Fn(u32) -> bool,
) -> Result<Option<Part>, Reason> {
    let literals = conjuncts(&cx.store, second);
    if let Some(part) = between(&mut cx.store, cube, &literals, shared) {
        return Ok(Some(part));
    }
    solver.push();
    let result = separate_all(cx, solver, cube, second, shared);
    solver.pop(1);
    Ok(result?.map(|formula| Part { formula, opposite: None }))
}

/// The same where the second formula is no cube, or its disequalities matter: cube by cube.
fn separate_all(
    cx: &mut Context,
    solver: &mut SmtSolver,
    cube: &[TermId],
    second: TermId,
    shared: &dyn Fn(u32) -> bool,
) -> Result<Option<TermId>, Reason> {
    solver.assert(&cx.store, second)?;
    let mut parts = Vec::new();
    for _ in 0..LIMITS.cubes {
        match solver.check(Purpose::Interpolation, &[])? {
            SatResult::Unsat => return Ok(Some(cx.store.and(&parts))),
            SatResult::Unknown(_) => return Ok(None),
            SatResult::Sat => {}
        }
        let model = read_model(&cx.store, solver, &[second])?;
        let Some(other) = self::cube(&mut cx.store, second, &model) else { return Ok(None) };
        let Some(part) = between(&mut cx.store, cube, &other, shared) else { return Ok(None) };
        solver.assert(&cx.store, part.formula)?;
        parts.push(part.formula);
    }
    Ok(None)
}

/// A literal or half-space that follows from the first cube and contradicts the second.
fn between(store: &mut Store, first: &[TermId], second: &[TermId], shared: &dyn Fn(u32) -> bool) -> Option<Part> {
    let expressible =
        |store: &Store, t: TermId| free_vars(store, &[t]).iter().all(|v| store.as_var(*v).is_some_and(shared));
    for &literal in first {
        let opposite = store.not(literal);
        if (second.contains(&opposite) || literal == Store::FALSE) && expressible(store, literal) {
            return Some(Part { formula: literal, opposite: None });
        }
    }
    let mut columns = Columns { terms: Vec::new(), numbers: HashMap::new() };
    let mut constraints = Vec::new();
    let mut part = Vec::new();
    for (side, cube) in [first, second].into_iter().enumerate() {
        for &literal in cube {
            let Some((linear, relation)) = store.as_linear_literal(literal) else { continue };
            if relation != Relation::NeZero {
                constraints.push(Constraint::new(columns.form(&linear), relation));
                part.push(side);
            }
        }
    }
    let integral: Vec<bool> = columns.terms.iter().map(|&t| store.sort_of(t) == SortId::INT).collect();
    let mut problem = LinearProblem::new(&integral);
    problem.max_pivots = LIMITS.cubes_pivots;
    for constraint in &constraints {
        problem.add(constraint);
    }
    let certificate = problem.check_rational()?;
    let mut sides = Vec::with_capacity(2);
    for side in [0, 1] {
        let part: Vec<usize> = part.iter().map(|p| p ^ side).collect();
        let mut half = certificate.sequence_interpolants(problem.constraints(), &part, 2).swap_remove(0);
        if half.form.is_constant() {
            sides.push(store.bool(half.holds(|_| &Rat::ZERO)));
            continue;
        }
        let whole = half.form.terms.iter().all(|(v, _)| integral[*v as usize]);
        if whole {
            half = half.rounded();
        }
        sides.push(columns.term(store, &half, if whole { SortId::INT } else { SortId::REAL }));
    }
    let opposite = Some(sides[1]).filter(|&o| !store.is_ground(o));
    expressible(store, sides[0]).then_some(Part { formula: sides[0], opposite })
}

/// Numbers for the atoms of linear sums, which need not be variables.
struct Columns {
    terms: Vec<TermId>,
    numbers: HashMap<TermId, u32>,
}

impl Columns {
    fn form(&mut self, linear: &Linear) -> Form {
        let terms = linear.terms.iter().map(|(atom, coefficient)| {
            let number = *self.numbers.entry(*atom).or_insert_with(|| {
                self.terms.push(*atom);
                self.terms.len() as u32 - 1
            });
            (number, coefficient.clone())
        });
        Form::from_terms(terms.collect(), linear.constant.clone())
    }

    fn term(&self, store: &mut Store, constraint: &Constraint, sort: SortId) -> TermId {
        let mut sum = Linear::constant(constraint.form.constant.clone());
        for (number, coefficient) in &constraint.form.terms {
            sum = sum.plus(coefficient, &Linear::atom(self.terms[*number as usize]));
        }
        match constraint.relation {
            Relation::LtZero => {
                sum.scale(&Rat::from(-1));
                let complement = store.le_zero(sum, sort);
                store.not(complement)
            }
            Relation::EqZero => store.eq_zero(sum, sort),
            _ => store.le_zero(sum, sort),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::read;

    #[test]
    fn half_spaces_next_to_the_cubes() {
        let (mut cx, _) = read("(set-logic HORN)(check-sat)", 20);
        let v = cx.store.vars(0, &[SortId::INT; 3]);
        let s = &mut cx.store;
        // x → y → z, each one more or two more; against x = 0 and z >= 10.
        let mut first = Vec::new();
        for (a, b) in [(v[0], v[1]), (v[1], v[2])] {
            let (one, two) = (s.int(1), s.int(2));
            let (one, two) = (s.add(&[a, one]), s.add(&[a, two]));
            let ways = [s.eq(b, one), s.eq(b, two)];
            first.push(s.or(&ways));
        }
        let first = s.and(&first);
        let (zero, ten) = (s.int(0), s.int(10));
        let second = [s.eq(v[0], zero), s.ge(v[2], ten)];
        let second = s.and(&second);
        let mut solvers = [cx.solver(), cx.solver()];
        let found = interpolate(&mut cx, &mut solvers, first, second, &|v| v != 1).unwrap().expect("an interpolant");
        let [mut solver, _] = solvers;
        // One half-space for all four cubes: one of them reaches four further, none reaches five.
        assert!(cx.store.as_linear_literal(found).is_some());
        let both = cx.store.and2(found, second);
        assert!(solver.check_formula(&cx.store, Purpose::Other, both, &[]).unwrap().0.is_unsat());
        let outside = cx.store.not(found);
        let missed = cx.store.and2(first, outside);
        assert!(solver.check_formula(&cx.store, Purpose::Other, missed, &[]).unwrap().0.is_unsat());
        let four = cx.store.int(4);
        let difference = cx.store.sub(v[2], v[0]);
        let beyond = cx.store.gt(difference, four);
        let beyond = cx.store.and2(found, beyond);
        assert!(solver.check_formula(&cx.store, Purpose::Other, beyond, &[]).unwrap().0.is_unsat());
    }
}
