//! Visits to all expressions and statements of a part of the tree, and the object that a name is about.

use super::tree::{Body, Choice, Expr, ExprKind, Handler, ObjId, Scheme, Stmt, StmtKind};

/// Visits an expression and all expressions in it.
pub(crate) fn walk_expr(expr: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(expr);
    each_part(expr, &mut |part| walk_expr(part, visit));
}

/// Visits the expressions that an expression consists of, and not those in them.
pub(crate) fn each_part<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Field(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(a)
        | ExprKind::Qualified(a)
        | ExprKind::Deref(a)
        | ExprKind::Reference(a, _)
        | ExprKind::Old(a) => visit(a),
        ExprKind::Allocate(allocator) => allocator.value.iter().for_each(&mut *visit),
        ExprKind::Index(a, rest) => {
            visit(a);
            rest.iter().for_each(&mut *visit);
        }
        ExprKind::Slice(a, b, c) => [a, b, c].into_iter().for_each(|e| visit(e)),
        ExprKind::Binary(_, a, b) | ExprKind::Asserted(a, b) | ExprKind::CheckedRange(_, a, b) => {
            [a, b].into_iter().for_each(|e| visit(e));
        }
        ExprKind::Concat(a, b) => {
            visit(&a.0);
            visit(&b.0);
        }
        ExprKind::Member(a, choices, _) => {
            visit(a);
            choices.iter().for_each(|choice| each_part_of_choice(choice, visit));
        }
        ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => args.iter().for_each(&mut *visit),
        ExprKind::If(branches, otherwise) => {
            for (condition, value) in branches {
                visit(condition);
                visit(value);
            }
            visit(otherwise);
        }
        ExprKind::Case(selector, alternatives) => {
            visit(selector);
            for (choices, value) in alternatives {
                choices.iter().for_each(|choice| each_part_of_choice(choice, visit));
                visit(value);
            }
        }
        ExprKind::Quantified { low, high, body, .. } => {
            [low, high, body].into_iter().for_each(|e| visit(e));
        }
        ExprKind::Array(aggregate) => {
            visit(&aggregate.bounds.0);
            aggregate.bounds.1.iter().for_each(&mut *visit);
            aggregate.positional.iter().for_each(&mut *visit);
            for named in &aggregate.named {
                visit(&named.low);
                named.high.iter().for_each(&mut *visit);
                named.value.iter().for_each(&mut *visit);
            }
            aggregate.others.iter().flatten().for_each(&mut *visit);
        }
        ExprKind::Record(values) => values.iter().flatten().for_each(&mut *visit),
        ExprKind::DeltaRecord(base, changes) => {
            visit(base);
            changes.iter().for_each(|(_, e)| visit(e));
        }
        ExprKind::DeltaArray(base, changes) => {
            visit(base);
            for ((low, high), value) in changes {
                visit(low);
                high.iter().for_each(&mut *visit);
                visit(value);
            }
        }
        ExprKind::Let(values, value) => {
            values.iter().for_each(|(_, e)| visit(e));
            visit(value);
        }
        ExprKind::Reduce(reduce) => {
            [&reduce.low, &reduce.high, &reduce.body, &reduce.init, &reduce.combine].into_iter().for_each(&mut *visit);
        }
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Text(_)
        | ExprKind::Object(_)
        | ExprKind::Result
        | ExprKind::Raise(_)
        | ExprKind::Discriminant(_)
        | ExprKind::NotAnalysed(_)
        | ExprKind::Error => {}
    }
}

fn each_part_of_choice<'e>(choice: &'e Choice, visit: &mut impl FnMut(&'e Expr)) {
    match choice {
        Choice::Value(value) => visit(value),
        Choice::Range(low, high) => {
            visit(low);
            visit(high);
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
            StmtKind::Call(_, args) | StmtKind::Evaluate(args) | StmtKind::Activate(_, args) => {
                args.iter().for_each(|e| walk_expr(e, expr));
            }
            StmtKind::Name(name) | StmtKind::Free(name) => walk_expr(name, expr),
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
                    let mut visit = |part: &Expr| walk_expr(part, expr);
                    choices.iter().for_each(|choice| each_part_of_choice(choice, &mut visit));
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
            StmtKind::Assert(_, condition) | StmtKind::Await(condition) | StmtKind::RaiseOf(condition, _) => {
                walk_expr(condition, expr);
            }
            StmtKind::LoopVariant(_, measures) => measures.iter().for_each(|(_, e)| walk_expr(e, expr)),
            StmtKind::Finalized(scope) => {
                walk_stmts(&scope.statements, stmt, expr);
                walk_stmts(&scope.finalization, stmt, expr);
            }
            StmtKind::Raise(_)
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Elaborated(_)
            | StmtKind::Rendezvous(_)
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

/// Changes an expression from the inside out.
pub(crate) fn expr_mut(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::Field(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(a)
        | ExprKind::Qualified(a)
        | ExprKind::Deref(a)
        | ExprKind::Reference(a, _)
        | ExprKind::Old(a) => expr_mut(a, change),
        ExprKind::Allocate(allocator) => allocator.value.iter_mut().for_each(|e| expr_mut(e, change)),
        ExprKind::Index(a, rest) => {
            expr_mut(a, change);
            rest.iter_mut().for_each(|e| expr_mut(e, change));
        }
        ExprKind::Slice(a, b, c) => [a, b, c].into_iter().for_each(|e| expr_mut(e, change)),
        ExprKind::Binary(_, a, b) | ExprKind::Asserted(a, b) | ExprKind::CheckedRange(_, a, b) => {
            [a, b].into_iter().for_each(|e| expr_mut(e, change));
        }
        ExprKind::Concat(a, b) => {
            expr_mut(&mut a.0, change);
            expr_mut(&mut b.0, change);
        }
        ExprKind::Member(a, choices, _) => {
            expr_mut(a, change);
            choices.iter_mut().for_each(|choice| choice_mut(choice, change));
        }
        ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => args.iter_mut().for_each(|e| expr_mut(e, change)),
        ExprKind::If(branches, otherwise) => {
            for (condition, value) in branches {
                expr_mut(condition, change);
                expr_mut(value, change);
            }
            expr_mut(otherwise, change);
        }
        ExprKind::Case(selector, alternatives) => {
            expr_mut(selector, change);
            for (choices, value) in alternatives {
                choices.iter_mut().for_each(|choice| choice_mut(choice, change));
                expr_mut(value, change);
            }
        }
        ExprKind::Quantified { low, high, body, .. } => {
            [low, high, body].into_iter().for_each(|e| expr_mut(e, change));
        }
        ExprKind::Array(aggregate) => {
            expr_mut(&mut aggregate.bounds.0, change);
            aggregate.bounds.1.iter_mut().for_each(|e| expr_mut(e, change));
            aggregate.positional.iter_mut().for_each(|e| expr_mut(e, change));
            for named in &mut aggregate.named {
                expr_mut(&mut named.low, change);
                named.high.iter_mut().for_each(|e| expr_mut(e, change));
                named.value.iter_mut().for_each(|e| expr_mut(e, change));
            }
            aggregate.others.iter_mut().flatten().for_each(|e| expr_mut(e, change));
        }
        ExprKind::Record(values) => values.iter_mut().flatten().for_each(|e| expr_mut(e, change)),
        ExprKind::DeltaRecord(base, changes) => {
            expr_mut(base, change);
            changes.iter_mut().for_each(|(_, e)| expr_mut(e, change));
        }
        ExprKind::DeltaArray(base, changes) => {
            expr_mut(base, change);
            for ((low, high), value) in changes {
                expr_mut(low, change);
                high.iter_mut().for_each(|e| expr_mut(e, change));
                expr_mut(value, change);
            }
        }
        ExprKind::Let(values, value) => {
            values.iter_mut().for_each(|(_, e)| expr_mut(e, change));
            expr_mut(value, change);
        }
        ExprKind::Reduce(reduce) => {
            let reduce = &mut **reduce;
            [&mut reduce.low, &mut reduce.high, &mut reduce.body, &mut reduce.init, &mut reduce.combine]
                .into_iter()
                .for_each(|e| expr_mut(e, change));
        }
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Text(_)
        | ExprKind::Object(_)
        | ExprKind::Result
        | ExprKind::Raise(_)
        | ExprKind::Discriminant(_)
        | ExprKind::NotAnalysed(_)
        | ExprKind::Error => {}
    }
    change(expr);
}

fn choice_mut(choice: &mut Choice, change: &mut dyn FnMut(&mut Expr)) {
    match choice {
        Choice::Value(value) => expr_mut(value, change),
        Choice::Range(low, high) => {
            expr_mut(low, change);
            expr_mut(high, change);
        }
        Choice::Subtype(_) | Choice::Others => {}
    }
}

/// Changes lists of statements from the inside out, and the whole expressions in them.
pub(crate) fn stmts_mut(stmts: &mut Vec<Stmt>, list: &mut dyn FnMut(&mut Vec<Stmt>), expr: &mut dyn FnMut(&mut Expr)) {
    for one in stmts.iter_mut() {
        match &mut one.kind {
            StmtKind::Declare(_, value) | StmtKind::Return(value) => value.iter_mut().for_each(&mut *expr),
            StmtKind::CheckRange { low, high, .. } => {
                expr(low);
                expr(high);
            }
            StmtKind::Assign(target, value) => {
                expr(target);
                expr(value);
            }
            StmtKind::Call(_, args) | StmtKind::Evaluate(args) | StmtKind::Activate(_, args) => {
                args.iter_mut().for_each(&mut *expr);
            }
            StmtKind::Name(name) | StmtKind::Free(name) => expr(name),
            StmtKind::If(branches, otherwise) => {
                for (condition, body) in branches {
                    expr(condition);
                    stmts_mut(body, list, expr);
                }
                stmts_mut(otherwise, list, expr);
            }
            StmtKind::Case(selector, alternatives) => {
                expr(selector);
                for (choices, body) in alternatives {
                    for choice in choices {
                        match choice {
                            Choice::Value(value) => expr(value),
                            Choice::Range(low, high) => {
                                expr(low);
                                expr(high);
                            }
                            Choice::Subtype(_) | Choice::Others => {}
                        }
                    }
                    stmts_mut(body, list, expr);
                }
            }
            StmtKind::Loop(inner) => {
                inner.entry_values.iter_mut().for_each(|(_, e)| expr(e));
                match &mut inner.scheme {
                    Scheme::Forever => {}
                    Scheme::While(condition) => expr(condition),
                    Scheme::For { range, .. } => {
                        expr(&mut range.low);
                        expr(&mut range.high);
                    }
                    Scheme::Of { array, .. } => expr(array),
                }
                stmts_mut(&mut inner.body, list, expr);
            }
            StmtKind::Exit(_, condition) => condition.iter_mut().for_each(&mut *expr),
            StmtKind::Block(body) | StmtKind::ExtendedReturn(_, body) => {
                stmts_mut(&mut body.declarations, list, expr);
                stmts_mut(&mut body.statements, list, expr);
                body.handlers.iter_mut().for_each(|handler| stmts_mut(&mut handler.statements, list, expr));
            }
            StmtKind::Assert(_, condition) | StmtKind::Await(condition) | StmtKind::RaiseOf(condition, _) => {
                expr(condition);
            }
            StmtKind::LoopVariant(_, measures) => measures.iter_mut().for_each(|(_, e)| expr(e)),
            StmtKind::Finalized(scope) => {
                stmts_mut(&mut scope.statements, list, expr);
                stmts_mut(&mut scope.finalization, list, expr);
            }
            StmtKind::Raise(_)
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Elaborated(_)
            | StmtKind::Rendezvous(_)
            | StmtKind::Null
            | StmtKind::Dropped
            | StmtKind::Unsupported => {}
        }
    }
    list(stmts);
}
