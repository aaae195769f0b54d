//! Checks: what guards them, what a run raises where they fail, and how a run goes on there.

use super::Refusal;
use super::procedure::{Context, Proc};
use crate::place::Loc;
use crate::sema::tree::{CONSTRAINT_ERROR, ExnId};
use horn_frontend::ir::{self, CheckKind, ExprId, TypeId, VarId};

/// Why arithmetic of a modular type is checked.
pub(crate) const NO_WRAP: &str = "values of the type must not wrap around (annotation No_Wrap_Around)";

/// Why a predicate is checked where a part of an object is assigned.
pub(crate) const OF_PART: &str = "the predicate of an object holds behind every assignment to a part (SPARK RM 3.2.4)";

impl<'t> Proc<'_, 't> {
    /// Evaluates without stating the checks: where they hold already, because somebody else stated them.
    pub fn silently<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let loc = self.tree().subprogram(self.id).loc;
        let no = self.b.bool(false, loc);
        self.context.push(Context::Guard(no));
        let result = f(self);
        self.context.pop();
        result
    }

    /// Whether checks are switched off.
    pub fn silent(&self) -> bool {
        self.context.iter().filter_map(|context| context.guard()).any(|guard| self.is_switch(guard))
    }

    /// Whether a guard says that checks are switched off.
    pub fn is_switch(&self, guard: ExprId) -> bool {
        matches!(self.b.node(guard).kind, ir::ExprKind::Bool(false))
    }

    /// Runs that come here go on as they do for a reason that the program does not compute: no failure behind is one of
    /// the program for sure.
    pub fn rests_on(&mut self, origin: &str, loc: Loc) {
        let unknown = self.begin_if_chosen("unknown", loc);
        self.b.set_origin_of(unknown, origin);
        self.b.end_if();
    }

    /// Where something calls this entry that is not analysed, what it passes is not known.
    pub fn note_unknown_callers(&mut self) {
        if self.l.unknown_callers.contains(&self.id) {
            let loc = self.tree().subprogram(self.id).loc;
            self.rests_on("what a caller that is not analysed passes", loc);
        }
    }

    /// A truth value that is not followed, for this reason.
    pub fn unfollowed(&mut self, name: &str, origin: impl Into<String>, loc: Loc) -> ExprId {
        let unknown = self.b.temporary(name, TypeId::BOOL, loc);
        self.b.set_origin_of(unknown, origin);
        self.b.havoc(unknown, loc);
        self.b.var(unknown, loc)
    }

    /// Raises an exception or goes on, for a reason that the program does not compute.
    pub fn perhaps_raise(&mut self, exception: ExnId, name: &str, origin: &str, loc: Loc) -> Result<(), Refusal> {
        let raises = self.begin_if_chosen(name, loc);
        self.b.set_origin_of(raises, origin);
        self.raise(exception, loc)?;
        self.b.end_if();
        Ok(())
    }

    /// Closes a condition over everything that guards it. Where a quantified expression stops at the first value that
    /// decides it, the condition must hold for the values in front, as what is behind is not evaluated. The second
    /// result is then what follows: some value decides it, or the condition holds for all.
    pub(super) fn wrap(&mut self, condition: ExprId, loc: Loc) -> (ExprId, Option<ExprId>) {
        let all = self.wrapped(condition, false, loc);
        let whole = self.context.iter().find_map(|context| match context {
            Context::Bound { undecided: Some((_, whole)), .. } => Some(*whole),
            _ => None,
        });
        match whole {
            Some(whole) if !matches!(self.b.node(all).kind, ir::ExprKind::Bool(_)) => {
                let needed = self.wrapped(condition, true, loc);
                let decided = self.b.not(whole, loc);
                (self.b.or(all, needed, loc), Some(self.b.or(all, decided, loc)))
            }
            _ => (all, None),
        }
    }

    pub(super) fn wrapped(&mut self, mut condition: ExprId, needed: bool, loc: Loc) -> ExprId {
        for context in self.context.clone().into_iter().rev() {
            condition = match context {
                Context::Guard(guard) => self.b.implies(guard, condition, loc),
                Context::Bound { var, low, high, undecided } => {
                    let condition = match undecided.filter(|_| needed) {
                        Some((undecided, _)) => self.b.implies(undecided, condition, loc),
                        None => condition,
                    };
                    let kind = ir::ExprKind::Quantified { forall: true, var, first: low, last: high, body: condition };
                    self.b.expr(kind, TypeId::BOOL, loc)
                }
            };
        }
        condition
    }

    /// States a check whose kind says what it is about.
    pub fn check(&mut self, kind: CheckKind, loc: Loc, condition: ExprId, reason: &str) -> Result<(), Refusal> {
        self.check_of(kind, loc, condition, reason, "")
    }

    /// States a check; `stated` is the condition as people read it.
    pub fn check_of(
        &mut self,
        kind: CheckKind,
        loc: Loc,
        condition: ExprId,
        reason: &str,
        stated: &str,
    ) -> Result<(), Refusal> {
        let exception = raised_by(kind);
        if self.silent() {
            return Ok(());
        }
        if exception == crate::sema::tree::ASSERTION_ERROR {
            self.counts_if_off(false, loc)?;
        }
        let (condition, behind) = self.wrap(condition, loc);
        self.state_check(kind, exception, loc, condition, (reason, stated, behind.is_none()))?;
        self.behind.extend(behind);
        Ok(())
    }

    /// The condition of a check that GNAT leaves out in this form, against the manual: where it does not hold, the
    /// exception may be raised or not, which nobody is told for sure. Whether it may not hold is the second result.
    pub fn perhaps_left_out(&mut self, condition: ExprId, origin: &str, loc: Loc) -> Result<(ExprId, bool), Refusal> {
        if matches!(self.b.node(condition).kind, ir::ExprKind::Bool(true)) {
            return Ok((condition, false));
        }
        if self.silent() {
            // What is asked of all values of a bound variable is evaluated for those for which it does not hold, too.
            return Ok((condition, self.quantifying()));
        }
        if !self.context.is_empty() {
            let left_out = self.unknown_answer(loc)?;
            return Ok((self.b.or(condition, left_out, loc), true));
        }
        let left_out = self.b.temporary("left out", TypeId::BOOL, loc);
        self.b.set_origin_of(left_out, origin);
        let fails = self.b.not(condition, loc);
        self.b.begin_if(fails, loc);
        self.b.havoc(left_out, loc);
        self.b.end_if();
        let left_out = self.b.var(left_out, loc);
        Ok((self.b.or(condition, left_out, loc), true))
    }

    /// A check of the language that holds for all values of the types at hand; in texts of the library nobody asks.
    pub fn evident(&mut self, kind: CheckKind, loc: Loc) {
        if self.l.is_own_text(loc) || self.silent() {
            return;
        }
        let yes = self.b.bool(true, loc);
        let id = self.l.check_id(kind, loc, "", "");
        self.b.check(id, yes, loc);
    }

    /// A check behind whose failure execution is erroneous: no exception.
    pub fn check_erroneous(&mut self, loc: Loc, condition: ExprId, reason: &str) {
        self.check_without_exception(CheckKind::Dereference, loc, condition, (reason, ""));
    }

    /// A check where nothing is raised that anybody could handle, with its reason and what is stated: one behind which
    /// execution is erroneous, or one that SPARK asks for and no run makes.
    pub fn check_without_exception(
        &mut self,
        kind: CheckKind,
        loc: Loc,
        condition: ExprId,
        (reason, stated): (&str, &str),
    ) {
        if self.silent() {
            return;
        }
        let (condition, _) = self.wrap(condition, loc);
        let id = self.l.check_id(kind, loc, reason, stated);
        self.b.check(id, condition, loc);
    }

    /// A check for a condition that is closed already. `believed`: what is behind may be proved with it.
    fn state_check(
        &mut self,
        kind: CheckKind,
        exception: ExnId,
        loc: Loc,
        condition: ExprId,
        (reason, stated, believed): (&str, &str, bool),
    ) -> Result<(), Refusal> {
        let known = matches!(self.b.node(condition).kind, ir::ExprKind::Bool(true));
        // Without an exception for sure: behind aliasing is another program than the one described here, and a run that
        // reads what was not written may go on with any value, which somebody may count on (RM 13.9.1 (9)).
        if matches!(kind, CheckKind::Aliasing | CheckKind::Initialization) {
            let counted_on = kind == CheckKind::Initialization && !known;
            for bounded in [CONSTRAINT_ERROR, crate::sema::tree::PROGRAM_ERROR] {
                if counted_on && self.handled_here(bounded) && self.named_here(bounded) {
                    let wrong = self.b.not(condition, loc);
                    self.b.begin_if(wrong, loc);
                    let context = std::mem::take(&mut self.context);
                    let origin = "whether an exception is raised where something is read that was not written";
                    self.perhaps_raise(bounded, "raised", origin, loc)?;
                    self.context = context;
                    self.b.end_if();
                }
            }
            let id = self.l.check_id(kind, loc, reason, stated);
            self.make_check(id, condition, believed, loc);
            return Ok(());
        }
        if !known && self.handled_here(exception) {
            let wrong = self.b.not(condition, loc);
            self.b.begin_if(wrong, loc);
            let stated_by_user =
                matches!(kind, CheckKind::Assertion | CheckKind::LoopInvariantInit | CheckKind::LoopInvariantPreserved);
            if stated_by_user && !self.named_here(exception) {
                // What the user says must hold: a handler for `others` does not count on the failure.
                let id = self.l.check_id(kind, loc, reason, stated);
                self.report_and_go_on(id, condition, loc);
            }
            self.may_be_suppressed((kind, exception), condition, loc, (reason, stated));
            let context = std::mem::take(&mut self.context);
            self.raise(exception, loc)?;
            self.context = context;
            self.b.end_if();
            return Ok(());
        }
        let intended = self.l.intended.get(&exception).is_some_and(|under| under.contains(&self.id));
        if !known && self.propagates && intended {
            // Like a handler of its own: that the exception comes is what the callers expect.
            let wrong = self.b.not(condition, loc);
            self.b.begin_if(wrong, loc);
            self.may_be_suppressed((kind, exception), condition, loc, (reason, stated));
            self.leave_with(exception, loc);
            self.b.end_if();
            return Ok(());
        }
        let id = self.l.check_id(kind, loc, reason, stated);
        if !known && self.propagates {
            // A caller may handle the failure: it is reported, and the run goes on with the exception. Runs in which
            // nothing fails have no choice.
            let wrong = self.b.not(condition, loc);
            self.b.begin_if(wrong, loc);
            let unexpected = self.unexpected(exception, loc);
            if let Some(unexpected) = unexpected {
                self.b.begin_if(unexpected, loc);
            }
            self.report_and_go_on(id, condition, loc);
            if unexpected.is_some() {
                self.b.end_if();
            }
            self.leave_with(exception, loc);
            self.b.end_if();
            return Ok(());
        }
        self.make_check(id, condition, believed, loc);
        Ok(())
    }

    /// A check that is made; `believed`: what is behind may be proved with it.
    fn make_check(&mut self, id: ir::CheckId, condition: ExprId, believed: bool, loc: Loc) {
        if believed {
            self.b.check(id, condition, loc);
        } else {
            self.b.check_alone(id, condition, loc);
        }
    }

    /// States a check in some runs alone: in the others nothing of its failure is told.
    fn report_and_go_on(&mut self, id: ir::CheckId, condition: ExprId, loc: Loc) {
        self.begin_if_chosen("reported", loc);
        self.b.check(id, condition, loc);
        self.b.end_if();
    }

    /// Where a check fails whose exception somebody waits for: with a pragma Suppress somewhere it may not be made, and
    /// then nobody knows how the run goes on (RM 11.5 (26)). So it is stated, and left open.
    fn may_be_suppressed(
        &mut self,
        (kind, exception): (CheckKind, crate::sema::tree::ExnId),
        condition: ExprId,
        loc: Loc,
        (reason, stated): (&str, &str),
    ) {
        if !self.tree().checks_off.may_cover(loc.file) || exception == crate::sema::tree::ASSERTION_ERROR {
            return;
        }
        let id = self.l.check_id(kind, loc, reason, stated);
        let made = self.begin_if_chosen("suppressed", loc);
        self.b.set_origin_of(made, "whether a pragma Suppress holds here");
        self.b.check(id, condition, loc);
        self.b.end_if();
    }

    /// Begins what a run does or leaves out, as it likes; `name` is what the choice is called. Gives its variable.
    pub fn begin_if_chosen(&mut self, name: &str, loc: Loc) -> VarId {
        let choice = self.b.temporary(name, TypeId::BOOL, loc);
        self.b.havoc(choice, loc);
        let value = self.b.var(choice, loc);
        self.b.begin_if(value, loc);
        choice
    }

    /// The number of any exception, or of one that nothing here has a name for, which only `others` takes.
    pub fn any_exception(&mut self, loc: Loc) -> ExprId {
        let number = self.b.temporary("exception", TypeId::INT, loc);
        self.b.havoc(number, loc);
        let number = self.b.var(number, loc);
        let (first, last) = (self.b.int(1, TypeId::INT, loc), self.l.exceptions.len() + 1);
        let last = self.b.int(i64::try_from(last).unwrap_or(i64::MAX), TypeId::INT, loc);
        let some = self.b.between(number, first, last, loc);
        self.b.assume(some, loc);
        number
    }

    /// Whether an exception of that number is one of these; without any, as with `others`, it is.
    pub fn is_one_of(&mut self, exceptions: &[ExnId], number: ExprId, loc: Loc) -> ExprId {
        let mut found = self.b.bool(exceptions.is_empty(), loc);
        for one in exceptions {
            let wanted = self.l.exceptions[one.0 as usize];
            let wanted = self.b.int(wanted, TypeId::INT, loc);
            let same = self.b.compare(ir::BinaryOp::Eq, number, wanted, loc);
            found = self.b.or(found, same, loc);
        }
        found
    }
}

/// What a run raises where a check of this kind fails.
pub(super) fn raised_by(kind: CheckKind) -> ExnId {
    match kind {
        CheckKind::Assertion
        | CheckKind::Precondition
        | CheckKind::Postcondition
        | CheckKind::Predicate
        | CheckKind::TypeInvariant
        | CheckKind::LoopInvariantInit
        | CheckKind::LoopInvariantPreserved
        | CheckKind::LoopVariant
        | CheckKind::SubprogramVariant
        | CheckKind::ContractCase
        | CheckKind::ExceptionalCase
        | CheckKind::ExitCase
        | CheckKind::CompleteCases
        | CheckKind::DisjointCases
        | CheckKind::DefaultInitialCondition
        | CheckKind::InitialCondition => crate::sema::tree::ASSERTION_ERROR,
        _ => CONSTRAINT_ERROR,
    }
}
