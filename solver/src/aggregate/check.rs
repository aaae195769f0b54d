//! The laws of a user's monoid put to the SMT process.

use super::laws::{Law, laws};
use crate::smt::{Purpose, SatResult, SmtError, SmtSolver};
use crate::term::{AggregateId, Store, Value};

/// Why a monoid cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    /// A law fails for these values of its variables.
    Fails(Law, Vec<Value>),
    /// The solver does not know whether a law holds; says why.
    Open(Law, String),
}

/// The first law of an aggregate that does not hold, or cannot be shown to. Errors are those of the process.
pub fn defect(store: &mut Store, id: AggregateId, solver: &mut SmtSolver) -> Result<Option<Defect>, SmtError> {
    for law in laws(store, id) {
        let violated = store.not(law.formula);
        if violated == Store::FALSE {
            continue;
        }
        match solver.check_formula(store, Purpose::Certificate, violated, &law.vars)? {
            (SatResult::Unsat, _) => {}
            (SatResult::Sat, values) => return Ok(Some(Defect::Fails(law, values))),
            (SatResult::Unknown(why), _) => return Ok(Some(Defect::Open(law, why))),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::testing::binary;
    use crate::smt::{CancelToken, SmtConfig};
    use crate::term::{Aggregate, AggregateKind, SortId, TermId};

    /// The defect of the monoid over Int with that unit, operation and inverse.
    fn check(
        unit: i64,
        operation: impl Fn(&mut Store, TermId, TermId) -> TermId,
        inverse: Option<fn(&mut Store, TermId) -> TermId>,
    ) -> Option<Defect> {
        let mut s = Store::new();
        let (x, y, unit) = (s.var(0, SortId::INT), s.var(1, SortId::INT), s.int(unit));
        let operation = operation(&mut s, x, y);
        let inverse = inverse.map(|f| f(&mut s, x));
        let kind = AggregateKind::Monoid { unit, operation, inverse };
        let id = s.define_aggregate(Aggregate { kind, element: SortId::INT, aliens: vec![], cell: x });
        let mut solver = SmtSolver::new(SmtConfig::new(&binary()), CancelToken::new());
        defect(&mut s, id, &mut solver).expect("the solver works")
    }

    fn law(defect: Option<Defect>) -> Option<&'static str> {
        match defect? {
            Defect::Fails(law, values) => {
                assert_eq!(values.len(), law.vars.len());
                Some(law.name)
            }
            Defect::Open(law, why) => panic!("{}: {why}", law.name),
        }
    }

    #[test]
    fn monoids_are_told_from_what_is_none() {
        assert_eq!(law(check(0, |s, x, y| s.add(&[x, y]), None)), None);
        assert_eq!(law(check(0, |s, x, y| s.add(&[x, y]), Some(|s, x| s.neg(x)))), None);
        assert_eq!(law(check(1, |s, x, y| s.add(&[x, y]), None)), Some("left unit"));
        assert_eq!(law(check(0, |s, x, y| s.sub(x, y), None)), Some("associativity"));
        assert_eq!(law(check(0, |s, x, y| s.add(&[x, y]), Some(|_, x| x))), Some("left inverse"));
        // The last one that is not 0.
        let last = |s: &mut Store, x: TermId, y: TermId| {
            let zero = s.int(0);
            let none = s.eq(y, zero);
            s.ite(none, x, y)
        };
        assert_eq!(law(check(0, last, None)), None);
        assert_eq!(law(check(7, last, None)), Some("left unit"));
        // The least: Int has no unit for it.
        let least = |s: &mut Store, x: TermId, y: TermId| {
            let less = s.le(x, y);
            s.ite(less, x, y)
        };
        assert_eq!(law(check(1_000_000, least, None)), Some("left unit"));
    }
}
