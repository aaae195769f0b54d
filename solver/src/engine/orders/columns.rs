//! What the integers of a predicate are: places in arrays, contents of cells, flags.

use crate::system::System;
use crate::term::{Op, SortId, Store, TermId, free_vars, postorder};
use hashbrown::HashSet;

/// For each predicate and argument whether it is used in one of these ways.
#[derive(Debug)]
pub(super) struct Uses {
    /// It is an index, or compared with one.
    pub places: Vec<Vec<bool>>,
    /// It is compared with contents of cells, or becomes them.
    pub contents: Vec<Vec<bool>>,
    /// Whether a part of an array may end at a difference of two places: three of them are compared, or two make up an
    /// index.
    pub differences: bool,
    /// Whether cells, or cells and variables, are compared anywhere.
    pub compared: bool,
}

/// The integer variables of a term that are not inside of a read.
fn outside_of_reads(store: &Store, term: TermId) -> Vec<TermId> {
    store
        .linear(term)
        .terms
        .iter()
        .map(|(atom, _)| *atom)
        .filter(|&atom| store.as_var(atom).is_some() && store.sort_of(atom) == SortId::INT)
        .collect()
}

/// The comparisons of integers in a clause, as lists of what is compared.
fn comparisons(store: &Store, terms: &[TermId]) -> Vec<Vec<TermId>> {
    let mut result = Vec::new();
    for term in postorder(store, terms) {
        if let Some((form, _)) = store.as_linear_literal(term) {
            result.push(form.terms.iter().map(|(atom, _)| *atom).collect());
        }
    }
    result
}

/// How the arguments of all predicates are used.
pub(super) fn uses(store: &Store, system: &System) -> Uses {
    let none = || system.preds.iter().map(|pred| vec![false; pred.sorts.len()]).collect::<Vec<_>>();
    let mut uses = Uses { places: none(), contents: none(), differences: false, compared: false };
    let mut places: Vec<HashSet<TermId>> = Vec::new();
    let mut contents: Vec<HashSet<TermId>> = Vec::new();
    let mut compared: Vec<Vec<Vec<TermId>>> = Vec::new();
    let is_read = |term: TermId| matches!(store.op(term), Op::Select);
    for clause in &system.clauses {
        let (mut here, mut cells) = (HashSet::new(), HashSet::new());
        for term in postorder(store, &clause.terms()) {
            let args = store.args(term);
            if matches!(store.op(term), Op::Select | Op::Store) {
                let vars = free_vars(store, &[args[1]]);
                let plain = outside_of_reads(store, args[1]);
                uses.differences |= plain.len() >= 2;
                here.extend(vars.into_iter().filter(|var| plain.contains(var)));
            }
            if matches!(store.op(term), Op::Store) && store.sort_of(args[2]) == SortId::INT {
                cells.extend(outside_of_reads(store, args[2]));
            }
        }
        let lists = comparisons(store, &clause.terms());
        for list in &lists {
            let reads = list.iter().filter(|&&atom| is_read(atom)).count();
            if reads > 0 && list.len() > 1 {
                cells.extend(list.iter().copied().filter(|&atom| store.as_var(atom).is_some()));
                uses.compared = true;
            }
        }
        places.push(here);
        contents.push(cells);
        compared.push(lists);
    }
    loop {
        let mut changed = false;
        for (number, clause) in system.clauses.iter().enumerate() {
            for list in compared[number].iter().filter(|list| !list.iter().any(|&atom| is_read(atom))) {
                if list.iter().any(|atom| places[number].contains(atom)) {
                    for &atom in list.iter().filter(|&&atom| store.as_var(atom).is_some()) {
                        changed |= places[number].insert(atom);
                    }
                }
            }
            for atom in clause.body.iter().chain(&clause.head) {
                let pred = atom.pred.index();
                for (position, &arg) in atom.args.iter().enumerate() {
                    if store.sort_of(arg) != SortId::INT {
                        continue;
                    }
                    let vars = outside_of_reads(store, arg);
                    let copy = store.as_var(arg).is_some();
                    // Both ways: from variables to the argument, and from it to the variables.
                    let tables = [(&mut uses.places, &mut places), (&mut uses.contents, &mut contents)];
                    for (kind, (table, sets)) in tables.into_iter().enumerate() {
                        let read = kind == 1 && postorder(store, &[arg]).into_iter().any(is_read);
                        let follows = kind == 0 || copy;
                        let flag = &mut table[pred][position];
                        let now = *flag || read || (follows && vars.iter().any(|var| sets[number].contains(var)));
                        changed |= now != *flag;
                        *flag = now;
                        if now && follows {
                            for &var in &vars {
                                changed |= sets[number].insert(var);
                            }
                        }
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    for (number, lists) in compared.iter().enumerate() {
        let of_places = |atom: &&TermId| places[number].contains(*atom);
        uses.differences |= lists.iter().any(|list| list.iter().filter(of_places).count() >= 3);
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_contents_and_what_is_neither() {
        let text = "(set-logic HORN) (declare-fun p ((Array Int Int) Int Int Int Int) Bool)
            (assert (forall ((a (Array Int Int)) (n Int) (x Int)) (p a n 0 (select a 0) x)))
            (assert (forall ((a (Array Int Int)) (n Int) (i Int) (m Int) (x Int))
              (=> (and (p a n i m x) (< i n)) (p a n (+ i 1) (ite (< m (select a i)) (select a i) m) (+ x 2)))))
            (assert (forall ((a (Array Int Int)) (n Int) (i Int) (m Int) (x Int))
              (=> (and (p a n i m x) (< m 0)) false)))";
        let script = crate::smtlib::read(text.as_bytes()).expect("a script");
        let uses = uses(&script.store, &script.system);
        assert_eq!(uses.places, [[false, true, true, false, false]]);
        assert_eq!(uses.contents, [[false, false, false, true, false]]);
        assert!(uses.compared && !uses.differences);
    }
}
