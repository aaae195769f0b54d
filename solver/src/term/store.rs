//! [`Store`]: the arena that owns sorts, datatypes and hash-consed terms.

use super::{Aggregate, AggregateId, Claim, Function, Op};
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::{BuildHasher, Hash, Hasher};

/// A term of a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub(super) u32);

impl TermId {
    /// The position in the store; later terms have larger positions than their arguments.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A sort of a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(pub(super) u32);

impl SortId {
    /// The sort Bool.
    pub const BOOL: SortId = SortId(0);
    /// The sort Int.
    pub const INT: SortId = SortId(1);
    /// The sort Real.
    pub const REAL: SortId = SortId(2);

    /// The position in the store's table of sorts.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is Int or Real.
    pub fn is_arith(self) -> bool {
        self == SortId::INT || self == SortId::REAL
    }
}

/// A datatype of a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DatatypeId(pub(super) u32);

impl DatatypeId {
    /// The position in the store's table of datatypes.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a [`SortId`] stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Booleans.
    Bool,
    /// Mathematical integers.
    Int,
    /// Mathematical reals.
    Real,
    /// Bit-vectors of that width (> 0).
    BitVec(u32),
    /// Arrays from the first sort to the second.
    Array(SortId, SortId),
    /// An algebraic datatype (parametric ones are instantiated by the reader).
    Datatype(DatatypeId),
}

/// An algebraic datatype.
#[derive(Clone, Debug)]
pub struct Datatype {
    /// The user's name, for printing only. An instance of a parametric type carries the whole sort expression.
    pub name: String,
    /// Its constructors, in declaration order; [`Op::Construct`] indexes here.
    pub constructors: Vec<Constructor>,
}

/// A constructor of a datatype.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// The user's name.
    pub name: String,
    /// Its fields in order.
    pub fields: Vec<Field>,
}

/// A field of a constructor: selector name and sort.
#[derive(Clone, Debug)]
pub struct Field {
    /// The selector's name.
    pub name: String,
    /// The field's sort.
    pub sort: SortId,
}

#[derive(Clone, Debug)]
struct Node {
    op: Op,
    sort: SortId,
    first_arg: u32,
    arg_count: u32,
    /// One above the largest `Var` number inside, 0 for a term without free variables.
    var_bound: u32,
    /// Whether the term is a value: built of constants, constructors and canonical constant arrays.
    is_value: bool,
    /// Whether the term contains a quantifier or a bound variable.
    quantified: bool,
    /// How many `store`s an array that is a value consists of.
    entries: u16,
}

/// How many exceptions a constant array may have and be kept in normal form. Larger ones stay as they are written, so
/// that a chain of stores costs no more than its length.
pub const MAX_ENTRIES: usize = 500;

/// The arena of sorts, datatypes and terms. Cloning it costs a few block copies; engines running
/// in parallel each work on a clone and hand results back through [`super::import`].
#[derive(Clone, Debug)]
pub struct Store {
    nodes: Vec<Node>,
    args: Vec<TermId>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    sorts: Vec<Sort>,
    sort_table: HashMap<Sort, SortId>,
    datatypes: Vec<Datatype>,
    pub(super) aggregates: Vec<Aggregate>,
    pub(super) aggregate_table: HashMap<Aggregate, AggregateId>,
    pub(super) functions: Vec<Function>,
    pub(super) claims: Vec<Claim>,
    next_bound: u32,
    /// Each Int inequality whose complement was built once, with that complement.
    complements: HashMap<TermId, TermId>,
    pub(super) counts: super::finite::Counts,
    /// How often a term was asked for.
    asked: usize,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    /// `false`, the first term of every store.
    pub const FALSE: TermId = TermId(0);
    /// `true`, the second term of every store.
    pub const TRUE: TermId = TermId(1);

    /// A store with the basic sorts and the two truth values.
    pub fn new() -> Store {
        let mut store = Store {
            nodes: Vec::new(),
            args: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            sorts: Vec::new(),
            sort_table: HashMap::new(),
            datatypes: Vec::new(),
            aggregates: Vec::new(),
            aggregate_table: HashMap::new(),
            functions: Vec::new(),
            claims: Vec::new(),
            next_bound: 0,
            complements: HashMap::new(),
            counts: super::finite::Counts::default(),
            asked: 0,
        };
        for sort in [Sort::Bool, Sort::Int, Sort::Real] {
            store.intern_sort(sort);
        }
        store.intern(Op::Bool(false), &[], SortId::BOOL);
        store.intern(Op::Bool(true), &[], SortId::BOOL);
        store
    }

    /// How many terms the store holds.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How often a term was asked for, new or not: the work that it took to make all that there is.
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// Whether the store holds no terms; it never does, the truth values are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The complement of an Int inequality if it exists already; see [`Store::not`].
    pub(super) fn known_complement(&self, le: TermId) -> Option<TermId> {
        self.complements.get(&le).copied()
    }

    /// Remembers that two Int inequalities are complements of each other.
    pub(super) fn remember_complement(&mut self, le: TermId, complement: TermId) {
        self.complements.insert(le, complement);
        self.complements.insert(complement, le);
    }

    fn intern_sort(&mut self, sort: Sort) -> SortId {
        if let Some(&id) = self.sort_table.get(&sort) {
            return id;
        }
        let id = SortId(self.sorts.len() as u32);
        self.sorts.push(sort.clone());
        self.counts.push();
        self.sort_table.insert(sort, id);
        id
    }

    /// The sort of bit-vectors of `width` bits; `width` must be positive.
    pub fn bv_sort(&mut self, width: u32) -> SortId {
        self.intern_sort(Sort::BitVec(width))
    }

    /// The sort of arrays from `index` to `element`.
    pub fn array_sort(&mut self, index: SortId, element: SortId) -> SortId {
        self.intern_sort(Sort::Array(index, element))
    }

    /// Declares a datatype without constructors; [`Store::define_datatype`] adds them. Two steps,
    /// because datatypes may refer to themselves and each other.
    pub fn declare_datatype(&mut self, name: &str) -> (DatatypeId, SortId) {
        let id = DatatypeId(self.datatypes.len() as u32);
        self.datatypes.push(Datatype { name: name.to_owned(), constructors: Vec::new() });
        (id, self.intern_sort(Sort::Datatype(id)))
    }

    /// Gives a declared datatype its constructors.
    pub fn define_datatype(&mut self, id: DatatypeId, constructors: Vec<Constructor>) {
        self.datatypes[id.index()].constructors = constructors;
    }

    /// What a sort is.
    pub fn sort(&self, id: SortId) -> &Sort {
        &self.sorts[id.index()]
    }

    /// How many sorts the store holds; sorts are numbered from 0.
    pub fn sort_count(&self) -> usize {
        self.sorts.len()
    }

    /// The sorts in the order of their ids.
    pub fn sorts(&self) -> impl Iterator<Item = (SortId, &Sort)> {
        self.sorts.iter().enumerate().map(|(i, sort)| (SortId(i as u32), sort))
    }

    /// A datatype.
    pub fn datatype(&self, id: DatatypeId) -> &Datatype {
        &self.datatypes[id.index()]
    }

    /// All datatypes in declaration order.
    pub fn datatypes(&self) -> impl Iterator<Item = (DatatypeId, &Datatype)> {
        self.datatypes.iter().enumerate().map(|(i, d)| (DatatypeId(i as u32), d))
    }

    /// The datatype a sort is, if it is one.
    pub fn datatype_of(&self, sort: SortId) -> Option<DatatypeId> {
        match self.sort(sort) {
            Sort::Datatype(id) => Some(*id),
            _ => None,
        }
    }

    /// The width of a bit-vector sort, if it is one.
    pub fn bv_width(&self, sort: SortId) -> Option<u32> {
        match self.sort(sort) {
            Sort::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// The index and element sorts of an array sort, if it is one.
    pub fn array_sorts(&self, sort: SortId) -> Option<(SortId, SortId)> {
        match self.sort(sort) {
            Sort::Array(index, element) => Some((*index, *element)),
            _ => None,
        }
    }

    /// The root operator.
    pub fn op(&self, term: TermId) -> &Op {
        &self.nodes[term.index()].op
    }

    /// The arguments.
    pub fn args(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term.index()];
        &self.args[node.first_arg as usize..(node.first_arg + node.arg_count) as usize]
    }

    /// The sort.
    pub fn sort_of(&self, term: TermId) -> SortId {
        self.nodes[term.index()].sort
    }

    /// Whether the term contains no free variable ([`Op::Var`]).
    pub fn is_ground(&self, term: TermId) -> bool {
        self.var_bound(term) == 0
    }

    /// One above the largest free variable number inside; 0 if there is none.
    pub fn var_bound(&self, term: TermId) -> u32 {
        self.nodes[term.index()].var_bound
    }

    /// Whether the term is a value. Equal values have equal ids, whatever their sort; an array with more than
    /// `MAX_ENTRIES` exceptions is never one.
    pub fn is_value(&self, term: TermId) -> bool {
        self.nodes[term.index()].is_value
    }

    /// How many `store`s an array value consists of.
    pub(super) fn entry_count(&self, term: TermId) -> usize {
        usize::from(self.nodes[term.index()].entries)
    }

    /// Whether a quantifier or a bound variable occurs inside.
    pub fn is_quantified(&self, term: TermId) -> bool {
        self.nodes[term.index()].quantified
    }

    /// The number of a free variable.
    pub fn as_var(&self, term: TermId) -> Option<u32> {
        match self.op(term) {
            Op::Var(index) => Some(*index),
            _ => None,
        }
    }

    /// The free variable of that number and sort.
    pub fn var(&mut self, index: u32, sort: SortId) -> TermId {
        self.intern(Op::Var(index), &[], sort)
    }

    /// Variables `start, start + 1, …` of the given sorts.
    pub fn vars(&mut self, start: u32, sorts: &[SortId]) -> Vec<TermId> {
        sorts.iter().enumerate().map(|(i, &sort)| self.var(start + i as u32, sort)).collect()
    }

    /// A number for a bound variable that no quantifier of this store uses yet.
    pub fn fresh_bound(&mut self) -> u32 {
        self.next_bound += 1;
        self.next_bound - 1
    }

    /// An occurrence of a bound variable.
    pub fn bound(&mut self, index: u32, sort: SortId) -> TermId {
        self.next_bound = self.next_bound.max(index + 1);
        self.intern(Op::Bound(index), &[], sort)
    }

    /// The term of exactly this shape. Only the simplifying constructors call it: they keep the
    /// invariants of the module.
    pub(super) fn intern(&mut self, op: Op, args: &[TermId], sort: SortId) -> TermId {
        self.asked += 1;
        let hash = {
            let mut state = self.hasher.build_hasher();
            op.hash(&mut state);
            args.hash(&mut state);
            sort.hash(&mut state);
            state.finish()
        };
        let found = self.table.find(hash, |&id| {
            let node = &self.nodes[id as usize];
            node.sort == sort && node.arg_count as usize == args.len() && node.op == op && self.args(TermId(id)) == args
        });
        if let Some(&id) = found {
            return TermId(id);
        }
        let id = self.nodes.len() as u32;
        let node = self.describe(op, args, sort);
        self.args.extend_from_slice(args);
        self.nodes.push(node);
        let (nodes, all_args, hasher) = (&self.nodes, &self.args, &self.hasher);
        self.table.insert_unique(hash, id, |&other| {
            let node = &nodes[other as usize];
            let args = &all_args[node.first_arg as usize..(node.first_arg + node.arg_count) as usize];
            let mut state = hasher.build_hasher();
            node.op.hash(&mut state);
            args.hash(&mut state);
            node.sort.hash(&mut state);
            state.finish()
        });
        TermId(id)
    }

    /// The node for a new term with its derived facts.
    fn describe(&self, op: Op, args: &[TermId], sort: SortId) -> Node {
        let mut var_bound = 0;
        let mut quantified = matches!(op, Op::Bound(_) | Op::Forall(_) | Op::Exists(_));
        for &arg in args {
            var_bound = var_bound.max(self.var_bound(arg));
            quantified |= self.is_quantified(arg);
        }
        let mut entries = 0;
        let is_value = match &op {
            Op::Bool(_) | Op::Num(_) | Op::BitVec(_) => true,
            Op::Construct(_) | Op::ConstArray => args.iter().all(|&a| self.is_value(a)),
            // `Store` terms over values are kept in normal form by `array.rs`, up to that many.
            Op::Store => {
                entries = self.nodes[args[0].index()].entries + 1;
                args.iter().all(|&a| self.is_value(a)) && usize::from(entries) <= MAX_ENTRIES
            }
            _ => false,
        };
        let entries = if is_value { entries } else { 0 };
        if let Op::Var(index) = op {
            var_bound = index + 1;
        }
        Node {
            op,
            sort,
            first_arg: self.args.len() as u32,
            arg_count: args.len() as u32,
            var_bound,
            is_value,
            quantified,
            entries,
        }
    }
}
