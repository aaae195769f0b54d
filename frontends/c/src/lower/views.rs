//! Members of a union as another one wrote them: the bits are the same (C11 6.5.2.3p3 with its note, 6.2.6). They are
//! known where integers lie upon integers, bit-fields among them, and where two members have a number of one type at
//! one place (6.5.2.3p6). Floats as integers, pointers, and bytes between members are not.

use super::expr::Val;
use super::function::Proc;
use super::place::Step;
use super::types::{Rep, fixed};
use super::{Integers, Res};
use crate::ctype::{CType, IntKind, TagId, TagKind, Ty};
use horn_frontend::ir::{BinaryOp, Conversion, ExprId, ExprKind, Loc, TypeId, TypeKind};
use horn_solver::num::Int;

/// Members with more numbers than this are not seen as others.
const MOST: usize = 64;

/// A step from a member of a union to a number in it.
#[derive(Clone, Debug, PartialEq)]
enum Way {
    Field(u32),
    Cell(Vec<u64>),
}

/// A number in a member of a union.
#[derive(Clone, Debug)]
struct Leaf {
    /// The steps from the member.
    ways: Vec<Way>,
    /// Its type.
    ty: Ty,
    /// Its first bit, counted from the start of the union.
    first: u64,
    /// How many bits it has.
    bits: u64,
    /// Whether it is a bit-field.
    field: bool,
}

impl Leaf {
    fn end(&self) -> u64 {
        self.first + self.bits
    }
}

impl Proc<'_, '_> {
    /// The numbers that a member of a union consists of; none if there is something else in it, or too many.
    fn leaves(&self, union: TagId, member: u32) -> Option<Vec<Leaf>> {
        let types = &self.unit.types;
        let (mut done, mut todo) = (Vec::new(), Vec::new());
        let member = types.tag(union).members.as_ref()?.get(member as usize)?;
        let bits = member.bits.map_or_else(|| types.size(member.ty).map(|size| size * 8), |bits| Some(u64::from(bits)));
        todo.push(Leaf { ways: Vec::new(), ty: member.ty, first: 0, bits: bits?, field: member.bits.is_some() });
        while let Some(leaf) = todo.pop() {
            if done.len() + todo.len() > MOST {
                return None;
            }
            let inner = |way: Way, ty: Ty, first: u64, bits: u64, field: bool| {
                let ways = leaf.ways.iter().cloned().chain([way]).collect();
                Leaf { ways, ty, first: leaf.first + first, bits, field }
            };
            match types.get(leaf.ty) {
                CType::Array(..) => {
                    let (element, lengths) = self.l.dimensions(leaf.ty);
                    let lengths: Option<Vec<u64>> = lengths.iter().map(|length| fixed(*length)).collect();
                    let (lengths, size) = (lengths?, types.size(element)? * 8);
                    let count = lengths.iter().try_fold(1u64, |product, length| product.checked_mul(*length))?;
                    if count > MOST as u64 {
                        return None;
                    }
                    for at in 0..count {
                        let (mut rest, mut cell) = (at, vec![0; lengths.len()]);
                        for (index, length) in cell.iter_mut().zip(&lengths).rev() {
                            (*index, rest) = (rest % length, rest / length);
                        }
                        todo.push(inner(Way::Cell(cell), element, at * size, size, false));
                    }
                }
                CType::Tag(tag) if types.tag(*tag).kind == TagKind::Struct => {
                    let members = types.tag(*tag).members.as_ref()?;
                    for (at, member) in (0..).zip(members) {
                        let first = types.first_bit(*tag, at)?;
                        match member.bits {
                            // Bits without a name are as good as bytes between members.
                            Some(_) if member.name.is_empty() => {}
                            Some(bits) => todo.push(inner(Way::Field(at), member.ty, first, u64::from(bits), true)),
                            None => {
                                let bits = types.size(member.ty)? * 8;
                                todo.push(inner(Way::Field(at), member.ty, first, bits, false));
                            }
                        }
                    }
                }
                _ => done.push(leaf),
            }
        }
        Some(done)
    }

    /// The member `to` of a union that holds `from`, as far as the steps `rest` go into it; none if it is not known.
    pub fn view(
        &mut self,
        (union, tag): (ExprId, TagId),
        (from, to): (u32, u32),
        rest: &[Step],
        loc: Loc,
    ) -> Res<Option<ExprId>> {
        if self.l.options.integers == Integers::Math {
            return Ok(None);
        }
        let (Some(sources), Some(mut targets)) = (self.leaves(tag, from), self.leaves(tag, to)) else {
            return Ok(None);
        };
        targets.retain(|leaf| leaf.ways.iter().zip(rest).all(|(way, step)| self.may_be(way, step)));
        let own = |proc: &mut Self, member: u32| proc.plain_part(union, &Way::Field(member), loc);
        let (source, mut seen) = (own(self, from), own(self, to));
        for leaf in targets {
            let Some(value) = self.leaf_value(source, &sources, &leaf, loc)? else { return Ok(None) };
            let mut wholes = vec![seen];
            for way in &leaf.ways {
                let inner = self.plain_part(wholes[wholes.len() - 1], way, loc);
                wholes.push(inner);
            }
            seen = value;
            for (way, whole) in leaf.ways.iter().zip(&wholes).rev() {
                let ty = self.b.type_of(*whole);
                let kind = match way {
                    Way::Field(field) => ExprKind::WithField(*whole, *field, seen),
                    Way::Cell(cell) => ExprKind::Update(*whole, self.indexes(cell, loc), seen),
                };
                seen = self.b.expr(kind, ty, loc);
            }
        }
        Ok(Some(seen))
    }

    /// Whether a step may be this one.
    fn may_be(&self, way: &Way, step: &Step) -> bool {
        match (way, step) {
            (Way::Field(a), Step::Field(b)) => a == b,
            (Way::Cell(cell), Step::Index(indexes)) => indexes
                .iter()
                .zip(cell)
                .all(|(index, at)| self.known(*index).is_none_or(|known| known == Int::from(*at as i64))),
            _ => false,
        }
    }

    fn indexes(&mut self, cell: &[u64], loc: Loc) -> Vec<ExprId> {
        cell.iter().map(|at| self.number(*at as i64, loc)).collect()
    }

    /// A part of a value, whatever it holds.
    fn plain_part(&mut self, e: ExprId, way: &Way, loc: Loc) -> ExprId {
        let ty = self.l.program.ty(self.b.type_of(e)).kind.clone();
        match (way, ty) {
            (Way::Field(field), TypeKind::Record(record)) => {
                let ty = record.fields.get(*field as usize).map_or(TypeId::INT, |entry| entry.ty);
                self.b.expr(ExprKind::Field(e, *field), ty, loc)
            }
            (Way::Cell(cell), TypeKind::Array(array)) => {
                let cell = self.indexes(cell, loc);
                self.b.expr(ExprKind::Index(e, cell), array.component, loc)
            }
            _ => e,
        }
    }

    fn leaf_of(&mut self, mut e: ExprId, leaf: &Leaf, loc: Loc) -> ExprId {
        for way in &leaf.ways {
            e = self.plain_part(e, way, loc);
        }
        e
    }

    /// The value of a number that lies upon others.
    fn leaf_value(&mut self, source: ExprId, sources: &[Leaf], leaf: &Leaf, loc: Loc) -> Res<Option<ExprId>> {
        let types = &self.unit.types;
        let same = sources.iter().find(|other| other.first == leaf.first && other.bits == leaf.bits);
        let number = |ty: Ty| types.int_kind(ty).is_some() || types.float_kind(ty).is_some();
        if let Some(other) = same
            && number(leaf.ty)
            && types.compatible(other.ty, leaf.ty)
            && (other.field == leaf.field)
        {
            return Ok(Some(self.leaf_of(source, other, loc)));
        }
        let integer = |leaf: &Leaf| types.int_kind(leaf.ty).filter(|kind| *kind != IntKind::Bool);
        let Some(kind) = integer(leaf) else { return Ok(None) };
        if let Some(other) = same.filter(|other| !other.field && !leaf.field && integer(other).is_some()) {
            let e = self.leaf_of(source, other, loc);
            let value = self.converted(Val::Num(e), other.ty, leaf.ty, loc)?;
            return Ok(Some(self.num(value, leaf.ty, loc)?));
        }
        let (mut at, mut sum) = (leaf.first, self.number(0, loc));
        while at < leaf.end() {
            let Some(other) = sources.iter().find(|other| other.first <= at && at < other.end()) else {
                return Ok(None);
            };
            let Some(bits) = self.bits_of(source, other, (at, leaf.end().min(other.end())), loc) else {
                return Ok(None);
            };
            let factor = self.number(Int::pow2(u32::try_from(at - leaf.first).unwrap_or(0)), loc);
            let bits = self.b.binary(BinaryOp::Mul, bits, factor, TypeId::INT, loc);
            sum = self.b.binary(BinaryOp::Add, sum, bits, TypeId::INT, loc);
            at = other.end();
        }
        if kind.signed() {
            let width = u32::try_from(leaf.bits).unwrap_or(0);
            let sum = self.spilled(sum, loc);
            let last = self.number(Int::pow2(width.saturating_sub(1)) - Int::ONE, loc);
            let modulus = self.number(Int::pow2(width), loc);
            let large = self.b.compare(BinaryOp::Gt, sum, last, loc);
            let below = self.b.binary(BinaryOp::Sub, sum, modulus, TypeId::INT, loc);
            return Ok(Some(self.b.ite(large, below, sum, loc)));
        }
        let ir = self.l.ty(leaf.ty, loc)?;
        Ok(Some(match self.l.int_rep(kind) {
            Rep::Modular(_) => self.b.convert(Conversion::IntToModular, sum, ir, loc),
            _ => sum,
        }))
    }

    /// Some bits of a number in a union, as a natural number; none if it is no integer.
    fn bits_of(&mut self, source: ExprId, leaf: &Leaf, (first, end): (u64, u64), loc: Loc) -> Option<ExprId> {
        let kind = self.unit.types.int_kind(leaf.ty)?;
        let e = self.leaf_of(source, leaf, loc);
        let width = |bits: u64| u32::try_from(bits).unwrap_or(0);
        let mut e = match kind {
            IntKind::Bool => self.b.convert(Conversion::BoolToInt, e, TypeId::INT, loc),
            _ => {
                let e = self.exact(e, self.l.int_rep(kind), loc);
                if kind.signed() || leaf.field { self.last_bits(e, width(leaf.bits), loc) } else { e }
            }
        };
        if first > leaf.first {
            let divisor = self.number(Int::pow2(width(first - leaf.first)), loc);
            e = self.b.binary(BinaryOp::Div, e, divisor, TypeId::INT, loc);
        }
        Some(if end < leaf.end() { self.last_bits(e, width(end - first), loc) } else { e })
    }

    fn last_bits(&mut self, e: ExprId, width: u32, loc: Loc) -> ExprId {
        let bits = self.l.bits_type(width);
        let e = self.b.convert(Conversion::IntToModularWrap, e, bits, loc);
        self.b.convert(Conversion::ModularToInt, e, TypeId::INT, loc)
    }
}
