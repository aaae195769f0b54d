//! Initialisers (C11 6.7.9): which part of an object each value is for, where braces are left out too.

use super::Sema;
use crate::ctype::{CType, IntKind, Length, TagKind, Ty};
use crate::tree::{Designator, ExprId, ExprKind, InitId, InitItem, InitKind};
use crate::typed::{Ex, Init, Kind, Step};
use horn_frontend::ir::Loc;
use horn_solver::num::Int;

/// Ranges of designators longer than this are not modelled.
const LONGEST_RANGE: u64 = 1 << 16;

impl Sema<'_> {
    /// The parts of an initialiser, and the type, with its length if that was open.
    pub(super) fn initialiser(&mut self, ty: Ty, init: InitId) -> (Init, Ty) {
        let mut parts = Vec::new();
        let length = self.part(ty, init, &Vec::new(), &mut parts);
        let ty = match *self.unit.types.get(ty) {
            CType::Array(element, Length::Unknown) => self.unit.types.array(element, Length::Fixed(length)),
            _ => ty,
        };
        (Init { parts }, ty)
    }

    /// The values of one object; for an array the number of elements that are named.
    fn part(&mut self, ty: Ty, init: InitId, prefix: &[Step], parts: &mut Vec<(Vec<Step>, Ex)>) -> u64 {
        let loc = self.loc(self.tree[init].place);
        match &self.tree[init].kind {
            InitKind::Expr(expr) => {
                if let Some(length) = self.text(ty, *expr, prefix, parts) {
                    return length;
                }
                let value = self.rvalue_of(*expr);
                if matches!(self.unit.types.get(ty), CType::Array(..)) {
                    self.error(loc, "an array is initialised by a value that is no list and no string");
                    return 1;
                }
                let value = self.assigned(value, ty);
                parts.push((prefix.to_vec(), value));
                1
            }
            InitKind::List(items) => {
                let aggregate = self.unit.types.aggregate(ty).is_some();
                if !aggregate && !matches!(self.unit.types.get(ty), CType::Array(..)) {
                    // A scalar in braces.
                    match items.as_slice() {
                        [] => {}
                        [first, rest @ ..] => {
                            if !rest.is_empty() {
                                self.warning(loc, "there are more values than the scalar takes");
                            }
                            let value = first.value;
                            return self.nested(loc, 1, |sema| sema.part(ty, value, prefix, parts));
                        }
                    }
                    return 1;
                }
                if let [only] = items.as_slice()
                    && only.designators.is_empty()
                    && let InitKind::Expr(expr) = self.tree[only.value].kind
                    && let Some(length) = self.text(ty, expr, prefix, parts)
                {
                    return length;
                }
                let mut at = 0;
                self.nested(loc, 1, |sema| sema.fill(ty, items, &mut at, true, prefix, parts))
            }
        }
    }

    /// A string that initialises an array of characters; its length with the zero.
    fn text(&mut self, ty: Ty, expr: ExprId, prefix: &[Step], parts: &mut Vec<(Vec<Step>, Ex)>) -> Option<u64> {
        let CType::Array(element, length) = *self.unit.types.get(ty) else { return None };
        let kind = self.unit.types.int_kind(element)?;
        let ExprKind::Str(_) = self.tree[expr].kind else { return None };
        let typed = self.expr(expr);
        let Kind::Str(units) = self.unit.expr(typed).kind.clone() else { return None };
        let loc = self.unit.expr(typed).loc;
        if kind.rank() != IntKind::Char.rank() && !matches!(kind, IntKind::Int | IntKind::UShort | IntKind::UInt) {
            return None;
        }
        let room = match length {
            Length::Fixed(length) => length,
            _ => units.len() as u64 + 1,
        };
        for (at, unit) in (0..room).zip(units.iter()) {
            let value = kind.wrap(&Int::from(i64::from(*unit)), self.unit.types.model);
            if !value.is_zero() {
                let value = self.int(value, element, loc);
                parts.push((prefix.iter().copied().chain([Step::Index(at)]).collect(), value));
            }
        }
        Some(room)
    }

    /// Fills the parts of an array, struct or union from a list, from `at` on; without braces of its own it takes what
    /// it needs.
    fn fill(
        &mut self,
        ty: Ty,
        items: &[InitItem],
        at: &mut usize,
        braces: bool,
        prefix: &[Step],
        parts: &mut Vec<(Vec<Step>, Ex)>,
    ) -> u64 {
        let (mut next, mut most) = (0u64, 0u64);
        while let Some(item) = items.get(*at) {
            let loc = self.loc(self.tree[item.value].place);
            if !item.designators.is_empty() {
                if !braces {
                    return most;
                }
                *at += 1;
                match self.designated(ty, item, loc, prefix, parts) {
                    Some(last) => next = last + 1,
                    None => return most,
                }
                let goes_on = items.get(*at).is_some_and(|item| item.designators.is_empty());
                if item.designators.len() > 1 && goes_on {
                    self.error(loc, "values behind a designator of several steps need one as well: not supported");
                    return most;
                }
                most = most.max(next);
                continue;
            }
            if self.takes_no_value(ty, next) {
                next += 1;
                continue;
            }
            let Some((step, inner)) = self.subobject(ty, next) else {
                if !braces {
                    return most;
                }
                self.warning(loc, "there are more values than the object has parts");
                return most;
            };
            let path: Vec<Step> = prefix.iter().copied().chain([step]).collect();
            self.element(inner, items, at, &path, parts);
            next += 1;
            most = most.max(next);
            let union =
                self.unit.types.aggregate(ty).is_some_and(|tag| self.unit.types.tag(tag).kind == TagKind::Union);
            if union && !braces {
                return most;
            }
        }
        most
    }

    /// One part from the next item, or items if it has parts and no braces.
    fn element(&mut self, ty: Ty, items: &[InitItem], at: &mut usize, path: &[Step], parts: &mut Vec<(Vec<Step>, Ex)>) {
        let item = &items[*at];
        let loc = self.loc(self.tree[item.value].place);
        let has_parts = self.unit.types.aggregate(ty).is_some() || matches!(self.unit.types.get(ty), CType::Array(..));
        if let (true, InitKind::Expr(expr)) = (has_parts, &self.tree[item.value].kind) {
            if self.text(ty, *expr, path, parts).is_some() {
                *at += 1;
                return;
            }
            let value = self.rvalue_of(*expr);
            let from = self.unit.ty(value);
            if !(self.unit.types.aggregate(ty).is_some() && self.unit.types.compatible(from, ty)) {
                let before = *at;
                self.nested(loc, 0, |sema| sema.fill(ty, items, at, false, path, parts));
                // An object without parts takes nothing: the item is lost rather than looked at forever.
                *at = (*at).max(before + 1);
                return;
            }
        }
        *at += 1;
        let value = item.value;
        self.nested(loc, 0, |sema| sema.part(ty, value, path, parts));
    }

    /// Whether the member with this number is a bit-field without a name.
    fn takes_no_value(&self, ty: Ty, number: u64) -> bool {
        let members = self.unit.types.aggregate(ty).and_then(|tag| self.unit.types.tag(tag).members.as_ref());
        let member = members.and_then(|all| all.get(usize::try_from(number).ok()?));
        member.is_some_and(|member| member.bits.is_some() && member.name.is_empty())
    }

    /// The part with a number.
    fn subobject(&mut self, ty: Ty, number: u64) -> Option<(Step, Ty)> {
        match *self.unit.types.get(ty) {
            CType::Array(element, length) => {
                let within = match length {
                    Length::Fixed(length) => number < length,
                    Length::Unknown => true,
                    Length::Variable(_) => false,
                };
                within.then_some((Step::Index(number), element))
            }
            _ => {
                let tag = self.unit.types.tag(self.unit.types.aggregate(ty)?);
                if tag.kind == TagKind::Union && number > 0 {
                    return None;
                }
                let member = tag.members.as_ref()?.get(usize::try_from(number).ok()?)?;
                Some((Step::Member(u32::try_from(number).ok()?), member.ty))
            }
        }
    }

    /// An item with a designator; the number of the part of this object that it reaches.
    fn designated(
        &mut self,
        ty: Ty,
        item: &InitItem,
        loc: Loc,
        prefix: &[Step],
        parts: &mut Vec<(Vec<Step>, Ex)>,
    ) -> Option<u64> {
        let mut paths: Vec<Vec<Step>> = vec![prefix.to_vec()];
        let mut inner = ty;
        let mut reached = None;
        for designator in &item.designators {
            let (first, last) = match designator {
                Designator::Field(name, place) => {
                    let (name, at) = (self.symbol(*name), self.loc(*place));
                    let way = self.unit.types.aggregate(inner).and_then(|tag| self.unit.types.member(tag, name));
                    let Some(way) = way else {
                        let ty = self.unit.types.name(inner);
                        self.error(at, format!("`{ty}` has no member \"{name}\""));
                        return None;
                    };
                    for step in &way {
                        let tag = self.unit.types.aggregate(inner)?;
                        inner = self.unit.types.tag(tag).members.as_ref()?.get(*step as usize)?.ty;
                        paths.iter_mut().for_each(|path| path.push(Step::Member(*step)));
                    }
                    reached = reached.or(way.first().map(|step| u64::from(*step)));
                    continue;
                }
                Designator::Index(index) => (self.index(*index)?, self.index(*index)?),
                Designator::Range(first, last) => (self.index(*first)?, self.index(*last)?),
            };
            let CType::Array(element, length) = *self.unit.types.get(inner) else {
                self.error(loc, "an index designates a part of what is no array");
                return None;
            };
            if matches!(length, Length::Fixed(length) if last >= length) || last < first {
                self.error(loc, "an index in the initialiser is outside of the array");
                return None;
            }
            if last - first >= LONGEST_RANGE {
                self.error(loc, "a range of indexes this long is not supported");
                return None;
            }
            let all = (first..=last).flat_map(|at| {
                paths.iter().map(move |path| path.iter().copied().chain([Step::Index(at)]).collect::<Vec<Step>>())
            });
            paths = all.collect();
            inner = element;
            reached = reached.or(Some(last));
        }
        let several = paths.len() > 1;
        for path in paths {
            let before = parts.len();
            let value = item.value;
            self.nested(loc, 0, |sema| sema.part(inner, value, &path, parts));
            if several && parts[before..].iter().any(|(_, value)| self.unit.constant(*value).is_none()) {
                let ty = self.unit.ty(parts[before].1);
                parts[before].1 = self.unsupported("a range of indexes with a value that is no constant", ty, loc);
            }
        }
        reached
    }

    fn index(&mut self, index: ExprId) -> Option<u64> {
        let loc = self.loc(self.tree[index].place);
        let index = self.rvalue_of(index);
        let value = self.unit.constant(index).and_then(Int::to_i64).and_then(|value| u64::try_from(value).ok());
        if value.is_none() {
            self.error(loc, "an index in an initialiser is no constant");
        }
        value
    }
}
