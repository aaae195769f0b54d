//! Constraints over quantities: a formula that follows from the constraint and mentions no recursive data.

use super::terms::Terms;
use crate::term::{Measure, Op, SortId, Store, TermId, postorder};
use hashbrown::HashMap;

/// A consequence of a formula, without recursive data.
pub fn weaken(terms: &mut Terms<'_>, formula: TermId) -> TermId {
    if !terms.touches_data(formula) {
        return formula;
    }
    // For every subformula a consequence of it, and one of its negation. Data is only looked at in atoms.
    let mut done: HashMap<TermId, (TermId, TermId)> = HashMap::new();
    for term in booleans(terms, formula) {
        let pair = subformula(terms, term, &done);
        done.insert(term, pair);
    }
    done[&formula].0
}

/// The subformulas that connectives lead to, parts first.
fn booleans(terms: &Terms<'_>, formula: TermId) -> Vec<TermId> {
    let store = &terms.store;
    let mut order = Vec::new();
    let mut seen: HashMap<TermId, ()> = HashMap::new();
    let mut stack = vec![(formula, false)];
    while let Some((term, expanded)) = stack.pop() {
        if expanded {
            order.push(term);
        } else if seen.insert(term, ()).is_none() {
            stack.push((term, true));
            if is_connective(terms, term) {
                stack.extend(store.args(term).iter().map(|&a| (a, false)));
            }
        }
    }
    order
}

fn is_connective(terms: &Terms<'_>, term: TermId) -> bool {
    let boolean = |t: &TermId| terms.store.sort_of(*t) == SortId::BOOL;
    match terms.store.op(term) {
        Op::Not | Op::And | Op::Or => true,
        Op::Eq | Op::Ite => terms.store.args(term).iter().all(boolean),
        _ => false,
    }
}

/// The consequences for one subformula from those of its parts.
fn subformula(terms: &mut Terms<'_>, term: TermId, done: &HashMap<TermId, (TermId, TermId)>) -> (TermId, TermId) {
    if !terms.touches_data(term) {
        return (term, terms.store.not(term));
    }
    let args = terms.store.args(term).to_vec();
    if !is_connective(terms, term) {
        return atom(terms, term);
    }
    let parts: Vec<(TermId, TermId)> = args.iter().map(|a| done[a]).collect();
    let store = &mut *terms.store;
    let positive: Vec<TermId> = parts.iter().map(|p| p.0).collect();
    let negative: Vec<TermId> = parts.iter().map(|p| p.1).collect();
    match store.op(term) {
        Op::Not => (negative[0], positive[0]),
        Op::And => (store.and(&positive), store.or(&negative)),
        Op::Or => (store.or(&positive), store.and(&negative)),
        Op::Eq => {
            let (both, none) = (store.and(&positive), store.and(&negative));
            let (left, right) = (store.and2(positive[0], negative[1]), store.and2(negative[0], positive[1]));
            (store.or2(both, none), store.or2(left, right))
        }
        _ => {
            let mut choose = |list: &[TermId]| {
                let (then, otherwise) = (store.and2(positive[0], list[1]), store.and2(negative[0], list[2]));
                store.or2(then, otherwise)
            };
            (choose(&positive), choose(&negative))
        }
    }
}

/// An atom about data, or with data inside.
fn atom(terms: &mut Terms<'_>, term: TermId) -> (TermId, TermId) {
    if let Some((positive, negative)) = terms.quantities.atom(terms.store, term) {
        return (terms.plain(positive), terms.plain(negative));
    }
    let args = terms.store.args(term).to_vec();
    match terms.store.op(term).clone() {
        Op::Eq if terms.store.is_recursive(terms.store.sort_of(args[0])) => {
            let sort = terms.store.sort_of(args[0]);
            let (a, b) = (terms.numbers(args[0]), terms.numbers(args[1]));
            let equal: Vec<TermId> = a.into_iter().zip(b).map(|(a, b)| terms.store.eq(a, b)).collect();
            let equal = terms.store.and(&equal);
            let differ = if terms.store.is_counter(sort) { terms.store.not(equal) } else { Store::TRUE };
            (equal, differ)
        }
        Op::Test(constructor) if terms.store.is_recursive(terms.store.sort_of(args[0])) => {
            tester(terms, constructor, args[0])
        }
        // Parts of data in numbers, and what is about arrays and records of data.
        _ if plain_args(terms, &args) => {
            let plain = terms.plain(term);
            (plain, terms.store.not(plain))
        }
        _ => (Store::TRUE, Store::TRUE),
    }
}

/// Whether the arguments are no data themselves.
fn plain_args(terms: &Terms<'_>, args: &[TermId]) -> bool {
    args.iter().all(|&a| !super::holds_recursive_data(terms.store, terms.store.sort_of(a)))
        && postorder(terms.store, args).iter().all(|&t| !matches!(terms.store.op(t), Op::Forall(_) | Op::Exists(_)))
}

/// A recursive constructor makes a size of at least one; that tells constructors apart as far as there is one of each
/// kind.
fn tester(terms: &mut Terms<'_>, constructor: u32, data: TermId) -> (TermId, TermId) {
    let sort = terms.store.sort_of(data);
    let Some(id) = terms.store.datatype_of(sort) else { return (Store::TRUE, Store::TRUE) };
    let recursive = |terms: &Terms<'_>, c: u32| terms.store.shares(Measure::Size, id, c).0 > 0;
    let count = terms.store.datatype(id).constructors.len() as u32;
    let here = recursive(terms, constructor);
    let alone = (0..count).filter(|&c| recursive(terms, c) == here).count() == 1;
    // A base constructor may hold data of the family only through others; it has none of its own, so its size is 0.
    let Some(size) = terms.quantities.size(terms.store, data) else { return (Store::TRUE, Store::TRUE) };
    let size = terms.plain(size);
    let zero = terms.store.int(0);
    let (none, some) = (terms.store.eq(size, zero), terms.store.gt(size, zero));
    let (this, other) = if here { (some, none) } else { (none, some) };
    (this, if alone { other } else { Store::TRUE })
}
