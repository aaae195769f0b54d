//! Checks that a program keeps the rules of the IR: ids in range, shapes that fit, modes, calls, loops.
//!
//! A problem is a mistake of the frontend, not of the user; the front layer reports it as an internal error
//! and goes no further. Behind a successful validation the interpreter and the encodings rely on all of this.

use super::expr::{BinaryOp, Conversion, Expr, ExprId, ExprKind, MAX_DEPTH, UnaryOp};
use super::types::{FloatType, Shape, TypeId, TypeKind};
use super::{Arg, BlockId, Call, Loc, Mode, Procedure, Program, StmtKind, Terminator, VarId, VarKind, ieee};

/// A rule that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Name of the procedure, or empty.
    pub procedure: String,
    /// The nearest place.
    pub loc: Loc,
    /// What is wrong.
    pub message: String,
}

/// All problems of a program, in the order of its tables; none if it keeps the rules.
pub fn validate(program: &Program) -> Vec<Problem> {
    let mut problems = Vec::new();
    let types_ok = types(program, &mut problems);
    if !types_ok {
        return problems;
    }
    let shapes: Vec<Shape> = (0..program.types.len()).map(|at| program.shape(TypeId(at as u32))).collect();
    for global in &program.globals {
        if global.ty.index() >= shapes.len() {
            let message = format!("global {} has no type", global.name);
            problems.push(Problem { procedure: String::new(), loc: global.loc, message });
            return problems;
        }
    }
    for procedure in &program.procedures {
        Checker { program, procedure, shapes: &shapes, problems: &mut problems }.procedure();
    }
    problems
}

/// Component types come before the types made of them, and tables fit together.
fn types(program: &Program, problems: &mut Vec<Problem>) -> bool {
    let before = problems.len();
    let mut wrong = |message: String| problems.push(Problem { procedure: String::new(), loc: Loc::NONE, message });
    if !matches!(program.types.first().map(|ty| &ty.kind), Some(TypeKind::Bool)) {
        wrong("the first type is not Boolean".to_owned());
    }
    if !matches!(program.types.get(1).map(|ty| &ty.kind), Some(TypeKind::Int(_))) {
        wrong("the second type is not the integers".to_owned());
    }
    for (at, ty) in program.types.iter().enumerate() {
        let parts: Vec<TypeId> = match &ty.kind {
            TypeKind::Array(array) => {
                if array.index.is_empty() || array.bounds.as_ref().is_some_and(|b| b.len() != array.index.len()) {
                    wrong(format!("array type {} has dimensions that do not fit", ty.name));
                }
                array.index.iter().copied().chain([array.component]).collect()
            }
            TypeKind::Record(record) => record.fields.iter().map(|field| field.ty).collect(),
            TypeKind::Modular(modular) => {
                if !modular.modulus.is_positive() {
                    wrong(format!("modular type {} has a modulus below 1", ty.name));
                }
                Vec::new()
            }
            TypeKind::Float(FloatType { format, range: Some((first, last)), .. }) => {
                if [first, last].iter().any(|bound| ieee::nearest(**bound, *format) != **bound) {
                    wrong(format!("floating point type {} has a bound that is no number of its format", ty.name));
                }
                Vec::new()
            }
            _ => Vec::new(),
        };
        if parts.iter().any(|part| part.index() >= at) {
            wrong(format!("type {} is made of types that come after it", ty.name));
        }
    }
    problems.len() == before
}

struct Checker<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
    shapes: &'p [Shape],
    problems: &'p mut Vec<Problem>,
}

impl<'p> Checker<'p> {
    fn wrong(&mut self, loc: Loc, message: impl Into<String>) {
        self.problems.push(Problem { procedure: self.procedure.name.clone(), loc, message: message.into() });
    }

    fn procedure(&mut self) {
        let procedure = self.procedure;
        if procedure.blocks.is_empty() {
            return self.wrong(procedure.loc, "the procedure was declared and never built");
        }
        for var in &procedure.vars {
            if var.ty.index() >= self.shapes.len() {
                return self.wrong(var.loc, format!("variable {} has no type", var.name));
            }
            match var.kind {
                VarKind::Global(global) if global.index() >= self.program.globals.len() => {
                    return self.wrong(var.loc, format!("variable {} names no global", var.name));
                }
                VarKind::Outer(owner, outer) if self.outer_shape(owner, outer) != Some(self.var_shape_of(var.ty)) => {
                    self.wrong(var.loc, format!("variable {} names no outer variable of its shape", var.name));
                }
                _ => {}
            }
        }
        if procedure.vars.iter().filter(|var| var.kind == VarKind::Result).count() > 1 {
            self.wrong(procedure.loc, "the procedure has several results");
        }
        let before = self.problems.len();
        for (id, _) in procedure.exprs.iter() {
            self.expr(id);
        }
        if self.problems.len() > before {
            return;
        }
        for block in &procedure.blocks {
            for statement in &block.statements {
                self.statement(&statement.kind, statement.loc);
            }
            match &block.terminator {
                Terminator::Branch(condition, ..) => self.expect(*condition, &Shape::Bool, block.loc),
                Terminator::Raise(exception) => self.expect(*exception, &Shape::Int, block.loc),
                Terminator::Goto(_) | Terminator::Return | Terminator::Stop => {}
            }
            if block.terminator.successors().any(|next| next.index() >= procedure.blocks.len()) {
                return self.wrong(block.loc, "a jump leads nowhere");
            }
        }
        self.cycles();
    }

    fn outer_shape(&self, owner: super::ProcId, var: VarId) -> Option<&'p Shape> {
        let owner = self.program.procedures.get(owner.index())?;
        self.shapes.get(owner.vars.get(var.index())?.ty.index())
    }

    fn var_shape_of(&self, ty: TypeId) -> &'p Shape {
        &self.shapes[ty.index()]
    }

    /// The shape of a variable, if there is such a variable.
    fn var_shape(&mut self, var: VarId, loc: Loc) -> Option<&'p Shape> {
        match self.procedure.vars.get(var.index()) {
            Some(entry) => Some(self.var_shape_of(entry.ty)),
            None => {
                self.wrong(loc, "a variable does not exist");
                None
            }
        }
    }

    fn shape(&self, id: ExprId) -> &'p Shape {
        &self.shapes[self.procedure.exprs[id].ty.index()]
    }

    /// The expression exists and has this shape.
    fn expect(&mut self, id: ExprId, shape: &Shape, loc: Loc) {
        if id.index() >= self.procedure.exprs.len() {
            self.wrong(loc, "an expression does not exist");
        } else if self.shape(id) != shape {
            let message = format!("{} is used as a {}", self.describe(id), name(shape));
            self.wrong(loc, message);
        }
    }

    fn describe(&self, id: ExprId) -> String {
        let mut text = self.program.expr_text(self.procedure, id);
        if text.len() > 60 {
            text = text.chars().take(60).chain(['…']).collect();
        }
        format!("{text}, a {},", name(self.shape(id)))
    }

    fn expr(&mut self, id: ExprId) {
        let node = &self.procedure.exprs[id];
        let loc = node.loc;
        let mut in_order = true;
        node.kind.operands(|operand| in_order &= operand < id);
        if !in_order {
            return self.wrong(loc, "an operand comes after its expression");
        }
        if node.ty.index() >= self.shapes.len() {
            return self.wrong(loc, "an expression has no type");
        }
        if node.depth > MAX_DEPTH {
            return self.wrong(loc, format!("the expression is nested deeper than {MAX_DEPTH}"));
        }
        if !self.shapes_fit(node, loc) {
            let message = format!("shapes do not fit in {}", self.describe(id));
            self.wrong(loc, message);
        }
    }

    /// Whether the type of an expression and those of its operands are as its kind wants them.
    fn shapes_fit(&mut self, node: &Expr, loc: Loc) -> bool {
        use ExprKind::*;
        let shape = self.var_shape_of(node.ty);
        match &node.kind {
            Bool(_) => *shape == Shape::Bool,
            Int(value) => match shape {
                Shape::Int => true,
                Shape::Modular(modulus) => !value.is_negative() && value < modulus,
                _ => false,
            },
            Float(value) => {
                let special = matches!(&self.program.ty(node.ty).kind, TypeKind::Float(float) if float.special);
                (value.is_finite() || special)
                    && match shape {
                        Shape::Float(format) => value.is_nan() || ieee::nearest(*value, *format) == *value,
                        _ => false,
                    }
            }
            Var(var) => self.var_shape(*var, loc).is_none_or(|var| var == shape),
            Bound(_) => *shape == Shape::Int,
            Unary(op, a) => self.unary(*op, self.shape(*a), shape),
            Binary(op, a, b) => self.binary(*op, self.shape(*a), self.shape(*b), shape),
            And(a, b) | Or(a, b) | Implies(a, b) => {
                [*shape == Shape::Bool, self.is_bool(*a), self.is_bool(*b)] == [true; 3]
            }
            Ite(c, a, b) => self.is_bool(*c) && self.shape(*a) == shape && self.shape(*b) == shape,
            Quantified { first, last, body, .. } => {
                *shape == Shape::Bool && self.is_int(*first) && self.is_int(*last) && self.is_bool(*body)
            }
            First(a, dim) | Last(a, dim) | Length(a, dim) => {
                *shape == Shape::Int && matches!(self.shape(*a), Shape::Array(_, dims, _) if (*dim as usize) < *dims)
            }
            Index(a, at) => {
                matches!(self.shape(*a), Shape::Array(_, dims, part) if *dims == at.len() && **part == *shape)
                    && at.iter().all(|e| self.is_int(*e))
            }
            Update(a, at, value) => {
                self.shape(*a) == shape
                    && matches!(shape, Shape::Array(_, dims, part) if *dims == at.len() && **part == *self.shape(*value))
                    && at.iter().all(|e| self.is_int(*e))
            }
            Slice(a, first, last) => {
                self.is_int(*first) && self.is_int(*last) && vector(shape, true) && same_parts(shape, self.shape(*a))
            }
            SliceUpdate(a, first, last, value) => {
                self.is_int(*first)
                    && self.is_int(*last)
                    && vector(shape, false)
                    && self.shape(*a) == shape
                    && same_parts(shape, self.shape(*value))
            }
            Slide(a, bounds) => {
                same_parts(shape, self.shape(*a))
                    && bounds.as_ref().is_none_or(|bounds| self.bounds(bounds, shape))
                    && (bounds.is_none() || matches!(shape, Shape::Array(None, ..)))
            }
            Concat(a, b, first) => {
                vector(shape, true)
                    && self.is_int(*first)
                    && same_parts(shape, self.shape(*a))
                    && same_parts(shape, self.shape(*b))
            }
            Aggregate { bounds, others, items } => {
                self.bounds(bounds, shape)
                    && matches!(shape, Shape::Array(_, dims, part)
                        if others.iter().chain(items.iter().map(|(_, value)| value)).all(|e| *self.shape(*e) == **part)
                            && items.iter().all(|(at, _)| at.len() == *dims && at.iter().all(|e| self.is_int(*e))))
            }
            Comprehension { bounds, vars, body } => {
                self.bounds(bounds, shape)
                    && vars.len() == bounds.len()
                    && matches!(shape, Shape::Array(_, _, part) if **part == *self.shape(*body))
            }
            Record(values) => matches!(shape, Shape::Record(parts)
                if parts.len() == values.len() && parts.iter().zip(values).all(|(part, e)| part == self.shape(*e))),
            Field(a, field) => {
                matches!(self.shape(*a), Shape::Record(parts) if parts.get(*field as usize) == Some(shape))
            }
            Apply(function, args) => {
                let callee = self.program.procedure(*function);
                let result = callee.result().map(|result| self.var_shape_of(callee.var(result).ty));
                let params: Vec<TypeId> = callee.params().map(|(param, _)| callee.var(param).ty).collect();
                let fits = |(arg, param): (&ExprId, TypeId)| self.shape(*arg) == self.var_shape_of(param);
                result == Some(shape) && args.len() == params.len() && args.iter().zip(params).all(fits)
            }
            WithField(a, field, value) => {
                self.shape(*a) == shape
                    && matches!(shape, Shape::Record(parts) if parts.get(*field as usize) == Some(self.shape(*value)))
            }
            Convert(conversion, a) => convertible(*conversion, self.shape(*a), shape),
        }
    }

    fn is_bool(&self, id: ExprId) -> bool {
        *self.shape(id) == Shape::Bool
    }

    fn is_int(&self, id: ExprId) -> bool {
        *self.shape(id) == Shape::Int
    }

    fn bounds(&self, bounds: &[(ExprId, ExprId)], shape: &Shape) -> bool {
        matches!(shape, Shape::Array(_, dims, _) if *dims == bounds.len())
            && bounds.iter().all(|(first, last)| self.is_int(*first) && self.is_int(*last))
    }

    fn unary(&self, op: UnaryOp, operand: &Shape, result: &Shape) -> bool {
        match op {
            UnaryOp::IsFinite | UnaryOp::IsNegative => matches!(operand, Shape::Float(_)) && *result == Shape::Bool,
            UnaryOp::Not => *operand == Shape::Bool && operand == result,
            UnaryOp::Neg => is_number(operand) && operand == result,
            UnaryOp::Abs => matches!(operand, Shape::Int | Shape::Float(_)) && operand == result,
            UnaryOp::BitNot => matches!(operand, Shape::Modular(_)) && operand == result,
            UnaryOp::FloatRound(_) | UnaryOp::Sqrt | UnaryOp::Elementary(_) => {
                matches!(operand, Shape::Float(_)) && operand == result
            }
        }
    }

    fn binary(&self, op: BinaryOp, left: &Shape, right: &Shape, result: &Shape) -> bool {
        use BinaryOp::*;
        match op {
            Add | Sub | Mul | Div | Min | Max => is_number(left) && left == right && left == result,
            Rem => is_number(left) && left == right && left == result,
            Mod => matches!(left, Shape::Int | Shape::Modular(_)) && left == right && left == result,
            Pow => is_number(left) && *right == Shape::Int && left == result,
            Eq | Ne => *result == Shape::Bool && (left == right || same_parts(left, right)),
            Lt | Le | Gt | Ge => *result == Shape::Bool && left == right && (is_number(left) || *left == Shape::Bool),
            BitAnd | BitOr | BitXor => power_of_two(left) && left == right && left == result,
            ShiftLeft | ShiftRight | ShiftRightArithmetic | RotateLeft | RotateRight => {
                power_of_two(left) && *right == Shape::Int && left == result
            }
        }
    }

    fn statement(&mut self, kind: &StmtKind, loc: Loc) {
        match kind {
            StmtKind::Assign(var, value) => {
                if let Some(shape) = self.target(*var, loc) {
                    self.expect(*value, shape, loc);
                }
            }
            StmtKind::Havoc(var) => drop(self.target(*var, loc)),
            StmtKind::Assume(condition) => self.expect(*condition, &Shape::Bool, loc),
            StmtKind::Check(check, condition) => {
                if check.index() >= self.program.checks.len() {
                    self.wrong(loc, "a check is not in the table of checks");
                }
                self.expect(*condition, &Shape::Bool, loc);
            }
            StmtKind::Call(call) => self.call(call, loc),
        }
    }

    /// The shape of a variable that is assigned.
    fn target(&mut self, var: VarId, loc: Loc) -> Option<&'p Shape> {
        let shape = self.var_shape(var, loc)?;
        if self.procedure.var(var).kind == VarKind::Param(Mode::In) {
            let message = format!("parameter {} is read only and assigned", self.procedure.var(var).name);
            self.wrong(loc, message);
        }
        Some(shape)
    }

    fn call(&mut self, call: &Call, loc: Loc) {
        let Some(callee) = self.program.procedures.get(call.callee.index()) else {
            return self.wrong(loc, "a call of a procedure that does not exist");
        };
        let params: Vec<(VarId, Mode)> = callee.params().collect();
        if params.len() != call.args.len() {
            return self
                .wrong(loc, format!("{} has {} parameters, not {}", callee.name, params.len(), call.args.len()));
        }
        for ((param, mode), arg) in params.into_iter().zip(&call.args) {
            let Some(shape) = self.shapes.get(callee.var(param).ty.index()) else { continue };
            match (mode, arg) {
                (Mode::In, Arg::In(value)) => self.expect(*value, shape, loc),
                (Mode::Out, Arg::Out(var)) | (Mode::InOut, Arg::InOut(var)) => self.receives(*var, shape, loc),
                _ => self.wrong(loc, format!("a parameter of {} is passed in the wrong mode", callee.name)),
            }
        }
        if let Some(result) = call.result {
            match callee.result().and_then(|result| self.shapes.get(callee.var(result).ty.index())) {
                Some(shape) => self.receives(result, shape, loc),
                None => self.wrong(loc, format!("{} has no result", callee.name)),
            }
        }
        if let Some(exception) = call.exception {
            self.receives(exception, &Shape::Int, loc);
        }
    }

    /// The variable can take values of this shape from a call.
    fn receives(&mut self, var: VarId, shape: &Shape, loc: Loc) {
        if self.target(var, loc).is_some_and(|target| target != shape) {
            let message = format!("{} does not fit what the call gives it", self.procedure.var(var).name);
            self.wrong(loc, message);
        }
    }

    /// Every cycle goes through a loop head: without them the graph can be sorted.
    fn cycles(&mut self) {
        let blocks = &self.procedure.blocks;
        let is_head = |id: BlockId| blocks[id.index()].loop_head.is_some();
        let mut incoming = vec![0usize; blocks.len()];
        for block in blocks {
            for next in block.terminator.successors().filter(|next| !is_head(*next)) {
                incoming[next.index()] += 1;
            }
        }
        let mut ready: Vec<usize> = (0..blocks.len()).filter(|at| incoming[*at] == 0).collect();
        let mut sorted = 0;
        while let Some(at) = ready.pop() {
            sorted += 1;
            for next in blocks[at].terminator.successors().filter(|next| !is_head(*next)) {
                incoming[next.index()] -= 1;
                if incoming[next.index()] == 0 {
                    ready.push(next.index());
                }
            }
        }
        if sorted < blocks.len() {
            self.wrong(self.procedure.loc, "a cycle of blocks has no loop head");
        }
    }
}

fn is_number(shape: &Shape) -> bool {
    matches!(shape, Shape::Int | Shape::Modular(_) | Shape::Float(_))
}

fn power_of_two(shape: &Shape) -> bool {
    matches!(shape, Shape::Modular(modulus) if super::exponent_of_two(modulus).is_some())
}

/// A one-dimensional array, with dynamic bounds if `dynamic`.
fn vector(shape: &Shape, dynamic: bool) -> bool {
    matches!(shape, Shape::Array(bounds, 1, _) if !dynamic || bounds.is_none())
}

/// Two array shapes that differ at most in their bounds.
fn same_parts(a: &Shape, b: &Shape) -> bool {
    matches!((a, b), (Shape::Array(_, m, x), Shape::Array(_, n, y)) if m == n && x == y)
}

fn convertible(conversion: Conversion, from: &Shape, to: &Shape) -> bool {
    use Conversion::*;
    match conversion {
        IntToModular | IntToModularWrap => *from == Shape::Int && matches!(to, Shape::Modular(_)),
        ModularToInt => matches!(from, Shape::Modular(_)) && *to == Shape::Int,
        BoolToInt => *from == Shape::Bool && *to == Shape::Int,
        IntToBool => *from == Shape::Int && *to == Shape::Bool,
        IntToFloat => *from == Shape::Int && matches!(to, Shape::Float(_)),
        FloatToInt(_) => matches!(from, Shape::Float(_)) && *to == Shape::Int,
        FloatToFloat => matches!((from, to), (Shape::Float(_), Shape::Float(_))),
    }
}

fn name(shape: &Shape) -> &'static str {
    match shape {
        Shape::Bool => "Boolean",
        Shape::Int => "integer",
        Shape::Modular(_) => "modular number",
        Shape::Float(_) => "float",
        Shape::Array(..) => "array",
        Shape::Record(_) => "record",
    }
}
