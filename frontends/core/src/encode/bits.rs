//! The bounded formula over bit-vectors: one width for all integers, wide enough that nothing ever wraps.
//!
//! Every integer variable has the range of its type; intervals say how large each term can become, and the widest of them gives
//! the width. So the formula over bit-vectors has the same models, and bit-blasting decides products of variables, which
//! integer solvers often do not. Intervals of values behind a check may rely on the check: what a run does after its
//! first violation does not matter.

use super::bounded::{Choice, Formula, Property};
use crate::ir::Range;
use horn_solver::num::{Int, Rat};
use horn_solver::term::{BvOp, Op, Sort, SortId, Store, TermId, postorder};
use std::collections::HashMap;

/// Wider words are not worth it.
const WIDEST: u32 = 136;

/// Why there is no such formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoBits(pub &'static str);

/// The formula over bit-vectors.
pub(super) fn bits(formula: &Formula) -> Result<Formula, NoBits> {
    let mut roots = formula.constraints.clone();
    roots.extend(formula.properties.iter().map(|property| property.violated));
    roots.extend(formula.params.iter().flat_map(|(_, slots)| slots.iter().copied()));
    roots.extend(formula.globals.iter().flat_map(|(_, slots)| slots.iter().copied()));
    roots.extend(formula.choices.iter().flat_map(|choice| choice.slots.iter().copied().chain([choice.guard])));
    let order = postorder(&formula.store, &roots);
    let width = width(formula, &order)?;
    let mut bits = Bits { from: &formula.store, to: Store::new(), width, images: HashMap::new() };
    for term in order {
        let image = bits.image(term)?;
        bits.images.insert(term, image);
    }
    let all = |terms: &[TermId]| -> Vec<TermId> { terms.iter().map(|term| bits.images[term]).collect() };
    let properties: Vec<Property> = formula
        .properties
        .iter()
        .map(|property| Property { violated: bits.images[&property.violated], ..property.clone() })
        .collect();
    let choices: Vec<Choice> = formula
        .choices
        .iter()
        .map(|choice| Choice { site: choice.site, guard: bits.images[&choice.guard], slots: all(&choice.slots) })
        .collect();
    let constraints = all(&formula.constraints);
    let params = formula.params.iter().map(|(var, slots)| (*var, all(slots))).collect();
    let globals = formula.globals.iter().map(|(global, slots)| (*global, all(slots))).collect();
    let vars = formula.vars.iter().map(|sort| bits.sort(*sort)).collect::<Result<_, _>>()?;
    Ok(Formula {
        store: bits.to,
        vars,
        ranges: formula.ranges.clone(),
        constraints,
        properties,
        entry: formula.entry,
        params,
        globals,
        choices,
        complete: formula.complete,
    })
}

fn hull(a: &Range, b: &Range) -> Range {
    Range { first: a.first.clone().min(b.first.clone()), last: a.last.clone().max(b.last.clone()) }
}

fn product(a: &Range, b: &Range) -> Range {
    let ends = [&a.first, &a.last].map(|x| [&b.first, &b.last].map(|y| x.clone() * y.clone()));
    let all = ends.iter().flatten();
    let first = all.clone().min().cloned().unwrap_or(Int::ZERO);
    Range { first, last: all.max().cloned().unwrap_or(Int::ZERO) }
}

/// The width in which every integer of the formula has its value.
fn width(formula: &Formula, order: &[TermId]) -> Result<u32, NoBits> {
    let store = &formula.store;
    let mut ranges: HashMap<TermId, Range> = HashMap::new();
    let mut widest = 8;
    for &term in order {
        let sort = store.sort_of(term);
        if !holds_integers(store, sort) {
            continue;
        }
        let of = |at: usize| store.args(term).get(at).and_then(|arg| ranges.get(arg)).cloned();
        let args = || store.args(term).iter().map(|arg| ranges.get(arg).cloned()).collect::<Option<Vec<Range>>>();
        let range = match store.op(term) {
            Op::Var(index) => formula.ranges.get(*index as usize).cloned().flatten(),
            Op::Num(value) => value.to_int().map(|value| Range { first: value.clone(), last: value }),
            Op::Add => args().map(|args| {
                let sum = |end: fn(&Range) -> &Int| args.iter().fold(Int::ZERO, |sum, arg| sum + end(arg).clone());
                Range { first: sum(|r| &r.first), last: sum(|r| &r.last) }
            }),
            Op::Mul => args().and_then(|args| args.into_iter().reduce(|a, b| product(&a, &b))),
            Op::Ite => of(1).zip(of(2)).map(|(a, b)| hull(&a, &b)),
            Op::IntDiv => of(0).map(|a| {
                let most = a.first.abs().max(a.last.abs()) + Int::ONE;
                Range { first: -most.clone(), last: most }
            }),
            Op::IntMod => of(1).map(|b| Range { first: Int::ZERO, last: b.first.abs().max(b.last.abs()) }),
            Op::Select | Op::ConstArray => of(0),
            Op::Store => of(0).zip(of(2)).map(|(a, b)| hull(&a, &b)),
            Op::Bv(BvOp::ToNat) => {
                let bits = store.bv_width(store.sort_of(store.args(term)[0])).unwrap_or(WIDEST);
                Some(Range { first: Int::ZERO, last: Int::pow2(bits) - Int::ONE })
            }
            _ => None,
        };
        let range = range.ok_or(NoBits("an integer without a range"))?;
        for end in [&range.first, &range.last] {
            let bits = end.to_big().bits() + 1;
            widest = widest.max(u32::try_from(bits).unwrap_or(u32::MAX));
        }
        // One more, so that the intermediate results of divisions fit.
        ranges.insert(term, range);
    }
    if widest >= WIDEST { Err(NoBits("integers too large for bit-vectors")) } else { Ok(widest + 1) }
}

/// Int, or an array of integers.
fn holds_integers(store: &Store, sort: SortId) -> bool {
    let mut sort = sort;
    while let Some((_, element)) = store.array_sorts(sort) {
        sort = element;
    }
    sort == SortId::INT
}

struct Bits<'f> {
    from: &'f Store,
    to: Store,
    width: u32,
    images: HashMap<TermId, TermId>,
}

impl Bits<'_> {
    /// Arrays nest no deeper than the program's types.
    fn sort(&mut self, sort: SortId) -> Result<SortId, NoBits> {
        match self.from.sort(sort) {
            Sort::Bool => Ok(SortId::BOOL),
            Sort::Int => Ok(self.to.bv_sort(self.width)),
            Sort::BitVec(width) => Ok(self.to.bv_sort(*width)),
            Sort::Array(index, element) => {
                let (index, element) = (*index, *element);
                let (index, element) = (self.sort(index)?, self.sort(element)?);
                Ok(self.to.array_sort(index, element))
            }
            _ => Err(NoBits("a number that is no integer")),
        }
    }

    fn number(&mut self, value: &Int) -> TermId {
        let value = value.mod_euclid(&Int::pow2(self.width));
        self.to.bv(&value, self.width)
    }

    fn image(&mut self, term: TermId) -> Result<TermId, NoBits> {
        let args: Vec<TermId> = self.from.args(term).iter().map(|arg| self.images[arg]).collect();
        let sort = self.sort(self.from.sort_of(term))?;
        let integers = self.from.args(term).first().is_some_and(|arg| self.from.sort_of(*arg) == SortId::INT);
        let fold = |bits: &mut Self, op: BvOp| {
            let mut rest = args.iter().copied();
            let first = rest.next().unwrap_or_else(|| bits.to.bv(&Int::ZERO, bits.width));
            rest.fold(first, |all, next| bits.to.bv_op(op, &[all, next]))
        };
        Ok(match self.from.op(term) {
            Op::Var(index) => self.to.var(*index, sort),
            Op::Num(value) => {
                let value = value.to_int().ok_or(NoBits("a number that is no integer"))?;
                self.number(&value)
            }
            Op::Add => fold(self, BvOp::Add),
            Op::Mul => fold(self, BvOp::Mul),
            Op::Le if integers => self.to.bv_op(BvOp::Sle, &args),
            Op::IntMod => self.remainder(term, &args),
            Op::IntDiv => {
                let rest = self.remainder(term, &args);
                let exact = self.to.bv_op(BvOp::Sub, &[args[0], rest]);
                self.to.bv_op(BvOp::SDiv, &[exact, args[1]])
            }
            Op::Bv(BvOp::FromInt(width)) if *width <= self.width => self.to.bv_op(BvOp::Extract(width - 1, 0), &args),
            Op::Bv(BvOp::FromInt(width)) => self.to.bv_op(BvOp::SignExtend(width - self.width), &args),
            Op::Bv(BvOp::ToNat) => {
                let own = self.to.bv_width(self.to.sort_of(args[0])).unwrap_or(self.width);
                self.to.bv_op(BvOp::ZeroExtend(self.width - own), &args)
            }
            Op::Le | Op::ToReal | Op::ToInt | Op::RealDiv | Op::Forall(_) | Op::Exists(_) => {
                return Err(NoBits("a number that is no integer, or a quantifier"));
            }
            op => {
                let op = op.clone();
                self.to.build(&op, &args, sort)
            }
        })
    }

    /// SMT-LIB's `mod`: never negative, whatever the sign of the divisor.
    fn remainder(&mut self, term: TermId, args: &[TermId]) -> TermId {
        let positive = self.from.as_num(self.from.args(term)[1]).is_some_and(Rat::is_positive);
        let divisor = if positive {
            args[1]
        } else {
            let zero = self.number(&Int::ZERO);
            let negative = self.to.bv_op(BvOp::Slt, &[args[1], zero]);
            let minus = self.to.bv_op(BvOp::Neg, &[args[1]]);
            self.to.ite(negative, minus, args[1])
        };
        self.to.bv_op(BvOp::SMod, &[args[0], divisor])
    }
}
