//! Predicates as functions: which arguments are inputs, and what the functions are.
//!
//! From the bottom up, every way to read a group of predicates is tried: each choice of outputs for which every clause
//! says what they are and recursion goes down. Those come first that are defined everywhere. Whether a relation is a
//! function is not asked but seen: the clauses must hold of "the output is what the function gives".

use super::limits::LIMITS;
use super::prove::Prover;
use super::read::{Case, Mode, read};
use super::run::Runner;
use crate::certificate::{check_functions, with_functions};
use crate::context::Context;
use crate::system::{ClauseId, PredGraph, PredId, Reason, System};
use crate::term::{Claim, FunctionId, Op, SortId, Store, Substitution, TermId, Value};

/// The modes of the predicates of a system; `None` for those of which nothing is said.
pub fn define(cx: &mut Context, system: &System, prover: &mut Prover) -> Result<Vec<Option<Mode>>, Reason> {
    let graph = PredGraph::new(system);
    let mut modes: Vec<Option<Mode>> = vec![None; system.preds.len()];
    let mut components: Vec<Vec<PredId>> = Vec::new();
    let mut order: Vec<PredId> = system.pred_ids().collect();
    order.sort_by_key(|pred| (graph.component[pred.index()], *pred));
    for pred in order {
        match components.last_mut() {
            Some(group) if graph.component[group[0].index()] == graph.component[pred.index()] => group.push(pred),
            _ => components.push(vec![pred]),
        }
    }
    for group in components {
        cx.check()?;
        define_group(cx, system, &graph, &group, &mut modes, prover)?;
    }
    Ok(modes)
}

/// What a way to read a group makes of it.
struct Reading {
    modes: Vec<Mode>,
    cases: Vec<Vec<Case>>,
    /// How many of the functions may be undefined, of tests how many there are, and how much is compared.
    rank: (usize, usize, usize),
}

fn define_group(
    cx: &mut Context,
    system: &System,
    graph: &PredGraph,
    group: &[PredId],
    modes: &mut [Option<Mode>],
    prover: &mut Prover,
) -> Result<(), Reason> {
    let choices: Vec<Vec<Vec<usize>>> = group.iter().map(|&pred| outputs(system.pred(pred).sorts.len())).collect();
    let count = choices.iter().try_fold(1usize, |count, list| count.checked_mul(list.len()));
    if choices.iter().any(Vec::is_empty) {
        for &pred in group.iter().filter(|&&pred| system.pred(pred).sorts.is_empty()) {
            let (inputs, outputs, values) = (Vec::new(), Vec::new(), Vec::new());
            modes[pred.index()] = Some(Mode { inputs, outputs, values, domain: None });
        }
        return Ok(());
    }
    let count = count.unwrap_or(usize::MAX).min(LIMITS.readings);
    let mut readings: Vec<Reading> = Vec::new();
    for number in 0..count {
        cx.check()?;
        let mut rest = number;
        let mut chosen = Vec::new();
        for (&pred, list) in group.iter().zip(&choices) {
            let outputs = list[rest % list.len()].clone();
            rest /= list.len();
            let sorts = &system.pred(pred).sorts;
            let inputs: Vec<usize> = (0..sorts.len()).filter(|at| !outputs.contains(at)).collect();
            let params: Vec<SortId> = inputs.iter().map(|&at| sorts[at]).collect();
            let values = outputs.iter().map(|&at| cx.store.declare_function(params.clone(), sorts[at])).collect();
            // Whether it is needed turns out later.
            let domain = Some(cx.store.declare_function(params, SortId::BOOL));
            chosen.push(Mode { inputs, outputs, values, domain });
        }
        if let Some(reading) = read_group(cx, system, graph, group, &chosen, modes, prover)? {
            readings.push(reading);
        }
    }
    readings.sort_by_key(|reading| reading.rank);
    for reading in readings {
        cx.check()?;
        for (&pred, mode) in group.iter().zip(&reading.modes) {
            modes[pred.index()] = Some(mode.clone());
        }
        let clauses: Vec<ClauseId> = group.iter().flat_map(|pred| graph.defining[pred.index()].clone()).collect();
        let mut holds = true;
        let claims = cx.store.claims().to_vec();
        for id in clauses {
            let formula = violated(&mut cx.store, system, id, modes);
            let fresh = cx.store.var_bound(formula);
            let formula = with_functions(&mut cx.store, formula, &claims, fresh);
            holds = holds && prover.is_unsat(cx, formula)?;
        }
        if holds {
            let names: Vec<&str> = group.iter().map(|&pred| system.pred(pred).name.as_str()).collect();
            log::debug!("functions: {names:?} {:?}", reading.modes);
            for mode in reading.modes.iter().filter(|mode| mode.outputs.is_empty()) {
                if let Some(function) = mode.domain {
                    plain_test(cx, system, modes, function, prover)?;
                }
            }
            return Ok(());
        }
    }
    for pred in group {
        modes[pred.index()] = None;
    }
    Ok(())
}

/// Values of that level are tried for the arguments of a test.
const LEVEL: usize = 3;

/// If a test of two arguments is their equality, or its negation, a claim says so.
fn plain_test(
    cx: &mut Context,
    system: &System,
    modes: &[Option<Mode>],
    id: FunctionId,
    prover: &mut Prover,
) -> Result<(), Reason> {
    let function = cx.store.function(id).clone();
    let &[a, b] = &function.params[..] else { return Ok(()) };
    if a != b || !cx.store.is_recursive(a) {
        return Ok(());
    }
    let mut runner = Runner::new(&cx.store, system, modes);
    let values = runner.values(&cx.store, a, LEVEL);
    let mut seen = [false; 2];
    for x in &values {
        cx.check()?;
        for y in &values {
            match runner.apply(&cx.store, id, vec![x.clone(), y.clone()]).and_then(|value| value.as_bool()) {
                Some(value) => seen[usize::from(value == (x == y))] = true,
                None => return Ok(()),
            }
        }
    }
    if seen[0] == seen[1] {
        return Ok(());
    }
    let (x, y) = (cx.store.var(0, a), cx.store.var(1, a));
    let (call, equal) = (cx.store.call(id, &[x, y]), cx.store.eq(x, y));
    let equal = if seen[1] { equal } else { cx.store.not(equal) };
    let formula = cx.store.eq(call, equal);
    let claims = cx.store.claims().to_vec();
    for on in 0..2 {
        let claim = Claim { vars: vec![a, a], formula, induction: Some(on) };
        if prover.holds(cx, &claim, &claims)? {
            cx.store.add_claim(claim);
            return Ok(());
        }
    }
    Ok(())
}

/// The sets of outputs that are tried: one output, none, two.
fn outputs(args: usize) -> Vec<Vec<usize>> {
    if args == 0 || args > LIMITS.args {
        return Vec::new();
    }
    let mut sets = Vec::new();
    if args > 1 {
        sets.extend((0..args).rev().map(|at| vec![at]));
    }
    sets.push(Vec::new());
    if args > 2 {
        for a in 0..args {
            sets.extend((a + 1..args).map(|b| vec![a, b]));
        }
    }
    sets
}

/// The cases of the functions, defined; `None` if some clause does not say what the outputs are, or calls do not go
/// down.
fn read_group(
    cx: &mut Context,
    system: &System,
    graph: &PredGraph,
    group: &[PredId],
    chosen: &[Mode],
    modes: &[Option<Mode>],
    prover: &mut Prover,
) -> Result<Option<Reading>, Reason> {
    let mut all = modes.to_vec();
    for (&pred, mode) in group.iter().zip(chosen) {
        all[pred.index()] = Some(mode.clone());
    }
    let mut cases: Vec<Vec<Case>> = Vec::new();
    for (&pred, mode) in group.iter().zip(chosen) {
        let mut list = Vec::new();
        for &id in &graph.defining[pred.index()] {
            let clause = system.clause(id);
            // Something said of a body atom that is no function is not used.
            if clause.body.iter().any(|atom| all[atom.pred.index()].is_none()) && mode.outputs.is_empty() {
                return Ok(None);
            }
            let Some(case) = read(&mut cx.store, clause, mode, &all) else { return Ok(None) };
            if !case.guards.contains(&Store::FALSE) {
                list.push(case);
            }
        }
        cases.push(list);
    }
    // Defined everywhere: the guards cover all inputs, and so do those of what is called.
    let own: Vec<FunctionId> = chosen.iter().filter_map(|mode| mode.domain).collect();
    let claims = cx.store.claims().to_vec();
    let mut total = true;
    for (mode, list) in chosen.iter().zip(&cases) {
        let outer = |case: &Case| {
            case.domains.iter().any(|&call| !matches!(cx.store.op(call), Op::Call(id) if own.contains(id)))
        };
        if mode.outputs.is_empty() || list.iter().any(outer) {
            total = false;
            break;
        }
        let mut parts = Vec::new();
        for case in list {
            let applies = cx.store.and(&case.guards);
            parts.push(cx.store.not(applies));
        }
        let none = cx.store.and(&parts);
        let fresh = cx.store.var_bound(none);
        let none = with_functions(&mut cx.store, none, &claims, fresh);
        if !prover.is_unsat(cx, none)? {
            total = false;
            break;
        }
    }
    let mut rank = (0, 0, 0);
    let mut result = Vec::new();
    for ((&pred, mode), list) in group.iter().zip(chosen).zip(&cases) {
        let mut mode = mode.clone();
        let sorts = &system.pred(pred).sorts;
        for (number, &value) in mode.values.iter().enumerate() {
            let sort = sorts[mode.outputs[number]];
            let Some(default) = default(&mut cx.store, sort) else { return Ok(None) };
            let leaves = list.iter().map(|case| (case.guards.clone(), case.outputs[number])).collect();
            let Some(body) = tree(&mut cx.store, leaves, default) else { return Ok(None) };
            cx.store.define_function(value, body);
        }
        if total {
            mode.domain = None;
        } else if let Some(domain) = mode.domain {
            let mut leaves = Vec::new();
            for case in list {
                leaves.push((case.guards.clone(), cx.store.and(&case.domains)));
            }
            let Some(body) = tree(&mut cx.store, leaves, Store::FALSE) else { return Ok(None) };
            cx.store.define_function(domain, body);
            rank.0 += 1;
        }
        rank.1 += usize::from(mode.outputs.is_empty());
        let compared =
            |case: &Case| case.guards.iter().filter(|&&guard| !matches!(cx.store.op(guard), Op::Test(_))).count();
        rank.2 += list.iter().map(compared).sum::<usize>() + mode.outputs.len().saturating_sub(1);
        result.push(mode);
    }
    let mut roots = Vec::new();
    for (&pred, mode) in group.iter().zip(&result) {
        let args = cx.store.vars(0, &system.pred(pred).sorts);
        roots.push(mode.meaning(&mut cx.store, &args));
    }
    if check_functions(&cx.store, &roots).is_err() {
        return Ok(None);
    }
    Ok(Some(Reading { modes: result, cases, rank }).filter(|reading| !reading.cases.is_empty()))
}

/// Some value of the sort.
fn default(store: &mut Store, sort: SortId) -> Option<TermId> {
    Some(Value::default_of(store, sort)?.to_term(store, sort))
}

/// A definition: for each case when it applies and its value. Where several apply, the first does (of truth values: one
/// that is true). Tests for constructors come first, so that no call is behind anything but them.
fn tree(store: &mut Store, cases: Vec<(Vec<TermId>, TermId)>, default: TermId) -> Option<TermId> {
    /// What is to be done: build a tree, or put together what was built, by these conditions.
    enum Task {
        Build(Vec<(Vec<TermId>, TermId)>),
        Join(Vec<TermId>),
    }
    let mut tasks = vec![Task::Build(cases)];
    let mut built: Vec<TermId> = Vec::new();
    let mut leaves = 0;
    while let Some(task) = tasks.pop() {
        let cases = match task {
            Task::Join(tests) => {
                // The branches are on the stack in the order of the tests, with the one behind all of them last.
                let mut branches = built.split_off(built.len() - tests.len() - 1);
                let mut result = branches.pop()?;
                for &test in tests.iter().rev() {
                    let branch = branches.pop()?;
                    result = store.ite(test, branch, result);
                }
                built.push(result);
                continue;
            }
            Task::Build(cases) => cases,
        };
        leaves += 1;
        if leaves > LIMITS.leaves {
            return None;
        }
        let test = cases.iter().flat_map(|case| &case.0).copied().find(|&guard| matches!(store.op(guard), Op::Test(_)));
        let Some(test) = test else {
            built.push(leaf(store, &cases, default));
            continue;
        };
        let data = store.args(test)[0];
        let id = store.datatype_of(store.sort_of(data))?;
        let constructors = store.datatype(id).constructors.len() as u32;
        let mut tests = Vec::new();
        for c in 0..constructors {
            tests.push(store.test(c, data));
        }
        let mut branches = Vec::new();
        for c in 0..constructors as usize {
            let images =
                tests.iter().enumerate().map(|(d, &test)| (test, if c == d { Store::TRUE } else { Store::FALSE }));
            let mut known = Substitution::new(images);
            let mut branch = Vec::new();
            for (guards, value) in &cases {
                let guards: Vec<TermId> = guards.iter().map(|&guard| known.apply(store, guard)).collect();
                if !guards.contains(&Store::FALSE) {
                    let left = guards.into_iter().filter(|&guard| guard != Store::TRUE).collect();
                    branch.push((left, known.apply(store, *value)));
                }
            }
            branches.push(Task::Build(branch));
        }
        tests.pop();
        tasks.push(Task::Join(tests));
        tasks.extend(branches.into_iter().rev());
    }
    built.pop()
}

/// The cases when no constructor is tested any more.
fn leaf(store: &mut Store, cases: &[(Vec<TermId>, TermId)], default: TermId) -> TermId {
    if store.sort_of(default) == SortId::BOOL && default == Store::FALSE {
        let mut parts = Vec::new();
        for (guards, value) in cases {
            let mut all = guards.clone();
            all.push(*value);
            parts.push(store.and(&all));
        }
        return store.or(&parts);
    }
    let mut result = cases.last().map_or(default, |case| case.1);
    for (guards, value) in cases.iter().rev() {
        let guard = store.and(guards);
        result = store.ite(guard, *value, result);
    }
    result
}

/// What must be unsatisfiable for a clause to hold.
pub fn violated(store: &mut Store, system: &System, id: ClauseId, modes: &[Option<Mode>]) -> TermId {
    let clause = system.clause(id);
    let mut parts = vec![clause.constraint];
    for atom in &clause.body {
        if let Some(mode) = &modes[atom.pred.index()] {
            parts.push(mode.meaning(store, &atom.args));
        }
    }
    if let Some(head) = &clause.head {
        let holds = match &modes[head.pred.index()] {
            Some(mode) => mode.meaning(store, &head.args),
            None => Store::TRUE,
        };
        parts.push(store.not(holds));
    }
    store.and(&parts)
}
