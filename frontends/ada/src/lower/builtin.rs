//! Attributes and other predefined operations as values.

use super::convert::NOT_CONVERTIBLE;
use super::expr::UNKNOWN_VALUE;
use super::procedure::{Context, Proc};
use super::{Refusal, effects};
use crate::place::Loc;
use crate::sema::tree::{Builtin, Expr, ExprKind};
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, CheckKind, Conversion, ExprId, Rounding, TypeId, UnaryOp as IrUnary};
use horn_solver::num::Int;

impl<'t> Proc<'_, 't> {
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        args: &[Expr],
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let dimension = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        match builtin {
            Builtin::First(at) | Builtin::Last(at) | Builtin::Length(at) => {
                // Attributes look at the bounds only: an uninitialised array has them.
                let array = self.bounds_holder(&args[0])?;
                let kind = match builtin {
                    Builtin::First(_) => ir::ExprKind::First(array, dimension(at)),
                    Builtin::Last(_) => ir::ExprKind::Last(array, dimension(at)),
                    _ => ir::ExprKind::Length(array, dimension(at)),
                };
                let found = self.b.expr(kind, TypeId::INT, loc);
                if let Builtin::Length(at) = builtin {
                    let most = self.longest(args[0].ty, at);
                    self.check_length_fits(found, most, ty, loc)?;
                }
                let ir_ty = self.ty(ty, loc)?;
                Ok(self.at_index(found, ir_ty, loc))
            }
            Builtin::RangeLength => {
                let values = self.values(&[&args[0], &args[1]])?;
                let (low, high) = (self.as_index(values[0], loc), self.as_index(values[1], loc));
                let one = self.b.int(1, TypeId::INT, loc);
                let zero = self.b.int(0, TypeId::INT, loc);
                let length = self.b.binary(Ir::Sub, high, low, TypeId::INT, loc);
                let length = self.b.binary(Ir::Add, length, one, TypeId::INT, loc);
                let length = self.b.binary(Ir::Max, length, zero, TypeId::INT, loc);
                let most = match (self.range_of(&args[0]), self.range_of(&args[1])) {
                    (Some((low, _)), Some((_, high))) => Some((&(&high - &low) + &Int::from(1)).max(Int::from(0))),
                    _ => None,
                };
                self.check_length_fits(length, most, ty, loc)?;
                let ir_ty = self.ty(ty, loc)?;
                Ok(self.at_index(length, ir_ty, loc))
            }
            Builtin::Pos => {
                let value = self.value(&args[0])?;
                let position = self.as_index(value, loc);
                let ir_ty = self.ty(ty, loc)?;
                // Context types smaller than the position's would need a check: the conversion is implicit.
                if let (Some((low, high)), Some((first, last))) =
                    (self.range_of(&args[0]), self.tree().types.base_range(ty))
                    && (low < first || high > last)
                {
                    let inside = self.inside(position, &first, &last, loc);
                    self.check(CheckKind::Range, loc, inside, "")?;
                }
                Ok(self.at_index(position, ir_ty, loc))
            }
            Builtin::Val => {
                let value = self.value(&args[0])?;
                let position = self.as_index(value, loc);
                if let Some((low, high)) = self.tree().types.base_range(ty) {
                    let known = self.range_of(&args[0]).is_some_and(|(first, last)| low <= first && last <= high);
                    if !known {
                        let inside = self.inside(position, &low, &high, loc);
                        self.check(CheckKind::Range, loc, inside, NOT_CONVERTIBLE)?;
                    }
                }
                let ir_ty = self.ty(ty, loc)?;
                Ok(self.at_index(position, ir_ty, loc))
            }
            Builtin::Succ | Builtin::Pred => self.successor(builtin == Builtin::Succ, &args[0], ty, loc),
            Builtin::Min | Builtin::Max => {
                let values = self.values(&[&args[0], &args[1]])?;
                let ir_ty = self.ty(ty, loc)?;
                if matches!(self.l.program.ty(ir_ty).kind, ir::TypeKind::Bool) {
                    return Ok(if builtin == Builtin::Min {
                        self.b.and(values[0], values[1], loc)
                    } else {
                        self.b.or(values[0], values[1], loc)
                    });
                }
                let op = if builtin == Builtin::Min { Ir::Min } else { Ir::Max };
                Ok(self.b.binary(op, values[0], values[1], ir_ty, loc))
            }
            Builtin::Mod => {
                let value = self.value(&args[0])?;
                let value = self.as_index(value, loc);
                let ir_ty = self.ty(ty, loc)?;
                Ok(self.b.convert(Conversion::IntToModularWrap, value, ir_ty, loc))
            }
            Builtin::Floor | Builtin::Ceiling | Builtin::Rounding | Builtin::UnbiasedRounding | Builtin::Truncation => {
                let value = self.value(&args[0])?;
                let ir_ty = self.ty(ty, loc)?;
                let rounding = match builtin {
                    Builtin::Floor => Rounding::Floor,
                    Builtin::Ceiling => Rounding::Ceiling,
                    Builtin::Rounding => Rounding::NearestAway,
                    Builtin::UnbiasedRounding => Rounding::NearestEven,
                    _ => Rounding::Truncate,
                };
                Ok(self.b.unary(IrUnary::FloatRound(rounding), value, ir_ty, loc))
            }
            Builtin::ShiftLeft
            | Builtin::ShiftRight
            | Builtin::ShiftRightArithmetic
            | Builtin::RotateLeft
            | Builtin::RotateRight => {
                let value = self.value(&args[0])?;
                let natural = self.tree().types.std.natural;
                let amount = self.converted(&args[1], natural, args[1].loc)?;
                let ir_ty = self.ty(ty, loc)?;
                let op = match builtin {
                    Builtin::ShiftLeft => Ir::ShiftLeft,
                    Builtin::ShiftRight => Ir::ShiftRight,
                    Builtin::ShiftRightArithmetic => Ir::ShiftRightArithmetic,
                    Builtin::RotateLeft => Ir::RotateLeft,
                    _ => Ir::RotateRight,
                };
                Ok(self.b.binary(op, value, amount, ir_ty, loc))
            }
            // As an expression, what a qualification or conversion gives is a constant (RM 4.7, 4.6, 3.7.2 (5)).
            Builtin::Constrained if matches!(args[0].kind, ExprKind::Qualified(_) | ExprKind::Convert(_)) => {
                Ok(self.b.bool(true, loc))
            }
            Builtin::Prefix => self.prefix(&args[0], loc),
            Builtin::Component => {
                let ExprKind::Index(array, indices) = &args[1].kind else {
                    return Err((loc, "component in a heap (RM 3.10.2)".into()));
                };
                let first = self.value(&args[0])?;
                let holder = self.bounds_holder(array)?;
                let (low, high) = self.value_bounds(holder, 0, loc);
                // All of them have access values.
                let count = self.b.binary(Ir::Sub, high, low, TypeId::INT, loc);
                let last = self.b.int(crate::sema::LAST_OBJECT, TypeId::INT, loc);
                let most = self.b.binary(Ir::Sub, last, count, TypeId::INT, loc);
                let room = self.b.compare(Ir::Le, first, most, loc);
                let room = self.wrapped(room, false, loc);
                self.b.assume(room, loc);
                let at = self.indices(array, holder, indices)?;
                let distance = self.b.binary(Ir::Sub, at[0], low, TypeId::INT, loc);
                let own = self.b.type_of(first);
                Ok(self.b.binary(Ir::Add, first, distance, own, loc))
            }
            Builtin::Handled => match self.handling.last().copied() {
                Some(number) => Ok(self.b.var(number, loc)),
                None => Err((loc, "exception occurrence here (RM 11.2)".into())),
            },
            Builtin::Constrained => self.is_constrained(&args[0]),
            Builtin::Evaluated => {
                self.place(&args[0])?;
                self.value(&args[1])
            }
            Builtin::PredefinedEqual => {
                let values = self.values(&[&args[0], &args[1]])?;
                self.equal_predefined(values[0], args[0].ty, values[1], args[1].ty, loc)
            }
            Builtin::Tag => {
                let value = self.value(&args[0])?;
                Ok(self.tag(value, loc))
            }
            Builtin::OfBits => self.of_bits(args.first(), ty, loc),
            Builtin::Valid => self.valid(&args[0], loc),
            Builtin::Initialized => self.initialized(&args[0], loc),
            Builtin::Value => self.value_of_text(&args[0], ty, loc),
            Builtin::Sqrt | Builtin::Elementary(_) => self.elementary(builtin, &args[0], ty, loc),
            Builtin::Replaced => self.some_value(ty, loc),
            Builtin::BoundOfComponent(at) => self.discriminant(at, loc),
            Builtin::Unknown => {
                let mut values = Vec::new();
                for arg in args {
                    values.push(self.value(arg)?);
                }
                match (args, values.as_slice()) {
                    ([arg], [value]) if self.tree().types.is_string(ty) && self.tree().types.is_scalar(arg.ty) => {
                        self.image(arg, *value, ty, loc)
                    }
                    _ => {
                        let value = self.arbitrary(ty, loc)?;
                        self.unknown_value(value);
                        Ok(value)
                    }
                }
            }
        }
    }

    /// The greatest length of an array of this type in a dimension.
    fn longest(&self, ty: AdaType, dimension: usize) -> Option<Int> {
        let types = &self.tree().types;
        if let Some(bounds) = self.l.static_bounds(ty) {
            return bounds.get(dimension).map(ir::Range::len);
        }
        let index = types.array(ty).and_then(|(index, _)| index.get(dimension).copied())?;
        let (low, high) = types.static_range(index).or_else(|| types.base_range(index))?;
        Some((&(&high - &low) + &Int::from(1)).max(Int::from(0)))
    }

    /// A length is universal: what it becomes in its context must hold it (RM 4.6 (28)). Whether there can be an object
    /// with more components than a word of 32 bits counts depends on the machine.
    fn check_length_fits(&mut self, length: ExprId, most: Option<Int>, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        let Some((low, high)) = self.tree().types.base_range(ty) else { return Ok(()) };
        if most.is_some_and(|most| most <= high) {
            return Ok(());
        }
        let inside = self.inside(length, &low, &high, loc);
        if high >= &Int::pow2(31) - &Int::from(1) && self.context.is_empty() && !self.silent() {
            let too_long = self.b.not(inside, loc);
            self.b.begin_if(too_long, loc);
            self.rests_on("an array with more components than a word of 32 bits counts", loc);
            self.b.end_if();
        }
        self.check(CheckKind::Range, loc, inside, NOT_CONVERTIBLE)
    }

    /// `X'Valid` (RM 13.9.2): what was assigned is a value of its subtype, because that was checked. What comes from
    /// elsewhere or was perhaps never assigned may be anything.
    fn valid(&mut self, operand: &Expr, loc: Loc) -> Result<ExprId, Refusal> {
        use crate::sema::tree::{Mode, ObjectKind};
        let yes = self.b.bool(true, loc);
        let Some(root) = effects::root(operand) else {
            self.value(operand)?;
            let unknown = self.tree().types.may_be_invalid(operand.ty);
            return if unknown { self.unknown_answer(loc) } else { Ok(yes) };
        };
        let entry = self.tree().object(root);
        let boolean = self.tree().types.std.boolean;
        if let Some(what) = &entry.unsupported {
            return Err((loc, what.clone()));
        }
        let types = &self.tree().types;
        if types.has_every_pattern(operand.ty) && !types.has_predicates(operand.ty) {
            self.place(operand)?;
            return Ok(yes);
        }
        if entry.volatile {
            return self.arbitrary(boolean, loc);
        }
        if types.may_be_invalid(operand.ty) {
            self.place(operand)?;
            return self.unknown_answer(loc);
        }
        let doubtful = self.l.unwritten.doubtful.contains(&super::unwritten::read_of(operand));
        if matches!(operand.kind, ExprKind::Object(_)) && self.tree().types.is_scalar(entry.ty) {
            let unknown = self.arbitrary(boolean, loc)?;
            if doubtful {
                self.unknown_value(unknown);
                return Ok(unknown);
            }
            let Some(flag) = self.flags.get(&root).copied() else { return Ok(yes) };
            let set = self.b.var(flag, loc);
            return Ok(self.b.or(set, unknown, loc));
        }
        // Indices and selectors are evaluated.
        self.value(operand)?;
        let given = matches!(entry.kind, ObjectKind::Constant | ObjectKind::Parameter(Mode::In | Mode::InOut));
        if given && !doubtful {
            return Ok(yes);
        }
        let unknown = self.arbitrary(boolean, loc)?;
        self.unknown_value(unknown);
        Ok(unknown)
    }

    /// `X'Initialized` (SPARK RM 6.10): true where everything has been written for sure. Elsewhere it may be either:
    /// GNAT says that it is true.
    fn initialized(&mut self, operand: &Expr, loc: Loc) -> Result<ExprId, Refusal> {
        use crate::sema::tree::{Mode, ObjectKind};
        if let Some(written) = self.is_written(operand)? {
            // Indices and selectors are evaluated.
            self.place(operand)?;
            return Ok(written);
        }
        let doubtful = self.l.unwritten.doubtful.contains(&super::unwritten::read_of(operand));
        let mut whole = None;
        let mut known;
        if let Some(root) = effects::root(operand) {
            let entry = self.tree().object(root);
            if let Some(what) = &entry.unsupported {
                return Err((loc, what.clone()));
            }
            let own = entry.owner == self.id && matches!(operand.kind, ExprKind::Object(_));
            let given = matches!(entry.kind, ObjectKind::Constant | ObjectKind::Parameter(Mode::In | Mode::InOut));
            // What a predicate is asked about may be an object with the aspect.
            let relaxed = entry.relaxed || entry.wholly_relaxed;
            if own && self.tree().types.is_scalar(entry.ty) && !(given && relaxed) {
                whole = self.flags.get(&root).copied();
                known = whole.is_none();
            } else {
                known = given && !relaxed;
            }
            known &= !doubtful && !entry.volatile;
        } else {
            // A part of what a function returns: what leads to it is evaluated.
            match &operand.kind {
                ExprKind::Index(array, indices) => {
                    let whole = self.value(array)?;
                    self.indices(array, whole, indices)?;
                }
                ExprKind::Field(record, _) => {
                    self.value(record)?;
                }
                _ => {
                    self.value(operand)?;
                }
            }
            return self.unknown_answer(loc);
        }
        if !matches!(operand.kind, ExprKind::Object(_)) {
            // Indices and selectors are evaluated.
            self.place(operand)?;
        }
        if known {
            return Ok(self.b.bool(true, loc));
        }
        let unknown = self.unknown_answer(loc)?;
        let Some(flag) = whole else { return Ok(unknown) };
        let set = self.b.var(flag, loc);
        Ok(self.b.or(set, unknown, loc))
    }

    /// True or false, as nobody follows it here; in a quantified expression another one for every value.
    pub fn unknown_answer(&mut self, loc: Loc) -> Result<ExprId, Refusal> {
        let bounds: Vec<ExprId> = self
            .context
            .clone()
            .into_iter()
            .filter_map(|context| match context {
                Context::Bound { var, .. } => Some(self.b.expr(ir::ExprKind::Bound(var), TypeId::INT, loc)),
                Context::Guard(_) => None,
            })
            .collect();
        if bounds.is_empty() {
            let unknown = self.arbitrary(self.tree().types.std.boolean, loc)?;
            self.unknown_value(unknown);
            return Ok(unknown);
        }
        let all = super::followed::index_range(bounds.len());
        let kind = ir::TypeKind::Array(ir::ArrayType {
            index: vec![TypeId::INT; bounds.len()],
            bounds: Some(vec![all; bounds.len()]),
            component: TypeId::BOOL,
        });
        let ty = self.l.same_type(ir::Type { name: "answers".into(), kind });
        let var = self.b.temporary("unknown", ty, loc);
        self.b.set_origin_of(var, UNKNOWN_VALUE);
        self.b.havoc(var, loc);
        let answers = self.b.var(var, loc);
        Ok(self.b.expr(ir::ExprKind::Index(answers, bounds), TypeId::BOOL, loc))
    }

    /// A function of RM A.5.1, with the checks that its operand has a value for it: outside of its domain it raises
    /// `Argument_Error`, or what it gives is no finite number.
    fn elementary(&mut self, builtin: Builtin, operand: &Expr, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.value(operand)?;
        let ir_ty = self.ty(ty, loc)?;
        let ir::TypeKind::Float(float) = &self.l.program.ty(ir_ty).kind else {
            return Err((loc, "elementary function of this type (RM A.5.1)".into()));
        };
        let format = float.format;
        let Builtin::Elementary(function) = builtin else {
            let zero = self.b.float(0.0, ir_ty, loc);
            let defined = self.b.compare(Ir::Ge, value, zero, loc);
            self.check(CheckKind::Precondition, loc, defined, "operand of a square root must not be negative")?;
            return Ok(self.b.unary(IrUnary::Sqrt, value, ir_ty, loc));
        };
        let (low, high) = function.domain(format);
        let largest = ir::ieee::largest(format);
        for (end, bounded, op) in [(low, low > -largest, Ir::Ge), (high, high < largest, Ir::Le)] {
            if bounded {
                let end = self.b.float(end, ir_ty, loc);
                let inside = self.b.compare(op, value, end, loc);
                let (kind, reason) = match function {
                    ir::Elementary::Exp => {
                        (CheckKind::FloatOverflow, "result of the exponential function must be bounded")
                    }
                    _ => (CheckKind::Precondition, "operand must be in the domain of the function"),
                };
                self.check(kind, loc, inside, reason)?;
            }
        }
        Ok(self.b.unary(IrUnary::Elementary(function), value, ir_ty, loc))
    }

    /// A value that has the bounds of an array, without reading its components.
    fn bounds_holder(&mut self, array: &Expr) -> Result<ExprId, Refusal> {
        if let ExprKind::Object(object) = &array.kind {
            if let Some(value) = self.env.get(object) {
                return Ok(*value);
            }
            let var = self.variable(*object, array.loc)?;
            return Ok(self.b.var(var, array.loc));
        }
        self.value(array)
    }

    /// `T'Succ` and `T'Pred` of a floating point type (RM 3.5 (22), A.5.3): the next machine number is greater, or
    /// less, and nothing else is said of it.
    fn neighbour(&mut self, up: bool, value: ExprId, ty: TypeId, loc: Loc) -> Result<ExprId, Refusal> {
        let ir::TypeKind::Float(float) = &self.l.program.ty(ty).kind else {
            return Err((loc, "neighbour of a number of this type (RM 3.5)".into()));
        };
        if self.quantifying() {
            return Err((loc, "neighbour of a floating point number in a quantified expression (RM 3.5)".into()));
        }
        let largest = ir::ieee::largest(float.format);
        let value = self.kept(value, loc);
        let last = self.b.float(if up { largest } else { -largest }, ty, loc);
        let (op, reason) = (if up { Ir::Lt } else { Ir::Gt }, "there must be another number");
        let some = self.b.compare(op, value, last, loc);
        self.check(CheckKind::FloatOverflow, loc, some, reason)?;
        let next = self.b.temporary("neighbour", ty, loc);
        self.b.set_origin_of(next, UNKNOWN_VALUE);
        self.b.havoc(next, loc);
        let next = self.b.var(next, loc);
        let beyond = self.b.compare(op, value, next, loc);
        let beyond = self.wrapped(beyond, false, loc);
        self.b.assume(beyond, loc);
        Ok(next)
    }

    fn successor(&mut self, up: bool, operand: &Expr, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.value(operand)?;
        let ir_ty = self.ty(ty, loc)?;
        let kind = self.tree().types.kind(ty).clone();
        if let Kind::Float { .. } = kind {
            return self.neighbour(up, value, ir_ty, loc);
        }
        if let Kind::Modular(modulus) = &kind {
            if *modulus == Int::from(1) {
                return Ok(value);
            }
            let one = self.b.int(1, ir_ty, loc);
            return Ok(self.b.binary(if up { Ir::Add } else { Ir::Sub }, value, one, ir_ty, loc));
        }
        let position = self.as_index(value, loc);
        let one = self.b.int(1, TypeId::INT, loc);
        let next = self.b.binary(if up { Ir::Add } else { Ir::Sub }, position, one, TypeId::INT, loc);
        let range = self.range_of(operand).map(|(low, high)| {
            let step = Int::from(if up { 1 } else { -1 });
            (&low + &step, &high + &step)
        });
        if let Some((low, high)) = self.tree().types.base_range(ty) {
            let known = range.is_some_and(|(first, last)| low <= first && last <= high);
            let inside = if known { self.b.bool(true, loc) } else { self.inside(next, &low, &high, loc) };
            // Of an enumeration it is a range check, of an integer an overflow check (SPARK's convention).
            let integer = matches!(kind, Kind::Signed { .. } | Kind::Fixed { .. });
            let kind = if integer { CheckKind::Overflow } else { CheckKind::Range };
            // GNAT looks at the literals' codes where they leave gaps, and raises nothing at the ends.
            if self.tree().types.codes_leave_gaps(ty) {
                let origin = "whether the successor of the last literal with a code, or what is in front of the first \
                              one, raises Constraint_Error";
                let (fine, left_out) = self.perhaps_left_out(inside, origin, loc)?;
                self.check(kind, loc, fine, "")?;
                if left_out {
                    let next = self.at_index(next, ir_ty, loc);
                    let other = self.arbitrary(ty, loc)?;
                    return Ok(self.b.ite(inside, next, other, loc));
                }
            } else {
                self.check(kind, loc, inside, "")?;
            }
        }
        Ok(self.at_index(next, ir_ty, loc))
    }
}
