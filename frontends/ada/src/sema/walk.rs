//! Visits to all expressions and statements of a part of the tree, and the object that a name is about.

use super::tree::{Body, Choice, Expr, ExprKind, Handler, ObjId, Scheme, Stmt, StmtKind};

/// A visitor of expressions.
pub(crate) fn walk_expr(expr: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Field(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(a)
        | ExprKind::Qualified(a)
        | ExprKind::Old(a) => walk_expr(a, visit),
        ExprKind::Index(a, rest) => {
            walk_expr(a, visit);
            rest.iter().for_each(|e| walk_expr(e, visit));
        }
        ExprKind::Slice(a, b, c) => [a, b, c].into_iter().for_each(|e| walk_expr(e, visit)),
        ExprKind::Binary(_, a, b) | ExprKind::Asserted(a, b) => [a, b].into_iter().for_each(|e| walk_expr(e, visit)),
        ExprKind::Concat(a, b) => {
            walk_expr(&a.0, visit);
            walk_expr(&b.0, visit);
        }
        ExprKind::Member(a, choices, _) => {
            walk_expr(a, visit);
            choices.iter().for_each(|choice| walk_choice(choice, visit));
        }
        ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => args.iter().for_each(|e| walk_expr(e, visit)),
        ExprKind::If(branches, otherwise) => {
            for (condition, value) in branches {
                walk_expr(condition, visit);
                walk_expr(value, visit);
            }
            walk_expr(otherwise, visit);
        }
        ExprKind::Case(selector, alternatives) => {
            walk_expr(selector, visit);
            for (choices, value) in alternatives {
                choices.iter().for_each(|choice| walk_choice(choice, visit));
                walk_expr(value, visit);
            }
        }
        ExprKind::Quantified { low, high, body, .. } => {
            [low, high, body].into_iter().for_each(|e| walk_expr(e, visit));
        }
        ExprKind::Array(aggregate) => {
            walk_expr(&aggregate.bounds.0, visit);
            aggregate.bounds.1.iter().for_each(|e| walk_expr(e, visit));
            aggregate.positional.iter().for_each(|e| walk_expr(e, visit));
            for named in &aggregate.named {
                walk_expr(&named.low, visit);
                named.high.iter().for_each(|e| walk_expr(e, visit));
                named.value.iter().for_each(|e| walk_expr(e, visit));
            }
            aggregate.others.iter().flatten().for_each(|e| walk_expr(e, visit));
        }
        ExprKind::Record(values) => values.iter().flatten().for_each(|e| walk_expr(e, visit)),
        ExprKind::DeltaRecord(base, changes) => {
            walk_expr(base, visit);
            changes.iter().for_each(|(_, e)| walk_expr(e, visit));
        }
        ExprKind::DeltaArray(base, changes) => {
            walk_expr(base, visit);
            for ((low, high), value) in changes {
                walk_expr(low, visit);
                high.iter().for_each(|e| walk_expr(e, visit));
                walk_expr(value, visit);
            }
        }
        ExprKind::Let(values, value) => {
            values.iter().for_each(|(_, e)| walk_expr(e, visit));
            walk_expr(value, visit);
        }
        ExprKind::Reduce(reduce) => {
            [&reduce.low, &reduce.high, &reduce.body, &reduce.init, &reduce.combine]
                .into_iter()
                .for_each(|e| walk_expr(e, visit));
        }
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Text(_)
        | ExprKind::Object(_)
        | ExprKind::Result
        | ExprKind::Raise(_)
        | ExprKind::Discriminant(_)
        | ExprKind::Error => {}
    }
}

fn walk_choice(choice: &Choice, visit: &mut impl FnMut(&Expr)) {
    match choice {
        Choice::Value(value) => walk_expr(value, visit),
        Choice::Range(low, high) => {
            walk_expr(low, visit);
            walk_expr(high, visit);
        }
        Choice::Subtype(_) | Choice::Others => {}
    }
}

/// Visits all statements and all expressions of a body.
pub(crate) fn walk_body(body: &Body, stmt: &mut impl FnMut(&Stmt), expr: &mut impl FnMut(&Expr)) {
    walk_stmts(&body.declarations, stmt, expr);
    walk_stmts(&body.statements, stmt, expr);
    for Handler { statements, .. } in &body.handlers {
        walk_stmts(statements, stmt, expr);
    }
}

/// Visits all statements and all expressions of a list of statements.
pub(crate) fn walk_stmts(stmts: &[Stmt], stmt: &mut impl FnMut(&Stmt), expr: &mut impl FnMut(&Expr)) {
    for one in stmts {
        stmt(one);
        match &one.kind {
            StmtKind::Declare(_, value) | StmtKind::Return(value) => {
                value.iter().for_each(|e| walk_expr(e, expr));
            }
            StmtKind::CheckRange { low, high, .. } => {
                walk_expr(low, expr);
                walk_expr(high, expr);
            }
            StmtKind::Assign(target, value) => {
                walk_expr(target, expr);
                walk_expr(value, expr);
            }
            StmtKind::Call(_, args) | StmtKind::Evaluate(args) => args.iter().for_each(|e| walk_expr(e, expr)),
            StmtKind::Name(name) => walk_expr(name, expr),
            StmtKind::If(branches, otherwise) => {
                for (condition, body) in branches {
                    walk_expr(condition, expr);
                    walk_stmts(body, stmt, expr);
                }
                walk_stmts(otherwise, stmt, expr);
            }
            StmtKind::Case(selector, alternatives) => {
                walk_expr(selector, expr);
                for (choices, body) in alternatives {
                    choices.iter().for_each(|choice| walk_choice(choice, expr));
                    walk_stmts(body, stmt, expr);
                }
            }
            StmtKind::Loop(inner) => {
                inner.entry_values.iter().for_each(|(_, e)| walk_expr(e, expr));
                match &inner.scheme {
                    Scheme::Forever => {}
                    Scheme::While(condition) => walk_expr(condition, expr),
                    Scheme::For { range, .. } => {
                        walk_expr(&range.low, expr);
                        walk_expr(&range.high, expr);
                    }
                    Scheme::Of { array, .. } => walk_expr(array, expr),
                }
                walk_stmts(&inner.body, stmt, expr);
            }
            StmtKind::Exit(_, condition) => condition.iter().for_each(|e| walk_expr(e, expr)),
            StmtKind::Block(body) | StmtKind::ExtendedReturn(_, body) => walk_body(body, stmt, expr),
            StmtKind::Assert(_, condition) => walk_expr(condition, expr),
            StmtKind::LoopVariant(_, measures) => measures.iter().for_each(|(_, e)| walk_expr(e, expr)),
            StmtKind::Raise(_)
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Elaborated(_)
            | StmtKind::Null
            | StmtKind::Dropped
            | StmtKind::Unsupported => {}
        }
    }
}

/// The object at the root of a variable.
pub(crate) fn root(expr: &Expr) -> Option<ObjId> {
    match &expr.kind {
        ExprKind::Object(object) => Some(*object),
        ExprKind::Field(inner, _)
        | ExprKind::Index(inner, _)
        | ExprKind::Slice(inner, ..)
        | ExprKind::Convert(inner)
        | ExprKind::Qualified(inner) => root(inner),
        _ => None,
    }
}
