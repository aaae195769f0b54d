//! Obligations to the SMT solver: a fresh process, every clause in it, the undecided ones again by themselves.

use super::model::describe;
use super::{Obligation, Rejection, has_open_values};
use crate::smt::{CancelToken, Purpose, SatResult, SmtConfig, SmtSolver, SmtStatistics, Steps};
use crate::system::System;
use crate::term::{Store, postorder};

/// Obligations sent in one write. More would fill the solver with formulas that are switched off; fewer cost round
/// trips.
const BATCH: usize = 24;
/// Limit for an obligation in the shared process. What needs longer gets processes of its own.
const FIRST_LIMIT: Steps = Steps::millis(500);
/// How these are asked, one after the other: under an assumption, for which Z3 has other tactics, or not; and their
/// limits.
const TRIES: [(bool, Option<Steps>); 3] =
    [(false, Some(Steps::seconds(1))), (true, Some(Steps::seconds(2))), (false, None)];
/// The same for an easier consequence of a large obligation.
const EASIER_LIMIT: Steps = Steps::seconds(2);
/// Obligations with more term nodes get a process of their own at once.
const LARGE: usize = 1_200;

/// Shows that every obligation is unsatisfiable, with a process that knows nothing else.
///
/// Queries are counted in `statistics`. The only limit for all together is `cancel`.
pub fn discharge(
    store: &Store,
    system: &System,
    obligations: &[Obligation],
    smt: &SmtConfig,
    cancel: &CancelToken,
    statistics: &mut SmtStatistics,
) -> Result<(), Rejection> {
    if obligations.is_empty() {
        return Ok(());
    }
    let mut shared = SmtConfig { cores: false, query_limit: Some(FIRST_LIMIT), ..smt.clone() };
    shared.options.retain(|(key, _)| !key.starts_with("fp."));
    // Incremental solving is slower with what is large, and all other large ones would be in its way.
    let size = |o: &&Obligation| postorder(store, &[o.weaker.unwrap_or(o.formula)]).len();
    let (small, large): (Vec<&Obligation>, Vec<&Obligation>) = obligations.iter().partition(|o| size(o) <= LARGE);
    let mut solver = SmtSolver::new(shared.clone(), cancel.clone());
    let undecided = first_pass(store, system, &small, &mut solver);
    statistics.add(&solver.take_statistics());
    drop(solver);
    let easier = SmtConfig { query_limit: Some(EASIER_LIMIT), ..shared.clone() };
    let mut alone: Vec<(&Obligation, &[(bool, Option<Steps>)])> =
        undecided?.into_iter().map(|obligation| (obligation, &TRIES[..])).collect();
    for obligation in large {
        // What is easier to decide gets its chance.
        if obligation.weaker.is_none() || !easier_is_unsat(store, obligation, &easier, cancel, statistics)? {
            alone.push((obligation, &TRIES[2..]));
        }
    }
    for (obligation, tries) in alone {
        let mut answer = SatResult::Unknown("not asked".to_string());
        for &(assumed, query_limit) in tries {
            let config = SmtConfig { query_limit, ..shared.clone() };
            answer = by_itself(store, obligation, assumed, config, cancel, statistics)?;
            if !matches!(answer, SatResult::Unknown(_)) {
                break;
            }
        }
        match answer {
            SatResult::Unsat => {}
            SatResult::Sat if obligation.exact => return Err(violated(store, system, obligation)),
            SatResult::Sat => {
                let what = describe_obligation(system, obligation);
                return Err(Rejection::Undecided(format!(
                    "{what}: more about its measures or aggregates would have to be known"
                )));
            }
            SatResult::Unknown(reason) => {
                let what = describe_obligation(system, obligation);
                return Err(Rejection::Undecided(format!("{what}: the SMT solver does not know ({reason})")));
            }
        }
    }
    Ok(())
}

/// Asks for one obligation in a process of its own.
fn by_itself(
    store: &Store,
    obligation: &Obligation,
    assumed: bool,
    config: SmtConfig,
    cancel: &CancelToken,
    statistics: &mut SmtStatistics,
) -> Result<SatResult, Rejection> {
    let mut solver = SmtSolver::new(config, cancel.clone());
    let answer = match assumed {
        true => {
            let literal = solver.new_literal();
            let told = solver.assert_implied(store, literal, obligation.formula);
            told.and_then(|()| solver.check(Purpose::Certificate, &[literal]))
        }
        false => {
            let told = solver.assert(store, obligation.formula);
            told.and_then(|()| solver.check(Purpose::Certificate, &[]))
        }
    };
    statistics.add(&solver.take_statistics());
    answer.map_err(Rejection::Smt)
}

/// Whether the easier consequence of an obligation is unsatisfiable, by a process of its own.
fn easier_is_unsat(
    store: &Store,
    obligation: &Obligation,
    smt: &SmtConfig,
    cancel: &CancelToken,
    statistics: &mut SmtStatistics,
) -> Result<bool, Rejection> {
    let Some(weaker) = obligation.weaker else { return Ok(false) };
    let mut solver = SmtSolver::new(smt.clone(), cancel.clone());
    let answer = solver.assert(store, weaker).and_then(|()| solver.check(Purpose::Certificate, &[]));
    statistics.add(&solver.take_statistics());
    Ok(answer.map_err(Rejection::Smt)? == SatResult::Unsat)
}

/// All obligations in one process; those that it could not decide.
fn first_pass<'a>(
    store: &Store,
    system: &System,
    obligations: &[&'a Obligation],
    solver: &mut SmtSolver,
) -> Result<Vec<&'a Obligation>, Rejection> {
    let mut undecided = Vec::new();
    for batch in obligations.chunks(BATCH) {
        solver.push();
        let mut queries = Vec::with_capacity(batch.len());
        for obligation in batch {
            let literal = solver.new_literal();
            solver
                .assert_implied(store, literal, obligation.weaker.unwrap_or(obligation.formula))
                .map_err(Rejection::Smt)?;
            queries.push(vec![literal]);
        }
        let answers = solver.check_batch(Purpose::Certificate, &queries).map_err(Rejection::Smt)?;
        for (&obligation, answer) in batch.iter().zip(answers) {
            match answer {
                SatResult::Unsat => {}
                SatResult::Sat if obligation.weaker.is_none() && obligation.exact => {
                    return Err(violated(store, system, obligation));
                }
                SatResult::Sat | SatResult::Unknown(_) => undecided.push(obligation),
            }
        }
        solver.pop(1);
    }
    Ok(undecided)
}

fn violated(store: &Store, system: &System, obligation: &Obligation) -> Rejection {
    let what = describe_obligation(system, obligation);
    // A step that can be evaluated leaves no obligation.
    let open = obligation.step.is_some() && has_open_values(store, &[obligation.formula]);
    if open { Rejection::Open(what) } else { Rejection::Violated(what) }
}

fn describe_obligation(system: &System, obligation: &Obligation) -> String {
    if let Some(claim) = obligation.claim {
        return format!("claim {claim} about the functions of the model");
    }
    let clause = describe(system, obligation.clause);
    match obligation.step {
        Some(step) => format!("step {step}, an instance of {clause}"),
        None => clause,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{clause, counter, counter_model};
    use super::super::{model_obligations, refutation_obligations};
    use super::*;
    use crate::smt::testing::binary;
    use crate::system::{Atom, ClauseId, Model, PredId, Refutation};
    use crate::term::{SortId, TermId};

    fn check(s: &Store, system: &System, obligations: &[Obligation]) -> Result<(), Rejection> {
        let mut statistics = SmtStatistics::default();
        let result =
            discharge(s, system, obligations, &SmtConfig::new(&binary()), &CancelToken::new(), &mut statistics);
        if !obligations.is_empty() {
            assert!(statistics.of(Purpose::Certificate).queries > 0);
        }
        result
    }

    fn obligation(formula: TermId) -> Obligation {
        Obligation { clause: ClauseId(0), step: None, claim: None, formula, weaker: None, exact: true }
    }

    #[test]
    fn a_wrong_model_is_rejected_with_the_clause() {
        let mut s = Store::new();
        let system = counter(&mut s, 10, 11);
        let model = counter_model(&mut s, 0, 9);
        let left = model_obligations(&mut s, &system, &model).expect("well-formed");
        assert_eq!(check(&s, &system, &left), Err(Rejection::Violated("clause 1".to_string())));
    }

    /// One process for certificates of many systems, each with terms of its own store under the same numbers: none says
    /// anything of another one.
    #[test]
    fn a_process_that_is_used_again_knows_nothing() {
        let (smt, cancel) = (SmtConfig::new(&binary()), CancelToken::new());
        let mut spawns = 0;
        for round in 0..12 {
            let mut s = Store::new();
            let (last, bad) = if round % 3 == 2 { (9, Some("clause 1")) } else { (10, None) };
            let system = counter(&mut s, 10, 11);
            let model = counter_model(&mut s, 0, last);
            let mut left = model_obligations(&mut s, &system, &model).expect("well-formed");
            // Other terms under the numbers that the one before has used, with names of their own for what they share.
            let (x, y) = (s.var(0, SortId::INT), s.var(1, if round % 2 == 0 { SortId::INT } else { SortId::REAL }));
            let product = s.mul(x, x);
            let (minus_one, same) = (s.int(-1), s.eq(y, y));
            let shared = s.le(product, minus_one);
            left.push(obligation(s.and2(shared, same)));
            let mut statistics = SmtStatistics::default();
            let result = discharge(&s, &system, &left, &smt, &cancel, &mut statistics);
            assert_eq!(result, bad.map_or(Ok(()), |clause| Err(Rejection::Violated(clause.to_string()))), "{round}");
            spawns += statistics.spawns;
        }
        assert_eq!(spawns, 1);
    }

    #[test]
    fn many_obligations_are_batched() {
        let mut s = Store::new();
        let system = counter(&mut s, 10, 11);
        let (x, y) = (s.var(0, SortId::INT), s.var(1, SortId::INT));
        let product = s.mul(x, x);
        let mut obligations = Vec::new();
        for i in 0..100 {
            let (i, minus_one) = (s.int(i), s.int(-1));
            let (a, b) = (s.eq(y, i), s.le(product, minus_one));
            obligations.push(obligation(s.and2(a, b)));
        }
        assert_eq!(check(&s, &system, &obligations), Ok(()));
        obligations.push(obligation(s.eq(x, y)));
        assert!(matches!(check(&s, &system, &obligations), Err(Rejection::Violated(_))));
    }

    /// `x >= 0 → P(x)`; `P(x) ∧ P(y) → Q(x + y)`; `Q(x) ∧ x < 0 → false`, with Q defined by a quantifier.
    #[test]
    fn quantified_definitions_are_checked() {
        let mut s = Store::new();
        let mut system = System::new();
        let p = system.add_pred("P", vec![SortId::INT]);
        let q = system.add_pred("Q", vec![SortId::INT]);
        let int = SortId::INT;
        let (x, y, zero) = (s.var(0, int), s.var(1, int), s.int(0));
        let (ge, lt, sum) = (s.ge(x, zero), s.lt(x, zero), s.add(&[x, y]));
        system.add_clause(clause(&[int], &[], ge, Some(Atom::new(p, [x]))));
        let body = [Atom::new(p, [x]), Atom::new(p, [y])];
        system.add_clause(clause(&[int, int], &body, Store::TRUE, Some(Atom::new(q, [sum]))));
        system.add_clause(clause(&[int], &[Atom::new(q, [x])], lt, None));
        // Q(z) := exists a b. a >= 0 and b >= 0 and z = a + b
        let (i, j) = (s.fresh_bound(), s.fresh_bound());
        let (a, b) = (s.bound(i, int), s.bound(j, int));
        let (pa, pb, total) = (s.ge(a, zero), s.ge(b, zero), s.add(&[a, b]));
        let equal = s.eq(x, total);
        let inside = s.and(&[pa, pb, equal]);
        let definition = s.exists(&[(i, int), (j, int)], inside);
        let model = Model { definitions: vec![ge, definition] };
        let left = model_obligations(&mut s, &system, &model).expect("well-formed");
        assert_eq!(check(&s, &system, &left), Ok(()));
        // Without the bound on b the last clause fails.
        let inside = s.and2(pa, equal);
        let definition = s.exists(&[(i, int), (j, int)], inside);
        let model = Model { definitions: vec![ge, definition] };
        let left = model_obligations(&mut s, &system, &model).expect("well-formed");
        assert!(matches!(check(&s, &system, &left), Err(Rejection::Violated(_))));
    }

    #[test]
    fn steps_with_open_values_are_decided_for_all_choices() {
        use super::super::testing::step;
        let mut s = Store::new();
        let int = SortId::INT;
        let (x, y) = (s.var(0, int), s.var(1, int));
        let quotient = s.int_div(x, y);
        for (bound, accepted) in [(None, true), (Some(7), false)] {
            let mut system = System::new();
            let p = system.add_pred("P", vec![int]);
            let bound = bound.map_or(quotient, |b| s.int(b));
            // bound <= x div y -> P(x div y);  P(x) -> false
            let constraint = s.le(bound, quotient);
            system.add_clause(clause(&[int, int], &[], constraint, Some(Atom::new(p, [x]))));
            system.add_clause(clause(&[int], &[Atom::new(PredId(0), [x])], Store::TRUE, None));
            let refutation = Refutation { steps: vec![step(0, &[1, 0], &[]), step(1, &[1], &[0])] };
            let left = refutation_obligations(&mut s, &system, &refutation).expect("well-formed");
            assert_eq!(check(&s, &system, &left).is_ok(), accepted);
        }
    }

    #[test]
    fn a_cancelled_check_accepts_nothing() {
        let mut s = Store::new();
        let system = counter(&mut s, 10, 11);
        let x = s.var(0, SortId::INT);
        let product = s.mul(x, x);
        let minus_one = s.int(-1);
        let left = [obligation(s.le(product, minus_one))];
        let cancel = CancelToken::new();
        cancel.cancel();
        let mut statistics = SmtStatistics::default();
        let result = discharge(&s, &system, &left, &SmtConfig::new(&binary()), &cancel, &mut statistics);
        assert!(matches!(result, Err(Rejection::Smt(_))));
    }
}
