//! The types of C (C11 6.2.5): a table that holds each type once, and the tags of structs, unions and enumerations.
//!
//! Qualifiers are no part of a type here: `volatile` objects are refused where they are declared, the others do not
//! change what a program does. Types that are not modelled (`long double`, vectors, `_Complex`) are [`CType::Opaque`]
//! and keep their name for the message at the place that needs their values.

pub mod arith;
pub mod compat;
pub mod layout;

#[cfg(test)]
mod tests;

pub use crate::options::DataModel;
use horn_frontend::ir::Loc;
use horn_solver::num::Int;
use std::collections::BTreeMap;

/// A type: an index into [`Types`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);

/// A struct, union or enumeration: an index into the tags of [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TagId(pub u32);

/// The integer types, by rank and then signed before unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

/// The floating point types with values in the IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    /// `float`, IEEE binary32.
    Float,
    /// `double`, IEEE binary64.
    Double,
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Length {
    /// `[]`: an incomplete type.
    Unknown,
    /// A constant.
    Fixed(u64),
    /// A variable length array; the number tells one size expression from the other.
    Variable(u32),
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CType {
    /// `void`.
    Void,
    /// An integer type.
    Int(IntKind),
    /// A floating point type.
    Float(FloatKind),
    /// A pointer.
    Pointer(Ty),
    /// An array.
    Array(Ty, Length),
    /// A function.
    Function(FunctionType),
    /// A struct, a union or an enumeration.
    Tag(TagId),
    /// A type that is not modelled, by its name.
    Opaque(String),
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionType {
    /// What it returns.
    pub result: Ty,
    /// The types of its parameters, arrays and functions as pointers. `None` for `()`: nothing is said of them.
    pub params: Option<Vec<Ty>>,
    /// Whether more arguments may follow.
    pub variadic: bool,
}

/// What a tag names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum TagKind {
    Struct,
    Union,
    Enum,
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name; empty for an anonymous struct or union, whose members belong to the outer one as well.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// The width of a bit-field.
    pub bits: Option<u32>,
    /// Where it is declared.
    pub loc: Loc,
}

/// A struct, union or enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Which of the three.
    pub kind: TagKind,
    /// The name behind the keyword; empty if there is none.
    pub name: String,
    /// Its members, once it is complete; an enumeration has none.
    pub members: Option<Vec<Member>>,
    /// The integer type that an enumeration has, once it is complete.
    pub repr: IntKind,
    /// The values of an enumeration by their names.
    pub values: Vec<(String, Int)>,
}

/// All types of a translation unit.
#[derive(Clone, Debug)]
pub struct Types {
    /// The data model.
    pub model: DataModel,
    all: Vec<CType>,
    known: BTreeMap<CType, Ty>,
    tags: Vec<Tag>,
    variable: u32,
}

impl Types {
    /// A table without types.
    pub fn new(model: DataModel) -> Types {
        Types { model, all: Vec::new(), known: BTreeMap::new(), tags: Vec::new(), variable: 0 }
    }

    /// The type that is this; the same one each time.
    pub fn make(&mut self, ty: CType) -> Ty {
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let id = Ty(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(ty.clone());
        self.known.insert(ty, id);
        id
    }

    /// What a type is.
    pub fn get(&self, ty: Ty) -> &CType {
        &self.all[ty.0 as usize]
    }

    /// An integer type.
    pub fn int(&mut self, kind: IntKind) -> Ty {
        self.make(CType::Int(kind))
    }

    /// `int`.
    pub fn plain_int(&mut self) -> Ty {
        self.int(IntKind::Int)
    }

    /// `double`.
    pub fn double(&mut self) -> Ty {
        self.make(CType::Float(FloatKind::Double))
    }

    /// `void`.
    pub fn void(&mut self) -> Ty {
        self.make(CType::Void)
    }

    /// A pointer to a type.
    pub fn pointer(&mut self, to: Ty) -> Ty {
        self.make(CType::Pointer(to))
    }

    /// An array.
    pub fn array(&mut self, of: Ty, length: Length) -> Ty {
        self.make(CType::Array(of, length))
    }

    /// The length of a new variable length array.
    pub fn variable_length(&mut self) -> Length {
        self.variable += 1;
        Length::Variable(self.variable - 1)
    }

    /// The type of `sizeof` and of sizes.
    pub fn size_type(&mut self) -> Ty {
        self.int(self.size_kind())
    }

    /// The kind of `size_t`.
    pub fn size_kind(&self) -> IntKind {
        match self.model {
            DataModel::Ilp32 => IntKind::UInt,
            DataModel::Lp64 => IntKind::ULong,
        }
    }

    /// The type of the difference of two pointers.
    pub fn difference_type(&mut self) -> Ty {
        match self.model {
            DataModel::Ilp32 => self.int(IntKind::Int),
            DataModel::Lp64 => self.int(IntKind::Long),
        }
    }

    /// A new tag that is not complete.
    pub fn add_tag(&mut self, kind: TagKind, name: impl Into<String>) -> TagId {
        self.tags.push(Tag { kind, name: name.into(), members: None, repr: IntKind::UInt, values: Vec::new() });
        TagId(u32::try_from(self.tags.len() - 1).unwrap_or(u32::MAX))
    }

    /// A tag.
    pub fn tag(&self, id: TagId) -> &Tag {
        &self.tags[id.0 as usize]
    }

    /// A tag, to complete it.
    pub fn tag_mut(&mut self, id: TagId) -> &mut Tag {
        &mut self.tags[id.0 as usize]
    }

    /// The kind of an integer type, also of an enumeration.
    pub fn int_kind(&self, ty: Ty) -> Option<IntKind> {
        match self.get(ty) {
            CType::Int(kind) => Some(*kind),
            CType::Tag(tag) if self.tag(*tag).kind == TagKind::Enum => Some(self.tag(*tag).repr),
            _ => None,
        }
    }

    /// The kind of a floating point type.
    pub fn float_kind(&self, ty: Ty) -> Option<FloatKind> {
        match self.get(ty) {
            CType::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    /// Whether a type is an integer or floating point type.
    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        self.int_kind(ty).is_some() || self.float_kind(ty).is_some()
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.get(ty) {
            CType::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// What a pointer to an object points to; none for a pointer to a function.
    pub fn object_pointee(&self, ty: Ty) -> Option<Ty> {
        self.pointee(ty).filter(|to| !matches!(self.get(*to), CType::Function(_)))
    }

    /// The type of the functions that values of a type point to.
    pub fn function_pointee(&self, ty: Ty) -> Option<Ty> {
        self.pointee(ty).filter(|to| matches!(self.get(*to), CType::Function(_)))
    }

    /// Whether objects of this type have parts that are pointers to objects.
    pub fn holds_pointers(&self, ty: Ty) -> bool {
        let (mut todo, mut seen) = (vec![ty], std::collections::BTreeSet::new());
        while let Some(ty) = todo.pop() {
            if !seen.insert(ty) {
                continue;
            }
            let members: Vec<Ty> = match self.get(ty) {
                CType::Array(of, _) => vec![*of],
                CType::Tag(tag) => self.tag(*tag).members.iter().flatten().map(|member| member.ty).collect(),
                _ => continue,
            };
            if members.iter().any(|member| self.object_pointee(*member).is_some()) {
                return true;
            }
            todo.extend(members);
        }
        false
    }

    /// Whether a value of this type can be tested against zero.
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.pointee(ty).is_some()
    }

    /// The struct or union of a type.
    pub fn aggregate(&self, ty: Ty) -> Option<TagId> {
        match self.get(ty) {
            CType::Tag(tag) if self.tag(*tag).kind != TagKind::Enum => Some(*tag),
            _ => None,
        }
    }

    /// The way to a member of a struct or union, through anonymous ones.
    pub fn member(&self, tag: TagId, name: &str) -> Option<Vec<u32>> {
        let members = self.tag(tag).members.as_ref()?;
        for (at, member) in (0..).zip(members) {
            if member.name == name {
                return Some(vec![at]);
            }
            // Anonymous members nest as deeply as their declarations, which the parser bounds.
            if member.name.is_empty()
                && let Some(inner) = self.aggregate(member.ty)
                && let Some(mut way) = self.member(inner, name)
            {
                way.insert(0, at);
                return Some(way);
            }
        }
        None
    }

    /// The name of a type as a declaration without a name has it, for messages.
    pub fn name(&self, ty: Ty) -> String {
        let (mut base, mut suffix) = (ty, String::new());
        loop {
            base = match self.get(base) {
                CType::Pointer(to) => {
                    let group = matches!(self.get(*to), CType::Array(..) | CType::Function(_));
                    suffix = if group { format!("(*{suffix})") } else { format!("*{suffix}") };
                    *to
                }
                CType::Array(of, length) => {
                    match length {
                        Length::Unknown => suffix.push_str("[]"),
                        Length::Fixed(length) => suffix += &format!("[{length}]"),
                        Length::Variable(_) => suffix.push_str("[*]"),
                    }
                    *of
                }
                CType::Function(function) => {
                    suffix.push_str("()");
                    function.result
                }
                CType::Void => return joined("void", &suffix),
                CType::Int(kind) => return joined(kind.name(), &suffix),
                CType::Float(FloatKind::Float) => return joined("float", &suffix),
                CType::Float(FloatKind::Double) => return joined("double", &suffix),
                CType::Opaque(name) => return joined(name, &suffix),
                CType::Tag(tag) => {
                    let tag = self.tag(*tag);
                    let word = match tag.kind {
                        TagKind::Struct => "struct",
                        TagKind::Union => "union",
                        TagKind::Enum => "enum",
                    };
                    let name = if tag.name.is_empty() { "<anonymous>" } else { &tag.name };
                    return joined(&format!("{word} {name}"), &suffix);
                }
            };
        }
    }
}

fn joined(base: &str, suffix: &str) -> String {
    if suffix.is_empty() { base.to_string() } else { format!("{base} {suffix}") }
}

impl IntKind {
    /// As it is written.
    pub fn name(self) -> &'static str {
        use IntKind::*;
        match self {
            Bool => "_Bool",
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Int128 => "__int128",
            UInt128 => "unsigned __int128",
        }
    }
}
