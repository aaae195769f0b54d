//! Values and formulas about heaps in the notation of the theory: `heap.alloc`, `heap.null` and so on; with their
//! sorts, as in `(as heap.null Addr)`, where a script has several heaps.
//!
//! Inside, a heap is a record of cells and their number, an address a wrapped number and a range a start and a length
//! (`horn_solver`'s reader of `declare-heap` says more). [`Theory`] rewrites terms of that encoding to terms of
//! applications of the theory's operations. A store has no functions but those of SMT-LIB, so an application is a
//! selector on what another constructor of a datatype of our own built: a term without any other meaning, which
//! [`application`] recognises and printers write as a call.
//!
//! *Values.* Cells beyond those allocated are forgotten, as no operation sees them. An address with a negative number
//! stands for one beyond all others of a derivation and is renamed to such a one ([`Theory::values`]).
//!
//! *Formulas.* A model says which encodings belong to a predicate. The operations take encodings that the theory's
//! values have to such encodings, so it is enough that the formula says the same of these: heaps whose cells beyond are
//! the default object, addresses and ranges whose numbers aren't negative. There `select (cells h) i` is
//! `heap.read h (addr i)`, and the number of cells `n` is the one with `heap.nextAddr h 0 = addr (n + 1)`. A number
//! that nothing else gives is bound by a quantifier: `∃n ≥ 0. a = addr n ∧ …`.

use horn_solver::num::{Int, Rat};
use horn_solver::term::{Constructor, Field, Linear, Op, Relation, SortId, Store, Substitution, TermId, postorder};
use std::collections::{BTreeMap, HashMap};

/// What the names of the datatypes of applications begin with.
const CALL: &str = "heap!call!";

/// The constructor of the second heap of a script.
const SECOND: &str = "heap!make!2";

/// Longer runs of equal cells are written as one `heap.allocRange`.
const LONGEST_RUN: i64 = 4;

/// The sorts of one `declare-heap` and their selectors' datatypes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Heap,
    Address,
    Range,
}

/// An application of an operation of the theory, as a printer needs it.
#[derive(Debug)]
pub struct Application<'a> {
    /// The operation.
    pub name: &'a str,
    /// The arguments.
    pub args: &'a [TermId],
    /// Whether the sort of the result belongs to the name, `(as heap.null Addr)`.
    pub qualified: bool,
}

/// The application that a term of [`Theory`] stands for.
pub fn application(store: &Store, term: TermId) -> Option<Application<'_>> {
    let Op::Project(0, 0) = store.op(term) else { return None };
    let built = store.args(term)[0];
    let datatype = store.datatype_of(store.sort_of(built))?;
    let name = store.datatype(datatype).name.strip_prefix(CALL)?.split('!').next()?;
    // Eldarica writes no sort; beside other heaps the name alone would mean those of the first one.
    let several = || store.datatypes().any(|(_, other)| other.constructors.first().is_some_and(|c| c.name == SECOND));
    let qualified = matches!(name, "heap.empty" | "heap.null" | "heap.addr" | "heap.range") && several();
    Some(Application { name, args: store.args(built), qualified })
}

/// What a sort is, by the name that the reader gave its constructor.
fn kind(store: &Store, sort: SortId) -> Option<Kind> {
    let first = store.datatype(store.datatype_of(sort)?).constructors.first()?;
    match first.name.strip_prefix("heap!")?.split('!').next()? {
        "make" => Some(Kind::Heap),
        "at" => Some(Kind::Address),
        "span" => Some(Kind::Range),
        _ => None,
    }
}

/// Rewrites terms.
#[derive(Debug)]
pub struct Theory {
    /// Per sort of heaps the default object and the sort of addresses.
    heaps: HashMap<SortId, (TermId, SortId)>,
    /// The datatype of each operation, by name and the sorts of arguments and result.
    calls: HashMap<(&'static str, Vec<SortId>, SortId), SortId>,
}

impl Theory {
    /// The theory of the heaps with these empty ones; `None` where there are none.
    pub fn new(store: &Store, empty: &[TermId]) -> Option<Theory> {
        let mut heaps = HashMap::new();
        for &empty in empty {
            let sort = store.sort_of(empty);
            let default = store.args(store.args(empty).first().copied()?).first().copied()?;
            // The pair that allocation gives has the heap and the address.
            let address = store.datatypes().find_map(|(_, datatype)| match &datatype.constructors[..] {
                [only] if only.name.starts_with("heap!pair") && only.fields[0].sort == sort => {
                    Some(only.fields[1].sort)
                }
                _ => None,
            })?;
            heaps.insert(sort, (default, address));
        }
        (!heaps.is_empty()).then(|| Theory { heaps, calls: HashMap::new() })
    }

    fn call(&mut self, store: &mut Store, name: &'static str, args: &[TermId], result: SortId) -> TermId {
        let sorts: Vec<SortId> = args.iter().map(|&arg| store.sort_of(arg)).collect();
        let key = (name, sorts, result);
        let number = self.calls.len();
        let sort = *self.calls.entry(key).or_insert_with_key(|(name, sorts, result)| {
            let (id, sort) = store.declare_datatype(&format!("{CALL}{name}!{number}"));
            let field = |sort: SortId| Field { name: String::new(), sort };
            let constructor = |name: &str, fields| Constructor { name: format!("{CALL}{name}"), fields };
            let fields = sorts.iter().map(|&sort| field(sort)).collect();
            store.define_datatype(id, vec![constructor("result", vec![field(*result)]), constructor("call", fields)]);
            sort
        });
        let built = store.construct(sort, 1, args);
        store.project(0, 0, built)
    }

    /// The address with a number that is not negative.
    fn address(&mut self, store: &mut Store, number: TermId, sort: SortId) -> TermId {
        match store.as_num(number).is_some_and(Rat::is_zero) {
            true => self.call(store, "heap.null", &[], sort),
            false => self.call(store, "heap.addr", &[number], sort),
        }
    }

    /// Ground values of one derivation, each in the notation of the theory.
    pub fn values(&mut self, store: &mut Store, values: &[TermId]) -> Vec<TermId> {
        let mut beyond = Int::ZERO;
        for term in postorder(store, values) {
            let Op::Construct(_) = store.op(term) else { continue };
            let number = |at: usize| store.as_num(store.args(term)[at]).and_then(Rat::to_int).unwrap_or(Int::ZERO);
            let most = match kind(store, store.sort_of(term)) {
                Some(Kind::Heap) => number(1),
                Some(Kind::Address) => number(0),
                Some(Kind::Range) => number(0) + number(1),
                None => continue,
            };
            beyond = beyond.max(most);
        }
        let mut images: HashMap<TermId, TermId> = HashMap::new();
        for term in postorder(store, values) {
            let args: Vec<TermId> = store.args(term).iter().map(|arg| images[arg]).collect();
            let image = match (store.op(term), kind(store, store.sort_of(term))) {
                (Op::Construct(_), Some(kind)) => self.value(store, kind, term, &args, &beyond),
                _ if args == store.args(term) => term,
                _ => store.rebuild(term, &args),
            };
            images.insert(term, image);
        }
        values.iter().map(|value| images[value]).collect()
    }

    /// A heap, an address or a range; `args` are written in the notation already.
    fn value(&mut self, store: &mut Store, kind: Kind, term: TermId, args: &[TermId], beyond: &Int) -> TermId {
        let sort = store.sort_of(term);
        let number = |store: &Store, term: TermId| store.as_num(term).and_then(Rat::to_int).unwrap_or(Int::ZERO);
        match kind {
            Kind::Heap => {
                let count = number(store, args[1]);
                self.allocations(store, sort, args[0], &count)
            }
            Kind::Address => {
                let own = number(store, args[0]);
                let place = if own.is_negative() { beyond.clone() - own } else { own };
                let place = store.int_big(place);
                self.address(store, place, sort)
            }
            Kind::Range => {
                let (start, length) = (number(store, args[0]).max(Int::ONE), number(store, args[1]).max(Int::ZERO));
                let args = [store.int_big(start), store.int_big(length)];
                self.call(store, "heap.range", &args, sort)
            }
        }
    }

    /// The allocations that make a heap with the first `count` cells of an array, which is a value.
    fn allocations(&mut self, store: &mut Store, heap: SortId, cells: TermId, count: &Int) -> TermId {
        let mut set: BTreeMap<Int, TermId> = BTreeMap::new();
        let mut array = cells;
        while let (Op::Store, &[inner, index, value]) = (store.op(array), store.args(array)) {
            if let Some(index) = store.as_num(index).and_then(Rat::to_int) {
                set.entry(index).or_insert(value);
            }
            array = inner;
        }
        let rest = store.args(array)[0];
        // Runs of equal objects: object and length.
        let mut runs: Vec<(TermId, Int)> = Vec::new();
        let mut run = |object: TermId, length: Int| match runs.last_mut() {
            Some((last, known)) if *last == object => *known += &length,
            _ if length.is_positive() => runs.push((object, length)),
            _ => {}
        };
        let mut next = Int::ONE;
        for (at, object) in set.range(Int::ONE..).take_while(|(at, _)| *at <= count) {
            run(rest, at.clone() - next);
            run(*object, Int::ONE);
            next = at.clone() + Int::ONE;
        }
        run(rest, count.clone() + Int::ONE - next);
        let mut value = self.call(store, "heap.empty", &[], heap);
        for (object, length) in runs {
            match length.to_i64().filter(|&length| length <= LONGEST_RUN) {
                Some(length) => {
                    for _ in 0..length {
                        value = self.step(store, "heap.alloc", "heap!pair", &[value, object]);
                    }
                }
                None => {
                    let length = store.int_big(length);
                    value = self.step(store, "heap.allocRange", "heap!rangePair", &[value, object, length]);
                }
            }
        }
        value
    }

    /// The heap that an allocation gives: the first part of its pair.
    fn step(&mut self, store: &mut Store, name: &'static str, constructor: &str, args: &[TermId]) -> TermId {
        let heap = store.sort_of(args[0]);
        let pair = store.sorts().find_map(|(sort, _)| {
            let only = store.datatype(store.datatype_of(sort)?).constructors.first()?;
            (only.name.starts_with(constructor) && only.fields.first()?.sort == heap).then_some(sort)
        });
        let pair = pair.unwrap_or(heap);
        let allocated = self.call(store, name, args, pair);
        store.project(0, 0, allocated)
    }

    /// A formula of a model in the notation of the theory; `None` if it has a part that can't be said in it.
    pub fn formula(&mut self, store: &mut Store, formula: TermId) -> Option<TermId> {
        let foreign = |&term: &TermId| match store.op(term) {
            // These range over all encodings, not over the theory's values.
            Op::Forall(vars) | Op::Exists(vars) => vars.iter().any(|&(_, sort)| kind(store, sort).is_some()),
            _ => store.array_sorts(store.sort_of(term)).is_some_and(|(index, _)| kind(store, index).is_some()),
        };
        if postorder(store, &[formula]).iter().any(foreign) {
            return None;
        }
        let formula = joined(store, formula);
        let mut images: HashMap<TermId, TermId> = HashMap::new();
        // Only the Boolean skeleton is walked: what is below an atom is looked at with it.
        let mut stack = vec![(formula, false)];
        while let Some((term, open)) = stack.pop() {
            if images.contains_key(&term) {
                continue;
            }
            let args = store.args(term).to_vec();
            let skeleton = match store.op(term) {
                Op::And | Op::Or | Op::Not | Op::Forall(_) | Op::Exists(_) => true,
                Op::Eq | Op::Ite => args.iter().all(|&arg| store.sort_of(arg) == SortId::BOOL),
                _ => false,
            };
            let image = if !skeleton {
                self.atom(store, term)?
            } else if open {
                let args: Vec<TermId> = args.iter().map(|arg| images[arg]).collect();
                store.rebuild(term, &args)
            } else {
                stack.push((term, true));
                stack.extend(args.into_iter().map(|arg| (arg, false)));
                continue;
            };
            images.insert(term, image);
        }
        images.get(&formula).copied()
    }

    /// An atom that may be an equation between encodings.
    fn atom(&mut self, store: &mut Store, atom: TermId) -> Option<TermId> {
        let (Op::Eq, &[left, right]) = (store.op(atom), store.args(atom)) else { return self.plain(store, atom, true) };
        let sort = store.sort_of(left);
        if [left, right].iter().any(|&side| field(store, side) == Some((Kind::Heap, 0))) {
            let number = store.fresh_bound();
            let index = store.bound(number, SortId::INT);
            let (left, right) = (cell(store, left, index), cell(store, right, index));
            let equal = store.eq(left, right);
            let equal = self.plain(store, equal, true)?;
            return Some(store.forall(&[(number, SortId::INT)], equal));
        }
        let built = [(left, right), (right, left)]
            .into_iter()
            .find(|&(side, _)| matches!(store.op(side), Op::Construct(_)) && kind(store, sort).is_some());
        let Some((built, other)) = built else { return self.plain(store, atom, true) };
        let parts = store.args(built).to_vec();
        let limits: Vec<(TermId, i64)> = match kind(store, sort)? {
            Kind::Heap if store.is_value(built) => {
                return if self.is_canonical(store, built) {
                    self.plain(store, atom, true)
                } else {
                    Some(Store::FALSE)
                };
            }
            Kind::Heap => {
                let (cells, count) = (store.project(0, 0, other), store.project(0, 1, other));
                let (cells, count) = (store.eq(cells, parts[0]), store.eq(count, parts[1]));
                let (cells, count) = (self.atom_of_cells(store, cells)?, self.plain(store, count, true)?);
                return Some(store.and(&[cells, count]));
            }
            Kind::Address => vec![(parts[0], 0)],
            Kind::Range => vec![(parts[0], 1), (parts[1], 0)],
        };
        let mut all = Vec::new();
        for (part, least) in limits {
            let least = store.int(least);
            let within = store.ge(part, least);
            if within == Store::FALSE {
                return Some(Store::FALSE);
            }
            all.push(self.plain(store, within, true)?);
        }
        all.push(self.plain(store, atom, false)?);
        Some(store.and(&all))
    }

    /// An equation between arrays of cells, one of them of a heap; or what it has been simplified to.
    fn atom_of_cells(&mut self, store: &mut Store, atom: TermId) -> Option<TermId> {
        match store.op(atom) {
            Op::Bool(_) => Some(atom),
            Op::Eq if store.array_sorts(store.sort_of(store.args(atom)[0])).is_some() => {
                let (left, right) = (store.args(atom)[0], store.args(atom)[1]);
                let of_heap = |&side: &TermId| field(store, side) == Some((Kind::Heap, 0));
                if [left, right].iter().any(of_heap) { self.atom(store, atom) } else { None }
            }
            _ => None,
        }
    }

    /// Whether a heap that is a value is the encoding of a value of the theory.
    fn is_canonical(&self, store: &Store, heap: TermId) -> bool {
        let Some(&(default, _)) = self.heaps.get(&store.sort_of(heap)) else { return false };
        let Some(count) = store.as_num(store.args(heap)[1]) else { return false };
        let mut array = store.args(heap)[0];
        while let (Op::Store, &[inner, index, _]) = (store.op(array), store.args(array)) {
            if store.as_num(index).is_none_or(|index| *index < Rat::ONE || index > count) {
                return false;
            }
            array = inner;
        }
        !count.is_negative() && store.args(array).first() == Some(&default)
    }

    /// An atom without cells as a whole. `strict`: addresses and ranges made of numbers that may be negative can't be
    /// said; else they have been confined by the caller.
    fn plain(&mut self, store: &mut Store, atom: TermId, strict: bool) -> Option<TermId> {
        let atom = self.reads(store, atom, strict)?;
        if let Some(image) = self.linear(store, atom) {
            return Some(image);
        }
        // What is left are numbers that nothing names: each one is bound by a quantifier, the innermost first.
        let (mut atom, mut limits, mut vars) = (atom, Vec::new(), Vec::new());
        while let Some(part) = postorder(store, &[atom]).into_iter().find(|&part| field(store, part).is_some()) {
            let (kind, _) = field(store, part)?;
            let of = store.args(part)[0];
            let mut fresh = |store: &mut Store, at: u32, least: i64| {
                let number = store.fresh_bound();
                let (bound, least) = (store.bound(number, SortId::INT), store.int(least));
                let part = store.project(0, at, of);
                vars.push((number, SortId::INT));
                limits.push(store.ge(bound, least));
                (part, bound)
            };
            let (pairs, equation) = match kind {
                Kind::Heap => {
                    let (part, bound) = fresh(store, 1, 0);
                    (vec![(part, bound)], self.count_is(store, of, bound)?)
                }
                Kind::Address => {
                    let (part, bound) = fresh(store, 0, 0);
                    let address = self.call(store, "heap.addr", &[bound], store.sort_of(of));
                    (vec![(part, bound)], store.eq(of, address))
                }
                Kind::Range => {
                    let (start, length) = (fresh(store, 0, 1), fresh(store, 1, 0));
                    let range = self.call(store, "heap.range", &[start.1, length.1], store.sort_of(of));
                    (vec![start, length], store.eq(of, range))
                }
            };
            limits.push(equation);
            atom = Substitution::new(pairs).apply(store, atom);
        }
        limits.push(atom);
        let body = store.and(&limits);
        Some(store.exists(&vars, body))
    }

    /// `heap.nextAddr h 0 = addr (number + 1)`
    fn count_is(&mut self, store: &mut Store, heap: TermId, number: TermId) -> Option<TermId> {
        let &(_, address) = self.heaps.get(&store.sort_of(heap))?;
        let (zero, one) = (store.int(0), store.int(1));
        let next = self.call(store, "heap.nextAddr", &[heap, zero], address);
        let place = store.add(&[number, one]);
        let place = self.address(store, place, address);
        Some(store.eq(next, place))
    }

    /// Cells as reads, addresses and ranges as calls, values of heaps as allocations. `None` for what can't be said.
    fn reads(&mut self, store: &mut Store, atom: TermId, strict: bool) -> Option<TermId> {
        let mut images: HashMap<TermId, TermId> = HashMap::new();
        // Where cells are read, the heap itself is the part.
        for term in postorder(store, &[atom]) {
            let args: Vec<TermId> = store.args(term).iter().map(|arg| images[arg]).collect();
            let sort = store.sort_of(term);
            let not_negative =
                |store: &Store, term: TermId| !strict || store.as_num(term).is_some_and(|number| !number.is_negative());
            let image = match store.op(term) {
                Op::Select if field(store, args[0]) == Some((Kind::Heap, 0)) => {
                    let heap = store.args(args[0])[0];
                    let &(_, address) = self.heaps.get(&store.sort_of(heap))?;
                    let place = match field(store, args[1]) {
                        Some((Kind::Address, 0)) if store.sort_of(store.args(args[1])[0]) == address => {
                            store.args(args[1])[0]
                        }
                        _ => self.address(store, args[1], address),
                    };
                    self.call(store, "heap.read", &[heap, place], sort)
                }
                Op::Construct(_) => match kind(store, sort) {
                    Some(Kind::Heap) if store.is_value(term) && self.is_canonical(store, term) => {
                        let count = store.as_num(store.args(term)[1]).and_then(Rat::to_int)?;
                        self.allocations(store, sort, args[0], &count)
                    }
                    Some(Kind::Heap) => return None,
                    Some(Kind::Address) if not_negative(store, args[0]) => self.address(store, args[0], sort),
                    Some(Kind::Range) if args.iter().all(|&arg| not_negative(store, arg)) => {
                        self.call(store, "heap.range", &args, sort)
                    }
                    Some(_) => return None,
                    None if store.datatype_of(sort).is_some_and(|id| {
                        store.datatype(id).constructors.iter().any(|c| c.name.starts_with("heap!"))
                    }) =>
                    {
                        return None;
                    }
                    None => store.rebuild(term, &args),
                },
                _ if args == store.args(term) => term,
                _ => store.rebuild(term, &args),
            };
            images.insert(term, image);
        }
        let atom = images[&atom];
        let whole = |&part: &TermId| {
            let cells = |&arg: &TermId| field(store, arg) == Some((Kind::Heap, 0));
            application(store, part).is_none() && store.args(part).iter().any(cells)
        };
        // Cells that are more than read.
        if postorder(store, &[atom]).iter().any(whole) { None } else { Some(atom) }
    }

    /// A linear literal with one number that the theory has a word for.
    fn linear(&mut self, store: &mut Store, atom: TermId) -> Option<TermId> {
        let (form, relation) = store.as_linear_literal(atom)?;
        let inner = |store: &Store, term: TermId| {
            postorder(store, &[term]).into_iter().filter(|&part| field(store, part).is_some()).count()
        };
        let mut special: Vec<(TermId, Rat)> = Vec::new();
        for (part, factor) in &form.terms {
            match inner(store, *part) {
                0 => {}
                1 if field(store, *part).is_some() && factor.abs().is_one() => special.push((*part, factor.clone())),
                _ => return None,
            }
        }
        let kinds: Vec<(Kind, u32, TermId, Rat)> = special
            .iter()
            .filter_map(|(part, factor)| {
                field(store, *part).map(|(kind, at)| (kind, at, store.args(*part)[0], factor.clone()))
            })
            .collect();
        let mut rest = form.clone();
        rest.terms.retain(|(part, _)| special.iter().all(|(known, _)| known != part));
        let plain = |store: &mut Store, mut rest: Linear, factor: &Rat| {
            rest.scale(&-factor.clone());
            store.from_linear(&rest, SortId::INT)
        };
        match (&kinds[..], relation) {
            ([(Kind::Heap, 1, heap, factor)], Relation::EqZero) => {
                let count = plain(store, rest, factor);
                self.count_is(store, *heap, count)
            }
            ([(Kind::Address, 0, address, factor)], Relation::EqZero) => {
                let number = plain(store, rest, factor);
                let zero = store.int(0);
                let within = store.ge(number, zero);
                let same = self.address(store, number, store.sort_of(*address));
                let same = store.eq(*address, same);
                Some(store.and(&[within, same]))
            }
            // factor · count + rest <= 0
            ([(Kind::Heap, 1, heap, factor)], Relation::LeZero) => {
                let bound = plain(store, rest, factor);
                let &(_, address) = self.heaps.get(&store.sort_of(*heap))?;
                let (zero, one) = (store.int(0), store.int(1));
                if factor.is_negative() {
                    // bound <= count
                    let none = store.le(bound, zero);
                    let place = self.address(store, bound, address);
                    let valid = self.call(store, "heap.valid", &[*heap, place], SortId::BOOL);
                    return Some(store.or(&[none, valid]));
                }
                let some = store.ge(bound, zero);
                let place = store.add(&[bound, one]);
                let place = self.address(store, place, address);
                let valid = self.call(store, "heap.valid", &[*heap, place], SortId::BOOL);
                let not = store.not(valid);
                Some(store.and(&[some, not]))
            }
            // The null address is the only one with a number below 1.
            ([(Kind::Address, 0, address, factor)], Relation::LeZero) if rest.terms.is_empty() => {
                let bound = plain(store, rest, factor);
                let null = self.call(store, "heap.null", &[], store.sort_of(*address));
                let is_null = store.eq(*address, null);
                match (factor.is_negative(), store.as_num(bound)?) {
                    (false, bound) if bound.is_zero() => Some(is_null),
                    (false, bound) if bound.is_negative() => Some(Store::FALSE),
                    (true, bound) if bound.is_one() => Some(store.not(is_null)),
                    (true, bound) if !bound.is_positive() => Some(Store::TRUE),
                    _ => None,
                }
            }
            // number <= count, and the other way round with a distance
            ([one, other], Relation::LeZero) if rest.terms.is_empty() => {
                let (address, heap) = if one.0 == Kind::Address { (one, other) } else { (other, one) };
                let ((Kind::Address, 0), (Kind::Heap, 1)) = ((address.0, address.1), (heap.0, heap.1)) else {
                    return None;
                };
                let &(_, sort) = self.heaps.get(&store.sort_of(heap.2))?;
                if store.sort_of(address.2) != sort || address.3 == heap.3 {
                    return None;
                }
                let null = self.call(store, "heap.null", &[], sort);
                let is_null = store.eq(address.2, null);
                let valid = self.call(store, "heap.valid", &[heap.2, address.2], SortId::BOOL);
                let within = store.or(&[is_null, valid]);
                match rest.constant {
                    zero if zero.is_zero() && heap.3.is_negative() => Some(within),
                    // count + 1 <= number
                    one if one.is_one() && address.3.is_negative() => Some(store.not(within)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The kind and the position of the field that a term selects from a heap, an address or a range.
fn field(store: &Store, term: TermId) -> Option<(Kind, u32)> {
    let Op::Project(0, at) = store.op(term) else { return None };
    Some((kind(store, store.sort_of(store.args(term)[0]))?, *at))
}

/// A cell of an array.
fn cell(store: &mut Store, array: TermId, index: TermId) -> TermId {
    // What is written, the outermost first.
    let (mut written, mut inner) = (Vec::new(), array);
    while let (Op::Store, &[next, at, value]) = (store.op(inner), store.args(inner)) {
        written.push((at, value));
        inner = next;
    }
    let mut value = store.select(inner, index);
    for (at, object) in written.into_iter().rev() {
        let here = store.eq(at, index);
        value = store.ite(here, object, value);
    }
    value
}

/// The formula with equations for all fields of a record in place of an equation for the record.
fn joined(store: &mut Store, formula: TermId) -> TermId {
    let mut images: HashMap<TermId, TermId> = HashMap::new();
    for term in postorder(store, &[formula]) {
        let mut args: Vec<TermId> = store.args(term).iter().map(|arg| images[arg]).collect();
        if *store.op(term) == Op::And {
            let mut known: HashMap<TermId, [Option<(usize, TermId)>; 2]> = HashMap::new();
            for (at, &arg) in args.iter().enumerate() {
                let (Op::Eq, &[left, right]) = (store.op(arg), store.args(arg)) else { continue };
                for (part, value) in [(left, right), (right, left)] {
                    if let Some((Kind::Heap | Kind::Range, place)) = field(store, part)
                        && store.is_value(value)
                    {
                        known.entry(store.args(part)[0]).or_default()[place as usize] = Some((at, value));
                    }
                }
            }
            let mut pairs: Vec<(TermId, (usize, TermId), (usize, TermId))> =
                known.iter().filter_map(|(&of, [first, second])| Some((of, (*first)?, (*second)?))).collect();
            pairs.sort();
            for (of, first, second) in pairs {
                let built = store.construct(store.sort_of(of), 0, &[first.1, second.1]);
                args[first.0] = store.eq(of, built);
                args[second.0] = Store::TRUE;
            }
        }
        let image = if args == store.args(term) { term } else { store.rebuild(term, &args) };
        images.insert(term, image);
    }
    images[&formula]
}
