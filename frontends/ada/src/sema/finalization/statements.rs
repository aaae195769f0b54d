//! Bodies and statements with what controlled types ask for.

use super::initial::is_name;
use super::temporaries::{Becomes, Held};
use super::{Operation, Refusal, finalized, only_if};
use crate::place::Loc;
use crate::sema::Sema;
use crate::sema::tree::{
    AssertKind, BinaryOp, Body, DefaultCheck, Expr, ExprKind, Handler, Loop, ObjId, Scheme, Stmt, StmtKind, SubpId,
    UnaryOp,
};
use crate::sema::types::TypeId;
use crate::sema::walk::{each_part, walk_body, without_conversions};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

impl Sema<'_> {
    /// A body: what stands behind the declaration of an object with finalization becomes a body of its own.
    pub(super) fn finalized_body(&mut self, body: Body) -> Result<Body, Refusal> {
        let Body { declarations, statements, handlers, end } = body;
        let mut rest = declarations.into_iter();
        let mut done = Vec::new();
        let mut called: BTreeMap<SubpId, BTreeSet<SubpId>> = BTreeMap::new();
        while let Some(stmt) = rest.next() {
            let loc = stmt.loc;
            let end_of_object = self.finalized_stmt(stmt, &mut done)?;
            let Some(finalization) = end_of_object else { continue };
            let rest: Vec<Stmt> = rest.collect();
            let tasks = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Activate(..));
            if rest.iter().chain(&done).any(tasks) {
                return Err((loc, "object with finalization beside tasks (RM 7.6.1 (9))".into()));
            }
            // What is elaborated behind it is not called in front of that.
            let later = rest.iter().filter_map(|stmt| match &stmt.kind {
                StmtKind::Elaborated(subp) => Some(*subp),
                _ => None,
            });
            let later: BTreeSet<SubpId> = later.collect();
            if done.iter().any(|stmt| !self.reached_by(stmt, &mut called).is_disjoint(&later)) {
                let what = "object with finalization in front of the body of a subprogram that is called (RM 3.11)";
                return Err((loc, what.into()));
            }
            let inner = self.finalized_body(Body { declarations: rest, statements, handlers, end })?;
            let inner = Stmt { kind: StmtKind::Block(Box::new(inner)), loc };
            let statements = vec![finalized(vec![inner], finalization, false, loc)];
            return Ok(Body { declarations: done, statements, handlers: Vec::new(), end });
        }
        let statements = self.finalized_list(statements)?;
        let mut found = Vec::new();
        for handler in handlers {
            let Handler { exceptions, statements } = handler;
            found.push(Handler { exceptions, statements: self.finalized_list(statements)? });
        }
        Ok(Body { declarations: done, statements, handlers: found, end })
    }

    fn finalized_list(&mut self, stmts: Vec<Stmt>) -> Result<Vec<Stmt>, Refusal> {
        let mut rest = stmts.into_iter();
        let mut done = Vec::new();
        while let Some(stmt) = rest.next() {
            let loc = stmt.loc;
            if let Some(finalization) = self.finalized_stmt(stmt, &mut done)? {
                let behind = self.finalized_list(rest.collect())?;
                done.push(finalized(behind, finalization, false, loc));
                return Ok(done);
            }
        }
        Ok(done)
    }

    /// A statement of the environment. Its declarations stay where they are, and nobody handles exceptions there.
    pub(super) fn finalized_in_library(&mut self, stmt: Stmt, done: &mut Vec<Stmt>) -> Result<(), Refusal> {
        let loc = stmt.loc;
        let StmtKind::Declare(object, value) = stmt.kind else {
            let mut own = Vec::new();
            self.finalized_stmt(stmt, &mut own)?;
            done.extend(own);
            return Ok(());
        };
        let mut held = Held::default();
        let mut value = value;
        let own = self.has_finalization(self.tree.object(object).ty);
        if let Some(value) = &mut value {
            self.hold(value, of_object(own), &mut held)?;
        }
        if !held.is_empty() {
            return Err((loc, "object with finalization inside of an expression of a library unit (RM 7.6.1)".into()));
        }
        let (declare, behind) = self.declared_object(object, value, loc)?;
        done.push(declare);
        done.extend(behind);
        Ok(())
    }

    /// A declaration, and the statements behind it.
    fn declared_object(
        &mut self,
        object: ObjId,
        mut value: Option<Expr>,
        loc: Loc,
    ) -> Result<(Stmt, Vec<Stmt>), Refusal> {
        let entry = self.tree.object(object);
        let (ty, hidden, place_loc) = (entry.ty, entry.hidden, entry.loc);
        let mut behind = Vec::new();
        if self.has_finalization(ty) && self.tree.object(object).unsupported.is_none() {
            let place = self.object_expr(object);
            behind = match &mut value {
                // What is read once, or a view.
                Some(_) if hidden => Vec::new(),
                Some(value) => self.initialized(&place, value, place_loc)?,
                None => {
                    let mut behind = self.operate(Operation::Initialize, &place, place_loc)?;
                    let checks = self.checks_of_default(&place, place_loc)?;
                    if !checks.is_empty() {
                        let undo = self.operate(Operation::Finalize, &place, place_loc)?;
                        behind.push(finalized(checks, vec![self.perhaps(undo, loc)], true, loc));
                    }
                    behind
                }
            };
        }
        if value.is_none() {
            self.no_objects_by_default(ty, loc)?;
        }
        Ok((Stmt { kind: StmtKind::Declare(object, value), loc }, behind))
    }

    /// What is checked of an object whose parts have been initialised by default.
    pub(super) fn checks_of_default(&self, object: &Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        let types = &self.tree.types;
        let base = types.base(object.ty);
        if !self.tree.initialized.contains(&base) {
            return Ok(Vec::new());
        }
        let (predicates, invariants) = (&types[object.ty].predicates, &types[base].invariants);
        if self.controlled_root(base).is_some() && !types[base].predicates.is_empty() {
            return Err((loc, "predicate of a controlled type (RM 3.2.4, 7.6)".into()));
        }
        let predicates = predicates.iter().map(|one| (DefaultCheck::Predicate, one));
        let all = predicates.chain(invariants.iter().map(|one| (DefaultCheck::Invariant, one)));
        Ok(all.map(|(check, function)| self.checked_by_default(check, *function, object, loc)).collect())
    }

    /// The default values of the components of a type make no objects with finalization but their own.
    pub(super) fn no_objects_by_default(&mut self, ty: TypeId, loc: Loc) -> Result<(), Refusal> {
        if self.controlled.roots.is_empty() {
            return Ok(());
        }
        let parts: Vec<TypeId> = self.tree.types.parts(ty).collect();
        for part in parts {
            for component in self.tree.record(part).components {
                let Some(default) = component.default else { continue };
                let mut others = vec![&default];
                if self.has_finalization(component.ty) {
                    others.clear();
                    each_part(&default, &mut |inner| others.push(inner));
                }
                if others.into_iter().any(|other| self.creates(other)) {
                    return Err((loc, "default value with finalization (RM 7.6)".into()));
                }
            }
        }
        Ok(())
    }

    /// One statement. Gives what finalizes the object that it declares, if that is needed at the end of the region.
    fn finalized_stmt(&mut self, stmt: Stmt, done: &mut Vec<Stmt>) -> Result<Option<Vec<Stmt>>, Refusal> {
        if let StmtKind::Declare(object, value) = stmt.kind {
            return self.finalized_declare(object, value, stmt.loc, done);
        }
        let made = self.finalized_other(stmt, done)?;
        done.extend(made);
        Ok(None)
    }

    /// A statement that declares nothing, behind what must be evaluated in front of it.
    fn finalized_other(&mut self, stmt: Stmt, done: &mut Vec<Stmt>) -> Result<Vec<Stmt>, Refusal> {
        let loc = stmt.loc;
        let kind = match stmt.kind {
            StmtKind::Assign(target, value) => return self.finalized_assign(target, value, loc),
            StmtKind::Return(value) => {
                let value = match (value, self.controlled.returned.last().copied().flatten()) {
                    (None, Some(object)) => Some(self.object_expr(object)),
                    (value, _) => value,
                };
                return self.finalized_return(value, loc);
            }
            StmtKind::ExtendedReturn(object, body) => {
                return Ok(vec![self.finalized_extended_return(object, *body, loc)?]);
            }
            StmtKind::If(branches, otherwise) => return self.finalized_if(branches, otherwise, loc),
            StmtKind::Free(variable) => return self.finalized_free(variable, loc),
            StmtKind::Call(callee, args) if self.controlled.idle.contains(&callee) => {
                return self.named_arguments(args, loc);
            }
            StmtKind::Call(callee, mut args) if args.len() == 1 && self.controlled.deallocations.contains(&callee) => {
                let variable = self.fixed_name(args.remove(0), done)?;
                return self.finalized_free(variable, loc);
            }
            StmtKind::Call(callee, args) => {
                return self.with_operands(args, loc, |args| StmtKind::Call(callee, args));
            }
            StmtKind::Evaluate(values) => return self.with_operands(values, loc, StmtKind::Evaluate),
            StmtKind::Name(name) => return self.with_operands([name], loc, |[name]| StmtKind::Name(name)),
            StmtKind::Assert(kind, condition) => {
                if matches!(kind, AssertKind::LoopInvariant(_)) && self.creates(&condition) {
                    return Err((loc, "loop invariant with finalization (RM 7.6.1)".into()));
                }
                return self.with_operands([condition], loc, |[condition]| StmtKind::Assert(kind, condition));
            }
            StmtKind::Block(body) => StmtKind::Block(Box::new(self.finalized_body(*body)?)),
            StmtKind::Case(selector, alternatives) => {
                let selector = self.decided(selector, done)?;
                let mut found = Vec::new();
                for (choices, statements) in alternatives {
                    found.push((choices, self.finalized_list(statements)?));
                }
                StmtKind::Case(selector, found)
            }
            StmtKind::Loop(inner) => StmtKind::Loop(Box::new(self.finalized_loop(*inner)?)),
            StmtKind::Exit(id, condition) => {
                let condition = condition.map(|condition| self.decided(condition, done)).transpose()?;
                StmtKind::Exit(id, condition)
            }
            other => {
                self.makes_none(operands(&other), loc)?;
                other
            }
        };
        Ok(vec![Stmt { kind, loc }])
    }

    /// A statement about operands, inside of what makes and finalizes the objects that these make.
    fn with_operands<T: AsRef<[Expr]> + AsMut<[Expr]>>(
        &mut self,
        mut operands: T,
        loc: Loc,
        make: impl FnOnce(T) -> StmtKind,
    ) -> Result<Vec<Stmt>, Refusal> {
        let mut held = Held::default();
        for operand in operands.as_mut() {
            self.hold(operand, Becomes::Operand, &mut held)?;
        }
        let rest = if held.is_empty() { Vec::new() } else { operands.as_ref().to_vec() };
        let inside = vec![Stmt { kind: make(operands), loc }];
        Ok(self.held_around(held, rest, inside, loc))
    }

    /// What is left of the call of an operation that does nothing: its arguments are names.
    fn named_arguments(&mut self, args: Vec<Expr>, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        let mut held = Held::default();
        let mut found = Vec::new();
        for arg in args {
            let mut name = without_conversions(&arg).clone();
            self.hold(&mut name, Becomes::Operand, &mut held)?;
            found.push(Stmt { kind: StmtKind::Name(name), loc });
        }
        match held.is_empty() {
            true => Ok(found),
            false => Err((loc, "new object for an operation of Controlled (RM 7.6)".into())),
        }
    }

    fn makes_none<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>, loc: Loc) -> Result<(), Refusal> {
        match exprs.into_iter().any(|expr| self.creates(expr)) {
            true => Err((loc, "object with finalization in this place (RM 7.6.1)".into())),
            false => Ok(()),
        }
    }

    fn finalized_declare(
        &mut self,
        object: ObjId,
        mut value: Option<Expr>,
        loc: Loc,
        done: &mut Vec<Stmt>,
    ) -> Result<Option<Vec<Stmt>>, Refusal> {
        let mut held = Held::default();
        let entry = self.tree.object(object);
        let (ty, hidden) = (entry.ty, entry.hidden);
        let own = self.has_finalization(ty) && self.tree.object(object).unsupported.is_none();
        let mut name = false;
        if let Some(value) = &mut value {
            self.hold(value, of_object(own), &mut held)?;
            name = is_name(value);
        }
        let rest: Vec<Expr> = value.iter().cloned().collect();
        let (declare, behind) = self.declared_object(object, value, loc)?;
        let inside = std::iter::once(declare).chain(behind).collect();
        done.extend(self.held_around(held, rest, inside, loc));
        if !own || hidden && name {
            return Ok(None);
        }
        let place = self.object_expr(object);
        let end = self.operate(Operation::Finalize, &place, place.loc)?;
        Ok((!end.is_empty()).then_some(end))
    }

    /// A condition or selector is evaluated, with what it makes, in front of a statement (RM 7.6.1 (3)).
    fn decided(&mut self, mut value: Expr, done: &mut Vec<Stmt>) -> Result<Expr, Refusal> {
        let mut held = Held::default();
        self.hold(&mut value, Becomes::Operand, &mut held)?;
        if held.is_empty() {
            return Ok(value);
        }
        let (ty, loc) = (value.ty, value.loc);
        let object = self.held_object("condition", ty, loc);
        let name = Expr { loc, ..self.object_expr(object) };
        let rest = vec![value.clone()];
        let inside = vec![Stmt { kind: StmtKind::Declare(object, Some(value)), loc }];
        done.extend(self.held_around(held, rest, inside, loc));
        Ok(name)
    }

    fn finalized_if(
        &mut self,
        branches: Vec<(Expr, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
        loc: Loc,
    ) -> Result<Vec<Stmt>, Refusal> {
        let mut own = Vec::new();
        let mut rest = branches.into_iter();
        let mut done = Vec::new();
        while let Some((condition, statements)) = rest.next() {
            if self.creates(&condition) && !own.is_empty() {
                let rest = std::iter::once((condition, statements)).chain(rest).collect();
                let inner = self.finalized_if(rest, otherwise, loc)?;
                done.push(Stmt { kind: StmtKind::If(own, inner), loc });
                return Ok(done);
            }
            let condition = self.decided(condition, &mut done)?;
            own.push((condition, self.finalized_list(statements)?));
        }
        let otherwise = self.finalized_list(otherwise)?;
        done.push(Stmt { kind: StmtKind::If(own, otherwise), loc });
        Ok(done)
    }

    fn finalized_loop(&mut self, inner: Loop) -> Result<Loop, Refusal> {
        let Loop { id, mut scheme, body, entry_values } = inner;
        let loc = body.first().map_or(Loc::NONE, |stmt| stmt.loc);
        self.makes_none(entry_values.iter().map(|(_, value)| value), loc)?;
        if entry_values.iter().any(|(object, _)| self.has_finalization(self.tree.object(*object).ty)) {
            return Err((loc, "copy with finalization by 'Loop_Entry (RM 7.6)".into()));
        }
        let mut first = Vec::new();
        match &mut scheme {
            Scheme::Forever => {}
            Scheme::While(condition) => {
                if self.creates(condition) {
                    let (condition, at) = (condition.clone(), condition.loc);
                    let value = self.decided(condition, &mut first)?;
                    let ty = value.ty;
                    let left = Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)), ty, loc: at };
                    first.push(Stmt { kind: StmtKind::Exit(id, Some(left)), loc: at });
                    scheme = Scheme::Forever;
                }
            }
            Scheme::For { range, .. } => self.makes_none([&range.low, &range.high], range.low.loc)?,
            Scheme::Of { array, .. } => {
                let at = array.loc;
                self.makes_none([&*array], at)?;
            }
        }
        let body = self.finalized_list(body)?;
        first.extend(body);
        Ok(Loop { id, scheme, body: first, entry_values })
    }

    /// Deallocation finalizes the object first (RM 13.11.2 (9)).
    fn finalized_free(&mut self, variable: Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        let free = Stmt { kind: StmtKind::Free(variable.clone()), loc };
        let Some(access) = self.tree.types.access(variable.ty).copied() else { return Ok(vec![free]) };
        let object = Expr { kind: ExprKind::Deref(Box::new(variable.clone())), ty: access.designated, loc };
        let end = self.operate(Operation::Finalize, &object, loc)?;
        if end.is_empty() {
            return Ok(vec![free]);
        }
        if !is_name(&variable) {
            return Err((loc, "deallocation of an object with finalization by this name (RM 13.11.2)".into()));
        }
        let null = Expr::int(0.into(), variable.ty, loc);
        let some = self.compared(BinaryOp::Ne, variable, null, loc);
        // The object is gone also where its finalization fails.
        Ok(vec![finalized(vec![only_if(some, end, loc)], vec![free], false, loc)])
    }

    /// Whether a subprogram is an instance of `Ada.Unchecked_Deallocation` for objects with finalization. Its calls are
    /// deallocations, which set their variable even if they fail.
    pub(super) fn deallocates(&mut self, callee: SubpId) -> bool {
        let subp = self.tree.subprogram(callee);
        let body = subp.body.as_ref().filter(|body| subp.hidden && body.declarations.is_empty());
        let Some(StmtKind::Free(variable)) = body.and_then(|body| body.statements.first()).map(|stmt| &stmt.kind)
        else {
            return false;
        };
        let designated = self.tree.types.access(variable.ty).map(|access| access.designated);
        designated.is_some_and(|designated| self.acts(Operation::Finalize, designated))
    }

    // Results

    fn finalized_return(&mut self, value: Option<Expr>, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        let Some(mut value) = value else { return Ok(vec![Stmt { kind: StmtKind::Return(None), loc }]) };
        let mut held = Held::default();
        let result = self.tree.subprogram(self.owner).result.unwrap_or(value.ty);
        let own = self.has_finalization(result);
        self.without_predicates(result, loc)?;
        let limited = own && self.is_limited_inside(result);
        let whole = without_conversions(&value);
        let call = matches!(whole.kind, ExprKind::Call(..));
        let raises = matches!(whole.kind, ExprKind::Raise(_));
        let aggregate = matches!(whole.kind, ExprKind::Record(_) | ExprKind::DeltaRecord(..) | ExprKind::Array(_));
        self.hold(&mut value, of_object(own && (call || limited)), &mut held)?;
        let rest = vec![value.clone()];
        let inside = if !own || call || raises {
            // What a function gives is passed on.
            vec![Stmt { kind: StmtKind::Return(Some(value)), loc }]
        } else {
            let object = self.held_object("result", result, loc);
            let place = self.object_expr(object);
            let behind = match limited && aggregate {
                true => self.initialized(&place, &mut value, loc)?,
                false if is_name(&value) || matches!(value.kind, ExprKind::If(..) | ExprKind::Case(..)) => {
                    self.initialized(&place, &mut value, loc)?
                }
                false => return Err((loc, "result of this kind with finalization (RM 6.5)".into())),
            };
            let declare = Stmt { kind: StmtKind::Declare(object, Some(value)), loc };
            let give = Stmt { kind: StmtKind::Return(Some(place)), loc };
            std::iter::once(declare).chain(behind).chain([give]).collect()
        };
        Ok(self.held_around(held, rest, inside, loc))
    }

    /// The object of an extended return statement is copied like any other, unless it is limited: then it is the
    /// result.
    fn finalized_extended_return(&mut self, object: ObjId, body: Body, loc: Loc) -> Result<Stmt, Refusal> {
        let ty = self.tree.object(object).ty;
        if !self.has_finalization(ty) {
            self.controlled.returned.push(None);
            let body = self.finalized_body(body);
            self.controlled.returned.pop();
            return Ok(Stmt { kind: StmtKind::ExtendedReturn(object, Box::new(body?)), loc });
        }
        if self.is_limited_inside(ty) && self.acts(Operation::Finalize, ty) && returns(&body) {
            // GNAT 12 finalizes the result there.
            return Err((loc, "\"return\" inside of the return of a limited object with finalization (RM 6.5)".into()));
        }
        let Body { declarations, statements, handlers, end } = body;
        let give = Stmt { kind: StmtKind::Return(None), loc: end };
        let inner = Body { statements, handlers, end, ..Body::default() };
        let statements = vec![Stmt { kind: StmtKind::Block(Box::new(inner)), loc: end }, give];
        let body = Body { declarations, statements, handlers: Vec::new(), end };
        if self.is_limited_inside(ty) {
            return self.limited_extended_return(object, body, loc);
        }
        self.controlled.returned.push(Some(object));
        let body = self.finalized_body(body);
        self.controlled.returned.pop();
        Ok(Stmt { kind: StmtKind::Block(Box::new(body?)), loc })
    }

    fn limited_extended_return(&mut self, object: ObjId, body: Body, loc: Loc) -> Result<Stmt, Refusal> {
        let Body { declarations, statements, end, .. } = body;
        let mut rest = declarations.into_iter();
        let mut done = Vec::new();
        for stmt in rest.by_ref() {
            match stmt.kind {
                StmtKind::Declare(declared, mut value) if declared == object => {
                    let mut held = Held::default();
                    if let Some(value) = &mut value {
                        self.hold(value, Becomes::Initial, &mut held)?;
                    }
                    if !held.is_empty() {
                        return Err((loc, "object with finalization inside of this return statement (RM 6.5)".into()));
                    }
                    let (declare, behind) = self.declared_object(object, value, stmt.loc)?;
                    done.push(declare);
                    if !behind.is_empty() {
                        // Where that fails GNAT 12 finalizes the object all the same.
                        let place = self.object_expr(object);
                        let undo = self.finalized_unfinished(&place, loc)?;
                        done.push(finalized(behind, undo, true, loc));
                    }
                    break;
                }
                _ => {
                    if self.finalized_stmt(stmt, &mut done)?.is_some() {
                        return Err((loc, "object with finalization inside of this return statement (RM 6.5)".into()));
                    }
                }
            }
        }
        // Inside `return` gives the object as it is.
        self.controlled.returned.push(None);
        let inner =
            self.finalized_body(Body { declarations: rest.collect(), statements: Vec::new(), ..Body::default() });
        let statements = self.finalized_list(statements);
        self.controlled.returned.pop();
        let Body { declarations: mut inside, statements: others, .. } = inner?;
        if !others.is_empty() {
            return Err((loc, "object with finalization inside of this return statement (RM 6.5)".into()));
        }
        inside.extend(statements?);
        let place = self.object_expr(object);
        let undo = self.operate(Operation::Finalize, &place, loc)?;
        let statements = vec![finalized(inside, undo, true, loc)];
        let body = Body { declarations: done, statements, handlers: Vec::new(), end };
        Ok(Stmt { kind: StmtKind::ExtendedReturn(object, Box::new(body)), loc })
    }
}

/// The expressions of a statement whose evaluation makes no objects with finalization.
fn operands(kind: &StmtKind) -> Vec<&Expr> {
    match kind {
        StmtKind::CheckRange { low, high, .. } => vec![low, high],
        StmtKind::LoopVariant(_, measures) => measures.iter().map(|(_, measure)| measure).collect(),
        StmtKind::RaiseOf(identity, _) => vec![identity],
        StmtKind::Await(condition) => vec![condition],
        StmtKind::Activate(_, args) => args.iter().collect(),
        _ => Vec::new(),
    }
}

/// What becomes of a value that may be the initial one of an object with finalization.
fn of_object(own: bool) -> Becomes {
    if own { Becomes::Initial } else { Becomes::Operand }
}

/// Whether a return statement stands among the statements of a body.
fn returns(body: &Body) -> bool {
    let found = Cell::new(false);
    walk_body(body, &mut |stmt| found.set(found.get() || matches!(stmt.kind, StmtKind::Return(_))), &mut |_| {});
    found.get()
}
