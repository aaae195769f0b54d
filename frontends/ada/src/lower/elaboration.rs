//! Elaboration of library packages (RM 10.2): of all, or of those that a main subprogram needs.

use super::procedure::{Elaboration, Proc};
use super::{Lowering, Refusal};
use crate::place::Loc;
use crate::sema::tree::{ENVIRONMENT, Expr, ExprKind, ObjId, ObjectKind, Stmt, StmtKind, SubpId};
use horn_frontend::ir::{self};
use std::collections::BTreeSet;

impl<'t> Lowering<'t> {
    /// The main programs among the entries: library procedures without parameters.
    pub fn mains(&self, entries: &BTreeSet<SubpId>) -> Vec<SubpId> {
        let main = |id: &&SubpId| {
            let subp = self.tree.subprogram(**id);
            subp.library && subp.params.is_empty() && subp.result.is_none() && !self.refused.contains_key(*id)
        };
        entries.iter().filter(main).copied().collect()
    }

    /// An entry for the elaboration of library packages, if no main program contains all of it already.
    pub fn elaboration_entry(&mut self, what: Elaboration, entries: &BTreeSet<SubpId>) {
        let tree = self.tree;
        let Some(body) = &tree.subprogram(ENVIRONMENT).body else { return };
        let mains: Vec<BTreeSet<usize>> =
            self.mains(entries).into_iter().map(|main| self.tree.elaboration_of(main)).collect();
        let interesting = body.declarations.iter().enumerate().any(|(at, stmt)| {
            let covered = mains.iter().any(|statements| statements.contains(&at));
            let checks = match &stmt.kind {
                StmtKind::Declare(object, value) => {
                    let entry = tree.object(*object);
                    entry.unsuitable || value.is_some() && entry.value.is_none()
                }
                StmtKind::Elaborated(_) => false,
                _ => true,
            };
            checks && !covered
        });
        if !interesting {
            return;
        }
        let name = "elaboration of library packages";
        let proc = self.program.declare(name, Loc::NONE);
        let mut p = self.start(ENVIRONMENT);
        let made = p.elaborate_environment(what);
        let mut b = p.b;
        match made {
            Ok(()) => {
                b.set_entry(true);
                b.finish(&mut self.program, proc);
            }
            Err(refusal) => self.leave_out(ENVIRONMENT, proc, refusal),
        }
    }

    /// What the bodies of packages do that are not there, where a main program needs them.
    fn assume_absent_bodies(&mut self, main: SubpId) {
        let tree = self.tree;
        for unit in tree.units_of(main) {
            let unit = &tree.library[unit];
            let mut subprograms = tree.subprogram_ids().map(|id| tree.subprogram(id));
            if let Some(subp) = subprograms.find(|subp| subp.absent && unit.files.contains(&subp.loc.file)) {
                // The unit as it is spelled, which the name begins with.
                let parts = unit.name.split('.').count();
                let package = subp.name.split('.').take(parts).collect::<Vec<_>>().join(".");
                let text = format!("the body of \"{package}\", which is not there, does nothing when it is elaborated");
                self.assumed.insert((subp.loc, text));
            }
        }
    }

    /// Whether an initial value is the same whenever a subprogram starts: it rests on no variable of the library,
    /// neither itself nor by its calls.
    pub(super) fn only_constants(&self, value: &Expr) -> bool {
        let stays = |object: ObjId| {
            let entry = self.tree.object(object);
            (entry.kind != ObjectKind::Variable || entry.owner != ENVIRONMENT) && !self.frozen.contains(&object)
        };
        let mut fine = true;
        super::effects::walk_expr(value, &mut |expr| match &expr.kind {
            ExprKind::Object(object) => fine &= stays(*object),
            ExprKind::Allocate(_) => fine = false,
            ExprKind::Call(callee, _) => {
                fine &= self.tree.subprogram(*callee).expression_function
                    && !self.effects.changing.contains(callee)
                    && self.effects.named(*callee).into_iter().all(stays);
            }
            _ => {}
        });
        fine
    }
}

impl<'t> Proc<'_, 't> {
    /// Elaboration of library packages.
    pub fn elaborate_environment(&mut self, what: Elaboration) -> Result<(), Refusal> {
        self.no_handlers(Loc::NONE);
        self.start_heaps(what != Elaboration::Constants)?;
        self.assume_tags(what == Elaboration::Constants)?;
        let Some(body) = &self.tree().subprogram(ENVIRONMENT).body else { return Ok(()) };
        let all = what != Elaboration::Constants;
        let stmts: Vec<&Stmt> = match what {
            Elaboration::All => body.declarations.iter().collect(),
            Elaboration::Of(main) => {
                self.l.assume_absent_bodies(main);
                let needed = self.tree().elaboration_of(main);
                let declarations = body.declarations.iter().enumerate();
                declarations.filter(|(at, _)| needed.contains(at)).map(|(_, stmt)| stmt).collect()
            }
            Elaboration::Constants => {
                let tree = self.tree();
                let constant = |stmt: &&Stmt| match &stmt.kind {
                    StmtKind::Declare(object, Some(_)) => {
                        tree.object(*object).kind == ObjectKind::Constant
                            && tree.object(*object).value.is_none()
                            && !self.l.frozen.contains(object)
                    }
                    _ => false,
                };
                body.declarations.iter().filter(constant).collect()
            }
        };
        if all {
            self.l.elaborated_in_time(&stmts)?;
        }
        let mut elaborated: Vec<ObjId> = Vec::new();
        for stmt in stmts {
            if let StmtKind::Declare(object, _) = &stmt.kind {
                elaborated.push(*object);
            }
            if matches!(stmt.kind, StmtKind::Dropped) {
                let callee = self.l.dropped_part(&elaborated, stmt.loc)?;
                self.b.call(ir::Call { callee, args: Vec::new(), result: None, exception: None }, stmt.loc);
                continue;
            }
            if !all {
                // Its checks belong to the elaboration.
                let StmtKind::Declare(object, Some(value)) = &stmt.kind else { continue };
                let (object, ty) = (*object, self.tree().object(*object).ty);
                if self.l.globals.contains_key(&object) {
                    let value = self.silently(|p| p.converted(value, ty, stmt.loc))?;
                    let var = self.variable(object, stmt.loc)?;
                    self.b.assign(var, value, stmt.loc);
                }
                continue;
            }
            self.stmt(stmt)?;
        }
        if all { Ok(()) } else { self.assume_shapes() }
    }

    /// At the start of an entry variables of the library have the bounds that their subtypes and discriminants say, and
    /// satisfy their predicates where every change of a part is checked.
    fn assume_shapes(&mut self) -> Result<(), Refusal> {
        for object in self.l.effects.named(self.id) {
            let entry = self.tree().object(object);
            let types = &self.tree().types;
            let changes_alone = entry.relaxed || entry.volatile;
            let kept = self.keeps_predicates_of_parts() && types.has_predicates(entry.ty) && !changes_alone;
            let shaped = self.l.globals.contains_key(&object) && (kept || self.l.carries_bounds(entry.ty));
            // Those that have tags have been seen to, and what becomes of objects in heaps is known there.
            if shaped && !self.tree().types.has_tags(entry.ty) && !self.tree().is_of_heap(object) {
                let var = self.variable(object, entry.loc)?;
                self.assume_of_subtype(var, entry.ty, kept && !entry.wholly_relaxed, entry.loc)?;
            }
        }
        Ok(())
    }
}
