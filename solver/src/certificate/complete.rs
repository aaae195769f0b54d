//! Values for refutations of which only the clauses and premises are known.

use super::propagate::Values;
use crate::aggregate::{Extent, expand};
use crate::smt::{CancelToken, Purpose, SatResult, SmtConfig, SmtError, SmtSolver, SmtStatistics};
use crate::system::{PartialStep, Refutation, Step, System};
use crate::term::{Op, Store, TermId, Value, free_vars, postorder};

/// The result of [`complete`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// A refutation with values. Not checked: where values of the theory are left open, it may still be rejected.
    Complete(Refutation),
    /// There are no such values: these clauses in this order derive nothing.
    Spurious,
    /// The solver does not know, or gave values that cannot be represented.
    Unknown(String),
}

/// Finds the values of a refutation. What equations force is computed natively; one SMT query decides the rest.
///
/// The premises must be earlier steps that derive the body atoms' predicates, as in a [`Refutation`].
pub fn complete(
    store: &mut Store,
    system: &System,
    skeleton: &[PartialStep],
    smt: &SmtConfig,
    cancel: &CancelToken,
    statistics: &mut SmtStatistics,
) -> Result<Completion, SmtError> {
    let mut values = Values::new(store, system, skeleton);
    if !values.propagate(store, system, skeleton) {
        return Ok(Completion::Spurious);
    }
    let Some(parts) = values.open_parts(store) else { return Ok(Completion::Spurious) };
    let vars = free_vars(store, &parts);
    let model = if parts.is_empty() {
        Vec::new()
    } else {
        let mut solver = SmtSolver::new(smt.clone(), cancel.clone());
        let result = solve(store, &parts, &vars, &mut solver);
        statistics.add(&solver.take_statistics());
        match result? {
            Found::Values(model) => model,
            Found::Spurious => return Ok(Completion::Spurious),
            Found::Unknown(reason) => return Ok(Completion::Unknown(reason)),
        }
    };
    let mut found: hashbrown::HashMap<TermId, Value> = vars.into_iter().zip(model).collect();
    let mut steps = Vec::with_capacity(skeleton.len());
    for (index, step) in skeleton.iter().enumerate() {
        let mut chosen = Vec::new();
        for (i, &sort) in system.clause(step.clause).vars.iter().enumerate() {
            let image = values.image(index, i);
            // A variable that nothing depends on may have any value.
            let value = Value::from_term(store, image)
                .or_else(|| found.remove(&image))
                .or_else(|| Value::default_of(store, sort));
            match value {
                Some(value) => chosen.push(value),
                None => return Ok(Completion::Unknown("a datatype without values".to_string())),
            }
        }
        steps.push(Step { clause: step.clause, values: chosen, premises: step.premises.clone() });
    }
    Ok(Completion::Complete(Refutation { steps }))
}

/// Up to this length intervals are written out.
const LONGEST: u32 = 128;

enum Found {
    Values(Vec<Value>),
    Spurious,
    Unknown(String),
}

/// One query, or two where the theory leaves values open: a solution that depends on an open value
/// would be rejected later, so solutions with everything defined are looked for first.
fn solve(store: &mut Store, parts: &[TermId], vars: &[TermId], solver: &mut SmtSolver) -> Result<Found, SmtError> {
    // To the solver aggregates are uninterpreted functions; written out over short intervals they are what they are.
    let mut guards = Vec::new();
    let written: Vec<TermId> =
        parts.iter().map(|&part| expand(store, part, Extent::UpTo(LONGEST), &mut guards)).collect();
    if written != parts {
        guards.extend(written);
        let defined = definedness(store, &guards);
        guards.push(defined);
        let all = store.and(&guards);
        let (answer, model) = solver.check_formula(store, Purpose::Certificate, all, vars)?;
        if answer.is_sat() {
            return Ok(Found::Values(model));
        }
    }
    for &part in parts {
        solver.assert(store, part)?;
    }
    let guards = definedness(store, parts);
    if guards != Store::TRUE {
        let (answer, model) = solver.check_formula(store, Purpose::Certificate, guards, vars)?;
        if answer.is_sat() {
            return Ok(Found::Values(model));
        }
    }
    Ok(match solver.check(Purpose::Certificate, &[])? {
        SatResult::Sat => Found::Values(solver.eval(store, vars)?),
        SatResult::Unsat => Found::Spurious,
        SatResult::Unknown(reason) => Found::Unknown(reason),
    })
}

/// A condition under which every division and selector outside quantifiers is defined.
fn definedness(store: &mut Store, parts: &[TermId]) -> TermId {
    let mut guards = Vec::new();
    for term in postorder(store, parts) {
        let args = store.args(term).to_vec();
        if store.is_quantified(term) {
            continue;
        }
        match *store.op(term) {
            Op::IntDiv | Op::IntMod | Op::RealDiv => {
                let zero = store.num(crate::num::Rat::ZERO, store.sort_of(args[1]));
                guards.push(store.neq(args[1], zero));
            }
            Op::Project(constructor, _) => guards.push(store.test(constructor, args[0])),
            _ => {}
        }
    }
    store.and(&guards)
}

#[cfg(test)]
mod tests {
    use super::super::refutation_obligations;
    use super::super::testing::{clause, counter};
    use super::*;
    use crate::num::Int;
    use crate::smt::testing::binary;
    use crate::system::Atom;
    use crate::system::ClauseId;
    use crate::term::SortId;

    fn skeleton(clauses: &[(u32, &[usize])]) -> Vec<PartialStep> {
        let step = |&(clause, premises): &(u32, &[usize])| PartialStep {
            clause: ClauseId(clause),
            premises: premises.to_vec(),
            values: vec![],
        };
        clauses.iter().map(step).collect()
    }

    fn run(s: &mut Store, system: &System, skeleton: &[PartialStep]) -> (Completion, SmtStatistics) {
        let mut statistics = SmtStatistics::default();
        let smt = SmtConfig::new(&binary());
        let result = complete(s, system, skeleton, &smt, &CancelToken::new(), &mut statistics);
        (result.expect("the solver works"), statistics)
    }

    #[test]
    fn deterministic_steps_need_no_query() {
        let mut s = Store::new();
        let system = counter(&mut s, 5000, 3000);
        let mut steps = skeleton(&[(0, &[])]);
        for i in 0..3000 {
            steps.push(PartialStep { clause: ClauseId(1), premises: vec![i], values: vec![] });
        }
        steps.push(PartialStep { clause: ClauseId(2), premises: vec![3000], values: vec![] });
        let (result, statistics) = run(&mut s, &system, &steps);
        let Completion::Complete(refutation) = result else { panic!("{result:?}") };
        assert_eq!(statistics.total().queries, 0);
        assert_eq!(refutation_obligations(&mut s, &system, &refutation), Ok(vec![]));
        steps[3001].premises = vec![2999];
        assert_eq!(run(&mut s, &system, &steps).0, Completion::Spurious);
    }

    /// `x > 3 → P(x, y)`; `P(x, y) ∧ P(y, z) ∧ 2x + z = 5y → false`, values free but for the constraints.
    #[test]
    fn free_values_come_from_the_solver() {
        let mut s = Store::new();
        let mut system = System::new();
        let int = SortId::INT;
        let p = system.add_pred("P", vec![int, int]);
        let (x, y, z, three) = (s.var(0, int), s.var(1, int), s.var(2, int), s.int(3));
        let fact = s.gt(x, three);
        let two_x = s.scale(&2.into(), x);
        let five_y = s.scale(&5.into(), y);
        let sum = s.add(&[two_x, z]);
        let query = s.eq(sum, five_y);
        system.add_clause(clause(&[int, int], &[], fact, Some(Atom::new(p, [x, y]))));
        let body = [Atom::new(p, [x, y]), Atom::new(p, [y, z])];
        system.add_clause(clause(&[int, int, int], &body, query, None));
        let steps = skeleton(&[(0, &[]), (0, &[]), (1, &[0, 1])]);
        let Completion::Complete(refutation) = run(&mut s, &system, &steps).0 else { panic!("no values") };
        assert_eq!(refutation_obligations(&mut s, &system, &refutation), Ok(vec![]));
        // One step for both premises forces x = y = z, hence 3x = 5x, against x > 3.
        let steps = skeleton(&[(0, &[]), (1, &[0, 0])]);
        assert_eq!(run(&mut s, &system, &steps).0, Completion::Spurious);
    }

    #[test]
    fn values_with_everything_defined_are_preferred() {
        let mut s = Store::new();
        let mut system = System::new();
        let int = SortId::INT;
        let p = system.add_pred("P", vec![int]);
        let (x, y, seven) = (s.var(0, int), s.var(1, int), s.int(7));
        let quotient = s.int_div(x, y);
        let constraint = s.eq(quotient, seven);
        system.add_clause(clause(&[int, int], &[], constraint, Some(Atom::new(p, [x]))));
        system.add_clause(clause(&[int], &[Atom::new(p, [x])], Store::TRUE, None));
        let mut steps = skeleton(&[(0, &[]), (1, &[0])]);
        let Completion::Complete(refutation) = run(&mut s, &system, &steps).0 else { panic!("no values") };
        assert_eq!(refutation_obligations(&mut s, &system, &refutation), Ok(vec![]));
        // Known values are kept.
        steps[0].values = vec![Some(Value::Int(Int::from(29))), None];
        let Completion::Complete(refutation) = run(&mut s, &system, &steps).0 else { panic!("no values") };
        assert_eq!(refutation.steps[0].values, [Value::Int(Int::from(29)), Value::Int(Int::from(4))]);
    }
}
