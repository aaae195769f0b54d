//! Visits to all expressions and statements of a part of the tree, and the object that a name is about.

use super::tree::{Body, Builtin, Choice, Expr, ExprKind, Handler, ObjId, Scheme, Stmt, StmtKind, SubpId};
use std::collections::BTreeSet;

/// Visits an expression and all expressions in it.
pub(crate) fn walk_expr(expr: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(expr);
    each_part(expr, &mut |part| walk_expr(part, visit));
}

/// Whether this holds of an expression, or of one in it.
pub(crate) fn has_part(expr: &Expr, holds: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |part| found |= holds(part));
    found
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

pub(crate) fn each_part_of_choice<'e>(choice: &'e Choice, visit: &mut impl FnMut(&'e Expr)) {
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
        each_own_expr(one, &mut |own| walk_expr(own, expr));
        match &one.kind {
            StmtKind::If(branches, otherwise) => {
                branches.iter().for_each(|(_, body)| walk_stmts(body, stmt, expr));
                walk_stmts(otherwise, stmt, expr);
            }
            StmtKind::Case(_, alternatives) => {
                alternatives.iter().for_each(|(_, body)| walk_stmts(body, stmt, expr));
            }
            StmtKind::Loop(inner) => walk_stmts(&inner.body, stmt, expr),
            StmtKind::Block(body) | StmtKind::ExtendedReturn(_, body) => walk_body(body, stmt, expr),
            StmtKind::Finalized(scope) => {
                walk_stmts(&scope.statements, stmt, expr);
                walk_stmts(&scope.finalization, stmt, expr);
            }
            _ => {}
        }
    }
}

/// Visits the expressions of a statement, and neither those in them nor those of statements in it.
pub(crate) fn each_own_expr<'s>(stmt: &'s Stmt, visit: &mut impl FnMut(&'s Expr)) {
    match &stmt.kind {
        StmtKind::Declare(_, value) | StmtKind::Return(value) | StmtKind::Exit(_, value) => {
            value.iter().for_each(visit);
        }
        StmtKind::CheckRange { low: a, high: b, .. } | StmtKind::Assign(a, b) => {
            visit(a);
            visit(b);
        }
        StmtKind::Call(_, args) | StmtKind::Evaluate(args) | StmtKind::Activate(_, args) => {
            args.iter().for_each(visit);
        }
        StmtKind::Name(one)
        | StmtKind::Free(one)
        | StmtKind::Assert(_, one)
        | StmtKind::Await(one)
        | StmtKind::RaiseOf(one, _) => visit(one),
        StmtKind::If(branches, _) => branches.iter().for_each(|(condition, _)| visit(condition)),
        StmtKind::Case(selector, alternatives) => {
            visit(selector);
            for choice in alternatives.iter().flat_map(|(choices, _)| choices) {
                each_part_of_choice(choice, visit);
            }
        }
        StmtKind::Loop(inner) => {
            inner.entry_values.iter().for_each(|(_, e)| visit(e));
            match &inner.scheme {
                Scheme::Forever => {}
                Scheme::While(condition) => visit(condition),
                Scheme::For { range, .. } => {
                    visit(&range.low);
                    visit(&range.high);
                }
                Scheme::Of { array, .. } => visit(array),
            }
        }
        StmtKind::LoopVariant(_, measures) => measures.iter().for_each(|(_, e)| visit(e)),
        StmtKind::Block(_)
        | StmtKind::ExtendedReturn(..)
        | StmtKind::Finalized(_)
        | StmtKind::Raise(_)
        | StmtKind::Label(_)
        | StmtKind::Goto(_)
        | StmtKind::Elaborated(_)
        | StmtKind::Rendezvous(_)
        | StmtKind::Null
        | StmtKind::Dropped
        | StmtKind::Unsupported => {}
    }
}

/// The subprograms that the statements of a body call, themselves or in their expressions.
pub(crate) fn calls_of_body(body: &Body) -> BTreeSet<SubpId> {
    let handlers = body.handlers.iter().map(|handler| &handler.statements);
    [&body.declarations, &body.statements].into_iter().chain(handlers).flat_map(|stmts| calls_of_stmts(stmts)).collect()
}

/// The same of a list of statements.
pub(crate) fn calls_of_stmts(stmts: &[Stmt]) -> BTreeSet<SubpId> {
    let (mut found, mut inside) = (BTreeSet::new(), BTreeSet::new());
    walk_stmts(
        stmts,
        &mut |stmt| {
            if let StmtKind::Call(callee, _) = &stmt.kind {
                found.insert(*callee);
            }
        },
        &mut |expr| {
            if let ExprKind::Call(callee, _) = &expr.kind {
                inside.insert(*callee);
            }
        },
    );
    found.extend(inside);
    found
}

/// An expression without the conversions and qualifications around it.
pub(crate) fn without_conversions(mut expr: &Expr) -> &Expr {
    while let ExprKind::Convert(inner) | ExprKind::Qualified(inner) = &expr.kind {
        expr = inner;
    }
    expr
}

/// Whether an expression names a part of an object, or what an access value designates, and no value: the lowering can
/// evaluate it without reading.
pub(crate) fn names_object(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Object(_) | ExprKind::Deref(_) => true,
        ExprKind::Field(inner, _)
        | ExprKind::Index(inner, _)
        | ExprKind::Slice(inner, ..)
        | ExprKind::Qualified(inner) => names_object(inner),
        _ => false,
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
    each_part_mut(expr, &mut |part| expr_mut(part, change));
    change(expr);
}

/// Changes what speaks of the discriminants of the record that a default value belongs to: their names, and bounds of
/// aggregates that are not those of components of another record.
pub(crate) fn discriminants_mut(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr, usize)) {
    fn walk(expr: &mut Expr, inside: bool, change: &mut dyn FnMut(&mut Expr, usize)) {
        let inner = inside || matches!(expr.kind, ExprKind::Record(_) | ExprKind::DeltaRecord(..));
        each_part_mut(expr, &mut |part| walk(part, inner, change));
        match expr.kind {
            ExprKind::Discriminant(at) => change(expr, at),
            ExprKind::Builtin(Builtin::BoundOfComponent(at), _) if !inside => change(expr, at),
            _ => {}
        }
    }
    walk(expr, false, change);
}

/// Visits the expressions that an expression consists of, to change them.
pub(crate) fn each_part_mut<'e>(expr: &'e mut Expr, visit: &mut dyn FnMut(&'e mut Expr)) {
    match &mut expr.kind {
        ExprKind::Field(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(a)
        | ExprKind::Qualified(a)
        | ExprKind::Deref(a)
        | ExprKind::Reference(a, _)
        | ExprKind::Old(a) => visit(a),
        ExprKind::Allocate(allocator) => allocator.value.iter_mut().for_each(&mut *visit),
        ExprKind::Index(a, rest) => {
            visit(a);
            rest.iter_mut().for_each(&mut *visit);
        }
        ExprKind::Slice(a, b, c) => [a, b, c].into_iter().for_each(|e| visit(e)),
        ExprKind::Binary(_, a, b) | ExprKind::Asserted(a, b) | ExprKind::CheckedRange(_, a, b) => {
            [a, b].into_iter().for_each(|e| visit(e));
        }
        ExprKind::Concat(a, b) => {
            visit(&mut a.0);
            visit(&mut b.0);
        }
        ExprKind::Member(a, choices, _) => {
            visit(a);
            choices.iter_mut().for_each(|choice| choice_mut(choice, visit));
        }
        ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => args.iter_mut().for_each(&mut *visit),
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
                choices.iter_mut().for_each(|choice| choice_mut(choice, visit));
                visit(value);
            }
        }
        ExprKind::Quantified { low, high, body, .. } => {
            [low, high, body].into_iter().for_each(|e| visit(e));
        }
        ExprKind::Array(aggregate) => {
            visit(&mut aggregate.bounds.0);
            aggregate.bounds.1.iter_mut().for_each(&mut *visit);
            aggregate.positional.iter_mut().for_each(&mut *visit);
            for named in &mut aggregate.named {
                visit(&mut named.low);
                named.high.iter_mut().for_each(&mut *visit);
                named.value.iter_mut().for_each(&mut *visit);
            }
            aggregate.others.iter_mut().flatten().for_each(&mut *visit);
        }
        ExprKind::Record(values) => values.iter_mut().flatten().for_each(&mut *visit),
        ExprKind::DeltaRecord(base, changes) => {
            visit(base);
            changes.iter_mut().for_each(|(_, e)| visit(e));
        }
        ExprKind::DeltaArray(base, changes) => {
            visit(base);
            for ((low, high), value) in changes {
                visit(low);
                high.iter_mut().for_each(&mut *visit);
                visit(value);
            }
        }
        ExprKind::Let(values, value) => {
            values.iter_mut().for_each(|(_, e)| visit(e));
            visit(value);
        }
        ExprKind::Reduce(reduce) => {
            let reduce = &mut **reduce;
            [&mut reduce.low, &mut reduce.high, &mut reduce.body, &mut reduce.init, &mut reduce.combine]
                .into_iter()
                .for_each(&mut *visit);
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

fn choice_mut<'e>(choice: &'e mut Choice, visit: &mut dyn FnMut(&'e mut Expr)) {
    match choice {
        Choice::Value(value) => visit(value),
        Choice::Range(low, high) => {
            visit(low);
            visit(high);
        }
        Choice::Subtype(_) | Choice::Others => {}
    }
}

/// Changes the lists of statements of a body, and the whole expressions in them.
pub(crate) fn body_mut(body: &mut Body, list: &mut dyn FnMut(&mut Vec<Stmt>), expr: &mut dyn FnMut(&mut Expr)) {
    stmts_mut(&mut body.declarations, list, expr);
    stmts_mut(&mut body.statements, list, expr);
    body.handlers.iter_mut().for_each(|handler| stmts_mut(&mut handler.statements, list, expr));
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
                    choices.iter_mut().for_each(|choice| choice_mut(choice, &mut *expr));
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
                body_mut(body, list, expr);
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
