//! The guards and properties of one predicate over cells.

use super::columns::Uses;
use super::comparison::{Comparison, Form, Relation};
use super::family::{Family, Group, Slot};
use super::limits::LIMITS;
use crate::execute::Fact;
use crate::num::Int;
use crate::reduce::cells::Role;
use crate::system::{PredId, System};
use crate::term::{Op, Relation as Literal, SortId, Store, Value, postorder};
use std::collections::BTreeSet;

/// What the queries of a system want to know of cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// Whether cells are less than others.
    strict: bool,
    /// Whether they are different.
    different: bool,
}

impl Wanted {
    /// What these queries ask for: a query that compares two numbers has the opposite of what is asked.
    pub fn by_queries(store: &Store, system: &System) -> Wanted {
        let mut wanted = Wanted::default();
        for clause in system.clauses.iter().filter(|clause| clause.is_query()) {
            for term in postorder(store, &clause.terms()) {
                let Some((form, relation)) = store.as_linear_literal(term) else { continue };
                if form.terms.len() == 2 && form.terms.iter().any(|(atom, _)| matches!(store.op(*atom), Op::Select)) {
                    wanted.strict |= relation == Literal::LeZero && form.constant.is_zero();
                    wanted.different |= relation == Literal::EqZero;
                }
            }
        }
        wanted
    }
}

/// The numerals that counters start with, and zero.
pub(super) fn numerals(store: &Store, system: &System, uses: &Uses) -> Vec<i64> {
    let mut found = BTreeSet::new();
    for head in system.clauses.iter().filter_map(|clause| clause.head.as_ref()) {
        for (&arg, _) in head.args.iter().zip(&uses.places[head.pred.index()]).filter(|(_, place)| **place) {
            found.extend(store.as_num(arg).and_then(|number| number.to_int()).and_then(|number| number.to_i64()));
        }
    }
    found.remove(&0);
    let few = found.into_iter().filter(|number| (-1..100).contains(number)).take(LIMITS.numerals - 1);
    std::iter::once(0).chain(few).collect()
}

/// The arguments of a predicate over cells, by what they are.
struct Columns {
    /// For each argument of the original that is no array its place, in order.
    scalars: Vec<usize>,
    /// The arrays of the original.
    arrays: Vec<usize>,
    /// The places of the indices of both cells; none without arrays.
    indices: Vec<usize>,
}

impl Columns {
    /// `None` if the cells are not those of arrays over integers, two of them.
    fn new(store: &Store, original: &[SortId], sorts: &[SortId], roles: &[Role]) -> Option<Columns> {
        let (mut scalars, mut arrays) = (Vec::new(), Vec::new());
        for (position, &sort) in original.iter().enumerate() {
            if store.array_sorts(sort).is_some() { arrays.push(position) } else { scalars.push(position) }
        }
        let indices: Vec<usize> = (0..roles.len()).filter(|&at| roles[at] == Role::Index).collect();
        let whole = scalars.len() + indices.len() * (arrays.len() + 1) == roles.len();
        let fits = indices.iter().all(|&at| sorts[at] == SortId::INT) && [0, 2].contains(&indices.len());
        (whole && fits).then_some(Columns { scalars, arrays, indices })
    }

    /// The content of an array (by its number) in a cell.
    fn content(&self, cell: usize, array: usize) -> usize {
        self.indices[cell] + 1 + array
    }
}

/// A value as a number.
pub(super) fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Bool(truth) => Some(i64::from(*truth)),
        Value::Int(number) => number.to_i64(),
        // Nothing is said of it.
        _ => Some(0),
    }
}

/// The arguments over cells that facts stand for.
fn rows(columns: &Columns, places: &[bool], facts: &[Fact]) -> Vec<Vec<i64>> {
    let step = facts.len().div_ceil(LIMITS.facts).max(1);
    let mut rows = Vec::new();
    for fact in facts.iter().step_by(step) {
        let Some(scalars) = columns.scalars.iter().map(|&at| number(&fact[at])).collect::<Option<Vec<i64>>>() else {
            continue;
        };
        if columns.indices.is_empty() {
            rows.push(scalars);
            continue;
        }
        let cell = |index: i64| -> Option<Vec<i64>> {
            let at = Value::Int(Int::from(index));
            let contents = columns.arrays.iter().map(|&array| match &fact[array] {
                Value::Array(array) => number(array.get(&at)),
                _ => None,
            });
            std::iter::once(Some(index)).chain(contents).collect()
        };
        let mut indices: BTreeSet<i64> = (-1..4).collect();
        for (&value, _) in scalars.iter().zip(&columns.scalars).filter(|(_, at)| places[**at]) {
            for index in [value, value.saturating_sub(1), value.saturating_add(1)] {
                if indices.len() < LIMITS.indices {
                    indices.insert(index);
                }
            }
        }
        let cells: Vec<Vec<i64>> = indices.into_iter().filter_map(cell).collect();
        for first in &cells {
            for second in cells.iter().filter(|&second| second != first) {
                rows.push([&scalars[..], first, second].concat());
            }
        }
    }
    rows
}

/// The guards, each once.
struct Guards<'a> {
    list: Vec<Comparison>,
    /// For each guard which rows it is true of.
    seen: Vec<Vec<bool>>,
    data: &'a [Vec<i64>],
}

impl Guards<'_> {
    /// The number of a guard, of one that is true of the same rows if there is one; `None` if it restricts nothing.
    fn add(&mut self, guard: Comparison) -> Option<usize> {
        if guard.is_constant() {
            return None;
        }
        let seen: Vec<bool> = self.data.iter().map(|row| guard.holds(row)).collect();
        if let Some(known) = self.seen.iter().position(|other| *other == seen) {
            return Some(known);
        }
        self.list.push(guard);
        self.seen.push(seen);
        Some(self.list.len() - 1)
    }

    fn slot(&mut self, guards: impl IntoIterator<Item = Comparison>) -> Slot {
        let mut slot: Slot = guards.into_iter().filter_map(|guard| self.add(guard)).collect();
        slot.sort_unstable();
        slot.dedup();
        slot
    }
}

fn argument(at: usize) -> Form {
    (vec![(at, 1)], 0)
}

fn constant(number: i64) -> Form {
    (Vec::new(), number)
}

/// `left <= right - by`
fn at_most(left: &Form, right: &Form, by: i64) -> Comparison {
    Comparison::new(left, right, by, Relation::AtMost)
}

/// What parts of arrays may end at.
struct Cuts {
    numerals: Vec<i64>,
    /// Counters that loops change: what they have been at, or are at, ends at them or beside them.
    moving: Vec<Form>,
    /// Lengths, and differences of counters: parts end there.
    ends: Vec<Form>,
}

impl Cuts {
    /// All forms.
    fn forms(&self) -> impl Iterator<Item = &Form> {
        self.moving.iter().chain(&self.ends)
    }

    /// Each form with what may be added to it or taken from it.
    fn beside<'a>(
        &'a self,
        moving: &'static [i64],
        ends: &'static [i64],
    ) -> impl Iterator<Item = (&'a Form, i64)> + 'a {
        let near = |forms: &'a [Form], by: &'static [i64]| {
            forms.iter().flat_map(move |form| by.iter().map(move |&by| (form, by)))
        };
        near(&self.moving, moving).chain(near(&self.ends, ends))
    }
}

/// The guards of one cell.
struct CellGuards {
    lower: Slot,
    upper: Slot,
    at: Slot,
    not_at: Slot,
}

impl CellGuards {
    fn new(guards: &mut Guards<'_>, index: usize, cuts: &Cuts) -> CellGuards {
        let index = argument(index);
        let numerals: Vec<Form> = cuts.numerals.iter().map(|&number| constant(number)).collect();
        let compare = |relation: Relation, ends: &'static [i64]| {
            let numerals = numerals.iter().map(|number| Comparison::new(&index, number, 0, relation));
            let places = cuts.beside(&[0, -1, 1], ends).map(|(form, by)| Comparison::new(&index, form, by, relation));
            numerals.chain(places).collect::<Vec<Comparison>>()
        };
        let lower = numerals.iter().map(|number| at_most(number, &index, 0));
        let places = cuts.beside(&[0, 1, 2], &[0]).map(|(form, by)| at_most(form, &index, by));
        let lower: Vec<Comparison> = lower.chain(places).collect();
        CellGuards {
            lower: guards.slot(lower),
            upper: guards.slot(cuts.beside(&[1, 0, 2], &[1, 0]).map(|(form, by)| at_most(&index, form, by))),
            at: guards.slot(compare(Relation::Equal, &[0, 1])),
            not_at: guards.slot(compare(Relation::Different, &[])),
        }
    }
}

fn joined(slots: &[&Slot]) -> Slot {
    let mut all: Slot = slots.iter().flat_map(|slot| slot.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What all predicates share.
pub(super) struct Plan<'a> {
    pub original: &'a System,
    pub cells: &'a System,
    pub roles: &'a [Vec<Role>],
    pub uses: &'a Uses,
    pub changing: &'a [Vec<bool>],
    pub numerals: &'a [i64],
    pub wanted: Wanted,
}

impl Plan<'_> {
    /// All candidates of a predicate that are true of these facts; `None` if its arrays are of another kind.
    pub fn family(&self, store: &mut Store, pred: PredId, facts: &[Fact]) -> Option<Family> {
        let (original, sorts) = (&self.original.pred(pred).sorts, &self.cells.pred(pred).sorts);
        let columns = Columns::new(store, original, sorts, &self.roles[pred.index()])?;
        let args = store.vars(0, sorts);
        let places = &self.uses.places[pred.index()];
        let data = rows(&columns, places, facts);
        let mut guards = Guards { list: Vec::new(), seen: Vec::new(), data: &data };
        let mut groups = self.numbers(&columns, sorts, pred);
        if self.uses.differences {
            self.sums(&columns, sorts, pred, &mut guards, &mut groups);
        }
        if columns.indices.len() == 2 {
            self.cells(&columns, sorts, pred, &mut guards, &mut groups);
        }
        let list = guards.list;
        let starts = match columns.indices[..] {
            [first, second] => Some([first, second]),
            _ => None,
        };
        Some(Family::new(store, args, starts, list, groups, data))
    }

    /// The integers of a predicate that are of a kind, those first that change; as places of the cell predicate.
    fn integers(&self, columns: &Columns, sorts: &[SortId], pred: PredId, of: &[bool]) -> Vec<usize> {
        let changing = &self.changing[pred.index()];
        let mut result: Vec<(bool, usize)> = Vec::new();
        for (at, &position) in columns.scalars.iter().enumerate() {
            if sorts[at] == SortId::INT && of[position] {
                result.push((!changing[position], at));
            }
        }
        result.sort_unstable();
        result.into_iter().map(|(_, at)| at).collect()
    }

    /// Bounds on numbers and on differences of two of them.
    fn numbers(&self, columns: &Columns, sorts: &[SortId], pred: PredId) -> Vec<Group> {
        let all = vec![true; self.original.pred(pred).sorts.len()];
        let places = self.integers(columns, sorts, pred, &self.uses.places[pred.index()]);
        let mut numbers = places.clone();
        let others = self.integers(columns, sorts, pred, &all);
        numbers.extend(others.into_iter().filter(|at| !places.contains(at)));
        numbers.truncate(LIMITS.numbers);
        let forms: Vec<Form> = numbers.into_iter().map(argument).chain([constant(0)]).collect();
        let mut groups = Vec::new();
        for left in &forms {
            for right in forms.iter().filter(|&right| right != left) {
                let properties = [2, 1, 0, -1, -2].map(|by| at_most(left, right, by)).to_vec();
                groups.push(Group { link: None, properties, slots: Vec::new() });
            }
        }
        groups
    }

    /// The first of these places: those of counters that loops change, and the others.
    fn moving(&self, columns: &Columns, places: &[usize], pred: PredId) -> (Vec<usize>, Vec<usize>) {
        places.iter().take(LIMITS.cuts).partition(|&&at| self.changing[pred.index()][columns.scalars[at]])
    }

    /// Bounds on sums of two counters that go against each other: by a length, or by a numeral.
    fn sums(
        &self,
        columns: &Columns,
        sorts: &[SortId],
        pred: PredId,
        guards: &mut Guards<'_>,
        groups: &mut Vec<Group>,
    ) {
        let places = self.integers(columns, sorts, pred, &self.uses.places[pred.index()]);
        let conditions = self.conditions(columns, sorts, pred, guards);
        let (moving, fixed) = self.moving(columns, &places, pred);
        let ends: Vec<Form> = fixed.into_iter().map(argument).chain([constant(0)]).collect();
        for (n, &x) in moving.iter().enumerate() {
            for &y in &moving[n + 1..] {
                let sum = (vec![(x, 1), (y, 1)], 0);
                for end in &ends {
                    for (left, right) in [(&sum, end), (end, &sum)] {
                        let properties = [2, 1, 0, -1, -2].map(|by| at_most(left, right, by)).to_vec();
                        groups.push(Group { link: None, properties, slots: vec![conditions.clone()] });
                    }
                }
            }
        }
    }

    /// The counters, differences and numerals at which parts of arrays may end.
    fn cuts(&self, columns: &Columns, places: &[usize], pred: PredId) -> Cuts {
        let (moving, fixed) = self.moving(columns, places, pred);
        let mut ends: Vec<Form> = fixed.iter().map(|&at| argument(at)).collect();
        if self.uses.differences {
            let pairs = |left: &[usize]| -> Vec<(usize, usize)> {
                left.iter().flat_map(|&x| moving.iter().filter(move |&&y| y != x).map(move |&y| (x, y))).collect()
            };
            let pairs = pairs(&fixed).into_iter().chain(pairs(&moving)).take(LIMITS.differences);
            ends.extend(pairs.map(|(x, y)| (vec![(x, 1), (y, -1)], 0)));
        }
        Cuts { numerals: self.numerals.to_vec(), moving: moving.into_iter().map(argument).collect(), ends }
    }

    /// Values of flags.
    fn conditions(&self, columns: &Columns, sorts: &[SortId], pred: PredId, guards: &mut Guards<'_>) -> Slot {
        let places = &self.uses.places[pred.index()];
        let mut conditions = Vec::new();
        for (at, &position) in columns.scalars.iter().enumerate() {
            if sorts[at] != SortId::BOOL && (sorts[at] != SortId::INT || places[position]) {
                continue;
            }
            let mut values: BTreeSet<i64> = BTreeSet::new();
            for row in guards.data {
                if values.len() <= LIMITS.flag_values {
                    values.insert(row[at]);
                }
            }
            if values.len() > LIMITS.flag_values || values.iter().any(|value| value.abs() > LIMITS.flag_value) {
                continue;
            }
            let flag = argument(at);
            conditions
                .extend(values.into_iter().map(|value| Comparison::new(&flag, &constant(value), 0, Relation::Equal)));
        }
        guards.slot(conditions)
    }

    /// What is said of cells.
    fn cells(
        &self,
        columns: &Columns,
        sorts: &[SortId],
        pred: PredId,
        guards: &mut Guards<'_>,
        groups: &mut Vec<Group>,
    ) {
        let places = self.integers(columns, sorts, pred, &self.uses.places[pred.index()]);
        let pivots = self.integers(columns, sorts, pred, &self.uses.contents[pred.index()]);
        let cuts = self.cuts(columns, &places, pred);
        let first = CellGuards::new(guards, columns.indices[0], &cuts);
        let second = CellGuards::new(guards, columns.indices[1], &cuts);
        let conditions = self.conditions(columns, sorts, pred, guards);
        let is_integer = |array: &usize| sorts[columns.content(0, *array)] == SortId::INT;
        let arrays: Vec<usize> = (0..columns.arrays.len()).filter(is_integer).take(LIMITS.arrays).collect();
        let [one, two] = [0, 1].map(|cell| argument(columns.indices[cell]));
        let before = Some(at_most(&one, &two, 1));
        let extra = joined(&[&first.upper, &second.lower, &first.not_at, &second.not_at, &conditions]);
        let ordered =
            vec![joined(&[&first.lower, &first.at]), joined(&[&second.upper, &second.at]), extra.clone(), extra];
        let against_one =
            vec![first.at.clone(), second.lower.clone(), second.upper.clone(), joined(&[&second.not_at, &conditions])];
        let single =
            vec![joined(&[&first.lower, &first.at]), first.upper.clone(), joined(&[&first.not_at, &conditions])];
        let mut push = |link: &Option<Comparison>, property: Comparison, slots: &[Slot]| {
            groups.push(Group { link: link.clone(), properties: vec![property], slots: slots.to_vec() });
        };
        for &array in &arrays {
            let [x, y] = [0, 1].map(|cell| argument(columns.content(cell, array)));
            let mut order = vec![at_most(&x, &y, 0), at_most(&y, &x, 0)];
            if self.wanted.strict {
                order.extend([at_most(&x, &y, 1), at_most(&y, &x, 1)]);
            }
            if self.wanted.different {
                order.push(Comparison::new(&x, &y, 0, Relation::Different));
            }
            for property in order {
                push(&before, property.clone(), &ordered);
                push(&None, property, &against_one);
            }
            for &pivot in pivots.iter().take(LIMITS.pivots) {
                let pivot = argument(pivot);
                for by in [0, 1] {
                    push(&None, at_most(&x, &pivot, by), &single);
                    push(&None, at_most(&pivot, &x, by), &single);
                }
                push(&None, Comparison::new(&x, &pivot, 0, Relation::Equal), &single);
            }
            for &other in arrays.iter().filter(|&&other| other >= array) {
                let [here, there] = [0, 1].map(|cell| argument(columns.content(cell, other)));
                if other != array {
                    push(&None, Comparison::new(&x, &here, 0, Relation::Equal), &single);
                } else if !self.uses.differences {
                    continue;
                }
                // The other array backwards, or the same one.
                for form in cuts.forms() {
                    let mut sum = one.clone();
                    sum.0.extend(&two.0);
                    for by in [0, 1] {
                        let mirrored = Some(Comparison::new(&sum, form, by, Relation::Equal));
                        push(&mirrored, Comparison::new(&x, &there, 0, Relation::Equal), &single);
                    }
                }
            }
        }
    }
}
