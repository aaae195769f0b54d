//! What a kept run depends on that the program does not compute: results of bodies nobody has looked at, texts that are
//! not known, state that callers cannot set.
//!
//! Every variable carries the set of such origins that its value may come from: an assignment gives it those of the
//! variables in the expression, also of operands that were not needed. What a branch depends on stays with the run to
//! its end. What a check depends on that the run gets past is kept beside: it matters only if the check may fail for
//! other values, which nobody knows before all checks are decided. So a run without an origin happens whatever these
//! values are, if the checks that it gets past hold.

use super::Machine;
use crate::ir::{Arg, Call, CheckId, CheckKind, Expr, ExprId, ExprKind, ProcId, Program, VarId, VarKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A set of origins: a bit for each of the first ones, the last bit for all others.
pub(super) type Taint = u64;

/// The origins of a run.
pub(super) struct Origins<'p> {
    /// Their names, in the order of their first appearance.
    names: Vec<String>,
    /// What the values of globals depend on.
    globals: Vec<Taint>,
    /// What the way of the run depends on.
    way: Taint,
    /// What the checks depend on that the run got past.
    passed: BTreeMap<CheckId, Taint>,
    /// Whether there is any at all.
    some: bool,
    /// The variables in the expressions that were looked at.
    vars: BTreeMap<(ProcId, ExprId), Arc<[VarId]>>,
    program: &'p Program,
}

impl<'p> Origins<'p> {
    pub fn new(program: &'p Program) -> Origins<'p> {
        let mut origins = Origins {
            names: Vec::new(),
            globals: vec![0; program.globals.len()],
            way: 0,
            passed: BTreeMap::new(),
            some: !program.hidden.is_empty(),
            vars: BTreeMap::new(),
            program,
        };
        for global in &program.hidden {
            let name = &program.globals[global.index()].name;
            let bit = origins.bit(&format!("a value of \"{name}\" that nobody has shown reachable"));
            origins.globals[global.index()] = bit;
        }
        origins
    }

    fn bit(&mut self, name: &str) -> Taint {
        let at = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        });
        1 << at.min(63)
    }

    /// The names of what the way depends on.
    pub fn names(&self) -> Vec<String> {
        self.names_of(self.way)
    }

    /// The checks that depend on something and that the run got past, with the names of what they depend on.
    pub fn passed(&self) -> Vec<(CheckId, Vec<String>)> {
        self.passed.iter().map(|(check, taint)| (*check, self.names_of(*taint))).collect()
    }

    fn names_of(&self, taint: Taint) -> Vec<String> {
        let on = |at: usize| taint & (1 << at.min(63)) != 0;
        self.names.iter().enumerate().filter(|(at, _)| on(*at)).map(|(_, name)| name.clone()).collect()
    }
}

impl Machine<'_, '_> {
    /// A variable got a value from there, or one that is the program's own.
    pub(super) fn mark(&mut self, var: VarId, origin: Option<&str>) {
        if !self.limits.trace {
            return;
        }
        let taint = match origin {
            Some(name) => {
                self.origins.some = true;
                self.origins.bit(name)
            }
            None => 0,
        };
        self.set_taint(var, taint);
    }

    pub(super) fn set_taint(&mut self, var: VarId, taint: Taint) {
        if !self.limits.trace || !self.origins.some {
            return;
        }
        if let VarKind::Global(global) = self.procedure().var(var).kind {
            self.origins.globals[global.index()] = taint;
            return;
        }
        let frame = self.frame();
        if frame.taint.len() <= var.index() {
            frame.taint.resize(var.index() + 1, 0);
        }
        frame.taint[var.index()] = taint;
    }

    pub(super) fn taint_of_var(&self, var: VarId) -> Taint {
        if !self.limits.trace || !self.origins.some {
            return 0;
        }
        match self.procedure().var(var).kind {
            VarKind::Global(global) => self.origins.globals[global.index()],
            _ => self.frames.last().and_then(|frame| frame.taint.get(var.index())).copied().unwrap_or(0),
        }
    }

    /// What the value of an expression may depend on.
    pub(super) fn taint(&mut self, expr: ExprId) -> Taint {
        if !self.limits.trace || !self.origins.some {
            return 0;
        }
        let id = self.frame().procedure;
        let vars = match self.origins.vars.get(&(id, expr)) {
            Some(known) => known.clone(),
            None => {
                let found = vars_of(self.origins.program, id, expr);
                self.origins.vars.insert((id, expr), found.clone());
                found
            }
        };
        vars.iter().fold(0, |all, var| all | self.taint_of_var(*var))
    }

    /// The run goes on as it does because of this value.
    pub(super) fn depends(&mut self, expr: ExprId) {
        let taint = self.taint(expr);
        self.origins.way |= taint;
    }

    /// The run gets past a check because of this value. No program stops where it reads what nobody has written; what
    /// it reads there has its own origin.
    pub(super) fn passes(&mut self, check: CheckId, condition: ExprId) {
        let taint = self.taint(condition);
        let program = self.origins.program;
        let stops = || program.checks.get(check.index()).is_none_or(|check| check.kind != CheckKind::Initialization);
        if taint != 0 && stops() {
            *self.origins.passed.entry(check).or_insert(0) |= taint;
        }
    }

    /// What the parameters of a call depend on, one after the other.
    pub(super) fn taints_of(&mut self, call: &Call) -> Vec<Taint> {
        if !self.limits.trace || !self.origins.some {
            return Vec::new();
        }
        let of = |machine: &mut Self, arg: &Arg| match arg {
            Arg::In(value) => machine.taint(*value),
            Arg::InOut(var) => machine.taint_of_var(*var),
            Arg::Out(_) => 0,
        };
        call.args.iter().map(|arg| of(self, arg)).collect()
    }
}

fn vars_of(program: &Program, id: ProcId, expr: ExprId) -> Arc<[VarId]> {
    let of = |node: &Expr| match node.kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    };
    let vars: BTreeSet<VarId> = program.procedure(id).exprs.below(expr).filter_map(|(_, node)| of(node)).collect();
    vars.into_iter().collect()
}
