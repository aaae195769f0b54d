//! Constraints that clauses state again: what every clause with a head of some predicate says of the head's arguments
//! holds of all its facts, and says nothing new where a body has such a fact.
//!
//! Transition systems made from circuits and from languages of equations have an argument for each signal, and state
//! the equations between the signals of one moment twice in each step: for the state before and for the state after.
//! Of the state before they follow from the clauses. An argument that only such constraints look at can go, and so can
//! one that they define by others: bodies calculate it. What is left are the arguments that are a state.
//!
//! The invariants are a greatest fixpoint: candidates are the constraints of clauses on the arguments of one body atom,
//! and a clause whose head does not satisfy one, given those of its body, takes it away.

use super::conjunction::{Solution, solutions};
use super::facts::{Facts, is_literal};
use super::slice::{Kept, relevant_arguments};
use super::{Derivations, ModelBack, Pass, PassContext, Transformed};
use crate::system::{Clause, Model, System};
use crate::term::{Op, SortId, Store, Substitution, TermId, conjuncts, free_vars, tree_size};
use hashbrown::{HashMap, HashSet};

/// The pass.
pub struct Restated;

/// Candidates of one predicate beyond this are not looked at.
const CANDIDATES: usize = 600;
/// A candidate with more nodes, as a tree, is none.
const LARGE: usize = 200;
/// How many nodes may be simplified to see that one clause satisfies a candidate.
const FUEL: usize = 5_000;

impl Pass for Restated {
    fn name(&self) -> &'static str {
        "restated"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let plain = System {
            preds: system.preds.clone(),
            clauses: system.clauses.iter().map(|clause| with_variables(cx.store, clause)).collect(),
        };
        let mut invariants = Invariants::candidates(cx.store, &plain);
        if invariants.known.iter().all(Vec::is_empty) {
            return None;
        }
        invariants.keep_inductive(cx.store, &plain);
        if invariants.known.iter().all(Vec::is_empty) {
            return None;
        }
        let unread = invariants.unread(cx.store, &plain);
        let defined = invariants.defined(cx.store, &plain, &unread);
        if !unread.iter().chain(defined.iter().map(|d| &d.args)).flatten().any(|&goes| goes) {
            return None;
        }
        let stays = unread.iter().zip(&defined);
        let stays = stays.map(|(unread, defined)| unread.iter().zip(&defined.args).map(|(&u, &d)| !u && !d).collect());
        let kept = Kept::new(stays.collect());
        let mut output = System { preds: kept.preds(system), clauses: Vec::new() };
        let mut derivations = Derivations::new();
        let mut used: Vec<HashSet<usize>> = defined.iter().map(|d| d.by.iter().copied().collect()).collect();
        for ((id, old), clause) in system.clauses().zip(&plain.clauses) {
            let mut parts = conjuncts(cx.store, clause.constraint);
            for atom in &clause.body {
                let pred = atom.pred.index();
                for (number, &invariant) in invariants.known[pred].iter().enumerate() {
                    let about_unread = positions(cx.store, invariant).into_iter().any(|i| unread[pred][i]);
                    let defines = defined[pred].by.contains(&number);
                    if !about_unread && !defines {
                        continue;
                    }
                    let instances = instance(cx.store, invariant, &atom.args);
                    if about_unread {
                        let before = parts.len();
                        parts.retain(|part| !instances.contains(part));
                        if parts.len() < before {
                            used[pred].insert(number);
                        }
                    } else {
                        parts.extend(instances);
                    }
                }
            }
            let mut clause = clause.clone();
            clause.constraint = cx.store.and(&parts);
            for atom in clause.body.iter_mut().chain(&mut clause.head) {
                *atom = kept.atom(atom);
            }
            let (clause, vars) = clause.compact(cx.store);
            let mut images = vec![None; old.vars.len()];
            for (new, &var) in vars.iter().enumerate().filter(|(_, var)| (**var as usize) < old.vars.len()) {
                images[var as usize] = Some(cx.store.var(new as u32, old.vars[var as usize]));
            }
            let input = derivations.input(id);
            let entry = derivations.instance(input, images, (0..old.body.len() as u32).collect());
            derivations.conclude(entry);
            output.add_clause(clause);
        }
        let needed = invariants.with_reasons(used);
        let model = Box::new(Back { kept, known: needed });
        Some(Transformed { system: output, derivations, model })
    }
}

/// The clause with different variables as the arguments of each body atom, and equations for what they were.
fn with_variables(store: &mut Store, clause: &Clause) -> Clause {
    let mut result = clause.clone();
    let mut parts = vec![clause.constraint];
    for atom in &mut result.body {
        let mut seen: Vec<TermId> = Vec::with_capacity(atom.args.len());
        for arg in &mut atom.args {
            if store.as_var(*arg).is_none() || seen.contains(arg) {
                let sort = store.sort_of(*arg);
                result.vars.push(sort);
                let var = store.var(result.vars.len() as u32 - 1, sort);
                parts.push(store.eq(var, *arg));
                *arg = var;
            }
            seen.push(*arg);
        }
    }
    result.constraint = store.and(&parts);
    result
}

/// The conjuncts of a statement about arguments where these are the given terms; none if it is true of them.
fn instance(store: &mut Store, statement: TermId, args: &[TermId]) -> Vec<TermId> {
    let formula = store.instantiate(statement, args);
    let mut parts = conjuncts(store, formula);
    parts.retain(|&part| part != Store::TRUE);
    parts
}

/// The arguments that a statement is about.
fn positions(store: &Store, statement: TermId) -> Vec<usize> {
    free_vars(store, &[statement]).into_iter().filter_map(|var| store.as_var(var)).map(|var| var as usize).collect()
}

/// What holds of the arguments of all facts.
struct Invariants {
    /// For each predicate the statements, over its arguments.
    known: Vec<Vec<TermId>>,
    /// For each of them those that it holds because of: predicate and number.
    reasons: Vec<Vec<Vec<(usize, usize)>>>,
}

/// The arguments of a predicate that its invariants define by others.
struct Defined {
    args: Vec<bool>,
    /// The numbers of the invariants that do it.
    by: Vec<usize>,
}

impl Invariants {
    /// What clauses say of the arguments of one body atom.
    fn candidates(store: &mut Store, system: &System) -> Invariants {
        let mut known: Vec<Vec<TermId>> = vec![Vec::new(); system.preds.len()];
        let mut seen: HashSet<(usize, TermId)> = HashSet::new();
        for clause in &system.clauses {
            for atom in &clause.body {
                let pred = atom.pred.index();
                let sorts = &system.preds[pred].sorts;
                let mut places: HashMap<TermId, TermId> = HashMap::new();
                for (i, (&arg, &sort)) in atom.args.iter().zip(sorts).enumerate() {
                    places.insert(arg, store.var(i as u32, sort));
                }
                for part in conjuncts(store, clause.constraint) {
                    let vars = free_vars(store, &[part]);
                    let about = !vars.is_empty() && vars.iter().all(|var| places.contains_key(var));
                    if !about || known[pred].len() >= CANDIDATES || store.is_quantified(part) {
                        continue;
                    }
                    if tree_size(store, part, LARGE) >= LARGE {
                        continue;
                    }
                    let images: Vec<(TermId, TermId)> = vars.iter().map(|var| (*var, places[var])).collect();
                    let statement = Substitution::new(images).apply(store, part);
                    if seen.insert((pred, statement)) {
                        known[pred].push(statement);
                    }
                }
            }
        }
        Invariants { reasons: known.iter().map(|list| vec![Vec::new(); list.len()]).collect(), known }
    }

    /// Takes away what does not hold of some head, until nothing changes.
    fn keep_inductive(&mut self, store: &mut Store, system: &System) {
        // For each clause and candidate the conjuncts that only the body's facts may give; `None`: it is gone.
        type Open = Option<Vec<TermId>>;
        let mut open: Vec<Vec<Open>> = Vec::with_capacity(system.clauses.len());
        let mut alive: Vec<Vec<bool>> = self.known.iter().map(|list| vec![true; list.len()]).collect();
        for clause in &system.clauses {
            let Some(head) = &clause.head else {
                open.push(Vec::new());
                continue;
            };
            let said = conjuncts(store, clause.constraint);
            let mut facts = Facts::inside(None);
            for &part in &said {
                if is_literal(store, part) {
                    facts.add(store, part);
                }
            }
            facts.close(store);
            let said: HashSet<TermId> = said.into_iter().collect();
            let mut fuel = FUEL;
            let mut list = Vec::new();
            for (number, &statement) in self.known[head.pred.index()].iter().enumerate() {
                if !alive[head.pred.index()][number] {
                    list.push(None);
                    continue;
                }
                let mut parts = instance(store, statement, &head.args);
                parts.retain(|part| !said.contains(part));
                parts.retain(|&part| facts.simplify(store, part, 2, &mut fuel) != Store::TRUE);
                if parts.contains(&Store::FALSE) || (!parts.is_empty() && clause.is_fact()) {
                    alive[head.pred.index()][number] = false;
                    list.push(None);
                } else {
                    list.push(Some(parts));
                }
            }
            open.push(list);
        }
        loop {
            let mut changed = false;
            for (clause, list) in system.clauses.iter().zip(&open) {
                let Some(head) = &clause.head else { continue };
                let pred = head.pred.index();
                if list.iter().flatten().all(Vec::is_empty) {
                    continue;
                }
                let mut given: HashSet<TermId> = HashSet::new();
                for atom in &clause.body {
                    let of = atom.pred.index();
                    for (&statement, _) in self.known[of].iter().zip(&alive[of]).filter(|(_, alive)| **alive) {
                        given.extend(instance(store, statement, &atom.args));
                    }
                }
                for (number, parts) in list.iter().enumerate() {
                    let fails = parts.as_ref().is_none_or(|parts| parts.iter().any(|part| !given.contains(part)));
                    if alive[pred][number] && fails {
                        alive[pred][number] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        self.keep(store, system, &alive, &open);
    }

    /// Keeps those that are alive, with their reasons.
    fn keep(&mut self, store: &mut Store, system: &System, alive: &[Vec<bool>], open: &[Vec<Option<Vec<TermId>>>]) {
        let mut new: Vec<Vec<Option<usize>>> = Vec::with_capacity(alive.len());
        for alive in alive {
            let mut next = 0..;
            new.push(alive.iter().map(|&alive| if alive { next.next() } else { None }).collect());
        }
        let mut reasons: Vec<Vec<Vec<(usize, usize)>>> = vec![Vec::new(); alive.len()];
        for (list, alive) in reasons.iter_mut().zip(alive) {
            list.resize(alive.iter().filter(|&&alive| alive).count(), Vec::new());
        }
        for (clause, list) in system.clauses.iter().zip(open) {
            let Some(head) = &clause.head else { continue };
            if list.iter().flatten().all(Vec::is_empty) {
                continue;
            }
            let mut given: HashMap<TermId, (usize, usize)> = HashMap::new();
            for atom in &clause.body {
                let of = atom.pred.index();
                for (number, &statement) in self.known[of].iter().enumerate() {
                    let Some(number) = new[of][number] else { continue };
                    for part in instance(store, statement, &atom.args) {
                        given.insert(part, (of, number));
                    }
                }
            }
            for (number, parts) in list.iter().enumerate() {
                let (Some(number), Some(parts)) = (new[head.pred.index()][number], parts) else { continue };
                reasons[head.pred.index()][number].extend(parts.iter().filter_map(|part| given.get(part)));
            }
        }
        for (list, alive) in self.known.iter_mut().zip(alive) {
            let mut alive = alive.iter();
            list.retain(|_| alive.next() == Some(&true));
        }
        self.reasons = reasons;
    }

    /// The arguments that nothing but invariants looks at.
    fn unread(&self, store: &mut Store, system: &System) -> Vec<Vec<bool>> {
        let mut bare = system.clone();
        for clause in &mut bare.clauses {
            let mut parts = conjuncts(store, clause.constraint);
            for atom in &clause.body {
                for &statement in &self.known[atom.pred.index()] {
                    let instances: HashSet<TermId> = instance(store, statement, &atom.args).into_iter().collect();
                    parts.retain(|part| !instances.contains(part));
                }
            }
            clause.constraint = store.and(&parts);
        }
        let read = relevant_arguments(store, &bare);
        read.into_iter().map(|list| list.into_iter().map(|read| !read).collect()).collect()
    }

    /// Arguments that invariants define by arguments that stay. None is defined by another one of them.
    fn defined(&self, store: &mut Store, system: &System, unread: &[Vec<bool>]) -> Vec<Defined> {
        let mut all = Vec::with_capacity(system.preds.len());
        for (pred, known) in self.known.iter().enumerate() {
            let mut args = vec![false; unread[pred].len()];
            let mut by = Vec::new();
            let mut needed = args.clone();
            let mut guarded: HashMap<(usize, TermId), usize> = HashMap::new();
            for (number, &statement) in known.iter().enumerate() {
                let about = positions(store, statement);
                if about.iter().any(|&i| unread[pred][i] || args[i]) {
                    continue;
                }
                let (guard, equation) = split_guard(store, statement);
                let mut found: Vec<usize> = solved(store, equation);
                let sorts = &system.preds[pred].sorts;
                let is_plain = |sort: SortId| sort == SortId::BOOL || sort.is_arith() || store.bv_width(sort).is_some();
                found.retain(|&i| !needed[i] && is_plain(sorts[i]));
                found.retain(|i| guard.is_none_or(|guard| !positions(store, guard).contains(i)));
                found.sort_unstable_by_key(|&i| std::cmp::Reverse(i));
                for i in found {
                    let mut numbers = vec![number];
                    if let Some(guard) = guard {
                        let otherwise = store.not(guard);
                        guarded.insert((i, guard), number);
                        let Some(&other) = guarded.get(&(i, otherwise)) else { continue };
                        numbers.push(other);
                    }
                    let uses: Vec<usize> = numbers.iter().flat_map(|&n| positions(store, known[n])).collect();
                    if uses.iter().any(|&used| args[used]) {
                        continue;
                    }
                    for used in uses {
                        needed[used] = true;
                    }
                    args[i] = true;
                    by.extend(numbers);
                    break;
                }
            }
            all.push(Defined { args, by });
        }
        all
    }

    /// The chosen invariants with all that they hold because of, by predicate.
    fn with_reasons(self, chosen: Vec<HashSet<usize>>) -> Vec<Vec<TermId>> {
        let mut wanted: Vec<Vec<bool>> = self.known.iter().map(|list| vec![false; list.len()]).collect();
        let mut pending: Vec<(usize, usize)> = Vec::new();
        for (pred, chosen) in chosen.iter().enumerate() {
            pending.extend(chosen.iter().map(|&number| (pred, number)));
        }
        while let Some((pred, number)) = pending.pop() {
            if !std::mem::replace(&mut wanted[pred][number], true) {
                pending.extend(&self.reasons[pred][number]);
            }
        }
        let wanted = self.known.into_iter().zip(wanted);
        wanted
            .map(|(known, wanted)| {
                known.into_iter().zip(wanted).filter(|(_, wanted)| *wanted).map(|(k, _)| k).collect()
            })
            .collect()
    }
}

/// An equation that holds where a literal does, and that literal; any other statement as it is.
fn split_guard(store: &mut Store, statement: TermId) -> (Option<TermId>, TermId) {
    if let (Op::Or, &[a, b]) = (store.op(statement), store.args(statement)) {
        for (guard, equation) in [(a, b), (b, a)] {
            if *store.op(equation) == Op::Eq && is_literal(store, guard) {
                return (Some(store.not(guard)), equation);
            }
        }
    }
    (None, statement)
}

/// The arguments that an equation determines by the others.
fn solved(store: &mut Store, equation: TermId) -> Vec<usize> {
    let found = solutions(store, equation).into_iter().filter_map(|solution| match solution {
        Solution::Term(i, _) | Solution::Negation(i, _) | Solution::Linear(i) => Some(i as usize),
        Solution::Built(..) | Solution::Overwritten(..) => None,
    });
    found.collect()
}

struct Back {
    kept: Kept,
    /// For each predicate what the pass has made use of.
    known: Vec<Vec<TermId>>,
}

impl ModelBack for Back {
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String> {
        let mut definitions = Vec::with_capacity(input.preds.len());
        for pred in input.pred_ids() {
            let mut parts = self.known[pred.index()].clone();
            parts.push(self.kept.widen(cx.store, input, pred, model.definition(pred)));
            definitions.push(cx.store.and(&parts));
        }
        Ok(Model { definitions })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Preprocessed;
    use super::super::testing::{check_model, check_refutation, solver};
    use super::*;
    use crate::num::Int;
    use crate::smt::CancelToken;
    use crate::system::{ClauseId, Refutation, Step, Verdict};
    use crate::term::Value;

    fn read(text: &str) -> (Store, System) {
        let script = crate::smtlib::read(text.as_bytes()).unwrap_or_else(|e| panic!("{e:?}"));
        (script.store, script.system)
    }

    /// A counter whose signals are arguments: `twice` is defined, `chosen` by cases, `seen` is looked at by the
    /// definition of `chosen` only, and `good` by the query.
    const SIGNALS: &str = "(set-logic HORN)(declare-fun P (Int Int Int Int Bool Bool) Bool)
        (assert (forall ((n Int) (twice Int) (chosen Int) (seen Int) (up Bool) (good Bool))
            (=> (and (= n 0) (= twice (* 2 n)) (or (not up) (= chosen seen)) (or up (= chosen n)) (= good (>= twice 0)))
                (P n twice chosen seen up good))))
        (assert (forall ((n Int) (twice Int) (chosen Int) (seen Int) (up Bool) (good Bool)
                (m Int) (double Int) (other Int) (saw Int) (down Bool) (fine Bool))
            (=> (and (P n twice chosen seen up good)
                     (= twice (* 2 n)) (or (not up) (= chosen seen)) (or up (= chosen n))
                     (= m (+ 1 twice)) (= double (* 2 m)) (or (not down) (= other saw)) (or down (= other m))
                     (= fine (>= double BOUND)))
                (P m double other saw down fine))))
        (assert (forall ((n Int) (twice Int) (chosen Int) (seen Int) (up Bool))
            (=> (P n twice chosen seen up false) false)))(check-sat)";

    #[test]
    fn only_what_is_a_state_is_left() {
        let (mut store, system) = read(&SIGNALS.replace("BOUND", "0"));
        let mut cx = PassContext::new(&mut store, &CancelToken::new());
        let mut result = Preprocessed::unchanged(&system);
        assert!(result.apply(&mut cx, &super::super::Simplify));
        assert!(result.apply(&mut cx, &Restated));
        assert_eq!(result.system.preds[0].sorts, [SortId::INT, SortId::BOOL], "the counter and what the query reads");
        assert!(!result.apply(&mut cx, &Restated));
        // n >= 0 and good is inductive; what the pass knows is added on the way back.
        let (n, good, zero) = (cx.store.var(0, SortId::INT), cx.store.var(1, SortId::BOOL), cx.store.int(0));
        let positive = cx.store.ge(n, zero);
        let definitions = vec![cx.store.and2(positive, good)];
        let model = result.model(&mut cx, Model { definitions }).expect("a model");
        assert!(check_model(&mut store, &mut solver(), &system, &model).expect("a model of the input"));
    }

    #[test]
    fn refutations_have_the_values_of_all_signals() {
        use crate::context::Context;
        use crate::engine::table::EngineId;
        use crate::smt::{SmtConfig, testing::binary};
        let (mut store, system) = read(&SIGNALS.replace("BOUND", "3"));
        let mut result = Preprocessed::unchanged(&system);
        let mut passes = PassContext::new(&mut store, &CancelToken::new());
        assert!(result.apply(&mut passes, &super::super::Simplify));
        assert!(result.apply(&mut passes, &Restated));
        let mut cx = Context::new(store, SmtConfig::new(&binary()), CancelToken::new());
        let verdict = EngineId::Pdr.make().solve(&mut cx, &result.system);
        let Verdict::Unsat(refutation) = verdict else { panic!("the first step violates the bound: {verdict:?}") };
        let refutation = result.refutation(&cx.store, refutation).expect("translates").finish().expect("complete");
        check_refutation(&cx.store, &system, &refutation).expect("a refutation of the input");
    }

    #[test]
    fn what_one_clause_does_not_say_stays() {
        // The step may leave `y` what it was while `x` grows: y = x is no invariant, and both are looked at.
        let (mut store, system) = read(
            "(set-logic HORN)(declare-fun P (Int Int) Bool)
            (assert (forall ((x Int) (y Int)) (=> (and (>= x 0) (= y x)) (P x y))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= y x)) (P (+ x 1) y))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= y x) (> y 5)) false)))(check-sat)",
        );
        let mut cx = PassContext::new(&mut store, &CancelToken::new());
        assert!(Restated.apply(&mut cx, &system).is_none());
        let int = |i: i64| Value::Int(Int::from(i));
        let step = |clause: u32, values: Vec<Value>, premises| Step { clause: ClauseId(clause), values, premises };
        let steps = vec![step(0, vec![int(6), int(6)], vec![]), step(2, vec![int(6), int(6)], vec![0])];
        check_refutation(&store, &system, &Refutation { steps }).expect("the test's system is violated");
    }
}
