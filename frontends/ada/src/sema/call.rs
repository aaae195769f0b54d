//! Calls (RM 6.4): the subprogram that the actual parameters and the context select.

use super::Sema;
use super::name::{Callable, Calls, Denoted};
use super::scope::Intrinsic;
use super::tree::{AssertKind, Body, Builtin, ExnId, Expr, ExprKind, Mode, ObjectKind, Stmt, StmtKind, SubpId};
use super::types::{Kind, TypeId};
use crate::ast::{self, Association, BinaryOp as Op, Symbol};
use horn_solver::num::Int;

/// Several functions that only the tag of an operand beside them tells apart.
pub(super) const TAG_OF_CONTEXT: &str = "call that may get its tag from another operand (RM 3.9.2 (6))";

impl<'a> Sema<'a> {
    /// The call, or enumeration literal, that fits the context. `component` is a component that its result must have.
    pub fn resolve_calls(&mut self, calls: &Calls<'a>, expected: Option<TypeId>, component: Option<Symbol>) -> Expr {
        let std = self.tree.types.std;
        let loc = self.loc(calls.span);
        let error = Expr::error(expected.unwrap_or(std.error), loc);
        if calls.candidates.is_empty() {
            return self.operator_call(calls, expected).unwrap_or(error);
        }
        let mut fitting: Vec<(Callable, TypeId)> = Vec::new();
        let applicable = self.applicable(calls);
        for callable in &applicable {
            let Some(result) = self.result_type(callable, calls) else { continue };
            if expected.is_none_or(|expected| self.tree.types.compatible(result, expected)) {
                fitting.push((callable.clone(), result));
            }
        }
        if let Some(component) = component.filter(|_| fitting.len() > 1) {
            let name = self.names.text(component).to_string();
            let types = &self.tree.types;
            fitting.retain(|(_, ty)| {
                let record = types.record(types.designated(*ty));
                record.is_some_and(|record| record.place_of(&name).is_some()) || self.has_operation(*ty, component)
            });
        }
        match fitting.as_slice() {
            [(callable, _)] => {
                let callable = callable.clone();
                self.build_call(&callable, calls, expected)
            }
            [] if !self.predefined_calls(calls, expected).is_empty() => {
                self.operator_call(calls, expected).unwrap_or(error)
            }
            [] => {
                if let Some(literal) = expected.and_then(|expected| self.hidden_character(calls, expected)) {
                    return literal;
                }
                if let Some(equality) = self.equality_that_dispatches(calls) {
                    let value = self.resolve_calls(&equality, expected, None);
                    return self.negated(value);
                }
                self.explain_no_call(calls, &applicable, expected);
                error
            }
            [(Callable::Intrinsic(_), _), ..] if self.says_wrong_argument(calls) => error,
            [(first, _), ..] => {
                // Literals and functions of the innermost declaration win only if the rest is hidden; what is
                // left is ambiguous.
                self.touch_candidates(calls);
                if component.is_some() {
                    let all: Vec<Callable> = fitting.iter().map(|(callable, _)| callable.clone()).collect();
                    if let Some(chosen) = self.narrowed(calls.span, &all) {
                        return self.build_call(&chosen, calls, expected);
                    }
                    self.reject_ambiguous(calls.span, "component of the result of overloaded functions (RM 8.6)");
                    return error;
                }
                if expected.is_none() || fitting.iter().all(|(callable, _)| *callable != *first) {
                    self.error(calls.span, format!("ambiguous expression (cannot resolve \"{}\")", calls.name));
                    return error;
                }
                match self.open_instance_of(&calls.name) {
                    Some(unit) => self.reject(calls.span, &*unit),
                    None if fitting.iter().all(|(callable, _)| self.controls_by_result(callable)) => {
                        self.reject(calls.span, TAG_OF_CONTEXT);
                    }
                    None => self.error(calls.span, format!("ambiguous call to \"{}\"", calls.name)),
                }
                error
            }
        }
    }

    /// A character literal where a character type is expected whose declaration is not visible: it need not be (RM 4.2
    /// (3)).
    fn hidden_character(&self, calls: &Calls<'a>, expected: TypeId) -> Option<Expr> {
        let position = self.place_of_character(&calls.name, expected).filter(|_| calls.arguments.is_none())?;
        let loc = self.loc(calls.span);
        Some(Expr::int(Int::from(i64::from(position)), self.tree.types.base(expected), loc))
    }

    /// The position of a character literal in a character type that has it.
    pub(super) fn place_of_character(&self, literal: &str, ty: TypeId) -> Option<u32> {
        let Kind::Enumeration { literals, count, character: true } = self.tree.types.kind(ty) else { return None };
        let text = literal.strip_prefix('\'')?;
        let position = match literals.is_empty() {
            true => u32::from(text.chars().next()?),
            false => u32::try_from(literals.iter().position(|one| one == literal)?).ok()?,
        };
        (position < *count).then_some(position)
    }

    /// Whether a function has a result of a specific tagged type, so that a class-wide operand beside it may say which
    /// of several is meant.
    fn controls_by_result(&self, callable: &Callable) -> bool {
        let Callable::Subprogram(subp) = callable else { return false };
        let types = &self.tree.types;
        self.tree.subprogram(*subp).result.is_some_and(|ty| types.has_tag(ty) && !types.is_class_wide(ty))
    }

    /// For a call of "/=" by its name with class-wide operands the call of "=" that it negates (RM 6.6 (6), 3.9.2).
    fn equality_that_dispatches(&mut self, calls: &Calls<'a>) -> Option<Calls<'a>> {
        if calls.name != "\"/=\"" || !self.has_class_wide_actual(calls) {
            return None;
        }
        let equal_of = |one: &Callable| match one {
            Callable::Subprogram(unequal) => {
                let equal = self.unequal.iter().find(|(_, other)| *other == unequal).map(|(equal, _)| *equal);
                equal.map(Callable::Subprogram)
            }
            _ => None,
        };
        let candidates: Vec<Callable> = calls.candidates.iter().filter_map(equal_of).collect();
        let name = "\"=\"".to_string();
        (!candidates.is_empty()).then(|| Calls { candidates, name, ..calls.clone() })
    }

    /// `"+" (X, Y)`: a predefined operator called by its symbol.
    fn operator_call(&mut self, calls: &Calls<'a>, expected: Option<TypeId>) -> Option<Expr> {
        let arguments = calls.arguments?;
        let symbol = calls.name.trim_matches('"').to_lowercase();
        let loc = self.loc(calls.span);
        let exprs = self.operands(arguments)?;
        if let [operand] = exprs.as_slice() {
            let op = ast::UnaryOp::of_symbol(&symbol)?;
            let found = self.predefined_calls(calls, expected);
            let fits = |result| expected.is_none_or(|expected| self.tree.types.compatible(result, expected));
            let chosen = found.into_iter().find(|one| fits(one.result))?;
            let operand = self.expr(operand, Some(chosen.operands[0]));
            return Some(self.predefined_unary(op, operand, loc));
        }
        if let [left, right] = exprs.as_slice() {
            let op = Op::of_symbol(&symbol)?;
            let found = self.predefined_calls(calls, expected);
            let fits = |result| expected.is_none_or(|expected| self.tree.types.compatible(result, expected));
            let chosen = found.into_iter().find(|one| fits(one.result))?;
            let left = self.expr(left, Some(chosen.operands[0]));
            let right = self.expr(right, Some(chosen.operands[1]));
            return Some(self.predefined_binary(op, left, right, chosen.result, loc));
        }
        self.error(calls.span, format!("\"{}\" is undefined", calls.name));
        None
    }

    /// The operands of an operator that is called by its symbol: its parameters are `Left` and `Right`, or `Right`.
    pub fn operands(&mut self, arguments: &'a [Association]) -> Option<Vec<&'a ast::Expr>> {
        let mut found: Vec<Option<&'a ast::Expr>> = vec![None; arguments.len()];
        for (at, argument) in arguments.iter().enumerate() {
            let at = match argument.formal().map(|formal| self.names.text(formal.symbol).to_string()) {
                None if argument.is_positional() => at,
                Some(name) if name == "left" && arguments.len() == 2 => 0,
                Some(name) if name == "right" => arguments.len() - 1,
                _ => return None,
            };
            if found[at].replace(argument.expr()?).is_some() {
                return None;
            }
        }
        found.into_iter().collect()
    }

    /// Says why no candidate fits, as precisely as possible.
    fn explain_no_call(&mut self, calls: &Calls<'a>, applicable: &[Callable], expected: Option<TypeId>) {
        self.touch_candidates(calls);
        if let Some(unit) = self.open_instance_of(&calls.name) {
            // Not all operations of that name are known.
            return self.reject(calls.span, &*unit);
        }
        if let ([callable], Some(expected)) = (applicable, expected)
            && let Some(result) = match callable {
                Callable::Subprogram(subp) => self.tree.subprogram(*subp).result,
                Callable::Intrinsic(intrinsic) => self.intrinsic_profile(*intrinsic).map(|(_, result)| result),
                Callable::Literal(..) => None,
            }
            && self.mismatch_is_poison(&[result, expected], self.loc(calls.span))
        {
            return;
        }
        let types = &self.tree.types;
        if let [callable] = applicable {
            let text = match (callable, expected) {
                (Callable::Subprogram(subp), Some(expected)) => match self.tree.subprogram(*subp).result {
                    Some(result) => format!("expected {}, found {}", types.describe(expected), types.describe(result)),
                    None => format!("expect valid operand, found procedure name \"{}\"", calls.name),
                },
                (Callable::Intrinsic(intrinsic), Some(expected)) if self.intrinsic_profile(*intrinsic).is_some() => {
                    let result = self.intrinsic_profile(*intrinsic).map_or(expected, |(_, result)| result);
                    format!("expected {}, found {}", types.describe(expected), types.describe(result))
                }
                (Callable::Literal(ty, _), Some(expected)) => {
                    format!("expected {}, found {}", types.describe(expected), types.describe(*ty))
                }
                _ => format!("invalid use of \"{}\" in expression", calls.name),
            };
            self.error(calls.span, text);
            return;
        }
        match calls.candidates.as_slice() {
            [Callable::Subprogram(subp)] => {
                let subp = *subp;
                if self.arguments(subp, calls).is_some() {
                    self.error(calls.span, format!("invalid call of \"{}\"", calls.name));
                }
            }
            [Callable::Intrinsic(intrinsic)] if self.intrinsic_profile(*intrinsic).is_none() => {
                self.reject(calls.span, format!("call of \"{}\" of a predefined unit", calls.name));
            }
            _ => {
                if self.says_wrong_argument(calls) {
                    return;
                }
                let text = if applicable.is_empty() {
                    format!("no candidate interpretations match the actuals of \"{}\"", calls.name)
                } else {
                    match expected {
                        Some(expected) => {
                            format!(
                                "no visible interpretation of \"{}\" has {}",
                                calls.name,
                                self.tree.types.describe(expected)
                            )
                        }
                        None => format!("ambiguous expression (cannot resolve \"{}\")", calls.name),
                    }
                };
                self.error(calls.span, text);
            }
        }
    }

    /// An argument that is wrong by itself is the better message.
    fn says_wrong_argument(&mut self, calls: &Calls<'a>) -> bool {
        for expr in calls.arguments.unwrap_or_default().iter().filter_map(Association::expr) {
            let types = self.types_of(expr);
            if types.is_empty() || types.contains(&self.tree.types.std.error) {
                self.expr(expr, None);
                return true;
            }
        }
        false
    }

    /// Where no candidate fits, or several do: one whose profile is outside the subset may be the one that is meant, or
    /// one of a unit that is used here and whose declarations are not known.
    fn touch_candidates(&mut self, calls: &Calls<'a>) {
        let profiles = calls.candidates.iter().find_map(|candidate| match candidate {
            Callable::Subprogram(subp) => self.profile_poison(*subp).map(|(_, construct)| construct),
            _ => None,
        });
        let elsewhere = || self.open_around().filter(|_| calls.package.is_none()).map(|unit| unit.to_string());
        if let Some(construct) = profiles.or_else(elsewhere) {
            let loc = self.loc(calls.span);
            self.touch(loc, &construct);
        }
    }

    fn build_call(&mut self, callable: &Callable, calls: &Calls<'a>, expected: Option<TypeId>) -> Expr {
        let loc = self.loc(calls.span);
        match callable {
            Callable::Literal(ty, position) => Expr::int(Int::from(i64::from(*position)), *ty, loc),
            Callable::Subprogram(subp) => {
                if self.inherited_ones.contains_key(subp)
                    && self.scopes.is_replaced_behind(*subp)
                    && !self.controlling_types(*subp).is_empty()
                {
                    // The overriding one is meant (RM 3.9.2 (20)), but GNAT 12 calls that of the parent.
                    let what = "call in an expression function of an operation that is overridden behind it";
                    self.reject(calls.span, format!("{what} (RM 3.9.2 (20))"));
                }
                let subp = &self.called(*subp, calls);
                let ty = self.tree.subprogram(*subp).result.unwrap_or(self.tree.types.std.error);
                match (self.arguments(*subp, calls), self.operators.get(subp).copied()) {
                    (Some(mut arguments), Some(op)) if arguments.len() == 2 => {
                        let right = arguments.pop().unwrap_or_else(|| Expr::error(ty, loc));
                        let left = arguments.pop().unwrap_or_else(|| Expr::error(ty, loc));
                        self.predefined_binary(op, left, right, ty, loc)
                    }
                    (Some(arguments), _) => match self.of_cursor(*subp, &arguments) {
                        Some(found) => Expr { loc, ..found },
                        None => Expr { kind: ExprKind::Call(*subp, arguments), ty, loc },
                    },
                    (None, _) => Expr::error(ty, loc),
                }
            }
            Callable::Intrinsic(Intrinsic::Shift(builtin, ty)) => self.shift(*builtin, *ty, calls),
            Callable::Intrinsic(Intrinsic::Elementary(builtin, ty)) => {
                let operands: Vec<&'a ast::Expr> =
                    calls.arguments.unwrap_or_default().iter().filter_map(Association::expr).collect();
                let [operand] = operands.as_slice() else {
                    let what = format!("\"{}\" with this number of parameters (RM A.5.1)", calls.name);
                    self.reject(calls.span, what);
                    return Expr::error(*ty, loc);
                };
                let operand = self.expr(operand, Some(*ty));
                Expr { kind: ExprKind::Builtin(*builtin, vec![operand]), ty: *ty, loc }
            }
            Callable::Intrinsic(_) => {
                self.reject(calls.span, format!("call of \"{}\" of a predefined unit", calls.name));
                Expr::error(expected.unwrap_or(self.tree.types.std.error), loc)
            }
        }
    }

    fn has_class_wide_actual(&mut self, calls: &Calls<'a>) -> bool {
        let actuals: Vec<&'a ast::Expr> =
            calls.arguments.unwrap_or_default().iter().filter_map(Association::expr).collect();
        actuals.into_iter().any(|actual| {
            let types = self.types_of(actual);
            types.iter().any(|ty| self.tree.types.is_class_wide(*ty))
        })
    }

    /// A shift of a value of that type.
    fn shift(&mut self, builtin: Builtin, ty: TypeId, calls: &Calls<'a>) -> Expr {
        let loc = self.loc(calls.span);
        let std = self.tree.types.std;
        let actuals = self.intrinsic_actuals(Intrinsic::Shift(builtin, ty), 2, calls);
        let Some(&[value, amount]) = actuals.as_deref() else {
            self.error(calls.span, format!("missing argument in call of \"{}\"", calls.name));
            return Expr::error(std.error, loc);
        };
        let value = self.expr(value, Some(ty));
        let amount = self.expr(amount, Some(std.natural));
        Expr { kind: ExprKind::Builtin(builtin, vec![value, amount]), ty, loc }
    }

    /// The subprogram, or the dispatcher if the call dispatches (RM 3.9.2).
    fn called(&mut self, subp: SubpId, calls: &Calls<'a>) -> SubpId {
        let subp = self.without_homographs(subp, calls);
        if self.units.text_in_strings.contains(&subp) {
            self.reject(calls.span, "input or output of a value in a string (RM A.10.8)");
        }
        if let Some(ty) = self.dispatches(subp, calls) {
            if self.trying > 0 {
                return subp;
            }
            return self.dispatcher(subp, ty).unwrap_or(subp);
        }
        if self.abstract_ones.contains(&subp) {
            self.reject(calls.span, format!("call of the abstract subprogram \"{}\" (RM 3.9.3)", calls.name));
        }
        subp
    }

    /// The actual parameters in the order of the formal ones; `None` after an error.
    fn arguments(&mut self, subp: SubpId, calls: &Calls<'a>) -> Option<Vec<Expr>> {
        let arguments = calls.arguments.unwrap_or_default();
        let profile = self.profiles[subp.0 as usize].clone();
        let params = self.tree.subprogram(subp).params.clone();
        let mut given: Vec<Option<&'a Association>> = vec![None; params.len()];
        let mut named = false;
        let Some((prefix, family)) = self.leading(calls, subp) else {
            self.error(calls.span, format!("invalid call of \"{}\"", calls.name));
            return None;
        };
        if prefix.is_none() && self.operations.contains_key(&subp) {
            self.reject(calls.span, "entry without its task (RM 9.5)");
            return None;
        }
        let before = usize::from(prefix.is_some());
        let skipped = before + usize::from(family.is_some());
        if let Some((_, construct)) = self.profile_poison(subp) {
            let loc = self.loc(calls.span);
            self.touch(loc, &construct);
        }
        for (at, argument) in arguments.iter().enumerate() {
            let position = match argument.formal() {
                _ if argument.is_positional() && !named => at + skipped,
                Some(formal) => {
                    named = true;
                    match profile.names.iter().position(|name| *name == formal.symbol) {
                        Some(position) => position,
                        None => {
                            let text = format!(
                                "\"{}\" is not a formal parameter of \"{}\"",
                                self.spelling(formal),
                                calls.name
                            );
                            self.error(formal.span, text);
                            return None;
                        }
                    }
                }
                None => {
                    self.error(argument.span, "positional parameter association not allowed after a named one");
                    return None;
                }
            };
            if position >= params.len() {
                self.error(argument.span, format!("too many arguments in call to \"{}\"", calls.name));
                return None;
            }
            if given[position].replace(argument).is_some() {
                self.error(argument.span, "parameter is given twice");
                return None;
            }
        }
        let mut values = Vec::new();
        for (at, param) in params.iter().enumerate() {
            let object = self.tree.object(*param).clone();
            if let (Some(index), true) = (family, at == before) {
                values.push(self.expr(index, Some(object.ty)));
                continue;
            }
            if let (0, Some(prefix)) = (at, prefix) {
                let prefix = self.prefix_as_access(prefix.clone(), object.ty, calls.span);
                let value = self.coerce(prefix, object.ty, calls.span);
                if object.kind.is_changing_parameter() {
                    self.check_variable(&value, calls.span, false);
                }
                values.push(value);
                continue;
            }
            match (given[at], &profile.defaults[at]) {
                (Some(argument), _) => {
                    let Some(expr) = argument.expr() else {
                        self.error(argument.span, "expression expected as actual parameter");
                        return None;
                    };
                    values.push(self.actual(expr, object.ty, object.kind));
                }
                (None, Some(default)) => values.push(Expr { loc: self.loc(calls.span), ..default.clone() }),
                (None, None) => {
                    let text =
                        format!("missing argument for parameter \"{}\" in call to \"{}\"", object.name, calls.name);
                    self.error(calls.span, text);
                    return None;
                }
            }
        }
        if self.tree.dispatchers.contains(&subp) {
            values.iter().for_each(|value| self.check_own_tag(value, calls.span));
        }
        Some(values)
    }

    /// One actual parameter: a value, or a variable for `out` and `in out`.
    fn actual(&mut self, expr: &'a ast::Expr, ty: TypeId, kind: ObjectKind) -> Expr {
        match kind {
            ObjectKind::Parameter(Mode::Out | Mode::InOut) => {
                let value = match expr.unparenthesized().as_name() {
                    Some(name) => {
                        // A view conversion keeps its operand a variable.
                        let value = self.name_value(name, Some(ty));
                        self.coerce(value, ty, expr.span)
                    }
                    None => {
                        self.error(expr.span, "actual for \"out\" or \"in out\" parameter must be a variable");
                        return Expr::error(ty, self.loc(expr.span));
                    }
                };
                self.check_variable(&value, expr.span, false);
                value
            }
            _ => self.expr(expr, Some(ty)),
        }
    }

    /// A procedure call statement.
    pub fn call_statement(&mut self, name: &'a ast::Name) -> StmtKind {
        self.fresh();
        if self.is_lemma(name) {
            return StmtKind::Null;
        }
        let calls = match self.denote(name) {
            Denoted::Calls(calls) => calls,
            Denoted::Error => return StmtKind::Null,
            Denoted::Value(value) if value.kind == ExprKind::Error => return StmtKind::Null,
            _ => {
                self.error(name.span, "statement expected: this name does not denote a procedure");
                return StmtKind::Null;
            }
        };
        let quiet = |callable: &Callable| matches!(callable, Callable::Intrinsic(Intrinsic::Output | Intrinsic::Files));
        if calls.candidates.iter().any(quiet)
            && !calls.candidates.iter().any(|callable| matches!(callable, Callable::Subprogram(_)))
        {
            return self.output_call(&calls);
        }
        if let [Callable::Intrinsic(intrinsic @ (Intrinsic::Raise | Intrinsic::Reraise))] = calls.candidates.as_slice()
        {
            return self.raising_call(*intrinsic, &calls);
        }
        let applicable: Vec<Callable> = self.applicable(&calls);
        let procedures: Vec<SubpId> = applicable
            .iter()
            .filter_map(|callable| match callable {
                Callable::Subprogram(subp) if self.tree.subprogram(*subp).result.is_none() => Some(*subp),
                _ => None,
            })
            .collect();
        match procedures.as_slice() {
            [subp] => {
                let subp = self.called(*subp, &calls);
                match self.arguments(subp, &calls) {
                    Some(arguments) if self.units.assert_procedures.contains(&subp) => assertion(arguments),
                    Some(arguments) => StmtKind::Call(subp, arguments),
                    None => StmtKind::Null,
                }
            }
            [] => {
                if applicable.iter().any(quiet) {
                    return self.output_call(&calls);
                }
                if let Some(Callable::Intrinsic(_)) = calls.candidates.first() {
                    self.reject(name.span, format!("call of \"{}\" of a predefined unit", calls.name));
                } else if applicable.is_empty() {
                    self.explain_no_call(&calls, &[], None);
                } else {
                    self.error(name.span, format!("cannot use call to function \"{}\" as a statement", calls.name));
                }
                StmtKind::Null
            }
            _ => {
                self.touch_candidates(&calls);
                self.error(name.span, format!("ambiguous call to \"{}\"", calls.name));
                StmtKind::Null
            }
        }
    }

    /// Whether the call is one of SPARK's lemmas, whose bodies are empty (SPARK.Lemmas): its precondition is not
    /// decided, and nothing is concluded from its postcondition.
    fn is_lemma(&mut self, name: &'a ast::Name) -> bool {
        if self.trying > 0 || self.aside.is_some() || self.poison.is_some() {
            return false;
        }
        self.aside = Some(self.owner);
        let denoted = self.attempt(|sema| sema.denote(name));
        self.aside = None;
        let poison = self.poison.take();
        match (denoted, poison) {
            (Denoted::Error, Some((loc, construct)))
                if construct.trim_start_matches("a declaration of ").starts_with("library unit SPARK.Lemmas.") =>
            {
                self.not_decided(loc, construct);
                true
            }
            _ => false,
        }
    }

    /// `Raise_Exception (E'Identity, Message)` and `Reraise_Occurrence (X)` (RM 11.4.1).
    fn raising_call(&mut self, intrinsic: Intrinsic, calls: &Calls<'a>) -> StmtKind {
        let arguments = calls.arguments.unwrap_or_default();
        let named = |sema: &Self, name: &str, at: usize| {
            let is_name = |ident: &ast::Ident| sema.names.text(ident.symbol) == name;
            Association::of_parameter(arguments, at, is_name).and_then(Association::expr)
        };
        let reraise = intrinsic == Intrinsic::Reraise;
        let (name, ty) = match reraise {
            true => ("x", self.exception_occurrence()),
            false => ("e", self.exception_id()),
        };
        let (which, message) = (named(self, name, 0), named(self, "message", 1));
        if let Some(message) = message.filter(|_| !reraise) {
            // Evaluated before anything is raised.
            let parts = self.message_parts(message);
            if !parts.is_empty() {
                let loc = self.loc(message.span);
                self.sink.push(Stmt { kind: StmtKind::Evaluate(parts), loc });
            }
        }
        let Some(which) = which else {
            self.error(calls.span, "missing argument in call");
            return StmtKind::Null;
        };
        let value = self.expr(which, Some(ty));
        match value.as_int() {
            Some(number) if !reraise && let Some(exception) = ExnId::with_number(number) => {
                StmtKind::Raise(Some(exception))
            }
            _ => StmtKind::RaiseOf(value, reraise),
        }
    }

    /// Output is without effect, and what is done with files may only raise exceptions; their parameters are evaluated.
    fn output_call(&mut self, calls: &Calls<'a>) -> StmtKind {
        let std = self.tree.types.std;
        let mut values = Vec::new();
        let mut raises = calls.candidates.contains(&Callable::Intrinsic(Intrinsic::Files)) || self.output_may_raise();
        for argument in calls.arguments.unwrap_or_default() {
            let Some(expr) = argument.expr() else { continue };
            let types = self.types_of(expr);
            let file = self.units.text_file.is_some_and(|file| types.contains(&file));
            // These are open, for output.
            let ident = expr.as_name().and_then(ast::Name::last_ident);
            let standard = ident
                .is_some_and(|ident| ["standard_error", "standard_output"].contains(&self.names.text(ident.symbol)));
            raises |= file && !standard;
            let text = [std.string, std.any_string, std.any_composite];
            let wanted = if text.iter().any(|ty| types.contains(ty)) {
                Some(std.string)
            } else if types.contains(&std.universal_integer) {
                Some(std.integer)
            } else {
                types.first().copied().filter(|ty| *ty != std.error)
            };
            values.push(self.expr(expr, wanted));
        }
        let evaluated = StmtKind::Evaluate(values);
        if !raises {
            return evaluated;
        }
        let loc = self.loc(calls.span);
        let operation = StmtKind::Call(self.file_operation(), Vec::new());
        let statements = [evaluated, operation].map(|kind| Stmt { kind, loc }).into();
        StmtKind::Block(Box::new(Body { statements, end: loc, ..Body::default() }))
    }
}

/// A call of a procedure of `Ada.Assertions`: its message is evaluated in any case.
fn assertion(arguments: Vec<Expr>) -> StmtKind {
    let mut arguments = arguments.into_iter();
    let Some(condition) = arguments.next() else { return StmtKind::Null };
    let loc = condition.loc;
    let check = StmtKind::Assert(AssertKind::Assert, condition);
    let message: Vec<Expr> = arguments.filter(|message| !matches!(message.kind, ExprKind::Text(_))).collect();
    if message.is_empty() {
        return check;
    }
    let statements = [StmtKind::Evaluate(message), check].map(|kind| Stmt { kind, loc }).into();
    StmtKind::Block(Box::new(Body { statements, end: loc, ..Body::default() }))
}
