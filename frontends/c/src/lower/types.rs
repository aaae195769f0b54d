//! Types of the IR for those of C.
//!
//! Unsigned integers from the rank of `int` on wrap and are modular; smaller ones are never computed with (they are
//! promoted) and are integers with a range, as all signed ones. Pointers are integers without a range. Arrays of arrays
//! are arrays of several dimensions. Where a length is no constant the array has every index there is, and another
//! variable says how long it is: no bounds travel with values.

use super::{Integers, Lowering, Res, refuse};
use crate::ctype::{CType, FloatKind, IntKind, Length, TagKind, Ty};
use crate::typed::ObjId;
use horn_frontend::ir::{FloatFormat, IntType, Loc, Range, Type, TypeId, TypeKind};
use horn_solver::num::Int;

/// Arrays with more elements than this have no index type.
const MOST: i64 = i64::MAX;

/// How a number of a type is represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rep {
    /// A truth value: `_Bool`.
    Truth,
    /// An integer with a range, or without one in mathematical mode.
    Int(IntKind),
    /// Modulo two to the power of its width.
    Modular(IntKind),
    /// A floating point number.
    Float(FloatKind),
    /// A pointer: the number of an element.
    Pointer,
    /// A pointer to a function: the function's number, 0 for null.
    Code,
}

impl Lowering<'_> {
    /// How values of a scalar type are represented.
    pub fn rep(&self, ty: Ty, loc: Loc) -> Res<Rep> {
        let types = &self.unit.types;
        if let Some(kind) = types.int_kind(ty) {
            return Ok(self.int_rep(kind));
        }
        if let Some(kind) = types.float_kind(ty) {
            return Ok(Rep::Float(kind));
        }
        if types.object_pointee(ty).is_some() {
            return Ok(Rep::Pointer);
        }
        if types.function_pointee(ty).is_some() {
            return Ok(Rep::Code);
        }
        refuse(loc, format!("a value of type `{}`", types.name(ty)))
    }

    pub fn int_rep(&self, kind: IntKind) -> Rep {
        if kind == IntKind::Bool {
            Rep::Truth
        } else if self.options.integers != Integers::Math && !kind.signed() && kind.rank() >= IntKind::Int.rank() {
            Rep::Modular(kind)
        } else {
            Rep::Int(kind)
        }
    }

    /// The modulus of an unsigned kind.
    pub fn modulus(&self, kind: IntKind) -> Int {
        Int::pow2(kind.bits(self.unit.types.model))
    }

    /// The type of an object; of variable length arrays the one with bounds of its own.
    pub fn object_type(&mut self, object: ObjId) -> Res<TypeId> {
        let entry = self.unit.object(object);
        if let Some(what) = &entry.unsupported {
            return refuse(entry.loc, what.clone());
        }
        self.ty(entry.ty, entry.loc)
    }

    /// The IR type of a type.
    pub fn ty(&mut self, ty: Ty, loc: Loc) -> Res<TypeId> {
        if let Some(known) = self.types.get(&ty) {
            return Ok(*known);
        }
        let made = self.make_ty(ty, loc)?;
        self.types.insert(ty, made);
        Ok(made)
    }

    /// The type of arrays of these elements. A dimension whose length is no constant has every index that there is: how
    /// long it is says another variable.
    pub fn array_type(&mut self, element: Ty, lengths: &[Length], loc: Loc) -> Res<TypeId> {
        let sizes: Vec<Option<u64>> = lengths.iter().map(|length| fixed(*length)).collect();
        if let Some(known) = self.arrays.get(&(element, sizes.clone())) {
            return Ok(*known);
        }
        let component = self.ty(element, loc)?;
        let index = self.index_type();
        let bound = |size: &Option<u64>| {
            let last = size.and_then(|size| i64::try_from(size).ok()).map_or(MOST, |size| size - 1);
            Range::new(0, last)
        };
        let bounds = sizes.iter().map(bound).collect();
        let dimension = |size: &Option<u64>| size.map_or("[]".to_string(), |size| format!("[{size}]"));
        let shown: Vec<String> = sizes.iter().map(dimension).collect();
        let name = format!("{} {}", self.unit.types.name(element), shown.concat());
        let made = self.program.add_type(Type::array(name, vec![index; lengths.len()], Some(bounds), component));
        self.arrays.insert((element, sizes), made);
        Ok(made)
    }

    /// The type of pointers to an array `a[]` or another object `x`, which its name keeps for messages.
    pub fn pointer_type(&mut self, target: &str, nullable: bool) -> TypeId {
        let name = format!("&{target}{}", if nullable { "?" } else { "" });
        if let Some(known) = self.pointer_types.get(&name) {
            return *known;
        }
        let numbers = TypeKind::Int(IntType::default());
        let made = self.program.add_type(Type { name: name.clone(), kind: numbers });
        self.pointer_types.insert(name, made);
        made
    }

    /// The modular type with the values of an unsigned kind.
    pub fn modular_type(&mut self, kind: IntKind) -> TypeId {
        let kind = kind.unsigned();
        if let Some(known) = self.modular.get(&kind) {
            return *known;
        }
        let modulus = self.modulus(kind);
        let made = self.program.add_type(Type::modular(kind.name(), modulus));
        self.modular.insert(kind, made);
        made
    }

    /// The modular type with so many bits.
    pub fn bits_type(&mut self, width: u32) -> TypeId {
        if let Some(known) = self.bits.get(&width) {
            return *known;
        }
        let made = self.program.add_type(Type::modular(format!("{width} bits"), Int::pow2(width)));
        self.bits.insert(width, made);
        made
    }

    /// The type of what says which of several objects live.
    pub fn live_type(&mut self) -> TypeId {
        if let Some(known) = self.live {
            return known;
        }
        let index = self.index_type();
        let bounds = Some(vec![Range::new(0, MOST)]);
        let made = self.program.add_type(Type::array("live objects".to_string(), vec![index], bounds, TypeId::BOOL));
        self.live = Some(made);
        made
    }

    /// The type of pointers that are kept in other objects: the number of the object, and of the element.
    pub fn stored_pointer_type(&mut self) -> TypeId {
        if let Some(known) = self.stored_pointer {
            return known;
        }
        let fields = vec![("object".to_string(), TypeId::INT), ("element".to_string(), TypeId::INT)];
        let made = self.program.add_type(Type::record("pointer", fields));
        self.stored_pointer = Some(made);
        made
    }

    fn make_ty(&mut self, ty: Ty, loc: Loc) -> Res<TypeId> {
        let types = &self.unit.types;
        let name = types.name(ty);
        if let Some(kind) = types.int_kind(ty) {
            let (range, base) = (kind.range(types.model), kind.promoted().range(types.model));
            return Ok(match self.int_rep(kind) {
                Rep::Truth => TypeId::BOOL,
                Rep::Modular(kind) => self.modular_type(kind),
                _ if self.options.integers == Integers::Math => TypeId::INT,
                _ => self.program.add_type(Type::int(name, range, base)),
            });
        }
        match types.get(ty).clone() {
            CType::Float(FloatKind::Float) => Ok(self.program.add_type(Type::ieee(name, FloatFormat::F32))),
            CType::Float(FloatKind::Double) => Ok(self.program.add_type(Type::ieee(name, FloatFormat::F64))),
            CType::Pointer(_) if self.unit.types.function_pointee(ty).is_some() => Ok(TypeId::INT),
            CType::Pointer(_) => Ok(self.stored_pointer_type()),
            CType::Array(..) => {
                let (element, lengths) = self.dimensions(ty);
                self.array_type(element, &lengths, loc)
            }
            CType::Tag(tag) => {
                let entry = types.tag(tag).clone();
                if entry.kind == TagKind::Enum {
                    return refuse(loc, format!("`{name}`"));
                }
                let Some(members) = entry.members else { return refuse(loc, format!("the incomplete type `{name}`")) };
                let mut fields = Vec::new();
                for (at, member) in members.iter().enumerate() {
                    if matches!(self.unit.types.get(member.ty), CType::Array(_, Length::Unknown | Length::Variable(_)))
                    {
                        return refuse(loc, format!("`{name}`, which has an array without a fixed length,"));
                    }
                    let shown = if member.name.is_empty() { format!("_{at}") } else { member.name.clone() };
                    fields.push((shown, self.ty(member.ty, loc)?));
                }
                if fields.is_empty() {
                    return refuse(loc, format!("`{name}`, which has no members,"));
                }
                if entry.kind == TagKind::Union {
                    // Which member holds the value: 0 for any of them.
                    let last = i64::try_from(fields.len()).unwrap_or(i64::MAX);
                    let range = Range::new(0, last);
                    let held = self.program.add_type(Type::int("member", range.clone(), range));
                    fields.push(("member that is held".to_string(), held));
                }
                let made = self.program.add_type(Type::record(name, fields));
                if entry.kind == TagKind::Union {
                    self.unions.insert(made, tag);
                }
                Ok(made)
            }
            _ => refuse(loc, format!("an object of type `{name}`")),
        }
    }

    /// The type of indexes; an array without elements ends at -1.
    fn index_type(&mut self) -> TypeId {
        if let Some(known) = self.index {
            return known;
        }
        let range = Range::new(-1, MOST);
        let made = self.program.add_type(Type::int("index", range.clone(), range));
        self.index = Some(made);
        made
    }

    /// The elements of an array of arrays, and the length of each dimension.
    pub fn dimensions(&self, ty: Ty) -> (Ty, Vec<Length>) {
        let (mut element, mut lengths) = (ty, Vec::new());
        while let CType::Array(inner, length) = *self.unit.types.get(element) {
            lengths.push(length);
            element = inner;
        }
        (element, lengths)
    }
}

/// The length, if it is a constant.
pub(crate) fn fixed(length: Length) -> Option<u64> {
    match length {
        Length::Fixed(length) => Some(length),
        Length::Unknown | Length::Variable(_) => None,
    }
}
