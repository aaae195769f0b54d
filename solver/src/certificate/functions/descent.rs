//! Whether the definitions of functions describe functions: every call, on the way to itself, is about less.
//!
//! Each function gets a set of parameters such that in every call of its group (functions that call each other) what is
//! passed for the set of the callee are different parameters of the caller's set, or parts of these, and one of them is
//! a proper part. So the sum of the sizes goes down, and there is exactly one function that satisfies the equations. A
//! part is a chain of selectors, each below a test for the constructor that has it.

use super::super::Rejection;
use crate::system::strongly_connected_components;
use crate::term::{FunctionId, Op, Store, TermId, postorder};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;

/// Most places of a body that are looked at: a place is a subterm with what is known there.
const PLACES: usize = 20_000;
/// Functions with more parameters of datatype sorts are not looked at set by set.
const PARAMS: usize = 6;
/// Most choices of sets for a group.
const CHOICES: usize = 256;

/// What is passed to a function of the group: for each argument the parameter that it is or is a part of, and whether
/// it is a proper part.
struct Call {
    caller: FunctionId,
    callee: FunctionId,
    args: Vec<Option<(u32, bool)>>,
}

/// An error unless the definitions describe functions.
pub(super) fn check_descent(store: &Store, functions: &[FunctionId]) -> Result<(), Rejection> {
    let malformed = |text: &str| Err(Rejection::Malformed(text.to_string()));
    let mut successors: Vec<Vec<u32>> = vec![Vec::new(); store.function_count()];
    for &id in functions {
        let function = store.function(id);
        let Some(body) = function.body else { return malformed("a function without a definition") };
        if store.sort_of(body) != function.result || function.params.is_empty() || store.is_quantified(body) {
            return malformed("a definition of another sort than its function, or with quantifiers");
        }
        for term in postorder(store, &[body]) {
            match *store.op(term) {
                Op::Var(var) if function.params.get(var as usize) != Some(&store.sort_of(term)) => {
                    return malformed("a definition of a function with other variables");
                }
                Op::Call(callee) => successors[id.index()].push(callee.index() as u32),
                _ => {}
            }
        }
    }
    let component = strongly_connected_components(&successors);
    let mut groups: BTreeMap<u32, Vec<FunctionId>> = BTreeMap::new();
    for &id in functions {
        groups.entry(component[id.index()]).or_default().push(id);
    }
    for group in groups.values() {
        let mut calls = Vec::new();
        for &id in group {
            let found = calls_of(store, id, group).ok_or(Rejection::Malformed("a definition is too large".into()))?;
            calls.extend(found);
        }
        if !calls.is_empty() && !descends(store, group, &calls) {
            return malformed("the recursion of a function does not go down");
        }
    }
    Ok(())
}

/// Whether there are sets of parameters for the group.
fn descends(store: &Store, group: &[FunctionId], calls: &[Call]) -> bool {
    let data = |id: FunctionId| -> Vec<u32> {
        let params = store.function(id).params.iter().enumerate();
        params.filter(|&(_, &sort)| store.datatype_of(sort).is_some()).map(|(at, _)| at as u32).collect()
    };
    // All of them, then smaller sets in all combinations, as far as these are few.
    let choices = |id: FunctionId| -> Vec<Vec<u32>> {
        let all = data(id);
        if all.len() > PARAMS {
            return vec![all];
        }
        let set = |mask: u32| (0..all.len()).filter(|at| mask >> at & 1 == 1).map(|at| all[at]).collect::<Vec<u32>>();
        let mut sets: Vec<Vec<u32>> = (1..1u32 << all.len()).map(set).collect();
        sets.sort_by_key(Vec::len);
        sets
    };
    let choices: Vec<Vec<Vec<u32>>> = group.iter().map(|&id| choices(id)).collect();
    let count = choices.iter().try_fold(1usize, |count, sets| count.checked_mul(sets.len()));
    let works = |chosen: &dyn Fn(usize) -> Vec<u32>| {
        let sets: HashMap<FunctionId, Vec<u32>> = group.iter().enumerate().map(|(at, &id)| (id, chosen(at))).collect();
        calls.iter().all(|call| goes_down(call, &sets[&call.caller], &sets[&call.callee]))
    };
    if works(&|at| data(group[at])) {
        return true;
    }
    let Some(count) = count.filter(|&count| count <= CHOICES) else { return false };
    (0..count).any(|number| {
        let mut rest = number;
        let mut digits = Vec::new();
        for sets in &choices {
            digits.push(rest % sets.len());
            rest /= sets.len();
        }
        works(&|at| choices[at][digits[at]].clone())
    })
}

/// Whether what is passed for the callee's set comes from different parameters of the caller's set, and is less.
fn goes_down(call: &Call, caller: &[u32], callee: &[u32]) -> bool {
    let mut used = HashSet::new();
    let mut less = false;
    for &at in callee {
        let Some(Some((param, proper))) = call.args.get(at as usize).copied() else { return false };
        if !caller.contains(&param) || !used.insert(param) {
            return false;
        }
        less |= proper;
    }
    less
}

/// What is known of terms at a place: which constructor built them, or which did not.
type Known = Vec<(TermId, u32, bool)>;

/// The calls of the group in a definition; `None` if it is too large.
fn calls_of(store: &Store, id: FunctionId, group: &[FunctionId]) -> Option<Vec<Call>> {
    let body = store.function(id).body?;
    let mut calls = Vec::new();
    let mut seen: HashSet<(TermId, Known)> = HashSet::new();
    let mut stack: Vec<(TermId, Known)> = vec![(body, Vec::new())];
    while let Some((term, known)) = stack.pop() {
        if !store.has_call(&[term]) || !seen.insert((term, known.clone())) {
            continue;
        }
        if seen.len() > PLACES {
            return None;
        }
        let args = store.args(term);
        match *store.op(term) {
            Op::Ite => {
                stack.push((args[0], known.clone()));
                for (branch, value) in [(args[1], true), (args[2], false)] {
                    let mut inside = known.clone();
                    learn(store, args[0], value, &mut inside);
                    stack.push((branch, inside));
                }
                continue;
            }
            // The other parts decide unless they are true (in a conjunction) or false.
            Op::And | Op::Or => {
                let value = *store.op(term) == Op::And;
                let mut inside = known.clone();
                for &arg in args.iter().filter(|&&arg| !store.has_call(&[arg])) {
                    learn(store, arg, value, &mut inside);
                }
                stack.extend(args.iter().map(|&arg| (arg, inside.clone())));
                continue;
            }
            Op::Call(callee) if group.contains(&callee) => {
                let args = args.iter().map(|&arg| part_of(store, arg, &known)).collect();
                calls.push(Call { caller: id, callee, args });
            }
            _ => {}
        }
        stack.extend(args.iter().map(|&arg| (arg, known.clone())));
    }
    Some(calls)
}

/// Adds what is known if a condition without calls has that value.
fn learn(store: &Store, condition: TermId, value: bool, known: &mut Known) {
    let mut stack = vec![(condition, value)];
    while let Some((term, value)) = stack.pop() {
        let args = store.args(term);
        match (store.op(term), value) {
            (Op::Not, _) => stack.push((args[0], !value)),
            (Op::And, true) | (Op::Or, false) => stack.extend(args.iter().map(|&arg| (arg, value))),
            (Op::Test(constructor), _) => {
                let fact = (args[0], *constructor, value);
                if !known.contains(&fact) {
                    known.push(fact);
                }
            }
            _ => {}
        }
    }
    known.sort_unstable();
}

/// The parameter that a term is or is a part of, and whether it is a proper part.
fn part_of(store: &Store, term: TermId, known: &Known) -> Option<(u32, bool)> {
    let mut at = term;
    loop {
        match *store.op(at) {
            Op::Var(param) => return Some((param, at != term)),
            Op::Project(constructor, _) => {
                let data = store.args(at)[0];
                let count = store.datatype(store.datatype_of(store.sort_of(data))?).constructors.len();
                let is = |c: u32| known.contains(&(data, c, true));
                let others = (0..count as u32).filter(|&c| c != constructor);
                let excluded = others.into_iter().all(|c| known.contains(&(data, c, false)));
                if !is(constructor) && !excluded {
                    return None;
                }
                at = data;
            }
            _ => return None,
        }
    }
}
