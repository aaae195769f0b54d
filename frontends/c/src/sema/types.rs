//! Types as they are written become types of the table; sizes of arrays are evaluated, tags completed.

use super::{Entity, Sema};
use crate::ctype::{CType, FloatKind, FunctionType, IntKind, Length, Member, TagId, TagKind, Ty};
use crate::tree::{self, ArraySize, Basic, DeclId, FunctionForm, TagBody, TypeId, TypeKind};
use crate::typed::{Kind, Storage};
use horn_frontend::ir::Loc;
use horn_solver::num::Int;

impl Sema<'_> {
    /// The type of a tree's type.
    pub(super) fn ty(&mut self, id: TypeId) -> Ty {
        if let Some(known) = self.types[id.0 as usize] {
            return known;
        }
        let loc = self.loc(self.tree[id].place);
        let int = self.unit.types.plain_int();
        let ty = self.nested(loc, int, |sema| sema.make_type(id, loc));
        self.types[id.0 as usize] = Some(ty);
        ty
    }

    fn make_type(&mut self, id: TypeId, loc: Loc) -> Ty {
        match &self.tree[id].kind {
            TypeKind::Basic(basic) => self.basic(*basic),
            TypeKind::Pointer(to) => {
                let to = self.ty(*to);
                self.unit.types.pointer(to)
            }
            TypeKind::Array { element, size, .. } => {
                let element = self.ty(*element);
                if !self.unit.types.is_complete(element) {
                    let name = self.unit.types.name(element);
                    self.error(loc, format!("elements of an array have the incomplete type `{name}`"));
                }
                let length = match size {
                    ArraySize::Unknown | ArraySize::Star => Length::Unknown,
                    ArraySize::Expr(size) => self.length(*size),
                };
                self.unit.types.array(element, length)
            }
            TypeKind::Function { result, params, form } => {
                let result = self.ty(*result);
                let params: Vec<Ty> = params.iter().map(|param| self.parameter_type(*param)).collect();
                let params = match form {
                    FunctionForm::Prototype | FunctionForm::Variadic => Some(params),
                    FunctionForm::Unspecified | FunctionForm::OldStyle => None,
                };
                let variadic = *form == FunctionForm::Variadic;
                self.unit.types.make(CType::Function(FunctionType { result, params, variadic }))
            }
            TypeKind::Tag(tag) => {
                let tag = self.tag(*tag);
                self.unit.types.make(CType::Tag(tag))
            }
            TypeKind::Typedef(decl) => match self.entity(*decl) {
                Some(Entity::Typedef(ty)) => ty,
                _ => self.unit.types.plain_int(),
            },
            TypeKind::TypeofExpr(expr) => {
                let expr = self.expr(*expr);
                self.unit.ty(expr)
            }
            TypeKind::TypeofType(ty) => self.ty(*ty),
            TypeKind::Atomic(ty) => {
                let name = self.ty(*ty);
                let name = self.unit.types.name(name);
                self.unit.types.make(CType::Opaque(format!("_Atomic ({name})")))
            }
            TypeKind::Auto => self.unit.types.make(CType::Opaque("__auto_type".to_string())),
            TypeKind::VaList => self.unit.types.make(CType::Opaque("va_list".to_string())),
            TypeKind::Unsupported(name) => {
                let name = self.symbol(*name).to_string();
                self.unit.types.make(CType::Opaque(name))
            }
            TypeKind::Error => self.unit.types.plain_int(),
        }
    }

    fn basic(&mut self, basic: Basic) -> Ty {
        use Basic::*;
        let kind = match basic {
            Void => return self.unit.types.void(),
            Float => return self.unit.types.make(CType::Float(FloatKind::Float)),
            Double => return self.unit.types.double(),
            LongDouble => return self.unit.types.make(CType::Opaque("long double".to_string())),
            ComplexFloat | ComplexDouble | ComplexLongDouble => {
                return self.unit.types.make(CType::Opaque("_Complex".to_string()));
            }
            Bool => IntKind::Bool,
            Char => IntKind::Char,
            SignedChar => IntKind::SChar,
            UnsignedChar => IntKind::UChar,
            Short => IntKind::Short,
            UnsignedShort => IntKind::UShort,
            Int => IntKind::Int,
            UnsignedInt => IntKind::UInt,
            Long => IntKind::Long,
            UnsignedLong => IntKind::ULong,
            LongLong => IntKind::LongLong,
            UnsignedLongLong => IntKind::ULongLong,
            Int128 => IntKind::Int128,
            UnsignedInt128 => IntKind::UInt128,
        };
        self.unit.types.int(kind)
    }

    /// The length of an array from its size expression; evaluated where the declaration is reached if it is no
    /// constant.
    fn length(&mut self, size: tree::ExprId) -> Length {
        let loc = self.loc(self.tree[size].place);
        let size = self.rvalue_of(size);
        if self.unit.types.int_kind(self.unit.ty(size)).is_none() {
            self.error(loc, "the size of an array is no integer");
            return Length::Fixed(1);
        }
        if let Some(value) = self.unit.constant(size) {
            return match value.to_i64().and_then(|value| u64::try_from(value).ok()) {
                Some(value) => Length::Fixed(value),
                None => {
                    self.error(loc, "the size of an array is negative or too large");
                    Length::Fixed(1)
                }
            };
        }
        let length = self.unit.types.variable_length();
        let ty = self.unit.ty(size);
        let object = self.add_object("length", ty, Storage::Automatic, loc);
        self.unit.objects[object.index()].hidden = true;
        self.unit.lengths.push(object);
        self.pending.push((object, size));
        length
    }

    /// The type of a parameter: arrays and functions are pointers.
    pub(super) fn parameter_type(&mut self, param: DeclId) -> Ty {
        let mut id = self.tree[param].ty;
        // The size of the outermost array is not evaluated: it may name what is not in scope of the body.
        loop {
            match &self.tree[id].kind {
                TypeKind::Array { element, .. } => {
                    let element = self.ty(*element);
                    return self.unit.types.pointer(element);
                }
                TypeKind::TypeofType(inner) => id = *inner,
                _ => break,
            }
        }
        let ty = self.ty(id);
        match self.unit.types.get(ty) {
            CType::Array(element, _) => {
                let element = *element;
                self.unit.types.pointer(element)
            }
            CType::Function(_) => self.unit.types.pointer(ty),
            _ => ty,
        }
    }

    /// A struct, union or enumeration, with its members if it has them.
    pub(super) fn tag(&mut self, id: tree::TagId) -> TagId {
        if let Some(known) = self.tags[id.0 as usize] {
            return known;
        }
        let tag = &self.tree[id];
        let kind = match tag.kind {
            tree::TagKind::Struct => TagKind::Struct,
            tree::TagKind::Union => TagKind::Union,
            tree::TagKind::Enum => TagKind::Enum,
        };
        let name = tag.name.map_or("", |name| self.symbol(name));
        let made = self.unit.types.add_tag(kind, name);
        // Known before its members, which may point to it.
        self.tags[id.0 as usize] = Some(made);
        match &tag.body {
            None => {}
            Some(TagBody::Enumerators(decls)) => self.enumeration(made, decls),
            Some(TagBody::Members(members)) => {
                let mut done: Vec<Member> = Vec::new();
                for member in members {
                    match member {
                        tree::Member::StaticAssert(assert) => self.static_assert(assert),
                        tree::Member::Field(field) => {
                            let loc = self.loc(field.place);
                            let mut ty = self.ty(field.ty);
                            let special = self.volatile(field.ty) || !field.alignas.is_empty();
                            let packed = |list: &[tree::Attribute]| {
                                list.iter().any(|a| matches!(self.symbol(a.name), "packed" | "aligned"))
                            };
                            if special || packed(&field.attributes) || packed(&tag.attributes) {
                                let what = "a member with `volatile` or with an alignment of its own";
                                ty = self.unit.types.make(CType::Opaque(what.to_string()));
                            }
                            let bits = field.width.and_then(|width| self.width(width));
                            let name = field.name.map_or("", |name| self.symbol(name)).to_string();
                            if !name.is_empty() && done.iter().any(|other| other.name == name) {
                                self.error(loc, format!("there are two members \"{name}\""));
                            }
                            done.push(Member { name, ty, bits, loc });
                        }
                    }
                }
                for (at, member) in done.iter().enumerate() {
                    let flexible = at + 1 == done.len()
                        && matches!(self.unit.types.get(member.ty), CType::Array(_, Length::Unknown));
                    if !flexible && !self.unit.types.is_complete(member.ty) {
                        let name = self.unit.types.name(member.ty);
                        self.error(member.loc, format!("member \"{}\" has the incomplete type `{name}`", member.name));
                    }
                }
                self.unit.types.tag_mut(made).members = Some(done);
            }
        }
        made
    }

    fn width(&mut self, width: tree::ExprId) -> Option<u32> {
        let loc = self.loc(self.tree[width].place);
        let width = self.rvalue_of(width);
        let value = self.unit.constant(width).and_then(Int::to_i64).and_then(|value| u32::try_from(value).ok());
        if value.is_none() {
            self.error(loc, "the width of a bit-field is no constant");
        }
        Some(value.unwrap_or(1))
    }

    fn enumeration(&mut self, tag: TagId, decls: &[DeclId]) {
        let mut values = Vec::new();
        for decl in decls {
            if let Some(Entity::Constant(value, _)) = self.entity(*decl) {
                let name = self.tree[*decl].name.map_or("", |name| self.symbol(name)).to_string();
                values.push((name, value));
            }
        }
        let model = self.unit.types.model;
        let fits = |kind: &IntKind| values.iter().all(|(_, value)| kind.range(model).contains(value));
        // As gcc chooses.
        let kinds = [IntKind::UInt, IntKind::Int, IntKind::ULong, IntKind::Long, IntKind::ULongLong, IntKind::LongLong];
        let repr = kinds.iter().find(|kind| fits(kind)).copied().unwrap_or(IntKind::LongLong);
        let entry = self.unit.types.tag_mut(tag);
        entry.repr = repr;
        entry.values = values;
        entry.members = Some(Vec::new());
    }

    /// Whether objects of this type are volatile or atomic, or have such parts or point to such.
    pub(super) fn volatile(&self, id: TypeId) -> bool {
        let mut todo = vec![id];
        let mut looks = 0;
        while let Some(id) = todo.pop() {
            looks += 1;
            let ty = &self.tree[id];
            if ty.qualifiers.volatile || ty.qualifiers.atomic || looks > 10_000 {
                return true;
            }
            match &ty.kind {
                TypeKind::Pointer(to) | TypeKind::TypeofType(to) => todo.push(*to),
                TypeKind::Array { element, .. } => todo.push(*element),
                TypeKind::Typedef(decl) => todo.push(self.tree[*decl].ty),
                TypeKind::Atomic(_) => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether a type that is no pointer, array or struct is volatile and not atomic.
    pub(super) fn only_volatile(&self, mut id: TypeId) -> bool {
        let mut volatile = false;
        for _ in 0..10_000 {
            let ty = &self.tree[id];
            if ty.qualifiers.atomic {
                return false;
            }
            volatile |= ty.qualifiers.volatile;
            id = match &ty.kind {
                TypeKind::Typedef(decl) => self.tree[*decl].ty,
                TypeKind::TypeofType(of) => *of,
                TypeKind::Basic(_) | TypeKind::Tag(_) => return volatile,
                _ => return false,
            };
        }
        false
    }

    /// Whether objects of this type must not be changed: `const`, or arrays of such elements.
    pub(super) fn constant(&self, mut id: TypeId) -> bool {
        for _ in 0..10_000 {
            let ty = &self.tree[id];
            if ty.qualifiers.constant {
                return true;
            }
            id = match &ty.kind {
                TypeKind::Array { element, .. } => *element,
                TypeKind::Typedef(decl) => self.tree[*decl].ty,
                TypeKind::TypeofType(of) => *of,
                _ => return false,
            };
        }
        false
    }

    /// The number of bytes of a type as an expression of type `size_t`.
    pub(super) fn size_expr(&mut self, ty: Ty, loc: Loc) -> crate::typed::Ex {
        let size_type = self.unit.types.size_type();
        if let Some(size) = self.unit.types.size(ty) {
            let size = i64::try_from(size).unwrap_or(i64::MAX);
            return self.add(Kind::Int(Int::from(size)), size_type, loc);
        }
        match self.unit.types.get(ty).clone() {
            CType::Array(element, Length::Variable(number)) => {
                let size = self.size_expr(element, loc);
                let object = self.unit.lengths[number as usize];
                let length = self.add(Kind::Object(object), self.unit.object(object).ty, loc);
                let length = self.rvalue(length);
                let length = self.convert(length, size_type);
                self.arith(crate::typed::Bin::Mul, length, size, loc)
            }
            CType::Array(element, Length::Fixed(count)) => {
                let size = self.size_expr(element, loc);
                let count = i64::try_from(count).unwrap_or(i64::MAX);
                let count = self.add(Kind::Int(Int::from(count)), size_type, loc);
                self.arith(crate::typed::Bin::Mul, count, size, loc)
            }
            CType::Opaque(name) => self.unsupported(format!("the size of `{name}`"), size_type, loc),
            _ => {
                let name = self.unit.types.name(ty);
                self.error(loc, format!("the size of the incomplete type `{name}` is not known"));
                self.add(Kind::Int(Int::ONE), size_type, loc)
            }
        }
    }
}
