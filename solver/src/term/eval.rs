//! Evaluation of terms under an assignment of the free variables, three-valued.
//!
//! A term is *undefined* where SMT-LIB leaves its value open (division by zero, a selector on another
//! constructor; minimum and maximum of nothing), where a quantifier occurs that is not over intervals of integers, or
//! where a variable has no value. Connectives and `ite` are not strict: `false and undefined` is `false`. An undefined
//! result never counts as either truth value. Aggregates are evaluated by their definition, cell by cell.

use super::bvop::BvResult;
use super::{ArrayValue, Op, SortId, Store, TermId, Value, bv_eval};
use crate::num::Rat;
use hashbrown::HashMap;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// Values of free variables, by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assignment {
    values: Vec<Option<Value>>,
}

impl Assignment {
    /// The assignment of the i-th value to `Var(i)`.
    pub fn from_values(values: impl IntoIterator<Item = Value>) -> Assignment {
        Assignment { values: values.into_iter().map(Some).collect() }
    }

    /// The value of `Var(index)`.
    pub fn get(&self, index: u32) -> Option<&Value> {
        self.values.get(index as usize)?.as_ref()
    }

    /// One above the largest variable number that may have a value.
    pub fn bound(&self) -> u32 {
        self.values.len() as u32
    }

    /// Sets the value of `Var(index)`.
    pub fn set(&mut self, index: u32, value: Value) {
        let index = index as usize;
        if self.values.len() <= index {
            self.values.resize(index + 1, None);
        }
        self.values[index] = Some(value);
    }
}

/// Evaluates many terms under one assignment, sharing the results of common subterms.
#[derive(Debug)]
pub struct Evaluator<'a> {
    pub(super) store: &'a Store,
    pub(super) assignment: &'a Assignment,
    cache: HashMap<TermId, Option<Value>>,
    /// The values of the Int variables that the quantifiers around bind, by number.
    pub(super) bound: HashMap<u32, Value>,
    /// How many cells and instances may still be looked at.
    fuel: Rc<Cell<u64>>,
}

/// How many cells of aggregates and instances of quantifiers one evaluator looks at before it gives up.
const FUEL: u64 = 2_000_000;
/// How many entries of an array may be copied for one cell less.
const COPIES: u64 = 64;
/// How many bits a number may have; what is longer counts as undefined.
const LONGEST: u64 = 1 << 20;
/// How deep quantifiers may nest.
pub(super) const MAX_NESTING: usize = 16;

impl<'a> Evaluator<'a> {
    /// An evaluator with an empty cache.
    pub fn new(store: &'a Store, assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator::limited(store, assignment, FUEL)
    }

    /// The same, which gives up after so many cells and instances: where a value is welcome but not needed.
    pub fn limited(store: &'a Store, assignment: &'a Assignment, cells: u64) -> Evaluator<'a> {
        let fuel = Rc::new(Cell::new(cells));
        Evaluator { store, assignment, cache: HashMap::new(), bound: HashMap::new(), fuel }
    }

    /// An evaluator for the templates of an aggregate, which spends from the same fuel.
    pub(super) fn inner<'b>(&self, assignment: &'b Assignment) -> Evaluator<'b>
    where
        'a: 'b,
    {
        let fuel = Rc::clone(&self.fuel);
        Evaluator { store: self.store, assignment, cache: HashMap::new(), bound: HashMap::new(), fuel }
    }

    /// Gives a variable bound around here a value, or takes it back, and forgets what may depend on one.
    pub(super) fn bind(&mut self, index: u32, value: Option<Value>) {
        let store = self.store;
        self.cache.retain(|&term, _| !store.is_quantified(term));
        match value {
            Some(value) => self.bound.insert(index, value),
            None => self.bound.remove(&index),
        };
    }

    pub(super) fn spend(&self) -> Option<()> {
        self.fuel.set(self.fuel.get().checked_sub(1)?);
        Some(())
    }

    /// The value of a term, `None` where undefined.
    pub fn eval(&mut self, root: TermId) -> Option<Value> {
        // With each term how many of its arguments were asked for.
        let mut stack = vec![(root, 0)];
        while let Some((term, asked)) = stack.pop() {
            if self.cache.contains_key(&term) {
                continue;
            }
            let args = self.store.args(term);
            let next = match self.store.op(term) {
                // No argument behind one that decides is looked at.
                Op::And if self.last_is(args, asked, false) => args.len(),
                Op::Or if self.last_is(args, asked, true) => args.len(),
                Op::And | Op::Or if asked < args.len() => {
                    stack.extend([(term, asked + 1), (args[asked], 0)]);
                    continue;
                }
                // Only the branch that is taken.
                Op::Ite if asked == 0 => {
                    stack.extend([(term, 1), (args[0], 0)]);
                    continue;
                }
                Op::Ite if asked == 1 => match self.arg(term, 0).and_then(Value::as_bool) {
                    Some(condition) => {
                        stack.extend([(term, 3), (args[if condition { 1 } else { 2 }], 0)]);
                        continue;
                    }
                    None => args.len(),
                },
                Op::Forall(_) | Op::Exists(_) => args.len(),
                // A chain of writes is one step, so that it costs no more than its length.
                Op::Store if asked == 0 => {
                    stack.push((term, args.len()));
                    let mut chain = term;
                    while let (Op::Store, &[inner, at, value]) = (self.store.op(chain), self.store.args(chain)) {
                        if chain != term && self.cache.contains_key(&chain) {
                            break;
                        }
                        stack.extend([(at, 0), (value, 0)]);
                        chain = inner;
                    }
                    stack.push((chain, 0));
                    continue;
                }
                _ => asked,
            };
            if next < args.len() {
                stack.push((term, args.len()));
                stack.extend(args.iter().map(|&arg| (arg, 0)));
                continue;
            }
            let value = self.step(term);
            self.cache.insert(term, value);
        }
        self.cache[&root].clone()
    }

    /// Whether the argument asked for last has that truth value.
    fn last_is(&self, args: &[TermId], asked: usize, value: bool) -> bool {
        asked > 0 && matches!(self.cache.get(&args[asked - 1]), Some(Some(Value::Bool(found))) if *found == value)
    }

    /// Looks at these members of a disjunction first: if one of them is true, the others need not be looked at.
    pub fn prefer(&mut self, disjunction: TermId, members: impl IntoIterator<Item = TermId>) {
        if members.into_iter().any(|member| self.holds(member)) {
            self.cache.insert(disjunction, Some(Value::Bool(true)));
        }
    }

    /// Whether a formula evaluates to true; undefined counts as no.
    pub fn holds(&mut self, formula: TermId) -> bool {
        self.eval(formula) == Some(Value::Bool(true))
    }

    pub(super) fn arg(&self, term: TermId, i: usize) -> Option<&Value> {
        self.cache.get(&self.store.args(term)[i])?.as_ref()
    }

    fn rat(&self, term: TermId, i: usize) -> Option<Rat> {
        self.arg(term, i)?.as_rat()
    }

    /// One operator over evaluated arguments.
    fn step(&self, term: TermId) -> Option<Value> {
        let store = self.store;
        let args = store.args(term);
        let number = |value: Rat| -> Option<Value> {
            if store.sort_of(term) == SortId::INT { value.to_int().map(Value::Int) } else { Some(Value::Real(value)) }
        };
        match store.op(term) {
            Op::Var(index) => self.assignment.get(*index).cloned(),
            Op::Bound(index) if store.sort_of(term) == SortId::INT => self.bound.get(index).cloned(),
            Op::Bound(_) => None,
            Op::Forall(vars) => self.quantifier(vars, args[0], true).map(Value::Bool),
            Op::Exists(vars) => self.quantifier(vars, args[0], false).map(Value::Bool),
            Op::Aggregate(id) => self.aggregate(term, *id),
            Op::Bool(value) => Some(Value::Bool(*value)),
            Op::Num(value) => number(value.clone()),
            Op::BitVec(value) => Some(Value::BitVec(value.clone(), store.bv_width(store.sort_of(term))?)),
            Op::Not => Some(Value::Bool(!self.arg(term, 0)?.as_bool()?)),
            Op::And => self.connective(args, false),
            Op::Or => self.connective(args, true),
            // Values are in normal form.
            Op::Eq => Some(Value::Bool(self.arg(term, 0)? == self.arg(term, 1)?)),
            Op::Ite => {
                let branch = if self.arg(term, 0)?.as_bool()? { 1 } else { 2 };
                self.arg(term, branch).cloned()
            }
            Op::Add => {
                let mut sum = Rat::ZERO;
                for i in 0..args.len() {
                    sum += &self.rat(term, i)?;
                }
                number(sum)
            }
            Op::Mul => {
                let mut product = Rat::ONE;
                for i in 0..args.len() {
                    let factor = self.rat(term, i)?;
                    if product.bits() + factor.bits() > LONGEST {
                        return None;
                    }
                    product *= &factor;
                }
                number(product)
            }
            Op::Le => Some(Value::Bool(self.rat(term, 0)? <= self.rat(term, 1)?)),
            Op::IntDiv | Op::IntMod => {
                let (Value::Int(a), Value::Int(b)) = (self.arg(term, 0)?, self.arg(term, 1)?) else { return None };
                if b.is_zero() {
                    return None;
                }
                let euclid = if *store.op(term) == Op::IntDiv { a.div_euclid(b) } else { a.mod_euclid(b) };
                Some(Value::Int(euclid))
            }
            Op::RealDiv => {
                let divisor = self.rat(term, 1)?;
                if divisor.is_zero() { None } else { Some(Value::Real(&self.rat(term, 0)? / &divisor)) }
            }
            Op::ToReal => Some(Value::Real(self.rat(term, 0)?)),
            Op::ToInt => Some(Value::Int(self.rat(term, 0)?.floor())),
            Op::Select => {
                let Value::Array(array) = self.arg(term, 0)? else { return None };
                Some(array.get(self.arg(term, 1)?).clone())
            }
            Op::Store => self.writes(term),
            Op::ConstArray => {
                let default = self.arg(term, 0)?.clone();
                Some(Value::Array(Arc::new(ArrayValue::constant(default))))
            }
            Op::Construct(constructor) => {
                let fields: Option<Vec<Value>> = (0..args.len()).map(|i| self.arg(term, i).cloned()).collect();
                Some(Value::Data(*constructor, fields?.into()))
            }
            Op::Project(constructor, field) => match self.arg(term, 0)? {
                Value::Data(built, fields) if built == constructor => fields.get(*field as usize).cloned(),
                _ => None,
            },
            Op::Test(constructor) => match self.arg(term, 0)? {
                Value::Data(built, _) => Some(Value::Bool(built == constructor)),
                _ => None,
            },
            // Whether the definition describes a function is not known here.
            Op::Call(_) => None,
            Op::Measure(measure) => {
                store.measure_of(*measure, store.sort_of(args[0]), self.arg(term, 0)?).map(Value::Int)
            }
            Op::Bv(op) => self.bit_vector(term, *op),
        }
    }

    /// The array that a chain of writes ends in.
    fn writes(&self, term: TermId) -> Option<Value> {
        let (index, _) = self.store.array_sorts(self.store.sort_of(term))?;
        let mut chain = vec![term];
        let mut base = self.store.args(term)[0];
        while *self.store.op(base) == Op::Store && !self.cache.contains_key(&base) {
            chain.push(base);
            base = self.store.args(base)[0];
        }
        let Value::Array(array) = self.cache.get(&base)?.as_ref()? else { return None };
        self.fuel.set(self.fuel.get().checked_sub(array.entries.len() as u64 / COPIES)?);
        let mut entries = array.entries.clone();
        for link in chain.into_iter().rev() {
            entries.insert(self.arg(link, 1)?.clone(), self.arg(link, 2)?.clone());
        }
        Some(Value::Array(Arc::new(ArrayValue::new(self.store, index, array.default.clone(), entries))))
    }

    /// `or` for `dominant == true`, `and` for `false`: the dominant value decides even beside undefined arguments.
    fn connective(&self, args: &[TermId], dominant: bool) -> Option<Value> {
        let mut defined = true;
        for arg in args {
            match self.cache.get(arg).and_then(Option::as_ref) {
                Some(Value::Bool(value)) if *value == dominant => return Some(Value::Bool(dominant)),
                Some(_) => {}
                None => defined = false,
            }
        }
        defined.then_some(Value::Bool(!dominant))
    }

    #[allow(clippy::needless_range_loop, reason = "the arguments are counted, not the widths")]
    fn bit_vector(&self, term: TermId, op: super::BvOp) -> Option<Value> {
        let mut values = Vec::with_capacity(2);
        let mut widths = [0, 0];
        for i in 0..self.store.args(term).len() {
            match self.arg(term, i)? {
                Value::BitVec(value, width) => {
                    widths[i] = *width;
                    values.push(value.clone());
                }
                Value::Int(value) => values.push(value.clone()),
                _ => return None,
            }
        }
        Some(match bv_eval(op, &values, widths[0], widths[1]) {
            BvResult::Bool(value) => Value::Bool(value),
            BvResult::Bits(value) => Value::BitVec(value, self.store.bv_width(self.store.sort_of(term))?),
            BvResult::Int(value) => Value::Int(value),
        })
    }
}

/// The value of one term under an assignment, `None` where undefined.
pub fn evaluate(store: &Store, term: TermId, assignment: &Assignment) -> Option<Value> {
    Evaluator::new(store, assignment).eval(term)
}
