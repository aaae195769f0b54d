//! Where tasks start (RM 9.2): behind the declarative part, or the body of the package, in which they are declared.

use super::Sema;
use super::scope::{ScopeId, ScopeKind};
use super::tree::{ENVIRONMENT, Expr, ExprKind, ObjId, Stmt, StmtKind, SubpId};
use super::types::TypeId;
use crate::place::Loc;

/// Tasks that start where the region ends in which they are declared.
#[derive(Clone, Debug)]
pub(crate) struct Activation {
    /// The library unit around.
    unit: String,
    /// The region.
    scope: ScopeId,
    /// What starts them.
    stmt: Stmt,
    /// The bodies of tasks that are parts of an object.
    bodies: Vec<SubpId>,
}

impl<'a> Sema<'a> {
    /// Notes that the task in an object starts at the end of the declarative part (RM 9.2).
    pub fn note_activation(&mut self, object: ObjId, loc: Loc) {
        let ty = self.tree.object(object).ty;
        let Some(body) = self.concurrent.get(&self.tree.types.base(ty)).and_then(|unit| unit.body) else {
            if self.trying == 0 && self.has_task(ty) {
                let parts: Vec<TypeId> = self.tree.types.parts(ty).map(|part| self.tree.types.base(part)).collect();
                let bodies = parts.iter().filter_map(|part| self.concurrent.get(part).and_then(|unit| unit.body));
                let bodies = bodies.collect();
                self.note_tasks(loc, bodies);
            }
            return;
        };
        if self.trying > 0 {
            return;
        }
        let own = Expr { kind: ExprKind::Object(object), ty, loc };
        let arguments = self.tree.subprogram(body).params.iter().map(|_| own.clone()).collect();
        let stmt = Stmt { kind: StmtKind::Activate(Some(body), arguments), loc };
        let unit = self.unit_part.unit.clone();
        self.activations.push(Activation { unit, scope: self.scope, stmt, bodies: Vec::new() });
    }

    /// Notes that tasks depend on the region under analysis which no single object of it is.
    pub fn note_tasks(&mut self, loc: Loc, bodies: Vec<SubpId>) {
        let stmt = Stmt { kind: StmtKind::Activate(None, Vec::new()), loc };
        let unit = self.unit_part.unit.clone();
        self.activations.push(Activation { unit, scope: self.scope, stmt, bodies });
    }

    /// The tasks of a declarative part start behind it.
    pub fn activate(&mut self, outer: Vec<Activation>) {
        let here = matches!(self.scopes[self.scope].kind, ScopeKind::Subprogram(_) | ScopeKind::Inner);
        let own = std::mem::replace(&mut self.activations, outer);
        match here {
            true => self.start_tasks(own),
            false => self.activations.extend(own),
        }
    }

    /// The tasks in the object of an extended return start where the result is used (RM 9.2 (2)).
    pub fn returned_tasks(&mut self) {
        let scope = self.scope;
        for one in self.activations.iter_mut().filter(|one| one.scope == scope) {
            one.stmt.kind = StmtKind::Activate(None, Vec::new());
        }
        self.activate_those(|one| one.scope == scope);
    }

    /// The tasks of a package start behind the declarations of its body (RM 9.2 (3)).
    pub fn activate_package(&mut self, spec: ScopeId, body: ScopeId) {
        self.activate_those(|one| one.scope == spec || one.scope == body);
    }

    /// Those of library packages without bodies start where the elaboration of their unit ends.
    pub fn activate_unit(&mut self, unit: &str) {
        self.activate_those(|one| one.unit == unit);
    }

    fn activate_those(&mut self, which: impl Fn(&Activation) -> bool) {
        let all = std::mem::take(&mut self.activations);
        let (own, others): (Vec<_>, Vec<_>) = all.into_iter().partition(which);
        self.activations = others;
        self.start_tasks(own);
    }

    fn start_tasks(&mut self, tasks: Vec<Activation>) {
        for one in tasks {
            let late = |body: &SubpId| self.tree.subprogram(*body).body.is_none();
            if self.owner != ENVIRONMENT && one.bodies.iter().any(late) {
                self.reject_at(one.stmt.loc, "task that starts before its body is elaborated (RM 3.11)");
            }
            self.sink.push(one.stmt);
        }
    }

    /// Whether objects of a type are tasks, or have tasks as parts.
    pub fn has_task(&self, ty: TypeId) -> bool {
        self.tree
            .types
            .parts(ty)
            .any(|part| self.concurrent.get(&self.tree.types.base(part)).is_some_and(|unit| unit.task))
    }
}
