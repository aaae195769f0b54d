//! Declarations (RM 3.1, 6, 7, 8, 10, 11, 12).

use super::{
    Annotation, Aspect, Association, ConcurrentBody, Discriminants, EntryBody, EntryDecl, Expr, HandledStatements,
    Ident, Name, Pragma, SubtypeIndication, TypeDecl, TypeUse,
};
use horn_frontend::Span;

/// A declaration, a body, or what else stands in a list of declarations (RM 3.1, 3.11).
#[derive(Clone, Debug, PartialEq)]
pub enum Decl {
    /// Variables and constants (RM 3.3.1).
    Object(Box<ObjectDecl>),
    /// Named numbers (RM 3.3.2).
    Number(Box<NumberDecl>),
    /// A type (RM 3.2.1).
    Type(Box<TypeDecl>),
    /// A subtype (RM 3.2.2).
    Subtype(Box<SubtypeDecl>),
    /// A subprogram without a body, or whose body is an expression or `null` (RM 6.1, 6.7, 6.8, 3.9.3, 8.5.4).
    Subprogram(Box<SubprogramDecl>),
    /// A subprogram body (RM 6.3).
    SubprogramBody(Box<SubprogramBody>),
    /// A package specification (RM 7.1).
    Package(Box<PackageDecl>),
    /// A package body (RM 7.2).
    PackageBody(Box<PackageBody>),
    /// A renaming of an object, exception, package or generic unit (RM 8.5); subprograms are
    /// [`SubprogramForm::Renaming`].
    Renaming(Box<RenamingDecl>),
    /// Exceptions (RM 11.1).
    Exception(Box<ExceptionDecl>),
    /// A generic package or subprogram (RM 12.1).
    Generic(Box<GenericDecl>),
    /// An instance of a generic unit (RM 12.3).
    Instantiation(Box<Instantiation>),
    /// `use P;`, `use type T;` (RM 8.4).
    Use(Box<UseClause>),
    /// A pragma (RM 2.8).
    Pragma(Box<Pragma>),
    /// `… is separate;` (RM 10.1.3).
    Stub(Box<BodyStub>),
    /// `for … use …;` (RM 13).
    Representation(Box<RepresentationClause>),
    /// A `--#` annotation in a list of declarations: proof types, functions and constants, base types.
    Annotation(Box<Annotation>),
    /// A single task or protected object (RM 9.1, 9.4); task and protected types are [`Decl::Type`].
    Single(Box<TypeDecl>),
    /// The body of a task or protected unit (RM 9.1, 9.4).
    ConcurrentBody(Box<ConcurrentBody>),
    /// The declaration of an entry (RM 9.5.2).
    Entry(Box<EntryDecl>),
    /// The body of an entry (RM 9.5.2).
    EntryBody(Box<EntryBody>),
    /// What is outside the subset.
    Unsupported(Box<Unsupported>),
    /// Something that could not be parsed.
    Error(Span),
}

/// A construct outside the subset. It was read to its end and its contents are dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsupported {
    /// What it is, as in `not supported: task type`.
    pub construct: &'static str,
    /// The section of the reference manual, `9.1`.
    pub section: &'static str,
    /// The name it declares, if it declares one.
    pub name: Option<Ident>,
    /// The whole construct.
    pub span: Span,
}

/// An object declaration (RM 3.3.1).
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectDecl {
    /// The objects.
    pub names: Vec<Ident>,
    /// True with `aliased`.
    pub aliased: bool,
    /// True with `constant`; a constant without initial value is deferred (RM 7.4).
    pub constant: bool,
    /// Their subtype.
    pub subtype: TypeUse,
    /// Their initial value.
    pub init: Option<Expr>,
    /// Their aspects.
    pub aspects: Vec<Aspect>,
    /// From the first name to the semicolon.
    pub span: Span,
}

/// A number declaration (RM 3.3.2).
#[derive(Clone, Debug, PartialEq)]
pub struct NumberDecl {
    /// The names.
    pub names: Vec<Ident>,
    /// Their static value.
    pub value: Expr,
    /// From the first name to the semicolon.
    pub span: Span,
}

/// A subtype declaration (RM 3.2.2).
#[derive(Clone, Debug, PartialEq)]
pub struct SubtypeDecl {
    /// Its name.
    pub name: Ident,
    /// What it is a subtype of.
    pub indication: SubtypeIndication,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// From `subtype` to the semicolon.
    pub span: Span,
}

/// The profile of a subprogram with its name (RM 6.1).
#[derive(Clone, Debug, PartialEq)]
pub struct SubprogramSpec {
    /// The defining name; an expanded name `P.Q` for child units, a single identifier or operator elsewhere.
    pub name: Name,
    /// The parameters.
    pub parameters: Vec<ParameterSpec>,
    /// The result of a function; `None` for a procedure.
    pub result: Option<TypeUse>,
    /// From `procedure` or `function` to the end of the profile.
    pub span: Span,
}

/// Parameters with one mode and type (RM 6.1).
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterSpec {
    /// Their names.
    pub names: Vec<Ident>,
    /// True with `aliased`.
    pub aliased: bool,
    /// Their mode.
    pub mode: Mode,
    /// Their subtype.
    pub subtype: TypeUse,
    /// Their default value.
    pub default: Option<Expr>,
    /// Their aspects (Ada 2022).
    pub aspects: Vec<Aspect>,
    /// The whole specification.
    pub span: Span,
}

/// The mode of a parameter or of a generic formal object (RM 6.1, 12.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `in`, or nothing.
    In,
    /// `out`.
    Out,
    /// `in out`.
    InOut,
}

/// A subprogram that is declared but has no body of its own (RM 6.1).
#[derive(Clone, Debug, PartialEq)]
pub struct SubprogramDecl {
    /// `overriding` is `Some (true)`, `not overriding` is `Some (false)`.
    pub overriding: Option<bool>,
    /// Name and profile.
    pub spec: SubprogramSpec,
    /// What stands behind the profile.
    pub form: SubprogramForm,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// `--#` annotations behind it: `global`, `derives`, `pre`, `post`, `return`.
    pub annotations: Vec<Annotation>,
    /// The whole declaration with its semicolon.
    pub span: Span,
}

/// What stands behind the profile of a subprogram declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum SubprogramForm {
    /// Nothing.
    Declaration,
    /// `is abstract` (RM 3.9.3).
    Abstract,
    /// `is null` (RM 6.7).
    Null,
    /// `is (E)`: an expression function (RM 6.8). The expression without these parentheses, or an aggregate.
    Expression(Expr),
    /// `renames N` (RM 8.5.4).
    Renaming(Name),
}

/// A subprogram body (RM 6.3).
#[derive(Clone, Debug, PartialEq)]
pub struct SubprogramBody {
    /// `overriding` is `Some (true)`, `not overriding` is `Some (false)`.
    pub overriding: Option<bool>,
    /// Name and profile.
    pub spec: SubprogramSpec,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// `--#` annotations between the profile and `is`.
    pub annotations: Vec<Annotation>,
    /// What stands between `is` and `begin`.
    pub declarations: Vec<Decl>,
    /// Statements and handlers.
    pub body: HandledStatements,
    /// The whole body with its semicolon.
    pub span: Span,
}

/// A package specification (RM 7.1).
#[derive(Clone, Debug, PartialEq)]
pub struct PackageDecl {
    /// Its name; an expanded name for child units.
    pub name: Name,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// `--#` annotations between the name and `is`: `own`, `initializes`.
    pub annotations: Vec<Annotation>,
    /// The visible part.
    pub visible: Vec<Decl>,
    /// The private part, if there is one.
    pub private: Option<Vec<Decl>>,
    /// The whole declaration with its semicolon.
    pub span: Span,
}

/// A package body (RM 7.2).
#[derive(Clone, Debug, PartialEq)]
pub struct PackageBody {
    /// Its name; an expanded name for child units.
    pub name: Name,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// `--#` annotations between the name and `is`: the refinement of `own`.
    pub annotations: Vec<Annotation>,
    /// Its declarations.
    pub declarations: Vec<Decl>,
    /// The initialisation behind `begin`, if there is one.
    pub body: Option<HandledStatements>,
    /// The whole body with its semicolon.
    pub span: Span,
}

/// A renaming declaration (RM 8.5), except of subprograms.
#[derive(Clone, Debug, PartialEq)]
pub struct RenamingDecl {
    /// The new name; an expanded name for library units.
    pub name: Name,
    /// What is renamed.
    pub kind: RenamingKind,
    /// The old name.
    pub renamed: Name,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// The whole declaration with its semicolon.
    pub span: Span,
}

/// What a renaming renames.
#[derive(Clone, Debug, PartialEq)]
pub enum RenamingKind {
    /// An object (RM 8.5.1); the subtype may be left out in Ada 2022.
    Object(Option<TypeUse>),
    /// An exception (RM 8.5.2).
    Exception,
    /// A package (RM 8.5.3).
    Package,
    /// A generic unit (RM 8.5.5).
    Generic(UnitClass),
}

/// Packages, procedures and functions, where only this matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitClass {
    /// A package.
    Package,
    /// A procedure.
    Procedure,
    /// A function.
    Function,
}

/// An exception declaration (RM 11.1).
#[derive(Clone, Debug, PartialEq)]
pub struct ExceptionDecl {
    /// The exceptions.
    pub names: Vec<Ident>,
    /// Their aspects.
    pub aspects: Vec<Aspect>,
    /// From the first name to the semicolon.
    pub span: Span,
}

/// A generic declaration (RM 12.1).
#[derive(Clone, Debug, PartialEq)]
pub struct GenericDecl {
    /// The formal part, in the order of the text.
    pub formals: Vec<GenericFormal>,
    /// The unit: a [`Decl::Subprogram`] or [`Decl::Package`].
    pub unit: Decl,
    /// From `generic` to the semicolon.
    pub span: Span,
}

/// One item of a generic formal part (RM 12.1).
#[derive(Clone, Debug, PartialEq)]
pub enum GenericFormal {
    /// A formal object (RM 12.4).
    Object {
        /// The objects.
        names: Vec<Ident>,
        /// Their mode.
        mode: Mode,
        /// Their subtype.
        subtype: TypeUse,
        /// Their default value.
        default: Option<Expr>,
        /// The whole item.
        span: Span,
    },
    /// A formal type (RM 12.5).
    Type {
        /// Its name.
        name: Ident,
        /// Its discriminants.
        discriminants: Discriminants,
        /// What it may be.
        definition: FormalType,
        /// The whole item.
        span: Span,
    },
    /// A formal subprogram (RM 12.6).
    Subprogram {
        /// Name and profile.
        spec: SubprogramSpec,
        /// Its default.
        default: FormalDefault,
        /// The whole item.
        span: Span,
    },
    /// A formal package (RM 12.7).
    Package {
        /// Its name.
        name: Ident,
        /// The generic package it is an instance of.
        generic: Name,
        /// Its actuals; `(<>)` is one positional box.
        actuals: Vec<Association>,
        /// The whole item.
        span: Span,
    },
    /// A use clause.
    Use(UseClause),
    /// A pragma.
    Pragma(Pragma),
}

/// The definition of a generic formal type (RM 12.5).
#[derive(Clone, Debug, PartialEq)]
pub enum FormalType {
    /// `private`, `limited private`, `tagged …`; and incomplete types of Ada 2012.
    Private {
        /// True with `limited`.
        limited: bool,
        /// True with `tagged`.
        tagged: bool,
    },
    /// `(<>)`.
    Discrete,
    /// `range <>`.
    SignedInteger,
    /// `mod <>`.
    Modular,
    /// `digits <>`.
    Float,
    /// `delta <>`.
    OrdinaryFixed,
    /// `delta <> digits <>`.
    DecimalFixed,
    /// `array …`.
    Array(super::ArrayDef),
    /// `new T`, also with interfaces and `with private`.
    Derived {
        /// The ancestor.
        ancestor: SubtypeIndication,
        /// The interfaces behind `and`.
        interfaces: Vec<Name>,
        /// Whether it is an extension: `with private`.
        extension: bool,
    },
    /// `interface`, also with others behind `and`.
    Interface(Vec<Name>),
    /// `access T`, also with `all` or `constant`.
    Access(super::AccessDef),
    /// `access procedure …`, `access function …`.
    AccessSubprogram(super::AccessSubprogramDef),
    /// Access types to protected subprograms.
    Unsupported(Unsupported),
}

/// The default of a generic formal subprogram (RM 12.6).
#[derive(Clone, Debug, PartialEq)]
pub enum FormalDefault {
    /// There is none.
    None,
    /// `is <>`: whatever has this name where the instance is.
    Box,
    /// `is null`.
    Null,
    /// `is abstract`.
    Abstract,
    /// `is Name`.
    Name(Name),
}

/// A generic instantiation (RM 12.3).
#[derive(Clone, Debug, PartialEq)]
pub struct Instantiation {
    /// `overriding` is `Some (true)`, `not overriding` is `Some (false)`.
    pub overriding: Option<bool>,
    /// What is instantiated.
    pub class: UnitClass,
    /// The name of the instance.
    pub name: Name,
    /// The generic unit.
    pub generic: Name,
    /// The actual parameters.
    pub actuals: Vec<Association>,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// The whole declaration with its semicolon.
    pub span: Span,
}

/// A use clause (RM 8.4).
#[derive(Clone, Debug, PartialEq)]
pub struct UseClause {
    /// Packages or types.
    pub kind: UseKind,
    /// Their names.
    pub names: Vec<Name>,
    /// From `use` to the semicolon.
    pub span: Span,
}

/// What a use clause makes visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// `use P`.
    Package,
    /// `use type T`: the operators of the type.
    Type,
    /// `use all type T`: all its primitive operations.
    AllType,
}

/// A body stub (RM 10.1.3).
#[derive(Clone, Debug, PartialEq)]
pub struct BodyStub {
    /// What is stubbed.
    pub kind: StubKind,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// The whole stub with its semicolon.
    pub span: Span,
}

/// What a stub stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum StubKind {
    /// A subprogram body.
    Subprogram(SubprogramSpec),
    /// A package body.
    Package(Ident),
    /// The body of a task or protected unit: which of the two, and its name.
    Concurrent(bool, Ident),
}

/// A representation clause (RM 13.1): layouts, addresses and other attributes of an entity.
#[derive(Clone, Debug, PartialEq)]
pub struct RepresentationClause {
    /// The entity, with the attribute if one is set.
    pub target: Name,
    /// What is set.
    pub kind: RepresentationKind,
    /// From `for` to the semicolon.
    pub span: Span,
}

/// The forms of representation clauses.
#[derive(Clone, Debug, PartialEq)]
pub enum RepresentationKind {
    /// `for X'Size use E;` (RM 13.3)
    Attribute(Expr),
    /// `for T use (A => 1, …);` (RM 13.4)
    Enumeration(Expr),
    /// `for T use record … end record;` (RM 13.5.1)
    Record(Vec<ComponentClause>),
    /// `for X use at E;` (RM J.7)
    At(Expr),
}

/// `C at P range F .. L;` (RM 13.5.1)
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentClause {
    /// The component.
    pub name: Name,
    /// The storage element.
    pub position: Expr,
    /// First and last bit, counted from there.
    pub bits: super::Range,
}

impl Decl {
    /// Where the declaration is written.
    pub fn span(&self) -> Span {
        match self {
            Decl::Object(decl) => decl.span,
            Decl::Number(decl) => decl.span,
            Decl::Type(decl) => decl.span,
            Decl::Subtype(decl) => decl.span,
            Decl::Subprogram(decl) => decl.span,
            Decl::SubprogramBody(decl) => decl.span,
            Decl::Package(decl) => decl.span,
            Decl::PackageBody(decl) => decl.span,
            Decl::Renaming(decl) => decl.span,
            Decl::Exception(decl) => decl.span,
            Decl::Generic(decl) => decl.span,
            Decl::Instantiation(decl) => decl.span,
            Decl::Use(decl) => decl.span,
            Decl::Pragma(decl) => decl.span,
            Decl::Stub(decl) => decl.span,
            Decl::Representation(decl) => decl.span,
            Decl::Annotation(decl) => decl.span,
            Decl::Single(decl) => decl.span,
            Decl::ConcurrentBody(decl) => decl.span,
            Decl::Entry(decl) => decl.span,
            Decl::EntryBody(decl) => decl.span,
            Decl::Unsupported(decl) => decl.span,
            Decl::Error(span) => *span,
        }
    }
}
