//! The ends of statements that finalize objects (RM 7.6.1): the analysis says what runs there, and here it is put on
//! every way out: completion, `exit`, `goto` and `return`, and exceptions that somebody handles.

use super::Refusal;
use super::procedure::{OpenScope, Proc, Region};
use crate::place::Loc;
use crate::sema::tree::Finalized;
use horn_frontend::ir::TypeId;
use std::rc::Rc;

impl Proc<'_, '_> {
    /// Statements with what runs at their end.
    pub fn finalized(&mut self, scope: &Finalized, loc: Loc) -> Result<(), Refusal> {
        // Where nobody waits for exceptions the run ends with them.
        let handled = self.propagates || !self.regions.is_empty();
        let regions = self.regions.len();
        let paths = handled.then(|| {
            let exception = self.b.temporary("exception", TypeId::INT, loc);
            let (dispatch, behind) = (self.b.new_block(loc), self.b.new_block(loc));
            let handled = Vec::new();
            self.regions.push(Region { exception, dispatch, handled, others: true, looks_on: true, finalizes: true });
            (exception, dispatch, behind)
        });
        let (finalization, only_failing) = (Rc::new(scope.finalization.clone()), scope.only_failing);
        self.scopes.push(OpenScope { finalization, only_failing, regions });
        let inside = self.stmts(&scope.statements);
        self.scopes.pop();
        self.regions.truncate(regions);
        inside?;
        if !scope.only_failing {
            self.stmts(&scope.finalization)?;
        }
        if let Some((exception, dispatch, behind)) = paths {
            self.b.jump(behind, dispatch);
            self.stmts(&scope.finalization)?;
            self.raise_number(exception, loc)?;
            self.b.jump(behind, behind);
        }
        Ok(())
    }

    /// Control is transferred by `exit` or `goto` to where only this many scopes are open.
    pub fn leave_scopes(&mut self, open: usize) -> Result<(), Refusal> {
        self.leave_scopes_by(open, true)
    }

    /// The subprogram returns; what is kept unless something fails may be its result.
    pub fn leave_scopes_by_return(&mut self) -> Result<(), Refusal> {
        self.leave_scopes_by(0, false)
    }

    /// An exception leaves all scopes, and nobody handles it. Another one may take its place.
    pub fn fail_scopes(&mut self) -> Result<(), Refusal> {
        if self.regions.iter().any(|region| region.finalizes) { self.leave_scopes_by(0, true) } else { Ok(()) }
    }

    fn leave_scopes_by(&mut self, open: usize, all: bool) -> Result<(), Refusal> {
        if self.scopes.len() <= open {
            return Ok(());
        }
        let (scopes, regions) = (self.scopes.clone(), self.regions.clone());
        let mut done = Ok(());
        for at in (open..scopes.len()).rev() {
            self.scopes.truncate(at);
            self.regions.truncate(scopes[at].regions);
            if all || !scopes[at].only_failing {
                done = done.and_then(|()| self.stmts(&scopes[at].finalization));
            }
        }
        (self.scopes, self.regions) = (scopes, regions);
        done
    }
}
