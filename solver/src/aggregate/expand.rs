//! Aggregates and quantifiers over intervals written out, cell by cell.
//!
//! An interval whose length is a numeral is written out exactly. Any other interval `[lo, hi)` is written out for a
//! length of at most a limit, `hi <= lo + limit` being the *guard* under which original and image agree; with guards
//! collected into its constraint a clause has fewer instances, and each of them is one of the original. Minimum and
//! maximum have `lo < hi` as a further guard, because their value on nothing is open.

use crate::num::{Int, Rat};
use crate::term::{AggregateId, AggregateKind, Interval, Op, SortId, Store, Substitution, TermId, interval};
use hashbrown::{HashMap, HashSet};

/// An interval of numeral length is written out up to this length, whatever the limit.
const EXACT: i64 = 1024;
/// Quantifiers and aggregates nested deeper than this are left alone.
const ROUNDS: usize = 8;

/// What is to be written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Intervals of numeral length only.
    Exact,
    /// All intervals, up to that length.
    UpTo(u32),
}

/// The term with aggregates and quantifiers over intervals written out as far as possible; guards are added to
/// `guards`.
pub fn expand(store: &mut Store, term: TermId, extent: Extent, guards: &mut Vec<TermId>) -> TermId {
    let mut current = term;
    for _ in 0..ROUNDS {
        let mut images = HashMap::new();
        for part in outermost(store, current) {
            if let Some(image) = write_out(store, part, extent, guards) {
                images.insert(part, image);
            }
        }
        if images.is_empty() {
            break;
        }
        let mut pairs: Vec<(TermId, TermId)> = images.into_iter().collect();
        pairs.sort_unstable();
        current = Substitution::new(pairs).apply(store, current);
    }
    current
}

/// The aggregates and quantifiers that stand in no scope: no variable of a quantifier around them occurs in them.
fn outermost(store: &Store, root: TermId) -> Vec<TermId> {
    if !store.is_quantified(root) && !store.has_aggregate(&[root]) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match store.op(term) {
            Op::Forall(_) | Op::Exists(_) => found.push(term),
            Op::Aggregate(_) => {
                found.push(term);
                stack.extend_from_slice(store.args(term));
            }
            _ => stack.extend_from_slice(store.args(term)),
        }
    }
    found.sort_unstable();
    found
}

fn write_out(store: &mut Store, term: TermId, extent: Extent, guards: &mut Vec<TermId>) -> Option<TermId> {
    match store.op(term).clone() {
        Op::Aggregate(id) => {
            let args = store.args(term).to_vec();
            let length = length(store, args[1], args[2], extent, guards)?;
            fold(store, id, &args, &length, guards)
        }
        Op::Forall(_) | Op::Exists(_) => {
            let found = interval(store, term)?;
            let length = length(store, found.lo, found.hi, extent, guards)?;
            Some(instances(store, &found, &length))
        }
        _ => None,
    }
}

/// How many cells there are: exactly, or at most.
struct Length {
    cells: u32,
    exact: bool,
}

fn length(store: &mut Store, lo: TermId, hi: TermId, extent: Extent, guards: &mut Vec<TermId>) -> Option<Length> {
    let difference = store.sub(hi, lo);
    if let Some(value) = store.as_num(difference) {
        let value = value.to_int()?;
        if value.is_negative() {
            return Some(Length { cells: 0, exact: true });
        }
        if value <= Int::from(EXACT) {
            return Some(Length { cells: value.to_i64().and_then(|v| u32::try_from(v).ok())?, exact: true });
        }
    }
    let Extent::UpTo(limit) = extent else { return None };
    let bound = store.int(i64::from(limit));
    guards.push(store.le(difference, bound));
    Some(Length { cells: limit, exact: false })
}

/// The index `lo + j`, and whether it is in the interval.
fn position(store: &mut Store, lo: TermId, hi: TermId, j: u32, exact: bool) -> (TermId, TermId) {
    let offset = store.num(Rat::from(i64::from(j)), SortId::INT);
    let index = store.add(&[lo, offset]);
    let inside = if exact { Store::TRUE } else { store.lt(index, hi) };
    (index, inside)
}

fn fold(
    store: &mut Store,
    id: AggregateId,
    args: &[TermId],
    length: &Length,
    guards: &mut Vec<TermId>,
) -> Option<TermId> {
    let (array, lo, hi, aliens) = (args[0], args[1], args[2], &args[3..]);
    let kind = store.aggregate(id).kind.clone();
    if matches!(kind, AggregateKind::Min | AggregateKind::Max) {
        if length.cells == 0 {
            return None;
        }
        guards.push(store.lt(lo, hi));
    }
    let mut result = store.aggregate_unit(id);
    // For sums the cells are added up at once: adding one after the other takes quadratic time.
    let mut summands = Vec::new();
    let mut previous = None;
    for j in 0..length.cells {
        let (index, inside) = position(store, lo, hi, j, length.exact);
        let cell = store.aggregate_cell(id, array, index, aliens);
        match (&kind, result) {
            (AggregateKind::Sum | AggregateKind::Count, Some(zero)) => summands.push(store.ite(inside, cell, zero)),
            (AggregateKind::Sorted, Some(_)) => {
                if let Some(previous) = previous {
                    let ascends = store.le(previous, cell);
                    summands.push(store.implies(inside, ascends));
                }
                previous = Some(cell);
            }
            (_, None) => result = Some(cell),
            (_, Some(left)) => {
                let both = store.aggregate_combine(id, left, cell)?;
                result = Some(store.ite(inside, both, left));
            }
        }
    }
    match kind {
        AggregateKind::Sum | AggregateKind::Count if !summands.is_empty() => Some(store.add(&summands)),
        AggregateKind::Sorted => Some(store.and(&summands)),
        _ => result,
    }
}

fn instances(store: &mut Store, found: &Interval, length: &Length) -> TermId {
    let mut parts = Vec::new();
    for j in 0..length.cells {
        let (index, inside) = position(store, found.lo, found.hi, j, length.exact);
        let instance = Substitution::new([(found.variable, index)]).apply(store, found.body);
        parts.push(if found.universal { store.implies(inside, instance) } else { store.and2(inside, instance) });
    }
    if found.universal { store.and(&parts) } else { store.or(&parts) }
}

/// Whether anything in the terms may have to be written out: an aggregate or a quantifier.
pub fn is_foldable(store: &Store, roots: &[TermId]) -> bool {
    roots.iter().any(|&root| store.is_quantified(root)) || store.has_aggregate(roots)
}
