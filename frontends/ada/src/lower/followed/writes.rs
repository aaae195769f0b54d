//! What is written, copied and forgotten of followed objects.

use super::super::Refusal;
use super::super::effects::{root, walk_expr};
use super::super::place::Place;
use super::super::procedure::Proc;
use super::not_sliced;
use crate::place::Loc;
use crate::sema::tree::{Expr, ExprKind, ObjId};
use horn_frontend::ir::{self, ExprId, ExprKind as Ir, TypeId};

impl Proc<'_, '_> {
    /// A place is written with the value of an expression: a copy has what the other object has.
    pub fn note_value(&mut self, place: &Place, value: &Expr, loc: Loc) -> Result<(), Refusal> {
        if let Some(other) = self.followed_place(value)?
            && self.note_copy(place, &other, loc)?
        {
            self.lose_with(place, &other, loc);
            return Ok(());
        }
        let certain = self.is_surely_written(value) || self.comes_whole(place, value);
        let before = self.guesses;
        if !certain
            && let Some(own) = self.companion(place, loc)
            && let Some(written) = self.written_of(value, self.b.type_of(own), self.is_relaxed(place), loc)?
        {
            self.set_companion(place, written, loc);
            if self.guesses > before {
                self.lose(place, loc);
            }
            return Ok(());
        }
        self.note_write(place, certain, loc);
        Ok(())
    }

    /// A copy of what a companion does not tell everything of.
    fn lose_with(&mut self, place: &Place, other: &Place, loc: Loc) {
        let of = |p: &Self, place: &Place| p.root_of(place).and_then(|object| p.lost.get(&object)).copied();
        let Some(own) = of(self, place) else { return };
        let Some(copied) = of(self, other) else { return self.lose(place, loc) };
        let (before, now) = (self.b.var(own, loc), self.b.var(copied, loc));
        let either = self.b.or(before, now, loc);
        self.b.assign(own, either, loc);
    }

    /// Whether the companion of what a name is a part of may not tell everything; `None` if it always does, or there is
    /// none.
    pub fn is_lost(&mut self, name: &Expr) -> Option<ExprId> {
        let lost = self.lost.get(&root(name)?).copied()?;
        Some(self.b.var(lost, name.loc))
    }

    /// From here on the companion does not tell everything of a place.
    pub(super) fn lose(&mut self, place: &Place, loc: Loc) {
        if let Some(lost) = self.root_of(place).and_then(|object| self.lost.get(&object)).copied() {
            let yes = self.b.bool(true, loc);
            self.b.assign(lost, yes, loc);
        }
    }

    /// The companion of the value of a record aggregate, part by part; `None` for other values. Parts without a value
    /// are not written, or have any Boolean.
    fn written_of(&mut self, value: &Expr, companion: TypeId, any: bool, loc: Loc) -> Result<Option<ExprId>, Refusal> {
        let tree = self.tree();
        let fields = match &self.l.program.ty(companion).kind {
            ir::TypeKind::Record(record) => record.fields.clone(),
            _ => return Ok(None),
        };
        match &value.kind {
            ExprKind::Qualified(inner) => self.written_of(inner, companion, any, loc),
            ExprKind::Record(values) => {
                let Some(record) = tree.types.record(value.ty) else { return Ok(None) };
                if values.len() != fields.len() {
                    return Ok(None);
                }
                let mut parts = Vec::with_capacity(values.len());
                for ((value, field), component) in values.iter().zip(&fields).zip(&record.components) {
                    parts.push(match value {
                        Some(value) => self.written_part(value, field.ty, any, loc)?,
                        None if component.default.is_none() => self.unwritten_parts(field.ty, component.ty, any, loc),
                        None => self.any_written(field.ty, loc),
                    });
                }
                Ok(Some(self.b.expr(Ir::Record(parts), companion, loc)))
            }
            ExprKind::DeltaRecord(base, changes) => {
                let mut written = self.written_part(base, companion, any, loc)?;
                for (at, value) in changes {
                    let Some(field) = fields.get(*at) else { return Ok(None) };
                    let part = self.written_part(value, field.ty, any, loc)?;
                    let at = u32::try_from(*at).unwrap_or(u32::MAX);
                    written = self.b.expr(Ir::WithField(written, at, part), companion, loc);
                }
                Ok(Some(written))
            }
            _ => Ok(None),
        }
    }

    /// The companion of a value that becomes a part of another one, or is changed in parts.
    fn written_part(&mut self, value: &Expr, companion: TypeId, any: bool, loc: Loc) -> Result<ExprId, Refusal> {
        if self.is_surely_written(value) {
            return Ok(self.all_set(companion, loc));
        }
        if let Some(place) = self.followed_place(value)?
            && let Some(part) = self.companion(&place, loc)
            && self.b.type_of(part) == companion
            && self.place_type(&place).is_some_and(|ty| self.tree().types.array(ty).is_none())
        {
            return Ok(part);
        }
        let part = self.written_of(value, companion, any, loc)?;
        Ok(part.unwrap_or_else(|| self.any_written(companion, loc)))
    }

    /// A place gets what another one has; `false` if it cannot be said which of its parts are written then.
    pub(super) fn note_copy(&mut self, place: &Place, other: &Place, loc: Loc) -> Result<bool, Refusal> {
        let (Some(to), Some(from)) = (self.place_type(place), self.place_type(other)) else { return Ok(false) };
        if let (Some(own), Some(copied)) = (self.companion(place, loc), self.companion(other, loc)) {
            let types = &self.tree().types;
            let same = types.array(to).is_none() || to == from && types.is_constrained(to);
            if self.b.type_of(own) == self.b.type_of(copied) && (same || self.same_static_bounds(to, from)) {
                self.set_companion(place, copied, loc);
                return Ok(true);
            }
        }
        // Components get the indices that they have in their new place.
        let (Some((target, own)), Some((source, copied))) = (self.array_of(place, loc)?, self.array_of(other, loc)?)
        else {
            return Ok(false);
        };
        let whole = not_sliced(place).clone();
        if self.b.type_of(target) != self.b.type_of(source) {
            return Ok(false);
        }
        self.note_slice(&whole, own, loc, |p, _, dynamic| {
            let source = p.shape_to(source, dynamic, loc);
            let part = p.b.expr(Ir::Slice(source, copied.0, copied.1), dynamic, loc);
            p.b.expr(Ir::Slide(part, Some(vec![own])), dynamic, loc)
        });
        Ok(true)
    }

    /// The companion of an array with one dimension, or of the one that a slice is of, and the bounds of array or
    /// slice.
    pub(super) fn array_of(&mut self, place: &Place, loc: Loc) -> Result<Option<(ExprId, (ExprId, ExprId))>, Refusal> {
        let Some(ty) = self.place_type(place) else { return Ok(None) };
        if self.tree().types.array(ty).is_none_or(|(index, _)| index.len() != 1) {
            return Ok(None);
        }
        if let Place::Slice(inner, first, last, _) = place {
            return Ok(self.companion(not_sliced(inner), loc).map(|array| (array, (*first, *last))));
        }
        let Some(array) = self.companion(place, loc) else { return Ok(None) };
        let value = self.silently(|p| p.read(place, loc))?;
        let (first, last) = self.value_bounds(value, 0, loc);
        Ok(Some((array, (self.as_index(first, loc), self.as_index(last, loc)))))
    }

    /// Whether a value of which nothing is followed has all its parts, in a program in which no value with others of
    /// these types is copied.
    fn comes_whole(&self, place: &Place, value: &Expr) -> bool {
        let tree = self.tree();
        let mut whole = self
            .place_type(place)
            .is_some_and(|ty| !tree.types.is_relaxed(ty) && !self.l.unwritten.is_tainted(tree, ty));
        walk_expr(value, &mut |part| {
            whole &= !self.l.unwritten.is_tainted(tree, part.ty) || tree.types.is_scalar(part.ty);
            whole &= match &part.kind {
                ExprKind::Object(object) => !tree.object(*object).relaxed,
                ExprKind::Call(callee, _) => !tree.subprogram(*callee).relaxed_result,
                ExprKind::NotAnalysed(_) | ExprKind::Error => false,
                _ => true,
            };
        });
        whole && !self.is_relaxed(place)
    }

    pub(super) fn is_relaxed(&self, place: &Place) -> bool {
        self.root_of(place).is_none_or(|object| self.tree().object(object).relaxed)
    }

    /// The object that a place is in.
    pub(super) fn root_of(&self, place: &Place) -> Option<ObjId> {
        match place {
            Place::Object(object) => Some(*object),
            Place::Field(inner, ..) | Place::Index(inner, ..) | Place::Slice(inner, ..) | Place::View(inner, ..) => {
                self.root_of(inner)
            }
            Place::Nothing => None,
        }
    }

    /// A place is written: with scalars, which have a value, or with what is `certain` to have all of them. Of all else
    /// nobody knows.
    pub fn note_write(&mut self, place: &Place, certain: bool, loc: Loc) {
        match place {
            // A parent's view is a part of it.
            Place::View(inner, from, _) => {
                let whole = !self.tree().types.has_tag(*from);
                self.note_write(inner, certain && whole, loc);
            }
            Place::Slice(inner, first, last, _) if certain => {
                self.note_slice(inner, (*first, *last), loc, |p, component, dynamic| {
                    let others = Some(p.all_set(component, loc));
                    let all = Ir::Aggregate { bounds: vec![(*first, *last)], others, items: Vec::new() };
                    p.b.expr(all, dynamic, loc)
                });
            }
            Place::Slice(..) => self.forget(place, loc),
            _ => {
                let Some(part) = self.companion(place, loc) else { return };
                let ty = self.b.type_of(part);
                if certain || ty == TypeId::BOOL {
                    let all = self.all_set(ty, loc);
                    self.set_companion(place, all, loc);
                } else {
                    self.forget(place, loc);
                }
            }
        }
    }

    /// What of a slice is written: an array of Booleans with its bounds, of the type that is given behind the type of
    /// these Booleans.
    pub(super) fn note_slice(
        &mut self,
        inner: &Place,
        (first, last): (ExprId, ExprId),
        loc: Loc,
        written: impl FnOnce(&mut Self, TypeId, TypeId) -> ExprId,
    ) {
        let inner = not_sliced(inner);
        let Some(array) = self.companion(inner, loc) else { return };
        let own = self.b.type_of(array);
        let ir::TypeKind::Array(of) = self.l.program.ty(own).kind.clone() else { return };
        let component = of.component;
        let kind = ir::TypeKind::Array(ir::ArrayType { bounds: None, ..of });
        let dynamic = self.l.same_type(ir::Type { name: "parts that are written".into(), kind });
        let written = written(self, component, dynamic);
        let whole = self.shape_to(array, dynamic, loc);
        let new = self.b.expr(Ir::SliceUpdate(whole, first, last, written), dynamic, loc);
        let new = self.shape_to(new, own, loc);
        self.set_companion(inner, new, loc);
    }

    /// Nobody knows any more what of a place is written.
    pub fn forget(&mut self, place: &Place, loc: Loc) {
        match place {
            Place::View(inner, ..) => self.forget(inner, loc),
            Place::Slice(inner, first, last, _) => {
                let Some(array) = self.companion(not_sliced(inner), loc) else { return };
                self.lose(place, loc);
                let any = self.any_written_of(inner, self.b.type_of(array), loc);
                self.note_slice(inner, (*first, *last), loc, |p, _, dynamic| {
                    let any = p.shape_to(any, dynamic, loc);
                    p.b.expr(Ir::Slice(any, *first, *last), dynamic, loc)
                });
            }
            _ => {
                let Some(part) = self.companion(place, loc) else { return };
                self.lose(place, loc);
                let any = self.any_written_of(place, self.b.type_of(part), loc);
                self.set_companion(place, any, loc);
            }
        }
    }

    pub(super) fn any_written(&mut self, ty: TypeId, loc: Loc) -> ExprId {
        self.any_said(ty, "what a call or a copy leaves unwritten", loc)
    }

    fn any_written_of(&mut self, place: &Place, ty: TypeId, loc: Loc) -> ExprId {
        let name = self.root_of(place).map_or("", |object| self.tree().object(object).name.as_str());
        let origin = format!("what a call or a copy leaves unwritten of \"{name}\"");
        self.any_said(ty, &origin, loc)
    }

    fn any_said(&mut self, ty: TypeId, origin: &str, loc: Loc) -> ExprId {
        self.guesses += 1;
        let any = self.b.temporary("written", ty, loc);
        self.b.set_origin_of(any, origin);
        self.b.havoc(any, loc);
        self.b.var(any, loc)
    }

    /// Whether each part of a composite value has been written for sure, wherever it is computed: an aggregate of
    /// scalars, which are read, is.
    pub fn is_surely_written(&self, expr: &Expr) -> bool {
        let tree = self.tree();
        if tree.types.is_scalar(expr.ty) {
            return true;
        }
        match &expr.kind {
            ExprKind::Text(_) => true,
            ExprKind::Qualified(inner) | ExprKind::Convert(inner) => self.is_surely_written(inner),
            ExprKind::Record(fields) => {
                fields.iter().all(|field| field.as_ref().is_some_and(|field| self.is_surely_written(field)))
            }
            ExprKind::Array(array) => {
                let named = array.named.iter().map(|named| named.value.as_ref());
                let others = array.others.iter().map(|others| others.as_ref());
                array.positional.iter().map(Some).chain(named).chain(others).all(|value| match value {
                    Some(value) => self.is_surely_written(value),
                    None => false,
                })
            }
            _ => false,
        }
    }
}
