//! The bodies of folds: for each constructor what its fields give.

use super::folds::Folds;
use super::kinds::{Kind, Order, empty_constructors};
use crate::num::Rat;
use crate::term::{DatatypeId, FunctionId, SortId, Store, TermId};

/// What a field of a constructor gives to a fold.
#[derive(Clone, Copy)]
enum Part {
    /// An element.
    Element(TermId),
    /// Data of a recursive datatype.
    Data(TermId, SortId),
}

/// What a body is made with.
pub(super) struct Maker<'a> {
    pub(super) store: &'a mut Store,
    /// The folds defined so far.
    pub(super) folds: &'a Folds,
    /// The functions of the fold itself.
    pub(super) functions: &'a [(SortId, FunctionId)],
}

impl Maker<'_> {
    /// The value of the fold for data of the sort, over the data and the key.
    pub(super) fn body(&mut self, kind: Kind, sort: SortId) -> TermId {
        let data = self.store.var(0, sort);
        let Some(id) = self.store.datatype_of(sort) else { return self.store.int(0) };
        let mut result = None;
        for c in (0..self.store.datatype(id).constructors.len() as u32).rev() {
            let parts = self.parts(id, c, data);
            let value = self.value(kind, sort, c, &parts);
            result = Some(match result {
                None => value,
                Some(others) => {
                    let test = self.store.test(c, data);
                    self.store.ite(test, value, others)
                }
            });
        }
        result.unwrap_or_else(|| self.store.int(0))
    }

    /// What data built by the constructor consists of, in the order of the fields. Fields that are no recursive
    /// datatypes stand for what they are made of.
    fn parts(&mut self, id: DatatypeId, c: u32, data: TermId) -> Vec<Part> {
        let store = &mut *self.store;
        let whole = store.sort_of(data);
        let mut parts = Vec::new();
        let mut stack: Vec<(TermId, SortId)> = Vec::new();
        let fields: Vec<SortId> = store.datatype(id).constructors[c as usize].fields.iter().map(|f| f.sort).collect();
        for (f, &field) in fields.iter().enumerate().rev() {
            stack.push((store.project(c, f as u32, data), field));
        }
        while let Some((part, sort)) = stack.pop() {
            if sort == whole {
                parts.push(Part::Data(part, sort));
            } else if sort == self.folds.element {
                parts.push(Part::Element(part));
            } else if store.is_recursive(sort) {
                parts.push(Part::Data(part, sort));
            } else if let Some(inner) = store.datatype_of(sort)
                && store.datatype(inner).constructors.len() == 1
            {
                let inside: Vec<SortId> = store.datatype(inner).constructors[0].fields.iter().map(|f| f.sort).collect();
                for (f, &field) in inside.iter().enumerate().rev() {
                    stack.push((store.project(0, f as u32, part), field));
                }
            }
        }
        parts
    }

    fn value(&mut self, kind: Kind, sort: SortId, constructor: u32, parts: &[Part]) -> TermId {
        let is_recursive = parts.iter().any(|part| matches!(part, Part::Data(_, of) if *of == sort));
        let (zero, one) = (self.store.int(0), self.store.int(1));
        match kind {
            Kind::Size if is_recursive => self.added(kind, sort, parts, Some(one)),
            Kind::Size | Kind::Elements | Kind::Count | Kind::AtMost | Kind::Sum => self.added(kind, sort, parts, None),
            Kind::Nodes(_, counted) => {
                let here = (counted == constructor).then_some(one);
                self.added(kind, sort, parts, here)
            }
            Kind::Parity => match self.own(kind, sort, parts)[..] {
                [below] => self.store.sub(one, below),
                _ => zero,
            },
            Kind::Height => {
                let below = self.own(kind, sort, parts);
                let largest = below.into_iter().reduce(|before, part| {
                    let above = self.store.ge(before, part);
                    self.store.ite(above, before, part)
                });
                largest.map_or(zero, |largest| self.store.add(&[largest, one]))
            }
            Kind::First(_) => self.outermost(kind, sort, parts.iter().rev()),
            Kind::Last(_) => self.outermost(kind, sort, parts.iter()),
            Kind::Root => {
                let label = parts.iter().find_map(|part| self.number(*part));
                label.unwrap_or_else(|| self.nothing(kind))
            }
            Kind::Least | Kind::Greatest => self.extreme(kind, sort, parts),
            Kind::Ordered(_, order) | Kind::Sorted(_, order) => self.ordered(kind, sort, order, parts),
            Kind::Heap(order) => self.heap(kind, sort, order, parts),
        }
    }

    /// The fold of a part, if it has one.
    fn folded(&mut self, part: TermId, sort: SortId, kind: Kind) -> Option<TermId> {
        let &(_, function) = self.functions.iter().find(|f| f.0 == sort)?;
        let mut args = vec![part];
        if kind.is_keyed() {
            args.push(self.store.var(1, self.folds.element));
        }
        Some(self.store.call(function, &args))
    }

    /// The folds of the parts that are of the datatype itself.
    fn own(&mut self, kind: Kind, sort: SortId, parts: &[Part]) -> Vec<TermId> {
        let own = |part: &Part| match *part {
            Part::Data(data, of) if of == sort => self.folded(data, of, kind),
            _ => None,
        };
        parts.iter().filter_map(own).collect()
    }

    /// What the parts give, added up, and what the node itself adds.
    fn added(&mut self, kind: Kind, sort: SortId, parts: &[Part], here: Option<TermId>) -> TermId {
        let mut summands: Vec<TermId> = Vec::new();
        for &part in parts {
            let adds = match part {
                Part::Data(data, of) if of == sort || kind.is_of_elements() || kind == Kind::Sum => {
                    self.folded(data, of, kind)
                }
                Part::Element(_) if kind == Kind::Sum => self.number(part),
                Part::Element(element) if kind.is_of_elements() => Some(match self.folds.indicator(kind) {
                    Some(function) => {
                        let key = self.store.var(1, self.folds.element);
                        self.store.call(function, &[element, key])
                    }
                    None => self.store.int(1),
                }),
                _ => None,
            };
            summands.extend(adds);
        }
        summands.extend(here);
        if summands.is_empty() {
            return self.nothing(kind);
        }
        self.store.add(&summands)
    }

    /// The number of an element.
    fn number(&mut self, part: Part) -> Option<TermId> {
        let Part::Element(element) = part else { return None };
        if self.folds.element.is_arith() {
            return Some(element);
        }
        self.other(Kind::Size, element)
    }

    /// Another fold of a part.
    fn other(&mut self, kind: Kind, data: TermId) -> Option<TermId> {
        let function = self.folds.function(kind, self.store.sort_of(data))?;
        Some(self.store.call(function, &[data]))
    }

    /// Whether data has elements.
    fn has_elements(&mut self, data: TermId) -> TermId {
        let sort = self.store.sort_of(data);
        let empty = empty_constructors(self.store, sort, self.folds.element).unwrap_or_default();
        let tests: Vec<TermId> = empty.into_iter().map(|c| self.store.test(c, data)).collect();
        let none = self.store.or(&tests);
        self.store.not(none)
    }

    /// The number of the last element of these parts, each of which may have none.
    fn outermost<'p>(&mut self, kind: Kind, sort: SortId, parts: impl Iterator<Item = &'p Part>) -> TermId {
        let mut result = self.nothing(kind);
        for &part in parts {
            match part {
                Part::Element(_) => result = self.number(part).unwrap_or(result),
                Part::Data(data, of) if of == sort => {
                    let Some(end) = self.folded(data, of, kind) else { continue };
                    let has_elements = self.has_elements(data);
                    result = self.store.ite(has_elements, end, result);
                }
                Part::Data(..) => {}
            }
        }
        result
    }

    /// The least or largest number of all elements.
    fn extreme(&mut self, kind: Kind, sort: SortId, parts: &[Part]) -> TermId {
        let further = if kind == Kind::Least { Order::StrictlyAscending } else { Order::StrictlyDescending };
        // Elements first: they are there in any case.
        let mut result: Option<TermId> = None;
        for &part in parts {
            let Some(number) = self.number(part) else { continue };
            result = Some(result.map_or(number, |before| {
                let beyond = further.holds(self.store, number, before);
                self.store.ite(beyond, number, before)
            }));
        }
        for &part in parts {
            let Part::Data(data, of) = part else { continue };
            let Some(number) = (of == sort).then(|| self.folded(data, of, kind)).flatten() else { continue };
            let has_elements = self.has_elements(data);
            result = Some(match result {
                None => number,
                Some(before) => {
                    let beyond = further.holds(self.store, number, before);
                    let taken = self.store.and2(has_elements, beyond);
                    self.store.ite(taken, number, before)
                }
            });
        }
        result.unwrap_or_else(|| self.nothing(kind))
    }

    /// 0 among the values of the fold.
    fn nothing(&mut self, kind: Kind) -> TermId {
        self.store.num(Rat::ZERO, kind.value_sort(self.folds.element))
    }

    /// 1 if the parts are in order, each and among themselves, as their bounds tell.
    fn ordered(&mut self, kind: Kind, sort: SortId, order: Order, parts: &[Part]) -> TermId {
        // Whether there is something, and the numbers at both ends.
        let mut ends: Vec<(TermId, TermId, TermId)> = Vec::new();
        let mut conditions = self.each(kind, sort, parts);
        for &part in parts {
            match part {
                Part::Element(_) => ends.extend(self.number(part).map(|number| (Store::TRUE, number, number))),
                Part::Data(data, of) if of == sort => {
                    let there = self.has_elements(data);
                    // What nothing stands behind has no need of an end.
                    let [first, last] = kind.bounds().map_or([None; 2], |both| both.map(|end| self.other(end, data)));
                    let Some(first) = first else { continue };
                    let last = last.unwrap_or(first);
                    ends.push((there, first, last));
                }
                Part::Data(..) => {}
            }
        }
        for (at, &(there, first, _)) in ends.iter().enumerate() {
            for &(before, _, last) in &ends[..at] {
                let both = self.store.and2(before, there);
                let holds = order.holds(self.store, last, first);
                conditions.push(self.store.implies(both, holds));
            }
        }
        self.truth(&conditions)
    }

    /// 1 if the label is in order with those right below it, and these in themselves.
    fn heap(&mut self, kind: Kind, sort: SortId, order: Order, parts: &[Part]) -> TermId {
        let mut conditions = self.each(kind, sort, parts);
        let label = parts.iter().find_map(|part| self.number(*part));
        for &part in parts {
            let (Part::Data(data, of), Some(label)) = (part, label) else { continue };
            let Some(below) = (of == sort).then(|| self.other(Kind::Root, data)).flatten() else { continue };
            let there = self.has_elements(data);
            let holds = order.holds(self.store, label, below);
            conditions.push(self.store.implies(there, holds));
        }
        self.truth(&conditions)
    }

    /// That each part of the datatype itself has the property that the fold tells.
    fn each(&mut self, kind: Kind, sort: SortId, parts: &[Part]) -> Vec<TermId> {
        let own = self.own(kind, sort, parts);
        let one = self.store.int(1);
        own.into_iter().map(|value| self.store.eq(value, one)).collect()
    }

    /// 1 if all conditions hold, else 0.
    fn truth(&mut self, conditions: &[TermId]) -> TermId {
        let (zero, one) = (self.store.int(0), self.store.int(1));
        let all = self.store.and(conditions);
        self.store.ite(all, one, zero)
    }
}
