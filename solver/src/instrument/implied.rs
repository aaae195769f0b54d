//! Sums that clauses compute without naming them: a loop walks over an array and adds what it finds in each cell, or
//! something that it computes from the cell, to a variable.
//!
//! A clause from a predicate to itself changes such a variable by a term over one cell and its index alone. That term
//! is the cell map of a sum, whose values over the part walked over so far and over the whole become ghosts. They are
//! true whatever the loop does; what they are good for is found out like that of all others.

use super::family::{Families, Use};
use super::mine::branches;
use super::space::express;
use crate::num::Rat;
use crate::system::{Atom, Clause, System};
use crate::term::{Aggregate, AggregateKind, Op, Relation, Store, Substitution, TermId, free_vars, postorder};

/// Variables that no clause has: the cell and its index.
const CELL: u32 = 2_000_000;
const INDEX: u32 = CELL + 1;

/// A change of a variable by a cell of an array.
struct Step {
    /// The position of the array among the arguments.
    array: usize,
    /// The index of the cell, over the clause's variables.
    at: TermId,
    /// What is added: the cell map of a sum.
    map: TermId,
}

/// The ghosts of each predicate.
pub fn implied(store: &mut Store, system: &System, families: &mut Families) -> Vec<Vec<Use>> {
    let mut found: Vec<Vec<Use>> = vec![Vec::new(); system.preds.len()];
    for (clause, atom, head) in system.self_loops() {
        for position in 0..atom.args.len() {
            let Some(step) = step(store, atom, head, position) else { continue };
            for ghost in ghosts(store, system, families, clause, atom, head, &step) {
                let list = &mut found[atom.pred.index()];
                if !list.contains(&ghost) {
                    list.push(ghost);
                }
            }
        }
    }
    found
}

/// How the argument in a position changes, if that is by a cell.
fn step(store: &mut Store, atom: &Atom, head: &Atom, position: usize) -> Option<Step> {
    let (before, after) = (atom.args[position], head.args[position]);
    let sort = store.sort_of(before);
    if before == after || !sort.is_arith() || store.as_var(before).is_none() {
        return None;
    }
    // What is added, in each case.
    let mut added = store.num(Rat::ZERO, sort);
    for (conditions, value) in branches(store, after).into_iter().rev() {
        let difference = store.sub(value, before);
        if free_vars(store, &[difference]).contains(&before) {
            return None;
        }
        let condition = store.and(&conditions);
        added = store.ite(condition, difference, added);
    }
    // One cell, and nothing else.
    let mut cell = None;
    for term in postorder(store, &[added]) {
        if let (Op::Select, &[array, at]) = (store.op(term), store.args(term)) {
            if cell.is_some_and(|known| known != (term, array, at)) {
                return None;
            }
            cell = Some((term, array, at));
        }
    }
    let (term, array, at) = cell?;
    let array = atom.args.iter().position(|&arg| arg == array)?;
    let element = store.sort_of(term);
    if !element.is_arith() || store.as_num(at).is_some() {
        return None;
    }
    let (here, index) = (store.var(CELL, element), store.var(INDEX, store.sort_of(at)));
    let opened = Substitution::new([(term, here), (at, index)]).apply(store, added);
    if free_vars(store, &[opened]).iter().any(|&var| var != here && var != index) {
        return None;
    }
    // A loop that takes away and one that adds are about the same sum.
    let form = store.linear(opened);
    let opened = match form.terms.first() {
        Some((_, factor)) if factor.is_negative() => store.neg(opened),
        _ => opened,
    };
    let parameters = [(here, store.var(0, element)), (index, store.var(1, store.sort_of(at)))];
    let map = Substitution::new(parameters).apply(store, opened);
    Some(Step { array, at, map })
}

/// The sums over what the loop has walked over, and over all that it will walk over.
fn ghosts(
    store: &mut Store,
    system: &System,
    families: &mut Families,
    clause: &Clause,
    atom: &Atom,
    head: &Atom,
    step: &Step,
) -> Vec<Use> {
    let element = store.array_sorts(store.sort_of(atom.args[step.array])).map(|(_, element)| element);
    let Some(element) = element else { return Vec::new() };
    let definition = Aggregate { kind: AggregateKind::Sum, element, aliens: Vec::new(), cell: step.map };
    let id = store.define_aggregate(definition);
    let family = families.aggregate(store, id);
    let params = vec![store.var(step.array as u32, store.sort_of(atom.args[step.array]))];
    let one = store.int(1);
    let mut result = Vec::new();
    for next in express(store, step.at, atom) {
        let (now, then) = (store.instantiate(next, &atom.args), store.instantiate(next, &head.args));
        let difference = store.sub(then, now);
        let Some(up) = store.as_num(difference).filter(|d| !d.is_zero()).map(|d| !d.is_negative()) else { continue };
        let starts = starts(store, system, head, next);
        let ends = ends(store, clause, atom, head, step.at, up);
        // A walk downwards has done what is above its index.
        let edge = if up { next } else { store.add(&[next, one]) };
        let mut add = |store: &mut Store, from: TermId, to: TermId| {
            let (lo, hi) = if up { (from, to) } else { (to, from) };
            if store.le(hi, lo) != Store::TRUE {
                result.push(Use { family, params: params.clone(), lo, hi });
            }
        };
        for &start in &starts {
            let start = if up { start } else { store.add(&[start, one]) };
            add(store, start, edge);
            for &end in &ends {
                add(store, start, end);
            }
        }
    }
    result
}

/// The numbers that an index begins with, where a clause comes from elsewhere.
fn starts(store: &mut Store, system: &System, head: &Atom, index: TermId) -> Vec<TermId> {
    let mut result = Vec::new();
    for clause in &system.clauses {
        let Some(entered) = clause.head.as_ref().filter(|entered| entered.pred == head.pred) else { continue };
        if clause.body.iter().any(|atom| atom.pred == head.pred) {
            continue;
        }
        let start = store.instantiate(index, &entered.args);
        if store.as_num(start).is_some() && !result.contains(&start) {
            result.push(start);
        }
    }
    result
}

/// The limits that the clause has for the index, over what stays as it is: where the interval walked over will end.
fn ends(store: &mut Store, clause: &Clause, atom: &Atom, head: &Atom, at: TermId, up: bool) -> Vec<TermId> {
    let mut result = Vec::new();
    let sort = store.sort_of(at);
    for literal in crate::term::conjuncts(store, clause.constraint) {
        let Some((form, Relation::LeZero)) = store.as_linear_literal(literal) else { continue };
        // at + rest <= 0 or rest - at <= 0
        let term = store.from_linear(&form, sort);
        let rest = if up { store.sub(term, at) } else { store.add(&[term, at]) };
        let vars = free_vars(store, &[rest]);
        let moves = |var: &TermId| !atom.args.iter().zip(&head.args).any(|(a, b)| a == var && a == b);
        if vars.is_empty() || vars.iter().any(moves) {
            continue;
        }
        // Upwards the index is at most -rest, downwards at least rest.
        let one = store.int(1);
        let end = match up {
            true => store.sub(one, rest),
            false => rest,
        };
        result.extend(express(store, end, atom));
    }
    result.truncate(2);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::show;

    fn ghosts_of(text: &str) -> Vec<String> {
        let (mut cx, system) = crate::engine::testing::read(text, 10);
        let mut families = Families::default();
        let found = implied(&mut cx.store, &system, &mut families);
        let store = &mut cx.store;
        let text = |ghost: &Use| {
            let index = store.var(1, crate::term::SortId::INT);
            let (map, bounds) = (families.cell(store, ghost.family, &ghost.params, index), [ghost.lo, ghost.hi]);
            format!("{} over {}", show(store, &[map]), show(store, &bounds))
        };
        found.concat().iter().map(text).collect()
    }

    fn loop_over(guard: &str, next: &str, sum: &str) -> String {
        format!(
            "(set-logic HORN) (declare-fun p (Int Int Int (Array Int Int)) Bool)
            (assert (forall ((n Int) (a (Array Int Int))) (p 0 0 n a)))
            (assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (p s i n a) {guard}) (p {sum} {next} n a))))
            (assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (p s i n a) (>= i n) (> s 7)) false))) (check-sat)"
        )
    }

    #[test]
    fn sums_of_loops_are_seen() {
        let plain = ghosts_of(&loop_over("(< i n)", "(+ i 1)", "(+ s (select a i))"));
        assert_eq!(plain.len(), 2, "{plain:?}");
        let downwards = ghosts_of(&loop_over("(>= i n)", "(- i 1)", "(+ s (select a i))"));
        assert_eq!(downwards.len(), 2, "{downwards:?}");
        assert_ne!(downwards, plain);
        // What is taken away is the same sum.
        assert_eq!(ghosts_of(&loop_over("(< i n)", "(+ i 1)", "(- s (select a i))")), plain);
        let some = ghosts_of(&loop_over("(< i n)", "(+ i 1)", "(ite (> (select a i) 0) (+ s (* 2 (select a i))) s)"));
        assert_eq!(some.len(), 2, "{some:?}");
        assert_ne!(some, plain);
    }

    #[test]
    fn other_changes_are_no_sums() {
        for sum in
            ["(+ s 1)", "(* s (select a i))", "(+ s (select a i) (select a 0))", "(+ s n (select a i))", "(select a i)"]
        {
            assert!(ghosts_of(&loop_over("(< i n)", "(+ i 1)", sum)).is_empty(), "{sum}");
        }
        assert!(ghosts_of(&loop_over("(< i n)", "i", "(+ s (select a i))")).is_empty());
    }
}
