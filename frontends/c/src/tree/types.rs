//! Types as they are written.

use super::{Attribute, DeclId, ExprId, Place, StaticAssert, Symbol, TagId, TypeId};

/// A type with its qualifiers. One type may be shared by several declarators: in `int a, *b;` the `int` is one node,
/// and so is the result of a `typeof`.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Its qualifiers: of a pointer those behind the `*`.
    pub qualifiers: Qualifiers,
    /// Where it is written: the specifiers, or the part of the declarator.
    pub place: Place,
}

/// `const`, `volatile`, `restrict`, `_Atomic`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Qualifiers {
    /// `const`
    pub constant: bool,
    /// `volatile`
    pub volatile: bool,
    /// `restrict`
    pub restrict: bool,
    /// `_Atomic` without parentheses
    pub atomic: bool,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// A type of the language.
    Basic(Basic),
    /// A pointer.
    Pointer(TypeId),
    /// An array. As a parameter, `qualifiers` are those in the brackets.
    Array {
        /// The type of an element.
        element: TypeId,
        /// The number of elements.
        size: ArraySize,
        /// `static` in the brackets of a parameter.
        at_least: bool,
    },
    /// A function.
    Function {
        /// The type of its value.
        result: TypeId,
        /// Its parameters, each of kind [`super::DeclKind::Parameter`]; `(void)` has none.
        params: Vec<DeclId>,
        /// How the parameters are given.
        form: FunctionForm,
    },
    /// A struct, union or enum.
    Tag(TagId),
    /// A typedef name.
    Typedef(DeclId),
    /// `typeof (expression)`, which is not evaluated unless of variable length.
    TypeofExpr(ExprId),
    /// `typeof (type)`.
    TypeofType(TypeId),
    /// `_Atomic (type)`.
    Atomic(TypeId),
    /// GNU's `__auto_type`: the type of the initialiser.
    Auto,
    /// `__builtin_va_list`.
    VaList,
    /// A type that is known by its name only, such as `_Float128` or `_Decimal64`: to be refused by the typed tree.
    Unsupported(Symbol),
    /// What could not be read; there is an error message.
    Error,
}

/// The types of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basic {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned`
    UnsignedInt,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    UnsignedLongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UnsignedInt128,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
    /// `float _Complex`
    ComplexFloat,
    /// `double _Complex`
    ComplexDouble,
    /// `long double _Complex`
    ComplexLongDouble,
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArraySize {
    /// `[]`: from the initialiser, a flexible member, a parameter, or incomplete.
    Unknown,
    /// `[*]`
    Star,
    /// `[e]`, a constant or not.
    Expr(ExprId),
}

/// How a function type gives its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionForm {
    /// `(int a)` or `(void)`.
    Prototype,
    /// `(int a, ...)`.
    Variadic,
    /// `()`: nothing is known, or no parameters if this is the definition.
    Unspecified,
    /// `(a) int a; { … }`: a definition in the old style; a parameter that is not declared is an `int`.
    OldStyle,
}

/// A struct, union or enum. All uses of one name in its scope are one tag.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// Which of the three.
    pub kind: TagKind,
    /// The name.
    pub name: Option<Symbol>,
    /// Where it was defined, or first seen if it never is: the keyword and the name.
    pub place: Place,
    /// What it consists of; none if it is never defined.
    pub body: Option<TagBody>,
    /// `__attribute__ ((packed))` and others.
    pub attributes: Vec<Attribute>,
}

/// Which kind of tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
    /// `enum`
    Enum,
}

/// What a tag consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum TagBody {
    /// Of a struct or union.
    Members(Vec<Member>),
    /// Of an enum.
    Enumerators(Vec<DeclId>),
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// A field.
    Field(Field),
    /// `_Static_assert (…);`
    StaticAssert(StaticAssert),
}

/// A field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name; none for a struct or union whose fields count as this one's, and for unnamed bit-fields.
    pub name: Option<Symbol>,
    /// The type.
    pub ty: TypeId,
    /// The number of bits of a bit-field.
    pub width: Option<ExprId>,
    /// Place of the name, or where it would stand.
    pub place: Place,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// `_Alignas (…)`.
    pub alignas: Vec<super::Alignas>,
}
