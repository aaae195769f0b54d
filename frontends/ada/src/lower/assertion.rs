//! Conditions of assertions: what cannot be lowered in one concerns it alone.

use super::Refusal;
use super::expr::UNKNOWN_VALUE;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::Expr;
use horn_frontend::ir::{self, CheckKind, ExprId};

impl<'t> Proc<'_, 't> {
    /// A condition of which nothing is known. It must be a matter of this assertion alone: where a function changes
    /// something, or somebody waits for an exception, what is left out may be missed elsewhere.
    pub(super) fn not_analysed(&mut self, what: &str, loc: Loc) -> Result<ExprId, Refusal> {
        let functions = self.l.effects.changing.iter().any(|subp| self.tree().subprogram(*subp).result.is_some());
        if functions || self.propagates || !self.regions.is_empty() {
            return Err((loc, what.to_string()));
        }
        let value = self.arbitrary(self.tree().types.std.boolean, loc)?;
        self.unknown_value(value);
        // Nobody knows whether a run gets past it: what fails behind is no failure for sure.
        self.b.begin_if(value, loc);
        self.b.end_if();
        Ok(value)
    }

    /// An assertion that is made here, although a policy may switch it off (RM 11.4.2). Whether it is made must be a
    /// matter of this assertion alone: its evaluation changes nothing, and nobody waits for what it raises.
    pub fn counts_if_off(&self, changes: bool, loc: Loc) -> Result<(), Refusal> {
        let may_be_off = self.l.left_out || self.tree().assertions_off.anywhere();
        if !may_be_off || !(changes || self.propagates || !self.regions.is_empty()) {
            return Ok(());
        }
        Err((loc, "assertion with effects or handlers where a policy switches assertions off (RM 11.4.2)".into()))
    }

    /// Does something for an assertion about this condition. What cannot be lowered in it concerns it alone: the check
    /// stays open.
    pub fn alone(
        &mut self,
        condition: &Expr,
        kind: Option<CheckKind>,
        f: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.counts_if_off(self.changes_something(condition), condition.loc)?;
        let mark = self.b.mark();
        let behind = self.behind.len();
        let state = |p: &Self| [p.context.len(), p.inlining.len(), p.discriminants.len(), p.regions.len()];
        let before = state(self);
        let refusal = match f(self) {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        // What was begun in it must have been ended.
        if self.changes_something(condition) || before[0] > 0 || state(self) != before {
            return Err(refusal);
        }
        self.b.back_to(mark);
        self.behind.truncate(behind);
        let value = self.not_analysed(&refusal.1, condition.loc).map_err(|_| refusal.clone())?;
        let (loc, construct) = refusal;
        self.l.apart.insert((loc, construct));
        match kind {
            Some(kind) => {
                let text = self.source_of(condition);
                self.check_of(kind, self.l.beginning(condition.loc), value, "", &text)
            }
            None => Ok(()),
        }
    }

    /// The value of this variable is not the program's.
    pub fn unknown_value(&mut self, value: ExprId) {
        self.set_origin_of_value(value, UNKNOWN_VALUE);
    }

    /// The same, with what the value depends on.
    pub fn set_origin_of_value(&mut self, value: ExprId, origin: &str) {
        if let ir::ExprKind::Var(var) = self.b.node(value).kind {
            self.b.set_origin_of(var, origin);
        }
    }
}
