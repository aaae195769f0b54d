//! Exceptions: raising, propagation, handlers.

use super::Refusal;
use super::procedure::{Proc, Region};
use crate::place::Loc;
use crate::sema::tree::{ExnId, Handler, Stmt};
use horn_frontend::ir::{BinaryOp as Ir, CheckKind, TypeId, VarId};

impl Proc<'_, '_> {
    /// Whether a handler of this procedure takes the exception.
    pub fn handled_here(&self, exception: ExnId) -> bool {
        self.regions.iter().any(|region| region.others || region.handled.contains(&exception))
    }

    /// Raises an exception here.
    pub fn raise(&mut self, exception: ExnId, loc: Loc) -> Result<(), Refusal> {
        let number = self.l.exceptions[exception.0 as usize];
        if let Some(region) =
            self.regions.iter().rev().find(|region| region.others || region.handled.contains(&exception))
        {
            let (var, dispatch) = (region.exception, region.dispatch);
            let number = self.b.int(number, TypeId::INT, loc);
            self.b.assign(var, number, loc);
            let next = self.b.new_block(loc);
            self.b.jump(dispatch, next);
            return Ok(());
        }
        if self.propagates {
            let number = self.b.int(number, TypeId::INT, loc);
            self.b.raise(number, loc);
            return Ok(());
        }
        let no = self.b.bool(false, loc);
        let id = self.l.check_id(CheckKind::Raise, loc, "", "");
        self.b.check(id, no, loc);
        self.b.stop(loc);
        Ok(())
    }

    /// Passes on an exception whose number is in a variable.
    pub fn raise_number(&mut self, exception: VarId, loc: Loc) -> Result<(), Refusal> {
        let number = self.b.var(exception, loc);
        match self.regions.last() {
            Some(region) => {
                let (var, dispatch) = (region.exception, region.dispatch);
                self.b.assign(var, number, loc);
                let next = self.b.new_block(loc);
                self.b.jump(dispatch, next);
            }
            None => self.b.raise(number, loc),
        }
        Ok(())
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
        let others = handlers.iter().any(|handler| handler.exceptions.is_empty());
        self.regions.push(Region { exception, dispatch, handled, others });
        let inside = self.stmts(statements);
        self.regions.pop();
        inside?;
        self.b.jump(behind, dispatch);
        // The dispatcher: one test after the other.
        self.handling.push(exception);
        for handler in handlers {
            let number = self.b.var(exception, loc);
            let mut mine = self.b.bool(handler.exceptions.is_empty(), loc);
            for one in &handler.exceptions {
                let wanted = self.l.exceptions[one.0 as usize];
                let wanted = self.b.int(wanted, TypeId::INT, loc);
                let same = self.b.compare(Ir::Eq, number, wanted, loc);
                mine = self.b.or(mine, same, loc);
            }
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
