//! Types of the program IR: which values there are, and how they are shown to the user.
//!
//! A type decides three things. Its *shape* says which operations apply: expressions of one shape mix
//! freely, so that `Integer`, `Natural` and an enumeration are all of shape [`Shape::Int`], and a subtype is no
//! type of its own kind. Its *range* says which values variables, components and fields of the type can have; the
//! frontend guarantees it with checks in front of assignments. Its *name* and literals are for printing.

use horn_solver::num::{Int, Rat};
use std::sync::Arc;

/// Index of a [`Type`] in [`super::Program::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

impl TypeId {
    /// Boolean; every program has it.
    pub const BOOL: TypeId = TypeId(0);
    /// The mathematical integers, without a range; every program has them.
    pub const INT: TypeId = TypeId(1);

    /// The position in the table of types.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A type with the name under which messages know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// Name as the user wrote it, for instance `Integer` or `Stacks.Index`; used in messages only.
    pub name: String,
    /// The values.
    pub kind: TypeKind,
}

/// A closed interval of integers; empty if `last < first`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest value.
    pub first: Int,
    /// The largest value.
    pub last: Int,
}

impl Range {
    /// The interval `first .. last`.
    pub fn new(first: impl Into<Int>, last: impl Into<Int>) -> Range {
        Range { first: first.into(), last: last.into() }
    }

    /// The values a two's complement word of `bits` bits can hold.
    pub fn signed(bits: u32) -> Range {
        let half = Int::pow2(bits - 1);
        Range { first: -half.clone(), last: half - Int::ONE }
    }

    /// Whether `value` lies in the interval.
    pub fn contains(&self, value: &Int) -> bool {
        self.first <= *value && *value <= self.last
    }

    /// The number of values, 0 for an empty interval.
    pub fn len(&self) -> Int {
        if self.is_empty() { Int::ZERO } else { self.last.clone() - self.first.clone() + Int::ONE }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.last < self.first
    }
}

/// The values of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `False` and `True`.
    Bool,
    /// Integers, also characters and enumerations (as their positions, from 0).
    Int(IntType),
    /// Integers modulo `modulus`, which need not be a power of two.
    Modular(ModularType),
    /// IEEE floating point, with or without infinities and NaN.
    Float(FloatType),
    /// An array with one or more dimensions.
    Array(ArrayType),
    /// A record; discriminants are ordinary fields, first in the list.
    Record(RecordType),
}

/// A type of integers.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct IntType {
    /// The values; `None` for all integers.
    pub range: Option<Range>,
    /// The values that the machine's arithmetic can hold (`Integer'Base`): what overflow checks refer to. The
    /// frontend states these checks; here it gives bit-vector encodings their width, and `Integer'First` its name.
    pub base: Option<Range>,
    /// Names of the values from 0 on, if this is an enumeration or a character type.
    pub literals: Option<Arc<[String]>>,
    /// For fixed point types, of what the values are multiples; for printing only.
    pub small: Option<Rat>,
}

/// A modular type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModularType {
    /// The modulus, at least 1; the values are `0 .. modulus - 1`.
    pub modulus: Int,
    /// The values of a subtype; `None` for all.
    pub range: Option<Range>,
}

/// Machine formats of floating point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatFormat {
    /// IEEE binary32: GNAT's `Float`.
    F32,
    /// IEEE binary64: GNAT's `Long_Float`.
    F64,
}

/// A floating point type.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatType {
    /// The machine format, in which every operation rounds.
    pub format: FloatFormat,
    /// Bounds of a subtype, both inclusive and numbers of the format.
    pub range: Option<(f64, f64)>,
    /// Whether infinities and NaN are values as well; then there are no bounds. Otherwise all values are finite.
    pub special: bool,
}

/// An array type. Indexes are of shape [`Shape::Int`] always; a modular index is converted by the frontend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayType {
    /// The index type of each dimension, for printing and for the range that dynamic bounds come from.
    pub index: Vec<TypeId>,
    /// Static bounds of each dimension. `None`: the bounds are part of the value, as for `String`.
    pub bounds: Option<Vec<Range>>,
    /// Type of the components.
    pub component: TypeId,
}

/// A record type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordType {
    /// The fields, discriminants first. Fields of a variant that is not selected hold arbitrary values.
    pub fields: Vec<Field>,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name as the user wrote it.
    pub name: String,
    /// Type of the field.
    pub ty: TypeId,
    /// For a field of a variant: it exists where the discriminant at each of these places has a value in one of the
    /// ranges. For printing only.
    pub guard: Vec<(usize, Vec<Range>)>,
}

impl Field {
    /// A field that always exists.
    pub fn new(name: impl Into<String>, ty: TypeId) -> Field {
        Field { name: name.into(), ty, guard: Vec::new() }
    }
}

/// What decides which operations apply to a value and which values may be assigned to which variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Boolean.
    Bool,
    /// Integer of any range, character, enumeration.
    Int,
    /// Modular with this modulus.
    Modular(Int),
    /// Float of this format.
    Float(FloatFormat),
    /// Array: static bounds, number of dimensions, shape of the components.
    Array(Option<Vec<Range>>, usize, Box<Shape>),
    /// Record: the shapes of its fields.
    Record(Vec<Shape>),
}

impl Type {
    /// A type of integers with a base range.
    pub fn int(name: impl Into<String>, range: Range, base: Range) -> Type {
        Type {
            name: name.into(),
            kind: TypeKind::Int(IntType { range: Some(range), base: Some(base), literals: None, small: None }),
        }
    }

    /// An enumeration with all its literals; the values are their positions, from 0.
    pub fn enumeration(name: impl Into<String>, literals: Vec<String>) -> Type {
        let range = Range::new(0, i64::try_from(literals.len()).unwrap_or(i64::MAX) - 1);
        let kind =
            IntType { range: Some(range.clone()), base: Some(range), literals: Some(literals.into()), small: None };
        Type { name: name.into(), kind: TypeKind::Int(kind) }
    }

    /// A modular type with all its values.
    pub fn modular(name: impl Into<String>, modulus: Int) -> Type {
        Type { name: name.into(), kind: TypeKind::Modular(ModularType { modulus, range: None }) }
    }

    /// A floating point type with all finite values of its format.
    pub fn float(name: impl Into<String>, format: FloatFormat) -> Type {
        Type { name: name.into(), kind: TypeKind::Float(FloatType { format, range: None, special: false }) }
    }

    /// A floating point type with all values of its format, infinities and NaN among them.
    pub fn ieee(name: impl Into<String>, format: FloatFormat) -> Type {
        Type { name: name.into(), kind: TypeKind::Float(FloatType { format, range: None, special: true }) }
    }

    /// An array type; without `bounds` every value carries its own.
    pub fn array(name: impl Into<String>, index: Vec<TypeId>, bounds: Option<Vec<Range>>, component: TypeId) -> Type {
        Type { name: name.into(), kind: TypeKind::Array(ArrayType { index, bounds, component }) }
    }

    /// A record type.
    pub fn record(name: impl Into<String>, fields: Vec<(String, TypeId)>) -> Type {
        let fields = fields.into_iter().map(|(name, ty)| Field::new(name, ty)).collect();
        Type { name: name.into(), kind: TypeKind::Record(RecordType { fields }) }
    }
}
