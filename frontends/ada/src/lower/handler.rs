//! Exceptions: raising, propagation, handlers.

use super::procedure::{Proc, Region};
use super::{Refusal, effects};
use crate::place::Loc;
use crate::sema::tree::{
    CONSTRAINT_ERROR, ExnId, Expr, ExprKind, Handler, ObjId, STORAGE_ERROR, Stmt, StmtKind, SubpId,
};
use crate::sema::walk::walk_body;
use horn_frontend::ir::{BinaryOp, CheckKind, ExprId, TypeId, VarId};
use std::collections::BTreeSet;

/// Arrays of so many components find their place on every stack.
const SMALL_ARRAY: i64 = 100_000;

impl Proc<'_, '_> {
    /// Whether a handler of this procedure takes the exception.
    pub fn handled_here(&self, exception: ExnId) -> bool {
        let takes = |region: &Region| region.others || region.handled.contains(&exception);
        self.regions.iter().any(|region| !region.looks_on && takes(region))
    }

    /// Whether a handler of this procedure names the exception.
    pub fn named_here(&self, exception: ExnId) -> bool {
        self.regions.iter().any(|region| !region.looks_on && region.handled.contains(&exception))
    }

    /// Notes, in front of a call, for which exceptions that may come out of it a handler waits here. Gives the
    /// variables that say so, with what they said before.
    pub fn announce_handlers(&mut self, callee: SubpId, loc: Loc) -> Vec<(VarId, VarId)> {
        let mut noted = Vec::new();
        for (exception, (global, mixed)) in self.l.expected.clone() {
            if !self.named_here(exception) || self.l.effects.reachable(BTreeSet::from([callee])).is_disjoint(&mixed) {
                continue;
            }
            let flag = self.b.hidden_global(&self.l.program, global);
            let before = self.b.temporary("waited", TypeId::BOOL, loc);
            let value = self.b.var(flag, loc);
            self.b.assign(before, value, loc);
            let yes = self.b.bool(true, loc);
            self.b.assign(flag, yes, loc);
            noted.push((flag, before));
        }
        noted
    }

    /// Behind the call.
    pub fn forget_handlers(&mut self, noted: Vec<(VarId, VarId)>, loc: Loc) {
        for (flag, before) in noted {
            let value = self.b.var(before, loc);
            self.b.assign(flag, value, loc);
        }
    }

    /// At the start of an entry no handler waits.
    pub fn no_handlers(&mut self, loc: Loc) {
        for (global, _) in self.l.expected.clone().into_values() {
            let flag = self.b.hidden_global(&self.l.program, global);
            let no = self.b.bool(false, loc);
            self.b.assign(flag, no, loc);
        }
    }

    /// Whether the exception is none that a caller waits for, where that depends on the caller.
    pub fn unexpected(&mut self, exception: ExnId, loc: Loc) -> Option<ExprId> {
        let (global, mixed) = self.l.expected.get(&exception)?;
        if !mixed.contains(&self.id) {
            return None;
        }
        let global = *global;
        let flag = self.b.hidden_global(&self.l.program, global);
        let waits = self.b.var(flag, loc);
        Some(self.b.not(waits, loc))
    }

    /// Whether an object is an array whose length is not static or beyond what a stack holds for sure.
    fn is_large(&self, object: ObjId) -> bool {
        let types = &self.tree().types;
        let ty = self.tree().object(object).ty;
        if types.array(ty).is_none() {
            return false;
        }
        let count = self.l.static_bounds(ty).map(|bounds| {
            let lengths = bounds.iter().map(|range| range.len().to_i64().unwrap_or(i64::MAX));
            lengths.fold(1i64, |product, length| product.saturating_mul(length.max(0)))
        });
        count.is_none_or(|count| count > SMALL_ARRAY)
    }

    /// Whether an expression is how the tool's own library says that there is no storage for a larger container.
    pub fn lacks_storage(&self, expr: &Expr) -> bool {
        let own = self.l.is_own_text(expr.loc);
        own && expr.kind == ExprKind::Raise(STORAGE_ERROR)
    }

    /// What exhausts the storage is not known: no run goes on here. Nobody may wait for the exception.
    pub fn assume_storage(&mut self, loc: Loc) -> Result<(), Refusal> {
        if self.propagates || !self.regions.is_empty() {
            return Err((loc, "container of any length where a handler waits for exceptions (RM 11.1 (9))".into()));
        }
        let no = self.b.bool(false, loc);
        let never = self.wrapped(no, false, loc);
        self.b.assume(never, loc);
        Ok(())
    }

    /// The declaration of a large object: where a handler of this procedure waits for Storage_Error, it may come. The
    /// clauses know no storage.
    pub fn may_lack_storage(&mut self, object: ObjId, loc: Loc) -> Result<(), Refusal> {
        let waits = self.regions.iter().any(|region| !region.looks_on && region.handled.contains(&STORAGE_ERROR));
        if !waits || !self.is_large(object) {
            return Ok(());
        }
        self.perhaps_raise(STORAGE_ERROR, "storage is exhausted", "how much storage there is", loc)
    }

    /// A statement that may exhaust the storage somewhere else: it calls a subprogram that can call itself, or that
    /// declares a large object.
    fn may_exhaust_storage(&self, statements: &[Stmt]) -> Option<Loc> {
        let tree = self.tree();
        let declares = |stmt: &Stmt, found: &mut bool| {
            if let StmtKind::Declare(object, _) = &stmt.kind {
                *found |= self.is_large(*object);
            }
        };
        statements
            .iter()
            .find(|stmt| {
                let mut found = false;
                let calls = self.l.effects.reachable(effects::calls_of(tree, stmt));
                found |= calls.iter().any(|id| self.l.effects.recursive.contains(id));
                for id in &calls {
                    if let Some(body) = &tree.subprogram(*id).body {
                        walk_body(body, &mut |stmt| declares(stmt, &mut found), &mut |_| {});
                    }
                }
                found
            })
            .map(|stmt| stmt.loc)
    }

    /// Raises an exception here.
    pub fn raise(&mut self, exception: ExnId, loc: Loc) -> Result<(), Refusal> {
        let takes = |region: &Region| region.others || region.handled.contains(&exception);
        if self.regions.iter().any(|region| !region.finalizes && takes(region)) {
            let region = self.regions.iter().rposition(takes);
            let number = self.number_of(exception, loc);
            self.pass_to(region, number, loc);
            return Ok(());
        }
        if self.propagates {
            if self.l.copying.as_ref().is_some_and(|copying| !copying.handled.contains(&self.id)) {
                // It is reported where nobody in the program waits for it, and clients may go on.
                let report = self.b.temporary("reported", TypeId::BOOL, loc);
                self.b.havoc(report, loc);
                let report = self.b.var(report, loc);
                self.b.begin_if(report, loc);
                let no = self.b.bool(false, loc);
                let id = self.l.check_id(CheckKind::Raise, loc, "", "");
                self.b.check(id, no, loc);
                self.b.end_if();
            }
            self.leave_with(exception, loc);
            return Ok(());
        }
        self.fail_scopes()?;
        let no = self.b.bool(false, loc);
        let id = self.l.check_id(CheckKind::Raise, loc, "", "");
        self.b.check(id, no, loc);
        self.b.stop(loc);
        Ok(())
    }

    /// Raises the exception with an identity, or that of an occurrence: their values are the exceptions' numbers, and
    /// zero for the null ones.
    pub fn raise_of(&mut self, identity: &Expr, occurrence: bool, loc: Loc) -> Result<(), Refusal> {
        let value = self.value(identity)?;
        let number = self.b.temporary("exception", TypeId::INT, loc);
        let value = self.shape_to(value, TypeId::INT, loc);
        self.b.assign(number, value, loc);
        self.begin_if_raised(number, loc);
        if self.regions.is_empty() && !self.propagates {
            let no = self.b.bool(false, loc);
            let id = self.l.check_id(CheckKind::Raise, loc, "", "");
            self.b.check(id, no, loc);
            self.b.stop(loc);
        } else {
            self.raise_number(number, loc)?;
        }
        if !occurrence {
            self.b.begin_else();
            self.raise(CONSTRAINT_ERROR, loc)?;
        }
        self.b.end_if();
        Ok(())
    }

    /// The texts of the null identity and of the null occurrence are Constraint_Error.
    pub fn text_of_exception(&mut self, arg: &Expr, env: &[(ObjId, ExprId)], loc: Loc) -> Result<(), Refusal> {
        let chosen = matches!(&arg.kind, ExprKind::Object(object) if self.tree().choice_parameters.contains(object));
        let Some((_, value)) = env.first().filter(|_| !chosen) else { return Ok(()) };
        if !self.context.is_empty() {
            return Err((loc, "text of an exception in a condition that cannot contain a call (RM 11.4.1)".into()));
        }
        let zero = self.b.int(0, self.b.type_of(*value), loc);
        let null = self.b.compare(BinaryOp::Eq, *value, zero, loc);
        self.b.begin_if(null, loc);
        self.raise(CONSTRAINT_ERROR, loc)?;
        self.b.end_if();
        Ok(())
    }

    /// The procedure ends with an exception, once objects are finalized.
    pub fn leave_with(&mut self, exception: ExnId, loc: Loc) {
        let number = self.number_of(exception, loc);
        let region = self.regions.iter().rposition(|region| region.finalizes);
        self.pass_to(region, number, loc);
    }

    /// Passes on an exception whose number is in a variable.
    pub fn raise_number(&mut self, exception: VarId, loc: Loc) -> Result<(), Refusal> {
        let number = self.b.var(exception, loc);
        self.pass_to(self.regions.len().checked_sub(1), number, loc);
        Ok(())
    }

    fn number_of(&mut self, exception: ExnId, loc: Loc) -> ExprId {
        let number = self.l.exceptions[exception.0 as usize];
        self.b.int(number, TypeId::INT, loc)
    }

    /// An exception comes to one of the regions around, or leaves the procedure.
    fn pass_to(&mut self, region: Option<usize>, number: ExprId, loc: Loc) {
        match region.map(|at| &self.regions[at]) {
            Some(region) => {
                let (var, dispatch) = (region.exception, region.dispatch);
                self.b.assign(var, number, loc);
                let next = self.b.new_block(loc);
                self.b.jump(dispatch, next);
            }
            None => self.b.raise(number, loc),
        }
    }

    /// Statements with handlers.
    pub fn handled_statements(&mut self, statements: &[Stmt], handlers: &[Handler], loc: Loc) -> Result<(), Refusal> {
        if handlers.is_empty() {
            return self.stmts(statements);
        }
        let exception = self.b.temporary("exception", TypeId::INT, loc);
        let dispatch = self.b.new_block(loc);
        let behind = self.b.new_block(loc);
        let handled: Vec<ExnId> = handlers.iter().flat_map(|handler| handler.exceptions.iter().copied()).collect();
        if handled.contains(&STORAGE_ERROR)
            && let Some(place) = self.may_exhaust_storage(statements)
        {
            return Err((place, "statement whose Storage_Error a handler waits for (RM 11.1)".into()));
        }
        let others = handlers.iter().any(|handler| handler.exceptions.is_empty());
        self.regions.push(Region { exception, dispatch, handled, others, looks_on: false, finalizes: false });
        let inside = self.stmts(statements);
        self.regions.pop();
        inside?;
        self.b.jump(behind, dispatch);
        // The dispatcher: one test after the other.
        if self.starts_tasks(statements) {
            self.tasks_ended(loc);
        }
        self.handling.push(exception);
        for handler in handlers {
            let number = self.b.var(exception, loc);
            let mine = self.is_one_of(&handler.exceptions, number, loc);
            self.b.begin_if(mine, loc);
            self.stmts(&handler.statements)?;
            let next = self.b.new_block(loc);
            self.b.jump(behind, next);
            self.b.end_if();
        }
        self.handling.pop();
        if others {
            self.b.stop(loc);
        } else {
            self.raise_number(exception, loc)?;
        }
        let dead = self.b.current();
        let _ = dead;
        self.b.jump(behind, behind);
        Ok(())
    }
}
