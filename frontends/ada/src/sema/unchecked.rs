//! Instances of `Ada.Unchecked_Conversion` (RM 13.9): functions that take the bits of a value for those of another
//! type.
//!
//! The bits of a value are a number: for each part its own number, shifted to its first bit. Where source and target
//! have the same number of bits, every bit belongs to a part, and every pattern is a value of the target, the function
//! computes that number and takes it apart again. Anything else is not supported.

use super::Sema;
use super::bits::{Part, Step};
use super::hidden::Formal;
use super::scope::Entity;
use super::tree::{ArrayAggregate, BinaryOp, Builtin, Expr, ExprKind, Mode, ObjectKind, Stmt, StmtKind};
use super::types::{Bound, Constraint, Kind, TypeId};
use crate::ast::{self, Association, Ident};
use crate::place::Loc;
use horn_solver::num::Int;

impl<'a> Sema<'a> {
    /// An instance of `Ada.Unchecked_Conversion`: a function that is written here.
    pub fn conversion_instance(&mut self, instance: &'a ast::Instantiation, ident: &'a Ident) -> bool {
        let Some(last) = instance.generic.last_ident() else { return false };
        if self.names.text(last.symbol) != "unchecked_conversion" {
            return false;
        }
        let marks = ["source", "target"].into_iter().enumerate().map(|(at, wanted)| {
            let is_name = |formal: &Ident| self.names.text(formal.symbol) == wanted;
            let actual = Association::of_parameter(&instance.actuals, at, is_name)?;
            actual.expr().and_then(ast::Expr::as_name)
        });
        let marks: Option<Vec<&'a ast::Name>> = marks.collect();
        let Some([source, target]) = marks.as_deref() else { return false };
        let types = [self.subtype_mark(source), self.subtype_mark(target)];
        if types.contains(&self.tree.types.std.error) {
            self.declare_poison(ident, "unchecked conversion (RM 13.9)");
            return true;
        }
        if let Some(what) = types.iter().find_map(|ty| self.poisoned_type(*ty)) {
            self.reject(instance.span, what.clone());
            self.declare_poison(ident, &what);
            return true;
        }
        let loc = self.loc(ident.span);
        let name = self.qualified(&self.spelling(ident));
        let formals = vec![Formal::new("S", Mode::In, types[0], loc)];
        let subp = self.hidden_subprogram(name, (self.owner, loc), formals, Some(types[1]));
        let param = self.tree.subprogram(subp).params[0];
        let outer = std::mem::replace(&mut self.owner, subp);
        let value = self.bits_as(Expr { kind: ExprKind::Object(param), ty: types[0], loc }, types[1], loc);
        self.owner = outer;
        let every_pattern = self.tree.types.has_every_pattern(types[1]) && !self.tree.types.has_predicates(types[1]);
        let some_value = || Expr { kind: ExprKind::Builtin(Builtin::OfBits, Vec::new()), ty: types[1], loc };
        let made_of_bits = self.tree.types.is_made_of_bits(types[1]);
        match value.or_else(|| (!every_pattern && made_of_bits).then(some_value)) {
            Some(value) => {
                if super::walk::has_part(&value, |part| matches!(part.kind, ExprKind::Builtin(Builtin::OfBits, _))) {
                    self.tree.types.note_perhaps_invalid(types[1]);
                }
                self.give_body(subp, vec![Stmt { kind: StmtKind::Return(Some(value)), loc }], loc);
                let entry = self.tree.subprogram_mut(subp);
                (entry.expression_function, entry.exact) = (true, true);
                self.declare(ident, Entity::Subprogram(subp));
            }
            // Some value that nobody follows.
            None if every_pattern => {
                let entry = self.tree.subprogram_mut(subp);
                entry.loc = Loc::NONE;
                (entry.imported, entry.bits, entry.changes) = (true, true, Some(Vec::new()));
                self.declare(ident, Entity::Subprogram(subp));
            }
            None => {
                let what = "unchecked conversion of these types (RM 13.9)";
                self.reject(instance.span, what);
                self.declare_poison(ident, what);
            }
        }
        true
    }

    /// The value of the target type that has the bits of a value.
    fn bits_as(&mut self, value: Expr, target: TypeId, loc: Loc) -> Option<Expr> {
        let types = &self.tree.types;
        let (from, to) = (types.bits_of(value.ty)?, types.bits_of(target)?);
        let every_pattern = to.parts.iter().all(|part| self.has_every_bit_pattern(part));
        if from.bits != to.bits || types.has_predicates(target) || !every_pattern && !types.is_made_of_bits(target) {
            return None;
        }
        let universal = types.std.universal_integer;
        let mut sum: Option<Expr> = None;
        for part in &from.parts {
            let bits = self.bits_of_part(&value, part, loc)?;
            let shifted = match part.first {
                0 => bits,
                first => number(BinaryOp::Mul, bits, power(first, universal, loc)),
            };
            sum = Some(match sum {
                Some(sum) => number(BinaryOp::Add, sum, shifted),
                None => shifted,
            });
        }
        let bits = self.hidden_object("bits", loc, universal, ObjectKind::Constant);
        let all = Expr { kind: ExprKind::Object(bits), ty: universal, loc };
        let made = self.made_of(&all, target, &to.parts, &mut Vec::new(), loc)?;
        Some(Expr { ty: made.ty, kind: ExprKind::Let(vec![(bits, sum?)], Box::new(made)), loc })
    }

    /// Whether each pattern of the bits of a part is a value of its subtype.
    fn has_every_bit_pattern(&self, part: &Part) -> bool {
        let Ok(bits) = u32::try_from(part.bits) else { return false };
        let one = Int::from(1);
        match (self.tree.types.kind(part.ty), self.tree.types.static_range(part.ty)) {
            (Kind::Signed { .. }, Some((low, high))) if low.is_negative() && bits > 0 => {
                low == -Int::pow2(bits - 1) && high == &Int::pow2(bits - 1) - &one
            }
            (_, Some((low, high))) => low.is_zero() && high == &Int::pow2(bits) - &one,
            _ => false,
        }
    }

    /// The bits of a part as a number from 0.
    fn bits_of_part(&self, value: &Expr, part: &Part, loc: Loc) -> Option<Expr> {
        let types = &self.tree.types;
        let mut at = value.clone();
        for step in &part.way {
            at = match step {
                Step::Field(field) => {
                    let ty = types.record(at.ty)?.components.get(*field)?.ty;
                    Expr { kind: ExprKind::Field(Box::new(at), *field), ty, loc }
                }
                Step::Element(count) => {
                    let (index, element) = types.array(at.ty)?;
                    let index = Expr::int(self.index_at(at.ty, *count)?, index[0], loc);
                    Expr { kind: ExprKind::Index(Box::new(at), vec![index]), ty: element, loc }
                }
            };
        }
        let universal = types.std.universal_integer;
        let number_of = Expr { kind: ExprKind::Builtin(Builtin::Pos, vec![at]), ty: universal, loc };
        let negative = types.static_range(part.ty).is_some_and(|(low, _)| low.is_negative());
        Some(if negative { number(BinaryOp::Mod, number_of, power(part.bits, universal, loc)) } else { number_of })
    }

    /// The index of a component of an array with static bounds.
    fn index_at(&self, array: TypeId, count: usize) -> Option<Int> {
        let Constraint::Index(bounds) = &self.tree.types[array].constraint else { return None };
        let (Bound::Int(low), _) = bounds.first()? else { return None };
        Some(low + &Int::from(i64::try_from(count).ok()?))
    }

    /// The value of a subtype, or of the part of it that a way leads to, with these bits.
    fn made_of(&self, bits: &Expr, ty: TypeId, parts: &[Part], way: &mut Vec<Step>, loc: Loc) -> Option<Expr> {
        let types = &self.tree.types;
        match types.kind(ty) {
            Kind::Record(record) => {
                let mut values = Vec::new();
                for (at, component) in record.components.iter().enumerate() {
                    way.push(Step::Field(at));
                    values.push(Some(self.made_of(bits, component.ty, parts, way, loc)?));
                    way.pop();
                }
                Some(Expr { kind: ExprKind::Record(values), ty, loc })
            }
            Kind::Array { index, element, .. } => {
                let (index, element) = (index[0], *element);
                let Constraint::Index(bounds) = &types[ty].constraint else { return None };
                let (Bound::Int(low), Bound::Int(high)) = bounds.first()? else { return None };
                let count = usize::try_from((&(high - low) + &Int::from(1)).to_i64()?).ok()?;
                let mut positional = Vec::new();
                for at in 0..count {
                    way.push(Step::Element(at));
                    positional.push(self.made_of(bits, element, parts, way, loc)?);
                    way.pop();
                }
                let bound = |value: &Int| Expr::int(value.clone(), index, loc);
                let bounds = (bound(low), Some(bound(high)));
                let aggregate = ArrayAggregate { dimension: 0, bounds, positional, named: Vec::new(), others: None };
                Some(Expr { kind: ExprKind::Array(Box::new(aggregate)), ty, loc })
            }
            _ => {
                let part = parts.iter().find(|part| part.way == *way)?;
                Some(self.discrete_of(bits, part, loc))
            }
        }
    }

    /// A discrete value from its bits in a number.
    fn discrete_of(&self, all: &Expr, part: &Part, loc: Loc) -> Expr {
        let types = &self.tree.types;
        let universal = all.ty;
        let shifted = match part.first {
            0 => all.clone(),
            first => number(BinaryOp::Div, all.clone(), power(first, universal, loc)),
        };
        let bits = number(BinaryOp::Mod, shifted, power(part.bits, universal, loc));
        let base = types.base(part.ty);
        let negative = types.static_range(part.ty).is_some_and(|(low, _)| low.is_negative());
        let value = if negative && part.bits > 0 {
            let half = Box::new(power(part.bits - 1, universal, loc));
            let large = ExprKind::Binary(BinaryOp::Ge, Box::new(bits.clone()), half);
            let large = Expr { kind: large, ty: types.std.boolean, loc };
            let below = number(BinaryOp::Sub, bits.clone(), power(part.bits, universal, loc));
            Expr { kind: ExprKind::If(vec![(large, below)], Box::new(bits)), ty: universal, loc }
        } else {
            bits
        };
        if !self.has_every_bit_pattern(part) {
            return Expr { kind: ExprKind::Builtin(Builtin::OfBits, vec![value]), ty: part.ty, loc };
        }
        match types.kind(part.ty) {
            Kind::Enumeration { .. } => Expr { kind: ExprKind::Builtin(Builtin::Val, vec![value]), ty: base, loc },
            _ => Expr { kind: ExprKind::Convert(Box::new(value)), ty: base, loc },
        }
    }
}

/// An operation on numbers without bounds.
fn number(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let (ty, loc) = (left.ty, left.loc);
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, loc }
}

fn power(bits: u64, ty: TypeId, loc: Loc) -> Expr {
    Expr::int(Int::pow2(u32::try_from(bits).unwrap_or(u32::MAX)), ty, loc)
}
