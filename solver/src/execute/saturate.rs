//! Saturation with concrete facts, for systems of many clauses: an SMT process takes seconds for one question about all
//! of them, while each of these facts meets the clauses that use its predicate once, and those of them that ask for
//! another numeral than it has not at all. The facts are taken in the order in which they are derived, so that what it
//! finds first is a derivation of few steps. Like all executions it refutes, and says nothing if it does not.

use super::limits::LIMITS;
use super::plan::{Plan, plans};
use super::values::Style;
use super::{Derived, Execution, Fact, Random};
use crate::smt::CancelToken;
use crate::smt::steps::ROUND;
use crate::system::{Atom, ClauseId, Refutation, System};
use crate::term::{Store, TermId, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The clauses that use a predicate.
#[derive(Default)]
struct Users {
    /// The argument that most of them want to be a certain value.
    position: usize,
    /// Those that want this one, by what they want.
    certain: BTreeMap<Value, Vec<Use>>,
    /// The others.
    others: Vec<Use>,
    /// Queries with no other body atom, which a fact meets when it is derived.
    queries: Vec<ClauseId>,
}

/// A body atom of a clause.
#[derive(Clone, Copy)]
struct Use {
    clause: ClauseId,
    place: usize,
}

/// A derivation of false, if saturation meets one within its limits.
pub fn saturate(store: &mut Store, system: &System, seed: u64, cancel: &CancelToken) -> Option<Refutation> {
    let plans = plans(store, system);
    let users = users(store, system, &plans);
    let (random, lasting) = (Random::new(seed), vec![Vec::new(); system.preds.len()]);
    let mut execution = Execution { store, system, plans, random, derived: Vec::new(), lasting };
    let mut seen: Vec<BTreeSet<Fact>> = vec![BTreeSet::new(); system.preds.len()];
    let mut style = Style::small();
    for (id, clause) in system.clauses().filter(|(_, clause)| clause.is_fact()) {
        if let Some(derived) = execution.apply(id, clause, &[], &mut style)
            && let Some(last) = execution.keep_new(derived, &mut seen, &users, &mut style)
        {
            return Some(execution.refutation(last));
        }
    }
    let most = LIMITS.applications.max(LIMITS.applications_per_clause * system.clauses.len());
    let (mut at, mut applications) = (0, 0);
    while at < execution.derived.len() && applications < most && execution.derived.len() < LIMITS.saturated {
        if cancel.is_cancelled() {
            return None;
        }
        let fact = &execution.derived[at];
        let Some(head) = &system.clause(fact.clause).head else { break };
        let own = &users[head.pred.index()];
        let certain = fact.args.get(own.position).and_then(|value| own.certain.get(value));
        for &Use { clause: id, place } in certain.into_iter().flatten().chain(&own.others) {
            applications += 1;
            let clause = system.clause(id);
            // Beside it stand the facts that were derived last.
            let premises: Option<Vec<usize>> = (clause.body.iter().enumerate())
                .map(
                    |(i, atom)| {
                        if i == place { Some(at) } else { execution.lasting[atom.pred.index()].last().copied() }
                    },
                )
                .collect();
            let Some(premises) = premises else { continue };
            if let Some(derived) = execution.apply(id, clause, &premises, &mut style)
                && let Some(last) = execution.keep_new(derived, &mut seen, &users, &mut style)
            {
                return Some(execution.refutation(last));
            }
        }
        cancel.charge(ROUND);
        at += 1;
    }
    log::debug!("saturation: {} facts by {applications} applications", execution.derived.len());
    None
}

impl Execution<'_> {
    /// Keeps what is derived, unless it is known, and tries the queries on it. The number of a derivation of false.
    fn keep_new(
        &mut self,
        derived: Derived,
        seen: &mut [BTreeSet<Fact>],
        users: &[Users],
        style: &mut Style,
    ) -> Option<usize> {
        let system = self.system;
        let Some(head) = &system.clause(derived.clause).head else { return Some(self.push(derived)) };
        let pred = head.pred.index();
        if !seen[pred].insert(derived.args.clone()) {
            return None;
        }
        let fact = self.push(derived);
        self.lasting[pred].push(fact);
        for &query in &users[pred].queries {
            if let Some(refuted) = self.apply(query, system.clause(query), &[fact], style) {
                return Some(self.push(refuted));
            }
        }
        None
    }
}

/// For each predicate the clauses that use it.
fn users(store: &Store, system: &System, plans: &[Plan]) -> Vec<Users> {
    let mut users: Vec<Users> = system.preds.iter().map(|_| Users::default()).collect();
    let mut wanted: Vec<Vec<usize>> = system.preds.iter().map(|pred| vec![0; pred.sorts.len()]).collect();
    let mut uses: Vec<(Use, &Atom)> = Vec::new();
    for ((id, clause), plan) in system.clauses().zip(plans) {
        for (place, atom) in clause.body.iter().enumerate() {
            uses.push((Use { clause: id, place }, atom));
            for (position, count) in wanted[atom.pred.index()].iter_mut().enumerate() {
                *count += usize::from(certain(store, &plan.equations, atom, position).is_some());
            }
        }
    }
    for (users, wanted) in users.iter_mut().zip(wanted) {
        users.position = (0..wanted.len()).max_by_key(|&position| wanted[position]).unwrap_or(0);
    }
    for (at, atom) in uses {
        let users = &mut users[atom.pred.index()];
        let clause = system.clause(at.clause);
        if clause.is_query() && clause.body.len() == 1 {
            users.queries.push(at.clause);
            continue;
        }
        match certain(store, &plans[at.clause.index()].equations, atom, users.position) {
            Some(value) => users.certain.entry(value).or_default().push(at),
            None => users.others.push(at),
        }
    }
    users
}

/// The value that an argument of a body atom has wherever the clause applies.
fn certain(store: &Store, equations: &[(u32, TermId)], atom: &Atom, position: usize) -> Option<Value> {
    let &arg = atom.args.get(position)?;
    if let Some(value) = Value::from_term(store, arg) {
        return Some(value);
    }
    let var = store.as_var(arg)?;
    equations.iter().filter(|(given, _)| *given == var).find_map(|&(_, term)| Value::from_term(store, term))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::refutation_obligations;
    use std::fmt::Write;

    fn refuted(text: &str) -> Option<usize> {
        let mut script = crate::smtlib::read(text.as_bytes()).unwrap_or_else(|e| panic!("{e:?}"));
        let refutation = saturate(&mut script.store, &script.system, 1, &CancelToken::new())?;
        assert_eq!(refutation_obligations(&mut script.store, &script.system, &refutation), Ok(Vec::new()));
        Some(refutation.steps.len())
    }

    /// 3,000 facts and clauses that hand them on; the query asks for what comes through all of them.
    #[test]
    fn what_numerals_decide_is_found_in_thousands_of_steps() {
        let mut text = String::from("(set-logic HORN)(declare-fun p (Int Int) Bool)\n");
        for i in 0..3_000 {
            let _ = write!(text, "(assert (p {i} {}))", i % 7);
            let _ = writeln!(text, "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x {i})) (p (+ x 1) y))))");
        }
        let query = |second: i64| {
            format!("{text}(assert (forall ((x Int)) (=> (and (p x {second}) (= x 3000)) false)))(check-sat)")
        };
        assert!(refuted(&query(0)).is_some());
        assert_eq!(refuted(&query(7)), None);
    }

    #[test]
    fn the_only_clause_among_many_that_matters_is_met() {
        let mut text = String::from("(set-logic HORN)(declare-fun p (Int Int) Bool)(assert (p 1 1))\n");
        for i in 1..1_000 {
            let lost = usize::from(i == 900);
            let _ = writeln!(text, "(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x {i}) (- y {})))))", i + lost);
        }
        text.push_str("(assert (forall ((x Int) (y Int)) (=> (and (p x y) (distinct (+ x y) 2)) false)))(check-sat)");
        assert_eq!(refuted(&text), Some(3));
    }

    #[test]
    fn premises_come_from_other_predicates() {
        let text = "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (p 3))(assert (q 4))
            (assert (forall ((x Int) (y Int)) (=> (and (p x) (q y) (< x y)) (p (+ x y)))))
            (assert (forall ((x Int)) (=> (and (p x) (> x 6)) false)))(check-sat)";
        assert_eq!(refuted(text), Some(4));
    }
}
