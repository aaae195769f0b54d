//! Folds over datatypes, as recursive functions of the store with claims about their values.
//!
//! A fold has a function for every recursive datatype that it says something of. Its body is a case for each
//! constructor: what the node itself gives, and what the fields of recursive datatypes give, added up, or the largest
//! of these. A parametric fold has a *key* besides, a value of the element sort that stays the same all the way down.

use super::super::quantities::{Quantities, visit_sorts};
use super::body::Maker;
use super::kinds::{Kind, are_the_bases, empty_constructors, says_something};
use crate::num::Rat;
use crate::term::{Claim, FunctionId, Op, SortId, Store, Substitution, TermId, postorder};
use hashbrown::{HashMap, HashSet};

/// A fold: its function for each datatype that it says something of, in the order of the datatypes.
#[derive(Debug)]
struct Fold {
    kind: Kind,
    functions: Vec<(SortId, FunctionId)>,
}

impl Fold {
    /// Its function for a sort, if it says something of that.
    fn function(&self, sort: SortId) -> Option<FunctionId> {
        self.functions.iter().find(|f| f.0 == sort).map(|f| f.1)
    }
}

/// The folds of a reduction. Those of an occasion are taken at its keys.
#[derive(Debug)]
pub(super) struct Folds {
    folds: Vec<Fold>,
    /// For each function what holds of its values: a formula over the data and the key.
    about: HashMap<FunctionId, TermId>,
    /// The functions that say of an element what it adds to a parametric fold, 1 or 0.
    indicators: Vec<(Kind, FunctionId)>,
    /// The sort of elements and keys.
    pub(super) element: SortId,
    /// The keys at which parametric folds are taken where nothing else is said.
    pub(super) keys: Vec<TermId>,
    /// The elements of a clause that are replaced by their indicators.
    pub(super) replaced: HashSet<TermId>,
}

/// The recursive datatypes that values of these sorts may contain, themselves included.
pub(super) fn recursive_sorts(store: &Store, roots: impl IntoIterator<Item = SortId>) -> Vec<SortId> {
    let mut found = Vec::new();
    visit_sorts(store, roots, |sort| {
        found.extend(store.is_recursive(sort).then_some(sort));
        true
    });
    found
}

/// Those of [`recursive_sorts`] that have folds here, parts before what they are parts of. What holds of all values of
/// datatypes that refer to each other would have to be shown of all of them together.
pub(super) fn folded_sorts(store: &Store, roots: impl IntoIterator<Item = SortId>) -> Vec<SortId> {
    let mut sorts = recursive_sorts(store, roots);
    let alone = |sort: SortId| store.datatype_of(sort).and_then(|id| store.family(id)).is_some_and(|f| f.len() == 1);
    sorts.retain(|&sort| alone(sort));
    sorts.sort_by_key(|&sort| (recursive_sorts(store, [sort]).len(), sort));
    sorts
}

impl Folds {
    /// The folds of these kinds over these datatypes; `element` is the sort of elements and keys.
    pub(super) fn new(store: &mut Store, kinds: &[Kind], sorts: &[SortId], element: SortId) -> Folds {
        let mut result = Folds {
            folds: Vec::new(),
            about: HashMap::new(),
            indicators: Vec::new(),
            element,
            keys: Vec::new(),
            replaced: HashSet::new(),
        };
        for &kind in kinds.iter().filter(|kind| kind.is_keyed()) {
            let function = store.declare_function(vec![element, element], SortId::INT);
            let (part, key) = (store.var(0, element), store.var(1, element));
            let (zero, one) = (store.int(0), store.int(1));
            let condition = if kind == Kind::AtMost { store.le(part, key) } else { store.eq(part, key) };
            let body = store.ite(condition, one, zero);
            store.define_function(function, body);
            let value = store.call(function, &[part, key]);
            let (yes, no) = (store.eq(value, one), store.eq(value, zero));
            result.about.insert(function, store.ite(condition, yes, no));
            result.indicators.push((kind, function));
        }
        for &kind in kinds {
            let mut functions = Vec::new();
            for &sort in sorts {
                if says_something(store, kind, sort, sorts, element) {
                    let params = if kind.is_keyed() { vec![sort, element] } else { vec![sort] };
                    functions.push((sort, store.declare_function(params, kind.value_sort(element))));
                }
            }
            for &(sort, function) in &functions {
                let mut maker = Maker { store: &mut *store, folds: &result, functions: &functions };
                let body = maker.body(kind, sort);
                store.define_function(function, body);
            }
            result.folds.push(Fold { kind, functions });
        }
        result.claim(store);
        result
    }

    /// The function of that kind for a sort.
    pub(super) fn function(&self, kind: Kind, sort: SortId) -> Option<FunctionId> {
        self.folds.iter().find(|fold| fold.kind == kind)?.function(sort)
    }

    /// The function that says of an element what it adds to the parametric fold of that kind.
    pub(super) fn indicator(&self, kind: Kind) -> Option<FunctionId> {
        self.indicators.iter().find(|indicator| indicator.0 == kind).map(|indicator| indicator.1)
    }

    /// Says what is true of the values; whoever relies on a claim shows it first.
    fn claim(&mut self, store: &mut Store) {
        let element = self.element;
        let all: Vec<(Kind, SortId, FunctionId)> =
            self.folds.iter().flat_map(|fold| fold.functions.iter().map(|&(sort, f)| (fold.kind, sort, f))).collect();
        for (kind, sort, function) in all {
            let (data, key) = (store.var(0, sort), store.var(1, element));
            let args = if kind.is_keyed() { vec![data, key] } else { vec![data] };
            let value = store.call(function, &args);
            let formula = self.about_value(store, kind, data, value);
            self.about.insert(function, formula);
            let vars = if kind.is_keyed() { vec![sort, element] } else { vec![sort] };
            if formula != Store::TRUE {
                store.add_claim(Claim { vars, formula, induction: Some(0) });
            }
            if kind == Kind::Size && store.is_counter(sort) {
                let other = store.var(1, sort);
                let (same, size) = (store.eq(data, other), store.call(function, &[other]));
                let equal = store.eq(value, size);
                let formula = store.implies(equal, same);
                store.add_claim(Claim { vars: vec![sort, sort], formula, induction: Some(0) });
            }
        }
    }

    /// What holds of the value of a fold, in terms of folds of the same data that are defined before it.
    fn about_value(&self, store: &mut Store, kind: Kind, data: TermId, value: TermId) -> TermId {
        let sort = store.sort_of(data);
        let (zero, one) = (store.int(0), store.int(1));
        let other = |store: &mut Store, kind: Kind| {
            let function = self.function(kind, sort)?;
            Some(store.call(function, &[data]))
        };
        let mut parts = Vec::new();
        match kind {
            Kind::Size | Kind::Elements | Kind::Nodes(..) => parts.push(store.ge(value, zero)),
            Kind::Height => {
                parts.push(store.ge(value, zero));
                if let Some(size) = other(store, Kind::Size) {
                    parts.push(store.le(value, size));
                    let (none, some) = (store.eq(size, zero), store.gt(value, zero));
                    parts.push(store.or2(none, some));
                }
            }
            Kind::Count | Kind::AtMost => {
                parts.push(store.ge(value, zero));
                if let Some(above) = other(store, Kind::Elements).or_else(|| other(store, Kind::Size)) {
                    parts.push(store.le(value, above));
                }
            }
            _ if kind.is_condition() => {
                let (no, yes) = (store.eq(value, zero), store.eq(value, one));
                parts.push(store.or2(no, yes));
            }
            _ => {}
        }
        // Extremes bound what is at the ends; what is in order has them there.
        let extremes = [Kind::Least, Kind::Greatest].map(|extreme| other(store, extreme));
        match (kind, extremes) {
            (Kind::Greatest, [Some(least), _]) => parts.push(store.le(least, value)),
            (Kind::First(_) | Kind::Last(_) | Kind::Root, _) => {
                let [least, greatest] = extremes;
                parts.extend(least.map(|least| store.le(least, value)));
                parts.extend(greatest.map(|greatest| store.le(value, greatest)));
            }
            (Kind::Ordered(form, order) | Kind::Sorted(form, order), [least, greatest]) => {
                let (below, above) = if order.is_ascending() { (least, greatest) } else { (greatest, least) };
                let ends = [(Kind::First(form), below), (Kind::Last(form), above)];
                for (end, extreme) in ends {
                    let Some((end, extreme)) = other(store, end).zip(extreme) else { continue };
                    let (out_of_order, same) = (store.eq(value, zero), store.eq(end, extreme));
                    parts.push(store.or2(out_of_order, same));
                }
            }
            (Kind::Heap(order), [least, greatest]) => {
                let extreme = if order.is_ascending() { least } else { greatest };
                if let Some((root, extreme)) = other(store, Kind::Root).zip(extreme) {
                    let (out_of_order, same) = (store.eq(value, zero), store.eq(root, extreme));
                    parts.push(store.or2(out_of_order, same));
                }
            }
            _ => {}
        }
        // Size 0 is what has no recursive constructor; where that has no elements either, all is known.
        let empty = empty_constructors(store, sort, self.element);
        if let (Some(nothing), Some(empty)) = (kind.of_nothing(), empty)
            && are_the_bases(store, sort, &empty)
            && let Some(size) = other(store, Kind::Size)
        {
            let nothing = store.num(Rat::from(nothing), store.sort_of(value));
            let some = store.gt(size, zero);
            let nothing = store.eq(value, nothing);
            parts.push(store.or2(some, nothing));
        }
        store.and(&parts)
    }

    /// Whether values of the sort have parametric folds.
    pub(super) fn is_keyed(&self, sort: SortId) -> bool {
        self.folds.iter().any(|fold| fold.kind.is_keyed() && fold.function(sort).is_some())
    }

    /// What they are about, in the order of their definitions.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        self.folds.iter().map(|fold| fold.kind).collect()
    }

    /// The sorts of the quantities of a value of the sort at one key.
    pub(super) fn value_sorts(&self, sort: SortId) -> Vec<SortId> {
        let speaks = |fold: &&Fold| fold.function(sort).is_some();
        self.folds.iter().filter(speaks).map(|fold| fold.kind.value_sort(self.element)).collect()
    }

    /// The folds of a value, the parametric ones at these keys.
    pub(super) fn at(&self, store: &mut Store, data: TermId, keys: &[TermId]) -> Vec<TermId> {
        let sort = store.sort_of(data);
        let mut list = Vec::new();
        for fold in &self.folds {
            let Some(function) = fold.function(sort) else { continue };
            if fold.kind.is_keyed() {
                for &key in keys {
                    list.push(self.applied(store, function, &[data, key]));
                }
            } else {
                list.push(self.applied(store, function, &[data]));
            }
        }
        list
    }

    /// Whether an element that is replaced occurs in the term otherwise than in quantities.
    fn speaks_of_replaced(&self, store: &Store, term: TermId) -> bool {
        let mut seen: HashSet<TermId> = HashSet::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if self.replaced.contains(&term) {
                return true;
            }
            if seen.insert(term) && self.data(store, term).is_none() {
                stack.extend(store.args(term));
            }
        }
        false
    }

    fn is_indicator(&self, function: FunctionId) -> bool {
        self.indicators.iter().any(|indicator| indicator.1 == function)
    }

    /// How many indicators an element has at one key.
    pub(super) fn indicator_count(&self) -> usize {
        self.indicators.len()
    }

    /// What an element adds to the parametric folds at a key.
    pub(super) fn indicated(&self, store: &mut Store, part: TermId, key: TermId) -> Vec<TermId> {
        self.indicators.iter().map(|&(_, function)| self.applied(store, function, &[part, key])).collect()
    }

    /// The same for two elements, kind by kind.
    fn both(&self, store: &mut Store, kind: Kind, a: TermId, b: TermId, key: TermId) -> Option<(TermId, TermId)> {
        let function = self.indicator(kind)?;
        Some((self.applied(store, function, &[a, key]), self.applied(store, function, &[b, key])))
    }

    /// What `a = b` and its negation say of indicators: equal elements have equal ones, of others one is the key.
    fn equality(&self, store: &mut Store, a: TermId, b: TermId) -> (TermId, TermId) {
        let one = store.int(1);
        let (mut equal, mut differ) = (Vec::new(), Vec::new());
        for &key in &self.keys {
            for kind in [Kind::Count, Kind::AtMost] {
                let Some((x, y)) = self.both(store, kind, a, b, key) else { continue };
                equal.push(store.eq(x, y));
                if kind == Kind::Count {
                    let sum = store.add(&[x, y]);
                    differ.push(store.le(sum, one));
                }
            }
        }
        (store.and(&equal), store.and(&differ))
    }

    /// What holds of the keys in use among themselves, where they are known by their indicators only.
    pub(super) fn of_keys(&self, store: &mut Store) -> Vec<TermId> {
        let mut facts = Vec::new();
        for (number, &a) in self.keys.iter().enumerate() {
            for &b in &self.keys[..number] {
                let pairs = self.indicated(store, a, b).into_iter().zip(self.indicated(store, b, a));
                match pairs.collect::<Vec<_>>()[..] {
                    [(is_b, is_a)] => facts.push(store.eq(is_a, is_b)),
                    // One is at most as large as the other, and the other as it only if they are the same.
                    [(is_b, is_a), (a_below, b_below)] => {
                        facts.push(store.eq(is_a, is_b));
                        let one = store.int(1);
                        let (both, same) = (store.add(&[a_below, b_below]), store.add(&[one, is_a]));
                        facts.push(store.eq(both, same));
                    }
                    _ => {}
                }
            }
        }
        facts
    }

    /// What `a ≤ b`, or `a < b`, says of indicators: what is at most so large is not above the key if `b` is not.
    fn order(&self, store: &mut Store, a: TermId, b: TermId, strict: bool) -> TermId {
        let mut parts = Vec::new();
        for &key in &self.keys {
            let Some((x, y)) = self.both(store, Kind::AtMost, a, b, key) else { continue };
            // Then a smaller one is not the key either.
            let same = self.both(store, Kind::Count, a, b, key).map(|pair| pair.0).filter(|_| strict);
            let least: Vec<TermId> = [y].into_iter().chain(same).collect();
            let least = store.add(&least);
            parts.push(store.le(least, x));
        }
        store.and(&parts)
    }

    /// A function applied, unfolded as far as constructors are on top of the data.
    fn applied(&self, store: &mut Store, function: FunctionId, args: &[TermId]) -> TermId {
        let term = store.call(function, args);
        self.unfolded(store, term)
    }

    /// A term whose calls with constructors on top of the data are replaced by what they give.
    pub(super) fn unfolded(&self, store: &mut Store, mut term: TermId) -> TermId {
        loop {
            let mut images = Vec::new();
            for inner in postorder(store, &[term]) {
                let Op::Call(called) = *store.op(inner) else { continue };
                let args = store.args(inner).to_vec();
                let is_indicator = self.is_indicator(called);
                if (is_indicator || matches!(store.op(args[0]), Op::Construct(_)))
                    && self.about.contains_key(&called)
                    && let Some(body) = store.function(called).body
                {
                    let value = store.instantiate(body, &args);
                    if !is_indicator || store.is_value(value) {
                        images.push((inner, value));
                    }
                }
            }
            if images.is_empty() {
                return term;
            }
            term = Substitution::new(images).apply(store, term);
        }
    }
}

impl Quantities for Folds {
    fn of(&self, store: &mut Store, data: TermId) -> Vec<TermId> {
        self.at(store, data, &self.keys)
    }

    fn data(&self, store: &Store, term: TermId) -> Option<TermId> {
        matches!(store.op(term), Op::Call(function) if self.about.contains_key(function)).then(|| store.args(term)[0])
    }

    fn same(&self, store: &mut Store, quantity: TermId, data: TermId) -> TermId {
        let Op::Call(function) = *store.op(quantity) else { return quantity };
        let mut args = store.args(quantity).to_vec();
        args[0] = data;
        self.applied(store, function, &args)
    }

    fn size(&self, store: &mut Store, data: TermId) -> Option<TermId> {
        let function = self.function(Kind::Size, store.sort_of(data))?;
        Some(self.applied(store, function, &[data]))
    }

    fn is_replaced(&self, term: TermId) -> bool {
        self.replaced.contains(&term)
    }

    fn atom(&self, store: &mut Store, atom: TermId) -> Option<(TermId, TermId)> {
        if !self.speaks_of_replaced(store, atom) {
            return None;
        }
        let nothing = Some((Store::TRUE, Store::TRUE));
        match store.op(atom) {
            Op::Le => {
                let Some((a, b, strict)) = ordered(store, atom) else { return nothing };
                Some((self.order(store, a, b, strict), self.order(store, b, a, !strict)))
            }
            Op::Eq if store.sort_of(store.args(atom)[0]) == self.element => {
                let Some((a, b)) = equated(store, atom) else { return nothing };
                Some(self.equality(store, a, b))
            }
            _ => None,
        }
    }

    fn facts(&self, store: &mut Store, quantity: TermId) -> Vec<TermId> {
        let Op::Call(function) = *store.op(quantity) else { return Vec::new() };
        let args = store.args(quantity).to_vec();
        if self.is_indicator(function) && !self.replaced.is_empty() {
            // Without the element and the key: it is 0 or 1, and what is the key is not above it.
            let (zero, one) = (store.int(0), store.int(1));
            let mut facts = vec![store.ge(quantity, zero), store.le(quantity, one)];
            let pair: Vec<TermId> = self.indicators.iter().map(|&(_, function)| store.call(function, &args)).collect();
            if let [same, at_most] = pair[..] {
                facts.push(store.le(same, at_most));
            }
            return facts;
        }
        self.about.get(&function).map(|&formula| store.instantiate(formula, &args)).into_iter().collect()
    }
}

/// The two sides of an equation, of numbers the two that are equal.
pub(super) fn equated(store: &mut Store, equation: TermId) -> Option<(TermId, TermId)> {
    let args = store.args(equation).to_vec();
    let sort = store.sort_of(args[0]);
    if !sort.is_arith() {
        return Some((args[0], args[1]));
    }
    let (form, _) = store.as_linear_literal(equation)?;
    match &form.terms[..] {
        [(a, one), (b, two)] if form.constant.is_zero() && (one + two).is_zero() => Some((*a, *b)),
        [(a, one)] => {
            let value = -&(&form.constant / one);
            let value = store.num(value, sort);
            Some((*a, value))
        }
        _ => None,
    }
}

/// The two sides of a comparison of numbers, and whether it is strict, if it says no more than that.
fn ordered(store: &mut Store, comparison: TermId) -> Option<(TermId, TermId, bool)> {
    let args = store.args(comparison).to_vec();
    let sort = store.sort_of(args[0]);
    let (form, _) = store.as_linear_literal(comparison)?;
    match &form.terms[..] {
        [(a, one), (b, two)] if (one + two).is_zero() => {
            let (less, more) = if one.is_negative() { (*b, *a) } else { (*a, *b) };
            // less + constant ≤ more
            let constant = &form.constant / &one.abs();
            match () {
                () if constant.is_zero() => Some((less, more, false)),
                () if constant == Rat::ONE && sort == SortId::INT => Some((less, more, true)),
                () => None,
            }
        }
        [(a, one)] => {
            let value = -&(&form.constant / one);
            let value = store.num(value, sort);
            Some(if one.is_negative() { (value, *a, false) } else { (*a, value, false) })
        }
        _ => None,
    }
}
