//! What heaps and ranges there are: the clauses of a script, made to mean what they mean in the theory.
//!
//! Call E the values of the encoding and T those of the theory. E has more: cells beyond those allocated can hold
//! anything, the number of cells can be negative, a range can start below 1, an address can have a negative number.
//!
//! *Nothing of T is missing.* The operations take encodings that belong to T to the encodings of their results, so
//! every derivation in T is one in E. What a system over E can have too much is a refutation.
//!
//! *What the surplus does.* Let α take an encoding to the value that the operations see: cells beyond are forgotten,
//! numbers clamped. (Addresses below null are renamed to addresses beyond all others of the derivation: both are valid
//! in no heap of it.) All operations commute with α, and so does an equation that must hold. A derivation in E is thus
//! one in T, unless it rests on two encodings of one value being different: on an equation between heaps or ranges (or
//! values with such inside) that is negated, under `ite` or a quantifier, or part of a term, or on an array indexed by
//! such values. Sorts in such places are called *sharp* here.
//!
//! *Where there are sharp sorts*, variables with heaps or ranges inside are confined to values of T. Those in body
//! atoms are already, as heads are made of values of T by induction; so are those that an equation defines by others.
//! For each other one the clause gets an atom `any(x)`, where `any` is a predicate of the reader defined by clauses
//! that build exactly the values of T: a heap is empty or another one with one more cell. For a range an inequation
//! says it. A quantifier in a constraint that binds such a variable can't be confined so and is an error.
//!
//! *Ranges written to.* The cells of `heap.allocRange` and `heap.writeRange` are terms without a value at first. One
//! with a number of cells that is a small numeral becomes a chain of `store`; another one a variable `x`, with the atom
//! `fill(cells, from, steps, object, x)`, where `fill` is a predicate of the reader whose least solution is that
//! function.

use super::super::diagnostic::Diagnostic;
use super::super::formula::Value;
use super::super::reader::State;
use crate::system::{Atom, Clause, Origin, PredId};
use crate::term::{Op, SortId, Store, Substitution, TermId, conjuncts, postorder};
use hashbrown::{HashMap, HashSet};

/// Up to this many cells a range is written by a chain of `store`.
const MAX_CHAIN: i64 = 32;

/// Heaps of up to this many cells have clauses of their own.
const SMALL: usize = 2;

/// The datatypes of a script's heaps.
#[derive(Default)]
struct Sorts {
    /// Heaps.
    make: Vec<SortId>,
    /// Ranges.
    span: Vec<SortId>,
    /// Calls of range operations.
    fill: Vec<SortId>,
}

impl Sorts {
    fn find(store: &Store) -> Sorts {
        let mut sorts = Sorts::default();
        for (sort, _) in store.sorts() {
            match super::encoding(store, sort) {
                Some("make") => sorts.make.push(sort),
                Some("span") => sorts.span.push(sort),
                Some("none") => sorts.fill.push(sort),
                _ => {}
            }
        }
        sorts
    }
}

/// The predicates made here.
struct Closer<'s, 'a> {
    state: &'s mut State<'a>,
    sorts: Sorts,
    /// The sorts that hold a value of which there are several encodings that something can tell apart.
    dirty: HashMap<SortId, bool>,
    any: HashMap<SortId, PredId>,
    /// Sorts whose `any` has no clauses yet.
    undefined: Vec<SortId>,
    fill: HashMap<SortId, PredId>,
}

impl State<'_> {
    /// Gives the clauses about heaps the meaning they have in the theory.
    pub fn close_heaps(&mut self) -> Result<(), Diagnostic> {
        let sorts = Sorts::find(&self.store);
        let mut closer = Closer {
            state: self,
            sorts,
            dirty: HashMap::new(),
            any: HashMap::new(),
            undefined: Vec::new(),
            fill: HashMap::new(),
        };
        closer.expand_fills()?;
        closer.confine()
    }

    /// The value of `heap.empty` for each heap of the script.
    pub fn empty_heaps(&self) -> Vec<TermId> {
        let heaps = Sorts::find(&self.store).make;
        let value = |&sort: &SortId| {
            // The first definition without parameters of that sort is that of the declaration.
            self.macros.iter().find_map(|defined| match defined.body {
                Value::Term(body) if defined.params.is_empty() && self.store.sort_of(body) == sort => Some(body),
                _ => None,
            })
        };
        heaps.iter().filter_map(value).collect()
    }
}

impl Closer<'_, '_> {
    fn auxiliary(&mut self, sorts: Vec<SortId>) -> PredId {
        let pred = self.state.system.add_pred(String::new(), sorts);
        self.state.auxiliary.push(pred);
        pred
    }

    /// Replaces the calls of range operations in all clauses.
    fn expand_fills(&mut self) -> Result<(), Diagnostic> {
        if self.sorts.fill.is_empty() {
            return Ok(());
        }
        for index in 0..self.state.system.clauses.len() {
            // One call at a time, the innermost first: the next one may have it inside.
            while let Some(call) = self.call(&self.state.system.clauses[index]) {
                let mut clause = self.state.system.clauses[index].clone();
                if postorder(&self.state.store, &[call]).iter().any(|&t| matches!(self.state.store.op(t), Op::Bound(_)))
                {
                    let message = "a range of cells can't be written under a quantifier that stays in the constraint";
                    return Err(self.state.error_in(clause.origin, message));
                }
                let store = &mut self.state.store;
                let built = store.args(call)[0];
                let sort = store.sort_of(built);
                let args = store.args(built).to_vec();
                let (cells, from, steps, object) = (args[0], args[1], args[2], args[3]);
                let number = numeral(store, steps).filter(|&n| n <= MAX_CHAIN);
                let image = if let Some(number) = number {
                    let mut array = cells;
                    for offset in 0..number {
                        let offset = store.int(offset);
                        let at = store.add(&[from, offset]);
                        array = store.store(array, at, object);
                    }
                    array
                } else {
                    let array_sort = store.sort_of(cells);
                    let image = store.var(clause.vars.len() as u32, array_sort);
                    clause.vars.push(array_sort);
                    let pred = self.fill_pred(sort, array_sort, self.state.store.sort_of(object));
                    clause.body.push(Atom::new(pred, [cells, from, steps, object, image]));
                    image
                };
                let store = &mut self.state.store;
                let mut substitution = Substitution::new([(call, image)]);
                for atom in clause.body.iter_mut().chain(&mut clause.head) {
                    *atom = atom.substitute(store, &mut substitution);
                }
                clause.constraint = substitution.apply(store, clause.constraint);
                self.state.system.clauses[index] = clause;
            }
        }
        Ok(())
    }

    /// An innermost call of a range operation in a clause.
    fn call(&self, clause: &Clause) -> Option<TermId> {
        let store = &self.state.store;
        postorder(store, &clause.terms()).into_iter().find(|&term| {
            *store.op(term) == Op::Project(0, 0) && self.sorts.fill.contains(&store.sort_of(store.args(term)[0]))
        })
    }

    /// `fill(a, from, steps, object, b)`: b is a with `steps` cells from `from` on set to the object.
    fn fill_pred(&mut self, sort: SortId, array: SortId, object: SortId) -> PredId {
        if let Some(&pred) = self.fill.get(&sort) {
            return pred;
        }
        let sorts = vec![array, SortId::INT, SortId::INT, object, array];
        let pred = self.auxiliary(sorts.clone());
        self.fill.insert(sort, pred);
        let store = &mut self.state.store;
        let vars = store.vars(0, &sorts);
        let [a, from, steps, value, b] = [vars[0], vars[1], vars[2], vars[3], vars[4]];
        let (zero, one) = (store.int(0), store.int(1));
        let done = store.le(steps, zero);
        let more = store.not(done);
        let (written, next) = (store.store(a, from, value), store.add(&[from, one]));
        let fewer = store.sub(steps, one);
        // steps <= 0 → fill(a, from, steps, o, a)
        self.state.system.add_clause(Clause {
            vars: sorts[..4].to_vec(),
            body: Vec::new(),
            constraint: done,
            head: Some(Atom::new(pred, [a, from, steps, value, a])),
            origin: Origin::default(),
        });
        // steps > 0 ∧ fill(store(a, from, o), from + 1, steps - 1, o, b) → fill(a, from, steps, o, b)
        self.state.system.add_clause(Clause {
            vars: sorts,
            body: vec![Atom::new(pred, [written, next, fewer, value, b])],
            constraint: more,
            head: Some(Atom::new(pred, [a, from, steps, value, b])),
            origin: Origin::default(),
        });
        pred
    }

    /// Confines variables to values of the theory where that matters.
    fn confine(&mut self) -> Result<(), Diagnostic> {
        let sharp = self.sharp();
        let store = &self.state.store;
        let mut several: Vec<SortId> = Vec::new();
        for group in [&self.sorts.make, &self.sorts.span] {
            if sharp.iter().any(|&sort| holds_one_of(store, sort, group)) {
                several.extend_from_slice(group);
            }
        }
        if several.is_empty() {
            return Ok(());
        }
        let sorts: Vec<SortId> = store.sorts().map(|(sort, _)| sort).collect();
        self.dirty = sorts.into_iter().map(|sort| (sort, holds_one_of(store, sort, &several))).collect();
        for index in 0..self.state.system.clauses.len() {
            let mut clause = self.state.system.clauses[index].clone();
            if self.binds_dirty(&clause) {
                let message =
                    "a quantifier over heaps or ranges must not stay in a constraint where these are compared";
                return Err(self.state.error_in(clause.origin, message));
            }
            let unconfined = self.unconfined(&clause);
            if unconfined.is_empty() {
                continue;
            }
            let mut constraint = vec![clause.constraint];
            for var in unconfined {
                self.require(var, &mut constraint, &mut clause.body);
            }
            clause.constraint = self.state.store.and(&constraint);
            self.state.system.clauses[index] = clause;
        }
        while let Some(sort) = self.undefined.pop() {
            self.define_any(sort);
        }
        Ok(())
    }

    /// The sorts of equations that needn't hold, and of indices of arrays.
    fn sharp(&self) -> HashSet<SortId> {
        let store = &self.state.store;
        let mut sharp = HashSet::new();
        let mut seen = HashSet::new();
        // Terms, and whether they are a part of the constraint that has to hold.
        let mut stack: Vec<(TermId, bool)> = Vec::new();
        for clause in &self.state.system.clauses {
            stack.extend(clause.terms().into_iter().map(|term| (term, false)));
            if let Some(first) = stack.iter_mut().find(|(term, _)| *term == clause.constraint) {
                first.1 = true;
            }
            while let Some((term, required)) = stack.pop() {
                if !seen.insert((term, required)) {
                    continue;
                }
                let args = store.args(term);
                match store.op(term) {
                    Op::And | Op::Or if required => {
                        stack.extend(args.iter().map(|&arg| (arg, true)));
                        continue;
                    }
                    Op::Eq if !required => {
                        sharp.insert(store.sort_of(args[0]));
                    }
                    Op::Select | Op::Store => {
                        sharp.insert(store.sort_of(args[1]));
                    }
                    _ => {}
                }
                stack.extend(args.iter().map(|&arg| (arg, false)));
            }
        }
        sharp
    }

    fn is_dirty(&self, sort: SortId) -> bool {
        self.dirty.get(&sort).copied().unwrap_or(false)
    }

    fn binds_dirty(&self, clause: &Clause) -> bool {
        let store = &self.state.store;
        postorder(store, &clause.terms()).into_iter().any(|term| match store.op(term) {
            Op::Forall(bound) | Op::Exists(bound) => bound.iter().any(|&(_, sort)| self.is_dirty(sort)),
            _ => false,
        })
    }

    /// The variables that can have other values than the theory has.
    fn unconfined(&mut self, clause: &Clause) -> Vec<TermId> {
        let dirty: Vec<TermId> = clause
            .var_terms(&mut self.state.store)
            .into_iter()
            .filter(|&var| self.is_dirty(self.state.store.sort_of(var)))
            .collect();
        let store = &self.state.store;
        let mut confined: HashSet<TermId> = HashSet::new();
        let mut stack: Vec<TermId> = clause.body.iter().flat_map(|atom| atom.args.iter().copied()).collect();
        while let Some(term) = stack.pop() {
            match store.op(term) {
                Op::Var(_) => {
                    confined.insert(term);
                }
                Op::Construct(_) => stack.extend_from_slice(store.args(term)),
                _ => {}
            }
        }
        // The equations of the constraint define variables by others.
        let parts = conjuncts(store, clause.constraint);
        loop {
            let before = confined.len();
            for &part in &parts {
                if *store.op(part) != Op::Eq {
                    continue;
                }
                let (left, right) = (store.args(part)[0], store.args(part)[1]);
                for (var, term) in [(left, right), (right, left)] {
                    if store.as_var(var).is_some()
                        && postorder(store, &[term]).iter().all(|inner| {
                            store.as_var(*inner).is_none() || !dirty.contains(inner) || confined.contains(inner)
                        })
                    {
                        confined.insert(var);
                    }
                }
            }
            if confined.len() == before {
                break;
            }
        }
        dirty.into_iter().filter(|var| !confined.contains(var)).collect()
    }

    /// Demands that the term is a value of the theory.
    fn require(&mut self, term: TermId, constraint: &mut Vec<TermId>, body: &mut Vec<Atom>) {
        let sort = self.state.store.sort_of(term);
        if self.sorts.span.contains(&sort) {
            let store = &mut self.state.store;
            let (start, length) = (store.project(0, 0, term), store.project(0, 1, term));
            let (zero, one) = (store.int(0), store.int(1));
            constraint.push(store.le(one, start));
            constraint.push(store.le(zero, length));
            return;
        }
        let pred = match self.any.get(&sort) {
            Some(&pred) => pred,
            None => {
                let pred = self.auxiliary(vec![sort]);
                self.any.insert(sort, pred);
                self.undefined.push(sort);
                pred
            }
        };
        body.push(Atom::new(pred, [term]));
    }

    /// A clause that makes a value: from variables of the given sorts, those with surplus values confined.
    fn rule(&mut self, sort: SortId, vars: Vec<SortId>, extra: Option<(TermId, TermId)>, value: TermId) {
        let Some(&pred) = self.any.get(&sort) else { return };
        let (mut constraint, mut body) = (Vec::new(), Vec::new());
        if let Some((given, _)) = extra {
            body.push(Atom::new(pred, [given]));
        }
        for term in self.state.store.vars(0, &vars) {
            let inside = extra.is_some_and(|(_, inside)| inside == term);
            if !inside && self.is_dirty(self.state.store.sort_of(term)) {
                self.require(term, &mut constraint, &mut body);
            }
        }
        let constraint = self.state.store.and(&constraint);
        let head = Some(Atom::new(pred, [value]));
        self.state.system.add_clause(Clause { vars, body, constraint, head, origin: Origin::default() });
    }

    /// The clauses of `any` for a sort.
    fn define_any(&mut self, sort: SortId) {
        if let Some((index, element)) = self.state.store.array_sorts(sort) {
            // Arrays that differ from a constant one at finitely many places: no derivation needs others.
            let store = &mut self.state.store;
            let value = store.var(0, element);
            let constant = store.const_array(sort, value);
            let vars = vec![sort, index, element];
            let terms = store.vars(0, &vars);
            let written = store.store(terms[0], terms[1], terms[2]);
            self.rule(sort, vec![element], None, constant);
            self.rule(sort, vars, None, written);
            return;
        }
        let Some(datatype) = self.state.store.datatype_of(sort) else { return };
        if self.sorts.make.contains(&sort) {
            let Some(empty) = self.empty(sort) else { return };
            let constructor = &self.state.store.datatype(datatype).constructors[0];
            let cells = constructor.fields[0].sort;
            let Some((_, object)) = self.state.store.array_sorts(cells) else { return };
            let vars = vec![cells, SortId::INT, object];
            let store = &mut self.state.store;
            let terms = store.vars(0, &vars);
            let one = store.int(1);
            let next = store.add(&[terms[1], one]);
            let written = store.store(terms[0], next, terms[2]);
            let before = store.construct(sort, 0, &[terms[0], terms[1]]);
            let after = store.construct(sort, 0, &[written, next]);
            self.rule(sort, vars, Some((before, terms[0])), after);
            // The smallest ones once more, for short refutations.
            for count in 0..=SMALL {
                let vars = vec![object; count];
                let store = &mut self.state.store;
                let objects = store.vars(0, &vars);
                let mut array = store.project(0, 0, empty);
                for (place, object) in (1i64..).zip(objects) {
                    let place = store.int(place);
                    array = store.store(array, place, object);
                }
                let size = store.int(count as i64);
                let value = store.construct(sort, 0, &[array, size]);
                self.rule(sort, vars, None, value);
            }
            return;
        }
        let constructors = self.state.store.datatype(datatype).constructors.clone();
        for (number, constructor) in (0u32..).zip(&constructors) {
            let vars: Vec<SortId> = constructor.fields.iter().map(|field| field.sort).collect();
            let store = &mut self.state.store;
            let terms = store.vars(0, &vars);
            let value = store.construct(sort, number, &terms);
            self.rule(sort, vars, None, value);
        }
    }

    /// The empty heap: the first function without parameters that gives a heap of that sort.
    fn empty(&self, sort: SortId) -> Option<TermId> {
        self.state.macros.iter().find_map(|definition| match definition.body {
            Value::Term(term) if definition.params.is_empty() && self.state.store.sort_of(term) == sort => Some(term),
            _ => None,
        })
    }
}

/// The value of an integer numeral of machine size.
fn numeral(store: &Store, term: TermId) -> Option<i64> {
    match store.op(term) {
        Op::Num(value) if value.is_integer() => value.numer().to_i64(),
        _ => None,
    }
}

/// Whether values of a sort have values of one of the others inside, or are such.
fn holds_one_of(store: &Store, sort: SortId, others: &[SortId]) -> bool {
    let mut seen = HashSet::new();
    let mut stack = vec![sort];
    while let Some(sort) = stack.pop() {
        if others.contains(&sort) {
            return true;
        }
        if !seen.insert(sort) {
            continue;
        }
        if let Some((index, element)) = store.array_sorts(sort) {
            stack.extend([index, element]);
        } else if let Some(datatype) = store.datatype_of(sort) {
            let constructors = &store.datatype(datatype).constructors;
            stack.extend(constructors.iter().flat_map(|c| c.fields.iter().map(|field| field.sort)));
        }
    }
    false
}
