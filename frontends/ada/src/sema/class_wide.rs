//! Class-wide contracts: `Pre'Class` and `Post'Class` (RM 6.1.1).
//!
//! In such a condition calls of the type's operations are those of the type of the operation that is called; where
//! that call dispatches they do so, too (RM 6.1.1 (18)). It applies to the operation it stands at and to all that
//! override or inherit that: of several preconditions one must hold where the operation is called, and all
//! postconditions must hold where it returns. A call that dispatches looks at the preconditions of the operation that
//! it names.

use super::Sema;
use super::tagged::Primitive;
use super::tree::{BinaryOp, Expr, ExprKind, SubpId};
use super::types::TypeId;
use crate::ast;
use std::collections::{BTreeMap, BTreeSet};

/// A class-wide condition of a primitive operation.
#[derive(Clone, Debug)]
pub(crate) struct ClassWide {
    subp: SubpId,
    ty: TypeId,
    post: bool,
    condition: Expr,
}

impl<'a> Sema<'a> {
    /// `Pre'Class`, `Post'Class`; `false` if the aspect is none of these, or not analysed for this operation.
    pub fn class_wide(&mut self, subp: SubpId, name: &str, value: &'a ast::Expr) -> bool {
        let post = match name {
            "pre" => false,
            "post" => true,
            _ => return false,
        };
        let Some((ty, class)) = self.class_of_condition(subp) else { return false };
        // Where the first of the operations has no precondition it is True for all of them, and compilers differ.
        let slot = self.primitive_of(ty, subp).map(|primitive| primitive.slot);
        let first = |other: &ClassWide| Some(other.subp) == slot && !other.post;
        if !post && slot != Some(subp) && !self.class_wide.iter().any(first) {
            return false;
        }
        let params = self.tree.subprogram(subp).params.clone();
        let types: Vec<TypeId> = params.iter().map(|param| self.tree.object(*param).ty).collect();
        for (param, own) in params.iter().zip(&types) {
            if self.tree.types.base(*own) == ty {
                self.tree.objects[param.0 as usize].ty = class;
            }
        }
        let condition = if post { self.postcondition(subp, value) } else { self.asserted(value) };
        for (param, own) in params.iter().zip(types) {
            self.tree.objects[param.0 as usize].ty = own;
        }
        self.class_wide.push(ClassWide { subp, ty, post, condition });
        true
    }

    /// The tagged type of whose operations a subprogram is one, with its class-wide type: the only one, by its
    /// parameters alone.
    fn class_of_condition(&self, subp: SubpId) -> Option<(TypeId, TypeId)> {
        let [ty] = self.controlling_types(subp)[..] else { return None };
        self.primitive_of(ty, subp)?;
        let entry = self.tree.subprogram(subp);
        let through = |ty: TypeId| self.tree.types.access(ty).is_some() && self.tree.types.controlled(ty).is_some();
        let by_access = entry.params.iter().any(|param| through(self.tree.object(*param).ty));
        let result = entry.result.is_some_and(|result| self.tree.types.controlled(result).is_some());
        (!by_access && !result).then_some(())?;
        Some((ty, self.class_of(ty)?))
    }

    /// Gives all operations the class-wide conditions that apply to them.
    pub fn finish_class_wide(&mut self) {
        let mut before: BTreeMap<SubpId, Vec<Expr>> = BTreeMap::new();
        let mut behind: BTreeMap<SubpId, Vec<Expr>> = BTreeMap::new();
        for one in std::mem::take(&mut self.class_wide) {
            let Some(Primitive { slot, .. }) = self.primitive_of(one.ty, one.subp) else { continue };
            let descends = |ty: &TypeId| self.tree.types.descends(*ty, one.ty);
            let operations = self.primitives.iter().filter(|(ty, _)| descends(ty)).flat_map(|(_, all)| all);
            let mut targets: BTreeSet<SubpId> =
                operations.filter(|other| other.slot == slot).map(|other| other.own).collect();
            if !one.post {
                let calls = self.dispatchers.iter().filter(|other| other.slot == slot && descends(&other.ty));
                targets.extend(calls.map(|other| other.subp));
            }
            for target in targets {
                let condition = self.condition_for(&one, target);
                if self.differs_where_inherited(&one, target) {
                    let loc = condition.loc;
                    let owner = std::mem::replace(&mut self.owner, target);
                    let what = "class-wide condition that an inherited operation evaluates otherwise (RM 6.1.1 (18))";
                    self.apart(|sema| sema.reject_at(loc, what));
                    self.owner = owner;
                }
                let all = if one.post { &mut behind } else { &mut before };
                all.entry(target).or_default().push(condition);
            }
        }
        for (target, all) in before {
            let either = all.into_iter().reduce(|left, right| {
                let (ty, loc) = (left.ty, right.loc);
                Expr { kind: ExprKind::Binary(BinaryOp::OrElse, Box::new(left), Box::new(right)), ty, loc }
            });
            self.tree.subprogram_mut(target).pre.extend(either);
        }
        for (target, all) in behind {
            self.tree.subprogram_mut(target).post.extend(all);
        }
    }

    /// A condition with the parameters of an operation it applies to. Calls in it are those of operations of the type
    /// that this is an operation of; they dispatch where the call with that condition does.
    fn condition_for(&self, one: &ClassWide, target: SubpId) -> Expr {
        let class = self.class_of(one.ty).unwrap_or(one.ty);
        let old = &self.tree.subprogram(one.subp).params;
        let new = &self.tree.subprogram(target).params;
        let specific = self.controlling_types(target).first().copied();
        let mut condition = one.condition.clone();
        super::walk::expr_mut(&mut condition, &mut |expr| match &mut expr.kind {
            ExprKind::Object(object) => {
                let Some(at) = old.iter().position(|param| param == object) else { return };
                let Some(param) = new.get(at) else { return };
                let (ty, loc) = (self.tree.object(*param).ty, expr.loc);
                let controls = self.tree.types.base(self.tree.object(*object).ty) == one.ty;
                let value = Expr { kind: ExprKind::Object(*param), ty, loc };
                *expr = match controls && self.tree.types.base(ty) != class {
                    true => Expr { kind: ExprKind::Convert(Box::new(value)), ty: class, loc },
                    false => value,
                };
            }
            ExprKind::Call(callee, arguments) => {
                let Some(own) = specific.and_then(|ty| self.operation_instead(*callee, ty)) else { return };
                let params = self.tree.subprogram(own).params.clone();
                let plain = |(argument, param): (&Expr, &super::tree::ObjId)| match &argument.kind {
                    ExprKind::Convert(inner) if argument.ty == class => {
                        (inner.ty == self.tree.object(*param).ty).then(|| (**inner).clone())
                    }
                    _ => Some(argument.clone()),
                };
                let plain: Option<Vec<Expr>> = arguments.iter().zip(&params).map(plain).collect();
                if let Some(plain) = plain {
                    (*callee, *arguments) = (own, plain);
                }
            }
            _ => {}
        });
        condition
    }

    /// What a type has for the operation that a dispatcher stands for, unless its result is of the class.
    fn operation_instead(&self, dispatcher: SubpId, ty: TypeId) -> Option<SubpId> {
        let one = self.dispatchers.iter().find(|one| one.subp == dispatcher)?;
        let own = self.primitives.get(&ty)?.iter().find(|own| own.slot == one.slot)?.own;
        let result = self.tree.subprogram(own).result;
        let controls = result.is_some_and(|result| self.tree.types.controlled(result).is_some());
        (!controls && !self.abstract_ones.contains(&own)).then_some(own)
    }

    /// Whether an operation is inherited, and calls in a condition of the one that it stands for are others for its
    /// type: a call of it evaluates them, and one of the ancestor's operation does not, with the same body.
    fn differs_where_inherited(&self, one: &ClassWide, target: SubpId) -> bool {
        let first = self.inherited_from(target);
        let types = [target, first].map(|subp| self.controlling_types(subp).first().copied());
        let [Some(own), Some(ancestor)] = types else { return false };
        let mut differs = false;
        super::walk::walk_expr(&one.condition, &mut |part| {
            if let ExprKind::Call(callee, _) = part.kind
                && self.tree.dispatchers.contains(&callee)
            {
                let [here, there] = [own, ancestor].map(|ty| self.operation_instead(callee, ty));
                differs |= here.map(|subp| self.inherited_from(subp)) != there.map(|subp| self.inherited_from(subp));
            }
        });
        first != target && differs
    }

    /// The operation with a body of its own that an inherited one calls.
    pub(super) fn inherited_from(&self, mut subp: SubpId) -> SubpId {
        while let Some(called) = self.inherited_ones.get(&subp) {
            subp = *called;
        }
        subp
    }
}
