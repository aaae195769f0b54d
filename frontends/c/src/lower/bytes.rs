//! `memset`, `memcpy`, `memmove` over objects whose elements are known: as many whole elements as the bytes make.

use super::expr::{Pointer, Val};
use super::function::Proc;
use super::place::Place;
use super::types::fixed;
use super::{Res, refuse};
use crate::ctype::{IntKind, Length};
use crate::typed::Ex;
use horn_frontend::ir::{BinaryOp, CheckKind, ExprId, ExprKind, Loc, Terminator, TypeId, TypeKind, VarId};
use horn_solver::num::Int;

/// So many cells are gone through without a loop.
const FEW: i64 = 8;

/// Cells of an array: the array, the first of them and how many.
struct Cells {
    place: Place,
    first: ExprId,
}

/// What bytes belong to.
enum Block {
    /// One element or one object that is no array.
    One(Place),
    /// A whole array.
    Whole(Place),
    /// Some elements of an array of one dimension.
    Some(Cells),
}

impl Proc<'_, '_> {
    /// A pointer argument of type `void *`, as the pointer that it was before.
    fn untyped(&mut self, arg: Ex, loc: Loc) -> Res<Pointer> {
        let Val::Ptr(pointer) = self.value(arg)? else { return refuse(loc, "this pointer") };
        self.passed(&pointer, loc);
        self.at_once(pointer, CheckKind::Dereference, loc)
    }

    /// What `bytes` bytes from a pointer on belong to, with the checks that they exist; and how many elements they are.
    fn bytes_at(&mut self, pointer: &Pointer, bytes: ExprId, loc: Loc) -> Res<(Block, ExprId)> {
        let Some(place) = pointer.base.as_deref().cloned() else {
            return refuse(loc, "bytes of what is not one known object");
        };
        if place.parts {
            return refuse(loc, "bytes of a part of a union");
        }
        let Some(size) = self.unit.types.size(place.element).filter(|size| *size > 0) else {
            return refuse(loc, "bytes of an object without a size");
        };
        let size = Int::from(i64::try_from(size).unwrap_or(i64::MAX));
        let one = self.number(1, loc);
        let wanted = self.known(bytes);
        let rest = place.lengths.len() - place.row.len();
        if rest == 0 {
            let zero = self.number(0, loc);
            let here = self.b.compare(BinaryOp::Eq, pointer.offset, zero, loc);
            self.check(CheckKind::Dereference, here, loc, "the pointer must point to its object");
            if wanted.as_ref() != Some(&size) {
                return refuse(loc, "some of the bytes of an object");
            }
            return Ok((Block::One(place), one));
        }
        if place.pool && wanted.as_ref() != Some(&size) {
            return refuse(loc, "bytes of several objects that are allocated in a loop");
        }
        let lengths: Option<Vec<u64>> = place.lengths.iter().map(|length| fixed(*length)).collect();
        let all = lengths.map(|all| all.iter().fold(Int::ONE, |product, n| product * Int::from(*n as i64)));
        let whole = all.is_some_and(|all| wanted.as_ref() == Some(&(all * size.clone())));
        if whole && place.row.is_empty() && self.known(pointer.offset).is_some_and(|offset| offset.is_zero()) {
            return Ok((Block::Whole(place), one));
        }
        if rest != 1 {
            return refuse(loc, "some of the bytes of an array of arrays");
        }
        let divisor = self.number(size.clone(), loc);
        let count = match wanted {
            Some(known) if (known.div_floor(&size) * size.clone()) == known => self.number(known.div_floor(&size), loc),
            Some(_) => return refuse(loc, "some of the bytes of an element"),
            None if size == Int::ONE => bytes,
            None => {
                let count = self.b.binary(BinaryOp::Div, bytes, divisor, TypeId::INT, loc);
                let back = self.b.binary(BinaryOp::Mul, count, divisor, TypeId::INT, loc);
                let exact = self.b.compare(BinaryOp::Eq, back, bytes, loc);
                self.check(CheckKind::Unsupported, exact, loc, "some of the bytes of an element");
                count
            }
        };
        let first = self.frozen(pointer.offset, loc);
        let count = self.frozen(count, loc);
        let zero = self.number(0, loc);
        let end = self.b.binary(BinaryOp::Add, first, count, TypeId::INT, loc);
        let length = self.length(&place, place.row.len(), loc)?;
        let low = self.b.compare(BinaryOp::Le, zero, first, loc);
        let high = self.b.compare(BinaryOp::Le, end, length, loc);
        let inside = self.b.and(low, high, loc);
        let kind = self.outside(&place, CheckKind::Index);
        self.check(kind, inside, loc, "the bytes must be within the array");
        Ok((Block::Some(Cells { place, first }), count))
    }

    /// The number of bytes.
    fn bytes(&mut self, size: Ex, loc: Loc) -> Res<ExprId> {
        if let Some(known) = self.unit.constant(size) {
            return Ok(self.number(known.clone(), loc));
        }
        let value = self.value(size)?;
        self.count(value, self.unit.ty(size), loc)
    }

    /// Does something for each number below `count`, counting up or down.
    pub fn for_cells(
        &mut self,
        count: ExprId,
        down: bool,
        loc: Loc,
        act: impl Fn(&mut Self, ExprId) -> Res<()>,
    ) -> Res<()> {
        if let Some(few) = self.known(count).and_then(|known| known.to_i64()).filter(|known| *known <= FEW) {
            for at in 0..few {
                let at = self.number(if down { few - 1 - at } else { at }, loc);
                act(self, at)?;
            }
            return Ok(());
        }
        let counter: VarId = self.b.temporary("cell", TypeId::INT, loc);
        let (zero, one) = (self.number(0, loc), self.number(1, loc));
        let start = if down { count } else { zero };
        self.b.assign(counter, start, loc);
        let [head, body, exit] = [self.b.new_block(loc), self.b.new_block(loc), self.b.new_block(loc)];
        self.b.jump(head, head);
        self.b.mark_loop(head, loc);
        let at = self.b.var(counter, loc);
        let more = match down {
            true => self.b.compare(BinaryOp::Gt, at, zero, loc),
            false => self.b.compare(BinaryOp::Lt, at, count, loc),
        };
        self.b.terminate(Terminator::Branch(more, body, exit), loc, body);
        if down {
            let next = self.b.binary(BinaryOp::Sub, at, one, TypeId::INT, loc);
            self.b.assign(counter, next, loc);
            let at = self.b.var(counter, loc);
            act(self, at)?;
        } else {
            act(self, at)?;
            let at = self.b.var(counter, loc);
            let next = self.b.binary(BinaryOp::Add, at, one, TypeId::INT, loc);
            self.b.assign(counter, next, loc);
        }
        self.b.jump(head, exit);
        Ok(())
    }

    fn cell(&mut self, cells: &Cells, at: ExprId, loc: Loc) -> Place {
        let mut place = cells.place.clone();
        let index = self.b.binary(BinaryOp::Add, cells.first, at, TypeId::INT, loc);
        place.index(index);
        place
    }

    fn may_write(&mut self, block: &Block, loc: Loc) {
        let (Block::One(place) | Block::Whole(place) | Block::Some(Cells { place, .. })) = block;
        if place.constant {
            let never = self.b.bool(false, loc);
            self.check(CheckKind::Pointer, never, loc, "an object that is declared `const` is changed");
        }
    }

    /// `memcpy (to, from, size)`, and `memmove` if the two may overlap.
    pub fn copy(&mut self, to: Ex, from: Ex, size: Ex, overlap: bool, loc: Loc) -> Res<Val> {
        let target = self.untyped(to, loc)?;
        let source = self.untyped(from, loc)?;
        let bytes = self.bytes(size, loc)?;
        let (into, count) = self.bytes_at(&target, bytes, loc)?;
        let (out_of, _) = self.bytes_at(&source, bytes, loc)?;
        self.may_write(&into, loc);
        let element = |block: &Block| match block {
            Block::One(place) | Block::Whole(place) | Block::Some(Cells { place, .. }) => place.element,
        };
        if self.unit.types.holds_pointers(element(&into)) || self.unit.types.object_pointee(element(&into)).is_some() {
            return refuse(loc, "a copy of bytes that are pointers");
        }
        if !self.unit.types.compatible(element(&into), element(&out_of)) {
            return refuse(loc, "a copy of bytes between objects of different types");
        }
        match (&into, &out_of) {
            (Block::One(a), Block::One(b)) => {
                let value = self.read(b, loc)?;
                self.write(a, value, loc)?;
            }
            (Block::Whole(a), Block::Whole(b)) if a.lengths == b.lengths => {
                let value = self.whole(b, loc)?;
                self.replace(a, value, loc)?;
            }
            (Block::One(a), _) => {
                let Some(Block::Some(b)) = some(out_of) else { return refuse(loc, "this copy of bytes") };
                let zero = self.number(0, loc);
                let cell = self.cell(&b, zero, loc);
                let value = self.read(&cell, loc)?;
                self.write(a, value, loc)?;
            }
            (_, Block::One(b)) => {
                let value = self.read(b, loc)?;
                let Some(Block::Some(a)) = some(into) else { return refuse(loc, "this copy of bytes") };
                let zero = self.number(0, loc);
                let cell = self.cell(&a, zero, loc);
                self.write(&cell, value, loc)?;
            }
            _ => {
                let zero = self.number(0, loc);
                let start = |block: Block| match block {
                    Block::Some(cells) => Some(cells),
                    Block::Whole(place) if place.lengths.len() == 1 => Some(Cells { place, first: zero }),
                    _ => None,
                };
                let whole = matches!(into, Block::Whole(_)).then(|| element_count(&into)).flatten();
                let count = match whole {
                    Some(count) => self.number(count, loc),
                    None => count,
                };
                let (Some(a), Some(b)) = (start(into), start(out_of)) else {
                    return refuse(loc, "this copy of bytes");
                };
                let same = a.place.var == b.place.var;
                if same && !overlap {
                    return refuse(loc, "`memcpy` within one object");
                }
                let one_way = |proc: &mut Self, down: bool| {
                    proc.for_cells(count, down, loc, |proc, at| {
                        let source = proc.cell(&b, at, loc);
                        let value = proc.read(&source, loc)?;
                        let target = proc.cell(&a, at, loc);
                        proc.write(&target, value, loc)
                    })
                };
                if same {
                    let [up, down, join] = [self.b.new_block(loc), self.b.new_block(loc), self.b.new_block(loc)];
                    let before = self.b.compare(BinaryOp::Le, a.first, b.first, loc);
                    self.b.terminate(Terminator::Branch(before, up, down), loc, up);
                    one_way(self, false)?;
                    self.b.jump(join, down);
                    one_way(self, true)?;
                    self.b.jump(join, join);
                } else {
                    one_way(self, false)?;
                }
            }
        }
        Ok(Val::Ptr(target))
    }

    /// `memset (to, byte, size)`.
    pub fn fill(&mut self, to: Ex, byte: Ex, size: Ex, loc: Loc) -> Res<Val> {
        let target = self.untyped(to, loc)?;
        let byte_value = self.value(byte)?;
        let byte = self.num(byte_value, self.unit.ty(byte), loc)?;
        let bytes = self.bytes(size, loc)?;
        let (block, count) = self.bytes_at(&target, bytes, loc)?;
        self.may_write(&block, loc);
        match block {
            Block::One(place) => {
                let ty = {
                    let e = self.whole(&place, loc)?;
                    self.b.type_of(e)
                };
                let value = self.filled(&place, ty, byte, loc)?;
                self.write(&place, value, loc)?;
            }
            Block::Whole(place) => {
                let ty = {
                    let e = self.whole(&place, loc)?;
                    self.b.type_of(e)
                };
                let value = match self.l.program.ty(ty).kind.clone() {
                    TypeKind::Array(array) => {
                        let component = self.filled(&place, array.component, byte, loc)?;
                        let mut bounds = Vec::new();
                        for range in array.bounds.unwrap_or_default() {
                            bounds.push((self.number(range.first, loc), self.number(range.last, loc)));
                        }
                        let kind = ExprKind::Aggregate { bounds, others: Some(component), items: Vec::new() };
                        self.b.expr(kind, ty, loc)
                    }
                    _ => return refuse(loc, "this object"),
                };
                self.replace(&place, value, loc)?;
            }
            Block::Some(cells) => {
                let element = self.l.ty(cells.place.element, loc)?;
                let value = self.filled(&cells.place, element, byte, loc)?;
                let value = self.frozen(value, loc);
                self.for_cells(count, false, loc, |proc, at| {
                    let place = proc.cell(&cells, at, loc);
                    proc.write(&place, value, loc)
                })?;
            }
        }
        Ok(Val::Ptr(target))
    }

    /// The value of an element all of whose bytes are the same.
    fn filled(&mut self, place: &Place, ty: TypeId, byte: ExprId, loc: Loc) -> Res<ExprId> {
        let low = self.known(byte).map(|value| IntKind::UChar.wrap(&value, self.unit.types.model));
        if low.as_ref().is_some_and(Int::is_zero) {
            return self.zero(ty, loc);
        }
        let Some(kind) = self.unit.types.int_kind(place.element).filter(|kind| *kind != IntKind::Bool) else {
            return refuse(loc, "bytes other than zero in what is no integer");
        };
        let model = self.unit.types.model;
        match low {
            Some(low) => {
                let each = (0..kind.size(model)).fold(Int::ZERO, |sum, _| sum * Int::from(256) + low.clone());
                Ok(self.b.int(kind.wrap(&each, model), ty, loc))
            }
            None if kind.size(model) == 1 => self.wrapped(byte, kind, loc),
            None => refuse(loc, "bytes that are not known in an integer of several bytes"),
        }
    }
}

/// Some cells, if it is that.
fn some(block: Block) -> Option<Block> {
    matches!(block, Block::Some(_)).then_some(block)
}

/// The number of elements of a whole array of one dimension.
fn element_count(block: &Block) -> Option<i64> {
    match block {
        Block::Whole(place) => match place.lengths.as_slice() {
            [Length::Fixed(length)] => i64::try_from(*length).ok(),
            _ => None,
        },
        _ => None,
    }
}
