//! What has to be shown for a refutation: that each step is an instance of its clause whose constraint holds and whose
//! body atoms are the heads of its premises.
//!
//! With concrete values that is evaluation. Where SMT-LIB leaves a value open (division by zero, a selector
//! on another constructor) evaluation is undefined; then the step counts only if it is valid for *every* choice of the
//! open values, which is an obligation for the solver: an instance that depends on a choice derives nothing.

use super::model::describe;
use super::skolem::skolemize;
use super::{Obligation, Rejection};
use crate::system::{Clause, ClauseId, Refutation, Step, System};
use crate::term::{Assignment, Evaluator, Op, Sort, SortId, Store, TermId, Value, evaluate};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;

/// Checks the shape of a refutation and every step that can be evaluated; returns what is left for the solver to show.
pub fn refutation_obligations(
    store: &mut Store,
    system: &System,
    refutation: &Refutation,
) -> Result<Vec<Obligation>, Rejection> {
    let steps = &refutation.steps;
    check_shape(store, system, steps)?;
    let mut open = Vec::new();
    // The values of each step's head arguments, `None` where undefined.
    let mut heads: Vec<Vec<Option<Value>>> = Vec::with_capacity(steps.len());
    let mut choices: HashMap<ClauseId, Vec<Choice>> = HashMap::new();
    for (index, step) in steps.iter().enumerate() {
        let clause = system.clause(step.clause);
        let assignment = Assignment::from_values(step.values.iter().cloned());
        let mut evaluator = Evaluator::new(store, &assignment);
        for choice in choices.entry(step.clause).or_insert_with(|| Choice::all(store, clause.constraint)) {
            evaluator.prefer(choice.disjunction, choice.fitting(&assignment));
        }
        let mut sides = vec![evaluator.eval(clause.constraint).and_then(|v| v.as_bool())];
        for (atom, &premise) in clause.body.iter().zip(&step.premises) {
            for (&arg, head) in atom.args.iter().zip(&heads[premise]) {
                sides.push(match (evaluator.eval(arg), head) {
                    (Some(value), Some(head)) => Some(value == *head),
                    _ => None,
                });
            }
        }
        if sides.contains(&Some(false)) {
            return Err(Rejection::Violated(format!("step {index}, an instance of {}", describe(system, step.clause))));
        }
        if sides.contains(&None) {
            open.push(index);
        }
        heads.push(match &clause.head {
            Some(head) => head.args.iter().map(|&arg| evaluator.eval(arg)).collect(),
            None => Vec::new(),
        });
    }
    Ok(open.into_iter().filter_map(|index| obligation(store, system, steps, index)).collect())
}

/// Disjunctions with fewer members are evaluated from the first on.
const MANY: usize = 65;

/// A disjunction of many members in a clause, such as the locations of a program in one transition relation. A
/// derivation uses the clause at each of the locations, and would look at all of them each time.
struct Choice {
    disjunction: TermId,
    /// The members by the value that each gives to a variable.
    by_variable: HashMap<u32, BTreeMap<Value, Vec<TermId>>>,
}

impl Choice {
    /// Those among the conjuncts of a constraint.
    fn all(store: &Store, constraint: TermId) -> Vec<Choice> {
        let conjuncts = if *store.op(constraint) == Op::And { store.args(constraint) } else { &[constraint][..] };
        let large = |term: &TermId| *store.op(*term) == Op::Or && store.args(*term).len() >= MANY;
        conjuncts.iter().copied().filter(large).map(|disjunction| Choice::of(store, disjunction)).collect()
    }

    fn of(store: &Store, disjunction: TermId) -> Choice {
        let mut by_variable: HashMap<u32, BTreeMap<Value, Vec<TermId>>> = HashMap::new();
        for &member in store.args(disjunction) {
            let parts = if *store.op(member) == Op::And { store.args(member) } else { &[member][..] };
            for &part in parts.iter().filter(|&&part| *store.op(part) == Op::Eq) {
                let (a, b) = (store.args(part)[0], store.args(part)[1]);
                for (variable, value) in [(a, b), (b, a)] {
                    if let (Op::Var(number), Op::Num(_) | Op::BitVec(_)) = (store.op(variable), store.op(value))
                        && let Some(value) = evaluate(store, value, &Assignment::default())
                    {
                        by_variable.entry(*number).or_default().entry(value).or_default().push(member);
                    }
                }
            }
        }
        Choice { disjunction, by_variable }
    }

    /// The members that give a variable the value that it has, of the variable with the fewest such members.
    fn fitting(&self, assignment: &Assignment) -> impl Iterator<Item = TermId> {
        let tables = self.by_variable.iter();
        let fitting = tables.filter_map(|(&number, by_value)| by_value.get(assignment.get(number)?));
        fitting.min_by_key(|members| members.len()).into_iter().flatten().copied()
    }
}

fn check_shape(store: &Store, system: &System, steps: &[Step]) -> Result<(), Rejection> {
    let malformed = |text: String| Err(Rejection::Malformed(text));
    let Some(last) = steps.last() else { return malformed("the refutation has no steps".to_string()) };
    for (index, step) in steps.iter().enumerate() {
        let Some(clause) = system.clauses.get(step.clause.index()) else {
            return malformed(format!("step {index} uses clause {}, which does not exist", step.clause.0));
        };
        if step.values.len() != clause.vars.len() {
            let (has, needs) = (step.values.len(), clause.vars.len());
            return malformed(format!("step {index} has {has} values for {needs} variables"));
        }
        if let Some(at) = (0..clause.vars.len()).find(|&i| !has_sort(store, &step.values[i], clause.vars[i])) {
            return malformed(format!("value {at} of step {index} is not of the variable's sort"));
        }
        if step.premises.len() != clause.body.len() {
            let (has, needs) = (step.premises.len(), clause.body.len());
            return malformed(format!("step {index} has {has} premises for {needs} body atoms"));
        }
        for (atom, &premise) in clause.body.iter().zip(&step.premises) {
            if premise >= index {
                return malformed(format!("step {index} uses step {premise}, which is not earlier"));
            }
            let head = &system.clause(steps[premise].clause).head;
            if head.as_ref().map(|h| h.pred) != Some(atom.pred) {
                return malformed(format!("step {index} uses step {premise}, which derives another predicate"));
            }
        }
    }
    if system.clause(last.clause).head.is_some() {
        return malformed("the last step does not derive false".to_string());
    }
    Ok(())
}

/// Whether a value is of a sort.
pub(super) fn has_sort(store: &Store, value: &Value, sort: SortId) -> bool {
    let mut stack = vec![(value, sort)];
    // Parts that are shared are looked at once.
    let mut seen: HashSet<(usize, SortId)> = HashSet::new();
    while let Some((value, sort)) = stack.pop() {
        match (value, store.sort(sort)) {
            (Value::Bool(_), Sort::Bool) | (Value::Int(_), Sort::Int) | (Value::Real(_), Sort::Real) => {}
            (Value::BitVec(bits, width), Sort::BitVec(expected)) => {
                if width != expected || bits.is_negative() || *bits >= crate::num::Int::pow2(*width) {
                    return false;
                }
            }
            (Value::Array(array), Sort::Array(index, element)) => {
                stack.push((&array.default, *element));
                for (at, held) in &array.entries {
                    stack.extend([(at, *index), (held, *element)]);
                }
            }
            (Value::Data(constructor, fields), Sort::Datatype(id)) => {
                let Some(built) = store.datatype(*id).constructors.get(*constructor as usize) else { return false };
                if built.fields.len() != fields.len() {
                    return false;
                }
                if !fields.is_empty() && !seen.insert((fields.address(), sort)) {
                    continue;
                }
                stack.extend(fields.iter().zip(built.fields.iter().map(|f| f.sort)));
            }
            _ => return false,
        }
    }
    true
}

/// The ground formula that is satisfiable only if the step depends on an open value; `None` if it folds to false.
fn obligation(store: &mut Store, system: &System, steps: &[Step], index: usize) -> Option<Obligation> {
    let step = &steps[index];
    let clause = system.clause(step.clause);
    let values = value_terms(store, clause, &step.values);
    let mut parts = vec![store.instantiate(clause.constraint, &values)];
    for (atom, &premise) in clause.body.iter().zip(&step.premises) {
        let before = &steps[premise];
        let derived = system.clause(before.clause);
        let Some(head) = &derived.head else { continue };
        let held = value_terms(store, derived, &before.values);
        for (&arg, &given) in atom.args.iter().zip(&head.args) {
            let (arg, given) = (store.instantiate(arg, &values), store.instantiate(given, &held));
            parts.push(store.eq(arg, given));
        }
    }
    let all = store.and(&parts);
    let formula = store.not(all);
    if formula == Store::FALSE {
        return None;
    }
    let formula = skolemize(store, formula, 0);
    Some(Obligation {
        clause: ClauseId(step.clause.0),
        step: Some(index),
        claim: None,
        formula,
        weaker: None,
        exact: true,
    })
}

fn value_terms(store: &mut Store, clause: &Clause, values: &[Value]) -> Vec<TermId> {
    values.iter().zip(&clause.vars).map(|(value, &sort)| value.to_term(store, sort)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{P, clause, counter, step};
    use super::*;
    use crate::num::Int;
    use crate::system::Atom;

    fn counter_refutation() -> Refutation {
        Refutation { steps: vec![step(0, &[], &[]), step(1, &[0], &[0]), step(1, &[1], &[1]), step(2, &[2], &[2])] }
    }

    #[test]
    fn a_correct_refutation_is_accepted_natively() {
        let mut s = Store::new();
        let system = counter(&mut s, 10, 2);
        assert_eq!(refutation_obligations(&mut s, &system, &counter_refutation()), Ok(vec![]));
    }

    #[test]
    fn tampered_refutations_are_rejected() {
        let mut s = Store::new();
        let system = counter(&mut s, 10, 2);
        let tamper = |change: &dyn Fn(&mut Refutation)| {
            let mut refutation = counter_refutation();
            change(&mut refutation);
            refutation
        };
        let int = |v: i64| Value::Int(Int::from(v));
        let wrong_value = tamper(&|r| r.steps[1].values[0] = int(5));
        let wrong_end = tamper(&|r| r.steps[3].premises[0] = 1);
        for refutation in [wrong_value, wrong_end] {
            let result = refutation_obligations(&mut s, &system, &refutation);
            assert!(matches!(result, Err(Rejection::Violated(_))), "{result:?}");
        }
        let malformed = [
            tamper(&|r| r.steps.clear()),
            tamper(&|r| drop(r.steps.pop())),
            tamper(&|r| r.steps[1].premises[0] = 1),
            tamper(&|r| r.steps[1].premises.clear()),
            tamper(&|r| r.steps[1].values.clear()),
            tamper(&|r| r.steps[1].values[0] = Value::Bool(true)),
            tamper(&|r| r.steps[1].clause = ClauseId(17)),
        ];
        for refutation in malformed {
            let result = refutation_obligations(&mut s, &system, &refutation);
            assert!(matches!(result, Err(Rejection::Malformed(_))), "{result:?}");
        }
    }

    #[test]
    fn a_step_that_depends_on_division_by_zero_is_left_open() {
        // x div 0 = 7 -> P(x);  P(x) -> false
        let mut s = Store::new();
        let mut system = System::new();
        system.add_pred("P", vec![SortId::INT]);
        let (x, y) = (s.var(0, SortId::INT), s.var(1, SortId::INT));
        let seven = s.int(7);
        let quotient = s.int_div(x, y);
        let constraint = s.eq(quotient, seven);
        system.add_clause(clause(&[SortId::INT, SortId::INT], &[], constraint, Some(Atom::new(P, [x]))));
        system.add_clause(clause(&[SortId::INT], &[Atom::new(P, [x])], Store::TRUE, None));
        let refutation = Refutation { steps: vec![step(0, &[1, 0], &[]), step(1, &[1], &[0])] };
        let left = refutation_obligations(&mut s, &system, &refutation).expect("not decided natively");
        assert_eq!(left.len(), 1);
        let refutation = Refutation { steps: vec![step(0, &[7, 1], &[]), step(1, &[7], &[0])] };
        assert_eq!(refutation_obligations(&mut s, &system, &refutation), Ok(vec![]));
    }

    #[test]
    fn sorts_of_values_are_checked_deeply() {
        let mut s = Store::new();
        let bv = s.bv_sort(4);
        let array = s.array_sort(SortId::INT, bv);
        let good = Value::default_of(&s, array).expect("inhabited");
        assert!(has_sort(&s, &good, array));
        assert!(!has_sort(&s, &good, bv));
        assert!(!has_sort(&s, &Value::BitVec(Int::from(16), 4), bv));
        assert!(!has_sort(&s, &Value::BitVec(Int::from(3), 5), bv));
    }
}
