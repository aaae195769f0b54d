//! Calls: the function, its arguments converted as by assignment (C11 6.5.2.2), and functions that nobody declared.

use super::{Entity, Sema};
use crate::ctype::{CType, FloatKind, FunctionType, IntKind, Ty};
use crate::tree::{ExprId, ExprKind};
use crate::typed::{Ex, FnId, Kind};
use horn_frontend::ir::Loc;

impl Sema<'_> {
    pub(super) fn call(&mut self, function: ExprId, args: &[ExprId], whole: Loc, loc: Loc) -> Ex {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let value = self.expr(*arg);
            values.push(self.rvalue(value));
        }
        let callee = match &self.tree[function].kind {
            ExprKind::Name { name, decl: None } => {
                let name = self.symbol(*name).to_string();
                if let Some(known) = self.builtin(&name, &values, loc) {
                    return known;
                }
                match self.undeclared(&name, loc) {
                    Some(id) => id,
                    None => self.implicit(&name, whole, loc),
                }
            }
            _ => {
                let mut function = self.expr(function);
                if let Kind::AddressOf(inner) = self.unit.expr(function).kind {
                    function = inner;
                }
                match self.unit.expr(function).kind {
                    Kind::Function(id) => id,
                    Kind::Unsupported(_) => return function,
                    _ => return self.indirect(function, values, loc),
                }
            }
        };
        let Some(ty) = self.function_type(self.unit.function(callee).ty) else { return self.poison(loc) };
        let name = self.unit.function(callee).name.clone();
        let values = self.arguments(&ty, values, &name, loc);
        self.add(Kind::Call(callee, values), ty.result, loc)
    }

    fn arguments(&mut self, ty: &FunctionType, values: Vec<Ex>, name: &str, loc: Loc) -> Vec<Ex> {
        let declared = ty.params.clone().unwrap_or_default();
        if ty.params.is_some() && (values.len() < declared.len() || values.len() > declared.len() && !ty.variadic) {
            let (given, wanted) = (values.len(), declared.len());
            self.error(loc, format!("\"{name}\" has {wanted} parameters and gets {given} arguments"));
        }
        let mut converted = Vec::with_capacity(values.len());
        for (at, value) in values.into_iter().enumerate() {
            converted.push(match declared.get(at) {
                Some(ty) => self.assigned(value, *ty),
                None => {
                    let ty = self.unit.ty(value);
                    let ty = self.unit.types.default_argument(ty);
                    if self.unit.types.is_arithmetic(ty) { self.convert(value, ty) } else { value }
                }
            });
        }
        converted
    }

    /// A function that nothing declares: as in C89 it gives an `int`, whatever it does.
    fn implicit(&mut self, name: &str, whole: Loc, loc: Loc) -> FnId {
        self.warning(whole, format!("the function \"{name}\" is not declared"));
        let result = self.unit.types.plain_int();
        let ty = self.unit.types.make(CType::Function(FunctionType { result, params: None, variadic: false }));
        let id = self.linked_function(name, ty, loc);
        self.unit.functions[id.index()].implicit = true;
        id
    }

    /// A call through a pointer.
    fn indirect(&mut self, function: Ex, values: Vec<Ex>, loc: Loc) -> Ex {
        let function = self.rvalue(function);
        let ty = self.unit.ty(function);
        let to = self.unit.types.pointee(ty).unwrap_or(ty);
        match self.function_type(to) {
            Some(called) if called.params.is_none() || called.variadic => {
                self.unsupported("a call through a pointer to a function without a prototype", called.result, loc)
            }
            Some(called) => {
                let values = self.arguments(&called, values, "the function", loc);
                self.add(Kind::CallThrough(function, values, [].into()), called.result, loc)
            }
            None => {
                let name = self.unit.types.name(ty);
                self.error(loc, format!("a value of type `{name}` is called, it is no function"));
                self.poison(loc)
            }
        }
    }

    /// What the compiler knows without a declaration, other than functions.
    fn builtin(&mut self, name: &str, values: &[Ex], loc: Loc) -> Option<Ex> {
        match (name, values) {
            ("__builtin_expect", [value, _]) => {
                let long = self.unit.types.int(IntKind::Long);
                Some(self.convert(*value, long))
            }
            (name, _) if crate::math::is_class(name) => Some(self.class(name, values, loc)),
            ("__builtin_inf" | "__builtin_huge_val", []) => {
                let double = self.unit.types.double();
                Some(self.add(Kind::Float(f64::INFINITY), double, loc))
            }
            ("__builtin_inff" | "__builtin_huge_valf", []) => {
                let single = self.unit.types.make(CType::Float(FloatKind::Float));
                Some(self.add(Kind::Float(f64::INFINITY), single, loc))
            }
            ("__builtin_constant_p", [value]) => {
                let constant = self.unit.constant(*value).is_some();
                Some(self.truth(constant, loc))
            }
            _ => None,
        }
    }

    /// What says something about floats of any type: they keep theirs, and two get a common one.
    fn class(&mut self, name: &str, values: &[Ex], loc: Loc) -> Ex {
        let int = self.unit.types.plain_int();
        let double = self.unit.types.double();
        let ty = self.unit.types.make(CType::Function(FunctionType { result: int, params: None, variadic: false }));
        let callee = self.linked_function(name, ty, loc);
        let mut values = values.to_vec();
        // The last operand of a classification is the float.
        let from = if name.ends_with("fpclassify") { values.len().saturating_sub(1) } else { 0 };
        if let [a, b] = values[from..]
            && let Some((a, b, _)) = self.usual(a, b, loc)
        {
            values = vec![a, b];
        }
        for value in values.iter_mut().skip(from) {
            let ty = self.unit.ty(*value);
            if self.unit.types.int_kind(ty).is_some() {
                *value = self.convert(*value, double);
            }
        }
        self.add(Kind::Call(callee, values), int, loc)
    }

    /// A function that programs call without a declaration.
    fn undeclared(&mut self, name: &str, loc: Loc) -> Option<FnId> {
        if let Some(Entity::Function(id)) = self.linked.get(name) {
            return Some(*id);
        }
        let types = &mut self.unit.types;
        let void = types.void();
        let pointer = types.pointer(void);
        let size = types.size_type();
        let int = types.plain_int();
        let base = name.strip_prefix("__builtin_").unwrap_or(name);
        let (result, params): (Ty, Option<Vec<Ty>>) = match base {
            "malloc" | "alloca" => (pointer, Some(vec![size])),
            "calloc" => (pointer, Some(vec![size, size])),
            "realloc" => (pointer, Some(vec![pointer, size])),
            "free" => (void, Some(vec![pointer])),
            "abort" | "unreachable" | "trap" => (void, Some(Vec::new())),
            "exit" | "_Exit" | "_exit" => (void, Some(vec![int])),
            "__VERIFIER_error" | "reach_error" => (void, Some(Vec::new())),
            "__VERIFIER_assume" | "__VERIFIER_assert" => (void, Some(vec![int])),
            "printf" | "puts" | "putchar" => (int, None),
            "abs" => (int, Some(vec![int])),
            "nan" => (types.double(), None),
            "nanf" => (types.make(CType::Float(FloatKind::Float)), None),
            "fabs" | "floor" | "ceil" | "trunc" | "round" | "sqrt" => {
                let double = types.double();
                (double, Some(vec![double]))
            }
            "fabsf" | "floorf" | "ceilf" | "truncf" | "roundf" | "sqrtf" => {
                let single = types.make(CType::Float(FloatKind::Float));
                (single, Some(vec![single]))
            }
            "fmin" | "fmax" | "fmod" | "copysign" => {
                let double = types.double();
                (double, Some(vec![double, double]))
            }
            "bswap16" | "bswap32" | "bswap64" => {
                let word = types.int(match base {
                    "bswap16" => IntKind::UShort,
                    "bswap32" => IntKind::UInt,
                    _ => IntKind::ULongLong,
                });
                (word, Some(vec![word]))
            }
            _ => {
                let result = self.nondet_type(base)?;
                (result, Some(Vec::new()))
            }
        };
        let variadic = false;
        let ty = self.unit.types.make(CType::Function(FunctionType { result, params, variadic }));
        Some(self.linked_function(name, ty, loc))
    }

    /// The type of the values of `__VERIFIER_nondet_…`.
    fn nondet_type(&mut self, name: &str) -> Option<Ty> {
        use IntKind::*;
        let types = &mut self.unit.types;
        let kind = match name.strip_prefix("__VERIFIER_nondet_")? {
            "bool" | "_Bool" => Bool,
            "char" => Char,
            "uchar" | "unsigned_char" => UChar,
            "short" => Short,
            "ushort" => UShort,
            "int" => Int,
            "uint" | "unsigned" | "unsigned_int" | "u32" => UInt,
            "long" => Long,
            "ulong" => ULong,
            "longlong" => LongLong,
            "ulonglong" => ULongLong,
            "size_t" => types.size_kind(),
            "float" => return Some(types.make(CType::Float(FloatKind::Float))),
            "double" => return Some(types.double()),
            _ => return None,
        };
        Some(types.int(kind))
    }
}
