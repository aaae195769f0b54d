//! The bounded formula over bit-vectors: each integer as a word wide enough that it never wraps, small arrays as their
//! components.
//!
//! Every integer variable has the range of its type; intervals say how large each term can become, and that is the
//! width of its word. So the formula over bit-vectors has the same models, up to the first violation (what a run does
//! behind it does not matter, nor does a component outside of the bounds), and bit-blasting decides products of
//! variables, which integer solvers often do not. An array whose bounds are known and near to each other is a word for
//! each component: reads and writes become multiplexers, which constant indexes make disappear. Other arrays stay
//! arrays, with words for indexes.
//!
//! The translation may be extended: terms that were translated before keep their images.

mod arrays;
mod choices;
mod number;
mod values;

use super::bounded::Formula;
use crate::ir::{Program, Range, TypeKind};
use arrays::{Cells, Words};
use horn_solver::num::{Int, Rat};
use horn_solver::term::{BvOp, Op, SortId, Store, TermId, postorder};
use number::Number;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// Why there is no such formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoBits(pub &'static str);

/// What a term of the formula has become.
#[derive(Clone, Debug)]
enum Image {
    /// A Boolean, or a bit-vector that was one before.
    Plain(TermId),
    /// An integer.
    Number(Number),
    /// An array by its components.
    Cells(Rc<Cells>),
    /// An array of the solver.
    Words(Words),
}

/// A translation of formulas over one store to bit-vectors.
pub struct Bits {
    /// The terms of the result.
    pub store: Store,
    /// The constraints that the translation adds: the ranges of variables.
    pub constraints: Vec<TermId>,
    images: HashMap<TermId, Image>,
    /// The variables of the result.
    vars: Vec<SortId>,
    /// The variables of the formula that have images.
    holders: BTreeMap<u32, Image>,
    /// The arrays among them, with the bounds that were known.
    arrays: Vec<(TermId, Option<Arc<[Range]>>)>,
    /// What indexes and components of arrays of the solver can be in this program.
    index: Range,
    component: Range,
}

impl Bits {
    /// Nothing translated yet.
    pub fn new(program: &Program) -> Bits {
        let (mut index, mut component) = (Range::new(Int::ZERO, Int::ONE), Range::new(Int::ZERO, Int::ONE));
        for ty in &program.types {
            let modular;
            let range = match &ty.kind {
                TypeKind::Int(int) => [&int.range, &int.base].into_iter().flatten().reduce(wider),
                TypeKind::Modular(ty) => {
                    modular = Range::new(Int::ZERO, ty.modulus.clone() - Int::ONE);
                    Some(&modular)
                }
                _ => None,
            };
            if let Some(range) = range {
                index = super::interval::hull(&index, range);
                component = super::interval::hull(&component, range);
            }
        }
        Bits {
            store: Store::new(),
            constraints: Vec::new(),
            images: HashMap::new(),
            vars: Vec::new(),
            holders: BTreeMap::new(),
            arrays: Vec::new(),
            index,
            component,
        }
    }

    /// Whether something needs the solver's theory of arrays.
    pub fn has_arrays(&self) -> bool {
        self.vars.iter().any(|sort| self.store.array_sorts(*sort).is_some())
            || self.images.values().any(|image| matches!(image, Image::Words(_)))
    }

    /// The variables of the result, `Var(0)`, `Var(1)`, …
    pub fn vars(&mut self) -> Vec<TermId> {
        let sorts = self.vars.clone();
        self.store.vars(0, &sorts)
    }

    /// The images of Booleans of the formula.
    ///
    /// # Errors
    /// Something in them has no image.
    pub fn booleans(&mut self, formula: &Formula, roots: &[TermId]) -> Result<Vec<TermId>, NoBits> {
        let moved = |(array, extents): &(TermId, Option<Arc<[Range]>>)| formula.extents.get(array) != extents.as_ref();
        if self.arrays.iter().any(moved) {
            return Err(NoBits("an array with other bounds than at first"));
        }
        let new: Vec<TermId> = roots.iter().copied().filter(|root| !self.images.contains_key(root)).collect();
        for term in postorder(&formula.store, &new) {
            if !self.images.contains_key(&term) {
                let image = self.image(formula, term)?;
                let image = match formula.common_extents.get(&formula.store.sort_of(term)) {
                    Some(extents) => self.spread(image, extents),
                    None => image,
                };
                self.images.insert(term, image);
            }
        }
        roots.iter().map(|root| self.plain(*root)).collect()
    }

    fn plain(&self, term: TermId) -> Result<TermId, NoBits> {
        match &self.images[&term] {
            Image::Plain(image) => Ok(*image),
            _ => Err(NoBits("a condition that is none")),
        }
    }

    fn number(&self, term: TermId) -> Result<&Number, NoBits> {
        match &self.images[&term] {
            Image::Number(number) => Ok(number),
            _ => Err(NoBits("an integer that is none")),
        }
    }

    fn fresh(&mut self, sort: SortId) -> TermId {
        let var = self.store.var(self.vars.len() as u32, sort);
        self.vars.push(sort);
        var
    }

    fn image(&mut self, formula: &Formula, term: TermId) -> Result<Image, NoBits> {
        let from = &formula.store;
        let (args, sort) = (from.args(term), from.sort_of(term));
        let integers = args.first().is_some_and(|arg| from.sort_of(*arg) == SortId::INT);
        Ok(match from.op(term) {
            Op::Var(index) => {
                let range = formula.ranges.get(*index as usize).cloned().flatten();
                let extents = formula.extents.get(&term);
                if from.array_sorts(sort).is_some() {
                    self.arrays.push((term, extents.cloned()));
                }
                let image = self.variable(from, sort, range, extents.map_or(&[][..], |extents| extents))?;
                self.holders.insert(*index, image.clone());
                image
            }
            Op::Num(value) => {
                let value = value.to_int().ok_or(NoBits("a number that is no integer"))?;
                Image::Number(self.constant(&value))
            }
            Op::Add => Image::Number(self.sum(from, args)?),
            Op::Mul => {
                let mut product = self.number(args[0])?.clone();
                for arg in &args[1..] {
                    let factor = self.number(*arg)?.clone();
                    product = self.product(&product, &factor)?;
                }
                Image::Number(product)
            }
            Op::Le if integers => Image::Plain(self.compare(from, args, false)?),
            Op::Eq if integers => Image::Plain(self.compare(from, args, true)?),
            Op::Eq => {
                let (a, b) = (self.images[&args[0]].clone(), self.images[&args[1]].clone());
                Image::Plain(self.same(&a, &b)?)
            }
            Op::Ite => {
                let test = self.plain(args[0])?;
                let (a, b) = (self.images[&args[1]].clone(), self.images[&args[2]].clone());
                self.choice(test, &a, &b)?
            }
            Op::IntDiv | Op::IntMod => {
                let (a, b) = (self.number(args[0])?.clone(), self.number(args[1])?.clone());
                let number = if *from.op(term) == Op::IntDiv { self.quotient(&a, &b) } else { self.remainder(&a, &b) };
                Image::Number(number?)
            }
            Op::Select => {
                let (array, at) = (self.images[&args[0]].clone(), self.number(args[1])?.clone());
                self.select(&array, &at)?
            }
            Op::Store => {
                let (array, value) = (self.images[&args[0]].clone(), self.images[&args[2]].clone());
                let at = self.number(args[1])?.clone();
                self.write(&array, &at, &value)?
            }
            Op::ConstArray => {
                let default = self.images[&args[0]].clone();
                Image::Cells(Rc::new(Cells::everywhere(default)))
            }
            Op::Bv(BvOp::FromInt(width)) => {
                let number = self.number(args[0])?.clone();
                Image::Plain(self.resized(&number, *width))
            }
            Op::Bv(BvOp::ToNat) => {
                let bits = self.plain(args[0])?;
                Image::Number(self.natural(bits))
            }
            Op::Not | Op::And | Op::Or | Op::Bool(_) | Op::BitVec(_) | Op::Bv(_) => {
                let images = args.iter().map(|arg| self.plain(*arg)).collect::<Result<Vec<TermId>, NoBits>>()?;
                let sort = self.plain_sort(from, sort)?;
                Image::Plain(self.store.build(from.op(term), &images, sort))
            }
            _ => return Err(NoBits("a number that is no integer, or a quantifier")),
        })
    }

    fn plain_sort(&mut self, from: &Store, sort: SortId) -> Result<SortId, NoBits> {
        if sort == SortId::BOOL {
            return Ok(sort);
        }
        let width = from.bv_width(sort).ok_or(NoBits("a value of another sort"))?;
        Ok(self.store.bv_sort(width))
    }

    /// A variable of the formula.
    fn variable(
        &mut self,
        from: &Store,
        sort: SortId,
        range: Option<Range>,
        extents: &[Range],
    ) -> Result<Image, NoBits> {
        if let Some((_, element)) = from.array_sorts(sort) {
            return self.array_variable(from, element, range, extents);
        }
        if sort == SortId::INT {
            let range = range.ok_or(NoBits("an integer without a range"))?;
            return Ok(Image::Number(self.number_variable(range)?));
        }
        let sort = self.plain_sort(from, sort)?;
        Ok(Image::Plain(self.fresh(sort)))
    }

    /// `if test then a else b`.
    fn choice(&mut self, test: TermId, a: &Image, b: &Image) -> Result<Image, NoBits> {
        match (test, a, b) {
            (Store::TRUE, ..) => Ok(a.clone()),
            (Store::FALSE, ..) => Ok(b.clone()),
            (_, Image::Plain(a), Image::Plain(b)) => Ok(Image::Plain(self.store.ite(test, *a, *b))),
            (_, Image::Number(a), Image::Number(b)) => Ok(Image::Number(self.number_choice(test, a, b))),
            _ => self.array_choice(test, a, b),
        }
    }

    fn same(&mut self, a: &Image, b: &Image) -> Result<TermId, NoBits> {
        match (a, b) {
            (Image::Plain(a), Image::Plain(b)) => Ok(self.store.eq(*a, *b)),
            (Image::Number(a), Image::Number(b)) => Ok(self.equal(a, b)),
            (Image::Cells(a), Image::Cells(b)) => {
                let Some((first, last)) = a.extent().or(b.extent()) else {
                    return Err(NoBits("an equality of arrays without bounds"));
                };
                let mut parts = Vec::new();
                for at in first..=last {
                    parts.push(self.same(a.at(at), b.at(at))?);
                }
                Ok(self.store.and(&parts))
            }
            _ => Err(NoBits("an equality of arrays")),
        }
    }
}

fn wider<'r>(a: &'r Range, b: &'r Range) -> &'r Range {
    if a.first <= b.first && b.last <= a.last { a } else { b }
}

/// The numeral that a term is.
fn numeral(from: &Store, term: TermId) -> Option<Int> {
    from.as_num(term).and_then(Rat::to_int)
}
