//! Statements of tasks (RM 9.5.2, 9.6, 9.7) in the sequential view: who calls an entry, and with what, which
//! alternative of a select statement is taken, and whether a call is accepted in time, others decide.

use super::Sema;
use super::name::Denoted;
use super::rendezvous::Accepted;
use super::scope::{Entity, ScopeKind};
use super::subprogram::formal_kind;
use super::tree::{
    BinaryOp, Body, Builtin, Expr, ExprKind, LabelId, ObjId, ObjectKind, PROGRAM_ERROR, Stmt, StmtKind, SubpId, UnaryOp,
};
use crate::ast;
use crate::place::Loc;
use horn_frontend::Span;

/// What is wrong with an accept statement of which no entry has the profile (RM 9.5.2 (14)).
const NOT_CONFORMANT: &str = "not fully conformant with the declaration of the entry";

/// A way to go on: the guard, the condition under which it is taken, what is done.
type Way = (Option<Expr>, Expr, Vec<Stmt>);

impl<'a> Sema<'a> {
    /// An accept statement: a block whose parameters have any values of their subtypes.
    pub fn accept(&mut self, accept: &'a ast::AcceptStmt, span: Span) -> StmtKind {
        let loc = self.loc(span);
        let around =
            self.scopes.outward(self.scope).into_iter().find_map(|scope| self.unit_scopes.get(&scope).copied());
        let unit = around.and_then(|unit| self.concurrent.get(&unit)).filter(|unit| unit.task).cloned();
        let Some(unit) = unit else {
            self.error(span, "accept statement must appear within a task body");
            return StmtKind::Null;
        };
        let entries = self.scopes[unit.scope].names.get(&accept.entry.symbol).cloned().unwrap_or_default();
        let named = entries.iter().filter_map(|entry| match entry.entity {
            Entity::Subprogram(subp) => Some(subp),
            _ => None,
        });
        let named: Vec<SubpId> = named.collect();
        if named.is_empty() {
            match entries.first().map(|entry| entry.entity.clone()) {
                Some(Entity::Unsupported(what)) => self.reject(span, &*what),
                _ => self.error(accept.entry.span, format!("\"{}\" is no entry", self.spelling(&accept.entry))),
            }
            return StmtKind::Unsupported;
        }
        // In front are the task, and the index of a family.
        let own = 1 + usize::from(accept.index.is_some());
        let modes = accept.parameters.iter().flat_map(|one| one.names.iter().map(|_| formal_kind(one.mode)));
        let modes: Vec<ObjectKind> = modes.collect();
        let kinds = |entry: &SubpId| {
            let params = self.tree.subprogram(*entry).params.iter().skip(own);
            params.map(|param| self.tree.object(*param).kind).collect::<Vec<ObjectKind>>()
        };
        let fitting: Vec<SubpId> = named.into_iter().filter(|entry| kinds(entry) == modes).collect();
        let Some(mut entry) = fitting.first().copied() else {
            self.error(accept.entry.span, NOT_CONFORMANT);
            return StmtKind::Unsupported;
        };
        if let Some((_, what)) = self.tree.subprogram(entry).unsupported.clone() {
            self.reject(span, what);
            return StmtKind::Unsupported;
        }
        let mut statements = Vec::new();
        if let Some(index) = &accept.index {
            let ty = self.tree.subprogram(entry).params.get(1).map(|param| self.tree.object(*param).ty);
            let index = self.expr(index, ty);
            statements.push(Stmt { kind: StmtKind::Evaluate(vec![index]), loc });
        }
        statements.push(Stmt { kind: StmtKind::Rendezvous(false), loc });
        let old = self.open(ScopeKind::Inner);
        self.accept_regions.push((accept.entry.symbol, self.scope));
        let sink = std::mem::take(&mut self.sink);
        let params: Vec<ObjId> =
            accept.parameters.iter().flat_map(|parameter| self.accept_parameter(parameter)).collect();
        let base = |object: &ObjId| self.tree.types.base(self.tree.object(*object).ty);
        let conforms = |entry: &SubpId| {
            let formals = self.tree.subprogram(*entry).params.iter().skip(own);
            formals.zip(&params).all(|(formal, param)| base(formal) == base(param))
        };
        match fitting.iter().copied().find(conforms) {
            Some(one) => entry = one,
            None => self.error(accept.entry.span, NOT_CONFORMANT),
        }
        self.accepted.push(Accepted { entry, task: self.owner, params, loc });
        let declarations = std::mem::replace(&mut self.sink, sink);
        if let Some(body) = &accept.body {
            let label = LabelId(self.tree.labels);
            self.tree.labels += 1;
            self.accepts.push((label, false));
            let body = self.handled(declarations, body, span);
            let returns = self.accepts.pop().is_some_and(|(_, returns)| returns);
            statements.push(Stmt { kind: StmtKind::Block(Box::new(body)), loc });
            if returns {
                statements.push(Stmt { kind: StmtKind::Label(label), loc });
            }
        }
        self.accept_regions.pop();
        self.scope = old;
        StmtKind::Block(Box::new(Body { declarations: Vec::new(), statements, handlers: Vec::new(), end: loc }))
    }

    fn accept_parameter(&mut self, parameter: &'a ast::ParameterSpec) -> Vec<ObjId> {
        let ty = self.type_use(&parameter.subtype);
        if let Some(what) = self.poisoned_type(ty) {
            self.reject(parameter.span, what);
        }
        let mut declared = Vec::new();
        for ident in &parameter.names {
            let loc = self.loc(ident.span);
            let input = parameter.mode == ast::Mode::In;
            let kind = if input { ObjectKind::Constant } else { ObjectKind::Variable };
            let object = self.new_object(self.spelling(ident), loc, ty, kind);
            self.declare(ident, Entity::Object(object));
            declared.push(object);
            // Nothing is in a scalar `out` parameter yet; of others the bounds and discriminants are there.
            let value = (parameter.mode != ast::Mode::Out || !self.tree.types.is_scalar(ty)).then(|| Expr {
                kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()),
                ty,
                loc,
            });
            self.sink.push(Stmt { kind: StmtKind::Declare(object, value), loc });
        }
        declared
    }

    /// `delay E;`, `delay until E;`: time passes, in which others may do anything.
    pub fn delay(&mut self, until: bool, value: &'a ast::Expr) -> StmtKind {
        let wanted = if until { None } else { Some(self.tree.types.std.duration) };
        let value = self.expr(value, wanted);
        StmtKind::Evaluate(vec![value])
    }

    /// `abort T;`: the task may end anywhere, as its runs may anyway; so may this one, if it is that task.
    pub fn abort(&mut self, names: &'a [ast::Name]) -> StmtKind {
        for name in names {
            self.fresh();
            let task = self.name_value(name, None);
            let loc = task.loc;
            self.sink.push(Stmt { kind: StmtKind::Name(task), loc });
        }
        StmtKind::Rendezvous(false)
    }

    /// `requeue E;`: an accept statement is complete, and the caller waits for what nobody knows of anyway. The body of
    /// an entry of a protected unit is complete, others may change the state, and the other entry is called.
    pub fn requeue(&mut self, entry: &'a ast::Name, span: Span) -> StmtKind {
        self.fresh();
        let loc = self.loc(span);
        let calls = match self.denote(entry) {
            Denoted::Calls(calls) => calls,
            Denoted::Error => return StmtKind::Unsupported,
            _ => {
                self.error(entry.span, "entry name expected in requeue statement");
                return StmtKind::Null;
            }
        };
        self.requeued.extend(calls.candidates.iter().filter_map(|one| match one {
            super::name::Callable::Subprogram(subp) => Some(*subp),
            _ => None,
        }));
        if let Some((label, returns)) = self.accepts.last_mut() {
            // The caller waits for something else.
            self.sink.push(Stmt { kind: StmtKind::Rendezvous(false), loc });
            *returns = true;
            let label = *label;
            if let Some(index) = calls.family {
                let index = self.expr(index, None);
                self.sink.push(Stmt { kind: StmtKind::Evaluate(vec![index]), loc });
            }
            return StmtKind::Goto(label);
        }
        let own = self.tree.subprogram(self.owner).params.clone();
        let target = calls.candidates.iter().find_map(|one| match one {
            super::name::Callable::Subprogram(subp) if self.operations.get(subp).is_some_and(|to| to.entry) => {
                Some(*subp)
            }
            _ => None,
        });
        let (Some(target), Some(object), Some(from)) = (target, own.first(), self.operations.get(&self.owner).copied())
        else {
            self.reject(span, "requeue to this entry (RM 9.5.4)");
            return StmtKind::Unsupported;
        };
        let to = self.operations[&target];
        let plain = calls.implicit && to.unit == from.unit && !to.family && calls.candidates.len() == 1;
        if !plain || self.tree.record(from.unit).discriminants > 0 {
            self.reject(span, "requeue to another object or a family, or with discriminants (RM 9.5.4)");
            return StmtKind::Unsupported;
        }
        let value =
            |param: &super::tree::ObjId| Expr { kind: ExprKind::Object(*param), ty: self.tree.object(*param).ty, loc };
        let parameters = own.iter().skip(1 + usize::from(from.family)).map(value);
        let wanted = self.tree.subprogram(target).params.len();
        let mut arguments = vec![value(object)];
        if wanted > 1 {
            arguments.extend(parameters);
        }
        if arguments.len() != wanted {
            self.error(span, "entry of a requeue statement must have the same parameters, or none");
            return StmtKind::Null;
        }
        let unknown = Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty: from.unit, loc };
        let whole = value(object);
        let steps = [StmtKind::Rendezvous(false), StmtKind::Assign(whole, unknown), StmtKind::Call(target, arguments)];
        self.sink.extend(steps.map(|kind| Stmt { kind, loc }));
        StmtKind::Return(None)
    }

    /// What only the other tasks decide.
    fn open_choice(&self, loc: Loc) -> Expr {
        Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty: self.tree.types.std.boolean, loc }
    }

    /// A select statement: any of its open alternatives.
    pub fn select(&mut self, select: &'a ast::SelectStmt, span: Span) -> StmtKind {
        if select.abortable.is_some() {
            self.reject(span, "asynchronous select statement (RM 9.7.4)");
            return StmtKind::Unsupported;
        }
        let loc = self.loc(span);
        let accepts = |alternative: &&ast::SelectAlternative| {
            let first = alternative.statements.first().map(|stmt| &stmt.kind);
            alternative.terminate || matches!(first, Some(ast::StmtKind::Accept(_)))
        };
        let selective = select.alternatives.iter().any(|alternative| accepts(&alternative));
        let boolean = self.tree.types.std.boolean;
        let mut ways: Vec<Way> = Vec::new();
        for alternative in &select.alternatives {
            self.fresh();
            let guard = alternative.guard.as_ref().map(|guard| {
                // All guards are evaluated first (RM 9.7.1 (14)).
                let condition = self.condition(guard);
                let (ty, loc) = (boolean, condition.loc);
                Expr { kind: ExprKind::Object(self.hidden_constant("guard", boolean, condition)), ty, loc }
            });
            let at = self.loc(alternative.span);
            let taken = self.both(guard.clone(), Some(self.open_choice(at)));
            let taken = taken.unwrap_or_else(|| self.open_choice(at));
            ways.push((guard, taken, Vec::new()));
        }
        for (way, alternative) in ways.iter_mut().zip(&select.alternatives) {
            way.2 = match alternative.terminate {
                true => vec![Stmt { kind: StmtKind::Rendezvous(true), loc: self.loc(alternative.span) }],
                false => self.statements(&alternative.statements),
            };
        }
        let mut branches = Vec::new();
        let closed: Option<Vec<Expr>> = ways.iter().map(|(guard, ..)| guard.clone()).collect();
        if let (Some(guards), None, true) = (closed, &select.otherwise, selective) {
            // RM 9.7.1 (21).
            let not = |guard: Expr| {
                let (ty, loc) = (guard.ty, guard.loc);
                Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(guard)), ty, loc }
            };
            let both = |all: Expr, one: Expr| {
                let kind = ExprKind::Binary(BinaryOp::AndThen, Box::new(all), Box::new(one));
                Expr { kind, ty: boolean, loc }
            };
            if let Some(none) = guards.into_iter().map(not).reduce(both) {
                branches.push((none, vec![Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc }]));
            }
        }
        branches.extend(ways.into_iter().map(|(_, taken, statements)| (taken, statements)));
        let otherwise = match &select.otherwise {
            Some(statements) => self.statements(statements),
            None => vec![Stmt { kind: StmtKind::Rendezvous(true), loc }],
        };
        StmtKind::If(branches, otherwise)
    }

    /// `E'Count`, `T'Callable`, `T'Terminated` (RM 9.9): others decide.
    pub fn attribute_of_task(&mut self, name: &str, attribute: &'a ast::Attribute, span: Span) -> Option<Denoted<'a>> {
        let std = self.tree.types.std;
        let loc = self.loc(span);
        let unknown = |ty| Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty, loc };
        match name {
            "count" => match self.denote(&attribute.prefix) {
                Denoted::Calls(calls) => {
                    let entries = calls.candidates.iter().filter_map(|one| match one {
                        super::name::Callable::Subprogram(subp) => Some(*subp),
                        _ => None,
                    });
                    let entry = entries.into_iter().find(|subp| self.operations.get(subp).is_some_and(|o| o.entry));
                    let Some(entry) = entry else {
                        self.error(span, "prefix of attribute \"Count\" must be an entry");
                        return Some(Denoted::Error);
                    };
                    if let Some(index) = calls.family {
                        let ty = self.tree.subprogram(entry).params.get(1).map(|param| self.tree.object(*param).ty);
                        let index = self.expr(index, ty);
                        self.sink.push(Stmt { kind: StmtKind::Evaluate(vec![index]), loc });
                    }
                    let kind = ExprKind::Convert(Box::new(unknown(std.natural)));
                    Some(Denoted::Value(Expr { kind, ty: std.universal_integer, loc }))
                }
                _ => Some(Denoted::Error),
            },
            "callable" | "terminated" => match self.denote(&attribute.prefix) {
                Denoted::Value(_) | Denoted::Calls(_) => Some(Denoted::Value(unknown(std.boolean))),
                _ => {
                    self.reject(
                        span,
                        format!("attribute {} of this prefix (RM 9.9)", self.spelling(&attribute.designator)),
                    );
                    Some(Denoted::Error)
                }
            },
            "storage_size" | "identity" | "priority" => {
                let of_task = match self.attempt(|sema| sema.denote(&attribute.prefix)) {
                    Denoted::Type(ty) => self.is_task(ty),
                    Denoted::Value(value) => self.is_task(value.ty),
                    _ => false,
                };
                of_task.then(|| {
                    self.reject(span, format!("attribute {} of a task (RM 9.1)", self.spelling(&attribute.designator)));
                    Denoted::Value(Expr::error(std.error, loc))
                })
            }
            _ => None,
        }
    }

    fn is_task(&self, ty: super::types::TypeId) -> bool {
        self.concurrent.get(&self.tree.types.base(ty)).is_some_and(|unit| unit.task)
    }
}
