//! Reach facts: cubes of states that are known to be derivable, each with the rule and facts it was derived by.
//!
//! Once `false` is reached, the derivation is made ground from the top down: for a state within a fact the rule's
//! variables are found by one query, which gives the states within the premises, and so on. The result is as large as
//! the derivation, not as its tree.

use super::oracle::Oracle;
use super::rules::Rules;
use crate::system::{Reason, Refutation, Step};
use crate::term::{Assignment, Store, TermId, Value, evaluate};
use std::collections::BTreeMap;

/// A state within a reach fact.
type Goal = (usize, Vec<Value>);
/// Values of a rule's variables, and the states they give its body atoms.
type Instance = (Assignment, Vec<Vec<Value>>);

/// Derivable states of a predicate.
#[derive(Clone, Debug)]
pub(super) struct ReachFact {
    /// Literals over the predicate's arguments.
    pub(super) cube: Vec<TermId>,
    pub(super) rule: usize,
    /// For each body atom of the rule a fact (numbers of the whole search).
    pub(super) premises: Vec<usize>,
    /// One instance: the values of the rule's variables and the head state they give.
    values: Assignment,
    state: Vec<Value>,
}

/// All reach facts, numbered in order of discovery; premises have smaller numbers.
#[derive(Debug)]
pub(super) struct Reached {
    pub(super) facts: Vec<ReachFact>,
    of_pred: Vec<Vec<usize>>,
}

impl Reached {
    pub(super) fn new(preds: usize) -> Reached {
        Reached { facts: Vec::new(), of_pred: vec![Vec::new(); preds] }
    }

    pub(super) fn of(&self, pred: usize) -> &[usize] {
        &self.of_pred[pred]
    }

    /// The oldest fact of the predicate that a state lies in.
    pub(super) fn covering(&self, store: &Store, pred: usize, state: &Assignment) -> Option<usize> {
        self.of_pred[pred].iter().copied().find(|&f| {
            self.facts[f].cube.iter().all(|&literal| evaluate(store, literal, state) == Some(Value::Bool(true)))
        })
    }

    pub(super) fn add(
        &mut self,
        pred: usize,
        rule: usize,
        cube: Vec<TermId>,
        premises: Vec<usize>,
        values: Assignment,
        state: Vec<Value>,
    ) -> usize {
        let id = self.facts.len();
        self.facts.push(ReachFact { cube, rule, premises, values, state });
        self.of_pred[pred].push(id);
        id
    }

    /// A refutation from a fact of `false`.
    pub(super) fn refutation(
        &self,
        store: &mut Store,
        rules: &Rules,
        oracle: &mut Oracle,
        root: usize,
    ) -> Result<Refutation, Reason> {
        let mut steps: Vec<Step> = Vec::new();
        let mut done: BTreeMap<Goal, usize> = BTreeMap::new();
        let mut instances: BTreeMap<Goal, Instance> = BTreeMap::new();
        let mut stack = vec![((root, Vec::new()), false)];
        while let Some((goal, expanded)) = stack.pop() {
            if done.contains_key(&goal) {
                continue;
            }
            let fact = &self.facts[goal.0];
            let rule = &rules.rules[fact.rule];
            if !expanded {
                let values = self.instantiate(store, rules, oracle, goal.0, &goal.1)?;
                let states = body_states(store, rules, fact.rule, &values)?;
                stack.push((goal.clone(), true));
                for (&premise, state) in fact.premises.iter().zip(&states) {
                    stack.push(((premise, state.clone()), false));
                }
                instances.insert(goal, (values, states));
                continue;
            }
            let Some((values, states)) = instances.remove(&goal) else { continue };
            let premises = fact.premises.iter().zip(states).filter_map(|(&p, s)| done.get(&(p, s)).copied()).collect();
            let values = (0..rule.vars.len() as u32)
                .map(|i| values.get(i).cloned().or_else(|| Value::default_of(store, rule.vars[i as usize])))
                .collect::<Option<Vec<Value>>>()
                .ok_or_else(|| Reason::Incomplete("a variable of an empty sort".to_string()))?;
            done.insert(goal, steps.len());
            steps.push(Step { clause: rule.clause, values, premises });
        }
        Ok(Refutation { steps })
    }

    /// Values of the variables of the fact's rule that derive the state from states within the premises.
    fn instantiate(
        &self,
        store: &mut Store,
        rules: &Rules,
        oracle: &mut Oracle,
        fact: usize,
        state: &[Value],
    ) -> Result<Assignment, Reason> {
        let fact = &self.facts[fact];
        if fact.state == state {
            let inside = fact.premises.iter().enumerate().all(|(j, &premise)| {
                let atom = &rules.rules[fact.rule].body[j];
                match states_of(store, &atom.args, &fact.values) {
                    Some(values) => {
                        let at = Assignment::from_values(values);
                        let cube = &self.facts[premise].cube;
                        cube.iter().all(|&l| evaluate(store, l, &at) == Some(Value::Bool(true)))
                    }
                    None => false,
                }
            });
            if inside {
                return Ok(fact.values.clone());
            }
        }
        let rule = &rules.rules[fact.rule];
        let mut parts = Vec::new();
        for (&arg, value) in rule.head_args.iter().zip(state) {
            let sort = store.sort_of(arg);
            let value = value.to_term(store, sort);
            parts.push(store.eq(arg, value));
        }
        for (atom, &premise) in rule.body.iter().zip(&fact.premises) {
            for literal in self.facts[premise].cube.clone() {
                parts.push(store.instantiate(literal, &atom.args));
            }
        }
        let condition = store.and(&parts);
        oracle
            .instance(store, rules, fact.rule, condition)?
            .ok_or_else(|| Reason::Incomplete("a derivation could not be made ground".to_string()))
    }
}

fn states_of(store: &Store, args: &[TermId], values: &Assignment) -> Option<Vec<Value>> {
    args.iter().map(|&a| evaluate(store, a, values)).collect()
}

/// The states of all body atoms of a rule under values of its variables.
pub(super) fn body_states(
    store: &Store,
    rules: &Rules,
    rule: usize,
    values: &Assignment,
) -> Result<Vec<Vec<Value>>, Reason> {
    rules.rules[rule]
        .body
        .iter()
        .map(|atom| states_of(store, &atom.args, values))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| Reason::Incomplete("an argument has no value in the model".to_string()))
}

/// The head state of a rule under values of its variables.
pub(super) fn head_state(store: &Store, rules: &Rules, rule: usize, values: &Assignment) -> Result<Vec<Value>, Reason> {
    states_of(store, &rules.rules[rule].head_args, values)
        .ok_or_else(|| Reason::Incomplete("an argument has no value in the model".to_string()))
}
