//! Whether the discriminants of a variable can change (RM 3.7.2, 6.4.1 (16)): those of an object declared with a
//! constraint cannot, also not through a parameter whose subtype would let them. So a parameter of such a subtype
//! brings along whether the actual one is constrained, as a hidden parameter behind the others.

use super::Refusal;
use super::place::Place;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{ENVIRONMENT, Expr, ExprKind, Mode, ObjId, ObjectKind, SubpId};
use crate::sema::types::{Constraint, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, ExprId, TypeId};

impl Proc<'_, '_> {
    /// Whether variables of a subtype have discriminants that an assignment may change.
    pub fn has_changing_discriminants(&self, ty: AdaType) -> bool {
        let types = &self.tree().types;
        types[ty].constraint == Constraint::None
            && types.record(ty).is_some_and(|record| record.mutable && record.discriminants > 0)
    }

    /// Whether no variable of a type is constrained, as only the tool's own text of a library unit sees that it has
    /// discriminants (RM 3.3 (23.10), 4.8 (6)).
    fn hides_discriminants(&self, ty: AdaType) -> bool {
        let types = &self.tree().types;
        let base = &types[types.base(ty)];
        base.private && base.loc.is_some_and(|loc| self.l.is_own_text(loc))
    }

    /// The parameters of a subprogram that bring along whether they are constrained.
    fn carriers(&self, id: SubpId) -> Vec<ObjId> {
        let tree = self.tree();
        let carries = |param: &ObjId| {
            let object = tree.object(*param);
            object.kind.is_changing_parameter()
                && self.has_changing_discriminants(object.ty)
                && !self.hides_discriminants(object.ty)
        };
        tree.subprogram(id).params.iter().copied().filter(carries).collect()
    }

    /// Adds the hidden parameters, behind the others.
    pub fn constrained_parameters(&mut self) {
        for param in self.carriers(self.id) {
            let object = self.tree().object(param);
            let var = self.b.hidden_param(format!("{}'Constrained", object.name), TypeId::BOOL, object.loc);
            self.l.constrained.insert((self.id, param), var);
        }
    }

    /// The hidden arguments of a call.
    pub fn constrained_arguments(&mut self, callee: SubpId, args: &[Expr]) -> Result<Vec<ir::Arg>, Refusal> {
        let carriers = self.carriers(callee);
        let params = &self.tree().subprogram(callee).params;
        let mut found = Vec::new();
        for (_, arg) in params.iter().zip(args).filter(|(param, _)| carriers.contains(param)) {
            found.push(ir::Arg::In(self.is_constrained(arg)?));
        }
        Ok(found)
    }

    /// The hidden arguments of a call from nobody knows where.
    pub fn arbitrary_constrained_arguments(&mut self, callee: SubpId, loc: Loc) -> Vec<ir::Arg> {
        let mut found = Vec::new();
        for _ in self.carriers(callee) {
            let any = self.b.temporary("constrained", TypeId::BOOL, loc);
            self.b.havoc(any, loc);
            found.push(ir::Arg::In(self.b.var(any, loc)));
        }
        found
    }

    /// The hidden arguments of a call with the parameters of this procedure itself.
    pub fn own_constrained_arguments(&mut self, loc: Loc) -> Vec<ir::Arg> {
        let carriers = self.carriers(self.id);
        let vars: Vec<ir::VarId> =
            carriers.iter().filter_map(|param| self.l.constrained.get(&(self.id, *param)).copied()).collect();
        vars.into_iter().map(|var| ir::Arg::In(self.b.var(var, loc))).collect()
    }

    /// `X'Constrained`.
    pub fn is_constrained(&mut self, expr: &Expr) -> Result<ExprId, Refusal> {
        let yes = self.b.bool(true, expr.loc);
        match &expr.kind {
            ExprKind::Convert(inner) | ExprKind::Qualified(inner) if self.has_changing_discriminants(expr.ty) => {
                self.is_constrained(inner)
            }
            ExprKind::Object(object) => self.object_is_constrained(*object, expr.loc),
            // A component is constrained by its own subtype.
            // So is what an allocator made (RM 4.8 (6)).
            ExprKind::Index(array, _) if self.heap_of_array(array).is_some() => {
                self.made_is_constrained(expr.ty, expr.loc)
            }
            ExprKind::Field(..) | ExprKind::Index(..) if self.has_changing_discriminants(expr.ty) => {
                let root = super::effects::root(expr).map(|root| self.tree().object(root).kind);
                Ok(match root {
                    Some(ObjectKind::Constant | ObjectKind::Parameter(Mode::In)) | None => yes,
                    _ => self.b.bool(false, expr.loc),
                })
            }
            _ => Ok(yes),
        }
    }

    /// What an allocator made is constrained, but for types with a partial view that has no discriminants (RM 4.8 (6)).
    fn made_is_constrained(&mut self, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        if types[types.base(ty)].private && self.has_changing_discriminants(ty) {
            return Err((loc, "object of a private type with discriminants in a heap (RM 4.8 (6))".into()));
        }
        Ok(self.b.bool(true, loc))
    }

    fn object_is_constrained(&mut self, object: ObjId, loc: Loc) -> Result<ExprId, Refusal> {
        let entry = self.tree().object(object);
        if self.env.contains_key(&object) && self.has_changing_discriminants(entry.ty) {
            return Err((loc, "attribute Constrained in a contract (RM 3.7.2)".into()));
        }
        if !self.has_changing_discriminants(entry.ty) {
            return Ok(self.b.bool(true, loc));
        }
        match entry.kind {
            ObjectKind::Parameter(Mode::Out | Mode::InOut) if self.hides_discriminants(entry.ty) => {
                Ok(self.b.bool(false, loc))
            }
            ObjectKind::Variable => Ok(self.b.bool(false, loc)),
            ObjectKind::Parameter(Mode::Out | Mode::InOut) => {
                let known = self.l.constrained.get(&(entry.owner, object)).copied();
                match (known, self.l.procs.get(&entry.owner).copied()) {
                    (Some(var), _) if entry.owner == self.id => Ok(self.b.var(var, loc)),
                    (Some(var), Some(proc)) if entry.owner != ENVIRONMENT => {
                        let name = format!("{}'Constrained", entry.name);
                        let here = self.b.outer(proc, var, name, TypeId::BOOL, entry.loc);
                        Ok(self.b.var(here, loc))
                    }
                    _ => Err((loc, format!("use of \"{}\" from a unit that is not supported", entry.name))),
                }
            }
            _ => Ok(self.b.bool(true, loc)),
        }
    }

    /// Whether the discriminants of a place cannot change.
    fn place_is_constrained(&mut self, place: &Place, loc: Loc) -> Result<ExprId, Refusal> {
        let of_heap = |array: &Place| matches!(array, Place::Object(one) if self.tree().heap_with(*one).is_some());
        match place {
            Place::Object(object) => self.object_is_constrained(*object, loc),
            Place::View(inner, ..) => self.place_is_constrained(inner, loc),
            Place::Index(array, ..) if of_heap(array) => Ok(self.b.bool(true, loc)),
            _ => Ok(self.b.bool(false, loc)),
        }
    }

    /// An assignment keeps the discriminants of a place that is constrained though its subtype is not.
    pub fn check_kept_discriminants(
        &mut self,
        place: &Place,
        ty: AdaType,
        value: ExprId,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let record = self.tree().record(ty);
        if record.discriminants == 0 || self.tree().types[ty].constraint != Constraint::None {
            return Ok(());
        }
        // Without defaults every object is constrained.
        let constrained = if record.mutable { self.place_is_constrained(place, loc)? } else { self.b.bool(true, loc) };
        if matches!(self.b.node(constrained).kind, ir::ExprKind::Bool(false)) {
            return Ok(());
        }
        let own = self.read(place, loc)?;
        for (at, component) in record.components.iter().take(record.discriminants).enumerate() {
            let a = self.field(own, ty, at, component.ty, loc)?;
            let b = self.field(value, ty, at, component.ty, loc)?;
            let same = self.b.compare(Ir::Eq, a, b, loc);
            let kept = self.b.implies(constrained, same, loc);
            self.check(ir::CheckKind::Discriminant, loc, kept, "")?;
        }
        Ok(())
    }

    /// Whatever a body does that is not known: the discriminants of a constrained parameter are as they were. Gives
    /// what must hold afterwards, to be called before the change.
    pub fn kept_discriminants(&mut self, param: ObjId, loc: Loc) -> Result<Vec<(usize, ir::VarId)>, Refusal> {
        let object = self.tree().object(param);
        let record = self.tree().record(object.ty);
        let mut kept = Vec::new();
        let var = self.variable(param, loc)?;
        for (at, component) in record.components.iter().take(record.discriminants).enumerate() {
            let ty = self.ty(component.ty, loc)?;
            let value = self.b.var(var, loc);
            let field = self.field(value, object.ty, at, component.ty, loc)?;
            let copy = self.b.temporary("discriminant", ty, loc);
            self.b.assign(copy, field, loc);
            kept.push((at, copy));
        }
        Ok(kept)
    }

    /// The other half of [`Proc::kept_discriminants`].
    pub fn assume_kept(&mut self, param: ObjId, kept: Vec<(usize, ir::VarId)>, loc: Loc) -> Result<(), Refusal> {
        let object = self.tree().object(param);
        let record = self.tree().record(object.ty);
        let constrained = self.object_is_constrained(param, loc)?;
        let var = self.variable(param, loc)?;
        for (at, copy) in kept {
            let value = self.b.var(var, loc);
            let field = self.field(value, object.ty, at, record.components[at].ty, loc)?;
            let before = self.b.var(copy, loc);
            let same = self.b.compare(Ir::Eq, field, before, loc);
            let kept = self.b.implies(constrained, same, loc);
            self.b.assume(kept, loc);
        }
        Ok(())
    }
}
