//! Questions about conjunctions: entailment, redundancy, projection.

use super::{Answer, Constraint, Form, LinearProblem};
use crate::num::Rat;
use crate::term::Relation;

/// Whether the constraints imply another one. False may mean that it was not found out. `integral` says which variables
/// are integers.
pub fn implies(integral: &[bool], constraints: &[Constraint], conclusion: &Constraint) -> bool {
    let mut problem = LinearProblem::new(integral);
    for constraint in constraints {
        problem.add(constraint);
    }
    entails(&mut problem, conclusion)
}

/// Whether the constraints in force imply another one; leaves the problem as it was.
pub(super) fn entails(problem: &mut LinearProblem, conclusion: &Constraint) -> bool {
    conclusion.negated().iter().all(|case| {
        problem.push();
        problem.add(case);
        let answer = problem.check();
        problem.pop();
        matches!(answer, Answer::Unsat(_) | Answer::UnsatByCases)
    })
}

/// The constraints without those that the others imply, later ones going first.
pub fn irredundant(integral: &[bool], constraints: &[Constraint]) -> Vec<Constraint> {
    let mut kept = constraints.to_vec();
    for i in (0..kept.len()).rev() {
        let conclusion = kept.remove(i);
        if !implies(integral, &kept, &conclusion) {
            kept.insert(i, conclusion);
        }
    }
    kept
}

/// Eliminates a variable over the rationals: constraints over the others that hold exactly where the variable has a
/// rational value that satisfies the given ones. Over the integers the result is implied but may be weaker than the
/// projection. `None` if more than `limit` constraints arise, or if a disequality mentions the variable.
pub fn eliminate(constraints: &[Constraint], var: u32, limit: usize) -> Option<Vec<Constraint>> {
    let (mentioning, mut rest): (Vec<&Constraint>, Vec<&Constraint>) =
        constraints.iter().partition(|c| c.form.coefficient(var).is_some());
    if mentioning.iter().any(|c| c.relation == Relation::NeZero) {
        return None;
    }
    let mut result: Vec<Constraint> = rest.drain(..).cloned().collect();
    // An equality is solved for the variable.
    if let Some(equality) = mentioning.iter().find(|c| c.relation == Relation::EqZero)
        && let Some(own) = equality.form.coefficient(var).cloned()
    {
        for constraint in mentioning.iter().filter(|c| !std::ptr::eq(**c, *equality)) {
            if let Some(c) = constraint.form.coefficient(var) {
                let form = constraint.form.plus(&-(c / &own), &equality.form);
                push_new(&mut result, Constraint::new(form, constraint.relation));
            }
        }
        return (result.len() <= limit).then_some(result);
    }
    let (upper, lower): (Vec<&Constraint>, Vec<&Constraint>) =
        mentioning.into_iter().partition(|c| c.form.coefficient(var).is_some_and(Rat::is_positive));
    for a in &upper {
        for b in &lower {
            if let (Some(p), Some(n)) = (a.form.coefficient(var), b.form.coefficient(var)) {
                let mut form: Form = a.form.clone();
                form.scale(&-n);
                let form = form.plus(p, &b.form);
                let strict = a.relation == Relation::LtZero || b.relation == Relation::LtZero;
                push_new(&mut result, Constraint::new(form, if strict { Relation::LtZero } else { Relation::LeZero }));
                if result.len() > limit {
                    return None;
                }
            }
        }
    }
    Some(result)
}

/// Adds a constraint unless it is trivial or there already. A contradictory constant constraint is kept: it says that
/// nothing is left.
fn push_new(constraints: &mut Vec<Constraint>, mut constraint: Constraint) {
    constraint.form.normalise();
    if constraint.form.is_constant() && constraint.holds(|_| &Rat::ZERO) {
        return;
    }
    if !constraints.contains(&constraint) {
        constraints.push(constraint);
    }
}
