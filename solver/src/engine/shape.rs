//! What the schedules look at in a system.

use crate::system::{PredGraph, System};
use crate::term::{Op, Relation, Sort, SortId, Store, TermId, postorder};

/// From so many clauses on a system is looked at one clause at a time before anything else.
pub const MANY_CLAUSES: usize = 300;

/// What the schedules look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Number of clauses.
    pub clauses: usize,
    /// Number of predicates that depend on themselves.
    pub recursive: usize,
    /// Whether every clause has at most one body atom.
    pub linear: bool,
    /// Whether a real occurs in a predicate's arguments or a clause's variables.
    pub reals: bool,
    /// Whether an integer occurs there.
    pub integers: bool,
    /// Whether an array occurs there.
    pub arrays: bool,
    /// Whether a datatype occurs there.
    pub datatypes: bool,
    /// Whether a recursive datatype occurs there.
    pub recursive_data: bool,
    /// Whether a bit-vector occurs there.
    pub bit_vectors: bool,
    /// Whether a constraint or an argument has an aggregate.
    pub aggregates: bool,
    /// Whether a constraint has a quantifier.
    pub quantifiers: bool,
    /// Whether a clause has a quantifier, an aggregate, or a product or division of variables.
    pub summaries: bool,
    /// Whether a clause divides by a numeral.
    pub divisions: bool,
    /// Whether a clause compares the contents of two cells that are at different places.
    pub orders: bool,
    /// Whether abstract interpretation has found nothing in it; [`Shape::of`] does not know that.
    pub examined: bool,
}

impl Shape {
    /// The shape of a system.
    pub fn of(store: &Store, system: &System) -> Shape {
        let graph = PredGraph::new(system);
        let mut shape = Shape {
            clauses: system.clauses.len(),
            recursive: graph.recursive.iter().filter(|&&r| r).count(),
            linear: system.is_linear(),
            summaries: system.clauses.iter().any(|c| crate::instrument::has_summaries(store, c)),
            ..Shape::default()
        };
        let terms: Vec<TermId> = system.clauses.iter().flat_map(|clause| clause.terms()).collect();
        shape.divisions = postorder(store, &terms).into_iter().any(|t| matches!(store.op(t), Op::IntDiv | Op::IntMod));
        shape.quantifiers = terms.iter().any(|&term| store.is_quantified(term));
        shape.aggregates = store.has_aggregate(&terms);
        let mut seen = vec![false; store.sort_count()];
        let mut stack: Vec<SortId> = system.clauses.iter().flat_map(|c| c.vars.iter().copied()).collect();
        stack.extend(system.preds.iter().flat_map(|p| p.sorts.iter().copied()));
        while let Some(sort) = stack.pop() {
            if std::mem::replace(&mut seen[sort.index()], true) {
                continue;
            }
            match store.sort(sort) {
                Sort::Bool => {}
                Sort::Int => shape.integers = true,
                Sort::Real => shape.reals = true,
                Sort::BitVec(_) => shape.bit_vectors = true,
                Sort::Array(index, element) => {
                    shape.arrays = true;
                    stack.extend([*index, *element]);
                }
                Sort::Datatype(id) => {
                    shape.datatypes = true;
                    shape.recursive_data |= store.is_recursive(sort);
                    let fields = store.datatype(*id).constructors.iter().flat_map(|c| &c.fields);
                    stack.extend(fields.map(|f| f.sort));
                }
            }
        }
        shape.orders = shape.arrays && postorder(store, &terms).into_iter().any(|t| compares_cells(store, t));
        shape
    }

    /// Whether some predicate depends on itself, and nothing but clauses says what facts follow.
    pub fn searched(&self) -> bool {
        !self.aggregates && self.recursive > 0
    }

    /// Whether there are so many clauses that questions about all of them take an SMT process long.
    pub fn many_clauses(&self) -> bool {
        self.clauses >= MANY_CLAUSES
    }

    /// Real numbers and truth values, and nothing else.
    pub fn only_reals(&self) -> bool {
        self.reals && !self.integers && !self.arrays && !self.datatypes && !self.bit_vectors
    }

    /// Where unrolling shares nothing or states are large.
    pub fn rich(&self) -> bool {
        !self.linear || self.arrays || self.datatypes
    }

    /// Arrays in records: heaps, states of contracts.
    pub fn records(&self) -> bool {
        self.arrays && self.datatypes
    }

    /// Arrays that stand for themselves, and no quantifier that says what is true of them.
    pub fn plain_arrays(&self) -> bool {
        self.arrays && !self.datatypes && !self.quantifiers
    }

    /// Whether every state is a few numbers and truth values.
    pub fn flat(&self) -> bool {
        !self.arrays && !self.recursive_data && !self.bit_vectors
    }

    /// Whether all of it is linear arithmetic over integers, with a loop.
    pub fn linear_integers(&self) -> bool {
        self.recursive > 0 && !self.summaries && !self.divisions && !self.bit_vectors && !self.reals
    }
}

/// Whether a literal compares two cells: which one has less, or whether cells at different places have the same.
fn compares_cells(store: &Store, term: TermId) -> bool {
    let Some((form, relation)) = store.as_linear_literal(term) else { return false };
    let [(one, _), (two, _)] = form.terms[..] else { return false };
    let reads = [one, two].map(|atom| matches!(store.op(atom), Op::Select));
    let same_place = || store.args(one)[1] == store.args(two)[1];
    reads == [true; 2] && (matches!(relation, Relation::LeZero | Relation::LtZero) || !same_place())
}
