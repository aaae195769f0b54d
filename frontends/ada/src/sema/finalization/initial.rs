//! What the initial value of an object asks for, once its bits are there (RM 7.6 (17)): parts that are copies of
//! objects are adjusted, what functions give is copied, adjusted and finalized, and parts without a value are
//! initialised.

use super::{Operation, Refusal, finalized, only_if};
use crate::place::Loc;
use crate::sema::Sema;
use crate::sema::tree::{ArrayAggregate, Body, Builtin, Expr, ExprKind, Handler, ObjId, PROGRAM_ERROR, Stmt, StmtKind};
use horn_solver::num::Int;

/// What is found out about the parts of an initial value.
#[derive(Default)]
struct Parts {
    /// Copies of the results of functions, which are finalized in the end.
    results: Vec<(ObjId, Expr)>,
    /// What is done for the parts of the object.
    steps: Vec<Stmt>,
}

impl Sema<'_> {
    /// The statements behind the declaration of an object with this initial value, or its default one.
    pub(super) fn initialized(&mut self, place: &Expr, value: &Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        let mut parts = Parts::default();
        self.initial_parts(place, value, loc, &mut parts)?;
        let mut statements = parts.steps;
        for (copy, place) in parts.results.into_iter().rev() {
            let end = self.object_expr(copy);
            let end = self.operate(Operation::Finalize, &end, loc)?;
            let inside = finalized(statements, end, false, loc);
            let declarations = vec![Stmt { kind: StmtKind::Declare(copy, Some(place)), loc }];
            let body = Body { declarations, statements: vec![inside], end: loc, ..Body::default() };
            statements = vec![Stmt { kind: StmtKind::Block(Box::new(body)), loc }];
        }
        Ok(statements)
    }

    /// What a new copy asks for. An exception in `Adjust` is `Program_Error`; GNAT 12 finalizes the object and passes
    /// it on.
    pub(super) fn adjusted(&mut self, place: &Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        let adjust = self.operate(Operation::Adjust, place, loc)?;
        if adjust.is_empty() {
            return Ok(adjust);
        }
        let mut passed = self.operate(Operation::Finalize, place, loc)?;
        let identity = self.exception_id();
        let any = Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty: identity, loc };
        passed.push(Stmt { kind: StmtKind::RaiseOf(any, false), loc });
        let boolean = self.tree.types.std.boolean;
        let chosen = Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty: boolean, loc };
        let statements = vec![only_if(chosen, passed, loc), Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc }];
        let handlers = vec![Handler { exceptions: Vec::new(), statements }];
        let body = Body { statements: adjust, handlers, end: loc, ..Body::default() };
        Ok(vec![Stmt { kind: StmtKind::Block(Box::new(body)), loc }])
    }

    fn initial_parts(&mut self, place: &Expr, value: &Expr, loc: Loc, parts: &mut Parts) -> Result<(), Refusal> {
        if !self.has_finalization(place.ty) {
            return Ok(());
        }
        match &value.kind {
            ExprKind::Object(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Slice(..)
            | ExprKind::Deref(_) => {
                parts.steps.extend(self.adjusted(place, loc)?);
                Ok(())
            }
            ExprKind::Qualified(inner) => self.initial_parts(place, inner, loc, parts),
            ExprKind::Convert(inner) => match &inner.kind {
                ExprKind::Call(..) | ExprKind::Record(_) | ExprKind::DeltaRecord(..) | ExprKind::Array(_)
                    if self.tree.types.base(inner.ty) != self.tree.types.base(value.ty) =>
                {
                    Err((value.loc, "conversion of a new object with finalization (RM 7.6)".into()))
                }
                _ => self.initial_parts(place, inner, loc, parts),
            },
            ExprKind::Call(..) => {
                if self.is_limited_inside(place.ty) {
                    return Ok(());
                }
                let copy = self.held_object("result of a function", place.ty, loc);
                parts.results.push((copy, place.clone()));
                parts.steps.extend(self.adjusted(place, loc)?);
                Ok(())
            }
            ExprKind::Record(values) => self.parts_of_record(place, values, loc, parts),
            ExprKind::DeltaRecord(ancestor, changes) => {
                let types = &self.tree.types;
                if types.base(ancestor.ty) == types.base(value.ty) {
                    return Err((value.loc, "delta aggregate with finalization (RM 4.3.4)".into()));
                }
                let view = ExprKind::Convert(Box::new(place.clone()));
                let view = Expr { kind: view, ty: types.base(ancestor.ty), loc };
                self.initial_parts(&view, ancestor, loc, parts)?;
                let record = self.tree.record(value.ty);
                for (at, change) in changes {
                    let kind = ExprKind::Field(Box::new(place.clone()), *at);
                    let part = Expr { kind, ty: record.components[*at].ty, loc };
                    self.initial_parts(&part, change, loc, parts)?;
                }
                Ok(())
            }
            ExprKind::Array(aggregate) => self.parts_of_array(place, aggregate, value.loc, parts),
            ExprKind::If(branches, otherwise) => {
                let all = branches.iter().map(|(_, branch)| branch).chain([&**otherwise]);
                self.copy_of_some(place, all.collect(), loc, parts)
            }
            ExprKind::Case(_, alternatives) => {
                self.copy_of_some(place, alternatives.iter().map(|(_, branch)| branch).collect(), loc, parts)
            }
            ExprKind::Raise(_) => Ok(()),
            _ => Err((value.loc, "initial value of this kind for an object with finalization (RM 7.6)".into())),
        }
    }

    /// The initial value is one of several objects, whichever.
    fn copy_of_some(&mut self, place: &Expr, all: Vec<&Expr>, loc: Loc, parts: &mut Parts) -> Result<(), Refusal> {
        match all.into_iter().find(|one| !is_name(one) && !matches!(one.kind, ExprKind::Raise(_))) {
            Some(other) => {
                Err((other.loc, "new object with finalization in a conditional expression (RM 4.5.7)".into()))
            }
            None => {
                parts.steps.extend(self.adjusted(place, loc)?);
                Ok(())
            }
        }
    }

    fn parts_of_record(
        &mut self,
        place: &Expr,
        values: &[Option<Expr>],
        loc: Loc,
        parts: &mut Parts,
    ) -> Result<(), Refusal> {
        let record = self.tree.record(place.ty);
        for (at, component) in record.components.iter().enumerate() {
            let kind = ExprKind::Field(Box::new(place.clone()), at);
            let part = Expr { kind, ty: component.ty, loc };
            match values.get(at).and_then(Option::as_ref) {
                Some(value) => self.initial_parts(&part, value, loc, parts)?,
                None => {
                    let step = self.operate(Operation::Initialize, &part, loc)?;
                    parts.steps.extend(self.where_it_exists(place, component, step, loc));
                }
            }
        }
        // The ancestor part of an extension aggregate, by default.
        let own = self.operation(Operation::Initialize, place.ty);
        parts.steps.extend(own.map(|own| Stmt { kind: StmtKind::Call(own, vec![place.clone()]), loc }));
        Ok(())
    }

    fn parts_of_array(
        &mut self,
        place: &Expr,
        aggregate: &ArrayAggregate,
        loc: Loc,
        parts: &mut Parts,
    ) -> Result<(), Refusal> {
        let Some((index, element)) = self.tree.types.array(place.ty).map(|(index, element)| (index.to_vec(), element))
        else {
            return Ok(());
        };
        let refusal = || (loc, "array aggregate with finalization of this form (RM 4.3.3)".to_string());
        let [index] = index.as_slice() else { return Err(refusal()) };
        let ty = self.tree.types.base(*index);
        let mut all: Vec<(Expr, Option<Expr>)> = Vec::new();
        let mut rest: Option<&Option<Expr>> = aggregate.others.as_ref();
        for (value, at) in aggregate.positional.iter().zip(0i64..) {
            let Some(first) = aggregate.bounds.0.as_int() else { return Err(refusal()) };
            all.push((Expr::int(first + &Int::from(at), ty, loc), Some(value.clone())));
        }
        for named in &aggregate.named {
            if named.high.is_none() && named.var.is_none() {
                all.push((named.low.clone(), named.value.clone()));
            } else if aggregate.named.len() == 1 && rest.is_none() && all.is_empty() && named.var.is_none() {
                rest = Some(&named.value);
            } else {
                return Err(refusal());
            }
        }
        if let Some(value) = rest {
            // The same for all of them.
            let whole = match value {
                _ if !all.is_empty() => return Err(refusal()),
                Some(value) if is_name(value) => self.adjusted(place, loc)?,
                Some(_) => return Err(refusal()),
                None => self.operate(Operation::Initialize, place, loc)?,
            };
            parts.steps.extend(whole);
            return Ok(());
        }
        for (at, value) in all {
            let part = Expr { kind: ExprKind::Index(Box::new(place.clone()), vec![at]), ty: element, loc };
            match value {
                Some(value) => self.initial_parts(&part, &value, loc, parts)?,
                None => parts.steps.extend(self.operate(Operation::Initialize, &part, loc)?),
            }
        }
        Ok(())
    }
}

/// Whether an expression names an object, and makes none.
pub(super) fn is_name(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Object(_) => true,
        ExprKind::Field(inner, _)
        | ExprKind::Index(inner, _)
        | ExprKind::Slice(inner, ..)
        | ExprKind::Qualified(inner)
        | ExprKind::Convert(inner) => is_name(inner),
        ExprKind::Deref(_) => true,
        _ => false,
    }
}
