//! Nested subprograms that nobody calls, or that something calls which is not analysed, are analysed all the same:
//! behind the declarations of the subprogram around them is a branch that calls them with any values in their
//! parameters, and in the variables around them, and ends there.

use super::effects::{walk_body, walk_expr};
use super::procedure::Proc;
use super::{Lowering, Refusal};
use crate::place::Loc;
use crate::sema::tree::{Body, Concurrency, ENVIRONMENT, ExprKind, Mode, ObjId, ObjectKind, Stmt, StmtKind, SubpId};
use horn_frontend::ir::{self, TypeId};
use std::collections::BTreeSet;

impl Lowering<'_> {
    /// Finds the nested subprograms that are called by nobody but each other, and by none of those that are `reached`,
    /// which then have what these call.
    pub fn find_uncalled(&mut self, reached: &mut BTreeSet<SubpId>, skipped: &BTreeSet<SubpId>, files: &[bool]) {
        let ids: Vec<SubpId> = self.procs.keys().copied().collect();
        let indirect = self.has_indirect_tasks();
        let called_by_left_out = self.called_by_what_is_left_out();
        for id in ids {
            let subp = self.tree.subprogram(id);
            let Some(body) = &subp.body else { continue };
            let analysed = files.get(body.end.file.0 as usize).copied().unwrap_or(true);
            // The calls are made in the subprogram around it, which has to be analysed itself.
            let around = reached.contains(&subp.parent) && !skipped.contains(&subp.parent);
            let wanted = analysed && around && subp.parent != ENVIRONMENT && !subp.hidden && !subp.withheld;
            let started = indirect && self.is_task_of_type(id);
            // What is not analysed may pass other values than what is.
            let left_out = called_by_left_out.contains(&id);
            if !wanted || skipped.contains(&id) || reached.contains(&id) && !started && !left_out {
                continue;
            }
            let outside = self.declared_outside(id);
            if started && !outside {
                let what = "task with variables of a block around, which an object has as a part or an allocator makes";
                self.refused.entry(id).or_insert_with(|| (self.tree.subprogram(id).loc, what.into()));
            } else if !outside && left_out {
                let what = "subprogram with variables of a block around that is called by what is not analysed";
                self.refused.entry(id).or_insert_with(|| (self.tree.subprogram(id).loc, what.into()));
            } else if outside {
                self.uncalled.insert(id);
                reached.extend(self.effects.reachable_without(BTreeSet::from([id]), skipped));
            }
        }
    }

    /// Whether what a nested subprogram uses is declared, at the latest, by the declarations of the subprogram around
    /// it. What is declared in a block has no value before the block is entered.
    fn declared_outside(&self, id: SubpId) -> bool {
        let parent = self.tree.subprogram(id).parent;
        let around = self.tree.subprogram(parent);
        let Some(body) = &around.body else { return false };
        let declared: BTreeSet<ObjId> = body
            .declarations
            .iter()
            .filter_map(|stmt| match &stmt.kind {
                StmtKind::Declare(object, _) => Some(*object),
                _ => None,
            })
            .chain(around.params.iter().copied())
            .collect();
        self.used_by(id).iter().all(|object| {
            let object_of = self.tree.object(*object);
            object_of.owner != parent || declared.contains(object) || object_of.value.is_some()
        })
    }

    /// The objects that a subprogram, or what it calls, names.
    fn used_by(&self, id: SubpId) -> BTreeSet<ObjId> {
        let mut used = BTreeSet::new();
        for id in self.effects.reachable(BTreeSet::from([id])) {
            let subp = self.tree.subprogram(id);
            let mut note = |expr: &crate::sema::tree::Expr| {
                if let ExprKind::Object(object) = expr.kind {
                    used.insert(object);
                }
            };
            subp.conditions().for_each(|expr| walk_expr(expr, &mut note));
            if let Some(body) = &subp.body {
                walk_body(body, &mut |_| {}, &mut note);
            }
        }
        used
    }
}

impl Lowering<'_> {
    /// Whether there are tasks that no single object is: parts of objects, and what allocators make.
    pub fn has_indirect_tasks(&self) -> bool {
        let mut found = false;
        for subp in &self.tree.subprograms {
            if let Some(body) = &subp.body {
                walk_body(body, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Activate(None, _)), &mut |_| {});
            }
        }
        found
    }

    /// Whether a subprogram is the body of the tasks of a type.
    pub fn is_task_of_type(&self, id: SubpId) -> bool {
        self.tree.subprogram(id).concurrency == Some(Concurrency::Task { single: false })
    }
}

impl Proc<'_, '_> {
    /// A body, with the calls of the nested subprograms that nobody calls behind its declarations.
    pub fn body_with_uncalled(&mut self, body: &Body) -> Result<(), Refusal> {
        let declarations: Vec<&Stmt> = body.declarations.iter().collect();
        self.l.elaborated_in_time(&declarations)?;
        self.stmts(&body.declarations)?;
        let tree = self.tree();
        let nested = self.l.uncalled.iter().copied();
        let nested: Vec<SubpId> = nested.filter(|id| tree.subprogram(*id).parent == self.id).collect();
        for callee in nested {
            if !self.l.refused.contains_key(&callee) && self.l.procs.contains_key(&callee) {
                self.call_from_anywhere(callee)?;
            }
        }
        self.handled_statements(&body.statements, &body.handlers, body.end)
    }

    fn call_from_anywhere(&mut self, callee: SubpId) -> Result<(), Refusal> {
        let tree = self.tree();
        let subp = tree.subprogram(callee);
        let loc = subp.loc;
        let taken = self.b.temporary("called", TypeId::BOOL, loc);
        self.b.havoc(taken, loc);
        let taken = self.b.var(taken, loc);
        self.b.begin_if(taken, loc);
        // Nobody has shown that the variables around it can have these values where it would be called.
        self.rests_on("a caller that the program does not have", loc);
        let mut around = BTreeSet::new();
        let mut at = self.id;
        while at != ENVIRONMENT {
            around.insert(at);
            at = tree.subprogram(at).parent;
        }
        for object in self.l.used_by(callee) {
            let entry = tree.object(object);
            let variable = match entry.kind {
                ObjectKind::Variable => true,
                ObjectKind::Parameter(mode) => mode != Mode::In,
                _ => false,
            };
            if variable && around.contains(&entry.owner) && !self.l.is_flag(object) {
                self.havoc_inside(object, loc)?;
            }
        }
        let exception = self.number_of_expected_exit(callee);
        self.call_with_any(callee, exception, loc)?;
        self.end_if_expected(callee, exception)?;
        self.b.stop(loc);
        self.b.end_if();
        Ok(())
    }

    /// A call with any arguments of their subtypes; gives the variables of the parameters. Of values of private types
    /// nobody has shown that there are such.
    pub fn call_with_any(
        &mut self,
        callee: SubpId,
        exception: Option<ir::VarId>,
        loc: Loc,
    ) -> Result<Vec<ir::VarId>, Refusal> {
        let tree = self.tree();
        let subp = tree.subprogram(callee);
        let (mut args, mut vars) = (Vec::new(), Vec::new());
        for param in &subp.params {
            let object = tree.object(*param);
            let ty = self.ty(object.ty, object.loc)?;
            let var = self.b.temporary(object.name.clone(), ty, object.loc);
            vars.push(var);
            if tree.types.is_private(object.ty) || tree.types.has_accesses(object.ty) {
                let name = &object.name;
                self.b.set_origin_of(var, format!("a value of \"{name}\" that nobody has shown reachable"));
            }
            self.b.havoc(var, loc);
            self.assume_of_object(var, *param, loc)?;
            args.push(match self.parameter_mode(*param) {
                ir::Mode::In => ir::Arg::In(self.b.var(var, loc)),
                ir::Mode::Out => ir::Arg::Out(var),
                ir::Mode::InOut => ir::Arg::InOut(var),
            });
        }
        args.extend(self.arbitrary_constrained_arguments(callee, loc));
        let result = match subp.result {
            Some(ty) => {
                let ty = self.ty(ty, loc)?;
                Some(self.b.temporary("result", ty, loc))
            }
            None => None,
        };
        let proc = self.l.procs[&callee];
        self.b.call(ir::Call { callee: proc, args, result, exception }, loc);
        Ok(vars)
    }
}
