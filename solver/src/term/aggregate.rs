//! Aggregates: folds over an interval of an array, `agg(array, lo, hi)`, and quantifiers over an interval of indices.
//!
//! An [`Aggregate`] is a *definition* in the table of the store: the kind of fold and the *cell map*, a term over the
//! cell's value, its index and the *alien* parameters (program terms that the map mentions besides). An
//! [`Op::Aggregate`] applies a definition to `[array, lo, hi, aliens…]`. Its value is the fold of the mapped cells
//! `lo, lo + 1, …, hi - 1`, in this order: a monoid homomorphism on the slice, after Definition 6 of *Automatic Program
//! Instrumentation for Automatic Verification* (Amilon, Esen, Gurov, Lidström, Rümmer; CAV 2023), whose monoid need not
//! commute here.
//!
//! On an empty interval (`hi <= lo`) the value is the unit: sum and count 0, product 1, sorted true, that of a user's
//! monoid the one given. Minimum and maximum have no unit in Int or Real; **there their value is left open**, as
//! SMT-LIB leaves division by zero open: evaluation is undefined, and nothing follows but that it is a function of the
//! arguments.

use super::{Op, Sort, SortId, Store, TermId};

/// A definition of the table of aggregates of a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AggregateId(pub(super) u32);

impl AggregateId {
    /// The position in the store's table of aggregates.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an aggregate folds its mapped cells with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AggregateKind {
    /// The sum, over Int or Real.
    Sum,
    /// The product, over Int or Real.
    Product,
    /// The least, over Int or Real; open on the empty interval.
    Min,
    /// The greatest, over Int or Real; open on the empty interval.
    Max,
    /// How many cells satisfy the cell map, which is a formula.
    Count,
    /// Whether the mapped cells, over Int or Real, ascend: `cell(k) <= cell(k + 1)` whenever both are in the interval.
    Sorted,
    /// A monoid of the user's. Its laws are the user's claim; [`crate::aggregate::laws`] lists what has to be checked.
    Monoid {
        /// The unit, a term without variables.
        unit: TermId,
        /// The operation, a term over `Var(0)` and `Var(1)` of the unit's sort.
        operation: TermId,
        /// The inverse, a term over `Var(0)`, if the monoid is a group.
        inverse: Option<TermId>,
    },
}

/// A definition of an aggregate. Terms in it are templates: their variables are the parameters listed here, not those
/// of a clause.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aggregate {
    /// The fold.
    pub kind: AggregateKind,
    /// The sort of the array's elements; its indices are Int.
    pub element: SortId,
    /// The sorts of the alien parameters. They may be arrays: that is how a cell map reads a second array.
    pub aliens: Vec<SortId>,
    /// The cell map: over `Var(0)`, the element, `Var(1)`, its index, and `Var(2 + i)`, the i-th alien parameter.
    pub cell: TermId,
}

impl AggregateKind {
    /// The function in the input language; a monoid of the user's is written as a fold with its parts.
    pub fn symbol(&self) -> &'static str {
        match self {
            AggregateKind::Sum => "agg.sum",
            AggregateKind::Product => "agg.product",
            AggregateKind::Min => "agg.min",
            AggregateKind::Max => "agg.max",
            AggregateKind::Count => "agg.count",
            AggregateKind::Sorted => "agg.sorted",
            AggregateKind::Monoid { .. } => "agg.fold",
        }
    }
}

impl Aggregate {
    /// All template terms of the definition.
    pub fn templates(&self) -> Vec<TermId> {
        let mut terms = vec![self.cell];
        if let AggregateKind::Monoid { unit, operation, inverse } = &self.kind {
            terms.extend([*unit, *operation]);
            terms.extend(*inverse);
        }
        terms
    }
}

impl Store {
    /// The definition of that content, entered into the table if it is new. The cell map must be of the sort its kind
    /// asks for: a formula for a count, else Int or Real, for a monoid the sort of the unit. No template may contain a
    /// quantifier or an aggregate.
    pub fn define_aggregate(&mut self, definition: Aggregate) -> AggregateId {
        if let Some(&id) = self.aggregate_table.get(&definition) {
            return id;
        }
        let id = AggregateId(self.aggregates.len() as u32);
        self.aggregates.push(definition.clone());
        self.aggregate_table.insert(definition, id);
        id
    }

    /// A definition.
    pub fn aggregate(&self, id: AggregateId) -> &Aggregate {
        &self.aggregates[id.index()]
    }

    /// All definitions in the order of their ids.
    pub fn aggregates(&self) -> impl Iterator<Item = (AggregateId, &Aggregate)> {
        self.aggregates.iter().enumerate().map(|(i, a)| (AggregateId(i as u32), a))
    }

    /// The sort of an aggregate's value.
    pub fn aggregate_sort(&self, id: AggregateId) -> SortId {
        let definition = self.aggregate(id);
        match &definition.kind {
            AggregateKind::Sum | AggregateKind::Product | AggregateKind::Min | AggregateKind::Max => {
                self.sort_of(definition.cell)
            }
            AggregateKind::Count => SortId::INT,
            AggregateKind::Sorted => SortId::BOOL,
            AggregateKind::Monoid { unit, .. } => self.sort_of(*unit),
        }
    }

    /// The sorts of an aggregate's arguments: array, two bounds, aliens.
    pub fn aggregate_params(&mut self, id: AggregateId) -> Vec<SortId> {
        let definition = self.aggregate(id);
        let element = definition.element;
        let aliens = definition.aliens.clone();
        let mut sorts = vec![self.array_sort(SortId::INT, element), SortId::INT, SortId::INT];
        sorts.extend(aliens);
        sorts
    }

    /// The aggregate applied to `[array, lo, hi, aliens…]`.
    ///
    /// match: agg a l u with u - l a numeral <= 0      gives: the unit, if there is one
    /// match: agg a l (l + 1)                          gives: the cell at l (true for sorted)
    pub fn apply_aggregate(&mut self, id: AggregateId, args: &[TermId]) -> TermId {
        let length = self.sub(args[2], args[1]);
        if let Some(length) = self.as_num(length).cloned() {
            if length <= crate::num::Rat::ZERO {
                if let Some(unit) = self.aggregate_unit(id) {
                    return unit;
                }
            } else if length == crate::num::Rat::ONE {
                return match self.aggregate(id).kind {
                    AggregateKind::Sorted => Store::TRUE,
                    _ => self.aggregate_cell(id, args[0], args[1], &args[3..]),
                };
            }
        }
        let sort = self.aggregate_sort(id);
        self.intern(Op::Aggregate(id), args, sort)
    }

    /// What the cell at `index` contributes: the mapped cell, as 0 or 1 for a count.
    pub fn aggregate_cell(&mut self, id: AggregateId, array: TermId, index: TermId, aliens: &[TermId]) -> TermId {
        let value = self.select(array, index);
        self.aggregate_map(id, value, index, aliens)
    }

    /// What a cell of that value and index contributes, see [`Store::aggregate_cell`].
    pub fn aggregate_map(&mut self, id: AggregateId, value: TermId, index: TermId, aliens: &[TermId]) -> TermId {
        let mut images = vec![value, index];
        images.extend_from_slice(aliens);
        let definition = self.aggregate(id);
        let (cell, count) = (definition.cell, definition.kind == AggregateKind::Count);
        let mapped = self.instantiate(cell, &images);
        if !count {
            return mapped;
        }
        let (one, zero) = (self.int(1), self.int(0));
        self.ite(mapped, one, zero)
    }

    /// The value on the empty interval; `None` where it is open.
    pub fn aggregate_unit(&mut self, id: AggregateId) -> Option<TermId> {
        let sort = self.aggregate_sort(id);
        match self.aggregate(id).kind {
            AggregateKind::Sum | AggregateKind::Count => Some(self.num(crate::num::Rat::ZERO, sort)),
            AggregateKind::Product => Some(self.num(crate::num::Rat::ONE, sort)),
            AggregateKind::Min | AggregateKind::Max => None,
            AggregateKind::Sorted => Some(Store::TRUE),
            AggregateKind::Monoid { unit, .. } => Some(unit),
        }
    }

    /// The values of two adjacent nonempty intervals combined; `None` for sorted, which is no homomorphism.
    pub fn aggregate_combine(&mut self, id: AggregateId, left: TermId, right: TermId) -> Option<TermId> {
        Some(match self.aggregate(id).kind {
            AggregateKind::Sum | AggregateKind::Count => self.add(&[left, right]),
            AggregateKind::Product => self.mul(left, right),
            AggregateKind::Min => {
                let less = self.le(left, right);
                self.ite(less, left, right)
            }
            AggregateKind::Max => {
                let less = self.le(left, right);
                self.ite(less, right, left)
            }
            AggregateKind::Sorted => return None,
            AggregateKind::Monoid { operation, .. } => self.instantiate(operation, &[left, right]),
        })
    }

    /// Whether an aggregate occurs in the terms.
    pub fn has_aggregate(&self, roots: &[TermId]) -> bool {
        !self.aggregates.is_empty()
            && super::postorder(self, roots).iter().any(|&t| matches!(self.op(t), Op::Aggregate(_)))
    }
}

/// A quantifier over one integer variable in an interval: `∀k. lo <= k < hi → body` or `∃k. lo <= k < hi ∧ body`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Whether the quantifier is universal.
    pub universal: bool,
    /// The bound variable, a term [`Op::Bound`] of sort Int.
    pub variable: TermId,
    /// The first index.
    pub lo: TermId,
    /// The first index after the interval.
    pub hi: TermId,
    /// What is said about each index, without the bounds (further bounds stay here).
    pub body: TermId,
}

/// Reads a quantifier as one over an interval; `None` if it has another shape, or bounds that depend on the variable.
pub fn interval(store: &mut Store, quantifier: TermId) -> Option<Interval> {
    let (universal, vars) = match store.op(quantifier) {
        Op::Forall(vars) => (true, vars),
        Op::Exists(vars) => (false, vars),
        _ => return None,
    };
    let &[(index, SortId::INT)] = &vars[..] else { return None };
    let variable = store.bound(index, SortId::INT);
    let body = store.args(quantifier)[0];
    let (mut lo, mut hi, mut rest) = (None, None, Vec::new());
    for part in quantified_parts(store, body, universal) {
        match bound_of(store, part, variable) {
            Some((term, true)) if lo.is_none() => lo = Some(term),
            Some((term, false)) if hi.is_none() => {
                let one = store.int(1);
                hi = Some(store.add(&[term, one]));
            }
            _ => rest.push(part),
        }
    }
    let mut body = store.and(&rest);
    if universal {
        body = store.not(body);
    }
    Some(Interval { universal, variable, lo: lo?, hi: hi?, body })
}

/// The conjuncts of an existential body, or of the negation of a universal one.
pub(super) fn quantified_parts(store: &mut Store, body: TermId, universal: bool) -> Vec<TermId> {
    let root = if universal { store.not(body) } else { body };
    let mut parts = Vec::new();
    let mut stack = vec![root];
    while let Some(part) = stack.pop() {
        match store.op(part) {
            Op::And => stack.extend(store.args(part).iter().rev().copied()),
            Op::Not if *store.op(store.args(part)[0]) == Op::Or => {
                let inner = store.args(store.args(part)[0]).to_vec();
                for arg in inner.into_iter().rev() {
                    stack.push(store.not(arg));
                }
            }
            _ => parts.push(part),
        }
    }
    parts
}

/// Reads a literal as `t <= k` (with `true`) or `k <= t` (with `false`), `t` without `k`.
fn bound_of(store: &mut Store, literal: TermId, variable: TermId) -> Option<(TermId, bool)> {
    if *store.op(literal) != Op::Le {
        return None;
    }
    let (mut form, _) = store.as_linear_literal(literal)?;
    let coefficient = form.coefficient(variable);
    if !coefficient.abs().is_one() {
        return None;
    }
    form.terms.retain(|(atom, _)| *atom != variable);
    for (atom, _) in &form.terms {
        if super::postorder(store, &[*atom]).contains(&variable) {
            return None;
        }
    }
    let lower = coefficient.is_negative();
    // k + rest <= 0 or -k + rest <= 0
    if !lower {
        form.scale(&crate::num::Rat::from(-1));
    }
    Some((store.from_linear(&form, SortId::INT), lower))
}

/// Whether arrays of this sort can be aggregated: indices of sort Int.
pub fn is_aggregable(store: &Store, sort: SortId) -> Option<SortId> {
    match store.sort(sort) {
        Sort::Array(SortId::INT, element) => Some(*element),
        _ => None,
    }
}
