//! Code inside of expressions: GNU's statement expressions, and compound literals (C11 6.5.2.5).

use super::Sema;
use crate::ctype::{CType, Ty};
use crate::tree::{ExprKind, InitId, StmtId, StmtKind};
use crate::typed::{Ex, Kind, Op, OpKind, Scope, ScopeId, Storage};
use horn_frontend::ir::Loc;

impl Sema<'_> {
    /// `(T){ … }`: an object of the block around it, or a static one.
    pub(super) fn compound_literal(&mut self, ty: Ty, init: InitId, loc: Loc) -> Ex {
        let (parts, ty) = self.initialiser(ty, init);
        if !self.unit.types.is_complete(ty) {
            let name = self.unit.types.name(ty);
            self.error(loc, format!("a compound literal has the incomplete type `{name}`"));
        }
        let inside = !self.body.scopes.is_empty();
        let storage = if inside { Storage::Automatic } else { Storage::Static };
        let object = self.add_object("compound literal", ty, storage, loc);
        self.unit.objects[object.index()].hidden = true;
        let lvalue = self.add(Kind::Object(object), ty, loc);
        if !inside {
            self.unit.objects[object.index()].init = Some(parts);
            self.unit.statics.push(object);
            return lvalue;
        }
        let scope = self.body.scope;
        if let Some(scope) = self.body.scopes.get_mut(scope.index()) {
            scope.objects.push(object);
        }
        let op = Op { kind: OpKind::Declare(object, Some(parts)), loc, scope };
        self.add(Kind::Block([op].into(), Some(lvalue)), ty, loc)
    }

    /// `({ … })`: its value is that of the last statement, if that is an expression.
    pub(super) fn statement_expression(&mut self, body: StmtId, loc: Loc) -> Ex {
        let int = self.unit.types.plain_int();
        let void = self.unit.types.void();
        if self.body.scopes.is_empty() {
            self.error(loc, "a statement expression outside of a function");
            return self.poison(loc);
        }
        if !self.is_closed(body) {
            return self.unsupported("a statement expression that is left or entered by a jump", int, loc);
        }
        let valued = match &self.tree[body].kind {
            StmtKind::Block(all) => all.last().is_some_and(|last| matches!(self.tree[*last].kind, StmtKind::Expr(_))),
            _ => false,
        };
        let outer = self.body.scope;
        let code = std::mem::take(&mut self.body.code);
        self.body.scope = ScopeId(u32::try_from(self.body.scopes.len()).unwrap_or(u32::MAX));
        self.body.scopes.push(Scope { outer: Some(outer), objects: Vec::new() });
        let inner = self.body.scope;
        self.nested(loc, (), |sema| sema.statements(body));
        let mut ops = std::mem::replace(&mut self.body.code, code);
        self.body.scope = outer;
        let value = match ops.last().map(|op| &op.kind) {
            Some(OpKind::Eval(value)) if valued => Some(*value),
            _ => None,
        };
        if value.is_some() {
            ops.pop();
        }
        // It ends in its own block, where what it denotes is still there.
        ops.push(Op {
            kind: OpKind::Eval(self.add(Kind::Int(horn_solver::num::Int::ZERO), int, loc)),
            loc,
            scope: inner,
        });
        let ty = value.map_or(void, |value| self.unit.ty(value));
        if matches!(self.unit.types.get(ty), CType::Array(..) | CType::Function(_)) {
            return self.unsupported("a statement expression whose value is an array", int, loc);
        }
        self.add(Kind::Block(ops.into(), value), ty, loc)
    }

    /// Whether no jump leads out of a statement or into it, other than `return`.
    fn is_closed(&self, body: StmtId) -> bool {
        // Whether `break` and `continue` stay inside.
        let mut todo = vec![(body, false, false)];
        while let Some((id, breaks, continues)) = todo.pop() {
            match &self.tree[id].kind {
                StmtKind::Goto(_) | StmtKind::ComputedGoto(_) | StmtKind::Label { .. } | StmtKind::LocalLabels(_) => {
                    return false;
                }
                StmtKind::Break if !breaks => return false,
                StmtKind::Continue if !continues => return false,
                StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                    if !breaks {
                        return false;
                    }
                    todo.push((*body, breaks, continues));
                }
                StmtKind::Block(all) => todo.extend(all.iter().map(|stmt| (*stmt, breaks, continues))),
                StmtKind::If { then, otherwise, .. } => {
                    todo.push((*then, breaks, continues));
                    todo.extend(otherwise.iter().map(|stmt| (*stmt, breaks, continues)));
                }
                StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
                    todo.push((*body, true, true));
                }
                StmtKind::Switch { body, .. } => todo.push((*body, true, continues)),
                StmtKind::Expr(expr) if matches!(self.tree[*expr].kind, ExprKind::LabelAddress(_)) => return false,
                _ => {}
            }
        }
        true
    }
}
