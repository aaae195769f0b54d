//! Statements (RM 5, 6.5, 11).

use super::name::Denoted;
use super::scope::{Entity, ScopeKind};
use super::tree::{
    AssertKind, BinaryOp, Body, Builtin, Choice, ENVIRONMENT, Expr, ExprKind, Handler, LabelId, Loop, ObjectKind,
    Scheme, Stmt, StmtKind, UnaryOp,
};
use super::types::{Bound, Constraint};
use super::walk::{each_part, expr_mut, walk_expr, walk_stmts};
use super::{OpenLoop, Sema};
use crate::ast::{self, LoopScheme, Symbol};

impl<'a> Sema<'a> {
    /// A sequence of statements.
    pub fn statements(&mut self, statements: &'a [ast::Stmt]) -> Vec<Stmt> {
        let mut found = Vec::new();
        let mut labels: Vec<(Symbol, LabelId)> = Vec::new();
        for label in statements.iter().flat_map(|stmt| &stmt.labels) {
            if labels.iter().any(|(name, _)| *name == label.symbol) {
                let text = format!("\"{}\" conflicts with another label", self.spelling(label));
                self.error(label.span, text);
            }
            labels.push((label.symbol, LabelId(self.tree.labels)));
            self.tree.labels += 1;
        }
        self.labels.push(labels);
        for stmt in statements {
            let loc = self.loc(stmt.span);
            for label in &stmt.labels {
                let own = self.labels.last().and_then(|labels| labels.iter().find(|(name, _)| *name == label.symbol));
                if let Some((_, id)) = own {
                    found.push(Stmt { kind: StmtKind::Label(*id), loc: self.loc(label.span) });
                }
            }
            let outer = std::mem::take(&mut self.sink);
            let (kind, poisoned) = self.apart(|sema| sema.statement(stmt));
            let hidden = std::mem::replace(&mut self.sink, outer);
            let whole = Stmt { kind, loc };
            if self.owner == ENVIRONMENT && self.trying == 0 && (poisoned || is_in_part_dropped(&whole)) {
                found.push(Stmt { kind: StmtKind::Dropped, loc });
                continue;
            }
            found.extend(hidden);
            found.push(whole);
        }
        self.labels.pop();
        found
    }

    fn statement(&mut self, stmt: &'a ast::Stmt) -> StmtKind {
        self.fresh();
        match &stmt.kind {
            ast::StmtKind::Null | ast::StmtKind::Error => StmtKind::Null,
            ast::StmtKind::Assign(assign) => self.assignment(assign),
            ast::StmtKind::Call(name) => self.call_statement(name),
            ast::StmtKind::If(branches) => {
                let mut parts = Vec::new();
                for (condition, body) in &branches.branches {
                    let condition = self.condition(condition);
                    parts.push((condition, self.branch(body)));
                }
                let otherwise = branches.otherwise.as_deref().map(|body| self.branch(body)).unwrap_or_default();
                StmtKind::If(parts, otherwise)
            }
            ast::StmtKind::Case(case) => {
                let selector = self.case_selector(&case.selector);
                let mut alternatives = Vec::new();
                for alternative in &case.alternatives {
                    self.fresh();
                    let choices = self.case_choices(&alternative.choices, selector.ty);
                    alternatives.push((choices, self.branch(&alternative.body)));
                }
                let choices: Vec<&[ast::Choice]> = case.alternatives.iter().map(|one| one.choices.as_slice()).collect();
                self.others_last(&choices);
                let all: Vec<&[super::tree::Choice]> =
                    alternatives.iter().map(|(choices, _)| choices.as_slice()).collect();
                let loc = self.loc(stmt.span);
                self.check_coverage(&all, &selector, loc);
                StmtKind::Case(selector, alternatives)
            }
            ast::StmtKind::Loop(inner) => self.loop_statement(inner, stmt.span),
            ast::StmtKind::Block(block) => {
                let old = self.open(ScopeKind::Inner);
                if let Some(name) = &block.name {
                    // `Block.X` names its declarations.
                    let scope = self.scope;
                    self.scopes.declare(old, name.symbol, Entity::Package(scope), None);
                }
                let sink = std::mem::take(&mut self.sink);
                self.declarations(&block.declarations);
                let declarations = std::mem::replace(&mut self.sink, sink);
                let body = self.handled(declarations, &block.body, stmt.span);
                self.scope = old;
                StmtKind::Block(Box::new(body))
            }
            ast::StmtKind::Exit(name, condition) => {
                let target = match name {
                    Some(name) => match self.denote(name) {
                        Denoted::Loop(id) if self.loops.iter().any(|open| open.id == id) => id,
                        Denoted::Loop(_) => {
                            self.error(name.span, "cannot exit from program unit or accept statement");
                            return StmtKind::Null;
                        }
                        Denoted::Error => return StmtKind::Null,
                        _ => {
                            self.error(name.span, "invalid loop name in exit statement");
                            return StmtKind::Null;
                        }
                    },
                    None => match self.loops.last() {
                        Some(open) => open.id,
                        None => {
                            self.error(stmt.span, "exit statement must appear within a loop");
                            return StmtKind::Null;
                        }
                    },
                };
                let condition = condition.as_ref().map(|condition| self.condition(condition));
                StmtKind::Exit(target, condition)
            }
            ast::StmtKind::Goto(label) => {
                // Of a sequence of statements around this one (RM 5.8 (4)).
                let known = self.labels.iter().rev().flatten().find(|(name, _)| *name == label.symbol);
                match known {
                    Some((_, id)) => StmtKind::Goto(*id),
                    None => {
                        let text = format!("\"{}\" is not a label that can be reached from here", self.spelling(label));
                        self.error(label.span, text);
                        StmtKind::Null
                    }
                }
            }
            ast::StmtKind::Return(value) => self.return_statement(value.as_ref(), stmt.span),
            ast::StmtKind::ExtendedReturn(extended) => self.extended_return(extended, stmt.span),
            ast::StmtKind::Raise(name, message) => {
                if let Some(message) = message {
                    // Evaluated before anything is raised (RM 11.3 (4)).
                    let parts = self.message_parts(message);
                    if !parts.is_empty() {
                        let loc = self.loc(message.span);
                        self.sink.push(Stmt { kind: StmtKind::Evaluate(parts), loc });
                    }
                }
                match name {
                    None => StmtKind::Raise(None),
                    Some(name) => match self.denote(name) {
                        Denoted::Exception(exception) => StmtKind::Raise(Some(exception)),
                        Denoted::Error => StmtKind::Null,
                        _ => {
                            self.error(name.span, "exception name expected in raise statement");
                            StmtKind::Null
                        }
                    },
                }
            }
            ast::StmtKind::Pragma(pragma) if self.deny_pragma(pragma) => StmtKind::Unsupported,
            ast::StmtKind::Pragma(pragma) => self.pragma(pragma).unwrap_or(StmtKind::Null),
            ast::StmtKind::Annotation(annotation) => self.annotation_statement(annotation),
            ast::StmtKind::Accept(accept) => self.accept(accept, stmt.span),
            ast::StmtKind::Select(select) => self.select(select, stmt.span),
            ast::StmtKind::Delay { until, value } => self.delay(*until, value),
            ast::StmtKind::Abort(names) => self.abort(names),
            ast::StmtKind::Requeue(entry) => self.requeue(entry, stmt.span),
            ast::StmtKind::Unsupported(what) => {
                self.reject(what.span, format!("{} (RM {})", what.construct, what.section));
                StmtKind::Unsupported
            }
        }
    }

    /// What the evaluation of a message consists of; its concatenations and images cannot fail.
    pub fn message_parts(&mut self, message: &'a ast::Expr) -> Vec<Expr> {
        let string = self.tree.types.std.string;
        let mut todo = vec![self.expr(message, Some(string))];
        let mut parts = Vec::new();
        while let Some(part) = todo.pop() {
            match part.kind {
                ExprKind::Text(_) | ExprKind::Int(_) | ExprKind::Real(_) => {}
                ExprKind::Concat(left, right) => todo.extend([right.0, left.0]),
                ExprKind::Builtin(Builtin::Unknown, arguments) => todo.extend(arguments.into_iter().rev()),
                _ => parts.push(part),
            }
        }
        parts
    }

    fn assignment(&mut self, assign: &'a ast::Assign) -> StmtKind {
        let target = match &assign.target.kind {
            // Of several functions in its prefix, the one whose result has a component of the type of the value.
            ast::NameKind::Selected(..) | ast::NameKind::Apply(..) | ast::NameKind::Dereference(_) => {
                let value = &assign.value;
                self.name_in_context(&assign.target, &|sema, ty| sema.could_be(value, ty), None)
            }
            _ => self.name_value(&assign.target, None),
        };
        self.check_variable(&target, assign.target.span, true);
        let ty = target.ty;
        self.check_assigned(ty, assign.target.span);
        let outer = self.target.replace(target.clone());
        let mut target = target;
        if !matches!(target.kind, ExprKind::Object(_)) {
            // A name that `@` stands for is evaluated once, before the value (RM 5.2.1).
            let named = std::mem::replace(&mut self.target_named, false);
            self.attempt(|sema| sema.expr(&assign.value, Some(ty)));
            if std::mem::replace(&mut self.target_named, named) {
                target = self.evaluated_name(target);
                self.target = Some(target.clone());
            }
        }
        let mut value = self.expr(&assign.value, Some(ty));
        if bounds_call_again(&value, &target) {
            let name = self.evaluated_name(target.clone());
            expr_mut(&mut value, &mut |part| {
                if *part == target {
                    *part = name.clone();
                }
            });
            target = name;
        }
        if self.tree.types.is_class_wide(ty) {
            self.check_own_tag(&value, assign.value.span);
        }
        self.target = outer;
        StmtKind::Assign(target, value)
    }

    /// The statements of a branch, in which the annotations of a loop around do not stand.
    fn branch(&mut self, statements: &'a [ast::Stmt]) -> Vec<Stmt> {
        self.loops.iter_mut().for_each(|open| open.branches += 1);
        let found = self.statements(statements);
        self.loops.iter_mut().for_each(|open| open.branches -= 1);
        found
    }

    fn loop_statement(&mut self, inner: &'a ast::LoopStmt, span: horn_frontend::Span) -> StmtKind {
        let id = self.new_loop();
        if let Some(name) = &inner.name {
            let scope = self.scope;
            let loc = self.loc(name.span);
            self.scopes.declare(scope, name.symbol, Entity::Loop(id), Some(loc));
        }
        let old = self.open(ScopeKind::Inner);
        let name = inner.name.as_ref().map(|name| name.symbol);
        self.loops.push(OpenLoop { id, name, scope: self.scope, entry_values: Vec::new(), branches: 0 });
        let mut container = None;
        let scheme = match &inner.scheme {
            LoopScheme::Forever => Scheme::Forever,
            LoopScheme::While(condition) => Scheme::While(self.condition(condition)),
            LoopScheme::For(iterator) => {
                let (scheme, steps) = self.iteration(iterator, span);
                container = steps;
                scheme
            }
        };
        let mut body = Vec::new();
        for annotation in &inner.annotations {
            let loc = self.loc(annotation.span);
            let kind = self.annotation_statement(annotation);
            body.push(Stmt { kind, loc });
        }
        let condition = match &inner.scheme {
            LoopScheme::For(iterator) => self.iteration_filter(&scheme, iterator),
            LoopScheme::Forever | LoopScheme::While(_) => None,
        };
        match condition {
            Some(condition) => {
                let loc = condition.loc;
                let inside = self.statements(&inner.body);
                body.push(Stmt { kind: StmtKind::If(vec![(condition, inside)], Vec::new()), loc });
            }
            None => body.extend(self.statements(&inner.body)),
        }
        if let Some((before, behind)) = container {
            body = Sema::container_body(before, body, behind, self.loc(span));
        }
        self.scope = old;
        let entry_values = self.loops.pop().map(|open| open.entry_values).unwrap_or_default();
        StmtKind::Loop(Box::new(Loop { id, scheme, body, entry_values }))
    }

    /// What a `for` loop goes over; for a container that others declare also what stands before the statements of the
    /// body and behind them.
    pub(super) fn iteration(
        &mut self,
        iterator: &'a ast::IteratorSpec,
        span: horn_frontend::Span,
    ) -> (Scheme, Option<(Vec<Stmt>, Vec<Stmt>)>) {
        let Some(on) = self.iterated(&iterator.domain) else { return (self.for_scheme(iterator, span), None) };
        match self.container_scheme(on, iterator) {
            Some((scheme, before, behind)) => (scheme, Some((before, behind))),
            None => {
                self.declare_poison(&iterator.name, "loop over a container that is not supported");
                (Scheme::Forever, None)
            }
        }
    }

    /// For which values of its parameter the body of a `for` loop is executed, if not for all.
    pub(super) fn iteration_filter(&mut self, scheme: &Scheme, iterator: &'a ast::IteratorSpec) -> Option<Expr> {
        // A subtype with a static predicate has only the values that satisfy it (RM 5.5 (9.1)).
        let within = match scheme {
            Scheme::For { var, range, .. } => self.predicate_filter(*var, range.ty, iterator),
            _ => None,
        };
        let filter = iterator.filter.as_ref().map(|filter| self.condition(filter));
        self.both(within, filter)
    }

    /// That a parameter over a subtype satisfies the predicates of the subtype, if it has some.
    pub fn predicate_filter(
        &self,
        var: super::tree::ObjId,
        ty: super::types::TypeId,
        iterator: &ast::IteratorSpec,
    ) -> Option<Expr> {
        let subtype = matches!(&iterator.domain, ast::IteratorDomain::In(ast::DiscreteRange::Subtype(_)));
        if !subtype || self.tree.types[ty].predicates.is_empty() {
            return None;
        }
        let loc = self.loc(iterator.name.span);
        let value = Expr { kind: super::tree::ExprKind::Object(var), ty: self.tree.types.base(ty), loc };
        let kind = super::tree::ExprKind::Member(Box::new(value), vec![super::tree::Choice::Subtype(ty)], false);
        Some(Expr { kind, ty: self.tree.types.std.boolean, loc })
    }

    /// Two conditions, the second one evaluated if the first one holds.
    pub fn both(&self, first: Option<Expr>, second: Option<Expr>) -> Option<Expr> {
        let (Some(first), Some(second)) = (&first, &second) else { return first.or(second) };
        let kind = super::tree::ExprKind::Binary(
            super::tree::BinaryOp::AndThen,
            Box::new(first.clone()),
            Box::new(second.clone()),
        );
        Some(Expr { kind, ty: self.tree.types.std.boolean, loc: second.loc })
    }

    fn for_scheme(&mut self, iterator: &'a ast::IteratorSpec, span: horn_frontend::Span) -> Scheme {
        match &iterator.domain {
            ast::IteratorDomain::In(range) => {
                if let Some(container) = self.container_of_iterate(range) {
                    return self.cursor_scheme(container, iterator);
                }
                let span = range.span();
                let mut range = self.discrete_range(range, None);
                let ty = range.ty;
                if !range.check && !self.tree.types[ty].predicates.is_empty() {
                    match self.predicate_values(ty).as_deref() {
                        Some([(low, _), .., (_, high)] | [(low, high)]) => {
                            let loc = range.low.loc;
                            range.low = Expr::int(low.clone(), self.tree.types.base(ty), loc);
                            range.high = Expr::int(high.clone(), self.tree.types.base(ty), loc);
                        }
                        _ => self.reject(span, "loop over a subtype whose predicate is not static (RM 5.5)"),
                    }
                }
                // With static bounds they are those of the parameter's subtype (RM 5.5 (6)).
                let bounds = range.low.as_int().cloned().zip(range.high.as_int().cloned());
                let ty = match bounds.filter(|_| range.check) {
                    Some((low, high))
                        if low > high || self.statically_in(&range.low, ty) && self.statically_in(&range.high, ty) =>
                    {
                        let name = self.tree.types[ty].name.clone();
                        self.tree.types.add_subtype(
                            &name,
                            None,
                            ty,
                            Constraint::Range(Bound::Int(low), Bound::Int(high)),
                        )
                    }
                    _ => ty,
                };
                let var = self.new_object(
                    self.spelling(&iterator.name),
                    self.loc(iterator.name.span),
                    ty,
                    ObjectKind::LoopParameter,
                );
                self.declare(&iterator.name, Entity::Object(var));
                Scheme::For { var, reverse: iterator.reverse, range }
            }
            ast::IteratorDomain::Of(name) => {
                let array = self.name_value(name, None);
                let array = self.iterated_array(array);
                let Some((index, element)) =
                    self.tree.types.array(array.ty).map(|(index, element)| (index.to_vec(), element))
                else {
                    if array.kind != super::tree::ExprKind::Error {
                        self.no_array(array.ty, span);
                    }
                    self.declare_poison(&iterator.name, "loop over something that is not known");
                    return Scheme::Forever;
                };
                // The name is evaluated once, before the loop (RM 5.5.2 (7)).
                let array = self.evaluated_name(array);
                let loc = self.loc(iterator.name.span);
                let (vars, places) = self.indices(&index, loc);
                let places = self.in_open_order(&array, places);
                let kind = super::tree::ExprKind::Index(Box::new(array.clone()), places);
                let value = Expr { kind, ty: element, loc };
                self.note_element(iterator.name.symbol, name);
                self.declare(&iterator.name, Entity::Renamed(std::rc::Rc::new(value)));
                Scheme::Of { index: vars, array, reverse: iterator.reverse }
            }
        }
    }

    pub(super) fn handled(
        &mut self,
        declarations: Vec<Stmt>,
        body: &'a ast::HandledStatements,
        span: horn_frontend::Span,
    ) -> Body {
        let statements = self.statements(&body.statements);
        let handlers = self.handlers(&body.handlers);
        let end = self.loc(body.end_span.unwrap_or(span));
        Body { declarations, statements, handlers, end }
    }

    /// Exception handlers.
    pub fn handlers(&mut self, handlers: &'a [ast::Handler]) -> Vec<Handler> {
        let mut found: Vec<Handler> = Vec::new();
        let all: Vec<&[ast::Choice]> = handlers.iter().map(|handler| handler.choices.as_slice()).collect();
        self.others_last(&all);
        for handler in handlers {
            let mut exceptions = Vec::new();
            for choice in &handler.choices {
                match choice {
                    ast::Choice::Others(_) => {}
                    ast::Choice::Expr(expr) => {
                        let Some(name) = expr.as_name() else {
                            self.error(expr.span, "exception name expected");
                            continue;
                        };
                        match self.denote(name) {
                            Denoted::Exception(exception) => {
                                let before = found.iter().flat_map(|handler| &handler.exceptions);
                                if before.chain(&exceptions).any(|other| *other == exception) {
                                    self.error(expr.span, "exception choice duplicates another one");
                                }
                                exceptions.push(exception);
                            }
                            Denoted::Error => {}
                            _ => self.error(expr.span, "exception name expected"),
                        }
                    }
                    ast::Choice::Range(range) => self.error(range.span(), "exception name expected"),
                }
            }
            if let Some(choice) = handler.choices.first() {
                self.deny_handler(&exceptions, choice.span());
            }
            let old = self.open(ScopeKind::Inner);
            let mut choice = None;
            if let Some(occurrence) = &handler.occurrence {
                let (ty, loc) = (self.exception_occurrence(), self.loc(occurrence.span));
                let object = self.new_object(self.spelling(occurrence), loc, ty, ObjectKind::Constant);
                self.declare(occurrence, Entity::Object(object));
                self.tree.choice_parameters.insert(object);
                let value = Expr { kind: ExprKind::Builtin(Builtin::Handled, Vec::new()), ty, loc };
                choice = Some(Stmt { kind: StmtKind::Declare(object, Some(value)), loc });
            }
            let mut statements = self.statements(&handler.body);
            if let Some(choice) = choice {
                let end = choice.loc;
                let body = Body { declarations: vec![choice], statements, end, ..Body::default() };
                statements = vec![Stmt { kind: StmtKind::Block(Box::new(body)), loc: end }];
            }
            self.scope = old;
            found.push(Handler { exceptions, statements });
        }
        found
    }

    fn return_statement(&mut self, value: Option<&'a ast::Expr>, span: horn_frontend::Span) -> StmtKind {
        if let (None, Some((label, returns))) = (value, self.accepts.last_mut()) {
            // It completes the accept statement (RM 6.5 (23)).
            *returns = true;
            return StmtKind::Goto(*label);
        }
        let result = self.tree.subprogram(self.owner).result;
        match (value, result) {
            (Some(value), Some(result)) => {
                let found = self.expr(value, Some(result));
                self.check_copied(&found, value.span);
                StmtKind::Return(Some(found))
            }
            (None, None) => StmtKind::Return(None),
            (Some(value), None) => {
                self.error(value.span, "procedure cannot return a value");
                StmtKind::Return(None)
            }
            // Inside an extended return statement it gives its object (RM 6.5 (5.4)).
            (None, Some(_)) if self.extended_returns > 0 => StmtKind::Return(None),
            (None, Some(_)) => {
                self.error(span, "missing expression in return from function");
                StmtKind::Return(None)
            }
        }
    }

    fn extended_return(&mut self, extended: &'a ast::ExtendedReturn, span: horn_frontend::Span) -> StmtKind {
        let old = self.open(ScopeKind::Inner);
        let sink = std::mem::take(&mut self.sink);
        let result = self.tree.subprogram(self.owner).result;
        self.object_declaration(&extended.object);
        self.returned_tasks();
        let declarations = std::mem::replace(&mut self.sink, sink);
        let object = declarations.iter().rev().find_map(|stmt| match stmt.kind {
            StmtKind::Declare(object, _) if !self.tree.object(object).hidden => Some(object),
            _ => None,
        });
        self.extended_returns += 1;
        let body = match &extended.body {
            Some(body) => self.handled(declarations, body, span),
            None => Body { declarations, statements: Vec::new(), handlers: Vec::new(), end: self.loc(span) },
        };
        self.extended_returns -= 1;
        self.scope = old;
        match (object, result) {
            (Some(object), Some(_)) => {
                // It is the result, and not only its value: a static constant, too, is an object here.
                self.tree.objects[object.0 as usize].value = None;
                StmtKind::ExtendedReturn(object, Box::new(body))
            }
            (_, None) => {
                self.error(span, "extended return statement not allowed in procedure");
                StmtKind::Null
            }
            _ => StmtKind::Null,
        }
    }

    /// `--% notOverflow (Op, Type, X, Y);`: the result of the operation on integers, without any bounds, is in the
    /// range of the subtype, which must be static.
    fn not_overflow(&mut self, overflow: &'a ast::NotOverflow, span: horn_frontend::Span) -> StmtKind {
        use ast::OverflowOp;
        self.fresh();
        let ty = self.subtype_mark(&overflow.subtype);
        let types = &self.tree.types;
        let (std, base) = (types.std, types.base(ty));
        let operands: Vec<Expr> = overflow.operands.iter().map(|operand| self.expr(operand, Some(base))).collect();
        if ty == std.error || operands.iter().any(|operand| operand.kind == ExprKind::Error) {
            return StmtKind::Null;
        }
        let types = &self.tree.types;
        let range = if types.bounds(ty).is_some() { types.static_range(ty) } else { types.base_range(ty) };
        let op = match overflow.op {
            OverflowOp::Binary(ast::BinaryOp::Plus) => Some(BinaryOp::Add),
            OverflowOp::Binary(ast::BinaryOp::Minus) => Some(BinaryOp::Sub),
            OverflowOp::Binary(ast::BinaryOp::Times) => Some(BinaryOp::Mul),
            OverflowOp::Binary(ast::BinaryOp::Divide) => Some(BinaryOp::Div),
            OverflowOp::Binary(ast::BinaryOp::Mod) => Some(BinaryOp::Mod),
            OverflowOp::Binary(ast::BinaryOp::Rem) => Some(BinaryOp::Rem),
            _ => None,
        };
        let loc = self.loc(span);
        let mut operands = operands.into_iter();
        let exact = match (overflow.op, op, operands.next(), operands.next()) {
            (_, Some(op), Some(left), Some(right)) => Some(ExprKind::Binary(op, Box::new(left), Box::new(right))),
            (OverflowOp::Unary(ast::UnaryOp::Minus), _, Some(operand), None) => {
                Some(ExprKind::Unary(UnaryOp::Neg, Box::new(operand)))
            }
            (OverflowOp::Unary(ast::UnaryOp::Abs), _, Some(operand), None) => {
                Some(ExprKind::Unary(UnaryOp::Abs, Box::new(operand)))
            }
            _ => None,
        };
        let integers = types.is_integer(base);
        let (Some(exact), Some((low, high)), true) = (exact, range, integers) else {
            self.reject(span, "notOverflow of this operator or type");
            return StmtKind::Unsupported;
        };
        let universal = |kind| Expr { kind, ty: std.universal_integer, loc };
        let bounds = Choice::Range(universal(ExprKind::Int(low)), universal(ExprKind::Int(high)));
        let member = ExprKind::Member(Box::new(universal(exact)), vec![bounds], false);
        StmtKind::Assert(AssertKind::NotOverflow, Expr { kind: member, ty: std.boolean, loc })
    }

    /// `--# assert`, `check`, `assume`, and `--%` annotations.
    fn annotation_statement(&mut self, annotation: &'a ast::Annotation) -> StmtKind {
        match &annotation.kind {
            ast::AnnotationKind::Assert(condition) => {
                let old = std::mem::replace(&mut self.old_allowed, true);
                let condition = self.condition(condition);
                self.old_allowed = old;
                // SPARK 2005's assertion in a loop is its invariant.
                let kind = match self.loops.last() {
                    Some(open) if annotation.dialect == ast::Dialect::Spark2005 => AssertKind::LoopInvariant(open.id),
                    _ => AssertKind::Assert,
                };
                StmtKind::Assert(kind, condition)
            }
            ast::AnnotationKind::Check(condition) => {
                let old = std::mem::replace(&mut self.old_allowed, true);
                let condition = self.condition(condition);
                self.old_allowed = old;
                StmtKind::Assert(AssertKind::Assert, condition)
            }
            ast::AnnotationKind::Assume(condition) => {
                let condition = self.condition(condition);
                StmtKind::Assert(AssertKind::Assume, condition)
            }
            ast::AnnotationKind::NotOverflow(overflow) => self.not_overflow(overflow, annotation.span),
            ast::AnnotationKind::Hide(_) => {
                self.reject(annotation.span, "hidden part (SPARK 2005)");
                StmtKind::Unsupported
            }
            ast::AnnotationKind::Accept | ast::AnnotationKind::EndAccept | ast::AnnotationKind::Ignored => {
                StmtKind::Null
            }
            ast::AnnotationKind::Error => StmtKind::Null,
            _ => {
                self.error(annotation.span, "annotation stands where only those of statements may");
                StmtKind::Null
            }
        }
    }
}

/// Whether an aggregate of literals takes its bounds from the variable that it is assigned to (RM 4.3.3 (16)), whose
/// name calls functions: that name is evaluated once, and nothing else depends on when.
fn bounds_call_again(value: &Expr, target: &Expr) -> bool {
    let mut calls = false;
    walk_expr(target, &mut |part| calls |= matches!(part.kind, ExprKind::Call(..)));
    let mut todo = vec![value];
    let (mut found, mut literals) = (false, true);
    while let Some(part) = todo.pop() {
        match &part.kind {
            _ if part == target => found = true,
            ExprKind::Object(_) | ExprKind::Call(..) | ExprKind::Deref(_) | ExprKind::Allocate(_) => literals = false,
            _ => each_part(part, &mut |inner| todo.push(inner)),
        }
    }
    calls && found && literals
}

/// Whether part of a statement is not analysed, so that nobody knows what the whole does.
pub(super) fn is_in_part_dropped(whole: &Stmt) -> bool {
    let mut found = false;
    let mut look = |stmt: &Stmt| found |= matches!(stmt.kind, StmtKind::Dropped);
    walk_stmts(std::slice::from_ref(whole), &mut look, &mut |_| {});
    found
}
