//! Types, subtypes and constraints (RM 3).

use super::{Aspect, Association, Choice, Expr, Ident, Name, Pragma, Range, Unsupported};
use horn_frontend::Span;

/// A subtype indication (RM 3.2.2), or just a subtype mark.
#[derive(Clone, Debug, PartialEq)]
pub struct SubtypeIndication {
    /// True with `not null`.
    pub not_null: bool,
    /// The subtype mark; may be an attribute (`T'Base`, `T'Class`).
    pub mark: Name,
    /// The constraint.
    pub constraint: Option<Constraint>,
    /// The whole indication.
    pub span: Span,
}

/// A constraint (RM 3.2.2).
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// `range L .. H`.
    Range(Range),
    /// `digits D [range L .. H]` (RM 3.5.9).
    Digits(Box<Expr>, Option<Range>),
    /// `delta D [range L .. H]` (RM J.3).
    Delta(Box<Expr>, Option<Range>),
    /// `(…)`: index constraint or discriminant constraint (RM 3.6.1, 3.7.1).
    Composite(Vec<Association>),
}

/// The type of an object, a component, a parameter or a result: named, or anonymous.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeUse {
    /// A subtype indication.
    Named(SubtypeIndication),
    /// An anonymous array type, in object declarations only (RM 3.3.1).
    Array(Box<ArrayDef>),
    /// An anonymous access-to-object type (RM 3.10).
    Access(Box<AccessDef>),
    /// An anonymous access-to-subprogram type (RM 3.10).
    AccessSubprogram(Box<AccessSubprogramDef>),
    /// Anonymous access types to protected subprograms.
    Unsupported(Box<Unsupported>),
}

/// An access-to-object type definition (RM 3.10).
#[derive(Clone, Debug, PartialEq)]
pub struct AccessDef {
    /// True with `not null`.
    pub not_null: bool,
    /// `all`, `constant`, or neither.
    pub modifier: AccessModifier,
    /// What its values designate.
    pub designated: SubtypeIndication,
    /// From `not` or `access` to its end.
    pub span: Span,
}

/// An access-to-subprogram type definition (RM 3.10).
#[derive(Clone, Debug, PartialEq)]
pub struct AccessSubprogramDef {
    /// True with `not null`.
    pub not_null: bool,
    /// The profile, with the name of the type; of one without a name with the word `access`.
    pub profile: super::SubprogramSpec,
}

/// What stands behind the word `access` (RM 3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessModifier {
    /// Nothing: its values come from allocators only, if the type has a name.
    None,
    /// `all`.
    All,
    /// `constant`.
    Constant,
}

impl TypeUse {
    /// Whether it has a constraint or bounds of its own, which are evaluated where it stands.
    pub fn is_evaluated(&self) -> bool {
        match self {
            TypeUse::Named(indication) => indication.constraint.is_some(),
            TypeUse::Array(_) => true,
            TypeUse::Access(_) | TypeUse::AccessSubprogram(_) | TypeUse::Unsupported(_) => false,
        }
    }
}

/// A full type, private type or incomplete type declaration (RM 3.2.1, 7.3, 3.10.1).
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDecl {
    /// Its name.
    pub name: Ident,
    /// Its discriminants.
    pub discriminants: Discriminants,
    /// Its definition.
    pub definition: TypeDef,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// From `type` to the semicolon.
    pub span: Span,
}

/// The discriminant part of a type declaration (RM 3.7).
#[derive(Clone, Debug, PartialEq)]
pub enum Discriminants {
    /// There is none.
    None,
    /// `(<>)`: unknown discriminants.
    Unknown,
    /// `(D : T := E; …)`.
    Known(Vec<DiscriminantSpec>),
}

/// Discriminants of one type (RM 3.7).
#[derive(Clone, Debug, PartialEq)]
pub struct DiscriminantSpec {
    /// Their names.
    pub names: Vec<Ident>,
    /// Their subtype.
    pub subtype: TypeUse,
    /// Their default value.
    pub default: Option<Expr>,
    /// The whole specification.
    pub span: Span,
}

/// A type definition (RM 3.2.1).
#[derive(Clone, Debug, PartialEq)]
pub enum TypeDef {
    /// Nothing behind the name, or `is tagged` (RM 3.10.1).
    Incomplete {
        /// True with `is tagged`.
        tagged: bool,
    },
    /// `is private`, `is limited private` (RM 7.3).
    Private {
        /// True with `limited`.
        limited: bool,
        /// True with `tagged`.
        tagged: bool,
        /// True with `abstract`.
        abstract_: bool,
    },
    /// `is (A, B, 'c')` (RM 3.5.1).
    Enumeration(Vec<Ident>),
    /// `is range L .. H` (RM 3.5.4).
    SignedInteger(Range),
    /// `is mod M` (RM 3.5.4).
    Modular(Expr),
    /// `is digits D [range L .. H]` (RM 3.5.7).
    Float(Expr, Option<Range>),
    /// `is delta D range L .. H` (RM 3.5.9).
    OrdinaryFixed(Expr, Option<Range>),
    /// `is delta D digits N [range L .. H]` (RM 3.5.9).
    DecimalFixed(Expr, Expr, Option<Range>),
    /// `is array (…) of T` (RM 3.6).
    Array(Box<ArrayDef>),
    /// `is record … end record`, `is null record` (RM 3.8).
    Record(Box<RecordDef>),
    /// `is new T …` (RM 3.4), without an extension.
    Derived(Box<SubtypeIndication>),
    /// `is new T with …`: a record extension or a private extension (RM 3.9.1, 7.3).
    Extension(Box<ExtensionDef>),
    /// `is interface …` (RM 3.9.4): the interfaces it is derived from.
    Interface(Vec<Name>),
    /// An access-to-object type (RM 3.10).
    Access(Box<AccessDef>),
    /// `access procedure …`, `access function …`.
    AccessSubprogram(Box<AccessSubprogramDef>),
    /// A task or protected type (RM 9.1, 9.4).
    Concurrent(Box<super::ConcurrentDef>),
    /// What is outside the subset.
    Unsupported(Box<Unsupported>),
    /// `type T is abstract;` in a `--#` annotation (SPARK 2005).
    ProofAbstract,
    /// Something that could not be parsed.
    Error,
}

/// A record or private extension (RM 3.9.1, 7.3).
#[derive(Clone, Debug, PartialEq)]
pub struct ExtensionDef {
    /// True with `abstract`.
    pub abstract_: bool,
    /// The parent.
    pub parent: SubtypeIndication,
    /// The interfaces behind `and`.
    pub interfaces: Vec<Name>,
    /// Its own components; `None` for a private extension.
    pub record: Option<RecordDef>,
}

/// An array type definition (RM 3.6).
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayDef {
    /// One for each dimension.
    pub indices: Vec<ArrayIndex>,
    /// True if the components are aliased.
    pub aliased: bool,
    /// Subtype of the components.
    pub component: TypeUse,
    /// From `array` to its end.
    pub span: Span,
}

/// The index of one dimension (RM 3.6).
#[derive(Clone, Debug, PartialEq)]
pub enum ArrayIndex {
    /// `T range <>`.
    Unconstrained(Name),
    /// A discrete subtype or range.
    Constrained(super::DiscreteRange),
}

/// A record definition (RM 3.8).
#[derive(Clone, Debug, PartialEq)]
pub struct RecordDef {
    /// True with `limited`.
    pub limited: bool,
    /// True with `tagged`.
    pub tagged: bool,
    /// True with `abstract`.
    pub abstract_: bool,
    /// Its components; empty for `null record`.
    pub components: ComponentList,
    /// From `record` or `null` to `record`.
    pub span: Span,
}

/// A component list (RM 3.8).
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ComponentList {
    /// The components before the variant part.
    pub components: Vec<ComponentDecl>,
    /// The variant part.
    pub variants: Option<Box<VariantPart>>,
    /// Pragmas among the components.
    pub pragmas: Vec<Pragma>,
}

/// A component declaration (RM 3.8).
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentDecl {
    /// The components' names.
    pub names: Vec<Ident>,
    /// True with `aliased`.
    pub aliased: bool,
    /// Their subtype.
    pub subtype: TypeUse,
    /// Their default value.
    pub default: Option<Expr>,
    /// Their aspects.
    pub aspects: Vec<Aspect>,
    /// From the first name to the semicolon.
    pub span: Span,
}

/// A variant part (RM 3.8.1).
#[derive(Clone, Debug, PartialEq)]
pub struct VariantPart {
    /// The discriminant it depends on.
    pub discriminant: Ident,
    /// The variants.
    pub variants: Vec<Variant>,
    /// From `case` to `end case;`.
    pub span: Span,
}

/// One variant (RM 3.8.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its choices.
    pub choices: Vec<Choice>,
    /// Its components.
    pub components: ComponentList,
    /// The whole variant.
    pub span: Span,
}
