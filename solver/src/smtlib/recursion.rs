//! `define-fun-rec`: recursive functions that are folds over an interval of an array become aggregates.
//!
//! Recognised is `(ite (>= l u) e (op (f (select a l) l) (F a (+ l 1) u)))`, its mirror image that takes `u - 1` off
//! the upper end, and every spelling of the two that the term language does not tell apart. The operation is found by
//! shape: a sum, product, minimum, maximum, conjunction or disjunction becomes the built-in aggregate or quantifier;
//! what is `op(cell, recursive value)` otherwise becomes a monoid with unit `e`, whose laws are claimed and checked
//! like those of a user's. Every other recursive function is refused.

use super::diagnostic::Diagnostic;
use super::formula::Value;
use super::provenance::Name;
use super::reader::{Global, Macro, State};
use super::sexpr::{NodeId, Tree};
use super::theory::Arg;
use crate::num::Rat;
use crate::term::{
    Aggregate, AggregateKind, Linear, Op, SortId, Store, Substitution, TermId, free_vars, is_aggregable, postorder,
};

/// How many parts of a step are tried as the cell.
const MAX_PARTS: usize = 200;

/// The function being defined: how it is applied in its own body.
#[derive(Clone, Debug)]
pub struct Recursive {
    params: Vec<TermId>,
    sort: SortId,
    /// Arguments of each application, and the variable that stands for its value.
    calls: Vec<(Vec<TermId>, TermId)>,
}

/// A recognised fold: one step is `operation` of the cell at one end and the value of the rest.
struct Step {
    /// The array, the bounds.
    array: usize,
    lo: usize,
    hi: usize,
    /// Whether the cell is at the lower end.
    forward: bool,
}

impl State<'_> {
    /// An application of the function inside its own body.
    pub fn apply_recursive(&mut self, tree: &Tree, node: NodeId, args: &[Arg]) -> Result<TermId, Diagnostic> {
        let Some(recursive) = self.recursive.clone() else {
            return Err(self.error(tree, node, "a recursive function is used outside its definition"));
        };
        if recursive.params.len() != args.len() {
            let message = format!("{} arguments expected, {} given", recursive.params.len(), args.len());
            return Err(self.error(tree, node, message));
        }
        let mut terms = Vec::with_capacity(args.len());
        for (&param, &arg) in recursive.params.iter().zip(args) {
            let sort = self.store.sort_of(param);
            terms.push(self.term_of_sort(tree, arg, sort)?);
        }
        if let Some((_, value)) = recursive.calls.iter().find(|(known, _)| *known == terms) {
            return Ok(*value);
        }
        let value = self.variables.fresh(&mut self.store, recursive.sort, Name::None);
        if let Some(recursive) = &mut self.recursive {
            recursive.calls.push((terms, value));
        }
        Ok(value)
    }

    /// `(define-fun-rec name ((name sort) …) sort term)`.
    pub fn define_fun_rec(&mut self, tree: &Tree) -> Result<(), Diagnostic> {
        let usage = "(define-fun-rec name ((name sort) …) sort term)";
        let [name, list, sort, body] = self.arguments(tree, usage)?;
        self.expect_list(tree, list, "a list of parameters")?;
        let symbol = self.expect_symbol(tree, name, "a name")?;
        self.check_new(tree, name, symbol)?;
        self.variables.clear();
        let sort = self.sort(tree, sort)?;
        let mut bound = Vec::new();
        for param in tree.children(list) {
            let (name, sort) = self.sorted_var(tree, param)?;
            bound.push((name, self.variables.fresh(&mut self.store, sort, Name::None)));
        }
        let params: Vec<TermId> = bound.iter().map(|&(_, var)| var).collect();
        self.locals.resize(self.symbols.len(), None);
        for &(name, var) in &bound {
            self.locals[name.0 as usize] = Some(Value::Term(var));
        }
        self.globals.insert(symbol, Global::Recursive);
        self.recursive = Some(Recursive { params: params.clone(), sort, calls: Vec::new() });
        self.in_definition = true;
        let value = self.translate(tree, body);
        self.in_definition = false;
        let recursive = self.recursive.take();
        self.globals.remove(&symbol);
        for &(name, _) in &bound {
            self.locals[name.0 as usize] = None;
        }
        let term = self.term_of_sort(tree, Arg { value: value?, node: body }, sort)?;
        let calls = recursive.map(|r| r.calls).unwrap_or_default();
        let folded = match &calls[..] {
            [] => term,
            [(args, value)] => {
                let text = self.name(symbol).to_owned();
                self.fold(tree, name, &text, &params, args, *value, term).ok_or_else(|| {
                    let message = format!(
                        "the recursive function `{text}` is no fold over an interval of an array, `(ite (>= l u) e (op (f (select a l) l) ({text} a (+ l 1) u)))`"
                    );
                    self.error(tree, body, message)
                })?
            }
            _ => {
                let message = "a recursive function may apply itself to one list of arguments only";
                return Err(self.error(tree, body, message));
            }
        };
        let index = self.macros.len() as u32;
        self.macros.push(Macro { params, body: Value::Term(folded), names: Default::default() });
        self.declare(tree, name, symbol, Global::Macro(index))
    }

    /// The definition as an aggregate of its parameters.
    #[allow(clippy::too_many_arguments)]
    fn fold(
        &mut self,
        tree: &Tree,
        node: NodeId,
        name: &str,
        params: &[TermId],
        args: &[TermId],
        value: TermId,
        body: TermId,
    ) -> Option<TermId> {
        let shape = self.shape(params, args)?;
        let (lo, hi) = (params[shape.lo], params[shape.hi]);
        // Bool results may have lost their `ite` to the connectives.
        let (end, step) = self.branches(body, lo, hi, value)?;
        let store = &mut self.store;
        if free_vars(store, &[end]).iter().any(|v| [lo, hi, params[shape.array], value].contains(v)) {
            return None;
        }
        // The cell is at `lo`, or at `hi - 1`.
        let one = store.int(1);
        let (array, last) = (params[shape.array], store.sub(hi, one));
        let at = if shape.forward { lo } else { last };
        let operation = find_operation(store, step, value, shape.forward)?;
        let element = is_aggregable(store, store.sort_of(array))?;
        // The cell map: `select a at` is Var(0), `at` is Var(1), other parameters are aliens.
        let read = store.select(array, at);
        let fresh = params.len() as u32 + 1;
        let (marked_value, marked_index) = (store.var(fresh, element), store.var(fresh + 1, SortId::INT));
        let cell = Substitution::new([(read, marked_value)]).apply(store, operation.cell);
        let cell = if shape.forward {
            Substitution::new([(lo, marked_index)]).apply(store, cell)
        } else {
            let next = store.add(&[marked_index, one]);
            Substitution::new([(hi, next)]).apply(store, cell)
        };
        let mut pairs = vec![(marked_value, store.var(0, element)), (marked_index, store.var(1, SortId::INT))];
        let mut aliens = Vec::new();
        for var in free_vars(store, &[cell]) {
            if var == marked_value || var == marked_index {
                continue;
            }
            if var == lo || var == hi || var == array || var == value {
                return None;
            }
            let sort = store.sort_of(var);
            pairs.push((var, store.var(2 + aliens.len() as u32, sort)));
            aliens.push(var);
        }
        let cell = Substitution::new(pairs).apply(store, cell);
        let mut full = vec![array, lo, hi];
        full.extend(&aliens);
        let sorts: Vec<SortId> = aliens.iter().map(|&a| store.sort_of(a)).collect();
        let define = |store: &mut Store, kind| {
            let id = store.define_aggregate(Aggregate { kind, element, aliens: sorts.clone(), cell });
            (id, store.apply_aggregate(id, &full))
        };
        Some(match operation.fold {
            Fold::Quantifier(universal) => {
                let number = store.fresh_bound();
                let k = store.bound(number, SortId::INT);
                let mut images = vec![store.select(array, k), k];
                images.extend(&aliens);
                let inner = store.instantiate(cell, &images);
                let (from, to) = (store.le(lo, k), store.lt(k, hi));
                let inside = store.and2(from, to);
                let vars = [(number, SortId::INT)];
                if universal {
                    let body = store.implies(inside, inner);
                    let all = store.forall(&vars, body);
                    store.and2(all, end)
                } else {
                    let body = store.and2(inside, inner);
                    let some = store.exists(&vars, body);
                    store.or2(some, end)
                }
            }
            Fold::BuiltIn(kind) => {
                let (id, aggregate) = define(store, kind);
                match store.aggregate_unit(id) {
                    Some(unit) if unit == end => aggregate,
                    Some(_) => store.aggregate_combine(id, aggregate, end)?,
                    None => {
                        // Minimum and maximum: of the cells and `end`.
                        let both = store.aggregate_combine(id, aggregate, end)?;
                        let empty = store.ge(lo, hi);
                        store.ite(empty, end, both)
                    }
                }
            }
            Fold::Monoid(operation) => {
                if !store.is_ground(end) || store.is_quantified(end) {
                    return None;
                }
                let (id, aggregate) = define(store, AggregateKind::Monoid { unit: end, operation, inverse: None });
                self.claim(tree, node, id, name);
                aggregate
            }
        })
    }

    /// Which parameters are array and bounds: one bound moves by one in the recursive call, all other arguments stay.
    fn shape(&mut self, params: &[TermId], args: &[TermId]) -> Option<Step> {
        let moved: Vec<usize> = (0..params.len()).filter(|&i| params[i] != args[i]).collect();
        let &[at] = &moved[..] else { return None };
        if self.store.sort_of(params[at]) != SortId::INT {
            return None;
        }
        let distance = self.store.sub(args[at], params[at]);
        let distance = self.store.as_num(distance)?.clone();
        let forward = distance == Rat::ONE;
        if !forward && distance != Rat::from(-1) {
            return None;
        }
        let arrays: Vec<usize> = (0..params.len())
            .filter(|&i| is_aggregable(&self.store, self.store.sort_of(params[i])).is_some())
            .collect();
        let others: Vec<usize> =
            (0..params.len()).filter(|&i| i != at && self.store.sort_of(params[i]) == SortId::INT).collect();
        // The other bound is the one the end is tested against; the first array is the one that is folded.
        let (&array, &other) = (arrays.first()?, others.first()?);
        let (lo, hi) = if forward { (at, other) } else { (other, at) };
        Some(Step { array, lo, hi, forward })
    }

    /// The value at the end of the recursion and the step, from `ite (lo >= hi) end step`.
    fn branches(&mut self, body: TermId, lo: TermId, hi: TermId, value: TermId) -> Option<(TermId, TermId)> {
        let store = &mut self.store;
        let (stop, go) = (store.ge(lo, hi), store.lt(lo, hi));
        let args = store.args(body).to_vec();
        match (store.op(body).clone(), &args[..]) {
            (Op::Ite, &[c, end, step]) if c == stop => Some((end, step)),
            (Op::Ite, &[c, step, end]) if c == go => Some((end, step)),
            // match: ite stop true step      gives: stop or step
            (Op::Or, _) if args.contains(&stop) => {
                let rest: Vec<TermId> = args.into_iter().filter(|&a| a != stop).collect();
                let step = store.or(&rest);
                postorder(store, &[step]).contains(&value).then_some((Store::TRUE, step))
            }
            // match: ite stop false step      gives: not stop and step
            (Op::And, _) if args.contains(&go) => {
                let rest: Vec<TermId> = args.into_iter().filter(|&a| a != go).collect();
                let step = store.and(&rest);
                postorder(store, &[step]).contains(&value).then_some((Store::FALSE, step))
            }
            _ => None,
        }
    }
}

enum Fold {
    BuiltIn(AggregateKind),
    Quantifier(bool),
    /// An operation over `Var(0)`, `Var(1)`.
    Monoid(TermId),
}

struct Operation {
    fold: Fold,
    cell: TermId,
}

/// Reads `step` as an operation on a cell and `value`, in the order in which they lie in the interval.
fn find_operation(store: &mut Store, step: TermId, value: TermId, forward: bool) -> Option<Operation> {
    let with = |store: &Store, term: TermId| postorder(store, &[term]).contains(&value);
    let args = store.args(step).to_vec();
    if store.sort_of(step).is_arith() {
        if let Some(cell) = summand(store, step, value) {
            return Some(Operation { fold: Fold::BuiltIn(AggregateKind::Sum), cell });
        }
        if *store.op(step) == Op::Mul && args.contains(&value) {
            let rest: Vec<TermId> = args.iter().copied().filter(|&a| a != value).collect();
            if rest.len() + 1 == args.len() && !rest.iter().any(|&r| with(store, r)) {
                let one = store.num(Rat::ONE, store.sort_of(step));
                let cell = rest.into_iter().fold(one, |product, factor| store.mul(product, factor));
                return Some(Operation { fold: Fold::BuiltIn(AggregateKind::Product), cell });
            }
        }
        if *store.op(step) == Op::Ite
            && let Some(found) = extremum(store, args[0], args[1], args[2], value)
        {
            return Some(found);
        }
    }
    if matches!(store.op(step), Op::And | Op::Or) && args.contains(&value) {
        let universal = *store.op(step) == Op::And;
        let rest: Vec<TermId> = args.into_iter().filter(|&a| a != value).collect();
        if !rest.iter().any(|&r| with(store, r)) {
            let cell = if universal { store.and(&rest) } else { store.or(&rest) };
            return Some(Operation { fold: Fold::Quantifier(universal), cell });
        }
    }
    // Anything else: a part without the recursive value, the cell, through which alone the step depends on the
    // parameters.
    let sort = store.sort_of(step);
    if store.is_quantified(step) || store.has_aggregate(&[step]) {
        return None;
    }
    let parts = postorder(store, &[step]);
    let (first, second) = (store.var(0, sort), store.var(1, sort));
    for &cell in parts.iter().rev().take(MAX_PARTS) {
        if store.sort_of(cell) != sort || store.is_ground(cell) || with(store, cell) {
            continue;
        }
        // Numbers beyond those of the parameters tell what was replaced.
        let bound = store.var_bound(step).max(store.var_bound(value));
        let (x, y) = (store.var(bound, sort), store.var(bound + 1, sort));
        let (left, right) = if forward { (x, y) } else { (y, x) };
        let marked = Substitution::new([(cell, left), (value, right)]).apply(store, step);
        if free_vars(store, &[marked]).iter().all(|&var| var == x || var == y) {
            let operation = Substitution::new([(x, first), (y, second)]).apply(store, marked);
            return Some(Operation { fold: Fold::Monoid(operation), cell });
        }
    }
    None
}

/// The cell `c` of `value + c`, also where an `ite` chooses between two such sums.
fn summand(store: &mut Store, step: TermId, value: TermId) -> Option<TermId> {
    if *store.op(step) == Op::Ite {
        let [condition, a, b] = *store.args(step) else { return None };
        let (a, b) = (plain_summand(store, a, value)?, plain_summand(store, b, value)?);
        if postorder(store, &[condition]).contains(&value) {
            return None;
        }
        return Some(store.ite(condition, a, b));
    }
    plain_summand(store, step, value)
}

fn plain_summand(store: &mut Store, step: TermId, value: TermId) -> Option<TermId> {
    let form = store.linear(step);
    if form.coefficient(value) != Rat::ONE {
        return None;
    }
    let rest = form.plus(&Rat::from(-1), &Linear::atom(value));
    let sort = store.sort_of(step);
    let cell = store.from_linear(&rest, sort);
    (!postorder(store, &[cell]).contains(&value)).then_some(cell)
}

/// `ite condition a b` as minimum or maximum of `value` and another term.
fn extremum(store: &mut Store, condition: TermId, a: TermId, b: TermId, value: TermId) -> Option<Operation> {
    let cell = if a == value { b } else { a };
    if (a != value && b != value) || a == b || postorder(store, &[cell]).contains(&value) {
        return None;
    }
    // The condition must compare exactly these two; which way round, shows on the branch taken.
    let tests = [store.le(a, b), store.lt(a, b)];
    let kind = if tests.contains(&condition) {
        AggregateKind::Min
    } else {
        let tests = [store.ge(a, b), store.gt(a, b)];
        if !tests.contains(&condition) {
            return None;
        }
        AggregateKind::Max
    };
    Some(Operation { fold: Fold::BuiltIn(kind), cell })
}
