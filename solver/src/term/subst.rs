//! Substitution of free variables, general rewriting, and moving terms between stores.

use super::{Aggregate, AggregateId, AggregateKind, Op, Store, TermId, postorder};
use hashbrown::HashMap;

/// A simultaneous substitution for free variables (or, more generally, for any subterms), with its cache. Applying
/// one substitution to many terms shares the work.
#[derive(Debug, Default)]
pub struct Substitution {
    cache: HashMap<TermId, TermId>,
    /// Replaces `Var(i)` by the i-th term, whatever its sort was checked to be by the caller.
    by_index: Vec<TermId>,
}

impl Substitution {
    /// The substitution that maps each pair's first term to its second.
    pub fn new(pairs: impl IntoIterator<Item = (TermId, TermId)>) -> Substitution {
        Substitution { cache: pairs.into_iter().collect(), by_index: Vec::new() }
    }

    /// The substitution that maps `Var(i)` to the i-th term; variables beyond stay. This is how the definition
    /// of a predicate is applied to the arguments of an atom.
    pub fn by_index(terms: &[TermId]) -> Substitution {
        Substitution { cache: HashMap::new(), by_index: terms.to_vec() }
    }

    /// Maps one more term. Only before the first [`Substitution::apply`]: later the cache would be stale.
    pub fn insert(&mut self, from: TermId, to: TermId) {
        self.cache.insert(from, to);
    }

    /// The term with the substitution applied, rebuilt by the simplifying constructors.
    pub fn apply(&mut self, store: &mut Store, root: TermId) -> TermId {
        if store.is_ground(root) && self.by_index_only() {
            return root;
        }
        if let Some(&done) = self.cache.get(&root) {
            return done;
        }
        let mut stack = vec![(root, false)];
        let mut args = Vec::new();
        while let Some((term, expanded)) = stack.pop() {
            if self.cache.contains_key(&term) {
                continue;
            }
            if let Op::Var(index) = store.op(term) {
                let image = self.by_index.get(*index as usize).copied().unwrap_or(term);
                self.cache.insert(term, image);
                continue;
            }
            if !expanded {
                if store.is_ground(term) && self.by_index_only() {
                    self.cache.insert(term, term);
                    continue;
                }
                stack.push((term, true));
                stack.extend(store.args(term).iter().filter(|a| !self.cache.contains_key(*a)).map(|&a| (a, false)));
                continue;
            }
            args.clear();
            args.extend(store.args(term).iter().map(|a| self.cache[a]));
            let image = if args == store.args(term) { term } else { store.rebuild(term, &args) };
            self.cache.insert(term, image);
        }
        self.cache[&root]
    }

    fn by_index_only(&self) -> bool {
        !self.by_index.is_empty()
    }
}

impl Store {
    /// Replaces `Var(i)` by `terms[i]`.
    pub fn instantiate(&mut self, term: TermId, terms: &[TermId]) -> TermId {
        Substitution::by_index(terms).apply(self, term)
    }

    /// The term with the same root operator over other arguments (of the same sorts), simplified.
    pub fn rebuild(&mut self, term: TermId, args: &[TermId]) -> TermId {
        let sort = self.sort_of(term);
        let op = self.op(term).clone();
        self.build(&op, args, sort)
    }

    /// Applies an operator through its simplifying constructor. `sort` is the sort of the result.
    pub fn build(&mut self, op: &Op, args: &[TermId], sort: super::SortId) -> TermId {
        match op {
            Op::Var(_) | Op::Bound(_) | Op::Bool(_) | Op::Num(_) | Op::BitVec(_) => self.intern(op.clone(), args, sort),
            Op::Not => self.not(args[0]),
            Op::And => self.and(args),
            Op::Or => self.or(args),
            Op::Eq => self.eq(args[0], args[1]),
            Op::Ite => self.ite(args[0], args[1], args[2]),
            Op::Add => self.add(args),
            Op::Mul => {
                let mut product = args[0];
                for &factor in &args[1..] {
                    product = self.mul(product, factor);
                }
                product
            }
            Op::Le => self.le(args[0], args[1]),
            Op::IntDiv => self.int_div(args[0], args[1]),
            Op::IntMod => self.int_mod(args[0], args[1]),
            Op::RealDiv => self.real_div(args[0], args[1]),
            Op::ToReal => self.to_real(args[0]),
            Op::ToInt => self.to_int(args[0]),
            Op::Select => self.select(args[0], args[1]),
            Op::Store => self.store(args[0], args[1], args[2]),
            Op::ConstArray => self.const_array(sort, args[0]),
            Op::Construct(constructor) => self.construct(sort, *constructor, args),
            Op::Project(constructor, field) => self.project(*constructor, *field, args[0]),
            Op::Test(constructor) => self.test(*constructor, args[0]),
            Op::Measure(measure) => self.measure(*measure, args[0]),
            Op::Call(id) => self.call(*id, args),
            Op::Bv(bv) => self.bv_op(*bv, args),
            Op::Forall(vars) => self.forall(vars, args[0]),
            Op::Exists(vars) => self.exists(vars, args[0]),
            Op::Aggregate(id) => self.apply_aggregate(*id, args),
        }
    }
}

/// Copies terms of `from` into `to`. The sorts and datatypes of the two stores must agree: one
/// store is a clone of the other to which only terms (and array or bit-vector sorts, which are recreated) were added.
pub fn import(to: &mut Store, from: &Store, roots: &[TermId]) -> Vec<TermId> {
    import_functions(to, from);
    let mut images: HashMap<TermId, TermId> = HashMap::new();
    for term in postorder(from, roots) {
        let args: Vec<TermId> = from.args(term).iter().map(|a| images[a]).collect();
        let sort = import_sort(to, from, from.sort_of(term));
        let op = match from.op(term) {
            Op::Forall(vars) => Op::Forall(vars.iter().map(|&(v, s)| (v, import_sort(to, from, s))).collect()),
            Op::Exists(vars) => Op::Exists(vars.iter().map(|&(v, s)| (v, import_sort(to, from, s))).collect()),
            Op::Bound(index) => {
                let image = to.bound(*index, sort);
                images.insert(term, image);
                continue;
            }
            Op::Aggregate(id) => Op::Aggregate(import_aggregate(to, from, *id)),
            op => op.clone(),
        };
        let image = to.build(&op, &args, sort);
        images.insert(term, image);
    }
    roots.iter().map(|r| images[r]).collect()
}

/// Functions that the other store has not: they keep their numbers, as one store is a clone of the other. Claims stay
/// behind.
fn import_functions(to: &mut Store, from: &Store) {
    let known = to.function_count();
    for function in from.functions.iter().skip(known) {
        let params = function.params.iter().map(|&sort| import_sort(to, from, sort)).collect();
        let result = import_sort(to, from, function.result);
        to.declare_function(params, result);
    }
    for (index, function) in from.functions.iter().enumerate().skip(known) {
        if let Some(body) = function.body {
            // All are declared by now: this goes no deeper than once.
            let body = import(to, from, &[body])[0];
            to.define_function(super::FunctionId::at(index), body);
        }
    }
}

/// The definition's counterpart in the other store. Cell maps contain no aggregates, so this does not recurse.
fn import_aggregate(to: &mut Store, from: &Store, id: AggregateId) -> AggregateId {
    let definition = from.aggregate(id);
    let templates = import(to, from, &definition.templates());
    let kind = match (&definition.kind, &templates[1..]) {
        (AggregateKind::Monoid { .. }, [unit, operation, inverse @ ..]) => {
            AggregateKind::Monoid { unit: *unit, operation: *operation, inverse: inverse.first().copied() }
        }
        (kind, _) => kind.clone(),
    };
    let element = import_sort(to, from, definition.element);
    let aliens = definition.aliens.iter().map(|&sort| import_sort(to, from, sort)).collect();
    to.define_aggregate(Aggregate { kind, element, aliens, cell: templates[0] })
}

fn import_sort(to: &mut Store, from: &Store, sort: super::SortId) -> super::SortId {
    // The nesting of array sorts is the nesting the user wrote; it is shallow.
    match *from.sort(sort) {
        super::Sort::BitVec(width) => to.bv_sort(width),
        super::Sort::Array(index, element) => {
            let (index, element) = (import_sort(to, from, index), import_sort(to, from, element));
            to.array_sort(index, element)
        }
        // Basic sorts and datatypes exist in both stores under the same id only if declared before the fork.
        super::Sort::Datatype(_) | super::Sort::Bool | super::Sort::Int | super::Sort::Real => sort,
    }
}
