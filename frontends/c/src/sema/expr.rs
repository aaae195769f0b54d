//! Expressions: types and conversions, operands first, without recursion over the tree.

use super::{Entity, Sema};
use crate::ctype::{CType, FloatKind, IntKind, Length, Ty};
use crate::tree::{self, BinaryOp, Encoding, ExprId, ExprKind, FloatSuffix, Symbol, UnaryOp};
use crate::typed::{Bin, Ex, Kind, Result as Which};
use horn_frontend::ir::{FloatFormat, Loc, ieee};
use horn_solver::num::{Int, Rat};
use std::rc::Rc;

impl Sema<'_> {
    /// The typed form of an expression.
    pub(super) fn expr(&mut self, id: ExprId) -> Ex {
        let mut stack = vec![(id, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.exprs[id.0 as usize].is_some() {
                continue;
            }
            if ready {
                let made = self.make(id);
                self.exprs[id.0 as usize] = Some(made);
                continue;
            }
            stack.push((id, true));
            let start = stack.len();
            self.operands(id, |operand| stack.push((operand, false)));
            stack[start..].reverse();
        }
        self.known(id)
    }

    fn known(&mut self, id: ExprId) -> Ex {
        match self.exprs[id.0 as usize] {
            Some(known) => known,
            None => {
                let loc = self.loc(self.tree[id].place);
                self.poison(loc)
            }
        }
    }

    /// The operands that are typed before an expression is.
    fn operands(&self, id: ExprId, mut visit: impl FnMut(ExprId)) {
        use ExprKind::*;
        match &self.tree[id].kind {
            Name { .. }
            | Int(_)
            | Float(_)
            | Char(_)
            | Str(_)
            | FunctionName
            | SizeofType(_)
            | AlignofType(_)
            | CompoundLiteral { .. }
            | Statement(_)
            | LabelAddress(_)
            | Offsetof { .. }
            | VaArg { .. }
            | TypesCompatible(..)
            | AcslCall { .. }
            | AcslRange { .. }
            | Error => {}
            Unary { operand, .. }
            | Cast { operand, .. }
            | SizeofExpr(operand)
            | AlignofExpr(operand)
            | Assert { condition: operand, .. } => visit(*operand),
            Binary { left, right, .. } => {
                visit(*left);
                visit(*right);
            }
            Assign { target, value, .. } => {
                visit(*target);
                visit(*value);
            }
            Conditional { condition, then, otherwise } => {
                visit(*condition);
                then.iter().for_each(|then| visit(*then));
                visit(*otherwise);
            }
            Index { base, index } => {
                visit(*base);
                visit(*index);
            }
            Call { function, args } => {
                // An undeclared function is no expression of its own.
                if !matches!(self.tree[*function].kind, Name { decl: None, .. }) {
                    visit(*function);
                }
                args.iter().for_each(|arg| visit(*arg));
            }
            Member { base, .. } => visit(*base),
            Generic { control, associations } => {
                visit(*control);
                associations.iter().for_each(|(_, value)| visit(*value));
            }
            Choose { condition, then, otherwise } => {
                visit(*condition);
                visit(*then);
                visit(*otherwise);
            }
        }
    }

    fn make(&mut self, id: ExprId) -> Ex {
        let node = &self.tree[id];
        let (whole, loc) = (self.loc(node.place), self.loc(node.operator));
        match &node.kind {
            ExprKind::Name { name, decl } => self.name(*name, *decl, whole),
            ExprKind::Int(literal) => self.int_literal(literal, whole),
            ExprKind::Float(literal) => self.float_literal(literal, whole),
            ExprKind::Char(literal) => {
                let kind = match literal.encoding {
                    Encoding::Plain | Encoding::Wide => IntKind::Int,
                    Encoding::Utf8 => IntKind::UChar,
                    Encoding::Utf16 => IntKind::UShort,
                    Encoding::Utf32 => IntKind::UInt,
                };
                let ty = self.unit.types.int(kind);
                self.int(kind.wrap(&Int::from(literal.value), self.unit.types.model), ty, whole)
            }
            ExprKind::Str(literal) => {
                let kind = match literal.encoding {
                    Encoding::Plain | Encoding::Utf8 => IntKind::Char,
                    Encoding::Utf16 => IntKind::UShort,
                    Encoding::Utf32 => IntKind::UInt,
                    Encoding::Wide => IntKind::Int,
                };
                self.string(literal.units.clone(), kind, whole)
            }
            ExprKind::FunctionName => {
                let units = self.body.name.bytes().map(u32::from).collect();
                self.string(units, IntKind::Char, whole)
            }
            ExprKind::Unary { op, operand } => self.unary(*op, *operand, loc),
            ExprKind::Binary { op, left, right } => self.binary(*op, *left, *right, loc),
            ExprKind::Assign { op, target, value } => self.assignment(*op, *target, *value, loc),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(*condition, *then, *otherwise, loc)
            }
            ExprKind::Cast { ty, operand } => {
                let ty = self.ty(*ty);
                let operand = self.known(*operand);
                let operand = self.rvalue(operand);
                let from = self.unit.ty(operand);
                if from == ty { operand } else { self.convert(operand, ty) }
            }
            ExprKind::CompoundLiteral { ty, init } => {
                let ty = self.ty(*ty);
                self.compound_literal(ty, *init, whole)
            }
            ExprKind::SizeofExpr(operand) => {
                let operand = self.known(*operand);
                let ty = self.unit.ty(operand);
                self.size_expr(ty, whole)
            }
            ExprKind::SizeofType(ty) => {
                let ty = self.ty(*ty);
                self.size_expr(ty, whole)
            }
            ExprKind::AlignofExpr(operand) => {
                let operand = self.known(*operand);
                self.alignment(self.unit.ty(operand), whole)
            }
            ExprKind::AlignofType(ty) => {
                let ty = self.ty(*ty);
                self.alignment(ty, whole)
            }
            ExprKind::Index { base, index } => {
                let (base, index) = (self.known(*base), self.known(*index));
                let (base, index) = (self.rvalue(base), self.rvalue(index));
                let sum = self.additive(Bin::Add, base, index, loc);
                self.deref(sum, loc)
            }
            ExprKind::Call { function, args } => self.call(*function, args, whole, loc),
            ExprKind::Member { base, field, arrow } => self.member(*base, *field, *arrow, loc),
            ExprKind::Statement(body) => self.statement_expression(*body, whole),
            ExprKind::Generic { control, associations } => self.generic(*control, associations, whole),
            ExprKind::LabelAddress(_) => {
                let void = self.unit.types.void();
                let pointer = self.unit.types.pointer(void);
                self.unsupported("the address of a label", pointer, whole)
            }
            ExprKind::Offsetof { ty, path } => self.offsetof(*ty, path, whole),
            ExprKind::VaArg { ty, .. } => {
                let ty = self.ty(*ty);
                self.unsupported("`va_arg`", ty, whole)
            }
            ExprKind::TypesCompatible(a, b) => {
                let (a, b) = (self.ty(*a), self.ty(*b));
                let same = self.unit.types.compatible(a, b);
                self.truth(same, whole)
            }
            ExprKind::Choose { condition, then, otherwise } => {
                let condition = self.known(*condition);
                let condition = self.rvalue(condition);
                match self.decided(condition) {
                    Some(true) => self.known(*then),
                    Some(false) => self.known(*otherwise),
                    None => {
                        self.error(whole, "the condition of `__builtin_choose_expr` is no constant");
                        self.poison(whole)
                    }
                }
            }
            ExprKind::Assert { condition, text } => {
                let condition = self.known(*condition);
                let condition = self.rvalue(condition);
                let condition = self.scalar(condition);
                let void = self.unit.types.void();
                self.add(Kind::Assert(condition, Rc::from(&**text)), void, whole)
            }
            ExprKind::AcslCall { .. } | ExprKind::AcslRange { .. } | ExprKind::Error => self.poison(whole),
        }
    }

    fn name(&mut self, name: Symbol, decl: Option<tree::DeclId>, loc: Loc) -> Ex {
        let int = self.unit.types.plain_int();
        match decl.and_then(|decl| self.entity(decl)) {
            Some(Entity::Object(object)) => self.add(Kind::Object(object), self.unit.object(object).ty, loc),
            Some(Entity::Function(function)) => {
                self.add(Kind::Function(function), self.unit.function(function).ty, loc)
            }
            Some(Entity::Constant(value, ty)) => self.int(value, ty, loc),
            Some(Entity::Typedef(_)) | None => {
                let name = self.symbol(name);
                self.error(loc, format!("\"{name}\" is undeclared"));
                self.int(Int::ZERO, int, loc)
            }
        }
    }

    fn int_literal(&mut self, literal: &tree::IntLiteral, loc: Loc) -> Ex {
        let value = Int::from_big(literal.value.into());
        let all = [
            (IntKind::Int, 0, false),
            (IntKind::UInt, 0, true),
            (IntKind::Long, 1, false),
            (IntKind::ULong, 1, true),
            (IntKind::LongLong, 2, false),
            (IntKind::ULongLong, 2, true),
        ];
        let model = self.unit.types.model;
        let fits = |(kind, longs, unsigned): &(IntKind, u8, bool)| {
            *longs >= literal.longs
                && (!literal.unsigned || *unsigned)
                && (literal.unsigned || !literal.decimal || !*unsigned)
                && kind.range(model).contains(&value)
        };
        let kind = all.iter().find(|entry| fits(entry)).map(|entry| entry.0);
        // gcc takes __int128 where nothing else is large enough.
        let kind = kind.unwrap_or(if IntKind::Int128.range(model).contains(&value) {
            IntKind::Int128
        } else {
            IntKind::UInt128
        });
        let ty = self.unit.types.int(kind);
        if literal.imaginary {
            return self.unsupported("an imaginary number", ty, loc);
        }
        self.int(value, ty, loc)
    }

    fn float_literal(&mut self, literal: &tree::FloatLiteral, loc: Loc) -> Ex {
        let kind = match literal.suffix {
            FloatSuffix::Double => FloatKind::Double,
            FloatSuffix::Float => FloatKind::Float,
            FloatSuffix::LongDouble | FloatSuffix::Other => {
                let ty = self.unit.types.double();
                return self.unsupported("a literal of a type wider than `double`", ty, loc);
            }
        };
        let ty = self.unit.types.make(CType::Float(kind));
        if literal.imaginary {
            return self.unsupported("an imaginary number", ty, loc);
        }
        // Decimal numbers are rounded once, to the format itself; powers of two are exact where they are short.
        let value = match literal.radix {
            10 => {
                let text = format!("{}e{}", literal.mantissa, literal.exponent);
                match kind {
                    FloatKind::Float => text.parse::<f32>().ok().map(f64::from),
                    FloatKind::Double => text.parse::<f64>().ok(),
                }
            }
            _ => {
                let exponent = i32::try_from(literal.exponent).ok().filter(|e| e.unsigned_abs() < 20_000);
                exponent.map(|exponent| {
                    let power = Int::pow2(exponent.unsigned_abs());
                    let mantissa = Int::from_big(literal.mantissa.clone().into());
                    let (num, den) = if exponent < 0 { (mantissa, power) } else { (mantissa * power, Int::ONE) };
                    let format = if kind == FloatKind::Float { FloatFormat::F32 } else { FloatFormat::F64 };
                    ieee::from_rat(&Rat::new(num, den), format)
                })
            }
        };
        match value {
            Some(value) => self.add(Kind::Float(value), ty, loc),
            None => self.unsupported("a literal of an unusual form", ty, loc),
        }
    }

    pub(super) fn string(&mut self, units: Vec<u32>, kind: IntKind, loc: Loc) -> Ex {
        let element = self.unit.types.int(kind);
        let length = Length::Fixed(units.len() as u64 + 1);
        let ty = self.unit.types.array(element, length);
        self.add(Kind::Str(units.into()), ty, loc)
    }

    fn alignment(&mut self, ty: Ty, loc: Loc) -> Ex {
        let size_type = self.unit.types.size_type();
        match self.unit.types.align(ty) {
            Some(align) => self.int(Int::from(i64::try_from(align).unwrap_or(1)), size_type, loc),
            None => self.unsupported("the alignment of this type", size_type, loc),
        }
    }

    pub(super) fn deref(&mut self, pointer: Ex, loc: Loc) -> Ex {
        let ty = self.unit.ty(pointer);
        match self.unit.types.pointee(ty) {
            Some(to) if matches!(self.unit.types.get(to), CType::Function(_)) => match self.unit.expr(pointer).kind {
                Kind::AddressOf(function) => function,
                _ => self.add(Kind::Deref(pointer), to, loc),
            },
            Some(to) => self.add(Kind::Deref(pointer), to, loc),
            None => {
                if !matches!(self.unit.expr(pointer).kind, Kind::Unsupported(_)) {
                    let name = self.unit.types.name(ty);
                    self.error(loc, format!("a value of type `{name}` is no pointer"));
                }
                self.poison(loc)
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, loc: Loc) -> Ex {
        let inner = self.known(operand);
        let int = self.unit.types.plain_int();
        match op {
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => {
                let value = self.rvalue(inner);
                self.negated(op, value, loc)
            }
            UnaryOp::Not => {
                let value = self.rvalue(inner);
                let value = self.scalar(value);
                match self.decided(value) {
                    Some(truth) => self.truth(!truth, loc),
                    None => self.add(Kind::Not(value), int, loc),
                }
            }
            UnaryOp::Deref => {
                let value = self.rvalue(inner);
                self.deref(value, loc)
            }
            UnaryOp::AddressOf => {
                let ty = self.unit.ty(inner);
                let pointer = self.unit.types.pointer(ty);
                match self.unit.expr(inner).kind {
                    // `&*p` is `p`; `&a[i]` stays, since the index is to be looked at.
                    Kind::Deref(value) if !self.is_index(operand, value) => return value,
                    Kind::Deref(_) => {}
                    Kind::Function(_) | Kind::Unsupported(_) => {}
                    _ if self.bit_field(inner).is_some() => self.error(loc, "the address of a bit-field"),
                    _ if self.is_lvalue(inner) => {}
                    _ => self.error(loc, "the address of what is no object"),
                }
                self.add(Kind::AddressOf(inner), pointer, loc)
            }
            UnaryOp::PreIncrement => self.step(inner, Bin::Add, Which::New, loc),
            UnaryOp::PreDecrement => self.step(inner, Bin::Sub, Which::New, loc),
            UnaryOp::PostIncrement => self.step(inner, Bin::Add, Which::Old, loc),
            UnaryOp::PostDecrement => self.step(inner, Bin::Sub, Which::Old, loc),
            UnaryOp::Real | UnaryOp::Imag => self.unsupported("a complex number", int, loc),
        }
    }

    /// Whether the text is `a[i]` with an array.
    fn is_index(&self, operand: ExprId, pointer: Ex) -> bool {
        matches!(self.tree[operand].kind, ExprKind::Index { .. })
            && matches!(self.unit.expr(pointer).kind, Kind::PtrAdd(..))
            && self.is_element(pointer)
    }

    /// Checks that something can be assigned to.
    fn target(&mut self, ex: Ex, loc: Loc) -> bool {
        let ty = self.unit.ty(ex);
        if matches!(self.unit.expr(ex).kind, Kind::Unsupported(_)) {
            return true;
        }
        let fits = self.is_lvalue(ex) && !matches!(self.unit.types.get(ty), CType::Array(..) | CType::Function(_));
        if !fits {
            self.error(loc, "the left side of the assignment is no object that can be assigned");
        } else if let Some(name) = self.constant_object(ex) {
            self.error(loc, format!("\"{name}\" is declared `const`"));
        }
        fits
    }

    /// The name of the `const` object that an lvalue is a part of, as its text says.
    fn constant_object(&self, mut ex: Ex) -> Option<String> {
        loop {
            ex = match self.unit.expr(ex).kind {
                Kind::Object(object) => {
                    let entry = self.unit.object(object);
                    return entry.constant.then(|| entry.name.clone());
                }
                Kind::Member(inner, _) | Kind::Decay(inner) | Kind::PtrAdd(inner, ..) => inner,
                Kind::Deref(pointer) if self.is_element(pointer) => pointer,
                _ => return None,
            };
        }
    }

    /// Whether a pointer is an array or an element of it, `a` or `a + i`.
    fn is_element(&self, pointer: Ex) -> bool {
        match self.unit.expr(pointer).kind {
            Kind::Decay(_) => true,
            Kind::PtrAdd(base, ..) => matches!(self.unit.expr(base).kind, Kind::Decay(_)),
            _ => false,
        }
    }

    fn step(&mut self, target: Ex, op: Bin, which: Which, loc: Loc) -> Ex {
        let int = self.unit.types.plain_int();
        let one = self.int(Int::ONE, int, loc);
        self.update(target, op, one, which, loc)
    }

    fn update(&mut self, target: Ex, op: Bin, value: Ex, which: Which, loc: Loc) -> Ex {
        if !self.target(target, loc) {
            return self.poison(loc);
        }
        let ty = self.unit.ty(target);
        if let CType::Opaque(name) = self.unit.types.get(ty).clone() {
            return self.unsupported(format!("a value of type `{name}`"), ty, loc);
        }
        let current = self.add(Kind::Current, ty, loc);
        let current = self.promoted_field(current, target);
        let new = match op {
            Bin::Add | Bin::Sub => self.additive(op, current, value, loc),
            _ => self.arith(op, current, value, loc),
        };
        let new = self.convert(new, ty);
        let change = self.add(Kind::Update(target, current, new, which), ty, loc);
        self.promoted_field(change, target)
    }

    fn assignment(&mut self, op: Option<BinaryOp>, target: ExprId, value: ExprId, loc: Loc) -> Ex {
        let (target, value) = (self.known(target), self.known(value));
        let value = self.rvalue(value);
        if let Some(op) = op.and_then(numeric) {
            return self.update(target, op, value, Which::New, loc);
        }
        if !self.target(target, loc) {
            return self.poison(loc);
        }
        let ty = self.unit.ty(target);
        let value = self.assigned(value, ty);
        let change = self.add(Kind::Assign(target, value), ty, loc);
        self.promoted_field(change, target)
    }

    /// A value that is assigned to an object of a type: structs of the same type, scalars converted.
    pub(super) fn assigned(&mut self, value: Ex, ty: Ty) -> Ex {
        let from = self.unit.ty(value);
        if from != ty && self.unit.types.aggregate(from).is_some() && self.unit.types.compatible(from, ty) {
            return value;
        }
        self.convert(value, ty)
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, loc: Loc) -> Ex {
        let (a, b) = (self.known(left), self.known(right));
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        let int = self.unit.types.plain_int();
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let (a, b) = (self.scalar(a), self.scalar(b));
                let stops = op == BinaryOp::Or;
                match (self.decided(a), self.decided(b)) {
                    (Some(value), _) if value == stops => self.truth(value, loc),
                    (Some(_), Some(value)) => self.truth(value, loc),
                    _ if op == BinaryOp::And => self.add(Kind::And(a, b), int, loc),
                    _ => self.add(Kind::Or(a, b), int, loc),
                }
            }
            BinaryOp::Comma => {
                let ty = self.unit.ty(b);
                self.add(Kind::Comma(a, b), ty, loc)
            }
            BinaryOp::Implies | BinaryOp::Equivalent => {
                self.error(loc, "this operator belongs to annotations");
                self.poison(loc)
            }
            _ => {
                let Some(op) = numeric(op) else { return self.poison(loc) };
                match op {
                    Bin::Add | Bin::Sub => self.additive(op, a, b, loc),
                    _ if op.is_comparison() => self.comparison(op, a, b, loc),
                    _ => self.arith(op, a, b, loc),
                }
            }
        }
    }

    fn conditional(&mut self, condition: ExprId, then: Option<ExprId>, otherwise: ExprId, loc: Loc) -> Ex {
        let condition = self.known(condition);
        let condition = self.rvalue(condition);
        let condition = self.scalar(condition);
        let otherwise = self.known(otherwise);
        let otherwise = self.rvalue(otherwise);
        let shown = match then {
            Some(then) => {
                let then = self.known(then);
                self.rvalue(then)
            }
            None => condition,
        };
        let (ta, tb) = (self.unit.ty(shown), self.unit.ty(otherwise));
        let ty = if ta == tb && !self.unit.types.is_arithmetic(ta) {
            ta
        } else if let Some(common) = self.unit.types.common(ta, tb) {
            common
        } else {
            let null = |sema: &Self, ex: Ex| {
                matches!(sema.unit.expr(ex).kind, Kind::Null) || sema.unit.constant(ex).is_some_and(Int::is_zero)
            };
            let void = |sema: &Self, ty: Ty| {
                let to = sema.unit.types.pointee(ty).unwrap_or(ty);
                matches!(sema.unit.types.get(to), CType::Void)
            };
            let (pa, pb) = (self.unit.types.pointee(ta).is_some(), self.unit.types.pointee(tb).is_some());
            match (pa, pb) {
                (true, _) if null(self, otherwise) => ta,
                (_, true) if null(self, shown) => tb,
                (true, true) if void(self, ta) => ta,
                (true, true) if void(self, tb) => tb,
                (true, true) => ta,
                _ if void(self, ta) || void(self, tb) => self.unit.types.void(),
                _ if self.unit.types.compatible(ta, tb) => ta,
                _ => {
                    self.bad_operands(ta, tb, loc);
                    return self.poison(loc);
                }
            }
        };
        let aggregate = self.unit.types.aggregate(ty).is_some();
        // What is left out is the condition, which may be evaluated twice if that does nothing.
        let given = then.is_some() || self.is_plain(condition);
        let then = given.then(|| if aggregate { shown } else { self.convert(shown, ty) });
        let otherwise = if aggregate { otherwise } else { self.convert(otherwise, ty) };
        match (self.decided(condition), then) {
            (Some(true), Some(then)) => then,
            (Some(false), _) => otherwise,
            _ => self.add(Kind::Conditional(condition, then, otherwise), ty, loc),
        }
    }

    fn member(&mut self, base: ExprId, field: Symbol, arrow: bool, loc: Loc) -> Ex {
        let mut base = self.known(base);
        if arrow {
            let pointer = self.rvalue(base);
            base = self.deref(pointer, loc);
        }
        if matches!(self.unit.expr(base).kind, Kind::Unsupported(_)) {
            return self.poison(loc);
        }
        let (ty, field) = (self.unit.ty(base), self.symbol(field).to_string());
        let way = self.unit.types.aggregate(ty).and_then(|tag| self.unit.types.member(tag, &field));
        let Some(way) = way else {
            let name = self.unit.types.name(ty);
            self.error(loc, format!("`{name}` has no member \"{field}\""));
            return self.poison(loc);
        };
        for step in way {
            let Some(tag) = self.unit.types.aggregate(self.unit.ty(base)) else { return self.poison(loc) };
            let member = self.unit.types.tag(tag).members.as_ref().and_then(|all| all.get(step as usize)).cloned();
            let Some(member) = member else { return self.poison(loc) };
            if member.bits.is_some_and(|bits| bits > IntKind::Int.bits(self.unit.types.model)) {
                // gcc computes with as many bits as it has.
                return self.unsupported("a bit-field wider than `int`", member.ty, loc);
            }
            base = self.add(Kind::Member(base, step), member.ty, loc);
        }
        base
    }

    fn generic(&mut self, control: ExprId, associations: &[(Option<tree::TypeId>, ExprId)], loc: Loc) -> Ex {
        let control = self.known(control);
        let control = self.rvalue(control);
        let wanted = self.unit.ty(control);
        let mut default = None;
        for (ty, value) in associations {
            match ty {
                None => default = Some(*value),
                Some(ty) => {
                    let ty = self.ty(*ty);
                    if self.unit.types.compatible(ty, wanted) {
                        return self.known(*value);
                    }
                }
            }
        }
        match default {
            Some(value) => self.known(value),
            None => {
                let name = self.unit.types.name(wanted);
                self.error(loc, format!("`_Generic` has no association for the type `{name}`"));
                self.poison(loc)
            }
        }
    }

    fn offsetof(&mut self, ty: tree::TypeId, path: &[tree::Designator], loc: Loc) -> Ex {
        let size_type = self.unit.types.size_type();
        let mut ty = self.ty(ty);
        let mut offset = 0u64;
        for step in path {
            let next = match step {
                tree::Designator::Field(name, _) => {
                    let name = self.symbol(*name);
                    let tag = self.unit.types.aggregate(ty);
                    let way = tag.and_then(|tag| self.unit.types.member(tag, name)).unwrap_or_default();
                    let mut at = (!way.is_empty()).then_some((ty, 0u64));
                    for step in way {
                        at = at.and_then(|(ty, sum)| {
                            let tag = self.unit.types.aggregate(ty)?;
                            let member = self.unit.types.tag(tag).members.as_ref()?.get(step as usize)?;
                            Some((member.ty, sum + self.unit.types.offset(tag, step)?))
                        });
                    }
                    at
                }
                tree::Designator::Index(index) => {
                    let index = self.rvalue_of(*index);
                    let index = self.unit.constant(index).and_then(Int::to_i64).and_then(|at| u64::try_from(at).ok());
                    match (self.unit.types.get(ty), index) {
                        (CType::Array(element, _), Some(index)) => {
                            let size = self.unit.types.size(*element);
                            size.and_then(|size| size.checked_mul(index)).map(|offset| (*element, offset))
                        }
                        _ => None,
                    }
                }
                tree::Designator::Range(..) => None,
            };
            let Some((inner, more)) = next else {
                return self.unsupported("this form of `offsetof`", size_type, loc);
            };
            ty = inner;
            offset += more;
        }
        self.int(Int::from(i64::try_from(offset).unwrap_or(i64::MAX)), size_type, loc)
    }
}

/// The operators on numbers.
fn numeric(op: BinaryOp) -> Option<Bin> {
    Some(match op {
        BinaryOp::Mul => Bin::Mul,
        BinaryOp::Div => Bin::Div,
        BinaryOp::Rem => Bin::Rem,
        BinaryOp::Add => Bin::Add,
        BinaryOp::Sub => Bin::Sub,
        BinaryOp::Shl => Bin::Shl,
        BinaryOp::Shr => Bin::Shr,
        BinaryOp::Less => Bin::Lt,
        BinaryOp::Greater => Bin::Gt,
        BinaryOp::LessEqual => Bin::Le,
        BinaryOp::GreaterEqual => Bin::Ge,
        BinaryOp::Equal => Bin::Eq,
        BinaryOp::NotEqual => Bin::Ne,
        BinaryOp::BitAnd => Bin::BitAnd,
        BinaryOp::BitXor => Bin::BitXor,
        BinaryOp::BitOr => Bin::BitOr,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Comma | BinaryOp::Implies | BinaryOp::Equivalent => return None,
    })
}
