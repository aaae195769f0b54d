//! Contracts: aspects and `--#` annotations of subprograms, predicates, and expression functions, at the end of
//! the declarative part they stand in.

use super::tree::{Body, ExceptionalCase, Exit, ExitCase, Expr, ExprKind, ObjId, Stmt, StmtKind, SubpId};
use super::{Deferred, Sema};
use crate::ast;
use crate::place::Loc;
use crate::supported::Holder;
use horn_frontend::Span;

impl<'a> Sema<'a> {
    /// The expression of an expression function waits for the end of the part, and sees what is declared up to here.
    pub fn defer_expression(&mut self, subp: SubpId, expr: &'a ast::Expr, scope: super::scope::ScopeId) {
        self.defer(Deferred::Expression { subp, expr, scope, order: self.scopes.declarations });
    }

    /// Adds what is analysed where the list of declarations around it ends.
    pub(super) fn defer(&mut self, waiting: Deferred<'a>) {
        let unit = self.scopes.outward(self.scope).into_iter().find(|scope| self.scopes[*scope].unit);
        let visible = unit.is_some_and(|unit| self.scopes.is_in_visible_part(self.scope, unit));
        self.deferred.push((visible, waiting));
    }

    /// Analyses what waited for the end of the part.
    pub fn run_deferred(&mut self) {
        let all = std::mem::take(&mut self.deferred);
        self.run(all);
    }

    /// Analyses the predicates that wait: a body freezes the subtypes in front of it (RM 13.14 (3)), and its loops and
    /// choices may need their values.
    pub fn run_deferred_predicates(&mut self) {
        let is_predicate = |(_, waiting): &(bool, Deferred<'_>)| matches!(waiting, Deferred::Predicate { .. });
        let (predicates, others) = std::mem::take(&mut self.deferred).into_iter().partition(is_predicate);
        self.run(predicates);
        self.deferred.splice(0..0, others);
    }

    fn run(&mut self, all: Vec<(bool, Deferred<'a>)>) {
        // Imports first: they decide who needs no body.
        for (visible, waiting) in all {
            self.fresh();
            let subp = match waiting {
                Deferred::Contract { subp, .. }
                | Deferred::Annotations { subp, .. }
                | Deferred::Expression { subp, .. }
                | Deferred::Predicate { subp, .. } => subp,
            };
            // What outside the subset they name concerns the subprogram they belong to.
            let owner = std::mem::replace(&mut self.owner, subp);
            let outer = std::mem::replace(&mut self.scopes.of_visible_part, visible);
            self.apart(|sema| sema.deferred_one(waiting));
            self.scopes.of_visible_part = outer;
            self.owner = owner;
        }
    }

    fn deferred_one(&mut self, waiting: Deferred<'a>) {
        match waiting {
            Deferred::Contract { subp, aspects, scope } => self.contract(subp, aspects, scope),
            Deferred::Annotations { subp, annotations, scope } => self.annotations(subp, annotations, scope),
            Deferred::Expression { subp, expr, scope, order } => {
                let meanwhile = order..self.scopes.declarations;
                let outer = self.scopes.meanwhile.replace(meanwhile);
                self.expression_function(subp, expr, scope);
                self.scopes.meanwhile = outer;
            }
            Deferred::Predicate { subp, expr, scope } => {
                let saved = self.enter(scope, subp);
                let loc = self.loc(expr.span);
                let condition = self.asserted(expr);
                let body = self.leave_with_return(saved, condition, loc);
                self.tree.subprogram_mut(subp).body = Some(body);
            }
        }
    }

    fn leave_with_return(&mut self, saved: super::subprogram::Saved, value: Expr, loc: Loc) -> Body {
        let declarations = self.leave(saved);
        let statements = vec![Stmt { kind: StmtKind::Return(Some(value)), loc }];
        Body { declarations, statements, handlers: Vec::new(), end: loc }
    }

    fn expression_function(&mut self, subp: SubpId, expr: &'a ast::Expr, scope: super::scope::ScopeId) {
        let saved = self.enter(scope, subp);
        let result = self.tree.subprogram(subp).result;
        let loc = self.loc(expr.span);
        let value = self.expr(expr, result);
        let body = self.leave_with_return(saved, value, loc);
        self.tree.subprogram_mut(subp).body = Some(body);
    }

    fn contract(&mut self, subp: SubpId, aspects: &'a [ast::Aspect], scope: super::scope::ScopeId) {
        let saved = self.enter(scope, subp);
        let mut relaxed_result = None;
        for aspect in aspects {
            let name = self.names.text(aspect.name.symbol).to_string();
            let on = match &aspect.value {
                None => true,
                Some(value) => value
                    .as_name()
                    .and_then(ast::Name::as_ident)
                    .is_none_or(|ident| self.names.text(ident.symbol) != "false"),
            };
            if aspect.class_wide {
                if aspect.value.as_ref().is_some_and(|value| self.class_wide(subp, &name, value)) {
                    continue;
                }
                self.reject(aspect.span, format!("aspect {}'Class (RM 6.1.1)", self.spelling(&aspect.name)));
                continue;
            }
            match (name.as_str(), &aspect.value) {
                ("pre" | "precondition", Some(value)) => {
                    let condition = self.asserted(value);
                    self.tree.subprogram_mut(subp).pre.push(condition);
                }
                ("post" | "postcondition" | "refined_post", Some(value)) => {
                    let condition = self.postcondition(subp, value);
                    self.tree.subprogram_mut(subp).post.push(condition);
                }
                ("contract_cases", Some(value)) => self.contract_cases(subp, value, aspect.name.span),
                ("relaxed_initialization", Some(value)) => relaxed_result = self.relaxed_parameters(subp, value),
                ("exceptional_cases", Some(value)) => self.exceptional_cases(subp, value),
                ("exit_cases", Some(value)) => self.exit_cases(subp, value, aspect.name.span),
                ("subprogram_variant", Some(value)) => self.subprogram_variant(subp, value),
                ("import", _) if on => {
                    self.tree.subprogram_mut(subp).imported = true;
                    let convention = aspects.iter().find(|aspect| self.names.text(aspect.name.symbol) == "convention");
                    if let Some(convention) = convention.and_then(|aspect| aspect.value.as_ref()) {
                        self.intrinsic(subp, convention);
                    }
                }
                // Whatever the world outside has: an input like a volatile variable (SPARK RM 7.1.3).
                ("volatile_function", _) if on => self.tree.subprogram_mut(subp).input = true,
                ("attach_handler" | "interrupt_handler", _) if on => self.interrupt_handler(subp),
                ("no_return", _) if on => self.tree.subprogram_mut(subp).no_return = true,
                ("always_terminates", value) if on => {
                    let plain = value.as_ref().is_none_or(|value| value.as_name().is_some());
                    self.tree.subprogram_mut(subp).terminates = plain;
                }
                ("global" | "depends" | "refined_global" | "refined_depends", _) => self.flow_aspect(subp, aspect),
                _ => self.deny_aspect(aspect, Holder::Subprogram, true),
            }
        }
        self.expect_exits(subp);
        self.tree.subprogram_mut(subp).relaxed_result |= relaxed_result.is_some();
        if let Some(span) = relaxed_result.filter(|_| self.tree.subprogram(subp).imported) {
            self.reject(span, "Relaxed_Initialization of what an imported function returns (SPARK RM 6.10)");
        }
        self.leave(saved);
    }

    pub(super) fn postcondition(&mut self, subp: SubpId, value: &'a ast::Expr) -> Expr {
        let old = std::mem::replace(&mut self.old_allowed, true);
        let result =
            std::mem::replace(&mut self.result_of, Some(subp).filter(|_| self.tree.subprogram(subp).result.is_some()));
        let condition = self.asserted(value);
        self.old_allowed = old;
        self.result_of = result;
        condition
    }

    fn contract_cases(&mut self, subp: SubpId, value: &'a ast::Expr, name: Span) {
        let consequence = |sema: &mut Self, value| Some(sema.postcondition(subp, value));
        let Some(found) = self.guarded_cases(value, "contract", consequence) else { return };
        let loc = self.loc(name);
        let entry = self.tree.subprogram_mut(subp);
        (entry.cases, entry.case_starts) =
            found.into_iter().map(|(guard, start, consequence)| ((guard, consequence), start)).unzip();
        entry.cases_loc = Some(loc);
    }

    /// The cases of an aspect: guards, `None` for others, where each of them begins, and what follows; none where the
    /// aspect has another form.
    fn guarded_cases<T>(
        &mut self,
        value: &'a ast::Expr,
        what: &str,
        mut consequence: impl FnMut(&mut Self, &'a ast::Expr) -> Option<T>,
    ) -> Option<Vec<(Option<Expr>, Loc, T)>> {
        let ast::ExprKind::Aggregate(aggregate) = &value.kind else {
            self.error(value.span, format!("wrong syntax for {what} cases"));
            return None;
        };
        let mut cases = Vec::new();
        for item in &aggregate.items {
            let ast::AggregateItem::Association(association) = item else { continue };
            let (guard, start) = match association.choices.as_slice() {
                [ast::Choice::Others(span)] => (None, *span),
                [ast::Choice::Expr(guard)] => (Some(self.asserted(guard)), guard.span),
                _ => {
                    self.error(association.span, format!("wrong syntax in {what} case"));
                    continue;
                }
            };
            let start = self.loc(start);
            let follows = association.expr().and_then(|value| consequence(self, value));
            cases.extend(follows.map(|follows| (guard, start, follows)));
        }
        Some(cases)
    }

    /// `Exceptional_Cases` (SPARK RM 6.1.9).
    fn exceptional_cases(&mut self, subp: SubpId, value: &'a ast::Expr) {
        let ast::ExprKind::Aggregate(aggregate) = &value.kind else {
            self.error(value.span, "wrong syntax for exceptional cases");
            return;
        };
        let mut exits = Vec::new();
        for item in &aggregate.items {
            let ast::AggregateItem::Association(association) = item else { continue };
            let mut exceptions = Vec::new();
            for choice in &association.choices {
                let name = match choice {
                    ast::Choice::Others(_) => continue,
                    ast::Choice::Expr(choice) => choice.as_name(),
                    _ => None,
                };
                let denoted = name.map(|name| self.denote(name));
                match denoted {
                    Some(super::name::Denoted::Exception(exception)) => exceptions.push(exception),
                    Some(super::name::Denoted::Error) => {}
                    _ => self.error(association.span, "exception name expected in exceptional case"),
                }
            }
            let Some(consequence) = association.expr() else { continue };
            let condition = self.postcondition(subp, consequence);
            if self.reads_copied_back(subp, &condition) {
                self.reject(consequence.span, "parameter passed by copy in an exceptional case (SPARK RM 6.1.9)");
            }
            exits.push(ExceptionalCase { exceptions, condition: Some(condition) });
        }
        self.tree.subprogram_mut(subp).exits = exits;
    }

    /// `Exit_Cases` (SPARK RM 6.1.10).
    fn exit_cases(&mut self, subp: SubpId, value: &'a ast::Expr, name: Span) {
        let Some(found) = self.guarded_cases(value, "exit", Self::exit_kind) else { return };
        let loc = self.loc(name);
        let entry = self.tree.subprogram_mut(subp);
        entry.exit_cases = found.into_iter().map(|(guard, start, ends)| ExitCase { guard, ends, start }).collect();
        entry.exit_cases_loc = Some(loc);
    }

    /// `Normal_Return`, `Exception_Raised`, `(Exception_Raised => E)` or `Program_Exit`; none where the text is wrong.
    fn exit_kind(&mut self, kind: &'a ast::Expr) -> Option<Exit> {
        let word = |sema: &Self, name: &ast::Ident| sema.names.text(name.symbol).to_string();
        if let Some(name) = kind.as_name().and_then(ast::Name::as_ident) {
            return match word(self, name).as_str() {
                "normal_return" => Some(Exit::Return),
                "exception_raised" => Some(Exit::Raise(None)),
                "program_exit" => Some(Exit::Program),
                _ => {
                    self.error(kind.span, "exit kind expected: Normal_Return, Exception_Raised or Program_Exit");
                    None
                }
            };
        }
        let association = match &kind.kind {
            ast::ExprKind::Aggregate(aggregate) => match aggregate.items.as_slice() {
                [ast::AggregateItem::Association(association)] => Some(association),
                _ => None,
            },
            _ => None,
        };
        let raised = association.filter(|one| {
            one.formal().is_some_and(|formal| word(self, formal) == "exception_raised") && one.expr().is_some()
        });
        let name = raised.and_then(|one| one.expr()).and_then(ast::Expr::as_name);
        match name.map(|name| self.denote(name)) {
            Some(super::name::Denoted::Exception(exception)) => Some(Exit::Raise(Some(exception))),
            Some(super::name::Denoted::Error) => None,
            _ => {
                self.error(kind.span, "exception name expected in exit case");
                None
            }
        }
    }

    /// Exceptions that exit cases name are expected where nothing else says which ones are (SPARK RM 6.1.9).
    fn expect_exits(&mut self, subp: SubpId) {
        let entry = self.tree.subprogram(subp);
        if !entry.exits.is_empty() {
            return;
        }
        let (mut exits, mut any) = (Vec::new(), None);
        for case in &entry.exit_cases {
            let Exit::Raise(exception) = case.ends else { continue };
            match exception {
                Some(exception) => exits.push(ExceptionalCase { exceptions: vec![exception], condition: None }),
                None => any = Some(ExceptionalCase { exceptions: Vec::new(), condition: None }),
            }
        }
        exits.extend(any);
        self.tree.subprogram_mut(subp).exits = exits;
    }

    /// Whether a condition names a parameter that is passed by copy and that the subprogram changes, outside of
    /// `'Old`: the caller does not get what was assigned to it.
    fn reads_copied_back(&self, subp: SubpId, condition: &Expr) -> bool {
        let changed = |object: &ObjId| {
            let entry = self.tree.object(*object);
            entry.kind.is_changing_parameter()
                && self.tree.types.is_elementary(entry.ty)
                && self.tree.subprogram(subp).params.contains(object)
        };
        let mut todo = vec![condition];
        while let Some(expr) = todo.pop() {
            match &expr.kind {
                ExprKind::Old(_) => {}
                ExprKind::Object(object) if changed(object) => return true,
                _ => super::walk::each_part(expr, &mut |part| todo.push(part)),
            }
        }
        false
    }

    fn subprogram_variant(&mut self, subp: SubpId, value: &'a ast::Expr) {
        let ast::ExprKind::Aggregate(aggregate) = &value.kind else {
            self.error(value.span, "wrong syntax for subprogram variant");
            return;
        };
        let mut measures = Vec::new();
        for item in &aggregate.items {
            let ast::AggregateItem::Association(association) = item else { continue };
            let direction = association.formal().map(|ident| self.names.text(ident.symbol).to_string());
            let Some(expr) = association.expr() else { continue };
            match direction.as_deref() {
                Some("increases") => measures.push((true, self.expr(expr, None))),
                Some("decreases") => measures.push((false, self.expr(expr, None))),
                Some("structural") => {
                    let value = self.expr(expr, None);
                    match value.kind {
                        ExprKind::Object(object) if self.tree.subprogram(subp).params.contains(&object) => {
                            self.tree.subprogram_mut(subp).structural = Some(object);
                        }
                        // Nothing else depends on it.
                        _ => {
                            let loc = self.loc(association.span);
                            self.not_decided(loc, "structural variant that is no parameter (SPARK RM 6.1.8)".into());
                        }
                    }
                }
                _ => self.error(association.span, "expect name \"Increases\" or \"Decreases\""),
            }
        }
        self.tree.subprogram_mut(subp).variant = measures;
    }

    /// `--# pre`, `post` and `return` (SPARK 2005).
    fn annotations(&mut self, subp: SubpId, annotations: &'a [ast::Annotation], scope: super::scope::ScopeId) {
        let saved = self.enter(scope, subp);
        for annotation in annotations {
            match &annotation.kind {
                ast::AnnotationKind::Pre(value) => {
                    let condition = self.condition(value);
                    self.tree.subprogram_mut(subp).pre.push(condition);
                }
                ast::AnnotationKind::Post(value) => {
                    let condition = self.postcondition(subp, value);
                    self.tree.subprogram_mut(subp).post.push(condition);
                }
                ast::AnnotationKind::Return(name, value) => self.return_annotation(subp, name.as_ref(), value),
                _ => self.flow_annotation(subp, annotation),
            }
        }
        self.leave(saved);
    }

    fn return_annotation(&mut self, subp: SubpId, name: Option<&'a ast::Ident>, value: &'a ast::Expr) {
        let Some(result) = self.tree.subprogram(subp).result else {
            self.error(value.span, "return annotation of a procedure");
            return;
        };
        let loc = self.loc(value.span);
        let given = Expr { kind: ExprKind::Result, ty: result, loc };
        let condition = match name {
            // `return X => P`: X is the result in P.
            Some(name) => {
                let old = self.open(super::scope::ScopeKind::Inner);
                self.declare(name, super::scope::Entity::Renamed(std::rc::Rc::new(given)));
                let condition = self.postcondition(subp, value);
                self.scope = old;
                condition
            }
            None => {
                let wanted = self.expr(value, Some(result));
                let boolean = self.tree.types.std.boolean;
                self.predefined_binary(ast::BinaryOp::Equal, given, wanted, boolean, loc)
            }
        };
        self.tree.subprogram_mut(subp).post.push(condition);
    }
}
