//! Families: summaries of one kind, as terms of the input and as uses of an operator.
//!
//! A [`Use`] is a term of a clause taken apart: an aggregate, or a quantifier over an interval of indices, whose body
//! is read as a cell map with parameters. Two quantifiers that differ in their parameters only (the arrays, the bounds,
//! other variables) are uses of one family.

use super::operators::{self, Operator};
use crate::term::{
    Aggregate, AggregateId, AggregateKind, Op, SortId, Store, Substitution, TermId, free_vars, interval, postorder,
};
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// Where the summaries of a family come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// An aggregate of the store's table; parameters are the array and the aliens.
    Aggregate(AggregateId),
    /// A quantifier over an interval.
    Quantifier {
        /// Whether it is universal.
        universal: bool,
        /// The bound variable of the terms that are made.
        variable: u32,
        /// The body: `Var(0)` is the index, `Var(1 + i)` the i-th parameter.
        body: TermId,
    },
}

/// Summaries of one kind.
#[derive(Clone, Debug)]
pub struct Family {
    /// Where they come from.
    pub source: Source,
    /// The operator with their rules.
    pub operator: Arc<dyn Operator>,
}

/// A summary in a clause, or a ghost over the arguments of a predicate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// The number of the family.
    pub family: usize,
    /// The parameters: arrays and scalars.
    pub params: Vec<TermId>,
    /// The first index.
    pub lo: TermId,
    /// The first index after the interval.
    pub hi: TermId,
}

/// The families of a system.
#[derive(Clone, Debug, Default)]
pub struct Families {
    /// The families; [`Use::family`] indexes here.
    pub list: Vec<Family>,
    by_body: HashMap<(bool, TermId), usize>,
    by_aggregate: HashMap<AggregateId, usize>,
}

/// The operator of an aggregate.
fn operator_of(store: &Store, definition: &Aggregate) -> Arc<dyn Operator> {
    match &definition.kind {
        AggregateKind::Min if finds_first(store, definition.cell) => Arc::new(operators::first::First),
        AggregateKind::Sum => Arc::new(operators::sum::Sum),
        AggregateKind::Product => Arc::new(operators::multiple::Multiple),
        AggregateKind::Min => Arc::new(operators::extremum::Extremum { greatest: false }),
        AggregateKind::Max => Arc::new(operators::extremum::Extremum { greatest: true }),
        AggregateKind::Count => Arc::new(operators::count::Count),
        AggregateKind::Sorted => Arc::new(operators::sorted::Sorted),
        AggregateKind::Monoid { unit, operation, inverse } => {
            Arc::new(operators::monoid::Monoid { unit: *unit, operation: *operation, inverse: *inverse })
        }
    }
}

/// Whether cells are their own index where a predicate holds, and else a limit: their minimum is the first such index.
fn finds_first(store: &Store, cell: TermId) -> bool {
    match (store.op(cell), store.args(cell)) {
        (Op::Ite, &[_, a, b]) => [(a, b), (b, a)]
            .into_iter()
            .any(|(index, limit)| store.as_var(index) == Some(1) && store.as_var(limit).is_some_and(|var| var > 1)),
        _ => false,
    }
}

impl Families {
    /// The family of an aggregate.
    pub fn aggregate(&mut self, store: &Store, id: AggregateId) -> usize {
        if let Some(&known) = self.by_aggregate.get(&id) {
            return known;
        }
        let definition: &Aggregate = store.aggregate(id);
        self.list.push(Family { source: Source::Aggregate(id), operator: operator_of(store, definition) });
        self.by_aggregate.insert(id, self.list.len() - 1);
        self.list.len() - 1
    }

    /// Takes an aggregate or an interval quantifier apart; `None` for everything else.
    pub fn parse(&mut self, store: &mut Store, term: TermId) -> Option<Use> {
        if let Op::Aggregate(id) = *store.op(term) {
            let args = store.args(term).to_vec();
            let family = self.aggregate(store, id);
            let params = [&args[..1], &args[3..]].concat();
            return Some(Use { family, params, lo: args[1], hi: args[2] });
        }
        let interval = interval(store, term)?;
        let (template, params) = abstract_body(store, interval.body, interval.variable)?;
        let key = (interval.universal, template);
        let family = match self.by_body.get(&key) {
            Some(&known) => known,
            None => {
                let variable = store.fresh_bound();
                let operator: Arc<dyn Operator> =
                    if interval.universal { Arc::new(operators::all::All) } else { Arc::new(operators::any::Any) };
                let source = Source::Quantifier { universal: interval.universal, variable, body: template };
                self.list.push(Family { source, operator });
                self.by_body.insert(key, self.list.len() - 1);
                self.list.len() - 1
            }
        };
        Some(Use { family, params, lo: interval.lo, hi: interval.hi })
    }

    /// The operator of a use.
    pub fn operator(&self, family: usize) -> Arc<dyn Operator> {
        Arc::clone(&self.list[family].operator)
    }

    /// The term of a use; simplified, so that parsing it need not give the use back.
    pub fn term(&self, store: &mut Store, summary: &Use) -> TermId {
        match &self.list[summary.family].source {
            Source::Aggregate(id) => {
                let mut args = vec![summary.params[0], summary.lo, summary.hi];
                args.extend_from_slice(&summary.params[1..]);
                store.apply_aggregate(*id, &args)
            }
            Source::Quantifier { universal, variable, body } => {
                let length = store.sub(summary.hi, summary.lo);
                if store.as_num(length).is_some_and(|n| *n <= crate::num::Rat::ZERO) {
                    return store.bool(*universal);
                }
                let k = store.bound(*variable, SortId::INT);
                let mut images = vec![k];
                images.extend_from_slice(&summary.params);
                let body = store.instantiate(*body, &images);
                let (low, high) = (store.le(summary.lo, k), store.lt(k, summary.hi));
                let range = store.and2(low, high);
                if *universal {
                    let body = store.implies(range, body);
                    store.forall(&[(*variable, SortId::INT)], body)
                } else {
                    let body = store.and2(range, body);
                    store.exists(&[(*variable, SortId::INT)], body)
                }
            }
        }
    }

    /// The mapped cell at an index.
    pub fn cell(&self, store: &mut Store, family: usize, params: &[TermId], index: TermId) -> TermId {
        match &self.list[family].source {
            Source::Aggregate(id) => store.aggregate_cell(*id, params[0], index, &params[1..]),
            Source::Quantifier { body, .. } => {
                let mut images = vec![index];
                images.extend_from_slice(params);
                store.instantiate(*body, &images)
            }
        }
    }

    /// The indices whose mapped cells read the array among `params` at that position at the index `written`, each under
    /// a condition: the inverse of the index maps (`k`, `n - 1 - k`, `2k + 1`) by which the body reads it. `None` if
    /// that cannot be said, because the array is read in another way.
    pub fn touched(
        &self,
        store: &mut Store,
        family: usize,
        params: &[TermId],
        position: usize,
        written: TermId,
    ) -> Option<Vec<(TermId, TermId)>> {
        let (template, index, array, images) = match &self.list[family].source {
            Source::Quantifier { body, .. } => {
                let index = store.var(0, SortId::INT);
                let array = store.var(1 + position as u32, store.sort_of(params[position]));
                (*body, index, array, [&[index], params].concat())
            }
            Source::Aggregate(id) => {
                if position == 0 {
                    // The cell itself is read at its index; the cell function sees its value only.
                    return Some(vec![(Store::TRUE, written)]);
                }
                let definition = store.aggregate(*id).clone();
                let (value, index) = (store.var(0, definition.element), store.var(1, SortId::INT));
                let array = store.var(1 + position as u32, store.sort_of(params[position]));
                (definition.cell, index, array, [&[value, index], &params[1..]].concat())
            }
        };
        let mut result = Vec::new();
        for term in postorder(store, &[template]) {
            let args = store.args(term).to_vec();
            if !args.contains(&array) {
                continue;
            }
            if *store.op(term) != Op::Select || args[0] != array || args[1] == array {
                return None;
            }
            let mut form = store.linear(args[1]);
            let factor = form.coefficient(index);
            form.terms.retain(|(atom, _)| *atom != index);
            let rest = store.from_linear(&form, SortId::INT);
            if !factor.is_integer() || factor.is_zero() || free_vars(store, &[rest]).contains(&index) {
                return None;
            }
            // written = factor · k + rest
            let rest = store.instantiate(rest, &images);
            let offset = store.sub(written, rest);
            let touched = operators::map::inverse(store, &factor, offset);
            if !result.contains(&touched) {
                result.push(touched);
            }
        }
        Some(result)
    }

    /// A sufficient condition for every mapped cell with the parameters `from` to be at most that with `to` (to imply
    /// it, if cells are truth values): how an alien term may move. `None` if there is none to be seen.
    pub fn moves(&self, store: &mut Store, family: usize, from: &[TermId], to: &[TermId]) -> Option<TermId> {
        let (template, hidden, from, to) = match &self.list[family].source {
            Source::Quantifier { body, .. } => (*body, 1, from, to),
            Source::Aggregate(id) => (store.aggregate(*id).cell, 2, &from[1..], &to[1..]),
        };
        operators::alien::moves(store, template, hidden, from, to)
    }

    /// Whether the summaries are quantifiers, and then of which kind.
    pub fn quantifier(&self, family: usize) -> Option<bool> {
        match self.list[family].source {
            Source::Quantifier { universal, .. } => Some(universal),
            Source::Aggregate(_) => None,
        }
    }
}

/// The body of a quantifier with its largest subterms that don't depend on the bound variable, numerals apart, replaced
/// by parameters. `None` if it has another quantifier inside.
fn abstract_body(store: &mut Store, body: TermId, variable: TermId) -> Option<(TermId, Vec<TermId>)> {
    let order = postorder(store, &[body]);
    let mut depends: HashSet<TermId> = HashSet::from([variable]);
    for &term in &order {
        if matches!(store.op(term), Op::Forall(_) | Op::Exists(_) | Op::Aggregate(_)) {
            return None;
        }
        if store.args(term).iter().any(|arg| depends.contains(arg)) {
            depends.insert(term);
        }
    }
    let mut params = Vec::new();
    let mut pairs = Vec::new();
    let mut add = |store: &mut Store, term: TermId, params: &mut Vec<TermId>| {
        if store.as_num(term).is_some() || store.is_value(term) || params.contains(&term) {
            return;
        }
        params.push(term);
        let var = store.var(params.len() as u32, store.sort_of(term));
        pairs.push((term, var));
    };
    if !depends.contains(&body) {
        add(store, body, &mut params);
    }
    // Children of dependent terms, in order of the walk.
    for &term in order.iter().filter(|t| depends.contains(*t)) {
        for arg in store.args(term).to_vec() {
            if !depends.contains(&arg) {
                // Numeral multiples keep their numeral, so that equal shapes have equal templates.
                add(store, core(store, arg), &mut params);
            }
        }
    }
    pairs.push((variable, store.var(0, SortId::INT)));
    Some((Substitution::new(pairs).apply(store, body), params))
}

/// What a numeral multiple multiplies.
fn core(store: &Store, term: TermId) -> TermId {
    match (store.op(term), store.args(term)) {
        (Op::Mul, &[factor, inner]) if store.as_num(factor).is_some() => inner,
        _ => term,
    }
}
