//! Whether recursive definitions of several parameters describe functions.
//!
//! Every function gets a set of parameters of datatype sorts. What a call passes for the callee's set must be different
//! parameters of the caller's set or parts of them, and one of them a proper part: the sum of the sizes goes down. A
//! part is a selector of a part, behind a test for the constructor that has the selector. Only calls between functions
//! that call each other are looked at.

use super::{Data, constructors};
use crate::Rejection;
use crate::read::{Definition, Symbols};
use crate::sorts::Sorts;
use crate::term::{Name, Op, Term, Terms, Var};
use std::collections::{HashMap, HashSet};

/// Places of a body looked at, at most.
const PLACES: usize = 20_000;
/// Choices of sets looked at, at most.
const CHOICES: usize = 256;
/// Of more parameters only the set of all is looked at.
const PARAMS: usize = 6;

/// A call: the functions, and for each argument the parameter of the caller that it is or is a part of, and whether it
/// is a proper part.
struct Call {
    caller: Name,
    callee: Name,
    args: Vec<Option<(Var, bool)>>,
}

/// What is known at a place: that a constructor built a term, or did not.
type Known = Vec<(Term, Name, bool)>;

/// An error unless there are such functions.
pub fn check(terms: &mut Terms, symbols: &Symbols, functions: &[(Name, Definition)]) -> Result<(), Rejection> {
    let data = Data::new(terms, symbols);
    let by_name: HashMap<Name, &Definition> = functions.iter().map(|(name, definition)| (*name, definition)).collect();
    let called = |terms: &Terms, definition: &Definition| -> Vec<Name> {
        let inside = terms.postorder(&[definition.body]).into_iter();
        inside.filter_map(|term| terms.head_name(term)).filter(|name| by_name.contains_key(name)).collect()
    };
    let mut reached: HashMap<Name, HashSet<Name>> = HashMap::new();
    for (name, definition) in functions {
        let fault = |what: &str| {
            let name = terms.text(symbols.spelled(*name));
            Err(Rejection::Malformed(format!("the definition of `{name}` {what}")))
        };
        if definition.params.is_empty() {
            return fault("has no parameters");
        }
        if terms.free_vars(definition.body).iter().any(|var| !definition.params.contains(var)) {
            return fault("has other variables");
        }
        if terms.is_quantified(definition.body) {
            return fault("has quantifiers");
        }
        let mut found: HashSet<Name> = HashSet::new();
        let mut stack = called(terms, definition);
        while let Some(next) = stack.pop() {
            if found.insert(next) {
                stack.extend(called(terms, by_name[&next]));
            }
        }
        reached.insert(*name, found);
    }
    let mut done: HashSet<Name> = HashSet::new();
    for (name, _) in functions {
        if !reached[name].contains(name) || !done.insert(*name) {
            continue;
        }
        let group: Vec<Name> = functions
            .iter()
            .map(|(other, _)| *other)
            .filter(|other| reached[name].contains(other) && reached[other].contains(name))
            .collect();
        done.extend(&group);
        let mut calls = Vec::new();
        let mut small = true;
        for caller in &group {
            match calls_of(terms, symbols, &data, *caller, by_name[caller], &group) {
                Some(found) => calls.extend(found),
                None => small = false,
            }
        }
        if !small || !descends(terms, symbols, &group, &by_name, &calls) {
            let name = terms.text(symbols.spelled(*name));
            return Err(Rejection::Malformed(format!("the recursion of `{name}` does not go down")));
        }
    }
    Ok(())
}

fn descends(
    terms: &Terms,
    symbols: &Symbols,
    group: &[Name],
    by_name: &HashMap<Name, &Definition>,
    calls: &[Call],
) -> bool {
    let sets: Vec<Vec<Vec<Var>>> = group
        .iter()
        .map(|name| {
            let params = by_name[name].params.iter().copied();
            let all: Vec<Var> =
                params.filter(|&var| constructors(terms, symbols, terms.var_info(var).sort).is_some()).collect();
            let mut sets = vec![all.clone()];
            if all.len() <= PARAMS {
                for mask in 1..1u32 << all.len() {
                    let chosen = all.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1).map(|(_, &var)| var);
                    sets.push(chosen.collect());
                }
            }
            sets
        })
        .collect();
    let count = sets.iter().try_fold(1usize, |count, list| count.checked_mul(list.len())).unwrap_or(usize::MAX);
    (0..count.min(CHOICES)).any(|number| {
        let mut rest = number;
        let mut chosen: HashMap<Name, &Vec<Var>> = HashMap::new();
        for (name, list) in group.iter().zip(&sets) {
            chosen.insert(*name, &list[rest % list.len()]);
            rest /= list.len();
        }
        calls.iter().all(|call| goes_down(call, chosen[&call.caller], chosen[&call.callee], by_name[&call.callee]))
    })
}

fn goes_down(call: &Call, caller: &[Var], callee: &[Var], definition: &Definition) -> bool {
    let mut used = HashSet::new();
    let mut less = false;
    for (param, arg) in definition.params.iter().zip(&call.args) {
        if !callee.contains(param) {
            continue;
        }
        let Some((from, proper)) = *arg else { return false };
        if !caller.contains(&from) || !used.insert(from) {
            return false;
        }
        less |= proper;
    }
    // A call with too few arguments was never compared.
    less && call.args.len() == definition.params.len()
}

fn calls_of(
    terms: &mut Terms,
    symbols: &Symbols,
    data: &Data,
    caller: Name,
    definition: &Definition,
    group: &[Name],
) -> Option<Vec<Call>> {
    let inside = |terms: &Terms, term: Term| {
        terms.postorder(&[term]).into_iter().any(|t| terms.head_name(t).is_some_and(|name| group.contains(&name)))
    };
    let mut sorts = Sorts::default();
    let mut calls = Vec::new();
    let mut seen: HashSet<(Term, Known)> = HashSet::new();
    let mut stack: Vec<(Term, Known)> = vec![(definition.body, Vec::new())];
    while let Some((term, known)) = stack.pop() {
        if !inside(terms, term) || !seen.insert((term, known.clone())) {
            continue;
        }
        if seen.len() > PLACES {
            return None;
        }
        let args = terms.args(term).to_vec();
        let head = terms.head(term).unwrap_or("").to_string();
        match (head.as_str(), &args[..]) {
            ("ite", &[condition, yes, no]) => {
                stack.push((condition, known.clone()));
                for (branch, value) in [(yes, true), (no, false)] {
                    let mut inside_branch = known.clone();
                    // A condition with calls in it may be what they depend on.
                    if !inside(terms, condition) {
                        learn(terms, data, condition, value, &mut inside_branch);
                    } else {
                        for part in parts(terms, condition, value) {
                            if !inside(terms, part) {
                                learn(terms, data, part, value, &mut inside_branch);
                            }
                        }
                    }
                    stack.push((branch, inside_branch));
                }
            }
            ("and" | "or", _) => {
                let mut within = known.clone();
                for &arg in &args {
                    if !inside(terms, arg) {
                        learn(terms, data, arg, head == "and", &mut within);
                    }
                }
                stack.extend(args.iter().map(|&arg| (arg, within.clone())));
            }
            _ => {
                if let Some(callee) = terms.head_name(term).filter(|name| group.contains(name)) {
                    let mut list = Vec::new();
                    for &arg in &args {
                        list.push(part_of(terms, symbols, &mut sorts, arg, &known));
                    }
                    calls.push(Call { caller, callee, args: list });
                }
                stack.extend(args.iter().map(|&arg| (arg, known.clone())));
            }
        }
    }
    Some(calls)
}

/// The parts of a conjunction that is true, or of a disjunction that is false.
fn parts(terms: &Terms, condition: Term, value: bool) -> Vec<Term> {
    match terms.head(condition) {
        Some("and") if value => terms.args(condition).to_vec(),
        Some("or") if !value => terms.args(condition).to_vec(),
        _ => vec![condition],
    }
}

/// Adds what is known if the condition has that value.
fn learn(terms: &Terms, data: &Data, condition: Term, value: bool, known: &mut Known) {
    let mut stack = vec![(condition, value)];
    while let Some((term, value)) = stack.pop() {
        let args = terms.args(term);
        match (terms.head(term), args, value) {
            (Some("not"), &[arg], _) => stack.push((arg, !value)),
            (Some("and"), _, true) | (Some("or"), _, false) => stack.extend(args.iter().map(|&arg| (arg, value))),
            (_, &[arg], _) => {
                if let Some(&constructor) = terms.head_name(term).and_then(|name| data.testers.get(&name)) {
                    known.push((arg, constructor, value));
                }
            }
            _ => {}
        }
    }
    known.sort_unstable();
    known.dedup();
}

/// The parameter that a term is or is a part of, and whether it is a proper part.
fn part_of(terms: &mut Terms, symbols: &Symbols, sorts: &mut Sorts, term: Term, known: &Known) -> Option<(Var, bool)> {
    let mut at = term;
    loop {
        if let Op::Var(var) = *terms.op(at) {
            return Some((var, at != term));
        }
        let &(constructor, _) = terms.head_name(at).and_then(|name| symbols.selectors.get(&name))?;
        let &[inner] = terms.args(at) else { return None };
        let sort = sorts.of(terms, symbols, inner)?;
        let list = constructors(terms, symbols, sort)?;
        let is = known.contains(&(inner, constructor, true));
        let mut others = list.iter().filter(|&&other| other != constructor);
        let excluded = list.contains(&constructor) && others.all(|&other| known.contains(&(inner, other, false)));
        if !is && !excluded {
            return None;
        }
        at = inner;
    }
}
