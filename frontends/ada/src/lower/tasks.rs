//! Tasks and protected objects: where a task starts its body is called in a branch that ends there, and what waits for
//! others goes on for a reason that no run can show.

use super::effects::{calls_of, root};
use super::procedure::Proc;
use super::{Refusal, sharing};
use crate::place::Loc;
use crate::sema::tree::{Body, Concurrency, Expr, ExprKind, Stmt, StmtKind, SubpId, TASKING_ERROR};
use crate::sema::walk::{walk_body, walk_stmts};
use horn_frontend::ir::{self, CheckKind, TypeId};

/// Why a run goes on.
const OTHERS: &str = "what other tasks do";
/// Why a run goes on behind a region with tasks.
const END: &str = "the end of tasks";

impl Proc<'_, '_> {
    /// A task starts. What its body does happens beside the rest: a run of it is one that ends with it.
    pub fn activate(&mut self, body: Option<SubpId>, args: &[Expr], loc: Loc) -> Result<(), Refusal> {
        let Some(callee) = body else { return Ok(()) };
        let tree = self.tree();
        let subp = tree.subprogram(callee);
        let Some(task) = subp.body.as_ref().filter(|_| !self.l.refused.contains_key(&callee)) else { return Ok(()) };
        let Some(proc) = self.l.procs.get(&callee).copied() else { return Ok(()) };
        let taken = self.b.temporary("the task runs", TypeId::BOOL, loc);
        self.b.havoc(taken, loc);
        let taken = self.b.var(taken, loc);
        self.b.begin_if(taken, loc);
        let mut actuals = Vec::new();
        for (param, arg) in subp.params.iter().zip(args) {
            let ty = tree.object(*param).ty;
            actuals.push(ir::Arg::In(self.converted(arg, ty, loc)?));
        }
        let exception = self.b.temporary("exception", TypeId::INT, loc);
        self.b.call(ir::Call { callee: proc, args: actuals, result: None, exception: Some(exception) }, loc);
        // Nobody handles it: the task completes.
        self.begin_if_raised(exception, loc);
        let no = self.b.bool(false, loc);
        let id = self.l.check_id(CheckKind::Raise, loc, "", "");
        self.b.check(id, no, loc);
        self.b.end_if();
        self.b.stop(loc);
        self.b.end_if();
        // What fails in the declarative part of the task is Tasking_Error here (RM 9.2 (5)).
        let elaborates = task.declarations.iter().any(|stmt| !matches!(stmt.kind, StmtKind::Elaborated(_)));
        if elaborates && (self.propagates || !self.regions.is_empty()) {
            self.perhaps_raise(TASKING_ERROR, "the activation fails", OTHERS, loc)?;
        }
        Ok(())
    }

    /// The barrier of an entry.
    pub fn await_barrier(&mut self, condition: &Expr, loc: Loc) -> Result<(), Refusal> {
        let open = self.value(condition)?;
        self.b.assume(open, loc);
        Ok(())
    }

    /// Others decide whether a run goes on here.
    pub fn rendezvous(&mut self, none: bool, loc: Loc) {
        self.rests_on(OTHERS, loc);
        if none {
            self.b.stop(loc);
        }
    }

    /// In front of a call of an entry: it may have to wait. That the task has come to its end is looked at where a
    /// handler names what the call raises then (RM 9.5.3 (21)).
    pub fn may_wait(&mut self, callee: SubpId, args: &[Expr], loc: Loc) -> Result<(), Refusal> {
        let tree = self.tree();
        let waits = match tree.subprogram(callee).concurrency {
            Some(Concurrency::TaskEntry) => {
                let accepted = match tree.subprogram(callee).body {
                    Some(_) => "that the call of the entry raises no Tasking_Error (RM 9.5.3 (21))",
                    None => "that the call of the entry raises nothing (RM 9.5.2 (24), 9.5.3 (21))",
                };
                self.l.assumed.insert((loc, accepted.to_string()));
                true
            }
            Some(Concurrency::Protected { entry: true, .. }) => {
                args.first().and_then(root).is_some_and(|object| tree.object(object).concurrent)
            }
            _ => false,
        };
        if waits {
            self.rests_on(OTHERS, loc);
        }
        let of_task = tree.subprogram(callee).concurrency == Some(Concurrency::TaskEntry);
        let told = self.named_here(TASKING_ERROR)
            || self.propagates && self.l.effects.sometimes_handled(TASKING_ERROR).contains(&self.id);
        if of_task && told && tree.subprogram(callee).body.is_some() {
            self.perhaps_raise(TASKING_ERROR, "the task has ended", OTHERS, loc)?;
        }
        Ok(())
    }

    /// Behind a region with tasks: they have ended.
    pub fn tasks_ended(&mut self, loc: Loc) {
        self.rests_on(END, loc);
    }

    /// Whether a handler of these statements may have to wait for the end of tasks that they start.
    pub fn starts_tasks(&self, statements: &[Stmt]) -> bool {
        let tree = self.tree();
        if tree.tasks.is_empty() {
            return false;
        }
        let found = std::cell::Cell::new(false);
        let note = |stmt: &Stmt| found.set(found.get() || matches!(stmt.kind, StmtKind::Activate(..)));
        walk_stmts(statements, &mut |stmt| note(stmt), &mut |_| {});
        for stmt in statements {
            for id in self.l.effects.reachable(calls_of(tree, stmt)) {
                if let Some(body) = &tree.subprogram(id).body {
                    walk_body(body, &mut |stmt| note(stmt), &mut |_| {});
                }
            }
        }
        found.get()
    }

    /// A task as an entry: nobody has shown that one starts in such a state.
    pub fn task_as_entry(&mut self) {
        let subp = self.tree().subprogram(self.id);
        if matches!(subp.concurrency, Some(Concurrency::Task { .. })) {
            self.rests_on("a task that nobody has shown to start like this", subp.loc);
        }
    }

    /// Whether the end of a body waits for tasks.
    pub fn waits_for_tasks(&self, body: &Body) -> bool {
        sharing::has_tasks(body)
    }

    /// The contract of an operation of a protected unit does not speak of the state: between its evaluation and the
    /// call others may change that.
    pub fn contract_without_state(&self) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        let (Some(Concurrency::Protected { .. }), Some(object)) = (subp.concurrency, subp.params.first()) else {
            return Ok(());
        };
        for condition in subp.conditions() {
            let mut found = None;
            super::effects::walk_expr(condition, &mut |expr| {
                if expr.kind == ExprKind::Object(*object) {
                    found = Some(expr.loc);
                }
            });
            if found.is_some() {
                return Err((
                    condition.loc,
                    "contract that speaks of the state of a protected object (RM 6.1.1)".into(),
                ));
            }
        }
        Ok(())
    }
}
