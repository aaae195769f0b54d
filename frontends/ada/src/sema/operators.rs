//! Operators (RM 4.5): the interpretation that the context wants, predefined ones.

use super::Sema;
use super::fold;
use super::overload::Interpretation;
use super::tree::{BinaryOp, Builtin, Expr, ExprKind};
use super::types::{Kind, TypeId};
use crate::ast::{self, BinaryOp as Op};
use crate::place::Loc;
use horn_frontend::Span;

impl<'a> Sema<'a> {
    pub(super) fn unary(
        &mut self,
        op: ast::UnaryOp,
        operand: &'a ast::Expr,
        expected: Option<TypeId>,
        span: Span,
    ) -> Expr {
        let found = self.unary_interpretations(op, operand);
        let loc = self.loc(span);
        let Some(mut chosen) = self.choose(found, expected) else {
            let types = self.types_of(operand);
            self.no_operator(op.text(), &[types], span);
            return Expr::error(expected.unwrap_or(self.tree.types.std.error), loc);
        };
        if let Some(function) = chosen.function {
            let argument = self.expr(operand, Some(chosen.operands[0]));
            self.operator_of_unit(op.text(), function, &[operand], &chosen.operands, span);
            let ty = self.tree.subprogram(function).result.unwrap_or(self.tree.types.std.error);
            return Expr { kind: ExprKind::Call(function, vec![argument]), ty, loc };
        }
        let universal = self.tree.types.std.universal_integer;
        self.take_specific(None, &mut chosen, expected);
        if chosen.operands[0] == universal && op == ast::UnaryOp::Not {
            self.no_operator(op.text(), &[chosen.operands], span);
            return Expr::error(expected.unwrap_or(self.tree.types.std.error), loc);
        }
        let ty = chosen.operands[0];
        let operand = self.expr(operand, Some(ty));
        self.operator_of_actual(op.text(), &chosen.operands, span);
        // An array keeps its bounds.
        let ty = if self.tree.types.array(operand.ty).is_some() { operand.ty } else { ty };
        self.predefined_unary(op, Expr { ty, ..operand }, loc)
    }

    /// Where the context wants a value of a modular type, an operator on literals is that type's, and wraps around: no
    /// operator of a root type gives a value of a modular type (RM 8.6 (22)). An exponent keeps its type.
    ///
    /// Nor does one give a value of a fixed point type. There the operands are machine numbers, as GNAT takes them; by
    /// the manual only the value of the whole expression is one (4.9 (38)).
    fn take_specific(&self, op: Option<Op>, chosen: &mut Interpretation, expected: Option<TypeId>) {
        let types = &self.tree.types;
        let std = types.std;
        let Some(wanted) = expected.map(|ty| types.base(ty)) else { return };
        let operands = &mut chosen.operands;
        match types.kind(wanted) {
            Kind::Modular(_) if chosen.result == std.universal_integer && operands[0] == chosen.result => {
                let same = operands.iter().all(|ty| *ty == std.universal_integer);
                let own = operands.iter_mut().enumerate().filter(|(at, _)| *at == 0 || same);
                own.for_each(|(_, ty)| *ty = wanted);
                chosen.result = wanted;
            }
            Kind::Fixed { .. } if chosen.result == std.universal_real => {
                let has_own = match op {
                    None | Some(Op::Plus | Op::Minus) => true,
                    Some(Op::Times | Op::Divide) => operands.contains(&std.universal_integer),
                    _ => false,
                };
                if has_own {
                    let own = |ty: TypeId| if ty == std.universal_real { wanted } else { std.integer };
                    operands.iter_mut().for_each(|ty| *ty = own(*ty));
                    chosen.result = wanted;
                }
            }
            _ => {}
        }
    }

    /// A predefined unary operator on an analysed operand.
    pub fn predefined_unary(&mut self, op: ast::UnaryOp, operand: Expr, loc: Loc) -> Expr {
        let Some(op) = Self::unary_op(op) else { return Expr { loc, ..operand } };
        let ty = self.tree.types.base(operand.ty);
        if let Some(kind) = fold::unary(&self.tree.types, op, &operand, ty) {
            return Expr { kind, ty, loc };
        }
        Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, loc }
    }

    /// Gives the universal parts of a value the specific type that the context wants.
    pub(super) fn retype(&self, value: &mut Expr, universal: TypeId, base: TypeId) {
        if value.ty != universal {
            return;
        }
        if let ExprKind::Builtin(Builtin::Max | Builtin::Min | Builtin::Evaluated, _) = value.kind {
            // A number that the implementation chooses need not be a value of the type.
            let loc = value.loc;
            let number = std::mem::replace(value, Expr::error(base, loc));
            *value = Expr { kind: ExprKind::Convert(Box::new(number)), ty: base, loc };
            return;
        }
        value.ty = base;
        self.fixed_literal(value, base);
        match &mut value.kind {
            ExprKind::Unary(_, operand) => self.retype(operand, universal, base),
            ExprKind::Binary(op, left, right) if !op.is_comparison() => {
                self.retype(left, universal, base);
                if *op != BinaryOp::Pow {
                    self.retype(right, universal, base);
                }
            }
            ExprKind::If(branches, otherwise) => {
                branches.iter_mut().for_each(|(_, part)| self.retype(part, universal, base));
                self.retype(otherwise, universal, base);
            }
            ExprKind::Case(_, alternatives) => {
                alternatives.iter_mut().for_each(|(_, part)| self.retype(part, universal, base));
            }
            _ => {}
        }
    }

    pub(super) fn binary(&mut self, binary: &'a ast::Binary, expected: Option<TypeId>) -> Expr {
        let found = self.binary_interpretations(binary, expected);
        let Some(mut chosen) = self.choose(found, expected) else {
            let types = [self.types_of(&binary.left), self.types_of(&binary.right)];
            let std = self.tree.types.std;
            if types.iter().any(|types| types.is_empty() || types.contains(&std.error)) {
                // The operand itself is wrong: let it speak.
                self.expr(&binary.left, None);
                self.expr(&binary.right, None);
            }
            self.no_operator(binary.op.text(), &types, binary.op_span);
            return Expr::error(expected.unwrap_or(std.error), self.loc(binary.op_span));
        };
        let compared =
            matches!(binary.op, Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual);
        if compared && chosen.operands[0] == self.tree.types.std.string && chosen.function.is_none() {
            // Of which string type they are nothing says.
            let literals = |sema: &mut Self, side| sema.types_of(side) == [sema.tree.types.std.any_string];
            if literals(self, &binary.left) && literals(self, &binary.right) {
                self.error(binary.op_span, "ambiguous operands for comparison");
            }
        }
        if chosen.function.is_none() {
            self.take_specific(Some(binary.op), &mut chosen, expected);
        }
        if matches!(binary.op, Op::And | Op::Or | Op::Xor) && chosen.result == self.tree.types.std.universal_integer {
            let types = [chosen.operands.clone(), chosen.operands];
            self.no_operator(binary.op.text(), &types, binary.op_span);
            return Expr::error(chosen.result, self.loc(binary.op_span));
        }
        let [left, right] = [&binary.left, &binary.right];
        let loc = self.loc(binary.op_span);
        let function = chosen.function;
        let other = function.is_some_and(|function| self.is_of_other_type(binary.op.text(), function, &[left, right]));
        let predefined = other && self.is_predefined_profile(binary.op, &chosen.operands, chosen.result);
        if let Some(function) = function.filter(|_| !predefined) {
            let arguments = vec![self.expr(left, Some(chosen.operands[0])), self.expr(right, Some(chosen.operands[1]))];
            self.operator_of_unit(binary.op.text(), function, &[left, right], &chosen.operands, binary.op_span);
            let ty = self.tree.subprogram(function).result.unwrap_or(self.tree.types.std.error);
            let call = Expr { kind: ExprKind::Call(function, arguments), ty, loc };
            return if binary.op == Op::NotEqual { self.negated(call) } else { call };
        }
        let left_value = self.beside(left, right, binary.op, chosen.operands[0]);
        let right = self.beside(right, left, binary.op, chosen.operands[1]);
        let left = left_value;
        if matches!(binary.op, Op::Equal | Op::NotEqual) {
            self.check_equality(left.ty, binary.op_span);
        }
        if !predefined {
            self.operator_of_actual(binary.op.text(), &chosen.operands, binary.op_span);
        }
        self.predefined_binary(binary.op, left, right, chosen.result, loc)
    }

    /// Whether the numbers of a type have a predefined operator with this profile.
    fn is_predefined_profile(&self, op: Op, operands: &[TypeId], result: TypeId) -> bool {
        let types = &self.tree.types;
        let numeric = |ty: TypeId| types.is_integer(ty) || types.is_float(ty);
        let [left, right] = operands else { return false };
        let same = types.base(*left) == types.base(*right) && numeric(*left);
        let ordered =
            matches!(op, Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual);
        let arithmetic = matches!(op, Op::Plus | Op::Minus | Op::Times | Op::Divide);
        same && (ordered && types.is_boolean(result) || arithmetic && types.base(result) == types.base(*left))
    }

    /// A predefined operator on analysed operands.
    pub fn predefined_binary(&mut self, op: Op, left: Expr, right: Expr, result: TypeId, loc: Loc) -> Expr {
        let result = self.tree.types.base(result);
        if op == Op::Concat {
            let component = |expr: &Expr| self.tree.types.base(expr.ty) != result;
            let (left_component, right_component) = (component(&left), component(&right));
            let (left, right) = ((left, left_component), (right, right_component));
            return Expr { kind: ExprKind::Concat(Box::new(left), Box::new(right)), ty: result, loc };
        }
        let left = if op == Op::Implies { self.negated(left) } else { left };
        let op = Self::binary_op(op);
        if let Some(kind) = fold::binary(&self.tree.types, op, &left, &right, result) {
            return Expr { kind, ty: result, loc };
        }
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: result, loc }
    }

    /// `not X`.
    pub fn negated(&self, value: Expr) -> Expr {
        let (ty, loc) = (value.ty, value.loc);
        match fold::unary(&self.tree.types, super::tree::UnaryOp::Not, &value, ty) {
            Some(kind) => Expr { kind, ty, loc },
            None => Expr { kind: ExprKind::Unary(super::tree::UnaryOp::Not, Box::new(value)), ty, loc },
        }
    }

    /// The interpretation the context wants (RM 8.6 (27–29)); `None` if there is none.
    pub(super) fn choose(&mut self, found: Vec<Interpretation>, expected: Option<TypeId>) -> Option<Interpretation> {
        let types = &self.tree.types;
        let std = types.std;
        let mut fitting: Vec<Interpretation> = found
            .into_iter()
            .filter(|one| expected.is_none_or(|expected| types.compatible(one.result, expected)))
            .collect();
        if fitting.len() > 1 {
            // Preference for the universal types, and for anything over an operand that was already reported.
            let universal = |one: &Interpretation| {
                one.operands.iter().any(|ty| *ty == std.universal_integer || *ty == std.universal_real)
            };
            // Where the context wants a specific type, they stand for its predefined operator: a function hides that.
            let base = |ty: &TypeId| types.base(*ty);
            let wanted = expected.map(|ty| types.base(ty)).filter(|ty| {
                *ty != std.universal_integer && *ty != std.universal_real && *ty != std.error && types.is_numeric(*ty)
            });
            if let Some(wanted) = wanted
                && fitting.iter().any(|one| one.function.is_none() && universal(one))
                && let Some(at) = fitting.iter().position(|one| {
                    one.function.is_some()
                        && base(&one.result) == wanted
                        && one.operands.iter().all(|ty| base(ty) == wanted)
                })
            {
                return Some(fitting.swap_remove(at));
            }
            if let Some(at) = fitting.iter().position(universal) {
                return Some(fitting.swap_remove(at));
            }
        }
        if fitting.is_empty() { None } else { Some(fitting.swap_remove(0)) }
    }

    fn no_operator(&mut self, op: &str, operands: &[Vec<TypeId>], span: Span) {
        let std = self.tree.types.std;
        if operands.iter().any(|types| types.is_empty() || types.contains(&std.error)) {
            return;
        }
        let loc = self.loc(span);
        if operands.iter().any(|types| self.mismatch_is_poison(types, loc)) {
            return;
        }
        if let Some(unit) = self.open_around() {
            // It may be declared there, or another subprogram whose result is an operand.
            return self.reject(span, &*unit);
        }
        if self.tree.address.is_some_and(|address| operands.iter().any(|types| types.contains(&address))) {
            return self.reject(span, "operator on addresses (RM 13.7.1)");
        }
        let types = &self.tree.types;
        let class_wide = |operand: &Vec<TypeId>| operand.iter().any(|ty| types.is_class_wide(*ty));
        let tagged = |operand: &Vec<TypeId>| operand.iter().any(|ty| types.has_tag(*ty) && !types.is_class_wide(*ty));
        if operands.iter().any(class_wide) && operands.iter().any(tagged) {
            return self.reject(span, super::call::TAG_OF_CONTEXT);
        }
        let describe = |ty: &[TypeId]| {
            let ty = ty[0];
            match ty {
                _ if ty == std.any_string => "a string type".to_string(),
                _ if ty == std.any_composite || ty == std.any_container => "a composite type".to_string(),
                _ => types.describe(ty),
            }
        };
        let text = match operands {
            [left, right] => {
                let (left, right) = (describe(left), describe(right));
                format!(
                    "invalid operand types for operator \"{op}\": left operand has {left}, right operand has {right}"
                )
            }
            [operand] => format!("invalid operand type for operator \"{op}\": operand has {}", describe(operand)),
            _ => return,
        };
        self.error(span, text);
    }
}

impl BinaryOp {
    /// `=`, `/=`, `<` and so on.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}
