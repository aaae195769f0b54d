//! `Exceptional_Cases` (SPARK RM 6.1.9): what must hold where a subprogram ends with one of these exceptions, and
//! `Exit_Cases` (SPARK RM 6.1.10): how it ends, by what holds when it begins. GNAT does not look at these aspects, so a
//! run goes on as if they were not there.
//!
//! An exception that is named here is expected: a subprogram that is analysed from outside may end with it. A check
//! that fails is a failure still, whatever is said of the exception that it would raise.

use super::Refusal;
use super::procedure::{Proc, Region};
use crate::place::Loc;
use crate::sema::tree::{Exit, ExitCase, ExnId, SubpId};
use horn_frontend::ir::{CheckKind, ExprId, TypeId, VarId};

impl<'t> Proc<'_, 't> {
    /// From here on exceptions that would leave the subprogram are looked at.
    pub fn watch_exits(&mut self, loc: Loc) {
        let subp = self.tree().subprogram(self.id);
        if !self.has_watched_exits() {
            return;
        }
        let exception = self.b.temporary("exception", TypeId::INT, loc);
        let dispatch = self.b.new_block(loc);
        let handled = subp.exits.iter().flat_map(|exit| exit.exceptions.iter().copied()).collect();
        let others = subp.exits.iter().any(|exit| exit.exceptions.is_empty());
        let others = others || self.propagates && !subp.exit_cases.is_empty();
        self.regions.push(Region { exception, dispatch, handled, others, looks_on: true, finalizes: false });
    }

    /// What holds when the subprogram ends with an exception is stated, and the exception goes on; not to the world
    /// around an entry, which expects it.
    pub fn check_exceptional_exits(&mut self, entry: bool) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        if !self.has_watched_exits() {
            return Ok(());
        }
        let Some(Region { exception, dispatch, .. }) = self.regions.pop() else { return Ok(()) };
        self.b.jump(dispatch, dispatch);
        for exit in &subp.exits {
            let loc = exit.condition.as_ref().map_or(subp.loc, |condition| condition.loc);
            let number = self.b.var(exception, loc);
            let mine = self.is_one_of(&exit.exceptions, number, loc);
            self.b.begin_if(mine, loc);
            let kind = CheckKind::ExceptionalCase;
            if let Some(condition) = &exit.condition {
                self.alone(condition, Some(kind), |p| p.split_condition(condition, kind))?;
            }
            self.check_exit_cases(Some(number))?;
            if entry {
                self.b.stop(loc);
            } else {
                self.raise_number(exception, loc)?;
            }
            self.b.end_if();
        }
        let number = self.b.var(exception, subp.loc);
        self.check_exit_cases(Some(number))?;
        self.raise_number(exception, subp.loc)
    }

    /// Whether anything is said of how the subprogram ends with exceptions.
    fn has_watched_exits(&self) -> bool {
        let subp = self.tree().subprogram(self.id);
        !subp.exits.is_empty() || self.propagates && !subp.exit_cases.is_empty()
    }

    /// The guards of exit cases, evaluated on entry. They must be disjoint, which is stated unless this procedure only
    /// stands for the body.
    pub fn exit_case_guards(&mut self, stated: bool) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        let loc = subp.exit_cases_loc.unwrap_or(subp.loc);
        let guards = subp.exit_cases.iter().map(|case| (case.guard.as_ref(), case.start));
        let (vars, disjoint, _) = self.guards("exit case", guards, loc)?;
        self.exit_guards = vars;
        if !stated {
            self.b.believe(disjoint, loc);
            return Ok(());
        }
        self.check(CheckKind::DisjointCases, loc, disjoint, "")
    }

    /// Each exit case with the condition under which the subprogram may end as it does: by a return, or with an
    /// exception of this number.
    fn exit_conditions(&mut self, raised: Option<ExprId>) -> Vec<(&'t ExitCase, ExprId)> {
        let subp = self.tree().subprogram(self.id);
        let loc = subp.exit_cases_loc.unwrap_or(subp.loc);
        let mut found = Vec::new();
        for (applies, case) in self.applying(&self.exit_guards.clone(), loc).into_iter().zip(&subp.exit_cases) {
            let allowed = match (case.ends, raised) {
                (Exit::Return, None) | (Exit::Raise(None), Some(_)) => self.b.bool(true, loc),
                (Exit::Raise(Some(exception)), Some(number)) => self.is_one_of(&[exception], number, loc),
                _ => self.b.bool(false, loc),
            };
            let holds = self.b.implies(applies, allowed, loc);
            found.push((case, holds));
        }
        found
    }

    /// States that the subprogram ends as its exit cases say: by a return, or with an exception of this number.
    pub fn check_exit_cases(&mut self, raised: Option<ExprId>) -> Result<(), Refusal> {
        for (case, holds) in self.exit_conditions(raised) {
            self.check(CheckKind::ExitCase, case.start, holds, "")?;
        }
        Ok(())
    }

    /// Believes the same.
    pub fn assume_exit_cases(&mut self, raised: Option<ExprId>, loc: Loc) {
        for (_, holds) in self.exit_conditions(raised) {
            self.b.believe(holds, loc);
        }
    }

    /// A variable for the exception that a call from outside may end with; none where none is expected.
    pub fn number_of_expected_exit(&mut self, callee: SubpId) -> Option<VarId> {
        let subp = self.tree().subprogram(callee);
        (!subp.exits.is_empty()).then(|| self.b.temporary("exception", TypeId::INT, subp.loc))
    }

    /// Behind such a call: what is expected ends here, what is not goes on.
    pub fn end_if_expected(&mut self, callee: SubpId, exception: Option<VarId>) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(callee);
        let Some(exception) = exception else { return Ok(()) };
        self.begin_if_raised(exception, subp.loc);
        for exit in &subp.exits {
            let number = self.b.var(exception, subp.loc);
            let mine = self.is_one_of(&exit.exceptions, number, subp.loc);
            self.b.begin_if(mine, subp.loc);
            self.b.stop(subp.loc);
            self.b.end_if();
        }
        self.raise_number(exception, subp.loc)?;
        self.b.end_if();
        Ok(())
    }

    /// What stands for a body that is not there may end with any exception that is expected of it, in a state where the
    /// condition for it holds.
    pub fn raise_expected(&mut self, loc: Loc) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        for exit in &subp.exits {
            self.begin_if_chosen("raises", loc);
            let value = self.any_exception(loc);
            let some = self.is_one_of(&exit.exceptions, value, loc);
            self.b.assume(some, loc);
            if let Some(condition) = &exit.condition {
                self.alone(condition, None, |p| {
                    let holds = p.silently(|p| p.value(condition))?;
                    p.b.believe(holds, loc);
                    Ok(())
                })?;
            }
            self.assume_exit_cases(Some(value), loc);
            self.b.raise(value, loc);
            self.b.end_if();
        }
        Ok(())
    }

    /// What stands for a subprogram of the language's library may end with one of its exceptions that somebody waits
    /// for. That input ends is like any input; what else may come of it depends on what nobody follows.
    pub fn raise_of_library(&mut self, loc: Loc) {
        let subp = self.tree().subprogram(self.id);
        let (named, others) = &self.l.effects.waited_for;
        let expected = |all: &[ExnId]| -> Vec<ExnId> {
            all.iter().copied().filter(|one| named.contains(one) || *others).collect()
        };
        for (exceptions, followed) in [(expected(&subp.ends_with), true), (expected(&subp.might_end_with), false)] {
            if exceptions.is_empty() {
                continue;
            }
            let made = self.begin_if_chosen("raises", loc);
            if !followed {
                self.b.set_origin_of(made, "what a file has, or becomes of it, which is not followed");
            }
            let value = self.any_exception(loc);
            let some = self.is_one_of(&exceptions, value, loc);
            self.b.assume(some, loc);
            self.b.raise(value, loc);
            self.b.end_if();
        }
    }

    /// At a call of such a subprogram: that it raises nothing is taken for granted where nobody waits for it.
    pub fn granted_of_library(&mut self, callee: SubpId, loc: Loc) {
        let subp = self.tree().subprogram(callee);
        let (named, others) = &self.l.effects.waited_for;
        if let Some(granted) = subp.granted
            && (!self.l.effects.handled.contains(&callee)
                || !others && subp.ends_with.iter().any(|exception| !named.contains(exception)))
        {
            self.l.assumed.insert((loc, granted.to_string()));
        }
    }
}
